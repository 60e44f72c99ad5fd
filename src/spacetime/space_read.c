// SPDX-License-Identifier: MIT
//
// Space files (.space.json, docs/schema/space.schema.json): JSON whose strings are expressions.
// Every expression is parsed when the file is read, so that a mistake is found at its line and
// column before anything is solved; names of bodies are looked up per sample, when the character
// is known. The document stays in memory: all texts are its own.
#include "spacetime/space.h"

#include "base/try.h"

#include <math.h>
#include <string.h>

#define VERSION 1

const char *const caperi_formula_names[CAPERI_FORMULA_COUNT] = {
    "frames",  "duration",   "shortest", "longest", "friction", "strength",     "clearance",
    "lift",    "x",          "z",        "along",   "turn",     "acceleration", "torque",
    "posture", "force_rate", "upright",  "spin",    "tempo",
};

static const char *const cycle_names[] = {"once", "loop", "mirrored"};
static const char *const timing_names[] = {"unsaid", "given", "durations", "search", "implicit"};
static const char *const part_names[] = {"whole", "heel", "toe"};

// What may stand in a description; a value, a dimension and the file add words of their own.
#define DESCRIPTION_KEYS                                                                           \
    "character", "names", "define", "cycle", "frames", "duration", "timing", "travel", "contacts", \
        "friction", "strength", "clearance", "lift", "weights", "self_contact", "legs_cross",      \
        "loads", "specifiers", "leaves", "enters"

typedef struct reader {
    caper_space *space;
    const caperi_json *json;
    caper_arena *arena;
} reader;

void caperi_description_clear(caperi_description *d)
{
    memset(d, 0, sizeof *d);
    d->cycle = d->self_contact = d->legs_cross = -1;
}

// -- Small things
// -----------------------------------------------------------------------------------

static caperi_text_place place_of(const reader *r, const caperi_json_value *v)
{
    // the text of a string starts behind its quote
    return (caperi_text_place){r->json->source, (int)v->line,
                               (int)v->column + (v->type == CAPERI_JSON_STRING)};
}

static void *take(reader *r, int count, size_t size)
{
    void *p = caper_arena_alloc_zero(r->arena, (size_t)count, size, 16);
    if (!p) {
        caperi_json_fail(r->json, NULL, CAPER_ERROR_MEMORY, "no memory for a space");
    }
    return p;
}

// A number, or text that is one.
static bool read_formula(reader *r, const caperi_json_value *v, const char *name,
                         caperi_formula *out)
{
    out->place = place_of(r, v);
    if (v->type == CAPERI_JSON_NUMBER) {
        caperi_expression_node *n = take(r, 1, sizeof *n);
        double number;
        if (!n || !caperi_json_double(r->json, v, &number)) {
            return false;
        }
        *n = (caperi_expression_node){
            .kind = CAPERI_NODE_NUMBER, .column = (int)v->column, .number = number};
        out->node = n;
        return true;
    }
    if (v->type != CAPERI_JSON_STRING) {
        return caperi_json_fail(r->json, v, CAPER_ERROR_INVALID,
                                "'%s' must be a number or an expression, found %s", name,
                                caperi_json_type_name(v));
    }
    caper_slice text = {v->as.string, v->count};
    out->node = caperi_parse_expression(text, out->place, r->arena, r->json->error);
    return out->node != NULL;
}

static bool read_member_formula(reader *r, const caperi_json_value *object, const char *key,
                                caperi_formula *out)
{
    const caperi_json_value *v;
    CAPER_PASS(caperi_json_get(r->json, object, key, CAPERI_OPTIONAL, &v));
    return !v || read_formula(r, v, key, out);
}

