#include "ltlc/interchange/verdict_json.hpp"

#include "ltlc/interchange/automaton_table.hpp"
#include "ltlc/interchange/certificate_json.hpp"

namespace ltlc::interchange {

using json = nlohmann::ordered_json;

namespace {

using evidence::membership;

// "states passed 1,000 (raise it with --max-states)" back to its parts.
budget::limit_reached read_limit(json_reader const& at) {
  std::string const text = at.string();
  budget::limit_reached limit;
  std::size_t const passed = text.find(" passed ");
  if (passed == std::string::npos) at.fail("expected \"… passed N\"");
  limit.quantity = text.substr(0, passed);
  std::size_t i = passed + 8;
  for (; i < text.size() && (text[i] == ',' || (text[i] >= '0' && text[i] <= '9')); ++i)
    if (text[i] != ',') limit.limit = limit.limit * 10 + static_cast<std::uint64_t>(text[i] - '0');
  std::string const rest = text.substr(i);
  constexpr std::string_view before = " (raise it with ";
  if (rest.size() > before.size() + 1 && rest.starts_with(before) && rest.ends_with(")"))
    limit.way_out = rest.substr(before.size(), rest.size() - before.size() - 1);
  if (describe(limit) != text)
    at.fail("expected \"… passed N\" or \"… passed N (raise it with …)\"");
  return limit;
}

} // namespace

std::string verdict_text(evidence::verdict const& v, text::alphabet const& sigma) {
  if (v.answer == membership::undecided) {
    std::string const limit = v.limit ? ",\"limit\":" + json(describe(*v.limit)).dump() : "";
    return "{\"member\":null,\"certificate\":null" + limit + "}";
  }
  return std::string("{\"member\":") + (v.answer == membership::member ? "true" : "false") +
         ",\"certificate\":" + certificate_text(v.proof, sigma) + "}";
}

evidence::verdict read_verdict(json_reader const& at, evidence::class_id id,
                               text::alphabet const& sigma, std::size_t depth) {
  evidence::verdict v;
  v.id = id;
  auto const member = at.key("member");
  auto const proof = at.key("certificate");
  if (!at.has("member")) {
    if (at.has("certificate")) proof.fail("an undecided verdict has no certificate");
    if (at.has("limit")) v.limit = read_limit(at.key("limit"));
    return v;
  }
  if (at.has("limit")) at.key("limit").fail("a verdict that is decided names no limit");
  v.answer = member.boolean() ? membership::member : membership::not_member;
  v.proof = read_certificate(proof, sigma, depth);
  return v;
}

namespace {

std::string document_text(text::alphabet const& sigma, automaton::dfa const* a,
                          std::vector<evidence::verdict> const& verdicts) {
  std::string out = "{\"alphabet\":" + alphabet_json(sigma);
  if (a != nullptr) out += ",\"dfa\":{" + table_json(*a) + "}";
  out += ",\"classes\":{";
  char const* separator = "";
  for (evidence::verdict const& v : verdicts) {
    out += separator + json(evidence::info(v.id).name).dump() + ":";
    out += verdict_text(v, sigma);
    separator = ",";
  }
  out += "}}";
  return out;
}

} // namespace

std::string to_json(verdict_document const& d) {
  return document_text(d.sigma, d.automaton ? &*d.automaton : nullptr, d.verdicts);
}

std::string to_json(automaton::dfa const& a, std::vector<evidence::verdict> const& verdicts) {
  return document_text(a.sigma, &a, verdicts);
}

text::result<verdict_document> verdicts_from_json(text::source const& text,
                                                  budget::budget const& limits) {
  return read_document<verdict_document>(text, [&](json_reader const& root) {
    verdict_document d;
    d.sigma = read_alphabet(root.key("alphabet"));
    if (root.has("dfa") && root.key("dfa").contains("delta"))
      d.automaton = read_table(root.key("dfa"), d.sigma, limits);
    auto const classes = root.key("classes");
    auto const names = classes.keys();
    if (names.empty()) classes.fail("there is no verdict to check");
    for (std::string const& name : names)
      if (!evidence::find_class(name))
        classes.key(name.c_str()).fail("no class is called like this key");
    for (std::string const& name : root.keys())
      if (name != "alphabet" && name != "dfa" && name != "classes") d.other_keys.push_back(name);
    for (evidence::class_info const& c : evidence::class_table()) {
      std::string const name(c.name);
      if (!classes.contains(name.c_str())) continue;
      auto const at = classes.key(name.c_str());
      at.expect_keys({"member", "certificate", "limit"});
      d.verdicts.push_back(read_verdict(at, c.id, d.sigma, 0));
    }
    return d;
  });
}

} // namespace ltlc::interchange
