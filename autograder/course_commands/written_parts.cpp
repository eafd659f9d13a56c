#include "autograder/course_commands/written_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <map>
#include <sstream>
#include <string_view>
#include <utility>

#include "autograder/build/builder.h"
#include "autograder/course_commands/lab_files.h"
#include "autograder/course_material/plan.h"
#include "autograder/course_material/written_part.h"
#include "autograder/problems/problem.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// omp.h, which clangd does not have: that of Debian's libomp-19-dev, whatever clangd's own version is.
constexpr std::string_view openmp_headers = "/usr/lib/llvm-19/lib/clang/19/include";

// A line a lab: "Lab 5: a tile in shared memory", of the chapter's first line.
std::string contents(const Course& course) {
  std::string lines;
  for (const Lab& lab : course.labs) {
    const fs::path chapter = lab.folder / "chapter.md";
    std::istringstream text(fs::exists(chapter) ? read_file(chapter) : "");
    std::string title;
    std::getline(text, title);
    if (title.starts_with("# ")) title.erase(0, 2);
    lines +=
        fmt::format("- [{}](labs/{}/chapter.md)\n", title.empty() ? lab.name : title, lab.name);
  }
  return lines;
}

// The grader's flags that decide what a source means; .clangd has those of each language before.
std::vector<std::string> editor_flags(const Lab& lab, const Step& step) {
  const auto problem = find_problem(lab.problem, step.device);
  std::vector<std::string> flags;
  for (const std::string& flag : source_flags(step.file, lab, step, *problem)) {
    if (flag == "-I." || flag.starts_with("-std=") || flag.starts_with("-O") ||
        flag.starts_with("-f"))
      continue;
    flags.push_back(flag);
  }
  if (step.device == Device::cpu && lab.has_openmp())
    flags.insert(flags.begin(), {"-fopenmp", "-idirafter", std::string(openmp_headers)});
  return flags;
}

// A block for each kind of file in each lab.
std::string clangd_blocks(const Course& course) {
  std::string blocks;
  for (const Lab& lab : course.labs) {
    std::map<std::string, std::vector<std::string>> flags;  // by the file's end
    for (const Step& step : lab.steps)
      flags.try_emplace(fs::path(step.file).extension(), editor_flags(lab, step));
    for (const auto& [end, of_end] : flags)
      blocks += fmt::format(
          "---\nIf:\n  PathMatch: (labs|solutions)/{}/.*\\{}\nCompileFlags:\n  Add: [{}]\n",
          lab.name, end, fmt::join(of_end, ", "));
  }
  return blocks;
}

std::vector<WrittenPart> parts_of(const Course& course) {
  return {part_of_markdown("README.md", "labs", table_of_labs(course)),
          part_of_markdown("docs/instructor-guide.md", "weeks", table_of_weeks(course)),
          part_of_markdown("handout.md", "chapters", contents(course)),
          {".clangd", "# labs", "# end labs", clangd_blocks(course)}};
}

// The text that a page should have, with the one that it has.
struct PageText {
  std::string file, got, expected;
};

PageText read_page(const Course& course, const WrittenPart& part) {
  const std::string got = read_file(course.root / part.file);
  return {part.file, got, with_part(got, part)};
}

bool is_there(const Course& course, const WrittenPart& part) {
  return fs::exists(course.root / part.file);
}

}  // namespace

std::vector<std::string> check_written_parts(const Course& course) {
  std::vector<std::string> mistakes;
  for (const WrittenPart& part : parts_of(course)) {
    if (!is_there(course, part)) {
      mistakes.push_back(part.file + " is missing");
      continue;
    }
    try {
      const PageText page = read_page(course, part);
      if (page.got != page.expected)
        mistakes.push_back(fmt::format("{}:{}; it is not what the labs make it: run `make stubs`",
                                       page.file, first_difference(page.expected, page.got)));
    } catch (const CourseError& error) {
      mistakes.push_back(error.what());
    }
  }
  return mistakes;
}

std::vector<std::string> write_parts(const Course& course) {
  std::vector<PageText> pages;
  for (const WrittenPart& part : parts_of(course))
    if (is_there(course, part)) pages.push_back(read_page(course, part));
  std::vector<std::string> changed;
  for (const PageText& page : pages) {
    if (page.got == page.expected) continue;
    write_file(course.root / page.file, page.expected);
    changed.push_back(page.file);
  }
  return changed;
}

}  // namespace warplab
