# SPDX-License-Identifier: MIT
"""The self-test of check_style.py: small trees, one violation each, in a folder of their own."""
import os
import subprocess

import check_style

SPDX = "// SPDX-License-Identifier: MIT\n"

# A tree that keeps every rule, with the shapes that are easily mistaken for a violation.
GOOD = {
    ".clang-format": "BasedOnStyle: LLVM\nColumnLimit: 100\nIndentWidth: 4\nSortIncludes: false\n"
                     "AllowShortFunctionsOnASingleLine: None\n",
    "Makefile": "# SPDX-License-Identifier: MIT\nall:\n",
    "tools/run": "#!/bin/sh\n# SPDX-License-Identifier: MIT\n",
    "include/caper/base.h": SPDX + """
#ifndef CAPER_BASE_H
#define CAPER_BASE_H
#ifdef __cplusplus
extern "C" {
#endif
#define CAPER_API
#define CAPER_PRINTF(a, b)
#define CAPER_STATIC_ASSERT(condition, text)
#define CAPER_ASSERT(condition) ((condition) ? (void)0 : caper_fail(#condition))
/// A thing.
typedef struct caper_thing caper_thing;
/// A kind of thing.
typedef enum caper_kind { CAPER_KIND_A, CAPER_KIND_B = (1 << 3), CAPER_KIND_COUNT } caper_kind;
/// A point
/// of the plane.
typedef struct caper_point {
    float x, y; // metres; not_a_name(here)
    void (*call)(void *user, int strange);
} caper_point;
typedef void caper_fn(void *user); ///< what to call
/// An order.
typedef int (*caper_compare)(const void *a, const void *b);
/// Four numbers.
typedef float caper_row[4];
CAPER_STATIC_ASSERT(sizeof(caper_row) == 16, "as the SIMD code loads it");
/// Fail.
CAPER_API void caper_fail(const char *text) CAPER_PRINTF(1, 2);
/// Say.
#ifdef CAPER_LOUD
CAPER_API const char *caper_text(caper_kind kind, int (*pick)(int));
#endif
/// x + y.
static inline float caper_point_sum(caper_point p) {
    return p.x + p.y;
}
static inline float caperi_twice(float x) {
    return 2 * x;
}
#ifdef __cplusplus
}
#endif
#endif
""",
    "include/caper/vecmath.h": SPDX + '#include "caper/base.h"\n#define CAPER_LANES 4\n',
    "include/caper/clip.h": SPDX + '#include "caper/vecmath.h"\n#define CAPER_CLIP 1\n',
    "src/base/base.c": SPDX + '#include "base/own.h"\n#include "caper/base.h"\n#include <stdio.h>\n#include <zlib.h>\n',
    "src/base/own.h": SPDX + "#include <sys/stat.h>\ntypedef struct caperi_own {\n    int x;\n} caperi_own;\n",
    "src/math/simd.h": SPDX + "#include <immintrin.h>\n",
    "src/clip/clip.c": SPDX + '#include "caper/clip.h"\n#include "base/own.h"\n#include "math/simd.h"\n',
    "cli/main.c": SPDX + '#include "caper/clip.h"\n#include "verbs.h"\n',
    "cli/verbs.h": SPDX + "#include <stdbool.h>\n",
    "test/test.h": SPDX + "#include <cmocka.h>\n",
    "test/test_clip.c": SPDX + '#include "test.h"\n#include "clip/private.h"\n',
}

