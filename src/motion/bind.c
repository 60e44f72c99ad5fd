// SPDX-License-Identifier: MIT
//
// Binding (paper 000, section 4.1): the first time a motion meets a character. The branch is the
// first whose needs the character meets; queries are answered once, for the motion as authored and
// for its mirror image; then each way to play is planned (plan.c) and everything is packed into one
// block that is never written to again.
//
// A variant group chooses from the bodies of its lead: its first channel that does not go up to the
// spine, or else its first. A variant plays mirrored when the body of the first group whose lead
// mirrors by sides is on the right. Invariant: the same motion and character give the same binding,
// whatever was bound before.
#include "motion/bind.h"

#include "base/block.h"

#include <stdio.h>
#include <string.h>

// Items of all variants together, some 30 MB; variants beyond are not made.
#define ITEMS_MAX (1 << 20)
#define AS_FAR 1e-3f // of size: bodies that are as far out as others

static const struct {
    size_t size, align;
} list_items[CAPERI_LIST_COUNT] = {
#define ITEM(kind, type) [CAPERI_LIST_##kind] = {sizeof(type), _Alignof(type)}
    ITEM(STRANDS, caper_strand),
    ITEM(SLOTS, caperi_slot),
    ITEM(SHARES, caperi_share),
    ITEM(AIMS, caperi_aim),
    ITEM(AIM_BODIES, caperi_aim_body),
    ITEM(LINKS, int16_t),
    ITEM(STEPS, int16_t),
    ITEM(CHANNELS, int16_t),
    ITEM(DEFORMS, caperi_deform),
    ITEM(DEFORM_SHARES, caperi_deform_share),
    ITEM(PARTS, caperi_binding_part),
    ITEM(CLAIMS, caperi_claim),
#undef ITEM
};

void *caperi_binder_at(const caperi_binder *binder, caperi_list_kind kind, int index)
{
    char *items = binder->lists[kind].items; // adding to NULL is undefined, be it 0
    return items ? items + (size_t)index * list_items[kind].size : NULL;
}

void *caperi_binder_add(caperi_binder *binder, caperi_list_kind kind, int count)
{
    caperi_list *list = &binder->lists[kind];
    size_t size = list_items[kind].size;
    if (binder->failed)
        return NULL;
    if (!list->items || list->count + count > list->capacity) {
        int capacity = 2 * list->capacity + count + 16;
        void *items =
            caper_arena_alloc(&binder->arena, (size_t)capacity * size, list_items[kind].align);
        if (!items) {
            binder->failed = true;
            return NULL;
        }
        if (list->count > 0)
            memcpy(items, list->items, (size_t)list->count * size);
        list->items = items;
        list->capacity = capacity;
    }
    void *added = (char *)list->items + (size_t)list->count * size;
    memset(added, 0, (size_t)count * size);
    list->count += count;
    return added;
}

// -------------------------------------------------------------------------------------- branch

// The first branch that the character suits; -1 with the reasons of all.
static int choose_branch(const caper_motion *motion, const caper_character *character,
                         caper_error *error)
{
    char reasons[320] = "", why[96];
    size_t used = 0;
    for (int i = 0; i < motion->branch_count; i++) {
        const caper_branch *branch = &motion->branches[i];
        if (caper_needs_met(&branch->needs, character, why))
            return i;
        bool named = branch->name && branch->name[0] != '\0';
        int more = snprintf(reasons + used, sizeof reasons - used, "%s%s%s%s", used ? "; " : "",
                            named ? branch->name : "", named ? ": " : "", why);
        used += more > 0 ? (size_t)more : 0;
        if (used >= sizeof reasons)
            break;
    }
    caper_error_set(error, CAPER_ERROR_UNSUPPORTED, motion->name, 0, 0,
                    "does not suit the character \"%s\": %s", character->name, reasons);
    return -1;
}

// ------------------------------------------------------------------------------------ channels

static void *scratch(caperi_binder *b, size_t count, size_t size, size_t align)
{
    void *made = caper_arena_alloc_zero(&b->arena, count, size, align);
    if (!made)
        b->failed = true;
    return made;
}

static const int16_t *select_bodies(caperi_binder *b, const caper_query *query, int *count)
{
    int16_t *bodies = scratch(b, (size_t)b->character->body_count, sizeof *bodies, 2);
    *count = bodies ? caper_query_select(query, b->character, bodies) : 0;
    return bodies;
}

