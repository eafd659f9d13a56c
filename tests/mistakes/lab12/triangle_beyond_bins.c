// EXPECT: WRONG wrote-outside
// STEP: 1
// Counts pairs beyond the last bin, wherever that is.
// REPLACE: if (bin < bins) ++histogram[bin];
// BY: ++histogram[bin];
