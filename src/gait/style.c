// SPDX-License-Identifier: MIT
//
// Gait styles: the default one, and looking up parameters by speed (paper 000, section 4.2, "Gait
// Styles"). The default follows animals: strides of bipeds by Alexander (1976), whose
// u = 0.25 g^0.5 d^1.67 h^-1.17 says 2.3 Fr^0.3 leg lengths; duty factors fall with speed (their
// values are our choice, see docs/guide/gait.md), bipeds change from walk to run near Fr 0.5,
// quadrupeds walk in lateral sequence, trot from Fr 0.5 and gallop beyond 2.5, six feet go from
// the wave to the tripod. Between keys everything moves evenly with the speed (the root of the
// Froude number), triggers too: they are numbers of cycles, not angles, so that a wave may tighten
// through a whole cycle.
#include "gait/gait.h"

#include <string.h>

// Froude number of the walk whose order heavy bodies keep: that of a brisk one, in the table of
// `animal`.
#define WALKS_FROUDE 0.25f
// Of a cycle: by how much front feet are earlier where hind ones would tread on them; walks of
// camels and giraffes are nearer to a pace than those of horses (Hildebrand 1966).
#define EARLIER 0.14f
#define WALKS 0.4f // Froude numbers between which they trot as others do
#define TROTS 0.55f

const char *const caperi_gait_mode_names[CAPER_GAIT_MODE_COUNT] = {"walk", "crawl", "slither",
                                                                   "swim", "float"};

const char *caper_gait_mode_name(caper_gait_mode mode)
{
    return (unsigned)mode < CAPER_GAIT_MODE_COUNT ? caperi_gait_mode_names[mode] : NULL;
}

// ------------------------------------------------------------------------------------ default

