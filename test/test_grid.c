// SPDX-License-Identifier: MIT
//
// The grid: what a run writes depends on names, assets and seed alone; nothing is lost by threads,
// shards, kills and files that cannot be read.
#include "caper/grid.h"

#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BODIES = 5,
    ACTS = 5
};
static const char *const body_names[BODIES] = {"3", "11", "broken", "20", "<script>"};

typedef struct stage {
    caper_motion *motions[2];
    caper_world *rubble;
    caper_grid_act acts[ACTS];
} stage;

// Bodies are random creatures by number; "broken" cannot be read.
static bool find_body(void *user, const char *name, caper_grid_body *body, caper_error *error)
{
    (void)user;
    if (strcmp(name, "broken") == 0) {
        return caper_error_set(error, CAPER_ERROR_SYNTAX, "broken.glb", 3, 7, "no header");
    }
    caper_creature_def def = caper_creature_def_default();
    def.seed = name[0] == '<' ? 77 : (uint64_t)atoi(name);
    def.difficulty = 0.4f;
    body->owner = caper_character_random(&def, error);
    body->character = body->owner;
    return body->owner != NULL;
}

static void release_body(void *user, caper_grid_body *body)
{
    (void)user;
    caper_character_destroy(body->owner);
}

static stage stage_make(void)
{
    stage s;
    memset(&s, 0, sizeof s);
    s.motions[0] = caper_motion_load(test_data_path("motions/point.motion.json"), NULL, NULL);
    s.motions[1] = caper_motion_load(test_data_path("motions/nod.motion.json"), NULL, NULL);
    s.rubble = caper_world_load(test_data_path("worlds/rubble.world.json"), NULL, NULL);
    REQUIRE(s.motions[0] && s.motions[1] && s.rubble);
    s.acts[0] = (caper_grid_act){.name = "point behind", .motion = s.motions[0]};
    s.acts[0].place = CAPER_GRID_BEHIND;
    s.acts[1] = (caper_grid_act){.name = "nod", .motion = s.motions[1]};
    s.acts[2] = (caper_grid_act){.name = "nod on rubble", .motion = s.motions[1]};
    s.acts[2].world = s.rubble;
    s.acts[3] = (caper_grid_act){.name = "unread", .problem = "unread.bvh:1:1: nothing in it"};
    s.acts[4] = (caper_grid_act){.name = "walk", .kind = CAPER_GRID_WALK, .froude = 0.2f};
    return s;
}

static void stage_free(stage *s)
{
    caper_motion_destroy(s->motions[0]);
    caper_motion_destroy(s->motions[1]);
    caper_world_destroy(s->rubble);
}

static caper_grid_job stage_job(const stage *s, const char *path)
{
    caper_grid_job job = caper_grid_job_default();
    job.bodies = body_names;
    job.body_count = BODIES;
    job.acts = s->acts;
    job.act_count = ACTS;
    job.finder = (caper_grid_finder){find_body, release_body, NULL};
    job.walk_seconds = 1;
    job.path = path;
    return job;
}

// A file of this test program, not there yet.
static const char *fresh(const char *name)
{
    static char paths[16][256];
    static int next;
    char *path = paths[next++ % 16];
    snprintf(path, sizeof paths[0], CAPER_BINARY_DIR "/test/grid_%s", name);
    remove(path);
    return path;
}

static char *read_all(const char *path, size_t *size)
{
    char *text = caper_file_read(path, 0, NULL, size, NULL);
    REQUIRE(text != NULL);
    return text;
}

static void check_same(const char *a, const char *b)
{
    size_t m, n;
    char *x = read_all(a, &m), *y = read_all(b, &n);
    CHECK(m > 1000);
    CHECK(m == n && memcmp(x, y, m) == 0);
    caper_free(NULL, x, m + 1);
    caper_free(NULL, y, n + 1);
}

