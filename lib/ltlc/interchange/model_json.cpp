// A scalar is a string when it is written as one rational number ("-3/2"), else an array of terms
// {"coefficient": "64", "turns": "1/7", "golden": 0, "radians": "1"}, zero parts left out.
// Matrices and vectors list their nonzero entries, row by row. What most models do not use
// (attention that is not soft, positions, norms, tables) is left out where it is not used.
#include "ltlc/interchange/model_json.hpp"

#include "ltlc/interchange/json_reader.hpp"
#include "ltlc/interchange/model_documents.hpp"

namespace ltlc::interchange {

using json = nlohmann::ordered_json;

namespace {

// Bounds for files that somebody else wrote.
constexpr std::size_t max_entries = 16'000'000; // of all matrices together
constexpr std::int64_t max_dimension = 1'000'000;
constexpr std::size_t max_digits = 1'000;  // of one rational
constexpr std::int64_t max_terms = 10'000; // of one scalar

// ---- writing ----

std::string text_of(exact::rational const& q) {
  return q.str();
}

json to_value(exact::angle const& a) {
  json value = json::object();
  if (a.turns != 0) value["turns"] = text_of(a.turns);
  if (a.golden != 0) value["golden"] = a.golden;
  if (a.radians != 0) value["radians"] = text_of(a.radians);
  return value;
}

json to_value(exact::scalar const& s) {
  if (s.is_plainly_rational()) return text_of(s.as_rational());
  json terms = json::array();
  for (auto const& term : s.terms()) {
    json value = {{"coefficient", text_of(term.coefficient)}};
    value.update(to_value(term.at));
    terms.push_back(std::move(value));
  }
  return terms;
}

bool is_written_zero(exact::scalar const& s) {
  return s.terms().empty();
}

json to_value(network::matrix const& m) {
  json entries = json::array();
  for (std::size_t r = 0; r < m.rows; ++r)
    for (std::size_t c = 0; c < m.cols; ++c)
      if (!is_written_zero(m.at(r, c)))
        entries.push_back(json::array({r, c, to_value(m.at(r, c))}));
  return {{"rows", m.rows}, {"cols", m.cols}, {"entries", std::move(entries)}};
}

json to_value(network::vector const& v) {
  json entries = json::array();
  for (std::size_t i = 0; i < v.size(); ++i)
    if (!is_written_zero(v[i])) entries.push_back(json::array({i, to_value(v[i])}));
  return {{"size", v.size()}, {"entries", std::move(entries)}};
}

json to_value(std::optional<std::uint64_t> const& n) {
  return n ? json(*n) : json(nullptr);
}

json to_value(std::vector<rotary::rotary_pair> const& pairs) {
  json list = json::array();
  for (auto const& pair : pairs) {
    json value = {{"dims", {pair.first, pair.second}}};
    if (pair.table.empty()) {
      value["step"] = to_value(pair.step);
    } else {
      json& table = value["table"] = json::array();
      for (auto const& entry : pair.table)
        table.push_back(json::array({text_of(entry.cosine), text_of(entry.sine)}));
    }
    list.push_back(std::move(value));
  }
  return list;
}

json to_value(network::head const& h) {
  json value = {{"kind", network::name(h.note.kind)},
                {"computes", h.note.computes},
                {"gap", h.note.gap},
                {"holds_to", to_value(h.note.holds_to)}};
  if (!h.note.lowering.empty()) value["lowering"] = h.note.lowering;
  if (!h.note.scale.empty()) value["scale"] = h.note.scale;
  if (!h.note.error.empty()) value["error"] = h.note.error;
  if (h.attention != network::attention_kind::soft) value["attention"] = network::name(h.attention);
  value.update({{"d_head", h.d_head()},
                {"W_Q", to_value(h.W_Q)},
                {"b_Q", to_value(h.b_Q)},
                {"W_K", to_value(h.W_K)},
                {"b_K", to_value(h.b_K)},
                {"W_V", to_value(h.W_V)},
                {"b_V", to_value(h.b_V)},
                {"W_O", to_value(h.W_O)},
                {"rotary", to_value(h.rotary)}});
  return value;
}

json to_value(network::layer const& l) {
  json heads = json::array();
  for (auto const& h : l.heads)
    heads.push_back(to_value(h));
  json value = {{"heads", std::move(heads)},
                {"mlp",
                 {{"W_1", to_value(l.mlp.W_1)},
                  {"b_1", to_value(l.mlp.b_1)},
                  {"W_2", to_value(l.mlp.W_2)},
                  {"b_2", to_value(l.mlp.b_2)}}}};
  if (l.norm)
    value["norm"] = {{"kind", network::name(l.norm->kind)},
                     {"eps", text_of(l.norm->eps)},
                     {"gain", to_value(l.norm->gain)},
                     {"bias", to_value(l.norm->bias)}};
  return value;
}

// ---- reading ----

class model_reader {
public:
  network::model read(json_reader const& at);

private:
  exact::rational rational(json_reader const& at) const;
  exact::angle angle(json_reader const& at) const;
  exact::scalar scalar(json_reader const& at) const;
  network::matrix matrix(json_reader const& at);
  network::vector vector(json_reader const& at);
  std::vector<rotary::table_entry> table(json_reader const& at);
  std::vector<rotary::rotary_pair> pairs(json_reader const& at);
  network::head head(json_reader const& at);
  network::norm norm(json_reader const& at);
  network::layer layer(json_reader const& at);
  void account(json_reader const& at, std::size_t entries);

