#include "simt/page/listing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include "common/code_spans.h"
#include "common/wrap.h"
#include "simt/page/html.h"

namespace simt::page {
namespace {

constexpr std::size_t most_lines = 1000;
constexpr std::size_t most_source_bytes = 90 << 10;  // of their markup
constexpr std::size_t longest_line = 400;            // characters

// What colours a byte of a file: page.css has classes for these.
enum class Colour : char { none, word, text, remark };

constexpr std::string_view class_of(Colour colour) {
  switch (colour) {
    case Colour::word:
      return "word";
    case Colour::text:
      return "text";
    case Colour::remark:
      return "remark";
    case Colour::none:
      break;
  }
  return {};
}

// Of C and C++, and what CUDA adds.
constexpr std::string_view keywords[] = {"alignas",      "alignof",
                                         "auto",         "bool",
                                         "break",        "case",
                                         "char",         "class",
                                         "concept",      "const",
                                         "const_cast",   "consteval",
                                         "constexpr",    "continue",
                                         "decltype",     "default",
                                         "delete",       "do",
                                         "double",       "dynamic_cast",
                                         "else",         "enum",
                                         "explicit",     "extern",
                                         "false",        "float",
                                         "for",          "friend",
                                         "goto",         "if",
                                         "inline",       "int",
                                         "long",         "mutable",
                                         "namespace",    "new",
                                         "noexcept",     "nullptr",
                                         "operator",     "private",
                                         "protected",    "public",
                                         "register",     "reinterpret_cast",
                                         "requires",     "restrict",
                                         "return",       "short",
                                         "signed",       "sizeof",
                                         "static",       "static_assert",
                                         "static_cast",  "struct",
                                         "switch",       "template",
                                         "this",         "thread_local",
                                         "throw",        "true",
                                         "try",          "catch",
                                         "typedef",      "typename",
                                         "union",        "unsigned",
                                         "using",        "virtual",
                                         "void",         "volatile",
                                         "while",        "__constant__",
                                         "__device__",   "__forceinline__",
                                         "__global__",   "__grid_constant__",
                                         "__host__",     "__launch_bounds__",
                                         "__managed__",  "__noinline__",
                                         "__restrict__", "__shared__"};

bool is_keyword(std::string_view word) {
  static const std::set<std::string_view> all(std::begin(keywords), std::end(keywords));
  return all.contains(word);
}

// Of each byte of a file.
std::vector<Colour> colours_of(std::string_view text) {
  std::vector<Colour> colours(text.size(), Colour::none);
  const auto paint = [&](std::size_t begin, std::size_t end, Colour colour) {
    std::fill(colours.begin() + static_cast<std::ptrdiff_t>(begin),
              colours.begin() + static_cast<std::ptrdiff_t>(end), colour);
  };
  const auto paint_words = [&](std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end;) {
      const std::size_t first = at;
      if (text[at] == '#') ++at;  // of a directive
      while (at < end && warplab::is_of_word(text[at])) ++at;
      const bool is_directive = text[first] == '#' && at > first + 1;
      if (is_directive || is_keyword(text.substr(first, at - first)))
        paint(first, at, Colour::word);
      at = std::max(at, first + 1);
    }
  };
  for (const warplab::TextSpan& span : warplab::text_spans(text))
    if (span.kind == warplab::TextKind::code)
      paint_words(span.begin, span.end);
    else
      paint(span.begin, span.end,
            span.kind == warplab::TextKind::comment ? Colour::remark : Colour::text);
  return colours;
}

// Markup of a line whose first byte has the colour of `first`; cut where it is too long for a page.
std::string markup_of(const std::string& line, std::vector<Colour>::const_iterator first) {
  const bool is_whole = warplab::width_of(line) <= longest_line;
  const std::string_view shown = std::string_view(line).substr(
      0, is_whole ? line.size() : warplab::cut(line, longest_line).size());
  std::string markup;
  for (std::size_t begin = 0, end = 0; begin < shown.size(); begin = end) {
    const auto colour = [&](std::size_t at) { return first[static_cast<std::ptrdiff_t>(at)]; };
    while (end < shown.size() && colour(end) == colour(begin)) ++end;
    const std::string text = escape(shown.substr(begin, end - begin));
    markup += colour(begin) == Colour::none
                  ? text
                  : fmt::format("<span class=\"{}\">{}</span>", class_of(colour(begin)), text);
  }
  return is_whole ? markup : markup + " <span class=\"small\">(cut)</span>";
}

// As many lines as there is room for.
std::vector<std::string> shown_lines(const std::string& text) {
  const std::vector<Colour> colours = colours_of(text);
  std::vector<std::string> shown;
  std::size_t bytes = 0, at = 0;
  for (const std::string& line : warplab::split_lines(text)) {
    std::string markup = markup_of(line, colours.begin() + static_cast<std::ptrdiff_t>(at));
    at += line.size() + 1;
    bytes += markup.size();
    if (shown.size() == most_lines || bytes > most_source_bytes) break;
    shown.push_back(std::move(markup));
  }
  return shown;
}

}  // namespace

std::string Listing::line_id(std::size_t line) const { return fmt::format("{}-line{}", id, line); }

Listing make_listing(std::string id, std::string label, std::string file, std::string text) {
  std::vector<std::string> lines = shown_lines(text);
  const std::size_t shown = lines.size();
  return {std::move(id), std::move(label), std::move(file), std::move(text), std::move(lines),
          shown,         has_editor()};
}

const Listing* Listings::find(const events::Site& site) const {
  for (const Listing& listing : all)
    if (listing.shows(site.line) && are_same(site.file, listing.file)) return &listing;
  return nullptr;
}

}  // namespace simt::page