// One run from start to end, sorted.
static const char *whole_run(const stage *s, const char *name)
{
    char raw[64], sorted[64];
    snprintf(raw, sizeof raw, "%s.jsonl", name);
    snprintf(sorted, sizeof sorted, "%s.sorted.jsonl", name);
    const char *path = fresh(raw), *out = fresh(sorted);
    caper_grid_job job = stage_job(s, path);
    REQUIRE(caper_grid_run(&job, NULL));
    REQUIRE(caper_grid_merge(&path, 1, out, NULL));
    return out;
}

static void threads_do_not_change_a_line(void)
{
    stage s = stage_make();
    const char *one = whole_run(&s, "one");
    caper_job_pool_def def = caper_job_pool_def_default();
    def.thread_count = 3;
    const char *raw = fresh("three.jsonl"), *three = fresh("three.sorted.jsonl");
    caper_grid_job job = stage_job(&s, raw);
    job.pool = caper_job_pool_create(&def);
    REQUIRE(job.pool && caper_grid_run(&job, NULL));
    caper_job_pool_destroy(job.pool);
    REQUIRE(caper_grid_merge(&raw, 1, three, NULL));
    check_same(one, three);
    stage_free(&s);
}

static void shards_together_are_the_whole(void)
{
    stage s = stage_make();
    const char *one = whole_run(&s, "unsharded"), *parts[3];
    int64_t pairs = 0;
    for (int i = 0; i < 3; i++) {
        char name[32];
        snprintf(name, sizeof name, "shard%d.jsonl", i);
        parts[i] = fresh(name);
        caper_grid_job job = stage_job(&s, parts[i]);
        job.shard = i;
        job.shard_count = 3;
        REQUIRE(caper_grid_run(&job, NULL));
        for (int k = 0; k < CAPER_GRID_STATUS_COUNT; k++) {
            pairs += job.counts.count[k];
        }
    }
    CHECK_INT(pairs, BODIES * ACTS); // each once
    const char *merged = fresh("merged.jsonl");
    REQUIRE(caper_grid_merge(parts, 3, merged, NULL));
    check_same(one, merged);
    stage_free(&s);
}

static void a_run_that_was_killed_goes_on(void)
{
    stage s = stage_make();
    const char *one = whole_run(&s, "unkilled");
    size_t size;
    char *text = read_all(CAPER_BINARY_DIR "/test/grid_unkilled.jsonl", &size);
    int64_t resumed = 0;
    for (int k = 1; k < 6; k++) { // cut off somewhere, mostly within a line
        const char *path = fresh("killed.jsonl"), *out = fresh("killed.sorted.jsonl");
        FILE *file = fopen(path, "wb");
        REQUIRE(file && fwrite(text, 1, size * (size_t)k / 6, file) > 0 && fclose(file) == 0);
        caper_grid_job job = stage_job(&s, path);
        REQUIRE(caper_grid_run(&job, NULL));
        REQUIRE(caper_grid_merge(&path, 1, out, NULL));
        check_same(one, out);
        CHECK(job.resumed >= resumed);
        resumed = job.resumed;
    }
    CHECK(resumed > 5);
    caper_free(NULL, text, size + 1);
    stage_free(&s);
}

typedef struct tally {
    int count[CAPER_GRID_STATUS_COUNT];
    int broken, unread, worded;
} tally;

static bool add_tally(void *user, const caper_grid_item *item)
{
    tally *t = user;
    t->count[item->status]++;
    if (strcmp(item->body, "broken") == 0) {
        CHECK_INT(item->status, CAPER_GRID_ERROR);
        CHECK_HAS(item->why, "broken.glb:3:7: no header");
        t->broken++;
    } else if (strcmp(item->act, "unread") == 0) {
        CHECK_INT(item->status, CAPER_GRID_ERROR);
        CHECK_HAS(item->why, "unread.bvh:1:1: nothing in it");
        t->unread++;
    } else {
        CHECK(item->status == CAPER_GRID_SKIP || item->frame_count > 1);
        bool bad = item->status == CAPER_GRID_FAIL || item->status == CAPER_GRID_FLAWED;
        t->worded += bad == (item->worst[0] != 0);
    }
    return true;
}