// froude duty stride lift width bob sway crouch lean pelvis list, triggers
static const caper_gait_key one_foot[] = {
    {0.00f, 0.60f, 0.15f, 0.06f, 1.0f, 0, 0, 0.03f, 0, 0, 0, {0}},
    {0.05f, 0.55f, 0.80f, 0.10f, 1.0f, 0, 0, 0.04f, 2, 0, 0, {0}},
    {0.50f, 0.45f, 1.60f, 0.14f, 1.0f, 0, 0, 0.05f, 5, 0, 0, {0}},
    {1.50f, 0.36f, 2.40f, 0.18f, 1.0f, 0, 0, 0.05f, 8, 0, 0, {0}},
};
static const caper_gait_key two_feet[] = {
    {0.00f, 0.75f, 0.20f, 0.04f, 1.0f, 0, 0.55f, 0.00f, 0, 1, 1, {0, 0.5f}},
    {0.01f, 0.70f, 0.62f, 0.05f, 1.0f, 0, 0.50f, 0.00f, 0, 3, 2, {0, 0.5f}},
    {0.05f, 0.64f, 0.95f, 0.075f, 0.9f, 0, 0.40f, 0.00f, 1, 3, 3, {0, 0.5f}},
    {0.22f, 0.60f, 1.60f, 0.075f, 0.75f, 0, 0.30f, 0.00f, 2, 5, 4, {0, 0.5f}},
    {0.45f, 0.58f, 1.92f, 0.075f, 0.65f, 0, 0.25f, 0.00f, 4, 6, 4, {0, 0.5f}},
    {0.60f, 0.40f, 2.12f, 0.15f, 0.50f, 0, 0.15f, 0.00f, 7, 6, 3, {0, 0.5f}},
    {1.00f, 0.32f, 2.50f, 0.22f, 0.45f, 0, 0.12f, 0.00f, 9, 7, 3, {0, 0.5f}},
    {1.50f, 0.28f, 2.85f, 0.23f, 0.40f, 0, 0.10f, 0.00f, 11, 8, 3, {0, 0.5f}},
    {3.00f, 0.25f, 3.50f, 0.26f, 0.35f, 0, 0.08f, 0.00f, 14, 8, 3, {0, 0.5f}},
};
static const caper_gait_key three_feet[] = {
    {0.00f, 0.95f, 0.20f, 0.05f, 1.0f, 0, 1.0f, 0.00f, 0, 1, 1, {0, 0.333f, 0.667f}},
    {0.05f, 0.74f, 0.80f, 0.08f, 1.0f, 0, 0.4f, 0.01f, 1, 3, 2, {0, 0.333f, 0.667f}},
    {0.50f, 0.60f, 1.60f, 0.12f, 0.9f, 0, 0.2f, 0.02f, 3, 4, 2, {0, 0.333f, 0.667f}},
    {1.50f, 0.50f, 2.30f, 0.18f, 0.8f, 0, 0.1f, 0.03f, 6, 5, 2, {0, 0.333f, 0.667f}},
};
static const caper_gait_key four_feet[] = {
    {0.00f, 0.80f, 0.20f, 0.055f, 1.0f, 0, 0.75f, 0.00f, 0, 1, 1, {0, 0.5f, 0.25f, 0.75f}},
    {0.01f, 0.79f, 0.50f, 0.085f, 1.0f, 0, 0.70f, 0.00f, 0, 2, 1, {0, 0.5f, 0.25f, 0.75f}},
    {0.05f, 0.74f, 0.87f, 0.12f, 1.0f, 0, 0.50f, 0.00f, 0, 2, 2, {0, 0.5f, 0.25f, 0.75f}},
    {0.25f, 0.65f, 1.50f, 0.165f, 0.9f, 0, 0.18f, 0.00f, 0, 3, 2, {0, 0.5f, 0.25f, 0.75f}},
    {0.40f, 0.59f, 1.75f, 0.175f, 0.85f, 0, 0.13f, 0.00f, 0, 3, 2, {0, 0.5f, 0.30f, 0.80f}},
    {0.55f, 0.50f, 1.95f, 0.185f, 0.85f, 0, 0.1f, 0.00f, 0, 3, 1, {0, 0.5f, 0.5f, 1.0f}},
    {1.50f, 0.42f, 2.75f, 0.22f, 0.8f, 0, 0.05f, 0.00f, 0, 3, 1, {0, 0.5f, 0.5f, 1.0f}},
    {2.50f, 0.37f, 3.30f, 0.25f, 0.75f, 0, 0, 0.00f, 0, 3, 1, {0, 0.45f, 0.5f, 0.95f}},
    {3.20f, 0.31f, 3.60f, 0.27f, 0.75f, 0, 0, 0.00f, 0, 2, 1, {0, 0.12f, 0.45f, 0.57f}},
};
static const caper_gait_key five_feet[] = {
    {0.00f, 0.84f, 0.20f, 0.06f, 1.0f, 0, 0.4f, 0, 0, 1, 1, {0, 0.4f, 0.8f, 0.2f, 0.6f}},
    {0.05f, 0.78f, 0.80f, 0.09f, 1.0f, 0, 0.3f, 0, 0, 1, 1, {0, 0.4f, 0.8f, 0.2f, 0.6f}},
    {0.50f, 0.65f, 1.60f, 0.12f, 1.0f, 0, 0.1f, 0.02f, 0, 2, 1, {0, 0.4f, 0.8f, 0.2f, 0.6f}},
    {1.50f, 0.55f, 2.30f, 0.16f, 0.9f, 0, 0.1f, 0.03f, 0, 2, 1, {0, 0.4f, 0.8f, 0.2f, 0.6f}},
};
static const caper_gait_key six_feet[] = {
    {0.00f, 0.83f, 0.20f, 0.06f, 1, 0, 0.2f, 0, 0, 1, 0, {0, 0.5f, 0.167f, 0.667f, 0.333f, 0.833f}},
    {0.02f, 0.78f, 0.55f, 0.08f, 1, 0, 0.2f, 0, 0, 1, 0, {0, 0.5f, 0.2f, 0.7f, 0.4f, 0.9f}},
    {0.10f, 0.67f, 0.90f, 0.09f, 1, 0, 0.1f, 0, 0, 2, 0, {0, 0.5f, 0.34f, 0.84f, 0.68f, 1.18f}},
    {0.30f, 0.57f, 1.20f, 0.11f, 1, 0, 0.1f, 0, 0, 2, 1, {0, 0.5f, 0.48f, 0.98f, 0.96f, 1.46f}},
    {0.60f, 0.53f, 1.40f, 0.12f, 1, 0, 0, 0.01f, 0, 2, 1, {0, 0.5f, 0.5f, 1.0f, 1.0f, 1.5f}},
    {1.50f, 0.50f, 1.80f, 0.14f, 1, 0, 0, 0.02f, 0, 2, 1, {0, 0.5f, 0.5f, 1.0f, 1.0f, 1.5f}},
};
// The base of a foot gathers speed over 26 % of its flight, keeps it, and loses it over 24 %: its
// peak is a third above the mean, as in captured walks (1.25). Up is the lowest point of the sole,
// highest early: toes leave last and clear the ground by little later.
static const caper_gait_path_key default_path[] = {
    {0.00f, 0.0000f, 0.000f, 0}, {0.13f, 0.0325f, 0.258f, 0}, {0.26f, 0.1733f, 0.605f, 0},
    {0.42f, 0.3867f, 0.742f, 0}, {0.58f, 0.6000f, 0.570f, 0}, {0.76f, 0.8400f, 0.248f, 0},
    {0.88f, 0.9700f, 0.074f, 0}, {1.00f, 1.0000f, 0.000f, 0},
};

