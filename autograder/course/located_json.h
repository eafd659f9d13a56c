// JSON that remembers the line of every field, for error messages.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace warplab {

struct LocatedJson {
  nlohmann::json value;
  std::string file;                  // for messages
  std::map<std::string, int> lines;  // by path: "steps[1].points.correct"; "" is the root

  // "labs/lab1/lab.json:7: steps[1].name". A path that does not exist gets the line of its
  // nearest ancestor that does.
  std::string place(const std::string& path) const;
  // The same and ": message".
  std::string locate(const std::string& path, const std::string& message) const;
};

// Parses `text`; `file` is used in messages. Throws CourseError with file, line and column for
// malformed JSON or text that is not UTF-8, and with file, line and field for a field that appears
// twice or is nested deeper than 32 levels.
LocatedJson parse_located(const std::string& text, const std::string& file);

}  // namespace warplab
