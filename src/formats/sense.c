// SPDX-License-Identifier: MIT
//
// Guesses for files that do not give units, axes and the floor. Poses (the rest pose, and frames
// spread over the clip) are examined in the file's own frame:
//
//   up     Y, the habit of BVH, unless heads, and bodies as a whole, are above feet along Z, and
//          not along Y: the heads of animals are in front of their feet;
//   rest   the offsets alone, when they stand; else the first frame that does;
//   facing left and right by names; the rest pose is turned about the vertical until left is +X;
//   unit   by the height of the hips above the lowest point of the standing pose;
//   floor  low among the lowest points of the frames, so that jumps and fallen frames do not count.
//
// A file that tells (caperi_draft.told) is believed, and only its rest pose is put in its place.
// Invariant: the motion is only ever scaled and turned as a whole; the rest pose may be replaced,
// because BVH offsets are no pose that anybody took.
#include "formats/formats.h"

#include <stdlib.h>
#include <string.h>

#define SAMPLES 32          // frames looked at
#define STANDING 0.6f       // share of the way from feet to head that is vertical
#define FLOOR_QUANTILE 0.1f // of the lowest points

// What a body is by its name alone.
enum {
    MARK_HEAD = 1,
    MARK_FOOT = 2,
    MARK_LEFT = 4,
    MARK_RIGHT = 8
};

typedef struct senses {
    caperi_draft *draft;
    const caper_clip_def *clip;                     // NULL without one
    const caper_track_def **rotations, **positions; // by body, or NULL
    unsigned char *marks;
    bool has_heads, has_feet;
    caper_transform *local, *model; // of the pose looked at
    caper_error *error;
} senses;

// -- Names ------------------------------------------------------------------------------------

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

static bool name_has(const char *name, const char *part)
{
    for (; *name; name++) {
        size_t k = 0;
        while (part[k] && lower(name[k]) == part[k])
            k++;
        if (!part[k])
            return true;
    }
    return false;
}

// Left or right: the word, or a single letter that stands by itself ("l_foot", "foot.R", "lFoot").
static bool name_side(const char *name, char letter, const char *word)
{
    if (name_has(name, word))
        return true;
    size_t size = strlen(name);
    if (size < 3)
        return false;
    char first = lower(name[0]), second = name[1];
    bool parts = second == '_' || second == '.' || second == ' ' || second == '-' ||
                 (second >= 'A' && second <= 'Z');
    if (first == letter && parts)
        return true;
    char before = name[size - 2];
    return lower(name[size - 1]) == letter &&
           (before == '_' || before == '.' || before == ' ' || before == '-');
}

static void mark_names(senses *s)
{
    static const char *const feet[] = {"foot", "toe", "ankle", "heel"};
    for (int i = 0; i < s->draft->body_count; i++) {
        const char *name = s->draft->bodies[i].name;
        if (!name)
            continue;
        bool foot = false;
        for (int k = 0; k < CAPER_COUNT_OF(feet); k++)
            foot = foot || name_has(name, feet[k]);
        bool head = !foot && name_has(name, "head");
        s->marks[i] = (unsigned char)((head ? MARK_HEAD : 0) | (foot ? MARK_FOOT : 0) |
                                      (name_side(name, 'l', "left") ? MARK_LEFT : 0) |
                                      (name_side(name, 'r', "right") ? MARK_RIGHT : 0));
        if ((s->marks[i] & MARK_LEFT) && (s->marks[i] & MARK_RIGHT))
            s->marks[i] &= (unsigned char)~(MARK_LEFT | MARK_RIGHT);
        s->has_heads = s->has_heads || head;
        s->has_feet = s->has_feet || foot;
    }
}

// -- Poses ------------------------------------------------------------------------------------

static const float *key_of(const caper_track_def *track, size_t width, int frame)
{
    return track->values + (track->key_count > 1 ? width * (size_t)frame : 0);
}

// Fill `local` and `model` with the rest pose (frame < 0) or a frame of the clip.
static void look_at(senses *s, int frame)
{
    for (int i = 0; i < s->draft->body_count; i++) {
        const caperi_draft_body *body = &s->draft->bodies[i];
        caper_transform t = body->rest_local;
        const caper_track_def *rotation = s->rotations[i], *position = s->positions[i];
        if (frame >= 0 && rotation)
            memcpy(&t.rotation, key_of(rotation, 4, frame), sizeof t.rotation);
        if (frame >= 0 && position)
            memcpy(&t.position, key_of(position, 3, frame), sizeof t.position);
        s->local[i] = t;
        s->model[i] = body->parent < 0 ? t : caper_transform_mul(s->model[body->parent], t);
    }
}

