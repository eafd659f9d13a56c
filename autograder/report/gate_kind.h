// Kinds of gates, and what is known of each: the table gates.def.
#pragma once

#include <cstddef>
#include <string_view>

#include "autograder/report/device.h"

namespace warplab {

enum class GateKind {
#define GATE(kind, ...) kind,
#include "autograder/report/gates.def"
#undef GATE
};

enum class GateDeclared { nowhere, in_points, at_least, at_most, hardware };
enum class GateListed { always, if_declared, if_worth_points, never };
enum class GatePoints { none, all_or_none, along_a_line };
enum class GateFigures { hidden, plain, ratio };
// Whether it passed; that, its points and its value; these and its message; nothing, as it is measured.
enum class GateRepeated { state, value, message, nothing };

// A row of the table.
struct GateTraits {
  GateKind kind;
  std::string_view name, value;
  GateDeclared declared;
  GateListed on_cpu, on_gpu;
  GatePoints points;
  GateFigures figures;
  GateRepeated repeated;

  constexpr GateListed on(Device device) const { return device == Device::gpu ? on_gpu : on_cpu; }
  // Whether lab.json has it in a field of its own, with a limit.
  constexpr bool has_field() const {
    return declared == GateDeclared::at_least || declared == GateDeclared::at_most;
  }
};

inline constexpr GateTraits gate_kinds[] = {
#define GATE(kind, name, value, declared, on_cpu, on_gpu, points, figures, repeated) \
  {GateKind::kind,                                                                   \
   name,                                                                             \
   value,                                                                            \
   GateDeclared::declared,                                                           \
   GateListed::on_cpu,                                                               \
   GateListed::on_gpu,                                                               \
   GatePoints::points,                                                               \
   GateFigures::figures,                                                             \
   GateRepeated::repeated},
#include "autograder/report/gates.def"
#undef GATE
};

constexpr const GateTraits& traits_of(GateKind kind) {
  return gate_kinds[static_cast<std::size_t>(kind)];
}

// What a gate of this name is in a step for this device: a name that no kind has there is a counter's.
GateKind kind_of_gate(std::string_view name, Device device);

}  // namespace warplab
