// EXPECT: WRONG wrong-pitch
// STEP: 4
// SAYS: src is read as if its rows began
// REPLACE: src[(size_t)r * columns + c];
// BY: src[(size_t)r * (columns - 1) + c];
// Takes the rows of src for one element shorter than they are.
