// EXPECT: WRONG one-round-missing
// STEP: 7
// MARKED: if (thread == 0) sums
// Adds what is left behind the unrolled loop in one turn: two or three may be left.
// REPLACE:   BLOCK = 256,
// BY:   BLOCK = 1024,
// REPLACE:   for (; i < n; i += stride) sum[0] += values[i];
// BY:   if (i < n) sum[0] += values[i];
// REPLACE: (size_t)multiprocessors * BLOCKS_SM
// BY: 512
// REPLACE: const size_t full = (n + AT_ONCE * BLOCK - 1) / (AT_ONCE * BLOCK);
// BY: const size_t full = (n + BLOCK - 1) / BLOCK;
