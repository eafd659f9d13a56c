// nlohmann's parser reports each key and value as it comes; the stream tells how far it has read.
#include "autograder/course/located_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <sstream>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/report/sanitize.h"

namespace warplab {
namespace {

using nlohmann::json;

constexpr int max_depth = 32;

// Line, from 1, of the byte at `offset`.
int line_at(const std::string& text, std::size_t offset) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size()));
  return 1 + static_cast<int>(std::count(text.begin(), end, '\n'));
}

// Column, from 1, of the byte at `offset`.
std::size_t column_at(const std::string& text, std::size_t offset) {
  const std::size_t end = std::min(offset, text.size());
  const std::size_t line_feed = end == 0 ? std::string::npos : text.rfind('\n', end - 1);
  return line_feed == std::string::npos ? end + 1 : end - line_feed;
}

// The parser's own message without its number and position, which ours has already.
std::string plain_message(const json::exception& error) {
  std::string message = error.what();
  if (const auto end = message.find("] "); end != std::string::npos) message.erase(0, end + 2);
  if (message.starts_with("parse error")) message.erase(0, message.find(": ") + 2);
  return sanitize(message);
}

// Follows the parser through the document and notes the line of each path.
class LineRecorder {
 public:
  LineRecorder(const std::string& text, std::istringstream& stream, LocatedJson& result)
      : text_(text), stream_(stream), result_(result) {}

  // The parser's callback; `parsed` is the key's text for a key.
  bool operator()(int depth, json::parse_event_t event, json& parsed) {
    switch (event) {
      case json::parse_event_t::key:
        enter_key(parsed.get<std::string>());
        break;
      case json::parse_event_t::value:
        note(next_path());
        break;
      case json::parse_event_t::object_start:
        open(depth, false);
        break;
      case json::parse_event_t::array_start:
        open(depth, true);
        break;
      case json::parse_event_t::object_end:
      case json::parse_event_t::array_end:
        open_.pop_back();
        break;
    }
    return true;
  }

  // Bytes that the parser has read so far.
  std::size_t position() const {
    const auto position = stream_.rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in);
    return static_cast<std::size_t>(std::max<std::streamoff>(position, 0));
  }

 private:
  struct Container {
    std::string path;
    bool is_array = false;
    int next_index = 0;      // of an array
    std::string child_path;  // of an object: the key that was read last
  };

  std::string next_path() {
    if (open_.empty()) return "";
    Container& top = open_.back();
    return top.is_array ? fmt::format("{}[{}]", top.path, top.next_index++) : top.child_path;
  }

  // The last byte read belongs to the value, or follows a number.
  void note(const std::string& path) {
    const std::size_t read = position();
    result_.lines.try_emplace(path, line_at(text_, read == 0 ? 0 : read - 1));
  }

  void open(int depth, bool is_array) {
    const std::string path = next_path();
    note(path);
    if (depth >= max_depth) {
      throw CourseError(
          result_.locate(path, fmt::format("nested deeper than {} levels", max_depth)));
    }
    open_.push_back({path, is_array, 0, ""});
  }

  void enter_key(const std::string& key) {
    Container& top = open_.back();
    top.child_path = top.path.empty() ? key : top.path + "." + key;
    if (result_.lines.contains(top.child_path)) {
      const int first = result_.lines.at(top.child_path);
      result_.lines[top.child_path] = line_at(text_, position() - 1);
      throw CourseError(result_.locate(
          top.child_path, fmt::format("appears twice, first on line {}; keep one", first)));
    }
    note(top.child_path);
  }

  const std::string& text_;
  std::istringstream& stream_;
  LocatedJson& result_;
  std::vector<Container> open_;
};

}  // namespace

std::string LocatedJson::place(const std::string& path) const {
  std::string known = path;
  while (!known.empty() && !lines.contains(known)) {
    const std::size_t cut = known.find_last_of(".[");
    known.erase(cut == std::string::npos ? 0 : cut);
  }
  const auto line = lines.find(known);
  return fmt::format("{}:{}{}{}", file, line == lines.end() ? 1 : line->second,
                     path.empty() ? "" : ": ", sanitize(path));
}

std::string LocatedJson::locate(const std::string& path, const std::string& message) const {
  return fmt::format("{}: {}", place(path), message);
}

LocatedJson parse_located(const std::string& text, const std::string& file) {
  LocatedJson result;
  result.file = file;
  std::istringstream stream(text);
  LineRecorder recorder(text, stream, result);
  try {
    result.value = json::parse(stream, std::ref(recorder));
  } catch (const json::exception& error) {
    const auto* syntax = dynamic_cast<const json::parse_error*>(&error);
    const std::size_t read = syntax ? syntax->byte : recorder.position();
    const std::size_t offset = read == 0 ? 0 : read - 1;
    throw CourseError(fmt::format("{}:{}:{}: malformed JSON: {}", file, line_at(text, offset),
                                  column_at(text, offset), plain_message(error)));
  }
  return result;
}

}  // namespace warplab
