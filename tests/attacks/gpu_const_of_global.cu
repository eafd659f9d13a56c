// EXPECT: GPU_ERROR(cudaErrorIllegalAddress)
// LAB: lab5
// Reads the image as if it were constant memory: no counter of global loads sees that, and no
// checker of races or of what nobody wrote.
__global__ void convolve(int imgHeight, int imgWidth, int imgWidthF, Filter filter,
                         const unsigned char* src, unsigned char* dst) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= imgWidth || y >= imgHeight) return;
  for (int c = 0; c < CHANNELS; ++c) {
    int sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx) {
        unsigned value;
        asm volatile("ld.const.u8 %0, [%1];"
                     : "=r"(value)
                     : "l"(src + ((y + fy) * imgWidthF + x + fx) * CHANNELS + c));
        sum += filter.tap[fy][fx] * (int)value;
      }
    dst[(y * imgWidth + x) * CHANNELS + c] = sum < 0 ? 0 : sum > 255 ? 255 : sum;
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  const dim3 block(16, 16), grid((imgWidth + 15) / 16, (imgHeight + 15) / 16);
  convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst);
}
