// Annotations of GitHub Actions: workflow commands, one per line. Whatever a submission printed
// stands inside of one, where the runner obeys nothing.
#include <fmt/format.h>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "autograder/exports/export.h"
#include "autograder/exports/gate_rows.h"
#include "autograder/report/result.h"
#include "autograder/report/sanitize.h"
#include "common/wrap.h"
#include "simt/events/finding.h"

namespace warplab {
namespace {

constexpr std::size_t most_shown = 10;            // of a level, by step of a workflow
constexpr std::size_t most_message_bytes = 4000;  // of a message; GitHub cuts it at 4096 characters
constexpr std::string_view of_data = "%\r\n", of_property = "%\r\n:,";

struct Annotation {
  std::string level;  // "error", "warning"
  std::string title, message;
  std::string file;  // empty for none
  std::size_t line = 0;
};

std::string encoded(const std::string& text, std::string_view special) {
  std::string result;
  for (const char c : text)
    result += special.find(c) == std::string_view::npos
                  ? std::string(1, c)
                  : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return result;
}

std::string command_of(const Annotation& annotation) {
  std::string place;
  if (!annotation.file.empty())
    place = fmt::format("file={},line={},", encoded(annotation.file, of_property), annotation.line);
  return fmt::format("::{} {}title={}::{}\n", annotation.level, place,
                     encoded(annotation.title, of_property),
                     encoded(first_bytes(annotation.message, most_message_bytes), of_data));
}

Annotation annotation_of(const LabResult& lab, const StepResult& step,
                         const simt::events::Finding& finding) {
  Annotation annotation;
  annotation.level = "error";
  annotation.title = fmt::format("{}/{} {}: {}", short_name(lab.lab), step.step,
                                 sanitize_line(step.name), name_of(finding.kind));
  annotation.message =
      sanitize_line(fmt::format("{}. Next step: {}", finding.what, advice_of(finding)));
  if (finding.where.line > 0) annotation.file = path_of(lab, finding.where);
  annotation.line = finding.where.line;
  return annotation;
}

// Of gates first, those with points and those that had to hold; then of findings.
std::vector<Annotation> annotations_of(const GradedLab& graded) {
  std::vector<Annotation> all;
  for (const GateRow& row : rows_of(graded)) {
    if (row.state != RowState::failed && row.state != RowState::grader_error) continue;
    const bool is_partial = row.state == RowState::failed && row.details.empty();
    if (is_partial && row.max_points == 0) continue;
    all.push_back({is_partial ? "warning" : "error",
                   fmt::format("{}/{}", short_name(graded.lab.lab), row.name()), row.text(), "",
                   0});
  }
  for (const StepResult& step : graded.lab.steps)
    for (const simt::events::Finding& finding : step.diagnosis.findings)
      all.push_back(annotation_of(graded.lab, step, finding));
  return all;
}

std::string make_github(const std::vector<GradedLab>& all) {
  expect_one_result(all, "github");
  std::map<std::string, std::vector<Annotation>> by_level;
  for (const GradedLab& graded : all)
    for (Annotation& annotation : annotations_of(graded))
      by_level[annotation.level].push_back(std::move(annotation));
  std::string commands;
  for (auto& [level, annotations] : by_level) {
    const std::size_t count = annotations.size();
    if (count > most_shown) {
      annotations.resize(most_shown - 1);
      const std::string more =
          fmt::format("{} more are in result.json", count - annotations.size());
      annotations.push_back({level, "warplab", more, "", 0});
    }
    for (const Annotation& annotation : annotations) commands += command_of(annotation);
  }
  return commands;
}

}  // namespace

Export format_github() {
  return {"github", "annotations for the log of GitHub Actions", make_github};
}

}  // namespace warplab
