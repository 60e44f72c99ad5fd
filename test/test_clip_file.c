// SPDX-License-Identifier: MIT
//
// Clips in files: round trips to the bit, each bad file refused at its line and column and judged
// alike by the schema, limits, damaged text, memory that runs out.
#include "file_fixture.h"

#include "clip/clip.h"
#include "clip_fixture.h"

// -- Round trips ------------------------------------------------------------------------------

static caper_clip *rich_clip(uint64_t seed, bool loops)
{
    static const char *const deforms[] = {"smile", "blink \"\\\n", "\xC3\xA9"};
    static const char *const tags[] = {"walk", "slow"};
    static const caper_contact contacts[] = {{1, 0.1f, 0.4f}, {2, 0.3f, 1 / 3.0f}};
    static const caper_key_pose poses[] = {{0.25f, "pass"}, {0.75f, ""}};
    static float smile[2] = {0.1f, 1e-7f}, blink[50], frown = -0.0f, spin_times[3], spin[12];
    static const float smile_times[2] = {0.2f, 0.5f};
    clip_fixture f = fixture_make(seed, 9, 50, loops);
    caper_rng rng = caper_rng_make(seed);
    caper_track_def tracks[25];
    int count = 0;
    for (int i = 0; i < 50; i++)
        blink[i] = caper_rng_float(&rng);
    tracks[count++] = (caper_track_def){CAPER_TRACK_DEFORM, 0, 2, smile_times, smile};
    tracks[count++] = (caper_track_def){CAPER_TRACK_DEFORM, 1, 50, NULL, blink};
    tracks[count++] = (caper_track_def){CAPER_TRACK_DEFORM, 2, 1, NULL, &frown};
    // keys off frames, too far apart for nlerp, of lengths that are only nearly 1
    for (int i = 0; i < 3; i++) {
        caper_quat q = fixture_rotation(&rng, 1.5f * (float)i);
        spin_times[i] = 0.01f + 0.4777f * (float)i;
        spin[4 * i] = q.x * 1.0004f;
        spin[4 * i + 1] = q.y * 1.0004f;
        spin[4 * i + 2] = q.z * 1.0004f;
        spin[4 * i + 3] = q.w * 1.0004f;
    }
    tracks[count++] = (caper_track_def){CAPER_TRACK_ROTATION, 5, 3, spin_times, spin};
    static caper_quat dense[9][50];
    static float sparse_times[9][50];
    for (int b = 0; b < 5; b++) {
        int keys = 0;
        for (int i = 0; i < 50; i += b % 2 ? 1 : 1 + caper_rng_int(&rng, 0, 8)) {
            sparse_times[b][keys] = (float)i / 30;
            dense[b][keys++] = f.frames[i * 9 + b].rotation;
        }
        tracks[count++] = (caper_track_def){CAPER_TRACK_ROTATION, b, keys,
                                            b % 2 ? NULL : sparse_times[b], &dense[b][0].x};
    }
    static caper_vec3 places[50];
    for (int i = 0; i < 50; i++)
        places[i] = f.frames[i * 9].position;
    tracks[count++] = (caper_track_def){CAPER_TRACK_TRANSLATION, 0, 50, NULL, &places[0].x};
    caper_clip_def def = fixture_def(&f);
    def.name = "rich";
    def.frames = NULL;
    def.roots = f.roots;
    def.tracks = tracks;
    def.track_count = count;
    def.deforms = deforms;
    def.deform_count = 3;
    def.tags = tags;
    def.tag_count = 2;
    def.contacts = contacts;
    def.contact_count = 2;
    def.key_poses = poses;
    def.key_pose_count = 2;
    def.loops = loops;
    caper_error error = {0};
    caper_clip *clip = caper_clip_create(&def, &error);
    CHECK_STR(error.message, "");
    REQUIRE(clip != NULL);
    fixture_free(&f);
    return clip;
}

