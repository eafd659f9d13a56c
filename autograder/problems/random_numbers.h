// Numbers for inputs, all of which depend on a seed.
#pragma once

#include <cstdint>
#include <random>

namespace warplab {

// Random numbers that are the same on every machine and with every library.
class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed) : generator_(seed) {}
  double real(double low, double high) {
    return low + (high - low) * static_cast<double>(generator_() >> 11) * 0x1p-53;
  }
  // A whole number from 0 to bound - 1.
  int below(int bound) {
    return static_cast<int>(generator_() % static_cast<std::uint64_t>(bound));
  }

  // Any number of 64 bits.
  std::uint64_t bits() { return generator_(); }

 private:
  std::mt19937_64 generator_;
};

}  // namespace warplab
