// SPDX-License-Identifier: MIT
//
// Setting keys from poses of a body, and changing the mode of a channel under its keys: the body
// must move as before, wherever it is and whatever the two modes are, also on rugged ground.
#define _POSIX_C_SOURCE 200809L
#include "caper/motion.h"
#include "math_random.h"
#include "zoo.h"

#define KEYS 6
#define SECONDS 2.0f

// ------------------------------------------------------------------------------------- motions

typedef struct draft {
    caper_key position[KEYS], rotation[KEYS];
    caper_curve curves[3];
    caper_key weight;
    caper_channel channel;
    caper_branch branch;
    caper_motion_def def;
} draft;

static caper_mode plain_mode(caper_frame position, caper_frame rotation, caper_scale scale)
{
    caper_mode mode = {0};
    mode.position = position;
    mode.rotation = rotation;
    mode.scale = scale;
    return mode;
}

// One channel with all kinds of keys; `parts` says which curves it has.
static void make_draft(draft *d, caper_rng *rng, caper_mode mode, int parts)
{
    memset(d, 0, sizeof *d);
    for (int i = 0; i < KEYS; i++) {
        caper_vec3 p = random_vec3(rng, 0.6f);
        caper_quat q = caper_quat_exp(random_vec3(rng, 0.8f));
        float jitter = caper_rng_range(rng, -0.1f, 0.1f);
        caper_key key = {(float)i * SECONDS / KEYS + 0.1f + jitter,
                         {p.x, p.y, p.z},
                         {0},
                         {0},
                         (caper_ease)caper_rng_int(rng, 0, CAPER_EASE_COUNT - 1)};
        caper_vec3 speed = random_vec3(rng, 2);
        memcpy(key.in, (float[]){speed.x, speed.y, speed.z, 0}, sizeof key.in);
        memcpy(key.out, (float[]){-speed.z, speed.y, speed.x, 0}, sizeof key.out);
        d->position[i] = d->rotation[i] = key;
        d->rotation[i].time += 0.03f;
        memcpy(d->rotation[i].value, (float[]){q.x, q.y, q.z, q.w}, sizeof key.value);
    }
    d->weight = (caper_key){0.5f, {0.75f}, {0}, {0}, CAPER_EASE_SMOOTH};
    int count = 0;
    if (parts & CAPER_KEY_POSITION)
        d->curves[count++] = (caper_curve){CAPER_CURVE_POSITION, NULL, d->position, KEYS};
    d->curves[count++] = (caper_curve){CAPER_CURVE_POSITION_WEIGHT, NULL, &d->weight, 1};
    if (parts & CAPER_KEY_ROTATION)
        d->curves[count++] = (caper_curve){CAPER_CURVE_ROTATION, NULL, d->rotation, KEYS};
    d->channel.name = "one";
    d->channel.mode = mode;
    d->channel.aim.kind = CAPER_AIM_TARGET;
    d->channel.aim.target = "thing";
    d->channel.curves = d->curves;
    d->channel.curve_count = count;
    d->branch.name = "";
    d->branch.channels = &d->channel;
    d->branch.channel_count = 1;
    d->def = caper_motion_def_default();
    d->def.name = "draft";
    d->def.duration = SECONDS;
    d->def.branches = &d->branch;
    d->def.branch_count = 1;
}

static caper_motion *build(const draft *d)
{
    caper_error error = {0};
    char text[320];
    caper_motion *motion = caper_motion_create(&d->def, &error);
    if (!motion)
        printf("%s\n", caper_error_text(&error, text, sizeof text));
    REQUIRE(motion != NULL);
    return motion;
}

static const caper_channel *channel_of(const caper_motion *motion)
{
    return &motion->branches[0].channels[0];
}

