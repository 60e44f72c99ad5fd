// SPDX-License-Identifier: MIT
//
// Height fields: the pyramid over the samples, height at a point, and what a straight line meets.
// A cell is two triangles that share the diagonal from its (0,0) to its (1,1) corner. A line is
// followed through the cells in order; between the borders of cells and their diagonals its
// clearance (its height above the surface) is linear, and equal on both sides of a border, so that
// no ray slips through a seam. The pyramid skips blocks that lie wholly above or below the line.
// Invariant: the cost depends on the cells near the line, not on the size of the field.
#include "world/field.h"

// ----------------------------------------------------------------------------------- pyramid

size_t caperi_pyramid_shape(caperi_pyramid *pyramid, const caper_world_field *field)
{
    int columns = (field->columns - 1 + CAPERI_FIELD_BLOCK - 1) / CAPERI_FIELD_BLOCK;
    int rows = (field->rows - 1 + CAPERI_FIELD_BLOCK - 1) / CAPERI_FIELD_BLOCK;
    size_t total = 0;
    pyramid->level_count = 0;
    for (;;) {
        int level = pyramid->level_count++;
        pyramid->columns[level] = columns;
        pyramid->rows[level] = rows;
        total += (size_t)columns * (size_t)rows;
        if (columns == 1 && rows == 1)
            return total;
        columns = (columns + 1) / 2;
        rows = (rows + 1) / 2;
    }
}

static caperi_range join(caperi_range a, caperi_range b)
{
    caperi_range r = {caper_min(a.low, b.low), caper_max(a.high, b.high)};
    return r;
}

static caperi_range block_range(const caper_world_field *field, int x, int z)
{
    caperi_range range = {INFINITY, -INFINITY};
    int last_x = x + CAPERI_FIELD_BLOCK, last_z = z + CAPERI_FIELD_BLOCK;
    for (int r = z; r <= last_z && r < field->rows; r++) {
        const float *row = field->heights + (size_t)r * (size_t)field->columns;
        for (int c = x; c <= last_x && c < field->columns; c++) {
            caperi_range one = {row[c], row[c]};
            range = join(range, one);
        }
    }
    return range;
}

void caperi_pyramid_build(caperi_pyramid *pyramid, const caper_world_field *field,
                          caperi_range *ranges)
{
    for (int level = 0; level < pyramid->level_count; level++) {
        int columns = pyramid->columns[level], rows = pyramid->rows[level];
        pyramid->level[level] = ranges;
        for (int z = 0; z < rows; z++) {
            for (int x = 0; x < columns; x++, ranges++) {
                if (level == 0) {
                    *ranges = block_range(field, x * CAPERI_FIELD_BLOCK, z * CAPERI_FIELD_BLOCK);
                    continue;
                }
                const caperi_range *below = pyramid->level[level - 1];
                int w = pyramid->columns[level - 1], h = pyramid->rows[level - 1];
                int x1 = 2 * x + 1 < w ? 2 * x + 1 : 2 * x, z1 = 2 * z + 1 < h ? 2 * z + 1 : 2 * z;
                const caperi_range *top = below + (size_t)(2 * z) * (size_t)w;
                const caperi_range *bottom = below + (size_t)z1 * (size_t)w;
                *ranges = join(join(top[2 * x], top[x1]), join(bottom[2 * x], bottom[x1]));
            }
        }
    }
    caperi_range all = pyramid->level[pyramid->level_count - 1][0];
    pyramid->bounds.min = caper_vec3_make(field->x, all.low, field->z);
    pyramid->bounds.max = caper_vec3_make(caperi_field_x(field, field->columns - 1), all.high,
                                          caperi_field_z(field, field->rows - 1));
}

// floor(g) held to a range.
static int cell_of(float g, int low, int high)
{
    return (int)caper_clamp(floorf(g), (float)low, (float)high);
}