static caper_vec3 mean_of(const senses *s, unsigned mark, bool *any)
{
    caper_vec3 sum = caper_vec3_zero();
    int count = 0;
    for (int i = 0; i < s->draft->body_count; i++) {
        if (!(s->marks[i] & mark))
            continue;
        sum = caper_vec3_add(sum, s->model[i].position);
        count++;
    }
    *any = count > 0;
    return caper_vec3_scale(sum, 1.0f / (float)(count > 0 ? count : 1));
}

// From the feet to the head of the pose; without such names from the root to nowhere: zero.
static caper_vec3 way_up(const senses *s)
{
    bool heads, feet;
    caper_vec3 head = mean_of(s, MARK_HEAD, &heads), foot = mean_of(s, MARK_FOOT, &feet);
    return heads && feet ? caper_vec3_sub(head, foot) : caper_vec3_zero();
}

static caper_bounds pose_bounds(const senses *s)
{
    caper_bounds b = caper_bounds_empty();
    for (int i = 0; i < s->draft->body_count; i++)
        b = caper_bounds_add_point(b, s->model[i].position);
    return b;
}

static int main_axis(caper_vec3 v)
{
    caper_vec3 a = caper_vec3_abs(v);
    return a.x > a.y && a.x > a.z ? 0 : a.y >= a.z ? 1 : 2;
}

// Frame number of a sample; -1 when there are no more.
static int sample_frame(const senses *s, int sample)
{
    if (!s->clip || sample >= SAMPLES)
        return -1;
    int count = s->clip->frame_count;
    if (count <= SAMPLES)
        return sample < count ? sample : -1;
    return (int)((double)sample * (count - 1) / (SAMPLES - 1));
}

// -- Up ---------------------------------------------------------------------------------------

// From the feet to the middle of all else. The head of an animal may be further in front of its
// feet than above them, but what is between head and tail is above.
static caper_vec3 way_to_middle(const senses *s)
{
    bool feet;
    caper_vec3 foot = mean_of(s, MARK_FOOT, &feet), middle = caper_vec3_zero();
    int count = 0;
    for (int i = 0; i < s->draft->body_count; i++) {
        if (s->marks[i] & MARK_FOOT)
            continue;
        middle = caper_vec3_add(middle, s->model[i].position);
        count++;
    }
    middle = caper_vec3_scale(middle, 1.0f / (float)(count > 0 ? count : 1));
    return caper_vec3_sub(middle, foot);
}

// Does the pose looked at stand along Z, and clearly not along Y? Feet are where the body ends
// then; those of an animal that only has hands in front end before its tail.
static bool stands_along_z(const senses *s)
{
    bool feet;
    caper_vec3 up = way_up(s), middle = way_to_middle(s), foot = mean_of(s, MARK_FOOT, &feet);
    caper_bounds bounds = pose_bounds(s);
    bool at_end = foot.z - bounds.min.z < 0.15f * (bounds.max.z - bounds.min.z);
    return at_end && main_axis(up) == 2 && up.z > STANDING * caper_vec3_length(up) &&
           middle.z > 2.0f * fabsf(middle.y);
}

// The frames that stand along Y, and along Z.
static void count_standing(senses *s, int *along_y, int *along_z)
{
    *along_y = *along_z = 0;
    for (int k = 0, frame; (frame = sample_frame(s, k)) >= 0; k++) {
        look_at(s, frame);
        caper_vec3 up = way_to_middle(s);
        *along_z += stands_along_z(s);
        *along_y += main_axis(up) == 1 && up.y > STANDING * caper_vec3_length(up);
    }
}

static caper_up_axis find_up(senses *s)
{
    if (s->draft->options.up != CAPER_UP_AUTO)
        return s->draft->options.up;
    if (s->draft->told)
        return CAPER_UP_Y;
    look_at(s, -1);
    caper_vec3 up = way_up(s);
    float length = caper_vec3_length(up);
    if (!(length > 0.0f)) // no names: being long is no evidence, animals and fish lie along Z
        return CAPER_UP_Y;
    bool rest_z = stands_along_z(s);
    // a rest pose that stands along Y decides; along Z it needs the motion not to disagree
    if (main_axis(up) == 1 && up.y > STANDING * length)
        return CAPER_UP_Y;
    int along_y, along_z;
    count_standing(s, &along_y, &along_z);
    bool z = along_z > along_y || (rest_z && along_y == 0);
    return z ? CAPER_UP_Z : CAPER_UP_Y;
}

// -- Rest -------------------------------------------------------------------------------------

static bool stands(const senses *s)
{
    caper_vec3 up = way_up(s);
    float length = caper_vec3_length(up);
    return length > 0.0f && up.y > STANDING * length;
}

