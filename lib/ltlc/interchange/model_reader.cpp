// The inverse of model_json.cpp, whose head describes the form.
#include "ltlc/interchange/json_reader.hpp"
#include "ltlc/interchange/model_checks.hpp"
#include "ltlc/interchange/model_documents.hpp"
#include "ltlc/interchange/model_json.hpp"

namespace ltlc::interchange {

namespace {

// Bounds for files that somebody else wrote.
constexpr std::size_t max_entries = 16'000'000; // of all matrices together
constexpr std::int64_t max_dimension = 1'000'000;
constexpr std::size_t max_digits = 1'000;       // of one rational
constexpr std::int64_t max_terms = 10'000;      // of one scalar

class model_reader {
public:
  network::model read(json_reader const& at);

private:
  exact::rational rational(json_reader const& at) const;
  exact::angle angle(json_reader const& at) const;
  exact::scalar scalar(json_reader const& at) const;
  network::matrix any_matrix(json_reader const& at);
  network::matrix matrix(json_reader const& owner, char const* key, std::size_t rows,
                         std::size_t cols);
  network::vector any_vector(json_reader const& at);
  network::vector vector(json_reader const& owner, char const* key, std::size_t size);
  std::vector<rotary::table_entry> table(json_reader const& at);
  std::vector<rotary::rotary_pair> pairs(json_reader const& at, std::size_t dimensions);
  network::head head(json_reader const& at);
  network::mlp mlp(json_reader const& at);
  network::norm norm(json_reader const& at);
  network::layer layer(json_reader const& at);
  void header(json_reader const& at, network::model& m) const;
  void meaning(json_reader const& at, network::model& m) const;
  void account(json_reader const& at, std::size_t entries);

