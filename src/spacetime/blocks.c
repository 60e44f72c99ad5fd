// SPDX-License-Identifier: MIT
// Written by tools/spacetime_blocks.py: do not edit.
// Long, because derivatives of each block are written out, with what they share computed once.
// clang-format off
#include "spacetime/blocks.h"

#include <math.h>

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

static const int norm_jacobian_values[] = {
    0, 0, 0, 0,
};
static const int norm_jacobian_inputs[] = {
    0, 1, 2, 3,
};
static const int norm_hessian_rows[] = {
    0, 1, 2, 3,
};
static const int norm_hessian_columns[] = {
    0, 1, 2, 3,
};
const caperi_block_kind caperi_block_norm = {
    "norm", 4, 1, 4, 4,
    norm_jacobian_values, norm_jacobian_inputs, norm_hessian_rows, norm_hessian_columns,
    norm_evaluate, norm_jacobian, norm_hessian,
};

// Newton and Euler for one body at one frame, steps of different length before and after: mass x acceleration and the change of angular momentum, sum over k of J[k] r[k] x (r'[k] / after + r"[k] / before) / step, r[k] the columns of the rotation. Positions before, now, after; quaternions before, now, after; the two steps; mass, J.
static void inertia_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = 1.0 / (x[21] + x[22]);
    const double t1 = t0 * (1.0 / x[22]);
    const double t2 = t0 * (1.0 / x[21]);
    const double t3 = x[13] * x[14];
    const double t4 = x[15] * x[16];
    const double t5 = t3 + t4;
    const double t6 = x[17] * x[19];
    const double t7 = x[18] * x[20];
    const double t8 = x[9] * x[11];
    const double t9 = x[10] * x[12];
    const double t10 = 4.0 * (t1 * (t6 - t7)) + 4.0 * (t2 * (t8 - t9));
    const double t11 = x[13] * x[15];
    const double t12 = x[14] * x[16];
    const double t13 = t11 - t12;
    const double t14 = x[17] * x[18];
    const double t15 = x[19] * x[20];
    const double t16 = x[9] * x[10];
    const double t17 = x[11] * x[12];
    const double t18 = 4.0 * (t1 * (t14 + t15)) + 4.0 * (t2 * (t16 + t17));
    const double t19 = x[15] * x[15];
    const double t20 = -t19;
    const double t21 = x[14] * x[14];
    const double t22 = x[16] * x[16];
    const double t23 = x[13] * x[13];
    const double t24 = t22 - t23;
    const double t25 = t20 + t21 + t24;
    const double t26 = x[18] * x[19];
    const double t27 = x[17] * x[20];
    const double t28 = x[10] * x[11];
    const double t29 = x[9] * x[12];
    const double t30 = 4.0 * (t1 * (t26 + t27)) + 4.0 * (t2 * (t28 + t29));
    const double t31 = x[14] * x[15];
    const double t32 = x[13] * x[16];
    const double t33 = t31 + t32;
    const double t34 = x[19] * x[19];
    const double t35 = -t34;
    const double t36 = x[18] * x[18];
    const double t37 = x[20] * x[20];
    const double t38 = x[17] * x[17];
    const double t39 = t37 - t38;
    const double t40 = x[11] * x[11];
    const double t41 = -t40;
    const double t42 = x[10] * x[10];
    const double t43 = x[12] * x[12];
    const double t44 = x[9] * x[9];
    const double t45 = t43 - t44;
    const double t46 = 2.0 * (t1 * (t35 + t36 + t39)) + 2.0 * (t2 * (t41 + t42 + t45));
    const double t47 = t31 - t32;
    const double t48 = -t36;
    const double t49 = -t42;
    const double t50 = 2.0 * (t1 * (t34 + t48 + t39)) + 2.0 * (t2 * (t40 + t49 + t45));
    const double t51 = -t21;
    const double t52 = t19 + t51 + t24;
    const double t53 = 4.0 * (t1 * (t26 - t27)) + 4.0 * (t2 * (t28 - t29));
    const double t54 = 2.0 * (t1 * (t37 + t38 + t48 + t35)) + 2.0 * (t2 * (t43 + t44 + t49 + t41));
    const double t55 = t22 + t23 + t51 + t20;
    const double t56 = 4.0 * (t1 * (t14 - t15)) + 4.0 * (t2 * (t16 - t17));
    const double t57 = t3 - t4;
    const double t58 = 4.0 * (t1 * (t6 + t7)) + 4.0 * (t2 * (t8 + t9));
    const double t59 = t11 + t12;
    out[0] = k[0] * (2.0 * (t1 * (x[6] - x[3])) + (-2.0) * (t2 * (x[3] - x[0])));
    out[1] = k[0] * (2.0 * (t1 * (x[7] - x[4])) + (-2.0) * (t2 * (x[4] - x[1])));
    out[2] = k[0] * (2.0 * (t1 * (x[8] - x[5])) + (-2.0) * (t2 * (x[5] - x[2])));
    out[3] = k[4] * (k[1] * (2.0 * (t5 * t10) + (-2.0) * (t13 * t18)) + k[2] * (t25 * t30 + (-2.0) * (t33 * t46)) +
        k[3] * (2.0 * (t47 * t50) - t52 * t53));
    out[4] = k[4] * (k[1] * (2.0 * (t13 * t54) - t55 * t10) + k[2] * (2.0 * (t33 * t56) + (-2.0) * (t57 * t30)) + k[3]
        * (t52 * t58 + (-2.0) * (t59 * t50)));
    out[5] = k[4] * (k[1] * (t55 * t18 + (-2.0) * (t5 * t54)) + k[2] * (2.0 * (t57 * t46) - t25 * t56) + k[3] * (2.0 *
        (t59 * t53) + (-2.0) * (t47 * t58)));
}

static void inertia_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = 1.0 / (x[21] + x[22]);
    const double t1 = 1.0 / x[21];
    const double t2 = t0 * t1;
    const double t3 = 2.0 * (k[0] * t2);
    const double t4 = 1.0 / x[22];
    const double t5 = t0 * t4;
    const double t6 = k[0] * ((-2.0) * t5 + (-2.0) * t2);
    const double t7 = 2.0 * (k[0] * t5);
    const double t8 = x[6] - x[3];
    const double t9 = t0 * t0;
    const double t10 = t4 * t9;
    const double t11 = x[3] - x[0];
    const double t12 = t1 * t9;
    const double t13 = -t12 - t0 * (t1 * t1);
    const double t14 = -t10 - t0 * (t4 * t4);
    const double t15 = x[7] - x[4];
    const double t16 = x[4] - x[1];
    const double t17 = x[8] - x[5];
    const double t18 = x[5] - x[2];
    const double t19 = x[13] * x[14];
    const double t20 = x[15] * x[16];
    const double t21 = t19 + t20;
    const double t22 = x[11] * t2;
    const double t23 = 8.0 * (t21 * t22);
    const double t24 = x[13] * x[15];
    const double t25 = x[14] * x[16];
    const double t26 = t24 - t25;
    const double t27 = x[10] * t2;
    const double t28 = (-8.0) * (t26 * t27);
    const double t29 = x[15] * x[15];
    const double t30 = -t29;
    const double t31 = x[14] * x[14];
    const double t32 = x[16] * x[16];
    const double t33 = x[13] * x[13];
    const double t34 = t32 - t33;
    const double t35 = t30 + t31 + t34;
    const double t36 = x[12] * t2;
    const double t37 = 4.0 * (t35 * t36);
    const double t38 = x[14] * x[15];
    const double t39 = x[13] * x[16];
    const double t40 = t38 + t39;
    const double t41 = x[9] * t2;
    const double t42 = 8.0 * (t40 * t41);
    const double t43 = t38 - t39;
    const double t44 = (-8.0) * (t43 * t41);
    const double t45 = -t31;
    const double t46 = t29 + t45 + t34;
    const double t47 = 4.0 * (t46 * t36);
    const double t48 = (-8.0) * (t21 * t36);
    const double t49 = t26 * t41;
    const double t50 = 4.0 * (t35 * t22);
    const double t51 = t40 * t27;
    const double t52 = (-8.0) * (t43 * t27);
    const double t53 = t46 * t22;
    const double t54 = t21 * t41;
    const double t55 = t26 * t36;
    const double t56 = t35 * t27;
    const double t57 = t40 * t22;
    const double t58 = t43 * t22;
    const double t59 = t46 * t27;
    const double t60 = (-8.0) * (t26 * t22);
    const double t61 = t21 * t27;
    const double t62 = t35 * t41;
    const double t63 = (-8.0) * (t40 * t36);
    const double t64 = 4.0 * (t46 * t41);
    const double t65 = t43 * t36;
    const double t66 = x[17] * x[19];
    const double t67 = x[18] * x[20];
    const double t68 = t66 - t67;
    const double t69 = x[9] * x[11];
    const double t70 = x[10] * x[12];
    const double t71 = t69 - t70;
    const double t72 = 4.0 * (t5 * t68) + 4.0 * (t2 * t71);
    const double t73 = 2.0 * (x[14] * t72);
    const double t74 = x[17] * x[18];
    const double t75 = x[19] * x[20];
    const double t76 = t74 + t75;
    const double t77 = x[9] * x[10];
    const double t78 = x[11] * x[12];
    const double t79 = t77 + t78;
    const double t80 = 4.0 * (t5 * t76) + 4.0 * (t2 * t79);
    const double t81 = (-2.0) * (x[15] * t80);
    const double t82 = x[18] * x[19];
    const double t83 = x[17] * x[20];
    const double t84 = t82 + t83;
    const double t85 = x[10] * x[11];
    const double t86 = x[9] * x[12];
    const double t87 = t85 + t86;
    const double t88 = 4.0 * (t5 * t84) + 4.0 * (t2 * t87);
    const double t89 = (-2.0) * (x[13] * t88);
    const double t90 = x[19] * x[19];
    const double t91 = -t90;
    const double t92 = x[18] * x[18];
    const double t93 = x[20] * x[20];
    const double t94 = x[17] * x[17];
    const double t95 = t93 - t94;
    const double t96 = t91 + t92 + t95;
    const double t97 = x[11] * x[11];
    const double t98 = -t97;
    const double t99 = x[10] * x[10];
    const double t100 = x[12] * x[12];
    const double t101 = x[9] * x[9];
    const double t102 = t100 - t101;
    const double t103 = t98 + t99 + t102;
    const double t104 = 2.0 * (t5 * t96) + 2.0 * (t2 * t103);
    const double t105 = (-2.0) * (x[16] * t104);
    const double t106 = -t92;
    const double t107 = t90 + t106 + t95;
    const double t108 = -t99;
    const double t109 = t97 + t108 + t102;
    const double t110 = 2.0 * (t5 * t107) + 2.0 * (t2 * t109);
    const double t111 = (-2.0) * (x[16] * t110);
    const double t112 = t82 - t83;
    const double t113 = t85 - t86;
    const double t114 = 4.0 * (t5 * t112) + 4.0 * (t2 * t113);
    const double t115 = 2.0 * (x[13] * t114);
    const double t116 = x[13] * t72;
    const double t117 = 2.0 * (x[16] * t80);
    const double t118 = x[14] * t88;
    const double t119 = (-2.0) * (x[15] * t104);
    const double t120 = x[15] * t110;
    const double t121 = 2.0 * (x[14] * t114);
    const double t122 = x[16] * t72;
    const double t123 = x[13] * t80;
    const double t124 = x[15] * t88;
    const double t125 = x[14] * t104;
    const double t126 = x[14] * t110;
    const double t127 = x[15] * t114;
    const double t128 = 2.0 * (x[15] * t72);
    const double t129 = x[14] * t80;
    const double t130 = 2.0 * (x[16] * t88);
    const double t131 = x[13] * t104;
    const double t132 = (-2.0) * (x[13] * t110);
    const double t133 = x[16] * t114;
    const double t134 = x[19] * t5;
    const double t135 = 8.0 * (t21 * t134);
    const double t136 = x[18] * t5;
    const double t137 = (-8.0) * (t26 * t136);
    const double t138 = x[20] * t5;
    const double t139 = 4.0 * (t35 * t138);
    const double t140 = x[17] * t5;
    const double t141 = 8.0 * (t40 * t140);
    const double t142 = (-8.0) * (t43 * t140);
    const double t143 = 4.0 * (t46 * t138);
    const double t144 = (-8.0) * (t21 * t138);
    const double t145 = t26 * t140;
    const double t146 = 4.0 * (t35 * t134);
    const double t147 = t40 * t136;
    const double t148 = (-8.0) * (t43 * t136);
    const double t149 = t46 * t134;
    const double t150 = t21 * t140;
    const double t151 = t26 * t138;
    const double t152 = t35 * t136;
    const double t153 = t40 * t134;
    const double t154 = t43 * t134;
    const double t155 = t46 * t136;
    const double t156 = (-8.0) * (t26 * t134);
    const double t157 = t21 * t136;
    const double t158 = t35 * t140;
    const double t159 = (-8.0) * (t40 * t138);
    const double t160 = 4.0 * (t46 * t140);
    const double t161 = t43 * t138;
    const double t162 = (-4.0) * (t68 * t10) + 4.0 * (t71 * t13);
    const double t163 = (-4.0) * (t76 * t10) + 4.0 * (t79 * t13);
    const double t164 = (-4.0) * (t84 * t10) + 4.0 * (t87 * t13);
    const double t165 = (-2.0) * (t96 * t10) + 2.0 * (t103 * t13);
    const double t166 = (-2.0) * (t107 * t10) + 2.0 * (t109 * t13);
    const double t167 = (-4.0) * (t112 * t10) + 4.0 * (t113 * t13);
    const double t168 = 4.0 * (t68 * t14) + (-4.0) * (t71 * t12);
    const double t169 = 4.0 * (t76 * t14) + (-4.0) * (t79 * t12);
    const double t170 = 4.0 * (t84 * t14) + (-4.0) * (t87 * t12);
    const double t171 = 2.0 * (t96 * t14) + (-2.0) * (t103 * t12);
    const double t172 = 2.0 * (t107 * t14) + (-2.0) * (t109 * t12);
    const double t173 = 4.0 * (t112 * t14) + (-4.0) * (t113 * t12);
    const double t174 = t32 + t33 + t45 + t30;
    const double t175 = t174 * t22;
    const double t176 = t19 - t20;
    const double t177 = t176 * t36;
    const double t178 = t24 + t25;
    const double t179 = t178 * t41;
    const double t180 = 4.0 * (t174 * t36);
    const double t181 = (-8.0) * (t176 * t22);
    const double t182 = 8.0 * (t178 * t27);
    const double t183 = t174 * t41;
    const double t184 = t176 * t27;
    const double t185 = t178 * t22;
    const double t186 = 4.0 * (t174 * t27);
    const double t187 = (-8.0) * (t176 * t41);
    const double t188 = (-8.0) * (t178 * t36);
    const double t189 = t93 + t94 + t106 + t91;
    const double t190 = t100 + t101 + t108 + t98;
    const double t191 = 2.0 * (t5 * t189) + 2.0 * (t2 * t190);
    const double t192 = x[15] * t191;
    const double t193 = t74 - t75;
    const double t194 = t77 - t78;
    const double t195 = 4.0 * (t5 * t193) + 4.0 * (t2 * t194);
    const double t196 = x[16] * t195;
    const double t197 = t66 + t67;
    const double t198 = t69 + t70;
    const double t199 = 4.0 * (t5 * t197) + 4.0 * (t2 * t198);
    const double t200 = x[13] * t199;
    const double t201 = (-2.0) * (x[16] * t191);
    const double t202 = 2.0 * (x[15] * t195);
    const double t203 = (-2.0) * (x[14] * t199);
    const double t204 = x[13] * t191;
    const double t205 = x[14] * t195;
    const double t206 = x[15] * t199;
    const double t207 = (-2.0) * (x[14] * t191);
    const double t208 = 2.0 * (x[13] * t195);
    const double t209 = 2.0 * (x[16] * t199);
    const double t210 = t174 * t134;
    const double t211 = t176 * t138;
    const double t212 = t178 * t140;
    const double t213 = 4.0 * (t174 * t138);
    const double t214 = (-8.0) * (t176 * t134);
    const double t215 = 8.0 * (t178 * t136);
    const double t216 = t174 * t140;
    const double t217 = t176 * t136;
    const double t218 = t178 * t134;
    const double t219 = 4.0 * (t174 * t136);
    const double t220 = (-8.0) * (t176 * t140);
    const double t221 = (-8.0) * (t178 * t138);
    const double t222 = (-2.0) * (t189 * t10) + 2.0 * (t190 * t13);
    const double t223 = (-4.0) * (t193 * t10) + 4.0 * (t194 * t13);
    const double t224 = (-4.0) * (t197 * t10) + 4.0 * (t198 * t13);
    const double t225 = 2.0 * (t189 * t14) + (-2.0) * (t190 * t12);
    const double t226 = 4.0 * (t193 * t14) + (-4.0) * (t194 * t12);
    const double t227 = 4.0 * (t197 * t14) + (-4.0) * (t198 * t12);
    out[0] = t3;
    out[1] = t6;
    out[2] = t7;
    out[3] = k[0] * ((-2.0) * (t8 * t10) + (-2.0) * (t11 * t13));
    out[4] = k[0] * (2.0 * (t8 * t14) + 2.0 * (t11 * t12));
    out[5] = t3;
    out[6] = t6;
    out[7] = t7;
    out[8] = k[0] * ((-2.0) * (t15 * t10) + (-2.0) * (t16 * t13));
    out[9] = k[0] * (2.0 * (t15 * t14) + 2.0 * (t16 * t12));
    out[10] = t3;
    out[11] = t6;
    out[12] = t7;
    out[13] = k[0] * ((-2.0) * (t17 * t10) + (-2.0) * (t18 * t13));
    out[14] = k[0] * (2.0 * (t17 * t14) + 2.0 * (t18 * t12));
    out[15] = k[4] * (k[1] * (t23 + t28) + k[2] * (t37 + t42) + k[3] * (t44 + t47));
    out[16] = k[4] * (k[1] * (t48 + (-8.0) * t49) + k[2] * (t50 + (-8.0) * t51) + k[3] * (t52 + (-4.0) * t53));
    out[17] = k[4] * (k[1] * (8.0 * t54 + (-8.0) * t55) + k[2] * (4.0 * t56 + 8.0 * t57) + k[3] * (8.0 * t58 + (-4.0)
        * t59));
    out[18] = k[4] * (k[1] * (t60 + (-8.0) * t61) + k[2] * (4.0 * t62 + t63) + k[3] * (t64 + 8.0 * t65));
    out[19] = k[4] * (k[1] * (t73 + t81) + k[2] * (t89 + t105) + k[3] * (t111 + t115));
    out[20] = k[4] * (k[1] * (2.0 * t116 + t117) + k[2] * (2.0 * t118 + t119) + k[3] * (2.0 * t120 + t121));
    out[21] = k[4] * (k[1] * (2.0 * t122 + (-2.0) * t123) + k[2] * ((-2.0) * t124 + (-2.0) * t125) + k[3] * (2.0 *
        t126 + (-2.0) * t127));
    out[22] = k[4] * (k[1] * (t128 + 2.0 * t129) + k[2] * (t130 + (-2.0) * t131) + k[3] * (t132 + (-2.0) * t133));
    out[23] = k[4] * (k[1] * (t135 + t137) + k[2] * (t139 + t141) + k[3] * (t142 + t143));
    out[24] = k[4] * (k[1] * (t144 + (-8.0) * t145) + k[2] * (t146 + (-8.0) * t147) + k[3] * (t148 + (-4.0) * t149));
    out[25] = k[4] * (k[1] * (8.0 * t150 + (-8.0) * t151) + k[2] * (4.0 * t152 + 8.0 * t153) + k[3] * (8.0 * t154 +
        (-4.0) * t155));
    out[26] = k[4] * (k[1] * (t156 + (-8.0) * t157) + k[2] * (4.0 * t158 + t159) + k[3] * (t160 + 8.0 * t161));
    out[27] = k[4] * (k[1] * (2.0 * (t21 * t162) + (-2.0) * (t26 * t163)) + k[2] * (t35 * t164 + (-2.0) * (t40 *
        t165)) + k[3] * (2.0 * (t43 * t166) - t46 * t167));
    out[28] = k[4] * (k[1] * (2.0 * (t21 * t168) + (-2.0) * (t26 * t169)) + k[2] * (t35 * t170 + (-2.0) * (t40 *
        t171)) + k[3] * (2.0 * (t43 * t172) - t46 * t173));
    out[29] = k[4] * (k[1] * (8.0 * t49 + (-4.0) * t175) + k[2] * (8.0 * t51 + (-8.0) * t177) + k[3] * (4.0 * t53 +
        8.0 * t179));
    out[30] = k[4] * (k[1] * (t28 + t180) + k[2] * (t42 + t181) + k[3] * (t47 + t182));
    out[31] = k[4] * (k[1] * (t60 + (-4.0) * t183) + k[2] * (t63 + (-8.0) * t184) + k[3] * (t64 + (-8.0) * t185));
    out[32] = k[4] * (k[1] * (t186 + 8.0 * t55) + k[2] * (t187 + (-8.0) * t57) + k[3] * (t188 + 4.0 * t59));
    out[33] = k[4] * (k[1] * (2.0 * t192 + (-2.0) * t116) + k[2] * (2.0 * t196 + (-2.0) * t118) + k[3] * ((-2.0) *
        t200 + (-2.0) * t120));
    out[34] = k[4] * (k[1] * (t73 + t201) + k[2] * (t89 + t202) + k[3] * (t111 + t203));
    out[35] = k[4] * (k[1] * (2.0 * t204 + t128) + k[2] * (2.0 * t205 + t130) + k[3] * (2.0 * t206 + t132));
    out[36] = k[4] * (k[1] * (t207 + (-2.0) * t122) + k[2] * (t208 + 2.0 * t124) + k[3] * (t209 + (-2.0) * t126));
    out[37] = k[4] * (k[1] * (8.0 * t145 + (-4.0) * t210) + k[2] * (8.0 * t147 + (-8.0) * t211) + k[3] * (4.0 * t149 +
        8.0 * t212));
    out[38] = k[4] * (k[1] * (t137 + t213) + k[2] * (t141 + t214) + k[3] * (t143 + t215));
    out[39] = k[4] * (k[1] * (t156 + (-4.0) * t216) + k[2] * (t159 + (-8.0) * t217) + k[3] * (t160 + (-8.0) * t218));
    out[40] = k[4] * (k[1] * (t219 + 8.0 * t151) + k[2] * (t220 + (-8.0) * t153) + k[3] * (t221 + 4.0 * t155));
    out[41] = k[4] * (k[1] * (2.0 * (t26 * t222) - t174 * t162) + k[2] * (2.0 * (t40 * t223) + (-2.0) * (t176 * t164))
        + k[3] * (t46 * t224 + (-2.0) * (t178 * t166)));
    out[42] = k[4] * (k[1] * (2.0 * (t26 * t225) - t174 * t168) + k[2] * (2.0 * (t40 * t226) + (-2.0) * (t176 * t170))
        + k[3] * (t46 * t227 + (-2.0) * (t178 * t172)));
    out[43] = k[4] * (k[1] * (t186 + (-8.0) * t54) + k[2] * (t187 + (-4.0) * t56) + k[3] * (t188 + (-8.0) * t58));
    out[44] = k[4] * (k[1] * (4.0 * t183 + 8.0 * t61) + k[2] * (8.0 * t184 + (-4.0) * t62) + k[3] * (8.0 * t185 +
        (-8.0) * t65));
    out[45] = k[4] * (k[1] * (t23 + t180) + k[2] * (t37 + t181) + k[3] * (t44 + t182));
    out[46] = k[4] * (k[1] * (4.0 * t175 + t48) + k[2] * (t50 + 8.0 * t177) + k[3] * (t52 + (-8.0) * t179));
    out[47] = k[4] * (k[1] * (2.0 * t123 + t207) + k[2] * (2.0 * t125 + t208) + k[3] * (2.0 * t127 + t209));
    out[48] = k[4] * (k[1] * ((-2.0) * t129 + (-2.0) * t204) + k[2] * (2.0 * t131 + (-2.0) * t205) + k[3] * (2.0 *
        t133 + (-2.0) * t206));
    out[49] = k[4] * (k[1] * (t81 + t201) + k[2] * (t105 + t202) + k[3] * (t115 + t203));
    out[50] = k[4] * (k[1] * (t117 + (-2.0) * t192) + k[2] * (t119 + (-2.0) * t196) + k[3] * (t121 + 2.0 * t200));
    out[51] = k[4] * (k[1] * (t219 + (-8.0) * t150) + k[2] * (t220 + (-4.0) * t152) + k[3] * (t221 + (-8.0) * t154));
    out[52] = k[4] * (k[1] * (4.0 * t216 + 8.0 * t157) + k[2] * (8.0 * t217 + (-4.0) * t158) + k[3] * (8.0 * t218 +
        (-8.0) * t161));
    out[53] = k[4] * (k[1] * (t135 + t213) + k[2] * (t139 + t214) + k[3] * (t142 + t215));
    out[54] = k[4] * (k[1] * (4.0 * t210 + t144) + k[2] * (t146 + 8.0 * t211) + k[3] * (t148 + (-8.0) * t212));
    out[55] = k[4] * (k[1] * (t174 * t163 + (-2.0) * (t21 * t222)) + k[2] * (2.0 * (t176 * t165) - t35 * t223) + k[3]
        * (2.0 * (t178 * t167) + (-2.0) * (t43 * t224)));
    out[56] = k[4] * (k[1] * (t174 * t169 + (-2.0) * (t21 * t225)) + k[2] * (2.0 * (t176 * t171) - t35 * t226) + k[3]
        * (2.0 * (t178 * t173) + (-2.0) * (t43 * t227)));
}

