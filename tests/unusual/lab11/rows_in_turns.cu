// STEP: 1
// REPLACE: enum {\n  BLOCK_X = 32,  // threads of a block in x: a warp\n  BLOCK_Y = 8    // and in y\n};
// BY: enum { BLOCK_X = 256, BLOCK_Y = 1, MOST_Y = 65535 };
// REPLACE:   const int y = blockIdx.y * BLOCK_Y + threadIdx.y;\n  if (x >= width || y >= height) return;\n  const size_t i = (size_t)y * pitch + x;\n  dst[i] = src[i] + other[i];\n
// BY:   for (int y = blockIdx.y; x < width && y < height; y += gridDim.y) {\n    const size_t i = (size_t)y * pitch + x;\n    dst[i] = src[i] + other[i];\n  }\n
// REPLACE: (height + BLOCK_Y - 1) / BLOCK_Y);
// BY: height < MOST_Y ? height : MOST_Y);
// A block a row, and of more rows than a grid has blocks in y another one after that.
