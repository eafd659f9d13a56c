// EXPECT: WRONG all-zero
// STEP: 8
// SAYS: what is masked is the sum
// Forgets that C takes + before &.
// REPLACE: quotient[i] = shifted(a[i], log2_divisor);
// BY: quotient[i] = (a[i] + (a[i] >> 31) & ((1 << log2_divisor) - 1)) >> log2_divisor;
