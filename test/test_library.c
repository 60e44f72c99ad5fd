// SPDX-License-Identifier: MIT
//
// The motions of data/motions on the bodies they were not made for: every one loads without a
// warning, suits a character or says why not, and played through an actor gives poses that are
// finite, do not pop, keep standing feet where they stand and close where they loop. What counts as
// standing is read off the goals: a foot whose goal does not move. And they do what they say: fruit
// is reached, fists meet the ground, two characters hold hands. Prints tables.
#define _POSIX_C_SOURCE 200809L
#include "zoo.h"

#include "caper/actor.h"
#include "caper/motion.h"

#include <math.h>

#define ENDING ".motion.json"
#define RATE 30
#define RANDOM_COUNT 200
#define PLAYS_EACH 4 // of the random creatures
#define LEAST_MOTIONS 20
#define FASTEST 12.0f    // sizes a second, of any body
#define MOST_SLIP 0.02f  // of size: a standing sole from where it stands
#define MOST_SINK 0.005f // of size: a standing sole below the ground

typedef struct shelf {
    char *files[MENAGERIE_MAX];
    caper_motion *motions[MENAGERIE_MAX];
    int count;
} shelf;

static shelf shelf_open(void)
{
    shelf s = {0};
    s.count = menagerie_list(test_data_path("motions"), ENDING, s.files);
    for (int i = 0; i < s.count; i++) {
        char path[128];
        snprintf(path, sizeof path, "motions/%s", s.files[i]);
        caper_warnings warnings;
        memset(&warnings, 0, sizeof warnings);
        caper_load_options options;
        memset(&options, 0, sizeof options);
        options.warnings = &warnings;
        caper_error error = {0};
        s.motions[i] = caper_motion_load(test_data_path(path), &options, &error);
        char text[320];
        if (!s.motions[i])
            fprintf(stderr, "%s\n", caper_error_text(&error, text, sizeof text));
        REQUIRE(s.motions[i] != NULL);
        CHECK_INT(warnings.count, 0);
    }
    return s;
}

static void shelf_close(shelf *s)
{
    for (int i = 0; i < s->count; i++) {
        caper_motion_destroy(s->motions[i]);
        free(s->files[i]);
    }
}

// ------------------------------------------------------------------------------------ the files

static void every_motion_has_its_own_name_and_says_what_it_does(void)
{
    shelf s = shelf_open();
    CHECK(s.count >= LEAST_MOTIONS);
    for (int i = 0; i < s.count; i++) {
        char file[128];
        snprintf(file, sizeof file, "%s" ENDING, s.motions[i]->name);
        CHECK_STR(file, s.files[i]); // and so no name is used twice
        CHECK(strlen(s.motions[i]->about) > 20);
    }
    shelf_close(&s);
}

// A channel that is not in every branch would be silent on some bodies.
static void events_name_a_channel_of_every_branch(void)
{
    shelf s = shelf_open();
    for (int i = 0; i < s.count; i++) {
        const caper_motion *m = s.motions[i];
        for (int e = 0; e < m->event_count; e++) {
            if (!m->events[e].channel)
                continue;
            for (int b = 0; b < m->branch_count; b++) {
                bool found = false;
                for (int c = 0; c < m->branches[b].channel_count; c++)
                    found |= strcmp(m->branches[b].channels[c].name, m->events[e].channel) == 0;
                if (!CHECK(found))
                    fprintf(stderr, "%s, %s: %s\n", m->name, m->branches[b].name,
                            m->events[e].channel);
            }
        }
    }
    shelf_close(&s);
}

static void the_guide_lists_every_motion(void)
{
    size_t size = 0;
    char *guide = caper_file_read(test_source_path("docs/guide/motions.md"), 0, NULL, &size, NULL);
    REQUIRE(guide != NULL);
    shelf s = shelf_open();
    for (int i = 0; i < s.count; i++) {
        char row[1024];
        snprintf(row, sizeof row, "| `%s` | %.1f s%s | %s |", s.motions[i]->name,
                 (double)s.motions[i]->duration, s.motions[i]->loops ? ", loops" : "",
                 s.motions[i]->about);
        CHECK_HAS(guide, row);
    }
    shelf_close(&s);
    caper_free(NULL, guide, size + 1);
}

