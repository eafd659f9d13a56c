// EXPECT: GATE atomic-waits
// STEP: 7
// One histogram for all lanes of a block.
// REPLACE: int copies = 32;
// BY: int copies = 1;
