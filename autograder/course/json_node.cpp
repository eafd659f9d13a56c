#include "autograder/course/json_node.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "autograder/course/lab.h"
#include "autograder/course/suggest.h"

namespace warplab {

void JsonNode::fail(const std::string& message) const {
  throw CourseError(source_->locate(path_, message));
}

std::string JsonNode::place() const { return source_->place(path_); }

void JsonNode::fail_expected(const std::string& expected) const {
  constexpr std::size_t most = 60;
  std::string got = value_->dump(-1, ' ', true);
  if (got.size() > most) got = got.substr(0, most) + "...";
  fail(fmt::format("expected {}, got {}", expected, got));
}

void JsonNode::expect_fields(const std::vector<std::string>& required,
                             const std::vector<std::string>& optional) const {
  if (!value_->is_object()) fail_expected("an object { ... }");
  std::vector<std::string> known = required;
  known.insert(known.end(), optional.begin(), optional.end());
  for (const auto& field : value_->items()) {
    if (std::find(known.begin(), known.end(), field.key()) != known.end()) continue;
    const std::string hint = did_you_mean(field.key(), known);
    child(field.key())
        .fail(
            fmt::format("unknown field{}",
                        hint.empty() ? fmt::format("; known: {}", fmt::join(known, ", ")) : hint));
  }
  for (const std::string& field : required) {
    if (!has(field)) fail(fmt::format("field \"{}\" is missing", field));
  }
}

std::vector<std::string> JsonNode::fields() const {
  if (!value_->is_object()) fail_expected("an object { ... }");
  std::vector<std::string> names;
  for (const auto& field : value_->items()) names.push_back(field.key());
  return names;
}

JsonNode JsonNode::child(const std::string& field) const {
  return {*source_, value_->at(field), path_.empty() ? field : path_ + "." + field};
}

std::vector<JsonNode> JsonNode::elements() const {
  if (!value_->is_array()) fail_expected("a list [ ... ]");
  std::vector<JsonNode> result;
  for (std::size_t i = 0; i < value_->size(); ++i) {
    result.emplace_back(*source_, (*value_)[i], fmt::format("{}[{}]", path_, i));
  }
  return result;
}

std::string JsonNode::text() const {
  if (!value_->is_string() || value_->get_ref<const std::string&>().empty()) {
    fail_expected("a text that is not empty");
  }
  return value_->get<std::string>();
}

int JsonNode::integer(int low, int high) const {
  const bool in_range =
      value_->is_number_integer() && value_->get<double>() >= low && value_->get<double>() <= high;
  if (!in_range) fail_expected(fmt::format("a whole number from {} to {}", low, high));
  return value_->get<int>();
}

double JsonNode::number() const {
  if (!value_->is_number()) fail_expected("a number");
  return value_->get<double>();
}

double JsonNode::number_from_zero() const {
  if (!value_->is_number() || !(value_->get<double>() >= 0)) {
    fail_expected("a number that is not negative");
  }
  return value_->get<double>();
}

}  // namespace warplab
