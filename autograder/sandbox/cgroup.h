// A control group of the kernel's (cgroup v2) around one worker: its memory is what the kernel
// charges, page tables and buffers of its own included.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace warplab {

class Cgroup {
 public:
  // A new group that holds at most so much memory, no swap, and so many tasks. Nothing where there
  // is no cgroup v2 with both controllers, or where we may not make groups. `name` is unique.
  static std::optional<Cgroup> make(const std::string& name, std::uint64_t memory_bytes, int tasks);
  Cgroup(Cgroup&& other) noexcept : folder_(std::exchange(other.folder_, {})) {}
  Cgroup& operator=(Cgroup&& other) noexcept {
    std::swap(folder_, other.folder_);
    return *this;
  }
  ~Cgroup();  // kills what is in it

  // Moves a process in; what it starts afterwards is born there. False if it is gone.
  bool take_in(pid_t pid) const;
  // True once the kernel has ended a process of the group for want of memory.
  bool ran_out_of_memory() const;

  // Ends and removes the groups whose names begin with `name`.
  static void remove_all_of(const std::string& name);

 private:
  explicit Cgroup(std::filesystem::path folder) : folder_(std::move(folder)) {}
  std::filesystem::path folder_;
};

}  // namespace warplab
