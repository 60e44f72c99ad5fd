// SPDX-License-Identifier: MIT
//
// Building a world: every part is checked, stairs become boxes, and all of it is copied into one
// block of memory with the tree over the boxes and the pyramids over the fields. Invariant: a world
// holds only finite numbers within CAPERI_WORLD_MAX_COORDINATE and unit rotations, so that queries
// need no checks of their own.
#include "base/block.h"
#include "world/world.h"

#include <string.h>

// ------------------------------------------------------------------------------------- parts

static bool in_range(float x)
{
    return fabsf(x) <= CAPERI_WORLD_MAX_COORDINATE;
}

static bool point_in_range(caper_vec3 p)
{
    return in_range(p.x) && in_range(p.y) && in_range(p.z);
}

static bool size_in_range(float x)
{
    return x > 0.0f && x <= CAPERI_WORLD_MAX_COORDINATE;
}

// Make a nearly unit rotation unit, but keep the bits of one that is.
static bool fix_transform(caper_transform *t)
{
    if (!caper_quat_is_unit(t->rotation, 1e-3f))
        return false;
    if (!caper_quat_is_unit(t->rotation, 5e-7f))
        t->rotation = caper_quat_normalize(t->rotation);
    t->pad = 0.0f;
    return true;
}

const char *caperi_box_problem(caper_world_box *box)
{
    if (!point_in_range(box->transform.position))
        return "the position of a box must be finite and within 1e6 m";
    if (!fix_transform(&box->transform))
        return "the rotation of a box must be a unit quaternion";
    if (!size_in_range(box->half.x) || !size_in_range(box->half.y) || !size_in_range(box->half.z))
        return "the half sizes of a box must be above 0 and within 1e6 m";
    return NULL;
}

const char *caperi_stairs_problem(caper_world_stairs *stairs)
{
    caper_quat *q = &stairs->transform.rotation;
    if (!point_in_range(stairs->transform.position))
        return "the position of stairs must be finite and within 1e6 m";
    if (!fix_transform(&stairs->transform))
        return "the rotation of stairs must be a unit quaternion";
    if (!(fabsf(q->x) <= 1e-5f && fabsf(q->z) <= 1e-5f))
        return "stairs may turn about the vertical only";
    q->x = 0.0f, q->z = 0.0f;
    if (stairs->count < 1 || stairs->count > CAPERI_WORLD_MAX_STEPS)
        return "stairs must have 1 to 10000 steps";
    if (!size_in_range(stairs->rise) || !size_in_range(stairs->run) ||
        !size_in_range(stairs->width))
        return "rise, run and width of stairs must be above 0 and within 1e6 m";
    if (!(stairs->landing >= 0.0f && in_range(stairs->landing)))
        return "the landing of stairs must be 0 or more and within 1e6 m";
    float count = (float)stairs->count;
    if (!in_range(count * stairs->rise) || !in_range(count * stairs->run + stairs->landing))
        return "stairs must end within 1e6 m";
    return NULL;
}

const char *caperi_ground_problem(caper_vec3 *point, caper_vec3 *normal)
{
    if (!point_in_range(*point))
        return "the point of the ground must be finite and within 1e6 m";
    float length = caper_vec3_length(*normal);
    if (!(length > 1e-6f && length < 1e6f))
        return "the normal of the ground must be a direction";
    if (fabsf(length - 1.0f) > 5e-7f)
        *normal = caper_vec3_scale(*normal, 1.0f / length);
    if (!(normal->y > 0.1f))
        return "the ground is too steep: its unit normal must have y above 0.1";
    return NULL;
}

bool caperi_height_is_good(float height)
{
    return in_range(height);
}

const char *caperi_field_problem(const caper_world_field *field)
{
    if (field->columns < 2 || field->columns > CAPERI_WORLD_MAX_SIDE || field->rows < 2 ||
        field->rows > CAPERI_WORLD_MAX_SIDE)
        return "a field must have 2 to 65536 rows and columns";
    if (!size_in_range(field->spacing))
        return "the spacing of a field must be above 0 and within 1e6 m";
    float end_x = field->x + (float)(field->columns - 1) * field->spacing;
    float end_z = field->z + (float)(field->rows - 1) * field->spacing;
    if (!in_range(field->x) || !in_range(field->z) || !in_range(end_x) || !in_range(end_z))
        return "a field must lie within 1e6 m";
    float far = caper_max(caper_max(fabsf(field->x), fabsf(end_x)),
                          caper_max(fabsf(field->z), fabsf(end_z)));
    if (!(field->spacing >= 1e-6f * far))
        return "the spacing of a field is too fine so far from the origin";
    return NULL;
}