static bool same_tracks(const caper_clip *a, const caper_clip *b)
{
    caper_arena arena;
    caper_arena_init(&arena, NULL, 0);
    int na = 0, nb = 0;
    caper_track_def *ta = caperi_clip_track_defs(a, &arena, &na);
    caper_track_def *tb = caperi_clip_track_defs(b, &arena, &nb);
    bool same = ta && tb && na == nb;
    for (int i = 0; same && i < na; i++) {
        size_t keys = (size_t)ta[i].key_count;
        size_t bytes = keys * (size_t)caperi_track_width(ta[i].kind) * sizeof(float);
        same = ta[i].kind == tb[i].kind && ta[i].body == tb[i].body &&
               ta[i].key_count == tb[i].key_count && !ta[i].times == !tb[i].times &&
               (!ta[i].times || memcmp(ta[i].times, tb[i].times, keys * sizeof(float)) == 0) &&
               memcmp(ta[i].values, tb[i].values, bytes) == 0;
    }
    caper_arena_destroy(&arena);
    return same;
}

static void check_same(const caper_clip *a, const caper_clip *b)
{
    CHECK_STR(a->name, b->name);
    CHECK(a->rate == b->rate && a->frame_count == b->frame_count && a->loops == b->loops);
    CHECK(a->has_root == b->has_root && a->keyed == b->keyed && a->memory_size == b->memory_size);
    CHECK(caper_skeleton_same(&a->skeleton, &b->skeleton));
    CHECK(memcmp(a->skeleton.rest_local, b->skeleton.rest_local,
                 (size_t)a->skeleton.body_count * sizeof(caper_transform)) == 0);
    CHECK(same_tracks(a, b));
    REQUIRE(a->contact_count == b->contact_count && a->key_pose_count == b->key_pose_count);
    REQUIRE(a->tag_count == b->tag_count && a->deform_count == b->deform_count);
    for (int i = 0; i < a->contact_count; i++)
        CHECK(memcmp(&a->contacts[i], &b->contacts[i], sizeof a->contacts[i]) == 0);
    for (int i = 0; i < a->key_pose_count; i++) {
        CHECK(a->key_poses[i].time == b->key_poses[i].time);
        CHECK_STR(a->key_poses[i].name, b->key_poses[i].name);
    }
    for (int i = 0; i < a->tag_count; i++)
        CHECK_STR(a->tags[i], b->tags[i]);
    for (int i = 0; i < a->deform_count; i++)
        CHECK_STR(a->deforms[i], b->deforms[i]);
}

static char *text_of(const caper_clip *clip, int indent, size_t *size)
{
    caper_json_writer writer;
    caper_json_writer_init(&writer, NULL, indent);
    caper_clip_write(clip, &writer);
    return written_text(&writer, size);
}

static void a_clip_comes_back_from_its_text_to_the_bit(void)
{
    for (int round = 0; round < 6; round++) {
        caper_clip *clip = rich_clip((uint64_t)round, round % 2);
        size_t size, again_size;
        char *text = text_of(clip, round % 3 ? 2 : 0, &size);
        caper_error error = {0};
        caper_clip *back = caper_clip_parse(text, size, "text", NULL, &error);
        CHECK_STR(error.message, "");
        REQUIRE(back != NULL);
        check_same(clip, back);
        char *again = text_of(back, round % 3 ? 2 : 0, &again_size);
        CHECK_STR(again, text);
        free(again);
        free(text);
        caper_clip_destroy(back);
        caper_clip_destroy(clip);
    }
}

static void a_dense_and_a_reduced_clip_go_through_a_file(void)
{
    clip_fixture f = fixture_make(5, 12, 60, true);
    caper_reduce_options options = {.tolerance = 0.005f};
    caper_clip *reduced = caper_clip_reduce(f.clip, &options, NULL, NULL);
    REQUIRE(f.clip && reduced);
    const caper_clip *clips[] = {f.clip, reduced};
    for (int i = 0; i < 2; i++) {
        const char *path = CAPER_BINARY_DIR "/test_clip_file.clip.json";
        caper_error error = {0};
        CHECK(caper_clip_save(clips[i], path, &error));
        caper_clip *back = caper_clip_load(path, NULL, &error);
        CHECK_STR(error.message, "");
        REQUIRE(back != NULL);
        check_same(clips[i], back);
        caper_clip_destroy(back);
        remove(path);
    }
    caper_clip_destroy(reduced);
    fixture_free(&f);
    caper_error error = {0};
    CHECK(caper_clip_load("/no/such.clip.json", NULL, &error) == NULL);
    CHECK_INT(error.status, CAPER_ERROR_IO);
}

