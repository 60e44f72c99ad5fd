// SPDX-License-Identifier: MIT
// Long, because it is one idea: each action is done, undone and done again by the same few lines.
//
// The studio without its window: every action does something, is undone to the byte and done again;
// what is edited on one body moves on all; a session outlives its process.
#define _POSIX_C_SOURCE 200809L
#include "rig.h"
#include "studio.h"
#include "test.h"
#undef printf

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void open_studio(studio *s)
{
    caper_error error = {0};
    setenv("CAPER_DATA", test_data_path(""), 1);
    REQUIRE(studio_open(s, &error));
    bool good = studio_welcome(s, &error);
    if (!good) {
        fprintf(stderr, "%s\n", error.message);
    }
    REQUIRE(good);
    document_start(&s->doc);
}

// All that can be edited, as text; what is looked at, as bytes behind it.
static caper_text state_of(const studio *s)
{
    caper_text t;
    caper_text_init(&t, NULL);
    REQUIRE(session_write(s, NULL, &t) && session_motion(s, &t));
    caper_text_printf(&t, "pending %d path '%s'\n", s->doc.state.pending != NULL,
                      s->doc.state.path);
    caper_text_append(&t, (const char *)&s->look, sizeof s->look);
    return t;
}

static bool same(const caper_text *a, const caper_text *b)
{
    return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

static bool run(studio *s, const char *line)
{
    caper_error error = {0};
    bool good = studio_run(s, line, &error);
    if (!good) {
        fprintf(stderr, "%s: %s\n", line, error.message);
    }
    return good;
}

// What has to be so before an action makes sense, and a line of it that changes something.
typedef struct example {
    const char *line;
    const char *before[4];
} example;

static const example examples[] = {
    {"new try", {0}},
    {"open bow", {0}},
    {"open crab", {0}},
    {"open stairs", {0}},
    {"cast_add random:7", {0}},
    {"cast_remove 1", {0}},
    {"cast_clear", {0}},
    {"cast_variant 0 1", {0}},
    {"cast_hide 2 1", {0}},
    {"world stairs", {0}},
    {"active 1 head", {0}},
    {"time 0.7", {0}},
    {"motion_name greet", {0}},
    {"motion_about \"A greeting, \\\"hello\\\".\"", {0}},
    {"motion_duration 3.5", {0}},
    {"motion_stretch 1.5", {0}},
    {"motion_loops 1", {0}},
    {"motion_handed 0", {0}},
    {"branch 1", {0}},
    {"branch_add more", {0}},
    {"branch_remove", {0}},
    {"branch_name arms", {0}},
    {"branch_need min_legs 2", {0}},
    {"event_add hello", {"time 1"}},
    {"event_remove 0", {"event_add hello"}},
    {"event_move 0 1.25", {"event_add hello"}},
    {"event_name 0 bye", {"event_add hello"}},
    {"target friend 0 0.5 3", {0}},
    {"pair hand other opposite", {"channel_add x grasper", "channel_set group other"}},
    {"channel 2", {0}},
    {"channel_add wag tail", {0}},
    {"channel_copy again", {0}},
    {"channel_remove", {"channel 5"}},
    {"channel_name palm", {0}},
    {"channel_order 1", {0}},
    {"query caps foot", {0}},
    {"query_mirror", {"query x left"}},
    {"mode scale creature", {0}},
    {"aim target friend", {0}},
    {"channel_set priority 4", {0}},
    {"curve_add rotation", {0}},
    {"curve_remove 1", {0}},
    {"keys_all", {0}},
    {"keys_none", {"keys_all"}},
    {"keys_box 0 1 0 3", {0}},
    {"keys_window 0 1 -9 9 0 1", {0}},
    {"key_reach 1 0.05", {"active 0 left_hand", "keys_window 0.3 1 -9 9 0"}},
    {"key_pick 0 0 2", {0}},
    {"key_delete", {"key_pick 0 0 2"}},
    {"key_move 0.04", {"key_pick 0 0 2"}},
    {"key_scale 0 0.5", {"keys_box 0 1 0 0"}},
    {"key_mirror", {"keys_box 0 1 0 0"}},
    {"key_reverse", {"keys_box 0 1 0 0"}},
    {"key_ease hold", {"key_pick 0 0 2"}},
    {"key_value 1 0.25", {"key_pick 0 0 2"}},
    {"key_shift 0 0.1", {"key_pick 0 0 2"}},
    {"key_tangent 0 2", {"key_pick 0 0 2"}},
    {"key_paste", {"key_pick 0 0 2", "key_copy", "time 1.15"}},
    {"key_put rotation 0.5 0 0 0 1", {0}},
    {"pose_move 0.1 0.05 0", {"active 0 left_hand", "time 1"}},
    {"pose_put 0.5 1.5 0.2", {"active 0 left_hand", "time 1"}},
    {"pose_turn 0 0 1 30", {"active 0 left_hand", "time 1"}},
    {"pose_rest", {"active 0 left_hand", "time 1"}},
    {"trail_put 3 0.5 1.5 0.2", {"active 0 left_hand"}},
    {"key", {"time 1.11"}},
    {"stairs 6 0.17 0.29", {0}},
    {"body_move 0 0.05 0.02", {"active 0 left_hand"}},
    {"body_stretch 1.3", {"active 0 left_hand"}},
    {"body_scale 1.2", {0}},
    {"body_caps limb", {"active 0 left_hand"}},
    {"limb_copy -0.2", {"active 1 left_front_paw"}},
    {"limb_remove", {"active 1 left_front_paw"}},
    {"space hopper", {0}},
    {"space_values pace 0 0.1 0.2", {"space hopper"}},
    {"gait_style limp 0.5", {0}},
    {"gait_speed 0.4", {0}},
    {"gait_foot 1 0.4 0.9", {0}},
    {"gait_param 2 3 duty 0.7", {0}},
    {"gain 0.5", {0}},
    {"path 0 0 1 2 3 4", {0}},
    {"path_draw 0 1 2", {"path_draw 1 0 0"}},
    {"stride test_studio_stride.clip.json", {"export test_studio_stride.clip.json"}},
    {"stride_set climb 0.4", {0}},
    {"space_at pace 0.2", {"space hopper"}},
    {"orbit 20 5", {0}},
    {"pan 0.1 0.2", {0}},
    {"zoom 1.5", {0}},
    {"frame active", {"active 1 head"}},
    {"view top", {0}},
    {"show ghosts", {0}},
    {"speed 0.5", {0}},
    {"rate 60", {0}},
    {"range 0 1", {0}},
    {"navigate blender", {0}},
};

static void every_action_is_undone_and_done_again(void)
{
    static studio s;
    for (int i = 0; i < CAPER_COUNT_OF(examples); i++) {
        const example *e = &examples[i];
        open_studio(&s);
        for (int k = 0; k < 4 && e->before[k]; k++) {
            REQUIRE(run(&s, e->before[k]));
        }
        char name[64];
        REQUIRE(sscanf(e->line, "%63s", name) == 1);
        const action *a = action_find(name);
        REQUIRE(a != NULL);
        caper_text before = state_of(&s);
        CHECK(run(&s, e->line));
        caper_text after = state_of(&s);
        bool changed = !same(&before, &after);
        CHECK(changed);
        CHECK(run(&s, a->kind == ACTION_LOOK ? "look_undo" : "undo"));
        caper_text undone = state_of(&s);
        CHECK(run(&s, a->kind == ACTION_LOOK ? "look_redo" : "redo"));
        caper_text redone = state_of(&s);
        bool good = changed && same(&before, &undone) && same(&after, &redone);
        CHECK(good);
        if (!good) {
            fprintf(stderr, "not undone: %s\n", e->line);
        }
        caper_text_free(&before);
        caper_text_free(&after);
        caper_text_free(&undone);
        caper_text_free(&redone);
        studio_close(&s);
    }
    unlink("test_studio_stride.clip.json");
}

// An action without an example is an action without a test.
static void every_action_that_edits_has_an_example(void)
{
    const action *actions;
    int count = action_list(&actions), edits = 0;
    for (int i = 0; i < count; i++) {
        bool found = actions[i].kind == ACTION_FILE;
        for (int k = 0; !found && k < CAPER_COUNT_OF(examples); k++) {
            size_t n = strlen(actions[i].name);
            found = strncmp(examples[k].line, actions[i].name, n) == 0 &&
                    (examples[k].line[n] == ' ' || examples[k].line[n] == 0);
        }
        if (!found && strcmp(actions[i].name, "generalize") != 0 && // reads a clip: test_studio_run
            strncmp(actions[i].name, "rig_", 4) != 0) { // of a foreign file: a test of its own
            fprintf(stderr, "no example of %s\n", actions[i].name);
            CHECK(found);
        }
        edits += actions[i].kind != ACTION_FILE;
    }
    CHECK(edits > 50);
}

static void an_action_that_fails_changes_nothing(void)
{
    static studio s;
    static const char *const bad[] = {
        "nothing",
        "open nowhere.glb",
        "cast_add no_such_body",
        "cast_remove 9",
        "time",
        "time soon",
        "channel 99",
        "branch -4",
        "query caps nose",
        "mode position sideways",
        "key_delete",
        "key_pick 0 0 999",
        "event_remove 3",
        "motion_duration -1",
        "save /no/such/folder/x.motion.json",
        "export x.doc",
        "pose_move 1 0 0",
        "curve_remove 77",
        "speed 9",
        "range 0 0.01",
        "range 0 1e8",
        "key_scale 0 0",
        "body_save x.json",
        "map_save x",
        "world no_such",
        "space no_such",
        "space_values pace 1",
        "synth /tmp",
        "space_at pace 1",
        "stride no_such.bvh",
        "key_put position 1 2",
        "active 0 no_such",
        "\"",
        "channel_name head",
        "open \"unfinished",
    };
    open_studio(&s);
    caper_text before = state_of(&s);
    for (int i = 0; i < CAPER_COUNT_OF(bad); i++) {
        int past = s.doc.past_count;
        caper_error error = {0};
        bool done = studio_run(&s, bad[i], &error);
        caper_text after = state_of(&s);
        if (done || !same(&before, &after) || s.doc.past_count != past || !error.message[0]) {
            fprintf(stderr, "changed something, or said nothing: %s\n", bad[i]);
            CHECK(false);
        }
        caper_text_free(&after);
    }
    caper_text_free(&before);
    studio_close(&s);
}

// Where the channel puts the active body of a member at the document's time, model space.
static caper_transform pose_of(studio *s, int member, const char *body)
{
    char line[96];
    caper_place place;
    caper_transform special = caper_transform_identity();
    snprintf(line, sizeof line, "active %d %s", member, body);
    REQUIRE(run(s, line));
    REQUIRE(view_active_pose(s, &place, &special));
    return special;
}

static float limb_of(const studio *s, int member, const char *body)
{
    const caper_character *c = state_character(&s->doc.state, member);
    return c->bodies[caper_character_find(c, body)].limb_length;
}

// In the mode "rest, scaled by the limb" a body that is moved by d moves those of other limbs by d
// times the ratio of their lengths; and by the mirror image on the other side.
static void a_pose_on_one_body_moves_all_by_their_measure(void)
{
    static studio s;
    open_studio(&s);
    CHECK(run(&s, "new try") && run(&s, "cast_clear") && run(&s, "cast_add sally") &&
          run(&s, "cast_add four_armed") && run(&s, "time 1"));
    const caper_character *other = state_character(&s.doc.state, 1);
    const char *name = NULL;
    for (int i = 0; i < other->body_count; i++) {
        bool left = other->rest_model[i].position.x > 0;
        name = (other->bodies[i].caps & CAPER_CAP_GRASPER) && left ? other->bodies[i].name : name;
    }
    REQUIRE(name != NULL);
    caper_transform left = pose_of(&s, 0, "left_hand"), right = pose_of(&s, 0, "right_hand");
    caper_transform far = pose_of(&s, 1, name);
    pose_of(&s, 0, "left_hand");
    CHECK(run(&s, "pose_move 0.2 0.3 -0.1"));
    caper_transform left_now = pose_of(&s, 0, "left_hand");
    caper_transform right_now = pose_of(&s, 0, "right_hand");
    caper_transform far_now = pose_of(&s, 1, name);
    CHECK_NEAR(left_now.position.x - left.position.x, 0.2, 1e-4);
    CHECK_NEAR(left_now.position.y - left.position.y, 0.3, 1e-4);
    CHECK_NEAR(left_now.position.z - left.position.z, -0.1, 1e-4);
    CHECK_NEAR(right_now.position.x - right.position.x, -0.2, 1e-3);
    CHECK_NEAR(right_now.position.y - right.position.y, 0.3, 1e-3);
    float ratio = limb_of(&s, 1, name) / limb_of(&s, 0, "left_hand");
    CHECK_NEAR(far_now.position.y - far.position.y, 0.3 * (double)ratio, 1e-3);
    CHECK_NEAR(far_now.position.x - far.position.x, 0.2 * (double)ratio, 1e-3);
    studio_close(&s);
}

// The active body's motion stays, whatever the mode: the paper's key remapping.
static void another_mode_keeps_the_active_body_where_it_is(void)
{
    static studio s;
    open_studio(&s);
    CHECK(run(&s, "time 1.3"));
    caper_transform before = pose_of(&s, 0, "left_hand");
    CHECK(run(&s, "mode scale none"));
    caper_transform after = pose_of(&s, 0, "left_hand");
    CHECK_NEAR(caper_vec3_distance(before.position, after.position), 0, 1e-3);
    CHECK(run(&s, "mode position secondary"));
    after = pose_of(&s, 0, "left_hand");
    CHECK_NEAR(caper_vec3_distance(before.position, after.position), 0, 1e-3);
    studio_close(&s);
}

// Keys that are moved in metres move the active body by so much, at all of their times.
static void keys_move_in_metres(void)
{
    static studio s;
    open_studio(&s);
    caper_place place;
    caper_transform before[2], after[2];
    CHECK(run(&s, "active 0 left_hand") && run(&s, "keys_window 0.5 0.9 -9 9 0"));
    REQUIRE(s.doc.state.key_count >= 2);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < 2; i++) {
            key_id k = s.doc.state.keys[i];
            float time = state_curve(&s.doc.state, k.channel, k.curve)->keys[k.key].time;
            REQUIRE(view_pose_at(&s, time, &place, pass == 0 ? &before[i] : &after[i]));
        }
        CHECK(pass == 1 || run(&s, "key_reach 1 0.07"));
    }
    for (int i = 0; i < 2; i++) {
        CHECK_NEAR(after[i].position.y - before[i].position.y, 0.07, 1e-3);
        CHECK_NEAR(after[i].position.x, before[i].position.x, 1e-3);
    }
    studio_close(&s);
}

