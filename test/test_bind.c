// SPDX-License-Identifier: MIT
//
// Binding: what a character must be like, which branch plays, who owns what (against a plain
// reimplementation), and the cache under threads.
#include "bind_fixture.h"

#include "motion_random.h"

#define HAND CAPER_CAP_GRASPER
#define MOUTH CAPER_CAP_MOUTH

// ----------------------------------------------------------------------------------------- needs

static bool is_upright(const caper_character *c)
{
    caper_needs upright = {.upright_spine = CAPER_TRUE}, prone = {.upright_spine = CAPER_FALSE};
    bool yes = caper_needs_met(&upright, c, NULL);
    CHECK(caper_needs_met(&prone, c, NULL) == !yes);
    return yes;
}

static void a_spine_is_upright_when_it_is_steeper_than_45_degrees(void)
{
    for (int degrees = -180; degrees <= 180; degrees += 2) {
        float s, c;
        caper_sincos((float)degrees * CAPER_DEGREE, &s, &c);
        plan *p = begin();
        int root = add(p, "root", -1, 0, 3, 0, SPINE);
        int middle = add(p, "middle", root, 0.3f, 0.1f, 0, SPINE); // off the line: the ends tell
        int end = add(p, "end", middle, -0.3f, s - 0.1f, c, SPINE);
        add(p, "leg", end, 0, -2, 0, FOOT);
        caper_character *character = build(p);
        CHECK(is_upright(character) == (fabsf(s) > fabsf(c)));
        caper_character_destroy(character);
    }
}

static void a_spine_of_one_body_is_upright_when_it_is_tall(void)
{
    static const struct {
        caper_vec3 half;
        bool upright;
    } cases[] = {{{0.1f, 0.5f, 0.1f}, true},
                 {{0.1f, 0.5f, 0.6f}, false},
                 {{0.6f, 0.5f, 0.1f}, false},
                 {{0.3f, 0.3f, 0.3f}, false}};
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        plan *p = begin();
        int trunk = add(p, "trunk", -1, 0, 1, 0, SPINE);
        box(p, trunk, caper_vec3_zero(), cases[i].half);
        caper_character *c = build(p);
        CHECK(is_upright(c) == cases[i].upright);
        caper_character_destroy(c);
    }
    // the box may be turned against the model
    plan *p = begin();
    int trunk = add(p, "trunk", -1, 0, 1, 0, SPINE);
    box(p, trunk, caper_vec3_zero(), caper_vec3_make(0.5f, 0.1f, 0.1f));
    p->bodies[trunk].rest_local.rotation =
        caper_quat_from_axis_angle(caper_vec3_make(0, 0, 1), CAPER_HALF_PI);
    caper_character *c = build(p);
    CHECK(is_upright(c));
    caper_character_destroy(c);
}

static void the_menagerie_stands_as_one_would_say(void)
{
    static const char *const upright[] = {"sally", "performer", "blubby"};
    static const char *const prone[] = {"dog", "horse", "snake", "centipede", "fish", "beetle"};
    menagerie m = menagerie_open();
    int known = 0;
    for (int i = 0; i < m.count; i++) {
        for (int k = 0; k < CAPER_COUNT_OF(upright); k++)
            if (strcmp(m.characters[i]->name, upright[k]) == 0)
                known += CHECK(is_upright(m.characters[i]));
        for (int k = 0; k < CAPER_COUNT_OF(prone); k++)
            if (strcmp(m.characters[i]->name, prone[k]) == 0)
                known += CHECK(!is_upright(m.characters[i]));
    }
    menagerie_close(&m);
    CHECK_INT(known, CAPER_COUNT_OF(upright) + CAPER_COUNT_OF(prone));
}

