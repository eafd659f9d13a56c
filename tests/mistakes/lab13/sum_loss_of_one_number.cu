// EXPECT: WRONG zero-sign
// STEP: 6
// SAYS: the sum of one number is this number
// Adds a loss of +0 to the only number, -0.
// REPLACE: columns > 1 ? __fadd_rn(sum, lost) : sum
// BY: __fadd_rn(sum, lost)
