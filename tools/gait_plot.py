#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draw docs/pictures/gait.svg: who stands when, as the command walks it, beside published figures.

usage: tools/gait_plot.py CAPER OUT.svg
"""
import csv
import json
import math
import os
import subprocess
import sys
import tempfile

SPEEDS = [0.05, 0.3, 1.0]
CAST = [
    ("performer", "walk, walk, run"),
    ("dog", "walk, walk, trot"),
    ("beetle", "wave to tripod"),
    ("spider", "wave to fours"),
    ("centipede", "metachronal wave"),
]
TABLE = os.path.join(os.path.dirname(__file__), "..", "docs", "guide", "animal_gaits.csv")
SCALES = {"duty": 1.0, "stride": 3.0}  # full width of a bar
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


def published():
    """Rows of the table: (body, Froude number) to a list of quantity, from, to, source."""
    rows = {}
    with open(TABLE, encoding="utf-8") as file:
        for row in csv.reader(line for line in file if not line.startswith("#")):
            name, froude, quantity, low, high, _, source = row
            rows.setdefault((name, float(froude)), []).append(
                (quantity, float(low), float(high), source))
    return rows


def bar(parts, text, x, y, quantity, ours, band):
    """A scale with the published range in green and ours as a tick."""
    full, width = SCALES[quantity], 130
    parts.append(text(x, y + 8, 10, "#333", f"{quantity} {ours:.2f}"))
    parts.append(f'<rect x="{x + 62}" y="{y + 1}" width="{width}" height="7" fill="#eef0f4"/>')
    if band:
        low, high = (min(v / full, 1) * width for v in band[1:3])
        parts.append(f'<rect x="{x + 62 + low:.1f}" y="{y + 1}" width="{high - low:.1f}" height="7" '
                     'fill="#a8d5a2"/>')
        parts.append(text(x + 68 + width, y + 8, 9, "#777", f"{band[1]:.2f} to {band[2]:.2f}"))
    parts.append(f'<rect x="{x + 61 + min(ours / full, 1) * width:.1f}" y="{y - 1}" width="2" '
                 'height="11" fill="#222"/>')


def main():
    caper, out = sys.argv[1:3]
    parts, y = [], 46
    text = '<text x="{:.0f}" y="{:.0f}" font-size="{}" fill="{}">{}</text>'.format
    for column, froude in enumerate(SPEEDS):
        parts.append(text(LEFT + column * (PANEL + 15), 30, 13, "#333", f"Froude number {froude}"))
    table = published()
    for name, gait in CAST:
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
            if len(first) < 2:  # stances of less than 0.1 s at the size of a person are no contacts
                parts.append(text(x0, y + 12, 10, "#777", "stances too brief to be recorded"))
                continue
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
            stride = math.sqrt(froude * 9.81 * length) * period / length
            below = y + len(feet) * ROW + 4
            known = {row[0]: row for row in table.get((name, froude), [])}
            bar(parts, text, x0, below, "duty", duty, known.get("duty"))
            bar(parts, text, x0, below + 14, "stride", stride, known.get("stride"))
            print(f"{name} Fr {froude}: duty {duty:.3f}, stride {stride:.2f}, {1 / period:.2f} Hz")
        y += len(feet) * ROW + 46
    parts.append(text(8, y, 11, "#777", "Two cycles; bars: the foot stands; violet: left, blue: "
                      "right. Scales: black ours, green published (docs/guide/animal_gaits.csv)."))
    svg = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 14}" '
           f'font-family="sans-serif"><rect width="{WIDTH}" height="{y + 14}" fill="white"/>'
           + "\n".join(parts) + "</svg>\n")
    with open(out, "w", encoding="utf-8") as file:
        file.write(svg)


main()
