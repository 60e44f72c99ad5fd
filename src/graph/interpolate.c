// SPDX-License-Identifier: MIT
//
// Better connectivity by interpolation (Zhao and Safonova, Achieving good connectivity in motion
// graphs, 2009; paper 004, section 4.3.2): two segments in which the same feet stand in the same
// order are interpolated, phase by phase, so that feet strike and leave together. The weight goes
// from the first to the second over the segment, with a window of either clip before and behind: a
// bridge, on which a walk can pass between clips that no single blend could join, in the time of
// some steps instead of a quarter of a second.
//
// Feet do not slide: while a foot stands, the root goes where that foot stays (two feet: their
// mean); in flight it goes as the clips do, by weight. Bridges are made for the clips that are lost
// without them first, then nearest first, up to the stated number of frames; those that put bodies
// into each other more than their sources do, bend joints too far, jump, or fall or fly
// implausibly, are dropped (section 6.1.3).
#include "graph/graph.h"

#include "caper/quality.h"
#include "graph/cloud.h"
#include "graph/judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RATE 60.0f        // frames a second of bridges
#define LONG 4            // phases of a segment: a stride of a walk; or, in short clips,
#define SHORT 2           // half of one
#define PHASE_LEAST 0.05f // s: shorter ones are flicker of the detector, and join the one before
#define TEMPO 2.0f        // most that a phase may take longer in one clip than in the other
#define PENETRATION 2.0   // percent of frames beyond the sources': room `quality`'s gate

#define GRAB(arena, count, type)                                                                   \
    caper_arena_alloc_zero(arena, (size_t)(count) + 1, sizeof(type), _Alignof(type))

// A time during which the same feet stand.
typedef struct phase {
    float start, end;
    uint32_t stands;
} phase;

typedef struct phases {
    phase *list;
    int count;
} phases;

// Segments to be joined: `length` phases from these on.
typedef struct bridge {
    int from, to; // clips
    int from_phase, to_phase, length;
    bool rescues; // one of the clips is lost without
    float distance;
} bridge;

typedef struct maker {
    caperi_graph_draft *draft;
    const caper_graph_def *def;
    caper_arena arena;
    caper_cloud *cloud;   // window 1: single frames
    phases *phases;       // by clip
    caperi_worth *worths; // by clip
    bool *kept;           // by clip: without bridges
    caper_pose a, b, model;
    int clip_count; // without bridges
    float lead;     // s before and behind a segment
} maker;

// -- Phases
// -----------------------------------------------------------------------------------------------

static uint32_t stands_at(const maker *m, const caper_clip *clip, float time)
{
    uint32_t bits = 0;
    const caper_character *c = m->def->character;
    for (int leg = 0; leg < c->leg_count && leg < CAPERI_GRAPH_FEET; leg++)
        if (caper_clip_in_contact(clip, c->legs[leg].foot, time))
            bits |= 1u << leg;
    return bits;
}

static bool find_phases(maker *m, int c)
{
    const caper_clip *clip = m->draft->clips[c];
    int frames = caperi_graph_frames(clip, RATE);
    phases *p = &m->phases[c];
    p->list = GRAB(&m->arena, frames, phase);
    if (!p->list)
        return false;
    for (int f = 0; f < frames; f++) {
        float time = (float)f / RATE;
        uint32_t bits = stands_at(m, clip, time);
        phase *last = p->count > 0 ? &p->list[p->count - 1] : NULL;
        if (last && last->stands != bits && time - last->start < PHASE_LEAST) {
            last->stands = bits; // too short to be one
            if (p->count > 1 && p->list[p->count - 2].stands == bits)
                p->count--;
        } else if (!last || last->stands != bits) {
            p->list[p->count++] = (phase){time, time, bits};
        }
        p->list[p->count - 1].end = caper_min(time + 1.0f / RATE, clip->duration);
    }
    return true;
}

static bool alike(const phase *a, const phase *b, int length)
{
    for (int i = 0; i < length; i++) {
        float one = a[i].end - a[i].start, two = b[i].end - b[i].start;
        if (a[i].stands != b[i].stands || one > TEMPO * two || two > TEMPO * one)
            return false;
    }
    return true;
}

// -- Which segments
// ---------------------------------------------------------------------------------------

static int frame_of(const maker *m, int clip, float time)
{
    int frame = (int)rintf(time * m->cloud->rate);
    int last = m->cloud->clips[clip].window_count - 1;
    return m->cloud->clips[clip].first + (frame < last ? frame : last);
}

