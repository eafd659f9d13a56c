#include "autograder/sandbox/seccomp_filter.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/futex.h>
#include <linux/prctl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "autograder/sandbox/process.h"

namespace warplab {
namespace {

// What a student's worker may call whatever the arguments are: its own memory, threads, clocks and
// signals, and looking at files. execve is here because the sandbox itself needs it to start the
// worker; what is executed afterwards is as confined as the worker was.
constexpr const char* allowed_calls[] = {
    // memory
    "brk", "munmap", "mprotect", "mremap",
    // files, and the judge's socket
    "read", "readv", "pread64", "write", "writev", "pwrite64", "lseek", "stat", "fstat", "lstat",
    "newfstatat", "statx", "statfs", "fstatfs", "access", "faccessat", "faccessat2", "readlink",
    "readlinkat", "getcwd", "chdir", "fchdir", "getdents", "getdents64", "dup", "ftruncate",
    "fallocate", "sendto", "recvfrom", "poll", "ppoll", "select", "pselect6",
    // time
    "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time",
    "times", "alarm", "setitimer", "getitimer",
    // threads and signals
    "set_tid_address", "set_robust_list", "get_robust_list", "rseq", "sched_yield",
    "sched_getaffinity", "getcpu", "exit", "exit_group", "rt_sigaction", "rt_sigprocmask",
    "rt_sigreturn", "rt_sigpending", "rt_sigtimedwait", "rt_sigsuspend", "rt_sigqueueinfo",
    "sigaltstack", "restart_syscall", "pause", "kill", "tkill", "tgkill",
    // asking who and where one is
    "getpid", "gettid", "getppid", "getuid", "geteuid", "getgid", "getegid", "getpgrp", "getpgid",
    "getsid", "uname", "sysinfo", "getrusage", "getrlimit", "setrlimit", "prlimit64", "getrandom",
    "arch_prctl", "execve"};

// What reaches beyond a process, or beyond what the kernel checks for everybody.
constexpr const char* reaching_far[] = {"ptrace",
                                        "process_vm_readv",
                                        "process_vm_writev",
                                        "kcmp",
                                        "mount",
                                        "umount2",
                                        "pivot_root",
                                        "chroot",
                                        "move_mount",
                                        "open_tree",
                                        "fsopen",
                                        "fsmount",
                                        "fsconfig",
                                        "fspick",
                                        "mount_setattr",
                                        "unshare",
                                        "setns",
                                        "keyctl",
                                        "add_key",
                                        "request_key",
                                        "bpf",
                                        "perf_event_open",
                                        "userfaultfd",
                                        "io_uring_setup",
                                        "io_uring_enter",
                                        "io_uring_register",
                                        "memfd_secret",
                                        "name_to_handle_at",
                                        "open_by_handle_at",
                                        "init_module",
                                        "finit_module",
                                        "delete_module",
                                        "kexec_load",
                                        "kexec_file_load",
                                        "reboot",
                                        "swapon",
                                        "swapoff",
                                        "acct",
                                        "quotactl",
                                        "personality",
                                        "pidfd_getfd",
                                        "shmget",
                                        "msgget",
                                        "semget",
                                        "mq_open",
                                        "mq_notify",
                                        "timer_create"};

constexpr std::uint64_t lower_half = 0xffffffff;
constexpr std::uint64_t all_namespaces[] = {CLONE_NEWNS,  CLONE_NEWCGROUP, CLONE_NEWUTS,
                                            CLONE_NEWIPC, CLONE_NEWUSER,   CLONE_NEWPID,
                                            CLONE_NEWNET};
constexpr std::uint64_t namespaces = std::accumulate(
    std::begin(all_namespaces), std::end(all_namespaces), std::uint64_t{0}, std::bit_or<>());

void require(int outcome, const char* what) {
  if (outcome < 0) throw GraderError(fmt::format("seccomp: {}: error {}", what, -outcome));
}

// The masked bits of argument number `argument` equal `value`. With the lower half as mask it is
// how an int has to be compared: the kernel does not see the upper one.
scmp_arg_cmp bits(unsigned argument, std::uint64_t mask, std::uint64_t value) {
  return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}
scmp_arg_cmp is_int(unsigned argument, std::uint64_t value) {
  return bits(argument, lower_half, value & lower_half);
}

Descriptor memory_file() {
  Descriptor file(memfd_create("warplab-seccomp", MFD_CLOEXEC));
  if (!file) throw GraderError("seccomp: memfd_create failed");
  return file;
}

class Filter {
 public:
  Filter(std::uint32_t otherwise, std::uint32_t rule)
      : context_(seccomp_init(otherwise), seccomp_release), rule_(rule) {
    if (!context_) throw GraderError("seccomp: cannot make a filter");
    // 32-bit calls, by their own entry to the kernel, mean something else than their numbers say.
    require(seccomp_attr_set(context_.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_TRAP), "bad arch");
    // A binary search, not one comparison after the other.
    require(seccomp_attr_set(context_.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2), "optimise");
  }
  // The rule for a call if all of `conditions` hold. A call that this libseccomp does not know gets
  // the default.
  void add(const char* name, const std::vector<scmp_arg_cmp>& conditions = {}) {
    add(rule_, name, conditions);
  }
  void add(std::uint32_t action, const char* name, const std::vector<scmp_arg_cmp>& conditions) {
    const int number = seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR) return;
    require(seccomp_rule_add_array(context_.get(), action, number,
                                   static_cast<unsigned>(conditions.size()), conditions.data()),
            name);
  }
  // clone3 keeps its flags in memory, where no filter sees them.
  void hide_clone3() { add(SCMP_ACT_ERRNO(ENOSYS), "clone3", {}); }
  std::string program() const {
    const Descriptor file = memory_file();
    require(seccomp_export_bpf(context_.get(), file.get()), "export");
    std::string program(static_cast<std::size_t>(lseek(file.get(), 0, SEEK_END)), '\0');
    if (pread(file.get(), program.data(), program.size(), 0) !=
        static_cast<ssize_t>(program.size()))
      throw GraderError("seccomp: cannot read the filter");
    return program;
  }

