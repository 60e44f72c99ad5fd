// SPDX-License-Identifier: MIT
//
// Plans a variant: which channel moves what (paper 000, section 3.2.3).
//
// Channels claim bodies by priority. The first to select a body owns its position, rotation and
// each of its deforms, one by one; a later channel shares what is owned if both have the same blend
// group. A channel of a variant group plays on the group's body; where its own query does not
// select that body it plays on what belongs to it: the spine segment, or the selected bodies above
// and below it in the tree. That is how a shoulder goes with its hand.
//
// Invariant: of the degrees of freedom of a body, each has shares of one channel, or of channels of
// one blend group.
#include "motion/bind.h"

#include <string.h>

// ------------------------------------------------------------------------------------ strands

static bool is_selected(const caperi_selection *s, bool mirrored, int body)
{
    for (int i = 0; i < s->counts[mirrored]; i++)
        if (s->bodies[mirrored][i] == body)
            return true;
    return false;
}

static bool is_above(const caper_character *c, int above, int body)
{
    while (body > above) // parents come first
        body = c->bodies[body].parent;
    return body == above;
}

static bool mirror_of(const caperi_binder *b, int channel, int body, bool mirrored)
{
    if (b->branch->channels[channel].mirroring == CAPER_MIRROR_NONE)
        return b->group_count == 0 && mirrored;
    return b->sides[body] == 0 ? mirrored : b->sides[body] < 0;
}

static void add_strand(caperi_binder *b, int channel, int body, bool mirrored)
{
    caper_strand *strand = caperi_binder_add(b, CAPERI_LIST_STRANDS, 1);
    if (!strand)
        return;
    strand->channel = (int16_t)channel;
    strand->body = (int16_t)body;
    strand->goal = -1;
    strand->mirror = mirror_of(b, channel, body, mirrored);
}

// A channel that goes with the body of its group.
static void add_group_strands(caperi_binder *b, int channel, int body, bool mirrored)
{
    const caperi_selection *s = &b->channels[channel].selected;
    const caper_character *c = b->character;
    if (channel == b->leads[b->channels[channel].group] || is_selected(s, mirrored, body)) {
        add_strand(b, channel, body, mirrored);
        return;
    }
    if (b->branch->channels[channel].query.spine_segment) {
        int spine = c->bodies[body].spine;
        if (spine >= 0 && is_selected(s, mirrored, spine))
            add_strand(b, channel, spine, mirrored);
        return;
    }
    for (int i = 0; i < s->counts[mirrored]; i++) {
        int other = s->bodies[mirrored][i];
        if (is_above(c, other, body) || is_above(c, body, other))
            add_strand(b, channel, other, mirrored);
    }
}

static void add_strands(caperi_binder *b, const int16_t *bodies, bool mirrored)
{
    for (int k = 0; k < b->branch->channel_count; k++) {
        const caperi_bound_channel *channel = &b->channels[k];
        b->first_strand[k] = b->lists[CAPERI_LIST_STRANDS].count;
        if (channel->group >= 0) {
            add_group_strands(b, k, bodies[channel->group], mirrored);
            continue;
        }
        for (int i = 0; i < channel->selected.counts[mirrored]; i++)
            add_strand(b, k, channel->selected.bodies[mirrored][i], mirrored);
    }
    b->first_strand[b->branch->channel_count] = b->lists[CAPERI_LIST_STRANDS].count;
}

// ---------------------------------------------------------------------------------- ownership

static bool claim(const caperi_binder *b, int16_t *owner, int channel)
{
    if (*owner < 0) {
        *owner = (int16_t)channel;
        return true;
    }
    int blend = b->channels[channel].blend;
    return blend >= 0 && b->channels[*owner].blend == blend;
}

static int find_deform(const caper_character *c, int body, const char *name)
{
    const caper_body *at = &c->bodies[body];
    for (int i = at->deform; i < at->deform + at->deform_count; i++) {
        const char *dot = strrchr(c->deforms[i], '.'); // deforms have no dots, bodies may
        if (dot && strcmp(dot + 1, name) == 0)
            return i;
    }
    return -1;
}

