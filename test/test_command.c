// SPDX-License-Identifier: MIT
// Long, because it is one idea: one way to run the command and one scratch folder serve every verb.
//
// The command as its users meet it: exit codes, one sentence on stderr, JSON members that stay.
#define _POSIX_C_SOURCE 200809L
#include "menagerie.h"

#include "caper/clip.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef CAPER_COMMAND
#define CAPER_COMMAND ""
#endif

typedef struct outcome {
    int code;
    char *out, *err; // terminated
} outcome;

static const char *scratch(const char *name)
{
    static char path[64][600]; // every run takes two
    static int turn;
    char *p = path[turn++ % 64];
    mkdir(CAPER_BINARY_DIR "/test_command", 0777);
    snprintf(p, sizeof(path[0]), CAPER_BINARY_DIR "/test_command/%s", name);
    return p;
}

static char *slurp(const char *path)
{
    size_t size = 0;
    char *data = caper_file_read(path, 0, NULL, &size, NULL);
    char *copy = calloc(1, size + 1);
    REQUIRE(data != NULL && copy != NULL);
    memcpy(copy, data, size);
    caper_free(NULL, data, size + 1);
    return copy;
}

static outcome run(const char *arguments)
{
    if (CAPER_COMMAND[0] == '\0') {
        SKIP("the command is not built");
    }
    char line[2000];
    const char *out = scratch("stdout"), *err = scratch("stderr");
    snprintf(line, sizeof(line), "'%s' %s >'%s' 2>'%s'", CAPER_COMMAND, arguments, out, err);
    int status = system(line);
    outcome o = {WIFEXITED(status) ? WEXITSTATUS(status) : -1, slurp(out), slurp(err)};
    return o;
}

static void drop(outcome *o)
{
    free(o->out);
    free(o->err);
}

static int count_lines(const char *text)
{
    int lines = 0;
    for (; *text; text++) {
        lines += *text == '\n';
    }
    return lines;
}

static void expect_refusal(const char *arguments, const char *part)
{
    outcome o = run(arguments);
    CHECK_INT(o.code, 2);
    CHECK_INT(count_lines(o.err), 1);
    CHECK_HAS(o.err, part);
    CHECK_STR(o.out, "");
    drop(&o);
}

static void run_good(const char *arguments)
{
    outcome o = run(arguments);
    CHECK_INT(o.code, 0);
    drop(&o);
}

static void write_file(const char *path, const char *text)
{
    REQUIRE(caper_file_write(path, text, strlen(text), NULL));
}

// --- the frame ---------------------------------------------------------------------------------

static void help_and_version_are_on_stdout(void)
{
    static const char *const asks[] = {"--help",       "--version",    "info --help",
                                       "check --help", "bench --help", "demo --help"};
    for (int i = 0; i < CAPER_COUNT_OF(asks); i++) {
        outcome o = run(asks[i]);
        CHECK_INT(o.code, 0);
        CHECK_STR(o.err, "");
        CHECK(strlen(o.out) > 5);
        if (i >= 2) {
            CHECK_HAS(o.out, "example:");
        }
        drop(&o);
    }
}

static void help_names_each_option_once(void)
{
    static const char *const verbs[] = {"check",  "convert", "gait",     "generalize", "graph",
                                        "info",   "play",    "puppet",   "render",     "retarget",
                                        "stride", "synth",   "simulate", "walk"};
    for (int i = 0; i < CAPER_COUNT_OF(verbs); i++) {
        char line[64], *option = NULL;
        snprintf(line, sizeof line, "%s --help", verbs[i]);
        outcome o = run(line);
        CHECK_INT(o.code, 0);
        for (option = strstr(o.out, "\n  --"); option; option = strstr(option + 1, "\n  --")) {
            char name[40] = "";
            size_t size = strcspn(option + 1, "\n");
            size = strcspn(option + 3, " ") + 3 < size ? strcspn(option + 3, " ") + 3 : size;
            snprintf(name, sizeof name, "%.*s ", (int)size + 1, option);
            if (!CHECK(strstr(option + 1, name) == NULL)) {
                fprintf(stderr, "%s lists%s twice\n", verbs[i], name + 2);
            }
        }
        drop(&o);
    }
}

static void wrong_usage_is_one_sentence_and_exit_2(void)
{
    expect_refusal("fly", "not a verb");
    expect_refusal("info", "expected FILE...");
    expect_refusal("info --colour x", "not an option");
    expect_refusal("info dog --jsno", "did you mean --json?");
    expect_refusal("ifno dog", "did you mean info?");
    expect_refusal("check a b", "expected CLIP;");
    expect_refusal("check a --pairs m", "goes with --source");
    expect_refusal("check a --world flat --floor 0", "not both");
    expect_refusal("info dgo", "no character, world or motion of that name");
    expect_refusal("bench --child none", "no benchmark is named");
    expect_refusal("convert a", "expected IN... OUT");
    expect_refusal("check x --floor high", "--floor");
    expect_refusal("check x --floor", "needs a value");
    expect_refusal("check x --floor 1e39", "--floor");
    expect_refusal("check x --floor 0 --world flat", "not both");
    expect_refusal("check x --pairs y", "goes with --source");
    expect_refusal("check x --source-on dog", "goes with --source");
    expect_refusal("bench --rounds many", "whole number");
    expect_refusal("bench nonesuch", "no benchmark");
    expect_refusal("demo here", "no arguments");
    expect_refusal("info random:x", "random:SEED");
    expect_refusal("info random:1,7", "random:SEED");
}

// A number that is out of range is told with the option and what it takes, whatever the verb.
static void wrong_numbers_name_their_option(void)
{
    static const char *const lines[][2] = {
        {"simulate crate --seconds -1", "--seconds takes a number from 0 to 36000, not '-1'"},
        {"simulate crate --cells 2.5", "--cells takes a whole number from 1 to 24, not '2.5'"},
        {"stride x --climb -1 --out y.bvh", "--climb takes a number from 0 to 1, not '-1'"},
        {"puppet x --onto sally --out y.bvh --scale -1", "caper puppet: --scale takes"},
        {"play wave --on dog --out x.glb --speed 0", "--speed takes a number from 0.001 to 100"},
        {"walk dog --out x.glb --rate nan", "--rate takes"},
        {"walk dog --out x.glb --seconds 1e9", "--seconds takes"},
        {"check x --from -1", "--from takes"},
        {"check x --from 2 --to 1", "--to 1 is before --from 2"},
        {"grid --random -1", "--random takes"},
        {"synth stepping --out x --seconds 0.1", "--seconds takes a number from 0.3 to 10"},
        {"graph drive g --walk 0", "--walk takes"},
        {"graph map x --out y.png --zoom 65", "--zoom takes"},
        {"bench --rounds 0", "--rounds takes"},
    };
    for (int i = 0; i < CAPER_COUNT_OF(lines); i++) {
        expect_refusal(lines[i][0], lines[i][1]);
    }
    outcome o = run("walk --help"); // and the help tells it before
    CHECK_HAS(o.out, "[1 to 1000]");
    drop(&o);
}

