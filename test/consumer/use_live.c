// SPDX-License-Identifier: MIT
//
// Room live from outside: a receiver on any free port of this machine.
#include <caper/live.h>
#include <stdio.h>

int main(void)
{
    caper_error error = {0};
    caper_live_receiver_def def = caper_live_receiver_def_default();
    def.port = 0;
    caper_live_receiver *receiver = caper_live_receiver_create(&def, &error);
    bool good = receiver && caper_live_receiver_port(receiver) > 0 &&
                caper_live_receiver_poll(receiver, caper_clock_now()) == 0;
    printf("live: %s\n", good ? "listens" : error.message);
    caper_live_receiver_destroy(receiver);
    return good ? 0 : 1;
}
