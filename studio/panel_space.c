// SPDX-License-Identifier: MIT
// Parameter spaces: dimensions edited, motions found in the background, sliders that play the
// nearest clip on the cast.
#include "live_panels.h"
#include "panel.h"
#include "space_player.h"

#if CAPER_SPACETIME

#include "caper/spacetime.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST_VALUES 20 // of a dimension that is edited here: arguments of a line

static void draw_open(studio *s)
{
    static char names[64][48];
    static const char *list[64];
    static int count = -1;
    if (count < 0) {
        char **paths;
        int found = cli_data_list("spaces", ".space.json", &paths);
        for (count = 0; count < found && count < 64; count++) {
            const char *slash = strrchr(paths[count], '/');
            const char *name = slash ? slash + 1 : paths[count];
            snprintf(names[count], sizeof names[0], "%.*s", (int)strcspn(name, "."), name);
            list[count] = names[count];
        }
        cli_free_paths(paths, found);
    }
    ui_width(-1);
    int pick = ui_choose("##space", "open a space of Caper's ...", list, count);
    if (pick >= 0) {
        studio_do(s, "space %s", action_quote(list[pick]));
    }
    if (ui_button("Open a file ...", 0)) {
        studio_do(s, "ask space");
    }
}

// The line that gives a dimension these values.
static void set_values(studio *s, int dimension, const char *const *values, int count)
{
    char line[ACTION_MAX_LINE];
    const char *name = caper_space_dimension_name(s->doc.state.space->space, dimension);
    int used = snprintf(line, sizeof line, "space_values %s", action_quote(name));
    for (int i = 0; i < count && used < (int)sizeof line; i++) {
        used += snprintf(line + used, sizeof line - (size_t)used, " %s", action_quote(values[i]));
    }
    studio_do(s, "%s", line);
}

// So many numbers from the one to the other.
static void set_range(studio *s, int dimension, float from, float to, int count)
{
    char texts[MOST_VALUES][32];
    const char *values[MOST_VALUES];
    count = count < 1 ? 1 : count > MOST_VALUES ? MOST_VALUES : count;
    for (int i = 0; i < count; i++) {
        double share = count > 1 ? (double)i / (count - 1) : 0;
        snprintf(texts[i], sizeof texts[0], "%.6g", (double)from + share * (double)(to - from));
        values[i] = texts[i];
    }
    set_values(s, dimension, values, count);
}

static void edit_numbers(studio *s, const caper_space *space, int dimension)
{
    int count = caper_space_value_count(space, dimension);
    float from = (float)caper_space_value_number(space, dimension, 0);
    float to = (float)caper_space_value_number(space, dimension, count - 1);
    float k = ui_scale();
    int values = count;
    ui_width(70 * k);
    bool changed = ui_drag("##from", &from, 0.01f, -1000, 1000, "from %.3g");
    ui_same_line();
    ui_width(70 * k);
    changed = ui_drag("##to", &to, 0.01f, -1000, 1000, "to %.3g") || changed;
    ui_same_line();
    ui_width(90 * k);
    changed = ui_number("values", &values, 1, MOST_VALUES) || changed;
    if (changed && (to > from || values == 1)) {
        set_range(s, dimension, from, to, values);
    }
}

static void edit_names(studio *s, const caper_space *space, int dimension)
{
    int count = caper_space_value_count(space, dimension);
    for (int i = 0; i < count && count <= MOST_VALUES; i++) {
        ui_id_push(i);
        if (ui_button(caper_space_value_name(space, dimension, i), 0) && count > 1) {
            const char *values[MOST_VALUES];
            int kept = 0;
            for (int k = 0; k < count; k++) {
                values[kept] = caper_space_value_name(space, dimension, k);
                kept += k != i;
            }
            set_values(s, dimension, values, kept);
        }
        ui_tip("A click leaves this value out.");
        if (i + 1 < count) {
            ui_same_line();
        }
        ui_id_pop();
    }
}

static void draw_dimension(studio *s, const space_player *p, int i)
{
    const caper_space *space = p->space->space;
    const char *name = caper_space_dimension_name(space, i);
    int count = caper_space_value_count(space, i);
    ui_id_push(i);
    ui_align();
    ui_text_color(COLOR_SKY, "%s", name);
    ui_same_line();
    if (ui_button("remove", 0)) {
        set_values(s, i, NULL, 0);
    }
    float width, high;
    ui_room(&width, &high);
    if (space_is_number(p->space, i)) {
        edit_numbers(s, space, i);
        float low = (float)caper_space_value_number(space, i, 0);
        float top = (float)caper_space_value_number(space, i, count - 1), at = (float)p->at[i];
        ui_width(-1);
        if (ui_slide("##at", &at, low, top > low ? top : low + 1, "%.3f")) {
            studio_do(s, "space_at %s %.6g", action_quote(name), (double)at);
        }
        ui_tip("The nearest clip plays.");
    } else {
        const char *names[MOST_VALUES];
        int at = (int)p->at[i];
        edit_names(s, space, i);
        for (int k = 0; k < count && k < MOST_VALUES; k++) {
            names[k] = caper_space_value_name(space, i, k);
        }
        ui_width(-1);
        if (ui_pick("##at", &at, names, count < MOST_VALUES ? count : MOST_VALUES)) {
            studio_do(s, "space_at %s %s", action_quote(name), action_quote(names[at]));
        }
    }
    ui_id_pop();
}

