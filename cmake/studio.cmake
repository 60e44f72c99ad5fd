# SPDX-License-Identifier: MIT
#
# The studio: a program of its own beside the command, so that the command needs no window. It takes the command's ways
# to load and to record from cli/.

find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
    pkg_check_modules(CAPER_SDL QUIET sdl2)
    pkg_check_modules(CAPER_IMGUI QUIET imgui)
endif()
if(NOT CAPER_SDL_FOUND OR NOT CAPER_IMGUI_FOUND OR NOT TARGET caper_render OR NOT CAPER_BUILD_CLI)
    set(caper_missing "SDL2, Dear ImGui (Debian: libsdl2-dev libimgui-dev), the renderer, the command")
    if(CAPER_BUILD_STUDIO STREQUAL "ON")
        message(FATAL_ERROR "CAPER_BUILD_STUDIO is ON, but not all of these were found: ${caper_missing}")
    endif()
    message(STATUS "No studio: not all of these were found: ${caper_missing}")
    return()
endif()

enable_language(CXX)
file(GLOB caper_studio_sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/studio/*.c")
list(FILTER caper_studio_sources EXCLUDE REGEX "/main\\.c$")
file(GLOB caper_studio_shared CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/cli/render_*.c")
foreach(name load options terminal record fit cmd_render)
    list(APPEND caper_studio_shared "${CMAKE_CURRENT_SOURCE_DIR}/cli/${name}.c")
endforeach()

# Everything but main, so that tests can take it too.
add_library(caper_studio STATIC ${caper_studio_sources} ${caper_studio_shared} studio/ui.cpp)
target_include_directories(caper_studio PUBLIC studio cli)
target_include_directories(caper_studio SYSTEM PRIVATE ${CAPER_SDL_INCLUDE_DIRS} ${CAPER_IMGUI_INCLUDE_DIRS})
target_link_libraries(caper_studio PUBLIC caper_static caper_render_static ${CAPER_IMGUI_LIBRARIES} ${CAPER_SDL_LIBRARIES}
    ${CMAKE_DL_LIBS})
target_compile_definitions(caper_studio PUBLIC CAPER_RENDER=1)
foreach(part live physics spacetime store)
    if(TARGET caper_${part})
        string(TOUPPER ${part} upper)
        target_link_libraries(caper_studio PUBLIC caper_${part}_static)
        target_compile_definitions(caper_studio PUBLIC CAPER_${upper}=1)
    endif()
endforeach()
caper_habits(caper_studio)
set_target_properties(caper_studio PROPERTIES CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)

add_executable(caper-studio studio/main.c)
target_link_libraries(caper-studio PRIVATE caper_studio)
set_target_properties(caper-studio PROPERTIES LINKER_LANGUAGE CXX)
caper_habits(caper-studio)
