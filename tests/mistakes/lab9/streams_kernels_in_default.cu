// EXPECT: GATE default
// STEP: 6
// SAYS: default-stream calls
// REPLACE: row_tile, stream>>>
// BY: row_tile>>>
// REPLACE: column_tile, stream>>>
// BY: column_tile>>>
// Copies in streams of its own, and launches in the default stream, which waits for all.
