#include "walk.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "../language.hpp"

namespace ltlc::app::report {

namespace {

using automaton::state;

std::string named(state q) {
  return "state " + std::to_string(q);
}

// Collects walks; every word is run through the table, so that what is shown is what is there.
class walker {
public:
  explicit walker(automaton::dfa const& a) : a_(a) {}

  // Reads the word from q; the end of the sentence says where it came to. Returns that state.
  state read(state q, text::word const& w, std::string const& name) {
    walk step{"", w, {q}, false};
    for (auto const x : w)
      step.states.push_back(a_.next(step.states.back(), x));
    state const end = step.states.back();
    step.says = "Read " + name + " = " + shown(a_.sigma, w) + " in " + named(q) + ": " +
                (end == q ? "back in " : "to ") + named(end);
    all_.push_back(std::move(step));
    return end;
  }
  // The same, and whether the state at the end accepts.
  void judge(state q, text::word const& w, std::string const& name) {
    state const end = read(q, w, name);
    all_.back().says += a_.accepting[end] ? ", which accepts" : ", which rejects";
  }
  void reach(text::word const& x, std::string const& name = "x") { read(a_.initial, x, name); }
  void tell_apart(state p, state q, text::word const& z) {
    judge(p, z, "z");
    judge(q, z, "z");
  }
  void show(std::vector<state> states, std::string says) {
    all_.push_back({std::move(says), {}, std::move(states), true});
  }
  [[nodiscard]] state after(state q, text::word const& w) const { return automaton::run(a_, q, w); }
  [[nodiscard]] state initial() const { return a_.initial; }
  [[nodiscard]] std::vector<walk> take() { return std::move(all_); }

private:
  automaton::dfa const& a_;
  std::vector<walk> all_;
};

text::word joined(std::initializer_list<text::word const*> words) {
  text::word all;
  for (auto const* w : words)
    all.insert(all.end(), w->begin(), w->end());
  return all;
}

struct certificate_walks {
  walker& w;

  void operator()(evidence::state_pair_certificate const& c) const {
    w.reach(c.x);
    w.read(c.p, c.u, "u");
    w.read(c.q, c.v, "v");
    if (c.e) {
      w.read(c.p, *c.e, "e");
      w.read(c.q, *c.e, "e");
    }
    w.tell_apart(c.p, c.q, c.z);
  }
  void operator()(evidence::definite_certificate const& c) const {
    w.reach(c.x);
    w.read(c.p, c.e, "e");
    w.reach(c.y, "y");
    w.read(c.q, c.e, "e");
    w.tell_apart(c.p, c.q, c.z);
  }
  void operator()(evidence::substitution_certificate const& c) const {
    w.reach(c.x);
    w.read(c.p, c.e, "e");
    w.judge(c.p, c.z, "z");
    w.reach(c.y, "y");
    w.read(c.q, c.e, "e");
    w.judge(c.q, c.f, "f");
    w.judge(c.q, c.z, "z");
  }
  void operator()(evidence::cycle_certificate const& c) const {
    w.reach(c.x);
    for (auto const q : c.cycle)
      w.read(q, c.u, "u");
    if (c.e)
      for (auto const q : c.cycle)
        w.read(q, *c.e, "e");
    w.tell_apart(c.cycle[0], c.cycle[1], c.z);
  }
  void operator()(evidence::content_certificate const& c) const {
    w.reach(c.x);
    auto const p = w.read(c.q, c.a, "a");
    auto const s = w.read(c.q, c.b, "b");
    w.read(p, c.e, "e");
    w.read(s, c.e, "e");
    w.tell_apart(p, s, c.z);
  }
  void operator()(evidence::regular_certificate const& c) const {
    w.reach(c.x);
    w.read(c.q, joined({&c.a, &c.b, &c.a}), "a·b·a");
    auto const once = w.read(c.q, c.a, "a");
    auto const twice = w.read(c.q, joined({&c.a, &c.a}), "a·a");
    w.tell_apart(once, twice, c.z);
  }
  void operator()(evidence::equation_certificate const& c) const {
    w.reach(c.x);
    w.show({c.q}, "From here the two sides of the equation lead to states that z tells apart");
  }
  void operator()(evidence::escape_certificate const& c) const {
    w.reach(c.x);
    w.read(c.p, c.e, "e");
    if (c.u.empty()) {
      w.judge(c.p, c.z, "z");
      return;
    }
    w.tell_apart(c.p, w.read(c.p, c.u, "u"), c.z);
  }
  void operator()(evidence::merging_certificate const& c) const {
    w.reach(c.x);
    w.reach(c.y, "y");
    w.read(c.p, c.u, "u");
    w.read(c.q, c.u, "u");
    w.tell_apart(c.p, c.q, c.z);
  }
  void operator()(evidence::exchange_certificate const& c) const {
    w.judge(w.initial(), joined({&c.x, &c.u, &c.v, &c.z}), "x·u·v·z");
    w.judge(w.initial(), joined({&c.x, &c.v, &c.u, &c.z}), "x·v·u·z");
  }
  void operator()(evidence::deletion_certificate const& c) const {
    w.judge(w.initial(), joined({&c.x, &c.u, &c.z}), "x·u·z");
    w.judge(w.initial(), joined({&c.x, &c.z}), "x·z");
  }
  void operator()(evidence::order_certificate const& c) const { components(c.order); }
  void operator()(evidence::acyclic_pairs_certificate const& c) const { components(c.order); }
  template <class Other>
  void operator()(Other const&) const {}

  void components(automaton::component_order const& order) const {
    std::size_t number = 0;
    for (auto const& c : order.components) {
      std::string says = "Component " + std::to_string(++number) + " of " +
                         std::to_string(order.components.size()) + ": ";
      says += c.states.size() == 1
                  ? "one state, " + std::string(c.period == 0 ? "without a loop" : "with a loop")
                  : std::to_string(c.states.size()) +
                        " states that lead to each other, by cycles whose lengths " +
                        std::to_string(c.period) + " divides";
      w.show(c.states, says);
    }
  }
};

} // namespace

std::vector<walk> walks_of(automaton::dfa const& a, evidence::verdict const& v) {
  if (auto const* const implied = std::get_if<evidence::implied_certificate>(&v.proof)) {
    std::vector<walk> all;
    for (auto const& by : implied->by) {
      auto walks = walks_of(a, *by);
      for (auto& each : walks)
        each.says = std::string(evidence::info(by->id).name) + ": " + each.says;
      all.insert(all.end(), walks.begin(), walks.end());
    }
    return all;
  }
  walker w(a);
  std::visit(certificate_walks{w}, v.proof);
  return w.take();
}

nlohmann::ordered_json walk_json(automaton::dfa const& a, walk const& w) {
  nlohmann::ordered_json value = {{"says", w.says}};
  if (w.is_set) {
    value["set"] = w.states;
    return value;
  }
  nlohmann::ordered_json letters = nlohmann::ordered_json::array();
  bool const whole = w.word.size() <= longest_walk;
  if (whole) {
    for (auto const x : w.word)
      letters.push_back(a.sigma.token(x));
    value["states"] = w.states;
  } else {
    letters.push_back("… " + std::to_string(w.word.size()) + " letters …");
    value["states"] = {w.states.front(), w.states.back()};
  }
  value["letters"] = std::move(letters);
  return value;
}

} // namespace ltlc::app::report