 private:
  std::unique_ptr<void, void (*)(void*)> context_;
  std::uint32_t rule_;
};

// Private memory, or one of the judge's two. No huge pages, which the judge's account of memory
// does not have.
void allow_mappings(Filter& filter) {
  filter.add("mmap", {bits(3, MAP_SHARED | MAP_HUGETLB, 0)});
  for (const int file : {first_shared_fd, first_shared_fd + 1})
    filter.add("mmap", {bits(3, MAP_SHARED | MAP_HUGETLB | MAP_ANONYMOUS, MAP_SHARED),
                        is_int(4, static_cast<std::uint64_t>(file))});
  // The C library maps a table of its own in this way, and reads it where it may not.
  for (const scmp_arg_cmp& file : {scmp_arg_cmp{4, SCMP_CMP_LT, first_shared_fd, 0},
                                   scmp_arg_cmp{4, SCMP_CMP_GT, first_shared_fd + 1, 0}})
    filter.add(SCMP_ACT_ERRNO(EACCES), "mmap",
               {is_int(2, PROT_READ), bits(3, MAP_SHARED, MAP_SHARED), file});
  // Not to merge pages with other processes, which shows what those hold, and not to punch holes.
  for (const int advice : {MADV_NORMAL, MADV_RANDOM, MADV_SEQUENTIAL, MADV_WILLNEED, MADV_DONTNEED,
                           MADV_FREE, MADV_HUGEPAGE, MADV_NOHUGEPAGE, MADV_DONTDUMP, MADV_DODUMP,
                           MADV_POPULATE_READ, MADV_POPULATE_WRITE})
    filter.add("madvise", {is_int(2, static_cast<std::uint64_t>(advice))});
}

// The descriptors of the judge's memories stay what they are: a call that closes or replaces a
// descriptor is allowed where some bit but the lowest differs from theirs.
void allow_on_other_descriptors(Filter& filter, const char* name, unsigned argument) {
  static_assert(first_shared_fd % 2 == 0);
  for (int bit = 1; bit < 32; ++bit) {
    const std::uint64_t mask = std::uint64_t{1} << bit;
    filter.add(name, {bits(argument, mask, ~std::uint64_t{first_shared_fd} & mask)});
  }
}

// Reading only: there is nothing to write to, and the message can say so.
void allow_files(Filter& filter) {
  filter.add("open", {bits(1, O_ACCMODE | O_CREAT, O_RDONLY)});
  filter.add("openat", {bits(2, O_ACCMODE | O_CREAT, O_RDONLY)});
  allow_on_other_descriptors(filter, "close", 0);
  allow_on_other_descriptors(filter, "dup2", 1);
  allow_on_other_descriptors(filter, "dup3", 1);
  for (const int command : {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL})
    filter.add("fcntl", {is_int(1, static_cast<std::uint64_t>(command))});
  // A descriptor that sends signals could wake a frozen worker.
  filter.add("fcntl", {is_int(1, F_SETFL), bits(2, O_ASYNC, 0)});
  // Is it a terminal, and how wide?
  for (const unsigned long request : {TCGETS, TIOCGWINSZ, FIONREAD})
    filter.add("ioctl", {is_int(1, request)});
}

// Threads, each with the memory, descriptors and signal handlers of all. One that waits in vfork
// could not be stopped.
void allow_threads(Filter& filter) {
  filter.add("clone", {bits(0, CLONE_THREAD | CLONE_FILES | CLONE_VFORK | namespaces,
                            CLONE_THREAD | CLONE_FILES)});
  for (const int operation : {FUTEX_WAIT, FUTEX_WAKE, FUTEX_REQUEUE, FUTEX_CMP_REQUEUE,
                              FUTEX_WAKE_OP, FUTEX_WAIT_BITSET, FUTEX_WAKE_BITSET})
    filter.add("futex",
               {bits(1, lower_half & ~std::uint64_t{FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME},
                     static_cast<std::uint64_t>(operation))});
  for (const int option : {PR_SET_NAME, PR_GET_NAME, PR_SET_VMA})
    filter.add("prctl", {is_int(0, static_cast<std::uint64_t>(option))});
}

// LLVM's OpenMP runtime notes itself in /dev/shm, or else in /tmp, or else in its environment.
void refuse_to_make_files(Filter& filter) {
  filter.add(SCMP_ACT_ERRNO(EACCES), "open", {bits(1, O_CREAT, O_CREAT)});
  filter.add(SCMP_ACT_ERRNO(EACCES), "openat", {bits(2, O_CREAT, O_CREAT)});
  for (const char* call : {"unlink", "unlinkat"}) filter.add(SCMP_ACT_ERRNO(EACCES), call, {});
}

// Threads bound to one core wait for each other. The judge cannot tell that from waiting for other
// programs, and takes it off their time. Programs that bind threads go on without. LLVM's OpenMP
// runtime tries it as well, but where nothing is measured.
void refuse_to_choose_cores(Filter& filter) {
  filter.add(SCMP_ACT_ERRNO(EPERM), "sched_setaffinity", {});
}

std::string student_filter(bool is_watched) {
  Filter filter(SCMP_ACT_TRAP, SCMP_ACT_ALLOW);
  for (const char* name : allowed_calls) filter.add(name);
  allow_mappings(filter);
  allow_files(filter);
  allow_threads(filter);
  filter.hide_clone3();
  if (is_watched) {
    filter.add("sched_setaffinity");
    refuse_to_make_files(filter);
  } else {
    refuse_to_choose_cores(filter);
  }
  return filter.program();
}

Filter filter_of_trusted_code() {
  Filter filter(SCMP_ACT_ALLOW, SCMP_ACT_ERRNO(EPERM));
  for (const char* name : reaching_far) filter.add(name);
  filter.hide_clone3();
  return filter;
}

std::string driver_filter() {
  Filter filter = filter_of_trusted_code();
  for (const char* name : {"fork", "vfork", "socketpair"}) filter.add(name);
  filter.add("clone", {bits(0, CLONE_THREAD, 0)});
  filter.add("clone", {bits(0, CLONE_VFORK, CLONE_VFORK)});
  filter.add("prctl", {is_int(0, PR_SET_PDEATHSIG)});
  filter.add("fcntl", {is_int(1, F_SETSIG)});
  return filter.program();
}

std::string tool_filter() {
  Filter filter = filter_of_trusted_code();
  // A pair of datagram sockets sends to any other by its name.
  for (const char* name : {"socket", "socketpair"}) filter.add(name);
  for (const std::uint64_t each : all_namespaces) filter.add("clone", {bits(0, each, each)});
  return filter.program();
}

}  // namespace

