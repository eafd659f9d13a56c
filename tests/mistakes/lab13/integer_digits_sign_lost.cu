// EXPECT: WRONG sign-lost
// STEP: 8
// Forgets that digits of negative numbers are negative.
// REPLACE: sums[i] = a[i] < 0 ? -(int)sum : (int)sum;
// BY: sums[i] = (int)sum;
