// SPDX-License-Identifier: MIT
//
// What sources of an actor owe each other and their callers: weights that keep their sum, ways that
// are covered, edits of stages that stay, instances that stay the caller's, states that can be
// taken again. Oracles: sums, an actor that never had the other source, and counts by hand.
#include "actor_fixture.h"
#include "puppeteer.h"

#include <math.h>

static float weight_of(const caper_actor *actor, caper_source source)
{
    caper_source_state state;
    return caper_actor_source(actor, source, &state) ? state.weight : 0;
}

/// A third source waits while two end at different times: nothing shines through, nobody jumps.
static void a_third_source_rises_as_two_fall(void)
{
    caper_character *c = menagerie_load("performer");
    caper_clip *clips[3];
    caper_source sources[3] = {0};
    caper_actor *actor = actor_of(c);
    for (int i = 0; i < 3; i++) {
        static const char *const names[] = {"a", "b", "c"};
        clips[i] = still_clip(c, 0.1f * (float)i, names[i]);
        caper_play_def def = caper_play_def_default();
        def.clip = clips[i];
        def.hold = true;
        def.fade_in = i == 0 ? 0 : 1.0f;
        def.queue = i == 2;
        sources[i] = caper_actor_play(actor, &def, NULL);
        REQUIRE(sources[i] != 0);
        for (int f = 0; f < 30; f++) {
            CHECK(caper_actor_update(actor, 1 / 60.0f, NULL));
        }
    }
    caper_actor_stop(actor, sources[1], 0.3f);
    float last = weight_of(actor, sources[2]), most = 0;
    for (int f = 0; f < 90; f++) {
        CHECK(caper_actor_update(actor, 1 / 60.0f, NULL));
        float sum = 0, now = weight_of(actor, sources[2]);
        for (int i = 0; i < 3; i++) {
            sum += weight_of(actor, sources[i]);
        }
        CHECK_NEAR(sum, 1, 0.02); // they begin within one update of each other
        most = fmaxf(most, fabsf(now - last));
        last = now;
    }
    CHECK_NEAR(last, 1, 1e-6);
    CHECK(most < 0.12f); // 1.5 / 18 frames and half as much again at most
    caper_actor_destroy(actor);
    for (int i = 0; i < 3; i++) {
        caper_clip_destroy(clips[i]);
    }
    caper_character_destroy(c);
}

static const char stroll_text[] =
    "{\"caper\": \"motion\", \"version\": 1, \"name\": \"stroll\", \"duration\": 1,"
    " \"channels\": [{\"name\": \"root\", \"select\": {\"caps\": [\"root\"]},"
    " \"keys\": [{\"t\": 0, \"position\": [0, 0, 0]}]}],"
    "\"travel\": [{\"t\": 0, \"at\": [0, 0, 0]}, {\"t\": 1, \"at\": [1, 0, 0]}]}";

/// The last way of a source that ends under another counts as little as all of its ways did.
static void the_last_way_of_a_source_is_covered_like_the_others(void)
{
    caper_character *c = menagerie_load("performer");
    caper_motion *stroll = motion_of(stroll_text), *sway = motion_of(sway_text);
    caper_actor *both = actor_of(c), *one = actor_of(c);
    play(both, stroll, 0, 0);
    play(both, sway, 1, 0);
    play(one, sway, 1, 0);
    for (int f = 0; f < 8; f++) {
        CHECK(caper_actor_update(both, 0.3f, NULL));
        CHECK(caper_actor_update(one, 0.3f, NULL));
        caper_root a = caper_actor_root(both), b = caper_actor_root(one);
        CHECK_NEAR(a.x, b.x, 1e-5);
        CHECK_NEAR(a.z, b.z, 1e-5);
    }
    caper_actor_destroy(both);
    caper_actor_destroy(one);
    caper_motion_destroy(stroll);
    caper_motion_destroy(sway);
    caper_character_destroy(c);
}

