// Shapes are checked once, here, so that everything behind may index without asking.
#include "ltlc/network/model.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "ltlc/format/number_format.hpp"

namespace ltlc::network {

namespace {

template <class Kind>
struct named {
  Kind kind;
  std::string_view name;
};

constexpr std::array<named<head_kind>, 6> head_kinds{{{head_kind::past, "past"},
                                                      {head_kind::first_position, "first-position"},
                                                      {head_kind::modular, "modular"},
                                                      {head_kind::offset, "offset"},
                                                      {head_kind::since, "since"},
                                                      {head_kind::given, "given"}}};
constexpr std::array<named<attention_kind>, 4> attention_kinds{
    {{attention_kind::soft, "soft"},
     {attention_kind::leftmost, "leftmost"},
     {attention_kind::rightmost, "rightmost"},
     {attention_kind::average, "average"}}};
constexpr std::array<named<norm_kind>, 2> norm_kinds{
    {{norm_kind::layer, "layer"}, {norm_kind::rms, "rms"}}};

template <class Table, class Kind>
std::string_view name_in(Table const& table, Kind kind) {
  for (auto const& row : table)
    if (row.kind == kind) return row.name;
  return {};
}

template <class Kind, std::size_t n>
std::optional<Kind> kind_in(std::array<named<Kind>, n> const& table, std::string_view name) {
  for (auto const& row : table)
    if (row.name == name) return row.kind;
  return std::nullopt;
}

std::string wrong_shape(std::string const& where, std::string_view name, matrix const& m,
                        std::size_t rows, std::size_t cols) {
  if (m.rows == rows && m.cols == cols && m.entries.size() == rows * cols) return {};
  return where + std::string(name) + " is " + std::to_string(m.rows) + " × " +
         std::to_string(m.cols) + " with " + std::to_string(m.entries.size()) +
         " entries, expected " + std::to_string(rows) + " × " + std::to_string(cols);
}

std::string wrong_length(std::string const& where, std::string_view name, std::size_t length,
                         std::size_t expected) {
  if (length == expected) return {};
  return where + std::string(name) + " has " + std::to_string(length) + " entries, expected " +
         std::to_string(expected);
}

// The first complaint that is not empty.
template <class... Complaints>
std::string first_of(Complaints... complaints) {
  std::string result;
  ((result.empty() ? void(result = std::move(complaints)) : void()), ...);
  return result;
}

// A dimension belongs to one pair at most, else the order of rotations would matter.
std::string bad_pairs(std::string const& where, std::vector<rotary::rotary_pair> const& pairs,
                      std::size_t dimensions, std::string_view kind) {
  std::vector<bool> taken(dimensions, false);
  for (auto const& pair : pairs) {
    if (pair.first >= dimensions || pair.second >= dimensions)
      return where + "a " + std::string(kind) + " pair names a dimension past the last";
    if (pair.first == pair.second || taken[pair.first] || taken[pair.second])
      return where + "a dimension is in two " + std::string(kind) + " pairs";
    taken[pair.first] = taken[pair.second] = true;
  }
  return {};
}

std::string bad_head(std::string const& where, head const& h, std::size_t width) {
  auto const d = h.d_head();
  if (d == 0) return where + "d_head is 0";
  return first_of(
      wrong_shape(where, "W_Q", h.W_Q, d, width), wrong_shape(where, "W_K", h.W_K, d, width),
      wrong_shape(where, "W_V", h.W_V, d, width), wrong_shape(where, "W_O", h.W_O, width, d),
      wrong_length(where, "b_K", h.b_K.size(), d), wrong_length(where, "b_V", h.b_V.size(), d),
      bad_pairs(where, h.rotary, d, "rotary"));
}

std::string bad_mlp(std::string const& where, mlp const& p, std::size_t width) {
  return first_of(wrong_shape(where, "W_1", p.W_1, p.hidden(), width),
                  wrong_shape(where, "W_2", p.W_2, width, p.hidden()),
                  wrong_length(where, "b_2", p.b_2.size(), width));
}

std::string bad_norm(std::string const& where, std::optional<norm> const& n, std::size_t width) {
  if (!n) return {};
  if (n->eps < 0) return where + "the norm's eps is negative";
  return first_of(wrong_length(where, "the norm's gain", n->gain.size(), width),
                  wrong_length(where, "the norm's bias", n->bias.size(), width));
}

// Meanings are for people: a model may have none at all.
std::string bad_meaning(model const& m) {
  if (m.meaning.empty()) return {};
  if (m.meaning.size() != m.layers.size() + 1)
    return wrong_length("", "meaning", m.meaning.size(), m.layers.size() + 1);
  for (auto const& row : m.meaning)
    if (row.size() != m.width) return wrong_length("", "a row of meaning", row.size(), m.width);
  return {};
}

// Visits every weight of the model, embedding and biases included.
template <class Visit>
void for_each_weight(model const& m, Visit visit) {
  auto const all = [&](vector const& values) {
    std::for_each(values.begin(), values.end(), visit);
  };
  all(m.embedding.entries);
  for (auto const& l : m.layers) {
    for (auto const& h : l.heads) {
      for (auto const* w : {&h.W_Q, &h.W_K, &h.W_V, &h.W_O})
        all(w->entries);
      for (auto const* b : {&h.b_Q, &h.b_K, &h.b_V})
        all(*b);
    }
    all(l.mlp.W_1.entries);
    all(l.mlp.b_1);
    all(l.mlp.W_2.entries);
    all(l.mlp.b_2);
    if (l.norm) {
      all(l.norm->gain);
      all(l.norm->bias);
    }
  }
}

// Zero cannot be decided where both kinds of irrational angle meet, and any two weights may meet.
bool mixes_angles(model const& m) {
  bool golden = false;
  bool radians = false;
  auto const see = [&](exact::angle const& a) {
    golden = golden || a.golden != 0;
    radians = radians || a.radians != 0;
  };
  for_each_weight(m, [&](exact::scalar const& s) {
    for (auto const& t : s.terms())
      see(t.at);
  });
  auto const see_pairs = [&](std::vector<rotary::rotary_pair> const& pairs) {
    for (auto const& pair : pairs)
      if (pair.table.empty()) see(pair.step);
  };
  see_pairs(m.positions);
  for (auto const& l : m.layers)
    for (auto const& h : l.heads)
      see_pairs(h.rotary);
  return golden && radians;
}

} // namespace

std::string_view name(head_kind kind) {
  return name_in(head_kinds, kind);
}
std::string_view name(attention_kind kind) {
  return name_in(attention_kinds, kind);
}
std::string_view name(norm_kind kind) {
  return name_in(norm_kinds, kind);
}
std::optional<head_kind> find_head_kind(std::string_view name) {
  return kind_in(head_kinds, name);
}
std::optional<attention_kind> find_attention_kind(std::string_view name) {
  return kind_in(attention_kinds, name);
}
std::optional<norm_kind> find_norm_kind(std::string_view name) {
  return kind_in(norm_kinds, name);
}

std::string malformed(model const& m) {
  if (m.sigma.size() == 0) return "the alphabet is empty";
  if (m.width == 0) return "the width is 0";
  if (m.readout >= m.width) return "the readout is not a coordinate";
  if (m.scale <= 0) return "the scale is not positive";
  if (m.format != "exact" && !format::find_format(m.format))
    return "unknown format \"" + m.format + "\"";
  auto complaint = first_of(wrong_shape("", "embedding", m.embedding, m.sigma.size() + 2, m.width),
                            bad_pairs("", m.positions, m.width, "positional"), bad_meaning(m));
  for (std::size_t l = 0; l < m.layers.size() && complaint.empty(); ++l) {
    auto const where = "layer " + std::to_string(l + 1) + ": ";
    auto const& heads = m.layers[l].heads;
    for (std::size_t h = 0; h < heads.size() && complaint.empty(); ++h)
      complaint = bad_head(where + "head " + std::to_string(h + 1) + ": ", heads[h], m.width);
    if (complaint.empty())
      complaint = first_of(bad_mlp(where, m.layers[l].mlp, m.width),
                           bad_norm(where, m.layers[l].norm, m.width));
  }
  if (complaint.empty() && mixes_angles(m))
    return "multiples of the golden angle and angles in radians in one model";
  return complaint;
}

model_size size_of(model const& m) {
  model_size size;
  size.layers = m.layers.size();
  size.width = m.width;
  for (auto const& l : m.layers) {
    size.heads += l.heads.size();
    size.hidden += l.mlp.hidden();
  }
  for_each_weight(m, [&](exact::scalar const& s) {
    if (!s.terms().empty()) ++size.nonzeros;
  });
  return size;
}

} // namespace ltlc::network
