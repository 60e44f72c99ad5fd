# SPDX-License-Identifier: MIT
"""Upright ones: the performer and two puppets with its skeleton, and relatives with more limbs."""

from .dsl import FIXED, X, Y, Character, add, ball, bend, hinge, scale, sole


def face(c, head, eye, mouth, ear=None, eye_half=(.015, .012, .008), mouth_half=(.028, .01, .012),
         ear_half=(.01, .03, .018)):
    """Eyes, mouth and ears that sit on a head; centres in model space."""
    c.block("mouth", head, add(mouth, (0, 0, -mouth_half[2])), (mouth, mouth_half), caps="mouth", deforms="open smile")
    with c.pair():
        c.block("eye", head, add(eye, (0, 0, -eye_half[2])), (eye, eye_half), caps="eye", deforms="close")
        if ear:
            c.block("ear", head, add(ear, (-ear_half[0], 0, 0)), (ear, ear_half), caps="ear", deforms="droop")


# 43 degrees of freedom, as in the paper on computer puppetry: the pelvis moves freely (6); spine, chest, head,
# shoulders, wrists, hips and ankles are balls (33); elbows and knees are hinges (4). Neck and collars belong to
# the chest: they are fixed leaves, so that no chain has a dead joint in it.

def humanoid(name, mass, note, pelvis, spine, chest, neck, head, collar, arm, leg, trunk, head_half, limbs, foot, features):
    """`arm` is shoulder, elbow, wrist, fingertips; `leg` is hip, knee, ankle. `trunk` gives (width, depth) of
    pelvis, spine, chest and neck; `limbs` those of upper arm, forearm, hand, thigh and shin."""
    c = Character(name, mass, note=note)
    (pw, pd, ph), sw, cw, nw = trunk
    c.root("pelvis", pelvis, size=(pw, ph, pd))
    c.segment("spine", "pelvis", spine, chest, sw, ball(40, 30), "spine", pad=.02)
    c.segment("chest", "spine", chest, neck, cw, ball(35, 30), "spine", pad=.01)
    c.segment("neck", "chest", neck, (head[0], head[1] + .02, head[2]), nw, FIXED, pad=.02)
    c.block("head", "chest", head, (add(head, (0, head_half[1] * .92, head_half[2] * .25)), head_half), ball(50, 70, Y),
            "spine head")
    face(c, "head", **features)
    with c.pair():
        c.segment("collar", "chest", (collar[0] * .2, collar[1], collar[2]), collar, (limbs[0][0] * 1.2, limbs[0][1] * .8),
                  FIXED, pad=.005)
        c.chain("chest", arm, [
            ("upper_arm", limbs[0], ball(165, 90)),
            ("forearm", limbs[1], bend(0, 145)),
            ("hand", limbs[2], ball(60, 70), "limb grasper")], deforms="")
        c.chain("pelvis", leg, [
            ("thigh", limbs[3], ball(115, 45)),
            ("shin", limbs[4], bend(0, 145))], pad=.02)
        # 50 degrees of an ankle, and what toes bend that are part of the foot here
        c.foot("foot", "shin", leg[2], foot[:2], foot[2], ball(65, 25))
    for side in ("left_", "right_"):
        c.by_name[side + "hand"]["deforms"] = ["close"]
    return c


def performer():
    return humanoid(
        "performer", 72, "a person with 43 degrees of freedom",
        pelvis=(0, .96, 0), spine=(0, 1.04, -.01), chest=(0, 1.21, -.015), neck=(0, 1.47, -.02), head=(0, 1.55, 0),
        collar=(.16, 1.43, -.015),
        arm=[(.19, 1.42, -.015), (.235, 1.14, -.04), (.27, .90, .035), (.285, .73, .07)],
        leg=[(.095, .92, 0), (.105, .505, .03), (.105, .085, -.025)],
        trunk=((.32, .21, .19), (.27, .18), (.32, .21), (.11, .12)), head_half=(.075, .115, .098),
        limbs=((.095, .10), (.075, .08), (.04, .09), (.15, .16), (.105, .115)), foot=(.095, .26, .07),
        features=dict(eye=(.033, 1.672, .124), mouth=(0, 1.592, .124), ear=(.08, 1.65, .02)))


