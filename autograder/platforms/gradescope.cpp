// It is YAML as Ruby writes it, whose names begin with a colon.
#include "autograder/platforms/gradescope.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <string>

#include "autograder/classroom/normal_name.h"
#include "autograder/course/lab.h"

namespace warplab {
namespace {

std::string text_in(const YAML::Node& node, const char* name) {
  const YAML::Node field = node[name];
  return field && field.IsScalar() ? normal_name(field.Scalar()) : "";
}

}  // namespace

std::optional<Moment> gradescope_moment(std::string text) {
  if (const std::size_t dot = text.find('.'); dot != std::string::npos)
    text.erase(dot, std::min(text.find_first_not_of("0123456789", dot + 1), text.size()) - dot);
  std::tm parts{};
  const char* const end = ::strptime(text.c_str(), "%Y-%m-%d %H:%M:%S %z", &parts);
  if (end == nullptr || *end != '\0') return std::nullopt;
  const long from_utc_s = parts.tm_gmtoff;
  return Moment(std::chrono::seconds(::timegm(&parts) - from_utc_s));
}

Book read_gradescope_metadata(const std::string& text, const std::string& file) {
  Book book{file, {}};
  try {
    const YAML::Node root = YAML::Load(text);
    if (!root.IsMap()) throw CourseError(fmt::format("{}: it is not a table of submissions", file));
    for (const auto& submission : root) {
      const std::string name = submission.first.Scalar();
      const std::string number = name.substr(name.find_last_not_of("0123456789") + 1);
      if (!submission.second.IsMap()) continue;
      const YAML::Node submitters = submission.second[":submitters"];
      const auto handed_in = gradescope_moment(text_in(submission.second, ":created_at"));
      if (!submitters || !submitters.IsSequence()) continue;
      for (const YAML::Node& each : submitters)
        if (each.IsMap())
          book.rows.push_back({number, text_in(each, ":sid"), text_in(each, ":email"),
                               text_in(each, ":name"), "", "", handed_in});
    }
  } catch (const YAML::Exception& error) {
    throw CourseError(fmt::format("{}:{}: {}", file, error.mark.line + 1, error.msg));
  }
  return book;
}

}  // namespace warplab
