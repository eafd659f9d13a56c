#include "autograder/classroom/spreadsheet.h"

#include <algorithm>
#include <string_view>

#include "autograder/report/sanitize.h"

namespace warplab {

std::string as_cell(const std::string& given) {
  const std::string text = sanitize(given);
  // The last four are the full-width forms of = + - @.
  constexpr std::string_view begins[] = {"=",  "+",      "-",      "@",      "\t",    "\r",
                                         "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20"};
  const bool is_formula =
      std::ranges::any_of(begins, [&](std::string_view begin) { return text.starts_with(begin); });
  return is_formula ? "'" + text : text;
}

}  // namespace warplab
