// SPDX-License-Identifier: MIT
//
// From clips to a graph (Kovar, Gleicher, Pighin 2002, sections 3.1 to 3.3; paper 004, section
// 4.3.1): local minima of the similarity map become transitions, those between windows in which
// other feet stand are dropped, so are those too near to a better one, and of what is left the
// largest part is kept in which everything can be reached from everywhere. A threshold that is not
// given is the least one that keeps the wanted share of frames: adding transitions never takes
// nodes out of a component, so it is found by bisection.
//
// Feet. Two windows are compatible when at each frame some foot stands in both, or none in either.
// The blend is then laid so that the soles that stand in both lie on each other as well as they
// can, point by point: turn and shift in closed form, as for the whole body. What stands neither
// slides nor twists, without a solver; the distance is that of the bodies laid so, and what is left
// of the soles is reported as slip.
#include "graph/graph.h"

#include "graph/cloud.h"
#include "graph/judge.h"
#include "math/scalar.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GRAB(arena, count, type)                                                                   \
    caper_arena_alloc_zero(arena, (size_t)(count) + 1, sizeof(type), _Alignof(type))

// Defaults of a distance and of a slip, as shares of the size: see the def.
#define THRESHOLD 0.11f
#define SLIP 0.011f
#define LOOSE 1.01f // of that: farther is what was asked for, and not rounding
// A sole below this share of the size is near the ground: 3.5 cm of a person, what retargeted feet
// are off it at most.
#define LOW 0.02f

caper_graph_def caper_graph_def_default(void)
{
    return (caper_graph_def){.name = "graph",
                             .rate = 30.0f,
                             .window = 6,
                             .vel_time = 0.1f,
                             .connect = 0.9f,
                             .apart = 3,
                             .cookie = CAPER_DEF_COOKIE};
}

typedef struct builder {
    const caper_graph_def *def;
    caper_arena arena;
    caperi_graph_draft draft;
    caper_graph_report report;
    caper_cloud *cloud;
    uint32_t *stands;                         // by frame of the cloud: feet that stand, bits by leg
    caper_vec3 *soles;                        // [frame][leg][point]
    caperi_worth *worths;                     // of windows, by their first frame
    caper_vec3 (*points)[CAPER_MAX_CONTACTS]; // by leg, in the frame of the foot
    int *point_counts;
    int legs;
    float limit;                     // of distances, metres
    int16_t feet[CAPERI_GRAPH_FEET]; // bodies that stand in some clip
    int foot_count;
    caper_error *error;
} builder;

static bool no_memory(builder *b)
{
    return caper_error_set(b->error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
}

static bool check_def(const caper_graph_def *def, caper_error *error)
{
    if (!def || def->cookie != CAPER_DEF_COOKIE || !def->character || !def->clips ||
        def->clip_count < 1)
        return caper_error_set(
            error, CAPER_ERROR_INVALID, NULL, 0, 0,
            "the def has no character or no clips, or is not from its default function");
    if (def->window < 2 || def->clip_count > CAPER_GRAPH_MAX_CLIPS / 4 || def->apart < 0 ||
        def->made_frames < 0 || !(def->threshold >= 0.0f) || !(def->max_threshold >= 0.0f) ||
        !(def->max_slip >= 0.0f) || def->unlike < 0 ||
        !(def->connect >= 0.0f && def->connect <= 1.0f))
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "a window of %d frames, %d clips, threshold %g or connect %g: out "
                               "of range",
                               def->window, def->clip_count, (double)def->threshold,
                               (double)def->connect);
    for (int c = 0; c < def->clip_count && def->tags; c++)
        for (int i = 0; i < def->tags[c].count; i++)
            if (!def->tags[c].tags || !def->tags[c].tags[i])
                return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                                       "clip %d has a tag that is not a word", c);
    for (int c = 0; c < def->clip_count; c++)
        if (!caper_skeleton_same(&def->clips[c]->skeleton, &def->character->skeleton))
            return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                                   "clip '%.60s' is not of the skeleton of '%.40s'",
                                   def->clips[c]->name, def->character->name);
    return true;
}

// -- Clips
// ------------------------------------------------------------------------------------------------

