// Runs a solution of the transpose lab on a matrix, for ncu and for `simt profile`; record_labs.py and
// tests/behaviour/lab_counters_test.cpp compile it with each.
//
//   lab WIDTHxHEIGHT [times]    prints the median time of 31 samples in microseconds where asked
//
// COUNTED 300x200
// TIMED 128x128 512x512 1024x1024 1024x2048 8192x8192
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

#include "common/transpose_gpu.h"

// A solution defines one of them.
extern "C" {
__attribute__((weak)) void add_matrices(int width, int height, int pitch, const float* src,
                                        const float* other, float* dst);
__attribute__((weak)) void add_points(size_t count, const Point* src, const Point* other,
                                      Point* dst);
__attribute__((weak)) void add_vectors(size_t count, const float* src, const float* other,
                                       float* dst);
__attribute__((weak)) void transpose(int rows, int columns, const float* src, float* dst);
}

namespace {

constexpr int samples = 31, calls_a_sample = 10;
constexpr int aligned_elements = 32;  // rows of matrices that are added begin at multiples of 128 bytes

float median_us(const std::function<void()>& call) {
  cudaEvent_t begin, end;
  CUDA_CHECK(cudaEventCreate(&begin));
  CUDA_CHECK(cudaEventCreate(&end));
  std::vector<float> times;
  for (int sample = 0; sample < samples; ++sample) {
    CUDA_CHECK(cudaEventRecord(begin));
    for (int i = 0; i < calls_a_sample; ++i) call();
    CUDA_CHECK(cudaEventRecord(end));
    CUDA_CHECK(cudaEventSynchronize(end));
    float ms = 0;
    CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
    times.push_back(ms * 1000 / calls_a_sample);
  }
  CUDA_CHECK(cudaEventDestroy(begin));
  CUDA_CHECK(cudaEventDestroy(end));
  std::sort(times.begin(), times.end());
  return times[samples / 2];
}

}  // namespace

int main(int argc, char** argv) {
  int width = 0, height = 0;
  if (argc < 2 || std::sscanf(argv[1], "%dx%d", &width, &height) != 2) {
    std::fprintf(stderr, "usage: lab WIDTHxHEIGHT [times]\n");
    return 2;
  }
  const bool has_gaps = add_matrices != nullptr;
  const int pitch =
      has_gaps ? (width + aligned_elements - 1) / aligned_elements * aligned_elements : width;
  const size_t elements = static_cast<size_t>(pitch) * height;
  const size_t count = elements * (add_points != nullptr ? 3 : 1), bytes = count * sizeof(float);
  std::vector<float> matrix(count), added(count), result(count);
  for (size_t i = 0; i < count; ++i) {
    matrix[i] = static_cast<float>(i % 9973);
    added[i] = static_cast<float>(i % 89);
  }
  float *src = nullptr, *other = nullptr, *dst = nullptr;
  for (float** memory : {&src, &other, &dst}) CUDA_CHECK(cudaMalloc(memory, bytes));
  CUDA_CHECK(cudaMemcpy(src, matrix.data(), bytes, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(other, added.data(), bytes, cudaMemcpyHostToDevice));
  const auto run = [&] {
    if (add_matrices != nullptr)
      add_matrices(width, height, pitch, src, other, dst);
    else if (add_points != nullptr)
      add_points(elements, reinterpret_cast<const Point*>(src),
                 reinterpret_cast<const Point*>(other), reinterpret_cast<Point*>(dst));
    else if (add_vectors != nullptr)
      add_vectors(elements, src, other, dst);
    else
      transpose(height, width, src, dst);
  };
  run();
  CUDA_CHECK(cudaMemcpy(result.data(), dst, bytes, cudaMemcpyDeviceToHost));
  bool is_right = true;
  for (size_t i = 0; i < count; ++i) {
    if (transpose != nullptr)
      is_right &= result[i % width * height + i / width] == matrix[i];
    else if (!has_gaps || i % pitch < static_cast<size_t>(width))
      is_right &= result[i] == matrix[i] + added[i];
  }
  if (!is_right) {
    std::fprintf(stderr, "the result is wrong\n");
    return 1;
  }
  if (argc > 2) std::printf("%.3f\n", median_us(run));
  for (float* memory : {src, other, dst}) CUDA_CHECK(cudaFree(memory));
}