static void masks_above_one_are_one(void)
{
    caper_character *c = menagerie_load("performer");
    caper_clip *bent = still_clip(c, 0.3f, "bent");
    caper_pose kept = caper_character_pose(c, NULL);
    for (int pass = 0; pass < 2; pass++) {
        float mask[CAPER_MAX_BODIES];
        for (int i = 0; i < c->body_count; i++) {
            mask[i] = pass ? 3 : 1;
        }
        caper_actor *actor = actor_of(c);
        caper_play_def def = caper_play_def_default();
        def.clip = bent;
        def.additive = true;
        def.fade_in = 0;
        def.mask = mask;
        REQUIRE(caper_actor_play(actor, &def, NULL) != 0);
        CHECK(caper_actor_update(actor, 1 / 60.0f, NULL));
        for (int i = 0; i < c->body_count && pass; i++) {
            caper_quat now = caper_actor_local(actor)->bodies[i].rotation;
            CHECK(caper_quat_angle(now, kept.bodies[i].rotation) < 1e-4f);
        }
        memcpy(kept.bodies, caper_actor_local(actor)->bodies,
               (size_t)c->body_count * sizeof *kept.bodies);
        caper_actor_destroy(actor);
    }
    caper_pose_destroy(&kept, NULL);
    caper_clip_destroy(bent);
    caper_character_destroy(c);
}

// ------------------------------------------------------------------------------------ contacts

/// An actor that does not hold feet still tells when they stand.
static void feet_that_are_not_held_land_all_the_same(void)
{
    caper_character *c = menagerie_load("performer");
    caper_gait_def gait_def = caper_gait_def_default();
    gait_def.character = c;
    caper_gait *gait = caper_gait_create(&gait_def, NULL);
    int landed[2] = {0, 0}, stood[2] = {0, 0};
    for (int held = 0; held < 2; held++) {
        caper_actor_def def = caper_actor_def_default();
        def.character = c;
        def.latch_feet = held != 0;
        caper_actor *actor = caper_actor_create(&def, NULL);
        caper_play_def play = caper_play_def_default();
        play.gait = gait;
        play.fade_in = 0;
        caper_source source = caper_actor_play(actor, &play, NULL);
        caper_walk_command command = {{0, 0, 1.2f}, NAN};
        REQUIRE(caper_actor_command(actor, source, &command));
        for (int f = 0; f < 240; f++) {
            CHECK(caper_actor_update(actor, 1 / 60.0f, NULL));
            const caper_actor_event *events;
            int count = caper_actor_events(actor, &events);
            for (int i = 0; i < count; i++) {
                landed[held] += events[i].kind == CAPER_EVENT_LANDED;
            }
            const caper_actor_contact *contacts;
            count = caper_actor_contacts(actor, &contacts);
            for (int i = 0; i < count; i++) {
                stood[held] += contacts[i].holds;
            }
        }
        caper_actor_destroy(actor);
    }
    CHECK(landed[1] > 4);
    CHECK_INT(landed[0], landed[1]);
    CHECK_INT(stood[0], stood[1]);
    caper_gait_destroy(gait);
    caper_character_destroy(c);
}

// ------------------------------------------------------------------------------------ stages

static const char nod_text[] =
    "{\"caper\": \"motion\", \"version\": 1, \"name\": \"nod\", \"duration\": 1, \"loops\": true,"
    " \"channels\": [{\"name\": \"head\", \"select\": {\"caps\": [\"head\"]},"
    " \"keys\": [{\"t\": 0, \"position\": [0, 0.01, 0.05]}]}]}";

typedef struct editor {
    int body; // that it turns in the base pose
    caper_quat turn;
    bool drops; // all goals
} editor;

static bool edit(void *state, const caper_stage_frame *frame)
{
    const editor *e = state;
    frame->local->bodies[e->body].rotation = e->turn;
    if (e->drops) {
        *frame->goal_count = 0;
    }
    return true;
}

