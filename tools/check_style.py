#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the habits of the house that a compiler does not know. Run by `make check`.

    tools/check_style.py [--library build/release/libcaper.a] [--only RULE] [--root DIR]
    tools/check_style.py --self-test [--work DIR]

Rules:
    format       clang-format 14 would change nothing
    rooms        a room includes only rooms of the rows above it; apps and benchmarks only public headers
    prefix       public headers: caper_ for functions and types, CAPER_ for macros and constants, CAPER_API
    doc          public headers: every declaration has a /// sentence before it, or ///< beside it
    dialect      public headers: defs and jobs have a default function, states are saved and loaded one way, lists are
                 read one way, nouns come before verbs, what is made is destroyed
    names        private types: one name, one meaning, in all rooms together
    symbols      the built library: every external symbol is caper_ (or caperi_ where it is static)
    third-party  a third-party header has one includer, cmocka test/test.h, intrinsics src/math/simd.h
    spdx         every source names its licence on its first line
    words        no machine's paths, no unfinished marks, nothing about how the project is made

A rule that found nothing to check fails: a check that silently passes on nothing is worse than none. The self-test
proves for each rule that it goes red on a violation and on an empty tree, and green on a good one.
"""
import argparse
import os
import re
import subprocess
import sys

# DESIGN: a room sees only rooms of earlier rows; rooms on one row do not see each other.
ROWS = (
    ("base",),
    ("math",),
    ("body",),
    ("clip", "world", "person"),
    ("contact", "formats", "ik"),
    ("quality", "motion", "gait", "jiggle", "stride"),
    ("graph", "puppet"),
    ("actor",),
    ("physics", "spacetime", "store", "live", "render"),
    ("scene", "grid"),
    ("everything",),  # caper/caper.h: all headers at once, for programs; no room includes it
)
ROW_OF = {room: row for row, rooms in enumerate(ROWS) for room in rooms}
APPS = ("cli", "studio", "bench")
HEADER_ROOM = {"vecmath": "math", "character": "body", "caper": "everything"}  # every other header is named as its room

STANDARD = set("""assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg
stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype""".split())
POSIX = set("""arpa/inet dirent dlfcn fcntl fnmatch glob libgen net/if netdb netinet/in netinet/tcp poll pthread pwd
regex sched semaphore spawn strings sys/ioctl sys/mman sys/resource sys/select sys/socket sys/stat sys/time sys/times
sys/types sys/uio sys/un sys/utsname sys/wait termios unistd""".split())
INTRINSICS = re.compile(r"^([a-z0-9]*mmintrin|x86intrin|avx\w*intrin|fmaintrin|cpuid|arm_neon|arm_sve|wasm_simd128)\.h$")

C_SUFFIXES = (".c", ".h", ".cpp")
HASH_SUFFIXES = (".py", ".sh", ".cmake")
SKIPPED_FOLDERS = {".git", "build", "caper-demo", "node_modules", "__pycache__"}
TEXT_LIMIT = 2_000_000

# In pieces, so that this file does not find itself.
MACHINE_PATH = re.compile(r"(?:^|[^A-Za-z0-9._$}/])/(?:wor" r"k|far" r"m|roo" r"t|hom" r"e/[a-z]+|User" r"s/[A-Za-z]+)/")
WORDS = re.compile(r"\b(?:sub" r"agents?|cla" r"ude|chat" r"gpt|language mod" r"el|this sess" r"ion|"
                   r"the issue track" r"er)\b", re.I)
MARKS = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b")

# The library neither prints nor ends the process, has no hidden state of the C library's, and keeps the same bits
# on every machine, which libm's transcendental functions do not promise. The assert hook's default in base may print
# and abort.
BANNED_CALLS = set("""exit _exit quick_exit printf puts putchar system rand srand random srandom setlocale strtok
sin cos tan asin acos atan atan2 exp exp2 expm1 log log2 log10 log1p pow sinh cosh tanh cbrt hypot fma sincos
sinf cosf tanf asinf acosf atanf atan2f expf exp2f expm1f logf log2f log10f log1pf powf sinhf coshf tanhf cbrtf hypotf
fmaf sincosf""".split())


class Tree:
    """The files below one root, read once."""

    def __init__(self, root):
        self.root = root
        self.paths = []
        self.cache = {}
        for folder, folders, names in os.walk(root):
            folders[:] = sorted(f for f in folders if f not in SKIPPED_FOLDERS)
            for name in sorted(set(names) - SKIPPED_FOLDERS):  # .git is a file in a linked checkout
                path = os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/")
                if os.path.isfile(os.path.join(folder, name)):
                    self.paths.append(path)

    def text(self, path):
        """The file as text, or None when it is not one (or is too large to be written by hand)."""
        if path not in self.cache:
            full = os.path.join(self.root, path)
            text = None
            if os.path.getsize(full) <= TEXT_LIMIT:
                with open(full, "rb") as f:
                    data = f.read()
                if b"\0" not in data[:8192]:
                    text = data.decode("utf-8", "replace")
            self.cache[path] = text
        return self.cache[path]

    def sources(self):
        """C and C++ sources and headers."""
        return [p for p in self.paths if p.endswith(C_SUFFIXES) and self.text(p) is not None]

    def includes(self):
        """(path, line number, name, is_angle) of every include of every source."""
        pattern = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:<([^>]+)>|"([^"]+)")', re.M)
        for path in self.sources():
            text = self.text(path)
            for m in pattern.finditer(text):
                line = text.count("\n", 0, m.start()) + 1
                yield path, line, m.group(1) or m.group(2), m.group(1) is not None


def formatter():
    """clang-format 14, or None with the reason: other versions disagree with it in places."""
    for name in ("clang-format-14", "clang-format"):
        try:
            version = subprocess.run([name, "--version"], capture_output=True, check=True).stdout.decode()
        except (OSError, subprocess.CalledProcessError):
            continue
        if re.search(r"version 14\.", version):
            return name, ""
        return None, f"{name} is not version 14"
    return None, "clang-format is not installed"


def check_format(tree, _options):
    """format: clang-format would change nothing."""
    files = tree.sources()
    name, reason = formatter()
    if name is None:
        if os.environ.get("CI") == "true":
            return len(files), [f"{reason}: run tools/setup check"]
        return None, [reason]
    bad = []
    for i in range(0, len(files), 50):
        result = subprocess.run([name, "--dry-run", "-Werror", *files[i:i + 50]], cwd=tree.root,
                                capture_output=True, check=False)
        found = re.findall(r"^(\S+?):(\d+):\d+: error: code should be clang-formatted",
                           result.stderr.decode("utf-8", "replace"), re.M)
        first = {}
        for path, line in found:
            first.setdefault(path, line)
        bad += [f"{path}:{line}: not as clang-format writes it: run make format" for path, line in first.items()]
        if result.returncode != 0 and not found:
            bad.append(result.stderr.decode("utf-8", "replace").strip())
    return len(files), bad


def room_of(path):
    """The room (or app) a file belongs to, or None for tests, fuzz targets and the like."""
    parts = path.split("/")
    if parts[0] == "src" and len(parts) > 2:
        return parts[1]
    if parts[:2] == ["include", "caper"] and len(parts) == 3:
        short = parts[2].rsplit(".", 1)[0]
        return HEADER_ROOM.get(short, short)
    return parts[0] if parts[0] in APPS else None


def judge_include(path, name):
    """Why a file may not include a quoted (or <caper/...>) header, or None."""
    room = room_of(path)
    folder, _, rest = name.partition("/")
    public = folder == "caper" and rest
    if room in APPS:
        if folder in ROW_OF and rest:
            return f"an app sees only public headers, found \"{name}\""
        return None
    if public:
        short = rest.rsplit(".", 1)[0]
        target = HEADER_ROOM.get(short, short)
    elif path.startswith("include/"):
        return f"a public header may include only caper/ headers, found \"{name}\""
    elif folder in ROW_OF and rest:
        target = folder
    else:
        return f"found \"{name}\", expected \"caper/NAME.h\" or \"ROOM/NAME.h\""
    if target not in ROW_OF:
        return f"\"{name}\" belongs to no known room"
    if target != room and ROW_OF[target] >= ROW_OF[room]:
        return f"room {room} (row {ROW_OF[room] + 1}) may not include {target} (row {ROW_OF[target] + 1})"
    return None


def check_rooms(tree, _options):
    """rooms: includes go from later rows to earlier ones only."""
    count, bad = 0, []
    for path in tree.sources():
        room = room_of(path)
        if path.startswith("src/") and room is None:
            bad.append(f"{path}: a source in src/ belongs into a room's folder")
        elif room is not None and room not in ROW_OF and room not in APPS:
            bad.append(f"{path}: '{room}' is no known room")
    for path, line, name, angle in tree.includes():
        room = room_of(path)
        if room is None or (room not in ROW_OF and room not in APPS):
            continue
        if angle and not name.startswith("caper/"):
            continue
        count += 1
        why = judge_include(path, name)
        if why:
            bad.append(f"{path}:{line}: {why}")
    return count, bad


PRIVATE_TYPE = re.compile(r"^(?:typedef )?(?:struct|union|enum) (caperi_\w+) \{|^\} (caperi_\w+);", re.M)


def check_names(tree, _options):
    """names: a private type is defined in one file only."""
    count, bad, home = 0, [], {}
    for path in tree.sources():
        if not path.startswith("src/"):
            continue
        text = re.sub(r"//[^\n]*", "", tree.text(path))
        for name in sorted({a or b for a, b in PRIVATE_TYPE.findall(text)}):
            count += 1
            if home.setdefault(name, path) != path:
                bad.append(f"{path}: {name} is defined in {home[name]} too, with another meaning")
    return count, bad


def blank(match):
    """Same number of lines, no text: keeps line numbers true."""
    return re.sub(r"[^\n]", " ", match.group(0))


def code_of(text):
    """The text with comments, literals and (in the second value) preprocessor lines blanked out."""
    pattern = r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
    code = re.sub(r'extern\s+"C"\s*\{', blank, text)
    code = re.sub(pattern, blank, code, flags=re.S)
    return code, re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", blank, code, flags=re.M)


def statements(code):
    """Top-level declarations: (offset, text with each {...} emptied, [bodies])."""
    start, depth, body_start = 0, 0, 0
    text, bodies = [], []
    for i, c in enumerate(code):
        if c == "{":
            if depth == 0:
                body_start = i + 1
                text.append("{")
            depth += 1
        elif c == "}":
            depth = max(depth - 1, 0)
            if depth == 0 and text:
                bodies.append(code[body_start:i])
                text.append("}")
                if is_function("".join(text)):
                    yield start, "".join(text), bodies
                    start, text, bodies = i + 1, [], []
        elif depth == 0 and c == ";":
            yield start, "".join(text), bodies
            start, text, bodies = i + 1, [], []
        elif depth == 0:
            if not text and c.isspace():
                start = i + 1
                continue
            text.append(c)


def is_function(text):
    """A definition with a body, as opposed to a struct, union, enum or initializer."""
    head = text.split("{", 1)[0]
    return "(" in head and "=" not in head and not head.lstrip().startswith("typedef")


def declared_name(text):
    """The name that a function declaration declares: the first called identifier that is no attribute."""
    for m in re.finditer(r"([A-Za-z_]\w*)\s*\(", text):
        name = m.group(1)
        if name.startswith("__") or name in ("_Alignas", "alignas") or re.fullmatch(r"CAPER_[A-Z0-9_]+", name):
            continue
        return name
    return None


def judge_statement(text, bodies):
    """(kind, name, problem or None) of each name that one top-level declaration of a public header declares."""
    static = re.match(r"(?:CAPER_INLINE|static)\b|.*\bstatic\b", text.split("(", 1)[0]) is not None
    for m in re.finditer(r"\b(struct|union|enum)\s+([A-Za-z_]\w*)\s*\{", text):
        yield "type", m.group(2), None if m.group(2).startswith("caper_") else "a public type starts with caper_"
    if re.search(r"\benum\b[^{(]*\{", text) and bodies:
        for name in re.findall(r"(?:^|,)\s*([A-Za-z_]\w*)", re.sub(r"\([^()]*\)", "", bodies[0])):
            yield "constant", name, None if name.startswith("CAPER_") else "a public constant starts with CAPER_"
    if text.startswith("typedef"):
        head = re.sub(r"\{.*\}", " ", text)
        m = re.search(r"\(\s*\*\s*([A-Za-z_]\w*)\s*\)\s*\(", head) or re.search(r"([A-Za-z_]\w*)\s*\(", head) or \
            re.search(r"([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*$", head)
        if m:
            name = m.group(1)
            good = name.startswith("caper_") and not name.endswith("_t")
            yield "type", name, None if good else "a public type starts with caper_ and has no _t"
        return
    name = None if re.match(r"(?:_Static_assert|static_assert|CAPER_STATIC_ASSERT)\b", text) else declared_name(text.split("{", 1)[0])
    if name is None:
        return
    if not name.startswith("caper_") and not (static and name.startswith("caperi_")):
        yield "function", name, "a public function starts with caper_"
    elif not static and not re.search(r"\bCAPER_API\b", text):
        yield "function", name, "a public function is marked CAPER_API, or a shared library hides it"
    else:
        yield "function", name, None


def check_prefix(tree, _options):
    """prefix: names in public headers."""
    count, bad = 0, []
    for path in tree.sources():
        if not path.startswith("include/"):
            continue
        code, plain = code_of(tree.text(path))
        for m in re.finditer(r"^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)", code, re.M):
            count += 1
            if not m.group(1).startswith(("CAPER_", "CAPERI_")):
                line = code.count("\n", 0, m.start()) + 1
                bad.append(f"{path}:{line}: {m.group(1)}: a public macro starts with CAPER_")
        for offset, text, bodies in statements(plain):
            for _kind, name, problem in judge_statement(text.strip(), bodies):
                count += 1
                if problem:
                    bad.append(f"{path}:{plain.count(chr(10), 0, offset) + 1}: {name}: {problem}")
    return count, bad


def is_documented(lines, first, last):
    """Lines from 0: the declaration from first to last has /// right above it or ///< at its end."""
    above = first - 1
    while above >= 0 and lines[above].lstrip().startswith("#"):
        above -= 1  # the #if around it
    said = above >= 0 and re.match(r"\s*///(?!<)\s*\S", lines[above])
    return bool(said) or re.search(r"///<\s*\S", lines[last]) is not None


