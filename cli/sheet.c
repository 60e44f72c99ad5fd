// SPDX-License-Identifier: MIT
//
// Draws contact sheets of characters as SVG: orthographic boxes, three visible faces each, shaded
// by one light and colored by capability, over their shadow and a grid on the ground. What is solid
// is painted back to front (sheet_order.c), so no picture needs a depth buffer. Coordinates are
// rounded to a tenth of a pixel and written as whole numbers of it, free of the locale.
#include "sheet.h"

#include "caper/render.h"

#include <stdlib.h>
#include <string.h>

#define MARGIN 12.0f
#define LABEL_HEIGHT 26.0f
#define TITLE_HEIGHT 34.0f
#define LEGEND_HEIGHT 30.0f
#define ROW_WIDTH 150.0f // of the labels of rows
#define LINE_HEIGHT 17.0f

sheet_options sheet_options_default(void)
{
    sheet_options o = {0};
    o.columns = 6;
    o.cell_width = o.cell_height = 240.0f;
    o.yaw = 0.62f;
    o.pitch = 0.32f;
    o.legend = o.grid = o.scale_bar = true;
    return o;
}

// --- colors ------------------------------------------------------------------------------------

static unsigned shade(unsigned color, float light)
{
    unsigned out = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        float channel = (float)(color >> shift & 0xff) * light;
        out |= (unsigned)caper_clamp(channel + 0.5f, 0.0f, 255.0f) << shift;
    }
    return out;
}

// --- SVG ---------------------------------------------------------------------------------------

// Tenths of a pixel.
static int tenths(float x)
{
    return (int)floorf(x * 10.0f + 0.5f);
}

static void put_tenths(caper_text *out, int v)
{
    unsigned size = v < 0 ? 0u - (unsigned)v : (unsigned)v;
    if (size % 10 == 0)
        caper_text_printf(out, "%s%u", v < 0 ? "-" : "", size / 10);
    else
        caper_text_printf(out, "%s%u.%u", v < 0 ? "-" : "", size / 10, size % 10);
}

static void put_attribute(caper_text *out, const char *name, float value)
{
    caper_text_printf(out, " %s=\"", name);
    put_tenths(out, tenths(value));
    caper_text_append_string(out, "\"");
}

// A closed polygon as path data, relative after its first point: half the size of absolute.
static void put_polygon(caper_text *out, const caper_vec3 *points, int count)
{
    int x = 0, y = 0;
    for (int i = 0; i < count; i++) {
        int to_x = tenths(points[i].x), to_y = tenths(points[i].y);
        caper_text_append_string(out, i == 0 ? "M" : i == 1 ? "l" : " ");
        put_tenths(out, to_x - x);
        caper_text_append_string(out, ",");
        put_tenths(out, to_y - y);
        x = to_x;
        y = to_y;
    }
    caper_text_append_string(out, "z");
}

static void put_escaped(caper_text *out, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '&':
            caper_text_append_string(out, "&amp;");
            break;
        case '<':
            caper_text_append_string(out, "&lt;");
            break;
        case '>':
            caper_text_append_string(out, "&gt;");
            break;
        default: // control bytes are not XML, whatever a file calls its bodies
            caper_text_append(out, (unsigned char)*text < 0x20 ? " " : text, 1);
        }
    }
}

static void put_label(caper_text *out, float x, float y, const char *attributes, const char *text)
{
    caper_text_append_string(out, "<text");
    put_attribute(out, "x", x);
    put_attribute(out, "y", y);
    caper_text_printf(out, " %s>", attributes);
    put_escaped(out, text);
    caper_text_append_string(out, "</text>\n");
}

// --- view --------------------------------------------------------------------------------------

// From model space to pixels of a cell: x right, y up, z toward the viewer. `scale` is pixels per
// metre and `middle` the point, in metres of the view, that comes to (x, y) of the cell.
typedef struct view {
    caper_vec3 right, up, toward;
    float scale;
    float middle_x, middle_y;
    float x, y;
} view;

static view view_make(const sheet_options *options)
{
    float sin_yaw, cos_yaw, sin_pitch, cos_pitch;
    caper_sincos(options->yaw, &sin_yaw, &cos_yaw);
    caper_sincos(options->pitch, &sin_pitch, &cos_pitch);
    view v = {0};
    v.toward = caper_vec3_make(sin_yaw * cos_pitch, sin_pitch, cos_yaw * cos_pitch);
    v.right = caper_vec3_make(cos_yaw, 0.0f, -sin_yaw);
    v.up = caper_vec3_cross(v.toward, v.right);
    v.scale = 1.0f;
    return v;
}

