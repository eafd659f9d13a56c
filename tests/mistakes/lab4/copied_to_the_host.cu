// EXPECT: GPU_ERROR(cudaErrorNotSupported) cudaErrorNotSupported
// STEP: 1
// Copies the source to the host and uploads it again, as if it were not on the device already.

__global__ void convolve(int height, int width, int extendedWidth, Filter filter,
                         const unsigned char* src, unsigned char* dst) {
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

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  const size_t bytes = (size_t)imgHeightF * imgWidthF * CHANNELS;
  unsigned char* host = (unsigned char*)malloc(bytes);
  CUDA_CHECK(cudaMemcpy(host, imgSrc, bytes, cudaMemcpyDeviceToHost));
  unsigned char* device;
  CUDA_CHECK(cudaMalloc(&device, bytes));
  CUDA_CHECK(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice));

  const dim3 block(16, 16);
  const dim3 grid((imgWidth + 15) / 16, (imgHeight + 15) / 16);
  convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, device, imgDst);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaFree(device));
  free(host);
}
