// Moodle's import of grades: a line per student who has a grade for one lab. Moodle refuses a whole
// file for one cell that it does not like, and an empty cell clears the grade that is there.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "autograder/classroom/csv.h"
#include "autograder/exports/export.h"
#include "autograder/exports/filled_table.h"
#include "autograder/exports/html_feedback.h"

namespace warplab {
namespace {

constexpr double most = 100;  // a larger grade is refused; so many points has a new grade item

// PHP takes "0" for empty, and a backslash before a quote for its escape.
bool names_a_user(const std::string& text) {
  return !text.empty() && text != "0" && text.find_first_of("\"\\") == std::string::npos;
}

// What cannot be in the file is remarked.
bool has_a_line(const GradedLab& graded, std::vector<Remark>& remarks) {
  const std::string who = fmt::format("{} {}", graded.student.id, graded.lab.lab);
  if (!graded.score)
    remarks.push_back(
        {fmt::format("{}: left out, as {}", who, graded.why_no_score()), graded.excused.empty()});
  else if (!names_a_user(graded.student.id))
    remarks.push_back(
        {who + ": left out, as Moodle reads no such id; give another in students.csv"});
  return graded.score && names_a_user(graded.student.id);
}

std::string make_moodle(const GradeBook& book, std::vector<Remark>& remarks) {
  std::vector<GradedLab> lines;
  for (const GradedLab& graded : book.graded)
    if (has_a_line(graded, remarks)) lines.push_back(graded);
  const bool have_emails = std::ranges::all_of(
      lines, [](const GradedLab& graded) { return names_a_user(graded.student.email); });
  const auto line = [&](const std::string& id, const std::string& email, const std::string& grade,
                        const std::string& feedback) {
    return csv_line(have_emails ? std::vector{id, email, grade, feedback}
                                : std::vector{id, grade, feedback});
  };
  const std::string& lab = book.labs.at(0);
  std::string text = line("id", "Email address", lab, lab + " feedback");
  for (const GradedLab& graded : lines)
    text += line(graded.student.id, graded.student.email,
                 scaled(*graded.score, graded.lab.max_score, most), html_feedback(graded));
  return text;
}

}  // namespace

Export format_moodle() {
  return {"moodle", "grades of a lab for Moodle's import", {}, make_moodle, true, "", false, true};
}

}  // namespace warplab
