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

// A sphere of one body out of the rounded box of another, as the ratio of distances less one. Positions and quaternions of the box's and the sphere's body; sphere's centre, inverse squares of the half sides.
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
    const double t27 = t26 * t26;
    const double t28 = t11 - t12;
    const double t29 = x[4] * x[5];
    const double t30 = x[3] * x[6];
    const double t31 = 2.0 * (t10 * (t21 - t22)) + t20 * (t16 + t13 + t28) + 2.0 * (t23 * (t29 + t30));
    const double t32 = t31 * t31;
    const double t33 = 2.0 * (t10 * (t24 + t25)) + 2.0 * (t20 * (t29 - t30)) + t23 * (t15 + t14 + t28);
    const double t34 = t33 * t33;
    out[0] = (-1.0) + sqrt(sqrt(k[3] * k[3] * (t27 * t27) + k[4] * k[4] * (t32 * t32) + k[5] * k[5] * (t34 * t34) +
        1e-12));
}

static void apart_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = k[3] * k[3];
    const double t1 = x[13] * x[13];
    const double t2 = x[10] * x[10];
    const double t3 = x[11] * x[11];
    const double t4 = -t3;
    const double t5 = x[12] * x[12];
    const double t6 = -t5;
    const double t7 = x[10] * x[11];
    const double t8 = x[12] * x[13];
    const double t9 = x[10] * x[12];
    const double t10 = x[11] * x[13];
    const double t11 = x[7] + k[0] * (t1 + t2 + t4 + t6) + 2.0 * (k[1] * (t7 - t8)) + 2.0 * (k[2] * (t9 + t10)) -
        x[0];
    const double t12 = x[6] * x[6];
    const double t13 = x[3] * x[3];
    const double t14 = x[4] * x[4];
    const double t15 = -t14;
    const double t16 = x[5] * x[5];
    const double t17 = -t16;
    const double t18 = t12 + t13 + t15 + t17;
    const double t19 = t1 - t2;
    const double t20 = x[11] * x[12];
    const double t21 = x[10] * x[13];
    const double t22 = x[8] + 2.0 * (k[0] * (t7 + t8)) + k[1] * (t6 + t3 + t19) + 2.0 * (k[2] * (t20 - t21)) - x[1];
    const double t23 = x[3] * x[4];
    const double t24 = x[5] * x[6];
    const double t25 = t23 + t24;
    const double t26 = x[9] + 2.0 * (k[0] * (t9 - t10)) + 2.0 * (k[1] * (t20 + t21)) + k[2] * (t5 + t4 + t19) - x[2];
    const double t27 = x[3] * x[5];
    const double t28 = x[4] * x[6];
    const double t29 = t27 - t28;
    const double t30 = t11 * t18 + 2.0 * (t22 * t25) + 2.0 * (t26 * t29);
    const double t31 = t30 * t30;
    const double t32 = t0 * (t31 * (t18 * t30));
    const double t33 = k[4] * k[4];
    const double t34 = t23 - t24;
    const double t35 = t12 - t13;
    const double t36 = t17 + t14 + t35;
    const double t37 = x[4] * x[5];
    const double t38 = x[3] * x[6];
    const double t39 = t37 + t38;
    const double t40 = 2.0 * (t11 * t34) + t22 * t36 + 2.0 * (t26 * t39);
    const double t41 = t40 * t40;
    const double t42 = t33 * (t41 * (t34 * t40));
    const double t43 = k[5] * k[5];
    const double t44 = t27 + t28;
    const double t45 = t37 - t38;
    const double t46 = t16 + t15 + t35;
    const double t47 = 2.0 * (t11 * t44) + 2.0 * (t22 * t45) + t26 * t46;
    const double t48 = t47 * t47;
    const double t49 = t43 * (t48 * (t44 * t47));
    const double t50 = sqrt(t0 * (t31 * t31) + t33 * (t41 * t41) + t43 * (t48 * t48) + 1e-12);
    const double t51 = 1.0 / t50;
    const double t52 = 1.0 / sqrt(t50);
    const double t53 = t0 * (t31 * (t25 * t30));
    const double t54 = t33 * (t41 * (t36 * t40));
    const double t55 = t43 * (t48 * (t45 * t47));
    const double t56 = t0 * (t31 * (t29 * t30));
    const double t57 = t33 * (t41 * (t39 * t40));
    const double t58 = t43 * (t48 * (t46 * t47));
    const double t59 = 2.0 * (x[3] * t11) + 2.0 * (x[4] * t22) + 2.0 * (x[5] * t26);
    const double t60 = x[4] * t11;
    const double t61 = x[3] * t22;
    const double t62 = x[6] * t26;
    const double t63 = 2.0 * t60 + (-2.0) * t61 + 2.0 * t62;
    const double t64 = x[5] * t11;
    const double t65 = x[6] * t22;
    const double t66 = x[3] * t26;
    const double t67 = x[6] * t11;
    const double t68 = x[5] * t22;
    const double t69 = x[4] * t26;
    const double t70 = 2.0 * t67 + 2.0 * t68 + (-2.0) * t69;
    const double t71 = (-2.0) * t64 + 2.0 * t65 + 2.0 * t66;
    const double t72 = 2.0 * (x[10] * k[0]) + 2.0 * (x[11] * k[1]) + 2.0 * (x[12] * k[2]);
    const double t73 = x[11] * k[0];
    const double t74 = x[10] * k[1];
    const double t75 = x[13] * k[2];
    const double t76 = 2.0 * t73 + (-2.0) * t74 + (-2.0) * t75;
    const double t77 = x[12] * k[0];
    const double t78 = x[13] * k[1];
    const double t79 = x[10] * k[2];
    const double t80 = 2.0 * t77 + 2.0 * t78 + (-2.0) * t79;
    const double t81 = (-2.0) * t73 + 2.0 * t74 + 2.0 * t75;
    const double t82 = x[13] * k[0];
    const double t83 = x[12] * k[1];
    const double t84 = x[11] * k[2];
    const double t85 = (-2.0) * t82 + 2.0 * t83 + (-2.0) * t84;
    const double t86 = (-2.0) * t77 + (-2.0) * t78 + 2.0 * t79;
    const double t87 = 2.0 * t82 + (-2.0) * t83 + 2.0 * t84;
    out[0] = 0.25 * (((-4.0) * t32 + (-8.0) * t42 + (-8.0) * t49) * t51 * t52);
    out[1] = 0.25 * (t52 * (t51 * ((-8.0) * t53 + (-4.0) * t54 + (-8.0) * t55)));
    out[2] = 0.25 * (t52 * (t51 * ((-8.0) * t56 + (-8.0) * t57 + (-4.0) * t58)));
    out[3] = 0.25 * (t52 * (t51 * (4.0 * (t0 * (t31 * (t30 * t59))) + 4.0 * (t33 * (t41 * (t40 * t63))) + 4.0 * (t43 *
        (t48 * (t47 * (2.0 * t64 + (-2.0) * t65 + (-2.0) * t66)))))));
    out[4] = 0.25 * (t52 * (t51 * (4.0 * (t0 * (t31 * (t30 * ((-2.0) * t60 + 2.0 * t61 + (-2.0) * t62)))) + 4.0 * (t33
        * (t41 * (t40 * t59))) + 4.0 * (t43 * (t48 * (t47 * t70))))));
    out[5] = 0.25 * (t52 * (t51 * (4.0 * (t0 * (t31 * (t30 * t71))) + 4.0 * (t33 * (t41 * (t40 * ((-2.0) * t67 +
        (-2.0) * t68 + 2.0 * t69)))) + 4.0 * (t43 * (t48 * (t47 * t59))))));
    out[6] = 0.25 * (t52 * (t51 * (4.0 * (t0 * (t31 * (t30 * t70))) + 4.0 * (t33 * (t41 * (t40 * t71))) + 4.0 * (t43 *
        (t48 * (t47 * t63))))));
    out[7] = 0.25 * (t52 * (t51 * (4.0 * t32 + 8.0 * t42 + 8.0 * t49)));
    out[8] = 0.25 * (t52 * (t51 * (8.0 * t53 + 4.0 * t54 + 8.0 * t55)));
    out[9] = 0.25 * (t52 * (t51 * (8.0 * t56 + 8.0 * t57 + 4.0 * t58)));
    out[10] = 0.25 * (t52 * (t51 * (4.0 * (t0 * (t31 * (t30 * (t18 * t72 + 2.0 * (t25 * t76) + 2.0 * (t29 * t80))))) +
        4.0 * (t33 * (t41 * (t40 * (2.0 * (t34 * t72) + t36 * t76 + 2.0 * (t39 * t80))))) + 4.0 * (t43 * (t48 * (t47 *
        (2.0 * (t44 * t72) + 2.0 * (t45 * t76) + t46 * t80)))))));
    out[11] = 0.25 * (t52 * (t51 * (4.0 * (t0 * (t31 * (t30 * (t18 * t81 + 2.0 * (t25 * t72) + 2.0 * (t29 * t85))))) +
        4.0 * (t33 * (t41 * (t40 * (2.0 * (t34 * t81) + t36 * t72 + 2.0 * (t39 * t85))))) + 4.0 * (t43 * (t48 * (t47 *
        (2.0 * (t44 * t81) + 2.0 * (t45 * t72) + t46 * t85)))))));
    out[12] = 0.25 * (t52 * (t51 * (4.0 * (t0 * (t31 * (t30 * (t18 * t86 + 2.0 * (t25 * t87) + 2.0 * (t29 * t72))))) +
        4.0 * (t33 * (t41 * (t40 * (2.0 * (t34 * t86) + t36 * t87 + 2.0 * (t39 * t72))))) + 4.0 * (t43 * (t48 * (t47 *
        (2.0 * (t44 * t86) + 2.0 * (t45 * t87) + t46 * t72)))))));
    out[13] = 0.25 * (t52 * (t51 * (4.0 * (t0 * (t31 * (t30 * (t18 * t87 + 2.0 * (t25 * t80) + 2.0 * (t29 * t81))))) +
        4.0 * (t33 * (t41 * (t40 * (2.0 * (t34 * t87) + t36 * t80 + 2.0 * (t39 * t81))))) + 4.0 * (t43 * (t48 * (t47 *
        (2.0 * (t44 * t87) + 2.0 * (t45 * t80) + t46 * t81)))))));
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
    const double t14 = t3 - t4;
    const double t15 = x[11] * x[12];
    const double t16 = x[10] * x[13];
    const double t17 = x[8] + 2.0 * (k[0] * (t9 + t10)) + k[1] * (t8 + t5 + t14) + 2.0 * (k[2] * (t15 - t16)) - x[1];
    const double t18 = x[4] * x[5];
    const double t19 = x[3] * x[6];
    const double t20 = t18 - t19;
    const double t21 = x[9] + 2.0 * (k[0] * (t11 - t12)) + 2.0 * (k[1] * (t15 + t16)) + k[2] * (t7 + t6 + t14) - x[2];
    const double t22 = x[5] * x[5];
    const double t23 = x[4] * x[4];
    const double t24 = -t23;
    const double t25 = x[6] * x[6];
    const double t26 = x[3] * x[3];
    const double t27 = t25 - t26;
    const double t28 = t22 + t24 + t27;
    const double t29 = 2.0 * (t13 * t2) + 2.0 * (t17 * t20) + t21 * t28;
    const double t30 = t29 * t29;
    const double t31 = k[5] * k[5];
    const double t32 = k[3] * k[3];
    const double t33 = -t22;
    const double t34 = t25 + t26 + t24 + t33;
    const double t35 = x[3] * x[4];
    const double t36 = x[5] * x[6];
    const double t37 = t35 + t36;
    const double t38 = t0 - t1;
    const double t39 = t13 * t34 + 2.0 * (t17 * t37) + 2.0 * (t21 * t38);
    const double t40 = t39 * t39;
    const double t41 = k[4] * k[4];
    const double t42 = t35 - t36;
    const double t43 = t33 + t23 + t27;
    const double t44 = t18 + t19;
    const double t45 = 2.0 * (t13 * t42) + t17 * t43 + 2.0 * (t21 * t44);
    const double t46 = t45 * t45;
    const double t47 = sqrt(t32 * (t40 * t40) + t41 * (t46 * t46) + t31 * (t30 * t30) + 1e-12);
    const double t48 = 1.0 / t47;
    const double t49 = 1.0 / sqrt(t47);
    const double t50 = t49 * weights[0];
    const double t51 = t48 * t50;
    const double t52 = t31 * t51;
    const double t53 = t30 * t52;
    const double t54 = t2 * t53;
    const double t55 = t2 * t29;
    const double t56 = t55 * t52;
    const double t57 = t34 * t39;
    const double t58 = t32 * (t40 * t57);
    const double t59 = t42 * t45;
    const double t60 = t41 * (t46 * t59);
    const double t61 = t31 * (t30 * t55);
    const double t62 = ((-4.0) * t58 + (-8.0) * t60 + (-8.0) * t61) * t48;
    const double t63 = t48 * t48;
    const double t64 = t49 * t49;
    const double t65 = (-0.5) * (t50 * (t62 * t63)) + (-0.25) * (t48 * (weights[0] * (t62 * t49 * t64)));
    const double t66 = (-2.0) * t54 + t29 * ((-4.0) * t56 + t30 * (t31 * t65));
    const double t67 = t41 * t51;
    const double t68 = t46 * t67;
    const double t69 = t42 * t68;
    const double t70 = t59 * t67;
    const double t71 = (-2.0) * t69 + t45 * ((-4.0) * t70 + t46 * (t41 * t65));
    const double t72 = t32 * t51;
    const double t73 = t40 * t72;
    const double t74 = t34 * t73;
    const double t75 = t57 * t72;
    const double t76 = t39 * ((-2.0) * t75 + t40 * (t32 * t65)) - t74;
    const double t77 = 2.0 * (t2 * t66) + 2.0 * (t42 * t71) + t34 * t76;
    const double t78 = 2.0 * (t20 * t66) + t43 * t71 + 2.0 * (t37 * t76);
    const double t79 = t28 * t66 + 2.0 * (t44 * t71) + 2.0 * (t38 * t76);
    const double t80 = t21 * t66;
    const double t81 = t17 * t71;
    const double t82 = t80 + t81;
    const double t83 = t39 * t73;
    const double t84 = -t83;
    const double t85 = t84 + t13 * t76;
    const double t86 = x[3] * (t85 - t82);
    const double t87 = t17 * t66;
    const double t88 = 2.0 * (t21 * t71);
    const double t89 = (-2.0) * t87 + t88;
    const double t90 = t29 * t53;
    const double t91 = -t90;
    const double t92 = 2.0 * (t91 + t13 * t66);
    const double t93 = t21 * t76;
    const double t94 = t92 + 2.0 * t93;
    const double t95 = t45 * t68;
    const double t96 = -t95;
    const double t97 = t96 + t13 * t71;
    const double t98 = 2.0 * (t17 * t76);
    const double t99 = 2.0 * t97 + t98;
    const double t100 = x[4] * (t81 - (t80 + t85));
    const double t101 = t88 + 2.0 * t87;
    const double t102 = t92 + (-2.0) * t93;
    const double t103 = x[5] * (t80 - (t81 + t85));
    const double t104 = t98 + (-2.0) * t97;
    const double t105 = x[6] * (t82 + t85);
    const double t106 = k[2] * t79;
    const double t107 = k[1] * t78;
    const double t108 = t106 + t107;
    const double t109 = k[0] * t77;
    const double t110 = x[10] * (t109 - t108);
    const double t111 = 2.0 * (k[1] * t79);
    const double t112 = k[2] * t78;
    const double t113 = t111 + (-2.0) * t112;
    const double t114 = k[0] * t79;
    const double t115 = 2.0 * (k[2] * t77);
    const double t116 = 2.0 * t114 + t115;
    const double t117 = 2.0 * (k[0] * t78);
    const double t118 = k[1] * t77;
    const double t119 = t117 + 2.0 * t118;
    const double t120 = x[11] * (t107 - (t106 + t109));
    const double t121 = t111 + 2.0 * t112;
    const double t122 = t115 + (-2.0) * t114;
    const double t123 = x[12] * (t106 - (t107 + t109));
    const double t124 = t117 + (-2.0) * t118;
    const double t125 = x[13] * (t108 + t109);
    const double t126 = t20 * t53;
    const double t127 = t20 * t29;
    const double t128 = t127 * t52;
    const double t129 = t37 * t39;
    const double t130 = t32 * (t40 * t129);
    const double t131 = t43 * t45;
    const double t132 = t41 * (t46 * t131);
    const double t133 = t31 * (t30 * t127);
    const double t134 = t48 * ((-8.0) * t130 + (-4.0) * t132 + (-8.0) * t133);
    const double t135 = (-0.5) * (t50 * (t134 * t63)) + (-0.25) * (t48 * (weights[0] * (t49 * t134 * t64)));
    const double t136 = (-2.0) * t126 + t29 * ((-4.0) * t128 + t30 * (t31 * t135));
    const double t137 = t43 * t68;
    const double t138 = t131 * t67;
    const double t139 = t45 * ((-2.0) * t138 + t46 * (t41 * t135)) - t137;
    const double t140 = t37 * t73;
    const double t141 = t129 * t72;
    const double t142 = (-2.0) * t140 + t39 * ((-4.0) * t141 + t40 * (t32 * t135));
    const double t143 = 2.0 * (t20 * t136) + t43 * t139 + 2.0 * (t37 * t142);
    const double t144 = t28 * t136 + 2.0 * (t44 * t139) + 2.0 * (t38 * t142);
    const double t145 = t21 * t136;
    const double t146 = t96 + t17 * t139;
    const double t147 = t145 + t146;
    const double t148 = t13 * t142;
    const double t149 = x[3] * (t148 - t147);
    const double t150 = t91 + t17 * t136;
    const double t151 = 2.0 * (t21 * t139);
    const double t152 = (-2.0) * t150 + t151;
    const double t153 = 2.0 * (t13 * t136);
    const double t154 = t21 * t142;
    const double t155 = t153 + 2.0 * t154;
    const double t156 = t13 * t139;
    const double t157 = 2.0 * (t84 + t17 * t142);
    const double t158 = 2.0 * t156 + t157;
    const double t159 = x[4] * (t146 - (t145 + t148));
    const double t160 = t151 + 2.0 * t150;
    const double t161 = t153 + (-2.0) * t154;
    const double t162 = x[5] * (t145 - (t146 + t148));
    const double t163 = t157 + (-2.0) * t156;
    const double t164 = x[6] * (t147 + t148);
    const double t165 = 2.0 * (t2 * t136) + 2.0 * (t42 * t139) + t34 * t142;
    const double t166 = k[2] * t144;
    const double t167 = k[1] * t143;
    const double t168 = t166 + t167;
    const double t169 = k[0] * t165;
    const double t170 = x[10] * (t169 - t168);
    const double t171 = 2.0 * (k[1] * t144);
    const double t172 = k[2] * t143;
    const double t173 = t171 + (-2.0) * t172;
    const double t174 = k[0] * t144;
    const double t175 = 2.0 * (k[2] * t165);
    const double t176 = 2.0 * t174 + t175;
    const double t177 = 2.0 * (k[0] * t143);
    const double t178 = k[1] * t165;
    const double t179 = t177 + 2.0 * t178;
    const double t180 = x[11] * (t167 - (t166 + t169));
    const double t181 = t171 + 2.0 * t172;
    const double t182 = t175 + (-2.0) * t174;
    const double t183 = x[12] * (t166 - (t167 + t169));
    const double t184 = t177 + (-2.0) * t178;
    const double t185 = x[13] * (t168 + t169);
    const double t186 = t28 * t53;
    const double t187 = t28 * t29;
    const double t188 = t187 * t52;
    const double t189 = t38 * t39;
    const double t190 = t32 * (t40 * t189);
    const double t191 = t44 * t45;
    const double t192 = t41 * (t46 * t191);
    const double t193 = t31 * (t30 * t187);
    const double t194 = t48 * ((-8.0) * t190 + (-8.0) * t192 + (-4.0) * t193);
    const double t195 = (-0.5) * (t50 * (t194 * t63)) + (-0.25) * (t48 * (weights[0] * (t49 * t194 * t64)));
    const double t196 = t29 * ((-2.0) * t188 + t30 * (t31 * t195)) - t186;
    const double t197 = t44 * t68;
    const double t198 = t191 * t67;
    const double t199 = (-2.0) * t197 + t45 * ((-4.0) * t198 + t46 * (t41 * t195));
    const double t200 = t38 * t73;
    const double t201 = t189 * t72;
    const double t202 = (-2.0) * t200 + t39 * ((-4.0) * t201 + t40 * (t32 * t195));
    const double t203 = t28 * t196 + 2.0 * (t44 * t199) + 2.0 * (t38 * t202);
    const double t204 = t91 + t21 * t196;
    const double t205 = t17 * t199;
    const double t206 = t204 + t205;
    const double t207 = t13 * t202;
    const double t208 = x[3] * (t207 - t206);
    const double t209 = t17 * t196;
    const double t210 = 2.0 * (t96 + t21 * t199);
    const double t211 = (-2.0) * t209 + t210;
    const double t212 = 2.0 * (t13 * t196);
    const double t213 = t84 + t21 * t202;
    const double t214 = t212 + 2.0 * t213;
    const double t215 = t13 * t199;
    const double t216 = 2.0 * (t17 * t202);
    const double t217 = 2.0 * t215 + t216;
    const double t218 = x[4] * (t205 - (t204 + t207));
    const double t219 = t210 + 2.0 * t209;
    const double t220 = t212 + (-2.0) * t213;
    const double t221 = x[5] * (t204 - (t205 + t207));
    const double t222 = t216 + (-2.0) * t215;
    const double t223 = x[6] * (t206 + t207);
    const double t224 = 2.0 * (t2 * t196) + 2.0 * (t42 * t199) + t34 * t202;
    const double t225 = 2.0 * (t20 * t196) + t43 * t199 + 2.0 * (t37 * t202);
    const double t226 = k[2] * t203;
    const double t227 = k[1] * t225;
    const double t228 = t226 + t227;
    const double t229 = k[0] * t224;
    const double t230 = x[10] * (t229 - t228);
    const double t231 = 2.0 * (k[1] * t203);
    const double t232 = k[2] * t225;
    const double t233 = t231 + (-2.0) * t232;
    const double t234 = k[0] * t203;
    const double t235 = 2.0 * (k[2] * t224);
    const double t236 = 2.0 * t234 + t235;
    const double t237 = 2.0 * (k[0] * t225);
    const double t238 = k[1] * t224;
    const double t239 = t237 + 2.0 * t238;
    const double t240 = x[11] * (t227 - (t226 + t229));
    const double t241 = t231 + 2.0 * t232;
    const double t242 = t235 + (-2.0) * t234;
    const double t243 = x[12] * (t226 - (t227 + t229));
    const double t244 = t237 + (-2.0) * t238;
    const double t245 = x[13] * (t228 + t229);
    const double t246 = t21 * t90;
    const double t247 = t17 * t95;
    const double t248 = t246 + t247;
    const double t249 = t13 * t83;
    const double t250 = x[5] * t13;
    const double t251 = x[6] * t17;
    const double t252 = x[3] * t21;
    const double t253 = 2.0 * t250 + (-2.0) * t251 + (-2.0) * t252;
    const double t254 = t29 * t253;
    const double t255 = 2.0 * (x[3] * t13) + 2.0 * (x[4] * t17) + 2.0 * (x[5] * t21);
    const double t256 = t39 * t255;
    const double t257 = x[4] * t13;
    const double t258 = x[3] * t17;
    const double t259 = x[6] * t21;
    const double t260 = 2.0 * t257 + (-2.0) * t258 + 2.0 * t259;
    const double t261 = t45 * t260;
    const double t262 = t48 * (4.0 * (t32 * (t40 * t256)) + 4.0 * (t41 * (t46 * t261)) + 4.0 * (t31 * (t30 * t254)));
    const double t263 = (-0.5) * (t50 * (t262 * t63)) + (-0.25) * (t48 * (weights[0] * (t49 * t262 * t64)));
    const double t264 = t253 * t53 + t29 * (2.0 * (t254 * t52) + t30 * (t31 * t263));
    const double t265 = t21 * t264;
    const double t266 = t260 * t68 + t45 * (2.0 * (t261 * t67) + t46 * (t41 * t263));
    const double t267 = t17 * t266;
    const double t268 = t265 + t267;
    const double t269 = t255 * t73 + t39 * (2.0 * (t256 * t72) + t40 * (t32 * t263));
    const double t270 = t13 * t269;
    const double t271 = t249 - t248 + x[3] * (t270 - t268);
    const double t272 = t17 * t264;
    const double t273 = 2.0 * (t21 * t266);
    const double t274 = (-2.0) * t272 + t273;
    const double t275 = 2.0 * (t13 * t264);
    const double t276 = t21 * t269;
    const double t277 = t275 + 2.0 * t276;
    const double t278 = t13 * t266;
    const double t279 = 2.0 * (t17 * t269);
    const double t280 = 2.0 * t278 + t279;
    const double t281 = x[4] * (t267 - (t265 + t270));
    const double t282 = t273 + 2.0 * t272;
    const double t283 = t275 + (-2.0) * t276;
    const double t284 = t13 * t95;
    const double t285 = 2.0 * (t17 * t83);
    const double t286 = x[5] * (t265 - (t267 + t270));
    const double t287 = 2.0 * (t13 * t90);
    const double t288 = t21 * t83;
    const double t289 = t279 + (-2.0) * t278;
    const double t290 = x[6] * (t268 + t270);
    const double t291 = t17 * t90;
    const double t292 = 2.0 * (t21 * t95);
    const double t293 = x[5] * t90;
    const double t294 = x[4] * t95;
    const double t295 = x[3] * t83;
    const double t296 = 2.0 * (t293 + t2 * t264) + 2.0 * (t294 + t42 * t266) + 2.0 * t295 + t34 * t269;
    const double t297 = x[6] * t90;
    const double t298 = x[3] * t95;
    const double t299 = x[4] * t83;
    const double t300 = 2.0 * (t20 * t264 - t297) + (-2.0) * t298 + t43 * t266 + 2.0 * (t299 + t37 * t269);
    const double t301 = x[3] * t90;
    const double t302 = x[6] * t95;
    const double t303 = x[5] * t83;
    const double t304 = (-2.0) * t301 + t28 * t264 + 2.0 * (t302 + t44 * t266) + 2.0 * (t303 + t38 * t269);
    const double t305 = k[2] * t304;
    const double t306 = k[1] * t300;
    const double t307 = t305 + t306;
    const double t308 = k[0] * t296;
    const double t309 = x[10] * (t308 - t307);
    const double t310 = 2.0 * (k[1] * t304);
    const double t311 = k[2] * t300;
    const double t312 = t310 + (-2.0) * t311;
    const double t313 = k[0] * t304;
    const double t314 = 2.0 * (k[2] * t296);
    const double t315 = 2.0 * t313 + t314;
    const double t316 = 2.0 * (k[0] * t300);
    const double t317 = k[1] * t296;
    const double t318 = t316 + 2.0 * t317;
    const double t319 = x[11] * (t306 - (t305 + t308));
    const double t320 = t310 + 2.0 * t311;
    const double t321 = t314 + (-2.0) * t313;
    const double t322 = x[12] * (t305 - (t306 + t308));
    const double t323 = t316 + (-2.0) * t317;
    const double t324 = x[13] * (t307 + t308);
    const double t325 = t45 * t255;
    const double t326 = (-2.0) * t257 + 2.0 * t258 + (-2.0) * t259;
    const double t327 = t39 * t326;
    const double t328 = x[6] * t13;
    const double t329 = x[5] * t17;
    const double t330 = x[4] * t21;
    const double t331 = 2.0 * t328 + 2.0 * t329 + (-2.0) * t330;
    const double t332 = t29 * t331;
    const double t333 = t48 * (4.0 * (t32 * (t40 * t327)) + 4.0 * (t41 * (t46 * t325)) + 4.0 * (t31 * (t30 * t332)));
    const double t334 = (-0.5) * (t50 * (t333 * t63)) + (-0.25) * (t48 * (weights[0] * (t49 * t333 * t64)));
    const double t335 = t255 * t68 + t45 * (2.0 * (t325 * t67) + t46 * (t41 * t334));
    const double t336 = t17 * t335;
    const double t337 = t331 * t53 + t29 * (2.0 * (t332 * t52) + t30 * (t31 * t334));
    const double t338 = t21 * t337;
    const double t339 = t326 * t73 + t39 * (2.0 * (t327 * t72) + t40 * (t32 * t334));
    const double t340 = t13 * t339;
    const double t341 = t247 - (t246 + t249) + x[4] * (t336 - (t338 + t340));
    const double t342 = t17 * t337;
    const double t343 = 2.0 * (t21 * t335);
    const double t344 = 2.0 * t342 + t343;
    const double t345 = 2.0 * (t13 * t337);
    const double t346 = t21 * t339;
    const double t347 = t345 + (-2.0) * t346;
    const double t348 = t13 * t335;
    const double t349 = 2.0 * (t17 * t339);
    const double t350 = x[5] * (t338 - (t336 + t340));
    const double t351 = t349 + (-2.0) * t348;
    const double t352 = x[6] * (t340 + t336 + t338);
    const double t353 = 2.0 * (t297 + t2 * t337) + 2.0 * (t298 + t42 * t335) + (-2.0) * t299 + t34 * t339;
    const double t354 = 2.0 * (t293 + t20 * t337) + 2.0 * t294 + t43 * t335 + 2.0 * (t295 + t37 * t339);
    const double t355 = x[4] * t90;
    const double t356 = x[5] * t95;
    const double t357 = x[6] * t83;
    const double t358 = (-2.0) * t355 + t28 * t337 + 2.0 * (t356 + t44 * t335) + 2.0 * (t38 * t339 - t357);
    const double t359 = k[2] * t358;
    const double t360 = k[1] * t354;
    const double t361 = t359 + t360;
    const double t362 = k[0] * t353;
    const double t363 = x[10] * (t362 - t361);
    const double t364 = 2.0 * (k[1] * t358);
    const double t365 = k[2] * t354;
    const double t366 = t364 + (-2.0) * t365;
    const double t367 = k[0] * t358;
    const double t368 = 2.0 * (k[2] * t353);
    const double t369 = 2.0 * t367 + t368;
    const double t370 = 2.0 * (k[0] * t354);
    const double t371 = k[1] * t353;
    const double t372 = t370 + 2.0 * t371;
    const double t373 = x[11] * (t360 - (t359 + t362));
    const double t374 = t364 + 2.0 * t365;
    const double t375 = t368 + (-2.0) * t367;
    const double t376 = x[12] * (t359 - (t360 + t362));
    const double t377 = t370 + (-2.0) * t371;
    const double t378 = x[13] * (t361 + t362);
    const double t379 = t29 * t255;
    const double t380 = (-2.0) * t250 + 2.0 * t251 + 2.0 * t252;
    const double t381 = t39 * t380;
    const double t382 = (-2.0) * t328 + (-2.0) * t329 + 2.0 * t330;
    const double t383 = t45 * t382;
    const double t384 = t48 * (4.0 * (t32 * (t40 * t381)) + 4.0 * (t41 * (t46 * t383)) + 4.0 * (t31 * (t30 * t379)));
    const double t385 = (-0.5) * (t50 * (t384 * t63)) + (-0.25) * (t48 * (weights[0] * (t49 * t384 * t64)));
    const double t386 = t255 * t53 + t29 * (2.0 * (t379 * t52) + t30 * (t31 * t385));
    const double t387 = t21 * t386;
    const double t388 = t382 * t68 + t45 * (2.0 * (t383 * t67) + t46 * (t41 * t385));
    const double t389 = t17 * t388;
    const double t390 = t380 * t73 + t39 * (2.0 * (t381 * t72) + t40 * (t32 * t385));
    const double t391 = t13 * t390;
    const double t392 = t246 - (t247 + t249) + x[5] * (t387 - (t389 + t391));
    const double t393 = t17 * t386;
    const double t394 = 2.0 * (t21 * t388);
    const double t395 = 2.0 * (t13 * t386);
    const double t396 = t21 * t390;
    const double t397 = (-2.0) * (t13 * t388) + 2.0 * (t17 * t390);
    const double t398 = x[6] * (t391 + t387 + t389);
    const double t399 = 2.0 * (t301 + t2 * t386) + 2.0 * (t42 * t388 - t302) + (-2.0) * t303 + t34 * t390;
    const double t400 = 2.0 * (t355 + t20 * t386) + (-2.0) * t356 + t43 * t388 + 2.0 * (t357 + t37 * t390);
    const double t401 = 2.0 * t293 + t28 * t386 + 2.0 * (t294 + t44 * t388) + 2.0 * (t295 + t38 * t390);
    const double t402 = k[2] * t401;
    const double t403 = k[1] * t400;
    const double t404 = t402 + t403;
    const double t405 = k[0] * t399;
    const double t406 = x[10] * (t405 - t404);
    const double t407 = 2.0 * (k[1] * t401);
    const double t408 = k[2] * t400;
    const double t409 = t407 + (-2.0) * t408;
    const double t410 = k[0] * t401;
    const double t411 = 2.0 * (k[2] * t399);
    const double t412 = 2.0 * t410 + t411;
    const double t413 = 2.0 * (k[0] * t400);
    const double t414 = k[1] * t399;
    const double t415 = t413 + 2.0 * t414;
    const double t416 = x[11] * (t403 - (t402 + t405));
    const double t417 = t407 + 2.0 * t408;
    const double t418 = t411 + (-2.0) * t410;
    const double t419 = x[12] * (t402 - (t403 + t405));
    const double t420 = t413 + (-2.0) * t414;
    const double t421 = x[13] * (t404 + t405);
    const double t422 = t29 * t260;
    const double t423 = t39 * t331;
    const double t424 = t45 * t380;
    const double t425 = t48 * (4.0 * (t32 * (t40 * t423)) + 4.0 * (t41 * (t46 * t424)) + 4.0 * (t31 * (t30 * t422)));
    const double t426 = (-0.5) * (t50 * (t425 * t63)) + (-0.25) * (t48 * (weights[0] * (t49 * t425 * t64)));
    const double t427 = t260 * t53 + t29 * (2.0 * (t422 * t52) + t30 * (t31 * t426));
    const double t428 = t380 * t68 + t45 * (2.0 * (t424 * t67) + t46 * (t41 * t426));
    const double t429 = t331 * t73 + t39 * (2.0 * (t423 * t72) + t40 * (t32 * t426));
    const double t430 = t248 + t249 + x[6] * (t21 * t427 + t17 * t428 + t13 * t429);
    const double t431 = 2.0 * (t355 + t2 * t427) + 2.0 * (t42 * t428 - t356) + 2.0 * t357 + t34 * t429;
    const double t432 = 2.0 * (t20 * t427 - t301) + 2.0 * t302 + t43 * t428 + 2.0 * (t303 + t37 * t429);
    const double t433 = 2.0 * t297 + t28 * t427 + 2.0 * (t298 + t44 * t428) + 2.0 * (t38 * t429 - t299);
    const double t434 = k[2] * t433;
    const double t435 = k[1] * t432;
    const double t436 = t434 + t435;
    const double t437 = k[0] * t431;
    const double t438 = x[10] * (t437 - t436);
    const double t439 = 2.0 * (k[1] * t433);
    const double t440 = k[2] * t432;
    const double t441 = t439 + (-2.0) * t440;
    const double t442 = k[0] * t433;
    const double t443 = 2.0 * (k[2] * t431);
    const double t444 = 2.0 * t442 + t443;
    const double t445 = 2.0 * (k[0] * t432);
    const double t446 = k[1] * t431;
    const double t447 = t445 + 2.0 * t446;
    const double t448 = x[11] * (t435 - (t434 + t437));
    const double t449 = t439 + 2.0 * t440;
    const double t450 = t443 + (-2.0) * t442;
    const double t451 = x[12] * (t434 - (t435 + t437));
    const double t452 = t445 + (-2.0) * t446;
    const double t453 = x[13] * (t436 + t437);
    const double t454 = t48 * (4.0 * t58 + 8.0 * t60 + 8.0 * t61);
    const double t455 = (-0.5) * (t50 * (t454 * t63)) + (-0.25) * (t48 * (weights[0] * (t49 * t454 * t64)));
    const double t456 = 2.0 * t54 + t29 * (4.0 * t56 + t30 * (t31 * t455));
    const double t457 = 2.0 * t69 + t45 * (4.0 * t70 + t46 * (t41 * t455));
    const double t458 = t74 + t39 * (2.0 * t75 + t40 * (t32 * t455));
    const double t459 = 2.0 * (t2 * t456) + 2.0 * (t42 * t457) + t34 * t458;
    const double t460 = 2.0 * (t20 * t456) + t43 * t457 + 2.0 * (t37 * t458);
    const double t461 = t28 * t456 + 2.0 * (t44 * t457) + 2.0 * (t38 * t458);
    const double t462 = k[2] * t461;
    const double t463 = k[1] * t460;
    const double t464 = t462 + t463;
    const double t465 = k[0] * t459;
    const double t466 = x[10] * (t465 - t464);
    const double t467 = 2.0 * (k[1] * t461);
    const double t468 = k[2] * t460;
    const double t469 = t467 + (-2.0) * t468;
    const double t470 = k[0] * t461;
    const double t471 = 2.0 * (k[2] * t459);
    const double t472 = 2.0 * t470 + t471;
    const double t473 = 2.0 * (k[0] * t460);
    const double t474 = k[1] * t459;
    const double t475 = t473 + 2.0 * t474;
    const double t476 = x[11] * (t463 - (t462 + t465));
    const double t477 = t467 + 2.0 * t468;
    const double t478 = t471 + (-2.0) * t470;
    const double t479 = x[12] * (t462 - (t463 + t465));
    const double t480 = t473 + (-2.0) * t474;
    const double t481 = x[13] * (t464 + t465);
    const double t482 = t48 * (8.0 * t130 + 4.0 * t132 + 8.0 * t133);
    const double t483 = (-0.5) * (t50 * (t482 * t63)) + (-0.25) * (t48 * (weights[0] * (t49 * t482 * t64)));
    const double t484 = 2.0 * t126 + t29 * (4.0 * t128 + t30 * (t31 * t483));
    const double t485 = t137 + t45 * (2.0 * t138 + t46 * (t41 * t483));
    const double t486 = 2.0 * t140 + t39 * (4.0 * t141 + t40 * (t32 * t483));
    const double t487 = 2.0 * (t20 * t484) + t43 * t485 + 2.0 * (t37 * t486);
    const double t488 = t28 * t484 + 2.0 * (t44 * t485) + 2.0 * (t38 * t486);
    const double t489 = k[2] * t488;
    const double t490 = k[1] * t487;
    const double t491 = t489 + t490;
    const double t492 = 2.0 * (t2 * t484) + 2.0 * (t42 * t485) + t34 * t486;
    const double t493 = k[0] * t492;
    const double t494 = x[10] * (t493 - t491);
    const double t495 = 2.0 * (k[1] * t488);
    const double t496 = k[2] * t487;
    const double t497 = t495 + (-2.0) * t496;
    const double t498 = k[0] * t488;
    const double t499 = 2.0 * (k[2] * t492);
    const double t500 = 2.0 * t498 + t499;
    const double t501 = 2.0 * (k[0] * t487);
    const double t502 = k[1] * t492;
    const double t503 = t501 + 2.0 * t502;
    const double t504 = x[11] * (t490 - (t489 + t493));
    const double t505 = t495 + 2.0 * t496;
    const double t506 = t499 + (-2.0) * t498;
    const double t507 = x[12] * (t489 - (t490 + t493));
    const double t508 = t501 + (-2.0) * t502;
    const double t509 = x[13] * (t491 + t493);
    const double t510 = t48 * (8.0 * t190 + 8.0 * t192 + 4.0 * t193);
    const double t511 = (-0.5) * (t50 * (t510 * t63)) + (-0.25) * (t48 * (weights[0] * (t49 * t510 * t64)));
    const double t512 = t186 + t29 * (2.0 * t188 + t30 * (t31 * t511));
    const double t513 = 2.0 * t197 + t45 * (4.0 * t198 + t46 * (t41 * t511));
    const double t514 = 2.0 * t200 + t39 * (4.0 * t201 + t40 * (t32 * t511));
    const double t515 = t28 * t512 + 2.0 * (t44 * t513) + 2.0 * (t38 * t514);
    const double t516 = k[2] * t515;
    const double t517 = 2.0 * (t20 * t512) + t43 * t513 + 2.0 * (t37 * t514);
    const double t518 = k[1] * t517;
    const double t519 = t516 + t518;
    const double t520 = 2.0 * (t2 * t512) + 2.0 * (t42 * t513) + t34 * t514;
    const double t521 = k[0] * t520;
    const double t522 = x[10] * (t521 - t519);
    const double t523 = 2.0 * (k[1] * t515);
    const double t524 = k[2] * t517;
    const double t525 = t523 + (-2.0) * t524;
    const double t526 = k[0] * t515;
    const double t527 = 2.0 * (k[2] * t520);
    const double t528 = 2.0 * t526 + t527;
    const double t529 = 2.0 * (k[0] * t517);
    const double t530 = k[1] * t520;
    const double t531 = t529 + 2.0 * t530;
    const double t532 = x[11] * (t518 - (t516 + t521));
    const double t533 = t523 + 2.0 * t524;
    const double t534 = t527 + (-2.0) * t526;
    const double t535 = x[12] * (t516 - (t518 + t521));
    const double t536 = t529 + (-2.0) * t530;
    const double t537 = x[13] * (t519 + t521);
    const double t538 = t28 * t90 + 2.0 * (t44 * t95) + 2.0 * (t38 * t83);
    const double t539 = k[2] * t538;
    const double t540 = 2.0 * (t20 * t90) + t43 * t95 + 2.0 * (t37 * t83);
    const double t541 = k[1] * t540;
    const double t542 = t539 + t541;
    const double t543 = 2.0 * (t2 * t90) + 2.0 * (t42 * t95) + t34 * t83;
    const double t544 = k[0] * t543;
    const double t545 = 2.0 * (x[10] * k[0]) + 2.0 * (x[11] * k[1]) + 2.0 * (x[12] * k[2]);
    const double t546 = x[11] * k[0];
    const double t547 = x[10] * k[1];
    const double t548 = x[13] * k[2];
    const double t549 = 2.0 * t546 + (-2.0) * t547 + (-2.0) * t548;
    const double t550 = x[12] * k[0];
    const double t551 = x[13] * k[1];
    const double t552 = x[10] * k[2];
    const double t553 = 2.0 * t550 + 2.0 * t551 + (-2.0) * t552;
    const double t554 = 2.0 * (t2 * t545) + 2.0 * (t20 * t549) + t28 * t553;
    const double t555 = t29 * t554;
    const double t556 = t34 * t545 + 2.0 * (t37 * t549) + 2.0 * (t38 * t553);
    const double t557 = t39 * t556;
    const double t558 = 2.0 * (t42 * t545) + t43 * t549 + 2.0 * (t44 * t553);
    const double t559 = t45 * t558;
    const double t560 = t48 * (4.0 * (t32 * (t40 * t557)) + 4.0 * (t41 * (t46 * t559)) + 4.0 * (t31 * (t30 * t555)));
    const double t561 = (-0.5) * (t50 * (t560 * t63)) + (-0.25) * (t48 * (weights[0] * (t49 * t560 * t64)));
    const double t562 = t554 * t53 + t29 * (2.0 * (t555 * t52) + t30 * (t31 * t561));
    const double t563 = t558 * t68 + t45 * (2.0 * (t559 * t67) + t46 * (t41 * t561));
    const double t564 = t556 * t73 + t39 * (2.0 * (t557 * t72) + t40 * (t32 * t561));
    const double t565 = t28 * t562 + 2.0 * (t44 * t563) + 2.0 * (t38 * t564);
    const double t566 = k[2] * t565;
    const double t567 = 2.0 * (t20 * t562) + t43 * t563 + 2.0 * (t37 * t564);
    const double t568 = k[1] * t567;
    const double t569 = t566 + t568;
    const double t570 = 2.0 * (t2 * t562) + 2.0 * (t42 * t563) + t34 * t564;
    const double t571 = k[0] * t570;
    const double t572 = t544 - t542 + x[10] * (t571 - t569);
    const double t573 = 2.0 * (k[1] * t565);
    const double t574 = k[2] * t567;
    const double t575 = t573 + (-2.0) * t574;
    const double t576 = k[0] * t565;
    const double t577 = 2.0 * (k[2] * t570);
    const double t578 = 2.0 * t576 + t577;
    const double t579 = 2.0 * (k[0] * t567);
    const double t580 = k[1] * t570;
    const double t581 = t579 + 2.0 * t580;
    const double t582 = x[11] * (t568 - (t566 + t571));
    const double t583 = t573 + 2.0 * t574;
    const double t584 = t577 + (-2.0) * t576;
    const double t585 = 2.0 * (k[0] * t540);
    const double t586 = k[1] * t543;
    const double t587 = x[12] * (t566 - (t568 + t571));
    const double t588 = k[0] * t538;
    const double t589 = 2.0 * (k[2] * t543);
    const double t590 = t579 + (-2.0) * t580;
    const double t591 = x[13] * (t569 + t571);
    const double t592 = 2.0 * (k[1] * t538);
    const double t593 = k[2] * t540;
    const double t594 = (-2.0) * t546 + 2.0 * t547 + 2.0 * t548;
    const double t595 = x[13] * k[0];
    const double t596 = x[12] * k[1];
    const double t597 = x[11] * k[2];
    const double t598 = (-2.0) * t595 + 2.0 * t596 + (-2.0) * t597;
    const double t599 = 2.0 * (t2 * t594) + 2.0 * (t20 * t545) + t28 * t598;
    const double t600 = t29 * t599;
    const double t601 = t34 * t594 + 2.0 * (t37 * t545) + 2.0 * (t38 * t598);
    const double t602 = t39 * t601;
    const double t603 = 2.0 * (t42 * t594) + t43 * t545 + 2.0 * (t44 * t598);
    const double t604 = t45 * t603;
    const double t605 = t48 * (4.0 * (t32 * (t40 * t602)) + 4.0 * (t41 * (t46 * t604)) + 4.0 * (t31 * (t30 * t600)));
    const double t606 = (-0.5) * (t50 * (t605 * t63)) + (-0.25) * (t48 * (weights[0] * (t49 * t605 * t64)));
    const double t607 = t599 * t53 + t29 * (2.0 * (t600 * t52) + t30 * (t31 * t606));
    const double t608 = t603 * t68 + t45 * (2.0 * (t604 * t67) + t46 * (t41 * t606));
    const double t609 = t601 * t73 + t39 * (2.0 * (t602 * t72) + t40 * (t32 * t606));
    const double t610 = 2.0 * (t20 * t607) + t43 * t608 + 2.0 * (t37 * t609);
    const double t611 = k[1] * t610;
    const double t612 = t28 * t607 + 2.0 * (t44 * t608) + 2.0 * (t38 * t609);
    const double t613 = k[2] * t612;
    const double t614 = 2.0 * (t2 * t607) + 2.0 * (t42 * t608) + t34 * t609;
    const double t615 = k[0] * t614;
    const double t616 = t541 - (t539 + t544) + x[11] * (t611 - (t613 + t615));
    const double t617 = 2.0 * (k[1] * t612);
    const double t618 = k[2] * t610;
    const double t619 = t617 + 2.0 * t618;
    const double t620 = k[0] * t612;
    const double t621 = 2.0 * (k[2] * t614);
    const double t622 = (-2.0) * t620 + t621;
    const double t623 = 2.0 * (k[0] * t610);
    const double t624 = k[1] * t614;
    const double t625 = x[12] * (t613 - (t611 + t615));
    const double t626 = t623 + (-2.0) * t624;
    const double t627 = x[13] * (t615 + t611 + t613);
    const double t628 = (-2.0) * t550 + (-2.0) * t551 + 2.0 * t552;
    const double t629 = 2.0 * t595 + (-2.0) * t596 + 2.0 * t597;
    const double t630 = 2.0 * (t2 * t628) + 2.0 * (t20 * t629) + t28 * t545;
    const double t631 = t29 * t630;
    const double t632 = t34 * t628 + 2.0 * (t37 * t629) + 2.0 * (t38 * t545);
    const double t633 = t39 * t632;
    const double t634 = 2.0 * (t42 * t628) + t43 * t629 + 2.0 * (t44 * t545);
    const double t635 = t45 * t634;
    const double t636 = t48 * (4.0 * (t32 * (t40 * t633)) + 4.0 * (t41 * (t46 * t635)) + 4.0 * (t31 * (t30 * t631)));
    const double t637 = (-0.5) * (t50 * (t636 * t63)) + (-0.25) * (t48 * (weights[0] * (t49 * t636 * t64)));
    const double t638 = t630 * t53 + t29 * (2.0 * (t631 * t52) + t30 * (t31 * t637));
    const double t639 = t634 * t68 + t45 * (2.0 * (t635 * t67) + t46 * (t41 * t637));
    const double t640 = t632 * t73 + t39 * (2.0 * (t633 * t72) + t40 * (t32 * t637));
    const double t641 = t28 * t638 + 2.0 * (t44 * t639) + 2.0 * (t38 * t640);
    const double t642 = k[2] * t641;
    const double t643 = 2.0 * (t20 * t638) + t43 * t639 + 2.0 * (t37 * t640);
    const double t644 = k[1] * t643;
    const double t645 = 2.0 * (t2 * t638) + 2.0 * (t42 * t639) + t34 * t640;
    const double t646 = k[0] * t645;
    const double t647 = t539 - (t541 + t544) + x[12] * (t642 - (t644 + t646));
    const double t648 = 2.0 * (k[1] * t641);
    const double t649 = k[2] * t643;
    const double t650 = k[0] * t641;
    const double t651 = 2.0 * (k[2] * t645);
    const double t652 = 2.0 * (k[0] * t643) + (-2.0) * (k[1] * t645);
    const double t653 = x[13] * (t646 + t642 + t644);
    const double t654 = 2.0 * (t2 * t629) + 2.0 * (t20 * t553) + t28 * t594;
    const double t655 = t29 * t654;
    const double t656 = t34 * t629 + 2.0 * (t37 * t553) + 2.0 * (t38 * t594);
    const double t657 = t39 * t656;
    const double t658 = 2.0 * (t42 * t629) + t43 * t553 + 2.0 * (t44 * t594);
    const double t659 = t45 * t658;
    const double t660 = t48 * (4.0 * (t32 * (t40 * t657)) + 4.0 * (t41 * (t46 * t659)) + 4.0 * (t31 * (t30 * t655)));
    const double t661 = (-0.5) * (t50 * (t660 * t63)) + (-0.25) * (t48 * (weights[0] * (t49 * t660 * t64)));
    const double t662 = t654 * t53 + t29 * (2.0 * (t655 * t52) + t30 * (t31 * t661));
    const double t663 = t658 * t68 + t45 * (2.0 * (t659 * t67) + t46 * (t41 * t661));
    const double t664 = t656 * t73 + t39 * (2.0 * (t657 * t72) + t40 * (t32 * t661));
    const double t665 = t28 * t662 + 2.0 * (t44 * t663) + 2.0 * (t38 * t664);
    const double t666 = 2.0 * (t20 * t662) + t43 * t663 + 2.0 * (t37 * t664);
    const double t667 = 2.0 * (t2 * t662) + 2.0 * (t42 * t663) + t34 * t664;
    const double t668 = t542 + t544 + x[13] * (k[2] * t665 + k[1] * t666 + k[0] * t667);
    out[0] = -t77;
    out[1] = -t78;
    out[2] = -t79;
    out[3] = t86 + t86 + x[6] * t89 + x[5] * t94 + x[4] * t99;
    out[4] = t100 + t100 + x[5] * t101 + x[6] * t102 + x[3] * t99;
    out[5] = t103 + t103 + x[4] * t101 + x[3] * t94 + x[6] * t104;
    out[6] = t105 + t105 + x[3] * t89 + x[4] * t102 + x[5] * t104;
    out[7] = t77;
    out[8] = t78;
    out[9] = t79;
    out[10] = t110 + t110 + x[13] * t113 + x[12] * t116 + x[11] * t119;
    out[11] = t120 + t120 + x[12] * t121 + x[13] * t122 + x[10] * t119;
    out[12] = t123 + t123 + x[11] * t121 + x[10] * t116 + x[13] * t124;
    out[13] = t125 + t125 + x[10] * t113 + x[11] * t122 + x[12] * t124;
    out[14] = -t143;
    out[15] = -t144;
    out[16] = t149 + t149 + x[6] * t152 + x[5] * t155 + x[4] * t158;
    out[17] = t159 + t159 + x[5] * t160 + x[6] * t161 + x[3] * t158;
    out[18] = t162 + t162 + x[4] * t160 + x[3] * t155 + x[6] * t163;
    out[19] = t164 + t164 + x[3] * t152 + x[4] * t161 + x[5] * t163;
    out[20] = t165;
    out[21] = t143;
    out[22] = t144;
    out[23] = t170 + t170 + x[13] * t173 + x[12] * t176 + x[11] * t179;
    out[24] = t180 + t180 + x[12] * t181 + x[13] * t182 + x[10] * t179;
    out[25] = t183 + t183 + x[11] * t181 + x[10] * t176 + x[13] * t184;
    out[26] = t185 + t185 + x[10] * t173 + x[11] * t182 + x[12] * t184;
    out[27] = -t203;
    out[28] = t208 + t208 + x[6] * t211 + x[5] * t214 + x[4] * t217;
    out[29] = t218 + t218 + x[5] * t219 + x[6] * t220 + x[3] * t217;
    out[30] = t221 + t221 + x[4] * t219 + x[3] * t214 + x[6] * t222;
    out[31] = t223 + t223 + x[3] * t211 + x[4] * t220 + x[5] * t222;
    out[32] = t224;
    out[33] = t225;
    out[34] = t203;
    out[35] = t230 + t230 + x[13] * t233 + x[12] * t236 + x[11] * t239;
    out[36] = t240 + t240 + x[12] * t241 + x[13] * t242 + x[10] * t239;
    out[37] = t243 + t243 + x[11] * t241 + x[10] * t236 + x[13] * t244;
    out[38] = t245 + t245 + x[10] * t233 + x[11] * t242 + x[12] * t244;
    out[39] = t271 + t271 + x[6] * t274 + x[5] * t277 + x[4] * t280;
    out[40] = t281 + t281 + x[5] * t282 + x[6] * t283 + 2.0 * t284 + t285 + x[3] * t280;
    out[41] = t286 + t286 + x[4] * t282 + t287 + 2.0 * t288 + x[3] * t277 + x[6] * t289;
    out[42] = t290 + t290 + (-2.0) * t291 + t292 + x[3] * t274 + x[4] * t283 + x[5] * t289;
    out[43] = t296;
    out[44] = t300;
    out[45] = t304;
    out[46] = t309 + t309 + x[13] * t312 + x[12] * t315 + x[11] * t318;
    out[47] = t319 + t319 + x[12] * t320 + x[13] * t321 + x[10] * t318;
    out[48] = t322 + t322 + x[11] * t320 + x[10] * t315 + x[13] * t323;
    out[49] = t324 + t324 + x[10] * t312 + x[11] * t321 + x[12] * t323;
    out[50] = t341 + t341 + x[5] * t344 + x[6] * t347 + x[3] * (2.0 * t348 + t349);
    out[51] = t350 + t350 + 2.0 * t291 + t292 + x[4] * t344 + x[3] * (t345 + 2.0 * t346) + x[6] * t351;
    out[52] = t352 + t352 + x[3] * (t343 + (-2.0) * t342) + t287 + (-2.0) * t288 + x[4] * t347 + x[5] * t351;
    out[53] = t353;
    out[54] = t354;
    out[55] = t358;
    out[56] = t363 + t363 + x[13] * t366 + x[12] * t369 + x[11] * t372;
    out[57] = t373 + t373 + x[12] * t374 + x[13] * t375 + x[10] * t372;
    out[58] = t376 + t376 + x[11] * t374 + x[10] * t369 + x[13] * t377;
    out[59] = t378 + t378 + x[10] * t366 + x[11] * t375 + x[12] * t377;
    out[60] = t392 + t392 + x[4] * (2.0 * t393 + t394) + x[3] * (t395 + 2.0 * t396) + x[6] * t397;
    out[61] = t398 + t398 + x[3] * (t394 + (-2.0) * t393) + x[4] * (t395 + (-2.0) * t396) + (-2.0) * t284 + t285 +
        x[5] * t397;
    out[62] = t399;
    out[63] = t400;
    out[64] = t401;
    out[65] = t406 + t406 + x[13] * t409 + x[12] * t412 + x[11] * t415;
    out[66] = t416 + t416 + x[12] * t417 + x[13] * t418 + x[10] * t415;
    out[67] = t419 + t419 + x[11] * t417 + x[10] * t412 + x[13] * t420;
    out[68] = t421 + t421 + x[10] * t409 + x[11] * t418 + x[12] * t420;
    out[69] = t430 + t430 + x[3] * ((-2.0) * (t17 * t427) + 2.0 * (t21 * t428)) + x[4] * (2.0 * (t13 * t427) + (-2.0)
        * (t21 * t429)) + x[5] * ((-2.0) * (t13 * t428) + 2.0 * (t17 * t429));
    out[70] = t431;
    out[71] = t432;
    out[72] = t433;
    out[73] = t438 + t438 + x[13] * t441 + x[12] * t444 + x[11] * t447;
    out[74] = t448 + t448 + x[12] * t449 + x[13] * t450 + x[10] * t447;
    out[75] = t451 + t451 + x[11] * t449 + x[10] * t444 + x[13] * t452;
    out[76] = t453 + t453 + x[10] * t441 + x[11] * t450 + x[12] * t452;
    out[77] = t459;
    out[78] = t460;
    out[79] = t461;
    out[80] = t466 + t466 + x[13] * t469 + x[12] * t472 + x[11] * t475;
    out[81] = t476 + t476 + x[12] * t477 + x[13] * t478 + x[10] * t475;
    out[82] = t479 + t479 + x[11] * t477 + x[10] * t472 + x[13] * t480;
    out[83] = t481 + t481 + x[10] * t469 + x[11] * t478 + x[12] * t480;
    out[84] = t487;
    out[85] = t488;
    out[86] = t494 + t494 + x[13] * t497 + x[12] * t500 + x[11] * t503;
    out[87] = t504 + t504 + x[12] * t505 + x[13] * t506 + x[10] * t503;
    out[88] = t507 + t507 + x[11] * t505 + x[10] * t500 + x[13] * t508;
    out[89] = t509 + t509 + x[10] * t497 + x[11] * t506 + x[12] * t508;
    out[90] = t515;
    out[91] = t522 + t522 + x[13] * t525 + x[12] * t528 + x[11] * t531;
    out[92] = t532 + t532 + x[12] * t533 + x[13] * t534 + x[10] * t531;
    out[93] = t535 + t535 + x[11] * t533 + x[10] * t528 + x[13] * t536;
    out[94] = t537 + t537 + x[10] * t525 + x[11] * t534 + x[12] * t536;
    out[95] = t572 + t572 + x[13] * t575 + x[12] * t578 + x[11] * t581;
    out[96] = t582 + t582 + x[12] * t583 + x[13] * t584 + t585 + 2.0 * t586 + x[10] * t581;
    out[97] = t587 + t587 + x[11] * t583 + 2.0 * t588 + t589 + x[10] * t578 + x[13] * t590;
    out[98] = t591 + t591 + t592 + (-2.0) * t593 + x[10] * t575 + x[11] * t584 + x[12] * t590;
    out[99] = t616 + t616 + x[12] * t619 + x[13] * t622 + x[10] * (t623 + 2.0 * t624);
    out[100] = t625 + t625 + t592 + 2.0 * t593 + x[11] * t619 + x[10] * (t621 + 2.0 * t620) + x[13] * t626;
    out[101] = t627 + t627 + x[10] * (t617 + (-2.0) * t618) + (-2.0) * t588 + t589 + x[11] * t622 + x[12] * t626;
    out[102] = t647 + t647 + x[11] * (t648 + 2.0 * t649) + x[10] * (2.0 * t650 + t651) + x[13] * t652;
    out[103] = t653 + t653 + x[10] * (t648 + (-2.0) * t649) + x[11] * (t651 + (-2.0) * t650) + t585 + (-2.0) * t586 +
        x[12] * t652;
    out[104] = t668 + t668 + x[10] * (2.0 * (k[1] * t665) + (-2.0) * (k[2] * t666)) + x[11] * ((-2.0) * (k[0] * t665)
        + 2.0 * (k[2] * t667)) + x[12] * (2.0 * (k[0] * t666) + (-2.0) * (k[1] * t667));
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