// One more clip of the def, whole or in pieces.
static bool add_clip(builder *b, caper_clip *clip, caper_graph_origin origin)
{
    caper_clip *pieces[CAPERI_MOST_PIECES] = {clip};
    int frames = caperi_graph_frames(clip, b->def->rate);
    int count = b->def->clean ? caperi_graph_clean(b->def, clip, pieces, b->error) : 1;
    for (int i = 0; i < count; i++) {
        frames -= caperi_graph_frames(pieces[i], b->def->rate);
        b->draft.origins[b->draft.clip_count] = origin;
        b->draft.clips[b->draft.clip_count++] = pieces[i];
    }
    b->report.cut_frames += frames;
    return count >= 0;
}

static bool prepare_clips(builder *b)
{
    const caper_graph_def *def = b->def;
    // room for interpolated ones, which are a window long at least
    int pieces = def->clean ? CAPERI_MOST_PIECES : 1;
    int most = 2 * def->clip_count * pieces + def->made_frames / def->window + 1;
    b->draft.clips = GRAB(&b->arena, most, caper_clip *);
    b->draft.origins = GRAB(&b->arena, most, caper_graph_origin);
    if (!b->draft.clips || !b->draft.origins)
        return no_memory(b);
    for (int c = 0; c < def->clip_count; c++)
        for (int side = 0; side <= (def->mirror ? 1 : 0); side++) {
            caper_clip *clip =
                caperi_graph_prepare(def->clips[c], def->character, side == 1,
                                     def->tags ? &def->tags[c] : NULL, def->allocator, b->error);
            if (!clip || !add_clip(b, clip, (caper_graph_origin){c, -1, side == 1, 0}))
                return false;
        }
    if (b->draft.clip_count == 0)
        return caper_error_set(b->error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "nothing is left of the clips without what jumps, skates or falls");
    if (def->made_frames > 0 &&
        !caperi_graph_interpolate(&b->draft, most, def, &b->report, b->error))
        return false;
    return caper_progress_report(def->progress, 0.2, "clips") ||
           caper_error_set(b->error, CAPER_ERROR_CANCELED, NULL, 0, 0, "canceled");
}

static bool make_cloud(builder *b)
{
    caper_cloud_def def = caper_cloud_def_default();
    def.character = b->def->character;
    def.clips = (const caper_clip *const *)b->draft.clips;
    def.clip_count = b->draft.clip_count;
    def.points = b->def->points;
    def.point_count = b->def->point_count;
    def.rate = b->def->rate;
    def.window = b->def->window;
    def.vel_time = b->def->vel_time;
    def.allocator = b->def->allocator;
    b->cloud = caper_cloud_create(&def, b->error);
    return b->cloud != NULL;
}

// -- Feet
// -------------------------------------------------------------------------------------------------

static caper_vec3 *soles_at(const builder *b, int frame, int leg)
{
    return b->soles + ((size_t)frame * (size_t)b->legs + (size_t)leg) * CAPER_MAX_CONTACTS;
}

static void find_soles(builder *b, int c, caper_pose *pose)
{
    const caper_clip *clip = b->draft.clips[c];
    for (int f = 0; f < b->cloud->clips[c].frame_count; f++) {
        int at = b->cloud->clips[c].first + f;
        float time = caper_min((float)f / b->cloud->rate, clip->duration);
        caper_clip_sample(clip, time, NULL, pose);
        caper_transform root = caper_root_transform(caper_clip_sample_root(clip, time));
        caper_pose_to_model(&clip->skeleton, pose, &root, pose);
        for (int leg = 0; leg < b->legs; leg++) {
            int foot = b->def->character->legs[leg].foot;
            for (int i = 0; i < b->point_counts[leg]; i++)
                soles_at(b, at, leg)[i] =
                    caper_transform_mul_point(pose->bodies[foot], b->points[leg][i]);
            if (caper_clip_in_contact(clip, foot, time))
                b->stands[at] |= 1u << leg;
        }
    }
}

