// EXPECT: WRONG small-edit
// STEP: 1
// SAYS: results are stored 1 column further right
// REPLACE: imgFloatDst[((long)y * imgWidth + x) * CHANNELS + c] = value;
// BY: if (x + 1 < imgWidth) imgFloatDst[((long)y * imgWidth + x + 1) * CHANNELS + c] = value;
// Counts the columns of the result from 1, and leaves out what then goes beyond a row's end.
