#include "autograder/course_material/readme_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "autograder/report/gate_kind.h"

namespace warplab {
namespace {

std::string without_parentheses(const std::string& text) {
  std::string rest = text;
  RE2::GlobalReplace(&rest, R"( ?\([^()]*\))", "");
  return rest;
}

// Splits "3 for no copies, 2 for at most 0.7 a cell; 5: over step 3" where new points start.
std::vector<std::string> parts_of(const std::string& cell) {
  std::vector<std::string> parts;
  const std::string text = without_parentheses(cell);
  std::size_t begin = 0;
  for (const std::vector<TextPart>& next : find_parts(text, R"(([;,] )\d+(?:: | for | if ))")) {
    parts.push_back(text.substr(begin, next[1].begin - begin));
    begin = next[1].begin + next[1].length;
  }
  parts.push_back(text.substr(begin));
  return parts;
}

bool names(const std::string& said, const std::string& counter) {
  return match(said, "[ (]" + counter + "\\b").has_value();
}

struct SaidLimits {
  std::optional<double> at_least, at_most;
};

SaidLimits limits_in(const std::string& text) {
  SaidLimits limits;
  if (const auto range = match(text, number_pattern + " to " + number_pattern)) {
    limits.at_least = std::stod(range->at(0));
    limits.at_most = std::stod(range->at(1));
  }
  if (const auto most = match(text, "at most " + number_pattern))
    limits.at_most = std::stod(most->at(0));
  if (const auto least = match(text, "at least " + number_pattern))
    limits.at_least = std::stod(least->at(0));
  return limits;
}

// What a page says that points are given for.
struct Promise {
  std::string counter;  // or what a gate in a field of its own counts: "threads at work"
  double at_least = 0, at_most = 0, points = 0;

  bool fits(const SaidLimits& limits) const {
    return (!limits.at_least || *limits.at_least == at_least) &&
           (!limits.at_most || *limits.at_most == at_most);
  }
  std::string text() const {
    const std::string low = at_least > 0 ? fmt::format(", at least {:g}", at_least) : "";
    const std::string high = std::isinf(at_most) ? "" : fmt::format(", at most {:g}", at_most);
    return fmt::format("{:g} for {}{}{}", points, counter, low, high);
  }
};

// What a list of points calls counters, and gates in fields of their own.
constexpr const char* hardware = "hardware";

std::vector<Promise> gates_of(const Step& step) {
  std::vector<Promise> gates;
  for (const CounterGate& gate : step.hardware)
    gates.push_back({gate.counter, gate.at_least, gate.at_most, gate.points});
  for (const auto& [kind, terms] : step.gates)
    if (const GateTraits& gate = traits_of(kind); gate.has_field())
      gates.push_back({std::string(gate.value), terms.at_least, terms.at_most, terms.points});
  return gates;
}

double points_of_gates(const Step& step) {
  double sum = 0;
  for (const Promise& gate : gates_of(step)) sum += gate.points;
  return sum;
}

// The gate that has its points under this name in "points"; null if none has.
const GateTraits* gate_in_points(const std::string& name) {
  const auto found = std::ranges::find_if(gate_kinds, [&](const GateTraits& gate) {
    return gate.name == name && gate.declared == GateDeclared::in_points;
  });
  return found == std::end(gate_kinds) ? nullptr : &*found;
}

class ReadmeCheck {
 public:
  ReadmeCheck(const Lab& lab, const Page& page)
      : lab_(lab), lines_(lines_of(page.text)), checker_(page.file) {}

  std::vector<std::string> check() && {
    check_title(lab_.name, lines_, checker_);
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
    const auto total = match(line, "\\(" + number_pattern + " points\\)");
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
    double gates = 0;
    std::map<GateKind, double> in_points;
    for (std::size_t i = 1; i < std::min(head.size(), cells.size()); ++i) {
      const std::string& name = head[i];
      if (name == "none at" || name == "full at") {
        check_thresholds(step, name + " " + cells[i]);
      } else if (name == "timed at") {
        checker_.expect(line_, named(step, name), step.timed_size.text(), cells[i]);
      } else if (name == "compared with") {
        check_baseline(step, "over " + cells[i]);
      } else if (const GateTraits* const gate = gate_in_points(name);
                 gate != nullptr && gate->points == GatePoints::all_or_none) {
        in_points[gate->kind] = std::atof(cells[i].c_str());
      } else if (name.starts_with("speed")) {
        in_points[GateKind::speed] += std::atof(cells[i].c_str());
        check_thresholds(step, cells[i]);
        check_baseline(step, cells[i]);
      } else {
        for (const std::string& part : parts_of(cells[i])) gates += check_gate(step, name, part);
      }
    }
    for (const GateTraits& gate : gate_kinds)
      if (gate.declared == GateDeclared::in_points)
        expect_points(step, std::string(gate.name), step.points_for(gate.kind),
                      in_points[gate.kind]);
      else if (gate.declared == GateDeclared::hardware)
        expect_points(step, "hardware and threads", points_of_gates(step), gates);
  }

