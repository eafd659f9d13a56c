// EXPECT: WRONG flushed
// STEP: 3
// SAYS: taken for zero
// Uses an instruction that takes denormal numbers for zeros.
// REPLACE: reciprocal[i] = __frcp_rn(a[i]);
// BY: float r; asm("rcp.rn.ftz.f32 %0, %1;" : "=f"(r) : "f"(a[i])); reciprocal[i] = r;
