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

# What is tested is the library, as the preset builds it. The tests themselves are compiled quickly, which takes half
# the time of all builds together otherwise; but for those of inline functions, which they hold.
set(caper_test_level "")
if(CAPER_SANITIZE AND CMAKE_C_COMPILER_ID MATCHES "Clang")
    set(caper_test_level -O0)
elseif(CMAKE_BUILD_TYPE STREQUAL "RelWithDebInfo" AND NOT CAPER_COVERAGE AND NOT MSVC)
    set(caper_test_level -O1)
endif()

file(GLOB caper_test_sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/test/test_*.c")
if(NOT TARGET caper_render)
    list(FILTER caper_test_sources EXCLUDE REGEX "/test_render[a-z_]*\\.c$")
endif()
if(NOT TARGET caper_live)
    list(FILTER caper_test_sources EXCLUDE REGEX "/test_live[a-z_]*\\.c$")
endif()
if(NOT TARGET caper_physics)
    list(FILTER caper_test_sources EXCLUDE REGEX "/test_(physics|scene)[a-z_]*\\.c$")
endif()
if(NOT TARGET caper_store)
    list(FILTER caper_test_sources EXCLUDE REGEX "/test_store[a-z_]*\\.c$")
endif()
if(NOT TARGET caper_spacetime)
    list(FILTER caper_test_sources EXCLUDE REGEX "/test_spacetime[a-z_]*\\.c$")
endif()
if(NOT TARGET caper_studio)
    list(FILTER caper_test_sources EXCLUDE REGEX "/test_studio[a-z_]*\\.c$")
endif()
# The laws of motion are held against those of another hand where it is there (Debian: libmujoco-dev).
find_library(CAPER_MUJOCO_LIBRARY mujoco)
find_path(CAPER_MUJOCO_INCLUDE mujoco/mujoco.h)
mark_as_advanced(CAPER_MUJOCO_LIBRARY CAPER_MUJOCO_INCLUDE)
if(NOT CAPER_MUJOCO_LIBRARY OR NOT CAPER_MUJOCO_INCLUDE)
    list(FILTER caper_test_sources EXCLUDE REGEX "/test_spacetime_judge\\.c$")
endif()
# Courses are the long way round: bodies over terrain, captures onto bodies, the command, solvers of other libraries. They
# run in release and with sanitizers; other builds are for units and for bits, which test_bits tells.
option(CAPER_TEST_COURSES "Build and run the courses too: hundreds of bodies, real files, the command" ON)
string(CONCAT caper_courses "^test_(.*command|gait|gait_(animals|control|extremes|ground|learn)|stride_clips|puppet_(clips|creatures|self)|"
    "retarget|library|jiggle|live.*|render.*|gltf_files|roundtrip|filter_clips|from_clip|motion_edit|quality_calibration|"
    "fault|physics.*|scene.*|studio.*|space.*|graph.*|store.*|clip_packed|skin.*)$")
foreach(source IN LISTS caper_test_sources)
    get_filename_component(name ${source} NAME_WE)
    if(name MATCHES "${caper_courses}" AND NOT CAPER_TEST_COURSES)
        continue()
    endif()
    add_executable(${name} ${source})
    if(name MATCHES "^test_render")
        target_link_libraries(${name} PRIVATE caper_render_static)
    endif()
    if(name MATCHES "^test_live")
        target_link_libraries(${name} PRIVATE caper_live_static)
    endif()
    if(name MATCHES "^test_(physics|scene)")
        target_link_libraries(${name} PRIVATE caper_physics_static)
    endif()
    if(name MATCHES "^test_store")
        target_link_libraries(${name} PRIVATE caper_store_static)
    endif()
    if(name MATCHES "^test_studio")
        target_link_libraries(${name} PRIVATE caper_studio)
        set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
        target_compile_definitions(${name} PRIVATE "CAPER_STUDIO=\"$<TARGET_FILE:caper-studio>\"")
        add_dependencies(${name} caper-studio)
    endif()
    if(name MATCHES "^test_spacetime")
        target_link_libraries(${name} PRIVATE caper_spacetime_static)
    endif()
    if(name STREQUAL "test_spacetime_judge")
        target_link_libraries(${name} PRIVATE ${CAPER_MUJOCO_LIBRARY})
    endif()
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/test")
    target_link_libraries(${name} PRIVATE caper_test_support)
    # Only programs that ask for these places get them: the others can come from a compiler cache of another checkout,
    # and do not wait for the command.
    file(STRINGS ${source} places REGEX "CAPER_(SOURCE_DIR|BINARY_DIR|COMMAND)")
    if(places)
        target_compile_definitions(${name} PRIVATE
            "CAPER_SOURCE_DIR=\"${CMAKE_CURRENT_SOURCE_DIR}\""
            "CAPER_BINARY_DIR=\"${CMAKE_CURRENT_BINARY_DIR}\"")
        if(TARGET caper-cli)
            target_compile_definitions(${name} PRIVATE "CAPER_COMMAND=\"$<TARGET_FILE:caper-cli>\"")
            add_dependencies(${name} caper-cli)
        endif()
    endif()
    if(name STREQUAL "test_render_window" AND TARGET caper_window)
        target_compile_definitions(${name} PRIVATE "CAPER_WINDOW=\"$<TARGET_FILE:caper_window>\""
            "CAPER_DRIVE=\"$<TARGET_FILE:caper_drive>\"")
        add_dependencies(${name} caper_window caper_drive)
    endif()
    caper_habits(${name})
    target_compile_options(${name} PRIVATE -Wno-double-promotion) # oracles compute in double on purpose
    if(NOT name MATCHES "^test_(bits|math|simd)")
        target_compile_options(${name} PRIVATE ${caper_test_level})
    endif()
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES TIMEOUT 600 SKIP_RETURN_CODE 77
        ENVIRONMENT "${caper_test_environment}")
    if(name MATCHES "${caper_courses}")
        set_tests_properties(${name} PROPERTIES LABELS course)
    endif()
