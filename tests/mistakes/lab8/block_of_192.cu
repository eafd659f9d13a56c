// EXPECT: WRONG uneven-tree
// STEP: 3
// SAYS: power of two
// 192 threads a block: halved, that comes to 3, and 3 / 2 * 2 is not 3.
// REPLACE: const unsigned block = 256;
// BY: const unsigned block = 192;
