#include "autograder/judge/session.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <sstream>
#include <thread>
#include <utility>

#include "autograder/sandbox/proc_file.h"
#include "autograder/sandbox/seccomp_filter.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// Of ThreadSanitizer, AddressSanitizer and LLVM's OpenMP runtime. What is not instrumented is no business of a
// student's; reports are messages, and what else ThreadSanitizer could report is not asked for.
constexpr std::pair<const char*, const char*> watch_environment[] = {
    {"TSAN_OPTIONS",
     "ignore_noninstrumented_modules=1:symbolize=0:exitcode=0:atexit_sleep_ms=0:"
     "report_thread_leaks=0:report_destroy_locked=0:report_mutex_bugs=0:report_signal_unsafe=0:"
     "handle_segv=0:handle_sigbus=0:handle_sigill=0:handle_sigfpe=0:handle_abort=0:"
     "use_sigaltstack=0"},
    {"ASAN_OPTIONS",
     "symbolize=0:detect_leaks=0:handle_segv=0:handle_sigbus=0:handle_sigill=0:handle_sigfpe=0:"
     "handle_abort=0:use_sigaltstack=0:quarantine_size_mb=16"},
    {"OMP_TOOL_LIBRARIES", "/usr/lib/llvm-19/lib/libarcher.so"},
    // Reductions are combined by atomic operations, of which each is watched. What is done in the
    // barriers of a tree is not, and a critical section puts threads in an order by chance.
    {"KMP_FORCE_REDUCTION", "atomic"},
    {"KMP_BLOCKTIME", "50us"},
    {"KMP_WARNINGS", "0"}};

// Sanitizers reserve terabytes of address space and touch little of it.
constexpr std::uint64_t shadow_bytes = std::uint64_t{1} << 47;

constexpr int tick_ms = 10;            // how often the limits are looked at
constexpr double start_limit_s = 60;   // wall time until the worker says that it is up
constexpr double freeze_limit_s = 60;  // a stopped task stands still once it had a core
constexpr double end_limit_s = 60;     // until a process that is ending has ended
// One that was interrupted between stopping and leaving its core takes its last steps later, and on
// a virtual machine whose host is busy they can seem to take milliseconds: with 1 ms of slack, one
// honest run in a hundred was accused.
constexpr std::int64_t freeze_slack_ns = 5'000'000;

static_assert(input_fd == first_shared_fd && output_fd == first_shared_fd + 1);

std::uint64_t random_number() {
  std::uint64_t number = 0;
  if (getrandom(&number, sizeof number, 0) != sizeof number) throw GraderError("getrandom failed");
  return number;
}

// The fields of /proc/<pid>/stat after the command's name, which may hold anything.
std::vector<std::string> stat_fields(const std::string& file) {
  const std::string text = read_proc_file(file);
  const std::size_t end = text.rfind(')');
  std::vector<std::string> fields;
  if (end == std::string::npos) return fields;
  std::istringstream rest(text.substr(end + 1));
  for (std::string field; rest >> field;) fields.push_back(field);
  return fields;
}

double cpu_seconds(pid_t pid) {
  const auto fields = stat_fields(fmt::format("/proc/{}/stat", pid));
  if (fields.size() < 13) return 0;
  return (std::stod(fields[11]) + std::stod(fields[12])) / sysconf(_SC_CLK_TCK);
}

// Whether the kernel is ending it, or has: no task goes on (PF_EXITING of Linux, include/linux/sched.h).
bool is_ending(pid_t pid) {
  constexpr unsigned long exiting = 0x4;
  return std::ranges::all_of(list_proc_folder(fmt::format("/proc/{}/task", pid)),
                             [](const std::string& task) {
                               const auto fields = stat_fields(task + "/stat");
                               return fields.size() < 7 || (std::stoul(fields[6]) & exiting) != 0;
                             });
}

struct Usage {
  std::uint64_t private_bytes = 0;  // with page tables, and with what lies in the swap
  std::uint64_t shared_bytes = 0;
  int tasks = 0;
};

