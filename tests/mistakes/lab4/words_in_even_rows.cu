// EXPECT: GPU_ERROR(cudaErrorMisalignedAddress) misaligned
// STEP: 1
// A thread stores four bytes as a word where rows begin at even addresses, in all but the smallest images.

enum { BLOCK = 128, WORD = 4 };

__global__ void convolve(int height, int width, int extendedWidth, Filter filter,
                         const unsigned char* src, unsigned char* dst) {
  const int rowBytes = width * CHANNELS;
  const int first = (blockIdx.x * BLOCK + threadIdx.x) * WORD;
  for (int y = blockIdx.y; y < height; y += gridDim.y) {
    uchar4 word;
    unsigned char* const bytes = (unsigned char*)&word;
    for (int i = 0; i < WORD && first + i < rowBytes; ++i) {
      int sum = 0;
      for (int fy = 0; fy < FILTER_SIZE; ++fy)
        for (int fx = 0; fx < FILTER_SIZE; ++fx)
          sum += filter.tap[fy][fx] *
                 src[(size_t)(y + fy) * extendedWidth * CHANNELS + first + i + fx * CHANNELS];
      bytes[i] = min(max(sum, 0), 255);
    }
    unsigned char* const to = dst + (size_t)y * rowBytes + first;
    if (rowBytes % 2 == 0 && width > WORD && first + WORD <= rowBytes)
      *(uchar4*)to = word;
    else
      for (int i = 0; i < WORD && first + i < rowBytes; ++i) to[i] = bytes[i];
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  const int words = (imgWidth * CHANNELS + WORD - 1) / WORD;
  const dim3 grid((words + BLOCK - 1) / BLOCK, min(imgHeight, 65535));
  convolve<<<grid, BLOCK>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