// ------------------------------------------------------------------------------------ binding

// Whether it binds; otherwise checks that the needs are the reason.
static bool binds(const caper_motion *motion, const caper_character *character)
{
    caper_error error = {0};
    caper_binding *binding = caper_binding_create(motion, character, NULL, &error);
    if (!binding) {
        bool met = false;
        char why[96];
        for (int b = 0; b < motion->branch_count; b++)
            met |= caper_needs_met(&motion->branches[b].needs, character, why);
        CHECK(!met);
        CHECK_HAS(error.message, "does not suit");
        return false;
    }
    bool plays = CHECK(binding->variant_count > 0);
    if (!plays)
        fprintf(stderr, "%s on %s: no body for a group\n", motion->name, character->name);
    caper_binding_destroy(binding);
    return plays;
}

static void most_motions_suit_most_bodies(void)
{
    shelf s = shelf_open();
    zoo z = zoo_open(RANDOM_COUNT);
    int bound[MENAGERIE_MAX] = {0}, home[MENAGERIE_MAX] = {0}, total = 0, general = 0;
    for (int i = 0; i < z.count; i++) {
        caper_character *character = zoo_character(&z, i);
        for (int m = 0; m < s.count; m++) {
            bool good = binds(s.motions[m], character);
            bound[m] += good;
            home[m] += good && i < z.file_count;
        }
        caper_character_destroy(character);
    }
    printf("%-12s %6s %9s %6s\n", "binds", "shipped", "random", "all");
    for (int m = 0; m < s.count; m++) {
        printf("%-12s %3d/%3d %5d/%3d %5.1f%%\n", s.motions[m]->name, home[m], z.file_count,
               bound[m] - home[m], RANDOM_COUNT, 100.0 * bound[m] / z.count);
        total += bound[m];
        general += bound[m] * 10 >= z.count * 9;
        CHECK(bound[m] > 0);
    }
    printf("%d of %d motions suit nine bodies in ten; %.1f%% of all pairs\n", general, s.count,
           100.0 * total / ((double)s.count * z.count));
    CHECK(general >= LEAST_MOTIONS);
    zoo_close(&z);
    shelf_close(&s);
}

// ------------------------------------------------------------------------------------ playing

typedef struct figures {
    double speed, slip, sink; // sizes a second, sizes, sizes
    int plays;
    const char *speed_of, *slip_of;
} figures;

typedef struct stage {
    const caper_motion *motion;
    const caper_character *character;
    caper_actor *actor;
    caper_vec3 *before;  // of each body's box center, in the frame before
    caper_vec3 *stand;   // where the goal of each foot was at first
    caper_vec3 *point;   // that the goal is about
    uint8_t *stands;     // its goal has not moved yet
    double *slip, *sink; // of each body while it stood
} stage;

static caper_actor *make_actor(const caper_character *character)
{
    caper_actor_def def = caper_actor_def_default();
    caper_jiggle_def still = caper_jiggle_def_default();
    still.looseness = 0.0f;
    def.character = character;
    def.jiggle = &still;
    caper_actor *actor = caper_actor_create(&def, NULL);
    REQUIRE(actor != NULL);
    return actor;
}

