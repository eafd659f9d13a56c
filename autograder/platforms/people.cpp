#include "autograder/platforms/people.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <utility>

#include "autograder/classroom/normal_name.h"

namespace warplab {
namespace {

// Letters and digits alone, small, without accents: names as they are compared.
std::string squeezed(const std::string& name) {
  utf8proc_uint8_t* mapped = nullptr;
  const utf8proc_ssize_t size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(name.data()),
                   static_cast<utf8proc_ssize_t>(name.size()), &mapped,
                   static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE |
                                                  UTF8PROC_CASEFOLD | UTF8PROC_STRIPMARK));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owned(mapped, std::free);
  std::string text =
      size < 0 ? name
               : std::string(reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(size));
  std::erase_if(text, [](unsigned char c) { return c < 0x80 && std::isalnum(c) == 0; });
  return text;
}

std::string before_at(const std::string& email) { return email.substr(0, email.find('@')); }

// "Ada Lovelace", "Lovelace, Ada" and "lovelaceada" are one name: the letters count, in whatever order.
bool is_same_name(const std::string& a, const std::string& b) {
  std::string letters = squeezed(a), others = squeezed(b);
  std::ranges::sort(letters);
  std::ranges::sort(others);
  return !letters.empty() && letters == others;
}

// "lab2-ada" and "ada" are one's: clones are named after the assignment, too.
bool ends_with_word(const std::string& text, const std::string& word) {
  return !word.empty() && text.size() > word.size() && text.ends_with(word) &&
         (text[text.size() - word.size() - 1] == '-' || text[text.size() - word.size() - 1] == '_');
}

}  // namespace

People::People(std::vector<Student> known) : known_(std::move(known)) {}

void People::add(Book book) { books_.push_back(std::move(book)); }

std::vector<const BookRow*> People::rows_of(Naming naming, const Owner& owner,
                                            std::vector<Remark>& remarks) const {
  const auto rows_where = [&](auto is_theirs) {
    std::vector<const BookRow*> rows;
    for (const Book& book : books_)
      for (const BookRow& row : book.rows)
        if (is_theirs(row)) rows.push_back(&row);
    return rows;
  };
  auto rows = rows_where([&](const BookRow& row) {
    return !row.group.empty() && squeezed(row.group) == squeezed(owner.name);
  });
  if (rows.empty() && !owner.number.empty())
    rows = rows_where([&](const BookRow& row) { return row.number == owner.number; });
  const bool is_named_so = std::ranges::all_of(rows, [&](const BookRow* row) {
    return naming == Naming::gradescope || row->name.empty() || !row->group.empty() ||
           is_same_name(row->name, owner.name) ||
           squeezed(owner.name).ends_with(squeezed(row->name));
  });
  if (!is_named_so && naming == Naming::canvas)  // of a group, whose members no table has
    remarks.push_back(
        {fmt::format("{}: this looks like a group; it goes to {} alone, and the others "
                     "need a line in students.csv with the same path",
                     owner.name, rows.front()->name)});
  if (!is_named_so && naming == Naming::moodle) rows.clear();  // the number is a group's
  if (rows.empty())
    rows = rows_where([&](const BookRow& row) {
      return is_same_name(row.name, owner.name) || row.id == owner.name ||
             (!row.email.empty() &&
              (row.email == owner.name || before_at(row.email) == owner.name));
    });
  if (!rows.empty()) return rows;
  rows = rows_where([&](const BookRow& row) { return ends_with_word(owner.name, row.id); });
  if (rows.size() > 1) rows.clear();
  return rows;
}

const Student* People::find(const std::string& id, const std::string& email,
                            const std::string& name) const {
  const auto find_where = [&](auto is_it) -> const Student* {
    const Student* found = nullptr;
    for (const auto* list : {&known_, &new_})
      for (const Student& student : *list)
        if (is_it(student)) {
          if (found != nullptr) return nullptr;
          found = &student;
        }
    return found;
  };
  const Student* found = find_where([&](const Student& each) { return each.id == id; });
  if (found == nullptr && !email.empty())
    found = find_where([&](const Student& each) { return each.email == email; });
  if (found == nullptr && !name.empty())
    found = find_where([&](const Student& each) { return each.name == name; });
  return found;
}

Student People::student_of(const BookRow& row, std::vector<Remark>& remarks) {
  std::string id;
  for (const std::string& candidate : {row.id, before_at(row.email), row.name, row.number})
    if (id.empty() && complaint_about_id(candidate).empty()) id = normal_name(candidate);
  const std::string self = row.email.empty() ? row.number + "/" + row.name : row.email;
  const auto owner = owners_.find(id);
  if (owner != owners_.end() && owner->second != self) {
    id += " " + row.number;
    remarks.push_back(
        {fmt::format("two students are named {}: one is {} here. Give the platform's "
                     "table as well, and each has an id",
                     row.name, id)});
  }
  const Student* known = find(id, row.email, row.name);
  if (known != nullptr && owners_.contains(known->id) && owners_.at(known->id) != self)
    known = nullptr;  // somebody else of the same name
  owners_[known != nullptr ? known->id : id] = self;
  if (known != nullptr) return *known;
  new_.push_back({id, row.email, row.name, row.section, id});
  return new_.back();
}

std::vector<KnownOwner> People::students_of(Naming naming, const Owner& owner,
                                            std::vector<Remark>& remarks) {
  std::vector<KnownOwner> owners;
  std::vector<const BookRow*> rows = rows_of(naming, owner, remarks);
  BookRow alone;
  alone.number = owner.number;
  alone.name = owner.name;
  if (rows.empty()) {
    rows.push_back(&alone);
    if (!books_.empty())
      remarks.push_back(
          {fmt::format("{} is in no table that was given: the name is the id", owner.name), false});
  }
  for (const BookRow* row : rows) {
    const Student student = student_of(*row, remarks);
    const auto same = std::ranges::find(owners, student.id,
                                        [](const KnownOwner& each) { return each.student.id; });
    if (same == owners.end())
      owners.push_back({student, row->handed_in});
    else if (!same->handed_in)
      same->handed_in = row->handed_in;  // which another table knows
  }
  return owners;
}

}  // namespace warplab
