// SPDX-License-Identifier: MIT
// Written by tools/spacetime_blocks.py: do not edit.
// Long, because derivatives of each block are written out, with what they share computed once.
// clang-format off
#include "spacetime/blocks.h"

#include <math.h>

static const int zeros[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0,
};
static const int counting[] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
    24, 25, 26, 27,
};
// A quaternion has length 1.
static void norm_evaluate(const double *x, const void *data, double *out)
{
    (void)data;
    out[0] = x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3] + (-1.0);
}

static void norm_jacobian(const double *x, const void *data, double *out)
{
    (void)data;
    out[0] = 2.0 * x[0];
    out[1] = 2.0 * x[1];
    out[2] = 2.0 * x[2];
    out[3] = 2.0 * x[3];
}

static void norm_hessian(const double *x, const void *data, const double *weights, double *out)
{
    (void)data;
    (void)x;
    const double t0 = 2.0 * weights[0];
    out[0] = t0;
    out[1] = t0;
    out[2] = t0;
    out[3] = t0;
}

const caperi_block_kind caperi_block_norm = {
    "norm", 4, 1, 4, 4,
    zeros, counting, counting, counting,
    norm_evaluate, norm_jacobian, norm_hessian,
};

// What the frame beside adds to the change of a body's angular momentum about x, as sum over k of J[k] r[k] x r'[k], r and r' the columns of its rotation here and there: r[k] x r[k] is 0, so that differences of r need not be taken. (By the mean step and the step to that frame for its rate, by both steps for the momentum.) Quaternions here and there; that step, the other; J; shares for the momentum and for its rate.
static void turning_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[2] * x[2];
    const double t1 = x[1] * x[1];
    const double t2 = x[3] * x[3] - x[0] * x[0];
    const double t3 = x[5] * x[6];
    const double t4 = x[4] * x[7];
    const double t5 = x[1] * x[2];
    const double t6 = x[0] * x[3];
    const double t7 = x[6] * x[6];
    const double t8 = x[5] * x[5];
    const double t9 = x[7] * x[7] - x[4] * x[4];
    out[0] = (k[0] * (4.0 * ((x[0] * x[1] + x[2] * x[3]) * (x[4] * x[6] - x[5] * x[7])) + (-4.0) * ((x[0] * x[2] -
        x[1] * x[3]) * (x[4] * x[5] + x[6] * x[7]))) + k[1] * (2.0 * ((t1 + t2 - t0) * (t3 + t4)) + (-2.0) * ((t5 +
        t6) * (t8 + t9 - t7))) + k[2] * (2.0 * ((t5 - t6) * (t7 + t9 - t8)) + (-2.0) * ((t0 + t2 - t1) * (t3 - t4))))
        * ((k[3] + k[4] * (1.0 / x[8])) * (1.0 / (x[8] + x[9])));
}

static void turning_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = 1.0 / x[8];
    const double t1 = k[3] + k[4] * t0;
    const double t2 = 1.0 / (x[8] + x[9]);
    const double t3 = t1 * t2;
    const double t4 = x[4] * x[6] - x[5] * x[7];
    const double t5 = x[4] * x[5] + x[6] * x[7];
    const double t6 = x[5] * x[6];
    const double t7 = x[4] * x[7];
    const double t8 = t6 + t7;
    const double t9 = x[6] * x[6];
    const double t10 = x[5] * x[5];
    const double t11 = x[7] * x[7] - x[4] * x[4];
    const double t12 = t10 + t11 - t9;
    const double t13 = t9 + t11 - t10;
    const double t14 = t6 - t7;
    const double t15 = x[0] * x[1] + x[2] * x[3];
    const double t16 = x[0] * x[2] - x[1] * x[3];
    const double t17 = x[2] * x[2];
    const double t18 = x[1] * x[1];
    const double t19 = x[3] * x[3] - x[0] * x[0];
    const double t20 = t18 + t19 - t17;
    const double t21 = x[1] * x[2];
    const double t22 = x[0] * x[3];
    const double t23 = t21 + t22;
    const double t24 = t21 - t22;
    const double t25 = t17 + t19 - t18;
    const double t26 = k[0] * (4.0 * (t15 * t4) + (-4.0) * (t16 * t5)) + k[1] * (2.0 * (t20 * t8) + (-2.0) * (t23 *
        t12)) + k[2] * (2.0 * (t24 * t13) + (-2.0) * (t25 * t14));
    const double t27 = t1 * (t2 * t2);
    out[0] = t3 * (k[0] * (4.0 * (x[1] * t4) + (-4.0) * (x[2] * t5)) + k[1] * ((-4.0) * (x[0] * t8) + (-2.0) * (x[3] *
        t12)) + k[2] * ((-2.0) * (x[3] * t13) + 4.0 * (x[0] * t14)));
    out[1] = t3 * (k[0] * (4.0 * (x[0] * t4) + 4.0 * (x[3] * t5)) + k[1] * (4.0 * (x[1] * t8) + (-2.0) * (x[2] * t12))
        + k[2] * (2.0 * (x[2] * t13) + 4.0 * (x[1] * t14)));
    out[2] = t3 * (k[0] * (4.0 * (x[3] * t4) + (-4.0) * (x[0] * t5)) + k[1] * ((-4.0) * (x[2] * t8) + (-2.0) * (x[1] *
        t12)) + k[2] * (2.0 * (x[1] * t13) + (-4.0) * (x[2] * t14)));
    out[3] = t3 * (k[0] * (4.0 * (x[2] * t4) + 4.0 * (x[1] * t5)) + k[1] * (4.0 * (x[3] * t8) + (-2.0) * (x[0] * t12))
        + k[2] * ((-2.0) * (x[0] * t13) + (-4.0) * (x[3] * t14)));
    out[4] = t3 * (k[0] * (4.0 * (x[6] * t15) + (-4.0) * (x[5] * t16)) + k[1] * (2.0 * (x[7] * t20) + 4.0 * (x[4] *
        t23)) + k[2] * ((-4.0) * (x[4] * t24) + 2.0 * (x[7] * t25)));
    out[5] = t3 * (k[0] * ((-4.0) * (x[7] * t15) + (-4.0) * (x[4] * t16)) + k[1] * (2.0 * (x[6] * t20) + (-4.0) *
        (x[5] * t23)) + k[2] * ((-4.0) * (x[5] * t24) + (-2.0) * (x[6] * t25)));
    out[6] = t3 * (k[0] * (4.0 * (x[4] * t15) + (-4.0) * (x[7] * t16)) + k[1] * (2.0 * (x[5] * t20) + 4.0 * (x[6] *
        t23)) + k[2] * (4.0 * (x[6] * t24) + (-2.0) * (x[5] * t25)));
    out[7] = t3 * (k[0] * ((-4.0) * (x[5] * t15) + (-4.0) * (x[6] * t16)) + k[1] * (2.0 * (x[4] * t20) + (-4.0) *
        (x[7] * t23)) + k[2] * (4.0 * (x[7] * t24) + 2.0 * (x[4] * t25)));
    out[8] = t26 * (-(t2 * (k[4] * (t0 * t0))) - t27);
    out[9] = -(t26 * t27);
}

static void turning_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = x[5] * x[6];
    const double t1 = x[4] * x[7];
    const double t2 = t0 - t1;
    const double t3 = 1.0 / x[8];
    const double t4 = k[3] + k[4] * t3;
    const double t5 = 1.0 / (x[8] + x[9]);
    const double t6 = t4 * t5 * weights[0];
    const double t7 = k[2] * t6;
    const double t8 = t2 * t7;
    const double t9 = (-2.0) * t8;
    const double t10 = t0 + t1;
    const double t11 = k[1] * t6;
    const double t12 = t10 * t11;
    const double t13 = 2.0 * t12;
    const double t14 = t9 + t13;
    const double t15 = x[4] * x[6] - x[5] * x[7];
    const double t16 = k[0] * t6;
    const double t17 = 4.0 * (t15 * t16);
    const double t18 = x[4] * x[5] + x[6] * x[7];
    const double t19 = t18 * t16;
    const double t20 = x[6] * x[6];
    const double t21 = x[5] * x[5];
    const double t22 = x[7] * x[7] - x[4] * x[4];
    const double t23 = t20 + t22 - t21;
    const double t24 = t23 * t7;
    const double t25 = t21 + t22 - t20;
    const double t26 = (-2.0) * (t25 * t11);
    const double t27 = x[3] * t7;
    const double t28 = (-2.0) * t27;
    const double t29 = x[3] * t11;
    const double t30 = (-2.0) * t29;
    const double t31 = t28 + t30;
    const double t32 = x[0] * t7;
    const double t33 = x[0] * t11;
    const double t34 = (-4.0) * t33;
    const double t35 = (-4.0) * t32 + t34;
    const double t36 = x[2] * t16;
    const double t37 = (-4.0) * (x[5] * t36);
    const double t38 = x[1] * t16;
    const double t39 = 4.0 * (x[6] * t38);
    const double t40 = t34 + 4.0 * t32;
    const double t41 = x[4] * t36;
    const double t42 = x[7] * t38;
    const double t43 = (-4.0) * (x[7] * t36);
    const double t44 = 4.0 * (x[4] * t38);
    const double t45 = x[6] * t36;
    const double t46 = x[5] * t38;
    const double t47 = t5 * t5;
    const double t48 = (k[0] * (4.0 * (x[1] * t15) + (-4.0) * (x[2] * t18)) + k[1] * ((-4.0) * (x[0] * t10) + (-2.0) *
        (x[3] * t25)) + k[2] * ((-2.0) * (x[3] * t23) + 4.0 * (x[0] * t2))) * weights[0];
    const double t49 = -(t47 * (t4 * t48));
    const double t50 = t3 * t3;
    const double t51 = x[2] * t7;
    const double t52 = 2.0 * t51;
    const double t53 = x[2] * t11;
    const double t54 = (-2.0) * t53;
    const double t55 = t52 + t54;
    const double t56 = x[1] * t7;
    const double t57 = x[1] * t11;
    const double t58 = 4.0 * t57;
    const double t59 = (-4.0) * t56 + t58;
    const double t60 = x[3] * t16;
    const double t61 = x[5] * t60;
    const double t62 = x[0] * t16;
    const double t63 = x[6] * t62;
    const double t64 = t58 + 4.0 * t56;
    const double t65 = 4.0 * (x[4] * t60);
    const double t66 = (-4.0) * (x[7] * t62);
    const double t67 = x[7] * t60;
    const double t68 = x[4] * t62;
    const double t69 = 4.0 * (x[6] * t60);
    const double t70 = (-4.0) * (x[5] * t62);
    const double t71 = (k[0] * (4.0 * (x[0] * t15) + 4.0 * (x[3] * t18)) + k[1] * (4.0 * (x[1] * t10) + (-2.0) * (x[2]
        * t25)) + k[2] * (2.0 * (x[2] * t23) + 4.0 * (x[1] * t2))) * weights[0];
    const double t72 = -(t47 * (t4 * t71));
    const double t73 = 2.0 * t56;
    const double t74 = (-2.0) * t57;
    const double t75 = t73 + t74;
    const double t76 = (-4.0) * t53;
    const double t77 = 4.0 * t51 + t76;
    const double t78 = t76 + (-4.0) * t51;
    const double t79 = (k[0] * (4.0 * (x[3] * t15) + (-4.0) * (x[0] * t18)) + k[1] * ((-4.0) * (x[2] * t10) + (-2.0) *
        (x[1] * t25)) + k[2] * (2.0 * (x[1] * t23) + (-4.0) * (x[2] * t2))) * weights[0];
    const double t80 = -(t47 * (t4 * t79));
    const double t81 = (-2.0) * t32;
    const double t82 = (-2.0) * t33;
    const double t83 = t81 + t82;
    const double t84 = 4.0 * t29;
    const double t85 = 4.0 * t27 + t84;
    const double t86 = t84 + (-4.0) * t27;
    const double t87 = (k[0] * (4.0 * (x[2] * t15) + 4.0 * (x[1] * t18)) + k[1] * (4.0 * (x[3] * t10) + (-2.0) * (x[0]
        * t25)) + k[2] * ((-2.0) * (x[0] * t23) + (-4.0) * (x[3] * t2))) * weights[0];
    const double t88 = -(t47 * (t4 * t87));
    const double t89 = x[1] * x[2];
    const double t90 = x[0] * x[3];
    const double t91 = t89 - t90;
    const double t92 = t91 * t7;
    const double t93 = 2.0 * t92;
    const double t94 = t89 + t90;
    const double t95 = t94 * t11;
    const double t96 = (-2.0) * t95;
    const double t97 = t93 + t96;
    const double t98 = x[0] * x[2] - x[1] * x[3];
    const double t99 = (-4.0) * (t98 * t16);
    const double t100 = x[0] * x[1] + x[2] * x[3];
    const double t101 = t100 * t16;
    const double t102 = x[2] * x[2];
    const double t103 = x[1] * x[1];
    const double t104 = x[3] * x[3] - x[0] * x[0];
    const double t105 = t102 + t104 - t103;
    const double t106 = t105 * t7;
    const double t107 = t103 + t104 - t102;
    const double t108 = 2.0 * (t107 * t11);
    const double t109 = (k[0] * (4.0 * (x[6] * t100) + (-4.0) * (x[5] * t98)) + k[1] * (2.0 * (x[7] * t107) + 4.0 *
        (x[4] * t94)) + k[2] * ((-4.0) * (x[4] * t91) + 2.0 * (x[7] * t105))) * weights[0];
    const double t110 = -(t47 * (t4 * t109));
    const double t111 = (k[0] * ((-4.0) * (x[7] * t100) + (-4.0) * (x[4] * t98)) + k[1] * (2.0 * (x[6] * t107) +
        (-4.0) * (x[5] * t94)) + k[2] * ((-4.0) * (x[5] * t91) + (-2.0) * (x[6] * t105))) * weights[0];
    const double t112 = -(t47 * (t4 * t111));
    const double t113 = (k[0] * (4.0 * (x[4] * t100) + (-4.0) * (x[7] * t98)) + k[1] * (2.0 * (x[5] * t107) + 4.0 *
        (x[6] * t94)) + k[2] * (4.0 * (x[6] * t91) + (-2.0) * (x[5] * t105))) * weights[0];
    const double t114 = -(t47 * (t4 * t113));
    const double t115 = (k[0] * ((-4.0) * (x[5] * t100) + (-4.0) * (x[6] * t98)) + k[1] * (2.0 * (x[4] * t107) +
        (-4.0) * (x[7] * t94)) + k[2] * (4.0 * (x[7] * t91) + 2.0 * (x[4] * t105))) * weights[0];
    const double t116 = -(t47 * (t4 * t115));
    const double t117 = (k[0] * (4.0 * (t100 * t15) + (-4.0) * (t98 * t18)) + k[1] * (2.0 * (t107 * t10) + (-2.0) *
        (t94 * t25)) + k[2] * (2.0 * (t91 * t23) + (-2.0) * (t105 * t2))) * weights[0];
    const double t118 = t4 * t117 * (t5 * t47);
    const double t119 = -((-2.0) * t118 - t47 * (k[4] * t50 * t117));
    out[0] = (-2.0) * t14;
    out[1] = t17;
    out[2] = (-4.0) * t19;
    out[3] = (-2.0) * t24 + t26;
    out[4] = (-2.0) * (x[4] * t31) + x[7] * t35 + t37 + t39;
    out[5] = 2.0 * (x[5] * (t30 + 2.0 * t27)) + x[6] * t40 + (-4.0) * t41 + (-4.0) * t42;
    out[6] = 2.0 * (x[6] * (t28 + 2.0 * t29)) + x[5] * t40 + t43 + t44;
    out[7] = 2.0 * (x[7] * t31) + x[4] * t35 + (-4.0) * t45 + (-4.0) * t46;
    out[8] = t49 - t50 * (k[4] * (t5 * t48));
    out[9] = t49;
    out[10] = 2.0 * (2.0 * t8 + t13);
    out[11] = 2.0 * t24 + t26;
    out[12] = 4.0 * t19;
    out[13] = (-2.0) * (x[4] * t55) + x[7] * t59 + 4.0 * t61 + 4.0 * t63;
    out[14] = 2.0 * (x[5] * (t54 + (-2.0) * t51)) + x[6] * t64 + t65 + t66;
    out[15] = 2.0 * (x[6] * (t52 + 2.0 * t53)) + x[5] * t64 + 4.0 * t67 + 4.0 * t68;
    out[16] = 2.0 * (x[7] * t55) + x[4] * t59 + t69 + t70;
    out[17] = t72 - t50 * (k[4] * (t5 * t71));
    out[18] = t72;
    out[19] = 2.0 * (t9 + (-2.0) * t12);
    out[20] = t17;
    out[21] = t69 + t70 + (-2.0) * (x[4] * t75) + x[7] * t77;
    out[22] = 2.0 * (x[5] * ((-2.0) * t56 + t74)) + x[6] * t78 + (-4.0) * t68 + (-4.0) * t67;
    out[23] = t65 + t66 + 2.0 * (x[6] * (2.0 * t57 + t73)) + x[5] * t78;
    out[24] = 2.0 * (x[7] * t75) + x[4] * t77 + (-4.0) * t63 + (-4.0) * t61;
    out[25] = t80 - t50 * (k[4] * (t5 * t79));
    out[26] = t80;
    out[27] = 2.0 * t14;
    out[28] = (-2.0) * (x[4] * t83) + x[7] * t85 + 4.0 * t46 + 4.0 * t45;
    out[29] = t43 + t44 + 2.0 * (x[5] * (t82 + 2.0 * t32)) + x[6] * t86;
    out[30] = 2.0 * (x[6] * (t81 + 2.0 * t33)) + x[5] * t86 + 4.0 * t42 + 4.0 * t41;
    out[31] = t37 + t39 + 2.0 * (x[7] * t83) + x[4] * t85;
    out[32] = t88 - t50 * (k[4] * (t5 * t87));
    out[33] = t88;
    out[34] = (-2.0) * t97;
    out[35] = t99;
    out[36] = 4.0 * t101;
    out[37] = 2.0 * t106 + t108;
    out[38] = t110 - t50 * (k[4] * (t5 * t109));
    out[39] = t110;
    out[40] = 2.0 * ((-2.0) * t92 + t96);
    out[41] = (-2.0) * t106 + t108;
    out[42] = (-4.0) * t101;
    out[43] = t112 - t50 * (k[4] * (t5 * t111));
    out[44] = t112;
    out[45] = 2.0 * (t93 + 2.0 * t95);
    out[46] = t99;
    out[47] = t114 - t50 * (k[4] * (t5 * t113));
    out[48] = t114;
    out[49] = 2.0 * t97;
    out[50] = t116 - t50 * (k[4] * (t5 * t115));
    out[51] = t116;
    out[52] = t119 - ((-2.0) * (k[4] * (t5 * t117) * (t3 * t50)) - t50 * (k[4] * (t47 * t117)));
    out[53] = t119;
    out[54] = 2.0 * t118;
}

static const int turning_hessian_rows[] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5, 6,
    7, 8, 9, 3, 4, 5, 6, 7, 8, 9, 4, 5, 6, 7, 8, 9, 5, 6, 7, 8, 9, 6, 7, 8,
    9, 7, 8, 9, 8, 9, 9,
};
static const int turning_hessian_columns[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2,
    2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 6, 6, 6,
    6, 7, 7, 7, 8, 8, 9,
};
const caperi_block_kind caperi_block_turning = {
    "turning", 10, 1, 10, 55,
    zeros, counting, turning_hessian_rows, turning_hessian_columns,
    turning_evaluate, turning_jacobian, turning_hessian,
};

// A number x that of a body's direction along x. The number, quaternion; the direction.
static void moment_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    out[0] = x[0] * (k[0] * (x[4] * x[4] + x[1] * x[1] - x[2] * x[2] - x[3] * x[3]) + 2.0 * (k[1] * (x[1] * x[2] -
        x[3] * x[4])) + 2.0 * (k[2] * (x[1] * x[3] + x[2] * x[4])));
}

