// SPDX-License-Identifier: MIT
//
// Motion matching: the frame of some clips whose feet, hips and way ahead are nearest to a wish. A
// frame is described as the field does (Clavet, Motion matching and the road to next-gen animation,
// 2016): where each foot is and how fast, how fast the hips are, and where the root will be and
// face at three times ahead, all in the frame of the root; each group is divided by its spread, so
// that metres and metres per second can be added, and weighed. Features go together (a foot that is
// ahead is slow), so they are turned to their principal axes, widest first: that changes no
// distance, and a search sees early what is far. The search is in match_tree.c.
#include "graph/match.h"

#include <math.h>
#include <string.h>

#define WIDE CAPER_MATCH_MAX_FEATURES
#define LAST 0.2f // s at the end of a clip whose mean speed is taken to go on behind it

caper_match_def caper_match_def_default(void)
{
    return (caper_match_def){.rate = 60.0f,
                             .ahead = {1.0f / 3.0f, 2.0f / 3.0f, 1.0f},
                             .foot_weight = 0.75f,
                             .foot_speed_weight = 1.0f,
                             .hip_speed_weight = 1.0f,
                             .place_weight = 1.0f,
                             .face_weight = 1.5f,
                             .cookie = CAPER_DEF_COOKIE};
}

// -- Features
// -----------------------------------------------------------------------------------------------

static float clip_time(const caper_clip *clip, float time)
{
    return clip->loops ? time : caper_clamp(time, 0.0f, clip->duration);
}

static void feet_at(const caper_match *m, const caper_clip *clip, float time, caper_pose *pose,
                    caper_root origin, caper_vec3 *out)
{
    caper_clip_sample(clip, clip_time(clip, time), NULL, pose);
    caper_root root = caper_clip_sample_root(clip, clip_time(clip, time));
    caper_transform at = caper_root_transform(caper_root_delta(origin, root));
    caper_pose_to_model(&clip->skeleton, pose, &at, pose);
    for (int k = 0; k < m->foot_count; k++)
        out[k] = pose->bodies[m->feet[k]].position;
    out[m->foot_count] = pose->bodies[m->def.character->root_body].position;
}

static float *put(float *out, caper_vec3 v)
{
    out[0] = v.x, out[1] = v.y, out[2] = v.z;
    return out + 3;
}

// Where the root of a clip is; behind its end it goes on and turns on as fast as it did at last,
// because a clip that ends is not one that stops.
static caper_root root_ahead(const caper_clip *clip, float time)
{
    float over = time - clip->duration, last = caper_min(LAST, clip->duration);
    if (clip->loops || over <= 0.0f || last <= 0.0f)
        return caper_clip_sample_root(clip, clip_time(clip, time));
    caper_root end = caper_clip_sample_root(clip, clip->duration);
    caper_root way = caper_root_delta(caper_clip_sample_root(clip, clip->duration - last), end);
    way.yaw = caper_wrap_angle(way.yaw);
    for (; over >= last; over -= last)
        end = caper_root_mul(end, way);
    float share = over / last;
    caper_root rest = {way.x * share, 0.0f, way.z * share, way.yaw * share};
    return caper_root_mul(end, rest);
}

// What a clip is like at a time; not yet scaled.
static void describe(const caper_match *m, const caper_clip *clip, float time, caper_pose *pose,
                     float *out)
{
    caper_vec3 now[CAPER_MATCH_MAX_FEET + 1], next[CAPER_MATCH_MAX_FEET + 1];
    caper_root origin = caper_clip_sample_root(clip, clip_time(clip, time));
    float step = 1.0f / m->def.rate, from = caper_min(time, clip->duration - step);
    from = from < 0.0f ? 0.0f : from;
    feet_at(m, clip, from, pose, origin, now);
    feet_at(m, clip, from + step, pose, origin, next);
    for (int k = 0; k < m->foot_count; k++)
        out = put(out, now[k]);
    for (int k = 0; k <= m->foot_count; k++) // the hips are the last
        out = put(out, caper_vec3_scale(caper_vec3_sub(next[k], now[k]), m->def.rate));
    for (int i = 0; i < 3; i++) {
        caper_root to = caper_root_delta(origin, root_ahead(clip, time + m->def.ahead[i]));
        out[2 * i] = to.x, out[2 * i + 1] = to.z;
        caper_sincos(to.yaw, &out[6 + 2 * i], &out[7 + 2 * i]);
    }
}

