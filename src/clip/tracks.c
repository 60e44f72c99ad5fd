// SPDX-License-Identifier: MIT
//
// From a clip back to the def that builds it: all keys, bit for bit. The writer and everything that
// makes clips from clips read tracks through here, so only create.c and sample.c know how keys are
// stored.
#include "clip/clip.h"

#include <string.h>

static void *get(caper_arena *arena, size_t count)
{
    return caper_arena_alloc_zero(arena, count, sizeof(float), _Alignof(float));
}

static bool dense_keys(const caper_clip *clip, const caperi_tracks *tracks, caper_track_kind kind,
                       int track, caper_arena *arena, caper_track_def *def)
{
    size_t width = (size_t)caperi_track_width(kind), stored = (size_t)caperi_stored_width(kind);
    float *values = get(arena, (size_t)clip->frame_count * width);
    if (!values)
        return false;
    size_t step = 1, start = (size_t)track * stored;
    if (kind == CAPER_TRACK_ROTATION)
        start = caperi_rotation_slot(track, tracks->lane_count, &step);
    for (size_t frame = 0; frame < (size_t)clip->frame_count; frame++) {
        const float *row = tracks->values + frame * (size_t)tracks->lane_count * stored + start;
        for (size_t i = 0; i < width; i++)
            values[frame * width + i] = row[i * step];
    }
    def->key_count = clip->frame_count;
    def->values = values;
    return true;
}

static bool sparse_keys(const caper_clip *clip, const caperi_tracks *tracks, caper_track_kind kind,
                        caperi_storage storage, int track, caper_arena *arena, caper_track_def *def)
{
    size_t width = (size_t)caperi_track_width(kind), stored = (size_t)caperi_stored_width(kind);
    caperi_key_range range = tracks->ranges[track];
    float *times = get(arena, range.count), *values = get(arena, range.count * width);
    if (!times || !values)
        return false;
    for (size_t i = 0; i < range.count; i++) {
        float time = tracks->times[range.first + i];
        times[i] = storage == CAPERI_KEYED ? time / clip->rate : time;
        memcpy(values + i * width, tracks->values + (range.first + i) * stored,
               width * sizeof(float));
    }
    def->key_count = (int)range.count;
    def->times = storage == CAPERI_KEYED && def->key_count == clip->frame_count ? NULL : times;
    def->values = values;
    return true;
}

// A constant track is what differs from rest in the base pose. The values stay in the clip.
static bool constant_key(const caper_clip *clip, caper_track_kind kind, int target,
                         caper_track_def *def)
{
    static const float zero;
    const struct caper_clip_data *data = clip->data;
    const float *value, *rest;
    if (kind == CAPER_TRACK_ROTATION) {
        value = &data->base[target].rotation.x;
        rest = &clip->skeleton.rest_local[target].rotation.x;
    } else if (kind == CAPER_TRACK_TRANSLATION) {
        value = &data->base[target].position.x;
        rest = &clip->skeleton.rest_local[target].position.x;
    } else if (kind == CAPER_TRACK_DEFORM) {
        value = &data->base_deforms[target];
        rest = &zero;
    } else {
        value = &data->base_root.x;
        rest = NULL;
    }
    if (rest && memcmp(value, rest, (size_t)caperi_track_width(kind) * sizeof(float)) == 0)
        return false;
    def->key_count = 1;
    def->values = value;
    return true;
}

static int track_target(const caperi_tracks *tracks, caper_track_kind kind, int track)
{
    bool body = kind == CAPER_TRACK_ROTATION || kind == CAPER_TRACK_TRANSLATION;
    return (int)(tracks->offsets[track] / (body ? sizeof(caper_transform) / sizeof(float) : 1));
}

// The keys of the track of `target`, if one of the groups has it as its next one.
static bool find_keys(const caper_clip *clip, caper_track_def *def, bool packed_too,
                      int next[CAPERI_STORAGE_COUNT], caper_arena *arena, bool *found)
{
    for (int s = 0; clip->data->tracks && s < CAPERI_STORAGE_COUNT; s++) {
        const caperi_tracks *group = &clip->data->tracks[def->kind][s];
        if (next[s] == group->track_count || track_target(group, def->kind, next[s]) != def->body)
            continue;
        *found = true;
        int track = next[s]++;
        if (s == CAPERI_DENSE)
            return dense_keys(clip, group, def->kind, track, arena, def);
        return sparse_keys(clip, group, def->kind, (caperi_storage)s, track, arena, def);
    }
    *found = false;
    if (clip->data->packed)
        return !packed_too || caperi_packed_keys(clip, def, arena, found);
    *found = constant_key(clip, def->kind, def->body, def);
    return true;
}

static caper_track_def *collect(const caper_clip *clip, bool packed_too, caper_arena *arena,
                                int *count)
{
    int bodies = clip->skeleton.body_count, deforms = clip->deform_count;
    size_t most = 2 * (size_t)bodies + (size_t)deforms + 1;
    caper_track_def *defs =
        caper_arena_alloc_zero(arena, most, sizeof *defs, _Alignof(caper_track_def));
    if (!defs)
        return NULL;
    const int targets[CAPER_TRACK_KIND_COUNT] = {bodies, bodies, deforms, clip->has_root};
    int made = 0;
    for (int kind = 0; kind < CAPER_TRACK_KIND_COUNT; kind++) {
        // tracks lie by target in each group, so walking the targets merges the groups
        int next[CAPERI_STORAGE_COUNT] = {0};
        for (int target = 0; target < targets[kind]; target++) {
            bool found;
            defs[made].kind = (caper_track_kind)kind;
            defs[made].body = target;
            if (!find_keys(clip, &defs[made], packed_too, next, arena, &found))
                return NULL;
            made += found;
        }
    }
    *count = made;
    return defs;
}

caper_track_def *caperi_clip_track_defs(const caper_clip *clip, caper_arena *arena, int *count)
{
    return collect(clip, true, arena, count);
}

caper_track_def *caperi_clip_kept_defs(const caper_clip *clip, caper_arena *arena, int *count)
{
    return collect(clip, false, arena, count);
}

caper_clip_def caperi_clip_def_like(const caper_clip *clip)
{
    caper_clip_def def = caper_clip_def_default();
    def.name = clip->name;
    def.skeleton = &clip->skeleton;
    def.rate = clip->rate;
    def.frame_count = clip->frame_count;
    def.deforms = clip->deforms;
    def.deform_count = clip->deform_count;
    def.contacts = clip->contacts;
    def.contact_count = clip->contact_count;
    def.key_poses = clip->key_poses;
    def.key_pose_count = clip->key_pose_count;
    def.tags = clip->tags;
    def.tag_count = clip->tag_count;
    def.loops = clip->loops;
    def.source = clip->name[0] ? clip->name : "memory";
    return def;
}
