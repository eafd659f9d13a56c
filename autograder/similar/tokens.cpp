#include "autograder/similar/tokens.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "common/code_spans.h"

namespace warplab {
namespace {

constexpr char no_kind = 0, identifier_kind = 1, number_kind = 2, literal_kind = 3,
               first_spelled = 4;

// Parentheses and braces are no token.
constexpr auto operators = std::to_array<std::string_view>(
    {"<<<", ">>>", "<<=", ">>=", "<=>", "->*", "...", "<<", ">>", "<=", "==", "!=",
     "&&",  "||",  "++",  "--",  "+=",  "-=",  "*=",  "/=", "%=", "^=", "&=", "|=",
     "->",  ".*",  "::",  "##",  "[",   "]",   "<",   ";",  ":",  ",",  ".",  "?",
     "~",   "!",   "+",   "-",   "*",   "/",   "%",   "^",  "&",  "|",  "=",  "#"});

constexpr auto keywords = std::to_array<std::string_view>(
    {"alignas", "alignof", "asm", "auto", "bool", "break", "case", "catch", "char", "char16_t",
     "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield", "concept", "const",
     "const_cast", "consteval", "constexpr", "constinit", "continue", "decltype", "default",
     "delete", "do", "double", "dynamic_cast", "else", "enum", "explicit", "export", "extern",
     "false", "float", "for", "friend", "goto", "if", "inline", "int", "long", "mutable",
     "namespace", "new", "noexcept", "nullptr", "operator", "private", "protected", "public",
     "register", "reinterpret_cast", "requires", "restrict", "return", "short", "signed", "sizeof",
     "static", "static_assert", "static_cast", "struct", "switch", "template", "this",
     "thread_local", "throw", "true", "try", "typedef", "typeid", "typename", "union", "unsigned",
     "using", "virtual", "void", "volatile", "wchar_t", "while",
     // CUDA's
     "__constant__", "__device__", "__forceinline__", "__global__", "__grid_constant__", "__host__",
     "__launch_bounds__", "__managed__", "__noinline__", "__shared__"});

static_assert(first_spelled + operators.size() + keywords.size() < 256, "a kind is a char");

// Other ways to write operators and keywords, and comparisons the other way about: a > b is b < a.
constexpr auto alternatives = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{">", "<"},
     {">=", "<="},
     {"and", "&&"},
     {"and_eq", "&="},
     {"bitand", "&"},
     {"bitor", "|"},
     {"compl", "~"},
     {"not", "!"},
     {"not_eq", "!="},
     {"or", "||"},
     {"or_eq", "|="},
     {"xor", "^"},
     {"xor_eq", "^="},
     {"<%", "{"},
     {"%>", "}"},
     {"<:", "["},
     {":>", "]"},
     {"%:", "#"},
     {"_Alignas", "alignas"},
     {"_Alignof", "alignof"},
     {"_Bool", "bool"},
     {"_Static_assert", "static_assert"},
     {"_Thread_local", "thread_local"},
     {"__inline__", "inline"},
     {"__restrict", "restrict"},
     {"__restrict__", "restrict"}});

// The kind of a keyword or an operator, however it is written; of any other word `otherwise`.
char kind_of(std::string_view word, char otherwise) {
  for (const auto& [written, meant] : alternatives)
    if (word == written) word = meant;
  const auto op = std::ranges::find(operators, word);
  if (op != operators.end()) return static_cast<char>(first_spelled + (op - operators.begin()));
  const auto keyword = std::ranges::find(keywords, word);
  if (keyword == keywords.end()) return otherwise;
  return static_cast<char>(first_spelled + operators.size() + (keyword - keywords.begin()));
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Characters outside ASCII are letters.
bool is_in_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// `text` with lines that end in a backslash joined to the next.
std::string spliced(const std::string& text) {
  std::string joined;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\') {
      std::size_t end = at + 1;
      while (end < text.size() && text[end] != '\n' && is_blank(text[end])) ++end;
      if (end < text.size() && text[end] == '\n') {
        at = end;
        continue;
      }
    }
    joined += text[at];
  }
  return joined;
}

struct SpelledToken {
  char kind;
  std::string_view spelling;
  std::size_t line;  // that it begins on
};

// Takes a text apart.
class TokenReader {
 public:
  explicit TokenReader(std::string_view text) : text_(text) {}

  std::vector<SpelledToken> read() {
    for (const TextSpan& span : text_spans(text_)) {
      if (span.end <= at_) continue;
      advance_to(std::max(at_, span.begin));
      end_ = span.end;
      if (span.kind == TextKind::code)
        while (skip_blanks(), at_ < end_) read_token();
      else if (span.kind == TextKind::quoted)
        read_literal();
    }
    return std::move(tokens_);
  }

