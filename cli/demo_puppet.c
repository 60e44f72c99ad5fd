// SPDX-License-Identifier: MIT
// Puppets in the demo: what goes wrong when only joint angles or only hands and feet are kept, and
// what does not by importance. Motions of our own serve, so that no capture is needed: a walk, and
// pounding the ground with both hands. All three methods of a puppet are seen by a camera that
// moves with the hips of the last.
#include "demo_puppet.h"

#include "record.h"
#include "sheet.h"

#include "caper/puppet.h"
#include "caper/quality.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOTIONS = 2,
    TIMES = 4, // of a motion
    COLUMNS = MOTIONS * TIMES,
    METHODS = CAPER_PUPPET_METHOD_COUNT,
    ROWS = 1 + 2 * METHODS
};

static const float times[MOTIONS][TIMES] = {{3.0f, 3.25f, 3.5f, 3.75f},  // a cycle of the walk
                                            {0.8f, 1.07f, 1.33f, 1.6f}}; // up and down, twice

// The best one last, where the eye ends.
static const caper_puppet_method methods[METHODS] = {CAPER_PUPPET_ANGLES, CAPER_PUPPET_EFFECTORS,
                                                     CAPER_PUPPET_IMPORTANCE};
static const char *const method_texts[METHODS] = {"joint angles only", "hands and feet only",
                                                  "by importance"};

typedef struct picture {
    caper_clip *clips[MOTIONS];         // of the performer
    caper_clip *made[METHODS][MOTIONS]; // of the puppet at hand
    caper_pose poses[ROWS * COLUMNS];
    sheet_cell cells[ROWS * COLUMNS];
    char labels[ROWS * COLUMNS][32];
    char row_texts[ROWS][128];
    const char *row_labels[ROWS];
    double slip, depth; // the worst of the row; slip -1: nothing stood
} picture;

static bool walk(picture *p, const char *folder, caper_error *error)
{
    char path[1100];
    snprintf(path, sizeof path, "%s/walk_performer.clip.json", folder);
    char *arguments[] = {"performer", "--speed", "1.3", "--seconds", "5", "--out", path, NULL};
    if (cmd_walk(CAPER_COUNT_OF(arguments) - 1, arguments) != CLI_GOOD) {
        return caper_error_set(error, CAPER_ERROR_INVALID, path, 0, 0, "the walk failed");
    }
    p->clips[0] = caper_clip_load(path, NULL, error);
    return p->clips[0] != NULL;
}

static bool pound(picture *p, const caper_character *performer, caper_error *error)
{
    cli_asset asset;
    if (!cli_load_kind("pound", CLI_ASSET_MOTION, NULL, &asset, error)) {
        return false;
    }
    cli_take take = {.character = performer, .motion = asset.motion, .variant = -1, .rate = 60};
    p->clips[1] = cli_record(&take, error);
    cli_unload(&asset);
    return p->clips[1] != NULL;
}

static caper_clip *puppet(const caper_character *performer, const caper_character *character,
                          const caper_clip *clip, caper_puppet_method method, caper_error *error)
{
    caper_retarget_job job = caper_retarget_job_default();
    job.from = performer;
    job.onto = character;
    job.method = (caper_retarget_method)(CAPER_RETARGET_IMPORTANCE + method);
    job.clip = clip;
    job.floor = 0;
    job.stiff = true;
    return caper_retarget(&job, error);
}

static bool judge(picture *p, const caper_character *c, const caper_clip *clip, caper_error *error)
{
    caper_check_job job = caper_check_job_default();
    job.character = c;
    job.clip = clip;
    job.floor = 0;
    caper_report *report = caper_check(&job, error);
    if (!report) {
        return false;
    }
    const caper_measure *slip = &report->measures[CAPER_METRIC_SLIP_MAX];
    const caper_measure *depth = &report->measures[CAPER_METRIC_PENETRATION_MAX];
    p->slip = slip->measured && slip->value > p->slip ? slip->value : p->slip;
    p->depth = depth->measured && depth->value > p->depth ? depth->value : p->depth;
    caper_report_destroy(report);
    return true;
}

// In the world: the way over the ground is in the root track of some clips and in the first body of
// others.
static void sample(const caper_clip *clip, float time, caper_pose *model)
{
    caper_transform root = caper_root_transform(caper_clip_sample_root(clip, time));
    caper_clip_sample(clip, time, NULL, model);
    caper_pose_to_model(&clip->skeleton, model, clip->has_root ? &root : NULL, model);
}

// How far the lowest corner is below the ground, metres.
static float depth_of(const caper_character *c, const caper_pose *model)
{
    float least = 0;
    for (int i = 0; i < c->body_count; i++) {
        const caper_body *b = &c->bodies[i];
        for (int k = 0; k < 8 && !(b->caps & CAPER_CAP_HELPER); k++) {
            caper_vec3 h = b->box_half;
            caper_vec3 corner =
                caper_vec3_make(k & 1 ? h.x : -h.x, k & 2 ? h.y : -h.y, k & 4 ? h.z : -h.z);
            caper_vec3 at =
                caper_transform_mul_point(model->bodies[i], caper_vec3_add(b->box_center, corner));
            least = caper_min(least, at.y);
        }
    }
    return -least;
}

