// Making text that a submission or a tool printed safe to show and to store.
#pragma once

#include <string>
#include <string_view>

namespace warplab {

// `text` as plain, valid UTF-8: terminal escape sequences and control characters are removed,
// except line feed and tab; so are the characters that reverse the direction of writing, which can
// make code look like other code; bytes that are not UTF-8 become U+FFFD.
std::string sanitize(std::string_view text);

// The same on one line, for a name: what would be a line feed or a tab becomes a space.
std::string sanitize_line(std::string_view text);

// `text` without the characters that reverse the direction of writing, which names come with out of spreadsheets.
std::string without_direction_marks(std::string_view text);

}  // namespace warplab