/// What a stage does to pose and goals shows, also when a performer poses his limbs afterwards.
static void what_a_stage_changed_stays_changed(void)
{
    caper_character *c = menagerie_load("performer");
    caper_motion *nod = motion_of(nod_text);
    for (int drops = 0; drops < 2; drops++) {
        caper_puppet_def puppet = caper_puppet_def_default();
        puppet.performer = puppet.character = c;
        puppeteer *p = puppeteer_open(&puppet, NULL);
        REQUIRE(p != NULL);
        play(p->actor, nod, 1, 0);
        editor e = {.body = caper_character_find(c, "left_hand"), .drops = drops != 0};
        REQUIRE(e.body >= 0);
        e.turn = caper_quat_from_axis_angle(caper_vec3_make(0, 1, 0), 0.7f);
        caper_actor_stage stage = {
            .name = "edit", .order = CAPER_STAGE_GOALS, .rank = 0, .run = edit, .state = &e};
        CHECK(caper_actor_add_stage(p->actor, &stage));
        caper_pose rest = caper_character_rest_local(c);
        for (int f = 0; f < 5; f++) {
            CHECK(puppeteer_frame(p, &rest, NULL, NULL, 1 / 60.0f, NULL));
        }
        caper_quat now = caper_actor_local(p->actor)->bodies[e.body].rotation;
        CHECK(caper_quat_angle(now, e.turn) < 1e-3f);
        const caper_goal *goals;
        int count = caper_actor_goals(p->actor, &goals), heads = 0;
        for (int i = 0; i < count; i++) {
            heads += (c->bodies[goals[i].body].caps & CAPER_CAP_HEAD) != 0;
        }
        CHECK_INT(heads, !drops);
        puppeteer_close(p);
    }
    caper_motion_destroy(nod);
    caper_character_destroy(c);
}

// ------------------------------------------------------------------------------------ states

static bool look_still(void *self, const caper_source_input *input, caper_offer *offer)
{
    (void)self;
    (void)input;
    (void)offer;
    return true;
}

static void room_none(const void *self, caper_source_room *room)
{
    (void)self;
    room->goals = 0;
}

static void count_destroyed(void *self)
{
    ++*(int *)self;
}

static const caper_source_kind counted = {
    .name = "counted", .look = look_still, .room = room_none, .destroy = count_destroyed};

typedef struct shelf {
    int destroyed[4], found, most;
} shelf;

static bool find_counted(void *user, const char *kind, const char *name, caper_play_def *def)
{
    shelf *s = user;
    (void)kind;
    (void)name;
    if (s->found == s->most) {
        return false;
    }
    def->kind = &counted;
    def->self = &s->destroyed[s->found++];
    return true;
}

/// Instances that were found for a state belong to the actor once it is taken, and stay the
/// caller's when it is refused, whichever source was to blame.
static void instances_of_a_refused_state_stay_the_callers(void)
{
    caper_character *c = menagerie_load("performer");
    caper_actor *actor = actor_of(c);
    int own[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        caper_play_def def = caper_play_def_default();
        def.kind = &counted;
        def.self = &own[i];
        def.layer = i;
        REQUIRE(caper_actor_play(actor, &def, NULL) != 0);
    }
    CHECK(caper_actor_update(actor, 0.1f, NULL));
    size_t size = caper_actor_save(actor, NULL, 0);
    char *state = malloc(size);
    caper_actor_save(actor, state, size);
    shelf refused = {.most = 1}, taken = {.most = 2};
    caper_source_finder finder = {find_counted, &refused};
    CHECK(!caper_actor_load(actor, state, size, &finder, NULL));
    CHECK_INT(refused.found, 1);
    CHECK_INT(refused.destroyed[0], 0);
    CHECK_INT(own[0] + own[1], 0);
    finder.user = &taken;
    CHECK(caper_actor_load(actor, state, size, &finder, NULL));
    CHECK_INT(own[0], 1);
    CHECK_INT(own[1], 1);
    CHECK_INT(taken.destroyed[0] + taken.destroyed[1], 0);
    caper_actor_destroy(actor);
    CHECK_INT(taken.destroyed[0], 1);
    CHECK_INT(taken.destroyed[1], 1);
    free(state);
    caper_character_destroy(c);
}

static bool find_clip(void *user, const char *kind, const char *name, caper_play_def *def)
{
    (void)kind;
    (void)name;
    def->clip = user;
    return true;
}

