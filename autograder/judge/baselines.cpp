#include "autograder/judge/baselines.h"

#include <elf.h>
#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <string>

#include "autograder/build/intake.h"
#include "common/files.h"
#include "common/processor/name.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// A kit has its baselines compiled.
void expect_of_this_processor(const fs::path& object) {
  if (fs::exists(object) && is_for_another_processor(read_file(object)))
    throw GraderError(fmt::format(
        "{} is for another processor than this one, {}: labs for the CPU are graded with a student "
        "kit that was packed on such a machine. Ask whoever runs the course for one",
        object.string(), processor_name));
}

// Throws GraderError if it does not build.
Build build_baseline(const Workshop& workshop, const Lab& lab, const Step& step) {
  const Course& course = workshop.course;
  const Problem& problem = *find_problem(lab.problem, step.device);
  const std::string tag = fmt::format("baseline-{}-{}", lab.name, step.number);
  const fs::path source = course.solution(lab) / step.file;
  if (!fs::exists(source)) expect_of_this_processor(course.baseline_object(lab.name, step.number));
  const Build build =
      fs::exists(source)
          ? workshop.builder.from_source(tag, step.file, read_source(source), lab, step, problem)
          : workshop.builder.from_object(tag, course.baseline_object(lab.name, step.number), lab,
                                         problem);
  if (build.verdict.kind != VerdictKind::ok)
    throw GraderError(fmt::format("the reference solution of {}/{} does not build: {}\n{}",
                                  lab.name, step.number, verdict_text(build.verdict),
                                  build.compiler));
  return build;
}

}  // namespace

bool is_for_another_processor(std::string_view object) {
  Elf64_Ehdr head{};
  if (object.size() < sizeof head || !object.starts_with(ELFMAG)) return false;
  std::memcpy(&head, object.data(), sizeof head);
  return head.e_machine != elf_machine;
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
