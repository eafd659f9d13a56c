// EXPECT: WRONG zero-sign-lost
// STEP: 5
// Flushes to +0 whatever the sign was.
// REPLACE: __uint_as_float(bits & 0x80000000u)
// BY: 0.0f
