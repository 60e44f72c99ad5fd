// SPDX-License-Identifier: MIT
//
// A window in which somebody goes where the keys say: on the left by motion matching, on the right
// along the motion graph, out of the same clips. Arrow keys: where to; shift: run; none: stop.
//
//     caper graph build clips/*.clip.json --on performer --mirror --out people.graph.json
//     drive people.graph.json data/characters/performer.character.json [KEYS FILM.gif]
//
// KEYS are pressed by a script instead, and what is seen becomes a film: "u120 R90 .60" holds up
// for 120 frames, right and shift for 90, and nothing for 60.
#include <SDL.h>
#include <caper/caper.h>
#include <epoxy/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 800
#define HEIGHT 400
#define WALK 1.3f // m/s
#define RUN 3.0f
// Every body is its box; the ground is a box as well, with a square for each metre.
static const char vertex_text[] =
    "#version 330 core\nuniform mat4 view, model; uniform vec3 center, size; out vec3 n, at;\n"
    "const vec2 corners[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1),\n"
    "                               vec2(1, 1), vec2(-1, 1));\n"
    "void main() { int side = gl_VertexID / 6; vec2 c = corners[gl_VertexID % 6];\n"
    "  vec3 a = vec3(side % 3 == 0, side % 3 == 1, side % 3 == 2) * (side < 3 ? 1.0 : -1.0);\n"
    "  vec3 p = a + a.yzx * c.x + cross(a, a.yzx) * c.y;\n"
    "  vec4 world = model * vec4(center + size * p, 1.0);\n"
    "  n = mat3(model) * a; at = world.xyz; gl_Position = view * world; }\n";
static const char fragment_text[] =
    "#version 330 core\nin vec3 n, at; uniform vec3 color; uniform bool ground; out vec4 result;\n"
    "void main() { float sun = 0.6 + 0.4 * max(dot(n, normalize(vec3(0.4, 0.8, 0.5))), 0.0);\n"
    "  if (ground) sun = mod(floor(at.x) + floor(at.z), 2.0) < 1.0 ? 1.0 : 0.94;\n"
    "  result = vec4(color * sun, 1.0); }\n";

static GLuint program;

static void compile(GLenum kind, const char *text)
{
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
}

static GLint place(const char *name)
{
    return glGetUniformLocation(program, name);
}

static void draw_box(caper_transform at, caper_vec3 center, caper_vec3 half)
{
    caper_mat4 model = caper_transform_to_mat4(at);
    glUniformMatrix4fv(place("model"), 1, GL_FALSE, model.m);
    glUniform3f(place("center"), center.x, center.y, center.z);
    glUniform3f(place("size"), half.x, half.y, half.z);
    glDrawArrays(GL_TRIANGLES, 0, 36);
}

// In parallel, from behind and above, over a height of `size`; up on the screen is along +Z.
static caper_mat4 view_of(caper_vec3 at, float size)
{
    caper_vec3 z = caper_vec3_normalize(caper_vec3_make(-0.35f, 0.45f, -0.8f));
    caper_vec3 x = caper_vec3_normalize(caper_vec3_cross(caper_vec3_make(0, 1, 0), z));
    caper_vec3 y = caper_vec3_scale(caper_vec3_cross(z, x), 2 / size);
    x = caper_vec3_scale(x, 2 * HEIGHT / (size * WIDTH / 2));
    z = caper_vec3_scale(z, -0.05f / size);
    caper_mat4 m = {{x.x, y.x, z.x, 0, x.y, y.y, z.y, 0, x.z, y.z, z.z, 0, //
                     -caper_vec3_dot(x, at), -caper_vec3_dot(y, at), -caper_vec3_dot(z, at), 1}};
    return m;
}

