#include "autograder/judge/marked_lines.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>
#include <vector>

#include "common/wrap.h"

namespace warplab {
namespace {

bool is_of_a_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Whether the text has the word, and not as a part of a longer one.
bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string_view::npos; ++at) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !is_of_a_word(text[at - 1]);
    if (begins && (end == text.size() || !is_of_a_word(text[end]))) return true;
  }
  return false;
}

// The numbers behind "convolution.cu:".
std::vector<std::size_t> lines_named_in(const std::string& sentence, const std::string& file) {
  std::vector<std::size_t> lines;
  const std::string place = file + ":";
  for (std::size_t at = 0; (at = sentence.find(place, at)) != std::string::npos;) {
    at += place.size();
    std::size_t line = 0;
    for (; at < sentence.size() && sentence[at] >= '0' && sentence[at] <= '9'; ++at)
      line = 10 * line + static_cast<std::size_t>(sentence[at] - '0');
    if (line > 0) lines.push_back(line);
  }
  return lines;
}

// The names between "<<<" and ">>>" of a launch that begins in line `line`, from 1.
std::vector<std::string> names_in_launch(const std::vector<std::string>& lines, std::size_t line) {
  constexpr std::size_t most_lines = 3;
  std::string text;
  for (std::size_t l = line; l < line + most_lines && l <= lines.size(); ++l)
    text += lines[l - 1] + " ";
  const std::size_t begin = text.find("<<<"), end = text.find(">>>", begin);
  if (end == std::string::npos) return {};
  std::vector<std::string> names(1);
  for (const char c : text.substr(begin + 3, end - begin - 3)) {
    if (is_of_a_word(c))
      names.back() += c;
    else if (!names.back().empty())
      names.emplace_back();
  }
  return names;
}

// The line of a launch that is marked, itself or by the check of its error below it; 0: no launch.
std::size_t line_of_launch(const std::vector<std::string>& lines, std::size_t marked) {
  for (std::size_t line = marked; line > 0 && line + 1 >= marked; --line)
    if (line <= lines.size() && lines[line - 1].find("<<<") != std::string::npos) return line;
  return 0;
}

// Whether a line gives a name its value: "dim3 grid(...", "blocks = ...".
bool sets(std::string_view line, std::string_view name) {
  for (std::size_t at = 0; (at = line.find(name, at)) != std::string_view::npos; ++at) {
    if (at == 0 || is_of_a_word(line[at - 1])) continue;
    std::size_t next = at + name.size();
    while (next < line.size() && line[next] == ' ') ++next;
    if (next + 1 >= line.size()) continue;
    if (line[next] == '(' || (line[next] == '=' && line[next + 1] != '=')) return true;
  }
  return false;
}

// What a launch is given is set some lines above it.
void mark_arguments_of_launches(Diagnosis& diagnosis, const std::vector<std::string>& lines) {
  constexpr std::size_t most_lines_above = 30;
  const std::vector<MarkedLine> marks = diagnosis.marks;
  for (const MarkedLine& mark : marks) {
    const std::size_t launch = line_of_launch(lines, mark.line);
    if (launch == 0) continue;
    for (const std::string& name : names_in_launch(lines, launch)) {
      if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) continue;
      for (std::size_t l = launch; l-- > 1 && launch - l <= most_lines_above;)
        if (sets(lines[l - 1], name)) {
          mark_line(diagnosis, l, name + " of the launch below");
          break;
        }
    }
  }
}

}  // namespace

void mark_line(Diagnosis& diagnosis, std::size_t line, const std::string& what) {
  if (std::ranges::find(diagnosis.marks, line, &MarkedLine::line) == diagnosis.marks.end())
    diagnosis.marks.push_back({line, what});
}

void mark_place(Diagnosis& diagnosis, const std::string& place, const std::string& what) {
  const std::string file = place.substr(0, place.rfind(':'));
  for (const std::size_t line : lines_named_in(place, file)) mark_line(diagnosis, line, what);
}

void mark_named_lines(Diagnosis& diagnosis, const std::string& file, const std::string& source) {
  for (const std::string& sentence : diagnosis.lines)
    for (const std::size_t line : lines_named_in(sentence, file))
      mark_line(diagnosis, line, sentence);
  const std::vector<std::string> lines = split_lines(source);
  mark_arguments_of_launches(diagnosis, lines);
  if (diagnosis.wrong_name.empty()) return;
  for (std::size_t line = 1; line <= lines.size(); ++line)
    if (has_word(lines[line - 1], diagnosis.wrong_name))
      mark_line(diagnosis, line, diagnosis.wrong_name + " is wrong");
}

}  // namespace warplab
