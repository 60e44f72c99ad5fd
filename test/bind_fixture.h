// SPDX-License-Identifier: MIT
//
// Motions and characters for the tests of binding: a score is a motion def with room for channels
// and curves, to be filled in by hand; figure 4 of paper 000 as a character.
#ifndef CAPER_TEST_BIND_FIXTURE_H
#define CAPER_TEST_BIND_FIXTURE_H

#include "body_plan.h"
#include "menagerie.h"

#include "caper/motion.h"

#include <stdlib.h>

#define SCORE_CHANNELS 8
#define SCORE_CURVES 6
#define SCORE_KEYS 8

typedef struct score {
    caper_motion_def def;
    caper_branch branch;
    caper_channel channels[SCORE_CHANNELS];
    caper_curve curves[SCORE_CHANNELS][SCORE_CURVES];
    caper_key keys[SCORE_CHANNELS][SCORE_CURVES][SCORE_KEYS];
    caper_pair pairs[SCORE_CHANNELS];
} score;

static const char *const score_names[SCORE_CHANNELS] = {"one",  "two", "three", "four",
                                                        "five", "six", "seven", "eight"};

static inline score *score_begin(void)
{
    static score s;
    memset(&s, 0, sizeof s);
    s.def = caper_motion_def_default();
    s.def.name = "score";
    s.def.branches = &s.branch;
    s.def.branch_count = 1;
    s.branch.name = "";
    s.branch.channels = s.channels;
    s.branch.pairs = s.pairs;
    return &s;
}

/// A channel at rest and rest over bodies of those caps, without curves.
static inline caper_channel *score_channel(score *s, caper_caps caps)
{
    int k = s->branch.channel_count++;
    caper_channel *c = &s->channels[k];
    c->name = score_names[k];
    c->query.caps = caps;
    c->mode.position = CAPER_FRAME_REST;
    c->mode.rotation = CAPER_FRAME_REST;
    c->curves = s->curves[k];
    return c;
}

/// A key of the curve of that kind, made if need be. Deforms are "open".
static inline caper_key *score_key(score *s, const caper_channel *channel, caper_curve_kind kind,
                                   float time, float x, float y, float z, float w)
{
    int k = (int)(channel - s->channels), at = 0;
    while (at < channel->curve_count && s->curves[k][at].kind != kind)
        at++;
    caper_curve *curve = &s->curves[k][at];
    if (at == channel->curve_count) {
        s->channels[k].curve_count++;
        curve->kind = kind;
        curve->deform = kind == CAPER_CURVE_DEFORM ? "open" : NULL;
        curve->keys = s->keys[k][at];
    }
    caper_key *key = &s->keys[k][at][curve->key_count++];
    key->time = time;
    key->value[0] = x;
    key->value[1] = y;
    key->value[2] = z;
    key->value[3] = w;
    return key;
}

/// A position that holds.
static inline void score_at(score *s, const caper_channel *channel, float x, float y, float z)
{
    score_key(s, channel, CAPER_CURVE_POSITION, 0, x, y, z, 0);
}

/// A turn that holds, about an axis.
static inline void score_turn(score *s, const caper_channel *channel, caper_vec3 axis, float angle)
{
    caper_quat q = caper_quat_from_axis_angle(axis, angle);
    score_key(s, channel, CAPER_CURVE_ROTATION, 0, q.x, q.y, q.z, q.w);
}

static inline void score_pair(score *s, const char *a, const char *b, caper_side side)
{
    caper_pair pair = {a, b, side};
    s->pairs[s->branch.pair_count++] = pair;
}

static inline caper_motion *score_build(score *s)
{
    caper_error error = {0};
    char text[320];
    caper_motion *motion = caper_motion_create(&s->def, &error);
    if (!motion)
        fprintf(stderr, "%s\n", caper_error_text(&error, text, sizeof text));
    REQUIRE(motion != NULL);
    return motion;
}

static inline caper_binding *score_bind(const caper_motion *motion,
                                        const caper_character *character)
{
    caper_error error = {0};
    char text[320];
    caper_binding *binding = caper_binding_create(motion, character, NULL, &error);
    if (!binding)
        fprintf(stderr, "%s\n", caper_error_text(&error, text, sizeof text));
    REQUIRE(binding != NULL);
    return binding;
}

/// Figure 4 from the front: A and B above, 1 on A's side, 2 and 3 on B's, all on one trunk.
static inline caper_character *figure_four(caper_caps letters, caper_caps numbers)
{
    plan *p = begin();
    int trunk = add(p, "trunk", -1, 0, 1, 0, SPINE);
    add(p, "A", trunk, 0.3f, 0.6f, 0, LIMB | letters);
    add(p, "B", trunk, -0.3f, 0.6f, 0, LIMB | letters);
    add(p, "1", trunk, 0.5f, 0.1f, 0, LIMB | numbers);
    add(p, "2", trunk, -0.5f, 0.3f, 0, LIMB | numbers);
    add(p, "3", trunk, -0.4f, -0.3f, 0, LIMB | numbers);
    return build(p);
}

#endif
