// SPDX-License-Identifier: MIT
//
// What all formats share: telling them apart, and the way from a reader's draft to an import. The
// drafts here are made by hand, so that every part of the way can be seen alone.
#include "import_fixture.h"

#include "formats/formats.h"

#include <stdio.h>
#include <string.h>

// -- Telling apart ----------------------------------------------------------------------------

static void check_format(const char *path, const char *text, caper_format expected)
{
    CHECK_INT(caper_format_of(path, text, text ? strlen(text) : 0), expected);
}

static void formats_are_told_by_content_then_by_ending(void)
{
    check_format("a.txt", "HIERARCHY\nROOT", CAPER_FORMAT_BVH);
    check_format("a.txt", "\xEF\xBB\xBF \r\n hierarchy", CAPER_FORMAT_BVH);
    check_format("a.txt", "# comment\n# more\n:version 1.10\n", CAPER_FORMAT_ASF);
    check_format("a.txt", "#!OML:ASF x\n:FULLY-SPECIFIED\n", CAPER_FORMAT_AMC);
    check_format("a.bvh", "<?xml version=\"1.0\"?>\n<!-- <robot> --><mujoco model=\"x\">",
                 CAPER_FORMAT_MJCF);
    check_format("a.xml", "<robot name=\"x\">", CAPER_FORMAT_URDF);
    check_format("a.xml", "<svg>", CAPER_FORMAT_UNKNOWN);
    check_format("a.json", "{\"asset\":{\"version\":\"2.0\"}}", CAPER_FORMAT_GLTF);
    check_format("a.json", "{\"name\": 1}", CAPER_FORMAT_UNKNOWN);
    check_format("a.BVH", NULL, CAPER_FORMAT_BVH);
    check_format("dir.asf/a.AmC", NULL, CAPER_FORMAT_AMC);
    check_format("a.glb", "", CAPER_FORMAT_GLB);
    check_format("a.vrm", NULL, CAPER_FORMAT_VRM);
    check_format("bvh", NULL, CAPER_FORMAT_UNKNOWN);
    check_format(NULL, NULL, CAPER_FORMAT_UNKNOWN);
    check_format(NULL, "", CAPER_FORMAT_UNKNOWN);
}

// A GLB whose JSON chunk holds the text.
static caper_format kind_of_glb(const char *json, size_t cut)
{
    char bytes[400] = "glTF\2\0\0\0";
    size_t size = strlen(json);
    bytes[12] = (char)size;
    memcpy(bytes + 16, "JSON", 4);
    memcpy(bytes + 20, json, size);
    return caper_format_of("a.glb", bytes, cut > 0 ? cut : 20 + size);
}

static void vrm_is_a_glb_that_says_so(void)
{
    CHECK_INT(kind_of_glb("{\"asset\":{}}", 0), CAPER_FORMAT_GLB);
    CHECK_INT(kind_of_glb("{\"extensions\":{\"VRM\":{}}}", 0), CAPER_FORMAT_VRM);
    CHECK_INT(kind_of_glb("{\"extensions\":{\"VRMC_vrm\":{}}}", 0), CAPER_FORMAT_VRM);
    CHECK_INT(kind_of_glb("{\"extensions\":{\"VRMC_vrm_animation\":{}}}", 0), CAPER_FORMAT_VRMA);
    CHECK_INT(kind_of_glb("{\"extensions\":{\"VRM\":{}}}", 24), CAPER_FORMAT_GLB); // cut short
    CHECK_INT(kind_of_glb("{}", 4), CAPER_FORMAT_GLB);
}

static void every_format_has_a_name(void)
{
    for (int i = 0; i < CAPER_FORMAT_COUNT; i++)
        CHECK(strlen(caper_format_name((caper_format)i)) > 2);
    CHECK_STR(caper_format_name(CAPER_FORMAT_VRMA), "vrma");
    CHECK_STR(caper_format_name((caper_format)99), "unknown");
    CHECK_STR(caper_format_name((caper_format)-1), "unknown");
}

