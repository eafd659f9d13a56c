// EXPECT: WRONG field-missing
// STEP: 1
// MARKED: machine->threads_per_warp
// SAYS: copy_engines: expected
// REPLACE: machine->copy_engines = properties.asyncEngineCount;
// BY: (void)properties.asyncEngineCount;
// Leaves a field as it was: that of the copy engines.
