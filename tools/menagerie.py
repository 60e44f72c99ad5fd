#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes data/characters/*.character.json from the descriptions in tools/creatures, and the table of the guide.

    tools/menagerie.py             write the files
    tools/menagerie.py --check     write nothing; exit 1 and say which files differ from what would be written
"""

import argparse
import os
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from creatures import birds, legless, many_legs, odd, people, quadrupeds  # noqa: E402 (after the path is set)
from creatures.dsl import character_text, freedoms, lowest  # noqa: E402

ENDING = ".character.json"
FOLDER = os.path.normpath(os.path.join(HERE, "..", "data", "characters"))
GUIDE = os.path.normpath(os.path.join(HERE, "..", "docs", "guide", "menagerie.md"))
TABLE_BEGIN = "<!-- the table is written by tools/menagerie.py -->"
TABLE_END = "<!-- end of the table -->"


def characters():
    """All of them, by kind."""
    return (people.all_people() + quadrupeds.all_quadrupeds() + birds.all_birds() + many_legs.all_many_legs()
            + legless.all_legless() + odd.all_odd())


def faults(character):
    """What is wrong with a character by the rules of the house, in sentences."""
    out = []
    for body in character.bodies:
        y = lowest(body)
        if y < -1e-6:
            out.append(f"{body['name']} is {-y:.6f} m below the ground")
        if "foot" in body["caps"] and y > 1e-6:
            out.append(f"the sole of {body['name']} is {y:.6f} m above the ground")
        if not character.symmetric or body["twin"] or body["mirror"] or body["name"].startswith("left_"):
            continue
        if abs(body["at"][0]) > 1e-9 or abs(body["center"][0]) > 1e-9:
            out.append(f"{body['name']} is off the middle and has no twin")
    if character.bodies[0]["joint"]["kind"] != "free":
        out.append("its first body is not free")
    return out


def table(all_characters):
    """The rows of the guide's table."""
    rows = ["| character | bodies | degrees of freedom | legs | graspers | height | mass | |",
            "|---|--:|--:|--:|--:|--:|--:|---|"]
    for c in all_characters:
        caps = [cap for b in c.bodies for cap in b["caps"]]
        top = max(-lowest(b, -1) for b in c.bodies)
        height = f"{top:.2f} m" if top >= 1 else f"{top * 100:.1f} cm"
        mass = f"{c.mass:g} kg" if c.mass >= .1 else f"{c.mass * 1000:g} g"
        rows.append(f"| {c.name} | {len(c.bodies)} | {freedoms(c)} | {caps.count('foot')} | {caps.count('grasper')} "
                    f"| {height} | {mass} | {c.note} |")
    return "\n".join(rows)


def guide_text(text, all_characters):
    """The guide with its table renewed."""
    before, after = text.index(TABLE_BEGIN) + len(TABLE_BEGIN), text.index(TABLE_END)
    return text[:before] + "\n" + table(all_characters) + "\n" + text[after:]


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return None


def main():
    parser = argparse.ArgumentParser(description="Write the characters of the menagerie.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when files differ")
    check = parser.parse_args().check
    all_characters = characters()
    bad = 0
    for character in all_characters:
        for fault in faults(character):
            print(f"{character.name}: {fault}", file=sys.stderr)
            bad += 1

    os.makedirs(FOLDER, exist_ok=True)
    texts = {os.path.join(FOLDER, c.name + ENDING): character_text(c) for c in all_characters}
    texts[GUIDE] = guide_text(read(GUIDE), all_characters)
    for path, text in texts.items():
        if read(path) == text:
            continue
        if check:
            print(f"{path} differs: run tools/menagerie.py", file=sys.stderr)
            bad += 1
        else:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
    for name in sorted(os.listdir(FOLDER)):
        if name.endswith(ENDING) and os.path.join(FOLDER, name) not in texts:
            print(f"{os.path.join(FOLDER, name)} is not made by tools/menagerie.py", file=sys.stderr)
            bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
