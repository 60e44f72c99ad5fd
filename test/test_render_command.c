// SPDX-License-Identifier: MIT
// caper render as its users meet it: what files appear, of what size, and that a refused or failed
// command leaves nothing behind. Skipped where the machine cannot draw.
#define _POSIX_C_SOURCE 200809L
#include "caper/clip.h"
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
    caper_character *dog =
        caper_character_load(test_data_path("characters/dog.character.json"), NULL, NULL);
    REQUIRE(dog != NULL);
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
    refused("dog --out no/such/folder/x.mp4", "no/such/folder");
    refused("--world stairs --out x.mp4", "clip or a character");
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
    CHECK_STR(words, "");
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
    CHECK_HAS(words, "100%");
    CHECK_INT(run("spider --out rest.gif --size 160x90 --fps 5", words, sizeof(words)), 0);
    CHECK_INT(run("go.clip.json --on dog --world stairs --out stairs.webm --size 160x90 --fps 5",
                  words, sizeof(words)),
              0);
    CHECK_INT(count_entries(folder), 5);
    end();
}

TESTS(bad_usage_is_one_sentence_and_leaves_nothing, characters_make_a_picture_or_a_sheet,
      a_clip_makes_a_strip_in_cells_or_along_its_way,
      without_ffmpeg_a_film_becomes_numbered_pictures_and_says_so,
      films_of_several_clips_and_of_characters)