// An option of another verb is answered with the one that it is called here; --rate is that of what
// is written, in every verb.
static void options_of_other_verbs_are_answered(void)
{
    expect_refusal("play wave --onto dog --out x.glb", "did you mean --on?");
    expect_refusal("info x.bvh --rate 30", "did you mean --file-rate?");
    expect_refusal("convert x.bvh y.glb --rate 30", "did you mean --file-rate?");
    expect_refusal("retarget x.bvh --onto dog --out y.glb --out-rate 30", "did you mean --rate?");
    // and names of what ships, by their beginnings
    expect_refusal("simulate crat", "did you mean crate?");
    expect_refusal("synth stepp --out x", "did you mean stepping?");
    expect_refusal("walk dog --style limpp --out x.glb", "did you mean limp?");
}

static void run_told(const char *line, const char *part)
{
    outcome o = run(line);
    CHECK_INT(o.code, 0);
    CHECK_HAS(o.out, part);
    drop(&o);
}

// A grid keeps its answers by name and content: a name that stands for nothing is mistyped, and an
// answer to a file that has changed is not given again, whenever it was written.
static void a_grid_asks_for_files_that_are_there_and_as_they_were(void)
{
    expect_refusal("grid --motions nosuch", "nosuch: there is no such file");
    expect_refusal("grid --motions nod --characters nosuch", "nosuch: there is no such file");
    expect_refusal("grid --captures nosuch.bvh", "nosuch.bvh: there is no such file");
    char motion[600], world[600], line[2000];
    snprintf(motion, sizeof motion, "%s", scratch("shy.motion.json"));
    snprintf(world, sizeof world, "%s", scratch("hilly.world.json"));
    char *nods = slurp(test_data_path("motions/nod.motion.json"));
    char *hills = slurp(test_data_path("worlds/hills.world.json"));
    write_file(motion, nods);
    write_file(world, hills);
    remove(scratch("shy/grid.jsonl")); // of an earlier run
    snprintf(line, sizeof line,
             "grid --motions '%s' --grounds '%s' --characters dog --pictures 0 --out '%s'", motion,
             world, scratch("shy"));
    run_told(line, "2 pairs in");
    write_file(motion, nods); // as it was, but later
    run_told(line, "0 pairs in");
    char *blank = strrchr(hills, '}');
    *blank = ' '; // the same world with one more blank
    char *more = malloc(strlen(hills) + 2);
    sprintf(more, "%s}", hills);
    write_file(world, more);
    run_told(line, "1 pairs in");
    run_told(line, "0 pairs in");
    // a folder of its name is nothing that is read, and parts that change places are others
    char parts[2][600];
    for (int i = 0; i < 2; i++) {
        snprintf(parts[i], sizeof parts[i], "%s", scratch(i ? "shy.b" : "shy.a"));
        write_file(parts[i], i ? "2" : "1");
    }
    mkdir(scratch("shy.folder"), 0777);
    run_told(line, "2 pairs in");
    write_file(parts[0], "2");
    write_file(parts[1], "1");
    run_told(line, "2 pairs in");
    run_told(line, "0 pairs in");
    unlink(parts[0]);
    unlink(parts[1]);
    rmdir(scratch("shy.folder"));
    // each pair is in the file once
    char *lines = slurp(scratch("shy/grid.jsonl")), *again = lines;
    int count = 0;
    for (; (again = strstr(again, "\"act\"")) != NULL; again++) {
        count++;
    }
    CHECK_INT(count, 2);
    free(lines);
    free(more);
    free(hills);
    free(nods);
}

// `count` inputs of one file to a file of all their clips.
static void put_together(char *line, size_t size, const char *in, int count, const char *out)
{
    size_t used = (size_t)snprintf(line, size, "convert");
    for (int i = 0; i < count; i++) {
        used += (size_t)snprintf(line + used, size - used, " '%s'", in);
    }
    snprintf(line + used, size - used, " '%s' --on dog", out);
}

static void convert_takes_so_many_clips_and_no_more(void)
{
    char line[1900], one[600], some[600], many[600]; // scratch() forgets after a few runs
    snprintf(one, sizeof one, "%s", scratch("1.clip.json"));
    snprintf(some, sizeof some, "%s", scratch("8.glb"));
    snprintf(many, sizeof many, "%s", scratch("64.glb"));
    snprintf(line, sizeof line, "play nod --on dog --rate 2 --out '%s'", one);
    run_good(line);
    put_together(line, sizeof line, one, 8, some);
    run_good(line);
    put_together(line, sizeof line, some, 8, many);
    run_good(line);
    put_together(line, sizeof line, many, 9, scratch("576.glb"));
    expect_refusal(line, "at most 512 clips");
}

// Only the ending is no part of a name: a dot may be part of a number.
static void names_keep_their_dots(void)
{
    outcome o = run("synth --between a/speed0.6_off.clip.json speed0.6_on.clip.bin rise.0.bvh "
                    "--list");
    CHECK_STR(o.err, "");
    CHECK_INT(o.code, 0);
    CHECK_HAS(o.out, " speed0.6_off_to_speed0.6_on\n");
    CHECK_HAS(o.out, " rise.0_to_speed0.6_off\n");
    drop(&o);
}

// A world that is missing is not taken for flat ground, and one bad body does not silence the
// others.
static void a_table_of_walks_tells_what_it_could_not_walk(void)
{
    char data[600], worlds[700], line[1400];
    snprintf(data, sizeof data, "%s", scratch("walkers"));
    mkdir(data, 0777);
    snprintf(worlds, sizeof worlds, "%s/characters", data);
    mkdir(worlds, 0777);
    snprintf(line, sizeof line, "%s/hopper.character.json", worlds);
    char *hopper = slurp(test_data_path("characters/hopper.character.json"));
    write_file(line, hopper);
    free(hopper);
    snprintf(line, sizeof line, "%s/bad.character.json", worlds);
    write_file(line, "{");
    snprintf(worlds, sizeof worlds, "%s/worlds", data);
    remove(worlds);
    setenv("CAPER_DATA", data, 1);
    expect_refusal("bench gait-table", "worlds/slope.world.json");
    CHECK(symlink(test_data_path("worlds"), worlds) == 0);
    outcome o = run("bench gait-table");
    unsetenv("CAPER_DATA");
    CHECK_INT(o.code, 2);
    CHECK_HAS(o.err, "bad.character.json");
    CHECK_HAS(o.out, "hopper ");
    drop(&o);
}

