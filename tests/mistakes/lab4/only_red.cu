// EXPECT: WRONG only-red-written
// STEP: 1
// Computes one value a pixel and forgets that there are three.

__global__ void convolve(int height, int width, int extendedWidth, Filter filter,
                         const unsigned char* src, unsigned char* dst) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int sum = 0;
  for (int fy = 0; fy < FILTER_SIZE; ++fy)
    for (int fx = 0; fx < FILTER_SIZE; ++fx)
      sum += filter.tap[fy][fx] * src[((y + fy) * extendedWidth + x + fx) * CHANNELS];
  dst[(y * width + x) * CHANNELS] = min(max(sum, 0), 255);
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 block(16, 16);
  const dim3 grid((imgWidth + 15) / 16, (imgHeight + 15) / 16);
  convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
