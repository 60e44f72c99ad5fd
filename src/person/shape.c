// SPDX-License-Identifier: MIT
//
// The parts of a person by shape: two limbs that stand and two that grasp, the spine from the body
// that carries the legs to the one that carries the arms, and the head. Which end is which is told
// by capability and side.
//
// A limb of any number of bodies is two rigid segments. From its end upwards, the first joint that
// is farther than a share of the limb's length is the knee or elbow, the next such one the hip or
// shoulder; what is above moves by itself (a collar bone, the link from pelvis to hip). Length
// alone would take the long collar bones of the CMU captures for upper arms. Two things are never a
// segment of their own: helpers, also those in the chain by their names (lShldrTwist of Daz,
// LeftArmRoll of MotionBuilder), and bodies that carry on the one above under its name and another
// number (upperarm01 and upperarm02 of MakeHuman, upper_arm.L and upper_arm.L.001 of Blender).
//
// A foot is the first body below the shin, even where the cap is on the toes. A body that crouches
// at rest is not a person: legs that cannot stretch cannot take over a person's angles, nor can
// knees that fold forwards or legs of three long parts.
#include "person/person.h"

#include "base/try.h"
#include "body/tag.h"

#include <math.h>
#include <string.h>

// Of a limb's length: what is shorter is a twist body or a link. The shortest forearm among the CMU
// captures is 21 % of its arm, collar bone included.
#define SEGMENT_SHARE 0.15f
// Of people the longer segment of a limb is at most 1.3 times the other (Drillis and Contini 1966:
// upper arm 0.186, forearm 0.146, thigh 0.245, shank 0.246 of the height); cartoons go further.
// Beyond this ratio, bodies that seem to carry each other on by name do not.
#define MOST_RATIO 2.0f
// Radians by which a knee is bent at rest, at most: people rest standing. Of 40 files of people it
// is at most 45 degrees (a dancer of Rokoko); a kangaroo, whose knee does not stretch, has 96.
#define MOST_BENT 1.22f
#define SURELY_BENT 0.26f // radians, 15 degrees: less of a knee does not say which way it folds
// Of the thigh: what carries it to the hips, at most. The longest of the CMU captures is 62 % of
// it; the first of three parts of a leg is about as long as the others.
#define LONGEST_LINK 0.75f

static caper_vec3 joint_of(const caper_character *c, int body)
{
    return c->rest_model[body].position;
}

static bool on_spine(const caper_character *c, int body)
{
    return (c->bodies[body].caps & CAPER_CAP_SPINE) != 0;
}

static float distance_of(const caper_character *c, int a, int b)
{
    return caper_vec3_distance(joint_of(c, a), joint_of(c, b));
}

// -- Limbs ------------------------------------------------------------------------------------

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/// The next letter or digit of a name, past all else.
static const char *next_of(const char *name, bool digits)
{
    while (*name && (digits ? !is_digit(*name) : !is_letter(*name)))
        name++;
    return name;
}

/// Have two names the same letters, or the same digits, in the same order?
static bool agree(const char *a, const char *b, bool digits)
{
    for (;; a++, b++) {
        a = next_of(a, digits);
        b = next_of(b, digits);
        if (*a != *b || !*a)
            return *a == *b;
    }
}

/// Does a body carry on the one above it: under the same name, with another number?
static bool carries_on(const caper_character *c, int body)
{
    int up = c->bodies[body].parent;
    if (up < 0 || on_spine(c, up))
        return false;
    const char *own = c->bodies[body].name, *other = c->bodies[up].name;
    return agree(own, other, false) && !agree(own, other, true);
}

/// Joints of a limb that may be its segments', from the end upwards.
typedef struct limb_search {
    const caper_character *character;
    float least;   // length of a segment
    bool by_names; // names may tell that a body is no segment
} limb_search;

static bool starts_segment(const limb_search *s, int body)
{
    const caper_body *b = &s->character->bodies[body];
    return !(b->caps & CAPER_CAP_HELPER) &&
           !(s->by_names &&
             (carries_on(s->character, body) || caperi_tag_hint(b->name) == CAPERI_HINT_HELPER));
}

/// The nearest ancestor, below the spine, where a segment starts that is long enough; else -1.
static int joint_above(const limb_search *s, int body)
{
    const caper_character *c = s->character;
    int up = c->bodies[body].parent;
    while (up >= 0 && !on_spine(c, up) &&
           (distance_of(c, up, body) < s->least || !starts_segment(s, up)))
        up = c->bodies[up].parent;
    return up >= 0 && !on_spine(c, up) ? up : -1;
}

/// The first body below the lower segment on the way to the end.
static int first_below(const limb_search *s, int middle, int end)
{
    int tip = end;
    for (int up = end; up != middle; up = s->character->bodies[up].parent) {
        if (starts_segment(s, up))
            tip = up;
    }
    return tip;
}

