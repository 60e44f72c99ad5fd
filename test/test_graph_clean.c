// SPDX-License-Identifier: MIT
//
// What is cut out of clips that a graph is made of: stretches in which they jump, bend, slide or
// stand beside their feet. What is left are the clips of both sides.
#include "test.h"

#include "caper/graph.h"
#include "graph/judge.h"
#include "menagerie.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RATE 60
#define FRAMES 181

static caper_character *character;

/// Changes the rest pose and the root of a moment.
typedef void shape_fn(caper_transform *local, caper_root *root, float t, const float *amounts);

/// Three seconds on both feet, which say that they stand all the time.
static caper_clip *shaped_clip(shape_fn *shape, const float *amounts)
{
    const caper_character *c = character;
    int n = c->body_count;
    caper_transform *all = aligned_alloc(32, (size_t)(FRAMES * n) * sizeof *all);
    caper_root roots[FRAMES] = {{0, 0, 0, 0}};
    for (int f = 0; f < FRAMES; f++) {
        memcpy(all + f * n, c->skeleton.rest_local, (size_t)n * sizeof *all);
        shape(all + f * n, &roots[f], (float)f / RATE, amounts);
    }
    caper_contact stances[2] = {{c->legs[0].foot, 0, 3}, {c->legs[1].foot, 0, 3}};
    caper_clip_def def = caper_clip_def_default();
    def.name = "shaped";
    def.skeleton = &c->skeleton;
    def.rate = RATE;
    def.frame_count = FRAMES;
    def.frames = all;
    def.roots = roots;
    def.contacts = stances;
    def.contact_count = 2;
    caper_clip *clip = caper_clip_create(&def, NULL);
    free(all);
    return clip;
}

/// From 0 to 1 within `rise` seconds from 0.6 s on, and back again from 1.8 s on.
static float bump(float t, float rise)
{
    return caper_smoothstep(0.6f, 0.6f + rise, t) * (1 - caper_smoothstep(1.8f, 1.8f + rise, t));
}

static void turn(caper_transform *local, int body, caper_vec3 axis, float angle)
{
    caper_quat by = caper_quat_from_axis_angle(axis, angle);
    local[body].rotation = caper_quat_mul(local[body].rotation, by);
}

static int clean(shape_fn *shape, const float *amounts, caper_clip **pieces)
{
    caper_graph_def def = caper_graph_def_default();
    def.character = character;
    return caperi_graph_clean(&def, shaped_clip(shape, amounts), pieces, NULL);
}

static void free_pieces(caper_clip **pieces, int count)
{
    for (int i = 0; i < count; i++)
        caper_clip_destroy(pieces[i]);
}

static void jolt(caper_transform *local, caper_root *root, float t, const float *amounts)
{
    (void)root;
    local[character->root_body].position.y += fabsf(t - 1.5f) < 0.01f ? amounts[0] : 0;
}

static void clips_that_jump_are_cut(void)
{
    character = menagerie_load("performer");
    REQUIRE(character != NULL);
    const caper_skeleton *s = &character->skeleton;
    caper_clip *pieces[CAPERI_MOST_PIECES];
    REQUIRE(clean(jolt, (float[]){0}, pieces) == 1);
    CHECK_NEAR(pieces[0]->duration, 3, 1e-6);
    free_pieces(pieces, 1);
    int count = clean(jolt, (float[]){0.15f}, pieces); // one frame of 60 a second
    CHECK_INT(count, 2);
    float kept = 0;
    caper_pose pose = caper_character_pose(character, NULL);
    for (int i = 0; i < count; i++) {
        kept += pieces[i]->duration;
        CHECK_HAS(pieces[i]->name, i ? "shaped, 1." : "shaped, 0-"); // reports tell them apart
        for (int f = 0; f < pieces[i]->frame_count; f++) {
            caper_clip_sample(pieces[i], (float)f / RATE, NULL, &pose);
            CHECK_NEAR(pose.bodies[0].position.y, s->rest_local[0].position.y, 1e-3);
        }
    }
    CHECK(kept > 2.2f); // of three seconds
    caper_pose_destroy(&pose, NULL);
    free_pieces(pieces, count);
    caper_character_destroy(character);
}

