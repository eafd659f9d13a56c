// EXPECT: WRONG last-loss-only
// STEP: 6
// Forgets the losses before the last.
// REPLACE: lost = __fadd_rn(lost, rest);
// BY: lost = rest;
