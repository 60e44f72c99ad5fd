// SPDX-License-Identifier: MIT
// Recording an actor into a clip: what `play` and `retarget` write.
#ifndef CAPER_CLI_RECORD_H
#define CAPER_CLI_RECORD_H

#include "cli.h"

#include "caper/actor.h"

// What to record. Zero it first.
typedef struct cli_take {
    const caper_character *character;
    const caper_motion *motion;
    const caper_world *world; // NULL: flat ground
    const char *targets;      // "x,y,z" for every target, or "name=x,y,z;name=..."; NULL: defaults
    int variant;              // -1: the one nearest to the first target
    float rate;               // frames a second
    float seconds;            // 0: the motion's duration
    float speed;              // over the pace of the motion on the body; 0: 1
    caper_root root;          // where the actor starts
    bool stiff;               // nothing jiggles
    const caper_progress *progress; // may be NULL
} cli_take;

// How fast a motion plays on a body: its pace (caper_binding_pace); 0 with an error where it cannot
// be bound.
float cli_pace(const caper_motion *motion, const caper_character *character, int variant,
               caper_error *error);
// Play a motion on a character and record it. A looping motion plays for a while before, so that
// loose parts have settled and the clip loops too. The events become key poses.
caper_clip *cli_record(const cli_take *take, caper_error *error);
// Fill the job of a verb that puts a clip onto somebody: who did it, whom it is put onto and where,
// and what a .puppet.json says (NULL: nothing). `filters`: by default, where that says nothing of
// it.
void cli_retarget_between(caper_retarget_job *job, const cli_asset *from, const cli_asset *onto,
                          const caper_world *world, const caper_puppet_setup *setup, bool filters);
// Does a path end in something that a clip can be written to? Ask before the work.
bool cli_clip_path(const char *path, caper_error *error);
// Is it drawn: a strip or a film?
bool cli_is_picture(const char *path);
// May several clips be written to it?
bool cli_holds_several(const char *path);
// What to write. Zero it first.
typedef struct cli_output {
    const caper_clip *const *clips;
    int clip_count;
    const caper_character *character;
    const caper_world *world; // drawn around it in pictures; may be NULL
    const char *path; // .csv and .npy: joint angles of a robot; .clip.json, .clip.bin (packed) and
                      // .bvh hold one clip, .glb, .gltf and .vrm several; .png is a strip, .mp4,
                      // .gif, .webm and .mkv are films
} cli_output;
// Write clips of a character by the ending of the path.
bool cli_save_clips(const cli_output *output, caper_error *error);
// The same for one, without a world.
bool cli_save_clip(const caper_clip *clip, const caper_character *character, const char *path,
                   caper_error *error);
// The same as cli_save_clips, and says so: how a verb ends that made them.
bool cli_write_clips(const cli_output *output, caper_error *error);
bool cli_write_clip(const caper_clip *clip, const caper_character *character,
                    const caper_world *world, const char *path, caper_error *error);
// The same of a clip that was just made, and destroys it. `clip` NULL: its error is there, false.
bool cli_write_made(caper_clip *clip, const caper_character *character, const caper_world *world,
                    const char *path, caper_error *error);
// Say how a clip that was written is drawn, where that takes more than its name. `on`: the file
// whose body it is, read in that way, or NULL; `world` and `scale`: what is around it, or NULL.
void cli_say_render(const char *out, const char *on, const cli_reading *reading, const char *world,
                    const char *scale);
// Draw them (render_clips.c); refused where the build has no renderer.
bool cli_draw_clips(const cli_output *output, caper_error *error);
// What a verb that makes a clip writes.
#define CLI_OUT_OPTION(path)                                                                       \
    {                                                                                              \
        "out", "CLIP", CLI_TO(path), CLI_OUT_HELP, .check = cli_clip_path                          \
    }
#define CLI_OUT_HELP                                                                               \
    "what to write: .clip.json .clip.bin .bvh .glb .vrm, drawn: .png .mp4 .gif, robots: .csv .npy"
// The same, of a verb that can add to the file of its character.
#define CLI_OUT_OPTIONS(path) CLI_OUT_OPTION(path), CLI_APPEND_OPTION

#endif
