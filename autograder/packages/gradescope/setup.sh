#!/bin/bash
# Run once, as root, when Gradescope builds the image: unpacks the course, installs what it needs, builds it, and says
# whether the image can grade. A folder as an argument stands for /autograder.
set -euo pipefail
autograder=${1:-/autograder}

. /etc/os-release
if [ "$ID" = ubuntu ] && dpkg --compare-versions "$VERSION_ID" lt 24.04; then
  echo "Warplab does not build on Ubuntu $VERSION_ID, whose CMake is too old: choose Ubuntu 24.04 as the base image." >&2
  exit 1
fi

apt-get update
DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends make
tar -xzf "$autograder/source/warplab.tar.gz" -C "$autograder"
cd "$autograder/warplab"
make build

if ! build/bin/warplab doctor; then
  cat <<'END'

WARNING: what is MISSING above is missing where this image was built. Where it is missing when a submission is graded
too, nothing is graded that needs it: the submission ends as a failed autograder, without a grade, and never with 0.
If it is the sandbox, Gradescope can grade nothing: there are neither user namespaces, which Docker refuses unless it is
told otherwise, nor Landlock. Grade on a machine of your own then (docs/grading-a-class.md of the course).
END
fi
