#include "autograder/judge/baselines.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include "autograder/build/intake.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// Whether `kept` is newer than all that it was made of.
bool is_fresh(const fs::path& kept, const std::vector<fs::path>& parts) {
  std::error_code none;
  const auto kept_time = fs::last_write_time(kept, none);
  return !none && std::all_of(parts.begin(), parts.end(), [&](const fs::path& part) {
    return fs::last_write_time(part, none) < kept_time;
  });
}

Build build_once(const Workshop& workshop, const std::string& tag, const Lab& lab, const Step& step,
                 const Problem& problem) {
  const fs::path source = workshop.course.solution(lab) / step.file;
  const fs::path build_folder = workshop.options.worker_objects.parent_path();
  const fs::path kept =
      build_folder / "baselines" /
      fmt::format("{}-step{}-{}.o", lab.name, step.number,
                  step.device == Device::gpu ? workshop.builder.cuda_compiler() : "gcc");
  std::vector<fs::path> parts = {source,
                                 lab.folder / "lab.json",
                                 workshop.course.root / problem.header(),
                                 workshop.course.root / "common/cuda_check.h",
                                 build_folder / "bin/warplab-cpu",
                                 build_folder / "bin/warplab"};
  if (step.device == Device::gpu) parts.push_back(build_folder / "bin/simtcc");
  if (is_fresh(kept, parts)) return workshop.builder.from_object(tag, kept, lab, problem);
  const Build build =
      workshop.builder.from_source(tag, step.file, read_source(source), lab, step, problem);
  if (build.verdict.kind != VerdictKind::ok) return build;
  std::error_code ignored;
  fs::create_directories(kept.parent_path(), ignored);
  try {  // it only saves time
    write_file(kept, read_file(build.object));
  } catch (const FileError&) {
  }
  return build;
}

}  // namespace

Build build_baseline(const Workshop& workshop, const Lab& lab, const Step& step) {
  const Course& course = workshop.course;
  const Problem& problem = *find_problem(lab.problem, step.device);
  const std::string tag = fmt::format("baseline-{}-{}", lab.name, step.number);
  const Build build = fs::exists(course.solution(lab) / step.file)
                          ? build_once(workshop, tag, lab, step, problem)
                          : workshop.builder.from_object(
                                tag, course.baseline_object(lab.name, step.number), lab, problem);
  if (build.verdict.kind != VerdictKind::ok)
    throw GraderError(fmt::format("the reference solution of {}/{} does not build: {}\n{}",
                                  lab.name, step.number, verdict_text(build.verdict),
                                  build.compiler));
  return build;
}

void Baselines::start(const SpeedGate& gate) {
  const Lab& lab = workshop_.course.find(gate.baseline_lab);
  const Step& step = lab.step(gate.baseline_step);
  const bool has_source = fs::exists(workshop_.course.solution(lab) / step.file);
  if (has(gate) || (step.device == Device::gpu && !has_source)) return;
  use(lab, step, std::async(std::launch::async, [this, &lab, &step] {
        return build_baseline(workshop_, lab, step);
      }));
}

bool Baselines::has(const SpeedGate& gate) const {
  return builds_.contains({gate.baseline_lab, gate.baseline_step});
}

void Baselines::use(const Lab& lab, const Step& step, std::shared_future<Build> build) {
  builds_[{lab.name, step.number}] = std::move(build);
}

const Build& Baselines::get(const SpeedGate& gate) const {
  return builds_.at({gate.baseline_lab, gate.baseline_step}).get();
}

void Baselines::wait() const {
  for (const auto& [key, build] : builds_) build.wait();
}

}  // namespace warplab