// Without autokey a pose is seen, but not in the motion until it is keyed.
static void a_pose_waits_for_its_key(void)
{
    static studio s;
    open_studio(&s);
    CHECK(run(&s, "show autokey 0") && run(&s, "active 0 left_hand") && run(&s, "time 1"));
    caper_text before, after;
    caper_text_init(&before, NULL);
    caper_text_init(&after, NULL);
    session_motion(&s, &before);
    CHECK(run(&s, "pose_move 0.1 0 0"));
    session_motion(&s, &after);
    CHECK(same(&before, &after));
    CHECK(document_motion(&s.doc) != state_motion(&s.doc.state));
    CHECK(run(&s, "key"));
    after.size = 0;
    session_motion(&s, &after);
    CHECK(!same(&before, &after));
    caper_text_free(&before);
    caper_text_free(&after);
    studio_close(&s);
}

static void keys_that_are_copied_come_out_where_the_time_is(void)
{
    static studio s;
    open_studio(&s);
    CHECK(run(&s, "new try") && run(&s, "key_put position 0.5 1 2 3") &&
          run(&s, "key_pick 0 0 1") && run(&s, "key_copy") && run(&s, "time 1.5") &&
          run(&s, "key_paste"));
    const caper_curve *curve = state_curve(&s.doc.state, 0, 0);
    REQUIRE(curve != NULL);
    CHECK_INT(curve->key_count, 3);
    CHECK_NEAR(curve->keys[2].time, 1.5, 1e-6);
    CHECK_NEAR(curve->keys[2].value[1], 2, 1e-6);
    CHECK(run(&s, "key_pick 0 0 2") && run(&s, "key_mirror"));
    CHECK_NEAR(state_curve(&s.doc.state, 0, 0)->keys[2].value[0], -1, 1e-6);
    // moved past another it takes its place in the order, and stays selected
    CHECK(run(&s, "key_move -1.2"));
    CHECK_NEAR(state_curve(&s.doc.state, 0, 0)->keys[1].time, 0.3, 1e-6);
    CHECK_INT(s.doc.state.key_count, 1);
    CHECK_INT(s.doc.state.keys[0].key, 1);
    studio_close(&s);
}