static void moment_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    out[0] = k[0] * (x[4] * x[4] + x[1] * x[1] - x[2] * x[2] - x[3] * x[3]) + 2.0 * (k[1] * (x[1] * x[2] - x[3] *
        x[4])) + 2.0 * (k[2] * (x[1] * x[3] + x[2] * x[4]));
    out[1] = x[0] * (2.0 * (x[1] * k[0]) + 2.0 * (x[2] * k[1]) + 2.0 * (x[3] * k[2]));
    out[2] = x[0] * ((-2.0) * (x[2] * k[0]) + 2.0 * (x[1] * k[1]) + 2.0 * (x[4] * k[2]));
    out[3] = x[0] * ((-2.0) * (x[3] * k[0]) + (-2.0) * (x[4] * k[1]) + 2.0 * (x[1] * k[2]));
    out[4] = x[0] * (2.0 * (x[4] * k[0]) + (-2.0) * (x[3] * k[1]) + 2.0 * (x[2] * k[2]));
}

static void moment_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = k[0] * weights[0];
    const double t1 = x[1] * t0;
    const double t2 = k[2] * weights[0];
    const double t3 = k[1] * weights[0];
    const double t4 = -(x[2] * t0);
    const double t5 = -(x[3] * t0);
    const double t6 = x[4] * t0;
    const double t7 = x[0] * weights[0];
    const double t8 = k[0] * t7;
    const double t9 = 2.0 * t8;
    const double t10 = k[1] * t7;
    const double t11 = 2.0 * (k[2] * t7);
    const double t12 = (-2.0) * t8;
    out[0] = t1 + t1 + 2.0 * (x[3] * t2) + 2.0 * (x[2] * t3);
    out[1] = t4 + t4 + 2.0 * (x[4] * t2) + 2.0 * (x[1] * t3);
    out[2] = t5 + t5 + 2.0 * (x[1] * t2) + (-2.0) * (x[4] * t3);
    out[3] = t6 + t6 + 2.0 * (x[2] * t2) + (-2.0) * (x[3] * t3);
    out[4] = t9;
    out[5] = 2.0 * t10;
    out[6] = t11;
    out[7] = t12;
    out[8] = t11;
    out[9] = t12;
    out[10] = (-2.0) * t10;
    out[11] = t9;
}

static const int moment_hessian_rows[] = {
    1, 2, 3, 4, 1, 2, 3, 2, 4, 3, 4, 4,
};
static const int moment_hessian_columns[] = {
    0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4,
};
const caperi_block_kind caperi_block_moment = {
    "moment", 5, 1, 5, 12,
    zeros, counting, moment_hessian_rows, moment_hessian_columns,
    moment_evaluate, moment_jacobian, moment_hessian,
};

// Two numbers.
static void product_evaluate(const double *x, const void *data, double *out)
{
    (void)data;
    out[0] = x[0] * x[1];
}

static void product_jacobian(const double *x, const void *data, double *out)
{
    (void)data;
    out[0] = x[1];
    out[1] = x[0];
}

static void product_hessian(const double *x, const void *data, const double *weights, double *out)
{
    (void)data;
    (void)x;
    out[0] = weights[0];
}

const caperi_block_kind caperi_block_product = {
    "product", 2, 1, 2, 1,
    zeros, counting, moment_hessian_rows, zeros,
    product_evaluate, product_jacobian, product_hessian,
};

// A direction of a body, or a point of it from its origin, along x.
static void along_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    out[0] = k[0] * (x[3] * x[3] + x[0] * x[0] - x[1] * x[1] - x[2] * x[2]) + 2.0 * (k[1] * (x[0] * x[1] - x[2] *
        x[3])) + 2.0 * (k[2] * (x[0] * x[2] + x[1] * x[3]));
}

static void along_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    out[0] = 2.0 * (x[0] * k[0]) + 2.0 * (x[1] * k[1]) + 2.0 * (x[2] * k[2]);
    out[1] = (-2.0) * (x[1] * k[0]) + 2.0 * (x[0] * k[1]) + 2.0 * (x[3] * k[2]);
    out[2] = (-2.0) * (x[2] * k[0]) + (-2.0) * (x[3] * k[1]) + 2.0 * (x[0] * k[2]);
    out[3] = 2.0 * (x[3] * k[0]) + (-2.0) * (x[2] * k[1]) + 2.0 * (x[1] * k[2]);
}

static void along_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    (void)x;
    const double t0 = k[0] * weights[0];
    const double t1 = 2.0 * t0;
    const double t2 = k[1] * weights[0];
    const double t3 = 2.0 * (k[2] * weights[0]);
    const double t4 = (-2.0) * t0;
    out[0] = t1;
    out[1] = 2.0 * t2;
    out[2] = t3;
    out[3] = t4;
    out[4] = t3;
    out[5] = t4;
    out[6] = (-2.0) * t2;
    out[7] = t1;
}

static const int along_hessian_rows[] = {
    0, 1, 2, 1, 3, 2, 3, 3,
};
static const int along_hessian_columns[] = {
    0, 0, 0, 1, 1, 2, 2, 3,
};
const caperi_block_kind caperi_block_along = {
    "along", 4, 1, 4, 8,
    zeros, counting, along_hessian_rows, along_hessian_columns,
    along_evaluate, along_jacobian, along_hessian,
};

// Half a turn of a joint from rest about an axis, the cosine of half its angle, or how far it is from a limit: a linear form of the relative turn. Quaternions of parent and child; the form.
static void form_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    out[0] = k[0] * (x[3] * x[4] - x[0] * x[7] - x[1] * x[6] + x[2] * x[5]) + k[1] * (x[3] * x[5] + x[0] * x[6] - x[1]
        * x[7] - x[2] * x[4]) + k[2] * (x[3] * x[6] - x[0] * x[5] + x[1] * x[4] - x[2] * x[7]) + k[3] * (x[3] * x[7] +
        x[0] * x[4] + x[1] * x[5] + x[2] * x[6]);
}

static void form_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    out[0] = x[6] * k[1] - x[7] * k[0] - x[5] * k[2] + x[4] * k[3];
    out[1] = -(x[6] * k[0]) - x[7] * k[1] + x[4] * k[2] + x[5] * k[3];
    out[2] = x[5] * k[0] - x[4] * k[1] - x[7] * k[2] + x[6] * k[3];
    out[3] = x[4] * k[0] + x[5] * k[1] + x[6] * k[2] + x[7] * k[3];
    out[4] = x[3] * k[0] - x[2] * k[1] + x[1] * k[2] + x[0] * k[3];
    out[5] = x[2] * k[0] + x[3] * k[1] - x[0] * k[2] + x[1] * k[3];
    out[6] = x[0] * k[1] - x[1] * k[0] + x[3] * k[2] + x[2] * k[3];
    out[7] = -(x[0] * k[0]) - x[1] * k[1] - x[2] * k[2] + x[3] * k[3];
}

static void form_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    (void)x;
    const double t0 = k[3] * weights[0];
    const double t1 = k[2] * weights[0];
    const double t2 = -t1;
    const double t3 = k[1] * weights[0];
    const double t4 = k[0] * weights[0];
    const double t5 = -t4;
    const double t6 = -t3;
    out[0] = t0;
    out[1] = t2;
    out[2] = t3;
    out[3] = t5;
    out[4] = t1;
    out[5] = t0;
    out[6] = t5;
    out[7] = t6;
    out[8] = t6;
    out[9] = t4;
    out[10] = t0;
    out[11] = t2;
    out[12] = t4;
    out[13] = t3;
    out[14] = t1;
    out[15] = t0;
}

static const int form_hessian_rows[] = {
    4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7,
};
static const int form_hessian_columns[] = {
    0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3,
};
const caperi_block_kind caperi_block_form = {
    "form", 8, 1, 8, 16,
    zeros, counting, form_hessian_rows, form_hessian_columns,
    form_evaluate, form_jacobian, form_hessian,
};

// Square of the sine of half a swing, below that of its cone. Quaternions of parent and child; two forms across; the cone's.
static void swing_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[3] * x[4] - x[0] * x[7] - x[1] * x[6] + x[2] * x[5];
    const double t1 = x[3] * x[5] + x[0] * x[6] - x[1] * x[7] - x[2] * x[4];
    const double t2 = x[3] * x[6] - x[0] * x[5] + x[1] * x[4] - x[2] * x[7];
    const double t3 = x[3] * x[7] + x[0] * x[4] + x[1] * x[5] + x[2] * x[6];
    const double t4 = k[0] * t0 + k[1] * t1 + k[2] * t2 + k[3] * t3;
    const double t5 = k[4] * t0 + k[5] * t1 + k[6] * t2 + k[7] * t3;
    out[0] = k[8] - t4 * t4 - t5 * t5;
}

static void swing_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[3] * x[4] - x[0] * x[7] - x[1] * x[6] + x[2] * x[5];
    const double t1 = x[3] * x[5] + x[0] * x[6] - x[1] * x[7] - x[2] * x[4];
    const double t2 = x[3] * x[6] - x[0] * x[5] + x[1] * x[4] - x[2] * x[7];
    const double t3 = x[3] * x[7] + x[0] * x[4] + x[1] * x[5] + x[2] * x[6];
    const double t4 = k[0] * t0 + k[1] * t1 + k[2] * t2 + k[3] * t3;
    const double t5 = k[4] * t0 + k[5] * t1 + k[6] * t2 + k[7] * t3;
    out[0] = (-2.0) * (t4 * (x[6] * k[1] - x[7] * k[0] - x[5] * k[2] + x[4] * k[3])) + (-2.0) * (t5 * (x[6] * k[5] -
        x[7] * k[4] - x[5] * k[6] + x[4] * k[7]));
    out[1] = (-2.0) * (t4 * (-(x[6] * k[0]) - x[7] * k[1] + x[4] * k[2] + x[5] * k[3])) + (-2.0) * (t5 * (-(x[6] *
        k[4]) - x[7] * k[5] + x[4] * k[6] + x[5] * k[7]));
    out[2] = (-2.0) * (t4 * (x[5] * k[0] - x[4] * k[1] - x[7] * k[2] + x[6] * k[3])) + (-2.0) * (t5 * (x[5] * k[4] -
        x[4] * k[5] - x[7] * k[6] + x[6] * k[7]));
    out[3] = (-2.0) * (t4 * (x[4] * k[0] + x[5] * k[1] + x[6] * k[2] + x[7] * k[3])) + (-2.0) * (t5 * (x[4] * k[4] +
        x[5] * k[5] + x[6] * k[6] + x[7] * k[7]));
    out[4] = (-2.0) * (t4 * (x[3] * k[0] - x[2] * k[1] + x[1] * k[2] + x[0] * k[3])) + (-2.0) * (t5 * (x[3] * k[4] -
        x[2] * k[5] + x[1] * k[6] + x[0] * k[7]));
    out[5] = (-2.0) * (t4 * (x[2] * k[0] + x[3] * k[1] - x[0] * k[2] + x[1] * k[3])) + (-2.0) * (t5 * (x[2] * k[4] +
        x[3] * k[5] - x[0] * k[6] + x[1] * k[7]));
    out[6] = (-2.0) * (t4 * (x[0] * k[1] - x[1] * k[0] + x[3] * k[2] + x[2] * k[3])) + (-2.0) * (t5 * (x[0] * k[5] -
        x[1] * k[4] + x[3] * k[6] + x[2] * k[7]));
    out[7] = (-2.0) * (t4 * (-(x[0] * k[0]) - x[1] * k[1] - x[2] * k[2] + x[3] * k[3])) + (-2.0) * (t5 * (-(x[0] *
        k[4]) - x[1] * k[5] - x[2] * k[6] + x[3] * k[7]));
}

static void swing_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = (x[6] * k[5] - x[7] * k[4] - x[5] * k[6] + x[4] * k[7]) * weights[0];
    const double t1 = (x[6] * k[1] - x[7] * k[0] - x[5] * k[2] + x[4] * k[3]) * weights[0];
    const double t2 = (-2.0) * (k[7] * t0) + (-2.0) * (k[3] * t1);
    const double t3 = (-2.0) * (k[6] * t0) + (-2.0) * (k[2] * t1);
    const double t4 = (-2.0) * (k[5] * t0) + (-2.0) * (k[1] * t1);
    const double t5 = (-2.0) * (k[4] * t0) + (-2.0) * (k[0] * t1);
    const double t6 = x[3] * x[4] - x[0] * x[7] - x[1] * x[6] + x[2] * x[5];
    const double t7 = x[3] * x[5] + x[0] * x[6] - x[1] * x[7] - x[2] * x[4];
    const double t8 = x[3] * x[6] - x[0] * x[5] + x[1] * x[4] - x[2] * x[7];
    const double t9 = x[3] * x[7] + x[0] * x[4] + x[1] * x[5] + x[2] * x[6];
    const double t10 = (k[4] * t6 + k[5] * t7 + k[6] * t8 + k[7] * t9) * weights[0];
    const double t11 = (k[0] * t6 + k[1] * t7 + k[2] * t8 + k[3] * t9) * weights[0];
    const double t12 = (-2.0) * (k[7] * t10) + (-2.0) * (k[3] * t11);
    const double t13 = (-2.0) * (k[6] * t10) + (-2.0) * (k[2] * t11);
    const double t14 = (-2.0) * (k[5] * t10) + (-2.0) * (k[1] * t11);
    const double t15 = (-2.0) * (k[4] * t10) + (-2.0) * (k[0] * t11);
    const double t16 = (-(x[6] * k[4]) - x[7] * k[5] + x[4] * k[6] + x[5] * k[7]) * weights[0];
    const double t17 = (-(x[6] * k[0]) - x[7] * k[1] + x[4] * k[2] + x[5] * k[3]) * weights[0];
    const double t18 = (-2.0) * (k[7] * t16) + (-2.0) * (k[3] * t17);
    const double t19 = (-2.0) * (k[6] * t16) + (-2.0) * (k[2] * t17);
    const double t20 = (-2.0) * (k[5] * t16) + (-2.0) * (k[1] * t17);
    const double t21 = (-2.0) * (k[4] * t16) + (-2.0) * (k[0] * t17);
    const double t22 = (x[5] * k[4] - x[4] * k[5] - x[7] * k[6] + x[6] * k[7]) * weights[0];
    const double t23 = (x[5] * k[0] - x[4] * k[1] - x[7] * k[2] + x[6] * k[3]) * weights[0];
    const double t24 = (-2.0) * (k[7] * t22) + (-2.0) * (k[3] * t23);
    const double t25 = (-2.0) * (k[6] * t22) + (-2.0) * (k[2] * t23);
    const double t26 = (-2.0) * (k[5] * t22) + (-2.0) * (k[1] * t23);
    const double t27 = (-2.0) * (k[4] * t22) + (-2.0) * (k[0] * t23);
    const double t28 = (x[4] * k[4] + x[5] * k[5] + x[6] * k[6] + x[7] * k[7]) * weights[0];
    const double t29 = (x[4] * k[0] + x[5] * k[1] + x[6] * k[2] + x[7] * k[3]) * weights[0];
    const double t30 = (-2.0) * (k[7] * t28) + (-2.0) * (k[3] * t29);
    const double t31 = (-2.0) * (k[6] * t28) + (-2.0) * (k[2] * t29);
    const double t32 = (-2.0) * (k[5] * t28) + (-2.0) * (k[1] * t29);
    const double t33 = (-2.0) * (k[4] * t28) + (-2.0) * (k[0] * t29);
    const double t34 = (x[3] * k[4] - x[2] * k[5] + x[1] * k[6] + x[0] * k[7]) * weights[0];
    const double t35 = (x[3] * k[0] - x[2] * k[1] + x[1] * k[2] + x[0] * k[3]) * weights[0];
    const double t36 = (-2.0) * (k[7] * t34) + (-2.0) * (k[3] * t35);
    const double t37 = (-2.0) * (k[6] * t34) + (-2.0) * (k[2] * t35);
    const double t38 = (-2.0) * (k[5] * t34) + (-2.0) * (k[1] * t35);
    const double t39 = (-2.0) * (k[4] * t34) + (-2.0) * (k[0] * t35);
    const double t40 = (x[2] * k[4] + x[3] * k[5] - x[0] * k[6] + x[1] * k[7]) * weights[0];
    const double t41 = (x[2] * k[0] + x[3] * k[1] - x[0] * k[2] + x[1] * k[3]) * weights[0];
    const double t42 = (-2.0) * (k[7] * t40) + (-2.0) * (k[3] * t41);
    const double t43 = (-2.0) * (k[6] * t40) + (-2.0) * (k[2] * t41);
    const double t44 = (-2.0) * (k[5] * t40) + (-2.0) * (k[1] * t41);
    const double t45 = (-2.0) * (k[4] * t40) + (-2.0) * (k[0] * t41);
    const double t46 = (x[0] * k[5] - x[1] * k[4] + x[3] * k[6] + x[2] * k[7]) * weights[0];
    const double t47 = (x[0] * k[1] - x[1] * k[0] + x[3] * k[2] + x[2] * k[3]) * weights[0];
    const double t48 = (-2.0) * (k[7] * t46) + (-2.0) * (k[3] * t47);
    const double t49 = (-2.0) * (k[6] * t46) + (-2.0) * (k[2] * t47);
    const double t50 = (-2.0) * (k[5] * t46) + (-2.0) * (k[1] * t47);
    const double t51 = (-2.0) * (k[4] * t46) + (-2.0) * (k[0] * t47);
    const double t52 = (-(x[0] * k[4]) - x[1] * k[5] - x[2] * k[6] + x[3] * k[7]) * weights[0];
    const double t53 = (-(x[0] * k[0]) - x[1] * k[1] - x[2] * k[2] + x[3] * k[3]) * weights[0];
    out[0] = x[4] * t2 - x[5] * t3 + x[6] * t4 - x[7] * t5;
    out[1] = x[5] * t2 + x[4] * t3 - x[7] * t4 - x[6] * t5;
    out[2] = x[6] * t2 - x[7] * t3 - x[4] * t4 + x[5] * t5;
    out[3] = x[7] * t2 + x[6] * t3 + x[5] * t4 + x[4] * t5;
    out[4] = t12 + x[0] * t2 + x[1] * t3 - x[2] * t4 + x[3] * t5;
    out[5] = x[1] * t2 - (t13 + x[0] * t3) + x[3] * t4 + x[2] * t5;
    out[6] = x[2] * t2 + x[3] * t3 + t14 + x[0] * t4 - x[1] * t5;
    out[7] = x[3] * t2 - x[2] * t3 - x[1] * t4 - (t15 + x[0] * t5);
    out[8] = x[5] * t18 + x[4] * t19 - x[7] * t20 - x[6] * t21;
    out[9] = x[6] * t18 - x[7] * t19 - x[4] * t20 + x[5] * t21;
    out[10] = x[7] * t18 + x[6] * t19 + x[5] * t20 + x[4] * t21;
    out[11] = x[0] * t18 + t13 + x[1] * t19 - x[2] * t20 + x[3] * t21;
    out[12] = t12 + x[1] * t18 - x[0] * t19 + x[3] * t20 + x[2] * t21;
    out[13] = x[2] * t18 + x[3] * t19 + x[0] * t20 - (t15 + x[1] * t21);
    out[14] = x[3] * t18 - x[2] * t19 - (t14 + x[1] * t20) - x[0] * t21;
    out[15] = x[6] * t24 - x[7] * t25 - x[4] * t26 + x[5] * t27;
    out[16] = x[7] * t24 + x[6] * t25 + x[5] * t26 + x[4] * t27;
    out[17] = x[0] * t24 + x[1] * t25 - (t14 + x[2] * t26) + x[3] * t27;
    out[18] = x[1] * t24 - x[0] * t25 + x[3] * t26 + t15 + x[2] * t27;
    out[19] = t12 + x[2] * t24 + x[3] * t25 + x[0] * t26 - x[1] * t27;
    out[20] = x[3] * t24 - (t13 + x[2] * t25) - x[1] * t26 - x[0] * t27;
    out[21] = x[7] * t30 + x[6] * t31 + x[5] * t32 + x[4] * t33;
    out[22] = x[0] * t30 + x[1] * t31 - x[2] * t32 + t15 + x[3] * t33;
    out[23] = x[1] * t30 - x[0] * t31 + t14 + x[3] * t32 + x[2] * t33;
    out[24] = x[2] * t30 + t13 + x[3] * t31 + x[0] * t32 - x[1] * t33;
    out[25] = t12 + x[3] * t30 - x[2] * t31 - x[1] * t32 - x[0] * t33;
    out[26] = x[0] * t36 + x[1] * t37 - x[2] * t38 + x[3] * t39;
    out[27] = x[1] * t36 - x[0] * t37 + x[3] * t38 + x[2] * t39;
    out[28] = x[2] * t36 + x[3] * t37 + x[0] * t38 - x[1] * t39;
    out[29] = x[3] * t36 - x[2] * t37 - x[1] * t38 - x[0] * t39;
    out[30] = x[1] * t42 - x[0] * t43 + x[3] * t44 + x[2] * t45;
    out[31] = x[2] * t42 + x[3] * t43 + x[0] * t44 - x[1] * t45;
    out[32] = x[3] * t42 - x[2] * t43 - x[1] * t44 - x[0] * t45;
    out[33] = x[2] * t48 + x[3] * t49 + x[0] * t50 - x[1] * t51;
    out[34] = x[3] * t48 - x[2] * t49 - x[1] * t50 - x[0] * t51;
    out[35] = x[3] * ((-2.0) * (k[7] * t52) + (-2.0) * (k[3] * t53)) - x[2] * ((-2.0) * (k[6] * t52) + (-2.0) * (k[2]
        * t53)) - x[1] * ((-2.0) * (k[5] * t52) + (-2.0) * (k[1] * t53)) - x[0] * ((-2.0) * (k[4] * t52) + (-2.0) *
        (k[0] * t53));
}

