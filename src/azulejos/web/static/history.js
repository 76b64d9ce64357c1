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

// The points of every seat in each round, as the story tells them, and what they had before:
// a game may give points to begin with, or be told from the middle.
function account(scores) {
  const rounds = [];
  for (const step of steps) {
    if (rounds.at(-1)?.number !== step.round) rounds.push({ number: step.round, points: scores.map(() => 0) });
    for (const { seat, points } of step.sentences) if (points && seat !== null) rounds.at(-1).points[seat] += points;
  }
  const before = scores.map((score, seat) => rounds.reduce((left, { points }) => left - points[seat], score));
  return { before, rounds };
}

export function scoreSheet(table, { names, scores, winners }, words) {
  const { before, rounds } = account(scores);
  const head = document.createElement("thead");
  head.append(row("th", words.round, names));
  const body = document.createElement("tbody");
  if (before.some(Boolean)) body.append(row("td", `${(rounds[0]?.number ?? 1) - 1}`, before.map(String)));
  body.append(...rounds.map(({ number, points }) => row("td", `${number}`, points.map(signed))));
  const foot = document.createElement("tfoot");
  const total = row("td", words.total, scores.map(String));
  winners.forEach((seat) => total.children[seat + 1].classList.add("winner"));
  foot.append(total);
  table.replaceChildren(head, body, foot);
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
  const { before, rounds } = account(scores);
  figure.hidden = rounds.length < 2;
  if (figure.hidden) return;
  const [width, height, left, right, top, bottom] = [320, 170, 26, 84, 10, 20];
  const sums = before.map((start, seat) => rounds.reduce((line, { points }) => [...line, line.at(-1) + points[seat]], [start]));
  const most = Math.max(10, ...sums.flat());
  const x = (n) => left + ((width - left - right) * n) / rounds.length;
  const y = (points) => height - bottom - ((height - top - bottom) * points) / most;
  const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title });
  for (let tick = 0; tick <= most; tick += most > 60 ? 20 : 10) {
    svg.append(draw("path", { d: `M${left} ${y(tick)}H${width - right}`, class: "grid" }), text(left - 5, y(tick) + 4, tick, "end"));
  }
  rounds.forEach(({ number }, n) => svg.append(text(x(n + 1), height - 5, number, "middle")));
  const ends = spread(sums.map((line) => y(line.at(-1))), 13, height - bottom);
  sums.forEach((line, seat) => {
    const d = line.map((points, n) => `${n ? "L" : "M"}${x(n).toFixed(1)} ${y(points).toFixed(1)}`).join("");
    const name = names[seat].length > 11 ? `${names[seat].slice(0, 10)}…` : names[seat];
    svg.append(draw("path", { d, class: `line seat-${seat}` }), draw("circle", { cx: x(rounds.length), cy: y(line.at(-1)), r: 3.5, class: `dot seat-${seat}` }));
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
