// EXPECT: WRONG shifted
// STEP: 1
// SAYS: 1 column further
// REPLACE: dst[i] = src[i] + other[i];
// BY: const size_t last = (size_t)height * pitch - 1, from = i < last ? i + 1 : last;\n  dst[i] = src[from] + other[from];
// Counts elements from 1.
