// SPDX-License-Identifier: MIT
//
// What poses of the particle solver look like: knees bend their way, feet stay planted, arms reach
// straight, spines curve without kinks, nothing jumps, and no goal however mad breaks anything.
#include "solver_bench.h"

static caper_vec3 sole_of(const caper_character *c, int body)
{
    caper_vec3 points[CAPER_MAX_CONTACTS], sum = caper_vec3_zero();
    int count = caper_body_sole_points(c, body, points);
    for (int i = 0; i < count; i++)
        sum = caper_vec3_add(sum, points[i]);
    return caper_vec3_scale(sum, 1.0f / (float)count);
}

static void plant_feet(bench *b, bool rotation)
{
    for (int i = 0; i < b->character->body_count; i++)
        if (b->character->bodies[i].caps & CAPER_CAP_FOOT)
            put_point(b, add_goal(b, i, rotation), sole_of(b->character, i));
}

static int find(const bench *b, const char *name)
{
    int body = caper_character_find(b->character, name);
    REQUIRE(body >= 0);
    return body;
}

// ----------------------------------------------------------------------------------- naturalness

// Which way a limb bends at its second joint: across the line from its first to its third.
static caper_vec3 bend_of(const caper_pose *model, int hip, int knee, int foot)
{
    caper_vec3 line = caper_vec3_sub(model->bodies[foot].position, model->bodies[hip].position);
    caper_vec3 to = caper_vec3_sub(model->bodies[knee].position, model->bodies[hip].position);
    line = caper_vec3_normalize(line);
    return caper_vec3_add_scaled(to, line, -caper_vec3_dot(to, line));
}

static void crouching_keeps_feet_planted_and_bends_knees_as_at_rest(void)
{
    int legs = 0;
    menagerie m = menagerie_open();
    for (int i = 0; i < m.count; i++) {
        const caper_character *character = m.characters[i];
        bench b = bench_make(character);
        for (float depth = 0.05f; depth < 0.31f; depth += 0.05f) {
            b.goal_count = 0;
            plant_feet(&b, false);
            add_goal(&b, character->root_body, true)->position.y -= depth * character->height;
            CHECK(solve(&b));
            for (int k = 0; k < character->leg_count; k++) {
                int foot = character->legs[k].foot, knee = character->bodies[foot].parent;
                int hip = knee < 0 ? -1 : character->bodies[knee].parent;
                if (hip < 0 || knee == character->legs[k].hip || foot == character->legs[k].hip)
                    continue;
                caper_pose rest = b.truth;
                caper_vec3 was = bend_of(&rest, hip, knee, foot);
                caper_vec3 is = bend_of(&b.model, hip, knee, foot);
                float rise = rest.bodies[hip].position.y - rest.bodies[foot].position.y;
                float left = b.model.bodies[hip].position.y - b.model.bodies[foot].position.y;
                // a leg without a bend, or one whose hip has come down to its foot
                if (caper_vec3_length(was) < 0.02f * character->legs[k].length ||
                    left < 0.3f * rise)
                    continue;
                legs++;
                if (!CHECK(caper_vec3_dot(was, is) > 0.0f))
                    printf("  %s: %s bends backwards at %.2f\n", character->name,
                           character->bodies[knee].name, (double)depth);
            }
            for (int k = 0; k < b.goal_count; k++)
                CHECK(goal_error(&b, &b.goals[k]) < 1e-3f * character->height);
        }
        bench_free(&b);
    }
    menagerie_close(&m);
    CHECK(legs > 300);
}

