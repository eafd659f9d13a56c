#include "autograder/judge/race_stage.h"

#include <string>
#include <utility>

namespace warplab {
namespace {

// What the gate says of a search that found nothing.
void note_search(const RaceSearch& search, Scorecard& card) {
  if (!search.not_here.empty())
    card.pass_checkers("not checked here: " + search.not_here);
  else if (!search.refused.empty())
    card.checkers.say(search.refused);
  else if (!search.unshared.empty())
    card.checkers.say(search.unshared);
  else
    card.pass_checkers("no race");
}

// A race that was found says more than wrong results, and those more than a search in vain.
bool conclude(const RaceSearch& search, const Outcome& outcome, std::size_t cases,
              Scorecard& card) {
  if (search.overrun) {
    card.fail_by_overrun(*search.overrun);
    return false;
  }
  if (!search.findings.empty()) {
    const std::string kind(name_of(search.findings.front().kind));
    Diagnosis diagnosis{kind, {}, ""};
    diagnosis.findings = search.findings;
    card.fail_by_race({VerdictKind::unsafe, kind}, std::move(diagnosis));
    return false;
  }
  if (!card.goes_on_after(outcome, cases)) return false;
  if (search.wrong && search.hidden.empty()) return card.goes_on_after(*search.wrong, 1);
  if (!search.hidden.empty()) {
    card.fail_by_race({VerdictKind::unsafe, "unwatched"}, {"unwatched", {search.hidden}, ""});
    return false;
  }
  note_search(search, card);
  return true;
}

}  // namespace

StageRun race_stage(std::function<RaceSearch()> search, const Outcome& outcome, std::size_t cases,
                    Scorecard& card) {
  return {Stage::checkers, [search = std::move(search), &outcome, cases, &card] {
            return card.checkers.max_points == 0 || conclude(search(), outcome, cases, card);
          }};
}

}  // namespace warplab
