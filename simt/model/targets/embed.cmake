# Embeds targets/*.json: sets TARGETS_SOURCE to a source file that defines model::target_texts().
file(GLOB TARGET_FILES CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.json)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${TARGET_FILES})
set(TARGET_TEXTS "")
foreach(TARGET_FILE IN LISTS TARGET_FILES)
  file(READ ${TARGET_FILE} TARGET_TEXT)
  string(APPEND TARGET_TEXTS "    R\"json(${TARGET_TEXT})json\",\n")
endforeach()
set(TARGETS_SOURCE ${CMAKE_CURRENT_BINARY_DIR}/target_texts.cpp)
file(CONFIGURE OUTPUT ${TARGETS_SOURCE} @ONLY CONTENT
"#include \"simt/model/target.h\"
namespace simt::model {
std::span<const std::string_view> target_texts() {
  static constexpr std::string_view texts[] = {
@TARGET_TEXTS@  };
  return texts;
}
}  // namespace simt::model
")
