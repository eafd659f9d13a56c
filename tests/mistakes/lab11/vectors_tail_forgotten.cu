// EXPECT: WRONG tail-missing
// STEP: 3
// SAYS: count % 4
// REPLACE: if (last < count) dst[last] = src[last] + other[last];
// BY: (void)last;
// Forgets the numbers that do not fill a float4.
