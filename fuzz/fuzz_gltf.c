// SPDX-License-Identifier: MIT
//
// Any bytes through the glTF reader. What it accepts must be a character with clips that sample to
// finite unit poses at any time, and skins whose every index is in range. From a file, which is
// read in parts, the same bytes are taken or refused as they are from memory, and give as much.
#define _POSIX_C_SOURCE 200809L
#include "formats/formats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void require(bool good)
{
    if (!good)
        abort();
}

static void samples_well(const caper_clip *clip, caper_pose *pose)
{
    const float shares[] = {0.0f, 0.013f, 0.5f, 0.77f, 1.0f, 1.5f, -0.3f};
    for (size_t n = 0; n < sizeof shares / sizeof shares[0]; n++) {
        require(caper_clip_sample(clip, shares[n] * clip->duration, NULL, pose));
        for (int i = 0; i < pose->body_count; i++)
            require(caper_transform_is_valid(pose->bodies[i], 1e-3f));
        for (int i = 0; i < pose->deform_count; i++)
            require(isfinite(pose->deforms[i]));
        caper_root root = caper_clip_sample_root(clip, shares[n] * clip->duration);
        require(isfinite(root.x) && isfinite(root.y) && isfinite(root.z) && isfinite(root.yaw));
    }
}

static void is_sound(const caper_skin *skin, int body_count)
{
    require(skin->name && skin->vertex_count > 0 && skin->index_count % 3 == 0);
    for (int i = 0; i < skin->index_count; i++)
        require(skin->indices[i] < (uint32_t)skin->vertex_count);
    for (int i = 0; i < skin->vertex_count; i++) {
        require(caper_vec3_is_finite(skin->positions[i]));
        require(caper_vec3_is_finite(skin->normals[i]));
        require(!skin->uvs || (isfinite(skin->uvs[2 * i]) && isfinite(skin->uvs[2 * i + 1])));
        for (int k = 4 * i; skin->colors && k < 4 * i + 4; k++)
            require(isfinite(skin->colors[k]));
        float sum = 0.0f;
        for (size_t k = 4 * (size_t)i; k < 4 * (size_t)i + 4; k++) {
            require(skin->bodies[k] < body_count && skin->weights[k] >= 0.0f);
            sum += skin->weights[k];
        }
        require(fabsf(sum - 1.0f) < 1e-5f);
    }
    for (int i = 0; i < skin->morph_count; i++)
        require(skin->morphs && skin->morphs[i]);
}

static char folder[200];

static void leave_nothing(void)
{
    rmdir(folder);
}

// In memory if there is such a folder; alone in its own, so that no URI finds anything.
static const char *file_path(void)
{
    static char path[256];
    if (!path[0]) {
        atexit(leave_nothing);
        snprintf(folder, sizeof folder, "%s/caper_fuzz_gltf_%ld",
                 access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid());
        mkdir(folder, 0700);
        snprintf(path, sizeof path, "%s/x.gltf", folder);
    }
    return path;
}

static void from_file(const uint8_t *data, size_t size, const caper_import_options *options,
                      const caper_import *other)
{
    const char *path = file_path();
    caper_format format = caper_format_of(path, data, size);
    FILE *file = fopen(path, "wb");
    bool written = file && fwrite(data, 1, size, file) == size;
    if (file)
        written = fclose(file) == 0 && written;
    if (!written || format < CAPER_FORMAT_GLTF || format > CAPER_FORMAT_VRMA)
        return;
    caper_import *import = caper_import_load(path, options, NULL);
    require((import != NULL) == (other != NULL));
    if (import) {
        require(import->clip_count == other->clip_count && import->skin_count == other->skin_count);
        for (int i = 0; i < import->skin_count; i++)
            is_sound(&import->skins[i], import->character->body_count);
    }
    caper_import_destroy(import);
    remove(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    caper_import_options options = caper_import_options_default();
    options.max_frames = 100000;
    options.pictures = true;
    caperi_draft draft;
    caper_error error = {0};
    caperi_draft_init(&draft, data, size, NULL, &options);
    caper_import *import = NULL;
    if (caperi_read_gltf(&draft, &error))
        import = caperi_import_finish(&draft, &error);
    caperi_draft_free(&draft);
    require(import || (error.status != CAPER_OK && error.message[0]));
    from_file(data, size, &options, import);
    if (!import)
        return 0;
    const caper_character *c = import->character;
    require(c->body_count >= 1 && c->body_count <= CAPER_MAX_BODIES);
    caper_pose pose = caper_character_pose(c, NULL);
    for (int i = 0; i < import->clip_count; i++) {
        require(import->clips[i]->deform_count == c->deform_count);
        samples_well(import->clips[i], &pose);
    }
    for (int i = 0; i < import->skin_count; i++)
        is_sound(&import->skins[i], c->body_count);
    caper_pose_destroy(&pose, NULL);
    caper_import_destroy(import);
    return 0;
}
