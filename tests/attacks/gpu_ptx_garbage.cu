// EXPECT: BUILD_ERROR(compile) | GPU_ERROR(cudaErrorNotSupported)
// LAB: lab5
// Assembly that no assembler knows, with brackets that never close and numbers that never end, for
// the parser of whoever runs it.
__global__ void garbage(unsigned char* dst) {
  asm volatile(
      "{{{{ .reg .b99999999 %%zz<4294967295>; frobnicate.rn.u8192 %%zz9, {{[[((%0+-+-0x"
      "ffffffffffffffffffffffffffffffff; \xff\xfe .loc 4294967295 4294967295 0, }" ::"l"(dst));
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  garbage<<<1, 1>>>(imgDst);
}
