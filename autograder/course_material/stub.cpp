// One pass over the lines of a solution. The only state is the line where the open block starts.
#include "autograder/course_material/stub.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "autograder/course/lab.h"

namespace warplab {
namespace {

constexpr std::string_view begin_marker = "// BEGIN SOLUTION";
constexpr std::string_view end_marker = "// END SOLUTION";
constexpr std::string_view file_marker = "// SOLUTION FILE";
constexpr std::string_view stub_marker = "// STUB:";
constexpr std::array<std::string_view, 4> marker_words = {"BEGIN SOLUTION", "END SOLUTION",
                                                          "SOLUTION FILE", "STUB:"};

// The parts of a line: indentation, text, and the line ending. Trailing blanks are in none.
struct Line {
  std::string_view whole;
  std::string_view indentation;
  std::string_view text;
  std::string_view ending;  // "\n", "\r\n", or nothing at the end of the file
};

Line take_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  Line line;
  line.whole = rest.substr(0, end == std::string_view::npos ? end : end + 1);
  rest.remove_prefix(line.whole.size());

  std::string_view content = line.whole;
  while (content.ends_with('\n') || content.ends_with('\r')) content.remove_suffix(1);
  line.ending = line.whole.substr(content.size());
  const std::size_t first = std::min(content.find_first_not_of(" \t"), content.size());
  line.indentation = content.substr(0, first);
  line.text = content.substr(first, content.find_last_not_of(" \t") + 1 - first);
  return line;
}

bool looks_like_marker(std::string_view text) {
  return std::any_of(marker_words.begin(), marker_words.end(), [text](std::string_view words) {
    return text.find(words) != std::string_view::npos;
  });
}

// What a STUB line becomes.
std::string stub_line(const Line& line) {
  std::string_view text = line.text.substr(stub_marker.size());
  if (text.starts_with(' ')) text.remove_prefix(1);
  if (text.empty()) return std::string(line.ending);
  return fmt::format("{}{}{}", line.indentation, text, line.ending);
}

}  // namespace

std::optional<std::string> make_stub(const std::string& solution, const std::string& file) {
  std::string stub;
  std::string_view rest = solution;
  int number = 0;
  int begun_at = 0;  // line of the open BEGIN SOLUTION; 0: none is open
  const auto error = [&](int line, const std::string& message) {
    return CourseError(fmt::format("{}:{}: {}", file, line, message));
  };

  while (!rest.empty()) {
    const Line line = take_line(rest);
    ++number;
    if (line.text == file_marker) {
      if (number == 1) return std::nullopt;
      throw error(number, "SOLUTION FILE must be the first line of the file");
    }
    if (line.text == begin_marker) {
      if (begun_at != 0) {
        throw error(number, fmt::format("BEGIN SOLUTION inside the block that began on line {}; "
                                        "end that one first, blocks do not nest",
                                        begun_at));
      }
      begun_at = number;
    } else if (line.text == end_marker) {
      if (begun_at == 0) throw error(number, "END SOLUTION without a BEGIN SOLUTION before it");
      begun_at = 0;
    } else if (line.text.starts_with(stub_marker)) {
      if (begun_at == 0) {
        throw error(number, "STUB outside a block; put it between BEGIN SOLUTION and END SOLUTION");
      }
      stub += stub_line(line);
    } else if (looks_like_marker(line.text)) {
      throw error(number, fmt::format("this looks like a marker but is not one; a marker stands "
                                      "alone on its line: \"{}\", \"{}\", \"{} text\" or \"{}\"",
                                      begin_marker, end_marker, stub_marker, file_marker));
    } else if (begun_at == 0) {
      stub += line.whole;
    }
  }
  if (begun_at != 0) throw error(begun_at, "BEGIN SOLUTION without an END SOLUTION after it");
  return stub;
}

std::string complain_of_header(const std::string& stub) {
  constexpr int most = 12;  // the longest task takes 10
  int lines = 0;
  for (std::string_view rest = stub; !rest.empty();) {
    const std::string_view text = take_line(rest).text;
    if (!text.empty() && !text.starts_with("//")) break;
    lines += text.find_first_not_of("/ \t") != std::string_view::npos;
  }
  if (lines <= most) return "";
  return fmt::format(
      "its header comment has {} lines of words, and {} is the most: put what describes the "
      "solution between BEGIN SOLUTION and END SOLUTION",
      lines, most);
}

}  // namespace warplab
