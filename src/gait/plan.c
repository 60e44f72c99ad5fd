// SPDX-License-Identifier: MIT
//
// The plan of a gait (paper 000, section 4.2, "Leg Groups"): legs clustered by length, groups
// harmonized by small rational ratios, feet ordered along the body, and for bodies without feet the
// choice between crawling, slithering, swimming and floating. Invariant: every leg has exactly one
// group, row, side and slot; slots of a group are 0 .. leg_count - 1, and only feet of one thigh
// share one.
#include "base/block.h"
#include "gait/gait.h"

#include <string.h>

// Legs whose lengths differ by less than this walk together: a dog's hind and front legs do (1.21).
#define GROUP_RATIO 1.35f
#define TREADS 0.8f // of the way between two rows: how far a foot goes toward the other's place
// Kilograms: rhinos of 2.3 t trot, elephants from about 3 t on never do (Hutchinson et al. 2003).
#define TROTS 2500.0f
#define AMBLES 3500.0f
// Of reach: what a leg that is bent at rest opens its knee by for a long stride.
#define OPENS 0.02f
// Leg lengths: the way of a brisk stance, at a Froude number of 0.2 (style.c), and what of it rows
// that are too near each other lack when front feet leave as early as they ever do.
#define BRISK_WAY 0.92f
#define LACKS 0.3f
#define OVERSTEPS 0.5f // what TREADS grows by then
// Of its length: what a leg without a knee is stretched to at the ends of a stance; the judge calls
// 1.05 torn.
#define STRETCHED 1.03f
// What legs without knees lift of what others do: under the body one swings out to the side by the
// root of twice that, which is to be less than half of its length.
#define STIFF_LIFT 0.5f
#define LEAST_LENGTH 0.01f // of a leg, share of the body's size
// m/s2: of a pebble of a metre. Below, times grow and speeds shrink out of the range of numbers.
#define LEAST_GRAVITY 1e-6f

// ---------------------------------------------------------------------------------------- legs

// Bodies below a foot that lie on the ground at rest are part of its sole.
static void add_toes(const caper_character *c, const caper_gait_leg *leg, caperi_leg_plan *plan)
{
    caper_transform rest = c->rest_model[leg->foot];
    for (int b = leg->foot + 1; b < c->body_count; b++) {
        int above = c->bodies[b].parent;
        while (above > leg->foot) {
            above = c->bodies[above].parent;
        }
        caper_vec3 points[CAPER_MAX_CONTACTS];
        int count = caper_body_sole_points(c, b, points);
        for (int i = 0; above == leg->foot && i < count; i++) {
            caper_vec3 p = caper_transform_mul_point(c->rest_model[b], points[i]);
            if (p.y < 0.04f * leg->length && plan->corner_count < CAPERI_CORNERS) {
                caper_vec3 local = caper_transform_unmul_point(rest, p);
                plan->corners[plan->corner_count++] = caper_vec3_sub(local, leg->sole);
            }
        }
    }
}

// Contacts may lie inside the box: what else of it is on the ground must fit there, too.
static void add_box(const caper_character *c, const caper_gait_leg *leg, caperi_leg_plan *plan)
{
    const caper_body *b = &c->bodies[leg->foot];
    caper_transform rest = c->rest_model[leg->foot];
    for (int k = 0; k < 8 && b->contact_count > 0; k++) {
        caper_vec3 corner = {b->box_center.x + (k & 1 ? b->box_half.x : -b->box_half.x),
                             b->box_center.y + (k & 2 ? b->box_half.y : -b->box_half.y),
                             b->box_center.z + (k & 4 ? b->box_half.z : -b->box_half.z)};
        if (caper_transform_mul_point(rest, corner).y < 0.02f * leg->length) {
            plan->corners[plan->corner_count++] = caper_vec3_sub(corner, leg->sole);
        }
    }
}

