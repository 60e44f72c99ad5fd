#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes src/spacetime/blocks.c: the blocks of the spacetime problem with their first and second derivatives.

    tools/spacetime_blocks.py > src/spacetime/blocks.c
    tools/spacetime_blocks.py --check src/spacetime/blocks.c      exit 1 when that file is not what would be written

A block is written once, as a formula over its inputs (variables of the problem) and its data (constants of the
instance). Expressions are nodes that exist once each, so that common parts are computed once; derivatives are taken
node by node: backwards for the gradient of sum(weight x value), forwards for the Jacobian and the Hessian. No
package is needed, and the same text comes out everywhere.
"""
import sys


class Node:
    """One operation; made by the functions below only, so that equal nodes are the same object."""
    __slots__ = ("op", "args", "value", "index")
    table = {}

    def __init__(self, op, args, value):
        self.op, self.args, self.value, self.index = op, args, value, len(Node.table)

    def __add__(self, other):
        return add(self, lift(other))

    __radd__ = __add__

    def __mul__(self, other):
        return mul(self, lift(other))

    __rmul__ = __mul__

    def __neg__(self):
        return mul(const(-1.0), self)

    def __sub__(self, other):
        return add(self, -lift(other))

    def __rsub__(self, other):
        return add(lift(other), -self)

    def __truediv__(self, other):
        return mul(self, inverse(lift(other)))

    def __rtruediv__(self, other):
        return mul(lift(other), inverse(self))


def make(op, args=(), value=None):
    key = (op, tuple(a.index for a in args), value)
    if key not in Node.table:
        Node.table[key] = Node(op, args, value)
    return Node.table[key]


def const(value):
    return make("const", (), float(value))


def lift(value):
    return value if isinstance(value, Node) else const(value)


def is_const(node, value=None):
    return node.op == "const" and (value is None or node.value == value)


def add(a, b):
    if is_const(a, 0.0):
        return b
    if is_const(b, 0.0):
        return a
    if is_const(a) and is_const(b):
        return const(a.value + b.value)
    if a is b:
        return mul(const(2.0), a)
    return make("+", (a, b) if a.index <= b.index else (b, a))


def mul(a, b):
    if is_const(a, 0.0) or is_const(b, 0.0):
        return const(0.0)
    if is_const(a, 1.0):
        return b
    if is_const(b, 1.0):
        return a
    if is_const(b) and not is_const(a):
        a, b = b, a
    if is_const(a) and is_const(b):
        return const(a.value * b.value)
    if is_const(a) and b.op == "*" and is_const(b.args[0]):
        return mul(const(a.value * b.args[0].value), b.args[1])
    if is_const(a):
        return make("*", (a, b))
    if a.op == "*" and is_const(a.args[0]):
        return mul(a.args[0], mul(a.args[1], b))
    if b.op == "*" and is_const(b.args[0]):
        return mul(b.args[0], mul(a, b.args[1]))
    return make("*", (a, b) if a.index <= b.index else (b, a))


def inverse(a):
    return const(1.0 / a.value) if is_const(a) else make("inverse", (a,))


def sqrt(a):
    return make("sqrt", (lift(a),))


def sin(a):
    return make("sin", (lift(a),))


def cos(a):
    return make("cos", (lift(a),))


def atan2(a, b):
    return make("atan2", (a, b))


def partials(node):
    """The derivatives of a node with respect to its arguments."""
    if node.op == "+":
        return const(1.0), const(1.0)
    if node.op == "*":
        return node.args[1], node.args[0]
    a = node.args[0]
    if node.op == "inverse":
        return (-(node * node),)
    if node.op == "sqrt":
        return (0.5 * inverse(node),)
    if node.op == "sin":
        return (cos(a),)
    if node.op == "cos":
        return (-sin(a),)
    if node.op == "atan2":
        b = node.args[1]
        r = inverse(a * a + b * b)
        return b * r, -(a * r)
    raise ValueError(node.op)


def below(roots):
    """All nodes under the roots, arguments before their users."""
    seen, order, stack = set(), [], [(r, False) for r in reversed(roots)]
    while stack:
        node, done = stack.pop()
        if done:
            order.append(node)
        elif node.index not in seen:
            seen.add(node.index)
            stack.append((node, True))
            stack.extend((a, False) for a in reversed(node.args))
    return order


def forward(roots, variable):
    """Derivatives of the roots with respect to one variable."""
    d = {}
    for node in below(roots):
        if node is variable:
            d[node.index] = const(1.0)
        elif not node.args:
            d[node.index] = const(0.0)
        else:
            total = const(0.0)
            if any(not is_const(d[a.index], 0.0) for a in node.args):
                for a, p in zip(node.args, partials(node)):
                    total = total + p * d[a.index]
            d[node.index] = total
    return [d[r.index] for r in roots]


def backward(root, variables):
    """Gradient of one root."""
    adjoint = {root.index: const(1.0)}
    for node in reversed(below([root])):
        if node.index not in adjoint or not node.args:
            continue
        for a, p in zip(node.args, partials(node)):
            adjoint[a.index] = adjoint.get(a.index, const(0.0)) + adjoint[node.index] * p
    return [adjoint.get(v.index, const(0.0)) for v in variables]


def emit(roots, targets, out):
    """C statements that compute the roots into the targets. What is used once is written where it is used."""
    order, uses = below(roots), {}
    for node in order:
        for a in node.args:
            uses[a.index] = uses.get(a.index, 0) + 1
    for root in roots:
        uses[root.index] = uses.get(root.index, 0) + 1
    texts, count = {}, 0
    for node in order:
        texts[node.index] = expression(node, texts)
        if node.args and uses[node.index] > 1:
            out.extend(wrapped(f"const double t{count} = {texts[node.index][0]};"))
            texts[node.index] = (f"t{count}", 3)
            count += 1
    for root, target in zip(roots, targets):
        out.extend(wrapped(f"{target} = {texts[root.index][0]};"))


def wrapped(statement):
    """A statement in lines of at most 118 columns."""
    lines, line = [], "   "
    for word in statement.split(" "):
        if len(line) + 1 + len(word) > 118:
            lines.append(line)
            line = "       "
        line += " " + word
    return lines + [line]


def expression(node, texts):
    """C text of a node and how strongly it binds: 1 a sum, 2 a product, 3 anything else."""
    def at(argument, least):
        text_, binding = texts[argument.index]
        return text_ if binding >= least else f"({text_})"

    if node.op in ("x", "k", "w"):
        return {"x": "x", "k": "k", "w": "weights"}[node.op] + f"[{node.value}]", 3
    if node.op == "const":
        return repr(node.value), 3 if node.value >= 0 else 0
    if node.op == "+":
        left, right = node.args
        if right.op == "*" and is_const(right.args[0], -1.0) and texts[right.index][1] == 2:
            return f"{at(left, 1)} - {at(right.args[1], 2)}", 1
        if left.op == "*" and is_const(left.args[0], -1.0) and texts[left.index][1] == 2:
            return f"{at(right, 1)} - {at(left.args[1], 2)}", 1
        return f"{at(left, 1)} + {at(right, 1)}", 1
    if node.op == "*":
        if is_const(node.args[0], -1.0):
            return f"-{at(node.args[1], 3)}", 2
        return f"{at(node.args[0], 2)} * {at(node.args[1], 3)}", 2
    if node.op == "inverse":
        return f"1.0 / {at(node.args[0], 3)}", 2
    return f"{node.op}({', '.join(texts[a.index][0] for a in node.args)})", 3


class Block:
    """Hands out inputs and constants while a formula is written down."""

    def __init__(self):
        self.inputs, self.constants = 0, 0

    def x(self, count=None):
        self.inputs += count or 1
        first = self.inputs - (count or 1)
        nodes = [make("x", (), first + i) for i in range(count or 1)]
        return nodes if count else nodes[0]

    def k(self, count=None):
        self.constants += count or 1
        first = self.constants - (count or 1)
        nodes = [make("k", (), first + i) for i in range(count or 1)]
        return nodes if count else nodes[0]


def write_function(name, kind, roots, out):
    body = []
    emit(roots, [f"out[{i}]" for i in range(len(roots))], body)
    weights = ", const double *weights" if kind == "hessian" else ""
    out.append(f"static void {name}_{kind}(const double *x, const void *data{weights}, double *out)")
    out.append("{")
    text = "\n".join(body)
    out.append("    const double *k = data;" if "k[" in text else "    (void)data;")
    if "x[" not in text:
        out.append("    (void)x;")
    if kind == "hessian" and "weights[" not in text:
        out.append("    (void)weights;")
    if not roots:
        out.append("    (void)out;")
    out.extend(body)
    out.append("}")
    out.append("")


def write_table(name, numbers, out):
    rows = [numbers[i:i + 24] for i in range(0, len(numbers), 24)] or [[0]]
    out.append(f"static const int {name}[] = {{")
    out.extend("    " + ", ".join(str(n) for n in row) + "," for row in rows)
    out.append("};")


def write_block(name, formula, out):
    """One kind of block, with the reason why it is there as a comment."""
    block = Block()
    values = [lift(v) for v in formula(block)]
    xs = [make("x", (), i) for i in range(block.inputs)]
    jacobian = []
    for j, x in enumerate(xs):
        jacobian += [(i, j, d) for i, d in enumerate(forward(values, x)) if not is_const(d, 0.0)]
    jacobian.sort(key=lambda e: e[:2])
    lagrangian = const(0.0)
    for i, value in enumerate(values):
        lagrangian = lagrangian + make("w", (), i) * value
    gradient = backward(lagrangian, xs)
    hessian = []
    for j, x in enumerate(xs):
        hessian += [(i, j, d) for i, d in zip(range(j, len(xs)), forward(gradient[j:], x)) if not is_const(d, 0.0)]
    out.append("// " + " ".join(formula.__doc__.split()))
    write_function(name, "evaluate", values, out)
    write_function(name, "jacobian", [d for _, _, d in jacobian], out)
    write_function(name, "hessian", [d for _, _, d in hessian], out)
    write_kind(name, name, block.inputs, len(values), jacobian, hessian, out)


def write_kind(name, functions, input_count, value_count, jacobian, hessian, out):
    """The tables of a block, and what names them and its functions."""
    write_table(f"{name}_jacobian_values", [e[0] for e in jacobian], out)
    write_table(f"{name}_jacobian_inputs", [e[1] for e in jacobian], out)
    write_table(f"{name}_hessian_rows", [e[0] for e in hessian], out)
    write_table(f"{name}_hessian_columns", [e[1] for e in hessian], out)
    out.append(f"const caperi_block_kind caperi_block_{name} = {{")
    out.append(f"    \"{name}\", {input_count}, {value_count}, {len(jacobian)}, {len(hessian)},")
    out.append(f"    {name}_jacobian_values, {name}_jacobian_inputs, {name}_hessian_rows, {name}_hessian_columns,")
    out.append(f"    {functions}_evaluate, {functions}_jacobian, {functions}_hessian,")
    out.append("};")
    out.append("")


def write_dense(name, input_count, out):
    """A block of one value that is written by hand; any of its derivatives may differ from 0."""
    jacobian = [(0, j) for j in range(input_count)]
    hessian = [(i, j) for j in range(input_count) for i in range(j, input_count)]
    write_kind(name, f"caperi_{name}", input_count, 1, jacobian, hessian, out)


# -- vectors, quaternions (x, y, z, w) ---------------------------------------------------------------------------------

def dot(a, b):
    return sum((x * y for x, y in zip(a, b)), const(0.0))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def plus(a, b):
    return [x + y for x, y in zip(a, b)]


def minus(a, b):
    return [x - y for x, y in zip(a, b)]


def scaled(s, a):
    return [s * x for x in a]


def matrix(q):
    """Rows of the rotation matrix of a unit quaternion, as a quadratic form."""
    x, y, z, w = q
    return [[w * w + x * x - y * y - z * z, 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), w * w - x * x + y * y - z * z, 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), w * w - x * x - y * y + z * z]]


def rotate(q, v):
    return [dot(row, v) for row in matrix(q)]


def qmul(a, b):
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return [aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz]


def conj(q):
    return [-q[0], -q[1], -q[2], q[3]]


def yawed(turn, v):
    """A vector turned about the vertical."""
    return [cos(turn) * v[0] + sin(turn) * v[2], v[1], cos(turn) * v[2] - sin(turn) * v[0]]


def weight_of_step(before, after, rate):
    """Share of one frame in a mean over time: half of both steps beside it, by the inverse of the whole time."""
    return 0.5 * (before + after) * rate


def relative(b):
    """Rotation of a child against its parent, from rest: four linear forms (rows of data) of conj(parent) x child. The
    first three are half the turns about the axes that the rows were made for, the fourth is the cosine."""
    parent, child = b.x(4), b.x(4)
    rows, turn = [b.k(4) for _ in range(4)], qmul(conj(parent), child)
    return [dot(row, turn) for row in rows]


# -- the blocks -------------------------------------------------------------------------------------------------------

def norm(b):
    """A quaternion has length 1."""
    q = b.x(4)
    return [dot(q, q) - 1]


def inertia(b):
    """Newton and Euler for one body at one frame, steps of different length before and after: mass x acceleration and
    the change of angular momentum, sum over k of J[k] r[k] x (r'[k] / after + r"[k] / before) / step, r[k] the columns
    of the rotation. Positions before, now, after; quaternions before, now, after; the two steps; mass, J."""
    p0, p1, p2, q0, q1, q2 = b.x(3), b.x(3), b.x(3), b.x(4), b.x(4), b.x(4)
    h0, h1 = b.x(), b.x()
    mass, j, unit = b.k(), b.k(3), b.k()
    step = 2 / (h0 + h1)
    i0, i1 = step / h0, step / h1
    force = [mass * (i1 * (c - a) - i0 * (a - o)) for o, a, c in zip(p0, p1, p2)]
    m0, m1, m2 = matrix(q0), matrix(q1), matrix(q2)
    torque = [const(0.0)] * 3
    for k in range(3):
        column = [m1[i][k] for i in range(3)]
        beside = [i1 * m2[i][k] + i0 * m0[i][k] for i in range(3)]
        torque = plus(torque, scaled(j[k], cross(column, beside)))
    return force + scaled(unit, torque)


def lever(b):
    """Torque of a force at a point of a body about its centre of mass. Quaternion, force; point, unit."""
    q, f = b.x(4), b.x(3)
    c, unit = b.k(3), b.k()
    return scaled(unit, cross(rotate(q, c), f))


def socket(b):
    """A point of the parent is a point of the child. Positions and quaternions of both."""
    pa, qa, pb, qb = b.x(3), b.x(4), b.x(3), b.x(4)
    ca, cb = b.k(3), b.k(3)
    return minus(plus(pa, rotate(qa, ca)), plus(pb, rotate(qb, cb)))


def hinge(b):
    """Two turns that a hinge does not have, and the sines of half the angles to its two limits. Quaternions of parent
    and child; forms across, across, along; sine and cosine of half the limits."""
    u, v, t, w = relative(b)
    s0, c0, s1, c1 = b.k(4)
    return [u, v, t * c0 - w * s0, w * s1 - t * c1]


def ball(b):
    """A cone for the swing (square of the sine of its half), and sines of half the angles from the twist to its two
    limits."""
    u, v, t, w = relative(b)
    swing, s0, c0, s1, c1 = b.k(5)
    return [swing - u * u - v * v, t * c0 - w * s0, w * s1 - t * c1]


def posture(b):
    """Square of a joint's angle from rest (four times the square of the sine of its half), as a share of a mean."""
    r = relative(b)
    h0, h1, rate = b.x(), b.x(), b.x()
    return [4 * weight_of_step(h0, h1, rate) * dot(r[:3], r[:3])]


def upright(b):
    """Square of the tilt of a direction that is vertical at rest, and twice one less the cosine of the angle from what
    was forward to a direction on the ground, as a share of a mean. Up, forward, sine and cosine of the yaw."""
    q, h0, h1, rate = b.x(4), b.x(), b.x(), b.x()
    up, forward_ = rotate(q, b.k(3)), rotate(q, b.k(3))
    away = 2 - 2 * dot([forward_[0], forward_[2]], b.k(2))
    return [weight_of_step(h0, h1, rate) * (up[0] * up[0] + up[2] * up[2] + away)]


def torque_limit(b):
    """Square of a torque."""
    t = b.x(3)
    return [dot(t, t)]


def effort(b):
    """Square of a vector, as a share of a mean."""
    t, h0, h1, rate = b.x(3), b.x(), b.x(), b.x()
    return [weight_of_step(h0, h1, rate) * dot(t, t)]


def momentum(b):
    """Angular momentum of a body about a vertical axis that moves evenly: positions before, now, after; quaternions before,
    now, after; the two steps; mass, J; x and z of the axis now and of its velocity."""
    p0, p1, p2, q0, q1, q2 = b.x(3), b.x(3), b.x(3), b.x(4), b.x(4), b.x(4)
    h0, h1 = b.x(), b.x()
    mass, j, at, speed = b.k(), b.k(3), b.k(2), b.k(2)
    each = 1 / (h0 + h1)
    x, z = p1[0] - at[0], p1[2] - at[1]
    vx, vz = each * (p2[0] - p0[0]) - speed[0], each * (p2[2] - p0[2]) - speed[1]
    total = mass * (z * vx - x * vz)
    m0, m1, m2 = matrix(q0), matrix(q1), matrix(q2)
    for k in range(3):
        total = total + j[k] * each * (m1[2][k] * (m2[0][k] - m0[0][k]) - m1[0][k] * (m2[2][k] - m0[2][k]))
    return [total]


def square(b):
    """Square of a number, as a share of a mean."""
    v, h0, h1, rate = b.x(), b.x(), b.x(), b.x()
    return [weight_of_step(h0, h1, rate) * v * v]


def acceleration(b):
    """Square of a body's angular acceleration (twice the second difference of its quaternion), as a share of a
    mean."""
    q0, q1, q2 = b.x(4), b.x(4), b.x(4)
    h0, h1, rate = b.x(), b.x(), b.x()
    step = 2 / (h0 + h1)
    d = [step * ((c - a) / h1 - (a - o) / h0) for o, a, c in zip(q0, q1, q2)]
    return [4 * weight_of_step(h0, h1, rate) * dot(d, d)]


def force_rate(b):
    """Square of the rate of a contact's force from one frame to the next, as a share of a mean. Over the seam of a
    cycle the next force is that of the next cycle: mirrored by the sign, then turned."""
    f, g, turn, h, rate = b.x(3), b.x(3), b.x(), b.x(), b.x()
    sign, seam = b.k(), b.k()
    d = minus(yawed(seam * turn, [sign * g[0], g[1], g[2]]), f)
    return [rate * dot(d, d) / h]


def cone(b):
    """Friction: the square of what a contact may bear sideways less the square of what it bears."""
    f = b.x(3)
    mu = b.k()
    return [mu * mu * f[1] * f[1] - f[0] * f[0] - f[2] * f[2]]


def bearing(b):
    """A moment within what a sole's extent bears: the vertical force x half the extent, plus and minus the moment."""
    f, m = b.x(), b.x()
    half = b.k()
    return [half * f - m, half * f + m]


def tilt(b):
    """Torque of a contact's moments: about the direction in which the sole points, flat on the ground, and about the
    vertical. Yaw of the foothold, roll moment, twist moment."""
    yaw, roll, twist = b.x(), b.x(), b.x()
    unit = b.k()
    return [unit * roll * sin(yaw), unit * twist, unit * roll * cos(yaw)]


def stand(b):
    """A point of a body on the ground, ahead of its foothold by a length. Position, quaternion; foothold x, z, yaw."""
    p, q, x, z, yaw = b.x(3), b.x(4), b.x(), b.x(), b.x()
    c, ahead = b.k(3), b.k()
    at = plus(p, rotate(q, c))
    return [at[0] - x - ahead * sin(yaw), at[1], at[2] - z - ahead * cos(yaw)]


def touch(b):
    """A contact that may be or not: the force x the height of its point, and the force x the square of the speed of that
    point over the ground from this frame to the next. Position and quaternion at both; vertical force; step."""
    p, q, p1, q1, f, h = b.x(3), b.x(4), b.x(3), b.x(4), b.x(), b.x()
    c = b.k(3)
    now, then = plus(p, rotate(q, c)), plus(p1, rotate(q1, c))
    d = minus(then, now)
    return [f * now[1], f * (d[0] * d[0] + d[2] * d[2]) / (h * h)]


def height(b):
    """Height of a point of a body."""
    p, q = b.x(), b.x(4)
    c = b.k(3)
    return [p + dot(matrix(q)[1], c)]


def heading(b):
    """A direction of a body does not lean to either side of a foothold's yaw."""
    q, yaw = b.x(4), b.x()
    f = rotate(q, b.k(3))
    return [f[0] * cos(yaw) - f[2] * sin(yaw)]


def level(b):
    """A direction of a body is level."""
    q = b.x(4)
    return [dot(matrix(q)[1], b.k(3))]


def link(b):
    """A body one cycle on: position and quaternion are those of the first, mirrored (sign -1) or not, turned and moved.
    Both quaternions go through constant matrices. Later position and quaternion, earlier ones, travel x, z, turn."""
    p, q, p0, q0 = b.x(3), b.x(4), b.x(3), b.x(4)
    x, z, turn = b.x(), b.x(), b.x()
    sign, m = b.k(), [b.k(4) for _ in range(4)]
    moved = yawed(turn, [sign * p0[0], p0[1], p0[2]])
    turned = [dot(row, q0) for row in m]
    half = 0.5 * turn
    around = qmul([const(0.0), sin(half), const(0.0), cos(half)], turned)
    return minus(p, plus(moved, [x, const(0.0), z])) + minus(q, around)


def foothold_link(b):
    """A foothold that lasts into the next cycle: later x, z, yaw; earlier ones; travel x, z, turn."""
    later, x, z, yaw, tx, tz, turn = b.x(3), b.x(), b.x(), b.x(), b.x(), b.x(), b.x()
    sign = b.k()
    moved = yawed(turn, [sign * x, const(0.0), z])
    return [later[0] - moved[0] - tx, later[1] - moved[2] - tz, later[2] - sign * yaw - turn]


def duration_rate(b):
    """The inverse of a duration: one phase's part. Rate, step; frames of the phase."""
    rate, h = b.x(), b.x()
    return [rate * h * b.k()]


def tempo(b):
    """Square of the share by which a step differs from the one it starts with (inverse in data)."""
    d = b.x() * b.k() - 1
    return [d * d]


def ground(b):
    """Height of the lowest point of an ellipsoid. Height of its centre, quaternion; squares of its radii."""
    p, q = b.x(), b.x(4)
    r = b.k(3)
    row = matrix(q)[1]
    return [p - sqrt(dot(r, [c * c for c in row]) + 1e-12)]


def sides(b):
    """How far one body is to the side of another, along a direction of a third. Two positions, quaternion of the
    third."""
    left, right, q = b.x(3), b.x(3), b.x(4)
    return [dot(rotate(q, b.k(3)), minus(left, right))]


def seen_from(pa, qa, pb, qb, c):
    """A point of one body in the frame of another."""
    d = minus(plus(pb, rotate(qb, c)), pa)
    m = matrix(qa)
    return [dot([m[i][k] for i in range(3)], d) for k in range(3)]


def rounded(inv, v):
    """How far out a point is of a box with rounded edges, the fourth root of a sum of fourth powers, less one: an
    ellipsoid (thesis 4.3) has no corners, and bodies met there."""
    return sqrt(sqrt(dot([i * i for i in inv], [(x * x) * (x * x) for x in v]) + 1e-12)) - 1


def seen(b):
    """A point of one body in the frame of another. Positions and quaternions of the other and of its own body; the
    point."""
    pa, qa, pb, qb = b.x(3), b.x(4), b.x(3), b.x(4)
    return seen_from(pa, qa, pb, qb, b.k(3))


def beyond(b):
    """How far out of a rounded box a point is. The point; inverse squares of the half sides."""
    v = b.x(3)
    return [rounded(b.k(3), v)]


# -- quantities: blocks with one value; the constant e selects a component ---------------------------------------------

def point(b):
    """A point of a body, or a direction without position (move 0), along e."""
    p, q = b.x(3), b.x(4)
    c, e, move = b.k(3), b.k(3), b.k()
    return [dot(e, plus(scaled(move, p), rotate(q, c)))]


def slope(b):
    """Rate of a number from before to after. Numbers before and after, the two steps between."""
    a0, a2, h0, h1 = b.x(4)
    return [(a2 - a0) / (h0 + h1)]


def bend(b):
    """Second derivative of a number. Numbers before, now, after, the two steps between."""
    a0, a1, a2, h0, h1 = b.x(5)
    return [2 * ((a2 - a1) / h1 - (a1 - a0) / h0) / (h0 + h1)]


def spin(b):
    """Angular velocity along e: twice the vector part of the turn from before to after."""
    q0, q2, h0, h1 = b.x(4), b.x(4), b.x(), b.x()
    e = b.k(3)
    d = qmul(q2, conj(q0))
    return [2 * dot(e, d[:3]) / (h0 + h1)]


def angles(b):
    """One of pitch, yaw and roll (weights e) of a body: where its forward, and its left, have gone."""
    q = b.x(4)
    e, f, s, u = b.k(3), b.k(3), b.k(3), b.k(3)
    forward_, side, up = rotate(q, f), rotate(q, s), rotate(q, u)
    flat = sqrt(forward_[0] * forward_[0] + forward_[2] * forward_[2] + 1e-12)
    return [e[0] * atan2(-forward_[1], flat) + e[1] * atan2(forward_[0], forward_[2]) + e[2] * atan2(side[1], up[1])]


def joint_angle(b):
    """Turn of a joint from rest about e: twice the arc of the half angle, taken along e."""
    r = relative(b)
    return [2 * atan2(dot(b.k(3), r[:3]), r[3])]


BLOCKS = [norm, inertia, lever, socket, hinge, ball, posture, upright, torque_limit, effort, momentum, square,
          acceleration, force_rate, cone, bearing, tilt, stand, touch, height, heading, level, link, foothold_link,
          duration_rate, tempo, ground, sides, seen, beyond, point, slope, bend, spin, angles, joint_angle]

HEAD = """// SPDX-License-Identifier: MIT
// Written by tools/spacetime_blocks.py: do not edit.
// Long, because derivatives of each block are written out, with what they share computed once.
// clang-format off
#include "spacetime/blocks.h"

#include <math.h>
"""


def text():
    out = [HEAD]
    for formula in BLOCKS:
        Node.table.clear()
        write_block(formula.__name__, formula, out)
    out.append("// Written by hand in apart_block.c, of seen and beyond.")
    write_dense("apart", 14, out)
    write_dense("apart_between", 28, out)
    return "\n".join(out)


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "--check":
        with open(sys.argv[2], encoding="utf-8") as f:
            if f.read() == text():
                return 0
        print(f"{sys.argv[2]} is not what tools/spacetime_blocks.py writes", file=sys.stderr)
        return 1
    sys.stdout.write(text())
    return 0


if __name__ == "__main__":
    sys.exit(main())
