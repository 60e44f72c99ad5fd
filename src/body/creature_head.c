// SPDX-License-Identifier: MIT
//
// Heads of random creatures and what sits on them: mouths, eyes, ears and horns. A head grows on
// the front end of the spine or on a neck of its own; a creature without one carries its face on
// the spine. Everything on a face is placed by a direction from the middle of its host, so that a
// face fits any box.
#include "body/creature.h"

static const caper_vec3 left_axis = {1.0f, 0.0f, 0.0f};
static const caper_vec3 ahead = {0.0f, 0.0f, 1.0f};

/// What all faces of one creature have in common.
typedef struct face_style {
    int eye_pairs;
    bool middle_eye, ears, horns, middle_horn, stalks;
    float eye, ear, horn, jaw; // sizes relative to the host
    caper_vec3 eye_way, ear_way, horn_way;
} face_style;

typedef struct face_job {
    const face_style *style;
    int host, group, row;
    float size; // half width of the host
} face_job;

static char letter(float side)
{
    return side > 0.0f ? 'l' : side < 0.0f ? 'r' : 0;
}

static caper_vec3 sided(caper_vec3 v, float side)
{
    return caper_vec3_normalize(caper_vec3_make(v.x * side, v.y, v.z));
}

/// A box of its own length that stands out from the host in a direction.
static int add_feature(caperi_creature_work *c, const face_job *job, caper_vec3 place,
                       caper_vec3 way, float length, float width, float thickness, caper_caps caps)
{
    caper_vec3 root = caperi_draft_surface(&c->drafts[job->host], place, 0.88f);
    caper_mat3 axes = caperi_axes(left_axis, way);
    caper_vec3 center = caper_vec3_add_scaled(root, way, 0.42f * length);
    caper_vec3 half = caper_vec3_make(width, thickness, 0.5f * length);
    return caperi_draft_add(c, job->host, root, axes, center, half, caps);
}

/// Where a direction leaves a host whose corners are rounded: on |x/a|^4 + |y/b|^4 + |z/c|^4 = 1.
static caper_vec3 round_surface(const caperi_creature_draft *host, caper_vec3 direction)
{
    caper_vec3 d = caper_quat_unrotate(host->rotation, direction);
    caper_vec3 q = caper_vec3_make(d.x / host->half.x, d.y / host->half.y, d.z / host->half.z);
    caper_vec3 squares = caper_vec3_make(q.x * q.x, q.y * q.y, q.z * q.z);
    float reach = 1.0f / sqrtf(caper_vec3_length(squares));
    return caper_vec3_add_scaled(host->center, direction, reach);
}

/// Sunk into its host by half: at a corner of the box it would hang beside the head that is drawn.
static void build_eye(caperi_creature_work *c, void *user, float side)
{
    const face_job *job = user;
    const face_style *style = job->style;
    caper_vec3 place = style->eye_way;
    place.y += 0.35f * (float)job->row;
    place = sided(place, side);
    float r = style->eye * job->size / (1.0f + 0.3f * (float)job->row);
    caper_vec3 at = round_surface(&c->drafts[job->host], place);
    int eye = caperi_draft_add(c, job->host, at, caperi_axes(left_axis, place), at,
                               caper_vec3_make(r, r, r), CAPER_CAP_EYE);
    caperi_creature_draft *draft = &c->drafts[eye];
    caperi_draft_name(draft, "eye", job->group, job->row + 1, letter(side));
    draft->deform = "close";
    caperi_draft_ball(draft, place, 0.6f, 0.2f);
}