static void needs_are_counted_and_the_first_that_fails_is_told(void)
{
    caper_character *c = build(biped()); // two legs, two graspers, a head, no mouth
    static const struct {
        caper_needs needs;
        const char *why; // NULL: met
    } cases[] = {
        {{.upright_spine = CAPER_IGNORE}, NULL},
        {{.upright_spine = CAPER_TRUE}, NULL},
        {{.upright_spine = CAPER_FALSE}, "its spine is upright, expected one that is prone"},
        {{.with = HEAD | HAND | FOOT}, NULL},
        {{.with = HEAD | MOUTH}, NULL}, // the head stands in
        {{.with = HEAD | CAPER_CAP_WING}, "it has no wing"},
        {{.without = MOUTH | CAPER_CAP_WING}, NULL},
        {{.without = CAPER_CAP_WING | HEAD}, "it has a head, expected none"},
        {{.min_legs = 2, .max_legs = 2}, NULL},
        {{.min_legs = 3}, "it has 2 legs, expected at least 3"},
        {{.max_legs = 1}, "it has 2 legs, expected at most 1"},
        {{.min_graspers = 2, .max_graspers = 5}, NULL},
        {{.min_graspers = 3}, "it has 2 graspers, expected at least 3"},
        {{.max_graspers = 1}, "it has 2 graspers, expected at most 1"},
        {{.min_ground_graspers = 1},
         "it has 0 graspers that reach the ground, expected at least 1"},
        {{.upright_spine = CAPER_FALSE, .min_legs = 9}, "its spine is upright"},
    };
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        char why[96] = "?";
        CHECK(caper_needs_met(&cases[i].needs, c, why) == !cases[i].why);
        CHECK_HAS(why, cases[i].why ? cases[i].why : "");
        CHECK(caper_needs_met(&cases[i].needs, c, NULL) == !cases[i].why);
    }
    caper_character_destroy(c);
}

static void helpers_meet_no_need(void)
{
    plan *p = biped();
    add(p, "twist", 1, 0, 0.1f, 0, HELPER | CAPER_CAP_EAR);
    caper_character *c = build(p);
    caper_needs ear = {.with = CAPER_CAP_EAR}, none = {.without = CAPER_CAP_EAR};
    CHECK(!caper_needs_met(&ear, c, NULL));
    CHECK(caper_needs_met(&none, c, NULL));
    caper_character_destroy(c);
}

// -------------------------------------------------------------------------------------- branches

// A channel for mouths moves the head of who has no mouth, and only the mouth of who has one.
static void a_head_stands_in_for_a_mouth(void)
{
    plan *p = biped();
    caper_character *without = build(p);
    caper_query query = {.caps = MOUTH};
    int16_t bodies[CAPER_MAX_BODIES];
    int count = caper_query_select(&query, without, bodies);
    REQUIRE(count == 1);
    CHECK(without->bodies[bodies[0]].caps & HEAD);
    int head = bodies[0];
    add(p, "jaw", head, 0, 0.05f, 0.05f, MOUTH);
    caper_character *with = build(p);
    count = caper_query_select(&query, with, bodies);
    REQUIRE(count == 1);
    CHECK_STR(with->bodies[bodies[0]].name, "jaw");
    caper_character_destroy(with);
    caper_character_destroy(without);
}

