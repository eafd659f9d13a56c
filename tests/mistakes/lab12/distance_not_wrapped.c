// EXPECT: WRONG not-wrapped
// STEP: 2
// SAYS: (i + d) % n
// Ends at the last particle, where the circle should go on.
// REPLACE: i < pairs; ++i
// BY: i < pairs && i + d < n; ++i