def check_doc(tree, _options):
    """doc: a sentence for every public declaration."""
    count, bad = 0, []
    for path in tree.sources():
        if not path.startswith("include/"):
            continue
        text = tree.text(path)
        lines = text.split("\n")
        _code, plain = code_of(text)
        for offset, statement, bodies in statements(plain):
            names = [n for kind, n, _ in judge_statement(statement.strip(), bodies) if kind != "constant"]
            if not names or names[-1].startswith("caperi_"):
                continue
            count += 1
            end = offset + len(statement) + sum(len(body) for body in bodies)
            first, last = plain.count("\n", 0, offset), plain.count("\n", 0, end)
            if not is_documented(lines, first, last):
                bad.append(f"{path}:{first + 1}: {names[-1]}: a public declaration has a /// sentence before it")
    return count, bad


# What a public function may not be called, and what to call it instead.
OTHER_WORDS = (
    (re.compile(r"_state_size$"), "caper_x_save(x, NULL, 0) asks for the size of a state"),
    (re.compile(r"^caper_\w+_(?:close|delete)$"), "what is created is destroyed: caper_x_destroy"),
    (re.compile(r"^caper_(?:detect|estimate|compute|find|get|load|save|create|destroy)_"),
     "the noun comes first: caper_clip_load"),
    (re.compile(r"_get(?:_|$)"),
     "a getter is called after what it gives: caper_gait_length; where a type is called so, caper_gait_mode_of"),
)
FIRST_OF = r"(?:const\s+)?(?:struct\s+)?\w+\s*\*\s*\w+"