// A straight arm: the way over its joints is hardly longer than the line.
static void an_arm_that_cannot_reach_is_straight_and_points_at_the_goal(void)
{
    caper_character *character = menagerie_load("performer");
    bench b = bench_make(character);
    caper_rng rng = caper_rng_make(9);
    int upper = find(&b, "left_upper_arm"), lower = find(&b, "left_forearm");
    int hand = find(&b, "left_hand");
    for (int t = 0; t < 200; t++) {
        b.goal_count = 0;
        add_goal(&b, character->root_body, true);
        caper_goal *goal = add_goal(&b, hand, false);
        goal->position.x = caper_rng_range(&rng, 0.0f, 4.0f);
        goal->position.y = caper_rng_range(&rng, 0.0f, 4.0f);
        goal->position.z = caper_rng_range(&rng, 1.5f, 4.0f);
        CHECK(solve(&b));
        caper_vec3 p0 = b.model.bodies[upper].position, p1 = b.model.bodies[lower].position;
        caper_vec3 p2 = b.model.bodies[hand].position;
        float way = caper_vec3_distance(p0, p1) + caper_vec3_distance(p1, p2);
        CHECK(way <= 1.001f * caper_vec3_distance(p0, p2));
        caper_vec3 to = caper_vec3_normalize(caper_vec3_sub(goal->position, p0));
        caper_vec3 arm = caper_vec3_normalize(caper_vec3_sub(p2, p0));
        CHECK(caper_vec3_dot(to, arm) > 0.999f);
        CHECK(worst_stretch(&b) <= 1.2f * 1.0005f);
    }
    bench_free(&b);
    caper_character_destroy(character);
}

static void a_mouth_bends_the_spine_and_does_not_pivot(void)
{
    caper_character *character = menagerie_load("dog");
    bench b = bench_make(character);
    int mouth = -1;
    for (int i = 0; i < character->body_count; i++)
        if (character->bodies[i].caps & CAPER_CAP_MOUTH)
            mouth = i;
    REQUIRE(mouth >= 0);
    plant_feet(&b, true);
    caper_goal *goal = add_goal(&b, mouth, false);
    goal->position.y -= 0.2f * character->height;
    CHECK(solve(&b));
    CHECK(goal_error(&b, goal) < 1e-3f * character->height);
    CHECK(memcmp(&b.local.bodies[mouth], &character->skeleton.rest_local[mouth],
                 sizeof(caper_transform)) == 0);
    bench_free(&b);
    caper_character_destroy(character);
}

// -------------------------------------------------------------------------------------- symmetry

static float asymmetry(const bench *b, const caper_pose *pose)
{
    float worst = 0.0f;
    for (int i = 0; i < b->character->body_count; i++) {
        int mirror = b->character->bodies[i].mirror;
        if (mirror < 0)
            continue;
        caper_vec3 a = pose->bodies[i].position;
        caper_vec3 m = caper_vec3_mirror(pose->bodies[mirror].position);
        worst = caper_max(worst, caper_vec3_distance(a, m));
    }
    return worst;
}

// Every end of a limb pulled outward, or through the body to the other side, farther than it can
// go.
static void goals_in_conflict_give_a_symmetric_compromise(void)
{
    int tried = 0;
    menagerie m = menagerie_open();
    for (int i = 0; i < m.count; i++) {
        const caper_character *character = m.characters[i];
        bench b = bench_make(character);
        bool symmetric = asymmetry(&b, &b.truth) < 1e-4f * character->size;
        for (int k = 0; k < character->body_count; k++)
            symmetric = symmetric && character->bodies[k].mirror >= 0;
        for (int round = 0; symmetric && round < 4; round++) {
            b.goal_count = 0;
            for (int k = 0; k < character->body_count; k++) {
                if (!(character->bodies[k].caps & (CAPER_CAP_FOOT | CAPER_CAP_GRASPER)))
                    continue;
                caper_goal *goal = add_goal(&b, k, false);
                caper_vec3 *to = &goal->position;
                if (round < 2 && fabsf(to->x) < 1e-4f * character->size)
                    to->y += character->size;
                else if (round < 2)
                    to->x += (to->x > 0 ? 1.0f : -1.0f) * (float)(2 * round - 1) * character->size;
                else
                    to->z += (float)(2 * round - 5) * character->size;
            }
            if (b.goal_count == 0)
                break;
            CHECK(solve(&b));
            tried++;
            if (!CHECK(asymmetry(&b, &b.model) < 0.01f * character->size))
                printf("  %s round %d: %.4f\n", character->name, round,
                       (double)(asymmetry(&b, &b.model) / character->size));
            CHECK(worst_stretch(&b) <= 1.2f * 1.0005f);
        }
        bench_free(&b);
    }
    menagerie_close(&m);
    CHECK(tried > 40);
}

