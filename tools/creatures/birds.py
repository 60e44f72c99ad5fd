# SPDX-License-Identifier: MIT
"""Two legs with the ankle high up, wings and tails: birds, the kangaroo, the dragon.

Most of them have the frames that modelling programs give: y along the body (frames="along")."""

from .dsl import FIXED, X, Y, Z, Character, add, ball, bend, hinge, length, lerp, sole, sub
from .people import arm
from .quadrupeds import eyes, jaw


def bird_leg(c, parent, points, sizes, foot, toe_length, toe_width):
    """Thigh, shin, tarsus and a foot with three toes in front and one behind; the ankle closes forwards."""
    c.chain(parent, points, [
        ("thigh", sizes[0], ball(55, 20)),
        ("shin", sizes[1], bend(10, 150)),
        ("tarsus", sizes[2], bend(5, 150))])
    ankle = points[3]
    c.foot("foot", "tarsus", ankle, foot, foot[1] / 2, sole(-70, 60), deforms="close")
    half = ankle[1] * .4
    for name, sideways in (("inner_toe", -.42), ("middle_toe", 0), ("outer_toe", .42)):
        start = (ankle[0] + sideways * foot[0], half, ankle[2] + foot[1] * .3)
        end = (start[0] + sideways * toe_length, half, start[2] + toe_length * (1 if sideways == 0 else .85))
        c.segment(name, "foot", start, end, (toe_width, half * 2), hinge(X, -60, 30), pad=0)
    start = (ankle[0], half, ankle[2] - foot[1] * .3)
    c.segment("back_toe", "foot", start, (start[0], half, start[2] - toe_length * .6), (toe_width, half * 2),
              hinge(X, -30, 60), pad=0)


def bird():
    c = Character("bird", 1.4, frames="along", note="a raven that walks, perches and flies; y runs along every body")
    c.root("pelvis", (0, .205, -.05), box=((0, .21, -.045), (.045, .045, .06)))
    c.segment("chest", "pelvis", (0, .21, .0), (0, .235, .11), (.10, .105), ball(15, 10), "spine", pad=.012)
    c.row("neck", "chest", [(0, .255, .10), (0, .295, .13), (0, .335, .15)], 3, [(.065, .065), (.048, .05)], ball(35, 25),
          "spine", pad=.008)
    c.block("head", "neck_3", (0, .335, .15), ((0, .355, .165), (.028, .028, .034)), ball(60, 60, Y), "spine head")
    c.segment("beak", "head", (0, .358, .196), (0, .348, .25), (.022, .018), FIXED, pad=.002)
    c.segment("jaw", "head", (0, .343, .19), (0, .338, .238), (.018, .009), hinge(X, 0, 35), "mouth", pad=.002,
              deforms="open")
    eyes(c, "head", (.029, .364, .176), (.004, .008, .008))
    with c.pair():
        # half open: the wing folds back to the flank and stretches out to the side
        c.segment("wing_arm", "chest", (.04, .262, .085), (.12, .315, .03), (.09, .022), ball(85, 50), "wing", side=Z)
        c.segment("wing_forearm", "wing_arm", (.12, .315, .03), (.21, .36, .055), (.06, .018), bend(15, 160), "wing",
                  side=Z)
        c.segment("wing_hand", "wing_forearm", (.21, .36, .055), (.32, .385, .0), (.05, .014), bend(5, 160), "wing",
                  side=Z)
        c.segment("wing_tip", "wing_hand", (.31, .383, .005), (.42, .395, -.075), (.045, .008), bend(1, 60), "wing",
                  side=Z, deforms="spread")
        for name, limb, start, end, width in (("arm_feathers", "wing_arm", (.10, .30, .03), (.10, .28, -.10), .10),
                                              ("inner_feathers", "wing_forearm", (.175, .335, .03), (.19, .32, -.11), .10),
                                              ("outer_feathers", "wing_hand", (.265, .37, .0), (.31, .35, -.12), .09)):
            c.segment(name, limb, start, end, (width, .008), FIXED, "wing", side=(1, .35, 0), pad=.004, dense=.3)
        bird_leg(c, "pelvis", [(.038, .20, -.04), (.045, .155, .015), (.048, .085, -.035), (.048, .012, .012)],
                 [(.034, .045), (.02, .024), (.011, .013)], (.022, .026), .042, .008)
    c.row("tail", "pelvis", [(0, .215, -.10), (0, .205, -.17), (0, .185, -.25)], 3, [(.05, .03), (.07, .014), (.10, .008)],
          ball(25, 15), "tail", pad=.006)
    c.by_name["tail_3"]["deforms"] = ["spread"]
    return c


