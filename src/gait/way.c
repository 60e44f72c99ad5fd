// SPDX-License-Identifier: MIT
//
// The ground along the way: its height from under the rearmost feet to a few steps ahead, kept as
// the body goes over it, so that each place is looked at once. From it follow how fast a walk goes,
// while any of its feet are on a stair or a steep hill or come to one, and how long its stride is:
// stairs are taken a tread a step. Invariant: a way that nobody moves along is not looked at again.
#include "gait/gait.h"

#include <string.h>

// Of leg length: from one place to the next, half a tread of a 17 x 29 cm stair on legs of 0.92 m.
#define GRAIN 0.15f
#define LOOK_AHEAD 1.8f  // leg lengths: how far slopes are looked for, and over how much of the way
#define LOOK_BEHIND 4.0f // leg lengths: no farther back, however long the body
#define STRETCH 13       // places of a stretch: LOOK_AHEAD
#define ASTRAY 0.985f    // cosine of 10 degrees: a way that turns by more is another one
// Rise over run, 17 degrees: up to there hills slow nobody down, and up to half of it the ground
// counts as flat.
#define STEEP 0.3f
#define STEEP_SLOWS 5.0f // stairs of 17 x 29 cm are taken at 0.39 of the speed, about as people do
// Up and down hill steps are shorter, knees would come up to the chest: by so much for a rise over
// run of 1.
#define STEEP_STRIDE 0.5f
#define SETTLES 0.5f // of tau: in which a walk takes to what is new about its way
// Of the rise of a slope from one place to the next: what rises by less is a slope, by more a step.
#define SLOPES 1.3f
#define STEPS 1.8f
#define FARTHEST 3.0f // leg lengths: no stride is longer

// The height of a place for who comes there from a height.
static float look(const caperi_step *step, caper_vec3 at, float from)
{
    at.y = from; // who gets there has climbed that
    float height = caperi_ground_height(step, at);
    // what nobody steps down to is a gap that feet go over, no slope
    return height < from - CAPERI_DEEP * step->gait->length ? from : height;
}

// Look at all of the way anew, from the body on and back.
static void look_anew(const caperi_step *step, caper_vec3 root, caper_vec3 along)
{
    const caper_gait *gait = step->gait;
    caperi_walk_way *way = &step->walker->state.way;
    float grain = GRAIN * gait->length, height = step->walker->state.root.y;
    caper_vec3 from = caper_vec3_add_scaled(root, along, -gait->way_behind);
    int body = (int)(gait->way_behind / grain + 0.5f);
    way->along = along;
    way->count = gait->way_count;
    for (int i = body; i >= 0; i--) {
        caper_vec3 at = caper_vec3_add_scaled(from, along, grain * (float)i);
        height = way->heights[i] = look(step, at, height);
    }
    for (int i = body + 1; i < way->count; i++) {
        caper_vec3 at = caper_vec3_add_scaled(from, along, grain * (float)i);
        way->heights[i] = look(step, at, way->heights[i - 1]);
    }
    way->next = caper_vec3_add_scaled(from, along, grain * (float)way->count);
}

static void look_on(const caperi_step *step)
{
    caperi_walk_way *way = &step->walker->state.way;
    int last = way->count - 1;
    float height = look(step, way->next, way->heights[last]);
    memmove(way->heights, way->heights + 1, (size_t)last * sizeof *way->heights);
    way->heights[last] = height;
    way->next = caper_vec3_add_scaled(way->next, way->along, GRAIN * step->gait->length);
}

// How steep each stretch is, by the line that fits it best, and the highest step.
static void survey(const caper_gait *gait, caperi_walk_way *way)
{
    int n = way->count < STRETCH ? way->count : STRETCH;
    float middle = 0.5f * (float)(n - 1), squares = (float)n * (float)(n * n - 1) / 12.0f;
    way->steep = way->ahead = way->riser = 0.0f;
    for (int i = 0; n > 1 && i + n <= way->count; i++) {
        float sum = 0.0f;
        for (int k = 0; k < n; k++) {
            sum += ((float)k - middle) * way->heights[i + k];
        }
        way->ahead = fabsf(sum) / (squares * GRAIN * gait->length);
        way->steep = caper_max(way->steep, way->ahead);
    }
    for (int i = 1; i < way->count; i++) {
        float rise = fabsf(way->heights[i] - way->heights[i - 1]) / gait->length;
        way->riser = caper_max(way->riser, rise);
    }
}

