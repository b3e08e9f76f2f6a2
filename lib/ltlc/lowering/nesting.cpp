#include "ltlc/lowering/nesting.hpp"

#include <algorithm>

namespace ltlc::lowering {

namespace {

using ref = diagram_pool::ref;

void add_term(form& f, variable v, int weight) {
  auto const at = std::lower_bound(f.terms.begin(), f.terms.end(), std::pair{v, -(1 << 30)});
  if (at != f.terms.end() && at->first == v)
    at->second += weight;
  else
    f.terms.insert(at, {v, weight});
}

class taking_apart {
public:
  taking_apart(diagram_pool& pool, boolean_function const& f)
      : pool_(pool), rest_(f), alive_(f.size(), true) {}

  nesting run() {
    bool progress = true;
    while (!settled() && progress)
      progress = peel_letters() || peel_literal();
    return {std::move(steps_), std::move(rest_), std::move(alive_), settled_};
  }

private:
  bool settled() {
    settled_ = true;
    for (std::size_t l = 0; l < rest_.size(); ++l)
      if (alive_[l] && !pool_.constant(rest_[l])) settled_ = false;
    return settled_;
  }

  bool peel_letters() {
    peel step{.on_letters = true,
              .true_letters = std::vector<bool>(rest_.size(), false),
              .false_letters = std::vector<bool>(rest_.size(), false)};
    bool found = false;
    for (std::size_t l = 0; l < rest_.size(); ++l) {
      if (!alive_[l] || !pool_.constant(rest_[l])) continue;
      (rest_[l] == diagram_pool::yes ? step.true_letters : step.false_letters)[l] = true;
      alive_[l] = false;
      found = true;
    }
    if (found) steps_.push_back(std::move(step));
    return found;
  }

  // With many variables only the tests at the roots are tried: a nesting of literals in one order
  // of variables is rare among large functions, and conjunctions and disjunctions are found anyway.
  std::vector<variable> candidates() const {
    std::vector<variable> found;
    for (std::size_t l = 0; l < rest_.size(); ++l)
      if (alive_[l]) {
        auto const more = pool_.support(rest_[l]);
        found.insert(found.end(), more.begin(), more.end());
      }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    if (found.size() > 16) {
      found.clear();
      for (std::size_t l = 0; l < rest_.size(); ++l)
        if (alive_[l]) found.push_back(pool_.root(rest_[l]));
      std::sort(found.begin(), found.end());
      found.erase(std::unique(found.begin(), found.end()), found.end());
    }
    return found;
  }

  bool peel_literal() {
    for (variable const v : candidates())
      for (bool const value : {true, false})
        for (ref const known : {diagram_pool::yes, diagram_pool::no}) {
          if (!cofactor_is(v, value, known)) continue;
          steps_.push_back({.v = v, .value = value, .holds = known == diagram_pool::yes});
          for (std::size_t l = 0; l < rest_.size(); ++l)
            if (alive_[l]) rest_[l] = pool_.cofactor(rest_[l], v, !value);
          return true;
        }
    return false;
  }

  bool cofactor_is(variable v, bool value, ref known) {
    for (std::size_t l = 0; l < rest_.size(); ++l)
      if (alive_[l] && pool_.cofactor(rest_[l], v, value) != known) return false;
    return true;
  }

  diagram_pool& pool_;
  boolean_function rest_;
  std::vector<bool> alive_;
  std::vector<peel> steps_;
  bool settled_ = false;
};

} // namespace

void add_literal(form& f, variable v, bool value, int weight) {
  if (weight == 0) return;
  if (!value) f.constant += weight;
  add_term(f, v, value ? weight : -weight);
}

void add_letters(form& f, std::vector<bool> const& by_letter, int weight) {
  std::size_t const letters = by_letter.size() - 1;
  if (f.letters.empty()) f.letters.resize(letters, 0);
  int const elsewhere = by_letter.back() ? weight : 0;
  f.constant += elsewhere;
  for (std::size_t l = 0; l < letters; ++l)
    f.letters[l] += (by_letter[l] ? weight : 0) - elsewhere;
}

nesting take_apart(diagram_pool& pool, boolean_function const& f) {
  return taking_apart(pool, f).run();
}

} // namespace ltlc::lowering
