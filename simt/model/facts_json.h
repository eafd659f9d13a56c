// Facts as JSON, for a process that makes a time of them.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "simt/model/facts.h"

namespace simt::model {

// Functions' skeletons are named by their place in `skeletons`, which gets those that it has not.
nlohmann::json to_json(const LaunchFacts& facts,
                       std::vector<std::shared_ptr<const Skeleton>>& skeletons);
nlohmann::json to_json(const Skeleton& skeleton);

// The JSON may be anybody's: they throw nlohmann::json::exception or std::runtime_error where it is
// not what the others write, or a number is no count (negative, or not finite).
LaunchFacts facts_from_json(const nlohmann::json& json,
                            const std::vector<std::shared_ptr<const Skeleton>>& skeletons);
Skeleton skeleton_from_json(const nlohmann::json& json);

}  // namespace simt::model
