// SPDX-License-Identifier: MIT
//
// Any bytes as the state of a player by matching: refused, with the player as it was, or taken;
// then it goes on with poses that are good.
#include "../test/graph_fixture.h"
#include "state_edit.h"

typedef struct stage_set {
    caper_character *character;
    caper_match *match;
    caper_match_player *player;
    caper_pose pose;
    char *state, *after;
    size_t size;
} stage_set;

static void play(stage_set *set, const caper_graph_command *command)
{
    caper_match_frame frame;
    require(caper_match_player_update(set->player, 1 / 30.0f, command, &frame));
    require(caper_match_player_pose(set->player, &set->pose));
    pose_is_good(set->pose.bodies, set->pose.body_count);
    require(caper_vec3_is_finite(caper_vec3_make(frame.root.x, frame.root.y, frame.root.z)));
}

static stage_set *open_set(void)
{
    static stage_set set;
    static const caper_clip *clips[2];
    if (set.character)
        return &set;
    caper_creature_def def = caper_creature_def_default();
    for (def.seed = 1; def.seed < 40; def.seed++) { // one with legs to stand on
        set.character = caper_character_random(&def, NULL);
        if (set.character && set.character->leg_count > 0)
            break;
        caper_character_destroy(set.character);
    }
    require(set.character != NULL);
    const graph_clip_plan plans[2] = {{.seed = 3, .frames = 90, .hertz = 1, .speed = 1},
                                      {.seed = 3, .frames = 90, .hertz = 1, .turn = 1}};
    for (int i = 0; i < 2; i++)
        clips[i] = graph_clip_of(set.character, &plans[i]);
    caper_match_def match = caper_match_def_default();
    match.character = set.character;
    match.clips = clips;
    match.clip_count = 2;
    set.match = caper_match_create(&match, NULL);
    caper_match_player_def player = caper_match_player_def_default();
    player.match = set.match;
    set.player = set.match ? caper_match_player_create(&player, NULL) : NULL;
    set.pose = caper_character_pose(set.character, NULL);
    require(set.player && set.pose.bodies);
    const caper_graph_command ahead = {.velocity = {0, 0, 1}};
    for (int i = 0; i < 10; i++)
        play(&set, &ahead);
    set.size = caper_match_player_save(set.player, NULL, 0);
    set.state = malloc(set.size);
    set.after = malloc(set.size);
    require(set.state && set.after);
    require(caper_match_player_save(set.player, set.state, set.size) == set.size);
    return &set;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    stage_set *set = open_set();
    size_t bytes_size;
    char *bytes = edited_state(set->state, set->size, data, size, &bytes_size);
    require(caper_match_player_load(set->player, set->state, set->size, NULL));
    caper_error error = {0};
    bool taken = caper_match_player_load(set->player, bytes, bytes_size, &error);
    require(taken == (error.status == CAPER_OK));
    require(caper_match_player_save(set->player, set->after, set->size) == set->size);
    require(taken || memcmp(set->after, set->state, set->size) == 0);
    for (int i = 0; taken && i < 5; i++)
        play(set, NULL);
    free(bytes);
    return 0;
}
