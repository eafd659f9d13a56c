// EXPECT: WRONG loss-subtracted
// STEP: 6
// Takes the loss off the sum, as Kahan does.
// REPLACE: __fadd_rn(sum, lost) : sum
// BY: __fsub_rn(sum, lost) : sum