static const int swing_hessian_rows[] = {
    0, 1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6, 7, 2, 3, 4, 5, 6, 7, 3, 4, 5,
    6, 7, 4, 5, 6, 7, 5, 6, 7, 6, 7, 7,
};
static const int swing_hessian_columns[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3,
    3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6, 7,
};
const caperi_block_kind caperi_block_swing = {
    "swing", 8, 1, 8, 36,
    zeros, counting, swing_hessian_rows, swing_hessian_columns,
    swing_evaluate, swing_jacobian, swing_hessian,
};

// Square of a joint's angle from rest (four times the square of the sine of its half), as a share of a mean. The sine's square is what the cosine's leaves of the quaternions' lengths. Its form is the cosine's.
static void posture_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = k[0] * (x[3] * x[4] - x[0] * x[7] - x[1] * x[6] + x[2] * x[5]) + k[1] * (x[3] * x[5] + x[0] *
        x[6] - x[1] * x[7] - x[2] * x[4]) + k[2] * (x[3] * x[6] - x[0] * x[5] + x[1] * x[4] - x[2] * x[7]) + k[3] *
        (x[3] * x[7] + x[0] * x[4] + x[1] * x[5] + x[2] * x[6]);
    out[0] = 2.0 * (x[10] * (x[8] + x[9]) * ((x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3]) * (x[4] * x[4] +
        x[5] * x[5] + x[6] * x[6] + x[7] * x[7]) - t0 * t0));
}

static void posture_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[8] + x[9];
    const double t1 = x[10] * t0;
    const double t2 = x[4] * x[4] + x[5] * x[5] + x[6] * x[6] + x[7] * x[7];
    const double t3 = k[0] * (x[3] * x[4] - x[0] * x[7] - x[1] * x[6] + x[2] * x[5]) + k[1] * (x[3] * x[5] + x[0] *
        x[6] - x[1] * x[7] - x[2] * x[4]) + k[2] * (x[3] * x[6] - x[0] * x[5] + x[1] * x[4] - x[2] * x[7]) + k[3] *
        (x[3] * x[7] + x[0] * x[4] + x[1] * x[5] + x[2] * x[6]);
    const double t4 = x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3];
    const double t5 = t4 * t2 - t3 * t3;
    const double t6 = 2.0 * (x[10] * t5);
    out[0] = 2.0 * (t1 * (2.0 * (x[0] * t2) + (-2.0) * (t3 * (x[6] * k[1] - x[7] * k[0] - x[5] * k[2] + x[4] *
        k[3]))));
    out[1] = 2.0 * (t1 * (2.0 * (x[1] * t2) + (-2.0) * (t3 * (-(x[6] * k[0]) - x[7] * k[1] + x[4] * k[2] + x[5] *
        k[3]))));
    out[2] = 2.0 * (t1 * (2.0 * (x[2] * t2) + (-2.0) * (t3 * (x[5] * k[0] - x[4] * k[1] - x[7] * k[2] + x[6] *
        k[3]))));
    out[3] = 2.0 * (t1 * (2.0 * (x[3] * t2) + (-2.0) * (t3 * (x[4] * k[0] + x[5] * k[1] + x[6] * k[2] + x[7] *
        k[3]))));
    out[4] = 2.0 * (t1 * (2.0 * (x[4] * t4) + (-2.0) * (t3 * (x[3] * k[0] - x[2] * k[1] + x[1] * k[2] + x[0] *
        k[3]))));
    out[5] = 2.0 * (t1 * (2.0 * (x[5] * t4) + (-2.0) * (t3 * (x[2] * k[0] + x[3] * k[1] - x[0] * k[2] + x[1] *
        k[3]))));
    out[6] = 2.0 * (t1 * (2.0 * (x[6] * t4) + (-2.0) * (t3 * (x[0] * k[1] - x[1] * k[0] + x[3] * k[2] + x[2] *
        k[3]))));
    out[7] = 2.0 * (t1 * (2.0 * (x[7] * t4) + (-2.0) * (t3 * (-(x[0] * k[0]) - x[1] * k[1] - x[2] * k[2] + x[3] *
        k[3]))));
    out[8] = t6;
    out[9] = t6;
    out[10] = 2.0 * (t0 * t5);
}

static void posture_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = x[4] * x[4] + x[5] * x[5] + x[6] * x[6] + x[7] * x[7];
    const double t1 = x[8] + x[9];
    const double t2 = x[10] * t1 * weights[0];
    const double t3 = 2.0 * (t0 * t2);
    const double t4 = x[6] * k[1] - x[7] * k[0] - x[5] * k[2] + x[4] * k[3];
    const double t5 = t4 * t2;
    const double t6 = k[3] * t5;
    const double t7 = k[2] * t5;
    const double t8 = k[1] * t5;
    const double t9 = k[0] * t5;
    const double t10 = x[0] * t2;
    const double t11 = 4.0 * (x[4] * t10);
    const double t12 = k[0] * (x[3] * x[4] - x[0] * x[7] - x[1] * x[6] + x[2] * x[5]) + k[1] * (x[3] * x[5] + x[0] *
        x[6] - x[1] * x[7] - x[2] * x[4]) + k[2] * (x[3] * x[6] - x[0] * x[5] + x[1] * x[4] - x[2] * x[7]) + k[3] *
        (x[3] * x[7] + x[0] * x[4] + x[1] * x[5] + x[2] * x[6]);
    const double t13 = t12 * t2;
    const double t14 = k[3] * t13;
    const double t15 = 4.0 * (x[5] * t10);
    const double t16 = k[2] * t13;
    const double t17 = 4.0 * (x[6] * t10);
    const double t18 = k[1] * t13;
    const double t19 = 4.0 * (x[7] * t10);
    const double t20 = k[0] * t13;
    const double t21 = (2.0 * (x[0] * t0) + (-2.0) * (t12 * t4)) * weights[0];
    const double t22 = 2.0 * (x[10] * t21);
    const double t23 = -(x[6] * k[0]) - x[7] * k[1] + x[4] * k[2] + x[5] * k[3];
    const double t24 = t23 * t2;
    const double t25 = k[3] * t24;
    const double t26 = k[2] * t24;
    const double t27 = k[1] * t24;
    const double t28 = k[0] * t24;
    const double t29 = x[1] * t2;
    const double t30 = 4.0 * (x[4] * t29);
    const double t31 = 4.0 * (x[5] * t29);
    const double t32 = 4.0 * (x[6] * t29);
    const double t33 = 4.0 * (x[7] * t29);
    const double t34 = (2.0 * (x[1] * t0) + (-2.0) * (t12 * t23)) * weights[0];
    const double t35 = 2.0 * (x[10] * t34);
    const double t36 = x[5] * k[0] - x[4] * k[1] - x[7] * k[2] + x[6] * k[3];
    const double t37 = t36 * t2;
    const double t38 = k[3] * t37;
    const double t39 = k[2] * t37;
    const double t40 = k[1] * t37;
    const double t41 = k[0] * t37;
    const double t42 = x[2] * t2;
    const double t43 = 4.0 * (x[4] * t42);
    const double t44 = 4.0 * (x[5] * t42);
    const double t45 = 4.0 * (x[6] * t42);
    const double t46 = 4.0 * (x[7] * t42);
    const double t47 = (2.0 * (x[2] * t0) + (-2.0) * (t12 * t36)) * weights[0];
    const double t48 = 2.0 * (x[10] * t47);
    const double t49 = x[4] * k[0] + x[5] * k[1] + x[6] * k[2] + x[7] * k[3];
    const double t50 = t49 * t2;
    const double t51 = k[3] * t50;
    const double t52 = k[2] * t50;
    const double t53 = k[1] * t50;
    const double t54 = k[0] * t50;
    const double t55 = x[3] * t2;
    const double t56 = 4.0 * (x[4] * t55);
    const double t57 = 4.0 * (x[5] * t55);
    const double t58 = 4.0 * (x[6] * t55);
    const double t59 = 4.0 * (x[7] * t55);
    const double t60 = (2.0 * (x[3] * t0) + (-2.0) * (t12 * t49)) * weights[0];
    const double t61 = 2.0 * (x[10] * t60);
    const double t62 = x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3];
    const double t63 = 2.0 * (t62 * t2);
    const double t64 = x[3] * k[0] - x[2] * k[1] + x[1] * k[2] + x[0] * k[3];
    const double t65 = t64 * t2;
    const double t66 = k[3] * t65;
    const double t67 = k[2] * t65;
    const double t68 = k[1] * t65;
    const double t69 = k[0] * t65;
    const double t70 = (2.0 * (x[4] * t62) + (-2.0) * (t12 * t64)) * weights[0];
    const double t71 = 2.0 * (x[10] * t70);
    const double t72 = x[2] * k[0] + x[3] * k[1] - x[0] * k[2] + x[1] * k[3];
    const double t73 = t72 * t2;
    const double t74 = k[3] * t73;
    const double t75 = k[2] * t73;
    const double t76 = k[1] * t73;
    const double t77 = k[0] * t73;
    const double t78 = (2.0 * (x[5] * t62) + (-2.0) * (t12 * t72)) * weights[0];
    const double t79 = 2.0 * (x[10] * t78);
    const double t80 = x[0] * k[1] - x[1] * k[0] + x[3] * k[2] + x[2] * k[3];
    const double t81 = t80 * t2;
    const double t82 = k[3] * t81;
    const double t83 = k[2] * t81;
    const double t84 = k[1] * t81;
    const double t85 = k[0] * t81;
    const double t86 = (2.0 * (x[6] * t62) + (-2.0) * (t12 * t80)) * weights[0];
    const double t87 = 2.0 * (x[10] * t86);
    const double t88 = -(x[0] * k[0]) - x[1] * k[1] - x[2] * k[2] + x[3] * k[3];
    const double t89 = t88 * t2;
    const double t90 = (2.0 * (x[7] * t62) + (-2.0) * (t12 * t88)) * weights[0];
    const double t91 = 2.0 * (x[10] * t90);
    const double t92 = 2.0 * ((t62 * t0 - t12 * t12) * weights[0]);
    out[0] = t3 + t3 + (-4.0) * (x[4] * t6) + 4.0 * (x[5] * t7) + (-4.0) * (x[6] * t8) + 4.0 * (x[7] * t9);
    out[1] = (-4.0) * (x[5] * t6) + (-4.0) * (x[4] * t7) + 4.0 * (x[7] * t8) + 4.0 * (x[6] * t9);
    out[2] = (-4.0) * (x[6] * t6) + 4.0 * (x[7] * t7) + 4.0 * (x[4] * t8) + (-4.0) * (x[5] * t9);
    out[3] = (-4.0) * (x[7] * t6) + (-4.0) * (x[6] * t7) + (-4.0) * (x[5] * t8) + (-4.0) * (x[4] * t9);
    out[4] = t11 + t11 + (-4.0) * (t14 + x[0] * t6) + (-4.0) * (x[1] * t7) + 4.0 * (x[2] * t8) + (-4.0) * (x[3] * t9);
    out[5] = t15 + t15 + (-4.0) * (x[1] * t6) + 4.0 * (t16 + x[0] * t7) + (-4.0) * (x[3] * t8) + (-4.0) * (x[2] * t9);
    out[6] = t17 + t17 + (-4.0) * (x[2] * t6) + (-4.0) * (x[3] * t7) + (-4.0) * (t18 + x[0] * t8) + 4.0 * (x[1] * t9);
    out[7] = t19 + t19 + (-4.0) * (x[3] * t6) + 4.0 * (x[2] * t7) + 4.0 * (x[1] * t8) + 4.0 * (t20 + x[0] * t9);
    out[8] = t22;
    out[9] = t22;
    out[10] = 2.0 * (t1 * t21);
    out[11] = t3 + t3 + (-4.0) * (x[5] * t25) + (-4.0) * (x[4] * t26) + 4.0 * (x[7] * t27) + 4.0 * (x[6] * t28);
    out[12] = (-4.0) * (x[6] * t25) + 4.0 * (x[7] * t26) + 4.0 * (x[4] * t27) + (-4.0) * (x[5] * t28);
    out[13] = (-4.0) * (x[7] * t25) + (-4.0) * (x[6] * t26) + (-4.0) * (x[5] * t27) + (-4.0) * (x[4] * t28);
    out[14] = t30 + t30 + (-4.0) * (x[0] * t25) + (-4.0) * (t16 + x[1] * t26) + 4.0 * (x[2] * t27) + (-4.0) * (x[3] *
        t28);
    out[15] = t31 + t31 + (-4.0) * (t14 + x[1] * t25) + 4.0 * (x[0] * t26) + (-4.0) * (x[3] * t27) + (-4.0) * (x[2] *
        t28);
    out[16] = t32 + t32 + (-4.0) * (x[2] * t25) + (-4.0) * (x[3] * t26) + (-4.0) * (x[0] * t27) + 4.0 * (t20 + x[1] *
        t28);
    out[17] = t33 + t33 + (-4.0) * (x[3] * t25) + 4.0 * (x[2] * t26) + 4.0 * (t18 + x[1] * t27) + 4.0 * (x[0] * t28);
    out[18] = t35;
    out[19] = t35;
    out[20] = 2.0 * (t1 * t34);
    out[21] = t3 + t3 + (-4.0) * (x[6] * t38) + 4.0 * (x[7] * t39) + 4.0 * (x[4] * t40) + (-4.0) * (x[5] * t41);
    out[22] = (-4.0) * (x[7] * t38) + (-4.0) * (x[6] * t39) + (-4.0) * (x[5] * t40) + (-4.0) * (x[4] * t41);
    out[23] = t43 + t43 + (-4.0) * (x[0] * t38) + (-4.0) * (x[1] * t39) + 4.0 * (t18 + x[2] * t40) + (-4.0) * (x[3] *
        t41);
    out[24] = t44 + t44 + (-4.0) * (x[1] * t38) + 4.0 * (x[0] * t39) + (-4.0) * (x[3] * t40) + (-4.0) * (t20 + x[2] *
        t41);
    out[25] = t45 + t45 + (-4.0) * (t14 + x[2] * t38) + (-4.0) * (x[3] * t39) + (-4.0) * (x[0] * t40) + 4.0 * (x[1] *
        t41);
    out[26] = t46 + t46 + (-4.0) * (x[3] * t38) + 4.0 * (t16 + x[2] * t39) + 4.0 * (x[1] * t40) + 4.0 * (x[0] * t41);
    out[27] = t48;
    out[28] = t48;
    out[29] = 2.0 * (t1 * t47);
    out[30] = t3 + t3 + (-4.0) * (x[7] * t51) + (-4.0) * (x[6] * t52) + (-4.0) * (x[5] * t53) + (-4.0) * (x[4] * t54);
    out[31] = t56 + t56 + (-4.0) * (x[0] * t51) + (-4.0) * (x[1] * t52) + 4.0 * (x[2] * t53) + (-4.0) * (t20 + x[3] *
        t54);
    out[32] = t57 + t57 + (-4.0) * (x[1] * t51) + 4.0 * (x[0] * t52) + (-4.0) * (t18 + x[3] * t53) + (-4.0) * (x[2] *
        t54);
    out[33] = t58 + t58 + (-4.0) * (x[2] * t51) + (-4.0) * (t16 + x[3] * t52) + (-4.0) * (x[0] * t53) + 4.0 * (x[1] *
        t54);
    out[34] = t59 + t59 + (-4.0) * (t14 + x[3] * t51) + 4.0 * (x[2] * t52) + 4.0 * (x[1] * t53) + 4.0 * (x[0] * t54);
    out[35] = t61;
    out[36] = t61;
    out[37] = 2.0 * (t1 * t60);
    out[38] = t63 + t63 + (-4.0) * (x[0] * t66) + (-4.0) * (x[1] * t67) + 4.0 * (x[2] * t68) + (-4.0) * (x[3] * t69);
    out[39] = (-4.0) * (x[1] * t66) + 4.0 * (x[0] * t67) + (-4.0) * (x[3] * t68) + (-4.0) * (x[2] * t69);
    out[40] = (-4.0) * (x[2] * t66) + (-4.0) * (x[3] * t67) + (-4.0) * (x[0] * t68) + 4.0 * (x[1] * t69);
    out[41] = (-4.0) * (x[3] * t66) + 4.0 * (x[2] * t67) + 4.0 * (x[1] * t68) + 4.0 * (x[0] * t69);
    out[42] = t71;
    out[43] = t71;
    out[44] = 2.0 * (t1 * t70);
    out[45] = t63 + t63 + (-4.0) * (x[1] * t74) + 4.0 * (x[0] * t75) + (-4.0) * (x[3] * t76) + (-4.0) * (x[2] * t77);
    out[46] = (-4.0) * (x[2] * t74) + (-4.0) * (x[3] * t75) + (-4.0) * (x[0] * t76) + 4.0 * (x[1] * t77);
    out[47] = (-4.0) * (x[3] * t74) + 4.0 * (x[2] * t75) + 4.0 * (x[1] * t76) + 4.0 * (x[0] * t77);
    out[48] = t79;
    out[49] = t79;
    out[50] = 2.0 * (t1 * t78);
    out[51] = t63 + t63 + (-4.0) * (x[2] * t82) + (-4.0) * (x[3] * t83) + (-4.0) * (x[0] * t84) + 4.0 * (x[1] * t85);
    out[52] = (-4.0) * (x[3] * t82) + 4.0 * (x[2] * t83) + 4.0 * (x[1] * t84) + 4.0 * (x[0] * t85);
    out[53] = t87;
    out[54] = t87;
    out[55] = 2.0 * (t1 * t86);
    out[56] = t63 + t63 + (-4.0) * (x[3] * (k[3] * t89)) + 4.0 * (x[2] * (k[2] * t89)) + 4.0 * (x[1] * (k[1] * t89)) +
        4.0 * (x[0] * (k[0] * t89));
    out[57] = t91;
    out[58] = t91;
    out[59] = 2.0 * (t1 * t90);
    out[60] = t92;
    out[61] = t92;
}

static const int posture_hessian_rows[] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 2, 3, 4,
    5, 6, 7, 8, 9, 10, 3, 4, 5, 6, 7, 8, 9, 10, 4, 5, 6, 7, 8, 9, 10, 5, 6, 7,
    8, 9, 10, 6, 7, 8, 9, 10, 7, 8, 9, 10, 10, 10,
};
static const int posture_hessian_columns[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2,
    2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5,
    5, 5, 5, 6, 6, 6, 6, 6, 7, 7, 7, 7, 8, 9,
};
const caperi_block_kind caperi_block_posture = {
    "posture", 11, 1, 11, 62,
    zeros, counting, posture_hessian_rows, posture_hessian_columns,
    posture_evaluate, posture_jacobian, posture_hessian,
};

