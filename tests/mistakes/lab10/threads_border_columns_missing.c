// EXPECT: WRONG border-missing
// STEP: 2
// REPLACE:         to[y * w + w - 1] = row[w - 1];\n
// BY: 
// Forgets the last column of the border.
