// What holds for every page of HTML that the project writes, whatever is in it.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <regex>
#include <set>
#include <string>

#include "simt/page/html.h"

namespace warplab {

// Each id is there once and links lead to no other; all that its policy allows is its own style sheet.
inline void expect_whole_page(const std::string& page) {
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
  EXPECT_TRUE(page.ends_with("</html>\n"));
  EXPECT_LT(page.size(), 1u << 20);
  std::set<std::string> ids;
  const std::regex id(" id=\"([^\"]+)\"");
  for (std::sregex_iterator at(page.begin(), page.end(), id), end; at != end; ++at)
    EXPECT_TRUE(ids.insert((*at)[1]).second) << (*at)[1];
  const std::regex link("href=\"#([^\"]+)\"");
  for (std::sregex_iterator at(page.begin(), page.end(), link), end; at != end; ++at)
    EXPECT_TRUE(ids.contains((*at)[1])) << (*at)[1];
  const std::string policy =
      "style-src '" + simt::page::policy_hash(simt::page::style_sheet()) + "'";
  EXPECT_NE(page.find(policy), std::string::npos);
  const std::size_t style_end = page.find("</style>");
  EXPECT_EQ(page.find("</style>", style_end + 1), std::string::npos);
  for (const char* forbidden : {"<script", " style="})
    EXPECT_EQ(page.find(forbidden), std::string::npos) << forbidden;
  EXPECT_FALSE(std::regex_search(page, std::regex("<[^>]* on[a-z]+=")));
}

}  // namespace warplab
