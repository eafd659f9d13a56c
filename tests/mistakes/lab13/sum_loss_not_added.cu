// EXPECT: WRONG not-compensated
// STEP: 6
// Keeps what is lost, and forgets to add it.
// REPLACE: columns > 1 ? __fadd_rn(sum, lost) : sum;
// BY: sum;
