// EXPECT: GATE read-banks
// STEP: 6
// REPLACE: tile[TILE][PITCH]
// BY: tile[PITCH][TILE]
// Adds a row to the tile in place of a word to each row.