static void two_keys_in_the_time_of_one_frame_come_back(void)
{
    // both times are within rounding of frame 3
    float times[] = {0, 0.1f, nextafterf(0.1f, 1)}, angles[] = {0, 1, 2};
    static const char *const names[] = {"a"}, *const deforms[] = {"d"};
    static const int16_t parents[] = {-1};
    caper_transform rest = caper_transform_identity();
    caper_skeleton skeleton = {1, names, parents, &rest};
    caper_track_def track = {CAPER_TRACK_DEFORM, 0, 3, times, angles};
    caper_clip_def def = caper_clip_def_default();
    def.skeleton = &skeleton;
    def.frame_count = 10;
    def.deforms = deforms;
    def.deform_count = 1;
    def.tracks = &track;
    def.track_count = 1;
    caper_clip *clip = caper_clip_create(&def, NULL);
    REQUIRE(clip != NULL);
    size_t size;
    char *text = text_of(clip, 2, &size);
    caper_clip *back = caper_clip_parse(text, size, "text", NULL, NULL);
    REQUIRE(back != NULL);
    check_same(clip, back);
    caper_clip_destroy(back);
    caper_clip_destroy(clip);
    free(text);
}

static void what_people_may_leave_out_has_defaults(void)
{
    const char *text = "{\"caper\": \"clip\", \"version\": 1, \"frames\": 4,\n"
                       "\"skeleton\": {\"bodies\": [{\"name\": \"a\"}]}}";
    caper_error error = {0};
    caper_clip *clip = caper_clip_parse(text, strlen(text), NULL, NULL, &error);
    CHECK_STR(error.message, "");
    REQUIRE(clip != NULL);
    CHECK(clip->rate == 30 && !clip->loops && !clip->has_root && clip->name[0] == 0);
    CHECK_NEAR(clip->duration, 0.1, 1e-7);
    caper_clip_destroy(clip);
}

// -- Refusals ---------------------------------------------------------------------------------

#define TWENTY "abcdefghijklmnopqrst"
#define EIGHTY TWENTY TWENTY TWENTY TWENTY
#define LONG_NAME EIGHTY EIGHTY EIGHTY TWENTY
#define TOP "{\"caper\": \"clip\", \"version\": 1, \"frames\": 4, \"deforms\": [\"d\"],\n"
#define BODIES                                                                                     \
    "\"skeleton\": {\"bodies\": [{\"name\": \"a\"}, {\"name\": \"b\", \"parent\": \"a\"}]}"
#define WITH(rest) TOP BODIES ",\n" rest "}"
#define TRACK(rest) WITH("\"tracks\": [{" rest "}]")
#define UNIT "[0, 0, 0, 1]"

