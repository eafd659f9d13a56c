// warplab doctor: what this machine can do for grading, on one screen.
#include <fmt/format.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "autograder/build/build_store.h"
#include "autograder/build/builder.h"
#include "autograder/commands/context.h"
#include "autograder/commands/subcommand.h"
#include "autograder/judge/omp_races.h"
#include "autograder/judge/workshop.h"
#include "autograder/problems/problem.h"
#include "autograder/report/checkup.h"
#include "autograder/report/machine.h"
#include "autograder/report/terminal.h"
#include "autograder/sandbox/container.h"
#include "autograder/sandbox/kind.h"
#include "autograder/sandbox/proc_file.h"
#include "autograder/sandbox/process.h"
#include "autograder/sandbox/sandbox.h"
#include "autograder/sandbox/staging.h"
#include "common/cores.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

std::string read_word(const fs::path& file) {
  std::ifstream stream(file);
  std::string word;
  stream >> word;
  return word;
}

std::optional<int> read_setting(const fs::path& file) {
  std::ifstream stream(file);
  int value = 0;
  if (!(stream >> value)) return std::nullopt;
  return value;
}

void look_at_kernel(CheckupFacts& facts) {
  const fs::path settings = "/proc/sys";
  facts.apparmor = read_setting(settings / "kernel/apparmor_restrict_unprivileged_userns");
  facts.clone = read_setting(settings / "kernel/unprivileged_userns_clone");
  facts.most_user = read_setting(settings / "user/max_user_namespaces");
  const std::string actions = read_proc_file(settings / "kernel/seccomp/actions_avail");
  facts.has_seccomp = actions.find("trap") != std::string::npos;
  facts.clock_source =
      read_word("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  facts.governor = read_word("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  facts.is_virtual = read_proc_file("/proc/cpuinfo").find(" hypervisor") != std::string::npos;
}

// Looks at the clock for a tenth of a second. Between two looks that are far apart, somebody else had the core.
void measure_clock(CheckupFacts& facts) {
  constexpr double whole_s = 0.1, far_s = 1e-4;
  const double begin = now_s();
  double last = begin, taken_s = 0;
  int looks = 0;
  while (last - begin < whole_s) {
    const double now = now_s();
    if (now - last > far_s) taken_s += now - last;
    last = now;
    ++looks;
  }
  facts.clock_ns = 1e9 * (last - begin - taken_s) / looks;
  facts.taken = taken_s / (last - begin);
}

bool may_make_namespaces() {
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) _exit(unshare(CLONE_NEWUSER) == 0 ? 0 : 1);
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void look_at_sandbox(CheckupFacts& facts) {
  facts.bubblewrap = tool_version("bwrap --version");
  try {
    const Sandbox sandbox(SandboxKind::bubblewrap, {});
    facts.sandbox_failure = sandbox.why_it_does_not_start();
    facts.has_seccomp |= facts.sandbox_failure.empty();  // as it filters
    facts.has_control_groups = sandbox.has_control_groups();
  } catch (const GraderError& error) {
    facts.sandbox_failure = error.what();
  }
  if (facts.sandbox_failure.empty()) return;
  facts.may_make_namespaces = may_make_namespaces();
  try {
    facts.container_failure = why_no_container();
    facts.has_seccomp |= facts.container_failure->empty();
  } catch (const GraderError& error) {
    facts.container_failure = error.what();
  }
}

// A step that is searched for races, in this program; nothing where the course has none.
std::optional<std::pair<const Lab*, const Step*>> find_watched_step(const Course& course) {
  for (const Lab& lab : course.labs)
    for (const Step& step : lab.steps)
      if (step.device == Device::cpu && step.points_for(GateKind::checkers) > 0 &&
          find_problem(lab.problem, Device::cpu) != nullptr)
        return std::pair(&lab, &step);
  return std::nullopt;
}

void look_for_a_race(const Context& context, CheckupFacts& facts) {
  const auto watched = find_watched_step(context.course);
  facts.has_race_packages = true;
  if (!watched) return;
  const bool has_container = facts.container_failure && facts.container_failure->empty();
  if (!facts.sandbox_failure.empty() && !has_container) {
    facts.race_failure = "are not looked for where the sandbox does not start";
    return;
  }
  GraderOptions options;
  if (has_container) options.sandbox = SandboxKind::container;
  options.worker_objects = context.worker_objects;
  options.grades = context.grades;
  options.build_store = build_store_folder();
  try {
    const Workshop workshop(context.course, options);
    facts.has_race_packages = workshop.builder.why_none_is_watched().empty();
    facts.has_fixed_addresses = workshop.sandbox.why_none_is_watched().empty();
    const auto& [lab, step] = *watched;
    if (facts.has_race_packages && facts.has_fixed_addresses &&
        !watch_works_here(workshop, *lab, *step, *find_problem(lab->problem, Device::cpu)))
      facts.race_failure = "ThreadSanitizer or Archer does not work on this machine";
  } catch (const GraderError& error) {
    facts.race_failure = error.what();
  }
}

std::optional<std::uint64_t> free_bytes(const fs::path& folder) {
  std::error_code error;
  const fs::space_info space = fs::space(folder, error);
  if (error) return std::nullopt;
  return space.available;
}

CheckupFacts read_facts(const Context& context) {
  CheckupFacts facts;
  const Machine machine = read_machine(context.course.root);
  if (fs::exists("/usr/bin/g++")) facts.gcc = first_version(machine.compiler);
  facts.gpu = machine.gpu;
  if (facts.gpu.empty() && fs::exists("/dev/dxg") && fs::exists("/usr/lib/wsl/lib/libcuda.so.1"))
    facts.gpu = "NVIDIA's, of Windows, through WSL";
  facts.driver = machine.driver;
  facts.cores = machine.cores;
  facts.cores_of_machine = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  facts.clang = tool_version("clang-19 --version");
  if (cuda_compiler_here(context.frontend) == "nvcc")
    facts.nvcc = tool_version("PATH=/usr/local/cuda/bin:/usr/bin nvcc --version");
  facts.memory = available_memory();
  facts.disks = {{"build/", free_bytes(context.worker_objects.parent_path())},
                 {"/tmp", free_bytes("/tmp"), lets_programs_run("/tmp")}};
  look_at_kernel(facts);
  measure_clock(facts);
  look_at_sandbox(facts);
  look_for_a_race(context, facts);
  return facts;
}

void write_rows(const fs::path& file, const std::vector<CheckupRow>& rows) {
  nlohmann::json list = nlohmann::json::array();
  for (const CheckupRow& row : rows)
    list.push_back({{"name", row.name},
                    {"state", name_of(row.state)},
                    {"text", row.text},
                    {"next", row.mend}});
  write_file(file, list.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

// Looks, starts the sandbox, and compiles and runs a program with a race where those are looked
// for; measures nothing. Returns 0 where all is here that labs for the CPU need, else 1.
int doctor_command(const Context& context, const std::optional<fs::path>& json) {
  Progress progress;
  progress.show("looking at this machine");
  const std::vector<CheckupRow> rows = check_up(read_facts(context));
  progress.clear();
  for (const std::string& line : screen_of(rows)) fmt::print("{}\n", line);
  if (json) write_rows(*json, rows);
  return can_grade_for_cpu(rows) ? 0 : 1;
}

}  // namespace

Subcommand command_doctor() {
  const auto json = std::make_shared<JsonFile>();
  return {.name = "doctor",
          .help = "check what this machine has for grading, and what it lacks",
          .place = 90,
          .arguments = {json_argument(*json)},
          .run = [json](const Context& context) { return doctor_command(context, *json); }};
}

}  // namespace warplab
