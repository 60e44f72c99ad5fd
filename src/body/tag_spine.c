// SPDX-License-Identifier: MIT
//
// Finds the spine of a bare skeleton: the serial chain through the first branching body that lies
// in the sagittal plane and carries the most limbs. Every body gets a worth as a link of that
// chain; the best way down from each body is known bottom-up, and the spine is the best two ways
// from the top joined there. Then the chain is turned so that the head end is last, cut at the
// head, and cut at the rear where a tail begins.
#include "body/tag.h"

#define LOW 0.25f // of the extent: who is nowhere higher lies

/// Does the subtree stand: a leaf near the ground, well below its base?
static bool stands(const caperi_tagger *t, int i)
{
    const caperi_tag_body *b = &t->bodies[i];
    return !t->floats && b->low < 0.07f && b->point.y - b->low > 0.02f;
}

/// A serial way in the plane that goes down to the ground rather than along it.
static bool is_middle_leg(const caperi_tagger *t, int i)
{
    const caperi_tag_body *b = &t->bodies[i];
    if (!stands(t, i) || b->depth < 2) {
        return false;
    }
    caper_vec3 way = caperi_tag_way(t, i, b->tip);
    return -way.y > 0.7f * caper_vec3_length(way) && t->bodies[b->tip].point.y < 0.07f;
}

static bool is_alike(float a, float b)
{
    return fabsf(a - b) <= 0.15f * caper_max(a, b);
}

/// One of a wreath: as long and as deep as siblings that are pairs of limbs.
static bool is_radial(const caperi_tagger *t, int i)
{
    const caperi_tag_body *b = &t->bodies[i];
    if (b->depth < 2 || b->parent < 0) {
        return false;
    }
    CAPERI_FOR_CHILDREN(t, b->parent, c)
    {
        const caperi_tag_body *s = &t->bodies[c];
        if (c != i && s->mirror != c && s->mirror >= 0 && s->depth == b->depth &&
            s->count == b->count && is_alike(s->reach, b->reach) &&
            is_alike(s->length, b->length)) {
            return true;
        }
    }
    return false;
}

/// Is a child of a spine body a limb, by its extent and place?
static bool is_limb(const caperi_tagger *t, int i)
{
    const caperi_tag_body *b = &t->bodies[i];
    bool aside = b->mirror != i && (b->mirror >= 0 || !caperi_tag_on_plane(t, i));
    return b->depth >= 2 && (stands(t, i) ? b->reach > 0.05f : b->reach > 0.13f) &&
           (aside || is_middle_leg(t, i) || is_radial(t, i));
}

/// Ask once for every body: the path is searched with these answers.
static void mark_limbs(caperi_tagger *t)
{
    for (int i = 0; i < t->count; i++) {
        t->bodies[i].limb = t->bodies[i].role != CAPERI_ROLE_HELPER && is_limb(t, i);
    }
}

static int limbs_on(const caperi_tagger *t, int i)
{
    int limbs = 0;
    CAPERI_FOR_CHILDREN(t, i, c)
    {
        limbs += t->bodies[c].limb;
    }
    return limbs;
}

/// What a name adds to that.
static float worth_of_name(const caperi_tag_body *b)
{
    switch (b->hint) {
    case CAPERI_HINT_NONE:
    case CAPERI_HINT_ROOT:
    case CAPERI_HINT_TAIL:
        return 0.0f;
    case CAPERI_HINT_ORNAMENT:
    case CAPERI_HINT_EYE:
    case CAPERI_HINT_EAR:
    case CAPERI_HINT_MOUTH:
    case CAPERI_HINT_HORN:
        return b->leaves > 2 ? 0.0f : -2.5f; // a brow may be the whole head
    case CAPERI_HINT_PELVIS:
    case CAPERI_HINT_SPINE:
    case CAPERI_HINT_NECK:
    case CAPERI_HINT_HEAD:
        return 1.5f;
    default:
        return -2.5f;
    }
}

/// What a body is worth as a link of the spine, its limbs aside.
static float worth(const caperi_tagger *t, int i)
{
    const caperi_tag_body *b = &t->bodies[i];
    float place = 1.0f;
    if (b->mirror >= 0 && b->mirror != i) {
        place = -5.0f;
    } else if (b->mirror < 0) {
        // an asymmetric spine may wind, but limbs leave it sideways
        float aside = b->parent >= 0 && b->length > 0.0f
                          ? fabsf(b->point.x - t->bodies[b->parent].point.x) / b->length
                          : 0.0f;
        place = caper_max(0.8f - 1.5f * aside - 3.0f * fabsf(b->point.x), -1.0f);
    }
    return place + (caperi_tag_has_face(t, i) ? 1.5f : 0.0f) + worth_of_name(b);
}

