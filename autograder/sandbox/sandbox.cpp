#include "autograder/sandbox/sandbox.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>

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

namespace fs = std::filesystem;

namespace warplab {
namespace {

// Not given to anybody by Debian or systemd (60578 to 61183 are unused).
constexpr uid_t first_slot_uid = 60600;
constexpr int slots = 128;
constexpr int seccomp_fd = 9;
constexpr int info_fd = 10;
constexpr const char* staging_prefix = "warplab-staging-";

enum class IfMissing { make, give_up };

// Opens and locks a lock file of ours; an empty Descriptor if somebody else holds it.
Descriptor try_lock(const fs::path& path, IfMissing if_missing) {
  const int make = if_missing == IfMissing::make ? O_CREAT : 0;
  Descriptor file(open(path.c_str(), O_RDWR | make | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file || flock(file.get(), LOCK_EX | LOCK_NB) != 0) return {};
  return file;
}

// Where our lock files are: a folder that nobody else can write to.
fs::path lock_folder() {
  const fs::path folder = geteuid() == 0 ? fs::path("/run/warplab")
                                         : fs::path(fmt::format("/tmp/warplab-{}", geteuid()));
  mkdir(folder.c_str(), 0700);
  struct stat status {};
  if (lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) ||
      status.st_uid != geteuid() || (status.st_mode & 077) != 0)
    throw GraderError(
        fmt::format("{} is not a private folder of ours: remove it", folder.string()));
  return folder;
}

// A zombie runs no more; whoever inherited it takes it away in its own time.
bool is_zombie(const fs::path& process) {
  const std::string text = read_proc_file(process / "stat");
  const std::size_t name_end = text.rfind(')');
  return name_end != std::string::npos && text.compare(name_end, 3, ") Z") == 0;
}

void remove_abandoned_staging() {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/tmp", ignored)) {
    if (!entry.path().filename().string().starts_with(staging_prefix)) continue;
    struct stat status {};
    if (lstat(entry.path().c_str(), &status) != 0 || !S_ISDIR(status.st_mode) ||
        status.st_uid != geteuid() || time(nullptr) - status.st_mtime < 60)
      continue;
    if (try_lock(entry.path() / ".lock", IfMissing::give_up)) fs::remove_all(entry.path(), ignored);
  }
}

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

}  // namespace

Limits compile_limits() {
  Limits limits;
  limits.cpu_s = 20;
  limits.wall_s = 30;
  limits.scratch_bytes = 256 << 20;
  return limits;
}

Limits run_limits(int threads) {
  Limits limits;
  limits.cpu_s = 10.0 * threads;
  limits.session_cpu_s = 12 * limits.cpu_s;
  return limits;
}

Slot::Slot() : uid_(geteuid()) {
  if (uid_ != 0) return;
  const fs::path folder = lock_folder();
  for (int slot = 0; slot < slots; ++slot) {
    lock_ = try_lock(folder / fmt::format("slot-{}", slot), IfMissing::make);
    if (!lock_) continue;
    uid_ = first_slot_uid + slot;
    if (processes_left() == 0) return;
  }
  throw GraderError(fmt::format(
      "all {} grading slots of this machine are taken ({}): wait for the other graders to finish, "
      "or kill what is left under the uids {} to {}",
      slots, folder.string(), first_slot_uid, first_slot_uid + slots - 1));
}

int Slot::processes_left() const {
  if (!is_own_uid()) return 0;
  int left = 0;
  for (const fs::path process : list_proc_folder("/proc")) {
    struct stat status {};
    if (std::isdigit(static_cast<unsigned char>(process.filename().string()[0])) &&
        stat(process.c_str(), &status) == 0 && status.st_uid == uid_ && !is_zombie(process))
      ++left;
  }
  return left;
}

Staging::Staging(const Slot& slot) : uid_(slot.uid()) {
  remove_abandoned_staging();
  std::string pattern = fmt::format("/tmp/{}XXXXXX", staging_prefix);
  if (mkdtemp(pattern.data()) == nullptr)
    throw GraderError(fmt::format("cannot make a folder in /tmp: {}; free some space there",
                                  std::strerror(errno)));
  path_ = pattern;
  lock_ = try_lock(path_ / ".lock", IfMissing::make);
  if (!lock_) throw GraderError(fmt::format("cannot lock {}", path_.string()));
  chmod(path_.c_str(), 0711);
}

Staging::~Staging() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

