// Every way the project has to decide whether a word satisfies a formula, as one table. A new back
// end is a new row.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ltlc/automaton/construct.hpp"
#include "ltlc/automaton/minimize.hpp"
#include "ltlc/execution/interpreter.hpp"
#include "ltlc/logic/semantics.hpp"
#include "ltlc/lowering/compile.hpp"

namespace ltlc::agreement {

// The verdict on a word; none when the engine met an error, which is a disagreement.
using predicate = std::function<std::optional<bool>(text::word const&)>;

struct engine {
  std::string name;
  // Null when the engine does not take this kind of formula.
  std::function<predicate(logic::formula, text::alphabet const&)> prepare;
};

inline constexpr std::uint64_t longest_word = 6;

inline engine definition() {
  return {"definition", [](logic::formula f, text::alphabet const& sigma) -> predicate {
            return [f, sigma](text::word const& w) { return logic::accepts(f, sigma, w); };
          }};
}

inline engine automaton_of(std::string name, bool minimal) {
  return {std::move(name), [minimal](logic::formula f, text::alphabet const& sigma) -> predicate {
            auto built = automaton::construct(f, sigma, {});
            if (!built) return [](text::word const&) { return std::optional<bool>(); };
            auto a = std::make_shared<automaton::dfa>(minimal ? automaton::minimize(*built).get()
                                                              : std::move(*built));
            return [a](text::word const& w) { return automaton::accepts(*a, w); };
          }};
}

// P, Y, MOD and Boolean operators: what is compiled as it stands.
inline bool is_compiled(logic::formula f) {
  for (auto const id : logic::subformulas(f)) {
    auto const kind = (*f.pool)[id].kind;
    if (kind == logic::op::since || logic::info(kind).looks_right) return false;
  }
  return true;
}

// The compiled model in the arithmetic it was compiled for. Words that share a prefix with the word
// before share its work.
inline engine model_in(execution::regime arithmetic) {
  struct state {
    execution::interpreter run;
    text::word last;
  };
  auto const decide = [](state& s, text::word const& w) -> std::optional<bool> {
    std::size_t shared = 0;
    while (shared < w.size() && shared < s.last.size() && w[shared] == s.last[shared])
      ++shared;
    s.run.truncate(shared + 1);
    s.last.resize(shared);
    for (std::size_t i = shared; i < w.size(); ++i) {
      if (!s.run.push(w[i])) return std::nullopt;
      s.last.push_back(w[i]);
    }
    auto const answer = s.run.accepts();
    return answer ? std::optional(*answer) : std::nullopt;
  };
  auto const format = arithmetic ? std::optional(arithmetic->format) : std::nullopt;
  return {"model in " + (arithmetic ? std::string(arithmetic->format.name) : std::string("exact")),
          [arithmetic, format, decide](logic::formula f, text::alphabet const& sigma) -> predicate {
            if (!is_compiled(f)) return nullptr;
            auto const m =
                lowering::compile(f, sigma, {.format = format, .max_length = longest_word}, {});
            if (!m) return [](text::word const&) { return std::optional<bool>(); };
            auto s = std::make_shared<state>(state{execution::interpreter(*m, arithmetic), {}});
            return [s, decide](text::word const& w) { return decide(*s, w); };
          }};
}

inline std::vector<engine> engines() {
  std::vector<engine> all{definition(), automaton_of("automaton", false),
                          automaton_of("minimal automaton", true), model_in(std::nullopt)};
  for (auto const& f : format::formats())
    all.push_back(model_in(f));
  return all;
}

} // namespace ltlc::agreement