// Each asset is loaded once, and still a clip is no character, whatever body was inferred for it.
static void a_clip_that_is_loaded_is_no_character(void)
{
    char clip[600], space[600], text[2000], line[1400];
    snprintf(clip, sizeof clip, "%s", scratch("shelved.clip.json"));
    snprintf(space, sizeof space, "%s", scratch("shelved.space.json"));
    snprintf(line, sizeof line, "play wave --on performer --out '%s'", clip);
    run_good(line);
    snprintf(text, sizeof text,
             "{\"caper\": \"space\", \"version\": 1, \"name\": \"shelved\", \"cycle\": \"once\","
             "\"character\": \"%s\", \"leaves\": \"%s\", \"enters\": \"%s\", \"frames\": 12,"
             "\"duration\": 0.6, \"contacts\": {\"left_foot\": [[0, 0.6]]}}",
             clip, clip, clip);
    write_file(space, text);
    snprintf(line, sizeof line, "synth '%s' --out '%s'", space, scratch("shelved"));
    expect_refusal(line, "shelved.clip.json: found a clip, expected a character");
}

static const char hops[] =
    "{\"caper\": \"space\", \"version\": 1, \"name\": \"hops\", \"character\": \"hopper\","
    "\"frames\": 8, \"duration\": 0.79, \"contacts\": {\"foot\": [[0, 0.6]]},"
    "\"travel\": {\"z\": \"speed * duration\"},"
    "\"dimensions\": [{\"name\": \"speed\", \"values\": [0, 0.1]}]}";

// False: this build cannot.
static bool synthesizes(const char *line)
{
    outcome o = run(line);
    bool able = strstr(o.err, "this build has no") == NULL;
    CHECK_INT(o.code, able ? 0 : 2);
    drop(&o);
    return able;
}

// Else nobody finds the clip by its body, and a graph of the store knows no bones.
static void synth_stores_whose_clip_it_is(void)
{
    char space[600], store[600], line[1400];
    snprintf(space, sizeof space, "%s", scratch("hops.space.json"));
    snprintf(store, sizeof store, "%s", scratch("hops.db"));
    write_file(space, hops);
    remove(store);
    snprintf(line, sizeof line, "synth '%s' --store '%s' --again", space, store);
    if (!synthesizes(line)) {
        SKIP("the command has no synthesis or no store");
    }
    snprintf(line, sizeof line, "store list '%s' --character hopper", store);
    outcome o = run(line);
    CHECK_INT(o.code, 0);
    CHECK_INT(count_lines(o.out), 2);
    CHECK_HAS(o.out, "  hopper  ");
    drop(&o);
    snprintf(line, sizeof line, "graph build '%s' --out '%s'", store, scratch("hops.graph.json"));
    run_good(line);
    remove(store);
}

// What a run asks for it gets of samples that were kept, too, or is told how to.
static void synth_does_not_forget_options_for_what_it_keeps(void)
{
    char space[600], folder[600], bvh[700], line[1400];
    snprintf(space, sizeof space, "%s", scratch("kept.space.json"));
    snprintf(folder, sizeof folder, "%s", scratch("kept"));
    snprintf(bvh, sizeof bvh, "%s/speed0.bvh", folder);
    write_file(space, hops);
    remove(bvh);
    snprintf(line, sizeof line, "synth '%s' --out '%s' --again", space, folder);
    if (!synthesizes(line)) {
        SKIP("the command has no synthesis");
    }
    snprintf(line, sizeof line, "synth '%s' --out '%s' --also bvh --rate 30", space, folder);
    outcome o = run(line);
    CHECK_INT(o.code, 0);
    CHECK_HAS(o.out, "kept");
    CHECK(access(bvh, F_OK) == 0);
    CHECK_HAS(o.err, "--again");
    drop(&o);
    snprintf(line, sizeof line, "synth '%s' --out '%s' --rate 60", space, folder); // as it is
    o = run(line);
    CHECK_INT(o.code, 0);
    CHECK(strstr(o.err, "--again") == NULL);
    drop(&o);
}

// Who wrote a file says so in one line on stderr, and stdout stays clean.
static void what_was_written_is_said_in_one_line(void)
{
    char clip[600], glb[600], motion[600], line[2000];
    snprintf(clip, sizeof clip, "%s", scratch("said.clip.json"));
    snprintf(glb, sizeof glb, "%s", scratch("said.glb"));
    snprintf(motion, sizeof motion, "%s", scratch("said.motion.json"));
    struct {
        const char *format, *a, *b, *told;
    } verbs[] = {
        {"play wave --on dog --out '%s'", clip, NULL,
         ": 72 frames, 35 bodies\n"}, // paced: a dog is quicker
        {"convert '%s' '%s' --on dog", clip, glb, " frames, 35 bodies\n"},
        {"retarget '%s' --onto horse --on dog --out '%s'", clip, glb, " frames, "},
        {"generalize '%s' --on dog --out '%s'", clip, motion, " channels, "},
        {"convert '%s' '%s'", motion, motion, ": wave\n"},
        {"walk dog --seconds 0.5 --out '%s'", glb, NULL, ": 31 frames, 35 bodies\n"},
    };
    for (int i = 0; i < CAPER_COUNT_OF(verbs); i++) {
        snprintf(line, sizeof line, verbs[i].format, verbs[i].a, verbs[i].b);
        outcome o = run(line);
        CHECK_INT(o.code, 0);
        const char *said = strstr(o.err, "wrote ");
        CHECK(said && strstr(said + 1, "wrote ") == NULL);
        CHECK_HAS(o.err, verbs[i].b ? verbs[i].b : verbs[i].a);
        CHECK_HAS(o.err, verbs[i].told);
        CHECK(strstr(o.out, "wrote") == NULL);
        drop(&o);
    }
}

static const char two_orders[] =
    "HIERARCHY\nROOT hips\n{\n\tOFFSET 0 0 0\n"
    "\tCHANNELS 6 Zrotation Yrotation Xrotation Xposition Yposition Zposition\n"
    "\tJOINT chest\n\t{\n\t\tOFFSET 0 20 0\n\t\tCHANNELS 3 Yrotation Xrotation Zrotation\n"
    "\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 15 0\n\t\t}\n\t}\n}\nMOTION\nFrames: 4\n"
    "Frame Time: .04\n10 20 30 1 90 2 5 6 7\n11 21 31 2 91 3 6 7 8\n12 22 32 3 92 4 7 8 9\n";

