// SPDX-License-Identifier: MIT
//
// Everything that is used of OpenGL 3.3 core, and the only includer of its header: programs,
// buffers, framebuffers and draw calls. It knows nothing of characters. Invariant: each function
// sets all state that it depends on, except what its begin function set.
#include "render/gl.h"

#include <epoxy/gl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

// --- programs ----------------------------------------------------------------------------------

static GLuint compile(GLenum kind, const char *const *source, bool fine, caper_error *error)
{
    GLsizei count = 0;
    const char *parts[4];
    for (; count < 4 && source[count]; count++) {
        bool sunlight = strcmp(source[count], CAPERI_SUNLIGHT) == 0;
        parts[count] = sunlight ? caperi_sunlight[fine] : source[count];
    }
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, count, parts, NULL);
    glCompileShader(shader);
    GLint good = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (!good) {
        char log[120] = "";
        glGetShaderInfoLog(shader, sizeof(log), NULL, log);
        caper_error_set(error, CAPER_ERROR_UNSUPPORTED, "render", 0, 0,
                        "the driver refused a shader: %s", log);
        glDeleteShader(shader);
        return 0;
    }
    return shader;
}

static GLuint link_program(const caperi_shader_source *source, bool fine, caper_error *error)
{
    GLuint vertex = compile(GL_VERTEX_SHADER, source->vertex, fine, error);
    GLuint fragment = vertex ? compile(GL_FRAGMENT_SHADER, source->fragment, fine, error) : 0;
    GLuint program = 0;
    if (fragment) {
        program = glCreateProgram();
        glAttachShader(program, vertex);
        glAttachShader(program, fragment);
        glLinkProgram(program);
        GLint good = 0;
        glGetProgramiv(program, GL_LINK_STATUS, &good);
        if (!good) {
            caper_error_set(error, CAPER_ERROR_UNSUPPORTED, "render", 0, 0,
                            "the driver could not link a program");
            glDeleteProgram(program);
            program = 0;
        }
    }
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    return program;
}

static bool make_programs(caperi_gl *gl, bool fine, caper_error *error)
{
    for (int i = 0; i < CAPERI_PROGRAM_COUNT; i++) {
        GLuint program = link_program(&caperi_shaders[i], fine, error);
        if (!program) {
            return false;
        }
        gl->programs[i] = program;
        GLuint block = glGetUniformBlockIndex(program, "view_block");
        if (block != GL_INVALID_INDEX) {
            glUniformBlockBinding(program, block, 0);
        }
        GLint map = glGetUniformLocation(program, "shadow_map");
        if (map >= 0) {
            glUseProgram(program);
            glUniform1i(map, 0);
        }
        gl->look[i] = glGetUniformLocation(program, "look");
        GLint image = glGetUniformLocation(program, "image");
        if (image >= 0) {
            glUseProgram(program);
            glUniform1i(image, 1);
        }
    }
    return true;
}

// --- buffers -----------------------------------------------------------------------------------

// One attribute of the buffer that is bound.
static void attribute(GLuint location, int components, GLenum type, size_t stride, size_t offset,
                      GLuint divisor)
{
    glEnableVertexAttribArray(location);
    glVertexAttribPointer(location, components, type, type == GL_UNSIGNED_BYTE, (GLsizei)stride,
                          (const void *)offset);
    glVertexAttribDivisor(location, divisor);
}

// OpenGL 3.3 cannot start at an instance other than the first, so the attributes start there.
static void point_to_solids(caperi_gl *gl, int first)
{
    size_t stride = sizeof(caperi_gl_solid), base = (size_t)first * stride;
    glBindBuffer(GL_ARRAY_BUFFER, gl->solids);
    attribute(2, 4, GL_FLOAT, stride, base + offsetof(caperi_gl_solid, center), 1);
    attribute(3, 4, GL_FLOAT, stride, base + offsetof(caperi_gl_solid, rotation), 1);
    attribute(4, 4, GL_FLOAT, stride, base + offsetof(caperi_gl_solid, half), 1);
    attribute(5, 4, GL_UNSIGNED_BYTE, stride, base + offsetof(caperi_gl_solid, color), 1);
}