// The same half way between two frames: the sphere half way as the box sees it. The bodies at the first frame, then at the second.
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
    const double t53 = t52 * t52;
    const double t54 = t11 - t12;
    const double t55 = x[4] * x[5];
    const double t56 = x[3] * x[6];
    const double t57 = t37 - t38;
    const double t58 = x[18] * x[19];
    const double t59 = x[17] * x[20];
    const double t60 = 2.0 * (t10 * (t21 - t22)) + t20 * (t16 + t13 + t54) + 2.0 * (t23 * (t55 + t56)) + 2.0 * (t36 *
        (t47 - t48)) + t46 * (t42 + t39 + t57) + 2.0 * (t49 * (t58 + t59));
    const double t61 = t60 * t60;
    const double t62 = 2.0 * (t10 * (t24 + t25)) + 2.0 * (t20 * (t55 - t56)) + t23 * (t15 + t14 + t54) + 2.0 * (t36 *
        (t50 + t51)) + 2.0 * (t46 * (t58 - t59)) + t49 * (t41 + t40 + t57);
    const double t63 = t62 * t62;
    out[0] = (-1.0) + sqrt(sqrt(0.0625 * (k[3] * k[3] * (t53 * t53)) + 0.0625 * (k[4] * k[4] * (t61 * t61)) + 0.0625 *
        (k[5] * k[5] * (t63 * t63)) + 1e-12));
}

