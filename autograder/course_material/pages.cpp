#include "autograder/course_material/pages.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "autograder/gpu/counters.h"
#include "autograder/report/result.h"

namespace warplab {
namespace {

const std::string number = R"((\d[\d.]*\d|\d))";
const std::string size = R"((\d+x\d+))";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// For each match of `pattern` in `text`, its groups.
std::vector<std::vector<std::string>> all_matches(const std::string& text,
                                                  const std::string& pattern) {
  const std::regex expression(pattern);
  std::vector<std::vector<std::string>> all;
  for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at) {
    std::vector<std::string> groups;
    for (std::size_t i = 1; i < at->size(); ++i) groups.push_back((*at)[i].str());
    all.push_back(std::move(groups));
  }
  return all;
}

std::optional<std::vector<std::string>> match(const std::string& text, const std::string& pattern) {
  const auto all = all_matches(text, pattern);
  return all.empty() ? std::nullopt : std::optional(all.front());
}

std::string without_parentheses(const std::string& text) {
  return std::regex_replace(text, std::regex(R"( ?\([^()]*\))"), "");
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" `");
  return begin == std::string::npos ? ""
                                    : text.substr(begin, text.find_last_not_of(" `") + 1 - begin);
}

// The cells of a row of a table; empty if the line is not one.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  if (!line.starts_with("|")) return cells;
  std::istringstream stream(line.substr(1));
  for (std::string cell; std::getline(stream, cell, '|');) cells.push_back(trimmed(cell));
  return cells;
}

// Splits "3 for no copies, 2 for at most 0.7 a cell; 5: over step 3" where new points start.
std::vector<std::string> parts_of(const std::string& cell) {
  std::vector<std::string> parts;
  const std::regex between(R"([;,] (?=\d+(: | for | if )))");
  const std::string text = without_parentheses(cell);
  for (std::sregex_token_iterator at(text.begin(), text.end(), between, -1), end; at != end; ++at)
    parts.push_back(*at);
  return parts;
}

struct Limits {
  std::optional<double> at_least, at_most;
};

Limits limits_in(const std::string& text) {
  Limits limits;
  if (const auto range = match(text, number + " to " + number)) {
    limits.at_least = std::stod(range->at(0));
    limits.at_most = std::stod(range->at(1));
  }
  if (const auto most = match(text, "at most " + number)) limits.at_most = std::stod(most->at(0));
  if (const auto least = match(text, "at least " + number))
    limits.at_least = std::stod(least->at(0));
  return limits;
}

// What a page says that points are given for.
struct Promise {
  std::string counter;  // "threads at work" of a ThreadGate
  double at_least = 0, at_most = 0, points = 0;

  bool fits(const Limits& limits) const {
    return (!limits.at_least || *limits.at_least == at_least) &&
           (!limits.at_most || *limits.at_most == at_most);
  }
  std::string text() const {
    const std::string low = at_least > 0 ? fmt::format(", at least {:g}", at_least) : "";
    const std::string high = std::isinf(at_most) ? "" : fmt::format(", at most {:g}", at_most);
    return fmt::format("{:g} for {}{}{}", points, counter, low, high);
  }
};

std::vector<Promise> gates_of(const Step& step) {
  std::vector<Promise> gates;
  for (const CounterGate& gate : step.hardware)
    gates.push_back({gate.counter, gate.at_least, gate.at_most, gate.points});
  if (step.threads)
    gates.push_back({"threads at work", step.threads->at_least,
                     std::numeric_limits<double>::infinity(), step.threads->points});
  return gates;
}

double points_of_gates(const Step& step) {
  double sum = 0;
  for (const Promise& gate : gates_of(step)) sum += gate.points;
  return sum;
}

// Collects the mistakes of a page.
class Checker {
 public:
  explicit Checker(std::string file) : file_(std::move(file)) {}

  void expect(int line, const std::string& what, const std::string& expected,
              const std::string& got) {
    if (expected != got) add(line, what, expected, got);
  }
  void expect(int line, const std::string& what, double expected, const std::string& got) {
    const bool is_number = !got.empty() && std::isdigit(static_cast<unsigned char>(got[0]));
    if (!is_number || std::abs(std::atof(got.c_str()) - expected) > 1e-9)
      add(line, what, fmt::format("{:g}", expected), got);
  }
  std::vector<std::string> take() && { return std::move(mistakes_); }

