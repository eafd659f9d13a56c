// EXPECT: WRONG small-edit
// STEP: 1
// SAYS: the rows of a window are
// SAYS: the filter's rows and columns change places
// REPLACE: sum[c] += filter.tap[fy][fx] * pixel[fx * CHANNELS + c];
// BY: sum[c] += filter.tap[fx][fy] * pixel[(fy * (width - extendedWidth) + fx) * CHANNELS + c];
// Goes from row to row of a window with the width of the result, and takes the filter column by column.
