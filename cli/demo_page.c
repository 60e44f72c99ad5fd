// SPDX-License-Identifier: MIT
// The page of `caper demo`: films as poses in 16-bit numbers, which a script (data/demo/page.js)
// draws: bodies as boxes with round edges, or a skin that it bends itself. The page needs no
// network and no other file.
#include "demo.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RATE 20.0f      // frames a second of a film
#define MOST_FRAMES 240 // of one actor
#define NUMBERS 7       // of a body: place and rotation
#define MOST_VERTICES 65535

void demo_put_string(caper_text *out, const char *string)
{
    caper_text_append_string(out, "\"");
    for (const char *c = string; *c; c++) {
        unsigned char u = (unsigned char)*c;
        if (u < 0x20 || u == '"' || u == '\\' || u == '<') {
            caper_text_printf(out, "\\u%04x", u);
        } else {
            caper_text_append(out, c, 1);
        }
    }
    caper_text_append_string(out, "\"");
}

void demo_begin(demo_page *page)
{
    *page = (demo_page){.films = 0};
    caper_text_init(&page->data, NULL);
    caper_text_append_string(&page->data, "window.DEMO={films:[");
}

static void end_take(demo_page *page)
{
    caper_text_append_string(&page->data, page->takes > 0 ? "]}" : "");
}

static void end_film(demo_page *page)
{
    end_take(page);
    caper_text_append_string(&page->data, page->films > 0 ? "]}" : "");
}

// A number of a script, the same in every locale.
static void put_float(caper_text *out, float value)
{
    caper_text_float(out, isfinite(value) ? value : 0);
}

static void put_numbers(caper_text *out, const float *values, int count)
{
    for (int i = 0; i < count; i++) {
        caper_text_append_string(out, i > 0 ? "," : "");
        put_float(out, values[i]);
    }
}

static void put_world(caper_text *out, const caper_world *world)
{
    const caper_world_box *boxes = NULL;
    int count = world ? caper_world_boxes(world, &boxes) : 0;
    caper_text_append_string(out, ",world:[");
    for (int i = 0; i < count; i++) {
        caper_vec3 p = boxes[i].transform.position, h = boxes[i].half;
        caper_quat q = boxes[i].transform.rotation;
        float values[] = {p.x, p.y, p.z, q.x, q.y, q.z, q.w, h.x, h.y, h.z};
        caper_text_append_string(out, i > 0 ? ",[" : "[");
        put_numbers(out, values, CAPER_COUNT_OF(values));
        caper_text_append_string(out, "]");
    }
    caper_text_append_string(out, "]");
}

void demo_add_film(demo_page *page, const demo_film *film)
{
    caper_text *out = &page->data;
    end_film(page);
    caper_text_append_string(out, page->films++ > 0 ? ",\n{title:" : "\n{title:");
    demo_put_string(out, film->title);
    caper_text_append_string(out, ",about:");
    demo_put_string(out, film->about);
    caper_text_append_string(out, ",command:");
    demo_put_string(out, film->command ? film->command : "");
    caper_text_printf(out, ",real:%s,yaw:", film->real ? "true" : "false");
    put_float(out, film->yaw);
    caper_text_append_string(out, ",pitch:");
    put_float(out, film->pitch);
    put_world(out, film->world);
    caper_text_append_string(out, ",takes:[");
    page->takes = 0;
}

void demo_add_take(demo_page *page, const char *name)
{
    end_take(page);
    caper_text_append_string(&page->data, page->takes++ > 0 ? ",\n{name:" : "\n{name:");
    demo_put_string(&page->data, name);
    caper_text_append_string(&page->data, ",actors:[");
    page->actors = 0;
}

// ------------------------------------------------------------------------------------- poses

// Bytes as a string of base64.
static void put_base64(caper_text *out, const void *bytes, size_t size)
{
    caper_text_append_string(out, "\"");
    caper_text_base64(out, bytes, size);
    caper_text_append_string(out, "\"");
}

