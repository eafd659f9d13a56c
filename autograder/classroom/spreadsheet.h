// Text that is safe in the cells of a spreadsheet.
#pragma once

#include <string>

namespace warplab {

// `text` without control characters other than line feeds and tabs, and with an apostrophe in front
// if a spreadsheet would take it for a formula.
std::string as_cell(const std::string& text);

}  // namespace warplab
