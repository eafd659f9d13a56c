#include "common/xml.h"

#include <fmt/format.h>

#include "common/escape.h"

namespace warplab {

std::string xml_attribute(std::string_view name, std::string_view value) {
  std::string text = fmt::format(" {}=\"", name);
  for (const char c : escape_markup(value))
    if (c == '\n')
      text += "&#10;";
    else if (c == '\t')
      text += "&#9;";
    else
      text += c;
  return text + "\"";
}

}  // namespace warplab
