// SPDX-License-Identifier: MIT
//
// Any bytes as the state of an actor that plays a performer, as a person or as a creature: refused,
// with the actor as it was, or taken; then it follows the performer with poses that are good.
#include "../test/puppeteer.h"
#include "state_edit.h"

#include <stdio.h>

#define MOST_TARGETS 2

typedef struct stage_set {
    caper_character *performer, *character;
    puppeteer *puppet;
    caper_pose in;
    char *state, *after;
    size_t size;
} stage_set;

static caper_character *person(void)
{
    // the name of the folder of the sources is not known here: a person that is built
    static const struct {
        const char *name;
        int parent;
        float x, y, z;
    } bodies[] = {{"hips", -1, 0, 0.95f, 0},
                  {"spine", 0, 0, 0.12f, 0},
                  {"chest", 1, 0, 0.2f, 0},
                  {"neck", 2, 0, 0.22f, 0},
                  {"head", 3, 0, 0.1f, 0},
                  {"left_upper_arm", 2, 0.18f, 0.15f, 0},
                  {"left_lower_arm", 5, 0.28f, 0, 0},
                  {"left_hand", 6, 0.25f, 0, 0},
                  {"right_upper_arm", 2, -0.18f, 0.15f, 0},
                  {"right_lower_arm", 8, -0.28f, 0, 0},
                  {"right_hand", 9, -0.25f, 0, 0},
                  {"left_upper_leg", 0, 0.09f, -0.03f, 0},
                  {"left_lower_leg", 11, 0, -0.42f, 0},
                  {"left_foot", 12, 0, -0.42f, 0},
                  {"right_upper_leg", 0, -0.09f, -0.03f, 0},
                  {"right_lower_leg", 14, 0, -0.42f, 0},
                  {"right_foot", 15, 0, -0.42f, 0}};
    const char *names[CAPER_COUNT_OF(bodies)];
    int16_t parents[CAPER_COUNT_OF(bodies)];
    caper_transform rest[CAPER_COUNT_OF(bodies)];
    for (int i = 0; i < CAPER_COUNT_OF(bodies); i++) {
        names[i] = bodies[i].name;
        parents[i] = (int16_t)bodies[i].parent;
        rest[i] = caper_transform_identity();
        rest[i].position = caper_vec3_make(bodies[i].x, bodies[i].y, bodies[i].z);
    }
    caper_skeleton skeleton = {.names = names,
                               .parents = parents,
                               .rest_local = rest,
                               .body_count = CAPER_COUNT_OF(bodies)};
    caper_skeleton_character_def def = caper_skeleton_character_def_default();
    def.skeleton = &skeleton;
    def.name = "person";
    caper_error error = {0};
    caper_character *c = caper_character_from_skeleton(&def, NULL, &error);
    if (!c)
        fprintf(stderr, "%s\n", error.message);
    require(c != NULL);
    return c;
}

static void perform(stage_set *set, int frame)
{
    const caper_character *c = set->performer;
    memcpy(set->in.bodies, c->skeleton.rest_local, (size_t)c->body_count * sizeof *set->in.bodies);
    set->in.bodies[0].position.z += 0.01f * (float)frame;
    set->in.bodies[5].rotation =
        caper_quat_from_axis_angle(caper_vec3_make(0, 0, 1), 0.02f * (float)frame);
    caper_performance performance = {&set->in, NULL, NULL};
    caper_actor *actor = set->puppet->actor;
    caper_actor_perform(actor, set->puppet->source, &performance); // a state may have ended it
    require(caper_actor_update(actor, 1 / 60.0f, NULL));
    pose_is_good(caper_actor_local(actor)->bodies, set->character->body_count);
}

static void open_one(stage_set *set, bool creature)
{
    set->performer = person();
    caper_creature_def random = caper_creature_def_default();
    set->character = creature ? caper_character_random(&random, NULL) : person();
    caper_puppet_def def = caper_puppet_def_default();
    def.performer = set->performer;
    def.character = set->character;
    caper_error error = {0};
    set->puppet = puppeteer_open(&def, &error);
    if (!set->puppet)
        fprintf(stderr, "%s\n", error.message);
    require(set->puppet != NULL);
    set->in = caper_character_pose(set->performer, NULL);
    for (int i = 0; i < 10; i++)
        perform(set, i);
    set->size = puppeteer_save(set->puppet, NULL, 0);
    set->state = malloc(set->size);
    set->after = malloc(set->size);
    require(set->state && set->after);
    require(puppeteer_save(set->puppet, set->state, set->size) == set->size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static stage_set sets[MOST_TARGETS];
    stage_set *set = &sets[size > 0 ? data[0] / 2 % MOST_TARGETS : 0];
    if (!set->puppet)
        open_one(set, set == &sets[1]);
    size_t bytes_size;
    char *bytes = edited_state(set->state, set->size, data, size, &bytes_size);
    require(puppeteer_load(set->puppet, set->state, set->size));
    bool taken = puppeteer_load(set->puppet, bytes, bytes_size);
    size_t saved = puppeteer_save(set->puppet, set->after, set->size);
    require(taken || (saved == set->size && memcmp(set->after, set->state, set->size) == 0));
    for (int i = 0; taken && i < 5; i++)
        perform(set, i);
    free(bytes);
    return 0;
}