// The model pose at a time, and where its root is in the world.
static bool pose_at(const demo_actor *a, float time, caper_pose *pose, caper_transform *root)
{
    const demo_tape *tape = a->tape;
    if (tape) {
        int frame = (int)(time * tape->rate + 0.5f), last = tape->frame_count - 1;
        const caper_transform *row =
            tape->places + (size_t)(frame < last ? frame : last) * tape->stride;
        *root = tape->rooted ? *row++ : caper_transform_identity();
        memcpy(pose->bodies, row, (size_t)pose->body_count * sizeof *row);
        return true;
    }
    if (!caper_clip_sample(a->clip, time, NULL, pose)) {
        return false;
    }
    caper_pose_to_model(&a->character->skeleton, pose, NULL, pose);
    *root = caper_root_transform(caper_clip_sample_root(a->clip, time));
    return true;
}

// The bodies of a frame in the world, seven numbers each.
static bool sample(const demo_actor *a, float time, caper_pose *pose, float *out)
{
    caper_transform root;
    if (!pose_at(a, time, pose, &root)) {
        return false;
    }
    for (int b = 0; b < pose->body_count; b++) {
        caper_transform t = caper_transform_mul(root, pose->bodies[b]);
        float values[] = {t.position.x, t.position.y, t.position.z, t.rotation.x,
                          t.rotation.y, t.rotation.z, t.rotation.w};
        for (int k = 0; k < NUMBERS; k++) {
            out[b * NUMBERS + k] = values[k];
        }
    }
    return true;
}

// Places as shares of the farthest, rotations as they are.
static void pack(const float *values, size_t count, float range, int16_t *out)
{
    for (size_t i = 0; i < count; i++) {
        float share = i % NUMBERS < 3 ? values[i] / range : values[i];
        out[i] = (int16_t)lrintf(32767 * caper_clamp(share, -1, 1));
    }
}

static bool put_poses(caper_text *out, const demo_actor *a)
{
    float seconds = a->tape ? (float)(a->tape->frame_count - 1) / a->tape->rate : a->clip->duration;
    int frames = (int)(seconds * RATE) + 1;
    frames = frames > MOST_FRAMES ? MOST_FRAMES : frames < 2 ? 2 : frames;
    size_t row = (size_t)a->character->body_count * NUMBERS, count = row * (size_t)frames;
    float *values = malloc(count * sizeof *values), range = 1e-3f;
    int16_t *packed = malloc(count * sizeof *packed);
    caper_pose pose = caper_character_pose(a->character, NULL);
    bool good = values && packed && pose.bodies;
    for (int f = 0; f < frames && good; f++) {
        good = sample(a, (float)f / RATE, &pose, values + row * (size_t)f);
    }
    for (size_t i = 0; i < count && good; i++) {
        range = i % NUMBERS < 3 ? caper_max(range, fabsf(values[i])) : range;
    }
    if (good) {
        pack(values, count, range, packed);
        caper_text_printf(out, ",frames:%d,rate:%d,range:", frames, (int)RATE);
        put_float(out, range);
        caper_text_append_string(out, ",data:");
        put_base64(out, packed, count * sizeof *packed);
    }
    caper_pose_destroy(&pose, NULL);
    free(packed);
    free(values);
    return good;
}

// Middles, halves, colors; eyes and balls are round.
static void put_boxes(caper_text *out, const caper_character *c, uint32_t color)
{
    caper_text_append_string(out, ",boxes:[");
    for (int b = 0; b < c->body_count; b++) {
        const caper_body *body = &c->bodies[b];
        bool helper = body->caps & CAPER_CAP_HELPER;
        caper_vec3 m = body->box_center, h = body->box_half;
        float values[] = {m.x, m.y, m.z, helper ? 0 : h.x, helper ? 0 : h.y, helper ? 0 : h.z};
        caper_text_append_string(out, b > 0 ? ",[" : "[");
        put_numbers(out, values, CAPER_COUNT_OF(values));
        caper_text_printf(out, ",%u%s]", (unsigned)(color ? color : caper_caps_color(body->caps)),
                          body->caps & CAPER_CAP_EYE ? ",1" : "");
    }
    caper_text_append_string(out, "]");
}

// -------------------------------------------------------------------------------------- skin

