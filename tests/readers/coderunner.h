// What a combinator template grader has printed, as Moodle's CodeRunner reads it (its jobrunner and
// combinator_grader_outcome). Whatever makes it call the question broken, which then has no mark,
// throws.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace warplab {

struct BrokenQuestion : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct CodeRunnerOutcome {
  double fraction = 0;
  // Of each row: is_correct where a tick is shown, and the cells that are shown, escaped by it
  // unless their column is HTML.
  struct Row {
    bool is_correct = false;
    std::vector<std::string> cells;
  };
  std::vector<Row> rows;       // without the head
  std::set<std::size_t> html;  // columns of cells that it does not escape
  std::string epilogue;        // HTML
};

inline bool is_control(const nlohmann::json& head) {
  return head == "iscorrect" || head == "ishidden";
}

inline double fraction_of(const nlohmann::json& result) {
  const auto fraction = result.find("fraction");
  if (fraction == result.end() || !fraction->is_number() || *fraction < 0 || *fraction > 1)
    throw BrokenQuestion("missingorbadfraction");
  return *fraction;
}

// A format per column that is no control column.
inline std::set<std::size_t> html_columns(const nlohmann::json& formats,
                                          const nlohmann::json& head) {
  std::size_t columns = 0;
  for (const nlohmann::json& name : head) columns += is_control(name) ? 0 : 1;
  if (formats.size() != columns) throw BrokenQuestion("wrongnumberofformats");
  std::set<std::size_t> html;
  for (std::size_t i = 0; i < columns; ++i)
    if (formats[i] == "%h")
      html.insert(i);
    else if (formats[i] != "%s")
      throw BrokenQuestion("illegalformat");
  return html;
}

inline CodeRunnerOutcome::Row row_of(const nlohmann::json& row, const nlohmann::json& head) {
  if (row.size() != head.size()) throw BrokenQuestion("a row that is not as long as its head");
  CodeRunnerOutcome::Row read;
  for (std::size_t i = 0; i < head.size(); ++i)
    if (!is_control(head[i]))
      read.cells.push_back(row[i]);
    else if (head[i] == "iscorrect")
      read.is_correct = row[i] == 1;
  return read;
}

inline CodeRunnerOutcome read_by_coderunner(const std::string& output) {
  static const std::set<std::string> allowed = {
      "fraction", "prologuehtml",    "testresults",    "epiloguehtml", "columnformats",
      "files",    "showdifferences", "showoutputonly", "graderstate",  "instructorhtml"};
  const nlohmann::json result = nlohmann::json::parse(output, nullptr, false);
  if (!result.is_object()) throw BrokenQuestion("badjson");
  CodeRunnerOutcome outcome;
  outcome.fraction = fraction_of(result);
  for (const auto& [key, value] : result.items())
    if (!allowed.contains(key)) throw BrokenQuestion("unknowncombinatorgraderfield " + key);
  const nlohmann::json& table = result.at("testresults");
  outcome.html = html_columns(result.at("columnformats"), table.at(0));
  for (std::size_t i = 1; i < table.size(); ++i) outcome.rows.push_back(row_of(table[i], table[0]));
  outcome.epilogue = result.at("epiloguehtml");
  return outcome;
}

}  // namespace warplab
