// Tables as text, by RFC 4180: fields between commas, in quotes where they have to be.
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
  bool is_whole = true;            // false where its quotes do not match; the next line begins anew
};

// The rows of a text that are not empty. Blanks around a field are no part of it; a byte order mark
// at the beginning is none of the text. Never fails: what is no table has odd fields.
std::vector<CsvRow> parse_csv(const std::string& text, char separator = ',');

// A field as it stands in a row, in quotes where it has to be.
std::string csv_field(const std::string& field, char separator = ',');

// A row as a line of text, which ends as RFC 4180 says: CR LF.
std::string csv_line(const std::vector<std::string>& fields);

}  // namespace warplab