 private:
  void add(int line, const std::string& what, const std::string& expected, const std::string& got) {
    mistakes_.push_back(fmt::format("{}:{}: {}: expected {}, got {}", file_, line, what, expected,
                                    got.empty() ? "nothing" : got));
  }

  std::string file_;
  std::vector<std::string> mistakes_;
};

// The title of a lab's page has the number that the lab's name has.
void check_title(const Lab& lab, const std::vector<std::string>& lines, Checker& checker) {
  const auto title = match(lines.empty() ? "" : lines[0], R"(^# Lab (\d+): )");
  if (const auto own = match(lab.name, R"(^lab(\d+))"))
    checker.expect(1, "title", "Lab " + own->at(0), title ? "Lab " + title->at(0) : "");
}

class ReadmeCheck {
 public:
  ReadmeCheck(const Lab& lab, const Page& page)
      : lab_(lab), lines_(lines_of(page.text)), checker_(page.file) {}

  std::vector<std::string> check() && {
    check_title(lab_, lines_, checker_);
    std::vector<std::string> head;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      line_ = static_cast<int>(i) + 1;
      if (lines_[i].starts_with("## ")) enter_section(lines_[i]);
      const auto cells = cells_of(lines_[i]);
      if (cells.empty() || (i > 0 && cells_of(lines_[i - 1]).empty()))
        head = cells;
      else if (!cells[0].starts_with("-"))
        check_row(head, cells);
      if (cells.empty()) check_prose(i);
    }
    check_all_are_there();
    check_planned_sizes();
    return std::move(checker_).take();
  }

 private:
  void check_planned_sizes() {
    for (const Size& planned : lab_.planned_sizes)
      if (std::ranges::none_of(lines_, [&](const std::string& line) {
            return match(line, "(?:^|\\W)" + planned.text() + "(?:\\W|$)").has_value();
          }))
        checker_.expect(1, "a size that is planned for", planned.text(), "");
  }

  void enter_section(const std::string& line) {
    is_grading_ = line.starts_with("## How it is graded");
    if (!is_grading_) return;
    grading_line_ = line_;
    const auto total = match(line, "\\(" + number + " points\\)");
    checker_.expect(line_, "total points", lab_.max_score(), total ? total->at(0) : "");
  }

  void check_row(const std::vector<std::string>& head, const std::vector<std::string>& cells) {
    const auto column = [&](const std::string& name) {
      return std::ranges::find(head, name) - head.begin();
    };
    const auto cell = [&](const std::string& name) {
      const auto at = static_cast<std::size_t>(column(name));
      return at < cells.size() ? cells[at] : "";
    };
    if (head[0] == "step") {
      const int number_of_step = std::atoi(cells[0].c_str());
      if (number_of_step < 1 || number_of_step > static_cast<int>(lab_.steps.size()))
        return checker_.expect(line_, "step", fmt::format("1 to {}", lab_.steps.size()), cells[0]);
      const Step& step = lab_.step(number_of_step);
      if (!cell("file").empty())
        checker_.expect(line_, named(step, "file"), step.file, cell("file"));
      if (is_grading_) check_step(step, head, cells);
    } else if (is_grading_ && !cell("points").empty() && !cell("at most").empty()) {
      for (const CounterGate& gate : lab_.steps[0].hardware) {
        if (gate.counter != cells[0]) continue;
        checker_.expect(line_, gate.counter + ", at most", gate.at_most, cell("at most"));
        checker_.expect(line_, gate.counter + ", points", gate.points, cell("points"));
        points_of_rows_ += gate.points;
      }
    }
  }

  void check_step(const Step& step, const std::vector<std::string>& head,
                  const std::vector<std::string>& cells) {
    seen_.insert(step.number);
    double gates = 0, speed = 0;
    double correct = 0, checkers = 0;
    for (std::size_t i = 1; i < std::min(head.size(), cells.size()); ++i) {
      const std::string& name = head[i];
      if (name == "correct") {
        correct = std::atof(cells[i].c_str());
      } else if (name == "checkers") {
        checkers = std::atof(cells[i].c_str());
      } else if (name == "none at" || name == "full at") {
        check_thresholds(step, name + " " + cells[i]);
      } else if (name == "timed at") {
        checker_.expect(line_, named(step, name), step.timed_size.text(), cells[i]);
      } else if (name == "compared with") {
        check_baseline(step, "over " + cells[i]);
      } else if (name.starts_with("speed")) {
        speed += std::atof(cells[i].c_str());
        check_thresholds(step, cells[i]);
        check_baseline(step, cells[i]);
      } else {
        for (const std::string& part : parts_of(cells[i])) gates += check_gate(step, name, part);
      }
    }
    expect_points(step, "correct", step.correct_points, correct);
    expect_points(step, "checkers", step.checkers_points, checkers);
    expect_points(step, "hardware and threads", points_of_gates(step), gates);
    expect_points(step, "speed", step.speed_points, speed);
  }

  // "4: divergence at most 30" must have the points and limits of a gate. Returns the points.
  double check_gate(const Step& step, const std::string& head, const std::string& part) {
    const double points = std::atof(part.c_str());
    if (points == 0) return 0;
    const std::string said = part + " (" + head + ")";
    const Limits limits = limits_in(part + ", " + head);
    std::vector<std::string> expected;
    for (const Promise& gate : gates_of(step)) {
      const bool is_named = std::regex_search(said, std::regex("[ (]" + gate.counter + "\\b"));
      if (gate.points == points && gate.fits(limits) && (is_named || !names_another(step, said)))
        return points;
      if (is_named || !names_another(step, said)) expected.push_back(gate.text());
    }
    checker_.expect(line_, named(step, "hardware and threads"),
                    fmt::format("{}", fmt::join(expected, " or ")), part);
    return points;
  }

  static bool names_another(const Step& step, const std::string& said) {
    return std::ranges::any_of(step.hardware, [&](const CounterGate& gate) {
      return std::regex_search(said, std::regex("[ (]" + gate.counter + "\\b"));
    });
  }

  void check_thresholds(const Step& step, const std::string& text) {
    const std::pair<const char*, const char*> wordings[] = {{"full at", "[Ff]ull (?:points )?at "},
                                                            {"none at", "[Nn]one at "}};
    for (const auto& [name, wording] : wordings) {
      const auto said = match(text, wording + number);
      if (!said) continue;
      const bool is_full = std::string_view(name) == "full at";
      checker_.expect(line_, named(step, "speed, ") + name,
                      !step.speed ? 0
                      : is_full   ? step.speed->full_at
                                  : step.speed->zero_at,
                      said->at(0));
    }
    if (const auto pixels = match(text, "at " + size + " pixels"))
      checker_.expect(line_, named(step, "timed at"), step.timed_size.text(), pixels->at(0));
  }

  void check_baseline(const Step& step, const std::string& text) {
    const auto said = match(text, R"(over (lab|step) (\d+))");
    if (!said || !step.speed) return;
    const auto lab = match(step.speed->baseline_lab, R"(^lab(\d+))");
    const bool is_step = said->at(0) == "step";
    const std::string expected = is_step ? fmt::format("step {}", step.speed->baseline_step)
                                         : "lab " + (lab ? lab->at(0) : "");
    checker_.expect(line_, named(step, "speed, over"), expected, said->at(0) + " " + said->at(1));
  }

  // A paragraph or list item that starts in this line.
  void check_prose(std::size_t first) {
    if (const auto flags = match(lines_[first], "Flags: `([^`]*)`"))
      checker_.expect(line_, "flags", fmt::format("{}", fmt::join(lab_.compiler_flags, " ")),
                      flags->at(0));
    const bool goes_on = first > 0 && !lines_[first - 1].empty() &&
                         !lines_[first].starts_with("- ") && !lines_[first - 1].starts_with("#");
    if (!is_grading_ || goes_on) return;
    std::string text = lines_[first];
    for (std::size_t i = first + 1; i < lines_.size(); ++i) {
      if (lines_[i].empty() || lines_[i].starts_with("- ") || lines_[i].starts_with("|")) break;
      text += " " + trimmed(lines_[i]);
    }
    check_sizes(text);
    if (lab_.steps.size() == 1 && text.starts_with("- **")) check_bullet(lab_.steps[0], text);
  }

  // A size is right if it is that of any step.
  void check_sizes(const std::string& text) {
    const auto expect_one = [&](const char* what, const std::string& wording, Size Step::*of) {
      for (const auto& said : all_matches(text, wording)) {
        std::vector<std::string> known;
        for (const Step& step : lab_.steps)
          if (step.*of != Size{}) known.push_back((step.*of).text());
        if (std::ranges::find(known, said[0]) == known.end())
          checker_.expect(line_, what, fmt::format("{}", fmt::join(known, " or ")), said[0]);
      }
    };
    expect_one("timed at", "(?:photograph of|one of) (\\d+x\\d+|\\d{4,})\\b", &Step::timed_size);
    expect_one("counted on", "(?:counted on|Counters are those of) " + size, &Step::profiled_size);
    expect_one("counted on", R"(Counters are those of [^ ]+ = (\d+))", &Step::profiled_size);
    if (const auto range = match(text, "(?:pictures from|rows of) (\\w+) to (\\w+)")) {
      checker_.expect(line_, "smallest case", lab_.sizes.front().text(), range->at(0));
      checker_.expect(line_, "largest case", lab_.sizes.back().text(), range->at(1));
    }
  }

  // "- **20 correct** and **10 checkers**, as in lab 5."
  void check_bullet(const Step& step, const std::string& text) {
    seen_.insert(step.number);
    for (const auto& said : all_matches(text, "\\*\\*" + number + " (\\w+)\\*\\*")) {
      expect_points(step, said[1], points_for(step, said[1]), std::atof(said[0].c_str()));
      kinds_.insert(said[1]);
      if (said[1] == "speed") check_thresholds(step, text);
      const std::size_t colon = text.find(": ");
      if (said[1] != "hardware" || colon == std::string::npos) continue;
      for (const std::string& part : parts_of(text.substr(colon + 2)))
        points_of_rows_ += check_gate(step, "", part);
    }
  }

  static double points_for(const Step& step, const std::string& kind) {
    if (kind == "correct") return step.correct_points;
    if (kind == "checkers") return step.checkers_points;
    if (kind == "hardware") return points_of_gates(step);
    return kind == "speed" ? step.speed_points : 0;
  }

  void check_all_are_there() {
    line_ = std::max(grading_line_, 1);
    if (grading_line_ == 0)
      checker_.expect(1, "section", "\"## How it is graded (... points)\"", "");
    for (const Step& step : lab_.steps) {
      if (!seen_.contains(step.number))
        checker_.expect(line_, named(step, "points"), fmt::format("{:g}", step.max_score()), "");
      if (kinds_.empty()) continue;
      for (const char* kind : {"correct", "checkers", "hardware", "speed"})
        if (points_for(step, kind) > 0 && !kinds_.contains(kind))
          checker_.expect(line_, named(step, kind), points_for(step, kind), "");
      if (kinds_.contains("hardware"))
        expect_points(step, "hardware, line by line", points_of_gates(step), points_of_rows_);
    }
  }

  void expect_points(const Step& step, const std::string& kind, double expected, double got) {
    checker_.expect(line_, named(step, kind), fmt::format("{:g} points", expected),
                    fmt::format("{:g}", got) + " points");
  }

  static std::string named(const Step& step, const std::string& what) {
    return fmt::format("step {}, {}", step.number, what);
  }

  const Lab& lab_;
  std::vector<std::string> lines_;
  Checker checker_;
  int line_ = 0;
  bool is_grading_ = false;
  int grading_line_ = 0;
  std::set<int> seen_;           // steps whose points the page has
  std::set<std::string> kinds_;  // of points, where they are in a list
  double points_of_rows_ = 0;    // for hardware, in a list or in a table of counters
};

