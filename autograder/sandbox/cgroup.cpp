// The files of a group: Linux, Documentation/admin-guide/cgroup-v2.rst.
#include "autograder/sandbox/cgroup.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <sstream>
#include <thread>

#include "autograder/sandbox/descriptor.h"
#include "autograder/sandbox/proc_file.h"
#include "autograder/sandbox/process.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

const fs::path all_groups = "/sys/fs/cgroup";

bool write_setting(const fs::path& file, const std::string& value) {
  const Descriptor setting(open(file.c_str(), O_WRONLY | O_CLOEXEC));
  return setting &&
         write(setting.get(), value.data(), value.size()) == static_cast<ssize_t>(value.size());
}

// The number after `key` in a file of lines "key number".
std::uint64_t entry(const fs::path& file, const std::string& key) {
  std::istringstream lines(read_proc_file(file));
  std::uint64_t number = 0;
  for (std::string name; lines >> name >> number;)
    if (name == key) return number;
  return 0;
}

// Whether groups below the topmost one are given memory and tasks to count.
bool is_usable() {
  std::istringstream given(read_proc_file(all_groups / "cgroup.subtree_control"));
  bool memory = false, pids = false;
  for (std::string name; given >> name;) {
    memory |= name == "memory";
    pids |= name == "pids";
  }
  return memory && pids;
}

// A group can be removed when its last process is, which takes as long as that waits for a core.
void end_group(const fs::path& folder) {
  constexpr double patience_s = 60;
  const double begin = now_s();
  write_setting(folder / "cgroup.kill", "1");
  while (rmdir(folder.c_str()) != 0 && errno == EBUSY && now_s() - begin < patience_s)
    std::this_thread::sleep_for(std::chrono::microseconds(200));
}

}  // namespace

std::optional<Cgroup> Cgroup::make(const std::string& name, std::uint64_t memory_bytes, int tasks) {
  const fs::path folder = all_groups / name;
  if (!is_usable() || mkdir(folder.c_str(), 0755) != 0) return std::nullopt;
  Cgroup group(folder);
  const bool holds = write_setting(folder / "memory.max", std::to_string(memory_bytes)) &&
                     write_setting(folder / "memory.oom.group", "1") &&
                     write_setting(folder / "pids.max", std::to_string(tasks));
  write_setting(folder / "memory.swap.max", "0");  // a kernel without swap does not have it
  if (!holds) return std::nullopt;
  return group;
}

Cgroup::~Cgroup() {
  if (!folder_.empty()) end_group(folder_);
}

bool Cgroup::take_in(pid_t pid) const {
  return write_setting(folder_ / "cgroup.procs", std::to_string(pid));
}

bool Cgroup::ran_out_of_memory() const { return entry(folder_ / "memory.events", "oom_kill") > 0; }

void Cgroup::remove_all_of(const std::string& name) {
  std::error_code ignored;
  for (const auto& folder : fs::directory_iterator(all_groups, ignored))
    if (folder.path().filename().string().starts_with(name)) end_group(folder.path());
}

}  // namespace warplab
