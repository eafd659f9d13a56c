#include "common/code_spans.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string>
#include <utility>

namespace warplab {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

class Scan {
 public:
  explicit Scan(std::string_view text) : text_(text) {}

  std::vector<CodeSpan> run() && {
    if (text_.starts_with(byte_order_mark)) begin_ = at_ = byte_order_mark.size();
    while (at_ < text_.size()) step();
    end_code(text_.size());
    return std::move(spans_);
  }

 private:
  bool is(std::string_view what) const {
    return text_.substr(std::min(at_, text_.size())).starts_with(what);
  }
  bool is_alphanumeric(std::size_t at) const {
    const auto c = at < text_.size() ? static_cast<unsigned char>(text_[at]) : '\0';
    return c < 0x80 && (std::isalnum(c) != 0 || c == '_');
  }

  void step() {
    const std::size_t begin = at_;
    if (is("//"))
      skip_line();
    else if (is("/*"))
      skip_past("*/", at_ + 2);
    else if (is("\"") || is("'"))
      skip_quoted();
    else if (is_alphanumeric(at_))
      return read_word();
    else
      return void(++at_);
    end_code(begin);
  }

  // Code that begins again where it goes on.
  void end_code(std::size_t end) {
    if (end > begin_) spans_.push_back({begin_, end});
    begin_ = at_;
  }

  // A backslash at its end continues a line, also with blanks behind it.
  void skip_line() {
    std::string_view line;
    do {
      const std::size_t begin = at_;
      skip_past("\n", begin);
      line = text_.substr(begin, at_ - begin);
      line = line.substr(0, line.find_last_not_of(" \t\r\n") + 1);
    } while (line.ends_with('\\'));
  }

  // To the end of the line where no quote follows.
  void skip_quoted() {
    const char quote = text_[at_];
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\\') {
        ++at_;
        if (is("\r\n")) ++at_;
      } else if (text_[at_] == quote || text_[at_] == '\n') {
        ++at_;
        return;
      }
    }
  }

  void skip_past(std::string_view end, std::size_t from) {
    const std::size_t found = text_.find(end, from);
    at_ = found == text_.npos ? text_.size() : found + end.size();
  }

  // A name or a number, in which ' separates digits. Before a quote it may begin a raw string:
  // R"end(...)end".
  void read_word() {
    const std::size_t begin = at_;
    const bool is_number = std::isdigit(static_cast<unsigned char>(text_[at_])) != 0;
    while (is_alphanumeric(at_) ||
           (is_number && at_ < text_.size() && is("'") && is_alphanumeric(at_ + 1)))
      ++at_;
    constexpr std::string_view raw[] = {"R", "LR", "uR", "UR", "u8R"};
    if (at_ == text_.size() || !is("\"") ||
        std::ranges::find(raw, text_.substr(begin, at_ - begin)) == std::end(raw))
      return;
    const std::size_t open = text_.find('(', at_);
    if (open == text_.npos) return;
    const std::size_t quote = at_;
    skip_past(")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"", open);
    end_code(quote);
  }

  std::string_view text_;
  std::size_t at_ = 0, begin_ = 0;  // of code
  std::vector<CodeSpan> spans_;
};

}  // namespace

std::vector<CodeSpan> code_spans(std::string_view text) { return Scan(text).run(); }

std::string code_of(std::string_view text, char elsewhere) {
  std::string code(text);
  const auto blank = [&](std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; ++at)
      if (code[at] != '\n') code[at] = elsewhere;
  };
  std::size_t gap = 0;
  for (const CodeSpan& span : code_spans(text)) {
    blank(gap, span.begin);
    gap = span.end;
  }
  blank(gap, text.size());
  return code;
}

}  // namespace warplab