def dialect_of(name, text):
    """What is wrong with the way a public function is declared, or None."""
    for pattern, instead in OTHER_WORDS:
        if pattern.search(name):
            return instead
    flat = re.sub(r"\s+", " ", text)
    if name.endswith("_save") and "void *out" in flat and \
            not re.search(r"size_t " + name + r"\(" + FIRST_OF + r", void \*out, size_t size\)", flat):
        return "a state is saved by size_t caper_x_save(const caper_x *x, void *out, size_t size)"
    if name.endswith("_load") and re.search(r"const void \*", flat) and \
            not re.search(r"bool " + name + r"\(" + FIRST_OF + r", const void \*bytes, size_t size,.* ?caper_error \*error\)",
                          flat):
        return "a state is loaded by bool caper_x_load(caper_x *x, const void *bytes, size_t size, ..., caper_error *error)"
    if re.search(r"\bint " + name + r"\(" + FIRST_OF + r"\)", flat) and name.endswith("s"):
        return "a number of things is read by int caper_x_thing_count(const caper_x *x)"
    if re.search(r"\bcaper_clip \*\w+, const caper_character \*", flat) and not name.startswith("caper_clip_"):
        return "a character comes before the clip that it plays, after the noun of the function"
    if re.search(r"\*\s*" + name + r"\(.*\bint \*count\)", flat):
        return "a list is read by int caper_x_things(const caper_x *x, const caper_thing **things)"
    return None


