// EXPECT: GATE load-bytes
// STEP: 1
// Converts what it reads from global memory: floats, but no tile in shared memory.

#define BLOCK 16

struct FloatFilter {
  float tap[FILTER_SIZE][FILTER_SIZE];
};

__global__ void convKernel(int h, int w, int hF, int wF, FloatFilter filter,
                           const unsigned char* in, unsigned char* out) {
  (void)hF;
  const int x = blockIdx.x * BLOCK + threadIdx.x;
  const int y = blockIdx.y * BLOCK + threadIdx.y;
  if (x >= w || y >= h) return;
  for (int c = 0; c < CHANNELS; c++) {
    const unsigned char* window = in + ((size_t)y * wF + x) * CHANNELS + c;
    float acc = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy, window += wF * CHANNELS)
      for (int fx = 0; fx < FILTER_SIZE; fx++) acc += filter.tap[fy][fx] * window[fx * CHANNELS];
    out[((size_t)y * w + x) * CHANNELS + c] = (unsigned char)fminf(fmaxf(acc, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 block(BLOCK, BLOCK);
  const dim3 grid((imgWidth + BLOCK - 1) / BLOCK, (imgHeight + BLOCK - 1) / BLOCK);
  FloatFilter floats;
  for (int fy = 0; fy < FILTER_SIZE; fy++)
    for (int fx = 0; fx < FILTER_SIZE; fx++) floats.tap[fy][fx] = (float)filter.tap[fy][fx];
  convKernel<<<grid, block>>>(imgHeight, imgWidth, imgHeightF, imgWidthF, floats, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