static void make_solid_array(caperi_gl *gl, int level)
{
    glBindVertexArray(gl->solid_arrays[level]);
    glBindBuffer(GL_ARRAY_BUFFER, gl->round_vertices[level]);
    size_t stride = sizeof(caperi_round_vertex);
    attribute(0, 3, GL_FLOAT, stride, offsetof(caperi_round_vertex, corner), 0);
    attribute(1, 3, GL_FLOAT, stride, offsetof(caperi_round_vertex, normal), 0);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, gl->round_indices[level]);
}

static void make_mesh_array(GLuint array, GLuint vertices, GLuint indices)
{
    glBindVertexArray(array);
    glBindBuffer(GL_ARRAY_BUFFER, vertices);
    size_t stride = sizeof(caperi_mesh_vertex);
    attribute(0, 3, GL_FLOAT, stride, offsetof(caperi_mesh_vertex, position), 0);
    attribute(1, 3, GL_FLOAT, stride, offsetof(caperi_mesh_vertex, normal), 0);
    attribute(2, 4, GL_UNSIGNED_BYTE, stride, offsetof(caperi_mesh_vertex, color), 0);
    attribute(3, 3, GL_FLOAT, stride, offsetof(caperi_mesh_vertex, uv), 0);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices);
}

static void make_buffers(caperi_gl *gl)
{
    glGenVertexArrays(CAPERI_ROUND_LEVELS, gl->solid_arrays);
    glGenBuffers(CAPERI_ROUND_LEVELS, gl->round_vertices);
    glGenBuffers(CAPERI_ROUND_LEVELS, gl->round_indices);
    glGenBuffers(1, &gl->solids);
    for (int i = 0; i < CAPERI_ROUND_LEVELS; i++) {
        make_solid_array(gl, i);
    }
    glGenVertexArrays(1, &gl->mesh_array);
    glGenBuffers(1, &gl->mesh_vertices);
    glGenBuffers(1, &gl->mesh_indices);
    make_mesh_array(gl->mesh_array, gl->mesh_vertices, gl->mesh_indices);
    glGenVertexArrays(1, &gl->field_array);
    glGenBuffers(1, &gl->field_vertices);
    glGenBuffers(1, &gl->field_indices);
    make_mesh_array(gl->field_array, gl->field_vertices, gl->field_indices);

    glGenVertexArrays(1, &gl->flat_array);
    glGenBuffers(1, &gl->flat_vertices);
    glBindVertexArray(gl->flat_array);
    glBindBuffer(GL_ARRAY_BUFFER, gl->flat_vertices);
    size_t stride = sizeof(caperi_flat_vertex);
    attribute(0, 3, GL_FLOAT, stride, offsetof(caperi_flat_vertex, position), 0);
    attribute(1, 2, GL_FLOAT, stride, offsetof(caperi_flat_vertex, uv), 0);
    attribute(2, 4, GL_UNSIGNED_BYTE, stride, offsetof(caperi_flat_vertex, color), 0);
    glBindVertexArray(0);

    glGenBuffers(1, &gl->view_block);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, gl->view_block);
}

static void fill(GLenum kind, GLuint buffer, const void *data, size_t size, GLenum usage)
{
    glBindVertexArray(0);
    glBindBuffer(kind, buffer);
    glBufferData(kind, (GLsizeiptr)size, data, usage);
}

void caperi_gl_set_round(caperi_gl *gl, int level, const caperi_round_vertex *vertices,
                         int vertex_count, const uint16_t *indices, int index_count)
{
    fill(GL_ARRAY_BUFFER, gl->round_vertices[level], vertices,
         (size_t)vertex_count * sizeof(*vertices), GL_STATIC_DRAW);
    fill(GL_ELEMENT_ARRAY_BUFFER, gl->round_indices[level], indices,
         (size_t)index_count * sizeof(*indices), GL_STATIC_DRAW);
    gl->round_index_counts[level] = index_count;
}

