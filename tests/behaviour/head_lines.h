// The head lines of a file in tests/attacks/ or tests/mistakes/: what the grader has to say of it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace warplab {

// The values of all lines `// KEY: value` among the first twelve, in order.
inline std::vector<std::string> head_lines(const std::filesystem::path& file,
                                           const std::string& key) {
  std::vector<std::string> values;
  std::ifstream stream(file);
  const std::string begin = "// " + key + ": ";
  std::string line;
  for (int number = 0; number < 12 && std::getline(stream, line); ++number)
    if (line.starts_with(begin)) values.push_back(line.substr(begin.size()));
  return values;
}

// The parts of `text` between " | ".
inline std::vector<std::string> alternatives(std::string text) {
  std::vector<std::string> parts;
  for (std::size_t bar; (bar = text.find(" | ")) != std::string::npos; text.erase(0, bar + 3))
    parts.push_back(text.substr(0, bar));
  parts.push_back(text);
  return parts;
}

// Every .c, .cpp and .cu file directly in a folder, sorted.
inline std::vector<std::filesystem::path> sources_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> sources;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (const auto kind = entry.path().extension(); kind == ".c" || kind == ".cpp" || kind == ".cu")
      sources.push_back(entry.path());
  std::sort(sources.begin(), sources.end());
  return sources;
}

}  // namespace warplab
