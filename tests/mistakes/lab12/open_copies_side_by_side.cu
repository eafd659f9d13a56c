// EXPECT: GATE atomic-waits
// STEP: 7
// Copies one behind the other: all copies of a bin are in the same bank.
// REPLACE: part + threadIdx.x % copies
// BY: part + threadIdx.x % copies * bins
// REPLACE: &mine[bin * copies]
// BY: &mine[bin]
// REPLACE: part[b * copies + ((b + c) & (copies - 1))]
// BY: part[c * bins + b]
