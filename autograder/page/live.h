// A lab's page for a browser that reloads it by itself while the lab is watched.
#pragma once

#include <string>
#include <string_view>

namespace warplab::page {

// `file` is the content of page.html, empty where there is none yet. The page that is made of it has
// one more script, which its policy allows too. It asks the server that it came from for
// "after-<version>" and reloads the page when that answers "changed" (watch/page_server.h). A line at
// the top says that it reloads, and later that it does not any more. Throws std::runtime_error
// where the file is none that lab_page() has written.
std::string live_page(std::string_view file, int version);

// The script, live.js (put into the program by CMake).
std::string_view live_script();

}  // namespace warplab::page