static void measure_sole(const caper_character *c, caper_gait_leg *leg, caperi_leg_plan *plan)
{
    caper_vec3 points[CAPER_MAX_CONTACTS];
    int count = caper_body_sole_points(c, leg->foot, points);
    caper_transform rest = c->rest_model[leg->foot];
    caper_bounds bounds = caper_bounds_empty(); // of the sole, in model space
    for (int i = 0; i < count; i++) {
        bounds = caper_bounds_add_point(bounds, caper_transform_mul_point(rest, points[i]));
    }
    caper_vec3 center = caper_bounds_center(bounds);
    center.y = bounds.min.y;
    leg->home = center;
    leg->sole = caper_transform_unmul_point(rest, center);
    plan->rest_rotation = rest.rotation;
    plan->ankle = caper_vec3_neg(leg->sole);
    for (int i = 0; i < count; i++) {
        plan->corners[i] = caper_vec3_sub(points[i], leg->sole);
    }
    plan->corner_count = count;
    add_box(c, leg, plan);
    add_toes(c, leg, plan);
    caper_vec3 toe = center, heel = center;
    toe.z = bounds.max.z;
    heel.z = bounds.min.z;
    plan->toe = caper_vec3_sub(caper_transform_unmul_point(rest, toe), leg->sole);
    plan->heel = caper_vec3_sub(caper_transform_unmul_point(rest, heel), leg->sole);
    plan->toe_length = toe.z - center.z;
    // a sole of a quarter of the leg rolls as far as a person's; hooves and claws do not
    float share = plan->toe_length / leg->length;
    plan->roll = CAPERI_RISE * caper_smoothstep(0.03f, 0.12f, share);
}

static void make_leg(caper_gait *gait, int index)
{
    const caper_character *c = gait->character;
    const caper_leg *leg = &c->legs[index];
    caper_gait_leg *out = &gait->legs[index];
    caperi_leg_plan *plan = &gait->plans[index];
    out->leg = index;
    out->foot = leg->foot;
    // a foot that is spine and has its joint on the ground has no length of its own
    out->length = caper_max(leg->length, LEAST_LENGTH * c->size);
    measure_sole(c, out, plan);
    plan->hip = c->rest_model[leg->hip].position;
    for (int b = leg->foot; b != leg->hip; b = c->bodies[b].parent) {
        plan->reach += caper_vec3_length(c->skeleton.rest_local[b].position);
    }
    plan->peg = leg->hip == leg->foot || plan->reach < LEAST_LENGTH * c->size;
    caper_vec3 ankle = caper_vec3_sub(c->rest_model[leg->foot].position, plan->hip);
    plan->offset_x = ankle.x;
    plan->offset_z = ankle.z;
    plan->drop = -ankle.y;
    if (leg->body_count == 2) {
        // no knee: the solver may stretch such a leg a little, and the body does not crouch
        plan->least = 0.93f * plan->reach;
        plan->reach *= 1.07f;
    }
    plan->lift = caper_clamp(2.0f * plan->drop, 0.3f * out->length, out->length);
    float far = caper_max(caper_vec3_length(ankle), 1e-6f), steep = ankle.y / far;
    plan->fold = 0.6f * far;
    plan->away = caper_vec3_normalize(caper_vec3_make(ankle.x, ankle.y * steep * steep, ankle.z));
    plan->bent = caper_min(caper_vec3_length(ankle) / caper_max(plan->reach, 1e-6f), 1.0f);
    plan->straight = caper_smoothstep(0.95f, 0.985f, plan->bent);
    float level = sqrtf(ankle.x * ankle.x + ankle.z * ankle.z);
    plan->sprawl = caper_smoothstep(0.3f, 0.7f, level / caper_max(caper_vec3_length(ankle), 1e-6f));
    // knees that open wider than this on landing snap, but for those that are straight anyway
    plan->use = caper_lerp(caper_clamp(plan->bent + OPENS, 0.93f, 0.97f), 0.99f, plan->straight);
    plan->use = plan->least > 0.0f ? STRETCHED * plan->bent : plan->use;
    plan->use *= plan->reach;
    if (plan->least > 0.0f) {
        plan->lift *= caper_lerp(STIFF_LIFT, 1.0f, plan->sprawl);
    }
    float middle = 0.05f * out->length;
    out->side = out->home.x > middle ? 1 : out->home.x < -middle ? -1 : 0;
}

// -------------------------------------------------------------------------------------- groups

