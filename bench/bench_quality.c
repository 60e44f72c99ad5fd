// SPDX-License-Identifier: MIT
// Room `quality`: every metric of a ten second clip, beside what laying the clip out costs; and the
// tears of a skin, beside what skinning it costs.
#include "bench.h"
#include "subject.h"

#include "caper/quality.h"

#include <stdlib.h>

#define SIDE 100 // vertices of the mesh along either side
#define EDGES (2 * SIDE * (SIDE - 1) + (SIDE - 1) * (SIDE - 1))

typedef struct state {
    subject subject;
    caper_transform local[SUBJECT_BODIES], model[SUBJECT_BODIES];
    // a sheet of triangles, neighbours on neighbouring bodies
    caper_skin skin;
    caper_vec3 positions[SIDE * SIDE], normals[SIDE * SIDE], out[SIDE * SIDE];
    uint16_t bodies[4 * SIDE * SIDE];
    float weights[4 * SIDE * SIDE];
    uint32_t indices[6 * (SIDE - 1) * (SIDE - 1)];
    caper_mat4 binds[SUBJECT_BODIES], palette[SUBJECT_BODIES];
} state;

static void make_sheet(state *s)
{
    for (int i = 0; i < SIDE * SIDE; i++) {
        int first = i * (SUBJECT_BODIES - 4) / (SIDE * SIDE);
        s->positions[i] = caper_vec3_make(0.01f * (float)(i % SIDE), 0.01f * (float)(i / SIDE), 0);
        s->normals[i] = caper_vec3_make(0, 0, 1);
        for (int k = 0; k < 4; k++) {
            s->bodies[4 * i + k] = (uint16_t)(first + k);
            s->weights[4 * i + k] = 0.1f + 0.1f * (float)k;
        }
    }
    int n = 0;
    for (int y = 0; y + 1 < SIDE; y++) {
        for (int x = 0; x + 1 < SIDE; x++) {
            uint32_t a = (uint32_t)(y * SIDE + x), b = a + 1, c = a + SIDE, d = c + 1;
            const uint32_t corners[6] = {a, b, c, c, b, d};
            for (int k = 0; k < 6; k++) {
                s->indices[n++] = corners[k];
            }
        }
    }
    for (int i = 0; i < SUBJECT_BODIES; i++) {
        s->binds[i] = caper_mat4_identity();
    }
    s->skin.vertex_count = SIDE * SIDE;
    s->skin.positions = s->positions;
    s->skin.normals = s->normals;
    s->skin.bodies = s->bodies;
    s->skin.weights = s->weights;
    s->skin.inverse_bind = s->binds;
    s->skin.index_count = n;
    s->skin.indices = s->indices;
}

static void *setup(double *units)
{
    state *s = calloc(1, sizeof(*s));
    *units = SUBJECT_FRAMES;
    if (s) {
        s->subject = subject_make();
        make_sheet(s);
    }
    return s && s->subject.clip ? s : NULL;
}

static void *setup_tear(double *units)
{
    void *s = setup(units);
    *units = (double)SUBJECT_FRAMES * EDGES;
    return s;
}

static void teardown(void *user)
{
    state *s = user;
    subject_free(&s->subject);
    free(s);
}

static void judge(state *s, int times, int skins)
{
    for (int i = 0; i < times; i++) {
        caper_check_job job = caper_check_job_default();
        job.character = s->subject.character;
        job.clip = s->subject.clip;
        job.skins = &s->skin;
        job.skin_count = skins;
        caper_report *report = caper_check(&job, NULL);
        bench_keep(report);
        caper_report_destroy(report);
    }
}

static void run(void *user, int times)
{
    judge(user, times, 0);
}

static void run_tear(void *user, int times)
{
    judge(user, times, 1);
}

static void lay_out(state *s, int frame)
{
    subject_sample_plainly(&s->subject, (float)frame / SUBJECT_RATE, s->local);
    subject_fk_plainly(&s->subject.character->skeleton, s->local, s->model);
    bench_keep(s->model);
}

// What no judge can do without: every frame's transforms.
static void run_layout(void *user, int times)
{
    for (int i = 0; i < times; i++) {
        for (int frame = 0; frame < SUBJECT_FRAMES; frame++) {
            lay_out(user, frame);
        }
    }
}

// What the tears of a skin cannot do without: every frame's vertices.
static void run_skinning(void *user, int times)
{
    state *s = user;
    caper_pose model = {s->model, NULL, SUBJECT_BODIES, 0};
    caper_skinning_job job = {.skin = &s->skin, .palette = s->palette, .positions = s->out};
    for (int i = 0; i < times; i++) {
        for (int frame = 0; frame < SUBJECT_FRAMES; frame++) {
            lay_out(s, frame);
            caper_skinning_palette(&s->skin, &model, NULL, s->palette);
            caper_skinning(&job);
            bench_keep(s->out);
        }
    }
}

static const bench_case cases[] = {
    {.name = "quality.check",
     .what = "all metrics of a clip of 67 bodies; baseline: laying it out",
     .unit = "frame",
     .setup = setup,
     .teardown = teardown,
     .run = run,
     .baseline = run_layout,
     .max_ns = 3600},
    {.name = "quality.tear",
     .what = "the same with the tears of a skin; baseline: skinning it (+ 2 ns is the target)",
     .unit = "edge",
     .setup = setup_tear,
     .teardown = teardown,
     .run = run_tear,
     .baseline = run_skinning},
};

const bench_suite bench_quality = {"quality", cases, CAPER_COUNT_OF(cases), NULL, 0};
