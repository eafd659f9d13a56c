// EXPECT: WRONG bits-not-digits
// STEP: 8
// Adds up the digits of a negative number as they lie in its bits.
// REPLACE: a[i] < 0 ? 0u - (unsigned)a[i] : (unsigned)a[i];
// BY: (unsigned)a[i];
// REPLACE: sums[i] = a[i] < 0 ? -(int)sum : (int)sum;
// BY: sums[i] = (int)sum;
