// write_pages FOLDER: the pages of what is fixed, with sources and a picture from FOLDER, into FOLDER.
#include <exception>
#include <filesystem>
#include <iostream>

#include "common/files.h"
#include "tests/pages/fixed_programs.h"
#include "tests/pages/fixed_results.h"

int main(int count, char** arguments) {
  if (count != 2) {
    std::cerr << "usage: write_pages FOLDER\n";
    return 2;
  }
  try {
    const std::filesystem::path folder = arguments[1];
    for (const auto& result : warplab::page::fixed_results(folder))
      warplab::write_file(folder / (result.name + ".html"), warplab::page::fixed_page(result));
    warplab::write_file(folder / "course.html", warplab::page::fixed_course_page());
    warplab::write_file(folder / "items.html", warplab::page::fixed_items_page());
    warplab::write_file(folder / "questions.html", warplab::page::fixed_questions_page());
    warplab::write_file(folder / "answers.html", warplab::page::fixed_answers_page());
    for (const auto& program : simt::tools::fixed_programs(folder))
      warplab::write_file(folder / (program.name + ".html"),
                          simt::tools::fixed_page(program, folder));
  } catch (const std::exception& error) {
    std::cerr << "write_pages: " << error.what() << "\n";
    return 1;
  }
}
