// Tables as text, by RFC 4180: fields separated by commas, in quotes where necessary.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace warplab {

// Where a field is in the text, with its quotes and the blanks around it.
struct CsvPlace {
  std::size_t begin = 0, end = 0;
};

struct CsvRow {
  int line = 0;  // on which it begins, from 1
  std::vector<std::string> fields;
  std::vector<CsvPlace> places{};  // of the fields
  bool is_whole = true;            // false if a quote is unclosed; the next line is a new row
};

// The rows of a text, without empty ones. Blanks around a field and a byte order mark are dropped.
// Never fails: text that is no table just has odd fields.
std::vector<CsvRow> parse_csv(const std::string& text, char separator = ',');

// A field as written in a row, in quotes where necessary.
std::string csv_field(const std::string& field, char separator = ',');

// A row as a line of text, ended by CR LF as in RFC 4180.
std::string csv_line(const std::vector<std::string>& fields);

}  // namespace warplab
