// Attacks as they are handed in: with what several of them share in the place of its name.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <sstream>
#include <string>

#include "autograder/worker/protocol.h"
#include "common/files.h"
#include "tests/own_folder.h"

namespace warplab {

// The numbers of the judge's protocol, from its own header, ahead of message.inc.
inline std::string protocol_numbers() {
  static_assert(offsetof(Message, magic) == 0 && offsetof(Message, kind) == 4 &&
                    offsetof(Message, sequence) == 8 && sizeof(Message::sequence) == 8,
                "message.inc and find_go() say where these are");
  const auto number = [](MessageKind kind) { return static_cast<std::uint32_t>(kind); };
  return fmt::format(
      "enum {{ MAGIC = {:#x}, CONTROL = {}, OUTPUT = {}, MESSAGE_BYTES = {} }};\n"
      "enum {{ PREPARE = {}, READY = {}, GO = {}, DONE = {}, FAULT = {} }};\n\n",
      protocol_magic, control_fd, output_fd, sizeof(Message), number(MessageKind::prepare),
      number(MessageKind::ready), number(MessageKind::go), number(MessageKind::done),
      number(MessageKind::fault));
}

// The text of `file`, with each line `#include "NAME.inc"` replaced by the file of that name beside
// it, whose own are replaced as well.
inline std::string text_of_attack(const std::filesystem::path& file) {
  const std::string begin = "#include \"", end = ".inc\"";
  std::istringstream lines(read_file(file));
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(begin) || !line.ends_with(end)) {
      text += line + "\n";
      continue;
    }
    const std::string name = line.substr(begin.size(), line.size() - begin.size() - 1);
    if (name == "message.inc") text += protocol_numbers();
    text += text_of_attack(file.parent_path() / name);
  }
  return text;
}

// What is handed in: `file` itself where it shares nothing.
inline std::filesystem::path attack_source(const std::filesystem::path& file) {
  const std::string text = text_of_attack(file);
  if (text == read_file(file)) return file;
  const std::filesystem::path whole = own_folder() / file.filename();
  write_file(whole, text);
  return whole;
}

}  // namespace warplab
