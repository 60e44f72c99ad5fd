// SPDX-License-Identifier: MIT
//
// Tells what hangs on the spine: legs with their feet, arms with their graspers, wings, tails,
// heads on necks of their own, and ornaments. A limb is judged as a whole, from where it starts,
// where it goes and how it ends; then its end is looked for, which is where fingers or toes begin.
// What stands on the ground is a leg whatever its name; names decide where the rest pose leaves a
// choice.
#include "body/tag.h"

#define ON_PLANE 0.02f // off the plane between the sides, per extent: partners match as well
#define ARCH 0.5f      // of a leg's reach, beyond its lowest joint: the rest is no foot; by hand
#define HANGING 0.15f  // height of the lowest joint of a limb that does not stand, per extent

/// What one subtree looks like from the spine.
typedef struct limb_view {
    int base;        // its first body
    int spine;       // place on the path
    caper_vec3 way;  // from the base to the tip of the longest way, unit
    caper_vec3 line; // of the spine where it starts, toward the head, unit
    bool on_head;
    bool at_rear;
} limb_view;

static limb_view look_at(const caperi_tagger *t, int k, int base)
{
    limb_view v;
    int before = k > 0 ? k - 1 : k, after = k + 1 < t->path_count ? k + 1 : k;
    v.base = base;
    v.spine = k;
    v.way = caper_vec3_normalize(caperi_tag_way(t, base, t->bodies[base].tip));
    v.line = caper_vec3_normalize_or(caperi_tag_way(t, t->path[before], t->path[after]),
                                     caper_vec3_make(0.0f, 0.0f, 1.0f));
    v.on_head = t->path[k] == t->head;
    v.at_rear = k == 0;
    return v;
}

// ---------------------------------------------------------------------------------------------------
// Ends of limbs

/// The child that goes furthest, or -1.
static int main_child(const caperi_tagger *t, int i)
{
    int best = -1;
    float most = -1.0f;
    CAPERI_FOR_CHILDREN(t, i, c)
    {
        float far = t->bodies[c].reach + t->bodies[c].length;
        if (far > most + 1e-4f) {
            most = far;
            best = c;
        }
    }
    return best;
}

/// Is everything below a body short against the limb: fingers or toes?
static bool has_digits(const caperi_tagger *t, int i, float limb_reach)
{
    const caperi_tag_body *b = &t->bodies[i];
    return b->reach < 0.36f * limb_reach || (b->depth == 2 && b->reach < 0.6f * limb_reach);
}

/// This is where the limb ends; what is below has no cap.
static void set_end(caperi_tagger *t, int i, caperi_role role, float confidence)
{
    caperi_tag_set(t, i, role, confidence);
    CAPERI_FOR_CHILDREN(t, i, c)
    {
        caperi_tag_set_all(t, c, CAPERI_ROLE_NONE, confidence);
    }
}

/// Is the step to a body part of a foot: flat, forward and near the ground?
static bool is_toe_step(const caperi_tagger *t, int body, float limb_reach)
{
    const caperi_tag_body *b = &t->bodies[body];
    caper_vec3 step = caperi_tag_way(t, b->parent, body);
    float length = caper_vec3_length(step);
    return -step.y < 0.62f * length && step.z > 0.5f * length &&
           t->bodies[b->parent].point.y < 0.3f * limb_reach && length < 0.4f * limb_reach;
}

/// The foot of a leg that goes on from here without a fork: the end, less its toes.
static int foot_of_chain(const caperi_tagger *t, int from, float limb_reach)
{
    int end = t->bodies[from].tip;
    while (end != from && is_toe_step(t, end, limb_reach)) {
        end = t->bodies[end].parent;
    }
    return end;
}

