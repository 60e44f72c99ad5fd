// SPDX-License-Identifier: MIT
//
// A window with your own character in it: any glTF, GLB or VRM file, skinned on the graphics card
// by caper_skinning_palette, and walked about. Arrow keys: where to; shift: run; space: wave.
//
//     window me.glb data/motions/wave.motion.json [FRAMES]
//
// With FRAMES it plays so many by itself, and leaves the last one in window.png.
#include <SDL.h>
#include <caper/caper.h>
#include <epoxy/gl.h>
#include <stdio.h>
#include <stdlib.h>

#define WIDTH 960
#define HEIGHT 720
#define MOST_PARTS 256
static const char vertex_text[] =
    "#version 330 core\nlayout(location=0) in vec3 position; layout(location=1) in vec3 normal;\n"
    "layout(location=2) in vec2 uv; layout(location=3) in vec4 bodies; out vec3 n; out vec2 at;\n"
    "layout(location=4) in vec4 weights; uniform samplerBuffer palette; uniform mat4 view;\n"
    "mat4 of(float b) { int i = 4 * int(b); return mat4(texelFetch(palette, i),\n"
    "  texelFetch(palette, i + 1), texelFetch(palette, i + 2), texelFetch(palette, i + 3)); }\n"
    "void main() { mat4 m = weights.x * of(bodies.x) + weights.y * of(bodies.y)\n"
    "                     + weights.z * of(bodies.z) + weights.w * of(bodies.w);\n"
    "  gl_Position = view * m * vec4(position, 1.0); n = mat3(m) * normal; at = uv; }\n";
static const char fragment_text[] =
    "#version 330 core\nin vec3 n; in vec2 at; uniform sampler2D image; uniform vec4 color;\n"
    "out vec4 result; void main() { vec4 c = texture(image, at); if (c.a < 0.5) discard;\n"
    "  float sun = max(dot(normalize(n), normalize(vec3(0.4, 0.8, 0.5))), 0.0);\n"
    "  result = vec4(c.rgb * pow(color.rgb, vec3(0.4545)) * (0.55 + 0.45 * sun), 1.0); }\n";

static GLuint program, arrays[MOST_PARTS], textures[MOST_PARTS];

static void compile(GLenum kind, const char *text)
{
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
}

static GLuint buffer(GLenum kind, const void *data, size_t size)
{
    GLuint name;
    glGenBuffers(1, &name);
    glBindBuffer(kind, name);
    glBufferData(kind, (GLsizeiptr)size, data, GL_STATIC_DRAW);
    return name;
}

static void attribute(GLuint place, int count, const void *data, size_t size)
{
    buffer(GL_ARRAY_BUFFER, data, size);
    glEnableVertexAttribArray(place);
    glVertexAttribPointer(place, count, place == 3 ? GL_UNSIGNED_SHORT : GL_FLOAT, 0, 0, NULL);
}

static void upload(const caper_skin *skin, int i)
{
    size_t n = (size_t)skin->vertex_count;
    glGenVertexArrays(1, &arrays[i]);
    glBindVertexArray(arrays[i]);
    attribute(0, 3, skin->positions, 12 * n);
    attribute(1, 3, skin->normals, 12 * n);
    attribute(2, 2, skin->uvs, 8 * n); // without any it is white anyway
    attribute(3, 4, skin->bodies, 8 * n);
    attribute(4, 4, skin->weights, 16 * n);
    buffer(GL_ELEMENT_ARRAY_BUFFER, skin->indices, 4 * (size_t)skin->index_count);
    caper_picture p = {0, 0, NULL};
    if (!skin->image ||
        !caper_picture_decode(skin->image->bytes, skin->image->size, NULL, &p, NULL))
        p = caper_picture_create(1, 1, 0xffffff, NULL);
    glGenTextures(1, &textures[i]);
    glBindTexture(GL_TEXTURE_2D, textures[i]);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, p.width, p.height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 p.pixels);
    glGenerateMipmap(GL_TEXTURE_2D);
    caper_picture_destroy(&p, NULL);
}

// In parallel, from the left front, over a height of `size`.
static caper_mat4 view_of(caper_vec3 at, float size)
{
    caper_vec3 z = caper_vec3_normalize(caper_vec3_make(0.6f, 0.35f, 0.8f));
    caper_vec3 x = caper_vec3_normalize(caper_vec3_cross(caper_vec3_make(0, 1, 0), z));
    caper_vec3 y = caper_vec3_scale(caper_vec3_cross(z, x), 2 / size);
    x = caper_vec3_scale(x, 2 * HEIGHT / (size * WIDTH));
    z = caper_vec3_scale(z, -0.2f / size);
    caper_mat4 m = {{x.x, y.x, z.x, 0, x.y, y.y, z.y, 0, x.z, y.z, z.z, 0, //
                     -caper_vec3_dot(x, at), -caper_vec3_dot(y, at), -caper_vec3_dot(z, at), 1}};
    return m;
}

