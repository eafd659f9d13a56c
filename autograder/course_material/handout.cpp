#include "autograder/course_material/handout.h"

#include <algorithm>
#include <regex>
#include <sstream>

namespace warplab {
namespace {

constexpr const char* table_of_mistakes = "When it is not right";

// "5" of "lab5-shared-int"; empty for another name.
std::string number_of(const std::string& lab) {
  std::smatch found;
  return std::regex_search(lab, found, std::regex(R"(^lab(\d+))")) ? found[1].str() : "";
}

bool is_of_step(const std::string& title, int step) {
  std::smatch found;
  if (!std::regex_search(title, found, std::regex(R"(^Steps? (\d+)(?: and (\d+))?:)")))
    return false;
  const std::string number = std::to_string(step);
  return found[1] == number || found[2] == number;
}

}  // namespace

Handout::Handout(const std::string& text) {
  const std::regex chapter(R"(^## \d+\. (Lab (\d+): .*)$)");
  std::istringstream lines(text);
  bool is_in_lab = false, is_code = false;
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::smatch found;
    if (line.starts_with("```")) is_code = !is_code;
    if (!is_code && line.starts_with("## ")) {
      is_in_lab = std::regex_match(line, found, chapter);
      if (is_in_lab) chapters_.push_back({found[2], {{{number, found[1]}, {}}}});
    } else if (is_in_lab && !is_code && line.starts_with("### ")) {
      chapters_.back().sections.push_back({{number, line.substr(4)}, {}});
    } else if (is_in_lab) {
      chapters_.back().sections.back().lines.push_back(line);
    }
  }
}

std::optional<HandoutPlace> Handout::about(const std::string& lab, int step,
                                           const std::string& mistake) const {
  const auto chapter = std::ranges::find(chapters_, number_of(lab), &Chapter::number);
  if (chapter == chapters_.end()) return std::nullopt;
  std::optional<HandoutPlace> of_step, row;
  for (const Section& section : chapter->sections) {
    const auto named = std::ranges::find_if(section.lines, [&](const std::string& line) {
      return line.find("`" + mistake + "`") != std::string::npos;
    });
    if (named != section.lines.end()) {
      if (section.heading.title != table_of_mistakes) return section.heading;
      const auto below = static_cast<std::size_t>(named - section.lines.begin()) + 1;
      row = {section.heading.line + below, section.heading.title};
    }
    if (!of_step && is_of_step(section.heading.title, step)) of_step = section.heading;
  }
  if (of_step) return of_step;
  return row ? row : chapter->sections.front().heading;
}

}  // namespace warplab
