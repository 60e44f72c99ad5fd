# SPDX-License-Identifier: MIT
"""Four legs: the hind pair on the pelvis, the fore pair on the withers."""

from .dsl import FIXED, X, Character, add, ball, bend, hinge, sole


def eyes(c, head, at, half):
    """A pair of eyes on the sides of a head."""
    with c.pair():
        c.block("eye", head, add(at, (-half[0], 0, 0)), (at, half), caps="eye", deforms="close")


def jaw(c, head, at, to, size, drop=30, caps="mouth"):
    """A mouth: a lower jaw that turns about x."""
    c.segment("jaw", head, at, to, size, hinge(X, 0, drop), caps, pad=0, deforms="open")


def hoofed_leg(c, parent, prefix, points, sizes, hoof, names, limits):
    """Four segments and a hoof; the fetlock gives both ways."""
    c.chain(parent, points, [
        (prefix + names[0], sizes[0], ball(60, 15)),
        (prefix + names[1], sizes[1], bend(*limits[0])),
        (prefix + names[2], sizes[2], bend(*limits[1])),
        (prefix + "pastern", sizes[3], bend(-80, 50))])
    c.foot(prefix + "hoof", prefix + "pastern", points[4], hoof[:2], hoof[2], sole(-60, 60), top=points[4][1] * 1.3)


FORE = (("upper", "forearm", "cannon"), ((3, 120), (0, 130)))
HIND = (("thigh", "gaskin", "cannon"), ((15, 140), (5, 130)))


def dog():
    c = Character("dog", 28, note="a shepherd-sized dog")
    c.root("pelvis", (0, .55, -.30), size=(.17, .18, .20))
    c.chain("pelvis", [(0, .56, -.22), (0, .565, -.07), (0, .545, .12), (0, .56, .25)], [
        ("loin", (.16, .17), ball(25, 15)),
        ("ribs", (.19, .26), ball(20, 12)),
        ("withers", (.17, .24), ball(20, 12))], "spine", pad=.02)
    c.chain("withers", [(0, .60, .26), (0, .68, .34), (0, .76, .40)], [
        ("neck_1", (.12, .14), ball(30, 20)),
        ("neck_2", (.11, .12), ball(30, 20))], "spine")
    c.block("head", "neck_2", (0, .76, .40), ((0, .79, .45), (.062, .062, .075)), ball(50, 40), "spine head")
    c.block("muzzle", "head", (0, .775, .51), ((0, .775, .565), (.032, .025, .06)))
    c.block("nose", "muzzle", (0, .79, .62), ((0, .79, .63), (.018, .015, .012)))
    jaw(c, "head", (0, .745, .49), (0, .74, .60), (.05, .022))
    eyes(c, "head", (.04, .81, .523), (.014, .014, .008))
    with c.pair():
        c.segment("ear", "head", (.045, .84, .42), (.065, .93, .41), (.045, .02), ball(35, 20), "ear", deforms="droop")
        front = [(.085, .47, .27), (.09, .345, .17), (.09, .15, .20), (.09, .045, .205)]
        c.chain("withers", front, [
            ("front_upper", (.07, .11), ball(50, 20)),
            ("front_forearm", (.05, .06), bend(5, 130)),
            ("front_pastern", (.045, .045), bend(-20, 110))])
        c.foot("front_paw", "front_pastern", front[3], (.065, .10), .035, sole(-60, 50), deforms="curl")
        hind = [(.085, .51, -.32), (.09, .35, -.22), (.09, .185, -.39), (.09, .05, -.355)]
        c.chain("pelvis", hind, [
            ("hind_thigh", (.075, .13), ball(50, 20)),
            ("hind_shin", (.05, .06), bend(20, 140)),
            ("hind_hock", (.04, .045), bend(10, 130))])
        c.foot("hind_paw", "hind_hock", hind[3], (.065, .10), .035, sole(-60, 50), deforms="curl")
    c.row("tail", "pelvis", [(0, .61, -.39), (0, .60, -.50), (0, .66, -.60), (0, .75, -.64)], 5,
          [(.055, .055), (.05, .05), (.03, .03)], ball(30, 20), "tail")
    return c


