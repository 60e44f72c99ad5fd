// SPDX-License-Identifier: MIT
//
// Any bytes through the reader of .character.json. What it accepts must keep the promises of
// character.h, and must come back as the same character when it is written and read again.
#include "caper/character.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void require(bool good)
{
    if (!good)
        abort();
}

static void keeps_its_promises(const caper_character *c)
{
    require(c->body_count >= 1 && c->body_count <= CAPER_MAX_BODIES);
    require(c->size > 0.0f && isfinite(c->size) && c->mass > 0.0f && isfinite(c->mass));
    require(caper_vec3_is_finite(c->center_of_mass));
    require(c->spine_count >= 1 && c->root_body >= 0 && c->root_body < c->body_count);
    for (int i = 0; i < c->body_count; i++) {
        const caper_body *b = &c->bodies[i];
        require(b->parent < i && (b->parent >= 0) == (i > 0));
        require(caper_transform_is_valid(c->rest_model[i], 0.01f));
        require(((b->caps & CAPER_CAP_ROOT) != 0) == (i == c->root_body));
        require(b->mirror < 0 || c->bodies[b->mirror].mirror == i);
        require(b->limb_length >= 0.0f && isfinite(b->limb_length));
        bool helper = (b->caps & CAPER_CAP_HELPER) != 0;
        require(helper ? b->mass == 0.0f : b->mass > 0.0f && b->inertia.x > 0.0f);
        require(caper_vec3_is_finite(b->inertia));
        caper_quat q = c->skeleton.rest_local[i].rotation;
        require(caper_joint_measure(&b->joint, q, q).excess < 1e-5f);
    }
    for (int k = 0; k < c->leg_count; k++)
        require(c->legs[k].length >= 0.0f && isfinite(c->legs[k].length));
}

static void comes_back(const caper_character *c)
{
    caper_json_writer writer;
    caper_json_writer_init(&writer, NULL, 2);
    caper_character_write(c, &writer);
    size_t size;
    const char *text = caper_json_writer_finish(&writer, &size, NULL);
    require(text != NULL);
    caper_character *d = caper_character_parse(text, size, NULL, NULL, NULL);
    require(d && d->memory_size == c->memory_size && d->root_body == c->root_body);
    require(caper_skeleton_same(&c->skeleton, &d->skeleton));
    size_t poses = (size_t)c->body_count * sizeof(caper_transform);
    require(memcmp(c->skeleton.rest_local, d->skeleton.rest_local, poses) == 0);
    require(memcmp(c->rest_model, d->rest_model, poses) == 0);
    for (int i = 0; i < c->body_count; i++) {
        const caper_body *a = &c->bodies[i], *b = &d->bodies[i];
        require(memcmp(&a->joint, &b->joint, sizeof a->joint) == 0);
        require(a->mass == b->mass && a->caps == b->caps && a->mirror == b->mirror);
    }
    caper_character_destroy(d);
    caper_json_writer_free(&writer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    caper_error error = {0};
    caper_character *c = caper_character_parse((const char *)data, size, "fuzz", NULL, &error);
    require((c != NULL) == (error.status == CAPER_OK));
    if (c) {
        keeps_its_promises(c);
        comes_back(c);
    }
    caper_character_destroy(c);
    return 0;
}
