// Text of pages in Markdown, and what is wrong with it: for checks of numbers that pages repeat.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace warplab {

// A page of the course, and its name for messages.
struct Page {
  std::string file;  // "labs/lab7-bank-padding/README.md"
  std::string text;
};

// Collects the mistakes of a page, as "labs/lab7-x/README.md:31: step 2, speed: expected full at 1.3, got 1.1".
class PageChecker {
 public:
  explicit PageChecker(std::string file);

  // Adds a mistake where both differ. What is not there is empty, and called "nothing".
  void expect(int line, const std::string& what, const std::string& expected,
              const std::string& got);
  // The same of a number that `got` begins with.
  void expect(int line, const std::string& what, double expected, const std::string& got);

  std::vector<std::string> take() &&;

 private:
  void add(int line, const std::string& what, const std::string& expected, const std::string& got);

  std::string file_;
  std::vector<std::string> mistakes_;
};

// The first line of a lab's page has to have the number that its name has: "# Lab 7: banks" of "lab7-bank-padding".
void check_title(const std::string& lab, const std::vector<std::string>& lines,
                 PageChecker& checker);

std::vector<std::string> lines_of(const std::string& text);

// Regular expressions with a group for a number such as "1.25", and for a size such as "4992x3744".
extern const std::string number_pattern, size_pattern;

// A part of a text.
struct TextPart {
  std::size_t begin = 0, length = 0;
};

// For each match of a regular expression (RE2's) in `text`, the whole of it and its groups. One that took no part is
// empty, at 0.
std::vector<std::vector<TextPart>> find_parts(const std::string& text, const std::string& pattern);
// The same without the whole, as text.
std::vector<std::vector<std::string>> all_matches(const std::string& text,
                                                  const std::string& pattern);
// Those of the first match; nothing if there is none.
std::optional<std::vector<std::string>> match(const std::string& text, const std::string& pattern);

// Without blanks and backticks on both sides.
std::string trimmed(const std::string& text);

// The cells of a row of a table; empty if the line is not one.
std::vector<std::string> cells_of(const std::string& line);

}  // namespace warplab
