// SPDX-License-Identifier: MIT
//
// Pictures in memory: filling, pasting, text. A letter is drawn by distance: its strokes become
// short segments, and a pixel is covered as far as its centre lies within half a stroke's width of
// the nearest one. That is anti-aliased by itself and free of the order of strokes.
#include "caper/render.h"
#include "render/font.h"

#include <string.h>

static size_t byte_count(int width, int height)
{
    return (size_t)width * (size_t)height * 4;
}

caper_picture caper_picture_create(int width, int height, uint32_t color,
                                   const caper_allocator *allocator)
{
    caper_picture picture = {0};
    if (width < 1 || height < 1 || width > CAPER_PICTURE_MAX || height > CAPER_PICTURE_MAX) {
        return picture;
    }
    picture.pixels = caper_alloc(allocator, byte_count(width, height), 16);
    if (picture.pixels) {
        picture.width = width;
        picture.height = height;
        caper_picture_fill(&picture, 0, 0, width, height, color);
    }
    return picture;
}

void caper_picture_destroy(caper_picture *picture, const caper_allocator *allocator)
{
    if (picture) {
        caper_free(allocator, picture->pixels, byte_count(picture->width, picture->height));
        memset(picture, 0, sizeof(*picture));
    }
}

// [begin, end) within [0, size).
static void clip(int *begin, int *end, int size)
{
    *begin = *begin < 0 ? 0 : *begin > size ? size : *begin;
    *end = *end < *begin ? *begin : *end > size ? size : *end;
}

// begin + count without overflow.
static int end_of(int begin, int count)
{
    int64_t end = (int64_t)begin + count;
    return end > CAPER_PICTURE_MAX ? CAPER_PICTURE_MAX : end < 0 ? 0 : (int)end;
}

void caper_picture_fill(caper_picture *picture, int x, int y, int width, int height, uint32_t color)
{
    int right = end_of(x, width), bottom = end_of(y, height);
    clip(&x, &right, picture->width);
    clip(&y, &bottom, picture->height);
    for (int row = y; row < bottom; row++) {
        uint8_t *p = picture->pixels + byte_count(picture->width, row) + 4 * (size_t)x;
        for (int column = x; column < right; column++, p += 4) {
            p[0] = (uint8_t)(color >> 16);
            p[1] = (uint8_t)(color >> 8);
            p[2] = (uint8_t)color;
            p[3] = 255;
        }
    }
}

void caper_picture_paste(caper_picture *to, const caper_picture *from, int x, int y)
{
    int left = x, top = y, right = end_of(x, from->width), bottom = end_of(y, from->height);
    clip(&left, &right, to->width);
    clip(&top, &bottom, to->height);
    for (int row = top; row < bottom && left < right; row++) {
        memcpy(to->pixels + byte_count(to->width, row) + 4 * (size_t)left,
               from->pixels + byte_count(from->width, row - y) + 4 * (size_t)(left - x),
               4 * (size_t)(right - left));
    }
}

// --- text --------------------------------------------------------------------------------------

caper_text_style caper_text_style_default(void)
{
    caper_text_style style = {0};
    style.size = 14.0f;
    style.color = 0x1f2430;
    style.halo_color = 0xffffff;
    return style;
}

// The next character of UTF-8; bytes that are none count as one character each.
static unsigned next_code(const char **text)
{
    const unsigned char *s = (const unsigned char *)*text;
    int more = s[0] >= 0xf0 ? 3 : s[0] >= 0xe0 ? 2 : s[0] >= 0xc0 ? 1 : 0;
    unsigned code = s[0] < 0x80 ? s[0] : 0xfffd;
    int taken = 1;
    while (taken <= more && (s[taken] & 0xc0) == 0x80) {
        taken++;
    }
    *text += taken;
    return code;
}

static float unit_of(const caper_text_style *style)
{
    return 0.7f * style->size / CAPERI_FONT_CAPITAL;
}

float caper_picture_text_width(const caper_text_style *style, const char *text)
{
    float width = 0.0f;
    int count = 0;
    for (; *text; count++) {
        width += caperi_font_width(next_code(&text)) + CAPERI_FONT_GAP;
    }
    return count > 0 ? (width - CAPERI_FONT_GAP) * unit_of(style) : 0.0f;
}

typedef struct segment {
    float ax, ay, bx, by;
} segment;

enum {
    MOST_SEGMENTS = 160,
    CURVE_STEPS = 6
};

// A letter as segments in pixels.
typedef struct letter {
    segment segments[MOST_SEGMENTS];
    int count;
    float x, y, unit; // of its origin on the base line
    float at_x, at_y; // where the pen is, in units
} letter;

static void line_to(letter *l, float x, float y)
{
    if (l->count < MOST_SEGMENTS) {
        segment *s = &l->segments[l->count++];
        s->ax = l->x + l->at_x * l->unit;
        s->ay = l->y - (l->at_y - CAPERI_FONT_BASE) * l->unit;
        s->bx = l->x + x * l->unit;
        s->by = l->y - (y - CAPERI_FONT_BASE) * l->unit;
    }
    l->at_x = x;
    l->at_y = y;
}

