// XML as reports of tests have it.
#pragma once

#include <string>
#include <string_view>

namespace warplab {

// ` name="value"`, with any bytes as the value. Line feeds and tabs stay, which readers would
// otherwise turn into blanks.
std::string xml_attribute(std::string_view name, std::string_view value);

}  // namespace warplab
