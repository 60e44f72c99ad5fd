// SPDX-License-Identifier: MIT
//
// How hard a body is pulled down in a blend. A blend of two clips that differ in height moves the
// center of mass by that difference within its few frames: 25 mm in a sixth of a second are almost
// a g, on top of the one that whoever is in the air falls with. Soles lie on each other in a
// transition and nothing of the distance tells of it, so it is asked here, as room `quality` asks
// it of clips (measure_weight.c): by second differences of the height of the center of mass, and
// what lasts. Heights are known at frames; Catmull and Rom give those between them.
#include "graph/fall.h"

#include "caper/vecmath.h"

#include <math.h>

#define SMOOTHING 0.05f // seconds at size 1.8 to either side of a second difference, as the judge
#define LASTS 0.05f     // seconds at size 1.8 that a fall must last to count, as the judge
#define PERSON 1.8f     // metres: the size that these times are of
#define GRAVITY 9.81f   // m/s2
#define PARTS 8         // of a frame at which it is asked: halves miss a quarter of a short pull
#define MOST_PARTS 1024 // of a blend with what is before and after it

// The height of one clip some parts after a frame of it; NaN where it has none.
static float height_at(const caperi_heights *h, int part)
{
    int at = PARTS * h->frame + part, f = at >= 0 ? at / PARTS : -1;
    if (f < 0 || f >= h->count)
        return NAN;
    const float *y = h->y + f;
    float u = (float)(at % PARTS) / PARTS;
    if (at % PARTS == 0)
        return y[0];
    if (f + 1 >= h->count)
        return NAN;
    if (f == 0 || f + 2 >= h->count)
        return caper_lerp(y[0], y[1], u);
    float slope = 0.5f * (y[1] - y[-1]), next = 0.5f * (y[2] - y[0]), rise = y[1] - y[0];
    return y[0] +
           u * (slope + u * (3.0f * rise - 2.0f * slope - next + u * (slope + next - 2.0f * rise)));
}

// The height along a blend of the first clip into the second, or along one of them.
typedef struct path {
    const caperi_heights *a, *b; // b may be NULL: all along a
    int parts;                   // of the blend
} path;

static float path_height(const path *p, int part)
{
    if (!p->b || part <= 0)
        return height_at(p->a, part);
    if (part >= p->parts)
        return height_at(p->b, part);
    float share = caper_smoothstep(0.0f, (float)p->parts, (float)part);
    return caper_lerp(height_at(p->a, part), height_at(p->b, part), share);
}

// The hardest fall that lasts, in g, among moments that the blend has a part in.
static float hardest(const path *p, float rate, float size)
{
    float second = PARTS * rate * sqrtf(size / PERSON); // of a person
    int h = (int)(SMOOTHING * second + 0.5f), lasts = (int)(LASTS * second + 0.5f) + 1;
    h = h < 1 ? 1 : h;
    float step = (float)h / (PARTS * rate), falls[MOST_PARTS], worst = 0.0f;
    int count = p->parts + 2 * h + 1;
    if (count > MOST_PARTS)
        return 0.0f; // no blend of a person is seconds long
    for (int i = 0; i < count; i++) {
        int at = i - h;
        float bend = path_height(p, at + h) - 2.0f * path_height(p, at) + path_height(p, at - h);
        falls[i] = -bend / (step * step * GRAVITY);
    }
    for (int i = 0; i + lasts <= count; i++) {
        float least = INFINITY;
        for (int k = i; k < i + lasts; k++)
            least = falls[k] < least || isnan(falls[k]) ? falls[k] : least;
        worst = least > worst ? least : worst;
    }
    return worst;
}

float caperi_blend_fall(const caperi_heights *from, const caperi_heights *to, int window,
                        float rate, float size, float *sources)
{
    path blend = {from, to, PARTS * (window - 1)}, a = {from, NULL, blend.parts};
    path b = {to, NULL, blend.parts};
    *sources = caper_max(hardest(&a, rate, size), hardest(&b, rate, size));
    return hardest(&blend, rate, size);
}
