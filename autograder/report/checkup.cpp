#include "autograder/report/checkup.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "autograder/report/sanitize.h"
#include "common/wrap.h"

namespace warplab {
namespace {

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
constexpr std::uint64_t gibibyte = std::uint64_t{1} << 30;
// A submission may take 2 GiB, and the judge has a large photograph several times.
constexpr std::uint64_t enough_memory = 3 * gibibyte;
constexpr std::uint64_t least_memory = gibibyte;
constexpr std::uint64_t least_disk = 512 * mebibyte;

CheckupRow there(const char* name, std::string text) {
  return {name, CheckupState::ok, std::move(text), ""};
}

CheckupRow absent(const char* name, CheckupState state, std::string text, std::string mend = "") {
  return {name, state, std::move(text), std::move(mend)};
}

std::string install(const char* packages) {
  return fmt::format("sudo apt-get install {}", packages);
}

std::string size_text(std::uint64_t bytes) {
  if (bytes < gibibyte) return fmt::format("{} MiB", bytes / mebibyte);
  return fmt::format("{:.1f} GiB", static_cast<double>(bytes) / static_cast<double>(gibibyte));
}

// The setting that keeps bubblewrap from making namespaces, of those that are known.
CheckupRow sandbox_row(const CheckupFacts& facts) {
  const auto missing = [](std::string text, std::string mend) {
    return absent("sandbox", CheckupState::missing, std::move(text), std::move(mend));
  };
  if (facts.sandbox_failure.empty() && !facts.bubblewrap.empty())
    return there("sandbox", fmt::format("bubblewrap {}, in user namespaces", facts.bubblewrap));
  if (facts.container_failure && facts.container_failure->empty())
    return absent("sandbox", CheckupState::limited,
                  "no bubblewrap; the weaker one of a container can be used",
                  "warplab grade --sandbox container (docs/security.md)");
  if (facts.bubblewrap.empty())
    return missing("bubblewrap is not installed: nothing is graded", install("bubblewrap"));
  // AppArmor lets bubblewrap make a namespace, and then takes its rights. A container, which shows
  // the setting of its host, lets it make none.
  if (facts.apparmor.value_or(0) != 0 && facts.may_make_namespaces)
    return missing("AppArmor keeps programs from making sandboxes",
                   "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0");
  if (facts.clone.value_or(1) == 0)
    return missing("user namespaces are for root alone here",
                   "sudo sysctl kernel.unprivileged_userns_clone=1");
  if (facts.most_user.value_or(1) == 0)
    return missing("there may be no user namespaces here",
                   "sudo sysctl user.max_user_namespaces=10000");
  if (facts.container_failure)
    return missing(
        facts.sandbox_failure,
        fmt::format("docker run --privileged; container's sandbox: {}", *facts.container_failure));
  return missing(facts.sandbox_failure,
                 "in a container: podman run --privileged, docker run --privileged");
}

CheckupRow seccomp_row(const CheckupFacts& facts) {
  if (facts.has_seccomp) return there("seccomp", "system calls are filtered");
  return absent("seccomp", CheckupState::missing,
                "the kernel filters no system calls: nothing is graded",
                "use a kernel with CONFIG_SECCOMP_FILTER");
}

CheckupRow control_groups_row(const CheckupFacts& facts) {
  if (facts.has_control_groups) return there("cgroups", "version 2: the kernel holds memory");
  return absent("cgroups", CheckupState::limited,
                "not needed: memory is looked at instead, and limits hold");
}

CheckupRow cores_row(const CheckupFacts& facts) {
  const std::string text =
      fmt::format("{} of {} for this process", facts.cores, facts.cores_of_machine);
  if (facts.cores > 1) return there("cores", text);
  return absent("cores", CheckupState::limited, text + ": threads share it, times scatter",
                "give this machine, or this container, a second core");
}

// What the kernel says of the clock and of how fast cores may run, and what a tenth of a second showed.
CheckupRow clock_row(const CheckupFacts& facts) {
  constexpr double slow_ns = 500, much = 0.1;
  const std::string source = facts.clock_source.empty() ? "unknown" : facts.clock_source;
  const std::string read = fmt::format("{}, read in {:.0f} ns", source, facts.clock_ns);
  if (facts.governor == "powersave")
    return absent("clock", CheckupState::limited, source + "; cores save power: times scatter",
                  "echo performance | sudo tee /sys/bus/cpu/devices/*/*/scaling_governor");
  if (facts.clock_ns > slow_ns)
    return absent("clock", CheckupState::limited, read + ", which is slow: short times scatter",
                  "boot with clocksource=tsc, where the processor has a steady one");
  if (facts.taken > much)
    return absent(
        "clock", CheckupState::limited,
        fmt::format("{}; others took {:.0f} % of the time: times scatter", read, 100 * facts.taken),
        "grade while the machine has nothing else to do");
  if (facts.is_virtual)
    return there("clock", read + "; a virtual machine: its host may take cores away");
  return there("clock", facts.governor.empty() ? read : read + ", " + facts.governor);
}

CheckupRow gcc_row(const CheckupFacts& facts) {
  if (!facts.gcc.empty()) return there("gcc", facts.gcc);
  return absent("gcc", CheckupState::missing, "nothing is compiled, so nothing is graded",
                install("g++"));
}

CheckupRow cuda_row(const CheckupFacts& facts) {
  CheckupRow row = absent("CUDA", CheckupState::limited,
                          "no compiler: labs for the GPU cannot be graded", install("clang-19"));
  if (!facts.clang.empty()) row = there("CUDA", "clang " + facts.clang + " compiles .cu files");
  if (!facts.nvcc.empty()) row = there("CUDA", "nvcc " + facts.nvcc + " compiles .cu files");
  row.is_for_gpu_labs = true;
  return row;
}

CheckupRow race_row(const CheckupFacts& facts) {
  if (!facts.has_race_packages)
    return absent("races", CheckupState::missing, "of OpenMP threads are not looked for",
                  install("clang-19 libclang-rt-19-dev libomp-19-dev"));
  if (!facts.has_fixed_addresses)
    return absent("races", CheckupState::limited,
                  "of OpenMP threads are not looked for in this container",
                  "docker run --security-opt seccomp=unconfined");
  if (facts.race_failure.empty())
    return there("races", "of OpenMP threads are found: ThreadSanitizer, Archer");
  return absent("races", CheckupState::missing, facts.race_failure);
}

CheckupRow gpu_row(const CheckupFacts& facts) {
  if (facts.gpu.empty())
    return absent("GPU", CheckupState::limited,
                  "none needed: simt runs labs for the GPU, times are modelled");
  if (facts.driver.empty()) return there("GPU", facts.gpu);
  return there("GPU", fmt::format("{}, driver {}", facts.gpu, facts.driver));
}

CheckupRow memory_row(const CheckupFacts& facts) {
  if (!facts.memory)
    return absent("memory", CheckupState::limited, "it is not known how much is free",
                  "mount /proc");
  const std::string text = size_text(*facts.memory) + " free";
  if (*facts.memory >= enough_memory) return there("memory", text);
  return absent("memory",
                *facts.memory >= least_memory ? CheckupState::limited : CheckupState::missing,
                fmt::format("{}, and grading may take {}", text, size_text(enough_memory)),
                "end other programs, or take a larger machine");
}

CheckupRow disk_row(const CheckupFacts::Disk& disk) {
  const std::string& name = disk.folder;
  if (!disk.free)
    return absent(name.c_str(), CheckupState::missing, "this folder is not there", "make build");
  if (!disk.runs_programs)
    return absent(name.c_str(), CheckupState::missing,
                  "mounted with noexec: what is compiled cannot be run",
                  "sudo mount -o remount,exec " + name);
  const std::string text = size_text(*disk.free) + " free";
  if (*disk.free >= least_disk) return there(name.c_str(), text);
  return absent(name.c_str(), CheckupState::missing,
                fmt::format("{}, and grading may take {}", text, size_text(least_disk)),
                "remove files from that disk");
}

}  // namespace

std::string name_of(CheckupState state) {
  if (state == CheckupState::ok) return "ok";
  return state == CheckupState::limited ? "limited" : "MISSING";
}

std::vector<CheckupRow> check_up(const CheckupFacts& facts) {
  std::vector<CheckupRow> rows = {sandbox_row(facts), seccomp_row(facts), control_groups_row(facts),
                                  cores_row(facts),   clock_row(facts),   gcc_row(facts),
                                  race_row(facts),    cuda_row(facts),    gpu_row(facts),
                                  memory_row(facts)};
  for (const CheckupFacts::Disk& disk : facts.disks) rows.push_back(disk_row(disk));
  return rows;
}

bool can_grade_for_cpu(const std::vector<CheckupRow>& rows) {
  return std::ranges::none_of(
      rows, [](const CheckupRow& row) { return row.state == CheckupState::missing; });
}

std::vector<std::string> screen_of(const std::vector<CheckupRow>& rows) {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& line) {
    lines.push_back(cut(sanitize_line(line), screen_columns));
  };
  for (const CheckupRow& row : rows) {
    add(fmt::format("{:<10} {:<8} {}", row.name, name_of(row.state), row.text));
    if (!row.mend.empty()) add("    next: " + row.mend);
  }
  const bool has_compiler = std::ranges::none_of(rows, [](const CheckupRow& row) {
    return row.is_for_gpu_labs && row.state != CheckupState::ok;
  });
  if (!can_grade_for_cpu(rows))
    add("labs can be graded once nothing is MISSING");
  else
    add(has_compiler ? "all labs can be graded here, those for the GPU too"
                     : "labs for the CPU can be graded here; those for the GPU need a compiler");
  return lines;
}

}  // namespace warplab
