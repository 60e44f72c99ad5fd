// SPDX-License-Identifier: MIT
//
// Hangs bodies on others: in the rest pose, in every clip, in skins and in the order of bodies
// (graft.c finds which).
//
// Invariant: where every body is in the scene does not change, at rest, on the frames of clips, and
// by little between them.
#include "formats/graft.h"

#include "base/try.h"

#include <string.h>

// How far a body may be from where the file has it between frames: a share of the size, radians.
// Readers of turns are within 1.7e-3 of theirs.
#define HANGING_OFF 2e-4f
#define HANGING_TURN 5e-4f
#define HALVINGS 5 // of the time between two frames, at most

// A body in model space, by the parents of the file.
static caper_transform model_at(const caperi_grafter *g, const caper_clip_def *clip, int body,
                                float time)
{
    caper_transform t = caperi_graft_local(g, clip, body, time);
    int parent = g->draft->bodies[body].parent;
    return parent < 0 ? t : caper_transform_mul(model_at(g, clip, parent, time), t);
}

static caper_transform hung_at(const caperi_grafter *g, const caper_clip_def *clip,
                               const caperi_graft *t, float time)
{
    caper_transform onto = model_at(g, clip, t->onto, time);
    return caper_transform_mul(caper_transform_inverse(onto), model_at(g, clip, t->body, time));
}

// Keys of a body in the frame that it is hung on. Without arrays they are only counted.
typedef struct hanging {
    const caperi_grafter *g;
    const caper_clip_def *clip;
    const caperi_graft *graft;
    float *times, *turns, *moves;
    size_t count;
} hanging;

static void put_key(hanging *h, float time, caper_transform local)
{
    if (h->times) {
        h->times[h->count] = time;
        memcpy(h->turns + 4 * h->count, &local.rotation, 4 * sizeof(float));
        memcpy(h->moves + 3 * h->count, &local.position, 3 * sizeof(float));
    }
    h->count++;
}

// Between two keys the file moves the body and its host each on its own way; what that is between
// the two of them is no straight line, so keys are put in until lines are near it.
static void put_between(hanging *h, float from, caper_transform a, float to, caper_transform b,
                        int halvings)
{
    float middle = 0.5f * (from + to);
    if (halvings == 0 || !(middle > from && middle < to))
        return;
    caper_transform at = hung_at(h->g, h->clip, h->graft, middle);
    caper_vec3 p = caper_vec3_lerp(a.position, b.position, 0.5f);
    caper_quat q = caper_quat_nlerp(a.rotation, b.rotation, 0.5f);
    if (caper_vec3_distance(p, at.position) <= HANGING_OFF * h->g->size &&
        caper_quat_angle(q, at.rotation) <= HANGING_TURN)
        return;
    put_between(h, from, a, middle, at, halvings - 1);
    put_key(h, middle, at);
    put_between(h, middle, at, to, b, halvings - 1);
}

static void put_keys(hanging *h)
{
    h->count = 0;
    caper_transform last = hung_at(h->g, h->clip, h->graft, 0.0f);
    put_key(h, 0.0f, last);
    for (int f = 1; f < h->clip->frame_count; f++) {
        float from = (float)(f - 1) / h->clip->rate, to = (float)f / h->clip->rate;
        caper_transform now = hung_at(h->g, h->clip, h->graft, to);
        put_between(h, from, last, to, now, HALVINGS);
        put_key(h, to, now);
        last = now;
    }
}

static bool add_tracks(caperi_grafter *g, const caper_clip_def *clip, const caperi_graft *graft,
                       caper_track_def tracks[2])
{
    hanging h = {.g = g, .clip = clip, .graft = graft};
    put_keys(&h);
    float *times = caperi_graft_take(g, 8 * h.count, sizeof *times);
    if (!times)
        return false;
    h.times = times;
    h.turns = times + h.count;
    h.moves = h.turns + 4 * h.count;
    put_keys(&h);
    tracks[0] = tracks[1] = (caper_track_def){.kind = CAPER_TRACK_ROTATION,
                                              .body = graft->body,
                                              .key_count = (int)h.count,
                                              .times = h.times,
                                              .values = h.turns};
    tracks[1].kind = CAPER_TRACK_TRANSLATION;
    tracks[1].values = h.moves;
    return true;
}

static bool write_tracks(caperi_grafter *g, caper_clip_def *clip)
{
    size_t room = (size_t)clip->track_count + 2 * (size_t)g->graft_count;
    caper_track_def *tracks = caperi_graft_take(g, room, sizeof *tracks);
    if (!tracks)
        return false;
    caperi_graft_open(g, clip);
    int kept = 0;
    for (int i = 0; i < clip->track_count; i++) {
        bool moved = false;
        for (int k = 0; k < g->graft_count; k++)
            moved = moved || (clip->tracks[i].kind <= CAPER_TRACK_TRANSLATION &&
                              clip->tracks[i].body == g->grafts[k].body);
        if (!moved)
            tracks[kept++] = clip->tracks[i];
    }
    for (int k = 0; k < g->graft_count; k++, kept += 2)
        CAPER_PASS(add_tracks(g, clip, &g->grafts[k], tracks + kept));
    clip->tracks = tracks;
    clip->track_count = kept;
    return true;
}

