// SPDX-License-Identifier: MIT
// Private to room `render`: an OpenGL context without a window.
#ifndef CAPER_SRC_RENDER_CONTEXT_H
#define CAPER_SRC_RENDER_CONTEXT_H

#include "caper/base.h"

/// A context of OpenGL 3.3 core, and what was current before it was entered.
typedef struct caperi_context {
    void *display, *context;
    void *old_display, *old_context, *old_draw, *old_read;
    unsigned old_api;
} caperi_context;

/// Make one. False with CAPER_ERROR_UNSUPPORTED and nothing left behind.
bool caperi_context_create(caperi_context *context, caper_error *error);
/// Free it; it must not be entered.
void caperi_context_destroy(caperi_context *context);
/// Make it current on this thread and remember what was.
bool caperi_context_enter(caperi_context *context, caper_error *error);
/// Make current again what was.
void caperi_context_leave(caperi_context *context);

#endif
