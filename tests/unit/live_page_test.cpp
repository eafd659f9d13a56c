// The page that reloads while its lab is watched: what its policy allows, and where its script stands.
#include "autograder/page/live.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "autograder/page/pictures.h"
#include "simt/page/html.h"

namespace warplab::page {
namespace {

using simt::page::document;
using simt::page::policy_hash;

TEST(LivePage, ItsPolicyAllowsItsScriptAndItsServer) {
  const std::string page = live_page(document("lab1", "<p>text</p>\n"), 7);
  const std::string script(live_script());
  EXPECT_NE(page.find("; script-src '" + policy_hash(script) + "'; connect-src 'self'\">"),
            std::string::npos)
      << page;
  EXPECT_NE(page.find("<p>text</p>\n<script>" + script + "</script>\n</body>"), std::string::npos);
  EXPECT_NE(page.find("data-version=\"7\""), std::string::npos);
}

TEST(LivePage, ItsPolicyAllowsTheScriptOfThePageAsWell) {
  const std::string sliders(pictures_script());
  const std::string page = live_page(document("lab1", "", sliders), 7);
  EXPECT_NE(page.find("; script-src '" + policy_hash(sliders) + "' '" + policy_hash(live_script()) +
                      "'; connect-src 'self'\">"),
            std::string::npos);
  EXPECT_NE(page.find("<script>" + sliders + "</script>\n<script>"), std::string::npos);
}

TEST(LivePage, IsThereBeforeAnythingIsGraded) {
  EXPECT_NE(live_page("", 1).find("Not graded yet"), std::string::npos);
}

TEST(LivePage, TheFileItselfHasNoScript) {
  const std::string file = document("lab1", "");
  EXPECT_EQ(file.find("script"), std::string::npos);
}

TEST(LivePage, RefusesAFileWithAnotherPolicy) {
  EXPECT_THROW(live_page("<html><body>\n<p>mine</p></body>", 1), std::runtime_error);
}

}  // namespace
}  // namespace warplab::page
