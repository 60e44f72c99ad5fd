// SPDX-License-Identifier: MIT
//
// The shaders. Light is one sun with a soft shadow and a sky that is brighter above than below; a
// surface darkens where it turns away from the viewer, which draws a quiet outline around each body
// and keeps neighbours of one color apart. Sums are made in screen colors (sRGB), not in linear
// light: it keeps the palette as it is in other drawings, and is cheap where a CPU takes the place
// of a graphics card.
#include "render/gl.h"

#define VERSION "#version 330 core\n"

// As caperi_view_block.
static const char view_block[] = VERSION "layout(std140) uniform view_block {\n"
                                         "    mat4 view_projection;\n"
                                         "    mat4 shadow;\n"
                                         "    vec4 eye;\n"
                                         "    vec4 light;\n"
                                         "    vec4 background;\n"
                                         "    vec4 grid_u;\n"
                                         "    vec4 grid_v;\n"
                                         "    vec4 ground;\n"
                                         "    vec4 texel;\n"
                                         "};\n";

static const char solid_vertex[] =
    "layout(location = 0) in vec3 corner;\n"
    "layout(location = 1) in vec3 outward;\n"
    "layout(location = 2) in vec4 place;\n"
    "layout(location = 3) in vec4 turn;\n"
    "layout(location = 4) in vec4 size;\n"
    "layout(location = 5) in vec4 paint;\n"
    "out vec3 point;\n"
    "out vec3 normal;\n"
    "out vec4 color;\n"
    "vec3 rotate(vec3 v) {\n"
    "    vec3 t = 2.0 * cross(turn.xyz, v);\n"
    "    return v + turn.w * t + cross(turn.xyz, t);\n"
    "}\n"
    "void main() {\n"
    "    point = place.xyz + rotate(corner * (size.xyz - place.w) + outward * place.w);\n"
    "    normal = rotate(outward);\n"
    "    color = vec4(paint.rgb, size.w);\n"
    "    gl_Position = view_projection * vec4(point, 1.0);\n"
    "}\n";

static const char mesh_vertex[] = "layout(location = 0) in vec3 position;\n"
                                  "layout(location = 1) in vec3 outward;\n"
                                  "layout(location = 2) in vec4 paint;\n"
                                  "out vec3 point;\n"
                                  "out vec3 normal;\n"
                                  "out vec4 color;\n"
                                  "void main() {\n"
                                  "    point = position;\n"
                                  "    normal = outward;\n"
                                  "    color = paint;\n"
                                  "    gl_Position = view_projection * vec4(position, 1.0);\n"
                                  "}\n";

static const char skin_vertex[] = "layout(location = 0) in vec3 position;\n"
                                  "layout(location = 1) in vec3 outward;\n"
                                  "layout(location = 2) in vec4 paint;\n"
                                  "layout(location = 3) in vec3 place;\n"
                                  "out vec3 point;\n"
                                  "out vec3 normal;\n"
                                  "out vec4 color;\n"
                                  "out vec3 uv;\n"
                                  "void main() {\n"
                                  "    point = position;\n"
                                  "    normal = outward;\n"
                                  "    color = paint;\n"
                                  "    uv = place;\n"
                                  "    gl_Position = view_projection * vec4(position, 1.0);\n"
                                  "}\n";

static const char flat_vertex[] = "layout(location = 0) in vec3 position;\n"
                                  "layout(location = 1) in vec2 uv_in;\n"
                                  "layout(location = 2) in vec4 paint;\n"
                                  "out vec3 point;\n"
                                  "out vec2 uv;\n"
                                  "out vec4 color;\n"
                                  "void main() {\n"
                                  "    point = position;\n"
                                  "    uv = uv_in;\n"
                                  "    color = paint;\n"
                                  "    gl_Position = view_projection * vec4(position, 1.0);\n"
                                  "}\n";

