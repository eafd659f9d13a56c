// EXPECT: GATE read-banks
// STEP: 5
// SAYS: bank conflicts of shared reads
// REPLACE: float tile[TILE][TILE];
// BY: float tile[TILE][TILE + 2];
// Pads the rows of the tile already, so that hardly a conflict is left to be seen.