static bool no_frame(studio *s)
{
    (void)s;
    return true;
}

// Names are whatever people write: quotes, spaces, backslashes, lines.
static void names_full_of_quotes_go_through_lines_and_sessions(void)
{
    static studio s;
    static const char *const names[] = {"say \"hi\"", "a \\ b", " two  spaces ",          "\"",
                                        "line\nline", "%s %n",  "\xc3\xa9t\xc3\xa9 \\\"", "\\n"};
    char folder[] = "/tmp/caper \"studio\" \\ XXXXXX", path[1200];
    REQUIRE(mkdtemp(folder) != NULL);
    open_studio(&s);
    int events = state_motion(&s.doc.state)->event_count;
    for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
        CHECK(studio_do(&s, "channel_name %s", action_quote(names[i])));
        CHECK_STR(state_channel(&s.doc.state)->name, names[i]);
        CHECK(studio_do(&s, "motion_name %s", action_quote(names[i])));
        CHECK_STR(state_motion(&s.doc.state)->name, names[i]);
        CHECK(studio_do(&s, "event_add %s", action_quote(names[i])));
    }
    CHECK_INT(state_motion(&s.doc.state)->event_count, events + CAPER_COUNT_OF(names));
    snprintf(path, sizeof path, "%s/my \"own\".character.json", folder);
    CHECK(studio_do(&s, "body_save %s", action_quote(path)));
    CHECK(studio_do(&s, "cast_add %s", action_quote(path)));
    caper_text before = state_of(&s), lines, after;
    caper_text_init(&lines, NULL);
    snprintf(path, sizeof path, "%s/x.motion.json", folder);
    CHECK(studio_do(&s, "save %s", action_quote(path)));
    REQUIRE(session_write(&s, path, &lines));
    studio_close(&s);
    open_studio(&s);
    for (char *line = strtok(lines.data, "\n"); line; line = strtok(NULL, "\n")) {
        CHECK(run(&s, line));
    }
    s.doc.state.path[0] = 0;
    after = state_of(&s);
    CHECK(same(&before, &after));
    caper_text_free(&before);
    caper_text_free(&after);
    caper_text_free(&lines);
    studio_close(&s);
    unlink(path);
    snprintf(path, sizeof path, "%s/my \"own\".character.json", folder);
    unlink(path);
    CHECK_INT(rmdir(folder), 0);
}

