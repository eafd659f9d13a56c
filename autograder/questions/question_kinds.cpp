#include "autograder/questions/question_kinds.h"

namespace warplab {
namespace {

constexpr QuestionKind kinds[] = {
    {"writer", ask_writers},  {"barrier", ask_barriers},     {"wavefronts", ask_wavefronts},
    {"sectors", ask_sectors}, {"condition", ask_conditions}, {"blocks", ask_blocks},
    {"readers", ask_readers}, {"banks", ask_banks},          {"lanes", ask_lanes},
};

}  // namespace

std::span<const QuestionKind> question_kinds() { return kinds; }

}  // namespace warplab