static void what_is_in_no_format_is_refused(void)
{
    caper_error error = {0};
    CHECK(!caper_import_parse("hello", 5, "letter.txt", NULL, &error));
    CHECK_INT(error.status, CAPER_ERROR_UNSUPPORTED);
    CHECK_HAS(error.message, "no known format");
    CHECK_STR(error.source, "letter.txt");
    CHECK(!caper_import_parse(NULL, 0, NULL, NULL, &error));
    CHECK(!caper_import_load("/nonexistent/file.bvh", NULL, &error));
    CHECK_INT(error.status, CAPER_ERROR_IO);
    caper_import_destroy(NULL);
}

static bool silent(const char *condition, const char *file, int line)
{
    (void)condition, (void)file, (void)line;
    return false;
}

static void options_that_make_no_sense_are_refused(void)
{
    caper_set_assert_hook(silent);
    for (int k = 0; k < 6; k++) {
        caper_import_options options = caper_import_options_default();
        options.cookie = k == 0 ? 0 : options.cookie;
        options.unit = k == 1 ? -1.0f : k == 2 ? NAN : 0.0f;
        options.up = k == 3 ? (caper_up_axis)9 : CAPER_UP_AUTO;
        options.rate = k == 4 ? 0.0f : 120.0f;
        options.floor = k == 5 ? INFINITY : NAN;
        caper_error error = {0};
        CHECK(!caper_import_parse("HIERARCHY", 9, "a.bvh", &options, &error));
        CHECK_HAS(error.message, "options");
    }
    caper_export_job job;
    memset(&job, 0, sizeof job);
    CHECK(!caper_export_save(&job, "a.bvh", NULL));
    caper_set_assert_hook(NULL);
}

// -- Drafts -----------------------------------------------------------------------------------

static caper_import_options defaults(void)
{
    return caper_import_options_default();
}

// A biped of eight bodies, one metre of legs, hips at `height`.
static void make_biped(caperi_draft *draft, const caper_import_options *options, float height)
{
    caperi_draft_init(draft, "", 0, "folder/two legs.x", options);
    REQUIRE(caperi_draft_bodies(draft, 8, NULL));
    static const struct {
        const char *name;
        int parent;
        float x, y, z;
    } bodies[8] = {{"hips", -1, 0, 0, 0},      {"leg.l", 0, 0.1f, 0, 0},
                   {"shin.l", 1, 0, -0.5f, 0}, {"foot.l", 2, 0, -0.5f, 0},
                   {"leg.r", 0, -0.1f, 0, 0},  {"shin.r", 4, 0, -0.5f, 0},
                   {"foot.r", 5, 0, -0.5f, 0}, {"chest", 0, 0, 0.5f, 0}};
    for (int i = 0; i < 8; i++) {
        draft->bodies[i].name = bodies[i].name;
        draft->bodies[i].parent = bodies[i].parent;
        draft->bodies[i].rest_local.position =
            caper_vec3_make(bodies[i].x, bodies[i].y + (i == 0 ? height : 0), bodies[i].z);
    }
}

static caper_import *finish(caperi_draft *draft)
{
    caper_error error = {0};
    caper_import *import = caperi_import_finish(draft, &error);
    caperi_draft_free(draft);
    return given_import(import, &error);
}

static void a_draft_becomes_a_character(void)
{
    caper_import_options options = defaults();
    caperi_draft draft;
    make_biped(&draft, &options, 1.0f);
    caper_import *import = finish(&draft);
    CHECK_STR(import->name, "two legs");
    CHECK_STR(import->character->name, "two legs");
    CHECK_INT(import->character->body_count, 8);
    CHECK_INT(import->tagging.foot_count, 2);
    CHECK_INT(import->character->leg_count, 2);
    CHECK_INT(import->tagging.root_body, import->character->root_body);
    CHECK(import->tagging.confidence > 0 && import->tagging.confidence <= 1);
    CHECK(import->memory_size > import->character->memory_size);
    CHECK(import->bvh == NULL);
    CHECK_INT(import->clip_count, 0);
    caper_import_destroy(import);
}

