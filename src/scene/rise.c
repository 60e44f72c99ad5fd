// SPDX-License-Identifier: MIT
//
// Getting up: which of the given clips, and from where in it, fits how a doll lies. Compared are
// the direction of gravity in the frame of the root body and its height, so that heading does not
// matter. Of moments that fit alike the last one is taken: many clips lie down before they get up.
// Without clips a plan is made of how it lies (caper_rise).
#include "scene/show.h"

// Samples a second of the clips.
#define SEARCH_RATE 30.0f
// Moments within this of the best fit alike; radians, and metres a size of 1.
#define SEARCH_MARGIN 0.15f
// A hand helps with this share of the weight, and by so much more each time that it was not enough,
// up to what pulls up who does nothing (0.45 was enough, 0.3 was not).
#define STEP 0.2f
#define PULL 0.6f

typedef struct fit {
    const caper_clip *clip;
    float time, cost;
} fit;

static float cost_at(const show_actor *a, const caper_clip *clip, float time, caper_pose *pose,
                     caper_vec3 up, float height)
{
    int root = a->character->root_body;
    caper_transform place = caper_root_transform(caper_clip_sample_root(clip, time));
    caper_clip_sample(clip, time, NULL, pose);
    caper_pose_to_model(&a->character->skeleton, pose, &place, pose);
    caper_vec3 there = caper_quat_unrotate(pose->bodies[root].rotation, caper_vec3_make(0, 1, 0));
    float turn = caper_acos(caper_clamp(caper_vec3_dot(up, there), -1, 1));
    return turn + 2 * fabsf(pose->bodies[root].position.y - height) / a->character->size;
}

static void search(const show_actor *a, const caper_clip *clip, float start, caper_pose *pose,
                   const caper_doll_state *state, fit *best)
{
    caper_vec3 up = caper_quat_unrotate(state->root_world.rotation, caper_vec3_make(0, 1, 0));
    float height = state->root_world.position.y, least = INFINITY;
    int count = (int)((clip->duration - start) * SEARCH_RATE) + 1;
    for (int pass = 0; pass < 2; pass++) { // the least cost, then the last moment that has it
        fit found = {clip, start, INFINITY};
        for (int i = 0; i < count; i++) {
            float time = start + (float)i / SEARCH_RATE;
            float cost = cost_at(a, clip, time, pose, up, height);
            least = pass == 0 ? fminf(least, cost) : least;
            if (pass == 1 && cost <= least + SEARCH_MARGIN) {
                found.time = time;
                found.cost = cost;
            }
        }
        if (pass == 1 && least < best->cost) {
            *best = found;
            best->cost = least;
        }
    }
}

bool caperi_show_rise(caper_show *show, int actor, const caper_doll_state *state,
                      caper_error *error)
{
    show_actor *a = &show->actors[actor];
    caper_pose pose = caper_character_pose(a->character, NULL);
    fit best = {.cost = INFINITY};
    for (int i = 0; pose.bodies && i < 2; i++) {
        if (a->get_up[i]) {
            search(a, a->get_up[i], a->def->get_up_start[i], &pose, state, &best);
        }
    }
    caper_pose_destroy(&pose, NULL);
    a->rises++;
    a->tries++;
    caper_play_def play = caper_play_def_default();
    if (best.clip) {
        play.clip = best.clip;
        play.start = best.time;
    } else if (a->rise && caper_rise_plan(a->rise, a->actor)) {
        play.kind = caper_rise_kind();
        play.self = a->rise;
    } else {
        return caper_physics_rise(show->physics, a->doll, PULL);
    }
    play.layer = 1;
    play.fade_in = 0;
    play.fade_out = 0.5f;
    return caper_actor_play(a->actor, &play, error) &&
           caper_physics_rise(show->physics, a->doll, fminf(STEP * (float)a->tries, PULL));
}