static bool is_name(const char *s)
{
    if (!*s || (*s >= '0' && *s <= '9')) {
        return false;
    }
    for (; *s; s++) {
        if (!((*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || *s == '_' ||
              (*s >= '0' && *s <= '9'))) {
            return false;
        }
    }
    return true;
}

// A word that expressions can use.
static bool check_name(reader *r, const caperi_json_value *v, const char *name)
{
    return is_name(name) || caperi_json_fail(r->json, v, CAPER_ERROR_INVALID,
                                             "'%.40s' is not a name: letters, digits and _, not "
                                             "starting with a digit",
                                             name);
}

// -- Parts of a description -----------------------------------------------------------------------

static bool read_specifier(reader *r, const caperi_json_value *v, caperi_specifier *out)
{
    static const char *const keys[] = {"minimize", "weight"};
    const caperi_json_value *text = v;
    double weight = 1;
    bool minimize = v->type == CAPERI_JSON_OBJECT;
    if (minimize) {
        CAPER_PASS(caperi_json_check_keys(r->json, v, keys, CAPER_COUNT_OF(keys)));
        CAPER_PASS(caperi_json_get(r->json, v, "minimize", CAPERI_REQUIRED, &text));
        CAPER_PASS(caperi_json_get_double(r->json, v, "weight", CAPERI_OPTIONAL, &weight));
    }
    if (text->type != CAPERI_JSON_STRING) {
        return caperi_json_fail(r->json, text, CAPER_ERROR_INVALID,
                                "a specifier must be a string, found %s",
                                caperi_json_type_name(text));
    }
    caper_slice s = {text->as.string, text->count};
    if (minimize) {
        *out = (caperi_specifier){.kind = CAPERI_SPECIFIER_MINIMIZE,
                                  .weight = weight,
                                  .text = s,
                                  .place = place_of(r, text)};
        out->middle = caperi_parse_expression(s, out->place, r->arena, r->json->error);
        return out->middle != NULL;
    }
    return caperi_parse_specifier(s, place_of(r, text), r->arena, out, r->json->error);
}

static bool read_specifiers(reader *r, const caperi_json_value *object, caperi_description *d)
{
    const caperi_json_value *list;
    CAPER_PASS(caperi_json_get_array(r->json, object, "specifiers", CAPERI_OPTIONAL, 0,
                                     CAPERI_SPACE_SPECIFIERS, &list));
    if (!list || !list->count) {
        return true;
    }
    caperi_specifier *out = take(r, (int)list->count, sizeof *out);
    if (!out) {
        return false;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        CAPER_PASS(read_specifier(r, &list->as.items[i], &out[i]));
    }
    d->specifiers = out;
    d->specifier_count = (int)list->count;
    return true;
}

static bool read_definitions(reader *r, const caperi_json_value *object, caperi_description *d)
{
    const caperi_json_value *list;
    CAPER_PASS(caperi_json_get_object(r->json, object, "define", CAPERI_OPTIONAL, &list));
    if (!list || !list->count) {
        return true;
    }
    if (list->count > CAPERI_DEFINITIONS_MAX) {
        return caperi_json_fail(r->json, list, CAPER_ERROR_LIMIT, "more than %d definitions",
                                CAPERI_DEFINITIONS_MAX);
    }
    caperi_definition *out = take(r, (int)list->count, sizeof *out);
    if (!out) {
        return false;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        const caperi_json_value *key = caperi_json_member_key(list, i);
        caperi_formula formula = {0};
        CAPER_PASS(check_name(r, key, key->as.string));
        CAPER_PASS(read_formula(r, caperi_json_member_value(list, i), key->as.string, &formula));
        out[i] = (caperi_definition){{key->as.string, key->count}, formula.node, formula.place};
    }
    d->definitions = out;
    d->definition_count = (int)list->count;
    return caperi_check_definitions(out, d->definition_count, r->json->error);
}

static bool read_aliases(reader *r, const caperi_json_value *object, caperi_description *d)
{
    const caperi_json_value *list;
    CAPER_PASS(caperi_json_get_object(r->json, object, "names", CAPERI_OPTIONAL, &list));
    if (!list || !list->count) {
        return true;
    }
    caperi_space_alias *out = take(r, (int)list->count, sizeof *out);
    if (!out) {
        return false;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        const caperi_json_value *key = caperi_json_member_key(list, i);
        out[i].place = place_of(r, caperi_json_member_value(list, i));
        out[i].name = key->as.string;
        CAPER_PASS(check_name(r, key, key->as.string));
        CAPER_PASS(caperi_json_name(r->json, caperi_json_member_value(list, i), &out[i].target));
    }
    d->aliases = out;
    d->alias_count = (int)list->count;
    return true;
}

static bool read_loads(reader *r, const caperi_json_value *object, caperi_description *d)
{
    const caperi_json_value *list;
    CAPER_PASS(caperi_json_get_object(r->json, object, "loads", CAPERI_OPTIONAL, &list));
    if (!list || !list->count) {
        return true;
    }
    caperi_space_load *out = take(r, (int)list->count, sizeof *out);
    if (!out) {
        return false;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        const caperi_json_value *key = caperi_json_member_key(list, i);
        out[i].body = key->as.string;
        out[i].place = place_of(r, key);
        CAPER_PASS(read_formula(r, caperi_json_member_value(list, i), "loads", &out[i].mass));
    }
    d->loads = out;
    d->load_count = (int)list->count;
    return true;
}

// [start, end], or the same with a part of the sole and a friction.
static bool read_contact(reader *r, const caperi_json_value *v, caperi_space_contact *out)
{
    static const char *const keys[] = {"from", "to", "part", "friction"};
    int part = CAPER_SPACETIME_WHOLE;
    if (v->type == CAPERI_JSON_ARRAY) {
        CAPER_PASS(caperi_json_array(r->json, v, 2, 2));
        return read_formula(r, &v->as.items[0], "from", &out->start) &&
               read_formula(r, &v->as.items[1], "to", &out->end);
    }
    CAPER_PASS(caperi_json_object(r->json, v));
    CAPER_PASS(caperi_json_check_keys(r->json, v, keys, CAPER_COUNT_OF(keys)));
    CAPER_PASS(read_member_formula(r, v, "from", &out->start));
    CAPER_PASS(read_member_formula(r, v, "to", &out->end));
    CAPER_PASS(read_member_formula(r, v, "friction", &out->friction));
    CAPER_PASS(caperi_json_get_enum(r->json, v, "part", CAPERI_OPTIONAL, part_names,
                                    CAPER_COUNT_OF(part_names), &part));
    out->part = (caper_spacetime_part)part;
    return (out->start.node && out->end.node) ||
           caperi_json_fail(r->json, v, CAPER_ERROR_INVALID, "a contact needs 'from' and 'to'");
}

static bool count_contacts(reader *r, const caperi_json_value *list, int *count)
{
    *count = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const caperi_json_value *times = caperi_json_member_value(list, i);
        CAPER_PASS(caperi_json_array(r->json, times, 0, CAPERI_SPACE_CONTACTS));
        *count += (int)times->count;
        if (*count > CAPERI_SPACE_CONTACTS) {
            return caperi_json_fail(r->json, times, CAPER_ERROR_LIMIT, "more than %d contacts",
                                    CAPERI_SPACE_CONTACTS);
        }
    }
    return true;
}

