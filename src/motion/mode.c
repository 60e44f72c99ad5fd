// SPDX-License-Identifier: MIT
//
// Movement modes (paper 000, section 3.2.2): S takes a general pose to a body, G takes it back.
//
// A position goes general -> axes of the model (the secondary frame calls its axes differently) ->
// mirror -> scale -> turn towards the target -> rest. Then the overrides take their axis: sagittal
// takes x, ground takes y, which depends on where x and z have come to. What an override takes is
// left out of the way to the target first, so that the turn never mixes that axis with another one
// and every step can be undone. A rotation is a turn in the same frame, applied after rest.
// The surface frame is simpler: a box, a mirror, a turn.
// Invariants: S(G(q)) = q; general zero is rest in the frames rest and secondary; finite for
// finite input. docs/guide/motion.md names the places where S is not continuous.
#include "motion/motion.h"

#include "contact/ground.h"
#include "math/rotvec.h"

#define FARTHEST 1e7f // metres; keeps absurd input finite, beyond any character or world

static float limit(float x)
{
    return caper_clamp(x, -FARTHEST, FARTHEST);
}

static caper_vec3 limit_vec3(caper_vec3 v)
{
    return caper_vec3_make(limit(v.x), limit(v.y), limit(v.z));
}

// ------------------------------------------------------------------------------------- frame

static float limit_wide(double x)
{
    return (float)(x < (double)-FARTHEST  ? (double)-FARTHEST
                   : x > (double)FARTHEST ? (double)FARTHEST
                                          : x);
}

static caper_vec3 narrow(caperi_dvec3 d)
{
    return caper_vec3_make(limit_wide(d.x), limit_wide(d.y), limit_wide(d.z));
}

// The way from rest to the target, for one frame of time. In double: float frames are off unit by
// 1e-7, which shows after the way there and back on a character that is long and flat.
typedef struct aim {
    caperi_dvec3 x, y, z; // where the axes of the model go when straight ahead turns to the target
    double distance;
} aim;

static caperi_dvec3 turn(const aim *to, caperi_dvec3 v)
{
    caperi_dvec3 d = {(to->x.x * v.x + to->y.x * v.y) + to->z.x * v.z,
                      (to->x.y * v.x + to->y.y * v.y) + to->z.y * v.z,
                      (to->x.z * v.x + to->y.z * v.y) + to->z.z * v.z};
    return d;
}

static caperi_dvec3 unturn(const aim *to, caperi_dvec3 v)
{
    caperi_dvec3 d = {(to->x.x * v.x + to->x.y * v.y) + to->x.z * v.z,
                      (to->y.x * v.x + to->y.y * v.y) + to->y.z * v.z,
                      (to->z.x * v.x + to->z.y * v.y) + to->z.z * v.z};
    return d;
}

// The smallest turn from +Z to a unit direction; straight behind, where there are many, about +Y.
static aim turn_from_ahead(caperi_dvec3 a)
{
    double off = a.x * a.x + a.y * a.y;
    if (off < 1e-12 && a.z < 0.0) {
        aim about = {{-1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, -1.0}, 1.0};
        return about;
    }
    double k = a.z < 0.0 ? (1.0 - a.z) / off : 1.0 / (1.0 + a.z); // equal, but for cancellation
    double xy = -(a.x * a.y) * k;
    aim to = {{1.0 - (a.x * a.x) * k, xy, -a.x}, {xy, 1.0 - (a.y * a.y) * k, -a.y}, a, 1.0};
    return to;
}

