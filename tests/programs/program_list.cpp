#include "program_list.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace simt {
namespace {

// What follows "// <label>: " in those of the first lines of a source that begin so.
std::vector<std::string> head_comments(const std::filesystem::path& source,
                                       const std::string& label) {
  std::ifstream file(source);
  const std::string start = "// " + label + ": ";
  std::vector<std::string> comments;
  std::string line;
  for (int i = 0; i < 5 && std::getline(file, line); ++i)
    if (line.starts_with(start)) comments.push_back(line.substr(start.size()));
  return comments;
}

std::optional<std::string> head_comment(const std::filesystem::path& source,
                                        const std::string& label) {
  const std::vector<std::string> comments = head_comments(source, label);
  return comments.empty() ? std::nullopt : std::optional(comments[0]);
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

std::optional<ExpectedFinding> read_expectation(const std::filesystem::path& source,
                                                const std::string& frontend) {
  const auto own = head_comment(source, "EXPECT " + frontend);
  const std::string text = own ? *own : head_comment(source, "EXPECT").value_or("");
  if (text == "none") return std::nullopt;
  std::istringstream words(text);
  ExpectedFinding expected;
  std::string word;
  uint32_t number = 0;
  if (words >> expected.kind >> word >> expected.line && word == "line") {
    if (!(words >> word)) return expected;
    if (word == "alone") {
      expected.alone = true;
      return expected;
    }
    if (word == "other" && words >> number) {
      expected.other = number;
      return expected;
    }
  }
  throw std::runtime_error(source.string() +
                           ": the first line must be \"// EXPECT: <kind> line <N> [other <M>]\", "
                           "\"// EXPECT: <kind> line <N> alone\" or \"// EXPECT: none\"");
}

std::set<std::filesystem::path> quick_programs() {
  std::ifstream file(std::filesystem::path(PROGRAMS_FOLDER) / "quick_programs.txt");
  std::set<std::filesystem::path> programs;
  for (std::string line; std::getline(file, line);) programs.insert(line);
  return programs;
}

}  // namespace

std::vector<TestProgram> list_programs(const std::string& collection, const std::string& frontend) {
  const auto folder = std::filesystem::path(TESTS_FOLDER) / collection;
  const auto quick = quick_programs();
  std::vector<TestProgram> programs;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const bool is_folder = entry.is_directory();
    if (!is_folder && entry.path().extension() != ".cu") continue;
    const auto source = is_folder ? entry.path() / "main.cu" : entry.path();
    TestProgram program;
    program.name = entry.path().stem();
    program.frontend = frontend;
    program.executable =
        std::filesystem::path(PROGRAMS_FOLDER) / collection / frontend / program.name;
    program.quick = quick.contains(program.executable);
    if (collection == "bugs") program.expected = read_expectation(source, frontend);
    if (program.expected) program.expected->says = head_comments(source, "SAYS");
    program.allowed = words_of(head_comment(source, "FINDINGS").value_or(""));
    program.strict = words_of(head_comment(source, "STRICT").value_or(""));
    program.output_differs = head_comment(source, "OUTPUT").has_value();
    programs.push_back(std::move(program));
  }
  std::ranges::sort(programs, {}, &TestProgram::name);
  return programs;
}

bool matches(const ExpectedFinding& expected, const events::Finding& finding) {
  if (events::name_of(finding.kind) != expected.kind) return false;
  const std::string text = finding.what + "\n" + std::string(advice_of(finding));
  const auto is_said = [&text](const std::string& said) { return text.find(said) != text.npos; };
  if (!std::ranges::all_of(expected.says, is_said)) return false;
  if (expected.line == 0) return true;
  const std::pair lines(finding.where.line, finding.other ? finding.other->line : 0);
  if (!expected.other) return lines.first == expected.line;
  return lines == std::pair(expected.line, *expected.other) ||
         lines == std::pair(*expected.other, expected.line);
}

}  // namespace simt
