// SPDX-License-Identifier: MIT
// The cast of a picture or film: characters, each at rest or playing a clip, posed at any time and
// ready to be drawn with marks and trails.
#ifndef CAPER_RENDER_CAST_H
#define CAPER_RENDER_CAST_H

#include "caper/contact.h"
#include "caper/render.h"
#include "cli.h"

#include <math.h>

#define RENDER_NOT_GIVEN (-HUGE_VAL) // no number that can be typed

// What `caper render` was asked for.
typedef struct render_job {
    char **inputs;
    int input_count;
    const char *out, *on, *world, *scale, *camera, *size, *layout, *title;
    // RENDER_NOT_GIVEN, or INT_MIN for sheet: not given
    int sheet;       // poses of a strip
    double from, to; // seconds
    double fps;
    bool labels, trails, contacts, skin, bodies, rest, together;
    cli_reading reading;
    // from the text options
    bool has_camera, has_distance;
    float yaw, pitch, distance; // radians, metres
    int width, height;          // 0: default
} render_job;

enum {
    CAST_TRAILS = 12,
    CAST_MARKS = 64
};

// One character of the cast.
typedef struct cast_member {
    cli_asset asset, on;
    const caper_character *character; // NULL: the input was bad, and its place stays empty
    const caper_clip *clip;           // NULL: at rest
    caper_clip *made;                 // the same, played from a motion for this picture
    const caper_skin *skins;
    int skin_count;
    bool limbs; // boxes were guessed: draw bodies toward their children
    char label[64];
    float start, end; // seconds of the clip that are shown
    caper_pose local, model;
    caper_clip_cursor cursor;
    caper_vec3 offset; // where it stands among the others
    // places of the bodies that leave trails, and of the whole, sampled over the clip
    int trail_bodies[CAST_TRAILS];
    int trail_count;
    int sample_count;
    float sample_rate;
    caper_vec3 *trail_points; // trail_count x sample_count
    caper_bounds *boxes;      // of each sample, with the offset
    caper_vec3 *centers;      // of the root body, with the offset
    caper_contacts_job found; // contacts of a clip that declares none
    const caper_contact *contacts;
    int contact_count;
    // of the pose that was asked for last
    caper_render_mark marks[CAST_MARKS];
    int mark_count;
    caper_render_trail trails[CAST_TRAILS];
} cast_member;

typedef struct cast {
    cast_member *members;
    int count;
    int bad_count; // of members without a character
    cli_asset world;
} cast;

// Load everything. On a page of several inputs (`sheet`) a bad one is named on stderr and keeps an
// empty place, as long as there is a good one. False with an error; free what there is with
// cast_free.
bool cast_load(cast *c, const render_job *job, bool sheet, caper_error *error);
void cast_free(cast *c);
// Sample the clips over the time that is shown: bounds, trails, contacts. Moves the members side by
// side when they share one picture; in a world only where they overlap.
bool cast_prepare(cast *c, const render_job *job, bool side_by_side, caper_error *error);
// Is one where another is when they begin? Of a cast that was prepared.
bool cast_overlaps(const cast *c);
// The member as it is at a time; valid until the next call. `trail_time` is how far back its trails
// reach, seconds.
caper_render_item cast_item(cast_member *m, const render_job *job, float time, float trail_time);
// The ways of feet, graspers and heads from one time to another, at most CAST_TRAILS; how many.
int cast_trails(const cast_member *m, float from, float to, caper_render_trail *out);
// The same over all the time that is shown, not fading.
int cast_whole_trails(const cast_member *m, caper_render_trail *out);
// The sample of a member nearest to a time.
int cast_sample(const cast_member *m, float time);
// Longest time that any member shows, seconds.
float cast_duration(const cast *c);

// --- pictures ------------------------------------------------------------------------------------

// A page that is filled with cells, and the renderer that draws them.
int render_sheet(cast *c, const render_job *job); // contact sheet, film strip, or one picture
int render_film(cast *c, const render_job *job);
// One of them, by the ending of the output.
int render_any(cast *c, const render_job *job);
bool render_is_film(const char *path);
// Which of these a .png becomes: strips of clips, else one scene, else a contact sheet.
bool render_is_strips(const cast *c, const render_job *job);
bool render_is_one(const cast *c, const render_job *job);
// The view that the job asks for: its camera, or the default.
caper_view render_view(const render_job *job, float aspect);
// Put a camera at the distance that the job asks for, if it does.
void render_apply_distance(const render_job *job, caper_camera *camera);
// "12 cm", "0.5 m"
void render_length_text(float meters, char *out, size_t size);

#endif