// The share of sunlight that reaches a point: a few comparisons around it, each blended by the
// sampler from four texels. They are most of the cost of a pixel, so the fast version has three.
// Toward the border of the map shadows fade, so that none ends in a line.
#define SUNLIGHT(taps, share)                                                                      \
    "uniform sampler2DShadow shadow_map;\n"                                                        \
    "float sunlight(vec3 p) {\n"                                                                   \
    "    vec3 s = (shadow * vec4(p, 1.0)).xyz;\n"                                                  \
    "    vec2 edge = abs(s.xy - 0.5);\n"                                                           \
    "    float border = clamp((0.5 - max(edge.x, edge.y)) * 20.0, 0.0, 1.0);\n"                    \
    "    float r = texel.x;\n"                                                                     \
    "    float sum = 0.0;\n" taps "    return mix(1.0, sum * " share ", border);\n"                \
    "}\n"
#define TAP(x, y) "    sum += texture(shadow_map, vec3(s.xy + vec2(" x ", " y ") * r, s.z));\n"
const char *const caperi_sunlight[2] = {
    SUNLIGHT(TAP("0.0", "1.2") TAP("1.05", "-0.6") TAP("-1.05", "-0.6"), "0.33333"),
    SUNLIGHT(TAP("0.0", "0.0") TAP("1.1", "0.9") TAP("-0.9", "1.1") TAP("-1.1", "-0.9")
                 TAP("0.9", "-1.1") TAP("2.6", "0.3") TAP("0.8", "2.5") TAP("-2.1", "1.7")
                     TAP("-2.1", "-1.6") TAP("0.8", "-2.6"),
             "0.1"),
};

static const char lit_part[] =
    "in vec3 point;\n"
    "in vec3 normal;\n"
    "in vec4 color;\n"
    "out vec4 result;\n"
    "vec3 lit(vec3 base) {\n"
    "    vec3 n = normalize(normal);\n"
    "    vec3 v = eye.w > 0.5 ? normalize(eye.xyz - point) : eye.xyz;\n"
    "    float facing = dot(n, v);\n"
    "    n = facing < 0.0 ? -n : n;\n"
    "    facing = abs(facing);\n"
    "    float sun = dot(n, light.xyz);\n"
    "    sun = sun > 0.0 ? sun * sunlight(point + n * light.w) : 0.0;\n"
    "    float sky = 0.5 + 0.5 * n.y;\n"
    "    vec3 shade = mix(vec3(0.63, 0.62, 0.65), vec3(0.78, 0.79, 0.81), sky);\n"
    "    shade += sun * vec3(0.33, 0.315, 0.285);\n"
    "    shade *= 1.0 - 0.40 * (1.0 - smoothstep(0.0, 0.26, facing));\n"
    "    return mix(base * shade, background.rgb, color.a);\n"
    "}\n";

static const char lit_fragment[] = "void main() { result = vec4(lit(color.rgb), 1.0); }\n";

// Skins with a picture or with alpha. look: cutoff, whether alpha blends, how much of the picture.
static const char skin_fragment[] = "uniform sampler2D image;\n"
                                    "uniform vec4 look;\n"
                                    "in vec3 uv;\n"
                                    "void main() {\n"
                                    "    vec4 c = texture(image, uv.xy);\n"
                                    "    c.a *= uv.z;\n"
                                    "    if (c.a < look.x) discard;\n"
                                    "    vec3 base = color.rgb * mix(vec3(1.0), c.rgb, look.z);\n"
                                    "    result = vec4(lit(base), look.y > 0.5 ? c.a : 1.0);\n"
                                    "}\n";
static const char skin_depth_fragment[] =
    VERSION "uniform sampler2D image;\n"
            "uniform vec4 look;\n"
            "in vec3 uv;\n"
            "void main() { if (texture(image, uv.xy).a * uv.z < look.x) discard; }\n";

static const char no_fragment[] = VERSION "void main() {}\n";

static const char ground_shadow[] = "float ground_sun(vec3 p) { return sunlight(p); }\n";
static const char ground_bright[] = "float ground_sun(vec3 p) { return 1.0; }\n";

