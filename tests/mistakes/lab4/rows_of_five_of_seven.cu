// EXPECT: WRONG fixed-filter-size
// STEP: 1
// FILTER_SIZE: 7
// SAYS: in the index of the coefficient
// REPLACE: sum[c] += filter.tap[fy][fx] * pixel[fx * CHANNELS + c];
// BY: sum[c] += filter.tap[0][fy * 5 + fx] * pixel[fx * CHANNELS + c];
// Has the usual length of the filter's rows written into its index.
