// A baseline as JSON.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/files.h"
#include "simt/tools/baseline.h"
#include "simt/tools/program.h"
#include "simt/tools/report.h"

namespace simt::tools {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr const char* version_key = "simt_baseline";
constexpr int version = 1;

// Reads members of one object, of which `what` says what it is: "known.json: suppressions[2]".
class Members {
 public:
  Members(const json& object, std::string what, std::initializer_list<std::string_view> keys)
      : object_(object), what_(std::move(what)) {
    if (!object.is_object()) throw UsageError(what_ + " is not an object, {...}");
    for (const auto& [key, value] : object.items())
      if (std::ranges::find(keys, key) == keys.end())
        throw UsageError(
            fmt::format("{} has the key \"{}\", which means nothing there: it may have {}", what_,
                        key, fmt::join(keys, ", ")));
  }

  std::string text(const char* key) const {
    const auto found = object_.find(key);
    if (found == object_.end()) return {};
    if (!found->is_string()) throw UsageError(fmt::format("{}: \"{}\" is not a text", what_, key));
    return found->get<std::string>();
  }
  std::string needed_text(const char* key, const char* why) const {
    std::string text = this->text(key);
    if (text.empty()) throw UsageError(fmt::format("{} has no \"{}\": {}", what_, key, why));
    return text;
  }
  std::string kind() const {
    const std::string kind = needed_text("kind", "it says what was found, \"shared-race\" say");
    if (!events::kind_named(kind))
      throw UsageError(fmt::format(
          "{}: there is no kind of finding named \"{}\"; docs/simt.md lists them", what_, kind));
    return kind;
  }
  const json* member(const char* key) const {
    const auto found = object_.find(key);
    return found == object_.end() ? nullptr : &*found;
  }
  const std::string& what() const { return what_; }

 private:
  const json& object_;
  const std::string what_;
};

KnownFinding known_from(const json& entry, const std::string& what) {
  const Members members(entry, what, {"kind", "file", "text", "kernel", "other"});
  KnownFinding known{.line = {members.text("file"), members.text("text")},
                     .kind = members.kind(),
                     .kernel = members.text("kernel"),
                     .other = {}};
  if (const json* other = members.member("other")) {
    const Members side(*other, what + "'s \"other\"", {"file", "text"});
    known.other = {side.text("file"), side.text("text")};
    if (*known.other < known.line) std::swap(*known.other, known.line);
  }
  return known;
}

Suppression suppression_from(const json& entry, const std::string& what) {
  const Members members(entry, what, {"kind", "file", "kernel", "text", "reason"});
  Suppression suppression{.kind = members.kind(),
                          .file = members.text("file"),
                          .kernel = members.text("kernel"),
                          .text = members.text("text"),
                          .reason = members.needed_text("reason", "it says why that is all right")};
  if (suppression.file.empty() && suppression.kernel.empty())
    throw UsageError(what +
                     " has neither \"file\" nor \"kernel\": it would be for the whole program");
  return suppression;
}

template <class Read>
auto entries(const Members& root, const char* key, const std::string& file, Read read) {
  std::vector<decltype(read(json(), std::string()))> all;
  const json* list = root.member(key);
  if (list == nullptr) return all;
  if (!list->is_array()) throw UsageError(fmt::format("{}: \"{}\" is not a list", file, key));
  for (const json& entry : *list)
    all.push_back(read(entry, fmt::format("{}: {}[{}]", file, key, all.size())));
  return all;
}

ordered_json to_json(const KnownFinding& known) {
  ordered_json entry = {{"kind", known.kind},
                        {"file", known.line.file},
                        {"text", known.line.text},
                        {"kernel", known.kernel}};
  if (known.other) entry["other"] = {{"file", known.other->file}, {"text", known.other->text}};
  return entry;
}

ordered_json to_json(const Suppression& suppression) {
  ordered_json entry = {{"kind", suppression.kind}};
  const auto add = [&entry](const char* key, const std::string& text) {
    if (!text.empty()) entry[key] = text;
  };
  add("file", suppression.file);
  add("kernel", suppression.kernel);
  add("text", suppression.text);
  add("reason", suppression.reason);
  return entry;
}

}  // namespace

Baseline read_baseline(const std::filesystem::path& file) {
  const std::string name = file.string();
  json root;
  try {
    root = json::parse(warplab::read_file(file));
  } catch (const json::exception& error) {
    throw UsageError(fmt::format("{} is not JSON: {}", name, error.what()));
  } catch (const warplab::FileError& error) {
    throw UsageError(error.what());
  }
  const Members members(root, name, {version_key, "known", "suppressions"});
  if (const json* number = members.member(version_key); number == nullptr || *number != version)
    throw UsageError(
        fmt::format("{} is not a baseline of this simt, which has \"{}\": {}: simt check "
                    "--write-baseline {} writes one",
                    name, version_key, version, name));
  return {entries(members, "known", name, known_from),
          entries(members, "suppressions", name, suppression_from)};
}

std::string baseline_json(const Baseline& baseline) {
  ordered_json root = {{version_key, version},
                       {"known", ordered_json::array()},
                       {"suppressions", ordered_json::array()}};
  for (const KnownFinding& known : baseline.known) root["known"].push_back(to_json(known));
  for (const Suppression& suppression : baseline.suppressions)
    root["suppressions"].push_back(to_json(suppression));
  return json_text(root);
}

}  // namespace simt::tools
