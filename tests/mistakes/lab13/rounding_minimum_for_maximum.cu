// EXPECT: WRONG ends-swapped
// STEP: 2
// SAYS: fminf() finds the lower bound
// Names the two functions the wrong way round.
// REPLACE: return fminf(fminf(p, q), fminf(r, s));
// BY: return fmaxf(fmaxf(p, q), fmaxf(r, s));
// REPLACE: return fmaxf(fmaxf(p, q), fmaxf(r, s));\n}\n\n__device__ Interval sum
// BY: return fminf(fminf(p, q), fminf(r, s));\n}\n\n__device__ Interval sum