/// An eye at the end of a stalk.
static void build_stalk(caperi_creature_work *c, void *user, float side)
{
    face_job job = *(const face_job *)user;
    const face_style *style = job.style;
    caper_vec3 way = sided(caper_vec3_make(0.5f, 1.0f, 0.3f), side);
    float length = 1.3f * job.size;
    float r = style->eye * job.size;
    int stalk = add_feature(c, &job, way, way, length, 0.35f * r, 0.35f * r, 0);
    caperi_draft_name(&c->drafts[stalk], "stalk", job.group, job.row + 1, letter(side));
    caperi_draft_ball(&c->drafts[stalk], way, 0.7f, 0.4f);
    c->drafts[stalk].half = caper_vec3_max(
        c->drafts[stalk].half, caper_vec3_make(0.075f * length, 0.075f * length, 0.075f * length));
    job.host = stalk;
    int eye = add_feature(c, &job, way, ahead, 2.0f * r, r, r, CAPER_CAP_EYE);
    caperi_draft_name(&c->drafts[eye], "eye", job.group, job.row + 1, letter(side));
    c->drafts[eye].deform = "close";
    caperi_draft_ball(&c->drafts[eye], ahead, 0.6f, 0.2f);
}

static void build_ear(caperi_creature_work *c, void *user, float side)
{
    const face_job *job = user;
    const face_style *style = job->style;
    caper_vec3 way = sided(style->ear_way, side);
    float length = style->ear * job->size;
    int ear = add_feature(c, job, way, way, length, 0.3f * length, 0.09f * length, CAPER_CAP_EAR);
    caperi_draft_name(&c->drafts[ear], "ear", job->group, 0, letter(side));
    c->drafts[ear].deform = "droop";
    caperi_draft_ball(&c->drafts[ear], way, 0.7f, 0.5f);
}

static void build_horn(caperi_creature_work *c, void *user, float side)
{
    const face_job *job = user;
    const face_style *style = job->style;
    caper_vec3 way = sided(style->horn_way, side);
    float length = style->horn * job->size;
    int horn =
        add_feature(c, job, way, way, length, 0.12f * length, 0.12f * length, CAPER_CAP_HORN);
    caperi_draft_name(&c->drafts[horn], "horn", job->group, 0, letter(side));
}

static void add_mouth(caperi_creature_work *c, const face_job *job)
{
    const caperi_creature_draft *host = &c->drafts[job->host];
    caper_vec3 place = caper_vec3_normalize(caper_vec3_make(0.0f, -0.45f, 0.9f));
    caper_vec3 root = caperi_draft_surface(host, place, 0.55f);
    caper_vec3 lip = caperi_draft_surface(host, place, 1.0f);
    float length = caper_max(caper_vec3_distance(root, lip), 0.3f * job->size) * job->style->jaw;
    float width = 0.55f * job->size;
    // a jaw, hinged at its back
    float thick = caper_max(0.22f * job->size, 0.12f * length);
    caper_vec3 center = caper_vec3_add_scaled(root, ahead, 0.45f * length);
    caper_vec3 half = caper_vec3_make(width, thick, 0.55f * length);
    int mouth =
        caperi_draft_add(c, job->host, root, caper_mat3_identity(), center, half, CAPER_CAP_MOUTH);
    caperi_draft_name(&c->drafts[mouth], "mouth", job->group, 0, 0);
    c->drafts[mouth].deform = "open";
    caperi_draft_hinge(&c->drafts[mouth], left_axis, 0.0f, 0.7f);
}

static face_style draw_face(caperi_creature_work *c)
{
    face_style s = {0};
    float d = c->difficulty;
    s.eye_pairs = caperi_chance(c, 0.25f * d) ? caper_rng_int(&c->rng, 0, 3) : 1;
    s.middle_eye = s.eye_pairs == 0 || caperi_chance(c, 0.1f * d);
    s.stalks = s.eye_pairs > 0 && caperi_chance(c, 0.2f * d);
    s.ears = caperi_chance(c, 0.55f);
    s.horns = caperi_chance(c, 0.15f + 0.15f * d);
    s.middle_horn = caperi_chance(c, 0.3f);
    s.eye = caperi_draw(c, 0.2f, 0.42f);
    s.ear = caperi_draw(c, 0.6f, 1.6f);
    s.horn = caperi_draw(c, 0.6f, 1.5f);
    s.jaw = caperi_draw(c, 0.9f, 1.7f);
    s.eye_way.x = caperi_draw(c, 0.45f, 1.0f);
    s.eye_way.y = caperi_draw(c, 0.25f, 0.6f);
    s.eye_way.z = caperi_draw(c, 0.6f, 1.0f);
    s.ear_way.x = caperi_draw(c, 0.4f, 1.0f);
    s.ear_way.y = caperi_draw(c, 0.5f, 1.0f);
    s.ear_way.z = caperi_draw(c, -0.5f, 0.0f);
    s.horn_way.x = caperi_draw(c, 0.2f, 0.5f);
    s.horn_way.y = 1.0f;
    s.horn_way.z = caperi_draw(c, -0.2f, 0.6f);
    return s;
}

