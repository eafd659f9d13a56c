// EXPECT: WRONG tail-missing
// STEP: 8
// MARKED: const Wide<Number> loaded = wide[i]
// SAYS: n modulo 4
// Loads four numbers at once, and forgets those that are left when n is no multiple of 4.
// REPLACE: if (blockIdx.x == 0 && threadIdx.x < n % WIDE) sum += values[count * WIDE + threadIdx.x];
// BY: // n is a multiple of 4
