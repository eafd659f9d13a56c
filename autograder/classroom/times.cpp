#include "autograder/classroom/times.h"

#include <fmt/format.h>

#include "autograder/classroom/csv.h"
#include "autograder/classroom/normal_name.h"
#include "autograder/classroom/settings.h"
#include "autograder/report/sanitize.h"

namespace warplab {

TimesOfHandingIn read_times(const std::string& text, const std::string& file,
                            std::vector<Remark>& remarks) {
  TimesOfHandingIn times;
  for (const CsvRow& row : parse_csv(text)) {
    const auto& fields = row.fields;
    const auto cell = [&](std::size_t at) { return at < fields.size() ? fields[at] : ""; };
    if (row.line == 1 && cell(0) == "id") continue;
    const TimeOfHandingIn time{parse_moment(cell(2)), cell(3) == "late", cell(4)};
    if (!time.at && !cell(2).empty())
      remarks.push_back({fmt::format(
          "{}:{}: \"{}\" is not a time with its distance to UTC, as in 2026-10-12T23:59+02:00",
          file, row.line, sanitize_line(cell(2)))});
    times[{normal_name(cell(0)), cell(1)}] = time;
  }
  return times;
}

std::string text_of(const TimesOfHandingIn& times) {
  std::string text = csv_line({"id", "lab", "handed_in", "late", "from"});
  for (const auto& [whose, time] : times)
    text += csv_line({whose.first, whose.second, time.at ? text_of(*time.at) : "",
                      time.is_late ? "late" : "", time.from});
  return text;
}

}  // namespace warplab
