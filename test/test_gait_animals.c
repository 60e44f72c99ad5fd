// SPDX-License-Identifier: MIT
//
// Gaits beside those of animals: duty factors, strides and phases that walkers show are within what
// is published (docs/guide/animal_gaits.csv, sources in docs/guide/gait.md).
#include "caper/gait.h"
#include "menagerie.h"
#include "test.h"

#include <math.h>

typedef struct measure {
    float duty, stride, row, pair;
} measure;

// Landings of one foot over the last frames.
typedef struct landings {
    float first, last, before; // times
    int count, stands;
    bool stood;
} landings;

// The mean of angles in cycles, as a share of a cycle.
static float mean_phase(double sine, double cosine)
{
    double mean = atan2(sine, cosine) / (2 * 3.14159265358979);
    return (float)(mean < 0 ? mean + 1 : mean);
}

static measure walk(const char *name, float froude)
{
    caper_character *c = menagerie_load(name);
    caper_gait_def def = caper_gait_def_default();
    def.character = c;
    caper_gait *gait = caper_gait_create(&def, NULL);
    caper_walker *walker = caper_walker_create(gait, NULL, NULL);
    REQUIRE(walker != NULL);
    const caper_gait_leg *legs;
    int count = caper_gait_legs(gait, &legs), frames = 0;
    float speed = caper_gait_speed(gait, froude), length = caper_gait_length(gait);
    float dt = 0.01f * sqrtf(length / 9.81f);
    static caper_goal goals[CAPER_MAX_BODIES];
    static landings feet[CAPER_MAX_BODIES];
    memset(feet, 0, sizeof feet);
    caper_root root = {0, 0, 0, 0};
    double row[2] = {0, 0}, pair[2] = {0, 0};
    for (int f = 0; f < 8000; f++) {
        int goal_count = 0;
        caper_walk_job job = caper_walk_job_default();
        job.command.velocity.z = speed;
        job.command.heading = NAN;
        job.dt = dt;
        job.root = &root;
        job.goals = goals;
        job.goal_count = &goal_count;
        job.goal_capacity = CAPER_COUNT_OF(goals);
        REQUIRE(caper_walker_update(walker, &job));
        frames += f >= 3000;
        for (int i = 0; i < count && f >= 3000; i++) {
            caper_foot_state foot;
            caper_walker_foot(walker, i, &foot);
            landings *l = &feet[i];
            if (foot.stands && !l->stood && f > 3000) {
                l->before = l->last;
                l->last = (float)f * dt;
                l->first = l->count == 0 ? l->last : l->first;
                l->count++;
                // against the foot behind on this side, and against the left one of this row
                for (int k = 0; k < count; k++) {
                    bool behind = legs[k].side == legs[i].side && legs[k].row == legs[i].row - 1;
                    bool left =
                        legs[k].side == 1 && legs[i].side == -1 && legs[k].row == legs[i].row;
                    if ((behind || left) && feet[k].count > 1 && legs[k].group == legs[i].group) {
                        float period = feet[k].last - feet[k].before;
                        double phase =
                            6.28318530717959 * (double)((l->last - feet[k].last) / period);
                        (behind ? row : pair)[0] += sin(phase);
                        (behind ? row : pair)[1] += cos(phase);
                    }
                }
            }
            l->stands += foot.stands;
            l->stood = foot.stands;
        }
    }
    measure seen = {0, 0, mean_phase(row[0], row[1]), mean_phase(pair[0], pair[1])};
    for (int i = 0; i < count; i++) {
        CHECK(feet[i].count > 3);
        float period = (feet[i].last - feet[i].first) / (float)(feet[i].count - 1);
        seen.duty += (float)feet[i].stands / (float)(frames * count);
        seen.stride += speed * period / length / (float)count;
    }
    caper_walker_destroy(walker);
    caper_gait_destroy(gait);
    caper_character_destroy(c);
    return seen;
}

static void gaits_are_within_what_is_published(void)
{
    FILE *file = fopen(test_source_path("docs/guide/animal_gaits.csv"), "r");
    REQUIRE(file != NULL);
    char line[400], name[32], quantity[16], verdict[8], last[32] = "";
    float froude, from, to, last_froude = -1;
    int walks = 0, checked = 0, misses = 0;
    measure seen = {0, 0, 0, 0};
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#') {
            continue;
        }
        REQUIRE(sscanf(line, "%31[^,],%f,%15[^,],%f,%f,%7[^,],", name, &froude, quantity, &from,
                       &to, verdict) == 6);
        if (strcmp(name, last) != 0 || froude != last_froude) {
            if (walks++ % CASE_STEP == 0) {
                seen = walk(name, froude);
            }
            snprintf(last, sizeof last, "%s", name);
            last_froude = froude;
        }
        if ((walks - 1) % CASE_STEP != 0) {
            continue;
        }
        float value = strcmp(quantity, "duty") == 0     ? seen.duty
                      : strcmp(quantity, "stride") == 0 ? seen.stride
                      : strcmp(quantity, "row") == 0    ? seen.row
                                                        : seen.pair;
        bool good = value >= from && value <= to;
        printf("%-10s Fr %-4g %-6s %.3f, published %.3f to %.3f%s\n", name, (double)froude,
               quantity, (double)value, (double)from, (double)to, good ? "" : " OUT");
        // what is known to miss does not miss by more than half
        CHECK(good || strcmp(verdict, "miss") == 0);
        CHECK(value >= 0.5f * from && value <= 1.5f * to);
        misses += !good;
        checked++;
    }
    fclose(file);
    CHECK_SHARE(checked == 52);
    CHECK(misses <= 7);
}

// Spiders and many-legged animals: duty falls evenly with speed, and so it does in all of them.
static void duty_falls_with_speed(void)
{
    static const char *const names[] = {"performer", "dog", "beetle", "spider", "centipede"};
    for (int n = 0; n < CAPER_COUNT_OF(names); n += CASE_STEP) {
        float slow = walk(names[n], 0.05f).duty, middle = walk(names[n], 0.3f).duty;
        float fast = walk(names[n], 1).duty;
        printf("%-10s duty %.2f, %.2f, %.2f\n", names[n], (double)slow, (double)middle,
               (double)fast);
        CHECK(slow > middle && middle > fast);
    }
}

TESTS(gaits_are_within_what_is_published, duty_falls_with_speed)
