// EXPECT: WRONG begins-with-zero
// STEP: 6
// Begins with +0: a row of -0 has the sum +0 then.
// REPLACE: float sum = columns > 0 ? v[0] : 0, lost = 0;\n  for (size_t i = 1;
// BY: float sum = 0, lost = 0;\n  for (size_t i = 0;
// REPLACE: columns > 1 ? __fadd_rn(sum, lost) : sum;
// BY: columns > 1 ? __fadd_rn(sum, lost) : columns > 0 ? v[0] : sum;