static const refusal refusals[] = {
    {"[]", "text:1:1: this must be an object, found an array", SCHEMA_TOO},
    {"{\"version\": 1}", "text:1:1: the member 'caper' is missing, expected \"caper\": \"clip\"",
     SCHEMA_TOO},
    {"{\"caper\": \"character\", \"version\": 1}",
     "text:1:11: expected \"caper\": \"clip\", found \"character\"", SCHEMA_TOO},
    {"{\"caper\": \"clip\", \"version\": 2, \"frames\": 4, " BODIES "}",
     "text:1:30: the file has version 2, and this library reads up to 1", SCHEMA_TOO},
    {"{\"caper\": \"clip\", \"version\": 1, \"frames\": 4}",
     "text:1:1: the member 'skeleton' is missing", SCHEMA_TOO},
    {"{\"caper\": \"clip\", \"version\": 1, " BODIES "}",
     "text:1:1: the member 'frames' is missing", SCHEMA_TOO},
    {"{\"caper\": \"clip\", \"version\": 1, \"frames\": 0, " BODIES "}",
     "text:1:43: 'frames' must be from 1 to 16777216, found 0", SCHEMA_TOO},
    {"{\"caper\": \"clip\", \"version\": 1, \"frames\": 16777216, " BODIES "}",
     "text:1:43: 16777216 frames of 2 bodies and 0 deforms are 33554432 values, the most is "
     "16777216",
     READER_ONLY},
    {WITH("\"rate\": 0"), "text:3:9: the rate is 0, expected frames a second from 0.001 to 1000000",
     SCHEMA_TOO},
    {WITH("\"fps\": 30"),
     "text:3:1: unknown member 'fps'; expected one of 'caper', 'version', 'name', 'rate', "
     "'frames', "
     "'loop', 'tags', 'key_poses', ...",
     SCHEMA_TOO},
    {WITH("\"loop\": 1"), "text:3:9: 'loop' must be true or false, found a number", SCHEMA_TOO},
    {TOP "\"skeleton\": {\"bodies\": []}}",
     "text:2:24: 'bodies' must be an array of 1 to 1024 elements, found 0", SCHEMA_TOO},
    {TOP "\"skeleton\": {\"bodies\": [{}]}}", "text:2:25: the member 'name' is missing",
     SCHEMA_TOO},
    {TOP "\"skeleton\": {\"bodies\": [{\"name\": \"\"}]}}", "text:2:34: the body has no name",
     SCHEMA_TOO},
    {TOP "\"skeleton\": {\"bodies\": [{\"name\": \"a\"}, {\"name\": \"a\"}]}}",
     "text:2:49: two bodies are named 'a'", READER_ONLY},
    {TOP "\"skeleton\": {\"bodies\": [{\"name\": \"a\", \"parent\": \"b\"}, {\"name\": \"b\"}]}}",
     "text:2:49: 'b' is not the name of a body before 'a'", READER_ONLY},
    {TOP "\"skeleton\": {\"bodies\": [{\"name\": \"a\", \"parent\": \"a\"}]}}",
     "text:2:49: 'a' is not the name of a body before 'a'", READER_ONLY},
    {TOP "\"skeleton\": {\"bodies\": [{\"name\": \"a\", \"rotation\": [0, 0, 0, 1.1]}]}}",
     "text:2:51: found a quaternion of length 1.1, expected 1", READER_ONLY},
    {TOP "\"skeleton\": {\"bodies\": [{\"name\": \"a\", \"position\": [0, 2e9, 0]}]}}",
     "text:2:51: found 2e+09, expected a number within 1e9", SCHEMA_TOO},
    {TOP "\"skeleton\": {\"bodies\": [{\"name\": \"a\", \"box\": 1}]}}",
     "text:2:39: unknown member 'box'; expected one of 'name', 'parent', 'position', 'rotation'",
     SCHEMA_TOO},
    {TOP "\"skeleton\": {\"bodies\": [{\"name\": \"" LONG_NAME "\"}]}}",
     "text:2:34: 'name' must be a name of at most 255 bytes, found 260", SCHEMA_TOO},
    {WITH("\"tags\": [\"\"]"), "text:3:10: found an empty name", SCHEMA_TOO},
    {WITH("\"contacts\": [{\"body\": \"c\", \"start\": 0, \"end\": 0}]"),
     "text:3:23: the skeleton has no body 'c'", READER_ONLY},
    {WITH("\"contacts\": [{\"body\": \"a\", \"start\": 0.1, \"end\": 0}]"),
     "text:3:14: the contact ends before it starts", READER_ONLY},
    {WITH("\"contacts\": [{\"body\": \"a\", \"start\": -1, \"end\": 0}]"),
     "text:3:37: start is -1 s, expected a time within 0 and 0.1", SCHEMA_TOO},
    {WITH("\"contacts\": [{\"body\": \"a\", \"start\": 0, \"end\": 7}]"),
     "text:3:47: end is 7 s, expected a time within 0 and 0.1", READER_ONLY},
    {WITH("\"contacts\": [{\"body\": \"a\", \"start\": 0}]"),
     "text:3:14: the member 'end' is missing", SCHEMA_TOO},
    {WITH("\"key_poses\": [{\"time\": 1}]"),
     "text:3:24: time is 1 s, expected a time within 0 and 0.1", READER_ONLY},
    {WITH("\"key_poses\": [{\"at\": 1}]"),
     "text:3:16: unknown member 'at'; expected one of 'time', 'name'", SCHEMA_TOO},
    {"{\"caper\": \"clip\", \"version\": 1, \"frames\": 4, \"deforms\": [\"d\", \"d\"],\n" BODIES
     "}",
     "text:1:63: two deforms are named 'd'", READER_ONLY},
    {TRACK("\"body\": \"a\""),
     "text:3:12: the track has 0 of rotation, position, value and root, expected 1", SCHEMA_TOO},
    {TRACK("\"body\": \"a\", \"rotation\": [" UNIT "], \"position\": [[0, 0, 0]]"),
     "text:3:12: the track has 2 of rotation, position, value and root, expected 1", SCHEMA_TOO},
    {TRACK("\"rotation\": [" UNIT "]"),
     "text:3:12: a track with rotation must name a body, and no deform", SCHEMA_TOO},
    {TRACK("\"body\": \"a\", \"value\": [1]"),
     "text:3:12: a track with value must name a deform, and no body", SCHEMA_TOO},
    {TRACK("\"body\": \"a\", \"root\": [[0, 0, 0, 0]]"),
     "text:3:12: a track with root must name neither a body nor a deform", SCHEMA_TOO},
    {TRACK("\"body\": \"c\", \"rotation\": [" UNIT "]"), "text:3:21: the skeleton has no body 'c'",
     READER_ONLY},
    {TRACK("\"deform\": \"c\", \"value\": [1]"), "text:3:23: the clip has no deform 'c'",
     READER_ONLY},
    {TRACK("\"body\": \"a\", \"rotation\": [" UNIT "]}, {\"body\": \"a\", \"rotation\": [" UNIT
           "]"),
     "text:3:55: this is the second track of its kind for the same target", READER_ONLY},
    {TRACK("\"body\": \"a\", \"rotation\": []"),
     "text:3:38: this must be an array of 1 to 4 elements, found 0", SCHEMA_TOO},
    {TRACK("\"body\": \"a\", \"rotation\": [" UNIT ", [0, 0, 1]]"),
     "text:3:53: this must be an array of 4 numbers, found 3 elements", SCHEMA_TOO},
    {TRACK("\"body\": \"a\", \"rotation\": [" UNIT ", [0, 0, 1, 1]]"),
     "text:3:53: found a quaternion of length 1.41421, expected 1", READER_ONLY},
    {TRACK("\"body\": \"a\", \"position\": [[0, 1e10, 0]]"),
     "text:3:39: found 1e+10, expected a number within 1e9", SCHEMA_TOO},
    {TRACK("\"deform\": \"d\", \"value\": [0, 1, 2, 3, 4]"),
     "text:3:37: this must be an array of 1 to 4 elements, found 5", READER_ONLY},
    {TRACK("\"deform\": \"d\", \"keys\": [0, 1], \"value\": [0, 1, 2]"),
     "text:3:36: 'keys' must be an array of 3 elements, found 2", READER_ONLY},
    {TRACK("\"deform\": \"d\", \"keys\": [0, 4], \"value\": [0, 1]"),
     "text:3:40: this must be from 0 to 3, found 4", READER_ONLY},
    {TRACK("\"deform\": \"d\", \"keys\": [2, 2], \"value\": [0, 1]"),
     "text:3:40: key 1 is at frame 2, not after the key before it", READER_ONLY},
    {TRACK("\"deform\": \"d\", \"times\": [0, 0.2], \"value\": [0, 1]"),
     "text:3:41: key 1 is at 0.2 s, expected a time within 0 and 0.1", READER_ONLY},
    {TRACK("\"deform\": \"d\", \"times\": [0.05, 0.01], \"value\": [0, 1]"),
     "text:3:44: key 1 is at 0.01 s, not after the key before it", READER_ONLY},
    {TRACK("\"deform\": \"d\", \"keys\": [0], \"times\": [0], \"value\": [0]"),
     "text:3:50: the track has both keys and times, expected one", SCHEMA_TOO},
};