static void draw(const caper_import *me, const caper_character *body, const caper_actor *actor)
{
    static caper_mat4 matrices[CAPER_MAX_BODIES];
    caper_transform root = caper_root_transform(caper_actor_root(actor));
    caper_vec3 middle = caper_transform_mul_point(root, body->center_of_mass);
    caper_mat4 view = view_of(middle, 1.6f * body->size);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glUniformMatrix4fv(glGetUniformLocation(program, "view"), 1, GL_FALSE, view.m);
    for (int i = 0; i < me->skin_count && i < MOST_PARTS; i++) {
        caper_skinning_palette(&me->skins[i], caper_actor_model(actor), &root, matrices);
        glBufferData(GL_TEXTURE_BUFFER, body->body_count * (GLsizeiptr)sizeof *matrices, matrices,
                     GL_STREAM_DRAW);
        glUniform4fv(glGetUniformLocation(program, "color"), 1, me->skins[i].color);
        glBindTexture(GL_TEXTURE_2D, textures[i]);
        glBindVertexArray(arrays[i]);
        glDrawElements(GL_TRIANGLES, me->skins[i].index_count, GL_UNSIGNED_INT, NULL);
    }
}

static void save_shot(void)
{
    caper_picture shot = caper_picture_create(WIDTH, HEIGHT, 0, NULL);
    for (int y = 0; y < HEIGHT; y++) // OpenGL has the lowest row first
        glReadPixels(0, HEIGHT - 1 - y, WIDTH, 1, GL_RGBA, GL_UNSIGNED_BYTE,
                     shot.pixels + (size_t)4 * WIDTH * (size_t)y);
    caper_picture_save(&shot, "window.png", NULL);
    caper_picture_destroy(&shot, NULL);
}

int main(int argc, char **argv)
{
    int frames = argc > 3 ? atoi(argv[3]) : 0;
    if (argc < 3 || SDL_Init(SDL_INIT_VIDEO) != 0)
        return fprintf(stderr, "window FILE.glb WAVE.motion.json [FRAMES] %s\n", SDL_GetError()), 2;
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_Window *window = SDL_CreateWindow("caper", 0, 0, WIDTH, HEIGHT, SDL_WINDOW_OPENGL);
    if (!window || !SDL_GL_CreateContext(window))
        return fprintf(stderr, "no window: %s\n", SDL_GetError()), 77;

    caper_error error = {0};
    caper_import_options options = caper_import_options_default();
    options.pictures = true;
    caper_import *me = caper_import_load(argv[1], &options, &error);
    caper_character *body = me ? caper_import_rest(me, NULL, NULL, &error) : NULL;
    caper_motion *wave = body ? caper_motion_load(argv[2], NULL, &error) : NULL;
    caper_gait_def gait_def = caper_gait_def_default();
    caper_actor_def actor_def = caper_actor_def_default();
    gait_def.character = actor_def.character = body;
    caper_gait *gait = wave ? caper_gait_create(&gait_def, &error) : NULL;
    caper_actor *actor = gait ? caper_actor_create(&actor_def, &error) : NULL;
    caper_play_def walk_def = caper_play_def_default(), wave_def = caper_play_def_default();
    walk_def.gait = gait;
    wave_def.motion = wave;
    wave_def.layer = 1; // over the walk
    caper_source walk = actor ? caper_actor_play(actor, &walk_def, &error) : 0;
    if (!walk)
        return fprintf(stderr, "%s: %s\n", error.source, error.message), 1;

    program = glCreateProgram();
    compile(GL_VERTEX_SHADER, vertex_text);
    compile(GL_FRAGMENT_SHADER, fragment_text);
    glLinkProgram(program);
    glUseProgram(program);
    glUniform1i(glGetUniformLocation(program, "palette"), 1);
    for (int i = 0; i < me->skin_count && i < MOST_PARTS; i++)
        upload(&me->skins[i], i);
    GLuint palette;
    glGenTextures(1, &palette);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_BUFFER, palette);
    glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, buffer(GL_TEXTURE_BUFFER, NULL, 0));
    glActiveTexture(GL_TEXTURE0);
    glEnable(GL_DEPTH_TEST);
    glClearColor(0.93f, 0.94f, 0.96f, 1);

    for (int frame = 0, leave = 0; !leave && (frames == 0 || frame < frames); frame++) {
        bool waves = frames > 0 && frame == 30;
        for (SDL_Event e; SDL_PollEvent(&e); leave = leave || e.type == SDL_QUIT)
            waves = waves || (e.type == SDL_KEYDOWN && e.key.keysym.sym == SDLK_SPACE);
        const Uint8 *held = SDL_GetKeyboardState(NULL);
        float speed = caper_gait_speed(gait, held[SDL_SCANCODE_LSHIFT] ? 1.0f : 0.25f);
        caper_walk_command to = {{0, 0, 0}, NAN};
        to.velocity.x =
            speed * (float)((held[SDL_SCANCODE_RIGHT] || frames) - held[SDL_SCANCODE_LEFT]);
        to.velocity.z = speed * (float)(held[SDL_SCANCODE_DOWN] - held[SDL_SCANCODE_UP]);
        caper_actor_command(actor, walk, &to);
        if (waves && !caper_actor_play(actor, &wave_def, &error))
            fprintf(stderr, "%s\n", error.message); // who cannot wave walks on
        caper_actor_update(actor, 1 / 60.0f, NULL);
        draw(me, body, actor);
        if (frame + 1 == frames)
            save_shot();
        SDL_GL_SwapWindow(window);
    }
    printf("%s is at %.2f m\n", body->name, (double)caper_actor_root(actor).x);
    caper_actor_destroy(actor); // before what it is made of
    caper_gait_destroy(gait);
    caper_motion_destroy(wave);
    caper_character_destroy(body);
    caper_import_destroy(me);
    SDL_Quit();
    return 0;
}
