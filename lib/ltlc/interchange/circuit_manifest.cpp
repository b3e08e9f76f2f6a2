#include "ltlc/interchange/circuit_manifest.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "ltlc/grammar/formula_grammar.hpp"

namespace ltlc::interchange {

namespace {

using exact::scalar;
using logic::op;

constexpr std::size_t name_bytes = 200; // the compiler cuts names there
constexpr std::string_view cut_mark = "…";

bool present(scalar const& s) {
  return !s.terms().empty();
}

// The sub-formulas as a numbered list, and names as places in it.
class formula_list {
public:
  explicit formula_list(std::string const& whole) {
    if (auto const f = grammar::parse_formula({"formula", whole}, pool_)) {
      add(*f);
      own_ = list_.size();
    }
  }

  // Of a text that is a formula, or the beginning of one that was cut.
  std::optional<std::size_t> find(std::string const& text) {
    auto const [at, fresh] = found_.try_emplace(text);
    if (!fresh) return at->second;
    bool const cut = text.size() >= cut_mark.size() &&
                     text.compare(text.size() - cut_mark.size(), cut_mark.size(), cut_mark) == 0;
    if (cut)
      at->second = only_one_called(text);
    else if (auto const f = grammar::parse_formula({"name", text}, pool_))
      at->second = add(*f);
    return at->second;
  }

  [[nodiscard]] std::size_t own() const { return own_; }
  [[nodiscard]] std::vector<circuit_formula> const& list() const { return list_; }

private:
  std::size_t add(logic::formula f) {
    for (term::id const id : logic::subformulas(f)) {
      auto const [at, fresh] = place_.try_emplace(id, list_.size());
      if (fresh) list_.push_back(described(id));
    }
    return place_.at(f.id);
  }

  circuit_formula described(term::id id) const {
    logic::node const n = pool_[id];
    circuit_formula f;
    f.text = logic::print({&pool_, id}, {.unicode = false, .max_bytes = name_bytes});
    f.kind = n.kind;
    auto const arity = logic::info(n.kind).arity;
    if (arity >= 1) f.arguments.push_back(place_.at(n.a));
    if (arity == 2) f.arguments.push_back(place_.at(n.b));
    if (n.kind == op::letter) f.letter = pool_.symbols().name(n.a);
    if (n.kind == op::mod) {
      f.residue = n.a;
      f.modulus = n.b;
    }
    if (n.kind == op::yesterday || n.kind == op::next) f.offset = n.b;
    return f;
  }

  [[nodiscard]] std::optional<std::size_t> only_one_called(std::string const& text) const {
    std::optional<std::size_t> result;
    for (std::size_t i = 0; i < own_; ++i) {
      if (list_[i].text != text) continue;
      if (result) return std::nullopt;
      result = i;
    }
    return result;
  }

  logic::formula_pool pool_;
  std::vector<circuit_formula> list_;
  std::size_t own_ = 0;
  std::unordered_map<term::id, std::size_t> place_;
  std::map<std::string, std::optional<std::size_t>> found_;
};

bool is_boolean(op kind) {
  return kind == op::negation || kind == op::conjunction || kind == op::disjunction ||
         kind == op::implication || kind == op::equivalence;
}

// The rest of a text after a prefix, or none.
std::optional<std::string> after(std::string const& text, std::string_view prefix) {
  if (text.rfind(prefix, 0) != 0) return std::nullopt;
  return text.substr(prefix.size());
}

std::vector<std::string> parts_of(std::string const& computes) {
  std::vector<std::string> parts;
  constexpr std::string_view comma = ", "; // no formula has this
  std::size_t begin = 0;
  for (auto end = computes.find(comma); end != std::string::npos;
       begin = end + comma.size(), end = computes.find(comma, begin))
    parts.push_back(computes.substr(begin, end - begin));
  parts.push_back(computes.substr(begin));
  return parts;
}

class manifest_builder {
public:
  explicit manifest_builder(network::model const& m) : m_(m), formulas_(m.formula) {}

