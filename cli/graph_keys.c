// SPDX-License-Identifier: MIT
//
// Keys that drive somebody. A terminal says when a key goes down and never when it comes up, so
// keys change what is wanted and need not be held. What happens is drawn in the terminal itself,
// two pixels to a character (the upper half block with a color before and one behind), where the
// build can draw: it works over any line and needs no window.
#define _POSIX_C_SOURCE 200809L
#include "graph_keys.h"

#include "caper/base.h"
#include "cli.h"

#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#if defined(CAPER_RENDER)
#include "caper/render.h"
#endif

#define TURN (CAPER_TAU / 8) // of one key: 45 degrees
#define DRAW_STEP 0.05f      // s between pictures: a terminal takes about twenty a second
#define MOST_ACROSS 160      // characters of a picture: more take a terminal too long
#define SCRIPT_KEYS "wrxasdq"

graph_keys graph_keys_make(const char *script, float walk, float run)
{
    return (graph_keys){.script = script, .walk = walk, .run = run};
}

int graph_keys_count(const graph_keys *keys)
{
    return keys->count;
}

// A key does what it says; false: the end.
static bool press(graph_keys *k, char key)
{
    k->count++;
    switch (key) {
    case 'w':
        k->speed = k->walk;
        break;
    case 'r':
        k->speed = k->run;
        break;
    case 'a':
        k->yaw += TURN;
        break;
    case 'd':
        k->yaw -= TURN;
        break;
    case 's':
        k->yaw += CAPER_PI;
        break;
    case 'x':
    case ' ':
        k->speed = 0;
        k->stopped = true;
        break;
    case 'q':
        return false;
    default:
        k->count--;
    }
    k->yaw = caper_wrap_angle(k->yaw);
    k->fastest = caper_max(k->fastest, k->speed);
    return true;
}

// --- scripts -------------------------------------------------------------------------------------

bool graph_keys_check(const char *script, float *seconds, caper_error *error)
{
    double sum = 0;
    for (const char *c = script; *c;) {
        double wait = 0;
        size_t used = 0;
        if (*c == ' ' || strchr(SCRIPT_KEYS, *c)) {
            c++;
        } else if (caper_parse_double(c, strlen(c), &used, &wait) && wait > 0 && wait < 36000) {
            sum += wait;
            c += used;
        } else {
            return caper_error_set(
                error, CAPER_ERROR_INVALID, "--keys", 1, (int)(c - script) + 1,
                "found '%.8s', expected one of the keys " SCRIPT_KEYS " or seconds to wait", c);
        }
    }
    *seconds = (float)sum + 1;
    return true;
}

static bool hear_script(graph_keys *k, float time)
{
    while (*k->script && time >= k->due - 1e-4f) {
        double wait = 0;
        size_t used = 1;
        if (strchr(SCRIPT_KEYS, *k->script)) {
            if (!press(k, *k->script)) {
                return false;
            }
        } else if (caper_parse_double(k->script, strlen(k->script), &used, &wait)) {
            k->due += (float)wait;
        } else {
            used = 1; // a blank
        }
        k->script += used;
    }
    return true;
}

// --- the terminal --------------------------------------------------------------------------------

static struct termios before_us;

// Keys that were pressed; an arrow is three bytes, the last one of which tells it.
static bool hear_terminal(graph_keys *k)
{
    char bytes[32];
    struct pollfd input = {STDIN_FILENO, POLLIN, 0};
    while (poll(&input, 1, 0) > 0) {
        ssize_t got = read(STDIN_FILENO, bytes, sizeof bytes);
        if (got <= 0) {
            return false; // the terminal is gone, or Ctrl-C
        }
        for (ssize_t i = 0; i < got; i++) {
            if (bytes[i] == '\033' && i + 2 < got && bytes[i + 1] == '[') {
                static const char arrows[] = "ABCD", as[] = "wxda";
                const char *which = strchr(arrows, bytes[i + 2]);
                bytes[i + 2] = which && *which ? as[which - arrows] : '?';
                i += 2;
            }
            if (!press(k, bytes[i])) {
                return false;
            }
        }
    }
    return !cli_interrupted();
}

static void wait_until(double when)
{
    double left = when - caper_clock_now();
    if (left > 0) {
        struct timespec pause = {(time_t)left, (long)((left - floor(left)) * 1e9)};
        nanosleep(&pause, NULL);
    }
}

#if defined(CAPER_RENDER)
struct graph_screen {
    caper_renderer *renderer;
    caper_picture picture;
    caper_text text;
};

static struct graph_screen *open_screen(void)
{
    struct graph_screen *s = calloc(1, sizeof *s);
    caper_renderer_def def = caper_renderer_def_default();
    if (s) {
        caper_text_init(&s->text, NULL);
        s->renderer = caper_renderer_create(&def, NULL);
    }
    return s; // without a renderer the line of text is all there is
}

