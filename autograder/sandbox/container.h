// Whether a grading may make do with what a container leaves it, and which sandbox it gets.
#pragma once

#include <string>

#include "autograder/sandbox/kind.h"

namespace warplab {

// Why the sandbox of a container cannot be used here, in a few words; empty where it can: by root, who gives each
// program a uid and may end it (CAP_KILL), and whom somebody has confined (no CAP_SYS_ADMIN, as with Docker's usual
// rights), on a kernel with Landlock.
std::string why_no_container();

// Bubblewrap where it starts, else the sandbox of a container. Throws GraderError where neither can be used, with the
// reasons of both and the next step.
SandboxKind bubblewrap_or_container();

}  // namespace warplab
