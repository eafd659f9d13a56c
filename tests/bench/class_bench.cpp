#include "tests/bench/class_bench.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/types.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/report/result.h"
#include "autograder/sandbox/descriptor.h"
#include "autograder/sandbox/proc_file.h"
#include "autograder/sandbox/process.h"
#include "common/cores.h"
#include "common/files.h"
#include "tests/bench/class_hand_ins.h"
#include "tests/bench/measure.h"
#include "tests/bench/scratch.h"
#include "tests/checkout.h"

namespace fs = std::filesystem;

namespace warplab::bench {
namespace {

const fs::path root = checkout::root;
const std::string program = std::string(checkout::build) + "/bin/warplab";

std::vector<const Lab*> few_labs(const Course& course) {
  return {&course.find("lab1"), &course.find("lab5"), &course.find("lab8")};
}

// Where what compilers made is kept for the next grading.
fs::path cache_of(const fs::path& scratch) { return scratch / "cache"; }

// Runs `warplab <words>`. Throws unless its exit code is at most `highest`.
void run_warplab(const std::string& words, const fs::path& scratch, int highest) {
  const std::string line =
      fmt::format("cd '{}' && XDG_CACHE_HOME='{}' '{}' {} >'{}' 2>&1", root.string(),
                  cache_of(scratch).string(), program, words, (scratch / "output").string());
  const int status = std::system(line.c_str());
  if (!WIFEXITED(status) || WEXITSTATUS(status) > highest)
    throw std::runtime_error(fmt::format("'{}' failed:\n{}", words, read_file(scratch / "output")));
}

// Makes the class of what is in `in`, of which nothing is graded, and forgets what compilers made.
void prepare(const fs::path& scratch) {
  fs::remove_all(cache_of(scratch));
  fs::remove_all(scratch / "results");
  fs::remove_all(scratch / "class");
  fs::create_directories(scratch / "class");
  write_file(scratch / "class/class.json", R"({"submissions": "../in"})");
}

void grade_class(const fs::path& scratch, const std::string& options) {
  run_warplab(fmt::format("class run '{}' {}", (scratch / "class").string(), options), scratch, 0);
}

// A process at a time in both, each of which begins with nothing compiled and finds what it compiled itself, so that
// only what makes it a class differs.
double class_over_one_by_one(const Course& course) {
  const Scratch scratch;
  const fs::path& folder = scratch.path();
  const std::vector<fs::path> hand_ins = hand_in(course, few_labs(course), 3, folder / "in");
  const auto begin_anew = [&] { prepare(folder); };
  const Times times =
      interleave({{"class", begin_anew, [&] { grade_class(folder, "--jobs 1"); }},
                  {"one by one", begin_anew,
                   [&] {
                     for (const fs::path& each : hand_ins)
                       run_warplab(fmt::format("grade {} --submission '{}' --results '{}'",
                                               each.filename().string(), each.string(),
                                               (folder / "results").string()),
                                   folder, 1);
                   }}},
                 3);
  return median_ratio(times[0], times[1]);
}

struct ClassCost {
  double seconds = 0;
  double peak_mib = 0;  // resident, of the run itself
};

// The most that a process has had in memory, in MiB; 0 once it is gone.
double peak_memory_mib(const std::string& process) {
  const std::string status = read_proc_file(fmt::format("/proc/{}/status", process));
  const std::string name = "VmHWM:";
  const std::size_t at = status.find(name);
  return at == std::string::npos ? 0 : std::stod(status.substr(at + name.size())) / 1024;
}

// Of `warplab class run`: the process that is started, and the one inside that does the work.
double peak_memory_of_run_mib(pid_t run) {
  double sum = peak_memory_mib(std::to_string(run));
  std::istringstream inner(read_proc_file(fmt::format("/proc/{0}/task/{0}/children", run)));
  for (std::string each; inner >> each;) sum += peak_memory_mib(each);
  return sum;
}

// "0,1": the first cores that this process may run on.
std::string first_cores(int count) {
  cpu_set_t usable;
  CPU_ZERO(&usable);
  sched_getaffinity(0, sizeof usable, &usable);
  std::string list;
  for (int core = 0; core < CPU_SETSIZE && count > 0; ++core)
    if (CPU_ISSET(core, &usable)) {
      list += (list.empty() ? "" : ",") + std::to_string(core);
      --count;
    }
  return list;
}

// On two cores, or one where there are no more.
ClassCost grade_many(const Course& course, int students) {
  const Scratch scratch;
  hand_in(course, few_labs(course), students, scratch.path() / "in");
  prepare(scratch.path());
  const fs::path folder = scratch.path() / "class", output = scratch.path() / "output";
  const Descriptor file(open(output.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  const double begin = now_s();
  Process run({"env", "-C", root, "XDG_CACHE_HOME=" + cache_of(scratch.path()).string(), "taskset",
               "--cpu-list", first_cores(2), program, "class", "run", folder},
              {{file.get(), 1}, {file.get(), 2}});
  ClassCost cost;
  std::optional<ExitStatus> status;
  while (!(status = run.wait(0.5)))
    cost.peak_mib = std::max(cost.peak_mib, peak_memory_of_run_mib(run.pid()));
  cost.seconds = now_s() - begin;
  if (status->code != 0)
    throw std::runtime_error(fmt::format("a class of many failed:\n{}", read_file(output)));
  return cost;
}

}  // namespace

void measure_class(Table& table) {
  const Course course = load_course(root);
  const Scratch scratch;
  std::vector<const Lab*> labs;
  for (const Lab& lab : course.labs) labs.push_back(&lab);
  const std::size_t hand_ins = hand_in(course, labs, 3, scratch.path() / "in").size();
  prepare(scratch.path());
  const double begin = now_s();
  grade_class(scratch.path(), "");
  const double hours = (now_s() - begin) / 3600;
  table.push_back(
      {"hand-ins graded per hour and core, all labs: stub, right, wrong, no two files alike",
       static_cast<double>(hand_ins) / hours / usable_cores(), "", 600, true});
  table.push_back({"a class at one job / the same files one by one, labs 1, 5, 8",
                   class_over_one_by_one(course), "ratio", 1.05});
}

void measure_large_class(Table& table) {
  const Course course = load_course(root);
  constexpr int students = 120;
  const ClassCost many = grade_many(course, students);
  table.push_back({fmt::format("a class of {}, labs 1, 5, 8, on two cores: a third each stub, "
                               "right, wrong, no two files alike",
                               students),
                   many.seconds / 60, "min"});
  table.push_back(
      {"peak memory of its run, beside the processes that grade", many.peak_mib, "MiB", 2048});
}

}  // namespace warplab::bench