static void inertia_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = 1.0 / x[21];
    const double t1 = t0 * t0;
    const double t2 = 1.0 / (x[21] + x[22]);
    const double t3 = k[0] * weights[0];
    const double t4 = t2 * t3;
    const double t5 = t1 * t4;
    const double t6 = t2 * t2;
    const double t7 = t0 * t3;
    const double t8 = (-2.0) * (t6 * t7);
    const double t9 = k[0] * weights[1];
    const double t10 = t2 * t9;
    const double t11 = t1 * t10;
    const double t12 = t0 * t9;
    const double t13 = (-2.0) * (t6 * t12);
    const double t14 = k[0] * weights[2];
    const double t15 = t2 * t14;
    const double t16 = t1 * t15;
    const double t17 = t0 * t14;
    const double t18 = (-2.0) * (t6 * t17);
    const double t19 = 1.0 / x[22];
    const double t20 = t19 * t3;
    const double t21 = -(t6 * ((-2.0) * t7 + (-2.0) * t20));
    const double t22 = t19 * t19;
    const double t23 = t22 * t4;
    const double t24 = t19 * t9;
    const double t25 = -(t6 * ((-2.0) * t12 + (-2.0) * t24));
    const double t26 = t22 * t10;
    const double t27 = t19 * t14;
    const double t28 = -(t6 * ((-2.0) * t17 + (-2.0) * t27));
    const double t29 = t22 * t15;
    const double t30 = (-2.0) * (t6 * t20);
    const double t31 = (-2.0) * (t6 * t24);
    const double t32 = (-2.0) * (t6 * t27);
    const double t33 = t2 * t0;
    const double t34 = x[13] * x[14];
    const double t35 = x[15] * x[16];
    const double t36 = t34 + t35;
    const double t37 = k[4] * weights[5];
    const double t38 = k[1] * t37;
    const double t39 = x[13] * x[15];
    const double t40 = x[14] * x[16];
    const double t41 = t39 - t40;
    const double t42 = k[4] * weights[4];
    const double t43 = k[1] * t42;
    const double t44 = (-2.0) * (t36 * t38) + 2.0 * (t41 * t43);
    const double t45 = 2.0 * (t33 * t44);
    const double t46 = t39 + t40;
    const double t47 = k[3] * t42;
    const double t48 = x[14] * x[15];
    const double t49 = x[13] * x[16];
    const double t50 = t48 - t49;
    const double t51 = k[4] * weights[3];
    const double t52 = k[3] * t51;
    const double t53 = (-2.0) * (t46 * t47) + 2.0 * (t50 * t52);
    const double t54 = 2.0 * (t33 * t53);
    const double t55 = t34 - t35;
    const double t56 = k[2] * t37;
    const double t57 = t48 + t49;
    const double t58 = k[2] * t51;
    const double t59 = 2.0 * (t55 * t56) + (-2.0) * (t57 * t58);
    const double t60 = 2.0 * (t33 * t59);
    const double t61 = t54 + t60;
    const double t62 = x[15] * x[15];
    const double t63 = -t62;
    const double t64 = x[14] * x[14];
    const double t65 = x[16] * x[16];
    const double t66 = x[13] * x[13];
    const double t67 = t65 - t66;
    const double t68 = t63 + t64 + t67;
    const double t69 = k[2] * t42;
    const double t70 = 2.0 * (t57 * t69) - t68 * t56;
    const double t71 = t33 * t70;
    const double t72 = -t64;
    const double t73 = t65 + t66 + t72 + t63;
    const double t74 = k[1] * t51;
    const double t75 = t73 * t38 + (-2.0) * (t41 * t74);
    const double t76 = 4.0 * (t33 * t75);
    const double t77 = k[3] * t37;
    const double t78 = t62 + t72 + t67;
    const double t79 = (-2.0) * (t50 * t77) + t78 * t47;
    const double t80 = 4.0 * (t33 * t79);
    const double t81 = 2.0 * (t36 * t74) - t73 * t43;
    const double t82 = t33 * t81;
    const double t83 = 2.0 * (t46 * t77) - t78 * t52;
    const double t84 = t33 * t83;
    const double t85 = (-2.0) * (t55 * t69) + t68 * t58;
    const double t86 = 4.0 * (t33 * t85);
    const double t87 = x[10] * t33;
    const double t88 = t87 * t38;
    const double t89 = x[11] * t33;
    const double t90 = t89 * t43;
    const double t91 = 4.0 * t88 + (-4.0) * t90;
    const double t92 = t89 * t47;
    const double t93 = x[12] * t33;
    const double t94 = t93 * t52;
    const double t95 = 4.0 * t92 + 4.0 * t94;
    const double t96 = t87 * t56;
    const double t97 = t93 * t58;
    const double t98 = (-4.0) * t96 + 4.0 * t97;
    const double t99 = t95 + t98;
    const double t100 = x[13] * (t91 - t99);
    const double t101 = t89 * t77;
    const double t102 = x[9] * t33;
    const double t103 = t102 * t52;
    const double t104 = (-8.0) * t101 + (-8.0) * t103;
    const double t105 = t87 * t69;
    const double t106 = t102 * t58;
    const double t107 = 8.0 * t105 + 8.0 * t106;
    const double t108 = t107 - t104;
    const double t109 = (-8.0) * (t93 * t77);
    const double t110 = t102 * t47;
    const double t111 = t109 + 8.0 * t110;
    const double t112 = t102 * t43;
    const double t113 = (-8.0) * (t87 * t74);
    const double t114 = 8.0 * t112 + t113;
    const double t115 = t111 + t114;
    const double t116 = t102 * t56;
    const double t117 = (-8.0) * (t93 * t69);
    const double t118 = (-8.0) * t116 + t117;
    const double t119 = t102 * t38;
    const double t120 = t89 * t74;
    const double t121 = (-8.0) * t119 + 8.0 * t120;
    const double t122 = t118 + t121;
    const double t123 = x[14] * (t98 - (t91 + t95));
    const double t124 = t104 + t107;
    const double t125 = t111 - t114;
    const double t126 = x[15] * (t95 - (t91 + t98));
    const double t127 = t121 - t118;
    const double t128 = x[16] * (t91 + t99);
    const double t129 = 4.0 * (x[11] * t79) + 4.0 * (x[10] * t70) + 4.0 * (x[9] * t44) + (-4.0) * (x[12] * t83) +
        (-4.0) * (x[9] * t53) + (-4.0) * (x[9] * t59) + 4.0 * (x[12] * t85) + 4.0 * (x[10] * t75) + 4.0 * (x[11] *
        t81);
    const double t130 = -(t6 * (t0 * t129));
    const double t131 = t93 * t43;
    const double t132 = 4.0 * t119 + 4.0 * t131;
    const double t133 = t93 * t47;
    const double t134 = t89 * t52;
    const double t135 = 4.0 * t133 + (-4.0) * t134;
    const double t136 = t89 * t58;
    const double t137 = (-4.0) * t116 + 4.0 * t136;
    const double t138 = t135 + t137;
    const double t139 = x[13] * (t132 - t138);
    const double t140 = t87 * t52;
    const double t141 = t109 + (-8.0) * t140;
    const double t142 = t102 * t69;
    const double t143 = t87 * t58;
    const double t144 = 8.0 * t142 + (-8.0) * t143;
    const double t145 = t144 - t141;
    const double t146 = t87 * t47;
    const double t147 = 8.0 * t101 + 8.0 * t146;
    const double t148 = t87 * t43;
    const double t149 = t102 * t74;
    const double t150 = (-8.0) * t148 + (-8.0) * t149;
    const double t151 = t147 + t150;
    const double t152 = (-8.0) * (t89 * t69);
    const double t153 = 8.0 * t96 + t152;
    const double t154 = (-8.0) * (t93 * t74);
    const double t155 = 8.0 * t88 + t154;
    const double t156 = t153 + t155;
    const double t157 = x[14] * (t137 - (t132 + t135));
    const double t158 = t141 + t144;
    const double t159 = t147 - t150;
    const double t160 = x[15] * (t135 - (t132 + t137));
    const double t161 = t155 - t153;
    const double t162 = x[16] * (t132 + t138);
    const double t163 = 4.0 * (x[12] * t79) + 4.0 * (x[9] * t70) + (-4.0) * (x[10] * t44) + 4.0 * (x[11] * t83) +
        (-4.0) * (x[10] * t53) + 4.0 * (x[10] * t59) + 4.0 * (x[11] * t85) + 4.0 * (x[9] * t75) + (-4.0) * (x[12] *
        t81);
    const double t164 = -(t6 * (t0 * t163));
    const double t165 = t93 * t38;
    const double t166 = 4.0 * t165 + (-4.0) * t112;
    const double t167 = (-4.0) * t140 + 4.0 * t110;
    const double t168 = t93 * t56;
    const double t169 = 4.0 * t143 + 4.0 * t168;
    const double t170 = t167 + t169;
    const double t171 = x[13] * (t166 - t170);
    const double t172 = (-8.0) * (t102 * t77);
    const double t173 = t172 + 8.0 * t134;
    const double t174 = t117 + 8.0 * t136;
    const double t175 = t174 - t173;
    const double t176 = t87 * t77;
    const double t177 = 8.0 * t176 + (-8.0) * t92;
    const double t178 = t154 + (-8.0) * t90;
    const double t179 = t177 + t178;
    const double t180 = t89 * t56;
    const double t181 = (-8.0) * t180 + (-8.0) * t105;
    const double t182 = t89 * t38;
    const double t183 = 8.0 * t182 + 8.0 * t149;
    const double t184 = t181 + t183;
    const double t185 = x[14] * (t169 - (t166 + t167));
    const double t186 = t173 + t174;
    const double t187 = t177 - t178;
    const double t188 = x[15] * (t167 - (t166 + t169));
    const double t189 = t183 - t181;
    const double t190 = x[16] * (t166 + t170);
    const double t191 = 4.0 * (x[9] * t79) + (-4.0) * (x[12] * t70) + (-4.0) * (x[11] * t44) + 4.0 * (x[10] * t83) +
        4.0 * (x[11] * t53) + (-4.0) * (x[11] * t59) + 4.0 * (x[10] * t85) + 4.0 * (x[12] * t75) + 4.0 * (x[9] * t81);
    const double t192 = -(t6 * (t0 * t191));
    const double t193 = 4.0 * t182 + 4.0 * t148;
    const double t194 = 4.0 * t146 + 4.0 * t103;
    const double t195 = 4.0 * t180 + 4.0 * t106;
    const double t196 = t194 + t195;
    const double t197 = x[13] * (t193 - t196);
    const double t198 = (-8.0) * t176 + 8.0 * t94;
    const double t199 = t152 + (-8.0) * t97;
    const double t200 = t199 - t198;
    const double t201 = t172 + (-8.0) * t133;
    const double t202 = 8.0 * t131 + (-8.0) * t120;
    const double t203 = t201 + t202;
    const double t204 = 8.0 * t168 + (-8.0) * t142;
    const double t205 = t113 + (-8.0) * t165;
    const double t206 = t204 + t205;
    const double t207 = x[14] * (t195 - (t193 + t194));
    const double t208 = t198 + t199;
    const double t209 = t201 - t202;
    const double t210 = x[15] * (t194 - (t193 + t195));
    const double t211 = t205 - t204;
    const double t212 = x[16] * (t193 + t196);
    const double t213 = 4.0 * (x[10] * t79) + (-4.0) * (x[11] * t70) + 4.0 * (x[12] * t44) + (-4.0) * (x[9] * t83) +
        4.0 * (x[12] * t53) + 4.0 * (x[12] * t59) + 4.0 * (x[9] * t85) + 4.0 * (x[11] * t75) + (-4.0) * (x[10] * t81);
    const double t214 = -(t6 * (t0 * t213));
    const double t215 = t2 * t19;
    const double t216 = x[17] * x[18];
    const double t217 = x[19] * x[20];
    const double t218 = t216 + t217;
    const double t219 = x[9] * x[10];
    const double t220 = x[11] * x[12];
    const double t221 = t219 + t220;
    const double t222 = 4.0 * (t215 * t218) + 4.0 * (t33 * t221);
    const double t223 = x[17] * x[19];
    const double t224 = x[18] * x[20];
    const double t225 = t223 - t224;
    const double t226 = x[9] * x[11];
    const double t227 = x[10] * x[12];
    const double t228 = t226 - t227;
    const double t229 = 4.0 * (t215 * t225) + 4.0 * (t33 * t228);
    const double t230 = t222 * t38 - t229 * t43;
    const double t231 = t223 + t224;
    const double t232 = t226 + t227;
    const double t233 = 4.0 * (t215 * t231) + 4.0 * (t33 * t232);
    const double t234 = x[18] * x[19];
    const double t235 = x[17] * x[20];
    const double t236 = t234 - t235;
    const double t237 = x[10] * x[11];
    const double t238 = x[9] * x[12];
    const double t239 = t237 - t238;
    const double t240 = 4.0 * (t215 * t236) + 4.0 * (t33 * t239);
    const double t241 = t233 * t47 - t240 * t52;
    const double t242 = t216 - t217;
    const double t243 = t219 - t220;
    const double t244 = 4.0 * (t215 * t242) + 4.0 * (t33 * t243);
    const double t245 = t234 + t235;
    const double t246 = t237 + t238;
    const double t247 = 4.0 * (t215 * t245) + 4.0 * (t33 * t246);
    const double t248 = t247 * t58 - t244 * t56;
    const double t249 = t241 + t248;
    const double t250 = x[19] * x[19];
    const double t251 = -t250;
    const double t252 = x[18] * x[18];
    const double t253 = x[20] * x[20];
    const double t254 = x[17] * x[17];
    const double t255 = t253 - t254;
    const double t256 = t251 + t252 + t255;
    const double t257 = x[11] * x[11];
    const double t258 = -t257;
    const double t259 = x[10] * x[10];
    const double t260 = x[12] * x[12];
    const double t261 = x[9] * x[9];
    const double t262 = t260 - t261;
    const double t263 = t258 + t259 + t262;
    const double t264 = 2.0 * (t215 * t256) + 2.0 * (t33 * t263);
    const double t265 = 2.0 * (t264 * t56) + (-2.0) * (t247 * t69);
    const double t266 = -t252;
    const double t267 = t253 + t254 + t266 + t251;
    const double t268 = -t259;
    const double t269 = t260 + t261 + t268 + t258;
    const double t270 = 2.0 * (t215 * t267) + 2.0 * (t33 * t269);
    const double t271 = (-2.0) * (t270 * t38) + 2.0 * (t229 * t74);
    const double t272 = t250 + t266 + t255;
    const double t273 = t257 + t268 + t262;
    const double t274 = 2.0 * (t215 * t272) + 2.0 * (t33 * t273);
    const double t275 = 2.0 * (t240 * t77) + (-2.0) * (t274 * t47);
    const double t276 = 2.0 * (t270 * t43) + (-2.0) * (t222 * t74);
    const double t277 = (-2.0) * (t233 * t77) + 2.0 * (t274 * t52);
    const double t278 = 2.0 * (t244 * t69) + (-2.0) * (t264 * t58);
    const double t279 = (-2.0) * (x[14] * t38);
    const double t280 = 2.0 * (x[15] * t43);
    const double t281 = t279 + t280;
    const double t282 = 2.0 * (t215 * t281);
    const double t283 = x[15] * t47;
    const double t284 = (-2.0) * (x[16] * t52);
    const double t285 = (-2.0) * t283 + t284;
    const double t286 = 2.0 * (t215 * t285);
    const double t287 = x[14] * t56;
    const double t288 = x[16] * t58;
    const double t289 = 2.0 * t287 + (-2.0) * t288;
    const double t290 = 2.0 * (t215 * t289);
    const double t291 = t286 + t290;
    const double t292 = x[15] * t77;
    const double t293 = x[13] * t52;
    const double t294 = 2.0 * t292 + 2.0 * t293;
    const double t295 = t215 * t294;
    const double t296 = x[14] * t69;
    const double t297 = (-2.0) * (x[13] * t58);
    const double t298 = (-2.0) * t296 + t297;
    const double t299 = 4.0 * (t215 * t298);
    const double t300 = (-4.0) * t295 + t299;
    const double t301 = 2.0 * (x[13] * t56);
    const double t302 = 2.0 * (x[16] * t69);
    const double t303 = t301 + t302;
    const double t304 = t215 * t303;
    const double t305 = x[13] * t38;
    const double t306 = x[15] * t74;
    const double t307 = 2.0 * t305 + (-2.0) * t306;
    const double t308 = 4.0 * (t215 * t307);
    const double t309 = 4.0 * t304 + t308;
    const double t310 = 2.0 * (x[16] * t77);
    const double t311 = (-2.0) * (x[13] * t47);
    const double t312 = t310 + t311;
    const double t313 = 4.0 * (t215 * t312);
    const double t314 = x[13] * t43;
    const double t315 = 2.0 * (x[14] * t74);
    const double t316 = (-2.0) * t314 + t315;
    const double t317 = t215 * t316;
    const double t318 = t313 + 4.0 * t317;
    const double t319 = t299 + 4.0 * t295;
    const double t320 = t313 + (-4.0) * t317;
    const double t321 = t308 + (-4.0) * t304;
    const double t322 = 4.0 * (t232 * t312) + 4.0 * (t243 * t303) + 2.0 * (t269 * t281) + 4.0 * (t239 * t294) + 2.0 *
        (t273 * t285) + 2.0 * (t263 * t289) + 4.0 * (t246 * t298) + 4.0 * (t221 * t307) + 4.0 * (t228 * t316);
    const double t323 = 4.0 * (t231 * t312) + 4.0 * (t242 * t303) + 2.0 * (t267 * t281) + 4.0 * (t236 * t294) + 2.0 *
        (t272 * t285) + 2.0 * (t256 * t289) + 4.0 * (t245 * t298) + 4.0 * (t218 * t307) + 4.0 * (t225 * t316);
    const double t324 = -(t6 * (t0 * t322 + t19 * t323));
    const double t325 = (-2.0) * (x[16] * t43);
    const double t326 = (-2.0) * t305 + t325;
    const double t327 = 2.0 * (t215 * t326);
    const double t328 = x[16] * t47;
    const double t329 = x[15] * t52;
    const double t330 = (-2.0) * t328 + 2.0 * t329;
    const double t331 = 2.0 * (t215 * t330);
    const double t332 = (-2.0) * (x[15] * t58);
    const double t333 = t301 + t332;
    const double t334 = 2.0 * (t215 * t333);
    const double t335 = t331 + t334;
    const double t336 = 2.0 * (x[14] * t52);
    const double t337 = t310 + t336;
    const double t338 = t215 * t337;
    const double t339 = x[13] * t69;
    const double t340 = x[14] * t58;
    const double t341 = (-2.0) * t339 + 2.0 * t340;
    const double t342 = 4.0 * (t215 * t341);
    const double t343 = (-4.0) * t338 + t342;
    const double t344 = 2.0 * (x[15] * t69);
    const double t345 = (-2.0) * t287 + t344;
    const double t346 = t215 * t345;
    const double t347 = 2.0 * (x[16] * t74);
    const double t348 = t279 + t347;
    const double t349 = 4.0 * (t215 * t348);
    const double t350 = 4.0 * t346 + t349;
    const double t351 = (-2.0) * (x[14] * t47);
    const double t352 = (-2.0) * t292 + t351;
    const double t353 = 4.0 * (t215 * t352);
    const double t354 = x[14] * t43;
    const double t355 = x[13] * t74;
    const double t356 = 2.0 * t354 + 2.0 * t355;
    const double t357 = t215 * t356;
    const double t358 = t353 + 4.0 * t357;
    const double t359 = t342 + 4.0 * t338;
    const double t360 = t353 + (-4.0) * t357;
    const double t361 = t349 + (-4.0) * t346;
    const double t362 = 4.0 * (t232 * t352) + 4.0 * (t243 * t345) + 2.0 * (t269 * t326) + 4.0 * (t239 * t337) + 2.0 *
        (t273 * t330) + 2.0 * (t263 * t333) + 4.0 * (t246 * t341) + 4.0 * (t221 * t348) + 4.0 * (t228 * t356);
    const double t363 = 4.0 * (t231 * t352) + 4.0 * (t242 * t345) + 2.0 * (t267 * t326) + 4.0 * (t236 * t337) + 2.0 *
        (t272 * t330) + 2.0 * (t256 * t333) + 4.0 * (t245 * t341) + 4.0 * (t218 * t348) + 4.0 * (t225 * t356);
    const double t364 = -(t6 * (t0 * t362 + t19 * t363));
    const double t365 = x[16] * t38;
    const double t366 = 2.0 * t314 + (-2.0) * t365;
    const double t367 = 2.0 * (t215 * t366);
    const double t368 = t311 + t336;
    const double t369 = 2.0 * (t215 * t368);
    const double t370 = (-2.0) * (x[16] * t56);
    const double t371 = t370 + (-2.0) * t340;
    const double t372 = 2.0 * (t215 * t371);
    const double t373 = t369 + t372;
    const double t374 = 2.0 * (x[13] * t77);
    const double t375 = t374 + (-2.0) * t329;
    const double t376 = t215 * t375;
    const double t377 = t302 + t332;
    const double t378 = 4.0 * (t215 * t377);
    const double t379 = (-4.0) * t376 + t378;
    const double t380 = x[15] * t56;
    const double t381 = 2.0 * t380 + 2.0 * t296;
    const double t382 = t215 * t381;
    const double t383 = (-2.0) * (x[15] * t38);
    const double t384 = t383 + (-2.0) * t355;
    const double t385 = 4.0 * (t215 * t384);
    const double t386 = 4.0 * t382 + t385;
    const double t387 = x[14] * t77;
    const double t388 = (-2.0) * t387 + 2.0 * t283;
    const double t389 = 4.0 * (t215 * t388);
    const double t390 = t280 + t347;
    const double t391 = t215 * t390;
    const double t392 = t389 + 4.0 * t391;
    const double t393 = t378 + 4.0 * t376;
    const double t394 = t389 + (-4.0) * t391;
    const double t395 = t385 + (-4.0) * t382;
    const double t396 = 4.0 * (t232 * t388) + 4.0 * (t243 * t381) + 2.0 * (t269 * t366) + 4.0 * (t239 * t375) + 2.0 *
        (t273 * t368) + 2.0 * (t263 * t371) + 4.0 * (t246 * t377) + 4.0 * (t221 * t384) + 4.0 * (t228 * t390);
    const double t397 = 4.0 * (t231 * t388) + 4.0 * (t242 * t381) + 2.0 * (t267 * t366) + 4.0 * (t236 * t375) + 2.0 *
        (t272 * t368) + 2.0 * (t256 * t371) + 4.0 * (t245 * t377) + 4.0 * (t218 * t384) + 4.0 * (t225 * t390);
    const double t398 = -(t6 * (t0 * t396 + t19 * t397));
    const double t399 = (-2.0) * t354 + t383;
    const double t400 = 2.0 * (t215 * t399);
    const double t401 = (-2.0) * t293 + t351;
    const double t402 = 2.0 * (t215 * t401);
    const double t403 = t297 + (-2.0) * t380;
    const double t404 = 2.0 * (t215 * t403);
    const double t405 = t402 + t404;
    const double t406 = t284 + 2.0 * t387;
    const double t407 = t215 * t406;
    const double t408 = t344 + 2.0 * t288;
    const double t409 = 4.0 * (t215 * t408);
    const double t410 = (-4.0) * t407 + t409;
    const double t411 = t370 + 2.0 * t339;
    const double t412 = t215 * t411;
    const double t413 = t315 + 2.0 * t365;
    const double t414 = 4.0 * (t215 * t413);
    const double t415 = 4.0 * t412 + t414;
    const double t416 = t374 + 2.0 * t328;
    const double t417 = 4.0 * (t215 * t416);
    const double t418 = t325 + 2.0 * t306;
    const double t419 = t215 * t418;
    const double t420 = t417 + 4.0 * t419;
    const double t421 = t409 + 4.0 * t407;
    const double t422 = t417 + (-4.0) * t419;
    const double t423 = t414 + (-4.0) * t412;
    const double t424 = 4.0 * (t232 * t416) + 4.0 * (t243 * t411) + 2.0 * (t269 * t399) + 4.0 * (t239 * t406) + 2.0 *
        (t273 * t401) + 2.0 * (t263 * t403) + 4.0 * (t246 * t408) + 4.0 * (t221 * t413) + 4.0 * (t228 * t418);
    const double t425 = 4.0 * (t231 * t416) + 4.0 * (t242 * t411) + 2.0 * (t267 * t399) + 4.0 * (t236 * t406) + 2.0 *
        (t272 * t401) + 2.0 * (t256 * t403) + 4.0 * (t245 * t408) + 4.0 * (t218 * t413) + 4.0 * (t225 * t418);
    const double t426 = -(t6 * (t0 * t424 + t19 * t425));
    const double t427 = 2.0 * (t215 * t44);
    const double t428 = 2.0 * (t215 * t53);
    const double t429 = 2.0 * (t215 * t59);
    const double t430 = t428 + t429;
    const double t431 = t215 * t70;
    const double t432 = 4.0 * (t215 * t75);
    const double t433 = 4.0 * (t215 * t79);
    const double t434 = t215 * t81;
    const double t435 = t215 * t83;
    const double t436 = 4.0 * (t215 * t85);
    const double t437 = 4.0 * (x[19] * t79) + 4.0 * (x[18] * t70) + 4.0 * (x[17] * t44) + (-4.0) * (x[20] * t83) +
        (-4.0) * (x[17] * t53) + (-4.0) * (x[17] * t59) + 4.0 * (x[20] * t85) + 4.0 * (x[18] * t75) + 4.0 * (x[19] *
        t81);
    const double t438 = -(t6 * (t19 * t437));
    const double t439 = 4.0 * (x[20] * t79) + 4.0 * (x[17] * t70) + (-4.0) * (x[18] * t44) + 4.0 * (x[19] * t83) +
        (-4.0) * (x[18] * t53) + 4.0 * (x[18] * t59) + 4.0 * (x[19] * t85) + 4.0 * (x[17] * t75) + (-4.0) * (x[20] *
        t81);
    const double t440 = -(t6 * (t19 * t439));
    const double t441 = 4.0 * (x[17] * t79) + (-4.0) * (x[20] * t70) + (-4.0) * (x[19] * t44) + 4.0 * (x[18] * t83) +
        4.0 * (x[19] * t53) + (-4.0) * (x[19] * t59) + 4.0 * (x[18] * t85) + 4.0 * (x[20] * t75) + 4.0 * (x[17] *
        t81);
    const double t442 = -(t6 * (t19 * t441));
    const double t443 = 4.0 * (x[18] * t79) + (-4.0) * (x[19] * t70) + 4.0 * (x[20] * t44) + (-4.0) * (x[17] * t83) +
        4.0 * (x[20] * t53) + 4.0 * (x[20] * t59) + 4.0 * (x[17] * t85) + 4.0 * (x[19] * t75) + (-4.0) * (x[18] *
        t81);
    const double t444 = -(t6 * (t19 * t443));
    const double t445 = 4.0 * (t232 * t79) + 4.0 * (t243 * t70) + 2.0 * (t269 * t44) + 4.0 * (t239 * t83) + 2.0 *
        (t273 * t53) + 2.0 * (t263 * t59) + 4.0 * (t246 * t85) + 4.0 * (t221 * t75) + 4.0 * (t228 * t81) + (-2.0) *
        ((x[5] - x[2]) * t14) + (-2.0) * ((x[4] - x[1]) * t9) + (-2.0) * ((x[3] - x[0]) * t3);
    const double t446 = 4.0 * (t231 * t79) + 4.0 * (t242 * t70) + 2.0 * (t267 * t44) + 4.0 * (t236 * t83) + 2.0 *
        (t272 * t53) + 2.0 * (t256 * t59) + 4.0 * (t245 * t85) + 4.0 * (t218 * t75) + 4.0 * (t225 * t81) + 2.0 *
        ((x[8] - x[5]) * t14) + 2.0 * ((x[7] - x[4]) * t9) + 2.0 * ((x[6] - x[3]) * t3);
    const double t447 = (-2.0) * ((t0 * t445 + t19 * t446) * (t2 * t6));
    const double t448 = -(t447 - t6 * (t1 * t445));
    const double t449 = t22 * (t6 * t446);
    out[0] = (-2.0) * t5 + t8;
    out[1] = t8;
    out[2] = (-2.0) * t11 + t13;
    out[3] = t13;
    out[4] = (-2.0) * t16 + t18;
    out[5] = t18;
    out[6] = 2.0 * t5 + t21;
    out[7] = t21 + 2.0 * t23;
    out[8] = 2.0 * t11 + t25;
    out[9] = t25 + 2.0 * t26;
    out[10] = 2.0 * t16 + t28;
    out[11] = t28 + 2.0 * t29;
    out[12] = t30;
    out[13] = (-2.0) * t23 + t30;
    out[14] = t31;
    out[15] = (-2.0) * t26 + t31;
    out[16] = t32;
    out[17] = (-2.0) * t29 + t32;
    out[18] = 2.0 * (t45 - t61);
    out[19] = 4.0 * t71 + t76;
    out[20] = t80 + 4.0 * t82;
    out[21] = (-4.0) * t84 + t86;
    out[22] = t100 + t100 + x[16] * t108 + x[15] * t115 + x[14] * t122;
    out[23] = t123 + t123 + x[15] * t124 + x[16] * t125 + x[13] * t122;
    out[24] = t126 + t126 + x[14] * t124 + x[13] * t115 + x[16] * t127;
    out[25] = t128 + t128 + x[13] * t108 + x[14] * t125 + x[15] * t127;
    out[26] = t130 - t1 * (t2 * t129);
    out[27] = t130;
    out[28] = 2.0 * (t60 - (t45 + t54));
    out[29] = 4.0 * t84 + t86;
    out[30] = t80 + (-4.0) * t82;
    out[31] = t139 + t139 + x[16] * t145 + x[15] * t151 + x[14] * t156;
    out[32] = t157 + t157 + x[15] * t158 + x[16] * t159 + x[13] * t156;
    out[33] = t160 + t160 + x[14] * t158 + x[13] * t151 + x[16] * t161;
    out[34] = t162 + t162 + x[13] * t145 + x[14] * t159 + x[15] * t161;
    out[35] = t164 - t1 * (t2 * t163);
    out[36] = t164;
    out[37] = 2.0 * (t54 - (t45 + t60));
    out[38] = (-4.0) * t71 + t76;
    out[39] = t171 + t171 + x[16] * t175 + x[15] * t179 + x[14] * t184;
    out[40] = t185 + t185 + x[15] * t186 + x[16] * t187 + x[13] * t184;
    out[41] = t188 + t188 + x[14] * t186 + x[13] * t179 + x[16] * t189;
    out[42] = t190 + t190 + x[13] * t175 + x[14] * t187 + x[15] * t189;
    out[43] = t192 - t1 * (t2 * t191);
    out[44] = t192;
    out[45] = 2.0 * (t45 + t61);
    out[46] = t197 + t197 + x[16] * t200 + x[15] * t203 + x[14] * t206;
    out[47] = t207 + t207 + x[15] * t208 + x[16] * t209 + x[13] * t206;
    out[48] = t210 + t210 + x[14] * t208 + x[13] * t203 + x[16] * t211;
    out[49] = t212 + t212 + x[13] * t200 + x[14] * t209 + x[15] * t211;
    out[50] = t214 - t1 * (t2 * t213);
    out[51] = t214;
    out[52] = 2.0 * (t230 - t249);
    out[53] = t265 + t271;
    out[54] = t275 + t276;
    out[55] = t278 - t277;
    out[56] = 2.0 * (x[17] * (t282 - t291)) + x[20] * t300 + x[18] * t309 + x[19] * t318;
    out[57] = 2.0 * (x[18] * (t290 - (t282 + t286))) + x[19] * t319 + x[17] * t309 + x[20] * t320;
    out[58] = 2.0 * (x[19] * (t286 - (t282 + t290))) + x[18] * t319 + x[20] * t321 + x[17] * t318;
    out[59] = 2.0 * (x[20] * (t282 + t291)) + x[17] * t300 + x[19] * t321 + x[18] * t320;
    out[60] = t324 - t1 * (t2 * t322);
    out[61] = t324 - t22 * (t2 * t323);
    out[62] = 2.0 * (t248 - (t230 + t241));
    out[63] = t277 + t278;
    out[64] = t275 - t276;
    out[65] = 2.0 * (x[17] * (t327 - t335)) + x[20] * t343 + x[18] * t350 + x[19] * t358;
    out[66] = 2.0 * (x[18] * (t334 - (t327 + t331))) + x[19] * t359 + x[17] * t350 + x[20] * t360;
    out[67] = 2.0 * (x[19] * (t331 - (t327 + t334))) + x[18] * t359 + x[20] * t361 + x[17] * t358;
    out[68] = 2.0 * (x[20] * (t327 + t335)) + x[17] * t343 + x[19] * t361 + x[18] * t360;
    out[69] = t364 - t1 * (t2 * t362);
    out[70] = t364 - t22 * (t2 * t363);
    out[71] = 2.0 * (t241 - (t230 + t248));
    out[72] = t271 - t265;
    out[73] = 2.0 * (x[17] * (t367 - t373)) + x[20] * t379 + x[18] * t386 + x[19] * t392;
    out[74] = 2.0 * (x[18] * (t372 - (t367 + t369))) + x[19] * t393 + x[17] * t386 + x[20] * t394;
    out[75] = 2.0 * (x[19] * (t369 - (t367 + t372))) + x[18] * t393 + x[20] * t395 + x[17] * t392;
    out[76] = 2.0 * (x[20] * (t367 + t373)) + x[17] * t379 + x[19] * t395 + x[18] * t394;
    out[77] = t398 - t1 * (t2 * t396);
    out[78] = t398 - t22 * (t2 * t397);
    out[79] = 2.0 * (t230 + t249);
    out[80] = 2.0 * (x[17] * (t400 - t405)) + x[20] * t410 + x[18] * t415 + x[19] * t420;
    out[81] = 2.0 * (x[18] * (t404 - (t400 + t402))) + x[19] * t421 + x[17] * t415 + x[20] * t422;
    out[82] = 2.0 * (x[19] * (t402 - (t400 + t404))) + x[18] * t421 + x[20] * t423 + x[17] * t420;
    out[83] = 2.0 * (x[20] * (t400 + t405)) + x[17] * t410 + x[19] * t423 + x[18] * t422;
    out[84] = t426 - t1 * (t2 * t424);
    out[85] = t426 - t22 * (t2 * t425);
    out[86] = 2.0 * (t427 - t430);
    out[87] = 4.0 * t431 + t432;
    out[88] = t433 + 4.0 * t434;
    out[89] = (-4.0) * t435 + t436;
    out[90] = t438;
    out[91] = t438 - t22 * (t2 * t437);
    out[92] = 2.0 * (t429 - (t427 + t428));
    out[93] = 4.0 * t435 + t436;
    out[94] = t433 + (-4.0) * t434;
    out[95] = t440;
    out[96] = t440 - t22 * (t2 * t439);
    out[97] = 2.0 * (t428 - (t427 + t429));
    out[98] = (-4.0) * t431 + t432;
    out[99] = t442;
    out[100] = t442 - t22 * (t2 * t441);
    out[101] = 2.0 * (t427 + t430);
    out[102] = t444;
    out[103] = t444 - t22 * (t2 * t443);
    out[104] = t448 - ((-2.0) * (t2 * t445 * (t0 * t1)) - t1 * (t6 * t445));
    out[105] = t448 + t449;
    out[106] = -((-2.0) * (t2 * t446 * (t19 * t22)) - t449) - (t447 - t6 * (t22 * t446));
}

static const int inertia_jacobian_values[] = {
    0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3,
    3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5,
    5, 5, 5, 5, 5, 5, 5, 5, 5,
};
static const int inertia_jacobian_inputs[] = {
    0, 3, 6, 21, 22, 1, 4, 7, 21, 22, 2, 5, 8, 21, 22, 9, 10, 11, 12, 13, 14, 15, 16, 17,
    18, 19, 20, 21, 22, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 9, 10, 11, 12, 13,
    14, 15, 16, 17, 18, 19, 20, 21, 22,
};
static const int inertia_hessian_rows[] = {
    21, 22, 21, 22, 21, 22, 21, 22, 21, 22, 21, 22, 21, 22, 21, 22, 21, 22, 9, 10, 11, 12, 13, 14,
    15, 16, 21, 22, 10, 11, 12, 13, 14, 15, 16, 21, 22, 11, 12, 13, 14, 15, 16, 21, 22, 12, 13, 14,
    15, 16, 21, 22, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 14, 15, 16, 17, 18, 19, 20, 21, 22, 15,
    16, 17, 18, 19, 20, 21, 22, 16, 17, 18, 19, 20, 21, 22, 17, 18, 19, 20, 21, 22, 18, 19, 20, 21,
    22, 19, 20, 21, 22, 20, 21, 22, 21, 22, 22,
};
static const int inertia_hessian_columns[] = {
    0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 9, 9, 9, 9,
    9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11, 12, 12, 12,
    12, 12, 12, 12, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 14, 14, 14, 14, 14, 14, 14, 14, 14, 15,
    15, 15, 15, 15, 15, 15, 15, 16, 16, 16, 16, 16, 16, 16, 17, 17, 17, 17, 17, 17, 18, 18, 18, 18,
    18, 19, 19, 19, 19, 20, 20, 20, 21, 21, 22,
};
const caperi_block_kind caperi_block_inertia = {
    "inertia", 23, 6, 57, 107,
    inertia_jacobian_values, inertia_jacobian_inputs, inertia_hessian_rows, inertia_hessian_columns,
    inertia_evaluate, inertia_jacobian, inertia_hessian,
};

// Torque of a force at a point of a body about its centre of mass. Quaternion, force; point, unit.
static void lever_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[0] * x[1];
    const double t1 = x[2] * x[3];
    const double t2 = x[2] * x[2];
    const double t3 = -t2;
    const double t4 = x[1] * x[1];
    const double t5 = x[3] * x[3];
    const double t6 = x[0] * x[0];
    const double t7 = t5 - t6;
    const double t8 = x[1] * x[2];
    const double t9 = x[0] * x[3];
    const double t10 = 2.0 * (k[0] * (t0 + t1)) + k[1] * (t3 + t4 + t7) + 2.0 * (k[2] * (t8 - t9));
    const double t11 = x[0] * x[2];
    const double t12 = x[1] * x[3];
    const double t13 = -t4;
    const double t14 = 2.0 * (k[0] * (t11 - t12)) + 2.0 * (k[1] * (t8 + t9)) + k[2] * (t2 + t13 + t7);
    const double t15 = k[0] * (t5 + t6 + t13 + t3) + 2.0 * (k[1] * (t0 - t1)) + 2.0 * (k[2] * (t11 + t12));
    out[0] = k[3] * (x[6] * t10 - x[5] * t14);
    out[1] = k[3] * (x[4] * t14 - x[6] * t15);
    out[2] = k[3] * (x[5] * t15 - x[4] * t10);
}

static void lever_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[1] * k[0];
    const double t1 = x[0] * k[1];
    const double t2 = x[3] * k[2];
    const double t3 = 2.0 * t0 + (-2.0) * t1 + (-2.0) * t2;
    const double t4 = x[2] * k[0];
    const double t5 = x[3] * k[1];
    const double t6 = x[0] * k[2];
    const double t7 = 2.0 * t4 + 2.0 * t5 + (-2.0) * t6;
    const double t8 = 2.0 * (x[0] * k[0]) + 2.0 * (x[1] * k[1]) + 2.0 * (x[2] * k[2]);
    const double t9 = x[6] * t8;
    const double t10 = x[3] * k[0];
    const double t11 = x[2] * k[1];
    const double t12 = x[1] * k[2];
    const double t13 = (-2.0) * t10 + 2.0 * t11 + (-2.0) * t12;
    const double t14 = 2.0 * t10 + (-2.0) * t11 + 2.0 * t12;
    const double t15 = x[6] * t14;
    const double t16 = x[5] * t8;
    const double t17 = (-2.0) * t0 + 2.0 * t1 + 2.0 * t2;
    const double t18 = x[5] * t17;
    const double t19 = x[0] * x[2];
    const double t20 = x[1] * x[3];
    const double t21 = x[1] * x[2];
    const double t22 = x[0] * x[3];
    const double t23 = x[2] * x[2];
    const double t24 = x[1] * x[1];
    const double t25 = -t24;
    const double t26 = x[3] * x[3];
    const double t27 = x[0] * x[0];
    const double t28 = t26 - t27;
    const double t29 = k[3] * (2.0 * (k[0] * (t19 - t20)) + 2.0 * (k[1] * (t21 + t22)) + k[2] * (t23 + t25 + t28));
    const double t30 = x[0] * x[1];
    const double t31 = x[2] * x[3];
    const double t32 = -t23;
    const double t33 = k[3] * (2.0 * (k[0] * (t30 + t31)) + k[1] * (t32 + t24 + t28) + 2.0 * (k[2] * (t21 - t22)));
    const double t34 = x[4] * t7;
    const double t35 = x[4] * t8;
    const double t36 = (-2.0) * t4 + (-2.0) * t5 + 2.0 * t6;
    const double t37 = k[3] * (k[0] * (t26 + t27 + t25 + t32) + 2.0 * (k[1] * (t30 - t31)) + 2.0 * (k[2] * (t19 +
        t20)));
    out[0] = k[3] * (x[6] * t3 - x[5] * t7);
    out[1] = k[3] * (t9 - x[5] * t13);
    out[2] = k[3] * (t15 - t16);
    out[3] = k[3] * (x[6] * t7 - t18);
    out[4] = -t29;
    out[5] = t33;
    out[6] = k[3] * (t34 - t9);
    out[7] = k[3] * (x[4] * t13 - x[6] * t17);
    out[8] = k[3] * (t35 - x[6] * t36);
    out[9] = k[3] * (x[4] * t17 - t15);
    out[10] = t29;
    out[11] = -t37;
    out[12] = k[3] * (t16 - x[4] * t3);
    out[13] = k[3] * (t18 - t35);
    out[14] = k[3] * (x[5] * t36 - x[4] * t14);
    out[15] = k[3] * (x[5] * t14 - t34);
    out[16] = -t33;
    out[17] = t37;
}

static void lever_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = k[3] * weights[2];
    const double t1 = k[3] * weights[1];
    const double t2 = x[5] * t0 - x[6] * t1;
    const double t3 = k[0] * t2;
    const double t4 = k[3] * weights[0];
    const double t5 = x[4] * t1 - x[5] * t4;
    const double t6 = k[2] * t5;
    const double t7 = x[6] * t4 - x[4] * t0;
    const double t8 = k[1] * t7;
    const double t9 = t6 + t8;
    const double t10 = k[1] * t2;
    const double t11 = 2.0 * (k[0] * t7);
    const double t12 = 2.0 * (k[2] * t2);
    const double t13 = k[0] * t5;
    const double t14 = 2.0 * (k[1] * t5);
    const double t15 = k[2] * t7;
    const double t16 = x[1] * k[0];
    const double t17 = x[0] * k[1];
    const double t18 = x[3] * k[2];
    const double t19 = 2.0 * t16 + (-2.0) * t17 + (-2.0) * t18;
    const double t20 = x[2] * k[0];
    const double t21 = x[3] * k[1];
    const double t22 = x[0] * k[2];
    const double t23 = 2.0 * t20 + 2.0 * t21 + (-2.0) * t22;
    const double t24 = 2.0 * (x[0] * k[0]) + 2.0 * (x[1] * k[1]) + 2.0 * (x[2] * k[2]);
    const double t25 = t24 * t0;
    const double t26 = t23 * t4;
    const double t27 = t24 * t1;
    const double t28 = x[3] * k[0];
    const double t29 = x[2] * k[1];
    const double t30 = x[1] * k[2];
    const double t31 = (-2.0) * t28 + 2.0 * t29 + (-2.0) * t30;
    const double t32 = (-2.0) * t16 + 2.0 * t17 + 2.0 * t18;
    const double t33 = t32 * t1;
    const double t34 = t24 * t4;
    const double t35 = 2.0 * t28 + (-2.0) * t29 + 2.0 * t30;
    const double t36 = t35 * t0;
    const double t37 = (-2.0) * t20 + (-2.0) * t21 + 2.0 * t22;
    out[0] = 2.0 * (t3 - t9);
    out[1] = 2.0 * t10 + t11;
    out[2] = t12 + 2.0 * t13;
    out[3] = t14 + (-2.0) * t15;
    out[4] = t23 * t1 - t19 * t0;
    out[5] = t25 - t26;
    out[6] = t19 * t4 - t27;
    out[7] = 2.0 * (t8 - (t3 + t6));
    out[8] = t14 + 2.0 * t15;
    out[9] = t12 + (-2.0) * t13;
    out[10] = t31 * t1 - t25;
    out[11] = t32 * t0 - t31 * t4;
    out[12] = t34 - t33;
    out[13] = 2.0 * (t6 - (t3 + t8));
    out[14] = (-2.0) * t10 + t11;
    out[15] = t27 - t36;
    out[16] = t37 * t0 - t34;
    out[17] = t35 * t4 - t37 * t1;
    out[18] = 2.0 * (t3 + t9);
    out[19] = t33 - t23 * t0;
    out[20] = t36 - t32 * t4;
    out[21] = t26 - t35 * t1;
}

static const int lever_jacobian_values[] = {
    0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2,
};
static const int lever_jacobian_inputs[] = {
    0, 1, 2, 3, 5, 6, 0, 1, 2, 3, 4, 6, 0, 1, 2, 3, 4, 5,
};
static const int lever_hessian_rows[] = {
    0, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 2, 3, 4, 5, 6, 3, 4, 5, 6,
};
static const int lever_hessian_columns[] = {
    0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3,
};
const caperi_block_kind caperi_block_lever = {
    "lever", 7, 3, 18, 22,
    lever_jacobian_values, lever_jacobian_inputs, lever_hessian_rows, lever_hessian_columns,
    lever_evaluate, lever_jacobian, lever_hessian,
};

// A point of the parent is a point of the child. Positions and quaternions of both.
static void socket_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[6] * x[6];
    const double t1 = x[3] * x[3];
    const double t2 = x[4] * x[4];
    const double t3 = -t2;
    const double t4 = x[5] * x[5];
    const double t5 = -t4;
    const double t6 = x[3] * x[4];
    const double t7 = x[5] * x[6];
    const double t8 = x[3] * x[5];
    const double t9 = x[4] * x[6];
    const double t10 = x[13] * x[13];
    const double t11 = x[10] * x[10];
    const double t12 = x[11] * x[11];
    const double t13 = -t12;
    const double t14 = x[12] * x[12];
    const double t15 = -t14;
    const double t16 = x[10] * x[11];
    const double t17 = x[12] * x[13];
    const double t18 = x[10] * x[12];
    const double t19 = x[11] * x[13];
    const double t20 = t0 - t1;
    const double t21 = x[4] * x[5];
    const double t22 = x[3] * x[6];
    const double t23 = t10 - t11;
    const double t24 = x[11] * x[12];
    const double t25 = x[10] * x[13];
    out[0] = x[0] + k[0] * (t0 + t1 + t3 + t5) + 2.0 * (k[1] * (t6 - t7)) + 2.0 * (k[2] * (t8 + t9)) - (x[7] + k[3] *
        (t10 + t11 + t13 + t15) + 2.0 * (k[4] * (t16 - t17)) + 2.0 * (k[5] * (t18 + t19)));
    out[1] = x[1] + 2.0 * (k[0] * (t6 + t7)) + k[1] * (t5 + t2 + t20) + 2.0 * (k[2] * (t21 - t22)) - (x[8] + 2.0 *
        (k[3] * (t16 + t17)) + k[4] * (t15 + t12 + t23) + 2.0 * (k[5] * (t24 - t25)));
    out[2] = x[2] + 2.0 * (k[0] * (t8 - t9)) + 2.0 * (k[1] * (t21 + t22)) + k[2] * (t4 + t3 + t20) - (x[9] + 2.0 *
        (k[3] * (t18 - t19)) + 2.0 * (k[4] * (t24 + t25)) + k[5] * (t14 + t13 + t23));
}

static void socket_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = 2.0 * (x[3] * k[0]) + 2.0 * (x[4] * k[1]) + 2.0 * (x[5] * k[2]);
    const double t1 = x[4] * k[0];
    const double t2 = x[3] * k[1];
    const double t3 = x[6] * k[2];
    const double t4 = (-2.0) * t1 + 2.0 * t2 + 2.0 * t3;
    const double t5 = x[5] * k[0];
    const double t6 = x[6] * k[1];
    const double t7 = x[3] * k[2];
    const double t8 = x[6] * k[0];
    const double t9 = x[5] * k[1];
    const double t10 = x[4] * k[2];
    const double t11 = 2.0 * t8 + (-2.0) * t9 + 2.0 * t10;
    const double t12 = -(2.0 * (x[10] * k[3]) + 2.0 * (x[11] * k[4]) + 2.0 * (x[12] * k[5]));
    const double t13 = x[11] * k[3];
    const double t14 = x[10] * k[4];
    const double t15 = x[13] * k[5];
    const double t16 = -((-2.0) * t13 + 2.0 * t14 + 2.0 * t15);
    const double t17 = x[12] * k[3];
    const double t18 = x[13] * k[4];
    const double t19 = x[10] * k[5];
    const double t20 = x[13] * k[3];
    const double t21 = x[12] * k[4];
    const double t22 = x[11] * k[5];
    const double t23 = -(2.0 * t20 + (-2.0) * t21 + 2.0 * t22);
    const double t24 = 2.0 * t5 + 2.0 * t6 + (-2.0) * t7;
    const double t25 = -(2.0 * t17 + 2.0 * t18 + (-2.0) * t19);
    out[0] = 1.0;
    out[1] = t0;
    out[2] = t4;
    out[3] = (-2.0) * t5 + (-2.0) * t6 + 2.0 * t7;
    out[4] = t11;
    out[5] = -1.0;
    out[6] = t12;
    out[7] = t16;
    out[8] = -((-2.0) * t17 + (-2.0) * t18 + 2.0 * t19);
    out[9] = t23;
    out[10] = 1.0;
    out[11] = 2.0 * t1 + (-2.0) * t2 + (-2.0) * t3;
    out[12] = t0;
    out[13] = t11;
    out[14] = t24;
    out[15] = -1.0;
    out[16] = -(2.0 * t13 + (-2.0) * t14 + (-2.0) * t15);
    out[17] = t12;
    out[18] = t23;
    out[19] = t25;
    out[20] = 1.0;
    out[21] = t24;
    out[22] = (-2.0) * t8 + 2.0 * t9 + (-2.0) * t10;
    out[23] = t0;
    out[24] = t4;
    out[25] = -1.0;
    out[26] = t25;
    out[27] = -((-2.0) * t20 + 2.0 * t21 + (-2.0) * t22);
    out[28] = t12;
    out[29] = t16;
}

