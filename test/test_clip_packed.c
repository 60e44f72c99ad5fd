// SPDX-License-Identifier: MIT
//
// Packed clips: the bound, judged by forward kinematics of this file's own in double; sampling
// against frames decoded bit by bit here; sizes; files; hostile bytes.
#include "caper/formats.h"
#include "clip/packed_sample.h"
#include "clip_fixture.h"
#include "import_fixture.h"
#include "test.h"

#define COUNT_OF(a) ((int)(sizeof(a) / sizeof((a)[0])))
// Of packing and sampling one clip: the same in all builds; another packer may have another one.
#define GOLDEN_HASH (-2506490721605925854LL)

// -- The bound --------------------------------------------------------------------------------

typedef struct point {
    double x, y, z;
} point;

static point turned(oracle_quat q, point p)
{
    double x = q.v[0], y = q.v[1], z = q.v[2], w = q.v[3];
    double tx = 2 * (y * p.z - z * p.y), ty = 2 * (z * p.x - x * p.z), tz = 2 * (x * p.y - y * p.x);
    point r = {p.x + w * tx + (y * tz - z * ty), p.y + w * ty + (z * tx - x * tz),
               p.z + w * tz + (x * ty - y * tx)};
    return r;
}

// A point of a body in the world, up the tree one parent after the other.
static point in_world(const caper_skeleton *skeleton, const caper_pose *local, caper_root root,
                      int body, point p)
{
    for (int i = body; i >= 0; i = skeleton->parents[i]) {
        caper_transform t = local->bodies[i];
        p = turned(oracle_from(t.rotation), p);
        p.x += (double)t.position.x;
        p.y += (double)t.position.y;
        p.z += (double)t.position.z;
    }
    double s = sin((double)root.yaw), c = cos((double)root.yaw);
    point r = {c * p.x + s * p.z + (double)root.x, p.y + (double)root.y,
               c * p.z - s * p.x + (double)root.z};
    return r;
}

// The largest distance of joints, and of points a little off them, at a time.
static double error_at(const caper_clip *a, const caper_clip *b, float time)
{
    const caper_skeleton *skeleton = &a->skeleton;
    caper_pose pa = caper_pose_create(skeleton->body_count, 0, NULL);
    caper_pose pb = caper_pose_create(skeleton->body_count, 0, NULL);
    caper_clip_sample(a, time, NULL, &pa);
    caper_clip_sample(b, time, NULL, &pb);
    caper_root ra = caper_clip_sample_root(a, time), rb = caper_clip_sample_root(b, time);
    double worst = 0;
    for (int i = 0; i < skeleton->body_count; i++) {
        point zero = {0, 0, 0};
        point x = in_world(skeleton, &pa, ra, i, zero), y = in_world(skeleton, &pb, rb, i, zero);
        double d =
            sqrt((x.x - y.x) * (x.x - y.x) + (x.y - y.y) * (x.y - y.y) + (x.z - y.z) * (x.z - y.z));
        worst = d > worst ? d : worst;
    }
    caper_pose_destroy(&pa, NULL);
    caper_pose_destroy(&pb, NULL);
    return worst;
}

static double error_of(const caper_clip *a, const caper_clip *b)
{
    double worst = 0;
    for (int half = 0; half < 2 * a->frame_count - 1; half++) {
        double e = error_at(a, b, 0.5f * (float)half / a->rate);
        worst = e > worst ? e : worst;
    }
    return worst;
}

static caper_clip *packed_within(const caper_clip *clip, float tolerance, caper_pack_report *report)
{
    caper_pack_options options = {.tolerance = tolerance};
    caper_error error = {0};
    caper_clip *packed = caper_clip_pack(clip, &options, report, &error);
    CHECK_STR(error.message, "");
    REQUIRE(packed != NULL);
    return packed;
}

