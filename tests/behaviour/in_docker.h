// Commands with what Docker leaves to root in a container that was started without options: `docker run`.
//
// Their own processes, network and names; the 14 capabilities, and no others; and of its seccomp profile
// (github.com/moby/profiles, seccomp/default.json) what it refuses in that case. bubblewrap as root makes it, with no
// user namespace, as Docker has none. Files are this machine's, so that what was built can be run; /tmp and /run have
// nothing but the checkout, if it lies there.
//
// The filter that Docker 28.5.2 loads refuses the same calls, of those that Linux still has. What that one does not know,
// and answers with ENOSYS, is let through here.
#pragma once

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/personality.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string>

#include "autograder/sandbox/descriptor.h"
#include "tests/checkout.h"
#include "tests/run_command.h"

namespace warplab {

// The profile as BPF, in a file.
inline std::filesystem::path docker_profile() {
  const scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  for (const std::uint32_t way : {SCMP_ARCH_X86, SCMP_ARCH_X32}) seccomp_arch_add(filter, way);
  const auto refuse = [&](const char* call, int error, auto... conditions) {
    const int number = seccomp_syscall_resolve_name(call);
    if (number != __NR_SCMP_ERROR)
      seccomp_rule_add(filter, SCMP_ACT_ERRNO(static_cast<std::uint32_t>(error)), number,
                       sizeof...(conditions), conditions...);
  };
  std::istringstream refused(
      "acct add_key bpf clock_settime delete_module fanotify_init finit_module fsconfig "
      "fsmount fsopen fspick get_mempolicy init_module io_uring_enter io_uring_register "
      "io_uring_setup ioperm iopl kcmp kexec_file_load kexec_load keyctl lookup_dcookie "
      "mbind migrate_pages mount mount_setattr move_mount move_pages open_by_handle_at "
      "open_tree perf_event_open pidfd_getfd pivot_root process_madvise quotactl "
      "quotactl_fd reboot request_key set_mempolicy set_mempolicy_home_node "
      "setdomainname sethostname setns settimeofday swapoff swapon sysfs syslog umount2 "
      "unshare uselib userfaultfd ustat vhangup");
  for (std::string call; refused >> call;) refuse(call.c_str(), EPERM);
  for (const std::uint64_t each : {CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC,
                                   CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET})
    refuse("clone", EPERM, scmp_arg_cmp{0, SCMP_CMP_MASKED_EQ, each, each});
  refuse("clone3", ENOSYS);
  // Of what there is to ask for, nothing but the usual, 32 bits and another name of the system is let through.
  for (std::uint64_t bit = 1; bit < 0x80000000; bit <<= 1)
    if (bit != PER_LINUX32 && bit != UNAME26)
      refuse("personality", EPERM, scmp_arg_cmp{0, SCMP_CMP_MASKED_EQ, bit | 0x80000000, bit});
  refuse("socket", EPERM, scmp_arg_cmp{0, SCMP_CMP_EQ, AF_VSOCK, 0});
  const std::filesystem::path file = std::filesystem::path(checkout::build) / "test-grades" /
                                     ("docker-profile-" + std::to_string(getpid()));
  std::filesystem::create_directories(file.parent_path());
  const Descriptor written(
      open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR));
  const int outcome = seccomp_export_bpf(filter, written.get());
  seccomp_release(filter);
  if (outcome != 0) throw std::runtime_error("cannot write " + file.string());
  return file;
}

// `more` are capabilities besides, as setpriv takes them: ",+sys_admin".
inline CommandRun run_in_docker(const std::string& line, const std::string& more = "") {
  const std::filesystem::path profile = docker_profile();
  std::string binds;
  for (const char* folder : {checkout::root, checkout::build})
    binds += fmt::format(" --bind {0} {0}", quoted(folder));
  const CommandRun run = run_command(
      "exec bwrap --unshare-pid --unshare-ipc --unshare-net --unshare-uts --as-pid-1"
      " --bind / / --dev /dev --proc /proc --ro-bind /sys /sys --tmpfs /tmp --tmpfs /run" +
      binds +
      " --seccomp 9 -- setpriv --inh-caps -all --ambient-caps -all --bounding-set"
      " -all,+chown,+dac_override,+fsetid,+fowner,+mknod,+net_raw,+setgid,+setuid,+setfcap,"
      "+setpcap,+net_bind_service,+sys_chroot,+kill,+audit_write" +
      more + " -- sh -c " + quoted(line) + " 9< " + quoted(profile.string()));
  std::filesystem::remove(profile);
  return run;
}

// Why there is no such container on this machine; empty where there is.
inline std::string why_no_docker() {
  const CommandRun run = run_in_docker("true");
  return run.code == 0 ? "" : "cannot imitate Docker: " + run.output;
}

}  // namespace warplab