// A pair of partners may be farthest to the front together; then the tie goes to the lower index,
// and in the mirror image to the other one. Partners lie within 1e-5 of size of a tie.
static int select_partner(caperi_binder *b, const caper_query *mirrored, int16_t *out)
{
    const caper_character *c = b->character;
    caper_query all = *mirrored, one = *mirrored;
    all.extent = CAPER_EXTENT_NONE;
    all.spine_segment = one.spine_segment = false;
    int count, found;
    const int16_t *farthest = select_bodies(b, &one, &found),
                  *bodies = select_bodies(b, &all, &count);
    int partner = !b->failed && found == 1 ? c->bodies[farthest[0]].mirror : -1;
    for (int i = 0; i < count && partner >= 0; i++) {
        caper_vec3 d =
            caper_vec3_sub(caperi_body_center(c, bodies[i]), caperi_body_center(c, farthest[0]));
        bool along_y =
            one.extent == CAPER_EXTENT_TOP_MOST || one.extent == CAPER_EXTENT_BOTTOM_MOST;
        if (bodies[i] != partner || fabsf(along_y ? d.y : d.z) > 1e-5f * c->size)
            continue;
        *out = (int16_t)(mirrored->spine_segment ? c->bodies[partner].spine : partner);
        return *out >= 0;
    }
    return 0;
}

static caperi_selection select_both(caperi_binder *b, const caper_query *query)
{
    caperi_selection s;
    caper_query mirrored = caper_query_mirror(query);
    s.bodies[0] = s.bodies[1] = select_bodies(b, query, &s.counts[0]);
    s.counts[1] = s.counts[0];
    if (query->extent >= CAPER_EXTENT_TOP_MOST) {
        int16_t *partner = scratch(b, 1, sizeof *partner, 2);
        if (partner && select_partner(b, &mirrored, partner) == 1) {
            s.bodies[1] = partner;
            s.counts[1] = 1;
            return s;
        }
    }
    if (mirrored.zones[0] != query->zones[0] || mirrored.set_zones[0] != query->set_zones[0] ||
        mirrored.extent != query->extent)
        s.bodies[1] = select_bodies(b, &mirrored, &s.counts[1]);
    return s;
}

static bool same_name(const char *a, const char *b)
{
    return a && b && strcmp(a, b) == 0;
}

static int find_group(const caperi_binder *b, const char *name)
{
    for (int g = 0; g < b->group_count; g++)
        if (same_name(b->groups[g], name))
            return g;
    return -1;
}

static void find_groups(caperi_binder *b)
{
    for (int k = 0; k < b->branch->channel_count; k++) {
        const caper_channel *channel = &b->branch->channels[k];
        int group = find_group(b, channel->group);
        if (!channel->group) {
            b->channels[k].group = -1;
            continue;
        }
        if (group < 0) {
            group = b->group_count++;
            b->groups[group] = channel->group;
            b->leads[group] = k;
        }
        int lead = b->leads[group];
        if (b->branch->channels[lead].query.spine_segment && !channel->query.spine_segment)
            b->leads[group] = k;
        b->channels[k].group = group;
    }
}

// Where a target is that nobody gives: x to the left, y up, z ahead, 1 at the sides of the bounds.
caper_vec3 caperi_motion_target(const caper_motion *motion, const caper_character *c,
                                const char *name, bool mirrored)
{
    caper_vec3 at = caper_vec3_make(0.0f, 0.3f, 1.5f);
    for (int i = 0; i < motion->target_count; i++) {
        if (!same_name(motion->targets[i].name, name))
            continue;
        at = motion->targets[i].at;
        break;
    }
    if (mirrored)
        at.x = -at.x;
    caper_vec3 half = caper_vec3_scale(caper_vec3_sub(c->bounds.max, c->bounds.min), 0.5f);
    caper_vec3 middle = caper_vec3_scale(caper_vec3_add(c->bounds.min, c->bounds.max), 0.5f);
    return caper_vec3_add(middle, caper_vec3_mul(at, half));
}

// The target of that name (NULL: one that nobody ever gives).
static int find_target(caperi_binder *b, const char *name)
{
    for (int i = 0; i < b->target_count; i++)
        if (same_name(b->targets[i].name, name) || (!name && !b->targets[i].name))
            return i;
    caperi_target *made = &b->targets[b->target_count];
    made->name = name;
    for (int mirrored = 0; mirrored < 2; mirrored++)
        made->at[mirrored] = caperi_motion_target(b->motion, b->character, name, mirrored == 1);
    return b->target_count++;
}

