#include "autograder/sandbox/staging.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include "autograder/sandbox/cgroup.h"
#include "autograder/sandbox/lock_file.h"
#include "autograder/sandbox/proc_file.h"
#include "autograder/sandbox/process.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// Not given to anybody by Debian or systemd (60578 to 61183 are unused).
constexpr uid_t first_slot_uid = 60600;
constexpr int slots = 116;
constexpr const char* staging_prefix = "warplab-staging-";
constexpr double end_patience_s = 60;   // a killed process is gone once it had a core
constexpr double uid_patience_s = 10;   // where all are killed at once
constexpr double start_patience_s = 5;  // and one that executes something has a command line

// Whether it is a folder of ours that nobody else can write to, once it was made where there was none.
bool is_ours(const fs::path& folder) {
  mkdir(folder.c_str(), 0700);
  struct stat status {};
  return lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
         status.st_uid == geteuid() && (status.st_mode & 077) == 0;
}

// Where our lock files are. Anybody can take a name in /tmp, and root of a user namespace makes nothing in /run.
fs::path lock_folder() {
  const uid_t uid = geteuid();
  const fs::path in_tmp = fmt::format("/tmp/warplab-{}", uid);
  const std::array<fs::path, 2> folders =
      uid == 0 ? std::array{fs::path("/run/warplab"), in_tmp}
               : std::array{in_tmp, fs::path(fmt::format("/run/user/{}/warplab", uid))};
  const auto ours = std::ranges::find_if(folders, is_ours);
  if (ours == folders.end())
    throw GraderError(
        fmt::format("{} is not a private folder of ours, nor is {}: remove one of them",
                    folders[0].string(), folders[1].string()));
  return *ours;
}

// A zombie runs no more; whoever inherited it takes it away in its own time.
bool is_zombie(const fs::path& process) {
  const std::string text = read_proc_file(process / "stat");
  const std::size_t name_end = text.rfind(')');
  return name_end != std::string::npos && text.compare(name_end, 3, ") Z") == 0;
}

// All processes for which `is_meant`, given their folder of /proc, says so; zombies are none.
template <typename Predicate>
std::vector<pid_t> processes_that(const Predicate& is_meant) {
  std::vector<pid_t> found;
  for (const fs::path process : list_proc_folder("/proc")) {
    const std::string number = process.filename().string();
    if (std::isdigit(static_cast<unsigned char>(number[0])) && is_meant(process) &&
        !is_zombie(process))
      found.push_back(static_cast<pid_t>(std::stol(number)));
  }
  return found;
}

