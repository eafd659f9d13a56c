#include "autograder/judge/gpu/gpu_baseline.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "autograder/gpu/counters.h"
#include "autograder/judge/gpu/gpu_trial.h"
#include "common/files.h"
#include "common/version.h"

namespace warplab {
namespace {

using nlohmann::json;

// What the figures are of: all that they hang on but the machine, on which they do not.
json origin_of(const Step& step) {
  return {{"schema", "warplab/baseline/v2"},
          {"commit", version().commit},
          {"baseline", fmt::format("{}/{}", step.speed->baseline_lab, step.speed->baseline_step)},
          {"size", step.profiled_size.text()}};
}

}  // namespace

GpuBaseline execute_baseline(const Sandbox& sandbox, const DeviceProgram& simt,
                             const Build& solution, const Problem& problem, const Lab& lab,
                             const Step& step, Case& profiled, Seeds seeds, Seeds samples) {
  GpuWorkers workers(sandbox, solution.executable, simt, {profiled.layout()}, gpu_limits(lab),
                     std::move(samples));
  gpu::ExecutionOptions options;
  options.counters = options.time = true;
  const GpuRun run = run_gpu_case({workers, problem, {}, {}, seeds}, profiled, options);
  if (run.judged.verdict.kind != VerdictKind::ok)
    throw WrongBaseline(
        fmt::format("the course's own baseline failed: {}", verdict_text(run.judged.verdict)));
  GpuBaseline baseline;
  baseline.seconds = seconds_of(run.report);
  for (const CounterGate& asked : step.hardware)
    baseline.counters[asked.counter] =
        read_counter(*gpu::find_counter(asked.counter), run.report, profiled).value;
  return baseline;
}

void write_baselines(const std::filesystem::path& file, const Step& step,
                     const GpuBaselines& baselines) {
  json recorded = origin_of(step);
  for (const auto& [compiler, baseline] : baselines)
    recorded["compilers"][compiler] = {{"seconds", baseline.seconds},
                                       {"counters", baseline.counters}};
  write_file(file, recorded.dump(2) + "\n");
}

GpuBaseline read_baseline(const std::filesystem::path& file, const Step& step,
                          const std::string& compiler) {
  const std::string name = std::filesystem::proximate(file).string();
  const auto refuse = [&name](const std::string& why) {
    throw GraderError(fmt::format("{} {}: unpack the student kit again", name, why));
  };
  if (!std::filesystem::exists(file)) refuse("is missing");
  const json expected = origin_of(step), recorded = json::parse(read_file(file), nullptr, false);
  GpuBaseline baseline;
  try {
    for (const auto& [field, value] : expected.items())
      if (recorded.at(field) != value) refuse(fmt::format("has another {}", field));
    const json& compilers = recorded.at("compilers");
    if (compiler != "clang" && !compilers.contains(compiler))  // every kit has clang's
      throw GraderError(fmt::format(
          "{0} has no figures of {1}'s code to compare yours with: grade with FRONTEND=clang, "
          "or ask for a student kit packed where {1} is",
          name, compiler));
    const json& of_compiler = compilers.at(compiler);
    baseline.seconds = of_compiler.at("seconds");
    for (const CounterGate& asked : step.hardware)
      baseline.counters[asked.counter] = of_compiler.at("counters").at(asked.counter);
  } catch (const json::exception&) {
    refuse("is damaged");
  }
  return baseline;
}

}  // namespace warplab
