#!/bin/bash
# Configures the checkout in the current folder where that has to be, and builds the targets that are
# named, in the folder $BUILD, with the options $CMAKE_OPTIONS. Two at a time take turns. Where the
# programs that a student kit brings run, they are the build.
set -euo pipefail

# Where the folder is, as CMake noted it under this name. It is gone once a folder was moved.
noted() { sed -n "s/^$1:INTERNAL=//p" "$BUILD/CMakeCache.txt"; }

is_elsewhere() {
  ! { [ "$(noted CMAKE_HOME_DIRECTORY)" -ef . ] && [ "$(noted CMAKE_CACHEFILE_DIR)" -ef "$BUILD" ]; }
}

# Something that CMake found and noted is gone, such as a compiler with its conda environment. nvcc is another matter.
found_is_gone() {
  local path
  while IFS= read -r path; do
    [ -e "$path" ] || return 0
  done < <(sed -n '/^NVCC:/d; s|^[^:]*:FILEPATH=\(/.*\)|\1|p' "$BUILD/CMakeCache.txt")
  return 1
}

# nvcc, which tests are built with where there is one, has come or gone since CMake looked.
nvcc_is_elsewhere() {
  local noted
  noted=$(sed -n 's/^NVCC:FILEPATH=//p' "$BUILD/CMakeCache.txt")
  [ -n "$noted" ] && [ "$noted" != "$(command -v nvcc || echo NVCC-NOTFOUND)" ]
}

# Links to the folders of programs/ in place of what was built before, or, unless they fit, no links any more. Images
# lie in build/, whatever the build folder is called.
take_programs() {
  local link
  for link in "$BUILD"/{bin,lib,include,cuda} build/images; do
    if [ "$1" = yes ]; then
      rm -rf "$link"
      mkdir -p "$(dirname "$link")"
      ln -s "$PWD/programs/$(basename "$link")" "$link"
    elif [ -L "$link" ]; then
      rm "$link"
    fi
  done
}

# A kit that a room shares belongs to somebody else.
if ! mkdir -p "$BUILD" 2>/dev/null || [ ! -w "$BUILD" ]; then
  echo "nothing can be written to $BUILD in $PWD" >&2
  [ ! -d programs ] || echo "for labs of your own: $PWD/programs/bin/warplab new ~/my-labs" >&2
  exit 1
fi
exec 9>"$BUILD/.lock"
flock 9
if [ -d programs ]; then
  fit=$(sh autograder/programs_fit.sh && echo yes || echo no)
  take_programs "$fit"
  [ "$fit" = no ] || exit 0
fi
# Where configuring failed there is no build.ninja, and what was noted then is not to be gone by.
if [ -f "$BUILD/CMakeCache.txt" ] && { [ ! -f "$BUILD/build.ninja" ] || is_elsewhere || found_is_gone; }; then
  rm -rf "$BUILD"/{CMakeCache.txt,CMakeFiles,build.ninja}
fi
if [ ! -f "$BUILD/build.ninja" ] || nvcc_is_elsewhere; then
  # shellcheck disable=SC2086 # they are several words
  cmake -U NVCC -S . -B "$BUILD" -G Ninja ${CMAKE_OPTIONS-} >"$BUILD/configure.log" 2>&1 ||
    { cat "$BUILD/configure.log"; exit 1; }
fi
NINJA_STATUS="[%f/%t] " cmake --build "$BUILD" --target "$@" 2>&1 |
  bash autograder/show_progress.sh "building warplab"
