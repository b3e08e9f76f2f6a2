#include "explain.hpp"

#include <nlohmann/json.hpp>

#include "language.hpp"

namespace ltlc::app {

using json = nlohmann::ordered_json;

namespace {

std::string number(std::uint64_t n) {
  return budget::grouped(n);
}
std::string state_name(automaton::state q) {
  return std::to_string(q);
}

// "0 →a→ 1"
std::string step(automaton::state from, std::string const& word, automaton::state to) {
  return state_name(from) + " →" + word + "→ " + state_name(to);
}

struct reason {
  algebra::verdict const& v;
  algebra::classification const& all;
  text::alphabet const& sigma;

  [[nodiscard]] std::string w(text::word const& word) const { return shown(sigma, word); }

  std::string operator()(std::monostate) const { return v.limit ? budget::describe(*v.limit) : ""; }
  std::string operator()(algebra::state_pair_certificate const& c) const {
    std::string text = step(c.p, w(c.u), c.q) + " →" + w(c.v) + "→ " + state_name(c.p);
    if (c.e) text += ", both loop on " + w(*c.e);
    if (v.id == algebra::class_id::ltl_p_mod || v.id == algebra::class_id::ltl_p_y_mod)
      text += ", lengths divisible by the component's period" +
              (c.modulus > 1 ? " (by " + number(c.modulus) + ")" : std::string(" 1"));
    return text + "; reached by " + w(c.x) + ", told apart by " + w(c.z);
  }
  std::string operator()(algebra::definite_certificate const& c) const {
    return "states " + state_name(c.p) + " and " + state_name(c.q) + " both loop on " + w(c.e) +
           "; reached by " + w(c.x) + " and " + w(c.y) + ", told apart by " + w(c.z);
  }
  std::string operator()(algebra::cycle_certificate const& c) const {
    std::string text = w(c.u) + " moves ";
    for (auto const q : c.cycle)
      text += state_name(q) + " → ";
    text += state_name(c.cycle.front());
    if (c.e) text += ", while " + w(*c.e) + ", as long, moves none of them";
    return text + "; reached by " + w(c.x) + ", told apart by " + w(c.z);
  }
  std::string operator()(algebra::order_certificate const&) const {
    if (v.id == algebra::class_id::ltl_p)
      return "the automaton is partially ordered: it never "
             "returns to a state it left";
    if (all.modulus)
      return "k = " + all.modulus->str() + ": reading " +
             (*all.modulus == 1 ? std::string("letter by letter")
                                : "blocks of " + all.modulus->str() + " letters") +
             ", the automaton never returns to a state it left";
    return "every component's period is its size";
  }
  std::string operator()(algebra::implied_certificate const& c) const {
    std::string const other(algebra::info(c.by).name);
    return v.answer == algebra::membership::member ? "because it is in " + other
                                                   : "because it is not in " + other;
  }
  std::string operator()(algebra::enumeration_certificate const& c) const {
    std::string text = "all " + number(c.elements) + " elements of the semigroup looked at";
    if (c.stability_index > 0) text += ", stability index " + number(c.stability_index);
    return text;
  }
  std::string operator()(algebra::synchronizing_certificate const& c) const {
    if (c.length == 0) return "one state: nothing has to be read";
    return c.length == 1 ? "the last letter decides"
                         : "the last " + number(c.length) + " letters decide";
  }
  std::string operator()(algebra::acyclic_pairs_certificate const& c) const {
    return "no two states of one component return together (" + number(c.pairs) +
           (c.pairs == 1 ? " pair" : " pairs") + " looked at)";
  }
};

json order_json(automaton::component_order const& order) {
  json components = json::array();
  for (auto const& c : order.components)
    components.push_back({{"states", c.states}, {"period", c.period}});
  return components;
}

struct certificate_json {
  text::alphabet const& sigma;
  [[nodiscard]] std::string w(text::word const& word) const { return sigma.print(word); }

  json operator()(std::monostate) const { return nullptr; }
  json operator()(algebra::state_pair_certificate const& c) const {
    json value = {{"kind", "state_pair"}, {"p", c.p},    {"q", c.q},    {"x", w(c.x)},
                  {"u", w(c.u)},          {"v", w(c.v)}, {"z", w(c.z)}, {"modulus", c.modulus}};
    if (c.e) value["e"] = w(*c.e);
    return value;
  }
  json operator()(algebra::definite_certificate const& c) const {
    return {{"kind", "definite"}, {"p", c.p},    {"q", c.q},   {"x", w(c.x)},
            {"y", w(c.y)},        {"e", w(c.e)}, {"z", w(c.z)}};
  }
  json operator()(algebra::cycle_certificate const& c) const {
    json value = {{"kind", "cycle"}, {"u", w(c.u)}, {"cycle", c.cycle},
                  {"x", w(c.x)},     {"z", w(c.z)}, {"modulus", c.modulus}};
    if (c.e) value["e"] = w(*c.e);
    return value;
  }
  json operator()(algebra::order_certificate const& c) const {
    return {{"kind", "order"}, {"components", order_json(c.order)}};
  }
  json operator()(algebra::implied_certificate const& c) const {
    return {{"kind", "implied"}, {"by", algebra::info(c.by).name}};
  }
  json operator()(algebra::enumeration_certificate const& c) const {
    json value = {{"kind", "enumeration"}, {"elements", c.elements}};
    if (c.stability_index > 0) value["stability_index"] = c.stability_index;
    return value;
  }
  json operator()(algebra::synchronizing_certificate const& c) const {
    return {{"kind", "synchronizing"}, {"length", c.length}};
  }
  json operator()(algebra::acyclic_pairs_certificate const& c) const {
    return {{"kind", "acyclic_pairs"}, {"pairs", c.pairs}, {"components", order_json(c.order)}};
  }
};

} // namespace

std::string why(algebra::verdict const& v, algebra::classification const& all,
                text::alphabet const& sigma) {
  return std::visit(reason{v, all, sigma}, v.evidence);
}

json to_json(algebra::verdict const& v, text::alphabet const& sigma) {
  json value;
  if (v.answer == algebra::membership::undecided) {
    value["member"] = nullptr;
    value["certificate"] = nullptr;
    if (v.limit) value["limit"] = budget::describe(*v.limit);
    return value;
  }
  value["member"] = v.answer == algebra::membership::member;
  value["certificate"] = std::visit(certificate_json{sigma}, v.evidence);
  return value;
}

json integer_json(algebra::integer const& n) {
  if (n <= (algebra::integer(1) << 53)) return n.convert_to<std::uint64_t>();
  return n.str();
}

} // namespace ltlc::app