def blubby():
    return humanoid(
        "blubby", 130, "ball-shaped, with very short legs; the skeleton of performer",
        pelvis=(0, .33, 0), spine=(0, .43, 0), chest=(0, .74, 0), neck=(0, .90, 0), head=(0, .93, .01),
        collar=(.20, .89, 0),
        arm=[(.34, .80, .0), (.47, .66, -.02), (.53, .50, .06), (.55, .37, .09)],
        leg=[(.15, .25, 0), (.16, .155, .025), (.16, .06, 0)],
        trunk=((.56, .54, .24), (.80, .76), (.60, .56), (.20, .20)), head_half=(.11, .125, .12),
        limbs=((.14, .14), (.11, .11), (.07, .11), (.19, .19), (.15, .16)), foot=(.15, .27, .09),
        features=dict(eye=(.045, 1.07, .158), mouth=(0, .975, .158), ear=(.118, 1.05, .03),
                      eye_half=(.022, .024, .01), mouth_half=(.05, .014, .014), ear_half=(.014, .04, .025)))


def sally():
    return humanoid(
        "sally", 58, "long arms and long legs; the skeleton of performer",
        pelvis=(0, 1.36, 0), spine=(0, 1.43, -.01), chest=(0, 1.54, -.015), neck=(0, 1.74, -.02), head=(0, 1.83, 0),
        collar=(.12, 1.71, -.015),
        arm=[(.145, 1.70, -.015), (.215, 1.20, -.06), (.26, .76, .05), (.275, .54, .10)],
        leg=[(.08, 1.33, 0), (.10, .70, .055), (.10, .08, -.03)],
        trunk=((.24, .16, .16), (.18, .13), (.25, .16), (.075, .08)), head_half=(.075, .12, .09),
        limbs=((.065, .07), (.05, .055), (.032, .075), (.095, .105), (.07, .075)), foot=(.08, .28, .07),
        features=dict(eye=(.035, 1.955, .117), mouth=(0, 1.875, .117), ear=(.08, 1.93, .02),
                      eye_half=(.018, .02, .009)))


def arm(c, parent, points, sizes, prefix=""):
    """Shoulder, elbow, wrist, fingertips; a thumb beside."""
    c.chain(parent, points[:3], [
        (prefix + "upper_arm", sizes[0], ball(165, 90)),
        (prefix + "forearm", sizes[1], bend(0, 145))])
    c.segment(prefix + "hand", prefix + "forearm", points[2], points[3], sizes[2], ball(60, 70), "limb grasper",
              deforms="close")


def four_armed():
    c = Character("four_armed", 110, note="a biped with two pairs of arms")
    c.root("pelvis", (0, 1.06, 0), size=(.34, .22, .23))
    c.segment("waist", "pelvis", (0, 1.15, -.01), (0, 1.30, -.01), (.30, .20), ball(35, 25), "spine")
    c.segment("low_chest", "waist", (0, 1.30, -.01), (0, 1.50, -.01), (.36, .24), ball(25, 25), "spine")
    c.segment("high_chest", "low_chest", (0, 1.50, -.01), (0, 1.72, -.015), (.42, .26), ball(25, 25), "spine")
    c.segment("neck", "high_chest", (0, 1.72, -.02), (0, 1.82, .01), (.15, .15), ball(30, 35), "spine")
    c.block("head", "neck", (0, 1.82, .01), ((0, 1.93, .04), (.095, .13, .12)), ball(40, 50, Y), "spine head")
    face(c, "head", eye=(.045, 1.965, .162), mouth=(0, 1.865, .162), ear=(.102, 1.95, .03),
         eye_half=(.02, .016, .008), mouth_half=(.045, .014, .012), ear_half=(.012, .05, .025))
    with c.pair():
        c.segment("horn", "head", (.06, 2.04, .03), (.10, 2.15, .06), (.04, .04), FIXED, "horn")
        arm(c, "high_chest", [(.25, 1.65, -.01), (.40, 1.38, -.07), (.47, 1.16, .10), (.46, 1.01, .21)],
            [(.13, .14), (.10, .11), (.06, .12)], "upper_")
        c.segment("upper_thumb", "upper_hand", (.455, 1.14, .13), (.415, 1.09, .21), (.03, .035), FIXED)
        arm(c, "low_chest", [(.215, 1.42, -.0), (.32, 1.17, -.05), (.34, .99, .13), (.31, .87, .26)],
            [(.11, .12), (.085, .09), (.05, .10)], "lower_")
        c.segment("lower_thumb", "lower_hand", (.325, .98, .16), (.285, .95, .24), (.026, .03), FIXED)
        c.chain("pelvis", [(.11, 1.0, 0), (.14, .56, .05), (.14, .10, -.03)], [
            ("thigh", (.17, .19), ball(115, 45)),
            ("shin", (.12, .14), bend(0, 145))])
        c.foot("foot", "shin", (.14, .10, -.03), (.12, .20), .09, ball(45, 25))
        c.block("toes", "foot", (.14, .03, .08), ((.14, .03, .125), (.065, .03, .055)), hinge(X, -50, 30), deforms="curl")
    return c