static void bind_aim(caperi_binder *b, int channel)
{
    const caper_channel *c = &b->branch->channels[channel];
    caperi_bound_channel *bound = &b->channels[channel];
    bound->aim_group = bound->target = -1;
    bound->aims = c->mode.position == CAPER_FRAME_SECONDARY ||
                  c->mode.position == CAPER_FRAME_SURFACE ||
                  (c->mode.position == CAPER_FRAME_REACH && c->mode.direction) ||
                  c->mode.rotation == CAPER_FRAME_SECONDARY || c->mode.rotation == CAPER_FRAME_LOOK;
    if (!bound->aims)
        return;
    if (c->aim.kind == CAPER_AIM_BODIES)
        bound->aimed = select_both(b, &c->aim.bodies);
    if (c->aim.kind == CAPER_AIM_GROUP)
        bound->aim_group = find_group(b, c->aim.group);
    bound->target = find_target(b, c->aim.kind == CAPER_AIM_TARGET ? c->aim.target : NULL);
}

static void bind_channels(caperi_binder *b)
{
    int count = b->branch->channel_count;
    for (int k = 0; k < count; k++) {
        const caper_channel *channel = &b->branch->channels[k];
        caperi_bound_channel *bound = &b->channels[k];
        bound->selected = select_both(b, &channel->query);
        bind_aim(b, k);
        bound->blend = channel->blend ? k : -1;
        for (int other = 0; other < k && channel->blend; other++)
            if (same_name(b->branch->channels[other].blend, channel->blend)) {
                bound->blend = b->channels[other].blend;
                break;
            }
        caperi_curves *curves = &b->curves[k];
        curves->position = caper_channel_curve(channel, CAPER_CURVE_POSITION, NULL);
        curves->rotation = caper_channel_curve(channel, CAPER_CURVE_ROTATION, NULL);
        curves->position_weight = caper_channel_curve(channel, CAPER_CURVE_POSITION_WEIGHT, NULL);
        curves->rotation_weight = caper_channel_curve(channel, CAPER_CURVE_ROTATION_WEIGHT, NULL);

        // insertion: higher priority first, then the order of the file
        int at = k;
        while (at > 0 && b->branch->channels[b->order[at - 1]].priority < channel->priority) {
            b->order[at] = b->order[at - 1];
            at--;
        }
        b->order[at] = k;
    }
}

static void prepare(caperi_binder *b)
{
    size_t body_count = (size_t)b->character->body_count;
    size_t channel_count = (size_t)b->branch->channel_count;
    size_t deform_count = (size_t)b->character->deform_count;
    b->sides = scratch(b, body_count, sizeof *b->sides, 1);
    b->position_owner = scratch(b, body_count, sizeof(int16_t), 2);
    b->rotation_owner = scratch(b, body_count, sizeof(int16_t), 2);
    b->deform_owner = scratch(b, deform_count + 1, sizeof(int16_t), 2);
    b->slot_of = scratch(b, body_count, sizeof(int16_t), 2);
    b->part_of = scratch(b, 2 * channel_count * body_count, sizeof(int32_t), 4);
    b->nodes = scratch(b, CAPERI_NODE_WORK * (body_count + channel_count), sizeof(int16_t), 2);
    if (b->failed)
        return;
    for (int i = 0; i < b->character->body_count; i++)
        b->sides[i] = (int8_t)caperi_body_side(b->character, i);
    find_groups(b);
    bind_channels(b);
}

// ------------------------------------------------------------------------------------ variants

// How far out a body is toward the sides of its set that a query names.
static float outwardness(const caper_query *query, const caper_character *c, int body)
{
    caper_vec3 at = caperi_body_center(c, body);
    const float along[3] = {at.x, at.y, at.z};
    float sum = 0;
    for (int axis = 0; axis < 3; axis++) {
        caper_zone zone = query->set_zones[axis];
        sum += zone == CAPER_ZONE_PLUS ? along[axis] : zone == CAPER_ZONE_MINUS ? -along[axis] : 0;
    }
    return sum;
}

