#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draw docs/pictures/stride_climb.svg: a captured climb beside a walk of flat ground that `caper stride` takes up equal stairs.

usage: tools/stride_plot.py CAPER CLIMB.bvh WALK.bvh OUT.svg
       tools/stride_plot.py --ahead CAPER WALK.bvh OUT.svg

The stairs are fitted to the footfalls of the climb: where its feet come to rest, and how much higher each is than the one before.
Knees, height of the hips and pitch of the feet are drawn from one landing of a foot to its next but one, step by step.
With --ahead: how far the feet of a walk up stairs are from where they are on flat ground, over time, and when they stand.
"""
import json
import math
import os
import subprocess
import sys
import tempfile

STILL, LEAST = 0.35, 0.15  # m/s and seconds: a foot that is slower for so long stands
WIDTH, HEIGHT, LEFT = 330, 190, 46
COLORS = {"capture": "#555555", "stride": "#d9480f"}


def rotate(q, v):
    """A vector turned by a quaternion x, y, z, w."""
    x, y, z, w = q
    tx, ty, tz = 2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])
    return (v[0] + w * tx + y * tz - z * ty, v[1] + w * ty + z * tx - x * tz, v[2] + w * tz + x * ty - y * tx)


def multiply(a, b):
    return (a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1], a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
            a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3], a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2])


class Clip:
    """Places of the bodies of a clip, frame by frame."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as f:
            data = json.load(f)
        self.rate, self.count = data["rate"], data["frames"]
        self.bodies = data["skeleton"]["bodies"]
        self.tracks, self.root = {}, None
        for track in data["tracks"]:
            if "body" in track:
                self.tracks.setdefault(track["body"], {}).update(track)
            self.root = track.get("root", self.root)
        self.frames = [self.pose(i) for i in range(self.count)]

    def pose(self, frame):
        """Name to place."""
        places, turns = {}, {}
        base, turn = (0, 0, 0), (0, 0, 0, 1)
        if self.root:
            x, y, z, yaw = self.root[min(frame, len(self.root) - 1)]
            base, turn = (x, y, z), (0, math.sin(yaw / 2), 0, math.cos(yaw / 2))
        for body in self.bodies:
            track = self.tracks.get(body["name"], {})
            own = [body.get("position", (0, 0, 0)), body.get("rotation", (0, 0, 0, 1))]
            for k, key in enumerate(("position", "rotation")):
                if key in track:
                    own[k] = track[key][min(frame, len(track[key]) - 1)]
            parent = body.get("parent")
            above, about = (places[parent], turns[parent]) if parent else (base, turn)
            moved = rotate(about, own[0])
            places[body["name"]] = tuple(above[i] + moved[i] for i in range(3))
            turns[body["name"]] = multiply(about, own[1])
        return places

    def landings(self, side):
        """(frame, place) of the stances of a foot."""
        out, since = [], None
        for i in range(1, self.count):
            a, b = self.frames[i - 1][side + "ToeBase"], self.frames[i][side + "ToeBase"]
            still = math.dist(a, b) * self.rate < STILL
            if still and since is None:
                since = i
            if not still or i == self.count - 1:
                if since is not None and i - since > LEAST * self.rate:
                    out.append((since, self.frames[(since + i) // 2][side + "ToeBase"]))
                since = None
        return out

    def curves(self, side, start, end):
        """Knee and pitch of a foot in degrees, hips in metres over the start, of 60 times from start to end."""
        knee, hips, pitch = [], [], []
        for k in range(61):
            at = self.frames[min(round(start + (end - start) * k / 60), self.count - 1)]
            a, b, c, d = (at[side + part] for part in ("UpLeg", "Leg", "Foot", "ToeBase"))
            u, v = [b[i] - a[i] for i in range(3)], [c[i] - b[i] for i in range(3)]
            cosine = sum(u[i] * v[i] for i in range(3)) / math.hypot(*u) / math.hypot(*v)
            knee.append(math.degrees(math.acos(max(-1, min(1, cosine)))))
            hips.append(at["Hips"][1] - self.frames[start]["Hips"][1])
            pitch.append(math.degrees(math.atan2(d[1] - c[1], math.hypot(d[0] - c[0], d[2] - c[2]))))
        rest = math.degrees(math.atan2(*self.flat_foot(side)))
        return {"knee, degrees": knee, "hips, m": hips, "pitch of the foot, degrees": [p - rest for p in pitch]}

    def flat_foot(self, side):
        """Rise and run of a foot that stands flat: as it is on the whole in its stances."""
        spans = [self.frames[frame + round(0.1 * self.rate)] for frame, _ in self.landings(side) if frame + 0.1 * self.rate < self.count]
        rises = [at[side + "ToeBase"][1] - at[side + "Foot"][1] for at in spans]
        runs = [math.dist(at[side + "ToeBase"], at[side + "Foot"]) for at in spans]
        return sum(rises) / len(rises), sum(runs) / len(runs)


def steps_of(clip):
    """Landings of both feet by time: (frame, side, place)."""
    return sorted((frame, side, place) for side in ("Left", "Right") for frame, place in clip.landings(side))


def fit_stairs(steps):
    """Rise, tread and number of the steps that are climbed."""
    first, last = steps[0][2], steps[-1][2]
    way = (last[0] - first[0], last[2] - first[2])
    length = math.hypot(*way)
    climbs = [(b[2][1] - a[2][1], ((b[2][0] - a[2][0]) * way[0] + (b[2][2] - a[2][2]) * way[1]) / length)
              for a, b in zip(steps, steps[1:])]
    up = [climb for climb in climbs if climb[0] > 0.07]
    if not up:
        sys.exit("stride_plot: nobody climbs in this capture")
    return sum(c[0] for c in up) / len(up), sum(c[1] for c in up) / len(up), len(up)


def climbing_stride(steps, rise):
    """Side and frames of a landing of a foot and its next, two steps higher."""
    for side in ("Left", "Right"):
        own = [step for step in steps if step[1] == side]
        for a, b in zip(own, own[1:]):
            if b[2][1] - a[2][1] > 1.5 * rise:
                return side, a[0], b[0]
    return None


def stairs_world(path, rise, tread):
    boxes = []
    for i in range(12):
        far = 1.0 + tread * (i + 1) + (6 if i == 11 else 0)
        near, top = 1.0 + tread * i, rise * (i + 1)
        boxes.append({"position": [0, top / 2, (near + far) / 2], "half": [2, top / 2, (far - near) / 2]})
    with open(path, "w", encoding="utf-8") as f:
        json.dump({"caper": "world", "version": 1, "name": "stairs", "ground": {}, "boxes": boxes}, f)


def panel(parts, x, title, curves):
    """One picture of two curves over a stride."""
    low = min(min(values) for values in curves.values())
    high = max(max(values) for values in curves.values())
    low, high = low - 0.05 * (high - low), high + 0.05 * (high - low)
    parts.append(f'<text x="{x + LEFT}" y="16" font-size="12" fill="#222">{title}</text>')
    parts.append(f'<rect x="{x + LEFT}" y="24" width="{WIDTH - LEFT - 12}" height="{HEIGHT - 44}" fill="#f6f7f9"/>')
    for k in range(5):
        value = low + (high - low) * k / 4
        y = HEIGHT - 20 - (HEIGHT - 44) * k / 4
        label = f"{value:.2f}" if high - low < 5 else f"{value:.0f}"
        parts.append(f'<text x="{x + LEFT - 6}" y="{y + 3:.1f}" font-size="9" text-anchor="end" fill="#777">{label}</text>')
    for name, values in curves.items():
        points = " ".join(f"{x + LEFT + (WIDTH - LEFT - 12) * i / 60:.1f},{HEIGHT - 20 - (HEIGHT - 44) * (v - low) / (high - low):.1f}"
                          for i, v in enumerate(values))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{COLORS[name]}" stroke-width="2"/>')
    parts.append(f'<text x="{x + LEFT}" y="{HEIGHT - 6}" font-size="9" fill="#777">landing to next landing of the same foot</text>')


def plot_ahead(caper, walk_path, out):
    """Feet on stairs against the same feet on flat ground, at one pace: they move long before they land."""
    clips, contacts = {}, []
    with tempfile.TemporaryDirectory() as folder:
        world = os.path.join(folder, "stairs.world.json")
        stairs_world(world, 0.17, 0.29)
        for name, options in (("flat", []), ("stairs", ["--world", world])):
            path = os.path.join(folder, name + ".clip.json")
            subprocess.run([caper, "stride", walk_path, "--keep-pace", *options, "--out", path], check=True, stderr=subprocess.DEVNULL)
            clips[name] = Clip(path)
            with open(path, encoding="utf-8") as f:
                contacts = json.load(f)["contacts"]
    flat, stairs = clips["flat"], clips["stairs"]
    count, width = min(flat.count, stairs.count), 3 * WIDTH
    offs = {side: [math.dist(flat.frames[i][side + "Foot"], stairs.frames[i][side + "Foot"]) for i in range(count)] for side in ("Left", "Right")}
    most, span = max(max(values) for values in offs.values()), width - LEFT - 12

    def x_of(time):
        return LEFT + span * min(time * stairs.rate / (count - 1), 1)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{HEIGHT + 26}" font-family="sans-serif">',
             '<rect width="100%" height="100%" fill="white"/>',
             f'<text x="{LEFT}" y="16" font-size="12" fill="#222">way of a foot on stairs from where it is on flat ground, m; bands: it stands</text>',
             f'<text x="{LEFT - 6}" y="34" font-size="9" text-anchor="end" fill="#777">{most:.2f}</text>']
    for k, (side, color) in enumerate(zip(("Left", "Right"), COLORS.values())):
        for c in contacts:
            if c["body"] == side + "Foot" and c["start"] * stairs.rate < count:
                parts.append(f'<rect x="{x_of(c["start"]):.1f}" y="{HEIGHT - 18 + 8 * k}" width="{x_of(c["end"]) - x_of(c["start"]):.1f}" height="6" fill="{color}"/>')
        points = " ".join(f"{x_of(i / stairs.rate):.1f},{HEIGHT - 24 - (HEIGHT - 54) * v / most:.1f}" for i, v in enumerate(offs[side]))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"/>')
        parts.append(f'<text x="{LEFT + 100 * k}" y="{HEIGHT + 16}" font-size="11" fill="{color}">{side.lower()} foot</text>')
    with open(out, "w", encoding="utf-8") as f:
        f.write("\n".join(parts) + "\n</svg>\n")


def main():
    if len(sys.argv) == 5 and sys.argv[1] == "--ahead":
        plot_ahead(*sys.argv[2:])
        return
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    caper, climb_path, walk_path, out = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        def at(name):
            return os.path.join(folder, name)
        subprocess.run([caper, "convert", climb_path, at("climb.clip.json")], check=True, stderr=subprocess.DEVNULL)
        climb = Clip(at("climb.clip.json"))
        steps = steps_of(climb)
        rise, tread, count = fit_stairs(steps)
        stairs_world(at("stairs.world.json"), rise, tread)
        subprocess.run([caper, "stride", walk_path, "--climb", "0.18", "--world", at("stairs.world.json"), "--out", at("ours.clip.json")], check=True,
                       stderr=subprocess.DEVNULL)
        ours = Clip(at("ours.clip.json"))
    curves = {}
    for name, clip in (("capture", climb), ("stride", ours)):
        found = climbing_stride(steps_of(clip), rise)
        if not found:
            sys.exit(f"stride_plot: no foot of the {name} climbs two steps in a stride")
        side, start, end = found
        print(f"{name}: {side.lower()} foot, {start / clip.rate:.2f} to {end / clip.rate:.2f} s")
        for title, values in clip.curves(side, start, end).items():
            curves.setdefault(title, {})[name] = values
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{3 * WIDTH}" height="{HEIGHT + 26}" font-family="sans-serif">',
             '<rect width="100%" height="100%" fill="white"/>']
    for i, (title, both) in enumerate(curves.items()):
        panel(parts, i * WIDTH, title, both)
    legend = f"stairs of {100 * rise:.0f} x {100 * tread:.0f} cm, fitted to {count} steps of the capture"
    parts.append(f'<text x="{LEFT}" y="{HEIGHT + 16}" font-size="11" fill="{COLORS["capture"]}">captured climb</text>')
    parts.append(f'<text x="{LEFT + 100}" y="{HEIGHT + 16}" font-size="11" fill="{COLORS["stride"]}">walk of flat ground by caper stride</text>')
    parts.append(f'<text x="{LEFT + 330}" y="{HEIGHT + 16}" font-size="11" fill="#555">{legend}</text></svg>')
    with open(out, "w", encoding="utf-8") as f:
        f.write("\n".join(parts) + "\n")
    print(f"{rise:.3f} m x {tread:.3f} m, {count} steps")


if __name__ == "__main__":
    main()
