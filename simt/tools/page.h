// The page of `simt check --html` and `simt profile --html`.
#pragma once

#include <string>

#include "simt/observe/profile.h"
#include "simt/tools/commands.h"
#include "simt/tools/program.h"

namespace simt::tools {

// One page of HTML that needs no network and no script, at most a megabyte: findings, each source file
// with what belongs to its lines, and, where `profile` has launches, their occupancy and roofline.
// It names what does not fit or cannot be read.
std::string page_of(const Command& command, const ProgramEnd& end, const observe::Profile& profile);

// Writes it to Command::html, and says on stderr where it is. Throws std::system_error where the file
// cannot be written.
void write_page(const Command& command, const ProgramEnd& end, const observe::Profile& profile);

}  // namespace simt::tools
