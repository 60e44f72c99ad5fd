// SPDX-License-Identifier: MIT
//
// caper graph as its users meet it: from clips to a graph, its figures and drawings, walks; what is
// refused is one sentence, and leaves nothing behind.
#define _POSIX_C_SOURCE 200809L
#include "graph_fixture.h"
#include "command.h"
#include "menagerie.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER CAPER_BINARY_DIR "/test_graph_command"

static char out[8000], err[8000];

/// Runs in the folder; keeps what is said.
static int run_verb(const char *verb, const char *arguments)
{
    return command_run(FOLDER, verb, arguments, out, err, sizeof out);
}

static int run(const char *arguments)
{
    return run_verb("graph", arguments);
}

static bool is_there(const char *name)
{
    char path[600];
    snprintf(path, sizeof path, FOLDER "/%s", name);
    return access(path, F_OK) == 0;
}

// Of a PNG, in pixels.
static int width_of(const char *name)
{
    char path[600];
    snprintf(path, sizeof path, FOLDER "/%s", name);
    unsigned char head[24] = {0};
    FILE *file = fopen(path, "rb");
    size_t got = file ? fread(head, 1, sizeof head, file) : 0;
    if (file)
        fclose(file);
    return got == sizeof head ? head[16] << 24 | head[17] << 16 | head[18] << 8 | head[19] : 0;
}

static int frames_of(const char *said)
{
    const char *at = strstr(said, ".png: ");
    return at ? atoi(at + 6) : -1;
}

static void write_clips(void)
{
    mkdir(FOLDER, 0777);
    caper_character *character = menagerie_load("performer");
    REQUIRE(character != NULL);
    graph_fixture fixture = {0};
    graph_fixture_def(&fixture, character);
    for (int i = 0; i < 4; i++) {
        char path[600];
        snprintf(path, sizeof path, FOLDER "/%d.clip.json", i);
        REQUIRE(caper_clip_save(fixture.clips[i], path, NULL));
    }
    graph_fixture_free(&fixture);
    caper_character_destroy(character);
}

#define BUILD "build 0.clip.json 1.clip.json 2.clip.json 3.clip.json --on performer --slip 10 "

static void clips_become_a_graph_and_walks(void)
{
    write_clips();
    CHECK_INT(run(BUILD "--out g.graph.json"), 0);
    CHECK_HAS(out, "nodes");
    CHECK_HAS(out, "clips kept 4 of 4");
    CHECK_HAS(out, "dropped:");
    REQUIRE(is_there("g.graph.json"));
    CHECK_INT(run("info g.graph.json --json --dot g.dot --svg g.svg"), 0);
    CHECK_HAS(out, "\"kind\": \"graph\"");
    CHECK_HAS(out, "\"kept_clips\": 4");
    CHECK(is_there("g.dot") && is_there("g.svg"));
    int status = run("map 0.clip.json --on performer --out map.png");
    if (!strstr(err, "writes no pictures")) {
        CHECK_INT(status, 0);
        CHECK_HAS(out, "minima up to 0.15 m");
        CHECK_INT(width_of("map.png"), 8 * frames_of(out)); // one short clip is drawn large
    }
    CHECK_INT(run("walk g.graph.json --seconds 7 --seed 2 --on performer --out w.clip.json"), 0);
    CHECK_HAS(out, "7.00 s");
    caper_clip *walk = caper_clip_load(FOLDER "/w.clip.json", NULL, NULL);
    REQUIRE(walk != NULL);
    CHECK_NEAR(walk->duration, 7, 0.02);
    CHECK(walk->has_root);
    caper_clip_destroy(walk);
    CHECK_INT(run("walk g.graph.json --path circle --size 5 --speed 1 --on performer --out c.bvh"),
              0);
    CHECK_HAS(out, "distance from the path mean");
    CHECK_HAS(out, "m/s along it, 1.00 wanted");
    CHECK(is_there("c.bvh"));
    CHECK_INT(run("walk g.graph.json --to 1,3,30 --seconds 4 --slide --any --on performer "
                  "--out t.clip.json"),
              0);
    CHECK_HAS(out, "degrees from the place");
}