int caperi_pyramid_start(const caperi_pyramid *pyramid, float x0, float x1, float z0, float z1,
                         int flip, caperi_block_id *out)
{
    float widest = caper_max(fabsf(x1 - x0), fabsf(z1 - z0));
    int level = 0;
    widest = 1.001f * widest + 1e-3f; // rounding must not make a third block
    while (level < pyramid->level_count - 1 && !((float)(CAPERI_FIELD_BLOCK << level) >= widest))
        level++;
    float size = (float)(CAPERI_FIELD_BLOCK << level);
    int last_x = pyramid->columns[level] - 1, last_z = pyramid->rows[level] - 1;
    int ax = cell_of(caper_min(x0, x1) / size, 0, last_x);
    int az = cell_of(caper_min(z0, z1) / size, 0, last_z);
    int bx = cell_of(caper_max(x0, x1) / size, 0, last_x);
    int bz = cell_of(caper_max(z0, z1) / size, 0, last_z);
    int count = 0;
    for (int k = 3; k >= 0; k--) {
        int child = k ^ flip;
        caperi_block_id id = {level, ax + (child & 1), az + (child >> 1)};
        if (id.x <= bx && id.z <= bz)
            out[count++] = id;
    }
    return count;
}

int caperi_pyramid_children(const caperi_pyramid *pyramid, caperi_block_id id, int flip,
                            caperi_block_id *out)
{
    int count = 0;
    for (int k = 3; k >= 0; k--) {
        int child = k ^ flip;
        caperi_block_id below = {id.level - 1, 2 * id.x + (child & 1), 2 * id.z + (child >> 1)};
        if (below.x < pyramid->columns[id.level - 1] && below.z < pyramid->rows[id.level - 1])
            out[count++] = below;
    }
    return count;
}

// ------------------------------------------------------------------------------------ height

// The cell that holds a coordinate of the grid (in cells) and the place in it; false beyond the
// border. What rounding puts a hair beyond still counts, so that neighbouring fields have no gap.
static bool locate(float position, float first, float spacing, int samples, int *cell, float *at)
{
    float g = (position - first) / spacing, last = (float)(samples - 1);
    float slack = 2.5e-7f * (last + fabsf(position) / spacing);
    if (!(g >= -slack && g <= last + slack))
        return false;
    g = caper_clamp(g, 0.0f, last);
    *cell = g < last ? (int)g : samples - 2;
    *at = g - (float)*cell;
    return true;
}

static float height_in(const caperi_cell *cell, float fx, float fz)
{
    return fx >= fz ? cell->h00 + (fx * (cell->h10 - cell->h00) + fz * (cell->h11 - cell->h10))
                    : cell->h00 + (fz * (cell->h01 - cell->h00) + fx * (cell->h11 - cell->h01));
}

bool caperi_field_height(const caper_world_field *field, float x, float z, caperi_touch *touch)
{
    int cx, cz;
    float fx, fz;
    if (!locate(x, field->x, field->spacing, field->columns, &cx, &fx) ||
        !locate(z, field->z, field->spacing, field->rows, &cz, &fz))
        return false;
    caperi_cell cell = caperi_field_cell(field, cx, cz);
    touch->distance = height_in(&cell, fx, fz);
    touch->point = caper_vec3_make(x, touch->distance, z);
    touch->normal = caperi_cell_normal(&cell, fx >= fz, field->spacing);
    return true;
}

// ------------------------------------------------------------------------------------- lines

// A line in units of the grid: cells along x and z, metres along y.
typedef struct line {
    float x, y, z, dx, dy, dz;
    float from, to; // the part that matters; finding a hit lowers `to`
} line;

// What is looked for along a line.
typedef struct walk {
    const caper_world_field *field;
    line line;
    bool first_crossing; // else the lowest clearance
    // results
    bool found;
    float t, clearance;
    int cx, cz;
    bool lower_triangle;
    int visits;
} walk;

// Narrow [from, to] to where start + slope t lies in [low, high].
static bool clip(float start, float slope, float low, float high, float *from, float *to)
{
    if (slope == 0.0f)
        return start >= low && start <= high;
    float a = (low - start) / slope, b = (high - start) / slope;
    *from = caper_max(caper_min(a, b), *from);
    *to = caper_min(caper_max(a, b), *to);
    return *from <= *to;
}

static float clearance_at(const walk *w, const caperi_cell *cell, int cx, int cz, float t)
{
    const line *l = &w->line;
    float fx = caper_clamp(l->x + l->dx * t - (float)cx, 0.0f, 1.0f);
    float fz = caper_clamp(l->z + l->dz * t - (float)cz, 0.0f, 1.0f);
    return l->y + l->dy * t - height_in(cell, fx, fz);
}