// The ground is a pale disc that fades into the background with its grid, so that there is no
// horizon. Lines are one pixel wide at any distance and fade where they would crowd.
static const char ground_vertex[] =
    "layout(location = 0) in vec3 position;\n"
    "out vec3 point;\n"
    "out vec3 away;\n"
    "out vec2 at;\n"
    "void main() {\n"
    "    point = position;\n"
    "    away = (position - ground.xyz) / ground.w;\n"
    "    at = vec2(dot(position, grid_u.xyz), dot(position, grid_v.xyz)) / grid_u.w;\n"
    "    gl_Position = view_projection * vec4(position, 1.0);\n"
    "}\n";

static const char ground_fragment[] =
    "in vec3 point;\n"
    "in vec3 away;\n"
    "in vec2 at;\n"
    "out vec4 result;\n"
    "void main() {\n"
    "    float seen = max(1.0 - dot(away, away), 0.0);\n"
    "    seen *= seen;\n"
    "    vec2 wide = fwidth(at);\n"
    "    vec2 off = abs(fract(at - 0.5) - 0.5);\n"
    "    vec2 line = clamp(1.25 - off / wide, 0.0, 1.0) * clamp(1.1 - 2.5 * wide, 0.0, 1.0);\n"
    "    float grid = max(line.x, line.y) * grid_v.w * seen;\n"
    "    float dark = (1.0 - ground_sun(point)) * (0.5 + 0.5 * seen);\n"
    "    vec3 c = background.rgb * (1.0 - vec3(0.045, 0.036, 0.024) * seen);\n"
    "    c *= 1.0 - vec3(0.105, 0.092, 0.075) * grid - vec3(0.255, 0.235, 0.195) * dark;\n"
    "    result = vec4(c, 1.0);\n"
    "}\n";

static const char trail_fragment[] = "in vec2 uv;\n"
                                     "in vec4 color;\n"
                                     "out vec4 result;\n"
                                     "void main() {\n"
                                     "    float edge = 1.0 - abs(uv.y);\n"
                                     "    float soft = clamp(edge / fwidth(uv.y), 0.0, 1.0);\n"
                                     "    result = vec4(color.rgb, color.a * soft);\n"
                                     "}\n";

// A filled disc with a firmer rim.
static const char mark_fragment[] =
    "in vec2 uv;\n"
    "in vec4 color;\n"
    "out vec4 result;\n"
    "void main() {\n"
    "    float r = length(uv);\n"
    "    float soft = max(fwidth(r), 1e-4);\n"
    "    float inside = clamp((1.0 - r) / soft, 0.0, 1.0);\n"
    "    float rim = clamp((r - 0.86) / soft, 0.0, 1.0);\n"
    "    result = vec4(color.rgb, color.a * inside * mix(0.22, 0.95, rim));\n"
    "}\n";

const caperi_shader_source caperi_shaders[CAPERI_PROGRAM_COUNT] = {
    [CAPERI_PROGRAM_SOLID] = {{view_block, solid_vertex},
                              {view_block, CAPERI_SUNLIGHT, lit_part, lit_fragment}},
    [CAPERI_PROGRAM_SOLID_DEPTH] = {{view_block, solid_vertex}, {no_fragment}},
    [CAPERI_PROGRAM_MESH] = {{view_block, mesh_vertex},
                             {view_block, CAPERI_SUNLIGHT, lit_part, lit_fragment}},
    [CAPERI_PROGRAM_MESH_DEPTH] = {{view_block, mesh_vertex}, {no_fragment}},
    [CAPERI_PROGRAM_SKIN] = {{view_block, skin_vertex},
                             {view_block, CAPERI_SUNLIGHT, lit_part, skin_fragment}},
    [CAPERI_PROGRAM_SKIN_DEPTH] = {{view_block, skin_vertex}, {skin_depth_fragment}},
    [CAPERI_PROGRAM_GROUND] = {{view_block, ground_vertex},
                               {view_block, ground_bright, ground_fragment}},
    [CAPERI_PROGRAM_GROUND_SHADOW] = {{view_block, ground_vertex},
                                      {view_block, CAPERI_SUNLIGHT, ground_shadow,
                                       ground_fragment}},
    [CAPERI_PROGRAM_TRAIL] = {{view_block, flat_vertex}, {view_block, trail_fragment}},
    [CAPERI_PROGRAM_MARK] = {{view_block, flat_vertex}, {view_block, mark_fragment}},
};
