// SPDX-License-Identifier: MIT
//
// Writes a clip as BVH. By itself the zero pose of the file is the rest pose: every joint's frame
// is turned to the axes of the model at rest, which keeps all positions and is what other programs
// expect of a BVH. With `like` the file is written as it was read: its own frames, offsets, channel
// orders, unit, axes and floor. Angles follow the frame before, so that channels have no jumps.
// Angles lose precision in gimbal lock, here in the sixth digit and in programs that convert them
// in the third: a joint that comes near it in the usual order gets the order in which it stays
// furthest from it; the order of a file that is written as it was read only when it is all but
// locked. Invariant: the joints of the file, at every frame, are where the bodies of the clip are.
#include "base/try.h"
#include "formats/bvh.h"

#include <stdio.h>
#include <string.h>

#define DECIMALS 6
#define NEAR_LOCK 0.966f // sine of the middle angle: 75 degrees
#define LOCKED 0.9998f   // 88.9 degrees: a float knows the other two to 6e-6
#define MOVED 1e-5f // share of the extent by which a body leaves its place before that is written

// What is written for a body.
typedef struct joint {
    bool is_end;        // as End Site
    bool is_root;       // as ROOT
    bool left_out;      // a root that stands above several: not written
    bool has_end;       // an End Site is added: `end`
    char channels[10];  // as in caper_bvh_body
    char order[4];      // of rotations, filled up to three; "" without
    int rotation_count; // of the channels
    caper_vec3 offset, end;
    caper_quat frame; // of the body at rest, in model space: what its joint's frame is turned by
    float previous[3];
    float locks[3][3]; // for the order that begins about a and ends about c, [a][c]: the largest
                       // sine of its middle angle
} joint;

typedef struct writer {
    const caper_export_job *job;
    const caper_clip *clip;
    const caper_skeleton *skeleton;
    const caper_bvh_body *like;
    caper_quat turn; // from Y up to the axes of the file
    double scale;    // units of the file per metre
    float floor;     // added to the height of the roots, metres
    bool marked;     // the file says what its numbers mean, see CAPERI_BVH_MARK
    joint *joints;
    int16_t *order; // bodies depth first
    int order_count;
    caper_pose pose;      // of the frame that is being written
    caper_transform root; // and where its actor stands
    caper_arena arena;
    caper_text text;
    caper_error *error;
} writer;

// -- Numbers ----------------------------------------------------------------------------------

static void put_number(writer *w, double value)
{
    char digits[32];
    int size = 0;
    if (!(value < 1e12 && value > -1e12)) {
        size = caper_format_double(value, digits);
        caper_text_append(&w->text, digits, (size_t)size);
        return;
    }
    bool negative = value < 0;
    uint64_t whole = (uint64_t)((negative ? -value : value) * 1e6 + 0.5);
    // from the last digit to the first, without zeros at the end
    char *at = digits + sizeof digits;
    bool any = false;
    negative = negative && whole > 0;
    for (int k = 0; k < DECIMALS; k++, whole /= 10) {
        any = any || whole % 10 != 0;
        if (any)
            *--at = (char)('0' + whole % 10);
    }
    if (any)
        *--at = '.';
    do
        *--at = (char)('0' + whole % 10);
    while (whole /= 10);
    if (negative)
        *--at = '-';
    caper_text_append(&w->text, at, (size_t)(digits + sizeof digits - at));
}

static void put_vec3(writer *w, caper_vec3 v)
{
    for (int k = 0; k < 3; k++) {
        caper_text_append(&w->text, " ", 1);
        put_number(w, (double)(&v.x)[k]);
    }
}

// -- Plan -------------------------------------------------------------------------------------

static bool has_children(const caper_skeleton *s, int body)
{
    for (int i = body + 1; i < s->body_count; i++)
        if (s->parents[i] == body)
            return true;
    return false;
}