def check_dialect(tree, _options):
    """dialect: the same verbs, the same order, the same way back in every header."""
    count, bad = 0, []
    for path in tree.sources():
        if not path.startswith("include/"):
            continue
        _code, plain = code_of(tree.text(path))
        for m in re.finditer(r"typedef struct (caper_\w+_(?:def|job)) \{", plain):
            count += 1
            if not re.search(r"\b" + m.group(1) + r"_default\(void\)", plain):
                line = plain.count("\n", 0, m.start()) + 1
                bad.append(f"{path}:{line}: {m.group(1)}: a def or job has a function {m.group(1)}_default(void)")
        for offset, text, bodies in statements(plain):
            for kind, name, _ in judge_statement(text.strip(), bodies):
                if kind != "function":
                    continue
                count += 1
                problem = dialect_of(name, text)
                if name.endswith("_free") and name != "caper_free" and name[:-4] + "init(" not in plain:
                    problem = "what is created is destroyed: caper_x_destroy; only what caper_x_init set up is freed"
                if problem:
                    bad.append(f"{path}:{plain.count(chr(10), 0, offset + len(text) - len(text.lstrip())) + 1}: {name}: {problem}")
    return count, bad


def check_symbols(_tree, options):
    """symbols: names in the built library."""
    if not options.library:
        return None, ["no --library given"]
    shared = ".so" in os.path.basename(options.library)
    result = subprocess.run(["nm", "-P", *(["-D"] if shared else ["-g"]), options.library], capture_output=True,
                            check=False)
    if result.returncode != 0:
        return 0, [result.stderr.decode("utf-8", "replace").strip()]
    count, bad = 0, []
    allowed = ("caper_",) if shared else ("caper_", "caperi_")
    for line in result.stdout.decode("utf-8", "replace").splitlines():
        fields = line.split()
        if len(fields) < 2 or len(fields[1]) != 1:
            continue  # the name of an archive member
        name, kind = fields[0].split("@")[0], fields[1]
        if kind in "Uwv":
            if name in BANNED_CALLS:
                bad.append(f"{options.library}: calls {name}, which the library may not")
            continue
        count += 1
        if not name.startswith(allowed):
            bad.append(f"{options.library}: {name}: an external symbol starts with {' or '.join(allowed)}")
    return count, bad


