// nlohmann's JSON, compiled once for all: see nlohmann/json.hpp here.
#include <nlohmann/json.hpp>

namespace nlohmann {
template class basic_json<>;
namespace detail {
template class lexer<json, TextInput>;
template class parser<json, TextInput>;
template class json_sax_dom_parser<json>;
template class json_sax_dom_callback_parser<json>;
template class serializer<json>;
}  // namespace detail
}  // namespace nlohmann
