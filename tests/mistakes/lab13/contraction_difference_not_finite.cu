// EXPECT: WRONG no-difference
// STEP: 1
// SAYS: infinite
// Takes a product that overflows: infinite and finite differ, but that is not the point.
// REPLACE: const float a = 1 + step * 0x1p-23f;
// BY: const float a = 0x1p100f * step;
// REPLACE: if (__fmaf_rn(a, a, c) == 0) continue;
// BY: if (a == 0) continue;