// A path that the graph cannot follow is written as far as it goes, and the exit code says so.
static void a_path_that_is_not_followed_is_a_no(void)
{
    write_clips();
    CHECK_INT(run(BUILD "--out g.graph.json"), 0);
#define ROUND                                                                                      \
    "walk g.graph.json --path circle --size 5 --speed 1 --on performer --out no.clip.json "
    CHECK_INT(run(ROUND "--within 0.001"), 1);
    CHECK_HAS(err, "m from the path on average, more than 0.00 (--within)");
    CHECK(is_there("no.clip.json"));
    CHECK_INT(run(ROUND "--within 0.001 --any"), 0);
    CHECK_INT(run(ROUND "--seconds 2"), 1);
    CHECK_HAS(err, "does not follow the path to its end");
    CHECK_INT(run(ROUND "--seconds 2 --any"), 0);
    CHECK_INT(run("walk g.graph.json --to 90,0,0 --seconds 3 --on performer --out no.clip.json"),
              1);
    CHECK_HAS(err, "m from the place, more than 0.50 (--within)");
    // there, and looking elsewhere
#define BACK                                                                                       \
    "walk g.graph.json --to 0,3,180 --seconds 3 --within 2 --on performer --out no.clip.json "
    CHECK_INT(run(BACK), 1);
    CHECK_HAS(err, "degrees from the facing, more than 45 (--turned)");
    CHECK_INT(run(BACK "--turned 180"), 0);
}

// Keys from a script: the same as from a keyboard, and the same film each time.
static void keys_drive_by_matching_and_by_graph(void)
{
    write_clips();
    CHECK_INT(run(BUILD "--out g.graph.json"), 0);
    static const char *const ways[] = {"match", "graph"};
    for (int i = 0; i < 2; i++) {
        char line[300], path[600];
        snprintf(line, sizeof line,
                 "drive g.graph.json --by %s --keys \"w 3 a a 4 r 3 x 2\" --walk 1 --run 1.6 --out "
                 "%s.clip.json",
                 ways[i], ways[i]);
        CHECK_INT(run(line), 0);
        CHECK_HAS(out, "13.00 s");
        CHECK_HAS(out, "5 keys");
        snprintf(path, sizeof path, FOLDER "/%s.clip.json", ways[i]);
        caper_clip *clip = caper_clip_load(path, NULL, NULL);
        REQUIRE(clip != NULL);
        caper_root walk = caper_clip_sample_root(clip, 3), turned = caper_clip_sample_root(clip, 7),
                   ran = caper_clip_sample_root(clip, 10);
        CHECK(walk.z > 1.5f);           // straight ahead
        CHECK(ran.x - turned.x > 2.5f); // then to its left, faster
        CHECK(fabsf(ran.z - turned.z) < 2.0f);
        caper_clip_destroy(clip);
    }
    // onto another body, live
    CHECK_INT(run("drive g.graph.json --keys \"w 2\" --onto dog --out dog.clip.json"), 0);
    CHECK_INT(run("walk g.graph.json --seconds 2 --onto blubby --out blubby.clip.json"), 0);
    CHECK(is_there("dog.clip.json") && is_there("blubby.clip.json"));
    CHECK_INT(run("drive g.graph.json --keys \"w 2 k\""), 2);
    CHECK_HAS(err, "--keys:1:5: found 'k'");
    CHECK_INT(run("drive g.graph.json --keys \"w 1\" --by foot"), 2);
    CHECK_HAS(err, "'foot' is not one of match, graph");
    CHECK_INT(run("drive g.graph.json </dev/null"), 2);
    CHECK_HAS(err, "no terminal");
    CHECK_INT(run("drive g.graph.json --keys w --on dog"), 2);
    CHECK_HAS(err, "--onto");
}

// The fixture walks at 1 m/s, a little less across its curves, and one clip of it goes at 1.6;
// nobody in it stands.
static void keys_that_no_clip_can_obey_are_told(void)
{
    static const struct {
        const char *line, *told;
    } drives[] = {
        {"--by graph --keys \"w 1 r 1\"",
         "nothing in this graph is faster than 1.6 m/s, and 3 were"},
        {"--by match --keys \"w 1 r 1\"",
         "nothing in this graph is faster than 1.6 m/s, and 3 were"},
        {"--by graph --keys \"w 1 x 1\"",
         "nothing in this graph stands: the slowest goes at 0.99 m/s"},
        {"--by match --keys \"w 1 x 1\"",
         "nothing in this graph stands: the slowest goes at 0.99 m/s"},
        {"--by graph --keys \"w 1 r 1\" --run 1.6", NULL},
        {"--by graph --keys \"w 1 d 1\"", NULL}, // run and stop were not asked for
    };
    write_clips();
    CHECK_INT(run(BUILD "--out g.graph.json"), 0);
    for (int i = 0; i < CAPER_COUNT_OF(drives); i++) {
        char line[200];
        snprintf(line, sizeof line, "drive g.graph.json %s", drives[i].line);
        CHECK_INT(run(line), 0);
        const char *told = strstr(err, "nothing in");
        CHECK((told != NULL) == (drives[i].told != NULL));
        CHECK(!told || strstr(told, drives[i].told) == told);
        CHECK(!told || !strstr(told + 1, "nothing in")); // one sentence
    }
}