fs::path Staging::folder(const std::string& name, bool writable) const {
  fs::path folder = path_ / name;
  fs::remove_all(folder);
  if (mkdir(folder.c_str(), 0755) != 0)
    throw GraderError(fmt::format("cannot make {}: {}", folder.string(), std::strerror(errno)));
  if (writable && geteuid() == 0 && chown(folder.c_str(), uid_, uid_) != 0)
    throw GraderError(
        fmt::format("cannot give {} to uid {}: {}", folder.string(), uid_, std::strerror(errno)));
  return folder;
}

TimingTurn::TimingTurn()
    : file_(open((lock_folder() / "timing").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW,
                 0600)) {
  const double patience_s = 300, begin = now_s();
  while (file_ && flock(file_.get(), LOCK_EX | LOCK_NB) != 0) {
    if (now_s() - begin > patience_s)
      throw GraderError("another grader has been measuring for five minutes: is it stuck?");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

Sandbox::Sandbox(SandboxKind kind, Defences defences)
    : kind_(kind), defences_(defences), staging_(slot_) {}

void Sandbox::probe() const {
  if (kind_ == SandboxKind::none) return;
  Jail jail;
  jail.read_only = staging_.folder("probe", false);
  jail.is_worker = true;
  jail.limits = run_limits(1);
  const Run outcome = run(jail, {"/usr/bin/true"});
  if (outcome.status.code == 0) return;
  throw GraderError(fmt::format(
      "the sandbox does not start here, so nothing is graded:\n  {}\n"
      "Warplab runs students' code only inside bubblewrap, which needs user namespaces.\n"
      "Debian: apt-get install bubblewrap; sysctl kernel.unprivileged_userns_clone=1\n"
      "(user.max_user_namespaces must not be 0; AppArmor may restrict bwrap).\n"
      "On your own machine, for your own code: warplab grade --unsafe-no-sandbox\n"
      "works without it and marks every result as not gradable.",
      outcome.output.empty() ? fmt::format("exit code {}", outcome.status.code)
                             : outcome.output.substr(0, outcome.output.find('\n'))));
}

// setpriv drops the uid before bubblewrap starts (as root it could remount what it mounts); env -i
// leaves nothing in /proc/1/environ; the task limit is set last, inside the new user namespace,
// where it counts this worker alone. A worker's memory is watched from outside, which can say so;
// the rlimit, at twice as much, only holds what is faster than that.
std::vector<std::string> Sandbox::command(const Jail& jail, const std::vector<std::string>& argv,
                                          bool tell_pid) const {
  const Limits& limits = jail.limits;
  std::vector<std::string> line;
  const auto add = [&line](std::initializer_list<std::string> words) {
    line.insert(line.end(), words);
  };
  if (slot_.is_own_uid()) {
    const std::string uid = std::to_string(slot_.uid());
    add({"setpriv", "--reuid=" + uid, "--regid=" + uid, "--clear-groups", "--no-new-privs"});
  }
  if (defences_.clean_environment) add({"env", "-i", "PATH=/usr/bin"});
  const double cpu_s = jail.is_worker ? limits.session_cpu_s : limits.cpu_s;
  add({"prlimit", fmt::format("--cpu={0:.0f}:{1:.0f}", cpu_s, cpu_s + 1),
       fmt::format("--data={}", jail.is_worker ? 2 * limits.memory_bytes : limits.memory_bytes),
       fmt::format("--fsize={}", limits.file_bytes),
       fmt::format("--nofile={}", jail.devices.empty() ? 64 : 1024), "--core=0", "--"});

  if (kind_ == SandboxKind::bubblewrap) {
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
    const auto sized_tmpfs = [&](const char* where) {
      if (defences_.scratch_limits) add({"--size", std::to_string(limits.scratch_bytes)});
      add({"--tmpfs", where});
    };
    if (jail.is_worker) {
      // The worker is process 1: one of bubblewrap's own beside it would have no seccomp filter,
      // and the worker could write to its memory.
      add({"--as-pid-1", "--proc", "/proc", "--dev", "/dev"});
      sized_tmpfs("/dev/shm");
      for (const fs::path& device : jail.devices)
        add({"--dev-bind", device.string(), device.string()});
      if (!jail.devices.empty())
        for (const char* path : {"/sys", "/etc/ld.so.cache"})
          add({"--ro-bind-try", path, path});
      if (defences_.read_only_root) add({"--remount-ro", "/dev"});
      add({"--seccomp", std::to_string(seccomp_fd)});
      if (tell_pid) add({"--info-fd", std::to_string(info_fd)});
    } else {
      add({"--dir", "/dev", "--dev-bind", "/dev/null", "/dev/null"});
    }
    sized_tmpfs("/tmp");
    add({"--ro-bind", jail.read_only.string(), jail.read_only.string()});
    if (jail.writable) add({"--bind", jail.writable->string(), jail.writable->string()});
    if (defences_.read_only_root) add({"--remount-ro", "/"});
    add({"--chdir", jail.directory.empty() ? "/tmp" : jail.directory.string()});
    for (const auto& [name, value] : jail.environment) add({"--setenv", name, value});
    add({"--setenv", "PATH", "/usr/bin", "--"});
  } else {
    add({"env", "-C", jail.directory.empty() ? "/tmp" : jail.directory.string()});
    for (const auto& [name, value] : jail.environment) add({name + "=" + value});
  }
  // Where the uid is the student's own and no namespace counts apart, a limit on tasks would count
  // the whole desktop.
  // One beyond the limit: the task that shows the excess.
  if (kind_ == SandboxKind::bubblewrap)
    add({"prlimit", fmt::format("--nproc={}", limits.tasks + 1), "--"});
  line.insert(line.end(), argv.begin(), argv.end());
  return line;
}

Process Sandbox::start(const Jail& jail, const std::vector<std::string>& argv,
                       std::vector<Process::Inherited> inherited, bool tell_pid) const {
  Descriptor filter;
  if (jail.is_worker && kind_ == SandboxKind::bubblewrap) {
    filter = worker_filter(jail.devices.empty() ? Tenant::student : Tenant::driver);
    inherited.push_back({filter.get(), seccomp_fd});
  }
  return Process(command(jail, argv, tell_pid), inherited);
}

Sandbox::Worker Sandbox::start_worker(const Jail& jail, const std::vector<std::string>& argv,
                                      std::vector<Process::Inherited> inherited) const {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw GraderError("cannot make a pipe");
  const Descriptor reader(ends[0]);
  Descriptor writer(ends[1]);
  inherited.push_back({writer.get(), info_fd});
  Worker worker{start(jail, argv, inherited, true), 0, {}};
  writer.close();
  worker.pid = worker.launcher.pid();
  if (kind_ == SandboxKind::bubblewrap) {
    // One JSON object as soon as the process is there, and the end of the pipe if it never is.
    std::string info;
    char buffer[256];
    pollfd poll_info{reader.get(), POLLIN, 0};
    ssize_t count = 0;
    while (info.find('}') == std::string::npos && poll(&poll_info, 1, 5000) > 0 &&
           (count = read(reader.get(), buffer, sizeof buffer)) > 0)
      info.append(buffer, static_cast<std::size_t>(count));
    const auto json = nlohmann::json::parse(info, nullptr, false);
    if (!json.is_object() || !json.contains("child-pid"))
      throw GraderError("bubblewrap did not start the worker");
    worker.pid = json.at("child-pid").get<pid_t>();
  }
  worker.pidfd = Descriptor(static_cast<int>(syscall(SYS_pidfd_open, worker.pid, 0)));
  return worker;
}

int Sandbox::processes_left() const {
  const double patience_s = 2, begin = now_s();
  int left = 0;
  while ((left = slot_.processes_left()) > 0 && now_s() - begin < patience_s)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  return left;
}

Sandbox::Run Sandbox::run(const Jail& jail, const std::vector<std::string>& argv) const {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw GraderError("cannot make a pipe");
  Descriptor reader(ends[0]), writer(ends[1]);
  fcntl(reader.get(), F_SETFL, O_NONBLOCK);

  const double begin = now_s();
  Process process = start(jail, argv, {{writer.get(), 1}, {writer.get(), 2}}, false);
  writer.close();

  Run run;
  bool overflow = false;
  std::optional<ExitStatus> status;
  while (!(status = process.wait(0))) {
    const double left_s = begin + jail.limits.wall_s - now_s();
    if (left_s <= 0) run.exceeded = "time";
    if (overflow) run.exceeded = "output";
    if (!run.exceeded.empty()) {
      process.kill();
      status = process.wait(5);
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
  if (run.exceeded.empty() && run.status.code != 0) {
    if (tool_says(run.output, {"CPU time limit exceeded"}))
      run.exceeded = "time";
    else if (overflow)
      run.exceeded = "output";
    else if (tool_says(run.output, {"out of memory", "virtual memory exhausted", "memory exhausted",
                                    "Cannot allocate memory"}))
      run.exceeded = "memory";
    else if (tool_says(run.output, {"File size limit exceeded", "File too large", "No space left"}))
      run.exceeded = "size";
  }
  return run;
}

}  // namespace warplab
