// EXPECT: WRONG tail-blocks-missing
// STEP: 1
// Rounds the number of blocks in x down, so that nobody computes the rest of each row.

__global__ void filterPixel(Filter filter, const unsigned char* src, int srcWidth,
                            unsigned char* dst, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    int sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * src[((y + fy) * srcWidth + x + fx) * CHANNELS + c];
    dst[(y * width + x) * CHANNELS + c] = min(max(sum, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 block(16, 16);
  const dim3 grid(max(imgWidth / 16, 1), (imgHeight + 15) / 16);
  filterPixel<<<grid, block>>>(filter, imgSrc, imgWidthF, imgDst, imgWidth, imgHeight);
  CUDA_CHECK(cudaGetLastError());
}