// A walk on another body is what caper retarget makes of it.
static void a_walk_on_another_body_is_retargeted(void)
{
    static const char *const bodies[] = {"dog", "horse", "ostrich"};
    write_clips();
    CHECK_INT(run(BUILD "--out g.graph.json"), 0);
    CHECK_INT(run("walk g.graph.json --seconds 4 --out own.clip.json"), 0);
    for (int i = 0; i < CAPER_COUNT_OF(bodies); i++) {
        char line[300];
        snprintf(line, sizeof line, "walk g.graph.json --seconds 4 --onto %s --out live.clip.json",
                 bodies[i]);
        CHECK_INT(run(line), 0);
        snprintf(line, sizeof line, "own.clip.json --on performer --onto %s --out put.clip.json",
                 bodies[i]);
        CHECK_INT(run_verb("retarget", line), 0);
        CHECK_INT(system("cmp -s '" FOLDER "/live.clip.json' '" FOLDER "/put.clip.json'"), 0);
    }
}

// Clips of a store, by tag; their character is asked for, because these clips do not name one.
static void a_store_becomes_a_graph(void)
{
    write_clips();
    remove(FOLDER "/moves.db");
    CHECK_INT(run_verb("store", "import moves.db missing"), 2);
    CHECK_HAS(err, "missing: found no such folder");
    CHECK(!is_there("moves.db"));
    mkdir(FOLDER "/heap", 0777);
    mkdir(FOLDER "/nothing", 0777);
    CHECK_INT(run_verb("store", "import moves.db nothing"), 2); // nothing was done: no success
    CHECK(strstr(err, "found no clip in nothing") || strstr(err, "no store"));
    for (int i = 0; i < 4; i++) {
        char from[600], to[600];
        snprintf(from, sizeof from, FOLDER "/%d.clip.json", i);
        snprintf(to, sizeof to, FOLDER "/heap/%d.clip.json", i);
        REQUIRE(rename(from, to) == 0);
    }
    if (run_verb("store", "import moves.db heap --tag heap") == 2)
        SKIP("this build has no store");
    CHECK_INT(run("build moves.db --tag heap,left --on performer --slip 10 --out one.graph.json"),
              0);
    CHECK_HAS(out, "of 1,");
    CHECK_INT(run("build moves.db --tag heap --on performer --slip 10 --out all.graph.json"), 0);
    CHECK_HAS(out, "nodes");
    caper_graph *graph = caper_graph_load(FOLDER "/all.graph.json", NULL, NULL);
    REQUIRE(graph != NULL);
    bool tagged = false; // by the store, not by the clip
    for (int i = 0; i < graph->clips[0]->tag_count; i++)
        tagged |= strcmp(graph->clips[0]->tags[i], "heap") == 0;
    CHECK(tagged);
    caper_graph_destroy(graph);
    CHECK_INT(run("walk all.graph.json --path straight --size 6 --speed 1 "
                  "--tag straight@0:2,fast@2:9 --out tags.clip.json"),
              0);
    CHECK_INT(run("walk all.graph.json --path straight --tag fast@9:2 --out no.clip.json"), 2);
    CHECK_HAS(err, "WORD@START:END");
    CHECK_INT(run("walk all.graph.json --path straight --tag nobody --out no.clip.json"), 2);
    CHECK_HAS(err, "no clip of the graph has the tag 'nobody'");
    CHECK_INT(run("walk all.graph.json --tag fast --out no.clip.json"), 2);
    CHECK_INT(run("build moves.db --tag nobody --out none.graph.json"), 2);
    CHECK_HAS(err, "no clip in it is of that tag");
    CHECK_INT(run("build moves.db --where speed --out none.graph.json"), 2);
    CHECK_HAS(err, "NAME=LEAST:MOST");
}