static void claim_deforms(caperi_binder *b, const caper_strand *strand)
{
    const caper_channel *channel = &b->branch->channels[strand->channel];
    for (int i = 0; i < channel->curve_count; i++) {
        const caper_curve *curve = &channel->curves[i];
        if (curve->kind != CAPER_CURVE_DEFORM)
            continue;
        int deform = find_deform(b->character, strand->body, curve->deform);
        if (deform < 0 || !claim(b, &b->deform_owner[deform], strand->channel))
            continue;
        caperi_claim *made = caperi_binder_add(b, CAPERI_LIST_CLAIMS, 1);
        if (!made)
            return;
        made->curve = curve;
        made->channel = strand->channel;
        made->deform = (int16_t)deform;
    }
}

static void own(caperi_binder *b)
{
    const caper_character *c = b->character;
    caper_strand *strands = b->lists[CAPERI_LIST_STRANDS].items;
    for (int i = 0; i < c->body_count; i++)
        b->position_owner[i] = b->rotation_owner[i] = -1;
    for (int i = 0; i < c->deform_count; i++)
        b->deform_owner[i] = -1;
    for (int k = 0; k < b->branch->channel_count; k++) {
        int channel = b->order[k];
        const caperi_curves *curves = &b->curves[channel];
        for (int i = b->first_strand[channel]; i < b->first_strand[channel + 1]; i++) {
            caper_strand *s = &strands[i];
            s->position = curves->position && claim(b, &b->position_owner[s->body], channel);
            s->rotation = curves->rotation && claim(b, &b->rotation_owner[s->body], channel);
            claim_deforms(b, s);
        }
    }
}

// ---------------------------------------------------------------------------- slots and shares

// One slot for each body that is moved, by body.
static void add_slots(caperi_binder *b)
{
    const caper_character *c = b->character;
    int16_t count = 0;
    for (int i = 0; i < c->body_count; i++) {
        b->slot_of[i] = -1;
        if (b->position_owner[i] < 0 && b->rotation_owner[i] < 0)
            continue;
        caperi_slot *slot = caperi_binder_add(b, CAPERI_LIST_SLOTS, 1);
        if (!slot)
            return;
        slot->body = (int16_t)i;
        slot->rest_position = c->rest_model[i].position;
        slot->rest_rotation = c->rest_model[i].rotation;
        b->slot_of[i] = count++;
    }
}

// The part of a channel on a body; the same for every variant that mirrors it alike.
static int part_of(caperi_binder *b, const caper_strand *strand)
{
    size_t key = (size_t)strand->channel * (size_t)b->character->body_count + (size_t)strand->body;
    int32_t *made = &b->part_of[2 * key + strand->mirror];
    if (*made)
        return *made - 1;
    int index = b->lists[CAPERI_LIST_PARTS].count;
    caperi_binding_part *part = caperi_binder_add(b, CAPERI_LIST_PARTS, 1);
    if (!part)
        return 0;
    part->fit =
        caperi_fit_make(&b->branch->channels[strand->channel].mode, b->character, strand->body);
    part->channel = strand->channel;
    part->mirror = strand->mirror;
    *made = index + 1;
    return index;
}