// Square of the tilt of a direction that is vertical at rest, and twice one less the cosine of the angle from what was forward to a direction on the ground, as a share of a mean. The tilt's is what its height leaves of its length. Up, forward, sine and cosine of the yaw.
static void upright_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[3] * x[3];
    const double t1 = x[0] * x[0];
    const double t2 = x[1] * x[1];
    const double t3 = -t2;
    const double t4 = x[2] * x[2];
    const double t5 = -t4;
    const double t6 = x[0] * x[1];
    const double t7 = x[2] * x[3];
    const double t8 = x[0] * x[2];
    const double t9 = x[1] * x[3];
    const double t10 = x[1] * x[2];
    const double t11 = x[0] * x[3];
    const double t12 = t0 - t1;
    const double t13 = t0 + t4 + t1 + t2;
    const double t14 = 2.0 * (k[0] * (t6 + t7)) + k[1] * (t5 + t2 + t12) + 2.0 * (k[2] * (t10 - t11));
    out[0] = 0.5 * (x[6] * (x[4] + x[5]) * (2.0 + (-2.0) * (((t0 + t1 + t3 + t5) * k[3] + 2.0 * ((t6 - t7) * k[4]) +
        2.0 * ((t8 + t9) * k[5])) * k[6] + (2.0 * ((t8 - t9) * k[3]) + 2.0 * ((t10 + t11) * k[4]) + (t4 + t3 + t12) *
        k[5]) * k[7]) + t13 * t13 - t14 * t14));
}

static void upright_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[4] + x[5];
    const double t1 = x[6] * t0;
    const double t2 = 2.0 * (x[0] * k[3]) + 2.0 * (x[1] * k[4]) + 2.0 * (x[2] * k[5]);
    const double t3 = x[2] * k[3];
    const double t4 = x[3] * k[4];
    const double t5 = x[0] * k[5];
    const double t6 = x[3] * x[3];
    const double t7 = x[2] * x[2];
    const double t8 = x[0] * x[0];
    const double t9 = x[1] * x[1];
    const double t10 = t6 + t7 + t8 + t9;
    const double t11 = x[0] * x[1];
    const double t12 = x[2] * x[3];
    const double t13 = -t7;
    const double t14 = t6 - t8;
    const double t15 = x[1] * x[2];
    const double t16 = x[0] * x[3];
    const double t17 = 2.0 * (k[0] * (t11 + t12)) + k[1] * (t13 + t9 + t14) + 2.0 * (k[2] * (t15 - t16));
    const double t18 = (-2.0) * (x[1] * k[3]) + 2.0 * (x[0] * k[4]) + 2.0 * (x[3] * k[5]);
    const double t19 = x[3] * k[3];
    const double t20 = x[2] * k[4];
    const double t21 = x[1] * k[5];
    const double t22 = -t9;
    const double t23 = x[0] * x[2];
    const double t24 = x[1] * x[3];
    const double t25 = 2.0 + (-2.0) * (((t6 + t8 + t22 + t13) * k[3] + 2.0 * ((t11 - t12) * k[4]) + 2.0 * ((t23 + t24)
        * k[5])) * k[6] + (2.0 * ((t23 - t24) * k[3]) + 2.0 * ((t15 + t16) * k[4]) + (t7 + t22 + t14) * k[5]) * k[7])
        + t10 * t10 - t17 * t17;
    const double t26 = 0.5 * (x[6] * t25);
    out[0] = 0.5 * (t1 * ((-2.0) * (k[6] * t2 + k[7] * (2.0 * t3 + 2.0 * t4 + (-2.0) * t5)) + 4.0 * (x[0] * t10) +
        (-2.0) * (t17 * (2.0 * (x[1] * k[0]) + (-2.0) * (x[0] * k[1]) + (-2.0) * (x[3] * k[2])))));
    out[1] = 0.5 * (t1 * ((-2.0) * (k[6] * t18 + k[7] * ((-2.0) * t19 + 2.0 * t20 + (-2.0) * t21)) + 4.0 * (x[1] *
        t10) + (-2.0) * (t17 * (2.0 * (x[0] * k[0]) + 2.0 * (x[1] * k[1]) + 2.0 * (x[2] * k[2])))));
    out[2] = 0.5 * (t1 * ((-2.0) * (k[6] * ((-2.0) * t3 + (-2.0) * t4 + 2.0 * t5) + k[7] * t2) + 4.0 * (x[2] * t10) +
        (-2.0) * (t17 * (2.0 * (x[3] * k[0]) + (-2.0) * (x[2] * k[1]) + 2.0 * (x[1] * k[2])))));
    out[3] = 0.5 * (t1 * ((-2.0) * (k[6] * (2.0 * t19 + (-2.0) * t20 + 2.0 * t21) + k[7] * t18) + 4.0 * (x[3] * t10) +
        (-2.0) * (t17 * (2.0 * (x[2] * k[0]) + 2.0 * (x[3] * k[1]) + (-2.0) * (x[0] * k[2])))));
    out[4] = t26;
    out[5] = t26;
    out[6] = 0.5 * (t0 * t25);
}

static void upright_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = x[3] * x[3];
    const double t1 = x[2] * x[2];
    const double t2 = x[0] * x[0];
    const double t3 = x[1] * x[1];
    const double t4 = t0 + t1 + t2 + t3;
    const double t5 = x[4] + x[5];
    const double t6 = x[6] * t5 * weights[0];
    const double t7 = t4 * t6;
    const double t8 = x[0] * x[1];
    const double t9 = x[2] * x[3];
    const double t10 = -t1;
    const double t11 = t0 - t2;
    const double t12 = x[1] * x[2];
    const double t13 = x[0] * x[3];
    const double t14 = 2.0 * (k[0] * (t8 + t9)) + k[1] * (t10 + t3 + t11) + 2.0 * (k[2] * (t12 - t13));
    const double t15 = t14 * t6;
    const double t16 = -(k[1] * t15);
    const double t17 = k[7] * t6;
    const double t18 = -(k[5] * t17);
    const double t19 = t16 + t18;
    const double t20 = k[6] * t6;
    const double t21 = -(k[3] * t20);
    const double t22 = 2.0 * (x[0] * t6);
    const double t23 = 2.0 * (x[1] * k[0]) + (-2.0) * (x[0] * k[1]) + (-2.0) * (x[3] * k[2]);
    const double t24 = t23 * t6;
    const double t25 = k[1] * t24;
    const double t26 = t22 + t25;
    const double t27 = t7 - t19 + t21 + x[0] * t26;
    const double t28 = k[2] * t24;
    const double t29 = k[0] * t24;
    const double t30 = t22 - t25;
    const double t31 = x[1] * t30;
    const double t32 = (-2.0) * (k[0] * t15);
    const double t33 = k[4] * t20;
    const double t34 = x[2] * t26;
    const double t35 = k[3] * t17;
    const double t36 = (-2.0) * (k[5] * t20);
    const double t37 = x[3] * t30;
    const double t38 = k[2] * t15;
    const double t39 = (-2.0) * (k[4] * t17);
    const double t40 = 2.0 * (x[0] * k[3]) + 2.0 * (x[1] * k[4]) + 2.0 * (x[2] * k[5]);
    const double t41 = x[2] * k[3];
    const double t42 = x[3] * k[4];
    const double t43 = x[0] * k[5];
    const double t44 = ((-2.0) * (k[6] * t40 + k[7] * (2.0 * t41 + 2.0 * t42 + (-2.0) * t43)) + 4.0 * (x[0] * t4) +
        (-2.0) * (t14 * t23)) * weights[0];
    const double t45 = 0.5 * (x[6] * t44);
    const double t46 = 2.0 * (x[0] * k[0]) + 2.0 * (x[1] * k[1]) + 2.0 * (x[2] * k[2]);
    const double t47 = t46 * t6;
    const double t48 = k[1] * t47;
    const double t49 = 2.0 * (x[1] * t6);
    const double t50 = t49 - t48;
    const double t51 = t16 + t7 - (t18 + t21) + x[1] * t50;
    const double t52 = k[2] * t47;
    const double t53 = k[0] * t47;
    const double t54 = x[2] * (t48 + t49);
    const double t55 = x[3] * t50;
    const double t56 = (-2.0) * (x[1] * k[3]) + 2.0 * (x[0] * k[4]) + 2.0 * (x[3] * k[5]);
    const double t57 = x[3] * k[3];
    const double t58 = x[2] * k[4];
    const double t59 = x[1] * k[5];
    const double t60 = ((-2.0) * (k[6] * t56 + k[7] * ((-2.0) * t57 + 2.0 * t58 + (-2.0) * t59)) + 4.0 * (x[1] * t4) +
        (-2.0) * (t14 * t46)) * weights[0];
    const double t61 = 0.5 * (x[6] * t60);
    const double t62 = 2.0 * (x[2] * t6);
    const double t63 = 2.0 * (x[3] * k[0]) + (-2.0) * (x[2] * k[1]) + 2.0 * (x[1] * k[2]);
    const double t64 = t63 * t6;
    const double t65 = k[1] * t64;
    const double t66 = t7 + t18 - (t16 + t21) + x[2] * (t62 + t65);
    const double t67 = k[2] * t64;
    const double t68 = k[0] * t64;
    const double t69 = x[3] * (t62 - t65);
    const double t70 = ((-2.0) * (k[6] * ((-2.0) * t41 + (-2.0) * t42 + 2.0 * t43) + k[7] * t40) + 4.0 * (x[2] * t4) +
        (-2.0) * (t14 * t63)) * weights[0];
    const double t71 = 0.5 * (x[6] * t70);
    const double t72 = 2.0 * (x[2] * k[0]) + 2.0 * (x[3] * k[1]) + (-2.0) * (x[0] * k[2]);
    const double t73 = t72 * t6;
    const double t74 = t7 + t19 + t21 + x[3] * (2.0 * (x[3] * t6) - k[1] * t73);
    const double t75 = ((-2.0) * (k[6] * (2.0 * t57 + (-2.0) * t58 + 2.0 * t59) + k[7] * t56) + 4.0 * (x[3] * t4) +
        (-2.0) * (t14 * t72)) * weights[0];
    const double t76 = 0.5 * (x[6] * t75);
    const double t77 = -t3;
    const double t78 = x[0] * x[2];
    const double t79 = x[1] * x[3];
    const double t80 = 0.5 * ((2.0 + (-2.0) * (((t0 + t2 + t77 + t10) * k[3] + 2.0 * ((t8 - t9) * k[4]) + 2.0 * ((t78
        + t79) * k[5])) * k[6] + (2.0 * ((t78 - t79) * k[3]) + 2.0 * ((t12 + t13) * k[4]) + (t1 + t77 + t11) * k[5]) *
        k[7]) + t4 * t4 - t14 * t14) * weights[0]);
    out[0] = t27 + t27 + 2.0 * (x[3] * t28) + (-2.0) * (x[1] * t29);
    out[1] = t31 + t31 + (-2.0) * (x[2] * t28) + t32 + (-2.0) * t33 + (-2.0) * (x[0] * t29);
    out[2] = t34 + t34 + (-2.0) * t35 + t36 + (-2.0) * (x[1] * t28) + (-2.0) * (x[3] * t29);
    out[3] = t37 + t37 + 2.0 * t38 + t39 + 2.0 * (x[0] * t28) + (-2.0) * (x[2] * t29);
    out[4] = t45;
    out[5] = t45;
    out[6] = 0.5 * (t5 * t44);
    out[7] = t51 + t51 + (-2.0) * (x[2] * t52) + (-2.0) * (x[0] * t53);
    out[8] = t54 + t54 + (-2.0) * t38 + t39 + (-2.0) * (x[1] * t52) + (-2.0) * (x[3] * t53);
    out[9] = t55 + t55 + 2.0 * t35 + t36 + 2.0 * (x[0] * t52) + (-2.0) * (x[2] * t53);
    out[10] = t61;
    out[11] = t61;
    out[12] = 0.5 * (t5 * t60);
    out[13] = t66 + t66 + (-2.0) * (x[1] * t67) + (-2.0) * (x[3] * t68);
    out[14] = t69 + t69 + 2.0 * (x[0] * t67) + t32 + 2.0 * t33 + (-2.0) * (x[2] * t68);
    out[15] = t71;
    out[16] = t71;
    out[17] = 0.5 * (t5 * t70);
    out[18] = t74 + t74 + 2.0 * (x[0] * (k[2] * t73)) + (-2.0) * (x[2] * (k[0] * t73));
    out[19] = t76;
    out[20] = t76;
    out[21] = 0.5 * (t5 * t75);
    out[22] = t80;
    out[23] = t80;
}

static const int upright_hessian_rows[] = {
    0, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 2, 3, 4, 5, 6, 3, 4, 5, 6, 6, 6,
};
static const int upright_hessian_columns[] = {
    0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 5,
};
const caperi_block_kind caperi_block_upright = {
    "upright", 7, 1, 7, 24,
    zeros, counting, upright_hessian_rows, upright_hessian_columns,
    upright_evaluate, upright_jacobian, upright_hessian,
};

// Square of a torque.
static void torque_limit_evaluate(const double *x, const void *data, double *out)
{
    (void)data;
    out[0] = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
}

static void torque_limit_jacobian(const double *x, const void *data, double *out)
{
    (void)data;
    out[0] = 2.0 * x[0];
    out[1] = 2.0 * x[1];
    out[2] = 2.0 * x[2];
}

static void torque_limit_hessian(const double *x, const void *data, const double *weights, double *out)
{
    (void)data;
    (void)x;
    const double t0 = 2.0 * weights[0];
    out[0] = t0;
    out[1] = t0;
    out[2] = t0;
}

const caperi_block_kind caperi_block_torque_limit = {
    "torque_limit", 3, 1, 3, 3,
    zeros, counting, counting, counting,
    torque_limit_evaluate, torque_limit_jacobian, torque_limit_hessian,
};

// Angular momentum of a mass about a vertical axis that moves evenly. x and z before, now, after; the two steps; mass; x and z of the axis now and of its velocity.
static void orbit_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = 1.0 / (x[6] + x[7]);
    out[0] = k[0] * ((x[3] - k[2]) * (t0 * (x[4] - x[0]) - k[3]) - (x[2] - k[1]) * (t0 * (x[5] - x[1]) - k[4]));
}

static void orbit_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = 1.0 / (x[6] + x[7]);
    const double t1 = x[3] - k[2];
    const double t2 = k[0] * (t0 * t1);
    const double t3 = x[2] - k[1];
    const double t4 = k[0] * (t0 * t3);
    const double t5 = x[5] - x[1];
    const double t6 = x[4] - x[0];
    const double t7 = t0 * t0;
    const double t8 = k[0] * (t3 * (t5 * t7) - t1 * (t6 * t7));
    out[0] = -t2;
    out[1] = t4;
    out[2] = -(k[0] * (t0 * t5 - k[4]));
    out[3] = k[0] * (t0 * t6 - k[3]);
    out[4] = t2;
    out[5] = -t4;
    out[6] = t8;
    out[7] = t8;
}

static void orbit_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = 1.0 / (x[6] + x[7]);
    const double t1 = k[0] * weights[0];
    const double t2 = t0 * t1;
    const double t3 = -t2;
    const double t4 = t0 * t0;
    const double t5 = (x[3] - k[2]) * t1;
    const double t6 = t4 * t5;
    const double t7 = (x[2] - k[1]) * t1;
    const double t8 = t4 * t7;
    const double t9 = -t8;
    const double t10 = x[5] - x[1];
    const double t11 = t4 * (t10 * t1);
    const double t12 = x[4] - x[0];
    const double t13 = -(t4 * (t12 * t1));
    const double t14 = -t6;
    const double t15 = 2.0 * ((t12 * t5 - t10 * t7) * (t0 * t4));
    out[0] = t3;
    out[1] = t6;
    out[2] = t6;
    out[3] = t2;
    out[4] = t9;
    out[5] = t9;
    out[6] = t3;
    out[7] = t11;
    out[8] = t11;
    out[9] = t2;
    out[10] = t13;
    out[11] = t13;
    out[12] = t14;
    out[13] = t14;
    out[14] = t8;
    out[15] = t8;
    out[16] = t15;
    out[17] = t15;
    out[18] = t15;
}

static const int orbit_hessian_rows[] = {
    3, 6, 7, 2, 6, 7, 5, 6, 7, 4, 6, 7, 6, 7, 6, 7, 6, 7, 7,
};
static const int orbit_hessian_columns[] = {
    0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 6, 7,
};
const caperi_block_kind caperi_block_orbit = {
    "orbit", 8, 1, 8, 19,
    zeros, counting, orbit_hessian_rows, orbit_hessian_columns,
    orbit_evaluate, orbit_jacobian, orbit_hessian,
};

// Square of a number, as a share of a mean.
static void square_evaluate(const double *x, const void *data, double *out)
{
    (void)data;
    out[0] = 0.5 * (x[0] * (x[0] * (x[3] * (x[1] + x[2]))));
}

static void square_jacobian(const double *x, const void *data, double *out)
{
    (void)data;
    const double t0 = x[1] + x[2];
    const double t1 = 0.5 * (x[0] * (x[0] * x[3]));
    out[0] = x[0] * (x[3] * t0);
    out[1] = t1;
    out[2] = t1;
    out[3] = 0.5 * (x[0] * (x[0] * t0));
}

static void square_hessian(const double *x, const void *data, const double *weights, double *out)
{
    (void)data;
    const double t0 = x[1] + x[2];
    const double t1 = x[0] * weights[0];
    const double t2 = x[3] * t1;
    const double t3 = 0.5 * (x[0] * t1);
    out[0] = x[3] * t0 * weights[0];
    out[1] = t2;
    out[2] = t2;
    out[3] = t0 * t1;
    out[4] = t3;
    out[5] = t3;
}

static const int square_hessian_rows[] = {
    0, 1, 2, 3, 3, 3,
};
static const int square_hessian_columns[] = {
    0, 0, 0, 0, 1, 2,
};
const caperi_block_kind caperi_block_square = {
    "square", 4, 1, 4, 6,
    zeros, counting, square_hessian_rows, square_hessian_columns,
    square_evaluate, square_jacobian, square_hessian,
};

// Square of one number's second derivative (four of it, for a quaternion's is half an angular acceleration), as a share of a mean. Before, now, after; the two steps.
static void acceleration_evaluate(const double *x, const void *data, double *out)
{
    (void)data;
    const double t0 = x[3] + x[4];
    const double t1 = 1.0 / t0 * ((x[2] - x[1]) * (1.0 / x[4]) - (x[1] - x[0]) * (1.0 / x[3]));
    out[0] = 8.0 * (t1 * (t1 * (x[5] * t0)));
}

static void acceleration_jacobian(const double *x, const void *data, double *out)
{
    (void)data;
    const double t0 = x[3] + x[4];
    const double t1 = 1.0 / t0;
    const double t2 = x[2] - x[1];
    const double t3 = 1.0 / x[4];
    const double t4 = x[1] - x[0];
    const double t5 = 1.0 / x[3];
    const double t6 = t2 * t3 - t4 * t5;
    const double t7 = t1 * t6;
    const double t8 = x[5] * t0;
    const double t9 = t7 * t8;
    const double t10 = t1 * t5;
    const double t11 = t1 * (-t5 - t3);
    const double t12 = t1 * t3;
    const double t13 = -(t6 * (t1 * t1));
    const double t14 = t13 + t1 * (t4 * (t5 * t5));
    const double t15 = x[5] * t7;
    const double t16 = t13 - t1 * (t2 * (t3 * t3));
    out[0] = 8.0 * (t9 * t10 + t7 * (t8 * t10));
    out[1] = 8.0 * (t9 * t11 + t7 * (t8 * t11));
    out[2] = 8.0 * (t9 * t12 + t7 * (t8 * t12));
    out[3] = 8.0 * (t9 * t14 + t7 * (t8 * t14 + t15));
    out[4] = 8.0 * (t9 * t16 + t7 * (t15 + t8 * t16));
    out[5] = 8.0 * (t7 * (t0 * t7));
}

