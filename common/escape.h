// Text in what programs read: markup and addresses.
#pragma once

#include <string>
#include <string_view>

namespace warplab {

// `text` with U+FFFD for bytes that are not UTF-8, and nothing else changed.
std::string valid_utf8(std::string_view text);

// Any bytes as text of an element or of a quoted attribute of HTML or XML 1.0, and never as markup.
// Characters that cannot be seen, that turn the direction of writing or that XML does not allow are
// shown as what they are, [U+202E]; bytes that are not UTF-8 become U+FFFD; line feeds and tabs
// stay.
std::string escape_markup(std::string_view text);

// A path in an address (RFC 3986): all but letters, digits and -._~/ as %XX.
std::string percent_encoded(std::string_view path);

}  // namespace warplab
