// SPDX-License-Identifier: MIT
//
// Any bytes as the state of a walker: refused, with the walker as it was, or taken; then it walks
// on with finite goals, and what it saves is a state.
#include "caper/gait.h"
#include "state_edit.h"

#include <math.h>

typedef struct stage_set {
    caper_character *character;
    caper_gait *gait;
    caper_walker *walker, *other;
    char *state, *after;
    size_t size;
    caper_root root;
} stage_set;

static void walk(caper_walker *walker, caper_root *root)
{
    static caper_goal goals[4 * CAPER_MAX_BODIES];
    int count = 0;
    caper_walk_job job = caper_walk_job_default();
    job.command.velocity = caper_vec3_make(0.1f, 0, 0.8f);
    job.dt = 1 / 30.0f;
    job.root = root;
    job.goals = goals;
    job.goal_count = &count;
    job.goal_capacity = CAPER_COUNT_OF(goals);
    require(caper_walker_update(walker, &job));
    require(isfinite(root->x) && isfinite(root->y) && isfinite(root->z) && isfinite(root->yaw));
    for (int i = 0; i < count; i++)
        require(caper_vec3_is_finite(goals[i].position));
}

static stage_set *open_set(void)
{
    static stage_set set;
    if (set.character)
        return &set;
    caper_creature_def def = caper_creature_def_default();
    set.character = caper_character_random(&def, NULL);
    caper_gait_def gait = caper_gait_def_default();
    gait.character = set.character;
    set.gait = caper_gait_create(&gait, NULL);
    require(set.gait != NULL);
    set.walker = caper_walker_create(set.gait, NULL, NULL);
    set.other = caper_walker_create(set.gait, NULL, NULL);
    require(set.walker && set.other);
    for (int i = 0; i < 20; i++)
        walk(set.walker, &set.root);
    set.size = caper_walker_save(set.walker, NULL, 0);
    set.state = malloc(set.size);
    set.after = malloc(set.size);
    require(set.state && set.after && caper_walker_save(set.walker, set.state, set.size));
    return &set;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    stage_set *set = open_set();
    size_t bytes_size;
    char *bytes = edited_state(set->state, set->size, data, size, &bytes_size);
    require(caper_walker_load(set->walker, set->state, set->size, NULL));
    bool taken = caper_walker_load(set->walker, bytes, bytes_size, NULL);
    require(caper_walker_save(set->walker, set->after, set->size) == set->size);
    if (taken) {
        require(caper_walker_load(set->other, set->after, set->size, NULL));
        caper_root root = set->root;
        for (int i = 0; i < 5; i++)
            walk(set->walker, &root);
    } else {
        require(memcmp(set->after, set->state, set->size) == 0);
    }
    free(bytes);
    return 0;
}