// How unlike two segments are where their phases begin and end.
static float segment_distance(const maker *m, const bridge *b)
{
    const phase *p = &m->phases[b->from].list[b->from_phase];
    const phase *q = &m->phases[b->to].list[b->to_phase];
    float sum = 0.0f;
    for (int i = 0; i <= b->length; i++) {
        float s = i < b->length ? p[i].start : p[i - 1].end;
        float t = i < b->length ? q[i].start : q[i - 1].end;
        sum += caper_cloud_distance(m->cloud, frame_of(m, b->from, s), frame_of(m, b->to, t), NULL);
    }
    return sum / (float)(b->length + 1);
}

// The best pair of segments that lead from one clip to another; false when there is none.
static bool find_bridge(const maker *m, int from, int to, int length, bridge *best)
{
    const phases *p = &m->phases[from], *q = &m->phases[to];
    float end = m->draft->clips[to]->duration - m->lead;
    best->distance = INFINITY;
    for (int i = 0; i + length <= p->count; i++) {
        for (int k = 0; k + length <= q->count; k++) {
            if (p->list[i].start < m->lead || q->list[k + length - 1].end > end ||
                !alike(&p->list[i], &q->list[k], length))
                continue;
            bridge b = {from, to, i, k, length, m->kept[from] != m->kept[to], 0.0f};
            b.distance = segment_distance(m, &b);
            if (b.distance < best->distance)
                *best = b;
        }
    }
    return best->distance <= 2.0f * m->def->max_threshold;
}

static int by_use(const void *a, const void *b)
{
    const bridge *p = a, *q = b;
    if (p->rescues != q->rescues)
        return p->rescues ? -1 : 1;
    if (p->distance != q->distance)
        return p->distance < q->distance ? -1 : 1;
    return p->from != q->from ? p->from - q->from : p->to - q->to;
}

static int find_bridges(maker *m, bridge *list)
{
    int count = 0, n = m->clip_count;
    for (int from = 0; from < n; from++)
        for (int to = 0; to < n; to++) {
            bool own = m->draft->origins[from].source == m->draft->origins[to].source;
            if (from != to && !(own && m->kept[from]) &&
                (find_bridge(m, from, to, LONG, &list[count]) ||
                 find_bridge(m, from, to, SHORT, &list[count])))
                count++;
        }
    if (count > 0)
        qsort(list, (size_t)count, sizeof *list, by_use);
    return count;
}

// -- Making one
// -------------------------------------------------------------------------------------------

typedef struct tape {
    caper_transform *frames;
    caper_root *roots;
    caper_vec3 *soles; // [frame][leg]: in the frame of the root
    uint32_t *stands;
    int count, room;
    caper_vec3 own[2][CAPERI_GRAPH_FEET]; // soles of the two clips, in the world of each
    float slid[CAPERI_GRAPH_FEET];        // in this stance, farther than in either clip
    float slid_most;
} tape;

static caper_root mix_ways(caper_root a, caper_root b, float t)
{
    return (caper_root){caper_lerp(a.x, b.x, t), caper_lerp(a.y, b.y, t), caper_lerp(a.z, b.z, t),
                        caper_lerp(a.yaw, b.yaw, t)};
}

static void find_soles(const maker *m, const caper_pose *local, caper_vec3 *soles)
{
    const caper_character *c = m->def->character;
    caper_pose model = m->model;
    caper_pose_to_model(&c->skeleton, local, NULL, &model);
    for (int leg = 0; leg < c->leg_count && leg < CAPERI_GRAPH_FEET; leg++) {
        caper_vec3 points[CAPER_MAX_CONTACTS], sum = caper_vec3_zero();
        int count = caper_body_sole_points(c, c->legs[leg].foot, points);
        for (int i = 0; i < count; i++)
            sum = caper_vec3_add_scaled(sum, points[i], 1.0f / (float)count);
        soles[leg] = caper_transform_mul_point(model.bodies[c->legs[leg].foot], sum);
    }
}

// Move the root so that what stands now and stood before has not moved.
static caper_root hold_feet(const tape *t, int frame, int legs, caper_root root)
{
    uint32_t both = t->stands[frame] & t->stands[frame - 1];
    float dx = 0.0f, dz = 0.0f, count = 0.0f;
    caper_transform was = caper_root_transform(t->roots[frame - 1]);
    caper_transform is = caper_root_transform(root);
    for (int leg = 0; leg < legs; leg++) {
        if (!(both >> leg & 1))
            continue;
        caper_vec3 a = caper_transform_mul_point(was, t->soles[(frame - 1) * legs + leg]);
        caper_vec3 b = caper_transform_mul_point(is, t->soles[frame * legs + leg]);
        dx += a.x - b.x, dz += a.z - b.z, count += 1.0f;
    }
    if (count > 0.0f)
        root.x += dx / count, root.z += dz / count;
    return root;
}

