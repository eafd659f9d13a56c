// What the last steps of lab 9 take beside copies in both directions at once, in one run.
//
//   nvcc -O3 -std=c++17 -arch=native -I. -o floors tests/hardware/floors_separable.cu && ./floors
//
// Prints a line of JSON for each size: medians in milliseconds. A result that is wrong ends it.
#include "common/separable_gpu.h"
#include "tests/hardware/floors.h"
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
  for (const int side : {8192, 16384}) measure_filter(side, 32);
}
