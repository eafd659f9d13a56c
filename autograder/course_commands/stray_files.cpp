#include "autograder/course_commands/stray_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "autograder/course_material/handout.h"
#include "autograder/course_material/numbers.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// Adds what lies in `folder`, called `name`, and is not expected there.
void add_strays(const fs::path& folder, const std::string& name,
                const std::set<std::string>& expected, std::vector<std::string>& strays) {
  for (const auto& entry : fs::directory_iterator(folder))
    if (const std::string file = entry.path().filename();
        entry.is_directory() || !expected.contains(file))
      strays.push_back(fmt::format("{}/{} belongs to no step", name, file));
}

}  // namespace

std::vector<std::string> stray_files(const Course& course, const Lab& lab) {
  std::vector<std::string> strays;
  std::set<std::string> expected;
  for (const Step& step : lab.steps) expected.insert(step.file);
  if (fs::exists(course.solution(lab)))
    add_strays(course.solution(lab), "solutions/" + lab.name, expected, strays);
  expected.insert({"lab.json", "README.md", chapter_file, "hints.md"});
  add_strays(lab.folder, "labs/" + lab.name, expected, strays);
  std::ranges::sort(strays);
  return strays;
}

std::vector<std::string> stray_folders(const Course& course) {
  std::vector<std::string> strays;
  for (const char* part : {"labs", "solutions"}) {
    for (const auto& entry : fs::directory_iterator(course.root / part)) {
      const std::string name = entry.path().filename();
      const bool is_lab =
          std::ranges::find(course.labs, name, &Lab::name) != course.labs.end() ||
          std::ranges::find(course.broken, name, &BrokenLab::name) != course.broken.end();
      const bool is_known_file = name == "README.md" || name == "compile_flags.txt" ||
                                 fs::path(part) / name == numbers_file;
      if (entry.is_directory() ? !is_lab : !is_known_file)
        strays.push_back(fmt::format("{}/{} belongs to no lab", part, name));
    }
  }
  std::ranges::sort(strays);
  return strays;
}

}  // namespace warplab
