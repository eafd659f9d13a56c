// Wrong convolutions of the GPU half are explained by their cause: small wrong kernels, run block
// by block and thread by thread, and the slug of each.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>

#include "autograder/problems/convolution/diagnosis.h"
#include "autograder/problems/convolution/inputs.h"
#include "autograder/problems/convolution/oracle.h"
#include "common/image.h"
#include "tests/own_folder.h"
#include "tests/unit/pretended_kernels.h"

namespace warplab::convolution_gpu_diagnosis_test {
namespace {

using namespace pretended;

struct WrongKernel {
  const char* name;
  const char* slug;
  std::vector<Size> sizes;  // that show it
  Kernel run;
};

void PrintTo(const WrongKernel& kernel, std::ostream* out) { *out << kernel.name; }

const std::vector<Size> any = {{31, 8}, {33, 17}, {64, 61}, {127, 13}};

// Right but for the coefficients: number `i` is changed(i, value).
Kernel with_coefficients(int (*changed)(int i, int value)) {
  return each_value([changed](const ConvolutionData& data, int x, int y, int c) {
    ConvolutionData other = data;
    for (int i = 0; i < data.taps(); ++i)
      other.filter[i] = static_cast<float>(changed(i, static_cast<int>(data.filter[i])));
    return clamped(plain_sum(other, x, y, c));
  });
}

// Whose window's pixels are multiplied by other factors than the coefficients.
Kernel with_factors(int (*factor)(const ConvolutionData& data, int fy, int fx)) {
  return each_value([factor](const ConvolutionData& data, int x, int y, int c) {
    const auto stride = static_cast<std::ptrdiff_t>(data.source_stride());
    int sum = 0;
    for (int k = 0; k < data.taps(); ++k)
      sum += factor(data, k / 5, k % 5) * source(data, (y + k / 5) * stride + (x + k % 5) * 3 + c);
    return clamped(sum);
  });
}

std::vector<WrongKernel> wrong_kernels() {
  return {
      {"NothingWritten", "nothing-written", any, [](auto&, auto&) {}},
      {"Zero", "all-zero", any, each_sum([](int) { return 0; })},
      {"White", "constant-output", any, each_sum([](int) { return 255; })},
      {"NotClamped", "wrapped", any, each_sum([](int sum) { return sum; })},
      {"NoLowerClamp", "no-lower-clamp", any, each_sum([](int sum) { return std::min(sum, 255); })},
      {"NoUpperClamp", "no-upper-clamp", any, each_sum([](int sum) { return std::max(sum, 0); })},
      {"AbsoluteValue", "absolute-value", any,
       each_sum([](int sum) { return clamped(std::abs(sum)); })},
      {"Subtracts", "sign-reversed", any, each_sum([](int sum) { return clamped(-sum); })},
      {"ZeroToOne", "clamped-to-one", any, each_sum([](int sum) { return std::clamp(sum, 0, 1); })},
      {"ZeroTo254", "wrong-range", any, each_sum([](int sum) { return std::clamp(sum, 0, 254); })},
      {"ZeroTo127", "wrong-range", any, each_sum([](int sum) { return std::clamp(sum, 0, 127); })},
      {"DividesBy25", "scaled", any, each_sum([](int sum) { return clamped(sum / 25); })},
      {"StartsAtTen", "offset", any, each_sum([](int sum) { return clamped(sum + 10); })},
      {"ScaledToOneAndBack", "rounded", any, each_sum([](int sum) {
         const float share = std::clamp(static_cast<float>(sum) * 0.00392f, 0.0f, 1.0f);
         return static_cast<int>(share * 255);
       })},
      {"OffByOneHereAndThere", "low-precision", any,
       each_sum([](int sum) { return clamped(sum - (sum % 7 == 3)); })},
      {"Garbage", "unexplained", any, each_value([](auto&, int x, int y, int c) {
         return (x * 7 + y * 13 + c * 29 + x * y) % 251;
       })},
      {"CopiesTheInput", "copies-input", any,
       each_value([](const ConvolutionData& data, int x, int y, int c) {
         return source(data, (y + 2) * data.source_stride() + (x + 2) * 3 + c);
       })},
      {"FilterFlipped", "filter-flipped", any,
       each_value([](const ConvolutionData& data, int x, int y, int c) {
         ConvolutionData flipped = data;
         std::reverse(flipped.filter.begin(), flipped.filter.end());
         return clamped(plain_sum(flipped, x, y, c));
       })},
      {"SignedPixels",
       "signed-source",
       {{33, 17}, {64, 61}, {127, 13}},
       each_value([](const ConvolutionData& data, int x, int y, int c) {
         ConvolutionData other = data;
         for (float& p : other.source) p = static_cast<signed char>(static_cast<int>(p));
         return clamped(plain_sum(other, x, y, c));
       })},
      {"NeighbouringBytes", "wrong-pixel-stride", any,
       each_value([](const ConvolutionData& data, int x, int y, int c) {
         return clamped(sum_of(data, [&](int fy, int fx) {
           return source(data, (y + fy) * data.source_stride() + x * 3 + c + fx);
         }));
       })},
      {"OnlySixCoefficients", "coefficients-missing", any,
       with_coefficients([](int i, int value) { return i < 6 ? value : 0; })},
      {"TwentyFiveBytesOfInts", "coefficients-missing", any,
       with_coefficients([](int i, int value) {
         return i < 6 ? value : i == 6 ? value & 255 : 0;
       })},
      {"ReplicatesTheBorder", "border-replicated", any,
       each_value([](const ConvolutionData& data, int x, int y, int c) {
         return clamped(sum_of(data, [&](int fy, int fx) {
           const int sx = std::clamp(x + fx - 2, 0, data.width - 1) + 2;
           const int sy = std::clamp(y + fy - 2, 0, data.height - 1) + 2;
           return source(data, sy * data.source_stride() + sx * 3 + c);
         }));
       })},
      {"SourceRowsOfTheOriginal", "wrong-source-stride", any,
       each_value([](const ConvolutionData& data, int x, int y, int c) {
         return clamped(sum_of(data, [&](int fy, int fx) {
           return source(data, ((y + fy) * data.width + x + fx) * 3 + c);
         }));
       })},
      {"FourBytesAPixel", "wrong-pixel-stride", any,
       each_value([](const ConvolutionData& data, int x, int y, int c) {
         return clamped(sum_of(data, [&](int fy, int fx) {
           return source(data, ((y + fy) * data.extended_width() + x + fx) * 4 + c);
         }));
       })},
      {"DestinationRowsOfTheSource", "wrong-destination-stride", any,
       [](auto& data, auto& destination) {
         for (int y = 0; y < data.height; ++y)
           for (int x = 0; x < data.width; ++x)
             for (int c = 0; c < 3; ++c)
               destination.store((y * data.extended_width() + x) * 3 + c,
                                 clamped(plain_sum(data, x, y, c)));
       }},
      {"SourceInPlanes", "planes", any,
       each_value([](const ConvolutionData& data, int x, int y, int c) {
         return clamped(sum_of(data, [&](int fy, int fx) {
           const int row = c * data.extended_height() + y + fy;
           return source(data, row * data.extended_width() + x + fx);
         }));
       })},
      {"ResultInPlanes", "planes", any,
       [](auto& data, auto& destination) {
         for (int y = 0; y < data.height; ++y)
           for (int x = 0; x < data.width; ++x)
             for (int c = 0; c < 3; ++c)
               destination.store((c * data.height + y) * data.width + x,
                                 clamped(plain_sum(data, x, y, c)));
       }},
      {"RowsOfTwentyPixels", "wrong-source-stride", any,
       each_value([](const ConvolutionData& data, int x, int y, int c) {
         return clamped(sum_of(
             data, [&](int fy, int fx) { return source(data, ((y + fy) * 20 + x + fx) * 3 + c); }));
       })},
      {"RedAndBlueSwapped", "channels-reversed", any,
       each_value([](const ConvolutionData& data, int x, int y, int c) {
         return clamped(plain_sum(data, x, y, 2 - c));
       })},
      {"ChannelsTurned", "channels-swapped", any,
       each_value([](const ConvolutionData& data, int x, int y, int c) {
         return clamped(plain_sum(data, x, y, (c + 1) % 3));
       })},
      {"GreenEverywhere", "channels-equal", any,
       each_value([](const ConvolutionData& data, int x, int y, int) {
         return clamped(plain_sum(data, x, y, 1));
       })},
      {"SumGoesOnInTheNextChannel", "sum-not-reset", any,
       each_value([](const ConvolutionData& data, int x, int y, int c) {
         int sum = 0;
         for (int channel = 0; channel <= c; ++channel) sum += plain_sum(data, x, y, channel);
         return clamped(sum);
       })},
      {"OnlyRed", "only-red-written", any,
       [](auto& data, auto& destination) {
         for (int y = 0; y < data.height; ++y)
           for (int x = 0; x < data.width; ++x)
             destination.store((y * data.width + x) * 3, clamped(plain_sum(data, x, y, 0)));
       }},
      {"NoBlue", "channel-missing", any,
       [](auto& data, auto& destination) {
         for (int y = 0; y < data.height; ++y)
           for (int x = 0; x < data.width; ++x)
             for (int c = 0; c < 2; ++c)
               destination.store((y * data.width + x) * 3 + c, clamped(plain_sum(data, x, y, c)));
       }},

      {"OutOfRangeNotStored", "out-of-range-missing", any,
       [](auto& data, auto& destination) {
         for (int y = 0; y < data.height; ++y)
           for (int x = 0; x < data.width; ++x)
             for (int c = 0; c < 3; ++c) {
               const int sum = plain_sum(data, x, y, c);
               if (sum == clamped(sum)) destination.store((y * data.width + x) * 3 + c, sum);
             }
       }},
      {"WindowFolded",
       "other-coefficients",
       {{33, 17}, {64, 61}, {127, 13}},
       with_factors([](const ConvolutionData& data, int fy, int fx) {
         return coefficient(data, std::min(fy, 4 - fy) * 5 + std::min(fx, 4 - fx));
       })},
      {"MiddleColumnLeftOut",
       "window-too-small",
       {{33, 17}, {64, 61}, {127, 13}},
       with_factors([](const ConvolutionData& data, int fy, int fx) {
         return fx == 2 ? 0 : coefficient(data, fy * 5 + fx);
       })},
      {"LastColumnsTwiceTheFirst",
       "other-coefficients",
       {{33, 17}, {64, 61}, {127, 13}},
       with_factors([](const ConvolutionData& data, int fy, int fx) {
         return (fx > 2 ? 0 : coefficient(data, fy * 5 + fx)) +
                (fx < 2 ? coefficient(data, fy * 5 + 4 - fx) : 0);
       })},
      {"DestinationPixelIn16Bits",
       "index-too-narrow",
       {{321, 239}},
       [](auto& data, auto& destination) {
         for (int y = 0; y < data.height; ++y)
           for (int x = 0; x < data.width; ++x)
             for (int c = 0; c < 3; ++c)
               destination.store(static_cast<std::uint16_t>(y * data.width + x) * 3 + c,
                                 clamped(plain_sum(data, x, y, c)));
       }},
      {"SourcePixelIn16Bits",
       "index-too-narrow",
       {{321, 239}},
       each_value([](const ConvolutionData& data, int x, int y, int c) {
         return clamped(sum_of(data, [&](int fy, int fx) {
           return source(
               data, static_cast<std::uint16_t>((y + fy) * (data.width + 4) + x) * 3 + fx * 3 + c);
         }));
       })},
      {"GridRoundedDown",
       "tail-blocks-missing",
       {{33, 17}, {64, 61}, {127, 40}},
       [](auto& data, auto& destination) {
         launch({data.width / 16, data.height / 16}, squares,
                [&](const Thread& t) { destination.store_pixel(data, t.x(), t.y()); });
       }},
      {"WideGridRoundedDown",
       "tail-blocks-missing",
       {{33, 17}, {127, 13}, {127, 40}},
       [](auto& data, auto& destination) {
         launch({data.width / 32, data.height / 8}, wide,
                [&](const Thread& t) { destination.store_pixel(data, t.x(), t.y()); });
       }},
      {"TailBlocksLoadNothing",
       "tail-blocks-wrong",
       {{33, 17}, {64, 61}, {127, 40}},
       [](auto& data, auto& destination) {
         for (int y = 0; y < data.height; ++y)
           for (int x = 0; x < data.width; ++x) {
             const bool is_whole = x < data.width / 16 * 16 && y < data.height / 16 * 16;
             for (int c = 0; c < 3; ++c)
               destination.store((y * data.width + x) * 3 + c,
                                 is_whole ? clamped(plain_sum(data, x, y, c)) : 3);
           }
       }},
      {"GridSwapped",
       "grid-swapped",
       {{127, 40}, {33, 64}},
       [](auto& data, auto& destination) {
         const Dim grid = blocks_for(data, squares);
         launch({grid.y, grid.x}, squares, [&](const Thread& t) {
           if (is_inside(data, t.x(), t.y())) destination.store_pixel(data, t.x(), t.y());
         });
       }},
      {"OneDimension", "one-row", any,
       [](auto& data, auto& destination) {
         for (int x = 0; x < data.width; ++x) destination.store_pixel(data, x, 0);
       }},
      {"OneDimensionOfFewBlocks",
       "one-row",
       {{71, 37}, {64, 61}},
       [](auto& data, auto& destination) {
         for (int x = 0; x < 48; ++x) destination.store_pixel(data, x, 0);
       }},
      {"BlockIndexForgotten", "blocks-missing", any,
       [](auto& data, auto& destination) {
         launch(blocks_for(data, squares), squares, [&](const Thread& t) {
           if (is_inside(data, t.index.x, t.y())) destination.store_pixel(data, t.index.x, t.y());
         });
       }},
      {"OneColumnSwitchedOff",
       "missing-last-column",
       {{31, 8}, {33, 17}, {64, 61}},
       [](auto& data, auto& destination) {
         launch(blocks_for(data, squares), squares, [&](const Thread& t) {
           if (t.x() < data.width - 1 && t.y() < data.height)
             destination.store_pixel(data, t.x(), t.y());
         });
       }},
      {"ColumnAndRowSwitchedOff",
       "missing-last-column",
       {{31, 8}, {64, 61}, {127, 13}},
       [](auto& data, auto& destination) {
         launch(blocks_for(data, squares), squares, [&](const Thread& t) {
           if (t.x() < data.width - 1 && t.y() < data.height - 1)
             destination.store_pixel(data, t.x(), t.y());
         });
       }},
      {"OneThreadTooMany",
       "stray-threads",
       {{31, 8}, {33, 17}, {127, 13}},
       [](auto& data, auto& destination) {
         launch(blocks_for(data, squares), squares, [&](const Thread& t) {
           if (t.x() <= data.width && t.y() <= data.height)
             destination.store_pixel(data, t.x(), t.y());
         });
       }},
      {"NoThreadSwitchedOff",
       "stray-threads",
       {{127, 40}, {61, 40}},
       [](auto& data, auto& destination) {
         launch(blocks_for(data, squares), squares, [&](const Thread& t) {
           if (t.y() < data.height) destination.store_pixel(data, t.x(), t.y());
         });
       }},
      {"ThreadIndexSwapped",
       "thread-index-swapped",
       {{64, 61}, {127, 13}, {127, 40}},
       [](auto& data, auto& destination) {
         launch(blocks_for(data, wide), wide, [&](const Thread& t) {
           const int x = t.block_index.x * 32 + t.index.y, y = t.block_index.y * 8 + t.index.x;
           if (is_inside(data, x, y)) destination.store_pixel(data, x, y);
         });
       }},
      {"HalfOfTheThreads",
       "block-part-wrong",
       {{64, 61}, {127, 40}},
       [](auto& data, auto& destination) {
         launch(blocks_for(data, squares), squares, [&](const Thread& t) {
           if (is_inside(data, t.x(), t.y()) && t.index.y * 16 + t.index.x < 144)
             destination.store_pixel(data, t.x(), t.y());
         });
       }},

      {"NoHalo", "block-edges-wrong", any,
       partly_loaded(squares,
                     [](const Dim& block, int row, int column) {
                       return row >= 2 && row < block.y + 2 && column >= 2 && column < block.x + 2;
                     })},
      {"NoHaloWide",
       "block-edges-wrong",
       {{64, 61}, {127, 13}, {33, 17}},
       partly_loaded(wide,
                     [](const Dim& block, int row, int column) {
                       return row >= 2 && row < block.y + 2 && column >= 2 && column < block.x + 2;
                     })},
      {"NoHaloBelowAndRight", "block-edges-wrong", any,
       partly_loaded(squares, [](const Dim& block, int row,
                                 int column) { return row < block.y && column < block.x; })},
      {"FourLoadsInsteadOfFive",
       "block-edges-wrong",
       {{33, 17}, {64, 61}},
       partly_loaded(squares, [](const Dim&, int row, int) { return row < 16; })},
      {"LastColumnsNotLoaded",
       "block-edges-wrong",
       {{33, 17}, {64, 61}, {127, 13}},
       partly_loaded(squares, [](const Dim&, int, int column) { return column < 19; })},
      {"PaddedOnlyWhereStored", "wrong-tile-stride", any,
       tiled(squares,
             [](const ConvolutionData& data, const Thread& t, int row, int i) {
               const int cell = row * 60 + i;
               return cell % 65 < 60 ? right_tile_value(data, t, cell / 65, cell % 65) : 0;
             })},
      {"HaloForgottenInTheIndex", "wrong-tile-stride", any,
       tiled(squares,
             [](const ConvolutionData& data, const Thread& t, int row, int i) {
               const int cell = row * 48 + i;
               return right_tile_value(data, t, cell / 60, cell % 60);
             })},
      {"BytesInsteadOfPixels", "wrong-tile-stride", any,
       tiled(squares, [](const ConvolutionData& data, const Thread& t, int row,
                         int i) { return right_tile_value(data, t, row, i / 3 + i % 3); })},
      {"TilesApartByTheirSize", "wrong-tile-origin", any,
       tiled(squares,
             [](const ConvolutionData& data, const Thread& t, int row, int i) {
               Thread other = t;
               other.block = {20, 20};
               return right_tile_value(data, other, row, i);
             })},
      {"TilesApartInBytes", "wrong-tile-origin", any,
       tiled(squares,
             [](const ConvolutionData& data, const Thread& t, int row, int i) {
               return right_tile_value(data, t, row, i - t.block_index.x * 32);
             })},
      {"RowsFiveApart", "tile-rows-shifted", any,
       tiled(squares, [](const ConvolutionData& data, const Thread& t, int row,
                         int i) { return right_tile_value(data, t, row / 4 * 5 + row % 4, i); })},
      {"AlwaysTheFirstRows", "tile-rows-shifted", any,
       tiled(squares, [](const ConvolutionData& data, const Thread& t, int row,
                         int i) { return right_tile_value(data, t, row % 4, i); })},
      {"TileTransposed", "block-transposed", any,
       tiled(squares, [](const ConvolutionData& data, const Thread& t, int row,
                         int i) { return right_tile_value(data, t, i / 3, row * 3 + i % 3); })},
  };
}

class GpuDiagnosisTest : public testing::TestWithParam<WrongKernel> {};

// With a list of unwritten bytes, as the judge makes one, or with the poison alone.
Diagnosis diagnose(const ConvolutionData& data, const Destination& destination, bool with_list) {
  Case::Evidence evidence;
  evidence.poison = poison_word;
  if (with_list) evidence.unwritten = destination.unwritten;
  return explain_wrong_result(data, destination.bytes, evidence, "a case", "");
}

TEST_P(GpuDiagnosisTest, NamesTheCause) {
  for (const Size& size : GetParam().sizes) {
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      const ConvolutionData data = random_data(size, seed);
      Destination destination(data);
      GetParam().run(data, destination);
      ASSERT_FALSE(check_result(data, destination.bytes).ok);
      const bool all_written =
          std::count(destination.unwritten.begin(), destination.unwritten.end(), std::byte{1}) == 0;
      for (const bool with_list : {true, false}) {
        if (!with_list && all_written) continue;
        const Diagnosis diagnosis = diagnose(data, destination, with_list);
        EXPECT_EQ(diagnosis.cause, GetParam().slug)
            << size.width << "x" << size.height << (with_list ? "" : ", poison only") << ": "
            << diagnosis.sentence;
      }
    }
  }
}

TEST_P(GpuDiagnosisTest, SentencesSpeakOfTheGpu) {
  const ConvolutionData data = random_data(GetParam().sizes.front(), 1);
  Destination destination(data);
  GetParam().run(data, destination);
  const Diagnosis diagnosis = diagnose(data, destination, true);
  EXPECT_GE(explanation_of(diagnosis).size(), 4u);
  for (const std::string& line : explanation_of(diagnosis)) {
    EXPECT_FALSE(line.empty());
    for (const char* other :
         {"!", "floats", "imgFloat", "alpha", "four", "_mm_", "loop over", "filter["})
      EXPECT_EQ(line.find(other), std::string::npos) << line;
  }
}

INSTANTIATE_TEST_SUITE_P(WrongKernels, GpuDiagnosisTest, testing::ValuesIn(wrong_kernels()),
                         [](const auto& info) { return std::string(info.param.name); });

Destination right_result(const ConvolutionData& data) {
  Destination destination(data);
  for (int y = 0; y < data.height; ++y)
    for (int x = 0; x < data.width; ++x) destination.store_pixel(data, x, y);
  return destination;
}

std::string text_of(const Diagnosis& diagnosis) {
  std::string text;
  for (const std::string& line : explanation_of(diagnosis)) text += line + " ";
  return text;
}

// Blocks of 32x8, with a thread for each pixel, that lie so far apart.
Diagnosis diagnose_blocks(const Size& size, int apart_x, int apart_y) {
  const ConvolutionData data = random_data(size, 1);
  Destination destination(data);
  const Dim grid = blocks_for(data, wide);
  launch(grid, wide, [&](const Thread& t) {
    const int x = t.block_index.x * apart_x + t.index.x, y = t.block_index.y * apart_y + t.index.y;
    if (is_inside(data, x, y)) destination.store_pixel(data, x, y);
  });
  Case::Evidence evidence;
  evidence.poison = poison_word;
  evidence.unwritten = destination.unwritten;
  evidence.launches = {
      {{static_cast<std::uint32_t>(grid.x), static_cast<std::uint32_t>(grid.y), 1}, {32, 8, 1}}};
  return explain_wrong_result(data, destination.bytes, evidence, "a case", "");
}

TEST(GpuDiagnosisEvidenceTest, ANumberInPlaceOfBlockDimLooksLikeBlocksThatAreTooFewOrHaveHoles) {
  const Diagnosis narrow = diagnose_blocks({71, 37}, 16, 8);
  EXPECT_EQ(narrow.cause, "blocks-apart");
  EXPECT_NE(text_of(narrow).find("16 pixels apart in x and have 32 threads"), std::string::npos)
      << text_of(narrow);
  EXPECT_EQ(diagnose_blocks({71, 37}, 32, 16).cause, "blocks-apart");
  const Diagnosis both = diagnose_blocks({71, 37}, 16, 16);
  EXPECT_EQ(both.cause, "blocks-apart");
  EXPECT_NE(text_of(both).find("is there a number where blockDim belongs?"), std::string::npos);
}

TEST(GpuDiagnosisEvidenceTest, LargeCoefficientsShowASumOf16Bits) {
  ConvolutionData data = random_data({33, 17}, 1);
  RandomNumbers random(2);
  data.filter = random_whole_filter(random, 120);
  fill_random(random, data);
  Destination destination(data);
  each_sum([](int sum) { return clamped(static_cast<std::int16_t>(sum)); })(data, destination);
  EXPECT_EQ(diagnose(data, destination, true).cause, "sum-too-narrow");
}

TEST(GpuDiagnosisEvidenceTest, ABrightImageShowsASumOf16BitsWithoutASign) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    ConvolutionData data = random_data({71, 37}, seed);
    RandomNumbers random(seed);
    data.filter = positive_whole_filter(random);
    fill_bright(random, data);
    for (const auto& cut :
         {each_sum([](int sum) { return clamped(static_cast<std::int16_t>(sum)); }),
          each_sum([](int sum) { return clamped(static_cast<std::uint16_t>(sum)); })}) {
      Destination destination(data);
      cut(data, destination);
      EXPECT_EQ(diagnose(data, destination, true).cause, "sum-too-narrow") << seed;
    }
  }
}

