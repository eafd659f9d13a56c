#include "autograder/course_commands/timing_tables.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <map>
#include <nlohmann/json.hpp>

#include "autograder/build/builder.h"
#include "autograder/commands/grade.h"
#include "autograder/course_material/handout.h"
#include "autograder/report/machine.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {

std::string timing_table(const LabResult& lab, const Lab& declared) {
  std::string table =
      "| step | file | size | median | GB/s | ratio [interval] | to |\n"
      "|---|---|---|---|---|---|---|\n";
  for (const StepResult& step : lab.steps) {
    const Step& about = declared.step(step.step);
    if (!step.time) continue;
    const Timing& time = *step.time;
    const bool is_modelled = !time.modelled.empty();
    const Size& size = is_modelled        ? about.profiled_size
                       : time.gpu.empty() ? about.timed_size
                                          : about.gpu_size;
    const std::string ratio = time.baseline.empty() ? "-"
                              : is_modelled         ? fmt::format("{:.2f}x", time.ratio)
                                            : fmt::format("{:.2f}x [{:.2f}, {:.2f}]", time.ratio,
                                                          time.ratio_low, time.ratio_high);
    table += fmt::format("| {} {} | `{}` | {} | {:.{}f} ms | {:.1f} | {} | {} |\n", step.step,
                         step.name, about.file, size.text(), time.median_s * 1e3,
                         is_modelled ? 3 : 2, time.gigabytes_s, ratio,
                         time.baseline.empty() ? "-" : short_name(time.baseline));
  }
  return table;
}

// Where the times of a lab come from: steps for the CPU are measured, and those for a GPU modelled
// where there is none.
std::string origin_of(const LabResult& lab, const std::string& measured) {
  std::string model;
  bool has_measured = false;
  for (const StepResult& step : lab.steps) {
    if (!step.time) continue;
    has_measured |= step.time->modelled.empty();
    if (!step.time->modelled.empty())
      model = fmt::format("simt as an {} from {}'s code, not measured", step.time->modelled,
                          step.cuda_compiler);
  }
  if (model.empty()) return fmt::format("Measured on {}.", measured);
  if (!has_measured) return fmt::format("Modelled by {}.", model);
  return fmt::format("Steps in C measured on {}; those in CUDA modelled by {}.", measured, model);
}

std::string fill_in_table(const std::string& text, const std::string& lab, const std::string& table,
                          const std::string& file) {
  const std::string begin_marker = fmt::format("<!-- timing-table {} -->", lab);
  const std::string end_marker = "<!-- end timing-table -->";
  const std::size_t begin = text.find(begin_marker);
  if (begin == std::string::npos) return text;
  const std::size_t body = begin + begin_marker.size();
  const std::size_t end = text.find(end_marker, body);
  const std::size_t next = text.find("<!-- timing-table ", body);
  if (end == std::string::npos || next < end)
    throw CourseError(
        fmt::format("{}: the marker '{}' has no '{}' after it", file, begin_marker, end_marker));
  return text.substr(0, body) + "\n" + table + text.substr(end);
}

std::string section_of(const std::string& page, const std::string& lab) {
  const std::size_t begin = page.find(fmt::format("\n## {}: ", lab));
  if (begin == std::string::npos) return "";
  return page.substr(begin, page.find("\n## ", begin + 1) - begin);
}

int timing_tables_command(const Context& context, const std::vector<std::string>& labs,
                          const std::optional<fs::path>& json) {
  if (labs.empty()) context.course.expect_whole();
  context.course.expect_solutions();
  GradeRequest request;
  request.labs = labs;
  request.solutions = true;
  const Machine machine = read_machine(context.course.root);
  const std::string measured =
      fmt::format("{}, {:%Y-%m-%d}, commit {}", describe(machine), fmt::gmtime(std::time(nullptr)),
                  machine.commit.empty() ? "unknown" : machine.commit.substr(0, 12));
  std::map<std::string, std::string> bodies, sections;  // by lab
  const auto with_table = [&](const Lab& lab) {
    return fill_in_table(read_file(lab.folder / chapter_file), lab.name, bodies[lab.name] + "\n",
                         fmt::format("labs/{}/{}", lab.name, chapter_file));
  };
  // What is missing is told before anything is measured.
  for (const Lab* lab : context.course.gradable(labs)) with_table(*lab);
  const auto tables = std::make_shared<LabListener>([&](const LabResult& lab, double seconds) {
    const std::string body = fmt::format(
        "\n{}\n{}\n", timing_table(lab, context.course.find(lab.lab)), origin_of(lab, measured));
    sections[lab.lab] = fmt::format("\n## {}: {}\n{}", lab.lab, lab.title, body);
    bodies[lab.lab] = body;
    fmt::print("{}: measured in {:.0f} s\n", lab.lab, seconds);
  });
  Result result;
  grade_labs(context, request, tables, result);
  for (const LabResult& lab : result.labs)
    for (const StepResult& step : lab.steps)
      if (step.verdict.kind != VerdictKind::ok) {
        fmt::print(stderr, "warplab: {} step {} gets {}, so no table is written\n", lab.lab,
                   step.step, verdict_text(step.verdict));
        return exit_code(result);
      }
  const std::string kind = machine_kind(machine, cuda_compiler_here(context.frontend));
  const fs::path file = context.course.root / "docs" / "timing-tables" / (kind + ".md");
  const std::string old_page = fs::exists(file) ? read_file(file) : "";
  std::string page = fmt::format(
      "# Reference solutions on one machine\n\n{}\n\nTimes are medians of interleaved runs in the "
      "sandbox; the ratio is the time of\nthe step named last over this step's, in the same run,\n"
      "with its 95 % interval (the whole range of fewer than six pairs). Made by\n"
      "`make timing-tables`.\n",
      describe(machine));
  for (const Lab& lab : context.course.labs)
    page += sections.contains(lab.name) ? sections[lab.name] : section_of(old_page, lab.name);
  fs::create_directories(file.parent_path());
  write_file(file, page);
  for (const Lab* lab : context.course.gradable(labs))
    write_file(lab->folder / chapter_file, with_table(*lab));
  fmt::print("written: {} and the table in each lab's {}\n",
             file.lexically_proximate(context.course.root).string(), chapter_file);
  if (json) write_file(*json, to_json(result).dump(2) + "\n");
  return 0;
}

}  // namespace warplab
