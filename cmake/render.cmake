# SPDX-License-Identifier: MIT
#
# The renderer (room `render`), a library of its own: it needs libepoxy at run time, EGL and OpenGL through it, and
# stb_image_write when it is built.

find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
    pkg_check_modules(CAPER_EPOXY QUIET epoxy)
endif()
find_path(CAPER_STB_INCLUDE_DIR stb_image_write.h PATH_SUFFIXES stb)
find_path(CAPER_EGL_INCLUDE_DIR EGL/eglplatform.h)
mark_as_advanced(CAPER_STB_INCLUDE_DIR CAPER_EGL_INCLUDE_DIR)
if(NOT CAPER_EPOXY_FOUND OR NOT CAPER_STB_INCLUDE_DIR OR NOT CAPER_EGL_INCLUDE_DIR)
    set(caper_missing "libepoxy, the EGL headers or stb_image_write (Debian: libepoxy-dev libegl-dev libstb-dev)")
    if(CAPER_BUILD_RENDER STREQUAL "ON")
        message(FATAL_ERROR "CAPER_BUILD_RENDER is ON, but not all of these were found: ${caper_missing}")
    endif()
    message(STATUS "No renderer: not all of these were found: ${caper_missing}")
    return()
endif()

file(GLOB caper_render_sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/src/render/*.c")

# stb_image adds 0 to NULL and copies 0 bytes to it, which harms nobody; the sanitizer of addresses watches it.
if(CAPER_SANITIZE MATCHES "undefined")
    set_source_files_properties(src/render/image.c PROPERTIES COMPILE_OPTIONS -fno-sanitize=undefined)
endif()

function(caper_render_library target core)
    target_sources(${target} PRIVATE ${caper_render_sources})
    target_include_directories(${target} PRIVATE src)
    target_include_directories(${target} SYSTEM PRIVATE
        ${CAPER_STB_INCLUDE_DIR} ${CAPER_EGL_INCLUDE_DIR} ${CAPER_EPOXY_INCLUDE_DIRS})
    target_link_directories(${target} PUBLIC ${CAPER_EPOXY_LIBRARY_DIRS})
    target_link_libraries(${target} PUBLIC ${core} PRIVATE ${CAPER_EPOXY_LIBRARIES} ${CMAKE_DL_LIBS})
    caper_habits(${target})
endfunction()

add_library(caper_render STATIC)
add_library(caper::render ALIAS caper_render)
set_target_properties(caper_render PROPERTIES EXPORT_NAME render)
caper_render_library(caper_render caper)
if(BUILD_SHARED_LIBS)
    # for the tests and the command, as caper_static
    add_library(caper_render_static STATIC EXCLUDE_FROM_ALL)
    caper_render_library(caper_render_static caper_static)
else()
    add_library(caper_render_static ALIAS caper_render)
endif()
