// EXPECT: WRONG edge-moved
// STEP: 1
// SAYS: do not multiply by 1 / dr
// Multiplies with 1 / dr, which is rounded.
// REPLACE: + dz * dz) / dr);
// BY: + dz * dz) * (1 / dr));
