# SPDX-License-Identifier: MIT
#
# Programs to start from: what an engine does with the library. They need SDL2 and are left out without it.

find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
    pkg_check_modules(CAPER_SDL QUIET sdl2)
endif()
if(NOT CAPER_SDL_FOUND)
    message(STATUS "No examples: SDL2 was not found (Debian: libsdl2-dev)")
    return()
endif()
foreach(example window drive)
    set(target caper_${example})
    add_executable(${target} examples/${example}.c)
    target_include_directories(${target} SYSTEM PRIVATE ${CAPER_SDL_INCLUDE_DIRS} ${CAPER_EPOXY_INCLUDE_DIRS})
    target_link_directories(${target} PRIVATE ${CAPER_SDL_LIBRARY_DIRS})
    target_link_libraries(${target} PRIVATE caper_render_static caper_static ${CAPER_SDL_LIBRARIES} ${CAPER_EPOXY_LIBRARIES})
    caper_habits(${target})
endforeach()
