// EXPECT: WRONG operands-not-flushed
// STEP: 5
// Flushes the difference, and not what goes into it.
// REPLACE: flush(__fsub_rn(flush(a[i]), flush(b[i])))
// BY: flush(__fsub_rn(a[i], b[i]))
