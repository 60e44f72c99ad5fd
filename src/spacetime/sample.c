// SPDX-License-Identifier: MIT
//
// From a sample of a space to a job: descriptions are laid on top of each other, numbers are
// worked out, contacts get their bodies.
#include "spacetime/sample.h"

#include "base/try.h"

#include <math.h>
#include <string.h>

#define GRAVITY 9.81 // m/s^2, as in the paper
// Seconds of processor time, all stages: iterations are what bounds it.
#define MAX_SECONDS 300

// -- Descriptions on top of each other
// --------------------------------------------------------------

static void lay(caperi_description *d, const caperi_description *over)
{
    if (over->character) {
        d->character = over->character;
        d->character_place = over->character_place;
    }
    if (over->has_travel) { // as a whole: a turn of an earlier one is gone too
        for (int i = CAPERI_FORMULA_TRAVEL_X; i <= CAPERI_FORMULA_TRAVEL_TURN; i++) {
            d->formulas[i] = over->formulas[i];
        }
        d->travel_free = over->travel_free;
        d->has_travel = true;
    }
    for (int i = 0; i < CAPERI_FORMULA_COUNT; i++) {
        if (over->formulas[i].node) {
            d->formulas[i] = over->formulas[i];
        }
    }
    d->cycle = over->cycle >= 0 ? over->cycle : d->cycle;
    d->self_contact = over->self_contact >= 0 ? over->self_contact : d->self_contact;
    d->legs_cross = over->legs_cross >= 0 ? over->legs_cross : d->legs_cross;
    d->timing = over->timing != CAPERI_TIMING_UNSAID ? over->timing : d->timing;
    d->starts = over->starts > 0 ? over->starts : d->starts;
    for (int i = 0; i < 2; i++) {
        d->states[i] = over->states[i].clip ? over->states[i] : d->states[i];
    }
    if (over->has_contacts) {
        d->has_contacts = true;
        d->contacts = over->contacts;
        d->contact_count = over->contact_count;
    }
}

// Two lists behind each other.
static bool join(caper_arena *arena, const void **list, int *count, const void *more,
                 int more_count, size_t size)
{
    if (more_count == 0) {
        return true;
    }
    char *both = caper_arena_alloc(arena, (size_t)(*count + more_count) * size, 16);
    if (!both) {
        return false;
    }
    if (*count) {
        memcpy(both, *list, (size_t)*count * size);
    }
    memcpy(both + (size_t)*count * size, more, (size_t)more_count * size);
    *list = both;
    *count += more_count;
    return true;
}

static bool add(caperi_sample *s, const caperi_description *over)
{
    caperi_description *d = &s->description;
    const void *specifiers = d->specifiers, *definitions = d->definitions, *aliases = d->aliases;
    const void *loads = d->loads;
    lay(d, over);
    bool good =
        join(&s->arena, &specifiers, &d->specifier_count, over->specifiers, over->specifier_count,
             sizeof *over->specifiers) &&
        join(&s->arena, &definitions, &d->definition_count, over->definitions,
             over->definition_count, sizeof *over->definitions) &&
        join(&s->arena, &aliases, &d->alias_count, over->aliases, over->alias_count,
             sizeof *over->aliases) &&
        join(&s->arena, &loads, &d->load_count, over->loads, over->load_count, sizeof *over->loads);
    d->loads = loads;
    d->specifiers = specifiers;
    d->definitions = definitions;
    d->aliases = aliases;
    return good;
}

