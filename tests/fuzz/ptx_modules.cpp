// Generates PTX modules from the bytes, by the table of opcodes, and runs them with all checkers
// and counters: nothing but an error with a place or a finding may come of it.
//   ninja fuzz_ptx_modules && bin/fuzz_ptx_modules -max_total_time=600 a-folder
// PRINT=1 in the environment prints the module of an input, to look at a crash.
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/generate_module.h"
#include "tests/fuzz/run_module.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace simt::fuzz;
  Choices choices({data, size});
  Shape shape;
  shape.threads = choices.of({32u, 48u, 64u, 1u});
  shape.blocks = choices.of({1u, 2u});
  shape.dynamic_shared = choices.of({256u, 0u});
  shape.workers = 1 + choices.below(2);
  const std::string ptx = generate_module(choices);
  static const bool print = std::getenv("PRINT") != nullptr;
  if (print) std::puts(ptx.c_str());
  const std::string refusal = run_module(ptx, shape);
  if (print) std::puts(refusal.empty() ? "it ran" : refusal.c_str());
  return 0;
}
