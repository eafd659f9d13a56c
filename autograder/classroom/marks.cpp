#include "autograder/classroom/marks.h"

#include <fmt/format.h>

#include <cstddef>
#include <system_error>

#include "autograder/classroom/totals.h"
#include "autograder/report/numbers.h"
#include "autograder/report/result.h"
#include "common/files.h"
#include "common/wrap.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// Begins the last lines of a result.txt. What a submission has printed is indented there.
constexpr const char* heading = "What counts, by the rules of your class:\n";

constexpr std::size_t columns = 78;

std::string without_marks(const std::string& text) {
  if (text.starts_with(heading)) return "";
  const std::size_t at = text.rfind(std::string("\n") + heading);
  return at == std::string::npos ? text : text.substr(0, at + 1);
}

}  // namespace

std::string marks_text(const ScoreSheet& sheet, const std::string& student, const Lab& lab) {
  const LabScore* const score = sheet.find(student, lab);
  if (score == nullptr) return "";
  const Total& total = sheet.total(student);
  const bool has_policy = sheet.settings.total || sheet.settings.late_days > 0 ||
                          has_weights(sheet.settings) || has_pass_marks(sheet.settings);
  if (!has_policy && score->adjustments.empty() && total.adjustments.empty() && score->lost == 0)
    return "";
  std::string text = heading;
  const auto add = [&text](const std::string& sentence) {
    for (const std::string& line : wrap(sentence, columns)) text += "  " + line + "\n";
  };
  const std::string name = short_name(lab.name);
  if (score->graded) add(fmt::format("{} has {}", name, points_and_unit(*score->graded)));
  if (score->late_days > 0)
    add(counted(score->late_days, "1 late day spent", "{} late days spent"));
  if (score->lost > 0)
    add(fmt::format("{} lost, handed in {} late", points_and_unit(score->lost),
                    duration_text(static_cast<double>(score->late.count()))));
  for (const std::string& each : score->adjustments) add(each);
  if (!score->excused.empty())
    add(name + " does not count");
  else if (score->score)
    add(fmt::format("{} counts {} of {}", name, points_text(*score->score),
                    points_and_unit(score->max_score)));
  if (has_policy || !total.adjustments.empty()) add(total.told);
  return text;
}

void write_marks(const fs::path& class_folder, const ScoreSheet& sheet) {
  for (const auto& [whose, score] : sheet.scores) {
    const auto& [student, lab] = whose;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(class_folder / student / lab->name, error)) {
      const fs::path file = entry.path() / "result.txt";
      if (!fs::exists(file, error)) continue;
      const std::string before = read_file(file);
      std::string after = without_marks(before);
      if (entry.path().filename() == score.key) after += marks_text(sheet, student, *lab);
      if (after != before) write_file(file, after);
    }
  }
}

}  // namespace warplab
