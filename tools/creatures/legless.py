# SPDX-License-Identifier: MIT
"""No feet: these crawl on their bellies, swim or float. The root body is the middle of the spine."""

import math

from .dsl import FIXED, X, Y, Z, Character, add, ball, curve, hinge, lerp, scale


def spine_both_ways(c, points, names, sizes, joint, pad):
    """A spine of len(names) equal segments along a curve, rear first, whose tree starts in the middle:
    bodies ahead of the middle have their joint at their rear end, those behind it at their front end."""
    count, middle = len(names), len(names) // 2
    along = curve(points, count)
    size = [lerp(sizes[min(int(t), len(sizes) - 2)], sizes[min(int(t), len(sizes) - 2) + 1], t - min(int(t), len(sizes) - 2))
            for t in ((i / (count - 1)) * (len(sizes) - 1) for i in range(count))]
    c.segment(names[middle], None, along[middle], along[middle + 1], size[middle], ("free",), "spine", pad=pad)
    for i in range(middle + 1, count):
        c.segment(names[i], names[i - 1], along[i], along[i + 1], size[i], joint, "spine", pad=pad)
    for i in range(middle - 1, -1, -1):
        c.segment(names[i], names[i + 1], along[i + 1], along[i], size[i], joint, "spine", pad=pad)
    return along


def snake():
    c = Character("snake", 3.2, note="a python, 2.3 m long, that crawls on its belly")
    names = [f"coil_{i + 1}" for i in range(22)] + ["head"]
    points = [(0, .0205, -.95), (0, .0355, -.45), (0, .036, .15), (0, .036, .62), (0, .075, .82), (0, .15, .93), (0, .19, 1.04)]
    spine_both_ways(c, points, names, [(.036, .034), (.075, .066), (.078, .068), (.066, .058), (.050, .046), (.060, .038)],
                    ball(28, 10), .004)
    c.by_name["head"]["caps"] = ["spine", "head"]
    head = c.by_name["head"]["at"]
    c.segment("snout", "head", add(head, (0, .012, .085)), add(head, (0, .018, .125)), (.044, .026), FIXED, pad=.003)
    c.segment("jaw", "head", add(head, (0, -.006, .03)), add(head, (0, .002, .118)), (.046, .014), hinge(X, 0, 60), "mouth",
              pad=0, deforms="open")
    c.segment("tongue", "head", add(head, (0, .005, .12)), add(head, (0, .0, .165)), (.004, .002), ball(20, 20), pad=.002)
    with c.pair():
        eye = add(head, (.029, .03, .07))
        c.block("eye", "head", add(eye, (-.003, 0, 0)), (eye, (.004, .008, .009)), caps="eye", deforms="close")
    c.row("tail", "coil_1", [(0, .020, -.95), (0, .012, -1.07), (0, .006, -1.18)], 4, [(.030, .028), (.010, .010)],
          ball(30, 10), "tail", pad=.004)
    return c


def inchworm():
    c = Character("inchworm", .002, note="a looper caterpillar, 6 cm, arched")
    names = [f"ring_{i + 1}" for i in range(14)] + ["head"]
    half = [(.0, .0205), (.0050, .0185), (.0095, .0105), (.0155, .0042), (.0260, .0034)]  # z, y of the arch
    points = [(0, y, -z) for z, y in half[:0:-1]] + [(0, y, z) for z, y in half]
    along = spine_both_ways(c, points, names, [(.0066, .0064), (.0062, .0060), (.0066, .0064)], ball(35, 10), .0006)
    c.by_name["head"]["caps"] = ["spine", "head"]
    c.block("mouth", "head", (0, .0022, .0262), ((0, .0018, .0270), (.0016, .0008, .0010)), caps="mouth", deforms="open")
    c.row("tail", "ring_1", [(0, .0040, -.0262), (0, .0062, -.0285), (0, .0090, -.0290)], 2, [(.0016, .0016), (.0010, .0010)],
          ball(20, 10), "tail", pad=.0002)
    with c.pair():
        c.block("eye", "head", (.0022, .0046, .0262), ((.0022, .0046, .0268), (.0008, .0009, .0005)), caps="eye",
                deforms="close")
        c.segment("feeler", "head", (.0014, .0064, .0250), (.0028, .0095, .0275), (.0005, .0005), ball(35, 10), "ear",
                  pad=.0002)
        c.segment("bristle", names[7], (.0014, along[7][1] + .0028, along[7][2] + .001),
                  (.0028, along[7][1] + .0056, along[7][2]), (.0005, .0005), ball(20, 10), pad=.0002)
    return c


