// SPDX-License-Identifier: MIT
//
// What the messages of VMC 3.1 mean (protocol.vmc.info). Unknown addresses and surplus arguments
// are ignored, as the protocol asks; so is a message with too few or mistyped arguments, with
// numbers that are not finite, positions beyond 10 km, or an invalid rotation. Positions and
// rotations are mirrored at X = 0 on the way in.
#include "live/performer.h"

#include <math.h>
#include <string.h>

#define PREFIX "/VMC/Ext/"
#define PREFIX_SIZE (sizeof PREFIX - 1)
#define MAX_PLACE 1e4f

typedef struct vmc_reader {
    caperi_performer *performer;
    double arrival;
    float latency;
} vmc_reader;

// -- Arguments --------------------------------------------------------------------------------

static bool has_args(const caperi_osc_message *m, const char *kinds)
{
    int count = (int)strlen(kinds);
    if (m->arg_count < count)
        return false;
    for (int i = 0; i < count; i++) {
        if (m->args[i].kind != kinds[i])
            return false;
    }
    return true;
}

/// "sfffffff": the transform after the name, in our space.
static bool get_place(const caperi_osc_message *m, caper_transform *place)
{
    if (!has_args(m, "sfffffff"))
        return false;
    const caperi_osc_arg *a = m->args;
    caper_vec3 p = caper_vec3_make(a[1].f, a[2].f, a[3].f);
    caper_quat q = caper_quat_make(a[4].f, a[5].f, a[6].f, a[7].f);
    float size = caper_quat_dot(q, q);
    // written so that a NaN fails; senders are allowed to be sloppy about the length
    if (!(caper_vec3_length_sq(p) < MAX_PLACE * MAX_PLACE) || !(size > 0.01f && size < 100.0f))
        return false;
    *place = caper_transform_make(caperi_vmc_quat(caper_quat_normalize(q)), caperi_vmc_vec3(p));
    return true;
}

static bool copy_name(char out[CAPER_LIVE_MAX_NAME], caper_slice name)
{
    if (name.size == 0 || name.size >= CAPER_LIVE_MAX_NAME)
        return false;
    memcpy(out, name.data, name.size);
    out[name.size] = 0;
    return true;
}

// -- Messages ---------------------------------------------------------------------------------

static bool read_ok(vmc_reader *r, const caperi_osc_message *m)
{
    if (!has_args(m, "i"))
        return false;
    r->performer->loaded = m->args[0].i != 0;
    if (has_args(m, "iii"))
        r->performer->calibration = m->args[1].i >= 0 && m->args[1].i <= 3 ? m->args[1].i : -1;
    if (has_args(m, "iiii"))
        r->performer->tracking = m->args[3].i != 0;
    return true;
}

static bool read_time(vmc_reader *r, const caperi_osc_message *m)
{
    if (!has_args(m, "f") || !isfinite(m->args[0].f))
        return false;
    caperi_performer_stamp(r->performer, (double)m->args[0].f, r->arrival, r->latency);
    return true;
}

static bool read_root(vmc_reader *r, const caperi_osc_message *m)
{
    caper_transform place;
    if (!get_place(m, &place))
        return false;
    caperi_performer_place(r->performer, CAPER_PART_COUNT, place, r->arrival);
    return true;
}

static bool read_bone(vmc_reader *r, const caperi_osc_message *m)
{
    caper_transform place;
    if (!get_place(m, &place))
        return false;
    caper_part part = caper_part_from_name(m->args[0].text.data, m->args[0].text.size);
    if (part == CAPER_PART_COUNT)
        return false;
    caperi_performer_place(r->performer, (int)part, place, r->arrival);
    return true;
}

static bool read_blend(vmc_reader *r, const caperi_osc_message *m)
{
    caperi_performer *p = r->performer;
    if (!has_args(m, "sf") || !isfinite(m->args[1].f) || fabsf(m->args[1].f) > MAX_PLACE)
        return false;
    caper_slice name = m->args[0].text;
    uint64_t hash = caperi_deform_hash(name.data, name.size);
    int i = 0;
    while (i < p->deform_count && p->deform_hashes[i] != hash)
        i++;
    if (i == p->deform_count) {
        if (i == CAPER_LIVE_MAX_DEFORMS || !copy_name(p->deform_names[i], name))
            return false;
        p->deform_hashes[i] = hash;
        p->deform_count++;
    }
    p->deforms[i] = m->args[1].f;
    return true;
}