// Within a hundredth of size the direction fades to straight ahead, so that a target that passes
// through the rest point does not make the frame jump.
static aim aim_at_target(const caperi_fit *fit, const caper_place *place)
{
    caperi_dvec3 target = caperi_dvec3_from(limit_vec3(place->target.position));
    caperi_dvec3 rest = caperi_dvec3_from(fit->origin);
    caperi_dvec3 way = {fit->mode.sagittal ? 0.0 : target.x - rest.x,
                        fit->mode.ground ? 0.0 : target.y - rest.y, target.z - rest.z};
    double distance = caperi_dvec3_length(way), size = (double)fit->size;
    if (distance < 0.01 * size) {
        double far = (double)caper_smoothstep(0.0f, 1.0f, (float)(distance / (0.01 * size)));
        double share = distance > 1e-9 * size ? far / distance : 0.0;
        way.x *= share;
        way.y *= share;
        way.z = way.z * share + (1.0 - far);
    }
    double scale = caperi_dvec3_length(way);
    caperi_dvec3 direction = {way.x / scale, way.y / scale, way.z / scale};
    caperi_dvec3 ahead = {0.0, 0.0, 1.0};
    aim to = turn_from_ahead(scale > 1e-9 ? direction : ahead);
    to.distance = distance > 1e-3 * size ? distance : 1e-3 * size;
    return to;
}

// The frame whose axes a position has: that of the way to the target, or the model's.
static caper_frame axes_of(const caper_mode *mode)
{
    bool turned = mode->position == CAPER_FRAME_REACH && mode->direction;
    return turned ? CAPER_FRAME_SECONDARY : mode->position;
}

static bool needs_aim(const caper_mode *mode)
{
    return axes_of(mode) == CAPER_FRAME_SECONDARY || mode->rotation == CAPER_FRAME_SECONDARY;
}

// The secondary frame has x to the target, y up and z to the right. With the target straight ahead
// these are +Z, +Y and -X.
static caperi_dvec3 to_model_axes(caper_frame frame, caperi_dvec3 v)
{
    caperi_dvec3 turned = {-v.z, v.y, v.x};
    return frame == CAPER_FRAME_SECONDARY ? turned : v;
}

static caperi_dvec3 from_model_axes(caper_frame frame, caperi_dvec3 v)
{
    caperi_dvec3 turned = {v.z, v.y, -v.x};
    return frame == CAPER_FRAME_SECONDARY ? turned : v;
}

// ------------------------------------------------------------------------------------ ground

// Is the point inside something that can be stood on?
static bool is_solid(const caper_place *place, caper_vec3 point)
{
    caper_world_frame things = {0};
    if (place->frame) {
        things = *place->frame;
        things.obstacle_count = 0;
    }
    caper_hit hit = caper_world_distance(place->world, &things, point, 0.0f);
    return hit.surface != CAPER_SURFACE_NONE && hit.distance < 0.0f;
}

// Height of the ground at (x, z) of model space. The ground is the highest surface, but not a roof:
// what begins above the top of the character (rising by 45 degrees away from it) and has air below.
// Where there is nothing, the ground is that of the rest pose.
static float ground_at(const caperi_fit *fit, const caper_place *place, float x, float z)
{
    caper_vec3 at = caper_transform_mul_point(place->root, caper_vec3_make(x, 0.0f, z));
    caperi_ground ground = caperi_ground_make(place->world, at.y);
    caper_hit hit = caperi_ground_under(&ground, place->frame, at, INFINITY);
    if (hit.surface != CAPER_SURFACE_NONE && hit.point.y - at.y > fit->top) {
        float roof = at.y + fit->top + sqrtf(x * x + z * z);
        if (hit.point.y > roof && !is_solid(place, caper_vec3_make(at.x, roof, at.z)))
            hit = caperi_ground_under(&ground, place->frame, at, roof);
    }
    return hit.surface == CAPER_SURFACE_NONE ? 0.0f : limit(hit.point.y - at.y);
}

// --------------------------------------------------------------------------------- overrides

// From `rest` at 0 down to `plane` at 1, and on with the given slope on both sides. Both ends are
// exact. When rest is below the plane, 0 to 1 leads up. The slope beyond is the body's own and not
// that of the way to the plane: else a foot that stands would hardly rise at all, and would rise
// fifty times as high where the ground happens to lie a little lower.
static float stretch(float g, float rest, float plane, float slope)
{
    if (g < 0.0f)
        return rest - g * slope;
    if (g > 1.0f)
        return plane - (g - 1.0f) * slope;
    return g < 0.5f ? rest - g * (rest - plane) : plane + (1.0f - g) * (rest - plane);
}

