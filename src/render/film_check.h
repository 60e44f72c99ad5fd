// SPDX-License-Identifier: MIT
//
// Whether a film that was written can be read again, asked before it replaces anything.
#ifndef CAPER_SRC_RENDER_FILM_CHECK_H
#define CAPER_SRC_RENDER_FILM_CHECK_H

#include <stdbool.h>

/// The film at path is on the disk with its end (muxer: ffmpeg's "mp4", "gif", "matroska" or
/// "webm"), and the program (ffmpeg) finds that many pictures in it; in a gif, which counts time in
/// hundredths, perhaps fewer.
bool caperi_film_is_whole(const char *program, const char *path, const char *muxer,
                          int frame_count);

#endif