static bool search_limb(const limb_search *s, int end, bool leg, int16_t parts[3])
{
    int middle = joint_above(s, end);
    int start = middle >= 0 ? joint_above(s, middle) : -1;
    if (start < 0)
        return false;
    int tip = leg ? first_below(s, middle, end) : end;
    float upper = distance_of(s->character, start, middle);
    float lower = distance_of(s->character, middle, tip);
    if (s->by_names && (upper > MOST_RATIO * lower || lower > MOST_RATIO * upper))
        return false;
    parts[0] = (int16_t)start;
    parts[1] = (int16_t)middle;
    parts[2] = (int16_t)tip;
    return true;
}

/// Upper segment, lower segment and tip of the limb with that end.
static bool find_limb(const caper_character *c, int end, bool leg, int16_t parts[3])
{
    int base = c->bodies[end].base;
    float length = 0;
    for (int i = end; i >= 0 && i != base; i = c->bodies[i].parent)
        length += distance_of(c, i, c->bodies[i].parent);
    limb_search s = {c, SEGMENT_SHARE * length, true};
    if (base < 0 || base == end)
        return false;
    if (search_limb(&s, end, leg, parts))
        return true;
    s.by_names = false;
    return search_limb(&s, end, leg, parts);
}

/// The bodies with a capability, one a limb; returns how many limbs have one.
static int find_ends(const caper_character *c, caper_caps cap, int ends[2])
{
    int count = 0, bases[2] = {-1, -1};
    for (int i = 0; i < c->body_count; i++) {
        int base = c->bodies[i].base;
        if (!(c->bodies[i].caps & cap) || base < 0 || (count > 0 && base == bases[0]) ||
            (count > 1 && base == bases[1]))
            continue;
        if (count < 2) {
            ends[count] = i;
            bases[count] = base;
        }
        count++;
    }
    return count;
}

/// Limbs that branch into several ends are not those of people.
static bool branches(const caper_character *c, int end, caper_caps cap)
{
    for (int i = 0; i < c->body_count; i++) {
        if ((c->bodies[i].caps & cap) && !(c->bodies[i].caps & CAPER_CAP_HELPER) &&
            c->bodies[i].base == c->bodies[end].base && !caperi_is_above(c, end, i))
            return true;
    }
    return false;
}

/// By how much a limb is bent at rest.
static float bend_of(const caper_character *c, const int16_t parts[3])
{
    caper_vec3 up = caper_vec3_sub(joint_of(c, parts[1]), joint_of(c, parts[0]));
    caper_vec3 low = caper_vec3_sub(joint_of(c, parts[2]), joint_of(c, parts[1]));
    return caper_atan2(caper_vec3_length(caper_vec3_cross(up, low)), caper_vec3_dot(up, low));
}

/// Does the shin of a leg go forward where its knee folds? Told by a hinge that turns farther to
/// one side, else by how it is bent at rest.
static bool folds_forward(const caper_character *c, const int16_t parts[3])
{
    caper_vec3 up = caper_vec3_sub(joint_of(c, parts[1]), joint_of(c, parts[0]));
    caper_vec3 low = caper_vec3_sub(joint_of(c, parts[2]), joint_of(c, parts[1]));
    const caper_joint *joint = &c->bodies[parts[1]].joint;
    caper_vec3 axis = caper_vec3_cross(up, low);
    if (joint->kind == CAPER_JOINT_HINGE && fabsf(joint->min + joint->max) > SURELY_BENT) {
        axis = caper_quat_rotate(c->rest_model[parts[1]].rotation, joint->axis);
        axis = joint->max > -joint->min ? axis : caper_vec3_neg(axis);
    } else if (bend_of(c, parts) < SURELY_BENT) {
        return false;
    }
    return caper_vec3_cross(axis, low).z > 0;
}

/// How far a leg is from what carries it to its first segment, of the length of that.
static float link_of(const caper_character *c, const int16_t parts[3])
{
    int base = c->bodies[parts[0]].base;
    return distance_of(c, base, parts[0]) / distance_of(c, parts[0], parts[1]);
}

