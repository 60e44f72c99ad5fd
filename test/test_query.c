// SPDX-License-Identifier: MIT
//
// Queries over bodies against a reference that reads the header literally: random queries on the
// menagerie and on hundreds of random creatures, each filter alone, and what game code would ask.
#define _POSIX_C_SOURCE 200809L
#include "caper/motion.h"
#include "zoo.h"

#include <math.h>

// --------------------------------------------------------------------------------- reference

static float along(caper_vec3 v, int axis)
{
    float list[3] = {v.x, v.y, v.z};
    return list[axis];
}

static caper_vec3 middle_of(const caper_character *c, int i)
{
    return caper_transform_mul_point(c->rest_model[i], c->bodies[i].box_center);
}

static bool has_caps(const caper_query *q, const caper_body *b)
{
    bool wants_helpers = q->caps & CAPER_CAP_HELPER, is_helper = b->caps & CAPER_CAP_HELPER;
    for (int bit = 0; bit < CAPER_CAP_COUNT; bit++)
        if ((q->caps >> bit & 1) && !(b->caps >> bit & 1))
            return false;
    return wants_helpers || !is_helper;
}

// Does a zone of a range contain a place? By which of three parts of the range it is in.
static bool zone_holds(caper_zone zone, float at, float low, float high, float middle)
{
    float tenth = 0.1f * ((high - low) * 0.5f);
    bool above = at > middle + tenth, below = at < middle - tenth;
    if (zone == CAPER_ZONE_ANY)
        return true;
    if (above)
        return zone == CAPER_ZONE_PLUS;
    if (below)
        return zone == CAPER_ZONE_MINUS;
    return true; // in the center, which every zone includes
}

static caper_bounds bounds_of_set(const caper_query *q, const caper_character *c)
{
    caper_bounds set = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (int i = 0; i < c->body_count; i++) {
        for (int k = 0; k < 8 && has_caps(q, &c->bodies[i]); k++) {
            caper_vec3 h = c->bodies[i].box_half;
            h = caper_vec3_make(k & 1 ? h.x : -h.x, k & 2 ? h.y : -h.y, k & 4 ? h.z : -h.z);
            h = caper_transform_mul_point(c->rest_model[i],
                                          caper_vec3_add(c->bodies[i].box_center, h));
            set.min = caper_vec3_make(fminf(set.min.x, h.x), fminf(set.min.y, h.y),
                                      fminf(set.min.z, h.z));
            set.max = caper_vec3_make(fmaxf(set.max.x, h.x), fmaxf(set.max.y, h.y),
                                      fmaxf(set.max.z, h.z));
        }
    }
    return set;
}

static bool in_zones(const caper_zone *zones, caper_vec3 at, caper_bounds bounds, bool of_set)
{
    for (int axis = 0; axis < 3; axis++) {
        float low = along(bounds.min, axis), high = along(bounds.max, axis);
        float middle = axis == 0 && !of_set ? 0.0f : (low + high) * 0.5f;
        if (!zone_holds(zones[axis], along(at, axis), low, high, middle))
            return false;
    }
    return true;
}

// One flag for each body.
static void reference(const caper_query *q, const caper_character *c, bool *in)
{
    bool was_in[CAPER_MAX_BODIES];
    caper_bounds set = bounds_of_set(q, c);
    for (int i = 0; i < c->body_count; i++)
        in[i] = was_in[i] = has_caps(q, &c->bodies[i]) && (c->bodies[i].caps & q->not_caps) == 0 &&
                            in_zones(q->zones, middle_of(c, i), c->bounds, false) &&
                            in_zones(q->set_zones, middle_of(c, i), set, true);
    if (q->extent != CAPER_EXTENT_NONE) {
        static const int axes[] = {0, 0, 0, 1, 1, 2, 2};
        static const float signs[] = {0, 1, -1, 1, -1, 1, -1};
        for (int i = 0; i < c->body_count; i++) {
            for (int k = 0; k < c->body_count && in[i]; k++) {
                float a = signs[q->extent] * along(middle_of(c, i), axes[q->extent]);
                float b = signs[q->extent] * along(middle_of(c, k), axes[q->extent]);
                if (was_in[k] && (b > a || (b == a && k < i)))
                    in[i] = false;
            }
        }
    }
    if (q->spine_segment) {
        bool up[CAPER_MAX_BODIES] = {false};
        for (int i = 0; i < c->body_count; i++) {
            int k = i;
            while (in[i] && k >= 0 && !(c->bodies[k].caps & CAPER_CAP_SPINE))
                k = c->bodies[k].parent;
            if (in[i] && k >= 0)
                up[k] = true;
        }
        memcpy(in, up, (size_t)c->body_count * sizeof *in);
    }
}

