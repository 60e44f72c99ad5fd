// SPDX-License-Identifier: MIT
//
// Acclaim motion: frames, each a number and then a line a bone with a value for each of its degrees
// of freedom. The skeleton is another file, beside it; the rate is in neither. Invariant: a bone
// that a frame does not mention keeps what it had.
#define _POSIX_C_SOURCE 200809L
#include "formats/acclaim.h"

#include "base/try.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

#define DEGREE 0.017453292519943295769

typedef struct motion {
    caperi_draft *draft;
    const caperi_asf *asf;
    caperi_words words;
    double angle; // radians per unit of angle
    int capacity, frame_count;
    float **rotations, **positions; // by bone; NULL where nothing can move
    double (*values)[CAPERI_MAX_DOFS];
    int *seen; // by bone: the frame that last mentioned it, from 1
    int unknown_count, missing_count;
    caper_error *error;
} motion;

// A frame begins with its number, alone on a line.
static bool at_frame(const caperi_words *w)
{
    if (!w->first || w->word.size == 0)
        return false;
    for (size_t k = 0; k < w->word.size; k++)
        if (w->word.data[k] < '0' || w->word.data[k] > '9')
            return false;
    return true;
}

static int count_frames(const motion *m)
{
    caperi_words w = m->words;
    int count = 0;
    for (; w.word.size > 0; caperi_words_next(&w))
        count += at_frame(&w);
    return count;
}

static bool read_head(motion *m)
{
    caperi_words *w = &m->words;
    while (w->word.size > 0 && !at_frame(w)) {
        if (caperi_words_is(w, ":degrees"))
            m->angle = DEGREE;
        else if (caperi_words_is(w, ":radians"))
            m->angle = 1.0;
        else if (w->word.data[0] != ':')
            return caperi_words_fail(w, CAPER_ERROR_SYNTAX, "the number of the first frame");
        caperi_words_next(w);
    }
    return true;
}

static bool make_columns(motion *m)
{
    caperi_draft *draft = m->draft;
    caper_arena *scratch = &draft->scratch;
    size_t bones = (size_t)m->asf->bone_count, frames = (size_t)m->capacity;
    CAPER_TRY(m->capacity <= draft->options.max_frames, m->error, CAPER_ERROR_LIMIT, draft->source,
              0, 0, "%d frames, more than %d", m->capacity, draft->options.max_frames);
    CAPER_TRY((double)frames * draft->body_count <= CAPER_CLIP_MAX_TRANSFORMS, m->error,
              CAPER_ERROR_LIMIT, draft->source, 0, 0,
              "%d frames of %d bodies, more than a clip of %d transforms holds", m->capacity,
              draft->body_count, CAPER_CLIP_MAX_TRANSFORMS);
    m->rotations =
        caperi_draft_alloc(draft, scratch, bones, sizeof(float *), _Alignof(float *), m->error);
    m->positions =
        caperi_draft_alloc(draft, scratch, bones, sizeof(float *), _Alignof(float *), m->error);
    m->values =
        caperi_draft_alloc(draft, scratch, bones, sizeof *m->values, _Alignof(double), m->error);
    m->seen = caperi_draft_alloc(draft, scratch, bones, sizeof *m->seen, _Alignof(int), m->error);
    if (!m->rotations || !m->positions || !m->values || !m->seen)
        return false;
    for (size_t i = 0; i < bones; i++) {
        const caperi_asf_bone *bone = &m->asf->bones[i];
        bool turns = false, moves = false;
        for (int k = 0; k < bone->dof_count; k++) {
            turns = turns || (bone->dofs[k] >= CAPERI_DOF_RX && bone->dofs[k] <= CAPERI_DOF_RZ);
            moves = moves || bone->dofs[k] <= CAPERI_DOF_TZ;
        }
        if (bone->body < 0)
            continue;
        if (turns &&
            !(m->rotations[i] = caperi_draft_alloc(draft, &draft->keys, 4 * frames, sizeof(float),
                                                   _Alignof(float), m->error)))
            return false;
        if (moves &&
            !(m->positions[i] = caperi_draft_alloc(draft, &draft->keys, 3 * frames, sizeof(float),
                                                   _Alignof(float), m->error)))
            return false;
    }
    return true;
}

