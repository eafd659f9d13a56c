// EXPECT: WRONG counts-wrapped
// STEP: 6
// REPLACE: BLOCK = 256
// BY: BLOCK = 32
// REPLACE: DISTANCES = 64
// BY: DISTANCES = 2048
// REPLACE: atomicAdd(&part[bin], 1);
// BY: atomicAdd(&part[bin / 2], bin % 2 ? 1 << 16 : 1);
// REPLACE: if (part[b] > 0) atomicAdd(&histogram[b], part[b]);
// BY: atomicAdd(&histogram[b], part[b / 2] >> b % 2 * 16 & 0xffff);
// Two bins of a block share a word, and even one warp counts more than 65535 pairs.