static bool put_skin(caper_text *out, const caper_skin *s, int body_count)
{
    if (s->vertex_count > MOST_VERTICES) {
        return true; // indices of a script have 16 bits: its boxes are drawn
    }
    size_t n = (size_t)s->vertex_count;
    uint16_t *indices = malloc((size_t)s->index_count * sizeof *indices + 1);
    uint8_t *weights = malloc(4 * n + 1);
    for (int i = 0; i < s->index_count && indices; i++) {
        indices[i] = (uint16_t)s->indices[i];
    }
    for (size_t i = 0; i < 4 * n && weights; i++) {
        weights[i] = (uint8_t)lrintf(255 * caper_clamp(s->weights[i], 0, 1));
    }
    bool good = indices && weights;
    if (good) {
        caper_text_append_string(out, ",mesh_color:[");
        put_numbers(out, s->color, 3);
        caper_text_append_string(out, "],mesh:{v:");
        put_base64(out, s->positions, n * sizeof *s->positions);
        caper_text_append_string(out, ",n:");
        put_base64(out, s->normals, n * sizeof *s->normals);
        caper_text_append_string(out, ",b:");
        put_base64(out, s->bodies, 4 * n * sizeof *s->bodies);
        caper_text_append_string(out, ",w:");
        put_base64(out, weights, 4 * n);
        caper_text_append_string(out, ",i:");
        put_base64(out, indices, (size_t)s->index_count * sizeof *indices);
        caper_text_append_string(out, ",inv:");
        put_base64(out, s->inverse_bind, (size_t)body_count * sizeof *s->inverse_bind);
        caper_text_append_string(out, "}");
    }
    free(weights);
    free(indices);
    return good;
}

void demo_add_actor(demo_page *page, const demo_actor *a)
{
    caper_text *out = &page->data;
    caper_text_append_string(out, page->actors++ > 0 ? ",\n{name:" : "\n{name:");
    demo_put_string(out, a->name);
    caper_text_append_string(out, ",size:");
    put_float(out, a->character->size);
    caper_text_printf(out, ",root:%d,treadmill:%s,loops:%s%s", a->character->root_body,
                      a->treadmill ? "true" : "false", a->clip && a->clip->loops ? "true" : "false",
                      a->thing ? ",thing:true" : "");
    put_boxes(out, a->character, a->color);
    bool good = put_poses(out, a) && (!a->skin || put_skin(out, a->skin, a->character->body_count));
    out->failed = out->failed || !good;
    caper_text_append_string(out, "}");
}

// -------------------------------------------------------------------------------------- page

void demo_end_films(demo_page *page)
{
    end_film(page);
    caper_text_append_string(&page->data, "]");
}

// The style or the script of the page, which ship with the data.
static bool put_file(caper_text *html, const char *name, caper_error *error)
{
    char path[2400];
    size_t size = 0;
    if (!cli_data_path(name, path, sizeof path)) {
        return caper_error_set(error, CAPER_ERROR_IO, name, 0, 0,
                               "the data of Caper was not found: set CAPER_DATA");
    }
    char *text = caper_file_read(path, 1 << 20, NULL, &size, error);
    if (text) {
        caper_text_append(html, text, size);
        caper_free(NULL, text, size + 1);
    }
    return text != NULL;
}

bool demo_write(demo_page *page, const char *path, caper_error *error)
{
    caper_text html;
    caper_text_init(&html, NULL);
    caper_text_printf(&html,
                      "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">"
                      "<meta name=\"viewport\" content=\"width=device-width\">"
                      "<title>Caper %s</title>\n<style>\n",
                      caper_version());
    bool good = put_file(&html, "demo/page.css", error);
    caper_text_printf(&html,
                      "</style>\n<main><h1>Caper %s: one motion, any body</h1>"
                      "<p>Everything that moves here was made by commands that are printed beside "
                      "it. Drag to look around.</p></main>\n<script>",
                      caper_version());
    caper_text_append(&html, page->data.data, page->data.size);
    caper_text_append_string(&html, "};</script>\n<script>\n");
    good = good && put_file(&html, "demo/page.js", error);
    caper_text_append_string(&html, "</script>\n</body></html>\n");
    if (good && (page->data.failed || html.failed)) {
        good = caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "out of memory");
    }
    good = good && caper_file_write(path, html.data, html.size, error);
    caper_text_free(&html);
    return good;
}

void demo_free(demo_page *page)
{
    caper_text_free(&page->data);
}
