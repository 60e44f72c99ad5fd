// SPDX-License-Identifier: MIT
// The motions of a parameter space, found in the background: in a process of its own, which can be
// ended at any time and tells by a pipe what became of each sample.
#ifndef CAPER_STUDIO_SYNTH_H
#define CAPER_STUDIO_SYNTH_H

#include "studio.h"

typedef struct synth_note {
    int sample; // of the space; -1: the end
    bool solved;
    char text[120]; // how it went
} synth_note;

typedef struct synth_run {
    asset *space; // kept while it runs
    char folder[512];
    int pid, pipe; // 0 and -1: none
    int total, done, solved, failed;
    char text[160]; // the last word of it
} synth_run;

// Begin; what ran before is ended. Only the sample of that name, or NULL: all.
bool synth_start(synth_run *run, asset *space, const char *folder, const char *only,
                 caper_error *error);
// What is new of it: call it until it is false, in every frame.
bool synth_poll(synth_run *run, synth_note *note);
bool synth_running(const synth_run *run);
// End it at once: samples in work are lost, those that are done stay.
void synth_stop(synth_run *run);

#endif
