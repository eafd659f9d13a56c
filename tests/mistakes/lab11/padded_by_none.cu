// EXPECT: GATE read-banks
// STEP: 6
// SAYS: bank conflicts of shared reads
// REPLACE: PITCH = TILE + 1
// BY: PITCH = TILE
// Leaves the rows of the tile as they were.
