// EXPECT: WRONG uninitialised-shared
// STEP: 4
// REPLACE:   const unsigned threads = blockDim.x * blockDim.y;\n  for (unsigned i = threadIdx.y * blockDim.x + threadIdx.x; i < tile_x * tile_y; i += threads) {\n    const int x = x0 + (int)(i % tile_x), y = y0 + (int)(i / tile_x);\n    if (x >= 0 && x < width && y >= 0 && y < height) tile[i] = from[y * w + x];\n  }\n
// BY:   const auto load = [&](int r, int c) {\n    const int x = x0 + c, y = y0 + r;\n    if (x >= 0 && x < width && y >= 0 && y < height) tile[r * tile_x + c] = from[y * w + x];\n  };\n  const int r = threadIdx.y + 1, c = threadIdx.x + 1;\n  load(r, c);\n  if (threadIdx.x == 0) load(r, 0);\n  if (threadIdx.x == blockDim.x - 1) load(r, c + 1);\n  if (threadIdx.y == 0) load(0, c);\n  else if (threadIdx.y == blockDim.y - 1) load(r + 1, c);\n
// A thread loads the halo above or the one below: in a block of one row it would have to load both.
