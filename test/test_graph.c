// SPDX-License-Identifier: MIT
//
// Graphs: components against brute force, walks that join and never end, blends that keep feet,
// files that come back, damaged ones that are refused, players that obey, save and load.
#include "test.h"

#include "base/json.h"
#include "caper/graph.h"
#include "graph/blend.h"
#include "graph/judge.h"
#include "graph/graph.h"
#include "graph_fixture.h"
#include "menagerie.h"
#include "file_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// -- Components
// ---------------------------------------------------------------------------------------

// Can every node reach every other? By walking from each.
static void reach(const caper_graph_node *nodes, const caper_graph_edge *edges, int n, bool *out)
{
    int *stack = malloc((size_t)(n + 1) * sizeof *stack);
    memset(out, 0, (size_t)(n * n) * sizeof *out);
    for (int from = 0; from < n; from++) {
        int depth = 0;
        stack[depth++] = from;
        out[from * n + from] = true;
        while (depth > 0) {
            int at = stack[--depth];
            for (int e = nodes[at].first_edge; e < nodes[at].first_edge + nodes[at].edge_count; e++)
                if (!out[from * n + edges[e].to]) {
                    out[from * n + edges[e].to] = true;
                    stack[depth++] = edges[e].to;
                }
        }
    }
    free(stack);
}

static void components_are_those_of_brute_force(void)
{
    caper_rng rng = caper_rng_make(11);
    for (int round = 0; round < 300; round++) {
        enum {
            MOST = 40
        };
        caper_graph_node nodes[MOST];
        caper_graph_edge edges[MOST * 4];
        int component[MOST], n = caper_rng_int(&rng, 1, MOST), count = 0;
        bool reaches[MOST * MOST];
        for (int i = 0; i < n; i++) {
            nodes[i] = (caper_graph_node){0, i, count, caper_rng_int(&rng, 0, round % 4)};
            for (int e = 0; e < nodes[i].edge_count; e++)
                edges[count++] = (caper_graph_edge){i, caper_rng_int(&rng, 0, n - 1), -1, 1};
        }
        caper_arena arena;
        caper_arena_init(&arena, NULL, 0);
        int found = caperi_components(nodes, n, edges, component, &arena);
        reach(nodes, edges, n, reaches);
        int expected = 0;
        for (int i = 0; i < n; i++) {
            bool first = true;
            for (int j = 0; j < n; j++) {
                bool together = reaches[i * n + j] && reaches[j * n + i];
                CHECK((component[i] == component[j]) == together);
                first = first && !(j < i && together);
            }
            expected += first;
        }
        CHECK_INT(found, expected);
        caper_arena_destroy(&arena);
    }
}

// The hardest pull of a blend of two curves that lasts, in g, asked 60 times a second.
static double pull_of_blend(double (*from)(double), double (*to)(double), double seconds)
{
    double worst = 0;
    for (int start = -3; start <= (int)(60 * seconds + 0.5); start++) {
        double least = (double)INFINITY;
        for (int i = 0; i < 4; i++) {
            double t = (start + i) / 60.0, y[3];
            for (int k = 0; k < 3; k++) {
                double at = t + 0.05 * (k - 1), u = fmin(fmax(at / seconds, 0), 1);
                double share = u * u * (3 - 2 * u);
                y[k] = (1 - share) * from(at) + share * to(at);
            }
            least = fmin(least, -(y[0] - 2 * y[1] + y[2]) / (0.05 * 0.05) / 9.81);
        }
        worst = fmax(worst, least);
    }
    return worst;
}

static double stands(double t)
{
    (void)t;
    return 1.0;
}

static double stands_lower(double t)
{
    (void)t;
    return 0.94;
}

static double flies(double t)
{
    return 1.0 + 0.8 * t - 0.5 * 9.81 * t * t;
}

static double flies_lower(double t)
{
    return 0.98 + 0.8 * t - 0.5 * 9.81 * t * t;
}

static double hops(double t)
{
    return 1.0 + 0.05 * sin(9 * t);
}

// A character that stands still but for its height.
static caper_clip *lifted_clip(const caper_character *c, double (*height)(double), int frames)
{
    int n = c->body_count;
    caper_transform *all = aligned_alloc(32, (size_t)(frames * n) * sizeof *all);
    caper_root roots[128] = {{0, 0, 0, 0}};
    for (int f = 0; f < frames; f++) {
        for (int b = 0; b < n; b++)
            all[f * n + b] = c->skeleton.rest_local[b];
        all[f * n].position.y += (float)height((f - frames / 2) / 60.0);
    }
    caper_clip_def def = caper_clip_def_default();
    def.name = "lifted";
    def.skeleton = &c->skeleton;
    def.rate = 60;
    def.frame_count = frames;
    def.frames = all;
    def.roots = roots;
    caper_clip *clip = caper_clip_create(&def, NULL);
    free(all);
    return clip;
}