// The inverse. When rest is below the plane, what lies between them has several preimages: the one
// in 0 to 1 is taken.
static float unstretch(float y, float rest, float plane, float slope)
{
    if (y > caper_max(rest, plane))
        return (rest - y) / slope;
    if (y < caper_min(rest, plane))
        return 1.0f + (plane - y) / slope;
    return rest != plane ? caper_clamp((rest - y) / (rest - plane), 0.0f, 1.0f) : 0.0f;
}

// The lateral coordinate as written: the sign of x at rest carries the side, no mirror does.
static float *lateral(caper_frame frame, caper_vec3 *general)
{
    return frame == CAPER_FRAME_SECONDARY ? &general->z : &general->x;
}

// A body on the plane is taken to be on the left, whatever rounding has left of its x.
static float side_of(const caperi_fit *fit)
{
    return fit->rest_point.x < -1e-3f * fit->size ? -1.0f : 1.0f;
}

// ---------------------------------------------------------------------------------- position

// What a length of 1 along each axis of the model means, this frame.
static caperi_dvec3 scale_now(const caperi_fit *fit, const aim *to)
{
    caperi_dvec3 scale = caperi_dvec3_from(fit->scale);
    if (fit->mode.position == CAPER_FRAME_SECONDARY && !fit->mode.direction)
        scale.z = to->distance;
    return scale;
}

// All of S but the ground, which needs to know where x and z have come to.
static caper_vec3 place_position(const caperi_fit *fit, const caper_place *place, const aim *to,
                                 caper_vec3 general)
{
    caper_frame frame = axes_of(&fit->mode);
    caperi_dvec3 v = to_model_axes(frame, caperi_dvec3_from(general)), scale = scale_now(fit, to);
    caperi_dvec3 u = {(place->mirror ? -v.x : v.x) * scale.x, v.y * scale.y, v.z * scale.z};
    if (frame == CAPER_FRAME_SECONDARY)
        u = turn(to, u);
    if (frame != CAPER_FRAME_IDENTITY)
        u = caperi_dvec3_combine(u, 1.0, caperi_dvec3_from(fit->origin), 1.0);
    caper_vec3 special = narrow(u);
    if (fit->mode.sagittal) {
        float side = side_of(fit), g = *lateral(frame, &general);
        special.x = side * limit(stretch(g, side * fit->rest_point.x, 0.0f, fit->spread));
    }
    return special;
}

// The sides of the box that is aimed at, grown so that at 1 skin meets skin.
static caper_vec3 surface_half(const caperi_fit *fit, const caper_place *place)
{
    float least = 1e-3f * fit->size;
    caper_vec3 half = caper_vec3_abs(limit_vec3(place->target_half));
    return caper_vec3_make(caper_max(half.x + fit->thickness, least),
                           caper_max(half.y + fit->thickness, least),
                           caper_max(half.z + fit->thickness, least));
}

static caper_vec3 place_on_surface(const caperi_fit *fit, const caper_place *place,
                                   caper_vec3 general)
{
    caper_vec3 v = caper_vec3_mul(limit_vec3(general), surface_half(fit, place));
    v.x = place->mirror ? -v.x : v.x;
    caper_vec3 turned = caper_quat_rotate(place->target.rotation, limit_vec3(v));
    return limit_vec3(caper_vec3_add(limit_vec3(place->target.position), turned));
}

static caper_vec3 take_off_surface(const caperi_fit *fit, const caper_place *place,
                                   caper_vec3 special)
{
    caper_vec3 half = surface_half(fit, place);
    caper_vec3 v = caper_vec3_sub(special, limit_vec3(place->target.position));
    v = caper_quat_unrotate(place->target.rotation, v);
    v.x = place->mirror ? -v.x : v.x;
    return limit_vec3(caper_vec3_make(v.x / half.x, v.y / half.y, v.z / half.z));
}