void caperi_gl_set_solids(caperi_gl *gl, const caperi_gl_solid *solids, int count)
{
    fill(GL_ARRAY_BUFFER, gl->solids, solids, (size_t)count * sizeof(*solids), GL_STREAM_DRAW);
}

void caperi_gl_set_mesh(caperi_gl *gl, const caperi_mesh_vertex *vertices, int vertex_count,
                        const uint32_t *indices, int index_count)
{
    fill(GL_ARRAY_BUFFER, gl->mesh_vertices, vertices, (size_t)vertex_count * sizeof(*vertices),
         GL_STREAM_DRAW);
    fill(GL_ELEMENT_ARRAY_BUFFER, gl->mesh_indices, indices, (size_t)index_count * sizeof(*indices),
         GL_STREAM_DRAW);
}

void caperi_gl_set_field(caperi_gl *gl, const caperi_mesh_vertex *vertices, int vertex_count,
                         const uint32_t *indices, int index_count)
{
    fill(GL_ARRAY_BUFFER, gl->field_vertices, vertices, (size_t)vertex_count * sizeof(*vertices),
         GL_STATIC_DRAW);
    fill(GL_ELEMENT_ARRAY_BUFFER, gl->field_indices, indices,
         (size_t)index_count * sizeof(*indices), GL_STATIC_DRAW);
    gl->field_index_count = index_count;
}

void caperi_gl_set_flat(caperi_gl *gl, const caperi_flat_vertex *vertices, int count)
{
    fill(GL_ARRAY_BUFFER, gl->flat_vertices, vertices, (size_t)count * sizeof(*vertices),
         GL_STREAM_DRAW);
}

void caperi_gl_set_view(caperi_gl *gl, const caperi_view_block *view)
{
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, gl->view_block);
    glBufferData(GL_UNIFORM_BUFFER, sizeof(*view), view, GL_STREAM_DRAW);
}

// --- targets -----------------------------------------------------------------------------------

static void free_target(caperi_gl_target *target)
{
    glDeleteFramebuffers(1, &target->framebuffer);
    glDeleteRenderbuffers(1, &target->color);
    glDeleteRenderbuffers(1, &target->depth);
    glDeleteTextures(1, &target->texture);
    *target = (caperi_gl_target){0};
}

static bool is_complete(caper_error *error)
{
    GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    return status == GL_FRAMEBUFFER_COMPLETE ||
           caper_error_set(error, CAPER_ERROR_UNSUPPORTED, "render", 0, 0,
                           "the driver refused a framebuffer (status 0x%x)", (unsigned)status);
}

// One sample a pixel goes to a texture, so that a window can show it.
static void make_color(caperi_gl_target *target, int width, int height, int samples)
{
    if (samples > 1) {
        glGenRenderbuffers(1, &target->color);
        glBindRenderbuffer(GL_RENDERBUFFER, target->color);
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_RGBA8, width, height);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                                  target->color);
        return;
    }
    glGenTextures(1, &target->texture);
    glBindTexture(GL_TEXTURE_2D, target->texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target->texture, 0);
}

static bool make_target(caperi_gl_target *target, int width, int height, int samples, bool depth,
                        caper_error *error)
{
    if (target->width == width && target->height == height && target->samples == samples) {
        return true;
    }
    free_target(target);
    glGenFramebuffers(1, &target->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    make_color(target, width, height, samples);
    if (depth) {
        int storage = samples > 1 ? samples : 0; // 0 is what has no multisampling at all
        glGenRenderbuffers(1, &target->depth);
        glBindRenderbuffer(GL_RENDERBUFFER, target->depth);
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, storage, GL_DEPTH_COMPONENT24, width,
                                         height);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER,
                                  target->depth);
    }
    if (!is_complete(error)) {
        free_target(target);
        return false;
    }
    target->width = width;
    target->height = height;
    target->samples = samples;
    return true;
}