static bool finite3(caper_vec3 v)
{
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static void watch_bodies(stage *st, bool first, figures *f)
{
    const caper_pose *model = caper_actor_model(st->actor);
    float size = st->character->size;
    for (int b = 0; b < st->character->body_count; b++) {
        caper_vec3 at =
            caper_transform_mul_point(model->bodies[b], st->character->bodies[b].box_center);
        CHECK(finite3(at) && finite3(model->bodies[b].position));
        double speed = (double)(caper_vec3_distance(at, st->before[b]) / size) * RATE;
        if (!first && speed > f->speed) {
            f->speed = speed;
            f->speed_of = st->character->bodies[b].name;
        }
        st->before[b] = at;
    }
}

static void watch_feet(stage *st, bool first)
{
    const caper_pose *model = caper_actor_model(st->actor);
    const caper_goal *goals;
    int count = caper_actor_goals(st->actor, &goals);
    float size = st->character->size;
    for (int i = 0; i < count; i++) {
        int b = goals[i].body;
        if (!(st->character->bodies[b].caps & CAPER_CAP_FOOT) || goals[i].position_weight < 1.0f)
            continue;
        if (first) {
            st->stands[b] = 1;
            st->stand[b] = goals[i].position;
            st->point[b] = goals[i].point;
        }
        if (caper_vec3_distance(goals[i].position, st->stand[b]) > 1e-4f * size)
            st->stands[b] = 0;
        caper_vec3 at = caper_transform_mul_point(model->bodies[b], st->point[b]);
        double slip = (double)(caper_vec3_distance(at, st->stand[b]) / size);
        double sink = (double)((st->stand[b].y - at.y) / size);
        st->slip[b] = slip > st->slip[b] ? slip : st->slip[b];
        st->sink[b] = sink > st->sink[b] ? sink : st->sink[b];
    }
}

static figures play(const caper_motion *motion, const caper_character *character)
{
    figures f = {0};
    int n = character->body_count;
    stage st = {motion,
                character,
                make_actor(character),
                calloc((size_t)n, sizeof(caper_vec3)),
                calloc((size_t)n, sizeof(caper_vec3)),
                calloc((size_t)n, sizeof(caper_vec3)),
                calloc((size_t)n, 1),
                calloc((size_t)n, sizeof(double)),
                calloc((size_t)n, sizeof(double))};
    REQUIRE(st.before && st.stand && st.point && st.stands && st.slip && st.sink);
    caper_play_def def = caper_play_def_default();
    def.motion = motion;
    def.fade_in = def.fade_out = 0.0f;
    def.hold = true;
    if (caper_actor_play(st.actor, &def, NULL)) {
        f.plays = 1;
        int frames = (int)(motion->duration * RATE);
        for (int i = 0; i <= frames; i++) {
            REQUIRE(caper_actor_update(st.actor, i ? 1.0f / RATE : 0.0f, NULL));
            watch_bodies(&st, i == 0, &f);
            watch_feet(&st, i == 0);
        }
        for (int b = 0; b < n; b++) {
            if (st.stands[b] && st.slip[b] > f.slip) {
                f.slip = st.slip[b];
                f.slip_of = character->bodies[b].name;
            }
            if (st.stands[b] && st.sink[b] > f.sink)
                f.sink = st.sink[b];
        }
    }
    caper_actor_destroy(st.actor);
    free(st.before);
    free(st.stand);
    free(st.point);
    free(st.stands);
    free(st.slip);
    free(st.sink);
    return f;
}

static bool stands_well(const figures *f)
{
    return f->slip <= (double)MOST_SLIP && f->sink <= (double)MOST_SINK;
}

static void judge(const figures *f, const caper_motion *motion, const char *who, bool standing)
{
    bool good = CHECK(f->speed <= (double)FASTEST);
    good &= CHECK(standing);
    if (!good)
        fprintf(stderr, "%s on %s: %.1f sizes/s (%s), slip %.4f (%s), sink %.4f\n", motion->name,
                who, f->speed, f->speed_of ? f->speed_of : "-", f->slip,
                f->slip_of ? f->slip_of : "-", f->sink);
}

static void keep_worst(figures *worst, const char **speed_on, const char **slip_on,
                       const figures *f, const char *who)
{
    worst->plays += f->plays;
    if (f->speed > worst->speed) {
        worst->speed = f->speed;
        *speed_on = who;
    }
    if (f->slip > worst->slip) {
        worst->slip = f->slip;
        *slip_on = who;
    }
    worst->sink = f->sink > worst->sink ? f->sink : worst->sink;
}

static void motions_play_on_the_menagerie(void)
{
    shelf s = shelf_open();
    zoo z = zoo_open(0);
    figures worst[MENAGERIE_MAX] = {{0}};
    const char *speed_on[MENAGERIE_MAX] = {0}, *slip_on[MENAGERIE_MAX] = {0};
    for (int i = 0; i < z.count; i++) {
        caper_character *character = zoo_character(&z, i);
        for (int m = i % CASE_STEP; m < s.count; m += CASE_STEP) {
            figures f = play(s.motions[m], character);
            judge(&f, s.motions[m], z.files[i], stands_well(&f));
            keep_worst(&worst[m], &speed_on[m], &slip_on[m], &f, z.files[i]);
        }
        caper_character_destroy(character);
    }
    printf("%-12s %5s %8s %-12s %8s %-12s\n", "plays", "on", "sizes/s", "", "slip", "");
    for (int m = 0; m < s.count; m++)
        printf("%-12s %5d %8.2f %-12.*s %7.2f%% %-12.*s\n", s.motions[m]->name, worst[m].plays,
               worst[m].speed, (int)strcspn(speed_on[m] ? speed_on[m] : "-", "."),
               speed_on[m] ? speed_on[m] : "-", 100.0 * worst[m].slip,
               (int)strcspn(slip_on[m] ? slip_on[m] : "-", "."), slip_on[m] ? slip_on[m] : "-");
    zoo_close(&z);
    shelf_close(&s);
}

static void motions_play_on_random_creatures(void)
{
    shelf s = shelf_open();
    zoo z = zoo_open(RANDOM_COUNT);
    int plays = 0, slips = 0;
    for (int i = z.file_count; i < z.count; i += CASE_STEP) {
        caper_character *character = zoo_character(&z, i);
        for (int k = 0; k < PLAYS_EACH; k++) {
            const caper_motion *motion = s.motions[(i * PLAYS_EACH + k) % s.count];
            figures f = play(motion, character);
            judge(&f, motion, character->name, true);
            plays += f.plays;
            slips += !stands_well(&f);
        }
        caper_character_destroy(character);
    }
    printf("%d plays on random creatures, feet slip in %d\n", plays, slips);
    CHECK_SHARE(plays >= RANDOM_COUNT * PLAYS_EACH * 8 / 10);
    CHECK(slips * 100 <= plays); // legs too short for what the rest of the body wants
    zoo_close(&z);
    shelf_close(&s);
}

// ------------------------------------------------------------------------------------ meaning

static caper_vec3 grip(const caper_actor *actor, int body)
{
    const caper_character *character = caper_actor_character(actor);
    caper_vec3 at = caper_transform_mul_point(caper_actor_model(actor)->bodies[body],
                                              character->bodies[body].box_center);
    return caper_transform_mul_point(caper_root_transform(caper_actor_root(actor)), at);
}

static const caper_motion *find(const shelf *s, const char *name)
{
    for (int i = 0; i < s->count; i++)
        if (strcmp(s->motions[i]->name, name) == 0)
            return s->motions[i];
    REQUIRE(!"a motion of that name");
    return NULL;
}

static void start(caper_actor *actor, const caper_motion *motion)
{
    caper_play_def def = caper_play_def_default();
    def.motion = motion;
    def.fade_in = def.fade_out = 0.0f;
    REQUIRE(caper_actor_play(actor, &def, NULL) != 0);
}

/// Play until the event comes; its body, or -1.
static int play_to_event(caper_actor *actor, const caper_motion *motion, const char *name)
{
    for (int i = 0; i <= (int)(motion->duration * 60); i++) {
        REQUIRE(caper_actor_update(actor, i ? 1.0f / 60 : 0.0f, NULL));
        const caper_actor_event *events;
        int count = caper_actor_events(actor, &events);
        for (int e = 0; e < count; e++)
            if (events[e].event && strcmp(events[e].event->name, name) == 0)
                return events[e].body;
    }
    return -1;
}

/// Where a person would hang fruit for this body: in front, at the height of its mouth.
static caper_vec3 fruit_for(const caper_character *character)
{
    caper_query query;
    memset(&query, 0, sizeof query);
    query.caps = CAPER_CAP_MOUTH;
    int16_t mouths[CAPER_MAX_BODIES];
    REQUIRE(caper_query_select(&query, character, mouths) > 0);
    caper_vec3 at = character->rest_model[mouths[0]].position;
    return caper_vec3_add(at, caper_vec3_make(0.03f * character->size, 0.02f * character->size,
                                              0.1f * character->size));
}

static void fruit_is_reached_by_any_body(void)
{
    shelf s = shelf_open();
    zoo z = zoo_open(0);
    const caper_motion *motion = find(&s, "pick_fruit");
    int near = 0;
    for (int i = 0; i < z.count; i++) {
        caper_character *character = zoo_character(&z, i);
        caper_actor *actor = make_actor(character);
        caper_vec3 fruit = fruit_for(character);
        caper_actor_set_target(actor, "fruit", caper_transform_make(caper_quat_identity(), fruit));
        start(actor, motion);
        int body = play_to_event(actor, motion, "grab");
        REQUIRE(body >= 0);
        float off = caper_vec3_distance(grip(actor, body), fruit) / character->size;
        near += off < 0.03f;
        if (off >= 0.03f)
            printf("pick_fruit on %s: %.3f of size from the fruit\n", z.files[i], (double)off);
        caper_actor_destroy(actor);
        caper_character_destroy(character);
    }
    printf("pick_fruit: %d of %d reach it\n", near, z.count);
    CHECK(near * 10 >= z.count * 9);
    zoo_close(&z);
    shelf_close(&s);
}

static void pounding_meets_the_ground(void)
{
    shelf s = shelf_open();
    zoo z = zoo_open(0);
    const caper_motion *motion = find(&s, "pound");
    int hits = 0;
    for (int i = 0; i < z.count; i++) {
        caper_character *character = zoo_character(&z, i);
        caper_actor *actor = make_actor(character);
        start(actor, motion);
        int body = play_to_event(actor, motion, "hit");
        if (body >= 0) {
            const caper_body *b = &character->bodies[body];
            caper_mode mode;
            memset(&mode, 0, sizeof mode);
            mode.ground = true;
            caper_vec3 at = caper_transform_mul_point(caper_actor_model(actor)->bodies[body],
                                                      caper_mode_point(&mode, character, body));
            bool fist = b->caps & (CAPER_CAP_GRASPER | CAPER_CAP_FOOT);
            bool hit = fabsf(at.y) < 0.02f * character->size;
            hits += hit || !fist;
            if (fist && !hit)
                printf("pound on %s: %s is at %.3f of size\n", z.files[i], b->name,
                       (double)(at.y / character->size));
        } else {
            hits++; // nothing that could hit: its head nods
        }
        caper_actor_destroy(actor);
        caper_character_destroy(character);
    }
    printf("pound: %d of %d reach the ground\n", hits, z.count);
    CHECK(hits * 10 >= z.count * 8); // some have arms too short for it
    zoo_close(&z);
    shelf_close(&s);
}

// Two bodies of different kinds; each one's target is the other's grasper of the frame before.
static void two_characters_shake_hands(const char *a, const char *b, float apart)
{
    shelf s = shelf_open();
    const caper_motion *motion = find(&s, "shake_hands");
    caper_character *characters[2] = {menagerie_load(a), menagerie_load(b)};
    caper_actor *actors[2];
    int hands[2];
    for (int i = 0; i < 2; i++) {
        actors[i] = make_actor(characters[i]);
        caper_root root = caper_actor_root(actors[i]);
        root.z = i ? apart : 0;
        root.yaw = i ? CAPER_PI : 0;
        caper_actor_set_root(actors[i], root);
        caper_binding *binding = caper_binding_create(motion, characters[i], NULL, NULL);
        REQUIRE(binding != NULL);
        caper_play_def def = caper_play_def_default();
        def.motion = motion;
        def.variant = 0;
        hands[i] = binding->variants[0].bodies[0];
        REQUIRE(caper_actor_play(actors[i], &def, NULL) != 0);
        caper_binding_destroy(binding);
        REQUIRE(caper_actor_update(actors[i], 0.0f, NULL));
    }
    float nearest = 1e9f, farthest = 0.0f;
    for (int frame = 1; frame <= 2 * 60; frame++) {
        caper_vec3 at[2] = {grip(actors[0], hands[0]), grip(actors[1], hands[1])};
        for (int i = 0; i < 2; i++) {
            caper_actor_set_target(actors[i], "hand",
                                   caper_transform_make(caper_quat_identity(), at[1 - i]));
            REQUIRE(caper_actor_update(actors[i], 1.0f / 60, NULL));
        }
        float off = caper_vec3_distance(grip(actors[0], hands[0]), grip(actors[1], hands[1]));
        nearest = caper_min(nearest, off);
        if (frame > 66 && frame < 110)
            farthest = caper_max(farthest, off);
    }
    printf("%s and %s: hands within %.1f cm while they shake\n", a, b, 100.0 * (double)farthest);
    CHECK(nearest < 0.02f);
    CHECK(farthest < 0.12f);
    for (int i = 0; i < 2; i++) {
        caper_actor_destroy(actors[i]);
        caper_character_destroy(characters[i]);
    }
    shelf_close(&s);
}

static void unlike_characters_shake_hands(void)
{
    two_characters_shake_hands("performer", "sally", 0.9f);
    two_characters_shake_hands("performer", "kangaroo", 1.0f);
    two_characters_shake_hands("four_armed", "centaur", 1.2f);
}

// ------------------------------------------------------------------------------------ looping

static void loops_close(const caper_motion *motion, const caper_character *character)
{
    caper_binding *binding = caper_binding_create(motion, character, NULL, NULL);
    if (!binding)
        return;
    REQUIRE(binding->max_goals > 0);
    caper_goal *first = calloc((size_t)binding->max_goals, sizeof *first);
    caper_goal *last = calloc((size_t)binding->max_goals, sizeof *last);
    REQUIRE(first && last);
    caper_motion_job job = caper_motion_job_default();
    job.binding = binding;
    job.goals = first;
    CHECK(caper_motion_evaluate(&job));
    int count = job.goal_count;
    job.goals = last;
    job.time = motion->duration * (1.0f - 1e-5f);
    CHECK(caper_motion_evaluate(&job));
    if (CHECK_INT(job.goal_count, count)) {
        for (int i = 0; i < count; i++) {
            CHECK_INT(first[i].body, last[i].body);
            CHECK_NEAR(caper_vec3_distance(first[i].position, last[i].position) / character->size,
                       0.0, 1e-3);
            CHECK_NEAR(first[i].position_weight, last[i].position_weight, 1e-3);
            CHECK_NEAR(fabsf(caper_quat_dot(first[i].rotation, last[i].rotation)), 1.0, 1e-4);
        }
    }
    free(first);
    free(last);
    caper_binding_destroy(binding);
}

static void motions_that_loop_end_where_they_began(void)
{
    shelf s = shelf_open();
    zoo z = zoo_open(20);
    int loops = 0;
    for (int m = 0; m < s.count; m++)
        loops += s.motions[m]->loops;
    CHECK(loops >= 3);
    for (int i = 0; i < z.count; i++) {
        caper_character *character = zoo_character(&z, i);
        for (int m = 0; m < s.count; m++)
            if (s.motions[m]->loops)
                loops_close(s.motions[m], character);
        caper_character_destroy(character);
    }
    zoo_close(&z);
    shelf_close(&s);
}

TESTS(every_motion_has_its_own_name_and_says_what_it_does, events_name_a_channel_of_every_branch,
      the_guide_lists_every_motion, most_motions_suit_most_bodies, motions_play_on_the_menagerie,
      motions_play_on_random_creatures, fruit_is_reached_by_any_body, pounding_meets_the_ground,
      unlike_characters_shake_hands, motions_that_loop_end_where_they_began)
