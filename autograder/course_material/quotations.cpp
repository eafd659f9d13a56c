#include "autograder/course_material/quotations.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <utility>

#include "autograder/gpu/counters.h"
#include "autograder/report/gate_kind.h"
#include "autograder/report/result.h"

namespace warplab {
namespace {

// The numbers of the lines with each target's commands: 67 for "grade-lab%".
std::map<std::string, std::set<int>> recipes_of(const std::string& makefile) {
  std::map<std::string, std::set<int>> recipes;
  std::vector<std::string> targets;
  const auto lines = lines_of(makefile);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].starts_with("\t")) {
      for (const std::string& target : targets) recipes[target].insert(static_cast<int>(i) + 1);
    } else if (const auto rule = match(lines[i], R"(^([\w%. -]+):(?:[^=]|$))")) {
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
    if (const auto row = match(lines[i], "^  ([a-z][a-z-]*) +" + number_pattern + "/" +
                                             number_pattern + "(?: +ok)? *(.*)$")) {
      rows.push_back({line, lab, row->at(0), std::stod(row->at(2)), row->at(3)});
      goes_on = true;
    } else if (const auto shown =
                   match(lines[i], "^  ([a-z][a-z-]*) {10,}(" + number_pattern + " .*)$")) {
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

// A regular expression for the label of a counter in the output, "load requests per element".
std::string label_pattern(std::string_view label) {
  std::string pattern(label);
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
  SampleCheck(const Course& course, const CaseCount& count_cases, PageChecker& checker)
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
    else if (const GateTraits& gate = traits_of(kind_of_gate(row.gate, Device::gpu));
             gate.declared == GateDeclared::in_points && gate.points == GatePoints::all_or_none)
      check_points(*lab, row, gate.kind);
  }

 private:
  static std::vector<CounterGate> gates_named(const Step& step, const std::string& name) {
    std::vector<CounterGate> gates;
    std::ranges::copy_if(step.hardware, std::back_inserter(gates),
                         [&](const CounterGate& gate) { return gate.counter == name; });
    return gates;
  }

  void check_counter(const Lab& lab, const SampleRow& row, const gpu::Counter& counter) {
    const auto told = match(row.text, "^" + number_pattern + " (.*?), (at most|at least) " +
                                          number_pattern + R"((?: \(.*? in (lab\d+/\d+)\))?)");
    std::set<std::string> known;
    if (!told) {  // "not run"
      for (const Step& step : lab.steps)
        for (const CounterGate& gate : gates_named(step, row.gate))
          known.insert(points_of(gate.points));
      return expect_one_of(row, known, points_of(row.points));
    }
    const std::string_view label = told->at(0) == "1" ? counter.one : counter.label;
    if (!match(told->at(1), "^(" + label_pattern(label) + ")$"))
      expect_one_of(row, {std::string(label)}, told->at(1));
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

  void check_points(const Lab& lab, const SampleRow& row, GateKind kind) {
    const auto timed = match(row.text, "photograph of " + size_pattern);
    const auto cases = match(row.text, R"((\d+) (?:awkward )?cases)");
    const auto with = [&](double most, const std::string& count, const std::string& photograph) {
      return points_of(most) + (cases ? fmt::format(", {} cases", count) : "") +
             (timed ? ", photograph of " + photograph : "");
    };
    std::set<std::string> known;
    for (const Step& step : lab.steps)
      known.insert(with(step.points_for(kind), cases ? std::to_string(count_cases_(lab, step)) : "",
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
  PageChecker& checker_;
};

// Compares quoted points of steps, and of several steps together, with lab.json, and with the rows
// that they are the sum of.
class TotalCheck {
 public:
  TotalCheck(const Course& course, PageChecker& checker) : course_(course), checker_(checker) {}

  // Lines are told in order.
  void check(int line, const std::string& text) {
    follow_lab(text, lab_);
    if (text.starts_with("```")) {
      end_step();
      all_got_ = all_points_ = 0;
    }
    const Lab* const lab = find_lab(course_, lab_);
    if (lab == nullptr) return;
    const std::string points = number_pattern + "/" + number_pattern;
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
    } else if (const auto all =
                   match(text, "^  " + number_pattern + " / " + number_pattern + "(?: |$)")) {
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
  PageChecker& checker_;
  std::string lab_;      // "lab7"
  std::string of_step_;  // whose rows come; empty: of none
  int line_ = 0;         // of that step
  double got_ = 0, rows_ = 0;
  double all_got_ = 0, all_points_ = 0;  // of the steps in this quotation
};

}  // namespace

std::vector<std::string> check_quotations(const Course& course, const Page& page,
                                          const Page& makefile, const CaseCount& count_cases) {
  PageChecker checker(page.file);
  const auto recipes = recipes_of(makefile.text);
  const auto lines = lines_of(page.text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const int line = static_cast<int>(i) + 1;
    for (const auto& said : all_matches(lines[i], R"(Makefile:(\d+): ([\w-]+))")) {
      std::string pattern = said[1];
      RE2::Replace(&pattern, R"(\d+$)", "%");
      const auto known = recipes.contains(pattern) ? recipes.at(pattern) : std::set<int>{};
      if (!known.contains(std::atoi(said[0].c_str())))
        checker.expect(line, said[1], fmt::format("Makefile:{}", fmt::join(known, " or ")),
                       "Makefile:" + said[0]);
    }
    const auto speed =
        match(lines[i], "speed +" + number_pattern + "/" + number_pattern +
                            " .*over (lab\\d+)/(\\d+)" + ".*full at " + number_pattern + "x");
    if (!speed) continue;
    std::vector<std::string> known;
    for (const Lab& lab : course.labs)
      for (const Step& step : lab.steps)
        if (step.speed && step.speed->baseline_lab.starts_with(speed->at(2) + "-") &&
            step.speed->baseline_step == std::atoi(speed->at(3).c_str()))
          known.push_back(fmt::format("{:g} points, full at {:g}", step.points_for(GateKind::speed),
                                      step.speed->full_at));
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
  PageChecker checker(chapter.file);
  check_title(lab.name, lines_of(chapter.text), checker);
  std::vector<std::string> mistakes = std::move(checker).take();
  std::ranges::move(check_quotations(course, chapter, makefile, count_cases),
                    std::back_inserter(mistakes));
  return mistakes;
}

}  // namespace warplab
