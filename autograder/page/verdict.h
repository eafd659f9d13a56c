// The first view of a page: verdict, gates, and where the next points are.
#pragma once

#include <optional>
#include <string>

#include "autograder/report/result.h"
#include "simt/page/listing.h"

namespace warplab::page {

// Where a step loses most, and what would give it.
struct NextPoint {
  const Gate* gate = nullptr;  // of the step
  double points = 0;           // that are missing there, and after it where it ended the step
  std::string advice;          // a sentence: what is wrong, or how far it is
  std::string to_do;           // what a diagnosis, a finding or the gate advises; empty for nothing
};

// Of a step that failed, the gate where it did: nothing after that was run. Else the gate that is
// missing most points, the first of several. Nothing where none are missing.
std::optional<NextPoint> next_point(const StepResult& step);

// Markup: the verdict and the score alone.
std::string verdict_line(const StepResult& step);

// Markup: verdict, next point, gates, diagnosis and findings, what the compiler and the program
// said. Places of findings and of the next point are linked where `listings` show them.
std::string verdict_view(const StepResult& step, const simt::page::Listings& listings);

}  // namespace warplab::page
