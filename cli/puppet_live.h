// SPDX-License-Identifier: MIT
// caper puppet from the network: a performer who is live moves a puppet.
#ifndef CAPER_CLI_PUPPET_LIVE_H
#define CAPER_CLI_PUPPET_LIVE_H

#include "live.h"
#include "record.h"

#include "caper/puppet.h"

typedef struct cli_puppet_live {
    const char *listen;            // as in cli_show
    const char *send;              // where the puppet's poses go; NULL: nowhere
    const char *out;               // the clip to write; NULL: none
    double seconds, rate, latency; // as in cli_show
    caper_puppet_def def;          // with the puppet; the performer comes by the network
} cli_puppet_live;

// Run it until its end, then write the clip.
bool cli_puppet_listen(const cli_puppet_live *job, caper_error *error);

#endif
