// SPDX-License-Identifier: MIT
//
// Where the sender's time is on our clock. A packet is never early, so the fastest packets of the
// last seconds tell the offset: the least of own - sender, kept for two windows of 2 s, each
// carried on from when it was measured by the drift, which is the slope of the windows' minima (so
// a clock that is wrong by half a percent does not eat up the buffer). The offset in use follows by
// at most 2 % of real time, so that the correction does not show. Jitter is RFC 3550's (section
// 6.4.1).
#include "live/clock.h"

#include <math.h>
#include <string.h>

#define WINDOW 2.0 // seconds
#define FIRST 0.5  // of the first four windows: to know the drift soon
#define ENOUGH 4   // windows to tell a drift by
#define BACK 0.5   // a stamp that far back is a restart, less is an overtaken packet
#define LEAP 0.5   // clocks that part by more than this at once are matched anew
#define SNAP 0.1   // a difference that is not worth sliding over
#define SETTLE 1.0 // seconds from the start in which faster packets are believed at once
#define SLIDE 0.02 // share of real time

caperi_clock_result caperi_clock_judge(const caperi_live_clock *clock, double sender)
{
    if (!clock->started || sender > clock->last_sender)
        return CAPERI_CLOCK_GOOD;
    if (sender == clock->last_sender)
        return CAPERI_CLOCK_SAME;
    return sender < clock->last_sender - BACK ? CAPERI_CLOCK_RESTART : CAPERI_CLOCK_OLD;
}

static void start_windows(caperi_live_clock *c, double sender, double own)
{
    c->offset = c->window_min = c->before_min = own - sender;
    c->window_at = c->before_at = own;
    c->window_end = own + FIRST;
    c->minimum_count = 0;
    c->drift = 0;
    c->first = own;
}

/// Least squares through the windows' minima.
static double slope(const caperi_live_clock *c)
{
    double n = c->minimum_count, st = 0, sm = 0, stt = 0, stm = 0;
    if (c->minimum_count < ENOUGH)
        return 0;
    for (int i = 0; i < c->minimum_count; i++) {
        double t = c->times[i] - c->times[0], m = c->minima[i] - c->minima[0];
        st += t;
        sm += m;
        stt += t * t;
        stm += t * m;
    }
    double bottom = n * stt - st * st;
    return bottom > 0 ? (n * stm - st * sm) / bottom : 0;
}

static void close_window(caperi_live_clock *c, double own)
{
    if (c->minimum_count == CAPERI_CLOCK_WINDOWS) {
        c->minimum_count--;
        memmove(c->minima, c->minima + 1, (size_t)c->minimum_count * sizeof c->minima[0]);
        memmove(c->times, c->times + 1, (size_t)c->minimum_count * sizeof c->times[0]);
    }
    c->minima[c->minimum_count] = c->window_min;
    c->times[c->minimum_count++] = c->window_at;
    c->drift = fmax(-SLIDE, fmin(SLIDE, slope(c)));
    c->before_min = c->window_min;
    c->before_at = c->window_at;
    c->window_min = HUGE_VAL;
    c->window_end = own + (c->minimum_count < ENOUGH ? FIRST : WINDOW);
}

static void follow(caperi_live_clock *c, double own, double passed)
{
    double fastest = fmin(c->window_min + c->drift * (own - c->window_at),
                          c->before_min + c->drift * (own - c->before_at));
    double error = fastest - c->offset;
    bool settling = error < 0 && own - c->first < SETTLE;
    if (settling || fabs(error) > SNAP)
        c->offset = fastest;
    else
        c->offset += fmax(-SLIDE * passed, fmin(SLIDE * passed, error));
}

caperi_clock_result caperi_clock_take(caperi_live_clock *clock, double sender, double own)
{
    caperi_clock_result result = caperi_clock_judge(clock, sender);
    if (result == CAPERI_CLOCK_SAME || result == CAPERI_CLOCK_OLD)
        return result;
    double ahead = sender - clock->last_sender, passed = own - clock->last_own;
    bool anew = !clock->started || result == CAPERI_CLOCK_RESTART || fabs(ahead - passed) > LEAP;
    clock->started = true;
    clock->last_sender = sender;
    clock->last_own = own;
    if (anew) {
        start_windows(clock, sender, own);
        return result;
    }
    clock->jitter += (fabs(passed - ahead) - clock->jitter) / 16;
    if (own >= clock->window_end)
        close_window(clock, own);
    if (own - sender <= clock->window_min + clock->drift * (own - clock->window_at)) {
        clock->window_min = own - sender;
        clock->window_at = own;
    }
    follow(clock, own, passed);
    clock->delay += (own - sender - clock->offset - clock->delay) / 64;
    return result;
}