// "bone value value ...", all on one line.
static bool read_line(motion *m)
{
    caperi_words *w = &m->words;
    int index = caperi_asf_find(m->asf, w->word);
    if (index < 0) {
        if (m->unknown_count++ == 0)
            caperi_draft_warn(m->draft, w->line, w->column,
                              "'%.*s' is not a bone of the skeleton: ignored",
                              w->word.size < 40 ? (int)w->word.size : 40, w->word.data);
        do
            caperi_words_next(w);
        while (w->word.size > 0 && !w->first);
        return true;
    }
    const caperi_asf_bone *bone = &m->asf->bones[index];
    caperi_words_next(w);
    for (int k = 0; k < bone->dof_count; k++) {
        if (w->first || w->word.size == 0)
            return caper_error_set(m->error, CAPER_ERROR_SYNTAX, m->draft->source, w->line,
                                   w->column, "bone '%.40s' has %d values, expected %d", bone->name,
                                   k, bone->dof_count);
        CAPER_PASS(caperi_words_number(w, &m->values[index][k]));
    }
    if (!w->first && w->word.size > 0)
        return caper_error_set(m->error, CAPER_ERROR_SYNTAX, m->draft->source, w->line, w->column,
                               "bone '%.40s' has more than %d values", bone->name, bone->dof_count);
    m->seen[index] = m->frame_count + 1;
    return true;
}

static void put_bone(motion *m, int index, size_t frame)
{
    const caperi_asf_bone *bone = &m->asf->bones[index];
    const double *values = m->values[index];
    double turn[4] = {0, 0, 0, 1}, q[4], back[4];
    double place[3];
    const double *rest = index == 0 ? bone->position : m->asf->bones[bone->parent].vector;
    memcpy(place, rest, sizeof place);
    for (int k = 0; k < bone->dof_count; k++) {
        int dof = bone->dofs[k];
        if (dof <= CAPERI_DOF_TZ)
            place[dof] += values[k];
        else if (dof <= CAPERI_DOF_RZ)
            caperi_quat_turn_after(turn, dof - CAPERI_DOF_RX, values[k] * m->angle);
    }
    // the root's frame is where it starts from, a bone's frame is what its angles are given in
    for (int k = 0; k < 4; k++)
        back[k] = k < 3 ? -bone->axis[k] : bone->axis[3];
    caperi_quat_times(index == 0 ? turn : bone->axis, index == 0 ? bone->axis : turn, q);
    if (index > 0)
        caperi_quat_times(q, back, q);
    for (size_t k = 0; k < 4 && m->rotations[index]; k++)
        m->rotations[index][4 * frame + k] = (float)q[k];
    for (size_t k = 0; k < 3 && m->positions[index]; k++)
        m->positions[index][3 * frame + k] = (float)place[k];
}

static bool read_frames(motion *m)
{
    caperi_words *w = &m->words;
    while (w->word.size > 0) {
        int line = w->line;
        caperi_words_next(w); // the number of the frame
        if (!w->first && w->word.size > 0)
            return caperi_words_fail(w, CAPER_ERROR_SYNTAX, "a line end after the frame number");
        while (w->word.size > 0 && !at_frame(w))
            CAPER_PASS(read_line(m));
        int missing = 0;
        for (int i = 0; i < m->asf->bone_count; i++) {
            bool moves = m->asf->bones[i].body >= 0 && m->asf->bones[i].dof_count > 0;
            missing += moves && m->seen[i] != m->frame_count + 1;
            if (moves)
                put_bone(m, i, (size_t)m->frame_count);
        }
        if (missing > 0 && m->missing_count++ == 0)
            caperi_draft_warn(m->draft, line, 1, "a frame leaves out %d bones: they stay", missing);
        m->frame_count++;
    }
    return true;
}

static bool fill_clip(motion *m)
{
    caperi_draft *draft = m->draft;
    CAPER_PASS(caperi_draft_clips(draft, 1, m->error));
    size_t bones = (size_t)m->asf->bone_count;
    caper_track_def *tracks = caperi_draft_alloc(draft, &draft->scratch, 2 * bones, sizeof *tracks,
                                                 _Alignof(caper_track_def), m->error);
    if (!tracks)
        return false;
    caper_clip_def *clip = draft->clips;
    clip->tracks = tracks;
    clip->rate = draft->options.rate;
    clip->frame_count = m->frame_count;
    for (size_t i = 0; i < bones; i++) {
        caper_track_def track = {.body = m->asf->bones[i].body, .key_count = m->frame_count};
        if (m->rotations[i]) {
            track.kind = CAPER_TRACK_ROTATION;
            track.values = m->rotations[i];
            tracks[clip->track_count++] = track;
        }
        if (m->positions[i]) {
            track.kind = CAPER_TRACK_TRANSLATION;
            track.values = m->positions[i];
            tracks[clip->track_count++] = track;
        }
    }
    return true;
}

