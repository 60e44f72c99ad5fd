// SPDX-License-Identifier: MIT
//
// Any bytes as the state of a player of a graph: refused, with the player as it was, or taken; then
// it goes on with poses that are good.
#include "../test/graph_fixture.h"
#include "state_edit.h"

typedef struct stage_set {
    caper_character *character;
    caper_graph *graph;
    caper_graph_player *player;
    caper_pose pose;
    char *state, *after;
    size_t size;
} stage_set;

static void play(stage_set *set)
{
    caper_graph_frame frame;
    require(caper_graph_player_update(set->player, 1 / 30.0f, NULL, &frame));
    require(caper_graph_player_pose(set->player, &set->pose));
    pose_is_good(set->pose.bodies, set->pose.body_count);
}

static stage_set *open_set(void)
{
    static stage_set set;
    static graph_fixture fixture;
    if (set.character)
        return &set;
    caper_creature_def def = caper_creature_def_default();
    for (uint64_t seed = 1; seed < 40 && !set.graph; seed++) { // one with legs to stand on
        def.seed = seed;
        caper_character *character = caper_character_random(&def, NULL);
        if (character && character->leg_count > 0) {
            fixture = graph_fixture_make(character);
            set.graph = fixture.graph;
            set.character = character;
        }
    }
    require(set.graph != NULL);
    caper_graph_player_def player = caper_graph_player_def_default();
    player.graph = set.graph;
    set.player = caper_graph_player_create(&player, NULL);
    set.pose = caper_character_pose(set.character, NULL);
    require(set.player && set.pose.bodies);
    for (int i = 0; i < 10; i++)
        play(&set);
    set.size = caper_graph_player_save(set.player, NULL, 0);
    set.state = malloc(set.size);
    set.after = malloc(set.size);
    require(set.state && set.after);
    require(caper_graph_player_save(set.player, set.state, set.size) == set.size);
    return &set;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    stage_set *set = open_set();
    size_t bytes_size;
    char *bytes = edited_state(set->state, set->size, data, size, &bytes_size);
    require(caper_graph_player_load(set->player, set->state, set->size, NULL));
    caper_error error = {0};
    bool taken = caper_graph_player_load(set->player, bytes, bytes_size, &error);
    require(taken == (error.status == CAPER_OK));
    require(caper_graph_player_save(set->player, set->after, set->size) == set->size);
    require(taken || memcmp(set->after, set->state, set->size) == 0);
    for (int i = 0; taken && i < 5; i++)
        play(set);
    free(bytes);
    return 0;
}
