# SPDX-License-Identifier: MIT
"""Six legs and more. Knees stand above the body, so the limbs are splayed chains of many short segments."""

import math

from .dsl import FIXED, X, Y, Z, Character, add, ball, bend, hinge, scale, sole


def splayed(hip, heading_deg, reaches, heights):
    """Points of a leg in the vertical plane through `hip` that is turned `heading_deg` from +x toward +z."""
    a = math.radians(heading_deg)
    out = (math.cos(a), 0, math.sin(a))
    return [hip] + [add((hip[0], y, hip[2]), scale(out, r)) for r, y in zip(reaches, heights)]


def claw_foot(c, name, parent, at, size, toward):
    """The tip of a leg: a small block with a flat sole."""
    c.foot(name, parent, at, (size, size), size / 2, ball(50, 40), toward=toward, top=at[1] + size * .3)


def beetle():
    c = Character("beetle", .035, note="a rhinoceros beetle: six legs, wing cases, one horn")
    y = .022
    c.root("hind_thorax", (0, y, -.006), size=(.032, .018, .016))
    c.segment("abdomen_1", "hind_thorax", (0, y, -.012), (0, y, -.026), (.034, .019), ball(12, 8), "spine", pad=.002)
    c.segment("abdomen_2", "abdomen_1", (0, y, -.026), (0, y - .001, -.038), (.027, .016), ball(12, 8), "spine", pad=.002)
    c.segment("mid_thorax", "hind_thorax", (0, y, .001), (0, y, .012), (.032, .018), ball(10, 6), "spine", pad=.002)
    c.segment("fore_thorax", "mid_thorax", (0, y, .012), (0, y + .001, .027), (.028, .020), ball(20, 10), "spine", pad=.001)
    c.segment("head", "fore_thorax", (0, y, .027), (0, y - .003, .037), (.015, .011), ball(30, 20), "spine head", pad=.001)
    c.row("horn", "head", [(0, y + .001, .037), (0, y + .012, .043), (0, y + .024, .040)], 2, [(.005, .006), (.003, .004)],
          FIXED, "horn", pad=.0005)
    with c.pair():
        c.block("mandible", "head", (.003, y - .006, .037), ((.004, y - .006, .0405), (.002, .0015, .0045)),
                hinge(Y, -10, 40), "mouth", deforms="open")
        c.block("eye", "head", (.0075, y, .034), ((.008, y, .034), (.0015, .002, .002)), caps="eye", deforms="close")
        c.chain("head", [(.006, y - .002, .038), (.014, y + .001, .044), (.019, y + .003, .052)], [
            ("feeler", (.0015, .0015), ball(40, 10)),
            ("feeler_tip", (.003, .002), ball(30, 10))], "ear", pad=.0003)
        c.block("wing_case", "mid_thorax", (.006, y + .010, .006), ((.009, y + .0095, -.016), (.0085, .003, .022)),
                hinge((0, 1, -.3), -60, 5), "wing", deforms="open")
        for name, parent, z, heading, out in (("front", "fore_thorax", .019, 42, .9), ("mid", "mid_thorax", .006, -4, 1.0),
                                              ("hind", "hind_thorax", -.006, -42, 1.15)):
            points = splayed((.011, .015, z), heading, (.006 * out, .019 * out, .031 * out, .036 * out),
                             (.014, .023, .006, .0022))
            c.chain(parent, points, [
                (name + "_coxa", (.006, .006), ball(45, 20)),
                (name + "_femur", (.005, .006), bend(0, 110)),
                (name + "_tibia", (.0035, .004), bend(10, 150)),
                (name + "_tarsus", (.002, .002), bend(-60, 60))], pad=.0008)
            claw_foot(c, name + "_foot", name + "_tarsus", points[4], .0034, (math.cos(math.radians(heading)), 0,
                                                                              math.sin(math.radians(heading))))
    return c


def pincer(c, parent, base, tip, thumb_start, thumb_tip, sizes):
    """A claw: a palm that grasps, with a fixed finger along it and a thumb that closes."""
    c.segment("claw", parent, base, tip, sizes[0], ball(50, 60), "limb grasper", deforms="close")
    c.segment("claw_finger", "claw", tip, thumb_tip[0], sizes[1], FIXED, pad=sizes[1][0] * .3)
    c.segment("claw_thumb", "claw", thumb_start, thumb_tip[1], sizes[1], hinge(Y, -25, 25), pad=sizes[1][0] * .3)