static void convert_keeps_how_a_bvh_was_written(void)
{
    const char *path = scratch("orders.bvh");
    char in[600], out[600], line[1400];
    snprintf(in, sizeof(in), "%s", path);
    write_file(in, two_orders);
    snprintf(out, sizeof(out), "%s", scratch("orders_out.bvh"));
    snprintf(line, sizeof(line), "convert '%s' '%s'", in, out);
    outcome o = run(line);
    CHECK_INT(o.code, 0);
    CHECK_HAS(o.err, "warning: "); // one frame less than declared
    drop(&o);
    size_t size = 0;
    char *text = caper_file_read(out, 0, NULL, &size, NULL);
    REQUIRE(text != NULL);
    CHECK_HAS(text, "Zrotation Yrotation Xrotation Xposition Yposition Zposition");
    CHECK_HAS(text, "Yrotation Xrotation Zrotation");
    CHECK_HAS(text, "OFFSET 0 20 0");
    caper_free(NULL, text, size + 1);
    snprintf(line, sizeof(line), "info '%s' --unit -1", in);
    expect_refusal(line, "--unit takes a number from 1e-09");
    snprintf(line, sizeof(line), "info '%s' --unit 1e39", in);
    expect_refusal(line, "--unit takes a number from 1e-09");
    snprintf(line, sizeof(line), "info '%s' --file-rate -3", in);
    expect_refusal(line, "--file-rate takes a number from 0.001");
    remove(in);
    remove(out);
}

static void bad_files_are_refused_with_line_and_column(void)
{
    const char *path = scratch("bad.character.json");
    char line[700];
    snprintf(line, sizeof(line), "info '%s'", path);
    write_file(path, "{\n  \"caper\": \"character\",\n  \"version\": 1,\n  \"nam\": \"x\"\n}\n");
    expect_refusal(line, "bad.character.json:4:");
    write_file(path, "\xff\xfe\x01");
    expect_refusal(line, "bad.character.json:1:1");
    write_file(path, "");
    expect_refusal(line, "bad.character.json");
    expect_refusal("info no/such/file", "no/such/file");
    const char *world = scratch("bad.world.json");
    snprintf(line, sizeof(line), "info '%s'", world);
    write_file(world, "{\"caper\": \"world\",\n \"version\": 1, \"boxes\": 3}");
    expect_refusal(line, "bad.world.json:2:");
    const char *clip = scratch("bad.clip.json");
    snprintf(line, sizeof(line), "check '%s'", clip);
    write_file(clip, "{\"caper\": \"clip\", \"version\": 1");
    expect_refusal(line, "bad.clip.json:1:");
}

static void a_full_disk_is_not_success(void)
{
    static const char *const asks[] = {"info dog --json", "--help", "--version", "info --list"};
    for (int i = 0; i < CAPER_COUNT_OF(asks); i++) {
        char line[1000];
        snprintf(line, sizeof(line), "'%s' %s >/dev/full 2>/dev/null", CAPER_COMMAND, asks[i]);
        int status = system(line);
        CHECK_INT(WEXITSTATUS(status), 2);
    }
}

static const char small_bvh[] =
    "HIERARCHY\nROOT hips\n{\n OFFSET 0 1 0\n"
    " CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
    " JOINT chest\n {\n  OFFSET 0 0.5 0\n  CHANNELS 3 Zrotation Xrotation Yrotation\n"
    "  End Site\n  {\n   OFFSET 0 0.3 0\n  }\n }\n}\n"
    "MOTION\nFrames: 2\nFrame Time: 0.1\n0 1 0 0 0 0 0 0 0\n0 1 0 0 9 0 0 5 0\n";

// What a verb reads it does not write over, by whatever name, and it says so before it works.
static void captures_are_not_written_over(void)
{
    const char *other = scratch("link.bvh");
    char line[2000], in[600]; // scratch() forgets after a few runs
    snprintf(in, sizeof(in), "%s", scratch("kept.bvh"));
    write_file(in, small_bvh);
    unlink(other);
    REQUIRE(symlink("kept.bvh", other) == 0);
    snprintf(line, sizeof(line), "convert '%s' '%s'", in, in);
    expect_refusal(line, "it is the input");
    snprintf(line, sizeof(line), "convert '%s' '%s'", in, other);
    expect_refusal(line, "it is the input");
    snprintf(line, sizeof(line), "retarget '%s' --onto dog --out '%s'", in, in);
    expect_refusal(line, "it is the input");
    snprintf(line, sizeof(line), "generalize '%s' --out '%s'", in, in);
    expect_refusal(line, "end in .motion.json");
    snprintf(line, sizeof(line), "retarget '%s' --onto dog --out x.glb --motion '%s'", in, in);
    expect_refusal(line, "end in .motion.json");
    char *text = slurp(in);
    CHECK_STR(text, small_bvh);
    free(text);

    // a motion of ours is written anew in place: nothing is lost by it
    const char *motion = scratch("same.motion.json");
    write_file(motion, "{\"caper\": \"motion\", \"version\": 1, \"duration\": 1, \"channels\": ["
                       "{\"name\": \"a\", \"keys\": [{\"t\": 0, \"turn\": [0, 0, 0]}]}]}");
    snprintf(line, sizeof(line), "convert '%s' '%s'", motion, motion);
    run_good(line);
}

// Clips of a file by `caper info`.
static int count_clips(const char *path)
{
    char line[1200];
    snprintf(line, sizeof(line), "info '%s' --brief", path);
    outcome o = run(line);
    int count = 0;
    for (const char *at = o.out; (at = strstr(at, "\n  clip ")) != NULL; at++) {
        count++;
    }
    CHECK_INT(o.code, 0);
    drop(&o);
    return count;
}