// Of the front feet of a centipede the foremost comes first: it is not behind the others. Those
// that are equally far out, as partners are, keep their order.
static const int16_t *outermost_first(caperi_binder *b, const caper_query *query,
                                      const int16_t *bodies, int count)
{
    int16_t *sorted = scratch(b, (size_t)count + 1, sizeof *sorted, 2);
    const caper_character *c = b->character;
    for (int i = 0; i < count && sorted; i++) {
        float out = outwardness(query, c, bodies[i]) - AS_FAR * c->size;
        int at = i; // insertion: few bodies, and nearly sorted
        while (at > 0 && outwardness(query, c, sorted[at - 1]) < out) {
            sorted[at] = sorted[at - 1];
            at--;
        }
        sorted[at] = bodies[i];
    }
    return sorted;
}

// The product of the groups' bodies.
static void multiply(caperi_binder *b, caperi_product *product)
{
    double ways = 1;
    product->group_count = b->group_count;
    product->sides = b->sides;
    for (int g = 0; g < b->group_count; g++) {
        const caperi_selection *s = &b->channels[b->leads[g]].selected;
        const caper_query *query = &b->branch->channels[b->leads[g]].query;
        product->bodies[g] = outermost_first(b, query, s->bodies[0], s->counts[0]);
        product->counts[g] = s->counts[0];
        ways *= s->counts[0];
    }
    for (int i = 0; i < b->branch->pair_count; i++) {
        const caper_pair *pair = &b->branch->pairs[i];
        int first = find_group(b, pair->a), second = find_group(b, pair->b);
        if (first < 0 || second < 0 || pair->side == CAPER_SIDE_ANY)
            continue;
        uint8_t rule = pair->side == CAPER_SIDE_SAME ? CAPERI_RULE_SAME : CAPERI_RULE_OPPOSITE;
        product->rules[first][second] |= rule;
        product->rules[second][first] |= rule;
    }
    product->capacity = ways < CAPER_MAX_VARIANTS ? (int)ways : CAPER_MAX_VARIANTS;
    product->tuples = scratch(b, (size_t)product->capacity * (size_t)b->group_count + 1,
                              sizeof *product->tuples, 2);
    if (!b->failed)
        caperi_variant_product(product);
}

static bool is_mirrored(const caperi_binder *b, const int16_t *bodies)
{
    for (int g = 0; g < b->group_count; g++)
        if (b->branch->channels[b->leads[g]].mirroring == CAPER_MIRROR_SIDES)
            return b->sides[bodies[g]] < 0;
    return false;
}

static int item_count(const caperi_binder *b)
{
    int count = 0;
    for (int k = 0; k < CAPERI_LIST_COUNT; k++)
        count += b->lists[k].count;
    return count;
}

// Plan each variant; how many there are now.
static int plan_variants(caperi_binder *b, caperi_product *product, caperi_binding_draft **drafts)
{
    bool grouped = b->group_count > 0;
    if (grouped)
        multiply(b, product);
    int count = grouped ? product->count : b->motion->handed ? 2 : 1;
    *drafts = scratch(b, (size_t)count + 1, sizeof **drafts, _Alignof(caperi_binding_draft));
    for (int v = 0; v < count && !b->failed; v++) {
        if (v > 0 && item_count(b) > ITEMS_MAX) {
            product->truncated = true;
            return v;
        }
        const int16_t *bodies = grouped ? &product->tuples[v * b->group_count] : NULL;
        caperi_binder_plan(b, bodies, grouped ? is_mirrored(b, bodies) : v == 1, &(*drafts)[v]);
    }
    return count;
}

// -------------------------------------------------------------------------------------- layout

typedef struct layout {
    caperi_block block;
    size_t data, groups, variants, bodies, plans, curves, targets, spans, solid,
        lists[CAPERI_LIST_COUNT];
} layout;