static void names_are_made_unique(void)
{
    caper_import_options options = defaults();
    caperi_draft draft;
    make_biped(&draft, &options, 1.0f);
    static const char *const names[8] = {"a", "a", "a.1", "a", NULL, "", "body4", "a"};
    for (int i = 0; i < 8; i++)
        draft.bodies[i].name = names[i];
    caper_import *import = finish(&draft);
    const char *const *found = import->character->skeleton.names;
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < i; k++)
            CHECK(strcmp(found[i], found[k]) != 0);
    CHECK_STR(found[0], "a");
    CHECK_STR(found[2], "a.1"); // whoever has a name by itself keeps it
    CHECK_STR(found[1], "a.2");
    CHECK_STR(found[3], "a.3");
    CHECK_STR(found[4], "body4");
    CHECK_STR(found[5], "body5");
    CHECK_STR(found[6], "body4.1");
    CHECK_STR(found[7], "a.4");
    CHECK(warns(import, "4 bodies have the name of another"));
    caper_import_destroy(import);
}

static void thousand_equal_names_are_no_trouble(void)
{
    caper_import_options options = defaults();
    caperi_draft draft;
    caperi_draft_init(&draft, "", 0, NULL, &options);
    REQUIRE(caperi_draft_bodies(&draft, CAPER_MAX_BODIES, NULL));
    for (int i = 0; i < CAPER_MAX_BODIES; i++) {
        draft.bodies[i].name = "x";
        draft.bodies[i].parent = i - 1;
        draft.bodies[i].rest_local.position.z = i > 0 ? 0.1f : 0.0f;
    }
    caper_import *import = finish(&draft);
    CHECK_STR(import->character->skeleton.names[1023], "x.1023");
    CHECK_STR(import->name, "import");
    caper_import_destroy(import);

    caper_error error = {0};
    caperi_draft_init(&draft, "", 0, NULL, &options);
    CHECK(!caperi_draft_bodies(&draft, CAPER_MAX_BODIES + 1, &error));
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);
    CHECK(!caperi_draft_bodies(&draft, 0, &error));
    CHECK(!caperi_import_finish(&draft, &error)); // no bodies at all
    caperi_draft_free(&draft);
}

static void strings_lose_what_no_name_may_hold(void)
{
    caper_import_options options = defaults();
    caperi_draft draft;
    caperi_draft_init(&draft, "", 0, NULL, &options);
    CHECK_STR(caperi_draft_string(&draft, "a\tb\x01\xFF\xC3\xA4\x7F", 8, NULL), "a_b__\xC3\xA4_");
    CHECK_STR(caperi_draft_string(&draft, "abc", 2, NULL), "ab");
    CHECK_STR(caperi_draft_string(&draft, "", 0, NULL), "");
    caperi_draft_free(&draft);
}

// -- Floor ------------------------------------------------------------------------------------

static void the_floor_is_where_the_feet_are(void)
{
    static const float heights[] = {1.0f, 3.0f, -2.0f, 0.0f};
    for (int k = 0; k < CAPER_COUNT_OF(heights); k++) {
        caper_import_options options = defaults();
        caperi_draft draft;
        make_biped(&draft, &options, heights[k]);
        caper_import *import = finish(&draft);
        const caper_character *c = import->character;
        CHECK_NEAR(c->bounds.min.y, 0, 0.011); // within the dead zone
        CHECK_NEAR(import->floor, heights[k] - 1.0f, 0.1);
        CHECK_NEAR(c->rest_model[0].position.y + import->floor, heights[k], 1e-5);
        caper_import_destroy(import);
    }
}

