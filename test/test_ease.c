// SPDX-License-Identifier: MIT
//
// Recorded frames without jumps: what jumps is spread, what stands stays, all else is left alone.
// Paths are measured here by the definition of METRICS, on poses made from the frames.
#include "actor_fixture.h"

#include "actor/actor.h"
#include "caper/gait.h"
#include "test.h"

#include <math.h>
#include <string.h>

#define RATE 60.0f
#define SECONDS 2.0f
#define AT 60       // the frame that jumps
#define SAT 24      // a frame at which a trunk that rests is thrown up
#define FAR 30      // frames: what is so far away has nothing to do with it
#define TRUNK 0.01f // of size off the path: a pop (METRICS)
#define LIMB 0.02f

typedef struct take {
    caper_character *character;
    caper_actor *actor;
    caper_clip *clip;
    caper_transform *frames, *before;
    caper_root roots[200];
    size_t size;
} take;

// A walk, frame by frame.
static take take_of(const char *name)
{
    take t = {.character = menagerie_load(name)};
    caper_gait_def def = caper_gait_def_default();
    def.character = t.character;
    caper_gait *gait = caper_gait_create(&def, NULL);
    t.actor = actor_of(t.character);
    caper_play_def play = caper_play_def_default();
    play.gait = gait;
    play.fade_in = 0;
    caper_source source = caper_actor_play(t.actor, &play, NULL);
    caper_walk_command command = {{0, 0, caper_gait_speed(gait, 0.15f)}, NAN};
    REQUIRE(caper_actor_command(t.actor, source, &command));
    caper_record_job job = caper_record_job_default();
    job.actor = t.actor;
    job.recorder.rate = RATE;
    job.seconds = SECONDS;
    t.clip = caper_record(&job, NULL);
    REQUIRE(t.clip != NULL && t.clip->frame_count < 200);
    size_t bodies = (size_t)t.character->body_count;
    t.size = (size_t)t.clip->frame_count * bodies * sizeof(caper_transform);
    t.frames = caper_alloc(NULL, t.size, 32);
    t.before = caper_alloc(NULL, t.size, 32);
    REQUIRE(t.frames && t.before);
    for (int f = 0; f < t.clip->frame_count; f++) {
        caper_pose pose = {t.frames + (size_t)f * bodies, NULL, (int)bodies, 0};
        caper_clip_sample(t.clip, (float)f / RATE, NULL, &pose);
        t.roots[f] = caper_clip_sample_root(t.clip, (float)f / RATE);
    }
    caper_gait_destroy(gait);
    return t;
}

static void close_take(take *t)
{
    caper_free(NULL, t->frames, t->size);
    caper_free(NULL, t->before, t->size);
    caper_clip_destroy(t->clip);
    caper_actor_destroy(t->actor);
    caper_character_destroy(t->character);
}

static caper_vec3 place_of(const take *t, const caper_transform *frames, int frame, int body)
{
    const caper_transform *local = frames + frame * t->character->body_count;
    caper_transform at = local[body];
    for (int b = t->character->bodies[body].parent; b >= 0; b = t->character->bodies[b].parent) {
        at = caper_transform_mul(local[b], at);
    }
    return caper_transform_mul_point(caper_root_transform(t->roots[frame]), at.position);
}

// How far a body is off the path of its neighbours, of size.
static float off_path(const take *t, int frame, int body)
{
    static const float weights[5] = {-1 / 6.0f, 4 / 6.0f, -1, 4 / 6.0f, -1 / 6.0f};
    caper_vec3 sum = caper_vec3_zero();
    for (int k = 0; k < 5; k++) {
        sum = caper_vec3_add_scaled(sum, place_of(t, t->frames, frame + k - 2, body), weights[k]);
    }
    return caper_vec3_length(sum) / t->character->size;
}

// The worst of trunk and limbs, against what is allowed.
static float worst_jump(const take *t)
{
    const caper_character *c = t->character;
    float worst = 0;
    for (int f = 2; f + 2 < t->clip->frame_count; f++) {
        for (int b = 0; b < c->body_count; b++) {
            bool trunk = (c->bodies[b].caps & (CAPER_CAP_SPINE | CAPER_CAP_HEAD)) != 0;
            bool limb = (c->bodies[b].caps & CAPER_CAP_LIMB) != 0;
            if (trunk || limb) {
                worst = caper_max(worst, off_path(t, f, b) / (trunk ? TRUNK : LIMB));
            }
        }
    }
    return worst;
}

// How far feet moved that stand.
static float moved_stances(const take *t)
{
    float worst = 0;
    for (int i = 0; i < t->clip->contact_count; i++) {
        const caper_contact *k = &t->clip->contacts[i];
        for (int f = (int)ceilf(k->start * RATE); f <= (int)floorf(k->end * RATE); f++) {
            worst = caper_max(worst, caper_vec3_distance(place_of(t, t->frames, f, k->body),
                                                         place_of(t, t->before, f, k->body)));
        }
    }
    return worst / t->character->size;
}

static bool stands_near(const take *t, int body)
{
    for (int i = 0; i < t->clip->contact_count; i++) {
        const caper_contact *k = &t->clip->contacts[i];
        if (k->body == body && k->start * RATE < AT + 3 && k->end * RATE > AT - 3) {
            return true;
        }
    }
    return false;
}

