# SPDX-License-Identifier: MIT
# The loops that are compiled twice: src/body/skin_wide.c and src/clip/packed_wide.c for AVX2, chosen at run time
# (src/body/skin.c, src/clip/packed.c). Not where the whole library is for AVX2 or has no SIMD, nor on other processors,
# nor for compilers that do not know how.
include(CheckCSourceCompiles)
set(CMAKE_REQUIRED_FLAGS -mavx2)
check_c_source_compiles("
#include <immintrin.h>
int main(void) { return __builtin_cpu_supports(\"avx2\") ? 0 : _mm256_movemask_ps(_mm256_setzero_ps()); }"
    CAPER_HAS_AVX2_DISPATCH)
unset(CMAKE_REQUIRED_FLAGS)
if(CAPER_HAS_AVX2_DISPATCH AND CAPER_ISA STREQUAL "x86-64" AND CAPER_SIMD STREQUAL "auto")
    foreach(loop body/skin clip/packed)
        get_filename_component(room_file ${loop} NAME)
        string(TOUPPER ${room_file} upper)
        set(source "${CMAKE_CURRENT_SOURCE_DIR}/src/${loop}")
        set_property(SOURCE ${source}.c ${source}_wide.c APPEND PROPERTY COMPILE_DEFINITIONS CAPERI_${upper}_WIDE=1)
        set_property(SOURCE ${source}_wide.c APPEND PROPERTY COMPILE_OPTIONS -mavx2)
    endforeach()
endif()
