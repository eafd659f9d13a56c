// EXPECT: WRONG tail-missing
// STEP: 7
// SAYS: n modulo 128
// Rounds the number of tiles down.
// REPLACE: const int tiles = (n + TILE - 1) / TILE, tile_pairs
// BY: const int tiles = n / TILE, tile_pairs
// REPLACE:   const int tiles = (n + TILE - 1) / TILE;
// BY:   const int tiles = n / TILE;
