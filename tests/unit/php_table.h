// A table as PHP's fgetcsv reads it, by which Moodle reads files. It differs from RFC 4180 in that a
// backslash within quotes is an escape: a quote after it does not end the cell.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace warplab {

// The rows of a text. Line ends are made line feeds first, and cells are trimmed, as Moodle does.
inline std::vector<std::vector<std::string>> read_php_table(std::string text) {
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);
  std::string lines;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] != '\r')
      lines += text[i];
    else if (i + 1 == text.size() || text[i + 1] != '\n')
      lines += '\n';
  const auto trimmed = [](const std::string& cell) {
    const std::size_t begin = cell.find_first_not_of(" \t\n\r\v");
    return begin == std::string::npos
               ? std::string()
               : cell.substr(begin, cell.find_last_not_of(" \t\n\r\v") - begin + 1);
  };
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> row;
  std::string cell;
  bool is_quoted = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const char c = lines[i];
    if (is_quoted && c == '\\' && i + 1 < lines.size()) {
      cell += c;
      cell += lines[++i];
    } else if (is_quoted && c == '"' && i + 1 < lines.size() && lines[i + 1] == '"') {
      cell += lines[++i];
    } else if (c == '"' && (is_quoted || cell.empty())) {
      is_quoted = !is_quoted;
    } else if (!is_quoted && (c == ',' || c == '\n')) {
      row.push_back(trimmed(cell));
      cell.clear();
      if (c == ',') continue;
      if (row.size() > 1 || !row[0].empty()) rows.push_back(row);
      row.clear();
    } else {
      cell += c;
    }
  }
  if (!cell.empty() || !row.empty()) {
    row.push_back(trimmed(cell));
    rows.push_back(row);
  }
  return rows;
}

}  // namespace warplab
