// Where tests of a container's sandbox can run.
#pragma once

#include <linux/landlock.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <string>

namespace warplab {

// Why a program cannot be confined here; empty where it can.
inline std::string why_not_confined() {
  if (geteuid() != 0) return "only root has uids to give";
  if (syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION) < 1)
    return "the kernel offers no Landlock";
  return "";
}

}  // namespace warplab
