// EXPECT: GATE divergence
// STEP: 1
// Gives even threads the upper and odd threads the lower rows of the window first: lanes part.

__device__ int rowSum(const int* taps, const unsigned char* pixel) {
  int sum = 0;
  for (int fx = 0; fx < FILTER_SIZE; ++fx) sum += taps[fx] * pixel[fx * CHANNELS];
  return sum;
}

__global__ void convolve(int height, int width, int extendedWidth, Filter filter,
                         const unsigned char* src, unsigned char* dst) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int pitch = extendedWidth * CHANNELS;
  for (int c = 0; c < CHANNELS; ++c) {
    const unsigned char* window = src + (size_t)y * pitch + x * CHANNELS + c;
    int sum = 0;
    if (threadIdx.x % 2 == 0) {
      for (int fy = 0; fy < FILTER_SIZE; ++fy) sum += rowSum(filter.tap[fy], window + fy * pitch);
    } else {
      for (int fy = FILTER_SIZE - 1; fy >= 0; --fy)
        sum += rowSum(filter.tap[fy], window + fy * pitch);
    }
    dst[((size_t)y * width + x) * CHANNELS + c] = min(max(sum, 0), 255);
  }
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