  circuit_manifest run() {
    result_.formula = m_.formula;
    result_.format = m_.format;
    result_.max_length = m_.max_length;
    result_.width = m_.width;
    result_.layers = m_.layers.size();
    result_.readout = m_.readout;
    // A norm doubles the stream: the second half is 1 − the first.
    bool const norm = !m_.layers.empty() && m_.layers.front().norm.has_value();
    half_ = norm
                ? (m_.width - (m_.layers.front().norm->kind == network::norm_kind::rms ? 4 : 0)) / 2
                : m_.width;
    middle_.push_back(m_.meaning.front());
    for (std::size_t l = 1; l <= m_.layers.size(); ++l) {
      middle_.push_back(m_.meaning[l - 1]);
      for (std::size_t h = 0; h < m_.layers[l - 1].heads.size(); ++h)
        head(l, h);
      for (std::size_t u = 0; u < m_.layers[l - 1].mlp.hidden(); ++u)
        unit(l, u);
    }
    for (std::size_t d = 0; d < m_.width; ++d)
      coordinate(d);
    result_.formulas = formulas_.list();
    result_.own = formulas_.own();
    return std::move(result_);
  }

private:
  static void note_columns(network::matrix const& w, std::size_t row, std::vector<bool>& read) {
    for (std::size_t d = 0; d < w.cols; ++d)
      if (present(w.at(row, d))) read[d] = true;
  }

  // Coordinates that hold something but the flag of <bos>, which weights use for corrections.
  std::vector<std::size_t> named(std::vector<bool> const& read,
                                 std::vector<std::string> const& texts) const {
    std::vector<std::size_t> result;
    for (std::size_t d = 1; d < read.size(); ++d)
      if (read[d] && !texts[d].empty()) result.push_back(d);
    return result;
  }

  void head(std::size_t l, std::size_t h) {
    auto const& from = m_.layers[l - 1].heads[h];
    circuit_head claim{l, h + 1, from.note.kind, from.attention, {}};
    std::vector<bool> keys(m_.width);
    for (std::size_t d = 0; d < from.d_head(); ++d) {
      note_columns(from.W_Q, d, keys);
      note_columns(from.W_K, d, keys);
    }
    std::vector<std::size_t> dims;
    for (std::size_t d = 0; d < from.d_head(); ++d)
      for (std::size_t c = 0; c < half_; ++c)
        if (present(from.W_O.at(c, d))) {
          dims.push_back(d);
          break;
        }
    auto const texts = parts_of(from.note.computes);
    for (std::size_t s = 0; s < dims.size(); ++s) {
      circuit_head_write w;
      w.dim = dims[s];
      w.text = texts.size() == dims.size() ? texts[s] : from.note.computes;
      w.formula = formulas_.find(w.text);
      while (!present(from.W_O.at(w.coordinate, w.dim)))
        ++w.coordinate;
      auto read = keys;
      note_columns(from.W_V, w.dim, read);
      w.reads = named(read, m_.meaning[l - 1]);
      middle_[l][w.coordinate] = w.text;
      if (half_ < m_.width) middle_[l][half_ + w.coordinate] = "!(" + w.text + ")";
      claim.writes.push_back(std::move(w));
    }
    result_.heads.push_back(std::move(claim));
  }

  // Takes away all that its own coordinate held, and no more.
  bool clears(std::size_t l, std::size_t u, std::size_t target) const {
    auto const& mlp = m_.layers[l - 1].mlp;
    if (mlp.W_2.at(target, u) != scalar(-1) || present(mlp.b_1[u])) return false;
    if (middle_[l][target] == m_.meaning[l][target]) return false;
    for (std::size_t d = 0; d < m_.width; ++d)
      if (mlp.W_1.at(u, d) != scalar(d == target ? 1 : 0)) return false;
    return true;
  }

  circuit_role role(std::size_t l, std::size_t u, std::size_t target) const {
    std::size_t const of = target >= half_ && target < 2 * half_ ? target - half_ : target;
    if (clears(l, u, of)) return circuit_role::clears;
    return m_.meaning[l][of] == "true" ? circuit_role::sets : circuit_role::computes;
  }

  void unit(std::size_t l, std::size_t u) {
    auto const& mlp = m_.layers[l - 1].mlp;
    circuit_unit claim{l, u, mlp.b_1[u], {}, {}};
    for (std::size_t d = 0; d < m_.width; ++d)
      if (present(mlp.W_1.at(u, d))) claim.reads.push_back({d, mlp.W_1.at(u, d)});
    for (std::size_t d = 0; d < m_.width; ++d) {
      if (!present(mlp.W_2.at(d, u))) continue;
      auto const text = m_.meaning[l][d];
      claim.writes.push_back(
          {{d, mlp.W_2.at(d, u)}, role(l, u, d), text, meaning_of(d, text).formula});
    }
    result_.hidden.push_back(std::move(claim));
  }

