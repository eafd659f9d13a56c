#include "autograder/commands/hint.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "autograder/course/hints.h"
#include "autograder/report/result.h"
#include "autograder/report/sanitize.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {

int hint_command(const Context& context, const std::string& name, std::optional<int> step,
                 const std::string& next) {
  const Lab& lab = context.course.find(name);
  auto hints = parse_hints(read_file(lab.folder / "hints.md"));
  if (step) {
    lab.step(*step);
    std::erase_if(hints, [&](const Hint& hint) { return hint.step != 0 && hint.step != *step; });
  }
  if (hints.empty()) throw CourseError(fmt::format("labs/{}/hints.md has no hint", lab.name));

  const fs::path shown_file = context.grades / lab.name /
                              fmt::format("hints-shown{}", step ? fmt::format("-{}", *step) : "");
  std::size_t shown = 0;
  std::ifstream(shown_file) >> shown;
  const std::size_t number = shown % hints.size();
  const Hint& hint = hints[number];
  const bool is_last = number + 1 == hints.size();
  const std::string command = fmt::format("make hint-{}{}", short_name(lab.name),
                                          step ? fmt::format(" STEP={}", *step) : "");
  fmt::print("{}{}, {} of {}\n\n{}\n\n{} {}\n", lab.name,
             hint.step != 0 ? fmt::format(", step {}", hint.step) : "", number + 1, hints.size(),
             sanitize(hint.text),
             is_last ? "That was the last one. From the first again:" : "The next one:",
             next.empty() ? command : next);
  fs::create_directories(shown_file.parent_path());
  write_file(shown_file, std::to_string(shown + 1) + "\n");
  return 0;
}

}  // namespace warplab