static caper_vec3 view_direction(const view *v, caper_vec3 d)
{
    return caper_vec3_make(caper_vec3_dot(v->right, d), caper_vec3_dot(v->up, d),
                           caper_vec3_dot(v->toward, d));
}

// Pixels, y still up.
static caper_vec3 view_point(const view *v, caper_vec3 p)
{
    caper_vec3 q = view_direction(v, p);
    return caper_vec3_make((q.x - v->middle_x) * v->scale + v->x,
                           (q.y - v->middle_y) * v->scale - v->y, q.z * v->scale);
}

// As the picture has it: y down.
static caper_vec3 to_picture(caper_vec3 p)
{
    return caper_vec3_make(p.x, -p.y, p.z);
}

// --- bodies ------------------------------------------------------------------------------------

static bool is_drawn(const caper_character *c, int body)
{
    return (c->bodies[body].caps & CAPER_CAP_HELPER) == 0;
}

static caper_transform place_of(const sheet_cell *cell, int body)
{
    return cell->model ? cell->model->bodies[body] : cell->character->rest_model[body];
}

static void body_corners(const sheet_cell *cell, int body, caper_vec3 corners[8])
{
    const caper_body *b = &cell->character->bodies[body];
    caper_transform t = place_of(cell, body);
    for (int k = 0; k < 8; k++) {
        caper_vec3 h = b->box_half;
        caper_vec3 corner =
            caper_vec3_make(k & 1 ? h.x : -h.x, k & 2 ? h.y : -h.y, k & 4 ? h.z : -h.z);
        corners[k] = caper_transform_mul_point(t, caper_vec3_add(b->box_center, corner));
    }
}

static sheet_block block_of(const sheet_cell *cell, int body, const view *v)
{
    const caper_character *c = cell->character;
    const caper_body *b = &c->bodies[body];
    caper_transform t = place_of(cell, body);
    sheet_block block;
    block.center = view_point(v, caper_transform_mul_point(t, b->box_center));
    caper_mat3 axes = caper_quat_to_mat3(t.rotation);
    block.axes[0] = view_direction(v, axes.x);
    block.axes[1] = view_direction(v, axes.y);
    block.axes[2] = view_direction(v, axes.z);
    block.half[0] = b->box_half.x * v->scale;
    block.half[1] = b->box_half.y * v->scale;
    block.half[2] = b->box_half.z * v->scale;
    block.caps = b->caps;
    if (body == c->root_body)
        block.caps |= CAPER_CAP_ROOT;
    block.plain = block.caps == 0;
    for (int up = b->parent; block.caps == 0 && up >= 0; up = c->bodies[up].parent)
        block.caps = c->bodies[up].caps & ~(caper_caps)CAPER_CAP_EYE;
    return block;
}

static void draw_block(caper_text *out, const sheet_block *b, caper_vec3 light)
{
    unsigned color = caper_caps_color(b->caps);
    for (int side = 0; side < 6; side++) {
        int k = side / 2, i = (k + 1) % 3, j = (k + 2) % 3;
        caper_vec3 normal = side & 1 ? caper_vec3_neg(b->axes[k]) : b->axes[k];
        if (normal.z <= 1e-3f)
            continue; // looks away
        caper_vec3 middle = caper_vec3_add_scaled(b->center, normal, b->half[k]);
        caper_vec3 u = caper_vec3_scale(b->axes[i], b->half[i]);
        caper_vec3 w = caper_vec3_scale(b->axes[j], b->half[j]);
        caper_vec3 sum = caper_vec3_add(u, w), difference = caper_vec3_sub(u, w);
        caper_vec3 quad[4] = {to_picture(caper_vec3_add(middle, sum)),
                              to_picture(caper_vec3_add(middle, difference)),
                              to_picture(caper_vec3_sub(middle, sum)),
                              to_picture(caper_vec3_sub(middle, difference))};
        float facing = caper_max(caper_vec3_dot(normal, light), 0.0f);
        float brightness = (0.70f + 0.34f * facing) * (b->plain ? 0.9f : 1.0f);
        caper_text_append_string(out, "<path d=\"");
        put_polygon(out, quad, 4);
        caper_text_printf(out, "\" fill=\"#%06x\"/>\n", shade(color, brightness));
    }
}