// The shares of a slot are neighbors, its owner first.
static void add_shares(caperi_binder *b, const caperi_binding_draft *draft)
{
    caper_strand *strands = b->lists[CAPERI_LIST_STRANDS].items;
    caperi_slot *slots = caperi_binder_at(b, CAPERI_LIST_SLOTS, draft->first[CAPERI_LIST_SLOTS]);
    int slot_count = b->lists[CAPERI_LIST_SLOTS].count - draft->first[CAPERI_LIST_SLOTS];
    int total = 0;
    for (int i = b->first_strand[0]; i < b->first_strand[b->branch->channel_count]; i++) {
        if (!strands[i].position && !strands[i].rotation)
            continue;
        strands[i].goal = b->slot_of[strands[i].body];
        slots[strands[i].goal].share_count++;
        total++;
    }
    caperi_share *shares = caperi_binder_add(b, CAPERI_LIST_SHARES, total);
    if (!shares)
        return;
    int next = 0;
    for (int i = 0; i < slot_count; i++) {
        slots[i].first_share = next;
        next += slots[i].share_count;
        slots[i].share_count = 0;
    }
    for (int k = 0; k < b->branch->channel_count; k++) {
        int channel = b->order[k];
        for (int i = b->first_strand[channel]; i < b->first_strand[channel + 1]; i++) {
            const caper_strand *s = &strands[i];
            if (s->goal < 0)
                continue;
            caperi_slot *slot = &slots[s->goal];
            caperi_share *share = &shares[slot->first_share + slot->share_count++];
            share->part = part_of(b, s);
            share->aim = b->aim_of[channel];
            share->position = s->position;
            share->rotation = s->rotation;
            share->views = s->rotation && !s->position &&
                           b->branch->channels[channel].mode.rotation == CAPER_FRAME_LOOK;
            slot->viewer |= share->views;
        }
    }
}

// Who looks without a position of its own does so from where other goals put it.
static void add_viewers(caperi_binder *b, const caperi_binding_draft *draft)
{
    caperi_slot *slots = b->lists[CAPERI_LIST_SLOTS].items;
    for (int i = draft->first[CAPERI_LIST_SLOTS]; i < b->lists[CAPERI_LIST_SLOTS].count; i++) {
        if (!slots[i].viewer) {
            slots[i].viewer = -1;
            continue;
        }
        slots[i].viewer =
            b->lists[CAPERI_LIST_AIM_BODIES].count - draft->first[CAPERI_LIST_AIM_BODIES];
        caperi_aim_body *viewer = caperi_binder_add(b, CAPERI_LIST_AIM_BODIES, 1);
        if (!viewer)
            return;
        viewer->body = slots[i].body;
    }
}

static void add_deforms(caperi_binder *b)
{
    const caperi_claim *claims = b->lists[CAPERI_LIST_CLAIMS].items;
    int claim_count = b->lists[CAPERI_LIST_CLAIMS].count, next = 0;
    caperi_deform_share *shares = caperi_binder_add(b, CAPERI_LIST_DEFORM_SHARES, claim_count);
    for (int i = 0; i < claim_count && !b->failed; i++) {
        int16_t deform = claims[i].deform;
        if (b->deform_owner[deform] < 0)
            continue; // gathered before
        b->deform_owner[deform] = -1;
        caperi_deform *made = caperi_binder_add(b, CAPERI_LIST_DEFORMS, 1);
        if (!made)
            return;
        made->deform = deform;
        made->first_share = next;
        for (int k = i; k < claim_count; k++) {
            if (claims[k].deform != deform)
                continue;
            shares[next].curve = claims[k].curve;
            shares[next++].channel = claims[k].channel;
        }
        made->share_count = (int16_t)(next - made->first_share);
    }
}

// --------------------------------------------------------------------------------------- aims

// The one of several that is nearest at rest to the body that the variant chose; without a group
// the first. A skin is that of one body.
static int16_t nearest_aimed(const caperi_binder *b, const caperi_bound_channel *bound,
                             const int16_t *bodies, const int16_t *aimed, int count)
{
    int16_t best = aimed[0];
    float least = INFINITY;
    for (int i = 0; i < count && bound->group >= 0; i++) {
        caper_vec3 from = caperi_body_center(b->character, bodies[bound->group]);
        float d = caper_vec3_distance(caperi_body_center(b->character, aimed[i]), from);
        if (d < least) {
            least = d;
            best = aimed[i];
        }
    }
    return best;
}

