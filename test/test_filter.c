// SPDX-License-Identifier: MIT
//
// The sensor filter against the paper's own 12x12 matrices (001, equations 3 to 10) written out in
// full, and its manners with samples that are missing, late, uneven or wrong.
#include "test.h"

#include "caper/puppet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------ oracle

#define N 12

/// The filter as the paper writes it: p, p', r, r' and dense matrices.
typedef struct oracle {
    double x[N], p[N][N];
    caper_quat q;
} oracle;

static void multiply(int n, int m, int k, const double *a, const double *b, double *out)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            double sum = 0;
            for (int l = 0; l < k; l++) {
                sum += a[i * k + l] * b[l * m + j];
            }
            out[i * m + j] = sum;
        }
    }
}

static void transpose(int n, int m, const double *a, double *out)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            out[j * n + i] = a[i * m + j];
        }
    }
}

/// Gauss-Jordan with pivots.
static void invert(int n, const double *a, double *out)
{
    double m[6][12];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            m[i][j] = a[i * n + j];
            m[i][n + j] = i == j;
        }
    }
    for (int c = 0; c < n; c++) {
        int pivot = c;
        for (int i = c + 1; i < n; i++) {
            pivot = fabs(m[i][c]) > fabs(m[pivot][c]) ? i : pivot;
        }
        for (int j = 0; j < 2 * n; j++) {
            double t = m[c][j];
            m[c][j] = m[pivot][j];
            m[pivot][j] = t;
        }
        for (int i = 0; i < n; i++) {
            double f = m[i][c] / m[c][c];
            for (int j = 0; i != c && j < 2 * n; j++) {
                m[i][j] -= f * m[c][j];
            }
        }
        double d = m[c][c];
        for (int j = 0; j < 2 * n; j++) {
            m[c][j] /= d;
        }
    }
    for (int i = 0; i < n; i++) {
        memcpy(&out[i * n], &m[i][n], (size_t)n * sizeof(double));
    }
}

static void oracle_step(oracle *o, const caper_filter_def *def, caper_transform sample, double dt)
{
    double a[N][N] = {{0}}, q[N][N] = {{0}}, h[6][N] = {{0}}, t1[N][N], t2[N][N], at[N][N];
    for (int i = 0; i < N; i++) {
        a[i][i] = 1;
    }
    for (int i = 0; i < 3; i++) {
        a[i][3 + i] = a[6 + i][9 + i] = dt;
        h[i][i] = h[3 + i][6 + i] = 1;
        const double drives[2] = {(double)def->position_drive, (double)def->rotation_drive};
        for (int k = 0; k < 2; k++) {
            int v = 6 * k + i;
            q[v][v] = drives[k] * dt * dt * dt / 3;
            q[v][v + 3] = q[v + 3][v] = drives[k] * dt * dt / 2;
            q[v + 3][v + 3] = drives[k] * dt;
        }
    }
    double x[N];
    multiply(N, 1, N, &a[0][0], o->x, x);
    transpose(N, N, &a[0][0], &at[0][0]);
    multiply(N, N, N, &a[0][0], &o->p[0][0], &t1[0][0]);
    multiply(N, N, N, &t1[0][0], &at[0][0], &t2[0][0]);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            o->p[i][j] = t2[i][j] + q[i][j];
        }
    }
    double ht[N][6], pht[N][6], s[6][6], si[6][6], k[N][6];
    transpose(6, N, &h[0][0], &ht[0][0]);
    multiply(N, 6, N, &o->p[0][0], &ht[0][0], &pht[0][0]);
    multiply(6, 6, N, &h[0][0], &pht[0][0], &s[0][0]);
    const float noise[6] = {def->position_noise.x, def->position_noise.y, def->position_noise.z,
                            def->rotation_noise.x, def->rotation_noise.y, def->rotation_noise.z};
    for (int i = 0; i < 6; i++) {
        s[i][i] += (double)noise[i] * (double)noise[i];
    }
    invert(6, &s[0][0], &si[0][0]);
    multiply(N, 6, 6, &pht[0][0], &si[0][0], &k[0][0]);
    caper_vec3 r = caper_quat_log(caper_quat_mul(caper_quat_conj(o->q), sample.rotation));
    const double z[6] = {(double)sample.position.x,
                         (double)sample.position.y,
                         (double)sample.position.z,
                         (double)r.x,
                         (double)r.y,
                         (double)r.z};
    double y[6], add[N];
    for (int i = 0; i < 6; i++) {
        y[i] = z[i] - (i < 3 ? x[i] : x[3 + i]);
    }
    multiply(N, 1, 6, &k[0][0], y, add);
    for (int i = 0; i < N; i++) {
        o->x[i] = x[i] + add[i];
    }
    double kh[N][N];
    multiply(N, N, 6, &k[0][0], &h[0][0], &kh[0][0]);
    multiply(N, N, N, &kh[0][0], &o->p[0][0], &t1[0][0]);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            o->p[i][j] -= t1[i][j];
        }
    }
    caper_vec3 turn = caper_vec3_make((float)o->x[6], (float)o->x[7], (float)o->x[8]);
    o->q = caper_quat_normalize(caper_quat_mul(o->q, caper_quat_exp(turn)));
    o->x[6] = o->x[7] = o->x[8] = 0;
}