bool caperi_gl_resize(caperi_gl *gl, int width, int height, int samples, caper_error *error)
{
    // four samples by multisampling; without it, or for sixteen, by drawing at twice the size
    bool multi = samples > 1 && gl->max_samples >= 4;
    int scale = samples > 4 || (samples > 1 && !multi) ? 2 : 1;
    GLint limit = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &limit);
    if (width > limit || height > limit) {
        return caper_error_set(error, CAPER_ERROR_LIMIT, "render", 0, 0,
                               "found a picture of %d x %d, expected at most %d each way", width,
                               height, (int)limit);
    }
    if (width * scale > limit || height * scale > limit) {
        scale = 1;
    }
    int w = width * scale, h = height * scale;
    gl->scale = scale;
    if (!make_target(&gl->scene, w, h, multi ? 4 : 1, true, error) ||
        (multi && !make_target(&gl->resolve, w, h, 1, false, error)) ||
        (scale > 1 && !make_target(&gl->small, width, height, 1, false, error))) {
        return false;
    }
    if (!multi) {
        free_target(&gl->resolve);
    }
    if (scale == 1) {
        free_target(&gl->small);
    }
    return true;
}

static bool make_shadow_map(caperi_gl *gl, int size, caper_error *error)
{
    static const float border[4] = {1, 1, 1, 1};
    gl->shadow_size = size;
    glGenTextures(1, &gl->shadow_map);
    glBindTexture(GL_TEXTURE_2D, gl->shadow_map);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, size, size, 0, GL_DEPTH_COMPONENT,
                 GL_UNSIGNED_INT, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, border);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
    glGenFramebuffers(1, &gl->shadow_framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, gl->shadow_framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, gl->shadow_map, 0);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
    return is_complete(error);
}

unsigned caperi_gl_make_texture(const uint8_t *pixels, int width, int height, int wrap_u,
                                int wrap_v)
{
    static const GLint wraps[] = {GL_REPEAT, GL_MIRRORED_REPEAT, GL_CLAMP_TO_EDGE};
    GLuint name = 0;
    GLint limit = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
    if (width > limit || height > limit) {
        return 0;
    }
    glGenTextures(1, &name);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, name);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wraps[wrap_u]);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wraps[wrap_v]);
    glGenerateMipmap(GL_TEXTURE_2D);
    glActiveTexture(GL_TEXTURE0);
    return name;
}

void caperi_gl_free_texture(unsigned name)
{
    glDeleteTextures(1, &name); // 0 is ignored
}

bool caperi_gl_create(caperi_gl *gl, int shadow_size, bool fine, caper_error *error)
{
    if (epoxy_gl_version() < 33) {
        return caper_error_set(error, CAPER_ERROR_UNSUPPORTED, "render", 0, 0,
                               "found OpenGL %d.%d, expected 3.3", epoxy_gl_version() / 10,
                               epoxy_gl_version() % 10);
    }
    const char *device = (const char *)glGetString(GL_RENDERER);
    snprintf(gl->device, sizeof(gl->device), "%s", device ? device : "unknown");
    GLint most = 1;
    glGetIntegerv(GL_MAX_SAMPLES, &most);
    gl->max_samples = most;
    if (!make_programs(gl, fine, error)) {
        return false;
    }
    make_buffers(gl);
    static const uint8_t white[4] = {255, 255, 255, 255};
    gl->white = caperi_gl_make_texture(white, 1, 1, 0, 0);
    return make_shadow_map(gl, shadow_size, error);
}

