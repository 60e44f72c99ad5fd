// SPDX-License-Identifier: MIT
//
// Animations of a glTF file: each track of a clip is a LINEAR sampler with the very keys that the
// clip keeps, so that reading the file gives the same clip again. The root track moves a node of
// its own above the first body; deforms are weights of the meshes that have targets of that name,
// and stand in the extras where no mesh has. Invariant: tracks with the same times share one
// accessor.
#include "clip/clip.h"
#include "formats/gltf_document.h"
#include "formats/gltf_write.h"

#include <stdlib.h>
#include <string.h>

#define FLOAT 5126
// A root turns less than this from key to key, so that the shorter way is the right one.
#define TURN_MAX 1.5f

static bool no_memory(caperi_gltf_out *out)
{
    return caper_error_set(out->error, CAPER_ERROR_MEMORY, out->path, 0, 0, "out of memory");
}

static float *floats(caperi_gltf_out *out, size_t count)
{
    float *memory = caper_arena_alloc_zero(&out->arena, count + 1, sizeof *memory, 16);
    if (!memory)
        no_memory(out);
    return memory;
}

// -- Samplers ---------------------------------------------------------------------------------

// The accessor of these times: a recent one when it holds the same.
int caperi_gltf_out_times(caperi_gltf_out *out, const float *times, int count)
{
    const caper_text *motion = &out->sections[CAPERI_GLTF_MOTION];
    size_t size = (size_t)count * sizeof *times;
    for (int i = 0; i < out->recent_count; i++) {
        caperi_gltf_out_accessor a;
        caperi_gltf_out_get(&out->accessors, out->recent[i], &a, sizeof a);
        if (a.count == count && !motion->failed &&
            memcmp(motion->data + a.offset, times, size) == 0)
            return out->recent[i];
    }
    int made = caperi_gltf_out_add(out, CAPERI_GLTF_MOTION, times, size, count, FLOAT, "SCALAR", 1);
    int room = CAPER_COUNT_OF(out->recent);
    int at = out->recent_count < room ? out->recent_count++ : made % room;
    out->recent[at] = made;
    return made;
}

void caperi_gltf_out_channel_add(caperi_gltf_out *out, int node, const char *path, int input,
                                 const float *values, int count, int width, const char *type)
{
    caperi_gltf_out_channel c = {.node = node, .path = path, .input = input};
    size_t size = (size_t)count * (size_t)width * sizeof *values;
    c.output = caperi_gltf_out_add(out, CAPERI_GLTF_MOTION, values, size,
                                   count * width / (type[0] == 'S' ? 1 : width), FLOAT, type, 0);
    caper_text_append(&out->channels, (const char *)&c, sizeof c);
    out->channel_count++;
}

// Times of a track; those of dense tracks are made once.
const float *caperi_gltf_out_track_times(caperi_gltf_out *out, const caper_clip *clip,
                                         const caper_track_def *track, float **dense)
{
    if (track->times)
        return track->times;
    if (!*dense) {
        *dense = floats(out, (size_t)clip->frame_count);
        for (int i = 0; *dense && i < clip->frame_count; i++)
            (*dense)[i] = (float)i / clip->rate;
    }
    return *dense;
}

// -- Root -------------------------------------------------------------------------------------

