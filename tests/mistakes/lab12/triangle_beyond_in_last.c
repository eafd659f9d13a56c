// EXPECT: WRONG beyond-in-last
// STEP: 1
// SAYS: not counted
// Counts pairs beyond the last bin in it.
// REPLACE: if (bin < bins) ++histogram[bin];
// BY: ++histogram[bin < bins ? bin : bins - 1];
