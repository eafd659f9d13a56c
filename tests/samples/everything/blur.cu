// A convolution with coefficients in constant memory and a tile with its halo in shared memory; the
// radius is a template parameter.
#include "stages.h"

namespace {

constexpr int block_width = 32, block_height = 8;

__constant__ float weights[(2 * largest_radius + 1) * (2 * largest_radius + 1)];

__device__ __forceinline__ int clamp_index(int i, int n) { return min(max(i, 0), n - 1); }

template <int radius>
__global__ void __launch_bounds__(block_width* block_height)
    blur(const unsigned char* __restrict__ in, float* __restrict__ out, int width, int height,
         int first_row, int rows) {
  constexpr int side = 2 * radius + 1;
  constexpr int tile_width = block_width + 2 * radius, tile_height = block_height + 2 * radius;
  __shared__ unsigned char tile[tile_height][tile_width];
  const int left = blockIdx.x * block_width - radius;
  const int top = first_row + blockIdx.y * block_height - radius;
  const int thread = threadIdx.y * block_width + threadIdx.x;
  for (int i = thread; i < tile_width * tile_height; i += block_width * block_height) {
    const int x = i % tile_width, y = i / tile_width;
    tile[y][x] = in[clamp_index(top + y, height) * width + clamp_index(left + x, width)];
  }
  __syncthreads();
  const int x = blockIdx.x * block_width + threadIdx.x;
  const int y = blockIdx.y * block_height + threadIdx.y;
  if (x >= width || y >= rows) return;
  float sum = 0;
#pragma unroll
  for (int dy = 0; dy < side; ++dy)
#pragma unroll
    for (int dx = 0; dx < side; ++dx)
      sum += weights[dy * side + dx] * tile[threadIdx.y + dy][threadIdx.x + dx];
  out[(first_row + y) * width + x] = sum;
}

}  // namespace

cudaError_t set_weights(const float* values, int radius, cudaStream_t stream) {
  const size_t count = static_cast<size_t>(2 * radius + 1) * (2 * radius + 1);
  return cudaMemcpyToSymbolAsync(weights, values, count * sizeof(float), 0, cudaMemcpyHostToDevice,
                                 stream);
}

void launch_blur(const unsigned char* in, float* out, int width, int height, int first_row,
                 int rows, int radius, cudaStream_t stream) {
  const dim3 block(block_width, block_height);
  const dim3 grid((width + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
  switch (radius) {
    case 1:
      blur<1><<<grid, block, 0, stream>>>(in, out, width, height, first_row, rows);
      break;
    case 2:
      blur<2><<<grid, block, 0, stream>>>(in, out, width, height, first_row, rows);
      break;
    case 3:
      blur<3><<<grid, block, 0, stream>>>(in, out, width, height, first_row, rows);
      break;
    default:
      blur<4><<<grid, block, 0, stream>>>(in, out, width, height, first_row, rows);
  }
}