static bool draw_bodies(caper_text *out, const sheet_cell *cell, const view *v)
{
    const caper_character *c = cell->character;
    size_t room = (size_t)c->body_count;
    sheet_block *blocks = malloc(room * sizeof(sheet_block));
    int *order = malloc(room * sizeof(int));
    int count = 0;
    for (int i = 0; blocks && i < c->body_count; i++)
        if (is_drawn(c, i))
            blocks[count++] = block_of(cell, i, v);
    bool good = blocks && order && sheet_order(blocks, count, order);
    if (good) {
        // over the viewer's left shoulder, so that left, right and top of a box differ
        caper_vec3 light = caper_vec3_normalize(caper_vec3_make(-0.30f, 0.85f, 0.55f));
        caper_text_append_string(out, "<g stroke=\"#2a2d36\" stroke-opacity=\".6\" "
                                      "stroke-width=\".6\" stroke-linejoin=\"round\">\n");
        for (int i = 0; i < count; i++)
            draw_block(out, &blocks[order[i]], light);
        caper_text_append_string(out, "</g>\n");
    }
    free(order);
    free(blocks);
    return good;
}

// --- ground ------------------------------------------------------------------------------------

static float turn_of(caper_vec3 a, caper_vec3 b, caper_vec3 c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static int compare_points(const void *a, const void *b)
{
    const caper_vec3 *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return p->y < q->y ? -1 : p->y > q->y;
}

// The convex hull of eight points, in one sense of turning (Andrew's monotone chain).
static int hull_of(caper_vec3 points[8], caper_vec3 hull[17])
{
    qsort(points, 8, sizeof points[0], compare_points);
    int count = 0;
    for (int pass = 0; pass < 2; pass++) {
        int start = count;
        for (int i = 0; i < 8; i++) {
            caper_vec3 p = points[pass ? 7 - i : i];
            while (count >= start + 2 && turn_of(hull[count - 2], hull[count - 1], p) <= 0.0f)
                count--;
            hull[count++] = p;
        }
        count--; // the end of one half begins the other
    }
    return count;
}

// All shadows are one path: they turn the same way, so where they overlap they do not darken.
static void draw_shadow(caper_text *out, const sheet_cell *cell, const view *v)
{
    caper_text_append_string(out, "<path fill=\"#c9cdd4\" d=\"");
    for (int i = 0; i < cell->character->body_count; i++) {
        caper_vec3 corners[8], hull[17];
        if (!is_drawn(cell->character, i))
            continue;
        body_corners(cell, i, corners);
        for (int k = 0; k < 8; k++) {
            corners[k].y = 0.0f;
            corners[k] = to_picture(view_point(v, corners[k]));
        }
        put_polygon(out, hull, hull_of(corners, hull));
    }
    caper_text_append_string(out, "\"/>\n");
}

// The largest of 1, 2, 5 times a power of ten that is at most x.
static float round_length(float x)
{
    float power = 1.0f;
    while (power > x)
        power /= 10.0f;
    while (power * 10.0f <= x)
        power *= 10.0f;
    return power * (x >= 5.0f * power ? 5.0f : x >= 2.0f * power ? 2.0f : 1.0f);
}

static void put_line(caper_text *out, const view *v, caper_vec3 a, caper_vec3 b)
{
    caper_vec3 ends[2] = {to_picture(view_point(v, a)), to_picture(view_point(v, b))};
    put_polygon(out, ends, 2);
}

static void draw_grid(caper_text *out, caper_bounds foot, const view *v)
{
    caper_vec3 size = caper_bounds_size(foot);
    float step = round_length(0.5f * caper_max(size.x, size.z));
    int x0 = (int)floorf(foot.min.x / step), x1 = (int)ceilf(foot.max.x / step);
    int z0 = (int)floorf(foot.min.z / step), z1 = (int)ceilf(foot.max.z / step);
    caper_text_append_string(out, "<path stroke=\"#dde0e5\" stroke-width=\"1\" d=\"");
    for (int i = x0; i <= x1; i++)
        put_line(out, v, caper_vec3_make((float)i * step, 0.0f, (float)z0 * step),
                 caper_vec3_make((float)i * step, 0.0f, (float)z1 * step));
    for (int i = z0; i <= z1; i++)
        put_line(out, v, caper_vec3_make((float)x0 * step, 0.0f, (float)i * step),
                 caper_vec3_make((float)x1 * step, 0.0f, (float)i * step));
    caper_text_append_string(out, "\"/>\n");
}

static void draw_scale_bar(caper_text *out, const sheet_options *options, float scale)
{
    float meters = round_length(0.28f * options->cell_width / scale);
    float x = MARGIN, y = options->cell_height - LABEL_HEIGHT + 12.0f, width = meters * scale;
    caper_vec3 ends[2] = {caper_vec3_make(x, y, 0.0f), caper_vec3_make(x + width, y, 0.0f)};
    caper_text_append_string(out, "<path stroke=\"#6b7280\" stroke-width=\"2\" d=\"");
    put_polygon(out, ends, 2);
    caper_text_append_string(out, "\"/>\n");
    char text[32];
    const char *unit = "m";
    float number = meters;
    if (meters < 0.0095f) {
        number = meters * 1000.0f;
        unit = "mm";
    } else if (meters < 0.95f) {
        number = meters * 100.0f;
        unit = "cm";
    }
    int length = caper_format_float(floorf(number * 100.0f + 0.5f) / 100.0f, text);
    text[length] = ' ';
    memcpy(text + length + 1, unit, strlen(unit) + 1);
    put_label(out, x, y + 11.0f, "font-size=\"9\" fill=\"#6b7280\"", text);
}

// The ground seen from the side, over what is in it.
static void draw_floor(caper_text *out, const sheet_options *options, const view *v)
{
    float y = to_picture(view_point(v, caper_vec3_zero())).y;
    caper_text_append_string(out, "<rect x=\"0\" fill=\"#9a8670\" fill-opacity=\".45\"");
    put_attribute(out, "y", y);
    put_attribute(out, "width", options->cell_width);
    put_attribute(out, "height", options->cell_height - LABEL_HEIGHT - y);
    caper_text_append_string(out, "/>\n<path stroke=\"#5c4a36\" stroke-width=\"1.2\" d=\"");
    const caper_vec3 ends[2] = {caper_vec3_make(0, y, 0),
                                caper_vec3_make(options->cell_width, y, 0)};
    put_polygon(out, ends, 2);
    caper_text_append_string(out, "\"/>\n");
}

// The first line is a heading.
static void draw_row_label(caper_text *out, const char *text, float top)
{
    for (int line = 0; *text; line++) {
        char part[64];
        size_t size = strcspn(text, "\n"), kept = size < sizeof part ? size : sizeof part - 1;
        memcpy(part, text, kept);
        part[kept] = 0;
        put_label(out, MARGIN, top + MARGIN + LINE_HEIGHT * (float)(line + 1),
                  line == 0 ? "font-size=\"14\" font-weight=\"bold\" fill=\"#1f2430\""
                            : "font-size=\"12\" fill=\"#1f2430\"",
                  part);
        text += size + (text[size] != 0);
    }
}

// --- cells -------------------------------------------------------------------------------------

// What a cell has to show: its extent in the view and on the ground, in metres.
typedef struct extent {
    caper_bounds picture, ground;
} extent;

static extent extent_of(const sheet_cell *cell, const view *v)
{
    extent e = {caper_bounds_empty(), caper_bounds_empty()};
    for (int i = 0; i < cell->character->body_count; i++) {
        caper_vec3 corners[8];
        if (!is_drawn(cell->character, i))
            continue;
        body_corners(cell, i, corners);
        for (int k = 0; k < 8; k++) {
            caper_vec3 below = caper_vec3_make(corners[k].x, 0.0f, corners[k].z);
            e.picture = caper_bounds_add_point(e.picture, view_direction(v, corners[k]));
            e.picture = caper_bounds_add_point(e.picture, view_direction(v, below));
            e.ground = caper_bounds_add_point(e.ground, below);
        }
    }
    return e;
}

// Of all cells that show the same character, so that they share scale and place.
static extent common_extent(const sheet_cell *cells, int count, int which, const view *v)
{
    extent e = extent_of(&cells[which], v);
    for (int i = 0; i < count; i++) {
        if (i == which || cells[i].character != cells[which].character)
            continue;
        extent other = extent_of(&cells[i], v);
        e.picture = caper_bounds_union(e.picture, other.picture);
        e.ground = caper_bounds_union(e.ground, other.ground);
    }
    return e;
}

static void fit(view *v, caper_bounds picture, const sheet_options *options)
{
    float width = options->cell_width - 2.0f * MARGIN;
    float height = options->cell_height - 2.0f * MARGIN - LABEL_HEIGHT;
    caper_vec3 size = caper_bounds_size(picture), middle = caper_bounds_center(picture);
    v->scale = caper_min(width / caper_max(size.x, 1e-6f), height / caper_max(size.y, 1e-6f));
    v->middle_x = middle.x;
    v->middle_y = picture.min.y; // stands at the bottom of the cell
    v->x = 0.5f * options->cell_width;
    v->y = MARGIN + height;
}

static float row_width(const sheet_options *options)
{
    return options->row_labels ? ROW_WIDTH : 0.0f;
}

static bool draw_cell(caper_text *out, const sheet_cell *cells, int count, int which,
                      const sheet_options *options, float top)
{
    const sheet_cell *cell = &cells[which];
    view v = view_make(options);
    extent e = common_extent(cells, count, which, &v);
    if (caper_bounds_is_empty(e.picture))
        return true; // helpers alone
    fit(&v, e.picture, options);

    // an inner svg element clips at its border
    caper_text_append_string(out, "<svg");
    put_attribute(out, "x",
                  row_width(options) + (float)(which % options->columns) * options->cell_width);
    put_attribute(out, "y", top + (float)(which / options->columns) * options->cell_height);
    put_attribute(out, "width", options->cell_width);
    put_attribute(out, "height", options->cell_height);
    caper_text_append_string(out, ">\n");
    if (options->grid)
        draw_grid(out, e.ground, &v);
    if (!options->floor)
        draw_shadow(out, cell, &v);
    bool good = draw_bodies(out, cell, &v);
    if (options->floor)
        draw_floor(out, options, &v);
    if (options->scale_bar)
        draw_scale_bar(out, options, v.scale);
    put_label(out, 0.5f * options->cell_width, options->cell_height - 9.0f,
              "font-size=\"13\" fill=\"#1f2430\" text-anchor=\"middle\"",
              cell->label ? cell->label : cell->character->name);
    caper_text_append_string(out, "</svg>\n");
    return good;
}

static void draw_legend(caper_text *out, const sheet_cell *cells, int count, float top)
{
    caper_caps seen = 0;
    for (int i = 0; i < count; i++)
        for (int b = 0; b < cells[i].character->body_count; b++)
            seen |= cells[i].character->bodies[b].caps;
    seen |= CAPER_CAP_ROOT;
    float x = MARGIN;
    int colors = 0;
    const caper_cap_color *palette = caper_cap_palette(&colors);
    for (int i = colors - 1; i >= 0; i--) {
        if (!(seen & palette[i].cap))
            continue;
        const char *name = caper_cap_name(palette[i].cap);
        caper_text_append_string(out, "<rect width=\"11\" height=\"11\" rx=\"2\"");
        put_attribute(out, "x", x);
        put_attribute(out, "y", top + 9.0f);
        caper_text_printf(out, " fill=\"#%06x\"/>\n", palette[i].color);
        put_label(out, x + 16.0f, top + 18.5f, "font-size=\"11\" fill=\"#1f2430\"", name);
        x += 34.0f + 6.2f * (float)strlen(name);
    }
}

bool sheet_draw(const sheet_cell *cells, int count, const sheet_options *options, caper_text *out)
{
    if (count <= 0 || options->columns <= 0)
        return !out->failed;
    int columns = count < options->columns ? count : options->columns;
    int rows = (count + options->columns - 1) / options->columns;
    float top = options->title ? TITLE_HEIGHT : 0.0f;
    float width = row_width(options) + (float)columns * options->cell_width;
    float legend = top + (float)rows * options->cell_height;
    float height = legend + (options->legend ? LEGEND_HEIGHT : 0.0f);

    caper_text_append_string(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    put_attribute(out, "width", width);
    put_attribute(out, "height", height);
    caper_text_append_string(out, " font-family=\"system-ui,'DejaVu Sans',sans-serif\">\n"
                                  "<rect width=\"100%\" height=\"100%\" fill=\"#fafbfc\"/>\n");
    if (options->title)
        put_label(out, MARGIN, 23.0f, "font-size=\"17\" fill=\"#1f2430\"", options->title);
    bool good = true;
    for (int i = 0; i < count && good; i++)
        good = draw_cell(out, cells, count, i, options, top);
    for (int i = 0; options->row_labels && i < rows; i++)
        draw_row_label(out, options->row_labels[i], top + (float)i * options->cell_height);
    if (options->legend)
        draw_legend(out, cells, count, legend);
    caper_text_append_string(out, "</svg>\n");
    return good && !out->failed;
}
