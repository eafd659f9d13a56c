// EXPECT: GATE load-sectors
// STEP: 2
// REPLACE: if (x < width)\n    for (int r = threadIdx.y; r < COLUMN_Y + 2 * radius && y0 + r < height + 2 * radius;\n         r += THREADS_Y)\n      tile[r * COLUMN_X + threadIdx.x] = sums[(size_t)(y0 + r) * width + x];
// BY: for (int c = threadIdx.y; c < COLUMN_X && blockIdx.x * COLUMN_X + c < width; c += THREADS_Y)\n    for (int r = threadIdx.x; r < COLUMN_Y + 2 * radius && y0 + r < height + 2 * radius; r += COLUMN_X)\n      tile[r * COLUMN_X + c] = sums[(size_t)(y0 + r) * width + blockIdx.x * COLUMN_X + c];
// Takes threadIdx.x for the row while it loads the tile: lanes load from rows below each other.
