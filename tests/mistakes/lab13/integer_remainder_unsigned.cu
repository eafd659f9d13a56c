// EXPECT: WRONG masked
// STEP: 7
// SAYS: int % unsigned is computed in unsigned
// Takes the remainder by an unsigned number.
// REPLACE: a[i] % divisor
// BY: a[i] % (unsigned)divisor