static bool read_contacts(reader *r, const caperi_json_value *object, caperi_description *d)
{
    const caperi_json_value *list;
    int count = 0;
    CAPER_PASS(caperi_json_get_object(r->json, object, "contacts", CAPERI_OPTIONAL, &list));
    if (!list) {
        return true;
    }
    CAPER_PASS(count_contacts(r, list, &count));
    caperi_space_contact *out = take(r, count + 1, sizeof *out);
    if (!out) {
        return false;
    }
    d->has_contacts = true;
    d->contacts = out;
    for (uint32_t i = 0; i < list->count; i++) {
        const caperi_json_value *key = caperi_json_member_key(list, i);
        const caperi_json_value *times = caperi_json_member_value(list, i);
        for (uint32_t k = 0; k < times->count; k++) {
            caperi_space_contact *c = &out[d->contact_count++];
            c->body = key->as.string;
            c->place = place_of(r, key);
            CAPER_PASS(read_contact(r, &times->as.items[k], c));
        }
    }
    return true;
}

static bool is_free(const caperi_json_value *v)
{
    return caperi_json_is(v, CAPERI_JSON_STRING) && strcmp(v->as.string, "free") == 0;
}

static bool read_travel(reader *r, const caperi_json_value *object, caperi_description *d)
{
    static const char *const keys[] = {"x", "z", "along", "turn"};
    const caperi_json_value *travel;
    CAPER_PASS(caperi_json_get_object(r->json, object, "travel", CAPERI_OPTIONAL, &travel));
    if (!travel) {
        return true;
    }
    d->has_travel = true;
    CAPER_PASS(caperi_json_check_keys(r->json, travel, keys, CAPER_COUNT_OF(keys)));
    for (int i = 0; i < 4; i++) {
        const caperi_json_value *v = caperi_json_find(travel, keys[i]);
        if (is_free(v) && i != 2) {
            d->travel_free |= i == 0 ? 1u : i == 1 ? 2u : 4u;
        } else if (v) {
            CAPER_PASS(read_formula(r, v, keys[i], &d->formulas[CAPERI_FORMULA_TRAVEL_X + i]));
        }
    }
    bool along = d->formulas[CAPERI_FORMULA_TRAVEL_ALONG].node != NULL;
    if (along && (d->formulas[CAPERI_FORMULA_TRAVEL_X].node || (d->travel_free & 3) ||
                  d->formulas[CAPERI_FORMULA_TRAVEL_Z].node)) {
        return caperi_json_fail(r->json, travel, CAPER_ERROR_INVALID,
                                "a travel goes 'along' an arc, or by x and z, not both");
    }
    return true;
}

