// EXPECT: GATE overlap
// STEP: 6
// MARKED: filter_rows<<<
// SAYS: strips take turns in two streams
// REPLACE: cudaMemcpyHostToDevice, stream[s]));
// BY: cudaMemcpyHostToDevice, stream[0]));
// REPLACE: width, rows, radius, stream[s]);
// BY: width, rows, radius, stream[0]);
// REPLACE: cudaMemcpyDeviceToHost, stream[s]));
// BY: cudaMemcpyDeviceToHost, stream[0]));
// Has two sets of buffers, and all of its work in the first stream.
