#include "autograder/sandbox/container.h"

#include <fmt/format.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "autograder/sandbox/process.h"
#include "autograder/sandbox/sandbox.h"

namespace warplab {
namespace {

bool has_landlock() {
  return syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION) >= 1;
}

}  // namespace

std::string why_no_container() {
  if (geteuid() != 0) return "it needs root";
  if (prctl(PR_CAPBSET_READ, CAP_SYS_ADMIN) != 0) return "root has CAP_SYS_ADMIN";
  if (prctl(PR_CAPBSET_READ, CAP_KILL) != 1) return "root lacks CAP_KILL";
  if (!has_landlock()) return "there is no Landlock";
  return Sandbox(SandboxKind::container, {}).why_it_does_not_start();
}

SandboxKind bubblewrap_or_container() {
  const std::string no_bubblewrap = Sandbox(SandboxKind::bubblewrap, {}).why_it_does_not_start();
  if (no_bubblewrap.empty()) return SandboxKind::bubblewrap;
  const std::string no_container = why_no_container();
  if (no_container.empty()) return SandboxKind::container;
  throw GraderError(fmt::format(
      "no sandbox can be used here, so nothing is graded:\n"
      "  bubblewrap: {}\n"
      "  the sandbox of a container: {}\n"
      "That one is for root in a container with Docker's usual rights, on a kernel of 5.13 or "
      "newer\n"
      "with Landlock, whose calls the container lets through. Anywhere else fix what keeps\n"
      "bubblewrap from starting: warplab doctor says how.",
      no_bubblewrap, no_container));
}

}  // namespace warplab