std::string joined_short_names(const std::vector<std::string>& labs) {
  std::vector<std::string> names;
  for (const std::string& lab : labs) names.push_back(lab.substr(0, lab.find('-')));
  return fmt::format("{}", fmt::join(names, ", "));
}

class PlanCheck {
 public:
  PlanCheck(const Course& course, const Page& page)
      : course_(course), lines_(lines_of(page.text)), checker_(page.file) {}

  std::vector<std::string> check() && {
    std::vector<std::string> head;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      line_ = static_cast<int>(i) + 1;
      const auto cells = cells_of(lines_[i]);
      if (cells.empty()) continue;
      if (i == 0 || cells_of(lines_[i - 1]).empty()) head = cells;
      if (head[0] == "lab") check_row(head, cells);
    }
    for (const Lab& lab : course_.labs)
      if (!seen_.contains(lab.name)) checker_.expect(1, lab.name, "a row in a table of labs", "");
    std::vector<std::string> mistakes = std::move(checker_).take();
    for (const Lab& lab : course_.labs)
      for (std::size_t i = 0; i < lab.after.size(); ++i)
        if (std::ranges::find(course_.labs, lab.after[i], &Lab::name) == course_.labs.end())
          mistakes.push_back(lab.locate(fmt::format("after[{}]", i),
                                        fmt::format("there is no lab \"{}\"", lab.after[i])));
    return mistakes;
  }

 private:
  struct Weeks {
    int first = 0, last = 0;
  };

  void check_row(const std::vector<std::string>& head, const std::vector<std::string>& cells) {
    const auto name = match(cells[0], R"((lab\d+-[\w-]+))");
    const auto lab = std::ranges::find(course_.labs, name ? name->at(0) : "", &Lab::name);
    if (lab == course_.labs.end() && cells[0] != "all") return;
    const bool is_sum = lab == course_.labs.end();
    if (!is_sum) seen_.insert(lab->name);
    for (std::size_t i = 1; i < head.size(); ++i) {
      const std::string cell = i < cells.size() ? cells[i] : "";
      const bool is_plan = std::regex_match(head[i], std::regex(R"(\d+ weeks)"));
      if (is_sum) {
        if (head[i] == "points") checker_.expect(line_, "all, points", sum_of_points(), cell);
        if (head[i] == "hours") checker_.expect(line_, "all, hours", hours_of_all_, cell);
        if (is_plan) checker_.expect(line_, "all, " + head[i], hours_of_plan_[head[i]], cell);
      } else if (head[i] == "points") {
        checker_.expect(line_, lab->name + ", points", lab->max_score(), cell);
      } else if (head[i] == "hours") {
        checker_.expect(line_, lab->name + ", hours", lab->hours, cell);
        hours_of_all_ += lab->hours;
      } else if (head[i] == "after") {
        checker_.expect(line_, lab->name + ", after", joined_short_names(lab->after), cell);
      } else if (is_plan && !cell.empty()) {
        check_weeks(*lab, head[i], cell);
      }
    }
  }

  void check_weeks(const Lab& lab, const std::string& plan, const std::string& cell) {
    const std::string what = fmt::format("{}, {}", lab.name, plan);
    const int most = std::atoi(plan.c_str());
    const auto said = match(cell, R"(^(\d+)(?: to (\d+))?$)");
    Weeks weeks;
    if (said) weeks.first = weeks.last = std::atoi(said->at(0).c_str());
    if (said && !said->at(1).empty()) weeks.last = std::atoi(said->at(1).c_str());
    if (weeks.first < 1 || weeks.last < weeks.first || weeks.last > most)
      return checker_.expect(line_, what, fmt::format("weeks from 1 to {}", most), cell);
    for (const std::string& other : lab.after) {
      const auto before = weeks_[plan].find(other);
      if (before == weeks_[plan].end() || before->second.last > weeks.first)
        checker_.expect(line_, what, other + " before it", "week " + cell);
    }
    weeks_[plan][lab.name] = weeks;
    hours_of_plan_[plan] += lab.hours;
  }

  double sum_of_points() const {
    double sum = 0;
    for (const Lab& lab : course_.labs) sum += lab.max_score();
    return sum;
  }

  const Course& course_;
  std::vector<std::string> lines_;
  Checker checker_;
  int line_ = 0;
  std::set<std::string> seen_;
  double hours_of_all_ = 0;
  std::map<std::string, double> hours_of_plan_;
  std::map<std::string, std::map<std::string, Weeks>> weeks_;  // by plan and lab
};