static void apart_between_jacobian(const double *x, const void *data, double *out)
{
    const double *k = data;
    const double t0 = k[3] * k[3];
    const double t1 = x[13] * x[13];
    const double t2 = x[10] * x[10];
    const double t3 = x[11] * x[11];
    const double t4 = -t3;
    const double t5 = x[12] * x[12];
    const double t6 = -t5;
    const double t7 = x[10] * x[11];
    const double t8 = x[12] * x[13];
    const double t9 = x[10] * x[12];
    const double t10 = x[11] * x[13];
    const double t11 = x[7] + k[0] * (t1 + t2 + t4 + t6) + 2.0 * (k[1] * (t7 - t8)) + 2.0 * (k[2] * (t9 + t10)) -
        x[0];
    const double t12 = x[6] * x[6];
    const double t13 = x[3] * x[3];
    const double t14 = x[4] * x[4];
    const double t15 = -t14;
    const double t16 = x[5] * x[5];
    const double t17 = -t16;
    const double t18 = t12 + t13 + t15 + t17;
    const double t19 = t1 - t2;
    const double t20 = x[11] * x[12];
    const double t21 = x[10] * x[13];
    const double t22 = x[8] + 2.0 * (k[0] * (t7 + t8)) + k[1] * (t6 + t3 + t19) + 2.0 * (k[2] * (t20 - t21)) - x[1];
    const double t23 = x[3] * x[4];
    const double t24 = x[5] * x[6];
    const double t25 = t23 + t24;
    const double t26 = x[9] + 2.0 * (k[0] * (t9 - t10)) + 2.0 * (k[1] * (t20 + t21)) + k[2] * (t5 + t4 + t19) - x[2];
    const double t27 = x[3] * x[5];
    const double t28 = x[4] * x[6];
    const double t29 = t27 - t28;
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
    const double t59 = t11 * t18 + 2.0 * (t22 * t25) + 2.0 * (t26 * t29) + t40 * t47 + 2.0 * (t51 * t54) + 2.0 * (t55
        * t58);
    const double t60 = t59 * t59;
    const double t61 = t0 * (t60 * (t18 * t59));
    const double t62 = k[4] * k[4];
    const double t63 = t23 - t24;
    const double t64 = t12 - t13;
    const double t65 = t17 + t14 + t64;
    const double t66 = x[4] * x[5];
    const double t67 = x[3] * x[6];
    const double t68 = t66 + t67;
    const double t69 = t52 - t53;
    const double t70 = t41 - t42;
    const double t71 = t46 + t43 + t70;
    const double t72 = x[18] * x[19];
    const double t73 = x[17] * x[20];
    const double t74 = t72 + t73;
    const double t75 = 2.0 * (t11 * t63) + t22 * t65 + 2.0 * (t26 * t68) + 2.0 * (t40 * t69) + t51 * t71 + 2.0 * (t55
        * t74);
    const double t76 = t75 * t75;
    const double t77 = t62 * (t76 * (t63 * t75));
    const double t78 = k[5] * k[5];
    const double t79 = t27 + t28;
    const double t80 = t66 - t67;
    const double t81 = t16 + t15 + t64;
    const double t82 = t56 + t57;
    const double t83 = t72 - t73;
    const double t84 = t45 + t44 + t70;
    const double t85 = 2.0 * (t11 * t79) + 2.0 * (t22 * t80) + t26 * t81 + 2.0 * (t40 * t82) + 2.0 * (t51 * t83) + t55
        * t84;
    const double t86 = t85 * t85;
    const double t87 = t78 * (t86 * (t79 * t85));
    const double t88 = sqrt(0.0625 * (t0 * (t60 * t60)) + 0.0625 * (t62 * (t76 * t76)) + 0.0625 * (t78 * (t86 * t86))
        + 1e-12);
    const double t89 = 1.0 / t88;
    const double t90 = 1.0 / sqrt(t88);
    const double t91 = t0 * (t60 * (t25 * t59));
    const double t92 = t62 * (t76 * (t65 * t75));
    const double t93 = t78 * (t86 * (t80 * t85));
    const double t94 = t0 * (t60 * (t29 * t59));
    const double t95 = t62 * (t76 * (t68 * t75));
    const double t96 = t78 * (t86 * (t81 * t85));
    const double t97 = 2.0 * (x[3] * t11) + 2.0 * (x[4] * t22) + 2.0 * (x[5] * t26);
    const double t98 = x[4] * t11;
    const double t99 = x[3] * t22;
    const double t100 = x[6] * t26;
    const double t101 = 2.0 * t98 + (-2.0) * t99 + 2.0 * t100;
    const double t102 = x[5] * t11;
    const double t103 = x[6] * t22;
    const double t104 = x[3] * t26;
    const double t105 = x[6] * t11;
    const double t106 = x[5] * t22;
    const double t107 = x[4] * t26;
    const double t108 = 2.0 * t105 + 2.0 * t106 + (-2.0) * t107;
    const double t109 = (-2.0) * t102 + 2.0 * t103 + 2.0 * t104;
    const double t110 = 2.0 * (x[10] * k[0]) + 2.0 * (x[11] * k[1]) + 2.0 * (x[12] * k[2]);
    const double t111 = x[11] * k[0];
    const double t112 = x[10] * k[1];
    const double t113 = x[13] * k[2];
    const double t114 = 2.0 * t111 + (-2.0) * t112 + (-2.0) * t113;
    const double t115 = x[12] * k[0];
    const double t116 = x[13] * k[1];
    const double t117 = x[10] * k[2];
    const double t118 = 2.0 * t115 + 2.0 * t116 + (-2.0) * t117;
    const double t119 = (-2.0) * t111 + 2.0 * t112 + 2.0 * t113;
    const double t120 = x[13] * k[0];
    const double t121 = x[12] * k[1];
    const double t122 = x[11] * k[2];
    const double t123 = (-2.0) * t120 + 2.0 * t121 + (-2.0) * t122;
    const double t124 = (-2.0) * t115 + (-2.0) * t116 + 2.0 * t117;
    const double t125 = 2.0 * t120 + (-2.0) * t121 + 2.0 * t122;
    const double t126 = t0 * (t60 * (t47 * t59));
    const double t127 = t62 * (t76 * (t69 * t75));
    const double t128 = t78 * (t86 * (t82 * t85));
    const double t129 = t0 * (t60 * (t54 * t59));
    const double t130 = t62 * (t76 * (t71 * t75));
    const double t131 = t78 * (t86 * (t83 * t85));
    const double t132 = t0 * (t60 * (t58 * t59));
    const double t133 = t62 * (t76 * (t74 * t75));
    const double t134 = t78 * (t86 * (t84 * t85));
    const double t135 = 2.0 * (x[17] * t40) + 2.0 * (x[18] * t51) + 2.0 * (x[19] * t55);
    const double t136 = x[18] * t40;
    const double t137 = x[17] * t51;
    const double t138 = x[20] * t55;
    const double t139 = 2.0 * t136 + (-2.0) * t137 + 2.0 * t138;
    const double t140 = x[19] * t40;
    const double t141 = x[20] * t51;
    const double t142 = x[17] * t55;
    const double t143 = x[20] * t40;
    const double t144 = x[19] * t51;
    const double t145 = x[18] * t55;
    const double t146 = 2.0 * t143 + 2.0 * t144 + (-2.0) * t145;
    const double t147 = (-2.0) * t140 + 2.0 * t141 + 2.0 * t142;
    const double t148 = 2.0 * (x[24] * k[0]) + 2.0 * (x[25] * k[1]) + 2.0 * (x[26] * k[2]);
    const double t149 = x[25] * k[0];
    const double t150 = x[24] * k[1];
    const double t151 = x[27] * k[2];
    const double t152 = 2.0 * t149 + (-2.0) * t150 + (-2.0) * t151;
    const double t153 = x[26] * k[0];
    const double t154 = x[27] * k[1];
    const double t155 = x[24] * k[2];
    const double t156 = 2.0 * t153 + 2.0 * t154 + (-2.0) * t155;
    const double t157 = (-2.0) * t149 + 2.0 * t150 + 2.0 * t151;
    const double t158 = x[27] * k[0];
    const double t159 = x[26] * k[1];
    const double t160 = x[25] * k[2];
    const double t161 = (-2.0) * t158 + 2.0 * t159 + (-2.0) * t160;
    const double t162 = (-2.0) * t153 + (-2.0) * t154 + 2.0 * t155;
    const double t163 = 2.0 * t158 + (-2.0) * t159 + 2.0 * t160;
    out[0] = 0.25 * (((-0.25) * t61 + (-0.5) * t77 + (-0.5) * t87) * t89 * t90);
    out[1] = 0.25 * (t90 * (t89 * ((-0.5) * t91 + (-0.25) * t92 + (-0.5) * t93)));
    out[2] = 0.25 * (t90 * (t89 * ((-0.5) * t94 + (-0.5) * t95 + (-0.25) * t96)));
    out[3] = 0.25 * (t90 * (t89 * (0.25 * (t0 * (t60 * (t59 * t97))) + 0.25 * (t62 * (t76 * (t75 * t101))) + 0.25 *
        (t78 * (t86 * (t85 * (2.0 * t102 + (-2.0) * t103 + (-2.0) * t104)))))));
    out[4] = 0.25 * (t90 * (t89 * (0.25 * (t0 * (t60 * (t59 * ((-2.0) * t98 + 2.0 * t99 + (-2.0) * t100)))) + 0.25 *
        (t62 * (t76 * (t75 * t97))) + 0.25 * (t78 * (t86 * (t85 * t108))))));
    out[5] = 0.25 * (t90 * (t89 * (0.25 * (t0 * (t60 * (t59 * t109))) + 0.25 * (t62 * (t76 * (t75 * ((-2.0) * t105 +
        (-2.0) * t106 + 2.0 * t107)))) + 0.25 * (t78 * (t86 * (t85 * t97))))));
    out[6] = 0.25 * (t90 * (t89 * (0.25 * (t0 * (t60 * (t59 * t108))) + 0.25 * (t62 * (t76 * (t75 * t109))) + 0.25 *
        (t78 * (t86 * (t85 * t101))))));
    out[7] = 0.25 * (t90 * (t89 * (0.25 * t61 + 0.5 * t77 + 0.5 * t87)));
    out[8] = 0.25 * (t90 * (t89 * (0.5 * t91 + 0.25 * t92 + 0.5 * t93)));
    out[9] = 0.25 * (t90 * (t89 * (0.5 * t94 + 0.5 * t95 + 0.25 * t96)));
    out[10] = 0.25 * (t90 * (t89 * (0.25 * (t0 * (t60 * (t59 * (t18 * t110 + 2.0 * (t25 * t114) + 2.0 * (t29 *
        t118))))) + 0.25 * (t62 * (t76 * (t75 * (2.0 * (t63 * t110) + t65 * t114 + 2.0 * (t68 * t118))))) + 0.25 *
        (t78 * (t86 * (t85 * (2.0 * (t79 * t110) + 2.0 * (t80 * t114) + t81 * t118)))))));
    out[11] = 0.25 * (t90 * (t89 * (0.25 * (t0 * (t60 * (t59 * (t18 * t119 + 2.0 * (t25 * t110) + 2.0 * (t29 *
        t123))))) + 0.25 * (t62 * (t76 * (t75 * (2.0 * (t63 * t119) + t65 * t110 + 2.0 * (t68 * t123))))) + 0.25 *
        (t78 * (t86 * (t85 * (2.0 * (t79 * t119) + 2.0 * (t80 * t110) + t81 * t123)))))));
    out[12] = 0.25 * (t90 * (t89 * (0.25 * (t0 * (t60 * (t59 * (t18 * t124 + 2.0 * (t25 * t125) + 2.0 * (t29 *
        t110))))) + 0.25 * (t62 * (t76 * (t75 * (2.0 * (t63 * t124) + t65 * t125 + 2.0 * (t68 * t110))))) + 0.25 *
        (t78 * (t86 * (t85 * (2.0 * (t79 * t124) + 2.0 * (t80 * t125) + t81 * t110)))))));
    out[13] = 0.25 * (t90 * (t89 * (0.25 * (t0 * (t60 * (t59 * (t18 * t125 + 2.0 * (t25 * t118) + 2.0 * (t29 *
        t119))))) + 0.25 * (t62 * (t76 * (t75 * (2.0 * (t63 * t125) + t65 * t118 + 2.0 * (t68 * t119))))) + 0.25 *
        (t78 * (t86 * (t85 * (2.0 * (t79 * t125) + 2.0 * (t80 * t118) + t81 * t119)))))));
    out[14] = 0.25 * (t90 * (t89 * ((-0.25) * t126 + (-0.5) * t127 + (-0.5) * t128)));
    out[15] = 0.25 * (t90 * (t89 * ((-0.5) * t129 + (-0.25) * t130 + (-0.5) * t131)));
    out[16] = 0.25 * (t90 * (t89 * ((-0.5) * t132 + (-0.5) * t133 + (-0.25) * t134)));
    out[17] = 0.25 * (t90 * (t89 * (0.25 * (t0 * (t60 * (t59 * t135))) + 0.25 * (t62 * (t76 * (t75 * t139))) + 0.25 *
        (t78 * (t86 * (t85 * (2.0 * t140 + (-2.0) * t141 + (-2.0) * t142)))))));
    out[18] = 0.25 * (t90 * (t89 * (0.25 * (t0 * (t60 * (t59 * ((-2.0) * t136 + 2.0 * t137 + (-2.0) * t138)))) + 0.25
        * (t62 * (t76 * (t75 * t135))) + 0.25 * (t78 * (t86 * (t85 * t146))))));
    out[19] = 0.25 * (t90 * (t89 * (0.25 * (t0 * (t60 * (t59 * t147))) + 0.25 * (t62 * (t76 * (t75 * ((-2.0) * t143 +
        (-2.0) * t144 + 2.0 * t145)))) + 0.25 * (t78 * (t86 * (t85 * t135))))));
    out[20] = 0.25 * (t90 * (t89 * (0.25 * (t0 * (t60 * (t59 * t146))) + 0.25 * (t62 * (t76 * (t75 * t147))) + 0.25 *
        (t78 * (t86 * (t85 * t139))))));
    out[21] = 0.25 * (t90 * (t89 * (0.25 * t126 + 0.5 * t127 + 0.5 * t128)));
    out[22] = 0.25 * (t90 * (t89 * (0.5 * t129 + 0.25 * t130 + 0.5 * t131)));
    out[23] = 0.25 * (t90 * (t89 * (0.5 * t132 + 0.5 * t133 + 0.25 * t134)));
    out[24] = 0.25 * (t90 * (t89 * (0.25 * (t0 * (t60 * (t59 * (t47 * t148 + 2.0 * (t54 * t152) + 2.0 * (t58 *
        t156))))) + 0.25 * (t62 * (t76 * (t75 * (2.0 * (t69 * t148) + t71 * t152 + 2.0 * (t74 * t156))))) + 0.25 *
        (t78 * (t86 * (t85 * (2.0 * (t82 * t148) + 2.0 * (t83 * t152) + t84 * t156)))))));
    out[25] = 0.25 * (t90 * (t89 * (0.25 * (t0 * (t60 * (t59 * (t47 * t157 + 2.0 * (t54 * t148) + 2.0 * (t58 *
        t161))))) + 0.25 * (t62 * (t76 * (t75 * (2.0 * (t69 * t157) + t71 * t148 + 2.0 * (t74 * t161))))) + 0.25 *
        (t78 * (t86 * (t85 * (2.0 * (t82 * t157) + 2.0 * (t83 * t148) + t84 * t161)))))));
    out[26] = 0.25 * (t90 * (t89 * (0.25 * (t0 * (t60 * (t59 * (t47 * t162 + 2.0 * (t54 * t163) + 2.0 * (t58 *
        t148))))) + 0.25 * (t62 * (t76 * (t75 * (2.0 * (t69 * t162) + t71 * t163 + 2.0 * (t74 * t148))))) + 0.25 *
        (t78 * (t86 * (t85 * (2.0 * (t82 * t162) + 2.0 * (t83 * t163) + t84 * t148)))))));
    out[27] = 0.25 * (t90 * (t89 * (0.25 * (t0 * (t60 * (t59 * (t47 * t163 + 2.0 * (t54 * t156) + 2.0 * (t58 *
        t157))))) + 0.25 * (t62 * (t76 * (t75 * (2.0 * (t69 * t163) + t71 * t156 + 2.0 * (t74 * t157))))) + 0.25 *
        (t78 * (t86 * (t85 * (2.0 * (t82 * t163) + 2.0 * (t83 * t156) + t84 * t157)))))));
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
    const double t14 = t3 - t4;
    const double t15 = x[11] * x[12];
    const double t16 = x[10] * x[13];
    const double t17 = x[8] + 2.0 * (k[0] * (t9 + t10)) + k[1] * (t8 + t5 + t14) + 2.0 * (k[2] * (t15 - t16)) - x[1];
    const double t18 = x[4] * x[5];
    const double t19 = x[3] * x[6];
    const double t20 = t18 - t19;
    const double t21 = x[9] + 2.0 * (k[0] * (t11 - t12)) + 2.0 * (k[1] * (t15 + t16)) + k[2] * (t7 + t6 + t14) - x[2];
    const double t22 = x[5] * x[5];
    const double t23 = x[4] * x[4];
    const double t24 = -t23;
    const double t25 = x[6] * x[6];
    const double t26 = x[3] * x[3];
    const double t27 = t25 - t26;
    const double t28 = t22 + t24 + t27;
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
    const double t40 = x[17] * x[19];
    const double t41 = x[18] * x[20];
    const double t42 = t40 + t41;
    const double t43 = t29 - t30;
    const double t44 = x[25] * x[26];
    const double t45 = x[24] * x[27];
    const double t46 = x[22] + 2.0 * (k[0] * (t35 + t36)) + k[1] * (t34 + t31 + t43) + 2.0 * (k[2] * (t44 - t45)) -
        x[15];
    const double t47 = x[18] * x[19];
    const double t48 = x[17] * x[20];
    const double t49 = t47 - t48;
    const double t50 = x[23] + 2.0 * (k[0] * (t37 - t38)) + 2.0 * (k[1] * (t44 + t45)) + k[2] * (t33 + t32 + t43) -
        x[16];
    const double t51 = x[19] * x[19];
    const double t52 = x[18] * x[18];
    const double t53 = -t52;
    const double t54 = x[20] * x[20];
    const double t55 = x[17] * x[17];
    const double t56 = t54 - t55;
    const double t57 = t51 + t53 + t56;
    const double t58 = 2.0 * (t13 * t2) + 2.0 * (t17 * t20) + t21 * t28 + 2.0 * (t39 * t42) + 2.0 * (t46 * t49) + t50
        * t57;
    const double t59 = t58 * t58;
    const double t60 = k[5] * k[5];
    const double t61 = k[3] * k[3];
    const double t62 = -t22;
    const double t63 = t25 + t26 + t24 + t62;
    const double t64 = x[3] * x[4];
    const double t65 = x[5] * x[6];
    const double t66 = t64 + t65;
    const double t67 = t0 - t1;
    const double t68 = -t51;
    const double t69 = t54 + t55 + t53 + t68;
    const double t70 = x[17] * x[18];
    const double t71 = x[19] * x[20];
    const double t72 = t70 + t71;
    const double t73 = t40 - t41;
    const double t74 = t13 * t63 + 2.0 * (t17 * t66) + 2.0 * (t21 * t67) + t39 * t69 + 2.0 * (t46 * t72) + 2.0 * (t50
        * t73);
    const double t75 = t74 * t74;
    const double t76 = k[4] * k[4];
    const double t77 = t64 - t65;
    const double t78 = t62 + t23 + t27;
    const double t79 = t18 + t19;
    const double t80 = t70 - t71;
    const double t81 = t68 + t52 + t56;
    const double t82 = t47 + t48;
    const double t83 = 2.0 * (t13 * t77) + t17 * t78 + 2.0 * (t21 * t79) + 2.0 * (t39 * t80) + t46 * t81 + 2.0 * (t50
        * t82);
    const double t84 = t83 * t83;
    const double t85 = sqrt(0.0625 * (t61 * (t75 * t75)) + 0.0625 * (t76 * (t84 * t84)) + 0.0625 * (t60 * (t59 * t59))
        + 1e-12);
    const double t86 = 1.0 / t85;
    const double t87 = 1.0 / sqrt(t85);
    const double t88 = t87 * weights[0];
    const double t89 = t86 * t88;
    const double t90 = t60 * t89;
    const double t91 = t59 * t90;
    const double t92 = t2 * t91;
    const double t93 = t2 * t58;
    const double t94 = t93 * t90;
    const double t95 = t63 * t74;
    const double t96 = t61 * (t75 * t95);
    const double t97 = t77 * t83;
    const double t98 = t76 * (t84 * t97);
    const double t99 = t60 * (t59 * t93);
    const double t100 = ((-0.25) * t96 + (-0.5) * t98 + (-0.5) * t99) * t86;
    const double t101 = t86 * t86;
    const double t102 = t87 * t87;
    const double t103 = (-0.5) * (t88 * (t100 * t101)) + (-0.25) * (t86 * (weights[0] * (t100 * t87 * t102)));
    const double t104 = (-2.0) * t92 + t58 * ((-4.0) * t94 + t59 * (t60 * t103));
    const double t105 = t76 * t89;
    const double t106 = t84 * t105;
    const double t107 = t77 * t106;
    const double t108 = t97 * t105;
    const double t109 = (-2.0) * t107 + t83 * ((-4.0) * t108 + t84 * (t76 * t103));
    const double t110 = t61 * t89;
    const double t111 = t75 * t110;
    const double t112 = t63 * t111;
    const double t113 = t95 * t110;
    const double t114 = t74 * ((-2.0) * t113 + t75 * (t61 * t103)) - t112;
    const double t115 = 0.125 * (t2 * t104) + 0.125 * (t77 * t109) + 0.0625 * (t63 * t114);
    const double t116 = 0.125 * (t20 * t104) + 0.0625 * (t78 * t109) + 0.125 * (t66 * t114);
    const double t117 = 0.0625 * (t28 * t104) + 0.125 * (t79 * t109) + 0.125 * (t67 * t114);
    const double t118 = 0.0625 * (t21 * t104);
    const double t119 = 0.0625 * (t17 * t109);
    const double t120 = t118 + t119;
    const double t121 = t74 * t111;
    const double t122 = -t121;
    const double t123 = 0.0625 * (t122 + t13 * t114);
    const double t124 = x[3] * (t123 - t120);
    const double t125 = t17 * t104;
    const double t126 = 0.125 * (t21 * t109);
    const double t127 = (-0.125) * t125 + t126;
    const double t128 = t58 * t91;
    const double t129 = -t128;
    const double t130 = 0.125 * (t129 + t13 * t104);
    const double t131 = t21 * t114;
    const double t132 = t130 + 0.125 * t131;
    const double t133 = t83 * t106;
    const double t134 = -t133;
    const double t135 = t134 + t13 * t109;
    const double t136 = 0.125 * (t17 * t114);
    const double t137 = 0.125 * t135 + t136;
    const double t138 = x[4] * (t119 - (t118 + t123));
    const double t139 = t126 + 0.125 * t125;
    const double t140 = t130 + (-0.125) * t131;
    const double t141 = x[5] * (t118 - (t119 + t123));
    const double t142 = t136 + (-0.125) * t135;
    const double t143 = x[6] * (t120 + t123);
    const double t144 = k[2] * t117;
    const double t145 = k[1] * t116;
    const double t146 = t144 + t145;
    const double t147 = k[0] * t115;
    const double t148 = x[10] * (t147 - t146);
    const double t149 = 2.0 * (k[1] * t117);
    const double t150 = k[2] * t116;
    const double t151 = t149 + (-2.0) * t150;
    const double t152 = k[0] * t117;
    const double t153 = 2.0 * (k[2] * t115);
    const double t154 = 2.0 * t152 + t153;
    const double t155 = 2.0 * (k[0] * t116);
    const double t156 = k[1] * t115;
    const double t157 = t155 + 2.0 * t156;
    const double t158 = x[11] * (t145 - (t144 + t147));
    const double t159 = t149 + 2.0 * t150;
    const double t160 = t153 + (-2.0) * t152;
    const double t161 = x[12] * (t144 - (t145 + t147));
    const double t162 = t155 + (-2.0) * t156;
    const double t163 = x[13] * (t146 + t147);
    const double t164 = 0.125 * (t42 * t104) + 0.125 * (t80 * t109) + 0.0625 * (t69 * t114);
    const double t165 = 0.125 * (t49 * t104) + 0.0625 * (t81 * t109) + 0.125 * (t72 * t114);
    const double t166 = 0.0625 * (t57 * t104) + 0.125 * (t82 * t109) + 0.125 * (t73 * t114);
    const double t167 = 0.0625 * (t50 * t104);
    const double t168 = 0.0625 * (t46 * t109);
    const double t169 = t167 + t168;
    const double t170 = 0.0625 * (t39 * t114);
    const double t171 = x[17] * (t170 - t169);
    const double t172 = t46 * t104;
    const double t173 = 0.125 * (t50 * t109);
    const double t174 = (-0.125) * t172 + t173;
    const double t175 = 0.125 * (t39 * t104);
    const double t176 = t50 * t114;
    const double t177 = t175 + 0.125 * t176;
    const double t178 = t39 * t109;
    const double t179 = 0.125 * (t46 * t114);
    const double t180 = 0.125 * t178 + t179;
    const double t181 = x[18] * (t168 - (t167 + t170));
    const double t182 = t173 + 0.125 * t172;
    const double t183 = t175 + (-0.125) * t176;
    const double t184 = x[19] * (t167 - (t168 + t170));
    const double t185 = t179 + (-0.125) * t178;
    const double t186 = x[20] * (t169 + t170);
    const double t187 = k[2] * t166;
    const double t188 = k[1] * t165;
    const double t189 = t187 + t188;
    const double t190 = k[0] * t164;
    const double t191 = x[24] * (t190 - t189);
    const double t192 = 2.0 * (k[1] * t166);
    const double t193 = k[2] * t165;
    const double t194 = t192 + (-2.0) * t193;
    const double t195 = k[0] * t166;
    const double t196 = 2.0 * (k[2] * t164);
    const double t197 = 2.0 * t195 + t196;
    const double t198 = 2.0 * (k[0] * t165);
    const double t199 = k[1] * t164;
    const double t200 = t198 + 2.0 * t199;
    const double t201 = x[25] * (t188 - (t187 + t190));
    const double t202 = t192 + 2.0 * t193;
    const double t203 = t196 + (-2.0) * t195;
    const double t204 = x[26] * (t187 - (t188 + t190));
    const double t205 = t198 + (-2.0) * t199;
    const double t206 = x[27] * (t189 + t190);
    const double t207 = t20 * t91;
    const double t208 = t20 * t58;
    const double t209 = t208 * t90;
    const double t210 = t66 * t74;
    const double t211 = t61 * (t75 * t210);
    const double t212 = t78 * t83;
    const double t213 = t76 * (t84 * t212);
    const double t214 = t60 * (t59 * t208);
    const double t215 = t86 * ((-0.5) * t211 + (-0.25) * t213 + (-0.5) * t214);
    const double t216 = (-0.5) * (t88 * (t215 * t101)) + (-0.25) * (t86 * (weights[0] * (t87 * t215 * t102)));
    const double t217 = (-2.0) * t207 + t58 * ((-4.0) * t209 + t59 * (t60 * t216));
    const double t218 = t78 * t106;
    const double t219 = t212 * t105;
    const double t220 = t83 * ((-2.0) * t219 + t84 * (t76 * t216)) - t218;
    const double t221 = t66 * t111;
    const double t222 = t210 * t110;
    const double t223 = (-2.0) * t221 + t74 * ((-4.0) * t222 + t75 * (t61 * t216));
    const double t224 = 0.125 * (t20 * t217) + 0.0625 * (t78 * t220) + 0.125 * (t66 * t223);
    const double t225 = 0.0625 * (t28 * t217) + 0.125 * (t79 * t220) + 0.125 * (t67 * t223);
    const double t226 = 0.0625 * (t21 * t217);
    const double t227 = 0.0625 * (t134 + t17 * t220);
    const double t228 = t226 + t227;
    const double t229 = 0.0625 * (t13 * t223);
    const double t230 = x[3] * (t229 - t228);
    const double t231 = t129 + t17 * t217;
    const double t232 = 0.125 * (t21 * t220);
    const double t233 = (-0.125) * t231 + t232;
    const double t234 = 0.125 * (t13 * t217);
    const double t235 = t21 * t223;
    const double t236 = t234 + 0.125 * t235;
    const double t237 = t13 * t220;
    const double t238 = 0.125 * (t122 + t17 * t223);
    const double t239 = 0.125 * t237 + t238;
    const double t240 = x[4] * (t227 - (t226 + t229));
    const double t241 = t232 + 0.125 * t231;
    const double t242 = t234 + (-0.125) * t235;
    const double t243 = x[5] * (t226 - (t227 + t229));
    const double t244 = t238 + (-0.125) * t237;
    const double t245 = x[6] * (t228 + t229);
    const double t246 = 0.125 * (t2 * t217) + 0.125 * (t77 * t220) + 0.0625 * (t63 * t223);
    const double t247 = k[2] * t225;
    const double t248 = k[1] * t224;
    const double t249 = t247 + t248;
    const double t250 = k[0] * t246;
    const double t251 = x[10] * (t250 - t249);
    const double t252 = 2.0 * (k[1] * t225);
    const double t253 = k[2] * t224;
    const double t254 = t252 + (-2.0) * t253;
    const double t255 = k[0] * t225;
    const double t256 = 2.0 * (k[2] * t246);
    const double t257 = 2.0 * t255 + t256;
    const double t258 = 2.0 * (k[0] * t224);
    const double t259 = k[1] * t246;
    const double t260 = t258 + 2.0 * t259;
    const double t261 = x[11] * (t248 - (t247 + t250));
    const double t262 = t252 + 2.0 * t253;
    const double t263 = t256 + (-2.0) * t255;
    const double t264 = x[12] * (t247 - (t248 + t250));
    const double t265 = t258 + (-2.0) * t259;
    const double t266 = x[13] * (t249 + t250);
    const double t267 = 0.125 * (t42 * t217) + 0.125 * (t80 * t220) + 0.0625 * (t69 * t223);
    const double t268 = 0.125 * (t49 * t217) + 0.0625 * (t81 * t220) + 0.125 * (t72 * t223);
    const double t269 = 0.0625 * (t57 * t217) + 0.125 * (t82 * t220) + 0.125 * (t73 * t223);
    const double t270 = 0.0625 * (t50 * t217);
    const double t271 = 0.0625 * (t46 * t220);
    const double t272 = t270 + t271;
    const double t273 = 0.0625 * (t39 * t223);
    const double t274 = x[17] * (t273 - t272);
    const double t275 = t46 * t217;
    const double t276 = 0.125 * (t50 * t220);
    const double t277 = (-0.125) * t275 + t276;
    const double t278 = 0.125 * (t39 * t217);
    const double t279 = t50 * t223;
    const double t280 = t278 + 0.125 * t279;
    const double t281 = t39 * t220;
    const double t282 = 0.125 * (t46 * t223);
    const double t283 = 0.125 * t281 + t282;
    const double t284 = x[18] * (t271 - (t270 + t273));
    const double t285 = t276 + 0.125 * t275;
    const double t286 = t278 + (-0.125) * t279;
    const double t287 = x[19] * (t270 - (t271 + t273));
    const double t288 = t282 + (-0.125) * t281;
    const double t289 = x[20] * (t272 + t273);
    const double t290 = k[2] * t269;
    const double t291 = k[1] * t268;
    const double t292 = t290 + t291;
    const double t293 = k[0] * t267;
    const double t294 = x[24] * (t293 - t292);
    const double t295 = 2.0 * (k[1] * t269);
    const double t296 = k[2] * t268;
    const double t297 = t295 + (-2.0) * t296;
    const double t298 = k[0] * t269;
    const double t299 = 2.0 * (k[2] * t267);
    const double t300 = 2.0 * t298 + t299;
    const double t301 = 2.0 * (k[0] * t268);
    const double t302 = k[1] * t267;
    const double t303 = t301 + 2.0 * t302;
    const double t304 = x[25] * (t291 - (t290 + t293));
    const double t305 = t295 + 2.0 * t296;
    const double t306 = t299 + (-2.0) * t298;
    const double t307 = x[26] * (t290 - (t291 + t293));
    const double t308 = t301 + (-2.0) * t302;
    const double t309 = x[27] * (t292 + t293);
    const double t310 = t28 * t91;
    const double t311 = t28 * t58;
    const double t312 = t311 * t90;
    const double t313 = t67 * t74;
    const double t314 = t61 * (t75 * t313);
    const double t315 = t79 * t83;
    const double t316 = t76 * (t84 * t315);
    const double t317 = t60 * (t59 * t311);
    const double t318 = t86 * ((-0.5) * t314 + (-0.5) * t316 + (-0.25) * t317);
    const double t319 = (-0.5) * (t88 * (t318 * t101)) + (-0.25) * (t86 * (weights[0] * (t87 * t318 * t102)));
    const double t320 = t58 * ((-2.0) * t312 + t59 * (t60 * t319)) - t310;
    const double t321 = t79 * t106;
    const double t322 = t315 * t105;
    const double t323 = (-2.0) * t321 + t83 * ((-4.0) * t322 + t84 * (t76 * t319));
    const double t324 = t67 * t111;
    const double t325 = t313 * t110;
    const double t326 = (-2.0) * t324 + t74 * ((-4.0) * t325 + t75 * (t61 * t319));
    const double t327 = 0.0625 * (t28 * t320) + 0.125 * (t79 * t323) + 0.125 * (t67 * t326);
    const double t328 = 0.0625 * (t129 + t21 * t320);
    const double t329 = 0.0625 * (t17 * t323);
    const double t330 = t328 + t329;
    const double t331 = 0.0625 * (t13 * t326);
    const double t332 = x[3] * (t331 - t330);
    const double t333 = t17 * t320;
    const double t334 = 0.125 * (t134 + t21 * t323);
    const double t335 = (-0.125) * t333 + t334;
    const double t336 = 0.125 * (t13 * t320);
    const double t337 = t122 + t21 * t326;
    const double t338 = t336 + 0.125 * t337;
    const double t339 = t13 * t323;
    const double t340 = 0.125 * (t17 * t326);
    const double t341 = 0.125 * t339 + t340;
    const double t342 = x[4] * (t329 - (t328 + t331));
    const double t343 = t334 + 0.125 * t333;
    const double t344 = t336 + (-0.125) * t337;
    const double t345 = x[5] * (t328 - (t329 + t331));
    const double t346 = t340 + (-0.125) * t339;
    const double t347 = x[6] * (t330 + t331);
    const double t348 = 0.125 * (t2 * t320) + 0.125 * (t77 * t323) + 0.0625 * (t63 * t326);
    const double t349 = 0.125 * (t20 * t320) + 0.0625 * (t78 * t323) + 0.125 * (t66 * t326);
    const double t350 = k[2] * t327;
    const double t351 = k[1] * t349;
    const double t352 = t350 + t351;
    const double t353 = k[0] * t348;
    const double t354 = x[10] * (t353 - t352);
    const double t355 = 2.0 * (k[1] * t327);
    const double t356 = k[2] * t349;
    const double t357 = t355 + (-2.0) * t356;
    const double t358 = k[0] * t327;
    const double t359 = 2.0 * (k[2] * t348);
    const double t360 = 2.0 * t358 + t359;
    const double t361 = 2.0 * (k[0] * t349);
    const double t362 = k[1] * t348;
    const double t363 = t361 + 2.0 * t362;
    const double t364 = x[11] * (t351 - (t350 + t353));
    const double t365 = t355 + 2.0 * t356;
    const double t366 = t359 + (-2.0) * t358;
    const double t367 = x[12] * (t350 - (t351 + t353));
    const double t368 = t361 + (-2.0) * t362;
    const double t369 = x[13] * (t352 + t353);
    const double t370 = 0.125 * (t42 * t320) + 0.125 * (t80 * t323) + 0.0625 * (t69 * t326);
    const double t371 = 0.125 * (t49 * t320) + 0.0625 * (t81 * t323) + 0.125 * (t72 * t326);
    const double t372 = 0.0625 * (t57 * t320) + 0.125 * (t82 * t323) + 0.125 * (t73 * t326);
    const double t373 = 0.0625 * (t50 * t320);
    const double t374 = 0.0625 * (t46 * t323);
    const double t375 = t373 + t374;
    const double t376 = 0.0625 * (t39 * t326);
    const double t377 = x[17] * (t376 - t375);
    const double t378 = t46 * t320;
    const double t379 = 0.125 * (t50 * t323);
    const double t380 = (-0.125) * t378 + t379;
    const double t381 = 0.125 * (t39 * t320);
    const double t382 = t50 * t326;
    const double t383 = t381 + 0.125 * t382;
    const double t384 = t39 * t323;
    const double t385 = 0.125 * (t46 * t326);
    const double t386 = 0.125 * t384 + t385;
    const double t387 = x[18] * (t374 - (t373 + t376));
    const double t388 = t379 + 0.125 * t378;
    const double t389 = t381 + (-0.125) * t382;
    const double t390 = x[19] * (t373 - (t374 + t376));
    const double t391 = t385 + (-0.125) * t384;
    const double t392 = x[20] * (t375 + t376);
    const double t393 = k[2] * t372;
    const double t394 = k[1] * t371;
    const double t395 = t393 + t394;
    const double t396 = k[0] * t370;
    const double t397 = x[24] * (t396 - t395);
    const double t398 = 2.0 * (k[1] * t372);
    const double t399 = k[2] * t371;
    const double t400 = t398 + (-2.0) * t399;
    const double t401 = k[0] * t372;
    const double t402 = 2.0 * (k[2] * t370);
    const double t403 = 2.0 * t401 + t402;
    const double t404 = 2.0 * (k[0] * t371);
    const double t405 = k[1] * t370;
    const double t406 = t404 + 2.0 * t405;
    const double t407 = x[25] * (t394 - (t393 + t396));
    const double t408 = t398 + 2.0 * t399;
    const double t409 = t402 + (-2.0) * t401;
    const double t410 = x[26] * (t393 - (t394 + t396));
    const double t411 = t404 + (-2.0) * t405;
    const double t412 = x[27] * (t395 + t396);
    const double t413 = 0.0625 * (t21 * t128);
    const double t414 = 0.0625 * (t17 * t133);
    const double t415 = t413 + t414;
    const double t416 = 0.0625 * (t13 * t121);
    const double t417 = x[5] * t13;
    const double t418 = x[6] * t17;
    const double t419 = x[3] * t21;
    const double t420 = 2.0 * t417 + (-2.0) * t418 + (-2.0) * t419;
    const double t421 = t58 * t420;
    const double t422 = 2.0 * (x[3] * t13) + 2.0 * (x[4] * t17) + 2.0 * (x[5] * t21);
    const double t423 = t74 * t422;
    const double t424 = x[4] * t13;
    const double t425 = x[3] * t17;
    const double t426 = x[6] * t21;
    const double t427 = 2.0 * t424 + (-2.0) * t425 + 2.0 * t426;
    const double t428 = t83 * t427;
    const double t429 = t86 * (0.25 * (t61 * (t75 * t423)) + 0.25 * (t76 * (t84 * t428)) + 0.25 * (t60 * (t59 *
        t421)));
    const double t430 = (-0.5) * (t88 * (t429 * t101)) + (-0.25) * (t86 * (weights[0] * (t87 * t429 * t102)));
    const double t431 = t420 * t91 + t58 * (2.0 * (t421 * t90) + t59 * (t60 * t430));
    const double t432 = 0.0625 * (t21 * t431);
    const double t433 = t427 * t106 + t83 * (2.0 * (t428 * t105) + t84 * (t76 * t430));
    const double t434 = 0.0625 * (t17 * t433);
    const double t435 = t432 + t434;
    const double t436 = t422 * t111 + t74 * (2.0 * (t423 * t110) + t75 * (t61 * t430));
    const double t437 = 0.0625 * (t13 * t436);
    const double t438 = t416 - t415 + x[3] * (t437 - t435);
    const double t439 = t17 * t431;
    const double t440 = 0.125 * (t21 * t433);
    const double t441 = (-0.125) * t439 + t440;
    const double t442 = 0.125 * (t13 * t431);
    const double t443 = t21 * t436;
    const double t444 = t442 + 0.125 * t443;
    const double t445 = t13 * t433;
    const double t446 = 0.125 * (t17 * t436);
    const double t447 = 0.125 * t445 + t446;
    const double t448 = x[4] * (t434 - (t432 + t437));
    const double t449 = t440 + 0.125 * t439;
    const double t450 = t442 + (-0.125) * t443;
    const double t451 = t13 * t133;
    const double t452 = 0.125 * (t17 * t121);
    const double t453 = x[5] * (t432 - (t434 + t437));
    const double t454 = 0.125 * (t13 * t128);
    const double t455 = t21 * t121;
    const double t456 = t446 + (-0.125) * t445;
    const double t457 = x[6] * (t435 + t437);
    const double t458 = t17 * t128;
    const double t459 = 0.125 * (t21 * t133);
    const double t460 = x[5] * t128;
    const double t461 = x[4] * t133;
    const double t462 = x[3] * t121;
    const double t463 = 0.125 * (t460 + t2 * t431) + 0.125 * (t461 + t77 * t433) + 0.0625 * (2.0 * t462 + t63 * t436);
    const double t464 = x[6] * t128;
    const double t465 = x[3] * t133;
    const double t466 = x[4] * t121;
    const double t467 = 0.125 * (t20 * t431 - t464) + 0.0625 * ((-2.0) * t465 + t78 * t433) + 0.125 * (t466 + t66 *
        t436);
    const double t468 = x[3] * t128;
    const double t469 = x[6] * t133;
    const double t470 = x[5] * t121;
    const double t471 = 0.0625 * ((-2.0) * t468 + t28 * t431) + 0.125 * (t469 + t79 * t433) + 0.125 * (t470 + t67 *
        t436);
    const double t472 = k[2] * t471;
    const double t473 = k[1] * t467;
    const double t474 = t472 + t473;
    const double t475 = k[0] * t463;
    const double t476 = x[10] * (t475 - t474);
    const double t477 = 2.0 * (k[1] * t471);
    const double t478 = k[2] * t467;
    const double t479 = t477 + (-2.0) * t478;
    const double t480 = k[0] * t471;
    const double t481 = 2.0 * (k[2] * t463);
    const double t482 = 2.0 * t480 + t481;
    const double t483 = 2.0 * (k[0] * t467);
    const double t484 = k[1] * t463;
    const double t485 = t483 + 2.0 * t484;
    const double t486 = x[11] * (t473 - (t472 + t475));
    const double t487 = t477 + 2.0 * t478;
    const double t488 = t481 + (-2.0) * t480;
    const double t489 = x[12] * (t472 - (t473 + t475));
    const double t490 = t483 + (-2.0) * t484;
    const double t491 = x[13] * (t474 + t475);
    const double t492 = 0.125 * (t42 * t431) + 0.125 * (t80 * t433) + 0.0625 * (t69 * t436);
    const double t493 = 0.125 * (t49 * t431) + 0.0625 * (t81 * t433) + 0.125 * (t72 * t436);
    const double t494 = 0.0625 * (t57 * t431) + 0.125 * (t82 * t433) + 0.125 * (t73 * t436);
    const double t495 = 0.0625 * (t50 * t431);
    const double t496 = 0.0625 * (t46 * t433);
    const double t497 = t495 + t496;
    const double t498 = 0.0625 * (t39 * t436);
    const double t499 = x[17] * (t498 - t497);
    const double t500 = t46 * t431;
    const double t501 = 0.125 * (t50 * t433);
    const double t502 = (-0.125) * t500 + t501;
    const double t503 = 0.125 * (t39 * t431);
    const double t504 = t50 * t436;
    const double t505 = t503 + 0.125 * t504;
    const double t506 = t39 * t433;
    const double t507 = 0.125 * (t46 * t436);
    const double t508 = 0.125 * t506 + t507;
    const double t509 = x[18] * (t496 - (t495 + t498));
    const double t510 = t501 + 0.125 * t500;
    const double t511 = t503 + (-0.125) * t504;
    const double t512 = x[19] * (t495 - (t496 + t498));
    const double t513 = t507 + (-0.125) * t506;
    const double t514 = x[20] * (t497 + t498);
    const double t515 = k[2] * t494;
    const double t516 = k[1] * t493;
    const double t517 = t515 + t516;
    const double t518 = k[0] * t492;
    const double t519 = x[24] * (t518 - t517);
    const double t520 = 2.0 * (k[1] * t494);
    const double t521 = k[2] * t493;
    const double t522 = t520 + (-2.0) * t521;
    const double t523 = k[0] * t494;
    const double t524 = 2.0 * (k[2] * t492);
    const double t525 = 2.0 * t523 + t524;
    const double t526 = 2.0 * (k[0] * t493);
    const double t527 = k[1] * t492;
    const double t528 = t526 + 2.0 * t527;
    const double t529 = x[25] * (t516 - (t515 + t518));
    const double t530 = t520 + 2.0 * t521;
    const double t531 = t524 + (-2.0) * t523;
    const double t532 = x[26] * (t515 - (t516 + t518));
    const double t533 = t526 + (-2.0) * t527;
    const double t534 = x[27] * (t517 + t518);
    const double t535 = t83 * t422;
    const double t536 = (-2.0) * t424 + 2.0 * t425 + (-2.0) * t426;
    const double t537 = t74 * t536;
    const double t538 = x[6] * t13;
    const double t539 = x[5] * t17;
    const double t540 = x[4] * t21;
    const double t541 = 2.0 * t538 + 2.0 * t539 + (-2.0) * t540;
    const double t542 = t58 * t541;
    const double t543 = t86 * (0.25 * (t61 * (t75 * t537)) + 0.25 * (t76 * (t84 * t535)) + 0.25 * (t60 * (t59 *
        t542)));
    const double t544 = (-0.5) * (t88 * (t543 * t101)) + (-0.25) * (t86 * (weights[0] * (t87 * t543 * t102)));
    const double t545 = t422 * t106 + t83 * (2.0 * (t535 * t105) + t84 * (t76 * t544));
    const double t546 = 0.0625 * (t17 * t545);
    const double t547 = t541 * t91 + t58 * (2.0 * (t542 * t90) + t59 * (t60 * t544));
    const double t548 = 0.0625 * (t21 * t547);
    const double t549 = t536 * t111 + t74 * (2.0 * (t537 * t110) + t75 * (t61 * t544));
    const double t550 = 0.0625 * (t13 * t549);
    const double t551 = t414 - (t413 + t416) + x[4] * (t546 - (t548 + t550));
    const double t552 = t17 * t547;
    const double t553 = 0.125 * (t21 * t545);
    const double t554 = 0.125 * t552 + t553;
    const double t555 = 0.125 * (t13 * t547);
    const double t556 = t21 * t549;
    const double t557 = t555 + (-0.125) * t556;
    const double t558 = t13 * t545;
    const double t559 = 0.125 * (t17 * t549);
    const double t560 = x[5] * (t548 - (t546 + t550));
    const double t561 = t559 + (-0.125) * t558;
    const double t562 = x[6] * (t550 + t546 + t548);
    const double t563 = 0.125 * (t464 + t2 * t547) + 0.125 * (t465 + t77 * t545) + 0.0625 * ((-2.0) * t466 + t63 *
        t549);
    const double t564 = 0.125 * (t460 + t20 * t547) + 0.0625 * (2.0 * t461 + t78 * t545) + 0.125 * (t462 + t66 *
        t549);
    const double t565 = x[4] * t128;
    const double t566 = x[5] * t133;
    const double t567 = x[6] * t121;
    const double t568 = 0.0625 * ((-2.0) * t565 + t28 * t547) + 0.125 * (t566 + t79 * t545) + 0.125 * (t67 * t549 -
        t567);
    const double t569 = k[2] * t568;
    const double t570 = k[1] * t564;
    const double t571 = t569 + t570;
    const double t572 = k[0] * t563;
    const double t573 = x[10] * (t572 - t571);
    const double t574 = 2.0 * (k[1] * t568);
    const double t575 = k[2] * t564;
    const double t576 = t574 + (-2.0) * t575;
    const double t577 = k[0] * t568;
    const double t578 = 2.0 * (k[2] * t563);
    const double t579 = 2.0 * t577 + t578;
    const double t580 = 2.0 * (k[0] * t564);
    const double t581 = k[1] * t563;
    const double t582 = t580 + 2.0 * t581;
    const double t583 = x[11] * (t570 - (t569 + t572));
    const double t584 = t574 + 2.0 * t575;
    const double t585 = t578 + (-2.0) * t577;
    const double t586 = x[12] * (t569 - (t570 + t572));
    const double t587 = t580 + (-2.0) * t581;
    const double t588 = x[13] * (t571 + t572);
    const double t589 = 0.125 * (t42 * t547) + 0.125 * (t80 * t545) + 0.0625 * (t69 * t549);
    const double t590 = 0.125 * (t49 * t547) + 0.0625 * (t81 * t545) + 0.125 * (t72 * t549);
    const double t591 = 0.0625 * (t57 * t547) + 0.125 * (t82 * t545) + 0.125 * (t73 * t549);
    const double t592 = 0.0625 * (t50 * t547);
    const double t593 = 0.0625 * (t46 * t545);
    const double t594 = t592 + t593;
    const double t595 = 0.0625 * (t39 * t549);
    const double t596 = x[17] * (t595 - t594);
    const double t597 = t46 * t547;
    const double t598 = 0.125 * (t50 * t545);
    const double t599 = (-0.125) * t597 + t598;
    const double t600 = 0.125 * (t39 * t547);
    const double t601 = t50 * t549;
    const double t602 = t600 + 0.125 * t601;
    const double t603 = t39 * t545;
    const double t604 = 0.125 * (t46 * t549);
    const double t605 = 0.125 * t603 + t604;
    const double t606 = x[18] * (t593 - (t592 + t595));
    const double t607 = t598 + 0.125 * t597;
    const double t608 = t600 + (-0.125) * t601;
    const double t609 = x[19] * (t592 - (t593 + t595));
    const double t610 = t604 + (-0.125) * t603;
    const double t611 = x[20] * (t594 + t595);
    const double t612 = k[2] * t591;
    const double t613 = k[1] * t590;
    const double t614 = t612 + t613;
    const double t615 = k[0] * t589;
    const double t616 = x[24] * (t615 - t614);
    const double t617 = 2.0 * (k[1] * t591);
    const double t618 = k[2] * t590;
    const double t619 = t617 + (-2.0) * t618;
    const double t620 = k[0] * t591;
    const double t621 = 2.0 * (k[2] * t589);
    const double t622 = 2.0 * t620 + t621;
    const double t623 = 2.0 * (k[0] * t590);
    const double t624 = k[1] * t589;
    const double t625 = t623 + 2.0 * t624;
    const double t626 = x[25] * (t613 - (t612 + t615));
    const double t627 = t617 + 2.0 * t618;
    const double t628 = t621 + (-2.0) * t620;
    const double t629 = x[26] * (t612 - (t613 + t615));
    const double t630 = t623 + (-2.0) * t624;
    const double t631 = x[27] * (t614 + t615);
    const double t632 = t58 * t422;
    const double t633 = (-2.0) * t417 + 2.0 * t418 + 2.0 * t419;
    const double t634 = t74 * t633;
    const double t635 = (-2.0) * t538 + (-2.0) * t539 + 2.0 * t540;
    const double t636 = t83 * t635;
    const double t637 = t86 * (0.25 * (t61 * (t75 * t634)) + 0.25 * (t76 * (t84 * t636)) + 0.25 * (t60 * (t59 *
        t632)));
    const double t638 = (-0.5) * (t88 * (t637 * t101)) + (-0.25) * (t86 * (weights[0] * (t87 * t637 * t102)));
    const double t639 = t422 * t91 + t58 * (2.0 * (t632 * t90) + t59 * (t60 * t638));
    const double t640 = 0.0625 * (t21 * t639);
    const double t641 = t635 * t106 + t83 * (2.0 * (t636 * t105) + t84 * (t76 * t638));
    const double t642 = 0.0625 * (t17 * t641);
    const double t643 = t633 * t111 + t74 * (2.0 * (t634 * t110) + t75 * (t61 * t638));
    const double t644 = 0.0625 * (t13 * t643);
    const double t645 = t413 - (t414 + t416) + x[5] * (t640 - (t642 + t644));
    const double t646 = t17 * t639;
    const double t647 = 0.125 * (t21 * t641);
    const double t648 = 0.125 * (t13 * t639);
    const double t649 = t21 * t643;
    const double t650 = (-0.125) * (t13 * t641) + 0.125 * (t17 * t643);
    const double t651 = x[6] * (t644 + t640 + t642);
    const double t652 = 0.125 * (t468 + t2 * t639) + 0.125 * (t77 * t641 - t469) + 0.0625 * ((-2.0) * t470 + t63 *
        t643);
    const double t653 = 0.125 * (t565 + t20 * t639) + 0.0625 * ((-2.0) * t566 + t78 * t641) + 0.125 * (t567 + t66 *
        t643);
    const double t654 = 0.0625 * (2.0 * t460 + t28 * t639) + 0.125 * (t461 + t79 * t641) + 0.125 * (t462 + t67 *
        t643);
    const double t655 = k[2] * t654;
    const double t656 = k[1] * t653;
    const double t657 = t655 + t656;
    const double t658 = k[0] * t652;
    const double t659 = x[10] * (t658 - t657);
    const double t660 = 2.0 * (k[1] * t654);
    const double t661 = k[2] * t653;
    const double t662 = t660 + (-2.0) * t661;
    const double t663 = k[0] * t654;
    const double t664 = 2.0 * (k[2] * t652);
    const double t665 = 2.0 * t663 + t664;
    const double t666 = 2.0 * (k[0] * t653);
    const double t667 = k[1] * t652;
    const double t668 = t666 + 2.0 * t667;
    const double t669 = x[11] * (t656 - (t655 + t658));
    const double t670 = t660 + 2.0 * t661;
    const double t671 = t664 + (-2.0) * t663;
    const double t672 = x[12] * (t655 - (t656 + t658));
    const double t673 = t666 + (-2.0) * t667;
    const double t674 = x[13] * (t657 + t658);
    const double t675 = 0.125 * (t42 * t639) + 0.125 * (t80 * t641) + 0.0625 * (t69 * t643);
    const double t676 = 0.125 * (t49 * t639) + 0.0625 * (t81 * t641) + 0.125 * (t72 * t643);
    const double t677 = 0.0625 * (t57 * t639) + 0.125 * (t82 * t641) + 0.125 * (t73 * t643);
    const double t678 = 0.0625 * (t50 * t639);
    const double t679 = 0.0625 * (t46 * t641);
    const double t680 = t678 + t679;
    const double t681 = 0.0625 * (t39 * t643);
    const double t682 = x[17] * (t681 - t680);
    const double t683 = t46 * t639;
    const double t684 = 0.125 * (t50 * t641);
    const double t685 = (-0.125) * t683 + t684;
    const double t686 = 0.125 * (t39 * t639);
    const double t687 = t50 * t643;
    const double t688 = t686 + 0.125 * t687;
    const double t689 = t39 * t641;
    const double t690 = 0.125 * (t46 * t643);
    const double t691 = 0.125 * t689 + t690;
    const double t692 = x[18] * (t679 - (t678 + t681));
    const double t693 = t684 + 0.125 * t683;
    const double t694 = t686 + (-0.125) * t687;
    const double t695 = x[19] * (t678 - (t679 + t681));
    const double t696 = t690 + (-0.125) * t689;
    const double t697 = x[20] * (t680 + t681);
    const double t698 = k[2] * t677;
    const double t699 = k[1] * t676;
    const double t700 = t698 + t699;
    const double t701 = k[0] * t675;
    const double t702 = x[24] * (t701 - t700);
    const double t703 = 2.0 * (k[1] * t677);
    const double t704 = k[2] * t676;
    const double t705 = t703 + (-2.0) * t704;
    const double t706 = k[0] * t677;
    const double t707 = 2.0 * (k[2] * t675);
    const double t708 = 2.0 * t706 + t707;
    const double t709 = 2.0 * (k[0] * t676);
    const double t710 = k[1] * t675;
    const double t711 = t709 + 2.0 * t710;
    const double t712 = x[25] * (t699 - (t698 + t701));
    const double t713 = t703 + 2.0 * t704;
    const double t714 = t707 + (-2.0) * t706;
    const double t715 = x[26] * (t698 - (t699 + t701));
    const double t716 = t709 + (-2.0) * t710;
    const double t717 = x[27] * (t700 + t701);
    const double t718 = t58 * t427;
    const double t719 = t74 * t541;
    const double t720 = t83 * t633;
    const double t721 = t86 * (0.25 * (t61 * (t75 * t719)) + 0.25 * (t76 * (t84 * t720)) + 0.25 * (t60 * (t59 *
        t718)));
    const double t722 = (-0.5) * (t88 * (t721 * t101)) + (-0.25) * (t86 * (weights[0] * (t87 * t721 * t102)));
    const double t723 = t427 * t91 + t58 * (2.0 * (t718 * t90) + t59 * (t60 * t722));
    const double t724 = t633 * t106 + t83 * (2.0 * (t720 * t105) + t84 * (t76 * t722));
    const double t725 = t541 * t111 + t74 * (2.0 * (t719 * t110) + t75 * (t61 * t722));
    const double t726 = t415 + t416 + x[6] * (0.0625 * (t21 * t723) + 0.0625 * (t17 * t724) + 0.0625 * (t13 * t725));
    const double t727 = 0.125 * (t565 + t2 * t723) + 0.125 * (t77 * t724 - t566) + 0.0625 * (2.0 * t567 + t63 * t725);
    const double t728 = 0.125 * (t20 * t723 - t468) + 0.0625 * (2.0 * t469 + t78 * t724) + 0.125 * (t470 + t66 *
        t725);
    const double t729 = 0.0625 * (2.0 * t464 + t28 * t723) + 0.125 * (t465 + t79 * t724) + 0.125 * (t67 * t725 -
        t466);
    const double t730 = k[2] * t729;
    const double t731 = k[1] * t728;
    const double t732 = t730 + t731;
    const double t733 = k[0] * t727;
    const double t734 = x[10] * (t733 - t732);
    const double t735 = 2.0 * (k[1] * t729);
    const double t736 = k[2] * t728;
    const double t737 = t735 + (-2.0) * t736;
    const double t738 = k[0] * t729;
    const double t739 = 2.0 * (k[2] * t727);
    const double t740 = 2.0 * t738 + t739;
    const double t741 = 2.0 * (k[0] * t728);
    const double t742 = k[1] * t727;
    const double t743 = t741 + 2.0 * t742;
    const double t744 = x[11] * (t731 - (t730 + t733));
    const double t745 = t735 + 2.0 * t736;
    const double t746 = t739 + (-2.0) * t738;
    const double t747 = x[12] * (t730 - (t731 + t733));
    const double t748 = t741 + (-2.0) * t742;
    const double t749 = x[13] * (t732 + t733);
    const double t750 = 0.125 * (t42 * t723) + 0.125 * (t80 * t724) + 0.0625 * (t69 * t725);
    const double t751 = 0.125 * (t49 * t723) + 0.0625 * (t81 * t724) + 0.125 * (t72 * t725);
    const double t752 = 0.0625 * (t57 * t723) + 0.125 * (t82 * t724) + 0.125 * (t73 * t725);
    const double t753 = 0.0625 * (t50 * t723);
    const double t754 = 0.0625 * (t46 * t724);
    const double t755 = t753 + t754;
    const double t756 = 0.0625 * (t39 * t725);
    const double t757 = x[17] * (t756 - t755);
    const double t758 = t46 * t723;
    const double t759 = 0.125 * (t50 * t724);
    const double t760 = (-0.125) * t758 + t759;
    const double t761 = 0.125 * (t39 * t723);
    const double t762 = t50 * t725;
    const double t763 = t761 + 0.125 * t762;
    const double t764 = t39 * t724;
    const double t765 = 0.125 * (t46 * t725);
    const double t766 = 0.125 * t764 + t765;
    const double t767 = x[18] * (t754 - (t753 + t756));
    const double t768 = t759 + 0.125 * t758;
    const double t769 = t761 + (-0.125) * t762;
    const double t770 = x[19] * (t753 - (t754 + t756));
    const double t771 = t765 + (-0.125) * t764;
    const double t772 = x[20] * (t755 + t756);
    const double t773 = k[2] * t752;
    const double t774 = k[1] * t751;
    const double t775 = t773 + t774;
    const double t776 = k[0] * t750;
    const double t777 = x[24] * (t776 - t775);
    const double t778 = 2.0 * (k[1] * t752);
    const double t779 = k[2] * t751;
    const double t780 = t778 + (-2.0) * t779;
    const double t781 = k[0] * t752;
    const double t782 = 2.0 * (k[2] * t750);
    const double t783 = 2.0 * t781 + t782;
    const double t784 = 2.0 * (k[0] * t751);
    const double t785 = k[1] * t750;
    const double t786 = t784 + 2.0 * t785;
    const double t787 = x[25] * (t774 - (t773 + t776));
    const double t788 = t778 + 2.0 * t779;
    const double t789 = t782 + (-2.0) * t781;
    const double t790 = x[26] * (t773 - (t774 + t776));
    const double t791 = t784 + (-2.0) * t785;
    const double t792 = x[27] * (t775 + t776);
    const double t793 = t86 * (0.25 * t96 + 0.5 * t98 + 0.5 * t99);
    const double t794 = (-0.5) * (t88 * (t793 * t101)) + (-0.25) * (t86 * (weights[0] * (t87 * t793 * t102)));
    const double t795 = 2.0 * t92 + t58 * (4.0 * t94 + t59 * (t60 * t794));
    const double t796 = 2.0 * t107 + t83 * (4.0 * t108 + t84 * (t76 * t794));
    const double t797 = t112 + t74 * (2.0 * t113 + t75 * (t61 * t794));
    const double t798 = 0.125 * (t2 * t795) + 0.125 * (t77 * t796) + 0.0625 * (t63 * t797);
    const double t799 = 0.125 * (t20 * t795) + 0.0625 * (t78 * t796) + 0.125 * (t66 * t797);
    const double t800 = 0.0625 * (t28 * t795) + 0.125 * (t79 * t796) + 0.125 * (t67 * t797);
    const double t801 = k[2] * t800;
    const double t802 = k[1] * t799;
    const double t803 = t801 + t802;
    const double t804 = k[0] * t798;
    const double t805 = x[10] * (t804 - t803);
    const double t806 = 2.0 * (k[1] * t800);
    const double t807 = k[2] * t799;
    const double t808 = t806 + (-2.0) * t807;
    const double t809 = k[0] * t800;
    const double t810 = 2.0 * (k[2] * t798);
    const double t811 = 2.0 * t809 + t810;
    const double t812 = 2.0 * (k[0] * t799);
    const double t813 = k[1] * t798;
    const double t814 = t812 + 2.0 * t813;
    const double t815 = x[11] * (t802 - (t801 + t804));
    const double t816 = t806 + 2.0 * t807;
    const double t817 = t810 + (-2.0) * t809;
    const double t818 = x[12] * (t801 - (t802 + t804));
    const double t819 = t812 + (-2.0) * t813;
    const double t820 = x[13] * (t803 + t804);
    const double t821 = 0.125 * (t42 * t795) + 0.125 * (t80 * t796) + 0.0625 * (t69 * t797);
    const double t822 = 0.125 * (t49 * t795) + 0.0625 * (t81 * t796) + 0.125 * (t72 * t797);
    const double t823 = 0.0625 * (t57 * t795) + 0.125 * (t82 * t796) + 0.125 * (t73 * t797);
    const double t824 = 0.0625 * (t50 * t795);
    const double t825 = 0.0625 * (t46 * t796);
    const double t826 = t824 + t825;
    const double t827 = 0.0625 * (t39 * t797);
    const double t828 = x[17] * (t827 - t826);
    const double t829 = t46 * t795;
    const double t830 = 0.125 * (t50 * t796);
    const double t831 = (-0.125) * t829 + t830;
    const double t832 = 0.125 * (t39 * t795);
    const double t833 = t50 * t797;
    const double t834 = t832 + 0.125 * t833;
    const double t835 = t39 * t796;
    const double t836 = 0.125 * (t46 * t797);
    const double t837 = 0.125 * t835 + t836;
    const double t838 = x[18] * (t825 - (t824 + t827));
    const double t839 = t830 + 0.125 * t829;
    const double t840 = t832 + (-0.125) * t833;
    const double t841 = x[19] * (t824 - (t825 + t827));
    const double t842 = t836 + (-0.125) * t835;
    const double t843 = x[20] * (t826 + t827);
    const double t844 = k[2] * t823;
    const double t845 = k[1] * t822;
    const double t846 = t844 + t845;
    const double t847 = k[0] * t821;
    const double t848 = x[24] * (t847 - t846);
    const double t849 = 2.0 * (k[1] * t823);
    const double t850 = k[2] * t822;
    const double t851 = t849 + (-2.0) * t850;
    const double t852 = k[0] * t823;
    const double t853 = 2.0 * (k[2] * t821);
    const double t854 = 2.0 * t852 + t853;
    const double t855 = 2.0 * (k[0] * t822);
    const double t856 = k[1] * t821;
    const double t857 = t855 + 2.0 * t856;
    const double t858 = x[25] * (t845 - (t844 + t847));
    const double t859 = t849 + 2.0 * t850;
    const double t860 = t853 + (-2.0) * t852;
    const double t861 = x[26] * (t844 - (t845 + t847));
    const double t862 = t855 + (-2.0) * t856;
    const double t863 = x[27] * (t846 + t847);
    const double t864 = t86 * (0.5 * t211 + 0.25 * t213 + 0.5 * t214);
    const double t865 = (-0.5) * (t88 * (t864 * t101)) + (-0.25) * (t86 * (weights[0] * (t87 * t864 * t102)));
    const double t866 = 2.0 * t207 + t58 * (4.0 * t209 + t59 * (t60 * t865));
    const double t867 = t218 + t83 * (2.0 * t219 + t84 * (t76 * t865));
    const double t868 = 2.0 * t221 + t74 * (4.0 * t222 + t75 * (t61 * t865));
    const double t869 = 0.125 * (t20 * t866) + 0.0625 * (t78 * t867) + 0.125 * (t66 * t868);
    const double t870 = 0.0625 * (t28 * t866) + 0.125 * (t79 * t867) + 0.125 * (t67 * t868);
    const double t871 = k[2] * t870;
    const double t872 = k[1] * t869;
    const double t873 = t871 + t872;
    const double t874 = 0.125 * (t2 * t866) + 0.125 * (t77 * t867) + 0.0625 * (t63 * t868);
    const double t875 = k[0] * t874;
    const double t876 = x[10] * (t875 - t873);
    const double t877 = 2.0 * (k[1] * t870);
    const double t878 = k[2] * t869;
    const double t879 = t877 + (-2.0) * t878;
    const double t880 = k[0] * t870;
    const double t881 = 2.0 * (k[2] * t874);
    const double t882 = 2.0 * t880 + t881;
    const double t883 = 2.0 * (k[0] * t869);
    const double t884 = k[1] * t874;
    const double t885 = t883 + 2.0 * t884;
    const double t886 = x[11] * (t872 - (t871 + t875));
    const double t887 = t877 + 2.0 * t878;
    const double t888 = t881 + (-2.0) * t880;
    const double t889 = x[12] * (t871 - (t872 + t875));
    const double t890 = t883 + (-2.0) * t884;
    const double t891 = x[13] * (t873 + t875);
    const double t892 = 0.125 * (t42 * t866) + 0.125 * (t80 * t867) + 0.0625 * (t69 * t868);
    const double t893 = 0.125 * (t49 * t866) + 0.0625 * (t81 * t867) + 0.125 * (t72 * t868);
    const double t894 = 0.0625 * (t57 * t866) + 0.125 * (t82 * t867) + 0.125 * (t73 * t868);
    const double t895 = 0.0625 * (t50 * t866);
    const double t896 = 0.0625 * (t46 * t867);
    const double t897 = t895 + t896;
    const double t898 = 0.0625 * (t39 * t868);
    const double t899 = x[17] * (t898 - t897);
    const double t900 = t46 * t866;
    const double t901 = 0.125 * (t50 * t867);
    const double t902 = (-0.125) * t900 + t901;
    const double t903 = 0.125 * (t39 * t866);
    const double t904 = t50 * t868;
    const double t905 = t903 + 0.125 * t904;
    const double t906 = t39 * t867;
    const double t907 = 0.125 * (t46 * t868);
    const double t908 = 0.125 * t906 + t907;
    const double t909 = x[18] * (t896 - (t895 + t898));
    const double t910 = t901 + 0.125 * t900;
    const double t911 = t903 + (-0.125) * t904;
    const double t912 = x[19] * (t895 - (t896 + t898));
    const double t913 = t907 + (-0.125) * t906;
    const double t914 = x[20] * (t897 + t898);
    const double t915 = k[2] * t894;
    const double t916 = k[1] * t893;
    const double t917 = t915 + t916;
    const double t918 = k[0] * t892;
    const double t919 = x[24] * (t918 - t917);
    const double t920 = 2.0 * (k[1] * t894);
    const double t921 = k[2] * t893;
    const double t922 = t920 + (-2.0) * t921;
    const double t923 = k[0] * t894;
    const double t924 = 2.0 * (k[2] * t892);
    const double t925 = 2.0 * t923 + t924;
    const double t926 = 2.0 * (k[0] * t893);
    const double t927 = k[1] * t892;
    const double t928 = t926 + 2.0 * t927;
    const double t929 = x[25] * (t916 - (t915 + t918));
    const double t930 = t920 + 2.0 * t921;
    const double t931 = t924 + (-2.0) * t923;
    const double t932 = x[26] * (t915 - (t916 + t918));
    const double t933 = t926 + (-2.0) * t927;
    const double t934 = x[27] * (t917 + t918);
    const double t935 = t86 * (0.5 * t314 + 0.5 * t316 + 0.25 * t317);
    const double t936 = (-0.5) * (t88 * (t935 * t101)) + (-0.25) * (t86 * (weights[0] * (t87 * t935 * t102)));
    const double t937 = t310 + t58 * (2.0 * t312 + t59 * (t60 * t936));
    const double t938 = 2.0 * t321 + t83 * (4.0 * t322 + t84 * (t76 * t936));
    const double t939 = 2.0 * t324 + t74 * (4.0 * t325 + t75 * (t61 * t936));
    const double t940 = 0.0625 * (t28 * t937) + 0.125 * (t79 * t938) + 0.125 * (t67 * t939);
    const double t941 = k[2] * t940;
    const double t942 = 0.125 * (t20 * t937) + 0.0625 * (t78 * t938) + 0.125 * (t66 * t939);
    const double t943 = k[1] * t942;
    const double t944 = t941 + t943;
    const double t945 = 0.125 * (t2 * t937) + 0.125 * (t77 * t938) + 0.0625 * (t63 * t939);
    const double t946 = k[0] * t945;
    const double t947 = x[10] * (t946 - t944);
    const double t948 = 2.0 * (k[1] * t940);
    const double t949 = k[2] * t942;
    const double t950 = t948 + (-2.0) * t949;
    const double t951 = k[0] * t940;
    const double t952 = 2.0 * (k[2] * t945);
    const double t953 = 2.0 * t951 + t952;
    const double t954 = 2.0 * (k[0] * t942);
    const double t955 = k[1] * t945;
    const double t956 = t954 + 2.0 * t955;
    const double t957 = x[11] * (t943 - (t941 + t946));
    const double t958 = t948 + 2.0 * t949;
    const double t959 = t952 + (-2.0) * t951;
    const double t960 = x[12] * (t941 - (t943 + t946));
    const double t961 = t954 + (-2.0) * t955;
    const double t962 = x[13] * (t944 + t946);
    const double t963 = 0.125 * (t42 * t937) + 0.125 * (t80 * t938) + 0.0625 * (t69 * t939);
    const double t964 = 0.125 * (t49 * t937) + 0.0625 * (t81 * t938) + 0.125 * (t72 * t939);
    const double t965 = 0.0625 * (t57 * t937) + 0.125 * (t82 * t938) + 0.125 * (t73 * t939);
    const double t966 = 0.0625 * (t50 * t937);
    const double t967 = 0.0625 * (t46 * t938);
    const double t968 = t966 + t967;
    const double t969 = 0.0625 * (t39 * t939);
    const double t970 = x[17] * (t969 - t968);
    const double t971 = t46 * t937;
    const double t972 = 0.125 * (t50 * t938);
    const double t973 = (-0.125) * t971 + t972;
    const double t974 = 0.125 * (t39 * t937);
    const double t975 = t50 * t939;
    const double t976 = t974 + 0.125 * t975;
    const double t977 = t39 * t938;
    const double t978 = 0.125 * (t46 * t939);
    const double t979 = 0.125 * t977 + t978;
    const double t980 = x[18] * (t967 - (t966 + t969));
    const double t981 = t972 + 0.125 * t971;
    const double t982 = t974 + (-0.125) * t975;
    const double t983 = x[19] * (t966 - (t967 + t969));
    const double t984 = t978 + (-0.125) * t977;
    const double t985 = x[20] * (t968 + t969);
    const double t986 = k[2] * t965;
    const double t987 = k[1] * t964;
    const double t988 = t986 + t987;
    const double t989 = k[0] * t963;
    const double t990 = x[24] * (t989 - t988);
    const double t991 = 2.0 * (k[1] * t965);
    const double t992 = k[2] * t964;
    const double t993 = t991 + (-2.0) * t992;
    const double t994 = k[0] * t965;
    const double t995 = 2.0 * (k[2] * t963);
    const double t996 = 2.0 * t994 + t995;
    const double t997 = 2.0 * (k[0] * t964);
    const double t998 = k[1] * t963;
    const double t999 = t997 + 2.0 * t998;
    const double t1000 = x[25] * (t987 - (t986 + t989));
    const double t1001 = t991 + 2.0 * t992;
    const double t1002 = t995 + (-2.0) * t994;
    const double t1003 = x[26] * (t986 - (t987 + t989));
    const double t1004 = t997 + (-2.0) * t998;
    const double t1005 = x[27] * (t988 + t989);
    const double t1006 = 0.0625 * (t28 * t128) + 0.125 * (t79 * t133) + 0.125 * (t67 * t121);
    const double t1007 = k[2] * t1006;
    const double t1008 = 0.125 * (t20 * t128) + 0.0625 * (t78 * t133) + 0.125 * (t66 * t121);
    const double t1009 = k[1] * t1008;
    const double t1010 = t1007 + t1009;
    const double t1011 = 0.125 * (t2 * t128) + 0.125 * (t77 * t133) + 0.0625 * (t63 * t121);
    const double t1012 = k[0] * t1011;
    const double t1013 = 2.0 * (x[10] * k[0]) + 2.0 * (x[11] * k[1]) + 2.0 * (x[12] * k[2]);
    const double t1014 = x[11] * k[0];
    const double t1015 = x[10] * k[1];
    const double t1016 = x[13] * k[2];
    const double t1017 = 2.0 * t1014 + (-2.0) * t1015 + (-2.0) * t1016;
    const double t1018 = x[12] * k[0];
    const double t1019 = x[13] * k[1];
    const double t1020 = x[10] * k[2];
    const double t1021 = 2.0 * t1018 + 2.0 * t1019 + (-2.0) * t1020;
    const double t1022 = 2.0 * (t2 * t1013) + 2.0 * (t20 * t1017) + t28 * t1021;
    const double t1023 = t58 * t1022;
    const double t1024 = t63 * t1013 + 2.0 * (t66 * t1017) + 2.0 * (t67 * t1021);
    const double t1025 = t74 * t1024;
    const double t1026 = 2.0 * (t77 * t1013) + t78 * t1017 + 2.0 * (t79 * t1021);
    const double t1027 = t83 * t1026;
    const double t1028 = t86 * (0.25 * (t61 * (t75 * t1025)) + 0.25 * (t76 * (t84 * t1027)) + 0.25 * (t60 * (t59 *
        t1023)));
    const double t1029 = (-0.5) * (t88 * (t1028 * t101)) + (-0.25) * (t86 * (weights[0] * (t87 * t1028 * t102)));
    const double t1030 = t1022 * t91 + t58 * (2.0 * (t1023 * t90) + t59 * (t60 * t1029));
    const double t1031 = t1026 * t106 + t83 * (2.0 * (t1027 * t105) + t84 * (t76 * t1029));
    const double t1032 = t1024 * t111 + t74 * (2.0 * (t1025 * t110) + t75 * (t61 * t1029));
    const double t1033 = 0.0625 * (t28 * t1030) + 0.125 * (t79 * t1031) + 0.125 * (t67 * t1032);
    const double t1034 = k[2] * t1033;
    const double t1035 = 0.125 * (t20 * t1030) + 0.0625 * (t78 * t1031) + 0.125 * (t66 * t1032);
    const double t1036 = k[1] * t1035;
    const double t1037 = t1034 + t1036;
    const double t1038 = 0.125 * (t2 * t1030) + 0.125 * (t77 * t1031) + 0.0625 * (t63 * t1032);
    const double t1039 = k[0] * t1038;
    const double t1040 = t1012 - t1010 + x[10] * (t1039 - t1037);
    const double t1041 = 2.0 * (k[1] * t1033);
    const double t1042 = k[2] * t1035;
    const double t1043 = t1041 + (-2.0) * t1042;
    const double t1044 = k[0] * t1033;
    const double t1045 = 2.0 * (k[2] * t1038);
    const double t1046 = 2.0 * t1044 + t1045;
    const double t1047 = 2.0 * (k[0] * t1035);
    const double t1048 = k[1] * t1038;
    const double t1049 = t1047 + 2.0 * t1048;
    const double t1050 = x[11] * (t1036 - (t1034 + t1039));
    const double t1051 = t1041 + 2.0 * t1042;
    const double t1052 = t1045 + (-2.0) * t1044;
    const double t1053 = 2.0 * (k[0] * t1008);
    const double t1054 = k[1] * t1011;
    const double t1055 = x[12] * (t1034 - (t1036 + t1039));
    const double t1056 = k[0] * t1006;
    const double t1057 = 2.0 * (k[2] * t1011);
    const double t1058 = t1047 + (-2.0) * t1048;
    const double t1059 = x[13] * (t1037 + t1039);
    const double t1060 = 2.0 * (k[1] * t1006);
    const double t1061 = k[2] * t1008;
    const double t1062 = 0.125 * (t42 * t1030) + 0.125 * (t80 * t1031) + 0.0625 * (t69 * t1032);
    const double t1063 = 0.125 * (t49 * t1030) + 0.0625 * (t81 * t1031) + 0.125 * (t72 * t1032);
    const double t1064 = 0.0625 * (t57 * t1030) + 0.125 * (t82 * t1031) + 0.125 * (t73 * t1032);
    const double t1065 = 0.0625 * (t50 * t1030);
    const double t1066 = 0.0625 * (t46 * t1031);
    const double t1067 = t1065 + t1066;
    const double t1068 = 0.0625 * (t39 * t1032);
    const double t1069 = x[17] * (t1068 - t1067);
    const double t1070 = t46 * t1030;
    const double t1071 = 0.125 * (t50 * t1031);
    const double t1072 = (-0.125) * t1070 + t1071;
    const double t1073 = 0.125 * (t39 * t1030);
    const double t1074 = t50 * t1032;
    const double t1075 = t1073 + 0.125 * t1074;
    const double t1076 = t39 * t1031;
    const double t1077 = 0.125 * (t46 * t1032);
    const double t1078 = 0.125 * t1076 + t1077;
    const double t1079 = x[18] * (t1066 - (t1065 + t1068));
    const double t1080 = t1071 + 0.125 * t1070;
    const double t1081 = t1073 + (-0.125) * t1074;
    const double t1082 = x[19] * (t1065 - (t1066 + t1068));
    const double t1083 = t1077 + (-0.125) * t1076;
    const double t1084 = x[20] * (t1067 + t1068);
    const double t1085 = k[2] * t1064;
    const double t1086 = k[1] * t1063;
    const double t1087 = t1085 + t1086;
    const double t1088 = k[0] * t1062;
    const double t1089 = x[24] * (t1088 - t1087);
    const double t1090 = 2.0 * (k[1] * t1064);
    const double t1091 = k[2] * t1063;
    const double t1092 = t1090 + (-2.0) * t1091;
    const double t1093 = k[0] * t1064;
    const double t1094 = 2.0 * (k[2] * t1062);
    const double t1095 = 2.0 * t1093 + t1094;
    const double t1096 = 2.0 * (k[0] * t1063);
    const double t1097 = k[1] * t1062;
    const double t1098 = t1096 + 2.0 * t1097;
    const double t1099 = x[25] * (t1086 - (t1085 + t1088));
    const double t1100 = t1090 + 2.0 * t1091;
    const double t1101 = t1094 + (-2.0) * t1093;
    const double t1102 = x[26] * (t1085 - (t1086 + t1088));
    const double t1103 = t1096 + (-2.0) * t1097;
    const double t1104 = x[27] * (t1087 + t1088);
    const double t1105 = (-2.0) * t1014 + 2.0 * t1015 + 2.0 * t1016;
    const double t1106 = x[13] * k[0];
    const double t1107 = x[12] * k[1];
    const double t1108 = x[11] * k[2];
    const double t1109 = (-2.0) * t1106 + 2.0 * t1107 + (-2.0) * t1108;
    const double t1110 = 2.0 * (t2 * t1105) + 2.0 * (t20 * t1013) + t28 * t1109;
    const double t1111 = t58 * t1110;
    const double t1112 = t63 * t1105 + 2.0 * (t66 * t1013) + 2.0 * (t67 * t1109);
    const double t1113 = t74 * t1112;
    const double t1114 = 2.0 * (t77 * t1105) + t78 * t1013 + 2.0 * (t79 * t1109);
    const double t1115 = t83 * t1114;
    const double t1116 = t86 * (0.25 * (t61 * (t75 * t1113)) + 0.25 * (t76 * (t84 * t1115)) + 0.25 * (t60 * (t59 *
        t1111)));
    const double t1117 = (-0.5) * (t88 * (t1116 * t101)) + (-0.25) * (t86 * (weights[0] * (t87 * t1116 * t102)));
    const double t1118 = t1110 * t91 + t58 * (2.0 * (t1111 * t90) + t59 * (t60 * t1117));
    const double t1119 = t1114 * t106 + t83 * (2.0 * (t1115 * t105) + t84 * (t76 * t1117));
    const double t1120 = t1112 * t111 + t74 * (2.0 * (t1113 * t110) + t75 * (t61 * t1117));
    const double t1121 = 0.125 * (t20 * t1118) + 0.0625 * (t78 * t1119) + 0.125 * (t66 * t1120);
    const double t1122 = k[1] * t1121;
    const double t1123 = 0.0625 * (t28 * t1118) + 0.125 * (t79 * t1119) + 0.125 * (t67 * t1120);
    const double t1124 = k[2] * t1123;
    const double t1125 = 0.125 * (t2 * t1118) + 0.125 * (t77 * t1119) + 0.0625 * (t63 * t1120);
    const double t1126 = k[0] * t1125;
    const double t1127 = t1009 - (t1007 + t1012) + x[11] * (t1122 - (t1124 + t1126));
    const double t1128 = 2.0 * (k[1] * t1123);
    const double t1129 = k[2] * t1121;
    const double t1130 = t1128 + 2.0 * t1129;
    const double t1131 = k[0] * t1123;
    const double t1132 = 2.0 * (k[2] * t1125);
    const double t1133 = (-2.0) * t1131 + t1132;
    const double t1134 = 2.0 * (k[0] * t1121);
    const double t1135 = k[1] * t1125;
    const double t1136 = x[12] * (t1124 - (t1122 + t1126));
    const double t1137 = t1134 + (-2.0) * t1135;
    const double t1138 = x[13] * (t1126 + t1122 + t1124);
    const double t1139 = 0.125 * (t42 * t1118) + 0.125 * (t80 * t1119) + 0.0625 * (t69 * t1120);
    const double t1140 = 0.125 * (t49 * t1118) + 0.0625 * (t81 * t1119) + 0.125 * (t72 * t1120);
    const double t1141 = 0.0625 * (t57 * t1118) + 0.125 * (t82 * t1119) + 0.125 * (t73 * t1120);
    const double t1142 = 0.0625 * (t50 * t1118);
    const double t1143 = 0.0625 * (t46 * t1119);
    const double t1144 = t1142 + t1143;
    const double t1145 = 0.0625 * (t39 * t1120);
    const double t1146 = x[17] * (t1145 - t1144);
    const double t1147 = t46 * t1118;
    const double t1148 = 0.125 * (t50 * t1119);
    const double t1149 = (-0.125) * t1147 + t1148;
    const double t1150 = 0.125 * (t39 * t1118);
    const double t1151 = t50 * t1120;
    const double t1152 = t1150 + 0.125 * t1151;
    const double t1153 = t39 * t1119;
    const double t1154 = 0.125 * (t46 * t1120);
    const double t1155 = 0.125 * t1153 + t1154;
    const double t1156 = x[18] * (t1143 - (t1142 + t1145));
    const double t1157 = t1148 + 0.125 * t1147;
    const double t1158 = t1150 + (-0.125) * t1151;
    const double t1159 = x[19] * (t1142 - (t1143 + t1145));
    const double t1160 = t1154 + (-0.125) * t1153;
    const double t1161 = x[20] * (t1144 + t1145);
    const double t1162 = k[2] * t1141;
    const double t1163 = k[1] * t1140;
    const double t1164 = t1162 + t1163;
    const double t1165 = k[0] * t1139;
    const double t1166 = x[24] * (t1165 - t1164);
    const double t1167 = 2.0 * (k[1] * t1141);
    const double t1168 = k[2] * t1140;
    const double t1169 = t1167 + (-2.0) * t1168;
    const double t1170 = k[0] * t1141;
    const double t1171 = 2.0 * (k[2] * t1139);
    const double t1172 = 2.0 * t1170 + t1171;
    const double t1173 = 2.0 * (k[0] * t1140);
    const double t1174 = k[1] * t1139;
    const double t1175 = t1173 + 2.0 * t1174;
    const double t1176 = x[25] * (t1163 - (t1162 + t1165));
    const double t1177 = t1167 + 2.0 * t1168;
    const double t1178 = t1171 + (-2.0) * t1170;
    const double t1179 = x[26] * (t1162 - (t1163 + t1165));
    const double t1180 = t1173 + (-2.0) * t1174;
    const double t1181 = x[27] * (t1164 + t1165);
    const double t1182 = (-2.0) * t1018 + (-2.0) * t1019 + 2.0 * t1020;
    const double t1183 = 2.0 * t1106 + (-2.0) * t1107 + 2.0 * t1108;
    const double t1184 = 2.0 * (t2 * t1182) + 2.0 * (t20 * t1183) + t28 * t1013;
    const double t1185 = t58 * t1184;
    const double t1186 = t63 * t1182 + 2.0 * (t66 * t1183) + 2.0 * (t67 * t1013);
    const double t1187 = t74 * t1186;
    const double t1188 = 2.0 * (t77 * t1182) + t78 * t1183 + 2.0 * (t79 * t1013);
    const double t1189 = t83 * t1188;
    const double t1190 = t86 * (0.25 * (t61 * (t75 * t1187)) + 0.25 * (t76 * (t84 * t1189)) + 0.25 * (t60 * (t59 *
        t1185)));
    const double t1191 = (-0.5) * (t88 * (t1190 * t101)) + (-0.25) * (t86 * (weights[0] * (t87 * t1190 * t102)));
    const double t1192 = t1184 * t91 + t58 * (2.0 * (t1185 * t90) + t59 * (t60 * t1191));
    const double t1193 = t1188 * t106 + t83 * (2.0 * (t1189 * t105) + t84 * (t76 * t1191));
    const double t1194 = t1186 * t111 + t74 * (2.0 * (t1187 * t110) + t75 * (t61 * t1191));
    const double t1195 = 0.0625 * (t28 * t1192) + 0.125 * (t79 * t1193) + 0.125 * (t67 * t1194);
    const double t1196 = k[2] * t1195;
    const double t1197 = 0.125 * (t20 * t1192) + 0.0625 * (t78 * t1193) + 0.125 * (t66 * t1194);
    const double t1198 = k[1] * t1197;
    const double t1199 = 0.125 * (t2 * t1192) + 0.125 * (t77 * t1193) + 0.0625 * (t63 * t1194);
    const double t1200 = k[0] * t1199;
    const double t1201 = t1007 - (t1009 + t1012) + x[12] * (t1196 - (t1198 + t1200));
    const double t1202 = 2.0 * (k[1] * t1195);
    const double t1203 = k[2] * t1197;
    const double t1204 = k[0] * t1195;
    const double t1205 = 2.0 * (k[2] * t1199);
    const double t1206 = 2.0 * (k[0] * t1197) + (-2.0) * (k[1] * t1199);
    const double t1207 = x[13] * (t1200 + t1196 + t1198);
    const double t1208 = 0.125 * (t42 * t1192) + 0.125 * (t80 * t1193) + 0.0625 * (t69 * t1194);
    const double t1209 = 0.125 * (t49 * t1192) + 0.0625 * (t81 * t1193) + 0.125 * (t72 * t1194);
    const double t1210 = 0.0625 * (t57 * t1192) + 0.125 * (t82 * t1193) + 0.125 * (t73 * t1194);
    const double t1211 = 0.0625 * (t50 * t1192);
    const double t1212 = 0.0625 * (t46 * t1193);
    const double t1213 = t1211 + t1212;
    const double t1214 = 0.0625 * (t39 * t1194);
    const double t1215 = x[17] * (t1214 - t1213);
    const double t1216 = t46 * t1192;
    const double t1217 = 0.125 * (t50 * t1193);
    const double t1218 = (-0.125) * t1216 + t1217;
    const double t1219 = 0.125 * (t39 * t1192);
    const double t1220 = t50 * t1194;
    const double t1221 = t1219 + 0.125 * t1220;
    const double t1222 = t39 * t1193;
    const double t1223 = 0.125 * (t46 * t1194);
    const double t1224 = 0.125 * t1222 + t1223;
    const double t1225 = x[18] * (t1212 - (t1211 + t1214));
    const double t1226 = t1217 + 0.125 * t1216;
    const double t1227 = t1219 + (-0.125) * t1220;
    const double t1228 = x[19] * (t1211 - (t1212 + t1214));
    const double t1229 = t1223 + (-0.125) * t1222;
    const double t1230 = x[20] * (t1213 + t1214);
    const double t1231 = k[2] * t1210;
    const double t1232 = k[1] * t1209;
    const double t1233 = t1231 + t1232;
    const double t1234 = k[0] * t1208;
    const double t1235 = x[24] * (t1234 - t1233);
    const double t1236 = 2.0 * (k[1] * t1210);
    const double t1237 = k[2] * t1209;
    const double t1238 = t1236 + (-2.0) * t1237;
    const double t1239 = k[0] * t1210;
    const double t1240 = 2.0 * (k[2] * t1208);
    const double t1241 = 2.0 * t1239 + t1240;
    const double t1242 = 2.0 * (k[0] * t1209);
    const double t1243 = k[1] * t1208;
    const double t1244 = t1242 + 2.0 * t1243;
    const double t1245 = x[25] * (t1232 - (t1231 + t1234));
    const double t1246 = t1236 + 2.0 * t1237;
    const double t1247 = t1240 + (-2.0) * t1239;
    const double t1248 = x[26] * (t1231 - (t1232 + t1234));
    const double t1249 = t1242 + (-2.0) * t1243;
    const double t1250 = x[27] * (t1233 + t1234);
    const double t1251 = 2.0 * (t2 * t1183) + 2.0 * (t20 * t1021) + t28 * t1105;
    const double t1252 = t58 * t1251;
    const double t1253 = t63 * t1183 + 2.0 * (t66 * t1021) + 2.0 * (t67 * t1105);
    const double t1254 = t74 * t1253;
    const double t1255 = 2.0 * (t77 * t1183) + t78 * t1021 + 2.0 * (t79 * t1105);
    const double t1256 = t83 * t1255;
    const double t1257 = t86 * (0.25 * (t61 * (t75 * t1254)) + 0.25 * (t76 * (t84 * t1256)) + 0.25 * (t60 * (t59 *
        t1252)));
    const double t1258 = (-0.5) * (t88 * (t1257 * t101)) + (-0.25) * (t86 * (weights[0] * (t87 * t1257 * t102)));
    const double t1259 = t1251 * t91 + t58 * (2.0 * (t1252 * t90) + t59 * (t60 * t1258));
    const double t1260 = t1255 * t106 + t83 * (2.0 * (t1256 * t105) + t84 * (t76 * t1258));
    const double t1261 = t1253 * t111 + t74 * (2.0 * (t1254 * t110) + t75 * (t61 * t1258));
    const double t1262 = 0.0625 * (t28 * t1259) + 0.125 * (t79 * t1260) + 0.125 * (t67 * t1261);
    const double t1263 = 0.125 * (t20 * t1259) + 0.0625 * (t78 * t1260) + 0.125 * (t66 * t1261);
    const double t1264 = 0.125 * (t2 * t1259) + 0.125 * (t77 * t1260) + 0.0625 * (t63 * t1261);
    const double t1265 = t1010 + t1012 + x[13] * (k[2] * t1262 + k[1] * t1263 + k[0] * t1264);
    const double t1266 = 0.125 * (t42 * t1259) + 0.125 * (t80 * t1260) + 0.0625 * (t69 * t1261);
    const double t1267 = 0.125 * (t49 * t1259) + 0.0625 * (t81 * t1260) + 0.125 * (t72 * t1261);
    const double t1268 = 0.0625 * (t57 * t1259) + 0.125 * (t82 * t1260) + 0.125 * (t73 * t1261);
    const double t1269 = 0.0625 * (t50 * t1259);
    const double t1270 = 0.0625 * (t46 * t1260);
    const double t1271 = t1269 + t1270;
    const double t1272 = 0.0625 * (t39 * t1261);
    const double t1273 = x[17] * (t1272 - t1271);
    const double t1274 = t46 * t1259;
    const double t1275 = 0.125 * (t50 * t1260);
    const double t1276 = (-0.125) * t1274 + t1275;
    const double t1277 = 0.125 * (t39 * t1259);
    const double t1278 = t50 * t1261;
    const double t1279 = t1277 + 0.125 * t1278;
    const double t1280 = t39 * t1260;
    const double t1281 = 0.125 * (t46 * t1261);
    const double t1282 = 0.125 * t1280 + t1281;
    const double t1283 = x[18] * (t1270 - (t1269 + t1272));
    const double t1284 = t1275 + 0.125 * t1274;
    const double t1285 = t1277 + (-0.125) * t1278;
    const double t1286 = x[19] * (t1269 - (t1270 + t1272));
    const double t1287 = t1281 + (-0.125) * t1280;
    const double t1288 = x[20] * (t1271 + t1272);
    const double t1289 = k[2] * t1268;
    const double t1290 = k[1] * t1267;
    const double t1291 = t1289 + t1290;
    const double t1292 = k[0] * t1266;
    const double t1293 = x[24] * (t1292 - t1291);
    const double t1294 = 2.0 * (k[1] * t1268);
    const double t1295 = k[2] * t1267;
    const double t1296 = t1294 + (-2.0) * t1295;
    const double t1297 = k[0] * t1268;
    const double t1298 = 2.0 * (k[2] * t1266);
    const double t1299 = 2.0 * t1297 + t1298;
    const double t1300 = 2.0 * (k[0] * t1267);
    const double t1301 = k[1] * t1266;
    const double t1302 = t1300 + 2.0 * t1301;
    const double t1303 = x[25] * (t1290 - (t1289 + t1292));
    const double t1304 = t1294 + 2.0 * t1295;
    const double t1305 = t1298 + (-2.0) * t1297;
    const double t1306 = x[26] * (t1289 - (t1290 + t1292));
    const double t1307 = t1300 + (-2.0) * t1301;
    const double t1308 = x[27] * (t1291 + t1292);
    const double t1309 = t42 * t91;
    const double t1310 = t42 * t58;
    const double t1311 = t1310 * t90;
    const double t1312 = t69 * t74;
    const double t1313 = t61 * (t75 * t1312);
    const double t1314 = t80 * t83;
    const double t1315 = t76 * (t84 * t1314);
    const double t1316 = t60 * (t59 * t1310);
    const double t1317 = t86 * ((-0.25) * t1313 + (-0.5) * t1315 + (-0.5) * t1316);
    const double t1318 = (-0.5) * (t88 * (t1317 * t101)) + (-0.25) * (t86 * (weights[0] * (t87 * t1317 * t102)));
    const double t1319 = (-2.0) * t1309 + t58 * ((-4.0) * t1311 + t59 * (t60 * t1318));
    const double t1320 = t80 * t106;
    const double t1321 = t1314 * t105;
    const double t1322 = (-2.0) * t1320 + t83 * ((-4.0) * t1321 + t84 * (t76 * t1318));
    const double t1323 = t69 * t111;
    const double t1324 = t1312 * t110;
    const double t1325 = t74 * ((-2.0) * t1324 + t75 * (t61 * t1318)) - t1323;
    const double t1326 = 0.125 * (t42 * t1319) + 0.125 * (t80 * t1322) + 0.0625 * (t69 * t1325);
    const double t1327 = 0.125 * (t49 * t1319) + 0.0625 * (t81 * t1322) + 0.125 * (t72 * t1325);
    const double t1328 = 0.0625 * (t57 * t1319) + 0.125 * (t82 * t1322) + 0.125 * (t73 * t1325);
    const double t1329 = 0.0625 * (t50 * t1319);
    const double t1330 = 0.0625 * (t46 * t1322);
    const double t1331 = t1329 + t1330;
    const double t1332 = 0.0625 * (t122 + t39 * t1325);
    const double t1333 = x[17] * (t1332 - t1331);
    const double t1334 = t46 * t1319;
    const double t1335 = 0.125 * (t50 * t1322);
    const double t1336 = (-0.125) * t1334 + t1335;
    const double t1337 = 0.125 * (t129 + t39 * t1319);
    const double t1338 = t50 * t1325;
    const double t1339 = t1337 + 0.125 * t1338;
    const double t1340 = t134 + t39 * t1322;
    const double t1341 = 0.125 * (t46 * t1325);
    const double t1342 = 0.125 * t1340 + t1341;
    const double t1343 = x[18] * (t1330 - (t1329 + t1332));
    const double t1344 = t1335 + 0.125 * t1334;
    const double t1345 = t1337 + (-0.125) * t1338;
    const double t1346 = x[19] * (t1329 - (t1330 + t1332));
    const double t1347 = t1341 + (-0.125) * t1340;
    const double t1348 = x[20] * (t1331 + t1332);
    const double t1349 = k[2] * t1328;
    const double t1350 = k[1] * t1327;
    const double t1351 = t1349 + t1350;
    const double t1352 = k[0] * t1326;
    const double t1353 = x[24] * (t1352 - t1351);
    const double t1354 = 2.0 * (k[1] * t1328);
    const double t1355 = k[2] * t1327;
    const double t1356 = t1354 + (-2.0) * t1355;
    const double t1357 = k[0] * t1328;
    const double t1358 = 2.0 * (k[2] * t1326);
    const double t1359 = 2.0 * t1357 + t1358;
    const double t1360 = 2.0 * (k[0] * t1327);
    const double t1361 = k[1] * t1326;
    const double t1362 = t1360 + 2.0 * t1361;
    const double t1363 = x[25] * (t1350 - (t1349 + t1352));
    const double t1364 = t1354 + 2.0 * t1355;
    const double t1365 = t1358 + (-2.0) * t1357;
    const double t1366 = x[26] * (t1349 - (t1350 + t1352));
    const double t1367 = t1360 + (-2.0) * t1361;
    const double t1368 = x[27] * (t1351 + t1352);
    const double t1369 = t49 * t91;
    const double t1370 = t49 * t58;
    const double t1371 = t1370 * t90;
    const double t1372 = t72 * t74;
    const double t1373 = t61 * (t75 * t1372);
    const double t1374 = t81 * t83;
    const double t1375 = t76 * (t84 * t1374);
    const double t1376 = t60 * (t59 * t1370);
    const double t1377 = t86 * ((-0.5) * t1373 + (-0.25) * t1375 + (-0.5) * t1376);
    const double t1378 = (-0.5) * (t88 * (t1377 * t101)) + (-0.25) * (t86 * (weights[0] * (t87 * t1377 * t102)));
    const double t1379 = (-2.0) * t1369 + t58 * ((-4.0) * t1371 + t59 * (t60 * t1378));
    const double t1380 = t81 * t106;
    const double t1381 = t1374 * t105;
    const double t1382 = t83 * ((-2.0) * t1381 + t84 * (t76 * t1378)) - t1380;
    const double t1383 = t72 * t111;
    const double t1384 = t1372 * t110;
    const double t1385 = (-2.0) * t1383 + t74 * ((-4.0) * t1384 + t75 * (t61 * t1378));
    const double t1386 = 0.125 * (t49 * t1379) + 0.0625 * (t81 * t1382) + 0.125 * (t72 * t1385);
    const double t1387 = 0.0625 * (t57 * t1379) + 0.125 * (t82 * t1382) + 0.125 * (t73 * t1385);
    const double t1388 = 0.0625 * (t50 * t1379);
    const double t1389 = 0.0625 * (t134 + t46 * t1382);
    const double t1390 = t1388 + t1389;
    const double t1391 = 0.0625 * (t39 * t1385);
    const double t1392 = x[17] * (t1391 - t1390);
    const double t1393 = t129 + t46 * t1379;
    const double t1394 = 0.125 * (t50 * t1382);
    const double t1395 = (-0.125) * t1393 + t1394;
    const double t1396 = 0.125 * (t39 * t1379);
    const double t1397 = t50 * t1385;
    const double t1398 = t1396 + 0.125 * t1397;
    const double t1399 = t39 * t1382;
    const double t1400 = 0.125 * (t122 + t46 * t1385);
    const double t1401 = 0.125 * t1399 + t1400;
    const double t1402 = x[18] * (t1389 - (t1388 + t1391));
    const double t1403 = t1394 + 0.125 * t1393;
    const double t1404 = t1396 + (-0.125) * t1397;
    const double t1405 = x[19] * (t1388 - (t1389 + t1391));
    const double t1406 = t1400 + (-0.125) * t1399;
    const double t1407 = x[20] * (t1390 + t1391);
    const double t1408 = 0.125 * (t42 * t1379) + 0.125 * (t80 * t1382) + 0.0625 * (t69 * t1385);
    const double t1409 = k[2] * t1387;
    const double t1410 = k[1] * t1386;
    const double t1411 = t1409 + t1410;
    const double t1412 = k[0] * t1408;
    const double t1413 = x[24] * (t1412 - t1411);
    const double t1414 = 2.0 * (k[1] * t1387);
    const double t1415 = k[2] * t1386;
    const double t1416 = t1414 + (-2.0) * t1415;
    const double t1417 = k[0] * t1387;
    const double t1418 = 2.0 * (k[2] * t1408);
    const double t1419 = 2.0 * t1417 + t1418;
    const double t1420 = 2.0 * (k[0] * t1386);
    const double t1421 = k[1] * t1408;
    const double t1422 = t1420 + 2.0 * t1421;
    const double t1423 = x[25] * (t1410 - (t1409 + t1412));
    const double t1424 = t1414 + 2.0 * t1415;
    const double t1425 = t1418 + (-2.0) * t1417;
    const double t1426 = x[26] * (t1409 - (t1410 + t1412));
    const double t1427 = t1420 + (-2.0) * t1421;
    const double t1428 = x[27] * (t1411 + t1412);
    const double t1429 = t57 * t91;
    const double t1430 = t57 * t58;
    const double t1431 = t1430 * t90;
    const double t1432 = t73 * t74;
    const double t1433 = t61 * (t75 * t1432);
    const double t1434 = t82 * t83;
    const double t1435 = t76 * (t84 * t1434);
    const double t1436 = t60 * (t59 * t1430);
    const double t1437 = t86 * ((-0.5) * t1433 + (-0.5) * t1435 + (-0.25) * t1436);
    const double t1438 = (-0.5) * (t88 * (t1437 * t101)) + (-0.25) * (t86 * (weights[0] * (t87 * t1437 * t102)));
    const double t1439 = t58 * ((-2.0) * t1431 + t59 * (t60 * t1438)) - t1429;
    const double t1440 = t82 * t106;
    const double t1441 = t1434 * t105;
    const double t1442 = (-2.0) * t1440 + t83 * ((-4.0) * t1441 + t84 * (t76 * t1438));
    const double t1443 = t73 * t111;
    const double t1444 = t1432 * t110;
    const double t1445 = (-2.0) * t1443 + t74 * ((-4.0) * t1444 + t75 * (t61 * t1438));
    const double t1446 = 0.0625 * (t57 * t1439) + 0.125 * (t82 * t1442) + 0.125 * (t73 * t1445);
    const double t1447 = 0.0625 * (t129 + t50 * t1439);
    const double t1448 = 0.0625 * (t46 * t1442);
    const double t1449 = t1447 + t1448;
    const double t1450 = 0.0625 * (t39 * t1445);
    const double t1451 = x[17] * (t1450 - t1449);
    const double t1452 = t46 * t1439;
    const double t1453 = 0.125 * (t134 + t50 * t1442);
    const double t1454 = (-0.125) * t1452 + t1453;
    const double t1455 = 0.125 * (t39 * t1439);
    const double t1456 = t122 + t50 * t1445;
    const double t1457 = t1455 + 0.125 * t1456;
    const double t1458 = t39 * t1442;
    const double t1459 = 0.125 * (t46 * t1445);
    const double t1460 = 0.125 * t1458 + t1459;
    const double t1461 = x[18] * (t1448 - (t1447 + t1450));
    const double t1462 = t1453 + 0.125 * t1452;
    const double t1463 = t1455 + (-0.125) * t1456;
    const double t1464 = x[19] * (t1447 - (t1448 + t1450));
    const double t1465 = t1459 + (-0.125) * t1458;
    const double t1466 = x[20] * (t1449 + t1450);
    const double t1467 = 0.125 * (t42 * t1439) + 0.125 * (t80 * t1442) + 0.0625 * (t69 * t1445);
    const double t1468 = 0.125 * (t49 * t1439) + 0.0625 * (t81 * t1442) + 0.125 * (t72 * t1445);
    const double t1469 = k[2] * t1446;
    const double t1470 = k[1] * t1468;
    const double t1471 = t1469 + t1470;
    const double t1472 = k[0] * t1467;
    const double t1473 = x[24] * (t1472 - t1471);
    const double t1474 = 2.0 * (k[1] * t1446);
    const double t1475 = k[2] * t1468;
    const double t1476 = t1474 + (-2.0) * t1475;
    const double t1477 = k[0] * t1446;
    const double t1478 = 2.0 * (k[2] * t1467);
    const double t1479 = 2.0 * t1477 + t1478;
    const double t1480 = 2.0 * (k[0] * t1468);
    const double t1481 = k[1] * t1467;
    const double t1482 = t1480 + 2.0 * t1481;
    const double t1483 = x[25] * (t1470 - (t1469 + t1472));
    const double t1484 = t1474 + 2.0 * t1475;
    const double t1485 = t1478 + (-2.0) * t1477;
    const double t1486 = x[26] * (t1469 - (t1470 + t1472));
    const double t1487 = t1480 + (-2.0) * t1481;
    const double t1488 = x[27] * (t1471 + t1472);
    const double t1489 = 0.0625 * (t50 * t128);
    const double t1490 = 0.0625 * (t46 * t133);
    const double t1491 = t1489 + t1490;
    const double t1492 = 0.0625 * (t39 * t121);
    const double t1493 = x[19] * t39;
    const double t1494 = x[20] * t46;
    const double t1495 = x[17] * t50;
    const double t1496 = 2.0 * t1493 + (-2.0) * t1494 + (-2.0) * t1495;
    const double t1497 = t58 * t1496;
    const double t1498 = 2.0 * (x[17] * t39) + 2.0 * (x[18] * t46) + 2.0 * (x[19] * t50);
    const double t1499 = t74 * t1498;
    const double t1500 = x[18] * t39;
    const double t1501 = x[17] * t46;
    const double t1502 = x[20] * t50;
    const double t1503 = 2.0 * t1500 + (-2.0) * t1501 + 2.0 * t1502;
    const double t1504 = t83 * t1503;
    const double t1505 = t86 * (0.25 * (t61 * (t75 * t1499)) + 0.25 * (t76 * (t84 * t1504)) + 0.25 * (t60 * (t59 *
        t1497)));
    const double t1506 = (-0.5) * (t88 * (t1505 * t101)) + (-0.25) * (t86 * (weights[0] * (t87 * t1505 * t102)));
    const double t1507 = t1496 * t91 + t58 * (2.0 * (t1497 * t90) + t59 * (t60 * t1506));
    const double t1508 = 0.0625 * (t50 * t1507);
    const double t1509 = t1503 * t106 + t83 * (2.0 * (t1504 * t105) + t84 * (t76 * t1506));
    const double t1510 = 0.0625 * (t46 * t1509);
    const double t1511 = t1508 + t1510;
    const double t1512 = t1498 * t111 + t74 * (2.0 * (t1499 * t110) + t75 * (t61 * t1506));
    const double t1513 = 0.0625 * (t39 * t1512);
    const double t1514 = t1492 - t1491 + x[17] * (t1513 - t1511);
    const double t1515 = t46 * t1507;
    const double t1516 = 0.125 * (t50 * t1509);
    const double t1517 = (-0.125) * t1515 + t1516;
    const double t1518 = 0.125 * (t39 * t1507);
    const double t1519 = t50 * t1512;
    const double t1520 = t1518 + 0.125 * t1519;
    const double t1521 = t39 * t1509;
    const double t1522 = 0.125 * (t46 * t1512);
    const double t1523 = 0.125 * t1521 + t1522;
    const double t1524 = x[18] * (t1510 - (t1508 + t1513));
    const double t1525 = t1516 + 0.125 * t1515;
    const double t1526 = t1518 + (-0.125) * t1519;
    const double t1527 = t39 * t133;
    const double t1528 = 0.125 * (t46 * t121);
    const double t1529 = x[19] * (t1508 - (t1510 + t1513));
    const double t1530 = 0.125 * (t39 * t128);
    const double t1531 = t50 * t121;
    const double t1532 = t1522 + (-0.125) * t1521;
    const double t1533 = x[20] * (t1511 + t1513);
    const double t1534 = t46 * t128;
    const double t1535 = 0.125 * (t50 * t133);
    const double t1536 = x[19] * t128;
    const double t1537 = x[18] * t133;
    const double t1538 = x[17] * t121;
    const double t1539 = 0.125 * (t1536 + t42 * t1507) + 0.125 * (t1537 + t80 * t1509) + 0.0625 * (2.0 * t1538 + t69 *
        t1512);
    const double t1540 = x[20] * t128;
    const double t1541 = x[17] * t133;
    const double t1542 = x[18] * t121;
    const double t1543 = 0.125 * (t49 * t1507 - t1540) + 0.0625 * ((-2.0) * t1541 + t81 * t1509) + 0.125 * (t1542 +
        t72 * t1512);
    const double t1544 = x[17] * t128;
    const double t1545 = x[20] * t133;
    const double t1546 = x[19] * t121;
    const double t1547 = 0.0625 * ((-2.0) * t1544 + t57 * t1507) + 0.125 * (t1545 + t82 * t1509) + 0.125 * (t1546 +
        t73 * t1512);
    const double t1548 = k[2] * t1547;
    const double t1549 = k[1] * t1543;
    const double t1550 = t1548 + t1549;
    const double t1551 = k[0] * t1539;
    const double t1552 = x[24] * (t1551 - t1550);
    const double t1553 = 2.0 * (k[1] * t1547);
    const double t1554 = k[2] * t1543;
    const double t1555 = t1553 + (-2.0) * t1554;
    const double t1556 = k[0] * t1547;
    const double t1557 = 2.0 * (k[2] * t1539);
    const double t1558 = 2.0 * t1556 + t1557;
    const double t1559 = 2.0 * (k[0] * t1543);
    const double t1560 = k[1] * t1539;
    const double t1561 = t1559 + 2.0 * t1560;
    const double t1562 = x[25] * (t1549 - (t1548 + t1551));
    const double t1563 = t1553 + 2.0 * t1554;
    const double t1564 = t1557 + (-2.0) * t1556;
    const double t1565 = x[26] * (t1548 - (t1549 + t1551));
    const double t1566 = t1559 + (-2.0) * t1560;
    const double t1567 = x[27] * (t1550 + t1551);
    const double t1568 = t83 * t1498;
    const double t1569 = (-2.0) * t1500 + 2.0 * t1501 + (-2.0) * t1502;
    const double t1570 = t74 * t1569;
    const double t1571 = x[20] * t39;
    const double t1572 = x[19] * t46;
    const double t1573 = x[18] * t50;
    const double t1574 = 2.0 * t1571 + 2.0 * t1572 + (-2.0) * t1573;
    const double t1575 = t58 * t1574;
    const double t1576 = t86 * (0.25 * (t61 * (t75 * t1570)) + 0.25 * (t76 * (t84 * t1568)) + 0.25 * (t60 * (t59 *
        t1575)));
    const double t1577 = (-0.5) * (t88 * (t1576 * t101)) + (-0.25) * (t86 * (weights[0] * (t87 * t1576 * t102)));
    const double t1578 = t1498 * t106 + t83 * (2.0 * (t1568 * t105) + t84 * (t76 * t1577));
    const double t1579 = 0.0625 * (t46 * t1578);
    const double t1580 = t1574 * t91 + t58 * (2.0 * (t1575 * t90) + t59 * (t60 * t1577));
    const double t1581 = 0.0625 * (t50 * t1580);
    const double t1582 = t1569 * t111 + t74 * (2.0 * (t1570 * t110) + t75 * (t61 * t1577));
    const double t1583 = 0.0625 * (t39 * t1582);
    const double t1584 = t1490 - (t1489 + t1492) + x[18] * (t1579 - (t1581 + t1583));
    const double t1585 = t46 * t1580;
    const double t1586 = 0.125 * (t50 * t1578);
    const double t1587 = 0.125 * t1585 + t1586;
    const double t1588 = 0.125 * (t39 * t1580);
    const double t1589 = t50 * t1582;
    const double t1590 = t1588 + (-0.125) * t1589;
    const double t1591 = t39 * t1578;
    const double t1592 = 0.125 * (t46 * t1582);
    const double t1593 = x[19] * (t1581 - (t1579 + t1583));
    const double t1594 = t1592 + (-0.125) * t1591;
    const double t1595 = x[20] * (t1583 + t1579 + t1581);
    const double t1596 = 0.125 * (t1540 + t42 * t1580) + 0.125 * (t1541 + t80 * t1578) + 0.0625 * ((-2.0) * t1542 +
        t69 * t1582);
    const double t1597 = 0.125 * (t1536 + t49 * t1580) + 0.0625 * (2.0 * t1537 + t81 * t1578) + 0.125 * (t1538 + t72 *
        t1582);
    const double t1598 = x[18] * t128;
    const double t1599 = x[19] * t133;
    const double t1600 = x[20] * t121;
    const double t1601 = 0.0625 * ((-2.0) * t1598 + t57 * t1580) + 0.125 * (t1599 + t82 * t1578) + 0.125 * (t73 *
        t1582 - t1600);
    const double t1602 = k[2] * t1601;
    const double t1603 = k[1] * t1597;
    const double t1604 = t1602 + t1603;
    const double t1605 = k[0] * t1596;
    const double t1606 = x[24] * (t1605 - t1604);
    const double t1607 = 2.0 * (k[1] * t1601);
    const double t1608 = k[2] * t1597;
    const double t1609 = t1607 + (-2.0) * t1608;
    const double t1610 = k[0] * t1601;
    const double t1611 = 2.0 * (k[2] * t1596);
    const double t1612 = 2.0 * t1610 + t1611;
    const double t1613 = 2.0 * (k[0] * t1597);
    const double t1614 = k[1] * t1596;
    const double t1615 = t1613 + 2.0 * t1614;
    const double t1616 = x[25] * (t1603 - (t1602 + t1605));
    const double t1617 = t1607 + 2.0 * t1608;
    const double t1618 = t1611 + (-2.0) * t1610;
    const double t1619 = x[26] * (t1602 - (t1603 + t1605));
    const double t1620 = t1613 + (-2.0) * t1614;
    const double t1621 = x[27] * (t1604 + t1605);
    const double t1622 = t58 * t1498;
    const double t1623 = (-2.0) * t1493 + 2.0 * t1494 + 2.0 * t1495;
    const double t1624 = t74 * t1623;
    const double t1625 = (-2.0) * t1571 + (-2.0) * t1572 + 2.0 * t1573;
    const double t1626 = t83 * t1625;
    const double t1627 = t86 * (0.25 * (t61 * (t75 * t1624)) + 0.25 * (t76 * (t84 * t1626)) + 0.25 * (t60 * (t59 *
        t1622)));
    const double t1628 = (-0.5) * (t88 * (t1627 * t101)) + (-0.25) * (t86 * (weights[0] * (t87 * t1627 * t102)));
    const double t1629 = t1498 * t91 + t58 * (2.0 * (t1622 * t90) + t59 * (t60 * t1628));
    const double t1630 = 0.0625 * (t50 * t1629);
    const double t1631 = t1625 * t106 + t83 * (2.0 * (t1626 * t105) + t84 * (t76 * t1628));
    const double t1632 = 0.0625 * (t46 * t1631);
    const double t1633 = t1623 * t111 + t74 * (2.0 * (t1624 * t110) + t75 * (t61 * t1628));
    const double t1634 = 0.0625 * (t39 * t1633);
    const double t1635 = t1489 - (t1490 + t1492) + x[19] * (t1630 - (t1632 + t1634));
    const double t1636 = t46 * t1629;
    const double t1637 = 0.125 * (t50 * t1631);
    const double t1638 = 0.125 * (t39 * t1629);
    const double t1639 = t50 * t1633;
    const double t1640 = (-0.125) * (t39 * t1631) + 0.125 * (t46 * t1633);
    const double t1641 = x[20] * (t1634 + t1630 + t1632);
    const double t1642 = 0.125 * (t1544 + t42 * t1629) + 0.125 * (t80 * t1631 - t1545) + 0.0625 * ((-2.0) * t1546 +
        t69 * t1633);
    const double t1643 = 0.125 * (t1598 + t49 * t1629) + 0.0625 * ((-2.0) * t1599 + t81 * t1631) + 0.125 * (t1600 +
        t72 * t1633);
    const double t1644 = 0.0625 * (2.0 * t1536 + t57 * t1629) + 0.125 * (t1537 + t82 * t1631) + 0.125 * (t1538 + t73 *
        t1633);
    const double t1645 = k[2] * t1644;
    const double t1646 = k[1] * t1643;
    const double t1647 = t1645 + t1646;
    const double t1648 = k[0] * t1642;
    const double t1649 = x[24] * (t1648 - t1647);
    const double t1650 = 2.0 * (k[1] * t1644);
    const double t1651 = k[2] * t1643;
    const double t1652 = t1650 + (-2.0) * t1651;
    const double t1653 = k[0] * t1644;
    const double t1654 = 2.0 * (k[2] * t1642);
    const double t1655 = 2.0 * t1653 + t1654;
    const double t1656 = 2.0 * (k[0] * t1643);
    const double t1657 = k[1] * t1642;
    const double t1658 = t1656 + 2.0 * t1657;
    const double t1659 = x[25] * (t1646 - (t1645 + t1648));
    const double t1660 = t1650 + 2.0 * t1651;
    const double t1661 = t1654 + (-2.0) * t1653;
    const double t1662 = x[26] * (t1645 - (t1646 + t1648));
    const double t1663 = t1656 + (-2.0) * t1657;
    const double t1664 = x[27] * (t1647 + t1648);
    const double t1665 = t58 * t1503;
    const double t1666 = t74 * t1574;
    const double t1667 = t83 * t1623;
    const double t1668 = t86 * (0.25 * (t61 * (t75 * t1666)) + 0.25 * (t76 * (t84 * t1667)) + 0.25 * (t60 * (t59 *
        t1665)));
    const double t1669 = (-0.5) * (t88 * (t1668 * t101)) + (-0.25) * (t86 * (weights[0] * (t87 * t1668 * t102)));
    const double t1670 = t1503 * t91 + t58 * (2.0 * (t1665 * t90) + t59 * (t60 * t1669));
    const double t1671 = t1623 * t106 + t83 * (2.0 * (t1667 * t105) + t84 * (t76 * t1669));
    const double t1672 = t1574 * t111 + t74 * (2.0 * (t1666 * t110) + t75 * (t61 * t1669));
    const double t1673 = t1491 + t1492 + x[20] * (0.0625 * (t50 * t1670) + 0.0625 * (t46 * t1671) + 0.0625 * (t39 *
        t1672));
    const double t1674 = 0.125 * (t1598 + t42 * t1670) + 0.125 * (t80 * t1671 - t1599) + 0.0625 * (2.0 * t1600 + t69 *
        t1672);
    const double t1675 = 0.125 * (t49 * t1670 - t1544) + 0.0625 * (2.0 * t1545 + t81 * t1671) + 0.125 * (t1546 + t72 *
        t1672);
    const double t1676 = 0.0625 * (2.0 * t1540 + t57 * t1670) + 0.125 * (t1541 + t82 * t1671) + 0.125 * (t73 * t1672 -
        t1542);
    const double t1677 = k[2] * t1676;
    const double t1678 = k[1] * t1675;
    const double t1679 = t1677 + t1678;
    const double t1680 = k[0] * t1674;
    const double t1681 = x[24] * (t1680 - t1679);
    const double t1682 = 2.0 * (k[1] * t1676);
    const double t1683 = k[2] * t1675;
    const double t1684 = t1682 + (-2.0) * t1683;
    const double t1685 = k[0] * t1676;
    const double t1686 = 2.0 * (k[2] * t1674);
    const double t1687 = 2.0 * t1685 + t1686;
    const double t1688 = 2.0 * (k[0] * t1675);
    const double t1689 = k[1] * t1674;
    const double t1690 = t1688 + 2.0 * t1689;
    const double t1691 = x[25] * (t1678 - (t1677 + t1680));
    const double t1692 = t1682 + 2.0 * t1683;
    const double t1693 = t1686 + (-2.0) * t1685;
    const double t1694 = x[26] * (t1677 - (t1678 + t1680));
    const double t1695 = t1688 + (-2.0) * t1689;
    const double t1696 = x[27] * (t1679 + t1680);
    const double t1697 = t86 * (0.25 * t1313 + 0.5 * t1315 + 0.5 * t1316);
    const double t1698 = (-0.5) * (t88 * (t1697 * t101)) + (-0.25) * (t86 * (weights[0] * (t87 * t1697 * t102)));
    const double t1699 = 2.0 * t1309 + t58 * (4.0 * t1311 + t59 * (t60 * t1698));
    const double t1700 = 2.0 * t1320 + t83 * (4.0 * t1321 + t84 * (t76 * t1698));
    const double t1701 = t1323 + t74 * (2.0 * t1324 + t75 * (t61 * t1698));
    const double t1702 = 0.125 * (t42 * t1699) + 0.125 * (t80 * t1700) + 0.0625 * (t69 * t1701);
    const double t1703 = 0.125 * (t49 * t1699) + 0.0625 * (t81 * t1700) + 0.125 * (t72 * t1701);
    const double t1704 = 0.0625 * (t57 * t1699) + 0.125 * (t82 * t1700) + 0.125 * (t73 * t1701);
    const double t1705 = k[2] * t1704;
    const double t1706 = k[1] * t1703;
    const double t1707 = t1705 + t1706;
    const double t1708 = k[0] * t1702;
    const double t1709 = x[24] * (t1708 - t1707);
    const double t1710 = 2.0 * (k[1] * t1704);
    const double t1711 = k[2] * t1703;
    const double t1712 = t1710 + (-2.0) * t1711;
    const double t1713 = k[0] * t1704;
    const double t1714 = 2.0 * (k[2] * t1702);
    const double t1715 = 2.0 * t1713 + t1714;
    const double t1716 = 2.0 * (k[0] * t1703);
    const double t1717 = k[1] * t1702;
    const double t1718 = t1716 + 2.0 * t1717;
    const double t1719 = x[25] * (t1706 - (t1705 + t1708));
    const double t1720 = t1710 + 2.0 * t1711;
    const double t1721 = t1714 + (-2.0) * t1713;
    const double t1722 = x[26] * (t1705 - (t1706 + t1708));
    const double t1723 = t1716 + (-2.0) * t1717;
    const double t1724 = x[27] * (t1707 + t1708);
    const double t1725 = t86 * (0.5 * t1373 + 0.25 * t1375 + 0.5 * t1376);
    const double t1726 = (-0.5) * (t88 * (t1725 * t101)) + (-0.25) * (t86 * (weights[0] * (t87 * t1725 * t102)));
    const double t1727 = 2.0 * t1369 + t58 * (4.0 * t1371 + t59 * (t60 * t1726));
    const double t1728 = t1380 + t83 * (2.0 * t1381 + t84 * (t76 * t1726));
    const double t1729 = 2.0 * t1383 + t74 * (4.0 * t1384 + t75 * (t61 * t1726));
    const double t1730 = 0.125 * (t49 * t1727) + 0.0625 * (t81 * t1728) + 0.125 * (t72 * t1729);
    const double t1731 = 0.0625 * (t57 * t1727) + 0.125 * (t82 * t1728) + 0.125 * (t73 * t1729);
    const double t1732 = k[2] * t1731;
    const double t1733 = k[1] * t1730;
    const double t1734 = t1732 + t1733;
    const double t1735 = 0.125 * (t42 * t1727) + 0.125 * (t80 * t1728) + 0.0625 * (t69 * t1729);
    const double t1736 = k[0] * t1735;
    const double t1737 = x[24] * (t1736 - t1734);
    const double t1738 = 2.0 * (k[1] * t1731);
    const double t1739 = k[2] * t1730;
    const double t1740 = t1738 + (-2.0) * t1739;
    const double t1741 = k[0] * t1731;
    const double t1742 = 2.0 * (k[2] * t1735);
    const double t1743 = 2.0 * t1741 + t1742;
    const double t1744 = 2.0 * (k[0] * t1730);
    const double t1745 = k[1] * t1735;
    const double t1746 = t1744 + 2.0 * t1745;
    const double t1747 = x[25] * (t1733 - (t1732 + t1736));
    const double t1748 = t1738 + 2.0 * t1739;
    const double t1749 = t1742 + (-2.0) * t1741;
    const double t1750 = x[26] * (t1732 - (t1733 + t1736));
    const double t1751 = t1744 + (-2.0) * t1745;
    const double t1752 = x[27] * (t1734 + t1736);
    const double t1753 = t86 * (0.5 * t1433 + 0.5 * t1435 + 0.25 * t1436);
    const double t1754 = (-0.5) * (t88 * (t1753 * t101)) + (-0.25) * (t86 * (weights[0] * (t87 * t1753 * t102)));
    const double t1755 = t1429 + t58 * (2.0 * t1431 + t59 * (t60 * t1754));
    const double t1756 = 2.0 * t1440 + t83 * (4.0 * t1441 + t84 * (t76 * t1754));
    const double t1757 = 2.0 * t1443 + t74 * (4.0 * t1444 + t75 * (t61 * t1754));
    const double t1758 = 0.0625 * (t57 * t1755) + 0.125 * (t82 * t1756) + 0.125 * (t73 * t1757);
    const double t1759 = k[2] * t1758;
    const double t1760 = 0.125 * (t49 * t1755) + 0.0625 * (t81 * t1756) + 0.125 * (t72 * t1757);
    const double t1761 = k[1] * t1760;
    const double t1762 = t1759 + t1761;
    const double t1763 = 0.125 * (t42 * t1755) + 0.125 * (t80 * t1756) + 0.0625 * (t69 * t1757);
    const double t1764 = k[0] * t1763;
    const double t1765 = x[24] * (t1764 - t1762);
    const double t1766 = 2.0 * (k[1] * t1758);
    const double t1767 = k[2] * t1760;
    const double t1768 = t1766 + (-2.0) * t1767;
    const double t1769 = k[0] * t1758;
    const double t1770 = 2.0 * (k[2] * t1763);
    const double t1771 = 2.0 * t1769 + t1770;
    const double t1772 = 2.0 * (k[0] * t1760);
    const double t1773 = k[1] * t1763;
    const double t1774 = t1772 + 2.0 * t1773;
    const double t1775 = x[25] * (t1761 - (t1759 + t1764));
    const double t1776 = t1766 + 2.0 * t1767;
    const double t1777 = t1770 + (-2.0) * t1769;
    const double t1778 = x[26] * (t1759 - (t1761 + t1764));
    const double t1779 = t1772 + (-2.0) * t1773;
    const double t1780 = x[27] * (t1762 + t1764);
    const double t1781 = 0.0625 * (t57 * t128) + 0.125 * (t82 * t133) + 0.125 * (t73 * t121);
    const double t1782 = k[2] * t1781;
    const double t1783 = 0.125 * (t49 * t128) + 0.0625 * (t81 * t133) + 0.125 * (t72 * t121);
    const double t1784 = k[1] * t1783;
    const double t1785 = t1782 + t1784;
    const double t1786 = 0.125 * (t42 * t128) + 0.125 * (t80 * t133) + 0.0625 * (t69 * t121);
    const double t1787 = k[0] * t1786;
    const double t1788 = 2.0 * (x[24] * k[0]) + 2.0 * (x[25] * k[1]) + 2.0 * (x[26] * k[2]);
    const double t1789 = x[25] * k[0];
    const double t1790 = x[24] * k[1];
    const double t1791 = x[27] * k[2];
    const double t1792 = 2.0 * t1789 + (-2.0) * t1790 + (-2.0) * t1791;
    const double t1793 = x[26] * k[0];
    const double t1794 = x[27] * k[1];
    const double t1795 = x[24] * k[2];
    const double t1796 = 2.0 * t1793 + 2.0 * t1794 + (-2.0) * t1795;
    const double t1797 = 2.0 * (t42 * t1788) + 2.0 * (t49 * t1792) + t57 * t1796;
    const double t1798 = t58 * t1797;
    const double t1799 = t69 * t1788 + 2.0 * (t72 * t1792) + 2.0 * (t73 * t1796);
    const double t1800 = t74 * t1799;
    const double t1801 = 2.0 * (t80 * t1788) + t81 * t1792 + 2.0 * (t82 * t1796);
    const double t1802 = t83 * t1801;
    const double t1803 = t86 * (0.25 * (t61 * (t75 * t1800)) + 0.25 * (t76 * (t84 * t1802)) + 0.25 * (t60 * (t59 *
        t1798)));
    const double t1804 = (-0.5) * (t88 * (t1803 * t101)) + (-0.25) * (t86 * (weights[0] * (t87 * t1803 * t102)));
    const double t1805 = t1797 * t91 + t58 * (2.0 * (t1798 * t90) + t59 * (t60 * t1804));
    const double t1806 = t1801 * t106 + t83 * (2.0 * (t1802 * t105) + t84 * (t76 * t1804));
    const double t1807 = t1799 * t111 + t74 * (2.0 * (t1800 * t110) + t75 * (t61 * t1804));
    const double t1808 = 0.0625 * (t57 * t1805) + 0.125 * (t82 * t1806) + 0.125 * (t73 * t1807);
    const double t1809 = k[2] * t1808;
    const double t1810 = 0.125 * (t49 * t1805) + 0.0625 * (t81 * t1806) + 0.125 * (t72 * t1807);
    const double t1811 = k[1] * t1810;
    const double t1812 = t1809 + t1811;
    const double t1813 = 0.125 * (t42 * t1805) + 0.125 * (t80 * t1806) + 0.0625 * (t69 * t1807);
    const double t1814 = k[0] * t1813;
    const double t1815 = t1787 - t1785 + x[24] * (t1814 - t1812);
    const double t1816 = 2.0 * (k[1] * t1808);
    const double t1817 = k[2] * t1810;
    const double t1818 = t1816 + (-2.0) * t1817;
    const double t1819 = k[0] * t1808;
    const double t1820 = 2.0 * (k[2] * t1813);
    const double t1821 = 2.0 * t1819 + t1820;
    const double t1822 = 2.0 * (k[0] * t1810);
    const double t1823 = k[1] * t1813;
    const double t1824 = t1822 + 2.0 * t1823;
    const double t1825 = x[25] * (t1811 - (t1809 + t1814));
    const double t1826 = t1816 + 2.0 * t1817;
    const double t1827 = t1820 + (-2.0) * t1819;
    const double t1828 = 2.0 * (k[0] * t1783);
    const double t1829 = k[1] * t1786;
    const double t1830 = x[26] * (t1809 - (t1811 + t1814));
    const double t1831 = k[0] * t1781;
    const double t1832 = 2.0 * (k[2] * t1786);
    const double t1833 = t1822 + (-2.0) * t1823;
    const double t1834 = x[27] * (t1812 + t1814);
    const double t1835 = 2.0 * (k[1] * t1781);
    const double t1836 = k[2] * t1783;
    const double t1837 = (-2.0) * t1789 + 2.0 * t1790 + 2.0 * t1791;
    const double t1838 = x[27] * k[0];
    const double t1839 = x[26] * k[1];
    const double t1840 = x[25] * k[2];
    const double t1841 = (-2.0) * t1838 + 2.0 * t1839 + (-2.0) * t1840;
    const double t1842 = 2.0 * (t42 * t1837) + 2.0 * (t49 * t1788) + t57 * t1841;
    const double t1843 = t58 * t1842;
    const double t1844 = t69 * t1837 + 2.0 * (t72 * t1788) + 2.0 * (t73 * t1841);
    const double t1845 = t74 * t1844;
    const double t1846 = 2.0 * (t80 * t1837) + t81 * t1788 + 2.0 * (t82 * t1841);
    const double t1847 = t83 * t1846;
    const double t1848 = t86 * (0.25 * (t61 * (t75 * t1845)) + 0.25 * (t76 * (t84 * t1847)) + 0.25 * (t60 * (t59 *
        t1843)));
    const double t1849 = (-0.5) * (t88 * (t1848 * t101)) + (-0.25) * (t86 * (weights[0] * (t87 * t1848 * t102)));
    const double t1850 = t1842 * t91 + t58 * (2.0 * (t1843 * t90) + t59 * (t60 * t1849));
    const double t1851 = t1846 * t106 + t83 * (2.0 * (t1847 * t105) + t84 * (t76 * t1849));
    const double t1852 = t1844 * t111 + t74 * (2.0 * (t1845 * t110) + t75 * (t61 * t1849));
    const double t1853 = 0.125 * (t49 * t1850) + 0.0625 * (t81 * t1851) + 0.125 * (t72 * t1852);
    const double t1854 = k[1] * t1853;
    const double t1855 = 0.0625 * (t57 * t1850) + 0.125 * (t82 * t1851) + 0.125 * (t73 * t1852);
    const double t1856 = k[2] * t1855;
    const double t1857 = 0.125 * (t42 * t1850) + 0.125 * (t80 * t1851) + 0.0625 * (t69 * t1852);
    const double t1858 = k[0] * t1857;
    const double t1859 = t1784 - (t1782 + t1787) + x[25] * (t1854 - (t1856 + t1858));
    const double t1860 = 2.0 * (k[1] * t1855);
    const double t1861 = k[2] * t1853;
    const double t1862 = t1860 + 2.0 * t1861;
    const double t1863 = k[0] * t1855;
    const double t1864 = 2.0 * (k[2] * t1857);
    const double t1865 = (-2.0) * t1863 + t1864;
    const double t1866 = 2.0 * (k[0] * t1853);
    const double t1867 = k[1] * t1857;
    const double t1868 = x[26] * (t1856 - (t1854 + t1858));
    const double t1869 = t1866 + (-2.0) * t1867;
    const double t1870 = x[27] * (t1858 + t1854 + t1856);
    const double t1871 = (-2.0) * t1793 + (-2.0) * t1794 + 2.0 * t1795;
    const double t1872 = 2.0 * t1838 + (-2.0) * t1839 + 2.0 * t1840;
    const double t1873 = 2.0 * (t42 * t1871) + 2.0 * (t49 * t1872) + t57 * t1788;
    const double t1874 = t58 * t1873;
    const double t1875 = t69 * t1871 + 2.0 * (t72 * t1872) + 2.0 * (t73 * t1788);
    const double t1876 = t74 * t1875;
    const double t1877 = 2.0 * (t80 * t1871) + t81 * t1872 + 2.0 * (t82 * t1788);
    const double t1878 = t83 * t1877;
    const double t1879 = t86 * (0.25 * (t61 * (t75 * t1876)) + 0.25 * (t76 * (t84 * t1878)) + 0.25 * (t60 * (t59 *
        t1874)));
    const double t1880 = (-0.5) * (t88 * (t1879 * t101)) + (-0.25) * (t86 * (weights[0] * (t87 * t1879 * t102)));
    const double t1881 = t1873 * t91 + t58 * (2.0 * (t1874 * t90) + t59 * (t60 * t1880));
    const double t1882 = t1877 * t106 + t83 * (2.0 * (t1878 * t105) + t84 * (t76 * t1880));
    const double t1883 = t1875 * t111 + t74 * (2.0 * (t1876 * t110) + t75 * (t61 * t1880));
    const double t1884 = 0.0625 * (t57 * t1881) + 0.125 * (t82 * t1882) + 0.125 * (t73 * t1883);
    const double t1885 = k[2] * t1884;
    const double t1886 = 0.125 * (t49 * t1881) + 0.0625 * (t81 * t1882) + 0.125 * (t72 * t1883);
    const double t1887 = k[1] * t1886;
    const double t1888 = 0.125 * (t42 * t1881) + 0.125 * (t80 * t1882) + 0.0625 * (t69 * t1883);
    const double t1889 = k[0] * t1888;
    const double t1890 = t1782 - (t1784 + t1787) + x[26] * (t1885 - (t1887 + t1889));
    const double t1891 = 2.0 * (k[1] * t1884);
    const double t1892 = k[2] * t1886;
    const double t1893 = k[0] * t1884;
    const double t1894 = 2.0 * (k[2] * t1888);
    const double t1895 = 2.0 * (k[0] * t1886) + (-2.0) * (k[1] * t1888);
    const double t1896 = x[27] * (t1889 + t1885 + t1887);
    const double t1897 = 2.0 * (t42 * t1872) + 2.0 * (t49 * t1796) + t57 * t1837;
    const double t1898 = t58 * t1897;
    const double t1899 = t69 * t1872 + 2.0 * (t72 * t1796) + 2.0 * (t73 * t1837);
    const double t1900 = t74 * t1899;
    const double t1901 = 2.0 * (t80 * t1872) + t81 * t1796 + 2.0 * (t82 * t1837);
    const double t1902 = t83 * t1901;
    const double t1903 = t86 * (0.25 * (t61 * (t75 * t1900)) + 0.25 * (t76 * (t84 * t1902)) + 0.25 * (t60 * (t59 *
        t1898)));
    const double t1904 = (-0.5) * (t88 * (t1903 * t101)) + (-0.25) * (t86 * (weights[0] * (t87 * t1903 * t102)));
    const double t1905 = t1897 * t91 + t58 * (2.0 * (t1898 * t90) + t59 * (t60 * t1904));
    const double t1906 = t1901 * t106 + t83 * (2.0 * (t1902 * t105) + t84 * (t76 * t1904));
    const double t1907 = t1899 * t111 + t74 * (2.0 * (t1900 * t110) + t75 * (t61 * t1904));
    const double t1908 = 0.0625 * (t57 * t1905) + 0.125 * (t82 * t1906) + 0.125 * (t73 * t1907);
    const double t1909 = 0.125 * (t49 * t1905) + 0.0625 * (t81 * t1906) + 0.125 * (t72 * t1907);
    const double t1910 = 0.125 * (t42 * t1905) + 0.125 * (t80 * t1906) + 0.0625 * (t69 * t1907);
    const double t1911 = t1785 + t1787 + x[27] * (k[2] * t1908 + k[1] * t1909 + k[0] * t1910);
    out[0] = -t115;
    out[1] = -t116;
    out[2] = -t117;
    out[3] = t124 + t124 + x[6] * t127 + x[5] * t132 + x[4] * t137;
    out[4] = t138 + t138 + x[5] * t139 + x[6] * t140 + x[3] * t137;
    out[5] = t141 + t141 + x[4] * t139 + x[3] * t132 + x[6] * t142;
    out[6] = t143 + t143 + x[3] * t127 + x[4] * t140 + x[5] * t142;
    out[7] = t115;
    out[8] = t116;
    out[9] = t117;
    out[10] = t148 + t148 + x[13] * t151 + x[12] * t154 + x[11] * t157;
    out[11] = t158 + t158 + x[12] * t159 + x[13] * t160 + x[10] * t157;
    out[12] = t161 + t161 + x[11] * t159 + x[10] * t154 + x[13] * t162;
    out[13] = t163 + t163 + x[10] * t151 + x[11] * t160 + x[12] * t162;
    out[14] = -t164;
    out[15] = -t165;
    out[16] = -t166;
    out[17] = t171 + t171 + x[20] * t174 + x[19] * t177 + x[18] * t180;
    out[18] = t181 + t181 + x[19] * t182 + x[20] * t183 + x[17] * t180;
    out[19] = t184 + t184 + x[18] * t182 + x[17] * t177 + x[20] * t185;
    out[20] = t186 + t186 + x[17] * t174 + x[18] * t183 + x[19] * t185;
    out[21] = t164;
    out[22] = t165;
    out[23] = t166;
    out[24] = t191 + t191 + x[27] * t194 + x[26] * t197 + x[25] * t200;
    out[25] = t201 + t201 + x[26] * t202 + x[27] * t203 + x[24] * t200;
    out[26] = t204 + t204 + x[25] * t202 + x[24] * t197 + x[27] * t205;
    out[27] = t206 + t206 + x[24] * t194 + x[25] * t203 + x[26] * t205;
    out[28] = -t224;
    out[29] = -t225;
    out[30] = t230 + t230 + x[6] * t233 + x[5] * t236 + x[4] * t239;
    out[31] = t240 + t240 + x[5] * t241 + x[6] * t242 + x[3] * t239;
    out[32] = t243 + t243 + x[4] * t241 + x[3] * t236 + x[6] * t244;
    out[33] = t245 + t245 + x[3] * t233 + x[4] * t242 + x[5] * t244;
    out[34] = t246;
    out[35] = t224;
    out[36] = t225;
    out[37] = t251 + t251 + x[13] * t254 + x[12] * t257 + x[11] * t260;
    out[38] = t261 + t261 + x[12] * t262 + x[13] * t263 + x[10] * t260;
    out[39] = t264 + t264 + x[11] * t262 + x[10] * t257 + x[13] * t265;
    out[40] = t266 + t266 + x[10] * t254 + x[11] * t263 + x[12] * t265;
    out[41] = -t267;
    out[42] = -t268;
    out[43] = -t269;
    out[44] = t274 + t274 + x[20] * t277 + x[19] * t280 + x[18] * t283;
    out[45] = t284 + t284 + x[19] * t285 + x[20] * t286 + x[17] * t283;
    out[46] = t287 + t287 + x[18] * t285 + x[17] * t280 + x[20] * t288;
    out[47] = t289 + t289 + x[17] * t277 + x[18] * t286 + x[19] * t288;
    out[48] = t267;
    out[49] = t268;
    out[50] = t269;
    out[51] = t294 + t294 + x[27] * t297 + x[26] * t300 + x[25] * t303;
    out[52] = t304 + t304 + x[26] * t305 + x[27] * t306 + x[24] * t303;
    out[53] = t307 + t307 + x[25] * t305 + x[24] * t300 + x[27] * t308;
    out[54] = t309 + t309 + x[24] * t297 + x[25] * t306 + x[26] * t308;
    out[55] = -t327;
    out[56] = t332 + t332 + x[6] * t335 + x[5] * t338 + x[4] * t341;
    out[57] = t342 + t342 + x[5] * t343 + x[6] * t344 + x[3] * t341;
    out[58] = t345 + t345 + x[4] * t343 + x[3] * t338 + x[6] * t346;
    out[59] = t347 + t347 + x[3] * t335 + x[4] * t344 + x[5] * t346;
    out[60] = t348;
    out[61] = t349;
    out[62] = t327;
    out[63] = t354 + t354 + x[13] * t357 + x[12] * t360 + x[11] * t363;
    out[64] = t364 + t364 + x[12] * t365 + x[13] * t366 + x[10] * t363;
    out[65] = t367 + t367 + x[11] * t365 + x[10] * t360 + x[13] * t368;
    out[66] = t369 + t369 + x[10] * t357 + x[11] * t366 + x[12] * t368;
    out[67] = -t370;
    out[68] = -t371;
    out[69] = -t372;
    out[70] = t377 + t377 + x[20] * t380 + x[19] * t383 + x[18] * t386;
    out[71] = t387 + t387 + x[19] * t388 + x[20] * t389 + x[17] * t386;
    out[72] = t390 + t390 + x[18] * t388 + x[17] * t383 + x[20] * t391;
    out[73] = t392 + t392 + x[17] * t380 + x[18] * t389 + x[19] * t391;
    out[74] = t370;
    out[75] = t371;
    out[76] = t372;
    out[77] = t397 + t397 + x[27] * t400 + x[26] * t403 + x[25] * t406;
    out[78] = t407 + t407 + x[26] * t408 + x[27] * t409 + x[24] * t406;
    out[79] = t410 + t410 + x[25] * t408 + x[24] * t403 + x[27] * t411;
    out[80] = t412 + t412 + x[24] * t400 + x[25] * t409 + x[26] * t411;
    out[81] = t438 + t438 + x[6] * t441 + x[5] * t444 + x[4] * t447;
    out[82] = t448 + t448 + x[5] * t449 + x[6] * t450 + 0.125 * t451 + t452 + x[3] * t447;
    out[83] = t453 + t453 + x[4] * t449 + t454 + 0.125 * t455 + x[3] * t444 + x[6] * t456;
    out[84] = t457 + t457 + (-0.125) * t458 + t459 + x[3] * t441 + x[4] * t450 + x[5] * t456;
    out[85] = t463;
    out[86] = t467;
    out[87] = t471;
    out[88] = t476 + t476 + x[13] * t479 + x[12] * t482 + x[11] * t485;
    out[89] = t486 + t486 + x[12] * t487 + x[13] * t488 + x[10] * t485;
    out[90] = t489 + t489 + x[11] * t487 + x[10] * t482 + x[13] * t490;
    out[91] = t491 + t491 + x[10] * t479 + x[11] * t488 + x[12] * t490;
    out[92] = -t492;
    out[93] = -t493;
    out[94] = -t494;
    out[95] = t499 + t499 + x[20] * t502 + x[19] * t505 + x[18] * t508;
    out[96] = t509 + t509 + x[19] * t510 + x[20] * t511 + x[17] * t508;
    out[97] = t512 + t512 + x[18] * t510 + x[17] * t505 + x[20] * t513;
    out[98] = t514 + t514 + x[17] * t502 + x[18] * t511 + x[19] * t513;
    out[99] = t492;
    out[100] = t493;
    out[101] = t494;
    out[102] = t519 + t519 + x[27] * t522 + x[26] * t525 + x[25] * t528;
    out[103] = t529 + t529 + x[26] * t530 + x[27] * t531 + x[24] * t528;
    out[104] = t532 + t532 + x[25] * t530 + x[24] * t525 + x[27] * t533;
    out[105] = t534 + t534 + x[24] * t522 + x[25] * t531 + x[26] * t533;
    out[106] = t551 + t551 + x[5] * t554 + x[6] * t557 + x[3] * (0.125 * t558 + t559);
    out[107] = t560 + t560 + 0.125 * t458 + t459 + x[4] * t554 + x[3] * (t555 + 0.125 * t556) + x[6] * t561;
    out[108] = t562 + t562 + x[3] * (t553 + (-0.125) * t552) + t454 + (-0.125) * t455 + x[4] * t557 + x[5] * t561;
    out[109] = t563;
    out[110] = t564;
    out[111] = t568;
    out[112] = t573 + t573 + x[13] * t576 + x[12] * t579 + x[11] * t582;
    out[113] = t583 + t583 + x[12] * t584 + x[13] * t585 + x[10] * t582;
    out[114] = t586 + t586 + x[11] * t584 + x[10] * t579 + x[13] * t587;
    out[115] = t588 + t588 + x[10] * t576 + x[11] * t585 + x[12] * t587;
    out[116] = -t589;
    out[117] = -t590;
    out[118] = -t591;
    out[119] = t596 + t596 + x[20] * t599 + x[19] * t602 + x[18] * t605;
    out[120] = t606 + t606 + x[19] * t607 + x[20] * t608 + x[17] * t605;
    out[121] = t609 + t609 + x[18] * t607 + x[17] * t602 + x[20] * t610;
    out[122] = t611 + t611 + x[17] * t599 + x[18] * t608 + x[19] * t610;
    out[123] = t589;
    out[124] = t590;
    out[125] = t591;
    out[126] = t616 + t616 + x[27] * t619 + x[26] * t622 + x[25] * t625;
    out[127] = t626 + t626 + x[26] * t627 + x[27] * t628 + x[24] * t625;
    out[128] = t629 + t629 + x[25] * t627 + x[24] * t622 + x[27] * t630;
    out[129] = t631 + t631 + x[24] * t619 + x[25] * t628 + x[26] * t630;
    out[130] = t645 + t645 + x[4] * (0.125 * t646 + t647) + x[3] * (t648 + 0.125 * t649) + x[6] * t650;
    out[131] = t651 + t651 + x[3] * (t647 + (-0.125) * t646) + x[4] * (t648 + (-0.125) * t649) + (-0.125) * t451 +
        t452 + x[5] * t650;
    out[132] = t652;
    out[133] = t653;
    out[134] = t654;
    out[135] = t659 + t659 + x[13] * t662 + x[12] * t665 + x[11] * t668;
    out[136] = t669 + t669 + x[12] * t670 + x[13] * t671 + x[10] * t668;
    out[137] = t672 + t672 + x[11] * t670 + x[10] * t665 + x[13] * t673;
    out[138] = t674 + t674 + x[10] * t662 + x[11] * t671 + x[12] * t673;
    out[139] = -t675;
    out[140] = -t676;
    out[141] = -t677;
    out[142] = t682 + t682 + x[20] * t685 + x[19] * t688 + x[18] * t691;
    out[143] = t692 + t692 + x[19] * t693 + x[20] * t694 + x[17] * t691;
    out[144] = t695 + t695 + x[18] * t693 + x[17] * t688 + x[20] * t696;
    out[145] = t697 + t697 + x[17] * t685 + x[18] * t694 + x[19] * t696;
    out[146] = t675;
    out[147] = t676;
    out[148] = t677;
    out[149] = t702 + t702 + x[27] * t705 + x[26] * t708 + x[25] * t711;
    out[150] = t712 + t712 + x[26] * t713 + x[27] * t714 + x[24] * t711;
    out[151] = t715 + t715 + x[25] * t713 + x[24] * t708 + x[27] * t716;
    out[152] = t717 + t717 + x[24] * t705 + x[25] * t714 + x[26] * t716;
    out[153] = t726 + t726 + x[3] * ((-0.125) * (t17 * t723) + 0.125 * (t21 * t724)) + x[4] * (0.125 * (t13 * t723) +
        (-0.125) * (t21 * t725)) + x[5] * ((-0.125) * (t13 * t724) + 0.125 * (t17 * t725));
    out[154] = t727;
    out[155] = t728;
    out[156] = t729;
    out[157] = t734 + t734 + x[13] * t737 + x[12] * t740 + x[11] * t743;
    out[158] = t744 + t744 + x[12] * t745 + x[13] * t746 + x[10] * t743;
    out[159] = t747 + t747 + x[11] * t745 + x[10] * t740 + x[13] * t748;
    out[160] = t749 + t749 + x[10] * t737 + x[11] * t746 + x[12] * t748;
    out[161] = -t750;
    out[162] = -t751;
    out[163] = -t752;
    out[164] = t757 + t757 + x[20] * t760 + x[19] * t763 + x[18] * t766;
    out[165] = t767 + t767 + x[19] * t768 + x[20] * t769 + x[17] * t766;
    out[166] = t770 + t770 + x[18] * t768 + x[17] * t763 + x[20] * t771;
    out[167] = t772 + t772 + x[17] * t760 + x[18] * t769 + x[19] * t771;
    out[168] = t750;
    out[169] = t751;
    out[170] = t752;
    out[171] = t777 + t777 + x[27] * t780 + x[26] * t783 + x[25] * t786;
    out[172] = t787 + t787 + x[26] * t788 + x[27] * t789 + x[24] * t786;
    out[173] = t790 + t790 + x[25] * t788 + x[24] * t783 + x[27] * t791;
    out[174] = t792 + t792 + x[24] * t780 + x[25] * t789 + x[26] * t791;
    out[175] = t798;
    out[176] = t799;
    out[177] = t800;
    out[178] = t805 + t805 + x[13] * t808 + x[12] * t811 + x[11] * t814;
    out[179] = t815 + t815 + x[12] * t816 + x[13] * t817 + x[10] * t814;
    out[180] = t818 + t818 + x[11] * t816 + x[10] * t811 + x[13] * t819;
    out[181] = t820 + t820 + x[10] * t808 + x[11] * t817 + x[12] * t819;
    out[182] = -t821;
    out[183] = -t822;
    out[184] = -t823;
    out[185] = t828 + t828 + x[20] * t831 + x[19] * t834 + x[18] * t837;
    out[186] = t838 + t838 + x[19] * t839 + x[20] * t840 + x[17] * t837;
    out[187] = t841 + t841 + x[18] * t839 + x[17] * t834 + x[20] * t842;
    out[188] = t843 + t843 + x[17] * t831 + x[18] * t840 + x[19] * t842;
    out[189] = t821;
    out[190] = t822;
    out[191] = t823;
    out[192] = t848 + t848 + x[27] * t851 + x[26] * t854 + x[25] * t857;
    out[193] = t858 + t858 + x[26] * t859 + x[27] * t860 + x[24] * t857;
    out[194] = t861 + t861 + x[25] * t859 + x[24] * t854 + x[27] * t862;
    out[195] = t863 + t863 + x[24] * t851 + x[25] * t860 + x[26] * t862;
    out[196] = t869;
    out[197] = t870;
    out[198] = t876 + t876 + x[13] * t879 + x[12] * t882 + x[11] * t885;
    out[199] = t886 + t886 + x[12] * t887 + x[13] * t888 + x[10] * t885;
    out[200] = t889 + t889 + x[11] * t887 + x[10] * t882 + x[13] * t890;
    out[201] = t891 + t891 + x[10] * t879 + x[11] * t888 + x[12] * t890;
    out[202] = -t892;
    out[203] = -t893;
    out[204] = -t894;
    out[205] = t899 + t899 + x[20] * t902 + x[19] * t905 + x[18] * t908;
    out[206] = t909 + t909 + x[19] * t910 + x[20] * t911 + x[17] * t908;
    out[207] = t912 + t912 + x[18] * t910 + x[17] * t905 + x[20] * t913;
    out[208] = t914 + t914 + x[17] * t902 + x[18] * t911 + x[19] * t913;
    out[209] = t892;
    out[210] = t893;
    out[211] = t894;
    out[212] = t919 + t919 + x[27] * t922 + x[26] * t925 + x[25] * t928;
    out[213] = t929 + t929 + x[26] * t930 + x[27] * t931 + x[24] * t928;
    out[214] = t932 + t932 + x[25] * t930 + x[24] * t925 + x[27] * t933;
    out[215] = t934 + t934 + x[24] * t922 + x[25] * t931 + x[26] * t933;
    out[216] = t940;
    out[217] = t947 + t947 + x[13] * t950 + x[12] * t953 + x[11] * t956;
    out[218] = t957 + t957 + x[12] * t958 + x[13] * t959 + x[10] * t956;
    out[219] = t960 + t960 + x[11] * t958 + x[10] * t953 + x[13] * t961;
    out[220] = t962 + t962 + x[10] * t950 + x[11] * t959 + x[12] * t961;
    out[221] = -t963;
    out[222] = -t964;
    out[223] = -t965;
    out[224] = t970 + t970 + x[20] * t973 + x[19] * t976 + x[18] * t979;
    out[225] = t980 + t980 + x[19] * t981 + x[20] * t982 + x[17] * t979;
    out[226] = t983 + t983 + x[18] * t981 + x[17] * t976 + x[20] * t984;
    out[227] = t985 + t985 + x[17] * t973 + x[18] * t982 + x[19] * t984;
    out[228] = t963;
    out[229] = t964;
    out[230] = t965;
    out[231] = t990 + t990 + x[27] * t993 + x[26] * t996 + x[25] * t999;
    out[232] = t1000 + t1000 + x[26] * t1001 + x[27] * t1002 + x[24] * t999;
    out[233] = t1003 + t1003 + x[25] * t1001 + x[24] * t996 + x[27] * t1004;
    out[234] = t1005 + t1005 + x[24] * t993 + x[25] * t1002 + x[26] * t1004;
    out[235] = t1040 + t1040 + x[13] * t1043 + x[12] * t1046 + x[11] * t1049;
    out[236] = t1050 + t1050 + x[12] * t1051 + x[13] * t1052 + t1053 + 2.0 * t1054 + x[10] * t1049;
    out[237] = t1055 + t1055 + x[11] * t1051 + 2.0 * t1056 + t1057 + x[10] * t1046 + x[13] * t1058;
    out[238] = t1059 + t1059 + t1060 + (-2.0) * t1061 + x[10] * t1043 + x[11] * t1052 + x[12] * t1058;
    out[239] = -t1062;
    out[240] = -t1063;
    out[241] = -t1064;
    out[242] = t1069 + t1069 + x[20] * t1072 + x[19] * t1075 + x[18] * t1078;
    out[243] = t1079 + t1079 + x[19] * t1080 + x[20] * t1081 + x[17] * t1078;
    out[244] = t1082 + t1082 + x[18] * t1080 + x[17] * t1075 + x[20] * t1083;
    out[245] = t1084 + t1084 + x[17] * t1072 + x[18] * t1081 + x[19] * t1083;
    out[246] = t1062;
    out[247] = t1063;
    out[248] = t1064;
    out[249] = t1089 + t1089 + x[27] * t1092 + x[26] * t1095 + x[25] * t1098;
    out[250] = t1099 + t1099 + x[26] * t1100 + x[27] * t1101 + x[24] * t1098;
    out[251] = t1102 + t1102 + x[25] * t1100 + x[24] * t1095 + x[27] * t1103;
    out[252] = t1104 + t1104 + x[24] * t1092 + x[25] * t1101 + x[26] * t1103;
    out[253] = t1127 + t1127 + x[12] * t1130 + x[13] * t1133 + x[10] * (t1134 + 2.0 * t1135);
    out[254] = t1136 + t1136 + t1060 + 2.0 * t1061 + x[11] * t1130 + x[10] * (t1132 + 2.0 * t1131) + x[13] * t1137;
    out[255] = t1138 + t1138 + x[10] * (t1128 + (-2.0) * t1129) + (-2.0) * t1056 + t1057 + x[11] * t1133 + x[12] *
        t1137;
    out[256] = -t1139;
    out[257] = -t1140;
    out[258] = -t1141;
    out[259] = t1146 + t1146 + x[20] * t1149 + x[19] * t1152 + x[18] * t1155;
    out[260] = t1156 + t1156 + x[19] * t1157 + x[20] * t1158 + x[17] * t1155;
    out[261] = t1159 + t1159 + x[18] * t1157 + x[17] * t1152 + x[20] * t1160;
    out[262] = t1161 + t1161 + x[17] * t1149 + x[18] * t1158 + x[19] * t1160;
    out[263] = t1139;
    out[264] = t1140;
    out[265] = t1141;
    out[266] = t1166 + t1166 + x[27] * t1169 + x[26] * t1172 + x[25] * t1175;
    out[267] = t1176 + t1176 + x[26] * t1177 + x[27] * t1178 + x[24] * t1175;
    out[268] = t1179 + t1179 + x[25] * t1177 + x[24] * t1172 + x[27] * t1180;
    out[269] = t1181 + t1181 + x[24] * t1169 + x[25] * t1178 + x[26] * t1180;
    out[270] = t1201 + t1201 + x[11] * (t1202 + 2.0 * t1203) + x[10] * (2.0 * t1204 + t1205) + x[13] * t1206;
    out[271] = t1207 + t1207 + x[10] * (t1202 + (-2.0) * t1203) + x[11] * (t1205 + (-2.0) * t1204) + t1053 + (-2.0) *
        t1054 + x[12] * t1206;
    out[272] = -t1208;
    out[273] = -t1209;
    out[274] = -t1210;
    out[275] = t1215 + t1215 + x[20] * t1218 + x[19] * t1221 + x[18] * t1224;
    out[276] = t1225 + t1225 + x[19] * t1226 + x[20] * t1227 + x[17] * t1224;
    out[277] = t1228 + t1228 + x[18] * t1226 + x[17] * t1221 + x[20] * t1229;
    out[278] = t1230 + t1230 + x[17] * t1218 + x[18] * t1227 + x[19] * t1229;
    out[279] = t1208;
    out[280] = t1209;
    out[281] = t1210;
    out[282] = t1235 + t1235 + x[27] * t1238 + x[26] * t1241 + x[25] * t1244;
    out[283] = t1245 + t1245 + x[26] * t1246 + x[27] * t1247 + x[24] * t1244;
    out[284] = t1248 + t1248 + x[25] * t1246 + x[24] * t1241 + x[27] * t1249;
    out[285] = t1250 + t1250 + x[24] * t1238 + x[25] * t1247 + x[26] * t1249;
    out[286] = t1265 + t1265 + x[10] * (2.0 * (k[1] * t1262) + (-2.0) * (k[2] * t1263)) + x[11] * ((-2.0) * (k[0] *
        t1262) + 2.0 * (k[2] * t1264)) + x[12] * (2.0 * (k[0] * t1263) + (-2.0) * (k[1] * t1264));
    out[287] = -t1266;
    out[288] = -t1267;
    out[289] = -t1268;
    out[290] = t1273 + t1273 + x[20] * t1276 + x[19] * t1279 + x[18] * t1282;
    out[291] = t1283 + t1283 + x[19] * t1284 + x[20] * t1285 + x[17] * t1282;
    out[292] = t1286 + t1286 + x[18] * t1284 + x[17] * t1279 + x[20] * t1287;
    out[293] = t1288 + t1288 + x[17] * t1276 + x[18] * t1285 + x[19] * t1287;
    out[294] = t1266;
    out[295] = t1267;
    out[296] = t1268;
    out[297] = t1293 + t1293 + x[27] * t1296 + x[26] * t1299 + x[25] * t1302;
    out[298] = t1303 + t1303 + x[26] * t1304 + x[27] * t1305 + x[24] * t1302;
    out[299] = t1306 + t1306 + x[25] * t1304 + x[24] * t1299 + x[27] * t1307;
    out[300] = t1308 + t1308 + x[24] * t1296 + x[25] * t1305 + x[26] * t1307;
    out[301] = -t1326;
    out[302] = -t1327;
    out[303] = -t1328;
    out[304] = t1333 + t1333 + x[20] * t1336 + x[19] * t1339 + x[18] * t1342;
    out[305] = t1343 + t1343 + x[19] * t1344 + x[20] * t1345 + x[17] * t1342;
    out[306] = t1346 + t1346 + x[18] * t1344 + x[17] * t1339 + x[20] * t1347;
    out[307] = t1348 + t1348 + x[17] * t1336 + x[18] * t1345 + x[19] * t1347;
    out[308] = t1326;
    out[309] = t1327;
    out[310] = t1328;
    out[311] = t1353 + t1353 + x[27] * t1356 + x[26] * t1359 + x[25] * t1362;
    out[312] = t1363 + t1363 + x[26] * t1364 + x[27] * t1365 + x[24] * t1362;
    out[313] = t1366 + t1366 + x[25] * t1364 + x[24] * t1359 + x[27] * t1367;
    out[314] = t1368 + t1368 + x[24] * t1356 + x[25] * t1365 + x[26] * t1367;
    out[315] = -t1386;
    out[316] = -t1387;
    out[317] = t1392 + t1392 + x[20] * t1395 + x[19] * t1398 + x[18] * t1401;
    out[318] = t1402 + t1402 + x[19] * t1403 + x[20] * t1404 + x[17] * t1401;
    out[319] = t1405 + t1405 + x[18] * t1403 + x[17] * t1398 + x[20] * t1406;
    out[320] = t1407 + t1407 + x[17] * t1395 + x[18] * t1404 + x[19] * t1406;
    out[321] = t1408;
    out[322] = t1386;
    out[323] = t1387;
    out[324] = t1413 + t1413 + x[27] * t1416 + x[26] * t1419 + x[25] * t1422;
    out[325] = t1423 + t1423 + x[26] * t1424 + x[27] * t1425 + x[24] * t1422;
    out[326] = t1426 + t1426 + x[25] * t1424 + x[24] * t1419 + x[27] * t1427;
    out[327] = t1428 + t1428 + x[24] * t1416 + x[25] * t1425 + x[26] * t1427;
    out[328] = -t1446;
    out[329] = t1451 + t1451 + x[20] * t1454 + x[19] * t1457 + x[18] * t1460;
    out[330] = t1461 + t1461 + x[19] * t1462 + x[20] * t1463 + x[17] * t1460;
    out[331] = t1464 + t1464 + x[18] * t1462 + x[17] * t1457 + x[20] * t1465;
    out[332] = t1466 + t1466 + x[17] * t1454 + x[18] * t1463 + x[19] * t1465;
    out[333] = t1467;
    out[334] = t1468;
    out[335] = t1446;
    out[336] = t1473 + t1473 + x[27] * t1476 + x[26] * t1479 + x[25] * t1482;
    out[337] = t1483 + t1483 + x[26] * t1484 + x[27] * t1485 + x[24] * t1482;
    out[338] = t1486 + t1486 + x[25] * t1484 + x[24] * t1479 + x[27] * t1487;
    out[339] = t1488 + t1488 + x[24] * t1476 + x[25] * t1485 + x[26] * t1487;
    out[340] = t1514 + t1514 + x[20] * t1517 + x[19] * t1520 + x[18] * t1523;
    out[341] = t1524 + t1524 + x[19] * t1525 + x[20] * t1526 + 0.125 * t1527 + t1528 + x[17] * t1523;
    out[342] = t1529 + t1529 + x[18] * t1525 + t1530 + 0.125 * t1531 + x[17] * t1520 + x[20] * t1532;
    out[343] = t1533 + t1533 + (-0.125) * t1534 + t1535 + x[17] * t1517 + x[18] * t1526 + x[19] * t1532;
    out[344] = t1539;
    out[345] = t1543;
    out[346] = t1547;
    out[347] = t1552 + t1552 + x[27] * t1555 + x[26] * t1558 + x[25] * t1561;
    out[348] = t1562 + t1562 + x[26] * t1563 + x[27] * t1564 + x[24] * t1561;
    out[349] = t1565 + t1565 + x[25] * t1563 + x[24] * t1558 + x[27] * t1566;
    out[350] = t1567 + t1567 + x[24] * t1555 + x[25] * t1564 + x[26] * t1566;
    out[351] = t1584 + t1584 + x[19] * t1587 + x[20] * t1590 + x[17] * (0.125 * t1591 + t1592);
    out[352] = t1593 + t1593 + 0.125 * t1534 + t1535 + x[18] * t1587 + x[17] * (t1588 + 0.125 * t1589) + x[20] *
        t1594;
    out[353] = t1595 + t1595 + x[17] * (t1586 + (-0.125) * t1585) + t1530 + (-0.125) * t1531 + x[18] * t1590 + x[19] *
        t1594;
    out[354] = t1596;
    out[355] = t1597;
    out[356] = t1601;
    out[357] = t1606 + t1606 + x[27] * t1609 + x[26] * t1612 + x[25] * t1615;
    out[358] = t1616 + t1616 + x[26] * t1617 + x[27] * t1618 + x[24] * t1615;
    out[359] = t1619 + t1619 + x[25] * t1617 + x[24] * t1612 + x[27] * t1620;
    out[360] = t1621 + t1621 + x[24] * t1609 + x[25] * t1618 + x[26] * t1620;
    out[361] = t1635 + t1635 + x[18] * (0.125 * t1636 + t1637) + x[17] * (t1638 + 0.125 * t1639) + x[20] * t1640;
    out[362] = t1641 + t1641 + x[17] * (t1637 + (-0.125) * t1636) + x[18] * (t1638 + (-0.125) * t1639) + (-0.125) *
        t1527 + t1528 + x[19] * t1640;
    out[363] = t1642;
    out[364] = t1643;
    out[365] = t1644;
    out[366] = t1649 + t1649 + x[27] * t1652 + x[26] * t1655 + x[25] * t1658;
    out[367] = t1659 + t1659 + x[26] * t1660 + x[27] * t1661 + x[24] * t1658;
    out[368] = t1662 + t1662 + x[25] * t1660 + x[24] * t1655 + x[27] * t1663;
    out[369] = t1664 + t1664 + x[24] * t1652 + x[25] * t1661 + x[26] * t1663;
    out[370] = t1673 + t1673 + x[17] * ((-0.125) * (t46 * t1670) + 0.125 * (t50 * t1671)) + x[18] * (0.125 * (t39 *
        t1670) + (-0.125) * (t50 * t1672)) + x[19] * ((-0.125) * (t39 * t1671) + 0.125 * (t46 * t1672));
    out[371] = t1674;
    out[372] = t1675;
    out[373] = t1676;
    out[374] = t1681 + t1681 + x[27] * t1684 + x[26] * t1687 + x[25] * t1690;
    out[375] = t1691 + t1691 + x[26] * t1692 + x[27] * t1693 + x[24] * t1690;
    out[376] = t1694 + t1694 + x[25] * t1692 + x[24] * t1687 + x[27] * t1695;
    out[377] = t1696 + t1696 + x[24] * t1684 + x[25] * t1693 + x[26] * t1695;
    out[378] = t1702;
    out[379] = t1703;
    out[380] = t1704;
    out[381] = t1709 + t1709 + x[27] * t1712 + x[26] * t1715 + x[25] * t1718;
    out[382] = t1719 + t1719 + x[26] * t1720 + x[27] * t1721 + x[24] * t1718;
    out[383] = t1722 + t1722 + x[25] * t1720 + x[24] * t1715 + x[27] * t1723;
    out[384] = t1724 + t1724 + x[24] * t1712 + x[25] * t1721 + x[26] * t1723;
    out[385] = t1730;
    out[386] = t1731;
    out[387] = t1737 + t1737 + x[27] * t1740 + x[26] * t1743 + x[25] * t1746;
    out[388] = t1747 + t1747 + x[26] * t1748 + x[27] * t1749 + x[24] * t1746;
    out[389] = t1750 + t1750 + x[25] * t1748 + x[24] * t1743 + x[27] * t1751;
    out[390] = t1752 + t1752 + x[24] * t1740 + x[25] * t1749 + x[26] * t1751;
    out[391] = t1758;
    out[392] = t1765 + t1765 + x[27] * t1768 + x[26] * t1771 + x[25] * t1774;
    out[393] = t1775 + t1775 + x[26] * t1776 + x[27] * t1777 + x[24] * t1774;
    out[394] = t1778 + t1778 + x[25] * t1776 + x[24] * t1771 + x[27] * t1779;
    out[395] = t1780 + t1780 + x[24] * t1768 + x[25] * t1777 + x[26] * t1779;
    out[396] = t1815 + t1815 + x[27] * t1818 + x[26] * t1821 + x[25] * t1824;
    out[397] = t1825 + t1825 + x[26] * t1826 + x[27] * t1827 + t1828 + 2.0 * t1829 + x[24] * t1824;
    out[398] = t1830 + t1830 + x[25] * t1826 + 2.0 * t1831 + t1832 + x[24] * t1821 + x[27] * t1833;
    out[399] = t1834 + t1834 + t1835 + (-2.0) * t1836 + x[24] * t1818 + x[25] * t1827 + x[26] * t1833;
    out[400] = t1859 + t1859 + x[26] * t1862 + x[27] * t1865 + x[24] * (t1866 + 2.0 * t1867);
    out[401] = t1868 + t1868 + t1835 + 2.0 * t1836 + x[25] * t1862 + x[24] * (t1864 + 2.0 * t1863) + x[27] * t1869;
    out[402] = t1870 + t1870 + x[24] * (t1860 + (-2.0) * t1861) + (-2.0) * t1831 + t1832 + x[25] * t1865 + x[26] *
        t1869;
    out[403] = t1890 + t1890 + x[25] * (t1891 + 2.0 * t1892) + x[24] * (2.0 * t1893 + t1894) + x[27] * t1895;
    out[404] = t1896 + t1896 + x[24] * (t1891 + (-2.0) * t1892) + x[25] * (t1894 + (-2.0) * t1893) + t1828 + (-2.0) *
        t1829 + x[26] * t1895;
    out[405] = t1911 + t1911 + x[24] * (2.0 * (k[1] * t1908) + (-2.0) * (k[2] * t1909)) + x[25] * ((-2.0) * (k[0] *
        t1908) + 2.0 * (k[2] * t1910)) + x[26] * (2.0 * (k[0] * t1909) + (-2.0) * (k[1] * t1910));
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