def ostrich():
    c = Character("ostrich", 110, note="runs on two toes; the wings only balance")
    c.root("pelvis", (0, 1.28, -.14), box=((0, 1.32, -.16), (.19, .22, .26)))
    c.segment("back", "pelvis", (0, 1.32, .04), (0, 1.34, .24), (.46, .50), ball(12, 8), "spine", pad=.03)
    c.segment("breast", "back", (0, 1.34, .22), (0, 1.36, .42), (.36, .40), ball(12, 8), "spine", pad=.03)
    c.row("neck", "breast", [(0, 1.44, .46), (0, 1.62, .68), (0, 1.95, .66), (0, 2.32, .70)], 7,
          [(.17, .18), (.10, .10), (.075, .075)], ball(25, 20), "spine", pad=.02)
    c.block("head", "neck_7", (0, 2.32, .70), ((0, 2.38, .74), (.06, .065, .085)), ball(60, 60, Y), "spine head")
    c.block("beak", "head", (0, 2.375, .82), ((0, 2.375, .875), (.035, .018, .06)))
    c.segment("jaw", "head", (0, 2.345, .80), (0, 2.34, .92), (.06, .02), hinge(X, 0, 30), "mouth", pad=0, deforms="open")
    eyes(c, "head", (.062, 2.40, .77), (.008, .022, .022))
    with c.pair():
        c.chain("back", [(.22, 1.50, .22), (.34, 1.44, .0), (.37, 1.32, -.22), (.35, 1.20, -.40)], [
            ("wing_arm", (.09, .26), ball(70, 40)),
            ("wing_forearm", (.07, .30), bend(2, 140)),
            ("wing_hand", (.05, .22), bend(1, 120))], "wing", deforms="spread")
        points = [(.14, 1.20, -.08), (.17, .98, .14), (.17, .58, -.16), (.17, .09, .02)]
        c.chain("pelvis", points, [
            ("thigh", (.20, .26), ball(50, 15)),
            ("shin", (.14, .17), bend(10, 150)),
            ("tarsus", (.075, .085), bend(5, 150))])
        c.foot("foot", "tarsus", points[3], (.11, .14), .06, sole(-70, 60), deforms="curl")
        c.block("inner_toe", "foot", (.155, .04, .09), ((.15, .035, .165), (.032, .035, .085)), hinge(X, -50, 30))
        c.block("outer_toe", "foot", (.205, .03, .08), ((.212, .026, .125), (.022, .026, .055)), hinge(X, -50, 30))
    c.row("tail", "pelvis", [(0, 1.46, -.38), (0, 1.48, -.54), (0, 1.36, -.72)], 3, [(.26, .20), (.30, .16), (.22, .10)],
          ball(25, 15), "tail", pad=.03)
    return c


def kangaroo():
    c = Character("kangaroo", 66, frames="along", note="hind legs for leaps, and a tail to lean on; y runs along every body")
    c.root("pelvis", (0, .72, -.22), box=((0, .74, -.20), (.14, .15, .14)))
    c.chain("pelvis", [(0, .80, -.14), (0, .96, -.02), (0, 1.14, .08), (0, 1.28, .14)], [
        ("loin", (.29, .27), ball(25, 15)),
        ("ribs", (.27, .25), ball(20, 15)),
        ("chest", (.21, .20), ball(20, 15))], "spine", pad=.03)
    c.chain("chest", [(0, 1.28, .14), (0, 1.37, .17), (0, 1.46, .20)], [
        ("neck_1", (.11, .12), ball(30, 25)),
        ("neck_2", (.09, .10), ball(30, 25))], "spine", pad=.02)
    c.block("head", "neck_2", (0, 1.46, .20), ((0, 1.50, .25), (.06, .065, .085)), ball(50, 50, Y), "spine head")
    c.block("muzzle", "head", (0, 1.485, .32), ((0, 1.48, .375), (.04, .035, .065)))
    jaw(c, "head", (0, 1.445, .30), (0, 1.435, .42), (.055, .022))
    eyes(c, "head", (.06, 1.52, .285), (.008, .016, .016))
    with c.pair():
        c.row("ear", "head", [(.035, 1.55, .21), (.055, 1.64, .19), (.075, 1.74, .18)], 2, [(.05, .022), (.045, .02)],
              ball(40, 40), "ear", pad=.004, deforms="droop")
        arm(c, "chest", [(.115, 1.22, .13), (.155, 1.04, .12), (.15, .97, .28), (.13, .91, .36)],
            [(.06, .075), (.05, .055), (.045, .05)])
        c.segment("claws", "hand", (.13, .915, .355), (.125, .87, .40), (.045, .02), FIXED, pad=0)
        leg = [(.12, .70, -.20), (.19, .50, .10), (.18, .15, -.26), (.18, .05, -.22)]
        c.chain("pelvis", leg[:3], [
            ("thigh", (.17, .24), ball(60, 20)),
            ("shin", (.08, .09), bend(15, 165))], pad=.03)
        c.foot("foot", "shin", (.18, .09, -.24), (.10, .40), .06, sole(-60, 50), deforms="curl", top=.10)
        c.block("toes", "foot", (.18, .03, .09), ((.18, .028, .145), (.042, .028, .06)), hinge(X, -50, 30))
    c.row("tail", "pelvis", [(0, .68, -.32), (0, .42, -.52), (0, .17, -.84), (0, .065, -1.25), (0, .05, -1.55)], 8,
          [(.20, .21), (.13, .14), (.07, .07)], ball(28, 15), "tail", pad=.03)
    return c


