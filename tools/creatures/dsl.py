# SPDX-License-Identifier: MIT
"""A small language to write characters in, and the writer of their files.

Everything is said in model space: metres, y up, the ground at y = 0, the character faces +z and its left
is +x. A body is a joint (`at`) and a box; the box lies along a segment (`to`, `size`) or is given outright
(`box`). Local positions, rest rotations, hinge axes and masses follow from that.

    dog = Character("dog", mass=28)
    dog.root("pelvis", (0, .55, -.28), size=(.16, .16, .20))
    dog.segment("loin", "pelvis", (0, .56, -.18), (0, .57, -.02), (.15, .15), ball(25, 15), "spine")
    with dog.pair():                                   # left_thigh ... and their right twins
        dog.chain("pelvis", [(.08, .5, -.3), (.09, .33, -.2), (.09, .15, -.36)],
                  [("thigh", (.07, .12), ball(60, 20)), ("shin", (.04, .05), bend(5, 130))])
        dog.foot("paw", "shin", (.09, .15, -.36), (.05, .08), heel=.02, joint=bend(-20, 90))
"""

import math
from contextlib import contextmanager

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)


# ------------------------------------------------------------------------------------------------ vectors

def add(a, b):
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def sub(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def scale(a, s):
    return (a[0] * s, a[1] * s, a[2] * s)


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def length(a):
    return math.sqrt(dot(a, a))


def unit(a):
    n = length(a)
    if n < 1e-9:
        raise ValueError("a direction of no length")
    return scale(a, 1 / n)


def lerp(a, b, t):
    return tuple(x + (y - x) * t for x, y in zip(a, b))


def curve(points, count):
    """`count` + 1 points at equal chords along a smooth (Catmull-Rom) curve through `points`."""
    ends = [sub(scale(points[0], 2), points[1])] + list(points)
    ends.append(sub(scale(points[-1], 2), points[-2]))
    fine = []
    for i in range(len(points) - 1):
        a, b, c, d = ends[i:i + 4]
        for k in range(32):
            t = k / 32
            fine.append(tuple(0.5 * (2 * b[j] + (c[j] - a[j]) * t + (2 * a[j] - 5 * b[j] + 4 * c[j] - d[j]) * t * t
                                     + (3 * b[j] - a[j] - 3 * c[j] + d[j]) * t ** 3) for j in range(3)))
    fine.append(points[-1])
    total = sum(length(sub(b, a)) for a, b in zip(fine, fine[1:]))
    out, run, i = [points[0]], 0.0, 0
    for k in range(1, count):
        want = total * k / count
        while run + length(sub(fine[i + 1], fine[i])) < want:
            run += length(sub(fine[i + 1], fine[i]))
            i += 1
        out.append(lerp(fine[i], fine[i + 1], (want - run) / length(sub(fine[i + 1], fine[i]))))
    return out + [points[-1]]


# ----------------------------------------------------------------------------------------------- rotations
# A frame is a triple of columns: where the body's own x, y and z axes point in model space.

IDENTITY = (X, Y, Z)


def turn(frame, v):
    """A vector of the frame, in model space."""
    return add(add(scale(frame[0], v[0]), scale(frame[1], v[1])), scale(frame[2], v[2]))


def unturn(frame, v):
    """A vector of model space, in the frame."""
    return (dot(frame[0], v), dot(frame[1], v), dot(frame[2], v))


def turn_between(a, b):
    """The smallest rotation that takes direction a to b."""
    axis, c = cross(a, b), dot(a, b)
    k = 1 / (1 + c)
    columns = []
    for e in (X, Y, Z):
        columns.append(add(add(scale(e, c), cross(axis, e)), scale(axis, dot(axis, e) * k)))
    return tuple(columns)


def quaternion(frame):
    """x, y, z, w with w >= 0."""
    (xx, yx, zx), (xy, yy, zy), (xz, yz, zz) = frame
    best = max((xx + yy + zz, 3), (xx, 0), (yy, 1), (zz, 2))[1]
    if best == 3:
        q = (zy - yz, xz - zx, yx - xy, 1 + xx + yy + zz)
    elif best == 0:
        q = (1 + xx - yy - zz, xy + yx, xz + zx, zy - yz)
    elif best == 1:
        q = (xy + yx, 1 + yy - xx - zz, yz + zy, xz - zx)
    else:
        q = (xz + zx, yz + zy, 1 + zz - xx - yy, yx - xy)
    n = math.sqrt(sum(c * c for c in q)) * (1 if q[3] >= 0 else -1)
    return tuple(c / n for c in q)


def frame_near(direction):
    """The model axes, turned as little as lays one of them along the direction."""
    k = max(range(3), key=lambda i: (round(abs(direction[i]), 6), -i))
    axis = scale((X, Y, Z)[k], 1 if direction[k] > 0 else -1)
    return turn_between(axis, direction)


def frame_along(direction, side):
    """As modelling programs do it: y along the body, x to the side."""
    x = unit(sub(side, scale(direction, dot(side, direction))))
    return (x, direction, cross(x, direction))


# -------------------------------------------------------------------------------------------------- joints
# Angles are in degrees. A joint is resolved once its body and its parent are known.

def ball(swing, twist, axis=None):
    """Swings `swing` degrees off its rest direction and twists about it, by +-twist or (min, max)."""
    return ("ball", swing, twist if isinstance(twist, tuple) else (-twist, twist), axis)


def bend(straightest, sharpest):
    """A knee: opens and closes in the plane in which it is bent at rest; 0 is straight."""
    return ("bend", straightest, sharpest)


def hinge(axis, least, most):
    """Turns about a model-space axis, measured from rest."""
    return ("hinge", axis, least, most)


def sole(least, most, side=25):
    """A foot: bends by `least` to `most` degrees from rest about X, and gives `side` degrees to the side and in
    its heading, as joints of feet, paws and hooves do on uneven ground."""
    return ("ball", side, (least, most), X)


FIXED = ("fixed",)
FREE = ("free",)


def resolve_joint(joint, body, parent):
    """The joint as the file states it: axis in the body frame, angles from rest."""
    kind = joint[0]
    if kind in ("fixed", "free"):
        return {"kind": kind}
    if kind == "ball":
        axis = unit(joint[3]) if joint[3] else body["direction"]
        return {"kind": "ball", "axis": unturn(body["frame"], axis), "swing_deg": joint[1], "twist_deg": joint[2]}
    if kind == "bend":
        axis = cross(parent["direction"], body["direction"])
        rest = math.degrees(math.atan2(length(axis), dot(parent["direction"], body["direction"])))
        if length(axis) < 0.02:
            raise ValueError(f"{body['name']} is straight at rest: say about which axis it bends")
        low, high = math.floor(joint[1] - rest), math.ceil(joint[2] - rest)
    else:
        axis, low, high = joint[1:]
    if not low <= 0 <= high:
        raise ValueError(f"{body['name']}: rest is outside of its range {low}..{high}")
    return {"kind": "hinge", "axis": unturn(body["frame"], unit(axis)), "range_deg": (low, high)}


# ----------------------------------------------------------------------------------------------- character

class Character:
    """Bodies in the order in which they are added; parents first. `frames` says how the rest frames of
    segments lie: "near" the model frame, or with y "along" the body, as modelling programs have it."""

    def __init__(self, name, mass, frames="near", note="", symmetric=True):
        self.name, self.mass, self.frames, self.note, self.symmetric = name, mass, frames, note, symmetric
        self.bodies = []
        self.by_name = {}
        self.paired = None  # names added in the open pair() block

    # -- one body

    def root(self, name, at, size=None, box=None, caps="spine", **more):
        """The first body: a block of `size` around `at`, or the given box."""
        self.block(name, None, at, box or (at, scale(size, .5)), FREE, caps, **more)

    def block(self, name, parent, at, box, joint=FIXED, caps="", frame=None, axis=None, **more):
        """A body whose box is (centre, half) along the model axes, or along those of `frame`."""
        center, half = box
        direction = unit(axis) if axis else unit(sub(center, at)) if length(sub(center, at)) > 1e-6 else Y
        self._add(name, parent, at, frame or IDENTITY, direction, center, half, joint, caps, **more)

    def segment(self, name, parent, at, to, size, joint, caps="", pad=None, side=None, **more):
        """A body whose box lies along at -> to. `size` is its width (along `side`, by default x, or z for
        a segment that points sideways) and its thickness; `pad` is how far it passes both ends."""
        direction = unit(sub(to, at))
        side = unit(side) if side else Z if abs(direction[0]) > .7 else X
        frame = frame_along(direction, side) if self.frames == "along" else frame_near(direction)
        along = max(range(3), key=lambda i: abs(dot(frame[i], direction)))
        across = max((i for i in range(3) if i != along), key=lambda i: abs(dot(frame[i], side)))
        half = [size[1] / 2] * 3
        half[across] = size[0] / 2
        pad = min(size) * .3 if pad is None else pad
        half[along] = length(sub(to, at)) / 2 + pad
        self._add(name, parent, at, frame, direction, lerp(at, to, .5), tuple(half), joint, caps, **more)

    def foot(self, name, parent, ankle, size, heel, joint, toward=Z, caps="limb foot", top=None, **more):
        """A foot: a block of `size` (width, length) flat on the ground that points `toward`, with `heel` of
        its length behind the ankle. It reaches up to the ankle, or to `top`."""
        toward = unit((toward[0], 0, toward[2]))
        if self.frames == "along":
            frame = frame_along(toward, cross(Y, toward))
        else:
            frame = frame_near(toward)
        top = ankle[1] * 1.15 if top is None else top
        half = [size[0] / 2] * 3
        half[max(range(3), key=lambda i: abs(dot(frame[i], toward)))] = size[1] / 2
        half[max(range(3), key=lambda i: abs(frame[i][1]))] = top / 2
        center = add((ankle[0], top / 2, ankle[2]), scale(toward, size[1] / 2 - heel))
        self._add(name, parent, ankle, frame, toward, center, tuple(half), joint, caps, **more)

    # -- several

    def chain(self, parent, points, parts, caps="limb", **more):
        """Segments end to end. A part is (name, size, joint) or (name, size, joint, caps)."""
        if len(points) != len(parts) + 1:
            raise ValueError(f"{parts[0][0]}: {len(parts)} parts need {len(parts) + 1} points")
        for i, part in enumerate(parts):
            self.segment(part[0], parent, points[i], points[i + 1], part[1], part[2],
                         part[3] if len(part) > 3 else caps, **more)
            parent = part[0]
        return parent

    def row(self, name, parent, points, count, sizes, joint, caps, end=None, first=1, **more):
        """`count` like segments along a smooth curve, tapering from sizes[0] over ... to sizes[-1]; named
        name_1, name_2 ... The last one has the caps `end`. Returns the name of the last."""
        along = curve(points, count)
        for i in range(count):
            t = (i / max(count - 1, 1)) * (len(sizes) - 1)
            k = min(int(t), len(sizes) - 2) if len(sizes) > 1 else 0
            size = lerp(sizes[k], sizes[k + 1], t - k) if len(sizes) > 1 else sizes[0]
            here = f"{name}_{first + i}"
            self.segment(here, parent, along[i], along[i + 1], size, joint,
                         end if end and i == count - 1 else caps, **more)
            parent = here
        return parent

    @contextmanager
    def pair(self):
        """What is added inside is the left side; the right twins follow it."""
        self.paired = []
        yield
        for name in self.paired:
            self._add_twin(self.by_name[name])
        self.paired = None

    # -- machinery

    def _full(self, name):
        return "left_" + name if name and self.paired is not None else name

    def _parent(self, name):
        if name is None:
            return None
        if self.paired and "left_" + name in self.paired:
            name = "left_" + name
        return self.by_name[name]

    def _add(self, name, parent, at, frame, direction, center, half, joint, caps, deforms="", dense=1.0, contacts=()):
        up = self._parent(parent)
        name = self._full(name)
        if name in self.by_name:
            raise ValueError(f"{self.name}: two bodies {name}")
        up_frame, up_at = (up["frame"], up["at"]) if up else (IDENTITY, (0, 0, 0))
        local = tuple(unturn(up_frame, column) for column in frame)
        body = {
            "name": name, "parent": up["name"] if up else None, "at": at, "frame": frame, "direction": direction,
            "position": unturn(up_frame, sub(at, up_at)), "rotation": quaternion(local),
            "center": unturn(frame, sub(center, at)), "half": half, "caps": caps.split(), "deforms": deforms.split(),
            "contacts": [unturn(frame, sub(c, at)) for c in contacts], "weight": half[0] * half[1] * half[2] * dense,
            "mirror": self.paired is not None and not up["name"].startswith("left_"), "twin": False,
        }
        body["joint"] = resolve_joint(joint, body, up)
        self._keep(body)
        if self.paired is not None:
            self.paired.append(name)

    def _keep(self, body):
        self.bodies.append(body)
        self.by_name[body["name"]] = body

    def _add_twin(self, left):
        def flip(v):
            return (-v[0], v[1], v[2])

        def flip_turn(v):  # axes of rotation mirror the other way round
            return (v[0], -v[1], -v[2])

        name = "right_" + left["name"][len("left_"):]
        parent = left["parent"]
        right = dict(left)
        right.update(
            name=name, parent="right_" + parent[len("left_"):] if parent.startswith("left_") else parent,
            at=flip(left["at"]), direction=flip(left["direction"]), position=flip(left["position"]),
            frame=(flip_turn_column(left["frame"])), center=flip(left["center"]),
            rotation=flip_turn(left["rotation"][:3]) + left["rotation"][3:], contacts=[flip(c) for c in left["contacts"]])
        joint = dict(left["joint"])
        if joint["kind"] == "hinge":
            joint["axis"] = flip_turn(joint["axis"])
        elif joint["kind"] == "ball":
            joint["axis"] = flip(joint["axis"])
            joint["twist_deg"] = (-joint["twist_deg"][1], -joint["twist_deg"][0])
        right.update(joint=joint, mirror=False, twin=True)
        self._keep(right)

    def masses(self):
        """The whole mass, shared out by the volumes of the boxes."""
        total = sum(b["weight"] for b in self.bodies)
        return [self.mass * b["weight"] / total for b in self.bodies]


def flip_turn_column(frame):
    """The frame of the mirror twin: F R F with F the reflection in x."""
    (a, b, c), (d, e, f), (g, h, i) = frame
    return ((a, -b, -c), (-d, e, f), (-g, h, i))


def lowest(body, sign=1):
    """The lowest height that a body's box reaches at rest; with sign -1 minus the highest."""
    frame = body["frame"]
    center = add(body["at"], turn(frame, body["center"]))
    return sign * center[1] - sum(abs(frame[k][1]) * body["half"][k] for k in range(3))


def freedoms(character):
    """Degrees of freedom of all joints."""
    return sum({"fixed": 0, "hinge": 1, "ball": 3, "free": 6}[b["joint"]["kind"]] for b in character.bodies)


# -------------------------------------------------------------------------------------------------- writing

def number(value, places=6):
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def short(value, digits=4):
    """A positive number to so many significant digits, without an exponent."""
    places = max(0, digits - 1 - math.floor(math.log10(value)))
    return number(round(value, places), places)


def numbers(values, places=6):
    return "[" + ", ".join(number(v, places) for v in values) + "]"


def words(values):
    return "[" + ", ".join(f'"{v}"' for v in values) + "]"


def joint_text(joint):
    out = [f'"kind": "{joint["kind"]}"']
    if "axis" in joint:
        out.append(f'"axis": {numbers(joint["axis"])}')
    if "swing_deg" in joint:
        out.append(f'"swing_deg": {number(joint["swing_deg"])}')
    for key in ("twist_deg", "range_deg"):
        if key in joint:
            out.append(f'"{key}": {numbers(joint[key])}')
    return "{" + ", ".join(out) + "}"


def body_text(body, mass):
    lines = [f'"name": "{body["name"]}"']
    if body["parent"]:
        lines.append(f'"parent": "{body["parent"]}"')
    lines.append(f'"position": {numbers(body["position"])}')
    if abs(body["rotation"][3]) < 1 - 1e-12:
        lines.append(f'"rotation": {numbers(body["rotation"], 8)}')
    lines.append(f'"box": {{"center": {numbers(body["center"])}, "half": {numbers(body["half"])}}}')
    lines.append(f'"mass": {short(mass)}')
    if body["caps"]:
        lines.append(f'"caps": {words(body["caps"])}')
    lines.append(f'"joint": {joint_text(body["joint"])}')
    if body["deforms"]:
        lines.append(f'"deforms": {words(body["deforms"])}')
    if body["contacts"]:
        lines.append('"contacts": [' + ", ".join(numbers(c) for c in body["contacts"]) + "]")
    if body["mirror"]:
        lines.append('"mirror": true')
    return "    {\n      " + ",\n      ".join(lines) + "\n    }"


def character_text(character):
    """The .character.json file. Right twins are not in it: the reader makes them from "mirror": true."""
    bodies = ",\n".join(body_text(b, m) for b, m in zip(character.bodies, character.masses()) if not b["twin"])
    return ('{\n  "caper": "character",\n  "version": 1,\n'
            f'  "name": "{character.name}",\n  "bodies": [\n{bodies}\n  ]\n}}\n')
