// Explains wrong results of the floating-point lab.
#pragma once

#include <string>

#include "autograder/problems/ieee754/ieee754_data.h"
#include "autograder/problems/problem.h"

namespace warplab {

// How many numbers of which output are wrong; of the first, the operands, expected and got in
// hexadecimal and as bits, and how many floats lie between; the likely cause, found by computing
// what mistakes would give; the next step. `got` has something wrong in it.
Diagnosis explain_wrong_numbers(const Ieee754Data& data, const Outputs& expected,
                                const Outputs& got, const Case::Evidence& evidence,
                                const std::string& case_name);

}  // namespace warplab
