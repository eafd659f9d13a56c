// The block of parameters that the grader sends along with a case, and that the driver passes on.
#pragma once

#include <cstdint>

namespace warplab {

struct ConvolutionParameters {
  std::int32_t height;           // of the original image, pixels
  std::int32_t width;            // pixels
  std::int32_t extended_height;  // of the extended source, pixels
  std::int32_t extended_width;   // pixels
  std::int32_t offset_y;         // of the original in the extended source, pixels
  std::int32_t offset_x;         // pixels
};

// On the GPU: the coefficients too, which host code is given by value.
struct GpuConvolutionParameters {
  ConvolutionParameters size;
  std::int32_t filter_size;
  std::int32_t filter[15 * 15];  // row by row, of which the first filter_size * filter_size count
};

}  // namespace warplab