// The numbers of the lines with each target's commands: 67 for "grade-lab%".
std::map<std::string, std::set<int>> recipes_of(const std::string& makefile) {
  std::map<std::string, std::set<int>> recipes;
  std::vector<std::string> targets;
  const auto lines = lines_of(makefile);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].starts_with("\t")) {
      for (const std::string& target : targets) recipes[target].insert(static_cast<int>(i) + 1);
    } else if (const auto rule = match(lines[i], R"(^([\w%. -]+):(?!=))")) {
      std::istringstream names(rule->at(0));
      targets.clear();
      for (std::string name; names >> name;) targets.push_back(name);
    }
  }
  return recipes;
}

// The lab that a line's quotations are of, "lab7", from the head of the output or from the chapter.
void follow_lab(const std::string& line, std::string& lab) {
  if (const auto chapter = match(line, R"(^# Lab (\d+): )")) lab = "lab" + chapter->at(0);
  if (const auto head = match(line, R"(^(?:watching labs/)?(lab\d+)-[\w-]+(?:   |,))"))
    lab = head->at(0);
}

// A row of the grader's output that a page quotes, with its continuation lines.
struct SampleRow {
  int line = 0;
  std::string lab;    // "lab7"
  std::string gate;   // "read-banks"
  double points = 0;  // at most
  std::string text;
};

