#include "simt/exec/printed.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <utility>

namespace simt::exec {
namespace {

constexpr int longest_field = 4096;    // a field wider than this is cut
constexpr size_t most_arguments = 32;  // of a call; the format may ask for more, which are garbage
constexpr int garbage_byte = 0xc7;

bool is_one_of(std::string_view letters, std::string_view text, size_t at) {
  return at < text.size() && letters.find(text[at]) != letters.npos;
}

// Arguments as PrintFormat::text() is given them; garbage where there are no more.
class Arguments {
 public:
  explicit Arguments(std::string_view bytes) : rest_(bytes) {}

  template <class T>
  T next() {
    T value;
    std::memset(&value, garbage_byte, sizeof(T));
    if (rest_.empty()) return value;
    std::memcpy(&value, rest_.data(), sizeof(T));
    rest_.remove_prefix(sizeof(T));
    return value;
  }
  const char* next_text() {
    if (rest_.empty()) return "";
    const char* const text = rest_.data();
    rest_.remove_prefix(std::strlen(text) + 1);
    return text;
  }

 private:
  std::string_view rest_;
};

template <class Value>
void append(std::string& text, const std::string& specification, Value value) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  char buffer[128];
  const int size = std::snprintf(buffer, sizeof buffer, specification.c_str(), value);
  if (size < 0) return;
  const auto length = static_cast<size_t>(size);
  if (length < sizeof buffer) {
    text.append(buffer, length);
    return;
  }
  const size_t begin = text.size();
  text.resize(begin + length);
  std::snprintf(text.data() + begin, length + 1, specification.c_str(), value);
#pragma GCC diagnostic pop
}

}  // namespace

PrintFormat::PrintFormat(std::string_view format) : size_(format.size()) {
  Conversion conversion;
  for (size_t at = 0; at < format.size();) {
    const size_t begin = at++;
    if (format[begin] != '%') {
      conversion.before += format[begin];
    } else if (is_one_of("%", format, at)) {
      conversion.before += format[at++];
    } else if (parse_conversion(format, at, conversion)) {
      add(std::exchange(conversion, {}));
    } else {
      std::string before = conversion.before + std::string(format.substr(begin, at - begin));
      conversion = {};
      conversion.before = std::move(before);
    }
  }
  rest_ = conversion.before;
}

bool PrintFormat::parse_conversion(std::string_view format, size_t& at, Conversion& conversion) {
  while (is_one_of("-+ #0", format, at)) conversion.flags += format[at++];
  const auto parse_number = [&](Number& number) {
    if (is_one_of("*", format, at)) {
      ++at;
      number.given = Number::Given::as_argument;
    }
    for (; is_one_of("0123456789", format, at); ++at) {
      number.given = Number::Given::in_format;
      number.value = std::min(number.value * 10 + (format[at] - '0'), longest_field);
    }
  };
  parse_number(conversion.width);
  if (is_one_of(".", format, at)) {
    ++at;
    conversion.precision.given = Number::Given::in_format;  // none is 0
    parse_number(conversion.precision);
  }
  bool is_wide = false;
  for (; is_one_of("hlLqjzt", format, at); ++at) {
    is_wide |= format[at] != 'h' && format[at] != 'L';
    if (format[at] == 'h' && conversion.length.size() < 2) conversion.length += 'h';
  }
  if (at >= format.size()) return false;
  conversion.letter = format[at++];
  if (std::string_view("diuoxX").find(conversion.letter) != std::string_view::npos) {
    if (is_wide) conversion.length = "ll";
    conversion.argument = is_wide ? PrintArgument::wide : PrintArgument::word;
    return true;
  }
  conversion.length.clear();
  switch (conversion.letter) {
    case 'c':
      conversion.argument = PrintArgument::word;
      return true;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      conversion.argument = PrintArgument::real;
      return true;
    case 'p':
      conversion.argument = PrintArgument::wide;
      return true;
    case 's':
      conversion.argument = PrintArgument::text;
      return true;
    default:
      return false;
  }
}

void PrintFormat::add(Conversion conversion) {
  for (const Number* number : {&conversion.width, &conversion.precision})
    if (number->given == Number::Given::as_argument) take(PrintArgument::word);
  take(conversion.argument);
  conversions_.push_back(std::move(conversion));
}

void PrintFormat::take(PrintArgument argument) {
  if (arguments_.size() < most_arguments) arguments_.push_back(argument);
}

std::string PrintFormat::text(std::string_view bytes) const {
  Arguments arguments(bytes);
  std::string text;
  for (const Conversion& conversion : conversions_) {
    text += conversion.before;
    std::string specification = "%" + conversion.flags;
    const auto number_of = [&](const Number& number) {
      return number.given == Number::Given::as_argument ? arguments.next<int>() : number.value;
    };
    if (conversion.width.given != Number::Given::no)
      specification +=
          std::to_string(std::clamp(number_of(conversion.width), -longest_field, longest_field));
    if (conversion.precision.given != Number::Given::no)
      // A negative one is as if it were not there.
      if (const int precision = number_of(conversion.precision); precision >= 0)
        specification += "." + std::to_string(std::min(precision, longest_field));
    specification += conversion.length;
    specification += conversion.letter;
    switch (conversion.argument) {
      case PrintArgument::word:
        append(text, specification, arguments.next<int>());
        break;
      case PrintArgument::wide:
        if (conversion.letter == 'p')
          append(text, specification, reinterpret_cast<void*>(arguments.next<uint64_t>()));
        else
          append(text, specification, arguments.next<long long>());
        break;
      case PrintArgument::real:
        append(text, specification, arguments.next<double>());
        break;
      case PrintArgument::text:
        append(text, specification, arguments.next_text());
        break;
    }
  }
  return text += rest_;
}

std::shared_ptr<const PrintFormat> PrintFormats::get(std::string text) {
  constexpr size_t most = 256;  // a program has few, unless it makes them up
  if (const auto found = known_.find(text); found != known_.end()) return found->second;
  if (known_.size() == most) known_.clear();
  auto format = std::make_shared<const PrintFormat>(text);
  return known_[std::move(text)] = std::move(format);
}

void PrintRing::add(uint64_t block, Printed printed) {
  bytes_ += printed.bytes();
  entries_.push_back({block, std::move(printed)});
  while (bytes_ > limit_) drop_oldest();
}

void PrintRing::add(PrintRing&& other) {
  bytes_ += other.bytes_;
  dropped_ += other.dropped_;
  std::ranges::move(other.entries_, std::back_inserter(entries_));
}

void PrintRing::drop_oldest() {
  bytes_ -= entries_.front().printed.bytes();
  entries_.pop_front();
  ++dropped_;
}

std::string PrintRing::take_text() {
  std::ranges::stable_sort(entries_, {}, &Entry::block);
  while (bytes_ > limit_) drop_oldest();
  std::vector<std::string> texts;  // from the newest on
  uint64_t room = limit_;
  for (size_t e = entries_.size(); e-- > 0;) {
    std::string text = entries_[e].printed.text();
    if (text.size() > room) {
      dropped_ += e + 1;
      break;
    }
    room -= text.size();
    texts.push_back(std::move(text));
  }
  entries_.clear();
  bytes_ = 0;
  std::string all;
  all.reserve(limit_ - room);
  for (size_t t = texts.size(); t-- > 0;) all += texts[t];
  return all;
}

}  // namespace simt::exec