static void the_first_branch_whose_needs_are_met_plays(void)
{
    score *s = score_begin();
    caper_channel *hand = score_channel(s, HAND), *wing = score_channel(s, CAPER_CAP_WING);
    score_at(s, hand, 0, 0.1f, 0);
    score_at(s, wing, 0, 0.1f, 0);
    caper_branch branches[3] = {{.name = "with two hands", .channels = hand, .channel_count = 1},
                                {.name = "with a wing", .channels = wing, .channel_count = 1},
                                {.name = "upright", .channels = hand, .channel_count = 1}};
    branches[0].needs.min_graspers = 2;
    branches[1].needs.with = CAPER_CAP_WING;
    branches[2].needs.upright_spine = CAPER_TRUE;
    s->def.branches = branches;
    s->def.branch_count = 3;
    caper_motion *motion = score_build(s);
    caper_character *both = figure_four(HAND, CAPER_CAP_WING),
                    *one = figure_four(CAPER_CAP_WING, 0);
    caper_character *none = build(quadruped());
    caper_binding *a = score_bind(motion, both), *b = score_bind(motion, one);
    CHECK_INT(a->branch, 0);
    CHECK_INT(b->branch, 1);
    CHECK_INT(b->variants[0].strand_count, 2);
    caper_error error = {0};
    CHECK(caper_binding_create(motion, none, NULL, &error) == NULL);
    CHECK_INT(error.status, CAPER_ERROR_UNSUPPORTED);
    CHECK_STR(error.source, "score");
    CHECK_HAS(error.message, "with two hands: it has 0 graspers, expected at least 2");
    CHECK_HAS(error.message, "with a wing: it has no wing");
    CHECK(caper_binding_create(motion, none, NULL, NULL) == NULL);
    caper_binding_destroy(a);
    caper_binding_destroy(b);
    caper_character_destroy(both);
    caper_character_destroy(one);
    caper_character_destroy(none);
    caper_motion_destroy(motion);
}

// ------------------------------------------------------------------------------------- ownership

static void the_first_channel_owns_and_blend_groups_share(void)
{
    caper_character *c = build(biped());
    score *s = score_begin();
    caper_channel *a = score_channel(s, HAND), *b = score_channel(s, HAND);
    caper_channel *d = score_channel(s, HAND), *e = score_channel(s, HAND);
    a->blend = d->blend = "arm";
    e->priority = 5;
    score_at(s, a, 0, 0, 0);                          // owns position
    score_at(s, b, 0, 0, 0);                          // too late
    score_turn(s, b, caper_vec3_make(1, 0, 0), 0.1f); // too late as well: e is asked first
    score_at(s, d, 0, 0, 0);                          // shares with a
    score_turn(s, d, caper_vec3_make(1, 0, 0), 0.1f); // e shares with nobody
    score_turn(s, e, caper_vec3_make(1, 0, 0), 0.1f); // owns rotation
    caper_motion *motion = score_build(s);
    caper_binding *binding = score_bind(motion, c);
    REQUIRE(binding->variant_count == 1 && binding->variants[0].strand_count == 8);
    CHECK_INT(binding->max_goals, 2);
    static const bool position[] = {true, false, true, false};
    static const bool rotation[] = {false, false, false, true};
    for (int i = 0; i < 8; i++) {
        const caper_strand *strand = &binding->variants[0].strands[i];
        CHECK_INT(strand->channel, i / 2);
        CHECK_INT(strand->position, position[i / 2]);
        CHECK_INT(strand->rotation, rotation[i / 2]);
        CHECK_INT(strand->goal, i / 2 == 1 ? -1 : i % 2);
        CHECK_INT(strand->mirror, c->rest_model[strand->body].position.x < 0);
    }
    caper_binding_destroy(binding);
    caper_motion_destroy(motion);
    caper_character_destroy(c);
}

// The rule of section 3.2.3 in the plainest words: the first strand that wants a body's part has
// it, and later ones share it with the same blend group.
static bool oracle_owns(const caper_branch *branch, const caper_variant *v, int at,
                        caper_curve_kind kind)
{
    const caper_strand *strand = &v->strands[at];
    const caper_channel *own = &branch->channels[strand->channel];
    if (!caper_channel_curve(own, kind, NULL))
        return false;
    const caper_channel *first = own;
    int first_index = strand->channel;
    for (int i = 0; i < v->strand_count; i++) {
        const caper_channel *other = &branch->channels[v->strands[i].channel];
        if (v->strands[i].body != strand->body || !caper_channel_curve(other, kind, NULL))
            continue;
        if (other->priority > first->priority ||
            (other->priority == first->priority && v->strands[i].channel < first_index)) {
            first = other;
            first_index = v->strands[i].channel;
        }
    }
    return first == own || (own->blend && first->blend && strcmp(own->blend, first->blend) == 0);
}

