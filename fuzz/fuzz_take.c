// SPDX-License-Identifier: MIT
//
// Any bytes as the journal of a take. Hashes keep edits out, so input that starts with an even byte
// edits a true one (places and words to put there); the rest is taken as it is. What is recovered
// is a clip that can be sampled.
#define _POSIX_C_SOURCE 200809L
#include "caper/character.h"
#include "caper/clip.h"
#include "state_edit.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/types.h>
#include <unistd.h>

static char path[64];
static char *state;
static size_t state_size;

static void remove_take(void)
{
    unlink(path);
}

static void open_set(void)
{
    snprintf(path, sizeof path, "/tmp/caper-fuzz-%ld.take", (long)getpid());
    atexit(remove_take);
    caper_creature_def creature = caper_creature_def_default();
    caper_character *c = caper_character_random(&creature, NULL);
    require(c != NULL);
    caper_journal_def def = caper_journal_def_default();
    def.path = path;
    def.skeleton = &c->skeleton;
    unlink(path);
    caper_journal *journal = caper_journal_create(&def, NULL);
    caper_pose pose = caper_character_rest_local(c);
    pose.deform_count = 0;
    require(journal != NULL);
    for (int i = 0; i < 3; i++)
        require(caper_journal_add(journal, &pose, (caper_root){0, 0, (float)i, 0}));
    caper_journal_destroy(journal, true);
    state = caper_file_read(path, 0, NULL, &state_size, NULL);
    require(state != NULL);
    caper_character_destroy(c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!state)
        open_set();
    size_t bytes_size;
    char *bytes = edited_state(state, state_size, data, size, &bytes_size);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    require(fd >= 0 && write(fd, bytes, bytes_size) == (ssize_t)bytes_size);
    close(fd);
    caper_error error = {0};
    caper_clip *clip = caper_journal_recover(path, NULL, &error);
    require((clip != NULL) == (error.status == CAPER_OK));
    if (clip) {
        caper_pose pose = caper_pose_create(clip->skeleton.body_count, 0, NULL);
        caper_clip_sample(clip, 0.02f, NULL, &pose);
        pose_is_good(pose.bodies, pose.body_count);
        caper_pose_destroy(&pose, NULL);
    }
    caper_clip_destroy(clip);
    free(bytes);
    return 0;
}
