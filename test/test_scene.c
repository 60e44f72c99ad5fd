// SPDX-License-Identifier: MIT
//
// Scene files: what is read, what is refused and where, that the shipped ones follow their schema;
// and shows: what is expected comes true.
#include "physics_fixture.h"
#include "schema.h"

#include "caper/scene.h"

static caper_scene *scene_of(const char *text, caper_error *error)
{
    return caper_scene_parse(text, strlen(text), "test", NULL, error);
}

#define HEAD "{\"caper\": \"scene\", \"version\": 1,\n"
#define DOG "{\"name\": \"rex\", \"character\": \"dog\"}"

static void a_scene_is_read(void)
{
    caper_error error = {0};
    caper_scene *s = scene_of(
        HEAD "\"name\": \"park\", \"seconds\": 2, \"actors\": [" DOG ",\n"
             "{\"name\": \"cat\", \"character\": \"dog\", \"at\": [1, 0, 2], \"yaw_deg\": 90,"
             "\"servo\": \"parent\", \"balance\": \"hook\", \"gain\": 2, \"foe\": \"rex\","
             "\"play\": [{\"walk\": \"0.2Fr\"}, {\"motion\": \"nod\", \"pace\": 0.5}]}],\n"
             "\"things\": [{\"name\": \"ball\", \"shape\": \"ball\", \"radius\": 0.2, \"mass\": 1,"
             "\"at\": [0, 3, 0]}],\n"
             "\"events\": [{\"time\": 1, \"do\": \"gain\", \"actor\": \"cat\", \"amount\": 2},"
             "{\"time\": 0.5, \"do\": \"throw\", \"thing\": \"ball\", \"aim\": \"rex\"}]}",
        &error);
    REQUIRE(s != NULL);
    CHECK_STR(s->name, "park");
    CHECK_INT(s->actor_count, 2);
    CHECK(s->actors[1].doll.servo == CAPER_SERVO_PARENT);
    CHECK(s->actors[1].doll.balance == CAPER_BALANCE_HOOK);
    CHECK_INT(s->actors[1].foe, 0);
    CHECK_INT(s->actors[0].foe, -1);
    CHECK_NEAR(s->actors[1].root.yaw, 1.5707963, 1e-5);
    CHECK(s->actors[1].plays[0].walk && s->actors[1].plays[0].froude);
    CHECK_NEAR(s->actors[1].plays[0].speed, 0.2, 1e-6);
    CHECK_NEAR(s->things[0].def.half.x, 0.2, 1e-6);
    CHECK_NEAR(s->events[0].time, 0.5, 1e-6); // by time
    CHECK_INT(s->events[0].aim, 0);
    CHECK_INT(s->events[0].actor, -1);
    caper_scene_destroy(s);
}

static void bad_scenes_are_refused_where_they_are_bad(void)
{
    static const struct {
        const char *text, *part;
        int line;
    } cases[] = {
        {"", "", 1},
        {"{\"caper\": \"world\", \"version\": 1}", "scene", 1},
        {HEAD "\"actors\": 3}", "array", 2},
        {HEAD "\"actors\": [{\"name\": \"a\"}]}", "neither a character", 2},
        {HEAD "\"actors\": [" DOG ",\n" DOG "]}", "two actors", 3},
        {HEAD "\"actors\": [],\n\"secnods\": 3}", "secnods", 3},
        {HEAD "\"actors\": [],\n\"seconds\": -3}", "expected 0.01 to", 3},
        {HEAD "\"actors\": [" DOG "],\n\"events\": [{\"time\": 0, \"do\": \"dance\"}]}", "dance",
         3},
        {HEAD "\"actors\": [" DOG "],\n\"events\": [{\"time\": 0, \"do\": \"push\","
              "\n\"actor\": \"max\"}]}",
         "no actor 'max'", 4},
        {HEAD "\"actors\": [],\n\"things\": [{\"at\": [0, 0, 0], \"half\": [1, 0, 1]}]}",
         "millimetre", 3},
        {HEAD "\"actors\": [],\n\"things\": [{\"at\": [0, 0, 0]}],\n\"events\": [{\"time\": 0,"
              "\"do\": \"throw\"}]}",
         "needs a thing", 4},
        {HEAD "\"actors\": [{\"name\": \"a\", \"character\": \"x\",\n\"play\": [{\"walk\": "
              "\"fast\"}]}]}",
         "Froude", 3},
        {HEAD "\"actors\": [{\"name\": \"a\", \"character\": \"x\",\n\"play\": [{}]}]}",
         "exactly one", 3},
        {HEAD
         "\"actors\": [{\"name\": \"a\", \"character\": \"x\",\n\"play\": [{\"graph\": []}]}]}",
         "", 3},
        {HEAD
         "\"actors\": [{\"name\": \"a\", \"character\": \"x\",\n\"play\": [{\"graph\": [1]}]}]}",
         "name of a clip or motion", 3},
        {HEAD
         "\"actors\": [{\"name\": \"a\", \"character\": \"x\",\n\"play\": [{\"motion\": \"nod\", "
         "\"by\": \"y\"}]}]}",
         "goes with", 3},
    };
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        caper_error error = {0};
        CHECK(!scene_of(cases[i].text, &error));
        CHECK_HAS(error.message, cases[i].part);
        CHECK_INT(error.line, cases[i].line);
        CHECK(error.column > 0);
    }
}

