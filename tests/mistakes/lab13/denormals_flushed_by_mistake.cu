// EXPECT: WRONG flushed
// STEP: 5
// Flushes both results.
// REPLACE: kept[i] = __fsub_rn(a[i], b[i]);
// BY: float d; asm("sub.ftz.f32 %0, %1, %2;" : "=f"(d) : "f"(a[i]), "f"(b[i])); kept[i] = d;
