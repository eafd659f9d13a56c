// Lab 9, step 1: what the GPU has.
//
// Learn to ask the machine, not to remember one: what a program can use differs from GPU to GPU.
//
// common/separable_gpu.h documents every parameter; the grader includes it ahead of this file.

void query_machine(Machine* machine) {
  // TODO: ask the CUDA runtime what device 0 has, and fill in every field.
  (void)machine;
}
