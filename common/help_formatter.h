// Help of a command line in lines of at most 80 columns.
#pragma once

#include <CLI/App.hpp>
#include <CLI/FormatterFwd.hpp>
#include <CLI/Option.hpp>
#include <cstddef>
#include <string>

#include "common/wrap.h"

namespace warplab {

class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_desc(const CLI::Option* option) const override {
    return beside_names(CLI::Formatter::make_option_desc(option));
  }
  std::string make_subcommand(const CLI::App* command) const override {
    std::string help = CLI::Formatter::make_subcommand(command);
    const std::string& description = command->get_description();
    const std::size_t at = help.rfind(description);
    if (!description.empty() && at != std::string::npos)
      help.replace(at, description.size(),
                   joined(beside_names(description), "\n" + std::string(column_width_, ' ')));
    return help;
  }
  std::string make_footer(const CLI::App* command) const override {
    const std::string footer = CLI::Formatter::make_footer(command);
    return footer.empty() ? footer : joined_lines(footer, screen_columns) + "\n";
  }

 private:
  static std::string joined_lines(const std::string& text, std::size_t most) {
    std::string lines;
    for (const std::string& line : wrap(text, most)) lines += (lines.empty() ? "" : "\n") + line;
    return lines;
  }
  static std::string joined(std::string text, const std::string& between) {
    for (std::size_t at = text.find('\n'); at != std::string::npos;
         at = text.find('\n', at + between.size()))
      text.replace(at, 1, between);
    return text;
  }
  // CLI11 indents what follows a line feed in an option's description.
  std::string beside_names(const std::string& description) const {
    return joined_lines(description, screen_columns - column_width_);
  }
};

}  // namespace warplab