static caper_vec3 specialize_position(const caperi_fit *fit, const caper_place *place,
                                      const aim *to, caper_vec3 general)
{
    if (fit->mode.position == CAPER_FRAME_SURFACE)
        return place_on_surface(fit, place, general);
    caper_vec3 v = place_position(fit, place, to, general);
    if (fit->mode.ground) {
        float ground = ground_at(fit, place, v.x, v.z);
        v.y = limit(stretch(general.y, fit->rest_point.y, ground, fit->rise));
    }
    return v;
}

static caper_vec3 generalize_position(const caperi_fit *fit, const caper_place *place,
                                      const aim *to, caper_vec3 special)
{
    caper_frame frame = axes_of(&fit->mode);
    if (frame == CAPER_FRAME_SURFACE)
        return take_off_surface(fit, place, special);
    caperi_dvec3 v = caperi_dvec3_from(special), scale = scale_now(fit, to);
    if (frame != CAPER_FRAME_IDENTITY)
        v = caperi_dvec3_combine(v, 1.0, caperi_dvec3_from(fit->origin), -1.0);
    if (frame == CAPER_FRAME_SECONDARY)
        v = unturn(to, v);
    caperi_dvec3 u = {(place->mirror ? -v.x : v.x) / scale.x, v.y / scale.y, v.z / scale.z};
    caperi_dvec3 w = from_model_axes(frame, u);
    caper_vec3 general = narrow(w);
    if (fit->mode.sagittal) {
        float side = side_of(fit);
        *lateral(frame, &general) =
            unstretch(side * special.x, side * fit->rest_point.x, 0.0f, fit->spread);
    }
    if (fit->mode.ground) {
        // S will look for the ground where rounding puts x and z: perhaps beyond the edge of a step
        caper_vec3 at = place_position(fit, place, to, general);
        float ground = ground_at(fit, place, at.x, at.z);
        general.y = unstretch(special.y, fit->rest_point.y, ground, fit->rise);
    }
    return general;
}

// ---------------------------------------------------------------------------------- rotation

// The turn that makes the body look at the target from where it is, with all else as at rest.
static caper_quat turn_to_look(const caperi_fit *fit, const caper_place *place, caper_vec3 position)
{
    caper_look_job job = caper_look_job_default();
    caper_vec3 point = caper_quat_rotate(fit->rest.rotation, fit->point);
    job.part = caper_transform_make(fit->rest.rotation, caper_vec3_sub(position, point));
    job.forward = fit->forward;
    job.eye = fit->eye;
    job.target = limit_vec3(place->target.position);
    caper_look_solve(&job);
    return caper_quat_mul(job.rotation_out, caper_quat_conj(fit->rest.rotation));
}

// Turning a rotation (to q to^-1) turns its vector part.
static caper_quat with_vector(caperi_dvec3 v, float w)
{
    return caper_quat_make((float)v.x, (float)v.y, (float)v.z, w);
}

static caperi_dvec3 vector_of(caper_quat q)
{
    return caperi_dvec3_from(caper_vec3_make(q.x, q.y, q.z));
}

static caper_quat specialize_rotation(const caperi_fit *fit, const caper_place *place,
                                      const aim *to, caper_quat general, caper_vec3 position)
{
    caper_frame frame = fit->mode.rotation;
    caper_quat q = caper_quat_normalize(general);
    q = with_vector(to_model_axes(frame, vector_of(q)), q.w);
    if (place->mirror)
        q = caper_quat_mirror(q);
    if (frame == CAPER_FRAME_IDENTITY)
        return q;
    if (frame == CAPER_FRAME_SECONDARY)
        q = with_vector(turn(to, vector_of(q)), q.w);
    if (frame == CAPER_FRAME_LOOK)
        q = caper_quat_mul(turn_to_look(fit, place, position), q);
    return caper_quat_normalize(caper_quat_mul(q, fit->rest.rotation));
}