static caper_vec3 left_of(const senses *s)
{
    bool lefts, rights;
    caper_vec3 left = mean_of(s, MARK_LEFT, &lefts), right = mean_of(s, MARK_RIGHT, &rights);
    caper_vec3 way = caper_vec3_sub(left, right);
    way.y = 0.0f;
    return lefts && rights ? way : caper_vec3_zero();
}

// Let a frame stand in when the offsets do not stand but the motion does.
static void choose_rest(senses *s)
{
    look_at(s, -1);
    if (!s->has_heads || !s->has_feet || stands(s))
        return;
    for (int k = 0, frame; (frame = sample_frame(s, k)) >= 0; k++) {
        look_at(s, frame);
        if (!stands(s))
            continue;
        for (int i = 0; i < s->draft->body_count; i++)
            s->draft->bodies[i].rest_local = s->local[i];
        caperi_draft_warn(s->draft, 0, 0,
                          "the offsets alone do not stand: frame %d is the rest pose", frame);
        return;
    }
    caperi_draft_warn(s->draft, 0, 0, "the rest pose does not stand, and neither does a frame");
}

// Turn the rest pose about the vertical until its left is +X. The motion is left alone: where it
// goes in the world is its own business. Turns below a degree are the asymmetry of real people.
static void face_forward(senses *s)
{
    look_at(s, -1);
    caper_vec3 left = left_of(s);
    caper_bounds bounds = pose_bounds(s);
    caper_vec3 size = caper_bounds_size(bounds);
    float extent = caper_max(size.x, caper_max(size.y, size.z));
    float yaw = caper_atan2(left.z, left.x); // the turn that takes left to +X
    bool framed = s->local[0].rotation.w < 1.0f;
    if (!(caper_vec3_length(left) > 0.02f * extent))
        return;
    if (!framed) { // offsets lie along the axes: whole quarters
        float quarters = roundf(yaw / CAPER_HALF_PI);
        if (quarters == 0.0f || fabsf(yaw - quarters * CAPER_HALF_PI) > 0.35f)
            return;
        yaw = quarters * CAPER_HALF_PI;
        static const char *const faces[] = {"+Z", "-X", "-Z", "+X"}; // by quarters to the left
        caperi_draft_warn(s->draft, 0, 0, "the rest pose faces %s: it was turned to face +Z",
                          faces[((int)quarters + 4) % 4]);
    }
    if (fabsf(yaw) < CAPER_DEGREE)
        return;
    caper_transform turn = caper_transform_make(caper_quat_from_yaw(yaw), caper_vec3_zero());
    for (int i = 0; i < s->draft->body_count; i++)
        if (s->draft->bodies[i].parent < 0)
            s->draft->bodies[i].rest_local =
                caper_transform_mul(turn, s->draft->bodies[i].rest_local);
}

// -- Floor ------------------------------------------------------------------------------------

static float lowest(const senses *s)
{
    float low = INFINITY;
    for (int i = 0; i < s->draft->body_count; i++)
        if (!s->has_feet || (s->marks[i] & MARK_FOOT))
            low = caper_min(low, s->model[i].position.y);
    return low;
}