def is_standard(path, name):
    """A header of the language, the compiler or POSIX, for this file."""
    if name.startswith("sanitizer/"):
        return True
    stem = name[:-2] if name.endswith(".h") else None
    if stem is not None:
        return stem in STANDARD or stem in POSIX
    return path.endswith(".cpp") and "/" not in name and "." not in name


def check_third_party(tree, _options):
    """third-party: one includer each, programs of examples/ aside."""
    count, bad, users = 0, [], {}
    for path, line, name, angle in tree.includes():
        if not angle:
            continue
        count += 1
        where = f"{path}:{line}"
        if name.startswith("caper/") or is_standard(path, name):
            continue
        if INTRINSICS.match(name):
            if path != "src/math/simd.h":
                bad.append(f"{where}: <{name}>: intrinsics belong in src/math/simd.h")
            continue
        if path.startswith("examples/"):
            continue  # programs as others write them
        if path.startswith("include/"):
            bad.append(f"{where}: <{name}>: a public header shows no third-party header")
        if name == "cmocka.h" and path != "test/test.h":
            bad.append(f"{where}: <cmocka.h>: tests include \"test.h\" instead")
            continue
        users.setdefault(name, {}).setdefault(path, where)
    for name, places in sorted(users.items()):
        if len(places) > 1:
            bad.append(f"<{name}> has {len(places)} includers, expected one: {', '.join(places.values())}")
    return count, bad


