// SPDX-License-Identifier: MIT
//
// Any bytes through the world reader. What it accepts must survive every query with finite answers,
// and must be the same text after it was written, read and written again.
#include "caper/world.h"

#include <stdlib.h>
#include <string.h>

static void require(bool condition)
{
    if (!condition)
        abort();
}

static bool finite_hit(caper_hit hit)
{
    return caper_vec3_is_finite(hit.point) && caper_vec3_is_finite(hit.normal) &&
           hit.surface >= CAPER_SURFACE_NONE && hit.surface < CAPER_SURFACE_COUNT;
}

static void ask(const caper_world *world, caper_vec3 p)
{
    static const float steps[3][3] = {{0, -1, 0}, {1, 0, 0}, {0.6f, -0.48f, 0.64f}};
    require(finite_hit(caper_world_height(world, NULL, p.x, p.z, p.y)));
    require(finite_hit(caper_world_height(world, NULL, p.x, p.z, INFINITY)));
    require(finite_hit(caper_world_distance(world, NULL, p, INFINITY)));
    require(finite_hit(caper_world_distance(world, NULL, p, 1)));
    for (int i = 0; i < 3; i++) {
        caper_vec3 d = caper_vec3_make(steps[i][0], steps[i][1], steps[i][2]);
        require(finite_hit(caper_world_ray(world, NULL, p, d, 5)));
        caper_capsule c = {p, caper_vec3_add_scaled(p, d, 2), 0.3f};
        require(finite_hit(caper_world_capsule(world, NULL, c, 1)));
    }
}

static caper_json_writer write_down(const caper_world *world)
{
    caper_json_writer writer;
    caper_json_writer_init(&writer, NULL, 2);
    caper_world_write(world, &writer);
    return writer;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    caper_error error = {0};
    caper_world *world = caper_world_parse((const char *)data, size, "fuzz", NULL, &error);
    require(world || error.status != CAPER_OK);
    if (!world)
        return 0;

    int count;
    const caper_world_box *boxes = NULL;
    count = caper_world_boxes(world, &boxes);
    for (int i = 0; i < count && i < 4; i++)
        ask(world, caper_vec3_add(boxes[i].transform.position, boxes[i].half));
    const caper_world_field *fields = NULL;
    count = caper_world_fields(world, &fields);
    for (int i = 0; i < count && i < 4; i++)
        ask(world, caper_vec3_make(fields[i].x, fields[i].heights[0], fields[i].z));
    ask(world, caper_vec3_make(0.1f, 0.2f, 0.3f));

    size_t first_size = 0, second_size = 0;
    caper_json_writer first = write_down(world);
    const char *text = caper_json_writer_finish(&first, &first_size, NULL);
    require(text != NULL);
    caper_world *again = caper_world_parse(text, first_size, "again", NULL, &error);
    require(again != NULL);
    caper_json_writer second = write_down(again);
    const char *same = caper_json_writer_finish(&second, &second_size, NULL);
    require(same && first_size == second_size && memcmp(text, same, first_size) == 0);
    caper_json_writer_free(&first);
    caper_json_writer_free(&second);
    caper_world_destroy(again);
    caper_world_destroy(world);
    return 0;
}