static int compare_floats(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

// Where the feet stand in the motion. Frames with the root at the origin are left out where others
// are not: T-poses and empty frames that converters put in front.
static bool motion_floor(senses *s, float *floor)
{
    float lows[SAMPLES];
    int count = 0;
    for (int origin = 0; origin < 2 && count == 0; origin++) {
        for (int k = 0, frame; (frame = sample_frame(s, k)) >= 0; k++) {
            look_at(s, frame);
            if (origin == 0 && caper_vec3_length_sq(s->model[0].position) == 0.0f)
                continue;
            lows[count++] = lowest(s);
        }
    }
    if (count == 0)
        return false;
    qsort(lows, (size_t)count, sizeof lows[0], compare_floats);
    *floor = lows[(int)(FLOOR_QUANTILE * (float)(count - 1) + 0.5f)];
    return true;
}

// Put the rest pose over the origin, with its feet where those of the motion stand.
static void place_rest(senses *s)
{
    float floor;
    bool moves = motion_floor(s, &floor);
    look_at(s, -1);
    float low = lowest(s);
    caper_vec3 root = s->model[0].position;
    for (int i = 0; i < s->draft->body_count; i++) {
        caperi_draft_body *body = &s->draft->bodies[i];
        if (body->parent >= 0)
            continue;
        body->rest_local.position.x -= root.x;
        body->rest_local.position.z -= root.z;
        if (moves)
            body->rest_local.position.y += floor - low;
    }
}

// -- All of it --------------------------------------------------------------------------------

// The rest pose is about to be put elsewhere; the motion is not to follow it. So a root without a
// position track gets one, with the single key that says where the file has it.
static bool pin_roots(senses *s)
{
    caperi_draft *draft = s->draft;
    for (int i = 0; s->clip && i < draft->body_count; i++) {
        if (draft->bodies[i].parent >= 0 || s->positions[i])
            continue;
        caper_clip_def *clip = &draft->clips[0];
        size_t count = (size_t)clip->track_count;
        caper_track_def *tracks = caperi_draft_alloc(
            draft, &draft->scratch, count + 1, sizeof *tracks, _Alignof(caper_track_def), s->error);
        float *key =
            caperi_draft_alloc(draft, &draft->keys, 3, sizeof *key, _Alignof(float), s->error);
        if (!tracks || !key)
            return false;
        if (count > 0)
            memcpy(tracks, clip->tracks, count * sizeof *tracks);
        memcpy(key, &draft->bodies[i].rest_local.position, 3 * sizeof *key);
        caper_track_def track = {CAPER_TRACK_TRANSLATION, i, 1, NULL, key};
        tracks[count] = track;
        clip->tracks = tracks;
        clip->track_count++;
    }
    return true;
}

static void find_tracks(senses *s)
{
    for (int t = 0; s->clip && t < s->clip->track_count; t++) {
        const caper_track_def *track = &s->clip->tracks[t];
        if (track->kind == CAPER_TRACK_ROTATION)
            s->rotations[track->body] = track;
        else if (track->kind == CAPER_TRACK_TRANSLATION)
            s->positions[track->body] = track;
    }
}

static bool start(senses *s)
{
    caperi_draft *draft = s->draft;
    size_t n = (size_t)draft->body_count;
    caper_arena *arena = &draft->scratch;
    s->rotations = caperi_draft_alloc(draft, arena, n, sizeof *s->rotations,
                                      _Alignof(caper_track_def *), s->error);
    s->positions = caperi_draft_alloc(draft, arena, n, sizeof *s->positions,
                                      _Alignof(caper_track_def *), s->error);
    s->marks = caperi_draft_alloc(draft, arena, n, 1, 1, s->error);
    s->local =
        caperi_draft_alloc(draft, arena, n, sizeof *s->local, _Alignof(caper_transform), s->error);
    s->model =
        caperi_draft_alloc(draft, arena, n, sizeof *s->model, _Alignof(caper_transform), s->error);
    if (!s->rotations || !s->positions || !s->marks || !s->local || !s->model)
        return false;
    s->clip = draft->clip_count > 0 ? draft->clips : NULL;
    find_tracks(s);
    if (!pin_roots(s))
        return false;
    find_tracks(s);
    mark_names(s);
    return true;
}

static float find_unit(senses *s)
{
    caperi_draft *draft = s->draft;
    if (draft->options.unit > 0.0f) {
        draft->unit_name = caperi_unit_name(draft->options.unit);
        return draft->options.unit;
    }
    if (draft->told)
        return draft->unit_told;
    look_at(s, -1);
    caper_bounds bounds = pose_bounds(s);
    float height = s->model[0].position.y - bounds.min.y, tall = bounds.max.y - bounds.min.y;
    if (height < 0.2f * tall) // rooted at the ground: hips are half way up
        height = 0.5f * tall;
    bool sure = false;
    // a unit that gives no body between a mouse and a whale is not to be believed
    if (height * draft->unit_told > 0.02f && height * draft->unit_told < 20.0f)
        return draft->unit_told;
    caperi_unit unit = {"metres", 1.0f};
    if (height > 0.0f)
        unit = caperi_unit_by_hips(height, &sure);
    if (!sure) {
        char number[32];
        caper_format_float(height, number);
        caperi_draft_warn(draft, 0, 0,
                          "the hips are %s units above the lowest point: %s are a guess", number,
                          unit.name);
    }
    draft->unit_name = unit.name;
    draft->unit_detected = true;
    return unit.metres;
}

bool caperi_draft_sense(caperi_draft *draft, caper_error *error)
{
    senses s = {.draft = draft, .error = error};
    if (!start(&s))
        return false;
    draft->up = find_up(&s);
    caperi_draft_convert(draft, 1.0f, caperi_up_turn(draft->up));
    draft->axes = draft->up == CAPER_UP_Z   ? "Z up, -Y forward"
                  : draft->up == CAPER_UP_X ? "X up, +Z forward"
                                            : "Y up, +Z forward";
    if (!draft->told) {
        choose_rest(&s);
        face_forward(&s);
    }
    draft->unit = find_unit(&s);
    caperi_draft_convert(draft, draft->unit, caper_quat_identity());
    place_rest(&s);
    return true;
}
