#include "explain.hpp"

#include <nlohmann/json.hpp>

#include "language.hpp"

namespace ltlc::app {

std::string counted(std::uint64_t n, std::string const& what) {
  return budget::grouped(n) + " " + what + (n == 1 ? "" : "s");
}

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

// What the class asks for, without its algebra: "every letter permutes the states".
std::string condition_of(evidence::class_id id) {
  std::string_view const condition = evidence::info(id).condition;
  return std::string(condition.substr(0, condition.find(" (")));
}

// Why not.
struct refusal {
  evidence::class_id id;
  text::alphabet const& sigma;

  [[nodiscard]] std::string w(text::word const& word) const { return shown(sigma, word); }
  [[nodiscard]] std::string joined(std::initializer_list<text::word const*> words) const {
    text::word all;
    for (auto const* word : words)
      all.insert(all.end(), word->begin(), word->end());
    return w(all);
  }
  [[nodiscard]] std::string told_apart(text::word const& x, text::word const& z) const {
    return "; reached by " + w(x) + ", told apart by " + w(z);
  }
  [[nodiscard]] std::string both_reached(text::word const& x, text::word const& y) const {
    return "; reached by " + w(x) + " and " + w(y);
  }

  std::string operator()(evidence::state_pair_certificate const& c) const {
    std::string text = step(c.p, w(c.u), c.q) + " →" + w(c.v) + "→ " + state_name(c.p);
    if (c.e) text += ", both loop on " + w(*c.e);
    if (id == evidence::class_id::ltl_p_mod || id == evidence::class_id::ltl_p_y_mod)
      text += ", lengths divisible by the component's period" +
              (c.modulus > 1 ? " (by " + number(c.modulus) + ")" : std::string(" 1"));
    return text + told_apart(c.x, c.z);
  }
  std::string operator()(evidence::definite_certificate const& c) const {
    return "states " + state_name(c.p) + " and " + state_name(c.q) + " both loop on " + w(c.e) +
           both_reached(c.x, c.y) + ", told apart by " + w(c.z);
  }
  std::string operator()(evidence::substitution_certificate const& c) const {
    return "states " + state_name(c.p) + " and " + state_name(c.q) + " both loop on " + w(c.e) +
           both_reached(c.x, c.y) + "; " + w(c.z) + " is accepted from " + state_name(c.p) +
           " and not from " + state_name(c.q) + ", from which " + w(c.f) + " is";
  }
  std::string operator()(evidence::cycle_certificate const& c) const {
    std::string text = w(c.u) + " moves ";
    for (auto const q : c.cycle)
      text += state_name(q) + " → ";
    text += state_name(c.cycle.front());
    if (c.e) text += ", while " + w(*c.e) + ", as long, moves none of them";
    return text + told_apart(c.x, c.z);
  }
  std::string operator()(evidence::content_certificate const& c) const {
    std::string const from = "state " + state_name(c.q);
    std::string text =
        c.a.empty()   ? from + " and the one that " + w(c.b) + " leads to from it"
        : c.b.empty() ? from + " and the one that " + w(c.a) + " leads to from it"
                      : "the states that " + w(c.a) + " and " + w(c.b) + " lead to from " + from;
    text += " both loop on " + w(c.e);
    if (id != evidence::class_id::gdef)
      text += ", whose letters include those of " + (c.a.empty()   ? w(c.b)
                                                     : c.b.empty() ? w(c.a)
                                                                   : w(c.a) + " and " + w(c.b));
    return text + told_apart(c.x, c.z);
  }
  std::string operator()(evidence::regular_certificate const& c) const {
    std::string text = joined({&c.a, &c.b, &c.a}) + " acts as " + w(c.a) + " and " +
                       joined({&c.a, &c.a}) + " does not";
    std::string const fixing = c.e ? w(*c.e) + " before or after " + w(c.a) : "";
    std::string const padded =
        c.pad ? w(c.pad->loop) + " put in after " +
                    (c.pad->at == 0 ? w({}) : "its first " + counted(c.pad->at, "letter"))
              : "";
    if (c.e && c.pad)
      text += "; " + fixing + ", and " + padded + ", change nothing";
    else if (c.e || c.pad)
      text += "; " + fixing + padded + " changes nothing";
    return text + "; from state " + state_name(c.q) + ", reached by " + w(c.x) +
           ", told apart by " + w(c.z);
  }
  std::string operator()(evidence::equation_certificate const& c) const {
    using enum evidence::equation;
    std::string const broken = c.broken == idempotent_between  ? "exexe ≠ exe"
                               : c.broken == commuting_between ? "exeye ≠ eyexe"
                                                               : "exfyezf ≠ ezfyexf";
    bool const two = c.broken == threshold_exchange;
    std::string text =
        broken + (two ? " for idempotent powers e, f of " + w(c.words[0]) + ", " + w(c.words[1])
                      : " for an idempotent power e of " + w(c.words[0]));
    char name = 'x';
    for (std::size_t i = two ? 2 : 1; i < c.words.size(); ++i, ++name)
      text += std::string(", ") + name + " = " + w(c.words[i]);
    return text + "; from state " + state_name(c.q) + ", reached by " + w(c.x) +
           ", told apart by " + w(c.z);
  }
  std::string operator()(evidence::escape_certificate const& c) const {
    if (id == evidence::class_id::rdef)
      return "state " + state_name(c.p) + " loops on " + w(c.e) + " and is left by " + w(c.u) +
             told_apart(c.x, c.z);
    return "state " + state_name(c.p) + ", reached by " + w(c.x) + ", loops on " + w(c.e) +
           (id == evidence::class_id::finite ? " and accepts " : " and rejects ") + w(c.z);
  }
  std::string operator()(evidence::merging_certificate const& c) const {
    return w(c.u) + " leads states " + state_name(c.p) + " and " + state_name(c.q) + " to one" +
           both_reached(c.x, c.y) + ", told apart by " + w(c.z);
  }
  std::string operator()(evidence::exchange_certificate const& c) const {
    return "exactly one of " + joined({&c.x, &c.u, &c.v, &c.z}) + " and " +
           joined({&c.x, &c.v, &c.u, &c.z}) + " is accepted";
  }
  std::string operator()(evidence::deletion_certificate const& c) const {
    return joined({&c.x, &c.u, &c.z}) + " is accepted; " + joined({&c.x, &c.z}) +
           ", the same with letters left out, is not";
  }
  template <class Other>
  std::string operator()(Other const&) const {
    return {};
  }
};

// "the last letter decides"
std::string last_letters(std::uint64_t n, std::string const& of = "") {
  return n == 1 ? "the last letter" + of + " decides"
                : "the last " + number(n) + " letters" + of + " decide";
}

// Why.
struct admission {
  evidence::class_id id;
  algebra::classification const& all;
  text::alphabet const& sigma;

