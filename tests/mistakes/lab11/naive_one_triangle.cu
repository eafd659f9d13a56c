// EXPECT: WRONG triangle-missing
// STEP: 4
// SAYS: in place
// REPLACE: if (r < rows && c < columns)
// BY: if (r < rows && c < columns && r < c)
// Moves the elements above the diagonal only, as one does to swap pairs in place.