static void a_script_that_fails_says_where(void)
{
    static studio s;
    caper_error error = {0};
    char path[] = "/tmp/caper_studio_XXXXXX", text[400];
    int file = mkstemp(path);
    static const char script[] = "# a comment\n\ntime 0.5\nspeed 9\ntime 1\n";
    REQUIRE(file >= 0 && write(file, script, sizeof script - 1) == (ssize_t)sizeof script - 1);
    close(file);
    open_studio(&s);
    CHECK(!script_run(&s, path, no_frame, &error));
    CHECK_INT(error.line, 4);
    caper_error_text(&error, text, sizeof text);
    CHECK(strstr(text, path) && strstr(text, ":4:") && strstr(text, "found 9, expected 0.1 to 4"));
    CHECK_NEAR(s.doc.state.time, 0.5, 1e-6); // what came before it was done, what follows was not
    unlink(path);
    studio_close(&s);
}

static bool run_session(studio *s, const char *path)
{
    size_t size = 0;
    char *text = caper_file_read(path, 0, NULL, &size, NULL);
    bool good = text != NULL;
    for (char *line = good ? strtok(text, "\n") : NULL; line; line = strtok(NULL, "\n")) {
        good = run(s, line) && good;
    }
    caper_free(NULL, text, size + 1);
    return good;
}

