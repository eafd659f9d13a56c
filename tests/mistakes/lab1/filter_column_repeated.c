// EXPECT: WRONG filter-column-repeated
// STEP: 1
// Leaves fx out of the coefficient's index.
// REPLACE: filter[fy * FILTER_SIZE + fx]
// BY: filter[fy * FILTER_SIZE]
