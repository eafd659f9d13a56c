// EXPECT: WRONG border-missing
// STEP: 3
// SAYS: copies
// REPLACE:     to[cell] = from[cell];\n
// BY:     return;\n
// Threads of the border do nothing.
