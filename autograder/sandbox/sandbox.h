// The sandbox: bubblewrap, seccomp, rlimits and an own uid around everything that touches a
// student's file, the compiler included. In a container, confine may stand in for bubblewrap.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "autograder/sandbox/cgroup.h"
#include "autograder/sandbox/descriptor.h"
#include "autograder/sandbox/kind.h"
#include "autograder/sandbox/limits.h"  // IWYU pragma: export
#include "autograder/sandbox/process.h"
#include "autograder/sandbox/staging.h"

namespace warplab {

// The defences that the tests switch off one at a time, to prove that an attack is seen when it
// succeeds. Everything else leaves them on.
struct Defences {
  bool freeze = true;             // stop the worker while its inputs are written
  bool private_copy = true;       // seal the inputs; judge by a copy that the worker never sees
  bool clean_environment = true;  // start from an empty environment
  bool no_scratch = true;         // a worker's /tmp and /dev/shm are read-only
  bool read_only_root = true;     // remount everything else read-only
  bool system_calls = true;       // the seccomp filter
  bool operator==(const Defences&) const = default;
};

// What ends a tool such as the compiler: CPU or wall time, memory, text printed, size of a file.
enum class ToolLimit { time, memory, output, size };
// "time", "memory", "output", "size".
std::string_view name_of(ToolLimit limit);

// What a jailed program sees of the file system, besides a read-only /usr.
struct Jail {
  std::filesystem::path read_only;                // seen under the same path
  std::optional<std::filesystem::path> writable;  // seen under the same path
  std::filesystem::path directory;                // working directory; empty: /tmp
  std::vector<std::pair<std::string, std::string>> environment;
  bool is_worker = false;  // a /proc, nothing to write to, and the worker's seccomp filter
  // A worker with a sanitizer in it, whose shadow needs addresses that are not randomised and
  // room for `Limits::untouched_bytes`.
  bool is_watched = false;
  // Device files of a GPU, for a worker in which no code of a student runs. With them come what its
  // driver reads: /sys and the linker's list of libraries.
  std::vector<std::filesystem::path> devices;
  std::uint64_t shared_bytes = 0;  // of memories that are shared with a worker, beyond its limit
  Limits limits;
};

class Sandbox {
 public:
  // Throws GraderError where a container's is asked for without being root.
  Sandbox(SandboxKind kind, Defences defences);
  // Whether it is bubblewrap, of which nothing is switched off, as tests do.
  bool is_whole() const { return kind_ == SandboxKind::bubblewrap && defences_ == Defences(); }
  // Starts it once. Returns its reason, a line, if it cannot run here; else nothing.
  std::string why_it_does_not_start() const;
  // Why no worker with ThreadSanitizer in it starts, though others do; empty where it does. A container may refuse to
  // lay out addresses without chance.
  std::string why_none_is_watched() const;
  // Throws GraderError with why it does not start, and the remedy.
  void probe() const;
  // Whether each worker is in a control group of its own.
  bool has_control_groups() const { return make_cgroup({}).has_value(); }

  // A started worker: the sandbox's launcher, which is our child, and the process inside, which is
  // not and has to be killed by its pidfd.
  struct Worker {
    JailUid uid;  // in a container
    Process launcher;
    pid_t pid;
    Descriptor pidfd;
    std::optional<Cgroup> cgroup;  // where the machine has cgroup v2
  };
  // Starts `argv` in the jail of a worker. Descriptors besides `inherited` do not exist there.
  Worker start_worker(const Jail& jail, const std::vector<std::string>& argv,
                      std::vector<Process::Inherited> inherited) const;

  // A finished run of a tool, such as the compiler.
  struct Run {
    ExitStatus status;
    std::string output;  // stdout and stderr, at most limits.output_bytes
    double wall_s = 0;
    std::optional<ToolLimit> exceeded;
  };
  Run run(const Jail& jail, const std::vector<std::string>& argv) const;

  // Processes that run under the slot's uid although every worker has been killed. Waits for the
  // kernel to take the dead ones away, at most a minute.
  int processes_left() const;
  const Staging& staging() const { return staging_; }
  const Defences& defences() const { return defences_; }

 private:
  std::string why_no_worker_starts(bool is_watched) const;
  JailUid uid_for(const Jail& jail) const;
  Process start(const Jail& jail, const std::vector<std::string>& argv, const JailUid& uid,
                std::vector<Process::Inherited> inherited, bool tell_pid) const;
  std::optional<Cgroup> make_cgroup(const Jail& jail) const;
  std::vector<std::string> namespaces(const Jail& jail, bool tell_pid) const;
  std::vector<std::string> environment(const Jail& jail) const;
  std::vector<std::string> confinement(const Jail& jail, bool tell_pid) const;
  std::vector<std::string> command(const Jail& jail, const std::vector<std::string>& argv,
                                   uid_t uid, bool tell_pid) const;
  std::filesystem::path scratch() const { return staging_.path() / "scratch"; }

  SandboxKind kind_;
  Defences defences_;
  Slot slot_;
  Staging staging_;
};

}  // namespace warplab