static void add_dimension(studio *s)
{
    static char name[64];
    ui_width(150 * ui_scale());
    ui_field("##new", "another dimension", name, sizeof name);
    ui_same_line();
    if (ui_button("Add", 0) && name[0]) {
        studio_do(s, "space_values %s 0 1", action_quote(name));
        name[0] = 0;
    }
    ui_tip("Its name stands for its number in the expressions of the file.");
}

// A square for each sample; a click goes there.
static void draw_samples(studio *s, const space_player *p)
{
    float width, high, k = ui_scale(), side = 13 * k;
    ui_room(&width, &high);
    int columns = (int)(width / side) < 1 ? 1 : (int)(width / side);
    int rows = (p->sample_count + columns - 1) / columns;
    rows = rows > 40 ? 40 : rows;
    ui_canvas c = ui_canvas_begin("samples", width, side * (float)rows + 4);
    ui_mouse m = ui_get_mouse();
    for (int i = 0; i < p->sample_count && i < rows * columns; i++) {
        ui_rect r = {c.rect.x + side * (float)(i % columns), c.rect.y + side * (float)(i / columns),
                     side - 2 * k, side - 2 * k};
        ui_fill(r,
                p->states[i] == SAMPLE_SOLVED   ? COLOR_GREEN
                : p->states[i] == SAMPLE_FAILED ? COLOR_RED
                                                : COLOR_LINE,
                2);
        if (i == p->nearest) {
            ui_frame(r, COLOR_YELLOW, 2);
        }
        for (int d = 0;
             c.hovered && m.pressed[0] && ui_inside(r, m.x, m.y) && d < p->dimension_count; d++) {
            const char *name = caper_space_dimension_name(p->space->space, d);
            const char *value = caper_space_sample_value(p->space->space, i, d);
            if (value) {
                studio_do(s, "space_at %s %s", action_quote(name), action_quote(value));
            } else {
                studio_do(s, "space_at %s %.9g", action_quote(name),
                          caper_space_sample_number(p->space->space, i, name));
            }
        }
    }
    ui_canvas_end();
}

static void draw_synth(studio *s, const space_player *p)
{
    static char folder[512] = "clips";
    float k = ui_scale();
    bool running = synth_running(&p->run);
    ui_width(150 * k);
    ui_field("folder", "for the clips", folder, sizeof folder);
    if (!running && ui_button("Find the motions", 0) && folder[0]) {
        studio_do(s, "synth %s", action_quote(folder));
    } else if (running && ui_toggle("Stop", true, 90 * k)) {
        studio_do(s, "synth_stop");
    }
    ui_tip("In the background, one process for each core. What is found already is kept.");
    if (running || p->run.total > 0) {
        char text[64];
        snprintf(text, sizeof text, "%d of %d, %d failed", p->run.done, p->run.total,
                 p->run.failed);
        ui_progress(p->run.total > 0 ? (float)p->run.done / (float)p->run.total : 0, text);
        ui_text_wrap(COLOR_DIM, p->run.text);
    }
    draw_samples(s, p);
}

static void draw(studio *s)
{
    const space_player *p = space_players();
    bool on = s->stage.driver == space_driver();
    draw_open(s);
    if (!p->space) {
        ui_text_wrap(COLOR_DIM,
                     "A space says what a body must do, over dimensions of values: speeds, turns, "
                     "a limp. The motions are found by optimization.");
        return;
    }
    ui_text("%s", caper_space_name(p->space->space));
    ui_same_line();
    ui_text_color(COLOR_DIM, "%d samples", p->sample_count);
    for (int i = 0; i < p->dimension_count; i++) {
        draw_dimension(s, p, i);
    }
    add_dimension(s);
    ui_separator();
    if (ui_toggle(on ? "Stop playing" : "Play the nearest", on, 130 * ui_scale())) {
        studio_do(s, "drive %s", on ? "none" : "space");
    }
    char name[128] = "no clip yet";
    if (p->nearest >= 0) {
        caper_space_sample_name(p->space->space, p->nearest, name, sizeof name);
    }
    ui_same_line();
    ui_text_color(p->nearest >= 0 ? COLOR_GREEN : COLOR_DIM, "%s", name);
    ui_separator();
    draw_synth(s, p);
    if (ui_button("Save the space ...", 0)) {
        studio_do(s, "ask space_save");
    }
}

static void update(studio *s, float dt)
{
    (void)dt;
    space_update(s);
}

const panel panel_space = {.name = "Space",
                           .tip = "Parameter spaces: motions found by optimization.",
                           .place = PANEL_RIGHT,
                           .draw = draw,
                           .update = update,
                           .close = space_close};

#else

static void draw(studio *s)
{
    (void)s;
    ui_text_wrap(COLOR_DIM, "This build has no spacetime optimization: it needs IPOPT.");
}

const panel panel_space = {
    .name = "Space", .tip = "Not in this build.", .place = PANEL_RIGHT, .draw = draw};

#endif