static layout lay_out(const caperi_binder *b, int variant_count)
{
    layout at = {.data = 0};
    CAPERI_BLOCK_ADD(&at.block, 1, caper_binding);
    at.data = CAPERI_BLOCK_ADD(&at.block, 1, struct caper_binding_data);
    at.groups = CAPERI_BLOCK_ADD(&at.block, b->group_count, const char *);
    at.variants = CAPERI_BLOCK_ADD(&at.block, variant_count, caper_variant);
    at.bodies =
        CAPERI_BLOCK_ADD(&at.block, (size_t)variant_count * (size_t)b->group_count, int16_t);
    at.plans = CAPERI_BLOCK_ADD(&at.block, variant_count, caperi_plan);
    at.curves = CAPERI_BLOCK_ADD(&at.block, b->branch->channel_count, caperi_curves);
    at.targets = CAPERI_BLOCK_ADD(&at.block, b->target_count, caperi_target);
    at.spans = CAPERI_BLOCK_ADD(&at.block, b->character->leg_count, caperi_leg_span);
    at.solid = CAPERI_BLOCK_ADD(&at.block, b->character->body_count, uint8_t);
    for (int k = 0; k < CAPERI_LIST_CLAIMS; k++)
        at.lists[k] = caperi_block_add(&at.block, (size_t)b->lists[k].count, list_items[k].size,
                                       list_items[k].align);
    return at;
}

static const void *item_at(void *base, const layout *at, const caperi_binding_draft *draft,
                           caperi_list_kind kind)
{
    return caperi_block_at(base,
                           at->lists[kind] + (size_t)draft->first[kind] * list_items[kind].size);
}

static void pack_plan(void *base, const layout *at, const caperi_binding_draft *draft,
                      caperi_plan *plan)
{
    plan->slots = item_at(base, at, draft, CAPERI_LIST_SLOTS);
    plan->shares = item_at(base, at, draft, CAPERI_LIST_SHARES);
    plan->aims = item_at(base, at, draft, CAPERI_LIST_AIMS);
    plan->aim_bodies = item_at(base, at, draft, CAPERI_LIST_AIM_BODIES);
    plan->links = item_at(base, at, draft, CAPERI_LIST_LINKS);
    plan->steps = item_at(base, at, draft, CAPERI_LIST_STEPS);
    plan->step_count = draft->count[CAPERI_LIST_STEPS];
    plan->channels = item_at(base, at, draft, CAPERI_LIST_CHANNELS);
    plan->channel_count = draft->count[CAPERI_LIST_CHANNELS];
    plan->deforms = item_at(base, at, draft, CAPERI_LIST_DEFORMS);
    plan->deform_shares = item_at(base, at, draft, CAPERI_LIST_DEFORM_SHARES);
    plan->deform_count = draft->count[CAPERI_LIST_DEFORMS];
}

static void copy(void *to, const void *from, size_t count, size_t size)
{
    if (count > 0)
        memcpy(to, from, count * size);
}

static caper_binding *pack(const caperi_binder *b, const caperi_product *product,
                           const caperi_binding_draft *drafts, int variant_count,
                           const caper_allocator *allocator)
{
    layout at = lay_out(b, variant_count);
    caper_binding *binding = caperi_block_alloc(&at.block, allocator);
    if (!binding)
        return NULL;
    struct caper_binding_data *data = caperi_block_at(binding, at.data);
    const char **groups = caperi_block_at(binding, at.groups);
    caper_variant *variants = caperi_block_at(binding, at.variants);
    int16_t *bodies = caperi_block_at(binding, at.bodies);
    caperi_plan *plans = caperi_block_at(binding, at.plans);
    caperi_curves *curves = caperi_block_at(binding, at.curves);
    caperi_target *targets = caperi_block_at(binding, at.targets);
    size_t group_count = (size_t)b->group_count;
    copy(groups, b->groups, group_count, sizeof *groups);
    copy(bodies, product->tuples, (size_t)variant_count * group_count, sizeof *bodies);
    copy(curves, b->curves, (size_t)b->branch->channel_count, sizeof *curves);
    copy(targets, b->targets, (size_t)b->target_count, sizeof *targets);
    for (int k = 0; k < CAPERI_LIST_CLAIMS; k++)
        copy(caperi_block_at(binding, at.lists[k]), b->lists[k].items, (size_t)b->lists[k].count,
             list_items[k].size);

    for (int v = 0; v < variant_count; v++) {
        variants[v].bodies = bodies + (size_t)v * group_count;
        variants[v].mirrored = drafts[v].mirrored;
        variants[v].strands = item_at(binding, &at, &drafts[v], CAPERI_LIST_STRANDS);
        variants[v].strand_count = drafts[v].count[CAPERI_LIST_STRANDS];
        variants[v].goal_count = drafts[v].count[CAPERI_LIST_SLOTS];
        if (variants[v].goal_count > binding->max_goals)
            binding->max_goals = variants[v].goal_count;
        pack_plan(binding, &at, &drafts[v], &plans[v]);
    }
    data->curves = curves;
    data->parts = caperi_block_at(binding, at.lists[CAPERI_LIST_PARTS]);
    data->targets = targets;
    data->target_count = b->target_count;
    data->plans = plans;
    caperi_leg_span *spans = caperi_block_at(binding, at.spans);
    if (!caperi_leg_spans_make(b->character, allocator, spans)) {
        caper_allocator use = caper_allocator_resolve(allocator);
        caper_free(&use, binding, at.block.size);
        return NULL;
    }
    data->spans = spans;
    uint8_t *solid = caperi_block_at(binding, at.solid);
    caperi_motion_solid(b->character, solid);
    data->solid = solid;
    binding->motion = b->motion;
    binding->character = b->character;
    binding->branch = (int)(b->branch - b->motion->branches);
    binding->groups = groups;
    binding->group_count = b->group_count;
    binding->variants = variants;
    binding->variant_count = variant_count;
    binding->truncated = product->truncated;
    binding->memory_size = at.block.size;
    binding->allocator = caper_allocator_resolve(allocator);
    binding->data = data;
    return binding;
}