// Is the body as high as the way was there, or has it come to another storey?
static bool at_height(const caperi_step *step, caper_vec3 root)
{
    const caperi_walk_way *way = &step->walker->state.way;
    float back = caper_vec3_dot(caper_vec3_sub(way->next, root), way->along);
    float places = caper_clamp(back / (GRAIN * step->gait->length) + 0.5f, 1.0f, (float)way->count);
    float off = step->walker->state.root.y - way->heights[way->count - (int)places];
    return fabsf(off) < CAPERI_DEEP * step->gait->length;
}

// Keep what is known of the way up with the body.
static void follow(const caperi_step *step, caper_vec3 along)
{
    caper_walker *walker = step->walker;
    caperi_walker_state *s = &walker->state;
    caperi_walk_way *way = &s->way;
    float grain = GRAIN * step->gait->length;
    float ahead = grain * (float)(step->gait->way_count - 1) - step->gait->way_behind;
    caper_vec3 root = caper_vec3_make(s->root.x, 0.0f, s->root.z);
    caper_vec3 left = caper_vec3_sub(caper_vec3_add_scaled(root, along, ahead), way->next);
    float far = left.x * way->along.x + left.z * way->along.z;
    float aside = fabsf(left.x * way->along.z - left.z * way->along.x);
    bool same = caper_vec3_dot(along, way->along) > ASTRAY && aside < grain &&
                far > -2.0f * grain && far / grain < (float)step->gait->way_count &&
                (!walker->way_world || walker->way_world == step->world) && at_height(step, root);
    walker->way_world = step->world;
    int looks = same && far >= 0.0f ? (int)(far / grain) + 1 : 0;
    bool moves = caperi_frame_moves(step->frame);
    if (!same || moves) {
        look_anew(step, root, along);
        looks = 0;
    }
    for (int i = 0; i < looks; i++) {
        look_on(step);
    }
    if (!same || moves || looks > 0) {
        survey(step->gait, way);
    }
    if (moves) { // it will not be there
        way->count = 0;
        way->along = caper_vec3_make(0.0f, 0.0f, 0.0f);
    }
}

// Stones on flat ground are neither stairs nor hills.
static float hilly(float steep)
{
    return caper_smoothstep(0.5f * STEEP, STEEP, steep);
}

// How long a stride may be that takes a stair a tread a step, or as many as one climbs, in leg
// lengths.
static float stride_over(const caperi_walk_way *way)
{
    float slope = way->steep * GRAIN;
    float stepped = caper_smoothstep(SLOPES * slope, STEPS * slope, way->riser);
    stepped *= hilly(way->steep);
    float treads = caper_max(floorf(CAPERI_TREAD / caper_max(way->riser, 1e-6f)), 1.0f);
    float stride = 2.0f * treads * way->riser / caper_max(way->steep, 0.5f * STEEP);
    return caper_lerp(FARTHEST, caper_min(stride, FARTHEST), stepped);
}

void caperi_way_plan(caper_gait *gait)
{
    float rear = 0.0f;
    for (int i = 0; i < gait->leg_count; i++) {
        rear = caper_min(rear, gait->legs[i].home.z);
    }
    gait->way_behind = caper_min(-rear, LOOK_BEHIND * gait->length);
    float all = gait->way_behind + LOOK_AHEAD * gait->length;
    int count = (int)(all / (GRAIN * gait->length) + 0.5f) + 1;
    gait->way_count = count < CAPERI_WAY ? count : CAPERI_WAY;
}

float caperi_way_slows(caperi_step *step, caper_vec3 wish)
{
    caperi_walker_state *s = &step->walker->state;
    float speed = sqrtf(wish.x * wish.x + wish.z * wish.z), stride = FARTHEST;
    float steep = 0.0f, ahead = 0.0f;
    if (!step->ground.flat && step->gait->mode == CAPER_GAIT_WALK && speed > 1e-6f) {
        follow(step, caper_vec3_make(wish.x / speed, 0.0f, wish.z / speed));
        stride = stride_over(&s->way);
        steep = s->way.steep;
        ahead = s->way.ahead;
    }
    float half_life = SETTLES * step->gait->tau;
    s->steep = caper_damp(s->steep, steep, half_life, step->dt);
    s->ahead = caper_damp(s->ahead, ahead, half_life, step->dt);
    s->tread = s->tread > 0.0f ? caper_damp(s->tread, stride, half_life, step->dt) : stride;
    return 1.0f / (1.0f + STEEP_SLOWS * caper_max(s->steep - STEEP, 0.0f));
}

float caperi_way_stride(const caperi_step *step, float stride)
{
    const caperi_walker_state *s = &step->walker->state;
    float steep = caper_max(s->slope, s->ahead);
    stride /= 1.0f + STEEP_STRIDE * caper_min(steep, 1.0f);
    return caper_min(stride, s->tread * step->gait->groups[step->gait->leading].length);
}