// Kills them and waits until they are gone. False if one is still there after a while.
template <typename Predicate>
bool end_processes_that(const Predicate& is_meant) {
  const double begin = now_s();
  for (;;) {
    const std::vector<pid_t> left = processes_that(is_meant);
    if (left.empty()) return true;
    for (const pid_t pid : left) kill(pid, SIGKILL);
    if (now_s() - begin > end_patience_s) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

// The real uid of a process, whoever its files in /proc belong to; ours where it is gone.
uid_t uid_of(const fs::path& process) {
  const std::string status = read_proc_file(process / "status"), start = "\nUid:\t";
  const std::size_t at = status.find(start);
  return at == std::string::npos
             ? geteuid()
             : static_cast<uid_t>(std::stoul(status.substr(at + start.size(), 10)));
}

// Whether a process has a namespace of processes within ours, as one in another container has.
bool is_in_inner_namespace(const fs::path& process) {
  const std::string status = read_proc_file(process / "status"), start = "\nNSpid:\t";
  const std::size_t at = status.find(start);
  if (at == std::string::npos) return false;
  const std::string numbers =
      status.substr(at + start.size(), status.find('\n', at + 1) - at - start.size());
  return numbers.find('\t') != std::string::npos;
}

// Ends all that runs under a uid, at once: one by one, a process that starts the next and ends is always missed.
// Whoever has the uid may signal all of it. What is in an inner namespace is another container's, whose grader
// may have lent the same uid: no jail of ours that has a uid of its own gets into one. False if something is still
// there after a while.
bool end_all_under(uid_t uid) {
  const auto is_left = [uid] {
    return !processes_that([uid](const fs::path& each) {
              return uid_of(each) == uid && !is_in_inner_namespace(each);
            }).empty();
  };
  const std::string number = std::to_string(uid);
  const double begin = now_s();
  while (is_left()) {
    if (now_s() - begin > uid_patience_s) return false;
    try {
      Process({"setpriv", "--reuid=" + number, "--regid=" + number, "--clear-groups", "sh", "-c",
               "kill -KILL -1"},
              {})
          .wait(uid_patience_s);
    } catch (const GraderError&) {  // no room for a process: there is once some have ended
    }
  }
  return true;
}

// Locks what belonged to a run that is over. A child that it was just starting when it was killed
// holds the lock until it executes something: that is waited for.
Descriptor lock_of_the_dead(const fs::path& path) {
  for (const double begin = now_s(); now_s() - begin < end_patience_s;) {
    if (Descriptor lock = try_lock(path, 0)) return lock;
    const std::string owner = read_proc_file(path);
    if (owner.empty() || fs::exists(fs::path("/proc") / owner)) return {};
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return {};
}

bool is_slot_uid(uid_t uid) {
  return uid >= first_slot_uid && uid < first_slot_uid + slots * uids_per_slot;
}

// Whether it is one of the chain that starts a jail over a staging folder, or runs in one: a jail
// has mounted something from there, and nothing else has. One without mounts has a uid of ours.
bool is_of_staging(const fs::path& process, const std::string& command, const std::string& name) {
  const auto is_ours = [&] {
    return command.find("bwrap") != std::string::npos ||
           command.find("/confine") != std::string::npos || is_slot_uid(uid_of(process));
  };
  return (command.find(name) != std::string::npos && is_ours()) ||
         read_proc_file(process / "mountinfo").find(name) != std::string::npos;
}

// Whether it is between two programs, and has no command line to tell it by. Of the processes without
// one, the kernel's own and zombies have no program either.
bool is_executing(const fs::path& process, const std::string& command) {
  std::error_code none;
  return command.empty() && !fs::read_symlink(process / "exe", none).empty();
}

// The name of a socket that needs no file system, as unix(7) describes it.
sockaddr_un abstract_name(const std::string& name, socklen_t& size) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::ranges::copy(name, address.sun_path + 1);
  size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  return address;
}

// How waiting for the end of somebody's socket ended.
enum class Waited { it_ended, nobody_listens, too_long };

// Waits until the listening socket of this name is closed: who connects is never answered. For one of
// our own user's as long as it takes.
Waited wait_for_end_of(const sockaddr_un& address, socklen_t size, double patience_s) {
  const Descriptor waiting(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (connect(waiting.get(), reinterpret_cast<const sockaddr*>(&address), size) != 0)
    return Waited::nobody_listens;
  ucred owner{};
  socklen_t owner_size = sizeof owner;
  getsockopt(waiting.get(), SOL_SOCKET, SO_PEERCRED, &owner, &owner_size);
  const int for_ever = -1;
  pollfd end{waiting.get(), POLLIN, 0};
  const int ended =
      poll(&end, 1, owner.uid == geteuid() ? for_ever : static_cast<int>(patience_s * 1000));
  return ended == 0 ? Waited::too_long : Waited::it_ended;
}

// A socket with a name that one process has at a time; an empty Descriptor if one of another user has
// kept it for too long.
Descriptor take_name(const std::string& name, double patience_s) {
  socklen_t size = 0;
  const sockaddr_un address = abstract_name(name, size);
  for (double begin = now_s(); now_s() - begin < patience_s;) {
    Descriptor taken(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (bind(taken.get(), reinterpret_cast<const sockaddr*>(&address), size) == 0 &&
        listen(taken.get(), SOMAXCONN) == 0)
      return taken;
    if (errno != EADDRINUSE)
      throw GraderError(fmt::format("cannot take a turn to measure: {}", std::strerror(errno)));
    switch (wait_for_end_of(address, size, patience_s)) {
      case Waited::it_ended:
        begin = now_s();  // the turn goes round
        break;
      case Waited::nobody_listens:  // it is bound and listens at once
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        break;
      case Waited::too_long:
        return {};
    }
  }
  return {};
}

// What identifies a namespace; 0 where that cannot be seen.
ino_t number_of_namespace(const char* file) {
  struct stat status {};
  return stat(file, &status) == 0 ? status.st_ino : 0;
}

// Whether graders elsewhere on the machine may not see our names: another network than its first
// process has, or another list of processes than the machine's, as containers have.
bool is_in_container() {
  constexpr ino_t processes_of_machine = 0xEFFFFFFC;  // Linux, include/linux/proc_ns.h
  const ino_t network = number_of_namespace("/proc/1/ns/net");
  return number_of_namespace("/proc/self/ns/pid") != processes_of_machine ||
         (network != 0 && network != number_of_namespace("/proc/self/ns/net"));
}

}  // namespace

Slot::Slot() : uid_(geteuid()) {
  if (uid_ != 0) {
    remove_leftovers();
    return;
  }
  const fs::path folder = lock_folder();
  for (int slot = 0; slot < slots; ++slot) {
    lock_ = try_lock(folder / fmt::format("slot-{}", slot), O_CREAT);
    if (!lock_) continue;
    uid_ = first_slot_uid + slot;
    // Only now: who had the slot may have been killed a moment ago, while starting something that
    // has not taken the uid yet.
    remove_leftovers();
    if (processes_left() == 0) return;
  }
  throw GraderError(fmt::format(
      "all {} grading slots of this machine are taken ({}): wait for the other graders to finish, "
      "or kill what is left under the uids {} to {}",
      slots, folder.string(), first_slot_uid, first_slot_uid + slots * uids_per_slot - 1));
}

int Slot::processes_left() const {
  if (!is_own_uid()) return 0;
  const auto is_of_slot = [this](const fs::path& each) {
    const uid_t uid = uid_of(each);
    return is_slot_uid(uid) && (uid - first_slot_uid) % slots == uid_ - first_slot_uid;
  };
  return static_cast<int>(processes_that(is_of_slot).size());
}

// What is lent has its flag set already.
JailUid Slot::lend(std::size_t index) const {
  const uid_t number = uid_ + static_cast<uid_t>(index) * slots;
  JailUid uid(new uid_t(number), [this, index](const uid_t* lent) {
    end_all_under(*lent);
    lent_[index].clear();
    lent_[index].notify_one();
    delete lent;
  });
  if (!end_all_under(number))
    throw GraderError(fmt::format(
        "processes of the program before are left under uid {}, and cannot be ended", number));
  return uid;
}

JailUid Slot::uid_of_tool() const {
  while (lent_[0].test_and_set()) lent_[0].wait(true);
  return lend(0);
}

JailUid Slot::uid_of_worker() const {
  for (std::size_t index = 1; index < lent_.size(); ++index)
    if (!lent_[index].test_and_set()) return lend(index);
  throw GraderError(fmt::format("more than {} workers at once", lent_.size() - 1));
}

Staging::Staging(const Slot& slot) : uid_(slot.uid()) {
  const fs::path locks = lock_folder();
  while (!lock_) {
    std::string name = locks / fmt::format("{}XXXXXX", staging_prefix);
    const Descriptor unique(mkostemp(name.data(), O_CLOEXEC));
    if (!unique)
      throw GraderError(fmt::format("cannot make a file in {}: {}; free some space there",
                                    locks.string(), std::strerror(errno)));
    lock_file_ = name;
    lock_ = try_lock(lock_file_, 0);
  }
  const std::string owner = std::to_string(getpid());
  if (write(lock_.get(), owner.data(), owner.size()) < 0)
    throw GraderError(fmt::format("cannot write {}: {}; free some space there", lock_file_.string(),
                                  std::strerror(errno)));
  path_ = fs::path("/tmp") / lock_file_.filename();
  if (mkdir(path_.c_str(), 0711) != 0)
    throw GraderError(fmt::format("cannot make {}: {}; free some space there", path_.string(),
                                  std::strerror(errno)));
  chmod(path_.c_str(), 0711);  // whatever the umask is
}

Staging::~Staging() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  fs::remove(lock_file_, ignored);
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

bool lets_programs_run(const fs::path& folder) {
  struct statvfs about {};
  return statvfs(folder.c_str(), &about) != 0 || (about.f_flag & ST_NOEXEC) == 0;
}

void remove_leftovers() {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(lock_folder(), ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(staging_prefix)) continue;
    const Descriptor lock = lock_of_the_dead(entry.path());
    if (!lock) continue;
    // Until a look at all of them finds none, nor one that cannot be told yet.
    const double begin = now_s();
    bool may_be_more = true;
    while (may_be_more && now_s() - begin < start_patience_s) {
      may_be_more = false;
      end_processes_that([&](const fs::path& each) {
        // Read once: it may begin to execute another program between two looks.
        const std::string command = read_proc_file(each / "cmdline");
        may_be_more |= is_executing(each, command);
        return is_of_staging(each, command, name);
      });
    }
    Cgroup::remove_all_of(name);
    fs::remove_all(fs::path("/tmp") / name, ignored);
    fs::remove(entry.path(), ignored);
  }
}

const char* name_of(TurnOf turn) {
  switch (turn) {
    case TurnOf::machine:
      return "machine";
    case TurnOf::container:
      return "container";
    case TurnOf::user:
      return "user";
  }
  return "";
}

TimingTurn::TimingTurn(double patience_s)
    : file_(open((lock_folder() / "timing").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW,
                 0600)) {
  while (file_ && flock(file_.get(), LOCK_EX) != 0)
    if (errno != EINTR)
      throw GraderError(fmt::format("cannot wait for a turn to measure: {}", std::strerror(errno)));
  const std::string name = "warplab-timing";
  user_ = take_name(fmt::format("{}-{}", name, geteuid()), patience_s);
  if (!user_)
    throw GraderError(fmt::format(
        "a process of another user holds the turn to measure of uid {}: end it", geteuid()));
  machine_ = take_name(name, patience_s);
  of_ = !machine_ ? TurnOf::user : is_in_container() ? TurnOf::container : TurnOf::machine;
}

}  // namespace warplab