caper_world_box caperi_stairs_box(const caper_world_stairs *stairs, int step)
{
    // Each step reaches to the end of the flight: side by side they would have seams inside, where
    // the distance to the surface would come out as nearly zero.
    float front = (float)step * stairs->run;
    float back = (float)stairs->count * stairs->run + stairs->landing;
    float top = (float)(step + 1) * stairs->rise;
    caper_world_box box;
    box.half = caper_vec3_make(0.5f * stairs->width, 0.5f * top, 0.5f * (back - front));
    box.transform = stairs->transform;
    box.transform.position = caper_transform_mul_point(
        stairs->transform, caper_vec3_make(0.0f, 0.5f * top, 0.5f * (back + front)));
    return box;
}

// ---------------------------------------------------------------------------------- creation

caper_world_def caper_world_def_default(void)
{
    caper_world_def def = {0};
    def.has_ground = true;
    def.ground_normal = caper_vec3_make(0.0f, 1.0f, 0.0f);
    def.cookie = CAPER_DEF_COOKIE;
    return def;
}

static bool refuse(const caper_world_def *def, caper_error *error, const char *kind, int index,
                   const char *problem)
{
    return caper_error_set(error, CAPER_ERROR_INVALID, def->source, 0, 0, "%s %d: %s", kind, index,
                           problem);
}

// Totals first, before anything is allocated or copied.
static bool count_parts(const caper_world_def *def, caper_error *error, size_t *boxes,
                        size_t *samples)
{
    *boxes = (size_t)def->box_count;
    *samples = 0;
    for (int i = 0; i < def->stairs_count; i++) {
        caper_world_stairs stairs = def->stairs[i];
        const char *problem = caperi_stairs_problem(&stairs);
        if (problem)
            return refuse(def, error, "stairs", i, problem);
        *boxes += (size_t)stairs.count;
    }
    for (int i = 0; i < def->field_count; i++) {
        const char *problem = caperi_field_problem(&def->fields[i]);
        if (!problem && !def->fields[i].heights)
            problem = "it has no heights";
        if (problem)
            return refuse(def, error, "field", i, problem);
        *samples += (size_t)def->fields[i].columns * (size_t)def->fields[i].rows;
    }
    if (*boxes > CAPERI_WORLD_MAX_BOXES)
        return caper_error_set(error, CAPER_ERROR_LIMIT, def->source, 0, 0,
                               "found %zu boxes and steps, expected at most %d", *boxes,
                               CAPERI_WORLD_MAX_BOXES);
    if (*samples > CAPERI_WORLD_MAX_SAMPLES)
        return caper_error_set(error, CAPER_ERROR_LIMIT, def->source, 0, 0,
                               "found %zu heights, expected at most %d", *samples,
                               CAPERI_WORLD_MAX_SAMPLES);
    return true;
}

static caper_world *allocate(const caper_world_def *def, size_t boxes, size_t samples,
                             float **heights, caperi_range **ranges)
{
    size_t range_count = 0;
    for (int i = 0; i < def->field_count; i++) {
        caperi_pyramid shape;
        range_count += caperi_pyramid_shape(&shape, &def->fields[i]);
    }
    const char *name = def->name ? def->name : "world";
    int node_count = caperi_tree_node_count((int)boxes);
    caperi_block block = {0};
    CAPERI_BLOCK_ADD(&block, 1, caper_world);
    size_t at_nodes = CAPERI_BLOCK_ADD(&block, node_count, caperi_tree_node);
    size_t at_boxes = CAPERI_BLOCK_ADD(&block, boxes, caper_world_box);
    size_t at_stairs = CAPERI_BLOCK_ADD(&block, def->stairs_count, caper_world_stairs);
    size_t at_fields = CAPERI_BLOCK_ADD(&block, def->field_count, caper_world_field);
    size_t at_pyramids = CAPERI_BLOCK_ADD(&block, def->field_count, caperi_pyramid);
    size_t at_ranges = CAPERI_BLOCK_ADD(&block, range_count, caperi_range);
    size_t at_heights = CAPERI_BLOCK_ADD(&block, samples, float);
    size_t at_order = CAPERI_BLOCK_ADD(&block, boxes, int32_t);
    size_t at_name = CAPERI_BLOCK_ADD(&block, strlen(name) + 1, char);
    caper_allocator allocator = caper_allocator_resolve(def->allocator);
    caper_world *world = caperi_block_alloc(&block, &allocator);
    if (!world)
        return NULL;
    world->allocator = allocator;
    world->size = block.size;
    world->tree.nodes = caperi_block_at(world, at_nodes);
    world->tree.order = caperi_block_at(world, at_order);
    world->boxes = caperi_block_at(world, at_boxes);
    world->stairs = caperi_block_at(world, at_stairs);
    world->fields = caperi_block_at(world, at_fields);
    world->pyramids = caperi_block_at(world, at_pyramids);
    world->name = caperi_block_at(world, at_name);
    memcpy(world->name, name, strlen(name) + 1);
    *heights = caperi_block_at(world, at_heights);
    *ranges = caperi_block_at(world, at_ranges);
    return world;
}

