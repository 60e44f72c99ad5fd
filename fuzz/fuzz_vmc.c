// SPDX-License-Identifier: MIT
//
// Any bytes as a stream of packets: each is a byte of time and sender, two of length, and so many
// bytes of the packet. Whatever comes, poses are finite and unit, the counts add up, and a
// performer can be built.
#include "caper/live.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void require(bool good)
{
    if (!good)
        abort();
}

static void pose_is_good(const caper_live_receiver *receiver, caper_performer id, double time)
{
    caper_live_pose pose;
    float deforms[CAPER_LIVE_MAX_DEFORMS];
    caper_live_performer_info info;
    require(caper_live_receiver_info(receiver, id, &info));
    require(info.deform_count <= CAPER_LIVE_MAX_DEFORMS &&
            info.tracker_count <= CAPER_LIVE_MAX_TRACKERS);
    require(isfinite(info.meters.jitter) && isfinite(info.meters.drift) &&
            isfinite(info.meters.delay));
    if (!caper_live_receiver_pose(receiver, id, time, &pose, deforms))
        return;
    require(caper_transform_is_valid(pose.root, 1e-3f) && caper_vec3_is_finite(pose.hips));
    for (int i = 0; i < CAPER_PART_COUNT; i++)
        require(caper_quat_is_unit(pose.rotations[i], 1e-3f));
    for (int i = 0; i < info.deform_count; i++)
        require(isfinite(deforms[i]));
}

static void performer_can_be_built(const caper_live_receiver *receiver, caper_performer id,
                                   double time)
{
    caper_error error = {0};
    caper_character *character = caper_live_receiver_character(receiver, id, NULL, &error);
    if (!character) {
        // only for want of a frame, or of a body that makes sense
        require(error.status != CAPER_OK);
        return;
    }
    caper_live_person who;
    if (caper_live_person_make(character, NULL, &who, NULL)) {
        caper_pose local = caper_character_pose(character, NULL);
        caper_root root;
        require(caper_live_receiver_frame(receiver, id, time, &who, &local, &root));
        for (int i = 0; i < local.body_count; i++)
            require(caper_transform_is_valid(local.bodies[i], 1e-3f));
        require(isfinite(root.x) && isfinite(root.y) && isfinite(root.z) && isfinite(root.yaw));
        caper_pose_destroy(&local, NULL);
    }
    caper_character_destroy(character);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    caper_live_receiver_def def = caper_live_receiver_def_default();
    def.bind = NULL;
    def.max_performers = 2;
    def.idle = 0.05f;
    caper_live_receiver *receiver = caper_live_receiver_create(&def, NULL);
    require(receiver != NULL);
    double now = 0;
    uint64_t fed = 0;
    caper_performer ids[CAPER_LIVE_MAX_PERFORMERS];
    for (size_t at = 0; at + 3 <= size;) {
        uint8_t head = data[at];
        size_t length = (size_t)(data[at + 1] << 8 | data[at + 2]);
        at += 3;
        length = length < size - at ? length : size - at;
        now += 0.001 * (double)(head >> 2);
        // a block of its own, so that a read beyond the packet is seen
        uint8_t *packet = malloc(length > 0 ? length : 1);
        require(packet != NULL);
        memcpy(packet, data + at, length);
        caper_live_receiver_feed(receiver, packet, length, head & 3, now);
        free(packet);
        at += length;
        fed++;
        int count = caper_live_receiver_performers(receiver, ids);
        require(count <= 2);
        for (int i = 0; i < count; i++)
            pose_is_good(receiver, ids[i], now);
    }
    int count = caper_live_receiver_performers(receiver, ids);
    for (int i = 0; i < count; i++)
        performer_can_be_built(receiver, ids[i], now);
    caper_live_meters m = caper_live_receiver_meters(receiver);
    require(m.packets + m.malformed + m.dropped <= fed);
    caper_live_receiver_destroy(receiver);
    return 0;
}
