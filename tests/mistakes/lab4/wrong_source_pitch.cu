// EXPECT: WRONG wrong-source-stride
// STEP: 1
// Takes the rows of the source imgWidth pixels apart instead of imgWidthF.

__global__ void conv(const unsigned char* src, unsigned char* dst, int width, int height,
                     Filter filter) {
  int x = threadIdx.x + blockIdx.x * blockDim.x;
  int y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x >= width) return;
  if (y >= height) return;
  int red = 0, green = 0, blue = 0;
  for (int fy = 0; fy < FILTER_SIZE; fy++) {
    for (int fx = 0; fx < FILTER_SIZE; fx++) {
      int i = ((y + fy) * width + x + fx) * CHANNELS;
      red += filter.tap[fy][fx] * src[i];
      green += filter.tap[fy][fx] * src[i + 1];
      blue += filter.tap[fy][fx] * src[i + 2];
    }
  }
  int o = (y * width + x) * CHANNELS;
  dst[o] = min(max(red, 0), 255);
  dst[o + 1] = min(max(green, 0), 255);
  dst[o + 2] = min(max(blue, 0), 255);
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgWidthF, (void)imgFOffsetH, (void)imgFOffsetW;
  dim3 blockSize(16, 16);
  dim3 gridSize((imgWidth - 1) / 16 + 1, (imgHeight - 1) / 16 + 1);
  conv<<<gridSize, blockSize>>>(imgSrc, imgDst, imgWidth, imgHeight, filter);
  CUDA_CHECK(cudaGetLastError());
}
