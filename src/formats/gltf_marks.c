// SPDX-License-Identifier: MIT
//
// What this library writes into the extras of an animation, because glTF has no word for it: the
// frames of the clip, contacts, key poses, tags, and deforms without a morph target. Positions in
// messages are those of the whole file.
#include "formats/gltf_clip.h"

#include <string.h>

static void *scratch(caperi_gltf *g, size_t count, size_t size)
{
    return caperi_gltf_alloc(g, &g->draft->scratch, count, size);
}

static bool get_array(const caperi_json *json, const caperi_json_value *object, const char *name,
                      const caperi_json_value **out)
{
    *out = NULL;
    return caperi_json_get_array(json, object, name, CAPERI_OPTIONAL, 0, INT32_MAX, out);
}

static bool read_contacts(caperi_gltf_reel *r, const caperi_json *json,
                          const caperi_json_value *own, caper_clip_def *clip)
{
    caperi_gltf *g = r->g;
    const caperi_json_value *list;
    CAPER_PASS(get_array(json, own, "contacts", &list));
    caper_contact *contacts = scratch(g, list ? list->count : 0, sizeof *contacts);
    if (!contacts)
        return false;
    clip->contacts = contacts;
    for (uint32_t i = 0; list && i < list->count; i++) {
        const caperi_json_value *item = &list->as.items[i];
        caper_contact *c = &contacts[clip->contact_count];
        int node = -1;
        CAPER_PASS(caperi_json_object(json, item));
        CAPER_PASS(
            caperi_json_get_int(json, item, "node", CAPERI_REQUIRED, 0, g->node_count - 1, &node));
        CAPER_PASS(caperi_json_get_float(json, item, "start", CAPERI_REQUIRED, &c->start));
        CAPER_PASS(caperi_json_get_float(json, item, "end", CAPERI_REQUIRED, &c->end));
        c->body = g->nodes[node].body;
        clip->contact_count += c->body >= 0;
    }
    return true;
}

static bool read_key_poses(caperi_gltf_reel *r, const caperi_json *json,
                           const caperi_json_value *own, caper_clip_def *clip)
{
    caperi_gltf *g = r->g;
    const caperi_json_value *list;
    CAPER_PASS(get_array(json, own, "key_poses", &list));
    caper_key_pose *poses = scratch(g, list ? list->count : 0, sizeof *poses);
    if (!poses)
        return false;
    for (uint32_t i = 0; list && i < list->count; i++) {
        const char *name = "";
        const caperi_json_value *item = &list->as.items[i];
        CAPER_PASS(caperi_json_object(json, item));
        CAPER_PASS(caperi_json_get_float(json, item, "time", CAPERI_REQUIRED, &poses[i].time));
        CAPER_PASS(caperi_json_get_string(json, item, "name", CAPERI_OPTIONAL, &name));
        poses[i].name = caperi_draft_string(g->draft, name, strlen(name), g->error);
        if (!poses[i].name)
            return false;
    }
    clip->key_poses = poses;
    clip->key_pose_count = list ? (int)list->count : 0;
    return true;
}

static bool read_tags(caperi_gltf_reel *r, const caperi_json *json, const caperi_json_value *own,
                      caper_clip_def *clip)
{
    caperi_gltf *g = r->g;
    const caperi_json_value *list;
    CAPER_PASS(get_array(json, own, "tags", &list));
    const char **tags = scratch(g, list ? list->count : 0, sizeof *tags);
    if (!tags)
        return false;
    for (uint32_t i = 0; list && i < list->count; i++) {
        const char *tag = NULL;
        CAPER_PASS(caperi_json_string(json, &list->as.items[i], &tag));
        tags[i] = caperi_draft_string(g->draft, tag, strlen(tag), g->error);
        if (!tags[i])
            return false;
    }
    clip->tags = tags;
    clip->tag_count = list ? (int)list->count : 0;
    return true;
}

static bool read_numbers(caperi_gltf *g, const caperi_json *json, const caperi_json_value *item,
                         const char *name, float **out, int *count)
{
    const caperi_json_value *list;
    CAPER_PASS(caperi_json_get_array(json, item, name, CAPERI_REQUIRED, 1, INT32_MAX, &list));
    *count = (int)list->count;
    *out = scratch(g, list->count, sizeof **out);
    return *out && caperi_json_floats(json, list, *out, *count);
}

// Deforms that no morph target carries.
static bool read_deforms(caperi_gltf_reel *r, const caperi_json *json, const caperi_json_value *own)
{
    caperi_gltf *g = r->g;
    const caperi_json_value *list;
    CAPER_PASS(get_array(json, own, "deforms", &list));
    for (uint32_t i = 0; list && i < list->count; i++) {
        const caperi_json_value *item = &list->as.items[i];
        const char *name = NULL;
        float *times, *values;
        int count, value_count;
        CAPER_PASS(caperi_json_object(json, item));
        CAPER_PASS(caperi_json_get_string(json, item, "name", CAPERI_REQUIRED, &name));
        CAPER_PASS(read_numbers(g, json, item, "times", &times, &count));
        CAPER_PASS(read_numbers(g, json, item, "values", &values, &value_count));
        if (value_count != count)
            return caperi_json_fail(json, item, CAPER_ERROR_INVALID, "%d times for %d values",
                                    count, value_count);
        int found = -1;
        for (int d = 0; d < g->deform_count && found < 0; d++)
            if (strcmp(g->deform_names[g->deforms[d].place], name) == 0)
                found = d;
        if (found < 0 || r->taken[2 * g->body_count + found])
            continue;
        r->taken[2 * g->body_count + found] = true;
        caper_track_def *track =
            caperi_gltf_next_track(r, CAPER_TRACK_DEFORM, g->deforms[found].place);
        track->key_count = count;
        track->times = times;
        track->values = values;
        r->track_count++;
    }
    return true;
}

// The frames that the clip had, unless another program made it longer.
bool caperi_gltf_own_rate(caperi_gltf_reel *r, const caperi_json *json)
{
    caperi_gltf *g = r->g;
    float rate = (float)r->rate;
    int frames = r->frame_count;
    const caperi_json_value *own = caperi_json_find(json->root, CAPERI_GLTF_CLIP);
    if (!own)
        return true;
    CAPER_PASS(caperi_json_object(json, own));
    CAPER_PASS(caperi_json_get_float(json, own, "rate", CAPERI_OPTIONAL, &rate));
    CAPER_PASS(caperi_json_get_int(json, own, "frames", CAPERI_OPTIONAL, 1,
                                   g->draft->options.max_frames, &frames));
    if (!(rate >= 1e-3f && rate <= 1e6f) || frames > CAPER_CLIP_MAX_TRANSFORMS / g->body_count)
        return true;
    double last = floor((r->end - r->start) * (double)rate + 0.5);
    if (last > frames - 1 || r->start < 0)
        return true;
    r->rate = (double)rate;
    r->frame_count = frames;
    return true;
}

bool caperi_gltf_own_marks(caperi_gltf_reel *r, const caperi_json *json, caper_clip_def *clip)
{
    const caperi_json_value *own = caperi_json_find(json->root, CAPERI_GLTF_CLIP);
    if (!own)
        return true;
    CAPER_PASS(caperi_json_get_bool(json, own, "loops", CAPERI_OPTIONAL, &clip->loops));
    return read_contacts(r, json, own, clip) && read_key_poses(r, json, own, clip) &&
           read_tags(r, json, own, clip) && read_deforms(r, json, own);
}
