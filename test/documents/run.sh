#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# run.sh WORK PYTHON LIBRARY: tests tools/check_docs.py on small trees: it must go red on a program that does not
# compile or fails, on a broken link, on a fragment, and on a tree without any program.
set -euo pipefail
work=$1
python=$2
library=$3
tool=$(cd "$(dirname "$0")/../.." && pwd)/tools/check_docs.py
fence='```'

try() { # EXPECTED_STATUS WHAT README_TEXT
    rm -rf "$work"
    mkdir -p "$work/tree/docs"
    printf '%b' "$3" >"$work/tree/README.md"
    status=0
    "$python" "$tool" --root "$work/tree" --library "$library" --work "$work/build" >"$work/log" 2>&1 || status=$?
    [ "$status" -eq "$1" ] || { cat "$work/log"; echo "$2: status $status, expected $1"; exit 1; }
}
program() { printf '%s' "${fence}c\nint main(void)\n{\n    $1\n}\n$fence\n"; }

try 0 "a good program" "# Title\n$(program 'return 0;')[itself](README.md) [web](https://example.org)\n"
try 1 "no program" "# Title\n${fence}sh\nmake\n$fence\n"
try 1 "a program that does not compile" "$(program 'return nothing;')"
try 1 "a program that warns" "$(program 'int unused; return 0;')"
try 1 "a program that fails" "$(program 'return 3;')"
try 1 "a fragment" "$(program 'return 0;')${fence}c\nint x;\n$fence\n"
try 1 "an unmarked fence" "$(program 'return 0;')${fence}\nint x;\n$fence\n"
try 1 "a broken link" "$(program 'return 0;')[gone](docs/gone.md)\n"
rm -rf "$work"
echo "check_docs.py goes red where it should"