std::vector<SampleRow> sample_rows(const std::vector<std::string>& lines) {
  std::vector<SampleRow> rows;
  std::string lab;
  bool goes_on = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    follow_lab(lines[i], lab);
    const int line = static_cast<int>(i) + 1;
    if (const auto row =
            match(lines[i], "^  ([a-z][a-z-]*) +" + number + "/" + number + "(?: +ok)? *(.*)$")) {
      rows.push_back({line, lab, row->at(0), std::stod(row->at(2)), row->at(3)});
      goes_on = true;
    } else if (const auto shown = match(lines[i], "^  ([a-z][a-z-]*) {10,}(" + number + " .*)$")) {
      rows.push_back({line, lab, shown->at(0), 0, shown->at(1)});
      goes_on = true;
    } else if (goes_on && lines[i].starts_with(std::string(20, ' '))) {
      rows.back().text += " " + trimmed(lines[i]);
    } else {
      goes_on = false;
    }
  }
  return rows;
}

// A regular expression for a counter's label in the output, "load requests per element".
std::string label_pattern(const gpu::Counter& counter) {
  std::string pattern(counter.label);
  if (const std::size_t unit = pattern.find("{}"); unit != std::string::npos)
    pattern.replace(unit, 2, "\\w+");
  return pattern;
}

