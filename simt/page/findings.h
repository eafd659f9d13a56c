// What checkers found, as a list.
#pragma once

#include <string>
#include <vector>

#include "simt/events/finding.h"
#include "simt/page/listing.h"

namespace simt::page {

// Markup: what, where (linked where the page shows the line), and what to do next. Of many the
// first are told; `elsewhere` says where the others are: "in result.json". Nothing without findings.
std::string findings_view(const Listings& listings, const std::vector<events::Finding>& findings,
                          const std::string& elsewhere);

}  // namespace simt::page