/// Two limbs on one spine body, which is returned in `carrier`.
static bool find_pair(caper_person *person, caper_caps cap, const char *what, int *carrier,
                      caper_error *error)
{
    const caper_character *c = person->character;
    const char *source = caperi_person_source(c);
    bool leg = cap == CAPER_CAP_FOOT;
    int first = leg ? CAPER_LIMB_LEFT_LEG : CAPER_LIMB_LEFT_ARM, ends[2] = {-1, -1};
    int count = find_ends(c, cap, ends);
    CAPER_TRY(count == 2, error, CAPER_ERROR_UNSUPPORTED, source, 0, 0,
              "found %d %s, expected the 2 of a person", count, what);
    bool swap = joint_of(c, ends[0]).x < joint_of(c, ends[1]).x;
    for (int i = 0; i < 2; i++) {
        int end = ends[swap ? 1 - i : i];
        CAPER_TRY(!branches(c, end, cap), error, CAPER_ERROR_UNSUPPORTED, source, 0, 0,
                  "the limb of '%s' has several ends, expected one", c->bodies[end].name);
        int16_t *parts = &person->bodies[caperi_limb_part(first + i)];
        CAPER_TRY(find_limb(c, end, leg, parts), error, CAPER_ERROR_UNSUPPORTED, source, 0, 0,
                  "the limb of '%s' does not have two parts, expected an upper and a lower one",
                  c->bodies[end].name);
        CAPER_TRY(!leg || bend_of(c, parts) <= MOST_BENT, error, CAPER_ERROR_UNSUPPORTED, source, 0,
                  0, "the knee of '%s' is bent by %.0f degrees at rest, expected one that stands",
                  c->bodies[end].name, (double)(bend_of(c, parts) / CAPER_DEGREE));
    }
    *carrier = c->bodies[ends[0]].spine;
    CAPER_TRY(*carrier == c->bodies[ends[1]].spine, error, CAPER_ERROR_UNSUPPORTED, source, 0, 0,
              "the %s hang on '%s' and '%s', expected one body", what, c->bodies[*carrier].name,
              c->bodies[c->bodies[ends[1]].spine].name);
    return true;
}

/// Legs that bend as a person's do, and no third time.
static bool check_legs(const caper_person *person, caper_error *error)
{
    const caper_character *c = person->character;
    for (int i = CAPER_LIMB_LEFT_LEG; i <= CAPER_LIMB_RIGHT_LEG; i++) {
        const int16_t *parts = &person->bodies[caperi_limb_part(i)];
        CAPER_TRY(!folds_forward(c, parts), error, CAPER_ERROR_UNSUPPORTED, caperi_person_source(c),
                  0, 0, "the knee of '%s' folds forwards, expected one that folds as people's do",
                  c->bodies[parts[2]].name);
        CAPER_TRY(link_of(c, parts) <= LONGEST_LINK, error, CAPER_ERROR_UNSUPPORTED,
                  caperi_person_source(c), 0, 0,
                  "the leg of '%s' has three long parts, expected two", c->bodies[parts[2]].name);
    }
    return true;
}

// -- Trunk ------------------------------------------------------------------------------------

static int spine_index(const caper_character *c, int body)
{
    int i = c->spine_count - 1;
    while (i >= 0 && c->spine[i] != body)
        i--;
    return i;
}

/// The last head of the spine above the arms; else the first one that hangs on what carries them.
static int find_head(const caper_character *c, int arms)
{
    for (int i = c->spine_count - 1; i > arms; i--) {
        if (c->bodies[c->spine[i]].caps & CAPER_CAP_HEAD)
            return c->spine[i];
    }
    for (int i = 0; i < c->body_count; i++) {
        if ((c->bodies[i].caps & CAPER_CAP_HEAD) && !on_spine(c, i) &&
            spine_index(c, c->bodies[i].spine) >= arms)
            return i;
    }
    return -1;
}

static void find_neck(caper_person *person, int head, int arms)
{
    const caper_character *c = person->character;
    int neck = -1, chest = c->spine[arms];
    if (on_spine(c, head)) {
        neck = c->spine[arms + 1];
    } else {
        for (int up = head; up >= 0 && up != chest; up = c->bodies[up].parent)
            neck = up;
    }
    person->bodies[CAPER_PART_HEAD] = (int16_t)head;
    person->bodies[CAPER_PART_NECK] = (int16_t)(neck == head ? -1 : neck);
}

static bool find_trunk(caper_person *person, int hips, int chest, caper_error *error)
{
    const caper_character *c = person->character;
    int legs = spine_index(c, hips), arms = spine_index(c, chest);
    CAPER_TRY(legs >= 0 && arms > legs, error, CAPER_ERROR_UNSUPPORTED, caperi_person_source(c), 0,
              0, "the arms hang on '%s', expected a spine body above the hips '%s'",
              chest >= 0 ? c->bodies[chest].name : "nothing",
              hips >= 0 ? c->bodies[hips].name : "nothing");
    const int16_t *way = c->spine + legs + 1;
    int last = arms - legs - 1;
    int16_t *bodies = person->bodies;
    bodies[CAPER_PART_HIPS] = (int16_t)hips;
    bodies[CAPER_PART_SPINE] = way[0];
    if (last == 1)
        bodies[CAPER_PART_CHEST] = way[1];
    if (last >= 2) {
        bodies[CAPER_PART_CHEST] = way[last / 2];
        bodies[CAPER_PART_UPPER_CHEST] = way[last];
    }
    int head = find_head(c, arms);
    if (head >= 0)
        find_neck(person, head, arms);
    return true;
}

