// EXPECT: WRONG filter-rotated
// STEP: 1
// Turns the filter by 90 degrees: counts its columns from the end as rows.
// REPLACE: filter[fy * FILTER_SIZE + fx]
// BY: filter[(FILTER_SIZE - 1 - fx) * FILTER_SIZE + fy]
