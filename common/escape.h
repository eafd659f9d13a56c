// Text in what programs read: markup and addresses.
#pragma once

#include <string>
#include <string_view>

namespace warplab {

// `text` with U+FFFD for bytes that are not UTF-8, and nothing else changed.
std::string valid_utf8(std::string_view text);

// Any bytes as text that shows all that is in it: characters that cannot be seen, that turn the direction of writing or
// that control a terminal as what they are, [U+001B]; bytes that are not UTF-8 as U+FFFD; line feeds and tabs stay.
std::string visible(std::string_view text);
// The same on one line: with a space for a line feed or a tab.
std::string visible_line(std::string_view text);

// Any bytes as text of an element or of a quoted attribute of HTML or XML 1.0, and never as markup:
// what is visible(), with entities.
std::string escape_markup(std::string_view text);

// A path in an address (RFC 3986): all but letters, digits and -._~/ as %XX.
std::string percent_encoded(std::string_view path);

}  // namespace warplab
