// 5x5 convolution of an RGB picture of bytes: a 20x20x3 byte tile in shared memory for each block
// of 16x16 threads, coefficients in constant memory. `source` has a border of 2 pixels on all
// sides.
#include <cuda_runtime.h>

constexpr int radius = 2, taps = 2 * radius + 1, channels = 3, block = 16;
constexpr int tile = block + 2 * radius, tile_bytes = tile * channels;

__constant__ float coefficients[taps * taps];

extern "C" __global__ void convolve(const unsigned char* source, unsigned char* result, int width,
                                    int height) {
  __shared__ unsigned char pixels[tile][tile_bytes];
  const int pitch = (width + 2 * radius) * channels;
  const int x0 = blockIdx.x * block, y0 = blockIdx.y * block;
  // 240 threads load four rows at a time.
  const int thread = threadIdx.y * block + threadIdx.x;
  const int row = thread / tile_bytes, column = thread - row * tile_bytes;
  if (row < 4 && x0 * channels + column < pitch)
    for (int r = row; r < tile && y0 + r < height + 2 * radius; r += 4)
      pixels[r][column] = source[(y0 + r) * pitch + x0 * channels + column];
  __syncthreads();

  const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int c = 0; c < channels; ++c) {
    float sum = 0.5f;
    for (int i = 0; i < taps; ++i)
      for (int j = 0; j < taps; ++j)
        sum +=
            coefficients[i * taps + j] * pixels[threadIdx.y + i][(threadIdx.x + j) * channels + c];
    result[(y * width + x) * channels + c] = static_cast<unsigned char>(sum);
  }
}