// "<parent>_end", as the reader names end sites, numbered or not.
static bool is_named_end(const caper_skeleton *s, int body)
{
    int parent = s->parents[body];
    if (parent < 0)
        return false;
    const char *own = s->names[body], *above = s->names[parent];
    size_t size = strlen(above);
    if (strncmp(own, above, size) != 0 || strncmp(own + size, "_end", 4) != 0)
        return false;
    own += size + 4;
    if (*own == '.')
        own += 1 + strspn(own + 1, "0123456789");
    return *own == '\0';
}

// Which bodies ever turn from, or leave, their place at rest.
static void find_moving(writer *w, bool *turns, bool *leaves, float extent)
{
    const caper_skeleton *s = w->skeleton;
    for (int f = 0; f < w->clip->frame_count; f++) {
        caper_clip_sample(w->clip, (float)f / w->clip->rate, NULL, &w->pose);
        for (int i = 0; i < s->body_count; i++) {
            caper_transform rest = s->rest_local[i], now = w->pose.bodies[i];
            float dot = fabsf(caper_quat_dot(rest.rotation, now.rotation));
            turns[i] = turns[i] || dot < 1.0f - 1e-6f;
            leaves[i] =
                leaves[i] || caper_vec3_distance(rest.position, now.position) > MOVED * extent;
        }
    }
}

// Where a leaf ends: at the far side of its box, along the longest side.
static caper_vec3 tip_of(const writer *w, int body)
{
    if (!w->job->character)
        return caper_vec3_zero();
    const caper_body *b = &w->job->character->bodies[body];
    const float *half = &b->box_half.x;
    int axis = half[0] > half[1] && half[0] > half[2] ? 0 : half[1] >= half[2] ? 1 : 2;
    caper_vec3 tip = b->box_center;
    float *along = &tip.x + axis;
    *along += *along < 0.0f ? -half[axis] : half[axis];
    return tip;
}

// Two different axes and the third, or one and both others, so that what is missing comes out as 0.
static void fill_order(joint *j)
{
    static const char letters[] = "xyz";
    int count = 0;
    for (const char *c = j->channels; *c; c++)
        if (*c >= 'x')
            j->order[count++] = *c;
    j->rotation_count = count;
    for (int k = 0; count > 0 && k < 3 && count < 3; k++)
        if (!strchr(j->order, letters[k]))
            j->order[count++] = letters[k];
}

// The channels of a file that angles can be found for: up to three rotations, neighbours about
// different axes. Others get a usual order in place of their own.
static void take_channels(joint *j, const char *channels)
{
    size_t size = 0;
    int rotations = 0;
    char last = 0;
    bool usual = true;
    for (const char *c = channels; *c; c++) {
        bool rotation = *c >= 'x';
        rotations += rotation;
        usual = usual && !(rotation && *c == last) && rotations <= 3;
        last = rotation ? *c : last;
    }
    for (const char *c = channels; *c; c++)
        if (usual || *c < 'x')
            j->channels[size++] = *c;
    if (!usual)
        memcpy(j->channels + size, "zxy", 3);
    fill_order(j);
}

static void plan_as_read(writer *w, int i, joint *j)
{
    const caper_bvh_body *like = &w->like[i];
    bool top = w->skeleton->parents[i] < 0;
    j->left_out = top && !like->channels;
    j->is_end = !top && !like->channels;
    j->offset = like->offset;
    if (like->channels)
        take_channels(j, like->channels);
}

static void plan_afresh(writer *w, int i, joint *j, const caper_transform *model, bool turns,
                        bool leaves)
{
    const caper_skeleton *s = w->skeleton;
    int parent = s->parents[i];
    const char *order = w->job->rotation_order;
    j->frame = model[i].rotation;
    if (parent >= 0)
        j->offset = caper_vec3_sub(model[i].position, model[parent].position);
    bool leaf = !has_children(s, i);
    j->is_end = leaf && !turns && !leaves && is_named_end(s, i);
    if (j->is_end)
        return;
    snprintf(j->channels, sizeof j->channels, "%s%c%c%c", parent < 0 || leaves ? "XYZ" : "",
             order[0] | 0x20, order[1] | 0x20, order[2] | 0x20);
    fill_order(j);
    j->has_end = leaf;
    j->end = caper_quat_rotate(j->frame, tip_of(w, i));
}