bool caperi_sample_init(caperi_sample *s, const caper_space *space, int index, caper_error *error)
{
    memset(s, 0, sizeof *s);
    s->space = space;
    s->index = index;
    s->point = space->samples[index];
    caperi_description_clear(&s->description);
    caper_arena_init(&s->arena, &space->allocator, 0);
    bool good = add(s, &space->description);
    for (int i = 0; i < space->dimension_count && good; i++) {
        const caperi_dimension *d = &space->dimensions[i];
        int value = s->point.value[i];
        good = add(s, &d->description) && (value < 0 || add(s, &d->values[value].description));
    }
    CAPER_TRY(good, error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a sample");
    CAPER_TRY(s->description.character, error, CAPER_ERROR_INVALID, space->json.source, 0, 0,
              "no character is named, neither by the space nor by a value");
    return caperi_check_definitions(s->description.definitions, s->description.definition_count,
                                    error);
}

void caperi_sample_free(caperi_sample *s)
{
    caper_arena_destroy(&s->arena);
}

// -- Names
// ------------------------------------------------------------------------------------------

static int find_body(const void *user, caper_slice name)
{
    const caperi_sample *s = user;
    return caperi_find_body(s->character, s->description.aliases, s->description.alias_count, name);
}

static bool find_number(const void *user, caper_slice name, double *value)
{
    const caperi_sample *s = user;
    const struct {
        const char *name;
        double value;
    } measures[] = {{"leg", s->leg},       {"height", s->height}, {"mass", s->mass},
                    {"weight", s->weight}, {"gravity", GRAVITY},  {"frames", s->job.frame_count}};
    for (int i = 0; i < s->space->dimension_count; i++) {
        const caperi_dimension *d = &s->space->dimensions[i];
        if (caper_slice_equal(name, d->name)) {
            int v = s->point.value[i];
            *value = v < 0 ? s->point.number[i] : d->values[v].number;
            return !isnan(*value);
        }
    }
    for (int i = 0; i < CAPER_COUNT_OF(measures); i++) {
        if (caper_slice_equal(name, measures[i].name)) {
            *value = measures[i].value;
            return true;
        }
    }
    return false;
}

// Bodies, generic names, aliases, dimensions, measures.
static const char *each_name(const void *user, int index)
{
    static const char *const measures[] = {"leg", "height", "mass", "weight", "gravity", "frames"};
    const caperi_sample *s = user;
    int generic = 0;
    if (index < s->character->body_count) {
        return s->character->bodies[index].name;
    }
    index -= s->character->body_count;
    while (caperi_generic_name(generic)) {
        generic++;
    }
    if (index < generic) {
        return caperi_generic_name(index);
    }
    index -= generic;
    if (index < s->description.alias_count) {
        return s->description.aliases[index].name;
    }
    index -= s->description.alias_count;
    if (index < s->space->dimension_count) {
        return s->space->dimensions[index].name;
    }
    index -= s->space->dimension_count;
    return index < CAPER_COUNT_OF(measures) ? measures[index] : NULL;
}

caperi_scope caperi_sample_scope(const caperi_sample *s)
{
    bool found = s->job.duration_max > 0;
    double span = s->job.cycle == CAPER_SPACETIME_MIRRORED ? 0.5 : 1;
    return (caperi_scope){.user = s,
                          .body = find_body,
                          .number = find_number,
                          .each = each_name,
                          .definitions = s->description.definitions,
                          .definition_count = s->description.definition_count,
                          .frame_count = s->job.frame_count,
                          .cyclic = s->job.cycle != CAPER_SPACETIME_ONCE,
                          .duration = found ? 0 : span * s->job.duration,
                          .duration_scale = span};
}

static void measure(caperi_sample *s)
{
    const caper_character *c = s->character;
    double sum = 0;
    for (int i = 0; i < c->leg_count; i++) {
        sum += (double)c->legs[i].length;
    }
    s->leg = c->leg_count ? sum / c->leg_count : 0.5 * (double)c->size;
    s->height = (double)c->height;
    s->mass = (double)c->mass;
    s->weight = s->mass * GRAVITY;
}

// -- Numbers
// ----------------------------------------------------------------------------------------

// Evaluate with a known duration (0: not known yet) and no frames.
static bool number_of(const caperi_sample *s, const caperi_formula *f, double duration,
                      double lowest, double highest, double *out, caper_error *error)
{
    caperi_scope scope = caperi_sample_scope(s);
    double value;
    if (!f->node) {
        return true;
    }
    scope.frame_count = 0;
    scope.duration = duration;
    CAPER_PASS(caperi_evaluate_constant(f->node, &scope, f->place, &value, error));
    CAPER_TRY(value >= lowest && value <= highest, error, CAPER_ERROR_INVALID, f->place.source,
              f->place.line, f->node->column, "%g is not within %g to %g", value, lowest, highest);
    *out = value;
    return true;
}

static bool fill_numbers(caperi_sample *s, caper_error *error)
{
    const caperi_formula *f = s->description.formulas;
    caper_spacetime_job *j = &s->job;
    double frames = 0;
    const struct {
        caperi_formula_kind kind;
        double *out;
        double lowest, highest;
    } table[] = {
        {CAPERI_FORMULA_FRICTION, &j->friction, 0.01, 100},
        {CAPERI_FORMULA_STRENGTH, &j->strength, 1e-3, 1e3},
        {CAPERI_FORMULA_CLEARANCE, &j->clearance, 0, 1},
        {CAPERI_FORMULA_LIFT, &j->lift, 0, 1},
        {CAPERI_FORMULA_UPRIGHT, &j->weights.upright, 0, 1e6},
        {CAPERI_FORMULA_SPIN, &j->weights.spin, 0, 1e6},
        {CAPERI_FORMULA_TEMPO, &j->weights.tempo, 0, 1e6},
        {CAPERI_FORMULA_ACCELERATION, &j->weights.acceleration, 0, 1e6},
        {CAPERI_FORMULA_TORQUE, &j->weights.torque, 0, 1e6},
        {CAPERI_FORMULA_POSTURE, &j->weights.posture, 0, 1e6},
        {CAPERI_FORMULA_FORCE_RATE, &j->weights.force_rate, 0, 1e6},
    };
    CAPER_PASS(number_of(s, &f[CAPERI_FORMULA_DURATION], 0, 0.01, 60, &j->duration, error));
    CAPER_PASS(number_of(s, &f[CAPERI_FORMULA_FRAMES], j->duration, 4, 1000, &frames, error));
    CAPER_TRY(j->duration > 0 && frames > 0, error, CAPER_ERROR_INVALID, s->space->json.source, 0,
              0, "sample %d has no 'duration' or no 'frames'", s->index);
    j->frame_count = (int)lround(frames);
    for (int i = 0; i < CAPER_COUNT_OF(table); i++) {
        CAPER_PASS(number_of(s, &f[table[i].kind], j->duration, table[i].lowest, table[i].highest,
                             table[i].out, error));
    }
    if (s->description.timing >= CAPERI_TIMING_DURATIONS) {
        j->duration_min = 0.6 * j->duration; // where nothing is said: a cycle a third shorter ...
        j->duration_max = 1.6 * j->duration; // ... or longer in ratio
        CAPER_PASS(number_of(s, &f[CAPERI_FORMULA_SHORTEST], j->duration, 0.01, 60,
                             &j->duration_min, error));
        CAPER_PASS(number_of(s, &f[CAPERI_FORMULA_LONGEST], j->duration, 0.01, 60, &j->duration_max,
                             error));
        CAPER_TRY(j->duration_min <= j->duration && j->duration <= j->duration_max, error,
                  CAPER_ERROR_INVALID, s->space->json.source, 0, 0,
                  "the duration %g s is not within %g to %g s", j->duration, j->duration_min,
                  j->duration_max);
    }
    return true;
}

// -- Travel
// -----------------------------------------------------------------------------------------

static const caperi_expression_node *node(caperi_sample *s, caperi_node_kind kind,
                                          const caperi_expression_node *a,
                                          const caperi_expression_node *b, const char *name,
                                          double number)
{
    caperi_expression_node *n = caper_arena_alloc_zero(&s->arena, 1, sizeof *n, 16);
    if (n) {
        *n = (caperi_expression_node){.kind = kind, .a = a, .b = b, .number = number, .column = 1};
        n->name = (caper_slice){name ? name : "", name ? strlen(name) : 0};
    }
    return n;
}

static const caperi_expression_node *call(caperi_sample *s, const char *name,
                                          const caperi_expression_node *argument)
{
    return node(s, CAPERI_NODE_CALL, node(s, CAPERI_NODE_NAME, NULL, NULL, name, 0), argument, NULL,
                0);
}

// An arc of a length and a turn, from the origin along +Z to the left: x = along (1 - cos turn) /
// turn, z = along sin turn / turn.
static const caperi_expression_node *arc_node(caperi_sample *s, const caperi_expression_node *along,
                                              const caperi_expression_node *turn, bool x)
{
    const caperi_expression_node *round = call(s, x ? "cos" : "sin", turn);
    if (x) {
        round = node(s, CAPERI_NODE_SUBTRACT, node(s, CAPERI_NODE_NUMBER, NULL, NULL, NULL, 1),
                     round, NULL, 0);
    }
    return node(s, CAPERI_NODE_DIVIDE, node(s, CAPERI_NODE_MULTIPLY, along, round, NULL, 0), turn,
                NULL, 0);
}

// travel.NAME = formula, as a specifier.
static bool add_travel_row(caperi_sample *s, const char *name, const caperi_formula *f)
{
    caperi_specifier *row = caper_arena_alloc_zero(&s->arena, 1, sizeof *row, 16);
    if (!row) {
        return false;
    }
    row->place = f->place;
    row->text = (caper_slice){"travel", 6};
    row->middle = node(s, CAPERI_NODE_MEMBER, node(s, CAPERI_NODE_NAME, NULL, NULL, "travel", 0),
                       NULL, name, 0);
    row->lower = row->upper = f->node;
    s->travel_rows[s->travel_row_count++] = row;
    return row->middle && f->node;
}

// One of x, z, turn: its value now, and a row where it changes with a duration that is found.
static bool fill_one(caperi_sample *s, const char *name, const caperi_formula *f, double limit,
                     double *out, bool *is_free, caper_error *error)
{
    double shorter = 0;
    CAPER_PASS(number_of(s, f, s->job.duration, -limit, limit, out, error));
    if (!f->node || s->job.duration_max == 0) {
        return true;
    }
    CAPER_PASS(number_of(s, f, 0.5 * s->job.duration, -limit, limit, &shorter, error));
    if (shorter != *out) {
        *is_free = true;
        CAPER_TRY(add_travel_row(s, name, f), error, CAPER_ERROR_MEMORY, NULL, 0, 0,
                  "no memory for a sample");
    }
    return true;
}

static bool fill_travel(caperi_sample *s, caper_error *error)
{
    caperi_description *d = &s->description;
    caper_spacetime_travel *t = &s->job.travel;
    caperi_formula x = d->formulas[CAPERI_FORMULA_TRAVEL_X];
    caperi_formula z = d->formulas[CAPERI_FORMULA_TRAVEL_Z];
    const caperi_formula *along = &d->formulas[CAPERI_FORMULA_TRAVEL_ALONG];
    const caperi_formula *turn = &d->formulas[CAPERI_FORMULA_TRAVEL_TURN];
    s->travel_row_count = 0;
    t->free_x = d->travel_free & 1;
    t->free_z = d->travel_free & 2;
    t->free_turn = d->travel_free & 4;
    CAPER_PASS(fill_one(s, "turn", turn, 100, &t->turn, &t->free_turn, error));
    if (along->node && fabs(t->turn) < 1e-9) {
        z = *along;
    } else if (along->node) {
        x.place = z.place = along->place;
        x.node = arc_node(s, along->node, turn->node, true);
        z.node = arc_node(s, along->node, turn->node, false);
    }
    return fill_one(s, "x", &x, 1000, &t->x, &t->free_x, error) &&
           fill_one(s, "z", &z, 1000, &t->z, &t->free_z, error);
}

// -- Transitions
// ------------------------------------------------------------------------------------

// Where nothing is said of the travel it is found, from the mean of what both clips do.
static void guess_travel(caperi_sample *s)
{
    const caper_spacetime_state *states[2] = {&s->job.from, &s->job.to};
    const float h = 0.05f; // seconds over which a root's speed is measured
    caper_spacetime_travel t = {.free_x = true, .free_z = true, .free_turn = true};
    for (int i = 0; i < 2; i++) {
        float time = (float)states[i]->time - (i ? h : 0);
        caper_root way = caper_root_delta(caper_clip_sample_root(states[i]->clip, time),
                                          caper_clip_sample_root(states[i]->clip, time + h));
        double scale = 0.5 * s->job.duration / (double)h;
        t.x += scale * (double)way.x;
        t.z += scale * (double)way.z;
        t.turn += scale * (double)way.yaw;
    }
    s->job.travel = t;
}

static bool fill_states(caperi_sample *s, caper_error *error)
{
    double times[2] = {(double)NAN, (double)NAN};
    caper_spacetime_state *states[2] = {&s->job.from, &s->job.to};
    for (int i = 0; i < 2; i++) {
        const caperi_space_state *said = &s->description.states[i];
        CAPER_TRY(s->clips[i], error, CAPER_ERROR_INVALID, s->space->json.source, said->place.line,
                  said->place.column, "a transition 'leaves' a clip and 'enters' one");
        CAPER_TRY(caperi_clip_is_of(s->clips[i], s->character), error, CAPER_ERROR_INVALID,
                  said->place.source, said->place.line, said->place.column,
                  "the clip '%.80s' is of another character", said->clip);
        CAPER_PASS(number_of(s, &said->time, s->job.duration, 0, (double)s->clips[i]->duration,
                             &times[i], error));
    }
    CAPER_TRY(caperi_find_moments(s->character, s->clips, s->job.duration, times), error,
              CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a transition");
    for (int i = 0; i < 2; i++) {
        *states[i] = (caper_spacetime_state){s->clips[i], times[i]};
    }
    s->job.cycle = CAPER_SPACETIME_ONCE;
    if (!s->description.has_travel) {
        guess_travel(s);
    }
    return true;
}

// -- Contacts
// ---------------------------------------------------------------------------------------

// The body of a name that is no expression; the message is that of an unknown name in one.
static bool body_of(const caperi_sample *s, const char *name, caperi_text_place place, int *body,
                    caper_error *error)
{
    caperi_expression_node node_of_name = {
        .kind = CAPERI_NODE_NAME, .column = place.column, .name = {name, strlen(name)}};
    *body = find_body(s, node_of_name.name);
    if (*body >= 0) {
        return true;
    }
    caperi_scope scope = caperi_sample_scope(s);
    double unused;
    scope.number = NULL;
    scope.definition_count = 0;
    return caperi_evaluate_constant(&node_of_name, &scope, place, &unused, error);
}

// -- Loads
// ------------------------------------------------------------------------------------------

// A character that is the given one but for the masses of some bodies. What it weighs at rest is
// that of the one without loads: units of weight are the body's own.
static bool fill_loads(caperi_sample *s, caper_error *error)
{
    const caper_character *c = s->character;
    size_t size = (size_t)c->body_count * sizeof *c->bodies;
    caper_body *bodies = caper_arena_alloc(&s->arena, size, 16);
    CAPER_TRY(bodies, error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a sample");
    memcpy(bodies, c->bodies, size);
    s->loaded = *c;
    for (int i = 0; i < s->description.load_count; i++) {
        const caperi_space_load *load = &s->description.loads[i];
        double mass = 0;
        int body;
        CAPER_PASS(body_of(s, load->body, load->place, &body, error));
        CAPER_PASS(number_of(s, &load->mass, s->job.duration, 0, 1e6, &mass, error));
        float ratio = bodies[body].mass > 0 ? 1 + (float)mass / bodies[body].mass : 1;
        bodies[body].mass += (float)mass;
        bodies[body].inertia = caper_vec3_scale(bodies[body].inertia, ratio);
        s->loaded.mass += (float)mass;
    }
    s->loaded.bodies = bodies;
    s->job.character = s->character = &s->loaded;
    return true;
}

static bool fill_contact(caperi_sample *s, const caperi_space_contact *in, caper_error *error)
{
    caper_spacetime_contact *out = &s->contacts[s->job.contact_count++];
    CAPER_PASS(body_of(s, in->body, in->place, &out->body, error));
    out->part = in->part;
    out->friction = 0;
    CAPER_PASS(number_of(s, &in->start, s->job.duration, 0, 1, &out->start, error));
    CAPER_PASS(number_of(s, &in->end, s->job.duration, 0, 2, &out->end, error));
    CAPER_PASS(number_of(s, &in->friction, s->job.duration, 0, 100, &out->friction, error));
    CAPER_TRY(out->end > out->start && out->end <= out->start + 1, error, CAPER_ERROR_INVALID,
              in->place.source, in->place.line, in->end.node->column,
              "a contact from %g to %g lasts no time, or more than a cycle", out->start, out->end);
    return true;
}

static bool fill_contacts(caperi_sample *s, caper_error *error)
{
    s->job.contact_count = 0;
    for (int i = 0; i < s->description.contact_count; i++) {
        CAPER_PASS(fill_contact(s, &s->description.contacts[i], error));
    }
    s->job.contacts = s->contacts;
    return true;
}

// -- The whole
// --------------------------------------------------------------------------------------

static bool drop_row(void *user, const caperi_row *row)
{
    (void)user;
    (void)row;
    return true;
}

// Every specifier must make sense for this character, before anything is solved.
static bool try_specifiers(caperi_sample *s, caper_error *error)
{
    caperi_scope scope = caperi_sample_scope(s);
    for (int i = 0; i < s->description.specifier_count; i++) {
        caperi_lower_job job = {.specifier = &s->description.specifiers[i],
                                .scope = &scope,
                                .number = i,
                                .arena = &s->arena,
                                .add = drop_row};
        CAPER_PASS(caperi_lower(&job, error));
    }
    return true;
}

bool caperi_sample_make(caperi_sample *s, const caper_character *character, caper_error *error)
{
    const caperi_description *d = &s->description;
    s->character = character;
    s->job = caper_spacetime_job_default();
    s->job.character = character;
    s->job.cycle = d->cycle >= 0 ? (caper_spacetime_cycle)d->cycle : CAPER_SPACETIME_LOOP;
    s->job.self_contact = d->self_contact == 1;
    s->job.legs_cross = d->legs_cross == 1;
    s->job.max_seconds = MAX_SECONDS;
    s->job.specify = caperi_sample_specify;
    s->job.specify_user = s;
    measure(s);
    bool transition = d->states[0].clip || d->states[1].clip;
    return fill_numbers(s, error) && fill_travel(s, error) && fill_contacts(s, error) &&
           (!transition || fill_states(s, error)) && (d->load_count == 0 || fill_loads(s, error)) &&
           try_specifiers(s, error);
}

bool caperi_sample_set_duration(caperi_sample *s, double duration, caper_error *error)
{
    s->job.duration = duration;
    return fill_travel(s, error);
}

static uint64_t hash_skeleton(const caper_character *c, uint64_t h)
{
    for (int i = 0; i < c->body_count; i++) {
        const caper_body *b = &c->bodies[i];
        const float numbers[] = {b->mass,        b->box_center.x, b->box_center.y, b->box_center.z,
                                 b->box_half.x,  b->box_half.y,   b->box_half.z,   b->joint.swing,
                                 b->joint.min,   b->joint.max,    b->joint.axis.x, b->joint.axis.y,
                                 b->joint.axis.z};
        h = caper_hash64(b->name, strlen(b->name), h);
        h = caper_hash64(numbers, sizeof numbers, h);
        h = caper_hash64(&b->joint.kind, sizeof b->joint.kind, h);
        h = caper_hash64(&b->parent, sizeof b->parent, h);
    }
    return caper_hash64(c->rest_model, (size_t)c->body_count * sizeof *c->rest_model, h);
}

static uint64_t hash_tree(const caperi_expression_node *n, uint64_t h)
{
    for (; n; n = n->next) {
        h = caper_hash64(&n->kind, sizeof n->kind, h);
        h = caper_hash64(&n->number, sizeof n->number, h);
        h = caper_hash64(n->name.data, n->name.size, h);
        h = hash_tree(n->a, h);
        h = hash_tree(n->b, h);
    }
    return h;
}

// By what the clip does there, not by its name. False without memory.
static bool hash_state(const caper_spacetime_state *state, uint64_t *h)
{
    if (!state->clip) {
        return true;
    }
    caper_pose local = caper_pose_create(state->clip->skeleton.body_count, 0, NULL);
    bool good = local.bodies != NULL;
    if (good && caper_clip_sample(state->clip, (float)state->time, NULL, &local)) {
        *h = caper_hash64(local.bodies, (size_t)local.body_count * sizeof *local.bodies, *h);
        *h = caper_hash64(&state->time, sizeof state->time, *h);
    }
    caper_pose_destroy(&local, NULL);
    return good;
}

bool caperi_sample_hash(const caperi_sample *s, uint64_t *hash)
{
    const caper_spacetime_job *j = &s->job;
    const double numbers[] = {j->frame_count,
                              j->duration,
                              j->duration_min,
                              j->duration_max,
                              j->cycle,
                              j->travel.x,
                              j->travel.z,
                              j->travel.turn,
                              s->description.travel_free,
                              j->friction,
                              j->strength,
                              j->clearance,
                              j->weights.torque,
                              j->weights.posture,
                              j->weights.acceleration,
                              j->weights.force_rate,
                              j->self_contact,
                              j->legs_cross,
                              j->weights.upright,
                              j->weights.spin,
                              j->weights.tempo,
                              j->lift,
                              s->description.timing,
                              s->description.starts};
    uint64_t h = hash_skeleton(s->character, caper_hash64(numbers, sizeof numbers, 1));
    if (!hash_state(&j->from, &h) || !hash_state(&j->to, &h)) {
        return false;
    }
    for (int i = 0; i < j->contact_count; i++) {
        const double c[] = {j->contacts[i].body, j->contacts[i].part, j->contacts[i].start,
                            j->contacts[i].end, j->contacts[i].friction};
        h = caper_hash64(c, sizeof c, h);
    }
    for (int i = 0; i < s->space->dimension_count; i++) {
        int v = s->point.value[i];
        double x = v < 0 ? s->point.number[i] : s->space->dimensions[i].values[v].number;
        h = isnan(x) ? h : caper_hash64(&x, sizeof x, h);
    }
    for (int i = 0; i < s->description.specifier_count; i++) {
        const caperi_specifier *p = &s->description.specifiers[i];
        h = caper_hash64(p->text.data, p->text.size, h);
        h = caper_hash64(&p->weight, sizeof p->weight, h);
    }
    for (int i = 0; i < s->description.definition_count; i++) {
        const caperi_definition *p = &s->description.definitions[i];
        h = caper_hash64(p->name.data, p->name.size, h);
        h = hash_tree(p->value, h);
    }
    for (int i = 0; i < s->description.alias_count; i++) {
        const caperi_space_alias *p = &s->description.aliases[i];
        h = caper_hash64(p->name, strlen(p->name), h);
        h = caper_hash64(p->target, strlen(p->target), h);
    }
    *hash = h;
    return true;
}