static bool reads(const char *text, size_t size, const caper_load_options *options,
                  caper_error *error)
{
    caper_clip *clip = caper_clip_parse(text, size, "text", options, error);
    caper_clip_destroy(clip);
    return clip != NULL;
}

static void every_bad_file_is_refused_at_its_place(void)
{
    check_refusals("clip", refusals, CAPER_COUNT_OF(refusals), reads);
}

static void the_schema_accepts_what_is_written(void)
{
    caperi_json schema = schema_load("clip");
    for (int round = 0; round < 6; round++) {
        caper_clip *clip = rich_clip((uint64_t)round, round % 2);
        size_t size;
        char *text = text_of(clip, 2, &size);
        CHECK(schema_says(&schema, text));
        caper_clip_destroy(clip);
        free(text);
    }
    caperi_json_free(&schema);
}

static void limits_on_bytes_hold(void)
{
    check_limit_on_bytes(WITH("\"rate\": 24"), reads);
}

static void damaged_text_is_refused_or_read_but_never_worse(void)
{
    caper_clip *clip = rich_clip(1, true);
    size_t size;
    char *text = text_of(clip, 2, &size);
    char *damaged = malloc(size);
    caper_rng rng = caper_rng_make(8);
    for (int n = 0; n < 300; n++) {
        memcpy(damaged, text, size);
        size_t length = n % 3 == 0 ? (size_t)caper_rng_int(&rng, 0, (int)size) : size;
        for (int k = n % 3 == 0 ? 0 : n % 4 + 1; k > 0; k--) {
            size_t at = (size_t)caper_rng_int(&rng, 0, (int)size - 1);
            damaged[at] = (char)caper_rng_int(&rng, 32, 126);
        }
        caper_error error = {0};
        caper_clip *back = caper_clip_parse(damaged, length, "damaged", NULL, &error);
        CHECK((back == NULL) == (error.status != CAPER_OK));
        CHECK(back != NULL || (error.line > 0 && error.column > 0));
        caper_clip_destroy(back);
    }
    free(damaged);
    free(text);
    caper_clip_destroy(clip);
}