static void acceleration_hessian(const double *x, const void *data, const double *weights, double *out)
{
    (void)data;
    const double t0 = 1.0 / x[3];
    const double t1 = x[3] + x[4];
    const double t2 = 1.0 / t1;
    const double t3 = x[5] * t1;
    const double t4 = t2 * t0;
    const double t5 = t4 * weights[0];
    const double t6 = 8.0 * (t3 * t4 * weights[0]) + 8.0 * (t3 * t5);
    const double t7 = t2 * t6;
    const double t8 = t0 * t7;
    const double t9 = 1.0 / x[4];
    const double t10 = t9 * t7;
    const double t11 = t0 * t0;
    const double t12 = x[2] - x[1];
    const double t13 = x[1] - x[0];
    const double t14 = t12 * t9 - t13 * t0;
    const double t15 = t2 * t14;
    const double t16 = t15 * weights[0];
    const double t17 = 8.0 * (t15 * t3 * weights[0]) + 8.0 * (t3 * t16);
    const double t18 = t2 * t17;
    const double t19 = -t18;
    const double t20 = t4 * t16 + t15 * t5;
    const double t21 = t2 * t2;
    const double t22 = 8.0 * (x[5] * t20) - t21 * (t0 * t17 + t14 * t6);
    const double t23 = t9 * t9;
    const double t24 = -t0 - t9;
    const double t25 = t2 * t24;
    const double t26 = t25 * weights[0];
    const double t27 = 8.0 * (t3 * t25 * weights[0]) + 8.0 * (t3 * t26);
    const double t28 = t2 * t27;
    const double t29 = t9 * t28;
    const double t30 = t25 * t16 + t15 * t26;
    const double t31 = 8.0 * (x[5] * t30) - t21 * (t24 * t17 + t14 * t27);
    const double t32 = t2 * t9;
    const double t33 = t32 * weights[0];
    const double t34 = 8.0 * (t3 * t32 * weights[0]) + 8.0 * (t3 * t33);
    const double t35 = t2 * t34;
    const double t36 = t32 * t16 + t15 * t33;
    const double t37 = 8.0 * (x[5] * t36) - t21 * (t9 * t17 + t14 * t34);
    const double t38 = -(t21 * t17);
    const double t39 = -(t14 * t21);
    const double t40 = t13 * t11;
    const double t41 = t39 + t2 * t40;
    const double t42 = x[5] * t15;
    const double t43 = x[5] * t16;
    const double t44 = t41 * weights[0];
    const double t45 = 8.0 * ((t3 * t41 + t42) * weights[0]) + 8.0 * (t43 + t3 * t44);
    const double t46 = t38 + t2 * t45;
    const double t47 = t41 * t16 + t15 * t44;
    const double t48 = (-2.0) * (t14 * t17 * (t2 * t21));
    const double t49 = 8.0 * (x[5] * t47) - (t48 + t21 * (t40 * t17 + t14 * t45));
    const double t50 = t15 * t16;
    const double t51 = t12 * t23;
    const double t52 = t39 - t2 * t51;
    const double t53 = t52 * weights[0];
    const double t54 = 8.0 * ((t42 + t3 * t52) * weights[0]) + 8.0 * (t43 + t3 * t53);
    const double t55 = t52 * t16 + t15 * t53;
    out[0] = t8;
    out[1] = -t8 - t10;
    out[2] = t10;
    out[3] = t11 * (t19 + t13 * t7) + t22;
    out[4] = t22 - t23 * (t12 * t7);
    out[5] = 8.0 * (t1 * t20);
    out[6] = -(t0 * t28) - t29;
    out[7] = t29;
    out[8] = t11 * (t18 + t13 * t28) + t31;
    out[9] = t31 - t23 * (t19 + t12 * t28);
    out[10] = 8.0 * (t1 * t30);
    out[11] = t9 * t35;
    out[12] = t11 * (t13 * t35) + t37;
    out[13] = t37 - t23 * (t18 + t12 * t35);
    out[14] = 8.0 * (t1 * t36);
    out[15] = (-2.0) * (t13 * t18 * (t0 * t11)) + t11 * (t13 * t46) + t49;
    out[16] = t49 - t23 * (t12 * t46);
    out[17] = 8.0 * (t50 + t1 * t47);
    out[18] = 8.0 * (x[5] * t55) - (t48 + t21 * (t14 * t54 - t51 * t17)) - ((-2.0) * (t12 * t18 * (t9 * t23)) + t23 *
        (t12 * (t38 + t2 * t54)));
    out[19] = 8.0 * (t50 + t1 * t55);
}

static const int acceleration_hessian_rows[] = {
    0, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 2, 3, 4, 5, 3, 4, 5, 4, 5,
};
static const int acceleration_hessian_columns[] = {
    0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4,
};
const caperi_block_kind caperi_block_acceleration = {
    "acceleration", 6, 1, 6, 20,
    zeros, counting, acceleration_hessian_rows, acceleration_hessian_columns,
    acceleration_evaluate, acceleration_jacobian, acceleration_hessian,
};

// Square of the rate of a contact's force from one frame to the next, as a share of a mean. Over the seam of a cycle the next force is that of the next cycle: mirrored by the sign, then turned.
static void force_rate_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[3] * k[0];
    const double t1 = x[6] * k[1];
    const double t2 = cos(t1);
    const double t3 = sin(t1);
    const double t4 = t0 * t2 + x[5] * t3 - x[0];
    const double t5 = x[4] - x[1];
    const double t6 = x[5] * t2 - t0 * t3 - x[2];
    out[0] = x[8] * (t4 * t4 + t5 * t5 + t6 * t6) * (1.0 / x[7]);
}

static void force_rate_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = 1.0 / x[7];
    const double t1 = x[3] * k[0];
    const double t2 = x[6] * k[1];
    const double t3 = cos(t2);
    const double t4 = sin(t2);
    const double t5 = t1 * t3 + x[5] * t4 - x[0];
    const double t6 = x[4] - x[1];
    const double t7 = t0 * (x[8] * t6);
    const double t8 = x[5] * t3 - t1 * t4 - x[2];
    const double t9 = k[1] * t4;
    const double t10 = k[1] * t3;
    const double t11 = t5 * t5 + t6 * t6 + t8 * t8;
    out[0] = (-2.0) * (t0 * (x[8] * t5));
    out[1] = (-2.0) * t7;
    out[2] = (-2.0) * (t0 * (x[8] * t8));
    out[3] = t0 * (x[8] * (2.0 * (t5 * (k[0] * t3)) + (-2.0) * (t8 * (k[0] * t4))));
    out[4] = 2.0 * t7;
    out[5] = t0 * (x[8] * (2.0 * (t4 * t5) + 2.0 * (t3 * t8)));
    out[6] = t0 * (x[8] * (2.0 * (t5 * (x[5] * t10 - t1 * t9)) + 2.0 * (t8 * (-(x[5] * t9) - t1 * t10))));
    out[7] = -(x[8] * t11 * (t0 * t0));
    out[8] = t11 * t0;
}

static void force_rate_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = 1.0 / x[7];
    const double t1 = t0 * weights[0];
    const double t2 = x[8] * t1;
    const double t3 = 2.0 * t2;
    const double t4 = x[6] * k[1];
    const double t5 = cos(t4);
    const double t6 = t5 * t2;
    const double t7 = sin(t4);
    const double t8 = t7 * t2;
    const double t9 = x[5] * t2;
    const double t10 = x[3] * k[0];
    const double t11 = t10 * t2;
    const double t12 = t0 * t0;
    const double t13 = t10 * t5 + x[5] * t7 - x[0];
    const double t14 = x[4] - x[1];
    const double t15 = t12 * (x[8] * t14 * weights[0]);
    const double t16 = t14 * t1;
    const double t17 = x[5] * t5 - t10 * t7 - x[2];
    const double t18 = k[0] * t7;
    const double t19 = t18 * t2;
    const double t20 = k[0] * t5;
    const double t21 = t20 * t2;
    const double t22 = t17 * t2;
    const double t23 = t13 * t2;
    const double t24 = 2.0 * (t13 * t20) + (-2.0) * (t17 * t18);
    const double t25 = 2.0 * (t7 * t13) + 2.0 * (t5 * t17);
    const double t26 = k[1] * t7;
    const double t27 = k[1] * t5;
    const double t28 = -(x[5] * t26) - t10 * t27;
    const double t29 = t28 * t2;
    const double t30 = x[5] * t27 - t10 * t26;
    const double t31 = t30 * t2;
    const double t32 = 2.0 * (t13 * t30) + 2.0 * (t17 * t28);
    const double t33 = t13 * t13 + t14 * t14 + t17 * t17;
    out[0] = t3;
    out[1] = (-2.0) * (k[0] * t6);
    out[2] = (-2.0) * t8;
    out[3] = k[1] * ((-2.0) * (t5 * t9) + 2.0 * (t7 * t11));
    out[4] = 2.0 * (t12 * (x[8] * t13 * weights[0]));
    out[5] = (-2.0) * (t13 * t1);
    out[6] = t3;
    out[7] = (-2.0) * t2;
    out[8] = 2.0 * t15;
    out[9] = (-2.0) * t16;
    out[10] = t3;
    out[11] = 2.0 * (k[0] * t8);
    out[12] = (-2.0) * t6;
    out[13] = k[1] * (2.0 * (t5 * t11) + 2.0 * (t7 * t9));
    out[14] = 2.0 * (t12 * (x[8] * t17 * weights[0]));
    out[15] = (-2.0) * (t17 * t1);
    out[16] = k[0] * (2.0 * (t7 * t19) + 2.0 * (t5 * t21));
    out[17] = (-2.0) * (t5 * t19) + 2.0 * (t7 * t21);
    out[18] = k[1] * (t5 * ((-2.0) * (k[0] * t22 - t10 * t19) + 2.0 * (x[5] * t21)) - t7 * ((-2.0) * (x[5] * t19) +
        2.0 * (k[0] * t23 + t10 * t21)));
    out[19] = -(t12 * (x[8] * t24 * weights[0]));
    out[20] = t24 * t1;
    out[21] = t3;
    out[22] = (-2.0) * t15;
    out[23] = 2.0 * t16;
    out[24] = 2.0 * (t5 * t6) + 2.0 * (t7 * t8);
    out[25] = k[1] * (t5 * ((-2.0) * (t10 * t6) + 2.0 * (t23 + x[5] * t8)) - t7 * (2.0 * (t22 + x[5] * t6) + 2.0 *
        (t10 * t8)));
    out[26] = -(t12 * (x[8] * t25 * weights[0]));
    out[27] = t25 * t1;
    out[28] = k[1] * (t5 * ((-2.0) * (t10 * t29) + 2.0 * (x[5] * t31)) - t26 * ((-2.0) * (t10 * t22) + 2.0 * (x[5] *
        t23)) - (t27 * (2.0 * (x[5] * t22) + 2.0 * (t10 * t23)) + t7 * (2.0 * (x[5] * t29) + 2.0 * (t10 * t31))));
    out[29] = -(t12 * (x[8] * t32 * weights[0]));
    out[30] = t32 * t1;
    out[31] = 2.0 * (x[8] * t33 * weights[0] * (t0 * t12));
    out[32] = -(t33 * (t12 * weights[0]));
}

static const int force_rate_hessian_rows[] = {
    0, 3, 5, 6, 7, 8, 1, 4, 7, 8, 2, 3, 5, 6, 7, 8, 3, 5, 6, 7, 8, 4, 7, 8,
    5, 6, 7, 8, 6, 7, 8, 7, 8,
};
static const int force_rate_hessian_columns[] = {
    0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4,
    5, 5, 5, 5, 6, 6, 6, 7, 7,
};
const caperi_block_kind caperi_block_force_rate = {
    "force_rate", 9, 1, 9, 33,
    zeros, counting, force_rate_hessian_rows, force_rate_hessian_columns,
    force_rate_evaluate, force_rate_jacobian, force_rate_hessian,
};

// Friction: the square of what a contact may bear sideways less the square of what it bears.
static void cone_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    out[0] = x[1] * (x[1] * (k[0] * k[0])) - x[0] * x[0] - x[2] * x[2];
}

static void cone_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    out[0] = (-2.0) * x[0];
    out[1] = 2.0 * (x[1] * (k[0] * k[0]));
    out[2] = (-2.0) * x[2];
}

static void cone_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    (void)x;
    const double t0 = (-2.0) * weights[0];
    out[0] = t0;
    out[1] = 2.0 * (k[0] * k[0] * weights[0]);
    out[2] = t0;
}

const caperi_block_kind caperi_block_cone = {
    "cone", 3, 1, 3, 3,
    zeros, counting, counting, counting,
    cone_evaluate, cone_jacobian, cone_hessian,
};

// A moment within what a sole's extent bears: the vertical force x half the extent, plus and minus the moment.
static void bearing_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[0] * k[0];
    out[0] = t0 - x[1];
    out[1] = x[1] + t0;
}

static void bearing_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    (void)x;
    out[0] = k[0];
    out[1] = -1.0;
    out[2] = k[0];
    out[3] = 1.0;
}

static void bearing_hessian(const double *x, const void *data, const double *weights, double *out)
{
    (void)data;
    (void)x;
    (void)weights;
    (void)out;
}

static const int bearing_jacobian_values[] = {
    0, 0, 1, 1,
};
static const int bearing_jacobian_inputs[] = {
    0, 1, 0, 1,
};
const caperi_block_kind caperi_block_bearing = {
    "bearing", 2, 2, 4, 0,
    bearing_jacobian_values, bearing_jacobian_inputs, zeros, zeros,
    bearing_evaluate, bearing_jacobian, bearing_hessian,
};

// Torque of a contact's moments: about the direction in which the sole points, flat on the ground, and about the vertical. Yaw of the foothold, roll moment, twist moment.
static void tilt_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[1] * k[0];
    out[0] = t0 * sin(x[0]);
    out[1] = x[2] * k[0];
    out[2] = t0 * cos(x[0]);
}

static void tilt_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[1] * k[0];
    const double t1 = cos(x[0]);
    const double t2 = sin(x[0]);
    out[0] = t0 * t1;
    out[1] = k[0] * t2;
    out[2] = k[0];
    out[3] = -(t0 * t2);
    out[4] = k[0] * t1;
}

static void tilt_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = cos(x[0]);
    const double t1 = x[1] * k[0];
    const double t2 = sin(x[0]);
    out[0] = -(t0 * (t1 * weights[2])) - t2 * (t1 * weights[0]);
    out[1] = k[0] * (t0 * weights[0] - t2 * weights[2]);
}

static const int tilt_jacobian_values[] = {
    0, 0, 1, 2, 2,
};
static const int tilt_jacobian_inputs[] = {
    0, 1, 2, 0, 1,
};
const caperi_block_kind caperi_block_tilt = {
    "tilt", 3, 3, 5, 2,
    tilt_jacobian_values, tilt_jacobian_inputs, counting, zeros,
    tilt_evaluate, tilt_jacobian, tilt_hessian,
};

// A length along a foothold's yaw, in x and z. Yaw; the length.
static void ahead_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    out[0] = k[0] * sin(x[0]);
    out[1] = k[0] * cos(x[0]);
}

static void ahead_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    out[0] = k[0] * cos(x[0]);
    out[1] = -(k[0] * sin(x[0]));
}

static void ahead_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    out[0] = -(cos(x[0]) * (k[0] * weights[1])) - sin(x[0]) * (k[0] * weights[0]);
}

const caperi_block_kind caperi_block_ahead = {
    "ahead", 1, 2, 2, 1,
    counting, zeros, zeros, zeros,
    ahead_evaluate, ahead_jacobian, ahead_hessian,
};

// The force of a contact that may be or not x the square of the speed of its point. Before, after; force, step.
static void slide_evaluate(const double *x, const void *data, double *out)
{
    (void)data;
    const double t0 = (x[1] - x[0]) * (1.0 / x[3]);
    out[0] = t0 * (x[2] * t0);
}

static void slide_jacobian(const double *x, const void *data, double *out)
{
    (void)data;
    const double t0 = 1.0 / x[3];
    const double t1 = x[1] - x[0];
    const double t2 = t1 * t0;
    const double t3 = x[2] * t2;
    const double t4 = t0 * t3;
    const double t5 = t2 * (x[2] * t0);
    const double t6 = t1 * (t0 * t0);
    out[0] = -t4 - t5;
    out[1] = t4 + t5;
    out[2] = t2 * t2;
    out[3] = -(t3 * t6) - t2 * (x[2] * t6);
}

static void slide_hessian(const double *x, const void *data, const double *weights, double *out)
{
    (void)data;
    const double t0 = 1.0 / x[3];
    const double t1 = x[2] * t0 * weights[0];
    const double t2 = t0 * weights[0];
    const double t3 = x[2] * t2;
    const double t4 = -t1 - t3;
    const double t5 = t0 * t4;
    const double t6 = x[1] - x[0];
    const double t7 = t6 * t0;
    const double t8 = t7 * weights[0];
    const double t9 = t0 * t8;
    const double t10 = t7 * t2;
    const double t11 = t0 * t0;
    const double t12 = x[2] * t7 * weights[0] + x[2] * t8;
    const double t13 = t1 + t3;
    const double t14 = t6 * t11;
    out[0] = -t5;
    out[1] = t5;
    out[2] = -t9 - t10;
    out[3] = -(t11 * (t6 * t4 - t12));
    out[4] = t0 * t13;
    out[5] = t9 + t10;
    out[6] = -(t11 * (t12 + t6 * t13));
    out[7] = (-2.0) * (t11 * (t6 * t8));
    out[8] = -((-2.0) * (t6 * t12 * (t0 * t11)) + t11 * (t6 * (-(x[2] * t14 * weights[0]) - x[2] * (t14 *
        weights[0]))));
}

static const int slide_hessian_rows[] = {
    0, 1, 2, 3, 1, 2, 3, 3, 3,
};
static const int slide_hessian_columns[] = {
    0, 0, 0, 0, 1, 1, 1, 2, 3,
};
const caperi_block_kind caperi_block_slide = {
    "slide", 4, 1, 4, 9,
    zeros, counting, slide_hessian_rows, slide_hessian_columns,
    slide_evaluate, slide_jacobian, slide_hessian,
};

// A direction of a body does not lean to either side of a foothold's yaw.
static void heading_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[3] * x[3];
    const double t1 = x[0] * x[0];
    const double t2 = -(x[1] * x[1]);
    const double t3 = x[2] * x[2];
    const double t4 = x[0] * x[2];
    const double t5 = x[1] * x[3];
    out[0] = (k[0] * (t0 + t1 + t2 - t3) + 2.0 * (k[1] * (x[0] * x[1] - x[2] * x[3])) + 2.0 * (k[2] * (t4 + t5))) *
        cos(x[4]) - (2.0 * (k[0] * (t4 - t5)) + 2.0 * (k[1] * (x[1] * x[2] + x[0] * x[3])) + k[2] * (t3 + t2 + t0 -
        t1)) * sin(x[4]);
}

static void heading_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = cos(x[4]);
    const double t1 = 2.0 * (x[0] * k[0]) + 2.0 * (x[1] * k[1]) + 2.0 * (x[2] * k[2]);
    const double t2 = sin(x[4]);
    const double t3 = x[2] * k[0];
    const double t4 = x[3] * k[1];
    const double t5 = x[0] * k[2];
    const double t6 = (-2.0) * (x[1] * k[0]) + 2.0 * (x[0] * k[1]) + 2.0 * (x[3] * k[2]);
    const double t7 = x[3] * k[0];
    const double t8 = x[2] * k[1];
    const double t9 = x[1] * k[2];
    const double t10 = x[3] * x[3];
    const double t11 = x[0] * x[0];
    const double t12 = -(x[1] * x[1]);
    const double t13 = x[2] * x[2];
    const double t14 = x[0] * x[2];
    const double t15 = x[1] * x[3];
    out[0] = t0 * t1 - t2 * (2.0 * t3 + 2.0 * t4 + (-2.0) * t5);
    out[1] = t0 * t6 - t2 * ((-2.0) * t7 + 2.0 * t8 + (-2.0) * t9);
    out[2] = t0 * ((-2.0) * t3 + (-2.0) * t4 + 2.0 * t5) - t2 * t1;
    out[3] = t0 * (2.0 * t7 + (-2.0) * t8 + 2.0 * t9) - t2 * t6;
    out[4] = -((k[0] * (t10 + t11 + t12 - t13) + 2.0 * (k[1] * (x[0] * x[1] - x[2] * x[3])) + 2.0 * (k[2] * (t14 +
        t15))) * t2) - (2.0 * (k[0] * (t14 - t15)) + 2.0 * (k[1] * (x[1] * x[2] + x[0] * x[3])) + k[2] * (t13 + t12 +
        t10 - t11)) * t0;
}

