# SPDX-License-Identifier: MIT
"""Bodies that nobody would plan: three heads, legs of unlike lengths, limbs that branch."""

import math

from .dsl import FIXED, X, Y, Z, Character, add, ball, bend, hinge, scale, sole, sub
from .people import face


def serpent_head(c, prefix, parent, at, toward, size, caps):
    """A head at the end of a neck with jaw, two eyes and a horn; asymmetric characters name their sides."""
    w, h, l = size
    side = (toward[2], 0, -toward[0])

    def point(forward, up, left=0.0):
        return add(add(at, scale(toward, forward)), add((0, up, 0), scale(side, left)))

    head = prefix + "head"
    c.segment(head, parent, at, point(l, 0), (w, h), ball(45, 35), caps, pad=l * .12, side=side)
    c.segment(prefix + "snout", head, point(l, -.02 * h), point(l * 1.65, -.12 * h), (w * .72, h * .55), FIXED, pad=l * .06,
              side=side)
    c.segment(prefix + "jaw", head, point(l * .75, -.48 * h), point(l * 1.55, -.66 * h), (w * .62, h * .24),
              hinge(side, 0, 45), "mouth", pad=0, side=side, deforms="open")
    c.segment(prefix + "horn", head, point(.05 * l, .45 * h), point(-.45 * l, 1.05 * h), (w * .22, w * .22), FIXED, "horn",
              pad=.01, side=side)
    for name, way in (("left_eye", 1), ("right_eye", -1)):
        e = point(l * .85, .2 * h, way * w * .5)
        c.segment(prefix + name, head, sub(e, scale(toward, .03)), add(e, scale(toward, .03)), (.03, .05), FIXED, "eye", pad=0,
                  side=side, deforms="close")


def hydra():
    c = Character("hydra", 700, note="three heads; only the middle neck is spine", symmetric=False)
    c.root("pelvis", (0, 1.05, -.62), size=(.66, .62, .56))
    c.chain("pelvis", [(0, 1.10, -.40), (0, 1.13, .02), (0, 1.22, .45), (0, 1.34, .72)], [
        ("loin", (.68, .66), ball(15, 10)),
        ("ribs", (.78, .76), ball(12, 10)),
        ("chest", (.78, .72), ball(15, 10))], "spine", pad=.05)
    c.row("neck", "chest", [(0, 1.45, .72), (0, 1.75, 1.0), (0, 2.2, 1.10), (0, 2.5, 1.35)], 5, [(.32, .34), (.22, .24)],
          ball(28, 18), "spine", pad=.04)
    serpent_head(c, "", "neck_5", (0, 2.50, 1.34), (0, 0, 1), (.28, .26, .32), "spine head")
    c.row("left_neck", "chest", [(.30, 1.42, .66), (.62, 1.62, .90), (.92, 2.0, 1.0), (1.10, 2.12, 1.30)], 5,
          [(.27, .28), (.18, .19)], ball(30, 20), "limb", pad=.04)
    serpent_head(c, "left_", "left_neck_5", (1.09, 2.12, 1.28), (.316, 0, .949), (.23, .21, .27), "limb head")
    c.row("right_neck", "chest", [(-.30, 1.38, .68), (-.52, 1.40, 1.0), (-.60, 1.42, 1.35)], 3, [(.24, .24), (.17, .18)],
          ball(30, 20), "limb", pad=.04)
    serpent_head(c, "right_", "right_neck_3", (-.60, 1.42, 1.34), (-.196, 0, .981), (.21, .19, .24), "limb head")
    with c.pair():
        front = [(.32, 1.05, .52), (.46, .70, .34), (.46, .12, .50)]
        c.chain("chest", front, [
            ("front_upper", (.24, .30), ball(55, 20)),
            ("front_forearm", (.18, .20), bend(10, 140))])
        c.foot("front_foot", "front_forearm", front[2], (.28, .36), .13, sole(-50, 60), deforms="curl")
        hind = [(.30, .98, -.64), (.46, .66, -.40), (.46, .34, -.78), (.46, .12, -.66)]
        c.chain("pelvis", hind, [
            ("hind_thigh", (.28, .40), ball(55, 20)),
            ("hind_shin", (.19, .21), bend(15, 145)),
            ("hind_hock", (.15, .16), bend(10, 130))])
        c.foot("hind_foot", "hind_hock", hind[3], (.28, .38), .13, sole(-50, 60), deforms="curl")
    c.row("tail", "pelvis", [(0, 1.05, -.88), (0, .85, -1.4), (0, .42, -1.9), (0, .30, -2.5)], 6, [(.46, .44), (.10, .10)],
          ball(25, 15), "tail", pad=.05)
    return c


def leg(c, prefix, parent, points, sizes, foot, toward=Z):
    """Any number of segments down to a foot: a ball at the hip, knees that close the way they are bent."""
    parts = [(f"{prefix}_{i + 1}", size, ball(60, 25) if i == 0 else bend(2, 145)) for i, size in enumerate(sizes)]
    last = c.chain(parent, points, parts)
    c.foot(f"{prefix}_foot", last, points[-1], foot[:2], foot[2], ball(45, 25), toward=toward)