static void socket_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    (void)x;
    const double t0 = k[2] * weights[2];
    const double t1 = k[1] * weights[1];
    const double t2 = t0 + t1;
    const double t3 = k[0] * weights[0];
    const double t4 = 2.0 * (k[0] * weights[1]);
    const double t5 = k[1] * weights[0];
    const double t6 = k[0] * weights[2];
    const double t7 = 2.0 * (k[2] * weights[0]);
    const double t8 = 2.0 * (k[1] * weights[2]);
    const double t9 = k[2] * weights[1];
    const double t10 = -(k[5] * weights[2]);
    const double t11 = -(k[4] * weights[1]);
    const double t12 = t10 + t11;
    const double t13 = -(k[3] * weights[0]);
    const double t14 = (-2.0) * (k[3] * weights[1]);
    const double t15 = k[4] * weights[0];
    const double t16 = k[3] * weights[2];
    const double t17 = (-2.0) * (k[5] * weights[0]);
    const double t18 = (-2.0) * (k[4] * weights[2]);
    const double t19 = k[5] * weights[1];
    out[0] = 2.0 * (t3 - t2);
    out[1] = t4 + 2.0 * t5;
    out[2] = 2.0 * t6 + t7;
    out[3] = t8 + (-2.0) * t9;
    out[4] = 2.0 * (t1 - (t0 + t3));
    out[5] = t8 + 2.0 * t9;
    out[6] = (-2.0) * t6 + t7;
    out[7] = 2.0 * (t0 - (t1 + t3));
    out[8] = t4 + (-2.0) * t5;
    out[9] = 2.0 * (t2 + t3);
    out[10] = 2.0 * (t13 - t12);
    out[11] = t14 + (-2.0) * t15;
    out[12] = (-2.0) * t16 + t17;
    out[13] = t18 + 2.0 * t19;
    out[14] = 2.0 * (t11 - (t10 + t13));
    out[15] = t18 + (-2.0) * t19;
    out[16] = 2.0 * t16 + t17;
    out[17] = 2.0 * (t10 - (t11 + t13));
    out[18] = t14 + 2.0 * t15;
    out[19] = 2.0 * (t12 + t13);
}

static const int socket_jacobian_values[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2,
    2, 2, 2, 2, 2, 2,
};
static const int socket_jacobian_inputs[] = {
    0, 3, 4, 5, 6, 7, 10, 11, 12, 13, 1, 3, 4, 5, 6, 8, 10, 11, 12, 13, 2, 3, 4, 5,
    6, 9, 10, 11, 12, 13,
};
static const int socket_hessian_rows[] = {
    3, 4, 5, 6, 4, 5, 6, 5, 6, 6, 10, 11, 12, 13, 11, 12, 13, 12, 13, 13,
};
static const int socket_hessian_columns[] = {
    3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 10, 10, 10, 10, 11, 11, 11, 12, 12, 13,
};
const caperi_block_kind caperi_block_socket = {
    "socket", 14, 3, 30, 20,
    socket_jacobian_values, socket_jacobian_inputs, socket_hessian_rows, socket_hessian_columns,
    socket_evaluate, socket_jacobian, socket_hessian,
};

// Two turns that a hinge does not have, and the sines of half the angles to its two limits. Quaternions of parent and child; forms across, across, along; sine and cosine of half the limits.
static void hinge_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[3] * x[4] - x[0] * x[7] - x[1] * x[6] + x[2] * x[5];
    const double t1 = x[3] * x[5] + x[0] * x[6] - x[1] * x[7] - x[2] * x[4];
    const double t2 = x[3] * x[6] - x[0] * x[5] + x[1] * x[4] - x[2] * x[7];
    const double t3 = x[3] * x[7] + x[0] * x[4] + x[1] * x[5] + x[2] * x[6];
    const double t4 = k[8] * t0 + k[9] * t1 + k[10] * t2 + k[11] * t3;
    const double t5 = k[12] * t0 + k[13] * t1 + k[14] * t2 + k[15] * t3;
    out[0] = k[0] * t0 + k[1] * t1 + k[2] * t2 + k[3] * t3;
    out[1] = k[4] * t0 + k[5] * t1 + k[6] * t2 + k[7] * t3;
    out[2] = t4 * k[17] - t5 * k[16];
    out[3] = t5 * k[18] - t4 * k[19];
}

static void hinge_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[6] * k[9] - x[7] * k[8] - x[5] * k[10] + x[4] * k[11];
    const double t1 = x[6] * k[13] - x[7] * k[12] - x[5] * k[14] + x[4] * k[15];
    const double t2 = -(x[6] * k[8]) - x[7] * k[9] + x[4] * k[10] + x[5] * k[11];
    const double t3 = -(x[6] * k[12]) - x[7] * k[13] + x[4] * k[14] + x[5] * k[15];
    const double t4 = x[5] * k[8] - x[4] * k[9] - x[7] * k[10] + x[6] * k[11];
    const double t5 = x[5] * k[12] - x[4] * k[13] - x[7] * k[14] + x[6] * k[15];
    const double t6 = x[4] * k[8] + x[5] * k[9] + x[6] * k[10] + x[7] * k[11];
    const double t7 = x[4] * k[12] + x[5] * k[13] + x[6] * k[14] + x[7] * k[15];
    const double t8 = x[3] * k[8] - x[2] * k[9] + x[1] * k[10] + x[0] * k[11];
    const double t9 = x[3] * k[12] - x[2] * k[13] + x[1] * k[14] + x[0] * k[15];
    const double t10 = x[2] * k[8] + x[3] * k[9] - x[0] * k[10] + x[1] * k[11];
    const double t11 = x[2] * k[12] + x[3] * k[13] - x[0] * k[14] + x[1] * k[15];
    const double t12 = x[0] * k[9] - x[1] * k[8] + x[3] * k[10] + x[2] * k[11];
    const double t13 = x[0] * k[13] - x[1] * k[12] + x[3] * k[14] + x[2] * k[15];
    const double t14 = -(x[0] * k[8]) - x[1] * k[9] - x[2] * k[10] + x[3] * k[11];
    const double t15 = -(x[0] * k[12]) - x[1] * k[13] - x[2] * k[14] + x[3] * k[15];
    out[0] = x[6] * k[1] - x[7] * k[0] - x[5] * k[2] + x[4] * k[3];
    out[1] = -(x[6] * k[0]) - x[7] * k[1] + x[4] * k[2] + x[5] * k[3];
    out[2] = x[5] * k[0] - x[4] * k[1] - x[7] * k[2] + x[6] * k[3];
    out[3] = x[4] * k[0] + x[5] * k[1] + x[6] * k[2] + x[7] * k[3];
    out[4] = x[3] * k[0] - x[2] * k[1] + x[1] * k[2] + x[0] * k[3];
    out[5] = x[2] * k[0] + x[3] * k[1] - x[0] * k[2] + x[1] * k[3];
    out[6] = x[0] * k[1] - x[1] * k[0] + x[3] * k[2] + x[2] * k[3];
    out[7] = -(x[0] * k[0]) - x[1] * k[1] - x[2] * k[2] + x[3] * k[3];
    out[8] = x[6] * k[5] - x[7] * k[4] - x[5] * k[6] + x[4] * k[7];
    out[9] = -(x[6] * k[4]) - x[7] * k[5] + x[4] * k[6] + x[5] * k[7];
    out[10] = x[5] * k[4] - x[4] * k[5] - x[7] * k[6] + x[6] * k[7];
    out[11] = x[4] * k[4] + x[5] * k[5] + x[6] * k[6] + x[7] * k[7];
    out[12] = x[3] * k[4] - x[2] * k[5] + x[1] * k[6] + x[0] * k[7];
    out[13] = x[2] * k[4] + x[3] * k[5] - x[0] * k[6] + x[1] * k[7];
    out[14] = x[0] * k[5] - x[1] * k[4] + x[3] * k[6] + x[2] * k[7];
    out[15] = -(x[0] * k[4]) - x[1] * k[5] - x[2] * k[6] + x[3] * k[7];
    out[16] = k[17] * t0 - k[16] * t1;
    out[17] = k[17] * t2 - k[16] * t3;
    out[18] = k[17] * t4 - k[16] * t5;
    out[19] = k[17] * t6 - k[16] * t7;
    out[20] = k[17] * t8 - k[16] * t9;
    out[21] = k[17] * t10 - k[16] * t11;
    out[22] = k[17] * t12 - k[16] * t13;
    out[23] = k[17] * t14 - k[16] * t15;
    out[24] = k[18] * t1 - k[19] * t0;
    out[25] = k[18] * t3 - k[19] * t2;
    out[26] = k[18] * t5 - k[19] * t4;
    out[27] = k[18] * t7 - k[19] * t6;
    out[28] = k[18] * t9 - k[19] * t8;
    out[29] = k[18] * t11 - k[19] * t10;
    out[30] = k[18] * t13 - k[19] * t12;
    out[31] = k[18] * t15 - k[19] * t14;
}

static void hinge_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    (void)x;
    const double t0 = k[18] * weights[3] - k[16] * weights[2];
    const double t1 = k[17] * weights[2] - k[19] * weights[3];
    const double t2 = k[15] * t0 + k[11] * t1 + k[7] * weights[1] + k[3] * weights[0];
    const double t3 = k[14] * t0 + k[10] * t1 + k[6] * weights[1] + k[2] * weights[0];
    const double t4 = -t3;
    const double t5 = k[13] * t0 + k[9] * t1 + k[5] * weights[1] + k[1] * weights[0];
    const double t6 = k[12] * t0 + k[8] * t1 + k[4] * weights[1] + k[0] * weights[0];
    const double t7 = -t6;
    const double t8 = -t5;
    out[0] = t2;
    out[1] = t4;
    out[2] = t5;
    out[3] = t7;
    out[4] = t3;
    out[5] = t2;
    out[6] = t7;
    out[7] = t8;
    out[8] = t8;
    out[9] = t6;
    out[10] = t2;
    out[11] = t4;
    out[12] = t6;
    out[13] = t5;
    out[14] = t3;
    out[15] = t2;
}

static const int hinge_jacobian_values[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2,
    3, 3, 3, 3, 3, 3, 3, 3,
};
static const int hinge_jacobian_inputs[] = {
    0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7,
    0, 1, 2, 3, 4, 5, 6, 7,
};
static const int hinge_hessian_rows[] = {
    4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7,
};
static const int hinge_hessian_columns[] = {
    0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3,
};
const caperi_block_kind caperi_block_hinge = {
    "hinge", 8, 4, 32, 16,
    hinge_jacobian_values, hinge_jacobian_inputs, hinge_hessian_rows, hinge_hessian_columns,
    hinge_evaluate, hinge_jacobian, hinge_hessian,
};

// A cone for the swing (square of the sine of its half), and sines of half the angles from the twist to its two limits.
static void ball_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[3] * x[4] - x[0] * x[7] - x[1] * x[6] + x[2] * x[5];
    const double t1 = x[3] * x[5] + x[0] * x[6] - x[1] * x[7] - x[2] * x[4];
    const double t2 = x[3] * x[6] - x[0] * x[5] + x[1] * x[4] - x[2] * x[7];
    const double t3 = x[3] * x[7] + x[0] * x[4] + x[1] * x[5] + x[2] * x[6];
    const double t4 = k[0] * t0 + k[1] * t1 + k[2] * t2 + k[3] * t3;
    const double t5 = k[4] * t0 + k[5] * t1 + k[6] * t2 + k[7] * t3;
    const double t6 = k[8] * t0 + k[9] * t1 + k[10] * t2 + k[11] * t3;
    const double t7 = k[12] * t0 + k[13] * t1 + k[14] * t2 + k[15] * t3;
    out[0] = k[16] - t4 * t4 - t5 * t5;
    out[1] = t6 * k[18] - t7 * k[17];
    out[2] = t7 * k[19] - t6 * k[20];
}

static void ball_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[3] * x[4] - x[0] * x[7] - x[1] * x[6] + x[2] * x[5];
    const double t1 = x[3] * x[5] + x[0] * x[6] - x[1] * x[7] - x[2] * x[4];
    const double t2 = x[3] * x[6] - x[0] * x[5] + x[1] * x[4] - x[2] * x[7];
    const double t3 = x[3] * x[7] + x[0] * x[4] + x[1] * x[5] + x[2] * x[6];
    const double t4 = k[0] * t0 + k[1] * t1 + k[2] * t2 + k[3] * t3;
    const double t5 = k[4] * t0 + k[5] * t1 + k[6] * t2 + k[7] * t3;
    const double t6 = x[6] * k[9] - x[7] * k[8] - x[5] * k[10] + x[4] * k[11];
    const double t7 = x[6] * k[13] - x[7] * k[12] - x[5] * k[14] + x[4] * k[15];
    const double t8 = -(x[6] * k[8]) - x[7] * k[9] + x[4] * k[10] + x[5] * k[11];
    const double t9 = -(x[6] * k[12]) - x[7] * k[13] + x[4] * k[14] + x[5] * k[15];
    const double t10 = x[5] * k[8] - x[4] * k[9] - x[7] * k[10] + x[6] * k[11];
    const double t11 = x[5] * k[12] - x[4] * k[13] - x[7] * k[14] + x[6] * k[15];
    const double t12 = x[4] * k[8] + x[5] * k[9] + x[6] * k[10] + x[7] * k[11];
    const double t13 = x[4] * k[12] + x[5] * k[13] + x[6] * k[14] + x[7] * k[15];
    const double t14 = x[3] * k[8] - x[2] * k[9] + x[1] * k[10] + x[0] * k[11];
    const double t15 = x[3] * k[12] - x[2] * k[13] + x[1] * k[14] + x[0] * k[15];
    const double t16 = x[2] * k[8] + x[3] * k[9] - x[0] * k[10] + x[1] * k[11];
    const double t17 = x[2] * k[12] + x[3] * k[13] - x[0] * k[14] + x[1] * k[15];
    const double t18 = x[0] * k[9] - x[1] * k[8] + x[3] * k[10] + x[2] * k[11];
    const double t19 = x[0] * k[13] - x[1] * k[12] + x[3] * k[14] + x[2] * k[15];
    const double t20 = -(x[0] * k[8]) - x[1] * k[9] - x[2] * k[10] + x[3] * k[11];
    const double t21 = -(x[0] * k[12]) - x[1] * k[13] - x[2] * k[14] + x[3] * k[15];
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
    out[8] = k[18] * t6 - k[17] * t7;
    out[9] = k[18] * t8 - k[17] * t9;
    out[10] = k[18] * t10 - k[17] * t11;
    out[11] = k[18] * t12 - k[17] * t13;
    out[12] = k[18] * t14 - k[17] * t15;
    out[13] = k[18] * t16 - k[17] * t17;
    out[14] = k[18] * t18 - k[17] * t19;
    out[15] = k[18] * t20 - k[17] * t21;
    out[16] = k[19] * t7 - k[20] * t6;
    out[17] = k[19] * t9 - k[20] * t8;
    out[18] = k[19] * t11 - k[20] * t10;
    out[19] = k[19] * t13 - k[20] * t12;
    out[20] = k[19] * t15 - k[20] * t14;
    out[21] = k[19] * t17 - k[20] * t16;
    out[22] = k[19] * t19 - k[20] * t18;
    out[23] = k[19] * t21 - k[20] * t20;
}

static void ball_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = (x[6] * k[5] - x[7] * k[4] - x[5] * k[6] + x[4] * k[7]) * weights[0];
    const double t1 = (x[6] * k[1] - x[7] * k[0] - x[5] * k[2] + x[4] * k[3]) * weights[0];
    const double t2 = (-2.0) * (k[7] * t0) + (-2.0) * (k[3] * t1);
    const double t3 = (-2.0) * (k[6] * t0) + (-2.0) * (k[2] * t1);
    const double t4 = (-2.0) * (k[5] * t0) + (-2.0) * (k[1] * t1);
    const double t5 = (-2.0) * (k[4] * t0) + (-2.0) * (k[0] * t1);
    const double t6 = k[19] * weights[2] - k[17] * weights[1];
    const double t7 = k[18] * weights[1] - k[20] * weights[2];
    const double t8 = x[3] * x[4] - x[0] * x[7] - x[1] * x[6] + x[2] * x[5];
    const double t9 = x[3] * x[5] + x[0] * x[6] - x[1] * x[7] - x[2] * x[4];
    const double t10 = x[3] * x[6] - x[0] * x[5] + x[1] * x[4] - x[2] * x[7];
    const double t11 = x[3] * x[7] + x[0] * x[4] + x[1] * x[5] + x[2] * x[6];
    const double t12 = (k[4] * t8 + k[5] * t9 + k[6] * t10 + k[7] * t11) * weights[0];
    const double t13 = (k[0] * t8 + k[1] * t9 + k[2] * t10 + k[3] * t11) * weights[0];
    const double t14 = k[15] * t6 + k[11] * t7 + (-2.0) * (k[7] * t12) + (-2.0) * (k[3] * t13);
    const double t15 = k[14] * t6 + k[10] * t7 + (-2.0) * (k[6] * t12) + (-2.0) * (k[2] * t13);
    const double t16 = k[13] * t6 + k[9] * t7 + (-2.0) * (k[5] * t12) + (-2.0) * (k[1] * t13);
    const double t17 = k[12] * t6 + k[8] * t7 + (-2.0) * (k[4] * t12) + (-2.0) * (k[0] * t13);
    const double t18 = (-(x[6] * k[4]) - x[7] * k[5] + x[4] * k[6] + x[5] * k[7]) * weights[0];
    const double t19 = (-(x[6] * k[0]) - x[7] * k[1] + x[4] * k[2] + x[5] * k[3]) * weights[0];
    const double t20 = (-2.0) * (k[7] * t18) + (-2.0) * (k[3] * t19);
    const double t21 = (-2.0) * (k[6] * t18) + (-2.0) * (k[2] * t19);
    const double t22 = (-2.0) * (k[5] * t18) + (-2.0) * (k[1] * t19);
    const double t23 = (-2.0) * (k[4] * t18) + (-2.0) * (k[0] * t19);
    const double t24 = (x[5] * k[4] - x[4] * k[5] - x[7] * k[6] + x[6] * k[7]) * weights[0];
    const double t25 = (x[5] * k[0] - x[4] * k[1] - x[7] * k[2] + x[6] * k[3]) * weights[0];
    const double t26 = (-2.0) * (k[7] * t24) + (-2.0) * (k[3] * t25);
    const double t27 = (-2.0) * (k[6] * t24) + (-2.0) * (k[2] * t25);
    const double t28 = (-2.0) * (k[5] * t24) + (-2.0) * (k[1] * t25);
    const double t29 = (-2.0) * (k[4] * t24) + (-2.0) * (k[0] * t25);
    const double t30 = (x[4] * k[4] + x[5] * k[5] + x[6] * k[6] + x[7] * k[7]) * weights[0];
    const double t31 = (x[4] * k[0] + x[5] * k[1] + x[6] * k[2] + x[7] * k[3]) * weights[0];
    const double t32 = (-2.0) * (k[7] * t30) + (-2.0) * (k[3] * t31);
    const double t33 = (-2.0) * (k[6] * t30) + (-2.0) * (k[2] * t31);
    const double t34 = (-2.0) * (k[5] * t30) + (-2.0) * (k[1] * t31);
    const double t35 = (-2.0) * (k[4] * t30) + (-2.0) * (k[0] * t31);
    const double t36 = (x[3] * k[4] - x[2] * k[5] + x[1] * k[6] + x[0] * k[7]) * weights[0];
    const double t37 = (x[3] * k[0] - x[2] * k[1] + x[1] * k[2] + x[0] * k[3]) * weights[0];
    const double t38 = (-2.0) * (k[7] * t36) + (-2.0) * (k[3] * t37);
    const double t39 = (-2.0) * (k[6] * t36) + (-2.0) * (k[2] * t37);
    const double t40 = (-2.0) * (k[5] * t36) + (-2.0) * (k[1] * t37);
    const double t41 = (-2.0) * (k[4] * t36) + (-2.0) * (k[0] * t37);
    const double t42 = (x[2] * k[4] + x[3] * k[5] - x[0] * k[6] + x[1] * k[7]) * weights[0];
    const double t43 = (x[2] * k[0] + x[3] * k[1] - x[0] * k[2] + x[1] * k[3]) * weights[0];
    const double t44 = (-2.0) * (k[7] * t42) + (-2.0) * (k[3] * t43);
    const double t45 = (-2.0) * (k[6] * t42) + (-2.0) * (k[2] * t43);
    const double t46 = (-2.0) * (k[5] * t42) + (-2.0) * (k[1] * t43);
    const double t47 = (-2.0) * (k[4] * t42) + (-2.0) * (k[0] * t43);
    const double t48 = (x[0] * k[5] - x[1] * k[4] + x[3] * k[6] + x[2] * k[7]) * weights[0];
    const double t49 = (x[0] * k[1] - x[1] * k[0] + x[3] * k[2] + x[2] * k[3]) * weights[0];
    const double t50 = (-2.0) * (k[7] * t48) + (-2.0) * (k[3] * t49);
    const double t51 = (-2.0) * (k[6] * t48) + (-2.0) * (k[2] * t49);
    const double t52 = (-2.0) * (k[5] * t48) + (-2.0) * (k[1] * t49);
    const double t53 = (-2.0) * (k[4] * t48) + (-2.0) * (k[0] * t49);
    const double t54 = (-(x[0] * k[4]) - x[1] * k[5] - x[2] * k[6] + x[3] * k[7]) * weights[0];
    const double t55 = (-(x[0] * k[0]) - x[1] * k[1] - x[2] * k[2] + x[3] * k[3]) * weights[0];
    out[0] = x[4] * t2 - x[5] * t3 + x[6] * t4 - x[7] * t5;
    out[1] = x[5] * t2 + x[4] * t3 - x[7] * t4 - x[6] * t5;
    out[2] = x[6] * t2 - x[7] * t3 - x[4] * t4 + x[5] * t5;
    out[3] = x[7] * t2 + x[6] * t3 + x[5] * t4 + x[4] * t5;
    out[4] = t14 + x[0] * t2 + x[1] * t3 - x[2] * t4 + x[3] * t5;
    out[5] = x[1] * t2 - (t15 + x[0] * t3) + x[3] * t4 + x[2] * t5;
    out[6] = x[2] * t2 + x[3] * t3 + t16 + x[0] * t4 - x[1] * t5;
    out[7] = x[3] * t2 - x[2] * t3 - x[1] * t4 - (t17 + x[0] * t5);
    out[8] = x[5] * t20 + x[4] * t21 - x[7] * t22 - x[6] * t23;
    out[9] = x[6] * t20 - x[7] * t21 - x[4] * t22 + x[5] * t23;
    out[10] = x[7] * t20 + x[6] * t21 + x[5] * t22 + x[4] * t23;
    out[11] = x[0] * t20 + t15 + x[1] * t21 - x[2] * t22 + x[3] * t23;
    out[12] = t14 + x[1] * t20 - x[0] * t21 + x[3] * t22 + x[2] * t23;
    out[13] = x[2] * t20 + x[3] * t21 + x[0] * t22 - (t17 + x[1] * t23);
    out[14] = x[3] * t20 - x[2] * t21 - (t16 + x[1] * t22) - x[0] * t23;
    out[15] = x[6] * t26 - x[7] * t27 - x[4] * t28 + x[5] * t29;
    out[16] = x[7] * t26 + x[6] * t27 + x[5] * t28 + x[4] * t29;
    out[17] = x[0] * t26 + x[1] * t27 - (t16 + x[2] * t28) + x[3] * t29;
    out[18] = x[1] * t26 - x[0] * t27 + x[3] * t28 + t17 + x[2] * t29;
    out[19] = t14 + x[2] * t26 + x[3] * t27 + x[0] * t28 - x[1] * t29;
    out[20] = x[3] * t26 - (t15 + x[2] * t27) - x[1] * t28 - x[0] * t29;
    out[21] = x[7] * t32 + x[6] * t33 + x[5] * t34 + x[4] * t35;
    out[22] = x[0] * t32 + x[1] * t33 - x[2] * t34 + t17 + x[3] * t35;
    out[23] = x[1] * t32 - x[0] * t33 + t16 + x[3] * t34 + x[2] * t35;
    out[24] = x[2] * t32 + t15 + x[3] * t33 + x[0] * t34 - x[1] * t35;
    out[25] = t14 + x[3] * t32 - x[2] * t33 - x[1] * t34 - x[0] * t35;
    out[26] = x[0] * t38 + x[1] * t39 - x[2] * t40 + x[3] * t41;
    out[27] = x[1] * t38 - x[0] * t39 + x[3] * t40 + x[2] * t41;
    out[28] = x[2] * t38 + x[3] * t39 + x[0] * t40 - x[1] * t41;
    out[29] = x[3] * t38 - x[2] * t39 - x[1] * t40 - x[0] * t41;
    out[30] = x[1] * t44 - x[0] * t45 + x[3] * t46 + x[2] * t47;
    out[31] = x[2] * t44 + x[3] * t45 + x[0] * t46 - x[1] * t47;
    out[32] = x[3] * t44 - x[2] * t45 - x[1] * t46 - x[0] * t47;
    out[33] = x[2] * t50 + x[3] * t51 + x[0] * t52 - x[1] * t53;
    out[34] = x[3] * t50 - x[2] * t51 - x[1] * t52 - x[0] * t53;
    out[35] = x[3] * ((-2.0) * (k[7] * t54) + (-2.0) * (k[3] * t55)) - x[2] * ((-2.0) * (k[6] * t54) + (-2.0) * (k[2]
        * t55)) - x[1] * ((-2.0) * (k[5] * t54) + (-2.0) * (k[1] * t55)) - x[0] * ((-2.0) * (k[4] * t54) + (-2.0) *
        (k[0] * t55));
}

static const int ball_jacobian_values[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2,
};
static const int ball_jacobian_inputs[] = {
    0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7,
};
static const int ball_hessian_rows[] = {
    0, 1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6, 7, 2, 3, 4, 5, 6, 7, 3, 4, 5,
    6, 7, 4, 5, 6, 7, 5, 6, 7, 6, 7, 7,
};
static const int ball_hessian_columns[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3,
    3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6, 7,
};
const caperi_block_kind caperi_block_ball = {
    "ball", 8, 3, 24, 36,
    ball_jacobian_values, ball_jacobian_inputs, ball_hessian_rows, ball_hessian_columns,
    ball_evaluate, ball_jacobian, ball_hessian,
};

// Square of a joint's angle from rest (four times the square of the sine of its half), as a share of a mean.
static void posture_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[3] * x[4] - x[0] * x[7] - x[1] * x[6] + x[2] * x[5];
    const double t1 = x[3] * x[5] + x[0] * x[6] - x[1] * x[7] - x[2] * x[4];
    const double t2 = x[3] * x[6] - x[0] * x[5] + x[1] * x[4] - x[2] * x[7];
    const double t3 = x[3] * x[7] + x[0] * x[4] + x[1] * x[5] + x[2] * x[6];
    const double t4 = k[0] * t0 + k[1] * t1 + k[2] * t2 + k[3] * t3;
    const double t5 = k[4] * t0 + k[5] * t1 + k[6] * t2 + k[7] * t3;
    const double t6 = k[8] * t0 + k[9] * t1 + k[10] * t2 + k[11] * t3;
    out[0] = 2.0 * (x[10] * (x[8] + x[9]) * (t4 * t4 + t5 * t5 + t6 * t6));
}

static void posture_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[8] + x[9];
    const double t1 = x[10] * t0;
    const double t2 = x[3] * x[4] - x[0] * x[7] - x[1] * x[6] + x[2] * x[5];
    const double t3 = x[3] * x[5] + x[0] * x[6] - x[1] * x[7] - x[2] * x[4];
    const double t4 = x[3] * x[6] - x[0] * x[5] + x[1] * x[4] - x[2] * x[7];
    const double t5 = x[3] * x[7] + x[0] * x[4] + x[1] * x[5] + x[2] * x[6];
    const double t6 = k[0] * t2 + k[1] * t3 + k[2] * t4 + k[3] * t5;
    const double t7 = k[4] * t2 + k[5] * t3 + k[6] * t4 + k[7] * t5;
    const double t8 = k[8] * t2 + k[9] * t3 + k[10] * t4 + k[11] * t5;
    const double t9 = t6 * t6 + t7 * t7 + t8 * t8;
    const double t10 = 2.0 * (x[10] * t9);
    out[0] = 2.0 * (t1 * (2.0 * (t6 * (x[6] * k[1] - x[7] * k[0] - x[5] * k[2] + x[4] * k[3])) + 2.0 * (t7 * (x[6] *
        k[5] - x[7] * k[4] - x[5] * k[6] + x[4] * k[7])) + 2.0 * (t8 * (x[6] * k[9] - x[7] * k[8] - x[5] * k[10] +
        x[4] * k[11]))));
    out[1] = 2.0 * (t1 * (2.0 * (t6 * (-(x[6] * k[0]) - x[7] * k[1] + x[4] * k[2] + x[5] * k[3])) + 2.0 * (t7 *
        (-(x[6] * k[4]) - x[7] * k[5] + x[4] * k[6] + x[5] * k[7])) + 2.0 * (t8 * (-(x[6] * k[8]) - x[7] * k[9] + x[4]
        * k[10] + x[5] * k[11]))));
    out[2] = 2.0 * (t1 * (2.0 * (t6 * (x[5] * k[0] - x[4] * k[1] - x[7] * k[2] + x[6] * k[3])) + 2.0 * (t7 * (x[5] *
        k[4] - x[4] * k[5] - x[7] * k[6] + x[6] * k[7])) + 2.0 * (t8 * (x[5] * k[8] - x[4] * k[9] - x[7] * k[10] +
        x[6] * k[11]))));
    out[3] = 2.0 * (t1 * (2.0 * (t6 * (x[4] * k[0] + x[5] * k[1] + x[6] * k[2] + x[7] * k[3])) + 2.0 * (t7 * (x[4] *
        k[4] + x[5] * k[5] + x[6] * k[6] + x[7] * k[7])) + 2.0 * (t8 * (x[4] * k[8] + x[5] * k[9] + x[6] * k[10] +
        x[7] * k[11]))));
    out[4] = 2.0 * (t1 * (2.0 * (t6 * (x[3] * k[0] - x[2] * k[1] + x[1] * k[2] + x[0] * k[3])) + 2.0 * (t7 * (x[3] *
        k[4] - x[2] * k[5] + x[1] * k[6] + x[0] * k[7])) + 2.0 * (t8 * (x[3] * k[8] - x[2] * k[9] + x[1] * k[10] +
        x[0] * k[11]))));
    out[5] = 2.0 * (t1 * (2.0 * (t6 * (x[2] * k[0] + x[3] * k[1] - x[0] * k[2] + x[1] * k[3])) + 2.0 * (t7 * (x[2] *
        k[4] + x[3] * k[5] - x[0] * k[6] + x[1] * k[7])) + 2.0 * (t8 * (x[2] * k[8] + x[3] * k[9] - x[0] * k[10] +
        x[1] * k[11]))));
    out[6] = 2.0 * (t1 * (2.0 * (t6 * (x[0] * k[1] - x[1] * k[0] + x[3] * k[2] + x[2] * k[3])) + 2.0 * (t7 * (x[0] *
        k[5] - x[1] * k[4] + x[3] * k[6] + x[2] * k[7])) + 2.0 * (t8 * (x[0] * k[9] - x[1] * k[8] + x[3] * k[10] +
        x[2] * k[11]))));
    out[7] = 2.0 * (t1 * (2.0 * (t6 * (-(x[0] * k[0]) - x[1] * k[1] - x[2] * k[2] + x[3] * k[3])) + 2.0 * (t7 *
        (-(x[0] * k[4]) - x[1] * k[5] - x[2] * k[6] + x[3] * k[7])) + 2.0 * (t8 * (-(x[0] * k[8]) - x[1] * k[9] - x[2]
        * k[10] + x[3] * k[11]))));
    out[8] = t10;
    out[9] = t10;
    out[10] = 2.0 * (t0 * t9);
}