static bool find_feet(builder *b)
{
    const caper_character *character = b->def->character;
    b->legs = character->leg_count < CAPERI_GRAPH_FEET ? character->leg_count : CAPERI_GRAPH_FEET;
    size_t frames = (size_t)b->cloud->frame_count, legs = (size_t)b->legs;
    b->stands = GRAB(&b->arena, frames, uint32_t);
    b->soles = GRAB(&b->arena, frames * legs * CAPER_MAX_CONTACTS, caper_vec3);
    b->worths = GRAB(&b->arena, frames, caperi_worth);
    b->points = caper_arena_alloc_zero(&b->arena, legs + 1, sizeof *b->points, 16);
    b->point_counts = GRAB(&b->arena, legs, int);
    caper_pose pose = caper_character_pose(character, b->def->allocator);
    bool good = b->stands && b->soles && b->worths && b->points && b->point_counts && pose.bodies;
    for (int leg = 0; leg < b->legs && good; leg++)
        b->point_counts[leg] =
            caper_body_sole_points(character, character->legs[leg].foot, b->points[leg]);
    for (int c = 0; c < b->draft.clip_count && good; c++)
        find_soles(b, c, &pose);
    caper_pose_destroy(&pose, b->def->allocator);
    return good || no_memory(b);
}

static bool feet_agree(const builder *b, int first, int second)
{
    int unlike = 0;
    for (int s = 0; s < b->cloud->window; s++) {
        uint32_t p = b->stands[first + s], q = b->stands[second + s];
        unlike += p != q && !(p & q);
    }
    return unlike <= b->def->unlike;
}

// What is told of each pair of sole points that stand in both windows.
typedef struct sole_sums {
    int count;
    double p[2], q[2]; // means of x and z
    double c, s;       // as in cloud.c, about the means
    caper_transform align;
    float worst;
} sole_sums;

typedef void sole_fn(sole_sums *t, caper_vec3 p, caper_vec3 q);

static void add_mean(sole_sums *t, caper_vec3 p, caper_vec3 q)
{
    t->p[0] += (double)p.x, t->p[1] += (double)p.z;
    t->q[0] += (double)q.x, t->q[1] += (double)q.z;
    t->count++;
}

static void add_turn(sole_sums *t, caper_vec3 p, caper_vec3 q)
{
    double px = (double)p.x - t->p[0], pz = (double)p.z - t->p[1];
    double qx = (double)q.x - t->q[0], qz = (double)q.z - t->q[1];
    t->c += px * qx + pz * qz;
    t->s += px * qz - pz * qx;
}

static void add_slip(sole_sums *t, caper_vec3 p, caper_vec3 q)
{
    q = caper_transform_mul_point(t->align, q);
    q.y = p.y; // heights are the body's business
    t->worst = caper_max(t->worst, caper_vec3_distance(p, q));
}

static void each_sole(const builder *b, int first, int second, sole_fn *fn, sole_sums *t)
{
    for (int s = 0; s < b->cloud->window; s++)
        for (int leg = 0; leg < b->legs; leg++)
            if ((b->stands[first + s] & b->stands[second + s]) >> leg & 1)
                for (int i = 0; i < b->point_counts[leg]; i++)
                    fn(t, soles_at(b, first + s, leg)[i], soles_at(b, second + s, leg)[i]);
}

// Lay soles that stand in both on each other; false when none does.
static bool align_soles(const builder *b, int first, int second, caper_root *align, float *slip)
{
    sole_sums t = {0};
    each_sole(b, first, second, add_mean, &t);
    if (t.count == 0)
        return false;
    for (int i = 0; i < 2; i++)
        t.p[i] /= t.count, t.q[i] /= t.count;
    each_sole(b, first, second, add_turn, &t);
    double yaw = caperi_atan2(t.s, t.c), sine, cosine;
    caperi_sincos(yaw, &sine, &cosine);
    *align = (caper_root){(float)(t.p[0] - (t.q[0] * cosine + t.q[1] * sine)), 0.0f,
                          (float)(t.p[1] - (t.q[1] * cosine - t.q[0] * sine)), (float)yaw};
    t.align = caper_root_transform(*align);
    each_sole(b, first, second, add_slip, &t);
    *slip = t.worst;
    return true;
}

static float over_ground(caper_vec3 a, caper_vec3 b)
{
    float x = b.x - a.x, z = b.z - a.z;
    return sqrtf(x * x + z * z);
}

