// SPDX-License-Identifier: MIT
//
// Any bytes as a puppet setup: refused, or a setup that a puppet takes or refuses and whose filter
// can be used.
#include "caper/puppet.h"

#include <stdlib.h>

static caper_character *creature(void)
{
    static caper_character *made;
    if (!made) {
        caper_creature_def def = caper_creature_def_default();
        made = caper_character_random(&def, NULL);
    }
    return made;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    caper_puppet_setup *setup =
        caper_puppet_setup_parse((const char *)data, size, "fuzz", NULL, NULL);
    if (!setup)
        return 0;
    caper_puppet_def def = setup->def;
    def.performer = def.character = creature();
    caper_puppet_destroy(caper_puppet_create(&def, NULL));
    caper_filter_def filter = setup->filter ? *setup->filter : caper_filter_def_default();
    caper_pose_filter *poses = caper_pose_filter_create(creature(), &filter, NULL, NULL);
    caper_pose local = caper_character_pose(creature(), NULL);
    for (int i = 0; poses && local.bodies && i < 3; i++) {
        caper_pose_filter_update(poses, (double)i / 60, NULL, &local);
        for (int b = 0; b < local.body_count; b++)
            if (!caper_quat_is_unit(local.bodies[b].rotation, 1e-3f))
                abort();
    }
    caper_pose_filter_destroy(poses);
    caper_pose_destroy(&local, NULL);
    caper_puppet_setup_destroy(setup);
    return 0;
}
