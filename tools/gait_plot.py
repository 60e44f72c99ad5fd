#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draw docs/pictures/gait.svg: who stands when, as the command walks it, beside published figures.

usage: tools/gait_plot.py CAPER OUT.svg
"""
import json
import math
import os
import subprocess
import sys
import tempfile

SPEEDS = [0.05, 0.3, 1.0]
# What was found published, and nothing else: no source gave duty factors at these very speeds.
MAMMALS = "mammals at their preferred walk: 0.62 x mass^0.02 = {:.2f} (Sci. Rep. 6:28825)"
CAST = [
    ("performer", "walk, walk, run", MAMMALS),
    ("dog", "walk, walk, trot", MAMMALS),
    ("beetle", "wave to tripod",
     "cockroaches: falls to 0.5 and below with speed, in tripods (Ting et al. 1994)"),
    ("spider", "wave to fours",
     "Hololena: falls evenly with speed, in alternating fours (Spagna et al. 2011); "
     "Cupiennius: hardly synchronized (Weihmann 2013)"),
    ("centipede", "metachronal wave", "no measured duty factor at hand"),
]
WIDTH, ROW, LEFT, PANEL = 1060, 9, 110, 300


def walk(caper, name, froude, length):
    """Contacts of a walk, as (foot, start, end), its duration and the names of feet."""
    unit = math.sqrt(length / 0.9)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "walk.clip.json")
        subprocess.run([caper, "walk", name, "--speed", f"{froude}Fr", "--seconds", str(9 * unit),
                        "--rate", str(min(1000, round(120 / unit))), "--out", path],
                       check=True, stderr=subprocess.DEVNULL)
        clip = json.load(open(path, encoding="utf-8"))
    return clip["contacts"], (clip["frames"] - 1) / clip["rate"]


def main():
    caper, out = sys.argv[1:3]
    parts, y = [], 46
    text = '<text x="{:.0f}" y="{:.0f}" font-size="{}" fill="{}">{}</text>'.format
    for column, froude in enumerate(SPEEDS):
        parts.append(text(LEFT + column * (PANEL + 15), 30, 13, "#333", f"Froude number {froude}"))
    for name, gait, published in CAST:
        info = json.loads(subprocess.run([caper, "info", name, "--json"], check=True,
                                         capture_output=True, text=True).stdout)
        feet = [leg["foot"] for leg in info["legs"]]
        length = sum(leg["length"] for leg in info["legs"]) / len(feet)
        parts.append(text(8, y + 12, 14, "#222", name))
        parts.append(text(8, y + 28, 10, "#777", gait))
        for column, froude in enumerate(SPEEDS):
            contacts, duration = walk(caper, name, froude, length)
            x0 = LEFT + column * (PANEL + 15)
            first = [c for c in contacts if c["body"] == feet[0] and c["start"] > 0.5 * duration]
            period = first[1]["start"] - first[0]["start"]
            begin, span = first[0]["start"], 2 * period
            duties = []
            for row, foot in enumerate(feet):
                top = y + row * ROW
                parts.append(f'<rect x="{x0}" y="{top}" width="{PANEL}" height="{ROW - 2}" '
                             'fill="#eef0f4"/>')
                for c in (c for c in contacts if c["body"] == foot):
                    a, b = max(c["start"], begin), min(c["end"], begin + span)
                    if 0.4 * duration < c["start"] and c["end"] < 0.98 * duration:
                        duties.append((c["end"] - c["start"]) / period)
                    if b > a:
                        parts.append(
                            f'<rect x="{x0 + (a - begin) / span * PANEL:.1f}" y="{top}" '
                            f'width="{(b - a) / span * PANEL:.1f}" height="{ROW - 2}" '
                            f'fill="{"#8d6cb8" if "left" in foot else "#5b8fc9"}"/>')
            duty = sum(duties) / len(duties)
            parts.append(text(x0, y + len(feet) * ROW + 12, 11, "#333",
                              f"duty {duty:.2f}, {1 / period:.1f} cycles a second"))
            print(f"{name} Fr {froude}: duty {duty:.3f}, {1 / period:.2f} Hz")
        parts.append(text(LEFT, y + len(feet) * ROW + 26, 10, "#777",
                          "animals: " + published.format(0.62 * info["mass"] ** 0.02)))
        y += len(feet) * ROW + 46
    parts.append(text(8, y, 11, "#777", "Two cycles; bars: the foot stands; violet: left, blue: "
                      "right; feet in the order of the character file. Made by tools/gait_plot.py"))
    svg = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 14}" '
           f'font-family="sans-serif"><rect width="{WIDTH}" height="{y + 14}" fill="white"/>'
           + "\n".join(parts) + "</svg>\n")
    with open(out, "w", encoding="utf-8") as file:
        file.write(svg)


main()
