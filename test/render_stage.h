// SPDX-License-Identifier: MIT
// What the tests of the renderer share: a renderer, or a visible skip; characters of one box; and
// ways to ask a picture what it shows.
#ifndef CAPER_TEST_RENDER_STAGE_H
#define CAPER_TEST_RENDER_STAGE_H

#include "caper/render.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAPER 0x3366ccu ///< a background that nothing else is drawn in

/// A renderer of so many samples; the test is skipped where the machine cannot draw.
static inline caper_renderer *open_renderer(int samples)
{
    caper_renderer_def def = caper_renderer_def_default();
    def.samples = samples;
    caper_error error = {0};
    caper_renderer *renderer = caper_renderer_create(&def, &error);
    if (!renderer && error.status == CAPER_ERROR_UNSUPPORTED) {
        SKIP(error.message);
    }
    REQUIRE(renderer != NULL);
    return renderer;
}

/// A character that is one box about its origin.
static inline caper_character *box_character(float x, float y, float z)
{
    caper_body_def body = caper_body_def_default();
    body.name = "box";
    body.box_half = caper_vec3_make(x, y, z);
    body.caps = CAPER_CAP_SPINE | CAPER_CAP_ROOT;
    caper_character_def def = caper_character_def_default();
    def.name = "box";
    def.bodies = &body;
    def.body_count = 1;
    caper_character *character = caper_character_create(&def, NULL);
    REQUIRE(character != NULL);
    return character;
}

static inline caper_render_item item_at(const caper_character *character, float x, float y, float z,
                                        uint32_t color)
{
    caper_render_item item = caper_render_item_default();
    item.character = character;
    item.root.position = caper_vec3_make(x, y, z);
    item.tint = color;
    item.tint_amount = 1.0f;
    return item;
}

/// A scene without ground on PAPER, seen in parallel along -Z: 2 m from bottom to top.
static inline caper_render_scene front_scene(const caper_render_item *items, int count)
{
    caper_render_scene scene = caper_render_scene_default();
    scene.items = items;
    scene.item_count = count;
    scene.background = PAPER;
    scene.ground = false;
    scene.labels = false;
    scene.camera = (caper_camera){.eye = {0, 0, 10}, .up = {0, 1, 0}, .height = 2.0f};
    return scene;
}

/// The same from above: right is +X, down is +Z.
static inline caper_render_scene top_scene(const caper_render_item *items, int count)
{
    caper_render_scene scene = front_scene(items, count);
    scene.camera = (caper_camera){.eye = {0, 10, 0}, .up = {0, 0, -1}, .height = 4.0f};
    return scene;
}

static inline const uint8_t *pixel(const caper_picture *p, int x, int y)
{
    return p->pixels + 4 * ((size_t)y * (size_t)p->width + (size_t)x);
}

static inline uint32_t color_at(const caper_picture *p, int x, int y)
{
    const uint8_t *c = pixel(p, x, y);
    return (uint32_t)c[0] << 16 | (uint32_t)c[1] << 8 | c[2];
}

/// Sum of the channels' differences.
static inline int difference(const uint8_t *a, const uint8_t *b)
{
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) + abs(a[2] - b[2]);
}

/// Where a picture differs from another one of its size, or from one color.
typedef struct region {
    int left, top, right, bottom; ///< right and bottom are beyond
    int count;
    double x, y; ///< centroid, in pixels from the corner
} region;

static inline region region_of(const caper_picture *p, const caper_picture *other, uint32_t color,
                               int threshold)
{
    region r = {p->width, p->height, 0, 0, 0, 0, 0};
    const uint8_t plain[3] = {(uint8_t)(color >> 16), (uint8_t)(color >> 8), (uint8_t)color};
    for (int y = 0; y < p->height; y++) {
        for (int x = 0; x < p->width; x++) {
            if (difference(pixel(p, x, y), other ? pixel(other, x, y) : plain) <= threshold) {
                continue;
            }
            r.left = x < r.left ? x : r.left;
            r.right = x + 1 > r.right ? x + 1 : r.right;
            r.top = y < r.top ? y : r.top;
            r.bottom = y + 1 > r.bottom ? y + 1 : r.bottom;
            r.x += x + 0.5;
            r.y += y + 0.5;
            r.count++;
        }
    }
    r.x /= r.count > 0 ? r.count : 1;
    r.y /= r.count > 0 ? r.count : 1;
    return r;
}

#endif