// ------------------------------------------------------------------------------------ samples

static float gauss(caper_rng *rng)
{
    float sum = 0;
    for (int i = 0; i < 12; i++) {
        sum += caper_rng_float(rng);
    }
    return sum - 6;
}

/// A hand that waves, seen without noise.
static caper_transform truth(double t)
{
    caper_vec3 p = caper_vec3_make((float)(0.3 * sin(4 * t)), (float)(1 + 0.2 * sin(2.3 * t)),
                                   (float)(0.1 * t));
    caper_vec3 turn =
        caper_vec3_make((float)sin(3 * t), (float)(0.7 * cos(2 * t)), (float)(0.4 * t));
    return caper_transform_make(caper_quat_exp(turn), p);
}

static caper_transform noisy(caper_rng *rng, caper_transform t, float meters, float radians)
{
    float n[6];
    for (int i = 0; i < 6; i++) {
        n[i] = gauss(rng);
    }
    t.position = caper_vec3_add_scaled(t.position, caper_vec3_make(n[0], n[1], n[2]), meters);
    caper_vec3 turn = caper_vec3_scale(caper_vec3_make(n[3], n[4], n[5]), radians);
    t.rotation = caper_quat_normalize(caper_quat_mul(t.rotation, caper_quat_exp(turn)));
    return t;
}

// ------------------------------------------------------------------------------------ tests

/// `from` and `to`: the noise of the first and of the second half.
static void compare_with_matrices(const caper_vec3 from[2], const caper_vec3 to[2])
{
    caper_rng rng = caper_rng_make(1);
    caper_filter_def def = caper_filter_def_default();
    def.adapt = false;
    def.gate = 0;
    caper_filter filter = {0};
    oracle o = {0};
    double time = 0;
    for (int i = 0; i < 600; i++) {
        double dt = 1 / 120.0 * (1 + (i % 7 == 3)); // uneven steps
        time += dt;
        def.position_noise = i < 300 ? from[0] : to[0];
        def.rotation_noise = i < 300 ? from[1] : to[1];
        caper_transform sample = noisy(&rng, truth(time), 0.002f, 0.017f);
        if (i == 0) {
            CHECK_INT(caper_filter_update(&filter, &def, &sample, time), CAPER_FILTER_STARTED);
            o.q = sample.rotation;
            const float p[3] = {sample.position.x, sample.position.y, sample.position.z};
            for (int k = 0; k < 3; k++) {
                o.x[k] = (double)p[k];
                o.p[k][k] = filter.position_error[k][0];
                o.p[3 + k][3 + k] = filter.position_error[k][2];
                o.p[6 + k][6 + k] = filter.rotation_error[k][0];
                o.p[9 + k][9 + k] = filter.rotation_error[k][2];
            }
            continue;
        }
        CHECK_INT(caper_filter_update(&filter, &def, &sample, time), CAPER_FILTER_USED);
        oracle_step(&o, &def, sample, dt);
        caper_vec3 p = caper_vec3_make((float)o.x[0], (float)o.x[1], (float)o.x[2]);
        caper_vec3 v = caper_vec3_make((float)o.x[3], (float)o.x[4], (float)o.x[5]);
        CHECK(caper_vec3_distance(p, filter.value.position) < 2e-6f);
        CHECK(caper_vec3_distance(v, filter.velocity) < 2e-4f);
        CHECK(caper_quat_angle(o.q, filter.value.rotation) < 1e-3f);
        CHECK_NEAR(o.p[0][0], filter.position_error[0][0], 1e-12);
        int axis = filter.round ? 0 : 1; // of a round noise the first row stands for all
        CHECK_NEAR(o.p[10][10], filter.rotation_error[axis][2], 1e-6);
    }
}

