// SPDX-License-Identifier: MIT
// Parameter spaces: opened, their dimensions changed, their clips found in the background.
#include "space_player.h"

#include <stdio.h>
#include <string.h>

#if CAPER_SPACETIME

#include "caper/spacetime.h"

// Sliders that were set stay where a dimension has the same name.
static void keep_sliders(live_setup *set, const caper_space *old, const caper_space *space)
{
    live_setup before = *set;
    int count = space ? caper_space_dimension_count(space) : 0;
    int old_count = old ? caper_space_dimension_count(old) : 0;
    memset(set->at, 0, sizeof set->at);
    memset(set->at_set, 0, sizeof set->at_set);
    for (int i = 0; i < count && i < SETUP_SLIDERS; i++) {
        for (int k = 0; k < old_count && k < SETUP_SLIDERS; k++) {
            if (before.at_set[k] && strcmp(caper_space_dimension_name(space, i),
                                           caper_space_dimension_name(old, k)) == 0) {
                set->at[i] = before.at[k];
                set->at_set[i] = true;
            }
        }
    }
}

static void put_space(studio *s, asset *space)
{
    keep_sliders(&s->doc.state.setup, s->doc.state.space ? s->doc.state.space->space : NULL,
                 space ? space->space : NULL);
    asset_drop(s->doc.state.space);
    s->doc.state.space = space;
}

// A file, the name of one that ships, or none.
static bool space_open(studio *s, const action_args *a, caper_error *error)
{
    char relative[300], path[2400];
    const char *name = a->text[0];
    if (strcmp(name, "none") == 0) {
        put_space(s, NULL);
        return true;
    }
    snprintf(relative, sizeof relative, "spaces/%.200s.space.json", name);
    bool plain = !strpbrk(name, "./\\") && cli_data_path(relative, path, sizeof path);
    caper_space *space = caper_space_load(plain ? path : name, NULL, error);
    asset *made = asset_of_space(space, name, false);
    if (made) {
        put_space(s, made);
    }
    return made ||
           (space && caper_error_set(error, CAPER_ERROR_MEMORY, "space", 0, 0, "out of memory"));
}

static bool space_values(studio *s, const action_args *a, caper_error *error)
{
    asset *old = s->doc.state.space;
    if (!old) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "space_values", 0, 0,
                               "found no parameter space: open one first");
    }
    caper_space *space = caper_space_with(old->space, a->text[0], a->text + 1, a->count - 1, error);
    asset *made = asset_of_space(space, old->name, true);
    if (made) {
        put_space(s, made);
    }
    return made ||
           (space && caper_error_set(error, CAPER_ERROR_MEMORY, "space", 0, 0, "out of memory"));
}

static bool space_save(studio *s, const action_args *a, caper_error *error)
{
    asset *space = s->doc.state.space;
    if (!space) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "space_save", 0, 0, "found no space");
    }
    if (!cli_output_path(a->text[0], ".space.json", error) ||
        !caper_space_save(space->space, a->text[0], error)) {
        return false;
    }
    space->saved = true;
    studio_say(s, false, "saved %s", a->text[0]);
    return true;
}

static bool synth(studio *s, const action_args *a, caper_error *error)
{
    return space_synth(s, a->text[0], a->count > 1 ? a->text[1] : NULL, error);
}

static bool stop(studio *s, const action_args *a, caper_error *error)
{
    (void)s;
    (void)a;
    (void)error;
    space_stop();
    return true;
}

static bool space_at(studio *s, const action_args *a, caper_error *error)
{
    return space_put(s, a->text[0], a->text[1], error);
}

const action actions_space[] = {
    {"space", "name:s", "open a parameter space: a file, a name, or none", ACTION_EDIT, space_open},
    {"space_values", "dimension:s values:s*",
     "the values of a dimension; without values it goes, a new name is added", ACTION_EDIT,
     space_values},
    {"space_save", "path:s", "save the space: NAME.space.json", ACTION_FILE, space_save},
    {"synth", "folder:s only:s?", "find the clips of the space in the background", ACTION_FILE,
     synth},
    {"synth_stop", "", "end that; what is found stays", ACTION_FILE, stop},
    {"space_at", "dimension:s value:s", "where the sliders of the space stand", ACTION_EDIT,
     space_at},
    {0},
};

#else

const action actions_space[] = {{0}};

#endif
