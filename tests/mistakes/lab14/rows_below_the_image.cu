// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 1
// Stores all eight rows of each thread, also where the image ends before.

enum { ROWS = 8 };  // results of a thread, one below the other: each row of the source is read once

__global__ void filterColumn(Filter filter, const unsigned char* src, int pitch, int srcHeight,
                             unsigned char* dst, int rowBytes, int height) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int top = (blockIdx.y * blockDim.y + threadIdx.y) * ROWS;
  if (i >= rowBytes) return;
  int sum[ROWS] = {};
  for (int row = 0; row < ROWS + FILTER_SIZE - 1 && top + row < srcHeight; ++row)
    for (int fx = 0; fx < FILTER_SIZE; ++fx) {
      const int pixel = src[(top + row) * pitch + i + fx * CHANNELS];
      for (int fy = 0; fy < FILTER_SIZE; ++fy)
        if (row - fy >= 0 && row - fy < ROWS) sum[row - fy] += filter.tap[fy][fx] * pixel;
    }
  for (int r = 0; r < ROWS; ++r) dst[(top + r) * rowBytes + i] = min(max(sum[r], 0), 255);
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  const int rowBytes = imgWidth * CHANNELS;
  const dim3 grid((rowBytes + 127) / 128, (imgHeight + ROWS - 1) / ROWS);
  filterColumn<<<grid, 128>>>(filter, imgSrc, imgWidthF * CHANNELS, imgHeightF, imgDst, rowBytes,
                              imgHeight);
  CUDA_CHECK(cudaGetLastError());
}