static bool read_apply(vmc_reader *r, const caperi_osc_message *m)
{
    (void)m;
    caperi_performer_apply(r->performer, r->arrival);
    return true;
}

static bool read_tracker(vmc_reader *r, const caperi_osc_message *m)
{
    caperi_performer *p = r->performer;
    caper_live_tracker tracker = {.time = r->arrival};
    if (!get_place(m, &tracker.place) || !copy_name(tracker.name, m->args[0].text))
        return false;
    // Hmd, Con or Tra
    char letter = m->address.data[PREFIX_SIZE];
    tracker.kind = (char)(letter - 'A' + 'a');
    int i = 0;
    while (i < p->tracker_count && strcmp(p->trackers[i].name, tracker.name) != 0)
        i++;
    if (i == CAPER_LIVE_MAX_TRACKERS)
        return false;
    p->tracker_count += i == p->tracker_count;
    p->trackers[i] = tracker;
    return true;
}

static const struct {
    const char *address; // after the prefix
    bool (*read)(vmc_reader *reader, const caperi_osc_message *message);
    int worth; // of who sends it: 2 a body, 1 more than a sign of life
} handlers[] = {
    {"Bone/Pos", read_bone, 2},   {"Blend/Val", read_blend, 1}, {"Blend/Apply", read_apply, 1},
    {"T", read_time, 0},          {"OK", read_ok, 0},           {"Root/Pos", read_root, 2},
    {"Hmd/Pos", read_tracker, 1}, {"Con/Pos", read_tracker, 1}, {"Tra/Pos", read_tracker, 1},
};

/// Index of the handler of an address, or -1.
static int find_handler(caper_slice address)
{
    if (address.size <= PREFIX_SIZE || memcmp(address.data, PREFIX, PREFIX_SIZE) != 0)
        return -1;
    caper_slice rest = {address.data + PREFIX_SIZE, address.size - PREFIX_SIZE};
    for (int i = 0; i < CAPER_COUNT_OF(handlers); i++) {
        if (caper_slice_equal(rest, handlers[i].address))
            return i;
    }
    return -1;
}

// -- Packets ----------------------------------------------------------------------------------

static void look(void *user, const caperi_osc_message *m)
{
    caperi_vmc_look *l = user;
    int handler = find_handler(m->address);
    l->vmc |= handler >= 0;
    int worth = handler < 0 ? 0 : handlers[handler].worth;
    l->worth = worth > l->worth ? worth : l->worth;
    bool stamp = handler >= 0 && handlers[handler].read == read_time && has_args(m, "f") &&
                 isfinite(m->args[0].f);
    if (stamp && !l->stamped) {
        l->stamped = true;
        l->stamp = (double)m->args[0].f;
    }
}

bool caperi_vmc_look_at(const void *packet, size_t size, caperi_vmc_look *out)
{
    *out = (caperi_vmc_look){0};
    return caperi_osc_read(packet, size, look, out);
}

static void visit(void *user, const caperi_osc_message *m)
{
    vmc_reader *r = user;
    int handler = find_handler(m->address);
    if (handler < 0 || !handlers[handler].read(r, m))
        r->performer->meters.ignored++;
}

bool caperi_performer_take(caperi_performer *performer, const void *packet, size_t size,
                           const caperi_vmc_look *look_found, double arrival, float latency)
{
    // as a whole: what stands beside an old stamp is as old
    bool old = look_found->stamped &&
               caperi_clock_judge(&performer->clock, look_found->stamp) == CAPERI_CLOCK_OLD;
    uint64_t hash = caper_hash64(packet, size, 0);
    if (old || caperi_performer_is_repeated(performer, hash, arrival)) {
        performer->meters.late++;
        return false;
    }
    vmc_reader r = {performer, arrival, latency};
    bool good = caperi_osc_read(packet, size, visit, &r);
    if (performer->seen_count < CAPERI_LIVE_SEEN)
        performer->packets_seen[performer->seen_count++] = hash;
    return good;
}
