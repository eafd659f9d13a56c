// EXPECT: GATE launches
// STEP: 6
// Has a grid of two dimensions, and launches a row of it at a time.
// REPLACE: float dr, int bins,\n
// BY: float dr, int bins, int group,\n
// REPLACE: 1 + blockIdx.y * DISTANCES
// BY: 1 + group * DISTANCES
// REPLACE: const dim3 grid((n + BLOCK - 1) / BLOCK, (n / 2 + DISTANCES - 1) / DISTANCES);\n  count_pairs<<<grid, BLOCK, bytes>>>(n, positions, dr, bins, histogram)
// BY: for (int group = 0; group < (n / 2 + DISTANCES - 1) / DISTANCES; ++group)\n    count_pairs<<<(n + BLOCK - 1) / BLOCK, BLOCK, bytes>>>(n, positions, dr, bins, group, histogram)
