// SPDX-License-Identifier: MIT
// Points that are held by the least motion of mass. Kinetic energy is computed anew, from where
// masses are a moment later: what an impact takes is the energy of the velocities it takes
// (Carnot), which is so for no other way to bring the points to rest.
#include "spacetime/hold.h"
#include "test.h"

#include <math.h>
#include <string.h>

enum {
    MOST_RIGIDS = 64,
    MOST_FREEDOM = 3 + 3 * MOST_RIGIDS,
    PINS = 8
};

typedef struct standing {
    caper_character *character;
    caperi_model *model;
    caperi_pinning *hold;
    caperi_placed rigids[MOST_RIGIDS];
    caperi_pin pins[PINS]; ///< corners of the soles, left, then right
} standing;

static void begin_standing(standing *s)
{
    caper_error error;
    bool touching[CAPER_MAX_BODIES] = {false};
    s->character =
        caper_character_load(test_data_path("characters/performer.character.json"), NULL, &error);
    REQUIRE(s->character != NULL);
    static const char *const names[2] = {"left_foot", "right_foot"};
    for (int i = 0; i < 2; i++) {
        touching[caper_character_find(s->character, names[i])] = true;
    }
    s->model = caperi_model_create(s->character, touching, NULL);
    REQUIRE(s->model != NULL && s->model->rigid_count <= MOST_RIGIDS);
    s->hold = caperi_pinning_create(s->model, PINS, NULL);
    REQUIRE(s->hold != NULL);
    for (int r = 0; r < s->model->rigid_count; r++) {
        const caperi_model_body *rigid = &s->model->rigids[r];
        s->rigids[r] = (caperi_placed){rigid->rest_position, rigid->rest_rotation};
    }
    for (int i = 0; i < PINS; i++) {
        int body = caper_character_find(s->character, names[i / 4]);
        caper_vec3 points[CAPER_MAX_CONTACTS];
        int count = caper_body_sole_points(s->character, body, points);
        REQUIRE(count >= 4);
        real3 point = caperi_model_point(s->model, body, points[i % 4]);
        int rigid = s->model->carried[body].rigid;
        s->pins[i] = (caperi_pin){rigid, point, caperi_placed_point(&s->rigids[rigid], point)};
    }
}

static void end_standing(standing *s)
{
    caperi_pinning_destroy(s->hold);
    caperi_model_destroy(s->model);
    caper_character_destroy(s->character);
}

// Bodies after a moment of these velocities.
static void move(const standing *s, const double *v, double moment, caperi_placed *out)
{
    memcpy(out, s->rigids, sizeof s->rigids);
    real3 by = {v[0], v[1], v[2]};
    out[0].position = real3_add(out[0].position, real3_scale(by, moment));
    for (int r = 0; r < s->model->rigid_count; r++) {
        const double *w = v + 3 + 3 * r;
        double speed = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
        double half = 0.5 * speed * moment, k = speed > 0 ? sin(half) / speed : 0;
        real4 turn = {k * w[0], k * w[1], k * w[2], cos(half)};
        out[r].rotation = real4_mul(turn, out[r].rotation);
    }
    caperi_hang(s->model, out);
}

// Of six masses on the axes of each ellipsoid, which have its moments.
static double energy(const standing *s, const double *v)
{
    const double moment = 1e-6;
    static caperi_placed before[MOST_RIGIDS], after[MOST_RIGIDS];
    double sum = 0;
    move(s, v, -moment, before);
    move(s, v, moment, after);
    for (int r = 0; r < s->model->rigid_count; r++) {
        const caperi_model_body *rigid = &s->model->rigids[r];
        for (int i = 0; i < 6; i++) {
            double mass = rigid->mass / 6, at = sqrt(rigid->spread[i / 2] / (2 * mass));
            at = i % 2 ? at : -at;
            real3 point = {i / 2 == 0 ? at : 0, i / 2 == 1 ? at : 0, i / 2 == 2 ? at : 0};
            real3 way = real3_sub(caperi_placed_point(&after[r], point),
                                  caperi_placed_point(&before[r], point));
            way = real3_scale(way, 0.5 / moment);
            sum += 0.5 * mass * real3_dot(way, way);
        }
    }
    return sum;
}

