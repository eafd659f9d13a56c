// The lab.json of a new lab: what is left out of the old one, and how its lines stay.
#include "autograder/course_material/new_declaration.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "autograder/course/lab.h"

namespace warplab {
namespace {

TEST(NewDeclaration, KeepsTheLinesOfTheOther) {
  EXPECT_EQ(new_declaration(R"({
  "title": "One thread per pixel",
  "teaches": "blocks",
  "weeks": {"14": [4],
            "7": [2]},
  "sizes": ["1x1",   "3x1"],
  "steps": [
    {"title": "stays", "teaches": "this, too"}
  ]
}
)",
                            "Blur"),
            R"({
  "title": "Blur",
  "sizes": ["1x1",   "3x1"],
  "steps": [
    {"title": "stays", "teaches": "this, too"}
  ]
}
)");
}

TEST(NewDeclaration, TakesAnyFieldForTheLastOne) {
  EXPECT_EQ(new_declaration(
                "{\n  \"title\": \"a\",\n  \"hours\": 4,\n  \"weeks\": {\"7\": [2]}\n}\n", "Blur"),
            "{\n  \"title\": \"Blur\",\n  \"hours\": 4\n}\n");
  EXPECT_EQ(new_declaration("{\n  \"hours\": 4,\n  \"weeks\": {\n    \"7\": [2]\n  },\n"
                            "  \"title\": \"a\"\n}\n",
                            "Blur"),
            "{\n  \"hours\": 4,\n  \"title\": \"Blur\"\n}\n");
}

TEST(NewDeclaration, LaysOutAnewWhatHasSeveralFieldsInALine) {
  const std::string made = new_declaration(
      "{\"title\": \"a\", \"weeks\": {\"7\": [2]},\n\"hours\": 4, \"teaches\": \"b\"}",
      "Blur \"it\"");
  EXPECT_EQ(nlohmann::json::parse(made), (nlohmann::json{{"title", "Blur \"it\""}, {"hours", 4}}));
  EXPECT_THROW(new_declaration("{", "Blur"), CourseError);
}

}  // namespace
}  // namespace warplab
