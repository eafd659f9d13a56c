#!/bin/bash
# Configures the checkout in the current folder where that has to be, and builds the targets that are
# named, in the folder $BUILD, with the options $CMAKE_OPTIONS. Two at a time take turns.
set -euo pipefail

# Where the folder is, as CMake noted it under this name. It is gone once a folder was moved.
noted() { sed -n "s/^$1:INTERNAL=//p" "$BUILD/CMakeCache.txt"; }

is_elsewhere() {
  [ -f "$BUILD/CMakeCache.txt" ] &&
    ! { [ "$(noted CMAKE_HOME_DIRECTORY)" -ef . ] && [ "$(noted CMAKE_CACHEFILE_DIR)" -ef "$BUILD" ]; }
}

# nvcc, which tests are built with where there is one, has come or gone since CMake looked.
nvcc_is_elsewhere() {
  local noted
  noted=$(sed -n 's/^NVCC:FILEPATH=//p' "$BUILD/CMakeCache.txt")
  [ -n "$noted" ] && [ "$noted" != "$(command -v nvcc || echo NVCC-NOTFOUND)" ]
}

mkdir -p "$BUILD"
exec 9>"$BUILD/.lock"
flock 9
if is_elsewhere; then
  rm -rf "$BUILD"/{CMakeCache.txt,CMakeFiles,build.ninja}
fi
if [ ! -f "$BUILD/build.ninja" ] || nvcc_is_elsewhere; then
  # shellcheck disable=SC2086 # they are several words
  cmake -U NVCC -S . -B "$BUILD" -G Ninja ${CMAKE_OPTIONS-} >"$BUILD/configure.log" 2>&1 ||
    { cat "$BUILD/configure.log"; exit 1; }
fi
NINJA_STATUS="[%f/%t] " cmake --build "$BUILD" --target "$@" 2>&1 |
  bash autograder/show_progress.sh "building warplab"
