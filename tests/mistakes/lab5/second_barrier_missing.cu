// EXPECT: WRONG shared-race
// STEP: 1
// MARKED: plane[threadIdx.y + fy]
// LINE: dst[(y * w + x) * CHANNELS + c] = sum
// Loads the three channels one after the other into one tile, and waits only after each load.

#define B 16
#define T 20

__global__ void filterByChannel(const unsigned char* src, unsigned char* dst, int w, int h, int wF,
                                int hF, Filter f) {
  __shared__ unsigned char plane[T][T];
  int x0 = blockIdx.x * B, y0 = blockIdx.y * B;
  int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
  for (int c = 0; c < CHANNELS; c++) {
    for (int i = threadIdx.y * B + threadIdx.x; i < T * T; i += B * B) {
      int sx = x0 + i % T, sy = y0 + i / T;
      plane[i / T][i % T] = sx < wF && sy < hF ? src[(sy * wF + sx) * CHANNELS + c] : 0;
    }
    __syncthreads();
    if (x < w && y < h) {
      int sum = 0;
      for (int fy = 0; fy < FILTER_SIZE; fy++)
        for (int fx = 0; fx < FILTER_SIZE; fx++)
          sum += f.tap[fy][fx] * plane[threadIdx.y + fy][threadIdx.x + fx];
      dst[(y * w + x) * CHANNELS + c] = sum < 0 ? 0 : sum > 255 ? 255 : sum;
    }
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  dim3 grid((imgWidth + B - 1) / B, (imgHeight + B - 1) / B);
  filterByChannel<<<grid, dim3(B, B)>>>(imgSrc, imgDst, imgWidth, imgHeight, imgWidthF, imgHeightF,
                                        filter);
  CUDA_CHECK(cudaGetLastError());
}
