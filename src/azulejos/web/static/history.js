// What happened, in words; and at the end, from the same story, the score sheet and the chart.

const SVG = "http://www.w3.org/2000/svg";

let steps = []; // all that has happened, as the server tells it

export function allSteps() {
  return steps;
}

export function forget() {
  steps = [];
}

export function add(list, news, rules) {
  if (!steps.length) list.replaceChildren();
  steps.push(...news);
  for (const sentence of news.flatMap((step) => step.sentences)) {
    const last = list.lastElementChild;
    if (last?.dataset.text === sentence.text && !sentence.is_scoring) again(last);
    else list.append(line(sentence, rules));
  }
}

// The same sentence several times in a row is one line.
function again(item) {
  const times = Number(item.dataset.times ?? 1) + 1;
  item.dataset.times = times;
  item.textContent = `${item.dataset.text} × ${times}`;
}

function line(sentence, rules) {
  const item = document.createElement("li");
  item.textContent = sentence.text;
  item.dataset.text = sentence.text;
  if (sentence.is_scoring) {
    item.className = sentence.points < 0 ? "loss" : "gain";
    if (sentence.clause) item.append(" ", reason(sentence.clause, rules));
  }
  return item;
}

function reason(clause, rules) {
  const link = document.createElement("a");
  link.href = `${rules}#${clause}`;
  link.target = "_blank";
  link.rel = "noopener";
  link.textContent = clause;
  return link;
}

// Points by seat each time points were given; steps that give points one after another are one time.
function scorings(seats) {
  const times = [];
  let wasScoring = false;
  for (const step of steps) {
    const scoring = step.sentences.filter((sentence) => sentence.points && sentence.seat !== null);
    if (scoring.length && !wasScoring) times.push(Array(seats).fill(0));
    for (const sentence of scoring) times.at(-1)[sentence.seat] += sentence.points;
    wasScoring = scoring.length > 0;
  }
  return times;
}

// Does the story tell all points? Not for a game that began from the middle.
function isComplete(times, scores) {
  return scores.every((score, seat) => score === times.reduce((sum, time) => sum + time[seat], 0));
}

export function scoreSheet(table, { names, scores, winners }, words) {
  const times = scorings(names.length);
  const body = isComplete(times, scores) ? times.map((time, n) => row("td", `${n + 1}`, time.map(signed))) : [];
  const head = document.createElement("thead");
  head.append(row("th", words.round, names));
  const foot = document.createElement("tfoot");
  const total = row("td", words.total, scores.map(String));
  winners.forEach((seat) => total.children[seat + 1].classList.add("winner"));
  foot.append(total);
  const rounds = document.createElement("tbody");
  rounds.append(...body);
  table.replaceChildren(head, rounds, foot);
}

const signed = (points) => (points < 0 ? `−${-points}` : points > 0 ? `+${points}` : "0");

function row(kind, first, cells) {
  const line = document.createElement("tr");
  const label = document.createElement("th");
  label.textContent = first;
  label.scope = kind === "th" ? "col" : "row";
  const rest = cells.map((text) => {
    const cell = document.createElement(kind);
    cell.textContent = text;
    if (kind === "th") cell.scope = "col";
    return cell;
  });
  line.append(label, ...rest);
  return line;
}

// Scores over the rounds. Lines differ by dashes too, and each ends in its player's name.
export function chart(figure, { names, scores }, title) {
  const times = scorings(names.length);
  figure.hidden = times.length < 2 || !isComplete(times, scores);
  if (figure.hidden) return;
  const [width, height, left, right, top, bottom] = [320, 170, 26, 84, 10, 20];
  const sums = names.map((_, seat) => times.reduce((line, time) => [...line, line.at(-1) + time[seat]], [0]));
  const most = Math.max(10, ...sums.flat());
  const x = (n) => left + ((width - left - right) * n) / times.length;
  const y = (points) => height - bottom - ((height - top - bottom) * points) / most;
  const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title });
  for (let tick = 0; tick <= most; tick += most > 60 ? 20 : 10) {
    svg.append(draw("path", { d: `M${left} ${y(tick)}H${width - right}`, class: "grid" }), text(left - 5, y(tick) + 4, tick, "end"));
  }
  times.forEach((_, n) => svg.append(text(x(n + 1), height - 5, n + 1, "middle")));
  const ends = spread(sums.map((line) => y(line.at(-1))), 13, height - bottom);
  sums.forEach((line, seat) => {
    const d = line.map((points, n) => `${n ? "L" : "M"}${x(n).toFixed(1)} ${y(points).toFixed(1)}`).join("");
    const name = names[seat].length > 11 ? `${names[seat].slice(0, 10)}…` : names[seat];
    svg.append(draw("path", { d, class: `line seat-${seat}` }), draw("circle", { cx: x(times.length), cy: y(line.at(-1)), r: 3.5, class: `dot seat-${seat}` }));
    svg.append(text(width - right + 8, ends[seat] + 4, name, "start", `name seat-${seat}`));
  });
  figure.replaceChildren(svg);
}

// Labels at these heights, moved apart where they would overlap.
function spread(heights, gap, lowest) {
  const order = heights.map((_, i) => i).sort((a, b) => heights[b] - heights[a]);
  const spots = [...heights];
  let limit = lowest;
  for (const i of order) {
    spots[i] = Math.min(spots[i], limit);
    limit = spots[i] - gap;
  }
  limit = gap / 2;
  for (const i of order.reverse()) {
    spots[i] = Math.max(spots[i], limit);
    limit = spots[i] + gap;
  }
  return spots;
}

function draw(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function text(x, y, words, anchor, name = "") {
  const element = draw("text", { x, y, "text-anchor": anchor, class: name });
  element.textContent = words;
  return element;
}