std::string points_of(double points) { return fmt::format("{:g} points", points); }

std::string points_and_limit(double points, const std::string& word, double limit) {
  return fmt::format("{}, {} {:g}", points_of(points), word, limit);
}

// The lab that is called "lab7"; nullptr if there is none.
const Lab* find_lab(const Course& course, const std::string& called) {
  const auto lab = std::ranges::find_if(
      course.labs, [&](const Lab& each) { return short_name(each.name) == called; });
  return lab == course.labs.end() ? nullptr : &*lab;
}

// Compares quoted rows with lab.json: points, limits, labels, baselines and the number of cases, of
// whichever step fits.
class SampleCheck {
 public:
  SampleCheck(const Course& course, const CaseCount& count_cases, Checker& checker)
      : course_(course), count_cases_(count_cases), checker_(checker) {}

  void check(const SampleRow& row) {
    const Lab* const lab = find_lab(course_, row.lab);
    if (lab == nullptr) return;
    const gpu::Counter* const counter = gpu::find_counter(row.gate);
    const bool is_counted =
        counter != nullptr && std::ranges::any_of(lab->steps, [&](const Step& step) {
          return !gates_named(step, row.gate).empty();
        });
    if (is_counted)
      check_counter(*lab, row, *counter);
    else if (row.gate == "correct")
      check_points(*lab, row, &Step::correct_points);
    else if (row.gate == "checkers")
      check_points(*lab, row, &Step::checkers_points);
  }

 private:
  static std::vector<CounterGate> gates_named(const Step& step, const std::string& name) {
    std::vector<CounterGate> gates;
    std::ranges::copy_if(step.hardware, std::back_inserter(gates),
                         [&](const CounterGate& gate) { return gate.counter == name; });
    return gates;
  }

