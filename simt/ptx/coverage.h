// docs/simt-coverage.md from the tables that the parser uses.
#pragma once

#include <string>

namespace simt::ptx {

// Which instructions, modifiers and special registers simt runs, as Markdown.
std::string coverage_markdown();

}  // namespace simt::ptx
