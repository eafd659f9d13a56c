// EXPECT: WRONG part-unwritten
// STEP: 2
// No block for the elements at the end of a row.
// REPLACE: (n + block - 1) / block
// BY: n / block
