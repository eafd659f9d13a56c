// EXPECT: WRONG self-pairs
// STEP: 1
// SAYS: j goes from i + 1
// Takes every j for every i: each pair twice, and each particle with itself.
// REPLACE: int j = i + 1;
// BY: int j = 0;