static bool copy_boxes(caper_world *world, const caper_world_def *def, caper_error *error)
{
    for (int i = 0; i < def->box_count; i++) {
        world->boxes[i] = def->boxes[i];
        const char *problem = caperi_box_problem(&world->boxes[i]);
        if (problem)
            return refuse(def, error, "box", i, problem);
    }
    world->own_box_count = world->box_count = def->box_count;
    for (int i = 0; i < def->stairs_count; i++) {
        world->stairs[i] = def->stairs[i];
        caperi_stairs_problem(&world->stairs[i]); // refused earlier; here for its fixes
        for (int step = 0; step < world->stairs[i].count; step++)
            world->boxes[world->box_count++] = caperi_stairs_box(&world->stairs[i], step);
    }
    world->stairs_count = def->stairs_count;
    return true;
}

static bool copy_fields(caper_world *world, const caper_world_def *def, float *heights,
                        caperi_range *ranges, caper_error *error)
{
    for (int i = 0; i < def->field_count; i++) {
        caper_world_field *field = &world->fields[i];
        *field = def->fields[i];
        size_t samples = (size_t)field->columns * (size_t)field->rows;
        for (size_t k = 0; k < samples; k++) {
            heights[k] = field->heights[k];
            if (!caperi_height_is_good(heights[k]))
                return refuse(def, error, "field", i, "a height must be finite and within 1e6 m");
        }
        field->heights = heights;
        heights += samples;
        size_t range_count = caperi_pyramid_shape(&world->pyramids[i], field);
        caperi_pyramid_build(&world->pyramids[i], field, ranges);
        ranges += range_count;
    }
    world->field_count = def->field_count;
    return true;
}

static bool fill(caper_world *world, const caper_world_def *def, float *heights,
                 caperi_range *ranges, caper_error *error)
{
    world->has_ground = def->has_ground;
    world->ground_point = def->ground_point;
    world->ground_normal = def->ground_normal;
    const char *problem =
        def->has_ground ? caperi_ground_problem(&world->ground_point, &world->ground_normal) : NULL;
    if (problem)
        return caper_error_set(error, CAPER_ERROR_INVALID, def->source, 0, 0, "%s", problem);
    if (!copy_boxes(world, def, error) || !copy_fields(world, def, heights, ranges, error))
        return false;
    if (!caperi_tree_build(&world->tree, world->boxes, world->box_count, &world->allocator))
        return caper_error_set(error, CAPER_ERROR_MEMORY, def->source, 0, 0,
                               "no memory for a world of %d boxes", world->box_count);
    return true;
}

caper_world *caper_world_create(const caper_world_def *def, caper_error *error)
{
    bool valid = def && def->cookie == CAPER_DEF_COOKIE && def->box_count >= 0 &&
                 def->stairs_count >= 0 && def->field_count >= 0 &&
                 (def->boxes || def->box_count == 0) && (def->stairs || def->stairs_count == 0) &&
                 (def->fields || def->field_count == 0);
    CAPER_ASSERT(valid);
    if (!valid) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                        "a world def must come from caper_world_def_default");
        return NULL;
    }
    size_t boxes, samples;
    float *heights;
    caperi_range *ranges;
    if (!count_parts(def, error, &boxes, &samples))
        return NULL;
    caper_world *world = allocate(def, boxes, samples, &heights, &ranges);
    if (!world) {
        caper_error_set(error, CAPER_ERROR_MEMORY, def->source, 0, 0, "no memory for a world");
        return NULL;
    }
    if (!fill(world, def, heights, ranges, error)) {
        caper_world_destroy(world);
        return NULL;
    }
    return world;
}

void caper_world_destroy(caper_world *world)
{
    if (!world)
        return;
    caper_allocator allocator = world->allocator;
    caper_free(&allocator, world, world->size);
}

// ------------------------------------------------------------------------------------ access

const char *caper_world_name(const caper_world *world)
{
    return world->name;
}

int caper_world_boxes(const caper_world *world, const caper_world_box **boxes)
{
    if (boxes)
        *boxes = world->boxes;
    return world->box_count;
}

int caper_world_fields(const caper_world *world, const caper_world_field **fields)
{
    if (fields)
        *fields = world->fields;
    return world->field_count;
}

bool caper_world_ground(const caper_world *world, caper_vec3 *point, caper_vec3 *normal)
{
    if (!world->has_ground)
        return false;
    *point = world->ground_point;
    *normal = world->ground_normal;
    return true;
}
