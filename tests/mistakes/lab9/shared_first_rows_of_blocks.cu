// EXPECT: WRONG rows-missing
// STEP: 2
// SAYS: move on by THREADS_Y
// REPLACE: for (int r = threadIdx.y; r < COLUMN_Y && y0 + r < height; r += THREADS_Y) {
// BY: if (const int r = threadIdx.y; y0 + r < height) {
// Lets each thread of the column pass compute one row, where its block has four times as many.
