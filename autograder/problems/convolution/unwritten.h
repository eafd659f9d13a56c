// Which values of a result were never written: those that hold what was there before the call.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "autograder/problems/convolution/convolution_data.h"
#include "autograder/problems/problem.h"

namespace warplab {

// Goes by the evidence's list of unwritten values; where there is none, by the poison. A float
// whose bits are the poison's was not written if the poison is a NaN, which no computation returns;
// if it is not, nothing counts as unwritten. A byte may be the poison's by chance.
class UnwrittenValues {
 public:
  UnwrittenValues(const ResultValues& result, const Case::Evidence& evidence);

  // Whether value `i` may never have been written.
  bool may_include(std::size_t i) const;
  // Whether may_include() is certain, and no guess.
  bool is_certain() const { return !listed_.empty() || bytes_.empty(); }

 private:
  std::span<const std::byte> listed_;
  std::span<const float> floats_;  // the result, one of the two
  std::span<const std::uint8_t> bytes_;
  std::uint32_t poison_ = 0;
  std::array<std::uint8_t, sizeof poison_> poison_bytes_{};
};

}  // namespace warplab