static void what_cannot_be_read_is_a_row_of_its_own(void)
{
    stage s = stage_make();
    tally t = {0};
    REQUIRE(caper_grid_read(whole_run(&s, "rows"), add_tally, &t, NULL));
    CHECK_INT(t.broken, ACTS);
    CHECK_INT(t.unread, BODIES - 1);
    CHECK_INT(t.worded, (BODIES - 1) * (ACTS - 1));
    stage_free(&s);
}

static void another_run_is_not_added_to(void)
{
    stage s = stage_make();
    const char *path = fresh("other.jsonl");
    caper_grid_job job = stage_job(&s, path);
    job.body_count = 1;
    REQUIRE(caper_grid_run(&job, NULL));
    size_t before, after;
    caper_free(NULL, read_all(path, &before), before + 1);
    job.seed = 2;
    caper_error error = {0};
    CHECK(!caper_grid_run(&job, &error));
    CHECK_HAS(error.message, "another run");
    caper_free(NULL, read_all(path, &after), after + 1);
    CHECK_INT(before, after);
    const char *twice[2] = {path, fresh("seed2.jsonl")};
    job.path = twice[1];
    REQUIRE(caper_grid_run(&job, NULL));
    CHECK(!caper_grid_merge(twice, 2, fresh("both.jsonl"), &error));
    stage_free(&s);
}

static void a_line_comes_back(void)
{
    caper_grid_item item, back;
    memset(&item, 0, sizeof item);
    snprintf(item.body, sizeof item.body, "dog \"x\" \\ <b>");
    snprintf(item.act, sizeof item.act, "wave");
    snprintf(item.why, sizeof item.why, "left hand leaves its arm");
    snprintf(item.worst, sizeof item.worst, "stretch");
    item.status = CAPER_GRID_FAIL;
    item.variant = 3;
    item.seed = 0xfedcba9876543210;
    item.inputs = 0x123;
    item.size = 1.25f;
    item.frame_count = 9;
    item.duration = 0.5f;
    item.worst_time = 0.125f;
    item.expect_count = 2;
    item.expect_failed = 1;
    item.values[1] = (caper_grid_value){true, true, false, true, 7.5, 2.25};
    item.values[2] = (caper_grid_value){true, false, true, false, -3, 0};
    caper_json_writer w;
    caper_json_writer_init(&w, NULL, 0);
    caper_grid_write(&item, &w);
    CHECK(strchr(w.text.data, '\n') == NULL);
    REQUIRE(caper_grid_parse(w.text.data, w.text.size, "line", 1, &back, NULL));
    CHECK(memcmp(&item, &back, sizeof item) == 0);
    caper_json_writer_free(&w);
    // what few would see passes, but not every gate
    static const char *const lines[] = {"{\"body\":\"a\",\"act\":\"b\",\"status\":\"flawed\"}",
                                        "{\"body\":\"a\",\"act\":\"b\",\"status\":\"fail\"}",
                                        "{\"body\":\"a\",\"act\":\"b\",\"status\":\"pass\"}",
                                        "{\"body\":\"a\",\"act\":\"c\",\"status\":\"pass\"}"};
    caper_grid_counts counts = {0};
    for (int i = 0; i < 4; i++) {
        REQUIRE(caper_grid_parse(lines[i], strlen(lines[i]), "line", 1, &back, NULL));
        caper_grid_count(&counts, &back);
    }
    CHECK_NEAR(caper_grid_rate(&counts, false), 0.75, 0);
    CHECK_NEAR(caper_grid_rate(&counts, true), 0.5, 0);
    // an earlier Caper wrote a failure that few see so
    static const char old[] =
        "{\"body\":\"a\",\"act\":\"b\",\"status\":\"fail\",\"visible\":false}";
    REQUIRE(caper_grid_parse(old, sizeof old - 1, "line", 1, &back, NULL));
    CHECK_INT(back.status, CAPER_GRID_FLAWED);
    caper_error error = {0};
    static const char bad[] = "{\"body\":\"a\",\"act\":\"b\",\"status\":\"maybe\"}";
    CHECK(!caper_grid_parse(bad, sizeof bad - 1, "x.jsonl", 12, &back, &error));
    CHECK_INT(error.line, 12);
    CHECK_INT(error.column, 32);
}

