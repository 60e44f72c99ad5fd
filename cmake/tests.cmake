# SPDX-License-Identifier: MIT
#
# Each test/test_*.c becomes one program and one ctest test.

find_path(CMOCKA_INCLUDE_DIR cmocka.h)
find_library(CMOCKA_LIBRARY cmocka)
if(NOT CMOCKA_INCLUDE_DIR OR NOT CMOCKA_LIBRARY)
    message(FATAL_ERROR "cmocka was not found: run tools/setup, or configure with -DCAPER_BUILD_TESTS=OFF")
endif()

# Sanitizer reports must end the test, and with a stack that names the place.
set(caper_test_environment
    "ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1"
    "UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1"
    "TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1")

add_library(caper_test_support STATIC test/test.c)
target_include_directories(caper_test_support PUBLIC include src test ${CMOCKA_INCLUDE_DIR})
target_compile_definitions(caper_test_support PRIVATE "CAPER_SOURCE_DIR=\"${CMAKE_CURRENT_SOURCE_DIR}\"")
target_link_libraries(caper_test_support PUBLIC caper_static ${CMOCKA_LIBRARY})
caper_habits(caper_test_support)

file(GLOB caper_test_sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/test/test_*.c")
foreach(source IN LISTS caper_test_sources)
    get_filename_component(name ${source} NAME_WE)
    add_executable(${name} ${source})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/test")
    target_link_libraries(${name} PRIVATE caper_test_support)
    target_compile_definitions(${name} PRIVATE
        "CAPER_SOURCE_DIR=\"${CMAKE_CURRENT_SOURCE_DIR}\""
        "CAPER_BINARY_DIR=\"${CMAKE_CURRENT_BINARY_DIR}\"")
    if(TARGET caper-cli)
        target_compile_definitions(${name} PRIVATE "CAPER_COMMAND=\"$<TARGET_FILE:caper-cli>\"")
        add_dependencies(${name} caper-cli)
    endif()
    caper_habits(${name})
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES TIMEOUT 600 SKIP_RETURN_CODE 77
        ENVIRONMENT "${caper_test_environment}")
endforeach()
