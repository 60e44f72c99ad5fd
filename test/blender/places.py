# SPDX-License-Identifier: MIT
"""Blender's side of tools/judge_blender: where the imported skeletons are, as Blender evaluates them.

    blender --background --factory-startup --python places.py -- JOBS.json OUT.json

JOBS is a list of {"file", "rate", "frames", "rotations"}; OUT becomes a list of {"error"} or {"places": {name: [[x, y, z] for each
frame]}}, in the units and axes of the file: Blender turns what it imports from Y up to Z up, and this turns it back.
"""
import builtins
import json
import math
import sys
import traceback

import bpy
import numpy

# The importers of Blender 3.4 are older than the Python and the numpy that Debian runs them with: the type numpy.bool
# and the mode U of open are gone.
if "bool" not in numpy.__dict__:
    numpy.bool = bool
OPEN = builtins.open
builtins.open = lambda file, mode="r", *more, **named: OPEN(file, mode.replace("U", ""), *more, **named)


def import_file(path, rate, rotate_mode):
    """Open a file in an empty scene; the function that gives Blender's frame, fractions included, of one of ours."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    if path.endswith(".bvh"):
        bpy.ops.import_anim.bvh(filepath=path, frame_start=1, rotate_mode=rotate_mode)
        return lambda frame: 1.0 + frame
    fps = max(1, round(rate))  # the importer knows whole numbers only
    bpy.context.scene.render.fps = fps
    bpy.context.scene.render.fps_base = 1.0
    bpy.ops.import_scene.gltf(filepath=path)
    return lambda frame: frame / rate * fps


def places_now():
    """Names and world positions of all that may be a body: heads of pose bones, and empties."""
    found = {}
    for thing in bpy.context.scene.objects:
        if thing.type == "ARMATURE":
            for bone in thing.pose.bones:
                found[bone.name] = thing.matrix_world @ bone.head
        elif thing.type == "EMPTY":
            found.setdefault(thing.name, thing.matrix_world.to_translation())
    return {name: (p.x, p.z, -p.y) for name, p in found.items()}


def measure(job):
    """The places of one file at the frames that were asked for."""
    frame_of = import_file(job["file"], job["rate"], job["rotations"])
    places = {}
    for frame in job["frames"]:
        at = frame_of(frame)
        whole = math.floor(at + 1e-4)
        bpy.context.scene.frame_set(whole, subframe=min(max(at - whole, 0.0), 0.9999))
        bpy.context.view_layer.update()
        for name, place in places_now().items():
            places.setdefault(name, []).append(place)
    return {"places": places}


def main():
    jobs_path, out_path = sys.argv[sys.argv.index("--") + 1:]
    with OPEN(jobs_path, encoding="utf-8") as f:
        jobs = json.load(f)
    results = []
    for job in jobs:
        try:
            results.append(measure(job))
        except Exception:  # of any kind: the other files are judged all the same
            results.append({"error": traceback.format_exc()})
    with OPEN(out_path, "w", encoding="utf-8") as f:
        json.dump(results, f)


main()
