// Text for cells that a spreadsheet opens.
#pragma once

#include <string>

namespace warplab {

// `text` without control characters but line feeds and tabs, and with an apostrophe before it where
// a spreadsheet would take it for a formula.
std::string as_cell(const std::string& text);

}  // namespace warplab
