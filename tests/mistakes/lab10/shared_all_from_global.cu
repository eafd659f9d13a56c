// EXPECT: GATE load-sectors
// STEP: 4
// REPLACE: 0.25f * ((above[0] + cell[tile_x]) + (cell[-1] + cell[1]));
// BY: 0.25f * ((from[(y - 1) * w + x] + from[(y + 1) * w + x]) + (from[y * w + x - 1] + from[y * w + x + 1]));
// REPLACE:   const float* above = cell - tile_x;\n
// BY: 
// The tile is there, and the neighbours come from global memory again.
