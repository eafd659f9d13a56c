// EXPECT: GPU_ERROR(cudaErrorLaunchFailure)
// LAB: lab5
// Stops the GPU with an error, to take its worker down.
__global__ void stop() { __trap(); }

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  stop<<<1, 1>>>();
}
