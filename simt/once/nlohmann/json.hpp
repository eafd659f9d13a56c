// The library's header, and which of its templates compiled_json.cpp has: whoever includes it compiles them no more,
// which would take a third of a build's time, and half of one's with sanitizers.
#pragma once

#include_next <nlohmann/json.hpp>
#include <string>

namespace nlohmann {
extern template class basic_json<>;
namespace detail {
using TextInput = iterator_input_adapter<std::string::const_iterator>;
extern template class lexer<json, TextInput>;
extern template class parser<json, TextInput>;
extern template class json_sax_dom_parser<json>;
extern template class json_sax_dom_callback_parser<json>;
extern template class serializer<json>;
}  // namespace detail
}  // namespace nlohmann
