// EXPECT: WRONG index-too-narrow
// STEP: 1
// SAYS: number 65,536 is taken for 0
// Keeps the number of the window's first pixel in an unsigned short.
// REPLACE: ((size_t)(y + fy) * extendedWidth + x)
// BY: (unsigned short)((y + fy) * extendedWidth + x)
