#include "autograder/commands/student_kit.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "autograder/commands/stubs.h"
#include "autograder/judge/baselines.h"
#include "common/files.h"
#include "common/version.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// What a student gets besides the labs' stubs and the baselines.
constexpr const char* parts[] = {"handout.md", "CMakeLists.txt", "Makefile", "labs",
                                 "common",     "autograder",     "simt",     "images",
                                 "docs",       "LICENSE",        "LICENSES", "REUSE.toml"};
// A program that the handout lets students build.
constexpr const char* program = "tests/hardware/coalescing.cu";
// For those who have the whole course.
constexpr const char* left_out[] = {"labs/README.md", "docs/README.md", "docs/instructor-guide.md",
                                    "docs/new-family.md", "docs/student-kit.md"};

// From the heading to the next one of its kind.
std::string section_of(const std::string& text, const std::string& heading) {
  const std::size_t begin = text.find("\n" + heading + "\n");
  if (begin == std::string::npos)
    throw CourseError(fmt::format("README.md has no section '{}'", heading));
  return text.substr(begin, text.find("\n## ", begin + 1) - begin);
}

void copy_parts(const fs::path& root, const fs::path& kit) {
  for (const char* part : parts) fs::copy(root / part, kit / part, fs::copy_options::recursive);
  for (const char* part : left_out) fs::remove(kit / part);
  fs::create_directories((kit / program).parent_path());
  fs::copy_file(root / program, kit / program);
  write_file(kit / "README.md", read_file(root / "docs/student-kit.md") +
                                    section_of(read_file(root / "README.md"), "## The labs"));
  write_file(kit / "COMMIT", fmt::format("{}\n", version().commit));
}

}  // namespace

int student_kit_command(const Context& context, const fs::path& archive,
                        const std::optional<fs::path>& json) {
  context.course.expect_whole();
  context.course.expect_solutions();
  const fs::path root = context.course.root;
  const fs::path parent = context.grades.parent_path() / "student-kit";
  const fs::path kit = parent / "warplab";
  fs::remove_all(parent);
  fs::create_directories(kit);
  copy_parts(root, kit);

  // The steps that some speed is compared with, each once.
  std::set<std::pair<std::string, int>> baselines;
  for (const Lab& lab : context.course.labs) {
    for (const Stub& stub : stubs_of(context, lab))
      write_file(kit / "labs" / lab.name / stub.path.filename(), stub.text);
    for (const Step& step : lab.steps)
      if (step.speed) baselines.insert({step.speed->baseline_lab, step.speed->baseline_step});
  }
  GraderOptions options;
  options.worker_objects = context.worker_objects;
  options.grades = context.grades;
  options.frontend = context.frontend;
  const Workshop workshop(context.course, options);
  for (const auto& [name, number] : baselines) {
    const Lab& lab = context.course.find(name);
    const fs::path object = context.course.baseline_object(name, number).filename();
    fs::create_directories(kit / "baselines");
    fs::copy_file(build_baseline(workshop, lab, lab.step(number)).object,
                  kit / "baselines" / object, fs::copy_options::overwrite_existing);
  }

  if (archive.has_parent_path()) fs::create_directories(archive.parent_path());
  Process tar({"tar", "-czf", fs::absolute(archive).string(), "-C", parent.string(), "warplab"},
              {});
  const auto status = tar.wait(120);
  if (!status || status->code != 0)
    throw GraderError(fmt::format("tar cannot write {}: is the disk full?", archive.string()));
  fmt::print("{}: {} KiB, {} baselines\n", archive.string(), fs::file_size(archive) >> 10,
             baselines.size());
  if (json)
    write_file(*json, nlohmann::json{{"archive", archive.string()},
                                     {"bytes", fs::file_size(archive)},
                                     {"baselines", baselines.size()}}
                              .dump(2) +
                          "\n");
  return 0;
}

}  // namespace warplab