static bool agrees(const caper_query *q, const caper_character *c, int *count)
{
    int16_t bodies[CAPER_MAX_BODIES];
    bool in[CAPER_MAX_BODIES];
    *count = caper_query_select(q, c, bodies);
    reference(q, c, in);
    int k = 0;
    for (int i = 0; i < c->body_count; i++) {
        bool selected = k < *count && bodies[k] == i;
        if (selected)
            k++;
        if (selected != in[i])
            return false;
    }
    return k == *count;
}

// ------------------------------------------------------------------------------------ queries

static caper_query random_query(caper_rng *rng, const caper_character *c)
{
    caper_query q = {0};
    // mostly caps that some body has, else nearly every query is empty
    int body = caper_rng_int(rng, 0, c->body_count - 1);
    if (caper_rng_bool(rng, 0.8f))
        q.caps = c->bodies[body].caps & caper_rng_u32(rng) & caper_rng_u32(rng);
    else
        q.caps = 1u << caper_rng_int(rng, 0, CAPER_CAP_COUNT - 1);
    if (caper_rng_bool(rng, 0.2f))
        q.not_caps = 1u << caper_rng_int(rng, 0, CAPER_CAP_COUNT - 1);
    for (int axis = 0; axis < 3; axis++) {
        if (caper_rng_bool(rng, 0.25f))
            q.zones[axis] = (caper_zone)caper_rng_int(rng, 0, CAPER_ZONE_COUNT - 1);
        if (caper_rng_bool(rng, 0.25f))
            q.set_zones[axis] = (caper_zone)caper_rng_int(rng, 0, CAPER_ZONE_COUNT - 1);
    }
    if (caper_rng_bool(rng, 0.3f))
        q.extent = (caper_extent)caper_rng_int(rng, 0, CAPER_EXTENT_COUNT - 1);
    q.spine_segment = caper_rng_bool(rng, 0.2f);
    return q;
}

static void queries_select_what_the_reference_selects(void)
{
    zoo z = zoo_open(400);
    caper_rng rng = caper_rng_make(1);
    int wrong = 0, some = 0;
    for (int i = 0; i < z.count; i++) {
        caper_character *c = zoo_character(&z, i);
        for (int k = 0; k < 60; k++) {
            caper_query q = random_query(&rng, c);
            int count;
            wrong += !agrees(&q, c, &count);
            some += count > 0;
        }
        caper_character_destroy(c);
    }
    CHECK_INT(wrong, 0);
    CHECK(some > 10000);
    zoo_close(&z);
}

static void every_zone_and_extent_of_every_cap_agrees_on_the_menagerie(void)
{
    zoo z = zoo_open(0);
    int wrong = 0, count;
    for (int i = 0; i < z.count; i++) {
        caper_character *c = zoo_character(&z, i);
        for (int cap = 0; cap < CAPER_CAP_COUNT; cap++) {
            caper_query q = {0};
            q.caps = 1u << cap;
            for (int n = 0; n < 64; n++) { // all zones of three axes, in the character and the set
                for (int axis = 0; axis < 3; axis++) {
                    caper_zone zone = (caper_zone)(n >> (2 * axis) & 3);
                    q.zones[axis] = cap % 2 ? zone : CAPER_ZONE_ANY;
                    q.set_zones[axis] = cap % 2 ? CAPER_ZONE_ANY : zone;
                }
                wrong += !agrees(&q, c, &count);
            }
            q = (caper_query){0};
            q.caps = 1u << cap;
            for (int extent = 0; extent < CAPER_EXTENT_COUNT; extent++) {
                q.extent = (caper_extent)extent;
                wrong += !agrees(&q, c, &count);
                CHECK(extent == CAPER_EXTENT_NONE || count <= 1);
            }
        }
        caper_character_destroy(c);
    }
    CHECK_INT(wrong, 0);
    zoo_close(&z);
}

