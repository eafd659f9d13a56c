// The end of a job's output as Autolab reads it.
#pragma once

#include <cctype>
#include <cstddef>
#include <exception>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace warplab {

// Lines of the output without what is blank at its end.
inline std::vector<std::string> lines_of(std::string output) {
  while (!output.empty() &&
         (std::isspace(static_cast<unsigned char>(output.back())) != 0 || output.back() == '\0'))
    output.pop_back();
  std::vector<std::string> lines;
  std::istringstream stream(output);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// Words before a colon get quotes, whatever they stand in; then it has to be JSON with scores.
inline nlohmann::json scores_in(const std::string& autoresult) {
  static const std::regex word("([a-zA-Z0-9]+):");
  const nlohmann::json parsed =
      nlohmann::json::parse(std::regex_replace(autoresult, word, "\"$1\":"));
  if (!parsed.contains("scores") || parsed["scores"].is_null())
    throw std::runtime_error("no scores");
  if (parsed["scores"].empty()) throw std::runtime_error("empty scores");
  return parsed["scores"];
}

// Whether the line before the scores is taken for feedback. Beside it the sum of the scores is shown,
// and null has none: then the page of the submission fails.
inline bool has_feedback(const std::string& output) {
  const std::vector<std::string> lines = lines_of(output);
  return lines.size() >= 2 && nlohmann::json::accept(lines[lines.size() - 2]);
}

// What is shown of a job's output: without valid scores nothing, where it has too many lines.
inline std::string shown(const std::string& output) {
  constexpr std::size_t most_lines = 10'000;
  const std::vector<std::string> lines = lines_of(output);
  try {
    scores_in(lines.back());
  } catch (const std::exception&) {
    if (lines.size() > most_lines) return "";
  }
  return output;
}

// Scores that are saved for the problems of an assessment, null for none. Wherever something is
// wrong, each problem without one gets a 0, and the student sees it.
inline std::map<std::string, nlohmann::json> saved(const std::string& output,
                                                   const std::set<std::string>& problems) {
  std::map<std::string, nlohmann::json> scores;
  bool is_wrong = false;
  try {
    const nlohmann::json read = scores_in(lines_of(output).back());
    for (const auto& [problem, score] : read.items()) {
      if (problems.contains(problem))
        scores[problem] = score;
      else
        is_wrong = true;
    }
  } catch (const std::exception&) {
    is_wrong = true;
  }
  if (is_wrong)
    for (const std::string& problem : problems) scores.try_emplace(problem, 0);
  return scores;
}

}  // namespace warplab
