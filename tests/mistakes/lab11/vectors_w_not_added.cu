// EXPECT: WRONG one-operand
// STEP: 3
// SAYS: in component w of each float4
// REPLACE: a.w + b.w
// BY: a.w
// Forgets to add the last of the four numbers.