static bool paint(void *user, const caper_grid_item *item, caper_text *png)
{
    int *count = user;
    CHECK_INT(item->status, CAPER_GRID_FAIL);
    *count += 1;
    return caper_text_append(png, "\x89PNG....", 8);
}

static void the_page_has_all_and_needs_nothing(void)
{
    stage s = stage_make();
    const char *lines = whole_run(&s, "page"), *out = fresh("page.html");
    int painted = 0;
    caper_grid_page_def def = caper_grid_page_def_default();
    def.path = def.against = lines;
    def.out = out;
    def.picture = paint;
    def.user = &painted;
    REQUIRE(caper_grid_page(&def, NULL));
    size_t size;
    char *page = read_all(out, &size);
    for (int i = 0; i < ACTS; i++) {
        CHECK_HAS(page, s.acts[i].name);
    }
    for (int i = 0; i < BODIES - 1; i++) {
        CHECK_HAS(page, body_names[i]);
    }
    CHECK_HAS(page, "\"\\u003cscript>\""); // a name is no element
    CHECK(strstr(page, "http") == NULL);   // nothing is fetched
    CHECK(strstr(page, " src=") == NULL && strstr(page, "href=") == NULL);
    tally t = {0};
    REQUIRE(caper_grid_read(lines, add_tally, &t, NULL));
    CHECK_INT(painted, t.count[CAPER_GRID_FAIL]);
    caper_free(NULL, page, size + 1);
    def.picture_budget = 1; // one is begun before it is spent
    painted = 0;
    REQUIRE(caper_grid_page(&def, NULL));
    CHECK_INT(painted, t.count[CAPER_GRID_FAIL] > 0);
    stage_free(&s);
}

static void every_variant_is_a_line(void)
{
    stage s = stage_make();
    caper_grid_job job = stage_job(&s, fresh("variants.jsonl"));
    job.body_count = 2;
    job.act_count = 1;
    job.all_variants = true;
    REQUIRE(caper_grid_run(&job, NULL));
    int expected = 0;
    for (int i = 0; i < 2; i++) {
        caper_grid_body body = {0};
        REQUIRE(find_body(NULL, body_names[i], &body, NULL));
        caper_binding *b = caper_binding_create(s.motions[0], body.character, NULL, NULL);
        expected += b && b->variant_count > 0 ? b->variant_count : 1;
        caper_binding_destroy(b);
        release_body(NULL, &body);
    }
    tally t = {0};
    REQUIRE(caper_grid_read(job.path, add_tally, &t, NULL));
    CHECK_INT(t.count[0] + t.count[1] + t.count[2] + t.count[3], expected);
    CHECK(expected > 2);
    stage_free(&s);
}

typedef struct chase {
    int left, told;
} chase;

static bool still_going(void *user)
{
    chase *c = user;
    return c->left-- > 0;
}

static void note_case(void *user, const caper_grid_case *found)
{
    chase *c = user;
    CHECK(found->body_count > 0 && found->body_count <= found->bodies_before);
    CHECK(found->why[0] != 0);
    char path[512];
    c->told++;
    snprintf(path, sizeof path, CAPER_BINARY_DIR "/test/%s", found->name);
    remove(path); // written next
}