// Feet of one thigh cannot part at will: they step together, like toes, with the longest of them.
static void find_twins(caper_gait *gait)
{
    const caper_leg *legs = gait->character->legs;
    for (int i = 0; i < gait->leg_count; i++) {
        gait->plans[i].twin = i;
        for (int k = 0; k < gait->leg_count; k++) {
            const caper_gait_leg *best = &gait->legs[gait->plans[i].twin], *leg = &gait->legs[k];
            bool longer = leg->length > 1.0001f * best->length;
            bool first = leg->length > 0.9999f * best->length && k < gait->plans[i].twin;
            bool one = legs[k].hip == legs[i].hip;
            gait->plans[i].shares = gait->plans[i].shares || (one && k != i);
            if (one && (longer || first)) {
                gait->plans[i].twin = k;
            }
        }
    }
    // lengths that are nearly the same may have made a chain
    for (int i = 0; i < gait->leg_count; i++) {
        gait->plans[i].twin = gait->plans[gait->plans[i].twin].twin;
    }
}

static bool steps_alone(const caper_gait *gait, int leg)
{
    return gait->plans[leg].twin == leg;
}

// Legs from long to short; a leg starts a group when it is much shorter than the first of the last.
static void make_groups(caper_gait *gait, int *order)
{
    int n = gait->leg_count;
    find_twins(gait);
    for (int i = 0; i < n; i++) {
        int k = i;
        for (; k > 0 && gait->legs[order[k - 1]].length < gait->legs[i].length; k--) {
            order[k] = order[k - 1];
        }
        order[k] = i;
    }
    float first = 0.0f;
    for (int i = 0; i < n; i++) {
        caper_gait_leg *leg = &gait->legs[order[i]];
        if (!steps_alone(gait, order[i])) {
            continue;
        }
        bool apart = gait->group_count == 0 || leg->length * GROUP_RATIO < first;
        if (apart && gait->group_count < CAPER_GAIT_MAX_GROUPS) {
            gait->group_count++;
            first = leg->length;
        }
        leg->group = gait->group_count - 1;
        caper_gait_group *group = &gait->groups[leg->group];
        group->length += leg->length;
        group->leg_count++;
    }
    for (int i = 0; i < n; i++) {
        gait->legs[i].group = gait->legs[gait->plans[i].twin].group;
    }
    for (int g = 0; g < gait->group_count; g++) {
        gait->groups[g].length /= (float)gait->groups[g].leg_count;
        // the most feet lead; of equals the longest legs
        gait->leading =
            gait->groups[g].leg_count > gait->groups[gait->leading].leg_count ? g : gait->leading;
    }
}

// The nearest p / q of small numbers; of equals the smaller ones.
static void harmonize(float ratio, int *numerator, int *denominator)
{
    float best = 1e30f;
    for (int q = 1; q <= 4; q++) {
        for (int p = 1; p <= 4; p++) {
            float error = fabsf((float)p / (float)q / ratio - 1.0f) + 0.01f * (float)(p + q);
            if (error < best) {
                best = error;
                *numerator = p;
                *denominator = q;
            }
        }
    }
}

static int partner_of(const caper_gait *gait, int index)
{
    int foot = gait->character->bodies[gait->legs[index].foot].mirror;
    for (int i = 0; i < gait->leg_count; i++) {
        if (gait->legs[i].foot == foot && i != index && steps_alone(gait, i) &&
            gait->legs[i].group == gait->legs[index].group) {
            return i;
        }
    }
    return -1;
}

// A leg without a mirror image pairs with the nearest one of the other side that has none either.
static int nearest_across(const caper_gait *gait, int index, const int *row_of)
{
    int best = -1;
    float best_distance = 0.35f * gait->legs[index].length;
    for (int i = 0; i < gait->leg_count; i++) {
        const caper_gait_leg *a = &gait->legs[index], *b = &gait->legs[i];
        float distance = fabsf(a->home.z - b->home.z);
        if (i != index && a->group == b->group && a->side * b->side < 0 && row_of[i] < 0 &&
            steps_alone(gait, i) && partner_of(gait, i) < 0 && distance < best_distance) {
            best = i;
            best_distance = distance;
        }
    }
    return best;
}

