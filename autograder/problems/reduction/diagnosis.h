// Explains a wrong sum.
#pragma once

#include <string>

#include "autograder/problems/problem.h"
#include "autograder/problems/reduction/reduction_data.h"

namespace warplab {

// Which sum, expected and got, the likely cause, the next step. Where the numbers are all equal the
// cause is read off how many of them were added.
Diagnosis explain_wrong_sum(const ReductionData& data, double got, const Case::Evidence& evidence,
                            const std::string& case_name);

}  // namespace warplab
