#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draw docs/pictures/spacetime_particle.svg and spaces_crouch.svg, after Figures 3.3 and 3.8 of the paper.

usage: tools/spacetime_plot.py --particle OUT.svg
       tools/spacetime_plot.py --space CAPER FOLDER OUT.svg

The particle is brought from one place to another by the least jets, in closed form: test_spacetime holds the solver against the same
forces. The space is `crouch_walk`: its samples by speed, solved ones with their costs as reports in FOLDER say (caper synth
crouch_walk --out FOLDER), and the region that it excludes.
"""
import json
import os
import subprocess
import sys

FRAMES, STEP, MASS = 21, 0.05, 2.0  # thesis, Table 3.1
GRAVITY = (0.0, -9.81)
ENDS = ((0, 0), (0, 0.5), (4, 3.5), (4, 4))  # the first two frames and the last two


def run(jets, d, first):
    """Positions under jets, from the first two on."""
    at = list(first)
    for f in range(1, FRAMES - 1):
        at.append(2 * at[-1] - at[-2] + STEP * STEP * (jets[f] / MASS + GRAVITY[d]))
    return at


def solve(d):
    """The least jets are linear in time: two numbers follow from the last two frames."""
    zero, one, ramp = [0.0] * FRAMES, [1.0] * FRAMES, [float(f) for f in range(FRAMES)]
    first = (ENDS[0][d], ENDS[1][d])
    free, by_one, by_ramp = (run(j, d, first) for j in (zero, one, ramp))
    rows = [(by_one[f] - free[f], by_ramp[f] - free[f], ENDS[f - FRAMES + 4][d] - free[f]) for f in (FRAMES - 2, FRAMES - 1)]
    (a, b, p), (c, e, q) = rows
    det = a * e - b * c
    k, slope = (p * e - b * q) / det, (a * q - p * c) / det
    jets = [k + slope * f for f in range(FRAMES)]
    return run(jets, d, first), jets


def begin(width, height):
    return ['<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="12">' % (width, height),
            '<rect width="100%" height="100%" fill="white"/>']


def text(x, y, what, color="#333333", anchor="middle"):
    return '<text x="%.1f" y="%.1f" fill="%s" text-anchor="%s">%s</text>' % (x, y, color, anchor, what)


def line(a, b, color, width=1.0):
    return '<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="%.1f"/>' % (*a, *b, color, width)


def draw_particle():
    (x, jets_x), (y, jets_y) = solve(0), solve(1)
    scale, per_newton = 90, 0.7

    def place(px, py):
        return 60 + scale * px, 420 - scale * py

    out = begin(520, 470)
    for i in range(5):
        out += [line(place(i, 0), place(i, 4), "#e5e5e5"), line(place(0, i), place(4, i), "#e5e5e5"),
                text(place(i, 0)[0], 440, "%d" % i), text(48, place(0, i)[1] + 4, "%d" % i, anchor="end")]
    out.append(text(place(2, 0)[0], 460, "metres; one dot every %g s, jets of %.0f N at most" %
                    (STEP, max((jets_x[f] ** 2 + jets_y[f] ** 2) ** 0.5 for f in range(1, FRAMES - 1)))))
    for f in range(1, FRAMES - 1):
        at = place(x[f], y[f])
        out.append(line(at, (at[0] + per_newton * jets_x[f], at[1] - per_newton * jets_y[f]), "#d9480f", 1.5))
    for f in range(FRAMES):
        fixed = f < 2 or f >= FRAMES - 2
        out.append('<circle cx="%.1f" cy="%.1f" r="5" fill="%s"/>' % (*place(x[f], y[f]), "#1c7ed6" if fixed else "#333333"))
    return out + [text(70, 24, "blue: fixed by constraints; lines: jets", anchor="start"), "</svg>"]


def draw_space(caper, folder):
    listed = subprocess.run([caper, "synth", "crouch_walk", "--list"], check=True, capture_output=True, text=True).stdout.split()
    names = [n for n in listed if n.startswith("speed")]
    out = begin(560, 220)
    speeds = [0.5 + 0.5 * i for i in range(5)]

    def place(speed, on):
        return 130 + 85 * (speed - 0.5) / 0.5, 140 if on else 70

    left, right = place(1.75, True)[0], place(2.75, True)[0]
    out += ['<rect x="%.1f" y="110" width="%.1f" height="60" fill="#f1f3f5" stroke="#adb5bd" stroke-dasharray="4 3"/>' % (left, right - left),
            text((left + right) / 2, 162, "excluded", "#868e96"), text(280, 212, "forward speed, m/s"),
            text(70, 74, "upright"), text(70, 144, "crouching")]
    out += [text(place(s, True)[0], 192, "%g" % s) for s in speeds]
    for name in names:
        speed, on = float(name[len("speed"):].split("_")[0]), name.endswith("_on")
        report = os.path.join(folder, name + ".report.json")
        solved, cost = False, ""
        if os.path.exists(report):
            with open(report, encoding="utf-8") as f:
                data = json.load(f)
            solved, cost = data["solved"], "%.3f" % data["cost"]
        at = place(speed, on)
        out += ['<circle cx="%.1f" cy="%.1f" r="7" fill="%s"/>' % (*at, "#2b8a3e" if solved else "#c92a2a"),
                text(at[0], at[1] - 14, cost)]
    return out + [text(280, 24, "samples of crouch_walk, with the costs of what was found"), "</svg>"]


def main(words):
    if len(words) == 2 and words[0] == "--particle":
        drawn, path = draw_particle(), words[1]
    elif len(words) == 4 and words[0] == "--space":
        drawn, path = draw_space(words[1], words[2]), words[3]
    else:
        sys.exit(__doc__)
    with open(path, "w", encoding="utf-8") as f:
        f.write("\n".join(drawn) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