// What room `quality` says of a blend is what the curves say.
static void blends_fall_as_the_curves_say(void)
{
    double (*const curves[])(double) = {stands, stands_lower, flies, flies_lower, hops};
    enum {
        FRAMES = 60,
        AT = 15, // of 30 a second
        WINDOW = 6
    };
    caper_character *c = menagerie_load("performer");
    REQUIRE(c != NULL);
    caper_clip *clips[5];
    for (int i = 0; i < 5; i++)
        clips[i] = lifted_clip(c, curves[i], FRAMES);
    caper_arena arena;
    caper_arena_init(&arena, NULL, 0);
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < 5; b++) {
            caperi_blend_def def = {.character = c,
                                    .clips = {clips[a], clips[b]},
                                    .frames = {AT, AT},
                                    .window = WINDOW,
                                    .rate = 30};
            caperi_worth made;
            CHECK(caperi_blend_worth(&def, &arena, &made));
            double exact = pull_of_blend(curves[a], curves[b], (WINDOW - 1) / 30.0);
            CHECK_NEAR(made.fall, exact, 0.01);
        }
    // where a clip begins or ends nothing is known, and nothing held against it
    caperi_blend_def def = {.character = c,
                            .clips = {clips[0], clips[0]},
                            .frames = {0, FRAMES / 2 - WINDOW},
                            .window = WINDOW,
                            .rate = 30};
    caperi_worth made;
    CHECK(caperi_blend_worth(&def, &arena, &made));
    CHECK(!(made.fall > 0.01));
    caper_arena_destroy(&arena);
    for (int i = 0; i < 5; i++)
        caper_clip_destroy(clips[i]);
    caper_character_destroy(c);
}

// Four seconds on the spot: arms swing, and feet that are so far apart say that they stand in turn,
// both for two frames of thirty.
static caper_clip *waiting_clip(const caper_character *c, float spread)
{
    enum {
        FRAMES = 241
    };
    caper_transform *all = aligned_alloc(32, (size_t)(FRAMES * c->body_count) * sizeof *all);
    caper_contact contacts[8];
    for (int f = 0; f < FRAMES; f++) {
        caper_transform *frame = all + f * c->body_count;
        memcpy(frame, c->skeleton.rest_local, (size_t)c->body_count * sizeof *frame);
        float swing = 0.3f * caper_sin(CAPER_TAU * (float)f / 60);
        for (int b = 0; b < c->body_count; b++) {
            const char *name = c->skeleton.names[b];
            bool left = strncmp(name, "left", 4) == 0;
            caper_vec3 z = {0, 0, 1}, x = {1, 0, 0};
            caper_quat turn = caper_quat_identity();
            if (strstr(name, "upper_arm"))
                turn = caper_quat_from_axis_angle(x, left ? swing : -swing);
            else if (strstr(name, "thigh"))
                turn = caper_quat_from_axis_angle(z, left ? spread : -spread);
            else if (strstr(name, "foot"))
                turn = caper_quat_from_axis_angle(z, left ? -spread : spread);
            frame[b].rotation = caper_quat_mul(turn, frame[b].rotation);
        }
    }
    for (int i = 0; i < 8; i++) {
        float from = 0.5f * (float)i;
        contacts[i] = (caper_contact){c->legs[i % 2].foot, from, caper_min(from + 0.55f, 4)};
    }
    caper_clip_def def = caper_clip_def_default();
    def.name = "waiting";
    def.skeleton = &c->skeleton;
    def.rate = 60;
    def.frame_count = FRAMES;
    def.frames = all;
    def.contacts = contacts;
    def.contact_count = 8;
    caper_clip *clip = caper_clip_create(&def, NULL);
    free(all);
    return clip;
}

// Where two feet stand as far apart in both clips a bridge leads from one to the other; where not,
// one of them would slide, and be held where it landed by whoever plays it.
static void bridges_keep_both_feet(void)
{
    caper_character *c = menagerie_load("performer");
    REQUIRE(c != NULL);
    static const float others[] = {0.11f, 0.5f}; // radians; the first stands at 0.1
    for (int i = 0; i < 2; i++) {
        caper_clip *clips[2] = {waiting_clip(c, 0.1f), waiting_clip(c, others[i])};
        caper_graph_def def = caper_graph_def_default();
        def.character = c;
        def.clips = (const caper_clip *const *)clips;
        def.clip_count = 2;
        def.made_frames = 1000;
        caper_error error = {0};
        caper_graph *graph = caper_graph_create(&def, &error);
        CHECK_STR(error.message, "");
        REQUIRE(graph != NULL);
        CHECK_INT(graph->report.made_clips, i == 0 ? 2 : 0);
        CHECK_INT(graph->report.made_sliding, i == 0 ? 0 : 2);
        caper_graph_destroy(graph);
        caper_clip_destroy(clips[0]);
        caper_clip_destroy(clips[1]);
    }
    caper_character_destroy(c);
}

