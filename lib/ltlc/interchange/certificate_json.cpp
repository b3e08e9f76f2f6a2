#include "ltlc/interchange/certificate_json.hpp"

#include <array>

namespace ltlc::interchange {

using json = nlohmann::ordered_json;
using namespace evidence;

namespace {

constexpr std::size_t max_depth = class_count; // of verdicts inside verdicts

struct equation_name {
  equation broken;
  std::string_view name;
};
constexpr std::array<equation_name, 3> equations{{
    {equation::idempotent_between, "exexe = exe"},
    {equation::commuting_between, "exeye = eyexe"},
    {equation::threshold_exchange, "exfyezf = ezfyexf"},
}};

// ---- writing ----

std::string dumped(json const& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

void append_list(std::string& out, std::vector<automaton::state> const& states,
                 std::vector<std::uint32_t> const* of = nullptr) {
  out += '[';
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (i > 0) out += ',';
    out += std::to_string(of != nullptr ? (*of)[states[i]] : states[i]);
  }
  out += ']';
}

// Written as text at once: an automaton may have a million components. Phases are given where a
// component has more than one.
std::string components_text(automaton::component_order const& order) {
  std::string out = "[";
  for (auto const& c : order.components) {
    if (out.size() > 1) out += ',';
    out += "{\"states\":";
    append_list(out, c.states);
    out += ",\"period\":" + std::to_string(c.period);
    if (c.period > 1) {
      out += ",\"phases\":";
      append_list(out, c.states, &order.phase);
    }
    out += '}';
  }
  return out + "]";
}

struct writer {
  text::alphabet const& sigma;
  [[nodiscard]] std::string w(text::word const& word) const { return sigma.print(word); }

