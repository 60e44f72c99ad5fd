// SPDX-License-Identifier: MIT
//
// Clips as animations of the nodes of a document that is carried (gltf_document.h). A body that
// hangs where its node hangs keeps its keys: each is taken back through the scale, the mirrored
// axes and the place above its root that reading has baked into it. A body that hangs elsewhere,
// and a root that goes along a root track, is worked out for every frame from where the bodies are.
// Invariant: at any frame every node stands so that reading it gives the body of the clip; a node
// that stands so by itself gets no channel.
#include "clip/clip.h"
#include "formats/gltf_document.h"
#include "formats/gltf_write.h"

#include <string.h>

// What differs less is the same: positions as a share of the size, components of quaternions.
// Floats that were baked and taken back differ by less.
#define SAME_PLACE 2e-6
#define SAME_TURN 1e-6

typedef struct carrier {
    caperi_gltf_out *out;
    const caper_document *document;
    const caper_clip *clip;
    const caper_track_def **turns, **moves, **deforms; // by body, by body, by deform
    const caper_track_def *root;
    float *dense;                 // times of all frames
    caper_transform *frames;      // frame_count x body_count, model space with the root; or NULL
    float *turn_keys, *move_keys; // of one body, for every frame
} carrier;

static void *take(carrier *c, size_t count, size_t size)
{
    void *memory = caper_arena_alloc_zero(&c->out->arena, count + 1, size, 16);
    if (!memory)
        caper_error_set(c->out->error, CAPER_ERROR_MEMORY, c->out->path, 0, 0, "out of memory");
    return memory;
}

// -- Keys -------------------------------------------------------------------------------------

static void node_turn(const caperi_doc_body *body, const float *in, float *out)
{
    double q[4] = {(double)in[0], (double)in[1], (double)in[2], (double)in[3]};
    caperi_document_rotation(body, q, q);
    for (int i = 0; i < 4; i++)
        out[i] = (float)q[i];
}

static void node_move(const caperi_doc_body *body, const float *in, double lift, float *out)
{
    double p[3] = {(double)in[0], (double)in[1] + lift, (double)in[2]};
    caperi_document_position(body, p, p);
    for (int i = 0; i < 3; i++)
        out[i] = (float)p[i];
}

static bool same_turn(const float *key, const double *own)
{
    double dot = 0;
    for (int i = 0; i < 4; i++)
        dot += (double)key[i] * own[i];
    bool same = true;
    for (int i = 0; i < 4; i++)
        same = same && fabs((double)key[i] - (dot < 0 ? -own[i] : own[i])) <= SAME_TURN;
    return same;
}

static bool same_place(const carrier *c, const caperi_doc_body *body, const float *key)
{
    double scale = body->map.uniform ? fabs(body->map.above_scale) : 1, off = 0;
    for (int i = 0; i < 3; i++)
        off = fabs((double)key[i] - body->position[i]) > off
                  ? fabs((double)key[i] - body->position[i])
                  : off;
    return off * scale <= SAME_PLACE * c->document->size;
}

static bool all_equal(const float *values, int count, int width)
{
    for (int k = 1; k < count; k++)
        if (memcmp(values, values + (size_t)k * (size_t)width, (size_t)width * sizeof *values) != 0)
            return false;
    return true;
}

// A channel, unless it says what the node says by itself.
static void put_turns(carrier *c, int b, const float *times, const float *values, int count)
{
    const caperi_doc_body *body = &c->document->bodies[b];
    count = all_equal(values, count, 4) ? 1 : count;
    if (count == 1 && same_turn(values, body->rotation))
        return;
    c->out->animated[b] = true;
    caperi_gltf_out_channel_add(c->out, body->map.node, "rotation",
                                caperi_gltf_out_times(c->out, times, count), values, count, 4,
                                "VEC4");
}

static void put_moves(carrier *c, int b, const float *times, const float *values, int count)
{
    const caperi_doc_body *body = &c->document->bodies[b];
    count = all_equal(values, count, 3) ? 1 : count;
    if (count == 1 && same_place(c, body, values))
        return;
    c->out->animated[b] = true;
    caperi_gltf_out_channel_add(c->out, body->map.node, "translation",
                                caperi_gltf_out_times(c->out, times, count), values, count, 3,
                                "VEC3");
}

// -- Bodies that hang where their nodes do ----------------------------------------------------

