// EXPECT: WRONG edge-moved
// STEP: 7
// SAYS: rsqrtf()
// Trusts the approximation at edges, too.
// REPLACE: if (fabsf(quotient - rintf(quotient)) > quotient * 0x1p-20f) return
// BY: if (quotient >= 0) return
