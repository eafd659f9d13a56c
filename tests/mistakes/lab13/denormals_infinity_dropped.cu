// EXPECT: WRONG nan-dropped
// STEP: 5
// SAYS: infinities and NaN have become zero
// Keeps normal numbers only.
// REPLACE:   const unsigned bits = __float_as_uint(x);\n  return (bits & 0x7f800000u) == 0 ? __uint_as_float(bits & 0x80000000u) : x;
// BY:   return isfinite(x) && fabsf(x) >= 0x1p-126f ? x : copysignf(0.0f, x);
