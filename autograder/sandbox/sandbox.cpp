#include "autograder/sandbox/sandbox.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <csignal>
#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "autograder/sandbox/proc_file.h"
#include "autograder/sandbox/seccomp_filter.h"
#include "autograder/sandbox/standstill.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

constexpr int seccomp_fd = 9;
constexpr int info_fd = 10;
// Where nothing counts a worker's tasks apart: the kernel counts all that have its uid, in other containers as well.
// This holds a bomb until the judge has seen how many they are.
constexpr int most_tasks_of_uid = 4096;
// Bubblewrap beside the worker, and the task that shows an excess.
constexpr int launcher_tasks = 2;
// What confine, and env before it, exit with where they fail; no tool of ours does.
constexpr int confine_failed = 125;
// What takes milliseconds, and longer where the machine is busy, has hung by then.
constexpr double hang_limit_s = 60;

void read_available(int file, std::string& output, std::size_t limit, bool& overflow) {
  char buffer[16384];
  ssize_t count = 0;
  while ((count = read(file, buffer, sizeof buffer)) > 0) {
    const std::size_t room = limit - std::min(limit, output.size());
    output.append(buffer, std::min<std::size_t>(room, count));
    overflow |= static_cast<std::size_t>(count) > room;
    if (overflow) return;
  }
}

// True if a line of a tool's own begins or goes on with one of `words`. Lines that quote the source
// do not count: excerpts are indented, and messages about a place begin with file:line.
bool tool_says(const std::string& output, std::initializer_list<const char*> words) {
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(':');
    const bool is_about_source =
        line.starts_with(' ') || (colon + 1 < line.size() && std::isdigit(line[colon + 1]) != 0);
    if (!is_about_source && std::any_of(words.begin(), words.end(), [&](const char* word) {
          return line.find(word) != std::string::npos;
        }))
      return true;
  }
  return false;
}

// Lets the jail's uid read what we have put into a folder for it, whatever our umask is and whoever may read what it
// was copied from.
void let_be_read(const fs::path& folder) {
  const auto add = [](const fs::path& path, const fs::file_status& status, bool is_folder) {
    fs::perms wanted = fs::perms::group_read | fs::perms::others_read;
    if (is_folder || (status.permissions() & fs::perms::owner_exec) != fs::perms::none)
      wanted |= fs::perms::group_exec | fs::perms::others_exec;
    if ((status.permissions() & wanted) != wanted)
      fs::permissions(path, wanted, fs::perm_options::add);
  };
  add(folder, fs::status(folder), true);
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const fs::file_status status = entry.symlink_status();
    if (!fs::is_symlink(status)) add(entry.path(), status, fs::is_directory(status));
  }
}

// Why a run failed: the first line that it printed.
std::string said_by(const Sandbox::Run& run) {
  return run.output.empty() ? fmt::format("exit code {}", run.status.code)
                            : run.output.substr(0, run.output.find('\n'));
}

// Which lies beside this program, to where a jail's uid may execute it.
void copy_confine(const fs::path& folder) {
  const fs::path confine = fs::read_symlink("/proc/self/exe").parent_path() / "confine";
  if (!fs::exists(confine))
    throw GraderError(fmt::format("{} is missing: run `make build`", confine.string()));
  fs::copy_file(confine, folder / "confine");
  let_be_read(folder);
}

// What a process of ours takes, whatever the shell's is: ThreadSanitizer starts anew where that is unlimited. The
// threads of a worker have stacks of their own.
rlim_t most_stack() {
  constexpr rlim_t usual = 8 << 20;
  rlimit limit{};
  getrlimit(RLIMIT_STACK, &limit);
  return std::min(usual, limit.rlim_max);
}

}  // namespace

std::string_view name_of(ToolLimit limit) {
  switch (limit) {
    case ToolLimit::time:
      return "time";
    case ToolLimit::memory:
      return "memory";
    case ToolLimit::output:
      return "output";
    case ToolLimit::size:
      break;
  }
  return "size";
}