// Where the body is at a time: by the joint, whatever point the mode is about.
static caper_transform play(const caper_motion *motion, const caper_place *place, float time)
{
    const caper_channel *channel = channel_of(motion);
    const caper_curve *position = caper_channel_curve(channel, CAPER_CURVE_POSITION, NULL);
    const caper_curve *rotation = caper_channel_curve(channel, CAPER_CURVE_ROTATION, NULL);
    caper_transform rest = place->character->rest_model[place->body];
    caper_vec3 point = caper_mode_point(&channel->mode, place->character, place->body);
    caper_mode mode = channel->mode;
    caper_transform general = caper_transform_identity();
    float v[4];
    if (position) {
        caper_curve_sample(position, time, v, NULL);
        general.position = caper_vec3_make(v[0], v[1], v[2]);
    } else {
        mode.position = CAPER_FRAME_REST; // it stays where it is
    }
    if (rotation) {
        caper_curve_sample(rotation, time, v, NULL);
        general.rotation = caper_quat_make(v[0], v[1], v[2], v[3]);
    }
    caper_transform special = caper_specialize(&mode, place, general);
    if (!rotation)
        special.rotation = rest.rotation;
    if (!position)
        return caper_transform_make(special.rotation, caper_vec3_zero());
    special.position = caper_vec3_sub(special.position, caper_quat_rotate(special.rotation, point));
    return special;
}

static int key_count(const caper_motion *motion)
{
    int count = 0;
    for (int i = 0; i < channel_of(motion)->curve_count; i++)
        count += channel_of(motion)->curves[i].key_count;
    return count;
}

// ---------------------------------------------------------------------------------------- mode

typedef struct difference {
    double off, angle; // share of size, radians
} difference;

static difference compare(const caper_motion *a, const caper_motion *b, const caper_place *place,
                          int looks)
{
    difference d = {0, 0};
    for (int i = 0; i <= looks; i++) {
        float time = SECONDS * (float)i / (float)looks;
        caper_transform p = play(a, place, time), q = play(b, place, time);
        double off = (double)caper_vec3_distance(p.position, q.position);
        d.off = fmax(d.off, off / (double)place->character->size);
        d.angle = fmax(d.angle, (double)caper_quat_angle(p.rotation, q.rotation));
    }
    return d;
}

static caper_mode random_mode(caper_rng *rng)
{
    caper_mode mode = {0};
    mode.position = (caper_frame)caper_rng_int(rng, 0, 2);
    mode.rotation = (caper_frame)caper_rng_int(rng, 0, 3);
    mode.scale = (caper_scale)caper_rng_int(rng, 0, 2);
    mode.ground = caper_rng_bool(rng, 0.5f);
    mode.sagittal = caper_rng_bool(rng, 0.3f);
    mode.direction = caper_rng_bool(rng, 0.3f);
    mode.point = (caper_point)caper_rng_int(rng, 0, 3);
    return mode;
}

static caper_place random_place(caper_rng *rng, const zoo *z, const caper_character *c)
{
    caper_place place = caper_place_make(c, caper_rng_int(rng, 0, c->body_count - 1));
    place.mirror = caper_rng_bool(rng, 0.3f);
    place.target.position = random_vec3(rng, 2.0f * c->size);
    if (caper_rng_bool(rng, 0.3f)) // so near that a gaze turns fast
        place.target.position = caper_vec3_add_scaled(c->rest_model[place.body].position,
                                                      random_unit(rng), 0.2f * c->size);
    int world = caper_rng_int(rng, -1, z->world_count - 1);
    place.world = world < 0 ? NULL : z->worlds[world];
    place.root = zoo_root(rng, place.world);
    return place;
}

// A motion on one character of the zoo, and the same in another mode.
typedef struct change {
    caper_character *c;
    caper_place place;
    draft d;
    caper_motion *motion, *changed;
} change;

static void change_mode(change *x, const caper_mode *to)
{
    x->motion = build(&x->d);
    x->changed = caper_motion_set_mode(x->motion, 0, 0, to, &x->place, NULL);
    REQUIRE(x->changed != NULL);
}

static void change_end(change *x)
{
    caper_motion_destroy(x->changed);
    caper_motion_destroy(x->motion);
    caper_character_destroy(x->c);
}

