// EXPECT: UNSAFE(wide-unasked) wide-unasked
// STEP: 3
// SAYS: memory_speed.cpp:
// SAYS: __builtin_cpu_supports
// REPLACE:   if (__builtin_cpu_supports("avx512f")) return band_avx512;\n  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return band_avx2;\n  return band_sse;
// BY:   return band_avx2;
// Takes AVX2 for granted: right here, and killed where the processor knows SSE2 only.