  // What the MLP computes a coordinate from: what its units read, and, where nothing takes it away,
  // what stood there.
  std::vector<std::size_t> mlp_reads(std::size_t l, std::size_t target) const {
    auto const& mlp = m_.layers[l - 1].mlp;
    std::vector<bool> read(m_.width);
    bool cleared = false;
    for (std::size_t u = 0; u < mlp.hidden(); ++u) {
      if (!present(mlp.W_2.at(target, u))) continue;
      if (clears(l, u, target))
        cleared = true;
      else
        note_columns(mlp.W_1, u, read);
    }
    if (!cleared) read[target] = true;
    return named(read, middle_[l]);
  }

  // Encoding, formula and number of what a text says of a coordinate.
  circuit_coordinate meaning_of(std::size_t d, std::string const& text) {
    circuit_coordinate c;
    c.coordinate = d;
    c.text = text;
    auto const with = [&](circuit_encoding e, std::uint64_t number) {
      c.encoding = e;
      c.number = number;
      return c;
    };
    if (d == 0) return with(circuit_encoding::bos, 0);
    if (half_ < m_.width && d >= half_) {
      if (d >= 2 * half_) {
        auto const digits = after(text, "constant ");
        return with(circuit_encoding::constant, digits ? std::stoull(*digits) : 0);
      }
      c.complement_of = d - half_;
      if (text.size() > 3)
        c.formula = meaning_of(d - half_, text.substr(2, text.size() - 3)).formula;
      return with(circuit_encoding::complement, 0);
    }
    if (auto const m = after(text, "cos 2pi i/"))
      return with(circuit_encoding::cosine, std::stoull(*m));
    if (auto const m = after(text, "sin 2pi i/"))
      return with(circuit_encoding::sine, std::stoull(*m));
    std::string of = text;
    if (auto const rest = after(text, "positive iff ")) {
      c.encoding = circuit_encoding::above_half;
      of = *rest;
    } else if (auto const none = after(text, "0 iff ")) {
      c.encoding = circuit_encoding::zero;
      of = *none;
    }
    c.formula = formulas_.find(of);
    return c;
  }

  circuit_writer writer_of(std::size_t d, std::size_t l) const {
    if (l == 0) return circuit_writer::embedding;
    bool const before = middle_[l][d] != m_.meaning[l - 1][d];
    return before && middle_[l][d] == m_.meaning[l][d] ? circuit_writer::attention
                                                       : circuit_writer::mlp;
  }

  void coordinate(std::size_t d) {
    for (std::size_t l = 0; l < m_.meaning.size(); ++l) {
      auto const& text = m_.meaning[l][d];
      if (text.empty()) continue;
      std::size_t last = l;
      while (last + 1 < m_.meaning.size() && m_.meaning[last + 1][d] == text)
        ++last;
      auto claim = meaning_of(d, text);
      claim.from = l;
      claim.to = last;
      claim.writer = writer_of(d, l);
      if (claim.writer == circuit_writer::mlp && !claim.complement_of)
        claim.reads = mlp_reads(l, d);
      std::size_t const of = claim.complement_of.value_or(d);
      claim.at_end = !claim.formula || l == 0 ||
                     !is_boolean(formulas_.list()[*claim.formula].kind) ||
                     (of == m_.readout && last + 1 == m_.meaning.size());
      result_.coordinates.push_back(std::move(claim));
      l = last;
    }
  }

  network::model const& m_;
  formula_list formulas_;
  circuit_manifest result_;
  std::vector<std::vector<std::string>> middle_; // as meaning, after the attention
  std::size_t half_ = 0;
};

} // namespace

std::string_view name(circuit_encoding e) {
  constexpr std::string_view names[] = {"bos",        "truth",    "above-half", "zero",
                                        "complement", "constant", "cosine",     "sine"};
  return names[static_cast<std::size_t>(e)];
}

std::string_view name(circuit_writer w) {
  constexpr std::string_view names[] = {"embedding", "attention", "mlp"};
  return names[static_cast<std::size_t>(w)];
}

std::string_view name(circuit_role r) {
  constexpr std::string_view names[] = {"computes", "clears", "sets"};
  return names[static_cast<std::size_t>(r)];
}

tl::expected<circuit_manifest, std::string> circuit_of(network::model const& m) {
  if (m.meaning.size() != m.layers.size() + 1)
    return tl::unexpected(
        std::string("the model does not say what its coordinates hold, as exported weights do not; "
                    "give the file that `ltlc compile` wrote"));
  return manifest_builder(m).run();
}

} // namespace ltlc::interchange