static bool read_timing(reader *r, const caperi_json_value *object, caperi_description *d)
{
    static const char *const keys[] = {"kind", "shortest", "longest", "starts"};
    const caperi_json_value *timing;
    int kind = 0;
    CAPER_PASS(caperi_json_get(r->json, object, "timing", CAPERI_OPTIONAL, &timing));
    if (!timing) {
        return true;
    }
    if (timing->type == CAPERI_JSON_STRING) {
        CAPER_PASS(caperi_json_enum(r->json, timing, timing_names + 1,
                                    CAPER_COUNT_OF(timing_names) - 1, &kind));
    } else {
        CAPER_PASS(caperi_json_object(r->json, timing));
        CAPER_PASS(caperi_json_check_keys(r->json, timing, keys, CAPER_COUNT_OF(keys)));
        CAPER_PASS(caperi_json_get_enum(r->json, timing, "kind", CAPERI_REQUIRED, timing_names + 1,
                                        CAPER_COUNT_OF(timing_names) - 1, &kind));
        CAPER_PASS(
            read_member_formula(r, timing, "shortest", &d->formulas[CAPERI_FORMULA_SHORTEST]));
        CAPER_PASS(read_member_formula(r, timing, "longest", &d->formulas[CAPERI_FORMULA_LONGEST]));
        CAPER_PASS(caperi_json_get_int(r->json, timing, "starts", CAPERI_OPTIONAL, 1,
                                       CAPERI_TIMING_STARTS, &d->starts));
    }
    d->timing = (caperi_timing)(kind + 1);
    return true;
}

static bool read_weights(reader *r, const caperi_json_value *object, caperi_description *d)
{
    const caperi_json_value *weights;
    CAPER_PASS(caperi_json_get_object(r->json, object, "weights", CAPERI_OPTIONAL, &weights));
    if (!weights) {
        return true;
    }
    const char *const *names = caperi_formula_names + CAPERI_FORMULA_ACCELERATION;
    const int count = CAPERI_FORMULA_COUNT - CAPERI_FORMULA_ACCELERATION;
    CAPER_PASS(caperi_json_check_keys(r->json, weights, names, count));
    for (int i = 0; i < count; i++) {
        CAPER_PASS(read_member_formula(r, weights, names[i],
                                       &d->formulas[CAPERI_FORMULA_ACCELERATION + i]));
    }
    return true;
}

