// Which values of a result were never written, see unwritten.h.
#include "autograder/problems/convolution/unwritten.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace warplab {

UnwrittenValues::UnwrittenValues(const ResultValues& result, const Case::Evidence& evidence)
    : listed_(evidence.unwritten), poison_(evidence.poison) {
  if (const auto* bytes = std::get_if<std::span<const std::uint8_t>>(&result)) {
    bytes_ = *bytes;
    std::memcpy(poison_bytes_.data(), &poison_, sizeof poison_);
  } else if (std::isnan(std::bit_cast<float>(poison_))) {
    floats_ = std::get<std::span<const float>>(result);
  }
}

bool UnwrittenValues::may_include(std::size_t i) const {
  if (!listed_.empty()) return listed_[i] != std::byte{0};
  if (!bytes_.empty()) return bytes_[i] == poison_bytes_[i % sizeof poison_];
  return !floats_.empty() && std::bit_cast<std::uint32_t>(floats_[i]) == poison_;
}

}  // namespace warplab
