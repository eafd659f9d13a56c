// EXPECT: WRONG threshold
// STEP: 5
// SAYS: what is below 1e-38 was flushed
// Takes 1e-38 for the smallest normal number.
// REPLACE:   const unsigned bits = __float_as_uint(x);\n  return (bits & 0x7f800000u) == 0 ? __uint_as_float(bits & 0x80000000u) : x;
// BY:   return fabsf(x) < 1e-38f ? copysignf(0.0f, x) : x;
