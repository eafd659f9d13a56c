// How the kernels of kernels.cu are launched: on the hardware by record.cpp, in simt by its tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace hardware {

// What is in a buffer before the launch. It depends on nothing but the buffer's size.
enum class Fill : uint8_t {
  zeros,    // an output
  noise,    // bytes
  floats,   // from 0 to 1
  doubles,  // from 0 to 1
  places,   // a permutation of the indices of as many ints; their number is a power of two
};

struct Argument {
  Fill fill = Fill::zeros;
  size_t bytes = 0;  // of a buffer; 0: an int
  int value = 0;
};

struct Size {
  uint32_t x = 1, y = 1;
};

struct LaunchSpec {
  std::string kernel;
  Size grid, block;
  std::vector<Argument> arguments;
};

inline uint32_t noise(uint32_t i) {
  i = (i ^ (i >> 16)) * 0x7feb352du;
  i = (i ^ (i >> 15)) * 0x846ca68bu;
  return i ^ (i >> 16);
}

inline std::vector<std::byte> fill_buffer(const Argument& argument) {
  std::vector<std::byte> buffer(argument.bytes);
  const auto fill = [&]<typename T>(T, auto value) {
    for (size_t i = 0; i < argument.bytes / sizeof(T); ++i) {
      const T v = static_cast<T>(value(static_cast<uint32_t>(i)));
      std::memcpy(&buffer[i * sizeof(T)], &v, sizeof v);
    }
  };
  const uint32_t ints = static_cast<uint32_t>(argument.bytes / 4);
  switch (argument.fill) {
    case Fill::zeros:
      break;
    case Fill::noise:
      fill(uint32_t{}, noise);
      break;
    case Fill::floats:
      fill(float{}, [](uint32_t i) { return static_cast<float>(noise(i) >> 8) / (1 << 24); });
      break;
    case Fill::doubles:
      fill(double{}, [](uint32_t i) { return noise(i) / 4294967296.0; });
      break;
    case Fill::places:
      fill(uint32_t{}, [=](uint32_t i) { return i * 2654435761u % ints; });
      break;
  }
  return buffer;
}

// Of all outputs together (FNV-1a, word by word); 0 to begin with.
inline uint64_t hash_words(const std::byte* data, size_t bytes, uint64_t hash) {
  if (hash == 0) hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i + 4 <= bytes; i += 4) {
    uint32_t word;
    std::memcpy(&word, data + i, 4);
    hash = (hash ^ word) * 0x100000001b3u;
  }
  return hash;
}

