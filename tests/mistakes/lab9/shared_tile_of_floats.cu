// EXPECT: WRONG low-precision
// STEP: 2
// REPLACE: extern __shared__ double tile[];  // COLUMN_Y + 2
// BY: extern __shared__ float tileOfFloats[];\n  float* const tile = tileOfFloats;  // COLUMN_Y + 2
// Keeps the tile of the column pass as floats: seven digits of sixteen.