// Each figure beyond its gate is a fault where the clips do not have it, and none where one does.
static void faults_are_those_that_the_clips_do_not_have(void)
{
    const caperi_worth good = {.measured = true};
    const caperi_leave none = {1, false}, wide = {2, true};
    const struct {
        caperi_worth worth;
        caperi_fault fault;
    } cases[] = {
        {{.fall = 1.2}, CAPERI_FAULT_FALL},         {{.legs = 9}, CAPERI_FAULT_BEND},
        {{.pops = {1.1, 0}}, CAPERI_FAULT_JUMP},    {{.pops = {0, 2.1}}, CAPERI_FAULT_JUMP},
        {{.skate = 1}, CAPERI_FAULT_SKATE},         {{.fall = 1}, CAPERI_FAULT_NONE},
        {{.fall = (double)NAN}, CAPERI_FAULT_NONE}, {{.flips = 1}, CAPERI_FAULT_JUMP},
    };
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        const caperi_worth *w = &cases[i].worth;
        CHECK_INT(caperi_blend_fault(w, &good, &good, none), cases[i].fault);
        CHECK_INT(caperi_blend_fault(w, w, &good, none), CAPERI_FAULT_NONE);
        CHECK_INT(caperi_blend_fault(w, &good, w, none), CAPERI_FAULT_NONE);
        // wide limits let jumps and slides pass, never falls
        bool heavy = cases[i].fault == CAPERI_FAULT_FALL || cases[i].fault == CAPERI_FAULT_BEND;
        CHECK_INT(caperi_blend_fault(w, &good, &good, wide),
                  heavy ? cases[i].fault : CAPERI_FAULT_NONE);
    }
}

static void legs_beyond_their_limits_are_seen(void)
{
    caper_character *c = menagerie_load("performer");
    REQUIRE(c != NULL);
    int16_t foot = (int16_t)caper_character_find(c, "left_foot");
    int knee = c->skeleton.parents[foot];
    caper_pose pose = caper_character_pose(c, NULL);
    for (int b = 0; b < c->body_count; b++)
        pose.bodies[b] = c->skeleton.rest_local[b];
    CHECK(caperi_limbs_beyond(c, &foot, 1, &pose) == 0);
    const caper_joint *joint = &c->bodies[knee].joint;
    REQUIRE(joint->kind == CAPER_JOINT_HINGE);
    pose.bodies[knee].rotation =
        caper_quat_mul(c->skeleton.rest_local[knee].rotation,
                       caper_quat_from_axis_angle(joint->axis, joint->max + 0.25f));
    CHECK_NEAR(caperi_limbs_beyond(c, &foot, 1, &pose), 0.25, 1e-3);
    caper_pose_destroy(&pose, NULL);
    caper_character_destroy(c);
}

// -- Built graphs
// -------------------------------------------------------------------------------------

static caper_character *character;
static graph_fixture fixture;

static const caper_graph *the_graph(void)
{
    if (!character) {
        character = menagerie_load("performer");
        REQUIRE(character != NULL);
        fixture = graph_fixture_make(character);
    }
    REQUIRE(fixture.graph != NULL);
    return fixture.graph;
}

static void every_node_reaches_every_other(void)
{
    const caper_graph *g = the_graph();
    REQUIRE(g->node_count > 20);
    bool *reaches = malloc((size_t)g->node_count * (size_t)g->node_count);
    reach(g->nodes, g->edges, g->node_count, reaches);
    for (int i = 0; i < g->node_count * g->node_count; i++)
        CHECK(reaches[i]);
    free(reaches);
    CHECK_INT(g->report.kept_clips, 4);
    CHECK(g->report.kept_frames > 200);
    for (int i = 0; i < g->transition_count; i++)
        CHECK(g->transitions[i].distance <= g->report.threshold);
}

static void a_lower_threshold_keeps_less(void)
{
    caper_character *c = menagerie_load("performer");
    graph_fixture f = {0};
    caper_graph_def def = graph_fixture_def(&f, c);
    int frames[3];
    const float connect[3] = {0.3f, 0.6f, 0.9f};
    float threshold[3];
    for (int i = 0; i < 3; i++) {
        def.connect = connect[i];
        caper_graph *g = caper_graph_create(&def, NULL);
        REQUIRE(g != NULL);
        frames[i] = g->report.kept_frames;
        threshold[i] = g->report.threshold;
        if (i < 2) // there is a threshold that keeps so much
            CHECK((float)frames[i] >= connect[i] * (float)g->report.frame_count);
        caper_graph_destroy(g);
    }
    CHECK(frames[0] <= frames[1] && frames[1] <= frames[2] && frames[0] < frames[2]);
    CHECK(threshold[0] <= threshold[1] && threshold[1] <= threshold[2]);
    def.threshold = threshold[1];
    caper_graph *same = caper_graph_create(&def, NULL);
    REQUIRE(same != NULL);
    CHECK_INT(same->report.kept_frames, frames[1]);
    caper_graph_destroy(same);
    graph_fixture_free(&f);
    caper_character_destroy(c);
}

