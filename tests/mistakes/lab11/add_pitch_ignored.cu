// EXPECT: WRONG pitch-ignored
// STEP: 1
// SAYS: y * pitch + x
// REPLACE: (size_t)y * pitch + x
// BY: (size_t)y * width + x
// Takes rows to lie one behind the other, without a gap.
