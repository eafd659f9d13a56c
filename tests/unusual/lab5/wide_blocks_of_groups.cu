// STEP: 1
// Cooperative groups for ranks and barriers; blocks of 32x8 whose tile one flat loop fills.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

template <int X, int Y>
__global__ void conv(int h, int w, int hF, int wF, Filter filter, const unsigned char* src,
                     unsigned char* dst) {
  constexpr int kRow = (X + FILTER_SIZE - 1) * CHANNELS, kAll = kRow * (Y + FILTER_SIZE - 1);
  __shared__ unsigned char tile[kAll];
  const cg::thread_block block = cg::this_thread_block();
  const int left = blockIdx.x * X * CHANNELS, top = blockIdx.y * Y;
  for (unsigned i = block.thread_rank(); i < kAll; i += block.size()) {
    const int y = top + i / kRow, b = left + i % kRow;
    tile[i] = y < hF && b < wF * CHANNELS ? src[(size_t)y * wF * CHANNELS + b] : 0;
  }
  block.sync();
  const int x = blockIdx.x * X + threadIdx.x, y = top + threadIdx.y;
  if (x < w && y < h) {
    int sum[CHANNELS] = {0, 0, 0};
    const unsigned char* p = tile + threadIdx.y * kRow + threadIdx.x * CHANNELS;
    for (int fy = 0; fy < FILTER_SIZE; ++fy, p += kRow)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        for (int c = 0; c < CHANNELS; ++c) sum[c] += filter.tap[fy][fx] * p[fx * CHANNELS + c];
    for (int c = 0; c < CHANNELS; ++c)
      dst[((size_t)y * w + x) * CHANNELS + c] = min(max(sum[c], 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  conv<32, 8><<<dim3((imgWidth + 31) / 32, (imgHeight + 7) / 8), dim3(32, 8)>>>(
      imgHeight, imgWidth, imgHeightF, imgWidthF, filter, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