static void note(walk *w, float t, float clearance, int cx, int cz, float middle)
{
    const line *l = &w->line;
    w->found = true;
    w->t = t;
    w->clearance = clearance;
    w->cx = cx, w->cz = cz;
    w->lower_triangle = l->x + l->dx * middle - (float)cx >= l->z + l->dz * middle - (float)cz;
}

// The part [from, to] of the line within one triangle.
static void visit_piece(walk *w, const caperi_cell *cell, int cx, int cz, float from, float to)
{
    float a = clearance_at(w, cell, cx, cz, from), b = clearance_at(w, cell, cx, cz, to);
    float middle = 0.5f * (from + to);
    if (!w->first_crossing) {
        float low = caper_min(a, b);
        if (!w->found || low < w->clearance)
            note(w, a <= b ? from : to, low, cx, cz, middle);
        return;
    }
    // A crossing on the border itself may look passed already, by rounding, in the next cell.
    float steep = fabsf(cell->h10 - cell->h00) + fabsf(cell->h11 - cell->h01) +
                  fabsf(cell->h01 - cell->h00) + fabsf(cell->h11 - cell->h10);
    float slack = 1e-5f * (w->field->spacing + steep) + 1e-6f * fabsf(w->line.y);
    if (!(a >= -slack && b < 0.0f && b < a))
        return;
    float t = a <= 0.0f ? from : from + (to - from) * (a / (a - b));
    if (t <= w->line.to) {
        note(w, t, 0.0f, cx, cz, middle);
        w->line.to = t;
    }
}

static void visit_cell(walk *w, int cx, int cz, float from, float to)
{
    caperi_cell cell = caperi_field_cell(w->field, cx, cz);
    const line *l = &w->line;
    float across = l->dx - l->dz;
    float t = across != 0.0f ? ((float)(cx - cz) - (l->x - l->z)) / across : from;
    w->visits++;
    if (t > from && t < to) {
        visit_piece(w, &cell, cx, cz, from, t);
        from = t;
    }
    visit_piece(w, &cell, cx, cz, from, to);
}

// The cells [x0, x1) x [z0, z1), row by row and then cell by cell in the direction of the line.
static void visit_block(walk *w, int x0, int z0, int x1, int z1)
{
    const line *l = &w->line;
    for (int i = 0; i < z1 - z0; i++) {
        int cz = l->dz < 0.0f ? z1 - 1 - i : z0 + i;
        float from = l->from, to = l->to;
        if (!clip(l->z, l->dz, (float)cz, (float)(cz + 1), &from, &to))
            continue;
        float a = l->x + l->dx * from, b = l->x + l->dx * to;
        int first = cell_of(caper_min(a, b) - 1e-3f, x0, x1 - 1);
        int last = cell_of(caper_max(a, b) + 1e-3f, x0, x1 - 1);
        for (int k = 0; k <= last - first; k++) {
            int cx = l->dx < 0.0f ? last - k : first + k;
            float enter = from, leave = caper_min(to, l->to);
            if (clip(l->x, l->dx, (float)cx, (float)(cx + 1), &enter, &leave))
                visit_cell(w, cx, cz, enter, leave);
        }
    }
}

// May the line meet what is looked for in this block?
static bool worth(walk *w, const caperi_pyramid *pyramid, caperi_block_id id)
{
    const line *l = &w->line;
    caperi_range range =
        pyramid->level[id.level][(size_t)id.z * (size_t)pyramid->columns[id.level] + (size_t)id.x];
    float size = (float)(CAPERI_FIELD_BLOCK << id.level), slack = 1e-3f;
    float from = l->from, to = l->to;
    w->visits++;
    if (!clip(l->x, l->dx, (float)id.x * size - slack, (float)(id.x + 1) * size + slack, &from,
              &to) ||
        !clip(l->z, l->dz, (float)id.z * size - slack, (float)(id.z + 1) * size + slack, &from,
              &to))
        return false;
    float a = l->y + l->dy * from, b = l->y + l->dy * to;
    float margin = 1e-3f * w->field->spacing + 1e-5f * (fabsf(range.low) + fabsf(range.high));
    if (caper_min(a, b) > range.high + margin)
        return false;
    return !w->first_crossing || caper_max(a, b) >= range.low - margin;
}

