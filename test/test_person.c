// SPDX-License-Identifier: MIT
//
// The parts of a person. What is expected of a file follows from the conventions by which its
// bodies are named (a CMU capture's LeftForeArm is the forearm) and from the humanoid maps that VRM
// files carry; the finder knows neither.
#include "gltf_oracle.h"
#include "import_fixture.h"

#include "caper/person.h"

#include <dirent.h>

static const char *name_of(const caper_person *person, int part)
{
    int body = person->bodies[part];
    return body < 0 ? NULL : person->character->bodies[body].name;
}

// -- The list ---------------------------------------------------------------------------------

static void parts_have_names_and_hang_together(void)
{
    CHECK_INT(CAPER_PART_COUNT, 55); // of VRM 1.0
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        const char *name = caper_part_name((caper_part)i);
        REQUIRE(name != NULL);
        CHECK_INT(caper_part_from_name(name, strlen(name)), i);
        caper_part parent = caper_part_parent((caper_part)i);
        CHECK(i == 0 ? parent == CAPER_PART_COUNT : (int)parent < i);
    }
    CHECK(caper_part_name(CAPER_PART_COUNT) == NULL);
    for (int i = 0; i < CAPER_PART_COUNT; i++) {
        // left_x and right_x are each other's mirror image, and what has no side its own
        const char *name = caper_part_name((caper_part)i);
        char other[64];
        if (strncmp(name, "left_", 5) == 0)
            snprintf(other, sizeof other, "right_%s", name + 5);
        else if (strncmp(name, "right_", 6) == 0)
            snprintf(other, sizeof other, "left_%s", name + 6);
        else
            snprintf(other, sizeof other, "%s", name);
        CHECK_STR(caper_part_name(caper_part_mirror((caper_part)i)), other);
    }
    CHECK_STR(caper_part_name(CAPER_PART_RIGHT_LITTLE), "right_little_proximal");
    CHECK_INT(caper_part_parent(CAPER_PART_LEFT_RING), CAPER_PART_LEFT_HAND);
    CHECK_INT(caper_part_parent(CAPER_PART_RIGHT_SHOULDER), CAPER_PART_UPPER_CHEST);
    CHECK_INT(caper_part_above(CAPER_PART_LEFT_HAND, CAPER_PART_BIT(CAPER_PART_SPINE)),
              CAPER_PART_SPINE);
    CHECK_INT(caper_part_above(CAPER_PART_LEFT_HAND, 0), CAPER_PART_COUNT);
}

static void names_are_read_in_any_case_and_with_any_separator(void)
{
    static const char *const same[] = {"left_upper_arm", "leftUpperArm", "LeftUpperArm",
                                       "LEFT UPPER ARM", "Left.Upper-Arm"};
    for (int i = 0; i < CAPER_COUNT_OF(same); i++)
        CHECK_INT(caper_part_from_name(same[i], strlen(same[i])), CAPER_PART_LEFT_UPPER_ARM);
    static const char *const none[] = {"", "_", "left_upper_ar", "left_upper_arms", "arm", "hip"};
    for (int i = 0; i < CAPER_COUNT_OF(none); i++)
        CHECK_INT(caper_part_from_name(none[i], strlen(none[i])), CAPER_PART_COUNT);
    CHECK_INT(caper_part_from_name("left_hands", 9), CAPER_PART_LEFT_HAND); // by size
}

static void exactly_fifteen_parts_are_necessary(void)
{
    // VRM 1.0, humanoid.md: "required"
    static const char *const required[] = {
        "hips",         "spine",         "head",          "leftUpperLeg",  "leftLowerLeg",
        "leftFoot",     "rightUpperLeg", "rightLowerLeg", "rightFoot",     "leftUpperArm",
        "leftLowerArm", "leftHand",      "rightUpperArm", "rightLowerArm", "rightHand"};
    caper_parts set = 0;
    for (int i = 0; i < CAPER_COUNT_OF(required); i++)
        set |= CAPER_PART_BIT(caper_part_from_name(required[i], strlen(required[i])));
    CHECK(set == CAPER_PARTS_NECESSARY);
}

