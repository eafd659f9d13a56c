// What an iteration of lab 10 takes beside a copy of the plate on the device, in one run.
//
//   nvcc -O3 -std=c++17 -arch=native -I. -o floors tests/hardware/floors_heat.cu && ./floors
//
// Prints a line of JSON for each size: medians in milliseconds, an iteration. A result that is not step 3's,
// bit for bit, ends it: all steps add in the same order.
#include "common/heat_gpu.h"
#include "tests/hardware/floors.h"
namespace step3 {
#include "solutions/lab10-heat/global.cu"
}
namespace step4 {
#include "solutions/lab10-heat/shared.cu"
}
namespace step5 {
#include "solutions/lab10-heat/block_shape.cu"
}
namespace step6 {
#include "solutions/lab10-heat/temporal.cu"
}

namespace {

constexpr int iterations = 32;

__global__ void fill(float* plate, size_t cells) {
  const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < cells) plate[i] = (float)(i * 2654435761u >> 8 & 0xffff) / 655.36f;
}

__global__ void count_differences(const float* a, const float* b, size_t cells, unsigned* count) {
  const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < cells && __float_as_uint(a[i]) != __float_as_uint(b[i])) atomicAdd(count, 1);
}

void measure(int width, int height) {
  const size_t cells = (size_t)width * height, bytes = cells * sizeof(float);
  const auto blocks = (unsigned)((cells + 255) / 256);
  float *start, *scratch, *end, *expected;
  unsigned* count;
  for (float** plate : {&start, &scratch, &end, &expected}) CUDA_CHECK(cudaMalloc(plate, bytes));
  CUDA_CHECK(cudaMalloc(&count, sizeof *count));
  fill<<<blocks, 256>>>(start, cells);
  const auto is_as_expected = [&] {
    unsigned differences = 0;
    CUDA_CHECK(cudaMemset(count, 0, sizeof *count));
    count_differences<<<blocks, 256>>>(end, expected, cells, count);
    CUDA_CHECK(cudaMemcpy(&differences, count, sizeof differences, cudaMemcpyDeviceToHost));
    return differences == 0;
  };
  step3::heat_with_block(16, 16, width, height, iterations, start, scratch, expected);
  const std::function<void()> programs[] = {
      [&] { step3::heat_with_block(32, 8, width, height, iterations, start, scratch, end); },
      [&] { step4::heat_with_block(32, 8, width, height, iterations, start, scratch, end); },
      [&] { step5::heat(width, height, iterations, start, scratch, end); },
      [&] { step6::heat(width, height, iterations, start, scratch, end); }};
  std::vector<double> copies, times[4], ratios;
  for (int round = 0; round < 16; ++round) {
    const double copy = event_ms(
        [&] { CUDA_CHECK(cudaMemcpyAsync(scratch, start, bytes, cudaMemcpyDeviceToDevice)); });
    double last = 0;
    for (int p = 0; p < 4; ++p) {
      last = event_ms(programs[p]) / iterations;
      if (round == 0) require(is_as_expected(), "a plate");
      if (round > 0) times[p].push_back(last);
    }
    if (round == 0) continue;
    copies.push_back(copy);
    ratios.push_back(last / copy);
  }
  std::printf(
      "{\"width\": %d, \"height\": %d, \"iterations\": %d, \"copy_ms\": %.4f, \"global_ms\": %.4f, "
      "\"shared_ms\": %.4f, \"block_shape_ms\": %.4f, \"temporal_ms\": %.4f, "
      "\"temporal_over_copy\": %.3f}\n",
      width, height, iterations, median(copies), median(times[0]), median(times[1]),
      median(times[2]), median(times[3]), median(ratios));
  std::fflush(stdout);
  for (float* plate : {start, scratch, end, expected}) CUDA_CHECK(cudaFree(plate));
  CUDA_CHECK(cudaFree(count));
}

}  // namespace

int main() {
  measure(16384, 16384);
  measure(16381, 16381);
  measure(4096, 4096);
}
