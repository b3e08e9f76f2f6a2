#include "ltlc/lowering/layout.hpp"

#include <algorithm>
#include <map>

#include "ltlc/contract.hpp"

namespace ltlc::lowering {

namespace {

constexpr std::size_t never = 0;
constexpr std::size_t to_the_end = ~std::size_t{0};

class builder {
public:
  builder(plan const& p, reuse how) : plan_(p), reuse_(how) {
    result_.coordinate.resize(p.variables.size(), 0);
    last_use_.resize(p.variables.size(), never);
    take("bos", false);
  }

  layout run() {
    find_letter_classes();
    find_last_uses();
    place_sinusoids();
    result_.meaning.assign(plan_.layers + 1, {});
    if (auto const* answer = std::get_if<bool>(&plan_.readout)) {
      result_.readout = take(*answer ? "true" : "false", *answer);
    } else {
      for (std::size_t layer = 1; layer <= plan_.layers; ++layer)
        one_layer(layer);
      result_.readout = result_.coordinate[std::get<variable>(plan_.readout)];
    }
    write_meaning();
    return std::move(result_);
  }

private:
  struct event {
    std::size_t layer;
    std::uint32_t coordinate;
    std::string text;
  };

  std::uint32_t take(std::string text, bool one) {
    auto const c = static_cast<std::uint32_t>(result_.starts_at_one.size());
    result_.starts_at_one.push_back(one);
    counts_.push_back(false);
    result_.width = c + 1;
    events_.push_back({0, c, std::move(text)});
    return c;
  }

  void find_letter_classes() {
    // By letter: its weights in all forms, and the last layer that reads one of them.
    std::vector<std::vector<int>> weights(plan_.letters.size());
    std::vector<std::size_t> last(plan_.letters.size(), never);
    for (planned const& p : plan_.variables)
      if (p.used)
        for_each_form(p, [&](form const& f) {
          for (std::size_t l = 0; l < f.letters.size(); ++l) {
            weights[l].push_back(f.letters[l]);
            if (f.letters[l] != 0) last[l] = std::max(last[l], p.layer);
          }
        });
    std::map<std::vector<int>, std::size_t> class_of;
    for (std::size_t l = 0; l < weights.size(); ++l) {
      if (last[l] == never) continue; // no form tells it from the letters that do not occur
      if (reuse_ == reuse::none) weights[l].push_back(static_cast<int>(l)); // none is like another
      auto const [at, fresh] = class_of.try_emplace(weights[l], result_.classes.size());
      if (fresh) {
        result_.classes.emplace_back();
        class_last_use_.push_back(last[l]);
      }
      result_.classes[at->second].letters.push_back(l);
    }
    for (auto& c : result_.classes) {
      std::string text;
      for (std::size_t const l : c.letters)
        text += (text.empty() ? "" : " | ") + plan_.letter_texts[l];
      c.coordinate = take(std::move(text), false);
    }
  }

  void find_last_uses() {
    for (planned const& p : plan_.variables)
      if (p.used)
        for_each_form(p, [&](form const& f) {
          for (auto const& [v, weight] : f.terms)
            last_use_[v] = std::max(last_use_[v], p.layer);
        });
    if (auto const* v = std::get_if<variable>(&plan_.readout)) last_use_[*v] = to_the_end;
  }

  void place_sinusoids() {
    for (planned const& p : plan_.variables) {
      if (!p.used || p.kind != content::sinusoid || result_.sinusoids.contains(p.modulus)) continue;
      std::string const m = std::to_string(p.modulus);
      std::uint32_t const cosine = take("cos 2pi i/" + m, false);
      result_.sinusoids[p.modulus] = {cosine, take("sin 2pi i/" + m, false)};
    }
  }

  void one_layer(std::size_t layer) {
    for (variable v = 0; v < plan_.variables.size(); ++v) {
      planned const& p = plan_.variables[v];
      if (p.used && p.layer == layer && !by_mlp(p)) place(v, layer - 1, complements(p));
    }
    if (reuse_ == reuse::dead_coordinates) release(layer);
    for (variable v = 0; v < plan_.variables.size(); ++v) {
      planned const& p = plan_.variables[v];
      if (p.used && p.layer == layer && by_mlp(p)) place(v, layer, false);
    }
  }

  // A coordinate that is free for the MLP of `rewritten`, or a new one.
  void place(variable v, std::size_t rewritten, bool one) {
    std::uint32_t c = 0;
    if (free_.empty() || plan_.variables[v].kind == content::sinusoid) {
      c = take(one ? "true" : "", one);
    } else {
      c = free_.back();
      free_.pop_back();
      result_.resets.push_back({rewritten, c, one, counts_[c]});
      events_.push_back({rewritten, c, one ? "true" : ""});
    }
    result_.coordinate[v] = c;
    counts_[c] = plan_.variables[v].counts;
    events_.push_back({plan_.variables[v].layer, c, plan_.variables[v].text});
  }

  // What nothing reads after this layer's MLP.
  void release(std::size_t layer) {
    for (std::size_t c = 0; c < result_.classes.size(); ++c)
      if (class_last_use_[c] == layer) free_.push_back(result_.classes[c].coordinate);
    for (variable v = 0; v < plan_.variables.size(); ++v)
      if (plan_.variables[v].used && last_use_[v] == layer) free_.push_back(result_.coordinate[v]);
    std::sort(free_.begin(), free_.end(), std::greater<>());
  }

  void write_meaning() {
    std::vector<std::string> row(result_.width);
    for (std::size_t layer = 0; layer <= plan_.layers; ++layer) {
      for (event const& e : events_)
        if (e.layer == layer) row[e.coordinate] = e.text;
      result_.meaning[layer] = row;
    }
  }

  plan const& plan_;
  reuse reuse_;
  layout result_;
  std::vector<std::size_t> last_use_;
  std::vector<std::size_t> class_last_use_;
  std::vector<std::uint32_t> free_;
  std::vector<bool> counts_; // by coordinate
  std::vector<event> events_;
};

} // namespace

bool inverted(std::uint64_t residue, std::uint64_t modulus) {
  return residue % modulus != 1 % modulus;
}

bool inverted(planned const& p) {
  return p.kind == content::modular && inverted(p.residue, p.modulus);
}

bool complements(planned const& p) {
  return p.kind == content::past || inverted(p);
}

layout lay_out(plan const& p, reuse how) {
  return builder(p, how).run();
}

} // namespace ltlc::lowering
