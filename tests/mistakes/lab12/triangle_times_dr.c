// EXPECT: WRONG times-dr
// STEP: 1
// SAYS: distance / dr
// Multiplies where it should divide.
// REPLACE: + dz * dz) / dr);
// BY: + dz * dz) * dr);