def hopper():
    c = Character("hopper", 40, note="hops on its only leg")
    c.root("hips", (0, .80, -.04), size=(.26, .20, .26))
    c.segment("belly", "hips", (0, .88, -.04), (0, 1.02, .0), (.32, .30), ball(25, 25), "spine")
    c.segment("chest", "belly", (0, 1.02, .0), (0, 1.22, .03), (.28, .25), ball(25, 25), "spine")
    c.segment("neck", "chest", (0, 1.22, .03), (0, 1.31, .06), (.13, .13), ball(30, 30), "spine")
    c.block("head", "neck", (0, 1.31, .06), ((0, 1.42, .10), (.13, .13, .14)), ball(40, 60, Y), "spine head")
    face(c, "head", eye=(.06, 1.47, .245), mouth=(0, 1.36, .25), eye_half=(.032, .036, .012),
         mouth_half=(.06, .016, .018))
    c.chain("hips", [(0, .77, -.04), (0, .57, .14), (0, .31, -.14), (0, .06, -.05)], [
        ("thigh", (.19, .20), ball(65, 25)),
        ("shin", (.13, .14), bend(10, 150)),
        ("instep", (.11, .11), bend(10, 150))])
    c.foot("foot", "instep", (0, .06, -.05), (.24, .42), .13, bend(20, 140), deforms="spread")
    c.row("tail", "hips", [(0, .79, -.15), (0, .72, -.38), (0, .80, -.60), (0, .95, -.70)], 5,
          [(.12, .12), (.04, .04)], ball(30, 20), "tail")
    with c.pair():
        c.row("ear", "head", [(.07, 1.52, .08), (.11, 1.68, .06), (.13, 1.82, .0)], 2, [(.06, .035), (.05, .03)],
              ball(45, 20), "ear", deforms="droop")
        arm(c, "chest", [(.155, 1.15, .03), (.24, .98, .02), (.25, .90, .17), (.22, .88, .27)],
            [(.075, .08), (.06, .065), (.05, .07)])
        c.segment("thumb", "hand", (.235, .90, .19), (.20, .91, .25), (.022, .024), FIXED)
    return c


def tripod():
    c = Character("tripod", 300, note="three legs around a hub, an eye on a stalk, two tentacles that grasp")
    c.root("hub", (0, 2.05, 0), size=(.62, .34, .62))
    c.block("collar", "hub", (0, 2.20, 0), ((0, 2.28, 0), (.22, .12, .22)), ball(15, 40), "spine")
    c.row("stalk", "collar", [(0, 2.38, 0), (0, 2.60, .02), (0, 2.78, .08)], 3, [(.13, .13), (.11, .11)], ball(25, 25),
          "spine")
    c.block("head", "stalk_3", (0, 2.76, .08), ((0, 2.90, .12), (.24, .16, .22)), ball(40, 60, Y), "spine head")
    c.block("eye", "head", (0, 2.92, .33), ((0, 2.92, .35), (.10, .10, .03)), caps="eye", deforms="close")
    c.block("mouth", "hub", (0, 1.88, .20), ((0, 1.86, .24), (.10, .05, .08)), caps="mouth", deforms="open")
    with c.pair():
        c.block("lamp", "head", (.22, 2.93, .22), ((.245, 2.93, .22), (.03, .05, .06)), caps="eye", deforms="close")
        points = [(.30, 2.02, .18), (.78, 2.28, .45), (1.02, 1.25, .59), (1.12, .10, .647)]
        c.chain("hub", points, [
            ("thigh", (.17, .18), ball(60, 25)),
            ("shin", (.14, .15), bend(10, 150)),
            ("ankle", (.11, .11), bend(2, 120))])
        c.foot("foot", "ankle", points[3], (.28, .36), .14, ball(40, 40), toward=(.866, 0, .5))
        c.row("tentacle", "hub", [(.16, 1.90, .24), (.26, 1.60, .36), (.22, 1.30, .42), (.24, 1.10, .50)], 4,
              [(.08, .08), (.04, .04)], ball(40, 30), "limb tentacle", "limb tentacle grasper")
    points = [(0, 2.02, -.30), (0, 2.28, -.86), (0, 1.25, -1.14), (0, .10, -1.26)]
    c.chain("hub", points, [
        ("back_thigh", (.17, .18), ball(60, 25)),
        ("back_shin", (.14, .15), bend(10, 150)),
        ("back_ankle", (.11, .11), bend(2, 120))])
    c.foot("back_foot", "back_ankle", points[3], (.28, .36), .14, ball(40, 40), toward=(0, 0, -1))
    return c


