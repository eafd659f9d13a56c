// EXPECT: WRONG other-iterations
// STEP: 1
// SAYS: after 1 iteration, not after 2
// REPLACE:     from = to;\n
// BY: 
// Each iteration reads the start.
