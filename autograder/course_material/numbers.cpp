#include "autograder/course_material/numbers.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "autograder/course/json_node.h"
#include "autograder/course/located_json.h"
#include "autograder/course_material/page_text.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// Computes expressions of named numbers.
class Calculator {
 public:
  // `parameters` by name, and "values", each of which is an expression of these.
  Calculator(const std::map<std::string, int>& parameters, const std::optional<JsonNode>& values) {
    for (const auto& [name, value] : parameters) add(name, std::to_string(value));
    const std::string given = columns_;
    if (!values) return;
    for (const std::string& name : values->fields()) {
      const JsonNode value = values->child(name);
      add(name, compute(value.text(), value, given));
    }
  }

  // As SQLite writes it: "22", "4.7". Throws CourseError at `place` for what is no expression.
  std::string compute(const std::string& expression, const JsonNode& place) const {
    return compute(expression, place, columns_);
  }

 private:
  void add(const std::string& name, const std::string& value) {
    columns_ += fmt::format("{}{} AS \"{}\"", columns_.empty() ? "" : ", ", value, name);
  }

  std::string compute(const std::string& expression, const JsonNode& place,
                      const std::string& columns) const {
    try {
      SQLite::Statement query(database_,
                              fmt::format("SELECT {} FROM (SELECT {})", expression, columns));
      if (query.executeStep() && !query.isColumnNull(0)) return query.getColumn(0).getString();
    } catch (const SQLite::Exception& error) {
      place.fail(fmt::format("{} cannot be computed: {}", expression, error.what()));
    }
    place.fail(expression + " has no value");
  }

  mutable SQLite::Database database_{":memory:", SQLite::OPEN_READWRITE};
  std::string columns_;
};

// A phrase of a page: its text, and numbers in it.
struct Phrase {
  std::string pattern;                // a regular expression, with a group per number
  std::vector<std::string> expected;  // numbers
  std::string text;                   // as it should be
};

// Blanks of a phrase are those of the page, which breaks lines elsewhere, in comments as well. Words and numbers are whole.
Phrase read_phrase(const std::string& text, const JsonNode& place, const Calculator& calculator) {
  Phrase phrase;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '{') {
      const std::size_t end = text.find('}', at);
      if (end == std::string::npos) place.fail("a } is missing");
      phrase.expected.push_back(calculator.compute(text.substr(at + 1, end - at - 1), place));
      phrase.pattern += R"((\d+(?:\.\d+)?))";
      phrase.text += phrase.expected.back();
      at = end;
    } else if (text[at] == ' ') {
      phrase.pattern += R"(\s+(?://\s+(?:STUB: //\s+)?)?)";
      phrase.text += ' ';
    } else {
      phrase.pattern += RE2::QuoteMeta({&text[at], 1});
      phrase.text += text[at];
    }
  }
  if (std::isalnum(static_cast<unsigned char>(text.front())) || text.front() == '{')
    phrase.pattern = "\\b" + phrase.pattern;
  if (std::isalnum(static_cast<unsigned char>(text.back())) || text.back() == '}')
    phrase.pattern += "\\b";
  return phrase;
}