// Depth first, children by index: the order in which a BVH file can say things.
static void sort_depth_first(writer *w)
{
    const caper_skeleton *s = w->skeleton;
    int16_t stack[CAPER_MAX_BODIES];
    int depth = 0;
    for (int i = s->body_count - 1; i >= 0; i--)
        if (s->parents[i] < 0)
            stack[depth++] = (int16_t)i;
    while (depth > 0) {
        int body = stack[--depth];
        w->order[w->order_count++] = (int16_t)body;
        for (int i = s->body_count - 1; i > body; i--)
            if (s->parents[i] == body)
                stack[depth++] = (int16_t)i;
    }
}

// The rotation and position that the joint of a body has in the file.
static caper_transform joint_local(const writer *w, int body)
{
    const joint *j = &w->joints[body];
    int parent = w->skeleton->parents[body];
    caper_transform t = w->pose.bodies[body];
    if (j->is_root)
        t = caper_transform_mul(w->root, t);
    caper_quat above = parent >= 0 ? w->joints[parent].frame : caper_quat_identity();
    t.rotation = caper_quat_mul(caper_quat_mul(above, t.rotation), caper_quat_conj(j->frame));
    t.position = caper_quat_rotate(above, t.position);
    if (j->is_root)
        t.position.y += w->floor;
    caper_vec3 axis =
        caper_quat_rotate(w->turn, caper_vec3_make(t.rotation.x, t.rotation.y, t.rotation.z));
    t.rotation = caper_quat_make(axis.x, axis.y, axis.z, t.rotation.w);
    t.position = caper_quat_rotate(w->turn, t.position);
    return t;
}

// From Y to the way to the next joint, to the middle of several.
static caper_quat along_bone(const writer *w, int body)
{
    caper_vec3 way = w->joints[body].end;
    for (int i = body + 1; i < w->skeleton->body_count; i++)
        if (w->skeleton->parents[i] == body)
            way = caper_vec3_add(way, w->joints[i].offset);
    if (!(caper_vec3_length_sq(way) > 0.0f))
        return caper_quat_identity();
    return caper_quat_between(caper_vec3_make(0.0f, 1.0f, 0.0f), caper_vec3_normalize(way));
}

static void note_locks(joint *j, caper_quat rotation, bool reversed)
{
    caper_mat3 m = caper_quat_to_mat3(rotation);
    const caper_vec3 columns[3] = {m.x, m.y, m.z};
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
            const float *entries = &columns[column].x;
            float *lock = reversed ? &j->locks[column][row] : &j->locks[row][column];
            *lock = caper_max(*lock, fabsf(entries[row]));
        }
    }
}

// How near to lock every joint comes in every order: of row a and column c the matrix has the sine
// of the middle angle. Blender lays the frames of joints along their bones and reverses the order,
// so that is asked as well.
static void find_locks(writer *w, caper_quat *bones)
{
    for (int i = 0; i < w->skeleton->body_count; i++)
        bones[i] = along_bone(w, i);
    for (int f = 0; f < w->clip->frame_count; f++) {
        float at = (float)f / w->clip->rate;
        caper_clip_sample(w->clip, at, NULL, &w->pose);
        w->root = caper_root_transform(caper_clip_sample_root(w->clip, at));
        for (int i = 0; i < w->skeleton->body_count; i++) {
            joint *j = &w->joints[i];
            if (j->rotation_count != 3)
                continue;
            caper_quat turn = caper_quat_normalize(joint_local(w, i).rotation);
            note_locks(j, turn, false);
            turn = caper_quat_mul(caper_quat_mul(caper_quat_conj(bones[i]), turn), bones[i]);
            note_locks(j, turn, true);
        }
    }
}

static float lock_of(const joint *j, const char *order)
{
    return j->locks[order[0] - 'x'][order[2] - 'x'];
}

