// Findings as JSON: they travel between processes, and into reports.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "simt/events/finding.h"

namespace simt::events {

// {"kind","kernel","where":{"file","line","block","thread","access"},"other","space","address",
// "allocation","what","advice","count"}; "other" and "address" only where there are such.
nlohmann::json to_json(const Finding& finding);
// The reverse. Throws nlohmann::json::exception or std::invalid_argument on anything else.
Finding finding_from_json(const nlohmann::json& json);

}  // namespace simt::events