static bool put_direct(carrier *c, int b)
{
    static const float zero;
    const caperi_doc_body *body = &c->document->bodies[b];
    caper_transform rest = c->clip->skeleton.rest_local[b];
    caper_track_def still[2] = {{.key_count = 1, .times = &zero, .values = &rest.rotation.x},
                                {.key_count = 1, .times = &zero, .values = &rest.position.x}};
    const caper_track_def *turn = c->turns[b] ? c->turns[b] : &still[0];
    const caper_track_def *move = c->moves[b] ? c->moves[b] : &still[1];
    double lift = body->up < 0 ? c->document->floor : 0;
    caper_arena_mark_point mark = caper_arena_mark(&c->out->arena);
    float *turns = take(c, 4 * (size_t)turn->key_count, sizeof *turns);
    float *moves = take(c, 3 * (size_t)move->key_count, sizeof *moves);
    if (!turns || !moves)
        return false;
    for (size_t k = 0; k < (size_t)turn->key_count; k++)
        node_turn(body, turn->values + 4 * k, turns + 4 * k);
    for (size_t k = 0; k < (size_t)move->key_count; k++)
        node_move(body, move->values + 3 * k, lift, moves + 3 * k);
    const float *when = turn->key_count == 1 ? &zero : turn->times ? turn->times : c->dense;
    put_turns(c, b, when, turns, turn->key_count);
    when = move->key_count == 1 ? &zero : move->times ? move->times : c->dense;
    put_moves(c, b, when, moves, move->key_count);
    caper_arena_release(&c->out->arena, mark);
    return true;
}

// -- Others, frame by frame -------------------------------------------------------------------

static bool make_frames(carrier *c)
{
    const caper_clip *clip = c->clip;
    size_t bodies = (size_t)clip->skeleton.body_count, count = (size_t)clip->frame_count;
    c->frames = take(c, bodies * count, sizeof *c->frames);
    c->turn_keys = take(c, 4 * count, sizeof *c->turn_keys);
    c->move_keys = take(c, 3 * count, sizeof *c->move_keys);
    if (!c->frames || !c->turn_keys || !c->move_keys)
        return false;
    for (int f = 0; f < clip->frame_count; f++) {
        caper_pose pose = {c->frames + bodies * (size_t)f, NULL, (int)bodies, 0};
        caperi_moment moment = caperi_frame_moment(clip, f);
        caperi_clip_sample_moment(clip, moment, &pose);
        caper_transform root = caper_transform_identity();
        // where the file has a node for the root track, that moves it
        if (clip->has_root && c->document->root_node < 0)
            root = caper_root_transform(caperi_clip_root_moment(clip, moment));
        caper_pose_to_model(&clip->skeleton, &pose, &root, &pose);
    }
    return true;
}

static bool put_baked(carrier *c, int b)
{
    const caperi_doc_body *body = &c->document->bodies[b];
    CAPER_PASS(c->frames || make_frames(c));
    size_t bodies = (size_t)c->clip->skeleton.body_count;
    int count = c->clip->frame_count;
    double lift = body->up < 0 ? c->document->floor : 0;
    for (int f = 0; f < count; f++) {
        const caper_transform *frame = c->frames + bodies * (size_t)f;
        caper_transform local = frame[b];
        if (body->up >= 0)
            local = caper_transform_mul(caper_transform_inverse(frame[body->up]), local);
        float *turn = c->turn_keys + 4 * (size_t)f;
        node_turn(body, &local.rotation.x, turn);
        node_move(body, &local.position.x, lift, c->move_keys + 3 * (size_t)f);
        // the shorter way from frame to frame
        float dot = 0;
        for (int i = 0; i < 4 && f > 0; i++)
            dot += turn[i] * turn[i - 4];
        for (int i = 0; i < 4 && dot < 0; i++)
            turn[i] = -turn[i];
    }
    put_turns(c, b, c->dense, c->turn_keys, count);
    put_moves(c, b, c->dense, c->move_keys, count);
    return true;
}

static bool is_direct(const carrier *c, int b)
{
    const caperi_doc_body *body = &c->document->bodies[b];
    if (c->clip->skeleton.parents[b] != body->up)
        return false;
    return body->up >= 0 || !c->root || c->document->root_node >= 0;
}

// -- Clips ------------------------------------------------------------------------------------