// Parents first again, else in the order of the file.
static bool make_order(caperi_grafter *g, int *place)
{
    int made = 0;
    int *chain = caperi_graft_take(g, (size_t)g->count, sizeof *chain);
    if (!chain)
        return false;
    for (int i = 0; i < g->count; i++)
        place[i] = -1;
    for (int i = 0; i < g->count; i++) {
        int length = 0;
        for (int b = i; b >= 0 && place[b] < 0; b = g->parents[b])
            chain[length++] = b;
        while (length > 0)
            place[chain[--length]] = made++;
    }
    return true;
}

static bool sort_bodies(caperi_grafter *g, const int *place)
{
    caperi_draft *draft = g->draft;
    caperi_draft_body *sorted = caperi_graft_take(g, (size_t)g->count, sizeof *sorted);
    if (!sorted)
        return false;
    for (int i = 0; i < g->count; i++) {
        caperi_draft_body *body = &sorted[place[i]];
        *body = draft->bodies[i];
        body->parent = g->parents[i] >= 0 ? place[g->parents[i]] : -1;
    }
    memcpy(draft->bodies, sorted, (size_t)g->count * sizeof *sorted);
    return true;
}

// Deforms are numbered by body: where the first one of each body, by its old number, is now.
static bool sort_deforms(caperi_grafter *g, const int *place, int *deforms)
{
    const caperi_draft *draft = g->draft; // already sorted
    int *first = caperi_graft_take(g, (size_t)g->count, sizeof *first);
    if (!first)
        return false;
    int made = 0;
    for (int i = 0; i < g->count; i++) {
        first[i] = made;
        made += draft->bodies[i].deform_count;
    }
    int old = 0;
    for (int i = 0; i < g->count; i++)
        for (int k = 0; k < draft->bodies[place[i]].deform_count; k++)
            deforms[old++] = first[place[i]] + k;
    return true;
}

static bool sort_clip(caperi_grafter *g, caper_clip_def *clip, const int *place, const int *deforms)
{
    caper_track_def *tracks = (caper_track_def *)clip->tracks;
    for (int i = 0; i < clip->track_count; i++) {
        if (tracks[i].kind == CAPER_TRACK_DEFORM)
            tracks[i].body = deforms[tracks[i].body];
        else if (tracks[i].kind != CAPER_TRACK_ROOT)
            tracks[i].body = place[tracks[i].body];
    }
    caper_contact *contacts = (caper_contact *)clip->contacts;
    for (int i = 0; i < clip->contact_count; i++)
        contacts[i].body = place[contacts[i].body];
    const char **names = caperi_graft_take(g, (size_t)clip->deform_count, sizeof *names);
    for (int i = 0; names && i < clip->deform_count; i++)
        names[deforms[i]] = clip->deforms[i];
    clip->deforms = names;
    return names != NULL;
}

static bool sort_skins(caperi_grafter *g, const int *place)
{
    caperi_draft *draft = g->draft;
    for (int s = 0; s < draft->skin_count; s++) {
        caper_skin *skin = &draft->skins[s];
        caper_mat4 *binds = caperi_draft_alloc(draft, &draft->arena, (size_t)g->count,
                                               sizeof *binds, _Alignof(caper_mat4), g->error);
        if (!binds)
            return false;
        for (int i = 0; i < g->count; i++)
            binds[place[i]] = skin->inverse_bind[i];
        skin->inverse_bind = binds;
        bool shared = s > 0 && skin->bodies == skin[-1].bodies;
        uint16_t *bodies = (uint16_t *)skin->bodies;
        for (size_t k = 0; k < 4 * (size_t)skin->vertex_count && !shared; k++)
            bodies[k] = (uint16_t)place[bodies[k]];
    }
    return true;
}

static void tell(const caperi_grafter *g)
{
    const caperi_graft *first = &g->grafts[0];
    caperi_draft_warn(g->draft, 0, 0,
                      "%d bodies are moved along with others in the file: '%.30s' is taken as a "
                      "part of '%.30s'%s",
                      g->graft_count, g->draft->bodies[first->body].name,
                      g->draft->bodies[first->onto].name, g->graft_count > 1 ? ", and so on" : "");
}

bool caperi_graft_apply(caperi_grafter *g, caperi_grafting *made)
{
    caperi_draft *draft = g->draft;
    int total = 0;
    for (int i = 0; i < g->count; i++)
        total += draft->bodies[i].deform_count;
    made->place = caperi_graft_take(g, (size_t)g->count, sizeof *made->place);
    made->deforms = caperi_graft_take(g, (size_t)total, sizeof *made->deforms);
    if (!made->place || !made->deforms)
        return false;
    tell(g);
    for (int c = 0; c < draft->clip_count; c++)
        CAPER_PASS(write_tracks(g, &draft->clips[c]));
    for (int k = 0; k < g->graft_count; k++) {
        const caperi_graft *t = &g->grafts[k];
        draft->bodies[t->body].rest_local =
            caper_transform_mul(caper_transform_inverse(g->poses[t->onto]), g->poses[t->body]);
    }
    CAPER_PASS(make_order(g, made->place) && sort_bodies(g, made->place) &&
               sort_deforms(g, made->place, made->deforms));
    for (int c = 0; c < draft->clip_count; c++)
        CAPER_PASS(sort_clip(g, &draft->clips[c], made->place, made->deforms));
    return sort_skins(g, made->place);
}
