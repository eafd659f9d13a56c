// EXPECT: WRONG shared-race
// STEP: 2
// MARKED: row[c] = src[
// REPLACE: __syncthreads();\n\n  const int x = x0
// BY: const int x = x0
// Sums up along a row of the tile before the other warps have loaded their parts of it.