bool caperi_amc_read(caperi_draft *draft, const caperi_asf *asf, caper_error *error)
{
    motion m = {.draft = draft, .asf = asf, .angle = asf->angle, .error = error};
    caperi_words_start(&m.words, (const char *)draft->bytes, draft->size, draft->source, error);
    CAPER_PASS(read_head(&m));
    m.capacity = count_frames(&m);
    if (m.capacity == 0) {
        caperi_draft_warn(draft, m.words.line, 0, "the file has no frames");
        return true;
    }
    CAPER_PASS(make_columns(&m) && read_frames(&m));
    if (m.unknown_count > 1)
        caperi_draft_warn(draft, 0, 0, "%d lines speak of bones that the skeleton lacks",
                          m.unknown_count);
    char rate[32];
    caper_format_float(draft->options.rate, rate);
    caperi_draft_warn(draft, 0, 0, "the format has no frame rate: %s a second is taken", rate);
    return fill_clip(&m);
}

// -- Finding the skeleton ---------------------------------------------------------------------

static bool ends_in_asf(const char *name)
{
    size_t size = strlen(name);
    caper_slice ending = {name + size - 4, 4};
    return size > 4 && caper_slice_equal_nocase(ending, ".asf");
}

// "11.asf" belongs to "11_01.amc".
static bool belongs(const char *asf, const char *amc)
{
    size_t stem = strlen(asf) - 4;
    return strncmp(asf, amc, stem) == 0 && (amc[stem] == '_' || amc[stem] == '.');
}

// The .asf that belongs to the file, else the only one beside it. In the draft's scratch.
static const char *find_skeleton(caperi_draft *draft, caper_error *error)
{
    const char *slash = strrchr(draft->path, '/'), *own = slash ? slash + 1 : draft->path;
    size_t folder = (size_t)(own - draft->path), size = folder + 256 + 1;
    char *path = caperi_draft_alloc(draft, &draft->scratch, size, 1, 1, error);
    if (!path)
        return NULL;
    memcpy(path, draft->path, folder);
    DIR *dir = opendir(folder > 0 ? path : ".");
    int count = 0;
    bool sure = false;
    for (struct dirent *entry; dir && (entry = readdir(dir)) != NULL;) {
        if (!ends_in_asf(entry->d_name) || strlen(entry->d_name) > 255)
            continue;
        count++;
        bool mine = belongs(entry->d_name, own);
        if (!mine && sure)
            continue;
        snprintf(path + folder, size - folder, "%s", entry->d_name);
        sure = sure || mine;
    }
    if (dir)
        closedir(dir);
    if (sure || count == 1)
        return path;
    caper_error_set(error, CAPER_ERROR_INVALID, draft->source, 0, 0,
                    "an AMC needs its skeleton: %d .asf files are beside it, expected one; "
                    "else give its path (skeleton, in the command --skeleton FILE.asf)",
                    count);
    return NULL;
}

bool caperi_read_acclaim(caperi_draft *draft, caper_error *error)
{
    caperi_asf asf;
    if (draft->format == CAPER_FORMAT_ASF) {
        CAPER_PASS(caperi_asf_read(draft, (const char *)draft->bytes, draft->size, draft->source,
                                   &asf, error));
        return caperi_draft_sense(draft, error);
    }
    const char *path = draft->options.skeleton;
    CAPER_TRY(path || draft->path, error, CAPER_ERROR_UNSUPPORTED, draft->source, 0, 0,
              "an AMC needs its skeleton: give the path of the .asf (skeleton, in the command "
              "--skeleton FILE.asf)");
    if (!path) { // a path that was given is asked for; one that was found may be anything
        const char *slash = strrchr(draft->path, '/');
        size_t folder = slash ? (size_t)(slash - draft->path) + 1 : 0;
        path = find_skeleton(draft, error);
        if (!path || !caperi_draft_may_read(draft, path, folder, error))
            return false;
    }
    size_t size;
    char *text = caper_file_read(path, draft->options.max_bytes, &draft->allocator, &size, error);
    if (!text)
        return false;
    bool good = caperi_asf_read(draft, text, size, path, &asf, error);
    caper_free(&draft->allocator, text, size + 1);
    return good && caperi_amc_read(draft, &asf, error) && caperi_draft_sense(draft, error);
}