  std::size_t entries_ = 0; // so far, against max_entries
  std::size_t width_ = 0;
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

exact::angle model_reader::angle(json_reader const& at) const {
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
    expect_model_keys(item, {"coefficient", "turns", "golden", "radians"});
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

network::matrix model_reader::any_matrix(json_reader const& at) {
  expect_model_keys(at, {"rows", "cols", "entries"});
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

network::matrix model_reader::matrix(json_reader const& owner, char const* key, std::size_t rows,
                                     std::size_t cols) {
  auto const at = owner.key(key);
  auto m = any_matrix(at);
  if (auto const wrong = misfit(key, m.rows, m.cols, rows, cols); !wrong.empty()) at.fail(wrong);
  return m;
}

network::vector model_reader::any_vector(json_reader const& at) {
  expect_model_keys(at, {"size", "entries"});
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

network::vector model_reader::vector(json_reader const& owner, char const* key, std::size_t size) {
  auto const at = owner.key(key);
  auto v = any_vector(at);
  if (auto const wrong = misfit(key, v.size(), size); !wrong.empty()) at.fail(wrong);
  return v;
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

std::vector<rotary::rotary_pair> model_reader::pairs(json_reader const& at,
                                                     std::size_t dimensions) {
  std::vector<rotary::rotary_pair> list;
  std::vector<bool> taken(dimensions, false);
  for (auto const& item : at.elements()) {
    expect_model_keys(item, {"dims", "step", "table"});
    auto const [first, second] = read_dimensions(item, taken);
    rotary::rotary_pair pair;
    pair.first = first;
    pair.second = second;
    if (item.contains("table")) {
      if (item.contains("step")) item.fail("a pair has a step or a table, not both");
      pair.table = table(item.key("table"));
    } else {
      auto const step = item.key("step");
      expect_model_keys(step, {"turns", "golden", "radians"});
      pair.step = angle(step);
      if (boost::multiprecision::denominator(pair.step.turns) > rotary::longest_period)
        step.fail("a period of more than 10,000,000");
    }
    list.push_back(std::move(pair));
  }
  return list;
}

network::head model_reader::head(json_reader const& at) {
  expect_model_keys(at, {"kind", "computes", "gap", "holds_to", "lowering", "scale", "error",
                         "attention", "d_head", "W_Q", "b_Q", "W_K", "b_K", "W_V", "b_V", "W_O",
                         "rotary"});
  network::head h;
  auto const kind = network::find_head_kind(at.key("kind").string());
  if (!kind) at.key("kind").fail("unknown kind of head");
  h.note = {*kind,
            at.key("computes").string(),
            at.key("gap").string(),
            read_length(at, "holds_to"),
            read_text(at, "lowering"),
            read_text(at, "scale"),
            read_text(at, "error")};
  h.attention = read_attention(at);
  h.b_Q = any_vector(at.key("b_Q"));
  auto const d = h.d_head();
  if (d == 0) at.key("b_Q").fail("a head has at least one dimension");
  if (at.contains("d_head") &&
      static_cast<std::size_t>(at.key("d_head").integer(0, max_dimension)) != d)
    at.key("d_head").fail("b_Q has " + std::to_string(d) + " entries");
  h.W_Q = matrix(at, "W_Q", d, width_);
  h.W_K = matrix(at, "W_K", d, width_);
  h.b_K = vector(at, "b_K", d);
  h.W_V = matrix(at, "W_V", d, width_);
  h.b_V = vector(at, "b_V", d);
  h.W_O = matrix(at, "W_O", width_, d);
  h.rotary = pairs(at.key("rotary"), d);
  return h;
}

network::mlp model_reader::mlp(json_reader const& at) {
  expect_model_keys(at, {"W_1", "b_1", "W_2", "b_2"});
  network::mlp p;
  p.b_1 = any_vector(at.key("b_1"));
  p.W_1 = matrix(at, "W_1", p.hidden(), width_);
  p.W_2 = matrix(at, "W_2", width_, p.hidden());
  p.b_2 = vector(at, "b_2", width_);
  return p;
}

network::norm model_reader::norm(json_reader const& at) {
  expect_model_keys(at, {"kind", "eps", "gain", "bias"});
  auto const kind = read_norm_kind(at);
  auto const eps = rational(at.key("eps"));
  if (eps < 0) at.key("eps").fail("the norm's eps is negative");
  return {kind, eps, vector(at, "gain", width_), vector(at, "bias", width_)};
}

network::layer model_reader::layer(json_reader const& at) {
  expect_model_keys(at, {"heads", "mlp", "norm"});
  network::layer l;
  for (auto const& h : at.key("heads").elements())
    l.heads.push_back(head(h));
  l.mlp = mlp(at.key("mlp"));
  if (at.has("norm")) l.norm = norm(at.key("norm"));
  return l;
}

void model_reader::header(json_reader const& at, network::model& m) const {
  expect_format(at, "ltlc-model", "compile");
  expect_model_keys(at, {"format", "version", "formula", "alphabet", "dtype", "scale", "max_length",
                         "width", "embedding", "positions", "layers", "readout", "meaning"});
  m.sigma = read_letters(at.key("alphabet"), 0);
  m.formula = at.key("formula").string();
  m.format = at.key("dtype").string();
  if (m.format != "exact" && !format::find_format(m.format))
    at.key("dtype").fail("unknown number format");
  m.scale = rational(at.key("scale"));
  if (m.scale <= 0) at.key("scale").fail("expected a positive number");
  m.max_length = read_length(at, "max_length");
}

// Meanings are for people: a model may have none at all.
void model_reader::meaning(json_reader const& at, network::model& m) const {
  for (auto const& row : at.elements()) {
    m.meaning.emplace_back();
    for (auto const& text : row.elements())
      m.meaning.back().push_back(text.string());
    if (auto const wrong = misfit("a row of meaning", m.meaning.back().size(), width_);
        !wrong.empty())
      row.fail(wrong);
  }
  if (m.meaning.empty()) return;
  auto const wrong = misfit("meaning", m.meaning.size(), m.layers.size() + 1);
  if (!wrong.empty()) at.fail(wrong);
}

network::model model_reader::read(json_reader const& at) {
  network::model m;
  header(at, m);
  width_ = m.width = static_cast<std::size_t>(at.key("width").integer(1, max_dimension));
  m.embedding = matrix(at, "embedding", 2 + m.sigma.size(), width_);
  if (at.contains("positions")) m.positions = pairs(at.key("positions"), width_);
  for (auto const& l : at.key("layers").elements())
    m.layers.push_back(layer(l));
  m.readout = static_cast<std::uint32_t>(
      at.key("readout").integer(0, static_cast<std::int64_t>(width_) - 1));
  meaning(at.key("meaning"), m);
  if (auto const wrong = network::malformed(m); !wrong.empty()) at.fail(wrong);
  return m;
}

} // namespace

network::model model_of(json_reader const& document) {
  return model_reader().read(document);
}

text::result<network::model> model_from_json(text::source const& text) {
  return read_document<network::model>(text, model_of);
}

} // namespace ltlc::interchange
