// SPDX-License-Identifier: MIT
//
// Reads glTF 2.0, GLB, VRM 0 and 1 and VRM animations into a draft. The format prescribes metres, Y
// up and +Z forward; VRM 0 faces -Z and is turned. What another unit or axis was asked for goes
// above all roots, so that bodies, skins and clips follow.
#include "formats/gltf_document.h"
#include "formats/graft.h"

#include <string.h>

// Longer than this, a character is more likely in centimetres than in metres.
#define LARGE 50.0

static void settle_world(caperi_gltf *g)
{
    caperi_draft *draft = g->draft;
    const caper_import_options *options = &draft->options;
    double unit = options->unit > 0.0f ? (double)options->unit : 1;
    caper_quat turn = caperi_up_turn(options->up);
    double q[4] = {(double)turn.x, (double)turn.y, (double)turn.z, (double)turn.w};
    caperi_quatd_normalize(q);
    g->human_format = caperi_gltf_human_format(g);
    if (g->human_format == 1) {
        double half_turn[4] = {0, 1, 0, 0};
        caperi_quatd_mul(q, half_turn, q);
    }
    caperi_mat3d scale = caperi_mat3d_scale(unit, unit, unit);
    g->world = caperi_affine_identity();
    if (q[3] != 1) {
        g->world.linear = caperi_mat3d_from_quat(q);
        // exact where it can be: quarter and half turns have only zeros and ones
        for (int i = 0; i < 9; i++) {
            double *m = &g->world.linear.m[i / 3][i % 3];
            *m = fabs(*m - floor(*m + 0.5)) < 1e-6 ? floor(*m + 0.5) : *m;
        }
    }
    g->world.linear = caperi_mat3d_mul(&g->world.linear, &scale);
    draft->unit = (float)unit;
    draft->unit_name = caperi_unit_name((float)unit);
    draft->up = options->up == CAPER_UP_AUTO ? CAPER_UP_Y : options->up;
    draft->axes = options->up == CAPER_UP_Z   ? "Z up, -Y forward"
                  : options->up == CAPER_UP_X ? "X up"
                  : g->human_format == 1      ? "Y up, -Z forward (VRM 0)"
                                              : "Y up, +Z forward";
}

static bool read_all(caperi_gltf *g)
{
    CAPER_PASS(caperi_gltf_open(g));
    settle_world(g);
    CAPER_PASS(caperi_gltf_read_nodes(g));
    CAPER_PASS(caperi_gltf_read_skins(g));
    CAPER_PASS(caperi_gltf_read_humans(g));
    CAPER_PASS(caperi_gltf_mark_animated(g));
    CAPER_PASS(caperi_gltf_choose_bodies(g));
    CAPER_PASS(caperi_gltf_bind(g));
    CAPER_PASS(caperi_gltf_caps(g));
    CAPER_PASS(caperi_gltf_read_meshes(g));
    CAPER_PASS(caperi_gltf_settle_deforms(g));
    if (g->size > LARGE && !g->own && g->draft->options.unit == 0.0f)
        caperi_draft_warn(g->draft, 0, 0,
                          "the character is %.0f m large: its unit may not be the metre; "
                          "centimetres are `--unit 0.01`",
                          g->size);
    CAPER_PASS(caperi_gltf_read_clips(g));
    CAPER_PASS(!g->draft->document || caperi_document_fill(g));
    caperi_grafting grafting = {NULL, NULL};
    CAPER_PASS(g->own || caperi_draft_graft(g->draft, &grafting, g->error));
    return !grafting.place || !g->draft->document || caperi_document_sort(g, &grafting);
}

bool caperi_read_gltf(caperi_draft *draft, caper_error *error)
{
    caperi_gltf g;
    memset(&g, 0, sizeof g);
    g.draft = draft;
    g.error = error;
    bool good = read_all(&g);
    caperi_gltf_close(&g);
    return good;
}
