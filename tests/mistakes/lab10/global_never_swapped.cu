// EXPECT: WRONG other-iterations
// STEP: 3
// SAYS: after 1 iteration, not after 2
// REPLACE:     from = to;\n
// BY: 
// Each launch reads the start.
