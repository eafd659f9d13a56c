// Days by the calendar of a zone, whose clocks change.
#include "autograder/classroom/zone.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "autograder/classroom/settings.h"
#include "autograder/course/lab.h"

namespace warplab {
namespace {

Moment at(const std::string& text) { return parse_moment(text).value(); }

TEST(Zone, TimesAreThoseOfItsClocks) {
  const std::optional<Zone> berlin = Zone("Europe/Berlin");
  EXPECT_EQ(parse_moment("2026-07-01T23:59", berlin), at("2026-07-01T23:59+02:00"));
  EXPECT_EQ(parse_moment("2026-12-01T23:59", berlin), at("2026-12-01T23:59+01:00"));
  EXPECT_EQ(parse_moment("2026-12-01T23:59Z", berlin), at("2026-12-01T23:59Z"));
  EXPECT_FALSE(parse_moment("2026-03-29T02:30", berlin));  // the clocks skip it
  EXPECT_FALSE(parse_moment("2026-02-30T12:00", berlin));
  EXPECT_FALSE(parse_moment("2026-07-01T23:59", std::nullopt));
}

TEST(Zone, ADayEndsAtTheTimeOfDayAtWhichItBegan) {
  const Zone berlin("Europe/Berlin");
  const Moment due = at("2026-10-24T23:59+02:00");  // the next day has 25 hours
  EXPECT_EQ(berlin.days_begun(due, due), 0);
  EXPECT_EQ(berlin.days_begun(due, at("2026-10-25T00:00+02:00")), 1);
  EXPECT_EQ(berlin.days_begun(due, at("2026-10-25T23:59+01:00")), 1);
  EXPECT_EQ(berlin.days_begun(due, at("2026-10-26T00:00+01:00")), 2);
  const Moment spring = at("2026-03-28T23:59+01:00");  // the next has 23
  EXPECT_EQ(berlin.days_begun(spring, at("2026-03-29T23:59+02:00")), 1);
  EXPECT_EQ(berlin.days_begun(spring, at("2026-03-30T00:00+02:00")), 2);
}

TEST(Zone, LeavesTheMachinesAsItWas) {
  const char* const before = std::getenv("TZ");
  const std::string was = before == nullptr ? "" : before;
  Zone("Asia/Kathmandu").local(at("2026-07-01T00:00Z"));
  const char* const after = std::getenv("TZ");
  EXPECT_EQ(was, after == nullptr ? "" : after);
}

TEST(Zone, IsOneThatThereIs) {
  EXPECT_THROW(Zone("Europe/Atlantis"), CourseError);
  EXPECT_THROW(Zone("../../etc/passwd"), CourseError);
  EXPECT_THROW(Zone("/etc/localtime"), CourseError);
}

TEST(Zone, CountsDaysLate) {
  const Lab lab;
  ClassSettings settings;
  settings.late = {10, std::chrono::minutes(15), 5};
  const Moment due = at("2026-10-24T23:59+02:00"), late = at("2026-10-26T00:05+01:00");
  EXPECT_EQ(settings.days_late(lab, due, late), 2);  // 25.1 hours
  settings.zone = Zone("Europe/Berlin");
  EXPECT_EQ(settings.days_late(lab, due, late), 1);  // one day and the grace
}

}  // namespace
}  // namespace warplab