bool caperi_gltf_out_root(caperi_gltf_out *out, const float *times, const caper_track_def *track)
{
    size_t room = 1;
    for (int pass = 0; pass < 2; pass++) {
        float *t = NULL, *p = NULL, *q = NULL;
        if (pass == 1) {
            t = floats(out, room);
            p = floats(out, 3 * room);
            q = floats(out, 4 * room);
            if (!t || !p || !q)
                return false;
        }
        size_t made = 0;
        for (int k = 0; k < track->key_count; k++) {
            const float *b = track->values + 4 * (size_t)k, *a = k > 0 ? b - 4 : b;
            int pieces = k > 0 ? (int)(fabsf(b[3] - a[3]) / TURN_MAX) + 1 : 1;
            pieces = pieces < 4096 ? pieces : 4096;
            for (int i = 1; i <= pieces; i++) {
                float u = (float)i / (float)pieces;
                float now = i == pieces ? times[k] : caper_lerp(times[k - 1], times[k], u);
                if (i < pieces && !(now < times[k] && now > times[k - 1]))
                    continue;
                if (pass == 1) {
                    t[made] = now;
                    for (size_t c = 0; c < 3; c++)
                        p[3 * made + c] = i == pieces ? b[c] : caper_lerp(a[c], b[c], u);
                    float yaw = i == pieces ? b[3] : caper_lerp(a[3], b[3], u);
                    caper_quat turn = caper_quat_from_yaw(yaw);
                    memcpy(q + 4 * made, &turn, sizeof turn);
                }
                made++;
            }
        }
        room = made;
        if (pass == 1) {
            int input = caperi_gltf_out_times(out, t, (int)made);
            caperi_gltf_out_channel_add(out, out->root_node, "translation", input, p, (int)made, 3,
                                        "VEC3");
            caperi_gltf_out_channel_add(out, out->root_node, "rotation", input, q, (int)made, 4,
                                        "VEC4");
        }
    }
    return true;
}

// -- Deforms ----------------------------------------------------------------------------------

static int find_morph(const caperi_gltf_out_mesh *mesh, const char *deform)
{
    for (int t = 0; t < mesh->target_count && mesh->morphs; t++)
        if (mesh->morphs[t] && strcmp(mesh->morphs[t], deform) == 0)
            return t;
    return -1;
}

static int compare_floats(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static float deform_at(const caper_track_def *track, const float *times, float now)
{
    int low = 0, high = track->key_count; // the last key at or before now is in low..high-1
    if (now <= times[0])
        return track->values[0];
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (times[middle] <= now)
            low = middle;
        else
            high = middle;
    }
    if (low + 1 == track->key_count)
        return track->values[low];
    float u = (now - times[low]) / (times[low + 1] - times[low]);
    return caper_lerp(track->values[low], track->values[low + 1], u);
}

bool caperi_gltf_out_weights(caperi_gltf_out *out, const caper_clip *clip, int node, size_t targets,
                             const caper_track_def *const *of, const float *rest, float **dense)
{
    size_t total = 0;
    for (size_t t = 0; t < targets; t++)
        total += of[t] ? (size_t)of[t]->key_count : 0;
    if (total == 0)
        return true;
    float *times = floats(out, total);
    if (!times)
        return false;
    size_t count = 0;
    for (size_t t = 0; t < targets; t++) {
        const float *own = of[t] ? caperi_gltf_out_track_times(out, clip, of[t], dense) : NULL;
        if (of[t] && !own)
            return false;
        for (int k = 0; of[t] && k < of[t]->key_count; k++)
            times[count++] = own[k];
    }
    qsort(times, count, sizeof *times, compare_floats);
    size_t unique = 0;
    for (size_t i = 0; i < count; i++)
        if (i == 0 || times[i] > times[unique - 1])
            times[unique++] = times[i];
    float *values = floats(out, unique * targets);
    if (!values)
        return false;
    for (size_t t = 0; t < targets; t++)
        for (size_t i = 0; i < unique; i++)
            values[i * targets + t] =
                of[t]  ? deform_at(of[t], caperi_gltf_out_track_times(out, clip, of[t], dense),
                                   times[i])
                : rest ? rest[t]
                       : 0.0f;
    int input = caperi_gltf_out_times(out, times, (int)unique);
    caperi_gltf_out_channel_add(out, node, "weights", input, values, (int)unique, (int)targets,
                                "SCALAR");
    return true;
}

// The weights of one mesh, at all times at which one of its targets has a key.
static bool add_weights(caperi_gltf_out *out, const caper_clip *clip, int mesh_index,
                        const caper_track_def *const *tracks, float **dense)
{
    const caperi_gltf_out_mesh *mesh = &out->meshes[mesh_index];
    size_t targets = (size_t)mesh->target_count;
    const caper_track_def **of =
        caper_arena_alloc_zero(&out->arena, targets + 1, sizeof *of, _Alignof(void *));
    if (!of)
        return no_memory(out);
    for (int d = 0; d < clip->deform_count; d++) {
        int t = tracks[d] ? find_morph(mesh, clip->deforms[d]) : -1;
        if (t >= 0)
            of[t] = tracks[d];
    }
    return caperi_gltf_out_weights(out, clip, out->first_mesh + mesh_index, targets, of, NULL,
                                   dense);
}