static void check_ownership(const caper_binding *binding)
{
    const caper_branch *branch = &binding->motion->branches[binding->branch];
    for (int n = 0; n < binding->variant_count && n < 20; n++) {
        const caper_variant *v = &binding->variants[n];
        CHECK(v->goal_count <= binding->max_goals);
        for (int i = 0; i < v->strand_count; i++) {
            CHECK_INT(v->strands[i].position, oracle_owns(branch, v, i, CAPER_CURVE_POSITION));
            CHECK_INT(v->strands[i].rotation, oracle_owns(branch, v, i, CAPER_CURVE_ROTATION));
        }
    }
}

// Every goal is whole, of the body that its strands name, and finite.
static void check_frame(const caper_binding *binding, int variant, float time)
{
    static caper_goal goals[CAPER_MAX_BODIES];
    const caper_variant *v = &binding->variants[variant];
    caper_motion_job job = caper_motion_job_default();
    job.binding = binding;
    job.variant = variant;
    job.time = time;
    job.goals = goals;
    static caper_goal again[CAPER_MAX_BODIES];
    memset(goals, 0xff, sizeof goals);
    memset(again, 0, sizeof again);
    REQUIRE(caper_motion_evaluate(&job));
    job.goals = again;
    REQUIRE(caper_motion_evaluate(&job));
    // nothing is read before it is written
    CHECK(memcmp(goals, again, (size_t)job.goal_count * sizeof *goals) == 0);
    for (int i = 0; i < job.goal_count; i++) {
        const caper_goal *g = &goals[i];
        CHECK(i == 0 || goals[i - 1].body < g->body);
        CHECK(caper_vec3_is_finite(g->position) && caper_vec3_is_finite(g->point));
        CHECK(caper_quat_is_unit(g->rotation, 1e-4f));
        CHECK(g->position_weight >= 0 && g->position_weight <= 1);
        CHECK(g->rotation_weight >= 0 && g->rotation_weight <= 1);
    }
    for (int i = 0; i < v->strand_count; i++) {
        const caper_strand *s = &v->strands[i];
        CHECK((s->goal >= 0) == (s->position || s->rotation));
        if (s->goal >= 0)
            CHECK_INT(goals[s->goal].body, s->body);
    }
}

static void random_channels_own_what_the_rule_says(void)
{
    static const caper_caps kinds[] = {HAND, CAPER_CAP_FOOT, MOUTH, LIMB, SPINE, 0};
    static const char *const blends[] = {NULL, "x", "y"};
    caper_rng rng = caper_rng_make(5);
    int shared = 0, refused = 0;
    for (int round = 0; round < 200; round++) {
        caper_creature_def def = caper_creature_def_default();
        def.seed = (uint64_t)round;
        caper_character *c = caper_character_random(&def, NULL);
        score *s = score_begin();
        for (int k = caper_rng_int(&rng, 2, 8); k > 0; k--) {
            caper_channel *channel = score_channel(s, kinds[caper_rng_int(&rng, 0, 5)]);
            channel->blend = blends[caper_rng_int(&rng, 0, 2)];
            channel->priority = caper_rng_int(&rng, -1, 1);
            if (caper_rng_bool(&rng, 0.3f))
                channel->group = caper_rng_bool(&rng, 0.5f) ? "g" : "h";
            if (caper_rng_bool(&rng, 0.3f)) {
                channel->mode.position = CAPER_FRAME_SECONDARY;
                channel->aim.kind = CAPER_AIM_BODIES;
                channel->aim.bodies.caps = kinds[caper_rng_int(&rng, 0, 5)];
                if (caper_rng_bool(&rng, 0.5f))
                    channel->mode.rotation = CAPER_FRAME_LOOK;
            }
            bool turns = caper_rng_bool(&rng, 0.5f);
            if (!turns || caper_rng_bool(&rng, 0.5f))
                score_at(s, channel, 0.1f, 0.2f, 0.3f);
            if (turns)
                score_turn(s, channel, caper_vec3_make(1, 0, 0), 0.5f);
        }
        caper_motion *motion = score_build(s);
        caper_binding *binding = score_bind(motion, c);
        check_ownership(binding);
        for (int v = 0; v < binding->variant_count && v < 4; v++) {
            check_frame(binding, v, 0);
            const caper_variant *variant = &binding->variants[v];
            int parts = 0;
            for (int i = 0; i < variant->strand_count; i++) {
                parts += variant->strands[i].position;
                refused += variant->strands[i].goal < 0;
            }
            shared += parts > variant->goal_count;
        }
        caper_binding_destroy(binding);
        caper_motion_destroy(motion);
        caper_character_destroy(c);
    }
    CHECK(shared > 20);
    CHECK(refused > 100);
}

