// warplab new-lab: a lab of one's own, begun from one that there is.
#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "autograder/commands/context.h"
#include "autograder/commands/subcommand.h"
#include "autograder/course_commands/stubs.h"
#include "autograder/course_material/new_declaration.h"
#include "autograder/problems/problem.h"
#include "autograder/report/result.h"
#include "autograder/report/sanitize.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

struct NewLabRequest {
  std::string name;  // "lab15-blur"
  std::string like;  // the lab that it begins from: "lab4"
};

std::string number_of(const std::string& lab) {
  return short_name(lab).substr(std::string_view("lab").size());
}

// "Blur by columns" of "lab15-blur-by-columns".
std::string title_of(const std::string& lab) {
  std::string title = lab.substr(lab.find('-') + 1);
  std::ranges::replace(title, '-', ' ');
  title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
  return title;
}

void expect_free(const Course& course, const std::string& name) {
  if (!RE2::FullMatch(name, "lab[1-9][0-9]{0,2}(?:-[a-z0-9]+)+"))
    throw CourseError(fmt::format(
        "a lab has a name like \"lab15-blur\", of lower-case letters, digits and hyphens, not {}",
        sanitize_line(name)));
  for (const Lab& lab : course.labs)
    if (short_name(lab.name) == short_name(name))
      throw CourseError(fmt::format("there already is a lab {}: {}", number_of(name), lab.name));
  for (const char* part : {"labs", "solutions"})
    if (fs::exists(course.root / part / name))
      throw CourseError(fmt::format("{}/{} already exists, and stays as it is", part, name));
}

// A page or a source of the old lab as the new one's.
std::string renamed(std::string text, const std::string& old_name, const std::string& name) {
  const std::string old_number = number_of(old_name), number = number_of(name);
  const auto replace = [&text](const std::string& pattern, const std::string& by) {
    RE2::GlobalReplace(&text, RE2("\\b" + pattern + "\\b", RE2::Latin1), by);
  };
  replace(RE2::QuoteMeta(old_name), name);
  replace("lab" + old_number, "lab" + number);
  replace("([Ll]ab) " + old_number, "\\1 " + number);
  return text;
}

std::string empty_chapter(const std::string& name) {
  std::string subject = title_of(name);
  subject[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(subject[0])));
  return fmt::format(
      "# Lab {}: {}\n\nA chapter of [the handout](../../handout.md). [The lab's own "
      "page](README.md) has the task, its rules and its points.\n\n"
      "<!-- timing-table {} -->\n<!-- end timing-table -->\n",
      number_of(name), subject, name);
}

// Copies labs/ and solutions/ of the one under the other's name: its number and name are changed wherever they are said, the title
// is made of the name, and the chapter is empty. Then writes what follows, as `warplab stubs` does, so that the new lab can be graded
// at once. Throws CourseError for a name that is not of this form or is taken, before it writes anything.
int new_lab_command(const Context& context, const NewLabRequest& request) {
  const Course& course = context.course;
  course.expect_whole();
  course.expect_solutions();
  expect_free(course, request.name);
  const Lab& like = course.find(request.like);
  for (const char* part : {"labs", "solutions"}) {
    const fs::path folder = course.root / part / request.name;
    fs::create_directories(folder);
    for (const auto& entry : fs::directory_iterator(course.root / part / like.name)) {
      const std::string name = entry.path().filename();
      std::string text = renamed(read_file(entry.path()), like.name, request.name);
      if (name == "lab.json") text = new_declaration(text, title_of(request.name));
      if (name == "chapter.md") text = empty_chapter(request.name);
      write_file(folder / name, text);
    }
    fmt::print("{}/{}: written, based on {}\n", part, request.name, like.name);
  }
  Context with_it = context;
  with_it.course = load_course(course.root, complain_about);
  stubs_command(with_it, {});
  fmt::print(
      "Now change it in these two folders: say in lab.json what it teaches, write the\n"
      "task in README.md, hints.md and chapter.md, and solve it. Then:\n"
      "  make stubs\n"
      "  make check-course LAB={}\n",
      short_name(request.name));
  return 0;
}

}  // namespace

Subcommand command_new_lab() {
  const auto request = std::make_shared<NewLabRequest>();
  return {.name = "new-lab",
          .help = "begin a lab of your own, based on an existing one",
          .place = 120,
          .arguments = {{.name = "name",
                         .into = &request->name,
                         .help = "its folder's name: lab15-blur",
                         .is_required = true},
                        {.name = "--like",
                         .into = &request->like,
                         .help = "the lab to start from: lab4, 4 or the full name",
                         .type = "LAB",
                         .is_required = true}},
          .run = [request](const Context& context) { return new_lab_command(context, *request); }};
}

}  // namespace warplab