static bool read_flag(reader *r, const caperi_json_value *object, const char *name, int *out)
{
    const caperi_json_value *v;
    bool flag = false;
    *out = -1;
    CAPER_PASS(caperi_json_get(r->json, object, name, CAPERI_OPTIONAL, &v));
    if (v) {
        CAPER_PASS(caperi_json_bool(r->json, v, &flag));
        *out = flag;
    }
    return true;
}

// "walk.clip.json", or {"clip": "walk.clip.json", "at": 0.4}
static bool read_state(reader *r, const caperi_json_value *object, const char *name,
                       caperi_space_state *out)
{
    static const char *const keys[] = {"clip", "at"};
    const caperi_json_value *v, *clip;
    CAPER_PASS(caperi_json_get(r->json, object, name, CAPERI_OPTIONAL, &v));
    if (!v) {
        return true;
    }
    clip = v;
    if (v->type != CAPERI_JSON_STRING) {
        CAPER_PASS(caperi_json_object(r->json, v));
        CAPER_PASS(caperi_json_check_keys(r->json, v, keys, CAPER_COUNT_OF(keys)));
        CAPER_PASS(caperi_json_get(r->json, v, "clip", CAPERI_REQUIRED, &clip));
        CAPER_PASS(read_member_formula(r, v, "at", &out->time));
    }
    out->place = place_of(r, clip);
    return caperi_json_name(r->json, clip, &out->clip);
}

static bool read_choices(reader *r, const caperi_json_value *object, caperi_description *d)
{
    const caperi_json_value *v;
    CAPER_PASS(caperi_json_get(r->json, object, "character", CAPERI_OPTIONAL, &v));
    if (v) {
        d->character_place = place_of(r, v);
        CAPER_PASS(caperi_json_name(r->json, v, &d->character));
    }
    CAPER_PASS(caperi_json_get_enum(r->json, object, "cycle", CAPERI_OPTIONAL, cycle_names,
                                    CAPER_COUNT_OF(cycle_names), &d->cycle));
    return read_flag(r, object, "self_contact", &d->self_contact) &&
           read_flag(r, object, "legs_cross", &d->legs_cross);
}

static bool read_description(reader *r, const caperi_json_value *object, caperi_description *d)
{
    static const caperi_formula_kind plain[] = {CAPERI_FORMULA_FRAMES,    CAPERI_FORMULA_DURATION,
                                                CAPERI_FORMULA_FRICTION,  CAPERI_FORMULA_STRENGTH,
                                                CAPERI_FORMULA_CLEARANCE, CAPERI_FORMULA_LIFT};
    caperi_description_clear(d);
    CAPER_PASS(read_choices(r, object, d));
    for (int i = 0; i < CAPER_COUNT_OF(plain); i++) {
        CAPER_PASS(
            read_member_formula(r, object, caperi_formula_names[plain[i]], &d->formulas[plain[i]]));
    }
    CAPER_PASS(read_state(r, object, "leaves", &d->states[0]));
    CAPER_PASS(read_state(r, object, "enters", &d->states[1]));
    return read_timing(r, object, d) && read_travel(r, object, d) && read_contacts(r, object, d) &&
           read_weights(r, object, d) && read_definitions(r, object, d) &&
           read_aliases(r, object, d) && read_loads(r, object, d) && read_specifiers(r, object, d);
}

// -- Dimensions -----------------------------------------------------------------------------------

static const char *number_name(reader *r, double number)
{
    char text[32];
    int size = caper_format_double(number, text);
    char *out = take(r, size + 1, 1);
    if (out) {
        memcpy(out, text, (size_t)size + 1);
    }
    return out;
}