static void draw(const caper_character *body, const caper_actor *actor, int half)
{
    caper_transform root = caper_root_transform(caper_actor_root(actor));
    caper_mat4 view = view_of(caper_transform_mul_point(root, body->center_of_mass), 2.6f);
    glViewport(half * WIDTH / 2, 0, WIDTH / 2, HEIGHT);
    glUniformMatrix4fv(place("view"), 1, GL_FALSE, view.m);
    glUniform1i(place("ground"), 1);
    glUniform3f(place("color"), 0.88f, 0.9f, 0.93f);
    caper_transform under = caper_transform_identity(); // a whole number of squares away
    under.position =
        caper_vec3_make(2 * floorf(root.position.x / 2), -0.01f, 2 * floorf(root.position.z / 2));
    draw_box(under, caper_vec3_make(0, 0, 0), caper_vec3_make(12, 0.01f, 12));
    glUniform1i(place("ground"), 0);
    glUniform3f(place("color"), half ? 0.93f : 0.25f, 0.55f, half ? 0.25f : 0.85f);
    const caper_pose *model = caper_actor_model(actor);
    for (int i = 0; i < body->body_count; i++)
        draw_box(caper_transform_mul(root, model->bodies[i]), body->bodies[i].box_center,
                 body->bodies[i].box_half);
}

// What the arrow keys want, and whether shift is held: from the keyboard, or from the script.
static bool hear(const char **script, int *left, int arrows[4], bool *fast)
{
    static const char letters[] = "udlr";
    if (*script) {
        static char held = '.';
        while (*left == 0) {
            *script += strspn(*script, " ");
            if (!**script)
                return false;
            char *end;
            held = *(*script)++;
            *left = (int)strtol(*script, &end, 10);
            *script = end;
        }
        --*left;
        for (int i = 0; i < 4; i++)
            arrows[i] = (held | 32) == letters[i];
        *fast = held < 'a';
        return true;
    }
    static const SDL_Scancode keys[] = {SDL_SCANCODE_UP, SDL_SCANCODE_DOWN, SDL_SCANCODE_LEFT,
                                        SDL_SCANCODE_RIGHT};
    const Uint8 *held = SDL_GetKeyboardState(NULL);
    for (int i = 0; i < 4; i++)
        arrows[i] = held[keys[i]];
    *fast = held[SDL_SCANCODE_LSHIFT];
    return true;
}

static bool shoot(caper_film *film, caper_picture *shot, caper_error *error)
{
    for (int y = 0; y < HEIGHT; y++) // OpenGL has the lowest row first
        glReadPixels(0, HEIGHT - 1 - y, WIDTH, 1, GL_RGBA, GL_UNSIGNED_BYTE,
                     shot->pixels + (size_t)4 * WIDTH * (size_t)y);
    return caper_film_add(film, shot, error);
}

static caper_actor *act(const caper_character *body, const caper_source_kind *kind, void *self,
                        caper_error *error)
{
    caper_actor_def def = caper_actor_def_default();
    caper_play_def play = caper_play_def_default();
    def.character = body;
    play.kind = kind;
    play.self = self;
    caper_actor *actor = caper_actor_create(&def, error);
    return actor && caper_actor_play(actor, &play, error) ? actor : NULL;
}