# rule, what is wrong, {path: text}: files that replace or join those of the good tree.
BAD = [
    ("format", "indentation", {"src/base/base.c": SPDX + '#include "base/own.h"\nint  caper_x ;\n'}),
    ("names", "two rooms give one name two meanings",
     {"src/clip/own.h": SPDX + "typedef struct caperi_own {\n    float y;\n} caperi_own;\n"}),
    ("rooms", "an earlier row includes a later one", {"src/math/a.c": SPDX + '#include "caper/clip.h"\n'}),
    ("rooms", "the same through a private header", {"src/math/a.c": SPDX + '#include "clip/private.h"\n'}),
    ("rooms", "rooms on one row see each other", {"src/world/a.c": SPDX + '#include "caper/clip.h"\n'}),
    ("rooms", "a public header breaks the order", {"include/caper/base.h": SPDX + '#include "caper/clip.h"\n'}),
    ("rooms", "an angle include breaks it", {"src/math/a.c": SPDX + "#include <caper/clip.h>\n"}),
    ("rooms", "a public header shows a private one", {"include/caper/clip.h": SPDX + '#include "base/own.h"\n'}),
    ("rooms", "an app sees a private header", {"cli/main.c": SPDX + '#include "base/own.h"\n'}),
    ("rooms", "a benchmark sees a private header", {"bench/bench_a.c": SPDX + '#include "base/own.h"\n'}),
    ("rooms", "a path without its room", {"src/base/base.c": SPDX + '#include "own.h"\n'}),
    ("rooms", "an unknown room", {"src/attic/a.c": SPDX + '#include "caper/base.h"\n'}),
    ("rooms", "a public header of no room", {"include/caper/attic.h": SPDX + '#include "caper/base.h"\n'}),
    ("rooms", "a source outside all rooms", {"src/a.c": SPDX + '#include "caper/base.h"\n'}),
    ("prefix", "a function", {"include/caper/clip.h": SPDX + "CAPER_API int clip_count(void);\n"}),
    ("prefix", "a private prefix in public", {"include/caper/clip.h": SPDX + "CAPER_API int caperi_count(void);\n"}),
    ("prefix", "an inline function", {"include/caper/clip.h": SPDX + "static inline int count(void) { return 1; }\n"}),
    ("prefix", "no CAPER_API", {"include/caper/clip.h": SPDX + "int caper_clip_count(void);\n"}),
    ("prefix", "a struct", {"include/caper/clip.h": SPDX + "struct clip { int a; };\n"}),
    ("prefix", "a typedef", {"include/caper/clip.h": SPDX + "typedef struct caper_clip { int a; } clip;\n"}),
    ("prefix", "a typedef in _t", {"include/caper/clip.h": SPDX + "typedef int caper_clip_t;\n"}),
    ("prefix", "a function pointer type", {"include/caper/clip.h": SPDX + "typedef int (*compare)(int);\n"}),
    ("prefix", "a constant", {"include/caper/clip.h": SPDX + "typedef enum caper_e { CAPER_A, B } caper_e;\n"}),
    ("prefix", "a macro", {"include/caper/clip.h": SPDX + "#define LANES 4\n"}),
    ("doc", "a function", {"include/caper/clip.h": SPDX + "\nCAPER_API int caper_count(void);\n"}),
    ("doc", "a plain comment", {"include/caper/clip.h": SPDX + "// Count.\nCAPER_API int caper_count(void);\n"}),
    ("doc", "an empty comment", {"include/caper/clip.h": SPDX + "///\nCAPER_API int caper_count(void);\n"}),
    ("doc", "the second of two", {"include/caper/clip.h": SPDX + "/// A.\nCAPER_API int caper_a(void);\n"
                                                                 "CAPER_API int caper_b(void);\n"}),
    ("doc", "the remark of the one before", {"include/caper/clip.h": SPDX + "typedef int caper_a; ///< one\n"
                                                                            "typedef int caper_b;\n"}),
    ("doc", "a type", {"include/caper/clip.h": SPDX + "typedef struct caper_clip {\n    int a; ///< b\n} caper_clip;\n"}),
    ("dialect", "a job without a default", {"include/caper/clip.h": SPDX + "typedef struct caper_a_job {\n    int a;\n} caper_a_job;\n"}),
    ("dialect", "the size of a state", {"include/caper/clip.h": SPDX + "CAPER_API size_t caper_a_state_size(const caper_a *a);\n"}),
    ("dialect", "a state without a size", {"include/caper/clip.h": SPDX + "CAPER_API void caper_a_save(const caper_a *a, void *out);\n"}),
    ("dialect", "a state without an error", {"include/caper/clip.h": SPDX + "CAPER_API bool caper_a_load(caper_a *a, const void *bytes, size_t size);\n"}),
    ("dialect", "a list with a count", {"include/caper/clip.h": SPDX + "CAPER_API const caper_b *caper_a_bs(const caper_a *a, int *count);\n"}),
    ("dialect", "a verb first", {"include/caper/clip.h": SPDX + "CAPER_API int caper_detect_a(void);\n"}),
    ("dialect", "a getter that gets", {"include/caper/clip.h": SPDX + "CAPER_API int caper_a_get_b(const caper_a *a);\n"}),
    ("dialect", "a number of things", {"include/caper/clip.h": SPDX + "CAPER_API int caper_a_things(const caper_a *a);\n"}),
    ("dialect", "a clip before its character", {"include/caper/clip.h": SPDX + "CAPER_API bool caper_a(const caper_clip *clip, const caper_character *character);\n"}),
    ("dialect", "free", {"include/caper/clip.h": SPDX + "CAPER_API void caper_a_free(caper_a *a);\n"}),
    ("third-party", "two includers", {"src/clip/clip.c": SPDX + "#include <zlib.h>\n"}),
    ("third-party", "cmocka outside test.h", {"test/test_clip.c": SPDX + "#include <cmocka.h>\n"}),
    ("third-party", "intrinsics elsewhere", {"src/clip/clip.c": SPDX + "#include <emmintrin.h>\n"}),
    ("third-party", "a public header with one", {"include/caper/clip.h": SPDX + "#include <jansson.h>\n"}),
    ("spdx", "a source without", {"src/base/base.c": "int caper_x;\n"}),
    ("spdx", "a source with it too late", {"src/base/base.c": "\n" + SPDX}),
    ("spdx", "a script without", {"tools/run": "#!/bin/sh\necho\n"}),
    ("words", "a path of a machine", {"src/base/base.c": SPDX + "// see /wor" + "k/notes\n"}),
    ("words", "a home folder", {"README.md": "cd /hom" + "e/me/caper\n"}),
    ("words", "a forbidden word", {"README.md": "Written by a sub" + "agent.\n"}),
    ("words", "an unfinished mark", {"src/base/base.c": SPDX + "// TO" + "DO: later\n"}),
]