// -- Conventions of names ---------------------------------------------------------------------

// What a convention calls the parts of the trunk and of the left side; the right side has `right`
// in place of `left`. Parts that it does not have, or that nobody can tell, are NULL.
typedef struct convention {
    const char *left, *right;
    const char *hips, *spine, *neck, *head;
    const char *shoulder, *upper_arm, *lower_arm, *hand;
    const char *upper_leg, *lower_leg, *foot;
} convention;

static const convention cmu = {"Left",      "Right",        "Hips",    "LowerBack",   "Neck",
                               "Head",      "LeftShoulder", "LeftArm", "LeftForeArm", "LeftHand",
                               "LeftUpLeg", "LeftLeg",      "LeftFoot"};
// Mixamo, MotionBuilder, Rokoko
static const convention mixamo = {"Left",      "Right",        "Hips",    "Spine",       "Neck",
                                  "Head",      "LeftShoulder", "LeftArm", "LeftForeArm", "LeftHand",
                                  "LeftUpLeg", "LeftLeg",      "LeftFoot"};
// bodies named after the joint at their beginning
static const convention joints = {"Left",    "Right",      NULL,           NULL,        NULL,
                                  "Head",    "LeftCollar", "LeftShoulder", "LeftElbow", "LeftWrist",
                                  "LeftHip", "LeftKnee",   "LeftAnkle"};
// Acclaim of CMU: hands begin at the bone "wrist" (its BVH twin calls the same one LeftHand)
static const convention asf = {"l",      "r",         "root",     "lowerback", "lowerneck",
                               "head",   "lclavicle", "lhumerus", "lradius",   "lwrist",
                               "lfemur", "ltibia",    "lfoot"};
static const convention daz = {"l",      "r",        "hip",   "abdomen", "neck",  "head", "lCollar",
                               "lShldr", "lForeArm", "lHand", "lThigh",  "lShin", "lFoot"};
static const convention makehuman = {
    ".L",           ".R",           "root",    "spine05",      "neck01",       "head",  NULL,
    "upperarm01.L", "lowerarm01.L", "wrist.L", "upperleg01.L", "lowerleg01.L", "foot.L"};
static const convention makehuman_old = {"_L",      "_R",         "Hips",    NULL,      "Neck",
                                         "Head",    "Clavicle_L", "UpArm_L", "LoArm_L", "Hand_L",
                                         "UpLeg_L", "LoLeg_L",    "Foot_L"};
static const convention loth = {"Left",      "Right",      "Hips",      "Chest",      "Neck",
                                "Head",      "LeftCollar", "LeftUpArm", "LeftLowArm", "LeftHand",
                                "LeftUpLeg", "LeftLowLeg", "LeftFoot"};
static const convention kaykit = {".l",         ".r",         "hips",       "spine",      NULL,
                                  "head",       NULL,         "upperarm.l", "lowerarm.l", "wrist.l",
                                  "upperleg.l", "lowerleg.l", "foot.l"};
static const convention quaternius = {
    ".L",         ".R",         "Hips",   "Abdomen",    "Neck",       "Head",  "Shoulder.L",
    "UpperArm.L", "LowerArm.L", "Hand.L", "UpperLeg.L", "LowerLeg.L", "Foot.L"};
static const convention ours = {
    "left",           "right",        "pelvis",    "spine",      NULL,        "head",     NULL,
    "left_upper_arm", "left_forearm", "left_hand", "left_thigh", "left_shin", "left_foot"};
// the one with a wrist that only twists: the hand is what bends
static const convention cmu_robot = {"l",      "r",         "root",     "lowerback", "lowerneck",
                                     "head",   "lclavicle", "lhumerus", "lradius",   "lhand",
                                     "lfemur", "ltibia",    "lfoot"};
static const convention dm = {
    "left",           "right",          "pelvis",    NULL,         NULL,        "head",     NULL,
    "left_upper_arm", "left_lower_arm", "left_hand", "left_thigh", "left_shin", "left_foot"};
static const convention mujoco = {
    "left",           "right",          "pelvis",    NULL,         NULL,        "head",     NULL,
    "upper_arm_left", "lower_arm_left", "hand_left", "thigh_left", "shin_left", "foot_left"};

