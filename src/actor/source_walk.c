// SPDX-License-Identifier: MIT
//
// A walk as a source: a walker that follows commands. Its plan says which feet stand and about
// which point they roll; where others move the root as well, the plan takes the root over.
#include "actor/actor.h"
#include "gait/gait.h"

#include <string.h>

#define MAX_SPEED 1e6f // m/s that a command may ask for

/// The instance.
typedef struct walk {
    caper_walker *walker;
    const caper_gait *gait;
    caper_walk_command command;
    int32_t entered; // it has taken the body over
    caper_allocator allocator;
} walk;

static caper_walk_job job_of(const walk *w, const caper_source_input *input, caper_root *root,
                             int *count)
{
    caper_walk_job job = caper_walk_job_default();
    job.command = w->command;
    job.world = input->world;
    job.frame = input->frame;
    job.root = root;
    job.goal_count = count;
    return job;
}

/// Take the body over as the actor moves it: feet that stand stay.
static void enter(walk *w, const caper_source_input *input, caper_walk_job *job)
{
    const caper_gait *gait = w->gait;
    caper_transform feet[CAPER_MAX_BODIES], root = caper_root_transform(input->last_root);
    bool stands[CAPER_MAX_BODIES], known = false;
    for (int i = 0; i < gait->leg_count; i++) {
        int body = gait->legs[i].foot;
        feet[i] = caper_transform_mul(root, input->last_model->bodies[body]);
        stands[i] = false;
        for (int k = 0; k < input->contact_count; k++) {
            const caper_actor_contact *contact = &input->contacts[k];
            stands[i] = stands[i] || (contact->body == body && contact->holds);
            known = known || contact->since > 0;
        }
    }
    caperi_entry entry = {{input->rate.x, 0, input->rate.z}, input->rate.yaw, feet, stands};
    if (known && !input->jumped) {
        caperi_walker_enter(w->walker, job, &entry);
    }
}

static bool move(void *self, const caper_source_input *input, caper_root *root)
{
    walk *w = self;
    int count = 0;
    caper_goal none;
    caper_walk_job job = job_of(w, input, root, &count);
    job.goals = &none;
    // a frame of seconds is cut into steps by the walker, but not without end
    job.dt = caper_min(input->dt, 1);
    if (!w->entered) {
        enter(w, input, &job);
        w->entered = 1;
    }
    return caperi_walker_move(w->walker, &job);
}

static void offer_feet(const walk *w, caper_offer *offer)
{
    const caper_gait *gait = w->gait;
    for (int i = 0; gait->mode == CAPER_GAIT_WALK && i < gait->leg_count; i++) {
        const caperi_foot *foot = &w->walker->feet[i];
        caper_offer_contact *contact = &offer->contacts[offer->contact_count++];
        contact->body = gait->legs[i].foot;
        contact->stands = foot->stands ? CAPER_STANDS_YES : CAPER_STANDS_NO;
        contact->has_pivot = true;
        contact->pivot = gait->legs[i].sole;
        if (foot->tip != 0) { // the heel is up: it turns about the toes; or these are, about it
            contact->pivot = caper_vec3_add(contact->pivot, foot->tip > 0 ? gait->plans[i].pivot
                                                                          : gait->plans[i].heel);
        }
    }
}

static bool look(void *self, const caper_source_input *input, caper_offer *offer)
{
    walk *w = self;
    caper_root root = input->root;
    caper_walk_job job = job_of(w, input, &root, &offer->goal_count);
    job.goals = offer->goals;
    job.goal_capacity = caper_gait_goal_count(w->gait);
    // of no time: takes over a root that others have moved as well
    if (memcmp(&root, &w->walker->state.root, sizeof root) != 0 &&
        !caperi_walker_move(w->walker, &job)) {
        return false;
    }
    caperi_walker_goals(w->walker, &job);
    offer_feet(w, offer);
    return true;
}

static void room(const void *self, caper_source_room *room)
{
    const walk *w = self;
    room->goals = caper_gait_goal_count(w->gait);
    room->contacts = w->gait->leg_count;
}

static size_t save(const void *self, void *out, size_t size)
{
    const walk *w = self;
    size_t walker = caper_walker_save(w->walker, NULL, 0),
           need = sizeof w->command + sizeof w->entered + walker;
    if (out && size >= need) {
        char *at = out;
        memcpy(at, &w->command, sizeof w->command);
        memcpy(at + sizeof w->command, &w->entered, sizeof w->entered);
        caper_walker_save(w->walker, at + need - walker, walker);
    }
    return need;
}

static bool good_command(const caper_walk_command *command)
{
    return caper_vec3_is_finite(command->velocity) &&
           caper_vec3_length(command->velocity) < MAX_SPEED &&
           (command->heading != command->heading || fabsf(command->heading) < 1e4f);
}

static bool load(void *self, const void *bytes, size_t size, caper_error *error)
{
    walk *w = self;
    const char *at = bytes;
    caper_walk_command command;
    int32_t entered;
    size_t head = sizeof command + sizeof entered;
    if (size < head) {
        return false;
    }
    memcpy(&command, at, sizeof command);
    memcpy(&entered, at + sizeof command, sizeof entered);
    if (!good_command(&command) || (entered != 0 && entered != 1) ||
        !caper_walker_load(w->walker, at + head, size - head, error)) {
        return false;
    }
    w->command = command;
    w->entered = entered;
    return true;
}

static void destroy(void *self)
{
    walk *w = self;
    caper_allocator allocator = w->allocator;
    caper_walker_destroy(w->walker);
    caper_free(&allocator, w, sizeof *w);
}

static const caper_source_kind walk_kind = {.name = "walk",
                                            .move = move,
                                            .look = look,
                                            .room = room,
                                            .save = save,
                                            .load = load,
                                            .destroy = destroy};

bool caperi_open_walk(caper_actor *actor, caperi_source *source, const caper_play_def *def,
                      caper_error *error)
{
    if (caper_gait_character(def->gait) != actor->character) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "the gait is one of '%s', the actor is '%s'",
                               caper_gait_character(def->gait)->name, actor->character->name);
    }
    walk *w = caper_alloc_zero(&actor->allocator, sizeof *w, 16);
    if (!w) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a walk");
    }
    w->gait = def->gait;
    w->allocator = actor->allocator;
    w->command.heading = NAN;
    source->kind = &walk_kind;
    source->self = w;
    w->walker = caper_walker_create(def->gait, &actor->allocator, error);
    return w->walker != NULL;
}

bool caper_actor_command(caper_actor *actor, caper_source id, const caper_walk_command *command)
{
    caperi_source *source = caperi_actor_find(actor, id);
    if (!source || source->kind != &walk_kind || !command || !good_command(command)) {
        return false;
    }
    ((walk *)source->self)->command = *command;
    return true;
}