static caper_quat generalize_rotation(const caperi_fit *fit, const caper_place *place,
                                      const aim *to, caper_quat special, caper_vec3 position)
{
    caper_frame frame = fit->mode.rotation;
    caper_quat q = caper_quat_normalize(special);
    if (frame != CAPER_FRAME_IDENTITY)
        q = caper_quat_mul(q, caper_quat_conj(fit->rest.rotation));
    if (frame == CAPER_FRAME_LOOK)
        q = caper_quat_mul(caper_quat_conj(turn_to_look(fit, place, position)), q);
    if (frame == CAPER_FRAME_SECONDARY)
        q = with_vector(unturn(to, vector_of(q)), q.w);
    if (place->mirror)
        q = caper_quat_mirror(q);
    return caper_quat_normalize(with_vector(from_model_axes(frame, vector_of(q)), q.w));
}

// -------------------------------------------------------------------------------------- both

static aim aim_now(const caperi_fit *fit, const caper_place *place)
{
    aim none = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, 1.0};
    return needs_aim(&fit->mode) ? aim_at_target(fit, place) : none;
}

caper_transform caperi_specialize(const caperi_fit *fit, const caper_place *place,
                                  caper_transform general, int parts)
{
    aim to = aim_now(fit, place);
    caper_transform special = caper_transform_make(fit->rest.rotation, fit->rest_point);
    if (parts & CAPER_KEY_POSITION)
        special.position = specialize_position(fit, place, &to, general.position);
    if (parts & CAPER_KEY_ROTATION)
        special.rotation = specialize_rotation(fit, place, &to, general.rotation, special.position);
    return special;
}

caper_transform caperi_generalize(const caperi_fit *fit, const caper_place *place,
                                  caper_transform special, int parts)
{
    aim to = aim_now(fit, place);
    caper_transform general = caper_transform_identity();
    caper_vec3 position = fit->rest_point;
    if (parts & CAPER_KEY_POSITION) {
        general.position = generalize_position(fit, place, &to, special.position);
        // S will look from where rounding puts the body, perhaps very close to the target
        if (fit->mode.rotation == CAPER_FRAME_LOOK)
            position = specialize_position(fit, place, &to, general.position);
    }
    if (parts & CAPER_KEY_ROTATION)
        general.rotation = generalize_rotation(fit, place, &to, special.rotation, position);
    return general;
}

// ------------------------------------------------------------------------------------ public

bool caperi_mode_is_valid(const caper_mode *mode)
{
    bool plain = mode->position == CAPER_FRAME_SURFACE || mode->position == CAPER_FRAME_REACH;
    return ((mode->position >= CAPER_FRAME_IDENTITY && mode->position < CAPER_FRAME_LOOK) ||
            (plain && !mode->ground && !mode->sagittal)) &&
           mode->rotation >= CAPER_FRAME_IDENTITY && mode->rotation < CAPER_FRAME_SURFACE &&
           mode->scale >= CAPER_SCALE_NONE && mode->scale < CAPER_SCALE_COUNT &&
           mode->point >= CAPER_POINT_AUTO && mode->point < CAPER_POINT_COUNT;
}

static bool is_good(const caper_mode *mode, const caper_place *place)
{
    return mode && place && place->character && place->body >= 0 &&
           place->body < place->character->body_count && caperi_mode_is_valid(mode);
}

caper_transform caper_specialize(const caper_mode *mode, const caper_place *place,
                                 caper_transform general)
{
    bool good = is_good(mode, place);
    CAPER_ASSERT(good);
    if (!good)
        return caper_transform_identity();
    caperi_fit fit = caperi_fit_make(mode, place->character, place->body);
    return caperi_specialize(&fit, place, general, CAPER_KEY_POSITION | CAPER_KEY_ROTATION);
}

caper_transform caper_generalize(const caper_mode *mode, const caper_place *place,
                                 caper_transform special)
{
    bool good = is_good(mode, place);
    CAPER_ASSERT(good);
    if (!good)
        return caper_transform_identity();
    caperi_fit fit = caperi_fit_make(mode, place->character, place->body);
    return caperi_generalize(&fit, place, special, CAPER_KEY_POSITION | CAPER_KEY_ROTATION);
}
