// A source file on a page: counts beside its lines, one counter at a time, findings below them.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "simt/events/finding.h"
#include "simt/observe/line_counts.h"
#include "simt/page/listing.h"

namespace simt::page {

// Markup of table rows, by the line that they are below.
using Rows = std::map<std::size_t, std::string>;

// Markup of `listing`, one of `listings`; nothing where it has no text. Counters without lines are
// left out, and those after the sixteenth; so are findings elsewhere. `more` comes after the findings.
// The counter called `chosen` is shown until another is chosen; the first where there is none.
std::string source_view(const Listings& listings, const Listing& listing,
                        const std::vector<observe::CountedLines>& counters,
                        const std::vector<events::Finding>& findings, const Rows& more = {},
                        const std::string& chosen = {});

}  // namespace simt::page