static void posture_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = x[6] * k[9] - x[7] * k[8] - x[5] * k[10] + x[4] * k[11];
    const double t1 = x[8] + x[9];
    const double t2 = x[10] * t1 * weights[0];
    const double t3 = t0 * t2;
    const double t4 = x[6] * k[5] - x[7] * k[4] - x[5] * k[6] + x[4] * k[7];
    const double t5 = t4 * t2;
    const double t6 = x[6] * k[1] - x[7] * k[0] - x[5] * k[2] + x[4] * k[3];
    const double t7 = t6 * t2;
    const double t8 = 4.0 * (k[11] * t3) + 4.0 * (k[7] * t5) + 4.0 * (k[3] * t7);
    const double t9 = 4.0 * (k[10] * t3) + 4.0 * (k[6] * t5) + 4.0 * (k[2] * t7);
    const double t10 = 4.0 * (k[9] * t3) + 4.0 * (k[5] * t5) + 4.0 * (k[1] * t7);
    const double t11 = 4.0 * (k[8] * t3) + 4.0 * (k[4] * t5) + 4.0 * (k[0] * t7);
    const double t12 = x[3] * x[4] - x[0] * x[7] - x[1] * x[6] + x[2] * x[5];
    const double t13 = x[3] * x[5] + x[0] * x[6] - x[1] * x[7] - x[2] * x[4];
    const double t14 = x[3] * x[6] - x[0] * x[5] + x[1] * x[4] - x[2] * x[7];
    const double t15 = x[3] * x[7] + x[0] * x[4] + x[1] * x[5] + x[2] * x[6];
    const double t16 = k[8] * t12 + k[9] * t13 + k[10] * t14 + k[11] * t15;
    const double t17 = t16 * t2;
    const double t18 = k[4] * t12 + k[5] * t13 + k[6] * t14 + k[7] * t15;
    const double t19 = t18 * t2;
    const double t20 = k[0] * t12 + k[1] * t13 + k[2] * t14 + k[3] * t15;
    const double t21 = t20 * t2;
    const double t22 = 4.0 * (k[11] * t17) + 4.0 * (k[7] * t19) + 4.0 * (k[3] * t21);
    const double t23 = 4.0 * (k[10] * t17) + 4.0 * (k[6] * t19) + 4.0 * (k[2] * t21);
    const double t24 = 4.0 * (k[9] * t17) + 4.0 * (k[5] * t19) + 4.0 * (k[1] * t21);
    const double t25 = 4.0 * (k[8] * t17) + 4.0 * (k[4] * t19) + 4.0 * (k[0] * t21);
    const double t26 = (2.0 * (t20 * t6) + 2.0 * (t18 * t4) + 2.0 * (t16 * t0)) * weights[0];
    const double t27 = 2.0 * (x[10] * t26);
    const double t28 = -(x[6] * k[8]) - x[7] * k[9] + x[4] * k[10] + x[5] * k[11];
    const double t29 = t28 * t2;
    const double t30 = -(x[6] * k[4]) - x[7] * k[5] + x[4] * k[6] + x[5] * k[7];
    const double t31 = t30 * t2;
    const double t32 = -(x[6] * k[0]) - x[7] * k[1] + x[4] * k[2] + x[5] * k[3];
    const double t33 = t32 * t2;
    const double t34 = 4.0 * (k[11] * t29) + 4.0 * (k[7] * t31) + 4.0 * (k[3] * t33);
    const double t35 = 4.0 * (k[10] * t29) + 4.0 * (k[6] * t31) + 4.0 * (k[2] * t33);
    const double t36 = 4.0 * (k[9] * t29) + 4.0 * (k[5] * t31) + 4.0 * (k[1] * t33);
    const double t37 = 4.0 * (k[8] * t29) + 4.0 * (k[4] * t31) + 4.0 * (k[0] * t33);
    const double t38 = (2.0 * (t20 * t32) + 2.0 * (t18 * t30) + 2.0 * (t16 * t28)) * weights[0];
    const double t39 = 2.0 * (x[10] * t38);
    const double t40 = x[5] * k[8] - x[4] * k[9] - x[7] * k[10] + x[6] * k[11];
    const double t41 = t40 * t2;
    const double t42 = x[5] * k[4] - x[4] * k[5] - x[7] * k[6] + x[6] * k[7];
    const double t43 = t42 * t2;
    const double t44 = x[5] * k[0] - x[4] * k[1] - x[7] * k[2] + x[6] * k[3];
    const double t45 = t44 * t2;
    const double t46 = 4.0 * (k[11] * t41) + 4.0 * (k[7] * t43) + 4.0 * (k[3] * t45);
    const double t47 = 4.0 * (k[10] * t41) + 4.0 * (k[6] * t43) + 4.0 * (k[2] * t45);
    const double t48 = 4.0 * (k[9] * t41) + 4.0 * (k[5] * t43) + 4.0 * (k[1] * t45);
    const double t49 = 4.0 * (k[8] * t41) + 4.0 * (k[4] * t43) + 4.0 * (k[0] * t45);
    const double t50 = (2.0 * (t20 * t44) + 2.0 * (t18 * t42) + 2.0 * (t16 * t40)) * weights[0];
    const double t51 = 2.0 * (x[10] * t50);
    const double t52 = x[4] * k[8] + x[5] * k[9] + x[6] * k[10] + x[7] * k[11];
    const double t53 = t52 * t2;
    const double t54 = x[4] * k[4] + x[5] * k[5] + x[6] * k[6] + x[7] * k[7];
    const double t55 = t54 * t2;
    const double t56 = x[4] * k[0] + x[5] * k[1] + x[6] * k[2] + x[7] * k[3];
    const double t57 = t56 * t2;
    const double t58 = 4.0 * (k[11] * t53) + 4.0 * (k[7] * t55) + 4.0 * (k[3] * t57);
    const double t59 = 4.0 * (k[10] * t53) + 4.0 * (k[6] * t55) + 4.0 * (k[2] * t57);
    const double t60 = 4.0 * (k[9] * t53) + 4.0 * (k[5] * t55) + 4.0 * (k[1] * t57);
    const double t61 = 4.0 * (k[8] * t53) + 4.0 * (k[4] * t55) + 4.0 * (k[0] * t57);
    const double t62 = (2.0 * (t20 * t56) + 2.0 * (t18 * t54) + 2.0 * (t16 * t52)) * weights[0];
    const double t63 = 2.0 * (x[10] * t62);
    const double t64 = x[3] * k[8] - x[2] * k[9] + x[1] * k[10] + x[0] * k[11];
    const double t65 = t64 * t2;
    const double t66 = x[3] * k[4] - x[2] * k[5] + x[1] * k[6] + x[0] * k[7];
    const double t67 = t66 * t2;
    const double t68 = x[3] * k[0] - x[2] * k[1] + x[1] * k[2] + x[0] * k[3];
    const double t69 = t68 * t2;
    const double t70 = 4.0 * (k[11] * t65) + 4.0 * (k[7] * t67) + 4.0 * (k[3] * t69);
    const double t71 = 4.0 * (k[10] * t65) + 4.0 * (k[6] * t67) + 4.0 * (k[2] * t69);
    const double t72 = 4.0 * (k[9] * t65) + 4.0 * (k[5] * t67) + 4.0 * (k[1] * t69);
    const double t73 = 4.0 * (k[8] * t65) + 4.0 * (k[4] * t67) + 4.0 * (k[0] * t69);
    const double t74 = (2.0 * (t20 * t68) + 2.0 * (t18 * t66) + 2.0 * (t16 * t64)) * weights[0];
    const double t75 = 2.0 * (x[10] * t74);
    const double t76 = x[2] * k[8] + x[3] * k[9] - x[0] * k[10] + x[1] * k[11];
    const double t77 = t76 * t2;
    const double t78 = x[2] * k[4] + x[3] * k[5] - x[0] * k[6] + x[1] * k[7];
    const double t79 = t78 * t2;
    const double t80 = x[2] * k[0] + x[3] * k[1] - x[0] * k[2] + x[1] * k[3];
    const double t81 = t80 * t2;
    const double t82 = 4.0 * (k[11] * t77) + 4.0 * (k[7] * t79) + 4.0 * (k[3] * t81);
    const double t83 = 4.0 * (k[10] * t77) + 4.0 * (k[6] * t79) + 4.0 * (k[2] * t81);
    const double t84 = 4.0 * (k[9] * t77) + 4.0 * (k[5] * t79) + 4.0 * (k[1] * t81);
    const double t85 = 4.0 * (k[8] * t77) + 4.0 * (k[4] * t79) + 4.0 * (k[0] * t81);
    const double t86 = (2.0 * (t20 * t80) + 2.0 * (t18 * t78) + 2.0 * (t16 * t76)) * weights[0];
    const double t87 = 2.0 * (x[10] * t86);
    const double t88 = x[0] * k[9] - x[1] * k[8] + x[3] * k[10] + x[2] * k[11];
    const double t89 = t88 * t2;
    const double t90 = x[0] * k[5] - x[1] * k[4] + x[3] * k[6] + x[2] * k[7];
    const double t91 = t90 * t2;
    const double t92 = x[0] * k[1] - x[1] * k[0] + x[3] * k[2] + x[2] * k[3];
    const double t93 = t92 * t2;
    const double t94 = 4.0 * (k[11] * t89) + 4.0 * (k[7] * t91) + 4.0 * (k[3] * t93);
    const double t95 = 4.0 * (k[10] * t89) + 4.0 * (k[6] * t91) + 4.0 * (k[2] * t93);
    const double t96 = 4.0 * (k[9] * t89) + 4.0 * (k[5] * t91) + 4.0 * (k[1] * t93);
    const double t97 = 4.0 * (k[8] * t89) + 4.0 * (k[4] * t91) + 4.0 * (k[0] * t93);
    const double t98 = (2.0 * (t20 * t92) + 2.0 * (t18 * t90) + 2.0 * (t16 * t88)) * weights[0];
    const double t99 = 2.0 * (x[10] * t98);
    const double t100 = -(x[0] * k[8]) - x[1] * k[9] - x[2] * k[10] + x[3] * k[11];
    const double t101 = t100 * t2;
    const double t102 = -(x[0] * k[4]) - x[1] * k[5] - x[2] * k[6] + x[3] * k[7];
    const double t103 = t102 * t2;
    const double t104 = -(x[0] * k[0]) - x[1] * k[1] - x[2] * k[2] + x[3] * k[3];
    const double t105 = t104 * t2;
    const double t106 = (2.0 * (t20 * t104) + 2.0 * (t18 * t102) + 2.0 * (t16 * t100)) * weights[0];
    const double t107 = 2.0 * (x[10] * t106);
    const double t108 = 2.0 * ((t20 * t20 + t18 * t18 + t16 * t16) * weights[0]);
    out[0] = x[4] * t8 - x[5] * t9 + x[6] * t10 - x[7] * t11;
    out[1] = x[5] * t8 + x[4] * t9 - x[7] * t10 - x[6] * t11;
    out[2] = x[6] * t8 - x[7] * t9 - x[4] * t10 + x[5] * t11;
    out[3] = x[7] * t8 + x[6] * t9 + x[5] * t10 + x[4] * t11;
    out[4] = t22 + x[0] * t8 + x[1] * t9 - x[2] * t10 + x[3] * t11;
    out[5] = x[1] * t8 - (t23 + x[0] * t9) + x[3] * t10 + x[2] * t11;
    out[6] = x[2] * t8 + x[3] * t9 + t24 + x[0] * t10 - x[1] * t11;
    out[7] = x[3] * t8 - x[2] * t9 - x[1] * t10 - (t25 + x[0] * t11);
    out[8] = t27;
    out[9] = t27;
    out[10] = 2.0 * (t1 * t26);
    out[11] = x[5] * t34 + x[4] * t35 - x[7] * t36 - x[6] * t37;
    out[12] = x[6] * t34 - x[7] * t35 - x[4] * t36 + x[5] * t37;
    out[13] = x[7] * t34 + x[6] * t35 + x[5] * t36 + x[4] * t37;
    out[14] = x[0] * t34 + t23 + x[1] * t35 - x[2] * t36 + x[3] * t37;
    out[15] = t22 + x[1] * t34 - x[0] * t35 + x[3] * t36 + x[2] * t37;
    out[16] = x[2] * t34 + x[3] * t35 + x[0] * t36 - (t25 + x[1] * t37);
    out[17] = x[3] * t34 - x[2] * t35 - (t24 + x[1] * t36) - x[0] * t37;
    out[18] = t39;
    out[19] = t39;
    out[20] = 2.0 * (t1 * t38);
    out[21] = x[6] * t46 - x[7] * t47 - x[4] * t48 + x[5] * t49;
    out[22] = x[7] * t46 + x[6] * t47 + x[5] * t48 + x[4] * t49;
    out[23] = x[0] * t46 + x[1] * t47 - (t24 + x[2] * t48) + x[3] * t49;
    out[24] = x[1] * t46 - x[0] * t47 + x[3] * t48 + t25 + x[2] * t49;
    out[25] = t22 + x[2] * t46 + x[3] * t47 + x[0] * t48 - x[1] * t49;
    out[26] = x[3] * t46 - (t23 + x[2] * t47) - x[1] * t48 - x[0] * t49;
    out[27] = t51;
    out[28] = t51;
    out[29] = 2.0 * (t1 * t50);
    out[30] = x[7] * t58 + x[6] * t59 + x[5] * t60 + x[4] * t61;
    out[31] = x[0] * t58 + x[1] * t59 - x[2] * t60 + t25 + x[3] * t61;
    out[32] = x[1] * t58 - x[0] * t59 + t24 + x[3] * t60 + x[2] * t61;
    out[33] = x[2] * t58 + t23 + x[3] * t59 + x[0] * t60 - x[1] * t61;
    out[34] = t22 + x[3] * t58 - x[2] * t59 - x[1] * t60 - x[0] * t61;
    out[35] = t63;
    out[36] = t63;
    out[37] = 2.0 * (t1 * t62);
    out[38] = x[0] * t70 + x[1] * t71 - x[2] * t72 + x[3] * t73;
    out[39] = x[1] * t70 - x[0] * t71 + x[3] * t72 + x[2] * t73;
    out[40] = x[2] * t70 + x[3] * t71 + x[0] * t72 - x[1] * t73;
    out[41] = x[3] * t70 - x[2] * t71 - x[1] * t72 - x[0] * t73;
    out[42] = t75;
    out[43] = t75;
    out[44] = 2.0 * (t1 * t74);
    out[45] = x[1] * t82 - x[0] * t83 + x[3] * t84 + x[2] * t85;
    out[46] = x[2] * t82 + x[3] * t83 + x[0] * t84 - x[1] * t85;
    out[47] = x[3] * t82 - x[2] * t83 - x[1] * t84 - x[0] * t85;
    out[48] = t87;
    out[49] = t87;
    out[50] = 2.0 * (t1 * t86);
    out[51] = x[2] * t94 + x[3] * t95 + x[0] * t96 - x[1] * t97;
    out[52] = x[3] * t94 - x[2] * t95 - x[1] * t96 - x[0] * t97;
    out[53] = t99;
    out[54] = t99;
    out[55] = 2.0 * (t1 * t98);
    out[56] = x[3] * (4.0 * (k[11] * t101) + 4.0 * (k[7] * t103) + 4.0 * (k[3] * t105)) - x[2] * (4.0 * (k[10] * t101)
        + 4.0 * (k[6] * t103) + 4.0 * (k[2] * t105)) - x[1] * (4.0 * (k[9] * t101) + 4.0 * (k[5] * t103) + 4.0 * (k[1]
        * t105)) - x[0] * (4.0 * (k[8] * t101) + 4.0 * (k[4] * t103) + 4.0 * (k[0] * t105));
    out[57] = t107;
    out[58] = t107;
    out[59] = 2.0 * (t1 * t106);
    out[60] = t108;
    out[61] = t108;
}

static const int posture_jacobian_values[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const int posture_jacobian_inputs[] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
};
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
    posture_jacobian_values, posture_jacobian_inputs, posture_hessian_rows, posture_hessian_columns,
    posture_evaluate, posture_jacobian, posture_hessian,
};

// Square of the tilt of a direction that is vertical at rest, and twice one less the cosine of the angle from what was forward to a direction on the ground, as a share of a mean. Up, forward, sine and cosine of the yaw.
static void upright_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[3] * x[3];
    const double t1 = x[0] * x[0];
    const double t2 = -(x[1] * x[1]);
    const double t3 = x[2] * x[2];
    const double t4 = t0 + t1 + t2 - t3;
    const double t5 = x[0] * x[1] - x[2] * x[3];
    const double t6 = x[0] * x[2];
    const double t7 = x[1] * x[3];
    const double t8 = t6 + t7;
    const double t9 = t6 - t7;
    const double t10 = x[1] * x[2] + x[0] * x[3];
    const double t11 = t3 + t2 + t0 - t1;
    const double t12 = k[0] * t4 + 2.0 * (k[1] * t5) + 2.0 * (k[2] * t8);
    const double t13 = 2.0 * (k[0] * t9) + 2.0 * (k[1] * t10) + k[2] * t11;
    out[0] = 0.5 * (x[6] * (x[4] + x[5]) * (2.0 + (-2.0) * ((t4 * k[3] + 2.0 * (t5 * k[4]) + 2.0 * (t8 * k[5])) * k[6]
        + (2.0 * (t9 * k[3]) + 2.0 * (t10 * k[4]) + t11 * k[5]) * k[7]) + t12 * t12 + t13 * t13));
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
    const double t7 = x[0] * x[0];
    const double t8 = -(x[1] * x[1]);
    const double t9 = x[2] * x[2];
    const double t10 = t6 + t7 + t8 - t9;
    const double t11 = x[0] * x[1] - x[2] * x[3];
    const double t12 = x[0] * x[2];
    const double t13 = x[1] * x[3];
    const double t14 = t12 + t13;
    const double t15 = k[0] * t10 + 2.0 * (k[1] * t11) + 2.0 * (k[2] * t14);
    const double t16 = 2.0 * (x[0] * k[0]) + 2.0 * (x[1] * k[1]) + 2.0 * (x[2] * k[2]);
    const double t17 = t12 - t13;
    const double t18 = x[1] * x[2] + x[0] * x[3];
    const double t19 = t9 + t8 + t6 - t7;
    const double t20 = 2.0 * (k[0] * t17) + 2.0 * (k[1] * t18) + k[2] * t19;
    const double t21 = x[2] * k[0];
    const double t22 = x[3] * k[1];
    const double t23 = x[0] * k[2];
    const double t24 = (-2.0) * (x[1] * k[3]) + 2.0 * (x[0] * k[4]) + 2.0 * (x[3] * k[5]);
    const double t25 = x[3] * k[3];
    const double t26 = x[2] * k[4];
    const double t27 = x[1] * k[5];
    const double t28 = (-2.0) * (x[1] * k[0]) + 2.0 * (x[0] * k[1]) + 2.0 * (x[3] * k[2]);
    const double t29 = x[3] * k[0];
    const double t30 = x[2] * k[1];
    const double t31 = x[1] * k[2];
    const double t32 = 2.0 + (-2.0) * ((t10 * k[3] + 2.0 * (t11 * k[4]) + 2.0 * (t14 * k[5])) * k[6] + (2.0 * (t17 *
        k[3]) + 2.0 * (t18 * k[4]) + t19 * k[5]) * k[7]) + t15 * t15 + t20 * t20;
    const double t33 = 0.5 * (x[6] * t32);
    out[0] = 0.5 * (t1 * ((-2.0) * (k[6] * t2 + k[7] * (2.0 * t3 + 2.0 * t4 + (-2.0) * t5)) + 2.0 * (t15 * t16) + 2.0
        * (t20 * (2.0 * t21 + 2.0 * t22 + (-2.0) * t23))));
    out[1] = 0.5 * (t1 * ((-2.0) * (k[6] * t24 + k[7] * ((-2.0) * t25 + 2.0 * t26 + (-2.0) * t27)) + 2.0 * (t15 * t28)
        + 2.0 * (t20 * ((-2.0) * t29 + 2.0 * t30 + (-2.0) * t31))));
    out[2] = 0.5 * (t1 * ((-2.0) * (k[6] * ((-2.0) * t3 + (-2.0) * t4 + 2.0 * t5) + k[7] * t2) + 2.0 * (t15 * ((-2.0)
        * t21 + (-2.0) * t22 + 2.0 * t23)) + 2.0 * (t20 * t16)));
    out[3] = 0.5 * (t1 * ((-2.0) * (k[6] * (2.0 * t25 + (-2.0) * t26 + 2.0 * t27) + k[7] * t24) + 2.0 * (t15 * (2.0 *
        t29 + (-2.0) * t30 + 2.0 * t31)) + 2.0 * (t20 * t28)));
    out[4] = t33;
    out[5] = t33;
    out[6] = 0.5 * (t0 * t32);
}

static void upright_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = x[0] * x[2];
    const double t1 = x[1] * x[3];
    const double t2 = t0 - t1;
    const double t3 = x[1] * x[2] + x[0] * x[3];
    const double t4 = x[2] * x[2];
    const double t5 = -(x[1] * x[1]);
    const double t6 = x[3] * x[3];
    const double t7 = x[0] * x[0];
    const double t8 = t4 + t5 + t6 - t7;
    const double t9 = 2.0 * (k[0] * t2) + 2.0 * (k[1] * t3) + k[2] * t8;
    const double t10 = x[4] + x[5];
    const double t11 = x[6] * t10 * weights[0];
    const double t12 = t9 * t11;
    const double t13 = k[7] * t11;
    const double t14 = k[2] * t12 - k[5] * t13;
    const double t15 = t6 + t7 + t5 - t4;
    const double t16 = x[0] * x[1] - x[2] * x[3];
    const double t17 = t0 + t1;
    const double t18 = k[0] * t15 + 2.0 * (k[1] * t16) + 2.0 * (k[2] * t17);
    const double t19 = t18 * t11;
    const double t20 = k[6] * t11;
    const double t21 = k[0] * t19 - k[3] * t20;
    const double t22 = x[2] * k[0];
    const double t23 = x[3] * k[1];
    const double t24 = x[0] * k[2];
    const double t25 = 2.0 * t22 + 2.0 * t23 + (-2.0) * t24;
    const double t26 = t25 * t11;
    const double t27 = k[2] * t26;
    const double t28 = 2.0 * (x[0] * k[0]) + 2.0 * (x[1] * k[1]) + 2.0 * (x[2] * k[2]);
    const double t29 = t28 * t11;
    const double t30 = k[0] * t29;
    const double t31 = t21 - t14 + x[0] * (t30 - t27);
    const double t32 = k[1] * t26;
    const double t33 = k[0] * t26;
    const double t34 = k[2] * t29;
    const double t35 = 2.0 * t34;
    const double t36 = 2.0 * t33 + t35;
    const double t37 = k[1] * t29;
    const double t38 = 2.0 * (x[1] * t37);
    const double t39 = t27 + t30;
    const double t40 = -(x[1] * t39);
    const double t41 = t35 + (-2.0) * t33;
    const double t42 = 2.0 * (k[1] * t19) + (-2.0) * (k[4] * t20);
    const double t43 = 2.0 * (x[0] * t37);
    const double t44 = x[2] * (t27 - t30);
    const double t45 = 2.0 * (k[0] * t12) + (-2.0) * (k[3] * t13);
    const double t46 = 2.0 * (k[2] * t19) + (-2.0) * (k[5] * t20);
    const double t47 = x[3] * t39;
    const double t48 = 2.0 * (k[1] * t12) + (-2.0) * (k[4] * t13);
    const double t49 = 2.0 * (x[0] * k[3]) + 2.0 * (x[1] * k[4]) + 2.0 * (x[2] * k[5]);
    const double t50 = x[2] * k[3];
    const double t51 = x[3] * k[4];
    const double t52 = x[0] * k[5];
    const double t53 = ((-2.0) * (k[6] * t49 + k[7] * (2.0 * t50 + 2.0 * t51 + (-2.0) * t52)) + 2.0 * (t18 * t28) +
        2.0 * (t9 * t25)) * weights[0];
    const double t54 = 0.5 * (x[6] * t53);
    const double t55 = t14 + t21;
    const double t56 = x[3] * k[0];
    const double t57 = x[2] * k[1];
    const double t58 = x[1] * k[2];
    const double t59 = (-2.0) * t56 + 2.0 * t57 + (-2.0) * t58;
    const double t60 = t59 * t11;
    const double t61 = k[2] * t60;
    const double t62 = (-2.0) * (x[1] * k[0]) + 2.0 * (x[0] * k[1]) + 2.0 * (x[3] * k[2]);
    const double t63 = t62 * t11;
    const double t64 = k[0] * t63;
    const double t65 = t61 + t64;
    const double t66 = -(t55 + x[1] * t65);
    const double t67 = k[1] * t60;
    const double t68 = k[0] * t60;
    const double t69 = k[2] * t63;
    const double t70 = 2.0 * t69;
    const double t71 = (-2.0) * t68 + t70;
    const double t72 = k[1] * t63;
    const double t73 = 2.0 * (x[0] * t72);
    const double t74 = x[2] * (t61 - t64);
    const double t75 = x[3] * t65;
    const double t76 = (-2.0) * (x[1] * k[3]) + 2.0 * (x[0] * k[4]) + 2.0 * (x[3] * k[5]);
    const double t77 = x[3] * k[3];
    const double t78 = x[2] * k[4];
    const double t79 = x[1] * k[5];
    const double t80 = ((-2.0) * (k[6] * t76 + k[7] * ((-2.0) * t77 + 2.0 * t78 + (-2.0) * t79)) + 2.0 * (t18 * t62) +
        2.0 * (t9 * t59)) * weights[0];
    const double t81 = 0.5 * (x[6] * t80);
    const double t82 = (-2.0) * t22 + (-2.0) * t23 + 2.0 * t24;
    const double t83 = t82 * t11;
    const double t84 = k[0] * t83;
    const double t85 = t14 - t21 + x[2] * (t34 - t84);
    const double t86 = 2.0 * (k[2] * t83);
    const double t87 = k[1] * t83;
    const double t88 = x[3] * (t34 + t84);
    const double t89 = ((-2.0) * (k[6] * ((-2.0) * t50 + (-2.0) * t51 + 2.0 * t52) + k[7] * t49) + 2.0 * (t18 * t82) +
        2.0 * (t9 * t28)) * weights[0];
    const double t90 = 0.5 * (x[6] * t89);
    const double t91 = 2.0 * t56 + (-2.0) * t57 + 2.0 * t58;
    const double t92 = t91 * t11;
    const double t93 = t55 + x[3] * (t69 + k[0] * t92);
    const double t94 = ((-2.0) * (k[6] * (2.0 * t77 + (-2.0) * t78 + 2.0 * t79) + k[7] * t76) + 2.0 * (t18 * t91) +
        2.0 * (t9 * t62)) * weights[0];
    const double t95 = 0.5 * (x[6] * t94);
    const double t96 = 0.5 * ((2.0 + (-2.0) * ((t15 * k[3] + 2.0 * (t16 * k[4]) + 2.0 * (t17 * k[5])) * k[6] + (2.0 *
        (t2 * k[3]) + 2.0 * (t3 * k[4]) + t8 * k[5]) * k[7]) + t18 * t18 + t9 * t9) * weights[0]);
    out[0] = t31 + t31 + 2.0 * (x[3] * t32) + x[2] * t36 + t38;
    out[1] = t40 + t40 + 2.0 * (x[2] * t32) + x[3] * t41 + t42 + t43;
    out[2] = t44 + t44 + 2.0 * (x[1] * t32) + t45 + t46 + x[0] * t36 + (-2.0) * (x[3] * t37);
    out[3] = t47 + t47 + t48 + 2.0 * (x[0] * t32) + x[1] * t41 + (-2.0) * (x[2] * t37);
    out[4] = t54;
    out[5] = t54;
    out[6] = 0.5 * (t10 * t53);
    out[7] = t66 + t66 + 2.0 * (x[2] * t67) + x[3] * t71 + t73;
    out[8] = t74 + t74 + t48 + 2.0 * (x[1] * t67) + x[0] * (2.0 * t68 + t70) + (-2.0) * (x[3] * t72);
    out[9] = t75 + t75 + 2.0 * (x[0] * t67) + t46 - t45 + x[1] * t71 + (-2.0) * (x[2] * t72);
    out[10] = t81;
    out[11] = t81;
    out[12] = 0.5 * (t10 * t80);
    out[13] = t85 + t85 + t38 + x[0] * (2.0 * t30 + t86) + (-2.0) * (x[3] * t87);
    out[14] = t88 + t88 + t43 + x[1] * (t86 + (-2.0) * t30) - (t42 + 2.0 * (x[2] * t87));
    out[15] = t90;
    out[16] = t90;
    out[17] = 0.5 * (t10 * t89);
    out[18] = t93 + t93 + t73 + x[1] * ((-2.0) * t64 + 2.0 * (k[2] * t92)) + (-2.0) * (x[2] * (k[1] * t92));
    out[19] = t95;
    out[20] = t95;
    out[21] = 0.5 * (t10 * t94);
    out[22] = t96;
    out[23] = t96;
}

static const int upright_jacobian_values[] = {
    0, 0, 0, 0, 0, 0, 0,
};
static const int upright_jacobian_inputs[] = {
    0, 1, 2, 3, 4, 5, 6,
};
static const int upright_hessian_rows[] = {
    0, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 2, 3, 4, 5, 6, 3, 4, 5, 6, 6, 6,
};
static const int upright_hessian_columns[] = {
    0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 5,
};
const caperi_block_kind caperi_block_upright = {
    "upright", 7, 1, 7, 24,
    upright_jacobian_values, upright_jacobian_inputs, upright_hessian_rows, upright_hessian_columns,
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

static const int torque_limit_jacobian_values[] = {
    0, 0, 0,
};
static const int torque_limit_jacobian_inputs[] = {
    0, 1, 2,
};
static const int torque_limit_hessian_rows[] = {
    0, 1, 2,
};
static const int torque_limit_hessian_columns[] = {
    0, 1, 2,
};
const caperi_block_kind caperi_block_torque_limit = {
    "torque_limit", 3, 1, 3, 3,
    torque_limit_jacobian_values, torque_limit_jacobian_inputs, torque_limit_hessian_rows, torque_limit_hessian_columns,
    torque_limit_evaluate, torque_limit_jacobian, torque_limit_hessian,
};

// Square of a vector, as a share of a mean.
static void effort_evaluate(const double *x, const void *data, double *out)
{
    (void)data;
    out[0] = 0.5 * (x[5] * (x[3] + x[4]) * (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]));
}

static void effort_jacobian(const double *x, const void *data, double *out)
{
    (void)data;
    const double t0 = x[3] + x[4];
    const double t1 = x[5] * t0;
    const double t2 = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
    const double t3 = 0.5 * (x[5] * t2);
    out[0] = x[0] * t1;
    out[1] = x[1] * t1;
    out[2] = x[2] * t1;
    out[3] = t3;
    out[4] = t3;
    out[5] = 0.5 * (t0 * t2);
}

static void effort_hessian(const double *x, const void *data, const double *weights, double *out)
{
    (void)data;
    const double t0 = x[3] + x[4];
    const double t1 = x[5] * t0 * weights[0];
    const double t2 = x[0] * weights[0];
    const double t3 = x[5] * t2;
    const double t4 = x[1] * weights[0];
    const double t5 = x[5] * t4;
    const double t6 = x[2] * weights[0];
    const double t7 = x[5] * t6;
    const double t8 = 0.5 * ((x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) * weights[0]);
    out[0] = t1;
    out[1] = t3;
    out[2] = t3;
    out[3] = t0 * t2;
    out[4] = t1;
    out[5] = t5;
    out[6] = t5;
    out[7] = t0 * t4;
    out[8] = t1;
    out[9] = t7;
    out[10] = t7;
    out[11] = t0 * t6;
    out[12] = t8;
    out[13] = t8;
}

static const int effort_jacobian_values[] = {
    0, 0, 0, 0, 0, 0,
};
static const int effort_jacobian_inputs[] = {
    0, 1, 2, 3, 4, 5,
};
static const int effort_hessian_rows[] = {
    0, 3, 4, 5, 1, 3, 4, 5, 2, 3, 4, 5, 5, 5,
};
static const int effort_hessian_columns[] = {
    0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 4,
};
const caperi_block_kind caperi_block_effort = {
    "effort", 6, 1, 6, 14,
    effort_jacobian_values, effort_jacobian_inputs, effort_hessian_rows, effort_hessian_columns,
    effort_evaluate, effort_jacobian, effort_hessian,
};

// Angular momentum of a body about a vertical axis that moves evenly: positions before, now, after; quaternions before, now, after; the two steps; mass, J; x and z of the axis now and of its velocity.
static void momentum_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = 1.0 / (x[21] + x[22]);
    const double t1 = x[13] * x[15];
    const double t2 = x[14] * x[16];
    const double t3 = x[20] * x[20];
    const double t4 = x[17] * x[17];
    const double t5 = -(x[18] * x[18]);
    const double t6 = x[19] * x[19];
    const double t7 = x[12] * x[12];
    const double t8 = x[9] * x[9];
    const double t9 = -(x[10] * x[10]);
    const double t10 = x[11] * x[11];
    const double t11 = x[16] * x[16];
    const double t12 = x[13] * x[13];
    const double t13 = -(x[14] * x[14]);
    const double t14 = x[15] * x[15];
    const double t15 = x[17] * x[19];
    const double t16 = x[18] * x[20];
    const double t17 = x[9] * x[11];
    const double t18 = x[10] * x[12];
    out[0] = k[0] * ((x[5] - k[5]) * (t0 * (x[6] - x[0]) - k[6]) - (x[3] - k[4]) * (t0 * (x[8] - x[2]) - k[7])) + k[1]
        * t0 * (2.0 * ((t1 - t2) * (t3 + t4 + t5 - t6 - (t7 + t8 + t9 - t10))) - (t11 + t12 + t13 - t14) * (2.0 * (t15
        - t16) + (-2.0) * (t17 - t18))) + k[2] * t0 * (2.0 * ((x[14] * x[15] + x[13] * x[16]) * (2.0 * (x[17] * x[18]
        - x[19] * x[20]) + (-2.0) * (x[9] * x[10] - x[11] * x[12]))) + (-2.0) * ((x[13] * x[14] - x[15] * x[16]) *
        (2.0 * (x[18] * x[19] + x[17] * x[20]) + (-2.0) * (x[10] * x[11] + x[9] * x[12])))) + k[3] * t0 * ((t14 + t13
        + t11 - t12) * (2.0 * (t15 + t16) + (-2.0) * (t17 + t18)) + (-2.0) * ((t1 + t2) * (t6 + t5 + t3 - t4 - (t10 +
        t9 + t7 - t8))));
}

static void momentum_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = 1.0 / (x[21] + x[22]);
    const double t1 = x[5] - k[5];
    const double t2 = k[0] * (t0 * t1);
    const double t3 = x[3] - k[4];
    const double t4 = k[0] * (t0 * t3);
    const double t5 = x[8] - x[2];
    const double t6 = x[6] - x[0];
    const double t7 = k[1] * t0;
    const double t8 = x[13] * x[15];
    const double t9 = x[14] * x[16];
    const double t10 = t8 - t9;
    const double t11 = x[16] * x[16];
    const double t12 = x[13] * x[13];
    const double t13 = -(x[14] * x[14]);
    const double t14 = x[15] * x[15];
    const double t15 = t11 + t12 + t13 - t14;
    const double t16 = k[2] * t0;
    const double t17 = x[14] * x[15] + x[13] * x[16];
    const double t18 = x[13] * x[14] - x[15] * x[16];
    const double t19 = k[3] * t0;
    const double t20 = t14 + t13 + t11 - t12;
    const double t21 = t8 + t9;
    const double t22 = x[20] * x[20];
    const double t23 = x[17] * x[17];
    const double t24 = -(x[18] * x[18]);
    const double t25 = x[19] * x[19];
    const double t26 = x[12] * x[12];
    const double t27 = x[9] * x[9];
    const double t28 = -(x[10] * x[10]);
    const double t29 = x[11] * x[11];
    const double t30 = t22 + t23 + t24 - t25 - (t26 + t27 + t28 - t29);
    const double t31 = x[17] * x[19];
    const double t32 = x[18] * x[20];
    const double t33 = x[9] * x[11];
    const double t34 = x[10] * x[12];
    const double t35 = 2.0 * (t31 - t32) + (-2.0) * (t33 - t34);
    const double t36 = 2.0 * (x[17] * x[18] - x[19] * x[20]) + (-2.0) * (x[9] * x[10] - x[11] * x[12]);
    const double t37 = 2.0 * (x[18] * x[19] + x[17] * x[20]) + (-2.0) * (x[10] * x[11] + x[9] * x[12]);
    const double t38 = 2.0 * (t31 + t32) + (-2.0) * (t33 + t34);
    const double t39 = t25 + t24 + t22 - t23 - (t29 + t28 + t26 - t27);
    const double t40 = t0 * t0;
    const double t41 = k[0] * (t3 * (t5 * t40) - t1 * (t6 * t40)) - (2.0 * (t10 * t30) - t15 * t35) * (k[1] * t40) -
        (2.0 * (t17 * t36) + (-2.0) * (t18 * t37)) * (k[2] * t40) - (t20 * t38 + (-2.0) * (t21 * t39)) * (k[3] * t40);
    out[0] = -t2;
    out[1] = t4;
    out[2] = -(k[0] * (t0 * t5 - k[7]));
    out[3] = k[0] * (t0 * t6 - k[6]);
    out[4] = t2;
    out[5] = -t4;
    out[6] = t7 * ((-4.0) * (x[9] * t10) + 2.0 * (x[11] * t15)) + t16 * ((-4.0) * (x[10] * t17) + 4.0 * (x[12] * t18))
        + t19 * ((-2.0) * (x[11] * t20) + (-4.0) * (x[9] * t21));
    out[7] = t7 * (4.0 * (x[10] * t10) + (-2.0) * (x[12] * t15)) + t16 * ((-4.0) * (x[9] * t17) + 4.0 * (x[11] * t18))
        + t19 * ((-2.0) * (x[12] * t20) + (-4.0) * (x[10] * t21));
    out[8] = t7 * (4.0 * (x[11] * t10) + 2.0 * (x[9] * t15)) + t16 * (4.0 * (x[12] * t17) + 4.0 * (x[10] * t18)) + t19
        * ((-2.0) * (x[9] * t20) + 4.0 * (x[11] * t21));
    out[9] = t7 * ((-4.0) * (x[12] * t10) + (-2.0) * (x[10] * t15)) + t16 * (4.0 * (x[11] * t17) + 4.0 * (x[9] * t18))
        + t19 * ((-2.0) * (x[10] * t20) + 4.0 * (x[12] * t21));
    out[10] = t7 * (2.0 * (x[15] * t30) + (-2.0) * (x[13] * t35)) + t16 * (2.0 * (x[16] * t36) + (-2.0) * (x[14] *
        t37)) + t19 * ((-2.0) * (x[13] * t38) + (-2.0) * (x[15] * t39));
    out[11] = t7 * ((-2.0) * (x[16] * t30) + 2.0 * (x[14] * t35)) + t16 * (2.0 * (x[15] * t36) + (-2.0) * (x[13] *
        t37)) + t19 * ((-2.0) * (x[14] * t38) + (-2.0) * (x[16] * t39));
    out[12] = t7 * (2.0 * (x[13] * t30) + 2.0 * (x[15] * t35)) + t16 * (2.0 * (x[14] * t36) + 2.0 * (x[16] * t37)) +
        t19 * (2.0 * (x[15] * t38) + (-2.0) * (x[13] * t39));
    out[13] = t7 * ((-2.0) * (x[14] * t30) + (-2.0) * (x[16] * t35)) + t16 * (2.0 * (x[13] * t36) + 2.0 * (x[15] *
        t37)) + t19 * (2.0 * (x[16] * t38) + (-2.0) * (x[14] * t39));
    out[14] = t7 * (4.0 * (x[17] * t10) + (-2.0) * (x[19] * t15)) + t16 * (4.0 * (x[18] * t17) + (-4.0) * (x[20] *
        t18)) + t19 * (2.0 * (x[19] * t20) + 4.0 * (x[17] * t21));
    out[15] = t7 * ((-4.0) * (x[18] * t10) + 2.0 * (x[20] * t15)) + t16 * (4.0 * (x[17] * t17) + (-4.0) * (x[19] *
        t18)) + t19 * (2.0 * (x[20] * t20) + 4.0 * (x[18] * t21));
    out[16] = t7 * ((-4.0) * (x[19] * t10) + (-2.0) * (x[17] * t15)) + t16 * ((-4.0) * (x[20] * t17) + (-4.0) * (x[18]
        * t18)) + t19 * (2.0 * (x[17] * t20) + (-4.0) * (x[19] * t21));
    out[17] = t7 * (4.0 * (x[20] * t10) + 2.0 * (x[18] * t15)) + t16 * ((-4.0) * (x[19] * t17) + (-4.0) * (x[17] *
        t18)) + t19 * (2.0 * (x[18] * t20) + (-4.0) * (x[20] * t21));
    out[18] = t41;
    out[19] = t41;
}

