// How many cores there are for this process.
#pragma once

#include <sched.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <istream>
#include <string>
#include <thread>

namespace warplab {

// Whole cores that `quota` leaves, the content of a control group's cpu.max: "150000 100000",
// microseconds in each period, leave 1, as a second thread would have to wait half of its time. At
// least 1; `most` where there is no limit, or another text. Source: Linux,
// Documentation/admin-guide/cgroup-v2.rst.
inline int cores_of_quota(std::istream& quota, int most) {
  double microseconds = 0, period = 0;
  if (!(quota >> microseconds >> period) || microseconds <= 0 || period <= 0) return most;
  return static_cast<int>(std::clamp(microseconds / period, 1.0, static_cast<double>(most)));
}

// The least of the quotas of a group and of those that it is in, up to `hierarchy`, where control
// groups are mounted; `group` is the process's in /proc/self/cgroup, "/a/b".
inline int cores_of_group(const std::filesystem::path& hierarchy, const std::string& group,
                          int most) {
  std::filesystem::path folder = hierarchy;
  int cores = most;
  for (const std::filesystem::path& part : std::filesystem::path(group)) {
    if (part != "/") folder /= part;
    std::ifstream quota(folder / "cpu.max");
    cores = std::min(cores, cores_of_quota(quota, most));
  }
  return cores;
}

// Hardware threads that this process may run on: those of its affinity, which taskset, a scheduler
// of jobs or a container may have made fewer than the machine has. At least 1.
inline int cores_of_affinity() {
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) == 0) return CPU_COUNT(&cores);
  const unsigned all = std::thread::hardware_concurrency();  // more than a cpu_set_t has room for
  return all > 0 ? static_cast<int>(all) : 1;
}

// Cores that this process may use: those of its affinity, or fewer where a quota of CPU time leaves
// less. At least 1.
inline int usable_cores() {
  int cores = cores_of_affinity();
  std::ifstream groups("/proc/self/cgroup");
  const std::string unified = "0::";
  for (std::string line; std::getline(groups, line);)
    if (line.starts_with(unified))
      cores = cores_of_group("/sys/fs/cgroup", line.substr(unified.size()), cores);
  return cores;
}

}  // namespace warplab
