#include "autograder/course_commands/lab_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <utility>

#include "autograder/course_commands/stubs.h"
#include "autograder/course_material/handout.h"
#include "autograder/course_material/stub.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// The next line in quotes; what is said of its end where there is none.
std::string next_line(std::istream& text) {
  std::string line;
  return std::getline(text, line) ? fmt::format("\"{}\"", line) : "the end of the file";
}

// Nothing where there is no such file.
std::string text_of(const fs::path& file) { return fs::exists(file) ? read_file(file) : ""; }

void add_stub_mistakes(const Stub& stub, const std::string& name,
                       std::vector<std::string>& mistakes) {
  if (!fs::exists(stub.path)) {
    mistakes.push_back(name + " is missing: run `make stubs`");
  } else if (const std::string text = read_file(stub.path); text != stub.text) {
    mistakes.push_back(fmt::format("{}:{}; it is not what its solution generates: run `make stubs`",
                                   name, first_difference(stub.text, text)));
  }
  if (stub.text.find("TODO") == std::string::npos)
    mistakes.push_back(name + " has no TODO for the student");
  if (const std::string complaint = complain_of_header(stub.text); !complaint.empty())
    mistakes.push_back(fmt::format("{}: {}", name, complaint));
}

}  // namespace

std::string first_difference(const std::string& expected, const std::string& got) {
  std::istringstream should_be(expected), is(got);
  for (int number = 1;; ++number) {
    const std::string wanted = next_line(should_be), there = next_line(is);
    if (wanted != there) return fmt::format("{}: expected {}, got {}", number, wanted, there);
    if (!should_be && !is) return fmt::format("{}: expected another line end", number - 1);
  }
}

std::vector<std::string> stub_mistakes(const Context& context, const Lab& lab) {
  std::vector<std::string> mistakes;
  for (const Step& step : lab.steps)
    if (!fs::exists(context.course.solution(lab) / step.file))
      mistakes.push_back(fmt::format("solutions/{}/{} is missing: step {}, solved, with markers",
                                     lab.name, step.file, step.number));
  if (!fs::is_directory(context.course.solution(lab))) return mistakes;
  try {
    for (const Stub& stub : stubs_of(context, lab))
      add_stub_mistakes(stub, stub.path.lexically_proximate(context.course.root), mistakes);
  } catch (const CourseError& error) {  // markers that cannot be read
    mistakes.push_back(error.what());
  }
  return mistakes;
}

std::vector<std::string> page_mistakes(const Lab& lab) {
  std::vector<std::string> mistakes;
  for (const char* name : {"README.md", chapter_file, "hints.md"})
    if (!fs::exists(lab.folder / name))
      mistakes.push_back(fmt::format("labs/{}/{} is missing", lab.name, name));
  if (fs::exists(lab.folder / "hints.md") &&
      text_of(lab.folder / "hints.md").find("Hint 1") == std::string::npos)
    mistakes.push_back(fmt::format("labs/{}/hints.md has no 'Hint 1'", lab.name));
  if (lab.teaches.empty())
    mistakes.push_back(
        fmt::format("labs/{}/lab.json does not say what the lab teaches: it needs a field "
                    "\"teaches\", for the course's README.md",
                    lab.name));
  for (const Step& step : lab.steps)
    if (step.teaches.empty())
      mistakes.push_back(fmt::format("step {} does not say what it teaches", step.number));
  return mistakes;
}

}  // namespace warplab
