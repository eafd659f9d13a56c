#include "common/wrap.h"

#include <algorithm>

namespace warplab {

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

std::string cut(std::string_view text, std::size_t columns) {
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    const bool starts_character = (static_cast<unsigned char>(text[at]) & 0xc0) != 0x80;
    if (starts_character && columns-- == 0) break;
  }
  return std::string(text.substr(0, at));
}

std::string first_bytes(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  const auto continues = [&](std::size_t at) { return (text[at] & 0xc0) == 0x80; };
  while (bytes > 0 && continues(bytes)) --bytes;
  return std::string(text.substr(0, bytes)) + "\n...";
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::vector<std::string> wrap(const std::string& text, std::size_t columns) {
  std::vector<std::string> lines;
  for (const std::string& paragraph : split_lines(text)) {
    std::string line = paragraph;
    while (width_of(line) > columns) {
      const std::size_t fits = cut(line, columns + 1).size();
      const std::size_t word = line.find_first_not_of(' ');
      std::size_t blank = line.rfind(' ', fits - 1);
      if (blank == std::string::npos || blank < word) blank = line.find(' ', word);
      if (blank == std::string::npos) break;
      lines.push_back(line.substr(0, blank));
      line.erase(0, line.find_first_not_of(' ', blank));
    }
    lines.push_back(line);
  }
  return lines;
}

std::string reflow(const std::string& text, std::size_t columns) {
  std::string lines, paragraph;
  const auto end_paragraph = [&] {
    for (const std::string& line : wrap(paragraph, columns)) lines += line + "\n";
    paragraph.clear();
  };
  for (const std::string& line : split_lines(text)) {
    if (!line.empty() && line[0] != ' ') {
      paragraph += (paragraph.empty() ? "" : " ") + line;
      continue;
    }
    end_paragraph();
    lines += line + "\n";
  }
  end_paragraph();
  if (!lines.empty()) lines.pop_back();
  return lines;
}

}  // namespace warplab
