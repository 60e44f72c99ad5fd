// SPDX-License-Identifier: MIT
//
// The renderer from outside. A machine without EGL is told so by an error, which is fine here.
#include <caper/render.h>
#include <stdio.h>

int main(void)
{
    caper_error error = {0};
    caper_renderer_def def = caper_renderer_def_default();
    caper_renderer *renderer = caper_renderer_create(&def, &error);
    caper_picture picture = caper_picture_create(32, 32, 0, NULL);
    caper_render_scene scene = caper_render_scene_default();
    bool good = picture.pixels && (renderer ? caper_render(renderer, &scene, &picture, &error)
                                            : error.status == CAPER_ERROR_UNSUPPORTED);
    printf("render: %s\n", renderer ? caper_renderer_device(renderer) : error.message);
    caper_picture_destroy(&picture, NULL);
    caper_renderer_destroy(renderer);
    return good ? 0 : 1;
}
