// EXPECT: WRONG border-changed
// STEP: 6
// REPLACE: is_border_row || is_border[c] ? row.cell[c] : mean
// BY: mean
// The border is averaged with the rest.
