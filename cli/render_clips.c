// SPDX-License-Identifier: MIT
//
// Pictures for other verbs: the clips that they make, as a strip or a film, and a rig with what its
// bodies are taken for.
#include "record.h"
#include "render_cast.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool set_member(cast_member *m, const caper_character *character, const caper_import *import,
                       const caper_clip *clip, const char *label)
{
    m->character = character;
    m->clip = clip;
    m->end = clip ? clip->duration : 0;
    m->skins = import ? import->skins : NULL;
    m->skin_count = import ? import->skin_count : 0;
    m->limbs = import != NULL;
    snprintf(m->label, sizeof(m->label), "%s", label);
    int deforms = clip && clip->deform_count == character->deform_count ? clip->deform_count : 0;
    m->local = caper_pose_create(character->body_count, deforms, NULL);
    m->model = caper_pose_create(character->body_count, deforms, NULL);
    return m->local.bodies && m->model.bodies;
}

static render_job job_for(const char *path)
{
    render_job job = {.out = path, .sheet = INT_MIN};
    job.from = job.to = job.fps = RENDER_NOT_GIVEN;
    return job;
}

// Draw what is prepared, and free it.
static bool draw(cast *c, const render_job *job, bool good, caper_error *error)
{
    if (!good) {
        caper_error_set(error, CAPER_ERROR_MEMORY, job->out, 0, 0, "out of memory");
    } else {
        good = render_any(c, job) == CLI_GOOD ||
               caper_error_set(error, CAPER_ERROR_IO, job->out, 0, 0, "nothing was drawn");
    }
    c->world.world = NULL; // looked at only
    if (c->members) {
        cast_free(c);
    }
    return good;
}

bool cli_draw_clips(const cli_output *output, caper_error *error)
{
    render_job job = job_for(output->path);
    const caper_import *import = cli_import_of(output->character);
    cast c = {.count = output->clip_count};
    c.world.world = (caper_world *)output->world;
    c.members = calloc((size_t)c.count + 1, sizeof(cast_member));
    bool good = c.members != NULL;
    for (int i = 0; good && i < c.count; i++) {
        const caper_clip *clip = output->clips[i];
        good = set_member(&c.members[i], output->character, import, clip, clip->name);
    }
    return draw(&c, &job, good, error);
}

bool cli_draw_rig(const cli_asset *asset, const char *path, caper_error *error)
{
    render_job job = job_for(path);
    const caper_character *character = asset->character;
    const caper_import *import = asset->import;
    caper_character *rested = import ? caper_import_rest(import, asset->map, NULL, error)
                                     : caper_character_relax(character, NULL, error);
    if (!rested) {
        return false;
    }
    char title[120];
    snprintf(title, sizeof(title), "%.60s: %d bodies, %d legs%s", character->name,
             character->body_count, character->leg_count,
             asset->tagged && asset->tagging.confidence < CAPER_TAGGING_UNSURE ? ", unsure" : "");
    job.title = title;
    cast c = {.members = calloc(4, sizeof(cast_member))};
    cast_member *m = c.members;
    bool good = m != NULL;
    if (good && import && import->skin_count > 0) {
        good = set_member(&m[c.count++], character, import, NULL, "as it is in the file");
    }
    if (good) {
        good = set_member(&m[c.count], character, import, NULL, "what its bodies are");
        m[c.count].skins = NULL;
        m[c.count++].skin_count = 0;
    }
    good = good && set_member(&m[c.count++], rested, import, NULL, "at rest");
    good = draw(&c, &job, good, error);
    if (good) {
        cli_wrote(path, "%d bodies", character->body_count);
    }
    caper_character_destroy(rested);
    return good;
}