def centaur():
    c = Character("centaur", 480, note="four legs and a person's upper half")
    c.root("pelvis", (0, 1.13, -.62), size=(.44, .44, .42))
    c.chain("pelvis", [(0, 1.16, -.48), (0, 1.13, -.14), (0, 1.12, .20), (0, 1.20, .46)], [
        ("loin", (.44, .46), ball(15, 10)),
        ("barrel", (.48, .52), ball(15, 10)),
        ("withers", (.40, .46), ball(15, 10))], "spine", pad=.04)
    c.chain("withers", [(0, 1.28, .38), (0, 1.50, .42), (0, 1.68, .41), (0, 1.93, .40), (0, 2.02, .42)], [
        ("waist", (.30, .24), ball(35, 25)),
        ("belly", (.29, .20), ball(30, 25)),
        ("chest", (.36, .24), ball(30, 25)),
        ("neck", (.13, .13), ball(30, 35))], "spine")
    c.block("head", "neck", (0, 2.02, .42), ((0, 2.13, .45), (.085, .125, .11)), ball(45, 60, Y), "spine head")
    face(c, "head", eye=(.037, 2.155, .562), mouth=(0, 2.07, .562), ear=(.09, 2.15, .44),
         eye_half=(.017, .014, .008), ear_half=(.012, .045, .02))
    with c.pair():
        arm(c, "chest", [(.215, 1.88, .40), (.29, 1.61, .34), (.31, 1.40, .47), (.30, 1.27, .57)],
            [(.11, .12), (.085, .09), (.05, .10)])
        c.segment("thumb", "hand", (.305, 1.39, .49), (.27, 1.35, .55), (.025, .028), FIXED)
        front = [(.15, 1.08, .34), (.16, .80, .22), (.16, .46, .27), (.16, .155, .25), (.16, .075, .27)]
        c.chain("withers", front, [
            ("front_upper", (.14, .20), ball(60, 15)),
            ("front_forearm", (.11, .14), bend(3, 110)),
            ("front_cannon", (.08, .09), bend(0, 120)),
            ("front_pastern", (.08, .09), bend(-80, 50))])
        c.foot("front_hoof", "front_pastern", front[4], (.12, .14), .055, sole(-60, 60), top=.09)
        hind = [(.15, 1.06, -.66), (.16, .78, -.50), (.16, .52, -.80), (.16, .155, -.74), (.16, .075, -.715)]
        c.chain("pelvis", hind, [
            ("hind_thigh", (.18, .28), ball(60, 15)),
            ("hind_gaskin", (.11, .14), bend(15, 130)),
            ("hind_cannon", (.085, .10), bend(5, 120)),
            ("hind_pastern", (.085, .09), bend(-80, 50))])
        c.foot("hind_hoof", "hind_pastern", hind[4], (.12, .14), .055, sole(-60, 60), top=.09)
    c.row("tail", "pelvis", [(0, 1.24, -.80), (0, 1.16, -.96), (0, .90, -1.02), (0, .62, -1.0)], 5,
          [(.10, .10), (.12, .12), (.05, .05)], ball(30, 20), "tail")
    return c


def all_people():
    return [performer(), blubby(), sally(), four_armed(), centaur(), hopper(), tripod()]
