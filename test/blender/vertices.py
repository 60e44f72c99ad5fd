# SPDX-License-Identifier: MIT
"""Blender's side of tools/judge_mesh: the vertices of all meshes as Blender deforms them.

    blender --background --factory-startup --python vertices.py -- JOBS.json FOLDER

JOBS is a list of {"name", "file", "times", "shot"}; FOLDER/NAME.blender.K.f32 receives the vertices at the time K, three floats
each, in metres and Y up as in the file. With "shot", FOLDER/NAME.blender.png is how it looks at the last time.
"""
import json
import os
import sys
import traceback

import bpy
import mathutils
import numpy

if "bool" not in numpy.__dict__:  # the importer of Blender 3.4 is older than the numpy of Debian
    numpy.bool = bool
FPS = 30


def vertices_now():
    """All vertices in the world, Y up."""
    graph = bpy.context.evaluated_depsgraph_get()
    found = []
    for thing in bpy.context.scene.objects:
        if thing.type != "MESH" or thing.hide_get():
            continue  # the shapes of bones are hidden
        solid = thing.evaluated_get(graph)
        mesh = solid.to_mesh()
        flat = numpy.empty(3 * len(mesh.vertices), dtype="f4")
        mesh.vertices.foreach_get("co", flat)
        matrix = numpy.array(solid.matrix_world)
        points = flat.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]
        found.append(numpy.stack([points[:, 0], points[:, 2], -points[:, 1]], axis=1))
        solid.to_mesh_clear()
    return numpy.concatenate(found) if found else numpy.zeros((0, 3))


def draw(points, path):
    """A picture of the scene from the left front."""
    scene = bpy.context.scene
    low, high = points.min(axis=0), points.max(axis=0)
    middle = mathutils.Vector(((low[0] + high[0]) / 2, -(low[2] + high[2]) / 2, (low[1] + high[1]) / 2))
    away = mathutils.Vector((0.5, -0.8, 0.3)).normalized()
    camera = bpy.data.objects.new("judge", bpy.data.cameras.new("judge"))
    camera.data.type, camera.data.ortho_scale = "ORTHO", 1.2 * float((high - low).max())
    camera.data.clip_end = 100 * float((high - low).max())
    camera.location = middle + 5 * float((high - low).max()) * away
    camera.rotation_euler = away.to_track_quat("Z", "Y").to_euler()
    sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    sun.data.energy = 3
    sun.rotation_euler = (0.6, 0.2, 0.5)
    for thing in (camera, sun):
        scene.collection.objects.link(thing)
    scene.world = scene.world or bpy.data.worlds.new("world")
    scene.world.color = (0.6, 0.6, 0.6)
    scene.camera, scene.render.engine = camera, "CYCLES"
    scene.cycles.samples, scene.cycles.use_denoising, scene.cycles.max_bounces = 8, False, 1
    scene.render.resolution_x = scene.render.resolution_y = 320
    scene.render.filepath = path
    bpy.ops.render.render(write_still=True)


def measure(job, folder):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps, bpy.context.scene.render.fps_base = FPS, 1.0
    bpy.ops.import_scene.gltf(filepath=job["file"])
    points = None
    for k, time in enumerate(job["times"]):
        frame = int(time * FPS + 1e-6)
        bpy.context.scene.frame_set(frame, subframe=time * FPS - frame)
        bpy.context.view_layer.update()
        points = vertices_now()
        points.astype("<f4").tofile(os.path.join(folder, f"{job['name']}.blender.{k}.f32"))
    if job["shot"]:
        draw(points, os.path.join(folder, job["name"] + ".blender.png"))


def main():
    jobs_path, folder = sys.argv[sys.argv.index("--") + 1:]
    with open(jobs_path, encoding="utf-8") as f:
        jobs = json.load(f)
    for job in jobs:
        try:
            measure(job, folder)
        except Exception:  # of any kind: the other files are judged all the same
            traceback.print_exc()


main()
