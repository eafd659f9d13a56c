// EXPECT: GATE requests
// STEP: 7
// REPLACE: bin_of(position, tile[k], dr, per_dr)
// BY: bin_of(position, positions[b * TILE + k], dr, per_dr)
// Fills the tile, and loads each position from global memory all the same.
