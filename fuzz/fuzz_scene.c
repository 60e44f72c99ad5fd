// SPDX-License-Identifier: MIT
//
// Any bytes through the scene reader. What it accepts is shown for some frames with a creature in
// every part: that may fail with a sentence, but nothing crashes and no actor is left nowhere.
#include "caper/scene.h"

#include <math.h>
#include <stdlib.h>

static void require(bool condition)
{
    if (!condition)
        abort();
}

static bool find(void *user, const char *name, caper_scene_asset *asset, caper_error *error)
{
    (void)name;
    (void)error;
    asset->character = user;
    return true;
}

static void show(const caper_scene *scene, caper_character *creature)
{
    caper_error error = {0};
    caper_scene_finder finder = {find, creature};
    caper_show *run = caper_show_create(scene, &finder, &error);
    require(run || error.status != CAPER_OK);
    bool good = run != NULL;
    for (int i = 0; good && i < 4; i++)
        good = caper_show_update(run, &error);
    require(good || error.status != CAPER_OK);
    for (int i = 0; run && i < scene->actor_count; i++) {
        caper_root root = caper_actor_root(caper_show_actor(run, i));
        require(isfinite(root.x) && isfinite(root.y) && isfinite(root.z) && isfinite(root.yaw));
    }
    caper_show_destroy(run);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static caper_character *creature;
    if (!creature) {
        caper_creature_def def = caper_creature_def_default();
        def.max_bodies = 12;
        creature = caper_character_random(&def, NULL);
        require(creature != NULL);
    }
    caper_error error = {0};
    caper_scene *scene = caper_scene_parse((const char *)data, size, "fuzz", NULL, &error);
    require(scene || error.status != CAPER_OK);
    // what takes long is no news
    if (scene && scene->actor_count <= 3 && scene->thing_count <= 16 && scene->iterations <= 60)
        show(scene, creature);
    caper_scene_destroy(scene);
    return 0;
}
