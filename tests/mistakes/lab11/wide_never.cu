// EXPECT: GATE requests
// STEP: 7
// REPLACE: if (rows % WIDE == 0 && columns % WIDE == 0) {
// BY: if (rows < 0) {
// The way for sizes that are no multiples of four, for all sizes.