static void retarget_takes_every_clip_and_several_files(void)
{
    char line[3000], a[600], b[600], two[600], out[600]; // scratch() forgets after a few runs
    snprintf(a, sizeof(a), "%s", scratch("a.glb"));
    snprintf(b, sizeof(b), "%s", scratch("b.clip.json"));
    snprintf(two, sizeof(two), "%s", scratch("two.glb"));
    snprintf(out, sizeof(out), "%s", scratch("all.glb"));
    snprintf(line, sizeof(line), "play wave --on dog --out '%s'", a);
    run_good(line);
    snprintf(line, sizeof(line), "play nod --on dog --out '%s'", b);
    run_good(line);
    snprintf(line, sizeof(line), "retarget '%s' '%s' --onto horse --out '%s'", a, b, two);
    run_good(line);
    CHECK_INT(count_clips(two), 2);
    snprintf(line, sizeof(line), "retarget '%s' --all --onto spider --out '%s'", two, out);
    run_good(line);
    CHECK_INT(count_clips(out), 2);
    snprintf(line, sizeof(line), "retarget '%s' --onto spider --out '%s'", two, out);
    run_good(line);
    CHECK_INT(count_clips(out), 1);
    snprintf(line, sizeof(line), "retarget '%s' --all --clip 0 --onto spider --out '%s'", two, out);
    expect_refusal(line, "exclude each other");
    snprintf(line, sizeof(line), "retarget '%s' --all --onto spider --out x.clip.json", two);
    expect_refusal(line, "'x.clip.json' holds one clip");
}

static void play_says_what_is_wrong_in_one_line(void)
{
    const char *in = scratch("clip.bvh");
    char line[2000], out[600]; // scratch() forgets after a few runs
    snprintf(out, sizeof(out), "%s", scratch("played.clip.json"));
    write_file(in, small_bvh);
    snprintf(line, sizeof(line), "play '%s' --on dog --out '%s'", in, out);
    expect_refusal(line, "found a clip, expected a motion: caper generalize makes one");
    expect_refusal("play wave --on dog --out x.txt", "x.txt: expected an output that ends in");
    snprintf(line, sizeof(line), "play wave --on dog --out '%s' --target foe=1,2,3", out);
    expect_refusal(line, "--target: 'wave' aims at no 'foe', but at 'friend'");
    snprintf(line, sizeof(line), "play bow --on dog --out '%s' --target x=1,2,3", out);
    expect_refusal(line, "--target: 'bow' aims at no target");
    snprintf(line, sizeof(line), "play wave --on dog --out '%s' --target 1,2", out);
    expect_refusal(line, "--target: '1,2' is not x,y,z");
    snprintf(line, sizeof(line), "play wave --on dog --out '%s' --variant 99", out);
    expect_refusal(line, "wave: variant 99 was asked for, there are 2");
    expect_refusal("retarget x.bvh --onto dog --out x.glb --tolerance -1",
                   "--tolerance takes a number from 0 to 100, not '-1'");

    // what is over at once needs no progress; what does nothing is told
    snprintf(line, sizeof(line), "play wave --on dog --out '%s' --target friend=1,2,3", out);
    outcome o = run(line);
    CHECK_INT(o.code, 0);
    CHECK_INT(count_lines(o.err), 1);
    CHECK_HAS(o.err, "wrote ");
    drop(&o);
    const char *motion = scratch("idle.motion.json");
    write_file(motion,
               "{\"caper\": \"motion\", \"version\": 1, \"name\": \"bite\", \"duration\": 1,"
               " \"channels\": [{\"name\": \"a\", \"select\": {\"caps\": [\"wing\"]},"
               " \"keys\": [{\"t\": 0, \"turn\": [0, 0, 0]}]}]}");
    snprintf(line, sizeof(line), "play '%s' --on dog --out '%s'", motion, out);
    o = run(line);
    CHECK_INT(o.code, 0);
    CHECK_HAS(o.err, "warning: bite: no channel selects a body of 'dog': nothing moves");
    CHECK_INT(count_lines(o.err), 2);
    drop(&o);
}

// --- info --------------------------------------------------------------------------------------

static void check_members(const char *json)
{
    static const char *const members[] = {"kind",  "name",  "bodies", "root_body", "spine",
                                          "legs",  "limbs", "height", "size",      "mass",
                                          "units", "axes",  "floor",  "clips",     "warnings"};
    for (int i = 0; i < CAPER_COUNT_OF(members); i++) {
        char key[40];
        snprintf(key, sizeof(key), "\"%s\":", members[i]);
        CHECK_HAS(json, key);
    }
}

// A loop that sways hard, in a time that is no whole number of frames.
static void a_loop_is_recorded_as_a_loop(void)
{
    char motion[600], out[600], line[1400];
    snprintf(motion, sizeof(motion), "%s", scratch("sway.motion.json"));
    snprintf(out, sizeof(out), "%s", scratch("sway.clip.json"));
    write_file(motion,
               "{\"caper\": \"motion\", \"version\": 1, \"name\": \"sway\", \"duration\": 0.715,"
               " \"loops\": true, \"channels\": [{\"name\": \"root\", \"select\": {\"caps\": "
               "[\"root\"]}, \"keys\": [{\"t\": 0, \"position\": [0, 0, 0]}, {\"t\": 0.2, "
               "\"position\": [0.1, 0, 0]}, {\"t\": 0.5, \"position\": [-0.1, 0, 0]}, "
               "{\"t\": 0.715, \"position\": [0, 0, 0]}]}], \"travel\": [{\"t\": 0, \"at\": "
               "[0, 0, 0]}, {\"t\": 0.715, \"at\": [0.1, 0, 0.5], \"yaw\": 30}]}");
    snprintf(line, sizeof(line), "play '%s' --on dog --out '%s' --at 1,0,2,90", motion, out);
    run_good(line);
    caper_clip *clip = caper_clip_load(out, NULL, NULL);
    REQUIRE(clip != NULL && clip->loops && clip->frame_count == 22);
    caper_root root = caper_clip_sample_root(clip, 0);
    CHECK_NEAR(root.x, 1, 1e-4);
    CHECK_NEAR(root.z, 2, 1e-4);
    CHECK_NEAR(root.yaw, CAPER_PI / 2, 1e-4);
    caper_pose first = caper_pose_create(clip->skeleton.body_count, 0, NULL);
    caper_pose last = caper_pose_create(clip->skeleton.body_count, 0, NULL);
    CHECK(caper_clip_sample(clip, 0, NULL, &first));
    CHECK(caper_clip_sample(clip, clip->duration * 0.999999f, NULL, &last));
    for (int i = 0; i < first.body_count; i++) {
        CHECK_NEAR(caper_quat_angle(first.bodies[i].rotation, last.bodies[i].rotation), 0, 2e-3);
    }
    caper_pose_destroy(&first, NULL);
    caper_pose_destroy(&last, NULL);
    caper_clip_destroy(clip);
}