TEST(GpuDiagnosisEvidenceTest, CoefficientsAreCutWhereTheyFillAWordOfFour) {
  ConvolutionData data = random_data({33, 17}, 1);
  RandomNumbers random(2);
  data.filter = random_whole_filter(random, 1000);
  fill_random(random, data);
  const int n = data.filter_size;
  ConvolutionData of_words = data, of_rows = data;
  for (int i = 0; i < data.taps(); ++i) {
    const auto cut = static_cast<float>(static_cast<std::int8_t>(static_cast<int>(data.filter[i])));
    if (i < data.taps() - 1) of_words.filter[i] = cut;
    if (i % n < n - 1) of_rows.filter[i] = cut;
  }
  EXPECT_EQ(diagnose(data, right_result(of_words), true).cause, "coefficients-narrowed");
  EXPECT_EQ(diagnose(data, right_result(of_rows), true).cause, "coefficients-narrowed");
}

// And nothing is black or white all over, which would say nothing of coefficients.
TEST(GpuDiagnosisEvidenceTest, LargeCoefficientsShowThatTheyAreCutWhateverTheyAre) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    ConvolutionData data = random_data({71, 37}, seed);
    RandomNumbers random(seed);
    data.filter = random_whole_filter(random, 1000);
    fill_random(random, data);
    for (const bool is_lowest : {true, false}) {
      ConvolutionData cut = data;
      for (float& coefficient : cut.filter) {
        const int value = static_cast<int>(coefficient);
        coefficient = static_cast<float>(is_lowest ? static_cast<std::int8_t>(value)
                                                   : std::clamp(value, -128, 127));
      }
      EXPECT_EQ(diagnose(data, right_result(cut), true).cause, "coefficients-narrowed")
          << "seed " << seed;
    }
  }
}

