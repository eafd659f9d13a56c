// Runs a solution of a GPU lab on a picture, for ncu and for `simt profile`; record_labs.py and
// tests/behaviour/lab_counters_test.cpp compile it with each.
//
//   lab WIDTHxHEIGHT [times]    prints the median time of 31 samples in microseconds where asked
//
// COUNTED 640x480
// TIMED 2496x1872 4992x3744
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "common/convolution_gpu.h"

namespace {

constexpr int samples = 31, launches_a_sample = 10;

// The same bytes everywhere.
unsigned char noise(unsigned i) {
  i = (i ^ (i >> 16)) * 0x7feb352du;
  i = (i ^ (i >> 15)) * 0x846ca68bu;
  return static_cast<unsigned char>(i ^ (i >> 16));
}

}  // namespace

int main(int argc, char** argv) {
  int width = 0, height = 0;
  if (argc < 2 || std::sscanf(argv[1], "%dx%d", &width, &height) != 2) {
    std::fprintf(stderr, "usage: lab WIDTHxHEIGHT [times]\n");
    return 2;
  }
  const int extended_width = width + 2 * FILTER_RADIUS, extended_height = height + 2 * FILTER_RADIUS;
  std::vector<unsigned char> source(static_cast<size_t>(extended_width) * extended_height * CHANNELS);
  for (size_t i = 0; i < source.size(); ++i) source[i] = noise(static_cast<unsigned>(i));
  Filter filter;
  for (int y = 0; y < FILTER_SIZE; ++y)
    for (int x = 0; x < FILTER_SIZE; ++x) filter.tap[y][x] = (5 * y + x) % 7 - 3;

  unsigned char *src = nullptr, *dst = nullptr;
  CUDA_CHECK(cudaMalloc(&src, source.size()));
  CUDA_CHECK(cudaMalloc(&dst, static_cast<size_t>(width) * height * CHANNELS));
  CUDA_CHECK(cudaMemcpy(src, source.data(), source.size(), cudaMemcpyHostToDevice));
  const auto run = [&] {
    conv_filter_gpu(height, width, extended_height, extended_width, FILTER_RADIUS, FILTER_RADIUS,
                    filter, src, dst);
  };
  run();
  CUDA_CHECK(cudaDeviceSynchronize());
  if (argc < 3) return 0;

  cudaEvent_t begin, end;
  CUDA_CHECK(cudaEventCreate(&begin));
  CUDA_CHECK(cudaEventCreate(&end));
  std::vector<float> times;
  for (int sample = 0; sample < samples; ++sample) {
    CUDA_CHECK(cudaEventRecord(begin));
    for (int i = 0; i < launches_a_sample; ++i) run();
    CUDA_CHECK(cudaEventRecord(end));
    CUDA_CHECK(cudaEventSynchronize(end));
    float ms = 0;
    CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
    times.push_back(1e3f * ms / launches_a_sample);
  }
  std::nth_element(times.begin(), times.begin() + samples / 2, times.end());
  std::printf("%.3f\n", times[samples / 2]);
  return 0;
}