static float gone(caper_vec3 from, caper_vec3 to)
{
    float dx = to.x - from.x, dz = to.z - from.z;
    return sqrtf(dx * dx + dz * dz);
}

// What stands slides where two feet stand and their steps are not as wide in both clips: the root
// can follow only one of them. Called when a frame is done; how far soles roll in the clips is
// theirs.
static void note_slides(maker *m, tape *t, const bridge *b, const float times[2], float share)
{
    int f = t->count - 1, legs = m->def->character->leg_count;
    caper_pose poses[2] = {m->a, m->b};
    caper_vec3 soles[2][CAPERI_GRAPH_FEET];
    for (int i = 0; i < 2; i++) {
        const caper_clip *clip = m->draft->clips[i == 0 ? b->from : b->to];
        caper_transform root = caper_root_transform(caper_clip_sample_root(clip, times[i]));
        find_soles(m, &poses[i], soles[i]);
        for (int leg = 0; leg < legs && leg < CAPERI_GRAPH_FEET; leg++)
            soles[i][leg] = caper_transform_mul_point(root, soles[i][leg]);
    }
    uint32_t both = f > 0 ? t->stands[f] & t->stands[f - 1] : 0;
    caper_transform was = caper_root_transform(t->roots[f > 0 ? f - 1 : 0]);
    caper_transform is = caper_root_transform(t->roots[f]);
    for (int leg = 0; leg < legs && leg < CAPERI_GRAPH_FEET; leg++) {
        bool mixed = (both >> leg & 1) && share > 0.0f && share < 1.0f;
        float made = !mixed ? 0.0f
                            : gone(caper_transform_mul_point(was, t->soles[(f - 1) * legs + leg]),
                                   caper_transform_mul_point(is, t->soles[f * legs + leg]));
        float theirs =
            caper_max(gone(t->own[0][leg], soles[0][leg]), gone(t->own[1][leg], soles[1][leg]));
        t->slid[leg] = mixed ? t->slid[leg] + caper_max(made - theirs, 0.0f) : 0.0f;
        t->slid_most = caper_max(t->slid_most, t->slid[leg]);
    }
    memcpy(t->own, soles, sizeof soles);
}

// One more frame: both clips at their times, weighed; `last` holds the times of the frame before.
static void take(maker *m, tape *t, const bridge *b, const float times[2], const float last[2],
                 float share, uint32_t stands)
{
    const caper_clip *clips[2] = {m->draft->clips[b->from], m->draft->clips[b->to]};
    size_t bodies = (size_t)clips[0]->skeleton.body_count;
    int legs = m->def->character->leg_count, f = t->count++;
    caper_pose out = {t->frames + (size_t)f * bodies, NULL, (int)bodies, 0};
    caper_clip_sample(clips[0], times[0], NULL, &m->a);
    caper_clip_sample(clips[1], times[1], NULL, &m->b);
    caper_blend_layer layers[2] = {{&m->a, 1.0f - share, NULL}, {&m->b, share, NULL}};
    caper_blend_job blend = {.layers = layers, .layer_count = 2, .out = &out};
    caper_blend(&blend);
    t->stands[f] = stands;
    find_soles(m, &out, t->soles + f * legs);
    if (f > 0) {
        caper_root ways[2];
        for (int i = 0; i < 2; i++)
            ways[i] = caper_root_delta(caper_clip_sample_root(clips[i], last[i]),
                                       caper_clip_sample_root(clips[i], times[i]));
        caper_root root = caper_root_mul(t->roots[f - 1], mix_ways(ways[0], ways[1], share));
        // a clip that plays alone moves its own root, whatever its feet do
        t->roots[f] = share > 0.0f && share < 1.0f ? hold_feet(t, f, legs, root) : root;
    }
    note_slides(m, t, b, times, share);
}

static void take_lead(maker *m, tape *t, const bridge *b, float times[2], float share)
{
    int frames = (int)rintf(m->lead * RATE);
    const caper_clip *clip = m->draft->clips[share == 0.0f ? b->from : b->to];
    int which = share == 0.0f ? 0 : 1;
    for (int i = 0; i < frames; i++) {
        float last[2] = {times[0], times[1]};
        if (t->count > 0)
            times[which] += 1.0f / RATE;
        take(m, t, b, times, last, share, stands_at(m, clip, times[which]));
    }
}

