// Explains values that were written, and are wrong: which mistake puts such values there.
#pragma once

#include <optional>

#include "autograder/problems/explanation.h"
#include "autograder/problems/transpose/output.h"

namespace warplab {

// The known mistake that writes what is in the places of the survey's samples.
std::optional<Explanation> find_misplaced(const Output& output, const WrongPlaces& s);

// Where the values of the samples come from, where no known mistake writes them; there are some.
Explanation explain_values(const Output& output, const WrongPlaces& s);

}  // namespace warplab
