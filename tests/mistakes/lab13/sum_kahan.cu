// EXPECT: WRONG kahan
// STEP: 6
// Uses Kahan's algorithm, which takes the loss off the next number.
// REPLACE: compensated[row] = columns > 1 ? __fadd_rn(sum, lost) : sum;
// BY: float s = columns > 0 ? v[0] : 0, e = 0;\n  for (size_t i = 1; i < columns; ++i) {\n    const float w = __fsub_rn(v[i], e), t = __fadd_rn(s, w);\n    e = __fsub_rn(__fsub_rn(t, s), w);\n    s = t;\n  }\n  compensated[row] = s;