  std::size_t entries_ = 0; // so far, against max_entries
};

exact::rational model_reader::rational(json_reader const& at) const {
  auto const text = at.string();
  if (text.size() > max_digits) at.fail("a number of more than 1,000 characters");
  if (text.find_first_not_of("-0123456789/") != std::string::npos)
    at.fail("expected a rational number such as \"-3/2\"");
  auto const q = exact::parse_rational(text);
  if (!q) at.fail(q.error());
  return *q;
}

// The keys of an angle, and a term's coefficient beside them.
exact::angle model_reader::angle(json_reader const& at) const {
  at.expect_keys({"turns", "golden", "radians", "coefficient"});
  exact::angle a;
  if (at.contains("turns")) a.turns = rational(at.key("turns"));
  if (at.contains("golden")) a.golden = at.key("golden").integer(-INT32_MAX, INT32_MAX);
  if (at.contains("radians")) a.radians = rational(at.key("radians"));
  if (a.golden != 0 && a.radians != 0)
    at.fail("\"golden\" and \"radians\" cannot stand in one angle");
  return a;
}

exact::scalar model_reader::scalar(json_reader const& at) const {
  if (at.is_string()) return rational(at);
  std::vector<exact::scalar::term> terms;
  bool golden = false, radians = false;
  auto const list = at.elements();
  if (list.size() > std::size_t(max_terms)) at.fail("more than 10,000 terms");
  for (auto const& item : list) {
    auto const a = angle(item);
    golden = golden || a.golden != 0;
    radians = radians || a.radians != 0;
    terms.push_back({a, rational(item.key("coefficient"))});
  }
  if (golden && radians) at.fail("\"golden\" and \"radians\" cannot stand in one scalar");
  return exact::from_terms(std::move(terms));
}

void model_reader::account(json_reader const& at, std::size_t entries) {
  entries_ += entries;
  if (entries_ > max_entries) at.fail("matrices and tables pass 16,000,000 entries");
}

network::matrix model_reader::matrix(json_reader const& at) {
  auto const rows = static_cast<std::size_t>(at.key("rows").integer(0, max_dimension));
  auto const cols = static_cast<std::size_t>(at.key("cols").integer(0, max_dimension));
  account(at, rows * cols);
  network::matrix m(rows, cols);
  std::int64_t last = -1; // entries in order, none twice
  for (auto const& entry : at.key("entries").elements()) {
    entry.expect_size(3, "row, column, value");
    auto const parts = entry.elements();
    auto const r = parts[0].integer(0, static_cast<std::int64_t>(rows) - 1);
    auto const c = parts[1].integer(0, static_cast<std::int64_t>(cols) - 1);
    auto const place = r * static_cast<std::int64_t>(cols) + c;
    if (place <= last) entry.fail("entries go row by row, each once");
    last = place;
    m.at(static_cast<std::size_t>(r), static_cast<std::size_t>(c)) = scalar(parts[2]);
  }
  return m;
}

network::vector model_reader::vector(json_reader const& at) {
  auto const size = static_cast<std::size_t>(at.key("size").integer(0, max_dimension));
  account(at, size);
  network::vector v(size);
  std::int64_t last = -1;
  for (auto const& entry : at.key("entries").elements()) {
    entry.expect_size(2, "index, value");
    auto const parts = entry.elements();
    auto const i = parts[0].integer(0, static_cast<std::int64_t>(size) - 1);
    if (i <= last) entry.fail("entries go in order, each once");
    last = i;
    v[static_cast<std::size_t>(i)] = scalar(parts[1]);
  }
  return v;
}

std::optional<std::uint64_t> length_or_null(json_reader const& at, char const* key) {
  if (!at.has(key)) return std::nullopt;
  return static_cast<std::uint64_t>(at.key(key).integer(0, INT32_MAX));
}

std::string text_or_empty(json_reader const& at, char const* key) {
  return at.has(key) ? at.key(key).string() : std::string();
}

std::vector<rotary::table_entry> model_reader::table(json_reader const& at) {
  auto const rows = at.elements();
  if (rows.empty()) at.fail("a table has at least one row");
  account(at, 2 * rows.size());
  std::vector<rotary::table_entry> entries;
  entries.reserve(rows.size());
  for (auto const& row : rows) {
    row.expect_size(2, "cosine, sine");
    entries.push_back({rational(row.element(0)), rational(row.element(1))});
  }
  return entries;
}

std::vector<rotary::rotary_pair> model_reader::pairs(json_reader const& at) {
  std::vector<rotary::rotary_pair> list;
  for (auto const& item : at.elements()) {
    item.key("dims").expect_size(2, "two dimensions");
    auto const dims = item.key("dims").elements();
    rotary::rotary_pair pair;
    pair.first = static_cast<std::uint32_t>(dims[0].integer(0, max_dimension));
    pair.second = static_cast<std::uint32_t>(dims[1].integer(0, max_dimension));
    if (item.contains("table")) {
      if (item.contains("step")) item.fail("a pair has a step or a table, not both");
      pair.table = table(item.key("table"));
    } else {
      pair.step = angle(item.key("step"));
      if (boost::multiprecision::denominator(pair.step.turns) > rotary::longest_period)
        item.key("step").fail("a period of more than 10,000,000");
    }
    list.push_back(std::move(pair));
  }
  return list;
}

network::head model_reader::head(json_reader const& at) {
  network::head h;
  auto const kind = network::find_head_kind(at.key("kind").string());
  if (!kind) at.key("kind").fail("unknown kind of head");
  h.note = {*kind,
            at.key("computes").string(),
            at.key("gap").string(),
            length_or_null(at, "holds_to"),
            text_or_empty(at, "lowering"),
            text_or_empty(at, "scale"),
            text_or_empty(at, "error")};
  if (at.has("attention")) {
    auto const attention = network::find_attention_kind(at.key("attention").string());
    if (!attention) at.key("attention").fail("expected soft, leftmost, rightmost or average");
    h.attention = *attention;
  }
  h.W_Q = matrix(at.key("W_Q"));
  h.b_Q = vector(at.key("b_Q"));
  h.W_K = matrix(at.key("W_K"));
  h.b_K = vector(at.key("b_K"));
  h.W_V = matrix(at.key("W_V"));
  h.b_V = vector(at.key("b_V"));
  h.W_O = matrix(at.key("W_O"));
  h.rotary = pairs(at.key("rotary"));
  return h;
}

network::norm model_reader::norm(json_reader const& at) {
  auto const kind = network::find_norm_kind(at.key("kind").string());
  if (!kind) at.key("kind").fail("expected layer or rms");
  return {*kind, rational(at.key("eps")), vector(at.key("gain")), vector(at.key("bias"))};
}

network::layer model_reader::layer(json_reader const& at) {
  network::layer l;
  for (auto const& h : at.key("heads").elements())
    l.heads.push_back(head(h));
  auto const mlp = at.key("mlp");
  l.mlp = {matrix(mlp.key("W_1")), vector(mlp.key("b_1")), matrix(mlp.key("W_2")),
           vector(mlp.key("b_2"))};
  if (at.has("norm")) l.norm = norm(at.key("norm"));
  return l;
}

network::model model_reader::read(json_reader const& at) {
  if (!at.has("format") || at.key("format").string() != "ltlc-model")
    at.fail("expected \"format\": \"ltlc-model\", as `ltlc compile` writes it");
  if (at.key("version").integer(0, INT32_MAX) != 1)
    at.key("version").fail("this program reads version 1");
  network::model m;
  std::vector<std::string> tokens;
  for (auto const& token : at.key("alphabet").elements())
    tokens.push_back(token.string());
  auto sigma = text::alphabet::make(std::move(tokens));
  if (!sigma) at.key("alphabet").fail(sigma.error().message);
  m.sigma = std::move(*sigma);
  m.formula = at.key("formula").string();
  m.format = at.key("dtype").string();
  if (m.format != "exact" && !format::find_format(m.format))
    at.key("dtype").fail("unknown number format");
  m.scale = rational(at.key("scale"));
  if (m.scale <= 0) at.key("scale").fail("expected a positive number");
  m.max_length = length_or_null(at, "max_length");
  m.width = static_cast<std::size_t>(at.key("width").integer(1, max_dimension));
  m.embedding = matrix(at.key("embedding"));
  if (at.has("positions")) m.positions = pairs(at.key("positions"));
  for (auto const& l : at.key("layers").elements())
    m.layers.push_back(layer(l));
  m.readout = static_cast<std::uint32_t>(at.key("readout").integer(0, max_dimension));
  for (auto const& row : at.key("meaning").elements()) {
    m.meaning.emplace_back();
    for (auto const& text : row.elements())
      m.meaning.back().push_back(text.string());
  }
  if (auto const wrong = network::malformed(m); !wrong.empty()) at.fail(wrong);
  return m;
}

} // namespace

std::string to_json(network::model const& m) {
  json layers = json::array();
  for (auto const& l : m.layers)
    layers.push_back(to_value(l));
  json document = {{"format", "ltlc-model"},
                   {"version", 1},
                   {"formula", m.formula},
                   {"alphabet", m.sigma.tokens()},
                   {"dtype", m.format},
                   {"scale", text_of(m.scale)},
                   {"max_length", to_value(m.max_length)},
                   {"width", m.width},
                   {"embedding", to_value(m.embedding)}};
  if (!m.positions.empty()) document["positions"] = to_value(m.positions);
  document["layers"] = std::move(layers);
  document["readout"] = m.readout;
  document["meaning"] = m.meaning;
  return document.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

network::model model_of(json_reader const& document) {
  return model_reader().read(document);
}

text::result<network::model> model_from_json(text::source const& text) {
  return read_document<network::model>(text, model_of);
}

} // namespace ltlc::interchange