static void close_screen(struct graph_screen *s)
{
    if (s) {
        caper_renderer_destroy(s->renderer);
        caper_picture_destroy(&s->picture, NULL);
        caper_text_free(&s->text);
        free(s);
    }
}

// A picture of the terminal's size, one line kept for text.
static bool fit_picture(struct graph_screen *s)
{
    struct winsize size = {0};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 20 || size.ws_row < 8) {
        return false;
    }
    int width = size.ws_col < MOST_ACROSS ? size.ws_col : MOST_ACROSS;
    int height = 2 * (size.ws_row - 1), most = 9 * width / 16 * 2;
    height = height < most ? height : most;
    if (s->picture.width != width || s->picture.height != height) {
        caper_picture_destroy(&s->picture, NULL);
        s->picture = caper_picture_create(width, height, 0xffffff, NULL);
    }
    return s->picture.pixels != NULL;
}

static void print_picture(struct graph_screen *s)
{
    const caper_picture *p = &s->picture;
    s->text.size = 0;
    caper_text_append_string(&s->text, "\033[H");
    for (int y = 0; y + 1 < p->height; y += 2) {
        for (int x = 0; x < p->width; x++) {
            const uint8_t *a =
                (const uint8_t *)p->pixels + 4 * ((size_t)y * (size_t)p->width + (size_t)x);
            const uint8_t *b = a + 4 * (size_t)p->width;
            caper_text_printf(&s->text, "\033[38;2;%d;%d;%dm\033[48;2;%d;%d;%dm\xe2\x96\x80", a[0],
                              a[1], a[2], b[0], b[1], b[2]);
        }
        caper_text_append_string(&s->text, "\033[0m\033[K\r\n");
    }
    fwrite(s->text.data, 1, s->text.size, stdout);
}

static void draw(struct graph_screen *s, const caper_actor *actor)
{
    if (!s || !s->renderer || !fit_picture(s)) {
        return;
    }
    const caper_character *c = caper_actor_character(actor);
    caper_render_item item = caper_render_item_default();
    item.character = c;
    item.model = caper_actor_model(actor);
    item.root = caper_root_transform(caper_actor_root(actor));
    caper_vec3 at = item.root.position;
    float size = c->size;
    caper_bounds around = {{at.x - size, at.y, at.z - size},
                           {at.x + size, at.y + size, at.z + size}};
    caper_view view = caper_view_default();
    caper_render_scene scene = caper_render_scene_default();
    scene.items = &item;
    scene.item_count = 1;
    scene.camera = caper_camera_frame(around, &view);
    if (caper_render(s->renderer, &scene, &s->picture, NULL)) {
        print_picture(s);
    }
}
#else
static struct graph_screen *open_screen(void)
{
    return NULL;
}

static void close_screen(struct graph_screen *s)
{
    (void)s;
}

static void draw(struct graph_screen *s, const caper_actor *actor)
{
    (void)s;
    (void)actor;
}
#endif

bool graph_keys_open(graph_keys *k, caper_error *error)
{
    if (k->script) {
        return true;
    }
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &before_us)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "no terminal to take keys from: give a script with --keys");
    }
    cli_catch_interrupt(true);
    struct termios raw = before_us;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    printf("\033[?25l\033[2J");
    k->screen = open_screen();
    k->began = caper_clock_now();
    k->open = true;
    return true;
}

void graph_keys_close(graph_keys *k)
{
    if (k->open) {
        tcsetattr(STDIN_FILENO, TCSANOW, &before_us);
        printf("\033[0m\033[?25h\n");
        fflush(stdout);
        cli_catch_interrupt(false);
        k->open = false;
    }
    close_screen(k->screen);
    k->screen = NULL;
}

bool graph_keys_update(graph_keys *k, const caper_actor *actor, float time,
                       caper_graph_command *command)
{
    if (k->script ? !hear_script(k, time) : !hear_terminal(k)) {
        return false;
    }
    if (!k->script) {
        wait_until(k->began + (double)time);
        if (time >= k->shown + DRAW_STEP) {
            k->shown = time;
            draw(k->screen, actor);
            printf("\r%5.1f m/s, %4.0f degrees   w walk  r run  x stop  a d turn  s back  q end",
                   (double)k->speed, (double)(k->yaw / CAPER_DEGREE));
            fflush(stdout);
        }
    }
    float sine, cosine;
    caper_sincos(k->yaw, &sine, &cosine);
    command->velocity = caper_vec3_make(k->speed * sine, 0, k->speed * cosine);
    command->facing = k->yaw;
    return true;
}
