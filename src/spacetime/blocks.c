// SPDX-License-Identifier: MIT
// Written by tools/spacetime_blocks.py: do not edit.
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

// A sphere of one body out of an ellipsoid of another (thesis 4.3), as the ratio of distances less one. Positions and quaternions of the ellipsoid's and the sphere's body; sphere's centre, inverse squares of the radii.
static void apart_evaluate(const double *x, const void *data, double *out)
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
    const double t26 = t10 * (t11 + t12 + t14 + t16) + 2.0 * (t20 * (t21 + t22)) + 2.0 * (t23 * (t24 - t25));
    const double t27 = t11 - t12;
    const double t28 = x[4] * x[5];
    const double t29 = x[3] * x[6];
    const double t30 = 2.0 * (t10 * (t21 - t22)) + t20 * (t16 + t13 + t27) + 2.0 * (t23 * (t28 + t29));
    const double t31 = 2.0 * (t10 * (t24 + t25)) + 2.0 * (t20 * (t28 - t29)) + t23 * (t15 + t14 + t27);
    out[0] = (-1.0) + sqrt(k[3] * (t26 * t26) + k[4] * (t30 * t30) + k[5] * (t31 * t31) + 1e-12);
}

static void apart_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[6] * x[6];
    const double t1 = x[3] * x[3];
    const double t2 = x[4] * x[4];
    const double t3 = -t2;
    const double t4 = x[5] * x[5];
    const double t5 = -t4;
    const double t6 = t0 + t1 + t3 + t5;
    const double t7 = x[13] * x[13];
    const double t8 = x[10] * x[10];
    const double t9 = x[11] * x[11];
    const double t10 = -t9;
    const double t11 = x[12] * x[12];
    const double t12 = -t11;
    const double t13 = x[10] * x[11];
    const double t14 = x[12] * x[13];
    const double t15 = x[10] * x[12];
    const double t16 = x[11] * x[13];
    const double t17 = x[7] + k[0] * (t7 + t8 + t10 + t12) + 2.0 * (k[1] * (t13 - t14)) + 2.0 * (k[2] * (t15 + t16)) -
        x[0];
    const double t18 = t7 - t8;
    const double t19 = x[11] * x[12];
    const double t20 = x[10] * x[13];
    const double t21 = x[8] + 2.0 * (k[0] * (t13 + t14)) + k[1] * (t12 + t9 + t18) + 2.0 * (k[2] * (t19 - t20)) -
        x[1];
    const double t22 = x[3] * x[4];
    const double t23 = x[5] * x[6];
    const double t24 = t22 + t23;
    const double t25 = x[9] + 2.0 * (k[0] * (t15 - t16)) + 2.0 * (k[1] * (t19 + t20)) + k[2] * (t11 + t10 + t18) -
        x[2];
    const double t26 = x[3] * x[5];
    const double t27 = x[4] * x[6];
    const double t28 = t26 - t27;
    const double t29 = t17 * t6 + 2.0 * (t21 * t24) + 2.0 * (t25 * t28);
    const double t30 = k[3] * (t6 * t29);
    const double t31 = t22 - t23;
    const double t32 = t0 - t1;
    const double t33 = t5 + t2 + t32;
    const double t34 = x[4] * x[5];
    const double t35 = x[3] * x[6];
    const double t36 = t34 + t35;
    const double t37 = 2.0 * (t17 * t31) + t21 * t33 + 2.0 * (t25 * t36);
    const double t38 = k[4] * (t31 * t37);
    const double t39 = t26 + t27;
    const double t40 = t34 - t35;
    const double t41 = t4 + t3 + t32;
    const double t42 = 2.0 * (t17 * t39) + 2.0 * (t21 * t40) + t25 * t41;
    const double t43 = k[5] * (t39 * t42);
    const double t44 = 1.0 / sqrt(k[3] * (t29 * t29) + k[4] * (t37 * t37) + k[5] * (t42 * t42) + 1e-12);
    const double t45 = k[3] * (t24 * t29);
    const double t46 = k[4] * (t33 * t37);
    const double t47 = k[5] * (t40 * t42);
    const double t48 = k[3] * (t28 * t29);
    const double t49 = k[4] * (t36 * t37);
    const double t50 = k[5] * (t41 * t42);
    const double t51 = 2.0 * (x[3] * t17) + 2.0 * (x[4] * t21) + 2.0 * (x[5] * t25);
    const double t52 = x[4] * t17;
    const double t53 = x[3] * t21;
    const double t54 = x[6] * t25;
    const double t55 = 2.0 * t52 + (-2.0) * t53 + 2.0 * t54;
    const double t56 = x[5] * t17;
    const double t57 = x[6] * t21;
    const double t58 = x[3] * t25;
    const double t59 = x[6] * t17;
    const double t60 = x[5] * t21;
    const double t61 = x[4] * t25;
    const double t62 = 2.0 * t59 + 2.0 * t60 + (-2.0) * t61;
    const double t63 = (-2.0) * t56 + 2.0 * t57 + 2.0 * t58;
    const double t64 = 2.0 * (x[10] * k[0]) + 2.0 * (x[11] * k[1]) + 2.0 * (x[12] * k[2]);
    const double t65 = x[11] * k[0];
    const double t66 = x[10] * k[1];
    const double t67 = x[13] * k[2];
    const double t68 = 2.0 * t65 + (-2.0) * t66 + (-2.0) * t67;
    const double t69 = x[12] * k[0];
    const double t70 = x[13] * k[1];
    const double t71 = x[10] * k[2];
    const double t72 = 2.0 * t69 + 2.0 * t70 + (-2.0) * t71;
    const double t73 = (-2.0) * t65 + 2.0 * t66 + 2.0 * t67;
    const double t74 = x[13] * k[0];
    const double t75 = x[12] * k[1];
    const double t76 = x[11] * k[2];
    const double t77 = (-2.0) * t74 + 2.0 * t75 + (-2.0) * t76;
    const double t78 = (-2.0) * t69 + (-2.0) * t70 + 2.0 * t71;
    const double t79 = 2.0 * t74 + (-2.0) * t75 + 2.0 * t76;
    out[0] = 0.5 * (((-2.0) * t30 + (-4.0) * t38 + (-4.0) * t43) * t44);
    out[1] = 0.5 * (t44 * ((-4.0) * t45 + (-2.0) * t46 + (-4.0) * t47));
    out[2] = 0.5 * (t44 * ((-4.0) * t48 + (-4.0) * t49 + (-2.0) * t50));
    out[3] = 0.5 * (t44 * (2.0 * (k[3] * (t29 * t51)) + 2.0 * (k[4] * (t37 * t55)) + 2.0 * (k[5] * (t42 * (2.0 * t56 +
        (-2.0) * t57 + (-2.0) * t58)))));
    out[4] = 0.5 * (t44 * (2.0 * (k[3] * (t29 * ((-2.0) * t52 + 2.0 * t53 + (-2.0) * t54))) + 2.0 * (k[4] * (t37 *
        t51)) + 2.0 * (k[5] * (t42 * t62))));
    out[5] = 0.5 * (t44 * (2.0 * (k[3] * (t29 * t63)) + 2.0 * (k[4] * (t37 * ((-2.0) * t59 + (-2.0) * t60 + 2.0 *
        t61))) + 2.0 * (k[5] * (t42 * t51))));
    out[6] = 0.5 * (t44 * (2.0 * (k[3] * (t29 * t62)) + 2.0 * (k[4] * (t37 * t63)) + 2.0 * (k[5] * (t42 * t55))));
    out[7] = 0.5 * (t44 * (2.0 * t30 + 4.0 * t38 + 4.0 * t43));
    out[8] = 0.5 * (t44 * (4.0 * t45 + 2.0 * t46 + 4.0 * t47));
    out[9] = 0.5 * (t44 * (4.0 * t48 + 4.0 * t49 + 2.0 * t50));
    out[10] = 0.5 * (t44 * (2.0 * (k[3] * (t29 * (t6 * t64 + 2.0 * (t24 * t68) + 2.0 * (t28 * t72)))) + 2.0 * (k[4] *
        (t37 * (2.0 * (t31 * t64) + t33 * t68 + 2.0 * (t36 * t72)))) + 2.0 * (k[5] * (t42 * (2.0 * (t39 * t64) + 2.0 *
        (t40 * t68) + t41 * t72)))));
    out[11] = 0.5 * (t44 * (2.0 * (k[3] * (t29 * (t6 * t73 + 2.0 * (t24 * t64) + 2.0 * (t28 * t77)))) + 2.0 * (k[4] *
        (t37 * (2.0 * (t31 * t73) + t33 * t64 + 2.0 * (t36 * t77)))) + 2.0 * (k[5] * (t42 * (2.0 * (t39 * t73) + 2.0 *
        (t40 * t64) + t41 * t77)))));
    out[12] = 0.5 * (t44 * (2.0 * (k[3] * (t29 * (t6 * t78 + 2.0 * (t24 * t79) + 2.0 * (t28 * t64)))) + 2.0 * (k[4] *
        (t37 * (2.0 * (t31 * t78) + t33 * t79 + 2.0 * (t36 * t64)))) + 2.0 * (k[5] * (t42 * (2.0 * (t39 * t78) + 2.0 *
        (t40 * t79) + t41 * t64)))));
    out[13] = 0.5 * (t44 * (2.0 * (k[3] * (t29 * (t6 * t79 + 2.0 * (t24 * t72) + 2.0 * (t28 * t73)))) + 2.0 * (k[4] *
        (t37 * (2.0 * (t31 * t79) + t33 * t72 + 2.0 * (t36 * t73)))) + 2.0 * (k[5] * (t42 * (2.0 * (t39 * t79) + 2.0 *
        (t40 * t72) + t41 * t73)))));
}

static void apart_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = x[3] * x[5];
    const double t1 = x[4] * x[6];
    const double t2 = t0 + t1;
    const double t3 = x[13] * x[13];
    const double t4 = x[10] * x[10];
    const double t5 = x[11] * x[11];
    const double t6 = -t5;
    const double t7 = x[12] * x[12];
    const double t8 = -t7;
    const double t9 = x[10] * x[11];
    const double t10 = x[12] * x[13];
    const double t11 = x[10] * x[12];
    const double t12 = x[11] * x[13];
    const double t13 = x[7] + k[0] * (t3 + t4 + t6 + t8) + 2.0 * (k[1] * (t9 - t10)) + 2.0 * (k[2] * (t11 + t12)) -
        x[0];
    const double t14 = x[6] * x[6];
    const double t15 = x[3] * x[3];
    const double t16 = x[4] * x[4];
    const double t17 = -t16;
    const double t18 = x[5] * x[5];
    const double t19 = -t18;
    const double t20 = t14 + t15 + t17 + t19;
    const double t21 = t3 - t4;
    const double t22 = x[11] * x[12];
    const double t23 = x[10] * x[13];
    const double t24 = x[8] + 2.0 * (k[0] * (t9 + t10)) + k[1] * (t8 + t5 + t21) + 2.0 * (k[2] * (t22 - t23)) - x[1];
    const double t25 = x[3] * x[4];
    const double t26 = x[5] * x[6];
    const double t27 = t25 + t26;
    const double t28 = x[9] + 2.0 * (k[0] * (t11 - t12)) + 2.0 * (k[1] * (t22 + t23)) + k[2] * (t7 + t6 + t21) - x[2];
    const double t29 = t0 - t1;
    const double t30 = t13 * t20 + 2.0 * (t24 * t27) + 2.0 * (t28 * t29);
    const double t31 = t25 - t26;
    const double t32 = t14 - t15;
    const double t33 = t19 + t16 + t32;
    const double t34 = x[4] * x[5];
    const double t35 = x[3] * x[6];
    const double t36 = t34 + t35;
    const double t37 = 2.0 * (t13 * t31) + t24 * t33 + 2.0 * (t28 * t36);
    const double t38 = t34 - t35;
    const double t39 = t18 + t17 + t32;
    const double t40 = 2.0 * (t13 * t2) + 2.0 * (t24 * t38) + t28 * t39;
    const double t41 = 1.0 / sqrt(k[3] * (t30 * t30) + k[4] * (t37 * t37) + k[5] * (t40 * t40) + 1e-12);
    const double t42 = t41 * weights[0];
    const double t43 = k[5] * t42;
    const double t44 = t2 * t43;
    const double t45 = k[3] * (t20 * t30);
    const double t46 = k[4] * (t31 * t37);
    const double t47 = k[5] * (t2 * t40);
    const double t48 = t41 * t41;
    const double t49 = weights[0] * (((-2.0) * t45 + (-4.0) * t46 + (-4.0) * t47) * t41 * t48);
    const double t50 = (-2.0) * t44 + (-0.5) * (t40 * (k[5] * t49));
    const double t51 = k[4] * t42;
    const double t52 = t31 * t51;
    const double t53 = (-2.0) * t52 + (-0.5) * (t37 * (k[4] * t49));
    const double t54 = k[3] * t42;
    const double t55 = t20 * t54;
    const double t56 = (-0.5) * (t30 * (k[3] * t49)) - t55;
    const double t57 = 2.0 * (t2 * t50) + 2.0 * (t31 * t53) + t20 * t56;
    const double t58 = 2.0 * (t38 * t50) + t33 * t53 + 2.0 * (t27 * t56);
    const double t59 = t39 * t50 + 2.0 * (t36 * t53) + 2.0 * (t29 * t56);
    const double t60 = t28 * t50;
    const double t61 = t24 * t53;
    const double t62 = t60 + t61;
    const double t63 = t30 * t54;
    const double t64 = -t63;
    const double t65 = t64 + t13 * t56;
    const double t66 = x[3] * (t65 - t62);
    const double t67 = t24 * t50;
    const double t68 = 2.0 * (t28 * t53);
    const double t69 = (-2.0) * t67 + t68;
    const double t70 = t40 * t43;
    const double t71 = -t70;
    const double t72 = 2.0 * (t71 + t13 * t50);
    const double t73 = t28 * t56;
    const double t74 = t72 + 2.0 * t73;
    const double t75 = t37 * t51;
    const double t76 = -t75;
    const double t77 = t76 + t13 * t53;
    const double t78 = 2.0 * (t24 * t56);
    const double t79 = 2.0 * t77 + t78;
    const double t80 = x[4] * (t61 - (t60 + t65));
    const double t81 = t68 + 2.0 * t67;
    const double t82 = t72 + (-2.0) * t73;
    const double t83 = x[5] * (t60 - (t61 + t65));
    const double t84 = t78 + (-2.0) * t77;
    const double t85 = x[6] * (t62 + t65);
    const double t86 = k[2] * t59;
    const double t87 = k[1] * t58;
    const double t88 = t86 + t87;
    const double t89 = k[0] * t57;
    const double t90 = x[10] * (t89 - t88);
    const double t91 = 2.0 * (k[1] * t59);
    const double t92 = k[2] * t58;
    const double t93 = t91 + (-2.0) * t92;
    const double t94 = k[0] * t59;
    const double t95 = 2.0 * (k[2] * t57);
    const double t96 = 2.0 * t94 + t95;
    const double t97 = 2.0 * (k[0] * t58);
    const double t98 = k[1] * t57;
    const double t99 = t97 + 2.0 * t98;
    const double t100 = x[11] * (t87 - (t86 + t89));
    const double t101 = t91 + 2.0 * t92;
    const double t102 = t95 + (-2.0) * t94;
    const double t103 = x[12] * (t86 - (t87 + t89));
    const double t104 = t97 + (-2.0) * t98;
    const double t105 = x[13] * (t88 + t89);
    const double t106 = t38 * t43;
    const double t107 = k[3] * (t27 * t30);
    const double t108 = k[4] * (t33 * t37);
    const double t109 = k[5] * (t38 * t40);
    const double t110 = weights[0] * (t41 * ((-4.0) * t107 + (-2.0) * t108 + (-4.0) * t109) * t48);
    const double t111 = (-2.0) * t106 + (-0.5) * (t40 * (k[5] * t110));
    const double t112 = t33 * t51;
    const double t113 = (-0.5) * (t37 * (k[4] * t110)) - t112;
    const double t114 = t27 * t54;
    const double t115 = (-2.0) * t114 + (-0.5) * (t30 * (k[3] * t110));
    const double t116 = 2.0 * (t38 * t111) + t33 * t113 + 2.0 * (t27 * t115);
    const double t117 = t39 * t111 + 2.0 * (t36 * t113) + 2.0 * (t29 * t115);
    const double t118 = t28 * t111;
    const double t119 = t76 + t24 * t113;
    const double t120 = t118 + t119;
    const double t121 = t13 * t115;
    const double t122 = x[3] * (t121 - t120);
    const double t123 = t71 + t24 * t111;
    const double t124 = 2.0 * (t28 * t113);
    const double t125 = (-2.0) * t123 + t124;
    const double t126 = 2.0 * (t13 * t111);
    const double t127 = t28 * t115;
    const double t128 = t126 + 2.0 * t127;
    const double t129 = t13 * t113;
    const double t130 = 2.0 * (t64 + t24 * t115);
    const double t131 = 2.0 * t129 + t130;
    const double t132 = x[4] * (t119 - (t118 + t121));
    const double t133 = t124 + 2.0 * t123;
    const double t134 = t126 + (-2.0) * t127;
    const double t135 = x[5] * (t118 - (t119 + t121));
    const double t136 = t130 + (-2.0) * t129;
    const double t137 = x[6] * (t120 + t121);
    const double t138 = 2.0 * (t2 * t111) + 2.0 * (t31 * t113) + t20 * t115;
    const double t139 = k[2] * t117;
    const double t140 = k[1] * t116;
    const double t141 = t139 + t140;
    const double t142 = k[0] * t138;
    const double t143 = x[10] * (t142 - t141);
    const double t144 = 2.0 * (k[1] * t117);
    const double t145 = k[2] * t116;
    const double t146 = t144 + (-2.0) * t145;
    const double t147 = k[0] * t117;
    const double t148 = 2.0 * (k[2] * t138);
    const double t149 = 2.0 * t147 + t148;
    const double t150 = 2.0 * (k[0] * t116);
    const double t151 = k[1] * t138;
    const double t152 = t150 + 2.0 * t151;
    const double t153 = x[11] * (t140 - (t139 + t142));
    const double t154 = t144 + 2.0 * t145;
    const double t155 = t148 + (-2.0) * t147;
    const double t156 = x[12] * (t139 - (t140 + t142));
    const double t157 = t150 + (-2.0) * t151;
    const double t158 = x[13] * (t141 + t142);
    const double t159 = t39 * t43;
    const double t160 = k[3] * (t29 * t30);
    const double t161 = k[4] * (t36 * t37);
    const double t162 = k[5] * (t39 * t40);
    const double t163 = weights[0] * (t41 * ((-4.0) * t160 + (-4.0) * t161 + (-2.0) * t162) * t48);
    const double t164 = (-0.5) * (t40 * (k[5] * t163)) - t159;
    const double t165 = t36 * t51;
    const double t166 = (-2.0) * t165 + (-0.5) * (t37 * (k[4] * t163));
    const double t167 = t29 * t54;
    const double t168 = (-2.0) * t167 + (-0.5) * (t30 * (k[3] * t163));
    const double t169 = t39 * t164 + 2.0 * (t36 * t166) + 2.0 * (t29 * t168);
    const double t170 = t71 + t28 * t164;
    const double t171 = t24 * t166;
    const double t172 = t170 + t171;
    const double t173 = t13 * t168;
    const double t174 = x[3] * (t173 - t172);
    const double t175 = t24 * t164;
    const double t176 = 2.0 * (t76 + t28 * t166);
    const double t177 = (-2.0) * t175 + t176;
    const double t178 = 2.0 * (t13 * t164);
    const double t179 = t64 + t28 * t168;
    const double t180 = t178 + 2.0 * t179;
    const double t181 = t13 * t166;
    const double t182 = 2.0 * (t24 * t168);
    const double t183 = 2.0 * t181 + t182;
    const double t184 = x[4] * (t171 - (t170 + t173));
    const double t185 = t176 + 2.0 * t175;
    const double t186 = t178 + (-2.0) * t179;
    const double t187 = x[5] * (t170 - (t171 + t173));
    const double t188 = t182 + (-2.0) * t181;
    const double t189 = x[6] * (t172 + t173);
    const double t190 = 2.0 * (t2 * t164) + 2.0 * (t31 * t166) + t20 * t168;
    const double t191 = 2.0 * (t38 * t164) + t33 * t166 + 2.0 * (t27 * t168);
    const double t192 = k[2] * t169;
    const double t193 = k[1] * t191;
    const double t194 = t192 + t193;
    const double t195 = k[0] * t190;
    const double t196 = x[10] * (t195 - t194);
    const double t197 = 2.0 * (k[1] * t169);
    const double t198 = k[2] * t191;
    const double t199 = t197 + (-2.0) * t198;
    const double t200 = k[0] * t169;
    const double t201 = 2.0 * (k[2] * t190);
    const double t202 = 2.0 * t200 + t201;
    const double t203 = 2.0 * (k[0] * t191);
    const double t204 = k[1] * t190;
    const double t205 = t203 + 2.0 * t204;
    const double t206 = x[11] * (t193 - (t192 + t195));
    const double t207 = t197 + 2.0 * t198;
    const double t208 = t201 + (-2.0) * t200;
    const double t209 = x[12] * (t192 - (t193 + t195));
    const double t210 = t203 + (-2.0) * t204;
    const double t211 = x[13] * (t194 + t195);
    const double t212 = t28 * t70;
    const double t213 = t24 * t75;
    const double t214 = t212 + t213;
    const double t215 = t13 * t63;
    const double t216 = x[5] * t13;
    const double t217 = x[6] * t24;
    const double t218 = x[3] * t28;
    const double t219 = 2.0 * t216 + (-2.0) * t217 + (-2.0) * t218;
    const double t220 = 2.0 * (x[3] * t13) + 2.0 * (x[4] * t24) + 2.0 * (x[5] * t28);
    const double t221 = x[4] * t13;
    const double t222 = x[3] * t24;
    const double t223 = x[6] * t28;
    const double t224 = 2.0 * t221 + (-2.0) * t222 + 2.0 * t223;
    const double t225 = weights[0] * (t41 * (2.0 * (k[3] * (t30 * t220)) + 2.0 * (k[4] * (t37 * t224)) + 2.0 * (k[5] *
        (t40 * t219))) * t48);
    const double t226 = t219 * t43 + (-0.5) * (t40 * (k[5] * t225));
    const double t227 = t28 * t226;
    const double t228 = t224 * t51 + (-0.5) * (t37 * (k[4] * t225));
    const double t229 = t24 * t228;
    const double t230 = t227 + t229;
    const double t231 = t220 * t54 + (-0.5) * (t30 * (k[3] * t225));
    const double t232 = t13 * t231;
    const double t233 = t215 - t214 + x[3] * (t232 - t230);
    const double t234 = t24 * t226;
    const double t235 = 2.0 * (t28 * t228);
    const double t236 = (-2.0) * t234 + t235;
    const double t237 = 2.0 * (t13 * t226);
    const double t238 = t28 * t231;
    const double t239 = t237 + 2.0 * t238;
    const double t240 = t13 * t228;
    const double t241 = 2.0 * (t24 * t231);
    const double t242 = 2.0 * t240 + t241;
    const double t243 = x[4] * (t229 - (t227 + t232));
    const double t244 = t235 + 2.0 * t234;
    const double t245 = t237 + (-2.0) * t238;
    const double t246 = t13 * t75;
    const double t247 = 2.0 * (t24 * t63);
    const double t248 = x[5] * (t227 - (t229 + t232));
    const double t249 = 2.0 * (t13 * t70);
    const double t250 = t28 * t63;
    const double t251 = t241 + (-2.0) * t240;
    const double t252 = x[6] * (t230 + t232);
    const double t253 = t24 * t70;
    const double t254 = 2.0 * (t28 * t75);
    const double t255 = x[5] * t70;
    const double t256 = x[4] * t75;
    const double t257 = x[3] * t63;
    const double t258 = 2.0 * (t255 + t2 * t226) + 2.0 * (t256 + t31 * t228) + 2.0 * t257 + t20 * t231;
    const double t259 = x[6] * t70;
    const double t260 = x[3] * t75;
    const double t261 = x[4] * t63;
    const double t262 = 2.0 * (t38 * t226 - t259) + (-2.0) * t260 + t33 * t228 + 2.0 * (t261 + t27 * t231);
    const double t263 = x[3] * t70;
    const double t264 = x[6] * t75;
    const double t265 = x[5] * t63;
    const double t266 = (-2.0) * t263 + t39 * t226 + 2.0 * (t264 + t36 * t228) + 2.0 * (t265 + t29 * t231);
    const double t267 = k[2] * t266;
    const double t268 = k[1] * t262;
    const double t269 = t267 + t268;
    const double t270 = k[0] * t258;
    const double t271 = x[10] * (t270 - t269);
    const double t272 = 2.0 * (k[1] * t266);
    const double t273 = k[2] * t262;
    const double t274 = t272 + (-2.0) * t273;
    const double t275 = k[0] * t266;
    const double t276 = 2.0 * (k[2] * t258);
    const double t277 = 2.0 * t275 + t276;
    const double t278 = 2.0 * (k[0] * t262);
    const double t279 = k[1] * t258;
    const double t280 = t278 + 2.0 * t279;
    const double t281 = x[11] * (t268 - (t267 + t270));
    const double t282 = t272 + 2.0 * t273;
    const double t283 = t276 + (-2.0) * t275;
    const double t284 = x[12] * (t267 - (t268 + t270));
    const double t285 = t278 + (-2.0) * t279;
    const double t286 = x[13] * (t269 + t270);
    const double t287 = (-2.0) * t221 + 2.0 * t222 + (-2.0) * t223;
    const double t288 = x[6] * t13;
    const double t289 = x[5] * t24;
    const double t290 = x[4] * t28;
    const double t291 = 2.0 * t288 + 2.0 * t289 + (-2.0) * t290;
    const double t292 = weights[0] * (t41 * (2.0 * (k[3] * (t30 * t287)) + 2.0 * (k[4] * (t37 * t220)) + 2.0 * (k[5] *
        (t40 * t291))) * t48);
    const double t293 = t220 * t51 + (-0.5) * (t37 * (k[4] * t292));
    const double t294 = t24 * t293;
    const double t295 = t291 * t43 + (-0.5) * (t40 * (k[5] * t292));
    const double t296 = t28 * t295;
    const double t297 = t287 * t54 + (-0.5) * (t30 * (k[3] * t292));
    const double t298 = t13 * t297;
    const double t299 = t213 - (t212 + t215) + x[4] * (t294 - (t296 + t298));
    const double t300 = t24 * t295;
    const double t301 = 2.0 * (t28 * t293);
    const double t302 = 2.0 * t300 + t301;
    const double t303 = 2.0 * (t13 * t295);
    const double t304 = t28 * t297;
    const double t305 = t303 + (-2.0) * t304;
    const double t306 = t13 * t293;
    const double t307 = 2.0 * (t24 * t297);
    const double t308 = x[5] * (t296 - (t294 + t298));
    const double t309 = t307 + (-2.0) * t306;
    const double t310 = x[6] * (t298 + t294 + t296);
    const double t311 = 2.0 * (t259 + t2 * t295) + 2.0 * (t260 + t31 * t293) + (-2.0) * t261 + t20 * t297;
    const double t312 = 2.0 * (t255 + t38 * t295) + 2.0 * t256 + t33 * t293 + 2.0 * (t257 + t27 * t297);
    const double t313 = x[4] * t70;
    const double t314 = x[5] * t75;
    const double t315 = x[6] * t63;
    const double t316 = (-2.0) * t313 + t39 * t295 + 2.0 * (t314 + t36 * t293) + 2.0 * (t29 * t297 - t315);
    const double t317 = k[2] * t316;
    const double t318 = k[1] * t312;
    const double t319 = t317 + t318;
    const double t320 = k[0] * t311;
    const double t321 = x[10] * (t320 - t319);
    const double t322 = 2.0 * (k[1] * t316);
    const double t323 = k[2] * t312;
    const double t324 = t322 + (-2.0) * t323;
    const double t325 = k[0] * t316;
    const double t326 = 2.0 * (k[2] * t311);
    const double t327 = 2.0 * t325 + t326;
    const double t328 = 2.0 * (k[0] * t312);
    const double t329 = k[1] * t311;
    const double t330 = t328 + 2.0 * t329;
    const double t331 = x[11] * (t318 - (t317 + t320));
    const double t332 = t322 + 2.0 * t323;
    const double t333 = t326 + (-2.0) * t325;
    const double t334 = x[12] * (t317 - (t318 + t320));
    const double t335 = t328 + (-2.0) * t329;
    const double t336 = x[13] * (t319 + t320);
    const double t337 = (-2.0) * t216 + 2.0 * t217 + 2.0 * t218;
    const double t338 = (-2.0) * t288 + (-2.0) * t289 + 2.0 * t290;
    const double t339 = weights[0] * (t41 * (2.0 * (k[3] * (t30 * t337)) + 2.0 * (k[4] * (t37 * t338)) + 2.0 * (k[5] *
        (t40 * t220))) * t48);
    const double t340 = t220 * t43 + (-0.5) * (t40 * (k[5] * t339));
    const double t341 = t28 * t340;
    const double t342 = t338 * t51 + (-0.5) * (t37 * (k[4] * t339));
    const double t343 = t24 * t342;
    const double t344 = t337 * t54 + (-0.5) * (t30 * (k[3] * t339));
    const double t345 = t13 * t344;
    const double t346 = t212 - (t213 + t215) + x[5] * (t341 - (t343 + t345));
    const double t347 = t24 * t340;
    const double t348 = 2.0 * (t28 * t342);
    const double t349 = 2.0 * (t13 * t340);
    const double t350 = t28 * t344;
    const double t351 = (-2.0) * (t13 * t342) + 2.0 * (t24 * t344);
    const double t352 = x[6] * (t345 + t341 + t343);
    const double t353 = 2.0 * (t263 + t2 * t340) + 2.0 * (t31 * t342 - t264) + (-2.0) * t265 + t20 * t344;
    const double t354 = 2.0 * (t313 + t38 * t340) + (-2.0) * t314 + t33 * t342 + 2.0 * (t315 + t27 * t344);
    const double t355 = 2.0 * t255 + t39 * t340 + 2.0 * (t256 + t36 * t342) + 2.0 * (t257 + t29 * t344);
    const double t356 = k[2] * t355;
    const double t357 = k[1] * t354;
    const double t358 = t356 + t357;
    const double t359 = k[0] * t353;
    const double t360 = x[10] * (t359 - t358);
    const double t361 = 2.0 * (k[1] * t355);
    const double t362 = k[2] * t354;
    const double t363 = t361 + (-2.0) * t362;
    const double t364 = k[0] * t355;
    const double t365 = 2.0 * (k[2] * t353);
    const double t366 = 2.0 * t364 + t365;
    const double t367 = 2.0 * (k[0] * t354);
    const double t368 = k[1] * t353;
    const double t369 = t367 + 2.0 * t368;
    const double t370 = x[11] * (t357 - (t356 + t359));
    const double t371 = t361 + 2.0 * t362;
    const double t372 = t365 + (-2.0) * t364;
    const double t373 = x[12] * (t356 - (t357 + t359));
    const double t374 = t367 + (-2.0) * t368;
    const double t375 = x[13] * (t358 + t359);
    const double t376 = weights[0] * (t41 * (2.0 * (k[3] * (t30 * t291)) + 2.0 * (k[4] * (t37 * t337)) + 2.0 * (k[5] *
        (t40 * t224))) * t48);
    const double t377 = t224 * t43 + (-0.5) * (t40 * (k[5] * t376));
    const double t378 = t337 * t51 + (-0.5) * (t37 * (k[4] * t376));
    const double t379 = t291 * t54 + (-0.5) * (t30 * (k[3] * t376));
    const double t380 = t214 + t215 + x[6] * (t28 * t377 + t24 * t378 + t13 * t379);
    const double t381 = 2.0 * (t313 + t2 * t377) + 2.0 * (t31 * t378 - t314) + 2.0 * t315 + t20 * t379;
    const double t382 = 2.0 * (t38 * t377 - t263) + 2.0 * t264 + t33 * t378 + 2.0 * (t265 + t27 * t379);
    const double t383 = 2.0 * t259 + t39 * t377 + 2.0 * (t260 + t36 * t378) + 2.0 * (t29 * t379 - t261);
    const double t384 = k[2] * t383;
    const double t385 = k[1] * t382;
    const double t386 = t384 + t385;
    const double t387 = k[0] * t381;
    const double t388 = x[10] * (t387 - t386);
    const double t389 = 2.0 * (k[1] * t383);
    const double t390 = k[2] * t382;
    const double t391 = t389 + (-2.0) * t390;
    const double t392 = k[0] * t383;
    const double t393 = 2.0 * (k[2] * t381);
    const double t394 = 2.0 * t392 + t393;
    const double t395 = 2.0 * (k[0] * t382);
    const double t396 = k[1] * t381;
    const double t397 = t395 + 2.0 * t396;
    const double t398 = x[11] * (t385 - (t384 + t387));
    const double t399 = t389 + 2.0 * t390;
    const double t400 = t393 + (-2.0) * t392;
    const double t401 = x[12] * (t384 - (t385 + t387));
    const double t402 = t395 + (-2.0) * t396;
    const double t403 = x[13] * (t386 + t387);
    const double t404 = weights[0] * (t41 * (2.0 * t45 + 4.0 * t46 + 4.0 * t47) * t48);
    const double t405 = 2.0 * t44 + (-0.5) * (t40 * (k[5] * t404));
    const double t406 = 2.0 * t52 + (-0.5) * (t37 * (k[4] * t404));
    const double t407 = t55 + (-0.5) * (t30 * (k[3] * t404));
    const double t408 = 2.0 * (t2 * t405) + 2.0 * (t31 * t406) + t20 * t407;
    const double t409 = 2.0 * (t38 * t405) + t33 * t406 + 2.0 * (t27 * t407);
    const double t410 = t39 * t405 + 2.0 * (t36 * t406) + 2.0 * (t29 * t407);
    const double t411 = k[2] * t410;
    const double t412 = k[1] * t409;
    const double t413 = t411 + t412;
    const double t414 = k[0] * t408;
    const double t415 = x[10] * (t414 - t413);
    const double t416 = 2.0 * (k[1] * t410);
    const double t417 = k[2] * t409;
    const double t418 = t416 + (-2.0) * t417;
    const double t419 = k[0] * t410;
    const double t420 = 2.0 * (k[2] * t408);
    const double t421 = 2.0 * t419 + t420;
    const double t422 = 2.0 * (k[0] * t409);
    const double t423 = k[1] * t408;
    const double t424 = t422 + 2.0 * t423;
    const double t425 = x[11] * (t412 - (t411 + t414));
    const double t426 = t416 + 2.0 * t417;
    const double t427 = t420 + (-2.0) * t419;
    const double t428 = x[12] * (t411 - (t412 + t414));
    const double t429 = t422 + (-2.0) * t423;
    const double t430 = x[13] * (t413 + t414);
    const double t431 = weights[0] * (t41 * (4.0 * t107 + 2.0 * t108 + 4.0 * t109) * t48);
    const double t432 = 2.0 * t106 + (-0.5) * (t40 * (k[5] * t431));
    const double t433 = t112 + (-0.5) * (t37 * (k[4] * t431));
    const double t434 = 2.0 * t114 + (-0.5) * (t30 * (k[3] * t431));
    const double t435 = 2.0 * (t38 * t432) + t33 * t433 + 2.0 * (t27 * t434);
    const double t436 = t39 * t432 + 2.0 * (t36 * t433) + 2.0 * (t29 * t434);
    const double t437 = k[2] * t436;
    const double t438 = k[1] * t435;
    const double t439 = t437 + t438;
    const double t440 = 2.0 * (t2 * t432) + 2.0 * (t31 * t433) + t20 * t434;
    const double t441 = k[0] * t440;
    const double t442 = x[10] * (t441 - t439);
    const double t443 = 2.0 * (k[1] * t436);
    const double t444 = k[2] * t435;
    const double t445 = t443 + (-2.0) * t444;
    const double t446 = k[0] * t436;
    const double t447 = 2.0 * (k[2] * t440);
    const double t448 = 2.0 * t446 + t447;
    const double t449 = 2.0 * (k[0] * t435);
    const double t450 = k[1] * t440;
    const double t451 = t449 + 2.0 * t450;
    const double t452 = x[11] * (t438 - (t437 + t441));
    const double t453 = t443 + 2.0 * t444;
    const double t454 = t447 + (-2.0) * t446;
    const double t455 = x[12] * (t437 - (t438 + t441));
    const double t456 = t449 + (-2.0) * t450;
    const double t457 = x[13] * (t439 + t441);
    const double t458 = weights[0] * (t41 * (4.0 * t160 + 4.0 * t161 + 2.0 * t162) * t48);
    const double t459 = t159 + (-0.5) * (t40 * (k[5] * t458));
    const double t460 = 2.0 * t165 + (-0.5) * (t37 * (k[4] * t458));
    const double t461 = 2.0 * t167 + (-0.5) * (t30 * (k[3] * t458));
    const double t462 = t39 * t459 + 2.0 * (t36 * t460) + 2.0 * (t29 * t461);
    const double t463 = k[2] * t462;
    const double t464 = 2.0 * (t38 * t459) + t33 * t460 + 2.0 * (t27 * t461);
    const double t465 = k[1] * t464;
    const double t466 = t463 + t465;
    const double t467 = 2.0 * (t2 * t459) + 2.0 * (t31 * t460) + t20 * t461;
    const double t468 = k[0] * t467;
    const double t469 = x[10] * (t468 - t466);
    const double t470 = 2.0 * (k[1] * t462);
    const double t471 = k[2] * t464;
    const double t472 = t470 + (-2.0) * t471;
    const double t473 = k[0] * t462;
    const double t474 = 2.0 * (k[2] * t467);
    const double t475 = 2.0 * t473 + t474;
    const double t476 = 2.0 * (k[0] * t464);
    const double t477 = k[1] * t467;
    const double t478 = t476 + 2.0 * t477;
    const double t479 = x[11] * (t465 - (t463 + t468));
    const double t480 = t470 + 2.0 * t471;
    const double t481 = t474 + (-2.0) * t473;
    const double t482 = x[12] * (t463 - (t465 + t468));
    const double t483 = t476 + (-2.0) * t477;
    const double t484 = x[13] * (t466 + t468);
    const double t485 = t39 * t70 + 2.0 * (t36 * t75) + 2.0 * (t29 * t63);
    const double t486 = k[2] * t485;
    const double t487 = 2.0 * (t38 * t70) + t33 * t75 + 2.0 * (t27 * t63);
    const double t488 = k[1] * t487;
    const double t489 = t486 + t488;
    const double t490 = 2.0 * (t2 * t70) + 2.0 * (t31 * t75) + t20 * t63;
    const double t491 = k[0] * t490;
    const double t492 = 2.0 * (x[10] * k[0]) + 2.0 * (x[11] * k[1]) + 2.0 * (x[12] * k[2]);
    const double t493 = x[11] * k[0];
    const double t494 = x[10] * k[1];
    const double t495 = x[13] * k[2];
    const double t496 = 2.0 * t493 + (-2.0) * t494 + (-2.0) * t495;
    const double t497 = x[12] * k[0];
    const double t498 = x[13] * k[1];
    const double t499 = x[10] * k[2];
    const double t500 = 2.0 * t497 + 2.0 * t498 + (-2.0) * t499;
    const double t501 = 2.0 * (t2 * t492) + 2.0 * (t38 * t496) + t39 * t500;
    const double t502 = t20 * t492 + 2.0 * (t27 * t496) + 2.0 * (t29 * t500);
    const double t503 = 2.0 * (t31 * t492) + t33 * t496 + 2.0 * (t36 * t500);
    const double t504 = weights[0] * (t41 * (2.0 * (k[3] * (t30 * t502)) + 2.0 * (k[4] * (t37 * t503)) + 2.0 * (k[5] *
        (t40 * t501))) * t48);
    const double t505 = t501 * t43 + (-0.5) * (t40 * (k[5] * t504));
    const double t506 = t503 * t51 + (-0.5) * (t37 * (k[4] * t504));
    const double t507 = t502 * t54 + (-0.5) * (t30 * (k[3] * t504));
    const double t508 = t39 * t505 + 2.0 * (t36 * t506) + 2.0 * (t29 * t507);
    const double t509 = k[2] * t508;
    const double t510 = 2.0 * (t38 * t505) + t33 * t506 + 2.0 * (t27 * t507);
    const double t511 = k[1] * t510;
    const double t512 = t509 + t511;
    const double t513 = 2.0 * (t2 * t505) + 2.0 * (t31 * t506) + t20 * t507;
    const double t514 = k[0] * t513;
    const double t515 = t491 - t489 + x[10] * (t514 - t512);
    const double t516 = 2.0 * (k[1] * t508);
    const double t517 = k[2] * t510;
    const double t518 = t516 + (-2.0) * t517;
    const double t519 = k[0] * t508;
    const double t520 = 2.0 * (k[2] * t513);
    const double t521 = 2.0 * t519 + t520;
    const double t522 = 2.0 * (k[0] * t510);
    const double t523 = k[1] * t513;
    const double t524 = t522 + 2.0 * t523;
    const double t525 = x[11] * (t511 - (t509 + t514));
    const double t526 = t516 + 2.0 * t517;
    const double t527 = t520 + (-2.0) * t519;
    const double t528 = 2.0 * (k[0] * t487);
    const double t529 = k[1] * t490;
    const double t530 = x[12] * (t509 - (t511 + t514));
    const double t531 = k[0] * t485;
    const double t532 = 2.0 * (k[2] * t490);
    const double t533 = t522 + (-2.0) * t523;
    const double t534 = x[13] * (t512 + t514);
    const double t535 = 2.0 * (k[1] * t485);
    const double t536 = k[2] * t487;
    const double t537 = (-2.0) * t493 + 2.0 * t494 + 2.0 * t495;
    const double t538 = x[13] * k[0];
    const double t539 = x[12] * k[1];
    const double t540 = x[11] * k[2];
    const double t541 = (-2.0) * t538 + 2.0 * t539 + (-2.0) * t540;
    const double t542 = 2.0 * (t2 * t537) + 2.0 * (t38 * t492) + t39 * t541;
    const double t543 = t20 * t537 + 2.0 * (t27 * t492) + 2.0 * (t29 * t541);
    const double t544 = 2.0 * (t31 * t537) + t33 * t492 + 2.0 * (t36 * t541);
    const double t545 = weights[0] * (t41 * (2.0 * (k[3] * (t30 * t543)) + 2.0 * (k[4] * (t37 * t544)) + 2.0 * (k[5] *
        (t40 * t542))) * t48);
    const double t546 = t542 * t43 + (-0.5) * (t40 * (k[5] * t545));
    const double t547 = t544 * t51 + (-0.5) * (t37 * (k[4] * t545));
    const double t548 = t543 * t54 + (-0.5) * (t30 * (k[3] * t545));
    const double t549 = 2.0 * (t38 * t546) + t33 * t547 + 2.0 * (t27 * t548);
    const double t550 = k[1] * t549;
    const double t551 = t39 * t546 + 2.0 * (t36 * t547) + 2.0 * (t29 * t548);
    const double t552 = k[2] * t551;
    const double t553 = 2.0 * (t2 * t546) + 2.0 * (t31 * t547) + t20 * t548;
    const double t554 = k[0] * t553;
    const double t555 = t488 - (t486 + t491) + x[11] * (t550 - (t552 + t554));
    const double t556 = 2.0 * (k[1] * t551);
    const double t557 = k[2] * t549;
    const double t558 = t556 + 2.0 * t557;
    const double t559 = k[0] * t551;
    const double t560 = 2.0 * (k[2] * t553);
    const double t561 = (-2.0) * t559 + t560;
    const double t562 = 2.0 * (k[0] * t549);
    const double t563 = k[1] * t553;
    const double t564 = x[12] * (t552 - (t550 + t554));
    const double t565 = t562 + (-2.0) * t563;
    const double t566 = x[13] * (t554 + t550 + t552);
    const double t567 = (-2.0) * t497 + (-2.0) * t498 + 2.0 * t499;
    const double t568 = 2.0 * t538 + (-2.0) * t539 + 2.0 * t540;
    const double t569 = 2.0 * (t2 * t567) + 2.0 * (t38 * t568) + t39 * t492;
    const double t570 = t20 * t567 + 2.0 * (t27 * t568) + 2.0 * (t29 * t492);
    const double t571 = 2.0 * (t31 * t567) + t33 * t568 + 2.0 * (t36 * t492);
    const double t572 = weights[0] * (t41 * (2.0 * (k[3] * (t30 * t570)) + 2.0 * (k[4] * (t37 * t571)) + 2.0 * (k[5] *
        (t40 * t569))) * t48);
    const double t573 = t569 * t43 + (-0.5) * (t40 * (k[5] * t572));
    const double t574 = t571 * t51 + (-0.5) * (t37 * (k[4] * t572));
    const double t575 = t570 * t54 + (-0.5) * (t30 * (k[3] * t572));
    const double t576 = t39 * t573 + 2.0 * (t36 * t574) + 2.0 * (t29 * t575);
    const double t577 = k[2] * t576;
    const double t578 = 2.0 * (t38 * t573) + t33 * t574 + 2.0 * (t27 * t575);
    const double t579 = k[1] * t578;
    const double t580 = 2.0 * (t2 * t573) + 2.0 * (t31 * t574) + t20 * t575;
    const double t581 = k[0] * t580;
    const double t582 = t486 - (t488 + t491) + x[12] * (t577 - (t579 + t581));
    const double t583 = 2.0 * (k[1] * t576);
    const double t584 = k[2] * t578;
    const double t585 = k[0] * t576;
    const double t586 = 2.0 * (k[2] * t580);
    const double t587 = 2.0 * (k[0] * t578) + (-2.0) * (k[1] * t580);
    const double t588 = x[13] * (t581 + t577 + t579);
    const double t589 = 2.0 * (t2 * t568) + 2.0 * (t38 * t500) + t39 * t537;
    const double t590 = t20 * t568 + 2.0 * (t27 * t500) + 2.0 * (t29 * t537);
    const double t591 = 2.0 * (t31 * t568) + t33 * t500 + 2.0 * (t36 * t537);
    const double t592 = weights[0] * (t41 * (2.0 * (k[3] * (t30 * t590)) + 2.0 * (k[4] * (t37 * t591)) + 2.0 * (k[5] *
        (t40 * t589))) * t48);
    const double t593 = t589 * t43 + (-0.5) * (t40 * (k[5] * t592));
    const double t594 = t591 * t51 + (-0.5) * (t37 * (k[4] * t592));
    const double t595 = t590 * t54 + (-0.5) * (t30 * (k[3] * t592));
    const double t596 = t39 * t593 + 2.0 * (t36 * t594) + 2.0 * (t29 * t595);
    const double t597 = 2.0 * (t38 * t593) + t33 * t594 + 2.0 * (t27 * t595);
    const double t598 = 2.0 * (t2 * t593) + 2.0 * (t31 * t594) + t20 * t595;
    const double t599 = t489 + t491 + x[13] * (k[2] * t596 + k[1] * t597 + k[0] * t598);
    out[0] = -t57;
    out[1] = -t58;
    out[2] = -t59;
    out[3] = t66 + t66 + x[6] * t69 + x[5] * t74 + x[4] * t79;
    out[4] = t80 + t80 + x[5] * t81 + x[6] * t82 + x[3] * t79;
    out[5] = t83 + t83 + x[4] * t81 + x[3] * t74 + x[6] * t84;
    out[6] = t85 + t85 + x[3] * t69 + x[4] * t82 + x[5] * t84;
    out[7] = t57;
    out[8] = t58;
    out[9] = t59;
    out[10] = t90 + t90 + x[13] * t93 + x[12] * t96 + x[11] * t99;
    out[11] = t100 + t100 + x[12] * t101 + x[13] * t102 + x[10] * t99;
    out[12] = t103 + t103 + x[11] * t101 + x[10] * t96 + x[13] * t104;
    out[13] = t105 + t105 + x[10] * t93 + x[11] * t102 + x[12] * t104;
    out[14] = -t116;
    out[15] = -t117;
    out[16] = t122 + t122 + x[6] * t125 + x[5] * t128 + x[4] * t131;
    out[17] = t132 + t132 + x[5] * t133 + x[6] * t134 + x[3] * t131;
    out[18] = t135 + t135 + x[4] * t133 + x[3] * t128 + x[6] * t136;
    out[19] = t137 + t137 + x[3] * t125 + x[4] * t134 + x[5] * t136;
    out[20] = t138;
    out[21] = t116;
    out[22] = t117;
    out[23] = t143 + t143 + x[13] * t146 + x[12] * t149 + x[11] * t152;
    out[24] = t153 + t153 + x[12] * t154 + x[13] * t155 + x[10] * t152;
    out[25] = t156 + t156 + x[11] * t154 + x[10] * t149 + x[13] * t157;
    out[26] = t158 + t158 + x[10] * t146 + x[11] * t155 + x[12] * t157;
    out[27] = -t169;
    out[28] = t174 + t174 + x[6] * t177 + x[5] * t180 + x[4] * t183;
    out[29] = t184 + t184 + x[5] * t185 + x[6] * t186 + x[3] * t183;
    out[30] = t187 + t187 + x[4] * t185 + x[3] * t180 + x[6] * t188;
    out[31] = t189 + t189 + x[3] * t177 + x[4] * t186 + x[5] * t188;
    out[32] = t190;
    out[33] = t191;
    out[34] = t169;
    out[35] = t196 + t196 + x[13] * t199 + x[12] * t202 + x[11] * t205;
    out[36] = t206 + t206 + x[12] * t207 + x[13] * t208 + x[10] * t205;
    out[37] = t209 + t209 + x[11] * t207 + x[10] * t202 + x[13] * t210;
    out[38] = t211 + t211 + x[10] * t199 + x[11] * t208 + x[12] * t210;
    out[39] = t233 + t233 + x[6] * t236 + x[5] * t239 + x[4] * t242;
    out[40] = t243 + t243 + x[5] * t244 + x[6] * t245 + 2.0 * t246 + t247 + x[3] * t242;
    out[41] = t248 + t248 + x[4] * t244 + t249 + 2.0 * t250 + x[3] * t239 + x[6] * t251;
    out[42] = t252 + t252 + (-2.0) * t253 + t254 + x[3] * t236 + x[4] * t245 + x[5] * t251;
    out[43] = t258;
    out[44] = t262;
    out[45] = t266;
    out[46] = t271 + t271 + x[13] * t274 + x[12] * t277 + x[11] * t280;
    out[47] = t281 + t281 + x[12] * t282 + x[13] * t283 + x[10] * t280;
    out[48] = t284 + t284 + x[11] * t282 + x[10] * t277 + x[13] * t285;
    out[49] = t286 + t286 + x[10] * t274 + x[11] * t283 + x[12] * t285;
    out[50] = t299 + t299 + x[5] * t302 + x[6] * t305 + x[3] * (2.0 * t306 + t307);
    out[51] = t308 + t308 + 2.0 * t253 + t254 + x[4] * t302 + x[3] * (t303 + 2.0 * t304) + x[6] * t309;
    out[52] = t310 + t310 + x[3] * (t301 + (-2.0) * t300) + t249 + (-2.0) * t250 + x[4] * t305 + x[5] * t309;
    out[53] = t311;
    out[54] = t312;
    out[55] = t316;
    out[56] = t321 + t321 + x[13] * t324 + x[12] * t327 + x[11] * t330;
    out[57] = t331 + t331 + x[12] * t332 + x[13] * t333 + x[10] * t330;
    out[58] = t334 + t334 + x[11] * t332 + x[10] * t327 + x[13] * t335;
    out[59] = t336 + t336 + x[10] * t324 + x[11] * t333 + x[12] * t335;
    out[60] = t346 + t346 + x[4] * (2.0 * t347 + t348) + x[3] * (t349 + 2.0 * t350) + x[6] * t351;
    out[61] = t352 + t352 + x[3] * (t348 + (-2.0) * t347) + x[4] * (t349 + (-2.0) * t350) + (-2.0) * t246 + t247 +
        x[5] * t351;
    out[62] = t353;
    out[63] = t354;
    out[64] = t355;
    out[65] = t360 + t360 + x[13] * t363 + x[12] * t366 + x[11] * t369;
    out[66] = t370 + t370 + x[12] * t371 + x[13] * t372 + x[10] * t369;
    out[67] = t373 + t373 + x[11] * t371 + x[10] * t366 + x[13] * t374;
    out[68] = t375 + t375 + x[10] * t363 + x[11] * t372 + x[12] * t374;
    out[69] = t380 + t380 + x[3] * ((-2.0) * (t24 * t377) + 2.0 * (t28 * t378)) + x[4] * (2.0 * (t13 * t377) + (-2.0)
        * (t28 * t379)) + x[5] * ((-2.0) * (t13 * t378) + 2.0 * (t24 * t379));
    out[70] = t381;
    out[71] = t382;
    out[72] = t383;
    out[73] = t388 + t388 + x[13] * t391 + x[12] * t394 + x[11] * t397;
    out[74] = t398 + t398 + x[12] * t399 + x[13] * t400 + x[10] * t397;
    out[75] = t401 + t401 + x[11] * t399 + x[10] * t394 + x[13] * t402;
    out[76] = t403 + t403 + x[10] * t391 + x[11] * t400 + x[12] * t402;
    out[77] = t408;
    out[78] = t409;
    out[79] = t410;
    out[80] = t415 + t415 + x[13] * t418 + x[12] * t421 + x[11] * t424;
    out[81] = t425 + t425 + x[12] * t426 + x[13] * t427 + x[10] * t424;
    out[82] = t428 + t428 + x[11] * t426 + x[10] * t421 + x[13] * t429;
    out[83] = t430 + t430 + x[10] * t418 + x[11] * t427 + x[12] * t429;
    out[84] = t435;
    out[85] = t436;
    out[86] = t442 + t442 + x[13] * t445 + x[12] * t448 + x[11] * t451;
    out[87] = t452 + t452 + x[12] * t453 + x[13] * t454 + x[10] * t451;
    out[88] = t455 + t455 + x[11] * t453 + x[10] * t448 + x[13] * t456;
    out[89] = t457 + t457 + x[10] * t445 + x[11] * t454 + x[12] * t456;
    out[90] = t462;
    out[91] = t469 + t469 + x[13] * t472 + x[12] * t475 + x[11] * t478;
    out[92] = t479 + t479 + x[12] * t480 + x[13] * t481 + x[10] * t478;
    out[93] = t482 + t482 + x[11] * t480 + x[10] * t475 + x[13] * t483;
    out[94] = t484 + t484 + x[10] * t472 + x[11] * t481 + x[12] * t483;
    out[95] = t515 + t515 + x[13] * t518 + x[12] * t521 + x[11] * t524;
    out[96] = t525 + t525 + x[12] * t526 + x[13] * t527 + t528 + 2.0 * t529 + x[10] * t524;
    out[97] = t530 + t530 + x[11] * t526 + 2.0 * t531 + t532 + x[10] * t521 + x[13] * t533;
    out[98] = t534 + t534 + t535 + (-2.0) * t536 + x[10] * t518 + x[11] * t527 + x[12] * t533;
    out[99] = t555 + t555 + x[12] * t558 + x[13] * t561 + x[10] * (t562 + 2.0 * t563);
    out[100] = t564 + t564 + t535 + 2.0 * t536 + x[11] * t558 + x[10] * (t560 + 2.0 * t559) + x[13] * t565;
    out[101] = t566 + t566 + x[10] * (t556 + (-2.0) * t557) + (-2.0) * t531 + t532 + x[11] * t561 + x[12] * t565;
    out[102] = t582 + t582 + x[11] * (t583 + 2.0 * t584) + x[10] * (2.0 * t585 + t586) + x[13] * t587;
    out[103] = t588 + t588 + x[10] * (t583 + (-2.0) * t584) + x[11] * (t586 + (-2.0) * t585) + t528 + (-2.0) * t529 +
        x[12] * t587;
    out[104] = t599 + t599 + x[10] * (2.0 * (k[1] * t596) + (-2.0) * (k[2] * t597)) + x[11] * ((-2.0) * (k[0] * t596)
        + 2.0 * (k[2] * t598)) + x[12] * (2.0 * (k[0] * t597) + (-2.0) * (k[1] * t598));
}

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
    apart_evaluate, apart_jacobian, apart_hessian,
};

// The same half way between two frames: the sphere half way as the ellipsoid sees it. The bodies at the first frame, then at the second.
static void apart_between_evaluate(const double *x, const void *data, double *out)
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
    const double t26 = x[27] * x[27];
    const double t27 = x[24] * x[24];
    const double t28 = x[25] * x[25];
    const double t29 = -t28;
    const double t30 = x[26] * x[26];
    const double t31 = -t30;
    const double t32 = x[24] * x[25];
    const double t33 = x[26] * x[27];
    const double t34 = x[24] * x[26];
    const double t35 = x[25] * x[27];
    const double t36 = x[21] + k[0] * (t26 + t27 + t29 + t31) + 2.0 * (k[1] * (t32 - t33)) + 2.0 * (k[2] * (t34 +
        t35)) - x[14];
    const double t37 = x[20] * x[20];
    const double t38 = x[17] * x[17];
    const double t39 = x[18] * x[18];
    const double t40 = -t39;
    const double t41 = x[19] * x[19];
    const double t42 = -t41;
    const double t43 = t26 - t27;
    const double t44 = x[25] * x[26];
    const double t45 = x[24] * x[27];
    const double t46 = x[22] + 2.0 * (k[0] * (t32 + t33)) + k[1] * (t31 + t28 + t43) + 2.0 * (k[2] * (t44 - t45)) -
        x[15];
    const double t47 = x[17] * x[18];
    const double t48 = x[19] * x[20];
    const double t49 = x[23] + 2.0 * (k[0] * (t34 - t35)) + 2.0 * (k[1] * (t44 + t45)) + k[2] * (t30 + t29 + t43) -
        x[16];
    const double t50 = x[17] * x[19];
    const double t51 = x[18] * x[20];
    const double t52 = t10 * (t11 + t12 + t14 + t16) + 2.0 * (t20 * (t21 + t22)) + 2.0 * (t23 * (t24 - t25)) + t36 *
        (t37 + t38 + t40 + t42) + 2.0 * (t46 * (t47 + t48)) + 2.0 * (t49 * (t50 - t51));
    const double t53 = t11 - t12;
    const double t54 = x[4] * x[5];
    const double t55 = x[3] * x[6];
    const double t56 = t37 - t38;
    const double t57 = x[18] * x[19];
    const double t58 = x[17] * x[20];
    const double t59 = 2.0 * (t10 * (t21 - t22)) + t20 * (t16 + t13 + t53) + 2.0 * (t23 * (t54 + t55)) + 2.0 * (t36 *
        (t47 - t48)) + t46 * (t42 + t39 + t56) + 2.0 * (t49 * (t57 + t58));
    const double t60 = 2.0 * (t10 * (t24 + t25)) + 2.0 * (t20 * (t54 - t55)) + t23 * (t15 + t14 + t53) + 2.0 * (t36 *
        (t50 + t51)) + 2.0 * (t46 * (t57 - t58)) + t49 * (t41 + t40 + t56);
    out[0] = (-1.0) + sqrt(0.25 * (k[3] * (t52 * t52)) + 0.25 * (k[4] * (t59 * t59)) + 0.25 * (k[5] * (t60 * t60)) +
        1e-12);
}

static void apart_between_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[6] * x[6];
    const double t1 = x[3] * x[3];
    const double t2 = x[4] * x[4];
    const double t3 = -t2;
    const double t4 = x[5] * x[5];
    const double t5 = -t4;
    const double t6 = t0 + t1 + t3 + t5;
    const double t7 = x[13] * x[13];
    const double t8 = x[10] * x[10];
    const double t9 = x[11] * x[11];
    const double t10 = -t9;
    const double t11 = x[12] * x[12];
    const double t12 = -t11;
    const double t13 = x[10] * x[11];
    const double t14 = x[12] * x[13];
    const double t15 = x[10] * x[12];
    const double t16 = x[11] * x[13];
    const double t17 = x[7] + k[0] * (t7 + t8 + t10 + t12) + 2.0 * (k[1] * (t13 - t14)) + 2.0 * (k[2] * (t15 + t16)) -
        x[0];
    const double t18 = t7 - t8;
    const double t19 = x[11] * x[12];
    const double t20 = x[10] * x[13];
    const double t21 = x[8] + 2.0 * (k[0] * (t13 + t14)) + k[1] * (t12 + t9 + t18) + 2.0 * (k[2] * (t19 - t20)) -
        x[1];
    const double t22 = x[3] * x[4];
    const double t23 = x[5] * x[6];
    const double t24 = t22 + t23;
    const double t25 = x[9] + 2.0 * (k[0] * (t15 - t16)) + 2.0 * (k[1] * (t19 + t20)) + k[2] * (t11 + t10 + t18) -
        x[2];
    const double t26 = x[3] * x[5];
    const double t27 = x[4] * x[6];
    const double t28 = t26 - t27;
    const double t29 = x[27] * x[27];
    const double t30 = x[24] * x[24];
    const double t31 = x[25] * x[25];
    const double t32 = -t31;
    const double t33 = x[26] * x[26];
    const double t34 = -t33;
    const double t35 = x[24] * x[25];
    const double t36 = x[26] * x[27];
    const double t37 = x[24] * x[26];
    const double t38 = x[25] * x[27];
    const double t39 = x[21] + k[0] * (t29 + t30 + t32 + t34) + 2.0 * (k[1] * (t35 - t36)) + 2.0 * (k[2] * (t37 +
        t38)) - x[14];
    const double t40 = x[20] * x[20];
    const double t41 = x[17] * x[17];
    const double t42 = x[18] * x[18];
    const double t43 = -t42;
    const double t44 = x[19] * x[19];
    const double t45 = -t44;
    const double t46 = t40 + t41 + t43 + t45;
    const double t47 = t29 - t30;
    const double t48 = x[25] * x[26];
    const double t49 = x[24] * x[27];
    const double t50 = x[22] + 2.0 * (k[0] * (t35 + t36)) + k[1] * (t34 + t31 + t47) + 2.0 * (k[2] * (t48 - t49)) -
        x[15];
    const double t51 = x[17] * x[18];
    const double t52 = x[19] * x[20];
    const double t53 = t51 + t52;
    const double t54 = x[23] + 2.0 * (k[0] * (t37 - t38)) + 2.0 * (k[1] * (t48 + t49)) + k[2] * (t33 + t32 + t47) -
        x[16];
    const double t55 = x[17] * x[19];
    const double t56 = x[18] * x[20];
    const double t57 = t55 - t56;
    const double t58 = t17 * t6 + 2.0 * (t21 * t24) + 2.0 * (t25 * t28) + t39 * t46 + 2.0 * (t50 * t53) + 2.0 * (t54 *
        t57);
    const double t59 = k[3] * (t6 * t58);
    const double t60 = t22 - t23;
    const double t61 = t0 - t1;
    const double t62 = t5 + t2 + t61;
    const double t63 = x[4] * x[5];
    const double t64 = x[3] * x[6];
    const double t65 = t63 + t64;
    const double t66 = t51 - t52;
    const double t67 = t40 - t41;
    const double t68 = t45 + t42 + t67;
    const double t69 = x[18] * x[19];
    const double t70 = x[17] * x[20];
    const double t71 = t69 + t70;
    const double t72 = 2.0 * (t17 * t60) + t21 * t62 + 2.0 * (t25 * t65) + 2.0 * (t39 * t66) + t50 * t68 + 2.0 * (t54
        * t71);
    const double t73 = k[4] * (t60 * t72);
    const double t74 = t26 + t27;
    const double t75 = t63 - t64;
    const double t76 = t4 + t3 + t61;
    const double t77 = t55 + t56;
    const double t78 = t69 - t70;
    const double t79 = t44 + t43 + t67;
    const double t80 = 2.0 * (t17 * t74) + 2.0 * (t21 * t75) + t25 * t76 + 2.0 * (t39 * t77) + 2.0 * (t50 * t78) + t54
        * t79;
    const double t81 = k[5] * (t74 * t80);
    const double t82 = 1.0 / sqrt(0.25 * (k[3] * (t58 * t58)) + 0.25 * (k[4] * (t72 * t72)) + 0.25 * (k[5] * (t80 *
        t80)) + 1e-12);
    const double t83 = k[3] * (t24 * t58);
    const double t84 = k[4] * (t62 * t72);
    const double t85 = k[5] * (t75 * t80);
    const double t86 = k[3] * (t28 * t58);
    const double t87 = k[4] * (t65 * t72);
    const double t88 = k[5] * (t76 * t80);
    const double t89 = 2.0 * (x[3] * t17) + 2.0 * (x[4] * t21) + 2.0 * (x[5] * t25);
    const double t90 = x[4] * t17;
    const double t91 = x[3] * t21;
    const double t92 = x[6] * t25;
    const double t93 = 2.0 * t90 + (-2.0) * t91 + 2.0 * t92;
    const double t94 = x[5] * t17;
    const double t95 = x[6] * t21;
    const double t96 = x[3] * t25;
    const double t97 = x[6] * t17;
    const double t98 = x[5] * t21;
    const double t99 = x[4] * t25;
    const double t100 = 2.0 * t97 + 2.0 * t98 + (-2.0) * t99;
    const double t101 = (-2.0) * t94 + 2.0 * t95 + 2.0 * t96;
    const double t102 = 2.0 * (x[10] * k[0]) + 2.0 * (x[11] * k[1]) + 2.0 * (x[12] * k[2]);
    const double t103 = x[11] * k[0];
    const double t104 = x[10] * k[1];
    const double t105 = x[13] * k[2];
    const double t106 = 2.0 * t103 + (-2.0) * t104 + (-2.0) * t105;
    const double t107 = x[12] * k[0];
    const double t108 = x[13] * k[1];
    const double t109 = x[10] * k[2];
    const double t110 = 2.0 * t107 + 2.0 * t108 + (-2.0) * t109;
    const double t111 = (-2.0) * t103 + 2.0 * t104 + 2.0 * t105;
    const double t112 = x[13] * k[0];
    const double t113 = x[12] * k[1];
    const double t114 = x[11] * k[2];
    const double t115 = (-2.0) * t112 + 2.0 * t113 + (-2.0) * t114;
    const double t116 = (-2.0) * t107 + (-2.0) * t108 + 2.0 * t109;
    const double t117 = 2.0 * t112 + (-2.0) * t113 + 2.0 * t114;
    const double t118 = k[3] * (t46 * t58);
    const double t119 = k[4] * (t66 * t72);
    const double t120 = k[5] * (t77 * t80);
    const double t121 = k[3] * (t53 * t58);
    const double t122 = k[4] * (t68 * t72);
    const double t123 = k[5] * (t78 * t80);
    const double t124 = k[3] * (t57 * t58);
    const double t125 = k[4] * (t71 * t72);
    const double t126 = k[5] * (t79 * t80);
    const double t127 = 2.0 * (x[17] * t39) + 2.0 * (x[18] * t50) + 2.0 * (x[19] * t54);
    const double t128 = x[18] * t39;
    const double t129 = x[17] * t50;
    const double t130 = x[20] * t54;
    const double t131 = 2.0 * t128 + (-2.0) * t129 + 2.0 * t130;
    const double t132 = x[19] * t39;
    const double t133 = x[20] * t50;
    const double t134 = x[17] * t54;
    const double t135 = x[20] * t39;
    const double t136 = x[19] * t50;
    const double t137 = x[18] * t54;
    const double t138 = 2.0 * t135 + 2.0 * t136 + (-2.0) * t137;
    const double t139 = (-2.0) * t132 + 2.0 * t133 + 2.0 * t134;
    const double t140 = 2.0 * (x[24] * k[0]) + 2.0 * (x[25] * k[1]) + 2.0 * (x[26] * k[2]);
    const double t141 = x[25] * k[0];
    const double t142 = x[24] * k[1];
    const double t143 = x[27] * k[2];
    const double t144 = 2.0 * t141 + (-2.0) * t142 + (-2.0) * t143;
    const double t145 = x[26] * k[0];
    const double t146 = x[27] * k[1];
    const double t147 = x[24] * k[2];
    const double t148 = 2.0 * t145 + 2.0 * t146 + (-2.0) * t147;
    const double t149 = (-2.0) * t141 + 2.0 * t142 + 2.0 * t143;
    const double t150 = x[27] * k[0];
    const double t151 = x[26] * k[1];
    const double t152 = x[25] * k[2];
    const double t153 = (-2.0) * t150 + 2.0 * t151 + (-2.0) * t152;
    const double t154 = (-2.0) * t145 + (-2.0) * t146 + 2.0 * t147;
    const double t155 = 2.0 * t150 + (-2.0) * t151 + 2.0 * t152;
    out[0] = 0.5 * (((-0.5) * t59 - t73 - t81) * t82);
    out[1] = 0.5 * (t82 * ((-0.5) * t84 - t83 - t85));
    out[2] = 0.5 * (t82 * (-t86 - t87 + (-0.5) * t88));
    out[3] = 0.5 * (t82 * (0.5 * (k[3] * (t58 * t89)) + 0.5 * (k[4] * (t72 * t93)) + 0.5 * (k[5] * (t80 * (2.0 * t94 +
        (-2.0) * t95 + (-2.0) * t96)))));
    out[4] = 0.5 * (t82 * (0.5 * (k[3] * (t58 * ((-2.0) * t90 + 2.0 * t91 + (-2.0) * t92))) + 0.5 * (k[4] * (t72 *
        t89)) + 0.5 * (k[5] * (t80 * t100))));
    out[5] = 0.5 * (t82 * (0.5 * (k[3] * (t58 * t101)) + 0.5 * (k[4] * (t72 * ((-2.0) * t97 + (-2.0) * t98 + 2.0 *
        t99))) + 0.5 * (k[5] * (t80 * t89))));
    out[6] = 0.5 * (t82 * (0.5 * (k[3] * (t58 * t100)) + 0.5 * (k[4] * (t72 * t101)) + 0.5 * (k[5] * (t80 * t93))));
    out[7] = 0.5 * (t82 * (t81 + t73 + 0.5 * t59));
    out[8] = 0.5 * (t82 * (t85 + t83 + 0.5 * t84));
    out[9] = 0.5 * (t82 * (t86 + t87 + 0.5 * t88));
    out[10] = 0.5 * (t82 * (0.5 * (k[3] * (t58 * (t6 * t102 + 2.0 * (t24 * t106) + 2.0 * (t28 * t110)))) + 0.5 * (k[4]
        * (t72 * (2.0 * (t60 * t102) + t62 * t106 + 2.0 * (t65 * t110)))) + 0.5 * (k[5] * (t80 * (2.0 * (t74 * t102) +
        2.0 * (t75 * t106) + t76 * t110)))));
    out[11] = 0.5 * (t82 * (0.5 * (k[3] * (t58 * (t6 * t111 + 2.0 * (t24 * t102) + 2.0 * (t28 * t115)))) + 0.5 * (k[4]
        * (t72 * (2.0 * (t60 * t111) + t62 * t102 + 2.0 * (t65 * t115)))) + 0.5 * (k[5] * (t80 * (2.0 * (t74 * t111) +
        2.0 * (t75 * t102) + t76 * t115)))));
    out[12] = 0.5 * (t82 * (0.5 * (k[3] * (t58 * (t6 * t116 + 2.0 * (t24 * t117) + 2.0 * (t28 * t102)))) + 0.5 * (k[4]
        * (t72 * (2.0 * (t60 * t116) + t62 * t117 + 2.0 * (t65 * t102)))) + 0.5 * (k[5] * (t80 * (2.0 * (t74 * t116) +
        2.0 * (t75 * t117) + t76 * t102)))));
    out[13] = 0.5 * (t82 * (0.5 * (k[3] * (t58 * (t6 * t117 + 2.0 * (t24 * t110) + 2.0 * (t28 * t111)))) + 0.5 * (k[4]
        * (t72 * (2.0 * (t60 * t117) + t62 * t110 + 2.0 * (t65 * t111)))) + 0.5 * (k[5] * (t80 * (2.0 * (t74 * t117) +
        2.0 * (t75 * t110) + t76 * t111)))));
    out[14] = 0.5 * (t82 * ((-0.5) * t118 - t119 - t120));
    out[15] = 0.5 * (t82 * ((-0.5) * t122 - t121 - t123));
    out[16] = 0.5 * (t82 * (-t124 - t125 + (-0.5) * t126));
    out[17] = 0.5 * (t82 * (0.5 * (k[3] * (t58 * t127)) + 0.5 * (k[4] * (t72 * t131)) + 0.5 * (k[5] * (t80 * (2.0 *
        t132 + (-2.0) * t133 + (-2.0) * t134)))));
    out[18] = 0.5 * (t82 * (0.5 * (k[3] * (t58 * ((-2.0) * t128 + 2.0 * t129 + (-2.0) * t130))) + 0.5 * (k[4] * (t72 *
        t127)) + 0.5 * (k[5] * (t80 * t138))));
    out[19] = 0.5 * (t82 * (0.5 * (k[3] * (t58 * t139)) + 0.5 * (k[4] * (t72 * ((-2.0) * t135 + (-2.0) * t136 + 2.0 *
        t137))) + 0.5 * (k[5] * (t80 * t127))));
    out[20] = 0.5 * (t82 * (0.5 * (k[3] * (t58 * t138)) + 0.5 * (k[4] * (t72 * t139)) + 0.5 * (k[5] * (t80 * t131))));
    out[21] = 0.5 * (t82 * (t120 + t119 + 0.5 * t118));
    out[22] = 0.5 * (t82 * (t123 + t121 + 0.5 * t122));
    out[23] = 0.5 * (t82 * (t124 + t125 + 0.5 * t126));
    out[24] = 0.5 * (t82 * (0.5 * (k[3] * (t58 * (t46 * t140 + 2.0 * (t53 * t144) + 2.0 * (t57 * t148)))) + 0.5 *
        (k[4] * (t72 * (2.0 * (t66 * t140) + t68 * t144 + 2.0 * (t71 * t148)))) + 0.5 * (k[5] * (t80 * (2.0 * (t77 *
        t140) + 2.0 * (t78 * t144) + t79 * t148)))));
    out[25] = 0.5 * (t82 * (0.5 * (k[3] * (t58 * (t46 * t149 + 2.0 * (t53 * t140) + 2.0 * (t57 * t153)))) + 0.5 *
        (k[4] * (t72 * (2.0 * (t66 * t149) + t68 * t140 + 2.0 * (t71 * t153)))) + 0.5 * (k[5] * (t80 * (2.0 * (t77 *
        t149) + 2.0 * (t78 * t140) + t79 * t153)))));
    out[26] = 0.5 * (t82 * (0.5 * (k[3] * (t58 * (t46 * t154 + 2.0 * (t53 * t155) + 2.0 * (t57 * t140)))) + 0.5 *
        (k[4] * (t72 * (2.0 * (t66 * t154) + t68 * t155 + 2.0 * (t71 * t140)))) + 0.5 * (k[5] * (t80 * (2.0 * (t77 *
        t154) + 2.0 * (t78 * t155) + t79 * t140)))));
    out[27] = 0.5 * (t82 * (0.5 * (k[3] * (t58 * (t46 * t155 + 2.0 * (t53 * t148) + 2.0 * (t57 * t149)))) + 0.5 *
        (k[4] * (t72 * (2.0 * (t66 * t155) + t68 * t148 + 2.0 * (t71 * t149)))) + 0.5 * (k[5] * (t80 * (2.0 * (t77 *
        t155) + 2.0 * (t78 * t148) + t79 * t149)))));
}

static void apart_between_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = x[3] * x[5];
    const double t1 = x[4] * x[6];
    const double t2 = t0 + t1;
    const double t3 = x[13] * x[13];
    const double t4 = x[10] * x[10];
    const double t5 = x[11] * x[11];
    const double t6 = -t5;
    const double t7 = x[12] * x[12];
    const double t8 = -t7;
    const double t9 = x[10] * x[11];
    const double t10 = x[12] * x[13];
    const double t11 = x[10] * x[12];
    const double t12 = x[11] * x[13];
    const double t13 = x[7] + k[0] * (t3 + t4 + t6 + t8) + 2.0 * (k[1] * (t9 - t10)) + 2.0 * (k[2] * (t11 + t12)) -
        x[0];
    const double t14 = x[6] * x[6];
    const double t15 = x[3] * x[3];
    const double t16 = x[4] * x[4];
    const double t17 = -t16;
    const double t18 = x[5] * x[5];
    const double t19 = -t18;
    const double t20 = t14 + t15 + t17 + t19;
    const double t21 = t3 - t4;
    const double t22 = x[11] * x[12];
    const double t23 = x[10] * x[13];
    const double t24 = x[8] + 2.0 * (k[0] * (t9 + t10)) + k[1] * (t8 + t5 + t21) + 2.0 * (k[2] * (t22 - t23)) - x[1];
    const double t25 = x[3] * x[4];
    const double t26 = x[5] * x[6];
    const double t27 = t25 + t26;
    const double t28 = x[9] + 2.0 * (k[0] * (t11 - t12)) + 2.0 * (k[1] * (t22 + t23)) + k[2] * (t7 + t6 + t21) - x[2];
    const double t29 = t0 - t1;
    const double t30 = x[27] * x[27];
    const double t31 = x[24] * x[24];
    const double t32 = x[25] * x[25];
    const double t33 = -t32;
    const double t34 = x[26] * x[26];
    const double t35 = -t34;
    const double t36 = x[24] * x[25];
    const double t37 = x[26] * x[27];
    const double t38 = x[24] * x[26];
    const double t39 = x[25] * x[27];
    const double t40 = x[21] + k[0] * (t30 + t31 + t33 + t35) + 2.0 * (k[1] * (t36 - t37)) + 2.0 * (k[2] * (t38 +
        t39)) - x[14];
    const double t41 = x[20] * x[20];
    const double t42 = x[17] * x[17];
    const double t43 = x[18] * x[18];
    const double t44 = -t43;
    const double t45 = x[19] * x[19];
    const double t46 = -t45;
    const double t47 = t41 + t42 + t44 + t46;
    const double t48 = t30 - t31;
    const double t49 = x[25] * x[26];
    const double t50 = x[24] * x[27];
    const double t51 = x[22] + 2.0 * (k[0] * (t36 + t37)) + k[1] * (t35 + t32 + t48) + 2.0 * (k[2] * (t49 - t50)) -
        x[15];
    const double t52 = x[17] * x[18];
    const double t53 = x[19] * x[20];
    const double t54 = t52 + t53;
    const double t55 = x[23] + 2.0 * (k[0] * (t38 - t39)) + 2.0 * (k[1] * (t49 + t50)) + k[2] * (t34 + t33 + t48) -
        x[16];
    const double t56 = x[17] * x[19];
    const double t57 = x[18] * x[20];
    const double t58 = t56 - t57;
    const double t59 = t13 * t20 + 2.0 * (t24 * t27) + 2.0 * (t28 * t29) + t40 * t47 + 2.0 * (t51 * t54) + 2.0 * (t55
        * t58);
    const double t60 = t25 - t26;
    const double t61 = t14 - t15;
    const double t62 = t19 + t16 + t61;
    const double t63 = x[4] * x[5];
    const double t64 = x[3] * x[6];
    const double t65 = t63 + t64;
    const double t66 = t52 - t53;
    const double t67 = t41 - t42;
    const double t68 = t46 + t43 + t67;
    const double t69 = x[18] * x[19];
    const double t70 = x[17] * x[20];
    const double t71 = t69 + t70;
    const double t72 = 2.0 * (t13 * t60) + t24 * t62 + 2.0 * (t28 * t65) + 2.0 * (t40 * t66) + t51 * t68 + 2.0 * (t55
        * t71);
    const double t73 = t63 - t64;
    const double t74 = t18 + t17 + t61;
    const double t75 = t56 + t57;
    const double t76 = t69 - t70;
    const double t77 = t45 + t44 + t67;
    const double t78 = 2.0 * (t13 * t2) + 2.0 * (t24 * t73) + t28 * t74 + 2.0 * (t40 * t75) + 2.0 * (t51 * t76) + t55
        * t77;
    const double t79 = 1.0 / sqrt(0.25 * (k[3] * (t59 * t59)) + 0.25 * (k[4] * (t72 * t72)) + 0.25 * (k[5] * (t78 *
        t78)) + 1e-12);
    const double t80 = t79 * weights[0];
    const double t81 = k[5] * t80;
    const double t82 = t2 * t81;
    const double t83 = k[3] * (t20 * t59);
    const double t84 = k[4] * (t60 * t72);
    const double t85 = k[5] * (t2 * t78);
    const double t86 = t79 * t79;
    const double t87 = weights[0] * (((-0.5) * t83 - t84 - t85) * t79 * t86);
    const double t88 = (-2.0) * t82 + (-0.5) * (t78 * (k[5] * t87));
    const double t89 = k[4] * t80;
    const double t90 = t60 * t89;
    const double t91 = (-2.0) * t90 + (-0.5) * (t72 * (k[4] * t87));
    const double t92 = k[3] * t80;
    const double t93 = t20 * t92;
    const double t94 = (-0.5) * (t59 * (k[3] * t87)) - t93;
    const double t95 = 0.5 * (t2 * t88) + 0.5 * (t60 * t91) + 0.25 * (t20 * t94);
    const double t96 = 0.5 * (t73 * t88) + 0.25 * (t62 * t91) + 0.5 * (t27 * t94);
    const double t97 = 0.25 * (t74 * t88) + 0.5 * (t65 * t91) + 0.5 * (t29 * t94);
    const double t98 = 0.25 * (t28 * t88);
    const double t99 = 0.25 * (t24 * t91);
    const double t100 = t98 + t99;
    const double t101 = t59 * t92;
    const double t102 = -t101;
    const double t103 = 0.25 * (t102 + t13 * t94);
    const double t104 = x[3] * (t103 - t100);
    const double t105 = t24 * t88;
    const double t106 = 0.5 * (t28 * t91);
    const double t107 = (-0.5) * t105 + t106;
    const double t108 = t78 * t81;
    const double t109 = -t108;
    const double t110 = 0.5 * (t109 + t13 * t88);
    const double t111 = t28 * t94;
    const double t112 = t110 + 0.5 * t111;
    const double t113 = t72 * t89;
    const double t114 = -t113;
    const double t115 = t114 + t13 * t91;
    const double t116 = 0.5 * (t24 * t94);
    const double t117 = 0.5 * t115 + t116;
    const double t118 = x[4] * (t99 - (t98 + t103));
    const double t119 = t106 + 0.5 * t105;
    const double t120 = t110 + (-0.5) * t111;
    const double t121 = x[5] * (t98 - (t99 + t103));
    const double t122 = t116 + (-0.5) * t115;
    const double t123 = x[6] * (t100 + t103);
    const double t124 = k[2] * t97;
    const double t125 = k[1] * t96;
    const double t126 = t124 + t125;
    const double t127 = k[0] * t95;
    const double t128 = x[10] * (t127 - t126);
    const double t129 = 2.0 * (k[1] * t97);
    const double t130 = k[2] * t96;
    const double t131 = t129 + (-2.0) * t130;
    const double t132 = k[0] * t97;
    const double t133 = 2.0 * (k[2] * t95);
    const double t134 = 2.0 * t132 + t133;
    const double t135 = 2.0 * (k[0] * t96);
    const double t136 = k[1] * t95;
    const double t137 = t135 + 2.0 * t136;
    const double t138 = x[11] * (t125 - (t124 + t127));
    const double t139 = t129 + 2.0 * t130;
    const double t140 = t133 + (-2.0) * t132;
    const double t141 = x[12] * (t124 - (t125 + t127));
    const double t142 = t135 + (-2.0) * t136;
    const double t143 = x[13] * (t126 + t127);
    const double t144 = 0.5 * (t75 * t88) + 0.5 * (t66 * t91) + 0.25 * (t47 * t94);
    const double t145 = 0.5 * (t76 * t88) + 0.25 * (t68 * t91) + 0.5 * (t54 * t94);
    const double t146 = 0.25 * (t77 * t88) + 0.5 * (t71 * t91) + 0.5 * (t58 * t94);
    const double t147 = 0.25 * (t55 * t88);
    const double t148 = 0.25 * (t51 * t91);
    const double t149 = t147 + t148;
    const double t150 = 0.25 * (t40 * t94);
    const double t151 = x[17] * (t150 - t149);
    const double t152 = t51 * t88;
    const double t153 = 0.5 * (t55 * t91);
    const double t154 = (-0.5) * t152 + t153;
    const double t155 = 0.5 * (t40 * t88);
    const double t156 = t55 * t94;
    const double t157 = t155 + 0.5 * t156;
    const double t158 = t40 * t91;
    const double t159 = 0.5 * (t51 * t94);
    const double t160 = 0.5 * t158 + t159;
    const double t161 = x[18] * (t148 - (t147 + t150));
    const double t162 = t153 + 0.5 * t152;
    const double t163 = t155 + (-0.5) * t156;
    const double t164 = x[19] * (t147 - (t148 + t150));
    const double t165 = t159 + (-0.5) * t158;
    const double t166 = x[20] * (t149 + t150);
    const double t167 = k[2] * t146;
    const double t168 = k[1] * t145;
    const double t169 = t167 + t168;
    const double t170 = k[0] * t144;
    const double t171 = x[24] * (t170 - t169);
    const double t172 = 2.0 * (k[1] * t146);
    const double t173 = k[2] * t145;
    const double t174 = t172 + (-2.0) * t173;
    const double t175 = k[0] * t146;
    const double t176 = 2.0 * (k[2] * t144);
    const double t177 = 2.0 * t175 + t176;
    const double t178 = 2.0 * (k[0] * t145);
    const double t179 = k[1] * t144;
    const double t180 = t178 + 2.0 * t179;
    const double t181 = x[25] * (t168 - (t167 + t170));
    const double t182 = t172 + 2.0 * t173;
    const double t183 = t176 + (-2.0) * t175;
    const double t184 = x[26] * (t167 - (t168 + t170));
    const double t185 = t178 + (-2.0) * t179;
    const double t186 = x[27] * (t169 + t170);
    const double t187 = t73 * t81;
    const double t188 = k[3] * (t27 * t59);
    const double t189 = k[4] * (t62 * t72);
    const double t190 = k[5] * (t73 * t78);
    const double t191 = weights[0] * (t79 * ((-0.5) * t189 - t188 - t190) * t86);
    const double t192 = (-2.0) * t187 + (-0.5) * (t78 * (k[5] * t191));
    const double t193 = t62 * t89;
    const double t194 = (-0.5) * (t72 * (k[4] * t191)) - t193;
    const double t195 = t27 * t92;
    const double t196 = (-2.0) * t195 + (-0.5) * (t59 * (k[3] * t191));
    const double t197 = 0.5 * (t73 * t192) + 0.25 * (t62 * t194) + 0.5 * (t27 * t196);
    const double t198 = 0.25 * (t74 * t192) + 0.5 * (t65 * t194) + 0.5 * (t29 * t196);
    const double t199 = 0.25 * (t28 * t192);
    const double t200 = 0.25 * (t114 + t24 * t194);
    const double t201 = t199 + t200;
    const double t202 = 0.25 * (t13 * t196);
    const double t203 = x[3] * (t202 - t201);
    const double t204 = t109 + t24 * t192;
    const double t205 = 0.5 * (t28 * t194);
    const double t206 = (-0.5) * t204 + t205;
    const double t207 = 0.5 * (t13 * t192);
    const double t208 = t28 * t196;
    const double t209 = t207 + 0.5 * t208;
    const double t210 = t13 * t194;
    const double t211 = 0.5 * (t102 + t24 * t196);
    const double t212 = 0.5 * t210 + t211;
    const double t213 = x[4] * (t200 - (t199 + t202));
    const double t214 = t205 + 0.5 * t204;
    const double t215 = t207 + (-0.5) * t208;
    const double t216 = x[5] * (t199 - (t200 + t202));
    const double t217 = t211 + (-0.5) * t210;
    const double t218 = x[6] * (t201 + t202);
    const double t219 = 0.5 * (t2 * t192) + 0.5 * (t60 * t194) + 0.25 * (t20 * t196);
    const double t220 = k[2] * t198;
    const double t221 = k[1] * t197;
    const double t222 = t220 + t221;
    const double t223 = k[0] * t219;
    const double t224 = x[10] * (t223 - t222);
    const double t225 = 2.0 * (k[1] * t198);
    const double t226 = k[2] * t197;
    const double t227 = t225 + (-2.0) * t226;
    const double t228 = k[0] * t198;
    const double t229 = 2.0 * (k[2] * t219);
    const double t230 = 2.0 * t228 + t229;
    const double t231 = 2.0 * (k[0] * t197);
    const double t232 = k[1] * t219;
    const double t233 = t231 + 2.0 * t232;
    const double t234 = x[11] * (t221 - (t220 + t223));
    const double t235 = t225 + 2.0 * t226;
    const double t236 = t229 + (-2.0) * t228;
    const double t237 = x[12] * (t220 - (t221 + t223));
    const double t238 = t231 + (-2.0) * t232;
    const double t239 = x[13] * (t222 + t223);
    const double t240 = 0.5 * (t75 * t192) + 0.5 * (t66 * t194) + 0.25 * (t47 * t196);
    const double t241 = 0.5 * (t76 * t192) + 0.25 * (t68 * t194) + 0.5 * (t54 * t196);
    const double t242 = 0.25 * (t77 * t192) + 0.5 * (t71 * t194) + 0.5 * (t58 * t196);
    const double t243 = 0.25 * (t55 * t192);
    const double t244 = 0.25 * (t51 * t194);
    const double t245 = t243 + t244;
    const double t246 = 0.25 * (t40 * t196);
    const double t247 = x[17] * (t246 - t245);
    const double t248 = t51 * t192;
    const double t249 = 0.5 * (t55 * t194);
    const double t250 = (-0.5) * t248 + t249;
    const double t251 = 0.5 * (t40 * t192);
    const double t252 = t55 * t196;
    const double t253 = t251 + 0.5 * t252;
    const double t254 = t40 * t194;
    const double t255 = 0.5 * (t51 * t196);
    const double t256 = 0.5 * t254 + t255;
    const double t257 = x[18] * (t244 - (t243 + t246));
    const double t258 = t249 + 0.5 * t248;
    const double t259 = t251 + (-0.5) * t252;
    const double t260 = x[19] * (t243 - (t244 + t246));
    const double t261 = t255 + (-0.5) * t254;
    const double t262 = x[20] * (t245 + t246);
    const double t263 = k[2] * t242;
    const double t264 = k[1] * t241;
    const double t265 = t263 + t264;
    const double t266 = k[0] * t240;
    const double t267 = x[24] * (t266 - t265);
    const double t268 = 2.0 * (k[1] * t242);
    const double t269 = k[2] * t241;
    const double t270 = t268 + (-2.0) * t269;
    const double t271 = k[0] * t242;
    const double t272 = 2.0 * (k[2] * t240);
    const double t273 = 2.0 * t271 + t272;
    const double t274 = 2.0 * (k[0] * t241);
    const double t275 = k[1] * t240;
    const double t276 = t274 + 2.0 * t275;
    const double t277 = x[25] * (t264 - (t263 + t266));
    const double t278 = t268 + 2.0 * t269;
    const double t279 = t272 + (-2.0) * t271;
    const double t280 = x[26] * (t263 - (t264 + t266));
    const double t281 = t274 + (-2.0) * t275;
    const double t282 = x[27] * (t265 + t266);
    const double t283 = t74 * t81;
    const double t284 = k[3] * (t29 * t59);
    const double t285 = k[4] * (t65 * t72);
    const double t286 = k[5] * (t74 * t78);
    const double t287 = weights[0] * (t79 * (-t284 - t285 + (-0.5) * t286) * t86);
    const double t288 = (-0.5) * (t78 * (k[5] * t287)) - t283;
    const double t289 = t65 * t89;
    const double t290 = (-2.0) * t289 + (-0.5) * (t72 * (k[4] * t287));
    const double t291 = t29 * t92;
    const double t292 = (-2.0) * t291 + (-0.5) * (t59 * (k[3] * t287));
    const double t293 = 0.25 * (t74 * t288) + 0.5 * (t65 * t290) + 0.5 * (t29 * t292);
    const double t294 = 0.25 * (t109 + t28 * t288);
    const double t295 = 0.25 * (t24 * t290);
    const double t296 = t294 + t295;
    const double t297 = 0.25 * (t13 * t292);
    const double t298 = x[3] * (t297 - t296);
    const double t299 = t24 * t288;
    const double t300 = 0.5 * (t114 + t28 * t290);
    const double t301 = (-0.5) * t299 + t300;
    const double t302 = 0.5 * (t13 * t288);
    const double t303 = t102 + t28 * t292;
    const double t304 = t302 + 0.5 * t303;
    const double t305 = t13 * t290;
    const double t306 = 0.5 * (t24 * t292);
    const double t307 = 0.5 * t305 + t306;
    const double t308 = x[4] * (t295 - (t294 + t297));
    const double t309 = t300 + 0.5 * t299;
    const double t310 = t302 + (-0.5) * t303;
    const double t311 = x[5] * (t294 - (t295 + t297));
    const double t312 = t306 + (-0.5) * t305;
    const double t313 = x[6] * (t296 + t297);
    const double t314 = 0.5 * (t2 * t288) + 0.5 * (t60 * t290) + 0.25 * (t20 * t292);
    const double t315 = 0.5 * (t73 * t288) + 0.25 * (t62 * t290) + 0.5 * (t27 * t292);
    const double t316 = k[2] * t293;
    const double t317 = k[1] * t315;
    const double t318 = t316 + t317;
    const double t319 = k[0] * t314;
    const double t320 = x[10] * (t319 - t318);
    const double t321 = 2.0 * (k[1] * t293);
    const double t322 = k[2] * t315;
    const double t323 = t321 + (-2.0) * t322;
    const double t324 = k[0] * t293;
    const double t325 = 2.0 * (k[2] * t314);
    const double t326 = 2.0 * t324 + t325;
    const double t327 = 2.0 * (k[0] * t315);
    const double t328 = k[1] * t314;
    const double t329 = t327 + 2.0 * t328;
    const double t330 = x[11] * (t317 - (t316 + t319));
    const double t331 = t321 + 2.0 * t322;
    const double t332 = t325 + (-2.0) * t324;
    const double t333 = x[12] * (t316 - (t317 + t319));
    const double t334 = t327 + (-2.0) * t328;
    const double t335 = x[13] * (t318 + t319);
    const double t336 = 0.5 * (t75 * t288) + 0.5 * (t66 * t290) + 0.25 * (t47 * t292);
    const double t337 = 0.5 * (t76 * t288) + 0.25 * (t68 * t290) + 0.5 * (t54 * t292);
    const double t338 = 0.25 * (t77 * t288) + 0.5 * (t71 * t290) + 0.5 * (t58 * t292);
    const double t339 = 0.25 * (t55 * t288);
    const double t340 = 0.25 * (t51 * t290);
    const double t341 = t339 + t340;
    const double t342 = 0.25 * (t40 * t292);
    const double t343 = x[17] * (t342 - t341);
    const double t344 = t51 * t288;
    const double t345 = 0.5 * (t55 * t290);
    const double t346 = (-0.5) * t344 + t345;
    const double t347 = 0.5 * (t40 * t288);
    const double t348 = t55 * t292;
    const double t349 = t347 + 0.5 * t348;
    const double t350 = t40 * t290;
    const double t351 = 0.5 * (t51 * t292);
    const double t352 = 0.5 * t350 + t351;
    const double t353 = x[18] * (t340 - (t339 + t342));
    const double t354 = t345 + 0.5 * t344;
    const double t355 = t347 + (-0.5) * t348;
    const double t356 = x[19] * (t339 - (t340 + t342));
    const double t357 = t351 + (-0.5) * t350;
    const double t358 = x[20] * (t341 + t342);
    const double t359 = k[2] * t338;
    const double t360 = k[1] * t337;
    const double t361 = t359 + t360;
    const double t362 = k[0] * t336;
    const double t363 = x[24] * (t362 - t361);
    const double t364 = 2.0 * (k[1] * t338);
    const double t365 = k[2] * t337;
    const double t366 = t364 + (-2.0) * t365;
    const double t367 = k[0] * t338;
    const double t368 = 2.0 * (k[2] * t336);
    const double t369 = 2.0 * t367 + t368;
    const double t370 = 2.0 * (k[0] * t337);
    const double t371 = k[1] * t336;
    const double t372 = t370 + 2.0 * t371;
    const double t373 = x[25] * (t360 - (t359 + t362));
    const double t374 = t364 + 2.0 * t365;
    const double t375 = t368 + (-2.0) * t367;
    const double t376 = x[26] * (t359 - (t360 + t362));
    const double t377 = t370 + (-2.0) * t371;
    const double t378 = x[27] * (t361 + t362);
    const double t379 = 0.25 * (t28 * t108);
    const double t380 = 0.25 * (t24 * t113);
    const double t381 = t379 + t380;
    const double t382 = 0.25 * (t13 * t101);
    const double t383 = x[5] * t13;
    const double t384 = x[6] * t24;
    const double t385 = x[3] * t28;
    const double t386 = 2.0 * t383 + (-2.0) * t384 + (-2.0) * t385;
    const double t387 = 2.0 * (x[3] * t13) + 2.0 * (x[4] * t24) + 2.0 * (x[5] * t28);
    const double t388 = x[4] * t13;
    const double t389 = x[3] * t24;
    const double t390 = x[6] * t28;
    const double t391 = 2.0 * t388 + (-2.0) * t389 + 2.0 * t390;
    const double t392 = weights[0] * (t79 * (0.5 * (k[3] * (t59 * t387)) + 0.5 * (k[4] * (t72 * t391)) + 0.5 * (k[5] *
        (t78 * t386))) * t86);
    const double t393 = t386 * t81 + (-0.5) * (t78 * (k[5] * t392));
    const double t394 = 0.25 * (t28 * t393);
    const double t395 = t391 * t89 + (-0.5) * (t72 * (k[4] * t392));
    const double t396 = 0.25 * (t24 * t395);
    const double t397 = t394 + t396;
    const double t398 = t387 * t92 + (-0.5) * (t59 * (k[3] * t392));
    const double t399 = 0.25 * (t13 * t398);
    const double t400 = t382 - t381 + x[3] * (t399 - t397);
    const double t401 = t24 * t393;
    const double t402 = 0.5 * (t28 * t395);
    const double t403 = (-0.5) * t401 + t402;
    const double t404 = 0.5 * (t13 * t393);
    const double t405 = t28 * t398;
    const double t406 = t404 + 0.5 * t405;
    const double t407 = t13 * t395;
    const double t408 = 0.5 * (t24 * t398);
    const double t409 = 0.5 * t407 + t408;
    const double t410 = x[4] * (t396 - (t394 + t399));
    const double t411 = t402 + 0.5 * t401;
    const double t412 = t404 + (-0.5) * t405;
    const double t413 = t13 * t113;
    const double t414 = 0.5 * (t24 * t101);
    const double t415 = x[5] * (t394 - (t396 + t399));
    const double t416 = 0.5 * (t13 * t108);
    const double t417 = t28 * t101;
    const double t418 = t408 + (-0.5) * t407;
    const double t419 = x[6] * (t397 + t399);
    const double t420 = t24 * t108;
    const double t421 = 0.5 * (t28 * t113);
    const double t422 = x[5] * t108;
    const double t423 = x[4] * t113;
    const double t424 = x[3] * t101;
    const double t425 = 0.5 * (t422 + t2 * t393) + 0.5 * (t423 + t60 * t395) + 0.25 * (2.0 * t424 + t20 * t398);
    const double t426 = x[6] * t108;
    const double t427 = x[3] * t113;
    const double t428 = x[4] * t101;
    const double t429 = 0.5 * (t73 * t393 - t426) + 0.25 * ((-2.0) * t427 + t62 * t395) + 0.5 * (t428 + t27 * t398);
    const double t430 = x[3] * t108;
    const double t431 = x[6] * t113;
    const double t432 = x[5] * t101;
    const double t433 = 0.25 * ((-2.0) * t430 + t74 * t393) + 0.5 * (t431 + t65 * t395) + 0.5 * (t432 + t29 * t398);
    const double t434 = k[2] * t433;
    const double t435 = k[1] * t429;
    const double t436 = t434 + t435;
    const double t437 = k[0] * t425;
    const double t438 = x[10] * (t437 - t436);
    const double t439 = 2.0 * (k[1] * t433);
    const double t440 = k[2] * t429;
    const double t441 = t439 + (-2.0) * t440;
    const double t442 = k[0] * t433;
    const double t443 = 2.0 * (k[2] * t425);
    const double t444 = 2.0 * t442 + t443;
    const double t445 = 2.0 * (k[0] * t429);
    const double t446 = k[1] * t425;
    const double t447 = t445 + 2.0 * t446;
    const double t448 = x[11] * (t435 - (t434 + t437));
    const double t449 = t439 + 2.0 * t440;
    const double t450 = t443 + (-2.0) * t442;
    const double t451 = x[12] * (t434 - (t435 + t437));
    const double t452 = t445 + (-2.0) * t446;
    const double t453 = x[13] * (t436 + t437);
    const double t454 = 0.5 * (t75 * t393) + 0.5 * (t66 * t395) + 0.25 * (t47 * t398);
    const double t455 = 0.5 * (t76 * t393) + 0.25 * (t68 * t395) + 0.5 * (t54 * t398);
    const double t456 = 0.25 * (t77 * t393) + 0.5 * (t71 * t395) + 0.5 * (t58 * t398);
    const double t457 = 0.25 * (t55 * t393);
    const double t458 = 0.25 * (t51 * t395);
    const double t459 = t457 + t458;
    const double t460 = 0.25 * (t40 * t398);
    const double t461 = x[17] * (t460 - t459);
    const double t462 = t51 * t393;
    const double t463 = 0.5 * (t55 * t395);
    const double t464 = (-0.5) * t462 + t463;
    const double t465 = 0.5 * (t40 * t393);
    const double t466 = t55 * t398;
    const double t467 = t465 + 0.5 * t466;
    const double t468 = t40 * t395;
    const double t469 = 0.5 * (t51 * t398);
    const double t470 = 0.5 * t468 + t469;
    const double t471 = x[18] * (t458 - (t457 + t460));
    const double t472 = t463 + 0.5 * t462;
    const double t473 = t465 + (-0.5) * t466;
    const double t474 = x[19] * (t457 - (t458 + t460));
    const double t475 = t469 + (-0.5) * t468;
    const double t476 = x[20] * (t459 + t460);
    const double t477 = k[2] * t456;
    const double t478 = k[1] * t455;
    const double t479 = t477 + t478;
    const double t480 = k[0] * t454;
    const double t481 = x[24] * (t480 - t479);
    const double t482 = 2.0 * (k[1] * t456);
    const double t483 = k[2] * t455;
    const double t484 = t482 + (-2.0) * t483;
    const double t485 = k[0] * t456;
    const double t486 = 2.0 * (k[2] * t454);
    const double t487 = 2.0 * t485 + t486;
    const double t488 = 2.0 * (k[0] * t455);
    const double t489 = k[1] * t454;
    const double t490 = t488 + 2.0 * t489;
    const double t491 = x[25] * (t478 - (t477 + t480));
    const double t492 = t482 + 2.0 * t483;
    const double t493 = t486 + (-2.0) * t485;
    const double t494 = x[26] * (t477 - (t478 + t480));
    const double t495 = t488 + (-2.0) * t489;
    const double t496 = x[27] * (t479 + t480);
    const double t497 = (-2.0) * t388 + 2.0 * t389 + (-2.0) * t390;
    const double t498 = x[6] * t13;
    const double t499 = x[5] * t24;
    const double t500 = x[4] * t28;
    const double t501 = 2.0 * t498 + 2.0 * t499 + (-2.0) * t500;
    const double t502 = weights[0] * (t79 * (0.5 * (k[3] * (t59 * t497)) + 0.5 * (k[4] * (t72 * t387)) + 0.5 * (k[5] *
        (t78 * t501))) * t86);
    const double t503 = t387 * t89 + (-0.5) * (t72 * (k[4] * t502));
    const double t504 = 0.25 * (t24 * t503);
    const double t505 = t501 * t81 + (-0.5) * (t78 * (k[5] * t502));
    const double t506 = 0.25 * (t28 * t505);
    const double t507 = t497 * t92 + (-0.5) * (t59 * (k[3] * t502));
    const double t508 = 0.25 * (t13 * t507);
    const double t509 = t380 - (t379 + t382) + x[4] * (t504 - (t506 + t508));
    const double t510 = t24 * t505;
    const double t511 = 0.5 * (t28 * t503);
    const double t512 = 0.5 * t510 + t511;
    const double t513 = 0.5 * (t13 * t505);
    const double t514 = t28 * t507;
    const double t515 = t513 + (-0.5) * t514;
    const double t516 = t13 * t503;
    const double t517 = 0.5 * (t24 * t507);
    const double t518 = x[5] * (t506 - (t504 + t508));
    const double t519 = t517 + (-0.5) * t516;
    const double t520 = x[6] * (t508 + t504 + t506);
    const double t521 = 0.5 * (t426 + t2 * t505) + 0.5 * (t427 + t60 * t503) + 0.25 * ((-2.0) * t428 + t20 * t507);
    const double t522 = 0.5 * (t422 + t73 * t505) + 0.25 * (2.0 * t423 + t62 * t503) + 0.5 * (t424 + t27 * t507);
    const double t523 = x[4] * t108;
    const double t524 = x[5] * t113;
    const double t525 = x[6] * t101;
    const double t526 = 0.25 * ((-2.0) * t523 + t74 * t505) + 0.5 * (t524 + t65 * t503) + 0.5 * (t29 * t507 - t525);
    const double t527 = k[2] * t526;
    const double t528 = k[1] * t522;
    const double t529 = t527 + t528;
    const double t530 = k[0] * t521;
    const double t531 = x[10] * (t530 - t529);
    const double t532 = 2.0 * (k[1] * t526);
    const double t533 = k[2] * t522;
    const double t534 = t532 + (-2.0) * t533;
    const double t535 = k[0] * t526;
    const double t536 = 2.0 * (k[2] * t521);
    const double t537 = 2.0 * t535 + t536;
    const double t538 = 2.0 * (k[0] * t522);
    const double t539 = k[1] * t521;
    const double t540 = t538 + 2.0 * t539;
    const double t541 = x[11] * (t528 - (t527 + t530));
    const double t542 = t532 + 2.0 * t533;
    const double t543 = t536 + (-2.0) * t535;
    const double t544 = x[12] * (t527 - (t528 + t530));
    const double t545 = t538 + (-2.0) * t539;
    const double t546 = x[13] * (t529 + t530);
    const double t547 = 0.5 * (t75 * t505) + 0.5 * (t66 * t503) + 0.25 * (t47 * t507);
    const double t548 = 0.5 * (t76 * t505) + 0.25 * (t68 * t503) + 0.5 * (t54 * t507);
    const double t549 = 0.25 * (t77 * t505) + 0.5 * (t71 * t503) + 0.5 * (t58 * t507);
    const double t550 = 0.25 * (t55 * t505);
    const double t551 = 0.25 * (t51 * t503);
    const double t552 = t550 + t551;
    const double t553 = 0.25 * (t40 * t507);
    const double t554 = x[17] * (t553 - t552);
    const double t555 = t51 * t505;
    const double t556 = 0.5 * (t55 * t503);
    const double t557 = (-0.5) * t555 + t556;
    const double t558 = 0.5 * (t40 * t505);
    const double t559 = t55 * t507;
    const double t560 = t558 + 0.5 * t559;
    const double t561 = t40 * t503;
    const double t562 = 0.5 * (t51 * t507);
    const double t563 = 0.5 * t561 + t562;
    const double t564 = x[18] * (t551 - (t550 + t553));
    const double t565 = t556 + 0.5 * t555;
    const double t566 = t558 + (-0.5) * t559;
    const double t567 = x[19] * (t550 - (t551 + t553));
    const double t568 = t562 + (-0.5) * t561;
    const double t569 = x[20] * (t552 + t553);
    const double t570 = k[2] * t549;
    const double t571 = k[1] * t548;
    const double t572 = t570 + t571;
    const double t573 = k[0] * t547;
    const double t574 = x[24] * (t573 - t572);
    const double t575 = 2.0 * (k[1] * t549);
    const double t576 = k[2] * t548;
    const double t577 = t575 + (-2.0) * t576;
    const double t578 = k[0] * t549;
    const double t579 = 2.0 * (k[2] * t547);
    const double t580 = 2.0 * t578 + t579;
    const double t581 = 2.0 * (k[0] * t548);
    const double t582 = k[1] * t547;
    const double t583 = t581 + 2.0 * t582;
    const double t584 = x[25] * (t571 - (t570 + t573));
    const double t585 = t575 + 2.0 * t576;
    const double t586 = t579 + (-2.0) * t578;
    const double t587 = x[26] * (t570 - (t571 + t573));
    const double t588 = t581 + (-2.0) * t582;
    const double t589 = x[27] * (t572 + t573);
    const double t590 = (-2.0) * t383 + 2.0 * t384 + 2.0 * t385;
    const double t591 = (-2.0) * t498 + (-2.0) * t499 + 2.0 * t500;
    const double t592 = weights[0] * (t79 * (0.5 * (k[3] * (t59 * t590)) + 0.5 * (k[4] * (t72 * t591)) + 0.5 * (k[5] *
        (t78 * t387))) * t86);
    const double t593 = t387 * t81 + (-0.5) * (t78 * (k[5] * t592));
    const double t594 = 0.25 * (t28 * t593);
    const double t595 = t591 * t89 + (-0.5) * (t72 * (k[4] * t592));
    const double t596 = 0.25 * (t24 * t595);
    const double t597 = t590 * t92 + (-0.5) * (t59 * (k[3] * t592));
    const double t598 = 0.25 * (t13 * t597);
    const double t599 = t379 - (t380 + t382) + x[5] * (t594 - (t596 + t598));
    const double t600 = t24 * t593;
    const double t601 = 0.5 * (t28 * t595);
    const double t602 = 0.5 * (t13 * t593);
    const double t603 = t28 * t597;
    const double t604 = (-0.5) * (t13 * t595) + 0.5 * (t24 * t597);
    const double t605 = x[6] * (t598 + t594 + t596);
    const double t606 = 0.5 * (t430 + t2 * t593) + 0.5 * (t60 * t595 - t431) + 0.25 * ((-2.0) * t432 + t20 * t597);
    const double t607 = 0.5 * (t523 + t73 * t593) + 0.25 * ((-2.0) * t524 + t62 * t595) + 0.5 * (t525 + t27 * t597);
    const double t608 = 0.25 * (2.0 * t422 + t74 * t593) + 0.5 * (t423 + t65 * t595) + 0.5 * (t424 + t29 * t597);
    const double t609 = k[2] * t608;
    const double t610 = k[1] * t607;
    const double t611 = t609 + t610;
    const double t612 = k[0] * t606;
    const double t613 = x[10] * (t612 - t611);
    const double t614 = 2.0 * (k[1] * t608);
    const double t615 = k[2] * t607;
    const double t616 = t614 + (-2.0) * t615;
    const double t617 = k[0] * t608;
    const double t618 = 2.0 * (k[2] * t606);
    const double t619 = 2.0 * t617 + t618;
    const double t620 = 2.0 * (k[0] * t607);
    const double t621 = k[1] * t606;
    const double t622 = t620 + 2.0 * t621;
    const double t623 = x[11] * (t610 - (t609 + t612));
    const double t624 = t614 + 2.0 * t615;
    const double t625 = t618 + (-2.0) * t617;
    const double t626 = x[12] * (t609 - (t610 + t612));
    const double t627 = t620 + (-2.0) * t621;
    const double t628 = x[13] * (t611 + t612);
    const double t629 = 0.5 * (t75 * t593) + 0.5 * (t66 * t595) + 0.25 * (t47 * t597);
    const double t630 = 0.5 * (t76 * t593) + 0.25 * (t68 * t595) + 0.5 * (t54 * t597);
    const double t631 = 0.25 * (t77 * t593) + 0.5 * (t71 * t595) + 0.5 * (t58 * t597);
    const double t632 = 0.25 * (t55 * t593);
    const double t633 = 0.25 * (t51 * t595);
    const double t634 = t632 + t633;
    const double t635 = 0.25 * (t40 * t597);
    const double t636 = x[17] * (t635 - t634);
    const double t637 = t51 * t593;
    const double t638 = 0.5 * (t55 * t595);
    const double t639 = (-0.5) * t637 + t638;
    const double t640 = 0.5 * (t40 * t593);
    const double t641 = t55 * t597;
    const double t642 = t640 + 0.5 * t641;
    const double t643 = t40 * t595;
    const double t644 = 0.5 * (t51 * t597);
    const double t645 = 0.5 * t643 + t644;
    const double t646 = x[18] * (t633 - (t632 + t635));
    const double t647 = t638 + 0.5 * t637;
    const double t648 = t640 + (-0.5) * t641;
    const double t649 = x[19] * (t632 - (t633 + t635));
    const double t650 = t644 + (-0.5) * t643;
    const double t651 = x[20] * (t634 + t635);
    const double t652 = k[2] * t631;
    const double t653 = k[1] * t630;
    const double t654 = t652 + t653;
    const double t655 = k[0] * t629;
    const double t656 = x[24] * (t655 - t654);
    const double t657 = 2.0 * (k[1] * t631);
    const double t658 = k[2] * t630;
    const double t659 = t657 + (-2.0) * t658;
    const double t660 = k[0] * t631;
    const double t661 = 2.0 * (k[2] * t629);
    const double t662 = 2.0 * t660 + t661;
    const double t663 = 2.0 * (k[0] * t630);
    const double t664 = k[1] * t629;
    const double t665 = t663 + 2.0 * t664;
    const double t666 = x[25] * (t653 - (t652 + t655));
    const double t667 = t657 + 2.0 * t658;
    const double t668 = t661 + (-2.0) * t660;
    const double t669 = x[26] * (t652 - (t653 + t655));
    const double t670 = t663 + (-2.0) * t664;
    const double t671 = x[27] * (t654 + t655);
    const double t672 = weights[0] * (t79 * (0.5 * (k[3] * (t59 * t501)) + 0.5 * (k[4] * (t72 * t590)) + 0.5 * (k[5] *
        (t78 * t391))) * t86);
    const double t673 = t391 * t81 + (-0.5) * (t78 * (k[5] * t672));
    const double t674 = t590 * t89 + (-0.5) * (t72 * (k[4] * t672));
    const double t675 = t501 * t92 + (-0.5) * (t59 * (k[3] * t672));
    const double t676 = t381 + t382 + x[6] * (0.25 * (t28 * t673) + 0.25 * (t24 * t674) + 0.25 * (t13 * t675));
    const double t677 = 0.5 * (t523 + t2 * t673) + 0.5 * (t60 * t674 - t524) + 0.25 * (2.0 * t525 + t20 * t675);
    const double t678 = 0.5 * (t73 * t673 - t430) + 0.25 * (2.0 * t431 + t62 * t674) + 0.5 * (t432 + t27 * t675);
    const double t679 = 0.25 * (2.0 * t426 + t74 * t673) + 0.5 * (t427 + t65 * t674) + 0.5 * (t29 * t675 - t428);
    const double t680 = k[2] * t679;
    const double t681 = k[1] * t678;
    const double t682 = t680 + t681;
    const double t683 = k[0] * t677;
    const double t684 = x[10] * (t683 - t682);
    const double t685 = 2.0 * (k[1] * t679);
    const double t686 = k[2] * t678;
    const double t687 = t685 + (-2.0) * t686;
    const double t688 = k[0] * t679;
    const double t689 = 2.0 * (k[2] * t677);
    const double t690 = 2.0 * t688 + t689;
    const double t691 = 2.0 * (k[0] * t678);
    const double t692 = k[1] * t677;
    const double t693 = t691 + 2.0 * t692;
    const double t694 = x[11] * (t681 - (t680 + t683));
    const double t695 = t685 + 2.0 * t686;
    const double t696 = t689 + (-2.0) * t688;
    const double t697 = x[12] * (t680 - (t681 + t683));
    const double t698 = t691 + (-2.0) * t692;
    const double t699 = x[13] * (t682 + t683);
    const double t700 = 0.5 * (t75 * t673) + 0.5 * (t66 * t674) + 0.25 * (t47 * t675);
    const double t701 = 0.5 * (t76 * t673) + 0.25 * (t68 * t674) + 0.5 * (t54 * t675);
    const double t702 = 0.25 * (t77 * t673) + 0.5 * (t71 * t674) + 0.5 * (t58 * t675);
    const double t703 = 0.25 * (t55 * t673);
    const double t704 = 0.25 * (t51 * t674);
    const double t705 = t703 + t704;
    const double t706 = 0.25 * (t40 * t675);
    const double t707 = x[17] * (t706 - t705);
    const double t708 = t51 * t673;
    const double t709 = 0.5 * (t55 * t674);
    const double t710 = (-0.5) * t708 + t709;
    const double t711 = 0.5 * (t40 * t673);
    const double t712 = t55 * t675;
    const double t713 = t711 + 0.5 * t712;
    const double t714 = t40 * t674;
    const double t715 = 0.5 * (t51 * t675);
    const double t716 = 0.5 * t714 + t715;
    const double t717 = x[18] * (t704 - (t703 + t706));
    const double t718 = t709 + 0.5 * t708;
    const double t719 = t711 + (-0.5) * t712;
    const double t720 = x[19] * (t703 - (t704 + t706));
    const double t721 = t715 + (-0.5) * t714;
    const double t722 = x[20] * (t705 + t706);
    const double t723 = k[2] * t702;
    const double t724 = k[1] * t701;
    const double t725 = t723 + t724;
    const double t726 = k[0] * t700;
    const double t727 = x[24] * (t726 - t725);
    const double t728 = 2.0 * (k[1] * t702);
    const double t729 = k[2] * t701;
    const double t730 = t728 + (-2.0) * t729;
    const double t731 = k[0] * t702;
    const double t732 = 2.0 * (k[2] * t700);
    const double t733 = 2.0 * t731 + t732;
    const double t734 = 2.0 * (k[0] * t701);
    const double t735 = k[1] * t700;
    const double t736 = t734 + 2.0 * t735;
    const double t737 = x[25] * (t724 - (t723 + t726));
    const double t738 = t728 + 2.0 * t729;
    const double t739 = t732 + (-2.0) * t731;
    const double t740 = x[26] * (t723 - (t724 + t726));
    const double t741 = t734 + (-2.0) * t735;
    const double t742 = x[27] * (t725 + t726);
    const double t743 = weights[0] * (t79 * (t85 + t84 + 0.5 * t83) * t86);
    const double t744 = 2.0 * t82 + (-0.5) * (t78 * (k[5] * t743));
    const double t745 = 2.0 * t90 + (-0.5) * (t72 * (k[4] * t743));
    const double t746 = t93 + (-0.5) * (t59 * (k[3] * t743));
    const double t747 = 0.5 * (t2 * t744) + 0.5 * (t60 * t745) + 0.25 * (t20 * t746);
    const double t748 = 0.5 * (t73 * t744) + 0.25 * (t62 * t745) + 0.5 * (t27 * t746);
    const double t749 = 0.25 * (t74 * t744) + 0.5 * (t65 * t745) + 0.5 * (t29 * t746);
    const double t750 = k[2] * t749;
    const double t751 = k[1] * t748;
    const double t752 = t750 + t751;
    const double t753 = k[0] * t747;
    const double t754 = x[10] * (t753 - t752);
    const double t755 = 2.0 * (k[1] * t749);
    const double t756 = k[2] * t748;
    const double t757 = t755 + (-2.0) * t756;
    const double t758 = k[0] * t749;
    const double t759 = 2.0 * (k[2] * t747);
    const double t760 = 2.0 * t758 + t759;
    const double t761 = 2.0 * (k[0] * t748);
    const double t762 = k[1] * t747;
    const double t763 = t761 + 2.0 * t762;
    const double t764 = x[11] * (t751 - (t750 + t753));
    const double t765 = t755 + 2.0 * t756;
    const double t766 = t759 + (-2.0) * t758;
    const double t767 = x[12] * (t750 - (t751 + t753));
    const double t768 = t761 + (-2.0) * t762;
    const double t769 = x[13] * (t752 + t753);
    const double t770 = 0.5 * (t75 * t744) + 0.5 * (t66 * t745) + 0.25 * (t47 * t746);
    const double t771 = 0.5 * (t76 * t744) + 0.25 * (t68 * t745) + 0.5 * (t54 * t746);
    const double t772 = 0.25 * (t77 * t744) + 0.5 * (t71 * t745) + 0.5 * (t58 * t746);
    const double t773 = 0.25 * (t55 * t744);
    const double t774 = 0.25 * (t51 * t745);
    const double t775 = t773 + t774;
    const double t776 = 0.25 * (t40 * t746);
    const double t777 = x[17] * (t776 - t775);
    const double t778 = t51 * t744;
    const double t779 = 0.5 * (t55 * t745);
    const double t780 = (-0.5) * t778 + t779;
    const double t781 = 0.5 * (t40 * t744);
    const double t782 = t55 * t746;
    const double t783 = t781 + 0.5 * t782;
    const double t784 = t40 * t745;
    const double t785 = 0.5 * (t51 * t746);
    const double t786 = 0.5 * t784 + t785;
    const double t787 = x[18] * (t774 - (t773 + t776));
    const double t788 = t779 + 0.5 * t778;
    const double t789 = t781 + (-0.5) * t782;
    const double t790 = x[19] * (t773 - (t774 + t776));
    const double t791 = t785 + (-0.5) * t784;
    const double t792 = x[20] * (t775 + t776);
    const double t793 = k[2] * t772;
    const double t794 = k[1] * t771;
    const double t795 = t793 + t794;
    const double t796 = k[0] * t770;
    const double t797 = x[24] * (t796 - t795);
    const double t798 = 2.0 * (k[1] * t772);
    const double t799 = k[2] * t771;
    const double t800 = t798 + (-2.0) * t799;
    const double t801 = k[0] * t772;
    const double t802 = 2.0 * (k[2] * t770);
    const double t803 = 2.0 * t801 + t802;
    const double t804 = 2.0 * (k[0] * t771);
    const double t805 = k[1] * t770;
    const double t806 = t804 + 2.0 * t805;
    const double t807 = x[25] * (t794 - (t793 + t796));
    const double t808 = t798 + 2.0 * t799;
    const double t809 = t802 + (-2.0) * t801;
    const double t810 = x[26] * (t793 - (t794 + t796));
    const double t811 = t804 + (-2.0) * t805;
    const double t812 = x[27] * (t795 + t796);
    const double t813 = weights[0] * (t79 * (t190 + t188 + 0.5 * t189) * t86);
    const double t814 = 2.0 * t187 + (-0.5) * (t78 * (k[5] * t813));
    const double t815 = t193 + (-0.5) * (t72 * (k[4] * t813));
    const double t816 = 2.0 * t195 + (-0.5) * (t59 * (k[3] * t813));
    const double t817 = 0.5 * (t73 * t814) + 0.25 * (t62 * t815) + 0.5 * (t27 * t816);
    const double t818 = 0.25 * (t74 * t814) + 0.5 * (t65 * t815) + 0.5 * (t29 * t816);
    const double t819 = k[2] * t818;
    const double t820 = k[1] * t817;
    const double t821 = t819 + t820;
    const double t822 = 0.5 * (t2 * t814) + 0.5 * (t60 * t815) + 0.25 * (t20 * t816);
    const double t823 = k[0] * t822;
    const double t824 = x[10] * (t823 - t821);
    const double t825 = 2.0 * (k[1] * t818);
    const double t826 = k[2] * t817;
    const double t827 = t825 + (-2.0) * t826;
    const double t828 = k[0] * t818;
    const double t829 = 2.0 * (k[2] * t822);
    const double t830 = 2.0 * t828 + t829;
    const double t831 = 2.0 * (k[0] * t817);
    const double t832 = k[1] * t822;
    const double t833 = t831 + 2.0 * t832;
    const double t834 = x[11] * (t820 - (t819 + t823));
    const double t835 = t825 + 2.0 * t826;
    const double t836 = t829 + (-2.0) * t828;
    const double t837 = x[12] * (t819 - (t820 + t823));
    const double t838 = t831 + (-2.0) * t832;
    const double t839 = x[13] * (t821 + t823);
    const double t840 = 0.5 * (t75 * t814) + 0.5 * (t66 * t815) + 0.25 * (t47 * t816);
    const double t841 = 0.5 * (t76 * t814) + 0.25 * (t68 * t815) + 0.5 * (t54 * t816);
    const double t842 = 0.25 * (t77 * t814) + 0.5 * (t71 * t815) + 0.5 * (t58 * t816);
    const double t843 = 0.25 * (t55 * t814);
    const double t844 = 0.25 * (t51 * t815);
    const double t845 = t843 + t844;
    const double t846 = 0.25 * (t40 * t816);
    const double t847 = x[17] * (t846 - t845);
    const double t848 = t51 * t814;
    const double t849 = 0.5 * (t55 * t815);
    const double t850 = (-0.5) * t848 + t849;
    const double t851 = 0.5 * (t40 * t814);
    const double t852 = t55 * t816;
    const double t853 = t851 + 0.5 * t852;
    const double t854 = t40 * t815;
    const double t855 = 0.5 * (t51 * t816);
    const double t856 = 0.5 * t854 + t855;
    const double t857 = x[18] * (t844 - (t843 + t846));
    const double t858 = t849 + 0.5 * t848;
    const double t859 = t851 + (-0.5) * t852;
    const double t860 = x[19] * (t843 - (t844 + t846));
    const double t861 = t855 + (-0.5) * t854;
    const double t862 = x[20] * (t845 + t846);
    const double t863 = k[2] * t842;
    const double t864 = k[1] * t841;
    const double t865 = t863 + t864;
    const double t866 = k[0] * t840;
    const double t867 = x[24] * (t866 - t865);
    const double t868 = 2.0 * (k[1] * t842);
    const double t869 = k[2] * t841;
    const double t870 = t868 + (-2.0) * t869;
    const double t871 = k[0] * t842;
    const double t872 = 2.0 * (k[2] * t840);
    const double t873 = 2.0 * t871 + t872;
    const double t874 = 2.0 * (k[0] * t841);
    const double t875 = k[1] * t840;
    const double t876 = t874 + 2.0 * t875;
    const double t877 = x[25] * (t864 - (t863 + t866));
    const double t878 = t868 + 2.0 * t869;
    const double t879 = t872 + (-2.0) * t871;
    const double t880 = x[26] * (t863 - (t864 + t866));
    const double t881 = t874 + (-2.0) * t875;
    const double t882 = x[27] * (t865 + t866);
    const double t883 = weights[0] * (t79 * (t284 + t285 + 0.5 * t286) * t86);
    const double t884 = t283 + (-0.5) * (t78 * (k[5] * t883));
    const double t885 = 2.0 * t289 + (-0.5) * (t72 * (k[4] * t883));
    const double t886 = 2.0 * t291 + (-0.5) * (t59 * (k[3] * t883));
    const double t887 = 0.25 * (t74 * t884) + 0.5 * (t65 * t885) + 0.5 * (t29 * t886);
    const double t888 = k[2] * t887;
    const double t889 = 0.5 * (t73 * t884) + 0.25 * (t62 * t885) + 0.5 * (t27 * t886);
    const double t890 = k[1] * t889;
    const double t891 = t888 + t890;
    const double t892 = 0.5 * (t2 * t884) + 0.5 * (t60 * t885) + 0.25 * (t20 * t886);
    const double t893 = k[0] * t892;
    const double t894 = x[10] * (t893 - t891);
    const double t895 = 2.0 * (k[1] * t887);
    const double t896 = k[2] * t889;
    const double t897 = t895 + (-2.0) * t896;
    const double t898 = k[0] * t887;
    const double t899 = 2.0 * (k[2] * t892);
    const double t900 = 2.0 * t898 + t899;
    const double t901 = 2.0 * (k[0] * t889);
    const double t902 = k[1] * t892;
    const double t903 = t901 + 2.0 * t902;
    const double t904 = x[11] * (t890 - (t888 + t893));
    const double t905 = t895 + 2.0 * t896;
    const double t906 = t899 + (-2.0) * t898;
    const double t907 = x[12] * (t888 - (t890 + t893));
    const double t908 = t901 + (-2.0) * t902;
    const double t909 = x[13] * (t891 + t893);
    const double t910 = 0.5 * (t75 * t884) + 0.5 * (t66 * t885) + 0.25 * (t47 * t886);
    const double t911 = 0.5 * (t76 * t884) + 0.25 * (t68 * t885) + 0.5 * (t54 * t886);
    const double t912 = 0.25 * (t77 * t884) + 0.5 * (t71 * t885) + 0.5 * (t58 * t886);
    const double t913 = 0.25 * (t55 * t884);
    const double t914 = 0.25 * (t51 * t885);
    const double t915 = t913 + t914;
    const double t916 = 0.25 * (t40 * t886);
    const double t917 = x[17] * (t916 - t915);
    const double t918 = t51 * t884;
    const double t919 = 0.5 * (t55 * t885);
    const double t920 = (-0.5) * t918 + t919;
    const double t921 = 0.5 * (t40 * t884);
    const double t922 = t55 * t886;
    const double t923 = t921 + 0.5 * t922;
    const double t924 = t40 * t885;
    const double t925 = 0.5 * (t51 * t886);
    const double t926 = 0.5 * t924 + t925;
    const double t927 = x[18] * (t914 - (t913 + t916));
    const double t928 = t919 + 0.5 * t918;
    const double t929 = t921 + (-0.5) * t922;
    const double t930 = x[19] * (t913 - (t914 + t916));
    const double t931 = t925 + (-0.5) * t924;
    const double t932 = x[20] * (t915 + t916);
    const double t933 = k[2] * t912;
    const double t934 = k[1] * t911;
    const double t935 = t933 + t934;
    const double t936 = k[0] * t910;
    const double t937 = x[24] * (t936 - t935);
    const double t938 = 2.0 * (k[1] * t912);
    const double t939 = k[2] * t911;
    const double t940 = t938 + (-2.0) * t939;
    const double t941 = k[0] * t912;
    const double t942 = 2.0 * (k[2] * t910);
    const double t943 = 2.0 * t941 + t942;
    const double t944 = 2.0 * (k[0] * t911);
    const double t945 = k[1] * t910;
    const double t946 = t944 + 2.0 * t945;
    const double t947 = x[25] * (t934 - (t933 + t936));
    const double t948 = t938 + 2.0 * t939;
    const double t949 = t942 + (-2.0) * t941;
    const double t950 = x[26] * (t933 - (t934 + t936));
    const double t951 = t944 + (-2.0) * t945;
    const double t952 = x[27] * (t935 + t936);
    const double t953 = 0.25 * (t74 * t108) + 0.5 * (t65 * t113) + 0.5 * (t29 * t101);
    const double t954 = k[2] * t953;
    const double t955 = 0.5 * (t73 * t108) + 0.25 * (t62 * t113) + 0.5 * (t27 * t101);
    const double t956 = k[1] * t955;
    const double t957 = t954 + t956;
    const double t958 = 0.5 * (t2 * t108) + 0.5 * (t60 * t113) + 0.25 * (t20 * t101);
    const double t959 = k[0] * t958;
    const double t960 = 2.0 * (x[10] * k[0]) + 2.0 * (x[11] * k[1]) + 2.0 * (x[12] * k[2]);
    const double t961 = x[11] * k[0];
    const double t962 = x[10] * k[1];
    const double t963 = x[13] * k[2];
    const double t964 = 2.0 * t961 + (-2.0) * t962 + (-2.0) * t963;
    const double t965 = x[12] * k[0];
    const double t966 = x[13] * k[1];
    const double t967 = x[10] * k[2];
    const double t968 = 2.0 * t965 + 2.0 * t966 + (-2.0) * t967;
    const double t969 = 2.0 * (t2 * t960) + 2.0 * (t73 * t964) + t74 * t968;
    const double t970 = t20 * t960 + 2.0 * (t27 * t964) + 2.0 * (t29 * t968);
    const double t971 = 2.0 * (t60 * t960) + t62 * t964 + 2.0 * (t65 * t968);
    const double t972 = weights[0] * (t79 * (0.5 * (k[3] * (t59 * t970)) + 0.5 * (k[4] * (t72 * t971)) + 0.5 * (k[5] *
        (t78 * t969))) * t86);
    const double t973 = t969 * t81 + (-0.5) * (t78 * (k[5] * t972));
    const double t974 = t971 * t89 + (-0.5) * (t72 * (k[4] * t972));
    const double t975 = t970 * t92 + (-0.5) * (t59 * (k[3] * t972));
    const double t976 = 0.25 * (t74 * t973) + 0.5 * (t65 * t974) + 0.5 * (t29 * t975);
    const double t977 = k[2] * t976;
    const double t978 = 0.5 * (t73 * t973) + 0.25 * (t62 * t974) + 0.5 * (t27 * t975);
    const double t979 = k[1] * t978;
    const double t980 = t977 + t979;
    const double t981 = 0.5 * (t2 * t973) + 0.5 * (t60 * t974) + 0.25 * (t20 * t975);
    const double t982 = k[0] * t981;
    const double t983 = t959 - t957 + x[10] * (t982 - t980);
    const double t984 = 2.0 * (k[1] * t976);
    const double t985 = k[2] * t978;
    const double t986 = t984 + (-2.0) * t985;
    const double t987 = k[0] * t976;
    const double t988 = 2.0 * (k[2] * t981);
    const double t989 = 2.0 * t987 + t988;
    const double t990 = 2.0 * (k[0] * t978);
    const double t991 = k[1] * t981;
    const double t992 = t990 + 2.0 * t991;
    const double t993 = x[11] * (t979 - (t977 + t982));
    const double t994 = t984 + 2.0 * t985;
    const double t995 = t988 + (-2.0) * t987;
    const double t996 = 2.0 * (k[0] * t955);
    const double t997 = k[1] * t958;
    const double t998 = x[12] * (t977 - (t979 + t982));
    const double t999 = k[0] * t953;
    const double t1000 = 2.0 * (k[2] * t958);
    const double t1001 = t990 + (-2.0) * t991;
    const double t1002 = x[13] * (t980 + t982);
    const double t1003 = 2.0 * (k[1] * t953);
    const double t1004 = k[2] * t955;
    const double t1005 = 0.5 * (t75 * t973) + 0.5 * (t66 * t974) + 0.25 * (t47 * t975);
    const double t1006 = 0.5 * (t76 * t973) + 0.25 * (t68 * t974) + 0.5 * (t54 * t975);
    const double t1007 = 0.25 * (t77 * t973) + 0.5 * (t71 * t974) + 0.5 * (t58 * t975);
    const double t1008 = 0.25 * (t55 * t973);
    const double t1009 = 0.25 * (t51 * t974);
    const double t1010 = t1008 + t1009;
    const double t1011 = 0.25 * (t40 * t975);
    const double t1012 = x[17] * (t1011 - t1010);
    const double t1013 = t51 * t973;
    const double t1014 = 0.5 * (t55 * t974);
    const double t1015 = (-0.5) * t1013 + t1014;
    const double t1016 = 0.5 * (t40 * t973);
    const double t1017 = t55 * t975;
    const double t1018 = t1016 + 0.5 * t1017;
    const double t1019 = t40 * t974;
    const double t1020 = 0.5 * (t51 * t975);
    const double t1021 = 0.5 * t1019 + t1020;
    const double t1022 = x[18] * (t1009 - (t1008 + t1011));
    const double t1023 = t1014 + 0.5 * t1013;
    const double t1024 = t1016 + (-0.5) * t1017;
    const double t1025 = x[19] * (t1008 - (t1009 + t1011));
    const double t1026 = t1020 + (-0.5) * t1019;
    const double t1027 = x[20] * (t1010 + t1011);
    const double t1028 = k[2] * t1007;
    const double t1029 = k[1] * t1006;
    const double t1030 = t1028 + t1029;
    const double t1031 = k[0] * t1005;
    const double t1032 = x[24] * (t1031 - t1030);
    const double t1033 = 2.0 * (k[1] * t1007);
    const double t1034 = k[2] * t1006;
    const double t1035 = t1033 + (-2.0) * t1034;
    const double t1036 = k[0] * t1007;
    const double t1037 = 2.0 * (k[2] * t1005);
    const double t1038 = 2.0 * t1036 + t1037;
    const double t1039 = 2.0 * (k[0] * t1006);
    const double t1040 = k[1] * t1005;
    const double t1041 = t1039 + 2.0 * t1040;
    const double t1042 = x[25] * (t1029 - (t1028 + t1031));
    const double t1043 = t1033 + 2.0 * t1034;
    const double t1044 = t1037 + (-2.0) * t1036;
    const double t1045 = x[26] * (t1028 - (t1029 + t1031));
    const double t1046 = t1039 + (-2.0) * t1040;
    const double t1047 = x[27] * (t1030 + t1031);
    const double t1048 = (-2.0) * t961 + 2.0 * t962 + 2.0 * t963;
    const double t1049 = x[13] * k[0];
    const double t1050 = x[12] * k[1];
    const double t1051 = x[11] * k[2];
    const double t1052 = (-2.0) * t1049 + 2.0 * t1050 + (-2.0) * t1051;
    const double t1053 = 2.0 * (t2 * t1048) + 2.0 * (t73 * t960) + t74 * t1052;
    const double t1054 = t20 * t1048 + 2.0 * (t27 * t960) + 2.0 * (t29 * t1052);
    const double t1055 = 2.0 * (t60 * t1048) + t62 * t960 + 2.0 * (t65 * t1052);
    const double t1056 = weights[0] * (t79 * (0.5 * (k[3] * (t59 * t1054)) + 0.5 * (k[4] * (t72 * t1055)) + 0.5 *
        (k[5] * (t78 * t1053))) * t86);
    const double t1057 = t1053 * t81 + (-0.5) * (t78 * (k[5] * t1056));
    const double t1058 = t1055 * t89 + (-0.5) * (t72 * (k[4] * t1056));
    const double t1059 = t1054 * t92 + (-0.5) * (t59 * (k[3] * t1056));
    const double t1060 = 0.5 * (t73 * t1057) + 0.25 * (t62 * t1058) + 0.5 * (t27 * t1059);
    const double t1061 = k[1] * t1060;
    const double t1062 = 0.25 * (t74 * t1057) + 0.5 * (t65 * t1058) + 0.5 * (t29 * t1059);
    const double t1063 = k[2] * t1062;
    const double t1064 = 0.5 * (t2 * t1057) + 0.5 * (t60 * t1058) + 0.25 * (t20 * t1059);
    const double t1065 = k[0] * t1064;
    const double t1066 = t956 - (t954 + t959) + x[11] * (t1061 - (t1063 + t1065));
    const double t1067 = 2.0 * (k[1] * t1062);
    const double t1068 = k[2] * t1060;
    const double t1069 = t1067 + 2.0 * t1068;
    const double t1070 = k[0] * t1062;
    const double t1071 = 2.0 * (k[2] * t1064);
    const double t1072 = (-2.0) * t1070 + t1071;
    const double t1073 = 2.0 * (k[0] * t1060);
    const double t1074 = k[1] * t1064;
    const double t1075 = x[12] * (t1063 - (t1061 + t1065));
    const double t1076 = t1073 + (-2.0) * t1074;
    const double t1077 = x[13] * (t1065 + t1061 + t1063);
    const double t1078 = 0.5 * (t75 * t1057) + 0.5 * (t66 * t1058) + 0.25 * (t47 * t1059);
    const double t1079 = 0.5 * (t76 * t1057) + 0.25 * (t68 * t1058) + 0.5 * (t54 * t1059);
    const double t1080 = 0.25 * (t77 * t1057) + 0.5 * (t71 * t1058) + 0.5 * (t58 * t1059);
    const double t1081 = 0.25 * (t55 * t1057);
    const double t1082 = 0.25 * (t51 * t1058);
    const double t1083 = t1081 + t1082;
    const double t1084 = 0.25 * (t40 * t1059);
    const double t1085 = x[17] * (t1084 - t1083);
    const double t1086 = t51 * t1057;
    const double t1087 = 0.5 * (t55 * t1058);
    const double t1088 = (-0.5) * t1086 + t1087;
    const double t1089 = 0.5 * (t40 * t1057);
    const double t1090 = t55 * t1059;
    const double t1091 = t1089 + 0.5 * t1090;
    const double t1092 = t40 * t1058;
    const double t1093 = 0.5 * (t51 * t1059);
    const double t1094 = 0.5 * t1092 + t1093;
    const double t1095 = x[18] * (t1082 - (t1081 + t1084));
    const double t1096 = t1087 + 0.5 * t1086;
    const double t1097 = t1089 + (-0.5) * t1090;
    const double t1098 = x[19] * (t1081 - (t1082 + t1084));
    const double t1099 = t1093 + (-0.5) * t1092;
    const double t1100 = x[20] * (t1083 + t1084);
    const double t1101 = k[2] * t1080;
    const double t1102 = k[1] * t1079;
    const double t1103 = t1101 + t1102;
    const double t1104 = k[0] * t1078;
    const double t1105 = x[24] * (t1104 - t1103);
    const double t1106 = 2.0 * (k[1] * t1080);
    const double t1107 = k[2] * t1079;
    const double t1108 = t1106 + (-2.0) * t1107;
    const double t1109 = k[0] * t1080;
    const double t1110 = 2.0 * (k[2] * t1078);
    const double t1111 = 2.0 * t1109 + t1110;
    const double t1112 = 2.0 * (k[0] * t1079);
    const double t1113 = k[1] * t1078;
    const double t1114 = t1112 + 2.0 * t1113;
    const double t1115 = x[25] * (t1102 - (t1101 + t1104));
    const double t1116 = t1106 + 2.0 * t1107;
    const double t1117 = t1110 + (-2.0) * t1109;
    const double t1118 = x[26] * (t1101 - (t1102 + t1104));
    const double t1119 = t1112 + (-2.0) * t1113;
    const double t1120 = x[27] * (t1103 + t1104);
    const double t1121 = (-2.0) * t965 + (-2.0) * t966 + 2.0 * t967;
    const double t1122 = 2.0 * t1049 + (-2.0) * t1050 + 2.0 * t1051;
    const double t1123 = 2.0 * (t2 * t1121) + 2.0 * (t73 * t1122) + t74 * t960;
    const double t1124 = t20 * t1121 + 2.0 * (t27 * t1122) + 2.0 * (t29 * t960);
    const double t1125 = 2.0 * (t60 * t1121) + t62 * t1122 + 2.0 * (t65 * t960);
    const double t1126 = weights[0] * (t79 * (0.5 * (k[3] * (t59 * t1124)) + 0.5 * (k[4] * (t72 * t1125)) + 0.5 *
        (k[5] * (t78 * t1123))) * t86);
    const double t1127 = t1123 * t81 + (-0.5) * (t78 * (k[5] * t1126));
    const double t1128 = t1125 * t89 + (-0.5) * (t72 * (k[4] * t1126));
    const double t1129 = t1124 * t92 + (-0.5) * (t59 * (k[3] * t1126));
    const double t1130 = 0.25 * (t74 * t1127) + 0.5 * (t65 * t1128) + 0.5 * (t29 * t1129);
    const double t1131 = k[2] * t1130;
    const double t1132 = 0.5 * (t73 * t1127) + 0.25 * (t62 * t1128) + 0.5 * (t27 * t1129);
    const double t1133 = k[1] * t1132;
    const double t1134 = 0.5 * (t2 * t1127) + 0.5 * (t60 * t1128) + 0.25 * (t20 * t1129);
    const double t1135 = k[0] * t1134;
    const double t1136 = t954 - (t956 + t959) + x[12] * (t1131 - (t1133 + t1135));
    const double t1137 = 2.0 * (k[1] * t1130);
    const double t1138 = k[2] * t1132;
    const double t1139 = k[0] * t1130;
    const double t1140 = 2.0 * (k[2] * t1134);
    const double t1141 = 2.0 * (k[0] * t1132) + (-2.0) * (k[1] * t1134);
    const double t1142 = x[13] * (t1135 + t1131 + t1133);
    const double t1143 = 0.5 * (t75 * t1127) + 0.5 * (t66 * t1128) + 0.25 * (t47 * t1129);
    const double t1144 = 0.5 * (t76 * t1127) + 0.25 * (t68 * t1128) + 0.5 * (t54 * t1129);
    const double t1145 = 0.25 * (t77 * t1127) + 0.5 * (t71 * t1128) + 0.5 * (t58 * t1129);
    const double t1146 = 0.25 * (t55 * t1127);
    const double t1147 = 0.25 * (t51 * t1128);
    const double t1148 = t1146 + t1147;
    const double t1149 = 0.25 * (t40 * t1129);
    const double t1150 = x[17] * (t1149 - t1148);
    const double t1151 = t51 * t1127;
    const double t1152 = 0.5 * (t55 * t1128);
    const double t1153 = (-0.5) * t1151 + t1152;
    const double t1154 = 0.5 * (t40 * t1127);
    const double t1155 = t55 * t1129;
    const double t1156 = t1154 + 0.5 * t1155;
    const double t1157 = t40 * t1128;
    const double t1158 = 0.5 * (t51 * t1129);
    const double t1159 = 0.5 * t1157 + t1158;
    const double t1160 = x[18] * (t1147 - (t1146 + t1149));
    const double t1161 = t1152 + 0.5 * t1151;
    const double t1162 = t1154 + (-0.5) * t1155;
    const double t1163 = x[19] * (t1146 - (t1147 + t1149));
    const double t1164 = t1158 + (-0.5) * t1157;
    const double t1165 = x[20] * (t1148 + t1149);
    const double t1166 = k[2] * t1145;
    const double t1167 = k[1] * t1144;
    const double t1168 = t1166 + t1167;
    const double t1169 = k[0] * t1143;
    const double t1170 = x[24] * (t1169 - t1168);
    const double t1171 = 2.0 * (k[1] * t1145);
    const double t1172 = k[2] * t1144;
    const double t1173 = t1171 + (-2.0) * t1172;
    const double t1174 = k[0] * t1145;
    const double t1175 = 2.0 * (k[2] * t1143);
    const double t1176 = 2.0 * t1174 + t1175;
    const double t1177 = 2.0 * (k[0] * t1144);
    const double t1178 = k[1] * t1143;
    const double t1179 = t1177 + 2.0 * t1178;
    const double t1180 = x[25] * (t1167 - (t1166 + t1169));
    const double t1181 = t1171 + 2.0 * t1172;
    const double t1182 = t1175 + (-2.0) * t1174;
    const double t1183 = x[26] * (t1166 - (t1167 + t1169));
    const double t1184 = t1177 + (-2.0) * t1178;
    const double t1185 = x[27] * (t1168 + t1169);
    const double t1186 = 2.0 * (t2 * t1122) + 2.0 * (t73 * t968) + t74 * t1048;
    const double t1187 = t20 * t1122 + 2.0 * (t27 * t968) + 2.0 * (t29 * t1048);
    const double t1188 = 2.0 * (t60 * t1122) + t62 * t968 + 2.0 * (t65 * t1048);
    const double t1189 = weights[0] * (t79 * (0.5 * (k[3] * (t59 * t1187)) + 0.5 * (k[4] * (t72 * t1188)) + 0.5 *
        (k[5] * (t78 * t1186))) * t86);
    const double t1190 = t1186 * t81 + (-0.5) * (t78 * (k[5] * t1189));
    const double t1191 = t1188 * t89 + (-0.5) * (t72 * (k[4] * t1189));
    const double t1192 = t1187 * t92 + (-0.5) * (t59 * (k[3] * t1189));
    const double t1193 = 0.25 * (t74 * t1190) + 0.5 * (t65 * t1191) + 0.5 * (t29 * t1192);
    const double t1194 = 0.5 * (t73 * t1190) + 0.25 * (t62 * t1191) + 0.5 * (t27 * t1192);
    const double t1195 = 0.5 * (t2 * t1190) + 0.5 * (t60 * t1191) + 0.25 * (t20 * t1192);
    const double t1196 = t957 + t959 + x[13] * (k[2] * t1193 + k[1] * t1194 + k[0] * t1195);
    const double t1197 = 0.5 * (t75 * t1190) + 0.5 * (t66 * t1191) + 0.25 * (t47 * t1192);
    const double t1198 = 0.5 * (t76 * t1190) + 0.25 * (t68 * t1191) + 0.5 * (t54 * t1192);
    const double t1199 = 0.25 * (t77 * t1190) + 0.5 * (t71 * t1191) + 0.5 * (t58 * t1192);
    const double t1200 = 0.25 * (t55 * t1190);
    const double t1201 = 0.25 * (t51 * t1191);
    const double t1202 = t1200 + t1201;
    const double t1203 = 0.25 * (t40 * t1192);
    const double t1204 = x[17] * (t1203 - t1202);
    const double t1205 = t51 * t1190;
    const double t1206 = 0.5 * (t55 * t1191);
    const double t1207 = (-0.5) * t1205 + t1206;
    const double t1208 = 0.5 * (t40 * t1190);
    const double t1209 = t55 * t1192;
    const double t1210 = t1208 + 0.5 * t1209;
    const double t1211 = t40 * t1191;
    const double t1212 = 0.5 * (t51 * t1192);
    const double t1213 = 0.5 * t1211 + t1212;
    const double t1214 = x[18] * (t1201 - (t1200 + t1203));
    const double t1215 = t1206 + 0.5 * t1205;
    const double t1216 = t1208 + (-0.5) * t1209;
    const double t1217 = x[19] * (t1200 - (t1201 + t1203));
    const double t1218 = t1212 + (-0.5) * t1211;
    const double t1219 = x[20] * (t1202 + t1203);
    const double t1220 = k[2] * t1199;
    const double t1221 = k[1] * t1198;
    const double t1222 = t1220 + t1221;
    const double t1223 = k[0] * t1197;
    const double t1224 = x[24] * (t1223 - t1222);
    const double t1225 = 2.0 * (k[1] * t1199);
    const double t1226 = k[2] * t1198;
    const double t1227 = t1225 + (-2.0) * t1226;
    const double t1228 = k[0] * t1199;
    const double t1229 = 2.0 * (k[2] * t1197);
    const double t1230 = 2.0 * t1228 + t1229;
    const double t1231 = 2.0 * (k[0] * t1198);
    const double t1232 = k[1] * t1197;
    const double t1233 = t1231 + 2.0 * t1232;
    const double t1234 = x[25] * (t1221 - (t1220 + t1223));
    const double t1235 = t1225 + 2.0 * t1226;
    const double t1236 = t1229 + (-2.0) * t1228;
    const double t1237 = x[26] * (t1220 - (t1221 + t1223));
    const double t1238 = t1231 + (-2.0) * t1232;
    const double t1239 = x[27] * (t1222 + t1223);
    const double t1240 = t75 * t81;
    const double t1241 = k[3] * (t47 * t59);
    const double t1242 = k[4] * (t66 * t72);
    const double t1243 = k[5] * (t75 * t78);
    const double t1244 = weights[0] * (t79 * ((-0.5) * t1241 - t1242 - t1243) * t86);
    const double t1245 = (-2.0) * t1240 + (-0.5) * (t78 * (k[5] * t1244));
    const double t1246 = t66 * t89;
    const double t1247 = (-2.0) * t1246 + (-0.5) * (t72 * (k[4] * t1244));
    const double t1248 = t47 * t92;
    const double t1249 = (-0.5) * (t59 * (k[3] * t1244)) - t1248;
    const double t1250 = 0.5 * (t75 * t1245) + 0.5 * (t66 * t1247) + 0.25 * (t47 * t1249);
    const double t1251 = 0.5 * (t76 * t1245) + 0.25 * (t68 * t1247) + 0.5 * (t54 * t1249);
    const double t1252 = 0.25 * (t77 * t1245) + 0.5 * (t71 * t1247) + 0.5 * (t58 * t1249);
    const double t1253 = 0.25 * (t55 * t1245);
    const double t1254 = 0.25 * (t51 * t1247);
    const double t1255 = t1253 + t1254;
    const double t1256 = 0.25 * (t102 + t40 * t1249);
    const double t1257 = x[17] * (t1256 - t1255);
    const double t1258 = t51 * t1245;
    const double t1259 = 0.5 * (t55 * t1247);
    const double t1260 = (-0.5) * t1258 + t1259;
    const double t1261 = 0.5 * (t109 + t40 * t1245);
    const double t1262 = t55 * t1249;
    const double t1263 = t1261 + 0.5 * t1262;
    const double t1264 = t114 + t40 * t1247;
    const double t1265 = 0.5 * (t51 * t1249);
    const double t1266 = 0.5 * t1264 + t1265;
    const double t1267 = x[18] * (t1254 - (t1253 + t1256));
    const double t1268 = t1259 + 0.5 * t1258;
    const double t1269 = t1261 + (-0.5) * t1262;
    const double t1270 = x[19] * (t1253 - (t1254 + t1256));
    const double t1271 = t1265 + (-0.5) * t1264;
    const double t1272 = x[20] * (t1255 + t1256);
    const double t1273 = k[2] * t1252;
    const double t1274 = k[1] * t1251;
    const double t1275 = t1273 + t1274;
    const double t1276 = k[0] * t1250;
    const double t1277 = x[24] * (t1276 - t1275);
    const double t1278 = 2.0 * (k[1] * t1252);
    const double t1279 = k[2] * t1251;
    const double t1280 = t1278 + (-2.0) * t1279;
    const double t1281 = k[0] * t1252;
    const double t1282 = 2.0 * (k[2] * t1250);
    const double t1283 = 2.0 * t1281 + t1282;
    const double t1284 = 2.0 * (k[0] * t1251);
    const double t1285 = k[1] * t1250;
    const double t1286 = t1284 + 2.0 * t1285;
    const double t1287 = x[25] * (t1274 - (t1273 + t1276));
    const double t1288 = t1278 + 2.0 * t1279;
    const double t1289 = t1282 + (-2.0) * t1281;
    const double t1290 = x[26] * (t1273 - (t1274 + t1276));
    const double t1291 = t1284 + (-2.0) * t1285;
    const double t1292 = x[27] * (t1275 + t1276);
    const double t1293 = t76 * t81;
    const double t1294 = k[3] * (t54 * t59);
    const double t1295 = k[4] * (t68 * t72);
    const double t1296 = k[5] * (t76 * t78);
    const double t1297 = weights[0] * (t79 * ((-0.5) * t1295 - t1294 - t1296) * t86);
    const double t1298 = (-2.0) * t1293 + (-0.5) * (t78 * (k[5] * t1297));
    const double t1299 = t68 * t89;
    const double t1300 = (-0.5) * (t72 * (k[4] * t1297)) - t1299;
    const double t1301 = t54 * t92;
    const double t1302 = (-2.0) * t1301 + (-0.5) * (t59 * (k[3] * t1297));
    const double t1303 = 0.5 * (t76 * t1298) + 0.25 * (t68 * t1300) + 0.5 * (t54 * t1302);
    const double t1304 = 0.25 * (t77 * t1298) + 0.5 * (t71 * t1300) + 0.5 * (t58 * t1302);
    const double t1305 = 0.25 * (t55 * t1298);
    const double t1306 = 0.25 * (t114 + t51 * t1300);
    const double t1307 = t1305 + t1306;
    const double t1308 = 0.25 * (t40 * t1302);
    const double t1309 = x[17] * (t1308 - t1307);
    const double t1310 = t109 + t51 * t1298;
    const double t1311 = 0.5 * (t55 * t1300);
    const double t1312 = (-0.5) * t1310 + t1311;
    const double t1313 = 0.5 * (t40 * t1298);
    const double t1314 = t55 * t1302;
    const double t1315 = t1313 + 0.5 * t1314;
    const double t1316 = t40 * t1300;
    const double t1317 = 0.5 * (t102 + t51 * t1302);
    const double t1318 = 0.5 * t1316 + t1317;
    const double t1319 = x[18] * (t1306 - (t1305 + t1308));
    const double t1320 = t1311 + 0.5 * t1310;
    const double t1321 = t1313 + (-0.5) * t1314;
    const double t1322 = x[19] * (t1305 - (t1306 + t1308));
    const double t1323 = t1317 + (-0.5) * t1316;
    const double t1324 = x[20] * (t1307 + t1308);
    const double t1325 = 0.5 * (t75 * t1298) + 0.5 * (t66 * t1300) + 0.25 * (t47 * t1302);
    const double t1326 = k[2] * t1304;
    const double t1327 = k[1] * t1303;
    const double t1328 = t1326 + t1327;
    const double t1329 = k[0] * t1325;
    const double t1330 = x[24] * (t1329 - t1328);
    const double t1331 = 2.0 * (k[1] * t1304);
    const double t1332 = k[2] * t1303;
    const double t1333 = t1331 + (-2.0) * t1332;
    const double t1334 = k[0] * t1304;
    const double t1335 = 2.0 * (k[2] * t1325);
    const double t1336 = 2.0 * t1334 + t1335;
    const double t1337 = 2.0 * (k[0] * t1303);
    const double t1338 = k[1] * t1325;
    const double t1339 = t1337 + 2.0 * t1338;
    const double t1340 = x[25] * (t1327 - (t1326 + t1329));
    const double t1341 = t1331 + 2.0 * t1332;
    const double t1342 = t1335 + (-2.0) * t1334;
    const double t1343 = x[26] * (t1326 - (t1327 + t1329));
    const double t1344 = t1337 + (-2.0) * t1338;
    const double t1345 = x[27] * (t1328 + t1329);
    const double t1346 = t77 * t81;
    const double t1347 = k[3] * (t58 * t59);
    const double t1348 = k[4] * (t71 * t72);
    const double t1349 = k[5] * (t77 * t78);
    const double t1350 = weights[0] * (t79 * (-t1347 - t1348 + (-0.5) * t1349) * t86);
    const double t1351 = (-0.5) * (t78 * (k[5] * t1350)) - t1346;
    const double t1352 = t71 * t89;
    const double t1353 = (-2.0) * t1352 + (-0.5) * (t72 * (k[4] * t1350));
    const double t1354 = t58 * t92;
    const double t1355 = (-2.0) * t1354 + (-0.5) * (t59 * (k[3] * t1350));
    const double t1356 = 0.25 * (t77 * t1351) + 0.5 * (t71 * t1353) + 0.5 * (t58 * t1355);
    const double t1357 = 0.25 * (t109 + t55 * t1351);
    const double t1358 = 0.25 * (t51 * t1353);
    const double t1359 = t1357 + t1358;
    const double t1360 = 0.25 * (t40 * t1355);
    const double t1361 = x[17] * (t1360 - t1359);
    const double t1362 = t51 * t1351;
    const double t1363 = 0.5 * (t114 + t55 * t1353);
    const double t1364 = (-0.5) * t1362 + t1363;
    const double t1365 = 0.5 * (t40 * t1351);
    const double t1366 = t102 + t55 * t1355;
    const double t1367 = t1365 + 0.5 * t1366;
    const double t1368 = t40 * t1353;
    const double t1369 = 0.5 * (t51 * t1355);
    const double t1370 = 0.5 * t1368 + t1369;
    const double t1371 = x[18] * (t1358 - (t1357 + t1360));
    const double t1372 = t1363 + 0.5 * t1362;
    const double t1373 = t1365 + (-0.5) * t1366;
    const double t1374 = x[19] * (t1357 - (t1358 + t1360));
    const double t1375 = t1369 + (-0.5) * t1368;
    const double t1376 = x[20] * (t1359 + t1360);
    const double t1377 = 0.5 * (t75 * t1351) + 0.5 * (t66 * t1353) + 0.25 * (t47 * t1355);
    const double t1378 = 0.5 * (t76 * t1351) + 0.25 * (t68 * t1353) + 0.5 * (t54 * t1355);
    const double t1379 = k[2] * t1356;
    const double t1380 = k[1] * t1378;
    const double t1381 = t1379 + t1380;
    const double t1382 = k[0] * t1377;
    const double t1383 = x[24] * (t1382 - t1381);
    const double t1384 = 2.0 * (k[1] * t1356);
    const double t1385 = k[2] * t1378;
    const double t1386 = t1384 + (-2.0) * t1385;
    const double t1387 = k[0] * t1356;
    const double t1388 = 2.0 * (k[2] * t1377);
    const double t1389 = 2.0 * t1387 + t1388;
    const double t1390 = 2.0 * (k[0] * t1378);
    const double t1391 = k[1] * t1377;
    const double t1392 = t1390 + 2.0 * t1391;
    const double t1393 = x[25] * (t1380 - (t1379 + t1382));
    const double t1394 = t1384 + 2.0 * t1385;
    const double t1395 = t1388 + (-2.0) * t1387;
    const double t1396 = x[26] * (t1379 - (t1380 + t1382));
    const double t1397 = t1390 + (-2.0) * t1391;
    const double t1398 = x[27] * (t1381 + t1382);
    const double t1399 = 0.25 * (t55 * t108);
    const double t1400 = 0.25 * (t51 * t113);
    const double t1401 = t1399 + t1400;
    const double t1402 = 0.25 * (t40 * t101);
    const double t1403 = x[19] * t40;
    const double t1404 = x[20] * t51;
    const double t1405 = x[17] * t55;
    const double t1406 = 2.0 * t1403 + (-2.0) * t1404 + (-2.0) * t1405;
    const double t1407 = 2.0 * (x[17] * t40) + 2.0 * (x[18] * t51) + 2.0 * (x[19] * t55);
    const double t1408 = x[18] * t40;
    const double t1409 = x[17] * t51;
    const double t1410 = x[20] * t55;
    const double t1411 = 2.0 * t1408 + (-2.0) * t1409 + 2.0 * t1410;
    const double t1412 = weights[0] * (t79 * (0.5 * (k[3] * (t59 * t1407)) + 0.5 * (k[4] * (t72 * t1411)) + 0.5 *
        (k[5] * (t78 * t1406))) * t86);
    const double t1413 = t1406 * t81 + (-0.5) * (t78 * (k[5] * t1412));
    const double t1414 = 0.25 * (t55 * t1413);
    const double t1415 = t1411 * t89 + (-0.5) * (t72 * (k[4] * t1412));
    const double t1416 = 0.25 * (t51 * t1415);
    const double t1417 = t1414 + t1416;
    const double t1418 = t1407 * t92 + (-0.5) * (t59 * (k[3] * t1412));
    const double t1419 = 0.25 * (t40 * t1418);
    const double t1420 = t1402 - t1401 + x[17] * (t1419 - t1417);
    const double t1421 = t51 * t1413;
    const double t1422 = 0.5 * (t55 * t1415);
    const double t1423 = (-0.5) * t1421 + t1422;
    const double t1424 = 0.5 * (t40 * t1413);
    const double t1425 = t55 * t1418;
    const double t1426 = t1424 + 0.5 * t1425;
    const double t1427 = t40 * t1415;
    const double t1428 = 0.5 * (t51 * t1418);
    const double t1429 = 0.5 * t1427 + t1428;
    const double t1430 = x[18] * (t1416 - (t1414 + t1419));
    const double t1431 = t1422 + 0.5 * t1421;
    const double t1432 = t1424 + (-0.5) * t1425;
    const double t1433 = t40 * t113;
    const double t1434 = 0.5 * (t51 * t101);
    const double t1435 = x[19] * (t1414 - (t1416 + t1419));
    const double t1436 = 0.5 * (t40 * t108);
    const double t1437 = t55 * t101;
    const double t1438 = t1428 + (-0.5) * t1427;
    const double t1439 = x[20] * (t1417 + t1419);
    const double t1440 = t51 * t108;
    const double t1441 = 0.5 * (t55 * t113);
    const double t1442 = x[19] * t108;
    const double t1443 = x[18] * t113;
    const double t1444 = x[17] * t101;
    const double t1445 = 0.5 * (t1442 + t75 * t1413) + 0.5 * (t1443 + t66 * t1415) + 0.25 * (2.0 * t1444 + t47 *
        t1418);
    const double t1446 = x[20] * t108;
    const double t1447 = x[17] * t113;
    const double t1448 = x[18] * t101;
    const double t1449 = 0.5 * (t76 * t1413 - t1446) + 0.25 * ((-2.0) * t1447 + t68 * t1415) + 0.5 * (t1448 + t54 *
        t1418);
    const double t1450 = x[17] * t108;
    const double t1451 = x[20] * t113;
    const double t1452 = x[19] * t101;
    const double t1453 = 0.25 * ((-2.0) * t1450 + t77 * t1413) + 0.5 * (t1451 + t71 * t1415) + 0.5 * (t1452 + t58 *
        t1418);
    const double t1454 = k[2] * t1453;
    const double t1455 = k[1] * t1449;
    const double t1456 = t1454 + t1455;
    const double t1457 = k[0] * t1445;
    const double t1458 = x[24] * (t1457 - t1456);
    const double t1459 = 2.0 * (k[1] * t1453);
    const double t1460 = k[2] * t1449;
    const double t1461 = t1459 + (-2.0) * t1460;
    const double t1462 = k[0] * t1453;
    const double t1463 = 2.0 * (k[2] * t1445);
    const double t1464 = 2.0 * t1462 + t1463;
    const double t1465 = 2.0 * (k[0] * t1449);
    const double t1466 = k[1] * t1445;
    const double t1467 = t1465 + 2.0 * t1466;
    const double t1468 = x[25] * (t1455 - (t1454 + t1457));
    const double t1469 = t1459 + 2.0 * t1460;
    const double t1470 = t1463 + (-2.0) * t1462;
    const double t1471 = x[26] * (t1454 - (t1455 + t1457));
    const double t1472 = t1465 + (-2.0) * t1466;
    const double t1473 = x[27] * (t1456 + t1457);
    const double t1474 = (-2.0) * t1408 + 2.0 * t1409 + (-2.0) * t1410;
    const double t1475 = x[20] * t40;
    const double t1476 = x[19] * t51;
    const double t1477 = x[18] * t55;
    const double t1478 = 2.0 * t1475 + 2.0 * t1476 + (-2.0) * t1477;
    const double t1479 = weights[0] * (t79 * (0.5 * (k[3] * (t59 * t1474)) + 0.5 * (k[4] * (t72 * t1407)) + 0.5 *
        (k[5] * (t78 * t1478))) * t86);
    const double t1480 = t1407 * t89 + (-0.5) * (t72 * (k[4] * t1479));
    const double t1481 = 0.25 * (t51 * t1480);
    const double t1482 = t1478 * t81 + (-0.5) * (t78 * (k[5] * t1479));
    const double t1483 = 0.25 * (t55 * t1482);
    const double t1484 = t1474 * t92 + (-0.5) * (t59 * (k[3] * t1479));
    const double t1485 = 0.25 * (t40 * t1484);
    const double t1486 = t1400 - (t1399 + t1402) + x[18] * (t1481 - (t1483 + t1485));
    const double t1487 = t51 * t1482;
    const double t1488 = 0.5 * (t55 * t1480);
    const double t1489 = 0.5 * t1487 + t1488;
    const double t1490 = 0.5 * (t40 * t1482);
    const double t1491 = t55 * t1484;
    const double t1492 = t1490 + (-0.5) * t1491;
    const double t1493 = t40 * t1480;
    const double t1494 = 0.5 * (t51 * t1484);
    const double t1495 = x[19] * (t1483 - (t1481 + t1485));
    const double t1496 = t1494 + (-0.5) * t1493;
    const double t1497 = x[20] * (t1485 + t1481 + t1483);
    const double t1498 = 0.5 * (t1446 + t75 * t1482) + 0.5 * (t1447 + t66 * t1480) + 0.25 * ((-2.0) * t1448 + t47 *
        t1484);
    const double t1499 = 0.5 * (t1442 + t76 * t1482) + 0.25 * (2.0 * t1443 + t68 * t1480) + 0.5 * (t1444 + t54 *
        t1484);
    const double t1500 = x[18] * t108;
    const double t1501 = x[19] * t113;
    const double t1502 = x[20] * t101;
    const double t1503 = 0.25 * ((-2.0) * t1500 + t77 * t1482) + 0.5 * (t1501 + t71 * t1480) + 0.5 * (t58 * t1484 -
        t1502);
    const double t1504 = k[2] * t1503;
    const double t1505 = k[1] * t1499;
    const double t1506 = t1504 + t1505;
    const double t1507 = k[0] * t1498;
    const double t1508 = x[24] * (t1507 - t1506);
    const double t1509 = 2.0 * (k[1] * t1503);
    const double t1510 = k[2] * t1499;
    const double t1511 = t1509 + (-2.0) * t1510;
    const double t1512 = k[0] * t1503;
    const double t1513 = 2.0 * (k[2] * t1498);
    const double t1514 = 2.0 * t1512 + t1513;
    const double t1515 = 2.0 * (k[0] * t1499);
    const double t1516 = k[1] * t1498;
    const double t1517 = t1515 + 2.0 * t1516;
    const double t1518 = x[25] * (t1505 - (t1504 + t1507));
    const double t1519 = t1509 + 2.0 * t1510;
    const double t1520 = t1513 + (-2.0) * t1512;
    const double t1521 = x[26] * (t1504 - (t1505 + t1507));
    const double t1522 = t1515 + (-2.0) * t1516;
    const double t1523 = x[27] * (t1506 + t1507);
    const double t1524 = (-2.0) * t1403 + 2.0 * t1404 + 2.0 * t1405;
    const double t1525 = (-2.0) * t1475 + (-2.0) * t1476 + 2.0 * t1477;
    const double t1526 = weights[0] * (t79 * (0.5 * (k[3] * (t59 * t1524)) + 0.5 * (k[4] * (t72 * t1525)) + 0.5 *
        (k[5] * (t78 * t1407))) * t86);
    const double t1527 = t1407 * t81 + (-0.5) * (t78 * (k[5] * t1526));
    const double t1528 = 0.25 * (t55 * t1527);
    const double t1529 = t1525 * t89 + (-0.5) * (t72 * (k[4] * t1526));
    const double t1530 = 0.25 * (t51 * t1529);
    const double t1531 = t1524 * t92 + (-0.5) * (t59 * (k[3] * t1526));
    const double t1532 = 0.25 * (t40 * t1531);
    const double t1533 = t1399 - (t1400 + t1402) + x[19] * (t1528 - (t1530 + t1532));
    const double t1534 = t51 * t1527;
    const double t1535 = 0.5 * (t55 * t1529);
    const double t1536 = 0.5 * (t40 * t1527);
    const double t1537 = t55 * t1531;
    const double t1538 = (-0.5) * (t40 * t1529) + 0.5 * (t51 * t1531);
    const double t1539 = x[20] * (t1532 + t1528 + t1530);
    const double t1540 = 0.5 * (t1450 + t75 * t1527) + 0.5 * (t66 * t1529 - t1451) + 0.25 * ((-2.0) * t1452 + t47 *
        t1531);
    const double t1541 = 0.5 * (t1500 + t76 * t1527) + 0.25 * ((-2.0) * t1501 + t68 * t1529) + 0.5 * (t1502 + t54 *
        t1531);
    const double t1542 = 0.25 * (2.0 * t1442 + t77 * t1527) + 0.5 * (t1443 + t71 * t1529) + 0.5 * (t1444 + t58 *
        t1531);
    const double t1543 = k[2] * t1542;
    const double t1544 = k[1] * t1541;
    const double t1545 = t1543 + t1544;
    const double t1546 = k[0] * t1540;
    const double t1547 = x[24] * (t1546 - t1545);
    const double t1548 = 2.0 * (k[1] * t1542);
    const double t1549 = k[2] * t1541;
    const double t1550 = t1548 + (-2.0) * t1549;
    const double t1551 = k[0] * t1542;
    const double t1552 = 2.0 * (k[2] * t1540);
    const double t1553 = 2.0 * t1551 + t1552;
    const double t1554 = 2.0 * (k[0] * t1541);
    const double t1555 = k[1] * t1540;
    const double t1556 = t1554 + 2.0 * t1555;
    const double t1557 = x[25] * (t1544 - (t1543 + t1546));
    const double t1558 = t1548 + 2.0 * t1549;
    const double t1559 = t1552 + (-2.0) * t1551;
    const double t1560 = x[26] * (t1543 - (t1544 + t1546));
    const double t1561 = t1554 + (-2.0) * t1555;
    const double t1562 = x[27] * (t1545 + t1546);
    const double t1563 = weights[0] * (t79 * (0.5 * (k[3] * (t59 * t1478)) + 0.5 * (k[4] * (t72 * t1524)) + 0.5 *
        (k[5] * (t78 * t1411))) * t86);
    const double t1564 = t1411 * t81 + (-0.5) * (t78 * (k[5] * t1563));
    const double t1565 = t1524 * t89 + (-0.5) * (t72 * (k[4] * t1563));
    const double t1566 = t1478 * t92 + (-0.5) * (t59 * (k[3] * t1563));
    const double t1567 = t1401 + t1402 + x[20] * (0.25 * (t55 * t1564) + 0.25 * (t51 * t1565) + 0.25 * (t40 * t1566));
    const double t1568 = 0.5 * (t1500 + t75 * t1564) + 0.5 * (t66 * t1565 - t1501) + 0.25 * (2.0 * t1502 + t47 *
        t1566);
    const double t1569 = 0.5 * (t76 * t1564 - t1450) + 0.25 * (2.0 * t1451 + t68 * t1565) + 0.5 * (t1452 + t54 *
        t1566);
    const double t1570 = 0.25 * (2.0 * t1446 + t77 * t1564) + 0.5 * (t1447 + t71 * t1565) + 0.5 * (t58 * t1566 -
        t1448);
    const double t1571 = k[2] * t1570;
    const double t1572 = k[1] * t1569;
    const double t1573 = t1571 + t1572;
    const double t1574 = k[0] * t1568;
    const double t1575 = x[24] * (t1574 - t1573);
    const double t1576 = 2.0 * (k[1] * t1570);
    const double t1577 = k[2] * t1569;
    const double t1578 = t1576 + (-2.0) * t1577;
    const double t1579 = k[0] * t1570;
    const double t1580 = 2.0 * (k[2] * t1568);
    const double t1581 = 2.0 * t1579 + t1580;
    const double t1582 = 2.0 * (k[0] * t1569);
    const double t1583 = k[1] * t1568;
    const double t1584 = t1582 + 2.0 * t1583;
    const double t1585 = x[25] * (t1572 - (t1571 + t1574));
    const double t1586 = t1576 + 2.0 * t1577;
    const double t1587 = t1580 + (-2.0) * t1579;
    const double t1588 = x[26] * (t1571 - (t1572 + t1574));
    const double t1589 = t1582 + (-2.0) * t1583;
    const double t1590 = x[27] * (t1573 + t1574);
    const double t1591 = weights[0] * (t79 * (t1243 + t1242 + 0.5 * t1241) * t86);
    const double t1592 = 2.0 * t1240 + (-0.5) * (t78 * (k[5] * t1591));
    const double t1593 = 2.0 * t1246 + (-0.5) * (t72 * (k[4] * t1591));
    const double t1594 = t1248 + (-0.5) * (t59 * (k[3] * t1591));
    const double t1595 = 0.5 * (t75 * t1592) + 0.5 * (t66 * t1593) + 0.25 * (t47 * t1594);
    const double t1596 = 0.5 * (t76 * t1592) + 0.25 * (t68 * t1593) + 0.5 * (t54 * t1594);
    const double t1597 = 0.25 * (t77 * t1592) + 0.5 * (t71 * t1593) + 0.5 * (t58 * t1594);
    const double t1598 = k[2] * t1597;
    const double t1599 = k[1] * t1596;
    const double t1600 = t1598 + t1599;
    const double t1601 = k[0] * t1595;
    const double t1602 = x[24] * (t1601 - t1600);
    const double t1603 = 2.0 * (k[1] * t1597);
    const double t1604 = k[2] * t1596;
    const double t1605 = t1603 + (-2.0) * t1604;
    const double t1606 = k[0] * t1597;
    const double t1607 = 2.0 * (k[2] * t1595);
    const double t1608 = 2.0 * t1606 + t1607;
    const double t1609 = 2.0 * (k[0] * t1596);
    const double t1610 = k[1] * t1595;
    const double t1611 = t1609 + 2.0 * t1610;
    const double t1612 = x[25] * (t1599 - (t1598 + t1601));
    const double t1613 = t1603 + 2.0 * t1604;
    const double t1614 = t1607 + (-2.0) * t1606;
    const double t1615 = x[26] * (t1598 - (t1599 + t1601));
    const double t1616 = t1609 + (-2.0) * t1610;
    const double t1617 = x[27] * (t1600 + t1601);
    const double t1618 = weights[0] * (t79 * (t1296 + t1294 + 0.5 * t1295) * t86);
    const double t1619 = 2.0 * t1293 + (-0.5) * (t78 * (k[5] * t1618));
    const double t1620 = t1299 + (-0.5) * (t72 * (k[4] * t1618));
    const double t1621 = 2.0 * t1301 + (-0.5) * (t59 * (k[3] * t1618));
    const double t1622 = 0.5 * (t76 * t1619) + 0.25 * (t68 * t1620) + 0.5 * (t54 * t1621);
    const double t1623 = 0.25 * (t77 * t1619) + 0.5 * (t71 * t1620) + 0.5 * (t58 * t1621);
    const double t1624 = k[2] * t1623;
    const double t1625 = k[1] * t1622;
    const double t1626 = t1624 + t1625;
    const double t1627 = 0.5 * (t75 * t1619) + 0.5 * (t66 * t1620) + 0.25 * (t47 * t1621);
    const double t1628 = k[0] * t1627;
    const double t1629 = x[24] * (t1628 - t1626);
    const double t1630 = 2.0 * (k[1] * t1623);
    const double t1631 = k[2] * t1622;
    const double t1632 = t1630 + (-2.0) * t1631;
    const double t1633 = k[0] * t1623;
    const double t1634 = 2.0 * (k[2] * t1627);
    const double t1635 = 2.0 * t1633 + t1634;
    const double t1636 = 2.0 * (k[0] * t1622);
    const double t1637 = k[1] * t1627;
    const double t1638 = t1636 + 2.0 * t1637;
    const double t1639 = x[25] * (t1625 - (t1624 + t1628));
    const double t1640 = t1630 + 2.0 * t1631;
    const double t1641 = t1634 + (-2.0) * t1633;
    const double t1642 = x[26] * (t1624 - (t1625 + t1628));
    const double t1643 = t1636 + (-2.0) * t1637;
    const double t1644 = x[27] * (t1626 + t1628);
    const double t1645 = weights[0] * (t79 * (t1347 + t1348 + 0.5 * t1349) * t86);
    const double t1646 = t1346 + (-0.5) * (t78 * (k[5] * t1645));
    const double t1647 = 2.0 * t1352 + (-0.5) * (t72 * (k[4] * t1645));
    const double t1648 = 2.0 * t1354 + (-0.5) * (t59 * (k[3] * t1645));
    const double t1649 = 0.25 * (t77 * t1646) + 0.5 * (t71 * t1647) + 0.5 * (t58 * t1648);
    const double t1650 = k[2] * t1649;
    const double t1651 = 0.5 * (t76 * t1646) + 0.25 * (t68 * t1647) + 0.5 * (t54 * t1648);
    const double t1652 = k[1] * t1651;
    const double t1653 = t1650 + t1652;
    const double t1654 = 0.5 * (t75 * t1646) + 0.5 * (t66 * t1647) + 0.25 * (t47 * t1648);
    const double t1655 = k[0] * t1654;
    const double t1656 = x[24] * (t1655 - t1653);
    const double t1657 = 2.0 * (k[1] * t1649);
    const double t1658 = k[2] * t1651;
    const double t1659 = t1657 + (-2.0) * t1658;
    const double t1660 = k[0] * t1649;
    const double t1661 = 2.0 * (k[2] * t1654);
    const double t1662 = 2.0 * t1660 + t1661;
    const double t1663 = 2.0 * (k[0] * t1651);
    const double t1664 = k[1] * t1654;
    const double t1665 = t1663 + 2.0 * t1664;
    const double t1666 = x[25] * (t1652 - (t1650 + t1655));
    const double t1667 = t1657 + 2.0 * t1658;
    const double t1668 = t1661 + (-2.0) * t1660;
    const double t1669 = x[26] * (t1650 - (t1652 + t1655));
    const double t1670 = t1663 + (-2.0) * t1664;
    const double t1671 = x[27] * (t1653 + t1655);
    const double t1672 = 0.25 * (t77 * t108) + 0.5 * (t71 * t113) + 0.5 * (t58 * t101);
    const double t1673 = k[2] * t1672;
    const double t1674 = 0.5 * (t76 * t108) + 0.25 * (t68 * t113) + 0.5 * (t54 * t101);
    const double t1675 = k[1] * t1674;
    const double t1676 = t1673 + t1675;
    const double t1677 = 0.5 * (t75 * t108) + 0.5 * (t66 * t113) + 0.25 * (t47 * t101);
    const double t1678 = k[0] * t1677;
    const double t1679 = 2.0 * (x[24] * k[0]) + 2.0 * (x[25] * k[1]) + 2.0 * (x[26] * k[2]);
    const double t1680 = x[25] * k[0];
    const double t1681 = x[24] * k[1];
    const double t1682 = x[27] * k[2];
    const double t1683 = 2.0 * t1680 + (-2.0) * t1681 + (-2.0) * t1682;
    const double t1684 = x[26] * k[0];
    const double t1685 = x[27] * k[1];
    const double t1686 = x[24] * k[2];
    const double t1687 = 2.0 * t1684 + 2.0 * t1685 + (-2.0) * t1686;
    const double t1688 = 2.0 * (t75 * t1679) + 2.0 * (t76 * t1683) + t77 * t1687;
    const double t1689 = t47 * t1679 + 2.0 * (t54 * t1683) + 2.0 * (t58 * t1687);
    const double t1690 = 2.0 * (t66 * t1679) + t68 * t1683 + 2.0 * (t71 * t1687);
    const double t1691 = weights[0] * (t79 * (0.5 * (k[3] * (t59 * t1689)) + 0.5 * (k[4] * (t72 * t1690)) + 0.5 *
        (k[5] * (t78 * t1688))) * t86);
    const double t1692 = t1688 * t81 + (-0.5) * (t78 * (k[5] * t1691));
    const double t1693 = t1690 * t89 + (-0.5) * (t72 * (k[4] * t1691));
    const double t1694 = t1689 * t92 + (-0.5) * (t59 * (k[3] * t1691));
    const double t1695 = 0.25 * (t77 * t1692) + 0.5 * (t71 * t1693) + 0.5 * (t58 * t1694);
    const double t1696 = k[2] * t1695;
    const double t1697 = 0.5 * (t76 * t1692) + 0.25 * (t68 * t1693) + 0.5 * (t54 * t1694);
    const double t1698 = k[1] * t1697;
    const double t1699 = t1696 + t1698;
    const double t1700 = 0.5 * (t75 * t1692) + 0.5 * (t66 * t1693) + 0.25 * (t47 * t1694);
    const double t1701 = k[0] * t1700;
    const double t1702 = t1678 - t1676 + x[24] * (t1701 - t1699);
    const double t1703 = 2.0 * (k[1] * t1695);
    const double t1704 = k[2] * t1697;
    const double t1705 = t1703 + (-2.0) * t1704;
    const double t1706 = k[0] * t1695;
    const double t1707 = 2.0 * (k[2] * t1700);
    const double t1708 = 2.0 * t1706 + t1707;
    const double t1709 = 2.0 * (k[0] * t1697);
    const double t1710 = k[1] * t1700;
    const double t1711 = t1709 + 2.0 * t1710;
    const double t1712 = x[25] * (t1698 - (t1696 + t1701));
    const double t1713 = t1703 + 2.0 * t1704;
    const double t1714 = t1707 + (-2.0) * t1706;
    const double t1715 = 2.0 * (k[0] * t1674);
    const double t1716 = k[1] * t1677;
    const double t1717 = x[26] * (t1696 - (t1698 + t1701));
    const double t1718 = k[0] * t1672;
    const double t1719 = 2.0 * (k[2] * t1677);
    const double t1720 = t1709 + (-2.0) * t1710;
    const double t1721 = x[27] * (t1699 + t1701);
    const double t1722 = 2.0 * (k[1] * t1672);
    const double t1723 = k[2] * t1674;
    const double t1724 = (-2.0) * t1680 + 2.0 * t1681 + 2.0 * t1682;
    const double t1725 = x[27] * k[0];
    const double t1726 = x[26] * k[1];
    const double t1727 = x[25] * k[2];
    const double t1728 = (-2.0) * t1725 + 2.0 * t1726 + (-2.0) * t1727;
    const double t1729 = 2.0 * (t75 * t1724) + 2.0 * (t76 * t1679) + t77 * t1728;
    const double t1730 = t47 * t1724 + 2.0 * (t54 * t1679) + 2.0 * (t58 * t1728);
    const double t1731 = 2.0 * (t66 * t1724) + t68 * t1679 + 2.0 * (t71 * t1728);
    const double t1732 = weights[0] * (t79 * (0.5 * (k[3] * (t59 * t1730)) + 0.5 * (k[4] * (t72 * t1731)) + 0.5 *
        (k[5] * (t78 * t1729))) * t86);
    const double t1733 = t1729 * t81 + (-0.5) * (t78 * (k[5] * t1732));
    const double t1734 = t1731 * t89 + (-0.5) * (t72 * (k[4] * t1732));
    const double t1735 = t1730 * t92 + (-0.5) * (t59 * (k[3] * t1732));
    const double t1736 = 0.5 * (t76 * t1733) + 0.25 * (t68 * t1734) + 0.5 * (t54 * t1735);
    const double t1737 = k[1] * t1736;
    const double t1738 = 0.25 * (t77 * t1733) + 0.5 * (t71 * t1734) + 0.5 * (t58 * t1735);
    const double t1739 = k[2] * t1738;
    const double t1740 = 0.5 * (t75 * t1733) + 0.5 * (t66 * t1734) + 0.25 * (t47 * t1735);
    const double t1741 = k[0] * t1740;
    const double t1742 = t1675 - (t1673 + t1678) + x[25] * (t1737 - (t1739 + t1741));
    const double t1743 = 2.0 * (k[1] * t1738);
    const double t1744 = k[2] * t1736;
    const double t1745 = t1743 + 2.0 * t1744;
    const double t1746 = k[0] * t1738;
    const double t1747 = 2.0 * (k[2] * t1740);
    const double t1748 = (-2.0) * t1746 + t1747;
    const double t1749 = 2.0 * (k[0] * t1736);
    const double t1750 = k[1] * t1740;
    const double t1751 = x[26] * (t1739 - (t1737 + t1741));
    const double t1752 = t1749 + (-2.0) * t1750;
    const double t1753 = x[27] * (t1741 + t1737 + t1739);
    const double t1754 = (-2.0) * t1684 + (-2.0) * t1685 + 2.0 * t1686;
    const double t1755 = 2.0 * t1725 + (-2.0) * t1726 + 2.0 * t1727;
    const double t1756 = 2.0 * (t75 * t1754) + 2.0 * (t76 * t1755) + t77 * t1679;
    const double t1757 = t47 * t1754 + 2.0 * (t54 * t1755) + 2.0 * (t58 * t1679);
    const double t1758 = 2.0 * (t66 * t1754) + t68 * t1755 + 2.0 * (t71 * t1679);
    const double t1759 = weights[0] * (t79 * (0.5 * (k[3] * (t59 * t1757)) + 0.5 * (k[4] * (t72 * t1758)) + 0.5 *
        (k[5] * (t78 * t1756))) * t86);
    const double t1760 = t1756 * t81 + (-0.5) * (t78 * (k[5] * t1759));
    const double t1761 = t1758 * t89 + (-0.5) * (t72 * (k[4] * t1759));
    const double t1762 = t1757 * t92 + (-0.5) * (t59 * (k[3] * t1759));
    const double t1763 = 0.25 * (t77 * t1760) + 0.5 * (t71 * t1761) + 0.5 * (t58 * t1762);
    const double t1764 = k[2] * t1763;
    const double t1765 = 0.5 * (t76 * t1760) + 0.25 * (t68 * t1761) + 0.5 * (t54 * t1762);
    const double t1766 = k[1] * t1765;
    const double t1767 = 0.5 * (t75 * t1760) + 0.5 * (t66 * t1761) + 0.25 * (t47 * t1762);
    const double t1768 = k[0] * t1767;
    const double t1769 = t1673 - (t1675 + t1678) + x[26] * (t1764 - (t1766 + t1768));
    const double t1770 = 2.0 * (k[1] * t1763);
    const double t1771 = k[2] * t1765;
    const double t1772 = k[0] * t1763;
    const double t1773 = 2.0 * (k[2] * t1767);
    const double t1774 = 2.0 * (k[0] * t1765) + (-2.0) * (k[1] * t1767);
    const double t1775 = x[27] * (t1768 + t1764 + t1766);
    const double t1776 = 2.0 * (t75 * t1755) + 2.0 * (t76 * t1687) + t77 * t1724;
    const double t1777 = t47 * t1755 + 2.0 * (t54 * t1687) + 2.0 * (t58 * t1724);
    const double t1778 = 2.0 * (t66 * t1755) + t68 * t1687 + 2.0 * (t71 * t1724);
    const double t1779 = weights[0] * (t79 * (0.5 * (k[3] * (t59 * t1777)) + 0.5 * (k[4] * (t72 * t1778)) + 0.5 *
        (k[5] * (t78 * t1776))) * t86);
    const double t1780 = t1776 * t81 + (-0.5) * (t78 * (k[5] * t1779));
    const double t1781 = t1778 * t89 + (-0.5) * (t72 * (k[4] * t1779));
    const double t1782 = t1777 * t92 + (-0.5) * (t59 * (k[3] * t1779));
    const double t1783 = 0.25 * (t77 * t1780) + 0.5 * (t71 * t1781) + 0.5 * (t58 * t1782);
    const double t1784 = 0.5 * (t76 * t1780) + 0.25 * (t68 * t1781) + 0.5 * (t54 * t1782);
    const double t1785 = 0.5 * (t75 * t1780) + 0.5 * (t66 * t1781) + 0.25 * (t47 * t1782);
    const double t1786 = t1676 + t1678 + x[27] * (k[2] * t1783 + k[1] * t1784 + k[0] * t1785);
    out[0] = -t95;
    out[1] = -t96;
    out[2] = -t97;
    out[3] = t104 + t104 + x[6] * t107 + x[5] * t112 + x[4] * t117;
    out[4] = t118 + t118 + x[5] * t119 + x[6] * t120 + x[3] * t117;
    out[5] = t121 + t121 + x[4] * t119 + x[3] * t112 + x[6] * t122;
    out[6] = t123 + t123 + x[3] * t107 + x[4] * t120 + x[5] * t122;
    out[7] = t95;
    out[8] = t96;
    out[9] = t97;
    out[10] = t128 + t128 + x[13] * t131 + x[12] * t134 + x[11] * t137;
    out[11] = t138 + t138 + x[12] * t139 + x[13] * t140 + x[10] * t137;
    out[12] = t141 + t141 + x[11] * t139 + x[10] * t134 + x[13] * t142;
    out[13] = t143 + t143 + x[10] * t131 + x[11] * t140 + x[12] * t142;
    out[14] = -t144;
    out[15] = -t145;
    out[16] = -t146;
    out[17] = t151 + t151 + x[20] * t154 + x[19] * t157 + x[18] * t160;
    out[18] = t161 + t161 + x[19] * t162 + x[20] * t163 + x[17] * t160;
    out[19] = t164 + t164 + x[18] * t162 + x[17] * t157 + x[20] * t165;
    out[20] = t166 + t166 + x[17] * t154 + x[18] * t163 + x[19] * t165;
    out[21] = t144;
    out[22] = t145;
    out[23] = t146;
    out[24] = t171 + t171 + x[27] * t174 + x[26] * t177 + x[25] * t180;
    out[25] = t181 + t181 + x[26] * t182 + x[27] * t183 + x[24] * t180;
    out[26] = t184 + t184 + x[25] * t182 + x[24] * t177 + x[27] * t185;
    out[27] = t186 + t186 + x[24] * t174 + x[25] * t183 + x[26] * t185;
    out[28] = -t197;
    out[29] = -t198;
    out[30] = t203 + t203 + x[6] * t206 + x[5] * t209 + x[4] * t212;
    out[31] = t213 + t213 + x[5] * t214 + x[6] * t215 + x[3] * t212;
    out[32] = t216 + t216 + x[4] * t214 + x[3] * t209 + x[6] * t217;
    out[33] = t218 + t218 + x[3] * t206 + x[4] * t215 + x[5] * t217;
    out[34] = t219;
    out[35] = t197;
    out[36] = t198;
    out[37] = t224 + t224 + x[13] * t227 + x[12] * t230 + x[11] * t233;
    out[38] = t234 + t234 + x[12] * t235 + x[13] * t236 + x[10] * t233;
    out[39] = t237 + t237 + x[11] * t235 + x[10] * t230 + x[13] * t238;
    out[40] = t239 + t239 + x[10] * t227 + x[11] * t236 + x[12] * t238;
    out[41] = -t240;
    out[42] = -t241;
    out[43] = -t242;
    out[44] = t247 + t247 + x[20] * t250 + x[19] * t253 + x[18] * t256;
    out[45] = t257 + t257 + x[19] * t258 + x[20] * t259 + x[17] * t256;
    out[46] = t260 + t260 + x[18] * t258 + x[17] * t253 + x[20] * t261;
    out[47] = t262 + t262 + x[17] * t250 + x[18] * t259 + x[19] * t261;
    out[48] = t240;
    out[49] = t241;
    out[50] = t242;
    out[51] = t267 + t267 + x[27] * t270 + x[26] * t273 + x[25] * t276;
    out[52] = t277 + t277 + x[26] * t278 + x[27] * t279 + x[24] * t276;
    out[53] = t280 + t280 + x[25] * t278 + x[24] * t273 + x[27] * t281;
    out[54] = t282 + t282 + x[24] * t270 + x[25] * t279 + x[26] * t281;
    out[55] = -t293;
    out[56] = t298 + t298 + x[6] * t301 + x[5] * t304 + x[4] * t307;
    out[57] = t308 + t308 + x[5] * t309 + x[6] * t310 + x[3] * t307;
    out[58] = t311 + t311 + x[4] * t309 + x[3] * t304 + x[6] * t312;
    out[59] = t313 + t313 + x[3] * t301 + x[4] * t310 + x[5] * t312;
    out[60] = t314;
    out[61] = t315;
    out[62] = t293;
    out[63] = t320 + t320 + x[13] * t323 + x[12] * t326 + x[11] * t329;
    out[64] = t330 + t330 + x[12] * t331 + x[13] * t332 + x[10] * t329;
    out[65] = t333 + t333 + x[11] * t331 + x[10] * t326 + x[13] * t334;
    out[66] = t335 + t335 + x[10] * t323 + x[11] * t332 + x[12] * t334;
    out[67] = -t336;
    out[68] = -t337;
    out[69] = -t338;
    out[70] = t343 + t343 + x[20] * t346 + x[19] * t349 + x[18] * t352;
    out[71] = t353 + t353 + x[19] * t354 + x[20] * t355 + x[17] * t352;
    out[72] = t356 + t356 + x[18] * t354 + x[17] * t349 + x[20] * t357;
    out[73] = t358 + t358 + x[17] * t346 + x[18] * t355 + x[19] * t357;
    out[74] = t336;
    out[75] = t337;
    out[76] = t338;
    out[77] = t363 + t363 + x[27] * t366 + x[26] * t369 + x[25] * t372;
    out[78] = t373 + t373 + x[26] * t374 + x[27] * t375 + x[24] * t372;
    out[79] = t376 + t376 + x[25] * t374 + x[24] * t369 + x[27] * t377;
    out[80] = t378 + t378 + x[24] * t366 + x[25] * t375 + x[26] * t377;
    out[81] = t400 + t400 + x[6] * t403 + x[5] * t406 + x[4] * t409;
    out[82] = t410 + t410 + x[5] * t411 + x[6] * t412 + 0.5 * t413 + t414 + x[3] * t409;
    out[83] = t415 + t415 + x[4] * t411 + t416 + 0.5 * t417 + x[3] * t406 + x[6] * t418;
    out[84] = t419 + t419 + (-0.5) * t420 + t421 + x[3] * t403 + x[4] * t412 + x[5] * t418;
    out[85] = t425;
    out[86] = t429;
    out[87] = t433;
    out[88] = t438 + t438 + x[13] * t441 + x[12] * t444 + x[11] * t447;
    out[89] = t448 + t448 + x[12] * t449 + x[13] * t450 + x[10] * t447;
    out[90] = t451 + t451 + x[11] * t449 + x[10] * t444 + x[13] * t452;
    out[91] = t453 + t453 + x[10] * t441 + x[11] * t450 + x[12] * t452;
    out[92] = -t454;
    out[93] = -t455;
    out[94] = -t456;
    out[95] = t461 + t461 + x[20] * t464 + x[19] * t467 + x[18] * t470;
    out[96] = t471 + t471 + x[19] * t472 + x[20] * t473 + x[17] * t470;
    out[97] = t474 + t474 + x[18] * t472 + x[17] * t467 + x[20] * t475;
    out[98] = t476 + t476 + x[17] * t464 + x[18] * t473 + x[19] * t475;
    out[99] = t454;
    out[100] = t455;
    out[101] = t456;
    out[102] = t481 + t481 + x[27] * t484 + x[26] * t487 + x[25] * t490;
    out[103] = t491 + t491 + x[26] * t492 + x[27] * t493 + x[24] * t490;
    out[104] = t494 + t494 + x[25] * t492 + x[24] * t487 + x[27] * t495;
    out[105] = t496 + t496 + x[24] * t484 + x[25] * t493 + x[26] * t495;
    out[106] = t509 + t509 + x[5] * t512 + x[6] * t515 + x[3] * (0.5 * t516 + t517);
    out[107] = t518 + t518 + 0.5 * t420 + t421 + x[4] * t512 + x[3] * (t513 + 0.5 * t514) + x[6] * t519;
    out[108] = t520 + t520 + x[3] * (t511 + (-0.5) * t510) + t416 + (-0.5) * t417 + x[4] * t515 + x[5] * t519;
    out[109] = t521;
    out[110] = t522;
    out[111] = t526;
    out[112] = t531 + t531 + x[13] * t534 + x[12] * t537 + x[11] * t540;
    out[113] = t541 + t541 + x[12] * t542 + x[13] * t543 + x[10] * t540;
    out[114] = t544 + t544 + x[11] * t542 + x[10] * t537 + x[13] * t545;
    out[115] = t546 + t546 + x[10] * t534 + x[11] * t543 + x[12] * t545;
    out[116] = -t547;
    out[117] = -t548;
    out[118] = -t549;
    out[119] = t554 + t554 + x[20] * t557 + x[19] * t560 + x[18] * t563;
    out[120] = t564 + t564 + x[19] * t565 + x[20] * t566 + x[17] * t563;
    out[121] = t567 + t567 + x[18] * t565 + x[17] * t560 + x[20] * t568;
    out[122] = t569 + t569 + x[17] * t557 + x[18] * t566 + x[19] * t568;
    out[123] = t547;
    out[124] = t548;
    out[125] = t549;
    out[126] = t574 + t574 + x[27] * t577 + x[26] * t580 + x[25] * t583;
    out[127] = t584 + t584 + x[26] * t585 + x[27] * t586 + x[24] * t583;
    out[128] = t587 + t587 + x[25] * t585 + x[24] * t580 + x[27] * t588;
    out[129] = t589 + t589 + x[24] * t577 + x[25] * t586 + x[26] * t588;
    out[130] = t599 + t599 + x[4] * (0.5 * t600 + t601) + x[3] * (t602 + 0.5 * t603) + x[6] * t604;
    out[131] = t605 + t605 + x[3] * (t601 + (-0.5) * t600) + x[4] * (t602 + (-0.5) * t603) + (-0.5) * t413 + t414 +
        x[5] * t604;
    out[132] = t606;
    out[133] = t607;
    out[134] = t608;
    out[135] = t613 + t613 + x[13] * t616 + x[12] * t619 + x[11] * t622;
    out[136] = t623 + t623 + x[12] * t624 + x[13] * t625 + x[10] * t622;
    out[137] = t626 + t626 + x[11] * t624 + x[10] * t619 + x[13] * t627;
    out[138] = t628 + t628 + x[10] * t616 + x[11] * t625 + x[12] * t627;
    out[139] = -t629;
    out[140] = -t630;
    out[141] = -t631;
    out[142] = t636 + t636 + x[20] * t639 + x[19] * t642 + x[18] * t645;
    out[143] = t646 + t646 + x[19] * t647 + x[20] * t648 + x[17] * t645;
    out[144] = t649 + t649 + x[18] * t647 + x[17] * t642 + x[20] * t650;
    out[145] = t651 + t651 + x[17] * t639 + x[18] * t648 + x[19] * t650;
    out[146] = t629;
    out[147] = t630;
    out[148] = t631;
    out[149] = t656 + t656 + x[27] * t659 + x[26] * t662 + x[25] * t665;
    out[150] = t666 + t666 + x[26] * t667 + x[27] * t668 + x[24] * t665;
    out[151] = t669 + t669 + x[25] * t667 + x[24] * t662 + x[27] * t670;
    out[152] = t671 + t671 + x[24] * t659 + x[25] * t668 + x[26] * t670;
    out[153] = t676 + t676 + x[3] * ((-0.5) * (t24 * t673) + 0.5 * (t28 * t674)) + x[4] * (0.5 * (t13 * t673) + (-0.5)
        * (t28 * t675)) + x[5] * ((-0.5) * (t13 * t674) + 0.5 * (t24 * t675));
    out[154] = t677;
    out[155] = t678;
    out[156] = t679;
    out[157] = t684 + t684 + x[13] * t687 + x[12] * t690 + x[11] * t693;
    out[158] = t694 + t694 + x[12] * t695 + x[13] * t696 + x[10] * t693;
    out[159] = t697 + t697 + x[11] * t695 + x[10] * t690 + x[13] * t698;
    out[160] = t699 + t699 + x[10] * t687 + x[11] * t696 + x[12] * t698;
    out[161] = -t700;
    out[162] = -t701;
    out[163] = -t702;
    out[164] = t707 + t707 + x[20] * t710 + x[19] * t713 + x[18] * t716;
    out[165] = t717 + t717 + x[19] * t718 + x[20] * t719 + x[17] * t716;
    out[166] = t720 + t720 + x[18] * t718 + x[17] * t713 + x[20] * t721;
    out[167] = t722 + t722 + x[17] * t710 + x[18] * t719 + x[19] * t721;
    out[168] = t700;
    out[169] = t701;
    out[170] = t702;
    out[171] = t727 + t727 + x[27] * t730 + x[26] * t733 + x[25] * t736;
    out[172] = t737 + t737 + x[26] * t738 + x[27] * t739 + x[24] * t736;
    out[173] = t740 + t740 + x[25] * t738 + x[24] * t733 + x[27] * t741;
    out[174] = t742 + t742 + x[24] * t730 + x[25] * t739 + x[26] * t741;
    out[175] = t747;
    out[176] = t748;
    out[177] = t749;
    out[178] = t754 + t754 + x[13] * t757 + x[12] * t760 + x[11] * t763;
    out[179] = t764 + t764 + x[12] * t765 + x[13] * t766 + x[10] * t763;
    out[180] = t767 + t767 + x[11] * t765 + x[10] * t760 + x[13] * t768;
    out[181] = t769 + t769 + x[10] * t757 + x[11] * t766 + x[12] * t768;
    out[182] = -t770;
    out[183] = -t771;
    out[184] = -t772;
    out[185] = t777 + t777 + x[20] * t780 + x[19] * t783 + x[18] * t786;
    out[186] = t787 + t787 + x[19] * t788 + x[20] * t789 + x[17] * t786;
    out[187] = t790 + t790 + x[18] * t788 + x[17] * t783 + x[20] * t791;
    out[188] = t792 + t792 + x[17] * t780 + x[18] * t789 + x[19] * t791;
    out[189] = t770;
    out[190] = t771;
    out[191] = t772;
    out[192] = t797 + t797 + x[27] * t800 + x[26] * t803 + x[25] * t806;
    out[193] = t807 + t807 + x[26] * t808 + x[27] * t809 + x[24] * t806;
    out[194] = t810 + t810 + x[25] * t808 + x[24] * t803 + x[27] * t811;
    out[195] = t812 + t812 + x[24] * t800 + x[25] * t809 + x[26] * t811;
    out[196] = t817;
    out[197] = t818;
    out[198] = t824 + t824 + x[13] * t827 + x[12] * t830 + x[11] * t833;
    out[199] = t834 + t834 + x[12] * t835 + x[13] * t836 + x[10] * t833;
    out[200] = t837 + t837 + x[11] * t835 + x[10] * t830 + x[13] * t838;
    out[201] = t839 + t839 + x[10] * t827 + x[11] * t836 + x[12] * t838;
    out[202] = -t840;
    out[203] = -t841;
    out[204] = -t842;
    out[205] = t847 + t847 + x[20] * t850 + x[19] * t853 + x[18] * t856;
    out[206] = t857 + t857 + x[19] * t858 + x[20] * t859 + x[17] * t856;
    out[207] = t860 + t860 + x[18] * t858 + x[17] * t853 + x[20] * t861;
    out[208] = t862 + t862 + x[17] * t850 + x[18] * t859 + x[19] * t861;
    out[209] = t840;
    out[210] = t841;
    out[211] = t842;
    out[212] = t867 + t867 + x[27] * t870 + x[26] * t873 + x[25] * t876;
    out[213] = t877 + t877 + x[26] * t878 + x[27] * t879 + x[24] * t876;
    out[214] = t880 + t880 + x[25] * t878 + x[24] * t873 + x[27] * t881;
    out[215] = t882 + t882 + x[24] * t870 + x[25] * t879 + x[26] * t881;
    out[216] = t887;
    out[217] = t894 + t894 + x[13] * t897 + x[12] * t900 + x[11] * t903;
    out[218] = t904 + t904 + x[12] * t905 + x[13] * t906 + x[10] * t903;
    out[219] = t907 + t907 + x[11] * t905 + x[10] * t900 + x[13] * t908;
    out[220] = t909 + t909 + x[10] * t897 + x[11] * t906 + x[12] * t908;
    out[221] = -t910;
    out[222] = -t911;
    out[223] = -t912;
    out[224] = t917 + t917 + x[20] * t920 + x[19] * t923 + x[18] * t926;
    out[225] = t927 + t927 + x[19] * t928 + x[20] * t929 + x[17] * t926;
    out[226] = t930 + t930 + x[18] * t928 + x[17] * t923 + x[20] * t931;
    out[227] = t932 + t932 + x[17] * t920 + x[18] * t929 + x[19] * t931;
    out[228] = t910;
    out[229] = t911;
    out[230] = t912;
    out[231] = t937 + t937 + x[27] * t940 + x[26] * t943 + x[25] * t946;
    out[232] = t947 + t947 + x[26] * t948 + x[27] * t949 + x[24] * t946;
    out[233] = t950 + t950 + x[25] * t948 + x[24] * t943 + x[27] * t951;
    out[234] = t952 + t952 + x[24] * t940 + x[25] * t949 + x[26] * t951;
    out[235] = t983 + t983 + x[13] * t986 + x[12] * t989 + x[11] * t992;
    out[236] = t993 + t993 + x[12] * t994 + x[13] * t995 + t996 + 2.0 * t997 + x[10] * t992;
    out[237] = t998 + t998 + x[11] * t994 + 2.0 * t999 + t1000 + x[10] * t989 + x[13] * t1001;
    out[238] = t1002 + t1002 + t1003 + (-2.0) * t1004 + x[10] * t986 + x[11] * t995 + x[12] * t1001;
    out[239] = -t1005;
    out[240] = -t1006;
    out[241] = -t1007;
    out[242] = t1012 + t1012 + x[20] * t1015 + x[19] * t1018 + x[18] * t1021;
    out[243] = t1022 + t1022 + x[19] * t1023 + x[20] * t1024 + x[17] * t1021;
    out[244] = t1025 + t1025 + x[18] * t1023 + x[17] * t1018 + x[20] * t1026;
    out[245] = t1027 + t1027 + x[17] * t1015 + x[18] * t1024 + x[19] * t1026;
    out[246] = t1005;
    out[247] = t1006;
    out[248] = t1007;
    out[249] = t1032 + t1032 + x[27] * t1035 + x[26] * t1038 + x[25] * t1041;
    out[250] = t1042 + t1042 + x[26] * t1043 + x[27] * t1044 + x[24] * t1041;
    out[251] = t1045 + t1045 + x[25] * t1043 + x[24] * t1038 + x[27] * t1046;
    out[252] = t1047 + t1047 + x[24] * t1035 + x[25] * t1044 + x[26] * t1046;
    out[253] = t1066 + t1066 + x[12] * t1069 + x[13] * t1072 + x[10] * (t1073 + 2.0 * t1074);
    out[254] = t1075 + t1075 + t1003 + 2.0 * t1004 + x[11] * t1069 + x[10] * (t1071 + 2.0 * t1070) + x[13] * t1076;
    out[255] = t1077 + t1077 + x[10] * (t1067 + (-2.0) * t1068) + (-2.0) * t999 + t1000 + x[11] * t1072 + x[12] *
        t1076;
    out[256] = -t1078;
    out[257] = -t1079;
    out[258] = -t1080;
    out[259] = t1085 + t1085 + x[20] * t1088 + x[19] * t1091 + x[18] * t1094;
    out[260] = t1095 + t1095 + x[19] * t1096 + x[20] * t1097 + x[17] * t1094;
    out[261] = t1098 + t1098 + x[18] * t1096 + x[17] * t1091 + x[20] * t1099;
    out[262] = t1100 + t1100 + x[17] * t1088 + x[18] * t1097 + x[19] * t1099;
    out[263] = t1078;
    out[264] = t1079;
    out[265] = t1080;
    out[266] = t1105 + t1105 + x[27] * t1108 + x[26] * t1111 + x[25] * t1114;
    out[267] = t1115 + t1115 + x[26] * t1116 + x[27] * t1117 + x[24] * t1114;
    out[268] = t1118 + t1118 + x[25] * t1116 + x[24] * t1111 + x[27] * t1119;
    out[269] = t1120 + t1120 + x[24] * t1108 + x[25] * t1117 + x[26] * t1119;
    out[270] = t1136 + t1136 + x[11] * (t1137 + 2.0 * t1138) + x[10] * (2.0 * t1139 + t1140) + x[13] * t1141;
    out[271] = t1142 + t1142 + x[10] * (t1137 + (-2.0) * t1138) + x[11] * (t1140 + (-2.0) * t1139) + t996 + (-2.0) *
        t997 + x[12] * t1141;
    out[272] = -t1143;
    out[273] = -t1144;
    out[274] = -t1145;
    out[275] = t1150 + t1150 + x[20] * t1153 + x[19] * t1156 + x[18] * t1159;
    out[276] = t1160 + t1160 + x[19] * t1161 + x[20] * t1162 + x[17] * t1159;
    out[277] = t1163 + t1163 + x[18] * t1161 + x[17] * t1156 + x[20] * t1164;
    out[278] = t1165 + t1165 + x[17] * t1153 + x[18] * t1162 + x[19] * t1164;
    out[279] = t1143;
    out[280] = t1144;
    out[281] = t1145;
    out[282] = t1170 + t1170 + x[27] * t1173 + x[26] * t1176 + x[25] * t1179;
    out[283] = t1180 + t1180 + x[26] * t1181 + x[27] * t1182 + x[24] * t1179;
    out[284] = t1183 + t1183 + x[25] * t1181 + x[24] * t1176 + x[27] * t1184;
    out[285] = t1185 + t1185 + x[24] * t1173 + x[25] * t1182 + x[26] * t1184;
    out[286] = t1196 + t1196 + x[10] * (2.0 * (k[1] * t1193) + (-2.0) * (k[2] * t1194)) + x[11] * ((-2.0) * (k[0] *
        t1193) + 2.0 * (k[2] * t1195)) + x[12] * (2.0 * (k[0] * t1194) + (-2.0) * (k[1] * t1195));
    out[287] = -t1197;
    out[288] = -t1198;
    out[289] = -t1199;
    out[290] = t1204 + t1204 + x[20] * t1207 + x[19] * t1210 + x[18] * t1213;
    out[291] = t1214 + t1214 + x[19] * t1215 + x[20] * t1216 + x[17] * t1213;
    out[292] = t1217 + t1217 + x[18] * t1215 + x[17] * t1210 + x[20] * t1218;
    out[293] = t1219 + t1219 + x[17] * t1207 + x[18] * t1216 + x[19] * t1218;
    out[294] = t1197;
    out[295] = t1198;
    out[296] = t1199;
    out[297] = t1224 + t1224 + x[27] * t1227 + x[26] * t1230 + x[25] * t1233;
    out[298] = t1234 + t1234 + x[26] * t1235 + x[27] * t1236 + x[24] * t1233;
    out[299] = t1237 + t1237 + x[25] * t1235 + x[24] * t1230 + x[27] * t1238;
    out[300] = t1239 + t1239 + x[24] * t1227 + x[25] * t1236 + x[26] * t1238;
    out[301] = -t1250;
    out[302] = -t1251;
    out[303] = -t1252;
    out[304] = t1257 + t1257 + x[20] * t1260 + x[19] * t1263 + x[18] * t1266;
    out[305] = t1267 + t1267 + x[19] * t1268 + x[20] * t1269 + x[17] * t1266;
    out[306] = t1270 + t1270 + x[18] * t1268 + x[17] * t1263 + x[20] * t1271;
    out[307] = t1272 + t1272 + x[17] * t1260 + x[18] * t1269 + x[19] * t1271;
    out[308] = t1250;
    out[309] = t1251;
    out[310] = t1252;
    out[311] = t1277 + t1277 + x[27] * t1280 + x[26] * t1283 + x[25] * t1286;
    out[312] = t1287 + t1287 + x[26] * t1288 + x[27] * t1289 + x[24] * t1286;
    out[313] = t1290 + t1290 + x[25] * t1288 + x[24] * t1283 + x[27] * t1291;
    out[314] = t1292 + t1292 + x[24] * t1280 + x[25] * t1289 + x[26] * t1291;
    out[315] = -t1303;
    out[316] = -t1304;
    out[317] = t1309 + t1309 + x[20] * t1312 + x[19] * t1315 + x[18] * t1318;
    out[318] = t1319 + t1319 + x[19] * t1320 + x[20] * t1321 + x[17] * t1318;
    out[319] = t1322 + t1322 + x[18] * t1320 + x[17] * t1315 + x[20] * t1323;
    out[320] = t1324 + t1324 + x[17] * t1312 + x[18] * t1321 + x[19] * t1323;
    out[321] = t1325;
    out[322] = t1303;
    out[323] = t1304;
    out[324] = t1330 + t1330 + x[27] * t1333 + x[26] * t1336 + x[25] * t1339;
    out[325] = t1340 + t1340 + x[26] * t1341 + x[27] * t1342 + x[24] * t1339;
    out[326] = t1343 + t1343 + x[25] * t1341 + x[24] * t1336 + x[27] * t1344;
    out[327] = t1345 + t1345 + x[24] * t1333 + x[25] * t1342 + x[26] * t1344;
    out[328] = -t1356;
    out[329] = t1361 + t1361 + x[20] * t1364 + x[19] * t1367 + x[18] * t1370;
    out[330] = t1371 + t1371 + x[19] * t1372 + x[20] * t1373 + x[17] * t1370;
    out[331] = t1374 + t1374 + x[18] * t1372 + x[17] * t1367 + x[20] * t1375;
    out[332] = t1376 + t1376 + x[17] * t1364 + x[18] * t1373 + x[19] * t1375;
    out[333] = t1377;
    out[334] = t1378;
    out[335] = t1356;
    out[336] = t1383 + t1383 + x[27] * t1386 + x[26] * t1389 + x[25] * t1392;
    out[337] = t1393 + t1393 + x[26] * t1394 + x[27] * t1395 + x[24] * t1392;
    out[338] = t1396 + t1396 + x[25] * t1394 + x[24] * t1389 + x[27] * t1397;
    out[339] = t1398 + t1398 + x[24] * t1386 + x[25] * t1395 + x[26] * t1397;
    out[340] = t1420 + t1420 + x[20] * t1423 + x[19] * t1426 + x[18] * t1429;
    out[341] = t1430 + t1430 + x[19] * t1431 + x[20] * t1432 + 0.5 * t1433 + t1434 + x[17] * t1429;
    out[342] = t1435 + t1435 + x[18] * t1431 + t1436 + 0.5 * t1437 + x[17] * t1426 + x[20] * t1438;
    out[343] = t1439 + t1439 + (-0.5) * t1440 + t1441 + x[17] * t1423 + x[18] * t1432 + x[19] * t1438;
    out[344] = t1445;
    out[345] = t1449;
    out[346] = t1453;
    out[347] = t1458 + t1458 + x[27] * t1461 + x[26] * t1464 + x[25] * t1467;
    out[348] = t1468 + t1468 + x[26] * t1469 + x[27] * t1470 + x[24] * t1467;
    out[349] = t1471 + t1471 + x[25] * t1469 + x[24] * t1464 + x[27] * t1472;
    out[350] = t1473 + t1473 + x[24] * t1461 + x[25] * t1470 + x[26] * t1472;
    out[351] = t1486 + t1486 + x[19] * t1489 + x[20] * t1492 + x[17] * (0.5 * t1493 + t1494);
    out[352] = t1495 + t1495 + 0.5 * t1440 + t1441 + x[18] * t1489 + x[17] * (t1490 + 0.5 * t1491) + x[20] * t1496;
    out[353] = t1497 + t1497 + x[17] * (t1488 + (-0.5) * t1487) + t1436 + (-0.5) * t1437 + x[18] * t1492 + x[19] *
        t1496;
    out[354] = t1498;
    out[355] = t1499;
    out[356] = t1503;
    out[357] = t1508 + t1508 + x[27] * t1511 + x[26] * t1514 + x[25] * t1517;
    out[358] = t1518 + t1518 + x[26] * t1519 + x[27] * t1520 + x[24] * t1517;
    out[359] = t1521 + t1521 + x[25] * t1519 + x[24] * t1514 + x[27] * t1522;
    out[360] = t1523 + t1523 + x[24] * t1511 + x[25] * t1520 + x[26] * t1522;
    out[361] = t1533 + t1533 + x[18] * (0.5 * t1534 + t1535) + x[17] * (t1536 + 0.5 * t1537) + x[20] * t1538;
    out[362] = t1539 + t1539 + x[17] * (t1535 + (-0.5) * t1534) + x[18] * (t1536 + (-0.5) * t1537) + (-0.5) * t1433 +
        t1434 + x[19] * t1538;
    out[363] = t1540;
    out[364] = t1541;
    out[365] = t1542;
    out[366] = t1547 + t1547 + x[27] * t1550 + x[26] * t1553 + x[25] * t1556;
    out[367] = t1557 + t1557 + x[26] * t1558 + x[27] * t1559 + x[24] * t1556;
    out[368] = t1560 + t1560 + x[25] * t1558 + x[24] * t1553 + x[27] * t1561;
    out[369] = t1562 + t1562 + x[24] * t1550 + x[25] * t1559 + x[26] * t1561;
    out[370] = t1567 + t1567 + x[17] * ((-0.5) * (t51 * t1564) + 0.5 * (t55 * t1565)) + x[18] * (0.5 * (t40 * t1564) +
        (-0.5) * (t55 * t1566)) + x[19] * ((-0.5) * (t40 * t1565) + 0.5 * (t51 * t1566));
    out[371] = t1568;
    out[372] = t1569;
    out[373] = t1570;
    out[374] = t1575 + t1575 + x[27] * t1578 + x[26] * t1581 + x[25] * t1584;
    out[375] = t1585 + t1585 + x[26] * t1586 + x[27] * t1587 + x[24] * t1584;
    out[376] = t1588 + t1588 + x[25] * t1586 + x[24] * t1581 + x[27] * t1589;
    out[377] = t1590 + t1590 + x[24] * t1578 + x[25] * t1587 + x[26] * t1589;
    out[378] = t1595;
    out[379] = t1596;
    out[380] = t1597;
    out[381] = t1602 + t1602 + x[27] * t1605 + x[26] * t1608 + x[25] * t1611;
    out[382] = t1612 + t1612 + x[26] * t1613 + x[27] * t1614 + x[24] * t1611;
    out[383] = t1615 + t1615 + x[25] * t1613 + x[24] * t1608 + x[27] * t1616;
    out[384] = t1617 + t1617 + x[24] * t1605 + x[25] * t1614 + x[26] * t1616;
    out[385] = t1622;
    out[386] = t1623;
    out[387] = t1629 + t1629 + x[27] * t1632 + x[26] * t1635 + x[25] * t1638;
    out[388] = t1639 + t1639 + x[26] * t1640 + x[27] * t1641 + x[24] * t1638;
    out[389] = t1642 + t1642 + x[25] * t1640 + x[24] * t1635 + x[27] * t1643;
    out[390] = t1644 + t1644 + x[24] * t1632 + x[25] * t1641 + x[26] * t1643;
    out[391] = t1649;
    out[392] = t1656 + t1656 + x[27] * t1659 + x[26] * t1662 + x[25] * t1665;
    out[393] = t1666 + t1666 + x[26] * t1667 + x[27] * t1668 + x[24] * t1665;
    out[394] = t1669 + t1669 + x[25] * t1667 + x[24] * t1662 + x[27] * t1670;
    out[395] = t1671 + t1671 + x[24] * t1659 + x[25] * t1668 + x[26] * t1670;
    out[396] = t1702 + t1702 + x[27] * t1705 + x[26] * t1708 + x[25] * t1711;
    out[397] = t1712 + t1712 + x[26] * t1713 + x[27] * t1714 + t1715 + 2.0 * t1716 + x[24] * t1711;
    out[398] = t1717 + t1717 + x[25] * t1713 + 2.0 * t1718 + t1719 + x[24] * t1708 + x[27] * t1720;
    out[399] = t1721 + t1721 + t1722 + (-2.0) * t1723 + x[24] * t1705 + x[25] * t1714 + x[26] * t1720;
    out[400] = t1742 + t1742 + x[26] * t1745 + x[27] * t1748 + x[24] * (t1749 + 2.0 * t1750);
    out[401] = t1751 + t1751 + t1722 + 2.0 * t1723 + x[25] * t1745 + x[24] * (t1747 + 2.0 * t1746) + x[27] * t1752;
    out[402] = t1753 + t1753 + x[24] * (t1743 + (-2.0) * t1744) + (-2.0) * t1718 + t1719 + x[25] * t1748 + x[26] *
        t1752;
    out[403] = t1769 + t1769 + x[25] * (t1770 + 2.0 * t1771) + x[24] * (2.0 * t1772 + t1773) + x[27] * t1774;
    out[404] = t1775 + t1775 + x[24] * (t1770 + (-2.0) * t1771) + x[25] * (t1773 + (-2.0) * t1772) + t1715 + (-2.0) *
        t1716 + x[26] * t1774;
    out[405] = t1786 + t1786 + x[24] * (2.0 * (k[1] * t1783) + (-2.0) * (k[2] * t1784)) + x[25] * ((-2.0) * (k[0] *
        t1783) + 2.0 * (k[2] * t1785)) + x[26] * (2.0 * (k[0] * t1784) + (-2.0) * (k[1] * t1785));
}

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
    apart_between_evaluate, apart_between_jacobian, apart_between_hessian,
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

// Velocity of a point of a body along e: difference over two steps.
static void point_velocity_evaluate(const double *x, const void *data, double *out)
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
    const double t10 = x[6] * x[6];
    const double t11 = x[3] * x[3];
    const double t12 = x[4] * x[4];
    const double t13 = -t12;
    const double t14 = x[5] * x[5];
    const double t15 = -t14;
    const double t16 = x[3] * x[4];
    const double t17 = x[5] * x[6];
    const double t18 = x[3] * x[5];
    const double t19 = x[4] * x[6];
    const double t20 = t0 - t1;
    const double t21 = x[11] * x[12];
    const double t22 = x[10] * x[13];
    const double t23 = t10 - t11;
    const double t24 = x[4] * x[5];
    const double t25 = x[3] * x[6];
    out[0] = (k[3] * (x[7] + k[0] * (t0 + t1 + t3 + t5) + 2.0 * (k[1] * (t6 - t7)) + 2.0 * (k[2] * (t8 + t9)) - (x[0]
        + k[0] * (t10 + t11 + t13 + t15) + 2.0 * (k[1] * (t16 - t17)) + 2.0 * (k[2] * (t18 + t19)))) + k[4] * (x[8] +
        2.0 * (k[0] * (t6 + t7)) + k[1] * (t5 + t2 + t20) + 2.0 * (k[2] * (t21 - t22)) - (x[1] + 2.0 * (k[0] * (t16 +
        t17)) + k[1] * (t15 + t12 + t23) + 2.0 * (k[2] * (t24 - t25)))) + k[5] * (x[9] + 2.0 * (k[0] * (t8 - t9)) +
        2.0 * (k[1] * (t21 + t22)) + k[2] * (t4 + t3 + t20) - (x[2] + 2.0 * (k[0] * (t18 - t19)) + 2.0 * (k[1] * (t24
        + t25)) + k[2] * (t14 + t13 + t23)))) * (1.0 / (x[14] + x[15]));
}

static void point_velocity_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = 1.0 / (x[14] + x[15]);
    const double t1 = k[3] * t0;
    const double t2 = k[4] * t0;
    const double t3 = k[5] * t0;
    const double t4 = 2.0 * (x[3] * k[0]) + 2.0 * (x[4] * k[1]) + 2.0 * (x[5] * k[2]);
    const double t5 = x[4] * k[0];
    const double t6 = x[3] * k[1];
    const double t7 = x[6] * k[2];
    const double t8 = x[5] * k[0];
    const double t9 = x[6] * k[1];
    const double t10 = x[3] * k[2];
    const double t11 = 2.0 * t8 + 2.0 * t9 + (-2.0) * t10;
    const double t12 = (-2.0) * t5 + 2.0 * t6 + 2.0 * t7;
    const double t13 = x[6] * k[0];
    const double t14 = x[5] * k[1];
    const double t15 = x[4] * k[2];
    const double t16 = 2.0 * t13 + (-2.0) * t14 + 2.0 * t15;
    const double t17 = 2.0 * (x[10] * k[0]) + 2.0 * (x[11] * k[1]) + 2.0 * (x[12] * k[2]);
    const double t18 = x[11] * k[0];
    const double t19 = x[10] * k[1];
    const double t20 = x[13] * k[2];
    const double t21 = x[12] * k[0];
    const double t22 = x[13] * k[1];
    const double t23 = x[10] * k[2];
    const double t24 = 2.0 * t21 + 2.0 * t22 + (-2.0) * t23;
    const double t25 = (-2.0) * t18 + 2.0 * t19 + 2.0 * t20;
    const double t26 = x[13] * k[0];
    const double t27 = x[12] * k[1];
    const double t28 = x[11] * k[2];
    const double t29 = 2.0 * t26 + (-2.0) * t27 + 2.0 * t28;
    const double t30 = x[13] * x[13];
    const double t31 = x[10] * x[10];
    const double t32 = x[11] * x[11];
    const double t33 = -t32;
    const double t34 = x[12] * x[12];
    const double t35 = -t34;
    const double t36 = x[10] * x[11];
    const double t37 = x[12] * x[13];
    const double t38 = x[10] * x[12];
    const double t39 = x[11] * x[13];
    const double t40 = x[6] * x[6];
    const double t41 = x[3] * x[3];
    const double t42 = x[4] * x[4];
    const double t43 = -t42;
    const double t44 = x[5] * x[5];
    const double t45 = -t44;
    const double t46 = x[3] * x[4];
    const double t47 = x[5] * x[6];
    const double t48 = x[3] * x[5];
    const double t49 = x[4] * x[6];
    const double t50 = t30 - t31;
    const double t51 = x[11] * x[12];
    const double t52 = x[10] * x[13];
    const double t53 = t40 - t41;
    const double t54 = x[4] * x[5];
    const double t55 = x[3] * x[6];
    const double t56 = -((k[3] * (x[7] + k[0] * (t30 + t31 + t33 + t35) + 2.0 * (k[1] * (t36 - t37)) + 2.0 * (k[2] *
        (t38 + t39)) - (x[0] + k[0] * (t40 + t41 + t43 + t45) + 2.0 * (k[1] * (t46 - t47)) + 2.0 * (k[2] * (t48 +
        t49)))) + k[4] * (x[8] + 2.0 * (k[0] * (t36 + t37)) + k[1] * (t35 + t32 + t50) + 2.0 * (k[2] * (t51 - t52)) -
        (x[1] + 2.0 * (k[0] * (t46 + t47)) + k[1] * (t45 + t42 + t53) + 2.0 * (k[2] * (t54 - t55)))) + k[5] * (x[9] +
        2.0 * (k[0] * (t38 - t39)) + 2.0 * (k[1] * (t51 + t52)) + k[2] * (t34 + t33 + t50) - (x[2] + 2.0 * (k[0] *
        (t48 - t49)) + 2.0 * (k[1] * (t54 + t55)) + k[2] * (t44 + t43 + t53)))) * (t0 * t0));
    out[0] = -t1;
    out[1] = -t2;
    out[2] = -t3;
    out[3] = t0 * (-(k[3] * t4) - k[4] * (2.0 * t5 + (-2.0) * t6 + (-2.0) * t7) - k[5] * t11);
    out[4] = t0 * (-(k[3] * t12) - k[4] * t4 - k[5] * ((-2.0) * t13 + 2.0 * t14 + (-2.0) * t15));
    out[5] = t0 * (-(k[3] * ((-2.0) * t8 + (-2.0) * t9 + 2.0 * t10)) - k[4] * t16 - k[5] * t4);
    out[6] = t0 * (-(k[3] * t16) - k[4] * t11 - k[5] * t12);
    out[7] = t1;
    out[8] = t2;
    out[9] = t3;
    out[10] = t0 * (k[3] * t17 + k[4] * (2.0 * t18 + (-2.0) * t19 + (-2.0) * t20) + k[5] * t24);
    out[11] = t0 * (k[3] * t25 + k[4] * t17 + k[5] * ((-2.0) * t26 + 2.0 * t27 + (-2.0) * t28));
    out[12] = t0 * (k[3] * ((-2.0) * t21 + (-2.0) * t22 + 2.0 * t23) + k[4] * t29 + k[5] * t17);
    out[13] = t0 * (k[3] * t29 + k[4] * t24 + k[5] * t25);
    out[14] = t56;
    out[15] = t56;
}

static void point_velocity_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = 1.0 / (x[14] + x[15]);
    const double t1 = t0 * t0;
    const double t2 = t1 * (k[3] * weights[0]);
    const double t3 = t1 * (k[4] * weights[0]);
    const double t4 = t1 * (k[5] * weights[0]);
    const double t5 = t0 * weights[0];
    const double t6 = k[5] * t5;
    const double t7 = k[2] * t6;
    const double t8 = -t7;
    const double t9 = k[4] * t5;
    const double t10 = k[1] * t9;
    const double t11 = -t10;
    const double t12 = t8 + t11;
    const double t13 = k[3] * t5;
    const double t14 = k[0] * t13;
    const double t15 = -t14;
    const double t16 = k[0] * t9;
    const double t17 = (-2.0) * t16;
    const double t18 = k[1] * t13;
    const double t19 = (-2.0) * t18;
    const double t20 = k[0] * t6;
    const double t21 = (-2.0) * t20;
    const double t22 = k[2] * t13;
    const double t23 = (-2.0) * t22;
    const double t24 = k[1] * t6;
    const double t25 = (-2.0) * t24;
    const double t26 = k[2] * t9;
    const double t27 = 2.0 * t26;
    const double t28 = 2.0 * (x[3] * k[0]) + 2.0 * (x[4] * k[1]) + 2.0 * (x[5] * k[2]);
    const double t29 = x[4] * k[0];
    const double t30 = x[3] * k[1];
    const double t31 = x[6] * k[2];
    const double t32 = x[5] * k[0];
    const double t33 = x[6] * k[1];
    const double t34 = x[3] * k[2];
    const double t35 = 2.0 * t32 + 2.0 * t33 + (-2.0) * t34;
    const double t36 = -(t1 * ((-(k[3] * t28) - k[4] * (2.0 * t29 + (-2.0) * t30 + (-2.0) * t31) - k[5] * t35) *
        weights[0]));
    const double t37 = (-2.0) * t26;
    const double t38 = 2.0 * t20;
    const double t39 = (-2.0) * t29 + 2.0 * t30 + 2.0 * t31;
    const double t40 = x[6] * k[0];
    const double t41 = x[5] * k[1];
    const double t42 = x[4] * k[2];
    const double t43 = -(t1 * ((-(k[3] * t39) - k[4] * t28 - k[5] * ((-2.0) * t40 + 2.0 * t41 + (-2.0) * t42)) *
        weights[0]));
    const double t44 = 2.0 * t18;
    const double t45 = 2.0 * t40 + (-2.0) * t41 + 2.0 * t42;
    const double t46 = -(t1 * ((-(k[3] * ((-2.0) * t32 + (-2.0) * t33 + 2.0 * t34)) - k[4] * t45 - k[5] * t28) *
        weights[0]));
    const double t47 = -(t1 * ((-(k[3] * t45) - k[4] * t35 - k[5] * t39) * weights[0]));
    const double t48 = -t2;
    const double t49 = -t3;
    const double t50 = -t4;
    const double t51 = t7 + t10;
    const double t52 = 2.0 * t16;
    const double t53 = 2.0 * t22;
    const double t54 = 2.0 * t24;
    const double t55 = 2.0 * (x[10] * k[0]) + 2.0 * (x[11] * k[1]) + 2.0 * (x[12] * k[2]);
    const double t56 = x[11] * k[0];
    const double t57 = x[10] * k[1];
    const double t58 = x[13] * k[2];
    const double t59 = x[12] * k[0];
    const double t60 = x[13] * k[1];
    const double t61 = x[10] * k[2];
    const double t62 = 2.0 * t59 + 2.0 * t60 + (-2.0) * t61;
    const double t63 = -(t1 * ((k[3] * t55 + k[4] * (2.0 * t56 + (-2.0) * t57 + (-2.0) * t58) + k[5] * t62) *
        weights[0]));
    const double t64 = (-2.0) * t56 + 2.0 * t57 + 2.0 * t58;
    const double t65 = x[13] * k[0];
    const double t66 = x[12] * k[1];
    const double t67 = x[11] * k[2];
    const double t68 = -(t1 * ((k[3] * t64 + k[4] * t55 + k[5] * ((-2.0) * t65 + 2.0 * t66 + (-2.0) * t67)) *
        weights[0]));
    const double t69 = 2.0 * t65 + (-2.0) * t66 + 2.0 * t67;
    const double t70 = -(t1 * ((k[3] * ((-2.0) * t59 + (-2.0) * t60 + 2.0 * t61) + k[4] * t69 + k[5] * t55) *
        weights[0]));
    const double t71 = -(t1 * ((k[3] * t69 + k[4] * t62 + k[5] * t64) * weights[0]));
    const double t72 = x[13] * x[13];
    const double t73 = x[10] * x[10];
    const double t74 = x[11] * x[11];
    const double t75 = -t74;
    const double t76 = x[12] * x[12];
    const double t77 = -t76;
    const double t78 = x[10] * x[11];
    const double t79 = x[12] * x[13];
    const double t80 = x[10] * x[12];
    const double t81 = x[11] * x[13];
    const double t82 = x[6] * x[6];
    const double t83 = x[3] * x[3];
    const double t84 = x[4] * x[4];
    const double t85 = -t84;
    const double t86 = x[5] * x[5];
    const double t87 = -t86;
    const double t88 = x[3] * x[4];
    const double t89 = x[5] * x[6];
    const double t90 = x[3] * x[5];
    const double t91 = x[4] * x[6];
    const double t92 = t72 - t73;
    const double t93 = x[11] * x[12];
    const double t94 = x[10] * x[13];
    const double t95 = t82 - t83;
    const double t96 = x[4] * x[5];
    const double t97 = x[3] * x[6];
    const double t98 = 2.0 * ((k[3] * (x[7] + k[0] * (t72 + t73 + t75 + t77) + 2.0 * (k[1] * (t78 - t79)) + 2.0 *
        (k[2] * (t80 + t81)) - (x[0] + k[0] * (t82 + t83 + t85 + t87) + 2.0 * (k[1] * (t88 - t89)) + 2.0 * (k[2] *
        (t90 + t91)))) + k[4] * (x[8] + 2.0 * (k[0] * (t78 + t79)) + k[1] * (t77 + t74 + t92) + 2.0 * (k[2] * (t93 -
        t94)) - (x[1] + 2.0 * (k[0] * (t88 + t89)) + k[1] * (t87 + t84 + t95) + 2.0 * (k[2] * (t96 - t97)))) + k[5] *
        (x[9] + 2.0 * (k[0] * (t80 - t81)) + 2.0 * (k[1] * (t93 + t94)) + k[2] * (t76 + t75 + t92) - (x[2] + 2.0 *
        (k[0] * (t90 - t91)) + 2.0 * (k[1] * (t96 + t97)) + k[2] * (t86 + t85 + t95)))) * weights[0] * (t0 * t1));
    out[0] = t2;
    out[1] = t2;
    out[2] = t3;
    out[3] = t3;
    out[4] = t4;
    out[5] = t4;
    out[6] = 2.0 * (t15 - t12);
    out[7] = t17 + t19;
    out[8] = t21 + t23;
    out[9] = t25 + t27;
    out[10] = t36;
    out[11] = t36;
    out[12] = 2.0 * (t11 - (t8 + t15));
    out[13] = t25 + t37;
    out[14] = t38 + t23;
    out[15] = t43;
    out[16] = t43;
    out[17] = 2.0 * (t8 - (t11 + t15));
    out[18] = t17 + t44;
    out[19] = t46;
    out[20] = t46;
    out[21] = 2.0 * (t12 + t15);
    out[22] = t47;
    out[23] = t47;
    out[24] = t48;
    out[25] = t48;
    out[26] = t49;
    out[27] = t49;
    out[28] = t50;
    out[29] = t50;
    out[30] = 2.0 * (t14 - t51);
    out[31] = t52 + t44;
    out[32] = t38 + t53;
    out[33] = t54 + t37;
    out[34] = t63;
    out[35] = t63;
    out[36] = 2.0 * (t10 - (t7 + t14));
    out[37] = t54 + t27;
    out[38] = t21 + t53;
    out[39] = t68;
    out[40] = t68;
    out[41] = 2.0 * (t7 - (t10 + t14));
    out[42] = t52 + t19;
    out[43] = t70;
    out[44] = t70;
    out[45] = 2.0 * (t51 + t14);
    out[46] = t71;
    out[47] = t71;
    out[48] = t98;
    out[49] = t98;
    out[50] = t98;
}

static const int point_velocity_jacobian_values[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const int point_velocity_jacobian_inputs[] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
};
static const int point_velocity_hessian_rows[] = {
    14, 15, 14, 15, 14, 15, 3, 4, 5, 6, 14, 15, 4, 5, 6, 14, 15, 5, 6, 14, 15, 6, 14, 15,
    14, 15, 14, 15, 14, 15, 10, 11, 12, 13, 14, 15, 11, 12, 13, 14, 15, 12, 13, 14, 15, 13, 14, 15,
    14, 15, 15,
};
static const int point_velocity_hessian_columns[] = {
    0, 0, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6,
    7, 7, 8, 8, 9, 9, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 12, 12, 12, 12, 13, 13, 13,
    14, 14, 15,
};
const caperi_block_kind caperi_block_point_velocity = {
    "point_velocity", 16, 1, 16, 51,
    point_velocity_jacobian_values, point_velocity_jacobian_inputs, point_velocity_hessian_rows, point_velocity_hessian_columns,
    point_velocity_evaluate, point_velocity_jacobian, point_velocity_hessian,
};

// Acceleration of a point of a body along e.
static void point_acceleration_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[20] * x[20];
    const double t1 = x[17] * x[17];
    const double t2 = x[18] * x[18];
    const double t3 = -t2;
    const double t4 = x[19] * x[19];
    const double t5 = -t4;
    const double t6 = x[17] * x[18];
    const double t7 = x[19] * x[20];
    const double t8 = x[17] * x[19];
    const double t9 = x[18] * x[20];
    const double t10 = t0 - t1;
    const double t11 = x[18] * x[19];
    const double t12 = x[17] * x[20];
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
    const double t23 = t13 - t14;
    const double t24 = x[11] * x[12];
    const double t25 = x[10] * x[13];
    const double t26 = k[3] * (x[7] + k[0] * (t13 + t14 + t16 + t18) + 2.0 * (k[1] * (t19 - t20)) + 2.0 * (k[2] * (t21
        + t22))) + k[4] * (x[8] + 2.0 * (k[0] * (t19 + t20)) + k[1] * (t18 + t15 + t23) + 2.0 * (k[2] * (t24 - t25)))
        + k[5] * (x[9] + 2.0 * (k[0] * (t21 - t22)) + 2.0 * (k[1] * (t24 + t25)) + k[2] * (t17 + t16 + t23));
    const double t27 = x[6] * x[6];
    const double t28 = x[3] * x[3];
    const double t29 = x[4] * x[4];
    const double t30 = -t29;
    const double t31 = x[5] * x[5];
    const double t32 = -t31;
    const double t33 = x[3] * x[4];
    const double t34 = x[5] * x[6];
    const double t35 = x[3] * x[5];
    const double t36 = x[4] * x[6];
    const double t37 = t27 - t28;
    const double t38 = x[4] * x[5];
    const double t39 = x[3] * x[6];
    out[0] = 2.0 * (((k[3] * (x[14] + k[0] * (t0 + t1 + t3 + t5) + 2.0 * (k[1] * (t6 - t7)) + 2.0 * (k[2] * (t8 +
        t9))) + k[4] * (x[15] + 2.0 * (k[0] * (t6 + t7)) + k[1] * (t5 + t2 + t10) + 2.0 * (k[2] * (t11 - t12))) + k[5]
        * (x[16] + 2.0 * (k[0] * (t8 - t9)) + 2.0 * (k[1] * (t11 + t12)) + k[2] * (t4 + t3 + t10)) - t26) * (1.0 /
        x[22]) - (t26 - (k[3] * (x[0] + k[0] * (t27 + t28 + t30 + t32) + 2.0 * (k[1] * (t33 - t34)) + 2.0 * (k[2] *
        (t35 + t36))) + k[4] * (x[1] + 2.0 * (k[0] * (t33 + t34)) + k[1] * (t32 + t29 + t37) + 2.0 * (k[2] * (t38 -
        t39))) + k[5] * (x[2] + 2.0 * (k[0] * (t35 - t36)) + 2.0 * (k[1] * (t38 + t39)) + k[2] * (t31 + t30 + t37))))
        * (1.0 / x[21])) * (1.0 / (x[21] + x[22])));
}

static void point_acceleration_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = 1.0 / (x[21] + x[22]);
    const double t1 = 1.0 / x[21];
    const double t2 = k[3] * t1;
    const double t3 = k[4] * t1;
    const double t4 = k[5] * t1;
    const double t5 = 2.0 * (x[3] * k[0]) + 2.0 * (x[4] * k[1]) + 2.0 * (x[5] * k[2]);
    const double t6 = x[4] * k[0];
    const double t7 = x[3] * k[1];
    const double t8 = x[6] * k[2];
    const double t9 = x[5] * k[0];
    const double t10 = x[6] * k[1];
    const double t11 = x[3] * k[2];
    const double t12 = 2.0 * t9 + 2.0 * t10 + (-2.0) * t11;
    const double t13 = (-2.0) * t6 + 2.0 * t7 + 2.0 * t8;
    const double t14 = x[6] * k[0];
    const double t15 = x[5] * k[1];
    const double t16 = x[4] * k[2];
    const double t17 = 2.0 * t14 + (-2.0) * t15 + 2.0 * t16;
    const double t18 = 1.0 / x[22];
    const double t19 = k[3] * t18;
    const double t20 = k[4] * t18;
    const double t21 = k[5] * t18;
    const double t22 = 2.0 * (x[10] * k[0]) + 2.0 * (x[11] * k[1]) + 2.0 * (x[12] * k[2]);
    const double t23 = x[11] * k[0];
    const double t24 = x[10] * k[1];
    const double t25 = x[13] * k[2];
    const double t26 = x[12] * k[0];
    const double t27 = x[13] * k[1];
    const double t28 = x[10] * k[2];
    const double t29 = 2.0 * t26 + 2.0 * t27 + (-2.0) * t28;
    const double t30 = k[3] * t22 + k[4] * (2.0 * t23 + (-2.0) * t24 + (-2.0) * t25) + k[5] * t29;
    const double t31 = (-2.0) * t23 + 2.0 * t24 + 2.0 * t25;
    const double t32 = x[13] * k[0];
    const double t33 = x[12] * k[1];
    const double t34 = x[11] * k[2];
    const double t35 = k[3] * t31 + k[4] * t22 + k[5] * ((-2.0) * t32 + 2.0 * t33 + (-2.0) * t34);
    const double t36 = 2.0 * t32 + (-2.0) * t33 + 2.0 * t34;
    const double t37 = k[3] * ((-2.0) * t26 + (-2.0) * t27 + 2.0 * t28) + k[4] * t36 + k[5] * t22;
    const double t38 = k[3] * t36 + k[4] * t29 + k[5] * t31;
    const double t39 = 2.0 * (x[17] * k[0]) + 2.0 * (x[18] * k[1]) + 2.0 * (x[19] * k[2]);
    const double t40 = x[18] * k[0];
    const double t41 = x[17] * k[1];
    const double t42 = x[20] * k[2];
    const double t43 = x[19] * k[0];
    const double t44 = x[20] * k[1];
    const double t45 = x[17] * k[2];
    const double t46 = 2.0 * t43 + 2.0 * t44 + (-2.0) * t45;
    const double t47 = (-2.0) * t40 + 2.0 * t41 + 2.0 * t42;
    const double t48 = x[20] * k[0];
    const double t49 = x[19] * k[1];
    const double t50 = x[18] * k[2];
    const double t51 = 2.0 * t48 + (-2.0) * t49 + 2.0 * t50;
    const double t52 = x[13] * x[13];
    const double t53 = x[10] * x[10];
    const double t54 = x[11] * x[11];
    const double t55 = -t54;
    const double t56 = x[12] * x[12];
    const double t57 = -t56;
    const double t58 = x[10] * x[11];
    const double t59 = x[12] * x[13];
    const double t60 = x[10] * x[12];
    const double t61 = x[11] * x[13];
    const double t62 = t52 - t53;
    const double t63 = x[11] * x[12];
    const double t64 = x[10] * x[13];
    const double t65 = k[3] * (x[7] + k[0] * (t52 + t53 + t55 + t57) + 2.0 * (k[1] * (t58 - t59)) + 2.0 * (k[2] * (t60
        + t61))) + k[4] * (x[8] + 2.0 * (k[0] * (t58 + t59)) + k[1] * (t57 + t54 + t62) + 2.0 * (k[2] * (t63 - t64)))
        + k[5] * (x[9] + 2.0 * (k[0] * (t60 - t61)) + 2.0 * (k[1] * (t63 + t64)) + k[2] * (t56 + t55 + t62));
    const double t66 = x[6] * x[6];
    const double t67 = x[3] * x[3];
    const double t68 = x[4] * x[4];
    const double t69 = -t68;
    const double t70 = x[5] * x[5];
    const double t71 = -t70;
    const double t72 = x[3] * x[4];
    const double t73 = x[5] * x[6];
    const double t74 = x[3] * x[5];
    const double t75 = x[4] * x[6];
    const double t76 = t66 - t67;
    const double t77 = x[4] * x[5];
    const double t78 = x[3] * x[6];
    const double t79 = t65 - (k[3] * (x[0] + k[0] * (t66 + t67 + t69 + t71) + 2.0 * (k[1] * (t72 - t73)) + 2.0 * (k[2]
        * (t74 + t75))) + k[4] * (x[1] + 2.0 * (k[0] * (t72 + t73)) + k[1] * (t71 + t68 + t76) + 2.0 * (k[2] * (t77 -
        t78))) + k[5] * (x[2] + 2.0 * (k[0] * (t74 - t75)) + 2.0 * (k[1] * (t77 + t78)) + k[2] * (t70 + t69 + t76)));
    const double t80 = x[20] * x[20];
    const double t81 = x[17] * x[17];
    const double t82 = x[18] * x[18];
    const double t83 = -t82;
    const double t84 = x[19] * x[19];
    const double t85 = -t84;
    const double t86 = x[17] * x[18];
    const double t87 = x[19] * x[20];
    const double t88 = x[17] * x[19];
    const double t89 = x[18] * x[20];
    const double t90 = t80 - t81;
    const double t91 = x[18] * x[19];
    const double t92 = x[17] * x[20];
    const double t93 = k[3] * (x[14] + k[0] * (t80 + t81 + t83 + t85) + 2.0 * (k[1] * (t86 - t87)) + 2.0 * (k[2] *
        (t88 + t89))) + k[4] * (x[15] + 2.0 * (k[0] * (t86 + t87)) + k[1] * (t85 + t82 + t90) + 2.0 * (k[2] * (t91 -
        t92))) + k[5] * (x[16] + 2.0 * (k[0] * (t88 - t89)) + 2.0 * (k[1] * (t91 + t92)) + k[2] * (t84 + t83 + t90)) -
        t65;
    const double t94 = -((t93 * t18 - t79 * t1) * (t0 * t0));
    out[0] = 2.0 * (t0 * t2);
    out[1] = 2.0 * (t0 * t3);
    out[2] = 2.0 * (t0 * t4);
    out[3] = 2.0 * (t0 * (t1 * (k[3] * t5 + k[4] * (2.0 * t6 + (-2.0) * t7 + (-2.0) * t8) + k[5] * t12)));
    out[4] = 2.0 * (t0 * (t1 * (k[3] * t13 + k[4] * t5 + k[5] * ((-2.0) * t14 + 2.0 * t15 + (-2.0) * t16))));
    out[5] = 2.0 * (t0 * (t1 * (k[3] * ((-2.0) * t9 + (-2.0) * t10 + 2.0 * t11) + k[4] * t17 + k[5] * t5)));
    out[6] = 2.0 * (t0 * (t1 * (k[3] * t17 + k[4] * t12 + k[5] * t13)));
    out[7] = 2.0 * (t0 * (-t2 - t19));
    out[8] = 2.0 * (t0 * (-t3 - t20));
    out[9] = 2.0 * (t0 * (-t4 - t21));
    out[10] = 2.0 * (t0 * (-(t18 * t30) - t1 * t30));
    out[11] = 2.0 * (t0 * (-(t18 * t35) - t1 * t35));
    out[12] = 2.0 * (t0 * (-(t18 * t37) - t1 * t37));
    out[13] = 2.0 * (t0 * (-(t18 * t38) - t1 * t38));
    out[14] = 2.0 * (t0 * t19);
    out[15] = 2.0 * (t0 * t20);
    out[16] = 2.0 * (t0 * t21);
    out[17] = 2.0 * (t0 * (t18 * (k[3] * t39 + k[4] * (2.0 * t40 + (-2.0) * t41 + (-2.0) * t42) + k[5] * t46)));
    out[18] = 2.0 * (t0 * (t18 * (k[3] * t47 + k[4] * t39 + k[5] * ((-2.0) * t48 + 2.0 * t49 + (-2.0) * t50))));
    out[19] = 2.0 * (t0 * (t18 * (k[3] * ((-2.0) * t43 + (-2.0) * t44 + 2.0 * t45) + k[4] * t51 + k[5] * t39)));
    out[20] = 2.0 * (t0 * (t18 * (k[3] * t51 + k[4] * t46 + k[5] * t47)));
    out[21] = 2.0 * (t0 * (t79 * (t1 * t1)) + t94);
    out[22] = 2.0 * (t94 - t0 * (t93 * (t18 * t18)));
}

static void point_acceleration_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = 1.0 / (x[21] + x[22]);
    const double t1 = t0 * t0;
    const double t2 = 1.0 / x[21];
    const double t3 = k[3] * t2;
    const double t4 = (-2.0) * (t1 * (t3 * weights[0]));
    const double t5 = t2 * t2;
    const double t6 = t0 * weights[0];
    const double t7 = k[3] * t6;
    const double t8 = t5 * t7;
    const double t9 = k[4] * t2;
    const double t10 = (-2.0) * (t1 * (t9 * weights[0]));
    const double t11 = k[4] * t6;
    const double t12 = t5 * t11;
    const double t13 = k[5] * t2;
    const double t14 = (-2.0) * (t1 * (t13 * weights[0]));
    const double t15 = k[5] * t6;
    const double t16 = t5 * t15;
    const double t17 = t2 * t6;
    const double t18 = k[5] * t17;
    const double t19 = 2.0 * (k[2] * t18);
    const double t20 = k[4] * t17;
    const double t21 = 2.0 * (k[1] * t20);
    const double t22 = t19 + t21;
    const double t23 = k[3] * t17;
    const double t24 = 2.0 * (k[0] * t23);
    const double t25 = 4.0 * (k[0] * t20);
    const double t26 = k[1] * t23;
    const double t27 = k[0] * t18;
    const double t28 = 4.0 * (k[2] * t23);
    const double t29 = 4.0 * (k[1] * t18);
    const double t30 = k[2] * t20;
    const double t31 = 2.0 * (x[3] * k[0]) + 2.0 * (x[4] * k[1]) + 2.0 * (x[5] * k[2]);
    const double t32 = x[4] * k[0];
    const double t33 = x[3] * k[1];
    const double t34 = x[6] * k[2];
    const double t35 = x[5] * k[0];
    const double t36 = x[6] * k[1];
    const double t37 = x[3] * k[2];
    const double t38 = 2.0 * t35 + 2.0 * t36 + (-2.0) * t37;
    const double t39 = k[3] * t31 + k[4] * (2.0 * t32 + (-2.0) * t33 + (-2.0) * t34) + k[5] * t38;
    const double t40 = (-2.0) * (t1 * (t2 * t39 * weights[0]));
    const double t41 = (-2.0) * t32 + 2.0 * t33 + 2.0 * t34;
    const double t42 = x[6] * k[0];
    const double t43 = x[5] * k[1];
    const double t44 = x[4] * k[2];
    const double t45 = k[3] * t41 + k[4] * t31 + k[5] * ((-2.0) * t42 + 2.0 * t43 + (-2.0) * t44);
    const double t46 = (-2.0) * (t1 * (t2 * t45 * weights[0]));
    const double t47 = 2.0 * t42 + (-2.0) * t43 + 2.0 * t44;
    const double t48 = k[3] * ((-2.0) * t35 + (-2.0) * t36 + 2.0 * t37) + k[4] * t47 + k[5] * t31;
    const double t49 = (-2.0) * (t1 * (t2 * t48 * weights[0]));
    const double t50 = k[3] * t47 + k[4] * t38 + k[5] * t41;
    const double t51 = (-2.0) * (t1 * (t2 * t50 * weights[0]));
    const double t52 = 1.0 / x[22];
    const double t53 = k[3] * t52;
    const double t54 = (-2.0) * (t1 * ((-t3 - t53) * weights[0]));
    const double t55 = t52 * t52;
    const double t56 = t55 * t7;
    const double t57 = k[4] * t52;
    const double t58 = (-2.0) * (t1 * ((-t9 - t57) * weights[0]));
    const double t59 = t55 * t11;
    const double t60 = k[5] * t52;
    const double t61 = (-2.0) * (t1 * ((-t13 - t60) * weights[0]));
    const double t62 = t55 * t15;
    const double t63 = t52 * t6;
    const double t64 = (-2.0) * t17 + (-2.0) * t63;
    const double t65 = k[5] * t64;
    const double t66 = k[2] * t65;
    const double t67 = k[4] * t64;
    const double t68 = k[1] * t67;
    const double t69 = t66 + t68;
    const double t70 = k[3] * t64;
    const double t71 = k[0] * t70;
    const double t72 = 2.0 * (k[0] * t67);
    const double t73 = k[1] * t70;
    const double t74 = k[0] * t65;
    const double t75 = 2.0 * (k[2] * t70);
    const double t76 = 2.0 * (k[1] * t65);
    const double t77 = k[2] * t67;
    const double t78 = 2.0 * (x[10] * k[0]) + 2.0 * (x[11] * k[1]) + 2.0 * (x[12] * k[2]);
    const double t79 = x[11] * k[0];
    const double t80 = x[10] * k[1];
    const double t81 = x[13] * k[2];
    const double t82 = x[12] * k[0];
    const double t83 = x[13] * k[1];
    const double t84 = x[10] * k[2];
    const double t85 = 2.0 * t82 + 2.0 * t83 + (-2.0) * t84;
    const double t86 = k[3] * t78 + k[4] * (2.0 * t79 + (-2.0) * t80 + (-2.0) * t81) + k[5] * t85;
    const double t87 = (-2.0) * (t1 * ((-(t52 * t86) - t2 * t86) * weights[0]));
    const double t88 = t86 * t6;
    const double t89 = (-2.0) * t79 + 2.0 * t80 + 2.0 * t81;
    const double t90 = x[13] * k[0];
    const double t91 = x[12] * k[1];
    const double t92 = x[11] * k[2];
    const double t93 = k[3] * t89 + k[4] * t78 + k[5] * ((-2.0) * t90 + 2.0 * t91 + (-2.0) * t92);
    const double t94 = (-2.0) * (t1 * ((-(t52 * t93) - t2 * t93) * weights[0]));
    const double t95 = t93 * t6;
    const double t96 = 2.0 * t90 + (-2.0) * t91 + 2.0 * t92;
    const double t97 = k[3] * ((-2.0) * t82 + (-2.0) * t83 + 2.0 * t84) + k[4] * t96 + k[5] * t78;
    const double t98 = (-2.0) * (t1 * ((-(t52 * t97) - t2 * t97) * weights[0]));
    const double t99 = t97 * t6;
    const double t100 = k[3] * t96 + k[4] * t85 + k[5] * t89;
    const double t101 = (-2.0) * (t1 * ((-(t52 * t100) - t2 * t100) * weights[0]));
    const double t102 = t100 * t6;
    const double t103 = (-2.0) * (t1 * (t53 * weights[0]));
    const double t104 = (-2.0) * (t1 * (t57 * weights[0]));
    const double t105 = (-2.0) * (t1 * (t60 * weights[0]));
    const double t106 = k[5] * t63;
    const double t107 = 2.0 * (k[2] * t106);
    const double t108 = k[4] * t63;
    const double t109 = 2.0 * (k[1] * t108);
    const double t110 = t107 + t109;
    const double t111 = k[3] * t63;
    const double t112 = 2.0 * (k[0] * t111);
    const double t113 = 4.0 * (k[0] * t108);
    const double t114 = k[1] * t111;
    const double t115 = k[0] * t106;
    const double t116 = 4.0 * (k[2] * t111);
    const double t117 = 4.0 * (k[1] * t106);
    const double t118 = k[2] * t108;
    const double t119 = 2.0 * (x[17] * k[0]) + 2.0 * (x[18] * k[1]) + 2.0 * (x[19] * k[2]);
    const double t120 = x[18] * k[0];
    const double t121 = x[17] * k[1];
    const double t122 = x[20] * k[2];
    const double t123 = x[19] * k[0];
    const double t124 = x[20] * k[1];
    const double t125 = x[17] * k[2];
    const double t126 = 2.0 * t123 + 2.0 * t124 + (-2.0) * t125;
    const double t127 = k[3] * t119 + k[4] * (2.0 * t120 + (-2.0) * t121 + (-2.0) * t122) + k[5] * t126;
    const double t128 = (-2.0) * (t1 * (t52 * t127 * weights[0]));
    const double t129 = (-2.0) * t120 + 2.0 * t121 + 2.0 * t122;
    const double t130 = x[20] * k[0];
    const double t131 = x[19] * k[1];
    const double t132 = x[18] * k[2];
    const double t133 = k[3] * t129 + k[4] * t119 + k[5] * ((-2.0) * t130 + 2.0 * t131 + (-2.0) * t132);
    const double t134 = (-2.0) * (t1 * (t52 * t133 * weights[0]));
    const double t135 = 2.0 * t130 + (-2.0) * t131 + 2.0 * t132;
    const double t136 = k[3] * ((-2.0) * t123 + (-2.0) * t124 + 2.0 * t125) + k[4] * t135 + k[5] * t119;
    const double t137 = (-2.0) * (t1 * (t52 * t136 * weights[0]));
    const double t138 = k[3] * t135 + k[4] * t126 + k[5] * t129;
    const double t139 = (-2.0) * (t1 * (t52 * t138 * weights[0]));
    const double t140 = x[20] * x[20];
    const double t141 = x[17] * x[17];
    const double t142 = x[18] * x[18];
    const double t143 = -t142;
    const double t144 = x[19] * x[19];
    const double t145 = -t144;
    const double t146 = x[17] * x[18];
    const double t147 = x[19] * x[20];
    const double t148 = x[17] * x[19];
    const double t149 = x[18] * x[20];
    const double t150 = t140 - t141;
    const double t151 = x[18] * x[19];
    const double t152 = x[17] * x[20];
    const double t153 = x[13] * x[13];
    const double t154 = x[10] * x[10];
    const double t155 = x[11] * x[11];
    const double t156 = -t155;
    const double t157 = x[12] * x[12];
    const double t158 = -t157;
    const double t159 = x[10] * x[11];
    const double t160 = x[12] * x[13];
    const double t161 = x[10] * x[12];
    const double t162 = x[11] * x[13];
    const double t163 = t153 - t154;
    const double t164 = x[11] * x[12];
    const double t165 = x[10] * x[13];
    const double t166 = k[3] * (x[7] + k[0] * (t153 + t154 + t156 + t158) + 2.0 * (k[1] * (t159 - t160)) + 2.0 * (k[2]
        * (t161 + t162))) + k[4] * (x[8] + 2.0 * (k[0] * (t159 + t160)) + k[1] * (t158 + t155 + t163) + 2.0 * (k[2] *
        (t164 - t165))) + k[5] * (x[9] + 2.0 * (k[0] * (t161 - t162)) + 2.0 * (k[1] * (t164 + t165)) + k[2] * (t157 +
        t156 + t163));
    const double t167 = k[3] * (x[14] + k[0] * (t140 + t141 + t143 + t145) + 2.0 * (k[1] * (t146 - t147)) + 2.0 *
        (k[2] * (t148 + t149))) + k[4] * (x[15] + 2.0 * (k[0] * (t146 + t147)) + k[1] * (t145 + t142 + t150) + 2.0 *
        (k[2] * (t151 - t152))) + k[5] * (x[16] + 2.0 * (k[0] * (t148 - t149)) + 2.0 * (k[1] * (t151 + t152)) + k[2] *
        (t144 + t143 + t150)) - t166;
    const double t168 = x[6] * x[6];
    const double t169 = x[3] * x[3];
    const double t170 = x[4] * x[4];
    const double t171 = -t170;
    const double t172 = x[5] * x[5];
    const double t173 = -t172;
    const double t174 = x[3] * x[4];
    const double t175 = x[5] * x[6];
    const double t176 = x[3] * x[5];
    const double t177 = x[4] * x[6];
    const double t178 = t168 - t169;
    const double t179 = x[4] * x[5];
    const double t180 = x[3] * x[6];
    const double t181 = t166 - (k[3] * (x[0] + k[0] * (t168 + t169 + t171 + t173) + 2.0 * (k[1] * (t174 - t175)) + 2.0
        * (k[2] * (t176 + t177))) + k[4] * (x[1] + 2.0 * (k[0] * (t174 + t175)) + k[1] * (t173 + t170 + t178) + 2.0 *
        (k[2] * (t179 - t180))) + k[5] * (x[2] + 2.0 * (k[0] * (t176 - t177)) + 2.0 * (k[1] * (t179 + t180)) + k[2] *
        (t172 + t171 + t178)));
    const double t182 = (-2.0) * ((t167 * t52 - t181 * t2) * weights[0] * (t0 * t1));
    const double t183 = (-2.0) * (t182 + t1 * (t181 * t5 * weights[0]));
    const double t184 = t1 * weights[0];
    const double t185 = t55 * (t167 * t184);
    out[0] = t4 + (-2.0) * t8;
    out[1] = t4;
    out[2] = t10 + (-2.0) * t12;
    out[3] = t10;
    out[4] = t14 + (-2.0) * t16;
    out[5] = t14;
    out[6] = 2.0 * (t24 - t22);
    out[7] = t25 + 4.0 * t26;
    out[8] = 4.0 * t27 + t28;
    out[9] = t29 + (-4.0) * t30;
    out[10] = t40 + (-2.0) * (t5 * (t39 * t6));
    out[11] = t40;
    out[12] = 2.0 * (t21 - (t19 + t24));
    out[13] = t29 + 4.0 * t30;
    out[14] = (-4.0) * t27 + t28;
    out[15] = t46 + (-2.0) * (t5 * (t45 * t6));
    out[16] = t46;
    out[17] = 2.0 * (t19 - (t21 + t24));
    out[18] = t25 + (-4.0) * t26;
    out[19] = t49 + (-2.0) * (t5 * (t48 * t6));
    out[20] = t49;
    out[21] = 2.0 * (t22 + t24);
    out[22] = t51 + (-2.0) * (t5 * (t50 * t6));
    out[23] = t51;
    out[24] = t54 + 2.0 * t8;
    out[25] = t54 + 2.0 * t56;
    out[26] = t58 + 2.0 * t12;
    out[27] = t58 + 2.0 * t59;
    out[28] = t61 + 2.0 * t16;
    out[29] = t61 + 2.0 * t62;
    out[30] = 2.0 * (t71 - t69);
    out[31] = t72 + 2.0 * t73;
    out[32] = 2.0 * t74 + t75;
    out[33] = t76 + (-2.0) * t77;
    out[34] = t87 + 2.0 * (t5 * t88);
    out[35] = t87 + 2.0 * (t55 * t88);
    out[36] = 2.0 * (t68 - (t66 + t71));
    out[37] = t76 + 2.0 * t77;
    out[38] = (-2.0) * t74 + t75;
    out[39] = t94 + 2.0 * (t5 * t95);
    out[40] = t94 + 2.0 * (t55 * t95);
    out[41] = 2.0 * (t66 - (t68 + t71));
    out[42] = t72 + (-2.0) * t73;
    out[43] = t98 + 2.0 * (t5 * t99);
    out[44] = t98 + 2.0 * (t55 * t99);
    out[45] = 2.0 * (t69 + t71);
    out[46] = t101 + 2.0 * (t5 * t102);
    out[47] = t101 + 2.0 * (t55 * t102);
    out[48] = t103;
    out[49] = t103 + (-2.0) * t56;
    out[50] = t104;
    out[51] = t104 + (-2.0) * t59;
    out[52] = t105;
    out[53] = t105 + (-2.0) * t62;
    out[54] = 2.0 * (t112 - t110);
    out[55] = t113 + 4.0 * t114;
    out[56] = 4.0 * t115 + t116;
    out[57] = t117 + (-4.0) * t118;
    out[58] = t128;
    out[59] = t128 + (-2.0) * (t55 * (t127 * t6));
    out[60] = 2.0 * (t109 - (t107 + t112));
    out[61] = t117 + 4.0 * t118;
    out[62] = (-4.0) * t115 + t116;
    out[63] = t134;
    out[64] = t134 + (-2.0) * (t55 * (t133 * t6));
    out[65] = 2.0 * (t107 - (t109 + t112));
    out[66] = t113 + (-4.0) * t114;
    out[67] = t137;
    out[68] = t137 + (-2.0) * (t55 * (t136 * t6));
    out[69] = 2.0 * (t110 + t112);
    out[70] = t139;
    out[71] = t139 + (-2.0) * (t55 * (t138 * t6));
    out[72] = t183 + 2.0 * ((-2.0) * (t181 * t6 * (t2 * t5)) - t5 * (t181 * t184));
    out[73] = t183 + 2.0 * t185;
    out[74] = (-2.0) * (t182 - t1 * (t167 * t55 * weights[0])) + (-2.0) * ((-2.0) * (t167 * t6 * (t52 * t55)) - t185);
}

static const int point_acceleration_jacobian_values[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const int point_acceleration_jacobian_inputs[] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
};
static const int point_acceleration_hessian_rows[] = {
    21, 22, 21, 22, 21, 22, 3, 4, 5, 6, 21, 22, 4, 5, 6, 21, 22, 5, 6, 21, 22, 6, 21, 22,
    21, 22, 21, 22, 21, 22, 10, 11, 12, 13, 21, 22, 11, 12, 13, 21, 22, 12, 13, 21, 22, 13, 21, 22,
    21, 22, 21, 22, 21, 22, 17, 18, 19, 20, 21, 22, 18, 19, 20, 21, 22, 19, 20, 21, 22, 20, 21, 22,
    21, 22, 22,
};
static const int point_acceleration_hessian_columns[] = {
    0, 0, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6,
    7, 7, 8, 8, 9, 9, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 12, 12, 12, 12, 13, 13, 13,
    14, 14, 15, 15, 16, 16, 17, 17, 17, 17, 17, 17, 18, 18, 18, 18, 18, 19, 19, 19, 19, 20, 20, 20,
    21, 21, 22,
};
const caperi_block_kind caperi_block_point_acceleration = {
    "point_acceleration", 23, 1, 23, 75,
    point_acceleration_jacobian_values, point_acceleration_jacobian_inputs, point_acceleration_hessian_rows, point_acceleration_hessian_columns,
    point_acceleration_evaluate, point_acceleration_jacobian, point_acceleration_hessian,
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

// Rate of a joint's turn from rest about e: parent and child before, and after.
static void joint_velocity_evaluate(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = x[11] * x[12] - x[8] * x[15] - x[9] * x[14] + x[10] * x[13];
    const double t1 = x[11] * x[13] + x[8] * x[14] - x[9] * x[15] - x[10] * x[12];
    const double t2 = x[11] * x[14] - x[8] * x[13] + x[9] * x[12] - x[10] * x[15];
    const double t3 = x[11] * x[15] + x[8] * x[12] + x[9] * x[13] + x[10] * x[14];
    const double t4 = x[3] * x[4] - x[0] * x[7] - x[1] * x[6] + x[2] * x[5];
    const double t5 = x[3] * x[5] + x[0] * x[6] - x[1] * x[7] - x[2] * x[4];
    const double t6 = x[3] * x[6] - x[0] * x[5] + x[1] * x[4] - x[2] * x[7];
    const double t7 = x[3] * x[7] + x[0] * x[4] + x[1] * x[5] + x[2] * x[6];
    out[0] = 2.0 * ((atan2(k[16] * (k[0] * t0 + k[1] * t1 + k[2] * t2 + k[3] * t3) + k[17] * (k[4] * t0 + k[5] * t1 +
        k[6] * t2 + k[7] * t3) + k[18] * (k[8] * t0 + k[9] * t1 + k[10] * t2 + k[11] * t3), k[12] * t0 + k[13] * t1 +
        k[14] * t2 + k[15] * t3) - atan2(k[16] * (k[0] * t4 + k[1] * t5 + k[2] * t6 + k[3] * t7) + k[17] * (k[4] * t4
        + k[5] * t5 + k[6] * t6 + k[7] * t7) + k[18] * (k[8] * t4 + k[9] * t5 + k[10] * t6 + k[11] * t7), k[12] * t4 +
        k[13] * t5 + k[14] * t6 + k[15] * t7)) * (1.0 / (x[16] + x[17])));
}

static void joint_velocity_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = 1.0 / (x[16] + x[17]);
    const double t1 = x[3] * x[4] - x[0] * x[7] - x[1] * x[6] + x[2] * x[5];
    const double t2 = x[3] * x[5] + x[0] * x[6] - x[1] * x[7] - x[2] * x[4];
    const double t3 = x[3] * x[6] - x[0] * x[5] + x[1] * x[4] - x[2] * x[7];
    const double t4 = x[3] * x[7] + x[0] * x[4] + x[1] * x[5] + x[2] * x[6];
    const double t5 = k[12] * t1 + k[13] * t2 + k[14] * t3 + k[15] * t4;
    const double t6 = k[16] * (k[0] * t1 + k[1] * t2 + k[2] * t3 + k[3] * t4) + k[17] * (k[4] * t1 + k[5] * t2 + k[6]
        * t3 + k[7] * t4) + k[18] * (k[8] * t1 + k[9] * t2 + k[10] * t3 + k[11] * t4);
    const double t7 = 1.0 / (t6 * t6 + t5 * t5);
    const double t8 = t5 * t7;
    const double t9 = t6 * t7;
    const double t10 = x[11] * x[12] - x[8] * x[15] - x[9] * x[14] + x[10] * x[13];
    const double t11 = x[11] * x[13] + x[8] * x[14] - x[9] * x[15] - x[10] * x[12];
    const double t12 = x[11] * x[14] - x[8] * x[13] + x[9] * x[12] - x[10] * x[15];
    const double t13 = x[11] * x[15] + x[8] * x[12] + x[9] * x[13] + x[10] * x[14];
    const double t14 = k[12] * t10 + k[13] * t11 + k[14] * t12 + k[15] * t13;
    const double t15 = k[16] * (k[0] * t10 + k[1] * t11 + k[2] * t12 + k[3] * t13) + k[17] * (k[4] * t10 + k[5] * t11
        + k[6] * t12 + k[7] * t13) + k[18] * (k[8] * t10 + k[9] * t11 + k[10] * t12 + k[11] * t13);
    const double t16 = 1.0 / (t15 * t15 + t14 * t14);
    const double t17 = t14 * t16;
    const double t18 = t15 * t16;
    const double t19 = (-2.0) * ((atan2(t15, t14) - atan2(t6, t5)) * (t0 * t0));
    out[0] = (-2.0) * (t0 * ((k[16] * (x[6] * k[1] - x[7] * k[0] - x[5] * k[2] + x[4] * k[3]) + k[17] * (x[6] * k[5] -
        x[7] * k[4] - x[5] * k[6] + x[4] * k[7]) + k[18] * (x[6] * k[9] - x[7] * k[8] - x[5] * k[10] + x[4] * k[11]))
        * t8 - (x[6] * k[13] - x[7] * k[12] - x[5] * k[14] + x[4] * k[15]) * t9));
    out[1] = (-2.0) * (t0 * (t8 * (k[16] * (-(x[6] * k[0]) - x[7] * k[1] + x[4] * k[2] + x[5] * k[3]) + k[17] *
        (-(x[6] * k[4]) - x[7] * k[5] + x[4] * k[6] + x[5] * k[7]) + k[18] * (-(x[6] * k[8]) - x[7] * k[9] + x[4] *
        k[10] + x[5] * k[11])) - t9 * (-(x[6] * k[12]) - x[7] * k[13] + x[4] * k[14] + x[5] * k[15])));
    out[2] = (-2.0) * (t0 * (t8 * (k[16] * (x[5] * k[0] - x[4] * k[1] - x[7] * k[2] + x[6] * k[3]) + k[17] * (x[5] *
        k[4] - x[4] * k[5] - x[7] * k[6] + x[6] * k[7]) + k[18] * (x[5] * k[8] - x[4] * k[9] - x[7] * k[10] + x[6] *
        k[11])) - t9 * (x[5] * k[12] - x[4] * k[13] - x[7] * k[14] + x[6] * k[15])));
    out[3] = (-2.0) * (t0 * (t8 * (k[16] * (x[4] * k[0] + x[5] * k[1] + x[6] * k[2] + x[7] * k[3]) + k[17] * (x[4] *
        k[4] + x[5] * k[5] + x[6] * k[6] + x[7] * k[7]) + k[18] * (x[4] * k[8] + x[5] * k[9] + x[6] * k[10] + x[7] *
        k[11])) - t9 * (x[4] * k[12] + x[5] * k[13] + x[6] * k[14] + x[7] * k[15])));
    out[4] = (-2.0) * (t0 * (t8 * (k[16] * (x[3] * k[0] - x[2] * k[1] + x[1] * k[2] + x[0] * k[3]) + k[17] * (x[3] *
        k[4] - x[2] * k[5] + x[1] * k[6] + x[0] * k[7]) + k[18] * (x[3] * k[8] - x[2] * k[9] + x[1] * k[10] + x[0] *
        k[11])) - t9 * (x[3] * k[12] - x[2] * k[13] + x[1] * k[14] + x[0] * k[15])));
    out[5] = (-2.0) * (t0 * (t8 * (k[16] * (x[2] * k[0] + x[3] * k[1] - x[0] * k[2] + x[1] * k[3]) + k[17] * (x[2] *
        k[4] + x[3] * k[5] - x[0] * k[6] + x[1] * k[7]) + k[18] * (x[2] * k[8] + x[3] * k[9] - x[0] * k[10] + x[1] *
        k[11])) - t9 * (x[2] * k[12] + x[3] * k[13] - x[0] * k[14] + x[1] * k[15])));
    out[6] = (-2.0) * (t0 * (t8 * (k[16] * (x[0] * k[1] - x[1] * k[0] + x[3] * k[2] + x[2] * k[3]) + k[17] * (x[0] *
        k[5] - x[1] * k[4] + x[3] * k[6] + x[2] * k[7]) + k[18] * (x[0] * k[9] - x[1] * k[8] + x[3] * k[10] + x[2] *
        k[11])) - t9 * (x[0] * k[13] - x[1] * k[12] + x[3] * k[14] + x[2] * k[15])));
    out[7] = (-2.0) * (t0 * (t8 * (k[16] * (-(x[0] * k[0]) - x[1] * k[1] - x[2] * k[2] + x[3] * k[3]) + k[17] *
        (-(x[0] * k[4]) - x[1] * k[5] - x[2] * k[6] + x[3] * k[7]) + k[18] * (-(x[0] * k[8]) - x[1] * k[9] - x[2] *
        k[10] + x[3] * k[11])) - t9 * (-(x[0] * k[12]) - x[1] * k[13] - x[2] * k[14] + x[3] * k[15])));
    out[8] = 2.0 * (t0 * ((k[16] * (x[14] * k[1] - x[15] * k[0] - x[13] * k[2] + x[12] * k[3]) + k[17] * (x[14] * k[5]
        - x[15] * k[4] - x[13] * k[6] + x[12] * k[7]) + k[18] * (x[14] * k[9] - x[15] * k[8] - x[13] * k[10] + x[12] *
        k[11])) * t17 - (x[14] * k[13] - x[15] * k[12] - x[13] * k[14] + x[12] * k[15]) * t18));
    out[9] = 2.0 * (t0 * (t17 * (k[16] * (-(x[14] * k[0]) - x[15] * k[1] + x[12] * k[2] + x[13] * k[3]) + k[17] *
        (-(x[14] * k[4]) - x[15] * k[5] + x[12] * k[6] + x[13] * k[7]) + k[18] * (-(x[14] * k[8]) - x[15] * k[9] +
        x[12] * k[10] + x[13] * k[11])) - t18 * (-(x[14] * k[12]) - x[15] * k[13] + x[12] * k[14] + x[13] * k[15])));
    out[10] = 2.0 * (t0 * (t17 * (k[16] * (x[13] * k[0] - x[12] * k[1] - x[15] * k[2] + x[14] * k[3]) + k[17] * (x[13]
        * k[4] - x[12] * k[5] - x[15] * k[6] + x[14] * k[7]) + k[18] * (x[13] * k[8] - x[12] * k[9] - x[15] * k[10] +
        x[14] * k[11])) - t18 * (x[13] * k[12] - x[12] * k[13] - x[15] * k[14] + x[14] * k[15])));
    out[11] = 2.0 * (t0 * (t17 * (k[16] * (x[12] * k[0] + x[13] * k[1] + x[14] * k[2] + x[15] * k[3]) + k[17] * (x[12]
        * k[4] + x[13] * k[5] + x[14] * k[6] + x[15] * k[7]) + k[18] * (x[12] * k[8] + x[13] * k[9] + x[14] * k[10] +
        x[15] * k[11])) - t18 * (x[12] * k[12] + x[13] * k[13] + x[14] * k[14] + x[15] * k[15])));
    out[12] = 2.0 * (t0 * (t17 * (k[16] * (x[11] * k[0] - x[10] * k[1] + x[9] * k[2] + x[8] * k[3]) + k[17] * (x[11] *
        k[4] - x[10] * k[5] + x[9] * k[6] + x[8] * k[7]) + k[18] * (x[11] * k[8] - x[10] * k[9] + x[9] * k[10] + x[8]
        * k[11])) - t18 * (x[11] * k[12] - x[10] * k[13] + x[9] * k[14] + x[8] * k[15])));
    out[13] = 2.0 * (t0 * (t17 * (k[16] * (x[10] * k[0] + x[11] * k[1] - x[8] * k[2] + x[9] * k[3]) + k[17] * (x[10] *
        k[4] + x[11] * k[5] - x[8] * k[6] + x[9] * k[7]) + k[18] * (x[10] * k[8] + x[11] * k[9] - x[8] * k[10] + x[9]
        * k[11])) - t18 * (x[10] * k[12] + x[11] * k[13] - x[8] * k[14] + x[9] * k[15])));
    out[14] = 2.0 * (t0 * (t17 * (k[16] * (x[8] * k[1] - x[9] * k[0] + x[11] * k[2] + x[10] * k[3]) + k[17] * (x[8] *
        k[5] - x[9] * k[4] + x[11] * k[6] + x[10] * k[7]) + k[18] * (x[8] * k[9] - x[9] * k[8] + x[11] * k[10] + x[10]
        * k[11])) - t18 * (x[8] * k[13] - x[9] * k[12] + x[11] * k[14] + x[10] * k[15])));
    out[15] = 2.0 * (t0 * (t17 * (k[16] * (-(x[8] * k[0]) - x[9] * k[1] - x[10] * k[2] + x[11] * k[3]) + k[17] *
        (-(x[8] * k[4]) - x[9] * k[5] - x[10] * k[6] + x[11] * k[7]) + k[18] * (-(x[8] * k[8]) - x[9] * k[9] - x[10] *
        k[10] + x[11] * k[11])) - t18 * (-(x[8] * k[12]) - x[9] * k[13] - x[10] * k[14] + x[11] * k[15])));
    out[16] = t19;
    out[17] = t19;
}

static void joint_velocity_hessian(const double *x, const void *data, const double *weights, double *out)
{
    const double *k = data;
    const double t0 = 1.0 / (x[16] + x[17]);
    const double t1 = t0 * weights[0];
    const double t2 = k[16] * (x[6] * k[1] - x[7] * k[0] - x[5] * k[2] + x[4] * k[3]) + k[17] * (x[6] * k[5] - x[7] *
        k[4] - x[5] * k[6] + x[4] * k[7]) + k[18] * (x[6] * k[9] - x[7] * k[8] - x[5] * k[10] + x[4] * k[11]);
    const double t3 = x[3] * x[4] - x[0] * x[7] - x[1] * x[6] + x[2] * x[5];
    const double t4 = x[3] * x[5] + x[0] * x[6] - x[1] * x[7] - x[2] * x[4];
    const double t5 = x[3] * x[6] - x[0] * x[5] + x[1] * x[4] - x[2] * x[7];
    const double t6 = x[3] * x[7] + x[0] * x[4] + x[1] * x[5] + x[2] * x[6];
    const double t7 = k[16] * (k[0] * t3 + k[1] * t4 + k[2] * t5 + k[3] * t6) + k[17] * (k[4] * t3 + k[5] * t4 + k[6]
        * t5 + k[7] * t6) + k[18] * (k[8] * t3 + k[9] * t4 + k[10] * t5 + k[11] * t6);
    const double t8 = k[12] * t3 + k[13] * t4 + k[14] * t5 + k[15] * t6;
    const double t9 = 1.0 / (t7 * t7 + t8 * t8);
    const double t10 = x[6] * k[13] - x[7] * k[12] - x[5] * k[14] + x[4] * k[15];
    const double t11 = t9 * t9;
    const double t12 = (2.0 * (t7 * t2) + 2.0 * (t8 * t10)) * t11;
    const double t13 = t1 * (t2 * t9 - t7 * t12);
    const double t14 = t1 * (t10 * t9 - t8 * t12);
    const double t15 = k[18] * t14;
    const double t16 = k[17] * t14;
    const double t17 = k[16] * t14;
    const double t18 = 2.0 * (k[15] * t13) + (-2.0) * (k[11] * t15) + (-2.0) * (k[7] * t16) + (-2.0) * (k[3] * t17);
    const double t19 = 2.0 * (k[14] * t13) + (-2.0) * (k[10] * t15) + (-2.0) * (k[6] * t16) + (-2.0) * (k[2] * t17);
    const double t20 = 2.0 * (k[13] * t13) + (-2.0) * (k[9] * t15) + (-2.0) * (k[5] * t16) + (-2.0) * (k[1] * t17);
    const double t21 = 2.0 * (k[12] * t13) + (-2.0) * (k[8] * t15) + (-2.0) * (k[4] * t16) + (-2.0) * (k[0] * t17);
    const double t22 = t7 * t9;
    const double t23 = t22 * t1;
    const double t24 = t8 * t9;
    const double t25 = t24 * t1;
    const double t26 = k[18] * t25;
    const double t27 = k[17] * t25;
    const double t28 = k[16] * t25;
    const double t29 = 2.0 * (k[15] * t23) + (-2.0) * (k[11] * t26) + (-2.0) * (k[7] * t27) + (-2.0) * (k[3] * t28);
    const double t30 = 2.0 * (k[14] * t23) + (-2.0) * (k[10] * t26) + (-2.0) * (k[6] * t27) + (-2.0) * (k[2] * t28);
    const double t31 = 2.0 * (k[13] * t23) + (-2.0) * (k[9] * t26) + (-2.0) * (k[5] * t27) + (-2.0) * (k[1] * t28);
    const double t32 = 2.0 * (k[12] * t23) + (-2.0) * (k[8] * t26) + (-2.0) * (k[4] * t27) + (-2.0) * (k[0] * t28);
    const double t33 = t0 * t0;
    const double t34 = 2.0 * (t33 * ((t2 * t24 - t10 * t22) * weights[0]));
    const double t35 = k[16] * (-(x[6] * k[0]) - x[7] * k[1] + x[4] * k[2] + x[5] * k[3]) + k[17] * (-(x[6] * k[4]) -
        x[7] * k[5] + x[4] * k[6] + x[5] * k[7]) + k[18] * (-(x[6] * k[8]) - x[7] * k[9] + x[4] * k[10] + x[5] *
        k[11]);
    const double t36 = -(x[6] * k[12]) - x[7] * k[13] + x[4] * k[14] + x[5] * k[15];
    const double t37 = t11 * (2.0 * (t7 * t35) + 2.0 * (t8 * t36));
    const double t38 = t1 * (t9 * t35 - t7 * t37);
    const double t39 = t1 * (t9 * t36 - t8 * t37);
    const double t40 = k[18] * t39;
    const double t41 = k[17] * t39;
    const double t42 = k[16] * t39;
    const double t43 = 2.0 * (k[15] * t38) + (-2.0) * (k[11] * t40) + (-2.0) * (k[7] * t41) + (-2.0) * (k[3] * t42);
    const double t44 = 2.0 * (k[14] * t38) + (-2.0) * (k[10] * t40) + (-2.0) * (k[6] * t41) + (-2.0) * (k[2] * t42);
    const double t45 = 2.0 * (k[13] * t38) + (-2.0) * (k[9] * t40) + (-2.0) * (k[5] * t41) + (-2.0) * (k[1] * t42);
    const double t46 = 2.0 * (k[12] * t38) + (-2.0) * (k[8] * t40) + (-2.0) * (k[4] * t41) + (-2.0) * (k[0] * t42);
    const double t47 = 2.0 * (t33 * ((t24 * t35 - t22 * t36) * weights[0]));
    const double t48 = k[16] * (x[5] * k[0] - x[4] * k[1] - x[7] * k[2] + x[6] * k[3]) + k[17] * (x[5] * k[4] - x[4] *
        k[5] - x[7] * k[6] + x[6] * k[7]) + k[18] * (x[5] * k[8] - x[4] * k[9] - x[7] * k[10] + x[6] * k[11]);
    const double t49 = x[5] * k[12] - x[4] * k[13] - x[7] * k[14] + x[6] * k[15];
    const double t50 = t11 * (2.0 * (t7 * t48) + 2.0 * (t8 * t49));
    const double t51 = t1 * (t9 * t48 - t7 * t50);
    const double t52 = t1 * (t9 * t49 - t8 * t50);
    const double t53 = k[18] * t52;
    const double t54 = k[17] * t52;
    const double t55 = k[16] * t52;
    const double t56 = 2.0 * (k[15] * t51) + (-2.0) * (k[11] * t53) + (-2.0) * (k[7] * t54) + (-2.0) * (k[3] * t55);
    const double t57 = 2.0 * (k[14] * t51) + (-2.0) * (k[10] * t53) + (-2.0) * (k[6] * t54) + (-2.0) * (k[2] * t55);
    const double t58 = 2.0 * (k[13] * t51) + (-2.0) * (k[9] * t53) + (-2.0) * (k[5] * t54) + (-2.0) * (k[1] * t55);
    const double t59 = 2.0 * (k[12] * t51) + (-2.0) * (k[8] * t53) + (-2.0) * (k[4] * t54) + (-2.0) * (k[0] * t55);
    const double t60 = 2.0 * (t33 * ((t24 * t48 - t22 * t49) * weights[0]));
    const double t61 = k[16] * (x[4] * k[0] + x[5] * k[1] + x[6] * k[2] + x[7] * k[3]) + k[17] * (x[4] * k[4] + x[5] *
        k[5] + x[6] * k[6] + x[7] * k[7]) + k[18] * (x[4] * k[8] + x[5] * k[9] + x[6] * k[10] + x[7] * k[11]);
    const double t62 = x[4] * k[12] + x[5] * k[13] + x[6] * k[14] + x[7] * k[15];
    const double t63 = t11 * (2.0 * (t7 * t61) + 2.0 * (t8 * t62));
    const double t64 = t1 * (t9 * t61 - t7 * t63);
    const double t65 = t1 * (t9 * t62 - t8 * t63);
    const double t66 = k[18] * t65;
    const double t67 = k[17] * t65;
    const double t68 = k[16] * t65;
    const double t69 = 2.0 * (k[15] * t64) + (-2.0) * (k[11] * t66) + (-2.0) * (k[7] * t67) + (-2.0) * (k[3] * t68);
    const double t70 = 2.0 * (k[14] * t64) + (-2.0) * (k[10] * t66) + (-2.0) * (k[6] * t67) + (-2.0) * (k[2] * t68);
    const double t71 = 2.0 * (k[13] * t64) + (-2.0) * (k[9] * t66) + (-2.0) * (k[5] * t67) + (-2.0) * (k[1] * t68);
    const double t72 = 2.0 * (k[12] * t64) + (-2.0) * (k[8] * t66) + (-2.0) * (k[4] * t67) + (-2.0) * (k[0] * t68);
    const double t73 = 2.0 * (t33 * ((t24 * t61 - t22 * t62) * weights[0]));
    const double t74 = k[16] * (x[3] * k[0] - x[2] * k[1] + x[1] * k[2] + x[0] * k[3]) + k[17] * (x[3] * k[4] - x[2] *
        k[5] + x[1] * k[6] + x[0] * k[7]) + k[18] * (x[3] * k[8] - x[2] * k[9] + x[1] * k[10] + x[0] * k[11]);
    const double t75 = x[3] * k[12] - x[2] * k[13] + x[1] * k[14] + x[0] * k[15];
    const double t76 = t11 * (2.0 * (t7 * t74) + 2.0 * (t8 * t75));
    const double t77 = t1 * (t9 * t74 - t7 * t76);
    const double t78 = t1 * (t9 * t75 - t8 * t76);
    const double t79 = k[18] * t78;
    const double t80 = k[17] * t78;
    const double t81 = k[16] * t78;
    const double t82 = 2.0 * (k[15] * t77) + (-2.0) * (k[11] * t79) + (-2.0) * (k[7] * t80) + (-2.0) * (k[3] * t81);
    const double t83 = 2.0 * (k[14] * t77) + (-2.0) * (k[10] * t79) + (-2.0) * (k[6] * t80) + (-2.0) * (k[2] * t81);
    const double t84 = 2.0 * (k[13] * t77) + (-2.0) * (k[9] * t79) + (-2.0) * (k[5] * t80) + (-2.0) * (k[1] * t81);
    const double t85 = 2.0 * (k[12] * t77) + (-2.0) * (k[8] * t79) + (-2.0) * (k[4] * t80) + (-2.0) * (k[0] * t81);
    const double t86 = 2.0 * (t33 * ((t24 * t74 - t22 * t75) * weights[0]));
    const double t87 = k[16] * (x[2] * k[0] + x[3] * k[1] - x[0] * k[2] + x[1] * k[3]) + k[17] * (x[2] * k[4] + x[3] *
        k[5] - x[0] * k[6] + x[1] * k[7]) + k[18] * (x[2] * k[8] + x[3] * k[9] - x[0] * k[10] + x[1] * k[11]);
    const double t88 = x[2] * k[12] + x[3] * k[13] - x[0] * k[14] + x[1] * k[15];
    const double t89 = t11 * (2.0 * (t7 * t87) + 2.0 * (t8 * t88));
    const double t90 = t1 * (t9 * t87 - t7 * t89);
    const double t91 = t1 * (t9 * t88 - t8 * t89);
    const double t92 = k[18] * t91;
    const double t93 = k[17] * t91;
    const double t94 = k[16] * t91;
    const double t95 = 2.0 * (k[15] * t90) + (-2.0) * (k[11] * t92) + (-2.0) * (k[7] * t93) + (-2.0) * (k[3] * t94);
    const double t96 = 2.0 * (k[14] * t90) + (-2.0) * (k[10] * t92) + (-2.0) * (k[6] * t93) + (-2.0) * (k[2] * t94);
    const double t97 = 2.0 * (k[13] * t90) + (-2.0) * (k[9] * t92) + (-2.0) * (k[5] * t93) + (-2.0) * (k[1] * t94);
    const double t98 = 2.0 * (k[12] * t90) + (-2.0) * (k[8] * t92) + (-2.0) * (k[4] * t93) + (-2.0) * (k[0] * t94);
    const double t99 = 2.0 * (t33 * ((t24 * t87 - t22 * t88) * weights[0]));
    const double t100 = k[16] * (x[0] * k[1] - x[1] * k[0] + x[3] * k[2] + x[2] * k[3]) + k[17] * (x[0] * k[5] - x[1]
        * k[4] + x[3] * k[6] + x[2] * k[7]) + k[18] * (x[0] * k[9] - x[1] * k[8] + x[3] * k[10] + x[2] * k[11]);
    const double t101 = x[0] * k[13] - x[1] * k[12] + x[3] * k[14] + x[2] * k[15];
    const double t102 = t11 * (2.0 * (t7 * t100) + 2.0 * (t8 * t101));
    const double t103 = t1 * (t9 * t100 - t7 * t102);
    const double t104 = t1 * (t9 * t101 - t8 * t102);
    const double t105 = k[18] * t104;
    const double t106 = k[17] * t104;
    const double t107 = k[16] * t104;
    const double t108 = 2.0 * (k[15] * t103) + (-2.0) * (k[11] * t105) + (-2.0) * (k[7] * t106) + (-2.0) * (k[3] *
        t107);
    const double t109 = 2.0 * (k[14] * t103) + (-2.0) * (k[10] * t105) + (-2.0) * (k[6] * t106) + (-2.0) * (k[2] *
        t107);
    const double t110 = 2.0 * (k[13] * t103) + (-2.0) * (k[9] * t105) + (-2.0) * (k[5] * t106) + (-2.0) * (k[1] *
        t107);
    const double t111 = 2.0 * (k[12] * t103) + (-2.0) * (k[8] * t105) + (-2.0) * (k[4] * t106) + (-2.0) * (k[0] *
        t107);
    const double t112 = 2.0 * (t33 * ((t24 * t100 - t22 * t101) * weights[0]));
    const double t113 = k[16] * (-(x[0] * k[0]) - x[1] * k[1] - x[2] * k[2] + x[3] * k[3]) + k[17] * (-(x[0] * k[4]) -
        x[1] * k[5] - x[2] * k[6] + x[3] * k[7]) + k[18] * (-(x[0] * k[8]) - x[1] * k[9] - x[2] * k[10] + x[3] *
        k[11]);
    const double t114 = -(x[0] * k[12]) - x[1] * k[13] - x[2] * k[14] + x[3] * k[15];
    const double t115 = t11 * (2.0 * (t7 * t113) + 2.0 * (t8 * t114));
    const double t116 = t1 * (t9 * t113 - t7 * t115);
    const double t117 = t1 * (t9 * t114 - t8 * t115);
    const double t118 = k[18] * t117;
    const double t119 = k[17] * t117;
    const double t120 = k[16] * t117;
    const double t121 = 2.0 * (t33 * ((t24 * t113 - t22 * t114) * weights[0]));
    const double t122 = k[16] * (x[14] * k[1] - x[15] * k[0] - x[13] * k[2] + x[12] * k[3]) + k[17] * (x[14] * k[5] -
        x[15] * k[4] - x[13] * k[6] + x[12] * k[7]) + k[18] * (x[14] * k[9] - x[15] * k[8] - x[13] * k[10] + x[12] *
        k[11]);
    const double t123 = x[11] * x[12] - x[8] * x[15] - x[9] * x[14] + x[10] * x[13];
    const double t124 = x[11] * x[13] + x[8] * x[14] - x[9] * x[15] - x[10] * x[12];
    const double t125 = x[11] * x[14] - x[8] * x[13] + x[9] * x[12] - x[10] * x[15];
    const double t126 = x[11] * x[15] + x[8] * x[12] + x[9] * x[13] + x[10] * x[14];
    const double t127 = k[16] * (k[0] * t123 + k[1] * t124 + k[2] * t125 + k[3] * t126) + k[17] * (k[4] * t123 + k[5]
        * t124 + k[6] * t125 + k[7] * t126) + k[18] * (k[8] * t123 + k[9] * t124 + k[10] * t125 + k[11] * t126);
    const double t128 = k[12] * t123 + k[13] * t124 + k[14] * t125 + k[15] * t126;
    const double t129 = 1.0 / (t127 * t127 + t128 * t128);
    const double t130 = x[14] * k[13] - x[15] * k[12] - x[13] * k[14] + x[12] * k[15];
    const double t131 = t129 * t129;
    const double t132 = (2.0 * (t127 * t122) + 2.0 * (t128 * t130)) * t131;
    const double t133 = t1 * (t122 * t129 - t127 * t132);
    const double t134 = t1 * (t130 * t129 - t128 * t132);
    const double t135 = k[18] * t134;
    const double t136 = k[17] * t134;
    const double t137 = k[16] * t134;
    const double t138 = (-2.0) * (k[15] * t133) + 2.0 * (k[11] * t135) + 2.0 * (k[7] * t136) + 2.0 * (k[3] * t137);
    const double t139 = (-2.0) * (k[14] * t133) + 2.0 * (k[10] * t135) + 2.0 * (k[6] * t136) + 2.0 * (k[2] * t137);
    const double t140 = (-2.0) * (k[13] * t133) + 2.0 * (k[9] * t135) + 2.0 * (k[5] * t136) + 2.0 * (k[1] * t137);
    const double t141 = (-2.0) * (k[12] * t133) + 2.0 * (k[8] * t135) + 2.0 * (k[4] * t136) + 2.0 * (k[0] * t137);
    const double t142 = t127 * t129;
    const double t143 = t142 * t1;
    const double t144 = t128 * t129;
    const double t145 = t144 * t1;
    const double t146 = k[18] * t145;
    const double t147 = k[17] * t145;
    const double t148 = k[16] * t145;
    const double t149 = (-2.0) * (k[15] * t143) + 2.0 * (k[11] * t146) + 2.0 * (k[7] * t147) + 2.0 * (k[3] * t148);
    const double t150 = (-2.0) * (k[14] * t143) + 2.0 * (k[10] * t146) + 2.0 * (k[6] * t147) + 2.0 * (k[2] * t148);
    const double t151 = (-2.0) * (k[13] * t143) + 2.0 * (k[9] * t146) + 2.0 * (k[5] * t147) + 2.0 * (k[1] * t148);
    const double t152 = (-2.0) * (k[12] * t143) + 2.0 * (k[8] * t146) + 2.0 * (k[4] * t147) + 2.0 * (k[0] * t148);
    const double t153 = (-2.0) * (t33 * ((t122 * t144 - t130 * t142) * weights[0]));
    const double t154 = k[16] * (-(x[14] * k[0]) - x[15] * k[1] + x[12] * k[2] + x[13] * k[3]) + k[17] * (-(x[14] *
        k[4]) - x[15] * k[5] + x[12] * k[6] + x[13] * k[7]) + k[18] * (-(x[14] * k[8]) - x[15] * k[9] + x[12] * k[10]
        + x[13] * k[11]);
    const double t155 = -(x[14] * k[12]) - x[15] * k[13] + x[12] * k[14] + x[13] * k[15];
    const double t156 = t131 * (2.0 * (t127 * t154) + 2.0 * (t128 * t155));
    const double t157 = t1 * (t129 * t154 - t127 * t156);
    const double t158 = t1 * (t129 * t155 - t128 * t156);
    const double t159 = k[18] * t158;
    const double t160 = k[17] * t158;
    const double t161 = k[16] * t158;
    const double t162 = (-2.0) * (k[15] * t157) + 2.0 * (k[11] * t159) + 2.0 * (k[7] * t160) + 2.0 * (k[3] * t161);
    const double t163 = (-2.0) * (k[14] * t157) + 2.0 * (k[10] * t159) + 2.0 * (k[6] * t160) + 2.0 * (k[2] * t161);
    const double t164 = (-2.0) * (k[13] * t157) + 2.0 * (k[9] * t159) + 2.0 * (k[5] * t160) + 2.0 * (k[1] * t161);
    const double t165 = (-2.0) * (k[12] * t157) + 2.0 * (k[8] * t159) + 2.0 * (k[4] * t160) + 2.0 * (k[0] * t161);
    const double t166 = (-2.0) * (t33 * ((t144 * t154 - t142 * t155) * weights[0]));
    const double t167 = k[16] * (x[13] * k[0] - x[12] * k[1] - x[15] * k[2] + x[14] * k[3]) + k[17] * (x[13] * k[4] -
        x[12] * k[5] - x[15] * k[6] + x[14] * k[7]) + k[18] * (x[13] * k[8] - x[12] * k[9] - x[15] * k[10] + x[14] *
        k[11]);
    const double t168 = x[13] * k[12] - x[12] * k[13] - x[15] * k[14] + x[14] * k[15];
    const double t169 = t131 * (2.0 * (t127 * t167) + 2.0 * (t128 * t168));
    const double t170 = t1 * (t129 * t167 - t127 * t169);
    const double t171 = t1 * (t129 * t168 - t128 * t169);
    const double t172 = k[18] * t171;
    const double t173 = k[17] * t171;
    const double t174 = k[16] * t171;
    const double t175 = (-2.0) * (k[15] * t170) + 2.0 * (k[11] * t172) + 2.0 * (k[7] * t173) + 2.0 * (k[3] * t174);
    const double t176 = (-2.0) * (k[14] * t170) + 2.0 * (k[10] * t172) + 2.0 * (k[6] * t173) + 2.0 * (k[2] * t174);
    const double t177 = (-2.0) * (k[13] * t170) + 2.0 * (k[9] * t172) + 2.0 * (k[5] * t173) + 2.0 * (k[1] * t174);
    const double t178 = (-2.0) * (k[12] * t170) + 2.0 * (k[8] * t172) + 2.0 * (k[4] * t173) + 2.0 * (k[0] * t174);
    const double t179 = (-2.0) * (t33 * ((t144 * t167 - t142 * t168) * weights[0]));
    const double t180 = k[16] * (x[12] * k[0] + x[13] * k[1] + x[14] * k[2] + x[15] * k[3]) + k[17] * (x[12] * k[4] +
        x[13] * k[5] + x[14] * k[6] + x[15] * k[7]) + k[18] * (x[12] * k[8] + x[13] * k[9] + x[14] * k[10] + x[15] *
        k[11]);
    const double t181 = x[12] * k[12] + x[13] * k[13] + x[14] * k[14] + x[15] * k[15];
    const double t182 = t131 * (2.0 * (t127 * t180) + 2.0 * (t128 * t181));
    const double t183 = t1 * (t129 * t180 - t127 * t182);
    const double t184 = t1 * (t129 * t181 - t128 * t182);
    const double t185 = k[18] * t184;
    const double t186 = k[17] * t184;
    const double t187 = k[16] * t184;
    const double t188 = (-2.0) * (k[15] * t183) + 2.0 * (k[11] * t185) + 2.0 * (k[7] * t186) + 2.0 * (k[3] * t187);
    const double t189 = (-2.0) * (k[14] * t183) + 2.0 * (k[10] * t185) + 2.0 * (k[6] * t186) + 2.0 * (k[2] * t187);
    const double t190 = (-2.0) * (k[13] * t183) + 2.0 * (k[9] * t185) + 2.0 * (k[5] * t186) + 2.0 * (k[1] * t187);
    const double t191 = (-2.0) * (k[12] * t183) + 2.0 * (k[8] * t185) + 2.0 * (k[4] * t186) + 2.0 * (k[0] * t187);
    const double t192 = (-2.0) * (t33 * ((t144 * t180 - t142 * t181) * weights[0]));
    const double t193 = k[16] * (x[11] * k[0] - x[10] * k[1] + x[9] * k[2] + x[8] * k[3]) + k[17] * (x[11] * k[4] -
        x[10] * k[5] + x[9] * k[6] + x[8] * k[7]) + k[18] * (x[11] * k[8] - x[10] * k[9] + x[9] * k[10] + x[8] *
        k[11]);
    const double t194 = x[11] * k[12] - x[10] * k[13] + x[9] * k[14] + x[8] * k[15];
    const double t195 = t131 * (2.0 * (t127 * t193) + 2.0 * (t128 * t194));
    const double t196 = t1 * (t129 * t193 - t127 * t195);
    const double t197 = t1 * (t129 * t194 - t128 * t195);
    const double t198 = k[18] * t197;
    const double t199 = k[17] * t197;
    const double t200 = k[16] * t197;
    const double t201 = (-2.0) * (k[15] * t196) + 2.0 * (k[11] * t198) + 2.0 * (k[7] * t199) + 2.0 * (k[3] * t200);
    const double t202 = (-2.0) * (k[14] * t196) + 2.0 * (k[10] * t198) + 2.0 * (k[6] * t199) + 2.0 * (k[2] * t200);
    const double t203 = (-2.0) * (k[13] * t196) + 2.0 * (k[9] * t198) + 2.0 * (k[5] * t199) + 2.0 * (k[1] * t200);
    const double t204 = (-2.0) * (k[12] * t196) + 2.0 * (k[8] * t198) + 2.0 * (k[4] * t199) + 2.0 * (k[0] * t200);
    const double t205 = (-2.0) * (t33 * ((t144 * t193 - t142 * t194) * weights[0]));
    const double t206 = k[16] * (x[10] * k[0] + x[11] * k[1] - x[8] * k[2] + x[9] * k[3]) + k[17] * (x[10] * k[4] +
        x[11] * k[5] - x[8] * k[6] + x[9] * k[7]) + k[18] * (x[10] * k[8] + x[11] * k[9] - x[8] * k[10] + x[9] *
        k[11]);
    const double t207 = x[10] * k[12] + x[11] * k[13] - x[8] * k[14] + x[9] * k[15];
    const double t208 = t131 * (2.0 * (t127 * t206) + 2.0 * (t128 * t207));
    const double t209 = t1 * (t129 * t206 - t127 * t208);
    const double t210 = t1 * (t129 * t207 - t128 * t208);
    const double t211 = k[18] * t210;
    const double t212 = k[17] * t210;
    const double t213 = k[16] * t210;
    const double t214 = (-2.0) * (k[15] * t209) + 2.0 * (k[11] * t211) + 2.0 * (k[7] * t212) + 2.0 * (k[3] * t213);
    const double t215 = (-2.0) * (k[14] * t209) + 2.0 * (k[10] * t211) + 2.0 * (k[6] * t212) + 2.0 * (k[2] * t213);
    const double t216 = (-2.0) * (k[13] * t209) + 2.0 * (k[9] * t211) + 2.0 * (k[5] * t212) + 2.0 * (k[1] * t213);
    const double t217 = (-2.0) * (k[12] * t209) + 2.0 * (k[8] * t211) + 2.0 * (k[4] * t212) + 2.0 * (k[0] * t213);
    const double t218 = (-2.0) * (t33 * ((t144 * t206 - t142 * t207) * weights[0]));
    const double t219 = k[16] * (x[8] * k[1] - x[9] * k[0] + x[11] * k[2] + x[10] * k[3]) + k[17] * (x[8] * k[5] -
        x[9] * k[4] + x[11] * k[6] + x[10] * k[7]) + k[18] * (x[8] * k[9] - x[9] * k[8] + x[11] * k[10] + x[10] *
        k[11]);
    const double t220 = x[8] * k[13] - x[9] * k[12] + x[11] * k[14] + x[10] * k[15];
    const double t221 = t131 * (2.0 * (t127 * t219) + 2.0 * (t128 * t220));
    const double t222 = t1 * (t129 * t219 - t127 * t221);
    const double t223 = t1 * (t129 * t220 - t128 * t221);
    const double t224 = k[18] * t223;
    const double t225 = k[17] * t223;
    const double t226 = k[16] * t223;
    const double t227 = (-2.0) * (k[15] * t222) + 2.0 * (k[11] * t224) + 2.0 * (k[7] * t225) + 2.0 * (k[3] * t226);
    const double t228 = (-2.0) * (k[14] * t222) + 2.0 * (k[10] * t224) + 2.0 * (k[6] * t225) + 2.0 * (k[2] * t226);
    const double t229 = (-2.0) * (k[13] * t222) + 2.0 * (k[9] * t224) + 2.0 * (k[5] * t225) + 2.0 * (k[1] * t226);
    const double t230 = (-2.0) * (k[12] * t222) + 2.0 * (k[8] * t224) + 2.0 * (k[4] * t225) + 2.0 * (k[0] * t226);
    const double t231 = (-2.0) * (t33 * ((t144 * t219 - t142 * t220) * weights[0]));
    const double t232 = k[16] * (-(x[8] * k[0]) - x[9] * k[1] - x[10] * k[2] + x[11] * k[3]) + k[17] * (-(x[8] * k[4])
        - x[9] * k[5] - x[10] * k[6] + x[11] * k[7]) + k[18] * (-(x[8] * k[8]) - x[9] * k[9] - x[10] * k[10] + x[11] *
        k[11]);
    const double t233 = -(x[8] * k[12]) - x[9] * k[13] - x[10] * k[14] + x[11] * k[15];
    const double t234 = t131 * (2.0 * (t127 * t232) + 2.0 * (t128 * t233));
    const double t235 = t1 * (t129 * t232 - t127 * t234);
    const double t236 = t1 * (t129 * t233 - t128 * t234);
    const double t237 = k[18] * t236;
    const double t238 = k[17] * t236;
    const double t239 = k[16] * t236;
    const double t240 = (-2.0) * (t33 * ((t144 * t232 - t142 * t233) * weights[0]));
    const double t241 = 4.0 * ((atan2(t127, t128) - atan2(t7, t8)) * weights[0] * (t0 * t33));
    out[0] = x[4] * t18 - x[5] * t19 + x[6] * t20 - x[7] * t21;
    out[1] = x[5] * t18 + x[4] * t19 - x[7] * t20 - x[6] * t21;
    out[2] = x[6] * t18 - x[7] * t19 - x[4] * t20 + x[5] * t21;
    out[3] = x[7] * t18 + x[6] * t19 + x[5] * t20 + x[4] * t21;
    out[4] = t29 + x[0] * t18 + x[1] * t19 - x[2] * t20 + x[3] * t21;
    out[5] = x[1] * t18 - (t30 + x[0] * t19) + x[3] * t20 + x[2] * t21;
    out[6] = x[2] * t18 + x[3] * t19 + t31 + x[0] * t20 - x[1] * t21;
    out[7] = x[3] * t18 - x[2] * t19 - x[1] * t20 - (t32 + x[0] * t21);
    out[8] = t34;
    out[9] = t34;
    out[10] = x[5] * t43 + x[4] * t44 - x[7] * t45 - x[6] * t46;
    out[11] = x[6] * t43 - x[7] * t44 - x[4] * t45 + x[5] * t46;
    out[12] = x[7] * t43 + x[6] * t44 + x[5] * t45 + x[4] * t46;
    out[13] = x[0] * t43 + t30 + x[1] * t44 - x[2] * t45 + x[3] * t46;
    out[14] = t29 + x[1] * t43 - x[0] * t44 + x[3] * t45 + x[2] * t46;
    out[15] = x[2] * t43 + x[3] * t44 + x[0] * t45 - (t32 + x[1] * t46);
    out[16] = x[3] * t43 - x[2] * t44 - (t31 + x[1] * t45) - x[0] * t46;
    out[17] = t47;
    out[18] = t47;
    out[19] = x[6] * t56 - x[7] * t57 - x[4] * t58 + x[5] * t59;
    out[20] = x[7] * t56 + x[6] * t57 + x[5] * t58 + x[4] * t59;
    out[21] = x[0] * t56 + x[1] * t57 - (t31 + x[2] * t58) + x[3] * t59;
    out[22] = x[1] * t56 - x[0] * t57 + x[3] * t58 + t32 + x[2] * t59;
    out[23] = t29 + x[2] * t56 + x[3] * t57 + x[0] * t58 - x[1] * t59;
    out[24] = x[3] * t56 - (t30 + x[2] * t57) - x[1] * t58 - x[0] * t59;
    out[25] = t60;
    out[26] = t60;
    out[27] = x[7] * t69 + x[6] * t70 + x[5] * t71 + x[4] * t72;
    out[28] = x[0] * t69 + x[1] * t70 - x[2] * t71 + t32 + x[3] * t72;
    out[29] = x[1] * t69 - x[0] * t70 + t31 + x[3] * t71 + x[2] * t72;
    out[30] = x[2] * t69 + t30 + x[3] * t70 + x[0] * t71 - x[1] * t72;
    out[31] = t29 + x[3] * t69 - x[2] * t70 - x[1] * t71 - x[0] * t72;
    out[32] = t73;
    out[33] = t73;
    out[34] = x[0] * t82 + x[1] * t83 - x[2] * t84 + x[3] * t85;
    out[35] = x[1] * t82 - x[0] * t83 + x[3] * t84 + x[2] * t85;
    out[36] = x[2] * t82 + x[3] * t83 + x[0] * t84 - x[1] * t85;
    out[37] = x[3] * t82 - x[2] * t83 - x[1] * t84 - x[0] * t85;
    out[38] = t86;
    out[39] = t86;
    out[40] = x[1] * t95 - x[0] * t96 + x[3] * t97 + x[2] * t98;
    out[41] = x[2] * t95 + x[3] * t96 + x[0] * t97 - x[1] * t98;
    out[42] = x[3] * t95 - x[2] * t96 - x[1] * t97 - x[0] * t98;
    out[43] = t99;
    out[44] = t99;
    out[45] = x[2] * t108 + x[3] * t109 + x[0] * t110 - x[1] * t111;
    out[46] = x[3] * t108 - x[2] * t109 - x[1] * t110 - x[0] * t111;
    out[47] = t112;
    out[48] = t112;
    out[49] = x[3] * (2.0 * (k[15] * t116) + (-2.0) * (k[11] * t118) + (-2.0) * (k[7] * t119) + (-2.0) * (k[3] *
        t120)) - x[2] * (2.0 * (k[14] * t116) + (-2.0) * (k[10] * t118) + (-2.0) * (k[6] * t119) + (-2.0) * (k[2] *
        t120)) - x[1] * (2.0 * (k[13] * t116) + (-2.0) * (k[9] * t118) + (-2.0) * (k[5] * t119) + (-2.0) * (k[1] *
        t120)) - x[0] * (2.0 * (k[12] * t116) + (-2.0) * (k[8] * t118) + (-2.0) * (k[4] * t119) + (-2.0) * (k[0] *
        t120));
    out[50] = t121;
    out[51] = t121;
    out[52] = x[12] * t138 - x[13] * t139 + x[14] * t140 - x[15] * t141;
    out[53] = x[13] * t138 + x[12] * t139 - x[15] * t140 - x[14] * t141;
    out[54] = x[14] * t138 - x[15] * t139 - x[12] * t140 + x[13] * t141;
    out[55] = x[15] * t138 + x[14] * t139 + x[13] * t140 + x[12] * t141;
    out[56] = t149 + x[8] * t138 + x[9] * t139 - x[10] * t140 + x[11] * t141;
    out[57] = x[9] * t138 - (t150 + x[8] * t139) + x[11] * t140 + x[10] * t141;
    out[58] = x[10] * t138 + x[11] * t139 + t151 + x[8] * t140 - x[9] * t141;
    out[59] = x[11] * t138 - x[10] * t139 - x[9] * t140 - (t152 + x[8] * t141);
    out[60] = t153;
    out[61] = t153;
    out[62] = x[13] * t162 + x[12] * t163 - x[15] * t164 - x[14] * t165;
    out[63] = x[14] * t162 - x[15] * t163 - x[12] * t164 + x[13] * t165;
    out[64] = x[15] * t162 + x[14] * t163 + x[13] * t164 + x[12] * t165;
    out[65] = x[8] * t162 + t150 + x[9] * t163 - x[10] * t164 + x[11] * t165;
    out[66] = t149 + x[9] * t162 - x[8] * t163 + x[11] * t164 + x[10] * t165;
    out[67] = x[10] * t162 + x[11] * t163 + x[8] * t164 - (t152 + x[9] * t165);
    out[68] = x[11] * t162 - x[10] * t163 - (t151 + x[9] * t164) - x[8] * t165;
    out[69] = t166;
    out[70] = t166;
    out[71] = x[14] * t175 - x[15] * t176 - x[12] * t177 + x[13] * t178;
    out[72] = x[15] * t175 + x[14] * t176 + x[13] * t177 + x[12] * t178;
    out[73] = x[8] * t175 + x[9] * t176 - (t151 + x[10] * t177) + x[11] * t178;
    out[74] = x[9] * t175 - x[8] * t176 + x[11] * t177 + t152 + x[10] * t178;
    out[75] = t149 + x[10] * t175 + x[11] * t176 + x[8] * t177 - x[9] * t178;
    out[76] = x[11] * t175 - (t150 + x[10] * t176) - x[9] * t177 - x[8] * t178;
    out[77] = t179;
    out[78] = t179;
    out[79] = x[15] * t188 + x[14] * t189 + x[13] * t190 + x[12] * t191;
    out[80] = x[8] * t188 + x[9] * t189 - x[10] * t190 + t152 + x[11] * t191;
    out[81] = x[9] * t188 - x[8] * t189 + t151 + x[11] * t190 + x[10] * t191;
    out[82] = x[10] * t188 + t150 + x[11] * t189 + x[8] * t190 - x[9] * t191;
    out[83] = t149 + x[11] * t188 - x[10] * t189 - x[9] * t190 - x[8] * t191;
    out[84] = t192;
    out[85] = t192;
    out[86] = x[8] * t201 + x[9] * t202 - x[10] * t203 + x[11] * t204;
    out[87] = x[9] * t201 - x[8] * t202 + x[11] * t203 + x[10] * t204;
    out[88] = x[10] * t201 + x[11] * t202 + x[8] * t203 - x[9] * t204;
    out[89] = x[11] * t201 - x[10] * t202 - x[9] * t203 - x[8] * t204;
    out[90] = t205;
    out[91] = t205;
    out[92] = x[9] * t214 - x[8] * t215 + x[11] * t216 + x[10] * t217;
    out[93] = x[10] * t214 + x[11] * t215 + x[8] * t216 - x[9] * t217;
    out[94] = x[11] * t214 - x[10] * t215 - x[9] * t216 - x[8] * t217;
    out[95] = t218;
    out[96] = t218;
    out[97] = x[10] * t227 + x[11] * t228 + x[8] * t229 - x[9] * t230;
    out[98] = x[11] * t227 - x[10] * t228 - x[9] * t229 - x[8] * t230;
    out[99] = t231;
    out[100] = t231;
    out[101] = x[11] * ((-2.0) * (k[15] * t235) + 2.0 * (k[11] * t237) + 2.0 * (k[7] * t238) + 2.0 * (k[3] * t239)) -
        x[10] * ((-2.0) * (k[14] * t235) + 2.0 * (k[10] * t237) + 2.0 * (k[6] * t238) + 2.0 * (k[2] * t239)) - x[9] *
        ((-2.0) * (k[13] * t235) + 2.0 * (k[9] * t237) + 2.0 * (k[5] * t238) + 2.0 * (k[1] * t239)) - x[8] * ((-2.0) *
        (k[12] * t235) + 2.0 * (k[8] * t237) + 2.0 * (k[4] * t238) + 2.0 * (k[0] * t239));
    out[102] = t240;
    out[103] = t240;
    out[104] = t241;
    out[105] = t241;
    out[106] = t241;
}

static const int joint_velocity_jacobian_values[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const int joint_velocity_jacobian_inputs[] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17,
};
static const int joint_velocity_hessian_rows[] = {
    0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 1, 2, 3, 4, 5, 6, 7, 16, 17, 2, 3, 4, 5, 6,
    7, 16, 17, 3, 4, 5, 6, 7, 16, 17, 4, 5, 6, 7, 16, 17, 5, 6, 7, 16, 17, 6, 7, 16,
    17, 7, 16, 17, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 9, 10, 11, 12, 13, 14, 15, 16, 17, 10,
    11, 12, 13, 14, 15, 16, 17, 11, 12, 13, 14, 15, 16, 17, 12, 13, 14, 15, 16, 17, 13, 14, 15, 16,
    17, 14, 15, 16, 17, 15, 16, 17, 16, 17, 17,
};
static const int joint_velocity_hessian_columns[] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2,
    2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 6, 6, 6,
    6, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9, 10,
    10, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11, 11, 12, 12, 12, 12, 12, 12, 13, 13, 13, 13,
    13, 14, 14, 14, 14, 15, 15, 15, 16, 16, 17,
};
const caperi_block_kind caperi_block_joint_velocity = {
    "joint_velocity", 18, 1, 18, 107,
    joint_velocity_jacobian_values, joint_velocity_jacobian_inputs, joint_velocity_hessian_rows, joint_velocity_hessian_columns,
    joint_velocity_evaluate, joint_velocity_jacobian, joint_velocity_hessian,
};