static uint32_t feet_at(const caper_character *c, const caper_clip *clip, int frame)
{
    uint32_t bits = 0;
    for (int leg = 0; leg < c->leg_count; leg++)
        if (caper_clip_in_contact(clip, c->legs[leg].foot,
                                  caper_min((float)frame / 30.0f, clip->duration)))
            bits |= 1u << leg;
    return bits;
}

// Frames of a transition in which somebody stands, but on no foot of both clips.
static int unlike_frames(const caper_character *c, const caper_graph *g, const caper_transition *t)
{
    int count = 0;
    for (int f = 0; f < g->window; f++) {
        uint32_t p = feet_at(c, g->clips[t->from_clip], t->from_frame + f);
        uint32_t q = feet_at(c, g->clips[t->to_clip], t->to_frame + f);
        count += p != q && (p & q) == 0;
    }
    return count;
}

static void other_feet_stand_as_long_as_is_allowed(void)
{
    caper_character *c = menagerie_load("performer");
    graph_fixture f = {0};
    caper_graph_def def = graph_fixture_def(&f, c);
    def.max_threshold = 1.0f; // so that what is unlike is near enough
    int last = INT32_MAX;
    for (def.unlike = 0; def.unlike <= def.window; def.unlike += 3) {
        caper_graph *g = caper_graph_create(&def, NULL);
        REQUIRE(g != NULL);
        int most = 0;
        for (int i = 0; i < g->transition_count; i++) {
            int frames = unlike_frames(c, g, &g->transitions[i]);
            most = frames > most ? frames : most;
        }
        CHECK(def.unlike == 0 ? most == 0 : most > 0 && most <= def.unlike);
        CHECK(g->report.dropped_contacts < last);
        last = g->report.dropped_contacts;
        caper_graph_destroy(g);
    }
    CHECK_INT(last, 0);
    graph_fixture_free(&f);
    caper_character_destroy(c);
}

// Poses and roots at the end of an edge are those at the start of all that follow.
static void edges_join(void)
{
    const caper_graph *g = the_graph();
    int n = g->clips[0]->skeleton.body_count;
    caper_pose a = caper_pose_create(n, 0, NULL), b = caper_pose_create(n, 0, NULL);
    caper_pose spare = caper_pose_create(n, 0, NULL);
    int checked = 0;
    for (int e = 0; e < g->edge_count; e++) {
        caper_graph_step_job end = {.graph = g,
                                    .edge = e,
                                    .local = &a,
                                    .spare = &spare,
                                    .step = (float)g->edges[e].frame_count};
        REQUIRE(caper_graph_step(&end));
        const caper_graph_node *to = &g->nodes[g->edges[e].to];
        for (int k = 0; k < to->edge_count; k++) {
            caper_graph_step_job start = {
                .graph = g, .edge = to->first_edge + k, .local = &b, .spare = &spare};
            REQUIRE(caper_graph_step(&start));
            CHECK_NEAR(start.root.x, 0, 1e-5);
            CHECK_NEAR(start.root.z, 0, 1e-5);
            CHECK_NEAR(start.root.yaw, 0, 1e-5);
            float worst = 0;
            for (int i = 0; i < n; i++)
                worst = caper_max(worst, 1.0f - fabsf(caper_quat_dot(a.bodies[i].rotation,
                                                                     b.bodies[i].rotation)));
            CHECK_NEAR(worst, 0, 1e-6);
            checked++;
        }
    }
    CHECK(checked > 100);
    caper_pose_destroy(&a, NULL);
    caper_pose_destroy(&b, NULL);
    caper_pose_destroy(&spare, NULL);
}

static caper_vec3 foot_place(const caper_graph *g, int edge, float step, int foot)
{
    int n = g->clips[0]->skeleton.body_count;
    caper_pose local = caper_pose_create(n, 0, NULL), spare = caper_pose_create(n, 0, NULL);
    caper_graph_step_job job = {
        .graph = g, .edge = edge, .step = step, .local = &local, .spare = &spare};
    CHECK(caper_graph_step(&job));
    caper_transform root = caper_root_transform(job.root);
    caper_pose_to_model(&g->clips[0]->skeleton, &local, &root, &local);
    caper_vec3 place = local.bodies[foot].position;
    caper_pose_destroy(&local, NULL);
    caper_pose_destroy(&spare, NULL);
    return place;
}

