#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# run.sh WORK PYTHON: tests tools/test on small projects without a compiler: it must count cases, list what was skipped,
# and go red on a failure, a crash after a good count, a build that breaks, and a run of nothing.
set -euo pipefail
work=$1
python=$2
tool=$(cd "$(dirname "$0")/../.." && pwd)/tools/test

try() { # EXPECTED_STATUS EXPECTED_LAST_LINE WHAT CMAKE_LINES
    rm -rf "$work"
    mkdir -p "$work"
    printf 'cmake_minimum_required(VERSION 3.25)\nproject(p LANGUAGES NONE)\nenable_testing()\n%s\n' "$4" \
        >"$work/CMakeLists.txt"
    printf '%s' '{"version": 6,
        "configurePresets": [{"name": "p", "generator": "Ninja", "binaryDir": "${sourceDir}/build/p"}],
        "buildPresets": [{"name": "p", "configurePreset": "p"}],
        "testPresets": [{"name": "p", "configurePreset": "p"}]}' >"$work/CMakePresets.json"
    status=0
    out=$("$python" "$tool" --root "$work" p 2>&1) || status=$?
    last=$(tail -n 1 <<<"$out")
    if [ "$status" -ne "$1" ] || [ "$last" != "$2" ]; then
        printf '%s\n' "$out"
        echo "$3: ended with $status and '$last', expected $1 and '$2'"
        exit 1
    fi
}
says() { # STATUS TEXT: a test that prints TEXT and ends with STATUS
    echo "add_test(NAME t$RANDOM$RANDOM COMMAND sh -c \"echo '$2'; exit $1\")"
}
skip='set_tests_properties(s PROPERTIES SKIP_RETURN_CODE 77)'

try 0 "1 passed, 0 failed" "a plain test counts as one" "$(says 0 hello)"
try 0 "4 passed, 0 failed" "cases are counted" "$(says 0 'a.c: 3 passed, 0 failed, 0 skipped')
$(says 0 hello)"
try 1 "3 passed, 2 failed" "failed cases are counted" "$(says 1 'a.c: 3 passed, 2 failed, 0 skipped')"
try 1 "3 passed, 1 failed" "a crash after a good count" "$(says 1 'a.c: 3 passed, 0 failed, 0 skipped')"
try 1 "1 passed, 1 failed" "a plain failure" "$(says 0 hello)
$(says 1 hello)"
try 1 "0 passed, 1 failed" "a program that is not there" 'add_test(NAME t COMMAND /no/such/program)'
try 1 "0 passed, 1 failed" "no test at all" ''
try 1 "0 passed, 1 failed" "a project that does not configure" 'message(FATAL_ERROR "no")'
try 1 "0 passed, 1 failed" "a project that does not build" 'add_custom_target(t ALL COMMAND false)'
try 0 "1 passed, 0 failed" "a skipped test beside a passing one" "$(says 0 hello)
add_test(NAME s COMMAND sh -c \"echo 'SKIPPED one: no data'; exit 77\")
$skip"
grep -qF 'skipped s: one: no data' <<<"$out" || { echo "the skipped test is not listed"; exit 1; }
try 1 "0 passed, 0 failed" "everything skipped" "add_test(NAME s COMMAND sh -c \"exit 77\")
$skip"
# bits: two presets that tell the same agree; one that differs is red
bits() { # EXPECTED_STATUS TEXT_OF_SECOND
    rm -rf "$work"
    mkdir -p "$work"
    printf 'cmake_minimum_required(VERSION 3.25)\nproject(p LANGUAGES NONE)\nenable_testing()\n%s\n' \
        'add_test(NAME t COMMAND sh -c "echo BITS a ${TOLD}")' >"$work/CMakeLists.txt"
    printf '%s' '{"version": 6,
        "configurePresets": [{"name": "p", "generator": "Ninja", "binaryDir": "${sourceDir}/build/p",
            "cacheVariables": {"TOLD": "0a"}},
            {"name": "q", "inherits": "p", "binaryDir": "${sourceDir}/build/q",
            "cacheVariables": {"TOLD": "'"$2"'"}}],
        "buildPresets": [{"name": "p", "configurePreset": "p"}, {"name": "q", "configurePreset": "q"}],
        "testPresets": [{"name": "p", "configurePreset": "p"}, {"name": "q", "configurePreset": "q"}]}' \
        >"$work/CMakePresets.json"
    status=0
    "$python" "$tool" --root "$work" p q >/dev/null 2>&1 || status=$?
    [ "$status" -eq "$1" ] || { echo "bits 0a and $2: ended with $status, expected $1"; exit 1; }
}
bits 0 0a
bits 1 0b
rm -rf "$work"
echo "tools/test counts as it should"
