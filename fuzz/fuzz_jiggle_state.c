// SPDX-License-Identifier: MIT
//
// Any bytes as the state of loose parts: refused, with the parts as they were, or taken; then they
// follow a pose with poses that are good.
#include "caper/jiggle.h"
#include "state_edit.h"

typedef struct stage_set {
    caper_character *character;
    caper_jiggle *jiggle;
    caper_pose pose;
    char *state, *after;
    size_t size;
} stage_set;

static void shake(stage_set *set, int frame)
{
    const caper_character *c = set->character;
    memcpy(set->pose.bodies, c->skeleton.rest_local,
           (size_t)c->body_count * sizeof *set->pose.bodies);
    caper_transform root = caper_transform_identity();
    root.position.x = frame % 2 ? 0.05f : 0;
    require(caper_jiggle_update(set->jiggle, &root, NULL, 1 / 60.0f, &set->pose));
    pose_is_good(set->pose.bodies, c->body_count);
}

static stage_set *open_set(void)
{
    static stage_set set;
    if (set.character)
        return &set;
    caper_creature_def def = caper_creature_def_default();
    set.character = caper_character_random(&def, NULL);
    caper_jiggle_def jiggle = caper_jiggle_def_default();
    set.jiggle = caper_jiggle_create(set.character, &jiggle, NULL);
    set.pose = caper_character_pose(set.character, NULL);
    require(set.jiggle && set.pose.bodies);
    for (int i = 0; i < 10; i++)
        shake(&set, i);
    set.size = caper_jiggle_save(set.jiggle, NULL, 0);
    set.state = malloc(set.size);
    set.after = malloc(set.size);
    require(set.state && set.after);
    caper_jiggle_save(set.jiggle, set.state, set.size);
    return &set;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    stage_set *set = open_set();
    size_t bytes_size;
    char *bytes = edited_state(set->state, set->size, data, size, &bytes_size);
    require(caper_jiggle_load(set->jiggle, set->state, set->size, NULL));
    bool taken = caper_jiggle_load(set->jiggle, bytes, bytes_size, NULL);
    caper_jiggle_save(set->jiggle, set->after, set->size);
    require(taken || memcmp(set->after, set->state, set->size) == 0);
    for (int i = 0; taken && i < 5; i++)
        shake(set, i);
    free(bytes);
    return 0;
}
