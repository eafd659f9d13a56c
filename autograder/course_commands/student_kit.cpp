#include "autograder/course_commands/student_kit.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "autograder/build/build_store.h"
#include "autograder/build/builder.h"
#include "autograder/course_commands/archive.h"
#include "autograder/course_commands/stubs.h"
#include "autograder/judge/baselines.h"
#include "autograder/judge/gpu/gpu_baseline.h"
#include "autograder/judge/gpu/gpu_workers.h"
#include "autograder/judge/workshop.h"
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

GraderOptions options_for(const Context& context, Frontend frontend) {
  GraderOptions options;
  options.worker_objects = context.worker_objects;
  options.build_store = build_store_folder();
  options.grades = context.grades;
  options.frontend = frontend;
  return options;
}

// Of solutions for the CPU their objects, without names. Returns how many there are.
std::size_t pack_objects(const Workshop& workshop, const std::vector<const Lab*>& labs,
                         const fs::path& folder) {
  Baselines baselines(workshop);
  std::set<fs::path> files;
  for (const Lab* lab : labs) {
    for (const Step& step : lab->steps) {
      if (!step.speed || step.device != Device::cpu) continue;
      const fs::path file =
          workshop.course.baseline_object(step.speed->baseline_lab, step.speed->baseline_step)
              .filename();
      if (!files.insert(file).second) continue;
      baselines.start(*step.speed);
      fs::copy_file(workshop.builder.without_names(file.stem(), baselines.get(*step.speed).object),
                    folder / file);
    }
  }
  return files.size();
}

// Compiles solutions for the GPU with one front-end, and plays them.
struct Player {
  Player(const Context& context, Frontend frontend)
      : workshop(context.course, options_for(context, frontend)),
        simt(workshop.sandbox, workshop.options.worker_objects, workshop.options.simt_threads),
        baselines(workshop) {}

  GpuBaseline play(const Problem& problem, const Step& step, Case& profiled) {
    baselines.start(*step.speed);
    return play_baseline(workshop.sandbox, simt, baselines.get(*step.speed), problem, step,
                         profiled, {Seed::fresh(), "baseline"}, {Seed::fresh(), "caches"});
  }

  const Workshop workshop;
  const DeviceProgram simt;
  Baselines baselines;
};

// Of solutions for the GPU what they need on simt: compiled by clang, which students have, and by nvcc
// where it is here, unless clang alone is asked for. Returns how many files there are.
std::size_t pack_figures(const Context& context, const std::vector<const Lab*>& labs,
                         const fs::path& folder) {
  std::vector<std::unique_ptr<Player>> players;  // once a step for the GPU needs them
  std::size_t files = 0;
  for (const Lab* lab : labs) {
    for (const Step& step : lab->steps) {
      if (!step.speed || step.device != Device::gpu) continue;
      if (players.empty()) {
        players.push_back(std::make_unique<Player>(context, Frontend::clang));
        if (context.frontend == Frontend::nvcc || cuda_compiler_here(context.frontend) == "nvcc")
          players.push_back(std::make_unique<Player>(context, Frontend::nvcc));
      }
      const Problem& problem = *find_problem(lab->problem, step.device);
      const auto profiled = problem.timed_case(*lab, step, step.profiled_size, context.course.root);
      GpuBaselines figures;
      for (const auto& player : players)
        figures[player->workshop.builder.cuda_compiler()] = player->play(problem, step, *profiled);
      write_baselines(folder / context.course.baseline_figures(*lab, step).filename(), step,
                      figures);
      ++files;
    }
  }
  return files;
}

}  // namespace

std::size_t pack_student_kit(const Context& context, const std::vector<const Lab*>& labs,
                             const fs::path& archive) {
  context.course.expect_whole();
  context.course.expect_solutions();
  const Workshop workshop(context.course, options_for(context, context.frontend));
  const fs::path parent = workshop.sandbox.staging().folder("student-kit", false);
  const fs::path kit = parent / "warplab";
  fs::create_directories(kit);
  copy_parts(context.course.root, kit);

  for (const Lab& lab : context.course.labs)
    for (const Stub& stub : stubs_of(context, lab))
      write_file(kit / "labs" / lab.name / stub.path.filename(), stub.text);
  fs::create_directories(kit / "baselines");
  const std::size_t baselines = pack_objects(workshop, labs, kit / "baselines") +
                                pack_figures(context, labs, kit / "baselines");
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