static void a_floor_that_is_given_or_known_is_kept(void)
{
    caper_import_options options = defaults();
    options.floor = 0.25f;
    caperi_draft draft;
    make_biped(&draft, &options, 3.0f);
    caper_import *import = finish(&draft);
    CHECK_NEAR(import->character->rest_model[0].position.y, 2.75, 1e-6);
    CHECK_NEAR(import->floor, 0.25, 0);
    caper_import_destroy(import);

    options = defaults();
    make_biped(&draft, &options, 3.0f);
    draft.rest_on_floor = true;
    import = finish(&draft);
    CHECK_NEAR(import->character->rest_model[0].position.y, 3, 1e-6);
    CHECK_NEAR(import->floor, 0, 0);
    caper_import_destroy(import);
}

// A second import of what was put on the floor must not move it again.
static void what_stands_on_the_floor_stays(void)
{
    caper_import_options options = defaults();
    caperi_draft draft;
    make_biped(&draft, &options, 3.0f);
    caper_import *import = finish(&draft);
    float height = import->character->rest_model[0].position.y;
    caper_import_destroy(import);
    make_biped(&draft, &options, height);
    import = finish(&draft);
    CHECK_NEAR(import->floor, 0, 0);
    CHECK_NEAR(import->character->rest_model[0].position.y, height, 0);
    caper_import_destroy(import);
}

// -- Clips ------------------------------------------------------------------------------------

static void clips_move_with_the_floor(void)
{
    for (int dense = 0; dense < 2; dense++) {
        caper_import_options options = defaults();
        caperi_draft draft;
        make_biped(&draft, &options, 3.0f);
        REQUIRE(caperi_draft_clips(&draft, 1, NULL));
        float values[] = {0, 3, 0, 1, 4, 2}, times[] = {0, 0.5f};
        caper_track_def track = {CAPER_TRACK_TRANSLATION, 0, 2, times, values};
        caper_transform frames[2][8];
        for (int i = 0; i < 8; i++)
            frames[0][i] = frames[1][i] = draft.bodies[i].rest_local;
        frames[1][0].position = caper_vec3_make(1, 4, 2);
        caper_clip_def *clip = draft.clips;
        clip->rate = 2;
        clip->frame_count = 2;
        if (dense) {
            clip->frames = frames[0];
        } else {
            clip->tracks = &track;
            clip->track_count = 1;
        }
        caper_import *import = finish(&draft);
        REQUIRE(import->clip_count == 1);
        caper_pose pose = caper_character_pose(import->character, NULL);
        CHECK(caper_clip_sample(import->clips[0], 0.5f, NULL, &pose));
        CHECK_NEAR(pose.bodies[0].position.x, 1, 1e-6);
        CHECK_NEAR(pose.bodies[0].position.y + import->floor, 4, 1e-6);
        CHECK_NEAR(pose.bodies[3].position.y, -0.5, 1e-6); // only roots stand on the ground
        caper_pose_destroy(&pose, NULL);
        caper_import_destroy(import);
    }
}