static void heading_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = sin(x[4]);
    const double t1 = t0 * weights[0];
    const double t2 = k[2] * t1;
    const double t3 = cos(x[4]);
    const double t4 = t3 * weights[0];
    const double t5 = k[0] * t4;
    const double t6 = k[1] * t4;
    const double t7 = k[0] * t1;
    const double t8 = 2.0 * (k[2] * t4);
    const double t9 = (-2.0) * (k[1] * t1);
    const double t10 = x[2] * k[0];
    const double t11 = x[3] * k[1];
    const double t12 = x[0] * k[2];
    const double t13 = (2.0 * (x[0] * k[0]) + 2.0 * (x[1] * k[1]) + 2.0 * (x[2] * k[2])) * weights[0];
    const double t14 = -t2;
    const double t15 = t14 + t5;
    const double t16 = x[3] * k[0];
    const double t17 = x[2] * k[1];
    const double t18 = x[1] * k[2];
    const double t19 = ((-2.0) * (x[1] * k[0]) + 2.0 * (x[0] * k[1]) + 2.0 * (x[3] * k[2])) * weights[0];
    const double t20 = x[0] * x[2];
    const double t21 = x[1] * x[3];
    const double t22 = x[2] * x[2];
    const double t23 = -(x[1] * x[1]);
    const double t24 = x[3] * x[3];
    const double t25 = x[0] * x[0];
    out[0] = 2.0 * (t2 + t5);
    out[1] = 2.0 * t6;
    out[2] = (-2.0) * t7 + t8;
    out[3] = t9;
    out[4] = -(t3 * ((2.0 * t10 + 2.0 * t11 + (-2.0) * t12) * weights[0])) - t0 * t13;
    out[5] = (-2.0) * t15;
    out[6] = t9;
    out[7] = 2.0 * t7 + t8;
    out[8] = -(t3 * (((-2.0) * t16 + 2.0 * t17 + (-2.0) * t18) * weights[0])) - t0 * t19;
    out[9] = 2.0 * (t14 - t5);
    out[10] = (-2.0) * t6;
    out[11] = -(t3 * t13) - t0 * (((-2.0) * t10 + (-2.0) * t11 + 2.0 * t12) * weights[0]);
    out[12] = 2.0 * t15;
    out[13] = -(t3 * t19) - t0 * ((2.0 * t16 + (-2.0) * t17 + 2.0 * t18) * weights[0]);
    out[14] = t0 * ((2.0 * (k[0] * (t20 - t21)) + 2.0 * (k[1] * (x[1] * x[2] + x[0] * x[3])) + k[2] * (t22 + t23 + t24
        - t25)) * weights[0]) - t3 * ((k[0] * (t24 + t25 + t23 - t22) + 2.0 * (k[1] * (x[0] * x[1] - x[2] * x[3])) +
        2.0 * (k[2] * (t20 + t21))) * weights[0]);
}

static const int heading_hessian_rows[] = {
    0, 1, 2, 3, 4, 1, 2, 3, 4, 2, 3, 4, 3, 4, 4,
};
static const int heading_hessian_columns[] = {
    0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4,
};
const caperi_block_kind caperi_block_heading = {
    "heading", 5, 1, 5, 15,
    zeros, counting, heading_hessian_rows, heading_hessian_columns,
    heading_evaluate, heading_jacobian, heading_hessian,
};

// Where a point on the ground is one cycle on, before the travel: mirrored (sign -1) or not, and turned, in x and z.
static void onward_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[0] * k[0];
    const double t1 = cos(x[2]);
    const double t2 = sin(x[2]);
    out[0] = t0 * t1 + x[1] * t2;
    out[1] = x[1] * t1 - t0 * t2;
}

static void onward_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = cos(x[2]);
    const double t1 = sin(x[2]);
    const double t2 = x[0] * k[0];
    out[0] = k[0] * t0;
    out[1] = t1;
    out[2] = x[1] * t0 - t2 * t1;
    out[3] = -(k[0] * t1);
    out[4] = t0;
    out[5] = -(x[1] * t1) - t2 * t0;
}

static void onward_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = cos(x[2]);
    const double t1 = sin(x[2]);
    const double t2 = x[0] * k[0];
    out[0] = -(t0 * (k[0] * weights[1])) - t1 * (k[0] * weights[0]);
    out[1] = t0 * weights[0] - t1 * weights[1];
    out[2] = -(t1 * (x[1] * weights[0] - t2 * weights[1])) - t0 * (x[1] * weights[1] + t2 * weights[0]);
}

static const int onward_jacobian_inputs[] = {
    0, 1, 2, 0, 1, 2,
};
static const int onward_hessian_rows[] = {
    2, 2, 2,
};
const caperi_block_kind caperi_block_onward = {
    "onward", 3, 2, 6, 3,
    orbit_hessian_columns, onward_jacobian_inputs, onward_hessian_rows, counting,
    onward_evaluate, onward_jacobian, onward_hessian,
};

// A body's quaternion one cycle on: that of the first, mirrored or not, and turned. Both go through constant matrices. Later quaternion, earlier one, turn.
static void link_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[4] * k[0] + x[5] * k[1] + x[6] * k[2] + x[7] * k[3];
    const double t1 = 0.5 * x[8];
    const double t2 = cos(t1);
    const double t3 = x[4] * k[8] + x[5] * k[9] + x[6] * k[10] + x[7] * k[11];
    const double t4 = sin(t1);
    const double t5 = x[4] * k[4] + x[5] * k[5] + x[6] * k[6] + x[7] * k[7];
    const double t6 = x[4] * k[12] + x[5] * k[13] + x[6] * k[14] + x[7] * k[15];
    out[0] = x[0] - (t0 * t2 + t3 * t4);
    out[1] = x[1] - (t5 * t2 + t6 * t4);
    out[2] = x[2] - (t3 * t2 - t0 * t4);
    out[3] = x[3] - (t6 * t2 - t5 * t4);
}

static void link_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = 0.5 * x[8];
    const double t1 = cos(t0);
    const double t2 = sin(t0);
    const double t3 = x[4] * k[0] + x[5] * k[1] + x[6] * k[2] + x[7] * k[3];
    const double t4 = x[4] * k[8] + x[5] * k[9] + x[6] * k[10] + x[7] * k[11];
    const double t5 = x[4] * k[4] + x[5] * k[5] + x[6] * k[6] + x[7] * k[7];
    const double t6 = x[4] * k[12] + x[5] * k[13] + x[6] * k[14] + x[7] * k[15];
    out[0] = 1.0;
    out[1] = -(k[0] * t1 + k[8] * t2);
    out[2] = -(k[1] * t1 + k[9] * t2);
    out[3] = -(k[2] * t1 + k[10] * t2);
    out[4] = -(k[3] * t1 + k[11] * t2);
    out[5] = -((-0.5) * (t3 * t2) + 0.5 * (t4 * t1));
    out[6] = 1.0;
    out[7] = -(k[4] * t1 + k[12] * t2);
    out[8] = -(k[5] * t1 + k[13] * t2);
    out[9] = -(k[6] * t1 + k[14] * t2);
    out[10] = -(k[7] * t1 + k[15] * t2);
    out[11] = -((-0.5) * (t5 * t2) + 0.5 * (t6 * t1));
    out[12] = 1.0;
    out[13] = -(k[8] * t1 - k[0] * t2);
    out[14] = -(k[9] * t1 - k[1] * t2);
    out[15] = -(k[10] * t1 - k[2] * t2);
    out[16] = -(k[11] * t1 - k[3] * t2);
    out[17] = -((-0.5) * (t4 * t2) + (-0.5) * (t3 * t1));
    out[18] = 1.0;
    out[19] = -(k[12] * t1 - k[4] * t2);
    out[20] = -(k[13] * t1 - k[5] * t2);
    out[21] = -(k[14] * t1 - k[6] * t2);
    out[22] = -(k[15] * t1 - k[7] * t2);
    out[23] = -((-0.5) * (t6 * t2) + (-0.5) * (t5 * t1));
}

static void link_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = 0.5 * x[8];
    const double t1 = cos(t0);
    const double t2 = sin(t0);
    const double t3 = x[4] * k[4] + x[5] * k[5] + x[6] * k[6] + x[7] * k[7];
    const double t4 = x[4] * k[0] + x[5] * k[1] + x[6] * k[2] + x[7] * k[3];
    const double t5 = x[4] * k[12] + x[5] * k[13] + x[6] * k[14] + x[7] * k[15];
    const double t6 = x[4] * k[8] + x[5] * k[9] + x[6] * k[10] + x[7] * k[11];
    out[0] = 0.5 * (t1 * (k[4] * weights[3] + k[0] * weights[2] - k[12] * weights[1] - k[8] * weights[0]) - t2 *
        (-(k[12] * weights[3]) - k[8] * weights[2] - k[4] * weights[1] - k[0] * weights[0]));
    out[1] = 0.5 * (t1 * (k[5] * weights[3] + k[1] * weights[2] - k[13] * weights[1] - k[9] * weights[0]) - t2 *
        (-(k[13] * weights[3]) - k[9] * weights[2] - k[5] * weights[1] - k[1] * weights[0]));
    out[2] = 0.5 * (t1 * (k[6] * weights[3] + k[2] * weights[2] - k[14] * weights[1] - k[10] * weights[0]) - t2 *
        (-(k[14] * weights[3]) - k[10] * weights[2] - k[6] * weights[1] - k[2] * weights[0]));
    out[3] = 0.5 * (t1 * (k[7] * weights[3] + k[3] * weights[2] - k[15] * weights[1] - k[11] * weights[0]) - t2 *
        (-(k[15] * weights[3]) - k[11] * weights[2] - k[7] * weights[1] - k[3] * weights[0]));
    out[4] = 0.5 * ((-0.5) * (t2 * (t3 * weights[3] + t4 * weights[2] - t5 * weights[1] - t6 * weights[0])) + (-0.5) *
        (t1 * (-(t5 * weights[3]) - t6 * weights[2] - t3 * weights[1] - t4 * weights[0])));
}

static const int link_jacobian_values[] = {
    0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3,
};
static const int link_jacobian_inputs[] = {
    0, 4, 5, 6, 7, 8, 1, 4, 5, 6, 7, 8, 2, 4, 5, 6, 7, 8, 3, 4, 5, 6, 7, 8,
};
static const int link_hessian_rows[] = {
    8, 8, 8, 8, 8,
};
static const int link_hessian_columns[] = {
    4, 5, 6, 7, 8,
};
const caperi_block_kind caperi_block_link = {
    "link", 9, 4, 24, 5,
    link_jacobian_values, link_jacobian_inputs, link_hessian_rows, link_hessian_columns,
    link_evaluate, link_jacobian, link_hessian,
};

// The inverse of a duration: one phase's part. Rate, step; frames of the phase.
static void duration_rate_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    out[0] = x[0] * x[1] * k[0];
}

static void duration_rate_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    out[0] = x[1] * k[0];
    out[1] = x[0] * k[0];
}

static void duration_rate_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    (void)x;
    out[0] = k[0] * weights[0];
}

const caperi_block_kind caperi_block_duration_rate = {
    "duration_rate", 2, 1, 2, 1,
    zeros, counting, moment_hessian_rows, zeros,
    duration_rate_evaluate, duration_rate_jacobian, duration_rate_hessian,
};

// Square of the share by which a step differs from the one it starts with (inverse in data).
static void tempo_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[0] * k[0] + (-1.0);
    out[0] = t0 * t0;
}

static void tempo_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    out[0] = 2.0 * (k[0] * (x[0] * k[0] + (-1.0)));
}

static void tempo_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    (void)x;
    out[0] = 2.0 * (k[0] * (k[0] * weights[0]));
}

const caperi_block_kind caperi_block_tempo = {
    "tempo", 1, 1, 1, 1,
    zeros, zeros, zeros, zeros,
    tempo_evaluate, tempo_jacobian, tempo_hessian,
};

// Height of the lowest point of an ellipsoid. Height of its centre, quaternion; squares of its radii.
static void ground_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[1] * x[2] + x[3] * x[4];
    const double t1 = x[2] * x[2] + x[4] * x[4] - x[1] * x[1] - x[3] * x[3];
    const double t2 = x[2] * x[3] - x[1] * x[4];
    out[0] = x[0] - sqrt(4.0 * (k[0] * (t0 * t0)) + k[1] * (t1 * t1) + 4.0 * (k[2] * (t2 * t2)) + 1e-12);
}

static void ground_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[1] * x[2] + x[3] * x[4];
    const double t1 = x[2] * x[2] + x[4] * x[4] - x[1] * x[1] - x[3] * x[3];
    const double t2 = x[2] * x[3] - x[1] * x[4];
    const double t3 = 1.0 / sqrt(4.0 * (k[0] * (t0 * t0)) + k[1] * (t1 * t1) + 4.0 * (k[2] * (t2 * t2)) + 1e-12);
    out[0] = 1.0;
    out[1] = (-0.5) * ((8.0 * (k[0] * (x[2] * t0)) + (-4.0) * (k[1] * (x[1] * t1)) + (-8.0) * (k[2] * (x[4] * t2))) *
        t3);
    out[2] = (-0.5) * (t3 * (8.0 * (k[0] * (x[1] * t0)) + 4.0 * (k[1] * (x[2] * t1)) + 8.0 * (k[2] * (x[3] * t2))));
    out[3] = (-0.5) * (t3 * (8.0 * (k[0] * (x[4] * t0)) + (-4.0) * (k[1] * (x[3] * t1)) + 8.0 * (k[2] * (x[2] *
        t2))));
    out[4] = (-0.5) * (t3 * (8.0 * (k[0] * (x[3] * t0)) + 4.0 * (k[1] * (x[4] * t1)) + (-8.0) * (k[2] * (x[1] *
        t2))));
}

static void ground_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = x[2] * x[2] + x[4] * x[4] - x[1] * x[1] - x[3] * x[3];
    const double t1 = x[1] * x[2] + x[3] * x[4];
    const double t2 = x[2] * x[3] - x[1] * x[4];
    const double t3 = 1.0 / sqrt(4.0 * (k[0] * (t1 * t1)) + k[1] * (t0 * t0) + 4.0 * (k[2] * (t2 * t2)) + 1e-12);
    const double t4 = t3 * weights[0];
    const double t5 = k[1] * t4;
    const double t6 = t0 * t5;
    const double t7 = t3 * t3;
    const double t8 = weights[0] * ((8.0 * (k[0] * (x[2] * t1)) + (-4.0) * (k[1] * (x[1] * t0)) + (-8.0) * (k[2] *
        (x[4] * t2))) * t3 * t7);
    const double t9 = (-2.0) * (x[1] * t5) + (-0.5) * (t0 * (k[1] * t8));
    const double t10 = t6 + x[1] * t9;
    const double t11 = k[2] * t4;
    const double t12 = (-0.5) * (t2 * (k[2] * t8)) - x[4] * t11;
    const double t13 = k[0] * t4;
    const double t14 = x[2] * t13 + (-0.5) * (t1 * (k[0] * t8));
    const double t15 = -(x[2] * t9);
    const double t16 = t1 * t13;
    const double t17 = x[3] * t9;
    const double t18 = -(x[4] * t9);
    const double t19 = t2 * t11;
    const double t20 = weights[0] * (t3 * (8.0 * (k[0] * (x[1] * t1)) + 4.0 * (k[1] * (x[2] * t0)) + 8.0 * (k[2] *
        (x[3] * t2))) * t7);
    const double t21 = 2.0 * (x[2] * t5) + (-0.5) * (t0 * (k[1] * t20));
    const double t22 = -(t6 + x[2] * t21);
    const double t23 = x[3] * t11 + (-0.5) * (t2 * (k[2] * t20));
    const double t24 = x[1] * t13 + (-0.5) * (t1 * (k[0] * t20));
    const double t25 = x[3] * t21;
    const double t26 = -(x[4] * t21);
    const double t27 = weights[0] * (t3 * (8.0 * (k[0] * (x[4] * t1)) + (-4.0) * (k[1] * (x[3] * t0)) + 8.0 * (k[2] *
        (x[2] * t2))) * t7);
    const double t28 = (-2.0) * (x[3] * t5) + (-0.5) * (t0 * (k[1] * t27));
    const double t29 = t6 + x[3] * t28;
    const double t30 = x[2] * t11 + (-0.5) * (t2 * (k[2] * t27));
    const double t31 = x[4] * t13 + (-0.5) * (t1 * (k[0] * t27));
    const double t32 = -(x[4] * t28);
    const double t33 = weights[0] * (t3 * (8.0 * (k[0] * (x[3] * t1)) + 4.0 * (k[1] * (x[4] * t0)) + (-8.0) * (k[2] *
        (x[1] * t2))) * t7);
    const double t34 = -(t6 + x[4] * (2.0 * (x[4] * t5) + (-0.5) * (t0 * (k[1] * t33))));
    out[0] = t10 + t10 + 4.0 * (x[4] * t12) + (-4.0) * (x[2] * t14);
    out[1] = t15 + t15 + (-4.0) * (x[3] * t12) + (-4.0) * (t16 + x[1] * t14);
    out[2] = t17 + t17 + (-4.0) * (x[2] * t12) + (-4.0) * (x[4] * t14);
    out[3] = t18 + t18 + 4.0 * (t19 + x[1] * t12) + (-4.0) * (x[3] * t14);
    out[4] = t22 + t22 + (-4.0) * (x[3] * t23) + (-4.0) * (x[1] * t24);
    out[5] = t25 + t25 + (-4.0) * (t19 + x[2] * t23) + (-4.0) * (x[4] * t24);
    out[6] = t26 + t26 + 4.0 * (x[1] * t23) + (-4.0) * (x[3] * t24);
    out[7] = t29 + t29 + (-4.0) * (x[2] * t30) + (-4.0) * (x[4] * t31);
    out[8] = t32 + t32 + 4.0 * (x[1] * t30) + (-4.0) * (t16 + x[3] * t31);
    out[9] = t34 + t34 + 4.0 * (x[1] * ((-0.5) * (t2 * (k[2] * t33)) - x[1] * t11)) + (-4.0) * (x[3] * (x[3] * t13 +
        (-0.5) * (t1 * (k[0] * t33))));
}

static const int ground_hessian_rows[] = {
    1, 2, 3, 4, 2, 3, 4, 3, 4, 4,
};
static const int ground_hessian_columns[] = {
    1, 1, 1, 1, 2, 2, 2, 3, 3, 4,
};
const caperi_block_kind caperi_block_ground = {
    "ground", 5, 1, 5, 10,
    zeros, counting, ground_hessian_rows, ground_hessian_columns,
    ground_evaluate, ground_jacobian, ground_hessian,
};

// A point of one body in the frame of another. Positions and quaternions of the other and of its own body; the point.
static void seen_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[13] * x[13];
    const double t1 = x[10] * x[10];
    const double t2 = x[11] * x[11];
    const double t3 = -t2;
    const double t4 = x[12] * x[12];
    const double t5 = -t4;
    const double t6 = x[10] * x[11];
    const double t7 = x[12] * x[13];
    const double t8 = x[10] * x[12];
    const double t9 = x[11] * x[13];
    const double t10 = x[7] + k[0] * (t0 + t1 + t3 + t5) + 2.0 * (k[1] * (t6 - t7)) + 2.0 * (k[2] * (t8 + t9)) - x[0];
    const double t11 = x[6] * x[6];
    const double t12 = x[3] * x[3];
    const double t13 = x[4] * x[4];
    const double t14 = -t13;
    const double t15 = x[5] * x[5];
    const double t16 = -t15;
    const double t17 = t0 - t1;
    const double t18 = x[11] * x[12];
    const double t19 = x[10] * x[13];
    const double t20 = x[8] + 2.0 * (k[0] * (t6 + t7)) + k[1] * (t5 + t2 + t17) + 2.0 * (k[2] * (t18 - t19)) - x[1];
    const double t21 = x[3] * x[4];
    const double t22 = x[5] * x[6];
    const double t23 = x[9] + 2.0 * (k[0] * (t8 - t9)) + 2.0 * (k[1] * (t18 + t19)) + k[2] * (t4 + t3 + t17) - x[2];
    const double t24 = x[3] * x[5];
    const double t25 = x[4] * x[6];
    const double t26 = t11 - t12;
    const double t27 = x[4] * x[5];
    const double t28 = x[3] * x[6];
    out[0] = t10 * (t11 + t12 + t14 + t16) + 2.0 * (t20 * (t21 + t22)) + 2.0 * (t23 * (t24 - t25));
    out[1] = 2.0 * (t10 * (t21 - t22)) + t20 * (t16 + t13 + t26) + 2.0 * (t23 * (t27 + t28));
    out[2] = 2.0 * (t10 * (t24 + t25)) + 2.0 * (t20 * (t27 - t28)) + t23 * (t15 + t14 + t26);
}

