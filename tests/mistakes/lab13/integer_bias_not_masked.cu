// EXPECT: WRONG other-bias
// STEP: 8
// Adds value >> 31, without the mask.
// REPLACE: (int)(is_negative & below_divisor)
// BY: (int)is_negative