static void any_motion_binds_to_any_creature(void)
{
    int bound = 0, frames = 0;
    for (int round = 0; round < 300; round++) {
        caper_motion *motion = random_motion((uint64_t)round);
        caper_creature_def def = caper_creature_def_default();
        def.seed = (uint64_t)(round % 40);
        def.difficulty = 1;
        caper_character *c = caper_character_random(&def, NULL);
        caper_error error = {0};
        caper_binding *binding = caper_binding_create(motion, c, NULL, &error);
        CHECK((binding != NULL) == (error.status == CAPER_OK));
        bound += binding != NULL;
        if (binding)
            check_ownership(binding);
        for (int v = 0; binding && v < binding->variant_count && v < 10; v++, frames += 8)
            for (int i = 0; i < 8; i++)
                check_frame(binding, v, motion->duration * 0.3f * (float)(i - 2));
        caper_binding_destroy(binding);
        caper_character_destroy(c);
        caper_motion_destroy(motion);
    }
    CHECK(bound > 100);
    CHECK(frames > 100);
}

// ------------------------------------------------------------------------------------- questions

static void the_nearest_variant_is_found(void)
{
    caper_character *c = figure_four(MOUTH, HAND);
    score *s = score_begin();
    caper_channel *hand = score_channel(s, HAND), *mouth = score_channel(s, MOUTH);
    hand->group = "hand";
    mouth->group = "mouth";
    score_at(s, hand, 0, 0, 0);
    score_at(s, mouth, 0, 0, 0);
    caper_motion *motion = score_build(s);
    caper_binding *binding = score_bind(motion, c);
    char text[64];
    for (int i = 1; i < c->body_count; i++) {
        int group = c->bodies[i].caps & MOUTH ? 1 : 0;
        caper_vec3 near =
            caper_vec3_add(c->rest_model[i].position, caper_vec3_make(0.02f, 0, 0.1f));
        int v = caper_binding_nearest(binding, group, near);
        REQUIRE(v >= 0);
        CHECK_INT(binding->variants[v].bodies[group], i);
        if (group == 0)
            CHECK_INT(caper_binding_nearest(binding, -1, near), v);
    }
    CHECK_STR(caper_binding_text(binding, 0, text, sizeof text), "1 > A");
    CHECK_STR(caper_binding_text(binding, 5, text, sizeof text), "3 > B");
    CHECK_STR(caper_binding_text(binding, 5, text, 4), "3 >");
    CHECK_STR(binding->groups[0], "hand");
    CHECK_STR(binding->groups[1], "mouth");
    caper_binding_destroy(binding);
    caper_motion_destroy(motion);

    // a motion without groups has at most its mirror image to choose from
    for (int handed = 0; handed < 2; handed++) {
        score_begin();
        s->def.handed = handed;
        hand = score_channel(s, HAND);
        score_at(s, hand, 0, 0, 0);
        motion = score_build(s);
        binding = score_bind(motion, c);
        CHECK_INT(binding->variant_count, 1 + handed);
        CHECK_INT(caper_binding_nearest(binding, -1, caper_vec3_make(1, 0, 0)), 0);
        CHECK_INT(caper_binding_nearest(binding, -1, caper_vec3_make(-1, 0, 0)), handed);
        CHECK_STR(caper_binding_text(binding, 0, text, sizeof text), "as authored");
        if (handed)
            CHECK_STR(caper_binding_text(binding, 1, text, sizeof text), "mirrored");
        caper_binding_destroy(binding);
        caper_motion_destroy(motion);
    }
    caper_character_destroy(c);
}

