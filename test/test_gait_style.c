// SPDX-License-Identifier: MIT
//
// Gait styles: parameters by speed, layers, files to the bit, refusals with line and column that
// the schema shares.
#include "caper/gait.h"
#include "gait/gait.h"
#include "schema.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>

static char *text_of(const caper_gait_style *style, size_t *size)
{
    caper_json_writer writer;
    caper_json_writer_init(&writer, NULL, 2);
    caper_gait_style_write(style, &writer);
    const char *text = caper_json_writer_finish(&writer, size, NULL);
    REQUIRE(text != NULL);
    char *copy = malloc(*size + 1);
    REQUIRE(copy != NULL);
    memcpy(copy, text, *size + 1);
    caper_json_writer_free(&writer);
    return copy;
}

static caperi_json load_schema(void)
{
    caperi_json schema;
    REQUIRE(caperi_json_parse_file(&schema, test_source_path("docs/schema/gait.schema.json"), NULL,
                                   NULL, NULL));
    return schema;
}

static bool schema_says(const caperi_json *schema, const char *text)
{
    caperi_json json;
    if (!caperi_json_parse(&json, text, strlen(text), "text", NULL, NULL, NULL)) {
        return false;
    }
    bool good = schema_accepts(schema->root, schema->root, json.root);
    caperi_json_free(&json);
    return good;
}

static void a_style_comes_back_from_its_text_to_the_bit(void)
{
    caperi_json schema = load_schema();
    caper_rng rng = caper_rng_make(3);
    for (int round = 0; round < 50; round++) {
        caper_gait_style style = caper_gait_style_default(), back;
        for (int i = 0; round > 0 && i < CAPER_GAIT_MAX_FEET; i++) {
            for (int k = 0; k < style.feet[i].key_count; k++) {
                style.feet[i].keys[k].lift = caper_rng_float(&rng);
                style.feet[i].keys[k].triggers[i] = caper_rng_range(&rng, -1, 2);
            }
            style.feet[i].key_count = caper_rng_bool(&rng, 0.3f) ? 0 : style.feet[i].key_count;
            if (style.feet[i].key_count == 0) {
                memset(&style.feet[i], 0, sizeof style.feet[i]);
            }
        }
        style.adjust.lean_deg = round > 0 ? caper_rng_range(&rng, -20, 20) : 0;
        style.curve_count = round % (CAPER_GAIT_MAX_CURVES + 1);
        for (int i = 0; i < style.curve_count; i++) {
            style.curves[i].froude = (float)i + caper_rng_float(&rng);
            for (int n = 0; n < CAPER_GAIT_CHANNELS; n++) {
                float *x = style.curves[i].channels[n][caper_rng_bool(&rng, 0.5f) ? 0 : 2];
                x[0] = caper_rng_range(&rng, -1, 1);
                x[1] = caper_rng_range(&rng, -1, 1);
            }
        }
        size_t size;
        char *text = text_of(&style, &size);
        caper_error error = {0};
        CHECK(caper_gait_style_parse(text, size, "text", NULL, &back, &error));
        CHECK_STR(error.message, "");
        CHECK(memcmp(&style, &back, sizeof style) == 0);
        CHECK(schema_says(&schema, text));
        free(text);
    }
    caperi_json_free(&schema);
}

static void the_shipped_styles_load_and_animal_is_the_default(void)
{
    static const char *const names[] = {"animal", "limp", "lumber", "sneak", "prance", "hop"};
    caperi_json schema = load_schema();
    for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
        char path[64];
        snprintf(path, sizeof path, "gaits/%s.gait.json", names[i]);
        caper_gait_style style;
        caper_error error = {0};
        CHECK(caper_gait_style_load(test_data_path(path), NULL, &style, &error));
        CHECK_STR(error.message, "");
        CHECK_STR(style.name, names[i]);
        size_t size;
        char *text = text_of(&style, &size);
        CHECK(schema_says(&schema, text));
        free(text);
        caper_gait_style usual = caper_gait_style_default();
        CHECK(i > 0 || memcmp(&style, &usual, sizeof style) == 0);
    }
    caperi_json_free(&schema);
}