// How much farther a sole point goes in a step of a blend than it does in either clip; infinite for
// one that is not low in both.
static float point_slide(const builder *b, const caper_vec3 p[2], const caper_vec3 q[2], int step)
{
    float low = LOW * b->def->character->size, last = (float)(b->cloud->window - 1);
    if (caper_max(caper_max(p[0].y, p[1].y), caper_max(q[0].y, q[1].y)) > low)
        return INFINITY;
    float share[2] = {caper_smoothstep(0.0f, last, (float)step),
                      caper_smoothstep(0.0f, last, (float)(step + 1))};
    float goes =
        over_ground(caper_vec3_lerp(p[0], q[0], share[0]), caper_vec3_lerp(p[1], q[1], share[1]));
    return caper_max(goes - caper_max(over_ground(p[0], p[1]), over_ground(q[0], q[1])), 0.0f);
}

// How far low soles slide in a blend, whether somebody says that they stand or not: detectors miss
// the short stances of runs.
static float blend_slide(const builder *b, int first, int second, caper_root align)
{
    caper_transform turn = caper_root_transform(align);
    float worst = 0.0f;
    for (int leg = 0; leg < b->legs; leg++) {
        float sum = 0.0f;
        for (int s = 0; s + 1 < b->cloud->window; s++) {
            float least = INFINITY; // of the points of the sole: a foot may roll
            for (int i = 0; i < b->point_counts[leg]; i++) {
                caper_vec3 p[2], q[2];
                for (int k = 0; k < 2; k++) {
                    p[k] = soles_at(b, first + s + k, leg)[i];
                    q[k] = caper_transform_mul_point(turn, soles_at(b, second + s + k, leg)[i]);
                }
                least = caper_min(least, point_slide(b, p, q, s));
            }
            sum += least < INFINITY ? least : 0.0f;
        }
        worst = caper_max(worst, sum);
    }
    return worst;
}

// -- Transitions
// ------------------------------------------------------------------------------------------

static int by_distance(const void *a, const void *b)
{
    const caper_minimum *p = a, *q = b;
    if (p->distance != q->distance)
        return p->distance < q->distance ? -1 : 1;
    if (p->first != q->first)
        return p->first < q->first ? -1 : 1;
    return (p->second > q->second) - (p->second < q->second);
}

// A cell of `apart` x `apart` frames holds at most one minimum that is kept: they are found by
// their cells, in a table with open addresses.
typedef struct cells {
    int *table; // index of a kept minimum + 1; 0: free
    uint32_t mask;
    int apart;
} cells;

static int *cell_at(const cells *c, const caper_minimum *m, int row, int column)
{
    uint32_t at = ((uint32_t)row * 0x9e3779b1u ^ (uint32_t)column * 0x85ebca77u) & c->mask;
    while (c->table[at] != 0 && (m[c->table[at] - 1].first / c->apart != row ||
                                 m[c->table[at] - 1].second / c->apart != column))
        at = (at + 1) & c->mask;
    return &c->table[at];
}

static bool has_better(const cells *c, const caper_minimum *m, const caper_minimum *one)
{
    for (int i = -1; i <= 1; i++)
        for (int j = -1; j <= 1; j++) {
            int k = *cell_at(c, m, one->first / c->apart + i, one->second / c->apart + j);
            if (k > 0 && abs(m[k - 1].first - one->first) < c->apart &&
                abs(m[k - 1].second - one->second) < c->apart)
                return true;
        }
    return false;
}

// Best first; what begins and ends near a better one goes. Returns how many stay, or -1.
static int drop_similar(builder *b, caper_minimum *m, int count)
{
    cells c = {.mask = 1023, .apart = b->def->apart};
    if (c.apart < 2)
        return count;
    while (c.mask < 4 * (uint32_t)count)
        c.mask = 2 * c.mask + 1;
    caper_arena_mark_point mark = caper_arena_mark(&b->arena);
    c.table = GRAB(&b->arena, c.mask, int);
    int kept = c.table ? 0 : -1;
    for (int i = 0; i < count && c.table; i++)
        if (!has_better(&c, m, &m[i])) {
            m[kept] = m[i];
            *cell_at(&c, m, m[i].first / c.apart, m[i].second / c.apart) = kept + 1;
            kept++;
        }
    caper_arena_release(&b->arena, mark);
    return kept;
}

static caper_transition transition_of(const builder *b, const caper_minimum *m)
{
    caper_transition t = {.distance = m->distance};
    t.from_clip = caperi_cloud_find(b->cloud, m->first, &t.from_frame);
    t.to_clip = caperi_cloud_find(b->cloud, m->second, &t.to_frame);
    if (align_soles(b, m->first, m->second, &t.align, &t.slip))
        t.distance = caperi_cloud_distance_at(b->cloud, m->first, m->second, t.align);
    else
        caper_cloud_distance(b->cloud, m->first, m->second, &t.align);
    t.slip = caper_max(t.slip, blend_slide(b, m->first, m->second, t.align));
    return t;
}

