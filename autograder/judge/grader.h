// Grades the steps of a lab: builds all submissions, takes each through its stages but the last,
// and then measures those that have come so far.
#pragma once

#include <filesystem>
#include <utility>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/judge/seeds.h"
#include "autograder/judge/workshop.h"
#include "autograder/report/result.h"

namespace warplab {

class Grader {
 public:
  // See Workshop.
  Grader(const Course& course, GraderOptions options) : workshop_(course, std::move(options)) {}

  // Grades submissions to steps of one lab. All are built before the first one runs, and all are
  // checked before the first one is timed, so nothing disturbs a measurement. Never throws for anything that a submission does; a failure
  // of the grader becomes the verdict GRADER_ERROR. All inputs follow from `seed`.
  std::vector<StepResult> grade(const Lab& lab, const std::vector<Submission>& submissions,
                                const Seed& seed = Seed::fresh()) const;
  StepResult grade(const Lab& lab, const Step& step, const std::filesystem::path& source) const;

  const Workshop& workshop() const { return workshop_; }

 private:
  Workshop workshop_;
};

}  // namespace warplab
