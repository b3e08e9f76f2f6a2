#include "ltlc/lowering/usage.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace ltlc::lowering {

std::map<std::string, std::size_t> list_letters(logic::formula f, text::alphabet const& sigma,
                                                plan& p) {
  std::map<std::string, std::size_t> place;
  for (std::string const& token : logic::letters(f))
    if (sigma.find(token)) {
      place.emplace(token, p.letters.size());
      p.letters.push_back(token);
      p.letter_texts.push_back(token);
    }
  return place;
}

std::size_t attention_reads(form const& f, std::vector<planned> const& variables) {
  std::size_t layer = 1;
  for (auto const& [v, weight] : f.terms)
    layer = std::max(layer, variables[v].layer + 1);
  return layer;
}

std::size_t mlp_reads(unit_sum const& s, std::vector<planned> const& variables) {
  std::size_t layer = 1;
  for (auto const& [weight, unit] : s.units)
    for (auto const& [v, w] : unit.terms) {
      planned const& p = variables[v];
      layer = std::max(layer, by_mlp(p) ? p.layer + 1 : p.layer);
    }
  return layer;
}

std::size_t number_of_heads(plan const& p) {
  std::size_t heads = 0;
  std::set<std::pair<std::size_t, std::uint32_t>> offsets;
  std::vector<std::pair<std::size_t, form>> keys;
  for (planned const& at : p.variables) {
    if (!at.used || by_mlp(at)) continue;
    bool fresh = true;
    if (at.kind == content::offset) fresh = offsets.emplace(at.layer, at.offset).second;
    if (at.kind == content::since) {
      std::pair key{at.layer, at.argument};
      fresh = std::find(keys.begin(), keys.end(), key) == keys.end();
      if (fresh) keys.push_back(std::move(key));
    }
    heads += fresh ? 1U : 0U;
  }
  return heads;
}

void mark_used(plan& p) {
  auto const* readout = std::get_if<variable>(&p.readout);
  if (!readout) return;
  p.layers = p.variables[*readout].layer;
  std::vector<variable> open{*readout};
  while (!open.empty()) {
    planned& at = p.variables[open.back()];
    open.pop_back();
    if (at.used) continue;
    at.used = true;
    for_each_form(at, [&](form const& f) {
      for (auto const& [v, weight] : f.terms)
        open.push_back(v);
    });
  }
}

void delay_what_needs_no_input(plan& p) {
  std::vector<std::size_t> latest(p.variables.size(), p.layers);
  for (planned const& reader : p.variables) {
    if (!reader.used) continue;
    bool const mlp = by_mlp(reader);
    for_each_form(reader, [&](form const& f) {
      for (auto const& [v, weight] : f.terms) {
        bool const same_layer = mlp && !by_mlp(p.variables[v]);
        latest[v] = std::min(latest[v], same_layer ? reader.layer : reader.layer - 1);
      }
    });
  }
  for (variable v = 0; v < p.variables.size(); ++v) {
    planned& at = p.variables[v];
    bool const no_input = at.kind == content::modular || at.kind == content::sinusoid || at.always;
    if (at.used && no_input) at.layer = latest[v];
  }
}

} // namespace ltlc::lowering