/// However long it has played and however fast it went, what is saved can be taken.
static void what_plays_for_ages_can_be_loaded(void)
{
    caper_character *c = menagerie_load("performer");
    caper_clip *bent = still_clip(c, 0.1f, "bent");
    caper_actor *actor = actor_of(c);
    caper_play_def def = caper_play_def_default();
    def.clip = bent;
    def.speed = 1000;
    def.hold = true;
    REQUIRE(caper_actor_play(actor, &def, NULL) != 0);
    for (int i = 0; i < 2000; i++) {
        CHECK(caper_actor_update(actor, 1e6f, NULL));
    }
    caper_root far = {1e9f, 0, 0, 0};
    caper_actor_accept(actor, caper_actor_local(actor), far); // and its rate is beyond all bounds
    CHECK(caper_actor_update(actor, 1e-6f, NULL));
    size_t size = caper_actor_save(actor, NULL, 0);
    char *state = malloc(size);
    caper_actor_save(actor, state, size);
    caper_actor *other = actor_of(c);
    caper_source_finder finder = {find_clip, bent};
    caper_error error = {0};
    CHECK(caper_actor_load(other, state, size, &finder, &error));
    CHECK_STR(error.message, "");
    CHECK(caper_actor_update(actor, 0.01f, NULL) && caper_actor_update(other, 0.01f, NULL));
    CHECK(memcmp(caper_actor_local(actor)->bodies, caper_actor_local(other)->bodies,
                 (size_t)c->body_count * sizeof(caper_transform)) == 0);
    free(state);
    caper_actor_destroy(actor);
    caper_actor_destroy(other);
    caper_clip_destroy(bent);
    caper_character_destroy(c);
}

// ------------------------------------------------------------------------------------ deforms

/// A smile goes onto another body with the clip that has it.
static void deforms_go_with_a_performance(void)
{
    caper_character *c = menagerie_load("performer"), *onto = menagerie_load("sally");
    int frames = 30;
    size_t bodies = (size_t)c->body_count;
    caper_transform *poses = malloc((size_t)frames * bodies * sizeof *poses);
    float *values = calloc((size_t)(frames * c->deform_count), sizeof *values);
    for (int f = 0; f < frames; f++) {
        memcpy(&poses[(size_t)f * bodies], c->skeleton.rest_local, bodies * sizeof *poses);
        values[f * c->deform_count] = (float)f / (float)frames;
    }
    caper_clip_def def = caper_clip_def_default();
    def.name = "smile";
    def.skeleton = &c->skeleton;
    def.rate = 30;
    def.frame_count = frames;
    def.frames = poses;
    def.deforms = c->deforms;
    def.deform_count = c->deform_count;
    def.deform_frames = values;
    caper_clip *clip = caper_clip_create(&def, NULL);
    REQUIRE(clip && c->deform_count > 0);
    caper_retarget_job job = caper_retarget_job_default();
    job.clip = clip;
    job.from = c;
    job.onto = onto;
    caper_clip *made = caper_retarget(&job, NULL);
    REQUIRE(made != NULL);
    CHECK_INT(job.used, CAPER_RETARGET_IMPORTANCE);
    int found = -1;
    for (int i = 0; i < made->deform_count; i++) {
        found = strcmp(made->deforms[i], c->deforms[0]) == 0 ? i : found;
    }
    REQUIRE(found >= 0);
    caper_pose pose = caper_pose_create(onto->body_count, made->deform_count, NULL);
    for (int f = 2; f < frames; f++) {
        caper_clip_sample(made, (float)f / 30, NULL, &pose);
        CHECK_NEAR(pose.deforms[found], values[f * c->deform_count], 1e-3);
    }
    caper_pose_destroy(&pose, NULL);
    caper_clip_destroy(made);
    caper_clip_destroy(clip);
    free(values);
    free(poses);
    caper_character_destroy(onto);
    caper_character_destroy(c);
}

TESTS(a_third_source_rises_as_two_fall, the_last_way_of_a_source_is_covered_like_the_others,
      masks_above_one_are_one, feet_that_are_not_held_land_all_the_same,
      what_a_stage_changed_stays_changed, instances_of_a_refused_state_stay_the_callers,
      what_plays_for_ages_can_be_loaded, deforms_go_with_a_performance)
