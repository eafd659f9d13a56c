// EXPECT: GPU_ERROR(cudaErrorNotSupported)
// LAB: lab5
// Copies eight megabytes from the host a thousand times: bytes of the host travel in the plan,
// which has a size.
void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  static unsigned char bytes[8 << 20];
  void* memory = nullptr;
  cudaMalloc(&memory, sizeof bytes);
  for (int i = 0; i < 1000; ++i) cudaMemcpy(memory, bytes, sizeof bytes, cudaMemcpyHostToDevice);
}