static void play_refuses_places_and_bears_long_motions(void)
{
    char motion[600], out[600], line[1400];
    snprintf(motion, sizeof(motion), "%s", scratch("aeon.motion.json"));
    snprintf(out, sizeof(out), "%s", scratch("aeon.clip.json"));
    const char *places[] = {"1,2", "1,2,3x", "1,2,3,", "1,2,3,4x", "1,2,3,4,5", ""};
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        snprintf(line, sizeof(line), "play wave --on dog --out '%s' --at '%s'", out, places[i]);
        expect_refusal(line, "is not X,Y,Z or X,Y,Z,YAW");
    }
    write_file(motion,
               "{\"caper\": \"motion\", \"version\": 1, \"name\": \"aeon\", \"duration\": "
               "1e6, \"loops\": true, \"channels\": [{\"name\": \"root\", \"select\": "
               "{\"caps\": [\"root\"]}, \"keys\": [{\"t\": 0, \"position\": [0, 0, 0]}]}]}");
    snprintf(line, sizeof(line),
             "play '%s' --on dog --out '%s' --seconds 0.1 --rate 1000 --speed 0.01", motion, out);
    run_good(line);
}

static void info_knows_every_character_that_ships(void)
{
    char *files[MENAGERIE_MAX];
    int count = menagerie_files(files);
    for (int i = 0; i < count; i++) {
        char line[1200], name[200];
        snprintf(line, sizeof(line), "info '%s/%s' --json", test_data_path("characters"), files[i]);
        outcome o = run(line);
        CHECK_INT(o.code, 0);
        check_members(o.out);
        drop(&o);
        snprintf(name, sizeof(name), "info %.*s", (int)strcspn(files[i], "."), files[i]);
        o = run(name);
        CHECK_INT(o.code, 0);
        CHECK_HAS(o.out, "height");
        drop(&o);
        free(files[i]);
    }
}

static void several_files_give_one_line_of_json_each(void)
{
    outcome o = run("info dog spider random:7,0.9 stairs --json");
    CHECK_INT(o.code, 0);
    CHECK_INT(count_lines(o.out), 4);
    CHECK_HAS(o.out, "\"kind\":\"world\"");
    drop(&o);
}

static void motions_are_told_and_written_anew(void)
{
    outcome o = run("info wave");
    CHECK_INT(o.code, 0);
    CHECK_STR(o.err, "");
    CHECK_HAS(o.out, "motion \"wave\"");
    CHECK_HAS(o.out, "branch 0 hand: for at least 1 graspers");
    CHECK_HAS(o.out, "channel hand: grasper");
    CHECK_HAS(o.out, "keys: position 13, position_weight 1");
    drop(&o);
    o = run("info wave --json");
    CHECK_INT(o.code, 0);
    CHECK_HAS(o.out, "\"kind\": \"motion\"");
    CHECK_HAS(o.out, "\"duration\": 2.8");
    CHECK_HAS(o.out, "{\"kind\": \"position\", \"keys\": 13}");
    drop(&o);
    o = run("info --list");
    CHECK_HAS(o.out, "motions: ");
    CHECK_HAS(o.out, " wave");
    drop(&o);
    o = run("info --list --json");
    CHECK_INT(o.code, 0);
    CHECK_HAS(o.out, "\"worlds\": [");
    CHECK_HAS(o.out, "\"wave\"");
    drop(&o);

    const char *crooked = scratch("crooked.motion.json"), *even = scratch("even.motion.json");
    write_file(crooked,
               "{\"version\": 1, \"duration\": 1.0, \"caper\": \"motion\", \"name\": \"x\",\n"
               "\"channels\": [{\"keys\": [{\"turn\": [0, 20.0, 0],\n\"t\": 0.50}], "
               "\"name\": \"a\"}]}");
    char line[1200];
    snprintf(line, sizeof(line), "convert '%s' '%s'", crooked, even);
    run_good(line);
    size_t size = 0;
    char *text = caper_file_read(even, 0, NULL, &size, NULL);
    REQUIRE(text != NULL);
    CHECK_HAS(text, "{\"t\": 0.5, \"turn\": [0, 20, 0]}");
    caper_free(NULL, text, size + 1);
    snprintf(line, sizeof(line), "convert '%s' x.bvh", even);
    expect_refusal(line, "a motion converts to .motion.json only");
    snprintf(line, sizeof(line), "convert '%s' x.motion.json --on dog", even);
    expect_refusal(line, "--on has no use");
    expect_refusal("convert dog x.motion.json", "expected an output that ends in");
    expect_refusal("check wave", "found a motion, expected a clip");
    write_file(crooked,
               "{\"caper\": \"motion\", \"version\": 1, \"duration\": 1,\n \"chanels\": []}");
    snprintf(line, sizeof(line), "info '%s'", crooked);
    expect_refusal(line,
                   "crooked.motion.json:2:2: unknown member 'chanels'; did you mean 'channels'?");
}

// --- check -------------------------------------------------------------------------------------

// A second of standing; `slide` metres of it sideways, over the whole.
static void save_standing(const char *path, float slide)
{
    caper_error error = {0};
    caper_character *c = menagerie_load("dog");
    caper_root roots[61];
    memset(roots, 0, sizeof(roots));
    for (int i = 0; i < 61; i++) {
        roots[i].x = slide * (float)i / 60.0f;
    }
    caper_clip_def def = caper_clip_def_default();
    def.name = "standing";
    def.skeleton = &c->skeleton;
    def.rate = 60;
    def.frame_count = 61;
    caper_track_def track = {CAPER_TRACK_ROOT, 0, 61, NULL, &roots[0].x};
    def.tracks = &track;
    def.track_count = 1;
    caper_clip *clip = caper_clip_create(&def, &error);
    REQUIRE(clip != NULL);
    REQUIRE(caper_clip_save(clip, path, &error));
    caper_clip_destroy(clip);
    caper_character_destroy(c);
}

// A clip in the wrong unit has the right bodies at the wrong size.
static void a_clip_of_another_scale_is_refused(void)
{
    char line[1400];
    const char *still = scratch("scale.clip.json"), *bvh = scratch("scale.bvh");
    save_standing(still, 0);
    snprintf(line, sizeof(line), "convert '%s' '%s' --on dog", still, bvh);
    run_good(line);
    // ends of limbs are bodies of their own in a BVH: its own character is the one it fits
    const char *own = scratch("scale.character.json");
    snprintf(line, sizeof(line), "convert '%s' '%s'", bvh, own);
    run_good(line);
    snprintf(line, sizeof(line), "check '%s' --on '%s' --unit 1", bvh, own);
    expect_refusal(line, "give --unit 0.01");
    snprintf(line, sizeof(line), "convert '%s' x.glb --on '%s' --unit 1", bvh, own);
    expect_refusal(line, "give --unit 0.01");
    snprintf(line, sizeof(line), "check '%s' --on '%s'", bvh, own);
    outcome o = run(line);
    CHECK_STR(o.err, "");
    drop(&o);
}

