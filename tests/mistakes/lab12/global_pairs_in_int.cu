// EXPECT: GPU_ERROR(cudaErrorInvalidConfiguration) cudaErrorInvalidConfiguration
// STEP: 3
// SAYS: 92681 particles
// SAYS: as an int
// REPLACE: const int i = blockIdx.x * BLOCK + threadIdx.x;\n  if (i >= pairs) return;\n  const int j = i + d < n ? i + d : i + d - n;
// BY: const int p = blockIdx.x * BLOCK + threadIdx.x;\n  if (p >= pairs) return;\n  const int i = n - 2 - (int)(sqrt(4.0 * n * (n - 1) - 7 - 8.0 * p) / 2 - 0.5);\n  const int j = p + i + 1 - pairs + (n - i) * (n - i - 1) / 2;
// REPLACE: for (int d = 1; d <= n / 2; ++d) {\n    const int pairs = 2 * d == n ? d : n;  // half the circle away, i and j would meet twice
// BY: if (n > 1) {\n    volatile int twice = n * (n - 1);\n    const int d = 0, pairs = twice / 2;
// A thread a pair: from 46342 particles on n * (n - 1) is beyond what an int holds. (It is volatile
// because a compiler may take such a product to be positive, and halve it as an unsigned one.)