static void an_empty_query_selects_all_bodies_but_helpers(void)
{
    zoo z = zoo_open(20);
    for (int i = 0; i < z.count; i++) {
        caper_character *c = zoo_character(&z, i);
        caper_query q = {0};
        int16_t bodies[CAPER_MAX_BODIES];
        int others = 0;
        for (int k = 0; k < c->body_count; k++)
            others += !(c->bodies[k].caps & CAPER_CAP_HELPER);
        CHECK_INT(caper_query_select(&q, c, bodies), others);
        caper_character_destroy(c);
    }
    zoo_close(&z);
}

// -------------------------------------------------------------------------- by name, on people

static const char *the_one(const caper_query *q, const caper_character *c)
{
    int16_t bodies[CAPER_MAX_BODIES];
    return caper_query_select(q, c, bodies) == 1 ? c->bodies[bodies[0]].name : "(not one)";
}

static void hands_feet_shoulders_and_hips_are_found(void)
{
    caper_character *c = menagerie_load("performer");
    caper_query q = {0};
    q.caps = CAPER_CAP_GRASPER;
    q.extent = CAPER_EXTENT_LEFT_MOST;
    int left = caper_character_find(c, the_one(&q, c));
    REQUIRE(left >= 0);
    CHECK(middle_of(c, left).x > 0);
    q.extent = CAPER_EXTENT_NONE;
    q.zones[0] = CAPER_ZONE_PLUS;
    CHECK_STR(the_one(&q, c), c->bodies[left].name);
    q.zones[0] = CAPER_ZONE_ANY;
    q.set_zones[0] = CAPER_ZONE_PLUS;
    CHECK_STR(the_one(&q, c), c->bodies[left].name);
    caper_query mirrored = caper_query_mirror(&q);
    CHECK_STR(the_one(&mirrored, c), c->bodies[c->bodies[left].mirror].name);

    // both hands hang on one spine body, both feet on another one below it
    caper_query shoulders = {0}, hips = {0};
    shoulders.caps = CAPER_CAP_GRASPER;
    hips.caps = CAPER_CAP_FOOT;
    shoulders.spine_segment = hips.spine_segment = true;
    int shoulder = caper_character_find(c, the_one(&shoulders, c));
    int hip = caper_character_find(c, the_one(&hips, c));
    REQUIRE(shoulder >= 0 && hip >= 0);
    CHECK(c->bodies[shoulder].caps & c->bodies[hip].caps & CAPER_CAP_SPINE);
    CHECK(middle_of(c, shoulder).y > middle_of(c, hip).y);
    caper_character_destroy(c);
}

// Four hands are told apart within their own bounds, a dog's paws within the dog's.
static void set_zones_separate_what_is_clumped(void)
{
    caper_character *c = menagerie_load("four_armed");
    int16_t bodies[CAPER_MAX_BODIES];
    caper_query q = {0};
    q.caps = CAPER_CAP_GRASPER;
    CHECK_INT(caper_query_select(&q, c, bodies), 4);
    q.set_zones[1] = CAPER_ZONE_PLUS;
    int top = caper_query_select(&q, c, bodies);
    q.set_zones[1] = CAPER_ZONE_MINUS;
    int bottom = caper_query_select(&q, c, bodies);
    CHECK_INT(top, 2);
    CHECK_INT(bottom, 2);
    caper_character_destroy(c);

    c = menagerie_load("dog");
    q = (caper_query){0};
    q.caps = CAPER_CAP_FOOT;
    q.zones[1] = CAPER_ZONE_MINUS;
    q.zones[2] = CAPER_ZONE_PLUS;
    CHECK_INT(caper_query_select(&q, c, bodies), 2);
    q.zones[0] = CAPER_ZONE_MINUS;
    CHECK_INT(caper_query_select(&q, c, bodies), 1);
    q.zones[0] = CAPER_ZONE_CENTER;
    CHECK_INT(caper_query_select(&q, c, bodies), 0);
    caper_character_destroy(c);
}

