# SPDX-License-Identifier: MIT
#
# Each fuzz/fuzz_NAME.c is a libFuzzer target in the fuzz build. In every other build it is linked with
# fuzz/replay_main.c instead, and a test replays fuzz/corpus/NAME/ through it, so a crasher once found stays found.

if(CAPER_BUILD_FUZZ AND NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "CAPER_BUILD_FUZZ needs clang, found ${CMAKE_C_COMPILER_ID}")
endif()

file(GLOB caper_fuzz_sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/fuzz/fuzz_*.c")
if(NOT TARGET caper_live)
    list(FILTER caper_fuzz_sources EXCLUDE REGEX "/fuzz_vmc\\.c$")
endif()
if(NOT TARGET caper_spacetime)
    list(FILTER caper_fuzz_sources EXCLUDE REGEX "/fuzz_space\\.c$")
endif()
foreach(source IN LISTS caper_fuzz_sources)
    get_filename_component(name ${source} NAME_WE)
    string(REGEX REPLACE "^fuzz_" "" short ${name})
    if(CAPER_BUILD_FUZZ)
        add_executable(${name} ${source})
        target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    else()
        add_executable(${name} ${source} fuzz/replay_main.c)
    endif()
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/fuzz")
    target_include_directories(${name} PRIVATE src)
    if(short STREQUAL "space")
        target_link_libraries(${name} PRIVATE caper_spacetime_static)
    endif()
    if(short STREQUAL "vmc")
        target_link_libraries(${name} PRIVATE caper_live_static)
    endif()
    target_link_libraries(${name} PRIVATE caper_static)
    caper_habits(${name})
    # libFuzzer's entry point has no header to declare it.
    target_compile_options(${name} PRIVATE -Wno-missing-prototypes)

    set(corpus "${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/${short}")
    if(CAPER_BUILD_TESTS AND NOT CAPER_BUILD_FUZZ AND IS_DIRECTORY "${corpus}")
        add_test(NAME replay_${short} COMMAND ${name} "${corpus}")
        set_tests_properties(replay_${short} PROPERTIES TIMEOUT 300 ENVIRONMENT "${caper_test_environment}")
    endif()
endforeach()
