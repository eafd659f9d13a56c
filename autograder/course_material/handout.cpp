#include "autograder/course_material/handout.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "autograder/course_material/page_text.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

constexpr const char* table_of_mistakes = "When it is not right";

bool is_of_step(const std::string& title, int step) {
  const auto steps = match(title, R"(^Steps? (\d+)(?: and (\d+))?:)");
  return steps && std::ranges::count(*steps, std::to_string(step)) > 0;
}

}  // namespace

Handout::Handout(const std::map<std::string, std::string>& chapters) {
  for (const auto& [lab, text] : chapters) {
    const std::string file = fmt::format("labs/{}/{}", lab, chapter_file);
    std::vector<Section>& sections = chapters_[lab];
    sections.push_back({{file, 1, ""}, {}});
    std::istringstream lines(text);
    bool is_code = false;
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      if (line.starts_with("```")) is_code = !is_code;
      if (number == 1 && line.starts_with("# "))
        sections.back().heading.title = line.substr(2);
      else if (!is_code && line.starts_with("## "))
        sections.push_back({{file, number, line.substr(3)}, {}});
      else
        sections.back().lines.push_back(line);
    }
  }
}

std::optional<HandoutPlace> Handout::about(const std::string& lab, int step,
                                           const std::string& mistake) const {
  const auto chapter = chapters_.find(lab);
  if (chapter == chapters_.end()) return std::nullopt;
  std::optional<HandoutPlace> of_step, row;
  for (const Section& section : chapter->second) {
    const auto named = std::ranges::find_if(section.lines, [&](const std::string& line) {
      return line.find("`" + mistake + "`") != std::string::npos;
    });
    if (named != section.lines.end()) {
      if (section.heading.title != table_of_mistakes) return section.heading;
      const auto below = static_cast<std::size_t>(named - section.lines.begin()) + 1;
      row = {section.heading.file, section.heading.line + below, section.heading.title};
    }
    if (!of_step && is_of_step(section.heading.title, step)) of_step = section.heading;
  }
  if (of_step) return of_step;
  return row ? row : chapter->second.front().heading;
}

Handout read_handout(const fs::path& course) {
  std::map<std::string, std::string> chapters;
  for (const auto& folder : fs::directory_iterator(course / "labs"))
    if (const fs::path file = folder.path() / chapter_file; fs::exists(file))
      chapters[folder.path().filename()] = read_file(file);
  return Handout(chapters);
}

}  // namespace warplab
