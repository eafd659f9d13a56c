// EXPECT: WRONG one-sign-flushed
// STEP: 5
// SAYS: only positive denormal numbers were flushed
// Leaves the sign beside the exponent.
// REPLACE: (bits & 0x7f800000u) == 0
// BY: bits >> 23 == 0
