// EXPECT: WRONG missing-last-row
// STEP: 1
// SAYS: 1x65600
// REPLACE: const dim3 block(16, 16);
// BY: const dim3 block(256, 1);
// REPLACE: (imgHeight + block.y - 1) / block.y);
// BY: imgHeight < 65535 ? imgHeight : 65535);
// A block a row, for as many rows as a grid has blocks in y.
