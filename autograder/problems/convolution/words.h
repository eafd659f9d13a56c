// What messages call things: the CPU half of the family filters RGBA images of floats in loops, the
// GPU half RGB images of bytes, with one thread per pixel.
#pragma once

#include <fmt/format.h>

#include <string>

#include "autograder/problems/convolution/causes.h"
#include "autograder/problems/convolution/convolution_data.h"
#include "autograder/problems/explanation.h"

namespace warplab {

// What pixels are made of.
inline const char* value_word(const ConvolutionData& data) {
  return data.integers ? "bytes" : "floats";
}

// What the signature calls the result.
inline const char* destination_name(const ConvolutionData& data) {
  return data.integers ? "imgDst" : "imgFloatDst";
}

// How a program names the coefficient of tap (fy, fx).
inline std::string coefficient_name(const ConvolutionData& data) {
  return data.integers ? "filter.tap[fy][fx]"
                       : fmt::format("filter[fy * {} + fx]", data.filter_size);
}

// What an index of 16 bits counts to.
inline constexpr int numbers_in_16_bits = 65'536;

inline Explanation explain_narrow_index(const char* of) {
  return {
      cause::index_too_narrow,
      fmt::format("the index of {} seems to be kept in 16 bits: number 65,536 is taken for 0", of),
      "keep what counts pixels or values in size_t: an unsigned short ends at 65,535"};
}

// The other number of channels that a pixel may be mistaken to have.
inline int other_channels(const ConvolutionData& data) { return data.channels == 4 ? 3 : 4; }

inline const char* number_of_channels(const ConvolutionData& data) {
  return data.channels == 4 ? "four" : "three";
}

// "3 * (row * imgWidthF + column) + c", with the pixel's number in the brackets.
inline std::string value_number(const ConvolutionData& data, const char* pixel) {
  return fmt::format("{} * ({}) + c", data.channels, pixel);
}

inline std::string filter_all_channels(const ConvolutionData& data) {
  return fmt::format("filter all {} channels alike{}", number_of_channels(data),
                     data.channels == 4 ? ", alpha too" : "");
}

// "R, G, B, A".
inline const char* channel_order(const ConvolutionData& data) {
  return data.channels == 4 ? "R, G, B, A" : "R, G, B";
}

}  // namespace warplab
