#include "autograder/commands/student_kit.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "autograder/build/build_store.h"
#include "autograder/commands/archive.h"
#include "autograder/commands/stubs.h"
#include "autograder/judge/baselines.h"
#include "autograder/judge/gpu_baseline.h"
#include "autograder/judge/gpu_workers.h"
#include "autograder/problems/problem.h"
#include "common/files.h"
#include "common/version.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// What a student gets besides the labs' stubs and the baselines.
constexpr const char* parts[] = {"handout.md", "CMakeLists.txt", "Makefile", "labs",   "common",
                                 "autograder", "simt",           "images",   "docs",   "LICENSE",
                                 "LICENSES",   "REUSE.toml",     ".clangd",  ".vscode"};
// A program that the handout lets students build.
constexpr const char* program = "tests/hardware/coalescing.cu";
// For those who have the whole course.
constexpr const char* left_out[] = {"labs/README.md",           "docs/README.md",
                                    "docs/instructor-guide.md", "docs/grading-a-class.md",
                                    "docs/new-family.md",       "docs/student-kit.md"};

// From the heading to the next one of its kind.
std::string part_of(const std::string& text, const std::string& heading) {
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
                                    part_of(read_file(root / "README.md"), "## The labs"));
  write_file(kit / "COMMIT", fmt::format("{}\n", version().commit));
}

// What speed is compared with: solutions for the CPU as objects without names, of those for the GPU what they
// need on simt. Returns how many files there are.
std::size_t pack_baselines(const Workshop& workshop, const std::vector<const Lab*>& labs,
                           const fs::path& folder) {
  const Course& course = workshop.course;
  std::optional<DeviceProgram> simt;  // once a step for the GPU needs it
  Baselines baselines(workshop);
  std::set<fs::path> files;
  fs::create_directories(folder);
  for (const Lab* lab : labs) {
    for (const Step& step : lab->steps) {
      if (!step.speed) continue;
      baselines.start(*step.speed);
      const Build& solution = baselines.get(*step.speed);
      if (step.device == Device::cpu) {
        const fs::path object =
            course.baseline_object(step.speed->baseline_lab, step.speed->baseline_step).filename();
        if (files.insert(object).second)
          fs::copy_file(workshop.builder.without_names(object.stem(), solution.object),
                        folder / object);
        continue;
      }
      if (!simt) simt.emplace(workshop.sandbox, workshop.options.worker_objects, "gpu_simt");
      const Problem& problem = *find_problem(lab->problem, step.device);
      const auto profiled = problem.timed_case(*lab, step, step.profiled_size, course.root);
      const fs::path figures = course.baseline_figures(*lab, step).filename();
      write_baseline(folder / figures, step,
                     play_baseline(workshop.sandbox, *simt, solution, problem, step, *profiled,
                                   {Seed::fresh(), "baseline"}, {Seed::fresh(), "caches"}));
      files.insert(figures);
    }
  }
  return files.size();
}

}  // namespace

std::size_t pack_student_kit(const Context& context, const std::vector<const Lab*>& labs,
                             const fs::path& archive) {
  context.course.expect_whole();
  context.course.expect_solutions();
  GraderOptions options;
  options.worker_objects = context.worker_objects;
  options.build_store = build_store_folder();
  options.grades = context.grades;
  options.frontend = context.frontend;
  const Workshop workshop(context.course, options);
  const fs::path parent = workshop.sandbox.staging().folder("student-kit", false);
  const fs::path kit = parent / "warplab";
  fs::create_directories(kit);
  copy_parts(context.course.root, kit);

  for (const Lab& lab : context.course.labs)
    for (const Stub& stub : stubs_of(context, lab))
      write_file(kit / "labs" / lab.name / stub.path.filename(), stub.text);
  const std::size_t baselines = pack_baselines(workshop, labs, kit / "baselines");
  write_archive({"tar", "-czf", fs::absolute(archive).string(), "-C", parent.string(), "warplab"},
                archive);
  return baselines;
}

int student_kit_command(const Context& context, const fs::path& archive,
                        const std::optional<fs::path>& json) {
  const std::size_t baselines = pack_student_kit(context, context.course.select({}), archive);
  fmt::print("{}: {} KiB, {} baselines\n", archive.string(), fs::file_size(archive) >> 10,
             baselines);
  if (json)
    write_file(*json, nlohmann::json{{"archive", archive.string()},
                                     {"bytes", fs::file_size(archive)},
                                     {"baselines", baselines}}
                              .dump(2) +
                          "\n");
  return 0;
}

}  // namespace warplab
