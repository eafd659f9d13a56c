// EXPECT: WRONG out-of-range-to-zero
// STEP: 1
// Makes black of what is too bright.
// REPLACE: if (value > 255) value = 255;
// BY: if (value > 255) value = 0;
