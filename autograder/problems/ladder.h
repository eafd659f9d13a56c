// The order in which a family asks what a wrong result comes from: one for all families. What is seen for certain comes
// first, what may be chance later, and a description of what is wrong last.
#pragma once

#include <functional>
#include <optional>

#include "autograder/problems/explanation.h"
#include "autograder/problems/problem.h"

namespace warplab {

// What a family says on each rung, in their order; it leaves out rungs that it has nothing for.
struct Ladder {
  using Rung = std::function<std::optional<Explanation>()>;

  Rung nothing{};    // nothing was written, or it was written elsewhere
  Rung stale{};      // it is the result of the call before; asked where the evidence says so
  Rung constant{};   // all values are the same
  Rung missing{};    // the values that were never written tell what has happened
  Rung known{};      // a known mistake makes the very values that are wrong
  Rung race{};       // asked where the same input gave another result
  Rung imprecise{};  // all values are nearly right
  Rung place{};      // where the wrong values are tells what has happened
  std::function<Explanation()> unknown;  // what to do where no rung holds
};

// What the first rung that holds says.
//
// A known mistake comes before a race, since it has to give each of the wrong values, which a race hardly does by chance,
// while a result may differ between runs for a harmless reason beside the mistake: sums that threads add up in any order
// differ in their last bits.
Explanation climb(const Ladder& ladder, const Case::Evidence& evidence);

// One explanation that is at hand as a rung.
Ladder::Rung always(Explanation explanation);

}  // namespace warplab
