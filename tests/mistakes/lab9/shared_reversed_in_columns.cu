// EXPECT: WRONG filter-reversed
// STEP: 2
// SAYS: in the column pass
// REPLACE: filter[j] * tile
// BY: filter[2 * radius - j] * tile
// Turns the filter round in the column pass only.