def oddlegs():
    c = Character("oddlegs", 90, note="five legs, 0.44 m to 2.0 m long", symmetric=False)
    c.root("rump", (0, .62, -.30), size=(.38, .36, .36))
    c.segment("belly", "rump", (0, .64, -.14), (0, .68, .16), (.42, .40), ball(25, 15), "spine", pad=.03)
    c.segment("chest", "belly", (0, .68, .16), (0, .76, .44), (.36, .36), ball(25, 15), "spine", pad=.03)
    c.segment("neck", "chest", (0, .84, .44), (0, 1.00, .58), (.17, .18), ball(35, 25), "spine", pad=.03)
    c.block("head", "neck", (0, 1.00, .58), ((0, 1.07, .66), (.15, .13, .16)), ball(45, 40), "spine head")
    face(c, "head", eye=(.07, 1.12, .825), mouth=(0, 1.00, .835), ear=(.16, 1.16, .62), eye_half=(.034, .034, .012),
         mouth_half=(.07, .018, .022), ear_half=(.02, .07, .03))
    # longest to shortest; the long ones arch above the back
    leg(c, "long_leg", "chest", [(.17, .72, .36), (.55, 1.15, .50), (.92, 1.02, .62), (1.10, .09, .68)],
        [(.11, .12), (.09, .10), (.075, .08)], (.14, .24, .09), toward=(.8, 0, .6))
    leg(c, "reach_leg", "rump", [(-.18, .64, -.36), (-.56, 1.02, -.52), (-.80, .08, -.66)], [(.11, .12), (.085, .09)],
        (.13, .22, .09), toward=(-.9, 0, -.4))
    leg(c, "plain_leg", "chest", [(-.16, .66, .34), (-.24, .38, .50), (-.24, .08, .36)], [(.12, .13), (.10, .10)],
        (.14, .24, .08))
    leg(c, "short_leg", "rump", [(.18, .60, -.34), (.23, .34, -.22), (.23, .08, -.34)], [(.13, .14), (.11, .11)],
        (.15, .22, .08))
    leg(c, "stub_leg", "rump", [(-.06, .43, -.20), (-.07, .25, -.14), (-.07, .07, -.18)], [(.08, .09), (.07, .07)],
        (.09, .15, .05))
    c.row("tail", "rump", [(0, .74, -.46), (.05, .80, -.66), (.16, .96, -.76)], 3, [(.10, .10), (.04, .04)], ball(30, 20),
          "tail", pad=.02)
    c.row("arm", "chest", [(.12, .80, .50), (.26, .72, .66), (.22, .62, .84)], 3, [(.07, .07), (.05, .05)], ball(55, 30),
          "limb", "limb grasper", pad=.012)
    return c


def brancher():
    c = Character("brancher", 85, note="each leg splits into three feet, the arms into hands that split again")
    c.root("hips", (0, .95, -.05), size=(.34, .24, .28))
    c.segment("belly", "hips", (0, 1.05, -.05), (0, 1.26, -.03), (.30, .26), ball(25, 20), "spine", pad=.03)
    c.segment("chest", "belly", (0, 1.26, -.03), (0, 1.50, .0), (.36, .28), ball(25, 20), "spine", pad=.03)
    c.segment("neck", "chest", (0, 1.50, .0), (0, 1.60, .03), (.13, .13), ball(30, 30), "spine", pad=.03)
    c.block("head", "neck", (0, 1.60, .03), ((0, 1.70, .06), (.11, .12, .12)), ball(40, 50, Y), "spine head")
    face(c, "head", eye=(.05, 1.74, .182), mouth=(0, 1.64, .182), eye_half=(.022, .026, .01), mouth_half=(.05, .014, .014))
    with c.pair():
        c.segment("sprout", "head", (.06, 1.81, .04), (.11, 1.93, .03), (.035, .035), ball(25, 15), "horn", pad=.008)
        # one thigh, then a fork: three shins, each with its own foot
        knee = (.24, .66, .06)
        c.segment("thigh", "hips", (.15, .90, -.04), knee, (.15, .17), ball(70, 30), "limb")
        for name, ankle, toward in (("front", (.30, .07, .34), (.3, 0, 1)), ("outer", (.54, .07, .0), (1, 0, .1)),
                                    ("rear", (.26, .07, -.32), (.1, 0, -1))):
            middle = add(scale(add(knee, ankle), .5), scale((toward[0], .25, toward[2]), .07))
            c.segment(f"{name}_shin", "thigh", knee, middle, (.085, .09), ball(55, 25), "limb")
            c.segment(f"{name}_ankle", f"{name}_shin", middle, ankle, (.07, .075), bend(2, 130), "limb")
            c.foot(f"{name}_foot", f"{name}_ankle", ankle, (.11, .18), .06, ball(45, 25), toward=toward)
        # one upper arm, two forearms; the upper forearm forks once more
        elbow = (.40, 1.24, .0)
        c.segment("upper_arm", "chest", (.20, 1.43, -.01), elbow, (.10, .11), ball(150, 80), "limb")
        fork = (.58, 1.34, .20)
        c.segment("high_forearm", "upper_arm", elbow, fork, (.075, .075), bend(2, 150), "limb")
        for name, tip in (("high", (.68, 1.48, .34)), ("mid", (.70, 1.30, .38))):
            c.segment(f"{name}_wrist", "high_forearm", fork, tip, (.05, .05), ball(50, 30), "limb", pad=.012)
            out = scale(sub(tip, fork), .55)
            c.segment(f"{name}_hand", f"{name}_wrist", tip, add(tip, out), (.05, .08), ball(45, 40), "limb grasper",
                      pad=.01, deforms="close")
        wrist = (.50, 1.02, .18)
        c.segment("low_forearm", "upper_arm", elbow, wrist, (.075, .075), bend(2, 150), "limb")
        c.segment("low_hand", "low_forearm", wrist, (.52, .92, .28), (.055, .09), ball(50, 40), "limb grasper", pad=.01,
                  deforms="close")
    return c


def all_odd():
    return [hydra(), oddlegs(), brancher()]
