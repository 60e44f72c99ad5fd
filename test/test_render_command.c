// SPDX-License-Identifier: MIT
// caper render as its users meet it: what files appear, of what size, and that a refused or failed
// command leaves nothing behind. Skipped where the machine cannot draw.
#define _POSIX_C_SOURCE 200809L
#include "caper/clip.h"
#include "menagerie.h"
#include "render_stage.h"

#include <dirent.h>
#include <math.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef CAPER_COMMAND
#define CAPER_COMMAND ""
#endif

static char folder[300];

// A fresh folder to write to, and a skip where nothing can be drawn.
static void begin(void)
{
    if (CAPER_COMMAND[0] == '\0') {
        SKIP("the command is not built");
    }
    caper_renderer_destroy(open_renderer(1));
    snprintf(folder, sizeof(folder), "%s/render_command_XXXXXX", CAPER_BINARY_DIR);
    REQUIRE(mkdtemp(folder) != NULL);
}

static void end(void)
{
    char line[600];
    snprintf(line, sizeof(line), "rm -r '%s'", folder);
    CHECK_INT(system(line), 0);
}

// Runs the command in the folder; what it says on stderr goes to `words`.
static int run(const char *arguments, char *words, size_t size)
{
    char line[3000], path[400];
    snprintf(line, sizeof(line), "cd '%s' && '%s' render %s >stdout 2>stderr", folder,
             CAPER_COMMAND, arguments);
    int status = system(line);
    snprintf(path, sizeof(path), "%s/stderr", folder);
    size_t used = 0;
    char *text = caper_file_read(path, 0, NULL, &used, NULL);
    snprintf(words, size, "%s", text ? text : "");
    caper_free(NULL, text, used + 1);
    unlink(path);
    snprintf(path, sizeof(path), "%s/stdout", folder);
    unlink(path);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Nothing was said but that the picture was written.
static bool is_quiet(const char *words)
{
    const char *end = strchr(words, '\n');
    return strncmp(words, "wrote ", 6) == 0 && end && end[1] == 0;
}

static int count_entries(const char *where)
{
    int count = 0;
    DIR *dir = opendir(where);
    for (struct dirent *e = dir ? readdir(dir) : NULL; e; e = readdir(dir)) {
        count += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    }
    if (dir) {
        closedir(dir);
    }
    return count;
}

static void refused(const char *arguments, const char *part)
{
    char words[600];
    CHECK_INT(run(arguments, words, sizeof(words)), 2);
    CHECK_HAS(words, part);
    CHECK_INT(count_entries(folder), 0);
}

// Width and height as the PNG file states them.
static void check_png(const char *name, int *width, int *height)
{
    char path[400];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    size_t size = 0;
    uint8_t *data = caper_file_read(path, 0, NULL, &size, NULL);
    REQUIRE(data != NULL && size > 1000);
    CHECK(memcmp(data, "\x89PNG\r\n\x1a\n", 8) == 0);
    *width = data[18] << 8 | data[19];
    *height = data[22] << 8 | data[23];
    caper_free(NULL, data, size + 1);
}

// The dog, nodding on the spot or on its way, as a clip file in the folder.
static void write_clip(const char *name, float speed)
{
    caper_character *dog = menagerie_load("dog");
    enum {
        FRAMES = 31
    };
    size_t count = (size_t)dog->body_count * FRAMES;
    caper_transform *frames = aligned_alloc(32, count * sizeof(caper_transform));
    caper_root roots[FRAMES];
    REQUIRE(frames != NULL);
    for (int f = 0; f < FRAMES; f++) {
        memcpy(frames + f * dog->body_count, dog->skeleton.rest_local,
               (size_t)dog->body_count * sizeof(caper_transform));
        frames[f * dog->body_count].position.y += 0.05f * sinf((float)f);
        roots[f] = (caper_root){0, 0, speed * (float)f / 30.0f, 0};
    }
    caper_clip_def def = caper_clip_def_default();
    def.name = "nod";
    def.skeleton = &dog->skeleton;
    def.frame_count = FRAMES;
    def.frames = frames;
    def.roots = roots;
    caper_clip *clip = caper_clip_create(&def, NULL);
    char path[400];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    REQUIRE(clip && caper_clip_save(clip, path, NULL));
    caper_clip_destroy(clip);
    caper_character_destroy(dog);
    free(frames);
}

static void bad_usage_is_one_sentence_and_leaves_nothing(void)
{
    begin();
    refused("dog", "--out");
    refused("dog --out x.jpg", "'x.jpg'");
    refused("dog --out x.png --camera 10", "--camera");
    refused("dog --out x.png --camera 10,95", "--camera");
    refused("dog --out x.png --camera 10,20,0", "--camera");
    refused("dog --out x.png --size 100", "--size");
    refused("dog --out x.png --size 100x8", "--size");
    refused("dog --out x.png --sheet 65", "--sheet");
    refused("dog --out x.png --layout heap", "--layout");
    refused("dog --out x.png --from 2 --to 1", "--to");
    refused("dog --out x.png --skin --bodies", "exclude");
    refused("dog --out x.png --skin", "no skin");
    refused("no_such_creature --out x.png", "no_such_creature");
    refused("dog --world dog --out x.png", "world");
    refused("dog --out no/such/folder/x.png", "no/such/folder");
    refused("dog --out no/such/folder/x.mp4", "caper render: the folder of --out no/such/folder");
    refused("dog --out x.png --out y.png", "--out was given twice");
    refused("dog --out x.png --sheet 0", "--sheet takes a whole number from 1 to 64");
    refused("dog --out x.mp4 --fps 0", "--fps takes a number from 0.1 to 1000");
    refused("dog --out x.png --from -1", "--from");
    refused("dgo --out x.png", "did you mean dog?");
    refused("dog --world stiars --out x.png", "did you mean stairs?");
    refused("dog --ouut x.png", "did you mean --out?");
    refused("--world stairs --out x.mp4", "clip or a character");
    end();
}

static void options_that_change_nothing_are_refused(void)
{
    begin();
    refused("dog --clip walk --out x.png", "--clip chooses a clip of a file, and dog has none");
    refused("dog --on horse --out x.png", "--on does not apply");
    refused("dog --from 1 --out x.png", "--from does not apply");
    refused("dog --to 1 --out x.mp4", "--to does not apply");
    refused("dog --trails --out x.png", "--trails does not apply");
    refused("dog --contacts --out x.png", "--contacts does not apply");
    refused("dog --fps 10 --out x.png", "--fps does not apply");
    refused("dog --sheet 4 --out x.png", "--sheet does not apply");
    refused("dog --layout path --out x.png", "--layout does not apply");
    refused("dog --title T --out x.mp4", "--title does not apply");
    refused("dog --title T --out x.png", "--title does not apply");
    refused("dog spider --labels --out x.png", "--labels does not apply");
    refused("dog --unit 0.01 --out x.png", "--unit");
    refused("--world stairs --clip walk --out x.png", "--clip does not apply");
    char words[600];
    write_clip("stay.clip.json", 0.0f);
    static const char *const lines[][2] = {
        {"stay.clip.json --labels --out x.png", "--labels does not apply"},
        {"stay.clip.json --sheet 4 --out x.mp4", "--sheet does not apply"},
        {"stay.clip.json --sheet 4 --together --out x.png", "--sheet does not apply"},
        {"stay.clip.json --layout grid --out x.gif", "--layout does not apply"},
        {"stay.clip.json --clip walk --out x.png", "no clip is named 'walk'"},
        {"stay.clip.json --clip nod --rest --out x.png", "--rest"},
    };
    for (int i = 0; i < CAPER_COUNT_OF(lines); i++) {
        CHECK_INT(run(lines[i][0], words, sizeof(words)), 2);
        CHECK_HAS(words, lines[i][1]);
    }
    CHECK_INT(count_entries(folder), 1);
    CHECK_INT(run("stay.clip.json --clip NO --sheet 1 --labels --out x.png", words, sizeof(words)),
              0);
    end();
}

// The pixels of a PNG in the folder, as another program reads them.
static caper_picture read_png(const char *name)
{
    caper_picture p = {0};
    char line[1500], path[400];
    check_png(name, &p.width, &p.height);
    snprintf(line, sizeof(line),
             "cd '%s' && ffmpeg -loglevel error -y -i %s -f rawvideo -pix_fmt rgba raw", folder,
             name);
    REQUIRE(system(line) == 0);
    snprintf(path, sizeof(path), "%s/raw", folder);
    size_t size = 0;
    p.pixels = caper_file_read(path, 0, NULL, &size, NULL);
    REQUIRE(p.pixels != NULL && size == 4 * (size_t)p.width * (size_t)p.height);
    return p;
}

static void free_png(caper_picture *p)
{
    caper_free(NULL, p->pixels, 4 * (size_t)p->width * (size_t)p->height + 1);
}

// Draws a strip with and without trails into two pictures.
static void draw_trails(const char *arguments, caper_picture *plain, caper_picture *trails)
{
    char words[600], line[600];
    snprintf(line, sizeof(line), "%s --out plain.png", arguments);
    CHECK_INT(run(line, words, sizeof(words)), 0);
    snprintf(line, sizeof(line), "%s --trails --out trails.png", arguments);
    CHECK_INT(run(line, words, sizeof(words)), 0);
    *plain = read_png("plain.png");
    *trails = read_png("trails.png");
    REQUIRE(plain->width == trails->width && plain->height == trails->height);
}

// Where two pictures differ within columns [left, right), counted from `left`.
static region differ_between(const caper_picture *a, const caper_picture *b, int left, int right)
{
    caper_picture p = caper_picture_create(right - left, a->height, 0, NULL);
    caper_picture q = caper_picture_create(right - left, a->height, 0, NULL);
    caper_picture_paste(&p, a, -left, 0);
    caper_picture_paste(&q, b, -left, 0);
    region r = region_of(&p, &q, 0, 30);
    caper_picture_destroy(&p, NULL);
    caper_picture_destroy(&q, NULL);
    return r;
}

// The dog goes at a steady pace, so its trail reaches as far back in every cell but the first few,
// and the first has none. Seen from its left (+Z to the left), the trail is at the right.
static void every_cell_shows_the_trail_of_its_own_pose(void)
{
    begin();
    if (system("ffmpeg -version >/dev/null 2>&1") != 0) {
        SKIP("there is no ffmpeg");
    }
    write_clip("go.clip.json", 1.0f);
    caper_picture plain, trails;
    draw_trails("go.clip.json --on dog --sheet 4 --layout cells --camera 90,5 --size 640x200",
                &plain, &trails);
    CHECK_INT(differ_between(&plain, &trails, 0, 160).count, 0);
    region second = differ_between(&plain, &trails, 160, 320);
    region last = differ_between(&plain, &trails, 480, 640);
    CHECK(second.count > 50 && last.count > 50);
    // a third of a second of trail, and half a second: both end within the dog
    CHECK(last.right - last.left > second.right - second.left);
    CHECK_NEAR(last.left, second.left, 6);
    free_png(&plain);
    free_png(&trails);
    // along the way: from the first pose to the last
    write_clip("far.clip.json", 9.0f);
    draw_trails("far.clip.json --on dog --sheet 4 --layout path --size 640x200", &plain, &trails);
    region way = differ_between(&plain, &trails, 0, 640);
    CHECK(way.left < 110);
    CHECK(way.right > 530);
    free_png(&plain);
    free_png(&trails);
    end();
}

static void several_clips_make_a_grid(void)
{
    begin();
    write_clip("a.clip.json", 0.0f);
    write_clip("b.clip.json", 1.0f);
    write_clip("c.clip.json", 0.0f);
    char words[600];
    int one[2], two[2], three[2], wide[2], strips[2];
    CHECK_INT(
        run("a.clip.json --layout grid --sheet 5 --out 1.png --size 600x100", words, sizeof(words)),
        0);
    check_png("1.png", &one[0], &one[1]);
    CHECK_INT(
        run("a.clip.json c.clip.json --sheet 5 --out 2.png --size 600x100", words, sizeof(words)),
        0);
    check_png("2.png", &two[0], &two[1]);
    CHECK_INT(run("a.clip.json b.clip.json c.clip.json --sheet 5 --out 3.png --size 600x100", words,
                  sizeof(words)),
              0);
    check_png("3.png", &three[0], &three[1]);
    CHECK_INT(run("a.clip.json c.clip.json dog --sheet 12 --out 4.png --size 600x100", words,
                  sizeof(words)),
              0);
    check_png("4.png", &wide[0], &wide[1]);
    CHECK_INT(run("a.clip.json c.clip.json --layout cells --sheet 5 --out 5.png --size 600x100",
                  words, sizeof(words)),
              0);
    check_png("5.png", &strips[0], &strips[1]);
    CHECK(one[0] == two[0] && two[0] == three[0] && two[0] > 500);
    int row = two[1] - one[1]; // times stand once, over all rows
    CHECK(row > 40);
    CHECK(one[1] > row && one[1] < row + 40);
    CHECK(three[1] > two[1] + row / 2);
    CHECK(wide[0] <= 600 && wide[0] > 550);
    CHECK(strips[1] > two[1]); // each with its title
    end();
}

static void characters_make_a_picture_or_a_sheet(void)
{
    begin();
    char words[600];
    int width = 0, height = 0;
    CHECK_INT(run("dog --out one.png", words, sizeof(words)), 0);
    check_png("one.png", &width, &height);
    CHECK(width == 1280 && height == 720);
    CHECK_INT(run("dog spider random:7 --out sheet.png --size 600x300", words, sizeof(words)), 0);
    check_png("sheet.png", &width, &height);
    CHECK(width == 600 && height == 300);
    CHECK_INT(run("dog spider --together --labels --out both.png --size 320x200 --camera 90,0,3",
                  words, sizeof(words)),
              0);
    check_png("both.png", &width, &height);
    CHECK(width == 320 && height == 200);
    CHECK_INT(run("--world stairs --out world.png --size 320x200", words, sizeof(words)), 0);
    check_png("world.png", &width, &height);
    CHECK_INT(run("--out all.png --size 840x500", words, sizeof(words)), 0);
    check_png("all.png", &width, &height);
    CHECK_INT(count_entries(folder), 5);
    end();
}

static void a_clip_makes_a_strip_in_cells_or_along_its_way(void)
{
    begin();
    write_clip("stay.clip.json", 0.0f);
    write_clip("go.clip.json", 9.0f);
    char words[600];
    int cells[2], path[2], forced[2], one[2];
    CHECK_INT(run("stay.clip.json --on dog --out stay.png --size 800x400 --contacts --trails",
                  words, sizeof(words)),
              0);
    CHECK(is_quiet(words));
    check_png("stay.png", &cells[0], &cells[1]);
    CHECK_INT(run("go.clip.json --on dog --out go.png --size 800x400", words, sizeof(words)), 0);
    check_png("go.png", &path[0], &path[1]);
    CHECK_INT(run("go.clip.json --on dog --out forced.png --size 800x400 --layout cells --sheet 16",
                  words, sizeof(words)),
              0);
    check_png("forced.png", &forced[0], &forced[1]);
    CHECK_INT(run("stay.clip.json --on dog --out one.png --sheet 1", words, sizeof(words)), 0);
    check_png("one.png", &one[0], &one[1]);
    CHECK(one[0] == 1280 && one[1] == 720);
    CHECK(cells[0] == 800 && path[0] == 800 && forced[0] == 800);
    CHECK(forced[1] > cells[1]); // two rows
    // the way is nine metres and a dog half a metre high: a low picture
    CHECK(path[1] < 300);
    CHECK_INT(run("stay.clip.json --on horse --out x.png", words, sizeof(words)), 2);
    CHECK_HAS(words, "another skeleton");
    CHECK_INT(run("stay.clip.json --from 5 --out x.png", words, sizeof(words)), 2);
    CHECK_INT(count_entries(folder), 6);
    end();
}

static void without_ffmpeg_a_film_becomes_numbered_pictures_and_says_so(void)
{
    begin();
    write_clip("stay.clip.json", 0.0f);
    char line[1500], path[400];
    snprintf(line, sizeof(line),
             "cd '%s' && PATH=/nonexistent '%s' render stay.clip.json --on dog --out nod.mp4 "
             "--size 160x90 --fps 10 >said 2>/dev/null",
             folder, CAPER_COMMAND);
    CHECK_INT(system(line), 0);
    snprintf(path, sizeof(path), "%s/said", folder);
    size_t size = 0;
    char *said = caper_file_read(path, 0, NULL, &size, NULL);
    REQUIRE(said != NULL);
    CHECK_HAS(said, "ffmpeg is not installed");
    CHECK_HAS(said, "nod.frames");
    caper_free(NULL, said, size + 1);
    snprintf(path, sizeof(path), "%s/nod.frames", folder);
    CHECK_INT(count_entries(path), 11); // one second at 10, both ends
    CHECK_INT(count_entries(folder), 3);
    end();
}

static void films_of_several_clips_and_of_characters(void)
{
    begin();
    if (system("ffmpeg -version >/dev/null 2>&1") != 0) {
        SKIP("there is no ffmpeg");
    }
    write_clip("stay.clip.json", 0.0f);
    write_clip("go.clip.json", 4.0f);
    char words[600];
    CHECK_INT(run("stay.clip.json go.clip.json --on dog --out two.mp4 --size 320x180 --fps 10 "
                  "--labels --trails --contacts",
                  words, sizeof(words)),
              0);
    // of very different sizes: a pane each, or all at true scale
    CHECK_INT(run("spider elephant go.clip.json --out panes.mp4 --size 301x180 --fps 2", words,
                  sizeof(words)),
              0);
    CHECK_INT(run("spider elephant --together --out scale.mp4 --size 160x90 --fps 2", words,
                  sizeof(words)),
              0);
    CHECK_INT(run("spider --out rest.gif --size 160x90 --fps 5", words, sizeof(words)), 0);
    CHECK_INT(run("go.clip.json --on dog --world stairs --out stairs.webm --size 160x90 --fps 5",
                  words, sizeof(words)),
              0);
    CHECK_INT(count_entries(folder), 7);
    end();
}

// Pixels of the picture that are no background: bodies, and few of shadows.
static int count_colored(const caper_picture *p)
{
    int count = 0;
    for (int i = 0; i < p->width * p->height; i++) {
        const uint8_t *c = &p->pixels[4 * i];
        int high = c[0] > c[1] ? c[0] : c[1], low = c[0] < c[1] ? c[0] : c[1];
        high = c[2] > high ? c[2] : high;
        low = c[2] < low ? c[2] : low;
        count += high - low > 40;
    }
    return count;
}

// In a world nobody stands in another: figures at rest step aside, films have a pane for each.
static void figures_in_a_world_do_not_cover_each_other(void)
{
    begin();
    if (system("ffmpeg -version >/dev/null 2>&1") != 0) {
        SKIP("there is no ffmpeg");
    }
    char words[600];
    CHECK_INT(
        run("dog --world flat --camera 0,10,8 --size 320x180 --out one.png", words, sizeof(words)),
        0);
    CHECK_INT(run("dog dog --world flat --camera 0,10,8 --size 320x180 --out two.png", words,
                  sizeof(words)),
              0);
    caper_picture one = read_png("one.png"), two = read_png("two.png");
    CHECK(count_colored(&one) > 100);
    CHECK(count_colored(&two) > 17 * count_colored(&one) / 10);
    free_png(&one);
    free_png(&two);
    write_clip("stay.clip.json", 0.0f);
    CHECK_INT(run("stay.clip.json stay.clip.json --on dog --world flat --to 0.1 --fps 10 --size "
                  "320x180 --out two.gif",
                  words, sizeof(words)),
              0);
    char line[900];
    snprintf(line, sizeof line, "cd '%s' && ffmpeg -v error -y -i two.gif -frames:v 1 two.png",
             folder);
    REQUIRE(system(line) == 0);
    two = read_png("two.png");
    int left = 0, right = 0;
    for (int i = 0; i < two.width * two.height; i++) {
        const uint8_t *c = &two.pixels[4 * i];
        bool blue = c[2] > c[0] + 40;
        left += blue && i % two.width < two.width / 2;
        right += blue && i % two.width >= two.width / 2;
    }
    CHECK(left > 100 && right > left * 8 / 10 && right < left * 12 / 10);
    free_png(&two);
    end();
}

// A reader's warning reaches the one who draws.
static void warnings_of_readers_are_printed(void)
{
    begin();
    const char *fox = test_shared_path("gltf/khronos/Fox.glb");
    if (!fox) {
        SKIP("there is no shared data");
    }
    char line[900], words[900];
    snprintf(line, sizeof(line), "'%s' --clip wal --sheet 2 --size 200x100 --out fox.png", fox);
    CHECK_INT(run(line, words, sizeof(words)), 0);
    CHECK_HAS(words, "warning: ");
    snprintf(line, sizeof(line), "'%s' --clip u --out x.png", fox); // Survey, Run
    CHECK_INT(run(line, words, sizeof(words)), 2);
    CHECK_HAS(words, "Survey, Run");
    end();
}

// Whose clip it is cannot be told from every skeleton.
static void a_guessed_body_is_told(void)
{
    begin();
    char line[900], words[900];
    snprintf(line, sizeof(line),
             "cd '%s' && '%s' walk random:42 --seconds 0.5 --out r.clip.json >stdout", folder,
             CAPER_COMMAND);
    CHECK_INT(system(line), 0);
    CHECK_INT(run("r.clip.json --sheet 2 --size 200x100 --out r.png", words, sizeof(words)), 0);
    CHECK_HAS(words, "note: r is drawn on a body inferred from the clip");
    CHECK(strstr(words, "warning") == NULL);
    const char *rest = "--world stairs --world-scale auto --sheet 2 --size 200x100 --out r.png";
    snprintf(line, sizeof(line), "r.clip.json %s", rest);
    CHECK_INT(run(line, words, sizeof(words)), 0);
    CHECK_HAS(words, "warning: r: --world-scale auto measures the legs of a body inferred");
    snprintf(line, sizeof(line), "r.clip.json --on random:42 %s", rest);
    CHECK_INT(run(line, words, sizeof(words)), 0);
    CHECK(is_quiet(words));
    write_clip("dog.clip.json", 0); // of a skeleton that ships
    snprintf(line, sizeof(line), "dog.clip.json %s", rest);
    CHECK_INT(run(line, words, sizeof(words)), 0);
    CHECK(is_quiet(words));
    end();
}

// The first `width` columns of two pictures are the same.
static void check_same_left(const char *a, const char *b, int width)
{
    caper_picture p = read_png(a), q = read_png(b);
    CHECK(p.width == q.width && p.height == q.height);
    CHECK_INT(differ_between(&p, &q, 0, width).count, 0);
    CHECK(differ_between(&p, &q, width, 2 * width).count > 100);
    free_png(&p);
    free_png(&q);
}

static void a_bad_input_leaves_its_place_empty_and_spares_the_others(void)
{
    begin();
    char words[600];
    int width, height;
    bool reader = system("ffmpeg -version >/dev/null 2>&1") == 0;
    CHECK_INT(run("dog no_such spider --out sheet.png --size 600x300", words, sizeof(words)), 2);
    CHECK_HAS(words, "no_such: no such file");
    CHECK_HAS(words, "1 of 3 inputs could not be drawn");
    check_png("sheet.png", &width, &height);
    CHECK(width == 600 && height == 300);
    CHECK_INT(run("dog horse spider --out good.png --size 600x300", words, sizeof(words)), 0);
    CHECK(is_quiet(words));
    if (reader) {
        check_same_left("sheet.png", "good.png", 200);
    }
    // a row of a grid, a strip
    write_clip("a.clip.json", 0.0f);
    static const char *const lines[] = {
        "a.clip.json wave a.clip.json --sheet 3 --size 600x200 --out grid.png",
        "wave a.clip.json --layout cells --size 600x200 --out cells.png",
        "a.clip.json wave --layout path --size 600x200 --out path.png"};
    for (int i = 0; i < CAPER_COUNT_OF(lines); i++) {
        CHECK_INT(run(lines[i], words, sizeof(words)), 2);
        CHECK_HAS(words, "found a motion");
        check_png(strrchr(lines[i], ' ') + 1, &width, &height);
    }
    // one scene has no places, and nobody good is no picture
    static const char *const none[] = {
        "no_such nobody --out none.png",      "dog no_such --together --out none.png",
        "dog no_such stairs --out none.png",  "dog no_such --world stairs --out none.png",
        "a.clip.json no_such --out none.mp4", "a.clip.json a.clip.json --on nobody --out none.png"};
    int entries = count_entries(folder);
    for (int i = 0; i < CAPER_COUNT_OF(none); i++) {
        CHECK_INT(run(none[i], words, sizeof(words)), 2);
        CHECK(!strstr(words, "has the others"));
        CHECK_INT(count_entries(folder), entries);
    }
    end();
}

static void motions_are_drawn_on_whom_they_are_played_by(void)
{
    begin();
    int width, two, three;
    char words[2000];
    refused("jig --out x.png", "choose one with --on");
    refused("jig --on dog,nobody --out x.png", "nobody");
    CHECK_INT(run("jig --on dog,spider --out two.png --sheet 3", words, sizeof(words)), 0);
    CHECK_INT(
        run("jig --on dog,spider,random:4,0.2 --out three.png --sheet 3", words, sizeof(words)), 0);
    CHECK(is_quiet(words));
    check_png("two.png", &width, &two);
    check_png("three.png", &width, &three);
    CHECK(three > two + 50); // a row each
    end();
}

// Another verb than render.
static int run_verb(const char *arguments)
{
    char line[3000];
    snprintf(line, sizeof(line), "cd '%s' && '%s' %s >/dev/null 2>&1", folder, CAPER_COMMAND,
             arguments);
    int status = system(line);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void verbs_that_make_clips_draw_them(void)
{
    begin();
    int width, height;
    CHECK_INT(run_verb("play wave --on dog --out wave.png"), 0);
    check_png("wave.png", &width, &height);
    CHECK_INT(run_verb("walk spider --seconds 1 --world stairs --out walk.png"), 0);
    check_png("walk.png", &width, &height);
    CHECK_INT(run_verb("play wave --on dog --out wave.glb"), 0);
    CHECK_INT(run_verb("retarget wave.glb --onto horse --out horse.png"), 0);
    check_png("horse.png", &width, &height);
    CHECK_INT(run_verb("play wave --on sally --rate 60 --out sally.clip.json"), 0);
    CHECK_INT(run_verb("puppet sally.clip.json --performer sally --onto blubby --out puppet.png"),
              0);
    check_png("puppet.png", &width, &height);
    CHECK_INT(run_verb("play wave --on dog --out no_such_folder/wave.png"), 2);
    end();
}

static void info_draws_what_bodies_are_taken_for(void)
{
    begin();
    int width, height;
    CHECK_INT(run_verb("info dog --out dog.png"), 0);
    check_png("dog.png", &width, &height);
    CHECK(width > height);
    CHECK_INT(run_verb("info dog --out dog.mp4"), 2);
    CHECK_INT(run_verb("info dog cat --out both.png"), 2);
    CHECK_INT(run_verb("info stairs --out stairs.png"), 2);
    CHECK_INT(count_entries(folder), 1);
    end();
}

TESTS(bad_usage_is_one_sentence_and_leaves_nothing, options_that_change_nothing_are_refused,
      every_cell_shows_the_trail_of_its_own_pose, several_clips_make_a_grid,
      warnings_of_readers_are_printed, a_guessed_body_is_told, characters_make_a_picture_or_a_sheet,
      a_clip_makes_a_strip_in_cells_or_along_its_way,
      without_ffmpeg_a_film_becomes_numbered_pictures_and_says_so,
      films_of_several_clips_and_of_characters, figures_in_a_world_do_not_cover_each_other,
      a_bad_input_leaves_its_place_empty_and_spares_the_others,
      motions_are_drawn_on_whom_they_are_played_by, verbs_that_make_clips_draw_them,
      info_draws_what_bodies_are_taken_for)
