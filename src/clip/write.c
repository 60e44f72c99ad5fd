// SPDX-License-Identifier: MIT
//
// Writes .clip.json for people to read and edit: what describes the clip comes first, its keys
// last, one key to a line. Tracks with a key each frame give only their values; others say where
// their keys are, as frame numbers where they are whole and as seconds where not. Invariant: what
// is written reads back as the same clip, every float of it to the bit.
#include "clip/clip.h"

#include <string.h>

static void write_bodies(caper_json_writer *w, const caper_skeleton *skeleton)
{
    caper_quat identity = caper_quat_identity();
    caper_json_begin_array(w);
    for (int i = 0; i < skeleton->body_count; i++) {
        const caper_transform *rest = &skeleton->rest_local[i];
        caper_json_begin_object_inline(w);
        caper_json_string(caper_json_key(w, "name"), skeleton->names[i]);
        if (skeleton->parents[i] >= 0) {
            caper_json_string(caper_json_key(w, "parent"), skeleton->names[skeleton->parents[i]]);
        }
        caper_json_floats(caper_json_key(w, "position"), &rest->position.x, 3);
        if (memcmp(&rest->rotation, &identity, sizeof identity) != 0) {
            caper_json_floats(caper_json_key(w, "rotation"), &rest->rotation.x, 4);
        }
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
}

static void write_words(caper_json_writer *w, const char *key, const char *const *words, int count)
{
    if (count == 0)
        return;
    caper_json_begin_array(caper_json_key(w, key));
    for (int i = 0; i < count; i++)
        caper_json_string(w, words[i]);
    caper_json_end_array(w);
}

static void write_contacts(caper_json_writer *w, const caper_clip *clip,
                           int (*node_of)(const void *who, int body), const void *who)
{
    if (clip->contact_count == 0)
        return;
    caper_json_begin_array(caper_json_key(w, "contacts"));
    for (int i = 0; i < clip->contact_count; i++) {
        int body = clip->contacts[i].body, node = node_of ? node_of(who, body) : -1;
        if (node_of && node < 0)
            continue; // a body that the file does not have
        caper_json_begin_object_inline(w);
        caper_json_key(w, node_of ? "node" : "body");
        if (node_of)
            caper_json_int(w, node);
        else
            caper_json_string(w, clip->skeleton.names[body]);
        caper_json_float(caper_json_key(w, "start"), clip->contacts[i].start);
        caper_json_float(caper_json_key(w, "end"), clip->contacts[i].end);
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
}

static void write_key_poses(caper_json_writer *w, const caper_clip *clip)
{
    if (clip->key_pose_count == 0)
        return;
    caper_json_begin_array(caper_json_key(w, "key_poses"));
    for (int i = 0; i < clip->key_pose_count; i++) {
        caper_json_begin_object_inline(w);
        caper_json_float(caper_json_key(w, "time"), clip->key_poses[i].time);
        if (clip->key_poses[i].name[0]) {
            caper_json_string(caper_json_key(w, "name"), clip->key_poses[i].name);
        }
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
}

void caperi_clip_write_marks(caper_json_writer *w, const caper_clip *clip,
                             int (*node_of)(const void *who, int body), const void *who)
{
    write_words(w, "tags", clip->tags, clip->tag_count);
    write_key_poses(w, clip);
    write_contacts(w, clip, node_of, who);
}

// Frame numbers if all keys are on whole frames, each on one of its own.
static void write_times(caper_json_writer *w, const caper_track_def *track, float rate)
{
    bool whole = true;
    for (int i = 0, last = -1; i < track->key_count && whole; i++) {
        int frame = caperi_whole_frame(track->times[i], rate);
        whole = frame > last;
        last = frame;
    }
    caper_json_begin_array(caper_json_key(w, whole ? "keys" : "times"));
    for (int i = 0; i < track->key_count; i++) {
        if (whole)
            caper_json_int(w, caperi_whole_frame(track->times[i], rate));
        else
            caper_json_float(w, track->times[i]);
    }
    caper_json_end_array(w);
}

static void write_track(caper_json_writer *w, const caper_clip *clip, const caper_track_def *track)
{
    caper_json_begin_object(w);
    if (track->kind == CAPER_TRACK_DEFORM) {
        caper_json_string(caper_json_key(w, "deform"), clip->deforms[track->body]);
    } else if (track->kind != CAPER_TRACK_ROOT) {
        caper_json_string(caper_json_key(w, "body"), clip->skeleton.names[track->body]);
    }
    if (track->times)
        write_times(w, track, clip->rate);
    caper_json_key(w, caperi_track_keys[track->kind]);
    int width = caperi_track_width(track->kind);
    if (track->kind == CAPER_TRACK_DEFORM) {
        caper_json_floats(w, track->values, track->key_count);
    } else {
        caper_json_begin_array(w);
        for (int i = 0; i < track->key_count; i++)
            caper_json_floats(w, track->values + (size_t)i * (size_t)width, width);
        caper_json_end_array(w);
    }
    caper_json_end_object(w);
}

static void write_tracks(caper_json_writer *w, const caper_clip *clip)
{
    caper_arena arena;
    caper_arena_init(&arena, &clip->allocator, 0);
    int count = 0;
    caper_track_def *tracks = caperi_clip_track_defs(clip, &arena, &count);
    if (!tracks && w->status == CAPER_OK) {
        w->status = CAPER_ERROR_MEMORY;
        w->problem = "out of memory";
    }
    caper_json_begin_array(caper_json_key(w, "tracks"));
    for (int i = 0; tracks && i < count; i++)
        write_track(w, clip, &tracks[i]);
    caper_json_end_array(w);
    caper_arena_destroy(&arena);
}

void caper_clip_write(const caper_clip *clip, caper_json_writer *writer)
{
    caper_json_begin_object(writer);
    caper_json_string(caper_json_key(writer, "caper"), "clip");
    caper_json_int(caper_json_key(writer, "version"), 1);
    caper_json_string(caper_json_key(writer, "name"), clip->name);
    caper_json_float(caper_json_key(writer, "rate"), clip->rate);
    caper_json_int(caper_json_key(writer, "frames"), clip->frame_count);
    if (clip->loops) {
        caper_json_bool(caper_json_key(writer, "loop"), true);
    }
    caperi_clip_write_marks(writer, clip, NULL, NULL);
    write_words(writer, "deforms", clip->deforms, clip->deform_count);
    caper_json_begin_object(caper_json_key(writer, "skeleton"));
    write_bodies(caper_json_key(writer, "bodies"), &clip->skeleton);
    caper_json_end_object(writer);
    write_tracks(writer, clip);
    caper_json_end_object(writer);
}

bool caper_clip_save(const caper_clip *clip, const char *path, caper_error *error)
{
    caper_json_writer writer;
    caper_json_writer_init(&writer, &clip->allocator, 2);
    caper_clip_write(clip, &writer);
    size_t size;
    const char *text = caper_json_writer_finish(&writer, &size, error);
    bool good = text && caper_file_write(path, text, size, error);
    caper_json_writer_free(&writer);
    return good;
}
