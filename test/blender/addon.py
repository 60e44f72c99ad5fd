# SPDX-License-Identifier: MIT
"""Blender's side of tools/judge_blender for the add-on: a rig of two legs, a cycle that an animator keyed and its baked copy,
exported by tools/blender/caper_export.py.

    blender --background --factory-startup --python addon.py -- ADDON.py OUT.glb
"""
import importlib.util
import math
import sys

import bpy
import numpy

# The exporter of Blender 3.4 is older than the numpy that Debian runs it with.
for name, kind in (("bool", bool), ("float", float), ("int", int)):
    if name not in numpy.__dict__:
        setattr(numpy, name, kind)

KEYS = (1, 7, 13, 19, 25)  # frames, at 24 a second
SWING = (30, 10, -30, 10, 30)  # degrees of the left thigh at them


def make_rig():
    """Hips, two legs and a head; shins are hinges."""
    bpy.ops.object.armature_add(enter_editmode=True)
    rig = bpy.context.object
    bones = rig.data.edit_bones
    bones.remove(bones[0])
    plan = [("Hips", None, (0, 0, 1.0), (0, 0, 1.2)), ("Spine", "Hips", (0, 0, 1.2), (0, 0, 1.5)),
            ("Head", "Spine", (0, 0, 1.5), (0, 0, 1.75))]
    for side, x in (("Left", 0.1), ("Right", -0.1)):
        plan += [(side + "UpLeg", "Hips", (x, 0, 1.0), (x, -0.02, 0.55)), (side + "Leg", side + "UpLeg", (x, -0.02, 0.55), (x, 0, 0.1)),
                 (side + "Foot", side + "Leg", (x, 0, 0.1), (x, -0.2, 0.02))]
    for bone_name, parent, head, tail in plan:
        bone = bones.new(bone_name)
        bone.head, bone.tail = head, tail
        bone.parent = bones[parent] if parent else None
    bpy.ops.object.mode_set(mode="POSE")
    for side in ("Left", "Right"):
        shin = rig.pose.bones[side + "Leg"]
        shin.lock_ik_y = shin.lock_ik_z = True
        shin.use_ik_limit_x = True
        shin.ik_min_x, shin.ik_max_x = 0.0, 2.5
    return rig


def pose(rig, swing):
    """Thighs against each other, the bent knee of the one that goes ahead."""
    for side, way in (("Left", 1), ("Right", -1)):
        for bone, angle in (("UpLeg", way * swing), ("Leg", max(0, way * swing))):
            rig.pose.bones[side + bone].rotation_mode = "XYZ"
            rig.pose.bones[side + bone].rotation_euler = (math.radians(angle), 0, 0)


def key_all(rig, frame):
    for side in ("Left", "Right"):
        for bone in ("UpLeg", "Leg"):
            rig.pose.bones[side + bone].keyframe_insert("rotation_euler", frame=frame)


def make_actions(rig):
    rig.animation_data_create()
    bpy.context.scene.render.fps = 24
    walk = rig.animation_data.action = bpy.data.actions.new("walk")
    walk.use_fake_user = True
    for frame, swing in zip(KEYS, SWING):
        pose(rig, swing)
        key_all(rig, frame)
    rig.pose.bones["LeftLeg"].keyframe_insert("rotation_euler", frame=10)  # a touch of one bone is no key pose
    walk.pose_markers.new("contact").frame = 7
    baked = rig.animation_data.action = bpy.data.actions.new("baked")
    baked.use_fake_user = True
    for frame in range(1, 26):
        pose(rig, 30 * math.cos(math.pi * (frame - 1) / 12))
        key_all(rig, frame)
    for name, action in (("walk", walk), ("baked", baked)):
        track = rig.animation_data.nla_tracks.new()
        track.name = name
        track.strips.new(name, 1, action)
    rig.animation_data.action = None


def main():
    addon_path, out = sys.argv[sys.argv.index("--") + 1:]
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.preferences.addon_enable(module="io_scene_gltf2")
    make_actions(make_rig())
    spec = importlib.util.spec_from_file_location("caper_export", addon_path)
    addon = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(addon)
    addon.register()
    bpy.ops.export_scene.caper(filepath=out)
    addon.unregister()


main()
