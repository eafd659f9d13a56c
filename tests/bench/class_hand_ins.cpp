#include "tests/bench/class_hand_ins.h"

#include <fmt/format.h>

#include <iterator>
#include <set>
#include <stdexcept>
#include <string>

#include "autograder/report/result.h"
#include "common/files.h"
#include "tests/behaviour/head_lines.h"

namespace fs = std::filesystem;

namespace warplab::bench {
namespace {

enum class Kind { stubs, solutions, mistake };

// A known mistake that is a whole file, and the name that it has where it is handed in.
struct Mistake {
  fs::path path;
  std::string file;
};

Mistake find_mistake(const Course& course, const Lab& lab) {
  for (const fs::path& path : sources_in(course.root / "tests/mistakes" / short_name(lab.name)))
    if (head_lines(path, "REPLACE").empty())
      return {path, lab.step(std::stoi(head_lines(path, "STEP").at(0))).file};
  throw std::runtime_error(lab.name + " has no known mistake that is a whole file");
}

// Changes nothing that is graded: nobody calls it.
std::string own_code(const std::string& file, int number) {
  return file.ends_with(".cu")
             ? fmt::format("\n__global__ void own_kernel_{0}(int *x) {{ *x += {0}; }}\n", number)
             : fmt::format(
                   "\nint own_number_{0}(int x);\nint own_number_{0}(int x) {{ return x + {0}; "
                   "}}\n",
                   number);
}

// Each file is told from all others by the next number.
void hand_in(const Course& course, const Lab& lab, Kind kind, const fs::path& folder, int& number) {
  fs::create_directories(folder);
  const fs::path from = kind == Kind::stubs ? lab.folder : course.solution(lab);
  std::set<std::string> files;
  for (const Step& step : lab.steps) files.insert(step.file);
  const Mistake mistake = kind == Kind::mistake ? find_mistake(course, lab) : Mistake{};
  for (const std::string& file : files) {
    const fs::path source = file == mistake.file ? mistake.path : from / file;
    write_file(folder / file, read_file(source) + own_code(file, ++number));
  }
}

}  // namespace

std::vector<fs::path> hand_in(const Course& course, const std::vector<const Lab*>& labs,
                              int students, const fs::path& submissions) {
  constexpr Kind kinds[] = {Kind::stubs, Kind::solutions, Kind::mistake};
  std::vector<fs::path> folders;
  int number = 0;
  for (int student = 0; student < students; ++student)
    for (const Lab* lab : labs) {
      folders.push_back(submissions / fmt::format("student{}", student) / lab->name);
      hand_in(course, *lab, kinds[student % std::size(kinds)], folders.back(), number);
    }
  return folders;
}

}  // namespace warplab::bench
