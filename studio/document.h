// SPDX-License-Identifier: MIT
// What is edited. A state is small and plain: it points to assets (motion, bodies, world), which
// never change once made and are counted. So a copy of a state is a snapshot, and undo is going
// back to one: what holds for one action holds for all.
#ifndef CAPER_STUDIO_DOCUMENT_H
#define CAPER_STUDIO_DOCUMENT_H

#include "cli.h"
#include "setup.h"

#include "caper/caper.h"

#define DOC_MAX_CAST 32
#define DOC_MAX_KEYS 2048 // selected at one time
#define DOC_MAX_STEPS 512 // that can be undone

// --- assets --------------------------------------------------------------------------------------

struct caper_space;
struct rig;

// Something loaded or made: immutable, and shared by all states that mention it.
typedef struct asset {
    int uses;
    cli_asset loaded;
    struct caper_space *space; // of parameters; NULL of other assets
    struct rig *rig;           // what was corrected about a rig; or NULL
    char name[512];            // by which it was loaded; of an edited body: what it is called
    struct asset *from;        // an edited body: what it was before, which owns the skins; or NULL
    bool made;                 // in the studio: no file has it
    bool saved;                // made, and a file was written of it
} asset;

asset *asset_load(const char *name, caper_asset_kind kind, caper_error *error);
asset *asset_load_as(const char *name, caper_asset_kind kind, const cli_reading *reading,
                     caper_error *error);
// Takes the motion over, or NULL over.
asset *asset_of_motion(caper_motion *motion, const char *name);
// A body that was edited; takes it over.
asset *asset_of_character(caper_character *character, asset *from);
asset *asset_of_world(caper_world *world, const char *name);
// Takes the space over; `made`: no file has it.
asset *asset_of_space(struct caper_space *space, const char *name, bool made);
asset *asset_keep(asset *a);
void asset_drop(asset *a);
const caper_character *asset_character(const asset *a);
// Skins that fit the character; returns how many.
int asset_skins(const asset *a, const caper_skin **skins);

// --- states --------------------------------------------------------------------------------------

// One character on the stage.
typedef struct cast_member {
    asset *body;
    int variant; // of the motion; -1: the first
    bool hidden;
} cast_member;

// One key: of a curve of a channel of the branch that is shown. Curve -1: the travel.
typedef struct key_id {
    int16_t channel, curve;
    int key;
} key_id;

typedef struct doc_state {
    asset *motion;
    asset *pending; // the motion with a pose that is not keyed yet, or NULL
    asset *world;   // NULL: flat ground
    asset *space;   // of parameters, or NULL
    asset *stride;  // the clip that goes by its feet, or NULL
    live_setup setup;
    cast_member cast[DOC_MAX_CAST];
    int cast_count;
    int branch, channel; // that is edited; -1: none
    int member, body;    // the active character, and its active body or -1
    float time;          // seconds
    key_id keys[DOC_MAX_KEYS];
    int key_count;
    char path[1024]; // of the motion; "": none yet
} doc_state;

void state_copy(doc_state *to, const doc_state *from); // `to` holds nothing yet
void state_free(doc_state *state);
const caper_motion *state_motion(const doc_state *state);
const caper_branch *state_branch(const doc_state *state);
const caper_channel *state_channel(const doc_state *state); // NULL without one
const caper_character *state_character(const doc_state *state, int member);
// Bring indices and the selection into what is there.
void state_settle(doc_state *state);
bool state_has_key(const doc_state *state, key_id key);
// The keys of a curve of the branch; NULL where there is none.
const caper_curve *state_curve(const doc_state *state, int channel, int curve);

typedef struct doc_step {
    doc_state state;
    char what[64];
} doc_step;

typedef struct document {
    doc_state state;
    asset *saved;   // the motion as it is on the disk, or as it was new
    asset *left;    // a motion that was changed, not saved, and left for another; or NULL
    doc_step *past; // DOC_MAX_STEPS of each
    int past_count;
    doc_step *future;
    int future_count;
    unsigned version; // goes up with every change of the state
} document;

bool document_open(document *doc);
void document_close(document *doc);
// After a change: what was there before can be come back to, what was undone cannot.
void document_note(document *doc, const doc_state *before, const char *what);
// What is there now is the start: nothing before it can be come back to.
void document_start(document *doc);
bool document_undo(document *doc);
bool document_redo(document *doc);
bool document_is_changed(const document *doc);
// Is anything lost at the end? The motion, one that was left for it, a body or a world made here.
bool document_is_unsaved(const document *doc);
// The motion as it is seen: the pending one where there is one.
const caper_motion *document_motion(const document *doc);
// Put another motion into the state; takes it over. NULL: false with the error as it is.
bool document_take_motion(document *doc, caper_motion *motion, caper_error *error);

#endif
