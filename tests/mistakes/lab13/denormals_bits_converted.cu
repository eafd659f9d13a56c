// EXPECT: WRONG bits-converted
// STEP: 5
// Casts bits to a float.
// REPLACE: __uint_as_float(bits & 0x80000000u)
// BY: (float)(bits & 0x80000000u)