// Rows of one group from the rear; slots row by row, left before right.
static void make_rows(caper_gait *gait, int group, int *row_of, int *rows)
{
    int count = 0;
    for (int i = 0; i < gait->leg_count; i++) {
        row_of[i] = -1;
    }
    for (;;) {
        int rear = -1;
        for (int i = 0; i < gait->leg_count; i++) {
            if (gait->legs[i].group == group && row_of[i] < 0 && steps_alone(gait, i) &&
                (rear < 0 || gait->legs[i].home.z < gait->legs[rear].home.z - 1e-5f)) {
                rear = i;
            }
        }
        if (rear < 0) {
            break;
        }
        int other = partner_of(gait, rear);
        other =
            other < 0 && gait->legs[rear].side != 0 ? nearest_across(gait, rear, row_of) : other;
        row_of[rear] = count;
        rows[count] = rear;
        if (other >= 0) {
            row_of[other] = count;
            if (gait->legs[other].home.x > gait->legs[rear].home.x) {
                rows[count] = other;
            }
        }
        count++;
    }
    gait->row_counts[group] = count;
    int slot = 0;
    for (int r = 0; r < count; r++) {
        gait->legs[rows[r]].slot = slot++;
        gait->legs[rows[r]].row = r;
        for (int i = 0; i < gait->leg_count; i++) {
            if (gait->legs[i].group == group && row_of[i] == r && i != rows[r]) {
                gait->legs[i].slot = slot++;
                gait->legs[i].row = r;
            }
        }
    }
}

// Room between neighbors of one side: half of the way, as both may move toward each other. Of two
// rows the front foot has left before the hind one lands, so that they may tread in its print.
static float neighbor_gap(const caper_gait *gait, int index)
{
    const caper_gait_leg *a = &gait->legs[index];
    float gap = (gait->leg_count > 2 ? 0.55f : 0.6f) * a->length;
    for (int i = 0; i < gait->leg_count; i++) {
        const caper_gait_leg *b = &gait->legs[i];
        float distance = fabsf(a->home.z - b->home.z);
        bool together = gait->plans[i].twin == gait->plans[index].twin;
        if (!together && a->side == b->side && distance > 1e-4f * a->length) {
            // feet have a length of their own; where there is little room, less is kept free
            float feet = gait->plans[index].toe_length + gait->plans[i].toe_length;
            float free = caper_min(feet + 0.06f * a->length, 0.18f * distance);
            free = a->group == b->group ? free : 0.0f;
            bool treads = a->group == b->group && gait->row_counts[a->group] == 2;
            float most = treads ? TREADS + OVERSTEPS * gait->paces : 0.5f;
            gap = caper_min(gap, most * (distance - free));
        }
    }
    return caper_max(gap, 0.12f * a->length);
}

// How much earlier than others front feet leave, 0..1: where hind legs are long for the trunk, they
// would tread on them. Giraffes and camels walk so, near a pace.
static float hurry(const caper_gait *gait)
{
    float lacks = 0.0f;
    const caper_gait_group *group = &gait->groups[gait->leading];
    for (int i = 0; i < gait->leg_count && group->leg_count == 4; i++) {
        if (gait->legs[i].group == gait->leading && gait->row_counts[gait->leading] == 2) {
            float has = 2.0f * neighbor_gap(gait, i) / group->length;
            lacks = caper_max(lacks, BRISK_WAY - has);
        }
    }
    return caper_min(lacks / LACKS, 1.0f);
}

static float side_weakness(const caper_gait_adjust *adjust, int side)
{
    return side > 0 ? adjust->weak_left : side < 0 ? adjust->weak_right : 0.0f;
}

static float weakness(const caper_gait *gait, const caper_gait_leg *leg)
{
    float weak = side_weakness(&gait->style.adjust, leg->side);
    for (int i = 0; i < gait->layer_count; i++) {
        if (gait->layer_groups[i] < 0 || gait->layer_groups[i] == leg->group) {
            weak += gait->layer_weights[i] * side_weakness(&gait->layers[i].adjust, leg->side);
        }
    }
    return caper_min(weak, 1.0f);
}

// How much of a leg another one of the same hip shares: feet of one thigh cannot part at will.
static float fork_length(const caper_gait *gait, int index)
{
    const caper_character *c = gait->character;
    float longest = 0.0f;
    for (int i = 0; i < c->leg_count; i++) {
        if (i == index || c->legs[i].hip != c->legs[index].hip) {
            continue;
        }
        float shared = 0.0f;
        for (int a = c->legs[index].foot; a != c->legs[index].hip; a = c->bodies[a].parent) {
            for (int b = c->legs[i].foot; b != c->legs[i].hip; b = c->bodies[b].parent) {
                shared += a == b ? caper_vec3_length(c->skeleton.rest_local[a].position) : 0.0f;
            }
        }
        longest = caper_max(longest, shared);
    }
    return longest;
}