// An ankle turns and stays so for a second; the body slides within a second.
static void bend_and_slide(caper_transform *local, caper_root *root, float t, const float *amounts)
{
    int foot = caper_character_find(character, "left_foot");
    turn(local, foot, caper_vec3_make(0, 1, 0), amounts[0] * bump(t, 0.25f));
    root->z = amounts[1] * caper_smoothstep(1, 2, t);
}

// A joint that stays beyond its limit, and a foot that slides too slowly to skate.
static void clips_that_bend_or_slide_are_cut(void)
{
    character = menagerie_load("performer");
    REQUIRE(character != NULL);
    const struct {
        float amounts[2]; // radians, metres
        int pieces;
    } cases[] = {{{0.1f, 0.01f}, 1}, {{2, 0}, 2}, {{0, 0.06f}, 0}}; // it stands all the time
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        caper_clip *pieces[CAPERI_MOST_PIECES];
        int count = clean(bend_and_slide, cases[i].amounts, pieces);
        CHECK_INT(count, cases[i].pieces);
        for (int k = 0; k < count; k++)
            CHECK(count == 1 || pieces[k]->duration < 1.2f);
        free_pieces(pieces, count);
    }
    caper_character_destroy(character);
}

static caper_vec3 place_of(const caper_transform *local, int body)
{
    caper_transform at = local[body];
    for (int b = character->skeleton.parents[body]; b >= 0; b = character->skeleton.parents[b])
        at = caper_transform_mul(local[b], at);
    return at.position;
}

// Hips turn and ankles turn back, so that the body goes over feet that stay flat where they are.
static void lean(caper_transform *local, caper_root *root, float t, const float *amounts)
{
    (void)root;
    float angle = amounts[0] * bump(t, 0.6f);
    caper_vec3 was = place_of(local, character->legs[0].foot), x = caper_vec3_make(1, 0, 0);
    for (int leg = 0; leg < 2; leg++) {
        turn(local, character->legs[leg].hip, x, -angle);
        turn(local, character->legs[leg].foot, x, angle);
    }
    caper_vec3 moved = caper_vec3_sub(was, place_of(local, character->legs[0].foot));
    caper_transform *body = &local[character->root_body];
    body->position = caper_vec3_add(body->position, moved);
}

// Legs of 0.9 m put the weight 0.9 m x sin(angle) behind the ankles: within what heels and masses
// that are guessed leave, or a quarter of a metre outside.
static void clips_that_stand_beside_their_feet_are_cut(void)
{
    character = menagerie_load("performer");
    REQUIRE(character != NULL);
    caper_clip *pieces[CAPERI_MOST_PIECES];
    int count = clean(lean, (float[]){0.05f}, pieces);
    CHECK_INT(count, 1);
    free_pieces(pieces, count);
    count = clean(lean, (float[]){0.35f}, pieces);
    CHECK_INT(count, 2);
    // still from 1.2 to 1.8 s, and quiet where that is so for 0.1 s to either side
    for (int i = 0; i < count; i++)
        CHECK(pieces[i]->duration <= 1.3f + 1.0f / RATE);
    free_pieces(pieces, count);
    caper_character_destroy(character);
}

// An upper arm turns in front of the body; the forearm goes into the trunk, or not so far.
static void reach_inside(caper_transform *local, caper_root *root, float t, const float *amounts)
{
    (void)root;
    int arm = caper_character_find(character, "left_upper_arm");
    turn(local, arm, caper_vec3_make(0, 0, 1), -amounts[0] * bump(t, 0.4f));
}

static void clips_that_go_into_themselves_are_cut(void)
{
    character = menagerie_load("performer");
    REQUIRE(character != NULL);
    for (int inside = 0; inside < 2; inside++) {
        caper_clip *pieces[CAPERI_MOST_PIECES];
        int count = clean(reach_inside, (float[]){inside ? 0.5f : 0.05f}, pieces);
        CHECK_INT(count, inside ? 2 : 1);
        for (int i = 0; i < count && inside; i++)
            CHECK(pieces[i]->duration < 1.3f);
        free_pieces(pieces, count);
    }
    caper_character_destroy(character);
}

TESTS(clips_that_jump_are_cut, clips_that_bend_or_slide_are_cut,
      clips_that_stand_beside_their_feet_are_cut, clips_that_go_into_themselves_are_cut)