def horse():
    c = Character("horse", 480, note="a riding horse, 1.6 m at the withers")
    c.root("pelvis", (0, 1.28, -.58), size=(.50, .48, .44))
    c.chain("pelvis", [(0, 1.33, -.40), (0, 1.28, -.06), (0, 1.27, .34), (0, 1.34, .62)], [
        ("loin", (.46, .50), ball(12, 8)),
        ("barrel", (.52, .60), ball(10, 8)),
        ("withers", (.42, .56), ball(15, 8))], "spine", pad=.04)
    c.row("neck", "withers", [(0, 1.42, .60), (0, 1.66, .84), (0, 1.96, 1.02)], 4, [(.26, .44), (.17, .26)],
          ball(22, 15), "spine", pad=.03)
    c.segment("head", "neck_4", (0, 1.98, 1.02), (0, 1.72, 1.36), (.19, .25), ball(45, 25), "spine head", pad=.04)
    c.segment("muzzle", "head", (0, 1.735, 1.35), (0, 1.63, 1.48), (.14, .17), FIXED, pad=.02)
    jaw(c, "head", (0, 1.66, 1.30), (0, 1.565, 1.42), (.10, .06), 20)
    with c.pair():
        c.block("eye", "head", (.09, 1.93, 1.17), ((.097, 1.93, 1.17), (.014, .03, .03)), caps="eye", deforms="close")
        c.segment("ear", "head", (.055, 2.06, 1.03), (.075, 2.20, 1.05), (.06, .035), ball(35, 30), "ear", deforms="droop")
        hoofed_leg(c, "withers", "front_", [(.17, 1.16, .56), (.18, .93, .40), (.18, .52, .46), (.18, .19, .445),
                   (.18, .085, .48)], [(.16, .24), (.13, .17), (.09, .10), (.09, .10)], (.14, .17, .075), *FORE)
        hoofed_leg(c, "pelvis", "hind_", [(.17, 1.20, -.62), (.19, .92, -.42), (.19, .60, -.78), (.19, .19, -.72),
                   (.19, .085, -.685)], [(.20, .34), (.13, .17), (.10, .115), (.09, .10)], (.14, .17, .075), *HIND)
    c.row("tail", "pelvis", [(0, 1.44, -.78), (0, 1.36, -.94), (0, 1.0, -1.02), (0, .62, -1.0)], 5,
          [(.10, .10), (.15, .14), (.07, .07)], ball(30, 20), "tail")
    return c


def giraffe():
    c = Character("giraffe", 1000, note="4.8 m tall, most of it neck and legs")
    c.root("pelvis", (0, 2.18, -.55), size=(.56, .56, .50))
    c.chain("pelvis", [(0, 2.26, -.36), (0, 2.32, .02), (0, 2.46, .40), (0, 2.60, .66)], [
        ("loin", (.56, .66), ball(12, 8)),
        ("barrel", (.64, .82), ball(10, 8)),
        ("withers", (.50, .78), ball(15, 8))], "spine", pad=.04)
    c.row("neck", "withers", [(0, 2.70, .66), (0, 3.35, 1.0), (0, 4.45, 1.38)], 7, [(.36, .56), (.22, .30), (.18, .22)],
          ball(18, 12), "spine", pad=.04)
    c.segment("head", "neck_7", (0, 4.50, 1.38), (0, 4.32, 1.80), (.22, .26), ball(50, 25), "spine head", pad=.05)
    c.segment("muzzle", "head", (0, 4.33, 1.80), (0, 4.25, 1.98), (.15, .16), FIXED, pad=.03)
    jaw(c, "head", (0, 4.25, 1.74), (0, 4.16, 1.94), (.11, .06), 20)
    with c.pair():
        c.segment("ossicone", "head", (.06, 4.60, 1.42), (.07, 4.78, 1.40), (.05, .05), FIXED, "horn", pad=.01)
        c.block("eye", "head", (.105, 4.48, 1.55), ((.115, 4.48, 1.55), (.018, .035, .035)), caps="eye", deforms="close")
        c.segment("ear", "head", (.10, 4.56, 1.40), (.27, 4.60, 1.36), (.03, .09), ball(35, 30), "ear", pad=.01,
                  deforms="droop")
        hoofed_leg(c, "withers", "front_", [(.20, 2.22, .56), (.22, 1.92, .40), (.22, 1.06, .47), (.22, .26, .45),
                   (.22, .12, .49)], [(.20, .34), (.17, .21), (.12, .13), (.12, .13)], (.17, .22, .10), *FORE)
        hoofed_leg(c, "pelvis", "hind_", [(.20, 2.05, -.58), (.23, 1.62, -.38), (.23, 1.06, -.72), (.23, .26, -.65),
                   (.23, .12, -.61)], [(.22, .42), (.16, .20), (.12, .14), (.12, .13)], (.17, .22, .10), *HIND)
    c.row("tail", "pelvis", [(0, 2.38, -.79), (0, 2.20, -.90), (0, 1.70, -.94), (0, 1.25, -.92)], 5,
          [(.09, .09), (.06, .06), (.09, .09)], ball(30, 20), "tail")
    return c