int caper_match_feature_count(const caper_match *match)
{
    return match->feature_count;
}

bool caper_match_features_of(const caper_match *match, int frame, float *features)
{
    if (frame < 0 || frame >= match->frame_count)
        return false;
    float turned[WIDE];
    caperi_match_turned(match, frame, turned);
    for (int d = 0; d < match->feature_count; d++) {
        float sum = 0.0f;
        for (int k = 0; k < match->feature_count; k++)
            sum += match->axes[k][d] * turned[k];
        features[d] = sum / match->scale[d] + match->mean[d];
    }
    return true;
}

// The weight of each feature's group: all feet together count as two do.
static float weight_of(const caper_match *m, int feature)
{
    int feet = 3 * m->foot_count;
    float share = m->foot_count > 0 ? sqrtf(2.0f / (float)m->foot_count) : 1.0f;
    if (feature < feet)
        return share * m->def.foot_weight;
    if (feature < 2 * feet)
        return share * m->def.foot_speed_weight;
    if (feature < 2 * feet + 3)
        return m->def.hip_speed_weight;
    return feature < 2 * feet + 9 ? m->def.place_weight : m->def.face_weight;
}

// The least spread that a group is taken to have: where clips hardly differ (none of them turns),
// their noise says nothing. Of places in sizes, of speeds as a share of the root of gravity times
// size, of facings the sine of twelve degrees; captured walks spread several times as far.
#define LEAST_PLACE 0.02f
#define LEAST_SPEED 0.05f
#define LEAST_WAY 0.1f
#define LEAST_FACE 0.2f
#define GRAVITY 9.81f

static float least_spread(const caper_match *m, int feature)
{
    int feet = 3 * m->foot_count;
    float size = m->def.character->size;
    if (feature < feet)
        return LEAST_PLACE * size;
    if (feature < 2 * feet + 3)
        return LEAST_SPEED * sqrtf(GRAVITY * size);
    return feature < 2 * feet + 9 ? LEAST_WAY * size : LEAST_FACE;
}

// Features that belong together are divided by their common spread.
static int group_of(const caper_match *m, int feature)
{
    int feet = 3 * m->foot_count;
    if (feature < 2 * feet + 3)
        return feature / 3;
    return 100 + (feature - 2 * feet - 3) / 6;
}

static void find_scales(caper_match *m, const float *all)
{
    double spread[WIDE] = {0};
    for (int d = 0; d < m->feature_count; d++) {
        double sum = 0.0, squares = 0.0;
        for (int f = 0; f < m->frame_count; f++)
            sum += (double)all[(size_t)f * WIDE + (size_t)d];
        double mean = sum / m->frame_count;
        for (int f = 0; f < m->frame_count; f++) {
            double off = (double)all[(size_t)f * WIDE + (size_t)d] - mean;
            squares += off * off;
        }
        m->mean[d] = (float)mean;
        spread[d] = squares / m->frame_count;
    }
    for (int d = 0; d < m->feature_count; d++) {
        double sum = 0.0;
        int count = 0;
        for (int k = 0; k < m->feature_count; k++)
            if (group_of(m, k) == group_of(m, d))
                sum += spread[k], count++;
        double common = fmax(sqrt(sum / count), (double)least_spread(m, d));
        m->scale[d] = (float)((double)weight_of(m, d) / common);
        if (!(m->scale[d] > 0.0f))
            m->scale[d] = 1e-6f; // a feature that is not weighed
    }
}