/// Is a body called foot, and no better one of that name follows?
static bool is_named_foot(const caperi_tagger *t, int i, float limb_reach)
{
    const caperi_tag_body *b = &t->bodies[i];
    if (b->hint != CAPERI_HINT_FOOT || b->point.y - b->low > 0.35f * limb_reach) {
        return false;
    }
    int end = foot_of_chain(t, i, limb_reach);
    return end == i || b->leaves > 1 || t->bodies[end].hint != CAPERI_HINT_FOOT;
}

/// What the leg being tagged has in common.
typedef struct leg_job {
    float reach;
    float ground; // what is below stands
    float confidence;
} leg_job;

/// Is this the low start of a leg that arches up and comes down beyond its last joint, as spiders'
/// do? It has no joint on the ground but goes on, unbranched, for most of its length.
static bool is_arch(const caperi_tagger *t, int i, float limb_reach)
{
    const caperi_tag_body *b = &t->bodies[i];
    return b->child >= 0 && b->leaves == 1 && b->reach > ARCH * limb_reach;
}

/// Tag a leg without a fork from `i` to its foot.
static void tag_arch(caperi_tagger *t, int i, float limb_reach, float confidence)
{
    int foot = foot_of_chain(t, i, limb_reach);
    for (; i != foot; i = main_child(t, i)) {
        caperi_tag_set(t, i, CAPERI_ROLE_LIMB, confidence);
    }
    set_end(t, foot, CAPERI_ROLE_FOOT, 0.9f * confidence);
}

/// Tag a leg from `i` down. Where it forks, the branches are toes when they are short, else legs.
static void tag_leg(caperi_tagger *t, int i, const leg_job *job)
{
    int standing = 0;
    CAPERI_FOR_CHILDREN(t, i, c)
    {
        standing += t->bodies[c].low < job->ground;
    }
    if (standing == 0 && is_arch(t, i, job->reach)) {
        tag_arch(t, i, job->reach, job->confidence);
        return;
    }
    bool toes = standing >= 2 && has_digits(t, i, job->reach);
    bool named = is_named_foot(t, i, job->reach);
    if (standing == 0 || toes || named || foot_of_chain(t, i, job->reach) == i) {
        // a leaf may be the toe of a foot that does not show, a body with toes is sure
        bool sure = named || t->bodies[i].child >= 0;
        t->used_names |= named;
        set_end(t, i, CAPERI_ROLE_FOOT, sure ? job->confidence : 0.95f * job->confidence);
        return;
    }
    caperi_tag_set(t, i, CAPERI_ROLE_LIMB, job->confidence);
    CAPERI_FOR_CHILDREN(t, i, c)
    {
        if (t->bodies[c].low < job->ground) {
            tag_leg(t, c, job);
        } else {
            caperi_tag_set_all(t, c, CAPERI_ROLE_NONE, 0.9f * job->confidence);
        }
    }
}

/// Is this where fingers begin, and therefore the hand?
static bool is_hand(const caperi_tagger *t, int i, float limb_reach)
{
    const caperi_tag_body *b = &t->bodies[i];
    int children = 0, fingers = 0;
    CAPERI_FOR_CHILDREN(t, i, c)
    {
        children++;
        fingers += t->bodies[c].hint == CAPERI_HINT_FINGER;
    }
    // one way on, but short against the step before: a thumb, claws, a row of finger bones
    bool short_end = children == 1 && b->leaves == 1 && b->reach < 0.57f * b->length;
    return children == 0 || (children >= 2 && has_digits(t, i, limb_reach)) || short_end ||
           fingers == children;
}

/// Tag an arm from `i` on. Where it forks, the branches are fingers when they are short, else arms.
static void tag_arm(caperi_tagger *t, int i, float limb_reach, float confidence)
{
    if (is_hand(t, i, limb_reach)) {
        set_end(t, i, CAPERI_ROLE_GRASPER, confidence);
        return;
    }
    caperi_tag_set(t, i, CAPERI_ROLE_LIMB, confidence);
    bool forks = t->bodies[t->bodies[i].child].sibling >= 0;
    CAPERI_FOR_CHILDREN(t, i, c)
    {
        const caperi_tag_body *b = &t->bodies[c];
        if (forks && b->child < 0 && b->length < 0.2f * limb_reach) {
            caperi_tag_set(t, c, CAPERI_ROLE_NONE, 0.8f * confidence);
        } else {
            tag_arm(t, c, limb_reach, confidence);
        }
    }
}