static bool measure_blend(builder *b, const caper_transition *t, caperi_worth *worth)
{
    caperi_blend_def def = {
        .character = b->def->character,
        .clips = {b->draft.clips[t->from_clip], b->draft.clips[t->to_clip]},
        .frames = {t->from_frame, t->to_frame},
        .align = t->align,
        .feet = b->feet,
        .foot_count = b->foot_count,
        .window = b->cloud->window,
        .rate = b->cloud->rate,
        .allocator = b->def->allocator,
    };
    return caperi_blend_worth(&def, &b->arena, worth);
}

// What a clip itself does in a window, measured once.
static const caperi_worth *worth_of(builder *b, int clip, int frame)
{
    caperi_worth *worth = &b->worths[b->cloud->clips[clip].first + frame];
    caper_transition own = {
        .from_clip = clip, .from_frame = frame, .to_clip = clip, .to_frame = frame};
    return worth->measured || measure_blend(b, &own, worth) ? worth : NULL;
}

// Is there anything wrong with the blend that is not wrong with its clips? False without memory.
static bool judge_blend(builder *b, const caper_transition *t, caperi_fault *fault)
{
    caperi_worth made;
    const caperi_worth *one = worth_of(b, t->from_clip, t->from_frame);
    const caperi_worth *two = worth_of(b, t->to_clip, t->to_frame);
    if (!one || !two || !measure_blend(b, t, &made))
        return no_memory(b);
    float size = b->def->character->size;
    caperi_leave leave = {.jump = fmax(1.0, (double)(b->limit / (THRESHOLD * size))),
                          .skate = b->def->max_slip > LOOSE * SLIP * size};
    *fault = caperi_blend_fault(&made, one, two, leave);
    return true;
}

// Keep a transition, or count why not. False without memory.
static bool add_transition(builder *b, const caper_transition *t)
{
    caperi_fault fault = CAPERI_FAULT_NONE;
    if (t->slip > b->def->max_slip || t->distance > b->limit) {
        b->report.dropped_slip++;
        return true;
    }
    if (!judge_blend(b, t, &fault))
        return false;
    b->report.dropped_fall += fault == CAPERI_FAULT_FALL;
    b->report.dropped_bend += fault == CAPERI_FAULT_BEND;
    b->report.dropped_jump += fault == CAPERI_FAULT_JUMP;
    b->report.dropped_slip += fault == CAPERI_FAULT_SKATE;
    if (fault == CAPERI_FAULT_NONE)
        b->draft.transitions[b->draft.transition_count++] = *t;
    return true;
}

static int by_quality(const void *a, const void *b)
{
    const caper_transition *p = a, *q = b;
    if (p->distance != q->distance)
        return p->distance < q->distance ? -1 : 1;
    const int one[] = {p->from_clip, p->from_frame, p->to_clip, p->to_frame};
    const int two[] = {q->from_clip, q->from_frame, q->to_clip, q->to_frame};
    for (int i = 0; i < 4; i++)
        if (one[i] != two[i])
            return one[i] < two[i] ? -1 : 1;
    return 0;
}

static bool find_transitions(builder *b)
{
    bool given = b->def->threshold > 0.0f;
    caper_cloud_minima_job job = {.cloud = b->cloud,
                                  .threshold = given ? b->def->threshold : b->def->max_threshold,
                                  .pool = b->def->pool,
                                  .allocator = b->def->allocator};
    if (!caper_cloud_minima(&job, b->error))
        return false;
    b->limit = job.threshold;
    b->report.minimum_count = job.count;
    int count = 0;
    for (int i = 0; i < job.count; i++)
        if (feet_agree(b, job.minima[i].first, job.minima[i].second))
            job.minima[count++] = job.minima[i];
    b->report.dropped_contacts = job.count - count;
    if (count > 0)
        qsort(job.minima, (size_t)count, sizeof *job.minima, by_distance);
    int kept = drop_similar(b, job.minima, count);
    b->report.dropped_similar = count - kept;
    b->draft.transitions = kept >= 0 ? GRAB(&b->arena, kept, caper_transition) : NULL;
    b->foot_count =
        caperi_clips_feet((const caper_clip *const *)b->draft.clips, b->draft.clip_count, b->feet);
    bool good = b->draft.transitions || no_memory(b);
    for (int i = 0; i < kept && good; i++) {
        caper_transition t = transition_of(b, &job.minima[i]);
        good = add_transition(b, &t);
    }
    caper_cloud_minima_destroy(&job);
    if (b->draft.transition_count > 0)
        qsort(b->draft.transitions, (size_t)b->draft.transition_count, sizeof *b->draft.transitions,
              by_quality);
    return good;
}