// Of the front feet of a body of many legs the foremost acts, left before right as they are listed.
static void the_outermost_of_a_set_comes_first(void)
{
    plan *p = begin();
    int root = add(p, "root", -1, 0, 1, 0, SPINE);
    char names[12][4];
    for (int i = 0; i < 12; i++) { // in pairs from the rear to the front
        snprintf(names[i], sizeof names[i], "%d%c", i / 2, i % 2 ? 'r' : 'l');
        add(p, names[i], root, i % 2 ? -0.3f : 0.3f, -1, 0.2f * (float)(i / 2) - 0.5f, FOOT);
    }
    caper_character *c = build(p);
    static const caper_zone zones[] = {CAPER_ZONE_PLUS, CAPER_ZONE_MINUS, CAPER_ZONE_ANY};
    static const char *const first[] = {"5l", "0l", "0l"}, *const second[] = {"5r", "0r", "0r"},
                             *const third[] = {"4l", "1l", "1l"};
    for (int k = 0; k < CAPER_COUNT_OF(zones); k++) {
        score *s = score_begin();
        caper_channel *foot = score_channel(s, FOOT);
        foot->group = "foot";
        foot->query.set_zones[2] = zones[k];
        score_at(s, foot, 0, 0, 0);
        caper_motion *motion = score_build(s);
        caper_binding *binding = score_bind(motion, c);
        const char *const *const expected[] = {first, second, third};
        REQUIRE(binding->variant_count >= 3);
        for (int v = 0; v < 3; v++)
            CHECK_STR(c->bodies[binding->variants[v].bodies[0]].name, expected[v][k]);
        caper_binding_destroy(binding);
        caper_motion_destroy(motion);
    }
    caper_character_destroy(c);
}

static void a_handoff_is_mirrored_when_the_giver_is_on_the_right(void)
{
    caper_character *c = figure_four(HAND, 0);
    score *s = score_begin();
    for (int i = 0; i < 2; i++) {
        caper_channel *channel = score_channel(s, HAND);
        channel->group = channel->name;
        score_at(s, channel, 0.1f, 0, 0);
    }
    caper_motion *motion = score_build(s);
    caper_binding *binding = score_bind(motion, c);
    REQUIRE(binding->variant_count == 2);
    CHECK(!binding->variants[0].mirrored); // AB
    CHECK(binding->variants[1].mirrored);  // BA
    caper_binding_destroy(binding);
    caper_motion_destroy(motion);

    // a lead that every body plays alike says nothing of sides: the next one does
    s->channels[0].mirroring = CAPER_MIRROR_NONE;
    motion = score_build(s);
    binding = score_bind(motion, c);
    CHECK(binding->variants[0].mirrored);
    CHECK(!binding->variants[1].mirrored);
    caper_binding_destroy(binding);
    caper_motion_destroy(motion);
    caper_character_destroy(c);
}

// ---------------------------------------------------------------------------------------- memory

static void bindings_are_made_whole_or_not_at_all(void)
{
    caper_character *c = build(biped());
    score *s = score_begin();
    caper_channel *a = score_channel(s, HAND), *b = score_channel(s, 0);
    a->group = "hand";
    b->mode.position = CAPER_FRAME_SECONDARY;
    b->aim.kind = CAPER_AIM_BODIES;
    score_at(s, a, 0, 0, 0);
    score_at(s, b, 0, 0, 0);
    caper_motion *motion = score_build(s);
    bool done = false;
    for (long fail_at = 1; fail_at < 100 && !done; fail_at++) {
        test_memory memory = {.fail_at = fail_at};
        caper_allocator allocator = test_memory_allocator(&memory);
        caper_error error = {0};
        caper_binding *binding = caper_binding_create(motion, c, &allocator, &error);
        done = binding != NULL;
        CHECK_INT(error.status, done ? CAPER_OK : CAPER_ERROR_MEMORY);
        if (done) {
            CHECK_INT(memory.live_count, 1);
            CHECK_INT(memory.live_size, binding->memory_size);
        }
        caper_binding_destroy(binding);
        CHECK_MEMORY_EMPTY(&memory);
    }
    CHECK(done);
    caper_binding_destroy(NULL);
    caper_motion_destroy(motion);
    caper_character_destroy(c);
}