static void memory_of_scenes_is_given_back(void)
{
    const char *text = HEAD "\"actors\": [" DOG "], \"things\": [{\"at\": [0, 0, 0]}]}";
    for (long fail = 0; fail < 12; fail++) {
        test_memory memory = {.fail_at = fail};
        caper_allocator allocator = test_memory_allocator(&memory);
        caper_load_options options = {.allocator = &allocator};
        caper_error error = {0};
        caper_scene *s = caper_scene_parse(text, strlen(text), "test", &options, &error);
        CHECK(s || error.status != CAPER_OK);
        caper_scene_destroy(s);
        CHECK_MEMORY_EMPTY(&memory);
    }
}

// --- shipped scenes ------------------------------------------------------------------------------

static void shipped_scenes_follow_their_schema(void)
{
    char *names[MENAGERIE_MAX];
    int count = menagerie_list(test_data_path("scenes"), ".scene.json", names);
    caperi_json schema;
    caper_error error = {0};
    REQUIRE(caperi_json_parse_file(&schema, test_source_path("docs/schema/scene.schema.json"), NULL,
                                   NULL, &error));
    for (int i = 0; i < count; i++) {
        char path[256];
        caperi_json file;
        snprintf(path, sizeof path, "scenes/%s", names[i]);
        REQUIRE(caperi_json_parse_file(&file, test_data_path(path), NULL, NULL, &error));
        CHECK(schema_accepts(schema.root, schema.root, file.root));
        caperi_json_free(&file);
        caper_scene *scene = caper_scene_load(test_data_path(path), NULL, &error);
        CHECK(scene != NULL);
        caper_scene_destroy(scene);
        free(names[i]);
    }
    caperi_json_free(&schema);
}

// --- shows ---------------------------------------------------------------------------------------

typedef struct shelf {
    caper_character *characters[8];
    caper_motion *motions[8];
    caper_world *world;
    int character_count, motion_count;
} shelf;

static bool find(void *user, const char *name, caper_scene_asset *asset, caper_error *error)
{
    shelf *s = user;
    char path[128];
    for (int i = 0; i < s->character_count; i++) {
        asset->character =
            strcmp(s->characters[i]->name, name) == 0 ? s->characters[i] : asset->character;
    }
    for (int i = 0; i < s->motion_count; i++) {
        size_t length = strlen(s->motions[i]->name);
        bool same = strncmp(s->motions[i]->name, name, length) == 0 &&
                    (name[length] == 0 || name[length] == '.');
        asset->motion = same ? s->motions[i] : asset->motion;
    }
    if (asset->character || asset->motion) {
        return true;
    }
    snprintf(path, sizeof path, "characters/%s.character.json", name);
    asset->character = caper_character_load(test_data_path(path), NULL, error);
    if (asset->character) {
        s->characters[s->character_count++] = (caper_character *)asset->character;
        return true;
    }
    snprintf(path, sizeof path, "worlds/%s.world.json", name);
    if (strcmp(name, "ring") == 0) {
        s->world = caper_world_load(test_data_path(path), NULL, error);
        asset->world = s->world;
        return s->world != NULL;
    }
    bool beside = strstr(name, ".motion.json") != NULL; // the scene
    snprintf(path, sizeof path, beside ? "scenes/%s" : "motions/%s.motion.json", name);
    asset->motion = caper_motion_load(test_data_path(path), NULL, error);
    if (asset->motion) {
        s->motions[s->motion_count++] = (caper_motion *)asset->motion;
    }
    return asset->motion != NULL;
}

static void clear(shelf *s)
{
    for (int i = 0; i < s->character_count; i++) {
        caper_character_destroy(s->characters[i]);
    }
    for (int i = 0; i < s->motion_count; i++) {
        caper_motion_destroy(s->motions[i]);
    }
    caper_world_destroy(s->world);
}

static int rises_of(const caper_show *show, const caper_scene *scene)
{
    int count = 0;
    for (int i = 0; i < scene->actor_count; i++) {
        caper_show_figures f = {0};
        caper_show_figures_of(show, i, &f);
        count += f.stands ? f.rises : 0;
    }
    return count;
}

