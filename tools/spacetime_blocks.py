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


TABLES = {}  # of numbers that were written, by name


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
    """A table of numbers, unless one that is there begins with them; returns the name to use."""
    for there, others in TABLES.items():
        if others[:len(numbers)] == numbers:
            return there
    TABLES[name] = numbers
    rows = [numbers[i:i + 24] for i in range(0, len(numbers), 24)] or [[0]]
    out.append(f"static const int {name}[] = {{")
    out.extend("    " + ", ".join(str(n) for n in row) + "," for row in rows)
    out.append("};")
    return name


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
    tables = [write_table(f"{name}_{kind}", [e[place] for e in entries], out) for kind, entries, place in (
        ("jacobian_values", jacobian, 0), ("jacobian_inputs", jacobian, 1),
        ("hessian_rows", hessian, 0), ("hessian_columns", hessian, 1))]
    out.append(f"const caperi_block_kind caperi_block_{name} = {{")
    out.append(f"    \"{name}\", {input_count}, {value_count}, {len(jacobian)}, {len(hessian)},")
    out.append(f"    {', '.join(tables)},")
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


def relative(b, count):
    """Linear forms (rows of data) of the rotation of a child against its parent, conj(parent) x child."""
    parent, child = b.x(4), b.x(4)
    rows, turn = [b.k(4) for _ in range(count)], qmul(conj(parent), child)
    return [dot(row, turn) for row in rows]


# -- the blocks -------------------------------------------------------------------------------------------------------

def norm(b):
    """A quaternion has length 1."""
    q = b.x(4)
    return [dot(q, q) - 1]


def turning(b):
    """What the frame beside adds to the change of a body's angular momentum about x, as sum over k of J[k] r[k] x r'[k],
    r and r' the columns of its rotation here and there: r[k] x r[k] is 0, so that differences of r need not be taken.
    (By the mean step and the step to that frame for its rate, by both steps for the momentum.) Quaternions here and
    there; that step, the other; J; shares for the momentum and for its rate."""
    q, q1, h, other = b.x(4), b.x(4), b.x(), b.x()
    m, m1, j = matrix(q), matrix(q1), b.k(3)
    momentum, rate = b.k(2)
    swept = sum((j[k] * (m[1][k] * m1[2][k] - m[2][k] * m1[1][k]) for k in range(3)), const(0.0))
    return [(momentum + rate / h) / (h + other) * swept]


def moment(b):
    """A number x that of a body's direction along x. The number, quaternion; the direction."""
    f, q = b.x(), b.x(4)
    return [f * rotate(q, b.k(3))[0]]


def product(b):
    """Two numbers."""
    return [b.x() * b.x()]


def form(b):
    """Half a turn of a joint from rest about an axis, the cosine of half its angle, or how far it is from a limit: a
    linear form of the relative turn. Quaternions of parent and child; the form."""
    return [relative(b, 1)[0]]


def swing(b):
    """Square of the sine of half a swing, below that of its cone. Quaternions of parent and child; two forms across;
    the cone's."""
    u, v = relative(b, 2)
    return [b.k() - u * u - v * v]


def posture(b):
    """Square of a joint's angle from rest (four times the square of the sine of its half), as a share of a mean. The
    sine's square is what the cosine's leaves of the quaternions' lengths. Its form is the cosine's."""
    parent, child = b.x(4), b.x(4)
    cosine = dot(b.k(4), qmul(conj(parent), child))
    h0, h1, rate = b.x(), b.x(), b.x()
    return [4 * weight_of_step(h0, h1, rate) * (dot(parent, parent) * dot(child, child) - cosine * cosine)]


def upright(b):
    """Square of the tilt of a direction that is vertical at rest, and twice one less the cosine of the angle from what
    was forward to a direction on the ground, as a share of a mean. The tilt's is what its height leaves of its length.
    Up, forward, sine and cosine of the yaw."""
    q, h0, h1, rate = b.x(4), b.x(), b.x(), b.x()
    up, forward_, length = rotate(q, b.k(3))[1], rotate(q, b.k(3)), dot(q, q)
    away = 2 - 2 * dot([forward_[0], forward_[2]], b.k(2))
    return [weight_of_step(h0, h1, rate) * (length * length - up * up + away)]


def torque_limit(b):
    """Square of a torque."""
    t = b.x(3)
    return [dot(t, t)]


