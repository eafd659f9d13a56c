// What a machine can do for grading, from facts about it: what is there, what is missing, what
// follows from that, and the line that mends it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplab {

// What is known of a machine. Texts are empty, and numbers absent, where there is nothing.
struct CheckupFacts {
  std::string bubblewrap;       // its version
  std::string sandbox_failure;  // why bubblewrap does not start; empty where it does
  // Where it does not: why the sandbox of a container cannot be used; empty where it can.
  std::optional<std::string> container_failure;
  bool may_make_namespaces = true;  // of users; what rights it then has there is another question
  std::optional<int> apparmor;      // kernel.apparmor_restrict_unprivileged_userns
  std::optional<int> clone;         // kernel.unprivileged_userns_clone
  std::optional<int> most_user;     // user.max_user_namespaces
  bool has_seccomp = false;         // the kernel can trap system calls
  bool has_control_groups = false;
  int cores = 1;                        // that this process may use
  int cores_of_machine = 1;             // that are online
  std::string clock_source;             // of the kernel: "tsc"
  std::string governor;                 // of the cores' frequency: "performance"
  bool is_virtual = false;              // the machine is a virtual one
  double clock_ns = 0;                  // that a look at the clock takes
  double taken = 0;                     // of the time that a busy thread asked for: by others
  std::string gcc, clang, nvcc;         // versions
  bool has_race_packages = false;       // ThreadSanitizer's and Archer's
  bool has_fixed_addresses = true;      // which ThreadSanitizer needs, and a container may refuse
  std::string race_failure;             // why races are not seen though they are there; else empty
  std::string gpu, driver;              // "NVIDIA H200", "570.86.15"
  std::optional<std::uint64_t> memory;  // bytes that are free
  struct Disk {
    std::string folder;                 // "build/": ten characters or fewer
    std::optional<std::uint64_t> free;  // bytes
    bool runs_programs = true;          // it is not mounted with noexec
  };
  std::vector<Disk> disks;
};

enum class CheckupState {
  ok,
  limited,  // works all the same; the text says how
  missing   // labs for the CPU cannot be graded, or not in full
};
// "ok", "limited", "MISSING".
std::string name_of(CheckupState state);

struct CheckupRow {
  std::string name;  // "sandbox"
  CheckupState state = CheckupState::ok;
  std::string text;  // what there is, or what follows
  std::string mend;  // a line to type, or what to do; empty where there is nothing to do
  bool is_for_gpu_labs = false;  // which cannot be graded unless it is ok
};

// One row for each of what is looked at, always in this order.
std::vector<CheckupRow> check_up(const CheckupFacts& facts);

// Whether labs for the CPU can be graded: nothing is missing.
bool can_grade_for_cpu(const std::vector<CheckupRow>& rows);

// The rows as a screen: at most 24 lines of at most 80 columns, for two folders.
std::vector<std::string> screen_of(const std::vector<CheckupRow>& rows);

}  // namespace warplab
