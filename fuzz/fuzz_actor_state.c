// SPDX-License-Identifier: MIT
//
// Any bytes as the state of an actor. A state that is refused leaves the actor as it was; one that
// is taken updates, gives poses, and comes back to the bit.
#include "caper/actor.h"
#include "state_edit.h"

#define DT (1 / 60.0f)

static const char motion_text[] =
    "{\"caper\": \"motion\", \"version\": 1, \"name\": \"nod\", \"duration\": 1, \"loops\": true,"
    " \"targets\": {\"fruit\": [0.2, 0.7, 1.5]},"
    " \"channels\": [{\"name\": \"root\", \"select\": {\"caps\": [\"root\"]},"
    " \"keys\": [{\"t\": 0, \"position\": [0, 0, 0]}, {\"t\": 0.5, \"position\": [0, -0.1, 0]}]},"
    " {\"name\": \"feet\", \"select\": {\"caps\": [\"foot\"]},"
    " \"mode\": {\"position\": \"secondary\"}, \"aim\": {\"target\": \"fruit\"},"
    " \"keys\": [{\"t\": 0, \"position\": [0, 0, 0]}]}],"
    " \"travel\": [{\"t\": 0, \"at\": [0, 0, 0]}, {\"t\": 1, \"at\": [0, 0, 0.5]}],"
    " \"events\": [{\"t\": 0.25, \"name\": \"tick\"}]}";

/// What all runs share: a creature, what it plays, and a state in the midst of playing.
typedef struct stage_set {
    caper_character *character;
    caper_motion *motion;
    caper_clip *clip;
    caper_gait *gait;
    caper_actor *actor, *other;
    char *state, *before, *after;
    size_t size, capacity;
} stage_set;

static bool find_source(void *user, const char *kind, const char *name, caper_play_def *def)
{
    const stage_set *set = user;
    def->motion =
        strcmp(kind, "motion") == 0 && strcmp(name, set->motion->name) == 0 ? set->motion : NULL;
    def->clip = strcmp(kind, "clip") == 0 && strcmp(name, set->clip->name) == 0 ? set->clip : NULL;
    def->gait = strcmp(kind, "walk") == 0 ? set->gait : NULL;
    return def->motion || def->clip || def->gait;
}

static caper_clip *still_clip(const caper_character *c)
{
    caper_clip_def def = caper_clip_def_default();
    def.name = "still";
    def.skeleton = &c->skeleton;
    def.frame_count = 1;
    def.frames = c->skeleton.rest_local;
    def.loops = true;
    caper_clip *clip = caper_clip_create(&def, NULL);
    require(clip != NULL);
    return clip;
}

static caper_actor *make_actor(const caper_character *c)
{
    caper_actor_def def = caper_actor_def_default();
    def.character = c;
    caper_actor *actor = caper_actor_create(&def, NULL);
    require(actor != NULL);
    return actor;
}

static void play(stage_set *set, int layer, bool motion, bool queue)
{
    float mask[CAPER_MAX_BODIES];
    for (int i = 0; i < set->character->body_count; i++)
        mask[i] = i % 2 ? 1.0f : 0.5f;
    caper_play_def def = caper_play_def_default();
    def.motion = motion ? set->motion : NULL;
    def.clip = motion ? NULL : set->clip;
    def.mask = motion ? NULL : mask;
    def.layer = layer;
    def.queue = queue;
    require(caper_actor_play(set->actor, &def, NULL) != 0);
}

static stage_set *open_set(void)
{
    static stage_set set;
    if (set.character)
        return &set;
    caper_creature_def def = caper_creature_def_default();
    set.character = caper_character_random(&def, NULL);
    set.motion = caper_motion_parse(motion_text, sizeof motion_text - 1, "fuzz", NULL, NULL);
    require(set.character && set.motion);
    set.clip = still_clip(set.character);
    set.actor = make_actor(set.character);
    set.other = make_actor(set.character);
    require(caper_actor_set_target(set.actor, "fruit", caper_transform_identity()));
    play(&set, 0, true, false);
    play(&set, 0, true, true);
    play(&set, 1, false, false);
    caper_gait_def gait = caper_gait_def_default();
    gait.character = set.character;
    set.gait = caper_gait_create(&gait, NULL);
    require(set.gait != NULL);
    caper_play_def walk = caper_play_def_default();
    walk.gait = set.gait;
    walk.layer = 2;
    caper_source source = caper_actor_play(set.actor, &walk, NULL);
    caper_walk_command command = {{0.2f, 0, 0.5f}, 1};
    require(caper_actor_command(set.actor, source, &command));
    for (int i = 0; i < 20; i++)
        require(caper_actor_update(set.actor, DT, NULL));
    set.size = caper_actor_save(set.actor, NULL, 0);
    set.capacity = 2 * set.size + 65536; // a taken state has CAPER_MAX_SOURCES sources at the most
    set.state = malloc(set.size);
    set.before = malloc(set.capacity);
    set.after = malloc(set.capacity);
    require(set.state && set.before && set.after);
    require(caper_actor_save(set.actor, set.state, set.size) == set.size);
    return &set;
}

static void taken_state_lives(const stage_set *set, const caper_source_finder *finder)
{
    pose_is_good(caper_actor_local(set->actor)->bodies, set->character->body_count);
    // what was taken is a state itself, and another actor goes on from it with the same bits
    size_t size = caper_actor_save(set->actor, set->before, set->capacity);
    require(size > 0 && caper_actor_load(set->other, set->before, size, finder, NULL));
    for (int frame = 0; frame < 3; frame++) {
        require(caper_actor_update(set->actor, DT, NULL));
        require(caper_actor_update(set->other, DT, NULL));
        pose_is_good(caper_actor_local(set->actor)->bodies, set->character->body_count);
        const caper_pose *a = caper_actor_local(set->actor), *b = caper_actor_local(set->other);
        require(memcmp(a->bodies, b->bodies, (size_t)a->body_count * sizeof *a->bodies) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    stage_set *set = open_set();
    caper_source_finder finder = {find_source, set};
    require(caper_actor_load(set->actor, set->state, set->size, &finder, NULL));
    size_t bytes_size;
    char *bytes = edited_state(set->state, set->size, data, size, &bytes_size);
    caper_error error = {0};
    if (caper_actor_load(set->actor, bytes, bytes_size, &finder, &error)) {
        taken_state_lives(set, &finder);
    } else {
        require(error.status != CAPER_OK && error.message[0] != 0);
        require(caper_actor_save(set->actor, set->after, set->capacity) == set->size);
        require(memcmp(set->after, set->state, set->size) == 0);
    }
    free(bytes);
    return 0;
}