static void the_body_moves_as_before_in_the_new_mode(void)
{
    zoo z = zoo_open(30);
    caper_rng rng = caper_rng_make(1);
    difference worst = {0, 0};
    int added = 0, changes = 0;
    for (int i = 0; i < z.count; i += CASE_STEP) {
        caper_character *c = zoo_character(&z, i);
        caper_place place = random_place(&rng, &z, c);
        draft d;
        make_draft(&d, &rng, random_mode(&rng), 1 + i % 3);
        caper_motion *motion = build(&d);
        for (int k = 0; k < 2; k++) {
            caper_mode mode = random_mode(&rng);
            caper_error error = {0};
            caper_motion *changed = caper_motion_set_mode(motion, 0, 0, &mode, &place, &error);
            REQUIRE(changed != NULL);
            CHECK(memcmp(&channel_of(changed)->mode, &mode, sizeof mode) == 0);
            difference off = compare(motion, changed, &place, 3001);
            worst.off = fmax(worst.off, off.off);
            worst.angle = fmax(worst.angle, off.angle);
            added += key_count(changed) - key_count(motion);
            changes++;
            caper_motion_destroy(changed);
        }
        caper_motion_destroy(motion);
        caper_character_destroy(c);
    }
    CHECK_NEAR(worst.off, 0, 1e-5);
    CHECK_NEAR(worst.angle, 0, 1e-5);
    if (getenv("CAPER_TEST_FIGURES"))
        printf("remapped: off %.2g of size, %.2g rad; %.1f keys added each\n", worst.off,
               worst.angle, (double)added / changes);
    zoo_close(&z);
}

// From rest to the ground and back, over hills and rubble: the heights bend and jump under the
// body.
static void rugged_ground_takes_more_keys_and_changes_nothing(void)
{
    zoo z = zoo_open(0);
    caper_rng rng = caper_rng_make(2);
    const char *names[] = {"hills", "rubble", "stairs"};
    for (int i = 0; i < 24; i += CASE_STEP) {
        change x = {.c = zoo_character(&z, i)};
        x.place = random_place(&rng, &z, x.c);
        x.place.world = zoo_world(&z, names[i % 3]);
        x.place.root = zoo_root(&rng, x.place.world);
        caper_mode rest = plain_mode(CAPER_FRAME_REST, CAPER_FRAME_REST, CAPER_SCALE_NONE);
        caper_mode ground = rest;
        ground.ground = true;
        make_draft(&x.d, &rng, i % 2 ? rest : ground, CAPER_KEY_POSITION);
        for (int k = 0; k < KEYS; k++) // far enough to meet edges
            x.d.position[k].value[0] *= 4.0f * x.c->size;
        change_mode(&x, i % 2 ? &ground : &rest);
        CHECK(compare(x.motion, x.changed, &x.place, 20011).off <= 1e-5);
        if (getenv("CAPER_TEST_FIGURES"))
            printf("%s on %s: %d keys for %d\n", x.c->name, names[i % 3], key_count(x.changed),
                   key_count(x.motion));
        change_end(&x);
    }
    zoo_close(&z);
}

// Another scale or origin needs no other keys, and smooth keys stay smooth: they can still be
// edited.
static void an_affine_change_keeps_keys_and_eases(void)
{
    zoo z = zoo_open(20);
    caper_rng rng = caper_rng_make(3);
    for (int i = 0; i < z.count; i += CASE_STEP) {
        change x = {.c = zoo_character(&z, i)};
        x.place = random_place(&rng, &z, x.c);
        caper_mode from = plain_mode((caper_frame)(i % 2), (caper_frame)(i % 2), CAPER_SCALE_NONE);
        caper_mode to =
            plain_mode((caper_frame)(i / 2 % 2), (caper_frame)(1 - i % 2), (caper_scale)(i % 3));
        make_draft(&x.d, &rng, from, CAPER_KEY_POSITION | CAPER_KEY_ROTATION);
        for (int k = 0; k < KEYS; k++)
            x.d.position[k].ease = x.d.rotation[k].ease = (caper_ease)(k % 4);
        change_mode(&x, &to);
        for (int k = 0; k < channel_of(x.motion)->curve_count; k++) {
            const caper_curve *a = &channel_of(x.motion)->curves[k];
            const caper_curve *b = &channel_of(x.changed)->curves[k];
            CHECK_INT(a->key_count, b->key_count);
            for (int n = 0; n < a->key_count && a->key_count == b->key_count; n++)
                CHECK(a->keys[n].ease == b->keys[n].ease && a->keys[n].time == b->keys[n].time);
        }
        change_end(&x);
    }
    zoo_close(&z);
}

