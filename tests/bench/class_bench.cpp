#include "tests/bench/class_bench.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/report/result.h"
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

}  // namespace warplab::bench