static void a_heap_of_variants_is_cut_off(void)
{
    // 200 graspers, each variant with a strand for every body: memory is bounded, not the product
    plan *p = begin();
    int trunk = add(p, "trunk", -1, 0, 1, 0, SPINE);
    for (int i = 0; i < 900; i++) {
        snprintf(plan_names[i], sizeof plan_names[i], "h%d", i);
        add(p, plan_names[i], trunk, 0.01f * (float)(i - 450), 0, 0.4f, i % 4 ? LIMB : LIMB | HAND);
    }
    caper_character *c = build(p);
    score *s = score_begin();
    for (int i = 0; i < 3; i++) {
        caper_channel *channel = score_channel(s, i < 2 ? HAND : 0);
        channel->group = i < 2 ? channel->name : NULL;
        score_at(s, channel, 0, 0, 0);
    }
    caper_motion *motion = score_build(s);
    caper_binding *binding = score_bind(motion, c);
    CHECK(binding->truncated);
    CHECK(binding->variant_count > 100);
    CHECK(binding->memory_size < 200u << 20);
    check_frame(binding, binding->variant_count - 1, 0);
    caper_binding_destroy(binding);
    caper_motion_destroy(motion);
    caper_character_destroy(c);
}

// ----------------------------------------------------------------------------------------- cache

#define MOTIONS 6
#define CHARACTERS 8

typedef struct crowd {
    caper_bindings *bindings;
    caper_motion *motions[MOTIONS];
    caper_character *characters[CHARACTERS];
    const caper_binding *got[4 * MOTIONS * CHARACTERS];
} crowd;

static void ask(void *user, int begin, int end, int worker)
{
    crowd *w = user;
    (void)worker;
    for (int i = begin; i < end; i++) {
        // everybody asks for the same few at the same time
        int pair = i / 4;
        w->got[i] = caper_bindings_find(w->bindings, w->motions[pair % MOTIONS],
                                        w->characters[pair / MOTIONS], NULL);
    }
}

static void a_cache_serves_many_threads(void)
{
    static crowd w;
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    w.bindings = caper_bindings_create(&allocator);
    REQUIRE(w.bindings != NULL);
    for (int i = 0; i < MOTIONS; i++) {
        score *s = score_begin();
        caper_channel *hand = score_channel(s, i % 2 ? HAND : CAPER_CAP_FOOT);
        hand->group = i > 2 ? "hand" : NULL;
        score_at(s, hand, 0, 0.1f * (float)i, 0);
        w.motions[i] = score_build(s);
    }
    for (int i = 0; i < CHARACTERS; i++) {
        caper_creature_def def = caper_creature_def_default();
        def.seed = (uint64_t)i;
        w.characters[i] = caper_character_random(&def, NULL);
    }
    caper_job_pool_def def = caper_job_pool_def_default();
    def.thread_count = 4;
    caper_job_pool *pool = caper_job_pool_create(&def);
    REQUIRE(pool != NULL);
    int count = CAPER_COUNT_OF(w.got);
    for (int round = 0; round < 20; round++) {
        caper_parallel_for(pool, count, 1, ask, &w);
        for (int i = 0; i < count; i++) {
            REQUIRE(w.got[i] != NULL);
            CHECK(w.got[i]->motion == w.motions[i / 4 % MOTIONS]);
            CHECK(w.got[i]->character == w.characters[i / 4 / MOTIONS]);
            CHECK(w.got[i] == w.got[i / 4 * 4]); // made once
        }
        // bindings, the cache and its table
        CHECK_INT(memory.live_count, MOTIONS * CHARACTERS + 2);
        const caper_binding *kept = w.got[4 * (1 + MOTIONS)];
        caper_bindings_forget(w.bindings, w.motions[round % MOTIONS == 1 ? 2 : round % MOTIONS],
                              NULL);
        CHECK_INT(memory.live_count, (MOTIONS - 1) * CHARACTERS + 2);
        caper_bindings_forget(w.bindings, NULL, w.characters[round % CHARACTERS == 1 ? 2 : 0]);
        CHECK_INT(memory.live_count, (MOTIONS - 1) * (CHARACTERS - 1) + 2);
        caper_bindings_forget(w.bindings, NULL, NULL);
        CHECK_INT(memory.live_count, (MOTIONS - 1) * (CHARACTERS - 1) + 2);
        CHECK(caper_bindings_find(w.bindings, w.motions[1], w.characters[1], NULL) == kept);
    }
    caper_bindings_destroy(w.bindings);
    CHECK_MEMORY_EMPTY(&memory);
    caper_bindings_destroy(NULL);
    caper_job_pool_destroy(pool);
    for (int i = 0; i < MOTIONS; i++)
        caper_motion_destroy(w.motions[i]);
    for (int i = 0; i < CHARACTERS; i++)
        caper_character_destroy(w.characters[i]);
}

