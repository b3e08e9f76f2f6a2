#include "ltlc/interchange/batch_item.hpp"

#include "ltlc/interchange/automaton_table.hpp"
#include "ltlc/interchange/json_reader.hpp"

namespace ltlc::interchange {

namespace {

constexpr char const* languages[] = {"regex", "ltl", "fo", "dfa"};

std::string read_id(json_reader const& at, std::string_view line) {
  if (!at.is_string() && !at.is_number()) at.fail("expected a string or a number");
  // As it stands: a large integer must not lose digits on its way through a number.
  auto const place = place_of(line, "/id");
  return std::string(line.substr(place.begin, place.end - place.begin));
}

text::alphabet read_alphabet_or_option(json_reader const& at) {
  if (!at.is_string()) return read_alphabet(at);
  auto sigma = text::alphabet::from_option(at.string());
  if (!sigma) at.fail(sigma.error().message);
  return std::move(*sigma);
}

char const* kind_of(json_reader const& root) {
  char const* kind = nullptr;
  for (char const* const key : languages) {
    if (!root.contains(key)) continue;
    if (kind != nullptr)
      root.key(key).fail(std::string("a line has one language, and \"") + kind + "\" is given too");
    kind = key;
  }
  if (kind == nullptr) root.fail("expected one of the keys \"regex\", \"ltl\", \"fo\" and \"dfa\"");
  return kind;
}

} // namespace

batch_line batch_line_from_json(text::source const& line, budget::budget const& limits) {
  std::string id;
  auto item = read_document<batch_item>(line, [&](json_reader const& root) {
    if (root.contains("id")) id = read_id(root.key("id"), line.content);
    root.expect_keys({"regex", "ltl", "fo", "dfa", "alphabet", "id"});
    batch_item read;
    read.kind = kind_of(root);
    if (root.contains("alphabet")) read.sigma = read_alphabet_or_option(root.key("alphabet"));
    auto const value = root.key(read.kind.c_str());
    if (read.kind == "dfa" && !value.is_string()) {
      read.table = read_table(value, read_alphabet(value.key("alphabet")), limits);
      if (read.sigma && !(*read.sigma == read.table->sigma))
        root.key("alphabet").fail("the automaton has another alphabet");
      return read;
    }
    read.text = value.string();
    if (read.kind == "dfa" && read.text == "-")
      value.fail("a batch cannot read automata from standard input");
    return read;
  });
  return {std::move(id), std::move(item)};
}

} // namespace ltlc::interchange
