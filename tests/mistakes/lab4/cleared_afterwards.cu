// EXPECT: WRONG all-zero
// STEP: 1
// Clears the result with a second kernel behind the first instead of ahead of it.

__global__ void clear(unsigned char* bytes, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) bytes[i] = 0;
}

__global__ void convolve(int height, int width, int extendedWidth, Filter filter,
                         const unsigned char* src, unsigned char* dst) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int sum[CHANNELS] = {0};
  for (int fy = 0; fy < FILTER_SIZE; ++fy) {
    for (int fx = 0; fx < FILTER_SIZE; ++fx) {
      for (int c = 0; c < CHANNELS; ++c)
        sum[c] += filter.tap[fy][fx] * src[((y + fy) * extendedWidth + x + fx) * CHANNELS + c];
    }
  }
  for (int c = 0; c < CHANNELS; ++c) dst[(y * width + x) * CHANNELS + c] = min(max(sum[c], 0), 255);
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 block(16, 16);
  const dim3 grid((imgWidth + 15) / 16, (imgHeight + 15) / 16);
  convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst);
  const int bytes = imgHeight * imgWidth * CHANNELS;
  clear<<<(bytes + 255) / 256, 256>>>(imgDst, bytes);
  CUDA_CHECK(cudaGetLastError());
}