static void six_small_filters_are_the_papers_matrices(void)
{
    const caper_vec3 ragged[2] = {{0.001f, 0.002f, 0.005f}, {0.02f, 0.01f, 0.03f}};
    const caper_vec3 round[2] = {{0.002f, 0.002f, 0.002f}, {0.02f, 0.02f, 0.02f}};
    const caper_vec3 mixed[2] = {{0.002f, 0.002f, 0.002f}, {0.02f, 0.01f, 0.03f}};
    compare_with_matrices(ragged, ragged);
    compare_with_matrices(round, round);
    compare_with_matrices(mixed, mixed);
    compare_with_matrices(round, ragged);
    compare_with_matrices(mixed, ragged);
}

static void noise_becomes_less(void)
{
    caper_rng rng = caper_rng_make(2);
    caper_filter_def def = caper_filter_def_default();
    caper_filter filter = {0};
    double raw[2] = {0}, filtered[2] = {0};
    int count = 0;
    for (int i = 0; i < 2400; i++) {
        double time = i / 120.0;
        caper_transform real = truth(time);
        caper_transform sample = noisy(&rng, real, 0.002f, 0.01745f);
        caper_filter_update(&filter, &def, &sample, time);
        if (i > 60) {
            raw[0] += (double)caper_vec3_length_sq(caper_vec3_sub(sample.position, real.position));
            filtered[0] +=
                (double)caper_vec3_length_sq(caper_vec3_sub(filter.value.position, real.position));
            raw[1] += pow((double)caper_quat_angle(sample.rotation, real.rotation), 2);
            filtered[1] += pow((double)caper_quat_angle(filter.value.rotation, real.rotation), 2);
            count++;
        }
    }
    printf("rms: position %.2f -> %.2f mm, rotation %.2f -> %.2f degrees; outliers %u of %d\n",
           1000 * sqrt(raw[0] / count), 1000 * sqrt(filtered[0] / count),
           57.3 * sqrt(raw[1] / count), 57.3 * sqrt(filtered[1] / count), filter.refused, count);
    CHECK(sqrt(filtered[0] / raw[0]) < 0.75);
    CHECK(sqrt(filtered[1] / raw[1]) < 0.75);
    CHECK(filter.refused <= 5);
}

static void outliers_are_refused_until_they_persist(void)
{
    caper_rng rng = caper_rng_make(3);
    caper_filter_def def = caper_filter_def_default();
    caper_filter filter = {0};
    int refused = 0;
    for (int i = 0; i < 1200; i++) {
        double time = i / 120.0;
        caper_transform real = truth(time), sample = noisy(&rng, real, 0.002f, 0.01745f);
        bool wrong = i > 30 && i % 200 == 50;
        if (wrong) {
            sample.position.x += i % 400 == 50 ? 0.5f : 0;
            caper_vec3 turn = caper_vec3_make(0, i % 400 == 50 ? 0.0f : 2.0f, 0);
            sample.rotation = caper_quat_mul(sample.rotation, caper_quat_exp(turn));
        }
        caper_filter_result result = caper_filter_update(&filter, &def, &sample, time);
        if (wrong) {
            CHECK_INT(result, CAPER_FILTER_OUTLIER);
            refused++;
        }
        CHECK(i < 30 || caper_vec3_distance(filter.value.position, real.position) < 0.015f);
    }
    CHECK_INT(refused, 6);
    // The sensor is moved to the other hand: believed after the patience, within a frame or two.
    int needed = 0;
    caper_transform moved = caper_transform_make(caper_quat_identity(), caper_vec3_make(9, 1, 0));
    for (int i = 0; i < 60; i++) {
        caper_filter_update(&filter, &def, &moved, 10 + i / 120.0);
        needed += caper_vec3_distance(filter.value.position, moved.position) > 0.1f;
    }
    CHECK(needed >= 11 && needed <= 14);
}

