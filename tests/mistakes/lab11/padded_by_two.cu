// EXPECT: GATE read-banks
// STEP: 6
// REPLACE: PITCH = TILE + 1
// BY: PITCH = TILE + 2
// Pads by two words, to keep pairs aligned: every second bank stays empty.