static void mirror_name(const convention *k, const char *left, char out[64])
{
    const char *at = left ? strstr(left, k->left) : NULL;
    snprintf(out, 64, "%.*s%s%s", at ? (int)(at - left) : 0, left ? left : "", at ? k->right : "",
             at ? at + strlen(k->left) : "");
}

static bool check_part(const caper_person *person, int part, const char *expected)
{
    const char *found = name_of(person, part);
    bool good = !expected || (found && strcmp(found, expected) == 0);
    if (!good)
        printf("%s: %s is '%s', expected '%s'\n", person->character->name,
               caper_part_name((caper_part)part), found ? found : "nobody", expected);
    return good;
}

static bool follows(const caper_person *person, const convention *k)
{
    const char *const trunk[] = {k->hips, k->spine, NULL, NULL, k->neck, k->head};
    const char *const arm[] = {k->shoulder, k->upper_arm, k->lower_arm, k->hand};
    const char *const leg[] = {k->upper_leg, k->lower_leg, k->foot};
    bool good = true;
    char other[64];
    for (int i = 0; i < CAPER_COUNT_OF(trunk); i++)
        good &= check_part(person, i, trunk[i]);
    for (int i = 0; i < CAPER_COUNT_OF(arm); i++) {
        mirror_name(k, arm[i], other);
        good &= check_part(person, CAPER_PART_LEFT_SHOULDER + i, arm[i]);
        good &= check_part(person, CAPER_PART_RIGHT_SHOULDER + i, arm[i] ? other : NULL);
    }
    for (int i = 0; i < CAPER_COUNT_OF(leg); i++) {
        mirror_name(k, leg[i], other);
        good &= check_part(person, CAPER_PART_LEFT_UPPER_LEG + i, leg[i]);
        good &= check_part(person, CAPER_PART_RIGHT_UPPER_LEG + i, other);
    }
    return good;
}

/// Find the person in a file, which must be one, and name it after the file for messages.
static bool find_in(const char *path, caper_person *person, caper_import **import)
{
    caper_import_options options = caper_import_options_default();
    options.no_clips = true;
    caper_error error = {0};
    *import = caper_import_load(path, &options, &error);
    bool good = *import && caper_person_find((*import)->character, NULL, person, &error);
    if (!good)
        printf("%s: %s\n", path, error.message);
    return good;
}

static void check_file(const char *path, const convention *k)
{
    caper_person person;
    caper_import *import = NULL;
    if (CHECK(find_in(path, &person, &import)))
        CHECK(follows(&person, k));
    caper_import_destroy(import);
}

static void captures_of_cmu_have_their_hands_at_the_end_of_the_forearm(void)
{
    const char *folder = test_shared_path("bvh/cmu");
    DIR *dir = folder ? opendir(folder) : NULL;
    if (!dir)
        SKIP("no shared data");
    char path[512];
    int count = 0;
    for (struct dirent *e = readdir(dir); e; e = readdir(dir)) {
        if (!strstr(e->d_name, ".bvh"))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        check_file(path, &cmu);
        count++;
    }
    closedir(dir);
    CHECK(count >= 60);
}

