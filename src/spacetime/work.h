// SPDX-License-Identifier: MIT
//
// One sample from its space to its files; what a process of the runner does.
#ifndef CAPER_SRC_SPACETIME_WORK_H
#define CAPER_SRC_SPACETIME_WORK_H

#include "spacetime/sample.h"

#include <sys/types.h>

#define CAPERI_PATH_MAX 4096

/// What a run knows of a sample.
typedef struct caperi_task {
    int sample;
    char name[128];
    const caper_character *character;
    uint64_t hash, shape; // of the sample; of the jobs that it may start
    double spread;        // distances to all others of its shape, in all: least in the middle
    double cost;          // of what was found
    bool starts;          // from a neighbour: its contact times are not searched for
    bool done, solved, kept;
    int from;    // the task whose motion it was solved from; -1: none
    bool looked; // at once more: see find_peak in synth.c
} caperi_task;

typedef struct caperi_work {
    const caper_synth_job *job;
    const caperi_task *task;
    const caperi_task *neighbor; // solved: where to start from; NULL: from rest
    int jobs;                    // processes that a timing search may use
    double bound;                // what costs as much is not written; INFINITY: all is
    pid_t parent;                // who started this process: without it nothing is written
} caperi_work;

/// As fork(). Where the system can do it (Linux) the child is killed when the caller's thread ends,
/// which has to wait for it; elsewhere it has to ask before it writes.
pid_t caperi_process_start(void);
/// Is the process that started this one still there?
bool caperi_process_attended(pid_t parent);

/// FOLDER/NAME.ENDING
void caperi_work_path(const caper_synth_job *job, const char *name, const char *ending,
                      char out[CAPERI_PATH_MAX]);
/// Solve and write the files, the report last. False only when they cannot be written. With a bound
/// nothing is written of a motion that is not below it.
bool caperi_work_run(const caperi_work *work, caper_error *error);
/// Read a report. False when it is not there, damaged, or of another hash (0: any).
bool caperi_work_read_report(const char *path, uint64_t hash, caper_spacetime_report *report);
/// Write the report of a sample that no process brought to an end.
bool caperi_work_write_failure(const caper_synth_job *job, const caperi_task *task,
                               const char *status, caper_error *error);

/// The sample of a task as the job wants it.
bool caperi_work_sample(const caper_synth_job *job, int index, caperi_sample *sample,
                        caper_error *error);

/// Find durations from several starts, the best of them; with `propose` from contacts that are
/// found first. What was used is left in the sample. NULL without memory.
caper_spacetime_solution *caperi_timing_durations(caperi_sample *sample, bool propose,
                                                  const caper_spacetime_solution *start,
                                                  caper_spacetime_report *report,
                                                  caper_error *error);
/// Try contact times and durations until search_count solves are spent; the best ones are left in
/// the sample. Returns the solution found with them, NULL without memory. jobs: processes at once.
caper_spacetime_solution *caperi_timing_search(caperi_sample *sample, int search_count, int jobs,
                                               caper_spacetime_report *report, caper_error *error);

#endif
