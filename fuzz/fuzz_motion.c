// SPDX-License-Identifier: MIT
//
// Any bytes through the reader of .motion.json. What it accepts must sample to finite values with
// unit rotations at any time, and must come back to the bit when it is written and read again.
#include "caper/motion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void require(bool good)
{
    if (!good)
        abort();
}

static void samples_well(const caper_curve *curve, float duration)
{
    const float shares[] = {0.0f, 1e-6f, 0.013f, 0.5f, 0.77f, 1.0f, 1.5f, -0.3f};
    for (size_t n = 0; n < sizeof shares / sizeof shares[0]; n++) {
        float value[4] = {0}, velocity[4] = {0};
        caper_curve_sample(curve, shares[n] * duration, value, velocity);
        for (int i = 0; i < 4; i++)
            require(isfinite(value[i]) && isfinite(velocity[i]));
        caper_quat q = caper_quat_make(value[0], value[1], value[2], value[3]);
        require(curve->kind != CAPER_CURVE_ROTATION || caper_quat_is_unit(q, 1e-4f));
    }
}

static void same_curve(const caper_curve *a, const caper_curve *b)
{
    require(a->kind == b->kind && a->key_count == b->key_count && !a->deform == !b->deform);
    require(!a->deform || strcmp(a->deform, b->deform) == 0);
    require(memcmp(a->keys, b->keys, (size_t)a->key_count * sizeof *a->keys) == 0);
}

static void comes_back(const caper_motion *motion)
{
    caper_json_writer writer;
    caper_json_writer_init(&writer, NULL, 2);
    caper_motion_write(motion, &writer);
    size_t size;
    const char *text = caper_json_writer_finish(&writer, &size, NULL);
    require(text != NULL);
    caper_motion *back = caper_motion_parse(text, size, NULL, NULL, NULL);
    require(back && back->memory_size == motion->memory_size);
    require(strcmp(back->name, motion->name) == 0 && strcmp(back->about, motion->about) == 0);
    require(back->branch_count == motion->branch_count &&
            back->event_count == motion->event_count && !back->travel == !motion->travel);
    for (int b = 0; b < motion->branch_count; b++)
        for (int c = 0; c < motion->branches[b].channel_count; c++) {
            const caper_channel *channel = &motion->branches[b].channels[c];
            const caper_channel *other = &back->branches[b].channels[c];
            require(channel->curve_count == other->curve_count);
            for (int i = 0; i < channel->curve_count; i++)
                same_curve(&channel->curves[i], &other->curves[i]);
        }
    if (motion->travel)
        same_curve(motion->travel, back->travel);
    // everything else: the texts are the same
    caper_json_writer again;
    caper_json_writer_init(&again, NULL, 2);
    caper_motion_write(back, &again);
    const char *second = caper_json_writer_finish(&again, NULL, NULL);
    require(second && strcmp(text, second) == 0);
    caper_json_writer_free(&again);
    caper_json_writer_free(&writer);
    caper_motion_destroy(back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    caper_error error = {0};
    caper_motion *motion = caper_motion_parse((const char *)data, size, "fuzz", NULL, &error);
    require((motion != NULL) == (error.status == CAPER_OK));
    // every refusal of a text has a place
    require(motion || error.line > 0 || error.status == CAPER_ERROR_LIMIT);
    if (motion) {
        for (int b = 0; b < motion->branch_count; b++)
            for (int c = 0; c < motion->branches[b].channel_count; c++) {
                const caper_channel *channel = &motion->branches[b].channels[c];
                for (int i = 0; i < channel->curve_count; i++)
                    samples_well(&channel->curves[i], motion->duration);
            }
        if (motion->travel)
            samples_well(motion->travel, motion->duration);
        const caper_event *events[8];
        int count = caper_motion_events(motion, -1, 3 * motion->duration, events, 8);
        require(count >= 0 && (motion->event_count > 0) == (count > 0));
        comes_back(motion);
    }
    caper_motion_destroy(motion);
    return 0;
}
