#include "autograder/course_commands/stubs.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <nlohmann/json.hpp>

#include "autograder/course_commands/written_parts.h"
#include "autograder/course_material/numbers.h"
#include "autograder/course_material/stub.h"
#include "autograder/problems/problem.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {

std::vector<Stub> stubs_of(const Context& context, const Lab& lab) {
  std::vector<Stub> stubs;
  if (!fs::is_directory(context.course.solution(lab)))
    throw CourseError(fmt::format("there is no solutions/{} to make stubs from", lab.name));
  for (const auto& entry : fs::directory_iterator(context.course.solution(lab))) {
    const auto text =
        make_stub(read_file(entry.path()), entry.path().lexically_proximate(context.course.root));
    if (text) stubs.push_back({lab.folder / entry.path().filename(), *text});
  }
  return stubs;
}

int stubs_command(const Context& context, const std::optional<fs::path>& json) {
  context.course.expect_whole();
  context.course.expect_solutions();
  nlohmann::json written = nlohmann::json::array();
  for (const std::string& page : write_numbers(context.course)) {
    fmt::print("{}: numbers that follow from parameters are written\n", page);
    written.push_back(page);
  }
  // Numbers may be in a lab.json or in a chapter's title, too.
  for (const std::string& page : write_parts(load_course(context.course.root, complain_about))) {
    fmt::print("{}: what follows from the labs is written\n", page);
    written.push_back(page);
  }
  for (const Lab& lab : context.course.labs) {
    for (const Stub& stub : stubs_of(context, lab)) {
      const std::string name = stub.path.lexically_proximate(context.course.root);
      if (fs::exists(stub.path)) {
        const std::string old = read_file(stub.path);
        if (old == stub.text) continue;
        const fs::path kept = context.grades.parent_path() / "replaced" / lab.name /
                              fmt::format("{:%Y%m%d-%H%M%S}-{}", fmt::gmtime(std::time(nullptr)),
                                          stub.path.filename().string());
        fs::create_directories(kept.parent_path());
        write_file(kept, old);
        fmt::print("{}: the old file is kept as {}\n", name,
                   kept.lexically_proximate(context.course.root).string());
      }
      write_file(stub.path, stub.text);
      fmt::print("{}: written\n", name);
      written.push_back(name);
    }
  }
  if (written.empty())
    fmt::print("every stub is as the solutions make it, and every page as the labs do\n");
  if (json) write_file(*json, nlohmann::json{{"written", written}}.dump(2) + "\n");
  return 0;
}

}  // namespace warplab
