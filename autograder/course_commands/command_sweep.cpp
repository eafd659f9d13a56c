// warplab sweep: a program over a range of its parameter, as a table.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "autograder/build/build_store.h"
#include "autograder/commands/context.h"
#include "autograder/commands/subcommand.h"
#include "autograder/judge/gpu/sweep.h"
#include "autograder/problems/problem.h"
#include "autograder/problems/sweep.h"
#include "autograder/report/sanitize.h"
#include "common/files.h"

namespace warplab {
namespace {

struct SweepCommand {
  std::string lab;
  std::optional<int> step;  // the last one with the parameter if absent
  bool solutions = false;
  std::string device = "auto";
  std::optional<std::string> size;  // what the family chooses if absent
  double device_gib = 0;            // of device memory that the program may use; 0: all there is
  int runs = 12;
  std::optional<std::filesystem::path> json;
};

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

// Prints kernel time, transfer time, their ratio and the total for each value. Throws CourseError.
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

}  // namespace

Subcommand command_sweep() {
  const auto request = std::make_shared<SweepCommand>();
  return {.name = "sweep",
          .help = "time a program over a range of its parameter",
          .place = 100,
          .arguments = {json_argument(request->json),
                        {.name = "lab",
                         .into = &request->lab,
                         .help = "the lab: lab9, 9 or the full name",
                         .is_required = true},
                        {.name = "--step",
                         .into = &request->step,
                         .help = "the step's program; none: the last that takes it",
                         .check = is_step_number},
                        {.name = "--solutions",
                         .into = &request->solutions,
                         .help = "the reference solution"},
                        {.name = "--device",
                         .into = &request->device,
                         .help = "auto, simt or cuda",
                         .type = "DEVICE"},
                        {.name = "--size",
                         .into = &request->size,
                         .help = "of the image, several or 1024x1024 if absent",
                         .type = "WIDTHxHEIGHT"},
                        {.name = "--device-memory",
                         .into = &request->device_gib,
                         .help = "that it may use, in GiB",
                         .type = "GIB"},
                        {.name = "--runs",
                         .into = &request->runs,
                         .help = "of which the extremes are dropped",
                         .range = std::pair(1, 1000)}},
          .run = [request](const Context& context) { return sweep_command(context, *request); }};
}

}  // namespace warplab
