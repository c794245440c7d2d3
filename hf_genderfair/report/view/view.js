// Reads index.js and rows/*.js, which call index() and rows(): a page from disk may load scripts, and nothing else.
// Whatever the data say becomes text of an element, never markup.
"use strict";
{
  const PAGE_ROWS = 20;
  const LONG_TEXT = 3000;
  const AHEAD = 8;
  const FEW_FILTERS = 3;
  const TONES = 8;
  // marks that turn the direction of writing, and others that nobody sees
  const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

  // names of columns and fields that hold reasons
  const REASON = /(^|[_.])(reason|problem)$/;

  const byId = (id) => document.getElementById(id);
  const number = (value) => value.toLocaleString("en");
  const words = (name) => name.replaceAll("_", " ").replaceAll(".", ": ");
  const code = (sign) => `U+${sign.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
  const plain = (value) => String(value).replace(INVISIBLE, (sign) => `⟨${code(sign)}⟩`);

  let data;
  let matches = [];
  let page = 0;
  let turn = 0; // what was begun for an earlier turn is dropped when it arrives
  let query = "";
  let shown = [];
  const chosen = new Map();
  const revealed = new Set();
  const expanded = new Set();
  const chunks = new Map();
  const arriving = new Map();

  function element(tag, properties = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name.includes("-")) made.setAttribute(name, value);
      else made[name] = value;
    }
    made.append(...children);
    return made;
  }

  // ---- rows -------------------------------------------------------------------------------------------------------

  function chunk(place) {
    if (!chunks.has(place)) {
      const name = `rows/${String(place).padStart(5, "0")}.js`;
      chunks.set(place, new Promise((resolve, reject) => {
        arriving.set(place, resolve);
        const script = element("script", { src: name });
        script.onload = () => script.remove();
        script.onerror = () => {
          chunks.delete(place);
          reject(new Error(`${name} cannot be read: make this folder again`));
        };
        document.head.append(script);
      }));
    }
    return chunks.get(place);
  }

  /** Return the place of the last start that is not beyond a row. */
  function placeOf(starts, row) {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= row) low = middle;
      else high = middle;
    }
    return low;
  }

  async function rowAt(row) {
    const place = placeOf(data.starts, row);
    return (await chunk(place))[row - data.starts[place]];
  }

  // ---- filters and search -----------------------------------------------------------------------------------------

  function codesOf(facet) {
    if (!facet.decoded) {
      const bytes = Uint8Array.from(atob(facet.codes), (sign) => sign.charCodeAt(0));
      const kind = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array }[facet.width];
      facet.decoded = new kind(bytes.buffer);
      facet.codes = null;
    }
    return facet.decoded;
  }

  function wanted(facet, value) {
    if (value === "none") return facet.combinations.map((each) => each.length === 0);
    if (value === "some") return facet.combinations.map((each) => each.length > 0);
    return facet.combinations.map((each) => each.includes(Number(value)));
  }

  function filtered() {
    const keep = new Uint8Array(data.rows).fill(1);
    for (const [facet, value] of chosen) {
      const codes = codesOf(facet);
      const fits = Uint8Array.from(wanted(facet, value));
      for (let row = 0; row < keep.length; row += 1) keep[row] &= fits[codes[row]];
    }
    const found = [];
    for (let row = 0; row < keep.length; row += 1) if (keep[row]) found.push(row);
    return found;
  }

  /** Return a row's text with and without what edits take away and put there. */
  function searchable(row) {
    const text = row[0] ?? "";
    const edits = row[1].filter((span) => data.layers[span[0]].edits);
    if (!edits.length) return [text];
    const without = (from, to) => {
      let position = 0;
      let left = "";
      for (const edit of [...edits].sort((one, other) => one[from] - other[from])) {
        left += text.slice(position, edit[from]);
        position = Math.max(position, edit[to]);
      }
      return left + text.slice(position);
    };
    return [text, without(1, 3), without(3, 2)];
  }

  async function search(candidates, mine) {
    const found = [];
    const places = [...new Set(candidates.map((row) => placeOf(data.starts, row)))];
    let next = 0;
    let told = performance.now();
    for (const [done, place] of places.entries()) {
      for (const ahead of places.slice(done, done + AHEAD)) chunk(ahead).catch(() => {});
      const content = await chunk(place);
      if (mine !== turn) return null;
      const end = data.starts[place + 1] ?? data.rows;
      for (; next < candidates.length && candidates[next] < end; next += 1) {
        const texts = searchable(content[candidates[next] - data.starts[place]]);
        if (texts.some((text) => text.toLowerCase().includes(query))) found.push(candidates[next]);
      }
      if (performance.now() - told > 250) {
        told = performance.now();
        byId("status").textContent = `Searching: ${number(found.length)} found in ${Math.round(100 * done / places.length)} %`;
      }
    }
    return found;
  }

  async function select(firstPage = 0) {
    const mine = ++turn;
    const candidates = filtered();
    await guarded(async () => {
      const found = query ? await search(candidates, mine) : candidates;
      if (found === null) return;
      matches = found;
      page = firstPage;
      await render();
    });
  }

  // ---- text -------------------------------------------------------------------------------------------------------

  /** Return a reason in plain words, where the step or language that gave it stands before a colon. */
  function meaning(reason) {
    if (Object.hasOwn(data.reasons, reason)) return data.reasons[reason];
    const colon = reason.indexOf(": ");
    return colon < 0 ? plain(reason) : `${meaning(reason.slice(0, colon))}: ${meaning(reason.slice(colon + 2))}`;
  }

  function say(value, name) {
    if (typeof value === "boolean") return value ? "yes" : "no";
    if (typeof value === "string" && REASON.test(name)) return meaning(value);
    if (typeof value === "number" && !Number.isInteger(value)) return value.toPrecision(3);
    return plain(value);
  }

  function said(layer, values) {
    return layer.fields
      .map((field, place) => [field, values[place]])
      .filter(([, value]) => value !== null && value !== "" && value !== false)
      .map(([field, value]) => (value === true ? words(field) : `${words(field)}: ${say(value, field)}`))
      .join("; ");
  }

  const valuesOf = (span) => span.slice(data.layers[span[0]].edits ? 5 : 3);

  function describe(span) {
    const layer = data.layers[span[0]];
    const details = said(layer, valuesOf(span));
    return details ? `${words(layer.name)} – ${details}` : words(layer.name);
  }

  const classes = (place) => `span tone-${place % TONES} line-${Math.floor(place / TONES) % 4}`;

  /** Return the stretches of a row that are masked, without overlaps. */
  function masksOf(row, spans) {
    if (!byId("mask").checked) return [];
    const masks = [];
    for (const [place, start, end] of [...spans].sort((one, other) => one[1] - other[1])) {
      if (!data.layers[place].masked) continue;
      const last = masks.at(-1);
      if (last && start < last.end) last.end = Math.max(last.end, end);
      else masks.push({ start, end });
    }
    return masks.filter((mask) => !revealed.has(`${row} ${mask.start}`));
  }

  /** Return for each stretch between two edges of an edit whether it is taken away, put there, or not in the text. */
  function editsAt(edits, start) {
    let state = {};
    for (const edit of edits) {
      const [place, first, last, middle, applied] = edit;
      if (start < first || start >= last) continue;
      const added = start >= middle;
      if (shown[place]) state = { tag: added ? "ins" : "del", edit };
      else if (added !== applied) return { hidden: true };
    }
    return state;
  }

  function hits(text) {
    const found = [];
    const lower = text.toLowerCase();
    if (!query || lower.length !== text.length) return found;
    for (let at = lower.indexOf(query); at >= 0; at = lower.indexOf(query, at + query.length)) {
      found.push([at, at + query.length]);
    }
    return found;
  }

  /** Return a text as nodes, with its invisible marks made visible. */
  function* visible(text) {
    let position = 0;
    for (const match of text.matchAll(INVISIBLE)) {
      if (match.index > position) yield text.slice(position, match.index);
      yield element("span", { className: "control", textContent: code(match[0]), title: "invisible character" });
      position = match.index + match[0].length;
    }
    if (position < text.length) yield text.slice(position);
  }

  function fillText(box, number_, row) {
    const whole = row[0];
    const text = expanded.has(number_) ? whole : whole.slice(0, LONG_TEXT);
    const inside = row[1].filter((span) => span[1] < text.length);
    const edits = inside.filter((span) => data.layers[span[0]].edits);
    const spans = inside.filter((span) => !data.layers[span[0]].edits && shown[span[0]]);
    spans.sort((one, other) => (other[2] - other[1]) - (one[2] - one[1]));
    const masks = masksOf(number_, inside);
    const found = hits(text);
    const edges = new Set([0, text.length]);
    for (const span of spans) edges.add(span[1]).add(Math.min(span[2], text.length));
    for (const edit of edits) for (const place of [1, 2, 3]) edges.add(Math.min(edit[place], text.length));
    for (const mask of masks) edges.add(mask.start).add(Math.min(mask.end, text.length));
    for (const [start, end] of found) edges.add(start).add(end);
    const places = [...edges].sort((one, other) => one - other);
    const nodes = [];
    for (let place = 0; place + 1 < places.length; place += 1) {
      const [start, end] = [places[place], places[place + 1]];
      const state = editsAt(edits, start);
      if (state.hidden) continue;
      const mask = masks.find((each) => each.start <= start && start < each.end);
      if (mask) {
        if (!mask.told) nodes.push(maskButton(box, number_, row, mask));
        mask.told = true;
        continue;
      }
      let node = document.createDocumentFragment();
      node.append(...visible(text.slice(start, end)));
      if (found.some((hit) => hit[0] <= start && end <= hit[1])) node = element("mark", {}, node);
      for (const span of spans.filter((each) => each[1] <= start && end <= each[2]).reverse()) {
        node = element("span", { className: classes(span[0]), title: describe(span) }, node);
      }
      if (state.tag) node = element(state.tag, { title: describe(state.edit) }, node);
      nodes.push(node);
    }
    if (text.length < whole.length) {
      const more = element("button", { type: "button", textContent: `Show all ${number(whole.length)} characters` });
      more.onclick = () => {
        expanded.add(number_);
        fillText(box, number_, row);
      };
      nodes.push("… ", more);
    }
    box.replaceChildren(...nodes);
  }

  function maskButton(box, number_, row, mask) {
    const length = row[0].slice(mask.start, mask.end).split(/\s+/).filter(Boolean).length;
    const label = `masked: may hold a stereotype (${number(length)} ${length === 1 ? "word" : "words"}), show`;
    const button = element("button", { type: "button", className: "masked", textContent: label });
    button.onclick = () => {
      revealed.add(`${number_} ${mask.start}`);
      const card = box.closest("article");
      card.replaceWith(article(number_, row));
      byId(`row-${number_}`).focus();
    };
    return button;
  }

  // ---- rows on the page -------------------------------------------------------------------------------------------

  function partOf(row) {
    const place = placeOf(data.parts.map((part) => part[1]), row);
    const [name, start] = data.parts[place];
    return `Row ${number(row - start + 1)} of ${plain(name)}`;
  }

  function findings(number_, row) {
    const masks = masksOf(number_, row[1]);
    const list = element("ul", { className: "found" });
    for (const span of [...row[1]].sort((one, other) => one[1] - other[1])) {
      const [place, start, end, middle] = span;
      const layer = data.layers[place];
      if (!shown[place]) continue;
      const hidden = masks.some((mask) => mask.start < end && start < mask.end);
      const quoted = (from, to) => plain(row[0].slice(from, Math.min(to, from + 120))) + (to - from > 120 ? "…" : "");
      let what = hidden ? "masked" : `“${quoted(start, end)}”`;
      if (layer.edits && !hidden) {
        what = `${quoted(start, middle) || "nothing"} → ${quoted(middle, end) || "nothing"}`;
      }
      const details = hidden ? "" : said(layer, valuesOf(span));
      const name = element("span", { className: layer.edits ? "" : classes(place), textContent: words(layer.name) });
      list.append(element("li", {}, name, ` ${what}`, details ? ` – ${details}` : ""));
    }
    return list;
  }

  function values(number_, row) {
    const covered = masksOf(number_, row[1]).map((mask) => row[0].slice(mask.start, mask.end)).filter(Boolean);
    const table = element("table", { "aria-label": "Other columns" });
    const body = table.createTBody();
    data.columns.forEach((name, place) => {
      let value = row[2][place];
      if (value === null || (value === 0 && data.counts.includes(place))) return;
      if (typeof value === "string") value = covered.reduce((left, each) => left.replaceAll(each, "[masked]"), value);
      const cell = element("td", { dir: "auto", textContent: say(value, name) });
      body.append(element("tr", {}, element("th", { scope: "row", textContent: plain(name) }), cell));
    });
    return table;
  }

  /** Return a part of a row that is made when it is opened. */
  function folded(title, make) {
    const details = element("details", {}, element("summary", { textContent: title }));
    details.addEventListener("toggle", () => {
      if (details.open && details.childElementCount === 1) details.append(make());
    });
    return details;
  }

  function twins(number_) {
    const pair = data.pairOf.get(number_) ?? [];
    return pair.filter((other) => other !== number_).map((other) => {
      const button = element("button", { type: "button", textContent: `Show its pair: ${partOf(other)}` });
      button.onclick = () => guarded(async () => {
        const row = await rowAt(other);
        const shownPair = article(other, row);
        button.closest("article").after(shownPair);
        button.remove();
        shownPair.focus();
      });
      return button;
    });
  }

  function article(number_, row) {
    const heading = element("h2", { id: `heading-${number_}`, textContent: partOf(number_) });
    const card = element("article", { id: `row-${number_}`, tabIndex: -1, "aria-labelledby": heading.id }, heading);
    const badges = data.badges.filter((place) => row[2][place] !== null);
    if (badges.length) {
      const items = badges.map((place) => {
        const text = `${words(data.columns[place])}: ${say(row[2][place], data.columns[place])}`;
        return element("li", { textContent: text });
      });
      card.append(element("ul", { className: "badges" }, ...items));
    }
    const box = element("div", { className: "text", dir: "auto" });
    if (row[0] === null) box.append(element("span", { className: "missing", textContent: "no text" }));
    else if (row[0] === "") box.append(element("span", { className: "missing", textContent: "empty text" }));
    else fillText(box, number_, row);
    card.append(box);
    if (row[3].length) {
      const names = row[3].map(words).join(", ");
      const note = `The text was changed since these edits were made, so they cannot be shown: ${names}.`;
      card.append(element("p", { className: "warning", textContent: note }));
    }
    card.append(...twins(number_));
    const count = row[1].filter((span) => shown[span[0]]).length;
    if (count) card.append(folded(`Findings (${number(count)})`, () => findings(number_, row)));
    if (row[2].some((value) => value !== null)) card.append(folded("Other columns", () => values(number_, row)));
    return card;
  }

  async function render(focus = null) {
    const mine = ++turn;
    const visibleRows = matches.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS);
    const contents = await Promise.all(visibleRows.map(rowAt));
    if (mine !== turn) return;
    byId("rows").replaceChildren(...visibleRows.map((row, place) => article(row, contents[place])));
    const first = page * PAGE_ROWS;
    const of = matches.length === data.rows ? "" : ` (of ${number(data.rows)})`;
    const range = `${number(first + 1)}–${number(first + visibleRows.length)} of ${number(matches.length)} rows`;
    const found = { 0: "No row fits", 1: "1 row" }[matches.length] ?? range;
    byId("status").textContent = `${found}${of}`;
    byId("previous").disabled = page === 0;
    byId("next").disabled = first + PAGE_ROWS >= matches.length;
    if (focus !== null) byId("rows").children[focus < 0 ? visibleRows.length - 1 : focus]?.focus();
  }

  /** Turn the page; `focus` is the place of the row that gets the focus, -1 for the last one. */
  function turnPage(step, focus = null) {
    const last = Math.max(0, Math.ceil(matches.length / PAGE_ROWS) - 1);
    const target = Math.min(Math.max(page + step, 0), last);
    if (target === page) return;
    page = target;
    guarded(async () => {
      await render(focus);
      if (focus === null) byId("columns").scrollIntoView();
    });
  }

  async function guarded(work) {
    try {
      await work();
    } catch (error) {
      byId("status").textContent = plain(error.message);
    }
  }

  // ---- panel ------------------------------------------------------------------------------------------------------

  function layerSwitch(layer, place) {
    const box = element("input", { type: "checkbox", id: `layer-${place}`, checked: layer.shown });
    box.defaultChecked = layer.shown;
    box.onchange = () => {
      shown[place] = box.checked;
      guarded(() => render());
    };
    const sample = (tag, textContent) => element(tag, { textContent });
    const name = element("label", { htmlFor: box.id, title: plain(layer.meaning) });
    name.append(
      layer.edits
        ? element("span", {}, words(layer.name), element("span", { "aria-hidden": "true" }, " ", sample("del", "old"), sample("ins", "new")))
        : element("span", { className: classes(place), textContent: words(layer.name) }),
    );
    return element("p", { className: "switch" }, box, name);
  }

  function facetSelect(facet, place) {
    const list = element("select", { id: `facet-${place}` }, element("option", { value: "", textContent: "any" }));
    const option = (value, text, count) =>
      list.append(element("option", { value, textContent: count === null ? text : `${text} (${number(count)})` }));
    if (facet.without && facet.values.length > 1) option("some", "with a value", data.rows - facet.without);
    if (facet.without) option("none", "without a value", facet.without);
    facet.values
      .map(([value, count], index) => ({ value, count, index }))
      .sort((one, other) => other.count - one.count)
      .forEach(({ value, count, index }) => option(String(index), say(value, facet.name), count));
    list.onchange = () => {
      if (list.value) chosen.set(facet, list.value);
      else chosen.delete(facet);
      list.classList.toggle("chosen", Boolean(list.value));
      select();
    };
    const label = element("label", { htmlFor: list.id, textContent: words(plain(facet.name)), title: plain(facet.meaning) });
    return element("p", { className: "field" }, label, list);
  }

  function buildPanel() {
    const groups = new Map([["", { layers: [], filters: [] }]]);
    const group = (name) => groups.get(name) ?? groups.set(name, { layers: [], filters: [] }).get(name);
    data.layers.forEach((layer, place) => group(layer.capability).layers.push(layerSwitch(layer, place)));
    data.facets.forEach((facet, place) => group(facet.capability).filters.push(facetSelect(facet, place)));
    for (const [capability, { layers, filters }] of groups) {
      if (!layers.length && !filters.length) continue;
      const title = capability ? words(capability[0].toUpperCase() + capability.slice(1)) : "Rows";
      const nodes = [element("summary", { textContent: title }), ...layers];
      if (layers.length && filters.length) {
        const open = filters.length <= FEW_FILTERS;
        nodes.push(element("details", { open }, element("summary", { textContent: "Filters" }), ...filters));
      } else nodes.push(...filters);
      byId("capabilities").append(element("details", { className: "capability", open: true }, ...nodes));
    }
    byId("mask-switch").hidden = !data.layers.some((layer) => layer.masked);
    byId("panel").open = !matchMedia("(max-width: 52rem)").matches;
  }

  function moveFocus(step) {
    const cards = [...byId("rows").children];
    const here = cards.indexOf(document.activeElement.closest("article"));
    const target = here < 0 ? (step > 0 ? 0 : cards.length - 1) : here + step;
    if (target >= cards.length) turnPage(1, 0);
    else if (target < 0) turnPage(-1, -1);
    else cards[target].focus();
  }

  function onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select")) return;
    const actions = {
      "/": () => {
        byId("panel").open = true;
        byId("query").focus();
      },
      j: () => moveFocus(1),
      k: () => moveFocus(-1),
      n: () => turnPage(1),
      p: () => turnPage(-1),
    };
    if (!Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]();
  }

  function onQuery() {
    const wantedQuery = byId("query").value.trim().toLowerCase();
    if (wantedQuery === query) return;
    query = wantedQuery;
    select();
  }

  function onReset() {
    chosen.clear();
    query = "";
    for (const list of document.querySelectorAll("select.chosen")) list.classList.remove("chosen");
    // the fields get their first values after this event
    setTimeout(() => {
      shown = data.layers.map((layer) => layer.shown);
      select();
    });
  }

  globalThis.rows = (place, content) => arriving.get(place)?.(content);

  globalThis.index = (content) => {
    data = content;
    data.pairOf = new Map(data.pairs.flatMap((pair) => pair.map((row) => [row, pair])));
    shown = data.layers.map((layer) => layer.shown);
    document.title = plain(data.title);
    byId("title").textContent = plain(data.title);
    byId("note").textContent = plain(data.note);
    buildPanel();
    let waiting;
    byId("query").addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(onQuery, 200);
    });
    byId("form").addEventListener("submit", (event) => {
      event.preventDefault();
      onQuery();
    });
    byId("form").addEventListener("reset", onReset);
    byId("mask").addEventListener("change", () => guarded(() => render()));
    byId("previous").addEventListener("click", () => turnPage(-1));
    byId("next").addEventListener("click", () => turnPage(1));
    document.addEventListener("keydown", onKey);
    select();
  };
}
