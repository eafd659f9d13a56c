// What a class got wrong: who passes which gate, which mistakes are frequent, how fast steps are.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "autograder/course_material/handout.h"
#include "autograder/exports/export.h"
#include "autograder/report/result.h"

namespace warplab {

// How numbers are spread. Quartiles lie between two of them in proportion, as spreadsheets have them (QUARTILE).
struct Spread {
  std::size_t count = 0;  // of numbers; 0: the rest means nothing
  double mean = 0, lower = 0, median = 0, upper = 0;
};
Spread spread_of(const std::vector<double>& values);

// A gate of a step. Its students are those whose step was graded and has the gate.
struct GateItem {
  std::string gate;  // "speed"
  int passed = 0, failed = 0, not_run = 0;
  // The mean over its students, of what the work is worth, before what being late costs. So is the
  // mean of what it can have, as versions of the course may differ.
  double points = 0, max_points = 0;
  // point_biserial() of who passes and of the points for the rest of the lab.
  std::optional<double> discrimination{};

  int students() const { return passed + failed + not_run; }
  double share() const;  // of its students who pass, from 0 to 1
};

// The causes that a step's result names: the cause in its diagnosis and the kinds of its
// findings, or, of a step that fails without either, its verdict.
std::set<std::string> mistakes_of(const StepResult& step);

// One of them.
struct MistakeItem {
  std::string name;                   // "shared-race", "TIME_LIMIT(wall)"
  int students = 0;                   // each counts once
  std::optional<HandoutPlace> place;  // to teach it again
};

// How many times as fast as the baseline students are, of those whose times were taken alike.
// Quartiles lie between two students' ratios in proportion, as spreadsheets have them (QUARTILE).
struct SpeedItem {
  std::string baseline;  // "lab1-convolution-c/1"
  std::string modelled;  // the GPU whose time simt modelled; empty where it was measured
  std::string gpu;       // that it was measured on; empty for the CPU
  double lower = 0, median = 0, upper = 0, best = 0;
  std::vector<double> ratios;  // of each student, the slowest first

  std::size_t students() const { return ratios.size(); }
  std::string over() const;  // "lab4/1, H200 modelled"
};

struct StepItems {
  int step = 0;
  std::string name;
  std::vector<GateItem> gates;        // in the order in which they are tried
  std::vector<MistakeItem> mistakes;  // the most frequent first, then by name
  // One, unless times were taken in several ways; none where the step has no baseline.
  std::vector<SpeedItem> speeds;
};

struct LabItems {
  std::string lab, title;
  int students = 0;                     // who have a result that counts
  double points = 0, max_points = 0;    // means, as those of gates
  std::vector<std::string> not_graded;  // ids of those whom we failed, in the lab or in a step
  std::vector<StepItems> steps;
  Spread score{};     // of the points
  Spread attempts{};  // of how many versions were graded of a student's files
};

// Students who are looked at together: a class, or a section of it.
struct ItemGroup {
  std::string class_name;
  std::optional<std::string>
      section{};  // "" for those who are in none; nothing for all of the class
  // Of those who have a score in a lab, and whom we did not fail in any; after everything that class.json decides.
  Spread total{};
  double max_total = 0;  // a mean
  std::vector<LabItems> labs{};
};

// The class as a whole, then its sections by name if it has any.
std::vector<ItemGroup> groups_of(const std::string& class_name, const GradeBook& book,
                                 const Handout& handout);

// The labs of a class that anybody has a result of, in its order. What we failed to grade counts
// nowhere, neither as a student nor as 0 points.
std::vector<LabItems> items_of(const GradeBook& book, const Handout& handout);

// Whether something tells students apart who do well in all else: the correlation of having passed it with the points for
// all else, from -1 to 1. Nothing for fewer than ten students, where all pass or none does, and where all have as many points.
//
// It is the point-biserial correlation (J. Lev, "The Point Biserial Coefficient of Correlation", Annals of Mathematical
// Statistics 20, 1949), with the item left out of the total (S. Henrysson, "Correction of item-total correlations in item
// analysis", Psychometrika 28, 1963).
struct PassedWith {
  bool passed = false;
  double points = 0;  // for all else
};
std::optional<double> point_biserial(const std::vector<PassedWith>& students);

// The ratio below which the share `q`, from 0 to 1, of `values` lies. Expects at least one value.
double quantile(std::vector<double> values, double q);

}  // namespace warplab
