// EXPECT: WRONG wrapped
// STEP: 1
// SAYS: clamp the sum
// REPLACE: (unsigned char)fminf(fmaxf(sum, 0), 255)
// BY: (unsigned char)(int)sum
// Converts the sum to a byte without clamping it.