static void add_aim(caperi_binder *b, caperi_binding_draft *draft, int channel,
                    const int16_t *bodies, bool mirrored)
{
    const caperi_bound_channel *bound = &b->channels[channel];
    caper_mode plain = {.point = CAPER_POINT_AUTO};
    const int16_t *aimed = bound->aimed.bodies[mirrored];
    int count = bound->aimed.counts[mirrored];
    if (bound->aim_group >= 0) {
        aimed = &bodies[bound->aim_group];
        count = 1;
    }
    bool surface = b->branch->channels[channel].mode.position == CAPER_FRAME_SURFACE && count > 0;
    int16_t one = surface ? nearest_aimed(b, bound, bodies, aimed, count) : -1;
    if (surface) {
        aimed = &one;
        count = 1;
    }
    int first = b->lists[CAPERI_LIST_AIM_BODIES].count - draft->first[CAPERI_LIST_AIM_BODIES];
    caperi_aim *aim = caperi_binder_add(b, CAPERI_LIST_AIMS, 1);
    caperi_aim_body *made = caperi_binder_add(b, CAPERI_LIST_AIM_BODIES, count);
    if (!aim || !made)
        return;
    aim->target = (int16_t)bound->target;
    aim->first_body = first;
    aim->body_count = (int16_t)count;
    aim->surface = surface;
    aim->half = surface ? caperi_body_half(b->character, one) : caper_vec3_zero();
    for (int i = 0; i < count; i++) {
        made[i].body = aimed[i];
        made[i].point = surface ? b->character->bodies[aimed[i]].box_center
                                : caper_mode_point(&plain, b->character, aimed[i]);
    }
}

static void add_channels(caperi_binder *b, caperi_binding_draft *draft, const int16_t *bodies,
                         bool mirrored)
{
    bool moves[CAPER_MAX_CHANNELS] = {false}, deforms[CAPER_MAX_CHANNELS] = {false};
    const caper_strand *strands = b->lists[CAPERI_LIST_STRANDS].items;
    for (int i = b->first_strand[0]; i < b->first_strand[b->branch->channel_count]; i++)
        moves[strands[i].channel] |= strands[i].position || strands[i].rotation;
    const caperi_claim *claims = b->lists[CAPERI_LIST_CLAIMS].items;
    for (int i = 0; i < b->lists[CAPERI_LIST_CLAIMS].count; i++)
        deforms[claims[i].channel] = true;
    for (int k = 0; k < b->branch->channel_count && !b->failed; k++) {
        b->aim_of[k] = -1;
        if (!moves[k] && !deforms[k])
            continue;
        int16_t *channel = caperi_binder_add(b, CAPERI_LIST_CHANNELS, 1);
        if (channel)
            *channel = (int16_t)k;
        if (!moves[k] || !b->channels[k].aims)
            continue;
        b->aim_of[k] = (int16_t)(b->lists[CAPERI_LIST_AIMS].count - draft->first[CAPERI_LIST_AIMS]);
        add_aim(b, draft, k, bodies, mirrored);
    }
}

static void count_items(const caperi_binder *b, caperi_binding_draft *draft)
{
    for (int k = 0; k < CAPERI_LIST_COUNT; k++)
        draft->count[k] = b->lists[k].count - draft->first[k];
}

void caperi_binder_plan(caperi_binder *binder, const int16_t *bodies, bool mirrored,
                        caperi_binding_draft *draft)
{
    draft->mirrored = mirrored;
    binder->lists[CAPERI_LIST_CLAIMS].count = 0;
    for (int k = 0; k < CAPERI_LIST_COUNT; k++)
        draft->first[k] = binder->lists[k].count;
    add_strands(binder, bodies, mirrored);
    if (!binder->failed)
        own(binder);
    if (!binder->failed)
        add_channels(binder, draft, bodies, mirrored);
    if (!binder->failed)
        add_slots(binder);
    if (!binder->failed)
        add_shares(binder, draft);
    if (!binder->failed)
        add_viewers(binder, draft);
    if (!binder->failed)
        add_deforms(binder);
    count_items(binder, draft);
    if (!binder->failed)
        caperi_binder_order(binder, draft);
    count_items(binder, draft);
}