// -- Collar bones, toes, face, fingers --------------------------------------------------------

static void find_girdles_and_toes(caper_person *person)
{
    const caper_character *c = person->character;
    for (int side = 0; side < 2; side++) {
        int shoulder = CAPER_PART_LEFT_SHOULDER + side * CAPERI_ARM_PARTS;
        int start = person->bodies[shoulder + 1], up = c->bodies[start].parent;
        person->bodies[shoulder] = (int16_t)(up >= 0 && !on_spine(c, up) ? up : -1);
        int foot = CAPER_PART_LEFT_FOOT + side * CAPERI_LEG_PARTS, toes = -1;
        for (int k = c->bodies[person->bodies[foot]].child; k >= 0; k = c->bodies[k].sibling) {
            bool forward = toes < 0 || joint_of(c, k).z > joint_of(c, toes).z;
            toes = forward && !(c->bodies[k].caps & CAPER_CAP_HELPER) ? k : toes;
        }
        person->bodies[foot + 1] = (int16_t)toes;
    }
}

static int find_cap(const caper_character *c, caper_caps cap, int below, int out[2])
{
    int count = 0;
    for (int i = 0; i < c->body_count; i++) {
        if (!(c->bodies[i].caps & cap) || !caperi_is_above(c, below, i))
            continue;
        if (count < 2)
            out[count] = i;
        count++;
    }
    return count;
}

static void find_face(caper_person *person)
{
    const caper_character *c = person->character;
    int found[2], head = person->bodies[CAPER_PART_HEAD];
    if (head < 0)
        return;
    if (find_cap(c, CAPER_CAP_EYE, head, found) == 2) {
        bool left = joint_of(c, found[0]).x >= joint_of(c, found[1]).x;
        person->bodies[CAPER_PART_LEFT_EYE] = (int16_t)found[left ? 0 : 1];
        person->bodies[CAPER_PART_RIGHT_EYE] = (int16_t)found[left ? 1 : 0];
    }
    if (find_cap(c, CAPER_CAP_MOUTH, head, found) == 1)
        person->bodies[CAPER_PART_JAW] = (int16_t)found[0];
}

/// Does the name hold the word, in any case?
static bool name_has(const char *name, const char *word)
{
    size_t size = strlen(word), left = strlen(name);
    for (; left >= size; name++, left--) {
        caper_slice part = {name, size};
        if (caper_slice_equal_nocase(part, word))
            return true;
    }
    return false;
}

/// Which finger a name speaks of, from the thumb on; -1: none.
static int finger_of(const char *name)
{
    static const char *const words[][2] = {
        {"thumb", "thumb"}, {"index", "index"},  {"middle", "mid"},
        {"ring", "ring"},   {"pinky", "little"},
    };
    for (int f = 0; f < CAPER_COUNT_OF(words); f++) {
        if (name_has(name, words[f][0]) || name_has(name, words[f][1]))
            return f;
    }
    return -1;
}

static void find_fingers(caper_person *person, int hand, int thumb)
{
    const caper_character *c = person->character;
    memset(&person->bodies[thumb], 0xff, 15 * sizeof person->bodies[0]);
    for (int i = hand + 1; i < c->body_count; i++) {
        int f = c->bodies[i].caps & CAPER_CAP_HELPER ? -1 : finger_of(c->bodies[i].name);
        if (f < 0 || !caperi_is_above(c, hand, i))
            continue;
        for (int n = 0; n < 3; n++) {
            int16_t *place = &person->bodies[thumb + 3 * f + n];
            if (*place < 0 && (n == 0 || caperi_is_above(c, place[-1], i))) {
                *place = (int16_t)i;
                break;
            }
        }
    }
}

void caperi_person_fingers(caper_person *person)
{
    find_fingers(person, person->bodies[CAPER_PART_LEFT_HAND], CAPER_PART_LEFT_THUMB);
    find_fingers(person, person->bodies[CAPER_PART_RIGHT_HAND], CAPER_PART_RIGHT_THUMB);
}

bool caperi_person_shape(caper_person *person, caper_error *error)
{
    int hips = -1, chest = -1;
    CAPER_PASS(find_pair(person, CAPER_CAP_FOOT, "legs", &hips, error));
    CAPER_PASS(find_pair(person, CAPER_CAP_GRASPER, "hands", &chest, error));
    CAPER_PASS(find_trunk(person, hips, chest, error));
    CAPER_PASS(check_legs(person, error));
    find_girdles_and_toes(person);
    find_face(person);
    caperi_person_fingers(person);
    return true;
}
