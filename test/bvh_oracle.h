// SPDX-License-Identifier: MIT
//
// An independent judge of the BVH reader: splits the text with the C library, keeps everything in
// double and multiplies matrices, one joint after another. Slow, short, and nothing shared with the
// code that it judges. It takes well-formed files only: HIERARCHY, names without spaces.
#ifndef CAPER_TEST_BVH_ORACLE_H
#define CAPER_TEST_BVH_ORACLE_H

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define ORACLE_JOINTS 512

typedef struct oracle_joint {
    char name[64];
    int parent;
    bool end;
    double offset[3];
    int channel_count;
    char channels[9][16];
    int column;
} oracle_joint;

typedef struct oracle_bvh {
    oracle_joint joints[ORACLE_JOINTS];
    int joint_count, column_count, frame_count;
    double frame_time;
    double *values;
} oracle_bvh;

static char *oracle_word(char **at)
{
    char *p = *at;
    while (*p && strchr(" \t\r\n", *p))
        p++;
    if (!*p)
        return NULL;
    char *word = p;
    while (*p && !strchr(" \t\r\n", *p))
        p++;
    if (*p)
        *p++ = '\0';
    *at = p;
    return word;
}

/// Takes the text apart in place. False when it is not understood.
static bool oracle_read(oracle_bvh *b, char *text)
{
    memset(b, 0, sizeof *b);
    int current = -1;
    char *at = text, *word;
    while ((word = oracle_word(&at)) && strcasecmp(word, "MOTION") != 0) {
        bool end = strcasecmp(word, "End") == 0;
        if (end || strcasecmp(word, "ROOT") == 0 || strcasecmp(word, "JOINT") == 0) {
            oracle_joint *j = &b->joints[b->joint_count];
            j->parent = current;
            j->end = end;
            strncpy(j->name, oracle_word(&at), sizeof j->name - 1);
            current = b->joint_count++;
        } else if (strcmp(word, "}") == 0) {
            current = b->joints[current].parent;
        } else if (strcasecmp(word, "OFFSET") == 0) {
            for (int k = 0; k < 3; k++)
                b->joints[current].offset[k] = atof(oracle_word(&at));
        } else if (strcasecmp(word, "CHANNELS") == 0) {
            oracle_joint *j = &b->joints[current];
            j->channel_count = atoi(oracle_word(&at));
            j->column = b->column_count;
            b->column_count += j->channel_count;
            for (int k = 0; k < j->channel_count; k++)
                strncpy(j->channels[k], oracle_word(&at), sizeof j->channels[k] - 1);
        }
        if (b->joint_count == ORACLE_JOINTS)
            return false;
    }
    while ((word = oracle_word(&at)) && strcasecmp(word, "Time:") != 0) {
    }
    if (!word || b->column_count == 0)
        return false;
    b->frame_time = atof(oracle_word(&at));
    size_t count = 0, capacity = 1024;
    b->values = malloc(capacity * sizeof(double));
    while ((word = oracle_word(&at))) {
        if (count == capacity)
            b->values = realloc(b->values, (capacity *= 2) * sizeof(double));
        b->values[count++] = atof(word);
    }
    b->frame_count = (int)(count / (size_t)b->column_count);
    return b->frame_count > 0;
}

static void oracle_free(oracle_bvh *b)
{
    free(b->values);
}

typedef struct oracle_matrix {
    double m[3][4];
} oracle_matrix;

static void oracle_turn(oracle_matrix *a, char axis, double degrees)
{
    double angle = degrees * acos(-1.0) / 180.0, c = cos(angle), s = sin(angle);
    int i = axis == 'X' ? 1 : axis == 'Y' ? 2 : 0, j = (i + 1) % 3;
    for (int r = 0; r < 3; r++) {
        double x = a->m[r][i], y = a->m[r][j];
        a->m[r][i] = x * c + y * s;
        a->m[r][j] = y * c - x * s;
    }
}

/// Where every joint is at a frame, in the file's units and axes. With `added`, position channels
/// below the root are added to the offset instead of replacing it.
static void oracle_pose(const oracle_bvh *b, int frame, bool added, double (*positions)[3])
{
    static oracle_matrix world[ORACLE_JOINTS];
    for (int i = 0; i < b->joint_count; i++) {
        const oracle_joint *j = &b->joints[i];
        const double *row = b->values + (size_t)frame * (size_t)b->column_count + j->column;
        oracle_matrix a = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
        if (j->parent >= 0)
            a = world[j->parent];
        double place[3] = {j->offset[0], j->offset[1], j->offset[2]};
        for (int k = 0; k < j->channel_count; k++) {
            int axis = j->channels[k][0] - 'X';
            if (strcasecmp(j->channels[k] + 1, "position") == 0)
                place[axis] = row[k] + (added && j->parent >= 0 ? j->offset[axis] : 0.0);
        }
        for (int r = 0; r < 3; r++)
            a.m[r][3] += a.m[r][0] * place[0] + a.m[r][1] * place[1] + a.m[r][2] * place[2];
        for (int k = 0; k < j->channel_count; k++)
            if (strcasecmp(j->channels[k] + 1, "rotation") == 0)
                oracle_turn(&a, j->channels[k][0], row[k]);
        world[i] = a;
        for (int r = 0; r < 3; r++)
            positions[i][r] = a.m[r][3];
    }
}

#endif
