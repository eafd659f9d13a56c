// Where a student's file declares, sets and calls what a line of it names. It goes by the lines' words, not by a
// parser's view: what it does not find is not marked.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/code_spans.h"

namespace warplab {

// The names in a piece of code, each once, in order; of a.b only a.
std::vector<std::string> names_in(std::string_view code);

// The code of a file, line by line. Comments and what stands in quotes are blanks in it. Lines count from 1; 0 is
// none.
class SourceLines {
 public:
  explicit SourceLines(const std::string& text);

  // Empty for a line that there is not.
  const std::string& line(std::size_t number) const;

  // The code from line `number` to the line that ends its statement, three lines at most.
  std::string statement(std::size_t number) const;

  // The nearest line, from `number` upwards, that declares `name` with a qualifier such as "__shared__", or one of
  // which this is the beginning.
  std::size_t declaration_above(std::size_t number, std::string_view name,
                                std::string_view qualifier) const;
  std::size_t declaration(std::string_view name, std::string_view qualifier) const {
    return declaration_above(lines_.size(), name, qualifier);
  }

  // The line of the launch that begins in line `number`, or in the line above: a check of the launch's error names the
  // line below it. 0 where there is none.
  std::size_t launch_at(std::size_t number) const;
  // Lines with a `return` in a function that launches a kernel further down.
  std::vector<std::size_t> returns_above_launches() const;
  // What a launch that begins in line `number` is given between its angle brackets.
  std::vector<std::string> names_in_launch(std::size_t number) const;
  // What a call in line `number` names, from the function, whose name begins with `function`, on.
  std::vector<std::string> names_in_call(std::size_t number, std::string_view function) const;

  // Where a name is set, "dim3 grid(...", "blocks = ...", or how many of it there are, "cudaStream_t stream[sets];".
  struct Setting {
    std::size_t line = 0;
    std::vector<std::string> from;  // the names that its value is computed from
  };
  // The nearest of the 30 lines above line `number` that sets `name`; none that counts a loop.
  Setting set_above(std::size_t number, std::string_view name) const;

  // All lines with a word, and all with a call of a function.
  std::vector<std::size_t> lines_with(std::string_view word) const { return lines_with(word, ""); }
  std::vector<std::size_t> lines_that_call(std::string_view function) const {
    return lines_with(function, "(");
  }

 private:
  struct Body {
    std::size_t first = 0, last = 0;  // lines
  };
  // The outermost braces with a parenthesis in what is before them.
  std::vector<Body> bodies_of_functions() const;
  std::vector<std::size_t> lines_with(std::string_view word, std::string_view behind) const;

  std::vector<std::string> lines_;
  std::vector<Directive> directives_;
};

}  // namespace warplab