// The line over the field, cut to its footprint and, for a crossing, to its range of heights.
static bool make_line(walk *w, const caperi_pyramid *pyramid, caper_vec3 o, caper_vec3 d, float to)
{
    const caper_world_field *f = w->field;
    line *l = &w->line;
    float inverse = 1.0f / f->spacing;
    l->x = (o.x - f->x) / f->spacing, l->dx = d.x * inverse;
    l->z = (o.z - f->z) / f->spacing, l->dz = d.z * inverse;
    l->y = o.y, l->dy = d.y;
    l->from = 0.0f, l->to = to;
    float low = pyramid->bounds.min.y, high = pyramid->bounds.max.y;
    float margin = 1e-2f * f->spacing + 1e-5f * (fabsf(low) + fabsf(high));
    low = w->first_crossing ? low - margin : -INFINITY;
    return clip(l->y, l->dy, low, high + margin, &l->from, &l->to) &&
           clip(l->x, l->dx, 0.0f, (float)(f->columns - 1), &l->from, &l->to) &&
           clip(l->z, l->dz, 0.0f, (float)(f->rows - 1), &l->from, &l->to);
}

// Follow the line through the pyramid, nearest blocks first.
static void follow(walk *w, const caperi_pyramid *pyramid)
{
    const line *l = &w->line;
    float x[2] = {l->x + l->dx * l->from, l->x + l->dx * l->to};
    float z[2] = {l->z + l->dz * l->from, l->z + l->dz * l->to};
    caperi_block_id stack[CAPERI_FIELD_STACK];
    // the order in which a line meets four blocks, last one first
    int flip = (l->dx < 0.0f ? 1 : 0) | (l->dz < 0.0f ? 2 : 0);
    int count = caperi_pyramid_start(pyramid, x[0], x[1], z[0], z[1], flip, stack);
    while (count > 0) {
        caperi_block_id id = stack[--count];
        if (!worth(w, pyramid, id))
            continue;
        if (id.level == 0) {
            int x0 = id.x * CAPERI_FIELD_BLOCK, z0 = id.z * CAPERI_FIELD_BLOCK;
            int x1 = x0 + CAPERI_FIELD_BLOCK, z1 = z0 + CAPERI_FIELD_BLOCK;
            visit_block(w, x0, z0, x1 < w->field->columns ? x1 : w->field->columns - 1,
                        z1 < w->field->rows ? z1 : w->field->rows - 1);
            continue;
        }
        count += caperi_pyramid_children(pyramid, id, flip, stack + count);
    }
}

bool caperi_field_ray(const caper_world_field *field, const caperi_pyramid *pyramid,
                      caper_vec3 origin, caper_vec3 direction, float length, caperi_touch *touch,
                      int *visits)
{
    caperi_touch under;
    if (caperi_field_height(field, origin.x, origin.z, &under) && origin.y < under.distance) {
        *touch = under;
        touch->distance = 0.0f;
        touch->point = origin;
        return true;
    }
    walk w = {.field = field, .first_crossing = true};
    if (!make_line(&w, pyramid, origin, direction, length))
        return false;
    follow(&w, pyramid);
    *visits += w.visits;
    if (!w.found)
        return false;
    caperi_cell cell = caperi_field_cell(field, w.cx, w.cz);
    touch->distance = w.t;
    touch->point = caper_vec3_add_scaled(origin, direction, w.t);
    touch->normal = caperi_cell_normal(&cell, w.lower_triangle, field->spacing);
    return true;
}

bool caperi_field_deepest(const caper_world_field *field, const caperi_pyramid *pyramid,
                          caper_vec3 a, caper_vec3 b, float *t, int *visits)
{
    walk w = {.field = field, .first_crossing = false};
    if (!make_line(&w, pyramid, a, caper_vec3_sub(b, a), 1.0f))
        return false;
    follow(&w, pyramid);
    *visits += w.visits;
    *t = w.t;
    return w.found && w.clearance < 0.0f;
}
