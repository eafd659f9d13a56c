// Runs a solution of the radial distribution lab on particles anywhere in a cube, for ncu and for
// `simt profile`; record_labs.py and tests/behaviour/lab_counters_test.cpp compile it with each.
//
//   lab PARTICLES [times]    prints the median time of 11 samples in microseconds where asked
//
// COUNTED 1001
// TIMED 2000 6000 44028
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "common/rdf_gpu.h"

// A solution defines one of them.
#pragma weak pair_histogram
#pragma weak pair_histogram4

namespace {

constexpr int samples = 11, bins = 256;
constexpr float edge = 16, dr = edge / bins;

std::vector<float> coordinates(int n, std::uint32_t seed) {
  std::vector<float> values(n);
  for (float& value : values) {
    seed = seed * 1664525u + 1013904223u;
    value = edge * static_cast<float>(seed >> 8) / (1 << 24);
  }
  return values;
}

template <typename Number>
Number* on_device(const std::vector<Number>& values) {
  Number* memory = nullptr;
  CUDA_CHECK(cudaMalloc(&memory, values.size() * sizeof(Number)));
  CUDA_CHECK(
      cudaMemcpy(memory, values.data(), values.size() * sizeof(Number), cudaMemcpyHostToDevice));
  return memory;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: lab PARTICLES [times]\n");
    return 2;
  }
  const int n = std::atoi(argv[1]);
  const std::vector<float> xs = coordinates(n, 1), ys = coordinates(n, 2), zs = coordinates(n, 3);
  std::vector<float4> all(n);
  for (int i = 0; i < n; ++i) all[i] = make_float4(xs[i], ys[i], zs[i], 0);
  float *x = on_device(xs), *y = on_device(ys), *z = on_device(zs);
  float4* positions = on_device(all);
  unsigned* histogram = on_device(std::vector<unsigned>(bins, 77));
  const auto count = [&] {
    if (pair_histogram4 != nullptr)
      pair_histogram4(n, positions, dr, bins, histogram);
    else
      pair_histogram(n, x, y, z, dr, bins, histogram);
  };
  count();
  std::vector<unsigned> got(bins), expected(bins);
  CUDA_CHECK(cudaMemcpy(got.data(), histogram, bins * sizeof(unsigned), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      const float dx = xs[i] - xs[j], dy = ys[i] - ys[j], dz = zs[i] - zs[j];
      const int bin = static_cast<int>(std::sqrt((dx * dx + dy * dy) + dz * dz) / dr);
      if (bin < bins) ++expected[bin];
    }
  if (got != expected) {
    std::fprintf(stderr, "the histogram is wrong\n");
    return 1;
  }
  if (argc > 2) {
    cudaEvent_t begin, end;
    CUDA_CHECK(cudaEventCreate(&begin));
    CUDA_CHECK(cudaEventCreate(&end));
    std::vector<float> times;
    for (int sample = 0; sample < samples; ++sample) {
      CUDA_CHECK(cudaEventRecord(begin));
      count();
      CUDA_CHECK(cudaEventRecord(end));
      CUDA_CHECK(cudaEventSynchronize(end));
      float ms = 0;
      CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
      times.push_back(ms * 1000);
    }
    std::sort(times.begin(), times.end());
    std::printf("%.3f\n", times[samples / 2]);
  }
  for (float* memory : {x, y, z}) CUDA_CHECK(cudaFree(memory));
  CUDA_CHECK(cudaFree(positions));
  CUDA_CHECK(cudaFree(histogram));
}