static void momentum_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = 1.0 / (x[21] + x[22]);
    const double t1 = k[0] * weights[0];
    const double t2 = t0 * t1;
    const double t3 = -t2;
    const double t4 = t0 * t0;
    const double t5 = (x[5] - k[5]) * t1;
    const double t6 = t4 * t5;
    const double t7 = (x[3] - k[4]) * t1;
    const double t8 = t4 * t7;
    const double t9 = -t8;
    const double t10 = x[8] - x[2];
    const double t11 = t4 * (t10 * t1);
    const double t12 = x[6] - x[0];
    const double t13 = -(t4 * (t12 * t1));
    const double t14 = -t6;
    const double t15 = x[13] * x[15];
    const double t16 = x[14] * x[16];
    const double t17 = t15 + t16;
    const double t18 = k[3] * t0 * weights[0];
    const double t19 = t17 * t18;
    const double t20 = (-2.0) * t19;
    const double t21 = t15 - t16;
    const double t22 = k[1] * t0 * weights[0];
    const double t23 = t21 * t22;
    const double t24 = (-2.0) * t23;
    const double t25 = 2.0 * (t20 + t24);
    const double t26 = x[14] * x[15] + x[13] * x[16];
    const double t27 = k[2] * t0 * weights[0];
    const double t28 = t26 * t27;
    const double t29 = (-4.0) * t28;
    const double t30 = x[15] * x[15];
    const double t31 = -(x[14] * x[14]);
    const double t32 = x[16] * x[16];
    const double t33 = x[13] * x[13];
    const double t34 = t30 + t31 + t32 - t33;
    const double t35 = t34 * t18;
    const double t36 = (-2.0) * t35;
    const double t37 = t32 + t33 + t31 - t30;
    const double t38 = t37 * t22;
    const double t39 = 2.0 * t38;
    const double t40 = x[13] * x[14] - x[15] * x[16];
    const double t41 = t40 * t27;
    const double t42 = 4.0 * t41;
    const double t43 = x[11] * t18;
    const double t44 = x[11] * t22;
    const double t45 = 2.0 * t44;
    const double t46 = x[13] * (2.0 * t43 + t45);
    const double t47 = x[12] * t27;
    const double t48 = x[10] * t27;
    const double t49 = 4.0 * (x[14] * t47) + (-4.0) * (x[16] * t48);
    const double t50 = x[9] * t18;
    const double t51 = (-4.0) * t50;
    const double t52 = x[9] * t22;
    const double t53 = t51 + (-4.0) * t52;
    const double t54 = (-2.0) * t43;
    const double t55 = t54 + t45;
    const double t56 = -(x[14] * t55);
    const double t57 = 4.0 * (x[13] * t47) + (-4.0) * (x[15] * t48);
    const double t58 = t51 + 4.0 * t52;
    const double t59 = x[15] * (t54 + (-2.0) * t44);
    const double t60 = x[16] * t47;
    const double t61 = x[14] * t48;
    const double t62 = x[16] * t55;
    const double t63 = x[15] * t47;
    const double t64 = x[13] * t48;
    const double t65 = -(t4 * (k[3] * (((-2.0) * (x[11] * t34) + (-4.0) * (x[9] * t17)) * weights[0]) + k[2] *
        (((-4.0) * (x[10] * t26) + 4.0 * (x[12] * t40)) * weights[0]) + k[1] * (((-4.0) * (x[9] * t21) + 2.0 * (x[11]
        * t37)) * weights[0])));
    const double t66 = 2.0 * t19;
    const double t67 = t66 + t24;
    const double t68 = (-2.0) * t38;
    const double t69 = x[12] * t18;
    const double t70 = x[12] * t22;
    const double t71 = (-2.0) * t70;
    const double t72 = x[13] * (2.0 * t69 + t71);
    const double t73 = x[11] * t27;
    const double t74 = x[9] * t27;
    const double t75 = 4.0 * (x[14] * t73) + (-4.0) * (x[16] * t74);
    const double t76 = x[10] * t18;
    const double t77 = (-4.0) * t76;
    const double t78 = x[10] * t22;
    const double t79 = t77 + 4.0 * t78;
    const double t80 = (-2.0) * t69;
    const double t81 = t80 + t71;
    const double t82 = -(x[14] * t81);
    const double t83 = 4.0 * (x[13] * t73) + (-4.0) * (x[15] * t74);
    const double t84 = t77 + (-4.0) * t78;
    const double t85 = x[15] * (t80 + 2.0 * t70);
    const double t86 = x[16] * t73;
    const double t87 = x[14] * t74;
    const double t88 = x[16] * t81;
    const double t89 = x[15] * t73;
    const double t90 = x[13] * t74;
    const double t91 = -(t4 * (k[3] * (((-2.0) * (x[12] * t34) + (-4.0) * (x[10] * t17)) * weights[0]) + k[2] *
        (((-4.0) * (x[9] * t26) + 4.0 * (x[11] * t40)) * weights[0]) + k[1] * ((4.0 * (x[10] * t21) + (-2.0) * (x[12]
        * t37)) * weights[0])));
    const double t92 = 2.0 * t23;
    const double t93 = 2.0 * (t66 + t92);
    const double t94 = 4.0 * t28;
    const double t95 = 2.0 * t52;
    const double t96 = x[13] * (2.0 * t50 + t95);
    const double t97 = 4.0 * t43;
    const double t98 = t97 + 4.0 * t44;
    const double t99 = (-2.0) * t50;
    const double t100 = t99 + t95;
    const double t101 = -(x[14] * t100);
    const double t102 = t97 + (-4.0) * t44;
    const double t103 = x[15] * ((-2.0) * t52 + t99);
    const double t104 = x[16] * t100;
    const double t105 = -(t4 * (k[3] * (((-2.0) * (x[9] * t34) + 4.0 * (x[11] * t17)) * weights[0]) + k[2] * ((4.0 *
        (x[12] * t26) + 4.0 * (x[10] * t40)) * weights[0]) + k[1] * ((4.0 * (x[11] * t21) + 2.0 * (x[9] * t37)) *
        weights[0])));
    const double t106 = (-2.0) * t78;
    const double t107 = x[13] * (2.0 * t76 + t106);
    const double t108 = 4.0 * t69;
    const double t109 = t108 + (-4.0) * t70;
    const double t110 = (-2.0) * t76;
    const double t111 = t110 + t106;
    const double t112 = -(x[14] * t111);
    const double t113 = t108 + 4.0 * t70;
    const double t114 = x[15] * (2.0 * t78 + t110);
    const double t115 = x[16] * t111;
    const double t116 = -(t4 * (k[3] * (((-2.0) * (x[10] * t34) + 4.0 * (x[12] * t17)) * weights[0]) + k[2] * ((4.0 *
        (x[11] * t26) + 4.0 * (x[9] * t40)) * weights[0]) + k[1] * (((-4.0) * (x[12] * t21) + (-2.0) * (x[10] * t37))
        * weights[0])));
    const double t117 = x[17] * x[19];
    const double t118 = x[18] * x[20];
    const double t119 = x[9] * x[11];
    const double t120 = x[10] * x[12];
    const double t121 = 2.0 * (t117 + t118) + (-2.0) * (t119 + t120);
    const double t122 = t121 * t18;
    const double t123 = 2.0 * (t117 - t118) + (-2.0) * (t119 - t120);
    const double t124 = t123 * t22;
    const double t125 = -t124;
    const double t126 = 2.0 * (x[18] * x[19] + x[17] * x[20]) + (-2.0) * (x[10] * x[11] + x[9] * x[12]);
    const double t127 = t126 * t27;
    const double t128 = x[19] * x[19];
    const double t129 = -(x[18] * x[18]);
    const double t130 = x[20] * x[20];
    const double t131 = x[17] * x[17];
    const double t132 = x[11] * x[11];
    const double t133 = -(x[10] * x[10]);
    const double t134 = x[12] * x[12];
    const double t135 = x[9] * x[9];
    const double t136 = t128 + t129 + t130 - t131 - (t132 + t133 + t134 - t135);
    const double t137 = (-2.0) * (t136 * t18);
    const double t138 = t130 + t131 + t129 - t128 - (t134 + t135 + t133 - t132);
    const double t139 = t138 * t22;
    const double t140 = 2.0 * (x[17] * x[18] - x[19] * x[20]) + (-2.0) * (x[9] * x[10] - x[11] * x[12]);
    const double t141 = 2.0 * (t140 * t27);
    const double t142 = x[15] * t18;
    const double t143 = x[15] * t22;
    const double t144 = 2.0 * t143;
    const double t145 = x[17] * (2.0 * t142 + t144);
    const double t146 = x[14] * t27;
    const double t147 = x[16] * t27;
    const double t148 = (-4.0) * (x[20] * t146) + 4.0 * (x[18] * t147);
    const double t149 = x[13] * t18;
    const double t150 = (-4.0) * t149;
    const double t151 = x[13] * t22;
    const double t152 = t150 + (-4.0) * t151;
    const double t153 = (-2.0) * t142;
    const double t154 = t144 + t153;
    const double t155 = -(x[18] * t154);
    const double t156 = (-4.0) * (x[19] * t146) + 4.0 * (x[17] * t147);
    const double t157 = t150 + 4.0 * t151;
    const double t158 = x[19] * (t153 + (-2.0) * t143);
    const double t159 = x[18] * t146;
    const double t160 = x[20] * t147;
    const double t161 = x[20] * t154;
    const double t162 = x[17] * t146;
    const double t163 = x[19] * t147;
    const double t164 = -(t4 * (k[3] * (((-2.0) * (x[13] * t121) + (-2.0) * (x[15] * t136)) * weights[0]) + k[2] *
        ((2.0 * (x[16] * t140) + (-2.0) * (x[14] * t126)) * weights[0]) + k[1] * ((2.0 * (x[15] * t138) + (-2.0) *
        (x[13] * t123)) * weights[0])));
    const double t165 = t122 + t125;
    const double t166 = x[16] * t18;
    const double t167 = x[16] * t22;
    const double t168 = (-2.0) * t167;
    const double t169 = x[17] * (2.0 * t166 + t168);
    const double t170 = x[13] * t27;
    const double t171 = x[15] * t27;
    const double t172 = (-4.0) * (x[20] * t170) + 4.0 * (x[18] * t171);
    const double t173 = x[14] * t18;
    const double t174 = (-4.0) * t173;
    const double t175 = x[14] * t22;
    const double t176 = t174 + 4.0 * t175;
    const double t177 = (-2.0) * t166;
    const double t178 = t168 + t177;
    const double t179 = -(x[18] * t178);
    const double t180 = (-4.0) * (x[19] * t170) + 4.0 * (x[17] * t171);
    const double t181 = t174 + (-4.0) * t175;
    const double t182 = x[19] * (t177 + 2.0 * t167);
    const double t183 = x[18] * t170;
    const double t184 = x[20] * t171;
    const double t185 = x[20] * t178;
    const double t186 = x[17] * t170;
    const double t187 = x[19] * t171;
    const double t188 = -(t4 * (k[3] * (((-2.0) * (x[14] * t121) + (-2.0) * (x[16] * t136)) * weights[0]) + k[2] *
        ((2.0 * (x[15] * t140) + (-2.0) * (x[13] * t126)) * weights[0]) + k[1] * (((-2.0) * (x[16] * t138) + 2.0 *
        (x[14] * t123)) * weights[0])));
    const double t189 = 2.0 * t151;
    const double t190 = x[17] * (t189 + 2.0 * t149);
    const double t191 = 4.0 * t142;
    const double t192 = t191 + 4.0 * t143;
    const double t193 = (-2.0) * t149;
    const double t194 = t193 + t189;
    const double t195 = -(x[18] * t194);
    const double t196 = t191 + (-4.0) * t143;
    const double t197 = x[19] * (t193 + (-2.0) * t151);
    const double t198 = x[20] * t194;
    const double t199 = -(t4 * (k[3] * ((2.0 * (x[15] * t121) + (-2.0) * (x[13] * t136)) * weights[0]) + k[2] * ((2.0
        * (x[14] * t140) + 2.0 * (x[16] * t126)) * weights[0]) + k[1] * ((2.0 * (x[13] * t138) + 2.0 * (x[15] * t123))
        * weights[0])));
    const double t200 = (-2.0) * t175;
    const double t201 = x[17] * (t200 + 2.0 * t173);
    const double t202 = 4.0 * t166;
    const double t203 = t202 + (-4.0) * t167;
    const double t204 = (-2.0) * t173;
    const double t205 = t204 + t200;
    const double t206 = -(x[18] * t205);
    const double t207 = t202 + 4.0 * t167;
    const double t208 = x[19] * (t204 + 2.0 * t175);
    const double t209 = x[20] * t205;
    const double t210 = -(t4 * (k[3] * ((2.0 * (x[16] * t121) + (-2.0) * (x[14] * t136)) * weights[0]) + k[2] * ((2.0
        * (x[13] * t140) + 2.0 * (x[15] * t126)) * weights[0]) + k[1] * (((-2.0) * (x[14] * t138) + (-2.0) * (x[16] *
        t123)) * weights[0])));
    const double t211 = 2.0 * t35;
    const double t212 = (-4.0) * t41;
    const double t213 = -(t4 * (k[3] * ((2.0 * (x[19] * t34) + 4.0 * (x[17] * t17)) * weights[0]) + k[2] * ((4.0 *
        (x[18] * t26) + (-4.0) * (x[20] * t40)) * weights[0]) + k[1] * ((4.0 * (x[17] * t21) + (-2.0) * (x[19] * t37))
        * weights[0])));
    const double t214 = t20 + t92;
    const double t215 = -(t4 * (k[3] * ((2.0 * (x[20] * t34) + 4.0 * (x[18] * t17)) * weights[0]) + k[2] * ((4.0 *
        (x[17] * t26) + (-4.0) * (x[19] * t40)) * weights[0]) + k[1] * (((-4.0) * (x[18] * t21) + 2.0 * (x[20] * t37))
        * weights[0])));
    const double t216 = -(t4 * (k[3] * ((2.0 * (x[17] * t34) + (-4.0) * (x[19] * t17)) * weights[0]) + k[2] * (((-4.0)
        * (x[20] * t26) + (-4.0) * (x[18] * t40)) * weights[0]) + k[1] * (((-4.0) * (x[19] * t21) + (-2.0) * (x[17] *
        t37)) * weights[0])));
    const double t217 = -(t4 * (k[3] * ((2.0 * (x[18] * t34) + (-4.0) * (x[20] * t17)) * weights[0]) + k[2] * (((-4.0)
        * (x[19] * t26) + (-4.0) * (x[17] * t40)) * weights[0]) + k[1] * ((4.0 * (x[20] * t21) + 2.0 * (x[18] * t37))
        * weights[0])));
    const double t218 = 2.0 * ((k[3] * ((t34 * t121 + (-2.0) * (t17 * t136)) * weights[0]) + k[2] * ((2.0 * (t26 *
        t140) + (-2.0) * (t40 * t126)) * weights[0]) + k[1] * ((2.0 * (t21 * t138) - t37 * t123) * weights[0]) - t10 *
        t7 + t12 * t5) * (t0 * t4));
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
    out[16] = t25;
    out[17] = t29;
    out[18] = t36 + t39;
    out[19] = t42;
    out[20] = t46 + t46 + t49 + x[15] * t53;
    out[21] = t56 + t56 + t57 + x[16] * t58;
    out[22] = t59 + t59 + (-4.0) * t60 + (-4.0) * t61 + x[13] * t53;
    out[23] = t62 + t62 + (-4.0) * t63 + (-4.0) * t64 + x[14] * t58;
    out[24] = t65;
    out[25] = t65;
    out[26] = (-2.0) * t67;
    out[27] = t42;
    out[28] = t36 + t68;
    out[29] = t72 + t72 + t75 + x[15] * t79;
    out[30] = t82 + t82 + t83 + x[16] * t84;
    out[31] = t85 + t85 + (-4.0) * t86 + (-4.0) * t87 + x[13] * t79;
    out[32] = t88 + t88 + (-4.0) * t89 + (-4.0) * t90 + x[14] * t84;
    out[33] = t91;
    out[34] = t91;
    out[35] = t93;
    out[36] = t94;
    out[37] = t96 + t96 + 4.0 * t61 + 4.0 * t60 + x[15] * t98;
    out[38] = t101 + t101 + 4.0 * t64 + 4.0 * t63 + x[16] * t102;
    out[39] = t103 + t49 + t103 + x[13] * t98;
    out[40] = t104 + t57 + t104 + x[14] * t102;
    out[41] = t105;
    out[42] = t105;
    out[43] = 2.0 * t67;
    out[44] = t107 + t107 + 4.0 * t87 + 4.0 * t86 + x[15] * t109;
    out[45] = t112 + t112 + 4.0 * t90 + 4.0 * t89 + x[16] * t113;
    out[46] = t114 + t75 + t114 + x[13] * t109;
    out[47] = t115 + t83 + t115 + x[14] * t113;
    out[48] = t116;
    out[49] = t116;
    out[50] = 2.0 * (t125 - t122);
    out[51] = (-2.0) * t127;
    out[52] = t137 + 2.0 * t139;
    out[53] = t141;
    out[54] = t145 + t145 + t148 + x[19] * t152;
    out[55] = t155 + t155 + t156 + x[20] * t157;
    out[56] = t158 + t158 + (-4.0) * t159 + (-4.0) * t160 + x[17] * t152;
    out[57] = t161 + t161 + (-4.0) * t162 + (-4.0) * t163 + x[18] * t157;
    out[58] = t164;
    out[59] = t164;
    out[60] = (-2.0) * t165;
    out[61] = t141;
    out[62] = t137 + (-2.0) * t139;
    out[63] = t169 + t169 + t172 + x[19] * t176;
    out[64] = t179 + t179 + t180 + x[20] * t181;
    out[65] = t182 + t182 + (-4.0) * t183 + (-4.0) * t184 + x[17] * t176;
    out[66] = t185 + t185 + (-4.0) * t186 + (-4.0) * t187 + x[18] * t181;
    out[67] = t188;
    out[68] = t188;
    out[69] = 2.0 * (t122 + t124);
    out[70] = 2.0 * t127;
    out[71] = t190 + t190 + 4.0 * t160 + 4.0 * t159 + x[19] * t192;
    out[72] = t195 + t195 + 4.0 * t163 + 4.0 * t162 + x[20] * t196;
    out[73] = t197 + t197 + t148 + x[17] * t192;
    out[74] = t198 + t198 + t156 + x[18] * t196;
    out[75] = t199;
    out[76] = t199;
    out[77] = 2.0 * t165;
    out[78] = t201 + t201 + 4.0 * t184 + 4.0 * t183 + x[19] * t203;
    out[79] = t206 + t206 + 4.0 * t187 + 4.0 * t186 + x[20] * t207;
    out[80] = t208 + t208 + t172 + x[17] * t203;
    out[81] = t209 + t209 + t180 + x[18] * t207;
    out[82] = t210;
    out[83] = t210;
    out[84] = t93;
    out[85] = t94;
    out[86] = t211 + t68;
    out[87] = t212;
    out[88] = t213;
    out[89] = t213;
    out[90] = (-2.0) * t214;
    out[91] = t212;
    out[92] = t211 + t39;
    out[93] = t215;
    out[94] = t215;
    out[95] = t25;
    out[96] = t29;
    out[97] = t216;
    out[98] = t216;
    out[99] = 2.0 * t214;
    out[100] = t217;
    out[101] = t217;
    out[102] = t218;
    out[103] = t218;
    out[104] = t218;
}

static const int momentum_jacobian_values[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const int momentum_jacobian_inputs[] = {
    0, 2, 3, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
};
static const int momentum_hessian_rows[] = {
    5, 21, 22, 3, 21, 22, 8, 21, 22, 6, 21, 22, 21, 22, 21, 22, 9, 10, 11, 12, 13, 14, 15, 16,
    21, 22, 10, 11, 12, 13, 14, 15, 16, 21, 22, 11, 12, 13, 14, 15, 16, 21, 22, 12, 13, 14, 15, 16,
    21, 22, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 14, 15, 16, 17, 18, 19, 20, 21, 22, 15, 16, 17,
    18, 19, 20, 21, 22, 16, 17, 18, 19, 20, 21, 22, 17, 18, 19, 20, 21, 22, 18, 19, 20, 21, 22, 19,
    20, 21, 22, 20, 21, 22, 21, 22, 22,
};
static const int momentum_hessian_columns[] = {
    0, 0, 0, 2, 2, 2, 3, 3, 3, 5, 5, 5, 6, 6, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9,
    9, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11, 12, 12, 12, 12, 12,
    12, 12, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 14, 14, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15,
    15, 15, 15, 15, 15, 16, 16, 16, 16, 16, 16, 16, 17, 17, 17, 17, 17, 17, 18, 18, 18, 18, 18, 19,
    19, 19, 19, 20, 20, 20, 21, 21, 22,
};
const caperi_block_kind caperi_block_momentum = {
    "momentum", 23, 1, 20, 105,
    momentum_jacobian_values, momentum_jacobian_inputs, momentum_hessian_rows, momentum_hessian_columns,
    momentum_evaluate, momentum_jacobian, momentum_hessian,
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

static const int square_jacobian_values[] = {
    0, 0, 0, 0,
};
static const int square_jacobian_inputs[] = {
    0, 1, 2, 3,
};
static const int square_hessian_rows[] = {
    0, 1, 2, 3, 3, 3,
};
static const int square_hessian_columns[] = {
    0, 0, 0, 0, 1, 2,
};
const caperi_block_kind caperi_block_square = {
    "square", 4, 1, 4, 6,
    square_jacobian_values, square_jacobian_inputs, square_hessian_rows, square_hessian_columns,
    square_evaluate, square_jacobian, square_hessian,
};

// Square of a body's angular acceleration (twice the second difference of its quaternion), as a share of a mean.
static void acceleration_evaluate(const double *x, const void *data, double *out)
{
    (void)data;
    const double t0 = x[12] + x[13];
    const double t1 = 1.0 / t0;
    const double t2 = 1.0 / x[13];
    const double t3 = 1.0 / x[12];
    const double t4 = t1 * ((x[8] - x[4]) * t2 - (x[4] - x[0]) * t3);
    const double t5 = t1 * (t2 * (x[9] - x[5]) - t3 * (x[5] - x[1]));
    const double t6 = t1 * (t2 * (x[10] - x[6]) - t3 * (x[6] - x[2]));
    const double t7 = t1 * (t2 * (x[11] - x[7]) - t3 * (x[7] - x[3]));
    out[0] = 2.0 * (x[14] * t0 * (4.0 * (t4 * t4) + 4.0 * (t5 * t5) + 4.0 * (t6 * t6) + 4.0 * (t7 * t7)));
}

static void acceleration_jacobian(const double *x, const void *data, double *out)
{
    (void)data;
    const double t0 = x[12] + x[13];
    const double t1 = x[14] * t0;
    const double t2 = 1.0 / t0;
    const double t3 = x[8] - x[4];
    const double t4 = 1.0 / x[13];
    const double t5 = x[4] - x[0];
    const double t6 = 1.0 / x[12];
    const double t7 = t3 * t4 - t5 * t6;
    const double t8 = t2 * t7;
    const double t9 = t2 * t6;
    const double t10 = x[9] - x[5];
    const double t11 = x[5] - x[1];
    const double t12 = t4 * t10 - t6 * t11;
    const double t13 = t2 * t12;
    const double t14 = x[10] - x[6];
    const double t15 = x[6] - x[2];
    const double t16 = t4 * t14 - t6 * t15;
    const double t17 = t2 * t16;
    const double t18 = x[11] - x[7];
    const double t19 = x[7] - x[3];
    const double t20 = t4 * t18 - t6 * t19;
    const double t21 = t2 * t20;
    const double t22 = t2 * (-t6 - t4);
    const double t23 = t2 * t4;
    const double t24 = 4.0 * (t8 * t8) + 4.0 * (t13 * t13) + 4.0 * (t17 * t17) + 4.0 * (t21 * t21);
    const double t25 = x[14] * t24;
    const double t26 = t2 * t2;
    const double t27 = -(t7 * t26);
    const double t28 = t6 * t6;
    const double t29 = -(t12 * t26);
    const double t30 = -(t16 * t26);
    const double t31 = -(t20 * t26);
    const double t32 = t4 * t4;
    out[0] = 16.0 * (t1 * (t8 * t9));
    out[1] = 16.0 * (t1 * (t13 * t9));
    out[2] = 16.0 * (t1 * (t17 * t9));
    out[3] = 16.0 * (t1 * (t21 * t9));
    out[4] = 16.0 * (t1 * (t8 * t22));
    out[5] = 16.0 * (t1 * (t13 * t22));
    out[6] = 16.0 * (t1 * (t17 * t22));
    out[7] = 16.0 * (t1 * (t21 * t22));
    out[8] = 16.0 * (t1 * (t8 * t23));
    out[9] = 16.0 * (t1 * (t13 * t23));
    out[10] = 16.0 * (t1 * (t17 * t23));
    out[11] = 16.0 * (t1 * (t21 * t23));
    out[12] = 2.0 * (t25 + t1 * (8.0 * (t8 * (t27 + t2 * (t5 * t28))) + 8.0 * (t13 * (t29 + t2 * (t11 * t28))) + 8.0 *
        (t17 * (t30 + t2 * (t15 * t28))) + 8.0 * (t21 * (t31 + t2 * (t19 * t28)))));
    out[13] = 2.0 * (t25 + t1 * (8.0 * (t8 * (t27 - t2 * (t3 * t32))) + 8.0 * (t13 * (t29 - t2 * (t10 * t32))) + 8.0 *
        (t17 * (t30 - t2 * (t14 * t32))) + 8.0 * (t21 * (t31 - t2 * (t18 * t32)))));
    out[14] = 2.0 * (t0 * t24);
}

static void acceleration_hessian(const double *x, const void *data, const double *weights, double *out)
{
    (void)data;
    const double t0 = 1.0 / x[12];
    const double t1 = x[12] + x[13];
    const double t2 = 1.0 / t1;
    const double t3 = t2 * t0;
    const double t4 = x[14] * t1 * weights[0];
    const double t5 = t3 * t4;
    const double t6 = t2 * t5;
    const double t7 = t0 * t6;
    const double t8 = 16.0 * t7;
    const double t9 = 1.0 / x[13];
    const double t10 = t9 * t6;
    const double t11 = (-16.0) * t7 + (-16.0) * t10;
    const double t12 = 16.0 * t10;
    const double t13 = t0 * t0;
    const double t14 = x[8] - x[4];
    const double t15 = x[4] - x[0];
    const double t16 = t14 * t9 - t15 * t0;
    const double t17 = t2 * t16;
    const double t18 = t17 * t4;
    const double t19 = t2 * t18;
    const double t20 = -t19;
    const double t21 = t2 * t2;
    const double t22 = t17 * t3 * weights[0];
    const double t23 = (-16.0) * (t21 * (t0 * t18 + t16 * t5)) + 16.0 * (x[14] * t22);
    const double t24 = t9 * t9;
    const double t25 = x[9] - x[5];
    const double t26 = x[5] - x[1];
    const double t27 = t9 * t25 - t0 * t26;
    const double t28 = t2 * t27;
    const double t29 = t28 * t4;
    const double t30 = t2 * t29;
    const double t31 = -t30;
    const double t32 = t28 * t3 * weights[0];
    const double t33 = (-16.0) * (t21 * (t0 * t29 + t27 * t5)) + 16.0 * (x[14] * t32);
    const double t34 = x[10] - x[6];
    const double t35 = x[6] - x[2];
    const double t36 = t9 * t34 - t0 * t35;
    const double t37 = t2 * t36;
    const double t38 = t37 * t4;
    const double t39 = t2 * t38;
    const double t40 = -t39;
    const double t41 = t37 * t3 * weights[0];
    const double t42 = (-16.0) * (t21 * (t0 * t38 + t36 * t5)) + 16.0 * (x[14] * t41);
    const double t43 = x[11] - x[7];
    const double t44 = x[7] - x[3];
    const double t45 = t9 * t43 - t0 * t44;
    const double t46 = t2 * t45;
    const double t47 = t46 * t4;
    const double t48 = t2 * t47;
    const double t49 = -t48;
    const double t50 = t46 * t3 * weights[0];
    const double t51 = (-16.0) * (t21 * (t0 * t47 + t45 * t5)) + 16.0 * (x[14] * t50);
    const double t52 = -t0 - t9;
    const double t53 = t2 * t52;
    const double t54 = t53 * t4;
    const double t55 = t2 * t54;
    const double t56 = t9 * t55;
    const double t57 = (-16.0) * (t0 * t55) + (-16.0) * t56;
    const double t58 = 16.0 * t56;
    const double t59 = t17 * t53 * weights[0];
    const double t60 = (-16.0) * (t21 * (t52 * t18 + t16 * t54)) + 16.0 * (x[14] * t59);
    const double t61 = t28 * t53 * weights[0];
    const double t62 = (-16.0) * (t21 * (t52 * t29 + t27 * t54)) + 16.0 * (x[14] * t61);
    const double t63 = t37 * t53 * weights[0];
    const double t64 = (-16.0) * (t21 * (t52 * t38 + t36 * t54)) + 16.0 * (x[14] * t63);
    const double t65 = t46 * t53 * weights[0];
    const double t66 = (-16.0) * (t21 * (t52 * t47 + t45 * t54)) + 16.0 * (x[14] * t65);
    const double t67 = t2 * t9;
    const double t68 = t67 * t4;
    const double t69 = t2 * t68;
    const double t70 = 16.0 * (t9 * t69);
    const double t71 = t17 * t67 * weights[0];
    const double t72 = (-16.0) * (t21 * (t9 * t18 + t16 * t68)) + 16.0 * (x[14] * t71);
    const double t73 = t28 * t67 * weights[0];
    const double t74 = (-16.0) * (t21 * (t9 * t29 + t27 * t68)) + 16.0 * (x[14] * t73);
    const double t75 = t37 * t67 * weights[0];
    const double t76 = (-16.0) * (t21 * (t9 * t38 + t36 * t68)) + 16.0 * (x[14] * t75);
    const double t77 = t46 * t67 * weights[0];
    const double t78 = (-16.0) * (t21 * (t9 * t47 + t45 * t68)) + 16.0 * (x[14] * t77);
    const double t79 = -(t21 * t47);
    const double t80 = -(t45 * t21);
    const double t81 = t44 * t13;
    const double t82 = t80 + t2 * t81;
    const double t83 = x[14] * weights[0];
    const double t84 = t46 * t83;
    const double t85 = t82 * t4 + t84;
    const double t86 = t79 + t2 * t85;
    const double t87 = -(t21 * t38);
    const double t88 = -(t36 * t21);
    const double t89 = t35 * t13;
    const double t90 = t88 + t2 * t89;
    const double t91 = t37 * t83;
    const double t92 = t90 * t4 + t91;
    const double t93 = t87 + t2 * t92;
    const double t94 = -(t21 * t29);
    const double t95 = -(t27 * t21);
    const double t96 = t26 * t13;
    const double t97 = t95 + t2 * t96;
    const double t98 = t28 * t83;
    const double t99 = t97 * t4 + t98;
    const double t100 = t94 + t2 * t99;
    const double t101 = -(t21 * t18);
    const double t102 = -(t16 * t21);
    const double t103 = t15 * t13;
    const double t104 = t102 + t2 * t103;
    const double t105 = t17 * t83;
    const double t106 = t104 * t4 + t105;
    const double t107 = t101 + t2 * t106;
    const double t108 = (-2.0) * ((16.0 * (t45 * t47) + 16.0 * (t36 * t38) + 16.0 * (t27 * t29) + 16.0 * (t16 * t18))
        * (t2 * t21));
    const double t109 = (8.0 * (t17 * t104) + 8.0 * (t28 * t97) + 8.0 * (t37 * t90) + 8.0 * (t46 * t82)) * weights[0];
    const double t110 = 2.0 * (x[14] * t109) - (t108 + t21 * (16.0 * (t81 * t47 + t45 * t85) + 16.0 * (t89 * t38 + t36
        * t92) + 16.0 * (t96 * t29 + t27 * t99) + 16.0 * (t103 * t18 + t16 * t106)));
    const double t111 = (4.0 * (t17 * t17) + 4.0 * (t28 * t28) + 4.0 * (t37 * t37) + 4.0 * (t46 * t46)) * weights[0];
    const double t112 = t43 * t24;
    const double t113 = t80 - t2 * t112;
    const double t114 = t84 + t113 * t4;
    const double t115 = t34 * t24;
    const double t116 = t88 - t2 * t115;
    const double t117 = t91 + t116 * t4;
    const double t118 = t25 * t24;
    const double t119 = t95 - t2 * t118;
    const double t120 = t98 + t119 * t4;
    const double t121 = t14 * t24;
    const double t122 = t102 - t2 * t121;
    const double t123 = t105 + t122 * t4;
    const double t124 = (8.0 * (t17 * t122) + 8.0 * (t28 * t119) + 8.0 * (t37 * t116) + 8.0 * (t46 * t113)) *
        weights[0];
    out[0] = t8;
    out[1] = t11;
    out[2] = t12;
    out[3] = 16.0 * (t13 * (t20 + t15 * t6)) + t23;
    out[4] = t23 + (-16.0) * (t24 * (t14 * t6));
    out[5] = 16.0 * (t1 * t22);
    out[6] = t8;
    out[7] = t11;
    out[8] = t12;
    out[9] = 16.0 * (t13 * (t31 + t26 * t6)) + t33;
    out[10] = t33 + (-16.0) * (t24 * (t25 * t6));
    out[11] = 16.0 * (t1 * t32);
    out[12] = t8;
    out[13] = t11;
    out[14] = t12;
    out[15] = 16.0 * (t13 * (t40 + t35 * t6)) + t42;
    out[16] = t42 + (-16.0) * (t24 * (t34 * t6));
    out[17] = 16.0 * (t1 * t41);
    out[18] = t8;
    out[19] = t11;
    out[20] = t12;
    out[21] = 16.0 * (t13 * (t49 + t44 * t6)) + t51;
    out[22] = t51 + (-16.0) * (t24 * (t43 * t6));
    out[23] = 16.0 * (t1 * t50);
    out[24] = t57;
    out[25] = t58;
    out[26] = 16.0 * (t13 * (t19 + t15 * t55)) + t60;
    out[27] = t60 + (-16.0) * (t24 * (t20 + t14 * t55));
    out[28] = 16.0 * (t1 * t59);
    out[29] = t57;
    out[30] = t58;
    out[31] = 16.0 * (t13 * (t30 + t26 * t55)) + t62;
    out[32] = t62 + (-16.0) * (t24 * (t31 + t25 * t55));
    out[33] = 16.0 * (t1 * t61);
    out[34] = t57;
    out[35] = t58;
    out[36] = 16.0 * (t13 * (t39 + t35 * t55)) + t64;
    out[37] = t64 + (-16.0) * (t24 * (t40 + t34 * t55));
    out[38] = 16.0 * (t1 * t63);
    out[39] = t57;
    out[40] = t58;
    out[41] = 16.0 * (t13 * (t48 + t44 * t55)) + t66;
    out[42] = t66 + (-16.0) * (t24 * (t49 + t43 * t55));
    out[43] = 16.0 * (t1 * t65);
    out[44] = t70;
    out[45] = 16.0 * (t13 * (t15 * t69)) + t72;
    out[46] = t72 + (-16.0) * (t24 * (t19 + t14 * t69));
    out[47] = 16.0 * (t1 * t71);
    out[48] = t70;
    out[49] = 16.0 * (t13 * (t26 * t69)) + t74;
    out[50] = t74 + (-16.0) * (t24 * (t30 + t25 * t69));
    out[51] = 16.0 * (t1 * t73);
    out[52] = t70;
    out[53] = 16.0 * (t13 * (t35 * t69)) + t76;
    out[54] = t76 + (-16.0) * (t24 * (t39 + t34 * t69));
    out[55] = 16.0 * (t1 * t75);
    out[56] = t70;
    out[57] = 16.0 * (t13 * (t44 * t69)) + t78;
    out[58] = t78 + (-16.0) * (t24 * (t48 + t43 * t69));
    out[59] = 16.0 * (t1 * t77);
    out[60] = t110 - ((-2.0) * (((-16.0) * (t44 * t48) + (-16.0) * (t35 * t39) + (-16.0) * (t26 * t30) + (-16.0) *
        (t15 * t19)) * (t0 * t13)) + t13 * ((-16.0) * (t44 * t86) + (-16.0) * (t35 * t93) + (-16.0) * (t26 * t100) +
        (-16.0) * (t15 * t107)));
    out[61] = t110 - t24 * (16.0 * (t43 * t86) + 16.0 * (t34 * t93) + 16.0 * (t25 * t100) + 16.0 * (t14 * t107));
    out[62] = 2.0 * (t111 + t1 * t109);
    out[63] = 2.0 * (x[14] * t124) - (t108 + t21 * (16.0 * (t45 * t114 - t112 * t47) + 16.0 * (t36 * t117 - t115 *
        t38) + 16.0 * (t27 * t120 - t118 * t29) + 16.0 * (t16 * t123 - t121 * t18))) - ((-2.0) * ((16.0 * (t43 * t48)
        + 16.0 * (t34 * t39) + 16.0 * (t25 * t30) + 16.0 * (t14 * t19)) * (t9 * t24)) + t24 * (16.0 * (t43 * (t79 + t2
        * t114)) + 16.0 * (t34 * (t87 + t2 * t117)) + 16.0 * (t25 * (t94 + t2 * t120)) + 16.0 * (t14 * (t101 + t2 *
        t123))));
    out[64] = 2.0 * (t111 + t1 * t124);
}

static const int acceleration_jacobian_values[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const int acceleration_jacobian_inputs[] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
};
static const int acceleration_hessian_rows[] = {
    0, 4, 8, 12, 13, 14, 1, 5, 9, 12, 13, 14, 2, 6, 10, 12, 13, 14, 3, 7, 11, 12, 13, 14,
    4, 8, 12, 13, 14, 5, 9, 12, 13, 14, 6, 10, 12, 13, 14, 7, 11, 12, 13, 14, 8, 12, 13, 14,
    9, 12, 13, 14, 10, 12, 13, 14, 11, 12, 13, 14, 12, 13, 14, 13, 14,
};
static const int acceleration_hessian_columns[] = {
    0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3,
    4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 8, 8, 8, 8,
    9, 9, 9, 9, 10, 10, 10, 10, 11, 11, 11, 11, 12, 12, 12, 13, 13,
};
const caperi_block_kind caperi_block_acceleration = {
    "acceleration", 15, 1, 15, 65,
    acceleration_jacobian_values, acceleration_jacobian_inputs, acceleration_hessian_rows, acceleration_hessian_columns,
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

static const int force_rate_jacobian_values[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const int force_rate_jacobian_inputs[] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8,
};
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
    force_rate_jacobian_values, force_rate_jacobian_inputs, force_rate_hessian_rows, force_rate_hessian_columns,
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

static const int cone_jacobian_values[] = {
    0, 0, 0,
};
static const int cone_jacobian_inputs[] = {
    0, 1, 2,
};
static const int cone_hessian_rows[] = {
    0, 1, 2,
};
static const int cone_hessian_columns[] = {
    0, 1, 2,
};
const caperi_block_kind caperi_block_cone = {
    "cone", 3, 1, 3, 3,
    cone_jacobian_values, cone_jacobian_inputs, cone_hessian_rows, cone_hessian_columns,
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
static const int bearing_hessian_rows[] = {
    0,
};
static const int bearing_hessian_columns[] = {
    0,
};
const caperi_block_kind caperi_block_bearing = {
    "bearing", 2, 2, 4, 0,
    bearing_jacobian_values, bearing_jacobian_inputs, bearing_hessian_rows, bearing_hessian_columns,
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
static const int tilt_hessian_rows[] = {
    0, 1,
};
static const int tilt_hessian_columns[] = {
    0, 0,
};
const caperi_block_kind caperi_block_tilt = {
    "tilt", 3, 3, 5, 2,
    tilt_jacobian_values, tilt_jacobian_inputs, tilt_hessian_rows, tilt_hessian_columns,
    tilt_evaluate, tilt_jacobian, tilt_hessian,
};

// A point of a body on the ground, ahead of its foothold by a length. Position, quaternion; foothold x, z, yaw.
static void stand_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[6] * x[6];
    const double t1 = x[3] * x[3];
    const double t2 = x[4] * x[4];
    const double t3 = -t2;
    const double t4 = x[5] * x[5];
    const double t5 = -t4;
    const double t6 = x[3] * x[4];
    const double t7 = x[5] * x[6];
    const double t8 = x[3] * x[5];
    const double t9 = x[4] * x[6];
    const double t10 = t0 - t1;
    const double t11 = x[4] * x[5];
    const double t12 = x[3] * x[6];
    out[0] = x[0] + k[0] * (t0 + t1 + t3 + t5) + 2.0 * (k[1] * (t6 - t7)) + 2.0 * (k[2] * (t8 + t9)) - x[7] - k[3] *
        sin(x[9]);
    out[1] = x[1] + 2.0 * (k[0] * (t6 + t7)) + k[1] * (t5 + t2 + t10) + 2.0 * (k[2] * (t11 - t12));
    out[2] = x[2] + 2.0 * (k[0] * (t8 - t9)) + 2.0 * (k[1] * (t11 + t12)) + k[2] * (t4 + t3 + t10) - x[8] - k[3] *
        cos(x[9]);
}

static void stand_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = 2.0 * (x[3] * k[0]) + 2.0 * (x[4] * k[1]) + 2.0 * (x[5] * k[2]);
    const double t1 = x[4] * k[0];
    const double t2 = x[3] * k[1];
    const double t3 = x[6] * k[2];
    const double t4 = (-2.0) * t1 + 2.0 * t2 + 2.0 * t3;
    const double t5 = x[5] * k[0];
    const double t6 = x[6] * k[1];
    const double t7 = x[3] * k[2];
    const double t8 = x[6] * k[0];
    const double t9 = x[5] * k[1];
    const double t10 = x[4] * k[2];
    const double t11 = 2.0 * t8 + (-2.0) * t9 + 2.0 * t10;
    const double t12 = 2.0 * t5 + 2.0 * t6 + (-2.0) * t7;
    out[0] = 1.0;
    out[1] = t0;
    out[2] = t4;
    out[3] = (-2.0) * t5 + (-2.0) * t6 + 2.0 * t7;
    out[4] = t11;
    out[5] = -1.0;
    out[6] = -(k[3] * cos(x[9]));
    out[7] = 1.0;
    out[8] = 2.0 * t1 + (-2.0) * t2 + (-2.0) * t3;
    out[9] = t0;
    out[10] = t11;
    out[11] = t12;
    out[12] = 1.0;
    out[13] = t12;
    out[14] = (-2.0) * t8 + 2.0 * t9 + (-2.0) * t10;
    out[15] = t0;
    out[16] = t4;
    out[17] = -1.0;
    out[18] = k[3] * sin(x[9]);
}

static void stand_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = k[2] * weights[2];
    const double t1 = k[1] * weights[1];
    const double t2 = t0 + t1;
    const double t3 = k[0] * weights[0];
    const double t4 = 2.0 * (k[0] * weights[1]);
    const double t5 = k[1] * weights[0];
    const double t6 = k[0] * weights[2];
    const double t7 = 2.0 * (k[2] * weights[0]);
    const double t8 = 2.0 * (k[1] * weights[2]);
    const double t9 = k[2] * weights[1];
    out[0] = 2.0 * (t3 - t2);
    out[1] = t4 + 2.0 * t5;
    out[2] = 2.0 * t6 + t7;
    out[3] = t8 + (-2.0) * t9;
    out[4] = 2.0 * (t1 - (t0 + t3));
    out[5] = t8 + 2.0 * t9;
    out[6] = (-2.0) * t6 + t7;
    out[7] = 2.0 * (t0 - (t1 + t3));
    out[8] = t4 + (-2.0) * t5;
    out[9] = 2.0 * (t2 + t3);
    out[10] = cos(x[9]) * (k[3] * weights[2]) + sin(x[9]) * (k[3] * weights[0]);
}

static const int stand_jacobian_values[] = {
    0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2,
};
static const int stand_jacobian_inputs[] = {
    0, 3, 4, 5, 6, 7, 9, 1, 3, 4, 5, 6, 2, 3, 4, 5, 6, 8, 9,
};
static const int stand_hessian_rows[] = {
    3, 4, 5, 6, 4, 5, 6, 5, 6, 6, 9,
};
static const int stand_hessian_columns[] = {
    3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 9,
};
const caperi_block_kind caperi_block_stand = {
    "stand", 10, 3, 19, 11,
    stand_jacobian_values, stand_jacobian_inputs, stand_hessian_rows, stand_hessian_columns,
    stand_evaluate, stand_jacobian, stand_hessian,
};

// A contact that may be or not: the force x the height of its point, and the force x the square of the speed of that point over the ground from this frame to the next. Position and quaternion at both; vertical force; step.
static void touch_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[3] * x[4];
    const double t1 = x[5] * x[6];
    const double t2 = x[5] * x[5];
    const double t3 = -t2;
    const double t4 = x[4] * x[4];
    const double t5 = x[6] * x[6];
    const double t6 = x[3] * x[3];
    const double t7 = t5 - t6;
    const double t8 = x[4] * x[5];
    const double t9 = x[3] * x[6];
    const double t10 = x[13] * x[13];
    const double t11 = x[10] * x[10];
    const double t12 = -(x[11] * x[11]);
    const double t13 = x[12] * x[12];
    const double t14 = x[10] * x[12];
    const double t15 = x[11] * x[13];
    const double t16 = -t4;
    const double t17 = x[3] * x[5];
    const double t18 = x[4] * x[6];
    const double t19 = x[7] + k[0] * (t10 + t11 + t12 - t13) + 2.0 * (k[1] * (x[10] * x[11] - x[12] * x[13])) + 2.0 *
        (k[2] * (t14 + t15)) - (x[0] + k[0] * (t5 + t6 + t16 + t3) + 2.0 * (k[1] * (t0 - t1)) + 2.0 * (k[2] * (t17 +
        t18)));
    const double t20 = x[9] + 2.0 * (k[0] * (t14 - t15)) + 2.0 * (k[1] * (x[11] * x[12] + x[10] * x[13])) + k[2] *
        (t13 + t12 + t10 - t11) - (x[2] + 2.0 * (k[0] * (t17 - t18)) + 2.0 * (k[1] * (t8 + t9)) + k[2] * (t2 + t16 +
        t7));
    out[0] = x[14] * (x[1] + 2.0 * (k[0] * (t0 + t1)) + k[1] * (t3 + t4 + t7) + 2.0 * (k[2] * (t8 - t9)));
    out[1] = x[14] * (t19 * t19 + t20 * t20) * (1.0 / (x[15] * x[15]));
}

static void touch_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[4] * k[0];
    const double t1 = x[3] * k[1];
    const double t2 = x[6] * k[2];
    const double t3 = 2.0 * (x[3] * k[0]) + 2.0 * (x[4] * k[1]) + 2.0 * (x[5] * k[2]);
    const double t4 = x[6] * k[0];
    const double t5 = x[5] * k[1];
    const double t6 = x[4] * k[2];
    const double t7 = 2.0 * t4 + (-2.0) * t5 + 2.0 * t6;
    const double t8 = x[5] * k[0];
    const double t9 = x[6] * k[1];
    const double t10 = x[3] * k[2];
    const double t11 = 2.0 * t8 + 2.0 * t9 + (-2.0) * t10;
    const double t12 = x[3] * x[4];
    const double t13 = x[5] * x[6];
    const double t14 = x[5] * x[5];
    const double t15 = -t14;
    const double t16 = x[4] * x[4];
    const double t17 = x[6] * x[6];
    const double t18 = x[3] * x[3];
    const double t19 = t17 - t18;
    const double t20 = x[4] * x[5];
    const double t21 = x[3] * x[6];
    const double t22 = 1.0 / (x[15] * x[15]);
    const double t23 = x[13] * x[13];
    const double t24 = x[10] * x[10];
    const double t25 = -(x[11] * x[11]);
    const double t26 = x[12] * x[12];
    const double t27 = x[10] * x[12];
    const double t28 = x[11] * x[13];
    const double t29 = -t16;
    const double t30 = x[3] * x[5];
    const double t31 = x[4] * x[6];
    const double t32 = x[7] + k[0] * (t23 + t24 + t25 - t26) + 2.0 * (k[1] * (x[10] * x[11] - x[12] * x[13])) + 2.0 *
        (k[2] * (t27 + t28)) - (x[0] + k[0] * (t17 + t18 + t29 + t15) + 2.0 * (k[1] * (t12 - t13)) + 2.0 * (k[2] *
        (t30 + t31)));
    const double t33 = t22 * (x[14] * t32);
    const double t34 = x[9] + 2.0 * (k[0] * (t27 - t28)) + 2.0 * (k[1] * (x[11] * x[12] + x[10] * x[13])) + k[2] *
        (t26 + t25 + t23 - t24) - (x[2] + 2.0 * (k[0] * (t30 - t31)) + 2.0 * (k[1] * (t20 + t21)) + k[2] * (t14 + t29
        + t19));
    const double t35 = t22 * (x[14] * t34);
    const double t36 = (-2.0) * t0 + 2.0 * t1 + 2.0 * t2;
    const double t37 = 2.0 * (x[10] * k[0]) + 2.0 * (x[11] * k[1]) + 2.0 * (x[12] * k[2]);
    const double t38 = x[12] * k[0];
    const double t39 = x[13] * k[1];
    const double t40 = x[10] * k[2];
    const double t41 = (-2.0) * (x[11] * k[0]) + 2.0 * (x[10] * k[1]) + 2.0 * (x[13] * k[2]);
    const double t42 = x[13] * k[0];
    const double t43 = x[12] * k[1];
    const double t44 = x[11] * k[2];
    const double t45 = t32 * t32 + t34 * t34;
    out[0] = x[14];
    out[1] = x[14] * (2.0 * t0 + (-2.0) * t1 + (-2.0) * t2);
    out[2] = x[14] * t3;
    out[3] = x[14] * t7;
    out[4] = x[14] * t11;
    out[5] = x[1] + 2.0 * (k[0] * (t12 + t13)) + k[1] * (t15 + t16 + t19) + 2.0 * (k[2] * (t20 - t21));
    out[6] = (-2.0) * t33;
    out[7] = (-2.0) * t35;
    out[8] = t22 * (x[14] * ((-2.0) * (t32 * t3) + (-2.0) * (t34 * t11)));
    out[9] = t22 * (x[14] * ((-2.0) * (t32 * t36) + (-2.0) * (t34 * ((-2.0) * t4 + 2.0 * t5 + (-2.0) * t6))));
    out[10] = t22 * (x[14] * ((-2.0) * (t32 * ((-2.0) * t8 + (-2.0) * t9 + 2.0 * t10)) + (-2.0) * (t34 * t3)));
    out[11] = t22 * (x[14] * ((-2.0) * (t32 * t7) + (-2.0) * (t34 * t36)));
    out[12] = 2.0 * t33;
    out[13] = 2.0 * t35;
    out[14] = t22 * (x[14] * (2.0 * (t32 * t37) + 2.0 * (t34 * (2.0 * t38 + 2.0 * t39 + (-2.0) * t40))));
    out[15] = t22 * (x[14] * (2.0 * (t32 * t41) + 2.0 * (t34 * ((-2.0) * t42 + 2.0 * t43 + (-2.0) * t44))));
    out[16] = t22 * (x[14] * (2.0 * (t32 * ((-2.0) * t38 + (-2.0) * t39 + 2.0 * t40)) + 2.0 * (t34 * t37)));
    out[17] = t22 * (x[14] * (2.0 * (t32 * (2.0 * t42 + (-2.0) * t43 + 2.0 * t44)) + 2.0 * (t34 * t41)));
    out[18] = t45 * t22;
    out[19] = (-2.0) * (x[14] * t45 * (x[15] * (t22 * t22)));
}

