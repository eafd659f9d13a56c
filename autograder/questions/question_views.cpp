#include "autograder/questions/question_views.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "common/version.h"
#include "simt/page/html.h"
#include "simt/page/listing.h"
#include "simt/page/source.h"

namespace warplab {
namespace {

using nlohmann::json;

json to_json(const Question& question) {
  return {{"kind", question.kind},     {"step", question.step},
          {"file", question.file},     {"line", question.line == 0 ? json() : json(question.line)},
          {"text", question.text},     {"options", question.options},
          {"answer", question.answer}, {"because", question.because}};
}

}  // namespace

json to_json(const std::vector<QuestionSheet>& sheets) {
  json rows = json::array();
  for (const QuestionSheet& sheet : sheets) {
    json questions = json::array();
    for (const Question& question : sheet.questions) questions.push_back(to_json(question));
    rows.push_back({{"student", sheet.student},
                    {"lab", sheet.lab},
                    {"questions", std::move(questions)},
                    {"missing", sheet.missing}});
  }
  return {{"sheets", std::move(rows)}};
}

namespace page {

using simt::page::document;
using simt::page::escape;

namespace {

// Text with `code` in backquotes, as markup.
std::string with_code(const std::string& text) {
  std::string html, part;
  bool is_code = false;
  for (const char c : text + '`') {
    if (c != '`') {
      part += c;
      continue;
    }
    html += is_code ? fmt::format("<code>{}</code>", escape(part)) : escape(part);
    part.clear();
    is_code = !is_code;
  }
  return html;
}

std::string options_list(const Question& question, bool shows_answer) {
  std::string items;
  for (std::size_t i = 0; i < question.options.size(); ++i) {
    const std::string option = escape(question.options[i]);
    items += shows_answer && i == question.answer
                 ? fmt::format("<li><strong class=\"good\">{} – right</strong></li>\n", option)
                 : fmt::format("<li>{}</li>\n", option);
  }
  return fmt::format("<ol class=\"options\">\n{}</ol>\n", items);
}

// With the name of its file where there are several.
std::string question_item(const Question& question, bool names_file, bool shows_answer) {
  std::string html =
      fmt::format("<li><p>{}{}</p>\n{}", names_file ? escape(question.file + ": ") : "",
                  with_code(question.text), options_list(question, shows_answer));
  if (shows_answer) html += fmt::format("<p class=\"small\">{}</p>\n", with_code(question.because));
  return html + "</li>\n";
}

std::string missing_list(const QuestionSheet& sheet) {
  if (sheet.missing.empty()) return {};
  std::string items;
  for (const std::string& each : sheet.missing) items += fmt::format("<li>{}</li>\n", escape(each));
  return fmt::format("<p>There are {} questions, and not {}:</p>\n<ul>\n{}</ul>\n",
                     sheet.questions.size(), questions_of_a_sheet, items);
}

bool are_same_file(const std::string& file, const std::string& listed) { return file == listed; }

// The files with numbers beside their lines.
std::string file_views(const QuestionSheet& sheet, std::size_t number) {
  std::string html;
  simt::page::Listings listings;
  listings.are_same = are_same_file;
  for (const AskedFile& file : sheet.files)
    listings.all.push_back(simt::page::make_listing(
        fmt::format("sheet{}-step{}", number, file.step),
        fmt::format("{}, {}", file.name, sheet.student), file.name, file.text));
  for (simt::page::Listing& listing : listings.all) {
    listing.has_editor = false;
    html += simt::page::source_view(listings, listing, {}, {});
  }
  return html;
}

std::string sheet_section(const QuestionSheet& sheet, std::size_t number, bool shows_answers) {
  std::string items;
  for (const Question& question : sheet.questions)
    items += question_item(question, sheet.files.size() > 1, shows_answers);
  return fmt::format(
      "<section class=\"sheet\" id=\"sheet-{}\">\n<h2>{}: {}</h2>\n<p class=\"small\">{}</p>\n"
      "<ol>\n{}</ol>\n{}{}</section>\n",
      number, escape(sheet.student), escape(sheet.lab), escape(sheet.title), items,
      shows_answers ? missing_list(sheet) : "", shows_answers ? "" : file_views(sheet, number));
}

std::string page_of(const char* title, const char* what, const std::vector<QuestionSheet>& sheets,
                    bool shows_answers) {
  std::string sections;
  for (std::size_t i = 0; i < sheets.size(); ++i)
    if (shows_answers || !sheets[i].questions.empty())
      sections += sheet_section(sheets[i], i + 1, shows_answers);
  return document(
      title,
      fmt::format("<header><h1>{}</h1>\n<p>{}</p></header>\n<main>\n{}</main>\n"
                  "<footer class=\"small\"><p>warplab {}</p></footer>\n",
                  title, what, sections.empty() ? "<p>Nobody can be asked yet.</p>\n" : sections,
                  escape(version().number)));
}

}  // namespace

std::string questions_page(const std::vector<QuestionSheet>& sheets) {
  return page_of("Questions about your own program",
                 "One option of each question is right. Numbers of lines are those of your file, "
                 "which is printed below the questions. Blocks, threads, warps and lanes are "
                 "counted from 0; of (x, y), x comes first.",
                 sheets, false);
}

std::string answers_page(const std::vector<QuestionSheet>& sheets) {
  return page_of("Answers to the questions",
                 "For the teacher: the right option of each question, and how it was counted.",
                 sheets, true);
}

}  // namespace page
}  // namespace warplab
