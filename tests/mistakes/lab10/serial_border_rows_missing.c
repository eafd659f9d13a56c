// EXPECT: WRONG border-missing
// STEP: 1
// SAYS: on the border
// REPLACE:     memcpy(to, from, sizeof(float) * w);\n
// BY: 
// Copies the border's columns and forgets its first row.