void caperi_gl_destroy(caperi_gl *gl)
{
    for (int i = 0; i < CAPERI_PROGRAM_COUNT; i++) {
        glDeleteProgram(gl->programs[i]);
    }
    glDeleteVertexArrays(CAPERI_ROUND_LEVELS, gl->solid_arrays);
    glDeleteBuffers(CAPERI_ROUND_LEVELS, gl->round_vertices);
    glDeleteBuffers(CAPERI_ROUND_LEVELS, gl->round_indices);
    const GLuint arrays[] = {gl->mesh_array, gl->field_array, gl->flat_array};
    const GLuint buffers[] = {
        gl->view_block,     gl->solids,        gl->mesh_vertices, gl->mesh_indices,
        gl->field_vertices, gl->field_indices, gl->flat_vertices, 0};
    glDeleteVertexArrays(CAPER_COUNT_OF(arrays), arrays);
    glDeleteBuffers(CAPER_COUNT_OF(buffers), buffers);
    glDeleteFramebuffers(1, &gl->shadow_framebuffer);
    glDeleteTextures(1, &gl->shadow_map);
    glDeleteTextures(1, &gl->white);
    free_target(&gl->scene);
    free_target(&gl->resolve);
    free_target(&gl->small);
    memset(gl, 0, sizeof(*gl));
}

// --- drawing -----------------------------------------------------------------------------------

void caperi_gl_begin_shadow(caperi_gl *gl)
{
    glBindFramebuffer(GL_FRAMEBUFFER, gl->shadow_framebuffer);
    glViewport(0, 0, gl->shadow_size, gl->shadow_size);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
    glClearDepth(1.0);
    glClear(GL_DEPTH_BUFFER_BIT);
    // casters in front of the light's near plane still cast
    glEnable(GL_DEPTH_CLAMP);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1.5f, 2.0f);
}

bool caperi_gl_begin_ground(caperi_gl *gl, const float background[4])
{
    if (!gl->resolve.framebuffer) {
        return false;
    }
    glBindFramebuffer(GL_FRAMEBUFFER, gl->resolve.framebuffer);
    glViewport(0, 0, gl->resolve.width, gl->resolve.height);
    glDisable(GL_DEPTH_CLAMP);
    glDisable(GL_POLYGON_OFFSET_FILL);
    glClearColor(background[0], background[1], background[2], 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, gl->shadow_map);
    return true;
}

void caperi_gl_begin_scene(caperi_gl *gl, const float background[4], caperi_rect part)
{
    gl->part = (caperi_rect){part.left * gl->scale, part.top * gl->scale, part.right * gl->scale,
                             part.bottom * gl->scale};
    glBindFramebuffer(GL_FRAMEBUFFER, gl->scene.framebuffer);
    glViewport(0, 0, gl->scene.width, gl->scene.height);
    bool whole = gl->part.left == 0 && gl->part.top == 0 && gl->part.right == gl->scene.width &&
                 gl->part.bottom == gl->scene.height;
    if (!whole) { // which would only make clearing slow
        glEnable(GL_SCISSOR_TEST);
    }
    glScissor(gl->part.left, gl->part.top, gl->part.right - gl->part.left,
              gl->part.bottom - gl->part.top);
    glDisable(GL_DEPTH_CLAMP);
    glDisable(GL_POLYGON_OFFSET_FILL);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
    glDisable(GL_BLEND);
    glClearColor(background[0], background[1], background[2], 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, gl->shadow_map);
}

void caperi_gl_begin_overlay(void)
{
    glDepthMask(GL_TRUE);
    glClear(GL_DEPTH_BUFFER_BIT);
}

void caperi_gl_draw_solids(caperi_gl *gl, caperi_program program, int level, int first, int count)
{
    if (count == 0) {
        return;
    }
    glUseProgram(gl->programs[program]);
    glBindVertexArray(gl->solid_arrays[level]);
    point_to_solids(gl, first);
    // solids are closed; the picture is drawn upside down, so its front faces run clockwise
    glEnable(GL_CULL_FACE);
    glCullFace(GL_BACK);
    glFrontFace(program == CAPERI_PROGRAM_SOLID ? GL_CW : GL_CCW);
    glDrawElementsInstanced(GL_TRIANGLES, gl->round_index_counts[level], GL_UNSIGNED_SHORT, NULL,
                            count);
    glDisable(GL_CULL_FACE);
}

void caperi_gl_draw_mesh(caperi_gl *gl, caperi_program program, int first, int count)
{
    if (count == 0) {
        return;
    }
    glUseProgram(gl->programs[program]);
    glBindVertexArray(gl->mesh_array);
    glDrawElements(GL_TRIANGLES, count, GL_UNSIGNED_INT,
                   (const void *)((size_t)first * sizeof(uint32_t)));
}