Limits compile_limits() {
  Limits limits;
  limits.cpu_s = 20;
  limits.wall_s = 30;
  limits.scratch_bytes = 256 << 20;
  return limits;
}

Limits run_limits(int threads, int call_s) {
  constexpr int calls = 12;
  Limits limits;
  limits.wall_s = call_s;
  limits.cpu_s = limits.wall_s * threads;
  limits.session_wall_s = calls * limits.wall_s;
  limits.session_cpu_s = calls * limits.cpu_s;
  return limits;
}

Sandbox::Sandbox(SandboxKind kind, Defences defences)
    : kind_(kind), defences_(defences), staging_(slot_) {
  if (kind != SandboxKind::container) return;
  if (!slot_.is_own_uid())
    throw GraderError("the sandbox of a container gives each program another uid: run it as root");
  copy_confine(staging_.folder("confine", false));
}

std::string Sandbox::why_it_does_not_start() const {
  return kind_ == SandboxKind::none ? "" : why_no_worker_starts(false);
}

std::string Sandbox::why_none_is_watched() const {
  return kind_ == SandboxKind::container ? why_no_worker_starts(true) : "";
}

std::string Sandbox::why_no_worker_starts(bool is_watched) const {
  Jail jail;
  jail.read_only = staging_.folder("probe", false);
  jail.is_worker = true;
  jail.is_watched = is_watched;
  jail.limits = run_limits(1);
  try {
    const Run outcome = run(jail, {"/usr/bin/true"});
    return outcome.status.code == 0 ? "" : said_by(outcome);
  } catch (const GraderError& error) {
    return error.what();
  }
}

void Sandbox::probe() const {
  if (!lets_programs_run(staging_.path()))
    throw GraderError(
        "nothing is graded, as no program can be run from /tmp: it is mounted with noexec\n"
        "Until the next boot: sudo mount -o remount,exec /tmp");
  const std::string why = why_it_does_not_start();
  if (why.empty()) return;
  if (kind_ == SandboxKind::container)
    throw GraderError(fmt::format(
        "the sandbox of a container does not start here, so nothing is graded:\n  {}", why));
  throw GraderError(fmt::format(
      "the sandbox does not start here, so nothing is graded:\n  {}\n"
      "Warplab runs students' code only inside bubblewrap, which needs user namespaces.\n"
      "Debian: apt-get install bubblewrap; sysctl kernel.unprivileged_userns_clone=1\n"
      "(user.max_user_namespaces must not be 0).\n"
      "Ubuntu 24.04: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0\n"
      "These hold until the next boot; docs/administrators.md has what stays.\n"
      "In a container that holds nothing else: warplab grade --sandbox container\n"
      "On your own machine, for your own code: warplab grade --unsafe-no-sandbox\n"
      "works without it and marks every result as not gradable.",
      why));
}

// What a jail adds to an empty environment, without namespaces.
std::vector<std::string> Sandbox::environment(const Jail& jail) const {
  const fs::path usual = kind_ == SandboxKind::container ? jail.read_only : fs::path("/tmp");
  std::vector<std::string> line = {"env", "-C", jail.directory.empty() ? usual : jail.directory};
  for (const auto& [name, value] : jail.environment) line.push_back(name + "=" + value);
  if (kind_ == SandboxKind::container && !jail.is_worker)
    line.push_back("TMPDIR=" + scratch().string());
  return line;
}

// confine, which lets a jail open what namespaces() would let it see.
std::vector<std::string> Sandbox::confinement(const Jail& jail, bool tell_pid) const {
  std::vector<std::string> line = {staging_.path() / "confine/confine"};
  const auto add = [&line](const char* option, const fs::path& path) {
    line.insert(line.end(), {option, path});
  };
  for (const char* path : {"/usr", "/bin", "/lib", "/lib64"})
    if (fs::exists(path)) add("--read", path);
  add("--read", jail.read_only);
  if (jail.is_worker) {
    for (const char* name : {"null", "zero", "full", "random", "urandom"})
      add("--read", fs::path("/dev") / name);
    if (jail.is_watched) add("--read", "/proc");  // of which ThreadSanitizer reads its own
  } else {
    add("--write", "/dev/null");
    add("--write", scratch());
    if (jail.writable) add("--write", *jail.writable);
  }
  if (defences_.system_calls) add("--filter", std::to_string(seccomp_fd));
  if (tell_pid) add("--info-fd", std::to_string(info_fd));
  line.push_back("--");
  return line;
}

