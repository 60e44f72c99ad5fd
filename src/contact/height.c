// SPDX-License-Identifier: MIT
//
// Smoothing a height with preview. Run backward in time over the wishes and then forward from the
// present state, the filter 1 / (T^3 s^3 + 2 T^2 s^2 + 2 T s + 1) is the solution of the least
// squares problem in height.h: the backward run is the weighted sum of wishes ahead, the forward
// one is solved exactly between two frames, so that steps of any length are stable.
#include "contact/height.h"

#include "math/scalar.h"

#include <math.h>

#define HALF_ROOT 0.8660254f // sqrt(3) / 2

float caperi_height_carries(float share)
{
    if (share <= -0.02f || share >= 1.06f) {
        return 0.0f;
    }
    return caperi_least_jerk((share + 0.02f) / 0.52f) *
           (1.0f - caperi_least_jerk((share - 0.71f) / 0.35f));
}

float caperi_height_reach(caper_vec3 hip, caper_vec3 ankle, float length)
{
    float dx = ankle.x - hip.x, dz = ankle.z - hip.z;
    float square = length * length - dx * dx - dz * dz;
    // one that is farther off than that does not stay there
    return ankle.y + sqrtf(caper_max(square, 0.25f * length * length)) - hip.y;
}

// the filter's response to a pulse at the nodes, scaled so that a steady rise is followed without
// lag: the weights sum to 1 and their mean time is 2 T
static const float weights[CAPERI_HEIGHT_NODES] = {
    0.0f,     0.08417f, 0.19675f,  0.24354f,  0.22111f,  0.15990f,  0.09200f,
    0.03778f, 0.00435f, -0.01045f, -0.01291f, -0.00955f, -0.00502f, -0.00167f};

float caperi_height_preview(const float wishes[CAPERI_HEIGHT_NODES])
{
    float sum = 0.0f;
    for (int i = 1; i < CAPERI_HEIGHT_NODES; i++) {
        sum += weights[i] * (wishes[i] - wishes[0]);
    }
    return wishes[0] + sum;
}

caperi_f4 caperi_height_previews(const float *wishes, int stride)
{
    caperi_f4 first = caperi_f4_loadu(wishes), sum = caperi_f4_zero();
    for (int i = 1; i < CAPERI_HEIGHT_NODES; i++) {
        caperi_f4 off = caperi_f4_sub(caperi_f4_loadu(wishes + i * stride), first);
        sum = caperi_f4_add(sum, caperi_f4_mul(caperi_f4_splat(weights[i]), off));
    }
    return caperi_f4_add(first, sum);
}

void caperi_height_steps(caper_knot *heights, const float *previews, int count, float smooth,
                         float dt)
{
    // y - preview = a e^-x + e^(-x/2) (b cos wx + c sin wx), x = t / T, w = sqrt(3) / 2
    float x = dt / smooth, fast = caper_exp(-x), slow = caper_exp(-0.5f * x), sine, cosine;
    caperi_sincos_near(HALF_ROOT * x, &sine, &cosine);
    for (int i = 0; i < count; i++) {
        caper_knot *height = &heights[i];
        float p = height->value - previews[i], v = height->velocity * smooth,
              q = height->acceleration * smooth * smooth;
        float b = -(v + q), a = p - b, c = (v + a + 0.5f * b) / HALF_ROOT;
        float even = slow * (b * cosine + c * sine),
              odd = HALF_ROOT * slow * (c * cosine - b * sine);
        height->value = previews[i] + a * fast + even;
        height->velocity = (-a * fast - 0.5f * even + odd) / smooth;
        height->acceleration = (a * fast - 0.5f * even - odd) / (smooth * smooth);
    }
}

void caperi_height_step(caper_knot *height, float preview, float smooth, float dt)
{
    caperi_height_steps(height, &preview, 1, smooth, dt);
}

void caperi_height_ramp(float wishes[CAPERI_HEIGHT_NODES])
{
    // the lower hull of the points, from left to right
    int hull[CAPERI_HEIGHT_NODES], count = 0;
    for (int i = 0; i < CAPERI_HEIGHT_NODES; i++) {
        while (count > 1) {
            int a = hull[count - 2], b = hull[count - 1];
            float across = wishes[a] + (wishes[i] - wishes[a]) * (float)(b - a) / (float)(i - a);
            if (wishes[b] < across) {
                break;
            }
            count--;
        }
        hull[count++] = i;
    }
    for (int k = 0; k + 1 < count; k++) {
        int a = hull[k], b = hull[k + 1];
        for (int i = a + 1; i < b; i++) {
            wishes[i] = wishes[a] + (wishes[b] - wishes[a]) * (float)(i - a) / (float)(b - a);
        }
    }
}
