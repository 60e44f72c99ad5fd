// SPDX-License-Identifier: MIT
// Clips made to fit.
#include "wardrobe.h"

#include <stdlib.h>
#include <string.h>

static bool fits(const caper_clip *clip, const caper_character *c)
{
    const caper_skeleton *a = &clip->skeleton, *b = &c->skeleton;
    bool same = a->body_count == b->body_count;
    for (int i = 0; same && i < a->body_count; i++) {
        same = a->parents[i] == b->parents[i] && strcmp(a->names[i], b->names[i]) == 0;
    }
    return same;
}

static bool add(wardrobe *w, worn item)
{
    if (w->count == w->room) {
        int room = w->room > 0 ? 2 * w->room : 16;
        worn *list = realloc(w->list, (size_t)room * sizeof *list);
        if (!list) {
            return false;
        }
        w->list = list;
        w->room = room;
    }
    asset_keep(item.clip);
    asset_keep(item.body);
    w->list[w->count++] = item;
    return true;
}

static const caper_clip *clip_of(const worn *item)
{
    return item->made ? item->made : item->clip->loaded.clip;
}

const caper_clip *wardrobe_fit(wardrobe *w, asset *clip, asset *body, caper_error *error)
{
    for (int i = 0; i < w->count; i++) {
        if (w->list[i].clip == clip && w->list[i].body == body) {
            return clip_of(&w->list[i]);
        }
    }
    worn item = {clip, body, NULL};
    if (!fits(clip->loaded.clip, asset_character(body))) {
        caper_retarget_job job = caper_retarget_job_default();
        job.clip = clip->loaded.clip;
        job.from = clip->loaded.character;
        job.onto = asset_character(body);
        item.made = caper_retarget(&job, error);
        caper_motion_destroy(job.motion);
        if (!item.made) {
            return NULL;
        }
    }
    if (!add(w, item)) {
        caper_clip_destroy(item.made);
        caper_error_set(error, CAPER_ERROR_MEMORY, "studio", 0, 0, "out of memory");
        return NULL;
    }
    return clip_of(&w->list[w->count - 1]);
}

void wardrobe_clear(wardrobe *w)
{
    for (int i = 0; i < w->count; i++) {
        caper_clip_destroy(w->list[i].made);
        asset_drop(w->list[i].clip);
        asset_drop(w->list[i].body);
    }
    free(w->list);
    memset(w, 0, sizeof *w);
}