def fish():
    c = Character("fish", 7.5, note="a carp, 0.85 m, that hovers in mid water")
    y = .45
    names = ["peduncle", "loin", "rear_trunk", "trunk", "fore_trunk", "shoulder", "head"]
    spine_both_ways(c, [(0, y, -.28), (0, y, .28)], names,
                    [(.045, .09), (.085, .16), (.12, .215), (.135, .24), (.135, .235), (.125, .21), (.11, .165)], ball(18, 8), .006)
    c.by_name["head"]["caps"] = ["spine", "head"]
    c.block("snout", "head", (0, y, .27), ((0, y - .008, .30), (.040, .050, .026)))
    c.block("mouth", "head", (0, y - .030, .315), ((0, y - .030, .330), (.026, .014, .014)), hinge(X, 0, 35), "mouth",
            deforms="open")
    c.row("tail", "peduncle", [(0, y, -.28), (0, y, -.36)], 2, [(.030, .085), (.018, .13)], ball(30, 8), "tail", pad=.004)
    for name, way in (("upper", 1), ("lower", -1)):
        c.segment(f"tail_{name}", "tail_2", (0, y + way * .03, -.345), (0, y + way * .145, -.46), (.010, .085),
                  hinge(Y, -25, 25), "tail fin", pad=.004, deforms="spread")
    for name, parent, z, height, lean in (("dorsal_1", "fore_trunk", .06, .10, -.04), ("dorsal_2", "trunk", -.01, .09, -.05),
                                          ("dorsal_3", "rear_trunk", -.09, .065, -.05)):
        base = .105 if name != "dorsal_3" else .085
        c.segment(name, parent, (0, y + base, z), (0, y + base + height, z + lean), (.010, .085), hinge(Z, -20, 20), "fin",
                  pad=.004, deforms="fold")
    c.segment("anal_fin", "loin", (0, y - .075, -.13), (0, y - .145, -.18), (.009, .065), hinge(Z, -20, 20), "fin", pad=.004,
              deforms="fold")
    with c.pair():
        c.block("eye", "head", (.05, y + .03, .265), ((.057, y + .03, .262), (.007, .015, .015)), caps="eye", deforms="close")
        c.block("gill", "shoulder", (.055, y - .01, .20), ((.064, y - .015, .185), (.008, .070, .022)), hinge(Y, -5, 25),
                deforms="open")
        c.segment("barbel", "mouth", (.02, y - .035, .335), (.034, y - .062, .330), (.005, .005), ball(30, 10), "tentacle",
                  pad=.001)
        c.chain("shoulder", [(.055, y - .075, .13), (.115, y - .115, .095), (.165, y - .145, .045)], [
            ("flipper", (.075, .012), ball(60, 40)),
            ("flipper_tip", (.060, .008), ball(30, 15))], "fin", pad=.005)
        c.segment("belly_fin", "rear_trunk", (.035, y - .105, -.045), (.070, y - .165, -.085), (.055, .009), ball(45, 25),
                  "fin", pad=.004)
    return c


