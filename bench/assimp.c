// SPDX-License-Identifier: MIT
// The only file that knows assimp. Without it nothing is read, and cases that need it are left out.
#include "assimp.h"

#if defined(CAPER_ASSIMP)
#include <assimp/cexport.h>
#include <assimp/cimport.h>
#include <assimp/scene.h>

bool bench_assimp_read(const char *path)
{
    const struct aiScene *scene = aiImportFile(path, 0);
    if (!scene) {
        return false;
    }
    aiReleaseImport(scene);
    return true;
}

bool bench_assimp_copy(const char *path, const char *out)
{
    const struct aiScene *scene = aiImportFile(path, 0);
    if (!scene) {
        return false;
    }
    bool good = aiExportScene(scene, "glb2", out, 0) == aiReturn_SUCCESS;
    aiReleaseImport(scene);
    return good;
}

#else

bool bench_assimp_copy(const char *path, const char *out)
{
    (void)path;
    (void)out;
    return false;
}

bool bench_assimp_read(const char *path)
{
    (void)path;
    return false;
}

#endif