// During a blend a foot is between where the two clips have it, which angles alone would not do.
static void feet_are_between_their_two_places(void)
{
    const caper_graph *g = the_graph();
    const int16_t *feet;
    int count = caper_graph_feet(g, &feet), checked = 0;
    CHECK_INT(count, 2);
    caper_pose pose = caper_pose_create(g->clips[0]->skeleton.body_count, 0, NULL);
    for (int e = 0; e < g->edge_count; e += 3) {
        if (g->edges[e].transition < 0)
            continue;
        const caper_transition *t = &g->transitions[g->edges[e].transition];
        float step = (float)(g->window - 1) / 2;
        const caper_clip *clips[2] = {g->clips[t->from_clip], g->clips[t->to_clip]};
        const float times[2] = {((float)t->from_frame + step) / g->rate,
                                ((float)t->to_frame + step) / g->rate};
        caper_root start = caper_clip_sample_root(clips[0], (float)t->from_frame / g->rate);
        for (int k = 0; k < count; k++) {
            caper_vec3 places[2];
            for (int i = 0; i < 2; i++) {
                caper_clip_sample(clips[i], times[i], NULL, &pose);
                caper_root root = caper_clip_sample_root(clips[i], times[i]);
                root = caper_root_delta(start, i ? caper_root_mul(t->align, root) : root);
                caper_transform at = caper_root_transform(root);
                caper_pose_to_model(&clips[i]->skeleton, &pose, &at, &pose);
                places[i] = pose.bodies[feet[k]].position;
            }
            caper_vec3 middle = caper_vec3_lerp(places[0], places[1], 0.5f);
            CHECK_NEAR(caper_vec3_distance(foot_place(g, e, step, feet[k]), middle), 0, 2e-3);
            checked++;
        }
    }
    CHECK(checked > 20);
    caper_pose_destroy(&pose, NULL);
}

// -- Walks
// --------------------------------------------------------------------------------------------

static void walks_go_on_and_join(void)
{
    const caper_graph *g = the_graph();
    for (uint64_t seed = 1; seed <= 3; seed++) {
        int count = caper_graph_wander(g, seed, 0, 120, NULL, 0);
        int *edges = malloc((size_t)count * sizeof *edges);
        CHECK_INT(caper_graph_wander(g, seed, 0, 120, edges, count), count);
        caper_graph_clip_job job = caper_graph_clip_job_default();
        job.graph = g;
        job.edges = edges;
        job.edge_count = count;
        caper_clip *clip = caper_graph_clip(&job, NULL);
        REQUIRE(clip != NULL);
        CHECK(clip->duration >= 119.9f);
        CHECK(clip->key_pose_count > 20 && clip->contact_count > 20);
        // no step of the root is longer than the fastest clip's
        float worst = 0;
        for (int f = 1; f < clip->frame_count; f++) {
            caper_root a = caper_clip_sample_root(clip, (float)(f - 1) / clip->rate);
            caper_root b = caper_clip_sample_root(clip, (float)f / clip->rate);
            worst = caper_max(worst, hypotf(a.x - b.x, a.z - b.z) * clip->rate);
        }
        CHECK(worst < 1.6f * 1.3f);
        caper_clip_destroy(clip);
        edges[count / 2] = edges[count / 2] == 0 ? 1 : 0;
        CHECK(caper_graph_clip(&job, NULL) == NULL);
        free(edges);
    }
}

// -- Files
// --------------------------------------------------------------------------------------------

static char *text_of(const caper_graph *g, size_t *size)
{
    caper_json_writer writer;
    caper_json_writer_init(&writer, NULL, 1);
    caper_graph_write(g, &writer);
    const char *text = caper_json_writer_finish(&writer, size, NULL);
    REQUIRE(text != NULL);
    char *copy = malloc(*size + 1);
    memcpy(copy, text, *size + 1);
    caper_json_writer_free(&writer);
    return copy;
}

static void a_graph_comes_back_from_its_file(void)
{
    const caper_graph *g = the_graph();
    size_t size, again_size;
    char *text = text_of(g, &size);
    caper_error error = {0};
    caper_graph *back = caper_graph_parse(text, size, "memory", NULL, &error);
    CHECK_STR(error.message, "");
    REQUIRE(back != NULL);
    CHECK_INT(back->node_count, g->node_count);
    CHECK_INT(back->edge_count, g->edge_count);
    CHECK(memcmp(back->edges, g->edges, (size_t)g->edge_count * sizeof *g->edges) == 0);
    CHECK_INT(back->report.kept_frames, g->report.kept_frames);
    char *again = text_of(back, &again_size);
    CHECK(again_size == size && memcmp(text, again, size) == 0);
    caperi_json schema = schema_load("graph");
    CHECK(schema_says(&schema, text));
    caperi_json_free(&schema);
    caper_graph_destroy(back);
    free(again);
    free(text);
}