def orbit(b):
    """Angular momentum of a mass about a vertical axis that moves evenly. x and z before, now, after; the two steps;
    mass; x and z of the axis now and of its velocity."""
    (x0, z0), (x1, z1), (x2, z2), h0, h1 = b.x(2), b.x(2), b.x(2), b.x(), b.x()
    mass, at, speed = b.k(), b.k(2), b.k(2)
    each = 1 / (h0 + h1)
    return [mass * ((z1 - at[1]) * (each * (x2 - x0) - speed[0]) - (x1 - at[0]) * (each * (z2 - z0) - speed[1]))]


def square(b):
    """Square of a number, as a share of a mean."""
    v, h0, h1, rate = b.x(), b.x(), b.x(), b.x()
    return [weight_of_step(h0, h1, rate) * v * v]


def acceleration(b):
    """Square of one number's second derivative (four of it, for a quaternion's is half an angular acceleration), as a
    share of a mean. Before, now, after; the two steps."""
    o, a, c = b.x(3)
    h0, h1, rate = b.x(), b.x(), b.x()
    d = 2 / (h0 + h1) * ((c - a) / h1 - (a - o) / h0)
    return [4 * weight_of_step(h0, h1, rate) * d * d]


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


def ahead(b):
    """A length along a foothold's yaw, in x and z. Yaw; the length."""
    yaw, length = b.x(), b.k()
    return [length * sin(yaw), length * cos(yaw)]


def slide(b):
    """The force of a contact that may be or not x the square of the speed of its point. Before, after; force, step."""
    a, c, f, h = b.x(4)
    d = (c - a) / h
    return [f * d * d]


def heading(b):
    """A direction of a body does not lean to either side of a foothold's yaw."""
    q, yaw = b.x(4), b.x()
    f = rotate(q, b.k(3))
    return [f[0] * cos(yaw) - f[2] * sin(yaw)]


def along(b):
    """A direction of a body, or a point of it from its origin, along x."""
    q = b.x(4)
    return [rotate(q, b.k(3))[0]]


def onward(b):
    """Where a point on the ground is one cycle on, before the travel: mirrored (sign -1) or not, and turned, in x and
    z."""
    x, z, turn = b.x(3)
    moved = yawed(turn, [b.k() * x, const(0.0), z])
    return [moved[0], moved[2]]


def link(b):
    """A body's quaternion one cycle on: that of the first, mirrored or not, and turned. Both go through constant
    matrices. Later quaternion, earlier one, turn."""
    q, q0, turn = b.x(4), b.x(4), b.x()
    turned = [dot(b.k(4), q0) for _ in range(4)]
    half = 0.5 * turn
    around = qmul([const(0.0), sin(half), const(0.0), cos(half)], turned)
    return minus(q, around)


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
    """A point of a body along x. Position along x, quaternion; the point."""
    p, q = b.x(), b.x(4)
    return [p + rotate(q, b.k(3))[0]]


def slope(b):
    """Rate of a number from before to after. Numbers before and after, the two steps between."""
    a0, a2, h0, h1 = b.x(4)
    return [(a2 - a0) / (h0 + h1)]


def bend(b):
    """Second derivative of a number. Numbers before, now, after, the two steps between."""
    a0, a1, a2, h0, h1 = b.x(5)
    return [2 * ((a2 - a1) / h1 - (a1 - a0) / h0) / (h0 + h1)]


def spin(b):
    """Angular velocity about x: twice that part of the turn from before to after. Quaternions; the two steps."""
    q0, q2, h0, h1 = b.x(4), b.x(4), b.x(), b.x()
    return [2 * qmul(q2, conj(q0))[0] / (h0 + h1)]


def arc(b):
    """Angle of a direction, from its two sides."""
    return [atan2(b.x(), b.x())]


def pitch(b):
    """How far a direction points down."""
    x, y, z = b.x(3)
    return [atan2(-y, sqrt(x * x + z * z + 1e-12))]


BLOCKS = [norm, turning, moment, product, along, form, swing, posture, upright, torque_limit, orbit, square, acceleration,
          force_rate, cone, bearing, tilt, ahead, slide, heading, onward, link, duration_rate, tempo, ground, seen, beyond,
          point, slope, bend, spin, arc, pitch]

HEAD = """// SPDX-License-Identifier: MIT
// Written by tools/spacetime_blocks.py: do not edit.
// Long, because derivatives of each block are written out, with what they share computed once.
// clang-format off
#include "spacetime/blocks.h"

#include <math.h>
"""


def text():
    out = [HEAD]
    TABLES.clear()
    write_table("zeros", [0] * 28, out)
    write_table("counting", list(range(28)), out)
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
