// EXPECT: GPU_ERROR(cudaErrorIllegalAddress)
// LAB: lab5
// Uses what it freed.
__global__ void use(unsigned char* freed) { freed[threadIdx.x] = 1; }

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  unsigned char* own = nullptr;
  cudaMalloc(&own, 256);
  cudaFree(own);
  use<<<1, 32>>>(own);
}
