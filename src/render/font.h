// SPDX-License-Identifier: MIT
// Private to room `render`: the letters.
#ifndef CAPER_SRC_RENDER_FONT_H
#define CAPER_SRC_RENDER_FONT_H

/// Units of the letters: capitals are 9 high and stand on 3, small letters 6, tails reach 0.
#define CAPERI_FONT_BASE 3.0f
#define CAPERI_FONT_CAPITAL 9.0f
/// Space between letters and width of a space.
#define CAPERI_FONT_GAP 2.4f
#define CAPERI_FONT_SPACE 5.0f

/// The strokes of an ASCII character, or of a box for any other. A stroke is a run of points, two
/// digits each: x in 0-8 and y in hexadecimal, upward; strokes are parted by spaces. A point after
/// '~' is not on the stroke but draws it toward itself, as the middle point of a parabola does.
const char *caperi_font_strokes(unsigned code);
/// Width of the letter, units.
float caperi_font_width(unsigned code);

#endif