// The namespaces of a process, and the little that it sees of the file system.
std::vector<std::string> Sandbox::namespaces(const Jail& jail, bool tell_pid) const {
  std::vector<std::string> line;
  const auto add = [&line](std::initializer_list<std::string> words) {
    line.insert(line.end(), words);
  };
  add({"bwrap", "--unshare-all", "--unshare-user", "--disable-userns", "--cap-drop", "ALL",
       "--die-with-parent", "--new-session", "--ro-bind", "/usr", "/usr"});
  if (defences_.clean_environment) add({"--clearenv"});
  for (const char* name : {"bin", "lib", "lib64"}) {
    const fs::path path = fs::path("/") / name;
    if (fs::is_symlink(path))
      add({"--symlink", fs::read_symlink(path).string(), path.string()});
    else if (fs::exists(path))
      add({"--ro-bind", path.string(), path.string()});
  }
  const auto scratch = [&](const char* where) {
    if (!jail.is_worker || !jail.devices.empty())
      add({"--size", std::to_string(jail.limits.scratch_bytes), "--tmpfs", where});
    else if (!defences_.no_scratch)
      add({"--tmpfs", where});
    else
      add({"--dir", where});  // of a root that is read-only
  };
  if (jail.is_worker) {
    // The worker is process 1: one of bubblewrap's own beside it would have no seccomp filter,
    // and the worker could write to its memory.
    add({"--as-pid-1", "--proc", "/proc", "--dev", "/dev"});
    scratch("/dev/shm");
    for (const fs::path& device : jail.devices)
      add({"--dev-bind", device.string(), device.string()});
    if (!jail.devices.empty())
      for (const char* path : {"/sys", "/etc/ld.so.cache"}) add({"--ro-bind-try", path, path});
    if (defences_.read_only_root) add({"--remount-ro", "/dev"});
    if (defences_.system_calls) add({"--seccomp", std::to_string(seccomp_fd)});
    if (tell_pid) add({"--info-fd", std::to_string(info_fd)});
  } else {
    add({"--dir", "/dev", "--dev-bind", "/dev/null", "/dev/null"});
  }
  scratch("/tmp");
  add({"--ro-bind", jail.read_only.string(), jail.read_only.string()});
  if (jail.writable) add({"--bind", jail.writable->string(), jail.writable->string()});
  if (defences_.read_only_root) add({"--remount-ro", "/"});
  add({"--chdir", jail.directory.empty() ? "/tmp" : jail.directory.string()});
  for (const auto& [name, value] : jail.environment) add({"--setenv", name, value});
  add({"--setenv", "PATH", "/usr/bin", "--"});
  return line;
}

