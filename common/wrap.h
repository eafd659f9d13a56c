// Text in columns, one a UTF-8 character.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warplab {

inline constexpr std::size_t screen_columns = 80;  // of a terminal, whatever its window has

// Columns that `text` takes.
std::size_t width_of(std::string_view text);
// The first `columns` characters of `text`.
std::string cut(std::string_view text, std::size_t columns);
// The first `bytes` of a UTF-8 text, not broken in a character, and "..." in a line of its own
// where something is left out.
std::string first_bytes(std::string_view text, std::size_t bytes);
std::vector<std::string> split_lines(const std::string& text);
// `text` in lines of at most `columns`, broken at blanks; a longer word keeps a line of its own.
std::vector<std::string> wrap(const std::string& text, std::size_t columns);
// `text` with its paragraphs, which blank lines end, in lines of at most `columns`; indented lines stay as they are.
std::string reflow(const std::string& text, std::size_t columns);

}  // namespace warplab