// Velocities at keys, seen in special space by small steps to either side, stay the same.
static void tangents_are_remapped(void)
{
    zoo z = zoo_open(20);
    caper_rng rng = caper_rng_make(4);
    for (int i = 0; i < z.count; i += CASE_STEP) {
        change x = {.c = zoo_character(&z, i)};
        x.place = random_place(&rng, &z, x.c);
        x.place.world = NULL;
        caper_mode from = plain_mode(CAPER_FRAME_REST, CAPER_FRAME_REST, CAPER_SCALE_CREATURE);
        caper_mode to = plain_mode(CAPER_FRAME_SECONDARY, CAPER_FRAME_SECONDARY, CAPER_SCALE_LIMB);
        make_draft(&x.d, &rng, from, CAPER_KEY_POSITION | CAPER_KEY_ROTATION);
        for (int k = 0; k < KEYS; k++)
            x.d.position[k].ease = x.d.rotation[k].ease = CAPER_EASE_MANUAL;
        change_mode(&x, &to);
        CHECK_INT(key_count(x.changed), key_count(x.motion)); // a rigid turn: no key is added
        for (int k = 1; k + 1 < KEYS; k++) {
            for (int side = -1; side <= 1; side += 2) {
                float time = x.d.position[k].time, h = 0.01f * (float)side;
                caper_vec3 was = caper_vec3_sub(play(x.motion, &x.place, time + h).position,
                                                play(x.motion, &x.place, time).position);
                caper_vec3 is = caper_vec3_sub(play(x.changed, &x.place, time + h).position,
                                               play(x.changed, &x.place, time).position);
                CHECK(caper_vec3_distance(was, is) <= 1e-5f * x.c->size);
            }
        }
        change_end(&x);
    }
    zoo_close(&z);
}

// ---------------------------------------------------------------------------------------- keys

static void a_key_puts_the_body_where_it_was_posed(void)
{
    zoo z = zoo_open(60);
    caper_rng rng = caper_rng_make(5);
    for (int i = 0; i < z.count; i += CASE_STEP) {
        caper_character *c = zoo_character(&z, i);
        caper_place place = random_place(&rng, &z, c);
        draft d;
        make_draft(&d, &rng, random_mode(&rng), 1 + i % 3);
        caper_motion *motion = build(&d);
        caper_transform special = caper_transform_make(
            random_quat(&rng),
            caper_vec3_add(c->rest_model[place.body].position, random_vec3(&rng, c->size)));
        float time = caper_rng_range(&rng, 0, SECONDS);
        int parts = 1 + i / 3 % 3, had = 1 + i % 3;
        caper_error error = {0};
        caper_motion *changed =
            caper_motion_set_key(motion, 0, 0, time, &place, special, parts, &error);
        REQUIRE(changed != NULL);
        caper_transform at = play(changed, &place, time), before = play(motion, &place, time);
        caper_vec3 point = caper_mode_point(&d.channel.mode, c, place.body);
        at.position = caper_vec3_add(at.position, caper_quat_rotate(at.rotation, point));
        before.position =
            caper_vec3_add(before.position, caper_quat_rotate(before.rotation, point));
        if (parts & CAPER_KEY_POSITION)
            CHECK(caper_vec3_distance(at.position, special.position) <= 2e-5f * c->size);
        else if (had & CAPER_KEY_POSITION)
            CHECK(caper_vec3_distance(at.position, before.position) <= 2e-5f * c->size);
        if (parts & CAPER_KEY_ROTATION)
            CHECK_NEAR(caper_quat_angle(at.rotation, special.rotation), 0, 1e-5);
        CHECK_INT(key_count(motion), 1 + KEYS * ((had & 1) + (had >> 1)));
        caper_motion_destroy(changed);
        caper_motion_destroy(motion);
        caper_character_destroy(c);
    }
    zoo_close(&z);
}

