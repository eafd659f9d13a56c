// EXPECT: WRONG number-by-number
// STEP: 4
// Writes the six results of a number side by side.
// REPLACE:   results[QUOTIENT * n + i] = __fdividef(u, v);\n  results[EXPONENTIAL * n + i] = __expf(u);\n  results[LOGARITHM * n + i] = __logf(v);\n  results[SINE * n + i] = __sinf(u);\n  results[COSINE * n + i] = __cosf(u);\n  results[RECIPROCAL_ROOT * n + i] = rsqrtf(v);
// BY:   results[i * FAST_FUNCTIONS + QUOTIENT] = __fdividef(u, v);\n  results[i * FAST_FUNCTIONS + EXPONENTIAL] = __expf(u);\n  results[i * FAST_FUNCTIONS + LOGARITHM] = __logf(v);\n  results[i * FAST_FUNCTIONS + SINE] = __sinf(u);\n  results[i * FAST_FUNCTIONS + COSINE] = __cosf(u);\n  results[i * FAST_FUNCTIONS + RECIPROCAL_ROOT] = rsqrtf(v);
