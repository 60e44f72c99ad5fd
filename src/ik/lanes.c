// SPDX-License-Identifier: MIT
//
// The rare end of caperi_q_turn: directions that are nearly opposite, and vectors without any.
#include "ik/lanes.h"

caperi_q caperi_q_turn_about(caperi_v a, caperi_v b, caperi_v fallback)
{
    caperi_v none = caperi_v_zero();
    a = caperi_v_unit_or(a, none);
    b = caperi_v_unit_or(b, none);
    if (!(caperi_v_length_sq(a) > 0.5f && caperi_v_length_sq(b) > 0.5f))
        return caperi_q_identity();
    caperi_v n = caperi_v_reject(caperi_v_cross(a, b), a);
    if (caperi_v_length_sq(n) < 1e-10f)
        n = caperi_v_reject(caperi_v_unit_or(fallback, none), a);
    n = caperi_v_unit_or(n, caperi_v_any_orthogonal(a));
    float w = 0.5f * caperi_v_length(caperi_v_add(a, b));
    return caperi_q_about(n, sqrtf(caper_max(1.0f - w * w, 0.0f)), w);
}
