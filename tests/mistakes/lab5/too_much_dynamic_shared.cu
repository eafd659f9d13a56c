// EXPECT: GPU_ERROR(cudaErrorInvalidValue) cudaErrorInvalidValue
// STEP: 1
// LINE: 256, bytes>>>
// SAYS: 227 KiB
// Keeps whole rows of the image as ints in dynamic shared memory: too much for a wide image.

#define ROWS 16

extern __shared__ int rows[];

__global__ void convolveRows(int height, int width, int extendedHeight, int extendedWidth,
                             Filter filter, const unsigned char* src, unsigned char* dst) {
  const int rowValues = extendedWidth * CHANNELS;
  const int top = blockIdx.x * ROWS;
  const int loaded = min(ROWS + FILTER_SIZE - 1, extendedHeight - top) * rowValues;
  for (int i = threadIdx.x; i < loaded; i += blockDim.x) rows[i] = src[top * rowValues + i];
  __syncthreads();
  for (int i = threadIdx.x; i < ROWS * width * CHANNELS; i += blockDim.x) {
    const int y = i / (width * CHANNELS), column = i % (width * CHANNELS);
    if (top + y >= height) return;
    int sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * rows[(y + fy) * rowValues + column + fx * CHANNELS];
    dst[(top + y) * width * CHANNELS + column] = min(max(sum, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  const size_t bytes = sizeof(int) * (ROWS + FILTER_SIZE - 1) * imgWidthF * CHANNELS;
  convolveRows<<<(imgHeight + ROWS - 1) / ROWS, 256, bytes>>>(imgHeight, imgWidth, imgHeightF,
                                                              imgWidthF, filter, imgSrc, imgDst);
}
