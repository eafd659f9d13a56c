// What a student's scores add up to, and what comes of that: "total" in class.json, and what labs have of their own.
#pragma once

#include <string>

#include "autograder/classroom/scores.h"
#include "autograder/classroom/settings.h"

namespace warplab {

// Fills in the sheet's totals, and what each score contributes to them.
void add_up(ScoreSheet& sheet);

// Whether anything in class.json says what it takes to pass.
bool has_pass_marks(const ClassSettings& settings);

// Whether totals are out of what all labs that count can contribute, and not of what anybody has handed in so far: where there is
// something to reach.
bool counts_all_labs(const ClassSettings& settings);

// Whether a lab's points in the total differ from its own.
bool has_weights(const ClassSettings& settings);

// "yes", "no", or empty where nothing says what it takes.
std::string passed_text(const Total& total);

}  // namespace warplab
