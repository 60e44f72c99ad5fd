// SPDX-License-Identifier: MIT
//
// A tape of a show, for pictures: a camera must know where everything goes, and a performance
// cannot be repeated, so it is drawn from the tape.
#include "scene/show.h"

#include <string.h>

// Bytes that a tape may have: more than ten minutes of ten actors.
#define MOST_BYTES ((size_t)2 << 30)

static size_t place_bytes(const caper_show_tape *tape, int frames)
{
    return (size_t)frames * tape->place_count * sizeof(caper_transform);
}

static size_t deform_bytes(const caper_show_tape *tape, int frames)
{
    return ((size_t)frames * tape->deform_count + 1) * sizeof(float);
}

void caper_show_keep(caper_show *show, caper_recorder *recorder, caper_show_tape *tape)
{
    show->recorder = recorder;
    show->tape = tape;
    if (!tape) {
        return;
    }
    caper_show_tape_destroy(tape);
    for (int i = 0; i < show->scene->actor_count; i++) {
        const caper_pose *model = caper_actor_model(show->actors[i].actor);
        tape->place_count += 1 + (size_t)model->body_count;
        tape->deform_count += (size_t)model->deform_count;
    }
    tape->place_count += (size_t)caper_physics_thing_count(show->physics);
}

void caper_show_tape_destroy(caper_show_tape *tape)
{
    if (!tape) {
        return;
    }
    caper_free(NULL, tape->places, place_bytes(tape, tape->capacity));
    caper_free(NULL, tape->deforms, deform_bytes(tape, tape->capacity));
    *tape = (caper_show_tape){0};
}

static bool grow(caper_show_tape *tape, caper_error *error)
{
    int frames = tape->capacity > 0 ? 2 * tape->capacity : 1024;
    size_t places = place_bytes(tape, frames), deforms = deform_bytes(tape, frames);
    bool fits = places + deforms <= MOST_BYTES;
    caper_show_tape more = *tape;
    more.capacity = frames;
    more.places = fits ? caper_alloc(NULL, places, 16) : NULL;
    more.deforms = more.places ? caper_alloc(NULL, deforms, 16) : NULL;
    if (!more.deforms) {
        caper_free(NULL, more.places, places);
        return caper_error_set(
            error, CAPER_ERROR_LIMIT, NULL, 0, 0, "%s a show of %d frames that is to be drawn",
            fits ? "no memory for" : "2 GiB are not enough for", tape->frame_count + 1);
    }
    if (tape->capacity > 0) {
        memcpy(more.places, tape->places, place_bytes(tape, tape->capacity));
        memcpy(more.deforms, tape->deforms, deform_bytes(tape, tape->capacity));
    }
    caper_free(NULL, tape->places, place_bytes(tape, tape->capacity));
    caper_free(NULL, tape->deforms, deform_bytes(tape, tape->capacity));
    *tape = more;
    return true;
}

bool caperi_show_take(caper_show *show, caper_error *error)
{
    caper_show_tape *tape = show->tape;
    if (show->recorder && !caper_recorder_take(show->recorder, error)) {
        return false;
    }
    if (!tape || (tape->frame_count == tape->capacity && !grow(tape, error))) {
        return !tape;
    }
    caper_transform *place = tape->places + (size_t)tape->frame_count * tape->place_count;
    float *deform = tape->deforms + (size_t)tape->frame_count * tape->deform_count;
    for (int i = 0; i < show->scene->actor_count; i++) {
        const caper_actor *actor = show->actors[i].actor;
        const caper_pose *model = caper_actor_model(actor);
        *place++ = caper_root_transform(caper_actor_root(actor));
        memcpy(place, model->bodies, (size_t)model->body_count * sizeof *place);
        place += model->body_count;
        if (model->deform_count > 0) {
            memcpy(deform, model->deforms, (size_t)model->deform_count * sizeof *deform);
            deform += model->deform_count;
        }
    }
    for (int i = 0; i < caper_physics_thing_count(show->physics); i++) {
        caper_physics_thing(show->physics, i, place++, NULL);
    }
    tape->frame_count++;
    return true;
}