// One frame in which the neck is turned, and legs in the air are.
static void jolt(take *t)
{
    const caper_character *c = t->character;
    caper_quat turn = caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), 0.15f);
    caper_transform *frame = t->frames + AT * c->body_count;
    int top = c->spine[c->spine_count - 1];
    for (int i = 0; i < c->leg_count; i++) {
        int leg = c->bodies[c->legs[i].foot].base;
        if (!stands_near(t, c->legs[i].foot)) {
            frame[leg].rotation = caper_quat_mul(frame[leg].rotation, turn);
        }
    }
    int neck = c->bodies[top].parent; // nothing that stands hangs on it
    frame[neck].rotation = caper_quat_mul(frame[neck].rotation, turn);
}

static caperi_ease_job job_of(take *t)
{
    return (caperi_ease_job){.actor = t->actor,
                             .frames = t->frames,
                             .roots = t->roots,
                             .frame_count = t->clip->frame_count,
                             .rate = RATE,
                             .size = 1.8f,
                             .contacts = t->clip->contacts,
                             .contact_count = t->clip->contact_count};
}

static void a_jolt_is_spread_and_feet_stay(void)
{
    static const char *const names[] = {"dog", "ostrich", "horse", "giraffe", "centaur"};
    for (int n = 0; n < CAPER_COUNT_OF(names); n++) {
        take t = take_of(names[n]);
        memcpy(t.before, t.frames, t.size);
        float plain = worst_jump(&t);
        jolt(&t);
        float jolted = worst_jump(&t);
        caperi_ease_job job = job_of(&t);
        CHECK(caperi_ease(&job));
        float eased = worst_jump(&t), moved = moved_stances(&t);
        printf("%-8s jumps %.2f of what is allowed, %.2f jolted, %.2f eased; stances moved %.5f\n",
               names[n], (double)plain, (double)jolted, (double)eased, (double)moved);
        CHECK(plain < 1 && jolted > 1.5f);
        CHECK(eased < 1);
        CHECK(moved < 0.003f); // 5 mm of a person
        size_t bodies = (size_t)t.character->body_count;
        size_t until = (AT - FAR) * bodies, from = (AT + FAR) * bodies;
        CHECK(memcmp(t.frames, t.before, until * sizeof *t.frames) == 0);
        CHECK(memcmp(t.frames + from, t.before + from, t.size - from * sizeof *t.frames) == 0);
        close_take(&t);
    }
}

// What does not jump is what it was, to the bit.
static void a_calm_walk_is_left_alone(void)
{
    take t = take_of("dog");
    memcpy(t.before, t.frames, t.size);
    caperi_ease_job job = job_of(&t);
    CHECK(caperi_ease(&job));
    CHECK(memcmp(t.frames, t.before, t.size) == 0);
    close_take(&t);
}

// A trunk that is thrown is where it is thrown to: what jumps in a flight is spread beside it.
static void a_flight_is_left_alone(void)
{
    take t = take_of("dog");
    jolt(&t);
    memcpy(t.before, t.frames, t.size);
    caper_contact stances[64];
    int count = 0;
    for (int i = 0; i < t.clip->contact_count && count < 64; i++) { // nothing stands about the jolt
        caper_contact contact = t.clip->contacts[i];
        contact.end = caper_min(contact.end, (AT - 10) / RATE);
        stances[count] = contact;
        count += contact.start < contact.end;
    }
    caperi_ease_job job = job_of(&t);
    job.contacts = stances;
    job.contact_count = count;
    REQUIRE(count > 0);
    CHECK(caperi_ease(&job));
    size_t bodies = (size_t)t.character->body_count;
    float worst = 0;
    for (int f = AT - 9; f < AT + 10; f++) {
        for (size_t b = 0; b < bodies; b++) {
            size_t i = (size_t)f * bodies + b;
            bool trunk = t.character->bodies[b].base < 0;
            float turned = caper_quat_angle(t.frames[i].rotation, t.before[i].rotation);
            worst = caper_max(worst, trunk ? turned : 0);
        }
    }
    CHECK(worst < 1e-3f); // a jolt of 0.15
    close_take(&t);
}

// What lies must not move, and hips cannot be both there and where they are eased to: that is as it
// came, and a jolt a second later is spread all the same.
static void what_fails_is_put_back_there_alone(void)
{
    take t = take_of("dog");
    jolt(&t);
    int hips = t.character->root_body;
    t.frames[SAT * t.character->body_count + hips].position.y += 0.05f * t.character->size;
    memcpy(t.before, t.frames, t.size);
    caper_contact stances[64];
    int count = caper_min(t.clip->contact_count, 63);
    REQUIRE(count > 0);
    memcpy(stances, t.clip->contacts, (size_t)count * sizeof *stances);
    stances[count] = stances[0];
    stances[count].body = hips;
    stances[count].start = (SAT - 2) / RATE;
    stances[count++].end = (SAT + 2) / RATE;
    caperi_ease_job job = job_of(&t);
    job.contacts = stances;
    job.contact_count = count;
    int top = t.character->spine[t.character->spine_count - 1];
    float jolted = off_path(&t, AT, top);
    CHECK(caperi_ease(&job));
    size_t bodies = (size_t)t.character->body_count;
    size_t from = (SAT - 2) * bodies, frames = 5 * bodies;
    CHECK(memcmp(t.frames + from, t.before + from, frames * sizeof *t.frames) == 0);
    float eased = 0;
    for (int f = AT - 10; f <= AT + 10; f++) {
        eased = caper_max(eased, off_path(&t, f, top));
    }
    printf("a jolt of %.4f of size off its path, %.4f eased, beside hips put back\n",
           (double)jolted, (double)eased);
    CHECK(jolted > TRUNK && eased < TRUNK);
    close_take(&t);
}

TESTS(a_jolt_is_spread_and_feet_stay, a_calm_walk_is_left_alone, a_flight_is_left_alone,
      what_fails_is_put_back_there_alone)