std::size_t line_at(const std::string& text, std::size_t offset) {
  return 1 + static_cast<std::size_t>(std::count(
                 text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
}

// A number of a page that is another than it should be.
struct WrongNumber {
  std::size_t begin = 0, length = 0;  // in the page
  std::string expected;
  std::string phrase;  // that it stands in, as it should be
};

// What is told of a page.
struct PageState {
  std::vector<WrongNumber> wrong;
  std::vector<std::string> complaints;  // about phrases
};

// Looks at a phrase that has numbers.
void look_at(const Phrase& phrase, const std::string& page, const std::string& file,
             const JsonNode& place, PageState& state) {
  const std::vector<std::vector<TextPart>> matches = find_parts(page, phrase.pattern);
  if (matches.empty())
    state.complaints.push_back(fmt::format(
        "{}: {} does not contain this phrase, with whatever numbers: change one of them",
        place.place(), file));
  for (const std::vector<TextPart>& match : matches)
    for (std::size_t i = 0; i < phrase.expected.size(); ++i)
      if (const auto& [begin, length] = match[i + 1];
          page.compare(begin, length, phrase.expected[i]) != 0)
        state.wrong.push_back({begin, length, phrase.expected[i], phrase.text});
}

// Looks at a phrase that is there where a condition holds, and nowhere else.
void look_at(const Phrase& phrase, const std::string& condition, bool holds,
             const std::string& page, const std::string& file, const JsonNode& place,
             PageState& state) {
  const std::vector<std::vector<TextPart>> matches = find_parts(page, phrase.pattern);
  const bool is_there = !matches.empty();
  if (is_there && !holds)
    state.complaints.push_back(fmt::format("{}:{}: \"{}\" holds only where {}: rewrite it", file,
                                           line_at(page, matches[0][0].begin), phrase.text,
                                           condition));
  if (!is_there && holds)
    state.complaints.push_back(fmt::format(
        "{}: {} does not contain this phrase: change one of them", place.place(), file));
}

// solutions/numbers.json, as it lies on disk.
class NumberList {
 public:
  explicit NumberList(const Course& course)
      : source_(parse_located(read_file(course.root / numbers_file), numbers_file)) {
    root().expect_fields({"labs"}, {"otherwise", "values"});
  }

  // What it lists of labs that the course does not have.
  std::vector<std::string> unknown_labs(const Course& course) const {
    std::vector<std::string> mistakes;
    for (const std::string& name : root().child("labs").fields())
      if (std::ranges::find(course.labs, name, &Lab::name) == course.labs.end() &&
          std::ranges::find(course.broken, name, &BrokenLab::name) == course.broken.end())
        mistakes.push_back(root().child("labs").child(name).place() + ": there is no such lab");
    return mistakes;
  }

  bool has(const Lab& lab) const { return root().child("labs").has(lab.name); }

  // What is to be told of each page of the lab.
  void for_each_page(const Course& course, const Lab& lab,
                     const std::function<void(const std::string& file, const std::string& page,
                                              const PageState& state)>& tell) const {
    if (!has(lab)) return;
    const Calculator calculator(parameters_of(lab), values());
    const JsonNode pages = root().child("labs").child(lab.name);
    for (const std::string& file : pages.fields()) {
      const JsonNode phrases = pages.child(file);
      const bool is_there = fs::exists(course.root / file);
      const std::string page = is_there ? read_file(course.root / file) : "";
      PageState state;
      if (!is_there) state.complaints.push_back(phrases.place() + ": there is no such file");
      for (const JsonNode& each : phrases.elements())
        if (is_there) look(each, file, page, calculator, state);
      tell(file, page, state);
    }
  }

 private:
  JsonNode root() const { return {source_, source_.value, ""}; }
  std::optional<JsonNode> values() const {
    return root().has("values") ? std::optional(root().child("values")) : std::nullopt;
  }

  // What lab.json says, and what it means where it says nothing.
  std::map<std::string, int> parameters_of(const Lab& lab) const {
    std::map<std::string, int> parameters = lab.steps.front().parameters;
    if (!root().has("otherwise")) return parameters;
    const JsonNode otherwise = root().child("otherwise");
    for (const std::string& name : otherwise.fields())
      parameters.emplace(name, otherwise.child(name).integer(0, 1 << 30));
    return parameters;
  }

  static void look(const JsonNode& each, const std::string& file, const std::string& page,
                   const Calculator& calculator, PageState& state) {
    if (each.is_object()) {
      each.expect_fields({"text", "if"}, {});
      const JsonNode text = each.child("text"), condition = each.child("if");
      look_at(read_phrase(text.text(), text, calculator), condition.text(),
              calculator.compute(condition.text(), condition) == "1", page, file, text, state);
      return;
    }
    const Phrase phrase = read_phrase(each.text(), each, calculator);
    if (phrase.expected.empty())
      each.fail_expected(R"(a phrase with a number in braces, or {"text": ..., "if": ...})");
    look_at(phrase, page, file, each, state);
  }

  LocatedJson source_;
};

bool is_listed(const Course& course) { return fs::exists(course.root / numbers_file); }

}  // namespace

bool has_numbers(const Course& course, const Lab& lab) {
  return is_listed(course) && NumberList(course).has(lab);
}

std::vector<std::string> check_number_list(const Course& course) {
  return is_listed(course) ? NumberList(course).unknown_labs(course) : std::vector<std::string>{};
}

std::vector<std::string> check_numbers(const Course& course, const Lab& lab) {
  std::vector<std::string> mistakes;
  if (!is_listed(course)) return mistakes;
  NumberList(course).for_each_page(
      course, lab, [&](const std::string& file, const std::string& page, const PageState& state) {
        for (const WrongNumber& each : state.wrong)
          mistakes.push_back(
              fmt::format("{}:{}: expected \"{}\", got {} in place of {}: run "
                          "`make stubs`",
                          file, line_at(page, each.begin), each.phrase,
                          page.substr(each.begin, each.length), each.expected));
        mistakes.insert(mistakes.end(), state.complaints.begin(), state.complaints.end());
      });
  return mistakes;
}

std::vector<std::string> write_numbers(const Course& course) {
  std::vector<std::string> written;
  if (!is_listed(course)) return written;
  const NumberList numbers(course);
  for (const Lab& lab : course.labs)
    numbers.for_each_page(
        course, lab, [&](const std::string& file, const std::string& page, const PageState& state) {
          // From the end on, so that the places of the others stay.
          std::map<std::size_t, WrongNumber, std::greater<>> wrong;
          for (const WrongNumber& each : state.wrong) wrong.emplace(each.begin, each);
          std::string text = page;
          for (const auto& [begin, each] : wrong) text.replace(begin, each.length, each.expected);
          if (wrong.empty()) return;
          write_file(course.root / file, text);
          if (std::ranges::find(written, file) == written.end()) written.push_back(file);
        });
  return written;
}

}  // namespace warplab
