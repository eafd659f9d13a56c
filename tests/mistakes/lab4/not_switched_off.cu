// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 1
// Lets the threads outside the image compute and store like all others.

__device__ unsigned char clampToByte(int value) {
  if (value < 0) return 0;
  if (value > 255) return 255;
  return value;
}

__global__ void convolveGlobal(const unsigned char* source, unsigned char* target, int targetWidth,
                               int sourceWidth, Filter filter) {
  const int x = blockDim.x * blockIdx.x + threadIdx.x;
  const int y = blockDim.y * blockIdx.y + threadIdx.y;
  int sum[CHANNELS] = {};
  for (int fy = 0; fy < FILTER_SIZE; fy++) {
    for (int fx = 0; fx < FILTER_SIZE; fx++) {
      const int at = ((y + fy) * sourceWidth + (x + fx)) * CHANNELS;
      for (int c = 0; c < CHANNELS; c++) sum[c] += filter.tap[fy][fx] * source[at + c];
    }
  }
  for (int c = 0; c < CHANNELS; c++)
    target[(y * targetWidth + x) * CHANNELS + c] = clampToByte(sum[c]);
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 block(16, 16);
  const dim3 grid((imgWidth + 15) / 16, (imgHeight + 15) / 16);
  convolveGlobal<<<grid, block>>>(imgSrc, imgDst, imgWidth, imgWidthF, filter);
  CUDA_CHECK(cudaGetLastError());
}
