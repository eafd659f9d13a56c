// EXPECT: WRONG uninitialised-shared
// STEP: 2
// REPLACE: c < tile_x && x0 + c < pitch
// BY: c < ROW_X && x0 + c < pitch
// Loads one pixel a thread, and so none of the halo.