static void damaged_files_are_refused_at_their_place(void)
{
    size_t size;
    char *text = text_of(the_graph(), &size);
    const struct {
        const char *from, *to, *says;
    } cases[] = {{"\"version\": 1", "\"version\": 9", "version"},
                 {"\"window\": 6", "\"window\": 1", "window"},
                 {"\"rate\": 30", "\"rate\": -3", "rate"},
                 {"\"transitions\"", "\"transitiens\"", "transitions"},
                 {"\"mirrored\"", "\"mirrorrd\"", NULL},
                 {"\"source\": 1", "\"source\":-1", "source"}};
    int tried = 0;
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        char *copy = malloc(size + 64);
        memcpy(copy, text, size + 1);
        char *at = strstr(copy, cases[i].from);
        if (at) {
            memcpy(at, cases[i].to, strlen(cases[i].to));
            caper_error error = {0};
            CHECK(caper_graph_parse(copy, size, "memory", NULL, &error) == NULL);
            CHECK(error.line > 0);
            if (cases[i].says)
                CHECK_HAS(error.message, cases[i].says);
            tried++;
        }
        free(copy);
    }
    CHECK(tried >= 5);
    // a transition out of its clip, and memory that runs out at every step
    char *list = strstr(text, "\"transitions\"");
    REQUIRE(list != NULL);
    char *number = strchr(strchr(list, '[') + 1, '[') + 1;
    char kept = *number;
    *number = '9';
    caper_error error = {0};
    caper_graph *wrong = caper_graph_parse(text, size, "memory", NULL, &error);
    CHECK(wrong == NULL && error.line > 0);
    *number = kept;
    for (long fail = 1; fail < 400; fail += 1 + fail / 8) {
        test_memory memory = {.fail_at = fail};
        caper_allocator allocator = test_memory_allocator(&memory);
        caper_load_options options = {.allocator = &allocator};
        caper_graph_destroy(caper_graph_parse(text, size, "memory", &options, NULL));
        CHECK_MEMORY_EMPTY(&memory);
    }
    free(text);
}

// -- Players
// ------------------------------------------------------------------------------------------

static caper_graph_player *open_player(const caper_graph_policy *policy)
{
    caper_graph_player_def def = caper_graph_player_def_default();
    def.graph = the_graph();
    def.policy = policy;
    def.seed = 4;
    caper_graph_player *player = caper_graph_player_create(&def, NULL);
    REQUIRE(player != NULL);
    return player;
}

static caper_graph_policy *open_policy(void)
{
    caper_graph_policy_def def = caper_graph_policy_def_default();
    def.graph = the_graph();
    caper_graph_policy *policy = caper_graph_policy_create(&def, NULL);
    REQUIRE(policy != NULL);
    return policy;
}

static void players_go_where_they_are_told(void)
{
    caper_graph_policy *policy = open_policy();
    for (int way = 0; way < 8; way++) {
        float yaw = (float)way * CAPER_TAU / 8;
        caper_graph_player *player = open_player(policy);
        caper_graph_command command = {{caper_sin(yaw), 0, caper_cos(yaw)}, NAN};
        caper_graph_frame frame, middle = {0};
        for (int f = 0; f < 60 * 20; f++) {
            REQUIRE(caper_graph_player_update(player, 1.0f / 60, &command, &frame));
            if (f == 60 * 10)
                middle = frame;
        }
        float x = frame.root.x - middle.root.x, z = frame.root.z - middle.root.z;
        float along = x * command.velocity.x + z * command.velocity.z;
        float across = x * command.velocity.z - z * command.velocity.x;
        CHECK(along > 7.0f); // of ten metres at the wanted speed
        CHECK(fabsf(across) < 1.5f);
        caper_graph_player_destroy(player);
    }
    caper_graph_policy_destroy(policy);
}

static void a_state_is_taken_up_again(void)
{
    caper_graph_policy *policy = open_policy();
    caper_graph_player *a = open_player(policy), *b = open_player(policy);
    caper_graph_frame fa, fb;
    for (int f = 0; f < 333; f++)
        CHECK(caper_graph_player_update(a, 0.013f, NULL, &fa));
    size_t size = caper_graph_player_save(a, NULL, 0);
    unsigned char state[512];
    REQUIRE(size <= sizeof state);
    CHECK_INT(caper_graph_player_save(a, state, size), size);
    REQUIRE(caper_graph_player_load(b, state, size, NULL));
    caper_graph_command command = {{1, 0, 0}, NAN};
    for (int f = 0; f < 500; f++) {
        const caper_graph_command *told = f % 100 < 50 ? &command : NULL;
        CHECK(caper_graph_player_update(a, 0.013f, told, &fa));
        CHECK(caper_graph_player_update(b, 0.013f, told, &fb));
        CHECK(memcmp(&fa, &fb, sizeof fa) == 0);
    }
    // other bytes are refused or harmless
    caper_rng rng = caper_rng_make(8);
    int refused = 0;
    for (int i = 0; i < 2000; i++) {
        unsigned char bad[512];
        memcpy(bad, state, size);
        bad[caper_rng_int(&rng, 0, (int)size - 1)] ^= (unsigned char)caper_rng_int(&rng, 1, 255);
        if (!caper_graph_player_load(b, bad, size, NULL))
            refused++;
        CHECK(caper_graph_player_update(b, 0.02f, NULL, &fb));
    }
    CHECK(refused > 500);
    CHECK(!caper_graph_player_load(b, state, size - 1, NULL));
    caper_graph_player_destroy(a);
    caper_graph_player_destroy(b);
    caper_graph_policy_destroy(policy);
}

