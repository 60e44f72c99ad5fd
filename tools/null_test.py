#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes a test of what the public headers promise about NULL: tools/null_test.py OUT.c HEADER...

From the declarations of the headers, for every function of these kinds:
  destroy   caper_*_destroy and caper_*_free take NULL
  def       a def or job that no default function made is refused, without an error to write to
  file      a file that is not there is refused, without options and without an error to write to
A function of a kind whose parameters this script does not know is an error, so that none is forgotten.
"""
import os
import re
import sys

DECLARATION = re.compile(r"^CAPER_API\s+([^;]+?)\s*\(([^;]*)\)\s*(?:CAPER_PRINTF\([^)]*\))?;", re.M | re.S)


def declarations(path):
    """(result, name, [(type, parameter)]) of each function of a header."""
    with open(path, encoding="utf-8") as f:
        text = re.sub(r"//[^\n]*", "", f.read())
    for match in DECLARATION.finditer(text):
        head = re.match(r"(.*?)(\w+)$", " ".join(match.group(1).split()))
        parameters = []
        for one in " ".join(match.group(2).split()).split(","):
            found = re.match(r"\s*(.*?)(\w+)(\[[^\]]*\])?\s*$", one)
            if found and one.strip() not in ("void", "..."):
                parameters.append((found.group(1).strip() + ("*" if found.group(3) else ""), found.group(2)))
        yield head.group(1).strip(), head.group(2), parameters


def empty(result):
    """What a refusal returns, compared."""
    return "== NULL" if result.endswith("*") else "== 0" if result in ("bool", "int", "size_t") else None


def call(name, result, parameters):
    """(kind, C statement) or None; exits on a function of a kind that it cannot call."""
    if re.search(r"_(destroy|free)$", name) and parameters and parameters[0][0].endswith("*"):
        arguments = ["NULL" if t.endswith("*") else "0" for t, _ in parameters]
        if name == "caper_free":
            arguments[1] = "NULL"
        return "destroy", f"{name}({', '.join(arguments)});"
    if not parameters or empty(result) is None or parameters[-1][0] != "caper_error *":
        return None
    first = re.match(r"(?:const )?(caper_\w+_(?:def|job)) \*$", parameters[0][0])
    if first and len(parameters) == 2:
        kind = first.group(1)
        return "def", f"{{ static {kind} none; CHECK({name}(&none, NULL) {empty(result)}); }}"
    if re.search(r"_(load|recover)$", name) and parameters[0][0] == "const char *" and \
            parameters[1][0].startswith("const caper_") and parameters[1][0].endswith("_options *"):
        # what a file becomes may go to a place of the caller's
        out = [(t, p) for t, p in parameters[2:-1]]
        places = "".join(f"static {t.rstrip('* ')} to_{p}; " for t, p in out)
        arguments = ["\"/no/such/file\"", "NULL"] + [f"&to_{p}" for _, p in out] + ["NULL"]
        return "file", f"{{ {places}CHECK({name}({', '.join(arguments)}) {empty(result)}); }}"
    return None


def main():
    out, headers = sys.argv[1], sys.argv[2:]
    kinds = {"destroy": [], "def": [], "file": []}
    total = 0
    for path in headers:
        for result, name, parameters in declarations(path):
            total += 1
            found = call(name, result, parameters)
            if found:
                kinds[found[0]].append(found[1])
    names = {"destroy": "nothing_is_destroyed_without_harm", "def": "a_def_that_nobody_made_is_refused",
             "file": "a_file_that_is_not_there_is_refused_without_an_error_to_write_to"}
    lines = ["// Written by tools/null_test.py.", '#include "test.h"', ""]
    lines += [f'#include "caper/{os.path.basename(path)}"' for path in headers]
    lines += ["", "static bool quiet(const char *condition, const char *file, int line)", "{",
              "    (void)condition, (void)file, (void)line;", "    return false;", "}", ""]
    for kind, calls in kinds.items():
        lines += [f"static void {names[kind]}(void)", "{", "    caper_set_assert_hook(quiet);"]
        lines += [f"    {statement}" for statement in calls]
        lines += ["    caper_set_assert_hook(NULL);",
                  f"    CHECK({len(calls)} >= 10); // of {total} functions", "}", ""]
    lines.append(f"TESTS({', '.join(names.values())})")
    with open(out, "w", encoding="utf-8") as f:
        f.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