def skin(c, name, parent, start, tip_a, tip_b):
    """Two plates of wing skin that fill the sector from `start` to the tips of two fingers."""
    middle = lerp(tip_a, tip_b, .5)
    span = sub(tip_b, tip_a)
    for part, begin, end, width in (("_near_skin", .08, .52, .36), ("_far_skin", .50, .92, .74)):
        c.segment(name + part, parent, lerp(start, middle, begin), lerp(start, middle, end), (length(span) * width, .02),
                  FIXED, "wing", pad=.01, dense=.3, side=span)


def dragon():
    c = Character("dragon", 1500, frames="along", note="four legs, two wings and a long tail; y runs along every body")
    c.root("pelvis", (0, 1.45, -.95), size=(.80, .75, .75))
    c.chain("pelvis", [(0, 1.50, -.62), (0, 1.52, -.10), (0, 1.62, .45), (0, 1.75, .85)], [
        ("loin", (.78, .78), ball(15, 10)),
        ("ribs", (.90, .95), ball(12, 10)),
        ("chest", (.80, .88), ball(15, 10))], "spine", pad=.06)
    c.row("neck", "chest", [(0, 1.85, .85), (0, 2.15, 1.25), (0, 2.65, 1.55), (0, 3.05, 1.95)], 6,
          [(.48, .52), (.32, .34), (.26, .28)], ball(25, 18), "spine", pad=.05)
    c.segment("head", "neck_6", (0, 3.05, 1.92), (0, 2.98, 2.32), (.36, .34), ball(45, 30), "spine head", pad=.06)
    c.segment("snout", "head", (0, 2.98, 2.32), (0, 2.90, 2.78), (.26, .18), FIXED, pad=.03)
    jaw(c, "head", (0, 2.86, 2.20), (0, 2.74, 2.72), (.22, .09), 45)
    eyes(c, "head", (.185, 3.08, 2.26), (.02, .05, .06))
    with c.pair():
        c.row("horn", "head", [(.12, 3.18, 1.95), (.20, 3.32, 1.72), (.22, 3.55, 1.55)], 2, [(.09, .09), (.05, .05)],
              FIXED, "horn", pad=.02)
        # the arm of the wing rises, the forearm runs out, three fingers spread the skin
        c.segment("wing_arm", "chest", (.36, 2.05, .40), (.90, 2.75, .0), (.17, .18), ball(75, 50), "wing")
        c.segment("wing_forearm", "wing_arm", (.90, 2.75, .0), (1.70, 3.20, .30), (.13, .13), bend(5, 150), "wing")
        wrist = (1.70, 3.20, .30)
        tips = {"first": (3.35, 3.70, -.40), "second": (3.15, 2.60, -.85), "third": (2.10, 1.95, -1.15)}
        for name, tip in tips.items():
            middle = add(lerp(wrist, tip, .5), (0, .10, 0))
            c.segment(name + "_finger", "wing_forearm", wrist, middle, (.07, .07), ball(35, 15), "wing")
            c.segment(name + "_fingertip", name + "_finger", middle, tip, (.05, .05), bend(0, 60), "wing")
        skin(c, "outer", "second_finger", wrist, tips["first"], tips["second"])
        skin(c, "middle", "third_finger", wrist, tips["second"], tips["third"])
        skin(c, "inner", "wing_forearm", (1.30, 2.92, .16), tips["third"], (.62, 1.75, -.85))
        front = [(.36, 1.50, .62), (.52, 1.05, .38), (.52, .52, .66), (.52, .14, .62)]
        c.chain("chest", front, [
            ("front_upper", (.26, .34), ball(55, 20)),
            ("front_forearm", (.20, .22), bend(10, 140)),
            ("front_wrist", (.17, .18), bend(0, 110))])
        c.foot("front_foot", "front_wrist", front[3], (.32, .42), .15, sole(-60, 50), deforms="curl")
        hind = [(.36, 1.35, -1.0), (.54, .95, -.62), (.54, .48, -1.22), (.54, .14, -1.06)]
        c.chain("pelvis", hind, [
            ("hind_thigh", (.32, .48), ball(55, 20)),
            ("hind_shin", (.22, .25), bend(15, 155)),
            ("hind_hock", (.17, .18), bend(10, 130))])
        c.foot("hind_foot", "hind_hock", hind[3], (.34, .48), .16, sole(-60, 50), deforms="curl")
    c.row("tail", "pelvis", [(0, 1.48, -1.28), (0, 1.30, -1.9), (0, .85, -2.6), (0, .62, -3.3), (0, .85, -3.9)], 9,
          [(.58, .56), (.34, .34), (.12, .12)], ball(22, 15), "tail", pad=.06)
    c.segment("tail_spade", "tail_9", (0, .84, -3.88), (0, 1.0, -4.2), (.40, .06), ball(20, 10), "tail", pad=.02)
    return c


def all_birds():
    return [bird(), ostrich(), kangaroo(), dragon()]
