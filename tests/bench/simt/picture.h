// The picture, coefficients and checksum of the convolution, the same for simt and OpenCL.
#pragma once

#include <sys/resource.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warplab::bench {

inline constexpr int border = 2, channels = 3, block_side = 16;

// Noise, (width + 4) x (height + 4) x 3 bytes.
inline std::vector<uint8_t> make_picture(int width, int height) {
  std::vector<uint8_t> picture(size_t(width + 2 * border) * (height + 2 * border) * channels);
  uint32_t state = 1;
  for (uint8_t& value : picture) {
    state = state * 1664525 + 1013904223;
    value = static_cast<uint8_t>(state >> 24);
  }
  return picture;
}

// 25 numbers whose sum is 1, sums of powers of two, so that every order of adding gives the same.
inline std::vector<float> make_coefficients() {
  std::vector<float> coefficients(25, 1 / 32.0f);
  coefficients[12] = 8 / 32.0f;
  return coefficients;
}

inline uint64_t checksum(const uint8_t* bytes, size_t count) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; ++i) sum = sum * 31 + bytes[i];
  return sum;
}

// Seconds that all threads of the process have had a core.
inline double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) { return t.tv_sec + t.tv_usec * 1e-6; };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace warplab::bench