def check_spdx(tree, _options):
    """spdx: the licence on the first line (after #! in a script)."""
    count, bad = 0, []
    for path in tree.paths:
        name = path.rsplit("/", 1)[-1]
        text = tree.text(path)
        if text is None:
            continue
        if path.endswith(C_SUFFIXES):
            mark = "// SPDX-License-Identifier: MIT"
        elif path.endswith(HASH_SUFFIXES) or name in ("CMakeLists.txt", "Makefile") or text.startswith("#!/"):
            mark = "# SPDX-License-Identifier: MIT"
        else:
            continue
        count += 1
        lines = text.split("\n", 2)
        first = lines[1] if lines[0].startswith("#!") and len(lines) > 1 else lines[0]
        if first.rstrip() != mark:
            bad.append(f"{path}:1: found '{first[:40]}', expected '{mark}'")
    return count, bad


def check_words(tree, _options):
    """words: the project speaks of itself alone."""
    count, bad = 0, []
    for path in tree.paths:
        text = tree.text(path)
        if text is None:
            continue
        count += 1
        rules = [(MACHINE_PATH, "a path of one machine"), (WORDS, "not a word of this project")]
        if path.endswith(C_SUFFIXES) or path.endswith(HASH_SUFFIXES):
            rules.append((MARKS, "an unfinished mark"))
        for pattern, why in rules:
            for m in pattern.finditer(text):
                line = text.count("\n", 0, m.start()) + 1
                bad.append(f"{path}:{line}: '{m.group(0).strip()}': {why}")
    return count, bad


RULES = {
    "format": check_format,
    "rooms": check_rooms,
    "names": check_names,
    "prefix": check_prefix,
    "doc": check_doc,
    "dialect": check_dialect,
    "symbols": check_symbols,
    "third-party": check_third_party,
    "spdx": check_spdx,
    "words": check_words,
}


def judge(rule, tree, options):
    """(verdict, count, messages): verdict is passed, failed or skipped."""
    count, bad = RULES[rule](tree, options)
    if count is None:
        return "skipped", 0, bad
    if count == 0 and not bad:
        bad = ["found nothing to check"]
    return ("failed" if bad else "passed"), count, bad


def run(options):
    """Check one tree; the exit status."""
    tree = Tree(options.root)
    failed = 0
    for rule in [options.only] if options.only else RULES:
        verdict, count, bad = judge(rule, tree, options)
        if verdict == "skipped" and options.only:
            verdict = "failed"  # asked for by name
        failed += verdict == "failed"
        print(f"{rule}: {verdict}, {count} checked" + (f" ({bad[0]})" if verdict == "skipped" else ""))
        if verdict == "failed":
            for message in bad:
                print(f"  {message}")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--root", default=os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    parser.add_argument("--library", help="the built library, .a or .so, for the rule 'symbols'")
    parser.add_argument("--only", choices=sorted(RULES), help="one rule alone")
    parser.add_argument("--self-test", action="store_true", help="prove that each rule can go red")
    parser.add_argument("--work", help="folder for the self-test's trees; default build/style-self-test")
    options = parser.parse_args()
    if options.self_test:
        import check_style_test  # beside this file
        return check_style_test.run(options)
    return run(options)


if __name__ == "__main__":
    sys.exit(main())
