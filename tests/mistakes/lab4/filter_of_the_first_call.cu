// EXPECT: WRONG stale-filter
// STEP: 1
// SAYS: the filter that of an earlier
// REPLACE: convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst);
// BY: static const Filter kept = filter;\n  convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, kept, imgSrc, imgDst);
// Keeps the coefficients in a static variable, which gets its value in the first call only.