static void files_of_every_convention_have_the_parts_that_their_names_say(void)
{
    static const struct {
        const char *path;
        const convention *k;
    } files[] = {
        {"amc/05/05.asf", &asf},
        {"amc/11/11.asf", &asf},
        {"amc/87/87.asf", &asf},
        {"amc/93/93.asf", &asf},
        {"bvh/dialects/assimp_boxing_toes.bvh", &joints},
        {"bvh/dialects/cmu_05_11_daz_pirouette.bvh", &daz},
        {"bvh/dialects/cmu_11_01_daz.bvh", &daz},
        {"bvh/dialects/cmu_131_01_max.bvh", &joints},
        {"bvh/dialects/cmu_131_01_max_metres.bvh", &joints},
        {"bvh/dialects/cmu_jumping_jacks_30hz.bvh", &joints},
        {"bvh/dialects/fair_zombie.bvh", &mixamo},
        {"bvh/dialects/geno_bind.bvh", &mixamo},
        {"bvh/dialects/loth_root.bvh", &loth},
        {"bvh/dialects/makehuman_face_poseunits.bvh", &makehuman},
        {"bvh/dialects/makehuman_tpose.bvh", &makehuman},
        {"bvh/dialects/makehuman_walk1.bvh", &makehuman_old},
        {"bvh/dialects/mocapbank_20tab_crlf.bvh", &joints},
        {"bvh/dialects/mocapbank_olaf.bvh", &joints},
        {"bvh/dialects/pybvh_standard_skeleton.bvh", &mixamo},
        {"bvh/dialects/pybvh_test2_xsens.bvh", &joints},
        {"bvh/dialects/rokoko_dance.bvh", &mixamo},
        {"gltf/kaykit/Knight.glb", &kaykit},
        {"gltf/kaykit/Med_MovementBasic.glb", &kaykit},
        {"gltf/quaternius/modular_men/Farmer.glb", &quaternius},
        {"mjcf/dm_control/suite/humanoid_CMU.xml", &cmu_robot},
        {"mjcf/dm_control/suite/humanoid.xml", &dm},
        {"mjcf/mujoco/humanoid.xml", &mujoco},
    };
    int count = 0;
    for (int i = 0; i < CAPER_COUNT_OF(files); i++) {
        const char *path = test_shared_path(files[i].path);
        if (path)
            check_file(path, files[i].k);
        count += path != NULL;
    }
    if (count == 0)
        SKIP("no shared data");
    CHECK_INT(count, CAPER_COUNT_OF(files));
}

static caper_character *load(const char *name)
{
    char path[96];
    snprintf(path, sizeof path, "characters/%s.character.json", name);
    caper_character *c = caper_character_load(test_data_path(path), NULL, NULL);
    REQUIRE(c != NULL);
    return c;
}

static void shipped_people_have_the_parts_that_their_names_say(void)
{
    static const char *const names[] = {"performer", "blubby", "sally"};
    for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
        caper_character *c = load(names[i]);
        caper_person person;
        REQUIRE(caper_person_find(c, NULL, &person, NULL));
        CHECK(follows(&person, &ours));
        CHECK_INT(person.by, CAPER_PERSON_BY_SHAPE);
        CHECK(person.nests);
        CHECK_STR(c->bodies[person.chest].name, "chest");
        CHECK_STR(name_of(&person, CAPER_PART_LEFT_EYE), "left_eye");
        caper_character_destroy(c);
    }
}

static void creatures_are_no_people_and_the_reason_is_said(void)
{
    static const char *const names[][2] = {
        {"centaur", "4 legs"}, {"four_armed", "4 hands"}, {"bird", "0 hands"},
        {"snake", "0 legs"},   {"brancher", "ends"},      {"kangaroo", "knee"},
    };
    for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
        caper_character *c = load(names[i][0]);
        caper_person person;
        caper_error error = {0};
        CHECK(!caper_person_find(c, NULL, &person, &error));
        CHECK_INT(error.status, CAPER_ERROR_UNSUPPORTED);
        CHECK_HAS(error.message, names[i][1]);
        caper_character_destroy(c);
    }
}

// Birds fold their legs the other way, and what has a hock as well folds twice.
static void legs_that_fold_otherwise_are_no_persons(void)
{
    static const struct {
        int seed;
        float difficulty;
        const char *why;
    } legs[] = {{14, 0.153f, "folds forwards"}, {40, 0.593f, "three long parts"}};
    for (int i = 0; i < CAPER_COUNT_OF(legs); i++) {
        caper_creature_def def = caper_creature_def_default();
        def.seed = (uint64_t)legs[i].seed;
        def.difficulty = legs[i].difficulty;
        caper_character *c = caper_character_random(&def, NULL);
        REQUIRE(c != NULL);
        caper_person person;
        caper_error error = {0};
        CHECK(!caper_person_find(c, NULL, &person, &error));
        CHECK_HAS(error.message, legs[i].why);
        caper_character_destroy(c);
    }
}

