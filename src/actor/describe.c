// SPDX-License-Identifier: MIT
// What is in a file, and what was inferred from it: text for people, and a JSON object.
#include "caper/actor.h"
#include "caper/person.h"
#include "caper/quality.h"

static const char *kind_of(const caper_asset_view *v)
{
    return v->import       ? "import"
           : v->clip_count ? "clip"
           : v->world      ? "world"
           : v->motion     ? "motion"
                           : "character";
}

static const char *name_of(const caper_asset_view *v)
{
    return v->import       ? v->import->name
           : v->clip_count ? v->clips[0]->name
           : v->world      ? caper_world_name(v->world)
           : v->motion     ? v->motion->name
                           : v->character->name;
}

// Does free fall say that a clip is labelled with a wrong rate?
static bool has_wrong_rate(const caper_asset_view *v, int clip, caper_rate_sense *sense)
{
    return v->character && caper_rate_detect(v->character, v->clips[clip], sense) &&
           sense->too_fast;
}

// --- JSON ----------------------------------------------------------------------------------------

static void write_person(const caper_asset_view *v, caper_json_writer *w)
{
    static const char *const ways[CAPER_PERSON_BY_COUNT] = {"map", "names", "shape"};
    caper_person person;
    if (!caper_person_find(v->character, v->map, &person, NULL)) {
        return;
    }
    caper_json_begin_object(caper_json_key(w, "person"));
    caper_json_string(caper_json_key(w, "by"), ways[person.by]);
    caper_json_begin_object(caper_json_key(w, "parts"));
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        if (person.bodies[i] >= 0) {
            caper_json_string(caper_json_key(w, caper_part_name((caper_part)i)),
                              v->character->bodies[person.bodies[i]].name);
        }
    }
    caper_json_end_object(w);
    caper_json_end_object(w);
}

// What was assumed at the border; our own files assume nothing.
static void write_border(const caper_import *import, caper_json_writer *w)
{
    caper_json_string(caper_json_key(w, "units"), import ? import->unit_name : "metres");
    if (import) {
        caper_json_string(caper_json_key(w, "format"), caper_format_name(import->format));
        caper_json_float(caper_json_key(w, "unit"), import->unit);
        caper_json_bool(caper_json_key(w, "unit_detected"), import->unit_detected);
        caper_json_int(caper_json_key(w, "skins"), import->skin_count);
    }
    caper_json_string(caper_json_key(w, "axes"), import ? import->axes : "Y up, +Z forward");
    caper_json_float(caper_json_key(w, "floor"), import ? import->floor : 0.0f);
}

