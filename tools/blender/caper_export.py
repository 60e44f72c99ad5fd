# SPDX-License-Identifier: MIT
"""Blender add-on: File > Export > Caper (.glb).

Blender's own glTF exporter writes skeleton, meshes and actions; this one adds to the file what glTF has no word for and
Caper reads: the key poses that the animator set (`caper stride` plans from one to the next), whether an action is a cycle, and
how far hinges bend (the IK limits of bones). Install it by Edit > Preferences > Add-ons > Install; Blender 3.0 or later.

A frame is a key pose where at least half of the curves that move have a key. Pose markers name key poses, and are key poses
themselves. An action with keys on nearly every frame was baked: of it only markers and keys of the type Extreme count.
"""
import json
import math
import os
import struct

import bpy
from bpy.props import StringProperty
from bpy_extras.io_utils import ExportHelper

bl_info = {
    "name": "Caper export",
    "author": "Caper",
    "version": (1, 0, 0),
    "blender": (3, 0, 0),
    "location": "File > Export > Caper (.glb)",
    "description": "glTF with the animator's key poses and the limits of hinges",
    "category": "Import-Export",
}

SHARE = 0.5  # of the moving curves that have a key in a key pose
BAKED = 0.6  # of all frames that have keys: more were made by a program
LOOP = 1e-3  # of the range of a curve: first and last values that differ less are the same
JSON_CHUNK = 0x4E4F534A


# ------------------------------------------------------------------------------------------------ what an action says


def moving_curves(action):
    """The curves that have more than one key."""
    return [curve for curve in action.fcurves if len(curve.keyframe_points) > 1]


def key_frames(action):
    """Frames of the key poses, rising, with names."""
    curves = moving_curves(action)
    counts, extremes = {}, set()
    for curve in curves:
        for point in curve.keyframe_points:
            frame = round(point.co[0], 3)
            counts[frame] = counts.get(frame, 0) + 1
            if point.type == "EXTREME":
                extremes.add(frame)
    frames = {frame for frame, count in counts.items() if count >= SHARE * len(curves)}
    if counts and len(counts) > 3 and len(frames) > BAKED * (max(counts) - min(counts)):
        frames = extremes
    names = {float(marker.frame): marker.name for marker in action.pose_markers}
    return [(frame, names.get(frame, "")) for frame in sorted(frames | set(names))]


def is_cycle(action):
    """Does it end as it begins, but for where it is? Blender's own mark counts too."""
    if getattr(action, "use_cyclic", False):
        return True
    curves = [curve for curve in moving_curves(action) if "rotation" in curve.data_path]
    for curve in curves:
        values = [point.co[1] for point in curve.keyframe_points]
        if abs(values[0] - values[-1]) > LOOP * max(max(values) - min(values), 1e-6):
            return False
    return bool(curves)


def hinge_of(bone):
    """The joint of a pose bone that turns about one axis only, by its IK locks; None where it does not."""
    axes = [axis for axis in "xyz" if not getattr(bone, "lock_ik_" + axis)]
    if len(axes) != 1:
        return None
    axis = axes[0]
    limited = getattr(bone, "use_ik_limit_" + axis)
    return {
        "kind": "hinge",
        "axis": [1.0 if axis == other else 0.0 for other in "xyz"],
        "min": getattr(bone, "ik_min_" + axis) if limited else -math.pi,
        "max": getattr(bone, "ik_max_" + axis) if limited else math.pi,
    }


# ------------------------------------------------------------------------------------------------ the written file


def read_file(path):
    """The document of a .glb or .gltf, and the bytes that follow it."""
    with open(path, "rb") as f:
        data = f.read()
    if not path.endswith(".glb"):
        return json.loads(data), b""
    length, kind = struct.unpack_from("<II", data, 12)
    if kind != JSON_CHUNK:
        raise ValueError(path + ": the first chunk is no JSON")
    return json.loads(data[20:20 + length]), data[20 + length:]


def write_file(path, document, rest):
    """The same back, at once or not at all."""
    text = json.dumps(document, separators=(",", ":")).encode("utf-8")
    if path.endswith(".glb"):
        text += b" " * (-len(text) % 4)
        head = struct.pack("<4sII", b"glTF", 2, 20 + len(text) + len(rest))
        text = head + struct.pack("<II", len(text), JSON_CHUNK) + text + rest
    with open(path + ".part", "wb") as f:
        f.write(text)
    os.replace(path + ".part", path)


def start_of(document, animation):
    """When the first key of an animation is, seconds."""
    inputs = [document["accessors"][sampler["input"]] for sampler in animation["samplers"]]
    return min(accessor["min"][0] for accessor in inputs)


def mark_animations(document, fps):
    """Key poses and cycles into the extras of animations; returns how many key poses there are."""
    total = 0
    for animation in document.get("animations", []):
        action = bpy.data.actions.get(animation.get("name", ""))
        if not action:
            continue
        # versions of the exporter differ in where time begins
        offset = start_of(document, animation) - action.frame_range[0] / fps
        poses = [{"time": max(frame / fps + offset, 0.0), "name": name} for frame, name in key_frames(action)]
        extras = animation.setdefault("extras", {})
        extras["caper_clip"] = {"key_poses": poses, "loops": is_cycle(action)}
        total += len(poses)
    return total


def mark_bones(document):
    """Hinges into the extras of nodes; returns how many there are."""
    hinges = {}
    for thing in bpy.context.scene.objects:
        if thing.type == "ARMATURE":
            for bone in thing.pose.bones:
                hinges[bone.name] = hinge_of(bone)
    total = 0
    for node in document.get("nodes", []):
        hinge = hinges.get(node.get("name", ""))
        if hinge and "mesh" not in node:
            node.setdefault("extras", {})["caper_body"] = {"joint": hinge}
            total += 1
    return total


def export(path):
    """Write the scene; (key poses, hinges)."""
    binary = path.endswith(".glb")
    bpy.ops.export_scene.gltf(filepath=path, export_format="GLB" if binary else "GLTF_EMBEDDED", export_yup=True,
                              export_animations=True, export_skins=True, export_morph=True)
    document, rest = read_file(path)
    render = bpy.context.scene.render
    poses = mark_animations(document, render.fps / render.fps_base)
    hinges = mark_bones(document)
    write_file(path, document, rest)
    return poses, hinges


# ------------------------------------------------------------------------------------------------ Blender


class ExportCaper(bpy.types.Operator, ExportHelper):
    """Write glTF with the key poses of all actions and the limits of hinges"""

    bl_idname = "export_scene.caper"
    bl_label = "Export Caper"
    filename_ext = ".glb"
    filter_glob: StringProperty(default="*.glb;*.gltf", options={"HIDDEN"})

    def execute(self, _context):
        poses, hinges = export(self.filepath)
        self.report({"INFO"}, f"{poses} key poses, {hinges} hinges")
        return {"FINISHED"}


def menu_entry(self, _context):
    """The line in File > Export."""
    self.layout.operator(ExportCaper.bl_idname, text="Caper (.glb)")


def register():
    """Called when the add-on is switched on."""
    bpy.utils.register_class(ExportCaper)
    bpy.types.TOPBAR_MT_file_export.append(menu_entry)


def unregister():
    """Called when it is switched off."""
    bpy.types.TOPBAR_MT_file_export.remove(menu_entry)
    bpy.utils.unregister_class(ExportCaper)
