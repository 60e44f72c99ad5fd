// SPDX-License-Identifier: MIT
//
// Names of capabilities and kinds of joints, as they stand in files. Invariant: the order of each
// table is the order of its enum, and a name once released keeps its meaning.
#include "body/body.h"

const char *const caperi_cap_names[CAPER_CAP_COUNT] = {
    "spine", "root", "limb", "foot", "grasper", "head",     "mouth",  "eye",
    "ear",   "tail", "wing", "fin",  "horn",    "tentacle", "helper",
};

const char *const caperi_joint_kind_names[CAPER_JOINT_KIND_COUNT] = {"fixed", "hinge", "ball",
                                                                     "free"};

const char *caper_cap_name(caper_caps bit)
{
    for (int i = 0; i < CAPER_CAP_COUNT; i++)
        if (bit == 1u << i)
            return caperi_cap_names[i];
    return NULL;
}

caper_caps caper_cap_from_name(const char *name, size_t size)
{
    caper_slice slice = {name, size};
    for (int i = 0; i < CAPER_CAP_COUNT; i++)
        if (caper_slice_equal_nocase(slice, caperi_cap_names[i]))
            return 1u << i;
    return 0;
}