static void bad_files_are_refused_at_the_place(void)
{
    static const struct {
        const char *text, *message;
        int line, column;
        bool schema_blind; // a rule between values, which the schema cannot say
    } cases[] = {
        {"{}", "caper", 1, 1, false},
        {"{\"caper\": \"gait\", \"version\": 1}", "name", 1, 1, false},
        {"{\"caper\": \"gait\", \"version\": 1, \"name\": \"x\",\n\"speed\": 1}", "speed", 2, 1,
         false},
        {"{\"caper\": \"gait\", \"version\": 1, \"name\": \"x\",\n\"wave_rows\": 0.5}", "wave_rows",
         2, 14, true},
        {"{\"caper\": \"gait\", \"version\": 1, \"name\": \"x\",\n\"adjust\": {\"pace\": 0}}",
         "pace", 2, 20, false},
        {"{\"caper\": \"gait\", \"version\": 1, \"name\": \"x\",\n\"feet\": {\"7\": []}}", "7", 2,
         10, false},
        {"{\"caper\": \"gait\", \"version\": 1, \"name\": \"x\",\n\"feet\": {\"2\": [{\"froude\": "
         "0, "
         "\"duty\": 0.5, \"stride\": 1, \"triggers\": [0]}]}}",
         "triggers", 2, 68, false},
        {"{\"caper\": \"gait\", \"version\": 1, \"name\": \"x\",\n\"feet\": {\"1\": [{\"froude\": "
         "1, "
         "\"duty\": 0.5, \"stride\": 1, \"triggers\": [0]},\n{\"froude\": 1, \"duty\": 0.5, "
         "\"stride\": 1, \"triggers\": [0]}]}}",
         "rising", 3, 1, true},
        {"{\"caper\": \"gait\", \"version\": 1, \"name\": \"x\",\n\"path\": [{\"time\": 0, "
         "\"forward\": 0, "
         "\"up\": 0}, {\"time\": 0.5, \"forward\": 1, \"up\": 0}]}",
         "a path runs", 2, 46, true},
    };
    caperi_json schema = load_schema();
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        caper_gait_style style = caper_gait_style_default(), before = style;
        caper_error error = {0};
        CHECK(!caper_gait_style_parse(cases[i].text, strlen(cases[i].text), "text", NULL, &style,
                                      &error));
        CHECK_HAS(error.message, cases[i].message);
        CHECK_INT(error.line, cases[i].line);
        CHECK_INT(error.column, cases[i].column);
        CHECK(memcmp(&style, &before, sizeof style) == 0);
        CHECK(schema_says(&schema, cases[i].text) == cases[i].schema_blind);
    }
    caperi_json_free(&schema);
}

static caper_character *load(const char *name)
{
    char path[96];
    snprintf(path, sizeof path, "characters/%s.character.json", name);
    caper_character *character = caper_character_load(test_data_path(path), NULL, NULL);
    REQUIRE(character != NULL);
    return character;
}

static caper_gait *plan(const caper_character *character, const caper_gait_layer *layers, int count)
{
    caper_gait_def def = caper_gait_def_default();
    def.character = character;
    def.layers = layers;
    def.layer_count = count;
    caper_gait *gait = caper_gait_create(&def, NULL);
    REQUIRE(gait != NULL);
    return gait;
}

// Walks have feet down for more than half of the time, runs for less, and the change is near a
// Froude number of 0.5 (docs/guide/quality.md). Alexander 1976: u = 0.25 g^0.5 d^1.67 h^-1.17.
static void bipeds_run_from_a_froude_number_of_half(void)
{
    caper_character *performer = load("performer");
    caper_gait *gait = plan(performer, NULL, 0);
    CHECK(caper_gait_params(gait, 0, 0.4f).duty > 0.5f);
    CHECK(caper_gait_params(gait, 0, 0.6f).duty < 0.5f);
    float last = 1;
    for (float froude = 0.01f; froude < 3; froude *= 1.1f) {
        caper_gait_key key = caper_gait_params(gait, 0, froude);
        CHECK(key.duty <= last);
        last = key.duty;
        CHECK_NEAR(key.stride / powf(4 * sqrtf(froude), 1 / 1.67f), 1, 0.12);
    }
    caper_gait_destroy(gait);
    caper_character_destroy(performer);
}

