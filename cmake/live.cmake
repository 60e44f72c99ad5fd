# SPDX-License-Identifier: MIT
#
# VMC over UDP (room `live`), a library of its own: it needs the sockets of POSIX, which are everywhere but not in a
# game that has no use for them.

file(GLOB caper_live_sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/src/live/*.c")

function(caper_live_library target core)
    target_sources(${target} PRIVATE ${caper_live_sources})
    target_include_directories(${target} PRIVATE src)
    target_link_libraries(${target} PUBLIC ${core})
    caper_habits(${target})
endfunction()

add_library(caper_live STATIC)
add_library(caper::live ALIAS caper_live)
set_target_properties(caper_live PROPERTIES EXPORT_NAME live)
caper_live_library(caper_live caper)
if(BUILD_SHARED_LIBS)
    # for the tests and the command, as caper_static
    add_library(caper_live_static STATIC EXCLUDE_FROM_ALL)
    caper_live_library(caper_live_static caper_static)
else()
    add_library(caper_live_static ALIAS caper_live)
endif()