// What a hunt keeps is a character that fails in that act, again.
static void a_hunt_keeps_small_creatures_that_fail(void)
{
    stage s = stage_make();
    caper_motion *pound =
        caper_motion_load(test_data_path("motions/pound.motion.json"), NULL, NULL);
    REQUIRE(pound != NULL);
    caper_grid_act act = {.name = "hunted pound", .motion = pound};
    caper_grid_job job = stage_job(&s, NULL);
    job.acts = &act;
    job.act_count = 1;
    chase c = {60, 0};
    caper_grid_hunt hunt = caper_grid_hunt_default();
    hunt.grid = &job;
    hunt.folder = CAPER_BINARY_DIR "/test";
    hunt.going = still_going;
    hunt.found = note_case;
    hunt.user = &c;
    REQUIRE(caper_grid_hunt_run(&hunt, NULL));
    CHECK_INT(hunt.tried, 60);
    CHECK(hunt.failed >= hunt.case_count && c.told >= hunt.case_count);
    if (hunt.case_count == 0) {
        SKIP("nobody fails");
    }
    stage_free(&s);
    caper_motion_destroy(pound);
}

// Files that could not be read say nothing of us; what we could not make of those that could does.
static void files_that_do_not_load_do_not_count(void)
{
    stage s = stage_make();
    caper_grid_body body = {0};
    REQUIRE(find_body(NULL, "3", &body, NULL));
    caper_grid_job job = stage_job(&s, NULL);
    caper_grid_take take;
    bool skip;
    REQUIRE(caper_grid_take_make(&job, "3", &body, &s.acts[1], -1, &take, &skip, NULL));
    caper_character *other =
        caper_character_load(test_data_path("characters/dog.character.json"), NULL, NULL);
    // a file that did not load, and a clip of another skeleton than it says, which nobody can map
    caper_grid_act acts[2] = {s.acts[3], {.name = "strange", .kind = CAPER_GRID_CAPTURE}};
    acts[1].clip = take.clip;
    acts[1].from = other;
    const char *const bodies[2] = {"broken", "3"};
    job.bodies = bodies;
    job.body_count = 2;
    job.acts = acts;
    job.act_count = 2;
    REQUIRE(other && caper_grid_run(&job, NULL));
    CHECK_INT(job.counts.count[CAPER_GRID_ERROR], 3);
    CHECK_INT(job.counts.count[CAPER_GRID_FAIL], 1);
    CHECK_INT(job.counts.refused, 1);
    CHECK_NEAR(caper_grid_rate(&job.counts, true), 0, 0);
    job.counts.count[CAPER_GRID_PASS] = 3;
    CHECK_NEAR(caper_grid_rate(&job.counts, true), 0.75, 0);
    job.act_count = 1;
    REQUIRE(caper_grid_run(&job, NULL));
    CHECK(isnan(caper_grid_rate(&job.counts, false)));
    chase c = {3, 0};
    caper_grid_hunt hunt = caper_grid_hunt_default();
    hunt.grid = &job;
    hunt.folder = CAPER_BINARY_DIR "/test";
    hunt.going = still_going;
    hunt.user = &c;
    REQUIRE(caper_grid_hunt_run(&hunt, NULL));
    CHECK_INT(hunt.tried, 3);
    CHECK_INT(hunt.failed, 0);
    caper_grid_take_destroy(&take);
    caper_character_destroy(other);
    release_body(NULL, &body);
    stage_free(&s);
}

TESTS(threads_do_not_change_a_line, shards_together_are_the_whole, a_run_that_was_killed_goes_on,
      what_cannot_be_read_is_a_row_of_its_own, another_run_is_not_added_to, a_line_comes_back,
      the_page_has_all_and_needs_nothing, every_variant_is_a_line,
      a_hunt_keeps_small_creatures_that_fail, files_that_do_not_load_do_not_count)
