#include "autograder/report/gate_kind.h"

#include <algorithm>
#include <iterator>

namespace warplab {

GateKind kind_of_gate(std::string_view name, Device device) {
  const auto found = std::ranges::find_if(gate_kinds, [&](const GateTraits& gate) {
    return gate.name == name && gate.on(device) != GateListed::never;
  });
  return found == std::end(gate_kinds) ? GateKind::counter : found->kind;
}

}  // namespace warplab
