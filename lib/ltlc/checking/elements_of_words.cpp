// Evidence that names elements of the semigroup by words: what a word does to every state, and
// where idempotent powers lead.
#include <algorithm>

#include "ltlc/checking/reading.hpp"
#include "ltlc/checking/words.hpp"

namespace ltlc::checking {

using namespace evidence;

namespace {

// Every state goes the same way by the words of `one` as by those of `other`.
bool act_alike(dfa const& a, std::initializer_list<text::word const*> one,
               std::initializer_list<text::word const*> other) {
  for (state q = 0; q < a.states(); ++q) {
    state by_one = q;
    for (text::word const* w : one)
      by_one = after(a, by_one, *w);
    state by_other = q;
    for (text::word const* w : other)
      by_other = after(a, by_other, *w);
    if (by_one != by_other) return false;
  }
  return true;
}

bool occur_in(text::word const& letters, text::word const& e) {
  return std::all_of(letters.begin(), letters.end(),
                     [&](text::letter x) { return std::find(e.begin(), e.end(), x) != e.end(); });
}

std::string not_padded(dfa const& a, text::word const& w, padding const& pad) {
  if (pad.at > w.size()) return "the padding stands past the end of a";
  if (pad.loop.empty()) return "the padding's loop is empty";
  if (w.size() % pad.loop.size() != 0) return "the length of the loop does not divide that of a";
  text::word const u(w.begin(), w.begin() + static_cast<std::ptrdiff_t>(pad.at));
  if (!act_alike(a, {&u}, {&u, &pad.loop}))
    return "the loop does not leave what is before it as it acts";
  return {};
}

// One factor of an equation's side: a word, or an idempotent power of it.
struct factor {
  std::size_t word;
  bool idempotent;
};
struct sides {
  std::size_t words; // how many the equation has
  std::vector<factor> left, right;
};

// e (and f) first, then x, y, z.
sides sides_of(equation broken) {
  factor const e{0, true};
  switch (broken) {
  case equation::idempotent_between: {
    factor const x{1, false};
    return {2, {e, x, e, x, e}, {e, x, e}};
  }
  case equation::commuting_between: {
    factor const x{1, false}, y{2, false};
    return {3, {e, x, e, y, e}, {e, y, e, x, e}};
  }
  case equation::threshold_exchange: {
    factor const f{1, true}, x{2, false}, y{3, false}, z{4, false};
    return {5, {e, x, f, y, e, z, f}, {e, z, f, y, e, x, f}};
  }
  }
  return {0, {}, {}};
}

// The equation follows from the class's own: in LTT f = y = e makes elements of eSe commute.
bool holds_in(equation broken, class_id id) {
  return id == class_id::lt || (id == class_id::ltt && broken != equation::idempotent_between);
}

} // namespace

std::string objection(dfa const& a, class_id id, content_certificate const& c) {
  using enum class_id;
  if (id != ltl_f && id != ltl_p_f && id != gdef) return for_another_class;
  if (!exist(a, {c.q}, {&c.x, &c.a, &c.b, &c.e, &c.z})) return unknown;
  if (id != ltl_f && !c.a.empty()) return "the word a is not empty";
  if (id != gdef && !(occur_in(c.a, c.e) && occur_in(c.b, c.e)))
    return "a letter of a or b does not occur in e";
  if (after(a, a.initial, c.x) != c.q) return "x does not reach q";
  state const p = after(a, c.q, c.a);
  state const r = after(a, c.q, c.b);
  if (c.e.empty()) return "the word e is empty";
  if (after(a, p, c.e) != p) return "e does not fix the state after a";
  if (after(a, r, c.e) != r) return "e does not fix the state after b";
  return not_separated(a, p, r, c.z);
}

std::string objection(dfa const& a, class_id id, regular_certificate const& c) {
  using enum class_id;
  bool const looping = id == ltl_p_f_y_x || id == ltl_p_f_y_x_mod;
  bool const modular = id == ltl_p_f_mod || id == ltl_p_f_y_x_mod;
  if (!looping && !modular) return for_another_class;
  text::word const e = c.e.value_or(text::word{});
  text::word const loop = c.pad ? c.pad->loop : text::word{};
  if (!exist(a, {c.q}, {&c.a, &c.b, &c.x, &c.z, &e, &loop})) return unknown;
  if (after(a, a.initial, c.x) != c.q) return "x does not reach q";
  if (!act_alike(a, {&c.a, &c.b, &c.a}, {&c.a})) return "a b a does not act as a";
  if (looping) {
    if (e.empty()) return "the word e is missing";
    if (!act_alike(a, {&e, &c.a}, {&c.a})) return "e a does not act as a";
    if (!act_alike(a, {&c.a, &e}, {&c.a})) return "a e does not act as a";
  }
  if (modular) {
    if (!c.pad) return "the padding is missing";
    if (std::string wrong = not_padded(a, c.a, *c.pad); !wrong.empty()) return wrong;
  }
  state const once = after(a, c.q, c.a);
  return not_separated(a, once, after(a, once, c.a), c.z);
}

std::string objection(dfa const& a, class_id id, equation_certificate const& c) {
  sides const broken = sides_of(c.broken);
  if (broken.words == 0 || !holds_in(c.broken, id)) return for_another_class;
  if (c.words.size() != broken.words) return "the equation has another number of words";
  if (!exist(a, {c.q}, {&c.x, &c.z})) return unknown;
  for (text::word const& w : c.words)
    if (!exist(a, {}, {&w})) return unknown;
  if (c.words[0].empty()) return "the word e is empty";
  if (c.broken == equation::threshold_exchange && c.words[1].empty()) return "the word f is empty";
  if (after(a, a.initial, c.x) != c.q) return "x does not reach q";
  auto const after_side = [&](std::vector<factor> const& side) {
    state q = c.q;
    for (factor const& f : side)
      q = f.idempotent ? after_idempotent_power(a, q, c.words[f.word])
                       : after(a, q, c.words[f.word]);
    return q;
  };
  return not_separated(a, after_side(broken.left), after_side(broken.right), c.z);
}

} // namespace ltlc::checking
