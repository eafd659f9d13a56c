// EXPECT: WRONG all-zero
// STEP: 1
// SAYS: the call before was right
// SAYS: does a static flag say that constants or a table
// Copies the coefficients to constant memory in the first call only; the second one finds it empty.

__constant__ int taps[FILTER_SIZE][FILTER_SIZE];

__global__ void convolve(int height, int width, int extendedWidth, const unsigned char* src,
                         unsigned char* dst) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    int sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += taps[fy][fx] * src[((size_t)(y + fy) * extendedWidth + x + fx) * CHANNELS + c];
    dst[((size_t)y * width + x) * CHANNELS + c] = min(max(sum, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  static bool ready = false;
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  if (!ready) CUDA_CHECK(cudaMemcpyToSymbol(taps, filter.tap, sizeof taps));
  ready = true;
  const dim3 block(16, 16);
  const dim3 grid((imgWidth + block.x - 1) / block.x, (imgHeight + block.y - 1) / block.y);
  convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