static void parameters_move_without_steps_as_speed_rises(void)
{
    static const char *const names[] = {"hopper", "performer", "tripod", "dog", "beetle", "spider"};
    for (int n = 0; n < CAPER_COUNT_OF(names); n++) {
        caper_character *character = load(names[n]);
        caper_gait *gait = plan(character, NULL, 0);
        const caper_gait_leg *legs;
        int count = caper_gait_legs(gait, &legs);
        for (float speed = 0; speed < 1.8f; speed += 0.002f) {
            float a = speed * speed, b = (speed + 0.002f) * (speed + 0.002f);
            caper_gait_key p = caper_gait_params(gait, 0, a), q = caper_gait_params(gait, 0, b);
            CHECK(fabsf(p.duty - q.duty) < 0.01f && fabsf(p.stride - q.stride) < 0.02f);
            for (int i = 0; i < count; i++) {
                CHECK(fabsf(caperi_gait_trigger(gait, i, a) - caperi_gait_trigger(gait, i, b)) <
                      0.03f);
            }
        }
        caper_gait_destroy(gait);
        caper_character_destroy(character);
    }
}

// Trot: diagonal feet together; walk: hind, front of the same side, the other hind, its front, a
// quarter of a cycle apart; tripod: front and hind of one side with the middle of the other.
static void feet_land_in_the_order_of_animals(void)
{
    caper_character *dog = load("dog"), *beetle = load("beetle");
    caper_gait *four = plan(dog, NULL, 0), *six = plan(beetle, NULL, 0);
    const caper_gait_leg *legs;
    int count = caper_gait_legs(four, &legs);
    float walk[4], trot[4];
    for (int i = 0; i < count; i++) {
        int place = legs[i].row * 2 + (legs[i].side < 0); // hind left, hind right, front left ...
        walk[place] = caperi_gait_trigger(four, i, 0.1f);
        trot[place] = fmodf(caperi_gait_trigger(four, i, 0.8f), 1);
    }
    CHECK_NEAR(walk[2] - walk[0], 0.25, 0.01);
    CHECK_NEAR(walk[1] - walk[0], 0.5, 0.01);
    CHECK_NEAR(walk[3] - walk[0], 0.75, 0.01);
    CHECK_NEAR(trot[0], trot[3], 0.01);
    CHECK_NEAR(trot[1], trot[2], 0.01);
    CHECK_NEAR(fabsf(trot[0] - trot[1]), 0.5, 0.01);
    count = caper_gait_legs(six, &legs);
    CHECK_INT(count, 6);
    for (int i = 0; i < count; i++) {
        bool first = (legs[i].row + (legs[i].side < 0)) % 2 == 0;
        CHECK_NEAR(fmodf(caperi_gait_trigger(six, i, 1), 1), first ? 0 : 0.5, 0.01);
    }
    caper_gait_destroy(four);
    caper_gait_destroy(six);
    caper_character_destroy(dog);
    caper_character_destroy(beetle);
}

static void layers_mix_by_weight_and_by_group(void)
{
    caper_character *odd = load("oddlegs");
    caper_gait_style style = caper_gait_style_neutral();
    style.adjust.lift = 3;
    style.adjust.duty = -0.1f;
    caper_gait_layer layer = {&style, 0.5f, 1};
    caper_gait *plain = plan(odd, NULL, 0), *mixed = plan(odd, &layer, 1);
    const caper_gait_group *groups;
    REQUIRE(caper_gait_groups(plain, &groups) == 3);
    for (int g = 0; g < 3; g++) {
        caper_gait_key a = caper_gait_params(plain, g, 0.2f), b = caper_gait_params(mixed, g, 0.2f);
        CHECK_NEAR(b.lift / a.lift, g == 1 ? 2 : 1, 1e-5);
        CHECK_NEAR(b.duty - a.duty, g == 1 ? -0.05 : 0, 1e-5);
    }
    caper_gait_destroy(plain);
    caper_gait_destroy(mixed);
    caper_character_destroy(odd);
}

// What a walk looks like in numbers, over some strides.
typedef struct look {
    float duty[3]; // of feet of the right, in the middle, of the left
    float lift;    // of feet, leg lengths
    float height;  // of the root body over rest, leg lengths
    float sway;    // of the root body to the sides, leg lengths, standard deviation
    float roll;    // of it, radians, standard deviation
    float pitch;   // mean
    float cycles;  // a second, times the time of a leg
} look;