  void check_counter(const Lab& lab, const SampleRow& row, const gpu::Counter& counter) {
    const auto told = match(row.text, "^" + number + " (.*?), (at most|at least) " + number +
                                          R"((?: \(.*? in (lab\d+/\d+)\))?)");
    std::set<std::string> known;
    if (!told) {  // "not run"
      for (const Step& step : lab.steps)
        for (const CounterGate& gate : gates_named(step, row.gate))
          known.insert(points_of(gate.points));
      return expect_one_of(row, known, points_of(row.points));
    }
    if (!match(told->at(1), "^(" + label_pattern(counter) + ")$"))
      expect_one_of(row, {std::string(counter.label)}, told->at(1));
    const std::string before = told->at(4).empty() ? "" : ", after " + told->at(4);
    for (const Step& step : lab.steps)
      for (const CounterGate& gate : gates_named(step, row.gate)) {
        const bool is_least = std::isinf(gate.at_most);
        const std::string after =
            before.empty() || !step.speed
                ? ""
                : fmt::format(", after {}",
                              short_name(fmt::format("{}/{}", step.speed->baseline_lab,
                                                     step.speed->baseline_step)));
        known.insert(points_and_limit(gate.points, is_least ? "at least" : "at most",
                                      is_least ? gate.at_least : gate.at_most) +
                     after);
      }
    expect_one_of(row, known,
                  points_and_limit(row.points, told->at(2), std::stod(told->at(3))) + before);
  }

  void check_points(const Lab& lab, const SampleRow& row, double Step::*points) {
    const auto timed = match(row.text, "photograph of " + size);
    const auto cases = match(row.text, R"((\d+) (?:awkward )?cases)");
    const auto with = [&](double most, const std::string& count, const std::string& photograph) {
      return points_of(most) + (cases ? fmt::format(", {} cases", count) : "") +
             (timed ? ", photograph of " + photograph : "");
    };
    std::set<std::string> known;
    for (const Step& step : lab.steps)
      known.insert(with(step.*points, cases ? std::to_string(count_cases_(lab, step)) : "",
                        step.timed_size.text()));
    expect_one_of(row, known,
                  with(row.points, cases ? cases->at(0) : "", timed ? timed->at(0) : ""));
  }

  void expect_one_of(const SampleRow& row, const std::set<std::string>& known,
                     const std::string& got) {
    if (!known.contains(got))
      checker_.expect(row.line, row.lab + ", " + row.gate,
                      fmt::format("{}", fmt::join(known, " or ")), got);
  }

  const Course& course_;
  const CaseCount& count_cases_;
  Checker& checker_;
};

// Compares quoted points of steps, and of several steps together, with lab.json, and with the rows
// that they are the sum of.
class TotalCheck {
 public:
  TotalCheck(const Course& course, Checker& checker) : course_(course), checker_(checker) {}

  // Lines are told in order.
  void check(int line, const std::string& text) {
    follow_lab(text, lab_);
    if (text.starts_with("```")) {
      end_step();
      all_got_ = all_points_ = 0;
    }
    const Lab* const lab = find_lab(course_, lab_);
    if (lab == nullptr) return;
    const std::string points = number + "/" + number;
    if (const auto step = match(text, "^step (\\d+)  \\S+ +" + points + "$")) {
      end_step();
      line_ = line;
      of_step_ = named(step->at(0));
      got_ = std::stod(step->at(1));
      rows_ = 0;
      all_got_ += got_;
      all_points_ += expect_points(*lab, line, step->at(0), step->at(2));
    } else if (const auto row = match(text, "^  [a-z][a-z-]* +" + points + "(?: |$)")) {
      rows_ += std::stod(row->at(0));
    } else if (const auto all = match(text, "^  " + number + " / " + number + "(?: |$)")) {
      end_step();
      checker_.expect(line, lab_ + ", all points that are had", all_got_, all->at(0));
      checker_.expect(line, lab_ + ", all points", all_points_, all->at(1));
    } else if (const auto saved = match(text, "^step (\\d+): .*\\(" + points + "\\)")) {
      expect_points(*lab, line, saved->at(0), saved->at(2));
    } else if (const auto whole = match(text, "^all steps: " + points + "$")) {
      checker_.expect(line, lab_ + ", all points", lab->max_score(), whole->at(1));
    }
  }