/// May the spine go on to this body at all?
static bool is_link(const caperi_tagger *t, int i)
{
    return !is_radial(t, i) && !(is_middle_leg(t, i) && t->bodies[i].leaves == 1);
}

static float worth_of_limbs(int limbs)
{
    return 0.8f * (float)(limbs < 4 ? limbs : 4);
}

/// The best way on from every body: its worth in `best`, the child it goes to in `next`.
static void find_ways(const caperi_tagger *t, float *best, int *next)
{
    for (int i = t->count - 1; i >= 0; i--) {
        next[i] = -1;
        float on = 0.0f;
        int limbs = limbs_on(t, i);
        best[i] = worth(t, i) + worth_of_limbs(limbs);
        CAPERI_FOR_CHILDREN(t, i, c)
        {
            float gain = 0.0f;
            if (is_link(t, c)) {
                // the way on is not a limb beside it
                gain = best[c] + worth_of_limbs(limbs - t->bodies[c].limb) - worth_of_limbs(limbs);
            }
            if (gain > on + 1e-4f) {
                on = gain;
                next[i] = c;
            }
        }
        best[i] += on;
    }
}

/// The first body that branches.
static int find_top(const caperi_tagger *t)
{
    int i = t->first;
    while (t->bodies[i].child >= 0 && t->bodies[t->bodies[i].child].sibling < 0) {
        i = t->bodies[i].child;
    }
    return i;
}

/// The best chain through the top, as a path.
static void find_path(caperi_tagger *t)
{
    float best[CAPER_MAX_BODIES];
    int next[CAPER_MAX_BODIES];
    find_ways(t, best, next);
    int one = -1, two = -1;
    CAPERI_FOR_CHILDREN(t, t->top, c)
    {
        if (!is_link(t, c)) {
            continue;
        }
        if (best[c] > 0.0f && (one < 0 || best[c] > best[one] + 1e-4f)) {
            two = one;
            one = c;
        } else if (best[c] > 0.0f && (two < 0 || best[c] > best[two] + 1e-4f)) {
            two = c;
        }
    }
    // one arm of the path is written backward first
    int n = 0;
    int16_t reversed[CAPER_MAX_BODIES];
    int arm = 0;
    if (t->first != t->top) {
        for (int i = t->bodies[t->top].parent;; i = t->bodies[i].parent) {
            reversed[arm++] = (int16_t)i;
            if (i == t->first) {
                break;
            }
        }
    } else {
        for (int i = two; i >= 0; i = next[i]) {
            reversed[arm++] = (int16_t)i;
        }
    }
    while (arm > 0) {
        t->path[n++] = reversed[--arm];
    }
    t->path[n++] = (int16_t)t->top;
    for (int i = one; i >= 0; i = next[i]) {
        t->path[n++] = (int16_t)i;
    }
    t->path_count = n;
}

// ---------------------------------------------------------------------------------------------------
// Head and tail

static bool on_path(const caperi_tagger *t, int body)
{
    for (int i = 0; i < t->path_count; i++) {
        if (t->path[i] == body) {
            return true;
        }
    }
    return false;
}

/// Small things that sit on a body, as eyes, ears and jaws do on a head.
static int ornaments(const caperi_tagger *t, int i)
{
    int n = 0, snout = 0;
    CAPERI_FOR_CHILDREN(t, i, c)
    {
        bool small = t->bodies[c].depth <= 2 && !stands(t, c);
        n += small && !on_path(t, c);
        snout += small && on_path(t, c); // into which the path may have gone on
    }
    return n > 0 ? n + snout : 0;
}

static int limbs_of(const caperi_tagger *t, int k)
{
    int before = k > 0 ? t->path[k - 1] : -1, after = k + 1 < t->path_count ? t->path[k + 1] : -1;
    int limbs = 0;
    CAPERI_FOR_CHILDREN(t, t->path[k], c)
    {
        limbs += c != before && c != after && t->bodies[c].limb;
    }
    return limbs;
}

static void reverse_path(caperi_tagger *t)
{
    for (int i = 0; i < t->path_count / 2; i++) {
        int16_t swap = t->path[i];
        t->path[i] = t->path[t->path_count - 1 - i];
        t->path[t->path_count - 1 - i] = swap;
    }
}

/// How much an end of the path looks like the one with the head.
static float headness(const caperi_tagger *t, bool last)
{
    int n = t->path_count;
    int most = 0;
    float named = 0.0f;
    for (int k = 0; k < n; k++) {
        int at = last ? n - 1 - k : k;
        int found = ornaments(t, t->path[at]);
        most = found > most ? found : most;
        caperi_hint hint = t->bodies[t->path[at]].hint;
        named = hint == CAPERI_HINT_HEAD || hint == CAPERI_HINT_NECK ? 3.0f : named;
        named = hint == CAPERI_HINT_TAIL ? -3.0f : named;
        if (limbs_of(t, at) > 0 || 2 * k > n) {
            break;
        }
    }
    caper_vec3 way = caperi_tag_way(t, t->path[0], t->path[n - 1]);
    float ahead = (last ? 1.0f : -1.0f) * (way.z + 0.8f * way.y);
    return 0.35f * (float)(most < 5 ? most : 5) + 2.0f * ahead + named;
}

