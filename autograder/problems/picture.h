// Pictures beside a result.
#pragma once

#include <filesystem>
#include <string>

namespace warplab {

// Writes the bytes of a picture, and makes its folder. Gives its path, or nothing where it could
// not be written: a result is worth having without its picture.
std::string write_picture(const std::filesystem::path& path, const std::string& bytes);

}  // namespace warplab
