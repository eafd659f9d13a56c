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

// A mistake: number `i` of the output as it makes it.
struct Variant {
  std::size_t output;
  Explanation explanation;
  std::function<std::uint32_t(const Ieee754Data& data, std::size_t i)> value;
};

// Those that there are of this function, the likeliest first.
std::vector<Variant> variants_of(const Ieee754Parameters& parameters);

}  // namespace warplab