def jellyfish():
    c = Character("jellyfish", 9, note="a bell with eight tentacles; floats")
    y = 1.30
    c.root("bell", (0, y, 0), box=((0, y, 0), (.17, .055, .17)), deforms="squeeze")
    c.block("crown", "bell", (0, y + .05, 0), ((0, y + .085, 0), (.115, .04, .115)), ball(12, 20), "spine head",
            deforms="squeeze")
    c.block("throat", "bell", (0, y - .05, 0), ((0, y - .085, 0), (.060, .05, .060)), ball(25, 20), "spine")
    c.block("mouth", "throat", (0, y - .13, 0), ((0, y - .15, 0), (.035, .025, .035)), ball(30, 20), "mouth", deforms="open")

    def ring(name, heading, central):
        """What hangs at one eighth of the rim; `central` when it lies in the sagittal plane."""
        out = (round(math.cos(heading), 12), 0, round(math.sin(heading), 12))
        side = (-out[2], 0, out[0])
        flip = X if central else side

        def at(r, dy):
            return add((0, y + dy, 0), scale(out, r))

        c.segment(f"{name}lappet", "bell", at(.155, .02), at(.215, -.075), (.145, .05), hinge(flip, -40, 40), "fin", pad=.008,
                  side=flip, deforms="squeeze")
        drop = .10 * math.cos(3 * heading)
        c.row(f"{name}tentacle", f"{name}lappet",
              [at(.205, -.08), at(.235, -.28), at(.215, -.52), at(.255, -.80 - drop)], 5, [(.024, .024), (.011, .011)],
              ball(40, 25), "tentacle", pad=.008, side=flip)

    ring("front_", math.pi / 2, True)
    with c.pair():
        ring("fore_", math.pi / 4, False)
        ring("side_", 0, False)
        ring("aft_", -math.pi / 4, False)
        c.block("eye", "bell", (.06, y + .02, .165), ((.06, y + .02, .176), (.016, .016, .010)), caps="eye", deforms="close")
        c.row("oral_arm", "throat", [(.03, y - .13, .02), (.07, y - .30, .04), (.05, y - .52, .03)], 3,
              [(.050, .050), (.026, .026)], ball(35, 25), "tentacle", pad=.008)
    ring("rear_", -math.pi / 2, True)
    return c


def octopus():
    c = Character("octopus", 12, note="eight arms that grasp")
    c.root("head", (0, .19, -.01), box=((0, .225, -.015), (.105, .075, .10)), caps="spine head")
    c.block("web", "head", (0, .165, 0), ((0, .125, 0), (.13, .05, .13)), ball(15, 15), "spine")
    c.segment("mantle", "head", (0, .27, -.05), (0, .37, -.15), (.23, .21), ball(25, 15), "spine", pad=.03,
              deforms="squeeze")
    c.segment("mantle_end", "mantle", (0, .37, -.15), (0, .42, -.27), (.18, .16), ball(15, 10), pad=.025)
    c.block("beak", "web", (0, .08, 0), ((0, .065, 0), (.03, .02, .03)), caps="mouth", deforms="open")
    with c.pair():
        c.block("eye_bump", "head", (.075, .275, .055), ((.082, .295, .055), (.034, .034, .034)))
        c.block("eye", "eye_bump", (.10, .295, .08), ((.098, .298, .084), (.026, .014, .012)), caps="eye", deforms="close")
        c.segment("siphon", "head", (.085, .19, .03), (.135, .175, .065), (.035, .035), ball(40, 15), pad=.004)
        for i, heading in enumerate((67.5, 22.5, -22.5, -67.5)):
            a = math.radians(heading)
            out = (math.cos(a), 0, math.sin(a))
            side = (-out[2], 0, out[0])

            def at(r, y, sway=0.0):
                return add(add((0, y, 0), scale(out, r)), scale(side, sway))

            sway = .05 if heading > 0 else -.05
            c.row(f"arm_{i + 1}", "web", [at(.10, .115), at(.21, .075), at(.34, .033, -sway), at(.50, .020, sway * .4),
                                         at(.63, .018, sway * 1.6)],
                  6, [(.075, .075), (.045, .042), (.018, .018)], ball(45, 30), "limb tentacle", "limb tentacle grasper",
                  pad=.008, side=side)
            c.by_name[f"left_arm_{i + 1}_6"]["deforms"] = ["curl"]
    return c


def all_legless():
    return [snake(), inchworm(), fish(), jellyfish(), octopus()]