static void plan_legs(caper_gait *gait, int *scratch)
{
    for (int i = 0; i < gait->leg_count; i++) {
        make_leg(gait, i);
    }
    make_groups(gait, scratch);
    gait->length = gait->groups[gait->leading].length;
    // 12 g at the peak of a swing, for a body of two leg lengths: faster ones jerk. What the eye
    // takes for a jerk grows with the body, and goes with the fourth power of time.
    gait->swift = 0.7f * sqrtf(sqrtf(2.0f * gait->length / gait->character->size));
    caper_bounds homes = caper_bounds_empty();
    for (int g = 0; g < gait->group_count; g++) {
        make_rows(gait, g, scratch, scratch + gait->leg_count);
        harmonize(gait->length / gait->groups[g].length, &gait->groups[g].numerator,
                  &gait->groups[g].denominator);
    }
    for (int i = 0; i < gait->leg_count; i++) {
        gait->legs[i].slot = gait->legs[gait->plans[i].twin].slot;
        gait->legs[i].row = gait->legs[gait->plans[i].twin].row;
    }
    caper_vec3 sum = caper_vec3_zero();
    for (int i = 0; i < gait->leg_count; i++) {
        bool leads = gait->legs[i].group == gait->leading && gait->legs[i].slot == 0;
        gait->first = leads && steps_alone(gait, i) ? i : gait->first;
        homes = caper_bounds_add_point(homes, gait->legs[i].home);
        caper_vec3 flat = caper_vec3_make(gait->legs[i].home.x, 0.0f, gait->legs[i].home.z);
        gait->radius = caper_max(gait->radius, caper_vec3_length(flat));
        sum = caper_vec3_add(sum, gait->plans[i].hip);
    }
    gait->paces = hurry(gait);
    for (int i = 0; i < gait->leg_count; i++) {
        gait->plans[i].fork = fork_length(gait, i);
        gait->plans[i].gap = neighbor_gap(gait, i);
        gait->supple += gait->plans[i].least > 0.0f || gait->plans[i].peg
                            ? 0.0f
                            : 1.0f / (float)gait->leg_count;
        gait->straight += gait->plans[i].straight / (float)gait->leg_count;
        gait->plans[i].weak = weakness(gait, &gait->legs[i]);
    }
    gait->pivot = caper_vec3_scale(sum, 1.0f / (float)gait->leg_count);
    gait->span_x = caper_bounds_size(homes).x;
    gait->span_z = caper_bounds_size(homes).z;
    gait->roll_room = gait->pitch_room = 1e6f;
    for (int i = 0; i < gait->leg_count; i++) {
        const caper_gait_leg *l = &gait->legs[i];
        float x = fabsf(l->home.x - gait->pivot.x), z = fabsf(l->home.z - gait->pivot.z);
        gait->roll_room = caper_min(gait->roll_room, l->length / caper_max(x, 1e-6f));
        gait->pitch_room = caper_min(gait->pitch_room, l->length / caper_max(z, 1e-6f));
    }
    caperi_spine_plan(gait);
    const caper_character *c = gait->character;
    gait->clearance = 1e30f;
    for (int i = 0; i < c->spine_count; i++) {
        const caper_body *body = &c->bodies[c->spine[i]];
        caper_vec3 half = body->box_half;
        caper_vec3 center = caper_transform_mul_point(c->rest_model[c->spine[i]], body->box_center);
        float down = caper_min(half.x, caper_min(half.y, half.z));
        gait->clearance = caper_min(gait->clearance, caper_max(center.y - down, 0.0f));
    }
}

// ------------------------------------------------------------------------------------- legless

static void plan_links(caper_gait *gait)
{
    const caper_character *c = gait->character;
    float along = 0.0f;
    for (int i = 0; i < c->spine_count; i++) {
        int body = c->spine[i];
        caper_vec3 center =
            caper_transform_mul_point(c->rest_model[body], c->bodies[body].box_center);
        if (i > 0) {
            along += caper_vec3_distance(center, gait->links[i - 1].rest);
        }
        gait->links[i].body = body;
        gait->links[i].along = along;
        gait->links[i].rest = center;
    }
    gait->link_count = c->spine_count;
    gait->link_length = caper_max(along, 1e-4f);
}

