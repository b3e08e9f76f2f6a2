#include "ltlc/checking/check.hpp"

#include <algorithm>
#include <optional>

#include "ltlc/checking/members.hpp"
#include "ltlc/checking/words.hpp"
#include "ltlc/contract.hpp"

namespace ltlc::checking {

using namespace evidence;

namespace {

using automaton::dfa;

// Evidence that leads through more verdicts than this one says nothing that a shorter one does not:
// each step is to another class.
constexpr std::size_t most_steps = class_count;

bool is_in(verdict const& v, class_id id) {
  return v.answer == membership::member && v.id == id;
}

// Whether what the verdicts say, if it is true, decides that the answer for `id` is this one.
bool decides(std::vector<std::shared_ptr<verdict const>> const& by, class_id id, bool member) {
  if (id == class_id::j && member && by.size() == 2) {
    bool const in_order = is_in(*by[0], class_id::ltl_p) && is_in(*by[1], class_id::ltl_f);
    if (in_order || (is_in(*by[1], class_id::ltl_p) && is_in(*by[0], class_id::ltl_f))) return true;
  }
  if (by.size() != 1) return false;
  verdict const& v = *by[0];
  return member ? v.answer == membership::member && contained(v.id, id)
                : v.answer == membership::not_member && contained(id, v.id);
}

// One automaton; what several verdicts need is computed once.
class examiner {
public:
  examiner(dfa const& a, budget::budget const& limits) : a_(a), limits_(limits) {}

  finding examine(verdict const& v) {
    if (v.answer == membership::undecided) {
      if (!std::holds_alternative<std::monostate>(v.proof))
        return {result::refuted, "an undecided verdict has evidence"};
      return {result::open, v.limit ? describe(*v.limit) : ""};
    }
    complaint const wrong = objection_to(v, 0);
    if (!wrong) return {result::limit, describe(wrong.error())};
    return {wrong->empty() ? result::confirmed : result::refuted, *wrong};
  }

private:
  complaint objection_to(verdict const& v, std::size_t steps) {
    if (auto const* const implied = std::get_if<implied_certificate>(&v.proof))
      return objection_to_implied(v, *implied, steps);
    bool const member = v.answer == membership::member;
    if (member || v.id == class_id::tsl)
      if (complaint const& wrong = minimality(); !wrong || !wrong->empty()) return wrong;
    return member ? for_member(v) : against_member(v);
  }

  complaint objection_to_implied(verdict const& v, implied_certificate const& c,
                                 std::size_t steps) {
    if (steps == most_steps) return "the evidence leads through too many other verdicts";
    for (auto const& by : c.by)
      if (by == nullptr) return "a verdict is missing";
    if (!decides(c.by, v.id, v.answer == membership::member))
      return "the other verdict does not decide this one";
    for (auto const& by : c.by) {
      complaint wrong = objection_to(*by, steps + 1);
      if (!wrong) return wrong;
      if (!wrong->empty())
        return "the verdict on " + std::string(info(by->id).name) + ": " + *wrong;
    }
    return "";
  }

  complaint against_member(verdict const& v) const {
    auto const objection_to_words = [&](auto const& c) -> std::string {
      if constexpr (requires { objection(a_, v.id, c); })
        return objection(a_, v.id, c);
      else
        return "no such evidence proves that a language is outside a class";
    };
    return std::visit(objection_to_words, v.proof);
  }

  complaint for_member(verdict const& v) {
    auto const objection_to_claim = [&](auto const& c) -> complaint {
      if constexpr (requires { objection_to_member(a_, v.id, c); })
        return objection_to_member(a_, v.id, c);
      else if constexpr (requires { objection_to_member(a_, v.id, c, limits_); })
        return objection_to_member(a_, v.id, c, limits_);
      else if constexpr (requires { objection_to_member(a_, v.id, c, elements_, limits_); })
        return objection_to_member(a_, v.id, c, elements_, limits_);
      else
        return std::string("no such evidence proves that a language is in a class");
    };
    return std::visit(objection_to_claim, v.proof);
  }

  complaint const& minimality() {
    if (!minimality_) minimality_ = not_minimal(a_, limits_);
    return *minimality_;
  }

  dfa const& a_;
  budget::budget const& limits_;
  std::optional<complaint> minimality_;
  std::optional<elements> elements_;
};

} // namespace

finding check(dfa const& a, verdict const& v, budget::budget const& limits) {
  LTLC_EXPECTS(automaton::malformed(a).empty());
  return examiner(a, limits).examine(v);
}

std::vector<finding> check(dfa const& a, std::vector<verdict> const& verdicts,
                           budget::budget const& limits) {
  LTLC_EXPECTS(automaton::malformed(a).empty());
  examiner with(a, limits);
  std::vector<finding> found;
  for (verdict const& v : verdicts)
    found.push_back(with.examine(v));
  return found;
}

} // namespace ltlc::checking
