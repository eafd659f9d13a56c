// A parameter that programs of a family can be run over, see judge/gpu/sweep.h.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/problems/problem.h"

namespace warplab {

struct SweepPoint {
  std::string value;  // of the parameter: "80", "512x512 16x8"
  std::unique_ptr<Case> the_case;
};

struct Sweep {
  std::string parameter;                    // "radius"
  std::function<bool(const Step&)> can_be;  // whether the step's program takes the parameter
  // `size` is absent where the family chooses; `device_bytes` is what memory the device has, 0:
  // plenty. Nothing is allocated before a case is generated.
  std::function<std::vector<SweepPoint>(const std::optional<Size>& size,
                                        std::uint64_t device_bytes)>
      points;
};

}  // namespace warplab
