// Explains values that were written, and are wrong: which mistake puts such values there.
#pragma once

#include "autograder/problems/explanation.h"
#include "autograder/problems/transpose/output.h"

namespace warplab {

// By what known mistakes would write in the places of the survey's samples, then by where their
// values come from.
Explanation explain_misplaced(const Output& output, const WrongPlaces& s);

}  // namespace warplab
