// The browser of whoever sits here.
#pragma once

#include <filesystem>

namespace warplab {

// Opens a file in a browser, which outlives this process. Returns whether there is one to start.
bool open_in_browser(const std::filesystem::path& file);

}  // namespace warplab
