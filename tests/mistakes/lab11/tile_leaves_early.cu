// EXPECT: WRONG divergent-barrier
// STEP: 5
// REPLACE: if (r < rows && c < columns) tile[threadIdx.y][threadIdx.x] = src[(size_t)r * columns + c];
// BY: if (r >= rows || c >= columns) return;\n  tile[threadIdx.y][threadIdx.x] = src[(size_t)r * columns + c];
// Threads beyond src leave, though the second half needs them, and so does the barrier.
