# SPDX-License-Identifier: MIT
#
# The commands people type. Each does everything it needs on a fresh Debian or Ubuntu machine; the work itself is in
# CMakeLists.txt and tools/.
.PHONY: all build demo test bench format check fuzz coverage soak soak-all soak-store soak-physics soak-studio judge-gltf judge-page judge-blender judge-mesh rig-tags install clean
PREFIX ?= /usr/local

all: build

build:
	tools/setup
	cmake --preset release >/dev/null
	cmake --build --preset release -- --quiet

demo: build
	build/release/caper demo

# Ends with one line "N passed, N failed". TEST_FLAGS go to tools/test.
TEST_FLAGS ?=
test:
	@tools/setup sanitize
	@tools/test $(TEST_FLAGS) release asan

bench: build
	build/release/caper bench

format:
	@tools/setup check
	tools/format

check:
	@tools/setup check
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target caper -- --quiet
	tools/check_style.py --library build/release/libcaper.a

# One minute for each target.
fuzz:
	@tools/setup sanitize
	tools/fuzz 60

coverage:
	@tools/setup coverage
	tools/coverage

# Minutes of a live performer by liblo, then beside hostile senders: make soak SECONDS=600.
SECONDS ?= 15
soak:
	@tools/setup live
	tools/soak_live $(SECONDS) $(SECONDS)

# Every fuzz target in turn, for hours: make soak-all HOURS=8.
HOURS ?= 1
soak-all:
	@tools/setup sanitize
	tools/soak_all $(HOURS)

# Processes that write to a store are killed 200 times; nothing that was put may be lost.
soak-store: build
	cd build/release && CAPER_STORE_KILLS=200 test/test_store_kill

# Random creatures that are pushed about for an hour of their time each: make soak-physics HOUR=60.
HOUR ?= 3600
soak-physics:
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target soak_physics -- --quiet
	build/release/test/soak_physics $(HOUR)

# Random actions and random input in the studio, under the sanitizers: make soak-studio MINUTES=10.
MINUTES ?= 10
soak-studio:
	@tools/setup sanitize
	@cmake --preset asan >/dev/null
	@cmake --build --preset asan --target test_studio test_studio_run -- --quiet
	cd build/asan && CAPER_MONKEY_SECONDS=$$(($(MINUTES) * 30)) test/test_studio random
	cd build/asan && CAPER_MONKEY_SECONDS=$$(($(MINUTES) * 30)) LSAN_OPTIONS=suppressions=../../test/studio/leaks test/test_studio_run random

# The Khronos validator as the judge of written files; comes by npm.
judge-gltf:
	@command -v npm >/dev/null || tools/setup judge
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target caper-cli test_gltf_write -- --quiet
	tools/judge_gltf --require

# Headless Chromium as the judge of the page of `caper grid`; installs it, some hundred megabytes.
judge-page:
	@tools/setup page
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target caper-cli -- --quiet
	tools/judge_page --require

# Blender and three.js in headless Chromium as judges of moving meshes; installs both, some hundred megabytes.
judge-mesh:
	@tools/setup blender page judge
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target caper-cli judge_motion -- --quiet
	tools/judge_mesh --require

# What tagging makes of the rigs of the data set, with and without names: the table of its guide.
rig-tags:
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target caper-cli -- --quiet
	tools/rig_tags --write docs/guide/tagging.md

# Blender as the judge of written files; installs it, some hundred megabytes.
judge-blender:
	@tools/setup blender
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target caper-cli judge_motion -- --quiet
	tools/judge_blender --require

install: build
	cmake --install build/release --prefix $(PREFIX)

clean:
	rm -rf build