 private:
  void end_step() {
    if (!of_step_.empty())
      checker_.expect(line_, of_step_ + ", points of its rows", rows_, fmt::format("{:g}", got_));
    of_step_.clear();
  }

  std::string named(const std::string& step) const { return fmt::format("{} step {}", lab_, step); }

  // Returns what is expected.
  double expect_points(const Lab& lab, int line, const std::string& called,
                       const std::string& got) {
    const auto step = std::ranges::find(lab.steps, std::atoi(called.c_str()), &Step::number);
    const double expected = step == lab.steps.end() ? 0 : step->max_score();
    checker_.expect(line, named(called) + ", points", expected, got);
    return expected;
  }

  const Course& course_;
  Checker& checker_;
  std::string lab_;      // "lab7"
  std::string of_step_;  // whose rows come; empty: of none
  int line_ = 0;         // of that step
  double got_ = 0, rows_ = 0;
  double all_got_ = 0, all_points_ = 0;  // of the steps in this quotation
};

}  // namespace

std::vector<std::string> check_readme(const Lab& lab, const Page& readme) {
  return ReadmeCheck(lab, readme).check();
}

std::vector<std::string> check_plan(const Course& course, const Page& page) {
  return PlanCheck(course, page).check();
}

std::vector<std::string> check_quotations(const Course& course, const Page& page,
                                          const Page& makefile, const CaseCount& count_cases) {
  Checker checker(page.file);
  const auto recipes = recipes_of(makefile.text);
  const auto lines = lines_of(page.text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const int line = static_cast<int>(i) + 1;
    if (const auto entry = match(lines[i], R"(^- \[(\d+)\. .*\) \(lab (\d+)\)$)"))
      checker.expect(line, "the number of lab " + entry->at(1) + "'s chapter", entry->at(1),
                     entry->at(0));
    for (const auto& said : all_matches(lines[i], R"(Makefile:(\d+): ([\w-]+))")) {
      const std::string pattern = std::regex_replace(said[1], std::regex(R"(\d+$)"), "%");
      const auto known = recipes.contains(pattern) ? recipes.at(pattern) : std::set<int>{};
      if (!known.contains(std::atoi(said[0].c_str())))
        checker.expect(line, said[1], fmt::format("Makefile:{}", fmt::join(known, " or ")),
                       "Makefile:" + said[0]);
    }
    const auto speed =
        match(lines[i], "speed +" + number + "/" + number + " .*over (lab\\d+)/(\\d+)" +
                            ".*full at " + number + "x");
    if (!speed) continue;
    std::vector<std::string> known;
    for (const Lab& lab : course.labs)
      for (const Step& step : lab.steps)
        if (step.speed && step.speed->baseline_lab.starts_with(speed->at(2) + "-") &&
            step.speed->baseline_step == std::atoi(speed->at(3).c_str()))
          known.push_back(
              fmt::format("{:g} points, full at {:g}", step.speed_points, step.speed->full_at));
    const std::string got =
        fmt::format("{:g} points, full at {:g}", std::stod(speed->at(1)), std::stod(speed->at(4)));
    if (std::ranges::find(known, got) == known.end())
      checker.expect(line, fmt::format("speed over {}/{}", speed->at(2), speed->at(3)),
                     fmt::format("{}", fmt::join(known, " or ")), got);
  }
  SampleCheck samples(course, count_cases, checker);
  for (const SampleRow& row : sample_rows(lines)) samples.check(row);
  TotalCheck totals(course, checker);
  for (std::size_t i = 0; i < lines.size(); ++i) totals.check(static_cast<int>(i) + 1, lines[i]);
  return std::move(checker).take();
}

std::vector<std::string> check_chapter(const Course& course, const Lab& lab, const Page& chapter,
                                       const Page& makefile, const CaseCount& count_cases) {
  Checker checker(chapter.file);
  check_title(lab, lines_of(chapter.text), checker);
  std::vector<std::string> mistakes = std::move(checker).take();
  std::ranges::move(check_quotations(course, chapter, makefile, count_cases),
                    std::back_inserter(mistakes));
  return mistakes;
}

}  // namespace warplab