  std::string operator()(evidence::order_certificate const&) const {
    if (id == evidence::class_id::ltl_p)
      return "the automaton is partially ordered: it never returns to a state it left";
    if (all.modulus)
      return "k = " + all.modulus->str() + ": reading " +
             (*all.modulus == 1 ? std::string("letter by letter")
                                : "blocks of " + all.modulus->str() + " letters") +
             ", the automaton never returns to a state it left";
    return "every component's period is its size";
  }
  std::string operator()(evidence::synchronizing_certificate const& c) const {
    return c.length == 0 ? "one state: nothing has to be read" : last_letters(c.length);
  }
  std::string operator()(evidence::strictly_local_certificate const& c) const {
    std::string const text = "k = " + number(c.k) + ": ";
    std::string tier;
    for (auto const x : c.tier)
      tier += (tier.empty() ? " on the tier {" : ", ") + sigma.token(x);
    if (!tier.empty()) tier += "}";
    if (id == evidence::class_id::sl) tier.clear();
    if (c.k == 1) return text + "at most one state can still accept";
    return text + last_letters(c.k - 1, tier) +
           " the state, unless nothing can be accepted any more";
  }
  std::string operator()(evidence::acyclic_pairs_certificate const& c) const {
    bool const modular = id == evidence::class_id::ltl_p_y_mod;
    std::string const looked_at = " (" + counted(c.pairs, "pair") + " looked at)";
    if (c.window == 0)
      return std::string("every component has one state") + (modular ? " a phase" : "") + looked_at;
    return "inside a component " + last_letters(c.window) + " the state" +
           (modular ? ", with the position modulo its period" : "") + looked_at;
  }
  std::string operator()(evidence::pairs_certificate const& c) const {
    std::string const condition =
        id == evidence::class_id::lt
            ? "states on a cycle of pairs enter and leave each other's components together"
            : condition_of(id);
    return condition + " (" + counted(c.pairs, "pair") + " looked at)";
  }
  std::string operator()(evidence::table_certificate const&) const { return condition_of(id); }
  std::string operator()(evidence::enumeration_certificate const& c) const {
    std::string text = "all " + counted(c.elements, "element") + " of the semigroup looked at";
    if (c.stability_index > 0) text += ", stability index " + number(c.stability_index);
    return text;
  }
  template <class Other>
  std::string operator()(Other const&) const {
    return {};
  }
};

} // namespace

std::string why(evidence::verdict const& v, algebra::classification const& all,
                text::alphabet const& sigma) {
  if (v.answer == evidence::membership::undecided) return v.limit ? budget::describe(*v.limit) : "";
  bool const member = v.answer == evidence::membership::member;
  if (auto const* const implied = std::get_if<evidence::implied_certificate>(&v.proof)) {
    std::string text = "because it is ";
    for (auto const& by : implied->by)
      text += std::string(&by == &implied->by.front() ? "" : "and ") +
              (member ? "in " : "not in ") + std::string(evidence::info(by->id).name) +
              (&by == &implied->by.back() ? "" : " ");
    return text;
  }
  return member ? std::visit(admission{v.id, all, sigma}, v.proof)
                : std::visit(refusal{v.id, sigma}, v.proof);
}

nlohmann::ordered_json integer_json(algebra::integer const& n) {
  if (n <= (algebra::integer(1) << 53)) return n.convert_to<std::uint64_t>();
  return n.str();
}

} // namespace ltlc::app