// A process that goes on from what the last one left, and is cut off too.
static void cut_off_again(const char *folder)
{
    static studio s;
    char path[1200];
    pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        caper_error error = {0};
        bool good = studio_open(&s, &error) && studio_welcome(&s, &error);
        snprintf(s.folder, sizeof s.folder, "%s", folder);
        good = good && session_find(&s, path, sizeof path) && run_session(&s, path);
        session_adopt(&s);
        session_keep(&s, true);
        session_drop(path);
        _exit(good && s.recent_count == 0 && document_is_unsaved(&s.doc) ? 0 : 1);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child && WIFEXITED(status));
    CHECK_INT(WEXITSTATUS(status), 0);
}

// What live panels are set to, each line by itself away from the default. Of
// points of a foot's path, each second one goes to beyond where the first was.
static const char *const live_lines[] = {
    "gait_speed 0.35",
    "gait_style sneak 0.25",
    "gait_foot 1 0.01 0.4",
    "gait_foot 2 0.02 1.1",
    "gait_foot 4 0.8 0.5",
    "gait_foot 3 0.7 0.9",
    "gait_param 4 2 lift 0.2",
    "gain 0.7",
    "path 0 0 1.5 2",
    "path_draw 0 2.5 2.25",
    "stride_set rule plain",
    "stride_set climb 0.4",
    "stride_set away 0",
    "stride_set keep_pace 1",
#if CAPER_SPACETIME
    "space hopper",
    "space_at pace 0.125",
#endif
};

static void a_session_outlives_its_process(void)
{
    static studio s;
    char folder[] = "/tmp/caper_studio_XXXXXX", path[1200];
    REQUIRE(mkdtemp(folder) != NULL);
    setenv("CAPER_DATA", test_data_path(""), 1);
    pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        caper_error error = {0};
        bool good = studio_open(&s, &error) && studio_welcome(&s, &error);
        snprintf(s.folder, sizeof s.folder, "%s", folder);
        good = good && studio_run(&s, "motion_name \"cut off\"", &error) &&
               studio_run(&s, "cast_add crab", &error) && studio_run(&s, "time 0.5", &error) &&
               studio_run(&s, "keys_box 0 1 0 1", &error) &&
               studio_run(&s, "body_scale 1.5", &error) &&
               studio_run(&s, "stairs 6 0.17 0.29", &error);
        for (int i = 0; i < CAPER_COUNT_OF(live_lines); i++) {
            good = studio_run(&s, live_lines[i], &error) && good;
        }
        session_keep(&s, true);
        _exit(good ? 0 : 1); // as a crash would: nothing is put away
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child && WIFEXITED(status));
    CHECK_INT(WEXITSTATUS(status), 0);
    cut_off_again(folder);
    open_studio(&s);
    snprintf(s.folder, sizeof s.folder, "%s", folder);
    REQUIRE(session_find(&s, path, sizeof path));
    CHECK(run_session(&s, path));
    CHECK_STR(state_motion(&s.doc.state)->name, "cut off");
    CHECK_INT(s.doc.state.cast_count, 4);
    CHECK_NEAR(s.doc.state.time, 0.5, 1e-6);
    CHECK(s.doc.state.key_count > 3);
    CHECK(s.doc.state.world != NULL);
    live_setup found = s.doc.state.setup;
    setup_default(&s.doc.state.setup);
    for (int i = 0; i < CAPER_COUNT_OF(live_lines); i++) {
        CHECK(run(&s, live_lines[i]));
    }
    CHECK(memcmp(&found, &s.doc.state.setup, sizeof found) == 0);
    asset *crab = asset_load("crab", CAPER_ASSET_CHARACTER, NULL); // half as large again
    REQUIRE(crab != NULL);
    CHECK_NEAR(state_character(&s.doc.state, 3)->size, 1.5 * (double)asset_character(crab)->size,
               1e-3);
    asset_drop(crab);
    session_drop(path);
    CHECK(!session_find(&s, path, sizeof path));
    CHECK_INT(rmdir(folder), 0);
    studio_close(&s);
}

static void sample_curve(const studio *s, float time, float at[4])
{
    caper_curve_sample(state_curve(&s->doc.state, 0, 0), time, at, NULL);
}

// Backward: at T - t what was at t, whatever leads from key to key.
static void reversed_keys_play_backward(void)
{
    static studio s;
    open_studio(&s);
    CHECK(run(&s, "new try") && run(&s, "key_put position 0.7 1 2 3") &&
          run(&s, "key_put position 1.1 2 -1 0") && run(&s, "key_put position 2 0.5 1 1") &&
          run(&s, "key_pick 0 0 0") && run(&s, "key_ease linear") && run(&s, "key_pick 0 0 2") &&
          run(&s, "key_tangent 1 4") && run(&s, "keys_all"));
    float before[41][4], after[4], most = 0;
    for (int i = 0; i <= 40; i++) {
        sample_curve(&s, 2.0f * (float)i / 40, before[i]);
    }
    CHECK(run(&s, "key_reverse"));
    for (int i = 0; i <= 40; i++) {
        sample_curve(&s, 2.0f - 2.0f * (float)i / 40, after);
        for (int c = 0; c < 3; c++) {
            most = caper_max(most, fabsf(after[c] - before[i][c]));
        }
    }
    CHECK_NEAR(most, 0, 1e-4);
    // squeezed to half, the same values come twice as soon
    CHECK(run(&s, "key_reverse") && run(&s, "key_scale 0 0.5"));
    most = 0;
    for (int i = 0; i <= 40; i++) {
        sample_curve(&s, 1.0f * (float)i / 40, after);
        for (int c = 0; c < 3; c++) {
            most = caper_max(most, fabsf(after[c] - before[i][c]));
        }
    }
    CHECK_NEAR(most, 0, 1e-4);
    studio_close(&s);
}

