// What a class got wrong as one page of HTML, to look at before the next lecture.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "autograder/items/items.h"

namespace warplab {

inline constexpr const char* items_page_name = "items.html";  // in the folder of the class

namespace page {

// Of the first group, by lab and step: the share of students who pass each gate, all mistakes with their places in the
// handout, and the speeds as a histogram with its table; then points and gates of all groups beside each other. `course` is
// the folder whose chapters links open in an editor.
std::string items_page(const std::vector<ItemGroup>& groups, const std::filesystem::path& course);

}  // namespace page
}  // namespace warplab
