# `cpack -G DEB` in the build folder makes a Debian package of the student kit that `make student-kit` has packed there. It
# lies in /opt, and not below /usr, which students' code may read; the command is in /usr/bin.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
string(CONFIGURE [[
  set(KIT "@CMAKE_BINARY_DIR@/warplab-student-kit.tar.gz")
  if(NOT EXISTS "${KIT}")
    message(FATAL_ERROR "${KIT} is what is packed, and is not there: make student-kit")
  endif()
  set(ROOT "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
  file(ARCHIVE_EXTRACT INPUT "${KIT}" DESTINATION "${ROOT}/opt")
  file(MAKE_DIRECTORY "${ROOT}/usr/bin")
  file(CREATE_LINK /opt/warplab/programs/bin/warplab "${ROOT}/usr/bin/warplab" SYMBOLIC)
]] PACK_KIT @ONLY)
install(CODE "${PACK_KIT}")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The authors of Warplab <warplab@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "parallel-programming labs that grade themselves")
set(CPACK_PACKAGING_INSTALL_PREFIX /)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/needs.cmake)
include(CPack)