static void what_is_not_saved_is_asked_about(void)
{
    static studio s;
    open_studio(&s);
    CHECK(run(&s, "quit") && s.quit);
    CHECK(run(&s, "body_scale 1.2") && run(&s, "quit") && !s.quit); // a body
    CHECK(run(&s, "undo") && run(&s, "quit") && s.quit);
    CHECK(run(&s, "motion_name other") && run(&s, "open bow") && run(&s, "quit") && !s.quit);
    studio_close(&s);
}

static void a_failed_edit_keeps_what_can_be_redone(void)
{
    static studio s;
    open_studio(&s);
    CHECK(run(&s, "motion_name other") && run(&s, "undo"));
    CHECK(!studio_run(&s, "channel 99", NULL));
    CHECK(run(&s, "redo"));
    CHECK_STR(state_motion(&s.doc.state)->name, "other");
    studio_close(&s);
}

// The one who is active moves as fast as the judge has it; others keep his time.
static void the_active_one_moves_at_its_own_pace(void)
{
    static studio s;
    open_studio(&s);
    CHECK(run(&s, "cast_add mouse") && run(&s, "cast_add elephant"));
    for (int i = 3; i < 5; i++) {
        char line[40];
        snprintf(line, sizeof line, "active %d", i);
        CHECK(run(&s, line) && run(&s, "time 0"));
        studio_follow(&s);
        double pace = (double)caper_motion_pace(state_character(&s.doc.state, i));
        CHECK(i == 3 ? pace > 1.2 : pace < 0.9);
        s.playing = true;
        studio_update(&s, 0.1f);
        s.playing = false;
        CHECK_NEAR(s.doc.state.time, 0.1 * pace * (double)s.look.speed, 1e-5);
        for (int k = 0; k < s.stage.count; k++) {
            caper_source_state state = {0};
            const stage_member *m = &s.stage.members[k];
            if (m->source && caper_actor_source(m->actor, m->source, &state)) {
                CHECK_NEAR(state.time, s.doc.state.time, 1e-5);
            }
        }
    }
    studio_close(&s);
}

// A dog with a third pair of legs has six, stands on the ground, and goes on moving.
static void a_creature_is_edited_while_it_moves(void)
{
    static studio s;
    open_studio(&s);
    CHECK_INT(state_character(&s.doc.state, 1)->leg_count, 4);
    CHECK(run(&s, "active 1 left_front_paw") && run(&s, "limb_copy -0.2"));
    const caper_character *c = state_character(&s.doc.state, 1);
    CHECK_INT(c->leg_count, 6);
    CHECK_NEAR(c->bounds.min.y, 0, 1e-3);
    studio_follow(&s);
    CHECK(s.stage.members[1].source != 0);
    CHECK(run(&s, "limb_remove"));
    CHECK_INT(state_character(&s.doc.state, 1)->leg_count, 4);
    // twice as long from the elbow on
    CHECK(run(&s, "active 0 left_hand"));
    c = state_character(&s.doc.state, 0);
    int hand = caper_character_find(c, "left_hand"), arm = c->bodies[hand].parent;
    float before = caper_vec3_length(c->skeleton.rest_local[hand].position);
    char line[128];
    snprintf(line, sizeof line, "active 0 %s", c->bodies[arm].name);
    CHECK(run(&s, line) && run(&s, "body_stretch 2"));
    c = state_character(&s.doc.state, 0);
    int right = caper_character_find(c, "right_hand");
    CHECK_NEAR(caper_vec3_length(c->skeleton.rest_local[hand].position), 2 * before, 1e-4);
    CHECK_NEAR(caper_vec3_length(c->skeleton.rest_local[right].position), 2 * before, 1e-4);
    studio_close(&s);
}

// The same is said of both rigs: parts, the pose at rest, and what bodies are for.
static bool same_rig(const asset *x, const asset *y)
{
    const rig *a = x->rig, *b = y->rig;
    return a && b && memcmp(a->parts, b->parts, sizeof a->parts) == 0 &&
           strcmp(a->rest, b->rest) == 0 && a->body_count == b->body_count &&
           memcmp(a->caps, b->caps, (size_t)a->body_count * sizeof *a->caps) == 0;
}

