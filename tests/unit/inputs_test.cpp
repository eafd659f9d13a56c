#include "autograder/problems/convolution/inputs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace warplab {
namespace {

class Photograph : public testing::TestWithParam<int> {  // of so many channels
 protected:
  static ConvolutionData filled(std::uint64_t seed) {
    const int channels = GetParam();
    const std::vector<std::uint8_t> grey(std::size_t{64} * 48 * channels, 100);
    const Image flat{64, 48, channels, grey};
    ConvolutionData data;
    data.width = flat.width;
    data.height = flat.height;
    data.channels = channels;
    data.source.resize(data.source_values());
    fill_photograph(seed, flat, data);
    return data;
  }
};

// The share of the original's values for which `holds` is true; the last rows and columns are left
// out.
template <class Holds>
double share(const ConvolutionData& data, Holds holds) {
  const int rows = data.height - FILTER_SIZE;
  const int values = (data.width - FILTER_SIZE) * data.channels;
  int count = 0;
  for (int y = 0; y < rows; ++y)
    for (int i = 0; i < values; ++i) count += holds(y, i);
  return count / (double(rows) * values);
}

// Whether two windows hold the same values: then the answer to one is an answer to the other.
bool same_window(ConvolutionData& one, int y1, ConvolutionData& two, int y2, int i) {
  for (int fy = 0; fy < FILTER_SIZE; ++fy)
    for (int fx = 0; fx < FILTER_SIZE; ++fx)
      if (one.original_pixel(fx, y1 + fy)[i] != two.original_pixel(fx, y2 + fy)[i]) return false;
  return true;
}

// Even a photograph without any detail has few windows that are the same the next time, or further
// down in the same picture.
TEST_P(Photograph, IsFreshInMostWindows) {
  ConvolutionData one = filled(1), two = filled(2);
  EXPECT_LT(share(one, [&](int y, int i) { return same_window(one, y, two, y, i); }), 0.1);
  EXPECT_LT(share(one, [&](int y, int i) { return same_window(one, y, one, (y + 9) % 43, i); }),
            0.1);
}

TEST_P(Photograph, StaysWithinEightBitsAndItsBorderBlack) {
  ConvolutionData data = filled(3);
  EXPECT_EQ(share(data,
                  [&](int y, int i) {
                    const float value = data.original_pixel(0, y)[i];
                    return value >= 0 && value <= 255 && value == static_cast<int>(value);
                  }),
            1);
  EXPECT_EQ(data.source.front(), 0);
  EXPECT_EQ(data.source.back(), 0);
}

TEST_P(Photograph, IsTheSameForTheSameSeed) { EXPECT_EQ(filled(4).source, filled(4).source); }

INSTANTIATE_TEST_SUITE_P(Channels, Photograph, testing::Values(3, 4));

// The smallest filters are often mirrored at a diagonal by chance: one in seven.
TEST(WholeFilters, AreMirroredAtNoDiagonal) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    RandomNumbers random(seed);
    for (const int size : {3, 5})
      for (const auto& filter :
           {random_whole_filter(random, 12, size), asymmetric_whole_filter(random, size)}) {
        std::vector<float> transposed(filter.size());
        for (int fy = 0; fy < size; ++fy)
          for (int fx = 0; fx < size; ++fx) transposed[fx * size + fy] = filter[fy * size + fx];
        EXPECT_NE(transposed, filter) << seed;
        std::reverse(transposed.begin(), transposed.end());
        EXPECT_NE(transposed, filter) << seed;
      }
  }
}

}  // namespace
}  // namespace warplab
