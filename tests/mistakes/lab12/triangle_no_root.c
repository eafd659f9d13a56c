// EXPECT: WRONG no-root
// STEP: 1
// SAYS: square root
// Forgets the square root.
// REPLACE: sqrtf((dx * dx + dy * dy) + dz * dz)
// BY: ((dx * dx + dy * dy) + dz * dz)
