// EXPECT: WRONG
// LAB: lab5
// Overwrites the source with zeros on the device, and the destination with f(0). The judge has a
// copy of the inputs of its own.
__global__ void clear(unsigned char* to, size_t bytes) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < bytes;
       i += (size_t)gridDim.x * blockDim.x)
    to[i] = 0;
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  clear<<<64, 256>>>((unsigned char*)imgSrc, (size_t)imgHeightF * imgWidthF * CHANNELS);
  clear<<<64, 256>>>(imgDst, (size_t)imgHeight * imgWidth * CHANNELS);
}