def elephant():
    c = Character("elephant", 4200, note="its trunk grasps")
    c.root("pelvis", (0, 2.02, -1.05), size=(1.15, 1.20, .90))
    c.chain("pelvis", [(0, 2.10, -.75), (0, 2.12, -.05), (0, 2.12, .75), (0, 2.15, 1.15)], [
        ("loin", (1.45, 1.50), ball(8, 6)),
        ("barrel", (1.55, 1.60), ball(8, 6)),
        ("withers", (1.20, 1.35), ball(10, 6))], "spine", pad=.06)
    c.segment("neck", "withers", (0, 2.40, 1.15), (0, 2.55, 1.50), (.75, .85), ball(20, 15), "spine", pad=.08)
    c.block("head", "neck", (0, 2.55, 1.50), ((0, 2.55, 1.80), (.40, .50, .36)), ball(35, 20), "spine head")
    c.row("trunk", "head", [(0, 2.42, 2.12), (0, 1.85, 2.40), (0, 1.15, 2.36), (0, .55, 2.42), (0, .42, 2.68)], 9,
          [(.36, .36), (.26, .26), (.15, .15)], ball(35, 20), "limb", "limb grasper")
    c.by_name["trunk_9"]["deforms"] = ["close"]
    jaw(c, "head", (0, 2.10, 1.75), (0, 1.88, 2.10), (.30, .22), 25)
    with c.pair():
        c.block("eye", "head", (.39, 2.66, 2.02), ((.405, 2.66, 2.02), (.03, .05, .05)), caps="eye", deforms="close")
        c.segment("ear", "head", (.38, 2.68, 1.66), (1.02, 2.52, 1.42), (.10, 1.05), hinge((0, 1, .0), -30, 50), "ear",
                  pad=.02, deforms="droop", dense=.3)
        c.row("tusk", "head", [(.30, 2.20, 2.10), (.38, 1.85, 2.38), (.38, 1.80, 2.75)], 2, [(.12, .12), (.08, .08)],
              FIXED, "horn", pad=.02)
        front = [(.42, 1.75, .88), (.44, 1.12, .74), (.44, .26, .82)]
        c.chain("withers", front, [
            ("front_upper", (.44, .52), ball(60, 12)),
            ("front_forearm", (.36, .40), bend(5, 100))])
        c.foot("front_foot", "front_forearm", front[2], (.42, .50), .24, sole(-35, 85))
        c.block("front_toes", "front_foot", (.44, .10, 1.06), ((.44, .10, 1.10), (.16, .09, .05)))
        hind = [(.42, 1.80, -1.10), (.45, 1.10, -.96), (.45, .25, -1.14)]
        c.chain("pelvis", hind, [
            ("hind_thigh", (.46, .62), ball(60, 12)),
            ("hind_shin", (.36, .38), bend(3, 110))])
        c.foot("hind_foot", "hind_shin", hind[2], (.40, .48), .22, sole(-35, 50))
        c.block("hind_toes", "hind_foot", (.45, .09, -.90), ((.45, .09, -.86), (.15, .08, .05)))
    c.row("tail", "pelvis", [(0, 2.35, -1.49), (0, 2.10, -1.66), (0, 1.60, -1.70), (0, 1.15, -1.66)], 4,
          [(.12, .12), (.07, .07), (.11, .11)], ball(30, 20), "tail")
    return c