def crab():
    c = Character("crab", .9, note="eight walking legs and two claws")
    y = .075
    c.root("shell", (0, y, -.01), box=((0, y + .006, -.012), (.075, .026, .048)))
    c.block("brow", "shell", (0, y, .034), ((0, y + .004, .044), (.056, .021, .016)), ball(8, 5), "spine head")
    c.block("mouth", "brow", (0, y - .008, .058), ((0, y - .008, .062), (.018, .009, .005)), caps="mouth", deforms="open")
    with c.pair():
        c.segment("eye_stalk", "brow", (.024, y + .018, .05), (.028, y + .042, .058), (.006, .006), ball(50, 20),
                  pad=.001)
        c.block("eye", "eye_stalk", (.028, y + .042, .058), ((.028, y + .046, .059), (.007, .007, .007)), ball(30, 20),
                "eye", deforms="close")
        c.block("feeler", "brow", (.010, y + .008, .058), ((.012, y + .012, .068), (.0015, .0015, .012)), ball(40, 10), "ear")
        c.chain("shell", [(.058, y - .008, .030), (.10, y + .012, .052), (.125, y + .018, .088)], [
            ("claw_arm", (.024, .026), ball(55, 25)),
            ("claw_wrist", (.026, .028), bend(2, 110))])
        pincer(c, "claw_wrist", (.125, y + .018, .088), (.108, y + .014, .134), (.089, y + .013, .128),
               ((.116, y + .004, .182), (.066, y + .012, .172)), ((.046, .032), (.018, .018)))
        for i, (z, heading, out) in enumerate(((.020, 16, 1.0), (.003, 2, 1.08), (-.016, -15, 1.06), (-.036, -36, .94))):
            points = splayed((.066, y - .010, z), heading, (.014 * out, .060 * out, .092 * out, .112 * out),
                             (y - .008, y + .042, y + .016, .012))
            name = f"leg_{i + 1}_"
            c.chain("shell", points, [
                (name + "hip", (.018, .02), ball(45, 20)),
                (name + "thigh", (.017, .02), bend(0, 100)),
                (name + "knee", (.014, .016), bend(10, 120)),
                (name + "shin", (.010, .011), bend(1, 120))], pad=.004)
            claw_foot(c, name + "foot", name + "shin", points[4], .010, (math.cos(math.radians(heading)), 0,
                                                                        math.sin(math.radians(heading))))
    return c


def spider():
    c = Character("spider", .06, frames="along", note="a tarantula; y runs along every body")
    y = .030
    c.root("thorax", (0, y, 0), box=((0, y, .0), (.017, .010, .020)))
    c.segment("waist", "thorax", (0, y, -.018), (0, y + .002, -.026), (.010, .009), ball(25, 15), "spine", pad=.002)
    c.segment("abdomen", "waist", (0, y + .004, -.026), (0, y + .010, -.056), (.038, .034), ball(25, 15), "spine", pad=.003)
    c.segment("abdomen_end", "abdomen", (0, y + .010, -.056), (0, y + .009, -.074), (.028, .024), ball(20, 10), "spine",
              pad=.002)
    c.block("head", "thorax", (0, y, .018), ((0, y + .003, .025), (.011, .009, .009)), ball(10, 5), "spine head")
    with c.pair():
        for name, x, up, z, size in (("eye", .004, .010, .033, .0028), ("side_eye", .009, .009, .031, .002)):
            c.block(name, "head", (x, y + up, z), ((x, y + up, z + .001), (size, size, .002)), caps="eye", deforms="close")
        c.segment("fang", "head", (.005, y + .001, .033), (.005, y - .012, .039), (.007, .008), hinge(X, -25, 35), "mouth",
                  pad=.001, deforms="open")
        c.segment("fang_tip", "fang", (.005, y - .012, .039), (.004, y - .020, .035), (.003, .003), FIXED, pad=.001)
        c.segment("spinneret", "abdomen_end", (.006, y + .008, -.074), (.009, y + .010, -.086), (.005, .005), ball(30, 10),
                  pad=.001)
        c.chain("head", [(.011, y - .002, .026), (.021, y + .010, .040), (.022, y - .004, .055), (.018, y - .014, .060)], [
            ("palp_arm", (.006, .006), ball(50, 20)),
            ("palp_forearm", (.005, .005), bend(10, 130)),
            ("palp", (.006, .006), bend(5, 110), "limb grasper")], pad=.001)
        for i, (z, heading, out) in enumerate(((.012, 58, 1.08), (.004, 20, .95), (-.004, -16, .92), (-.012, -54, 1.12))):
            points = splayed((.015, y - .003, z), heading,
                             (.010 * out, .038 * out, .054 * out, .080 * out, .098 * out), (y - .002, .068, .066, .026, .005))
            name = f"leg_{i + 1}_"
            side = (-math.sin(math.radians(heading)), 0, math.cos(math.radians(heading)))
            c.chain("thorax", points, [
                (name + "coxa", (.008, .008), ball(40, 20)),
                (name + "femur", (.0075, .008), bend(0, 110)),
                (name + "patella", (.007, .007), bend(5, 110)),
                (name + "tibia", (.006, .006), bend(2, 120)),
                (name + "tarsus", (.0045, .0045), bend(-40, 60))], pad=.001, side=side)
            claw_foot(c, name + "foot", name + "tarsus", points[5], .0055, (side[2], 0, -side[0]))
    return c


