#include "autograder/questions/asked_program.h"

#include <cstdint>
#include <utility>

#include "autograder/build/builder.h"
#include "autograder/judge/gpu/gpu_diagnosis.h"
#include "autograder/sandbox/standstill.h"

namespace warplab {
namespace {

std::unique_ptr<Case> case_of(const AskedStep& asked, const Size& size) {
  Lab lab = asked.lab;
  lab.sizes = {size};
  return std::move(asked.problem.small_cases(lab, asked.step).front());
}

std::vector<CaseLayout> layouts_of(const AskedStep& asked, const std::vector<Size>& sizes) {
  std::vector<CaseLayout> layouts;
  for (const Size& size : sizes) layouts.push_back(case_of(asked, size)->layout());
  return layouts;
}

}  // namespace

AskedProgram::AskedProgram(const AskedStep& asked, std::filesystem::path executable,
                           std::vector<Size> sizes)
    : asked_(asked),
      executable_(std::move(executable)),
      sizes_(std::move(sizes)),
      seeds_(asked.seed, "inputs of questions") {}

std::optional<AskedProgram> AskedProgram::build(const AskedStep& asked, const std::string& tag,
                                                const std::string& text, std::vector<Size> sizes) {
  Build build = asked.workshop.builder.from_source(tag, asked.step.file, text, asked.lab,
                                                   asked.step, asked.problem);
  if (build.verdict.kind != VerdictKind::ok) return std::nullopt;
  return AskedProgram(asked, std::move(build.executable), std::move(sizes));
}

std::optional<ObservedRun> AskedProgram::run(const Size& size, Observed observed) {
  return run_without_standstill([&](int) -> std::optional<ObservedRun> {
    if (!workers_)
      workers_ = std::make_unique<GpuWorkers>(asked_.workshop.sandbox, executable_, asked_.device,
                                              layouts_of(asked_, sizes_), gpu_limits(asked_.lab),
                                              Seeds(asked_.seed, "caches of questions"));
    const std::unique_ptr<Case> the_case = case_of(asked_, size);
    the_case->generate(seeds_.next());
    gpu::ExecutionOptions options;
    options.checkers = true;
    options.counters = options.accesses = observed == Observed::accesses;
    auto execution = workers_->execute(*the_case, options, seeds_.next_poison());
    if (!execution) {
      workers_.reset();
      return std::nullopt;
    }
    ObservedRun run{the_case->name(), the_case->layout(), false, std::move(execution->report)};
    if (!run.report.accesses) run.report.accesses.emplace().is_cut = true;
    const Check check = the_case->check(execution->outputs);
    run.is_right = verdict_of(run.report, check.ok).kind == VerdictKind::ok;
    return run;
  });
}

}  // namespace warplab