static void the_bound_holds_at_frames_and_half_frames(void)
{
    const float tolerances[] = {0.01f, 0.001f, 0.0001f, 0.00001f};
    for (int seed = 1; seed <= 3; seed++) {
        clip_fixture f = fixture_make((uint64_t)seed, 9 + 7 * seed, 37 + 20 * seed, seed == 2);
        size_t last = f.clip->memory_size;
        for (int i = 0; i < COUNT_OF(tolerances); i++) {
            caper_pack_report report;
            caper_clip *packed = packed_within(f.clip, tolerances[i], &report);
            CHECK(packed->packed && packed->tolerance == tolerances[i]);
            CHECK(report.error <= tolerances[i]);
            // the same to rounding of the float kinematics that measured it
            CHECK(error_of(f.clip, packed) <= (double)tolerances[i] * 1.001 + 1e-6);
            CHECK(packed->memory_size < last);
            caper_clip_destroy(packed);
        }
        fixture_free(&f);
    }
}

static void more_tolerance_takes_fewer_bytes(void)
{
    clip_fixture f = fixture_make(5, 24, 100, false);
    size_t last = SIZE_MAX;
    for (float tolerance = 1e-5f; tolerance < 0.05f; tolerance *= 4.0f) {
        caper_pack_report report;
        caper_clip *packed = packed_within(f.clip, tolerance, &report);
        CHECK(report.size <= last);
        last = report.size;
        caper_clip_destroy(packed);
    }
    fixture_free(&f);
}

static void what_stands_still_takes_nothing(void)
{
    clip_fixture f = fixture_make(6, 12, 200, false);
    for (int k = 0; k < f.frame_count; k++)
        memcpy(f.frames + (size_t)k * 12, f.rest, 12 * sizeof *f.rest);
    caper_clip_def def = fixture_def(&f);
    caper_clip *still = caper_clip_create(&def, NULL);
    caper_pack_report report;
    caper_clip *packed = packed_within(still, 0.001f, &report);
    // a head, 13 segments of nothing and their places
    CHECK(report.size <= sizeof(caperi_pack_head) + 13 * 4 + 14 * 4);
    CHECK(error_of(still, packed) == 0);
    caper_clip_destroy(packed);

    // off rest by more than the tolerance, but still: one constant
    for (int k = 0; k < f.frame_count; k++)
        f.frames[k * 12 + 3].position.x += 0.25f;
    caper_clip_destroy(still);
    still = caper_clip_create(&def, NULL);
    size_t before = report.size;
    packed = packed_within(still, 0.001f, &report);
    CHECK_INT((int)(report.size - before), (int)sizeof(caperi_pack_constant));
    CHECK(error_of(still, packed) == 0);
    caper_clip_destroy(packed);
    caper_clip_destroy(still);
    fixture_free(&f);
}

// The last group of the last segment has no bits: what is loaded for it lies past the packing. The
// sanitizers tell when that is past the clip.
static void what_stands_still_at_the_end_is_within_the_clip(void)
{
    for (int bodies = 9; bodies <= 17; bodies += 4) {
        clip_fixture f = fixture_make(8, bodies, 32, false);
        for (int k = 0; k < f.frame_count; k++) {
            const caper_transform *held = f.frames + (size_t)15 * (size_t)bodies;
            for (int b = 0; b < bodies; b++) {
                caper_transform *t = &f.frames[k * bodies + b];
                t->position = f.rest[b].position;
                t->rotation = k > 15 ? held[b].rotation : t->rotation;
            }
        }
        caper_clip_def def = caper_clip_def_default();
        def.skeleton = &f.skeleton;
        def.frame_count = f.frame_count;
        def.frames = f.frames;
        caper_clip *clip = caper_clip_create(&def, NULL);
        caper_shared_skeleton *shared = caper_shared_skeleton_create(&f.skeleton, NULL, NULL);
        caper_pack_options options = {.tolerance = 0.001f, .shared = shared};
        caper_clip *packed = caper_clip_pack(clip, &options, NULL, NULL);
        REQUIRE(clip && packed);
        CHECK(error_of(clip, packed) <= 0.001);
        caper_clip_destroy(packed);
        caper_shared_skeleton_release(shared);
        caper_clip_destroy(clip);
        fixture_free(&f);
    }
}

