// SPDX-License-Identifier: MIT
//
// The sender's clock against ours.
#ifndef CAPER_SRC_LIVE_CLOCK_H
#define CAPER_SRC_LIVE_CLOCK_H

#include "caper/base.h"

#define CAPERI_CLOCK_WINDOWS 16 ///< whose fastest packets tell the drift

/// Zero it to start.
typedef struct caperi_live_clock {
    bool started;
    double first;       ///< our time of the first stamp
    double last_sender; ///< newest stamp
    double last_own;    ///< when it came
    double offset;      ///< own = sender + offset, as used: moves slowly
    double window_end;  ///< our time
    double window_min;  ///< least own - sender in this window, and in the one before
    double before_min;
    double window_at; ///< when that was
    double before_at;
    double minima[CAPERI_CLOCK_WINDOWS]; ///< of the last windows, oldest first
    double times[CAPERI_CLOCK_WINDOWS];
    int minimum_count;
    double jitter, delay, drift;
} caperi_live_clock;

/// What a stamp means.
typedef enum caperi_clock_result {
    CAPERI_CLOCK_GOOD,
    CAPERI_CLOCK_SAME,   ///< the same stamp again
    CAPERI_CLOCK_OLD,    ///< a stamp from before the newest: the packet was overtaken
    CAPERI_CLOCK_RESTART ///< the sender began anew
} caperi_clock_result;

/// What would a stamp mean? Changes nothing.
caperi_clock_result caperi_clock_judge(const caperi_live_clock *clock, double sender);
/// Take a stamp that came at our time `own`; not one that is OLD.
caperi_clock_result caperi_clock_take(caperi_live_clock *clock, double sender, double own);

#endif
