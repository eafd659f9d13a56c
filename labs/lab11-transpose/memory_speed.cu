// Lab 11, step 7: as fast as a copy.
//
// Learn that fewer threads with more to do, in larger pieces, keep the memory busier.
//
// common/transpose_gpu.h documents every parameter; the grader includes it before this file.

// TODO: anything goes: several elements per thread, loads of 16 bytes where rows begin at multiples of
// 16 bytes, larger tiles. Sizes for which that does not work need a way of their own.

void transpose(int rows, int columns, const float* src, float* dst) {
  // TODO: launch what fits this size.
  (void)rows, (void)columns, (void)src, (void)dst;
}
