// Runs a solution of the lab of streamed tiling on an image, for ncu and for `simt profile`;
// record_labs.py and tests/behaviour/lab_counters_test.cpp compile it with each.
//
//   lab WIDTHxHEIGHT [times]    prints the median time of 15 calls in microseconds where asked
//
// COUNTED 300x200
// TIMED 1024x1024 1280x1024
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "common/separable_gpu.h"

namespace {

constexpr int radius = 32, calls = 15;

}  // namespace

int main(int argc, char** argv) {
  int width = 0, height = 0;
  if (argc < 2 || std::sscanf(argv[1], "%dx%d", &width, &height) != 2) {
    std::fprintf(stderr, "usage: lab WIDTHxHEIGHT [times]\n");
    return 2;
  }
  const size_t pixels = static_cast<size_t>(width + 2 * radius) * (height + 2 * radius);
  auto* src = static_cast<double*>(allocate_image(pixels * sizeof(double)));
  auto* dst = static_cast<double*>(allocate_image(sizeof(double) * width * height));
  for (size_t i = 0; i < pixels; ++i) src[i] = static_cast<double>(i * 2654435761u >> 24 & 255);
  std::vector<double> filter;
  for (int i = 0; i <= 2 * radius; ++i) filter.push_back(1.0 / (i + 3));
  const auto run = [&] { filter_image(width, height, radius, filter.data(), src, dst); };
  run();
  if (argc > 2) {
    std::vector<double> times;
    for (int call = 0; call < calls; ++call) {
      const auto begin = std::chrono::steady_clock::now();
      run();
      const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - begin;
      times.push_back(time.count());
    }
    std::sort(times.begin(), times.end());
    std::printf("%.1f\n", times[calls / 2]);
  }
  free_image(dst);
  free_image(src);
}