static caper_gait_style shipped(const char *name)
{
    char path[64];
    caper_gait_style style;
    snprintf(path, sizeof path, "gaits/%s.gait.json", name);
    REQUIRE(caper_gait_style_load(test_data_path(path), NULL, &style, NULL));
    return style;
}

// How a character walks with the shipped styles named (one, or two with a comma between).
static look watch(const char *body, const char *names, float froude)
{
    caper_gait_style styles[2];
    caper_gait_layer layers[2];
    char copy[64];
    int count = 0;
    snprintf(copy, sizeof copy, "%s", names);
    for (char *name = strtok(copy, ","); name; name = strtok(NULL, ",")) {
        styles[count] = shipped(name);
        layers[count] = (caper_gait_layer){&styles[count], 1, -1};
        count++;
    }
    caper_character *c = load(body);
    caper_gait *gait = plan(c, layers, count);
    caper_walker *walker = caper_walker_create(gait, NULL, NULL);
    const caper_gait_leg *legs;
    int leg_count = caper_gait_legs(gait, &legs), frames[3] = {0}, n = 0;
    float length = caper_gait_length(gait), tau = sqrtf(length / 9.81f);
    static caper_goal goals[CAPER_MAX_BODIES];
    caper_root root = {0, 0, 0, 0};
    look seen = {{0, 0, 0}, 0, 0, 0, 0, 0, 0};
    double x = 0, xx = 0, r = 0, rr = 0, start = 0, now = 0;
    for (int f = 0; f < 900; f++) {
        int goal_count = 0;
        caper_walk_job job = caper_walk_job_default();
        job.command.velocity.z = caper_gait_speed(gait, froude);
        job.command.heading = NAN;
        job.dt = 0.055f * tau;
        job.root = &root;
        job.goals = goals;
        job.goal_count = &goal_count;
        job.goal_capacity = CAPER_COUNT_OF(goals);
        REQUIRE(caper_walker_update(walker, &job));
        caper_walker_cycle(walker, &now, NULL);
        start = f == 300 ? now : start;
        // eight whole cycles, or one side is watched half a cycle longer than the other
        for (int i = 0; i < leg_count && f >= 300 && now < start + 8; i++) {
            caper_foot_state foot;
            caper_walker_foot(walker, i, &foot);
            seen.duty[legs[i].side + 1] += foot.stands;
            frames[legs[i].side + 1]++;
            seen.lift = fmaxf(seen.lift, foot.position.y / legs[i].length);
        }
        for (int i = 0; i < goal_count && f >= 300; i++) {
            if (goals[i].body == c->root_body) {
                caper_transform rest = c->rest_model[c->root_body];
                caper_quat off = caper_quat_mul(goals[i].rotation, caper_quat_conj(rest.rotation));
                caper_vec3 side = caper_quat_rotate(off, caper_vec3_make(1, 0, 0));
                double at = (double)(goals[i].position.x / length), roll = (double)side.y;
                seen.height += (goals[i].position.y - rest.position.y) / length;
                seen.pitch -= asinf(caper_quat_rotate(off, caper_vec3_make(0, 0, 1)).y);
                x += at;
                xx += at * at;
                r += roll;
                rr += roll * roll;
                n++;
            }
        }
    }
    for (int i = 0; i < 3; i++) {
        seen.duty[i] /= frames[i] > 0 ? (float)frames[i] : 1;
    }
    seen.height /= (float)n;
    seen.pitch /= (float)n;
    seen.sway = (float)sqrt(fmax(xx / n - x / n * x / n, 0));
    seen.roll = (float)sqrt(fmax(rr / n - r / n * r / n, 0));
    seen.cycles = (float)((now - start) / (599 * 0.055));
    printf("%-10s %-12s duty %.2f right %.2f left, lift %.3f, height %+.3f, sway %.4f, roll %.2f "
           "deg, pitch %+.1f deg, %.2f cycles\n",
           body, names, (double)seen.duty[0], (double)seen.duty[2], (double)seen.lift,
           (double)seen.height, (double)seen.sway, (double)(seen.roll / CAPER_DEGREE),
           (double)(seen.pitch / CAPER_DEGREE), (double)seen.cycles);
    caper_walker_destroy(walker);
    caper_gait_destroy(gait);
    caper_character_destroy(c);
    return seen;
}

