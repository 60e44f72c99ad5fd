// SPDX-License-Identifier: MIT
// Descriptions of a character: text for people, and members of a JSON object.
#include "body/body.h"

#include <stdio.h>

int caper_character_count(const caper_character *character, caper_caps caps)
{
    int count = 0;
    for (int i = 0; i < character->body_count; i++) {
        count += (character->bodies[i].caps & caps) != 0;
    }
    return count;
}

static int count_limbs(const caper_character *c)
{
    int count = 0;
    for (int i = 0; i < c->body_count; i++) {
        count += c->bodies[i].base == i && (c->bodies[i].caps & CAPER_CAP_LIMB) != 0;
    }
    return count;
}

// The other half of a body; NULL without.
static const char *mirror_of(const caper_character *c, const caper_body *body)
{
    return body->mirror < 0 ? NULL : c->bodies[body->mirror].name;
}

// --- JSON ----------------------------------------------------------------------------------------

static void write_name(caper_json_writer *w, const char *key, const char *name)
{
    caper_json_key(w, key);
    if (name) {
        caper_json_string(w, name);
    } else {
        caper_json_null(w);
    }
}

static void write_body(caper_json_writer *w, const caper_character *c, const caper_body *b)
{
    caper_json_begin_object_inline(w);
    caper_json_string(caper_json_key(w, "name"), b->name);
    write_name(w, "parent", b->parent < 0 ? NULL : c->bodies[b->parent].name);
    caperi_caps_write(w, "caps", b->caps);
    caper_json_bool(caper_json_key(w, "helper"), (b->caps & CAPER_CAP_HELPER) != 0);
    caper_json_string(caper_json_key(w, "joint"), caperi_joint_kind_names[b->joint.kind]);
    caper_json_float(caper_json_key(w, "mass"), b->mass);
    caper_json_float(caper_json_key(w, "limb_length"), b->limb_length);
    write_name(w, "mirror", mirror_of(c, b));
    caper_json_end_object(w);
}

void caper_character_summarize(const caper_character *c, bool bodies, caper_json_writer *w)
{
    if (bodies) {
        caper_json_begin_array(caper_json_key(w, "bodies"));
        for (int i = 0; i < c->body_count; i++) {
            write_body(w, c, &c->bodies[i]);
        }
        caper_json_end_array(w);
    }
    caper_json_string(caper_json_key(w, "root_body"), c->bodies[c->root_body].name);
    caper_json_begin_array(caper_json_key(w, "spine"));
    for (int i = 0; i < c->spine_count; i++) {
        caper_json_string(w, c->bodies[c->spine[i]].name);
    }
    caper_json_end_array(w);
    caper_json_begin_array(caper_json_key(w, "legs"));
    for (int i = 0; i < c->leg_count; i++) {
        caper_json_begin_object_inline(w);
        caper_json_string(caper_json_key(w, "foot"), c->bodies[c->legs[i].foot].name);
        caper_json_string(caper_json_key(w, "hip"), c->bodies[c->legs[i].hip].name);
        caper_json_float(caper_json_key(w, "length"), c->legs[i].length);
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
    caper_json_int(caper_json_key(w, "limbs"), count_limbs(c));
    caper_json_float(caper_json_key(w, "height"), c->height);
    caper_json_float(caper_json_key(w, "size"), c->size);
    caper_json_float(caper_json_key(w, "mass"), c->mass);
}

// --- text ----------------------------------------------------------------------------------------

static void describe_joint(caper_text *out, const caper_joint *j)
{
    const double degrees = 180.0 / (double)CAPER_PI;
    char text[48];
    int size = snprintf(text, sizeof text, "%s", caperi_joint_kind_names[j->kind]);
    bool hinge = j->kind == CAPER_JOINT_HINGE;
    if (j->kind == CAPER_JOINT_BALL) {
        size +=
            snprintf(text + size, sizeof text - (size_t)size, " %.0f,", (double)j->swing * degrees);
    }
    if (hinge || j->kind == CAPER_JOINT_BALL) {
        snprintf(text + size, sizeof text - (size_t)size, " %.0f..%.0f", (double)j->min * degrees,
                 (double)j->max * degrees);
    }
    caper_text_printf(out, " %-20s", text);
}

// A body and all below it, so that the indentation reads as the tree.
static void describe_body(caper_text *out, const caper_character *c, int body, int depth)
{
    const caper_body *b = &c->bodies[body];
    const char *mirror = mirror_of(c, b), *space = "";
    int indent = depth > 14 ? 14 : depth;
    caper_text_printf(out, "  %*s%-*.*s", indent, "", 36 - indent, 36 - indent, b->name);
    describe_joint(out, &b->joint);
    caper_text_printf(out, " %8.3g %8.3g  %-26.26s ", (double)b->mass, (double)b->limb_length,
                      !mirror             ? "-"
                      : b->mirror == body ? "(on the plane)"
                                          : mirror);
    for (int bit = 0; bit < CAPER_CAP_COUNT; bit++) {
        if (b->caps & (1u << bit)) {
            caper_text_printf(out, "%s%s", space, caperi_cap_names[bit]);
            space = " ";
        }
    }
    caper_text_append_string(out, "\n");
    for (int i = b->child; i >= 0; i = c->bodies[i].sibling) {
        describe_body(out, c, i, depth + 1);
    }
}

void caper_character_describe(const caper_character *c, bool bodies, caper_text *out)
{
    caper_vec3 extent = caper_vec3_sub(c->bounds.max, c->bounds.min);
    caper_text_printf(out,
                      "  bodies %d, root %s, spine %d, limbs %d, feet %d, graspers %d, heads %d\n"
                      "  height %.3g m, size %.3g m (%.3g x %.3g x %.3g), mass %.4g kg\n",
                      c->body_count, c->bodies[c->root_body].name, c->spine_count, count_limbs(c),
                      caper_character_count(c, CAPER_CAP_FOOT),
                      caper_character_count(c, CAPER_CAP_GRASPER),
                      caper_character_count(c, CAPER_CAP_HEAD), (double)c->height, (double)c->size,
                      (double)extent.x, (double)extent.y, (double)extent.z, (double)c->mass);
    for (int i = 0; i < c->leg_count; i++) {
        const caper_leg *leg = &c->legs[i];
        caper_text_printf(out, "  leg %s to %s: %d bodies, %.3g m\n", c->bodies[leg->hip].name,
                          c->bodies[leg->foot].name, leg->body_count, (double)leg->length);
    }
    if (bodies) {
        caper_text_printf(out, "  %-36s %-20s %8s %8s  %-26s %s\n", "body", "joint, degrees", "kg",
                          "limb, m", "mirror", "caps");
        describe_body(out, c, 0, 0);
    }
}