static void seen_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[6] * x[6];
    const double t1 = x[3] * x[3];
    const double t2 = x[4] * x[4];
    const double t3 = -t2;
    const double t4 = x[5] * x[5];
    const double t5 = -t4;
    const double t6 = t0 + t1 + t3 + t5;
    const double t7 = x[3] * x[4];
    const double t8 = x[5] * x[6];
    const double t9 = t7 + t8;
    const double t10 = x[3] * x[5];
    const double t11 = x[4] * x[6];
    const double t12 = t10 - t11;
    const double t13 = x[13] * x[13];
    const double t14 = x[10] * x[10];
    const double t15 = x[11] * x[11];
    const double t16 = -t15;
    const double t17 = x[12] * x[12];
    const double t18 = -t17;
    const double t19 = x[10] * x[11];
    const double t20 = x[12] * x[13];
    const double t21 = x[10] * x[12];
    const double t22 = x[11] * x[13];
    const double t23 = x[7] + k[0] * (t13 + t14 + t16 + t18) + 2.0 * (k[1] * (t19 - t20)) + 2.0 * (k[2] * (t21 + t22))
        - x[0];
    const double t24 = t13 - t14;
    const double t25 = x[11] * x[12];
    const double t26 = x[10] * x[13];
    const double t27 = x[8] + 2.0 * (k[0] * (t19 + t20)) + k[1] * (t18 + t15 + t24) + 2.0 * (k[2] * (t25 - t26)) -
        x[1];
    const double t28 = x[9] + 2.0 * (k[0] * (t21 - t22)) + 2.0 * (k[1] * (t25 + t26)) + k[2] * (t17 + t16 + t24) -
        x[2];
    const double t29 = 2.0 * (x[3] * t23) + 2.0 * (x[4] * t27) + 2.0 * (x[5] * t28);
    const double t30 = x[4] * t23;
    const double t31 = x[3] * t27;
    const double t32 = x[6] * t28;
    const double t33 = x[5] * t23;
    const double t34 = x[6] * t27;
    const double t35 = x[3] * t28;
    const double t36 = (-2.0) * t33 + 2.0 * t34 + 2.0 * t35;
    const double t37 = x[6] * t23;
    const double t38 = x[5] * t27;
    const double t39 = x[4] * t28;
    const double t40 = 2.0 * t37 + 2.0 * t38 + (-2.0) * t39;
    const double t41 = 2.0 * (x[10] * k[0]) + 2.0 * (x[11] * k[1]) + 2.0 * (x[12] * k[2]);
    const double t42 = x[11] * k[0];
    const double t43 = x[10] * k[1];
    const double t44 = x[13] * k[2];
    const double t45 = 2.0 * t42 + (-2.0) * t43 + (-2.0) * t44;
    const double t46 = x[12] * k[0];
    const double t47 = x[13] * k[1];
    const double t48 = x[10] * k[2];
    const double t49 = 2.0 * t46 + 2.0 * t47 + (-2.0) * t48;
    const double t50 = (-2.0) * t42 + 2.0 * t43 + 2.0 * t44;
    const double t51 = x[13] * k[0];
    const double t52 = x[12] * k[1];
    const double t53 = x[11] * k[2];
    const double t54 = (-2.0) * t51 + 2.0 * t52 + (-2.0) * t53;
    const double t55 = (-2.0) * t46 + (-2.0) * t47 + 2.0 * t48;
    const double t56 = 2.0 * t51 + (-2.0) * t52 + 2.0 * t53;
    const double t57 = t7 - t8;
    const double t58 = t0 - t1;
    const double t59 = t5 + t2 + t58;
    const double t60 = x[4] * x[5];
    const double t61 = x[3] * x[6];
    const double t62 = t60 + t61;
    const double t63 = 2.0 * t30 + (-2.0) * t31 + 2.0 * t32;
    const double t64 = t10 + t11;
    const double t65 = t60 - t61;
    const double t66 = t4 + t3 + t58;
    out[0] = -t6;
    out[1] = (-2.0) * t9;
    out[2] = (-2.0) * t12;
    out[3] = t29;
    out[4] = (-2.0) * t30 + 2.0 * t31 + (-2.0) * t32;
    out[5] = t36;
    out[6] = t40;
    out[7] = t6;
    out[8] = 2.0 * t9;
    out[9] = 2.0 * t12;
    out[10] = t6 * t41 + 2.0 * (t9 * t45) + 2.0 * (t12 * t49);
    out[11] = t6 * t50 + 2.0 * (t9 * t41) + 2.0 * (t12 * t54);
    out[12] = t6 * t55 + 2.0 * (t9 * t56) + 2.0 * (t12 * t41);
    out[13] = t6 * t56 + 2.0 * (t9 * t49) + 2.0 * (t12 * t50);
    out[14] = (-2.0) * t57;
    out[15] = -t59;
    out[16] = (-2.0) * t62;
    out[17] = t63;
    out[18] = t29;
    out[19] = (-2.0) * t37 + (-2.0) * t38 + 2.0 * t39;
    out[20] = t36;
    out[21] = 2.0 * t57;
    out[22] = t59;
    out[23] = 2.0 * t62;
    out[24] = 2.0 * (t57 * t41) + t59 * t45 + 2.0 * (t62 * t49);
    out[25] = 2.0 * (t57 * t50) + t59 * t41 + 2.0 * (t62 * t54);
    out[26] = 2.0 * (t57 * t55) + t59 * t56 + 2.0 * (t62 * t41);
    out[27] = 2.0 * (t57 * t56) + t59 * t49 + 2.0 * (t62 * t50);
    out[28] = (-2.0) * t64;
    out[29] = (-2.0) * t65;
    out[30] = -t66;
    out[31] = 2.0 * t33 + (-2.0) * t34 + (-2.0) * t35;
    out[32] = t40;
    out[33] = t29;
    out[34] = t63;
    out[35] = 2.0 * t64;
    out[36] = 2.0 * t65;
    out[37] = t66;
    out[38] = 2.0 * (t64 * t41) + 2.0 * (t65 * t45) + t66 * t49;
    out[39] = 2.0 * (t64 * t50) + 2.0 * (t65 * t41) + t66 * t54;
    out[40] = 2.0 * (t64 * t55) + 2.0 * (t65 * t56) + t66 * t41;
    out[41] = 2.0 * (t64 * t56) + 2.0 * (t65 * t49) + t66 * t50;
}

static void seen_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = x[3] * weights[0];
    const double t1 = -t0;
    const double t2 = x[5] * weights[2];
    const double t3 = (-2.0) * t2;
    const double t4 = x[4] * weights[1];
    const double t5 = (-2.0) * t4;
    const double t6 = x[4] * weights[0];
    const double t7 = x[6] * weights[2];
    const double t8 = x[3] * weights[1];
    const double t9 = (-2.0) * t8;
    const double t10 = (-2.0) * t7 + t9;
    const double t11 = x[5] * weights[0];
    const double t12 = x[3] * weights[2];
    const double t13 = x[6] * weights[1];
    const double t14 = (-2.0) * t12 + 2.0 * t13;
    const double t15 = x[6] * weights[0];
    const double t16 = -t15;
    const double t17 = x[4] * weights[2];
    const double t18 = (-2.0) * t17;
    const double t19 = x[5] * weights[1];
    const double t20 = t18 + 2.0 * t19;
    const double t21 = 2.0 * t7;
    const double t22 = (-2.0) * t6;
    const double t23 = -t4;
    const double t24 = (-2.0) * t0;
    const double t25 = (-2.0) * t15;
    const double t26 = -t13;
    const double t27 = 2.0 * t12;
    const double t28 = (-2.0) * t11;
    const double t29 = (-2.0) * t13;
    const double t30 = (-2.0) * t19;
    const double t31 = 2.0 * t15;
    const double t32 = -t2;
    const double t33 = -t7;
    const double t34 = 2.0 * t6;
    const double t35 = x[10] * x[12];
    const double t36 = x[11] * x[13];
    const double t37 = x[11] * x[12];
    const double t38 = x[10] * x[13];
    const double t39 = x[12] * x[12];
    const double t40 = x[11] * x[11];
    const double t41 = -t40;
    const double t42 = x[13] * x[13];
    const double t43 = x[10] * x[10];
    const double t44 = t42 - t43;
    const double t45 = x[9] + 2.0 * (k[0] * (t35 - t36)) + 2.0 * (k[1] * (t37 + t38)) + k[2] * (t39 + t41 + t44) -
        x[2];
    const double t46 = t45 * weights[2];
    const double t47 = x[10] * x[11];
    const double t48 = x[12] * x[13];
    const double t49 = -t39;
    const double t50 = x[8] + 2.0 * (k[0] * (t47 + t48)) + k[1] * (t49 + t40 + t44) + 2.0 * (k[2] * (t37 - t38)) -
        x[1];
    const double t51 = t50 * weights[1];
    const double t52 = t46 + t51;
    const double t53 = x[7] + k[0] * (t42 + t43 + t41 + t49) + 2.0 * (k[1] * (t47 - t48)) + 2.0 * (k[2] * (t35 + t36))
        - x[0];
    const double t54 = t53 * weights[0];
    const double t55 = t53 * weights[1];
    const double t56 = 2.0 * (t50 * weights[0]);
    const double t57 = 2.0 * (t53 * weights[2]);
    const double t58 = t45 * weights[0];
    const double t59 = t50 * weights[2];
    const double t60 = 2.0 * (t45 * weights[1]);
    const double t61 = 2.0 * t2 + 2.0 * t4 + 2.0 * t0;
    const double t62 = t10 + t34;
    const double t63 = t14 + 2.0 * t11;
    const double t64 = k[2] * t63;
    const double t65 = k[1] * t62;
    const double t66 = t64 + t65;
    const double t67 = k[0] * t61;
    const double t68 = x[10] * (t67 - t66);
    const double t69 = k[1] * t63;
    const double t70 = 2.0 * t69;
    const double t71 = k[2] * t62;
    const double t72 = t70 + (-2.0) * t71;
    const double t73 = k[0] * t63;
    const double t74 = 2.0 * t73;
    const double t75 = k[2] * t61;
    const double t76 = 2.0 * t75;
    const double t77 = t74 + t76;
    const double t78 = 2.0 * (k[0] * t62);
    const double t79 = k[1] * t61;
    const double t80 = 2.0 * t79;
    const double t81 = t78 + t80;
    const double t82 = x[11] * (t65 - (t64 + t67));
    const double t83 = t70 + 2.0 * t71;
    const double t84 = t76 + (-2.0) * t73;
    const double t85 = x[12] * (t64 - (t65 + t67));
    const double t86 = t78 + (-2.0) * t79;
    const double t87 = x[13] * (t66 + t67);
    const double t88 = t22 + t21 + 2.0 * t8;
    const double t89 = t20 + t25;
    const double t90 = k[2] * t89;
    const double t91 = t79 + t90;
    const double t92 = k[0] * t88;
    const double t93 = x[10] * (t92 - t91);
    const double t94 = 2.0 * (k[1] * t89);
    const double t95 = t94 + (-2.0) * t75;
    const double t96 = k[0] * t89;
    const double t97 = k[2] * t88;
    const double t98 = 2.0 * t97;
    const double t99 = 2.0 * t96 + t98;
    const double t100 = 2.0 * t67;
    const double t101 = k[1] * t88;
    const double t102 = 2.0 * t101;
    const double t103 = t100 + t102;
    const double t104 = x[11] * (t79 - (t90 + t92));
    const double t105 = t76 + t94;
    const double t106 = t98 + (-2.0) * t96;
    const double t107 = x[12] * (t90 - (t79 + t92));
    const double t108 = t100 + (-2.0) * t101;
    const double t109 = x[13] * (t91 + t92);
    const double t110 = t28 + t27 + t29;
    const double t111 = t31 + t30 + 2.0 * t17;
    const double t112 = k[1] * t111;
    const double t113 = t75 + t112;
    const double t114 = k[0] * t110;
    const double t115 = x[10] * (t114 - t113);
    const double t116 = k[2] * t111;
    const double t117 = t80 + (-2.0) * t116;
    const double t118 = 2.0 * (k[2] * t110);
    const double t119 = t100 + t118;
    const double t120 = k[0] * t111;
    const double t121 = 2.0 * t120;
    const double t122 = k[1] * t110;
    const double t123 = t121 + 2.0 * t122;
    const double t124 = x[11] * (t112 - (t75 + t114));
    const double t125 = 2.0 * t116;
    const double t126 = t80 + t125;
    const double t127 = t118 + (-2.0) * t67;
    const double t128 = x[12] * (t75 - (t112 + t114));
    const double t129 = t121 + (-2.0) * t122;
    const double t130 = x[13] * (t113 + t114);
    const double t131 = t69 + t97;
    const double t132 = x[10] * (t120 - t131);
    const double t133 = t102 + (-2.0) * t64;
    const double t134 = t125 + 2.0 * t92;
    const double t135 = t74 + 2.0 * t112;
    const double t136 = x[11] * (t69 - (t97 + t120));
    const double t137 = t102 + 2.0 * t64;
    const double t138 = t125 + (-2.0) * t92;
    const double t139 = x[12] * (t97 - (t69 + t120));
    const double t140 = t74 + (-2.0) * t112;
    const double t141 = x[13] * (t120 + t131);
    const double t142 = x[5] * x[5];
    const double t143 = x[4] * x[4];
    const double t144 = -t143;
    const double t145 = x[6] * x[6];
    const double t146 = x[3] * x[3];
    const double t147 = t145 - t146;
    const double t148 = x[4] * x[5];
    const double t149 = x[3] * x[6];
    const double t150 = x[3] * x[5];
    const double t151 = x[4] * x[6];
    const double t152 = (t142 + t144 + t147) * weights[2] + 2.0 * ((t148 + t149) * weights[1]) + 2.0 * ((t150 - t151)
        * weights[0]);
    const double t153 = k[2] * t152;
    const double t154 = -t142;
    const double t155 = x[3] * x[4];
    const double t156 = x[5] * x[6];
    const double t157 = 2.0 * ((t148 - t149) * weights[2]) + (t154 + t143 + t147) * weights[1] + 2.0 * ((t155 + t156)
        * weights[0]);
    const double t158 = k[1] * t157;
    const double t159 = t153 + t158;
    const double t160 = 2.0 * ((t150 + t151) * weights[2]) + 2.0 * ((t155 - t156) * weights[1]) + (t145 + t146 + t144
        + t154) * weights[0];
    const double t161 = k[0] * t160;
    const double t162 = 2.0 * (k[0] * t157);
    const double t163 = k[1] * t160;
    const double t164 = k[0] * t152;
    const double t165 = 2.0 * (k[2] * t160);
    const double t166 = 2.0 * (k[1] * t152);
    const double t167 = k[2] * t157;
    out[0] = t1 + t1 + t3 + t5;
    out[1] = t6 + t6 + t10;
    out[2] = t11 + t11 + t14;
    out[3] = t16 + t16 + t20;
    out[4] = t8 + t8 + t21 + t22;
    out[5] = t23 + t23 + t3 + t24;
    out[6] = t19 + t19 + t18 + t25;
    out[7] = t26 + t26 + t27 + t28;
    out[8] = t12 + t12 + t28 + t29;
    out[9] = t17 + t17 + t30 + t31;
    out[10] = t32 + t32 + t5 + t24;
    out[11] = t33 + t33 + t9 + t34;
    out[12] = 2.0 * (t54 - t52);
    out[13] = 2.0 * t55 + t56;
    out[14] = t57 + 2.0 * t58;
    out[15] = (-2.0) * t59 + t60;
    out[16] = t61;
    out[17] = t62;
    out[18] = t63;
    out[19] = t68 + t68 + x[13] * t72 + x[12] * t77 + x[11] * t81;
    out[20] = t82 + t82 + x[12] * t83 + x[13] * t84 + x[10] * t81;
    out[21] = t85 + t85 + x[11] * t83 + x[10] * t77 + x[13] * t86;
    out[22] = t87 + t87 + x[10] * t72 + x[11] * t84 + x[12] * t86;
    out[23] = 2.0 * (t51 - (t46 + t54));
    out[24] = 2.0 * t59 + t60;
    out[25] = t57 + (-2.0) * t58;
    out[26] = t88;
    out[27] = t61;
    out[28] = t89;
    out[29] = t93 + t93 + x[13] * t95 + x[12] * t99 + x[11] * t103;
    out[30] = t104 + t104 + x[12] * t105 + x[13] * t106 + x[10] * t103;
    out[31] = t107 + t107 + x[11] * t105 + x[10] * t99 + x[13] * t108;
    out[32] = t109 + t109 + x[10] * t95 + x[11] * t106 + x[12] * t108;
    out[33] = 2.0 * (t46 - (t51 + t54));
    out[34] = (-2.0) * t55 + t56;
    out[35] = t110;
    out[36] = t111;
    out[37] = t61;
    out[38] = t115 + t115 + x[13] * t117 + x[12] * t119 + x[11] * t123;
    out[39] = t124 + t124 + x[12] * t126 + x[13] * t127 + x[10] * t123;
    out[40] = t128 + t128 + x[11] * t126 + x[10] * t119 + x[13] * t129;
    out[41] = t130 + t130 + x[10] * t117 + x[11] * t127 + x[12] * t129;
    out[42] = 2.0 * (t52 + t54);
    out[43] = t111;
    out[44] = t63;
    out[45] = t88;
    out[46] = t132 + t132 + x[13] * t133 + x[12] * t134 + x[11] * t135;
    out[47] = t136 + t136 + x[12] * t137 + x[13] * t138 + x[10] * t135;
    out[48] = t139 + t139 + x[11] * t137 + x[10] * t134 + x[13] * t140;
    out[49] = t141 + t141 + x[10] * t133 + x[11] * t138 + x[12] * t140;
    out[50] = 2.0 * (t161 - t159);
    out[51] = t162 + 2.0 * t163;
    out[52] = 2.0 * t164 + t165;
    out[53] = t166 + (-2.0) * t167;
    out[54] = 2.0 * (t158 - (t153 + t161));
    out[55] = t166 + 2.0 * t167;
    out[56] = (-2.0) * t164 + t165;
    out[57] = 2.0 * (t153 - (t158 + t161));
    out[58] = t162 + (-2.0) * t163;
    out[59] = 2.0 * (t159 + t161);
}

static const int seen_jacobian_values[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
};
static const int seen_jacobian_inputs[] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    10, 11, 12, 13, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
};
static const int seen_hessian_rows[] = {
    3, 4, 5, 6, 3, 4, 5, 6, 3, 4, 5, 6, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 4,
    5, 6, 7, 8, 9, 10, 11, 12, 13, 5, 6, 7, 8, 9, 10, 11, 12, 13, 6, 7, 8, 9, 10, 11,
    12, 13, 10, 11, 12, 13, 11, 12, 13, 12, 13, 13,
};
static const int seen_hessian_columns[] = {
    0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4,
    4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6,
    6, 6, 10, 10, 10, 10, 11, 11, 11, 12, 12, 13,
};
const caperi_block_kind caperi_block_seen = {
    "seen", 14, 3, 42, 60,
    seen_jacobian_values, seen_jacobian_inputs, seen_hessian_rows, seen_hessian_columns,
    seen_evaluate, seen_jacobian, seen_hessian,
};