// -------------------------------------------------------------------------------------- public

static caper_binding *make(caperi_binder *b, const caper_allocator *allocator)
{
    caperi_product product = {0};
    caperi_binding_draft *drafts = NULL;
    prepare(b);
    int variant_count = b->failed ? 0 : plan_variants(b, &product, &drafts);
    return b->failed ? NULL : pack(b, &product, drafts, variant_count, allocator);
}

caper_binding *caper_binding_create(const caper_motion *motion, const caper_character *character,
                                    const caper_allocator *allocator, caper_error *error)
{
    CAPER_ASSERT(motion && character);
    if (!motion || !character) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                        "expected a motion and a character");
        return NULL;
    }
    int branch = choose_branch(motion, character, error);
    if (branch < 0)
        return NULL;
    caperi_binder b = {
        .motion = motion, .character = character, .branch = &motion->branches[branch]};
    caper_arena_init(&b.arena, allocator, 0);
    caper_binding *binding = make(&b, allocator);
    caper_arena_destroy(&b.arena);
    if (!binding)
        caper_error_set(error, CAPER_ERROR_MEMORY, motion->name, 0, 0,
                        "no memory to bind it to the character \"%s\"", character->name);
    return binding;
}

void caper_binding_destroy(caper_binding *binding)
{
    if (!binding)
        return;
    caper_allocator allocator = binding->allocator;
    caper_free(&allocator, binding, binding->memory_size);
}

int caper_binding_nearest(const caper_binding *binding, int group, caper_vec3 point)
{
    bool good = binding && group >= -1 && (group < binding->group_count || group <= 0);
    CAPER_ASSERT(good);
    if (!good || binding->variant_count == 0)
        return -1;
    // without groups there is at most a mirror image; motions are authored for the left
    if (binding->group_count == 0)
        return binding->variant_count > 1 && point.x < 0.0f ? 1 : 0;
    const caper_mode plain = {.point = CAPER_POINT_AUTO};
    const caper_character *c = binding->character;
    int best = 0;
    float least = INFINITY;
    for (int v = 0; v < binding->variant_count; v++) {
        int body = binding->variants[v].bodies[group < 0 ? 0 : group];
        caper_vec3 at =
            caper_transform_mul_point(c->rest_model[body], caper_mode_point(&plain, c, body));
        float distance = caper_vec3_distance(at, point);
        if (distance < least) {
            least = distance;
            best = v;
        }
    }
    return best;
}

const char *caper_binding_text(const caper_binding *binding, int variant, char *out, size_t size)
{
    bool good = binding && variant >= 0 && variant < binding->variant_count && out && size > 0;
    CAPER_ASSERT(good);
    if (!good) {
        if (out && size > 0)
            out[0] = '\0';
        return out;
    }
    const caper_variant *v = &binding->variants[variant];
    size_t used = (size_t)snprintf(out, size, "%s",
                                   binding->group_count > 0 ? ""
                                   : v->mirrored            ? "mirrored"
                                                            : "as authored");
    for (int g = 0; g < binding->group_count && used < size; g++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", g > 0 ? " > " : "",
                                 binding->character->bodies[v->bodies[g]].name);
    return out;
}