static void take_phases(maker *m, tape *t, const bridge *b, float times[2])
{
    const phase *p = &m->phases[b->from].list[b->from_phase];
    const phase *q = &m->phases[b->to].list[b->to_phase];
    for (int i = 0; i < b->length; i++) {
        float one = p[i].end - p[i].start, two = q[i].end - q[i].start;
        float middle = ((float)i + 0.5f) / (float)b->length;
        int frames = (int)rintf(caper_lerp(one, two, middle) * RATE);
        for (int f = 1; f <= frames; f++) {
            float part = (float)f / (float)frames, last[2] = {times[0], times[1]};
            times[0] = p[i].start + part * one;
            times[1] = q[i].start + part * two;
            float share = caper_smoothstep(0.0f, (float)b->length, (float)i + part);
            take(m, t, b, times, last, share, p[i].stands);
        }
    }
}

static int mark_contacts(const maker *m, const tape *t, caper_contact *out)
{
    const caper_character *c = m->def->character;
    int count = 0;
    for (int f = 0; f < t->count; f++)
        for (int leg = 0; leg < c->leg_count && leg < CAPERI_GRAPH_FEET; leg++) {
            bool now = t->stands[f] >> leg & 1, before = f > 0 && (t->stands[f - 1] >> leg & 1);
            if (!now || before)
                continue;
            int end = f;
            while (end + 1 < t->count && (t->stands[end + 1] >> leg & 1))
                end++;
            out[count++] = (caper_contact){c->legs[leg].foot, (float)f / RATE, (float)end / RATE};
        }
    return count;
}

static caper_clip *make_bridge(maker *m, const bridge *b, float *slid, caper_error *error)
{
    caper_arena_mark_point mark = caper_arena_mark(&m->arena);
    const phase *p = &m->phases[b->from].list[b->from_phase];
    const phase *q = &m->phases[b->to].list[b->to_phase];
    float longest = TEMPO * (p[b->length - 1].end - p[0].start) + 2.0f * m->lead;
    int bodies = m->def->character->body_count, legs = m->def->character->leg_count;
    tape t = {.room = (int)(longest * RATE) + 4 * b->length + 8};
    t.frames = caper_arena_alloc_zero(&m->arena, (size_t)(t.room * bodies), sizeof *t.frames, 32);
    t.roots = GRAB(&m->arena, t.room, caper_root);
    t.soles = GRAB(&m->arena, t.room * legs, caper_vec3);
    t.stands = GRAB(&m->arena, t.room, uint32_t);
    caper_contact *contacts = GRAB(&m->arena, t.room * legs, caper_contact);
    caper_clip *clip = NULL;
    if (t.frames && t.roots && t.soles && t.stands && contacts) {
        float times[2] = {p[0].start - m->lead + 1.0f / RATE, q[0].start};
        take_lead(m, &t, b, times, 0.0f);
        times[0] = p[0].start;
        take_phases(m, &t, b, times);
        take_lead(m, &t, b, times, 1.0f);
        caper_clip_def def = caper_clip_def_default();
        def.name = "bridge";
        def.skeleton = &m->def->character->skeleton;
        def.rate = RATE;
        def.frame_count = t.count;
        def.frames = t.frames;
        def.roots = t.roots;
        def.contacts = contacts;
        def.contact_count = mark_contacts(m, &t, contacts);
        def.allocator = m->def->allocator;
        clip = caper_clip_create(&def, error);
        *slid = t.slid_most;
    } else {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
    }
    caper_arena_release(&m->arena, mark);
    return clip;
}

// -- Judging
// ----------------------------------------------------------------------------------------------

static bool worth_of(const maker *m, const caper_clip *clip, caperi_worth *worth)
{
    return caperi_worth_of(m->def->character, clip, m->def->allocator, worth);
}

// Measured once.
static bool source_worth(maker *m, int clip, caperi_worth *worth)
{
    bool good = m->worths[clip].measured || worth_of(m, m->draft->clips[clip], &m->worths[clip]);
    *worth = m->worths[clip];
    return good;
}

