// libcsv parses. It is given a line at a time, which tells where each row begins.
#include "autograder/classroom/csv.h"

#include <csv.h>

#include <new>
#include <string_view>

namespace warplab {
namespace {

class RowReader {
 public:
  RowReader() { begin(); }
  ~RowReader() { csv_free(&parser_); }
  RowReader(const RowReader&) = delete;
  RowReader& operator=(const RowReader&) = delete;

  void read(std::string_view line, int number) {
    if (!is_inside_ && line.find_first_not_of(" \t\r\n") == std::string_view::npos) return;
    if (!is_inside_) row_.line = number;
    is_inside_ = true;
    if (csv_parse(&parser_, line.data(), line.size(), add_field, end_row, this) == line.size())
      return;
    break_off();
    csv_free(&parser_);
    begin();
  }

  std::vector<CsvRow> finish() {
    if (csv_fini(&parser_, add_field, end_row, this) != 0) break_off();
    return std::move(rows_);
  }

 private:
  void begin() {
    if (csv_init(&parser_, CSV_STRICT | CSV_STRICT_FINI) != 0) throw std::bad_alloc();
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

  static void add_field(void* text, std::size_t size, void* reader) {
    static_cast<RowReader*>(reader)->row_.fields.emplace_back(static_cast<const char*>(text), size);
  }
  static void end_row(int, void* reader) { static_cast<RowReader*>(reader)->end(); }

  csv_parser parser_{};
  std::vector<CsvRow> rows_;
  CsvRow row_;
  bool is_inside_ = false;  // a row that has begun and not ended
};

}  // namespace

std::vector<CsvRow> parse_csv(const std::string& text) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  std::string_view rest = text;
  if (rest.starts_with(byte_order_mark)) rest.remove_prefix(byte_order_mark.size());
  RowReader reader;
  for (int number = 1; !rest.empty(); ++number) {
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end == std::string_view::npos ? end : end + 1);
    reader.read(line, number);
    rest.remove_prefix(line.size());
  }
  return reader.finish();
}

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& field : fields) {
    if (&field != fields.data()) line += ',';
    const bool is_plain = field.find_first_of(",\"\r\n") == std::string::npos &&
                          !field.starts_with(' ') && !field.ends_with(' ');
    std::string quoted(2 * field.size() + 2, '\0');
    quoted.resize(csv_write(quoted.data(), quoted.size(), field.data(), field.size()));
    line += is_plain ? field : quoted;
  }
  return line + "\r\n";
}

}  // namespace warplab
