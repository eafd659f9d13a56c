// A transpose through padded shared memory, and a search that differs from thread to thread.
#include "stages.h"

namespace {

constexpr int tile = 16;

template <class T>
__global__ void transpose(const T* in, T* out, int width, int height) {
  __shared__ T values[tile][tile + 1];
  int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
  if (x < width && y < height) values[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * tile + threadIdx.x;
  y = blockIdx.x * tile + threadIdx.y;
  if (x < height && y < width) out[y * height + x] = values[threadIdx.x][threadIdx.y];
}

// The longest run in [begin, end) by halves: what lies left, right, or across the middle.
__device__ __noinline__ int longest_run(const float* row, int begin, int end, float threshold) {
  if (begin >= end) return 0;
  if (end - begin == 1) return row[begin] > threshold;
  const int middle = (begin + end) / 2;
  int across = 0;
  for (int i = middle - 1; i >= begin && row[i] > threshold; --i) ++across;
  for (int i = middle; i < end && row[i] > threshold; ++i) ++across;
  const int left = longest_run(row, begin, middle, threshold);
  const int right = longest_run(row, middle, end, threshold);
  return max(across, max(left, right));
}

__global__ void search(const float* values, int width, int height, float threshold, int* longest) {
  const int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y >= height) return;
  const int run = longest_run(values + y * width, 0, width, threshold);
  atomicMax(longest, run);
}

}  // namespace

void launch_transpose(const float* in, float* out, int width, int height, cudaStream_t stream) {
  const dim3 grid((width + tile - 1) / tile, (height + tile - 1) / tile);
  transpose<<<grid, dim3(tile, tile), 0, stream>>>(in, out, width, height);
}

void launch_longest_run(const float* values, int width, int height, float threshold, int* longest,
                        cudaStream_t stream) {
  search<<<(height + 31) / 32, 32, 0, stream>>>(values, width, height, threshold, longest);
}
