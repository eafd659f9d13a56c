#!/bin/sh
# Builds a project for simt and checks its tests, in the project's root: what action.yml and gitlab.yml run.
#
#   SIMT_BUILD='cmake -B build && cmake --build build' SIMT_TEST='ctest --test-dir build' sh check.sh
#
# SIMT_BUILD and SIMT_TEST are shell commands, SIMT_OPTIONS those of `simt check`. The checkout that this file is in builds
# simt at the first time, or SIMT_TOOLKIT names a build/cuda that is there. Exits as `simt check` does, or as the build.
set -eu
warplab=$(cd "$(dirname "$0")/../.." && pwd)
toolkit=${SIMT_TOOLKIT:-$warplab/build/cuda}
[ -x "$toolkit/bin/simt" ] || make -C "$warplab" simt
export CUDACXX="$toolkit/bin/nvcc" CUDA_HOME="$toolkit" CUDAToolkit_ROOT="$toolkit" PATH="$toolkit/bin:$PATH"
sh -euc "$SIMT_BUILD"
# The options are words.
# shellcheck disable=SC2086
exec simt check ${SIMT_OPTIONS:-} sh -euc "$SIMT_TEST"
