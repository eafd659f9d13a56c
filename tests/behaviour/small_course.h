// The real course with a small photograph and few sizes, so that a test grades in half a second.
// What is timed on less stays as it is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "autograder/build/build_store.h"
#include "autograder/course/lab.h"
#include "autograder/judge/workshop.h"
#include "autograder/report/device.h"
#include "autograder/report/gate_kind.h"
#include "tests/checkout.h"
#include "tests/workers.h"

namespace warplab {

// The real course, which a process reads once.
inline const Course& whole_course() {
  static const Course course = load_course(checkout::root);
  return course;
}

inline Course small_course(Size timed_size, const std::vector<Size>& sizes) {
  Course course = whole_course();
  for (Lab& lab : course.labs) {
    if (!sizes.empty()) lab.sizes = sizes;
    for (Step& step : lab.steps) {
      const auto smaller = [](const Size& own, const Size& other) {
        const auto elements = [](const Size& size) {
          return std::int64_t{size.width} * std::max(size.height, 1);
        };
        if (elements(own) <= elements(other)) return own;
        return own.is_row() ? Size{static_cast<int>(elements(other)), 0} : other;
      };
      step.timed_size = smaller(step.timed_size, timed_size);
      step.gpu_size = step.timed_size;
      if (step.device == Device::gpu)
        step.profiled_size = smaller(
            step.profiled_size, step.profiled_size.is_row()
                                    ? Size{step.timed_size.width / 2, 0}
                                    : Size{step.timed_size.width / 2, step.timed_size.height / 2});
    }
  }
  return course;
}

// For tests that ask for a verdict: nobody waits for a turn to measure.
inline Course without_speed(Course course) {
  for (Lab& lab : course.labs)
    for (Step& step : lab.steps) {
      step.speed.reset();
      step.gates.erase(GateKind::speed);
    }
  return course;
}

inline GraderOptions test_options(const std::string& grades) {
  GraderOptions options;
  options.worker_objects = std::string(checkout::build) + "/lib";
  options.grades = std::string(checkout::build) + "/test-grades/" + grades;
  options.build_store = build_store_folder();
  options.timing_budget_s = 0.3;
  options.simt_threads = workers_or(1);  // other tests run beside it
  if (const char* frontend = std::getenv("FRONTEND"))
    options.frontend = frontend_named(frontend).value();
  return options;
}

}  // namespace warplab
