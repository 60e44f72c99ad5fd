# SPDX-License-Identifier: MIT
#
# Spacetime optimization (room `spacetime`), a library of its own: it needs IPOPT with MUMPS below it, and BLAS and
# LAPACK (the serial OpenBLAS is the fastest of Debian's).

find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
    pkg_check_modules(CAPER_IPOPT QUIET ipopt)
endif()
find_path(CAPER_IPOPT_INCLUDE_DIR IpStdCInterface.h HINTS ${CAPER_IPOPT_INCLUDE_DIRS} PATH_SUFFIXES coin coin-or)
find_library(CAPER_IPOPT_LIBRARY ipopt HINTS ${CAPER_IPOPT_LIBRARY_DIRS})
# The shared IPOPT has no BLAS of its own: whoever has libblas.so.3 by another package decides. Linking OpenBLAS
# first, where it is installed, makes its symbols the ones that are found.
find_library(CAPER_OPENBLAS_LIBRARY openblas PATH_SUFFIXES openblas-serial)
mark_as_advanced(CAPER_IPOPT_INCLUDE_DIR CAPER_IPOPT_LIBRARY CAPER_OPENBLAS_LIBRARY)
if(NOT CAPER_IPOPT_INCLUDE_DIR OR NOT CAPER_IPOPT_LIBRARY)
    if(CAPER_BUILD_SPACETIME STREQUAL "ON")
        message(FATAL_ERROR "CAPER_BUILD_SPACETIME is ON, but IPOPT was not found (Debian: coinor-libipopt-dev)")
    endif()
    message(STATUS "No spacetime optimization: IPOPT was not found (Debian: coinor-libipopt-dev)")
    return()
endif()

set(caper_spacetime_needs ${CAPER_IPOPT_LIBRARY})
if(CAPER_OPENBLAS_LIBRARY)
    list(PREPEND caper_spacetime_needs ${CAPER_OPENBLAS_LIBRARY})
endif()
list(JOIN caper_spacetime_needs " " caper_spacetime_pc_libs)
file(GLOB caper_spacetime_sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/src/spacetime/*.c")

function(caper_spacetime_library target core)
    target_sources(${target} PRIVATE ${caper_spacetime_sources})
    target_include_directories(${target} PRIVATE src)
    target_include_directories(${target} SYSTEM PRIVATE ${CAPER_IPOPT_INCLUDE_DIR})
    target_link_libraries(${target} PUBLIC ${core})
    target_link_libraries(${target} PRIVATE ${caper_spacetime_needs})
    caper_habits(${target})
endfunction()

add_library(caper_spacetime STATIC)
add_library(caper::spacetime ALIAS caper_spacetime)
set_target_properties(caper_spacetime PROPERTIES EXPORT_NAME spacetime)
caper_spacetime_library(caper_spacetime caper)
if(BUILD_SHARED_LIBS)
    # for the tests and the command, as caper_static
    add_library(caper_spacetime_static STATIC EXCLUDE_FROM_ALL)
    caper_spacetime_library(caper_spacetime_static caper_static)
else()
    add_library(caper_spacetime_static ALIAS caper_spacetime)
endif()