// How far hinges have turned across their axes, at most: sines.
static double most_across(const standing *s, const caperi_placed *rigids)
{
    double most = 0;
    for (int r = 1; r < s->model->rigid_count; r++) {
        const caperi_model_body *rigid = &s->model->rigids[r];
        real3 rest = real4_rotate(rigid->rest_rotation, rigid->hinge);
        int parent = rigid->parent;
        real3 along = real4_unrotate(s->model->rigids[parent].rest_rotation, rest);
        along = real4_rotate(rigids[parent].rotation, along);
        real3 axis = real4_rotate(rigids[r].rotation, rigid->hinge);
        most = fmax(most, real3_length(real3_cross(along, axis)));
    }
    return most;
}

static void an_impact_takes_the_energy_of_what_it_takes(void)
{
    standing s;
    begin_standing(&s);
    caper_rng rng = caper_rng_make(11);
    int n = caperi_pinning_freedom(s.model);
    double before[MOST_FREEDOM], after[MOST_FREEDOM], taken[MOST_FREEDOM];
    REQUIRE(n <= MOST_FREEDOM);
    for (int trial = 0; trial < 5; trial++) {
        int pins = 2 * trial - trial / 4;
        for (int i = 0; i < n; i++) {
            before[i] = after[i] = 2 * caper_rng_double(&rng) - 1;
        }
        caperi_pins_still(s.hold, s.rigids, s.pins, pins, after);
        for (int i = 0; i < n; i++) {
            taken[i] = before[i] - after[i];
        }
        CHECK(pins == 0 || energy(&s, taken) > 1e-3);
        CHECK_NEAR(energy(&s, before), energy(&s, after) + energy(&s, taken), 1e-6);
        static caperi_placed later[MOST_RIGIDS];
        move(&s, after, 1e-4, later);
        for (int p = 0; p < pins; p++) {
            real3 at = caperi_placed_point(&later[s.pins[p].rigid], s.pins[p].point);
            // of second order in the moment
            CHECK(real3_length(real3_sub(at, s.pins[p].target)) < 1e-6);
        }
        CHECK((most_across(&s, later) < 1e-6) == (pins > 0)); // knees stay knees
    }
    end_standing(&s);
}

// Legs are straight at rest. Two millimetres off their length would bend a knee to 11 degrees and
// move it by 4 cm; the hips go down by as much instead.
static void hips_give_way_to_a_straight_leg(void)
{
    standing s;
    begin_standing(&s);
    double up = 0.002 / s.model->length;
    static caperi_placed before[MOST_RIGIDS];
    memcpy(before, s.rigids, sizeof before);
    for (int p = 0; p < PINS; p++) {
        s.pins[p].target.y += up;
    }
    s.rigids[0].position.x += 1e-4; // and a little aside, so that there are ways to turn
    caperi_hang(s.model, s.rigids);
    caperi_pins_hold(s.hold, s.rigids, s.pins, PINS);
    for (int p = 0; p < PINS; p++) {
        real3 at = caperi_placed_point(&s.rigids[s.pins[p].rigid], s.pins[p].point);
        CHECK(real3_length(real3_sub(at, s.pins[p].target)) < 1e-6);
    }
    CHECK(most_across(&s, s.rigids) < 1e-6);
    for (int r = 0; r < s.model->rigid_count; r++) {
        CHECK(real3_length(real3_sub(s.rigids[r].position, before[r].position)) < 2 * up);
        CHECK(fabs(real4_dot(s.rigids[r].rotation, before[r].rotation)) > cos(0.5 * 0.02));
    }
    end_standing(&s);
}

TESTS(an_impact_takes_the_energy_of_what_it_takes, hips_give_way_to_a_straight_leg)