static void gaps_are_bridged_and_late_samples_ignored(void)
{
    caper_rng rng = caper_rng_make(4);
    caper_filter_def def = caper_filter_def_default();
    caper_filter filter = {0};
    caper_transform nan = truth(0);
    nan.position.x = NAN;
    CHECK_INT(caper_filter_update(&filter, &def, NULL, 0), CAPER_FILTER_MISSING);
    CHECK_INT(caper_filter_update(&filter, &def, &nan, 0), CAPER_FILTER_OUTLIER);
    double time = 0;
    for (int i = 0; i < 240; i++) {
        time = i / 120.0;
        caper_transform sample = noisy(&rng, truth(time), 0.002f, 0.01745f);
        caper_filter_update(&filter, &def, &sample, time);
    }
    caper_filter before = filter;
    caper_transform old = truth(time - 0.1);
    CHECK_INT(caper_filter_update(&filter, &def, &old, time - 0.1), CAPER_FILTER_LATE);
    CHECK_INT(caper_filter_update(&filter, &def, &old, (double)NAN), CAPER_FILTER_LATE);
    CHECK(memcmp(&before.value, &filter.value, sizeof before.value) == 0);
    for (int i = 1; i <= 4; i++) { // 33 ms without samples
        CHECK_INT(caper_filter_update(&filter, &def, NULL, time + i / 120.0), CAPER_FILTER_MISSING);
    }
    CHECK(caper_vec3_distance(filter.value.position, truth(time + 4 / 120.0).position) < 0.02f);
    CHECK_INT(caper_filter_update(&filter, &def, &nan, time + 5 / 120.0), CAPER_FILTER_OUTLIER);
    caper_transform sample = truth(time + 3);
    CHECK_INT(caper_filter_update(&filter, &def, &sample, time + 3), CAPER_FILTER_STARTED);
    CHECK(isfinite(filter.position_error[0][0]));
}

static void a_stationary_take_tells_the_noise(void)
{
    caper_rng rng = caper_rng_make(5);
    enum {
        COUNT = 4000
    };
    caper_transform *samples = calloc(COUNT, sizeof *samples);
    for (int i = 0; i < COUNT; i++) {
        samples[i] = noisy(&rng, truth(0.7), 0.003f, 0.02f);
        samples[i].position.y += 0.004f * gauss(&rng);
    }
    caper_filter_def def = caper_filter_def_default();
    REQUIRE(caper_filter_calibrate(&def, samples, COUNT));
    CHECK_NEAR(def.position_noise.x, 0.003, 0.00015);
    CHECK_NEAR(def.position_noise.y, 0.005, 0.00025);
    CHECK_NEAR(def.rotation_noise.z, 0.02, 0.001);
    CHECK(!caper_filter_calibrate(&def, samples, 7));
    samples[3].position.x = INFINITY;
    CHECK(!caper_filter_calibrate(&def, samples, COUNT));
    free(samples);
}

static uint64_t hash_vec3(caper_vec3 v, uint64_t seed)
{
    const float values[3] = {v.x, v.y, v.z};
    return caper_hash64(values, sizeof values, seed);
}

static void every_build_has_the_same_bits(void)
{
    uint64_t hash = 0;
    for (int ragged = 0; ragged < 2; ragged++) {
        caper_rng rng = caper_rng_make(6);
        caper_filter_def def = caper_filter_def_default();
        def.rotation_noise.y *= ragged ? 1.5f : 1;
        caper_filter filter = {0};
        for (int i = 0; i < 2000; i++) {
            float t = (float)i / 120;
            caper_vec3 turn = caper_vec3_make(caper_sin(3 * t), 0.4f * t, 0.7f * caper_cos(2 * t));
            caper_transform sample = caper_transform_make(
                caper_quat_exp(turn), caper_vec3_make(0.3f * caper_sin(4 * t), 1, 0.1f * t));
            sample = noisy(&rng, sample, 0.002f, 0.01745f);
            sample.position.x += i % 300 == 100 ? 1 : 0; // refused
            caper_filter_update(&filter, &def, i % 97 == 50 ? NULL : &sample, i / 120.0);
            hash = hash_vec3(filter.value.position, hash);
            hash = caper_hash64(&filter.value.rotation, sizeof filter.value.rotation, hash);
            hash = hash_vec3(filter.velocity, hash_vec3(filter.angular_velocity, hash));
        }
        CHECK(filter.refused >= 6);
        hash = caper_hash64(filter.position_error, sizeof filter.position_error[0], hash);
        hash = caper_hash64(&filter.rotation_scale, sizeof filter.rotation_scale, hash);
    }
    if (!CHECK(hash == UINT64_C(0xa0bfa22b95f8725c)))
        printf("the hash is 0x%016llx\n", (unsigned long long)hash);
}

TESTS(six_small_filters_are_the_papers_matrices, noise_becomes_less,
      outliers_are_refused_until_they_persist, gaps_are_bridged_and_late_samples_ignored,
      a_stationary_take_tells_the_noise, every_build_has_the_same_bits)
