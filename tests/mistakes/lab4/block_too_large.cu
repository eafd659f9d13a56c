// EXPECT: GPU_ERROR(cudaErrorInvalidConfiguration) cudaErrorInvalidConfiguration
// STEP: 1
// Asks for blocks of 32x33 = 1056 threads, and never looks whether the launch went well.

#define BLOCK_X 32
#define BLOCK_Y 33

__global__ void convolve(int height, int width, int extendedWidth, Filter filter,
                         const unsigned char* src, unsigned char* dst) {
  int x = blockIdx.x * BLOCK_X + threadIdx.x;
  int y = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (x < width && y < height) {
    for (int c = 0; c < CHANNELS; c++) {
      int sum = 0;
      for (int fy = 0; fy < FILTER_SIZE; fy++)
        for (int fx = 0; fx < FILTER_SIZE; fx++)
          sum += filter.tap[fy][fx] * src[((y + fy) * extendedWidth + (x + fx)) * CHANNELS + c];
      if (sum < 0) sum = 0;
      if (sum > 255) sum = 255;
      dst[(y * width + x) * CHANNELS + c] = sum;
    }
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  dim3 block(BLOCK_X, BLOCK_Y);
  dim3 grid((imgWidth + BLOCK_X - 1) / BLOCK_X, (imgHeight + BLOCK_Y - 1) / BLOCK_Y);
  convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst);
}