static void each_style_reads_as_its_name_on_two_four_and_six_feet(void)
{
    static const char *const bodies[] = {"performer", "dog", "beetle"};
    for (int n = 0; n < CAPER_COUNT_OF(bodies); n++) {
        look animal = watch(bodies[n], "animal", 0.08f), limp = watch(bodies[n], "limp", 0.08f);
        look lumber = watch(bodies[n], "lumber", 0.08f), sneak = watch(bodies[n], "sneak", 0.08f);
        look prance = watch(bodies[n], "prance", 0.08f);
        // the weak side stands shorter, and only it
        CHECK_NEAR(animal.duty[0], animal.duty[2], 0.02);
        CHECK(limp.duty[2] < limp.duty[0] - 0.08f);
        // low, with feet that stay down longer
        CHECK(sneak.height < animal.height - 0.03f);
        CHECK(sneak.duty[0] > animal.duty[0] + 0.03f);
        // high knees, feet that hardly touch
        // feet do not swing higher than hips allow, and a beetle's are low
        CHECK(prance.lift > (n == 2 ? 1.3f : 1.5f) * animal.lift);
        CHECK(prance.duty[0] < animal.duty[0] - 0.03f);
        // heavy: slow steps, and it rolls or sways from side to side
        // legs that reach no farther cannot step more slowly: those of the beetle
        CHECK(lumber.cycles < 0.95f * animal.cycles || n == 2);
        CHECK(lumber.roll > 1.3f * animal.roll || lumber.sway > 1.3f * animal.sway);
        CHECK(lumber.duty[0] + lumber.duty[2] > animal.duty[0] + animal.duty[2]);
    }
}

static void two_styles_at_once_show_both(void)
{
    static const char *const bodies[] = {"performer", "dog", "beetle"};
    for (int n = 0; n < CAPER_COUNT_OF(bodies); n++) {
        look animal = watch(bodies[n], "animal", 0.08f),
             both = watch(bodies[n], "limp,prance", 0.08f);
        CHECK(both.duty[2] < both.duty[0] - 0.08f);
        CHECK(both.lift > 1.1f * animal.lift); // a limp lifts less
        look low = watch(bodies[n], "limp,sneak", 0.08f);
        CHECK(low.duty[2] < low.duty[0] - 0.08f);
        CHECK(low.height < animal.height - 0.03f);
    }
}

// Speeds from a stand to a run and back, through every change of triggers: phases only go forward,
// and only what leaves the ground too early skips any.
static void no_change_of_speed_breaks_a_phase(void)
{
    static const char *const bodies[] = {"hopper", "performer", "tripod", "dog",
                                         "beetle", "spider",    "oddlegs"};
    caper_gait_style limp = shipped("limp"), sneak = shipped("sneak");
    caper_gait_layer layers[] = {{&limp, 0.5f, -1}, {&sneak, 0.5f, 0}};
    for (int n = 0; n < CAPER_COUNT_OF(bodies); n++) {
        caper_character *c = load(bodies[n]);
        caper_gait *gait = plan(c, layers, n % 2 ? 2 : 0);
        caper_walker *walker = caper_walker_create(gait, NULL, NULL);
        const caper_gait_leg *legs;
        const caper_gait_group *groups;
        int count = caper_gait_legs(gait, &legs);
        caper_gait_groups(gait, &groups);
        float tau = sqrtf(caper_gait_length(gait) / 9.81f), last[CAPER_MAX_BODIES] = {0};
        static caper_goal goals[CAPER_MAX_BODIES];
        caper_root root = {0, 0, 0, 0};
        int broken = 0, landings = 0;
        bool stood[CAPER_MAX_BODIES] = {0};
        for (int f = 0; f < 4000; f++) {
            int goal_count = 0;
            caper_walk_job job = caper_walk_job_default();
            float share = 1 - fabsf((float)f / 2000 - 1);
            job.command.velocity.z = caper_gait_speed(gait, 3.2f * share * share);
            job.command.heading = NAN;
            job.dt = 0.03f * tau;
            job.root = &root;
            job.goals = goals;
            job.goal_count = &goal_count;
            job.goal_capacity = CAPER_COUNT_OF(goals);
            REQUIRE(caper_walker_update(walker, &job));
            for (int i = 0; i < count; i++) {
                caper_foot_state foot;
                caper_walker_foot(walker, i, &foot);
                float step = foot.phase - last[i];
                step += step < -0.5f ? 1 : 0;
                // a foot that is torn off skips the rest of its stance
                bool leaves = stood[i] && !foot.stands;
                broken += f > 40 && (step < 0 || (step > 0.2f && !leaves));
                landings += foot.stands && !stood[i];
                stood[i] = foot.stands;
                last[i] = foot.phase;
            }
        }
        CHECK_INT(broken, 0);
        CHECK(landings > 20 * count);
        caper_walker_destroy(walker);
        caper_gait_destroy(gait);
        caper_character_destroy(c);
    }
}