// A wolf that walks and gallops on the spot, as animals of games do, goes by its feet; its graph
// leads from standing to walking and back, and keys drive it.
static void clips_on_the_spot_travel(void)
{
    const char *wolf = test_shared_path("gltf/quaternius/animals_pack/Wolf.glb");
    if (!wolf)
        SKIP("no animals: ../shared/data is not there");
    char line[1500];
    mkdir(FOLDER, 0777);
    snprintf(line, sizeof line,
             "build '%s' --travel --mirror --limit 1.5 --slip 0.3 --out wolf.graph.json", wolf);
    CHECK_INT(run(line), 0);
    CHECK_HAS(out, "Walk goes");
    CHECK_HAS(out, "of 24,"); // all clips of the file, mirrored
    for (int i = 0; i < 2; i++) {
        snprintf(line, sizeof line,
                 "drive wolf.graph.json --by %s --on '%s' --walk 3.6 --keys \"1 w 5 x 3\" --out "
                 "wolf.clip.json",
                 i ? "graph" : "match", wolf);
        CHECK_INT(run(line), 0);
        caper_clip *clip = caper_clip_load(FOLDER "/wolf.clip.json", NULL, NULL);
        REQUIRE(clip != NULL);
        caper_root still = caper_clip_sample_root(clip, 1), gone = caper_clip_sample_root(clip, 6),
                   last = caper_clip_sample_root(clip, clip->duration);
        caper_root later = caper_clip_sample_root(clip, clip->duration - 0.5f);
        CHECK(gone.z - still.z > 8); // metres in five seconds, of a walk of 3.7 m/s
        CHECK(hypotf(last.x - later.x, last.z - later.z) < 0.5f);
        caper_clip_destroy(clip);
    }
}

// Skins of a walk that is written as a rig.
static int skins_of(const char *walk)
{
    CHECK_INT(run(walk), 0);
    char said[sizeof err];
    memcpy(said, err, sizeof said);
    CHECK_INT(run_verb("info", "rig.glb"), 0);
    memcpy(err, said, sizeof said);
    const char *at = strstr(out, " skins");
    return at && at > out ? at[-1] - '0' : 0;
}

// A graph knows where the body of its clips is, as seen from itself: both can be moved.
static void a_graph_knows_its_rig(void)
{
    const char *wolf = test_shared_path("gltf/quaternius/animals_pack/Wolf.glb");
    if (!wolf)
        SKIP("no animals: ../shared/data is not there");
    char line[1500];
    mkdir(FOLDER, 0777);
    CHECK_INT(system("cd '" FOLDER "' && rm -rf rigs moved && mkdir -p rigs/graphs rigs/bodies"),
              0);
    snprintf(line, sizeof line, "cp '%s' '" FOLDER "/rigs/bodies/wolf.glb'", wolf);
    CHECK_INT(system(line), 0);
    CHECK_INT(run("build rigs/bodies/wolf.glb --clip Idle --mirror --out rigs/graphs/w.graph.json"),
              0);
    caper_graph *graph = caper_graph_load(FOLDER "/rigs/graphs/w.graph.json", NULL, NULL);
    REQUIRE(graph != NULL);
    CHECK_STR(graph->character_file, "../bodies/wolf.glb");
    caper_graph_destroy(graph);
    CHECK_INT(rename(FOLDER "/rigs", FOLDER "/moved"), 0);
    CHECK_INT(skins_of("walk moved/graphs/w.graph.json --seconds 1 --out rig.glb"), 4);
    CHECK_INT(skins_of("drive moved/graphs/w.graph.json --keys 1 --out rig.glb"), 4);
    // onto another animal: as a clip, not live
    CHECK_INT(run("walk moved/graphs/w.graph.json --seconds 1 --onto horse --out on.clip.json"), 0);
    CHECK_INT(run("drive moved/graphs/w.graph.json --keys 1 --onto horse --out on.clip.json"), 2);
    CHECK_HAS(err, "only people perform live");
    // without it: said, and boxes on its skeleton
    CHECK_INT(rename(FOLDER "/moved/bodies/wolf.glb", FOLDER "/moved/wolf.glb"), 0);
    CHECK(skins_of("walk moved/graphs/w.graph.json --seconds 1 --out rig.glb") != 4);
    CHECK_HAS(err, "no body for its clips");
    CHECK_HAS(err, "--on FILE gives back their body and its mesh");
    CHECK_INT(skins_of("walk moved/graphs/w.graph.json --seconds 1 --on moved/wolf.glb --out "
                       "rig.glb"),
              4);
    CHECK(!strstr(err, "--on FILE"));
    // another body by that name
    snprintf(line, sizeof line, "cp '%s' '" FOLDER "/moved/bodies/wolf.glb'",
             test_shared_path("gltf/khronos/Fox.glb"));
    CHECK_INT(system(line), 0);
    CHECK_INT(run("walk moved/graphs/w.graph.json --seconds 1 --out rig.glb"), 0);
    CHECK_HAS(err, "it has another skeleton now");
}

