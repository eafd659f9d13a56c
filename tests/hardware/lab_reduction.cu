// Runs a solution of the reduction lab on a row of ints, for ncu and for `simt profile`;
// record_labs.py and tests/behaviour/lab_counters_test.cpp compile it with each.
//
//   lab COUNT [times]    prints the median time of 31 samples in microseconds where asked
//
// COUNTED 1000003
// TIMED 4194304 8388608
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "common/reduction_gpu.h"

namespace {

constexpr int samples = 31, calls_a_sample = 10;

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: lab COUNT [times]\n");
    return 2;
  }
  const size_t count = std::strtoull(argv[1], nullptr, 10);
  std::vector<int> row(count);
  for (size_t i = 0; i < count; ++i) row[i] = static_cast<int>(i * 2654435761u);
  int *values = nullptr, *scratch = nullptr, *sum = nullptr;
  CUDA_CHECK(cudaMalloc(&values, count * sizeof(int)));
  CUDA_CHECK(cudaMalloc(&scratch, (count / 32 + 1024) * sizeof(int)));
  CUDA_CHECK(cudaMalloc(&sum, sizeof(int)));
  CUDA_CHECK(cudaMemcpy(values, row.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  reduce_int(values, count, scratch, sum);
  int got = 0;
  CUDA_CHECK(cudaMemcpy(&got, sum, sizeof got, cudaMemcpyDeviceToHost));
  unsigned expected = 0;
  for (const int value : row) expected += static_cast<unsigned>(value);
  if (static_cast<unsigned>(got) != expected) {
    std::fprintf(stderr, "the sum is wrong\n");
    return 1;
  }
  if (argc > 2) {
    cudaEvent_t begin, end;
    CUDA_CHECK(cudaEventCreate(&begin));
    CUDA_CHECK(cudaEventCreate(&end));
    std::vector<float> times;
    for (int sample = 0; sample < samples; ++sample) {
      CUDA_CHECK(cudaEventRecord(begin));
      for (int i = 0; i < calls_a_sample; ++i) reduce_int(values, count, scratch, sum);
      CUDA_CHECK(cudaEventRecord(end));
      CUDA_CHECK(cudaEventSynchronize(end));
      float ms = 0;
      CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
      times.push_back(ms * 1000 / calls_a_sample);
    }
    std::sort(times.begin(), times.end());
    std::printf("%.3f\n", times[samples / 2]);
  }
  for (int* memory : {values, scratch, sum}) CUDA_CHECK(cudaFree(memory));
}
