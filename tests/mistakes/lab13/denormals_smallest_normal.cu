// EXPECT: WRONG threshold
// STEP: 5
// SAYS: the smallest normal number
// Flushes the smallest normal number as well.
// REPLACE: const unsigned bits = __float_as_uint(x);\n  return (bits & 0x7f800000u) == 0 ? __uint_as_float(bits & 0x80000000u) : x;
// BY: return fabsf(x) <= 0x1p-126f ? copysignf(0.0f, x) : x;
