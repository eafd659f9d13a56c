// EXPECT: WRONG nearest
// STEP: 1
// SAYS: cut off
// Rounds to the nearest bin.
// REPLACE: + dz * dz) / dr);
// BY: + dz * dz) / dr + 0.5f);