static void touch_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = 1.0 / (x[15] * x[15]);
    const double t1 = t0 * weights[1];
    const double t2 = x[14] * t1;
    const double t3 = 2.0 * t2;
    const double t4 = k[0] * t2;
    const double t5 = x[3] * t4;
    const double t6 = 2.0 * t5;
    const double t7 = k[2] * t2;
    const double t8 = x[5] * t7;
    const double t9 = k[1] * t2;
    const double t10 = 4.0 * (x[4] * t9);
    const double t11 = x[4] * t4;
    const double t12 = (-2.0) * t11;
    const double t13 = x[6] * t7;
    const double t14 = 4.0 * (x[3] * t9);
    const double t15 = x[5] * t4;
    const double t16 = (-2.0) * t15;
    const double t17 = x[3] * t7;
    const double t18 = x[6] * t9;
    const double t19 = x[6] * t4;
    const double t20 = 2.0 * t19;
    const double t21 = x[4] * t7;
    const double t22 = x[5] * t9;
    const double t23 = (-2.0) * t2;
    const double t24 = x[10] * t4;
    const double t25 = (-2.0) * t24;
    const double t26 = x[12] * t7;
    const double t27 = x[11] * t9;
    const double t28 = (-4.0) * t27;
    const double t29 = x[11] * t4;
    const double t30 = 2.0 * t29;
    const double t31 = x[13] * t7;
    const double t32 = x[10] * t9;
    const double t33 = (-4.0) * t32;
    const double t34 = x[12] * t4;
    const double t35 = 2.0 * t34;
    const double t36 = x[10] * t7;
    const double t37 = x[13] * t9;
    const double t38 = 4.0 * t37;
    const double t39 = x[13] * t4;
    const double t40 = (-2.0) * t39;
    const double t41 = x[11] * t7;
    const double t42 = x[12] * t9;
    const double t43 = 4.0 * t42;
    const double t44 = x[13] * x[13];
    const double t45 = x[10] * x[10];
    const double t46 = -(x[11] * x[11]);
    const double t47 = x[12] * x[12];
    const double t48 = x[10] * x[12];
    const double t49 = x[11] * x[13];
    const double t50 = x[6] * x[6];
    const double t51 = x[3] * x[3];
    const double t52 = -(x[4] * x[4]);
    const double t53 = x[5] * x[5];
    const double t54 = x[3] * x[5];
    const double t55 = x[4] * x[6];
    const double t56 = x[7] + k[0] * (t44 + t45 + t46 - t47) + 2.0 * (k[1] * (x[10] * x[11] - x[12] * x[13])) + 2.0 *
        (k[2] * (t48 + t49)) - (x[0] + k[0] * (t50 + t51 + t52 - t53) + 2.0 * (k[1] * (x[3] * x[4] - x[5] * x[6])) +
        2.0 * (k[2] * (t54 + t55)));
    const double t57 = t56 * t1;
    const double t58 = t0 * t0;
    const double t59 = x[15] * (t58 * (x[14] * t56 * weights[1]));
    const double t60 = (-2.0) * t17;
    const double t61 = (-2.0) * t21;
    const double t62 = 2.0 * t8;
    const double t63 = 2.0 * t13;
    const double t64 = 2.0 * t36;
    const double t65 = (-4.0) * t37;
    const double t66 = 2.0 * t41;
    const double t67 = (-4.0) * t42;
    const double t68 = (-2.0) * t26;
    const double t69 = (-2.0) * t31;
    const double t70 = x[9] + 2.0 * (k[0] * (t48 - t49)) + 2.0 * (k[1] * (x[11] * x[12] + x[10] * x[13])) + k[2] *
        (t47 + t46 + t44 - t45) - (x[2] + 2.0 * (k[0] * (t54 - t55)) + 2.0 * (k[1] * (x[4] * x[5] + x[3] * x[6])) +
        k[2] * (t53 + t52 + t50 - t51));
    const double t71 = t70 * t1;
    const double t72 = x[15] * (t58 * (x[14] * t70 * weights[1]));
    const double t73 = t56 * t2;
    const double t74 = k[0] * t73;
    const double t75 = (-2.0) * t74;
    const double t76 = t70 * t2;
    const double t77 = k[2] * t76;
    const double t78 = (-2.0) * t77;
    const double t79 = x[14] * weights[0];
    const double t80 = k[1] * t79;
    const double t81 = t78 + t80;
    const double t82 = 2.0 * (x[3] * k[0]) + 2.0 * (x[4] * k[1]) + 2.0 * (x[5] * k[2]);
    const double t83 = t82 * t2;
    const double t84 = k[0] * t83;
    const double t85 = 2.0 * t84;
    const double t86 = x[5] * k[0];
    const double t87 = x[6] * k[1];
    const double t88 = x[3] * k[2];
    const double t89 = 2.0 * t86 + 2.0 * t87 + (-2.0) * t88;
    const double t90 = t89 * t2;
    const double t91 = k[2] * t90;
    const double t92 = (-2.0) * t91;
    const double t93 = t85 + t92;
    const double t94 = t75 - t81 + x[3] * t93;
    const double t95 = k[0] * t90;
    const double t96 = 4.0 * t95;
    const double t97 = k[2] * t83;
    const double t98 = 4.0 * t97;
    const double t99 = t96 + t98;
    const double t100 = k[1] * t90;
    const double t101 = k[1] * t83;
    const double t102 = 4.0 * (x[4] * t101);
    const double t103 = 2.0 * t91;
    const double t104 = t85 + t103;
    const double t105 = -(x[4] * t104);
    const double t106 = (-4.0) * t95;
    const double t107 = t98 + t106;
    const double t108 = k[1] * t73;
    const double t109 = 2.0 * (k[0] * t79);
    const double t110 = 4.0 * (x[3] * t101);
    const double t111 = (-2.0) * t84;
    const double t112 = t103 + t111;
    const double t113 = x[5] * t112;
    const double t114 = k[0] * t76;
    const double t115 = (-4.0) * t114;
    const double t116 = k[2] * t73;
    const double t117 = (-4.0) * t116;
    const double t118 = x[6] * t104;
    const double t119 = k[1] * t76;
    const double t120 = (-4.0) * t119;
    const double t121 = k[2] * t79;
    const double t122 = (-2.0) * t83;
    const double t123 = x[10] * t112;
    const double t124 = (-4.0) * t97;
    const double t125 = t106 + t124;
    const double t126 = (-4.0) * (x[11] * t101);
    const double t127 = t92 + t111;
    const double t128 = -(x[11] * t127);
    const double t129 = t96 + t124;
    const double t130 = (-4.0) * (x[10] * t101);
    const double t131 = x[12] * t93;
    const double t132 = x[13] * t101;
    const double t133 = x[13] * t127;
    const double t134 = x[12] * t101;
    const double t135 = (-2.0) * (t56 * t82) + (-2.0) * (t70 * t89);
    const double t136 = x[4] * k[0];
    const double t137 = x[3] * k[1];
    const double t138 = x[6] * k[2];
    const double t139 = x[6] * k[0];
    const double t140 = x[5] * k[1];
    const double t141 = x[4] * k[2];
    const double t142 = (-2.0) * t139 + 2.0 * t140 + (-2.0) * t141;
    const double t143 = t142 * t2;
    const double t144 = k[2] * t143;
    const double t145 = 2.0 * t144;
    const double t146 = (-2.0) * t136 + 2.0 * t137 + 2.0 * t138;
    const double t147 = t146 * t2;
    const double t148 = k[0] * t147;
    const double t149 = 2.0 * t148;
    const double t150 = t145 + t149;
    const double t151 = t80 - (t78 + t75) - x[4] * t150;
    const double t152 = k[0] * t143;
    const double t153 = (-4.0) * t152;
    const double t154 = k[2] * t147;
    const double t155 = 4.0 * t154;
    const double t156 = t153 + t155;
    const double t157 = k[1] * t143;
    const double t158 = k[1] * t147;
    const double t159 = 4.0 * (x[3] * t158);
    const double t160 = (-2.0) * t148;
    const double t161 = t145 + t160;
    const double t162 = x[5] * t161;
    const double t163 = 4.0 * t152;
    const double t164 = x[6] * t150;
    const double t165 = 4.0 * t114;
    const double t166 = (-2.0) * t147;
    const double t167 = x[10] * t161;
    const double t168 = (-4.0) * t154;
    const double t169 = t153 + t168;
    const double t170 = (-4.0) * (x[11] * t158);
    const double t171 = (-2.0) * t144;
    const double t172 = t160 + t171;
    const double t173 = -(x[11] * t172);
    const double t174 = t163 + t168;
    const double t175 = (-4.0) * (x[10] * t158);
    const double t176 = x[12] * (t149 + t171);
    const double t177 = x[13] * t158;
    const double t178 = x[13] * t172;
    const double t179 = x[12] * t158;
    const double t180 = (-2.0) * (t56 * t146) + (-2.0) * (t70 * t142);
    const double t181 = 2.0 * t97;
    const double t182 = (-2.0) * t86 + (-2.0) * t87 + 2.0 * t88;
    const double t183 = t182 * t2;
    const double t184 = k[0] * t183;
    const double t185 = (-2.0) * t184;
    const double t186 = t181 + t185;
    const double t187 = t78 - (t75 + t80) + x[5] * t186;
    const double t188 = 4.0 * t84;
    const double t189 = k[2] * t183;
    const double t190 = 4.0 * t189;
    const double t191 = k[1] * t183;
    const double t192 = 2.0 * t184;
    const double t193 = x[6] * (t181 + t192);
    const double t194 = (-4.0) * t84;
    const double t195 = x[10] * t186;
    const double t196 = (-4.0) * t189;
    const double t197 = t194 + t196;
    const double t198 = (-2.0) * t97;
    const double t199 = t185 + t198;
    const double t200 = -(x[11] * t199);
    const double t201 = t188 + t196;
    const double t202 = x[12] * (t192 + t198);
    const double t203 = x[13] * t199;
    const double t204 = (-2.0) * (t56 * t182) + (-2.0) * (t70 * t82);
    const double t205 = 2.0 * t139 + (-2.0) * t140 + 2.0 * t141;
    const double t206 = t205 * t2;
    const double t207 = k[0] * t206;
    const double t208 = 2.0 * t207;
    const double t209 = 2.0 * t154;
    const double t210 = t75 + t81 + x[6] * (t208 + t209);
    const double t211 = (-4.0) * t148;
    const double t212 = k[2] * t206;
    const double t213 = k[1] * t206;
    const double t214 = (-2.0) * t207;
    const double t215 = x[10] * (t209 + t214);
    const double t216 = (-4.0) * t212;
    const double t217 = t211 + t216;
    const double t218 = (-2.0) * t154;
    const double t219 = t214 + t218;
    const double t220 = -(x[11] * t219);
    const double t221 = t216 + 4.0 * t148;
    const double t222 = x[12] * (t208 + t218);
    const double t223 = x[13] * t219;
    const double t224 = (-2.0) * (t56 * t205) + (-2.0) * (t70 * t146);
    const double t225 = 2.0 * t24;
    const double t226 = 4.0 * t27;
    const double t227 = (-2.0) * t29;
    const double t228 = 4.0 * t32;
    const double t229 = (-2.0) * t34;
    const double t230 = 2.0 * t39;
    const double t231 = (-2.0) * t36;
    const double t232 = (-2.0) * t41;
    const double t233 = 2.0 * t26;
    const double t234 = 2.0 * t31;
    const double t235 = 2.0 * t74;
    const double t236 = x[12] * k[0];
    const double t237 = x[13] * k[1];
    const double t238 = x[10] * k[2];
    const double t239 = 2.0 * t236 + 2.0 * t237 + (-2.0) * t238;
    const double t240 = t239 * t2;
    const double t241 = k[2] * t240;
    const double t242 = 2.0 * (x[10] * k[0]) + 2.0 * (x[11] * k[1]) + 2.0 * (x[12] * k[2]);
    const double t243 = t242 * t2;
    const double t244 = k[0] * t243;
    const double t245 = 2.0 * t244;
    const double t246 = t78 + t235 + x[10] * ((-2.0) * t241 + t245);
    const double t247 = k[1] * t240;
    const double t248 = k[0] * t240;
    const double t249 = k[2] * t243;
    const double t250 = 4.0 * t249;
    const double t251 = 4.0 * t248 + t250;
    const double t252 = k[1] * t243;
    const double t253 = 4.0 * (x[11] * t252);
    const double t254 = 2.0 * t241;
    const double t255 = t245 + t254;
    const double t256 = -(x[11] * t255);
    const double t257 = t250 + (-4.0) * t248;
    const double t258 = x[10] * t252;
    const double t259 = x[12] * (t254 + (-2.0) * t244);
    const double t260 = 4.0 * t116;
    const double t261 = x[13] * t255;
    const double t262 = 2.0 * (t56 * t242) + 2.0 * (t70 * t239);
    const double t263 = 2.0 * t77;
    const double t264 = t263 + t235;
    const double t265 = x[13] * k[0];
    const double t266 = x[12] * k[1];
    const double t267 = x[11] * k[2];
    const double t268 = (-2.0) * t265 + 2.0 * t266 + (-2.0) * t267;
    const double t269 = t268 * t2;
    const double t270 = 2.0 * (k[2] * t269);
    const double t271 = (-2.0) * (x[11] * k[0]) + 2.0 * (x[10] * k[1]) + 2.0 * (x[13] * k[2]);
    const double t272 = t271 * t2;
    const double t273 = k[0] * t272;
    const double t274 = t270 + 2.0 * t273;
    const double t275 = -(t264 + x[11] * t274);
    const double t276 = k[1] * t269;
    const double t277 = k[0] * t269;
    const double t278 = k[2] * t272;
    const double t279 = 4.0 * t278;
    const double t280 = (-4.0) * t277 + t279;
    const double t281 = k[1] * t272;
    const double t282 = 4.0 * (x[10] * t281);
    const double t283 = x[12] * (t270 + (-2.0) * t273);
    const double t284 = x[13] * t274;
    const double t285 = 2.0 * (t56 * t271) + 2.0 * (t70 * t268);
    const double t286 = 2.0 * t249;
    const double t287 = (-2.0) * t236 + (-2.0) * t237 + 2.0 * t238;
    const double t288 = t287 * t2;
    const double t289 = k[0] * t288;
    const double t290 = t263 + t75 + x[12] * (t286 + (-2.0) * t289);
    const double t291 = 4.0 * (k[2] * t288);
    const double t292 = k[1] * t288;
    const double t293 = x[13] * (t286 + 2.0 * t289);
    const double t294 = 2.0 * (t56 * t287) + 2.0 * (t70 * t242);
    const double t295 = 2.0 * t265 + (-2.0) * t266 + 2.0 * t267;
    const double t296 = t295 * t2;
    const double t297 = t264 + x[13] * (2.0 * t278 + 2.0 * (k[0] * t296));
    const double t298 = 2.0 * (t56 * t295) + 2.0 * (t70 * t271);
    const double t299 = t56 * t56 + t70 * t70;
    const double t300 = x[14] * t299 * weights[1];
    out[0] = t3;
    out[1] = t6 + t6 + 4.0 * t8 + t10;
    out[2] = t12 + t12 + 4.0 * t13 + t14;
    out[3] = t16 + t16 + 4.0 * t17 + (-4.0) * t18;
    out[4] = t20 + t20 + 4.0 * t21 + (-4.0) * t22;
    out[5] = t23;
    out[6] = t25 + t25 + (-4.0) * t26 + t28;
    out[7] = t30 + t30 + (-4.0) * t31 + t33;
    out[8] = t35 + t35 + (-4.0) * t36 + t38;
    out[9] = t40 + t40 + (-4.0) * t41 + t43;
    out[10] = (-2.0) * t57;
    out[11] = 4.0 * t59;
    out[12] = weights[0];
    out[13] = t3;
    out[14] = t60 + t60 + 4.0 * t15 + 4.0 * t18;
    out[15] = t61 + t61 + (-4.0) * t19 + 4.0 * t22;
    out[16] = t62 + t62 + t10 + 4.0 * t5;
    out[17] = t63 + t63 + t14 + (-4.0) * t11;
    out[18] = t23;
    out[19] = t64 + t64 + t65 + (-4.0) * t34;
    out[20] = t66 + t66 + t67 + 4.0 * t39;
    out[21] = t68 + t68 + t28 + (-4.0) * t24;
    out[22] = t69 + t69 + t33 + 4.0 * t29;
    out[23] = (-2.0) * t71;
    out[24] = 4.0 * t72;
    out[25] = t94 + t94 + x[5] * t99 + 4.0 * (x[6] * t100) + t102;
    out[26] = t105 + t105 + x[6] * t107 + 4.0 * (x[5] * t100) + (-4.0) * t108 + t109 + t110;
    out[27] = t113 + t113 + t115 + t117 + x[3] * t99 + 4.0 * (x[4] * t100) + (-4.0) * (x[6] * t101);
    out[28] = t118 + t118 + x[4] * t107 + t120 + (-2.0) * t121 + 4.0 * (x[3] * t100) + (-4.0) * (x[5] * t101);
    out[29] = t122;
    out[30] = (-2.0) * t90;
    out[31] = t123 + t123 + (-4.0) * (x[13] * t100) + x[12] * t125 + t126;
    out[32] = t128 + t128 + (-4.0) * (x[12] * t100) + x[13] * t129 + t130;
    out[33] = t131 + t131 + (-4.0) * (x[11] * t100) + x[10] * t125 + 4.0 * t132;
    out[34] = t133 + t133 + (-4.0) * (x[10] * t100) + x[11] * t129 + 4.0 * t134;
    out[35] = t135 * t1 + (2.0 * t136 + (-2.0) * t137 + (-2.0) * t138) * weights[0];
    out[36] = (-2.0) * (x[15] * (t58 * (x[14] * t135 * weights[1])));
    out[37] = t151 + t151 + x[6] * t156 + 4.0 * (x[5] * t157) + t159;
    out[38] = t162 + t162 + x[3] * (t155 + t163) + t120 + 2.0 * t121 + 4.0 * (x[4] * t157) + (-4.0) * (x[6] * t158);
    out[39] = t164 + t164 + t165 + t117 + x[4] * t156 + 4.0 * (x[3] * t157) + (-4.0) * (x[5] * t158);
    out[40] = t166;
    out[41] = (-2.0) * t143;
    out[42] = t167 + t167 + (-4.0) * (x[13] * t157) + x[12] * t169 + t170;
    out[43] = t173 + t173 + (-4.0) * (x[12] * t157) + x[13] * t174 + t175;
    out[44] = t176 + t176 + (-4.0) * (x[11] * t157) + x[10] * t169 + 4.0 * t177;
    out[45] = t178 + t178 + (-4.0) * (x[10] * t157) + x[11] * t174 + 4.0 * t179;
    out[46] = t180 * t1 + t82 * weights[0];
    out[47] = (-2.0) * (x[15] * (t58 * (x[14] * t180 * weights[1])));
    out[48] = t187 + t187 + t102 + x[3] * (t188 + t190) + (-4.0) * (x[6] * t191);
    out[49] = t193 + t193 + t110 + x[4] * (t190 + t194) + 4.0 * t108 + t109 + (-4.0) * (x[5] * t191);
    out[50] = (-2.0) * t183;
    out[51] = t122;
    out[52] = t195 + t195 + (-4.0) * t132 + x[12] * t197 + (-4.0) * (x[11] * t191);
    out[53] = t200 + t200 + (-4.0) * t134 + x[13] * t201 + (-4.0) * (x[10] * t191);
    out[54] = t202 + t202 + t126 + x[10] * t197 + 4.0 * (x[13] * t191);
    out[55] = t203 + t203 + t130 + x[11] * t201 + 4.0 * (x[12] * t191);
    out[56] = t204 * t1 + t205 * weights[0];
    out[57] = (-2.0) * (x[15] * (t58 * (x[14] * t204 * weights[1])));
    out[58] = t210 + t210 + t159 + x[4] * (t211 + 4.0 * t212) + (-4.0) * (x[5] * t213);
    out[59] = (-2.0) * t206;
    out[60] = t166;
    out[61] = t215 + t215 + (-4.0) * t177 + x[12] * t217 + (-4.0) * (x[11] * t213);
    out[62] = t220 + t220 + (-4.0) * t179 + x[13] * t221 + (-4.0) * (x[10] * t213);
    out[63] = t222 + t222 + t170 + x[10] * t217 + 4.0 * (x[13] * t213);
    out[64] = t223 + t223 + t175 + x[11] * t221 + 4.0 * (x[12] * t213);
    out[65] = t224 * t1 + t89 * weights[0];
    out[66] = (-2.0) * (x[15] * (t58 * (x[14] * t224 * weights[1])));
    out[67] = t3;
    out[68] = t225 + t225 + 4.0 * t26 + t226;
    out[69] = t227 + t227 + 4.0 * t31 + t228;
    out[70] = t229 + t229 + t65 + 4.0 * t36;
    out[71] = t230 + t230 + t67 + 4.0 * t41;
    out[72] = 2.0 * t57;
    out[73] = (-4.0) * t59;
    out[74] = t3;
    out[75] = t231 + t231 + t38 + 4.0 * t34;
    out[76] = t232 + t232 + t43 + (-4.0) * t39;
    out[77] = t233 + t233 + t226 + 4.0 * t24;
    out[78] = t234 + t234 + t228 + (-4.0) * t29;
    out[79] = 2.0 * t71;
    out[80] = (-4.0) * t72;
    out[81] = t246 + t246 + 4.0 * (x[13] * t247) + x[12] * t251 + t253;
    out[82] = t256 + t256 + 4.0 * (x[12] * t247) + x[13] * t257 + 4.0 * (t108 + t258);
    out[83] = t259 + t259 + 4.0 * (x[11] * t247) + t165 + t260 + x[10] * t251 + (-4.0) * (x[13] * t252);
    out[84] = t261 + t261 + 4.0 * (t119 + x[10] * t247) + x[11] * t257 + (-4.0) * (x[12] * t252);
    out[85] = t262 * t1;
    out[86] = (-2.0) * (x[15] * (t58 * (x[14] * t262 * weights[1])));
    out[87] = t275 + t275 + 4.0 * (x[12] * t276) + x[13] * t280 + t282;
    out[88] = t283 + t283 + 4.0 * (t119 + x[11] * t276) + x[10] * (t279 + 4.0 * t277) + (-4.0) * (x[13] * t281);
    out[89] = t284 + t284 + 4.0 * (x[10] * t276) + t115 + t260 + x[11] * t280 + (-4.0) * (x[12] * t281);
    out[90] = t285 * t1;
    out[91] = (-2.0) * (x[15] * (t58 * (x[14] * t285 * weights[1])));
    out[92] = t290 + t290 + t253 + x[10] * (4.0 * t244 + t291) + (-4.0) * (x[13] * t292);
    out[93] = t293 + t293 + 4.0 * t258 + x[11] * (t291 + (-4.0) * t244) + (-4.0) * (t108 + x[12] * t292);
    out[94] = t294 * t1;
    out[95] = (-2.0) * (x[15] * (t58 * (x[14] * t294 * weights[1])));
    out[96] = t297 + t297 + t282 + x[11] * ((-4.0) * t273 + 4.0 * (k[2] * t296)) + (-4.0) * (x[12] * (k[1] * t296));
    out[97] = t298 * t1;
    out[98] = (-2.0) * (x[15] * (t58 * (x[14] * t298 * weights[1])));
    out[99] = (-2.0) * (x[15] * (t58 * (t299 * weights[1])));
    out[100] = (-2.0) * (t58 * t300 + (-4.0) * (x[15] * (t300 * (t0 * (x[15] * t58)))));
}

static const int touch_jacobian_values[] = {
    0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
};
static const int touch_jacobian_inputs[] = {
    1, 3, 4, 5, 6, 14, 0, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15,
};
static const int touch_hessian_rows[] = {
    0, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 14, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14,
    15, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15,
    5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 6, 7, 9, 10, 11, 12, 13, 14, 15, 7, 10, 11, 12, 13,
    14, 15, 9, 10, 11, 12, 13, 14, 15, 10, 11, 12, 13, 14, 15, 11, 12, 13, 14, 15, 12, 13, 14, 15,
    13, 14, 15, 15, 15,
};
static const int touch_hessian_columns[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4,
    5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7,
    7, 7, 9, 9, 9, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 12, 12, 12, 12,
    13, 13, 13, 14, 15,
};
const caperi_block_kind caperi_block_touch = {
    "touch", 16, 2, 20, 101,
    touch_jacobian_values, touch_jacobian_inputs, touch_hessian_rows, touch_hessian_columns,
    touch_evaluate, touch_jacobian, touch_hessian,
};

// Height of a point of a body.
static void height_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    out[0] = x[0] + 2.0 * (k[0] * (x[1] * x[2] + x[3] * x[4])) + k[1] * (x[2] * x[2] + x[4] * x[4] - x[1] * x[1] -
        x[3] * x[3]) + 2.0 * (k[2] * (x[2] * x[3] - x[1] * x[4]));
}

static void height_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    out[0] = 1.0;
    out[1] = 2.0 * (x[2] * k[0]) + (-2.0) * (x[1] * k[1]) + (-2.0) * (x[4] * k[2]);
    out[2] = 2.0 * (x[1] * k[0]) + 2.0 * (x[2] * k[1]) + 2.0 * (x[3] * k[2]);
    out[3] = 2.0 * (x[4] * k[0]) + (-2.0) * (x[3] * k[1]) + 2.0 * (x[2] * k[2]);
    out[4] = 2.0 * (x[3] * k[0]) + 2.0 * (x[4] * k[1]) + (-2.0) * (x[1] * k[2]);
}

static void height_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    (void)x;
    const double t0 = k[1] * weights[0];
    const double t1 = (-2.0) * t0;
    const double t2 = 2.0 * (k[0] * weights[0]);
    const double t3 = k[2] * weights[0];
    const double t4 = 2.0 * t0;
    out[0] = t1;
    out[1] = t2;
    out[2] = (-2.0) * t3;
    out[3] = t4;
    out[4] = 2.0 * t3;
    out[5] = t1;
    out[6] = t2;
    out[7] = t4;
}

static const int height_jacobian_values[] = {
    0, 0, 0, 0, 0,
};
static const int height_jacobian_inputs[] = {
    0, 1, 2, 3, 4,
};
static const int height_hessian_rows[] = {
    1, 2, 4, 2, 3, 3, 4, 4,
};
static const int height_hessian_columns[] = {
    1, 1, 1, 2, 2, 3, 3, 4,
};
const caperi_block_kind caperi_block_height = {
    "height", 5, 1, 5, 8,
    height_jacobian_values, height_jacobian_inputs, height_hessian_rows, height_hessian_columns,
    height_evaluate, height_jacobian, height_hessian,
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

static const int heading_jacobian_values[] = {
    0, 0, 0, 0, 0,
};
static const int heading_jacobian_inputs[] = {
    0, 1, 2, 3, 4,
};
static const int heading_hessian_rows[] = {
    0, 1, 2, 3, 4, 1, 2, 3, 4, 2, 3, 4, 3, 4, 4,
};
static const int heading_hessian_columns[] = {
    0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4,
};
const caperi_block_kind caperi_block_heading = {
    "heading", 5, 1, 5, 15,
    heading_jacobian_values, heading_jacobian_inputs, heading_hessian_rows, heading_hessian_columns,
    heading_evaluate, heading_jacobian, heading_hessian,
};

// A direction of a body is level.
static void level_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    out[0] = 2.0 * ((x[0] * x[1] + x[2] * x[3]) * k[0]) + (x[1] * x[1] + x[3] * x[3] - x[0] * x[0] - x[2] * x[2]) *
        k[1] + 2.0 * ((x[1] * x[2] - x[0] * x[3]) * k[2]);
}

static void level_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    out[0] = 2.0 * (x[1] * k[0]) + (-2.0) * (x[0] * k[1]) + (-2.0) * (x[3] * k[2]);
    out[1] = 2.0 * (x[0] * k[0]) + 2.0 * (x[1] * k[1]) + 2.0 * (x[2] * k[2]);
    out[2] = 2.0 * (x[3] * k[0]) + (-2.0) * (x[2] * k[1]) + 2.0 * (x[1] * k[2]);
    out[3] = 2.0 * (x[2] * k[0]) + 2.0 * (x[3] * k[1]) + (-2.0) * (x[0] * k[2]);
}

static void level_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    (void)x;
    const double t0 = k[1] * weights[0];
    const double t1 = (-2.0) * t0;
    const double t2 = 2.0 * (k[0] * weights[0]);
    const double t3 = k[2] * weights[0];
    const double t4 = 2.0 * t0;
    out[0] = t1;
    out[1] = t2;
    out[2] = (-2.0) * t3;
    out[3] = t4;
    out[4] = 2.0 * t3;
    out[5] = t1;
    out[6] = t2;
    out[7] = t4;
}

static const int level_jacobian_values[] = {
    0, 0, 0, 0,
};
static const int level_jacobian_inputs[] = {
    0, 1, 2, 3,
};
static const int level_hessian_rows[] = {
    0, 1, 3, 1, 2, 2, 3, 3,
};
static const int level_hessian_columns[] = {
    0, 0, 0, 1, 1, 2, 2, 3,
};
const caperi_block_kind caperi_block_level = {
    "level", 4, 1, 4, 8,
    level_jacobian_values, level_jacobian_inputs, level_hessian_rows, level_hessian_columns,
    level_evaluate, level_jacobian, level_hessian,
};

// A body one cycle on: position and quaternion are those of the first, mirrored (sign -1) or not, turned and moved. Both quaternions go through constant matrices. Later position and quaternion, earlier ones, travel x, z, turn.
static void link_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[7] * k[0];
    const double t1 = cos(x[16]);
    const double t2 = sin(x[16]);
    const double t3 = x[10] * k[1] + x[11] * k[2] + x[12] * k[3] + x[13] * k[4];
    const double t4 = 0.5 * x[16];
    const double t5 = cos(t4);
    const double t6 = x[10] * k[9] + x[11] * k[10] + x[12] * k[11] + x[13] * k[12];
    const double t7 = sin(t4);
    const double t8 = x[10] * k[5] + x[11] * k[6] + x[12] * k[7] + x[13] * k[8];
    const double t9 = x[10] * k[13] + x[11] * k[14] + x[12] * k[15] + x[13] * k[16];
    out[0] = x[0] - (x[14] + t0 * t1 + x[9] * t2);
    out[1] = x[1] - x[8];
    out[2] = x[2] - (x[15] + x[9] * t1 - t0 * t2);
    out[3] = x[3] - (t3 * t5 + t6 * t7);
    out[4] = x[4] - (t8 * t5 + t9 * t7);
    out[5] = x[5] - (t6 * t5 - t3 * t7);
    out[6] = x[6] - (t9 * t5 - t8 * t7);
}