// setpriv drops the uid before bubblewrap starts (as root it could remount what it mounts); env -i
// leaves nothing in /proc/1/environ; the task limit is set last, inside the new user namespace,
// where it counts this worker alone. Setting the uid clears the wish to die with the judge, so
// setpriv says it again; bubblewrap passes it on to what it starts. A worker's memory is watched
// from outside, which can say so; the rlimit, at twice as much, only holds what is faster than
// that.
std::vector<std::string> Sandbox::command(const Jail& jail, const std::vector<std::string>& argv,
                                          uid_t uid, bool tell_pid) const {
  const Limits& limits = jail.limits;
  std::vector<std::string> line;
  const auto add = [&line](std::initializer_list<std::string> words) {
    line.insert(line.end(), words);
  };
  if (slot_.is_own_uid()) {
    const std::string number = std::to_string(uid);
    add({"setpriv", "--reuid=" + number, "--regid=" + number, "--clear-groups", "--no-new-privs",
         "--pdeathsig=KILL"});
  }
  if (defences_.clean_environment) add({"env", "-i", "PATH=/usr/bin"});
  if (jail.is_watched) add({"setarch", "--addr-no-randomize"});
  const double cpu_s = jail.is_worker ? limits.session_cpu_s : limits.cpu_s;
  add({"prlimit", fmt::format("--cpu={0:.0f}:{1:.0f}", cpu_s, cpu_s + 1),
       fmt::format("--data={}", jail.is_worker ? 2 * limits.memory_bytes + limits.untouched_bytes
                                               : limits.memory_bytes),
       fmt::format("--fsize={}", limits.file_bytes), fmt::format("--stack={}:", most_stack()),
       fmt::format("--nofile={}", jail.devices.empty() ? 64 : 1024), "--core=0", "--"});

  const auto add_all = [&line](const std::vector<std::string>& words) {
    line.insert(line.end(), words.begin(), words.end());
  };
  if (kind_ == SandboxKind::bubblewrap)
    add_all(namespaces(jail, tell_pid));
  else
    add_all(environment(jail));
  if (kind_ == SandboxKind::container) add_all(confinement(jail, tell_pid));
  // Where the uid is the student's own and no namespace counts apart, a limit on tasks would count
  // the whole desktop.
  // One beyond the limit: the task that shows the excess.
  if (kind_ != SandboxKind::none)
    add({"prlimit",
         fmt::format("--nproc={}",
                     kind_ == SandboxKind::bubblewrap ? limits.tasks + 1 : most_tasks_of_uid),
         "--"});
  line.insert(line.end(), argv.begin(), argv.end());
  return line;
}

// One that the jail has alone; nothing where namespaces keep it apart.
JailUid Sandbox::uid_for(const Jail& jail) const {
  if (kind_ != SandboxKind::container) return nullptr;
  return jail.is_worker ? slot_.uid_of_worker() : slot_.uid_of_tool();
}

Process Sandbox::start(const Jail& jail, const std::vector<std::string>& argv, const JailUid& uid,
                       std::vector<Process::Inherited> inherited, bool tell_pid) const {
  if (slot_.is_own_uid()) let_be_read(jail.read_only);
  if (!jail.devices.empty() && kind_ == SandboxKind::container)
    throw GraderError("a GPU is used only inside bubblewrap");
  Descriptor filter;
  const bool is_filtered =
      kind_ == SandboxKind::container || (kind_ == SandboxKind::bubblewrap && jail.is_worker);
  if (is_filtered && defences_.system_calls) {
    filter = filter_for(!jail.is_worker         ? Tenant::tool
                        : !jail.devices.empty() ? Tenant::driver
                        : jail.is_watched       ? Tenant::watched_student
                                                : Tenant::student);
    inherited.push_back({filter.get(), seccomp_fd});
  }
  return Process(command(jail, argv, uid ? *uid : slot_.uid(), tell_pid), inherited);
}

// Not for the driver of a GPU, whose memory is the machine's affair. Pages of the shared memories
// are charged to who touches them first, which may be the worker.
std::optional<Cgroup> Sandbox::make_cgroup(const Jail& jail) const {
  if (kind_ == SandboxKind::none || !jail.devices.empty()) return std::nullopt;
  return Cgroup::make(fmt::format("{}-{}", staging_.name(), now_s()),
                      jail.limits.memory_bytes + jail.shared_bytes,
                      jail.limits.tasks + launcher_tasks);
}

