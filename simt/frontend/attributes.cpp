// Reads the text as tokens, with the macros that are defined in it: words of CUDA and attributes may be hidden in
// those.
#include "simt/frontend/attributes.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "common/code_spans.h"

namespace simt::frontend {
namespace {

struct Token {
  std::string_view text;  // of the source: a word, or one character
  std::size_t line = 0;   // alike for the tokens of a directive, or of the code up to the next one
  bool directive = false;

  bool is(std::string_view other) const { return text == other; }
};

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text), directives_(warplab::directives_in(text)) {}

  std::vector<Token> run() && {
    for (const warplab::CodeSpan& span : warplab::code_spans(text_))
      for (at_ = span.begin; at_ < span.end;) read(span.end);
    return std::move(tokens_);
  }

 private:
  void read(std::size_t end) {
    while (next_ < directives_.size() && directives_[next_].end <= at_) ++next_;
    const bool directive = next_ < directives_.size() && directives_[next_].begin <= at_;
    const char c = text_[at_];
    std::size_t size = 1;
    if (warplab::is_of_word(c))
      while (at_ + size < end && warplab::is_of_word(text_[at_ + size])) ++size;
    if (!std::isspace(static_cast<unsigned char>(c)) && c != '\\')
      tokens_.push_back({text_.substr(at_, size), 2 * next_ + (directive ? 1 : 0), directive});
    at_ += size;
  }

  std::string_view text_;
  std::vector<warplab::Directive> directives_;
  std::size_t at_ = 0, next_ = 0;  // here, and the first directive that does not end before
  std::vector<Token> tokens_;
};

class Mover {
 public:
  explicit Mover(const std::string& text) : text_(text), tokens_(Reader(text).run()) {
    for (std::size_t i = 0; i + 2 < tokens_.size(); ++i)
      if (tokens_[i].directive && tokens_[i].is("#") && tokens_[i + 1].is("define"))
        note_macro(i + 2);
  }

  std::string run() && {
    std::string result;
    std::size_t copied = 0;
    for (std::size_t i = 0; i < tokens_.size();) {
      const std::size_t words = after_words(i), attributes = after_attributes(words);
      if (words > i && attributes > words && same_line(i, words)) {
        const std::size_t begin = offset(i), middle = offset(words), end = end_of(attributes - 1);
        const std::size_t gap = end_of(words - 1);
        result.append(text_, copied, begin - copied).append(text_, middle, end - middle);
        result.append(text_, gap, middle - gap).append(text_, begin, gap - begin);
        if (end < text_.size() && warplab::is_of_word(text_[end])) result += ' ';
        copied = end;
        i = attributes;
      } else {
        i = std::max(words, i + 1);
      }
    }
    return result.append(text_, copied);
  }

 private:
  // #define <name> or #define <name>(parameters), and what it stands for: words of CUDA alone, or attributes alone.
  void note_macro(std::size_t name) {
    std::size_t body = name + 1;
    const bool has_parameters =
        same_line(name, body) && tokens_[body].is("(") && offset(body) == end_of(name);
    if (has_parameters) body = after_pair(body, "(", ")");
    if (!same_line(name, body)) return;
    const auto is_all = [&](std::size_t end) { return end > body && !same_line(name, end); };
    if (!has_parameters && is_all(after_words(body))) words_.insert(tokens_[name].text);
    if (is_all(after_attributes(body)))
      (has_parameters ? attributes_with_arguments_ : attributes_).insert(tokens_[name].text);
  }

  std::size_t after_words(std::size_t i) const {
    const std::size_t first = i;
    while (same_line(first, i) && words_.contains(tokens_[i].text)) ++i;
    return i;
  }

  std::size_t after_attributes(std::size_t i) const {
    for (const std::size_t first = i;;) {
      const std::size_t end = after_attribute(i);
      if (end == i || !same_line(first, end - 1)) return i;
      i = end;
    }
  }

  // The token after the attribute that begins at `i`; `i` where none does.
  std::size_t after_attribute(std::size_t i) const {
    if (i >= tokens_.size()) return i;
    if (attributes_.contains(tokens_[i].text)) return i + 1;
    std::size_t end = i;
    if (attributes_with_arguments_.contains(tokens_[i].text))
      end = after_pair(i + 1, "(", ")");
    else if (tokens_[i].is("[") && same_line(i, i + 1) && tokens_[i + 1].is("["))
      end = after_pair(i, "[", "]");
    return end > i + 1 ? end : i;
  }

  // The token after the one that closes what `i` opens; `i` where it opens nothing, or nothing closes it.
  std::size_t after_pair(std::size_t i, std::string_view open, std::string_view close) const {
    int depth = 0;
    for (std::size_t at = i; same_line(i, at); ++at) {
      if (tokens_[at].is(open)) ++depth;
      if (tokens_[at].is(close)) --depth;
      if (depth == 0) return at == i ? i : at + 1;
    }
    return i;
  }

  bool same_line(std::size_t i, std::size_t other) const {
    return other < tokens_.size() && tokens_[i].line == tokens_[other].line;
  }
  std::size_t offset(std::size_t i) const { return tokens_[i].text.data() - text_.data(); }
  std::size_t end_of(std::size_t i) const { return offset(i) + tokens_[i].text.size(); }

  const std::string& text_;
  std::vector<Token> tokens_;
  std::unordered_set<std::string_view> words_ = {"__shared__",  "__device__", "__constant__",
                                                 "__managed__", "__global__", "__host__"};
  std::unordered_set<std::string_view> attributes_;
  std::unordered_set<std::string_view> attributes_with_arguments_ = {"alignas"};
};

}  // namespace

std::string with_attributes_first(const std::string& text) {
  if (text.find("alignas") == text.npos && text.find("[[") == text.npos) return text;
  return Mover(text).run();
}

}  // namespace simt::frontend
