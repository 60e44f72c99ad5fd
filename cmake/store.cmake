# SPDX-License-Identifier: MIT
#
# The library of clips on disk (room `store`), a library of its own: it needs SQLite.

find_path(CAPER_SQLITE_INCLUDE_DIR sqlite3.h)
find_library(CAPER_SQLITE_LIBRARY sqlite3)
mark_as_advanced(CAPER_SQLITE_INCLUDE_DIR CAPER_SQLITE_LIBRARY)
if(NOT CAPER_SQLITE_INCLUDE_DIR OR NOT CAPER_SQLITE_LIBRARY)
    if(CAPER_BUILD_STORE STREQUAL "ON")
        message(FATAL_ERROR "CAPER_BUILD_STORE is ON, but SQLite was not found (Debian: libsqlite3-dev)")
    endif()
    message(STATUS "No store: SQLite was not found (Debian: libsqlite3-dev)")
    return()
endif()

file(GLOB caper_store_sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/src/store/*.c")

function(caper_store_library target core)
    target_sources(${target} PRIVATE ${caper_store_sources})
    target_include_directories(${target} PRIVATE src)
    target_include_directories(${target} SYSTEM PRIVATE ${CAPER_SQLITE_INCLUDE_DIR})
    target_link_libraries(${target} PUBLIC ${core} PRIVATE ${CAPER_SQLITE_LIBRARY})
    caper_habits(${target})
endfunction()

add_library(caper_store STATIC)
add_library(caper::store ALIAS caper_store)
set_target_properties(caper_store PROPERTIES EXPORT_NAME store)
caper_store_library(caper_store caper)
if(BUILD_SHARED_LIBS)
    # for the tests and the command, as caper_static
    add_library(caper_store_static STATIC EXCLUDE_FROM_ALL)
    caper_store_library(caper_store_static caper_static)
else()
    add_library(caper_store_static ALIAS caper_store)
endif()
