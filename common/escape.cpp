#include "common/escape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

namespace warplab {
namespace {

// The character that valid UTF-8 begins with, and its length.
std::pair<char32_t, std::size_t> first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  const std::size_t length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  char32_t character = length == 1 ? first : first & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) character = character << 6 | (byte(i) & 0x3fu);
  return {character, length};
}

// What nobody sees on a screen (controls, and Unicode's Default_Ignorable_Code_Point but for the two
// that choose how an emoji looks), or what turns the direction of writing.
bool is_hidden(char32_t c) {
  struct Range {
    char32_t first, last;
  };
  constexpr Range hidden[] = {
      {0x00, 0x08},      {0x0b, 0x1f},     {0x7f, 0x9f},     {0xad, 0xad},       {0x34f, 0x34f},
      {0x61c, 0x61c},    {0x115f, 0x1160}, {0x17b4, 0x17b5}, {0x180b, 0x180f},   {0x200b, 0x200f},
      {0x2028, 0x202e},  {0x2060, 0x206f}, {0x3164, 0x3164}, {0xfe00, 0xfe0d},   {0xfeff, 0xfeff},
      {0xffa0, 0xffa0},  {0xfff0, 0xfffb}, {0xfffe, 0xffff}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a},
      {0xe0000, 0xe0fff}};
  return std::ranges::any_of(hidden, [c](Range r) { return r.first <= c && c <= r.last; });
}

std::string_view entity_for(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return {};
  }
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  using nlohmann::json;
  const std::string quoted = json(text).dump(-1, ' ', false, json::error_handler_t::replace);
  return json::parse(quoted).get<std::string>();
}

std::string visible(std::string_view text) {
  const std::string valid = valid_utf8(text);
  std::string result;
  result.reserve(valid.size());
  for (std::string_view rest = valid; !rest.empty();) {
    const auto [character, length] = first_character(rest);
    if (is_hidden(character))
      result += fmt::format("[U+{:04X}]", static_cast<std::uint32_t>(character));
    else
      result += rest.substr(0, length);
    rest.remove_prefix(length);
  }
  return result;
}

std::string visible_line(std::string_view text) {
  std::string line = visible(text);
  std::ranges::replace_if(
      line, [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return line;
}

std::string escape_markup(std::string_view text) {
  std::string result;
  for (const char c : visible(text))
    if (const std::string_view entity = entity_for(c); !entity.empty())
      result += entity;
    else
      result += c;
  return result;
}

std::string percent_encoded(std::string_view path) {
  std::string text;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = byte < 0x80 && (std::isalnum(byte) != 0 ||
                                          std::string_view("-._~/").find(c) != std::string::npos);
    text += is_plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return text;
}

}  // namespace warplab
