#include <filesystem>
#include <memory>
#include <vector>

#include "autograder/commands/context.h"
#include "autograder/commands/subcommand.h"
#include "autograder/course_commands/class_arguments.h"
#include "autograder/course_commands/grade_class.h"
#include "autograder/course_commands/questions_class.h"
#include "autograder/course_commands/similar_class.h"

namespace warplab {
namespace {

struct CollectRequest {
  JsonFile json;
  std::filesystem::path folder;  // of the class
  bool items = false, similar = false, questions = false;
  std::vector<std::filesystem::path> with;
  bool uses_pseudonyms = false;
};

int collect_command(const Context& context, const CollectRequest& request) {
  const bool hides = request.uses_pseudonyms;
  if (request.items)
    return class_items_command(context, request.folder, request.with, hides, request.json);
  if (request.similar)
    return class_similar_command(context, request.folder, request.with, hides, request.json);
  if (request.questions)
    return class_questions_command(context, request.folder, hides, request.json);
  if (!request.with.empty()) throw CourseError("--with: give it with --similar or --items");
  return class_collect_command(context, request.folder, hides, request.json);
}

}  // namespace

Subcommand command_class_collect() {
  const auto request = std::make_shared<CollectRequest>();
  return {
      .name = "class collect",
      .help = "print the scores as a table, and write scores.csv and class.sqlite",
      .place = 40,
      .arguments =
          {json_argument(request->json),
           class_argument(request->folder),
           {.name = "--similar",
            .into = &request->similar,
            .help =
                "instead of scores: whose files resemble each other more than the stub explains",
            .excludes = {"--items"}},
           {.name = "--items",
            .into = &request->items,
            .help = "instead of scores: what the class got wrong, how fast it is, "
                    "sections beside each other; and items.html"},
           {.name = "--questions",
            .into = &request->questions,
            .help = "instead of scores: for each student five questions about the own program; "
                    "questions.html and answers.html",
            .excludes = {"--items", "--similar", "--with"}},
           {.name = "--with",
            .into = &request->with,
            .help = "also compare with this folder, may be given again: for --similar one of other "
                    "files, for --items that of another class, say last year's",
            .type = "FOLDER"},
           pseudonyms_argument(request->uses_pseudonyms)},
      .run = [request](const Context& context) { return collect_command(context, *request); }};
}

}  // namespace warplab
