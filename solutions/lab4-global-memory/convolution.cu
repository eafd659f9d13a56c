// Lab 4: the 5x5 filter on a GPU, everything in global memory.
//
// Learn how threads, blocks and the grid cover an image: one thread per pixel, 16x16 threads per
// block, as many blocks as the image needs, and threads beyond its right and lower edge that must
// do nothing.
//
// common/convolution_gpu.h documents every parameter; the grader includes it before this file.

// BEGIN SOLUTION
// STUB: // TODO: a kernel in which each thread computes the three values of one pixel.
__global__ void convolve(int height, int width, int extendedWidth, Filter filter,
                         const unsigned char* src, unsigned char* dst) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;  // the last blocks reach beyond the image

  int sum[CHANNELS] = {0};
  for (int fy = 0; fy < FILTER_SIZE; ++fy) {
    const unsigned char* pixel = src + ((size_t)(y + fy) * extendedWidth + x) * CHANNELS;
    for (int fx = 0; fx < FILTER_SIZE; ++fx) {
      for (int c = 0; c < CHANNELS; ++c) sum[c] += filter.tap[fy][fx] * pixel[fx * CHANNELS + c];
    }
  }
  for (int c = 0; c < CHANNELS; ++c)
    dst[((size_t)y * width + x) * CHANNELS + c] = min(max(sum[c], 0), 255);
}
// END SOLUTION

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  // BEGIN SOLUTION
  // STUB: // TODO: launch it on a grid that covers the image, whatever its size.
  // STUB: // These lines keep the compiler from warning of unused arguments. Delete them.
  // STUB: (void)imgHeight, (void)imgWidth, (void)imgHeightF, (void)imgWidthF;
  // STUB: (void)imgFOffsetH, (void)imgFOffsetW, (void)filter, (void)imgSrc, (void)imgDst;
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;  // the window of (x, y) begins at (x, y)
  const dim3 block(16, 16);
  const dim3 grid((imgWidth + block.x - 1) / block.x, (imgHeight + block.y - 1) / block.y);
  convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
  // END SOLUTION
}
