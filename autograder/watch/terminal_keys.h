// Keys of a terminal, one at a time.
#pragma once

#include <termios.h>

#include <optional>

namespace warplab {

// As long as it exists, the terminal hands over each key as it is typed and does not show it;
// then the terminal is as it was. Ctrl-C stays what it is.
class TerminalKeys {
 public:
  // `input` is a descriptor; one that is no terminal is left alone.
  explicit TerminalKeys(int input);
  ~TerminalKeys();
  TerminalKeys(const TerminalKeys&) = delete;
  TerminalKeys& operator=(const TerminalKeys&) = delete;

  // Readable once a key was typed; -1 where there is no terminal.
  int descriptor() const { return input_; }
  // Waits for a key; nothing where the terminal is gone.
  std::optional<char> read_key() const;

 private:
  int input_ = -1;
  termios before_{};
};

}  // namespace warplab
