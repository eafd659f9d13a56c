// EXPECT: OK
// LAB: lab5
// Copies the image into constant memory, slice by slice, and convolves from there: copies within
// the device are no launch, and constant loads are no loads of global memory. It is right, and must
// not be fast.
__global__ void plain(int height, int width, int pitch, Filter filter, const unsigned char* src,
                      unsigned char* dst) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    int sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * src[((size_t)(y + fy) * pitch + x + fx) * CHANNELS + c];
    dst[((size_t)y * width + x) * CHANNELS + c] = min(max(sum, 0), 255);
  }
}

enum { ROWS = 150, COLUMNS = 128, PITCH = (COLUMNS + 4) * CHANNELS };
__constant__ unsigned char slice[(ROWS + 4) * PITCH];

__global__ void convolve(int rows, int columns, int width, Filter filter, unsigned char* dst) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= columns || y >= rows) return;
  for (int c = 0; c < CHANNELS; ++c) {
    int sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * slice[(y + fy) * PITCH + (x + fx) * CHANNELS + c];
    dst[((size_t)y * width + x) * CHANNELS + c] = min(max(sum, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  if (imgWidth > 2500) {  // more copies than a plan has room for
    const dim3 block(32, 8), grid((imgWidth + 31) / 32, (imgHeight + 7) / 8);
    plain<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst);
    return;
  }
  for (int top = 0; top < imgHeight; top += ROWS)
    for (int left = 0; left < imgWidth; left += COLUMNS) {
      const int rows = imgHeight - top < ROWS ? imgHeight - top : ROWS;
      const int columns = imgWidth - left < COLUMNS ? imgWidth - left : COLUMNS;
      for (int row = 0; row < rows + 4; ++row)
        cudaMemcpyToSymbol(slice, imgSrc + ((size_t)(top + row) * imgWidthF + left) * CHANNELS,
                           (columns + 4) * CHANNELS, row * PITCH, cudaMemcpyDeviceToDevice);
      convolve<<<dim3((columns + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(
          rows, columns, imgWidth, filter, imgDst + ((size_t)top * imgWidth + left) * CHANNELS);
    }
}