static bool read_value(reader *r, const caperi_json_value *v, caperi_space_value *out)
{
    static const char *const keys[] = {"name", "value", DESCRIPTION_KEYS};
    const caperi_json_value *number = v;
    out->number = (double)NAN;
    caperi_description_clear(&out->description);
    if (v->type == CAPERI_JSON_OBJECT) {
        CAPER_PASS(caperi_json_check_keys(r->json, v, keys, CAPER_COUNT_OF(keys)));
        CAPER_PASS(caperi_json_get_name(r->json, v, "name", CAPERI_OPTIONAL, &out->name));
        CAPER_PASS(read_description(r, v, &out->description));
        number = caperi_json_find(v, "value");
    } else if (v->type == CAPERI_JSON_STRING) {
        return caperi_json_name(r->json, v, &out->name);
    }
    if (number) {
        CAPER_PASS(caperi_json_double(r->json, number, &out->number));
        out->named = out->name != NULL;
        out->name = out->name ? out->name : number_name(r, out->number);
    }
    return out->name ||
           caperi_json_fail(r->json, v, CAPER_ERROR_INVALID, "a value needs a 'name' or a 'value'");
}

static bool check_values(reader *r, const caperi_json_value *list, caperi_dimension *d)
{
    d->continuous = d->value_count > 1;
    for (int i = 0; i < d->value_count; i++) {
        const char *name = d->values[i].name;
        if (!*name || strpbrk(name, "/\\") || name[0] == '.') {
            return caperi_json_fail(r->json, list ? &list->as.items[i] : NULL, CAPER_ERROR_INVALID,
                                    "'%.40s' cannot be part of a file's name", name);
        }
        if (d->values[i].named || isnan(d->values[i].number) ||
            (i > 0 && !(d->values[i].number > d->values[i - 1].number))) {
            d->continuous = false;
        }
        for (int k = 0; k < i; k++) {
            if (strcmp(d->values[k].name, name) == 0) {
                return caperi_json_fail(r->json, list ? &list->as.items[i] : NULL,
                                        CAPER_ERROR_INVALID, "the value '%.40s' is there twice",
                                        name);
            }
        }
    }
    return true;
}

// "from", "to", "step": numbers at equal distances, both ends included.
static bool read_steps(reader *r, const caperi_json_value *object, caperi_dimension *d)
{
    double from, to, step;
    CAPER_PASS(caperi_json_get_double(r->json, object, "from", CAPERI_REQUIRED, &from));
    CAPER_PASS(caperi_json_get_double(r->json, object, "to", CAPERI_REQUIRED, &to));
    CAPER_PASS(caperi_json_get_double(r->json, object, "step", CAPERI_REQUIRED, &step));
    double count = floor((to - from) / step + 1e-9) + 1;
    if (!(step > 0) || !(to >= from) || !(count <= CAPERI_SPACE_VALUES)) {
        return caperi_json_fail(r->json, object, CAPER_ERROR_INVALID,
                                "from, to and step must give 1 to %d values", CAPERI_SPACE_VALUES);
    }
    caperi_space_value *out = take(r, (int)count, sizeof *out);
    for (int i = 0; out && i < (int)count; i++) {
        // rounded to what a person would write: 0.30000000000000004 makes no file name
        out[i].number = round((from + i * step) * 1e9) / 1e9;
        out[i].name = number_name(r, out[i].number);
        caperi_description_clear(&out[i].description);
        if (!out[i].name) {
            return false;
        }
    }
    d->values = out;
    d->value_count = (int)count;
    return out && check_values(r, NULL, d);
}

static bool read_values(reader *r, const caperi_json_value *object, caperi_dimension *d)
{
    const caperi_json_value *list;
    if (!caperi_json_find(object, "values")) {
        return read_steps(r, object, d);
    }
    CAPER_PASS(caperi_json_get_array(r->json, object, "values", CAPERI_REQUIRED, 1,
                                     CAPERI_SPACE_VALUES, &list));
    caperi_space_value *out = take(r, (int)list->count, sizeof *out);
    if (!out) {
        return false;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        CAPER_PASS(read_value(r, &list->as.items[i], &out[i]));
    }
    d->values = out;
    d->value_count = (int)list->count;
    return check_values(r, list, d);
}

