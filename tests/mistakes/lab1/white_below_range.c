// EXPECT: WRONG out-of-range-to-limit
// STEP: 1
// Makes white of what is too dark.
// REPLACE: if (value < 0) value = 0;
// BY: if (value < 0) value = 255;