Sandbox::Worker Sandbox::start_worker(const Jail& jail, const std::vector<std::string>& argv,
                                      std::vector<Process::Inherited> inherited) const {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw GraderError("cannot make a pipe");
  const Descriptor reader(ends[0]);
  Descriptor writer(ends[1]);
  if (kind_ != SandboxKind::none) inherited.push_back({writer.get(), info_fd});
  auto cgroup = make_cgroup(jail);
  JailUid uid = uid_for(jail);
  Worker worker{uid, start(jail, argv, uid, inherited, true), 0, {}, std::move(cgroup)};
  if (worker.cgroup) worker.cgroup->take_in(worker.launcher.pid());
  writer.close();
  worker.pid = worker.launcher.pid();
  if (kind_ != SandboxKind::none) {
    // One JSON object as soon as the process is there, and the end of the pipe if it never is.
    std::string info;
    char buffer[256];
    pollfd poll_info{reader.get(), POLLIN, 0};
    ssize_t count = 0;
    while (info.find('}') == std::string::npos &&
           poll(&poll_info, 1, static_cast<int>(hang_limit_s * 1000)) > 0 &&
           (count = read(reader.get(), buffer, sizeof buffer)) > 0)
      info.append(buffer, static_cast<std::size_t>(count));
    const auto json = nlohmann::json::parse(info, nullptr, false);
    if (!json.is_object() || !json.contains("child-pid"))
      throw GraderError(fmt::format(
          "{} did not start the worker",
          kind_ == SandboxKind::bubblewrap ? "bubblewrap" : "the sandbox of a container"));
    worker.pid = json.at("child-pid").get<pid_t>();
    // Where the launcher was faster than we were, it has been born outside.
    if (worker.cgroup) worker.cgroup->take_in(worker.pid);
  }
  worker.pidfd = Descriptor(static_cast<int>(syscall(SYS_pidfd_open, worker.pid, 0)));
  return worker;
}

int Sandbox::processes_left() const {
  const double begin = now_s();
  int left = 0;
  while ((left = slot_.processes_left()) > 0 && now_s() - begin < hang_limit_s)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  return left;
}

Sandbox::Run Sandbox::run(const Jail& jail, const std::vector<std::string>& argv) const {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw GraderError("cannot make a pipe");
  Descriptor reader(ends[0]), writer(ends[1]);
  fcntl(reader.get(), F_SETFL, O_NONBLOCK);

  const JailUid uid = uid_for(jail);
  if (kind_ == SandboxKind::container && !jail.is_worker) staging_.folder("scratch", true);
  const Standstill standstill;
  const double begin = now_s();
  Process process = start(jail, argv, uid, {{writer.get(), 1}, {writer.get(), 2}}, false);
  writer.close();

  Run run;
  bool overflow = false;
  std::optional<ExitStatus> status;
  while (!(status = process.wait(0))) {
    const double left_s = begin + jail.limits.wall_s + standstill.seconds() - now_s();
    if (left_s <= 0) run.exceeded = ToolLimit::time;
    if (overflow) run.exceeded = ToolLimit::output;
    if (run.exceeded) {
      process.kill();
      status = process.wait(hang_limit_s);
      break;
    }
    pollfd events[] = {{reader.get(), POLLIN, 0}, {process.pidfd(), POLLIN, 0}};
    poll(events, 2, std::clamp(static_cast<int>(left_s * 1000) + 1, 1, 1000));
    read_available(reader.get(), run.output, jail.limits.output_bytes, overflow);
    if (events[0].revents & POLLHUP) poll(events + 1, 1, 1000);
  }
  read_available(reader.get(), run.output, jail.limits.output_bytes, overflow);
  if (!status) throw GraderError(fmt::format("{} does not die", argv[0]));
  run.status = *status;
  run.wall_s = now_s() - begin;
  if (kind_ == SandboxKind::container && run.status.code == confine_failed)
    throw GraderError(said_by(run));
  if (!run.exceeded && run.status.code != 0) {
    if (tool_says(run.output, {"CPU time limit exceeded"}))
      run.exceeded = ToolLimit::time;
    else if (overflow)
      run.exceeded = ToolLimit::output;
    else if (tool_says(run.output, {"out of memory", "virtual memory exhausted", "memory exhausted",
                                    "Cannot allocate memory"}))
      run.exceeded = ToolLimit::memory;
    else if (tool_says(run.output, {"File size limit exceeded", "File too large", "No space left"}))
      run.exceeded = ToolLimit::size;
  }
  return run;
}

}  // namespace warplab