// Another order for a joint that locks in its own. Orders that begin and end about one axis are
// those of odd files, and stay.
static void avoid_lock(const writer *w, joint *j)
{
    static const char *const orders[] = {"zxy", "zyx", "yxz", "yzx", "xyz", "xzy"};
    if (j->rotation_count != 3 || j->order[0] == j->order[2] ||
        lock_of(j, j->order) < (w->like ? LOCKED : NEAR_LOCK))
        return;
    const char *best = j->order;
    for (int k = 0; k < CAPER_COUNT_OF(orders); k++)
        if (lock_of(j, orders[k]) < lock_of(j, best))
            best = orders[k];
    int count = 0;
    for (char *c = j->channels; *c; c++)
        if (*c >= 'x')
            *c = best[count++];
    if (best != j->order)
        memcpy(j->order, best, 3);
}

static bool plan(writer *w)
{
    const caper_skeleton *s = w->skeleton;
    size_t n = (size_t)s->body_count;
    caper_arena *arena = &w->arena;
    w->joints = caper_arena_alloc_zero(arena, n, sizeof *w->joints, _Alignof(joint));
    w->order = caper_arena_alloc_zero(arena, n, sizeof *w->order, _Alignof(int16_t));
    bool *turns = caper_arena_alloc_zero(arena, n, 1, 1);
    bool *leaves = caper_arena_alloc_zero(arena, n, 1, 1);
    caper_transform *model =
        caper_arena_alloc_zero(arena, n, sizeof *model, _Alignof(caper_transform));
    caper_quat *bones = caper_arena_alloc_zero(arena, n, sizeof *bones, _Alignof(caper_quat));
    w->pose = caper_pose_create(s->body_count, 0, NULL);
    CAPER_TRY(w->joints && w->order && turns && leaves && model && bones && w->pose.bodies,
              w->error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
    caper_pose rest = {(caper_transform *)s->rest_local, NULL, s->body_count, 0};
    caper_pose out = {model, NULL, s->body_count, 0};
    caper_pose_to_model(s, &rest, NULL, &out);
    caper_bounds bounds = caper_bounds_empty();
    for (size_t i = 0; i < n; i++)
        bounds = caper_bounds_add_point(bounds, model[i].position);
    caper_vec3 size = caper_bounds_size(bounds);
    if (!w->like)
        find_moving(w, turns, leaves, caper_max(size.x, caper_max(size.y, size.z)));
    for (int i = 0; i < s->body_count; i++) {
        joint *j = &w->joints[i];
        j->frame = caper_quat_identity();
        if (w->like)
            plan_as_read(w, i, j);
        else
            plan_afresh(w, i, j, model, turns[i], leaves[i]);
        int parent = s->parents[i];
        j->is_root = !j->left_out && (parent < 0 || w->joints[parent].left_out);
    }
    find_locks(w, bones);
    for (int i = 0; i < s->body_count; i++)
        avoid_lock(w, &w->joints[i]);
    sort_depth_first(w);
    return true;
}

// -- Hierarchy --------------------------------------------------------------------------------

static void indent(writer *w, int depth)
{
    for (int i = 0; i < depth; i++)
        caper_text_append(&w->text, "\t", 1);
}

// A name must not hold what ends a name.
static void put_name(writer *w, const char *name)
{
    for (; *name; name++) {
        char c = *name == '{' || *name == '}' || (unsigned char)*name < ' ' ? '_' : *name;
        caper_text_append(&w->text, &c, 1);
    }
}

static void put_offset(writer *w, int depth, caper_vec3 offset, bool as_read)
{
    indent(w, depth);
    caper_text_append_string(&w->text, "OFFSET");
    put_vec3(w, as_read ? offset : caper_vec3_scale(offset, (float)w->scale));
    caper_text_append_string(&w->text, "\n");
}

static void put_channels(writer *w, int depth, const joint *j, bool marked)
{
    indent(w, depth);
    caper_text_printf(&w->text, "CHANNELS %d", (int)strlen(j->channels));
    for (const char *c = j->channels; *c; c++)
        caper_text_printf(&w->text, " %c%s", *c & ~0x20, *c >= 'x' ? "rotation" : "position");
    float unit = w->like ? w->job->like->unit : w->job->unit;
    uint32_t bits;
    memcpy(&bits, &unit, sizeof bits);
    caper_text_append_string(&w->text, marked ? CAPERI_BVH_MARK : "");
    for (int i = CAPERI_BVH_MARK_BITS - 1; marked && unit != CAPERI_BVH_MARK_UNIT && i >= 0; i--)
        caper_text_append_string(&w->text, bits >> i & 1 ? "\t" : " ");
    caper_text_append_string(&w->text, "\n");
}

static void put_end_site(writer *w, int depth, caper_vec3 offset, bool as_read)
{
    indent(w, depth);
    caper_text_append_string(&w->text, "End Site\n");
    indent(w, depth);
    caper_text_append_string(&w->text, "{\n");
    put_offset(w, depth + 1, offset, as_read);
    indent(w, depth);
    caper_text_append_string(&w->text, "}\n");
}

static void close_down_to(writer *w, int *open, int depth)
{
    while (*open > depth) {
        indent(w, --*open);
        caper_text_append_string(&w->text, "}\n");
    }
}

static void put_hierarchy(writer *w)
{
    int depths[CAPER_MAX_BODIES], open = 0;
    bool marked = w->marked;
    caper_text_append_string(&w->text, "HIERARCHY\n");
    for (int k = 0; k < w->order_count; k++) {
        int body = w->order[k];
        const joint *j = &w->joints[body];
        int depth = j->is_root || j->left_out ? 0 : depths[w->skeleton->parents[body]] + 1;
        depths[body] = depth;
        if (j->left_out)
            continue;
        close_down_to(w, &open, depth);
        if (j->is_end) {
            put_end_site(w, depth, j->offset, w->like != NULL);
            continue;
        }
        indent(w, depth);
        caper_text_append_string(&w->text, j->is_root ? "ROOT " : "JOINT ");
        put_name(w, w->skeleton->names[body]);
        caper_text_append_string(&w->text, "\n");
        indent(w, depth);
        caper_text_append_string(&w->text, "{\n");
        put_offset(w, depth + 1, j->offset, w->like != NULL);
        put_channels(w, depth + 1, j, marked);
        marked = false;
        if (j->has_end)
            put_end_site(w, depth + 1, j->end, false);
        open = depth + 1;
    }
    close_down_to(w, &open, 0);
}

// -- Motion -----------------------------------------------------------------------------------

static void put_joint(writer *w, int body, bool first_frame, bool *first)
{
    joint *j = &w->joints[body];
    caper_transform t = joint_local(w, body);
    float angles[3] = {0, 0, 0};
    if (j->rotation_count > 0) {
        t.rotation = caper_quat_normalize(t.rotation);
        if (first_frame)
            caper_quat_to_euler(t.rotation, j->order, angles);
        else
            caper_quat_to_euler_near(t.rotation, j->order, j->previous, angles);
        memcpy(j->previous, angles, sizeof angles);
    }
    int rotation = 0;
    for (const char *c = j->channels; *c; c++) {
        if (!*first)
            caper_text_append(&w->text, " ", 1);
        *first = false;
        if (*c >= 'x')
            put_number(w, (double)angles[rotation++] * (180.0 / 3.14159265358979323846));
        else
            put_number(w, (double)(&t.position.x)[*c - 'X'] * w->scale);
    }
}

// Seven digits, which is what the rate, a float, knows.
static void put_frame_time(writer *w, double seconds)
{
    double power = 1.0;
    while (seconds * power < 1e6 && power < 1e18)
        power *= 10.0;
    char digits[32];
    caper_format_double((double)(uint64_t)(seconds * power + 0.5) / power, digits);
    caper_text_append_string(&w->text, digits);
}

static void put_motion(writer *w)
{
    const caper_clip *clip = w->clip;
    caper_text_printf(&w->text, "MOTION\nFrames: %d\nFrame Time: ", clip->frame_count);
    put_frame_time(w, 1.0 / (double)clip->rate);
    caper_text_append_string(&w->text, "\n");
    for (int f = 0; f < clip->frame_count; f++) {
        float at = (float)f / clip->rate;
        caper_clip_sample(clip, at, NULL, &w->pose);
        w->root = caper_root_transform(caper_clip_sample_root(clip, at));
        bool first = true;
        for (int k = 0; k < w->order_count; k++)
            put_joint(w, w->order[k], f == 0, &first);
        caper_text_append_string(&w->text, "\n");
    }
}

// -- The file ---------------------------------------------------------------------------------

// Is what the mark says true of this file?
static bool may_mark(const caper_export_job *job)
{
    const caper_import *like = job->like;
    if (!like)
        return true;
    bool straight = true;
    for (int i = 0; i < like->character->body_count; i++)
        straight = straight && fabsf(like->character->skeleton.rest_local[i].rotation.w) == 1.0f;
    return straight && like->up == CAPER_UP_Y && like->floor == 0.0f;
}

static bool valid_order(const char *order)
{
    int seen = 0;
    for (int k = 0; k < 3; k++) {
        char c = order && strlen(order) == 3 ? (char)(order[k] | 0x20) : 'x';
        if (c < 'x' || c > 'z')
            return false;
        seen |= 1 << (c - 'x');
    }
    return seen == 7;
}

static bool check_job(const caper_export_job *job, const char *path, caper_error *error)
{
    CAPER_TRY(job->clip_count == 1 && job->clips && job->clips[0], error, CAPER_ERROR_INVALID, path,
              0, 0, "a BVH file holds one clip, not %d", job->clip_count);
    CAPER_TRY(job->unit > 0.0f && job->unit < INFINITY, error, CAPER_ERROR_INVALID, path, 0, 0,
              "the unit must be more than 0 metres");
    CAPER_TRY(valid_order(job->rotation_order), error, CAPER_ERROR_INVALID, path, 0, 0,
              "the rotation order must be X, Y and Z in some order, such as \"ZXY\"");
    const caper_skeleton *skeleton = &job->clips[0]->skeleton;
    CAPER_TRY(!job->character || caper_skeleton_same(&job->character->skeleton, skeleton), error,
              CAPER_ERROR_INVALID, path, 0, 0, "the clip is not on the character's skeleton");
    CAPER_TRY(!job->like || (job->like->bvh &&
                             caper_skeleton_same(&job->like->character->skeleton, skeleton)),
              error, CAPER_ERROR_INVALID, path, 0, 0,
              "the import to write like is not a BVH file of the clip's skeleton");
    return true;
}

bool caperi_write_bvh(const caper_export_job *job, const char *path, caper_error *error)
{
    CAPER_PASS(check_job(job, path, error));
    writer w = {.job = job, .clip = job->clips[0], .error = error};
    w.skeleton = &w.clip->skeleton;
    w.turn = caper_quat_identity();
    w.scale = 1.0 / (double)job->unit;
    if (job->like) {
        w.like = job->like->bvh;
        w.turn = caper_quat_conj(caperi_up_turn(job->like->up));
        w.scale = 1.0 / (double)job->like->unit;
        w.floor = job->like->floor;
    }
    w.marked = may_mark(job);
    caper_arena_init(&w.arena, NULL, 0);
    caper_text_init(&w.text, NULL);
    bool good = plan(&w);
    if (good) {
        put_hierarchy(&w);
        put_motion(&w);
        good = !w.text.failed ||
               caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "out of memory");
    }
    good = good && caper_file_write(path, w.text.data, w.text.size, error);
    caper_text_free(&w.text);
    caper_pose_destroy(&w.pose, NULL);
    caper_arena_destroy(&w.arena);
    return good;
}