int main(int argc, char **argv)
{
    if ((argc != 3 && argc != 5) || SDL_Init(SDL_INIT_VIDEO) != 0)
        return fprintf(stderr, "drive GRAPH CHARACTER [KEYS FILM] %s\n", SDL_GetError()), 2;
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_Window *window =
        SDL_CreateWindow("matching, graph", 0, 0, WIDTH, HEIGHT, SDL_WINDOW_OPENGL);
    if (!window || !SDL_GL_CreateContext(window))
        return fprintf(stderr, "no window: %s\n", SDL_GetError()), 77;

    caper_error error = {0};
    caper_graph *graph = caper_graph_load(argv[1], NULL, &error);
    caper_character *body = graph ? caper_character_load(argv[2], NULL, &error) : NULL;
    caper_match_def match_def = caper_match_def_default();
    caper_graph_policy_def policy_def = caper_graph_policy_def_default();
    match_def.character = body;
    match_def.clips = graph ? graph->clips : NULL;
    match_def.clip_count = graph ? graph->clip_count : 0;
    policy_def.graph = graph;
    caper_match *match = body ? caper_match_create(&match_def, &error) : NULL;
    caper_graph_policy *policy = match ? caper_graph_policy_create(&policy_def, &error) : NULL;
    caper_match_player_def match_who = caper_match_player_def_default();
    caper_graph_player_def graph_who = caper_graph_player_def_default();
    match_who.match = match;
    graph_who.graph = graph;
    graph_who.policy = policy;
    caper_match_source near = {.player =
                                   policy ? caper_match_player_create(&match_who, &error) : NULL};
    caper_graph_source along = {.commanded = true};
    along.player = near.player ? caper_graph_player_create(&graph_who, &error) : NULL;
    caper_actor *actors[2] = {NULL, NULL};
    if (along.player) {
        actors[0] = act(body, caper_match_kind(), &near, &error);
        actors[1] = act(body, caper_graph_kind(), &along, &error);
    }
    caper_film *film = NULL;
    caper_picture shot = caper_picture_create(WIDTH, HEIGHT, 0, NULL);
    if (argc == 5 && actors[0] && actors[1]) {
        caper_film_def film_def = caper_film_def_default();
        film_def.path = argv[4];
        film_def.width = WIDTH;
        film_def.height = HEIGHT;
        film_def.rate = 20;
        film = caper_film_create(&film_def, &error);
    }
    if (!actors[0] || !actors[1] || (argc == 5 && !film))
        return fprintf(stderr, "%s: %s\n", error.source, error.message), 1;

    program = glCreateProgram();
    compile(GL_VERTEX_SHADER, vertex_text);
    compile(GL_FRAGMENT_SHADER, fragment_text);
    glLinkProgram(program);
    glUseProgram(program);
    GLuint none; // corners come from their numbers
    glGenVertexArrays(1, &none);
    glBindVertexArray(none);
    glEnable(GL_DEPTH_TEST);
    glClearColor(1, 1, 1, 1);

    const char *script = argc == 5 ? argv[3] : NULL;
    int left = 0, arrows[4];
    bool fast, good = true;
    for (int frame = 0, leave = 0; !leave && hear(&script, &left, arrows, &fast); frame++) {
        for (SDL_Event e; SDL_PollEvent(&e);)
            leave = leave || e.type == SDL_QUIT;
        caper_vec3 way = {(float)(arrows[2] - arrows[3]), 0, (float)(arrows[0] - arrows[1])};
        float length = caper_vec3_length(way);
        if (length > 0)
            way = caper_vec3_scale(way, (fast ? RUN : WALK) / length);
        near.command = along.command = (caper_graph_command){way, NAN};
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        for (int i = 0; i < 2; i++) {
            caper_actor_update(actors[i], 1 / 60.0f, NULL);
            draw(body, actors[i], i);
        }
        if (film && frame % 3 == 0)
            good = good && shoot(film, &shot, &error);
        SDL_GL_SwapWindow(window);
    }
    good = good && (!film || caper_film_finish(film, &error));
    if (!good)
        fprintf(stderr, "%s: %s\n", error.source, error.message);
    for (int i = 0; i < 2; i++) {
        caper_root root = caper_actor_root(actors[i]);
        printf("%s at %.2f %.2f\n", i ? "graph" : "matching", (double)root.x, (double)root.z);
        caper_actor_destroy(actors[i]);
    }
    caper_film_destroy(film);
    caper_picture_destroy(&shot, NULL);
    caper_match_player_destroy(near.player);
    caper_graph_player_destroy(along.player);
    caper_graph_policy_destroy(policy);
    caper_match_destroy(match);
    caper_character_destroy(body);
    caper_graph_destroy(graph);
    SDL_Quit();
    return good ? 0 : 1;
}
