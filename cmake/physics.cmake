# SPDX-License-Identifier: MIT
#
# Physics and its scenes (rooms `physics` and `scene`), a library of its own: it needs the Open Dynamics Engine.

find_path(CAPER_ODE_INCLUDE_DIR ode/ode.h)
find_library(CAPER_ODE_LIBRARY ode)
mark_as_advanced(CAPER_ODE_INCLUDE_DIR CAPER_ODE_LIBRARY)
if(NOT CAPER_ODE_INCLUDE_DIR OR NOT CAPER_ODE_LIBRARY)
    set(caper_missing "the Open Dynamics Engine (Debian: libode-dev)")
    if(CAPER_BUILD_PHYSICS STREQUAL "ON")
        message(FATAL_ERROR "CAPER_BUILD_PHYSICS is ON, but this was not found: ${caper_missing}")
    endif()
    message(STATUS "No physics: this was not found: ${caper_missing}")
    return()
endif()

file(GLOB caper_physics_sources CONFIGURE_DEPENDS
    "${CMAKE_CURRENT_SOURCE_DIR}/src/physics/*.c" "${CMAKE_CURRENT_SOURCE_DIR}/src/scene/*.c")

function(caper_physics_library target core)
    target_sources(${target} PRIVATE ${caper_physics_sources})
    target_include_directories(${target} PRIVATE src)
    target_include_directories(${target} SYSTEM PRIVATE ${CAPER_ODE_INCLUDE_DIR})
    target_link_libraries(${target} PUBLIC ${core} PRIVATE ${CAPER_ODE_LIBRARY})
    caper_habits(${target})
endfunction()

add_library(caper_physics STATIC)
add_library(caper::physics ALIAS caper_physics)
set_target_properties(caper_physics PROPERTIES EXPORT_NAME physics)
caper_physics_library(caper_physics caper)
if(BUILD_SHARED_LIBS)
    # for the tests and the command, as caper_static
    add_library(caper_physics_static STATIC EXCLUDE_FROM_ALL)
    caper_physics_library(caper_physics_static caper_static)
else()
    add_library(caper_physics_static ALIAS caper_physics)
endif()