static void joined_roots_shift_everything_that_counts_bodies(void)
{
    for (int dense = 0; dense < 2; dense++) {
        caper_import_options options = defaults();
        caperi_draft draft;
        make_biped(&draft, &options, 1.0f);
        draft.bodies[7].parent = -1; // the chest is a root of its own
        REQUIRE(caperi_draft_clips(&draft, 1, NULL));
        float values[] = {5, 6, 7};
        caper_track_def track = {CAPER_TRACK_TRANSLATION, 7, 1, NULL, values};
        caper_transform frames[8];
        for (int i = 0; i < 8; i++)
            frames[i] = draft.bodies[i].rest_local;
        frames[7].position = caper_vec3_make(5, 6, 7);
        caper_contact contact = {3, 0, 0};
        caper_clip_def *clip = draft.clips;
        clip->frame_count = 1;
        clip->contacts = &contact;
        clip->contact_count = 1;
        if (dense) {
            clip->frames = frames;
        } else {
            clip->tracks = &track;
            clip->track_count = 1;
        }
        // a skin on the foot, which is body 3 of the draft
        caper_vec3 positions[3] = {{0, 0, 0}, {0.1f, 0, 0}, {0, 0.1f, 0}};
        uint16_t bodies[12] = {3, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0};
        float weights[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
        caper_mat4 bind[8];
        for (int i = 0; i < 8; i++) {
            bind[i] = caper_mat4_identity();
            bind[i].m[12] = (float)i;
        }
        caper_skin skins[2], skin;
        memset(&skin, 0, sizeof skin);
        skin.vertex_count = 3;
        skin.positions = positions;
        skin.bodies = bodies;
        skin.weights = weights;
        skin.inverse_bind = bind;
        skins[0] = skins[1] = skin; // two materials of one mesh share its vertices
        draft.skins = skins;
        draft.skin_count = 2;
        draft.rest_on_floor = true;
        caper_import *import = finish(&draft);
        const caper_character *c = import->character;
        CHECK_INT(c->body_count, 9);
        CHECK_STR(c->skeleton.names[0], "root");
        CHECK_STR(c->skeleton.names[8], "chest");
        CHECK_INT(c->skeleton.parents[8], 0);
        CHECK(warns(import, "2 roots"));
        caper_pose pose = caper_character_pose(c, NULL);
        CHECK(caper_clip_sample(import->clips[0], 0, NULL, &pose));
        CHECK_NEAR(pose.bodies[8].position.y, 6, 1e-6);
        CHECK_NEAR(pose.bodies[1].position.y, 1, 1e-6);
        caper_pose_destroy(&pose, NULL);
        CHECK_INT(import->clips[0]->contacts[0].body, 4);
        CHECK_INT(import->skins[0].bodies[0], 4);
        CHECK_INT(import->skins[1].bodies[0], 4);
        CHECK_NEAR(import->skins[0].inverse_bind[4].m[12], 3, 0);
        CHECK_NEAR(import->skins[0].inverse_bind[0].m[12], 0, 0);
        caper_import_destroy(import);
    }
}

static void without_clips_none_are_built(void)
{
    caper_import_options options = defaults();
    options.no_clips = true;
    caperi_draft draft;
    make_biped(&draft, &options, 1.0f);
    REQUIRE(caperi_draft_clips(&draft, 1, NULL));
    draft.clips[0].frame_count = 1;
    caper_import *import = finish(&draft);
    CHECK_INT(import->clip_count, 0);
    caper_import_destroy(import);
}

static void a_clip_that_cannot_be_built_refuses_the_file(void)
{
    caper_import_options options = defaults();
    caperi_draft draft;
    make_biped(&draft, &options, 1.0f);
    REQUIRE(caperi_draft_clips(&draft, 2, NULL));
    draft.clips[0].frame_count = 1;
    draft.clips[1].frame_count = 0; // no frames
    caper_error error = {0};
    CHECK(!caperi_import_finish(&draft, &error));
    CHECK(error.status != CAPER_OK);
    caperi_draft_free(&draft);
}

// -- Boxes, joints, caps ----------------------------------------------------------------------

static void what_the_file_says_of_bodies_is_kept(void)
{
    caper_import_options options = defaults();
    caperi_draft draft;
    make_biped(&draft, &options, 1.0f);
    draft.bodies[2].has_box = true;
    draft.bodies[2].box_center = caper_vec3_make(0, -0.2f, 0.1f);
    draft.bodies[2].box_half = caper_vec3_make(0.01f, 0.2f, 0.03f);
    draft.bodies[2].mass = 3.5f;
    draft.bodies[2].has_joint = true;
    draft.bodies[2].joint.kind = CAPER_JOINT_HINGE;
    draft.bodies[2].joint.axis = caper_vec3_make(1, 0, 0);
    draft.bodies[2].joint.max = 2.0f;
    draft.bodies[7].caps = CAPER_CAP_HORN;
    caper_import *import = finish(&draft);
    const caper_body *shin = &import->character->bodies[2];
    CHECK_NEAR(shin->box_center.y, -0.2, 1e-6);
    CHECK_NEAR(shin->box_half.z, 0.03, 1e-6);
    CHECK_NEAR(shin->mass, 3.5, 1e-6);
    CHECK_INT(shin->joint.kind, CAPER_JOINT_HINGE);
    CHECK_NEAR(shin->joint.max, 2, 0);
    CHECK(import->character->bodies[7].caps & CAPER_CAP_HORN);
    CHECK_INT(import->warnings.count, 0);
    caper_import_destroy(import);
}

static void caps_that_make_no_character_are_ignored(void)
{
    caper_import_options options = defaults();
    caperi_draft draft;
    make_biped(&draft, &options, 1.0f);
    draft.bodies[3].caps = CAPER_CAP_SPINE; // a foot apart from the spine
    caper_import *import = finish(&draft);
    CHECK(warns(import, "makes no character"));
    CHECK(!(import->character->bodies[3].caps & CAPER_CAP_SPINE));
    caper_import_destroy(import);
}

static void known_helpers_hand_their_caps_up(void)
{
    caper_import_options options = defaults();
    options.use_names = false;
    caperi_draft draft;
    make_biped(&draft, &options, 1.0f);
    draft.bodies[3].caps = CAPER_CAP_HELPER; // what stands on the ground is an end site
    draft.bodies[6].caps = CAPER_CAP_HELPER;
    caper_import *import = finish(&draft);
    const caper_body *b = import->character->bodies;
    CHECK_INT(b[3].caps, CAPER_CAP_HELPER);
    CHECK_INT(b[6].caps, CAPER_CAP_HELPER);
    CHECK(b[2].caps & CAPER_CAP_FOOT);
    CHECK(b[5].caps & CAPER_CAP_FOOT);
    CHECK_INT(import->character->leg_count, 2);
    caper_import_destroy(import);
}

static void skins_give_boxes_in_the_body_frame(void)
{
    caper_import_options options = defaults();
    caperi_draft draft;
    make_biped(&draft, &options, 1.0f);
    // eight corners around the left shin, bound where it is at rest: (0.1, 0.5, 0)
    caper_vec3 positions[8];
    uint16_t bodies[32] = {0};
    float weights[32] = {0};
    for (int v = 0; v < 8; v++) {
        positions[v] = caper_vec3_make(0.1f + (v & 1 ? 0.06f : -0.04f), 0.5f - (v & 2 ? 0.5f : 0),
                                       v & 4 ? 0.05f : -0.03f);
        bodies[4 * v] = 1;
        weights[4 * v] = 0.3f;
        bodies[4 * v + 2] = 2;
        weights[4 * v + 2] = 0.7f; // the strongest, though not the first
    }
    caper_mat4 bind[8];
    for (int i = 0; i < 8; i++)
        bind[i] = caper_mat4_identity();
    bind[2].m[12] = -0.1f;
    bind[2].m[13] = -0.5f;
    caper_skin skin;
    memset(&skin, 0, sizeof skin);
    skin.vertex_count = 8;
    skin.positions = positions;
    skin.bodies = bodies;
    skin.weights = weights;
    skin.inverse_bind = bind;
    draft.skins = &skin;
    draft.skin_count = 1;
    caper_import *import = finish(&draft);
    const caper_body *shin = &import->character->bodies[2];
    CHECK_NEAR(shin->box_center.x, 0.01, 1e-6);
    CHECK_NEAR(shin->box_center.y, -0.25, 1e-6);
    CHECK_NEAR(shin->box_center.z, 0.01, 1e-6);
    CHECK_NEAR(shin->box_half.x, 0.05, 1e-6);
    CHECK_NEAR(shin->box_half.y, 0.25, 1e-6);
    CHECK_NEAR(shin->box_half.z, 0.04, 1e-6);
    caper_import_destroy(import);
}

// -- Conversion -------------------------------------------------------------------------------

static void conversion_turns_and_scales_everything(void)
{
    caper_import_options options = defaults();
    caperi_draft draft;
    make_biped(&draft, &options, 1.0f);
    REQUIRE(caperi_draft_clips(&draft, 1, NULL));
    float rotation[] = {0, 0, 0.6f, 0.8f}, position[] = {1, 2, 3};
    caper_track_def tracks[] = {{CAPER_TRACK_ROTATION, 0, 1, NULL, rotation},
                                {CAPER_TRACK_TRANSLATION, 0, 1, NULL, position}};
    caper_transform frame =
        caper_transform_make(caper_quat_make(0, 0, 0.6f, 0.8f), caper_vec3_make(1, 2, 3));
    draft.body_count = 1;
    draft.bodies[0].rest_local.position = caper_vec3_make(1, 2, 3);
    draft.bodies[0].box_half = caper_vec3_make(1, 2, 3);
    draft.bodies[0].joint.axis = caper_vec3_make(0, 0, 1);
    draft.clips[0].tracks = tracks;
    draft.clips[0].track_count = 2;
    draft.clips[0].frames = &frame;
    draft.clips[0].frame_count = 1;
    caperi_draft_convert(&draft, 0.01f, caperi_up_turn(CAPER_UP_Z)); // (x, y, z) to (x, z, -y)
    CHECK_NEAR(draft.bodies[0].rest_local.position.y, 0.03, 1e-7);
    CHECK_NEAR(draft.bodies[0].rest_local.position.z, -0.02, 1e-7);
    CHECK_NEAR(draft.bodies[0].box_half.y, 0.03, 1e-7);
    CHECK_NEAR(draft.bodies[0].box_half.z, 0.02, 1e-7);
    CHECK_NEAR(draft.bodies[0].joint.axis.y, 1, 1e-6);
    CHECK_NEAR(rotation[1], 0.6, 1e-6);
    CHECK_NEAR(rotation[3], 0.8, 1e-6);
    CHECK_NEAR(position[1], 0.03, 1e-7);
    CHECK_NEAR(frame.rotation.y, 0.6, 1e-6);
    CHECK_NEAR(frame.position.z, -0.02, 1e-7);
    caperi_draft_free(&draft);

    caper_vec3 up = caper_quat_rotate(caperi_up_turn(CAPER_UP_X), caper_vec3_make(1, 0, 0));
    CHECK_NEAR(up.y, 1, 1e-6);
    CHECK_NEAR(caperi_up_turn(CAPER_UP_Y).w, 1, 0);
}

static void units_have_ranges_and_names(void)
{
    static const struct {
        float height;
        const char *name;
        bool sure;
    } cases[] = {
        {0.95f, "metres", true},     {9.5f, "decimetres", true},  {17, "CMU units", true},
        {37, "inches", true},        {95, "centimetres", true},   {950, "millimetres", true},
        {0.05f, "metres", false},    {23, "CMU units", false},    {24.5f, "inches", false},
        {200, "centimetres", false}, {5000, "millimetres", false}};
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        bool sure;
        CHECK_STR(caperi_unit_by_hips(cases[i].height, &sure).name, cases[i].name);
        CHECK_INT(sure, cases[i].sure);
    }
    CHECK_STR(caperi_unit_name(0.01f), "centimetres");
    CHECK_STR(caperi_unit_name(0.0254f / 0.45f), "CMU units");
    CHECK_STR(caperi_unit_name(0.3f), "given units");
}

TESTS(formats_are_told_by_content_then_by_ending, vrm_is_a_glb_that_says_so,
      every_format_has_a_name, what_is_in_no_format_is_refused,
      options_that_make_no_sense_are_refused, a_draft_becomes_a_character, names_are_made_unique,
      thousand_equal_names_are_no_trouble, strings_lose_what_no_name_may_hold,
      the_floor_is_where_the_feet_are, a_floor_that_is_given_or_known_is_kept,
      what_stands_on_the_floor_stays, clips_move_with_the_floor,
      joined_roots_shift_everything_that_counts_bodies, without_clips_none_are_built,
      a_clip_that_cannot_be_built_refuses_the_file, what_the_file_says_of_bodies_is_kept,
      caps_that_make_no_character_are_ignored, known_helpers_hand_their_caps_up,
      skins_give_boxes_in_the_body_frame, conversion_turns_and_scales_everything,
      units_have_ranges_and_names)