static int stop_after_rises = 1000; // of all actors

// Runs a shipped scene for so long (0: as it says); was everything as expected?
static bool run_scene(const char *name, float seconds, caper_show_figures *figures)
{
    char path[128], text[320];
    caper_error error = {0};
    shelf s = {0};
    caper_scene_finder finder = {find, &s};
    snprintf(path, sizeof path, "scenes/%s.scene.json", name);
    caper_scene *scene = caper_scene_load(test_data_path(path), NULL, &error);
    REQUIRE(scene != NULL);
    caper_show *show = caper_show_create(scene, &finder, &error);
    if (!show) {
        fprintf(stderr, "%s\n", caper_error_text(&error, text, sizeof text));
    }
    REQUIRE(show != NULL);
    bool good = true;
    float end = seconds > 0 ? seconds : scene->seconds;
    for (int i = 0; good && caper_show_time(show) < (double)end; i++) {
        good = caper_show_update(show, &error);
        if (i % 60 == 0 && rises_of(show, scene) >= stop_after_rises) {
            break;
        }
    }
    CHECK(good);
    for (int i = 0; i < scene->actor_count; i++) {
        caper_show_figures f;
        CHECK(caper_show_figures_of(show, i, &f));
        good = good && f.met;
        if (figures) {
            figures[i] = f;
        }
    }
    caper_json_writer writer;
    caper_json_writer_init(&writer, NULL, 2);
    caper_show_write(show, &writer);
    CHECK(caper_json_writer_finish(&writer, NULL, NULL) != NULL);
    caper_json_writer_free(&writer);
    caper_show_destroy(show);
    caper_scene_destroy(scene);
    clear(&s);
    return good;
}

static void the_papers_second_figure_comes_out(void)
{
    CHECK(run_scene("unpowered", 0, NULL));
    CHECK(run_scene("crate", 0, NULL));
}

static void balls_do_not_topple_and_the_crate_does(void)
{
    caper_show_figures f[4];
    run_scene("beach_balls", 3.9f, f); // the crate comes at 4 s
    CHECK(!f[1].fell && !f[2].fell && !f[3].fell);
    CHECK(run_scene("beach_balls", 0, f));
    CHECK(f[2].fell && f[2].fell_at > 4 && f[3].fell);
}

static void a_crate_topples_and_a_heavy_one_knocks_out(void)
{
    caper_show_figures f[3];
    CHECK(run_scene("crates", 0, f));
    CHECK_INT(f[0].falls, 0);
    CHECK(f[1].falls == 1 && f[1].knock_outs == 0);
    CHECK_INT(f[2].knock_outs, 1);
}

static void pressed_down_it_bends_and_stands_again(void)
{
    caper_show_figures f[2];
    CHECK(run_scene("pressed", 0, f));
    CHECK(f[0].root_lowest < -0.15f && f[1].root_lowest < -0.15f); // metres
}

static void put_on_its_feet_it_finds_its_balance(void)
{
    caper_show_figures f;
    CHECK(run_scene("lifted", 0, &f));
    CHECK(f.falls == 1 && f.rises == 0 && f.stands); // nobody told it to rise
}

// One of them throws a shin up behind its thigh on the way: it comes back.
static void who_lies_gets_up_without_a_clip(void)
{
    caper_show_figures f[4];
    CHECK(run_scene("get_up", 0, f));
    for (int i = 0; i < 4; i++) {
        CHECK(f[i].falls >= 1 && f[i].rises == 1 && f[i].last_error < 0.02f);
    }
}

static void stuck_limbs_are_freed(void)
{
    CHECK(run_scene("stuck", 0, NULL));
    caper_show_figures f[2];
    run_scene("stuck", 2.9f, f); // while the hand holds them
    CHECK(f[0].last_error > 0.05f && f[1].last_error > 0.03f);
}

static void an_avatar_follows_its_performer_through_hits(void)
{
    caper_show_figures f[2];
    CHECK(run_scene("avatar", 6, f));
    CHECK(f[0].error < 0.02f && f[1].error < 0.02f);
}

// Figure 8: the same bout with and without physics.
static void boxers_knock_each_other_down_and_are_not_in_each_other(void)
{
    caper_show_figures fought[2], played[2];
    stop_after_rises = 1;
    CHECK(run_scene("boxing", 300, fought));
    stop_after_rises = 1000;
    CHECK(run_scene("boxing_played", 20, played));
    CHECK(fought[0].falls + fought[1].falls > 0);
    CHECK(fought[0].rises + fought[1].rises > 0);
    CHECK(fought[0].overlap < 0.3f * played[0].overlap);
    float floats = fought[0].gap + fought[0].sunk + fought[1].gap + fought[1].sunk;
    CHECK(floats < 0.5f * (played[0].gap + played[0].sunk + played[1].gap + played[1].sunk));
}

