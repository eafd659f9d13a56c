// EXPECT: UNSAFE(input-written) input-written
// STEP: 1
// SAYS: imgSrc is read-only
// Copies the result back over the source, as if it were to be filtered once more.

__global__ void convolve(int height, int width, int extendedWidth, Filter filter,
                         unsigned char* src, unsigned char* dst) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    int sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * src[((y + fy) * extendedWidth + x + fx) * CHANNELS + c];
    dst[(y * width + x) * CHANNELS + c] = min(max(sum, 0), 255);
  }
}

__global__ void copyBack(int height, int width, int extendedWidth, const unsigned char* dst,
                         unsigned char* src) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int c = 0; c < CHANNELS; ++c)
    src[((y + FILTER_RADIUS) * extendedWidth + x + FILTER_RADIUS) * CHANNELS + c] =
        dst[(y * width + x) * CHANNELS + c];
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 block(16, 16);
  const dim3 grid((imgWidth + 15) / 16, (imgHeight + 15) / 16);
  unsigned char* src = (unsigned char*)imgSrc;
  convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, src, imgDst);
  copyBack<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, imgDst, src);
  CUDA_CHECK(cudaGetLastError());
}