// -- The maps of VRM --------------------------------------------------------------------------

static const char *node_name(const oracle *o, const caperi_json_value *bone)
{
    const caperi_json_value *node = caperi_json_find(bone, "node");
    const caperi_json_value *nodes = caperi_json_find(o->json.root, "nodes");
    int i = node ? (int)node->as.number : -1;
    const caperi_json_value *name =
        i >= 0 ? caperi_json_find(caperi_json_at(nodes, (uint32_t)i), "name") : NULL;
    return name ? name->as.string : NULL;
}

/// The part that VRM means: VRM 1 names the three of a thumb metacarpal, proximal and distal.
static caper_part vrm_part(const char *name, bool old)
{
    char text[64];
    const char *thumb = strstr(name, "Thumb");
    snprintf(text, sizeof text, "%s", name);
    if (thumb && !old && !strstr(thumb, "Distal"))
        snprintf(text, sizeof text, "%.*s%s", (int)(thumb + 5 - name), name,
                 strcmp(thumb, "ThumbMetacarpal") == 0 ? "Proximal" : "Intermediate");
    return caper_part_from_name(text, strlen(text));
}

/// Every part that the file's own map names; fingers only if asked for.
static int check_vrm(const oracle *o, const caper_person *person, bool fingers)
{
    static const char *const kinds[] = {"VRM", "VRMC_vrm", "VRMC_vrm_animation"};
    const caperi_json_value *extensions = caperi_json_find(o->json.root, "extensions");
    const caperi_json_value *bones = NULL;
    for (int i = 0; i < CAPER_COUNT_OF(kinds) && !bones; i++)
        bones = caperi_json_find(
            caperi_json_find(caperi_json_find(extensions, kinds[i]), "humanoid"), "humanBones");
    REQUIRE(bones != NULL);
    bool old = bones->type == CAPERI_JSON_ARRAY;
    int count = 0;
    for (uint32_t i = 0; i < bones->count; i++) {
        const caperi_json_value *bone =
            old ? caperi_json_at(bones, i) : caperi_json_member_value(bones, i);
        const char *name = old ? caperi_json_find(bone, "bone")->as.string
                               : caperi_json_member_key(bones, i)->as.string;
        caper_part part = vrm_part(name, old);
        bool finger = part >= CAPER_PART_LEFT_THUMB && part < CAPER_PART_LEFT_UPPER_LEG &&
                      (part < CAPER_PART_RIGHT_SHOULDER || part >= CAPER_PART_RIGHT_THUMB);
        if (!finger || fingers)
            CHECK(check_part(person, (int)part, node_name(o, bone)));
        count += !finger || fingers;
    }
    return count;
}

static void vrm_files_agree_with_their_own_maps(void)
{
    static const char *const files[] = {"gltf/vrm/100Avatars_013_Mint.vrm",
                                        "gltf/vrm/Godette_vrm_v4.vrm",
                                        "gltf/vrm/basic_armature_vrm1.vrm", "gltf/vrm/test.vrma"};
    for (int i = 0; i < CAPER_COUNT_OF(files); i++) {
        const char *path = test_shared_path(files[i]);
        if (!path)
            SKIP("no shared data");
        oracle o;
        caper_person person;
        caper_import *import = NULL;
        REQUIRE(find_in(path, &person, &import)); // without the map
        REQUIRE(oracle_open(&o, path));
        CHECK(check_vrm(&o, &person, false) >= 20);
        REQUIRE(import->map != NULL);
        REQUIRE(caper_person_find(import->character, import->map, &person, NULL));
        CHECK_INT(person.by, CAPER_PERSON_BY_MAP);
        CHECK(check_vrm(&o, &person, true) >= 44); // fingers that have no words for names, too
        oracle_close(&o);
        caper_import_destroy(import);
    }
}