static void set_table(caper_gait_style *style, int feet, const caper_gait_key *keys, int count)
{
    caper_gait_table *table = &style->feet[feet - 1];
    memcpy(table->keys, keys, (size_t)count * sizeof *keys);
    table->key_count = count;
}

caper_gait_style caper_gait_style_neutral(void)
{
    caper_gait_style style;
    memset(&style, 0, sizeof style);
    caper_gait_adjust *a = &style.adjust;
    a->stride = a->lift = a->width = a->sway = a->pelvis = a->list = a->pace = 1.0f;
    return style;
}

caper_gait_style caper_gait_style_default(void)
{
    caper_gait_style style = caper_gait_style_neutral();
    memcpy(style.name, "animal", sizeof "animal");
    set_table(&style, 1, one_foot, CAPER_COUNT_OF(one_foot));
    set_table(&style, 2, two_feet, CAPER_COUNT_OF(two_feet));
    set_table(&style, 3, three_feet, CAPER_COUNT_OF(three_feet));
    set_table(&style, 4, four_feet, CAPER_COUNT_OF(four_feet));
    set_table(&style, 5, five_feet, CAPER_COUNT_OF(five_feet));
    set_table(&style, 6, six_feet, CAPER_COUNT_OF(six_feet));
    memcpy(style.path, default_path, sizeof default_path);
    style.path_count = CAPER_COUNT_OF(default_path);
    style.wave_rows = 7.0f;
    return style;
}

// ------------------------------------------------------------------------------------- lookup

static caper_gait_key mix_keys(const caper_gait_key *a, const caper_gait_key *b, float t)
{
    caper_gait_key key;
    // a key is floats and nothing else
    const float *x = (const float *)a, *y = (const float *)b;
    float *out = (float *)&key;
    for (size_t i = 0; i < sizeof key / sizeof(float); i++) {
        out[i] = caper_lerp(x[i], y[i], t);
    }
    return key;
}

caper_gait_key caperi_table_at(const caper_gait_table *table, float froude)
{
    int last = table->key_count - 1, i = 0;
    if (!(froude > table->keys[0].froude)) {
        return table->keys[0];
    }
    while (i < last && froude >= table->keys[i + 1].froude) {
        i++;
    }
    if (i == last) {
        return table->keys[last];
    }
    const caper_gait_key *a = &table->keys[i], *b = a + 1;
    float from = sqrtf(a->froude), to = sqrtf(b->froude);
    return mix_keys(a, b, (sqrtf(froude) - from) / (to - from));
}

static const caper_gait_table *table_of(const caper_gait_style *style, int feet)
{
    const caper_gait_table *table = &style->feet[(feet <= CAPER_GAIT_MAX_FEET ? feet : 6) - 1];
    return table->key_count > 0 ? table : NULL;
}