def scorpion():
    c = Character("scorpion", .03, note="two claws in front, a sting behind")
    y = .020
    c.root("thorax", (0, y, 0), box=((0, y, 0), (.014, .007, .018)))
    c.block("head", "thorax", (0, y, .016), ((0, y, .024), (.011, .0065, .009)), ball(8, 5), "spine head")
    c.row("belly", "thorax", [(0, y, -.017), (0, y, -.048)], 4, [(.027, .014), (.020, .012)], ball(14, 8), "spine", pad=.001)
    c.row("tail", "belly_4", [(0, y, -.047), (0, .030, -.074), (0, .062, -.086), (0, .086, -.068), (0, .090, -.046)], 5,
          [(.011, .011), (.009, .010)], ball(35, 15), "tail", pad=.001)
    c.segment("sting_bulb", "tail_5", (0, .090, -.046), (0, .084, -.033), (.011, .012), ball(40, 10), "tail", pad=.001)
    c.segment("sting", "sting_bulb", (0, .084, -.033), (0, .074, -.026), (.004, .004), FIXED, "tail horn", pad=.001)
    c.block("mouth", "head", (0, y - .003, .032), ((0, y - .002, .034), (.004, .0025, .003)), caps="mouth", deforms="open")
    with c.pair():
        c.block("eye", "head", (.0035, y + .0065, .022), ((.0035, y + .0075, .022), (.002, .0015, .002)), caps="eye",
                deforms="close")
        c.chain("head", [(.010, y, .022), (.030, y + .002, .030), (.038, y + .002, .052)], [
            ("claw_arm", (.007, .008), ball(60, 25)),
            ("claw_forearm", (.008, .009), bend(2, 140))], pad=.001)
        pincer(c, "claw_forearm", (.038, y + .002, .052), (.033, y + .001, .070), (.026, y + .001, .067),
               ((.036, y, .090), (.019, y, .087)), ((.015, .012), (.005, .005)))
        for i, (z, heading, out) in enumerate(((.012, 48, .95), (.004, 16, 1.0), (-.005, -16, 1.08), (-.013, -46, 1.18))):
            points = splayed((.012, y - .003, z), heading, (.006 * out, .020 * out, .032 * out, .040 * out),
                             (y - .003, .031, .012, .003))
            name = f"leg_{i + 1}_"
            c.chain("thorax", points, [
                (name + "hip", (.005, .006), ball(40, 20)),
                (name + "thigh", (.004, .005), bend(0, 110)),
                (name + "shin", (.0035, .004), bend(10, 140)),
                (name + "tarsus", (.0025, .003), bend(-40, 80))], pad=.0006)
            claw_foot(c, name + "foot", name + "tarsus", points[4], .0034, (math.cos(math.radians(heading)), 0,
                                                                           math.sin(math.radians(heading))))
    return c


def centipede():
    c = Character("centipede", .05, note="twelve segments with a pair of legs each")
    count, pitch, y = 12, .021, .022
    start = -pitch * count / 2
    c.root("ring_1", (0, y, start), box=((0, y, start + pitch / 2), (.010, .006, pitch / 2 + .0005)))
    for i in range(1, count):
        z = start + i * pitch
        bulge = .010 + .003 * math.sin(math.pi * (i + .5) / count)
        c.segment(f"ring_{i + 1}", f"ring_{i}", (0, y, z), (0, y, z + pitch), (bulge * 2, .012), ball(22, 10), "spine",
                  pad=.0008)
    z = start + count * pitch
    c.segment("head", f"ring_{count}", (0, y, z), (0, y + .001, z + .018), (.020, .012), ball(35, 20), "spine head",
              pad=.0008)
    for i in range(count):
        heading = 26 * (2 * i / (count - 1) - 1)
        point = splayed((.009, y - .002, start + (i + .5) * pitch), heading, (.018, .032), (.030, .003))
        name = f"leg_{i + 1}_"
        toward = (math.cos(math.radians(heading)), 0, math.sin(math.radians(heading)))
        with c.pair():
            c.chain(f"ring_{i + 1}", point, [
                (name + "thigh", (.004, .0045), ball(75, 20)),  # over the back and under it
                (name + "shin", (.003, .0035), bend(5, 140))], pad=.0008)
            claw_foot(c, name + "foot", name + "shin", point[2], .0036, toward)
    with c.pair():
        c.row("feeler", "head", [(.006, y + .004, z + .018), (.022, y + .016, z + .040), (.040, y + .012, z + .060)], 3,
              [(.003, .003), (.002, .002)], ball(40, 15), "ear", pad=.0005)
        c.segment("jaw", "head", (.008, y - .003, z + .014), (.005, y - .004, z + .027), (.005, .005), hinge(Y, -10, 45),
                  "mouth", pad=.0005, deforms="open")
        c.block("eye", "head", (.0085, y + .006, z + .014), ((.0085, y + .007, z + .014), (.002, .0018, .002)), caps="eye",
                deforms="close")
        c.row("cercus", "ring_1", [(.005, y, start), (.016, y + .004, start - .022), (.024, y, start - .044)], 2,
              [(.004, .004), (.003, .003)], ball(40, 15), "tail", pad=.0008)
    return c


def all_many_legs():
    return [beetle(), crab(), spider(), scorpion(), centipede()]
