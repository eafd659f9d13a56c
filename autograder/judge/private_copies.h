// What a wrong program with OpenMP says of the copies that its threads have of variables.
#pragma once

#include <string>
#include <vector>

#include "autograder/report/result.h"

namespace warplab {

// A sentence for the variables in a clause private that the code behind it uses before it sets them,
// with what to do about them: a copy begins with anything. Where every result is 0, also one for each in firstprivate that
// the code adds to: what threads add to their copies is lost. `file` is the source's name. What the
// text alone does not tell, such as an array that a function fills, is not mentioned.
std::vector<NamedPlace> explain_private_copies(const std::string& file, const std::string& source,
                                               bool is_all_zero);

}  // namespace warplab
