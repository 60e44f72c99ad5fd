// SPDX-License-Identifier: MIT
// Choosing a file: folders, places, recent files, kinds. What is chosen goes into a line of an
// action: "open PATH", "save PATH" ...
#ifndef CAPER_STUDIO_DIALOG_H
#define CAPER_STUDIO_DIALOG_H

#include "studio.h"

// Ask for the path of the action of that name: open, save, export ... False: it takes none.
bool dialog_ask(studio *s, const char *name, caper_error *error);
// Draw the one that is open, if any.
void dialog_draw(studio *s);
// Where it is; for tests and scripts.
const char *dialog_folder(void);

#endif
