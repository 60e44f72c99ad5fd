#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draw docs/pictures/gait_envelope.svg: our walk over the band of captured walks, and print which
share of the cycle is inside mean +- 2 standard deviations of all captured cycles.

usage: tools/gait_envelope.py CAPER CAPTURES OUT.svg
CAPTURES is a folder with plain walks of the CMU captures as BVH (07_01 07_12 16_15 16_17 35_01 37_01).
"""
import math
import os
import subprocess
import sys
import tempfile

CLIPS = ["07_01", "07_12", "16_15", "16_17", "35_01", "37_01"]
SPEEDS = [1.0, 1.3, 1.6]  # m/s, within those of the captures
POINTS = 51
PARTS = {
    "hip": ("{S}UpLeg", "{s}_thigh"), "knee": ("{S}Leg", "{s}_shin"), "ankle": ("{S}Foot", "{s}_foot"),
    "shoulder": ("{S}Arm", "{s}_upper_arm"), "wrist": ("{S}Hand", "{s}_hand"),
}
CURVES = [("knee", "knee, degrees"), ("thigh", "thigh ahead, degrees"), ("pitch", "foot pitch, degrees"),
          ("pelvis", "pelvis, cm"), ("arm", "arm ahead, degrees")]
LEG = 0.86  # m: thigh and shin that all are scaled to


def times(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def turn(axis, degrees):
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return {"X": [[1, 0, 0], [0, c, -s], [0, s, c]], "Y": [[c, 0, s], [0, 1, 0], [-s, 0, c]],
            "Z": [[c, -s, 0], [s, c, 0], [0, 0, 1]]}[axis]


def read(path):
    """Joints (name, parent, offset, channels; ends have no channels) and rows of numbers."""
    joints, stack, rows, rate = [], [], [], 0.0
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    i = 0
    while "MOTION" not in lines[i]:
        word = lines[i].split()
        if word and word[0] in ("ROOT", "JOINT", "End"):
            joints.append([word[1] if word[0] != "End" else joints[stack[-1]][0] + "_end",
                           stack[-1] if stack else -1, [0, 0, 0], []])
        elif word and word[0] == "{":
            stack.append(len(joints) - 1)
        elif word and word[0] == "}":
            stack.pop()
        elif word and word[0] == "OFFSET":
            joints[-1][2] = [float(x) for x in word[1:4]]
        elif word and word[0] == "CHANNELS":
            joints[-1][3] = word[2:]
        i += 1
    for line in lines[i:]:
        word = line.split()
        if line.strip().startswith("Frame Time"):
            rate = 1 / float(word[-1])
        elif rate and word:
            rows.append([float(x) for x in word])
    return joints, rows, rate


def places(joints, row):
    """World positions by name."""
    turns, spots, at, out = [], [], 0, {}
    for name, parent, offset, channels in joints:
        q, move = [[1, 0, 0], [0, 1, 0], [0, 0, 1]], None
        for channel in channels:
            if channel.endswith("position"):
                move = move or [0, 0, 0]
                move["XYZ".index(channel[0])] = row[at]
            else:
                q = times(q, turn(channel[0], row[at]))
            at += 1
        off = offset if move is None else [a + b for a, b in zip(offset, move)] if parent < 0 else move
        if parent < 0:
            turns.append(q)
            spots.append(off)
        else:
            r = turns[parent]
            turns.append(times(r, q))
            spots.append([spots[parent][k] + sum(r[k][n] * off[n] for n in range(3)) for k in range(3)])
        out[name.lower()] = spots[-1]
    return out


def less(a, b):
    return [x - y for x, y in zip(a, b)]


def cycles_of(path, start):
    """A list of cycles; each a dict of curves of POINTS values."""
    joints, rows, rate = read(path)
    skip = max(2, int(start * rate))
    step = max(1, round(rate / 60))
    frames = [places(joints, row) for row in rows[skip::step]]
    rate /= step
    first = frames[0]

    def find(part, side):
        for form in PARTS[part]:
            name = form.format(S=side.capitalize(), s=side).lower()
            if name in first:
                return name
        raise SystemExit(f"{path}: no {part}")

    pelvis = joints[0][0].lower()
    names = {side + part: find(part, side) for side in ("left", "right") for part in PARTS}
    for side in ("left", "right"):
        toe = side + "toebase"
        names[side + "toe"] = toe if toe in first else names[side + "ankle"] + "_end"
    leg = sum(math.dist(first[names[s + "hip"]], first[names[s + "knee"]]) +
              math.dist(first[names[s + "knee"]], first[names[s + "ankle"]]) for s in ("left", "right")) / 2
    scale = LEG / leg
    way = less(frames[-1][pelvis], frames[0][pelvis])
    length = math.hypot(way[0], way[2])
    fx, fz = way[0] / length, way[2] / length

    def ahead(v):
        return v[0] * fx + v[2] * fz

    def swing(v):
        return math.degrees(math.atan2(ahead(v), -v[1]))

    out = []
    for side in ("left", "right"):
        rel, curves = [], {name: [] for name, _ in CURVES}
        for frame in frames:
            at = {part: frame[names[side + part]] for part in list(PARTS) + ["toe"]}
            thigh, shin = less(at["knee"], at["hip"]), less(at["ankle"], at["knee"])
            foot = less(at["toe"], at["ankle"])
            rel.append(ahead(less(at["ankle"], frame[pelvis])))
            curves["thigh"].append(swing(thigh))
            curves["knee"].append(swing(thigh) - swing(shin))
            curves["pitch"].append(math.degrees(math.atan2(foot[1], math.hypot(foot[0], foot[2]))))
            curves["pelvis"].append(100 * scale * frame[pelvis][1])
            curves["arm"].append(swing(less(at["wrist"], at["shoulder"])))
        wide = int(0.6 * rate)
        strikes = [i for i in range(wide // 4, len(rel) - wide // 4)
                   if rel[i] == max(rel[max(0, i - wide // 2):i + wide // 2 + 1])]
        for a, b in zip(strikes, strikes[1:]):
            if not 0.6 < (b - a) / rate < 1.8:
                continue
            cycle = {}
            for name, _ in CURVES:
                values = []
                for k in range(POINTS):
                    t = a + (b - a) * k / (POINTS - 1)
                    i = min(int(t), len(rel) - 2)
                    values.append(curves[name][i] * (i + 1 - t) + curves[name][i + 1] * (t - i))
                # pelvis and sole are at heights and angles of their own
                if name == "pelvis":
                    middle = sum(values) / len(values)
                    values = [v - middle for v in values]
                elif name == "pitch":
                    flat = sorted(values[int(0.15 * POINTS):int(0.35 * POINTS)])
                    values = [v - flat[len(flat) // 2] for v in values]
                cycle[name] = values
            out.append(cycle)
    return out


def mean_cycle(cycles):
    return {name: [sum(c[name][k] for c in cycles) / len(cycles) for k in range(POINTS)] for name, _ in CURVES}


def main():
    if len(sys.argv) != 4:
        raise SystemExit(__doc__)
    caper, folder, out = sys.argv[1:]
    captured = [c for clip in CLIPS for c in cycles_of(os.path.join(folder, clip + ".bvh"), 0.1)]
    middle = mean_cycle(captured)
    spread = {name: [math.sqrt(sum((c[name][k] - middle[name][k]) ** 2 for c in captured) / (len(captured) - 1))
                     for k in range(POINTS)] for name, _ in CURVES}
    ours = {}
    with tempfile.TemporaryDirectory() as temporary:
        for speed in SPEEDS:
            path = os.path.join(temporary, "walk.bvh")
            subprocess.run([caper, "walk", "performer", "--speed", str(speed), "--seconds", "10", "--rate", "120",
                            "--out", path], check=True, stderr=subprocess.DEVNULL)
            ours[speed] = mean_cycle(cycles_of(path, 4))
    print(f"{len(captured)} captured cycles; share of ours inside mean +- 2 s.d.")
    print("m/s   " + "  ".join(f"{name:>6}" for name, _ in CURVES))
    inside = {}
    for speed in SPEEDS:
        for name, _ in CURVES:
            good = sum(abs(ours[speed][name][k] - middle[name][k]) <= 2 * spread[name][k] for k in range(POINTS))
            inside[speed, name] = good / POINTS
        print(f"{speed:<5} " + "  ".join(f"{100 * inside[speed, name]:5.0f}%" for name, _ in CURVES))
    draw(out, middle, spread, ours, inside)


def draw(out, middle, spread, ours, inside):
    wide, high, gap = 190, 120, 24
    colors = {1.0: "#7aa6d8", 1.3: "#1f4e8c", 1.6: "#0b1f3a"}
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{len(CURVES) * (wide + gap) + gap}" '
             f'height="{high + 64}" font-family="sans-serif">',
             '<rect width="100%" height="100%" fill="#fff"/>']
    for n, (name, title) in enumerate(CURVES):
        x0, y0 = gap + n * (wide + gap), 26
        low = min(min(m - 2 * s for m, s in zip(middle[name], spread[name])), min(min(c[name]) for c in ours.values()))
        top = max(max(m + 2 * s for m, s in zip(middle[name], spread[name])), max(max(c[name]) for c in ours.values()))

        def spot(k, v):
            return f"{x0 + wide * k / (POINTS - 1):.1f},{y0 + high * (top - v) / (top - low):.1f}"

        band = [spot(k, middle[name][k] + 2 * spread[name][k]) for k in range(POINTS)]
        band += [spot(k, middle[name][k] - 2 * spread[name][k]) for k in reversed(range(POINTS))]
        parts.append(f'<text x="{x0}" y="16" font-size="12" fill="#222">{title}</text>')
        parts.append(f'<polygon points="{" ".join(band)}" fill="#cfe8cb"/>')
        line = " ".join(spot(k, middle[name][k]) for k in range(POINTS))
        parts.append(f'<polyline points="{line}" fill="none" stroke="#6aa564" stroke-dasharray="4 3"/>')
        for speed, curves in ours.items():
            line = " ".join(spot(k, curves[name][k]) for k in range(POINTS))
            parts.append(f'<polyline points="{line}" fill="none" stroke="{colors[speed]}" stroke-width="1.6"/>')
        parts.append(f'<text x="{x0}" y="{y0 + high + 14}" font-size="10" fill="#555">{low:.0f} to {top:.0f}</text>')
        shares = ", ".join(f"{100 * inside[speed, name]:.0f} %" for speed in ours)
        parts.append(f'<text x="{x0}" y="{y0 + high + 28}" font-size="10" fill="#555">inside: {shares}</text>')
    parts.append("</svg>")
    with open(out, "w", encoding="utf-8") as file:
        file.write("\n".join(parts) + "\n")


if __name__ == "__main__":
    main()