static void fingers_are_found_by_their_words(void)
{
    static const char *const files[][2] = {
        {"gltf/vrm/100Avatars_013_Mint.vrm", "mixamorig:LeftHandThumb1"},
        {"gltf/vrm/basic_armature_vrm1.vrm", "thumb_proximal.L"},
        {"gltf/vrm/test.vrma", "leftThumbMetacarpal"}}; // VRM 1 names it after the bone
    for (int i = 0; i < CAPER_COUNT_OF(files); i++) {
        const char *path = test_shared_path(files[i][0]);
        if (!path)
            SKIP("no shared data");
        caper_person person;
        caper_import *import = NULL;
        REQUIRE(find_in(path, &person, &import));
        CHECK_STR(name_of(&person, CAPER_PART_LEFT_THUMB), files[i][1]);
        for (int side = 0; side < 2; side++) {
            int first = side ? CAPER_PART_RIGHT_THUMB : CAPER_PART_LEFT_THUMB;
            for (int k = 0; k < 15; k++) {
                int body = person.bodies[first + k];
                REQUIRE(body >= 0);
                if (k % 3)
                    CHECK_INT(import->character->bodies[body].parent, person.bodies[first + k - 1]);
            }
        }
        caper_import_destroy(import);
    }
}

// -- Skeletons made for the purpose -----------------------------------------------------------

typedef struct bone {
    const char *name;
    int parent;
    float x, y; // from the parent
} bone;

static caper_character *build(const bone *bones, int count)
{
    const char *names[64];
    int16_t parents[64];
    caper_transform rest[64];
    REQUIRE(count <= 64);
    for (int i = 0; i < count; i++) {
        names[i] = bones[i].name;
        parents[i] = (int16_t)bones[i].parent;
        rest[i] =
            caper_transform_make(caper_quat_identity(), caper_vec3_make(bones[i].x, bones[i].y, 0));
    }
    caper_skeleton skeleton = {count, names, parents, rest};
    caper_skeleton_character_def def = caper_skeleton_character_def_default();
    def.skeleton = &skeleton;
    def.name = "bones";
    caper_error error = {0};
    caper_character *c = caper_character_from_skeleton(&def, NULL, &error);
    if (!c)
        printf("%s\n", error.message);
    REQUIRE(c != NULL);
    return c;
}

// A person in a T. Arms are in four pieces, as Blender's deform bones are.
static const bone pieces[] = {
    {"pelvis", -1, 0, 0.95f},      {"belly", 0, 0, 0.12f},
    {"ribs", 1, 0, 0.25f},         {"neck", 2, 0, 0.15f},
    {"head", 3, 0, 0.10f},         {"thigh.L", 0, 0.1f, -0.05f},
    {"shin.L", 5, 0, -0.42f},      {"foot.L", 6, 0, -0.40f},
    {"thigh.R", 0, -0.1f, -0.05f}, {"shin.R", 8, 0, -0.42f},
    {"foot.R", 9, 0, -0.40f},      {"collar.L", 2, 0.03f, 0.1f},
    {"arm.L", 11, 0.15f, 0},       {"arm.L.001", 12, 0.14f, 0},
    {"forearm.L", 13, 0.14f, 0},   {"forearm.L.001", 14, 0.13f, 0},
    {"hand.L", 15, 0.13f, 0},      {"collar.R", 2, -0.03f, 0.1f},
    {"arm.R", 17, -0.15f, 0},      {"arm.R.001", 18, -0.14f, 0},
    {"forearm.R", 19, -0.14f, 0},  {"forearm.R.001", 20, -0.13f, 0},
    {"hand.R", 21, -0.13f, 0},
};

static void bones_in_pieces_are_one_segment(void)
{
    caper_character *c = build(pieces, CAPER_COUNT_OF(pieces));
    caper_person person;
    caper_error error = {0};
    if (!caper_person_find(c, NULL, &person, &error))
        printf("%s\n", error.message);
    CHECK_STR(name_of(&person, CAPER_PART_LEFT_UPPER_ARM), "arm.L");
    CHECK_STR(name_of(&person, CAPER_PART_LEFT_LOWER_ARM), "forearm.L");
    CHECK_STR(name_of(&person, CAPER_PART_RIGHT_HAND), "hand.R");
    CHECK_NEAR(person.limbs[CAPER_LIMB_LEFT_ARM].upper, 0.28, 1e-5);
    CHECK_NEAR(person.limbs[CAPER_LIMB_LEFT_ARM].lower, 0.26, 1e-5);
    caper_character_destroy(c);
}

