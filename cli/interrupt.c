// SPDX-License-Identifier: MIT
// Ctrl-C in commands that record: it ends the recording, not the command.
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <signal.h>
#include <string.h>

static volatile sig_atomic_t interrupted;

static void interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

void cli_catch_interrupt(bool on)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on ? interrupt : SIG_DFL;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < CAPER_COUNT_OF(signals); i++) {
        sigaction(signals[i], &action, NULL);
    }
    interrupted = 0;
}

bool cli_interrupted(void)
{
    return interrupted;
}