// large: as in the tables of times; otherwise small enough to run all of them in simt in seconds.
inline std::vector<LaunchSpec> make_launches(bool large) {
  std::vector<LaunchSpec> all;
  const auto in = [](size_t bytes, Fill fill = Fill::noise) { return Argument{fill, bytes, 0}; };
  const auto out = [](size_t bytes) { return Argument{Fill::zeros, bytes, 0}; };
  const auto number = [](int value) { return Argument{Fill::zeros, 0, value}; };

  const int width = large ? 4992 : 1024, height = large ? 3744 : 768;
  const size_t extended = static_cast<size_t>(width + 4) * (height + 4) * 3;
  const size_t image = static_cast<size_t>(width) * height * 3;
  const auto convolution = [&](const char* name, uint32_t block_width) {
    const uint32_t block_height = 256 / block_width;
    all.push_back({std::string("convolution_") + name,
                   {width / block_width, height / block_height},
                   {block_width, block_height},
                   {in(extended), out(image), number(width), number(height)}});
  };
  convolution("global_16x16", 16);
  convolution("global_32x8", 32);
  convolution("byte_tile", 16);
  convolution("byte_tile_float", 16);
  convolution("float_tile", 16);
  convolution("float_tile_padded", 16);
  convolution("float_tile_32x8", 32);
  all.push_back({"convolution_border",
                 {width / 16u, height / 16u},
                 {16, 16},
                 {in(image), out(image), in(100), number(width), number(height)}});

  const uint32_t values = 1u << (large ? 26 : 22);
  const auto reduction = [&](const char* name, uint32_t per_block) {
    const uint32_t blocks = values / per_block;
    all.push_back({std::string("reduce_") + name,
                   {blocks},
                   {256},
                   {in(size_t{values} * 4), out(size_t{blocks} * 4)}});
  };
  reduction("1_interleaved", 256);
  reduction("2_strided", 256);
  reduction("3_sequential", 256);
  reduction("4_first_add", 512);
  reduction("5_last_warp", 512);
  reduction("6_unrolled", 512);
  all.push_back({"reduce_7_grid_stride",
                 {1056},
                 {256},
                 {in(size_t{values} * 4), out(1056 * 4), number(static_cast<int>(values))}});

  const uint32_t side = large ? 8192 : 1024;
  const size_t matrix = size_t{side} * side * 4;
  for (const char* name : {"transpose_naive", "transpose_tile_conflicts", "transpose_tile_padded"})
    all.push_back({name,
                   {side / 32, side / 32},
                   {32, 8},
                   {in(matrix), out(matrix), number(static_cast<int>(side))}});

  const uint32_t threads = 1u << (large ? 26 : 20), blocks = threads / 256;
  const size_t floats = size_t{threads} * 4;
  all.push_back({"copy_float", {blocks}, {256}, {in(floats), out(floats)}});
  all.push_back({"copy_float2", {blocks / 2}, {256}, {in(floats), out(floats)}});
  all.push_back({"copy_float4", {blocks / 4}, {256}, {in(floats), out(floats)}});
  all.push_back({"copy_double", {blocks / 2}, {256}, {in(floats), out(floats)}});
  all.push_back({"copy_bytes", {blocks}, {256}, {in(threads), out(threads)}});
  all.push_back({"copy_async", {blocks / 4}, {256}, {in(floats), out(floats)}});
  all.push_back({"copy_strided", {blocks / 4}, {256}, {in(floats), out(floats / 4), number(3)}});
  all.push_back({"copy_misaligned", {blocks}, {256}, {in(floats + 4), out(floats), number(1)}});
  all.push_back({"copy_every_second_lane", {blocks}, {256}, {in(floats), out(floats)}});
  all.push_back({"gather",
                 {blocks / 4},
                 {256},
                 {in(floats / 4), in(floats / 4, Fill::places), out(floats / 4)}});

  const int rounds = large ? 1024 : 64;
  const auto shared = [&](const char* name, uint32_t bytes, int stride) {
    all.push_back({std::string("shared_") + name,
                   {528},
                   {256},
                   {in(256 * bytes), out(528 * 256 * bytes), number(stride), number(rounds)}});
  };
  shared("int", 4, 2);
  shared("double", 8, 4);
  shared("float4", 16, 2);
  all.push_back(
      {"shared_double_pairs", {528}, {256}, {in(256 * 8, Fill::doubles), out(528 * 256 * 8)}});

  const uint32_t atomics = 1u << (large ? 24 : 18);
  const int count = static_cast<int>(atomics);
  all.push_back({"atomic_distinct", {atomics / 256}, {256}, {out(size_t{atomics} * 4)}});
  all.push_back({"atomic_same_address", {atomics / 256}, {256}, {out(4), number(count)}});
  all.push_back({"atomic_uniform", {atomics / 256}, {256}, {out(4)}});
  all.push_back({"atomic_returning",
                 {atomics / 256},
                 {256},
                 {out(4096 * 32), out(size_t{atomics} * 4), number(4096)}});
  all.push_back(
      {"histogram_shared", {528}, {256}, {in(atomics * 4), out(1024), number(count * 4)}});
  all.push_back({"histogram_global", {atomics / 256}, {256}, {in(atomics), out(1024)}});

  for (const uint32_t bins : {1024u, 65536u})
    all.push_back({"histogram_" + std::to_string(bins),
                   {atomics / 256},
                   {256},
                   {in(size_t{atomics} * 4), out(bins * 4)}});
  all.push_back({"atomic_of_blocks", {atomics / 256}, {256}, {in(size_t{atomics} * 4), out(4)}});
  for (const char* name : {"add", "add_used", "max", "exchange", "compare"})
    all.push_back({std::string("shared_atomic_") + name,
                   {atomics / 256},
                   {256},
                   {in(size_t{atomics} * 4), out(size_t{atomics} * 4)}});

  all.push_back(
      {"divergent_parity", {blocks / 4}, {256}, {in(floats / 4), out(floats / 4), number(32)}});
  all.push_back({"divergent_trip_counts", {blocks / 4}, {256}, {in(floats / 4), out(floats / 4)}});
  all.push_back(
      {"divergent_by_warp", {blocks / 4}, {256}, {in(floats / 4), out(floats / 4), number(32)}});
  all.push_back({"local_array", {blocks / 4}, {256}, {in(floats / 4), out(floats / 4)}});

  all.push_back({"local_array_double", {blocks / 4}, {256}, {in(floats / 4), out(floats / 2)}});
  all.push_back({"local_array_short", {blocks / 4}, {256}, {in(floats / 4), out(floats / 4)}});

  const uint32_t size = large ? 1024 : 256;
  const size_t square = size_t{size} * size * 4;
  all.push_back({"matrix_multiply",
                 {size / 16, size / 16},
                 {16, 16},
                 {in(square, Fill::floats), in(square, Fill::floats), out(square),
                  number(static_cast<int>(size))}});
  const auto arithmetic = [&](const char* name, uint32_t bytes, int small_rounds) {
    all.push_back({std::string("arithmetic_") + name,
                   {1056},
                   {256},
                   {out(1056 * 256 * bytes), number(large ? 16 * small_rounds : small_rounds)}});
  };
  arithmetic("float", 4, 128);
  arithmetic("double", 8, 128);
  arithmetic("int", 4, 128);
  arithmetic("division", 4, 32);
  all.back().arguments.push_back(number(7));
  arithmetic("special", 4, 64);
  return all;
}

}  // namespace hardware