static void bones_that_twist_are_no_segment(void)
{
    // as Daz has them since Genesis 3
    static const char *const names[] = {"lCollar",      "lShldrBend",    "lShldrTwist",
                                        "lForearmBend", "lForearmTwist", "lHand"};
    bone bones[CAPER_COUNT_OF(pieces)];
    char right[6][32];
    memcpy(bones, pieces, sizeof bones);
    for (int i = 0; i < 6; i++) {
        snprintf(right[i], sizeof right[i], "r%s", names[i] + 1);
        bones[11 + i].name = names[i];
        bones[17 + i].name = right[i];
    }
    caper_character *c = build(bones, CAPER_COUNT_OF(bones));
    caper_person person;
    REQUIRE(caper_person_find(c, NULL, &person, NULL));
    CHECK_STR(name_of(&person, CAPER_PART_LEFT_UPPER_ARM), "lShldrBend");
    CHECK_STR(name_of(&person, CAPER_PART_LEFT_LOWER_ARM), "lForearmBend");
    CHECK_STR(name_of(&person, CAPER_PART_RIGHT_HAND), "rHand");
    CHECK_STR(name_of(&person, CAPER_PART_LEFT_SHOULDER), "lCollar");
    caper_character_destroy(c);
}

static void numbers_alone_do_not_make_two_segments_one(void)
{
    // arm1 and arm2 below a collar bone: taken for one, the collar bone would be the upper arm
    static const bone arms[] = {{"collar.L", 2, 0.03f, 0.1f},  {"arm1.L", 11, 0.12f, 0},
                                {"arm2.L", 12, 0.28f, 0},      {"hand.L", 13, 0.26f, 0},
                                {"collar.R", 2, -0.03f, 0.1f}, {"arm1.R", 15, -0.12f, 0},
                                {"arm2.R", 16, -0.28f, 0},     {"hand.R", 17, -0.26f, 0}};
    bone bones[11 + CAPER_COUNT_OF(arms)];
    memcpy(bones, pieces, 11 * sizeof *bones);
    memcpy(bones + 11, arms, sizeof arms);
    caper_character *c = build(bones, CAPER_COUNT_OF(bones));
    caper_person person;
    REQUIRE(caper_person_find(c, NULL, &person, NULL));
    CHECK_STR(name_of(&person, CAPER_PART_LEFT_UPPER_ARM), "arm1.L");
    CHECK_STR(name_of(&person, CAPER_PART_LEFT_LOWER_ARM), "arm2.L");
    CHECK_STR(name_of(&person, CAPER_PART_LEFT_SHOULDER), "collar.L");
    caper_character_destroy(c);
}

static void names_decide_where_every_necessary_part_has_one(void)
{
    static const struct {
        int bone;
        const char *name;
    } renamed[] = {{0, "rig:Hips"},       {1, "rig:Spine"},      {4, "rig:Head"},
                   {5, "left_upper_leg"}, {6, "left_lower_leg"}, {7, "left_foot"},
                   {8, "RightUpperLeg"},  {9, "RightLowerLeg"},  {10, "RightFoot"},
                   {12, "LeftUpperArm"},  {14, "LeftLowerArm"},  {15, "LeftHand"},
                   {18, "RightUpperArm"}, {20, "RightLowerArm"}, {21, "RightHand"}};
    bone bones[CAPER_COUNT_OF(pieces)];
    memcpy(bones, pieces, sizeof bones);
    for (int i = 0; i < CAPER_COUNT_OF(renamed); i++)
        bones[renamed[i].bone].name = renamed[i].name;
    caper_character *c = build(bones, CAPER_COUNT_OF(bones));
    caper_person person;
    REQUIRE(caper_person_find(c, NULL, &person, NULL));
    CHECK_INT(person.by, CAPER_PERSON_BY_NAMES);
    CHECK_INT(person.bodies[CAPER_PART_LEFT_HAND], 15); // a forearm by shape
    caper_character_destroy(c);
    // left and right hand below the wrong arms: not a person's names
    bones[15].name = "RightHand";
    bones[21].name = "LeftHand";
    c = build(bones, CAPER_COUNT_OF(bones));
    REQUIRE(caper_person_find(c, NULL, &person, NULL));
    CHECK_INT(person.by, CAPER_PERSON_BY_SHAPE);
    caper_character_destroy(c);
}

