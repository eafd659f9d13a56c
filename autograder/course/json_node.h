// A value of a handwritten JSON file, read field by field. Every mistake is reported with its line
// and path.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "autograder/course/located_json.h"

namespace warplab {

// The JSON that it refers to must outlive it. Everything but has(), place(), is_list(), is_object() and is_true() throws
// CourseError, which says what was expected, for a value of another kind.
class JsonNode {
 public:
  JsonNode(const LocatedJson& source, const nlohmann::json& value, std::string path)
      : source_(&source), value_(&value), path_(std::move(path)) {}

  [[noreturn]] void fail(const std::string& message) const;
  // Where it is, as fail() says it: "class.json:12: late.days".
  std::string place() const;
  [[noreturn]] void fail_expected(const std::string& expected) const;

  // Checks that it is an object with all the required fields, and no others but the optional ones.
  void expect_fields(const std::vector<std::string>& required,
                     const std::vector<std::string>& optional) const;

  bool has(const std::string& field) const { return value_->contains(field); }
  // The names of an object's fields, whatever they are.
  std::vector<std::string> fields() const;
  // A field, which must exist.
  JsonNode child(const std::string& field) const;

  bool is_list() const { return value_->is_array(); }
  bool is_object() const { return value_->is_object(); }
  bool is_true() const { return value_->is_boolean() && value_->get<bool>(); }
  std::vector<JsonNode> elements() const;

  std::string text() const;  // not empty
  int integer(int low, int high) const;
  double number() const;
  double number_from_zero() const;

 private:
  const LocatedJson* source_;
  const nlohmann::json* value_;
  std::string path_;
};

}  // namespace warplab