LIBRARIES = [
    ("passed", "good", "int caper_a(void); int caper_a(void) { return 1; } int caperi_b; static int c;"
                       " int *caper_d(void); int *caper_d(void) { return &c; }"),
    ("failed", "a symbol without a prefix", "int caper_a(void); int caper_a(void) { return 1; } int helper;"),
    ("failed", "a banned call", "#include <stdlib.h>\nvoid caper_a(void); void caper_a(void) { exit(1); }"),
    ("failed", "nothing in it", "typedef int caper_nothing;"),
]


def remove_tree(folder):
    """Delete a folder (shutil is not part of a minimal Python)."""
    for base, folders, names in os.walk(folder, topdown=False):
        for name in names:
            os.remove(os.path.join(base, name))
        for name in folders:
            os.rmdir(os.path.join(base, name))
    if os.path.isdir(folder):
        os.rmdir(folder)


def write_tree(folder, files):
    """A fresh folder with these files."""
    remove_tree(folder)
    os.makedirs(folder)
    for path, text in files.items():
        full = os.path.join(folder, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8") as f:
            f.write(text)


def build_library(folder, text):
    """A static library from one source."""
    write_tree(folder, {"a.c": text})
    library = os.path.join(folder, "liba.a")
    obj = os.path.join(folder, "a.o")
    subprocess.run([os.environ.get("CC", "cc"), "-c", os.path.join(folder, "a.c"), "-o", obj], check=True)
    subprocess.run(["ar", "rc", library, obj], check=True)
    return library


def run(options):
    """Each rule on a good tree, on each violation, on an empty tree; the exit status."""
    work = options.work or os.path.join(options.root, "build", "style-self-test")
    count, wrong = 0, []

    def expect(verdict, rule, what, library=None):
        nonlocal count
        count += 1
        options.library = library
        found, _, messages = check_style.judge(rule, check_style.Tree(os.path.join(work, "tree")), options)
        if found != verdict:
            wrong.append(f"{rule}, {what}: {found}, expected {verdict} {messages}")

    rules = [r for r in check_style.RULES if r != "symbols"]
    if check_style.formatter()[0] is None:
        print(f"SKIPPED the rule format: {check_style.formatter()[1]}")
        rules.remove("format")
    write_tree(os.path.join(work, "tree"), GOOD)
    for rule in rules:
        expect("passed", rule, "good tree")
    for rule, what, files in BAD:
        if rule in rules:
            write_tree(os.path.join(work, "tree"), {**GOOD, **files})
            expect("failed", rule, what)
    write_tree(os.path.join(work, "tree"), {})
    for rule in rules:
        expect("failed", rule, "empty tree")
    for verdict, what, text in LIBRARIES:
        expect(verdict, "symbols", what, build_library(os.path.join(work, "library"), text))
    expect("failed", "symbols", "no such library", os.path.join(work, "nothing.a"))
    remove_tree(work)
    for line in wrong:
        print(f"  {line}")
    print(f"check_style.py: {count - len(wrong)} passed, {len(wrong)} failed, 0 skipped")
    return 1 if wrong else 0