/// Where on the path the head is: the body with the most ornaments in front of the last limb, or
/// the end where there are none.
static int find_head(const caperi_tagger *t)
{
    int n = t->path_count;
    int last_limb = -1;
    for (int k = 0; k < n; k++) {
        if (limbs_of(t, k) > 0) {
            last_limb = k;
        }
    }
    int from = last_limb + 1;
    bool neck = n - from >= 2 || (n - from == 1 && ornaments(t, t->path[n - 1]) > 0);
    if (last_limb >= 0 && !neck) {
        from = last_limb;
    }
    if (last_limb < 0) {
        from = n / 2;
    }
    for (int k = n - 1; k >= from; k--) {
        if (t->bodies[t->path[k]].hint == CAPERI_HINT_HEAD) {
            return k;
        }
    }
    int best = n - 1, most = 0;
    for (int k = from; k < n; k++) {
        int found = ornaments(t, t->path[k]);
        if (found > 0 && found >= most) {
            most = found;
            best = k;
        }
    }
    return best;
}

static int standing_limbs(const caperi_tagger *t)
{
    int legs = 0;
    for (int k = 0; k < t->path_count; k++) {
        CAPERI_FOR_CHILDREN(t, t->path[k], c)
        {
            legs += !on_path(t, c) && t->bodies[c].limb && stands(t, c);
        }
    }
    return legs;
}

/// Length of the path between two of its places.
static float path_length(const caperi_tagger *t, int from, int to)
{
    float length = 0.0f;
    for (int k = from; k < to; k++) {
        length += caper_vec3_length(caperi_tag_way(t, t->path[k], t->path[k + 1]));
    }
    return length;
}

/// How far rearward of place k the path goes on in the steps that it had in front of it: organs
/// have steps of their own, so the same steps are the same organ. The steps next to the hips tell
/// nothing, as a root body may have its joint anywhere.
static int end_of_steps(const caperi_tagger *t, int k)
{
    if (k < 2 || k + 2 >= t->path_count) {
        return k;
    }
    float ahead = path_length(t, k + 1, k + 2);
    int end = k;
    for (int j = k - 1; j > 0; j--) {
        if (fabsf(path_length(t, j - 1, j) - ahead) > 0.02f * ahead) {
            break;
        }
        end = j - 1;
    }
    return end;
}

/// Where the tail ends and the spine begins. Behind the hindmost limb all is tail, but insects and
/// their like have an abdomen: long against the part with the legs, in line with the body. Without
/// limbs the last seventh is tail, or the last third of what swims.
static int find_tail(const caperi_tagger *t)
{
    // named bodies are clear: the tail ends with the last that is called so
    for (int k = t->path_count - 1; k >= 0; k--) {
        if (t->bodies[t->path[k]].hint == CAPERI_HINT_TAIL) {
            return k + 1;
        }
        if (k == 0 && t->bodies[t->path[k]].hint == CAPERI_HINT_SPINE) {
            return 0;
        }
    }
    int first_limb = -1, last_leg = -1;
    for (int k = t->path_count - 1; k >= 0; k--) {
        if (limbs_of(t, k) > 0) {
            first_limb = k;
            last_leg = last_leg < 0 ? k : last_leg;
        }
    }
    if (first_limb < 0) {
        return t->floats ? 3 * t->path_count / 10 : t->path_count / 7;
    }
    int k = end_of_steps(t, first_limb);
    if (k < first_limb) {
        return k;
    }
    bool abdomen = standing_limbs(t) >= 6 &&
                   path_length(t, 0, first_limb) >= path_length(t, first_limb, last_leg);
    while (abdomen && k > 0 && first_limb - k < 4) {
        caper_vec3 way = caperi_tag_way(t, t->path[k], t->path[k - 1]);
        if (way.y > 0.45f * caper_vec3_length(way)) {
            break;
        }
        k--;
    }
    return k;
}

/// A single body at the rear that does not point back is no tail, but an ornament.
static void drop_stub(caperi_tagger *t)
{
    if (t->path_count < 2 || limbs_of(t, 0) > 0 || t->bodies[t->path[0]].child >= 0) {
        return;
    }
    caper_vec3 way = caperi_tag_way(t, t->path[1], t->path[0]);
    if (limbs_of(t, 1) > 0 && way.z > -0.5f * caper_vec3_length(way)) {
        for (int k = 1; k < t->path_count; k++) {
            t->path[k - 1] = t->path[k];
        }
        t->path_count--;
    }
}

