// EXPECT: WRONG border-changed
// STEP: 3
// REPLACE:     to[cell] = from[cell];\n
// BY:     to[cell] = from[cell] + (x == width - 1 && y > 0 && y < height - 1 ? 0.0f : -0.0f);\n
// Adds 0 to the last cell of each row: -0 becomes 0.