static void spins_and_flips_keep_the_bound(void)
{
    // turns that no reference is near to: 1.5 turns a segment, and flips of half a turn
    enum {
        BODIES = 6,
        FRAMES = 80
    };
    clip_fixture f = fixture_make(7, BODIES, FRAMES, false);
    for (int k = 0; k < FRAMES; k++) {
        float spin = 0.59f * (float)k;
        f.frames[k * BODIES + 1].rotation =
            caper_quat_from_axis_angle(caper_vec3_make(0.1f, 1, 0.2f), spin);
        f.frames[k * BODIES + 2].rotation =
            caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), k / 7 % 2 ? 3.1f : 0.0f);
    }
    caper_clip_def def = fixture_def(&f);
    caper_clip *clip = caper_clip_create(&def, NULL);
    const float tolerances[] = {0.001f, 0.0001f};
    for (int i = 0; i < COUNT_OF(tolerances); i++) {
        caper_pack_report report;
        caper_clip *packed = packed_within(clip, tolerances[i], &report);
        CHECK(error_of(clip, packed) <= (double)tolerances[i] * 1.001 + 1e-6);
        CHECK(packed->memory_size < clip->memory_size / 2);
        caper_clip_destroy(packed);
    }
    caper_clip_destroy(clip);
    fixture_free(&f);
}

static void keys_between_frames_are_kept(void)
{
    clip_fixture f = fixture_make(8, 5, 40, false);
    const float times[] = {0.0f, 0.1234f, 0.5017f, 1.111f};
    caper_quat turns[4];
    for (int i = 0; i < 4; i++)
        turns[i] = caper_quat_from_axis_angle(caper_vec3_make(0, 0, 1), 0.3f * (float)(i * i));
    caper_quat swing[40];
    for (int i = 0; i < 40; i++)
        swing[i] = caper_quat_from_axis_angle(caper_vec3_make(1, 0, 0), 0.02f * (float)i);
    caper_track_def tracks[] = {{CAPER_TRACK_ROTATION, 1, 4, times, &turns[0].x},
                                {CAPER_TRACK_ROTATION, 2, 40, NULL, &swing[0].x}};
    caper_clip_def def = fixture_def(&f);
    def.frames = NULL;
    def.tracks = tracks;
    def.track_count = 2;
    caper_clip *clip = caper_clip_create(&def, NULL);
    caper_pack_report report;
    caper_clip *packed = packed_within(clip, 0.0001f, &report);
    CHECK_INT(report.unpacked_tracks, 1);
    for (int i = 0; i <= 200; i++) // not only at half frames
        CHECK(error_at(clip, packed, clip->duration * (float)i / 200) <= 0.0002);

    // and they survive a file
    caper_text bytes;
    caper_text_init(&bytes, NULL);
    CHECK(caper_clip_encode(packed, true, &bytes));
    caper_clip *back = caper_clip_decode(bytes.data, bytes.size, NULL, NULL, NULL, NULL);
    CHECK(back && error_of(packed, back) == 0);
    CHECK_INT((int)back->memory_size, (int)packed->memory_size);
    caper_text_free(&bytes);
    caper_clip_destroy(back);
    caper_clip_destroy(packed);
    caper_clip_destroy(clip);
    fixture_free(&f);
}

// -- Decoding ---------------------------------------------------------------------------------

// One field of a packed group, bit by bit.
static uint32_t field(const uint8_t *words, size_t lanes, size_t lane, size_t bit, int width)
{
    uint32_t number = 0;
    for (int i = 0; i < width; i++, bit++) {
        size_t byte = ((bit / 32) * lanes + lane) * 4 + bit % 32 / 8;
        number |= (uint32_t)(words[byte] >> (bit % 8) & 1) << i;
    }
    return number;
}

