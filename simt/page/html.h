// HTML whose text is a stranger's: escaping, links, pictures, and the frame around it all.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace simt::page {

// escape_markup() of common/escape.h, which almost every line of a page needs.
std::string escape(std::string_view text);

// Whether this machine has an editor that opens such addresses: Visual Studio Code, by its command `code`
// or by its terminal, in which this runs.
bool has_editor();

// An address that opens a line of a file in that editor, escaped.
std::string editor_link(const std::string& file, std::size_t line);

// A relative address of a file, escaped: never one of another scheme.
std::string file_link(const std::string& path);

// "data:image/png;base64,...".
std::string data_address(std::string_view media_type, std::string_view bytes);

// A table in a box of its own that scrolls where it is too wide. All but `label` is markup.
struct ScrolledTable {
  std::string label{};                 // of the box, for who hears the page; escaped
  std::string caption{};               // empty: none
  std::vector<std::string> columns{};  // their heads
  std::string more_heads{};            // cells of the head behind these
  std::string rows{};                  // of the body
  std::string kind{};                  // its class in page.css; empty: none
};
std::string scrolled_table(const ScrolledTable& table);

// Markup of a head of a column with numbers, which stand at its right.
std::string number_head(std::string_view head);

// A bar that `value` of `most` fills; nothing where `most` is 0. `label` is text, for who hears the
// page.
std::string bar(double value, double most, std::string_view label);

// The style sheet, page.css (put into the program by CMake).
std::string_view style_sheet();

// "sha256-...", by which a page's policy allows a style sheet or a script.
std::string policy_hash(std::string_view text);

// The element by which a page forbids all but its own style sheet, pictures and `scripts`; `more` is put
// behind its directives.
std::string policy(const std::vector<std::string_view>& scripts = {}, std::string_view more = {});

// A whole page. `title` is text; `body` is markup. `script` is run at its end; empty for none.
std::string document(std::string_view title, std::string_view body, std::string_view script = {});

}  // namespace simt::page
