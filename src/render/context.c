// SPDX-License-Identifier: MIT
//
// An OpenGL context without a window: EGL on Mesa's surfaceless platform, or else on the first EGL
// device (how NVIDIA's driver works without a display). Drawing goes to framebuffer objects, so no
// surface is ever made. libepoxy finds the libraries when first called and ends the process when
// they are missing, which a library may not do: so this file looks for them before it calls
// anything.
//
// Displays are not terminated: EGL hands out one per process and platform, and terminating it would
// break every other renderer.
#include "render/context.h"

#include <dlfcn.h>
#include <epoxy/egl.h>
#include <stddef.h>

static bool fail(caper_error *error, const char *why)
{
    return caper_error_set(error, CAPER_ERROR_UNSUPPORTED, "render", 0, 0, "%s", why);
}

static bool has_library(const char *const *names, int count)
{
    for (int i = 0; i < count; i++) {
        void *library = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
        if (library) {
            dlclose(library);
            return true;
        }
    }
    return false;
}

static bool has_libraries(caper_error *error)
{
    static const char *const gl[] = {"libOpenGL.so.0", "libGL.so.1"};
    if (!epoxy_has_egl()) {
        return fail(error, "found no EGL library, expected libEGL.so.1 (Debian: libegl1)");
    }
    if (!has_library(gl, CAPER_COUNT_OF(gl))) {
        return fail(error, "found no OpenGL library, expected libGL.so.1 (Debian: libgl1)");
    }
    return true;
}

static EGLDisplay device_display(void)
{
    EGLDeviceEXT device;
    EGLint count = 0;
    if (!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_device") ||
        !epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_device_enumeration") ||
        !eglQueryDevicesEXT(1, &device, &count) || count < 1) {
        return EGL_NO_DISPLAY;
    }
    return eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, device, NULL);
}

static bool starts(EGLDisplay display)
{
    EGLint major, minor;
    return display != EGL_NO_DISPLAY && eglInitialize(display, &major, &minor) &&
           (major > 1 || minor >= 4) && epoxy_has_egl_extension(display, "EGL_KHR_create_context");
}

static EGLDisplay open_display(void)
{
    if (!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_base")) {
        return EGL_NO_DISPLAY;
    }
    if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless")) {
        EGLDisplay display =
            eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
        if (starts(display)) {
            return display;
        }
    }
    EGLDisplay display = device_display();
    return starts(display) ? display : EGL_NO_DISPLAY;
}

bool caperi_context_create(caperi_context *context, caper_error *error)
{
    static const EGLint wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE,
                                    EGL_DONT_CARE, EGL_NONE};
    static const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION_KHR,
                                     3,
                                     EGL_CONTEXT_MINOR_VERSION_KHR,
                                     3,
                                     EGL_CONTEXT_OPENGL_PROFILE_MASK_KHR,
                                     EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT_KHR,
                                     EGL_NONE};
    if (!has_libraries(error)) {
        return false;
    }
    EGLDisplay display = open_display();
    if (display == EGL_NO_DISPLAY) {
        return fail(error, "found no EGL display that works without a window, expected Mesa's "
                           "surfaceless platform (Debian: libegl-mesa0 and libgl1-mesa-dri)");
    }
    if (!epoxy_has_egl_extension(display, "EGL_KHR_surfaceless_context")) {
        return fail(error, "found an EGL without EGL_KHR_surfaceless_context");
    }
    EGLenum old_api = eglQueryAPI();
    EGLConfig config = NULL;
    EGLint count = 0;
    EGLContext made = EGL_NO_CONTEXT;
    if (eglBindAPI(EGL_OPENGL_API) && eglChooseConfig(display, wanted, &config, 1, &count) &&
        count == 1) {
        made = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    }
    eglBindAPI(old_api);
    if (made == EGL_NO_CONTEXT) {
        return fail(error, "found no OpenGL 3.3 in this driver (Debian: libgl1-mesa-dri has it)");
    }
    *context = (caperi_context){.display = display, .context = made};
    return true;
}

void caperi_context_destroy(caperi_context *context)
{
    if (context->context) {
        eglDestroyContext(context->display, context->context);
    }
    *context = (caperi_context){0};
}

bool caperi_context_enter(caperi_context *context, caper_error *error)
{
    context->old_api = eglQueryAPI();
    eglBindAPI(EGL_OPENGL_API);
    context->old_display = eglGetCurrentDisplay();
    context->old_context = eglGetCurrentContext();
    context->old_draw = eglGetCurrentSurface(EGL_DRAW);
    context->old_read = eglGetCurrentSurface(EGL_READ);
    if (eglMakeCurrent(context->display, EGL_NO_SURFACE, EGL_NO_SURFACE, context->context)) {
        return true;
    }
    eglBindAPI(context->old_api);
    return fail(error, "EGL refused the context: is this renderer in use on another thread?");
}

void caperi_context_leave(caperi_context *context)
{
    if (context->old_context != EGL_NO_CONTEXT) {
        eglMakeCurrent(context->old_display, context->old_draw, context->old_read,
                       context->old_context);
    } else {
        eglMakeCurrent(context->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    }
    eglBindAPI(context->old_api);
}
