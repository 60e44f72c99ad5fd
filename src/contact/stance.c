// SPDX-License-Identifier: MIT
//
// The detector on a stream. What docs/guide/quality.md calls standing begins a stance, so that what
// the judge blames for sliding is what the latch holds. It differs from the offline detector where
// a stream must: a stance counts at once, it ends at `leave` times the thresholds, because noise
// about them would make feet chatter, and a point that has risen since it landed does not stand,
// however slowly it rose, until it comes down: height and speed alone would swallow a foot that is
// lifted slowly for as far as they reach.
#include "contact/footage.h"

#include <math.h>
#include <string.h>

caper_stance_def caper_stance_def_default(void)
{
    caper_stance_def def = {.height = 0.025f,
                            .speed = 0.3f,
                            .leave = 1.5f,
                            .rise = 0.01f,
                            .margin = 0.008f,
                            .min_time = 0.1f};
    return def;
}

caper_stance_def caper_stance_def_scaled(caper_stance_def def, float size)
{
    float length = size / CAPERI_REFERENCE_SIZE, speed = sqrtf(length);
    def.height *= length;
    def.rise *= length;
    def.margin *= length;
    def.speed *= speed;
    return def;
}

/// m/s against the surface; what has no past moves too fast to stand.
static float speed_of(const caper_stance *stance, const caper_stance_job *job, int i)
{
    if (job->speeds) {
        return job->speeds[i];
    }
    if (!stance->known || !(job->dt > 0)) {
        return INFINITY;
    }
    caper_vec3 way = caper_vec3_sub(job->points[i], stance->last[i]);
    return caper_vec3_length(caper_vec3_add_scaled(way, job->surface_velocity, -job->dt)) / job->dt;
}

/// Has a point been lifted since it landed? It has landed again when it is back, or has come down
/// by as much from where it was highest.
static bool is_lifted(caper_stance *stance, const caper_stance_def *def, int i, float height,
                      float dt)
{
    uint32_t bit = 1u << i;
    if (!((stance->down | stance->up) & bit)) {
        return false; // it has not landed yet
    }
    if (stance->down & bit) {
        stance->age[i] += dt;
        if (stance->age[i] <= def->min_time) {
            stance->mark[i] = caper_min(stance->mark[i], height); // it settles
        }
        if (height <= stance->mark[i] + def->rise) {
            return false;
        }
        stance->down &= ~bit;
        stance->up |= bit;
        stance->mark[i] = height; // where it was highest
    }
    stance->mark[i] = caper_max(stance->mark[i], height);
    return !(height < stance->mark[i] - def->rise);
}

static bool point_stands(caper_stance *stance, const caper_stance_def *def,
                         const caper_stance_job *job, int i)
{
    uint32_t bit = 1u << i;
    float height = job->heights[i], more = stance->stands ? def->leave : 1.0f;
    if (is_lifted(stance, def, i, height, job->dt)) {
        return false;
    }
    bool stands = height <= def->height * more && speed_of(stance, job, i) < def->speed * more;
    if (stands && !(stance->down & bit)) {
        stance->down |= bit;
        stance->mark[i] = height;
        stance->age[i] = 0;
    }
    stance->up &= ~bit;
    stance->down &= stands ? ~0u : ~bit;
    return stands;
}

bool caper_stance_update(caper_stance *stance, const caper_stance_def *def,
                         const caper_stance_job *job)
{
    CAPER_ASSERT(job->dt >= 0 && job->point_count > 0 && job->point_count <= CAPER_MAX_CONTACTS);
    int pivot = -1;
    float lowest = 0;
    for (int i = 0; i < job->point_count; i++) {
        if (!point_stands(stance, def, job, i)) {
            continue;
        }
        // the point that it stood on keeps the weight unless another is lower by a margin
        float height = job->heights[i] - (stance->stands && i == stance->pivot ? def->margin : 0);
        if (pivot < 0 || height < lowest) {
            pivot = i;
            lowest = height;
        }
    }
    stance->since = pivot >= 0 && stance->stands ? stance->since + job->dt : 0;
    stance->stands = pivot >= 0;
    stance->pivot = pivot >= 0 ? pivot : stance->pivot;
    if (!job->speeds) {
        memcpy(stance->last, job->points, (size_t)job->point_count * sizeof *stance->last);
    }
    stance->known = 1;
    return stance->stands;
}

void caper_stance_shift(caper_stance *stance, float by)
{
    for (int i = 0; i < CAPER_MAX_CONTACTS; i++) {
        stance->mark[i] += by;
    }
}

bool caper_stance_is_valid(const caper_stance *stance)
{
    bool good = stance->since >= 0 && stance->since - stance->since == 0 && stance->pivot >= 0 &&
                stance->pivot < CAPER_MAX_CONTACTS;
    for (int i = 0; i < CAPER_MAX_CONTACTS; i++) {
        good = good && caper_vec3_is_finite(stance->last[i]);
        good = good && stance->mark[i] - stance->mark[i] == 0;
        good = good && stance->age[i] >= 0 && stance->age[i] - stance->age[i] == 0;
    }
    return good && (stance->stands | 1) == 1 && (stance->known | 1) == 1;
}