// ---------------------------------------------------------------------------------------------------
// Kinds of limbs

/// How far a limb runs along the ground, as a fraction of its reach.
static float lying_part(const caperi_tagger *t, int base, int *steps)
{
    const caperi_tag_body *b = &t->bodies[base];
    float along = 0.0f;
    *steps = 0;
    for (int i = b->tip; i != base; i = t->bodies[i].parent) {
        const caperi_tag_body *p = &t->bodies[t->bodies[i].parent];
        float slope = fabsf(p->point.y - t->bodies[i].point.y);
        if (p->point.y < b->low + 0.06f && slope < 0.3f * t->bodies[i].length) {
            along += t->bodies[i].length;
            ++*steps;
        }
    }
    return b->reach > 0.0f ? along / b->reach : 0.0f;
}

/// Does the limb come down to the ground and stand there, rather than lie on it? The confidence is
/// 0 when it does not.
static float is_leg(const caperi_tagger *t, const limb_view *v)
{
    const caperi_tag_body *b = &t->bodies[v->base];
    float from = caper_max(b->point.y, t->bodies[t->path[v->spine]].point.y);
    float drop = from - b->low;
    if (t->floats || b->low > 0.07f || drop < 0.025f || b->low > 0.35f * drop) {
        return 0.0f;
    }
    int steps;
    float lies = lying_part(t, v->base, &steps);
    if (steps >= 3 && lies > 0.4f) {
        return 0.0f;
    }
    float high = b->low / (0.35f * drop); // 0: right on the ground, 1: no leg any more
    return caperi_tag_sure(1.0f - high, 0.0f, 0.7f, 0.55f, 0.97f);
}

/// The end of a neck of its own: the first body with a face on the longest way, or -1.
static int head_of(const caperi_tagger *t, const limb_view *v)
{
    if (v->on_head || v->way.y < -0.3f || v->way.z < -0.3f) {
        return -1;
    }
    for (int i = v->base; i >= 0; i = main_child(t, i)) {
        if (caperi_tag_has_face(t, i) || t->bodies[i].hint == CAPERI_HINT_HEAD) {
            return i;
        }
    }
    return -1;
}

/// Are there more like it on the same body, its partner not counted?
static bool is_one_of_many(const caperi_tagger *t, int i)
{
    const caperi_tag_body *b = &t->bodies[i];
    CAPERI_FOR_CHILDREN(t, b->parent, c)
    {
        const caperi_tag_body *s = &t->bodies[c];
        if (c != i && c != b->mirror && s->depth == b->depth &&
            fabsf(s->reach - b->reach) < 0.15f * b->reach) {
            return true;
        }
    }
    return false;
}

static bool is_rear_tail(const caperi_tagger *t, const limb_view *v)
{
    return v->at_rear && v->way.z < -0.6f && !is_one_of_many(t, v->base);
}

/// Does a limb lie in the plane between the sides, with no partner? Arms and wings do not.
static bool is_on_plane(const caperi_tagger *t, const limb_view *v)
{
    const caperi_tag_body *b = &t->bodies[v->base];
    return fabsf(b->point.x) < ON_PLANE && fabsf(t->bodies[b->tip].point.x) < ON_PLANE &&
           (b->mirror < 0 || b->mirror == v->base);
}

/// Is it the last on the spine, or behind all that stands?
static bool goes_to_the_rear(const caperi_tagger *t, const limb_view *v)
{
    float tip = t->bodies[t->bodies[v->base].tip].point.z;
    return v->way.z < 0.0f && tip < t->bodies[t->path[0]].point.z + ON_PLANE;
}

