// EXPECT: WRONG shifted-up
// STEP: 1
// SAYS: bin 0 is from distance 0
// Counts bins from 1.
// REPLACE: ++histogram[bin]
// BY: ++histogram[bin + 1 < bins ? bin + 1 : bin]
