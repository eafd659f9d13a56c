// EXPECT: WRONG wrong-filter-stride
// STEP: 1
// SAYS: taken 4 coefficients apart
// Takes the last index of a row for the length of one.
// REPLACE: filter[fy * FILTER_SIZE + fx]
// BY: filter[fy * (FILTER_SIZE - 1) + fx]