  std::string operator()(std::monostate) const { return "null"; }
  std::string operator()(state_pair_certificate const& c) const {
    json value = {{"kind", "state_pair"}, {"p", c.p},    {"q", c.q},    {"x", w(c.x)},
                  {"u", w(c.u)},          {"v", w(c.v)}, {"z", w(c.z)}, {"modulus", c.modulus}};
    if (c.e) value["e"] = w(*c.e);
    return dumped(value);
  }
  std::string operator()(definite_certificate const& c) const {
    return dumped({{"kind", "definite"},
                   {"p", c.p},
                   {"q", c.q},
                   {"x", w(c.x)},
                   {"y", w(c.y)},
                   {"e", w(c.e)},
                   {"z", w(c.z)}});
  }
  std::string operator()(substitution_certificate const& c) const {
    return dumped({{"kind", "substitution"},
                   {"p", c.p},
                   {"q", c.q},
                   {"x", w(c.x)},
                   {"y", w(c.y)},
                   {"e", w(c.e)},
                   {"z", w(c.z)},
                   {"f", w(c.f)}});
  }
  std::string operator()(cycle_certificate const& c) const {
    json value = {{"kind", "cycle"}, {"u", w(c.u)}, {"cycle", c.cycle},
                  {"x", w(c.x)},     {"z", w(c.z)}, {"modulus", c.modulus}};
    if (c.e) value["e"] = w(*c.e);
    return dumped(value);
  }
  std::string operator()(content_certificate const& c) const {
    return dumped({{"kind", "content"},
                   {"q", c.q},
                   {"x", w(c.x)},
                   {"a", w(c.a)},
                   {"b", w(c.b)},
                   {"e", w(c.e)},
                   {"z", w(c.z)}});
  }
  std::string operator()(regular_certificate const& c) const {
    json value = {{"kind", "regular"}, {"q", c.q},    {"a", w(c.a)},
                  {"b", w(c.b)},       {"x", w(c.x)}, {"z", w(c.z)}};
    if (c.e) value["e"] = w(*c.e);
    if (c.pad) value["padding"] = {{"at", c.pad->at}, {"loop", w(c.pad->loop)}};
    return dumped(value);
  }
  std::string operator()(equation_certificate const& c) const {
    json words = json::array();
    for (text::word const& word : c.words)
      words.push_back(w(word));
    return dumped({{"kind", "equation"},
                   {"equation", equations[static_cast<std::size_t>(c.broken)].name},
                   {"words", std::move(words)},
                   {"q", c.q},
                   {"x", w(c.x)},
                   {"z", w(c.z)}});
  }
  std::string operator()(escape_certificate const& c) const {
    return dumped({{"kind", "escape"},
                   {"p", c.p},
                   {"x", w(c.x)},
                   {"e", w(c.e)},
                   {"u", w(c.u)},
                   {"z", w(c.z)}});
  }
  std::string operator()(merging_certificate const& c) const {
    return dumped({{"kind", "merging"},
                   {"p", c.p},
                   {"q", c.q},
                   {"x", w(c.x)},
                   {"y", w(c.y)},
                   {"u", w(c.u)},
                   {"z", w(c.z)}});
  }
  std::string operator()(exchange_certificate const& c) const {
    return dumped(
        {{"kind", "exchange"}, {"x", w(c.x)}, {"u", w(c.u)}, {"v", w(c.v)}, {"z", w(c.z)}});
  }
  std::string operator()(deletion_certificate const& c) const {
    return dumped({{"kind", "deletion"}, {"x", w(c.x)}, {"u", w(c.u)}, {"z", w(c.z)}});
  }
  std::string operator()(order_certificate const& c) const {
    return "{\"kind\":\"order\",\"components\":" + components_text(c.order) + "}";
  }
  std::string operator()(synchronizing_certificate const& c) const {
    return dumped({{"kind", "synchronizing"}, {"length", c.length}});
  }
  std::string operator()(strictly_local_certificate const& c) const {
    json tier = json::array();
    for (text::letter const x : c.tier)
      tier.push_back(sigma.token(x));
    return dumped({{"kind", "strictly_local"}, {"k", c.k}, {"tier", std::move(tier)}});
  }
  std::string operator()(acyclic_pairs_certificate const& c) const {
    return "{\"kind\":\"acyclic_pairs\",\"pairs\":" + std::to_string(c.pairs) +
           ",\"window\":" + std::to_string(c.window) +
           ",\"components\":" + components_text(c.order) + "}";
  }
  std::string operator()(pairs_certificate const& c) const {
    return dumped({{"kind", "pairs"}, {"pairs", c.pairs}});
  }
  std::string operator()(table_certificate const&) const { return dumped({{"kind", "table"}}); }
  std::string operator()(enumeration_certificate const& c) const {
    json value = {{"kind", "enumeration"}, {"elements", c.elements}};
    if (c.stability_index > 0) value["stability_index"] = c.stability_index;
    return dumped(value);
  }
  std::string operator()(implied_certificate const& c) const {
    std::string out = "{\"kind\":\"implied\"";
    if (c.by.size() == 1) out += ",\"by\":" + dumped(info(c.by[0]->id).name);
    out += ",\"verdicts\":[";
    for (std::size_t i = 0; i < c.by.size(); ++i) {
      std::string const verdict = verdict_text(*c.by[i], sigma);
      out += (i > 0 ? ",{\"class\":" : "{\"class\":") + dumped(info(c.by[i]->id).name) + "," +
             verdict.substr(1);
    }
    return out + "]}";
  }
};

// ---- reading ----

// A certificate's object and the alphabet of its words.
struct reader {
  json_reader const& at;
  text::alphabet const& sigma;
  std::size_t depth;

