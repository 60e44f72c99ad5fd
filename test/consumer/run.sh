#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# run.sh BUILD_DIR SOURCE_DIR: installs the build to a folder inside it, moves that folder (an install must not know
# where it was made), and builds and runs small programs against it the three ways people use a C library: the CMake
# package, pkg-config, and as a subproject.
set -euo pipefail
build=$1
source=$2
work=$build/consumer
rm -rf "$work"
mkdir -p "$work"

cmake --install "$build" --prefix "$work/first" >"$work/install.log"
mv "$work/first" "$work/prefix"
prefix=$work/prefix
lib=$(dirname "$(find "$prefix" -name caper.pc)")/..
for wanted in "$prefix"/include/caper/base.h "$lib"/cmake/caper/caperConfigVersion.cmake "$prefix"/share/doc/caper/LICENSE; do
    [ -f "$wanted" ] || { echo "not installed: $wanted"; exit 1; }
done
if [ -x "$build/caper" ]; then
    [ -x "$prefix/bin/caper" ] || { echo "not installed: bin/caper"; exit 1; }
fi

use() { # FOLDER: run what was built there
    LD_LIBRARY_PATH=$lib "$1/use_c"
    LD_LIBRARY_PATH=$lib "$1/use_cpp"
}

echo "-- CMake package"
cmake -S "$source/test/consumer" -B "$work/package" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" >"$work/package.log"
cmake --build "$work/package" -- --quiet
use "$work/package"
if [ -f "$lib/libcaper_render.a" ]; then
    LD_LIBRARY_PATH=$lib "$work/package/use_render"
fi
if [ -f "$lib/libcaper_live.a" ]; then
    LD_LIBRARY_PATH=$lib "$work/package/use_live"
fi
if [ -f "$lib/libcaper_physics.a" ]; then
    LD_LIBRARY_PATH=$lib "$work/package/use_physics"
fi
if [ -f "$lib/libcaper_store.a" ]; then
    (cd "$work" && LD_LIBRARY_PATH=$lib "$work/package/use_store")
fi
if [ -f "$lib/libcaper_spacetime.a" ]; then
    LD_LIBRARY_PATH=$lib "$work/package/use_spacetime"
fi

echo "-- pkg-config"
export PKG_CONFIG_PATH=$lib/pkgconfig
mkdir -p "$work/pc"
pkg-config --exact-version="$(pkg-config --modversion caper)" caper
read -ra flags <<<"$(pkg-config --cflags --libs caper)"
"${CC:-cc}" -std=c17 "$source/test/consumer/use.c" -o "$work/pc/use_c" "${flags[@]}"
"${CXX:-c++}" -std=c++17 "$source/test/consumer/use.cpp" -o "$work/pc/use_cpp" "${flags[@]}"
use "$work/pc"
if [ -f "$lib/libcaper_render.a" ]; then
    read -ra flags <<<"$(pkg-config --cflags --libs caper_render)"
    "${CC:-cc}" -std=c17 "$source/test/consumer/use_render.c" -o "$work/pc/use_render" "${flags[@]}"
    LD_LIBRARY_PATH=$lib "$work/pc/use_render"
fi
if [ -f "$lib/libcaper_live.a" ]; then
    read -ra flags <<<"$(pkg-config --cflags --libs caper_live)"
    "${CC:-cc}" -std=c17 "$source/test/consumer/use_live.c" -o "$work/pc/use_live" "${flags[@]}"
    LD_LIBRARY_PATH=$lib "$work/pc/use_live"
fi
if [ -f "$lib/libcaper_physics.a" ]; then
    read -ra flags <<<"$(pkg-config --cflags --libs caper_physics)"
    "${CC:-cc}" -std=c17 "$source/test/consumer/use_physics.c" -o "$work/pc/use_physics" "${flags[@]}"
    LD_LIBRARY_PATH=$lib "$work/pc/use_physics"
fi
if [ -f "$lib/libcaper_store.a" ]; then
    read -ra flags <<<"$(pkg-config --cflags --libs caper_store)"
    "${CC:-cc}" -std=c17 "$source/test/consumer/use_store.c" -o "$work/pc/use_store" "${flags[@]}"
    (cd "$work" && LD_LIBRARY_PATH=$lib "$work/pc/use_store")
fi
if [ -f "$lib/libcaper_spacetime.a" ]; then
    read -ra flags <<<"$(pkg-config --cflags --libs caper_spacetime)"
    "${CC:-cc}" -std=c17 "$source/test/consumer/use_spacetime.c" -o "$work/pc/use_spacetime" "${flags[@]}"
    LD_LIBRARY_PATH=$lib "$work/pc/use_spacetime"
fi

echo "-- subproject"
cmake -S "$source/test/consumer/subproject" -B "$work/subproject" -G Ninja -DCAPER_SOURCE_DIR="$source" \
    >"$work/subproject.log"
cmake --build "$work/subproject" -- --quiet
use "$work/subproject"
echo "all three ways work"
