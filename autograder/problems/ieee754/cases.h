// Cases of the floating-point lab: a function, how many numbers, and what they are like.
#pragma once

#include <memory>
#include <vector>

#include "autograder/problems/ieee754/ieee754_data.h"
#include "autograder/problems/problem.h"

namespace warplab {

// Of the functions that the step asks for, each size with two kinds of numbers.
std::vector<std::unique_ptr<Case>> make_small_calls(const Lab& lab, const Step& step);

// Of the step's last function; of those for integers, of both.
std::unique_ptr<Case> make_large_call(const Step& step, const Size& size);

std::unique_ptr<Case> make_call(const Ieee754Parameters& parameters, Numbers numbers);

}  // namespace warplab
