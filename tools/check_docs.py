#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Keeps the documents true: compiles and runs every C program in them, and follows their links.

    tools/check_docs.py --library build/release/libcaper.a [--render build/release/libcaper_render.a]
        [--live build/release/libcaper_live.a] [--physics build/release/libcaper_physics.a]
        [--spacetime build/release/libcaper_spacetime.a,/usr/lib/libipopt.so]
        [--work DIR] [--root DIR]

A fence ```c in README.md or docs/**/*.md is a complete program with main; it is compiled with warnings as errors and
run in an empty folder that has the project's data/ beside it, and must end with 0. Fragments and other text use ```text
or ```sh. A comment <!-- before: caper ... --> on the line above a program names commands (separated by ;) that make the
files it reads; they need --command. Relative links must lead to a file. Fails when it found no program at all.
"""
import argparse
import os
import re
import subprocess
import sys

FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```[ \t]*$", re.M | re.S)
BEFORE = re.compile(r"<!-- before: (.*?) -->\n$")
LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s#]+)(?:#[^)]*)?\)")


def documents(root):
    """README.md and the other Markdown files of the project, relative to root."""
    found = [n for n in sorted(os.listdir(root)) if n.endswith(".md")]
    for folder, folders, names in os.walk(os.path.join(root, "docs")):
        folders.sort()
        found += [os.path.relpath(os.path.join(folder, n), root) for n in sorted(names) if n.endswith(".md")]
    return found


def run_before(commands, folder, options):
    """Run the commands that make a program's files; None, or what went wrong."""
    for command in commands.split(";") if commands else []:
        words = command.split()
        if not options.command:
            return "skipped"
        if not words or words[0] != "caper":
            return f"'{command}' is no caper command"
        result = subprocess.run([options.command, *words[1:]], cwd=folder, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, check=False, timeout=60)
        if result.returncode != 0:
            return f"'{command.strip()}' failed\n" + result.stdout.decode("utf-8", "replace")
    return None


def run_program(text, name, options, before=None):
    """Compile and run one program; None, or what went wrong."""
    folder = os.path.join(options.work, name)
    os.makedirs(folder, exist_ok=True)
    for entry in os.listdir(folder):  # what an earlier run left must not help this one
        path = os.path.join(folder, entry)
        if os.path.islink(path) or os.path.isfile(path):
            os.remove(path)
    os.symlink(os.path.join(options.root, "data"), os.path.join(folder, "data"))
    source, program = os.path.join(folder, "program.c"), os.path.join(folder, "program")
    with open(source, "w", encoding="utf-8") as f:
        f.write(text)
    render = []
    if "<caper/render.h>" in text:
        if not options.render:
            return "skipped"
        render = [options.render, "-lepoxy", "-ldl"]
    if "<caper/live.h>" in text:
        if not options.live:
            return "skipped"
        render.append(options.live)
    if re.search(r"<caper/(physics|scene)\.h>", text):
        if not options.physics:
            return "skipped"
        render += [options.physics, "-lode"]
    if "<caper/store.h>" in text:
        if not options.store:
            return "skipped"
        render += [options.store, "-lsqlite3"]
    if "<caper/spacetime.h>" in text:
        if not options.spacetime:
            return "skipped"
        render += options.spacetime.split(",")
    command = [os.environ.get("CC", "cc"), "-std=c17", "-g", "-Wall", "-Wextra", "-Wpedantic", "-Werror",
               "-I", os.path.join(options.root, "include"), source, "-o", program, *render, options.library,
               *(f"-l{name}" for name in options.also), "-lm", "-pthread"]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if result.returncode != 0:
        return "does not compile\n" + result.stdout.decode("utf-8", "replace")
    problem = run_before(before, folder, options)
    if problem:
        return problem
    try:
        result = subprocess.run([program], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                check=False, timeout=60)
    except subprocess.TimeoutExpired:
        return "did not end within 60 s"
    if result.returncode != 0:
        return f"ended with {result.returncode}\n" + result.stdout.decode("utf-8", "replace")
    return None


def check(path, options):
    """(programs found, [problems]) of one document."""
    with open(os.path.join(options.root, path), encoding="utf-8") as f:
        text = f.read()
    count, bad = 0, []
    for m in FENCE.finditer(text):
        where = f"{path}:{text.count(chr(10), 0, m.start()) + 1}"
        if m.group(1) == "" or m.group(1) not in ("c", "text", "sh", "json", "cmake", "cpp"):
            bad.append(f"{where}: a fence is ```c, ```text, ```sh, ```json, ```cmake or ```cpp, found ```{m.group(1)}")
        if m.group(1) != "c":
            continue
        count += 1
        if not re.search(r"\bint main\(", m.group(2)):
            bad.append(f"{where}: ```c is for complete programs with main; use ```text for a fragment")
            continue
        name = re.sub(r"\W+", "_", where)
        before = BEFORE.search(text, 0, m.start())
        problem = run_program(m.group(2), name, options, before and before.group(1))
        if problem == "skipped":
            print(f"{where}: skipped, there is no --command, or no library of its room")
            continue
        print(f"{where}: {'FAILED' if problem else 'runs'}")
        if problem:
            bad.append(f"{where}: {problem}")
    for m in LINK.finditer(FENCE.sub(lambda f: "\n" * f.group(0).count("\n"), text)):
        if re.match(r"[a-z]+:", m.group(1)):
            continue  # another site's business
        if not os.path.exists(os.path.join(options.root, os.path.dirname(path), m.group(1))):
            bad.append(f"{path}: the link {m.group(1)} leads nowhere")
    return count, bad


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--root", default=os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    parser.add_argument("--library", required=True, help="the built static library")
    parser.add_argument("--also", metavar="NAME", action="append", default=[], help="library that it needs in turn")
    parser.add_argument("--render", help="the built library of the renderer; without it its programs are skipped")
    parser.add_argument("--live", help="the built library of room live; without it its programs are skipped")
    parser.add_argument("--physics", help="the built library of rooms physics and scene; without it they are skipped")
    parser.add_argument("--store", help="the built library of room store; without it its programs are skipped")
    parser.add_argument("--spacetime", help="the built library of room spacetime, and after commas what it needs")
    parser.add_argument("--command", help="the built command; without it programs that need files of it are skipped")
    parser.add_argument("--work", help="folder to build in; default build/documents")
    options = parser.parse_args()
    options.root = os.path.abspath(options.root)
    options.library = os.path.abspath(options.library)
    options.render = options.render and os.path.abspath(options.render)
    options.live = options.live and os.path.abspath(options.live)
    options.command = options.command and os.path.abspath(options.command)
    options.physics = options.physics and os.path.abspath(options.physics)
    options.store = options.store and os.path.abspath(options.store)
    options.work = os.path.abspath(options.work or os.path.join(options.root, "build", "documents"))
    paths = documents(options.root)
    total, bad = 0, []
    for path in paths:
        count, problems = check(path, options)
        total, bad = total + count, bad + problems
    if total == 0:
        bad.append("found no C program in any document")
    for message in bad:
        print(message)
    print(f"{len(paths)} documents, {total} programs, {len(bad)} problems")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
