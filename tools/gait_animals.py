#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Four-legged walks beside hand-keyed clips of animals: one table with what is in and what is not.

usage: tools/gait_animals.py CAPER GLTF
GLTF is the folder of the data set with khronos/Fox.glb and quaternius/animals_pack. Strides, cycles and duty are what
`caper gait learn` measures of both, lifts and heads are shares of the height of the hips. Ours at Fr 0.2 are in (no !) when within
the clips' range, widened by 20 %.
"""
import math
import os
import re
import subprocess
import sys
import tempfile

from gait_envelope import less, places, read

OURS = ["dog", "cat", "mouse", "horse", "elephant", "giraffe"]
CLIPS = [("fox", "khronos/Fox.glb", ["--clip", "Walk", "--unit", "0.01"]),
         ("wolf", "quaternius/animals_pack/Wolf.glb", ["--clip", "Walk"]),
         ("horse", "quaternius/animals_pack/Horse.glb", ["--clip", "Walk"])]
# Ends of the names of joints: ours, the fox's and the horse's. Left ones; right ones follow.
PARTS = {
    "hip": ["left_hind_thigh", "b_leftleg01_015", "backleg.l"],
    "hip_r": ["right_hind_thigh", "b_rightleg01_019", "backleg.r"],
    "shoulder": ["left_front_upper", "b_leftupperarm_09", "frontupperleg.l"],
    "shoulder_r": ["right_front_upper", "b_rightupperarm_06", "frontupperleg.r"],
    "hind": ["left_hind_paw", "left_hind_hoof", "left_hind_foot", "b_leftfoot02_018", "ffb.l"],
    "front": ["left_front_paw", "left_front_hoof", "left_front_foot", "b_lefthand_011", "ff.l"],
    "head": ["head", "b_head_05"],
}
FIGURES = ["stride, legs", "cycle, sqrt(leg / g)", "duty", "lift of hind feet, %", "lift of front feet, %", "head up and down, %",
           "hips against shoulders, degrees"]


def spread(values):
    """What lies between the highest and the lowest of one cycle and more."""
    return max(values) - min(values)


def steady(values, rate, seconds):
    """Without what is slower than a cycle: the mean of one about each."""
    half = max(1, round(0.5 * seconds * rate))
    if len(values) < 4 * half:
        return values
    return [values[i] - sum(values[i - half:i + half + 1]) / (2 * half + 1) for i in range(half, len(values) - half)]


def figures(caper, clip, options, bvh, start):
    told = subprocess.run([caper, "gait", "learn", clip, *options, "--out", bvh + ".gait.json"], capture_output=True,
                          text=True, check=True).stderr
    speed, froude, cycle, legs, duty = (float(x) for x in re.search(
        r"([\d.]+) m/s \(Fr ([\d.]+)\).* of ([\d.]+) s, stride ([\d.]+) leg lengths, duty ([\d.]+)", told).groups())
    joints, rows, rate = read(bvh)
    frames = [places(joints, row) for row in rows[int(start * rate):]]
    names = {part: next(n for n in forms if n in frames[0]) for part, forms in PARTS.items()}
    floor = min(min(f[names["hind"]][1], f[names["front"]][1]) for f in frames)
    hip = sum(f[names["hip"]][1] for f in frames) / len(frames) - floor
    leg = speed * cycle / legs  # metres
    ahead = [less(f[names["shoulder" + side]], f[names["hip" + side]]) for f in frames for side in ("", "_r")]
    fx, fz = sum(v[0] for v in ahead), sum(v[2] for v in ahead)
    fx, fz = fx / math.hypot(fx, fz), fz / math.hypot(fx, fz)

    def yaw(f, a, b):
        v = less(f[names[a]], f[names[b]])
        return math.degrees(math.atan2(v[0] * fx + v[2] * fz, abs(v[0] * fz - v[2] * fx)))

    turn = [yaw(f, "hip", "hip_r") - yaw(f, "shoulder", "shoulder_r") for f in frames]

    def share(part):
        return 100 * spread(steady([f[names[part]][1] for f in frames], rate, cycle)) / hip

    return [legs, cycle / math.sqrt(leg / 9.81), duty, share("hind"), share("front"), share("head"),
            spread(steady(turn, rate, cycle))]


def main():
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    caper, folder = sys.argv[1:]
    columns = {}
    with tempfile.TemporaryDirectory() as temporary:
        for name, path, options in CLIPS:
            bvh = os.path.join(temporary, "clip.bvh")
            path = os.path.join(folder, path)
            subprocess.run([caper, "convert", path, bvh, *options], check=True, capture_output=True)
            columns[name + " clip"] = figures(caper, path, options, bvh, 0)
        for name in OURS:
            seconds = {"mouse": 3, "cat": 7}.get(name, 14)
            base = os.path.join(temporary, "walk")
            for end in (".bvh", ".clip.json"):
                subprocess.run([caper, "walk", name, "--speed", "0.2Fr", "--seconds", str(seconds), "--rate", "120",
                                "--out", base + end], check=True, capture_output=True)
            columns[name] = figures(caper, base + ".clip.json", [], base + ".bvh", 0.4 * seconds)
    print("| | " + " | ".join(columns) + " |\n|" + "---|" * (len(columns) + 1))
    outside = 0
    for k, figure in enumerate(FIGURES):
        clips = [columns[name + " clip"][k] for name, _, _ in CLIPS]
        cells = []
        for name, values in columns.items():
            bad = name in OURS and not 0.8 * min(clips) <= values[k] <= 1.2 * max(clips)
            outside += bad
            cells.append((f"{values[k]:.2f}" if k < 3 else f"{values[k]:.1f}") + (" !" if bad else ""))
        print(f"| {figure} | " + " | ".join(cells) + " |")
    print(f"{outside} of {len(FIGURES) * len(OURS)} figures (!) are outside")


if __name__ == "__main__":
    main()