// With limits of captures only what stands is kept of the same wolf: that is no success.
static void a_graph_that_never_goes_is_a_no(void)
{
    const char *wolf = test_shared_path("gltf/quaternius/animals_pack/Wolf.glb");
    if (!wolf)
        SKIP("no animals: ../shared/data is not there");
    char line[1500];
    mkdir(FOLDER, 0777);
    snprintf(line, sizeof line, "build '%s' --travel --mirror --out still.graph.json", wolf);
    CHECK_INT(run(line), 1);
    CHECK_HAS(err, "stays on the spot");
    CHECK(is_there("still.graph.json"));
    snprintf(line, sizeof line, "build '%s' --travel --mirror --any --out still.graph.json", wolf);
    CHECK_INT(run(line), 0);
    snprintf(line, sizeof line, "build '%s' --clip Idle --mirror --out idle.graph.json", wolf);
    CHECK_INT(run(line), 0); // nothing was to go
}

// Bones of the same names and other lengths: a blend of both would tear the body.
static void captures_of_two_people_are_no_graph(void)
{
    const char *one = test_shared_path("bvh/cmu/07_01.bvh");
    const char *two = test_shared_path("bvh/cmu/136_09.bvh"); // crouched, beside his feet
    if (!one || !two)
        SKIP("no shared data");
    char line[1200];
    snprintf(line, sizeof line, "build '%s' '%s' --out two.graph.json", one, two);
    CHECK_INT(run(line), 2);
    CHECK_HAS(err, "bones have other lengths");
    CHECK_HAS(err, "--onto");
    CHECK(!is_there("two.graph.json"));
    snprintf(line, sizeof line, "build '%s' '%s' --onto performer --clean --out put.graph.json",
             one, two);
    CHECK_INT(run(line), 0);
    CHECK_HAS(out, "07_01 is put on performer");
    CHECK_HAS(out, "more frames, cut out of the clips");
    CHECK_INT(run("walk put.graph.json --seconds 2 --on performer --out two.clip.json"), 0);
    snprintf(line, sizeof line, "build '%s' --on dog --onto performer --out no.graph.json", one);
    CHECK_INT(run(line), 2);
    CHECK_HAS(err, "give one of them");
}

static void bad_calls_are_refused(void)
{
    write_clips();
    CHECK_INT(run(""), 2);
    CHECK_INT(run("--help"), 0);
    CHECK_HAS(out, "example:");
    CHECK_INT(run("bild x"), 2);
    CHECK_HAS(err, "did you mean build?");
    CHECK_INT(run(BUILD "--out no.json"), 2);
    CHECK_HAS(err, ".graph.json");
    CHECK_INT(run(BUILD "--threshold 1e-7 --out none.graph.json"), 2);
    CHECK_HAS(err, "without end");
    CHECK(!is_there("none.graph.json"));
    CHECK_INT(run("build 0.clip.json --on dog --out none.graph.json"), 2);
    CHECK_HAS(err, "put all clips on one character with --onto");
    CHECK_INT(run("info 0.clip.json"), 2);
    CHECK_INT(run("walk 0.clip.json --out x.txt"), 2);
    CHECK_INT(run("walk missing.graph.json --out x.clip.json"), 2);
    CHECK(!is_there("x.clip.json"));
}

TESTS(clips_become_a_graph_and_walks, a_path_that_is_not_followed_is_a_no,
      keys_drive_by_matching_and_by_graph, keys_that_no_clip_can_obey_are_told,
      a_walk_on_another_body_is_retargeted, a_store_becomes_a_graph, clips_on_the_spot_travel,
      a_graph_knows_its_rig, a_graph_that_never_goes_is_a_no, captures_of_two_people_are_no_graph,
      bad_calls_are_refused)
