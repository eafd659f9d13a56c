// EXPECT: WRONG wrong-pitch
// STEP: 2
// SAYS: as many pixels as those of dst
// REPLACE: src[(size_t)y * pitch + x0 + c]
// BY: src[(size_t)y * width + x0 + c]
// Reads the padded image as if its rows were those of the result.
