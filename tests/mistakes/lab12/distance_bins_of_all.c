// EXPECT: WRONG race
// STEP: 2
// SAYS: bins of its own
// All threads count in the same bins.
// REPLACE: ++part[bin]
// BY: ++histogram[bin]
