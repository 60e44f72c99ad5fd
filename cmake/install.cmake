# SPDX-License-Identifier: MIT
#
# What `cmake --install` gives: the library, its headers, a CMake package with caper::caper (and caper::render, caper::live, caper::physics, caper::store, caper::spacetime), caper.pc, the command, the
# data files and the licence.

install(TARGETS caper EXPORT caper-targets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# Builds all libraries that are installed, and nothing else.
add_custom_target(libraries DEPENDS caper)
foreach(room render physics live store spacetime)
    if(TARGET caper_${room})
        install(TARGETS caper_${room} EXPORT caper-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
        add_dependencies(libraries caper_${room})
    endif()
endforeach()
install(FILES ${caper_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/caper)
install(EXPORT caper-targets NAMESPACE caper:: FILE caperTargets.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/caper)

# A static library leaves the linking of expat to whoever uses it; a shared one has done it.
set(caper_config_expat OFF)
if(caper_expat AND NOT BUILD_SHARED_LIBS)
    set(caper_config_expat ON)
endif()
configure_package_config_file(cmake/caperConfig.cmake.in "${CMAKE_CURRENT_BINARY_DIR}/caperConfig.cmake"
    INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/caper)
# Before 1.0 a minor version may break the interface, so only the same minor version is compatible.
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/caperConfigVersion.cmake"
    COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/caperConfig.cmake"
              "${CMAKE_CURRENT_BINARY_DIR}/caperConfigVersion.cmake"
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/caper)

# The .pc file finds its prefix from its own place, so an installed tree may be moved; that needs the way back up.
file(RELATIVE_PATH caper_pc_up "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
string(REGEX REPLACE "/$" "" caper_pc_up "${caper_pc_up}")
if(BUILD_SHARED_LIBS)
    set(caper_pc_libs "-lcaper")
    set(caper_pc_libs_private "-lm -pthread")
else()
    set(caper_pc_libs "-lcaper -lm -pthread")
    set(caper_pc_libs_private "")
endif()
set(caper_pc_requires "")
set(caper_pc_requires_private "")
if(caper_expat AND BUILD_SHARED_LIBS)
    set(caper_pc_requires_private "expat")
elseif(caper_expat)
    set(caper_pc_requires "expat")
endif()
configure_file(cmake/caper.pc.in "${CMAKE_CURRENT_BINARY_DIR}/caper.pc" @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/caper.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(TARGET caper_render)
    configure_file(cmake/caper_render.pc.in "${CMAKE_CURRENT_BINARY_DIR}/caper_render.pc" @ONLY)
    install(FILES "${CMAKE_CURRENT_BINARY_DIR}/caper_render.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

if(TARGET caper_live)
    configure_file(cmake/caper_live.pc.in "${CMAKE_CURRENT_BINARY_DIR}/caper_live.pc" @ONLY)
    install(FILES "${CMAKE_CURRENT_BINARY_DIR}/caper_live.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

if(TARGET caper_physics)
    configure_file(cmake/caper_physics.pc.in "${CMAKE_CURRENT_BINARY_DIR}/caper_physics.pc" @ONLY)
    install(FILES "${CMAKE_CURRENT_BINARY_DIR}/caper_physics.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
if(TARGET caper_store)
    configure_file(cmake/caper_store.pc.in "${CMAKE_CURRENT_BINARY_DIR}/caper_store.pc" @ONLY)
    install(FILES "${CMAKE_CURRENT_BINARY_DIR}/caper_store.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
if(TARGET caper_spacetime)
    configure_file(cmake/caper_spacetime.pc.in "${CMAKE_CURRENT_BINARY_DIR}/caper_spacetime.pc" @ONLY)
    install(FILES "${CMAKE_CURRENT_BINARY_DIR}/caper_spacetime.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

if(TARGET caper-cli)
    install(TARGETS caper-cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
if(TARGET caper-studio)
    install(TARGETS caper-studio RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
if(IS_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/data")
    install(DIRECTORY data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/caper)
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