static void append_numbers(caperi_gltf_out *out, const float *numbers, int count)
{
    caper_text_append(&out->numbers, (const char *)numbers, (size_t)count * sizeof *numbers);
    out->number_count += count;
}

bool caperi_gltf_out_spare_deform(caperi_gltf_out *out, const caper_clip *clip, int deform,
                                  const caper_track_def *track, float **dense)
{
    const float *times = caperi_gltf_out_track_times(out, clip, track, dense);
    if (!times)
        return false;
    caperi_gltf_out_deform spare = {deform, out->number_count, track->key_count};
    append_numbers(out, times, track->key_count);
    append_numbers(out, track->values, track->key_count);
    caper_text_append(&out->deforms, (const char *)&spare, sizeof spare);
    out->deform_count++;
    return true;
}

static bool add_deforms(caperi_gltf_out *out, const caper_clip *clip,
                        const caper_track_def *const *tracks, float **dense)
{
    for (int m = 0; m < out->mesh_count; m++)
        CAPER_PASS(add_weights(out, clip, m, tracks, dense));
    for (int d = 0; d < clip->deform_count; d++) {
        bool carried = !tracks[d];
        for (int m = 0; m < out->mesh_count && !carried; m++)
            carried = find_morph(&out->meshes[m], clip->deforms[d]) >= 0;
        if (carried)
            continue;
        CAPER_PASS(caperi_gltf_out_spare_deform(out, clip, d, tracks[d], dense));
    }
    return true;
}

// -- Clips ------------------------------------------------------------------------------------

static bool same_transform(caper_transform a, caper_transform b)
{
    return memcmp(&a.rotation, &b.rotation, sizeof a.rotation) == 0 &&
           memcmp(&a.position, &b.position, sizeof a.position) == 0;
}

// What the clip leaves at the rest of its own skeleton, where the character rests otherwise.
static void add_rests(caperi_gltf_out *out, const caper_clip *clip, const bool *moved)
{
    static const float zero;
    for (int i = 0; i < out->skeleton->body_count; i++) {
        caper_transform own = clip->skeleton.rest_local[i];
        if (same_transform(own, out->skeleton->rest_local[i]))
            continue;
        if (!moved[2 * i])
            caperi_gltf_out_channel_add(out, i, "rotation", caperi_gltf_out_times(out, &zero, 1),
                                        &own.rotation.x, 1, 4, "VEC4");
        if (!moved[2 * i + 1])
            caperi_gltf_out_channel_add(out, i, "translation", caperi_gltf_out_times(out, &zero, 1),
                                        &own.position.x, 1, 3, "VEC3");
    }
}

