#include "simt/page/html.h"

#include <fmt/format.h>
#include <sha256.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <system_error>

#include "common/escape.h"

namespace simt::page {
namespace {

// RFC 4648, section 4.
std::string base64(std::string_view bytes) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i)
      group = group << 8 | (i < count ? static_cast<unsigned char>(bytes[at + i]) : 0u);
    for (std::size_t i = 0; i < 4; ++i)
      text += i <= count ? digits[group >> (18 - 6 * i) & 63u] : '=';
  }
  return text;
}

}  // namespace

std::string escape(std::string_view text) { return warplab::escape_markup(text); }

bool has_editor() {
  const char* terminal = std::getenv("TERM_PROGRAM");
  if (terminal != nullptr && std::string_view(terminal) == "vscode") return true;
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string program = folder + "/code";
    std::error_code error;
    if (std::filesystem::is_regular_file(program, error) && ::access(program.c_str(), X_OK) == 0)
      return true;
  }
  return false;
}

std::string editor_link(const std::string& file, std::size_t line) {
  const std::string path = std::filesystem::absolute(file).lexically_normal().string();
  return escape(fmt::format("vscode://file{}:{}", warplab::percent_encoded(path), line));
}

std::string file_link(const std::string& path) { return escape(warplab::percent_encoded(path)); }

std::string data_address(std::string_view media_type, std::string_view bytes) {
  return fmt::format("data:{};base64,{}", media_type, base64(bytes));
}

std::string scrolled_table(const ScrolledTable& table) {
  std::string heads;
  for (const std::string& column : table.columns)
    heads += fmt::format("<th scope=\"col\">{}</th>", column);
  return fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table{}>\n{}"
      "<thead><tr>{}{}</tr></thead>\n<tbody>\n{}</tbody>\n</table></div>",
      table.label, table.kind.empty() ? "" : fmt::format(" class=\"{}\"", table.kind),
      table.caption.empty() ? "" : fmt::format("<caption>{}</caption>\n", table.caption), heads,
      table.more_heads, table.rows);
}

std::string number_head(std::string_view head) {
  return fmt::format("<span class=\"number\">{}</span>", head);
}

std::string bar(double value, double most, std::string_view label) {
  if (most <= 0) return {};
  return fmt::format("<progress max=\"{:g}\" value=\"{:g}\" aria-label=\"{}\"></progress>", most,
                     value, escape(label));
}

std::string policy_hash(std::string_view text) {
  SHA2_CTX context;
  std::array<std::uint8_t, SHA256_DIGEST_LENGTH> digest{};
  SHA256Init(&context);
  SHA256Update(&context, reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  SHA256Final(digest.data(), &context);
  return "sha256-" + base64({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

std::string policy(const std::vector<std::string_view>& scripts, std::string_view more) {
  std::string allowed = scripts.empty() ? "" : "; script-src";
  for (const std::string_view script : scripts)
    allowed += fmt::format(" '{}'", policy_hash(script));
  return fmt::format(
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
      "style-src '{}'; base-uri 'none'; form-action 'none'{}{}\">",
      policy_hash(style_sheet()), allowed, more);
}

std::string document(std::string_view title, std::string_view body, std::string_view script) {
  std::vector<std::string_view> scripts;
  std::string last;
  if (!script.empty()) {
    scripts = {script};
    last = fmt::format("<script>{}</script>\n", script);
  }
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "{}\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n{}{}</body>\n</html>\n",
      policy(scripts), escape(title), style_sheet(), body, last);
}

}  // namespace simt::page
