#include "autograder/judge/stages.h"

#include <fmt/format.h>

#include "autograder/sandbox/process.h"

namespace warplab {

Seeds BuiltStep::seeds(std::string_view stage) const {
  const std::string again = run == 1 ? "" : fmt::format(", run {}", run);
  return {bench.seed, fmt::format("{} step {}: {}{}", bench.lab.name, step.number, stage, again)};
}

void BuiltStep::doing(const std::string& what) const {
  bench.workshop.options.observer->doing_in_step(bench.lab.name, step.number, what);
}

std::optional<SourcePlace> BuiltStep::source_line(std::uint64_t offset) const {
  return bench.workshop.builder.source_line(build.executable, offset);
}

std::filesystem::path BuiltStep::picture(const std::string& what) const {
  return bench.workshop.picture(bench.lab, step, what);
}

void note_stage(const StageTime& stage, const Workshop& workshop, const Lab& lab, Scorecard& card) {
  card.result.stages.push_back(stage);
  workshop.options.observer->stage_done(lab.name, card.result.step, stage, card.result.verdict);
}

bool run_stages(const std::vector<StageRun>& stages, const Workshop& workshop, const Lab& lab,
                Scorecard& card) {
  for (const auto& [stage, run, is_on_the_clock] : stages) {
    const double begin = now_s();
    const bool goes_on = run();
    note_stage({stage, now_s() - begin}, workshop, lab, card);
    if (!goes_on) return false;
  }
  return true;
}

}  // namespace warplab
