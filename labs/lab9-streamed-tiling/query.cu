// Lab 9, step 1: what the GPU has.
//
// Learn to query the device, not to remember one: what a program can use differs from GPU to GPU.
//
// common/separable_gpu.h documents every parameter; the grader includes it before this file.

void query_machine(Machine* machine) {
  // TODO: ask the CUDA runtime what device 0 has, and fill in every field.
  (void)machine;
}