static bool put_deforms(carrier *c)
{
    const caper_document *d = c->document;
    bool *carried = take(c, (size_t)c->clip->deform_count, sizeof *carried);
    if (!carried)
        return false;
    for (int m = 0; m < d->morph_count; m++) {
        const caperi_doc_morph *morph = &d->morphs[m];
        const caper_track_def **of = take(c, (size_t)morph->count, sizeof *of);
        if (!of)
            return false;
        for (int t = 0; t < morph->count; t++) {
            int deform = morph->deforms[t];
            if (deform < 0 || deform >= c->clip->deform_count)
                continue;
            carried[deform] = true;
            of[t] = c->deforms[deform];
        }
        CAPER_PASS(caperi_gltf_out_weights(c->out, c->clip, morph->node, (size_t)morph->count, of,
                                           morph->rest, &c->dense));
    }
    for (int i = 0; i < c->clip->deform_count; i++)
        if (c->deforms[i] && !carried[i])
            CAPER_PASS(caperi_gltf_out_spare_deform(c->out, c->clip, i, c->deforms[i], &c->dense));
    return true;
}

static bool open_clip(carrier *c)
{
    const caper_clip *clip = c->clip;
    size_t bodies = (size_t)clip->skeleton.body_count, frames = (size_t)clip->frame_count;
    int count = 0;
    const caper_track_def *tracks = caperi_clip_track_defs(clip, &c->out->arena, &count);
    c->turns = take(c, bodies, sizeof *c->turns);
    c->moves = take(c, bodies, sizeof *c->moves);
    c->deforms = take(c, (size_t)clip->deform_count, sizeof *c->deforms);
    c->dense = take(c, frames, sizeof *c->dense);
    if (!tracks || !c->turns || !c->moves || !c->deforms || !c->dense)
        return caper_error_set(c->out->error, CAPER_ERROR_MEMORY, c->out->path, 0, 0,
                               "out of memory");
    for (size_t f = 0; f < frames; f++)
        c->dense[f] = (float)f / clip->rate;
    for (int i = 0; i < count; i++) {
        const caper_track_def *track = &tracks[i];
        if (track->kind == CAPER_TRACK_ROOT)
            c->root = track;
        else if (track->kind == CAPER_TRACK_DEFORM)
            c->deforms[track->body] = track;
        else if (track->kind == CAPER_TRACK_ROTATION)
            c->turns[track->body] = track;
        else
            c->moves[track->body] = track;
    }
    return true;
}

// The root track on the node that a file of ours has for it.
static bool put_root(carrier *c)
{
    static const float zero;
    if (!c->root || c->document->root_node < 0)
        return true;
    c->out->root_node = c->document->root_node;
    const float *times = c->root->key_count == 1 ? &zero
                         : c->root->times        ? c->root->times
                                                 : c->dense;
    return caperi_gltf_out_root(c->out, times, c->root);
}

// The format has no animation of nothing: one key that says what the node says.
static void put_nothing(carrier *c)
{
    static const float zero;
    for (int b = 0; b < c->document->body_count; b++) {
        const caperi_doc_body *body = &c->document->bodies[b];
        if (body->map.node < 0 || body->matrix)
            continue;
        float key[4];
        for (int i = 0; i < 4; i++)
            key[i] = (float)body->rotation[i];
        caperi_gltf_out_channel_add(c->out, body->map.node, "rotation",
                                    caperi_gltf_out_times(c->out, &zero, 1), key, 1, 4, "VEC4");
        return;
    }
}

static int number_in_file(const caper_import *import, const caper_clip *clip)
{
    for (int i = 0; i < import->clip_count; i++)
        if (import->clips[i] == clip)
            return i + 1;
    return 0;
}

bool caperi_gltf_carry_clip(caperi_gltf_out *out, const caper_clip *clip,
                            caperi_gltf_out_clip *made)
{
    carrier c = {.out = out, .document = out->document, .clip = clip};
    made->carried = number_in_file(out->job->like, clip);
    made->first_channel = out->channel_count;
    made->first_deform = out->deform_count;
    if (made->carried)
        return true;
    CAPER_PASS(open_clip(&c));
    for (int b = 0; b < c.document->body_count; b++) {
        if (c.document->bodies[b].map.node < 0)
            continue;
        CAPER_PASS(is_direct(&c, b) ? put_direct(&c, b) : put_baked(&c, b));
    }
    CAPER_PASS(put_root(&c) && put_deforms(&c));
    if (out->channel_count == made->first_channel)
        put_nothing(&c);
    made->channel_count = out->channel_count - made->first_channel;
    made->deform_count = out->deform_count - made->first_deform;
    return true;
}
