// EXPECT: WRONG in-double
// STEP: 6
// Adds up in double instead of keeping what is lost.
// REPLACE: compensated[row] = columns > 1 ? __fadd_rn(sum, lost) : sum;
// BY: double all = 0;\n  for (size_t i = 0; i < columns; ++i) all += v[i];\n  compensated[row] = columns > 1 ? (float)all : sum;
