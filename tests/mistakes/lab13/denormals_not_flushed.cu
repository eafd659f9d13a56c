// EXPECT: WRONG not-flushed
// STEP: 5
// Relies on the compiler to flush.
// REPLACE: flush(__fsub_rn(flush(a[i]), flush(b[i])))
// BY: a[i] - b[i]
