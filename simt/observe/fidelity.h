// How far what a launch computed is what a GPU computes: which instructions are exact, and where results went that may
// differ in their last bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <utility>

#include "simt/events/counters.h"

namespace simt::observe {

struct Fidelity {
  using Place = std::pair<std::string, uint32_t>;  // file and line; "" and 0: not known

  uint64_t exact = 0, estimated = 0;  // instructions of warps
  std::set<std::string> operations;   // that are estimated: "ex2.approx", "sinf"
  // Where lanes chose between ways (ptx/branches.h), or an instruction had its address, by what registers held of them.
  std::set<Place> branches, addresses;

  void add(const Fidelity& other);
};

// Estimated are instructions whose last bits PTX leaves open (.approx, div.full, sums of mma), and mathematical functions
// that simt answers itself. Their results are followed from register to register, along all paths of code that ran, and
// not through memory or calls.
Fidelity fidelity_of(const events::LaunchCounters& counters);

// {"exact", "estimated", "operations": [names], "branches": [{"file", "line"}], "addresses": [the same]}
nlohmann::ordered_json to_json(const Fidelity& fidelity);
// Throws nlohmann::json::exception if members are missing or have another type.
Fidelity fidelity_from_json(const nlohmann::json& json);

// One sentence, with how many calls and kernels were refused as unsupported.
std::string fidelity_text(const Fidelity& fidelity, std::size_t unsupported);

}  // namespace simt::observe
