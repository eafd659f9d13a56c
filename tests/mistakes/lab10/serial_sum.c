// EXPECT: WRONG not-averaged
// STEP: 1
// SAYS: 0.25
// REPLACE: 0.25f * (
// BY: (
// Adds up, and forgets to divide.
