// SPDX-License-Identifier: MIT
//
// What the receiver shares within the room.
#ifndef CAPER_SRC_LIVE_RECEIVER_H
#define CAPER_SRC_LIVE_RECEIVER_H

#include "live/performer.h"

/// A performer by its handle, or NULL.
const caperi_performer *caperi_receiver_find(const caper_live_receiver *receiver,
                                             caper_performer performer);
/// The delay of its jitter buffer, seconds.
float caperi_receiver_latency(const caper_live_receiver *receiver);
/// Whose poses a sender sends.
const caper_character *caperi_sender_character(const caper_live_sender *sender);
/// This performer's slot is given to nobody else, however long it is silent.
void caperi_receiver_keep(caper_live_receiver *receiver, caper_performer performer);

#endif
