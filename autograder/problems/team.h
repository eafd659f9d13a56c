// When the judge's loops are worth a team of threads.
#pragma once

#include <cstddef>

namespace warplab {

// Whether a loop that reads or writes so many values, or adds so many pairs, is worth one. After each parallel region
// GCC's threads look for the next for some 10 ms, each on a core of its own: on 16 cores the small cases of a lab cost
// six seconds of processor time that way, and a thread alone needs a millisecond for one of them.
constexpr bool is_worth_a_team(std::size_t values) { return values >= std::size_t{1} << 19; }

}  // namespace warplab