// ------------------------------------------------------------------------------------ continuity

static int compare_floats(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

// A goal that moves by a thousandth of the size: how much farther does any joint or box center go?
// Beyond the zones named in the guide (limbs within a hundredth of straight, goals at the limb's
// own root) the bound is 25; half of all moves stay at 1, ninety-nine of a hundred below 6.
static void small_moves_of_goals_are_small_moves_of_bodies(void)
{
    static float ratios[20000];
    int count = 0;
    menagerie m = menagerie_open();
    for (int i = 0; i < m.count; i++) {
        const caper_character *character = m.characters[i];
        bench b = bench_make(character);
        caper_pose before = caper_character_pose(character, NULL);
        caper_rng rng = caper_rng_make((uint64_t)i + 77);
        for (int t = 0; t < 20; t++) {
            random_truth(&b, &rng, 0.5f);
            random_goals(&b, &rng);
            CHECK(solve(&b));
            caper_pose_copy(&before, &b.model);
            float e = 1e-3f * character->size, worst = 0.0f;
            caper_vec3 *goal = &b.goals[(unsigned)t % (unsigned)b.goal_count].position;
            goal->x += e * 0.6f;
            goal->y += e * 0.64f;
            goal->z -= e * 0.48f;
            CHECK(solve(&b));
            for (int k = 0; k < character->body_count; k++) {
                caper_vec3 middle = character->bodies[k].box_center;
                caper_transform x = before.bodies[k], y = b.model.bodies[k];
                float joint = caper_vec3_distance(x.position, y.position);
                float box = caper_vec3_distance(caper_transform_mul_point(x, middle),
                                                caper_transform_mul_point(y, middle));
                worst = caper_max(worst, caper_max(joint, box) / e);
            }
            ratios[count++] = worst;
        }
        caper_pose_destroy(&before, NULL);
        bench_free(&b);
    }
    menagerie_close(&m);
    qsort(ratios, (size_t)count, sizeof *ratios, compare_floats);
    printf("  bodies move by %.2f (median), %.2f (99 %%), %.2f (most) of a goal's move\n",
           (double)ratios[count / 2], (double)ratios[count * 99 / 100], (double)ratios[count - 1]);
    CHECK(ratios[count / 2] < 1.5f);
    CHECK(ratios[count * 99 / 100] < 6.0f);
    CHECK(ratios[count - 1] < 25.0f);
}

// A hand led in full circles about its shoulder, in front, at the side, across and overhead: the
// smallest turn from an arm that hangs would flip overhead.
static void an_arm_swings_overhead_without_a_flip(void)
{
    caper_character *character = menagerie_load("performer");
    bench b = bench_make(character);
    caper_pose before = caper_character_pose(character, NULL);
    int hand = find(&b, "left_hand"), arm = find(&b, "left_upper_arm");
    caper_vec3 shoulder = b.truth.bodies[arm].position;
    float radius = 0.45f, step = CAPER_TAU / 720.0f;
    for (int plane = 0; plane < 3; plane++) {
        float worst = 0.0f;
        for (int i = 0; i <= 720; i++) {
            float sine, cosine;
            caper_sincos((float)i * step, &sine, &cosine);
            caper_vec3 way = plane == 0   ? caper_vec3_make(0, -cosine, sine)
                             : plane == 1 ? caper_vec3_make(sine, -cosine, 0)
                                          : caper_vec3_make(sine, 0, cosine);
            b.goal_count = 0;
            add_goal(&b, character->root_body, true);
            caper_goal *goal = add_goal(&b, hand, false);
            goal->position = caper_vec3_add_scaled(shoulder, way, radius);
            CHECK(solve(&b));
            for (int k = 0; i > 0 && k < character->body_count; k++) {
                caper_vec3 middle = character->bodies[k].box_center;
                caper_vec3 was = caper_transform_mul_point(before.bodies[k], middle);
                caper_vec3 is = caper_transform_mul_point(b.model.bodies[k], middle);
                worst = caper_max(worst, caper_vec3_distance(was, is) / (radius * step));
            }
            caper_pose_copy(&before, &b.model);
        }
        if (!CHECK(worst < 5.0f))
            printf("  plane %d: %.1f times as far as the hand\n", plane, (double)worst);
    }
    caper_pose_destroy(&before, NULL);
    bench_free(&b);
    caper_character_destroy(character);
}

// ---------------------------------------------------------------------------------------- spines

// Angle between the links before and after the spine body at `slot` + 1.
static float kink_at(const bench *b, int slot)
{
    const int16_t *spine = b->character->spine;
    caper_vec3 p0 = b->model.bodies[spine[slot]].position;
    caper_vec3 p1 = b->model.bodies[spine[slot + 1]].position;
    caper_vec3 p2 = b->model.bodies[spine[slot + 2]].position;
    caper_vec3 u = caper_vec3_normalize(caper_vec3_sub(p1, p0));
    caper_vec3 v = caper_vec3_normalize(caper_vec3_sub(p2, p1));
    return caper_acos(caper_clamp(caper_vec3_dot(u, v), -1, 1));
}

static float worst_kink(const bench *b)
{
    float worst = 0.0f;
    for (int s = 0; s + 2 < b->character->spine_count; s++)
        worst = caper_max(worst, kink_at(b, s));
    return worst;
}

// A spine of 20 bodies in a line along Z, rooted at its rear end.
static caper_character *rod(void)
{
    static char names[20][8];
    caper_body_def bodies[20];
    for (int i = 0; i < 20; i++) {
        snprintf(names[i], sizeof names[i], "s%d", i);
        bodies[i] = caper_body_def_default();
        bodies[i].name = names[i];
        bodies[i].parent = i - 1;
        bodies[i].rest_local.position =
            i == 0 ? caper_vec3_make(0, 1, 0) : caper_vec3_make(0, 0, 0.1f);
        bodies[i].box_center = caper_vec3_make(0, 0, 0.05f);
        bodies[i].box_half = caper_vec3_make(0.05f, 0.05f, 0.05f);
        bodies[i].caps = CAPER_CAP_SPINE | (i == 0 ? CAPER_CAP_ROOT : 0);
    }
    caper_character_def def = caper_character_def_default();
    def.name = "rod";
    def.bodies = bodies;
    def.body_count = 20;
    caper_character *character = caper_character_create(&def, NULL);
    REQUIRE(character);
    return character;
}

// Ask the end of the rod to where it would be if the rod bent evenly by 2 x `angle`; returns the
// even bend at a joint.
static float bend_rod(bench *b, float angle)
{
    float radius = angle > 0.01f ? 1.9f / (2.0f * angle) : 0.0f;
    float chord = angle > 0.01f ? 2.0f * radius * caper_sin(angle) : 1.9f;
    b->goal_count = 0;
    add_goal(b, 0, true);
    caper_goal *goal = add_goal(b, 19, false);
    goal->position = caper_vec3_make(chord * caper_sin(angle), 1.0f, chord * caper_cos(angle));
    CHECK(solve(b));
    CHECK(goal_error(b, goal) < 1e-3f);
    return 2.0f * angle / 18.0f;
}

// The picture of the guide: the rod from above, and the bend at each of its joints.
static void draw_rod(bench *b)
{
    static char svg[16384];
    static const char *const colors[] = {"#4477aa", "#228833", "#ccbb44", "#cc3311"};
    int n = snprintf(svg, sizeof svg,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 300\" "
                     "font-family=\"sans-serif\" font-size=\"12\">\n"
                     "<rect width=\"720\" height=\"300\" fill=\"white\"/>\n"
                     "<text x=\"20\" y=\"24\">20 bodies, their end led to four places</text>\n"
                     "<text x=\"380\" y=\"24\">bend at each joint, degrees (dashed: an even "
                     "bend)</text>\n");
    for (int d = 0; d <= 12; d += 4)
        n += snprintf(svg + n, sizeof svg - (size_t)n,
                      "<path d=\"M380 %d H700\" stroke=\"#ddd\"/>"
                      "<text x=\"358\" y=\"%d\">%d</text>\n",
                      270 - d * 18, 274 - d * 18, d);
    for (int i = 0; i < 4; i++) {
        float even = bend_rod(b, 0.3f * (float)(i + 1)) / CAPER_DEGREE;
        n += snprintf(svg + n, sizeof svg - (size_t)n,
                      "<g fill=\"none\" stroke=\"%s\" stroke-width=\"2\"><path d=\"", colors[i]);
        for (int k = 0; k < 20; k++) {
            caper_vec3 p = b->model.bodies[k].position;
            n += snprintf(svg + n, sizeof svg - (size_t)n, "%c%.1f %.1f", k ? 'L' : 'M',
                          (double)(30 + 150 * p.z), (double)(270 - 150 * p.x));
        }
        n += snprintf(svg + n, sizeof svg - (size_t)n, "\"/><path d=\"");
        for (int k = 0; k < 18; k++)
            n += snprintf(svg + n, sizeof svg - (size_t)n, "%c%d %.1f", k ? 'L' : 'M', 380 + 18 * k,
                          (double)(270 - 18 * kink_at(b, k) / CAPER_DEGREE));
        n += snprintf(svg + n, sizeof svg - (size_t)n,
                      "\"/><path stroke-width=\"1\" stroke-dasharray=\"3 4\" d=\"M380 %.1f "
                      "H700\"/></g>\n",
                      (double)(270 - 18 * even));
    }
    n += snprintf(svg + n, sizeof svg - (size_t)n, "</svg>\n");
    CHECK(caper_file_write(CAPER_BINARY_DIR "/spine.svg", svg, (size_t)n, NULL));
}

// The end of the rod is led through a quarter turn at constant length. An even bend would be the
// best; no joint bends by more than twice that.
static void a_spine_of_twenty_bodies_bends_without_kinks(void)
{
    caper_character *character = rod();
    bench b = bench_make(character);
    for (int i = 0; i <= 20; i++) {
        float angle = (float)i / 20.0f * 1.2f, even = bend_rod(&b, angle);
        if (!CHECK(worst_kink(&b) < 2.0f * even + 0.01f))
            printf("  at %.2f: %.3f against %.3f\n", (double)angle, (double)worst_kink(&b),
                   (double)even);
        CHECK(worst_stretch(&b) < 1.1f);
    }
    draw_rod(&b);
    bench_free(&b);
    caper_character_destroy(character);
}

static void a_spine_bent_beyond_reason_does_not_fold(void)
{
    caper_character *character = menagerie_load("horse");
    bench b = bench_make(character);
    int head = character->spine[character->spine_count - 1];
    plant_feet(&b, true);
    caper_goal *goal = add_goal(&b, head, false);
    goal->position = b.truth.bodies[character->root_body].position;
    goal->position.z -= character->size;
    CHECK(solve(&b));
    CHECK(is_sound(&b));
    CHECK(worst_kink(&b) < 120.0f * CAPER_DEGREE);
    bench_free(&b);
    caper_character_destroy(character);
}

// Lead the end of the spine at a slot to that share of its way from the root.
static bool push_end(bench *b, int slot, float share)
{
    const caper_character *c = b->character;
    b->goal_count = 0;
    add_goal(b, c->root_body, true);
    caper_goal *goal = add_goal(b, c->spine[slot], false);
    caper_vec3 from = b->truth.bodies[c->root_body].position;
    goal->position = caper_vec3_lerp(from, goal->position, share);
    return solve(b) && goal_error(b, goal) < 1e-3f * c->height;
}

// Links keep their lengths, no joint folds, and what lies in the sagittal plane stays there.
static void check_bow(const bench *b, int root, int end, float share)
{
    const caper_character *c = b->character;
    int step = end > root ? 1 : -1;
    float least = HUGE_VALF, most = 0.0f, worst = 0.0f, aside = 0.0f;
    for (int s = root; s != end; s += step) {
        int from = c->spine[s], to = c->spine[s + step];
        float was =
            caper_vec3_distance(b->truth.bodies[from].position, b->truth.bodies[to].position);
        float is =
            caper_vec3_distance(b->model.bodies[from].position, b->model.bodies[to].position);
        least = caper_min(least, is / was);
        most = caper_max(most, is / was);
        if (s != root && s + step != root)
            worst = caper_max(worst, kink_at(b, s - 1));
        aside = caper_max(aside,
                          fabsf(b->model.bodies[to].position.x - b->truth.bodies[to].position.x));
    }
    bool good = CHECK(least > 0.85f) && CHECK(most < 1.15f) &&
                CHECK(worst < 120.0f * CAPER_DEGREE) && CHECK(aside < 1e-4f * c->size);
    if (!good)
        printf("  %s to slot %d at %.2f: links %.3f .. %.3f, %.0f degrees, %.6f aside\n", c->name,
               end, (double)share, (double)least, (double)most, (double)(worst / CAPER_DEGREE),
               (double)(aside / c->size));
}

// How much farther than the end does any body of the spine go when the end comes in by a thousandth
// of its way?
static float push_smoothly(bench *b, int slot)
{
    const caper_character *c = b->character;
    caper_pose before = caper_character_pose(c, NULL);
    float worst = 0.0f, step = 1e-3f;
    float way = caper_vec3_distance(b->truth.bodies[c->root_body].position,
                                    b->truth.bodies[c->spine[slot]].position);
    for (int i = 0; i <= 400; i++) {
        CHECK(push_end(b, slot, 1.0f - (float)i * step));
        for (int s = 0; i > 0 && s < c->spine_count; s++) {
            int body = c->spine[s];
            float moved =
                caper_vec3_distance(before.bodies[body].position, b->model.bodies[body].position);
            worst = caper_max(worst, moved / (step * way));
        }
        caper_pose_copy(&before, &b->model);
    }
    caper_pose_destroy(&before, NULL);
    return worst;
}

static void a_spine_pushed_together_bows_and_keeps_its_length(void)
{
    int tried = 0;
    float worst = 0.0f;
    menagerie m = menagerie_open();
    for (int i = 0; i < m.count; i++) {
        const caper_character *character = m.characters[i];
        bench b = bench_make(character);
        int last = character->spine_count - 1, root = 0;
        while (character->spine[root] != character->root_body)
            root++;
        for (int side = 0; side < 2; side++) {
            int end = side ? last : 0;
            if (abs(end - root) < 3)
                continue; // too few bodies to bow
            for (float share = 0.6f; share < 0.91f; share += 0.05f) {
                CHECK(push_end(&b, end, share));
                check_bow(&b, root, end, share);
                tried++;
            }
            worst = caper_max(worst, push_smoothly(&b, end));
        }
        bench_free(&b);
    }
    menagerie_close(&m);
    printf("  bodies move by at most %.2f of the end's move\n", (double)worst);
    CHECK(worst < 4.0f);
    CHECK(tried > 150);
}

// -------------------------------------------------------------------------------------- anything

static float wild(caper_rng *rng)
{
    static const float values[] = {0.0f,  1.0f,   -1.0f, 1e-30f, -1e-20f, 1e6f,   -1e12f,
                                   1e30f, -3e38f, 3e38f, 1e-38f, 0.5f,    -0.25f, 10.0f};
    float mix = caper_rng_range(rng, 0, 1), small = caper_rng_range(rng, -2, 2);
    int pick = (int)caper_rng_range(rng, 0, 13.99f);
    return mix < 0.5f ? small : values[pick];
}

static void nothing_breaks_whatever_is_asked(void)
{
    for (int i = 0; i < 300; i++) {
        caper_creature_def def = caper_creature_def_default();
        def.seed = (uint64_t)i;
        def.difficulty = (float)(i % 11) * 0.1f;
        caper_character *character = caper_character_random(&def, NULL);
        REQUIRE(character);
        bench b = bench_make(character);
        caper_rng rng = caper_rng_make((uint64_t)i * 31 + 7);
        for (int t = 0; t < 20; t++) {
            b.goal_count = (int)caper_rng_range(&rng, 0, (float)character->body_count);
            for (int k = 0; k < b.goal_count; k++) {
                caper_goal *goal = &b.goals[k];
                goal->body = (int)caper_rng_range(&rng, 0, (float)character->body_count - 0.01f);
                goal->position.x = wild(&rng);
                goal->position.y = wild(&rng);
                goal->position.z = wild(&rng);
                goal->point.x = wild(&rng) * (t < 10 ? 0.0f : 1.0f);
                goal->point.y = goal->point.z = 0.0f;
                goal->rotation.x = wild(&rng) * 1e-3f;
                goal->rotation.y = wild(&rng) * 1e-3f;
                goal->rotation.z = wild(&rng) * 1e-3f;
                goal->rotation.w = t % 3 ? 1.0f : 0.0f;
                goal->position_weight = caper_min(fabsf(wild(&rng)), 1.0f);
                goal->rotation_weight = caper_min(fabsf(wild(&rng)), 1.0f);
            }
            CHECK(solve(&b));
            if (!CHECK(is_sound(&b)))
                printf("  creature %d, %d\n", i, t);
            // a root that was sent to the end of the world has no digits left for lengths
            caper_vec3 root = b.model.bodies[character->root_body].position;
            bool near = caper_vec3_length(root) < 100.0f * character->size;
            if (!CHECK(!near || worst_stretch(&b) <= 1.2f * 1.002f))
                printf("  creature %d, %d: stretched to %.3f\n", i, t, (double)worst_stretch(&b));
        }
        bench_free(&b);
        caper_character_destroy(character);
    }
}

// ---------------------------------------------------------------------------------- base, limits

// Goals taken from the base pose itself: nothing is asked that is not so, and nothing may move.
static void goals_that_the_base_meets_change_nothing(void)
{
    menagerie m = menagerie_open();
    for (int i = 0; i < m.count; i++) {
        const caper_character *character = m.characters[i];
        bench b = bench_make(character);
        caper_rng rng = caper_rng_make((uint64_t)i);
        random_truth(&b, &rng, 0.4f);
        random_goals(&b, &rng);
        CHECK(solve(&b));
        b.job.base_local = &b.truth_local;
        CHECK(caper_solve(&b.job));
        float worst = 0.0f;
        for (int k = 0; k < character->body_count; k++)
            worst = caper_max(
                worst, caper_vec3_distance(b.model.bodies[k].position, b.truth.bodies[k].position));
        if (!CHECK(worst < 1e-3f * character->size))
            printf("  %s moves by %.4f\n", character->name, (double)(worst / character->size));

        // in place
        caper_pose same = caper_character_pose(character, NULL);
        caper_pose_copy(&same, &b.truth_local);
        b.job.base_local = &same;
        b.job.local_out = &same;
        CHECK(caper_solve(&b.job));
        CHECK(memcmp(same.bodies, b.local.bodies,
                     (size_t)character->body_count * sizeof(caper_transform)) == 0);
        caper_pose_destroy(&same, NULL);
        bench_free(&b);
    }
    menagerie_close(&m);
}

// Mean excess over joint limits of limb bodies without rotation goals.
static float mean_excess(bench *b, float weight)
{
    caper_solver_params params = caper_solver_params_default();
    params.limit_weight = weight;
    b->job.params = &params;
    CHECK(caper_solve(&b->job));
    float sum = 0.0f;
    int count = 0;
    for (int i = 0; i < b->character->body_count; i++) {
        const caper_body *body = &b->character->bodies[i];
        if (!(body->caps & CAPER_CAP_LIMB) || (body->caps & CAPER_CAP_FOOT))
            continue;
        sum += caper_joint_measure(&body->joint, b->character->skeleton.rest_local[i].rotation,
                                   b->local.bodies[i].rotation)
                   .excess;
        count++;
    }
    return count > 0 ? sum / (float)count : 0.0f;
}

static void joint_limits_are_soft_and_may_be_hard(void)
{
    float none = 0.0f, soft = 0.0f, hard = 0.0f;
    static const char *const names[] = {"performer", "spider", "crab", "dog", "horse"};
    for (int i = 0; i < 5; i++) {
        caper_character *character = menagerie_load(names[i]);
        bench b = bench_make(character);
        caper_rng rng = caper_rng_make((uint64_t)i + 3);
        for (int t = 0; t < 50; t++) {
            random_truth(&b, &rng, 1.0f);
            b.goal_count = 0;
            add_goal(&b, character->root_body, true);
            for (int k = 0; k < character->body_count; k++)
                if (character->bodies[k].caps & (CAPER_CAP_FOOT | CAPER_CAP_GRASPER))
                    add_goal(&b, k, false);
            CHECK(solve(&b));
            none += mean_excess(&b, 0.0f);
            soft += mean_excess(&b, 0.5f);
            hard += mean_excess(&b, 1.0f);
        }
        bench_free(&b);
        caper_character_destroy(character);
    }
    printf("  mean excess %.4f without limits, %.4f soft, %.4f hard (rad)\n", (double)none / 250,
           (double)soft / 250, (double)hard / 250);
    CHECK(soft < 0.72f * none);
    CHECK(hard < 0.02f * none + 1e-4f);
}

// How far the worst joint of a leg is beyond its limits, degrees.
static float leg_excess(const bench *b, const caper_leg *leg)
{
    const caper_character *c = b->character;
    float worst = 0.0f;
    for (int body = leg->foot; body >= 0; body = body == leg->hip ? -1 : c->bodies[body].parent) {
        caper_quat rest = c->skeleton.rest_local[body].rotation;
        caper_joint wide = c->bodies[body].joint;
        if (wide.kind == CAPER_JOINT_HINGE) { // flesh gives, as the judge has it
            wide.kind = CAPER_JOINT_BALL;
            wide.swing = 10.0f * CAPER_DEGREE;
        }
        caper_joint_angles at = caper_joint_measure(&wide, rest, b->local.bodies[body].rotation);
        worst = fmaxf(worst, at.excess / CAPER_DEGREE);
    }
    return worst;
}

static void legs_of_many_bodies_fold_where_their_joints_do(void)
{
    static const char *const names[] = {"dog", "horse", "giraffe", "centaur", "kangaroo"};
    for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
        caper_character *character = menagerie_load(names[i]);
        bench b = bench_make(character);
        for (int k = 0; k < character->leg_count; k++) {
            const caper_leg *leg = &character->legs[k];
            for (float lift = 0.0f; lift < 0.31f; lift += 0.05f) {
                b.goal_count = 0;
                add_goal(&b, character->root_body, true);
                for (int n = 0; n < character->spine_count; n++)
                    add_goal(&b, character->spine[n], true);
                caper_goal *foot = add_goal(&b, leg->foot, true);
                put_point(&b, foot, sole_of(character, leg->foot));
                foot->position.y += lift * leg->length;
                CHECK(solve(&b));
                float beyond = leg_excess(&b, leg);
                if (beyond > 5.0f)
                    printf("  %s, %s lifted by %.2f legs: %.0f degrees beyond\n", names[i],
                           character->bodies[leg->foot].name, (double)lift, (double)beyond);
                CHECK(beyond < 5.0f);
            }
        }
        bench_free(&b);
        caper_character_destroy(character);
    }
}

TESTS(crouching_keeps_feet_planted_and_bends_knees_as_at_rest,
      an_arm_that_cannot_reach_is_straight_and_points_at_the_goal,
      a_mouth_bends_the_spine_and_does_not_pivot, goals_in_conflict_give_a_symmetric_compromise,
      small_moves_of_goals_are_small_moves_of_bodies, an_arm_swings_overhead_without_a_flip,
      a_spine_of_twenty_bodies_bends_without_kinks, a_spine_bent_beyond_reason_does_not_fold,
      a_spine_pushed_together_bows_and_keeps_its_length, nothing_breaks_whatever_is_asked,
      goals_that_the_base_meets_change_nothing, joint_limits_are_soft_and_may_be_hard,
      legs_of_many_bodies_fold_where_their_joints_do)
