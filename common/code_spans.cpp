#include "common/code_spans.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace warplab {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf", blanks_in_line = " \t\r";
constexpr std::size_t longest_delimiter = 16;  // of a raw string

// Whether a backslash continues the line that ends at `at`, also with blanks after it.
bool is_continued(std::string_view text, std::size_t at) {
  const std::size_t last = text.substr(0, at).find_last_not_of(blanks_in_line);
  return last != text.npos && text[last] == '\\';
}

class Scan {
 public:
  explicit Scan(std::string_view text) : text_(text) {}

  std::vector<TextSpan> run() && {
    if (text_.starts_with(byte_order_mark)) begin_ = at_ = byte_order_mark.size();
    while (at_ < text_.size()) step();
    end_span(text_.size(), TextKind::code);
    return std::move(spans_);
  }

 private:
  bool is(std::string_view what) const {
    return text_.substr(std::min(at_, text_.size())).starts_with(what);
  }
  bool is_word_at(std::size_t at) const { return at < text_.size() && is_of_word(text_[at]); }

  void step() {
    const std::size_t begin = at_;
    if (is("//")) {
      skip_line();
      add(begin, TextKind::comment);
    } else if (is("/*")) {
      skip_past("*/", at_ + 2);
      add(begin, TextKind::comment);
    } else if (is("\"") || is("'")) {
      skip_quoted();
      add(begin, TextKind::quoted);
    } else if (is_word_at(at_)) {
      read_word();
    } else {
      ++at_;
    }
  }

  // A comment or something in quotes, from `begin` to here.
  void add(std::size_t begin, TextKind kind) {
    end_span(begin, TextKind::code);
    end_span(at_, kind);
  }
  void end_span(std::size_t end, TextKind kind) {
    if (end > begin_) spans_.push_back({begin_, end, kind});
    begin_ = end;
  }

  void skip_line() {
    for (;;) {
      at_ = std::min(text_.find('\n', at_), text_.size());
      if (at_ == text_.size() || !is_continued(text_, at_)) return;
      ++at_;
    }
  }

  void skip_quoted() {
    const char quote = text_[at_];
    for (++at_; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
      if (text_[at_] == quote) {
        ++at_;
        return;
      }
      if (text_[at_] != '\\') continue;
      ++at_;
      if (is("\r\n")) ++at_;
    }
    at_ = std::min(at_, text_.size());
  }

  void skip_past(std::string_view end, std::size_t from) {
    const std::size_t found = text_.find(end, from);
    at_ = found == text_.npos ? text_.size() : found + end.size();
  }

  // A name or a number, in which ' separates digits. Before a quote it may begin a raw string:
  // R"end(...)end".
  void read_word() {
    const std::size_t begin = at_;
    const bool is_number = text_[at_] >= '0' && text_[at_] <= '9';
    while (is_word_at(at_) || (is_number && is("'") && is_word_at(at_ + 1))) ++at_;
    constexpr std::string_view raw[] = {"R", "LR", "uR", "UR", "u8R"};
    if (!is("\"") || std::ranges::find(raw, text_.substr(begin, at_ - begin)) == std::end(raw))
      return;
    const std::string_view delimiter = text_.substr(at_ + 1, longest_delimiter + 1);
    const std::size_t open = delimiter.find('(');
    if (open == delimiter.npos) return;
    const std::size_t quote = at_;
    skip_past(")" + std::string(delimiter.substr(0, open)) + "\"", quote + 1 + open);
    add(quote, TextKind::quoted);
  }

  std::string_view text_;
  std::size_t at_ = 0, begin_ = 0;  // here, and where the span begins that is read
  std::vector<TextSpan> spans_;
};

class Directives {
 public:
  explicit Directives(std::string_view text) : text_(text) {}

  std::vector<Directive> find() && {
    for (const TextSpan& span : text_spans(text_))
      if (span.kind == TextKind::code)
        read(span);
      else
        skip(span);
    if (is_open_) close(text_.size());
    return std::move(directives_);
  }

 private:
  void read(const TextSpan& span) {
    for (std::size_t at = span.begin; at < span.end; ++at) {
      const char c = text_[at];
      if (c == '\n') {
        end_line(at);
        continue;
      }
      if (c == '#' && begins_line_) {
        directives_.push_back({at, 0, line_, 0, ""});
        is_open_ = true;
      }
      if (blanks_in_line.find(c) == blanks_in_line.npos) begins_line_ = false;
      if (is_open_) directives_.back().text += c;
    }
  }

  // A comment is a blank.
  void skip(const TextSpan& span) {
    if (is_open_) directives_.back().text += ' ';
    if (span.kind == TextKind::quoted) begins_line_ = false;
    line_ += std::count(text_.begin() + static_cast<std::ptrdiff_t>(span.begin),
                        text_.begin() + static_cast<std::ptrdiff_t>(span.end), '\n');
  }

  void end_line(std::size_t at) {
    if (!is_continued(text_, at)) {
      if (is_open_) close(at + 1);
      begins_line_ = true;
    } else if (is_open_) {
      std::string& text = directives_.back().text;
      text.resize(std::min(text.rfind('\\'), text.size()));
      text += ' ';
    }
    ++line_;
  }

  void close(std::size_t end) {
    directives_.back().end = end;
    directives_.back().last_line = line_;
    is_open_ = false;
  }

  std::string_view text_;
  std::size_t line_ = 1;
  bool begins_line_ = true, is_open_ = false;
  std::vector<Directive> directives_;
};

}  // namespace

std::vector<TextSpan> text_spans(std::string_view text) { return Scan(text).run(); }

std::vector<CodeSpan> code_spans(std::string_view text) {
  std::vector<CodeSpan> spans;
  for (const TextSpan& span : text_spans(text))
    if (span.kind == TextKind::code) spans.push_back({span.begin, span.end});
  return spans;
}

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

std::vector<Directive> directives_in(std::string_view text) { return Directives(text).find(); }

std::size_t find_word(std::string_view code, std::string_view word, std::size_t at) {
  for (; (at = code.find(word, at)) != code.npos; ++at) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !is_of_word(code[at - 1]);
    if (begins && (end == code.size() || !is_of_word(code[end]))) return at;
  }
  return code.npos;
}

}  // namespace warplab