static void add_face(caperi_creature_work *c, const face_style *style, int host, int group,
                     float size)
{
    face_job job = {style, host, group, 0, size};
    if (caperi_room(c) >= 1) {
        add_mouth(c, &job);
    }
    for (int i = 0; i < style->eye_pairs; i++) {
        job.row = i;
        bool stalk = style->stalks && i == 0;
        caperi_both_sides(c, c->drafts[host].center.x, stalk ? 2 : 1,
                          stalk ? build_stalk : build_eye, &job);
    }
    job.row = style->eye_pairs;
    if (style->middle_eye && caperi_room(c) >= 1) {
        build_eye(c, &job, 0.0f);
    }
    if (style->ears) {
        caperi_both_sides(c, c->drafts[host].center.x, 1, build_ear, &job);
    }
    if (style->horns && style->middle_horn) {
        if (caperi_room(c) >= 1) {
            build_horn(c, &job, 0.0f);
        }
    } else if (style->horns) {
        caperi_both_sides(c, c->drafts[host].center.x, 1, build_horn, &job);
    }
}

/// What all heads of one creature have in common.
typedef struct head_style {
    caper_vec3 half;
    float pitch, neck;
    int neck_segments;
} head_style;

/// A head that holds the joint at its back or underside, wherever its neck comes from.
static int add_head(caperi_creature_work *c, const head_style *style, int parent, caper_vec3 joint,
                    caper_vec3 way, int group, float side)
{
    float sine, cosine;
    caper_sincos(style->pitch, &sine, &cosine);
    caper_vec3 forward = caper_vec3_make(0.0f, sine, cosine);
    caper_mat3 axes = caperi_axes(left_axis, forward);
    int head = caperi_draft_add(c, parent, joint, axes, joint, style->half, CAPER_CAP_HEAD);
    caperi_creature_draft *draft = &c->drafts[head];
    caperi_draft_name(draft, "head", group, 0, letter(side));
    draft->center = caperi_draft_surface(draft, way, 0.85f);
    // a chin on the ground lifts the head
    float chin = (fabsf(axes.y.y) * style->half.y + fabsf(axes.z.y) * style->half.z);
    draft->center.y = caper_max(draft->center.y, c->floor + chin);
    caperi_draft_ball(draft, way, 0.9f, 1.0f);
    return head;
}

typedef struct neck_job {
    const head_style *head;
    const face_style *face;
    int group;
    int segments; // of the neck; 0: the head sits on the spine
    float spread;
} neck_job;

