// Explains values that were never written: which part of the output they are.
#pragma once

#include "autograder/problems/explanation.h"
#include "autograder/problems/transpose/output.h"

namespace warplab {

// Of an output in which all that was written is right.
Explanation explain_missing(const Output& output, const WrongPlaces& s);

}  // namespace warplab