  // "4: divergence at most 30" must have the points and limits of a gate. Returns the points.
  double check_gate(const Step& step, const std::string& head, const std::string& part) {
    const double points = std::atof(part.c_str());
    if (points == 0) return 0;
    const std::string said = part + " (" + head + ")";
    const SaidLimits limits = limits_in(part + ", " + head);
    std::vector<std::string> expected;
    for (const Promise& gate : gates_of(step)) {
      const bool is_named = names(said, gate.counter);
      if (gate.points == points && gate.fits(limits) && (is_named || !names_another(step, said)))
        return points;
      if (is_named || !names_another(step, said)) expected.push_back(gate.text());
    }
    checker_.expect(line_, named(step, "hardware and threads"),
                    fmt::format("{}", fmt::join(expected, " or ")), part);
    return points;
  }

  static bool names_another(const Step& step, const std::string& said) {
    return std::ranges::any_of(step.hardware,
                               [&](const CounterGate& gate) { return names(said, gate.counter); });
  }

  void check_thresholds(const Step& step, const std::string& text) {
    const std::pair<const char*, const char*> wordings[] = {{"full at", "[Ff]ull (?:points )?at "},
                                                            {"none at", "[Nn]one at "}};
    for (const auto& [name, wording] : wordings) {
      const auto said = match(text, wording + number_pattern);
      if (!said) continue;
      const bool is_full = std::string_view(name) == "full at";
      checker_.expect(line_, named(step, "speed, ") + name,
                      !step.speed ? 0
                      : is_full   ? step.speed->full_at
                                  : step.speed->zero_at,
                      said->at(0));
    }
    if (const auto pixels = match(text, "at " + size_pattern + " pixels"))
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
    expect_one("counted on", "(?:counted on|Counters are those of) " + size_pattern,
               &Step::profiled_size);
    expect_one("counted on", R"(Counters are those of [^ ]+ = (\d+))", &Step::profiled_size);
    if (const auto range = match(text, "(?:pictures from|rows of) (\\w+) to (\\w+)")) {
      checker_.expect(line_, "smallest case", lab_.sizes.front().text(), range->at(0));
      checker_.expect(line_, "largest case", lab_.sizes.back().text(), range->at(1));
    }
  }

  // "- **20 correct** and **10 checkers**, as in lab 5."
  void check_bullet(const Step& step, const std::string& text) {
    seen_.insert(step.number);
    for (const auto& said : all_matches(text, "\\*\\*" + number_pattern + " (\\w+)\\*\\*")) {
      expect_points(step, said[1], points_for(step, said[1]), std::atof(said[0].c_str()));
      kinds_.insert(said[1]);
      if (said[1] == "speed") check_thresholds(step, text);
      const std::size_t colon = text.find(": ");
      if (said[1] != hardware || colon == std::string::npos) continue;
      for (const std::string& part : parts_of(text.substr(colon + 2)))
        points_of_rows_ += check_gate(step, "", part);
    }
  }

  static double points_for(const Step& step, const std::string& kind) {
    if (kind == hardware) return points_of_gates(step);
    const GateTraits* const gate = gate_in_points(kind);
    return gate == nullptr ? 0 : step.points_for(gate->kind);
  }

  void check_all_are_there() {
    line_ = std::max(grading_line_, 1);
    if (grading_line_ == 0)
      checker_.expect(1, "section", "\"## How it is graded (... points)\"", "");
    for (const Step& step : lab_.steps) {
      if (!seen_.contains(step.number))
        checker_.expect(line_, named(step, "points"), fmt::format("{:g}", step.max_score()), "");
      if (kinds_.empty()) continue;
      for (const GateTraits& gate : gate_kinds) {
        const std::string kind(gate.declared == GateDeclared::hardware ? std::string_view(hardware)
                                                                       : gate.name);
        if (points_for(step, kind) > 0 && !kinds_.contains(kind))
          checker_.expect(line_, named(step, kind), points_for(step, kind), "");
      }
      if (kinds_.contains(hardware))
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
  PageChecker checker_;
  int line_ = 0;
  bool is_grading_ = false;
  int grading_line_ = 0;
  std::set<int> seen_;           // steps whose points the page has
  std::set<std::string> kinds_;  // of points, where they are in a list
  double points_of_rows_ = 0;    // for hardware, in a list or in a table of counters
};

}  // namespace

std::vector<std::string> check_readme(const Lab& lab, const Page& readme) {
  return ReadmeCheck(lab, readme).check();
}

}  // namespace warplab