static void players_never_allocate_and_sum_their_deltas(void)
{
    caper_graph_policy *policy = open_policy();
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    caper_graph_player_def def = caper_graph_player_def_default();
    def.graph = the_graph();
    def.policy = policy;
    def.allocator = &allocator;
    caper_graph_player *player = caper_graph_player_create(&def, NULL);
    REQUIRE(player != NULL);
    long before = memory.alloc_count;
    caper_pose pose = caper_pose_create(def.graph->clips[0]->skeleton.body_count, 0, NULL);
    caper_rng rng = caper_rng_make(3);
    caper_root sum = {0};
    caper_graph_frame frame = {0};
    caper_graph_command command = {{0, 0, 1}, NAN};
    for (int f = 0; f < 3000; f++) {
        if (f % 40 == 0)
            command.velocity =
                caper_vec3_make(caper_rng_range(&rng, -2, 2), 0, caper_rng_range(&rng, -2, 2));
        CHECK(caper_graph_player_update(player, caper_rng_range(&rng, 0, 0.1f), &command, &frame));
        CHECK(caper_graph_player_pose(player, &pose));
        sum = caper_root_mul(sum, frame.delta);
    }
    CHECK_INT(memory.alloc_count, before);
    CHECK_NEAR(sum.x, frame.root.x, 1e-2);
    CHECK_NEAR(sum.z, frame.root.z, 1e-2);
    caper_pose_destroy(&pose, NULL);
    caper_graph_player_destroy(player);
    caper_graph_policy_destroy(policy);
    CHECK_MEMORY_EMPTY(&memory);
}

static void a_given_walk_is_walked(void)
{
    const caper_graph *g = the_graph();
    int edges[20];
    CHECK(caper_graph_wander(g, 9, 5, 60, edges, 20) > 20);
    caper_graph_player_def def = caper_graph_player_def_default();
    def.graph = g;
    def.edges = edges;
    def.edge_count = 20;
    caper_graph_player *player = caper_graph_player_create(&def, NULL);
    REQUIRE(player != NULL);
    caper_graph_frame frame;
    int at = 0;
    while (!caper_graph_player_done(player)) {
        REQUIRE(caper_graph_player_update(player, 0.5f / g->rate, NULL, &frame));
        if (frame.edge != edges[at])
            at++;
        REQUIRE(at < 20);
        CHECK_INT(frame.edge, edges[at]);
    }
    CHECK_INT(at, 19);
    caper_graph_player_destroy(player);
    edges[10] = edges[10] == 0 ? 1 : 0;
    CHECK(caper_graph_player_create(&def, NULL) == NULL);
}

// -- Mirrors and drawings
// -------------------------------------------------------------------------------

static void a_mirrored_clip_is_the_mirror_image(void)
{
    the_graph();
    caper_clip *once = caper_clip_mirror(fixture.clips[1], character, NULL, NULL);
    REQUIRE(once != NULL);
    caper_clip *twice = caper_clip_mirror(once, character, NULL, NULL);
    REQUIRE(twice != NULL);
    int n = character->body_count;
    caper_pose a = caper_pose_create(n, 0, NULL), b = caper_pose_create(n, 0, NULL);
    double worst = 0, back = 0;
    for (int f = 0; f < fixture.clips[1]->frame_count; f += 5) {
        float time = (float)f / 30.0f;
        caper_clip_sample(fixture.clips[1], time, NULL, &a);
        caper_clip_sample(once, time, NULL, &b);
        caper_transform ra = caper_root_transform(caper_clip_sample_root(fixture.clips[1], time));
        caper_transform rb = caper_root_transform(caper_clip_sample_root(once, time));
        caper_pose_to_model(&character->skeleton, &a, &ra, &a);
        caper_pose_to_model(&character->skeleton, &b, &rb, &b);
        for (int i = 0; i < n; i++) {
            int other = character->bodies[i].mirror;
            if (other >= 0)
                worst = fmax(
                    worst, (double)caper_vec3_distance(caper_vec3_mirror(a.bodies[other].position),
                                                       b.bodies[i].position));
        }
        caper_clip_sample(twice, time, NULL, &b);
        caper_pose_to_model(&character->skeleton, &b, &ra, &b);
        for (int i = 0; i < n; i++)
            back =
                fmax(back, (double)caper_vec3_distance(a.bodies[i].position, b.bodies[i].position));
    }
    CHECK_NEAR(worst, 0, 1e-3);
    CHECK_NEAR(back, 0, 1e-3);
    for (int i = 0; i < once->contact_count; i++)
        CHECK_INT(once->contacts[i].body,
                  character->bodies[fixture.clips[1]->contacts[i].body].mirror);
    caper_pose_destroy(&a, NULL);
    caper_pose_destroy(&b, NULL);
    caper_clip_destroy(once);
    caper_clip_destroy(twice);
}

