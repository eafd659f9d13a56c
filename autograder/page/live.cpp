#include "autograder/page/live.h"

#include <fmt/format.h>

#include <stdexcept>

#include "autograder/page/pictures.h"
#include "simt/page/html.h"

namespace warplab::page {

using simt::page::policy;

namespace {

// What comes first in the file is ours: a student's text is below it.
void replace_first(std::string& page, std::string_view old, const std::string& by) {
  const std::size_t at = page.find(old);
  if (at == std::string::npos)
    throw std::runtime_error("page.html was written by another version of warplab: grade again");
  page.replace(at, old.size(), by);
}

}  // namespace

std::string live_page(std::string_view file, int version) {
  std::string page(file);
  if (page.empty())
    page = simt::page::document("not graded yet", "<main><h1>Not graded yet</h1></main>\n");
  const std::string script(live_script());
  const std::string_view sliders = pictures_script();
  const bool slides = page.find(policy({sliders})) != std::string::npos;
  if (slides)
    replace_first(page, policy({sliders}), policy({sliders, script}, "; connect-src 'self'"));
  else
    replace_first(page, policy(), policy({script}, "; connect-src 'self'"));
  replace_first(page, "<body>\n",
                fmt::format("<body>\n<p id=\"live\" class=\"small\" role=\"status\" "
                            "data-version=\"{}\">This page reloads after each run of the "
                            "watch.</p>\n",
                            version));
  constexpr std::string_view end = "</body>";
  const std::size_t at = page.rfind(end);
  page.insert(at == std::string::npos ? page.size() : at, "<script>" + script + "</script>\n");
  return page;
}

}  // namespace warplab::page