// Where the goals of a walk are after a while, added up.
static float walked(const caper_character *c, const caper_gait_style *style, int group)
{
    caper_gait_layer layer = {style, 1, group};
    caper_gait *gait = plan(c, &layer, 1);
    caper_walker *walker = caper_walker_create(gait, NULL, NULL);
    static caper_goal goals[CAPER_MAX_BODIES];
    caper_root root = {0, 0, 0, 0};
    float sum = 0;
    for (int f = 0; f < 200; f++) {
        int count = 0;
        caper_walk_job job = caper_walk_job_default();
        job.command.velocity.z = caper_gait_speed(gait, 0.15f);
        job.dt = 0.055f * sqrtf(caper_gait_length(gait) / 9.81f);
        job.root = &root;
        job.goals = goals;
        job.goal_count = &count;
        job.goal_capacity = CAPER_COUNT_OF(goals);
        REQUIRE(caper_walker_update(walker, &job));
        for (int i = 0; i < count; i++) {
            sum += goals[i].position.x + goals[i].position.y + goals[i].position.z;
        }
    }
    caper_walker_destroy(walker);
    caper_gait_destroy(gait);
    return sum;
}

static void the_torso_goes_with_the_group_that_leads(void)
{
    caper_character *odd = load("oddlegs");
    caper_gait_style plain = caper_gait_style_neutral(), sways = plain;
    sways.curve_count = 1;
    sways.curves[0].froude = 0.15f;
    sways.curves[0].channels[CAPER_GAIT_BOB][0][0] = 0.05f;
    caper_gait *gait = plan(odd, NULL, 0);
    const caper_gait_group *groups;
    int last = caper_gait_groups(gait, &groups) - 1;
    REQUIRE(last > 0 && groups[0].leg_count >= groups[last].leg_count); // the first one leads
    caper_gait_destroy(gait);
    CHECK(walked(odd, &sways, -1) != walked(odd, &plain, -1));
    CHECK(walked(odd, &sways, 0) != walked(odd, &plain, 0));
    CHECK(walked(odd, &sways, last) == walked(odd, &plain, last));
    caper_character_destroy(odd);
}

// Two short legs run while four long ones trot (paper 000, section 4.2).
static void groups_go_in_styles_of_their_own(void)
{
    caper_character *odd = load("oddlegs");
    caper_gait_style run = caper_gait_style_neutral(), trot = caper_gait_style_neutral();
    run.adjust.duty = -0.3f;
    run.adjust.lift = 2;
    trot.adjust.duty = 0.05f;
    caper_gait *plain = plan(odd, NULL, 0);
    const caper_gait_group *groups;
    int group_count = caper_gait_groups(plain, &groups);
    REQUIRE(group_count >= 2);
    int shortest = group_count - 1;
    caper_gait_layer layers[] = {{&run, 1, shortest}, {&trot, 1, 0}};
    caper_gait *gait = plan(odd, layers, 2);
    caper_gait_groups(gait, &groups);
    caper_walker *walker = caper_walker_create(gait, NULL, NULL);
    const caper_gait_leg *legs;
    int count = caper_gait_legs(gait, &legs), stands[CAPER_GAIT_MAX_GROUPS] = {0}, frames = 0;
    int members[CAPER_GAIT_MAX_GROUPS] = {0};
    static caper_goal goals[CAPER_MAX_BODIES];
    caper_root root = {0, 0, 0, 0};
    float tau = sqrtf(caper_gait_length(gait) / 9.81f);
    for (int f = 0; f < 1200; f++) {
        int goal_count = 0;
        caper_walk_job job = caper_walk_job_default();
        job.command.velocity.z = caper_gait_speed(gait, 0.15f);
        job.command.heading = NAN;
        job.dt = 0.055f * tau;
        job.root = &root;
        job.goals = goals;
        job.goal_count = &goal_count;
        job.goal_capacity = CAPER_COUNT_OF(goals);
        REQUIRE(caper_walker_update(walker, &job));
        for (int i = 0; i < count && f >= 300; i++) {
            caper_foot_state foot;
            caper_walker_foot(walker, i, &foot);
            stands[legs[i].group] += foot.stands;
            members[legs[i].group] += f == 300;
        }
        frames += f >= 300;
    }
    float long_duty = (float)stands[0] / (float)(frames * members[0]);
    float short_duty = (float)stands[shortest] / (float)(frames * members[shortest]);
    printf("oddlegs: %d long legs stand %.2f of the time, %d short ones %.2f\n", members[0],
           (double)long_duty, members[shortest], (double)short_duty);
    CHECK(long_duty > 0.5f && short_duty < 0.5f);
    caper_walker_destroy(walker);
    caper_gait_destroy(plain);
    caper_gait_destroy(gait);
    caper_character_destroy(odd);
}