/// Some files rest above the ground, and some have no feet below the shins. Legs show by a pair
/// that goes down to the lowest level and ends in a step forward, or by pairs at several places of
/// the spine that go down to the same level, or by their names.
static bool has_legs_above_ground(const caperi_tagger *t)
{
    int places = 0;
    for (int k = 0; k < t->path_count; k++) {
        bool here = false;
        CAPERI_FOR_CHILDREN(t, t->path[k], c)
        {
            const caperi_tag_body *b = &t->bodies[c];
            if (on_path(t, c) || b->mirror == c || b->mirror < 0 || b->depth < 3 ||
                b->low > 0.03f) {
                continue;
            }
            int end = b->tip;
            const caperi_tag_body *last = &t->bodies[end];
            caper_vec3 way = caperi_tag_way(t, c, end);
            if (-way.y < 0.75f * caper_vec3_length(way)) {
                continue;
            }
            caper_vec3 step = caperi_tag_way(t, last->parent, end);
            bool toe = step.z > 0.6f * caper_vec3_length(step);
            bool named = b->hint == CAPERI_HINT_LEG || last->hint == CAPERI_HINT_FOOT;
            if (toe || named) {
                return true;
            }
            here = true;
        }
        places += here;
    }
    return places >= 2;
}

/// Roles of the path: tail below `tail`, head at `head`, spine between.
static void set_roles(caperi_tagger *t, int tail, int head, float turned)
{
    bool limbs = false;
    for (int k = 0; k < t->path_count; k++) {
        limbs |= limbs_of(t, k) > 0;
    }
    for (int k = 0; k < tail; k++) {
        // the border is a guess where no limb marks it
        float clear = limbs ? 0.85f : caperi_tag_sure((float)(tail - k), 0.0f, 4.0f, 0.5f, 0.8f);
        caperi_tag_set_all(t, t->path[k], CAPERI_ROLE_TAIL, caper_min(clear, turned));
    }
    for (int k = tail; k <= head; k++) {
        int body = t->path[k];
        const caperi_tag_body *b = &t->bodies[body];
        float place = b->mirror == body ? 0.95f : 0.8f;
        float clear = limbs ? 0.95f : caperi_tag_sure((float)(k - tail), 0.0f, 4.0f, 0.6f, 0.95f);
        caperi_tag_set(t, body, CAPERI_ROLE_SPINE, caper_min(place, clear));
    }
    t->head = t->path[head];
    bool seen = ornaments(t, t->head) > 0 || t->bodies[t->head].hint == CAPERI_HINT_HEAD;
    caperi_tag_set(t, t->head, CAPERI_ROLE_HEAD, caper_min(seen ? 0.95f : 0.75f, turned));
}

/// Does it lie there long and low, with no more than one pair of things that reach down at its
/// sides? Nobody stands on two legs so: these are fins, and the ground is only where the file was
/// cut.
static bool lies_on_fins(const caperi_tagger *t)
{
    int pairs = 0;
    for (int i = 0; i < t->count; i++) {
        const caperi_tag_body *b = &t->bodies[i];
        if (b->role == CAPERI_ROLE_HELPER) {
            continue;
        }
        if (b->point.y > LOW || b->hint == CAPERI_HINT_LEG || b->hint == CAPERI_HINT_FOOT) {
            return false;
        }
        pairs += b->child < 0 && b->mirror > i && b->point.y < 0.5f * LOW;
    }
    return pairs == 1;
}

void caperi_tag_spine(caperi_tagger *t)
{
    t->top = find_top(t);
    t->floats = t->clearance > 0.12f || lies_on_fins(t);
    mark_limbs(t);
    find_path(t);
    if (t->floats && has_legs_above_ground(t)) {
        t->floats = false;
        mark_limbs(t);
        find_path(t);
    }
    float toward_last = headness(t, true) - headness(t, false);
    if (toward_last < 0.0f) {
        reverse_path(t);
    }
    drop_stub(t);
    int head = find_head(t);
    int tail = find_tail(t);
    tail = tail > head ? head : tail;
    // what the spine hangs on is spine itself
    if (head + 1 < t->path_count && t->bodies[t->path[head + 1]].parent != t->path[head]) {
        head = t->path_count - 1;
    }
    if (tail > 0 && t->bodies[t->path[tail - 1]].parent != t->path[tail]) {
        tail = 0;
    }
    set_roles(t, tail, head, caperi_tag_sure(fabsf(toward_last), 0.0f, 1.5f, 0.5f, 0.95f));
    int n = 0;
    for (int k = tail; k <= head; k++) {
        t->path[n++] = t->path[k];
    }
    t->path_count = n;
}
