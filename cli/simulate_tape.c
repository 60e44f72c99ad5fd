// SPDX-License-Identifier: MIT
//
// A tape of a show: a picture's camera must see where all of it goes, and a performance cannot be
// repeated, so what is drawn is what was taped.
#if defined(CAPER_PHYSICS)

#include "simulate.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Bytes that a tape may have: more than ten minutes of ten actors.
#define MOST_BYTES ((size_t)2 << 30)

void simulate_tape_open(simulate_tape *tape, const caper_show *show, const caper_scene *scene)
{
    *tape = (simulate_tape){0};
    for (int i = 0; i < scene->actor_count; i++) {
        const caper_pose *model = caper_actor_model(caper_show_actor(show, i));
        tape->place_count += 1 + (size_t)model->body_count;
        tape->deform_count += (size_t)model->deform_count;
    }
    tape->place_count += (size_t)caper_physics_thing_count(caper_show_physics(show));
}

static bool grow(simulate_tape *tape, caper_error *error)
{
    size_t frames = tape->capacity > 0 ? 2 * (size_t)tape->capacity : 1024;
    size_t places = frames * tape->place_count * sizeof(caper_transform);
    size_t deforms = (frames * tape->deform_count + 1) * sizeof(float);
    bool fits = places + deforms <= MOST_BYTES;
    caper_transform *more = fits ? realloc(tape->places, places + 1) : NULL;
    tape->places = more ? more : tape->places;
    float *faces = more ? realloc(tape->deforms, deforms) : NULL;
    tape->deforms = faces ? faces : tape->deforms;
    if (!faces) {
        return caper_error_set(
            error, CAPER_ERROR_LIMIT, NULL, 0, 0, "%s a show of %d frames that is to be drawn",
            fits ? "no memory for" : "2 GiB are not enough for", tape->frame_count + 1);
    }
    tape->capacity = (int)frames;
    return true;
}

bool simulate_tape_take(simulate_tape *tape, const caper_show *show, const caper_scene *scene,
                        caper_error *error)
{
    if (tape->frame_count == tape->capacity && !grow(tape, error)) {
        return false;
    }
    caper_transform *place = tape->places + (size_t)tape->frame_count * tape->place_count;
    float *deform = tape->deforms + (size_t)tape->frame_count * tape->deform_count;
    for (int i = 0; i < scene->actor_count; i++) {
        const caper_actor *actor = caper_show_actor(show, i);
        const caper_pose *model = caper_actor_model(actor);
        *place++ = caper_root_transform(caper_actor_root(actor));
        memcpy(place, model->bodies, (size_t)model->body_count * sizeof *place);
        place += model->body_count;
        if (model->deform_count > 0) {
            memcpy(deform, model->deforms, (size_t)model->deform_count * sizeof *deform);
            deform += model->deform_count;
        }
    }
    caper_physics *physics = caper_show_physics(show);
    for (int i = 0; i < caper_physics_thing_count(physics); i++) {
        caper_physics_thing(physics, i, place++, NULL);
    }
    tape->frame_count++;
    return true;
}

void simulate_tape_close(simulate_tape *tape)
{
    free(tape->places);
    free(tape->deforms);
    *tape = (simulate_tape){0};
}

#else
typedef int caper_no_tapes_of_physics; // a source must not be empty
#endif