static void adjust(caper_gait_key *key, const caper_gait_adjust *a, float w)
{
    key->duty = caper_clamp(key->duty + w * a->duty, 0.1f, 0.95f);
    key->stride *= caper_lerp(1.0f, a->stride / a->pace, w);
    key->lift *= caper_lerp(1.0f, a->lift, w);
    key->width *= caper_lerp(1.0f, a->width, w);
    key->bob += w * a->bob;
    key->sway = caper_min(key->sway * caper_lerp(1.0f, a->sway, w), 1.0f);
    key->crouch += w * a->crouch;
    key->lean_deg += w * a->lean_deg;
    key->pelvis_deg *= caper_lerp(1.0f, a->pelvis, w);
    key->list_deg *= caper_lerp(1.0f, a->list, w);
}

// Who is too heavy to trot keeps the order of its walk at all speeds (Hutchinson et al. 2003).
static void keep_walking(const caper_gait *gait, float froude, caper_gait_key *key)
{
    caper_gait_key walk =
        caperi_table_at(table_of(&gait->style, 4), caper_min(froude, WALKS_FROUDE));
    for (int i = 0; i < 4; i++) {
        key->triggers[i] = caper_lerp(key->triggers[i], walk.triggers[i], gait->heavy);
    }
}

caper_gait_key caper_gait_params(const caper_gait *gait, int group, float froude)
{
    int feet = gait->groups[group].leg_count;
    caper_gait_key key = caperi_table_at(table_of(&gait->style, feet), froude);
    if (gait->heavy > 0.0f && feet == 4) {
        keep_walking(gait, froude, &key);
    }
    if (gait->paces > 0.0f && feet == 4) {
        float early = EARLIER * gait->paces * (1.0f - caper_smoothstep(WALKS, TROTS, froude));
        key.triggers[2] -= early;
        key.triggers[3] -= early;
    }
    adjust(&key, &gait->style.adjust, 1.0f);
    for (int i = 0; i < gait->layer_count; i++) {
        if (gait->layer_groups[i] >= 0 && gait->layer_groups[i] != group) {
            continue;
        }
        const caper_gait_table *table = table_of(&gait->layers[i], feet);
        if (table) {
            caper_gait_key over = caperi_table_at(table, froude);
            key = mix_keys(&key, &over, gait->layer_weights[i]);
        }
        adjust(&key, &gait->layers[i].adjust, gait->layer_weights[i]);
    }
    return key;
}

// Seven feet and more: a wave from the rear row to the front, sides half a cycle apart. Few rows
// alternate at speed, as spiders and crabs do; many keep their wave, as centipedes do.
static float wave_trigger(const caper_gait *gait, const caper_gait_leg *leg, float froude)
{
    int rows = gait->row_counts[leg->group];
    float slow = 1.0f / (float)rows, wave = 1.0f / gait->style.wave_rows;
    float fast = rows <= 5 ? 0.5f : wave;
    for (int i = 0; i < gait->layer_count; i++) {
        if (gait->layers[i].wave_rows > 0.0f) {
            fast = slow = 1.0f / gait->layers[i].wave_rows;
        }
    }
    float lag = caper_lerp(rows <= 5 ? slow : wave, fast, caper_smoothstep(0.02f, 0.4f, froude));
    return (float)leg->row * lag + (leg->side < 0 ? 0.5f : 0.0f);
}

float caperi_gait_trigger(const caper_gait *gait, int index, float froude)
{
    const caper_gait_leg *leg = &gait->legs[gait->plans[index].twin];
    const caper_gait_group *group = &gait->groups[leg->group];
    if (group->leg_count > CAPER_GAIT_MAX_FEET) {
        return wave_trigger(gait, leg, froude);
    }
    caper_gait_key key = caper_gait_params(gait, leg->group, froude);
    return key.triggers[leg->slot];
}

