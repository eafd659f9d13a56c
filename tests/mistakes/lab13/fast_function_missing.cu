// EXPECT: WRONG function-missing
// STEP: 4
// SAYS: nothing was written to the results of rsqrtf(y)
// Leaves out the last function.
// REPLACE:   results[RECIPROCAL_ROOT * n + i] = rsqrtf(v);\n
// BY: 