// One pair of axes of a symmetric matrix is turned until they do not go together (Jacobi).
static void turn_pair(double (*a)[WIDE], double (*v)[WIDE], int n, int p, int q)
{
    if (fabs(a[p][q]) < 1e-12)
        return;
    double theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    double t = (theta >= 0.0 ? 1.0 : -1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
    double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (int k = 0; k < n; k++) {
        double x = a[k][p], y = a[k][q];
        a[k][p] = c * x - s * y, a[k][q] = s * x + c * y;
    }
    for (int k = 0; k < n; k++) {
        double x = a[p][k], y = a[q][k];
        a[p][k] = c * x - s * y, a[q][k] = s * x + c * y;
        x = v[p][k], y = v[q][k];
        v[p][k] = c * x - s * y, v[q][k] = s * x + c * y;
    }
}

static void covariance_of(const caper_match *m, const float *all, double (*a)[WIDE])
{
    for (int f = 0; f < m->frame_count; f++) {
        const float *row = all + (size_t)f * WIDE;
        for (int i = 0; i < m->feature_count; i++) {
            double x = (double)((row[i] - m->mean[i]) * m->scale[i]);
            for (int k = 0; k <= i; k++)
                a[i][k] += x * (double)((row[k] - m->mean[k]) * m->scale[k]) / m->frame_count;
        }
    }
    for (int i = 0; i < m->feature_count; i++)
        for (int k = 0; k < i; k++)
            a[k][i] = a[i][k];
}

// Principal axes of the scaled features; `a` and `v` are scratch.
static void find_axes(caper_match *m, const float *all, double (*a)[WIDE], double (*v)[WIDE])
{
    int n = m->feature_count, order[WIDE];
    covariance_of(m, all, a);
    for (int i = 0; i < n; i++)
        v[i][i] = 1.0, order[i] = i;
    for (int sweep = 0; sweep < 12; sweep++) // far more than 27 axes need
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++)
                turn_pair(a, v, n, p, q);
    for (int i = 0; i < n; i++)
        for (int k = i + 1; k < n; k++)
            if (a[order[k]][order[k]] > a[order[i]][order[i]]) {
                int swap = order[i];
                order[i] = order[k], order[k] = swap;
            }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            m->axes[i][k] = (float)v[order[i]][k];
}

void caperi_match_turn(const caper_match *m, const float *features, float *out)
{
    float scaled[WIDE];
    for (int d = 0; d < m->feature_count; d++)
        scaled[d] = (features[d] - m->mean[d]) * m->scale[d];
    for (int i = 0; i < m->wide; i++) {
        float sum = 0.0f;
        for (int d = 0; d < m->feature_count && i < m->feature_count; d++)
            sum += m->axes[i][d] * scaled[d];
        out[i] = sum;
    }
}

void caperi_match_describe(const caper_match *match, int clip, float time, caper_pose *scratch,
                           float *features)
{
    describe(match, match->clips[clip], time, scratch, features);
}

float caperi_match_distance(const caper_match *match, const float *a, const float *b)
{
    float sum = 0.0f; // axes are orthogonal: they change no distance
    for (int d = 0; d < match->feature_count; d++) {
        float off = (a[d] - b[d]) * match->scale[d];
        sum += off * off;
    }
    return sqrtf(sum);
}

// -- Creation
// -----------------------------------------------------------------------------------------------

static bool check_def(const caper_match_def *def, caper_error *error)
{
    bool good = def && def->cookie == CAPER_DEF_COOKIE && def->character && def->clips &&
                def->clip_count > 0 && def->clip_count <= CAPER_GRAPH_MAX_CLIPS / 2 &&
                def->rate >= 1.0f && def->rate <= 1000.0f;
    const float *weights = good ? &def->foot_weight : NULL;
    for (int i = 0; i < 5 && good; i++)
        good = weights[i] >= 0.0f && weights[i] < 1e3f;
    for (int i = 0; i < 3 && good; i++)
        good = def->ahead[i] > 0.0f && def->ahead[i] < 10.0f;
    for (int c = 0; good && c < def->clip_count; c++)
        good = caper_skeleton_same(&def->clips[c]->skeleton, &def->character->skeleton);
    return good || caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                                   "no clips of the character's skeleton, or numbers out of range");
}

// Frames that are an answer. What follows the end of a clip is a guess, and who believes in it goes
// to the end again and again: all but the last of the times ahead must lie in the clip, or in the
// second half of a short one.
static int answers_of(const caper_match *m, const caper_clip *clip)
{
    float left = caper_max(CAPERI_MATCH_END, caper_min(m->def.ahead[1], 0.5f * clip->duration));
    float usable = clip->loops ? clip->duration : clip->duration - left;
    return usable < 0.0f ? 0 : 1 + (int)(usable * m->def.rate);
}

