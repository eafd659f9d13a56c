// EXPECT: GPU_ERROR(cudaErrorInvalidValue)
// LAB: lab5
// So much dynamic shared memory that its size wraps around to 16 bytes in 32 bits.
__global__ void fill(unsigned char* dst) {
  extern __shared__ unsigned char tile[];
  tile[threadIdx.x * 4096] = 1;
  dst[0] = tile[0];
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  fill<<<1, 1024, ((size_t)1 << 32) + 16>>>(imgDst);
}