static void a_key_within_a_millisecond_is_replaced(void)
{
    zoo z = zoo_open(0);
    caper_character *c = zoo_character(&z, 0);
    caper_place place = caper_place_make(c, 0);
    caper_rng rng = caper_rng_make(6);
    draft d;
    make_draft(&d, &rng, plain_mode(CAPER_FRAME_REST, CAPER_FRAME_REST, CAPER_SCALE_NONE),
               CAPER_KEY_POSITION);
    for (int i = 0; i < KEYS; i++) {
        d.position[i].time = 0.25f * (float)(i + 1);
        d.position[i].ease = (caper_ease)(i % CAPER_EASE_COUNT);
    }
    d.position[KEYS - 1].time = 1.2508f; // two keys are the same as one between them
    caper_motion *motion = build(&d);
    caper_transform special = c->rest_model[0];
    struct {
        float time;
        int count;
        caper_ease ease;
    } cases[] = {
        {0.5004f, KEYS, CAPER_EASE_FLAT},       // in place of the second
        {0.4991f, KEYS, CAPER_EASE_FLAT},       // and from before
        {0.503f, KEYS + 1, CAPER_EASE_SMOOTH},  // a key of its own
        {0.8f, KEYS + 1, CAPER_EASE_LINEAR},    // a straight stretch stays straight
        {1.1f, KEYS + 1, CAPER_EASE_HOLD},      // what steps goes on to step
        {1.2504f, KEYS - 1, CAPER_EASE_SMOOTH}, // in place of two
        {0.0f, KEYS + 1, CAPER_EASE_SMOOTH},    // before all
        {SECONDS, KEYS + 1, CAPER_EASE_SMOOTH}, // after all
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        caper_motion *changed = caper_motion_set_key(motion, 0, 0, cases[i].time, &place, special,
                                                     CAPER_KEY_POSITION, NULL);
        REQUIRE(changed != NULL);
        const caper_curve *curve =
            caper_channel_curve(channel_of(changed), CAPER_CURVE_POSITION, NULL);
        CHECK_INT(curve->key_count, cases[i].count);
        for (int k = 0; k < curve->key_count; k++)
            if (curve->keys[k].time == cases[i].time)
                CHECK_INT(curve->keys[k].ease, cases[i].ease);
        caper_motion_destroy(changed);
    }
    // other curves and parts of the motion are as before; a rotation gets a curve of its own
    caper_motion *changed =
        caper_motion_set_key(motion, 0, 0, 1.0f, &place, special, CAPER_KEY_ROTATION, NULL);
    REQUIRE(changed != NULL);
    CHECK_INT(channel_of(changed)->curve_count, 3);
    CHECK_STR(changed->name, "draft");
    CHECK_INT(key_count(changed), key_count(motion) + 1);
    caper_motion_destroy(changed);
    caper_motion_destroy(motion);
    caper_character_destroy(c);
    zoo_close(&z);
}

// ------------------------------------------------------------------------------------- refusal

static bool ignore_assert(const char *condition, const char *file, int line)
{
    (void)condition, (void)file, (void)line;
    return false;
}