endforeach()

if(TARGET test_studio_run)
    # What SDL and the driver keep until the process ends is not ours to free.
    set_tests_properties(test_studio_run test_studio_live PROPERTIES ENVIRONMENT
        "${caper_test_environment};LSAN_OPTIONS=suppressions=${CMAKE_CURRENT_SOURCE_DIR}/test/studio/leaks:print_suppressions=0")
endif()

# What test_fault loads before the C library. Sanitizers have allocators of their own.
if(TARGET test_fault AND TARGET caper-cli AND TARGET caper_live AND CMAKE_SYSTEM_NAME STREQUAL "Linux" AND
   NOT CAPER_SANITIZE AND NOT CAPER_COVERAGE AND NOT BUILD_SHARED_LIBS)
    target_link_libraries(test_fault PRIVATE caper_live_static) # its performer
    add_library(caper_fault MODULE test/fault/shim.c)
    set_target_properties(caper_fault PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/test")
    target_link_libraries(caper_fault PRIVATE ${CMAKE_DL_LIBS})
    target_compile_definitions(test_fault PRIVATE "CAPER_FAULT_SHIM=\"$<TARGET_FILE:caper_fault>\"")
    add_dependencies(test_fault caper_fault)
endif()

# What the headers promise about NULL, for every function: written from their declarations.
find_package(Python3 COMPONENTS Interpreter REQUIRED)
set(caper_null_headers ${caper_headers})
list(FILTER caper_null_headers EXCLUDE REGEX "/(caper|vecmath)\\.h$")
set(caper_null_libraries caper_test_support)
foreach(room render live physics store spacetime)
    if(TARGET caper_${room})
        list(APPEND caper_null_libraries caper_${room}_static)
    else()
        list(FILTER caper_null_headers EXCLUDE REGEX "/${room}\\.h$")
    endif()
endforeach()
if(NOT TARGET caper_physics)
    list(FILTER caper_null_headers EXCLUDE REGEX "/scene\\.h$")
endif()
add_custom_command(OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/test_null.c"
    COMMAND Python3::Interpreter "${CMAKE_CURRENT_SOURCE_DIR}/tools/null_test.py"
        "${CMAKE_CURRENT_BINARY_DIR}/test_null.c" ${caper_null_headers}
    DEPENDS tools/null_test.py ${caper_null_headers} VERBATIM)
add_executable(test_null "${CMAKE_CURRENT_BINARY_DIR}/test_null.c")
set_target_properties(test_null PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/test")
target_link_libraries(test_null PRIVATE ${caper_null_libraries})
add_test(NAME test_null COMMAND test_null)
set_tests_properties(test_null PROPERTIES TIMEOUT 60 ENVIRONMENT "${caper_test_environment}")

if(TARGET test_render AND TARGET test_render_command AND CAPER_SANITIZE MATCHES "thread")
    # The software driver's own threads were built without the sanitizer, which then sees races where there are none.
    set_tests_properties(test_render test_render_command PROPERTIES
        ENVIRONMENT "${caper_test_environment};LP_NUM_THREADS=0")
endif()

# The runner of test.h is itself tested: it must go red.
add_executable(runner_probe test/runner/probe.c)
target_link_libraries(runner_probe PRIVATE caper_test_support)
caper_habits(runner_probe)
add_test(NAME runner COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/test/runner/run.sh" $<TARGET_FILE:runner_probe>)

# Our side of tools/judge_blender; built when that asks for it.
add_executable(judge_motion EXCLUDE_FROM_ALL test/blender/motion.c)
target_include_directories(judge_motion PRIVATE test)
target_link_libraries(judge_motion PRIVATE caper_static)
caper_habits(judge_motion)

# What tools/soak_live runs; built when that asks for it.
if(TARGET caper_live)
    add_executable(soak_live EXCLUDE_FROM_ALL test/soak/live.c)
    set_target_properties(soak_live PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/test")
    target_compile_definitions(soak_live PRIVATE "CAPER_SOURCE_DIR=\"${CMAKE_CURRENT_SOURCE_DIR}\"")
    target_link_libraries(soak_live PRIVATE caper_live_static ${CMAKE_DL_LIBS})
    target_include_directories(soak_live PRIVATE src)
    caper_habits(soak_live)
endif()

# An hour of twenty creatures; built when `make soak-physics` asks for it.
if(TARGET caper_physics)
    add_executable(soak_physics EXCLUDE_FROM_ALL test/soak/physics.c)
    set_target_properties(soak_physics PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/test")
    target_link_libraries(soak_physics PRIVATE caper_physics_static)
    caper_habits(soak_physics)
endif()

# Each public header alone, twice over (its guard), in the strictest C17 and C++17.
enable_language(CXX)
set(caper_header_flags -Wall -Wextra -Wpedantic -Wshadow -Wdouble-promotion -Werror -fsyntax-only
    -I "${CMAKE_CURRENT_SOURCE_DIR}/include")
foreach(header IN LISTS caper_headers)
    get_filename_component(name ${header} NAME)
    get_filename_component(short ${header} NAME_WE)
    foreach(suffix c cpp)
        file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/headers/${short}.${suffix}"
            CONTENT "#include \"caper/@name@\"\n#include \"caper/@name@\"\n" @ONLY)
    endforeach()
    add_test(NAME header_${short}_c COMMAND ${CMAKE_C_COMPILER} -std=c17 -Wstrict-prototypes ${caper_header_flags}
        "${CMAKE_CURRENT_BINARY_DIR}/headers/${short}.c")
    add_test(NAME header_${short}_cpp COMMAND ${CMAKE_CXX_COMPILER} -std=c++17 ${caper_header_flags}
        "${CMAKE_CURRENT_BINARY_DIR}/headers/${short}.cpp")
endforeach()

# Scripts and the consumer look at the tree and at an installed library: once per kind of library is enough, and
# instrumented builds would need their runtime in the stranger's program too.
option(CAPER_TEST_TREE "Add the tests of the tree itself: style, documents, consumer project" ON)
if(CAPER_TEST_TREE AND NOT CAPER_SANITIZE AND NOT CAPER_COVERAGE)
    find_package(Python3 REQUIRED COMPONENTS Interpreter)
    set(caper_tools "${CMAKE_CURRENT_SOURCE_DIR}/tools")
    set(caper_compilers "CC=${CMAKE_C_COMPILER};CXX=${CMAKE_CXX_COMPILER}")
    add_test(NAME style_self_test COMMAND ${Python3_EXECUTABLE} "${caper_tools}/check_style.py"
        --self-test --work "${CMAKE_CURRENT_BINARY_DIR}/style")
    add_test(NAME symbols COMMAND ${Python3_EXECUTABLE} "${caper_tools}/check_style.py"
        --only symbols --library $<TARGET_FILE:caper>)
    set(caper_documents_render "")
    if(TARGET caper_render)
        set(caper_documents_render --render $<TARGET_FILE:caper_render_static>)
        add_test(NAME symbols_render COMMAND ${Python3_EXECUTABLE} "${caper_tools}/check_style.py"
            --only symbols --library $<TARGET_FILE:caper_render>)
    endif()
    set(caper_documents_live "")
    if(TARGET caper_live)
        set(caper_documents_live --live $<TARGET_FILE:caper_live_static>)
        add_test(NAME symbols_live COMMAND ${Python3_EXECUTABLE} "${caper_tools}/check_style.py"
            --only symbols --library $<TARGET_FILE:caper_live>)
    endif()
    set(caper_documents_physics "")
    if(TARGET caper_physics)
        set(caper_documents_physics --physics $<TARGET_FILE:caper_physics_static>)
        add_test(NAME symbols_physics COMMAND ${Python3_EXECUTABLE} "${caper_tools}/check_style.py"
            --only symbols --library $<TARGET_FILE:caper_physics>)
    endif()
    set(caper_documents_store "")
    if(TARGET caper_store)
        set(caper_documents_store --store $<TARGET_FILE:caper_store_static>)
        add_test(NAME symbols_store COMMAND ${Python3_EXECUTABLE} "${caper_tools}/check_style.py"
            --only symbols --library $<TARGET_FILE:caper_store>)
    endif()
    set(caper_documents_spacetime "")
    if(TARGET caper_spacetime)
        list(JOIN caper_spacetime_needs "," needs)
        set(caper_documents_spacetime --spacetime $<TARGET_FILE:caper_spacetime_static>,${needs})
        add_test(NAME spacetime_blocks COMMAND ${Python3_EXECUTABLE} "${caper_tools}/spacetime_blocks.py"
            --check "${CMAKE_CURRENT_SOURCE_DIR}/src/spacetime/blocks.c")
    endif()
    set(caper_documents_command "")
    if(TARGET caper-cli)
        set(caper_documents_command --command $<TARGET_FILE:caper-cli>)
    endif()
    add_test(NAME documents COMMAND ${Python3_EXECUTABLE} "${caper_tools}/check_docs.py"
        --work "${CMAKE_CURRENT_BINARY_DIR}/documents" --library $<TARGET_FILE:caper_static>
        $<$<BOOL:${caper_expat}>:--also=expat> ${caper_documents_render} ${caper_documents_live}
        ${caper_documents_physics} ${caper_documents_store} ${caper_documents_spacetime} ${caper_documents_command})
    add_test(NAME documents_self_test COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/test/documents/run.sh"
        "${CMAKE_CURRENT_BINARY_DIR}/documents_self_test" ${Python3_EXECUTABLE} $<TARGET_FILE:caper_static>)
    add_test(NAME test_tool COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/test/tool/run.sh"
        "${CMAKE_CURRENT_BINARY_DIR}/test_tool" ${Python3_EXECUTABLE})
    set_tests_properties(style_self_test documents documents_self_test PROPERTIES ENVIRONMENT "${caper_compilers}")
    if(CAPER_INSTALL)
        add_test(NAME consumer COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/test/consumer/run.sh"
            "${CMAKE_CURRENT_BINARY_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
        set_tests_properties(consumer PROPERTIES ENVIRONMENT "${caper_compilers}")
    endif()
endif()
