// What known mistakes make of a call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "autograder/problems/explanation.h"
#include "autograder/problems/ieee754/ieee754.h"
#include "autograder/problems/ieee754/parameters.h"

namespace warplab {

// What a mistake makes of number `i` of an output.
struct OutputValue {
  std::size_t output;
  std::function<std::uint32_t(const Ieee754Data& data, std::size_t i)> value;
};
using Variant = NamedMistake<OutputValue>;

// Those that there are of this function, the likeliest first.
std::vector<Variant> variants_of(const Ieee754Parameters& parameters);

// Of these the ones of sum_rows, divide_integers and digit_sums.
std::vector<Variant> variants_of_sums();
std::vector<Variant> variants_of_integers();
std::vector<Variant> variants_of_digits();

}  // namespace warplab
