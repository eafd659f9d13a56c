// What kernels print. As on a device, a call of printf() leaves its format and its arguments in a
// ring of so many bytes, where new output takes the place of the oldest; the text is made of what
// the ring holds when the launch ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace simt::exec {

// How an argument lies in a call's memory: 4 or 8 bytes, or the address of a text.
enum class PrintArgument : uint8_t { word, wide, real, text };

// A format, parsed once for all lanes that print with it.
class PrintFormat {
 public:
  explicit PrintFormat(std::string_view format);

  // In order, those that a width or precision of * takes included, and no more than a call takes.
  std::span<const PrintArgument> arguments() const { return arguments_; }
  int conversions() const { return static_cast<int>(conversions_.size()); }
  size_t size() const { return size_; }
  // `arguments`: the bytes of one after the other; a text with its zero.
  std::string text(std::string_view arguments) const;

 private:
  struct Number {
    enum class Given : uint8_t { no, in_format, as_argument };
    Given given = Given::no;
    int value = 0;
  };
  struct Conversion {
    std::string before;  // what stands in front of it
    std::string flags;
    Number width, precision;
    std::string length;  // as printf takes it: "", "h", "hh" or "ll"
    char letter = 0;
    PrintArgument argument{};
  };

  // The conversion behind the % at `at`, which moves past it; false where there is none.
  bool parse_conversion(std::string_view format, size_t& at, Conversion& conversion);
  void add(Conversion conversion);
  void take(PrintArgument argument);

  std::vector<Conversion> conversions_;
  std::string rest_;
  std::vector<PrintArgument> arguments_;
  size_t size_;
};

// Formats that were met before, by their text.
class PrintFormats {
 public:
  std::shared_ptr<const PrintFormat> get(std::string text);

 private:
  std::map<std::string, std::shared_ptr<const PrintFormat>> known_;
};

// One lane's call.
struct Printed {
  std::shared_ptr<const PrintFormat> format;
  std::string arguments;

  std::string text() const { return format->text(arguments); }
  // What it takes of the ring: its format and its arguments, with all their texts.
  uint64_t bytes() const { return format->size() + 1 + arguments.size(); }
};

class PrintRing {
 public:
  explicit PrintRing(uint64_t bytes) : limit_(bytes) {}

  void add(uint64_t block, Printed printed);
  // Takes over what another one holds.
  void add(PrintRing&& other);
  // By block, then in the order in which it came; the newest of it, and no more bytes than the ring
  // has. What does not fit counts as dropped.
  std::string take_text();
  uint64_t dropped() const { return dropped_; }  // calls

 private:
  struct Entry {
    uint64_t block = 0;
    Printed printed;
  };

  void drop_oldest();

  const uint64_t limit_;
  uint64_t bytes_ = 0, dropped_ = 0;
  std::deque<Entry> entries_;
};

}  // namespace simt::exec
