// SPDX-License-Identifier: MIT
//
// Writes .character.json for people to read and edit: what is at its default is left out, angles
// are in degrees. Invariant: what is written reads back as the same character, every float of it to
// the bit; twins are written out as bodies of their own.
#include "body/body.h"

#include <string.h>

static float radians(double degrees)
{
    return (float)(degrees * (3.14159265358979323846 / 180.0));
}

// The roundest degrees that the reader turns back into these radians: 40, not 40.0000009.
static void write_degrees(caper_json_writer *w, float angle)
{
    double degrees = (double)angle * (180.0 / 3.14159265358979323846);
    double scale = 1.0;
    for (int decimals = 0; decimals <= 9; decimals++, scale *= 10.0) {
        double rounded = floor(degrees * scale + 0.5) / scale;
        if (radians(rounded) == angle) {
            degrees = rounded;
            break;
        }
    }
    caper_json_double(w, degrees + 0.0); // no negative zero
}

static void write_range_deg(caper_json_writer *w, const char *key, const caper_joint *joint)
{
    caper_json_begin_array(caper_json_key(w, key));
    write_degrees(w, joint->min);
    write_degrees(w, joint->max);
    caper_json_end_array(w);
}

static void write_joint(caper_json_writer *w, const caper_joint *joint)
{
    caper_json_begin_object_inline(caper_json_key(w, "joint"));
    caper_json_string(caper_json_key(w, "kind"), caperi_joint_kind_names[joint->kind]);
    if (joint->kind == CAPER_JOINT_HINGE) {
        caper_json_floats(caper_json_key(w, "axis"), &joint->axis.x, 3);
        write_range_deg(w, "range_deg", joint);
    } else if (joint->kind == CAPER_JOINT_BALL) {
        caper_json_floats(caper_json_key(w, "axis"), &joint->axis.x, 3);
        write_degrees(caper_json_key(w, "swing_deg"), joint->swing);
        write_range_deg(w, "twist_deg", joint);
    }
    caper_json_end_object(w);
}

void caperi_caps_write(caper_json_writer *w, const char *key, caper_caps caps)
{
    caper_json_begin_array(caper_json_key(w, key));
    for (int i = 0; i < CAPER_CAP_COUNT; i++)
        if (caps & (1u << i))
            caper_json_string(w, caperi_cap_names[i]);
    caper_json_end_array(w);
}

static void write_deforms(caper_json_writer *w, const caper_character *c, const caper_body *body)
{
    caper_json_begin_array(caper_json_key(w, "deforms"));
    for (int k = 0; k < body->deform_count; k++)
        caper_json_string(w, c->deforms[body->deform + k] + strlen(body->name) + 1);
    caper_json_end_array(w);
}

static void write_contacts(caper_json_writer *w, const caper_body *body)
{
    caper_json_begin_array(caper_json_key(w, "contacts"));
    for (int k = 0; k < body->contact_count; k++)
        caper_json_floats(w, &body->contacts[k].x, 3);
    caper_json_end_array(w);
}

static void write_body(caper_json_writer *w, const caper_character *c, int i)
{
    const caper_body *body = &c->bodies[i];
    const caper_transform *rest = &c->skeleton.rest_local[i];
    caper_quat identity = caper_quat_identity();
    caper_json_begin_object(w);
    caper_json_string(caper_json_key(w, "name"), body->name);
    if (body->parent >= 0) {
        caper_json_string(caper_json_key(w, "parent"), c->bodies[body->parent].name);
    }
    caper_json_floats(caper_json_key(w, "position"), &rest->position.x, 3);
    if (memcmp(&rest->rotation, &identity, sizeof identity) != 0) {
        caper_json_floats(caper_json_key(w, "rotation"), &rest->rotation.x, 4);
    }
    caper_json_begin_object_inline(caper_json_key(w, "box"));
    caper_json_floats(caper_json_key(w, "center"), &body->box_center.x, 3);
    caper_json_floats(caper_json_key(w, "half"), &body->box_half.x, 3);
    caper_json_end_object(w);
    if (!(body->caps & CAPER_CAP_HELPER)) {
        caper_json_float(caper_json_key(w, "mass"), body->mass);
    }
    if (body->caps)
        caperi_caps_write(w, "caps", body->caps);
    if (body->joint.kind != CAPER_JOINT_FREE)
        write_joint(w, &body->joint);
    if (body->deform_count > 0)
        write_deforms(w, c, body);
    if (body->contact_count > 0)
        write_contacts(w, body);
    caper_json_end_object(w);
}

void caper_character_write(const caper_character *character, caper_json_writer *writer)
{
    caper_json_begin_object(writer);
    caper_json_string(caper_json_key(writer, "caper"), "character");
    caper_json_int(caper_json_key(writer, "version"), 1);
    caper_json_string(caper_json_key(writer, "name"), character->name);
    caper_json_begin_array(caper_json_key(writer, "bodies"));
    for (int i = 0; i < character->body_count; i++)
        write_body(writer, character, i);
    caper_json_end_array(writer);
    caper_json_end_object(writer);
}

bool caper_character_save(const caper_character *character, const char *path, caper_error *error)
{
    caper_json_writer writer;
    caper_json_writer_init(&writer, &character->allocator, 2);
    caper_character_write(character, &writer);
    size_t size;
    const char *text = caper_json_writer_finish(&writer, &size, error);
    bool saved = text && caper_file_write(path, text, size, error);
    caper_json_writer_free(&writer);
    return saved;
}
