// EXPECT: WRONG result-not-flushed
// STEP: 5
// Flushes the operands, and not their difference.
// REPLACE: flush(__fsub_rn(flush(a[i]), flush(b[i])))
// BY: __fsub_rn(flush(a[i]), flush(b[i]))
