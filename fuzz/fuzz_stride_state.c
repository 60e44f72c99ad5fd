// SPDX-License-Identifier: MIT
//
// Any bytes as the state of a stride: refused, with the stride as it was, or taken; then its actor
// goes on over stairs with poses that are good.
#include "../test/graph_fixture.h"
#include "state_edit.h"

#include "caper/actor.h"

typedef struct stage_set {
    caper_character *character;
    caper_clip *clip;
    caper_world *world;
    caper_stride *stride;
    caper_actor *actor;
    char *state, *after, *whole;
    size_t size, whole_size;
} stage_set;

static void play(stage_set *set)
{
    require(caper_actor_update(set->actor, 1 / 30.0f, NULL));
    const caper_pose *local = caper_actor_local(set->actor);
    pose_is_good(local->bodies, local->body_count);
    caper_root root = caper_actor_root(set->actor);
    require(caper_vec3_is_finite(caper_vec3_make(root.x, root.y, root.z)));
}

static caper_world *make_stairs(void)
{
    static caper_world_stairs stairs;
    stairs.transform = caper_transform_identity();
    stairs.transform.position.z = 0.3f;
    stairs.count = 6;
    stairs.rise = 0.1f;
    stairs.run = 0.3f;
    stairs.width = 4;
    caper_world_def def = caper_world_def_default();
    def.stairs = &stairs;
    def.stairs_count = 1;
    return caper_world_create(&def, NULL);
}

static void make_actor(stage_set *set)
{
    caper_stride_def stride = caper_stride_def_default();
    stride.character = set->character;
    set->stride = caper_stride_create(&stride, NULL);
    caper_actor_def def = caper_actor_def_default();
    def.character = set->character;
    def.world = set->world;
    set->actor = caper_actor_create(&def, NULL);
    caper_play_def play_def = caper_play_def_default();
    play_def.clip = set->clip;
    play_def.loops = 1000;
    require(set->stride && set->actor && caper_actor_add_stride(set->actor, set->stride) &&
            caper_actor_play(set->actor, &play_def, NULL) != 0);
}

static stage_set *open_set(void)
{
    static stage_set set;
    if (set.character)
        return &set;
    caper_creature_def def = caper_creature_def_default();
    for (def.seed = 1; def.seed < 40; def.seed++) { // one with legs to stand on
        set.character = caper_character_random(&def, NULL);
        if (set.character && set.character->leg_count > 0)
            break;
        caper_character_destroy(set.character);
    }
    const graph_clip_plan plan = {.seed = 3, .frames = 60, .hertz = 1, .speed = 1};
    require(set.character != NULL);
    set.clip = graph_clip_of(set.character, &plan);
    set.world = make_stairs();
    require(set.clip && set.world);
    make_actor(&set);
    for (int i = 0; i < 20; i++)
        play(&set);
    set.size = caper_stride_save(set.stride, NULL, 0);
    set.whole_size = caper_actor_save(set.actor, NULL, 0);
    set.state = malloc(set.size);
    set.after = malloc(set.size);
    set.whole = malloc(set.whole_size);
    require(set.state && set.after && set.whole);
    require(caper_stride_save(set.stride, set.state, set.size) == set.size);
    require(caper_actor_save(set.actor, set.whole, set.whole_size) == set.whole_size);
    return &set;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    stage_set *set = open_set();
    size_t bytes_size;
    char *bytes = edited_state(set->state, set->size, data, size, &bytes_size);
    require(caper_stride_load(set->stride, set->state, set->size, NULL));
    caper_error error = {0};
    bool taken = caper_stride_load(set->stride, bytes, bytes_size, &error);
    require(taken == (error.status == CAPER_OK));
    require(caper_stride_save(set->stride, set->after, set->size) == set->size);
    require(taken || memcmp(set->after, set->state, set->size) == 0);
    for (int i = 0; taken && i < 5; i++)
        play(set);
    free(bytes);
    return 0;
}