static void the_course_is_completed(void)
{
    caper_show_figures f;
    CHECK(run_scene("course", 0, &f));
    CHECK(f.way > 12); // beyond the last block
}

static void creatures_walk_and_bear_a_push(void)
{
    CHECK(run_scene("menagerie", 5, NULL));
}

// Seconds until an actor of a show begins what it plays second.
static double begins_second(caper_show *show, int actor)
{
    caper_source_state state;
    while (caper_show_time(show) < 10 &&
           !caper_actor_source(caper_show_actor(show, actor), 2, &state)) {
        CHECK(caper_show_update(show, NULL));
    }
    return caper_show_time(show);
}

// Played and performed, a motion takes the time that it takes on its body.
static void who_has_long_legs_nods_slowly(void)
{
    caper_error error = {0};
    static const char *const plays[] = {"\"motion\": \"nod\"",
                                        "\"perform\": \"nod\", \"by\": \"sally\""};
    for (int i = 0; i < 2; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 HEAD "\"actors\": [{\"name\": \"a\", \"character\": \"sally\", "
                      "\"servo\": \"none\", \"play\": [{%s}, {\"motion\": \"idle\"}]}]}",
                 plays[i]);
        shelf s = {0};
        caper_scene_finder finder = {find, &s};
        caper_scene *scene = scene_of(text, &error);
        caper_show *show = scene ? caper_show_create(scene, &finder, &error) : NULL;
        REQUIRE(show != NULL);
        double pace = (double)caper_motion_pace(s.characters[0]);
        CHECK(pace < 0.9);
        double fade = 0.25, wanted = (double)s.motions[0]->duration / pace - fade;
        CHECK_NEAR(begins_second(show, 0), wanted, 2.5 / 60);
        caper_show_destroy(show);
        caper_scene_destroy(scene);
        clear(&s);
    }
}

static void who_lies_is_pulled_up_again(void)
{
    caper_error error = {0};
    shelf s = {0};
    caper_scene_finder finder = {find, &s};
    caper_scene *scene = scene_of(
        HEAD "\"actors\": [{\"name\": \"a\", \"character\": \"performer\", \"get_up\": {},"
             "\"play\": [{\"motion\": \"idle\"}], \"expect\": \"rises\"}], \"seconds\": 10,"
             "\"events\": [{\"time\": 0.5, \"do\": \"push\", \"actor\": \"a\", \"body\": \"chest\","
             "\"impulse\": [0, 0, 500]}]}",
        &error);
    REQUIRE(scene != NULL);
    caper_show *show = caper_show_create(scene, &finder, &error);
    REQUIRE(show != NULL);
    for (int i = 0; i < 600; i++) {
        CHECK(caper_show_update(show, &error));
    }
    caper_show_figures f;
    CHECK(caper_show_figures_of(show, 0, &f) && f.met);
    CHECK(f.falls == 1 && f.rises >= 1 && f.stands);
    caper_show_destroy(show);
    caper_scene_destroy(scene);
    clear(&s);
}

static void what_is_not_found_is_said_where_it_stands(void)
{
    caper_error error = {0};
    shelf s = {0};
    caper_scene_finder finder = {find, &s};
    caper_scene *scene = scene_of(HEAD "\"actors\": [" DOG "],\n\"events\": [{\"time\": 1, "
                                       "\"do\": \"push\", \"actor\": \"rex\", \"body\": \"fin\"}]}",
                                  &error);
    REQUIRE(scene != NULL);
    CHECK(!caper_show_create(scene, &finder, &error));
    CHECK_HAS(error.message, "no body 'fin'");
    CHECK_INT(error.line, 3);
    caper_scene_destroy(scene);
    clear(&s);
}

TESTS(a_scene_is_read, bad_scenes_are_refused_where_they_are_bad, memory_of_scenes_is_given_back,
      shipped_scenes_follow_their_schema, the_papers_second_figure_comes_out,
      balls_do_not_topple_and_the_crate_does, a_crate_topples_and_a_heavy_one_knocks_out,
      pressed_down_it_bends_and_stands_again, put_on_its_feet_it_finds_its_balance,
      who_lies_gets_up_without_a_clip, stuck_limbs_are_freed,
      an_avatar_follows_its_performer_through_hits,
      boxers_knock_each_other_down_and_are_not_in_each_other, the_course_is_completed,
      creatures_walk_and_bear_a_push, who_has_long_legs_nods_slowly, who_lies_is_pulled_up_again,
      what_is_not_found_is_said_where_it_stands)