// The path as a cubic spline with continuous acceleration, at rest at both ends: a foot that flies
// along it has no kinks. The slopes come from the usual tridiagonal system.
void caperi_path_prepare(caper_gait *gait)
{
    const caper_gait_style *style = &gait->style;
    for (int i = 0; i < gait->layer_count; i++) {
        style = gait->layers[i].path_count > 0 ? &gait->layers[i] : style;
    }
    int n = style->path_count;
    caper_vec3 *p = gait->path, *m = gait->path_speeds;
    float *t = gait->path_times, c[CAPER_GAIT_MAX_PATH];
    for (int i = 0; i < n; i++) {
        const caper_gait_path_key *k = &style->path[i];
        t[i] = k->time;
        p[i] = caper_vec3_make(k->forward, k->up, k->pitch_deg * CAPER_DEGREE);
    }
    m[0] = m[n - 1] = caper_vec3_zero();
    c[0] = 0.0f;
    for (int i = 1; i < n - 1; i++) {
        float h0 = t[i] - t[i - 1], h1 = t[i + 1] - t[i];
        caper_vec3 s0 = caper_vec3_scale(caper_vec3_sub(p[i], p[i - 1]), 3.0f * h1 / h0);
        caper_vec3 s1 = caper_vec3_scale(caper_vec3_sub(p[i + 1], p[i]), 3.0f * h0 / h1);
        float pivot = 2.0f * (h0 + h1) - h1 * c[i - 1];
        c[i] = h0 / pivot;
        caper_vec3 right = caper_vec3_add_scaled(caper_vec3_add(s0, s1), m[i - 1], -h1);
        m[i] = caper_vec3_scale(right, 1.0f / pivot);
    }
    for (int i = n - 2; i > 0; i--) {
        m[i] = caper_vec3_add_scaled(m[i], m[i + 1], -c[i]);
    }
    gait->path_count = n;
}

// Forward, up and pitch at a share of the flight, with their derivatives by it.
caper_vec3_knot caperi_path_at(const caper_gait *gait, float time)
{
    int i = 0;
    while (i < gait->path_count - 2 && time >= gait->path_times[i + 1]) {
        i++;
    }
    caper_vec3_knot a = {gait->path[i], gait->path_speeds[i], {0, 0, 0}};
    caper_vec3_knot b = {gait->path[i + 1], gait->path_speeds[i + 1], {0, 0, 0}};
    float from = gait->path_times[i], span = gait->path_times[i + 1] - from;
    return caper_vec3_hermite(a, b, span, caper_clamp(time, 0.0f, 1.0f) - from);
}

// ------------------------------------------------------------------------------------- curves

static void add_curves(const caper_gait_style *style, float weight, float froude,
                       float turns[CAPER_GAIT_HARMONICS][2], float out[CAPER_GAIT_CHANNELS])
{
    int last = style->curve_count - 1, i = 0;
    while (i < last - 1 && froude >= style->curves[i + 1].froude) {
        i++;
    }
    const caper_gait_waves *a = &style->curves[i], *b = &style->curves[i < last ? i + 1 : i];
    float from = sqrtf(a->froude), span = sqrtf(b->froude) - from;
    float t = span > 0.0f ? caper_clamp((sqrtf(froude) - from) / span, 0.0f, 1.0f) : 0.0f;
    for (int n = 0; n < CAPER_GAIT_CHANNELS; n++) {
        for (int h = 0; h < CAPER_GAIT_HARMONICS; h++) {
            const float *x = a->channels[n][h], *y = b->channels[n][h];
            out[n] += weight * (caper_lerp(x[0], y[0], t) * turns[h][0] +
                                caper_lerp(x[1], y[1], t) * turns[h][1]);
        }
    }
}

void caperi_curves_at(const caper_gait *gait, float froude, float phase,
                      float out[CAPER_GAIT_CHANNELS])
{
    float turns[CAPER_GAIT_HARMONICS][2];
    memset(out, 0, CAPER_GAIT_CHANNELS * sizeof *out);
    for (int h = 0; h < CAPER_GAIT_HARMONICS; h++) {
        caper_sincos(CAPER_TAU * phase * (float)(h + 1), &turns[h][1], &turns[h][0]);
    }
    if (gait->style.curve_count > 0) {
        add_curves(&gait->style, 1.0f, froude, turns, out);
    }
    for (int i = 0; i < gait->layer_count; i++) {
        if (caperi_layer_curves(gait, i)) {
            add_curves(&gait->layers[i], gait->layer_weights[i], froude, turns, out);
        }
    }
}