Usage read_usage(pid_t pid) {
  std::istringstream stream(read_proc_file(fmt::format("/proc/{}/status", pid)));
  Usage usage;
  std::uint64_t kib = 0;
  for (std::string key; stream >> key; stream.ignore(4096, '\n')) {
    if (key == "RssAnon:" || key == "VmPTE:" || key == "VmSwap:" || key == "HugetlbPages:")
      stream >> kib, usage.private_bytes += kib << 10;
    if (key == "RssShmem:") stream >> kib, usage.shared_bytes = kib << 10;
    if (key == "Threads:") stream >> usage.tasks;
  }
  return usage;
}

}  // namespace

Session::Session(const Sandbox& sandbox, const fs::path& executable, const SharedBuffers& buffers,
                 const Limits& limits, int threads, const std::vector<fs::path>& devices,
                 bool is_watched)
    : sandbox_(sandbox), limits_(limits), threads_(threads), is_watched_(is_watched) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    throw GraderError(fmt::format("cannot make a socket: {}", std::strerror(errno)));
  control_ = Descriptor(ends[0]);
  Descriptor theirs(ends[1]);
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw GraderError(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  printed_ = Descriptor(ends[0]);
  Descriptor writer(ends[1]);
  // A GPU's driver prints what kernels print; simt, which runs them first, has told of it.
  const Descriptor nowhere(open("/dev/null", O_WRONLY | O_CLOEXEC));
  if (nowhere.get() < 0)
    throw GraderError(fmt::format("cannot open /dev/null: {}", std::strerror(errno)));
  const int on = 1;
  setsockopt(control_.get(), SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
  fcntl(printed_.get(), F_SETFL, O_NONBLOCK);

  Jail jail;
  jail.read_only = executable.parent_path();
  jail.is_worker = true;
  jail.is_watched = is_watched;
  jail.limits = limits;
  jail.devices = devices;
  jail.shared_bytes =
      buffers.input_memory().bytes().size() + buffers.output_memory().bytes().size();
  // A thread that waits at a barrier gives up its core after a short spin: on a busy machine the
  // one that it waits for needs that core.
  jail.environment = {{"OMP_NUM_THREADS", std::to_string(threads)},
                      {"OMP_DYNAMIC", "false"},
                      {"OMP_STACKSIZE", fmt::format("{}B", stack_bytes)},
                      {"GOMP_SPINCOUNT", "20000"}};
  if (is_watched) {
    jail.limits.untouched_bytes = shadow_bytes;
    jail.environment.insert(jail.environment.end(), std::begin(watch_environment),
                            std::end(watch_environment));
  }
  worker_.emplace(sandbox.start_worker(jail, {executable.string()},
                                       {{devices.empty() ? writer.get() : nowhere.get(), 1},
                                        {writer.get(), 2},
                                        {theirs.get(), control_fd},
                                        {buffers.input_memory().descriptor(), input_fd},
                                        {buffers.output_memory().descriptor(), output_fd}}));
  theirs.close();
  writer.close();
  const double call_wall_s = std::exchange(limits_.wall_s, std::max(limits_.wall_s, start_limit_s));
  wait_for(MessageKind::ready, 0);
  limits_.wall_s = call_wall_s;
}

Session::~Session() {
  if (worker_) end();
}

void Session::end() {
  signal_worker(SIGKILL);
  if (worker_->launcher.wait(1)) return;
  worker_->launcher.kill();
  worker_->launcher.wait(5);
}

void Session::signal_worker(int signal) {
  syscall(SYS_pidfd_send_signal, worker_->pidfd.get(), signal, nullptr, 0);
}

void Session::fail(VerdictKind kind, std::string detail, std::string message) {
  fail({kind, std::move(detail)}, std::move(message));
}

void Session::fail(Verdict verdict, std::string message) {
  if (failed()) return;
  throw_if_stood_still();
  if (standstill_.was_continued()) give_up();
  verdict_ = std::move(verdict);
  limit_message_ = std::move(message);
  end();
  take_output();
}

// A worker that went on without us seems slow; one that was woken with us seems to have escaped, however short our own
// standstill was.
void Session::throw_if_stood_still() {
  if (standstill_.seconds() > 0) give_up();
}

void Session::give_up() {
  end();
  throw StoodStill(standstill_.seconds());
}

bool Session::watch_works() {
  if (failed()) return false;
  Message message{};
  message.magic = protocol_magic;
  message.kind = MessageKind::probe;
  message.sequence = random_number();
  send_message(message);
  const bool is_ordered = wait_for(MessageKind::done, message.sequence) && races_.empty();
  const bool is_done = wait_for(MessageKind::done, message.sequence);
  const bool has_raced = !races_.empty();
  races_.clear();
  regions_.clear();
  return is_ordered && is_done && has_raced;
}

void Session::prepare(const PlacedCase& placed) {
  if (failed()) return;
  Message message{};
  message.magic = protocol_magic;
  message.kind = MessageKind::prepare;
  message.sequence = random_number();
  message.buffer_count = static_cast<std::uint32_t>(placed.places.size());
  message.parameter_bytes = static_cast<std::uint32_t>(placed.parameters.size());
  std::copy(placed.places.begin(), placed.places.end(), message.buffers);
  std::memcpy(message.parameters, placed.parameters.data(), placed.parameters.size());
  shared_bytes_ = 0;
  for (const auto& place : placed.places) shared_bytes_ += place.pages_bytes;
  check_still_frozen();
  if (failed()) return;
  cores_before_ = read_core_use(worker_->pid);
  thaw();
  send_message(message);
  if (wait_for(MessageKind::ready, message.sequence) && sandbox_.defences().freeze) freeze();
  throw_if_stood_still();
}

CallTime Session::call(bool empty) {
  if (failed()) return {};
  Message message{};
  message.magic = protocol_magic;
  message.kind = empty ? MessageKind::go_empty : MessageKind::go;
  message.sequence = random_number();
  message.threads = team_;
  cpu_before_s_ = cpu_seconds(worker_->pid);
  check_still_frozen();
  if (failed()) return {};
  cores_before_ = read_core_use(worker_->pid);
  const double begin = now_s();
  send_message(message);
  thaw();
  if (!wait_for(MessageKind::done, message.sequence)) return {};
  const double answered_s = stopped_at_s_ = now_s();
  if (sandbox_.defences().freeze) freeze();
  const CallTime time =
      call_time(cores_before_, read_core_use(worker_->pid), stopped_at_s_ - begin, threads_);
  wall_total_s_ += time.wall_s - time.longest_wait_s;
  check_limits(answered_s - begin);
  take_output();
  if (wall_total_s_ > limits_.session_wall_s)
    fail(VerdictKind::time_limit, "wall",
         fmt::format("all calls together took more than {:.0f} s", limits_.session_wall_s));
  throw_if_stood_still();
  return time;
}

void Session::thaw() {
  if (!frozen_) return;
  frozen_ = false;
  signal_worker(SIGCONT);
}

// The kernel accounts for a turn when it ends, or at the next tick: a task whose core the host
// takes just before it leaves it seems to run for milliseconds after it was seen to stand still.
// One that has had no turn since has not run.
void Session::check_still_frozen() {
  if (!frozen_) return;
  const std::int64_t ran_ns = run_time_ns() - frozen_run_time_ns_;
  const bool may_have_run = frozen_turns_.empty() || read_turns(worker_->pid) != frozen_turns_;
  if (!all_tasks_stopped() || (may_have_run && ran_ns > freeze_slack_ns))
    fail(VerdictKind::protocol_error, "ran while frozen",
         fmt::format("the program found a way to run while it was stopped: for {:.3f} ms",
                     static_cast<double>(ran_ns) * 1e-6));
}

// Nanoseconds that the worker has run, those of threads that have ended included; the same from
// one moment to the next only while nothing of it runs.
std::int64_t Session::run_time_ns() const {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(worker_->pid, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

bool Session::all_tasks_stopped() const {
  for (const std::string& task : list_proc_folder(fmt::format("/proc/{}/task", worker_->pid))) {
    const auto fields = stat_fields(task + "/stat");
    if (!fields.empty() && fields[0] != "T" && fields[0] != "Z" && fields[0] != "X") return false;
  }
  return true;
}

// A task that is stopped may still be leaving its core.
bool Session::stands_still() {
  if (!all_tasks_stopped()) return false;
  const std::int64_t before = run_time_ns();
  frozen_turns_ = read_turns(worker_->pid);
  frozen_run_time_ns_ = run_time_ns();
  return frozen_run_time_ns_ == before;
}

void Session::freeze() {
  if (failed() || frozen_) return;
  signal_worker(SIGSTOP);
  frozen_ = true;
  const double begin = now_s();
  while (!stands_still()) {
    if (now_s() - begin > freeze_limit_s)
      return fail(VerdictKind::protocol_error, "could not be frozen");
    std::this_thread::yield();
  }
  stopped_at_s_ = now_s();
}

void Session::send_message(const Message& message) {
  if (send(control_.get(), &message, sizeof message, MSG_NOSIGNAL) != sizeof message) judge_end();
}

// Receives until the expected message is there or the worker has failed. A fault report is kept;
// any other message that was not asked for is a protocol error.
bool Session::wait_for(MessageKind kind, std::uint64_t sequence) {
  const double begin = now_s();
  while (!failed()) {
    pollfd events[] = {{control_.get(), POLLIN, 0},
                       {printed_.get(), POLLIN, 0},
                       {worker_->launcher.pidfd(), POLLIN, 0}};
    poll(events, 3, tick_ms);
    // What has been said was said in time, however late it is read.
    if (!(events[0].revents & POLLIN)) check_limits(now_s() - begin);
    if (events[0].revents & POLLIN) {
      Message message{};
      iovec part{&message, sizeof message};
      alignas(cmsghdr) char credentials[CMSG_SPACE(sizeof(ucred))];
      msghdr header{};
      header.msg_iov = &part;
      header.msg_iovlen = 1;
      header.msg_control = credentials;
      header.msg_controllen = sizeof credentials;
      const ssize_t size = recvmsg(control_.get(), &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
      if (size > 0) {
        const cmsghdr* control = CMSG_FIRSTHDR(&header);
        pid_t sender = -1;
        if (control != nullptr && control->cmsg_type == SCM_CREDENTIALS) {
          ucred from{};
          std::memcpy(&from, CMSG_DATA(control), sizeof from);
          sender = from.pid;
        }
        const bool is_whole = size == sizeof message && message.magic == protocol_magic;
        if (is_whole && take_report(message)) {
          continue;
        } else if (is_whole && message.kind == kind && message.sequence == sequence &&
                   sender == worker_->pid) {
          regions_begun_ = message.regions;
          return true;
        } else {
          fail(VerdictKind::protocol_error, "",
               "the program sent a message that was not asked for on the grader's socket");
        }
        continue;
      }
    }
    if (events[1].revents & POLLIN) take_output();
    if (events[2].revents & POLLIN || events[0].revents & POLLHUP) judge_end();
  }
  return false;
}

// Whether the message is one that a worker may send at any time, which is kept then.
bool Session::take_report(const Message& message) {
  if (message.kind == MessageKind::fault && ++faults_ <= limits_.tasks) {
    if (!fault_) fault_ = message.fault;  // several threads may fault at once
    return true;
  }
  if (message.kind == MessageKind::race && is_watched_ && races_.size() < max_races) {
    races_.push_back(message.race);
    return true;
  }
  if (message.kind == MessageKind::region && is_watched_ && regions_.size() < 2 * max_regions) {
    regions_.push_back(message.region);
    return true;
  }
  return false;
}

void Session::take_output() {
  char buffer[16384];
  ssize_t count = 0;
  while ((count = read(printed_.get(), buffer, sizeof buffer)) > 0) {
    const std::size_t room = limits_.output_bytes - std::min(limits_.output_bytes, output_.size());
    output_.append(buffer, std::min<std::size_t>(room, count));
    if (static_cast<std::size_t>(count) > room)
      return fail(VerdictKind::output_limit, "",
                  fmt::format("printed more than {} KiB", limits_.output_bytes >> 10));
  }
}

void Session::check_limits(double wall_s) {
  if (failed()) return;
  const double cpu_total_s = cpu_seconds(worker_->pid);
  const double cpu_s = cpu_total_s - cpu_before_s_;
  const Usage usage = read_usage(worker_->pid);
  const std::uint64_t used_bytes =
      usage.private_bytes + (usage.shared_bytes - std::min(usage.shared_bytes, shared_bytes_));
  if (cpu_s > limits_.cpu_s)
    return fail(
        VerdictKind::time_limit, "cpu",
        fmt::format("used {:.1f} s of CPU in one call, of at most {:.0f} s", cpu_s, limits_.cpu_s));
  if (cpu_total_s > limits_.session_cpu_s)
    return fail(
        VerdictKind::time_limit, "cpu",
        fmt::format("all calls together used more than {:.0f} s of CPU", limits_.session_cpu_s));
  if (used_bytes > limits_.memory_bytes)
    return fail(VerdictKind::memory_limit, "",
                fmt::format("used {} MiB of memory of its own, of at most {} MiB", used_bytes >> 20,
                            limits_.memory_bytes >> 20));
  if (usage.tasks > limits_.tasks)
    return fail(VerdictKind::process_limit, "",
                fmt::format("started {} threads, of at most {}", usage.tasks, limits_.tasks));
  if (wall_s > limits_.wall_s) check_wall_limit(wall_s, cpu_s);
}

// Waiting for a core is the machine's fault, and so is a judge that has none; but a machine that
// hardly runs a program cannot grade.
void Session::check_wall_limit(double wall_s, double cpu_s) {
  constexpr double most_patience = 10;
  const CoreUse now = read_core_use(worker_->pid);
  const CallTime call = call_time(cores_before_, now, wall_s, threads_);
  const double judge_waited_s = now.judge_waited_s - cores_before_.judge_waited_s;
  const double own_s = wall_s - call.longest_wait_s - call.stolen_s - judge_waited_s;
  if (own_s <= limits_.wall_s && wall_s <= most_patience * limits_.wall_s) return;
  fail(VerdictKind::time_limit, "wall",
       fmt::format("ran for {:.1f} s in one call, of at most {:.0f} s, and used {:.1f} s of CPU{}",
                   own_s, limits_.wall_s, cpu_s,
                   cpu_s < own_s / 2 ? ": it waits for something" : ""));
}

// The worker is gone: tells from the kernel's word, and from its last message, what ended it.
void Session::judge_end() {
  if (failed()) return;
  const double begin = now_s();
  auto status = worker_->launcher.wait(5);
  while (!status && is_ending(worker_->pid) && now_s() - begin < end_limit_s)
    status = worker_->launcher.wait(1);
  if (!status) return fail(VerdictKind::no_result, "closed the grader's socket");
  for (Message message{};
       recv(control_.get(), &message, sizeof message, MSG_DONTWAIT) == sizeof message;)
    if (message.magic == protocol_magic) take_report(message);
  if (worker_->cgroup && worker_->cgroup->ran_out_of_memory())
    return fail(VerdictKind::memory_limit, "",
                fmt::format("used all of its {} MiB of memory", limits_.memory_bytes >> 20));
  if (!status->signalled()) return fail({VerdictKind::no_result, {}, status->code});
  if (status->signal() == SIGSYS && fault_ && fault_->signal == SIGSYS) {
    if (starts_process(fault_->system_call))
      return fail(VerdictKind::process_limit, "",
                  "tried to start a process; only threads are allowed");
    if (opens_file(fault_->system_call))
      return fail(VerdictKind::file_limit, "",
                  "tried to create or to write to a file; no lab needs one: print instead");
    return fail(VerdictKind::forbidden_call, system_call_name(fault_->system_call));
  }
  fail(VerdictKind::no_result, signal_name(status->signal()));
}

}  // namespace warplab
