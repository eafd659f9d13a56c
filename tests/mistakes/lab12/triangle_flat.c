// EXPECT: WRONG coordinate-missing
// STEP: 1
// SAYS: without z
// Measures distances in a plane.
// REPLACE: (dx * dx + dy * dy) + dz * dz
// BY: dx * dx + dy * dy + 0 * dz
