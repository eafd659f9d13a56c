// What the last steps of labs 8 and 9 take beside their peers, in one run: the sum of ints beside
// cub::DeviceReduce::Sum, and the filter from host to host beside copies in both directions at once.
//
//   nvcc -O3 -std=c++17 -arch=native -I. -o floors tests/hardware/floors.cu && ./floors
//
// Prints a line of JSON for each size: medians in milliseconds. A result that is wrong ends it.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cub/cub.cuh>
#include <functional>
#include <vector>

#include "common/reduction_gpu.h"
namespace lab8 {
#include "solutions/lab8-reduction/memory_speed.cu"
}
#include "common/separable_gpu.h"
namespace step5 {
#include "solutions/lab9-streamed-tiling/strips.cu"
}
namespace step6 {
#include "solutions/lab9-streamed-tiling/streams.cu"
}
namespace step7 {
#include "solutions/lab9-streamed-tiling/fused.cu"
}

namespace {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void require(bool holds, const char* what) {
  if (holds) return;
  std::printf("wrong: %s\n", what);
  std::exit(1);
}

// Milliseconds of the work in the default stream, by events.
double event_ms(const std::function<void()>& work) {
  static cudaEvent_t begin, end;
  if (begin == nullptr) {
    CUDA_CHECK(cudaEventCreate(&begin));
    CUDA_CHECK(cudaEventCreate(&end));
  }
  CUDA_CHECK(cudaEventRecord(begin));
  work();
  CUDA_CHECK(cudaEventRecord(end));
  CUDA_CHECK(cudaEventSynchronize(end));
  float ms = 0;
  CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
  return ms;
}

double clock_ms(const std::function<void()>& work) {
  CUDA_CHECK(cudaDeviceSynchronize());
  const auto begin = std::chrono::steady_clock::now();
  work();
  CUDA_CHECK(cudaDeviceSynchronize());
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

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

using Filter = void (*)(int, int, int, const double*, const double*, double*);

void measure_filter(int side, int radius) {
  const size_t pitch = side + 2 * radius, src_bytes = pitch * pitch * sizeof(double),
               dst_bytes = (size_t)side * side * sizeof(double);
  auto* src = (double*)step7::allocate_image(src_bytes);
  auto* dst = (double*)step7::allocate_image(dst_bytes);
  std::vector<double> filter(2 * radius + 1);
  for (int i = 0; i <= 2 * radius; ++i) filter[i] = 1.0 / (i + 3);
  for (size_t i = 0; i < pitch * pitch; ++i) src[i] = (double)((i * 2654435761u) >> 24 & 255);

  // The bound: as many bytes in and out at the same time.
  char *in, *out;
  CUDA_CHECK(cudaMalloc(&in, dst_bytes));
  CUDA_CHECK(cudaMalloc(&out, dst_bytes));
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) CUDA_CHECK(cudaStreamCreate(&stream));
  std::vector<double> bound;
  for (int round = 0; round < 12; ++round)
    bound.push_back(clock_ms([&] {
      CUDA_CHECK(cudaMemcpyAsync(in, src, dst_bytes, cudaMemcpyHostToDevice, streams[0]));
      CUDA_CHECK(cudaMemcpyAsync(dst, out, dst_bytes, cudaMemcpyDeviceToHost, streams[1]));
    }));
  CUDA_CHECK(cudaFree(in));
  CUDA_CHECK(cudaFree(out));

  const Filter filters[] = {step5::filter_image, step6::filter_image, step7::filter_image};
  double ms[3];
  for (int f = 0; f < 3; ++f) {
    std::vector<double> times;
    for (int round = 0; round < 12; ++round)
      times.push_back(clock_ms([&] { filters[f](side, side, radius, filter.data(), src, dst); }));
    ms[f] = median(times);
    for (const size_t at : {size_t{0}, (size_t)side / 2 * side + 7, (size_t)side * side - 1}) {
      const size_t y = at / side, x = at % side;
      double sum = 0;
      for (int j = 0; j <= 2 * radius; ++j)
        for (int i = 0; i <= 2 * radius; ++i)
          sum += filter[j] * filter[i] * src[(y + j) * pitch + x + i];
      require(std::abs(dst[at] - sum) <= 1e-9 * std::abs(sum), "the filtered image");
    }
  }
  std::printf(
      "{\"side\": %d, \"radius\": %d, \"both_ways_ms\": %.2f, \"strips_ms\": %.2f, "
      "\"streams_ms\": %.2f, \"fused_ms\": %.2f, \"fused_over_bound\": %.3f}\n",
      side, radius, median(bound), ms[0], ms[1], ms[2], ms[2] / median(bound));
  std::fflush(stdout);
  step7::free_image(src);
  step7::free_image(dst);
}

}  // namespace

int main() {
  for (const int power : {22, 25, 28, 30}) measure_sum(size_t{1} << power);
  for (const int side : {8192, 16384}) measure_filter(side, 32);
}