// A rig of another program: a body is said to be another part, rests otherwise, and all of it is
// undone, saved as its map, and found again with a session.
static void a_rig_is_corrected_and_saved_as_its_map(void)
{
    const char *file = test_shared_path("gltf/khronos/CesiumMan.glb");
    if (!file) {
        SKIP("the shared rigs are not here");
    }
    static studio s;
    char folder[] = "/tmp/caper_studio_XXXXXX", path[300], line[400];
    REQUIRE(mkdtemp(folder) != NULL);
    open_studio(&s);
    CHECK(!studio_run(&s, "rig_rest file", NULL)); // sally is nobody's rig
    snprintf(line, sizeof line, "cast_add %s", action_quote(file));
    CHECK(run(&s, line));
    asset *a = s.doc.state.cast[s.doc.state.member].body;
    const caper_character *c = asset_character(a);
    caper_person person;
    REQUIRE(caper_person_find(c, a->loaded.map, &person, NULL));
    int chest = person.bodies[CAPER_PART_CHEST], head = person.bodies[CAPER_PART_HEAD];
    REQUIRE(chest >= 0 && head >= 0);
    char chest_name[96], head_name[96];
    snprintf(chest_name, sizeof chest_name, "%s", c->bodies[chest].name);
    snprintf(head_name, sizeof head_name, "%s", c->bodies[head].name);
    caper_text before = state_of(&s);
    snprintf(line, sizeof line, "active %d %s", s.doc.state.member, action_quote(head_name));
    CHECK(run(&s, line) && run(&s, "rig_part jaw none") && run(&s, "rig_rest file") &&
          run(&s, "body_caps head mouth eye"));
    snprintf(line, sizeof line, "rig_part upper_chest %s", action_quote(chest_name));
    CHECK(run(&s, line));
    a = s.doc.state.cast[s.doc.state.member].body;
    c = asset_character(a);
    CHECK(rig_is(a) && a->rig && a->made && document_is_unsaved(&s.doc)); // skin and all
    CHECK_STR(caper_map_rest(a->loaded.map, NULL), "file");
    REQUIRE(caper_person_find(c, a->loaded.map, &person, NULL));
    CHECK_INT(person.bodies[CAPER_PART_UPPER_CHEST], caper_character_find(c, chest_name));
    CHECK_INT(person.bodies[CAPER_PART_CHEST], -1); // one body, one part
    CHECK(c->bodies[caper_character_find(c, head_name)].caps & CAPER_CAP_MOUTH);
    CHECK(!studio_run(&s, "rig_part nose", NULL) && !studio_run(&s, "rig_rest no_such", NULL));
    snprintf(path, sizeof path, "%s/x.map.json", folder);
    snprintf(line, sizeof line, "map_save %s", path);
    CHECK(run(&s, line) && a->saved);
    caper_map *map = caper_map_load(path, NULL, NULL);
    const char *jaw = "?", *said = NULL;
    REQUIRE(map != NULL);
    CHECK(caper_map_part(map, CAPER_PART_JAW, &jaw) && jaw == NULL);
    CHECK(caper_map_part(map, CAPER_PART_UPPER_CHEST, &said) && said);
    CHECK_STR(said ? said : "", chest_name);
    caper_map_destroy(map);
    caper_text after = state_of(&s);
    for (int i = 0; i < 5; i++) {
        CHECK(run(&s, "undo"));
    }
    caper_text undone = state_of(&s);
    CHECK(same(&before, &undone) && !same(&before, &after));
    for (int i = 0; i < 5; i++) {
        CHECK(run(&s, "redo"));
    }
    caper_text redone = state_of(&s);
    CHECK(same(&after, &redone));
    asset *corrected = asset_keep(s.doc.state.cast[s.doc.state.member].body);
    snprintf(s.folder, sizeof s.folder, "%s", folder);
    session_keep(&s, true);
    studio_close(&s);
    open_studio(&s); // another one goes on
    snprintf(s.folder, sizeof s.folder, "%s", folder);
    snprintf(line, sizeof line, "%s/session-%ld.script", folder, (long)getpid());
    CHECK(run_session(&s, line));
    CHECK_INT(s.doc.state.cast_count, 4);
    CHECK(same_rig(s.doc.state.cast[3].body, corrected));
    CHECK(run(&s, "cast_remove 3"));
    snprintf(line, sizeof line, "cast_add %s", action_quote(file));
    CHECK(run(&s, line) && !same_rig(s.doc.state.cast[3].body, corrected));
    snprintf(line, sizeof line, "rig_map %s", path); // all at once, from the file
    CHECK(run(&s, line));
    a = s.doc.state.cast[s.doc.state.member].body;
    CHECK(same_rig(a, corrected));
    asset_drop(corrected);
    snprintf(line, sizeof line, "rm -r '%s'", folder);
    CHECK_INT(system(line), 0);
    caper_text_free(&before);
    caper_text_free(&after);
    caper_text_free(&undone);
    caper_text_free(&redone);
    studio_close(&s);
}

