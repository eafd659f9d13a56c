// EXPECT: WRONG rows-missing
// STEP: 5
// MARKED: cudaMemcpy(dst + (size_t)y * width
// REPLACE: for (int y = 0; y < height; y += strip)
// BY: for (int y = 0; y + strip <= height; y += strip)
// Rounds the number of strips down: the rows that are left are nobody's.
