#include "autograder/course_material/new_declaration.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>

#include "autograder/course/located_json.h"

namespace warplab {
namespace {

using nlohmann::ordered_json;

constexpr const char* fields_to_write[] = {"teaches", "weeks"};

// By the line that it begins in, each field of the root.
std::map<int, std::string> fields_by_line(const std::string& json) {
  const LocatedJson located = parse_located(json, "lab.json");
  std::map<int, std::string> fields;
  for (const auto& [field, _] : located.value.items())
    fields.emplace(located.lines.at(field), field);
  return fields;
}

// Without the comma that a field left behind which is the last one now.
std::string without_last_comma(std::string json) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t end = json.rfind('}');
  const std::size_t last = end == 0 ? end : json.find_last_not_of(blanks, end - 1);
  if (last != std::string::npos && json[last] == ',') json.erase(last, 1);
  return json;
}

std::string edited_by_lines(const std::string& json, const std::string& title) {
  const std::map<int, std::string> fields = fields_by_line(json);
  std::string edited, field;
  std::istringstream lines(json);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto begun = fields.find(++number);
    if (begun != fields.end()) field = begun->second;
    const bool is_end = begun == fields.end() && line.starts_with('}');
    if (is_end || std::ranges::find(fields_to_write, field) == std::end(fields_to_write))
      edited +=
          (begun != fields.end() && field == "title" ? "  \"title\": " + title + "," : line) + "\n";
  }
  return without_last_comma(edited);
}

}  // namespace

std::string new_declaration(const std::string& json, const std::string& title) {
  const std::string edited = edited_by_lines(json, ordered_json(title).dump());
  ordered_json expected = ordered_json::parse(json);
  expected["title"] = title;
  for (const char* field : fields_to_write) expected.erase(field);
  return ordered_json::parse(edited, nullptr, false) == expected ? edited : expected.dump(2) + "\n";
}

}  // namespace warplab