// -- Limbs and T-pose -------------------------------------------------------------------------

static void limbs_measure_what_they_are_made_of(void)
{
    caper_character *c = load("performer");
    caper_person person;
    REQUIRE(caper_person_find(c, NULL, &person, NULL));
    for (int i = 0; i < CAPER_LIMB_COUNT; i++) {
        const caper_limb *l = &person.limbs[i];
        const caper_transform *rest = c->rest_model;
        CHECK_NEAR(l->upper, caper_vec3_distance(rest[l->start].position, rest[l->middle].position),
                   1e-6);
        caper_vec3 tip = caper_transform_mul_point(rest[l->middle], l->low);
        CHECK_NEAR(caper_vec3_distance(tip, rest[l->tip].position), 0, 1e-6);
        // a little more bend brings knees forward and hands forward: feet back
        caper_vec3 axis = caper_quat_rotate(rest[l->start].rotation, l->bend_axis);
        caper_quat bend = caper_quat_from_axis_angle(axis, 0.5f);
        caper_vec3 low = caper_vec3_sub(rest[l->tip].position, rest[l->middle].position);
        float z = caper_quat_rotate(bend, low).z - low.z;
        CHECK(i < CAPER_LIMB_LEFT_ARM ? z < 0 : z > 0);
    }
    caper_character_destroy(c);
}

static void t_poses_stretch_the_limbs_and_stand_as_high_as_rest(void)
{
    static const char *const names[] = {"performer", "blubby", "sally"};
    for (int n = 0; n < CAPER_COUNT_OF(names); n++) {
        caper_character *c = load(names[n]);
        caper_person person;
        REQUIRE(caper_person_find(c, NULL, &person, NULL));
        caper_pose pose = caper_character_pose(c, NULL);
        caper_person_tpose(&person, &pose);
        caper_pose_to_model(&c->skeleton, &pose, NULL, &pose);
        const caper_vec3 ways[CAPER_LIMB_COUNT] = {{0, -1, 0}, {0, -1, 0}, {1, 0, 0}, {-1, 0, 0}};
        float height = 0;
        for (int i = 0; i < CAPER_LIMB_COUNT; i++) {
            const caper_limb *l = &person.limbs[i];
            caper_vec3 way =
                caper_vec3_sub(pose.bodies[l->tip].position, pose.bodies[l->start].position);
            caper_vec3 straight = caper_vec3_scale(ways[i], l->upper + l->lower);
            CHECK_NEAR(caper_vec3_distance(way, straight), 0, 1e-5 * (double)c->size);
            if (i < CAPER_LIMB_LEFT_ARM)
                height += pose.bodies[l->tip].position.y - c->rest_model[l->tip].position.y;
        }
        CHECK_NEAR(height, 0, 1e-5 * (double)c->size);
        caper_pose_destroy(&pose, NULL);
        caper_character_destroy(c);
    }
}

TESTS(parts_have_names_and_hang_together, names_are_read_in_any_case_and_with_any_separator,
      exactly_fifteen_parts_are_necessary,
      captures_of_cmu_have_their_hands_at_the_end_of_the_forearm,
      files_of_every_convention_have_the_parts_that_their_names_say,
      shipped_people_have_the_parts_that_their_names_say,
      creatures_are_no_people_and_the_reason_is_said, legs_that_fold_otherwise_are_no_persons,
      vrm_files_agree_with_their_own_maps, fingers_are_found_by_their_words,
      bones_in_pieces_are_one_segment, bones_that_twist_are_no_segment,
      numbers_alone_do_not_make_two_segments_one, names_decide_where_every_necessary_part_has_one,
      limbs_measure_what_they_are_made_of, t_poses_stretch_the_limbs_and_stand_as_high_as_rest)
