// EXPECT: WRONG gap-written
// STEP: 1
// SAYS: numbers between the rows of dst
// REPLACE: x >= width || y >= height
// BY: x >= pitch || y >= height
// Adds what lies between the rows, too.
