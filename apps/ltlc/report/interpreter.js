// Runs weights that `ltlc export --to json` wrote, operation by operation as apps/weights.md says.
// Usable in a page (ltlcInterpreter) and from node (require).
(function (root, make) {
  if (typeof module === "object" && module.exports) module.exports = make();
  else root.ltlcInterpreter = make();
})(typeof self === "object" ? self : this, function () {
  "use strict";

  // Rounds a double to p significant bits, ties to even; emin and emax are the exponents of the
  // least and the greatest normal number. Rounding a double's result once more gives the correctly
  // rounded one as long as 2p + 2 <= 53.
  function rounder(p, emin, emax) {
    const end = (2 - Math.pow(2, 1 - p)) * Math.pow(2, emax);
    return function (x) {
      if (x === 0 || !isFinite(x)) return x;
      const size = Math.abs(x);
      let e = Math.floor(Math.log2(size));
      if (Math.pow(2, e) > size) e -= 1;
      else if (Math.pow(2, e + 1) <= size) e += 1;
      const ulp = Math.pow(2, Math.max(e, emin) - p + 1);
      const scaled = size / ulp; // exact: ulp is a power of two
      let whole = Math.floor(scaled);
      const rest = scaled - whole;
      if (rest > 0.5 || (rest === 0.5 && whole % 2 === 1)) whole += 1;
      const rounded = whole * ulp;
      return Math.sign(x) * (rounded > end ? Infinity : rounded);
    };
  }

  const roundings = {
    fp32: Math.fround,
    tf32: rounder(11, -126, 127),
    bf16: rounder(8, -126, 127),
    fp16: rounder(11, -14, 15)
  };

  // What follows each operation. Formats that are not listed are computed in double.
  function roundingOf(dtype) {
    return Object.prototype.hasOwnProperty.call(roundings, dtype)
      ? roundings[dtype]
      : function (x) { return x; };
  }

  // Σ weights·x from left to right over the weights that are not 0, then the bias that is not 0.
  function affineRow(fl, weights, x, bias) {
    let sum = 0;
    for (let d = 0; d < weights.length; d++)
      if (weights[d] !== 0) sum = fl(sum + fl(weights[d] * x[d]));
    return bias === 0 ? sum : fl(sum + bias);
  }

  function affine(fl, matrix, bias, x) {
    return bias.map(function (b, row) { return affineRow(fl, matrix[row], x, b); });
  }

  function turn(fl, pair, position) {
    if (pair.table) return pair.table[position % pair.table.length];
    return [fl(Math.cos(position * pair.angle)), fl(Math.sin(position * pair.angle))];
  }

  function rotate(fl, pairs, z, position) {
    pairs.forEach(function (pair) {
      const first = pair.dims[0];
      const second = pair.dims[1];
      const c = turn(fl, pair, position)[0];
      const s = turn(fl, pair, position)[1];
      const x = z[first];
      const y = z[second];
      z[first] = fl(fl(c * x) - fl(s * y));
      z[second] = fl(fl(s * x) + fl(c * y));
    });
    return z;
  }

  // The weights of the scores: by softmax, or by a choice among the greatest.
  function weightsOf(fl, kind, scores) {
    if (scores.length === 0) return [];
    const best = scores.reduce(function (a, b) { return b > a ? b : a; }, -Infinity);
    const chosen = kind === "leftmost" ? scores.indexOf(best) : scores.lastIndexOf(best);
    const e = scores.map(function (s, j) {
      if (kind === "soft") return fl(Math.exp(-fl(best - s)));
      if (kind === "average") return s === best ? 1 : 0;
      return j === chosen ? 1 : 0;
    });
    const total = e.reduce(function (sum, x) { return fl(sum + x); }, 0);
    return e.map(function (x) { return fl(x / total); });
  }

  // One head. Keys and values of all rows first; then each row asks the rows before its position.
  // The `ends` are rows of <eos>, one after each prefix; nobody looks at them.
  function runHead(fl, head, rows, ends) {
    const keys = rows.map(function (x, i) {
      return rotate(fl, head.rotary, affine(fl, head.W_K, head.b_K, x), i);
    });
    const values = rows.map(function (x) { return affine(fl, head.W_V, head.b_V, x); });
    const kind = head.attention || "soft";
    function ask(x, position) {
      const query = rotate(fl, head.rotary, affine(fl, head.W_Q, head.b_Q, x), position);
      const scores = [];
      for (let j = 0; j < position; j++) {
        let sum = 0;
        for (let d = 0; d < query.length; d++) sum = fl(sum + fl(query[d] * keys[j][d]));
        scores.push(sum);
      }
      const weights = weightsOf(fl, kind, scores);
      const delivered = query.map(function (unused, d) {
        let sum = 0;
        for (let j = 0; j < position; j++)
          if (weights[j] !== 0) sum = fl(sum + fl(weights[j] * values[j][d]));
        return sum;
      });
      return { scores: scores, weights: weights, delivered: delivered };
    }
    return {
      rows: rows.map(function (x, i) { return ask(x, i); }),
      ends: ends.map(function (x, n) { return ask(x, n + 1); })
    };
  }

  function normed(fl, norm, x) {
    const n = x.length;
    function mean(values) {
      return fl(values.reduce(function (sum, v) { return fl(sum + v); }, 0) / n);
    }
    if (norm.kind === "layer") {
      const middle = mean(x);
      x = x.map(function (v) { return fl(v - middle); });
    }
    const square = mean(x.map(function (v) { return fl(v * v); }));
    const root = fl(Math.sqrt(fl(square + norm.eps)));
    return x.map(function (v, d) { return fl(fl(fl(v / root) * norm.gain[d]) + norm.bias[d]); });
  }

  // What the heads delivered to one row, then the hidden units, then the norm.
  function finishRow(fl, layer, x, delivered) {
    const y = x.map(function (value, d) {
      let sum = 0;
      layer.heads.forEach(function (head, h) {
        sum = fl(sum + affineRow(fl, head.W_O[d], delivered[h], 0));
      });
      return fl(value + sum);
    });
    const mlp = layer.mlp;
    const hidden = mlp.b_1.map(function (b, u) {
      return Math.max(0, affineRow(fl, mlp.W_1[u], y, b));
    });
    const z = y.map(function (value, d) {
      return fl(value + affineRow(fl, mlp.W_2[d], hidden, mlp.b_2[d]));
    });
    return layer.norm ? normed(fl, layer.norm, z) : z;
  }

  // Runs a word, a list of tokens without <bos> and <eos>. The result:
  //   accepted   the verdict
  //   prefixes   by length 0 … N: whether that prefix is accepted
  //   trace      [layer 0 … L][position 0 … N + 1][coordinate]; layer 0 is the embedding
  //   attention  [layer][head][position]: {scores, weights}, one for each earlier position
  // Error: a token that the model does not have.
  function run(model, tokens) {
    const fl = roundingOf(model.dtype);
    function embedded(token, position) {
      const row = model.tokens.indexOf(token);
      if (row < 0) throw new Error("the model has no token " + token);
      const x = model.embedding[row].slice();
      (model.positions || []).forEach(function (pair) {
        const cs = turn(fl, pair, position);
        x[pair.dims[0]] = fl(x[pair.dims[0]] + cs[0]);
        x[pair.dims[1]] = fl(x[pair.dims[1]] + cs[1]);
      });
      return x;
    }
    let rows = ["<bos>"].concat(tokens).map(embedded);
    let ends = rows.map(function (unused, n) { return embedded("<eos>", n + 1); });
    const last = tokens.length;
    const trace = [rows.concat([ends[last]])];
    const attention = [];
    model.layers.forEach(function (layer) {
      const heads = layer.heads.map(function (head) { return runHead(fl, head, rows, ends); });
      function finished(x, i, part) {
        return finishRow(fl, layer, x, heads.map(function (h) { return h[part][i].delivered; }));
      }
      attention.push(heads.map(function (h) { return h.rows.concat([h.ends[last]]); }));
      rows = rows.map(function (x, i) { return finished(x, i, "rows"); });
      ends = ends.map(function (x, i) { return finished(x, i, "ends"); });
      trace.push(rows.concat([ends[last]]));
    });
    const dim = model.readout.dim;
    const prefixes = ends.map(function (x) { return x[dim] > model.readout.threshold; });
    return { accepted: prefixes[last], prefixes: prefixes, trace: trace, attention: attention };
  }

  return { run: run, rounder: rounder, roundings: roundings };
});