static bool add_clip(caperi_gltf_out *out, const caper_clip *clip, caperi_gltf_out_clip *made)
{
    static const float zero;
    int count = 0;
    float *dense = NULL;
    size_t bodies = (size_t)out->skeleton->body_count;
    made->first_channel = out->channel_count;
    made->first_deform = out->deform_count;
    const caper_track_def *tracks = caperi_clip_track_defs(clip, &out->arena, &count);
    const caper_track_def **deforms = caper_arena_alloc_zero(
        &out->arena, (size_t)clip->deform_count + 1, sizeof *deforms, _Alignof(void *));
    bool *moved = caper_arena_alloc_zero(&out->arena, 2 * bodies, sizeof *moved, 1);
    if (!tracks || !deforms || !moved)
        return no_memory(out);
    for (int i = 0; i < count; i++) {
        const caper_track_def *track = &tracks[i];
        const float *times = track->key_count == 1 && !track->times
                                 ? &zero
                                 : caperi_gltf_out_track_times(out, clip, track, &dense);
        if (!times)
            return false;
        if (track->kind == CAPER_TRACK_ROOT)
            CAPER_PASS(caperi_gltf_out_root(out, times, track));
        else if (track->kind == CAPER_TRACK_DEFORM)
            deforms[track->body] = track;
        else {
            bool turn = track->kind == CAPER_TRACK_ROTATION;
            moved[2 * track->body + !turn] = true;
            int input = caperi_gltf_out_times(out, times, track->key_count);
            caperi_gltf_out_channel_add(out, track->body, turn ? "rotation" : "translation", input,
                                        track->values, track->key_count, turn ? 4 : 3,
                                        turn ? "VEC4" : "VEC3");
        }
    }
    CAPER_PASS(add_deforms(out, clip, deforms, &dense));
    add_rests(out, clip, moved);
    if (out->channel_count == made->first_channel) // the format has no animation of nothing
        caperi_gltf_out_channel_add(out, 0, "rotation", caperi_gltf_out_times(out, &zero, 1),
                                    &out->skeleton->rest_local[0].rotation.x, 1, 4, "VEC4");
    made->channel_count = out->channel_count - made->first_channel;
    made->deform_count = out->deform_count - made->first_deform;
    return true;
}

bool caperi_gltf_out_clips(caperi_gltf_out *out)
{
    const caper_export_job *job = out->job;
    out->clips = caper_arena_alloc_zero(&out->arena, (size_t)job->clip_count + 1,
                                        sizeof *out->clips, _Alignof(caperi_gltf_out_clip));
    if (!out->clips)
        return no_memory(out);
    for (int i = 0; i < job->clip_count; i++) {
        caper_arena_mark_point mark = caper_arena_mark(&out->arena);
        CAPER_PASS(out->document ? caperi_gltf_carry_clip(out, job->clips[i], &out->clips[i])
                                 : add_clip(out, job->clips[i], &out->clips[i]));
        caper_arena_release(&out->arena, mark);
    }
    return true;
}

// -- Extras -----------------------------------------------------------------------------------

static void write_deforms(const caperi_gltf_out *out, caper_json_writer *w, int index)
{
    const caperi_gltf_out_clip *made = &out->clips[index];
    const caper_clip *clip = out->job->clips[index];
    if (made->deform_count == 0)
        return;
    caper_json_begin_array(caper_json_key(w, "deforms"));
    for (int i = 0; i < made->deform_count; i++) {
        caperi_gltf_out_deform d;
        caperi_gltf_out_get(&out->deforms, made->first_deform + i, &d, sizeof d);
        caper_json_begin_object(w);
        caper_json_string(caper_json_key(w, "name"), clip->deforms[d.deform]);
        for (int part = 0; part < 2; part++) {
            caper_json_begin_array(caper_json_key(w, part == 0 ? "times" : "values"));
            for (int k = 0; k < d.count; k++) {
                float number;
                caperi_gltf_out_get(&out->numbers, d.first + part * d.count + k, &number,
                                    sizeof number);
                caper_json_float(w, number);
            }
            caper_json_end_array(w);
        }
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
}

// In a new file bodies are the first nodes; in one that is written again they are where they were.
static int node_of_body(const void *who, int body)
{
    const caperi_gltf_out *out = who;
    return out->document ? out->document->bodies[body].map.node : body;
}

void caperi_gltf_out_clip_extras(const caperi_gltf_out *out, caper_json_writer *w, int index)
{
    const caper_clip *clip = out->job->clips[index];
    caper_json_begin_object(caper_json_key(w, "extras"));
    caper_json_begin_object(caper_json_key(w, CAPERI_GLTF_CLIP));
    caper_json_float(caper_json_key(w, "rate"), clip->rate);
    caper_json_int(caper_json_key(w, "frames"), clip->frame_count);
    if (clip->loops) {
        caper_json_bool(caper_json_key(w, "loops"), true);
    }
    caperi_clip_write_marks(w, clip, node_of_body, out);
    write_deforms(out, w, index);
    caper_json_end_object(w);
    caper_json_end_object(w);
}