/// A head on a neck that is a limb of its own, or right on the front of the spine; and its face.
static void build_head(caperi_creature_work *c, void *user, float side)
{
    const neck_job *job = user;
    int front = c->plan.spine_count - 1;
    float length = job->head->neck;
    if (!c->plan.symmetric) {
        length *= caperi_draw(c, 0.7f, 1.3f);
    }
    caper_vec3 from = caperi_spine_at(c, front, 0.6f * side, 0.0f, 0.7f);
    caper_vec3 way = caper_vec3_add(c->spine_axes[front].z, ahead);
    way.x += job->spread * side;
    way = caper_vec3_normalize(way);
    int parent = front;
    if (job->segments > 0) {
        caper_vec3 climb = sided(caper_vec3_make(job->spread, 0.8f, 0.6f), side);
        caper_vec3 to = caper_vec3_add_scaled(from, climb, length);
        caper_vec3 points[8];
        caperi_bent_points(from, to, job->segments, caper_vec3_make(0.0f, 1.0f, -0.5f), 0.12f,
                           false, points);
        caperi_points_lift(c, points, job->segments, 2.0f * job->head->half.y);
        caperi_creature_chain chain = {0};
        chain.label = "neck";
        chain.group = job->group;
        chain.first_index = 1;
        chain.side = letter(side);
        chain.caps = CAPER_CAP_LIMB;
        chain.broad = left_axis;
        chain.width = 0.55f * job->head->half.x;
        chain.flat = 1.0f;
        chain.taper = 0.95f;
        chain.swing = 0.5f;
        parent = caperi_chain_add(c, front, points, job->segments, &chain);
        from = points[job->segments];
        way = caper_vec3_sub(from, points[job->segments - 1]);
        way = caper_vec3_normalize(caper_vec3_add_scaled(ahead, caper_vec3_normalize(way), 1.0f));
    }
    int head = add_head(c, job->head, parent, from, way, job->group, side);
    if (job->segments > 0 || side != 0.0f) {
        c->drafts[head].caps |= CAPER_CAP_LIMB;
    } else {
        c->drafts[head].caps |= CAPER_CAP_SPINE;
        c->spine_head = head;
    }
    add_face(c, job->face, head, job->group, caper_min(job->head->half.x, job->head->half.y));
}

static head_style draw_head(caperi_creature_work *c)
{
    head_style head;
    float size = caperi_draw(c, 0.7f, 1.2f);
    float longer = caperi_draw(c, 0.8f, 1.5f);
    float taller = caperi_draw(c, 0.7f, 1.1f);
    bool several = c->plan.head_count > 1;
    float half = caper_clamp(size * c->plan.girth, 0.06f, 0.2f) * (several ? 0.65f : 1.0f);
    head.half = caper_vec3_make(half, taller * half, longer * half);
    head.pitch = caperi_draw(c, -0.3f, 0.15f);
    // several heads need room beside each other
    head.neck = caper_max(caperi_draw(c, 0.2f, 0.5f), several ? 4.0f * half : 0.0f);
    return head;
}

void caperi_creature_heads(caperi_creature_work *c)
{
    const caperi_creature_scheme *plan = &c->plan;
    face_style face = draw_face(c);
    head_style head = draw_head(c);
    int segments = caper_rng_int(&c->rng, 1, 4);
    bool necked = caperi_chance(c, 0.2f * c->difficulty);
    float spread = caperi_draw(c, 0.7f, 1.2f);
    int front = plan->spine_count - 1;
    if (plan->head_count == 0) {
        add_face(c, &face, front, 1, caper_min(c->spine_half[front].x, c->spine_half[front].y));
        return;
    }
    // necks are in the budget before any face gets ears
    bool middle = plan->head_count != 2;
    int necks = (plan->head_count > 1 ? 2 : 0) + (middle && necked);
    if (necks > 0 && segments > caperi_room(c) / necks) {
        segments = caperi_room(c) / necks;
    }
    c->reserved += necks * segments;
    if (middle) {
        neck_job job = {&head, &face, 1, necked ? segments : 0, 0.0f};
        c->reserved -= job.segments + 1;
        build_head(c, &job, 0.0f);
    }
    if (plan->head_count == 1) {
        return;
    }
    neck_job job = {&head, &face, 2, segments, spread};
    if (plan->symmetric) {
        c->reserved -= 2 * (segments + 1);
        int first = c->pair_first = c->count;
        build_head(c, &job, 1.0f);
        c->pair_first = -1;
        caperi_drafts_mirror(c, first, 0.0f, 1);
    } else {
        c->reserved -= segments + 1;
        build_head(c, &job, 1.0f);
        c->reserved -= segments + 1;
        job.group = 3;
        build_head(c, &job, -1.0f);
    }
}