def cat():
    c = Character("cat", 4.5, note="a house cat: crouched legs, a supple back")
    c.root("pelvis", (0, .245, -.125), size=(.075, .08, .085))
    c.chain("pelvis", [(0, .25, -.088), (0, .252, -.02), (0, .242, .06), (0, .245, .115)], [
        ("loin", (.07, .075), ball(32, 20)),
        ("ribs", (.08, .105), ball(26, 16)),
        ("withers", (.07, .095), ball(26, 16))], "spine", pad=.009)
    c.chain("withers", [(0, .262, .12), (0, .288, .148), (0, .312, .172)], [
        ("neck_1", (.05, .055), ball(32, 22)),
        ("neck_2", (.045, .05), ball(32, 22))], "spine")
    c.block("head", "neck_2", (0, .312, .172), ((0, .325, .192), (.033, .03, .032)), ball(55, 45), "spine head")
    c.block("muzzle", "head", (0, .316, .22), ((0, .316, .23), (.017, .012, .013)))
    jaw(c, "head", (0, .301, .208), (0, .300, .236), (.024, .008))
    eyes(c, "head", (.019, .333, .223), (.007, .007, .004))
    with c.pair():
        c.segment("ear", "head", (.02, .352, .186), (.028, .385, .186), (.024, .009), ball(35, 30), "ear", deforms="droop")
        front = [(.036, .20, .128), (.038, .145, .083), (.038, .062, .098), (.038, .019, .100)]
        c.chain("withers", front, [
            ("front_upper", (.03, .047), ball(65, 25)),
            ("front_forearm", (.022, .025), bend(5, 140)),
            ("front_pastern", (.019, .019), bend(-25, 115))])
        c.foot("front_paw", "front_pastern", front[3], (.028, .042), .014, sole(-60, 60), deforms="curl")
        hind = [(.036, .222, -.135), (.038, .150, -.085), (.038, .076, -.165), (.038, .021, -.150)]
        c.chain("pelvis", hind, [
            ("hind_thigh", (.032, .055), ball(65, 22)),
            ("hind_shin", (.022, .026), bend(20, 145)),
            ("hind_hock", (.017, .019), bend(10, 135))])
        c.foot("hind_paw", "hind_hock", hind[3], (.028, .044), .014, sole(-60, 60), deforms="curl")
    c.row("tail", "pelvis", [(0, .268, -.165), (0, .255, -.225), (0, .215, -.29), (0, .20, -.365), (0, .225, -.42)], 8,
          [(.024, .024), (.02, .02), (.014, .014)], ball(30, 20), "tail")
    return c


def mouse():
    c = Character("mouse", .025, note="a house mouse; it stands on whole hind feet")
    c.root("pelvis", (0, .0225, -.018), size=(.020, .021, .020))
    c.chain("pelvis", [(0, .0240, -.010), (0, .0255, .002), (0, .0225, .016), (0, .0195, .026)], [
        ("loin", (.022, .024), ball(35, 18)),
        ("ribs", (.020, .023), ball(28, 15)),
        ("withers", (.016, .017), ball(25, 15))], "spine", pad=.002)
    c.segment("neck", "withers", (0, .0195, .027), (0, .0200, .033), (.012, .012), ball(35, 25), "spine", pad=.001)
    c.segment("head", "neck", (0, .0200, .033), (0, .0165, .052), (.013, .013), ball(50, 35), "spine head", pad=.002)
    c.block("nose", "head", (0, .0160, .055), ((0, .0160, .0565), (.0025, .0022, .0022)))
    jaw(c, "head", (0, .0120, .043), (0, .0110, .052), (.006, .0025), 25)
    eyes(c, "head", (.0055, .0205, .0445), (.0014, .0016, .0018))
    with c.pair():
        c.segment("ear", "head", (.0045, .0245, .036), (.0085, .0345, .034), (.009, .0015), ball(35, 30), "ear",
                  deforms="droop")
        front = [(.0065, .0185, .0255), (.0075, .0110, .0170), (.0075, .0025, .0235)]
        c.chain("withers", front, [
            ("front_upper", (.005, .007), ball(65, 30)),
            ("front_forearm", (.0038, .0045), bend(5, 135))])
        c.foot("front_paw", "front_forearm", front[2], (.0045, .0075), .0018, sole(-70, 70), deforms="curl")
        hind = [(.0075, .0215, -.0175), (.0100, .0145, -.0085), (.0095, .0035, -.0205)]
        c.chain("pelvis", hind, [
            ("hind_thigh", (.0065, .010), ball(65, 25)),
            ("hind_shin", (.0045, .0055), bend(15, 145))])
        c.foot("hind_foot", "hind_shin", hind[2], (.0048, .0150), .0028, sole(-45, 75), deforms="curl")
    c.row("tail", "pelvis", [(0, .0220, -.028), (0, .0165, -.045), (0, .0095, -.070), (0, .0085, -.105)], 8,
          [(.0042, .0042), (.003, .003), (.0016, .0016)], ball(30, 20), "tail")
    return c


def all_quadrupeds():
    return [dog(), cat(), mouse(), horse(), giraffe(), elephant()]