// What has fins, or hangs above the ground at rest, does not crawl: it swims when it has something
// to swim with, else it floats. What has wings and no legs flies, which is floating with a beat.
// What lies on the ground goes by its shape: a long chain of many links slithers, a shorter one
// inches along; a lump with arms drags itself like one that inches.
static caper_gait_mode choose_mode(const caper_gait *gait)
{
    const caper_character *c = gait->character;
    caper_caps caps = 0;
    for (int i = 0; i < c->body_count; i++) {
        caps |= c->bodies[i].caps;
    }
    bool aloft = c->bounds.min.y > 0.1f * c->size;
    bool swims = (caps & (CAPER_CAP_FIN | CAPER_CAP_TENTACLE)) != 0;
    if (aloft || (caps & CAPER_CAP_FIN)) {
        return swims || c->spine_count >= 6 ? CAPER_GAIT_SWIM : CAPER_GAIT_FLOAT;
    }
    if (c->spine_count < 3 || (caps & CAPER_CAP_WING)) {
        return CAPER_GAIT_FLOAT;
    }
    float thick = 0.0f;
    for (int i = 0; i < c->spine_count; i++) {
        caper_vec3 half = c->bodies[c->spine[i]].box_half;
        thick += caper_min(half.x, caper_min(half.y, half.z)) / (float)c->spine_count;
    }
    return c->spine_count >= 12 && gait->link_length > 24.0f * thick ? CAPER_GAIT_SLITHER
                                                                     : CAPER_GAIT_CRAWL;
}

// -------------------------------------------------------------------------------------- create

caper_gait_def caper_gait_def_default(void)
{
    caper_gait_def def;
    memset(&def, 0, sizeof def);
    def.gravity = 9.81f;
    def.cookie = CAPER_DEF_COOKIE;
    return def;
}

static void take_styles(caper_gait *gait, const caper_gait_def *def)
{
    caper_gait_style base = caper_gait_style_default();
    gait->style = def->style ? *def->style : base;
    for (int i = 0; i < CAPER_GAIT_MAX_FEET; i++) {
        if (gait->style.feet[i].key_count == 0) {
            gait->style.feet[i] = base.feet[i];
        }
    }
    if (gait->style.path_count < 2) {
        memcpy(gait->style.path, base.path, sizeof base.path);
        gait->style.path_count = base.path_count;
    }
    if (!(gait->style.wave_rows > 0.0f)) {
        gait->style.wave_rows = base.wave_rows;
    }
    for (int i = 0; i < def->layer_count; i++) {
        gait->layers[i] = *def->layers[i].style;
        gait->layer_weights[i] = caper_clamp(def->layers[i].weight, 0.0f, 1.0f);
        gait->layer_groups[i] = def->layers[i].group;
    }
    gait->layer_count = def->layer_count;
    caperi_path_prepare(gait);
}

// Once it is known which group leads.
static void find_curves(caper_gait *gait)
{
    gait->curved = gait->style.curve_count > 0;
    for (int i = 0; i < gait->layer_count; i++) {
        gait->curved = gait->curved || caperi_layer_curves(gait, i);
    }
}

static bool good_def(const caper_gait_def *def)
{
    bool good = def && def->cookie == CAPER_DEF_COOKIE && def->character &&
                def->gravity >= LEAST_GRAVITY && def->gravity <= 1e6f && def->layer_count >= 0 &&
                def->layer_count <= CAPER_GAIT_MAX_LAYERS && (def->layers || def->layer_count == 0);
    for (int i = 0; good && i < def->layer_count; i++) {
        good = def->layers[i].style != NULL;
    }
    return good;
}

// Does each style apply to legs that there are?
static bool has_groups(const caper_gait *gait, caper_error *error)
{
    for (int i = 0; i < gait->layer_count; i++) {
        int group = gait->layer_groups[i];
        if (group >= 0 && group >= gait->group_count) {
            return caper_error_set(error, CAPER_ERROR_INVALID, "style", 0, 0,
                                   "it is for group %d, but the legs of %s form %d", group + 1,
                                   gait->character->name, gait->group_count);
        }
    }
    return true;
}

