// EXPECT: UNSAFE(repeated-store) repeated-store
// STEP: 1
// SAYS: work is done again
// REPLACE: const int y = blockIdx.y * BLOCK_Y + threadIdx.y;\n  if (x >= width || y >= height) return;\n  const size_t i = (size_t)y * pitch + x;\n  dst[i] = src[i] + other[i];
// BY: for (int y = threadIdx.y; y < height && x < width; y += BLOCK_Y) {\n    const size_t i = (size_t)y * pitch + x;\n    dst[i] = src[i] + other[i];\n  }
// Every block goes down all rows, as if the grid had no y: those beside it do the same.
