// SPDX-License-Identifier: MIT
//
// What every import must keep, whatever bytes it came from.
#ifndef CAPER_FUZZ_IMPORT_PROMISES_H
#define CAPER_FUZZ_IMPORT_PROMISES_H

#include "formats/formats.h"

#include <math.h>
#include <stdlib.h>

static inline void require(bool good)
{
    if (!good)
        abort();
}

static inline void check_import(const caper_import *import)
{
    const caper_character *c = import->character;
    require(c && c->body_count >= 1 && c->body_count <= CAPER_MAX_BODIES);
    require(c->size > 0.0f && isfinite(c->size) && c->mass > 0.0f && isfinite(c->mass));
    require(import->axes && import->unit > 0.0f && isfinite(import->floor));
    for (int i = 0; i < c->body_count; i++) {
        const caper_body *b = &c->bodies[i];
        require(caper_transform_is_valid(c->rest_model[i], 0.01f));
        require(b->box_half.x > 0.0f && b->box_half.y > 0.0f && b->box_half.z > 0.0f);
        caper_quat q = c->skeleton.rest_local[i].rotation;
        require(caper_joint_measure(&b->joint, q, q).excess < 1e-5f);
    }
}

/// Bytes through one reader and what follows it. No other file is read.
static inline void try_import(const uint8_t *data, size_t size,
                              bool (*reader)(caperi_draft *draft, caper_error *error))
{
    caper_error error = {0};
    caper_import_options options = caper_import_options_default();
    caperi_draft draft;
    caperi_draft_init(&draft, data, size, NULL, &options);
    caper_import *import = reader(&draft, &error) ? caperi_import_finish(&draft, &error) : NULL;
    require((import != NULL) == (error.status == CAPER_OK));
    if (import)
        check_import(import);
    caper_import_destroy(import);
    caperi_draft_free(&draft);
}

#endif