static void curve_to(letter *l, float cx, float cy, float x, float y)
{
    float ax = l->at_x, ay = l->at_y;
    for (int i = 1; i <= CURVE_STEPS; i++) {
        float t = (float)i / CURVE_STEPS, s = 1.0f - t;
        line_to(l, s * s * ax + 2 * s * t * cx + t * t * x,
                s * s * ay + 2 * s * t * cy + t * t * y);
    }
}

static float digit(char c)
{
    return (float)(c <= '9' ? c - '0' : c - 'A' + 10);
}

static void read_strokes(letter *l, const char *s)
{
    bool started = false, bent = false;
    float cx = 0.0f, cy = 0.0f;
    for (; *s; s++) {
        if (*s == ' ') {
            started = false;
            continue;
        }
        bool control = *s == '~';
        s += control;
        float x = digit(s[0]), y = digit(s[1]);
        s++;
        if (!started) {
            l->at_x = x;
            l->at_y = y;
            started = true;
        } else if (control) {
            cx = x;
            cy = y;
            bent = true;
        } else if (bent) {
            curve_to(l, cx, cy, x, y);
            bent = false;
        } else {
            line_to(l, x, y);
        }
    }
}

static float distance_sq(const segment *s, float x, float y)
{
    float dx = s->bx - s->ax, dy = s->by - s->ay, px = x - s->ax, py = y - s->ay;
    float length = dx * dx + dy * dy;
    float t = length > 0.0f ? caper_clamp((px * dx + py * dy) / length, 0.0f, 1.0f) : 0.0f;
    px -= t * dx;
    py -= t * dy;
    return px * px + py * py;
}

static void blend_pixel(uint8_t *p, uint32_t color, float amount)
{
    for (int i = 0; i < 3; i++) {
        float c = (float)(color >> (16 - 8 * i) & 0xff);
        p[i] = (uint8_t)((float)p[i] + (c - (float)p[i]) * amount + 0.5f);
    }
    p[3] = 255;
}

// Colors all pixels within `radius` of the strokes.
static void draw_letter(caper_picture *picture, const letter *l, float radius, float softness,
                        uint32_t color)
{
    float x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;
    for (int i = 0; i < l->count; i++) {
        const segment *s = &l->segments[i];
        x0 = caper_min(x0, caper_min(s->ax, s->bx));
        x1 = caper_max(x1, caper_max(s->ax, s->bx));
        y0 = caper_min(y0, caper_min(s->ay, s->by));
        y1 = caper_max(y1, caper_max(s->ay, s->by));
    }
    float reach = radius + softness;
    if (!(x1 + reach > 0.0f && x0 - reach < (float)picture->width && y1 + reach > 0.0f &&
          y0 - reach < (float)picture->height)) {
        return;
    }
    int left = (int)floorf(caper_max(x0 - reach, 0.0f));
    int top = (int)floorf(caper_max(y0 - reach, 0.0f));
    int right = (int)ceilf(caper_min(x1 + reach, (float)picture->width));
    int bottom = (int)ceilf(caper_min(y1 + reach, (float)picture->height));
    for (int row = top; row < bottom; row++) {
        for (int column = left; column < right; column++) {
            float best = INFINITY;
            for (int i = 0; i < l->count; i++) {
                best = caper_min(
                    best, distance_sq(&l->segments[i], (float)column + 0.5f, (float)row + 0.5f));
            }
            float amount = caper_clamp((reach - sqrtf(best)) / (2.0f * softness), 0.0f, 1.0f);
            if (amount > 0.0f) {
                uint8_t *p = picture->pixels + byte_count(picture->width, row) + 4 * (size_t)column;
                blend_pixel(p, color, amount);
            }
        }
    }
}

void caper_picture_text(caper_picture *picture, float x, float y, const caper_text_style *style,
                        const char *text)
{
    float unit = unit_of(style);
    if (!isfinite(x) || !isfinite(y) || !(unit > 0.0f) || !(unit < 1000.0f)) {
        return;
    }
    float width = caper_picture_text_width(style, text);
    float start = x - (style->align == CAPER_TEXT_CENTER  ? 0.5f * width
                       : style->align == CAPER_TEXT_RIGHT ? width
                                                          : 0.0f);
    // halos first, so that none covers its neighbour
    for (int pass = style->halo ? 0 : 1; pass < 2; pass++) {
        letter l;
        l.x = start;
        l.y = y;
        l.unit = unit;
        for (const char *s = text; *s;) {
            unsigned code = next_code(&s);
            l.count = 0;
            read_strokes(&l, caperi_font_strokes(code));
            float radius = caper_max(0.58f * unit, 0.45f);
            if (pass == 0) {
                draw_letter(picture, &l, radius + 1.8f * unit + 0.5f, 1.2f, style->halo_color);
            } else {
                draw_letter(picture, &l, radius, 0.5f, style->color);
            }
            l.x += (caperi_font_width(code) + CAPERI_FONT_GAP) * unit;
        }
    }
}
