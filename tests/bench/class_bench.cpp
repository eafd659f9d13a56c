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
#include "tests/behaviour/head_lines.h"
#include "tests/bench/scratch.h"
#include "tests/checkout.h"

namespace fs = std::filesystem;

namespace warplab::bench {
namespace {

const fs::path root = checkout::root;
const std::string program = std::string(checkout::build) + "/bin/warplab";

// A known mistake that is a whole file, in the place of its step.
void hand_in_mistake(const Lab& lab, const fs::path& folder) {
  for (const fs::path& mistake : sources_in(root / "tests/mistakes" / short_name(lab.name))) {
    if (!head_lines(mistake, "REPLACE").empty()) continue;
    const Step& step = lab.step(std::stoi(head_lines(mistake, "STEP").at(0)));
    fs::copy_file(mistake, folder / step.file, fs::copy_options::overwrite_existing);
    return;
  }
  throw std::runtime_error(lab.name + " has no known mistake that is a whole file");
}

// Hands in what three students have of a lab, and returns their folders.
std::vector<fs::path> hand_in(const Course& course, const Lab& lab, const fs::path& submissions) {
  std::vector<fs::path> folders;
  for (const char* student : {"stubs", "solutions", "mistakes"}) {
    folders.push_back(submissions / student / lab.name);
    fs::create_directories(folders.back());
    const fs::path from = student == std::string("stubs") ? lab.folder : course.solution(lab);
    for (const Step& step : lab.steps)
      fs::copy_file(from / step.file, folders.back() / step.file,
                    fs::copy_options::overwrite_existing);
  }
  hand_in_mistake(lab, folders.back());
  return folders;
}

// Seconds that `warplab <words>` takes, with nothing compiled before. Throws unless its exit code is at most
// `highest`.
double time_warplab(const std::string& words, const fs::path& scratch, int highest) {
  fs::remove_all(scratch / "cache");
  const std::string line =
      fmt::format("cd '{}' && XDG_CACHE_HOME='{}' '{}' {} >'{}' 2>&1", root.string(),
                  (scratch / "cache").string(), program, words, (scratch / "output").string());
  const double begin = now_s();
  const int status = std::system(line.c_str());
  if (!WIFEXITED(status) || WEXITSTATUS(status) > highest)
    throw std::runtime_error(fmt::format("'{}' failed:\n{}", words, read_file(scratch / "output")));
  return now_s() - begin;
}

double time_class(const fs::path& scratch, const std::string& name, const std::string& options) {
  const fs::path folder = scratch / name;
  fs::create_directories(folder);
  write_file(folder / "class.json", R"({"submissions": "../in"})");
  return time_warplab(fmt::format("class run '{}' {}", folder.string(), options), scratch, 0);
}

// A process at a time in both, so that only what makes it a class differs.
double class_over_one_by_one(const Course& course) {
  const Scratch scratch;
  double alone_s = 0;
  for (const char* name : {"lab1", "lab5", "lab8"}) {
    const Lab& lab = course.find(name);
    for (const fs::path& folder : hand_in(course, lab, scratch.path() / "in"))
      alone_s += time_warplab(fmt::format("grade {} --submission '{}' --results '{}'{}", lab.name,
                                          folder.string(), (scratch.path() / "results").string(),
                                          lab.device == Device::gpu ? " --device simt" : ""),
                              scratch.path(), 1);
  }
  return time_class(scratch.path(), "class", "--jobs 1") / alone_s;
}

// A class, each file of which differs from all others, so nothing is found in a cache.
void hand_in_for_many(const Course& course, int students, const fs::path& scratch) {
  for (const char* name : {"lab1", "lab5", "lab8"}) {
    const Lab& lab = course.find(name);
    const std::vector<fs::path> kinds = hand_in(course, lab, scratch / "kinds");
    for (int i = 0; i < students; ++i) {
      const fs::path to = scratch / "in" / fmt::format("student{}", i) / lab.name;
      fs::create_directories(to.parent_path());
      fs::copy(kinds[i % kinds.size()], to);
      for (const auto& file : fs::directory_iterator(to))
        write_file(file, fmt::format("{}// student {}\n", read_file(file), i));
    }
  }
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
  hand_in_for_many(course, students, scratch.path());
  const fs::path folder = scratch.path() / "class", output = scratch.path() / "output";
  fs::create_directories(folder);
  write_file(folder / "class.json", R"({"submissions": "../in"})");
  const Descriptor file(open(output.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  const double begin = now_s();
  Process run({"env", "-C", root, "XDG_CACHE_HOME=" + (scratch.path() / "cache").string(),
               "taskset", "--cpu-list", first_cores(2), program, "class", "run", folder},
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
  std::size_t hand_ins = 0;
  for (const Lab& lab : course.labs) hand_ins += hand_in(course, lab, scratch.path() / "in").size();
  const double hours = time_class(scratch.path(), "class", "") / 3600;
  table.push_back({"hand-ins graded per hour and core, all labs: stub, right, wrong",
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
