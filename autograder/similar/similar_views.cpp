#include "autograder/similar/similar_views.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <vector>

#include "autograder/report/numbers.h"
#include "autograder/report/result.h"
#include "autograder/report/sanitize.h"
#include "common/wrap.h"

namespace warplab {
namespace {

using nlohmann::json;

constexpr std::size_t most_rows = 20;
constexpr std::size_t longest_id = 18;

// An id as it fits into the table.
std::string shown(const std::string& id) {
  const std::string one = sanitize_line(id);
  return width_of(one) > longest_id ? cut(one, longest_id - 3) + "..." : one;
}

std::string line(const std::string& text) { return cut(text, screen_columns) + "\n"; }

// "lab8/3 sequential"
std::string shown(const ComparedStep& step) {
  return fmt::format("{}/{} {}", short_name(step.lab), step.step, step.name);
}

// The end of a path says more than its beginning.
std::string end_of(const std::string& path, std::size_t columns) {
  std::string one = sanitize_line(path);
  while (width_of(one) > columns) {
    const std::size_t slash = one.find('/', one.starts_with(".../") ? 4 : 0);
    if (slash == std::string::npos) return cut(one, columns);
    one.replace(0, slash, "...");
  }
  return one;
}

std::string text_of(const SimilarPair& pair) {
  constexpr std::size_t margin = 17;
  const std::string usual =
      pair.usual ? fmt::format("{:>3.0f} %", std::round(*pair.usual)) : "    -";
  std::string text = line(fmt::format(" {:>3} %   {}  {:<24} {:<{}}  {}", pair.share, usual,
                                      cut(sanitize_line(shown(pair.step)), 24), shown(pair.one),
                                      longest_id, pair.is_with_other ? "with" : shown(pair.other)));
  if (pair.is_with_other)
    text += line(fmt::format("{:{}}{}", "", margin, end_of(pair.other, screen_columns - margin)));
  return text;
}

std::string text_of(const NotCompared& each) {
  const std::string what = each.is_other
                               ? end_of(each.student, screen_columns / 2)
                               : fmt::format("{} {}", shown(each.student), shown(each.step));
  return line(fmt::format("not compared: {}: {}", sanitize_line(what), sanitize_line(each.why)));
}

template <class Item>
std::string rows_of(const std::vector<Item>& items) {
  std::string text;
  for (std::size_t i = 0; i < std::min(items.size(), most_rows); ++i) text += text_of(items[i]);
  if (items.size() > most_rows)
    text += line(fmt::format("and {} more: --json FILE lists all", items.size() - most_rows));
  return text;
}

json json_of(const ComparedStep& step) {
  return {{"lab", step.lab}, {"step", step.step}, {"name", step.name}, {"file", step.file}};
}

json json_of(const SimilarPair& pair) {
  json object = json_of(pair.step);
  std::vector<std::string> students = {pair.one};
  if (!pair.is_with_other) students.push_back(pair.other);
  object.update({{"students", students},
                 {"with", pair.is_with_other ? json(pair.other) : json(nullptr)},
                 {"share", pair.share},
                 {"usual", pair.usual ? json(*pair.usual) : json(nullptr)}});
  return object;
}

json json_of(const NotCompared& each) {
  json object = json_of(each.step);
  object.update({{"student", each.is_other ? json(nullptr) : json(each.student)},
                 {"with", each.is_other ? json(each.student) : json(nullptr)},
                 {"why", each.why}});
  return object;
}

template <class Item>
json list_of(const std::vector<Item>& items) {
  json list = json::array();
  for (const Item& item : items) list.push_back(json_of(item));
  return list;
}

}  // namespace

std::string table_of(const Similarities& found) {
  std::string text;
  if (!found.pairs.empty())
    text +=
        line(fmt::format(" share   usual  {:<24} students", "lab and step")) + rows_of(found.pairs);
  text += line(fmt::format("{} compared, {} of them alike by {} % or more",
                           counted(found.compared, "1 pair of files", "{} pairs of files"),
                           found.pairs.size(), least_share));
  text += rows_of(found.not_compared);
  if (!found.pairs.empty())
    text +=
        "Likeness is a reason to look at both files, not a verdict: where a task leaves\n"
        "few ways to solve it, files that nobody copied are alike, too.\n";
  return text;
}

json to_json(const Similarities& found) {
  return {{"compared", found.compared},
          {"pairs", list_of(found.pairs)},
          {"not_compared", list_of(found.not_compared)}};
}

}  // namespace warplab