static void write_clips(const caper_asset_view *v, caper_json_writer *w)
{
    caper_json_begin_array(caper_json_key(w, "clips"));
    for (int i = 0; i < v->clip_count; i++) {
        const caper_clip *clip = v->clips[i];
        caper_json_begin_object_inline(w);
        caper_json_string(caper_json_key(w, "name"), clip->name);
        caper_json_int(caper_json_key(w, "frames"), clip->frame_count);
        caper_json_float(caper_json_key(w, "fps"), clip->rate);
        caper_json_float(caper_json_key(w, "seconds"), clip->duration);
        caper_json_bool(caper_json_key(w, "loops"), clip->loops);
        caper_json_int(caper_json_key(w, "contacts"), clip->contact_count);
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
}

static void write_warnings(const caper_asset_view *v, caper_json_writer *w)
{
    caper_json_begin_array(caper_json_key(w, "warnings"));
    for (int i = 0; v->warnings && i < v->warnings->count; i++) {
        char text[320];
        caper_json_string(w, caper_error_text(&v->warnings->items[i], text, sizeof text));
    }
    for (int i = 0; i < v->clip_count; i++) {
        caper_rate_sense sense;
        if (has_wrong_rate(v, i, &sense)) {
            caper_json_string(w, sense.text);
        }
    }
    caper_json_end_array(w);
}

void caper_asset_summarize(const caper_asset_view *v, caper_json_writer *w)
{
    caper_json_begin_object(w);
    caper_json_string(caper_json_key(w, "kind"), kind_of(v));
    caper_json_string(caper_json_key(w, "name"), name_of(v));
    if (v->character) {
        caper_character_summarize(v->character, !v->brief, w);
        write_border(v->import, w);
        write_person(v, w);
    }
    if (v->world) {
        caper_vec3 point, normal;
        caper_json_int(caper_json_key(w, "boxes"), caper_world_boxes(v->world, NULL));
        caper_json_int(caper_json_key(w, "fields"), caper_world_fields(v->world, NULL));
        caper_json_bool(caper_json_key(w, "ground"), caper_world_ground(v->world, &point, &normal));
    }
    if (v->motion) {
        caper_motion_summarize(v->motion, w);
    }
    if (v->tagging) {
        caper_json_begin_object_inline(caper_json_key(w, "tagging"));
        caper_json_float(caper_json_key(w, "confidence"), v->tagging->confidence);
        caper_json_string(caper_json_key(w, "note"), v->tagging->note);
        caper_json_end_object(w);
    }
    write_clips(v, w);
    write_warnings(v, w);
    caper_json_end_object(w);
}

// --- text ----------------------------------------------------------------------------------------

static void describe_clip(const caper_clip *k, bool named, caper_text *out)
{
    caper_text_printf(out, "  %s%s%s%d frames at %.4g Hz, %.3f s, %s, %d contacts, %d key poses%s",
                      named ? "clip " : "", named ? k->name : "", named ? ": " : "", k->frame_count,
                      (double)k->rate, (double)k->duration, k->loops ? "loops" : "plays once",
                      k->contact_count, k->key_pose_count, k->keyed ? ", reduced keys" : "");
    if (k->packed) {
        caper_text_printf(out, ", packed within %.3g mm", 1e3 * (double)k->tolerance);
    }
    caper_text_printf(out, "%s, %.1f KB\n", k->has_root ? ", root track" : "",
                      (double)k->memory_size / 1000);
}

// Whether it is a person, and who is who.
static void describe_person(const caper_asset_view *v, caper_text *out)
{
    static const char *const ways[CAPER_PERSON_BY_COUNT] = {"a map", "names", "shape"};
    caper_person person;
    caper_error error = {0};
    if (!caper_person_find(v->character, v->map, &person, &error)) {
        caper_text_printf(out, "  no person: %s\n", error.message);
        return;
    }
    caper_text_printf(out, "  a person, by %s:", ways[person.by]);
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        if (person.bodies[i] >= 0 && CAPER_PARTS_NECESSARY & CAPER_PART_BIT(i)) {
            caper_text_printf(out, " %s %s%s", caper_part_name((caper_part)i),
                              v->character->bodies[person.bodies[i]].name,
                              i == CAPER_PART_RIGHT_FOOT ? "\n" : ",");
        }
    }
}

static void describe_warnings(const caper_asset_view *v, caper_text *out)
{
    for (int i = 0; v->warnings && i < v->warnings->count; i++) {
        char text[320];
        caper_text_printf(out, "  warning: %s\n",
                          caper_error_text(&v->warnings->items[i], text, sizeof text));
    }
    if (v->warnings && v->warnings->dropped > 0) {
        caper_text_printf(out, "  and %d more warnings\n", v->warnings->dropped);
    }
    for (int i = 0; i < v->clip_count; i++) {
        caper_rate_sense sense;
        if (has_wrong_rate(v, i, &sense)) {
            caper_text_printf(out, "  warning: %s: %s\n", v->clips[i]->name, sense.text);
        }
    }
}

void caper_asset_describe(const caper_asset_view *v, caper_text *out)
{
    caper_text_printf(out, "%s \"%s\"\n", kind_of(v), name_of(v));
    if (v->import) {
        const caper_import *in = v->import;
        caper_text_printf(out, "  %s; unit %s (%.6g m%s), %s, floor at %.3g m, %d skins\n",
                          caper_format_name(in->format), in->unit_name, (double)in->unit,
                          in->unit_detected ? ", detected" : "", in->axes, (double)in->floor,
                          in->skin_count);
    }
    for (int i = 0; i < v->clip_count; i++) {
        describe_clip(v->clips[i], v->import != NULL, out);
    }
    if (v->world) {
        caper_vec3 point, normal;
        caper_text_printf(out, "  ground %s, %d boxes, %d height fields\n",
                          caper_world_ground(v->world, &point, &normal) ? "yes" : "no",
                          caper_world_boxes(v->world, NULL), caper_world_fields(v->world, NULL));
    }
    if (v->motion) {
        caper_motion_describe(v->motion, out);
    }
    if (v->character) {
        caper_character_describe(v->character, !v->brief, out);
        describe_person(v, out);
    }
    if (v->tagging) {
        caper_text_printf(out, "  caps inferred with confidence %.2f%s%s\n",
                          (double)v->tagging->confidence, v->tagging->note[0] ? ": " : "",
                          v->tagging->note);
    }
    describe_warnings(v, out);
}