Descriptor filter_for(Tenant tenant) {
  static const std::string for_students = student_filter(false),
                           for_watched_students = student_filter(true),
                           for_drivers = driver_filter(), for_tools = tool_filter();
  const std::string& program = tenant == Tenant::student           ? for_students
                               : tenant == Tenant::watched_student ? for_watched_students
                               : tenant == Tenant::driver          ? for_drivers
                                                                   : for_tools;
  Descriptor file = memory_file();
  if (write(file.get(), program.data(), program.size()) != static_cast<ssize_t>(program.size()))
    throw GraderError("seccomp: cannot write the filter");
  lseek(file.get(), 0, SEEK_SET);
  return file;
}

bool starts_process(int system_call) {
  return system_call == SCMP_SYS(fork) || system_call == SCMP_SYS(vfork) ||
         system_call == SCMP_SYS(clone);
}

bool opens_file(int system_call) {
  return system_call == SCMP_SYS(open) || system_call == SCMP_SYS(openat);
}

std::string system_call_name(int system_call) {
  if (system_call == -1) return "a 32-bit system call";
  const std::unique_ptr<char, void (*)(void*)> name(
      seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, system_call), std::free);
  return name ? std::string(name.get()) : fmt::format("system call {}", system_call);
}

}  // namespace warplab
