// What the last step of lab 8 takes beside cub::DeviceReduce::Sum, in one run.
//
//   nvcc -O3 -std=c++17 -arch=native -I. -o floors tests/hardware/floors_reduction.cu && ./floors
//
// Prints a line of JSON for each size: medians in milliseconds. A result that is wrong ends it.
#include <cub/cub.cuh>

#include "common/reduction_gpu.h"
#include "tests/hardware/floors.h"
namespace lab8 {
#include "solutions/lab8-reduction/memory_speed.cu"
}

namespace {

__global__ void fill(int* values, size_t n) {
  for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += (size_t)gridDim.x * blockDim.x)
    values[i] = (int)(i * 2654435761u >> 7);
}

void measure_sum(size_t n) {
  int *values, *scratch, *sum, *peer_sum;
  CUDA_CHECK(cudaMalloc(&values, n * sizeof(int)));
  CUDA_CHECK(cudaMalloc(&scratch, (n / 32 + 1024) * sizeof(int)));
  CUDA_CHECK(cudaMalloc(&sum, sizeof(int)));
  CUDA_CHECK(cudaMalloc(&peer_sum, sizeof(int)));
  fill<<<1024, 256>>>(values, n);
  size_t bytes = 0;
  void* room = nullptr;
  CUDA_CHECK(cub::DeviceReduce::Sum(room, bytes, values, peer_sum, n));
  CUDA_CHECK(cudaMalloc(&room, bytes));
  std::vector<double> ours, peers, ratios;
  for (int round = 0; round < 61; ++round) {
    const double own =
        event_ms([&] { lab8::reduce_int(values, n, scratch, sum); });
    const double peer = event_ms(
        [&] { CUDA_CHECK(cub::DeviceReduce::Sum(room, bytes, values, peer_sum, n)); });
    if (round == 0) continue;
    ours.push_back(own);
    peers.push_back(peer);
    ratios.push_back(own / peer);
  }
  int got = 0, expected = 0;
  CUDA_CHECK(cudaMemcpy(&got, sum, sizeof got, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaMemcpy(&expected, peer_sum, sizeof got, cudaMemcpyDeviceToHost));
  require(got == expected, "the sum");
  std::printf("{\"ints\": %zu, \"ours_ms\": %.4f, \"cub_ms\": %.4f, \"ratio\": %.3f}\n", n,
              median(ours), median(peers), median(ratios));
  std::fflush(stdout);
  for (void* memory : {(void*)values, (void*)scratch, (void*)sum, (void*)peer_sum, room})
    CUDA_CHECK(cudaFree(memory));
}

}  // namespace

int main() {
  for (const int power : {22, 25, 28, 30}) measure_sum(size_t{1} << power);
}
