// Archives, which programs of Debian write.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warplab {

// Runs the command line `words`, which writes `archive`, whose folder is made where it is missing.
// Throws GraderError if it fails or takes more than two minutes.
void write_archive(const std::vector<std::string>& words, const std::filesystem::path& archive);

}  // namespace warplab
