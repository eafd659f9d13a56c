// libcsv parses. It is given a line at a time, which tells where each row begins, and of that a byte,
// which tells where each field ends.
#include "autograder/classroom/csv.h"

#include <csv.h>

#include <new>
#include <string_view>
#include <utility>

namespace warplab {
namespace {

class RowReader {
 public:
  explicit RowReader(char separator) : separator_(separator) { begin(); }
  ~RowReader() { csv_free(&parser_); }
  RowReader(const RowReader&) = delete;
  RowReader& operator=(const RowReader&) = delete;

  // `at` is where in the text the line begins.
  void read(std::string_view line, int number, std::size_t at) {
    at_ = at;
    if (!is_inside_ && line.find_first_not_of(" \t\r\n") == std::string_view::npos) return;
    for (const char& byte : line) {
      at_ = at + (&byte - line.data());
      if (!is_inside_ && byte != '\r' && byte != '\n') begin_row(number);
      if (csv_parse(&parser_, &byte, 1, add_field, end_row, this) == 1) continue;
      break_off();
      csv_free(&parser_);
      begin();
      return;
    }
    ++at_;
  }

  std::vector<CsvRow> finish() {
    if (csv_fini(&parser_, add_field, end_row, this) != 0) break_off();
    return std::move(rows_);
  }

 private:
  void begin() {
    if (csv_init(&parser_, CSV_STRICT | CSV_STRICT_FINI) != 0) throw std::bad_alloc();
    csv_set_delim(&parser_, static_cast<unsigned char>(separator_));
  }
  void begin_row(int line) {
    row_.line = line;
    field_begin_ = at_;
    is_inside_ = true;
  }
  void end() {
    rows_.push_back(std::move(row_));
    row_ = {};
    is_inside_ = false;
  }
  void break_off() {
    row_.is_whole = false;
    end();
  }

  void add(std::string field) {
    row_.fields.push_back(std::move(field));
    row_.places.push_back({field_begin_, at_});
    field_begin_ = at_ + 1;
  }

  static void add_field(void* text, std::size_t size, void* reader) {
    static_cast<RowReader*>(reader)->add({static_cast<const char*>(text), size});
  }
  static void end_row(int, void* reader) { static_cast<RowReader*>(reader)->end(); }

  const char separator_;
  csv_parser parser_{};
  std::vector<CsvRow> rows_;
  CsvRow row_;
  bool is_inside_ = false;  // a row that has begun and not ended
  std::size_t at_ = 0;      // of the byte that is read, in the text
  std::size_t field_begin_ = 0;
};

}  // namespace

std::vector<CsvRow> parse_csv(const std::string& text, char separator) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  std::string_view rest = text;
  if (rest.starts_with(byte_order_mark)) rest.remove_prefix(byte_order_mark.size());
  RowReader reader(separator);
  for (int number = 1; !rest.empty(); ++number) {
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end == std::string_view::npos ? end : end + 1);
    reader.read(line, number, text.size() - rest.size());
    rest.remove_prefix(line.size());
  }
  return reader.finish();
}

std::string csv_field(const std::string& field, char separator) {
  const bool is_plain = field.find_first_of("\"\r\n") == std::string::npos &&
                        field.find(separator) == std::string::npos && !field.starts_with(' ') &&
                        !field.ends_with(' ');
  if (is_plain) return field;
  std::string quoted(2 * field.size() + 2, '\0');
  quoted.resize(csv_write(quoted.data(), quoted.size(), field.data(), field.size()));
  return quoted;
}

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& field : fields) {
    if (&field != fields.data()) line += ',';
    line += csv_field(field);
  }
  return line + "\r\n";
}

}  // namespace warplab