static void the_center_is_on_both_sides(void)
{
    caper_character *c = menagerie_load("performer");
    caper_query q = {0};
    q.caps = CAPER_CAP_HEAD;
    const char *head = the_one(&q, c);
    for (int zone = 0; zone < CAPER_ZONE_COUNT; zone++) {
        q.zones[0] = (caper_zone)zone;
        CHECK_STR(the_one(&q, c), head);
    }
    caper_character_destroy(c);
}

static void mirroring_twice_gives_the_query_back(void)
{
    caper_character *c = menagerie_load("dog");
    caper_rng rng = caper_rng_make(2);
    for (int k = 0; k < 1000; k++) {
        caper_query q = random_query(&rng, c);
        caper_query once = caper_query_mirror(&q), twice = caper_query_mirror(&once);
        CHECK(twice.zones[0] == q.zones[0] && twice.set_zones[0] == q.set_zones[0]);
        CHECK(twice.extent == q.extent && twice.caps == q.caps);
        CHECK(once.zones[1] == q.zones[1] && once.set_zones[2] == q.set_zones[2]);
    }
    caper_character_destroy(c);
}

// A query on a symmetric character and its mirror image select partners.
static void mirrored_queries_select_partners(void)
{
    caper_character *c = menagerie_load("spider");
    caper_rng rng = caper_rng_make(3);
    int compared = 0;
    for (int k = 0; k < 2000; k++) {
        caper_query q = random_query(&rng, c), m;
        int16_t bodies[CAPER_MAX_BODIES], partners[CAPER_MAX_BODIES];
        if (q.extent > CAPER_EXTENT_RIGHT_MOST)
            q.extent = CAPER_EXTENT_NONE; // ties go to the lower index, on either side
        m = caper_query_mirror(&q);
        int count = caper_query_select(&q, c, bodies);
        int partner_count = caper_query_select(&m, c, partners);
        if (q.extent != CAPER_EXTENT_NONE && count > 0 && fabsf(middle_of(c, bodies[0]).x) < 0.01f)
            continue; // the same body is the farthest on both sides
        CHECK_INT(count, partner_count);
        for (int i = 0; i < count && q.extent == CAPER_EXTENT_NONE; i++) {
            bool found = false;
            for (int j = 0; j < partner_count; j++)
                found = found || partners[j] == c->bodies[bodies[i]].mirror;
            CHECK(found);
            compared++;
        }
    }
    CHECK(compared > 1000);
    caper_character_destroy(c);
}

static bool ignore_assert(const char *condition, const char *file, int line)
{
    (void)condition, (void)file, (void)line;
    return false;
}

static void what_is_no_query_selects_nothing(void)
{
    caper_character *c = menagerie_load("dog");
    int16_t bodies[CAPER_MAX_BODIES];
    caper_query queries[3] = {{0}};
    queries[0].zones[1] = CAPER_ZONE_COUNT;
    queries[1].set_zones[2] = (caper_zone)-1;
    queries[2].extent = CAPER_EXTENT_COUNT;
    caper_set_assert_hook(ignore_assert);
    for (int k = 0; k < 3; k++)
        CHECK_INT(caper_query_select(&queries[k], c, bodies), 0);
    caper_set_assert_hook(NULL);
    caper_character_destroy(c);
}

TESTS(queries_select_what_the_reference_selects,
      every_zone_and_extent_of_every_cap_agrees_on_the_menagerie,
      an_empty_query_selects_all_bodies_but_helpers, hands_feet_shoulders_and_hips_are_found,
      set_zones_separate_what_is_clumped, the_center_is_on_both_sides,
      mirroring_twice_gives_the_query_back, mirrored_queries_select_partners,
      what_is_no_query_selects_nothing)