void caperi_gl_draw_skin(caperi_gl *gl, caperi_program program, const caperi_gl_look *look,
                         int first, int count)
{
    glUseProgram(gl->programs[program]);
    glUniform4f(gl->look[program], look->cutoff, look->blend ? 1.0f : 0.0f, look->picture, 0.0f);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, look->texture ? look->texture : gl->white);
    glActiveTexture(GL_TEXTURE0);
    if (look->one_side && program == CAPERI_PROGRAM_SKIN) {
        glEnable(GL_CULL_FACE);
        glCullFace(GL_BACK);
        glFrontFace(GL_CW); // the picture is drawn upside down
    }
    if (look->blend) {
        glEnable(GL_BLEND);
        glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
        glDepthMask(GL_FALSE);
        glDepthFunc(GL_LEQUAL);
    }
    caperi_gl_draw_mesh(gl, program, first, count);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glDisable(GL_CULL_FACE);
}

void caperi_gl_draw_field(caperi_gl *gl, caperi_program program)
{
    if (gl->field_index_count == 0) {
        return;
    }
    glUseProgram(gl->programs[program]);
    glBindVertexArray(gl->field_array);
    glDrawElements(GL_TRIANGLES, gl->field_index_count, GL_UNSIGNED_INT, NULL);
}

void caperi_gl_draw_flat(caperi_gl *gl, caperi_program program, int first, int count)
{
    if (count == 0) {
        return;
    }
    bool ground = program == CAPERI_PROGRAM_GROUND || program == CAPERI_PROGRAM_GROUND_SHADOW;
    glUseProgram(gl->programs[program]);
    glBindVertexArray(gl->flat_array);
    if (ground) {
        glDisable(GL_BLEND);
    } else {
        glEnable(GL_BLEND);
        glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    }
    glDepthMask(ground ? GL_TRUE : GL_FALSE);
    glDrawArrays(GL_TRIANGLES, first, count);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}

static void bind_copy(const caperi_gl_target *from, const caperi_gl_target *to)
{
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from->framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to->framebuffer);
}

const caperi_gl_target *caperi_gl_finish(caperi_gl *gl)
{
    const caperi_gl_target *last = &gl->scene;
    glDisable(GL_SCISSOR_TEST);
    if (gl->resolve.framebuffer) {
        caperi_rect r = gl->part;
        bind_copy(last, &gl->resolve);
        glBlitFramebuffer(r.left, r.top, r.right, r.bottom, r.left, r.top, r.right, r.bottom,
                          GL_COLOR_BUFFER_BIT, GL_NEAREST);
        last = &gl->resolve;
    }
    if (gl->small.framebuffer) {
        bind_copy(last, &gl->small); // exactly two to one: the mean of four
        glBlitFramebuffer(0, 0, last->width, last->height, 0, 0, gl->small.width, gl->small.height,
                          GL_COLOR_BUFFER_BIT, GL_LINEAR);
        last = &gl->small;
    }
    return last;
}

static bool is_fine(caper_error *error)
{
    GLenum first = glGetError(), later = first;
    while (later != GL_NO_ERROR && later != GL_CONTEXT_LOST) {
        later = glGetError();
    }
    return first == GL_NO_ERROR ||
           caper_error_set(
               error, first == GL_OUT_OF_MEMORY ? CAPER_ERROR_MEMORY : CAPER_ERROR_UNSUPPORTED,
               "render", 0, 0, "the driver reported OpenGL error 0x%x", (unsigned)first);
}

bool caperi_gl_read(const caperi_gl_target *target, uint8_t *pixels, caper_error *error)
{
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(0, 0, target->width, target->height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    return is_fine(error);
}

void caperi_gl_unbind(void)
{
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glBindVertexArray(0);
    glUseProgram(0);
}

bool caperi_gl_leave(caper_error *error)
{
    caperi_gl_unbind();
    return is_fine(error);
}
