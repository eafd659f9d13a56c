#include "autograder/course_commands/sweep.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "autograder/build/build_store.h"
#include "autograder/judge/gpu/sweep.h"
#include "autograder/problems/problem.h"
#include "autograder/problems/sweep.h"
#include "autograder/report/sanitize.h"
#include "common/files.h"

namespace warplab {
namespace {

// The step asked for, or the last one whose program takes the parameter.
const Step& swept_step(const Lab& lab, const std::optional<int>& number) {
  std::vector<std::string> known;
  const Step* last = nullptr;
  for (const Step& step : lab.steps) {
    const Problem* problem = find_problem(lab.problem, step.device);
    const Sweep* const sweep = problem == nullptr ? nullptr : problem->sweep();
    if (sweep == nullptr || !sweep->can_be(step)) continue;
    known.push_back(fmt::format("{}", step.number));
    if (!number || step.number == *number) last = &step;
  }
  if (known.empty()) throw CourseError(fmt::format("{} has no parameter to sweep", lab.name));
  if (last == nullptr)
    throw CourseError(fmt::format("step {} of {} has no parameter to sweep; steps with one: {}",
                                  lab.step(*number).number, lab.name, fmt::join(known, ", ")));
  return *last;
}

}  // namespace

int sweep_command(const Context& context, const SweepCommand& request) {
  const Lab& lab = context.course.find(request.lab);
  const Step& step = swept_step(lab, request.step);
  const auto backend = backend_named(request.device);
  if (!backend)
    throw CourseError(
        fmt::format("DEVICE={}: it is auto, simt or cuda", sanitize_line(request.device)));
  GraderOptions options;
  options.worker_objects = context.worker_objects;
  options.build_store = build_store_folder();
  options.grades = context.grades;
  options.frontend = context.frontend;
  options.backend = *backend;
  const Workshop workshop(context.course, options);
  const Submission submission = {
      step, (request.solutions ? context.course.solution(lab) : lab.folder) / step.file};
  SweepRequest wanted;
  if (request.size) wanted.size = parse_size(*request.size);
  wanted.device_bytes = static_cast<std::uint64_t>(request.device_gib * (1 << 30));
  wanted.runs = request.runs;
  std::string gpu;
  const std::vector<SweepRow> rows = sweep(workshop, lab, submission, wanted, gpu);
  const std::string parameter = find_problem(lab.problem, step.device)->sweep()->parameter;
  fmt::print("{} step {}{}: {}, {} runs, extremes dropped\n\n", lab.name, step.number,
             wanted.size ? ", " + wanted.size->text() : "", sanitize(gpu), request.runs);
  fmt::print("{:>15} {:>11} {:>13} {:>7} {:>9} {:>7} {:>12}\n", parameter, "kernels ms",
             "transfers ms", "ratio", "total ms", "+- ms", "largest diff");
  nlohmann::json listed = nlohmann::json::array();
  for (const SweepRow& row : rows) {
    const double ratio = row.transfers_s > 0 ? row.kernels_s / row.transfers_s : 0;
    fmt::print("{:>15} {:>11.4f} {:>13.4f} {:>7.2f} {:>9.4f} {:>7.4f} {:>12.2g}\n", row.value,
               row.kernels_s * 1e3, row.transfers_s * 1e3, ratio, row.total_s * 1e3,
               row.deviation_s * 1e3, row.largest_error);
    listed.push_back({{parameter, row.value},
                      {"kernels_s", row.kernels_s},
                      {"transfers_s", row.transfers_s},
                      {"total_s", row.total_s},
                      {"deviation_s", row.deviation_s},
                      {"largest_error", row.largest_error}});
  }
  if (request.json)
    write_file(*request.json,
               nlohmann::json{{"lab", lab.name},
                              {"step", step.number},
                              {"size", wanted.size ? nlohmann::json(wanted.size->text()) : nullptr},
                              {"gpu", gpu},
                              {"runs", request.runs},
                              {"rows", listed}}
                       .dump(2) +
                   "\n");
  return 0;
}

}  // namespace warplab
