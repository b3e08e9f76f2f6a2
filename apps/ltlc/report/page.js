// The page's two machines: certificates step by step, and the model on the reader's word.
(function () {
  "use strict";
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = function (id) { return document.getElementById(id); };

  function element(name, attributes, text) {
    const e = document.createElement(name);
    Object.keys(attributes || {}).forEach(function (key) { e.setAttribute(key, attributes[key]); });
    if (text !== undefined) e.textContent = text;
    return e;
  }

  function option(value, text) {
    return element("option", { value: value }, text);
  }

  // ---- Certificates -----------------------------------------------------------------------------

  // A certificate's walks as single steps: before its first letter, and after each.
  function stepsOf(walks) {
    const steps = [];
    walks.forEach(function (walk) {
      if (walk.set) {
        steps.push({ says: walk.says, states: walk.set, letters: [], read: 0 });
        return;
      }
      walk.states.forEach(function (state, i) {
        steps.push({
          says: walk.says,
          states: [state],
          from: i > 0 ? walk.states[i - 1] : undefined,
          letters: walk.letters,
          read: i
        });
      });
    });
    return steps;
  }

  function startStepper() {
    const names = Object.keys(data.certificates || {});
    if (names.length === 0) return;
    const choice = byId("stepper-class");
    names.forEach(function (name) { choice.appendChild(option(name, name)); });
    const drawn = document.querySelector("#dfa svg");
    const box = element("div", { "class": "scroll" });
    if (drawn) {
      const copy = drawn.cloneNode(true);
      copy.removeAttribute("aria-labelledby");
      copy.setAttribute("aria-hidden", "true"); // the sentence above says it all
      const title = copy.querySelector("title");
      if (title) title.remove();
      box.appendChild(copy);
      byId("step-picture").appendChild(box);
    }
    let steps = [];
    let at = 0;

    function part(name) {
      return box.querySelector('[data-name="' + name + '"]');
    }
    function mark(step) {
      Array.from(box.querySelectorAll(".now, .before")).forEach(function (e) {
        e.classList.remove("now", "before");
      });
      step.states.forEach(function (q) {
        const node = part(q);
        if (node) node.classList.add("now");
      });
      if (step.from === undefined) return;
      const node = part(step.from);
      const edge = part(step.from + ">" + step.states[0]);
      if (node && step.from !== step.states[0]) node.classList.add("before");
      if (edge) edge.classList.add("now");
    }
    // The state comes into view inside its box; the page does not move.
    function bringIntoView(step) {
      const node = step.states.length > 0 && part(step.states[0]);
      if (!node) return;
      const a = node.getBoundingClientRect();
      const b = box.getBoundingClientRect();
      box.scrollLeft += a.left + a.width / 2 - b.left - b.width / 2;
      box.scrollTop += a.top + a.height / 2 - b.top - b.height / 2;
    }
    function showTape(step) {
      const tape = byId("step-word");
      tape.textContent = "";
      step.letters.forEach(function (letter, i) {
        const kind = i < step.read - 1 ? "read" : i === step.read - 1 ? "reading" : "unread";
        tape.appendChild(element("span", { "class": kind }, letter));
      });
    }
    function show() {
      const step = steps[at];
      byId("step-says").textContent = step.says + (/[.…]$/.test(step.says) ? "" : ".");
      byId("step-count").textContent =
        "step " + (at + 1) + " of " + steps.length +
        (step.states.length === 1 ? ", in state " + step.states[0] : "");
      showTape(step);
      // Not `disabled`: that would take the focus away from who steps with the keyboard.
      [["step-back", at === 0], ["step-first", at === 0], ["step-next", at === steps.length - 1]]
        .forEach(function (pair) { byId(pair[0]).setAttribute("aria-disabled", String(pair[1])); });
      mark(step);
      bringIntoView(step);
    }
    function go(to) {
      at = Math.max(0, Math.min(steps.length - 1, to));
      show();
    }
    function choose(name) {
      choice.value = name;
      steps = stepsOf(data.certificates[name]);
      go(0);
    }

    byId("stepper").hidden = false;
    choice.addEventListener("change", function () { choose(choice.value); });
    byId("step-first").addEventListener("click", function () { go(0); });
    byId("step-back").addEventListener("click", function () { go(at - 1); });
    byId("step-next").addEventListener("click", function () { go(at + 1); });
    byId("stepper-controls").addEventListener("keydown", function (event) {
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: steps.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      go(to);
    });
    Array.from(document.querySelectorAll(".show-steps")).forEach(function (button) {
      button.addEventListener("click", function () {
        choose(button.getAttribute("data-class"));
        byId("stepper").scrollIntoView({ block: "start" });
        byId("step-next").focus({ preventScroll: true });
      });
    });
    choose(names[0]);
  }

  // ---- The model on a word ----------------------------------------------------------------------

  const longestWord = 80; // letters; a map has a cell for each pair of positions
  const mostThumbnails = 40;

  // Letters without separators where each is one character, else tokens with spaces between.
  function tokensOf(text) {
    if (!data.single) return text.split(/\s+/).filter(function (t) { return t !== ""; });
    return Array.from(text).filter(function (c) { return !/\s/.test(c); });
  }

  function decimal(x) {
    return String(Math.abs(x) < 1e-4 && x !== 0 ? x.toExponential(2) : Number(x.toFixed(4)));
  }

  function startRunner() {
    const model = data.model;
    const alphabet = data.alphabet;
    const heads = []; // every head of every layer: {layer, head, name}
    model.heads.forEach(function (layer, l) {
      layer.forEach(function (h, i) {
        const where = "Layer " + (l + 1) + " head " + (i + 1);
        heads.push({ layer: l, head: i, where: where, name: h.computes, kind: h.kind });
      });
    });
    let tokens = [];
    let result = null;
    let chosen = 0;
    let cell = { row: 1, column: 0 };

    // -- Truth values
    function headingRow(first, cells) {
      const row = element("tr");
      row.appendChild(element("th", { scope: "col" }, first));
      cells.forEach(function (text) { row.appendChild(element("th", { scope: "col" }, text)); });
      return row;
    }
    function truthCell(x) {
      if (x === 1) return element("td", { "class": "true" }, "●");
      if (x === 0) return element("td", { "class": "false" }, "·");
      return element("td", { "class": x > 0.5 ? "true" : "false" }, decimal(x));
    }
    function prefixRow(title, verdicts) {
      const row = element("tr", { "class": "prefix" });
      row.appendChild(element("th", { scope: "row" }, title));
      verdicts.forEach(function (yes) {
        row.appendChild(element("td", { "class": yes ? "true" : "false" }, yes ? "✓" : "✗"));
      });
      row.appendChild(element("td", {}, ""));
      return row;
    }
    function statesAlong() {
      const states = [data.dfa.initial];
      tokens.forEach(function (t) {
        states.push(data.dfa.delta[states[states.length - 1]][alphabet.indexOf(t)]);
      });
      return states;
    }
    function showTruth() {
      const table = byId("truth");
      const labels = ["<bos>"].concat(tokens, ["<eos>"]);
      table.textContent = "";
      const head = element("thead");
      head.appendChild(headingRow("position", labels.map(function (unused, i) { return String(i); })));
      head.appendChild(headingRow("letter", labels));
      table.appendChild(head);
      const body = element("tbody");
      model.meaning.forEach(function (names, layer) {
        names.forEach(function (name, d) {
          if (name === "" || name === "bos") return;
          // What a layer only hands on was shown where it was made.
          if (layer > 0 && model.meaning[layer - 1][d] === name) return;
          const row = element("tr");
          const title = element("th", { scope: "row", title: name });
          title.appendChild(element("code", {}, name.length > 48 ? name.slice(0, 47) + "…" : name));
          const where = layer === 0 ? "embedding" : "layer " + layer;
          title.appendChild(element("span", { "class": "quiet" }, " " + where));
          row.appendChild(title);
          result.trace[layer].forEach(function (x) { row.appendChild(truthCell(x[d])); });
          body.appendChild(row);
        });
      });
      body.appendChild(prefixRow("prefix, model", result.prefixes));
      if (data.dfa) {
        const states = statesAlong();
        body.appendChild(prefixRow("prefix, automaton",
          states.map(function (q) { return data.dfa.accepting[q]; })));
        const row = element("tr");
        row.appendChild(element("th", { scope: "row" }, "state"));
        states.forEach(function (q) { row.appendChild(element("td", {}, String(q))); });
        row.appendChild(element("td", {}, ""));
        body.appendChild(row);
      }
      table.appendChild(body);
    }

    // -- Attention
    function labelOf(i) {
      return i === 0 ? "<bos>" : i === tokens.length + 1 ? "<eos>" : tokens[i - 1];
    }
    function rowsOf(h) {
      return result.attention[heads[h].layer][heads[h].head];
    }
    function drawThumbnail(canvas, h) {
      const n = tokens.length + 2;
      const rows = rowsOf(h);
      canvas.width = n;
      canvas.height = n;
      const pen = canvas.getContext("2d");
      pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--accent");
      rows.forEach(function (row, i) {
        row.weights.forEach(function (w, j) {
          pen.globalAlpha = w;
          if (w > 0) pen.fillRect(j, i, 1, 1);
        });
      });
    }
    function drawThumbnails() {
      Array.from(document.querySelectorAll("#thumbnails canvas")).forEach(function (canvas, h) {
        drawThumbnail(canvas, h);
      });
    }
    function makeThumbnails() {
      const box = byId("thumbnails");
      heads.slice(0, mostThumbnails).forEach(function (h, i) {
        const button = element("button", { type: "button", "class": "thumbnail" });
        button.appendChild(element("canvas", { "aria-hidden": "true" }));
        button.appendChild(element("span", { "class": "quiet" }, h.where));
        const name = h.name.length > 32 ? h.name.slice(0, 31) + "…" : h.name;
        button.appendChild(element("code", { title: h.name }, name));
        button.addEventListener("click", function () { chooseHead(i); });
        box.appendChild(button);
      });
      if (heads.length > mostThumbnails)
        box.appendChild(element("p", { "class": "limit" }, "The first " + mostThumbnails + " of " +
          heads.length + " heads have a small picture; the list above has them all."));
    }
    function describeCell() {
      const row = rowsOf(chosen)[cell.row];
      const from = "Position " + cell.row + " (" + labelOf(cell.row) + ")";
      if (row.weights[cell.column] === undefined) {
        byId("cell-says").textContent = from + " does not see position " + cell.column + " (" +
          labelOf(cell.column) + "): a row sees earlier positions only.";
        return;
      }
      byId("cell-says").textContent = from + " looks at position " + cell.column + " (" +
        labelOf(cell.column) + ") with weight " + decimal(row.weights[cell.column]) + ", score " +
        decimal(row.scores[cell.column]) + ".";
    }
    function cellAt(row, column) {
      return byId("map").querySelector('[data-cell="' + row + "," + column + '"]');
    }
    function chooseCell(row, column, focus) {
      const n = tokens.length + 2;
      const old = cellAt(cell.row, cell.column);
      if (old) old.setAttribute("tabindex", "-1");
      cell = {
        row: Math.max(0, Math.min(n - 1, row)),
        column: Math.max(0, Math.min(n - 2, column))
      };
      const now = cellAt(cell.row, cell.column);
      now.setAttribute("tabindex", "0");
      if (focus) now.focus();
      describeCell();
    }
    // One cell is in the order of tabs, and the arrow keys move between them.
    function showMap() {
      const map = byId("map");
      map.textContent = "";
      const h = heads[chosen];
      const table = element("table", { role: "grid", "class": "map",
        "aria-label": "Attention of " + h.where + ": " + h.name });
      const labels = tokens.map(function (t, i) { return i; });
      labels.push(tokens.length); // columns are 0 … N: nobody sees the last row
      table.appendChild(element("caption", {}, h.where + ", " + h.kind + ": " + h.name));
      const head = element("tr", { role: "row" });
      head.appendChild(element("th", { role: "columnheader" }, ""));
      labels.forEach(function (j) {
        const th = element("th", { role: "columnheader" }, labelOf(j));
        th.appendChild(element("sub", {}, String(j)));
        head.appendChild(th);
      });
      table.appendChild(head);
      rowsOf(chosen).forEach(function (row, i) {
        const tr = element("tr", { role: "row" });
        const th = element("th", { role: "rowheader" }, labelOf(i));
        th.appendChild(element("sub", {}, String(i)));
        tr.appendChild(th);
        labels.forEach(function (j) {
          const seen = row.weights[j] !== undefined;
          const td = element("td", { role: "gridcell", tabindex: "-1", "data-cell": i + "," + j,
            "class": seen ? "seen" : "hidden-key",
            "aria-label": seen ? "weight " + decimal(row.weights[j]) : "not seen" });
          if (seen) td.style.setProperty("--w", String(row.weights[j]));
          tr.appendChild(td);
        });
        table.appendChild(tr);
      });
      map.appendChild(table);
      chooseCell(Math.min(cell.row, tokens.length + 1), Math.min(cell.column, tokens.length), false);
    }
    function chooseHead(h) {
      chosen = h;
      byId("head-choice").value = String(h);
      Array.from(document.querySelectorAll(".thumbnail")).forEach(function (button, i) {
        button.setAttribute("aria-pressed", String(i === chosen));
      });
      showMap();
    }

    // -- The word
    function verdictText() {
      const word = tokens.length === 0 ? "The empty word" : "The word";
      const says = word + " is " + (result.accepted ? "accepted" : "rejected");
      const longest = model.weights.max_length;
      const beyond = typeof longest === "number" && tokens.length > longest
        ? " It is longer than the " + longest + " letters that the model is made for." : "";
      if (!data.dfa) return says + "." + beyond;
      const states = statesAlong();
      const agree = states.every(function (q, n) {
        return data.dfa.accepting[q] === result.prefixes[n];
      });
      return says + (agree ? ", and the automaton agrees on every prefix."
        : ", but the automaton differs on a prefix.") + beyond;
    }
    function update() {
      const wrong = byId("word-wrong");
      const read = tokensOf(byId("word").value);
      const unknown = read.filter(function (t) { return alphabet.indexOf(t) < 0; });
      wrong.textContent = "";
      if (unknown.length > 0)
        wrong.textContent = "“" + unknown[0] + "” is not in the alphabet " + alphabet.join(" ") + ".";
      else if (read.length > longestWord)
        wrong.textContent = "The page runs words of up to " + longestWord + " letters; this one has " +
          read.length + ". `ltlc run` takes longer ones.";
      byId("word").setAttribute("aria-invalid", String(wrong.textContent !== ""));
      if (wrong.textContent !== "") { // tables stay with their own labels; a verdict has none
        byId("run-verdict").textContent = "";
        return;
      }
      tokens = read;
      result = ltlcInterpreter.run(model.weights, tokens);
      const verdict = byId("run-verdict");
      verdict.textContent = verdictText();
      verdict.className = "verdict " + (result.accepted ? "accepted" : "rejected");
      showTruth();
      if (heads.length === 0) return;
      drawThumbnails();
      showMap();
    }

    byId("runner").hidden = false;
    heads.forEach(function (h, i) {
      byId("head-choice").appendChild(option(String(i), h.where + ": " + h.name.slice(0, 80)));
    });
    if (heads.length === 0)
      byId("cell-says").textContent = "The model has no heads: it looks at no other position.";
    else makeThumbnails();
    byId("word").addEventListener("input", update);
    byId("head-choice").addEventListener("change", function () {
      chooseHead(Number(byId("head-choice").value));
    });
    byId("map").addEventListener("click", function (event) {
      const td = event.target.closest("[data-cell]");
      if (!td) return;
      const place = td.getAttribute("data-cell").split(",").map(Number);
      chooseCell(place[0], place[1], true);
    });
    byId("map").addEventListener("keydown", function (event) {
      const by = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0],
        Home: [0, -Infinity], End: [0, Infinity] }[event.key];
      if (!by) return;
      event.preventDefault();
      chooseCell(cell.row + by[0], cell.column + by[1], true);
    });
    // Canvases do not follow the style by themselves.
    if (window.matchMedia)
      window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawThumbnails);
    update();
    if (heads.length > 0) chooseHead(0);
  }

  startStepper();
  if (data.model) startRunner();
})();