static void options_about_foreign_files_are_refused_for_ours(void)
{
    const char *clip = CAPER_BINARY_DIR "/ours.clip.json";
    save_standing(clip, 0);
    expect_refusal("info dog --unit 0.01", "dog: --unit does not apply");
    expect_refusal("info random:7 --file-rate 30", "--file-rate does not apply");
    expect_refusal("info dog --clip walk", "--clip chooses a clip of a file");
    static const char *const lines[] = {
        "info '%s' --up z",
        "convert '%s' never.bvh --floor 1",
        "check '%s' --skeleton x.asf",
        "generalize '%s' --unit 0.01 --out never.motion.json",
        "retarget '%s' --onto horse --unit 0.01 --out never.clip.json",
        "puppet '%s' --onto sally --unit 0.01 --out never.clip.json",
    };
    for (int i = 0; i < CAPER_COUNT_OF(lines); i++) {
        char line[1200];
        snprintf(line, sizeof(line), lines[i], clip);
        expect_refusal(line, "does not apply: it is about files of foreign formats");
    }
    remove(clip);
}

static void info_tells_of_the_clip_that_was_asked_for(void)
{
    const char *file = test_shared_path("gltf/khronos/Fox.glb");
    if (!file) {
        SKIP("no shared data");
    }
    char line[1200];
    snprintf(line, sizeof(line), "info '%s' --clip Walk --brief", file);
    outcome o = run(line);
    CHECK_INT(o.code, 0);
    CHECK_HAS(o.out, "clip Walk:");
    CHECK(!strstr(o.out, "clip Run:"));
    drop(&o);
    // "AnimalArmature|Gallop" by its last part, although there is a Gallop_Jump
    const char *wolf = test_shared_path("gltf/quaternius/animals_pack/Wolf.glb");
    snprintf(line, sizeof(line), "info '%s' --clip gallop --brief", wolf ? wolf : file);
    o = run(line);
    CHECK_INT(o.code, wolf ? 0 : 2);
    CHECK(!wolf || strstr(o.out, "Gallop:"));
    drop(&o);
    snprintf(line, sizeof(line), "info '%s' --clip Nothing", file);
    o = run(line);
    CHECK_INT(o.code, 2);
    CHECK_HAS(o.err, "Survey, Walk, Run"); // all that there are
    drop(&o);
}

// A rig in centimetres is told by whoever moves it, once, and can be read as what it is.
static void a_rig_in_centimetres_is_told_by_every_verb(void)
{
    const char *fox = test_shared_path("gltf/khronos/Fox.glb");
    if (!fox) {
        SKIP("no shared data");
    }
    static const char *const verbs[] = {"walk '%s' --seconds 0.1 --out '%s'",
                                        "play wave --on '%s' --seconds 0.1 --out '%s'",
                                        "retarget '%3$s' --onto '%1$s' --out '%2$s'",
                                        "play wave --on '%s' --seconds 0.1 --out '%s' --unit 0.01",
                                        "walk '%s' --seconds 0.1 --out '%s' --unit 0.01"};
    const char *from = scratch("still.clip.json"), *out = scratch("fox.clip.json");
    save_standing(from, 0);
    for (int i = 0; i < CAPER_COUNT_OF(verbs); i++) {
        char line[2000];
        snprintf(line, sizeof line, verbs[i], fox, out, from);
        outcome o = run(line);
        CHECK_INT(o.code, 0);
        const char *told = strstr(o.err, "centimetres are `--unit 0.01`");
        CHECK((told != NULL) == !strstr(verbs[i], "--unit"));
        CHECK(!told || !strstr(told + 1, "centimetres are"));
        drop(&o);
    }
    expect_refusal("play wave --on dog --out x.clip.json --unit 0.01",
                   "--unit does not apply: it is about files of foreign formats");
    remove(from);
    remove(out);
}

// The floor of a foreign file is where the user says.
static void the_floor_of_a_file_can_be_given(void)
{
    char line[700];
    const char *still = scratch("floor.clip.json"), *bvh = scratch("floor.bvh");
    save_standing(still, 0);
    snprintf(line, sizeof(line), "convert '%s' '%s' --on dog", still, bvh);
    run_good(line);
    snprintf(line, sizeof(line), "info '%s' --floor 0.25", bvh);
    outcome o = run(line);
    CHECK_INT(o.code, 0);
    CHECK_HAS(o.out, "floor at 0.25 m");
    drop(&o);
    snprintf(line, sizeof(line), "check '%s' --floor 0.25", bvh);
    o = run(line);
    CHECK_HAS(o.out, "floor 0 m");
    drop(&o);
    snprintf(line, sizeof(line), "info '%s' --floor low", bvh);
    expect_refusal(line, "--floor takes auto or a height");
}

static void an_amc_without_its_skeleton_is_told_what_to_give(void)
{
    mkdir(scratch("lonely"), 0777);
    const char *amc = scratch("lonely/1_01.amc");
    write_file(amc, ":FULLY-SPECIFIED\n:DEGREES\n1\nroot 0 0 0 0 0 0\n");
    char line[700];
    snprintf(line, sizeof(line), "info '%s'", amc);
    expect_refusal(line, "--skeleton FILE.asf");
}

static void check_answers_by_its_exit_code(void)
{
    char line[700];
    const char *still = scratch("still.clip.json"), *slide = scratch("slide.clip.json");
    save_standing(still, 0);
    save_standing(slide, 0.1f);
    snprintf(line, sizeof(line), "check '%s' --on dog --floor 0", still);
    outcome o = run(line);
    CHECK_INT(o.code, 0);
    CHECK_HAS(o.out, ": pass: good");
    drop(&o);
    snprintf(line, sizeof(line), "check '%s' --on dog --json", slide);
    o = run(line);
    CHECK_INT(o.code, 1);
    CHECK_HAS(o.out, "\"verdict\": \"fail\"");
    CHECK_HAS(o.out, "\"stance_slip_max\"");
    drop(&o);
    // a dog that creeps by a centimetre: few would see it
    const char *creep = scratch("creep.clip.json");
    save_standing(creep, 0.01f);
    for (int strict = 0; strict < 2; strict++) {
        snprintf(line, sizeof(line), "check '%s' --on dog --origin ours --json%s", creep,
                 strict ? " --strict" : "");
        o = run(line);
        CHECK_INT(o.code, strict);
        CHECK_HAS(o.out, "\"verdict\": \"flawed\"");
        CHECK_HAS(o.out, "few would see it");
        drop(&o);
    }
    snprintf(line, sizeof(line), "check '%s' --on dog --source '%s'", still, still);
    o = run(line);
    CHECK_INT(o.code, 0);
    CHECK_HAS(o.out, "contact_f1");
    drop(&o);
    snprintf(line, sizeof(line), "check '%s' --on dog --world flat", still);
    run_good(line);
    // its character found by the skeleton
    snprintf(line, sizeof(line), "check '%s'", still);
    o = run(line);
    CHECK_INT(o.code, 0);
    CHECK_HAS(o.out, "metric");
    drop(&o);
    snprintf(line, sizeof(line), "check '%s' --on spider", still);
    expect_refusal(line, "skeleton");
    expect_refusal("check dog", "expected a clip");
}