static void link_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = cos(x[16]);
    const double t1 = sin(x[16]);
    const double t2 = x[7] * k[0];
    const double t3 = 0.5 * x[16];
    const double t4 = cos(t3);
    const double t5 = sin(t3);
    const double t6 = x[10] * k[1] + x[11] * k[2] + x[12] * k[3] + x[13] * k[4];
    const double t7 = x[10] * k[9] + x[11] * k[10] + x[12] * k[11] + x[13] * k[12];
    const double t8 = x[10] * k[5] + x[11] * k[6] + x[12] * k[7] + x[13] * k[8];
    const double t9 = x[10] * k[13] + x[11] * k[14] + x[12] * k[15] + x[13] * k[16];
    out[0] = 1.0;
    out[1] = -(k[0] * t0);
    out[2] = -t1;
    out[3] = -1.0;
    out[4] = -(x[9] * t0 - t2 * t1);
    out[5] = 1.0;
    out[6] = -1.0;
    out[7] = 1.0;
    out[8] = k[0] * t1;
    out[9] = -t0;
    out[10] = -1.0;
    out[11] = -(-(x[9] * t1) - t2 * t0);
    out[12] = 1.0;
    out[13] = -(k[1] * t4 + k[9] * t5);
    out[14] = -(k[2] * t4 + k[10] * t5);
    out[15] = -(k[3] * t4 + k[11] * t5);
    out[16] = -(k[4] * t4 + k[12] * t5);
    out[17] = -((-0.5) * (t6 * t5) + 0.5 * (t7 * t4));
    out[18] = 1.0;
    out[19] = -(k[5] * t4 + k[13] * t5);
    out[20] = -(k[6] * t4 + k[14] * t5);
    out[21] = -(k[7] * t4 + k[15] * t5);
    out[22] = -(k[8] * t4 + k[16] * t5);
    out[23] = -((-0.5) * (t8 * t5) + 0.5 * (t9 * t4));
    out[24] = 1.0;
    out[25] = -(k[9] * t4 - k[1] * t5);
    out[26] = -(k[10] * t4 - k[2] * t5);
    out[27] = -(k[11] * t4 - k[3] * t5);
    out[28] = -(k[12] * t4 - k[4] * t5);
    out[29] = -((-0.5) * (t7 * t5) + (-0.5) * (t6 * t4));
    out[30] = 1.0;
    out[31] = -(k[13] * t4 - k[5] * t5);
    out[32] = -(k[14] * t4 - k[6] * t5);
    out[33] = -(k[15] * t4 - k[7] * t5);
    out[34] = -(k[16] * t4 - k[8] * t5);
    out[35] = -((-0.5) * (t9 * t5) + (-0.5) * (t8 * t4));
}

static void link_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = cos(x[16]);
    const double t1 = sin(x[16]);
    const double t2 = 0.5 * x[16];
    const double t3 = cos(t2);
    const double t4 = sin(t2);
    const double t5 = x[10] * k[5] + x[11] * k[6] + x[12] * k[7] + x[13] * k[8];
    const double t6 = x[10] * k[1] + x[11] * k[2] + x[12] * k[3] + x[13] * k[4];
    const double t7 = x[10] * k[13] + x[11] * k[14] + x[12] * k[15] + x[13] * k[16];
    const double t8 = x[10] * k[9] + x[11] * k[10] + x[12] * k[11] + x[13] * k[12];
    const double t9 = x[7] * k[0];
    out[0] = t0 * (k[0] * weights[2]) + t1 * (k[0] * weights[0]);
    out[1] = t1 * weights[2] - t0 * weights[0];
    out[2] = 0.5 * (t3 * (k[5] * weights[6] + k[1] * weights[5] - k[13] * weights[4] - k[9] * weights[3]) - t4 *
        (-(k[13] * weights[6]) - k[9] * weights[5] - k[5] * weights[4] - k[1] * weights[3]));
    out[3] = 0.5 * (t3 * (k[6] * weights[6] + k[2] * weights[5] - k[14] * weights[4] - k[10] * weights[3]) - t4 *
        (-(k[14] * weights[6]) - k[10] * weights[5] - k[6] * weights[4] - k[2] * weights[3]));
    out[4] = 0.5 * (t3 * (k[7] * weights[6] + k[3] * weights[5] - k[15] * weights[4] - k[11] * weights[3]) - t4 *
        (-(k[15] * weights[6]) - k[11] * weights[5] - k[7] * weights[4] - k[3] * weights[3]));
    out[5] = 0.5 * (t3 * (k[8] * weights[6] + k[4] * weights[5] - k[16] * weights[4] - k[12] * weights[3]) - t4 *
        (-(k[16] * weights[6]) - k[12] * weights[5] - k[8] * weights[4] - k[4] * weights[3]));
    out[6] = 0.5 * ((-0.5) * (t4 * (t5 * weights[6] + t6 * weights[5] - t7 * weights[4] - t8 * weights[3])) + (-0.5) *
        (t3 * (-(t7 * weights[6]) - t8 * weights[5] - t5 * weights[4] - t6 * weights[3]))) - t1 * (t9 * weights[2] -
        x[9] * weights[0]) - t0 * (-(x[9] * weights[2]) - t9 * weights[0]);
}

static const int link_jacobian_values[] = {
    0, 0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4,
    5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6,
};
static const int link_jacobian_inputs[] = {
    0, 7, 9, 14, 16, 1, 8, 2, 7, 9, 15, 16, 3, 10, 11, 12, 13, 16, 4, 10, 11, 12, 13, 16,
    5, 10, 11, 12, 13, 16, 6, 10, 11, 12, 13, 16,
};
static const int link_hessian_rows[] = {
    16, 16, 16, 16, 16, 16, 16,
};
static const int link_hessian_columns[] = {
    7, 9, 10, 11, 12, 13, 16,
};
const caperi_block_kind caperi_block_link = {
    "link", 17, 7, 36, 7,
    link_jacobian_values, link_jacobian_inputs, link_hessian_rows, link_hessian_columns,
    link_evaluate, link_jacobian, link_hessian,
};

// A foothold that lasts into the next cycle: later x, z, yaw; earlier ones; travel x, z, turn.
static void foothold_link_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[3] * k[0];
    const double t1 = cos(x[8]);
    const double t2 = sin(x[8]);
    out[0] = x[0] - (t0 * t1 + x[4] * t2) - x[6];
    out[1] = x[1] - (x[4] * t1 - t0 * t2) - x[7];
    out[2] = x[2] - x[5] * k[0] - x[8];
}

static void foothold_link_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = cos(x[8]);
    const double t1 = sin(x[8]);
    const double t2 = x[3] * k[0];
    out[0] = 1.0;
    out[1] = -(k[0] * t0);
    out[2] = -t1;
    out[3] = -1.0;
    out[4] = -(x[4] * t0 - t2 * t1);
    out[5] = 1.0;
    out[6] = k[0] * t1;
    out[7] = -t0;
    out[8] = -1.0;
    out[9] = -(-(x[4] * t1) - t2 * t0);
    out[10] = 1.0;
    out[11] = -k[0];
    out[12] = -1.0;
}

static void foothold_link_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = cos(x[8]);
    const double t1 = sin(x[8]);
    const double t2 = x[3] * k[0];
    out[0] = t0 * (k[0] * weights[1]) + t1 * (k[0] * weights[0]);
    out[1] = t1 * weights[1] - t0 * weights[0];
    out[2] = -(t1 * (t2 * weights[1] - x[4] * weights[0])) - t0 * (-(x[4] * weights[1]) - t2 * weights[0]);
}

static const int foothold_link_jacobian_values[] = {
    0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2,
};
static const int foothold_link_jacobian_inputs[] = {
    0, 3, 4, 6, 8, 1, 3, 4, 7, 8, 2, 5, 8,
};
static const int foothold_link_hessian_rows[] = {
    8, 8, 8,
};
static const int foothold_link_hessian_columns[] = {
    3, 4, 8,
};
const caperi_block_kind caperi_block_foothold_link = {
    "foothold_link", 9, 3, 13, 3,
    foothold_link_jacobian_values, foothold_link_jacobian_inputs, foothold_link_hessian_rows, foothold_link_hessian_columns,
    foothold_link_evaluate, foothold_link_jacobian, foothold_link_hessian,
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

static const int duration_rate_jacobian_values[] = {
    0, 0,
};
static const int duration_rate_jacobian_inputs[] = {
    0, 1,
};
static const int duration_rate_hessian_rows[] = {
    1,
};
static const int duration_rate_hessian_columns[] = {
    0,
};
const caperi_block_kind caperi_block_duration_rate = {
    "duration_rate", 2, 1, 2, 1,
    duration_rate_jacobian_values, duration_rate_jacobian_inputs, duration_rate_hessian_rows, duration_rate_hessian_columns,
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

static const int tempo_jacobian_values[] = {
    0,
};
static const int tempo_jacobian_inputs[] = {
    0,
};
static const int tempo_hessian_rows[] = {
    0,
};
static const int tempo_hessian_columns[] = {
    0,
};
const caperi_block_kind caperi_block_tempo = {
    "tempo", 1, 1, 1, 1,
    tempo_jacobian_values, tempo_jacobian_inputs, tempo_hessian_rows, tempo_hessian_columns,
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

static const int ground_jacobian_values[] = {
    0, 0, 0, 0, 0,
};
static const int ground_jacobian_inputs[] = {
    0, 1, 2, 3, 4,
};
static const int ground_hessian_rows[] = {
    1, 2, 3, 4, 2, 3, 4, 3, 4, 4,
};
static const int ground_hessian_columns[] = {
    1, 1, 1, 1, 2, 2, 2, 3, 3, 4,
};
const caperi_block_kind caperi_block_ground = {
    "ground", 5, 1, 5, 10,
    ground_jacobian_values, ground_jacobian_inputs, ground_hessian_rows, ground_hessian_columns,
    ground_evaluate, ground_jacobian, ground_hessian,
};

// How far one body is to the side of another, along a direction of a third. Two positions, quaternion of the third.
static void sides_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[9] * x[9];
    const double t1 = x[6] * x[6];
    const double t2 = x[7] * x[7];
    const double t3 = -t2;
    const double t4 = x[8] * x[8];
    const double t5 = -t4;
    const double t6 = x[6] * x[7];
    const double t7 = x[8] * x[9];
    const double t8 = x[6] * x[8];
    const double t9 = x[7] * x[9];
    const double t10 = t0 - t1;
    const double t11 = x[7] * x[8];
    const double t12 = x[6] * x[9];
    out[0] = (k[0] * (t0 + t1 + t3 + t5) + 2.0 * (k[1] * (t6 - t7)) + 2.0 * (k[2] * (t8 + t9))) * (x[0] - x[3]) + (2.0
        * (k[0] * (t6 + t7)) + k[1] * (t5 + t2 + t10) + 2.0 * (k[2] * (t11 - t12))) * (x[1] - x[4]) + (2.0 * (k[0] *
        (t8 - t9)) + 2.0 * (k[1] * (t11 + t12)) + k[2] * (t4 + t3 + t10)) * (x[2] - x[5]);
}

static void sides_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[9] * x[9];
    const double t1 = x[6] * x[6];
    const double t2 = x[7] * x[7];
    const double t3 = -t2;
    const double t4 = x[8] * x[8];
    const double t5 = -t4;
    const double t6 = x[6] * x[7];
    const double t7 = x[8] * x[9];
    const double t8 = x[6] * x[8];
    const double t9 = x[7] * x[9];
    const double t10 = k[0] * (t0 + t1 + t3 + t5) + 2.0 * (k[1] * (t6 - t7)) + 2.0 * (k[2] * (t8 + t9));
    const double t11 = t0 - t1;
    const double t12 = x[7] * x[8];
    const double t13 = x[6] * x[9];
    const double t14 = 2.0 * (k[0] * (t6 + t7)) + k[1] * (t5 + t2 + t11) + 2.0 * (k[2] * (t12 - t13));
    const double t15 = 2.0 * (k[0] * (t8 - t9)) + 2.0 * (k[1] * (t12 + t13)) + k[2] * (t4 + t3 + t11);
    const double t16 = x[0] - x[3];
    const double t17 = 2.0 * (x[6] * k[0]) + 2.0 * (x[7] * k[1]) + 2.0 * (x[8] * k[2]);
    const double t18 = x[1] - x[4];
    const double t19 = x[7] * k[0];
    const double t20 = x[6] * k[1];
    const double t21 = x[9] * k[2];
    const double t22 = x[2] - x[5];
    const double t23 = x[8] * k[0];
    const double t24 = x[9] * k[1];
    const double t25 = x[6] * k[2];
    const double t26 = 2.0 * t23 + 2.0 * t24 + (-2.0) * t25;
    const double t27 = (-2.0) * t19 + 2.0 * t20 + 2.0 * t21;
    const double t28 = x[9] * k[0];
    const double t29 = x[8] * k[1];
    const double t30 = x[7] * k[2];
    const double t31 = 2.0 * t28 + (-2.0) * t29 + 2.0 * t30;
    out[0] = t10;
    out[1] = t14;
    out[2] = t15;
    out[3] = -t10;
    out[4] = -t14;
    out[5] = -t15;
    out[6] = t16 * t17 + t18 * (2.0 * t19 + (-2.0) * t20 + (-2.0) * t21) + t22 * t26;
    out[7] = t16 * t27 + t18 * t17 + t22 * ((-2.0) * t28 + 2.0 * t29 + (-2.0) * t30);
    out[8] = t16 * ((-2.0) * t23 + (-2.0) * t24 + 2.0 * t25) + t18 * t31 + t22 * t17;
    out[9] = t16 * t31 + t18 * t26 + t22 * t27;
}

static void sides_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = k[0] * weights[0];
    const double t1 = x[6] * t0;
    const double t2 = k[2] * weights[0];
    const double t3 = x[8] * t2;
    const double t4 = 2.0 * t3;
    const double t5 = k[1] * weights[0];
    const double t6 = x[7] * t5;
    const double t7 = 2.0 * t6;
    const double t8 = x[7] * t0;
    const double t9 = -t8;
    const double t10 = x[9] * t2;
    const double t11 = 2.0 * t10;
    const double t12 = x[6] * t5;
    const double t13 = 2.0 * t12;
    const double t14 = x[8] * t0;
    const double t15 = -t14;
    const double t16 = x[6] * t2;
    const double t17 = 2.0 * t16;
    const double t18 = x[9] * t5;
    const double t19 = (-2.0) * t18;
    const double t20 = x[9] * t0;
    const double t21 = x[7] * t2;
    const double t22 = 2.0 * t21;
    const double t23 = x[8] * t5;
    const double t24 = (-2.0) * t23;
    const double t25 = -t12;
    const double t26 = (-2.0) * t10;
    const double t27 = 2.0 * t8;
    const double t28 = 2.0 * t1;
    const double t29 = -t23;
    const double t30 = 2.0 * t20;
    const double t31 = (-2.0) * t16;
    const double t32 = 2.0 * t14;
    const double t33 = -t16;
    const double t34 = 2.0 * t18;
    const double t35 = -t21;
    const double t36 = 2.0 * t23;
    const double t37 = (-2.0) * t20;
    const double t38 = (-2.0) * t8;
    const double t39 = -t1;
    const double t40 = (-2.0) * t3;
    const double t41 = (-2.0) * t6;
    const double t42 = (-2.0) * t12;
    const double t43 = -t20;
    const double t44 = (-2.0) * t21;
    const double t45 = -t6;
    const double t46 = (-2.0) * t1;
    const double t47 = -t18;
    const double t48 = (-2.0) * t14;
    const double t49 = -t3;
    const double t50 = -t10;
    const double t51 = (x[2] - x[5]) * weights[0];
    const double t52 = k[2] * t51;
    const double t53 = (x[1] - x[4]) * weights[0];
    const double t54 = k[1] * t53;
    const double t55 = t52 + t54;
    const double t56 = (x[0] - x[3]) * weights[0];
    const double t57 = k[0] * t56;
    const double t58 = 2.0 * (k[0] * t53);
    const double t59 = k[1] * t56;
    const double t60 = k[0] * t51;
    const double t61 = 2.0 * (k[2] * t56);
    const double t62 = 2.0 * (k[1] * t51);
    const double t63 = k[2] * t53;
    out[0] = t1 + t1 + t4 + t7;
    out[1] = t9 + t9 + t11 + t13;
    out[2] = t15 + t15 + t17 + t19;
    out[3] = t20 + t20 + t22 + t24;
    out[4] = t25 + t25 + t26 + t27;
    out[5] = t6 + t6 + t4 + t28;
    out[6] = t29 + t29 + t22 + t30;
    out[7] = t18 + t18 + t31 + t32;
    out[8] = t33 + t33 + t32 + t34;
    out[9] = t35 + t35 + t36 + t37;
    out[10] = t3 + t3 + t7 + t28;
    out[11] = t10 + t10 + t13 + t38;
    out[12] = t39 + t39 + t40 + t41;
    out[13] = t8 + t8 + t26 + t42;
    out[14] = t14 + t14 + t31 + t34;
    out[15] = t43 + t43 + t36 + t44;
    out[16] = t12 + t12 + t11 + t38;
    out[17] = t45 + t45 + t40 + t46;
    out[18] = t23 + t23 + t37 + t44;
    out[19] = t47 + t47 + t17 + t48;
    out[20] = t16 + t16 + t19 + t48;
    out[21] = t21 + t21 + t24 + t30;
    out[22] = t49 + t49 + t41 + t46;
    out[23] = t50 + t50 + t27 + t42;
    out[24] = 2.0 * (t57 - t55);
    out[25] = t58 + 2.0 * t59;
    out[26] = 2.0 * t60 + t61;
    out[27] = t62 + (-2.0) * t63;
    out[28] = 2.0 * (t54 - (t52 + t57));
    out[29] = t62 + 2.0 * t63;
    out[30] = (-2.0) * t60 + t61;
    out[31] = 2.0 * (t52 - (t54 + t57));
    out[32] = t58 + (-2.0) * t59;
    out[33] = 2.0 * (t55 + t57);
}

static const int sides_jacobian_values[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const int sides_jacobian_inputs[] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
};
static const int sides_hessian_rows[] = {
    6, 7, 8, 9, 6, 7, 8, 9, 6, 7, 8, 9, 6, 7, 8, 9, 6, 7, 8, 9, 6, 7, 8, 9,
    6, 7, 8, 9, 7, 8, 9, 8, 9, 9,
};
static const int sides_hessian_columns[] = {
    0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5,
    6, 6, 6, 6, 7, 7, 7, 8, 8, 9,
};
const caperi_block_kind caperi_block_sides = {
    "sides", 10, 1, 10, 34,
    sides_jacobian_values, sides_jacobian_inputs, sides_hessian_rows, sides_hessian_columns,
    sides_evaluate, sides_jacobian, sides_hessian,
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

static const int beyond_jacobian_values[] = {
    0, 0, 0,
};
static const int beyond_jacobian_inputs[] = {
    0, 1, 2,
};
static const int beyond_hessian_rows[] = {
    0, 1, 2, 1, 2, 2,
};
static const int beyond_hessian_columns[] = {
    0, 0, 0, 1, 1, 2,
};
const caperi_block_kind caperi_block_beyond = {
    "beyond", 3, 1, 3, 6,
    beyond_jacobian_values, beyond_jacobian_inputs, beyond_hessian_rows, beyond_hessian_columns,
    beyond_evaluate, beyond_jacobian, beyond_hessian,
};

// A point of a body, or a direction without position (move 0), along e.
static void point_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[6] * x[6];
    const double t1 = x[3] * x[3];
    const double t2 = x[4] * x[4];
    const double t3 = -t2;
    const double t4 = x[5] * x[5];
    const double t5 = -t4;
    const double t6 = x[3] * x[4];
    const double t7 = x[5] * x[6];
    const double t8 = x[3] * x[5];
    const double t9 = x[4] * x[6];
    const double t10 = t0 - t1;
    const double t11 = x[4] * x[5];
    const double t12 = x[3] * x[6];
    out[0] = k[3] * (x[0] * k[6] + k[0] * (t0 + t1 + t3 + t5) + 2.0 * (k[1] * (t6 - t7)) + 2.0 * (k[2] * (t8 + t9))) +
        k[4] * (x[1] * k[6] + 2.0 * (k[0] * (t6 + t7)) + k[1] * (t5 + t2 + t10) + 2.0 * (k[2] * (t11 - t12))) + k[5] *
        (x[2] * k[6] + 2.0 * (k[0] * (t8 - t9)) + 2.0 * (k[1] * (t11 + t12)) + k[2] * (t4 + t3 + t10));
}

static void point_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = 2.0 * (x[3] * k[0]) + 2.0 * (x[4] * k[1]) + 2.0 * (x[5] * k[2]);
    const double t1 = x[4] * k[0];
    const double t2 = x[3] * k[1];
    const double t3 = x[6] * k[2];
    const double t4 = x[5] * k[0];
    const double t5 = x[6] * k[1];
    const double t6 = x[3] * k[2];
    const double t7 = 2.0 * t4 + 2.0 * t5 + (-2.0) * t6;
    const double t8 = (-2.0) * t1 + 2.0 * t2 + 2.0 * t3;
    const double t9 = x[6] * k[0];
    const double t10 = x[5] * k[1];
    const double t11 = x[4] * k[2];
    const double t12 = 2.0 * t9 + (-2.0) * t10 + 2.0 * t11;
    out[0] = k[3] * k[6];
    out[1] = k[4] * k[6];
    out[2] = k[5] * k[6];
    out[3] = k[3] * t0 + k[4] * (2.0 * t1 + (-2.0) * t2 + (-2.0) * t3) + k[5] * t7;
    out[4] = k[3] * t8 + k[4] * t0 + k[5] * ((-2.0) * t9 + 2.0 * t10 + (-2.0) * t11);
    out[5] = k[3] * ((-2.0) * t4 + (-2.0) * t5 + 2.0 * t6) + k[4] * t12 + k[5] * t0;
    out[6] = k[3] * t12 + k[4] * t7 + k[5] * t8;
}

static void point_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    (void)x;
    const double t0 = k[5] * weights[0];
    const double t1 = k[2] * t0;
    const double t2 = k[4] * weights[0];
    const double t3 = k[1] * t2;
    const double t4 = t1 + t3;
    const double t5 = k[3] * weights[0];
    const double t6 = k[0] * t5;
    const double t7 = 2.0 * (k[0] * t2);
    const double t8 = k[1] * t5;
    const double t9 = k[0] * t0;
    const double t10 = 2.0 * (k[2] * t5);
    const double t11 = 2.0 * (k[1] * t0);
    const double t12 = k[2] * t2;
    out[0] = 2.0 * (t6 - t4);
    out[1] = t7 + 2.0 * t8;
    out[2] = 2.0 * t9 + t10;
    out[3] = t11 + (-2.0) * t12;
    out[4] = 2.0 * (t3 - (t1 + t6));
    out[5] = t11 + 2.0 * t12;
    out[6] = (-2.0) * t9 + t10;
    out[7] = 2.0 * (t1 - (t3 + t6));
    out[8] = t7 + (-2.0) * t8;
    out[9] = 2.0 * (t4 + t6);
}

static const int point_jacobian_values[] = {
    0, 0, 0, 0, 0, 0, 0,
};
static const int point_jacobian_inputs[] = {
    0, 1, 2, 3, 4, 5, 6,
};
static const int point_hessian_rows[] = {
    3, 4, 5, 6, 4, 5, 6, 5, 6, 6,
};
static const int point_hessian_columns[] = {
    3, 3, 3, 3, 4, 4, 4, 5, 5, 6,
};
const caperi_block_kind caperi_block_point = {
    "point", 7, 1, 7, 10,
    point_jacobian_values, point_jacobian_inputs, point_hessian_rows, point_hessian_columns,
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

static const int slope_jacobian_values[] = {
    0, 0, 0, 0,
};
static const int slope_jacobian_inputs[] = {
    0, 1, 2, 3,
};
static const int slope_hessian_rows[] = {
    2, 3, 2, 3, 2, 3, 3,
};
static const int slope_hessian_columns[] = {
    0, 0, 1, 1, 2, 2, 3,
};
const caperi_block_kind caperi_block_slope = {
    "slope", 4, 1, 4, 7,
    slope_jacobian_values, slope_jacobian_inputs, slope_hessian_rows, slope_hessian_columns,
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

static const int bend_jacobian_values[] = {
    0, 0, 0, 0, 0,
};
static const int bend_jacobian_inputs[] = {
    0, 1, 2, 3, 4,
};
static const int bend_hessian_rows[] = {
    3, 4, 3, 4, 3, 4, 3, 4, 4,
};
static const int bend_hessian_columns[] = {
    0, 0, 1, 1, 2, 2, 3, 3, 4,
};
const caperi_block_kind caperi_block_bend = {
    "bend", 5, 1, 5, 9,
    bend_jacobian_values, bend_jacobian_inputs, bend_hessian_rows, bend_hessian_columns,
    bend_evaluate, bend_jacobian, bend_hessian,
};

// Angular velocity along e: twice the vector part of the turn from before to after.
static void spin_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    out[0] = 2.0 * ((k[0] * (x[3] * x[4] - x[0] * x[7] - x[2] * x[5] + x[1] * x[6]) + k[1] * (x[2] * x[4] - x[1] *
        x[7] + x[3] * x[5] - x[0] * x[6]) + k[2] * (-(x[2] * x[7]) - x[1] * x[4] + x[0] * x[5] + x[3] * x[6])) * (1.0
        / (x[8] + x[9])));
}

static void spin_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = 1.0 / (x[8] + x[9]);
    const double t1 = (-2.0) * ((k[0] * (x[3] * x[4] - x[0] * x[7] - x[2] * x[5] + x[1] * x[6]) + k[1] * (x[2] * x[4]
        - x[1] * x[7] + x[3] * x[5] - x[0] * x[6]) + k[2] * (-(x[2] * x[7]) - x[1] * x[4] + x[0] * x[5] + x[3] *
        x[6])) * (t0 * t0));
    out[0] = 2.0 * (t0 * (-(x[7] * k[0]) - x[6] * k[1] + x[5] * k[2]));
    out[1] = 2.0 * (t0 * (x[6] * k[0] - x[7] * k[1] - x[4] * k[2]));
    out[2] = 2.0 * (t0 * (x[4] * k[1] - x[5] * k[0] - x[7] * k[2]));
    out[3] = 2.0 * (t0 * (x[4] * k[0] + x[5] * k[1] + x[6] * k[2]));
    out[4] = 2.0 * (t0 * (x[3] * k[0] + x[2] * k[1] - x[1] * k[2]));
    out[5] = 2.0 * (t0 * (x[3] * k[1] - x[2] * k[0] + x[0] * k[2]));
    out[6] = 2.0 * (t0 * (x[1] * k[0] - x[0] * k[1] + x[3] * k[2]));
    out[7] = 2.0 * (t0 * (-(x[0] * k[0]) - x[1] * k[1] - x[2] * k[2]));
    out[8] = t1;
    out[9] = t1;
}

static void spin_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = 1.0 / (x[8] + x[9]);
    const double t1 = t0 * weights[0];
    const double t2 = k[2] * t1;
    const double t3 = 2.0 * t2;
    const double t4 = k[1] * t1;
    const double t5 = (-2.0) * t4;
    const double t6 = k[0] * t1;
    const double t7 = (-2.0) * t6;
    const double t8 = t0 * t0;
    const double t9 = (-2.0) * (t8 * ((-(x[7] * k[0]) - x[6] * k[1] + x[5] * k[2]) * weights[0]));
    const double t10 = (-2.0) * t2;
    const double t11 = 2.0 * t6;
    const double t12 = (-2.0) * (t8 * ((x[6] * k[0] - x[7] * k[1] - x[4] * k[2]) * weights[0]));
    const double t13 = 2.0 * t4;
    const double t14 = (-2.0) * (t8 * ((x[4] * k[1] - x[5] * k[0] - x[7] * k[2]) * weights[0]));
    const double t15 = (-2.0) * (t8 * ((x[4] * k[0] + x[5] * k[1] + x[6] * k[2]) * weights[0]));
    const double t16 = (-2.0) * (t8 * ((x[3] * k[0] + x[2] * k[1] - x[1] * k[2]) * weights[0]));
    const double t17 = (-2.0) * (t8 * ((x[3] * k[1] - x[2] * k[0] + x[0] * k[2]) * weights[0]));
    const double t18 = (-2.0) * (t8 * ((x[1] * k[0] - x[0] * k[1] + x[3] * k[2]) * weights[0]));
    const double t19 = (-2.0) * (t8 * ((-(x[0] * k[0]) - x[1] * k[1] - x[2] * k[2]) * weights[0]));
    const double t20 = 4.0 * ((k[0] * (x[3] * x[4] - x[0] * x[7] - x[2] * x[5] + x[1] * x[6]) + k[1] * (x[2] * x[4] -
        x[1] * x[7] + x[3] * x[5] - x[0] * x[6]) + k[2] * (-(x[2] * x[7]) - x[1] * x[4] + x[0] * x[5] + x[3] * x[6]))
        * weights[0] * (t0 * t8));
    out[0] = t3;
    out[1] = t5;
    out[2] = t7;
    out[3] = t9;
    out[4] = t9;
    out[5] = t10;
    out[6] = t11;
    out[7] = t5;
    out[8] = t12;
    out[9] = t12;
    out[10] = t13;
    out[11] = t7;
    out[12] = t10;
    out[13] = t14;
    out[14] = t14;
    out[15] = t11;
    out[16] = t13;
    out[17] = t3;
    out[18] = t15;
    out[19] = t15;
    out[20] = t16;
    out[21] = t16;
    out[22] = t17;
    out[23] = t17;
    out[24] = t18;
    out[25] = t18;
    out[26] = t19;
    out[27] = t19;
    out[28] = t20;
    out[29] = t20;
    out[30] = t20;
}

static const int spin_jacobian_values[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const int spin_jacobian_inputs[] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
};
static const int spin_hessian_rows[] = {
    5, 6, 7, 8, 9, 4, 6, 7, 8, 9, 4, 5, 7, 8, 9, 4, 5, 6, 8, 9, 8, 9, 8, 9,
    8, 9, 8, 9, 8, 9, 9,
};
static const int spin_hessian_columns[] = {
    0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 5, 5,
    6, 6, 7, 7, 8, 8, 9,
};
const caperi_block_kind caperi_block_spin = {
    "spin", 10, 1, 10, 31,
    spin_jacobian_values, spin_jacobian_inputs, spin_hessian_rows, spin_hessian_columns,
    spin_evaluate, spin_jacobian, spin_hessian,
};

// One of pitch, yaw and roll (weights e) of a body: where its forward, and its left, have gone.
static void angles_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[0] * x[1];
    const double t1 = x[2] * x[3];
    const double t2 = t0 + t1;
    const double t3 = x[2] * x[2];
    const double t4 = -t3;
    const double t5 = x[1] * x[1];
    const double t6 = x[3] * x[3];
    const double t7 = x[0] * x[0];
    const double t8 = t6 - t7;
    const double t9 = t4 + t5 + t8;
    const double t10 = x[1] * x[2];
    const double t11 = x[0] * x[3];
    const double t12 = t10 - t11;
    const double t13 = -t5;
    const double t14 = x[0] * x[2];
    const double t15 = x[1] * x[3];
    const double t16 = k[3] * (t6 + t7 + t13 + t4) + 2.0 * (k[4] * (t0 - t1)) + 2.0 * (k[5] * (t14 + t15));
    const double t17 = 2.0 * (k[3] * (t14 - t15)) + 2.0 * (k[4] * (t10 + t11)) + k[5] * (t3 + t13 + t8);
    out[0] = k[0] * atan2(-(2.0 * (k[3] * t2) + k[4] * t9 + 2.0 * (k[5] * t12)), sqrt(t16 * t16 + t17 * t17 + 1e-12))
        + k[1] * atan2(t16, t17) + k[2] * atan2(2.0 * (k[6] * t2) + k[7] * t9 + 2.0 * (k[8] * t12), 2.0 * (k[9] * t2)
        + k[10] * t9 + 2.0 * (k[11] * t12));
}

static void angles_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[1] * k[3];
    const double t1 = x[0] * k[4];
    const double t2 = x[3] * k[5];
    const double t3 = x[3] * x[3];
    const double t4 = x[0] * x[0];
    const double t5 = x[1] * x[1];
    const double t6 = -t5;
    const double t7 = x[2] * x[2];
    const double t8 = -t7;
    const double t9 = x[0] * x[1];
    const double t10 = x[2] * x[3];
    const double t11 = x[0] * x[2];
    const double t12 = x[1] * x[3];
    const double t13 = k[3] * (t3 + t4 + t6 + t8) + 2.0 * (k[4] * (t9 - t10)) + 2.0 * (k[5] * (t11 + t12));
    const double t14 = x[1] * x[2];
    const double t15 = x[0] * x[3];
    const double t16 = t3 - t4;
    const double t17 = 2.0 * (k[3] * (t11 - t12)) + 2.0 * (k[4] * (t14 + t15)) + k[5] * (t7 + t6 + t16);
    const double t18 = t13 * t13 + t17 * t17;
    const double t19 = sqrt(t18 + 1e-12);
    const double t20 = t9 + t10;
    const double t21 = t8 + t5 + t16;
    const double t22 = t14 - t15;
    const double t23 = 2.0 * (k[3] * t20) + k[4] * t21 + 2.0 * (k[5] * t22);
    const double t24 = 1.0 / (t23 * t23 + t19 * t19);
    const double t25 = t19 * t24;
    const double t26 = 2.0 * (x[0] * k[3]) + 2.0 * (x[1] * k[4]) + 2.0 * (x[2] * k[5]);
    const double t27 = x[2] * k[3];
    const double t28 = x[3] * k[4];
    const double t29 = x[0] * k[5];
    const double t30 = 2.0 * t27 + 2.0 * t28 + (-2.0) * t29;
    const double t31 = 1.0 / t19;
    const double t32 = t23 * t24;
    const double t33 = 1.0 / t18;
    const double t34 = t17 * t33;
    const double t35 = t13 * t33;
    const double t36 = 2.0 * (k[9] * t20) + k[10] * t21 + 2.0 * (k[11] * t22);
    const double t37 = 2.0 * (k[6] * t20) + k[7] * t21 + 2.0 * (k[8] * t22);
    const double t38 = 1.0 / (t37 * t37 + t36 * t36);
    const double t39 = t36 * t38;
    const double t40 = t37 * t38;
    const double t41 = (-2.0) * t0 + 2.0 * t1 + 2.0 * t2;
    const double t42 = x[3] * k[3];
    const double t43 = x[2] * k[4];
    const double t44 = x[1] * k[5];
    const double t45 = (-2.0) * t42 + 2.0 * t43 + (-2.0) * t44;
    const double t46 = 2.0 * t42 + (-2.0) * t43 + 2.0 * t44;
    const double t47 = (-2.0) * t27 + (-2.0) * t28 + 2.0 * t29;
    out[0] = k[0] * (0.5 * ((2.0 * (t13 * t26) + 2.0 * (t17 * t30)) * t31 * t32) - (2.0 * t0 + (-2.0) * t1 + (-2.0) *
        t2) * t25) + k[1] * (t26 * t34 - t30 * t35) + k[2] * ((2.0 * (x[1] * k[6]) + (-2.0) * (x[0] * k[7]) + (-2.0) *
        (x[3] * k[8])) * t39 - (2.0 * (x[1] * k[9]) + (-2.0) * (x[0] * k[10]) + (-2.0) * (x[3] * k[11])) * t40);
    out[1] = k[0] * (0.5 * (t32 * (t31 * (2.0 * (t13 * t41) + 2.0 * (t17 * t45)))) - t26 * t25) + k[1] * (t34 * t41 -
        t35 * t45) + k[2] * (t39 * (2.0 * (x[0] * k[6]) + 2.0 * (x[1] * k[7]) + 2.0 * (x[2] * k[8])) - t40 * (2.0 *
        (x[0] * k[9]) + 2.0 * (x[1] * k[10]) + 2.0 * (x[2] * k[11])));
    out[2] = k[0] * (0.5 * (t32 * (t31 * (2.0 * (t13 * t47) + 2.0 * (t17 * t26)))) - t25 * t46) + k[1] * (t34 * t47 -
        t26 * t35) + k[2] * (t39 * (2.0 * (x[3] * k[6]) + (-2.0) * (x[2] * k[7]) + 2.0 * (x[1] * k[8])) - t40 * (2.0 *
        (x[3] * k[9]) + (-2.0) * (x[2] * k[10]) + 2.0 * (x[1] * k[11])));
    out[3] = k[0] * (0.5 * (t32 * (t31 * (2.0 * (t13 * t46) + 2.0 * (t17 * t41)))) - t30 * t25) + k[1] * (t34 * t46 -
        t35 * t41) + k[2] * (t39 * (2.0 * (x[2] * k[6]) + 2.0 * (x[3] * k[7]) + (-2.0) * (x[0] * k[8])) - t40 * (2.0 *
        (x[2] * k[9]) + 2.0 * (x[3] * k[10]) + (-2.0) * (x[0] * k[11])));
}