caper_gait *caper_gait_create(const caper_gait_def *def, caper_error *error)
{
    if (!good_def(def)) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                        "a gait needs a def from caper_gait_def_default with a character, gravity "
                        "from 1e-6 to 1e6 m/s2 and at most %d layers",
                        CAPER_GAIT_MAX_LAYERS);
        return NULL;
    }
    const caper_character *c = def->character;
    size_t n = (size_t)c->leg_count;
    caperi_block block = {0};
    size_t head = CAPERI_BLOCK_ADD(&block, 1, caper_gait);
    size_t legs = CAPERI_BLOCK_ADD(&block, n, caper_gait_leg);
    size_t plans = caperi_block_add(&block, n, sizeof(caperi_leg_plan), 16);
    size_t toes =
        caperi_block_add(&block, n > 0 ? (size_t)c->body_count : 0, sizeof(caperi_toe), 16);
    size_t links = CAPERI_BLOCK_ADD(&block, c->spine_count, caperi_link);
    size_t tips = CAPERI_BLOCK_ADD(&block, n > 0 ? 0 : c->body_count, caperi_tip);
    size_t scratch = CAPERI_BLOCK_ADD(&block, 2 * n + 1, int);
    caper_allocator allocator = caper_allocator_resolve(def->allocator);
    char *base = caperi_block_alloc(&block, &allocator);
    if (!base) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a gait");
        return NULL;
    }
    caper_gait *gait = caperi_block_at(base, head);
    gait->legs = caperi_block_at(base, legs);
    gait->plans = caperi_block_at(base, plans);
    gait->toes = caperi_block_at(base, toes);
    gait->links = caperi_block_at(base, links);
    gait->tips = caperi_block_at(base, tips);
    gait->memory_size = block.size;
    gait->allocator = allocator;
    gait->character = c;
    gait->gravity = def->gravity;
    gait->leg_count = gait->foot_count = c->leg_count;
    take_styles(gait, def);
    plan_links(gait);
    if (gait->leg_count > 0) {
        gait->mode = CAPER_GAIT_WALK;
        plan_legs(gait, caperi_block_at(base, scratch));
        caperi_toes_plan(gait);
        for (int i = 0; i < gait->leg_count; i++) {
            caperi_roll_plan(gait, i);
        }
        caperi_hang_plan(gait);
        caperi_arms_plan(gait);
        caperi_way_plan(gait);
    } else {
        gait->length = 0.5f * c->size;
        gait->front_z = gait->links[gait->link_count - 1].rest.z;
        gait->mode = choose_mode(gait);
        int least = gait->mode == CAPER_GAIT_SWIM ? 3 : 4; // links that make a wave, or an arch
        gait->upright = gait->front_z - gait->links[0].rest.z < 0.6f * gait->link_length ||
                        gait->link_count < least;
        caperi_legless_plan(gait);
    }
    find_curves(gait);
    gait->tau = sqrtf(gait->length / gait->gravity);
    gait->heavy = caper_smoothstep(TROTS, AMBLES, gait->character->mass);
    bool good = has_groups(gait, error);
    if (good && !caperi_fold_plan(gait)) {
        good = caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a gait");
    }
    if (!good) {
        caper_gait_destroy(gait);
        return NULL;
    }
    return gait;
}

void caper_gait_destroy(caper_gait *gait)
{
    if (gait) {
        caper_allocator allocator = gait->allocator;
        caper_free(&allocator, gait, gait->memory_size);
    }
}

// --------------------------------------------------------------------------------------- ask

const caper_character *caper_gait_character(const caper_gait *gait)
{
    return gait->character;
}

caper_gait_mode caper_gait_mode_of(const caper_gait *gait)
{
    return gait->mode;
}

int caper_gait_legs(const caper_gait *gait, const caper_gait_leg **legs)
{
    *legs = gait->legs;
    return gait->leg_count;
}

int caper_gait_groups(const caper_gait *gait, const caper_gait_group **groups)
{
    *groups = gait->groups;
    return gait->group_count;
}

float caper_gait_length(const caper_gait *gait)
{
    return gait->length;
}

float caper_gait_speed(const caper_gait *gait, float froude)
{
    return sqrtf(caper_max(froude, 0.0f) * gait->gravity * gait->length);
}

float caperi_gait_froude(const caper_gait *gait, float speed)
{
    return speed * speed / (gait->gravity * gait->length);
}

int caper_gait_goal_count(const caper_gait *gait)
{
    return 1 + gait->foot_count + gait->tip_count + gait->tail_count + gait->toe_count +
           2 * gait->chain_count + gait->arm_count + gait->link_count;
}