/// Wings of a body on all fours go anywhere but forward or straight down; those of an upright body
/// go up, as its arms may be held out. Long single ropes are tentacles. Positive for a wing; the
/// amount tells how clear it is.
static float wingness(const caperi_tagger *t, const limb_view *v)
{
    const caperi_tag_body *b = &t->bodies[v->base];
    if (v->on_head || (b->leaves == 1 && b->depth >= 5)) {
        return -0.4f;
    }
    caper_vec3 whole = caperi_tag_way(t, t->path[0], t->head);
    bool upright = v->line.y > 0.8f || whole.y > 0.8f * caper_vec3_length(whole);
    if (upright) {
        return v->way.y - 0.3f;
    }
    return caper_min(0.35f - v->way.z, v->way.y + 0.75f);
}

// ---------------------------------------------------------------------------------------------------
// Names of limbs

typedef enum limb_kind {
    KIND_UNKNOWN,
    KIND_LEG,
    KIND_ARM,
    KIND_WING,
    KIND_TAIL,
    KIND_ORNAMENT
} limb_kind;

static void count_hints(const caperi_tagger *t, int i, int votes[CAPERI_HINT_COUNT])
{
    votes[t->bodies[i].hint]++;
    CAPERI_FOR_CHILDREN(t, i, c)
    {
        count_hints(t, c, votes);
    }
}

/// The kind of limb that its names say, if they do.
static limb_kind kind_by_name(const caperi_tagger *t, int base)
{
    int votes[CAPERI_HINT_COUNT] = {0};
    count_hints(t, base, votes);
    int leg = votes[CAPERI_HINT_LEG] + votes[CAPERI_HINT_FOOT] + votes[CAPERI_HINT_TOE];
    int arm = votes[CAPERI_HINT_ARM] + votes[CAPERI_HINT_HAND] + votes[CAPERI_HINT_FINGER];
    int ornament = votes[CAPERI_HINT_ORNAMENT] + votes[CAPERI_HINT_EYE] + votes[CAPERI_HINT_EAR] +
                   votes[CAPERI_HINT_MOUTH] + votes[CAPERI_HINT_HORN] + votes[CAPERI_HINT_FIN];
    if (votes[CAPERI_HINT_WING] > 0) {
        return KIND_WING;
    }
    if (votes[CAPERI_HINT_TAIL] > 0) {
        return KIND_TAIL;
    }
    if (votes[CAPERI_HINT_HEAD] + votes[CAPERI_HINT_NECK] > 0) {
        return KIND_UNKNOWN; // a neck of its own is seen by its face
    }
    if (ornament > leg + arm) {
        return KIND_ORNAMENT;
    }
    bool holds = votes[CAPERI_HINT_HAND] + votes[CAPERI_HINT_FINGER] > 0;
    return leg > arm ? KIND_LEG : arm > leg && (holds || !t->floats) ? KIND_ARM : KIND_UNKNOWN;
}

// ---------------------------------------------------------------------------------------------------

/// A limb that neither stands nor has a name that tells.
static void tag_free_limb(caperi_tagger *t, const limb_view *v)
{
    const caperi_tag_body *b = &t->bodies[v->base];
    if (is_rear_tail(t, v)) {
        caperi_tag_set_all(t, v->base, CAPERI_ROLE_TAIL, 0.75f);
    } else if (!v->on_head && is_on_plane(t, v)) {
        bool tail = goes_to_the_rear(t, v) && !is_one_of_many(t, v->base);
        caperi_tag_set_all(t, v->base, tail ? CAPERI_ROLE_TAIL : CAPERI_ROLE_NONE,
                           tail ? 0.65f : 0.55f);
    } else if (v->on_head && (b->depth < 3 || b->reach < 0.15f)) {
        // ears, horns, feelers
        caperi_tag_set_all(t, v->base, CAPERI_ROLE_NONE,
                           caperi_tag_sure(0.15f - b->reach, 0.0f, 0.08f, 0.6f, 0.9f));
    } else if (t->floats && (b->depth <= 2 || v->way.y < -0.5f)) {
        // fins, and tentacles that hang
        caperi_tag_set_all(t, v->base, CAPERI_ROLE_NONE, b->depth <= 2 ? 0.8f : 0.6f);
    } else if (b->reach < 0.08f) {
        caperi_tag_set_all(t, v->base, CAPERI_ROLE_NONE, 0.65f);
    } else {
        float wing = wingness(t, v);
        float sure = caperi_tag_sure(fabsf(wing), 0.0f, 0.5f, 0.5f, 0.85f);
        // a simple rope may be a tentacle as well
        sure -= wing > 0.0f && b->leaves == 1 && b->depth >= 3 ? 0.1f : 0.0f;
        if (wing > 0.0f) {
            caperi_tag_set_all(t, v->base, CAPERI_ROLE_WING, sure);
        } else {
            tag_arm(t, v->base, b->reach, sure);
        }
    }
}

