// EXPECT: WRONG negative-left-out
// STEP: 7
// Goes on while the rest is positive.
// REPLACE: rest != 0
// BY: rest > 0
