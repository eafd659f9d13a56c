// A document of XML as expat reads it, for tests of what other programs read.
#pragma once

#include <expat.h>

#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace warplab {

struct XmlElement {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::vector<XmlElement> children;
  std::string text;  // directly in it
};

// Throws std::runtime_error, with the element, for what is not well formed.
inline XmlElement read_xml(const std::string& document) {
  std::vector<XmlElement> open(1);
  const XML_Parser parser = XML_ParserCreate(nullptr);
  XML_SetUserData(parser, &open);
  XML_SetElementHandler(
      parser,
      [](void* data, const char* name, const char** attributes) {
        XmlElement element;
        element.name = name;
        for (; *attributes != nullptr; attributes += 2)
          element.attributes[attributes[0]] = attributes[1];
        static_cast<std::vector<XmlElement>*>(data)->push_back(element);
      },
      [](void* data, const char*) {
        auto& elements = *static_cast<std::vector<XmlElement>*>(data);
        const XmlElement done = elements.back();
        elements.pop_back();
        elements.back().children.push_back(done);
      });
  XML_SetCharacterDataHandler(parser, [](void* data, const char* text, int size) {
    static_cast<std::vector<XmlElement>*>(data)->back().text.append(text,
                                                                    static_cast<std::size_t>(size));
  });
  std::string error;
  if (XML_Parse(parser, document.data(), static_cast<int>(document.size()), XML_TRUE) !=
      XML_STATUS_OK)
    error =
        XML_ErrorString(XML_GetErrorCode(parser)) + std::string(" in <") + open.back().name + ">";
  XML_ParserFree(parser);
  if (!error.empty()) throw std::runtime_error(error);
  return open[0].children.at(0);
}

}  // namespace warplab
