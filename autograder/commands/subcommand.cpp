#include "autograder/commands/subcommand.h"

#include <fmt/format.h>

#include <cstddef>

#include "autograder/report/sanitize.h"

namespace warplab {

Argument json_argument(JsonFile& file) {
  return {.name = "--json",
          .into = &file,
          .help = "write the result to this file as JSON",
          .type = "FILE"};
}

std::string is_step_number(const std::string& text) {
  constexpr std::size_t longest = 6;  // digits
  const bool is_number = !text.empty() && text.size() <= longest &&
                         text.find_first_not_of("0123456789") == std::string::npos;
  if (is_number) return "";
  return fmt::format("a step is named by its number, as in STEP=1, and not by \"{}\"",
                     sanitize_line(text));
}

}  // namespace warplab
