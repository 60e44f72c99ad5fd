#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Figures of walking and running people from BVH files: ours at several speeds beside captures.

usage: tools/gait_person.py CAPER CAPTURES [SPEED...]
       tools/gait_person.py --files FILE.bvh...
CAPTURES is a folder with the CMU captures as BVH. Each of ours is held to the range of the captures of its kind, widened by
10 %; figures that grow with speed have several captures to either side. Lengths are those of a person with legs of 0.86 m.
"""
import math
import os
import subprocess
import sys
import tempfile

from gait_envelope import LEG, PARTS, less, places, read

WALKS = ["07_01", "07_12", "16_15", "16_17", "35_01", "37_01"]
RUNS = ["09_01", "16_35"]
SPEEDS = [0.6, 1.0, 1.3, 1.6, 1.9, 2.5, 3.0, 3.5, 4.0]  # m/s
RUN = 2.2  # m/s: who is faster runs
FIGURES = ["stride", "cycle", "duty", "pelvis", "pelvis_at", "strike", "stance", "late", "swing", "thigh", "pitch_on", "pitch_off",
           "toe", "lift", "arm", "elbow", "twist"]


def mean(values):
    return sum(values) / len(values)


def spread(values):
    return max(values) - min(values)


def correlation(a, b):
    ma, mb = mean(a), mean(b)
    up = sum((x - ma) * (y - mb) for x, y in zip(a, b))
    return up / math.sqrt(sum((x - ma) ** 2 for x in a) * sum((y - mb) ** 2 for y in b))


def peaks(x, sign, rate, least=0.6):
    """Places of the highest of their surroundings."""
    x = [sign * v for v in x]
    w, out = int(least * rate), []
    for i in range(2, len(x) - 2):
        a, b = max(0, i - w // 2), min(len(x), i + w // 2 + 1)
        if x[i] == max(x[a:b]) and i - a > w // 4 and b - i > w // 4 and (not out or i - out[-1] > w // 2):
            out.append(i)
    return out


def load(path, start):
    """Frames of places by part, metres of a leg of LEG, and their rate."""
    joints, rows, rate = read(path)
    step = max(1, round(rate / 60))
    frames = [places(joints, row) for row in rows[max(2, int(start * rate))::step]]
    first, out = frames[0], []
    names = {"pelvis": joints[0][0].lower()}
    for side in ("left", "right"):
        for part, forms in {**PARTS, "elbow": ("{S}ForeArm", "{s}_forearm")}.items():
            forms = [f.format(S=side.capitalize(), s=side).lower() for f in forms]
            names[side + part] = next(f for f in forms if f in first)
        toe = side + "toebase"
        names[side + "toe"] = toe if toe in first else names[side + "ankle"] + "_end"
    legs = [math.dist(first[names[s + "hip"]], first[names[s + "knee"]]) +
            math.dist(first[names[s + "knee"]], first[names[s + "ankle"]]) for s in ("left", "right")]
    scale = LEG / mean(legs)
    for frame in frames:
        out.append({part: [scale * v for v in frame[name]] for part, name in names.items()})
    return out, rate / step


def figures(path, start):
    """The figures of a file, or None without a cycle."""
    frames, rate = load(path, start)
    n = len(frames)
    way = less(frames[-1]["pelvis"], frames[0]["pelvis"])
    length = math.hypot(way[0], way[2])
    fx, fz, speed = way[0] / length, way[2] / length, length * rate / (n - 1)

    def ahead(v):
        return v[0] * fx + v[2] * fz

    def swing(v):
        return math.degrees(math.atan2(ahead(v), -v[1]))

    def yaw(v):
        return math.degrees(math.atan2(ahead(v), abs(v[0] * fz - v[2] * fx)))

    least = 0.6 if speed < RUN else 0.45
    curves, cycles, duties = {}, [], []
    for side, sign in (("left", 1), ("right", -1)):
        c = {k: [] for k in ("knee", "thigh", "pelvis", "pitch", "arm", "elbow", "ankle", "hips", "shoulders", "rel", "reltoe")}
        for f in frames:
            at = {part: f[side + part] for part in ("hip", "knee", "ankle", "toe", "shoulder", "elbow", "wrist")}
            thigh, shin = less(at["knee"], at["hip"]), less(at["ankle"], at["knee"])
            foot, upper, fore = less(at["toe"], at["ankle"]), less(at["elbow"], at["shoulder"]), less(at["wrist"], at["elbow"])
            c["knee"].append(swing(thigh) - swing(shin))
            c["thigh"].append(swing(thigh))
            c["pelvis"].append(f["pelvis"][1])
            c["pitch"].append(math.degrees(math.atan2(foot[1], math.hypot(foot[0], foot[2]))))
            c["arm"].append(swing(less(at["wrist"], at["shoulder"])))
            bend = sum(a * b for a, b in zip(upper, fore)) / math.hypot(*upper) / math.hypot(*fore)
            c["elbow"].append(math.degrees(math.acos(max(-1, min(1, bend)))))
            c["ankle"].append(at["ankle"][1])
            c["hips"].append(sign * yaw(less(f["lefthip"], f["righthip"])))
            c["shoulders"].append(sign * yaw(less(f["leftshoulder"], f["rightshoulder"])))
            c["rel"].append(ahead(less(at["ankle"], f["pelvis"])))
            c["reltoe"].append(ahead(less(at["toe"], f["pelvis"])))
        toes = [f[side + "toe"] for f in frames]
        gaps = [(max(0, i - 1), min(n - 1, i + 1)) for i in range(n)]
        c["toe"] = [math.hypot(toes[b][0] - toes[a][0], toes[b][2] - toes[a][2]) * rate / (b - a) for a, b in gaps]
        strikes, offs = peaks(c["rel"], 1, rate, least), peaks(c["reltoe"], -1, rate, least)
        for a, b in zip(strikes, strikes[1:]):
            cycles.append((b - a) / rate)
            duties += [(t - a) / (b - a) for t in [t for t in offs if a < t < b][:1]]
            for name, v in c.items():
                points = []
                for k in range(101):
                    t = a + (b - a) * k / 100
                    i = min(int(t), n - 2)
                    points.append(v[i] * (i + 1 - t) + v[i + 1] * (t - i))
                curves.setdefault(name, []).append(points)
    if not cycles:
        return None
    m = {name: [mean([p[k] for p in many]) for k in range(101)] for name, many in curves.items()}
    duty = mean(duties) if duties else 0.62
    i = int(100 * duty)
    flat = sorted(m["pitch"][int(.2 * i):int(.5 * i)])
    flat = 0.5 * (flat[len(flat) // 2] + flat[(len(flat) - 1) // 2])
    return {"speed": speed, "stride": speed * mean(cycles) / LEG, "cycle": mean(cycles), "duty": duty,
            "pelvis": 100 * spread(m["pelvis"]), "pelvis_at": 10 + max(range(40), key=lambda k: m["pelvis"][10 + k]),
            "strike": m["knee"][0], "stance": max(m["knee"][2:30]), "late": min(m["knee"][25:55]), "swing": max(m["knee"][50:]),
            "thigh": -min(m["thigh"]), "pitch_on": m["pitch"][0] - flat, "pitch_off": min(m["pitch"]) - flat,
            "toe": max(m["toe"]) / speed, "lift": 100 * spread(m["ankle"]), "arm": spread(m["arm"]),
            "elbow": spread(m["elbow"]), "twist": correlation(m["hips"], m["shoulders"])}


def is_in(value, values):
    """Within their range, or 10 % of its nearer end from it."""
    low, top = min(values), max(values)
    return low - 0.1 * abs(low) <= value <= top + 0.1 * abs(top)


def table(names, columns, marks):
    wide = max(len(n) for n in names) + 1
    print(" " * 10 + "".join(f"{n:>{wide}}" for n in names))
    for figure in ["speed"] + FIGURES:
        cells = [("-" if c is None else f"{c[figure]:.2f}" + marks(figure, n)) for n, c in enumerate(columns)]
        print(f"{figure:10}" + "".join(f"{c:>{wide}}" for c in cells))


def main():
    if len(sys.argv) > 2 and sys.argv[1] == "--files":
        names = [os.path.basename(p)[:-4] for p in sys.argv[2:]]
        table(names, [figures(p, 0.1) for p in sys.argv[2:]], lambda figure, n: "")
        return
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    caper, folder = sys.argv[1:3]
    speeds = [float(s) for s in sys.argv[3:]] or SPEEDS
    captured = {clip: figures(os.path.join(folder, clip + ".bvh"), 0.1) for clip in WALKS + RUNS}
    captured = {clip: f for clip, f in captured.items() if f}
    table(list(captured), list(captured.values()), lambda figure, n: "")
    ours = []
    with tempfile.TemporaryDirectory() as temporary:
        for speed in speeds:
            path = os.path.join(temporary, "walk.bvh")
            subprocess.run([caper, "walk", "performer", "--speed", str(speed), "--seconds", "12", "--out", path], check=True,
                           stderr=subprocess.DEVNULL)
            ours.append(figures(path, 4))

    def mark(figure, n):
        clips = [f for c, f in captured.items() if (c in RUNS) == (speeds[n] > RUN)]
        good = figure == "speed" or not ours[n] or is_in(ours[n][figure], [f[figure] for f in clips])
        missed.append(not good)
        return " " if good else "!"

    missed = []
    print()
    table([str(s) for s in speeds], ours, mark)
    print(f"{sum(missed)} of {len(missed) - len(speeds)} figures (!) are outside")


if __name__ == "__main__":
    main()