static void drawings_hold_every_edge(void)
{
    const caper_graph *g = the_graph();
    caper_text text;
    caper_text_init(&text, NULL);
    REQUIRE(caper_graph_draw_dot(g, &text));
    int arrows = 0;
    for (const char *at = text.data; (at = strstr(at, "->")); at += 2)
        arrows++;
    CHECK_INT(arrows, g->edge_count);
    caper_text_free(&text);
    caper_text_init(&text, NULL);
    REQUIRE(caper_graph_draw_svg(g, &text));
    int arcs = 0;
    for (const char *at = text.data; (at = strstr(at, "class='join'")); at++)
        arcs++;
    CHECK_INT(arcs, g->transition_count);
    CHECK_HAS(text.data, "stroke-opacity:0.25}");
    CHECK_HAS(text.data, "</svg>");
    caper_text_free(&text);
    // many arcs are no darker than a thousand
    caper_graph many = *g;
    many.transition_count = 5000;
    caper_text_init(&text, NULL);
    REQUIRE(caper_graph_draw_svg(&many, &text));
    CHECK_HAS(text.data, "stroke-opacity:0.05}");
    caper_text_free(&text);
}

static void bad_defs_are_refused(void)
{
    the_graph();
    caper_graph_def def;
    caper_error error;
#define REFUSED(change)                                                                            \
    do {                                                                                           \
        def = caper_graph_def_default();                                                           \
        def.character = character;                                                                 \
        def.clips = (const caper_clip *const *)fixture.clips;                                      \
        def.clip_count = 4;                                                                        \
        error = (caper_error){0};                                                                  \
        change;                                                                                    \
        CHECK(caper_graph_create(&def, &error) == NULL);                                           \
        CHECK(error.message[0] != 0);                                                              \
    } while (0)
    REFUSED(def.cookie = 0);
    REFUSED(def.clip_count = 0);
    REFUSED(def.window = 1);
    REFUSED(def.unlike = -1);
    REFUSED(def.connect = 2);
    REFUSED(def.threshold = NAN);
    REFUSED(def.threshold = 1e-6f);
    CHECK_HAS(error.message, "without end");
    // released here, behind the last test that needs them
    graph_fixture_free(&fixture);
    caper_character_destroy(character);
    character = NULL;
}

static void a_description_tells_its_figures(void)
{
    const caper_graph *g = the_graph();
    char line[200];
    caper_text text;
    caper_text_init(&text, NULL);
    caper_graph_describe(g, true, &text);
    snprintf(line, sizeof line, "%d nodes, %d edges (%d transitions of", g->node_count,
             g->edge_count, g->transition_count);
    CHECK_HAS(text.data, line);
    snprintf(line, sizeof line, "clips kept %d of %d, frames kept %d of %d", g->report.kept_clips,
             g->report.clip_count, g->report.kept_frames, g->report.frame_count);
    CHECK_HAS(text.data, line);
    int clips = 0;
    for (const char *at = text.data; (at = strstr(at, "\n  clip ")); at++)
        clips++;
    CHECK_INT(clips, g->clip_count);
    caper_text_free(&text);
    // without its clips, only those that came to nothing are named
    caper_text_init(&text, NULL);
    caper_graph_describe(g, false, &text);
    int lost = 0, told = 0;
    for (int c = 0; c < g->clip_count; c++)
        lost += g->origins[c].kept_frames == 0 && g->origins[c].second < 0;
    for (const char *at = text.data; (at = strstr(at, ": nothing kept")); at++)
        told++;
    CHECK_INT(told, lost);
    caper_text_free(&text);
}

TESTS(components_are_those_of_brute_force, blends_fall_as_the_curves_say, bridges_keep_both_feet,
      faults_are_those_that_the_clips_do_not_have, legs_beyond_their_limits_are_seen,
      every_node_reaches_every_other, a_lower_threshold_keeps_less,
      other_feet_stand_as_long_as_is_allowed, edges_join, feet_are_between_their_two_places,
      walks_go_on_and_join, a_graph_comes_back_from_its_file,
      damaged_files_are_refused_at_their_place, players_go_where_they_are_told,
      a_state_is_taken_up_again, players_never_allocate_and_sum_their_deltas,
      a_given_walk_is_walked, a_mirrored_clip_is_the_mirror_image, drawings_hold_every_edge,
      a_description_tells_its_figures, bad_defs_are_refused)
