// EXPECT: GPU_ERROR(cudaErrorIllegalAddress)
// LAB: lab5
// Turns numbers into addresses of shared and local memory, beyond what the block has: other blocks'
// tiles, other threads' stacks, the memory of whoever executes the plan.
__global__ void scan(unsigned char* dst) {
  __shared__ unsigned char tile[64];
  unsigned char local[64];
  local[threadIdx.x % 64] = tile[threadIdx.x % 64] = 7;
  unsigned found = local[(threadIdx.x + 1) % 64];
  for (unsigned at = 0; at < 1u << 28; at += 4093) {
    unsigned word;
    asm volatile("ld.shared.u8 %0, [%1];" : "=r"(word) : "r"(at));
    found |= word;
    asm volatile("ld.local.u8 %0, [%1];" : "=r"(word) : "r"(at));
    found |= word;
  }
  dst[0] = found;
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  scan<<<1, 32>>>(imgDst);
}