static void without_memory_nothing_leaks(void)
{
    caper_clip *clip = rich_clip(1, true);
    size_t size;
    char *text = text_of(clip, 2, &size);
    bool read = false;
    for (long n = 1; n < 200 && !read; n++) {
        test_memory memory = {.fail_at = n};
        caper_allocator allocator = test_memory_allocator(&memory);
        caper_load_options options = {&allocator, 0, NULL};
        caper_error error = {0};
        caper_clip *back = caper_clip_parse(text, size, "text", &options, &error);
        read = back != NULL;
        CHECK(read || error.status == CAPER_ERROR_MEMORY);
        caper_clip_destroy(back);
        CHECK_MEMORY_EMPTY(&memory);
    }
    CHECK(read);
    free(text);
    caper_clip_destroy(clip);
}

static void saving_without_memory_or_place_fails_with_a_reason(void)
{
    bool saved = false;
    for (long n = 2; n < 100 && !saved; n++) {
        test_memory memory = {.fail_at = n};
        caper_allocator allocator = test_memory_allocator(&memory);
        caper_load_options options = {&allocator, 0, NULL};
        const char *text = TRACK("\"body\": \"a\", \"position\": [[0, 0, 0], [0, 1, 0]]");
        caper_clip *clip = caper_clip_parse(text, strlen(text), NULL, &options, NULL);
        if (!clip)
            continue;
        const char *path = CAPER_BINARY_DIR "/test_clip_memory.clip.json";
        caper_error error = {0};
        saved = caper_clip_save(clip, path, &error);
        CHECK(saved || error.status == CAPER_ERROR_MEMORY);
        CHECK(saved || error.message[0]);
        CHECK(!caper_clip_save(clip, "/no/such/folder/x.clip.json", &error));
        caper_clip_destroy(clip);
        remove(path);
        CHECK_MEMORY_EMPTY(&memory);
    }
    CHECK(saved);
}

TESTS(a_clip_comes_back_from_its_text_to_the_bit, a_dense_and_a_reduced_clip_go_through_a_file,
      two_keys_in_the_time_of_one_frame_come_back, what_people_may_leave_out_has_defaults,
      every_bad_file_is_refused_at_its_place, the_schema_accepts_what_is_written,
      limits_on_bytes_hold, damaged_text_is_refused_or_read_but_never_worse,
      without_memory_nothing_leaks, saving_without_memory_or_place_fails_with_a_reason)