 private:
  bool is_at(std::string_view expected) const { return text_.substr(at_).starts_with(expected); }
  bool is_in_word_at(std::size_t at) const { return at < end_ && is_in_word(text_[at]); }

  void advance_to(std::size_t end) {
    line_ += std::ranges::count(text_.substr(at_, end - at_), '\n');
    at_ = end;
  }

  void skip_blanks() {
    std::size_t end = at_;
    while (end < end_ && is_blank(text_[end])) ++end;
    advance_to(end);
  }

  void read_token() {
    const char c = text_[at_];
    if (is_digit(c) || (c == '.' && at_ + 1 < end_ && is_digit(text_[at_ + 1])))
      read_number();
    else if (is_in_word(c))
      read_word();
    else
      read_operator();
  }

  // Adds the token from `begin` to here, which is on `line`.
  void add(char kind, std::size_t begin, std::size_t line) {
    tokens_.push_back({kind, text_.substr(begin, at_ - begin), line});
  }

  // As the preprocessor reads numbers: 1'000.5e-3f is one.
  void read_number() {
    const std::size_t begin = at_;
    for (char last = '\0'; at_ < end_; ++at_) {
      const char c = text_[at_];
      const bool is_sign =
          (c == '+' || c == '-') && (last == 'e' || last == 'E' || last == 'p' || last == 'P');
      if (!is_sign && !is_in_word(c) && c != '.' && !(c == '\'' && is_in_word_at(at_ + 1))) break;
      last = c;
    }
    add(number_kind, begin, line_);
  }

  // A string or a character, with the prefix that may be the last token: u8R"(...)".
  void read_literal() {
    std::size_t begin = at_;
    const std::size_t line = line_;
    if (!tokens_.empty() && is_prefix(tokens_.back().spelling)) {
      begin -= tokens_.back().spelling.size();
      tokens_.pop_back();
    }
    advance_to(end_);
    add(literal_kind, begin, line);
  }

  // Whether what is read here is a literal's, as what was read last says so.
  bool is_prefix(std::string_view last) const {
    if (last.data() + last.size() != text_.data() + at_) return false;
    if (text_[at_] == '"' && last.ends_with('R')) {
      last.remove_suffix(1);
      if (last.empty()) return true;
    }
    return last == "u8" || last == "u" || last == "U" || last == "L";
  }

  // A keyword, an identifier, or what a literal begins with.
  void read_word() {
    const std::size_t begin = at_;
    while (is_in_word_at(at_)) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (word == "include" && !tokens_.empty() && tokens_.back().spelling == "#") {
      tokens_.pop_back();
      return advance_to(std::min(text_.find('\n', at_), text_.size()));
    }
    add(kind_of(word, identifier_kind), begin, line_);
  }

  // The longest that is here. A character that none begins with is no token.
  void read_operator() {
    const std::size_t begin = at_;
    std::size_t length = 1;
    const auto fit = [&](std::string_view each) {
      if (is_at(each)) length = std::max(length, each.size());
    };
    for (const std::string_view each : operators) fit(each);
    for (const auto& [written, meant] : alternatives) fit(written);
    at_ += length;
    const char kind = kind_of(text_.substr(begin, length), no_kind);
    if (kind != no_kind) add(kind, begin, line_);
  }

  std::string_view text_;
  std::size_t at_ = 0, end_ = 0, line_ = 0;  // here, and where the span ends that is read
  std::vector<SpelledToken> tokens_;
};

// Calls `visit` with the tokens of each line, as kinds and as they are spelled.
template <class Visit>
void for_each_line(const std::string& text, Visit visit) {
  const std::string joined = spliced(text);
  const std::vector<SpelledToken> tokens = TokenReader(joined).read();
  for (std::size_t i = 0; i < tokens.size();) {
    std::string kinds, spelling;
    for (const std::size_t line = tokens[i].line; i < tokens.size() && tokens[i].line == line;
         ++i) {
      kinds += tokens[i].kind;
      spelling += tokens[i].spelling;
    }
    visit(kinds, spelling);
  }
}

}  // namespace

std::string token_kinds(const std::string& text, const std::string& stub) {
  std::set<std::string> known;
  for_each_line(stub,
                [&](const std::string&, const std::string& spelling) { known.insert(spelling); });
  std::string own;
  for_each_line(text, [&](const std::string& kinds, const std::string& spelling) {
    if (!known.contains(spelling)) own += kinds;
  });
  return own;
}

}  // namespace warplab