static bool judge(maker *m, const bridge *b, const caper_clip *clip, float slid,
                  caper_graph_report *report)
{
    if (slid > m->def->max_slip) { // also so fast that the judge does not take it for standing
        report->made_sliding++;
        return false;
    }
    caperi_worth one, two, made;
    if (!source_worth(m, b->from, &one) || !source_worth(m, b->to, &two) ||
        !worth_of(m, clip, &made))
        return false; // without memory to judge it, it is not used
    if (made.penetration > fmax(one.penetration, two.penetration) + PENETRATION) {
        report->made_penetrating++;
        return false;
    }
    if (caperi_is_worse(made.slip, one.slip, two.slip, 1e3 * (double)m->def->max_slip)) {
        report->made_sliding++;
        return false;
    }
    const double pops[2] = {CAPERI_POP_TRUNK, CAPERI_POP_LIMBS};
    bool jumps = caperi_is_worse(made.beyond, one.beyond, two.beyond, CAPERI_BEYOND);
    for (int i = 0; i < 2; i++)
        jumps = jumps || caperi_is_worse(made.pops[i], one.pops[i], two.pops[i], pops[i]);
    if (jumps) {
        report->made_jumping++;
        return false;
    }
    caper_rate_sense sense;
    if (caperi_is_worse(made.fall, one.fall, two.fall, CAPERI_FALL) ||
        (caper_rate_detect(m->def->character, clip, &sense) && sense.too_fast)) {
        report->made_falling++;
        return false;
    }
    return true;
}

static bool add_bridges(maker *m, const bridge *list, int count, int capacity,
                        caper_graph_report *report, caper_error *error)
{
    int frames = 0;
    for (int i = 0; i < count; i++) {
        if (frames >= m->def->made_frames || m->draft->clip_count >= capacity) {
            report->made_dropped += count - i;
            break;
        }
        float slid = 0.0f;
        caper_clip *clip = make_bridge(m, &list[i], &slid, error);
        if (!clip)
            return false;
        if (!judge(m, &list[i], clip, slid, report)) {
            report->made_dropped++;
            caper_clip_destroy(clip);
            continue;
        }
        const caper_graph_origin *one = &m->draft->origins[list[i].from];
        const caper_graph_origin *two = &m->draft->origins[list[i].to];
        m->draft->origins[m->draft->clip_count] =
            (caper_graph_origin){one->source, two->source, one->mirrored, 0};
        m->draft->clips[m->draft->clip_count++] = clip;
        report->made_clips++;
        frames += caperi_graph_frames(clip, m->def->rate);
    }
    return true;
}

// -- All of it
// --------------------------------------------------------------------------------------------

// Which clips does a graph without bridges keep? None, where there is no such graph.
static void find_kept(maker *m)
{
    caper_graph_def def = *m->def;
    def.made_frames = 0;
    def.progress = NULL;
    caper_graph *plain = caper_graph_create(&def, NULL);
    for (int c = 0; c < m->clip_count && plain; c++)
        m->kept[c] = plain->origins[c].kept_frames > 0;
    caper_graph_destroy(plain);
}

static bool prepare(maker *m, caper_error *error)
{
    int n = m->clip_count, bodies = m->def->character->body_count;
    m->phases = GRAB(&m->arena, n, phases);
    m->kept = GRAB(&m->arena, n, bool);
    m->worths = GRAB(&m->arena, n, caperi_worth);
    m->a = caper_pose_create(bodies, 0, m->def->allocator);
    m->b = caper_pose_create(bodies, 0, m->def->allocator);
    m->model = caper_pose_create(bodies, 0, m->def->allocator);
    bool good = m->phases && m->kept && m->worths && m->a.bodies && m->b.bodies && m->model.bodies;
    for (int c = 0; c < n && good; c++)
        good = find_phases(m, c);
    if (!good)
        return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
    caper_cloud_def def = caper_cloud_def_default();
    def.character = m->def->character;
    def.clips = (const caper_clip *const *)m->draft->clips;
    def.clip_count = n;
    def.points = m->def->points;
    def.point_count = m->def->point_count;
    def.rate = m->def->rate;
    def.window = 1;
    def.vel_time = m->def->vel_time;
    def.allocator = m->def->allocator;
    m->cloud = caper_cloud_create(&def, error);
    return m->cloud != NULL;
}

bool caperi_graph_interpolate(caperi_graph_draft *draft, int capacity, const caper_graph_def *def,
                              caper_graph_report *report, caper_error *error)
{
    maker m = {.draft = draft, .def = def, .clip_count = draft->clip_count};
    m.lead = (float)def->window / def->rate;
    caper_arena_init(&m.arena, def->allocator, 0);
    bool good = prepare(&m, error);
    if (good) {
        find_kept(&m);
        bridge *list = GRAB(&m.arena, (size_t)m.clip_count * (size_t)m.clip_count, bridge);
        good = list ? add_bridges(&m, list, find_bridges(&m, list), capacity, report, error)
                    : caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
    }
    caper_pose_destroy(&m.a, def->allocator);
    caper_pose_destroy(&m.b, def->allocator);
    caper_pose_destroy(&m.model, def->allocator);
    caper_cloud_destroy(m.cloud);
    caper_arena_destroy(&m.arena);
    return good;
}
