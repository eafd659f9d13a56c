// EXPECT: WRONG last-distance-missing
// STEP: 2
// SAYS: 225 apart
// Stops before n / 2, as the loop was once published.
// REPLACE: d <= n / 2
// BY: d < n / 2
