// Runs a GPU solution of the heat lab on a plate, for ncu and for `simt profile`; record_labs.py and
// tests/behaviour/lab_counters_test.cpp compile it with each.
//
//   lab WIDTHxHEIGHT [times]    prints the median time of 31 samples in microseconds where asked
//
// COUNTED 300x200
// TIMED 1024x1024 4096x4096
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "common/heat_gpu.h"

// A solution defines one of them.
extern "C" {
[[gnu::weak]] void heat(int width, int height, int iterations, const float* start, float* scratch,
                        float* end);
[[gnu::weak]] void heat_with_block(int block_x, int block_y, int width, int height, int iterations,
                                   const float* start, float* scratch, float* end);
}

namespace {

constexpr int iterations = 8, samples = 31;

void run(int width, int height, const float* start, float* scratch, float* end) {
  if (heat != nullptr)
    heat(width, height, iterations, start, scratch, end);
  else
    heat_with_block(16, 16, width, height, iterations, start, scratch, end);
}

}  // namespace

int main(int argc, char** argv) {
  int width = 0, height = 0;
  if (argc < 2 || std::sscanf(argv[1], "%dx%d", &width, &height) != 2) {
    std::fprintf(stderr, "usage: lab WIDTHxHEIGHT [times]\n");
    return 2;
  }
  const size_t cells = (size_t)width * height, bytes = cells * sizeof(float);
  std::vector<float> plate(cells);
  for (size_t i = 0; i < cells; ++i) plate[i] = (float)(i * 2654435761u >> 8 & 0xffff) / 655.36f;
  float *start = nullptr, *scratch = nullptr, *end = nullptr;
  for (float** memory : {&start, &scratch, &end}) CUDA_CHECK(cudaMalloc(memory, bytes));
  CUDA_CHECK(cudaMemcpy(start, plate.data(), bytes, cudaMemcpyHostToDevice));
  run(width, height, start, scratch, end);
  std::vector<float> got(cells), expected = plate, before;
  CUDA_CHECK(cudaMemcpy(got.data(), end, bytes, cudaMemcpyDeviceToHost));
  for (int i = 0; i < iterations; ++i) {
    before = expected;
    for (int y = 1; y < height - 1; ++y)
      for (size_t at = (size_t)y * width + 1; at + 1 < (size_t)(y + 1) * width; ++at)
        expected[at] =
            0.25f * ((before[at - width] + before[at + width]) + (before[at - 1] + before[at + 1]));
  }
  for (size_t i = 0; i < cells; ++i)
    if (!(std::abs(got[i] - expected[i]) <= 1e-3f)) {
      std::fprintf(stderr, "cell %zu is %g, not %g\n", i, got[i], expected[i]);
      return 1;
    }
  if (argc > 2) {
    cudaEvent_t begin, done;
    CUDA_CHECK(cudaEventCreate(&begin));
    CUDA_CHECK(cudaEventCreate(&done));
    std::vector<float> times;
    for (int sample = 0; sample < samples; ++sample) {
      CUDA_CHECK(cudaEventRecord(begin));
      run(width, height, start, scratch, end);
      CUDA_CHECK(cudaEventRecord(done));
      CUDA_CHECK(cudaEventSynchronize(done));
      float ms = 0;
      CUDA_CHECK(cudaEventElapsedTime(&ms, begin, done));
      times.push_back(ms * 1000);
    }
    std::sort(times.begin(), times.end());
    std::printf("%.3f\n", times[samples / 2]);
  }
  for (float* memory : {start, scratch, end}) CUDA_CHECK(cudaFree(memory));
}