static uint32_t u32_at(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

// A rotation of a frame from the bytes as packed.h describes them, in double.
static oracle_quat decode_plainly(const caperi_packed *p, int rotation, int frame)
{
    int count = p->head.rotation_count, segments = (int)p->head.segment_count;
    int segment = frame / 16 < segments ? frame / 16 : segments - 1;
    int frames = segment < segments - 1 ? 16 : p->frame_count - 16 * segment;
    const uint8_t *at = p->bytes + p->offsets[segment];
    int groups = (count + 7) / 8;
    const uint8_t *group = at + 4 * (groups + 1);
    for (int g = 0; g < groups; g++) {
        int code = (int)(u32_at(at + 4 * g) & 32767);
        CHECK(u32_at(at + 4 * g) >> 15 == (uint32_t)(group - at) / 4);
        int w[3] = {code & 31, code >> 5 & 31, code >> 10 & 31}, all = w[0] + w[1] + w[2];
        size_t lanes = count - 8 * g < 8 ? (size_t)(count - 8 * g) : 8;
        for (size_t lane = 0; lane < lanes; lane++) {
            uint32_t first = u32_at(group + 4 * lane), second = u32_at(group + 4 * (lanes + lane));
            if ((int)(second >> 24) + g / 32 * 256 != rotation)
                continue;
            double step = ldexp(1.0 + (first >> 24 & 7) / 8.0, (int)(first >> 27) - 31);
            double r[4] = {(int)(first & 4095) - 2048.0, (int)(first >> 12 & 4095) - 2048.0,
                           (int)(second & 4095) - 2048.0, (int)(second >> 12 & 4095) - 2048.0};
            double v[4], s = 0;
            size_t bit = (size_t)((frame - 16 * segment) * all);
            for (int k = 0; k < 3; k++) {
                double number = field(group + 8 * lanes, lanes, lane, bit, w[k]);
                v[k] = (number - ((1 << w[k]) - 1) / 2.0) * step;
                s += v[k] * v[k];
                bit += (size_t)w[k];
            }
            v[3] = 1 + s * (-0.50213731 + s * (-0.10108014 + s * -0.13181519));
            oracle_quat q = {{r[3] * v[0] + r[0] * v[3] + r[1] * v[2] - r[2] * v[1],
                              r[3] * v[1] + r[1] * v[3] + r[2] * v[0] - r[0] * v[2],
                              r[3] * v[2] + r[2] * v[3] + r[0] * v[1] - r[1] * v[0],
                              r[3] * v[3] - r[0] * v[0] - r[1] * v[1] - r[2] * v[2]}};
            double length = sqrt(oracle_dot(q, q));
            for (int k = 0; k < 4; k++)
                q.v[k] /= length;
            return q;
        }
        group += 4 * lanes * (2 + (size_t)(all * frames + 31) / 32);
    }
    CHECK(rotation < 0); // it is in no group
    return (oracle_quat){{0, 0, 0, 1}};
}

static void sampling_agrees_with_plain_decoding(void)
{
    // 3 to 90 rotations: full groups, rests of one to seven; the last segment short and long
    const int bodies[] = {4, 9, 10, 15, 120}, frames[] = {1, 5, 20, 33, 61};
    for (int i = 0; i < COUNT_OF(bodies); i++) {
        clip_fixture f = fixture_make((uint64_t)(20 + i), bodies[i], frames[i], false);
        caper_clip *packed = packed_within(f.clip, i % 2 ? 1e-5f : 1e-3f, NULL);
        const caperi_packed *p = packed->data->packed;
        caper_pose pose = caper_pose_create(bodies[i], 0, NULL);
        int checked = frames[i] == 1 ? 1 : 0;
        for (int half = 0; half < 2 * frames[i] - 1; half++) {
            caper_clip_sample(packed, 0.5f * (float)half / packed->rate, NULL, &pose);
            for (int r = 0; r < p->head.rotation_count; r++) {
                oracle_quat q = decode_plainly(p, r, half / 2);
                if (half % 2)
                    q = oracle_nlerp(q, decode_plainly(p, r, half / 2 + 1), 0.5);
                caper_quat got = pose.bodies[p->rotations[r]].rotation;
                // mixing before or after lengths differs by the pace that packed.h states
                CHECK(oracle_angle(q, oracle_from(got)) < (half % 2 ? 3e-5 : 2e-6));
                checked++;
            }
        }
        CHECK(checked > 0);
        caper_pose_destroy(&pose, NULL);
        caper_clip_destroy(packed);
        fixture_free(&f);
    }
}

// Clips with more rotations than the index of a track has values.
static void hundreds_of_bodies_pack(void)
{
    clip_fixture f = fixture_make(31, 700, 20, false);
    caper_pack_report report;
    caper_clip *packed = packed_within(f.clip, 0.001f, &report);
    CHECK(packed->data->packed->head.rotation_count > 256);
    CHECK(report.error <= 0.001f);
    caper_clip_destroy(packed);
    fixture_free(&f);
}

static void samples_are_the_same_bits_in_every_build(void)
{
    clip_fixture f = fixture_make(11, 21, 50, false);
    caper_clip *packed = packed_within(f.clip, 0.0001f, NULL);
    caper_pose pose = caper_pose_create(21, 0, NULL);
    uint64_t hash = 0;
    for (int i = 0; i <= 300; i++) {
        caper_clip_sample(packed, packed->duration * (float)i / 300, NULL, &pose);
        hash = caper_hash64(pose.bodies, 21 * sizeof *pose.bodies, hash);
    }
    CHECK_INT((int64_t)hash, GOLDEN_HASH);
    caper_pose_destroy(&pose, NULL);
    caper_clip_destroy(packed);
    fixture_free(&f);
}

// The loops as this file has them, for the plainest processor, against those that the library takes
// on this one: all counts of groups and of tracks in the last, in two banks; one frame, two frames,
// frames of two segments.
static void every_processor_has_the_same_bits(void)
{
    for (int bodies = 3; bodies <= 400; bodies += bodies < 44 ? 1 : 89) {
        clip_fixture f = fixture_make((uint64_t)bodies, bodies, 21, false);
        caper_clip *packed = packed_within(f.clip, 0.01f, NULL);
        caper_pose a = caper_pose_create(bodies, 0, NULL), b = caper_pose_create(bodies, 0, NULL);
        for (int i = 0; i <= 80; i++) {
            float time = packed->duration * (float)i / 80;
            caper_clip_sample(packed, time, NULL, &a);
            memcpy(b.bodies, packed->data->base, (size_t)bodies * sizeof *b.bodies);
            sample_all(packed->data->packed, caperi_clip_moment(packed, time), b.bodies, NULL);
            CHECK(memcmp(a.bodies, b.bodies, (size_t)bodies * sizeof *a.bodies) == 0);
        }
        caper_pose_destroy(&a, NULL);
        caper_pose_destroy(&b, NULL);
        caper_clip_destroy(packed);
        fixture_free(&f);
    }
}

// -- As a clip --------------------------------------------------------------------------------

static caper_clip *marked(const clip_fixture *f)
{
    static const caper_contact contacts[] = {{2, 0.1f, 0.5f}, {1, 0.3f, 0.9f}};
    static const caper_key_pose key_poses[] = {{0.4f, "hit"}, {0.2f, ""}};
    static const char *const tags[] = {"walk", "slow"}, *const deforms[] = {"jaw", "brow"};
    static float deform_frames[100 * 2];
    for (int i = 0; i < 100; i++) {
        deform_frames[2 * i] = 0.5f + 0.5f * sinf(0.2f * (float)i);
        deform_frames[2 * i + 1] = 0.25f;
    }
    caper_clip_def def = fixture_def(f);
    def.contacts = contacts;
    def.contact_count = 2;
    def.key_poses = key_poses;
    def.key_pose_count = 2;
    def.tags = tags;
    def.tag_count = 2;
    def.deforms = deforms;
    def.deform_count = 2;
    def.deform_frames = deform_frames;
    def.roots = f->roots;
    return caper_clip_create(&def, NULL);
}

static void marks_roots_and_deforms_come_along(void)
{
    clip_fixture f = fixture_make(12, 8, 60, false);
    caper_clip *clip = marked(&f), *packed = packed_within(clip, 0.0001f, NULL);
    CHECK(packed->has_root && packed->contact_count == 2 && packed->key_pose_count == 2);
    CHECK(packed->contacts[1].body == 1 && strcmp(packed->tags[1], "slow") == 0);
    CHECK(strcmp(packed->key_poses[1].name, "hit") == 0 && packed->loops == clip->loops);
    caper_pose a = caper_pose_create(8, 2, NULL), b = caper_pose_create(8, 2, NULL);
    for (int half = 0; half < 119; half++) {
        float time = 0.5f * (float)half / clip->rate;
        caper_clip_sample(clip, time, NULL, &a);
        caper_clip_sample(packed, time, NULL, &b);
        for (int d = 0; d < 2; d++)
            CHECK_NEAR(a.deforms[d], b.deforms[d], 0.001);
    }
    CHECK(error_of(clip, packed) <= 0.0001001 + 1e-6);
    caper_pose_destroy(&a, NULL);
    caper_pose_destroy(&b, NULL);
    caper_clip_destroy(packed);
    caper_clip_destroy(clip);
    fixture_free(&f);
}

// What makes clips from clips takes packed ones.
static void packed_clips_are_edited_as_others_are(void)
{
    clip_fixture f = fixture_make(13, 8, 60, false);
    caper_clip *clip = marked(&f), *packed = packed_within(clip, 0.0001f, NULL);
    caper_clip *made[] = {
        caper_clip_resample(packed, 60.0f, NULL, NULL, NULL),
        caper_clip_extract_root(packed, 0, NULL, NULL), caper_clip_bake_root(packed, NULL, NULL),
        caper_clip_reduce(packed, NULL, NULL, NULL), packed_within(packed, 0.0005f, NULL)};
    for (int i = 0; i < COUNT_OF(made); i++) {
        CHECK(made[i] != NULL);
        // frames are the same; between them the pace of mixing differs by a part of the tolerance
        const double bounds[] = {5e-5, 1, 1, 0.00101, 0.000502}; // roots are exact at frames only
        CHECK(error_of(packed, made[i]) <= bounds[i]);
        for (int k = 0; i < 3 && k < packed->frame_count; k++)
            CHECK(error_at(packed, made[i], (float)k / packed->rate) <= 3e-6);
        caper_clip_destroy(made[i]);
    }
    // as text it becomes a dense clip of the same frames
    caper_json_writer writer;
    caper_json_writer_init(&writer, NULL, 2);
    caper_clip_write(packed, &writer);
    size_t size;
    const char *text = caper_json_writer_finish(&writer, &size, NULL);
    caper_clip *back = caper_clip_parse(text, size, NULL, NULL, NULL);
    CHECK(back && !back->packed && error_of(packed, back) <= 5e-5);
    caper_json_writer_free(&writer);
    caper_clip_destroy(back);
    caper_clip_destroy(packed);
    caper_clip_destroy(clip);
    fixture_free(&f);
}

static void a_skeleton_is_shared_and_outlives_its_maker(void)
{
    clip_fixture f = fixture_make(14, 20, 40, false);
    caper_shared_skeleton *shared = caper_shared_skeleton_create(&f.skeleton, NULL, NULL);
    caper_pack_options options = {.shared = shared};
    caper_clip *a = caper_clip_pack(f.clip, &options, NULL, NULL);
    caper_clip *b = caper_clip_pack(f.clip, &options, NULL, NULL);
    caper_clip *own = caper_clip_pack(f.clip, NULL, NULL, NULL);
    CHECK(a->skeleton.names == b->skeleton.names && a->shared == shared);
    CHECK(own->memory_size > a->memory_size + 20 * sizeof(caper_transform));
    caper_shared_skeleton_release(shared);
    caper_clip_destroy(a);
    CHECK(strcmp(b->skeleton.names[3], "body_3") == 0); // the sanitizers would tell
    CHECK(error_of(own, b) == 0);
    caper_clip_destroy(own);

    // a skeleton of other names is refused
    clip_fixture g = fixture_make(15, 20, 40, false);
    shared = caper_shared_skeleton_create(&g.skeleton, NULL, NULL);
    options.shared = shared;
    caper_error error = {0};
    CHECK(caper_clip_pack(f.clip, &options, NULL, &error) == NULL);
    CHECK_INT(error.status, CAPER_ERROR_INVALID);
    caper_shared_skeleton_release(shared);
    caper_clip_destroy(b);
    fixture_free(&f);
    fixture_free(&g);
}

static void bad_options_are_refused(void)
{
    clip_fixture f = fixture_make(16, 4, 10, false);
    const float wrong[] = {-1.0f, NAN, INFINITY};
    for (int i = 0; i < COUNT_OF(wrong); i++) {
        caper_pack_options options = {.tolerance = wrong[i]};
        caper_error error = {0};
        CHECK(caper_clip_pack(f.clip, &options, NULL, &error) == NULL);
        CHECK_INT(error.status, CAPER_ERROR_INVALID);
    }
    fixture_free(&f);
}

// -- Bytes ------------------------------------------------------------------------------------

static void bytes_come_back_as_the_same_clip(void)
{
    clip_fixture f = fixture_make(17, 12, 70, false);
    caper_clip *clip = marked(&f), *packed = packed_within(clip, 0.0001f, NULL);
    caper_text with, without;
    caper_text_init(&with, NULL);
    caper_text_init(&without, NULL);
    CHECK(caper_clip_encode(packed, true, &with));
    CHECK(caper_clip_encode(packed, false, &without));
    CHECK(caper_clip_is_encoded(with.data, with.size));
    CHECK(with.size <= packed->memory_size * 11 / 10 && without.size < with.size);

    caper_error error = {0};
    caper_clip *back = caper_clip_decode(with.data, with.size, NULL, NULL, NULL, &error);
    CHECK(back && error_of(packed, back) == 0 && back->memory_size == packed->memory_size);
    CHECK(back->tolerance == packed->tolerance && strcmp(back->name, packed->name) == 0);
    CHECK_INT(back->contact_count, 2);
    caper_clip_destroy(back);

    CHECK(!caper_clip_decode(without.data, without.size, NULL, NULL, NULL, &error));
    caper_shared_skeleton *shared = caper_shared_skeleton_create(&f.skeleton, NULL, NULL);
    back = caper_clip_decode(without.data, without.size, NULL, shared, NULL, &error);
    CHECK(back && error_of(packed, back) == 0 && back->shared == shared);
    caper_clip_destroy(back);
    caper_shared_skeleton_release(shared);

    // another skeleton is not taken for it
    f.rest[4].position.x += 1e-6f;
    shared = caper_shared_skeleton_create(&f.skeleton, NULL, NULL);
    CHECK(!caper_clip_decode(without.data, without.size, NULL, shared, NULL, &error));
    caper_shared_skeleton_release(shared);
    caper_text_free(&with);
    caper_text_free(&without);
    caper_clip_destroy(packed);
    caper_clip_destroy(clip);
    fixture_free(&f);
}

static void files_are_read_by_what_they_hold(void)
{
    clip_fixture f = fixture_make(18, 6, 30, false);
    caper_clip *packed = packed_within(f.clip, 0.0001f, NULL);
    caper_error error = {0};
    const char *path = "test_clip_packed.clip.bin";
    CHECK(caper_clip_save_packed(packed, path, &error));
    caper_clip *back = caper_clip_load(path, NULL, &error);
    CHECK(back && back->packed && error_of(packed, back) == 0);
    CHECK(!caper_clip_save_packed(f.clip, path, &error)); // not packed
    remove(path);
    caper_clip_destroy(back);
    caper_clip_destroy(packed);
    fixture_free(&f);
}

// Whatever is accepted samples to finite unit poses.
static void check_samples(const caper_clip *clip)
{
    caper_pose pose = caper_pose_create(clip->skeleton.body_count, clip->deform_count, NULL);
    for (int i = 0; i <= 40; i++) {
        caper_clip_sample(clip, clip->duration * (float)i / 40, NULL, &pose);
        for (int b = 0; b < pose.body_count; b++)
            CHECK(caper_transform_is_valid(pose.bodies[b], 1e-4f));
        caper_root root = caper_clip_sample_root(clip, clip->duration * (float)i / 40);
        CHECK(isfinite(root.x) && isfinite(root.yaw));
    }
    caper_pose_destroy(&pose, NULL);
}

static void damaged_bytes_are_refused_or_harmless(void)
{
    clip_fixture f = fixture_make(19, 9, 40, false);
    caper_clip *clip = marked(&f), *packed = packed_within(clip, 0.001f, NULL);
    caper_text bytes;
    caper_text_init(&bytes, NULL);
    CHECK(caper_clip_encode(packed, true, &bytes));
    char *damaged = malloc(bytes.size);
    for (size_t size = 0; size < bytes.size; size += size < 300 ? 1 : 13) {
        memcpy(damaged, bytes.data, size);
        caper_error error = {0};
        CHECK(!caper_clip_decode(damaged, size, NULL, NULL, NULL, &error));
        CHECK(error.status != CAPER_OK && error.message[0]);
    }
    caper_rng rng = caper_rng_make(3);
    int taken = 0;
    for (int i = 0; i < 2000; i++) {
        memcpy(damaged, bytes.data, bytes.size);
        for (int n = caper_rng_int(&rng, 1, 4); n > 0; n--)
            damaged[caper_rng_int(&rng, 0, (int)bytes.size - 1)] = (char)caper_rng_u64(&rng);
        caper_clip *back = caper_clip_decode(damaged, bytes.size, NULL, NULL, NULL, NULL);
        if (back)
            check_samples(back);
        taken += back != NULL;
        caper_clip_destroy(back);
    }
    CHECK(taken > 100 && taken < 1900); // most of the bytes are numbers, and any number is one
    free(damaged);
    caper_text_free(&bytes);
    caper_clip_destroy(packed);
    caper_clip_destroy(clip);
    fixture_free(&f);
}

// -- Captures ---------------------------------------------------------------------------------

static void a_capture_keeps_the_bound_in_a_twelfth(void)
{
    caper_import *import = load_shared_import("bvh/cmu/16_01.bvh");
    caper_clip *clip = caper_clip_resample(import->clips[0], 30.0f, NULL, NULL, NULL);
    caper_pack_report report;
    caper_clip *packed = packed_within(clip, 0.0001f, &report);
    CHECK(error_of(clip, packed) <= 0.0001001 + 1e-6);
    size_t raw = (size_t)clip->frame_count * (size_t)clip->skeleton.body_count * 40;
    CHECK(report.size * 12 < raw);
    caper_clip_destroy(packed);
    caper_clip_destroy(clip);
    caper_import_destroy(import);
}

TESTS(the_bound_holds_at_frames_and_half_frames, more_tolerance_takes_fewer_bytes,
      what_stands_still_takes_nothing, what_stands_still_at_the_end_is_within_the_clip,
      spins_and_flips_keep_the_bound, keys_between_frames_are_kept,
      sampling_agrees_with_plain_decoding, hundreds_of_bodies_pack,
      samples_are_the_same_bits_in_every_build, every_processor_has_the_same_bits,
      marks_roots_and_deforms_come_along, packed_clips_are_edited_as_others_are,
      a_skeleton_is_shared_and_outlives_its_maker, bad_options_are_refused,
      bytes_come_back_as_the_same_clip, files_are_read_by_what_they_hold,
      damaged_bytes_are_refused_or_harmless, a_capture_keeps_the_bound_in_a_twelfth)
