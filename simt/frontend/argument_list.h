// Lists of arguments as nvcc reads them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace simt::frontend {

// What follows -Xcompiler: commas separate, unless they are behind a backslash or in double quotes. Quotes and
// backslashes go, as the shell that nvcc starts would remove them.
std::vector<std::string> split_list(std::string_view list);

// The text of a file of options (--options-file): blanks and line ends separate; quotes and backslashes as in a shell.
std::vector<std::string> split_words(std::string_view text);

}  // namespace simt::frontend