// The file of a shipped style.
static bool shipped_style(void *user, const char *name, char *path, size_t size, caper_error *error)
{
    (void)user, (void)error;
    char relative[100];
    snprintf(relative, sizeof relative, "data/gaits/%s.gait.json", name);
    snprintf(path, size, "%s", test_source_path(relative));
    return true;
}

static void styles_speeds_and_ways_are_told_in_words(void)
{
    static caper_gait_styles styles;
    caper_error error = {0};
    CHECK(caper_gait_styles_load(&styles, "limp,sneak:0.5,prance@2", shipped_style, NULL, &error));
    CHECK_INT(styles.count, 3);
    CHECK(styles.layers[0].style == &styles.styles[0]);
    CHECK_NEAR(styles.layers[0].weight, 1, 0);
    CHECK_NEAR(styles.layers[1].weight, 0.5, 0);
    CHECK_INT(styles.layers[1].group, 0);
    CHECK_INT(styles.layers[2].group, 1);
    CHECK(caper_gait_styles_load(&styles, NULL, NULL, NULL, &error));
    CHECK_INT(styles.count, 0);
    static const char *const bad[] = {"", "limp,", "limp:2", "limp:x", "limp@0", "limp@1.5"};
    for (int i = 0; i < CAPER_COUNT_OF(bad); i++) {
        CHECK(!caper_gait_styles_load(&styles, bad[i], shipped_style, NULL, &error));
        CHECK_HAS(error.message, "expected NAME");
    }
    float speed = 0;
    bool froude = true;
    CHECK(caper_speed_parse("1.5", &speed, &froude) && !froude);
    CHECK_NEAR(speed, 1.5, 0);
    CHECK(caper_speed_parse("0.25Fr", &speed, &froude) && froude);
    CHECK_NEAR(speed, 0.25, 0);
    CHECK(!caper_speed_parse("-1", &speed, &froude));
    CHECK(!caper_speed_parse("1 m/s", &speed, &froude));
    caper_route route = caper_route_default();
    caper_vec3 points[4];
    CHECK(caper_route_read(&route, "circle", points, 4, &error));
    CHECK_INT(route.shape, CAPER_ROUTE_CIRCLE);
    CHECK(!caper_route_read(&route, "no_such_file", points, 4, &error));
    CHECK_HAS(error.message, "straight, circle");
    // no file of points
    CHECK(!caper_route_read(&route, test_data_path("motions/nod.motion.json"), points, 4, &error));
    CHECK_INT(error.line, 1);
    CHECK_INT(route.shape, CAPER_ROUTE_CIRCLE);
    CHECK(route.points == NULL && route.point_count == 0);
}

TESTS(a_style_comes_back_from_its_text_to_the_bit,
      the_shipped_styles_load_and_animal_is_the_default, bad_files_are_refused_at_the_place,
      bipeds_run_from_a_froude_number_of_half, parameters_move_without_steps_as_speed_rises,
      feet_land_in_the_order_of_animals, layers_mix_by_weight_and_by_group,
      the_torso_goes_with_the_group_that_leads,
      each_style_reads_as_its_name_on_two_four_and_six_feet, two_styles_at_once_show_both,
      no_change_of_speed_breaks_a_phase, groups_go_in_styles_of_their_own,
      styles_speeds_and_ways_are_told_in_words)
