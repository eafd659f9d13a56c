// EXPECT: WRONG wrong-pitch
// STEP: 4
// SAYS: src[r * columns + c]
// REPLACE: src[(size_t)r * columns + c]
// BY: src[(size_t)r * rows + c]
// Reads src with the row length of dst, which is right for squares.
