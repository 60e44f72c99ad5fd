// SPDX-License-Identifier: MIT
//
// What skins look like, from a file to pixels: pictures inside and beside a glTF file, texture
// coordinates, vertex colors, masks, blending and sides. The pictures are of two by two colors that
// can be told apart wherever they come to lie; they are asked for at the middle of a texel, where
// nothing is mixed.
#define _XOPEN_SOURCE 700
#include "gltf_fixture.h"
#include "render_stage.h"

#include <unistd.h>

// Red, green / blue at alpha 128, white at alpha 0.
static const uint8_t four_png[] = {
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x02, 0x08, 0x06, 0x00, 0x00, 0x00, 0x72, 0xb6, 0x0d,
    0x24, 0x00, 0x00, 0x00, 0x15, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0xf8, 0xcf, 0xc0, 0xf0,
    0x1f, 0x0c, 0x81, 0x74, 0xc3, 0xff, 0xff, 0xff, 0x19, 0x00, 0x46, 0x4e, 0x08, 0x79, 0x02, 0x79,
    0x7e, 0x1d, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
// 16 x 16 of 0x2060c0, by ffmpeg
static const uint8_t blue_jpeg[] = {
    0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49, 0x46, 0x00, 0x01, 0x02, 0x00, 0x00, 0x01,
    0x00, 0x01, 0x00, 0x00, 0xff, 0xfe, 0x00, 0x10, 0x4c, 0x61, 0x76, 0x63, 0x35, 0x39, 0x2e, 0x33,
    0x37, 0x2e, 0x31, 0x30, 0x30, 0x00, 0xff, 0xdb, 0x00, 0x43, 0x00, 0x08, 0x14, 0x14, 0x17, 0x14,
    0x17, 0x1b, 0x1b, 0x1b, 0x1b, 0x1b, 0x1b, 0x20, 0x1e, 0x20, 0x21, 0x21, 0x21, 0x20, 0x20, 0x20,
    0x20, 0x21, 0x21, 0x21, 0x24, 0x24, 0x24, 0x2a, 0x2a, 0x2a, 0x24, 0x24, 0x24, 0x21, 0x21, 0x24,
    0x24, 0x28, 0x28, 0x2a, 0x2a, 0x2e, 0x2f, 0x2e, 0x2b, 0x2b, 0x2a, 0x2b, 0x2f, 0x2f, 0x32, 0x32,
    0x32, 0x3c, 0x3c, 0x39, 0x39, 0x46, 0x46, 0x48, 0x56, 0x56, 0x67, 0xff, 0xc4, 0x00, 0x4b, 0x00,
    0x01, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x06, 0x01, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x06, 0x10, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x11, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0xc0, 0x00, 0x11, 0x08, 0x00, 0x10, 0x00,
    0x10, 0x03, 0x01, 0x22, 0x00, 0x02, 0x11, 0x00, 0x03, 0x11, 0x00, 0xff, 0xda, 0x00, 0x0c, 0x03,
    0x01, 0x00, 0x02, 0x11, 0x03, 0x11, 0x00, 0x3f, 0x00, 0x96, 0x00, 0xec, 0x5d, 0xff, 0xd9};

static void pictures_are_decoded(void)
{
    caper_picture p = {0};
    caper_error error = {0};
    REQUIRE(caper_picture_decode(four_png, sizeof four_png, NULL, &p, &error));
    CHECK(p.width == 2 && p.height == 2);
    static const uint8_t wanted[16] = {255, 0, 0,   255, 0,   255, 0,   255,
                                       0,   0, 255, 128, 255, 255, 255, 0};
    CHECK(memcmp(p.pixels, wanted, 16) == 0);
    caper_picture_destroy(&p, NULL);
    REQUIRE(caper_picture_decode(blue_jpeg, sizeof blue_jpeg, NULL, &p, &error));
    CHECK(p.width == 16 && p.height == 16);
    const uint8_t *c = pixel(&p, 8, 8);
    CHECK(abs(c[0] - 0x20) < 6 && abs(c[1] - 0x60) < 6 && abs(c[2] - 0xc0) < 6);
    caper_picture_destroy(&p, NULL);
    for (size_t size = 0; size < sizeof four_png; size += 3) { // what is cut off is refused
        CHECK(!caper_picture_decode(four_png, size < 60 ? size : 60, NULL, &p, &error));
        CHECK_INT(error.status, CAPER_ERROR_SYNTAX);
    }
}

// A square of 1 m in the plane z = 0 on one body, with this material and these attributes.
static caper_import *square(const char *material, const char *image, const char *path)
{
    static const uint8_t joints[16] = {0};
    blob b = {0};
    int place =
        FLOATS(&b, "VEC3", 3, -0.5f, -0.5f, 0, 0.5f, -0.5f, 0, -0.5f, 0.5f, 0, 0.5f, 0.5f, 0);
    int normal = FLOATS(&b, "VEC3", 3, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1);
    int uv = FLOATS(&b, "VEC2", 2, 0, 1, 1, 1, 0, 0, 1, 0);
    int color = FLOATS(&b, "VEC4", 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
    int joint = blob_add(&b, joints, 16, 4, 5121, "VEC4", "");
    int weight = FLOATS(&b, "VEC4", 4, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
    uint16_t order[6] = {0, 1, 2, 2, 1, 3};
    int index = blob_add(&b, order, 12, 6, 5123, "SCALAR", "");
    int view = blob_add(&b, four_png, sizeof four_png, 1, 5121, "SCALAR", "");
    char from[64];
    snprintf(from, sizeof from, "{'bufferView':%d,'mimeType':'image/png'}", view);
    char *text = document(
        &b,
        "'nodes':[{'name':'body'},{'mesh':0,'skin':0}],'skins':[{'joints':[0]}],"
        "'images':[%s],'textures':[{'source':0}],'materials':[{%s}],"
        "'meshes':[{'primitives':[{'attributes':{'POSITION':%d,'NORMAL':%d,'TEXCOORD_0':%d,"
        "'COLOR_0':%d,'JOINTS_0':%d,'WEIGHTS_0':%d},'indices':%d,'material':0}]}]",
        image ? image : from, material, place, normal, uv, color, joint, weight, index);
    caper_import_options options = caper_import_options_default();
    options.floor = 0.0f;
    options.pictures = true;
    caper_error error = {0};
    caper_import *import = caper_import_parse(text, strlen(text), path, &options, &error);
    if (!import)
        printf("%s\n", error.message);
    free(text);
    REQUIRE(import != NULL && import->skin_count == 1);
    return import;
}

// The picture of an import, 200 x 200 for 2 m, on PAPER.
static caper_picture draw(const caper_import *import, float turned)
{
    caper_renderer *renderer = open_renderer(1);
    caper_render_item item = caper_render_item_default();
    item.character = import->character;
    item.skins = import->skins;
    item.skin_count = import->skin_count;
    item.root.rotation = caper_quat_from_axis_angle(caper_vec3_make(0, 1, 0), turned);
    caper_render_scene scene = front_scene(&item, 1);
    scene.shadows = false;
    caper_picture p = caper_picture_create(200, 200, 0, NULL);
    REQUIRE(caper_render(renderer, &scene, &p, NULL));
    caper_renderer_destroy(renderer);
    return p;
}

#define TEXTURE "'pbrMetallicRoughness':{'baseColorTexture':{'index':0}}"

// Of the channels that one has less than another, by far.
static bool is_mostly(const caper_picture *p, int x, int y, int channel)
{
    const uint8_t *c = pixel(p, x, y);
    bool most = true;
    for (int i = 0; i < 3; i++)
        most = most && (i == channel || c[channel] > c[i] + 100);
    return most;
}

static void a_picture_lies_where_its_coordinates_say(void)
{
    caper_import *import = square(TEXTURE, NULL, NULL);
    REQUIRE(import->skins[0].image != NULL);
    CHECK_INT((int)import->skins[0].image->size, (int)sizeof four_png);
    caper_picture p = draw(import, 0);
    CHECK(is_mostly(&p, 75, 75, 0));  // top left: red
    CHECK(is_mostly(&p, 125, 75, 1)); // top right: green
    CHECK(is_mostly(&p, 75, 125, 2)); // below: blue, opaque whatever its alpha
    CHECK(pixel(&p, 125, 125)[0] > 150 && pixel(&p, 125, 125)[2] > 150);
    CHECK_INT((int)color_at(&p, 20, 20), (int)PAPER);
    caper_picture_destroy(&p, NULL);
    caper_import_destroy(import);
}

static void coordinates_are_moved_as_the_texture_says(void)
{
    caper_import *import =
        square("'pbrMetallicRoughness':{'baseColorTexture':{'index':0,'extensions':"
               "{'KHR_texture_transform':{'offset':[0.5,0]}}}}",
               NULL, NULL);
    caper_picture p = draw(import, 0);
    CHECK(is_mostly(&p, 75, 75, 1)); // half a picture on: green is left, and red comes again
    CHECK(is_mostly(&p, 125, 75, 0));
    caper_picture_destroy(&p, NULL);
    caper_import_destroy(import);
}

static void a_mask_leaves_out_and_blending_mixes(void)
{
    caper_import *mask = square(TEXTURE ",'alphaMode':'MASK','alphaCutoff':0.7", NULL, NULL);
    caper_picture p = draw(mask, 0);
    CHECK(is_mostly(&p, 75, 75, 0));
    CHECK_INT((int)color_at(&p, 75, 125), (int)PAPER); // alpha 0.5
    CHECK_INT((int)color_at(&p, 125, 125), (int)PAPER);
    caper_picture_destroy(&p, NULL);
    caper_import_destroy(mask);
    caper_import *blend = square(TEXTURE ",'alphaMode':'BLEND'", NULL, NULL);
    p = draw(blend, 0);
    CHECK(is_mostly(&p, 75, 75, 0));
    const uint8_t *clear = pixel(&p, 125, 125); // PAPER, but for what is mixed half a pixel off
    CHECK(abs(clear[0] - 0x33) < 6 && abs(clear[1] - 0x66) < 6 && abs(clear[2] - 0xcc) < 6);
    const uint8_t *half = pixel(&p, 75, 125); // half of blue, half of PAPER, which is 33 66 cc
    CHECK_NEAR(half[0], 0x33 / 2, 8);
    CHECK_NEAR(half[1], 0x66 / 2, 8);
    CHECK(half[2] > 0xb0);
    caper_picture_destroy(&p, NULL);
    caper_import_destroy(blend);
}

static void a_side_that_is_not_there_is_not_drawn(void)
{
    caper_import *one = square(TEXTURE, NULL, NULL),
                 *both = square(TEXTURE ",'doubleSided':true", NULL, NULL);
    CHECK(one->skins[0].single_sided && !both->skins[0].single_sided);
    caper_picture behind = draw(one, CAPER_PI), seen = draw(both, CAPER_PI);
    CHECK_INT((int)color_at(&behind, 75, 75), (int)PAPER);
    CHECK(is_mostly(&seen, 125, 75, 0)); // from behind left is right
    caper_picture_destroy(&behind, NULL);
    caper_picture_destroy(&seen, NULL);
    caper_import_destroy(one);
    caper_import_destroy(both);
}

static void factors_and_vertex_colors_multiply(void)
{
    caper_import *import =
        square("'pbrMetallicRoughness':{'baseColorFactor':[1,0.1,0.1,1]}", NULL, NULL);
    CHECK(import->skins[0].image == NULL && import->skins[0].colors != NULL);
    CHECK_NEAR((double)import->skins[0].colors[15], 1, 0);
    caper_picture p = draw(import, 0);
    CHECK(is_mostly(&p, 75, 75, 0));
    caper_picture_destroy(&p, NULL);
    caper_import_destroy(import);
}

static void a_picture_may_lie_beside_and_may_be_missing(void)
{
    char folder[] = "/tmp/caper-look-XXXXXX", path[64], image[64];
    REQUIRE(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/square.gltf", folder);
    snprintf(image, sizeof image, "%s/four colors.png", folder);
    caper_error error = {0};
    REQUIRE(caper_file_write(image, four_png, sizeof four_png, &error));
    caper_import *import = square(TEXTURE, "{'uri':'four%20colors.png'}", path);
    CHECK(import->skins[0].image != NULL && import->warnings.count == 0);
    caper_import_destroy(import);
    static const char *const lost[] = {"{'uri':'none.png'}",
                                       "{'uri':'../four.png'}",
                                       "{}",
                                       "{'bufferView':99}",
                                       "{'uri':'data:image/png;base64,@@@'}",
                                       "7"};
    for (int i = 0; i < CAPER_COUNT_OF(lost); i++) {
        import = square(TEXTURE, lost[i], path);
        CHECK(import->skins[0].image == NULL);
        CHECK_INT(import->warnings.count, 1);
        caper_import_destroy(import);
    }
    remove(image);
    rmdir(folder);
}

// A renderer keeps what it decoded, and is not fooled by other bytes at the same place.
static void another_picture_at_the_same_place_is_seen(void)
{
    caper_import *import = square(TEXTURE, NULL, NULL);
    caper_renderer *renderer = open_renderer(1);
    caper_render_item item = caper_render_item_default();
    item.character = import->character;
    caper_skin skin = import->skins[0];
    uint8_t bytes[sizeof blue_jpeg];
    caper_image image = {bytes, sizeof blue_jpeg};
    skin.image = &image;
    item.skins = &skin;
    item.skin_count = 1;
    caper_render_scene scene = front_scene(&item, 1);
    caper_picture p = caper_picture_create(200, 200, 0, NULL);
    memset(bytes, 0, sizeof bytes); // no picture: drawn without
    REQUIRE(caper_render(renderer, &scene, &p, NULL));
    CHECK(!is_mostly(&p, 75, 75, 0) && pixel(&p, 75, 75)[0] > 150);
    memcpy(bytes, blue_jpeg, sizeof bytes);
    for (int i = 0; i < 3; i++)
        REQUIRE(caper_render(renderer, &scene, &p, NULL));
    CHECK(pixel(&p, 75, 75)[0] < 60 && pixel(&p, 75, 75)[2] > 120);
    caper_picture_destroy(&p, NULL);
    caper_renderer_destroy(renderer);
    caper_import_destroy(import);
}

TESTS(pictures_are_decoded, a_picture_lies_where_its_coordinates_say,
      coordinates_are_moved_as_the_texture_says, a_mask_leaves_out_and_blending_mixes,
      a_side_that_is_not_there_is_not_drawn, factors_and_vertex_colors_multiply,
      a_picture_may_lie_beside_and_may_be_missing, another_picture_at_the_same_place_is_seen)
