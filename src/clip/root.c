// SPDX-License-Identifier: MIT
//
// Movement over the ground: roots as turns about Y with a position, and the root track of a clip.
//
// A root is x, y, z and yaw; yaw is a number, not an angle modulo a turn, so that two and a half
// turns stay two and a half. Whole loops are accumulated in closed form, so a million loops cost as
// much as one and lose only the last bits.
#include "clip/packed.h"

#define TAU 6.283185307179586476925

// Sine and cosine of an angle of any size: reduced in double, then in float.
static void turn(double angle, double *sine, double *cosine)
{
    float s, c;
    caper_sincos((float)(angle - TAU * floor(angle / TAU + 0.5)), &s, &c);
    *sine = (double)s;
    *cosine = (double)c;
}

caper_transform caper_root_transform(caper_root root)
{
    return caper_transform_make(caper_quat_from_yaw(root.yaw),
                                caper_vec3_make(root.x, root.y, root.z));
}

caper_root caper_root_mul(caper_root a, caper_root b)
{
    double s, c;
    turn((double)a.yaw, &s, &c);
    caper_root r;
    r.x = (float)((double)a.x + (c * (double)b.x + s * (double)b.z));
    r.y = a.y + b.y;
    r.z = (float)((double)a.z + (c * (double)b.z - s * (double)b.x));
    r.yaw = a.yaw + b.yaw;
    return r;
}

caper_root caper_root_delta(caper_root a, caper_root c)
{
    double sine, cosine;
    turn((double)a.yaw, &sine, &cosine);
    double x = (double)c.x - (double)a.x, z = (double)c.z - (double)a.z;
    caper_root r;
    r.x = (float)(cosine * x - sine * z);
    r.y = c.y - a.y;
    r.z = (float)(cosine * z + sine * x);
    r.yaw = c.yaw - a.yaw;
    return r;
}

// What n loops put before a root of the clip: M^n x root, with M = last x first^-1, which carries
// the first root to the last one. The places of a turning walk sum up as
//     p + R p + R^2 p + ... = sin(n a / 2) / sin(a / 2) R((n - 1) a / 2) p
// In double throughout: after many loops the yaw alone is too large for the bits of a float.
caper_root caperi_root_after_loops(caper_root first, caper_root last, int n, caper_root root)
{
    double angle = (double)last.yaw - (double)first.yaw, s, c;
    turn(angle, &s, &c);
    // where M puts the origin
    double px = (double)last.x - (c * (double)first.x + s * (double)first.z);
    double pz = (double)last.z - (c * (double)first.z - s * (double)first.x);

    double half = 0.5 * (angle - TAU * floor(angle / TAU + 0.5)), sum = n, one, many, unused;
    if (fabs(half) > 1e-9) {
        turn(half, &one, &unused);
        turn(half * n, &many, &unused);
        sum = many / one;
    }
    turn(half * (n - 1), &s, &c);
    double x = sum * (c * px + s * pz), z = sum * (c * pz - s * px);

    turn(n * angle, &s, &c);
    caper_root r;
    r.x = (float)(x + (c * (double)root.x + s * (double)root.z));
    r.y = (float)((double)root.y + n * ((double)last.y - (double)first.y));
    r.z = (float)(z + (c * (double)root.z - s * (double)root.x));
    r.yaw = (float)((double)root.yaw + n * angle);
    return r;
}

caper_root caperi_clip_root_moment(const caper_clip *clip, caperi_moment moment)
{
    const struct caper_clip_data *data = clip->data;
    caper_root root = data->base_root;
    if (data->packed)
        caperi_packed_sample_root(data->packed, moment, &root);
    for (int storage = 0; data->tracks && storage < CAPERI_STORAGE_COUNT; storage++) {
        const caperi_tracks *tracks = &data->tracks[CAPER_TRACK_ROOT][storage];
        if (tracks->track_count > 0)
            caperi_sample_track(tracks, (caperi_storage)storage, 4, 0, moment, &root.x);
    }
    return root;
}

caper_root caper_clip_sample_root(const caper_clip *clip, float time)
{
    caper_root identity = {0.0f, 0.0f, 0.0f, 0.0f};
    if (!clip->has_root)
        return identity;
    int cycles;
    float seconds = caper_clip_wrap(clip, time, &cycles);
    caper_root root = caperi_clip_root_moment(clip, caperi_clip_moment(clip, seconds));
    if (cycles == 0)
        return root;
    caper_root first = caperi_clip_root_moment(clip, caperi_clip_moment(clip, 0.0f));
    caper_root last = caperi_clip_root_moment(clip, caperi_clip_moment(clip, clip->duration));
    return caperi_root_after_loops(first, last, cycles, root);
}

caper_root caper_clip_root_delta(const caper_clip *clip, float from, float to)
{
    return caper_root_delta(caper_clip_sample_root(clip, from), caper_clip_sample_root(clip, to));
}