TEST(GpuDiagnosisEvidenceTest, AWrongByteThatIsThePoisonsWasWritten) {
  const ConvolutionData data = random_data({31, 8}, 1);
  Destination destination = right_result(data);
  const std::size_t i = (3 * 31 + 5) * 3 + 1;
  destination.bytes[i] = static_cast<std::uint8_t>(poison_word >> 8 * (i % 4));
  const Diagnosis diagnosis = diagnose(data, destination, false);
  EXPECT_EQ(diagnosis.facts.at(0), "a case: 1 of 744 values are wrong");
  EXPECT_EQ(text_of(diagnosis).find("never written"), std::string::npos) << text_of(diagnosis);
}

TEST(GpuDiagnosisEvidenceTest, TheListTellsUnwrittenValuesFromWrongOnes) {
  const ConvolutionData data = random_data({31, 8}, 1);
  Destination destination = right_result(data);
  const Destination untouched(data);
  for (std::size_t i = 4 * 31 * 3; i < 5 * 31 * 3; ++i) {
    destination.bytes[i] = untouched.bytes[i];
    destination.unwritten[i] = std::byte{1};
  }
  destination.bytes[7] ^= 0x40;
  const Diagnosis with_list = diagnose(data, destination, true);
  EXPECT_EQ(with_list.cause, "never-written");
  EXPECT_NE(text_of(with_list).find("only in rows 4 to 4; of what was written, some is wrong too"),
            std::string::npos)
      << text_of(with_list);
  EXPECT_EQ(text_of(diagnose(data, destination, false)).find("never written"), std::string::npos);
}

