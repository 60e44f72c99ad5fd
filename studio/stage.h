// SPDX-License-Identifier: MIT
// The living scene: one actor for each character of the cast, all playing the one motion. It
// follows the document; nothing here is edited.
#ifndef CAPER_STUDIO_STAGE_H
#define CAPER_STUDIO_STAGE_H

#include "document.h"

#define STAGE_TRAILS 8        // of one member: bodies of the channel that is edited
#define STAGE_TRAIL_POINTS 49 // of one trail
#define STAGE_GHOSTS 4        // of the active member

typedef struct stage_trail {
    int body, strand;
    caper_vec3 points[STAGE_TRAIL_POINTS]; // world
    int count;
} stage_trail;

typedef struct stage_member {
    asset *body; // kept
    caper_actor *actor;
    caper_binding *binding; // of the motion that is seen; NULL: it cannot play
    int variant;
    float pace; // of the motion on it; 0: nobody has asked
    caper_source source;
    caper_root home;
    char problem[256]; // why it cannot play; "": it can
    bool waits;        // made anew, not yet given to the driver
    uint32_t *colors;  // per body: those that the channel selects
    int lit_count;     // how many the channel selects
    stage_trail trails[STAGE_TRAILS];
    int trail_count;
    caper_pose ghosts[STAGE_GHOSTS]; // model space
    caper_transform ghost_roots[STAGE_GHOSTS];
    int ghost_count;
} stage_member;

struct stage;

// What moves the actors instead of the motion: a live panel's own.
typedef struct stage_driver {
    const char *name;
    // Before the actors are updated; what is told to them here counts.
    void (*update)(void *self, struct stage *stage, float dt);
    void (*after)(void *self, struct stage *stage, float dt); // may be NULL
    // A member was made anew: start it. False with a reason: it stands still.
    bool (*start)(void *self, struct stage *stage, int member, caper_error *error);
    void (*stop)(void *self, struct stage *stage, int member);
    void *self;
} stage_driver;

typedef struct stage {
    stage_member members[DOC_MAX_CAST];
    int count;
    asset *motion, *world; // kept: what the actors play and stand on
    caper_bindings *bindings;
    caper_job_pool *pool;
    const stage_driver *driver; // NULL: the motion
    float time;                 // of the motion, seconds
    float pace;       // of the motion on the active member, which all keep: there is one time line
    unsigned version; // of the document that it follows
    double update_ms; // of the last update
    bool ghosts;
    caper_recorder *recorder; // of what a member does live; NULL: none
    int recorded;             // which member
    float taken, passed; // seconds that are recorded (infinite: no room for more), and that passed
} stage;

#define STAGE_RECORD_RATE 60 // frames a second

bool stage_open(stage *s, caper_error *error);
void stage_close(stage *s);
// Make it what the document says, at the document's time.
void stage_follow(stage *s, const document *doc);
// Go to a time at once.
void stage_seek(stage *s, float time);
// Let time pass, which the motion takes at the active member's pace; `loop`: begin again at the
// end. False: it came to the end and stands.
bool stage_update(stage *s, float dt, bool loop);
// Who moves them; NULL: the motion again.
void stage_drive(stage *s, const stage_driver *driver);
// Record a member from now on; what was recorded before is lost.
bool stage_record(stage *s, int member, caper_error *error);
// The end of it as a clip of its body, yours; NULL with an error.
caper_clip *stage_recorded(stage *s, caper_error *error);
// Where a member's root is.
caper_transform stage_root(const stage_member *m);
// The strand of the channel on a body of a member, or -1.
int stage_strand(const stage_member *m, int channel, int body);
// A job that evaluates a member's variant at a time; goals has room for 64.
caper_motion_job stage_job(const stage *s, const stage_member *m, float time, caper_goal *goals);
// The mean of where the members are.
caper_vec3 stage_middle(const stage *s);
// The box around a member as it stands.
caper_bounds stage_bounds(const stage_member *m);

#endif