// Frames on edges of the largest component of the first transitions; -1 without memory.
static int frames_kept(builder *b, int count)
{
    caper_arena_mark_point mark = caper_arena_mark(&b->arena);
    caperi_net net;
    int frames = caperi_net_make(&net, &b->draft, count, &b->arena) ? net.best_frames : -1;
    caper_arena_release(&b->arena, mark);
    return frames;
}

// How many of the transitions, best first, it takes.
static int choose_count(builder *b)
{
    int all = b->draft.transition_count;
    if (b->def->threshold > 0.0f)
        return all;
    int total = 0;
    for (int c = 0; c < b->draft.clip_count; c++)
        total += b->cloud->clips[c].frame_count;
    int wanted = (int)ceil((double)b->def->connect * (double)total);
    int low = 0, high = all;
    while (low < high) {
        int middle = low + (high - low) / 2;
        int frames = frames_kept(b, middle);
        if (frames < 0)
            return -1;
        if (frames >= wanted)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void fill_report(const builder *b, caper_graph *graph, int count)
{
    caper_graph_report *r = &graph->report;
    r->cut_frames = b->report.cut_frames;
    r->minimum_count = b->report.minimum_count;
    r->dropped_contacts = b->report.dropped_contacts;
    r->dropped_similar = b->report.dropped_similar;
    r->dropped_slip = b->report.dropped_slip, r->dropped_fall = b->report.dropped_fall;
    r->dropped_bend = b->report.dropped_bend, r->dropped_jump = b->report.dropped_jump;
    r->made_clips = b->report.made_clips, r->made_dropped = b->report.made_dropped;
    r->made_sliding = b->report.made_sliding, r->made_jumping = b->report.made_jumping;
    r->made_penetrating = b->report.made_penetrating, r->made_falling = b->report.made_falling;
    r->dropped_component = count - graph->transition_count;
    r->threshold = b->def->threshold > 0.0f ? b->def->threshold
                   : count > 0              ? b->draft.transitions[count - 1].distance
                                            : 0.0f;
}

static caper_graph *build(builder *b)
{
    if (!prepare_clips(b) || !make_cloud(b) || !find_feet(b) || !find_transitions(b))
        return NULL;
    int count = choose_count(b);
    if (count < 0) {
        no_memory(b);
        return NULL;
    }
    caper_graph *graph = caperi_graph_finish(&b->draft, count, b->error);
    if (graph)
        fill_report(b, graph, count);
    return graph;
}

caper_graph *caper_graph_create(const caper_graph_def *def, caper_error *error)
{
    if (!check_def(def, error))
        return NULL;
    caper_graph_def sized = *def;
    if (!(sized.max_threshold > 0.0f))
        sized.max_threshold = THRESHOLD * def->character->size;
    if (!(sized.max_slip > 0.0f))
        sized.max_slip = SLIP * def->character->size;
    def = &sized;
    builder b = {.def = def, .error = error};
    caper_arena_init(&b.arena, def->allocator, 0);
    b.draft = (caperi_graph_draft){.name = def->name ? def->name : "graph",
                                   .character_file = def->character_file,
                                   .rate = def->rate,
                                   .window = def->window,
                                   .allocator = def->allocator};
    caper_graph *graph = build(&b);
    for (int c = 0; c < b.draft.clip_count && !graph; c++)
        caper_clip_destroy(b.draft.clips[c]);
    caper_cloud_destroy(b.cloud);
    caper_arena_destroy(&b.arena);
    return graph;
}

bool caper_graph_is_loose(const caper_graph *graph, const caper_character *character)
{
    return graph->report.max_slip > LOOSE * SLIP * character->size;
}