TEST(GpuDiagnosisEvidenceTest, OutputsThatDifferBetweenRunsNeedABarrier) {
  const ConvolutionData data = random_data({31, 8}, 1);
  Destination destination = right_result(data);
  for (std::size_t i = 1; i < destination.bytes.size(); i += 41) destination.bytes[i] ^= 0x55;
  Case::Evidence evidence;
  evidence.poison = poison_word;
  evidence.differs_between_runs = true;
  const Diagnosis diagnosis = explain_wrong_result(data, destination.bytes, evidence, "a case", "");
  EXPECT_EQ(diagnosis.cause, "race");
  EXPECT_NE(text_of(diagnosis).find("__syncthreads()"), std::string::npos);
}

TEST(GpuDiagnosisEvidenceTest, ZerosAfterARightCallAreOfWhatIsFilledOnce) {
  const ConvolutionData data = random_data({31, 8}, 1);
  Destination destination = right_result(data);
  std::ranges::fill(destination.bytes, 0);
  Case::Evidence evidence;
  evidence.poison = poison_word;
  const auto said = [&] {
    return text_of(explain_wrong_result(data, destination.bytes, evidence, "a case", ""));
  };
  EXPECT_EQ(said().find("static flag"), std::string::npos) << said();
  evidence.earlier_was_right = true;
  EXPECT_NE(said().find("static flag"), std::string::npos) << said();
  EXPECT_EQ(said().find("clamp's limits"), std::string::npos) << said();
}

TEST(GpuDiagnosisEvidenceTest, ThePictureShowsUnwrittenBytesInStripes) {
  const ConvolutionData data = random_data({31, 8}, 1);
  Destination destination = right_result(data);
  const Destination untouched(data);
  for (std::size_t i = 0; i < 3; ++i) {
    destination.bytes[i] = untouched.bytes[i];
    destination.unwritten[i] = std::byte{1};
  }
  Case::Evidence evidence;
  evidence.unwritten = destination.unwritten;
  const std::filesystem::path file = own_folder() / "difference.png";
  explain_wrong_result(data, destination.bytes, evidence, "a case", file);
  const Image picture = read_image(file, 3);
  std::filesystem::remove(file);
  const int side = 320 / 31;  // of a magnified pixel
  const int last_panel = picture.width - 31 * side;
  int striped = 0;
  for (int y = 0; y < picture.height; ++y)
    for (int x = last_panel; x < picture.width; ++x)
      striped += picture.at(x, y, 0) == 255 && picture.at(x, y, 2) == 0;
  EXPECT_EQ(striped, side * side);
}

}  // namespace
}  // namespace warplab::convolution_gpu_diagnosis_test
