#include "autograder/sandbox/seccomp_filter.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#include <cerrno>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "autograder/sandbox/process.h"

namespace warplab {
namespace {

// Trapped whatever the arguments are. execve is not here: the sandbox itself needs it to start the
// worker, and what is executed afterwards is as confined as the worker was.
constexpr const char* trapped_calls[] = {"fork",
                                         "vfork",
                                         "socket",
                                         "socketpair",
                                         "ptrace",
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
                                         "memfd_create",
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

void require(int outcome, const char* what) {
  if (outcome < 0) throw GraderError(fmt::format("seccomp: {}: error {}", what, -outcome));
}

}  // namespace

Descriptor worker_filter(Tenant tenant) {
  const bool is_driver = tenant == Tenant::driver;
  const std::uint32_t refusal = is_driver ? SCMP_ACT_ERRNO(EPERM) : SCMP_ACT_TRAP;
  std::unique_ptr<void, void (*)(void*)> filter(seccomp_init(SCMP_ACT_ALLOW), seccomp_release);
  if (!filter) throw GraderError("seccomp: cannot make a filter");
  for (const std::string_view name : trapped_calls) {
    if (is_driver && (name == "memfd_create" || name == "socket")) continue;
    const int number = seccomp_syscall_resolve_name(name.data());
    if (number == __NR_SCMP_ERROR) continue;  // unknown to this libseccomp, so to this kernel's age
    require(seccomp_rule_add(filter.get(), refusal, number, 0), name.data());
  }
  require(seccomp_rule_add(filter.get(), refusal, SCMP_SYS(clone), 1,
                           SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0)),
          "clone");
  // A thread that waits in vfork cannot be stopped.
  require(seccomp_rule_add(filter.get(), refusal, SCMP_SYS(clone), 1,
                           SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_VFORK, CLONE_VFORK)),
          "clone");
  require(seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0), "clone3");
  // The worker dies with its launcher, and cannot choose otherwise.
  require(seccomp_rule_add(filter.get(), refusal, SCMP_SYS(prctl), 1,
                           SCMP_A0(SCMP_CMP_EQ, PR_SET_PDEATHSIG)),
          "prctl");
  // Like timer_create, a way to have SIGCONT sent while the worker is frozen.
  require(seccomp_rule_add(filter.get(), refusal, SCMP_SYS(fcntl), 1,
                           SCMP_A1(SCMP_CMP_EQ, F_SETSIG)),
          "fcntl");

  Descriptor program(memfd_create("warplab-seccomp", MFD_CLOEXEC));
  if (!program) throw GraderError("seccomp: memfd_create failed");
  require(seccomp_export_bpf(filter.get(), program.get()), "export");
  lseek(program.get(), 0, SEEK_SET);
  return program;
}

bool starts_process(int system_call) {
  return system_call == SCMP_SYS(fork) || system_call == SCMP_SYS(vfork) ||
         system_call == SCMP_SYS(clone);
}

std::string system_call_name(int system_call) {
  const std::unique_ptr<char, void (*)(void*)> name(
      seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, system_call), std::free);
  return name ? std::string(name.get()) : fmt::format("system call {}", system_call);
}

}  // namespace warplab
