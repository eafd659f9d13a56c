// The real course with a small photograph and few sizes, so that a test grades in half a second.
#pragma once

#include <string>

#include "autograder/course/lab.h"
#include "autograder/judge/grader.h"

namespace warplab {

inline Course small_course(Size timed_size, const std::vector<Size>& sizes) {
  Course course = load_course(COURSE_ROOT);
  for (Lab& lab : course.labs) {
    if (!sizes.empty()) lab.sizes = sizes;
    for (Step& step : lab.steps) {
      const bool is_row = step.timed_size.is_row();
      step.timed_size = is_row ? Size{timed_size.width * timed_size.height, 0} : timed_size;
      step.gpu_size = step.timed_size;
      if (lab.device == "gpu")
        step.profiled_size = {step.timed_size.width / 2, step.timed_size.height / 2};
    }
  }
  return course;
}

inline GraderOptions test_options(const std::string& grades) {
  GraderOptions options;
  options.worker_objects = std::string(BUILD_FOLDER) + "/lib";
  options.grades = std::string(BUILD_FOLDER) + "/test-grades/" + grades;
  options.timing_budget_s = 0.3;
  return options;
}

}  // namespace warplab
