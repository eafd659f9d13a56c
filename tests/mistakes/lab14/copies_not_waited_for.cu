// EXPECT: WRONG async-copy-early
// STEP: 1
// Brings the tile with cp.async and goes on behind the barrier: threads have come, copies not yet.
#include <cuda_pipeline.h>

// Words of 4 bytes from aligned addresses; the tile begins up to 3 bytes further in its row.
enum { WIDTH = 128, HEIGHT = 8, ROW = WIDTH + (FILTER_SIZE - 1) * CHANNELS + 4 };

__device__ int skipped(const unsigned char* p) { return (int)((unsigned long long)p % 4); }

__global__ void filterTile(Filter filter, const unsigned char* src, const unsigned char* end,
                           int pitch, int srcHeight, unsigned char* dst, int rowBytes, int height) {
  __shared__ __align__(16) unsigned char tile[HEIGHT + FILTER_SIZE - 1][ROW];
  const int left = blockIdx.x * WIDTH, top = blockIdx.y * HEIGHT;
  for (int row = 0; row < HEIGHT + FILTER_SIZE - 1 && top + row < srcHeight; ++row) {
    const unsigned char* first = src + (top + row) * pitch + left;
    for (int i = threadIdx.x * 4; i < ROW; i += WIDTH * 4) {
      const unsigned char* from = first - skipped(first) + i;
      if (from + 4 <= end)
        __pipeline_memcpy_async(&tile[row][i], from, 4);
      else
        for (int b = 0; b < 4; ++b) tile[row][i + b] = from + b < end ? from[b] : 0;
    }
  }
  __pipeline_commit();
  __syncthreads();

  const int i = left + threadIdx.x;
  if (i >= rowBytes) return;
  for (int y = 0; y < HEIGHT && top + y < height; ++y) {
    int sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy) {
      const int skip = skipped(src + (top + y + fy) * pitch + left);
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * tile[y + fy][skip + threadIdx.x + fx * CHANNELS];
    }
    dst[(top + y) * rowBytes + i] = min(max(sum, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  const int rowBytes = imgWidth * CHANNELS, pitch = imgWidthF * CHANNELS;
  const dim3 grid((rowBytes + WIDTH - 1) / WIDTH, (imgHeight + HEIGHT - 1) / HEIGHT);
  filterTile<<<grid, WIDTH>>>(filter, imgSrc, imgSrc + imgHeightF * pitch, pitch, imgHeightF,
                              imgDst, rowBytes, imgHeight);
  CUDA_CHECK(cudaGetLastError());
}
