// EXPECT: WRONG shifted
// STEP: 3
// SAYS: the one that is 1 column further left
// REPLACE: to[cell] = 0.25f * ((from[cell - w] + from[cell + w]) + (from[cell - 1] + from[cell + 1]));
// BY: to[cell] = 0.25f * ((from[cell - w - 1] + from[cell + w - 1]) + (from[cell - 2] + from[cell]));
// Loads the four neighbours of the cell on the left.
