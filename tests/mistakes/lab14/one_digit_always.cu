// EXPECT: WRONG coefficients-narrowed
// STEP: 1
// Multiplies with the lowest digit of each coefficient only, as if none were beyond a signed byte.
// REPLACE: return others == 0;
// BY: return true;
