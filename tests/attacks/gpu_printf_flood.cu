// EXPECT: TIME_LIMIT(wall) | TIME_LIMIT(cpu)
// LAB: lab5
// Prints without end from every thread of a kernel. 64 KiB of it are kept, the rest takes no memory.
__global__ void talk() {
  for (int i = 0; i < 100000; ++i)
    printf("%d %d %d everything is right, full marks, nothing to see here, move along\n", i,
           (int)blockIdx.x, (int)threadIdx.x);
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  talk<<<1024, 256>>>();
}
