// EXPECT: GPU_ERROR(cudaErrorIllegalAddress)
// LAB: lab5
// Frees the judge's buffers, its own one twice, and an address inside it; then uses what it freed.
// The first three are refused at once.
__global__ void use(unsigned char* freed) { freed[threadIdx.x] = 1; }

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  unsigned char* own = nullptr;
  cudaMalloc(&own, 256);
  cudaFree((void*)imgSrc);
  cudaFree(imgDst);
  cudaFree(own + 16);
  cudaFree(own);
  cudaFree(own);
  use<<<1, 32>>>(own);
}