// How far out of a rounded box a point is. The point; inverse squares of the half sides.
static void beyond_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[0] * x[0];
    const double t1 = x[1] * x[1];
    const double t2 = x[2] * x[2];
    out[0] = sqrt(sqrt(k[0] * k[0] * (t0 * t0) + k[1] * k[1] * (t1 * t1) + k[2] * k[2] * (t2 * t2) + 1e-12)) + (-1.0);
}

static void beyond_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = k[0] * k[0];
    const double t1 = x[0] * x[0];
    const double t2 = k[1] * k[1];
    const double t3 = x[1] * x[1];
    const double t4 = k[2] * k[2];
    const double t5 = x[2] * x[2];
    const double t6 = sqrt(t0 * (t1 * t1) + t2 * (t3 * t3) + t4 * (t5 * t5) + 1e-12);
    const double t7 = 1.0 / t6;
    const double t8 = 1.0 / sqrt(t6);
    out[0] = t0 * (x[0] * t1) * t7 * t8;
    out[1] = t8 * (t7 * (t2 * (x[1] * t3)));
    out[2] = t8 * (t7 * (t4 * (x[2] * t5)));
}

static void beyond_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = x[0] * x[0];
    const double t1 = k[0] * k[0];
    const double t2 = k[1] * k[1];
    const double t3 = x[1] * x[1];
    const double t4 = k[2] * k[2];
    const double t5 = x[2] * x[2];
    const double t6 = sqrt(t1 * (t0 * t0) + t2 * (t3 * t3) + t4 * (t5 * t5) + 1e-12);
    const double t7 = 1.0 / t6;
    const double t8 = 1.0 / sqrt(t6);
    const double t9 = t8 * weights[0];
    const double t10 = t7 * t9;
    const double t11 = t1 * t10;
    const double t12 = t1 * (x[0] * t0) * t7;
    const double t13 = t7 * t7;
    const double t14 = t8 * t8;
    const double t15 = (-2.0) * (t9 * (t12 * t13)) - t7 * (weights[0] * (t12 * t8 * t14));
    const double t16 = t2 * t10;
    const double t17 = t7 * (t2 * (x[1] * t3));
    const double t18 = (-2.0) * (t9 * (t17 * t13)) - t7 * (weights[0] * (t8 * t17 * t14));
    const double t19 = t4 * t10;
    const double t20 = t7 * (t4 * (x[2] * t5));
    out[0] = t0 * t11 + x[0] * (2.0 * (x[0] * t11) + t0 * (t1 * t15));
    out[1] = x[1] * (t3 * (t2 * t15));
    out[2] = x[2] * (t5 * (t4 * t15));
    out[3] = t3 * t16 + x[1] * (2.0 * (x[1] * t16) + t3 * (t2 * t18));
    out[4] = x[2] * (t5 * (t4 * t18));
    out[5] = t5 * t19 + x[2] * (2.0 * (x[2] * t19) + t5 * (t4 * ((-2.0) * (t9 * (t20 * t13)) - t7 * (weights[0] * (t8
        * t20 * t14)))));
}

static const int beyond_hessian_rows[] = {
    0, 1, 2, 1, 2, 2,
};
const caperi_block_kind caperi_block_beyond = {
    "beyond", 3, 1, 3, 6,
    zeros, counting, beyond_hessian_rows, along_hessian_columns,
    beyond_evaluate, beyond_jacobian, beyond_hessian,
};

// A point of a body along x. Position along x, quaternion; the point.
static void point_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    out[0] = x[0] + k[0] * (x[4] * x[4] + x[1] * x[1] - x[2] * x[2] - x[3] * x[3]) + 2.0 * (k[1] * (x[1] * x[2] - x[3]
        * x[4])) + 2.0 * (k[2] * (x[1] * x[3] + x[2] * x[4]));
}

static void point_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    out[0] = 1.0;
    out[1] = 2.0 * (x[1] * k[0]) + 2.0 * (x[2] * k[1]) + 2.0 * (x[3] * k[2]);
    out[2] = (-2.0) * (x[2] * k[0]) + 2.0 * (x[1] * k[1]) + 2.0 * (x[4] * k[2]);
    out[3] = (-2.0) * (x[3] * k[0]) + (-2.0) * (x[4] * k[1]) + 2.0 * (x[1] * k[2]);
    out[4] = 2.0 * (x[4] * k[0]) + (-2.0) * (x[3] * k[1]) + 2.0 * (x[2] * k[2]);
}

static void point_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    (void)x;
    const double t0 = k[0] * weights[0];
    const double t1 = 2.0 * t0;
    const double t2 = k[1] * weights[0];
    const double t3 = 2.0 * (k[2] * weights[0]);
    const double t4 = (-2.0) * t0;
    out[0] = t1;
    out[1] = 2.0 * t2;
    out[2] = t3;
    out[3] = t4;
    out[4] = t3;
    out[5] = t4;
    out[6] = (-2.0) * t2;
    out[7] = t1;
}

static const int point_hessian_rows[] = {
    1, 2, 3, 2, 4, 3, 4, 4,
};
static const int point_hessian_columns[] = {
    1, 1, 1, 2, 2, 3, 3, 4,
};
const caperi_block_kind caperi_block_point = {
    "point", 5, 1, 5, 8,
    zeros, counting, point_hessian_rows, point_hessian_columns,
    point_evaluate, point_jacobian, point_hessian,
};

// Rate of a number from before to after. Numbers before and after, the two steps between.
static void slope_evaluate(const double *x, const void *data, double *out)
{
    (void)data;
    out[0] = (x[1] - x[0]) * (1.0 / (x[2] + x[3]));
}

static void slope_jacobian(const double *x, const void *data, double *out)
{
    (void)data;
    const double t0 = 1.0 / (x[2] + x[3]);
    const double t1 = -((x[1] - x[0]) * (t0 * t0));
    out[0] = -t0;
    out[1] = t0;
    out[2] = t1;
    out[3] = t1;
}

static void slope_hessian(const double *x, const void *data, const double *weights, double *out)
{
    (void)data;
    const double t0 = 1.0 / (x[2] + x[3]);
    const double t1 = t0 * t0;
    const double t2 = t1 * weights[0];
    const double t3 = -t2;
    const double t4 = 2.0 * ((x[1] - x[0]) * weights[0] * (t0 * t1));
    out[0] = t2;
    out[1] = t2;
    out[2] = t3;
    out[3] = t3;
    out[4] = t4;
    out[5] = t4;
    out[6] = t4;
}

static const int slope_hessian_rows[] = {
    2, 3, 2, 3, 2, 3, 3,
};
static const int slope_hessian_columns[] = {
    0, 0, 1, 1, 2, 2, 3,
};
const caperi_block_kind caperi_block_slope = {
    "slope", 4, 1, 4, 7,
    zeros, counting, slope_hessian_rows, slope_hessian_columns,
    slope_evaluate, slope_jacobian, slope_hessian,
};

// Second derivative of a number. Numbers before, now, after, the two steps between.
static void bend_evaluate(const double *x, const void *data, double *out)
{
    (void)data;
    out[0] = 2.0 * (((x[2] - x[1]) * (1.0 / x[4]) - (x[1] - x[0]) * (1.0 / x[3])) * (1.0 / (x[3] + x[4])));
}

static void bend_jacobian(const double *x, const void *data, double *out)
{
    (void)data;
    const double t0 = 1.0 / x[3];
    const double t1 = 1.0 / (x[3] + x[4]);
    const double t2 = 1.0 / x[4];
    const double t3 = x[1] - x[0];
    const double t4 = x[2] - x[1];
    const double t5 = -((t4 * t2 - t3 * t0) * (t1 * t1));
    out[0] = 2.0 * (t0 * t1);
    out[1] = 2.0 * (t1 * (-t0 - t2));
    out[2] = 2.0 * (t2 * t1);
    out[3] = 2.0 * (t1 * (t3 * (t0 * t0)) + t5);
    out[4] = 2.0 * (t5 - t1 * (t4 * (t2 * t2)));
}

static void bend_hessian(const double *x, const void *data, const double *weights, double *out)
{
    (void)data;
    const double t0 = 1.0 / (x[3] + x[4]);
    const double t1 = t0 * t0;
    const double t2 = 1.0 / x[3];
    const double t3 = (-2.0) * (t1 * (t2 * weights[0]));
    const double t4 = t2 * t2;
    const double t5 = t0 * weights[0];
    const double t6 = t4 * t5;
    const double t7 = 1.0 / x[4];
    const double t8 = (-2.0) * (t1 * ((-t2 - t7) * weights[0]));
    const double t9 = t7 * t7;
    const double t10 = t9 * t5;
    const double t11 = (-2.0) * (t1 * (t7 * weights[0]));
    const double t12 = x[2] - x[1];
    const double t13 = x[1] - x[0];
    const double t14 = (-2.0) * ((t12 * t7 - t13 * t2) * weights[0] * (t0 * t1));
    const double t15 = (-2.0) * (t14 + t1 * (t13 * t4 * weights[0]));
    const double t16 = t1 * weights[0];
    const double t17 = t9 * (t12 * t16);
    out[0] = t3 + (-2.0) * t6;
    out[1] = t3;
    out[2] = t8 + 2.0 * t6;
    out[3] = t8 + 2.0 * t10;
    out[4] = t11;
    out[5] = t11 + (-2.0) * t10;
    out[6] = t15 + 2.0 * ((-2.0) * (t13 * t5 * (t2 * t4)) - t4 * (t13 * t16));
    out[7] = t15 + 2.0 * t17;
    out[8] = (-2.0) * (t14 - t1 * (t12 * t9 * weights[0])) + (-2.0) * ((-2.0) * (t12 * t5 * (t7 * t9)) - t17);
}

static const int bend_hessian_rows[] = {
    3, 4, 3, 4, 3, 4, 3, 4, 4,
};
static const int bend_hessian_columns[] = {
    0, 0, 1, 1, 2, 2, 3, 3, 4,
};
const caperi_block_kind caperi_block_bend = {
    "bend", 5, 1, 5, 9,
    zeros, counting, bend_hessian_rows, bend_hessian_columns,
    bend_evaluate, bend_jacobian, bend_hessian,
};

// Angular velocity about x: twice that part of the turn from before to after. Quaternions; the two steps.
static void spin_evaluate(const double *x, const void *data, double *out)
{
    (void)data;
    out[0] = 2.0 * ((x[3] * x[4] - x[0] * x[7] - x[2] * x[5] + x[1] * x[6]) * (1.0 / (x[8] + x[9])));
}

static void spin_jacobian(const double *x, const void *data, double *out)
{
    (void)data;
    const double t0 = 1.0 / (x[8] + x[9]);
    const double t1 = (-2.0) * ((x[3] * x[4] - x[0] * x[7] - x[2] * x[5] + x[1] * x[6]) * (t0 * t0));
    out[0] = (-2.0) * (x[7] * t0);
    out[1] = 2.0 * (x[6] * t0);
    out[2] = (-2.0) * (x[5] * t0);
    out[3] = 2.0 * (x[4] * t0);
    out[4] = 2.0 * (x[3] * t0);
    out[5] = (-2.0) * (x[2] * t0);
    out[6] = 2.0 * (x[1] * t0);
    out[7] = (-2.0) * (x[0] * t0);
    out[8] = t1;
    out[9] = t1;
}

static void spin_hessian(const double *x, const void *data, const double *weights, double *out)
{
    (void)data;
    const double t0 = 1.0 / (x[8] + x[9]);
    const double t1 = t0 * weights[0];
    const double t2 = (-2.0) * t1;
    const double t3 = t0 * t0;
    const double t4 = 2.0 * (t3 * (x[7] * weights[0]));
    const double t5 = 2.0 * t1;
    const double t6 = (-2.0) * (t3 * (x[6] * weights[0]));
    const double t7 = 2.0 * (t3 * (x[5] * weights[0]));
    const double t8 = (-2.0) * (t3 * (x[4] * weights[0]));
    const double t9 = (-2.0) * (t3 * (x[3] * weights[0]));
    const double t10 = 2.0 * (t3 * (x[2] * weights[0]));
    const double t11 = (-2.0) * (t3 * (x[1] * weights[0]));
    const double t12 = 2.0 * (t3 * (x[0] * weights[0]));
    const double t13 = 4.0 * ((x[3] * x[4] - x[0] * x[7] - x[2] * x[5] + x[1] * x[6]) * weights[0] * (t0 * t3));
    out[0] = t2;
    out[1] = t4;
    out[2] = t4;
    out[3] = t5;
    out[4] = t6;
    out[5] = t6;
    out[6] = t2;
    out[7] = t7;
    out[8] = t7;
    out[9] = t5;
    out[10] = t8;
    out[11] = t8;
    out[12] = t9;
    out[13] = t9;
    out[14] = t10;
    out[15] = t10;
    out[16] = t11;
    out[17] = t11;
    out[18] = t12;
    out[19] = t12;
    out[20] = t13;
    out[21] = t13;
    out[22] = t13;
}

static const int spin_hessian_rows[] = {
    7, 8, 9, 6, 8, 9, 5, 8, 9, 4, 8, 9, 8, 9, 8, 9, 8, 9, 8, 9, 8, 9, 9,
};
static const int spin_hessian_columns[] = {
    0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9,
};
const caperi_block_kind caperi_block_spin = {
    "spin", 10, 1, 10, 23,
    zeros, counting, spin_hessian_rows, spin_hessian_columns,
    spin_evaluate, spin_jacobian, spin_hessian,
};

// Angle of a direction, from its two sides.
static void arc_evaluate(const double *x, const void *data, double *out)
{
    (void)data;
    out[0] = atan2(x[0], x[1]);
}

static void arc_jacobian(const double *x, const void *data, double *out)
{
    (void)data;
    const double t0 = 1.0 / (x[0] * x[0] + x[1] * x[1]);
    out[0] = x[1] * t0;
    out[1] = -(x[0] * t0);
}

static void arc_hessian(const double *x, const void *data, const double *weights, double *out)
{
    (void)data;
    const double t0 = 1.0 / (x[0] * x[0] + x[1] * x[1]);
    const double t1 = t0 * t0;
    const double t2 = x[0] * t1;
    out[0] = (-2.0) * (weights[0] * (x[1] * t2));
    out[1] = -(weights[0] * (t0 + (-2.0) * (x[0] * t2)));
    out[2] = 2.0 * (weights[0] * (x[0] * (x[1] * t1)));
}

static const int arc_hessian_rows[] = {
    0, 1, 1,
};
const caperi_block_kind caperi_block_arc = {
    "arc", 2, 1, 2, 3,
    zeros, counting, arc_hessian_rows, bearing_jacobian_values,
    arc_evaluate, arc_jacobian, arc_hessian,
};

// How far a direction points down.
static void pitch_evaluate(const double *x, const void *data, double *out)
{
    (void)data;
    out[0] = atan2(-x[1], sqrt(x[0] * x[0] + x[2] * x[2] + 1e-12));
}

static void pitch_jacobian(const double *x, const void *data, double *out)
{
    (void)data;
    const double t0 = sqrt(x[0] * x[0] + x[2] * x[2] + 1e-12);
    const double t1 = 1.0 / t0;
    const double t2 = 1.0 / (x[1] * x[1] + t0 * t0);
    const double t3 = x[1] * t2;
    out[0] = x[0] * t1 * t3;
    out[1] = -(t0 * t2);
    out[2] = t3 * (x[2] * t1);
}

static void pitch_hessian(const double *x, const void *data, const double *weights, double *out)
{
    (void)data;
    const double t0 = sqrt(x[0] * x[0] + x[2] * x[2] + 1e-12);
    const double t1 = 1.0 / t0;
    const double t2 = 1.0 / (x[1] * x[1] + t0 * t0);
    const double t3 = x[1] * t2 * weights[0];
    const double t4 = t1 * t3;
    const double t5 = x[0] * t1;
    const double t6 = t1 * t1;
    const double t7 = t2 * t2;
    const double t8 = t0 * t5 * t7;
    const double t9 = (-2.0) * (t1 * (weights[0] * (x[1] * t8))) - t3 * (t5 * t6);
    const double t10 = x[1] * t7;
    const double t11 = x[2] * t1;
    out[0] = t4 + x[0] * t9;
    out[1] = -(weights[0] * (t5 * t2 + (-2.0) * (t0 * t8)));
    out[2] = x[2] * t9;
    out[3] = 2.0 * (weights[0] * (t0 * t10));
    out[4] = x[2] * (t1 * (weights[0] * (t2 + (-2.0) * (x[1] * t10))));
    out[5] = t4 + x[2] * ((-2.0) * (t1 * (weights[0] * (x[1] * (t7 * (t0 * t11))))) - t3 * (t11 * t6));
}

const caperi_block_kind caperi_block_pitch = {
    "pitch", 3, 1, 3, 6,
    zeros, counting, beyond_hessian_rows, along_hessian_columns,
    pitch_evaluate, pitch_jacobian, pitch_hessian,
};

// Written by hand in apart_block.c, of seen and beyond.
static const int apart_hessian_rows[] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    11, 12, 13, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 3, 4, 5, 6, 7, 8, 9, 10, 11,
    12, 13, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 5, 6, 7, 8, 9, 10, 11, 12, 13, 6, 7, 8,
    9, 10, 11, 12, 13, 7, 8, 9, 10, 11, 12, 13, 8, 9, 10, 11, 12, 13, 9, 10, 11, 12, 13, 10,
    11, 12, 13, 11, 12, 13, 12, 13, 13,
};
static const int apart_hessian_columns[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3,
    3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6,
    6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 10,
    10, 10, 10, 11, 11, 11, 12, 12, 13,
};
const caperi_block_kind caperi_block_apart = {
    "apart", 14, 1, 14, 105,
    zeros, counting, apart_hessian_rows, apart_hessian_columns,
    caperi_apart_evaluate, caperi_apart_jacobian, caperi_apart_hessian,
};

static const int apart_between_hessian_rows[] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
    24, 25, 26, 27, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
    21, 22, 23, 24, 25, 26, 27, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
    19, 20, 21, 22, 23, 24, 25, 26, 27, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17,
    18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17,
    18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
    19, 20, 21, 22, 23, 24, 25, 26, 27, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
    21, 22, 23, 24, 25, 26, 27, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
    24, 25, 26, 27, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
    9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 10, 11, 12, 13, 14,
    15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
    22, 23, 24, 25, 26, 27, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 13, 14,
    15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
    25, 26, 27, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 16, 17, 18, 19, 20, 21, 22, 23,
    24, 25, 26, 27, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 18, 19, 20, 21, 22, 23, 24, 25, 26,
    27, 19, 20, 21, 22, 23, 24, 25, 26, 27, 20, 21, 22, 23, 24, 25, 26, 27, 21, 22, 23, 24, 25, 26,
    27, 22, 23, 24, 25, 26, 27, 23, 24, 25, 26, 27, 24, 25, 26, 27, 25, 26, 27, 26, 27, 27,
};
static const int apart_between_hessian_columns[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
    3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4,
    4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5,
    5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6,
    6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
    7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
    9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 10, 10, 10, 10, 10,
    10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11,
    11, 11, 11, 11, 11, 11, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 13, 13,
    13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14,
    14, 14, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 16, 16, 16, 16, 16, 16, 16, 16,
    16, 16, 16, 16, 17, 17, 17, 17, 17, 17, 17, 17, 17, 17, 17, 18, 18, 18, 18, 18, 18, 18, 18, 18,
    18, 19, 19, 19, 19, 19, 19, 19, 19, 19, 20, 20, 20, 20, 20, 20, 20, 20, 21, 21, 21, 21, 21, 21,
    21, 22, 22, 22, 22, 22, 22, 23, 23, 23, 23, 23, 24, 24, 24, 24, 25, 25, 25, 26, 26, 27,
};
const caperi_block_kind caperi_block_apart_between = {
    "apart_between", 28, 1, 28, 406,
    zeros, counting, apart_between_hessian_rows, apart_between_hessian_columns,
    caperi_apart_between_evaluate, caperi_apart_between_jacobian, caperi_apart_between_hessian,
};
