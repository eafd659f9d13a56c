// The headers of common/, which any submission may include.
#pragma once

#include <filesystem>
#include <vector>

namespace warplab {

// Paths of the headers in `course_root`/common, sorted. Names that begin with a dot are none: an
// editor makes such files while it has a header open, links that lead nowhere among them. Throws
// std::filesystem::filesystem_error where the folder cannot be read.
std::vector<std::filesystem::path> headers_of(const std::filesystem::path& course_root);

}  // namespace warplab
