#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Tests the test runner: run.sh PROBE. A runner that cannot go red would make every other test worthless.
set -euo pipefail
probe=$1
fail() { echo "runner: $*"; exit 1; }

run() { # EXPECTED_STATUS ARGUMENT...: output in $out
    local expected=$1 status=0
    shift
    out=$("$probe" "$@" 2>&1) || status=$?
    [ "$status" -eq "$expected" ] || fail "'probe $*' ended with $status, expected $expected"
}
has() { grep -qF -- "$1" <<<"$out" || fail "the output lacks: $1"; }
lacks() { ! grep -qF -- "$1" <<<"$out" || fail "the output should not have: $1"; }

run 1
has "probe.c: 1 passed, 3 failed, 1 skipped"
has "6 failed checks in fails_softly"
has "SKIPPED is_skipped: nothing to do here"
lacks "reached"
run 0 passes
has "probe.c: 1 passed, 0 failed, 0 skipped"
run 77 is_skipped
run 1 fails_at_once
run 2 no_such_test
has "no test matches"
run 0 --list
has "fails_though_it_skips"
echo "the runner tells passed, failed and skipped apart"