// A skeleton that nobody ships: a world is made to the measure of a guess.
static void a_guessed_body_is_told(void)
{
    char line[700];
    const char *strange = scratch("strange.clip.json");
    snprintf(line, sizeof(line), "walk random:42 --seconds 0.5 --out '%s'", strange);
    run_good(line);
    snprintf(line, sizeof(line), "check '%s' --world stairs --world-scale auto", strange);
    outcome o = run(line);
    CHECK_HAS(
        o.out,
        "a body inferred from the clip (limits of elbows and knees alone: give --on FILE for all)");
    CHECK_HAS(o.err, "--world-scale auto measures the legs of a body inferred from the clip");
    drop(&o);
    snprintf(line, sizeof(line), "check '%s' --on random:42 --world stairs --world-scale auto",
             strange);
    o = run(line);
    CHECK_STR(o.err, "");
    drop(&o);
}

// --- demo --------------------------------------------------------------------------------------

static void the_demo_leaves_a_page_that_needs_nothing_else(void)
{
    if (UNDER_SANITIZER) {
        SKIP("the demo takes half a minute there; what it calls has tests of its own");
    }
    char line[700], path[800];
    const char *folder = scratch("demo");
    snprintf(line, sizeof(line), "demo --out '%s'", folder);
    outcome o = run(line);
    CHECK_INT(o.code, 0);
    drop(&o);
    snprintf(path, sizeof(path), "%s/walk_performer.clip.json", folder);
    struct stat status;
    CHECK(stat(path, &status) == 0 && status.st_size > 1000);
    snprintf(path, sizeof(path), "%s/index.html", folder);
    caper_error error = {0};
    size_t size = 0;
    char *page = caper_file_read(path, 1u << 26, NULL, &size, &error);
    REQUIRE(page != NULL);
    CHECK(size > 300000 && size < 8000000);
    int films = 0;
    for (const char *at = page; (at = strstr(at, "{title:")) != NULL; at++) {
        films++;
    }
    o = run("simulate standing --seconds 0.1");
    CHECK_INT(films, o.code == 0 ? 7 : 6); // with physics in this build
    CHECK(o.code != 0 || strstr(page, "thing:true"));
    drop(&o);
    // nothing is fetched: no addresses, no other files
    CHECK(!strstr(page, "http:") && !strstr(page, "https:") && !strstr(page, " src="));
    CHECK(strstr(page, "mesh:{") && strstr(page, "grid:{") && strstr(page, "world:[["));
    caper_free(NULL, page, size + 1);
    expect_refusal("demo --out /proc/nowhere", "/proc/nowhere");
}

static bool speaks_to_the_terminal(const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if ((*c < 0x20 && *c != '\n' && *c != '\t') || *c == 0x7f ||
            (*c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0)) {
            return true;
        }
    }
    return false;
}

// Names come from files of strangers: no byte of them may move the cursor, or worse.
static void names_cannot_speak_to_the_terminal(void)
{
    static const char evil[] =
        "a\\\\u001b]0;x\\\\u0007\\\\u009b31m\\\\u007f\\\\r"; // sed takes half
    const char *c = scratch("evil.character.json"), *m = scratch("evil.motion.json");
    char line[1400];
    snprintf(line, sizeof(line), "sed 's/\"pelvis\"/\"%s\"/g' '%s' >'%s'", evil,
             test_data_path("characters/sally.character.json"), c);
    CHECK_INT(system(line), 0);
    snprintf(line, sizeof(line), "sed '0,/\"name\": \"/s//&%s/' '%s' >'%s'", evil,
             test_data_path("motions/wave.motion.json"), m);
    CHECK_INT(system(line), 0);
    static const char *const verbs[] = {"info '%s'",        "info '%s' --json", "info '%s'",
                                        "info '%s' --json", "check '%s'",       "generalize '%s'"};
    int shown = 0;
    for (int i = 0; i < CAPER_COUNT_OF(verbs); i++) {
        snprintf(line, sizeof(line), verbs[i], i == 2 || i == 3 ? m : c);
        outcome o = run(line);
        CHECK(!speaks_to_the_terminal(o.out));
        CHECK(!speaks_to_the_terminal(o.err));
        shown += strstr(o.out, "\\x1b") != NULL || strstr(o.out, "\\u001b") != NULL;
        drop(&o);
    }
    CHECK(shown >= 4);
}

TESTS(names_cannot_speak_to_the_terminal, help_and_version_are_on_stdout,
      help_names_each_option_once, wrong_usage_is_one_sentence_and_exit_2,
      wrong_numbers_name_their_option, options_of_other_verbs_are_answered,
      a_grid_asks_for_files_that_are_there_and_as_they_were,
      convert_takes_so_many_clips_and_no_more, names_keep_their_dots,
      a_table_of_walks_tells_what_it_could_not_walk, a_clip_that_is_loaded_is_no_character,
      synth_stores_whose_clip_it_is, synth_does_not_forget_options_for_what_it_keeps,
      what_was_written_is_said_in_one_line, convert_keeps_how_a_bvh_was_written,
      bad_files_are_refused_with_line_and_column, a_full_disk_is_not_success,
      captures_are_not_written_over, retarget_takes_every_clip_and_several_files,
      play_says_what_is_wrong_in_one_line, a_loop_is_recorded_as_a_loop,
      play_refuses_places_and_bears_long_motions, info_knows_every_character_that_ships,
      several_files_give_one_line_of_json_each, motions_are_told_and_written_anew,
      check_answers_by_its_exit_code, a_guessed_body_is_told, a_clip_of_another_scale_is_refused,
      options_about_foreign_files_are_refused_for_ours, info_tells_of_the_clip_that_was_asked_for,
      a_rig_in_centimetres_is_told_by_every_verb, the_floor_of_a_file_can_be_given,
      an_amc_without_its_skeleton_is_told_what_to_give,
      the_demo_leaves_a_page_that_needs_nothing_else)
