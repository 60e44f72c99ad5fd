// SPDX-License-Identifier: MIT
//
// Packed tracks read back as keys: what writers and all that makes clips from clips ask for. A
// packed track has a key each frame, as sampling gives it.
#include "clip/packed.h"

static bool is_packed(const caperi_packed *p, const caper_track_def *def, bool *constant)
{
    *constant = false;
    bool rotation = def->kind == CAPER_TRACK_ROTATION;
    uint32_t body = (uint32_t)def->body, low, high;
    if (rotation) {
        low = high = CAPERI_CONSTANT_ROTATION + body;
    } else if (def->kind == CAPER_TRACK_TRANSLATION) {
        low = 4 * body;
        high = low + 2;
    } else if (def->kind == CAPER_TRACK_DEFORM) {
        low = high = CAPERI_CHANNEL_DEFORM + body;
    } else {
        low = CAPERI_CHANNEL_ROOT;
        high = low + 3;
    }
    for (int i = 0; rotation && i < p->head.rotation_count; i++)
        if (p->rotations[i] == body)
            return true;
    uint32_t first = rotation ? CAPERI_CHANNEL_TURN + 4 * body : low;
    uint32_t last = rotation ? first + 3 : high;
    for (int i = 0; i < caperi_channel_count(&p->head); i++)
        if (p->channels[i] >= first && p->channels[i] <= last)
            return true;
    for (uint32_t i = 0; i < p->head.constant_count; i++)
        *constant |= p->constants[i].target >= low && p->constants[i].target <= high;
    return false;
}

bool caperi_packed_keys(const caper_clip *clip, caper_track_def *def, caper_arena *arena,
                        bool *found)
{
    bool constant, moves = is_packed(clip->data->packed, def, &constant);
    *found = moves || constant || def->kind == CAPER_TRACK_ROOT;
    if (!*found)
        return true;
    int frames = moves ? clip->frame_count : 1;
    size_t width = (size_t)caperi_track_width(def->kind),
           bodies = (size_t)clip->skeleton.body_count;
    float *values = caper_arena_alloc_zero(arena, (size_t)frames * width, sizeof *values, 16);
    caper_arena_mark_point mark = caper_arena_mark(arena);
    caper_pose pose = {.body_count = (int)bodies, .deform_count = clip->deform_count};
    pose.bodies = caper_arena_alloc_zero(arena, bodies, sizeof *pose.bodies, 32);
    pose.deforms = caper_arena_alloc_zero(arena, (size_t)pose.deform_count, sizeof(float), 16);
    if (!values || !pose.bodies || !pose.deforms)
        return false;
    for (int f = 0; f < frames; f++) {
        caperi_moment moment = caperi_frame_moment(clip, f);
        caper_root root;
        const float *from = &root.x;
        if (def->kind == CAPER_TRACK_ROOT) {
            root = caperi_clip_root_moment(clip, moment);
        } else {
            caperi_clip_sample_moment(clip, moment, &pose);
            from = def->kind == CAPER_TRACK_ROTATION      ? &pose.bodies[def->body].rotation.x
                   : def->kind == CAPER_TRACK_TRANSLATION ? &pose.bodies[def->body].position.x
                                                          : &pose.deforms[def->body];
        }
        memcpy(values + (size_t)f * width, from, width * sizeof *values);
    }
    caper_arena_release(arena, mark);
    def->key_count = frames;
    def->values = values;
    return true;
}
