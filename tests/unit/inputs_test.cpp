#include "autograder/problems/convolution/inputs.h"

#include <gtest/gtest.h>

namespace warplab {
namespace {

ConvolutionData filled(std::uint64_t seed) {
  Image flat{64, 48, CHANNELS, std::vector<std::uint8_t>(64 * 48 * CHANNELS, 100)};
  ConvolutionData data;
  data.width = flat.width;
  data.height = flat.height;
  data.source.resize(data.source_stride() * data.extended_height());
  fill_photograph(seed, flat, data);
  return data;
}

// Of the values of the original, the share for which `same` holds.
template <class Same>
double share(const ConvolutionData& data, Same same) {
  int count = 0;
  for (int y = 0; y < data.height - 1; ++y)
    for (int i = 0; i < data.width * CHANNELS; ++i) count += same(y, i);
  return count / (double(data.row_values()) * (data.height - 1));
}

// Even of a photograph without any detail, no row repeats another and no answer can be used again.
TEST(Photograph, IsFreshInEveryValue) {
  ConvolutionData one = filled(1), two = filled(2);
  EXPECT_LT(share(one, [&](int y, int i) {
              return one.original_pixel(0, y)[i] == two.original_pixel(0, y)[i];
            }),
            0.2);
  EXPECT_LT(share(one, [&](int y, int i) {
              return one.original_pixel(0, y)[i] == one.original_pixel(0, y + 1)[i];
            }),
            0.2);
}

TEST(Photograph, StaysWithinEightBitsAndItsBorderBlack) {
  ConvolutionData data = filled(3);
  EXPECT_EQ(share(data, [&](int y, int i) {
              const float value = data.original_pixel(0, y)[i];
              return value >= 0 && value <= 255 && value == static_cast<int>(value);
            }),
            1);
  EXPECT_EQ(data.source.front(), 0);
  EXPECT_EQ(data.source.back(), 0);
}

TEST(Photograph, IsTheSameForTheSameSeed) { EXPECT_EQ(filled(4).source, filled(4).source); }

}  // namespace
}  // namespace warplab
