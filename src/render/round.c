// SPDX-License-Identifier: MIT
//
// The mesh of rounded boxes, made once. Each of the six sides carries a grid of 2m x 2m vertices
// whose normals sweep from -45 to +45 degrees; the two middle rows share the normal of the side but
// belong to opposite corners, so the gap between them becomes the flat of the box when a vertex is
// placed at corner x (half - radius) + normal x radius. One mesh thus serves boxes of all sizes and
// radii, from nearly sharp to capsules, without a seam.
#include "render/render.h"

// Tangent of the angle of step i of m within half a side: 0 at the middle, 1 at the edge.
static float slope(int i, int m)
{
    return caper_tan(CAPER_PI * 0.25f * (float)i / (float)(m - 1));
}

static caperi_round_vertex vertex(int side, int i, int j, int m)
{
    int axis = side / 2, u = (axis + 1) % 3, w = (axis + 2) % 3;
    float sign = side & 1 ? -1.0f : 1.0f;
    // negative half first, both halves with the middle on their inner end
    float a = i < m ? -slope(m - 1 - i, m) : slope(i - m, m);
    float b = j < m ? -slope(m - 1 - j, m) : slope(j - m, m);
    float length = sqrtf(1.0f + a * a + b * b);
    caperi_round_vertex v;
    v.normal[axis] = sign / length;
    v.normal[u] = a / length;
    v.normal[w] = b / length;
    v.corner[axis] = sign;
    v.corner[u] = i < m ? -1.0f : 1.0f;
    v.corner[w] = j < m ? -1.0f : 1.0f;
    return v;
}

void caperi_round_mesh(int m, caperi_round_vertex *vertices, uint16_t *indices)
{
    int n = 2 * m;
    for (int side = 0; side < 6; side++) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                vertices[(side * n + i) * n + j] = vertex(side, i, j, m);
            }
        }
        for (int i = 0; i + 1 < n; i++) {
            for (int j = 0; j + 1 < n; j++) {
                uint16_t p = (uint16_t)((side * n + i) * n + j);
                uint16_t q = (uint16_t)(p + n), p1 = (uint16_t)(p + 1), q1 = (uint16_t)(q + 1);
                // seen from outside counterclockwise on positive sides; mirrored on negative ones
                const uint16_t front[6] = {p, q, q1, p, q1, p1};
                const uint16_t back[6] = {p, q1, q, p, p1, q1};
                for (int k = 0; k < 6; k++) {
                    *indices++ = side & 1 ? back[k] : front[k];
                }
            }
        }
    }
}