static void tag_limb(caperi_tagger *t, int k, int base)
{
    const caperi_tag_body *b = &t->bodies[base];
    limb_view v = look_at(t, k, base);
    limb_kind named = kind_by_name(t, base);
    t->used_names |= named != KIND_UNKNOWN;
    float sure = is_leg(t, &v);
    // what is called a leg must at least come low; arms of who stands on two are called so too
    bool hangs = named == KIND_LEG && sure == 0.0f && b->low > HANGING && t->standing == 2;
    if (hangs) {
        named = KIND_ARM;
    } else if (named == KIND_LEG && b->depth >= 2 && b->low < 0.4f) {
        sure = 0.97f;
    }
    if (sure > 0.0f && named != KIND_TAIL && named != KIND_WING && named != KIND_ORNAMENT) {
        leg_job job = {caper_max(b->reach, 0.05f), caper_max(0.05f, b->low + 0.04f), sure};
        tag_leg(t, base, &job);
        return;
    }
    if (named == KIND_WING || named == KIND_TAIL) {
        caperi_role role = named == KIND_WING ? CAPERI_ROLE_WING : CAPERI_ROLE_TAIL;
        caperi_tag_set_all(t, base, role, 0.95f);
        return;
    }
    caperi_tag_set_all(t, base, CAPERI_ROLE_NONE, named == KIND_ORNAMENT ? 0.97f : 0.92f);
    if (b->depth < 2 || named == KIND_ORNAMENT) {
        return;
    }
    int head = head_of(t, &v);
    if (head >= 0) {
        for (int i = head; i != t->path[k]; i = t->bodies[i].parent) {
            caperi_tag_set(t, i, i == head ? CAPERI_ROLE_LIMB_HEAD : CAPERI_ROLE_LIMB, 0.8f);
        }
    } else if (named == KIND_ARM) {
        tag_arm(t, base, b->reach, hangs ? 0.7f : 0.95f);
    } else {
        tag_free_limb(t, &v);
    }
}

/// Does a body hang on the spine, place k of it, without being part of it?
static bool is_limb_base(const caperi_tagger *t, int k, int body)
{
    caperi_role role = t->bodies[body].role;
    bool spine = role == CAPERI_ROLE_SPINE || role == CAPERI_ROLE_HEAD;
    return !spine && !(role == CAPERI_ROLE_TAIL && k == 0);
}

void caperi_tag_limbs(caperi_tagger *t)
{
    for (int k = 0; k < t->path_count; k++) {
        CAPERI_FOR_CHILDREN(t, t->path[k], c)
        {
            limb_view v = look_at(t, k, c);
            t->standing += is_limb_base(t, k, c) && t->bodies[c].depth >= 2 && is_leg(t, &v) > 0.0f;
        }
    }
    for (int k = 0; k < t->path_count; k++) {
        CAPERI_FOR_CHILDREN(t, t->path[k], c)
        {
            if (is_limb_base(t, k, c)) {
                tag_limb(t, k, c);
            }
        }
    }
}
