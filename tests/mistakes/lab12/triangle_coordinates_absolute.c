// EXPECT: WRONG wrong-bins
// STEP: 1
// REPLACE: dx = x[i] - x[j]
// BY: dx = fabsf(x[i]) - fabsf(x[j])
// Takes the coordinates without their signs.