static void a_cache_tells_why_there_is_no_binding(void)
{
    caper_bindings *bindings = caper_bindings_create(NULL);
    score *s = score_begin();
    caper_channel *hand = score_channel(s, HAND);
    s->branch.needs.min_legs = 8;
    score_at(s, hand, 0, 0, 0);
    caper_motion *motion = score_build(s);
    caper_character *c = build(biped());
    for (int i = 0; i < 2; i++) {
        caper_error error = {0};
        CHECK(caper_bindings_find(bindings, motion, c, &error) == NULL);
        CHECK_HAS(error.message, "it has 2 legs, expected at least 8");
    }
    caper_bindings_destroy(bindings);
    caper_motion_destroy(motion);
    caper_character_destroy(c);
}

static void a_cache_without_memory_says_so(void)
{
    score *s = score_begin();
    caper_channel *hand = score_channel(s, HAND);
    score_at(s, hand, 0, 0, 0);
    caper_motion *motion = score_build(s);
    caper_character *c = build(biped());
    bool done = false;
    for (long fail_at = 1; fail_at < 50 && !done; fail_at++) {
        test_memory memory = {.fail_at = fail_at};
        caper_allocator allocator = test_memory_allocator(&memory);
        caper_bindings *bindings = caper_bindings_create(&allocator);
        caper_error error = {0};
        done = bindings && caper_bindings_find(bindings, motion, c, &error);
        if (bindings && !done)
            CHECK_INT(error.status, CAPER_ERROR_MEMORY);
        caper_bindings_destroy(bindings);
        CHECK_MEMORY_EMPTY(&memory);
    }
    CHECK(done);
    caper_motion_destroy(motion);
    caper_character_destroy(c);
}

TESTS(a_head_stands_in_for_a_mouth, a_spine_is_upright_when_it_is_steeper_than_45_degrees,
      a_spine_of_one_body_is_upright_when_it_is_tall, the_menagerie_stands_as_one_would_say,
      needs_are_counted_and_the_first_that_fails_is_told, helpers_meet_no_need,
      the_first_branch_whose_needs_are_met_plays, the_first_channel_owns_and_blend_groups_share,
      random_channels_own_what_the_rule_says, any_motion_binds_to_any_creature,
      the_nearest_variant_is_found, the_outermost_of_a_set_comes_first,
      a_handoff_is_mirrored_when_the_giver_is_on_the_right, bindings_are_made_whole_or_not_at_all,
      a_heap_of_variants_is_cut_off, a_cache_serves_many_threads,
      a_cache_tells_why_there_is_no_binding, a_cache_without_memory_says_so)