// Walking by keys: everybody goes that way, each by the speed of its legs.
static void the_cast_walks_where_it_is_told(void)
{
    static studio s;
    open_studio(&s);
    CHECK(run(&s, "path 0 0 0 3 3 6") && run(&s, "drive path"));
    caper_root before[3], after[3];
    for (int i = 0; i < 3; i++) {
        before[i] = caper_actor_root(s.stage.members[i].actor);
    }
    for (int i = 0; i < 90; i++) {
        studio_update(&s, 1 / 30.0f);
    }
    for (int i = 0; i < 3; i++) {
        after[i] = caper_actor_root(s.stage.members[i].actor);
        float way = hypotf(after[i].x - before[i].x, after[i].z - before[i].z);
        CHECK(way > 0.2f * state_character(&s.doc.state, i)->legs[0].length);
    }
    CHECK(after[0].z > before[0].z);
    CHECK(run(&s, "drive none"));
    studio_update(&s, 1 / 30.0f);
    CHECK_NEAR(caper_actor_root(s.stage.members[0].actor).z, before[0].z, 1e-3);
    studio_close(&s);
}

static void a_push_moves_who_has_weight(void)
{
    static studio s;
    open_studio(&s);
    if (!studio_run(&s, "drive physics", NULL)) {
        studio_close(&s);
        SKIP("this build has no physics");
    }
    for (int i = 0; i < 20; i++) {
        studio_update(&s, 1 / 30.0f);
    }
    const caper_character *c = state_character(&s.doc.state, 0);
    caper_vec3 before = caper_transform_mul_point(
        stage_root(&s.stage.members[0]),
        caper_actor_model(s.stage.members[0].actor)->bodies[c->root_body].position);
    char line[128];
    snprintf(line, sizeof line, "push 0 %s 0 0 -1500", c->bodies[c->root_body].name);
    CHECK(run(&s, line));
    for (int i = 0; i < 12; i++) {
        studio_update(&s, 1 / 30.0f);
    }
    caper_vec3 after = caper_transform_mul_point(
        stage_root(&s.stage.members[0]),
        caper_actor_model(s.stage.members[0].actor)->bodies[c->root_body].position);
    CHECK(after.z < before.z - 0.03f);
    CHECK(run(&s, "motion_stretch 4")); // an edit under physics: all begin anew
    studio_update(&s, 1 / 30.0f);
    CHECK(run(&s, "cast_remove 1"));
    studio_update(&s, 1 / 30.0f);
    studio_close(&s);
}

// Random actions with random arguments: none crashes, none leaves a state that cannot be undone.
static void random_actions_do_no_harm(void)
{
    static studio s;
    open_studio(&s);
    const action *actions;
    int count = action_list(&actions);
    caper_rng rng = caper_rng_make(21);
    static const char *const words[] = {"grasper", "foot",  "head",   "position", "rotation",
                                        "rest",    "limb",  "target", "x",        "left",
                                        "wave",    "dog",   "1",      "none",     "hand",
                                        "scale",   "group", "friend", "bodies",   "secondary"};
    const char *seconds = getenv("CAPER_MONKEY_SECONDS"); // make soak-studio
    time_t end = time(NULL) + (seconds ? atoi(seconds) : 0);
    for (int i = 0; seconds ? time(NULL) < end : i < 400; i++) {
        const action *a = &actions[caper_rng_int(&rng, 0, count - 1)];
        if (strcmp(a->name, "save") == 0 || strcmp(a->name, "export") == 0 ||
            strcmp(a->name, "synth") == 0 || strcmp(a->name, "record") == 0 ||
            strcmp(a->name, "generalize") == 0 || strcmp(a->name, "cast_add") == 0 ||
            strstr(a->name, "_save")) {
            continue;
        }
        char line[512];
        snprintf(line, sizeof line, "%s", a->name);
        for (const char *c = a->args; *c; c++) {
            char word[64] = "";
            if (*c != ':') {
                continue;
            }
            if (c[1] == 'i') {
                snprintf(word, sizeof word, " %d", caper_rng_int(&rng, -1, 6));
            } else if (c[1] == 'f') {
                snprintf(word, sizeof word, " %g", (double)caper_rng_range(&rng, -1, 3));
            } else {
                snprintf(word, sizeof word, " %s",
                         words[caper_rng_int(&rng, 0, CAPER_COUNT_OF(words) - 1)]);
            }
            strncat(line, word, sizeof line - strlen(line) - 1);
        }
        studio_run(&s, line, NULL);
        if (i % 8 == 0) {
            studio_update(&s, 0.03f);
        }
    }
    while (s.doc.past_count > 0) {
        REQUIRE(document_undo(&s.doc));
    }
    studio_update(&s, 0.03f);
    studio_close(&s);
}

TESTS(every_action_is_undone_and_done_again, every_action_that_edits_has_an_example,
      an_action_that_fails_changes_nothing, a_pose_on_one_body_moves_all_by_their_measure,
      another_mode_keeps_the_active_body_where_it_is, a_pose_waits_for_its_key, keys_move_in_metres,
      keys_that_are_copied_come_out_where_the_time_is, a_session_outlives_its_process,
      reversed_keys_play_backward, what_is_not_saved_is_asked_about,
      a_failed_edit_keeps_what_can_be_redone, the_active_one_moves_at_its_own_pace,
      a_creature_is_edited_while_it_moves, names_full_of_quotes_go_through_lines_and_sessions,
      a_script_that_fails_says_where, a_rig_is_corrected_and_saved_as_its_map,
      the_cast_walks_where_it_is_told, a_push_moves_who_has_weight, random_actions_do_no_harm)