static void what_cannot_be_edited_is_refused(void)
{
    zoo z = zoo_open(0);
    caper_character *c = zoo_character(&z, 0);
    caper_place place = caper_place_make(c, 0), nowhere = place;
    nowhere.body = c->body_count;
    caper_rng rng = caper_rng_make(7);
    draft d;
    make_draft(&d, &rng, plain_mode(CAPER_FRAME_REST, CAPER_FRAME_REST, CAPER_SCALE_NONE), 3);
    d.channel.aim = (caper_aim){0};
    caper_motion *motion = build(&d);
    caper_transform special = c->rest_model[0], broken = special;
    broken.position.x = NAN;
    caper_mode bad = {0}, aimless = plain_mode(CAPER_FRAME_SECONDARY, CAPER_FRAME_REST, 0);
    bad.position = CAPER_FRAME_LOOK;
    caper_error error = {0};
    caper_set_assert_hook(ignore_assert);
    CHECK(!caper_motion_set_key(motion, 1, 0, 0, &place, special, 1, &error));
    CHECK_INT(error.status, CAPER_ERROR_INVALID);
    CHECK(!caper_motion_set_key(motion, 0, 1, 0, &place, special, 1, NULL));
    CHECK(!caper_motion_set_key(motion, 0, -1, 0, &place, special, 1, NULL));
    CHECK(!caper_motion_set_key(motion, 0, 0, 0, &nowhere, special, 1, NULL));
    CHECK(!caper_motion_set_key(motion, 0, 0, 0, &place, broken, 1, NULL));
    CHECK(!caper_motion_set_key(motion, 0, 0, 0, &place, special, 0, NULL));
    CHECK(!caper_motion_set_key(motion, 0, 0, 0, &place, special, 4, NULL));
    CHECK(!caper_motion_set_mode(motion, 0, 0, &bad, &place, NULL));
    CHECK(!caper_motion_set_mode(motion, 0, 0, &aimless, &nowhere, NULL));
    caper_set_assert_hook(NULL);
    // what building refuses comes with building's reason
    CHECK(!caper_motion_set_key(motion, 0, 0, SECONDS + 1, &place, special, 1, &error));
    CHECK(error.message[0] != 0);
    CHECK(!caper_motion_set_mode(motion, 0, 0, &aimless, &place, &error));
    CHECK_HAS(error.message, "aim");
    caper_motion_destroy(motion);
    caper_character_destroy(c);
    zoo_close(&z);
}

static void without_memory_nothing_is_lost(void)
{
    zoo z = zoo_open(0);
    caper_character *c = zoo_character(&z, 0);
    caper_place place = caper_place_make(c, 0);
    place.world = zoo_world(&z, "rubble");
    caper_rng rng = caper_rng_make(8);
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    draft d;
    make_draft(&d, &rng, plain_mode(CAPER_FRAME_REST, CAPER_FRAME_REST, CAPER_SCALE_NONE), 3);
    d.def.allocator = &allocator;
    caper_motion *motion = build(&d);
    caper_mode mode = plain_mode(CAPER_FRAME_SECONDARY, CAPER_FRAME_LOOK, CAPER_SCALE_LIMB);
    mode.ground = true;
    int refused = 0;
    for (int extra = 1; extra < 12; extra++) {
        for (int what = 0; what < 2; what++) {
            caper_error error = {0};
            memory.fail_at = memory.alloc_count + extra;
            caper_motion *changed =
                what ? caper_motion_set_mode(motion, 0, 0, &mode, &place, &error)
                     : caper_motion_set_key(motion, 0, 0, 1, &place, c->rest_model[0], 3, &error);
            memory.fail_at = 0;
            refused += !changed;
            CHECK(changed || error.status == CAPER_ERROR_MEMORY);
            caper_motion_destroy(changed);
        }
    }
    CHECK(refused > 2);
    caper_motion_destroy(motion);
    CHECK_MEMORY_EMPTY(&memory);
    caper_character_destroy(c);
    zoo_close(&z);
}

TESTS(the_body_moves_as_before_in_the_new_mode, rugged_ground_takes_more_keys_and_changes_nothing,
      an_affine_change_keeps_keys_and_eases, tangents_are_remapped,
      a_key_puts_the_body_where_it_was_posed, a_key_within_a_millisecond_is_replaced,
      what_cannot_be_edited_is_refused, without_memory_nothing_is_lost)
