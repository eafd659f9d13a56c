// EXPECT: WRONG compensated
// STEP: 6
// Stores the compensated sum as the plain one, too.
// REPLACE: left_to_right[row] = sum;
// BY: left_to_right[row] = columns > 1 ? __fadd_rn(sum, lost) : sum;
