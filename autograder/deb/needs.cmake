# Read by cpack. What the package depends on: what the Makefile asks for where a kit's programs run, and libraries no older
# than those that the programs were linked with here.
execute_process(
  COMMAND env -u MAKEFLAGS make --silent --eval "needs: ; @echo $(CPU_PACKAGES) $(WATCH_PACKAGES)" needs FIT=yes
  WORKING_DIRECTORY ${CMAKE_CURRENT_LIST_DIR}/../..
  OUTPUT_VARIABLE PACKAGES OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
execute_process(
  COMMAND dpkg-query --show --showformat "\${Package} (>= \${source:Upstream-Version})\n" libc6 libstdc++6 libgomp1
  OUTPUT_VARIABLE LIBRARIES OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "[ \n]+" ", " PACKAGES "${PACKAGES}")
string(REPLACE "\n" ", " LIBRARIES "${LIBRARIES}")
set(CPACK_DEBIAN_PACKAGE_DEPENDS "make, ${PACKAGES}, ${LIBRARIES}")