static bool read_dimension(reader *r, const caperi_json_value *v, caperi_dimension *d)
{
    static const char *const keys[] = {"name", "about", "values",        "from",
                                       "to",   "step",  DESCRIPTION_KEYS};
    CAPER_PASS(caperi_json_object(r->json, v));
    CAPER_PASS(caperi_json_check_keys(r->json, v, keys, CAPER_COUNT_OF(keys)));
    CAPER_PASS(caperi_json_get_name(r->json, v, "name", CAPERI_REQUIRED, &d->name));
    CAPER_PASS(check_name(r, caperi_json_find(v, "name"), d->name));
    for (int i = 0; i < r->space->dimension_count; i++) {
        if (strcmp(r->space->dimensions[i].name, d->name) == 0) {
            return caperi_json_fail(r->json, caperi_json_find(v, "name"), CAPER_ERROR_INVALID,
                                    "the dimension '%.40s' is there twice", d->name);
        }
    }
    return read_description(r, v, &d->description) && read_values(r, v, d);
}

static bool read_dimensions(reader *r)
{
    const caperi_json_value *list;
    CAPER_PASS(caperi_json_get_array(r->json, r->json->root, "dimensions", CAPERI_OPTIONAL, 0,
                                     CAPERI_SPACE_DIMENSIONS, &list));
    for (uint32_t i = 0; list && i < list->count; i++) {
        CAPER_PASS(read_dimension(r, &list->as.items[i], &r->space->dimensions[i]));
        r->space->dimension_count++;
    }
    return true;
}

// -- Excluded regions, points between, the file
// -----------------------------------------------------

static bool read_excluded(reader *r)
{
    const caperi_json_value *list;
    caper_space *s = r->space;
    CAPER_PASS(
        caperi_json_get_array(r->json, r->json->root, "exclude", CAPERI_OPTIONAL, 0, 100, &list));
    if (!list || !list->count) {
        return true;
    }
    s->excluded = take(r, (int)list->count, sizeof *s->excluded);
    s->excluded_places = take(r, (int)list->count, sizeof *s->excluded_places);
    if (!s->excluded || !s->excluded_places) {
        return false;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        const caperi_json_value *v = &list->as.items[i];
        const char *text;
        CAPER_PASS(caperi_json_string(r->json, v, &text));
        s->excluded_places[i] = place_of(r, v);
        s->excluded[i] = caperi_parse_condition((caper_slice){text, v->count},
                                                s->excluded_places[i], r->arena, r->json->error);
        CAPER_PASS(s->excluded[i] != NULL);
        s->excluded_count++;
    }
    return true;
}

static bool read_coordinate(reader *r, const caperi_json_value *point, int dimension,
                            caperi_space_point *out)
{
    const caperi_dimension *d = &r->space->dimensions[dimension];
    const caperi_json_value *v = caperi_json_find(point, d->name);
    if (!v && d->value_count > 1) {
        return caperi_json_fail(r->json, point, CAPER_ERROR_INVALID,
                                "a point needs a value of '%.40s'", d->name);
    }
    out->value[dimension] = v ? -1 : 0;
    out->number[dimension] = v && v->type == CAPERI_JSON_NUMBER ? v->as.number : (double)NAN;
    for (int i = 0; v && i < d->value_count; i++) {
        bool named = v->type == CAPERI_JSON_STRING && strcmp(v->as.string, d->values[i].name) == 0;
        if (named || d->values[i].number == out->number[dimension]) {
            out->value[dimension] = i;
        }
    }
    if (out->value[dimension] < 0 && (!d->continuous || v->type != CAPERI_JSON_NUMBER)) {
        return caperi_json_fail(r->json, v, CAPER_ERROR_INVALID, "no such value of '%.40s'",
                                d->name);
    }
    return true;
}

