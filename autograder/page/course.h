// The whole course as one page: how far somebody is, and the way to each lab's page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "autograder/report/history.h"

namespace warplab {

inline constexpr const char* course_page_name = "course.html";  // beside the labs' folders

namespace page {

struct StepProgress {
  int step = 0;
  std::string name, teaches;
  std::optional<double> best;  // of all runs; absent before the first
  double max_score = 0;
};

struct LabProgress {
  std::string lab, title;
  std::vector<StepProgress> steps;
  std::optional<LabRun> last;
  std::string page;  // of the lab, a path from the folder of the course's page; empty for none
};

// Of the labs in their order; a lab's best points are those of its steps, added up.
std::string course_page(const std::vector<LabProgress>& labs);

}  // namespace page
}  // namespace warplab
