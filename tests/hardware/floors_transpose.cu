// What the transposes of lab 11 take beside a copy from device to device, in one run.
//
//   nvcc -O3 -std=c++17 -arch=native -I. -o floors tests/hardware/floors_transpose.cu
//   ./floors 1024x1024 8192x8192
//
// Prints a line of JSON for each size: medians in milliseconds, of calls one behind the other. A result
// that is wrong ends it. simtcc builds it, too; the times are modelled then.
#include <cuda_runtime.h>

#include "common/transpose_gpu.h"
#include "tests/hardware/floors.h"
namespace naive {
#include "solutions/lab11-transpose/naive.cu"
}
namespace tile {
#include "solutions/lab11-transpose/tile.cu"
}
namespace padded {
#include "solutions/lab11-transpose/padded.cu"
}
namespace memory_speed {
#include "solutions/lab11-transpose/memory_speed.cu"
}

namespace {

constexpr int rounds = 16, calls_a_round = 10;

struct Contender {
  const char* name;
  std::function<void()> run;
  std::vector<double> ms;
};

void measure(int width, int height) {
  const size_t count = static_cast<size_t>(width) * height, bytes = count * sizeof(float);
  std::vector<float> matrix(count), result(count);
  for (size_t i = 0; i < count; ++i) matrix[i] = static_cast<float>(i % 9973);
  float *src, *dst;
  CUDA_CHECK(cudaMalloc(&src, bytes));
  CUDA_CHECK(cudaMalloc(&dst, bytes));
  CUDA_CHECK(cudaMemcpy(src, matrix.data(), bytes, cudaMemcpyHostToDevice));
  Contender contenders[] = {
      {"naive", [&] { naive::transpose(height, width, src, dst); }, {}},
      {"tile", [&] { tile::transpose(height, width, src, dst); }, {}},
      {"padded", [&] { padded::transpose(height, width, src, dst); }, {}},
      {"memory_speed", [&] { memory_speed::transpose(height, width, src, dst); }, {}},
      {"copy",
       [&] { CUDA_CHECK(cudaMemcpyAsync(dst, src, bytes, cudaMemcpyDeviceToDevice)); },
       {}},
  };
  for (int round = 0; round < rounds; ++round)
    for (Contender& contender : contenders) {
      const double ms = event_ms([&] {
        for (int call = 0; call < calls_a_round; ++call) contender.run();
      });
      if (round > 0) contender.ms.push_back(ms / calls_a_round);
    }
  std::printf("{\"size\": \"%dx%d\"", width, height);
  for (const Contender& contender : contenders)
    std::printf(", \"%s_ms\": %.4f", contender.name, median(contender.ms));
  std::printf(", \"ratio\": %.3f}\n", median(contenders[3].ms) / median(contenders[4].ms));
  std::fflush(stdout);
  for (int c = 0; c < 4; ++c) {
    CUDA_CHECK(cudaMemset(dst, 0xff, bytes));
    contenders[c].run();
    CUDA_CHECK(cudaMemcpy(result.data(), dst, bytes, cudaMemcpyDeviceToHost));
    bool is_right = true;
    for (size_t i = 0; i < count; ++i)
      is_right &= result[i % width * height + i / width] == matrix[i];
    require(is_right, contenders[c].name);
  }
  CUDA_CHECK(cudaFree(src));
  CUDA_CHECK(cudaFree(dst));
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    int width = 0, height = 0;
    require(std::sscanf(argv[i], "%dx%d", &width, &height) == 2, "usage: floors WIDTHxHEIGHT ...");
    measure(width, height);
  }
}
