// EXPECT: WRONG sign-extended
// STEP: 8
// Shifts an unsigned number as an int.
// REPLACE: b[i] >> log2_divisor;
// BY: (int)b[i] >> log2_divisor;