static bool prepare_clips(caper_match *m, const caper_match_def *def, caper_error *error)
{
    int sides = def->mirror ? 2 : 1;
    m->clips = caper_alloc_zero(&m->allocator, (size_t)(sides * def->clip_count) * sizeof(void *),
                                _Alignof(void *));
    if (!m->clips)
        return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
    for (int i = 0; i < sides * def->clip_count; i++) {
        m->clips[i] = caperi_graph_prepare(def->clips[i / sides], def->character, i % sides == 1,
                                           NULL, def->allocator, error);
        if (!m->clips[i])
            return false;
        m->clip_count++;
        m->frame_count += answers_of(m, m->clips[i]);
    }
    return m->frame_count > 0 ||
           caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                           "all clips are shorter than %g s", (double)CAPERI_MATCH_END);
}

static void describe_all(caper_match *m, float *all, double (*scratch)[WIDE], caper_pose *pose)
{
    int at = 0;
    for (int c = 0; c < m->clip_count; c++)
        for (int f = 0; f < answers_of(m, m->clips[c]); f++, at++) {
            m->clip_of[at] = c, m->frame_of[at] = f;
            m->stances[at] = caperi_match_stance(m, c, (float)f / m->def.rate, pose);
            describe(m, m->clips[c], (float)f / m->def.rate, pose, all + (size_t)at * WIDE);
        }
    find_scales(m, all);
    find_axes(m, all, scratch, scratch + WIDE);
    for (int f = 0; f < m->frame_count; f++) {
        float turned[WIDE];
        caperi_match_turn(m, all + (size_t)f * WIDE, turned);
        memcpy(all + (size_t)f * WIDE, turned, (size_t)m->wide * sizeof(float));
    }
}

static bool fill(caper_match *m)
{
    size_t frames = (size_t)m->frame_count;
    caper_arena arena;
    caper_arena_init(&arena, &m->allocator, 0);
    float *all = caper_arena_alloc_zero(&arena, frames * WIDE, sizeof(float), 32);
    double(*squares)[WIDE] = caper_arena_alloc_zero(&arena, 2 * WIDE, sizeof *squares, 16);
    caper_pose pose = caper_character_pose(m->def.character, &m->allocator);
    bool good = all && squares && pose.bodies && caperi_match_lay_out(m);
    if (good) {
        describe_all(m, all, squares, &pose);
        caperi_match_find_ends(m, &pose);
        good = caperi_match_grow(m, all, &arena);
    }
    caper_pose_destroy(&pose, &m->allocator);
    caper_arena_destroy(&arena);
    return good;
}

caper_match *caper_match_create(const caper_match_def *def, caper_error *error)
{
    if (!check_def(def, error))
        return NULL;
    caper_match *m = caper_alloc_zero(def->allocator, sizeof *m, 32);
    if (!m) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
        return NULL;
    }
    m->def = *def;
    m->allocator = caper_allocator_resolve(def->allocator);
    const caper_character *c = def->character;
    for (int leg = 0; leg < c->leg_count && m->foot_count < CAPER_MATCH_MAX_FEET; leg++)
        m->feet[m->foot_count++] = c->legs[leg].foot;
    m->feature_count = 6 * m->foot_count + 3 + 12;
    bool good = prepare_clips(m, def, error);
    m->stand_count =
        caperi_clips_feet((const caper_clip *const *)m->clips, m->clip_count, m->stands);
    if (good && !fill(m))
        good = caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
    if (good)
        return m;
    caper_match_destroy(m);
    return NULL;
}

void caper_match_destroy(caper_match *match)
{
    if (!match)
        return;
    caper_allocator allocator = match->allocator;
    for (int c = 0; c < match->clip_count; c++)
        caper_clip_destroy(match->clips[c]);
    int sides = match->def.mirror ? 2 : 1;
    caper_free(&allocator, match->clips, (size_t)(sides * match->def.clip_count) * sizeof(void *));
    caper_free(&allocator, match->boxes, match->memory_size);
    caper_free(&allocator, match, sizeof *match);
}

int caper_match_clips(const caper_match *match, const caper_clip *const **clips)
{
    *clips = (const caper_clip *const *)match->clips;
    return match->clip_count;
}

int caper_match_feet(const caper_match *match, const int16_t **bodies)
{
    if (bodies)
        *bodies = match->stands;
    return match->stand_count;
}

int caper_match_frame_count(const caper_match *match)
{
    return match->frame_count;
}