static void angles_hessian(const double *x, const void *data, const double *weights, double *out)
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
    const double t10 = k[3] * (t0 + t1 + t3 + t5) + 2.0 * (k[4] * (t6 - t7)) + 2.0 * (k[5] * (t8 + t9));
    const double t11 = x[1] * x[2];
    const double t12 = x[0] * x[3];
    const double t13 = t0 - t1;
    const double t14 = 2.0 * (k[3] * (t8 - t9)) + 2.0 * (k[4] * (t11 + t12)) + k[5] * (t4 + t3 + t13);
    const double t15 = t10 * t10 + t14 * t14;
    const double t16 = sqrt(t15 + 1e-12);
    const double t17 = 1.0 / t16;
    const double t18 = t6 + t7;
    const double t19 = t5 + t2 + t13;
    const double t20 = t11 - t12;
    const double t21 = 2.0 * (k[3] * t18) + k[4] * t19 + 2.0 * (k[5] * t20);
    const double t22 = 1.0 / (t21 * t21 + t16 * t16);
    const double t23 = k[0] * weights[0];
    const double t24 = t21 * t22 * t23;
    const double t25 = t17 * t24;
    const double t26 = 0.5 * (t10 * t25);
    const double t27 = 1.0 / t15;
    const double t28 = k[1] * weights[0];
    const double t29 = t26 + t14 * t27 * t28 + t26;
    const double t30 = k[3] * t29;
    const double t31 = 0.5 * (t14 * t25);
    const double t32 = t31 + t31 - t10 * t27 * t28;
    const double t33 = k[5] * t32;
    const double t34 = 2.0 * (k[6] * t18) + k[7] * t19 + 2.0 * (k[8] * t20);
    const double t35 = 2.0 * (k[9] * t18) + k[10] * t19 + 2.0 * (k[11] * t20);
    const double t36 = 1.0 / (t34 * t34 + t35 * t35);
    const double t37 = k[2] * weights[0];
    const double t38 = t34 * t36 * t37;
    const double t39 = t35 * t36 * t37;
    const double t40 = t16 * t22 * t23;
    const double t41 = k[7] * t39 - k[10] * t38 - k[4] * t40;
    const double t42 = t33 + t41;
    const double t43 = 2.0 * (x[0] * k[3]) + 2.0 * (x[1] * k[4]) + 2.0 * (x[2] * k[5]);
    const double t44 = t43 * t25;
    const double t45 = x[2] * k[3];
    const double t46 = x[3] * k[4];
    const double t47 = x[0] * k[5];
    const double t48 = 2.0 * t45 + 2.0 * t46 + (-2.0) * t47;
    const double t49 = 2.0 * (t10 * t43) + 2.0 * (t14 * t48);
    const double t50 = t49 * t17;
    const double t51 = t17 * t17;
    const double t52 = x[1] * k[3];
    const double t53 = x[0] * k[4];
    const double t54 = x[3] * k[5];
    const double t55 = 2.0 * t52 + (-2.0) * t53 + (-2.0) * t54;
    const double t56 = t22 * t22;
    const double t57 = (2.0 * (t21 * t55) + t16 * t50) * t56;
    const double t58 = (-0.5) * (t24 * (t50 * t51)) + t17 * (t23 * (t55 * t22 - t21 * t57));
    const double t59 = 0.5 * (t44 + t10 * t58);
    const double t60 = t27 * t27;
    const double t61 = t49 * t60;
    const double t62 = t59 + t59 + t28 * (t48 * t27 - t14 * t61);
    const double t63 = k[3] * t62;
    const double t64 = 0.5 * (t48 * t25 + t14 * t58);
    const double t65 = t43 * t27;
    const double t66 = t64 + t64 - t28 * (t65 - t10 * t61);
    const double t67 = k[5] * t66;
    const double t68 = 2.0 * (x[1] * k[6]) + (-2.0) * (x[0] * k[7]) + (-2.0) * (x[3] * k[8]);
    const double t69 = 2.0 * (x[1] * k[9]) + (-2.0) * (x[0] * k[10]) + (-2.0) * (x[3] * k[11]);
    const double t70 = t36 * t36;
    const double t71 = (2.0 * (t34 * t68) + 2.0 * (t35 * t69)) * t70;
    const double t72 = t37 * (t68 * t36 - t34 * t71);
    const double t73 = t37 * (t69 * t36 - t35 * t71);
    const double t74 = t23 * (0.5 * (t50 * t22) - t16 * t57);
    const double t75 = k[7] * t73 - k[10] * t72 - k[4] * t74;
    const double t76 = t67 + t75;
    const double t77 = t30 - t42 + x[0] * (t63 - t76);
    const double t78 = k[3] * t66;
    const double t79 = 2.0 * (k[5] * t62);
    const double t80 = 2.0 * t78 + t79;
    const double t81 = 2.0 * (k[4] * t66);
    const double t82 = (-2.0) * (k[11] * t72) + 2.0 * (k[8] * t73) + (-2.0) * (k[5] * t74);
    const double t83 = t81 - t82;
    const double t84 = k[4] * t62;
    const double t85 = (-2.0) * (k[9] * t72) + 2.0 * (k[6] * t73) + (-2.0) * (k[3] * t74);
    const double t86 = 2.0 * t84 + t85;
    const double t87 = x[1] * (t75 - (t63 + t67));
    const double t88 = t79 + (-2.0) * t78;
    const double t89 = t81 + t82;
    const double t90 = k[4] * t29;
    const double t91 = (-2.0) * (k[9] * t38) + 2.0 * (k[6] * t39) + (-2.0) * (k[3] * t40);
    const double t92 = x[2] * (t67 - (t63 + t75));
    const double t93 = k[3] * t32;
    const double t94 = 2.0 * (k[5] * t29);
    const double t95 = t85 + (-2.0) * t84;
    const double t96 = x[3] * (t63 + t76);
    const double t97 = 2.0 * (k[4] * t32);
    const double t98 = (-2.0) * (k[11] * t38) + 2.0 * (k[8] * t39) + (-2.0) * (k[5] * t40);
    const double t99 = x[3] * k[3];
    const double t100 = x[2] * k[4];
    const double t101 = x[1] * k[5];
    const double t102 = (-2.0) * t99 + 2.0 * t100 + (-2.0) * t101;
    const double t103 = (-2.0) * t52 + 2.0 * t53 + 2.0 * t54;
    const double t104 = 2.0 * (t10 * t103) + 2.0 * (t14 * t102);
    const double t105 = t17 * t104;
    const double t106 = t56 * (2.0 * (t21 * t43) + t16 * t105);
    const double t107 = (-0.5) * (t24 * (t105 * t51)) + t17 * (t23 * (t43 * t22 - t21 * t106));
    const double t108 = 0.5 * (t102 * t25 + t14 * t107);
    const double t109 = t27 * t103;
    const double t110 = t104 * t60;
    const double t111 = t108 + t108 - t28 * (t109 - t10 * t110);
    const double t112 = k[5] * t111;
    const double t113 = t103 * t25;
    const double t114 = 0.5 * (t113 + t10 * t107);
    const double t115 = t114 + t114 + t28 * (t27 * t102 - t14 * t110);
    const double t116 = k[3] * t115;
    const double t117 = 2.0 * (x[0] * k[6]) + 2.0 * (x[1] * k[7]) + 2.0 * (x[2] * k[8]);
    const double t118 = 2.0 * (x[0] * k[9]) + 2.0 * (x[1] * k[10]) + 2.0 * (x[2] * k[11]);
    const double t119 = t70 * (2.0 * (t34 * t117) + 2.0 * (t35 * t118));
    const double t120 = t37 * (t36 * t117 - t34 * t119);
    const double t121 = t37 * (t36 * t118 - t35 * t119);
    const double t122 = t23 * (0.5 * (t22 * t105) - t16 * t106);
    const double t123 = k[7] * t121 - k[10] * t120 - k[4] * t122;
    const double t124 = t41 - (t33 + t30) + x[1] * (t123 - (t112 + t116));
    const double t125 = k[3] * t111;
    const double t126 = 2.0 * (k[5] * t115);
    const double t127 = (-2.0) * t125 + t126;
    const double t128 = 2.0 * (k[4] * t111);
    const double t129 = (-2.0) * (k[11] * t120) + 2.0 * (k[8] * t121) + (-2.0) * (k[5] * t122);
    const double t130 = t128 + t129;
    const double t131 = k[4] * t115;
    const double t132 = (-2.0) * (k[9] * t120) + 2.0 * (k[6] * t121) + (-2.0) * (k[3] * t122);
    const double t133 = x[2] * (t112 - (t116 + t123));
    const double t134 = t132 + (-2.0) * t131;
    const double t135 = x[3] * (t116 + t112 + t123);
    const double t136 = (-2.0) * t45 + (-2.0) * t46 + 2.0 * t47;
    const double t137 = 2.0 * (t10 * t136) + 2.0 * (t14 * t43);
    const double t138 = t17 * t137;
    const double t139 = 2.0 * t99 + (-2.0) * t100 + 2.0 * t101;
    const double t140 = t56 * (2.0 * (t21 * t139) + t16 * t138);
    const double t141 = (-0.5) * (t24 * (t138 * t51)) + t17 * (t23 * (t22 * t139 - t21 * t140));
    const double t142 = 0.5 * (t44 + t14 * t141);
    const double t143 = t137 * t60;
    const double t144 = t142 + t142 - t28 * (t27 * t136 - t10 * t143);
    const double t145 = k[5] * t144;
    const double t146 = 0.5 * (t136 * t25 + t10 * t141);
    const double t147 = t146 + t146 + t28 * (t65 - t14 * t143);
    const double t148 = k[3] * t147;
    const double t149 = 2.0 * (x[3] * k[6]) + (-2.0) * (x[2] * k[7]) + 2.0 * (x[1] * k[8]);
    const double t150 = 2.0 * (x[3] * k[9]) + (-2.0) * (x[2] * k[10]) + 2.0 * (x[1] * k[11]);
    const double t151 = t70 * (2.0 * (t34 * t149) + 2.0 * (t35 * t150));
    const double t152 = t37 * (t36 * t149 - t34 * t151);
    const double t153 = t37 * (t36 * t150 - t35 * t151);
    const double t154 = t23 * (0.5 * (t22 * t138) - t16 * t140);
    const double t155 = k[7] * t153 - k[10] * t152 - k[4] * t154;
    const double t156 = t33 - (t30 + t41) + x[2] * (t145 - (t148 + t155));
    const double t157 = k[3] * t144;
    const double t158 = 2.0 * (k[5] * t147);
    const double t159 = 2.0 * (k[4] * t144);
    const double t160 = (-2.0) * (k[11] * t152) + 2.0 * (k[8] * t153) + (-2.0) * (k[5] * t154);
    const double t161 = (-2.0) * (k[4] * t147) + (-2.0) * (k[9] * t152) + 2.0 * (k[6] * t153) + (-2.0) * (k[3] *
        t154);
    const double t162 = x[3] * (t148 + t145 + t155);
    const double t163 = 2.0 * (t10 * t139) + 2.0 * (t14 * t103);
    const double t164 = t17 * t163;
    const double t165 = t56 * (2.0 * (t21 * t48) + t16 * t164);
    const double t166 = (-0.5) * (t24 * (t164 * t51)) + t17 * (t23 * (t48 * t22 - t21 * t165));
    const double t167 = 0.5 * (t139 * t25 + t10 * t166);
    const double t168 = t163 * t60;
    const double t169 = t167 + t167 + t28 * (t109 - t14 * t168);
    const double t170 = 0.5 * (t113 + t14 * t166);
    const double t171 = t170 + t170 - t28 * (t27 * t139 - t10 * t168);
    const double t172 = 2.0 * (x[2] * k[6]) + 2.0 * (x[3] * k[7]) + (-2.0) * (x[0] * k[8]);
    const double t173 = 2.0 * (x[2] * k[9]) + 2.0 * (x[3] * k[10]) + (-2.0) * (x[0] * k[11]);
    const double t174 = t70 * (2.0 * (t34 * t172) + 2.0 * (t35 * t173));
    const double t175 = t37 * (t36 * t172 - t34 * t174);
    const double t176 = t37 * (t36 * t173 - t35 * t174);
    const double t177 = t23 * (0.5 * (t22 * t164) - t16 * t165);
    const double t178 = t30 + t42 + x[3] * (k[3] * t169 + k[5] * t171 + k[7] * t176 - k[10] * t175 - k[4] * t177);
    out[0] = t77 + t77 + x[2] * t80 + x[3] * t83 + x[1] * t86;
    out[1] = t87 + t87 + x[3] * t88 + x[2] * t89 + 2.0 * t90 + t91 + x[0] * t86;
    out[2] = t92 + t92 + 2.0 * t93 + t94 + x[0] * t80 + x[1] * t89 + x[3] * t95;
    out[3] = t96 + t96 + x[1] * t88 + t97 - t98 + x[0] * t83 + x[2] * t95;
    out[4] = t124 + t124 + x[3] * t127 + x[2] * t130 + x[0] * (2.0 * t131 + t132);
    out[5] = t133 + t133 + x[0] * (t126 + 2.0 * t125) + t97 + t98 + x[1] * t130 + x[3] * t134;
    out[6] = t135 + t135 + (-2.0) * t93 + t94 + x[1] * t127 + x[0] * (t128 - t129) + x[2] * t134;
    out[7] = t156 + t156 + x[0] * (2.0 * t157 + t158) + x[1] * (t159 + t160) + x[3] * t161;
    out[8] = t162 + t162 + x[1] * (t158 + (-2.0) * t157) + x[0] * (t159 - t160) + (-2.0) * t90 + t91 + x[2] * t161;
    out[9] = t178 + t178 + x[1] * ((-2.0) * (k[3] * t171) + 2.0 * (k[5] * t169)) + x[0] * (2.0 * (k[4] * t171) -
        ((-2.0) * (k[11] * t175) + 2.0 * (k[8] * t176) + (-2.0) * (k[5] * t177))) + x[2] * ((-2.0) * (k[4] * t169) +
        (-2.0) * (k[9] * t175) + 2.0 * (k[6] * t176) + (-2.0) * (k[3] * t177));
}

static const int angles_jacobian_values[] = {
    0, 0, 0, 0,
};
static const int angles_jacobian_inputs[] = {
    0, 1, 2, 3,
};
static const int angles_hessian_rows[] = {
    0, 1, 2, 3, 1, 2, 3, 2, 3, 3,
};
static const int angles_hessian_columns[] = {
    0, 0, 0, 0, 1, 1, 1, 2, 2, 3,
};
const caperi_block_kind caperi_block_angles = {
    "angles", 4, 1, 4, 10,
    angles_jacobian_values, angles_jacobian_inputs, angles_hessian_rows, angles_hessian_columns,
    angles_evaluate, angles_jacobian, angles_hessian,
};

// Turn of a joint from rest about e: twice the arc of the half angle, taken along e.
static void joint_angle_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[3] * x[4] - x[0] * x[7] - x[1] * x[6] + x[2] * x[5];
    const double t1 = x[3] * x[5] + x[0] * x[6] - x[1] * x[7] - x[2] * x[4];
    const double t2 = x[3] * x[6] - x[0] * x[5] + x[1] * x[4] - x[2] * x[7];
    const double t3 = x[3] * x[7] + x[0] * x[4] + x[1] * x[5] + x[2] * x[6];
    out[0] = 2.0 * atan2((k[0] * t0 + k[1] * t1 + k[2] * t2 + k[3] * t3) * k[16] + (k[4] * t0 + k[5] * t1 + k[6] * t2
        + k[7] * t3) * k[17] + (k[8] * t0 + k[9] * t1 + k[10] * t2 + k[11] * t3) * k[18], k[12] * t0 + k[13] * t1 +
        k[14] * t2 + k[15] * t3);
}

static void joint_angle_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[3] * x[4] - x[0] * x[7] - x[1] * x[6] + x[2] * x[5];
    const double t1 = x[3] * x[5] + x[0] * x[6] - x[1] * x[7] - x[2] * x[4];
    const double t2 = x[3] * x[6] - x[0] * x[5] + x[1] * x[4] - x[2] * x[7];
    const double t3 = x[3] * x[7] + x[0] * x[4] + x[1] * x[5] + x[2] * x[6];
    const double t4 = k[12] * t0 + k[13] * t1 + k[14] * t2 + k[15] * t3;
    const double t5 = (k[0] * t0 + k[1] * t1 + k[2] * t2 + k[3] * t3) * k[16] + (k[4] * t0 + k[5] * t1 + k[6] * t2 +
        k[7] * t3) * k[17] + (k[8] * t0 + k[9] * t1 + k[10] * t2 + k[11] * t3) * k[18];
    const double t6 = 1.0 / (t5 * t5 + t4 * t4);
    const double t7 = t4 * t6;
    const double t8 = t5 * t6;
    out[0] = 2.0 * ((k[16] * (x[6] * k[1] - x[7] * k[0] - x[5] * k[2] + x[4] * k[3]) + k[17] * (x[6] * k[5] - x[7] *
        k[4] - x[5] * k[6] + x[4] * k[7]) + k[18] * (x[6] * k[9] - x[7] * k[8] - x[5] * k[10] + x[4] * k[11])) * t7 -
        (x[6] * k[13] - x[7] * k[12] - x[5] * k[14] + x[4] * k[15]) * t8);
    out[1] = 2.0 * (t7 * (k[16] * (-(x[6] * k[0]) - x[7] * k[1] + x[4] * k[2] + x[5] * k[3]) + k[17] * (-(x[6] * k[4])
        - x[7] * k[5] + x[4] * k[6] + x[5] * k[7]) + k[18] * (-(x[6] * k[8]) - x[7] * k[9] + x[4] * k[10] + x[5] *
        k[11])) - t8 * (-(x[6] * k[12]) - x[7] * k[13] + x[4] * k[14] + x[5] * k[15]));
    out[2] = 2.0 * (t7 * (k[16] * (x[5] * k[0] - x[4] * k[1] - x[7] * k[2] + x[6] * k[3]) + k[17] * (x[5] * k[4] -
        x[4] * k[5] - x[7] * k[6] + x[6] * k[7]) + k[18] * (x[5] * k[8] - x[4] * k[9] - x[7] * k[10] + x[6] * k[11]))
        - t8 * (x[5] * k[12] - x[4] * k[13] - x[7] * k[14] + x[6] * k[15]));
    out[3] = 2.0 * (t7 * (k[16] * (x[4] * k[0] + x[5] * k[1] + x[6] * k[2] + x[7] * k[3]) + k[17] * (x[4] * k[4] +
        x[5] * k[5] + x[6] * k[6] + x[7] * k[7]) + k[18] * (x[4] * k[8] + x[5] * k[9] + x[6] * k[10] + x[7] * k[11]))
        - t8 * (x[4] * k[12] + x[5] * k[13] + x[6] * k[14] + x[7] * k[15]));
    out[4] = 2.0 * (t7 * (k[16] * (x[3] * k[0] - x[2] * k[1] + x[1] * k[2] + x[0] * k[3]) + k[17] * (x[3] * k[4] -
        x[2] * k[5] + x[1] * k[6] + x[0] * k[7]) + k[18] * (x[3] * k[8] - x[2] * k[9] + x[1] * k[10] + x[0] * k[11]))
        - t8 * (x[3] * k[12] - x[2] * k[13] + x[1] * k[14] + x[0] * k[15]));
    out[5] = 2.0 * (t7 * (k[16] * (x[2] * k[0] + x[3] * k[1] - x[0] * k[2] + x[1] * k[3]) + k[17] * (x[2] * k[4] +
        x[3] * k[5] - x[0] * k[6] + x[1] * k[7]) + k[18] * (x[2] * k[8] + x[3] * k[9] - x[0] * k[10] + x[1] * k[11]))
        - t8 * (x[2] * k[12] + x[3] * k[13] - x[0] * k[14] + x[1] * k[15]));
    out[6] = 2.0 * (t7 * (k[16] * (x[0] * k[1] - x[1] * k[0] + x[3] * k[2] + x[2] * k[3]) + k[17] * (x[0] * k[5] -
        x[1] * k[4] + x[3] * k[6] + x[2] * k[7]) + k[18] * (x[0] * k[9] - x[1] * k[8] + x[3] * k[10] + x[2] * k[11]))
        - t8 * (x[0] * k[13] - x[1] * k[12] + x[3] * k[14] + x[2] * k[15]));
    out[7] = 2.0 * (t7 * (k[16] * (-(x[0] * k[0]) - x[1] * k[1] - x[2] * k[2] + x[3] * k[3]) + k[17] * (-(x[0] * k[4])
        - x[1] * k[5] - x[2] * k[6] + x[3] * k[7]) + k[18] * (-(x[0] * k[8]) - x[1] * k[9] - x[2] * k[10] + x[3] *
        k[11])) - t8 * (-(x[0] * k[12]) - x[1] * k[13] - x[2] * k[14] + x[3] * k[15]));
}

static void joint_angle_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = k[16] * (x[6] * k[1] - x[7] * k[0] - x[5] * k[2] + x[4] * k[3]) + k[17] * (x[6] * k[5] - x[7] *
        k[4] - x[5] * k[6] + x[4] * k[7]) + k[18] * (x[6] * k[9] - x[7] * k[8] - x[5] * k[10] + x[4] * k[11]);
    const double t1 = x[3] * x[4] - x[0] * x[7] - x[1] * x[6] + x[2] * x[5];
    const double t2 = x[3] * x[5] + x[0] * x[6] - x[1] * x[7] - x[2] * x[4];
    const double t3 = x[3] * x[6] - x[0] * x[5] + x[1] * x[4] - x[2] * x[7];
    const double t4 = x[3] * x[7] + x[0] * x[4] + x[1] * x[5] + x[2] * x[6];
    const double t5 = (k[0] * t1 + k[1] * t2 + k[2] * t3 + k[3] * t4) * k[16] + (k[4] * t1 + k[5] * t2 + k[6] * t3 +
        k[7] * t4) * k[17] + (k[8] * t1 + k[9] * t2 + k[10] * t3 + k[11] * t4) * k[18];
    const double t6 = k[12] * t1 + k[13] * t2 + k[14] * t3 + k[15] * t4;
    const double t7 = 1.0 / (t5 * t5 + t6 * t6);
    const double t8 = x[6] * k[13] - x[7] * k[12] - x[5] * k[14] + x[4] * k[15];
    const double t9 = t7 * t7;
    const double t10 = (2.0 * (t5 * t0) + 2.0 * (t6 * t8)) * t9;
    const double t11 = weights[0] * (t0 * t7 - t5 * t10);
    const double t12 = weights[0] * (t8 * t7 - t6 * t10);
    const double t13 = k[18] * t12;
    const double t14 = k[17] * t12;
    const double t15 = k[16] * t12;
    const double t16 = (-2.0) * (k[15] * t11) + 2.0 * (k[11] * t13) + 2.0 * (k[7] * t14) + 2.0 * (k[3] * t15);
    const double t17 = (-2.0) * (k[14] * t11) + 2.0 * (k[10] * t13) + 2.0 * (k[6] * t14) + 2.0 * (k[2] * t15);
    const double t18 = (-2.0) * (k[13] * t11) + 2.0 * (k[9] * t13) + 2.0 * (k[5] * t14) + 2.0 * (k[1] * t15);
    const double t19 = (-2.0) * (k[12] * t11) + 2.0 * (k[8] * t13) + 2.0 * (k[4] * t14) + 2.0 * (k[0] * t15);
    const double t20 = t5 * t7 * weights[0];
    const double t21 = t6 * t7 * weights[0];
    const double t22 = k[18] * t21;
    const double t23 = k[17] * t21;
    const double t24 = k[16] * t21;
    const double t25 = (-2.0) * (k[15] * t20) + 2.0 * (k[11] * t22) + 2.0 * (k[7] * t23) + 2.0 * (k[3] * t24);
    const double t26 = (-2.0) * (k[14] * t20) + 2.0 * (k[10] * t22) + 2.0 * (k[6] * t23) + 2.0 * (k[2] * t24);
    const double t27 = (-2.0) * (k[13] * t20) + 2.0 * (k[9] * t22) + 2.0 * (k[5] * t23) + 2.0 * (k[1] * t24);
    const double t28 = (-2.0) * (k[12] * t20) + 2.0 * (k[8] * t22) + 2.0 * (k[4] * t23) + 2.0 * (k[0] * t24);
    const double t29 = k[16] * (-(x[6] * k[0]) - x[7] * k[1] + x[4] * k[2] + x[5] * k[3]) + k[17] * (-(x[6] * k[4]) -
        x[7] * k[5] + x[4] * k[6] + x[5] * k[7]) + k[18] * (-(x[6] * k[8]) - x[7] * k[9] + x[4] * k[10] + x[5] *
        k[11]);
    const double t30 = -(x[6] * k[12]) - x[7] * k[13] + x[4] * k[14] + x[5] * k[15];
    const double t31 = t9 * (2.0 * (t5 * t29) + 2.0 * (t6 * t30));
    const double t32 = weights[0] * (t7 * t29 - t5 * t31);
    const double t33 = weights[0] * (t7 * t30 - t6 * t31);
    const double t34 = k[18] * t33;
    const double t35 = k[17] * t33;
    const double t36 = k[16] * t33;
    const double t37 = (-2.0) * (k[15] * t32) + 2.0 * (k[11] * t34) + 2.0 * (k[7] * t35) + 2.0 * (k[3] * t36);
    const double t38 = (-2.0) * (k[14] * t32) + 2.0 * (k[10] * t34) + 2.0 * (k[6] * t35) + 2.0 * (k[2] * t36);
    const double t39 = (-2.0) * (k[13] * t32) + 2.0 * (k[9] * t34) + 2.0 * (k[5] * t35) + 2.0 * (k[1] * t36);
    const double t40 = (-2.0) * (k[12] * t32) + 2.0 * (k[8] * t34) + 2.0 * (k[4] * t35) + 2.0 * (k[0] * t36);
    const double t41 = k[16] * (x[5] * k[0] - x[4] * k[1] - x[7] * k[2] + x[6] * k[3]) + k[17] * (x[5] * k[4] - x[4] *
        k[5] - x[7] * k[6] + x[6] * k[7]) + k[18] * (x[5] * k[8] - x[4] * k[9] - x[7] * k[10] + x[6] * k[11]);
    const double t42 = x[5] * k[12] - x[4] * k[13] - x[7] * k[14] + x[6] * k[15];
    const double t43 = t9 * (2.0 * (t5 * t41) + 2.0 * (t6 * t42));
    const double t44 = weights[0] * (t7 * t41 - t5 * t43);
    const double t45 = weights[0] * (t7 * t42 - t6 * t43);
    const double t46 = k[18] * t45;
    const double t47 = k[17] * t45;
    const double t48 = k[16] * t45;
    const double t49 = (-2.0) * (k[15] * t44) + 2.0 * (k[11] * t46) + 2.0 * (k[7] * t47) + 2.0 * (k[3] * t48);
    const double t50 = (-2.0) * (k[14] * t44) + 2.0 * (k[10] * t46) + 2.0 * (k[6] * t47) + 2.0 * (k[2] * t48);
    const double t51 = (-2.0) * (k[13] * t44) + 2.0 * (k[9] * t46) + 2.0 * (k[5] * t47) + 2.0 * (k[1] * t48);
    const double t52 = (-2.0) * (k[12] * t44) + 2.0 * (k[8] * t46) + 2.0 * (k[4] * t47) + 2.0 * (k[0] * t48);
    const double t53 = k[16] * (x[4] * k[0] + x[5] * k[1] + x[6] * k[2] + x[7] * k[3]) + k[17] * (x[4] * k[4] + x[5] *
        k[5] + x[6] * k[6] + x[7] * k[7]) + k[18] * (x[4] * k[8] + x[5] * k[9] + x[6] * k[10] + x[7] * k[11]);
    const double t54 = x[4] * k[12] + x[5] * k[13] + x[6] * k[14] + x[7] * k[15];
    const double t55 = t9 * (2.0 * (t5 * t53) + 2.0 * (t6 * t54));
    const double t56 = weights[0] * (t7 * t53 - t5 * t55);
    const double t57 = weights[0] * (t7 * t54 - t6 * t55);
    const double t58 = k[18] * t57;
    const double t59 = k[17] * t57;
    const double t60 = k[16] * t57;
    const double t61 = (-2.0) * (k[15] * t56) + 2.0 * (k[11] * t58) + 2.0 * (k[7] * t59) + 2.0 * (k[3] * t60);
    const double t62 = (-2.0) * (k[14] * t56) + 2.0 * (k[10] * t58) + 2.0 * (k[6] * t59) + 2.0 * (k[2] * t60);
    const double t63 = (-2.0) * (k[13] * t56) + 2.0 * (k[9] * t58) + 2.0 * (k[5] * t59) + 2.0 * (k[1] * t60);
    const double t64 = (-2.0) * (k[12] * t56) + 2.0 * (k[8] * t58) + 2.0 * (k[4] * t59) + 2.0 * (k[0] * t60);
    const double t65 = k[16] * (x[3] * k[0] - x[2] * k[1] + x[1] * k[2] + x[0] * k[3]) + k[17] * (x[3] * k[4] - x[2] *
        k[5] + x[1] * k[6] + x[0] * k[7]) + k[18] * (x[3] * k[8] - x[2] * k[9] + x[1] * k[10] + x[0] * k[11]);
    const double t66 = x[3] * k[12] - x[2] * k[13] + x[1] * k[14] + x[0] * k[15];
    const double t67 = t9 * (2.0 * (t5 * t65) + 2.0 * (t6 * t66));
    const double t68 = weights[0] * (t7 * t65 - t5 * t67);
    const double t69 = weights[0] * (t7 * t66 - t6 * t67);
    const double t70 = k[18] * t69;
    const double t71 = k[17] * t69;
    const double t72 = k[16] * t69;
    const double t73 = (-2.0) * (k[15] * t68) + 2.0 * (k[11] * t70) + 2.0 * (k[7] * t71) + 2.0 * (k[3] * t72);
    const double t74 = (-2.0) * (k[14] * t68) + 2.0 * (k[10] * t70) + 2.0 * (k[6] * t71) + 2.0 * (k[2] * t72);
    const double t75 = (-2.0) * (k[13] * t68) + 2.0 * (k[9] * t70) + 2.0 * (k[5] * t71) + 2.0 * (k[1] * t72);
    const double t76 = (-2.0) * (k[12] * t68) + 2.0 * (k[8] * t70) + 2.0 * (k[4] * t71) + 2.0 * (k[0] * t72);
    const double t77 = k[16] * (x[2] * k[0] + x[3] * k[1] - x[0] * k[2] + x[1] * k[3]) + k[17] * (x[2] * k[4] + x[3] *
        k[5] - x[0] * k[6] + x[1] * k[7]) + k[18] * (x[2] * k[8] + x[3] * k[9] - x[0] * k[10] + x[1] * k[11]);
    const double t78 = x[2] * k[12] + x[3] * k[13] - x[0] * k[14] + x[1] * k[15];
    const double t79 = t9 * (2.0 * (t5 * t77) + 2.0 * (t6 * t78));
    const double t80 = weights[0] * (t7 * t77 - t5 * t79);
    const double t81 = weights[0] * (t7 * t78 - t6 * t79);
    const double t82 = k[18] * t81;
    const double t83 = k[17] * t81;
    const double t84 = k[16] * t81;
    const double t85 = (-2.0) * (k[15] * t80) + 2.0 * (k[11] * t82) + 2.0 * (k[7] * t83) + 2.0 * (k[3] * t84);
    const double t86 = (-2.0) * (k[14] * t80) + 2.0 * (k[10] * t82) + 2.0 * (k[6] * t83) + 2.0 * (k[2] * t84);
    const double t87 = (-2.0) * (k[13] * t80) + 2.0 * (k[9] * t82) + 2.0 * (k[5] * t83) + 2.0 * (k[1] * t84);
    const double t88 = (-2.0) * (k[12] * t80) + 2.0 * (k[8] * t82) + 2.0 * (k[4] * t83) + 2.0 * (k[0] * t84);
    const double t89 = k[16] * (x[0] * k[1] - x[1] * k[0] + x[3] * k[2] + x[2] * k[3]) + k[17] * (x[0] * k[5] - x[1] *
        k[4] + x[3] * k[6] + x[2] * k[7]) + k[18] * (x[0] * k[9] - x[1] * k[8] + x[3] * k[10] + x[2] * k[11]);
    const double t90 = x[0] * k[13] - x[1] * k[12] + x[3] * k[14] + x[2] * k[15];
    const double t91 = t9 * (2.0 * (t5 * t89) + 2.0 * (t6 * t90));
    const double t92 = weights[0] * (t7 * t89 - t5 * t91);
    const double t93 = weights[0] * (t7 * t90 - t6 * t91);
    const double t94 = k[18] * t93;
    const double t95 = k[17] * t93;
    const double t96 = k[16] * t93;
    const double t97 = (-2.0) * (k[15] * t92) + 2.0 * (k[11] * t94) + 2.0 * (k[7] * t95) + 2.0 * (k[3] * t96);
    const double t98 = (-2.0) * (k[14] * t92) + 2.0 * (k[10] * t94) + 2.0 * (k[6] * t95) + 2.0 * (k[2] * t96);
    const double t99 = (-2.0) * (k[13] * t92) + 2.0 * (k[9] * t94) + 2.0 * (k[5] * t95) + 2.0 * (k[1] * t96);
    const double t100 = (-2.0) * (k[12] * t92) + 2.0 * (k[8] * t94) + 2.0 * (k[4] * t95) + 2.0 * (k[0] * t96);
    const double t101 = k[16] * (-(x[0] * k[0]) - x[1] * k[1] - x[2] * k[2] + x[3] * k[3]) + k[17] * (-(x[0] * k[4]) -
        x[1] * k[5] - x[2] * k[6] + x[3] * k[7]) + k[18] * (-(x[0] * k[8]) - x[1] * k[9] - x[2] * k[10] + x[3] *
        k[11]);
    const double t102 = -(x[0] * k[12]) - x[1] * k[13] - x[2] * k[14] + x[3] * k[15];
    const double t103 = t9 * (2.0 * (t5 * t101) + 2.0 * (t6 * t102));
    const double t104 = weights[0] * (t7 * t101 - t5 * t103);
    const double t105 = weights[0] * (t7 * t102 - t6 * t103);
    const double t106 = k[18] * t105;
    const double t107 = k[17] * t105;
    const double t108 = k[16] * t105;
    out[0] = x[4] * t16 - x[5] * t17 + x[6] * t18 - x[7] * t19;
    out[1] = x[5] * t16 + x[4] * t17 - x[7] * t18 - x[6] * t19;
    out[2] = x[6] * t16 - x[7] * t17 - x[4] * t18 + x[5] * t19;
    out[3] = x[7] * t16 + x[6] * t17 + x[5] * t18 + x[4] * t19;
    out[4] = t25 + x[0] * t16 + x[1] * t17 - x[2] * t18 + x[3] * t19;
    out[5] = x[1] * t16 - (t26 + x[0] * t17) + x[3] * t18 + x[2] * t19;
    out[6] = x[2] * t16 + x[3] * t17 + t27 + x[0] * t18 - x[1] * t19;
    out[7] = x[3] * t16 - x[2] * t17 - x[1] * t18 - (t28 + x[0] * t19);
    out[8] = x[5] * t37 + x[4] * t38 - x[7] * t39 - x[6] * t40;
    out[9] = x[6] * t37 - x[7] * t38 - x[4] * t39 + x[5] * t40;
    out[10] = x[7] * t37 + x[6] * t38 + x[5] * t39 + x[4] * t40;
    out[11] = x[0] * t37 + t26 + x[1] * t38 - x[2] * t39 + x[3] * t40;
    out[12] = t25 + x[1] * t37 - x[0] * t38 + x[3] * t39 + x[2] * t40;
    out[13] = x[2] * t37 + x[3] * t38 + x[0] * t39 - (t28 + x[1] * t40);
    out[14] = x[3] * t37 - x[2] * t38 - (t27 + x[1] * t39) - x[0] * t40;
    out[15] = x[6] * t49 - x[7] * t50 - x[4] * t51 + x[5] * t52;
    out[16] = x[7] * t49 + x[6] * t50 + x[5] * t51 + x[4] * t52;
    out[17] = x[0] * t49 + x[1] * t50 - (t27 + x[2] * t51) + x[3] * t52;
    out[18] = x[1] * t49 - x[0] * t50 + x[3] * t51 + t28 + x[2] * t52;
    out[19] = t25 + x[2] * t49 + x[3] * t50 + x[0] * t51 - x[1] * t52;
    out[20] = x[3] * t49 - (t26 + x[2] * t50) - x[1] * t51 - x[0] * t52;
    out[21] = x[7] * t61 + x[6] * t62 + x[5] * t63 + x[4] * t64;
    out[22] = x[0] * t61 + x[1] * t62 - x[2] * t63 + t28 + x[3] * t64;
    out[23] = x[1] * t61 - x[0] * t62 + t27 + x[3] * t63 + x[2] * t64;
    out[24] = x[2] * t61 + t26 + x[3] * t62 + x[0] * t63 - x[1] * t64;
    out[25] = t25 + x[3] * t61 - x[2] * t62 - x[1] * t63 - x[0] * t64;
    out[26] = x[0] * t73 + x[1] * t74 - x[2] * t75 + x[3] * t76;
    out[27] = x[1] * t73 - x[0] * t74 + x[3] * t75 + x[2] * t76;
    out[28] = x[2] * t73 + x[3] * t74 + x[0] * t75 - x[1] * t76;
    out[29] = x[3] * t73 - x[2] * t74 - x[1] * t75 - x[0] * t76;
    out[30] = x[1] * t85 - x[0] * t86 + x[3] * t87 + x[2] * t88;
    out[31] = x[2] * t85 + x[3] * t86 + x[0] * t87 - x[1] * t88;
    out[32] = x[3] * t85 - x[2] * t86 - x[1] * t87 - x[0] * t88;
    out[33] = x[2] * t97 + x[3] * t98 + x[0] * t99 - x[1] * t100;
    out[34] = x[3] * t97 - x[2] * t98 - x[1] * t99 - x[0] * t100;
    out[35] = x[3] * ((-2.0) * (k[15] * t104) + 2.0 * (k[11] * t106) + 2.0 * (k[7] * t107) + 2.0 * (k[3] * t108)) -
        x[2] * ((-2.0) * (k[14] * t104) + 2.0 * (k[10] * t106) + 2.0 * (k[6] * t107) + 2.0 * (k[2] * t108)) - x[1] *
        ((-2.0) * (k[13] * t104) + 2.0 * (k[9] * t106) + 2.0 * (k[5] * t107) + 2.0 * (k[1] * t108)) - x[0] * ((-2.0) *
        (k[12] * t104) + 2.0 * (k[8] * t106) + 2.0 * (k[4] * t107) + 2.0 * (k[0] * t108));
}

static const int joint_angle_jacobian_values[] = {
    0, 0, 0, 0, 0, 0, 0, 0,
};
static const int joint_angle_jacobian_inputs[] = {
    0, 1, 2, 3, 4, 5, 6, 7,
};
static const int joint_angle_hessian_rows[] = {
    0, 1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6, 7, 2, 3, 4, 5, 6, 7, 3, 4, 5,
    6, 7, 4, 5, 6, 7, 5, 6, 7, 6, 7, 7,
};
static const int joint_angle_hessian_columns[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3,
    3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6, 7,
};
const caperi_block_kind caperi_block_joint_angle = {
    "joint_angle", 8, 1, 8, 36,
    joint_angle_jacobian_values, joint_angle_jacobian_inputs, joint_angle_hessian_rows, joint_angle_hessian_columns,
    joint_angle_evaluate, joint_angle_jacobian, joint_angle_hessian,
};

// Written by hand in apart_block.c, of seen and beyond.
static const int apart_jacobian_values[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const int apart_jacobian_inputs[] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
};
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
    apart_jacobian_values, apart_jacobian_inputs, apart_hessian_rows, apart_hessian_columns,
    caperi_apart_evaluate, caperi_apart_jacobian, caperi_apart_hessian,
};

static const int apart_between_jacobian_values[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0,
};
static const int apart_between_jacobian_inputs[] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
    24, 25, 26, 27,
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
    apart_between_jacobian_values, apart_between_jacobian_inputs, apart_between_hessian_rows, apart_between_hessian_columns,
    caperi_apart_between_evaluate, caperi_apart_between_jacobian, caperi_apart_between_hessian,
};