// One cell: a pose, seen from where `guide` is at that time.
static bool add_cell(picture *p, int index, const caper_character *c, const caper_clip *clip,
                     const caper_clip *guide, float time, caper_error *error)
{
    caper_pose *pose = &p->poses[index];
    *pose = caper_character_pose(c, NULL);
    if (!pose->bodies) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a pose");
    }
    sample(guide, time, pose);
    caper_vec3 eye = pose->bodies[c->root_body].position;
    sample(clip, time, pose);
    for (int i = 0; i < c->body_count; i++) {
        pose->bodies[i].position.x -= eye.x;
        pose->bodies[i].position.z -= eye.z;
    }
    float depth = depth_of(c, pose);
    if (depth > 0.005f) {
        snprintf(p->labels[index], sizeof p->labels[0], "%.0f mm deep", 1000 * (double)depth);
    }
    p->cells[index] = (sheet_cell){.character = c, .model = pose, .label = p->labels[index]};
    return true;
}

static bool add_row(picture *p, int row, const caper_character *c, caper_clip *const *clips,
                    caper_clip *const *guides, const char *title, const char *method,
                    caper_error *error)
{
    p->slip = -1;
    p->depth = 0;
    for (int m = 0; m < MOTIONS; m++) {
        if (!judge(p, c, clips[m], error)) {
            return false;
        }
        for (int i = 0; i < TIMES; i++) {
            int index = row * COLUMNS + m * TIMES + i;
            if (!add_cell(p, index, c, clips[m], guides[m], times[m][i], error)) {
                return false;
            }
        }
    }
    char slip[32] = "feet never stand", depth[32] = "nothing in the ground";
    if (p->slip >= 0) {
        snprintf(slip, sizeof slip, "feet slide %.1f mm", p->slip);
    }
    if (p->depth >= 0.5) {
        snprintf(depth, sizeof depth, "%.0f mm in the ground", p->depth);
    }
    snprintf(p->row_texts[row], sizeof p->row_texts[0], "%.24s\n%s\n%s\n%s", title, method, slip,
             depth);
    p->row_labels[row] = p->row_texts[row];
    return true;
}

static bool add_puppet(picture *p, int row, const caper_character *performer,
                       const caper_character *c, caper_error *error)
{
    bool good = true;
    for (int i = 0; i < METHODS * MOTIONS && good; i++) {
        int method = i / MOTIONS, motion = i % MOTIONS;
        p->made[method][motion] = puppet(performer, c, p->clips[motion], methods[method], error);
        good = p->made[method][motion] != NULL;
    }
    for (int i = 0; i < METHODS && good; i++) {
        good = add_row(p, row + i, c, p->made[i], p->made[METHODS - 1], c->name, method_texts[i],
                       error);
    }
    for (int i = 0; i < METHODS * MOTIONS; i++) {
        caper_clip_destroy(p->made[i / MOTIONS][i % MOTIONS]);
        p->made[i / MOTIONS][i % MOTIONS] = NULL;
    }
    return good;
}

static bool write_picture(const picture *p, const char *folder, caper_error *error)
{
    char path[1100];
    snprintf(path, sizeof path, "%s/puppet.svg", folder);
    sheet_options options = sheet_options_default();
    options.columns = COLUMNS;
    options.cell_width = 130;
    options.cell_height = 170;
    options.yaw = -1.15f;
    options.pitch = 0;
    options.legend = options.grid = options.scale_bar = false;
    options.floor = true;
    options.row_labels = p->row_labels;
    options.title = "A walk, and both hands to the ground: three ways to move a puppet";
    caper_text svg;
    caper_text_init(&svg, NULL);
    bool good = sheet_draw(p->cells, ROWS * COLUMNS, &options, &svg) &&
                caper_file_write(path, svg.data, svg.size, error);
    caper_text_free(&svg);
    return good;
}

bool demo_puppet(const char *folder, const caper_character *performer,
                 const caper_character *const puppets[2], caper_error *error)
{
    picture *p = calloc(1, sizeof *p);
    bool good =
        p && walk(p, folder, error) && pound(p, performer, error) &&
        add_row(p, 0, performer, p->clips, p->clips, performer->name, "as performed", error);
    for (int i = 0; i < 2 && good; i++) {
        good = add_puppet(p, 1 + i * METHODS, performer, puppets[i], error);
    }
    good = good && write_picture(p, folder, error);
    for (int i = 0; p && i < ROWS * COLUMNS; i++) {
        caper_pose_destroy(&p->poses[i], NULL);
    }
    for (int i = 0; p && i < MOTIONS; i++) {
        caper_clip_destroy(p->clips[i]);
    }
    free(p);
    return good;
}
