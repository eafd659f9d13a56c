// A pretended GPU for tests: kernels of the convolution's GPU half as functions that run block by
// block and thread by thread, right but for what a test makes wrong.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/problems/convolution/convolution_data.h"
#include "autograder/problems/convolution/inputs.h"
#include "autograder/problems/random_numbers.h"

namespace warplab::pretended {

inline constexpr std::uint32_t poison_word = 0x7fc1a533;

inline ConvolutionData random_data(const Size& size, std::uint64_t seed) {
  ConvolutionData data;
  data.width = size.width;
  data.height = size.height;
  data.channels = 3;
  data.integers = true;
  data.source.resize(data.source_values());
  RandomNumbers random(seed);
  data.filter = random_whole_filter(random, 12);
  fill_specks(random, data);
  return data;
}

inline int clamped(int sum) { return std::clamp(sum, 0, 255); }

// The source as memory has it; black beyond its end.
inline int source(const ConvolutionData& data, std::ptrdiff_t i) {
  return i < static_cast<std::ptrdiff_t>(data.source.size()) ? static_cast<int>(data.source[i]) : 0;
}

inline int coefficient(const ConvolutionData& data, int k) {
  return static_cast<int>(data.filter[k]);
}

// The sum over the window whose value for tap (fy, fx) is pixel(fy, fx).
template <typename Pixel>
int sum_of(const ConvolutionData& data, Pixel pixel) {
  int sum = 0;
  for (int k = 0; k < data.taps(); ++k) sum += coefficient(data, k) * pixel(k / 5, k % 5);
  return sum;
}

inline int plain_sum(const ConvolutionData& data, int x, int y, int c) {
  const auto stride = static_cast<std::ptrdiff_t>(data.source_stride());
  return sum_of(data,
                [&](int fy, int fx) { return source(data, (y + fy) * stride + (x + fx) * 3 + c); });
}

// imgDst, and which of its bytes were written.
struct Destination {
  explicit Destination(const ConvolutionData& data)
      : bytes(data.result_values()), unwritten(data.result_values(), std::byte{1}) {
    for (std::size_t i = 0; i < bytes.size(); ++i)
      bytes[i] = static_cast<std::uint8_t>(poison_word >> 8 * (i % 4));
  }
  void store(std::ptrdiff_t i, int value) {
    if (i < 0 || i >= static_cast<std::ptrdiff_t>(bytes.size())) return;
    bytes[i] = static_cast<std::uint8_t>(value);
    unwritten[i] = std::byte{0};
  }
  void store_pixel(const ConvolutionData& data, int x, int y) {
    for (int c = 0; c < 3; ++c)
      store((std::ptrdiff_t{y} * data.width + x) * 3 + c, clamped(plain_sum(data, x, y, c)));
  }

  std::vector<std::uint8_t> bytes;
  std::vector<std::byte> unwritten;
};

using Kernel = std::function<void(const ConvolutionData& data, Destination& destination)>;

// --- Kernels without tiles: a wrong value for each byte ---

inline Kernel each_value(
    std::function<int(const ConvolutionData& data, int x, int y, int c)> value) {
  return [value](const ConvolutionData& data, Destination& destination) {
    std::ptrdiff_t i = 0;
    for (int y = 0; y < data.height; ++y)
      for (int x = 0; x < data.width; ++x)
        for (int c = 0; c < 3; ++c) destination.store(i++, value(data, x, y, c));
  };
}

inline Kernel each_sum(int (*value)(int sum)) {
  return each_value([value](const ConvolutionData& data, int x, int y, int c) {
    return value(plain_sum(data, x, y, c));
  });
}

// --- Kernels with blocks ---

struct Dim {
  int x = 0, y = 0;
};

inline constexpr Dim squares = {16, 16}, wide = {32, 8};

inline Dim blocks_for(const ConvolutionData& data, const Dim& block) {
  return {(data.width + block.x - 1) / block.x, (data.height + block.y - 1) / block.y};
}

struct Thread {
  Dim block_index, index, block;
  int x() const { return block_index.x * block.x + index.x; }
  int y() const { return block_index.y * block.y + index.y; }
};

template <typename Body>
void launch(const Dim& grid, const Dim& block, Body body) {
  for (int by = 0; by < grid.y; ++by)
    for (int bx = 0; bx < grid.x; ++bx)
      for (int y = 0; y < block.y; ++y)
        for (int x = 0; x < block.x; ++x) body(Thread{{bx, by}, {x, y}, block});
}

inline bool is_inside(const ConvolutionData& data, int x, int y) {
  return x < data.width && y < data.height;
}

// --- Kernels with tiles ---

inline constexpr int not_loaded = 7;

// What a block loads and reads: value `i` of row `row` of its tile, as stored.
using TileValue =
    std::function<int(const ConvolutionData& data, const Thread& thread, int row, int i)>;

inline int right_tile_value(const ConvolutionData& data, const Thread& t, int row, int i) {
  const auto stride = static_cast<std::ptrdiff_t>(data.source_stride());
  return source(data,
                (t.block_index.y * t.block.y + row) * stride + t.block_index.x * t.block.x * 3 + i);
}

// `cell` is what a thread finds for row `row` of the tile and value `i` of that row.
inline Kernel tiled(const Dim& block, TileValue cell) {
  return [block, cell](const ConvolutionData& data, Destination& destination) {
    launch(blocks_for(data, block), block, [&](const Thread& t) {
      if (!is_inside(data, t.x(), t.y())) return;
      for (int c = 0; c < 3; ++c) {
        const int sum = sum_of(data, [&](int fy, int fx) {
          return cell(data, t, t.index.y + fy, (t.index.x + fx) * 3 + c);
        });
        destination.store((std::ptrdiff_t{t.y()} * data.width + t.x()) * 3 + c, clamped(sum));
      }
    });
  };
}

// A right tile, but for those cells for which `is_loaded` is false.
inline Kernel partly_loaded(const Dim& block,
                            bool (*is_loaded)(const Dim& block, int row, int column)) {
  return tiled(block, [is_loaded](const ConvolutionData& data, const Thread& t, int row, int i) {
    return is_loaded(t.block, row, i / 3) ? right_tile_value(data, t, row, i) : not_loaded;
  });
}

}  // namespace warplab::pretended
