#include "tests/bench/parts.h"

#include "tests/checkout.h"

namespace warplab::bench {

Measured measure(std::span<const Part> parts) {
  Measured measured = {read_machine(checkout::root), {}};
  for (const Part& part : parts) part.measure(measured.table);
  return measured;
}

}  // namespace warplab::bench