static bool read_points(reader *r)
{
    const caperi_json_value *list;
    caper_space *s = r->space;
    const char *keys[CAPERI_SPACE_DIMENSIONS];
    CAPER_PASS(caperi_json_get_array(r->json, r->json->root, "points", CAPERI_OPTIONAL, 0,
                                     CAPERI_SPACE_SAMPLES, &list));
    for (int i = 0; i < s->dimension_count; i++) {
        keys[i] = s->dimensions[i].name;
    }
    for (uint32_t i = 0; list && i < list->count; i++) {
        const caperi_json_value *v = &list->as.items[i];
        caperi_space_point point = {{0}, {0}};
        CAPER_PASS(caperi_json_object(r->json, v));
        CAPER_PASS(caperi_json_check_keys(r->json, v, keys, s->dimension_count));
        for (int k = 0; k < s->dimension_count; k++) {
            CAPER_PASS(read_coordinate(r, v, k, &point));
        }
        if (!caperi_space_append(s, &point)) {
            return caperi_json_fail(r->json, v, CAPER_ERROR_LIMIT, "too many samples");
        }
    }
    return true;
}

static bool read_space(reader *r)
{
    static const char *const keys[] = {"$schema", "caper",         "version", "name",
                                       "about",   "dimensions",    "exclude", "grid",
                                       "points",  DESCRIPTION_KEYS};
    caper_space *s = r->space;
    const caperi_json_value *root = r->json->root;
    CAPER_PASS(caperi_json_head(r->json, root, "space", VERSION));
    CAPER_PASS(caperi_json_check_keys(r->json, root, keys, CAPER_COUNT_OF(keys)));
    CAPER_PASS(caperi_json_get_name(r->json, root, "name", CAPERI_REQUIRED, &s->name));
    CAPER_PASS(caperi_json_get_string(r->json, root, "about", CAPERI_OPTIONAL, &s->about));
    bool grid = true;
    CAPER_PASS(caperi_json_get_bool(r->json, root, "grid", CAPERI_OPTIONAL, &grid));
    s->drawn = !grid;
    return read_description(r, root, &s->description) && read_dimensions(r) && read_excluded(r) &&
           caperi_space_enumerate(s, r->json->error) && read_points(r);
}

// Errors of samples are found long after the caller's path is gone.
static bool keep_source(reader *r)
{
    const char *source = r->json->source ? r->json->source : "memory";
    size_t size = strlen(source) + 1;
    char *copy = take(r, (int)size, 1);
    if (!copy) {
        return false;
    }
    memcpy(copy, source, size);
    r->space->json.source = copy;
    return true;
}

static caper_space *finish(caper_space *s, bool parsed)
{
    reader r = {s, &s->json, &s->json.arena};
    if (parsed && !(keep_source(&r) && read_space(&r))) {
        parsed = false;
    }
    s->json.error = NULL;
    if (!parsed) {
        caper_space_destroy(s);
        return NULL;
    }
    return s;
}

static caper_space *make(const caper_load_options *options, caper_error *error)
{
    caper_allocator allocator = caper_allocator_resolve(options ? options->allocator : NULL);
    caper_space *s = caper_alloc_zero(&allocator, sizeof *s, 16);
    if (!s) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a space");
        return NULL;
    }
    s->allocator = allocator;
    return s;
}

caper_space *caper_space_parse(const char *text, size_t size, const char *source,
                               const caper_load_options *options, caper_error *error)
{
    caper_space *s = make(options, error);
    return s ? finish(s, caperi_json_open_text(&s->json, text, size, source, options, error))
             : NULL;
}

caper_space *caper_space_load(const char *path, const caper_load_options *options,
                              caper_error *error)
{
    caper_space *s = make(options, error);
    return s ? finish(s, caperi_json_open_file(&s->json, path, options, error)) : NULL;
}

void caper_space_destroy(caper_space *s)
{
    if (!s) {
        return;
    }
    caper_allocator allocator = s->allocator;
    caper_free(&allocator, s->samples, (size_t)s->sample_capacity * sizeof *s->samples);
    caperi_json_free(&s->json);
    caper_free(&allocator, s, sizeof *s);
}