  [[nodiscard]] text::word word_at(json_reader const& place) const {
    auto const word = sigma.parse_word(place.string());
    if (!word) place.fail(word.error().message);
    return *word;
  }
  [[nodiscard]] text::word word(char const* key) const { return word_at(at.key(key)); }
  [[nodiscard]] std::optional<text::word> optional_word(char const* key) const {
    if (!at.has(key)) return std::nullopt;
    return word(key);
  }
  [[nodiscard]] std::uint64_t number(char const* key) const {
    return static_cast<std::uint64_t>(at.key(key).integer(0, INT64_MAX));
  }
  [[nodiscard]] static automaton::state state_at(json_reader const& place) {
    return static_cast<automaton::state>(place.integer(0, UINT32_MAX));
  }
  [[nodiscard]] automaton::state state(char const* key) const { return state_at(at.key(key)); }
  void keys(std::initializer_list<std::string_view> known) const { at.expect_keys(known); }
};

automaton::component_order read_order(reader const& r) {
  automaton::component_order order;
  auto const components = r.at.key("components");
  std::vector<std::vector<std::uint32_t>> phases;
  std::size_t named = 0;
  for (json_reader const& at : components.elements()) {
    at.expect_keys({"states", "period", "phases"});
    automaton::component c;
    c.period = reader::state_at(at.key("period"));
    for (json_reader const& q : at.key("states").elements())
      c.states.push_back(reader::state_at(q));
    phases.emplace_back(c.states.size(), 0);
    if (at.has("phases") || c.period > 1) {
      at.key("phases").expect_size(c.states.size(), "one a state");
      phases.back().clear();
      for (json_reader const& phase : at.key("phases").elements())
        phases.back().push_back(reader::state_at(phase));
    }
    named += c.states.size();
    order.components.push_back(std::move(c));
  }
  constexpr std::uint32_t unnamed = UINT32_MAX;
  order.component_of.assign(named, unnamed);
  order.phase.assign(named, 0);
  for (std::size_t i = 0; i < order.components.size(); ++i)
    for (std::size_t j = 0; j < phases[i].size(); ++j) {
      automaton::state const q = order.components[i].states[j];
      if (q >= named || order.component_of[q] != unnamed)
        components.fail("the components do not hold each state once");
      order.component_of[q] = static_cast<std::uint32_t>(i);
      order.phase[q] = phases[i][j];
    }
  return order;
}

certificate read_state_pair(reader const& r) {
  r.keys({"kind", "p", "q", "x", "u", "v", "z", "modulus", "e"});
  return state_pair_certificate{r.state("p"),         r.state("q"),       r.word("x"),
                                r.word("u"),          r.word("v"),        r.word("z"),
                                r.optional_word("e"), r.number("modulus")};
}
certificate read_definite(reader const& r) {
  r.keys({"kind", "p", "q", "x", "y", "e", "z"});
  return definite_certificate{r.state("p"), r.state("q"), r.word("x"),
                              r.word("y"),  r.word("e"),  r.word("z")};
}
certificate read_substitution(reader const& r) {
  r.keys({"kind", "p", "q", "x", "y", "e", "z", "f"});
  return substitution_certificate{r.state("p"), r.state("q"), r.word("x"), r.word("y"),
                                  r.word("e"),  r.word("z"),  r.word("f")};
}
certificate read_cycle(reader const& r) {
  r.keys({"kind", "u", "cycle", "x", "z", "modulus", "e"});
  std::vector<automaton::state> cycle;
  for (json_reader const& q : r.at.key("cycle").elements())
    cycle.push_back(reader::state_at(q));
  return cycle_certificate{r.word("u"), std::move(cycle),    r.word("x"),
                           r.word("z"), r.number("modulus"), r.optional_word("e")};
}
certificate read_content(reader const& r) {
  r.keys({"kind", "q", "x", "a", "b", "e", "z"});
  return content_certificate{r.state("q"), r.word("x"), r.word("a"),
                             r.word("b"),  r.word("e"), r.word("z")};
}
certificate read_regular(reader const& r) {
  r.keys({"kind", "q", "a", "b", "x", "z", "e", "padding"});
  regular_certificate c{r.state("q"), r.word("a"), r.word("b"), r.word("x"), r.word("z"), {}, {}};
  c.e = r.optional_word("e");
  if (r.at.has("padding")) {
    auto const at = r.at.key("padding");
    at.expect_keys({"at", "loop"});
    reader const inside{at, r.sigma, r.depth};
    c.pad = padding{inside.number("at"), inside.word("loop")};
  }
  return c;
}
certificate read_equation(reader const& r) {
  r.keys({"kind", "equation", "words", "q", "x", "z"});
  equation_certificate c;
  std::string const name = r.at.key("equation").string();
  auto const row = std::find_if(equations.begin(), equations.end(),
                                [&](equation_name const& e) { return e.name == name; });
  if (row == equations.end()) r.at.key("equation").fail("the equation is not known");
  c.broken = row->broken;
  for (json_reader const& word : r.at.key("words").elements())
    c.words.push_back(r.word_at(word));
  c.q = r.state("q");
  c.x = r.word("x");
  c.z = r.word("z");
  return c;
}
certificate read_escape(reader const& r) {
  r.keys({"kind", "p", "x", "e", "u", "z"});
  return escape_certificate{r.state("p"), r.word("x"), r.word("e"), r.word("u"), r.word("z")};
}
certificate read_merging(reader const& r) {
  r.keys({"kind", "p", "q", "x", "y", "u", "z"});
  return merging_certificate{r.state("p"), r.state("q"), r.word("x"),
                             r.word("y"),  r.word("u"),  r.word("z")};
}
certificate read_exchange(reader const& r) {
  r.keys({"kind", "x", "u", "v", "z"});
  return exchange_certificate{r.word("x"), r.word("u"), r.word("v"), r.word("z")};
}
certificate read_deletion(reader const& r) {
  r.keys({"kind", "x", "u", "z"});
  return deletion_certificate{r.word("x"), r.word("u"), r.word("z")};
}
certificate read_order_of_components(reader const& r) {
  r.keys({"kind", "components"});
  return order_certificate{read_order(r)};
}
certificate read_synchronizing(reader const& r) {
  r.keys({"kind", "length"});
  return synchronizing_certificate{r.number("length")};
}
certificate read_strictly_local(reader const& r) {
  r.keys({"kind", "k", "tier"});
  strictly_local_certificate c{r.number("k"), {}};
  for (json_reader const& token : r.at.key("tier").elements()) {
    auto const x = r.sigma.find(token.string());
    if (!x) token.fail("the letter is not in the alphabet");
    c.tier.push_back(*x);
  }
  return c;
}
certificate read_acyclic_pairs(reader const& r) {
  r.keys({"kind", "pairs", "window", "components"});
  return acyclic_pairs_certificate{r.number("pairs"), r.number("window"), read_order(r)};
}
certificate read_pairs(reader const& r) {
  r.keys({"kind", "pairs"});
  return pairs_certificate{r.number("pairs")};
}
certificate read_table_certificate(reader const& r) {
  r.keys({"kind"});
  return table_certificate{};
}
certificate read_enumeration(reader const& r) {
  r.keys({"kind", "elements", "stability_index"});
  return enumeration_certificate{r.number("elements"), r.at.has("stability_index")
                                                           ? r.number("stability_index")
                                                           : std::uint64_t{0}};
}
certificate read_implied(reader const& r) {
  r.keys({"kind", "by", "verdicts"});
  if (r.depth == max_depth) r.at.fail("verdicts stand inside verdicts too deep");
  auto const class_at = [](json_reader const& at) {
    auto const id = find_class(at.string());
    if (!id) at.fail("no class is called so");
    return *id;
  };
  implied_certificate c;
  for (json_reader const& at : r.at.key("verdicts").elements()) {
    at.expect_keys({"class", "member", "certificate", "limit"});
    c.by.push_back(std::make_shared<verdict const>(
        read_verdict(at, class_at(at.key("class")), r.sigma, r.depth + 1)));
  }
  if (r.at.has("by") && (c.by.size() != 1 || class_at(r.at.key("by")) != c.by[0]->id))
    r.at.key("by").fail("it is not the class of the only verdict");
  return c;
}

struct kind_of_certificate {
  std::string_view name;
  certificate (*read)(reader const&);
};
constexpr std::array kinds{
    kind_of_certificate{"state_pair", read_state_pair},
    kind_of_certificate{"definite", read_definite},
    kind_of_certificate{"substitution", read_substitution},
    kind_of_certificate{"cycle", read_cycle},
    kind_of_certificate{"content", read_content},
    kind_of_certificate{"regular", read_regular},
    kind_of_certificate{"equation", read_equation},
    kind_of_certificate{"escape", read_escape},
    kind_of_certificate{"merging", read_merging},
    kind_of_certificate{"exchange", read_exchange},
    kind_of_certificate{"deletion", read_deletion},
    kind_of_certificate{"order", read_order_of_components},
    kind_of_certificate{"synchronizing", read_synchronizing},
    kind_of_certificate{"strictly_local", read_strictly_local},
    kind_of_certificate{"acyclic_pairs", read_acyclic_pairs},
    kind_of_certificate{"pairs", read_pairs},
    kind_of_certificate{"table", read_table_certificate},
    kind_of_certificate{"enumeration", read_enumeration},
    kind_of_certificate{"implied", read_implied},
};

} // namespace

std::string certificate_text(certificate const& c, text::alphabet const& sigma) {
  return std::visit(writer{sigma}, c);
}

certificate read_certificate(json_reader const& at, text::alphabet const& sigma,
                             std::size_t depth) {
  auto const kind = at.key("kind");
  std::string const name = kind.string();
  for (kind_of_certificate const& k : kinds)
    if (k.name == name) return k.read(reader{at, sigma, depth});
  kind.fail("no kind of certificate is called \"" + name + "\"");
}

} // namespace ltlc::interchange
