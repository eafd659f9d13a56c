#include "autograder/commands/sweep.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "autograder/judge/grader.h"
#include "autograder/problems/problem.h"
#include "autograder/report/files.h"
#include "autograder/report/sanitize.h"

namespace warplab {

int sweep_command(const Context& context, const SweepCommand& request) {
  const Lab& lab = context.course.find(request.lab);
  const Step& step = lab.step(request.step.value_or(static_cast<int>(lab.steps.size())));
  GraderOptions options;
  options.worker_objects = context.worker_objects;
  options.grades = context.grades;
  options.device = request.device;
  const Grader grader(context.course, options);
  const Submission submission = {
      step, (request.solutions ? context.course.solution(lab) : lab.folder) / step.file};
  SweepRequest sweep;
  sweep.size = parse_size(request.size);
  sweep.device_bytes = static_cast<std::uint64_t>(request.device_gib * (1 << 30));
  sweep.runs = request.runs;
  std::string gpu;
  const std::vector<SweepRow> rows = grader.sweep(lab, submission, sweep, gpu);
  const std::string parameter = find_problem(lab.problem, lab.device)->sweep_name();
  fmt::print("{} step {}, {}: {}, {} runs, extremes dropped\n\n", lab.name, step.number,
             sweep.size.text(), sanitize(gpu), request.runs);
  fmt::print("{:>7} {:>12} {:>14} {:>8} {:>11} {:>9} {:>12}\n", parameter, "kernels ms",
             "transfers ms", "ratio", "total ms", "+- ms", "largest diff");
  nlohmann::json listed = nlohmann::json::array();
  for (const SweepRow& row : rows) {
    const double ratio = row.transfers_s > 0 ? row.kernels_s / row.transfers_s : 0;
    fmt::print("{:>7} {:>12.3f} {:>14.3f} {:>8.2f} {:>11.3f} {:>9.3f} {:>12.2g}\n", row.value,
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
    write_file(*request.json, nlohmann::json{{"lab", lab.name},
                                             {"step", step.number},
                                             {"size", sweep.size.text()},
                                             {"gpu", gpu},
                                             {"runs", request.runs},
                                             {"rows", listed}}
                                      .dump(2) +
                                  "\n");
  return 0;
}

}  // namespace warplab
