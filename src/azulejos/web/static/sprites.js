// @ts-check
// Pieces apart from the drawing: copies that stand on the page where a drawing has them, and can be moved to wherever
// another drawing has them. What belongs where is said by the drawings alone: places have names, pieces stand in places.

/** @typedef {SVGGraphicsElement} Drawn a piece or a place of a drawing */
/** @typedef {{ x: number, y: number }} Point on the page */
/** @typedef {{ matrix: DOMMatrix, width: number, height: number }} Pose where a rectangle lies on the page, and its own size */
/** @typedef {{ piece: string, pose: Pose, viewBox: string, element: Drawn }} Look a piece as a drawing has it */
/** @typedef {{ pose: Pose, nth: number, piece: string | undefined }} Slot where a piece may lie, and which, if only one kind may */
/** @typedef {{ looks: Look[], slots: Slot[], middle: Point, isCounted: boolean, drawing: Element }} Spot a place of a drawing; does it say how many there are? */
/** @typedef {Map<string, Spot>} Spots by their keys */

const SVG = "http://www.w3.org/2000/svg";
const UNKNOWN = 34; // pixels: the size of a piece that no drawing shows

// ---------------------------------------------------------------------------------------------
// What a drawing says

// The element of a place: of a seat, or of nobody.
/** @param {string} name @param {number | null} seat @returns {Drawn | null} */
export function place(name, seat) {
  const own = seat === null ? null : document.querySelector(`#table [data-place="${name}"][data-seat="${seat}"]`);
  return /** @type {Drawn | null} */ (own ?? document.querySelector(`#table [data-place="${name}"]:not([data-seat])`));
}

/** @param {string} name @param {number | string | null | undefined} seat */
export const keyOf = (name, seat) => `${name} ${seat ?? ""}`;

// All places of a drawing, with the pieces that stand there, are added to those of others. `apart`: pieces that are shown elsewhere.
/** @param {Element} drawing @param {Spots} spots @param {Set<Element | undefined>} apart */
export function survey(drawing, spots, apart = new Set()) {
  const all = (/** @type {string} */ wanted) => [...drawing.querySelectorAll(wanted)].map((found) => /** @type {Drawn & HTMLElement} */ (found));
  const spotOf = (/** @type {Element} */ element) => {
    const its = /** @type {HTMLElement | null} */ (element.closest("[data-place]"));
    return its && spots.get(keyOf(its.dataset.place ?? "", its.dataset.seat));
  };
  for (const found of all("[data-place]")) {
    const key = keyOf(found.dataset.place ?? "", found.dataset.seat);
    if (spots.has(key)) continue;
    const isCounted = found.querySelector("[data-count]") !== null;
    spots.set(key, { looks: [], slots: [], middle: middleOf(found), isCounted, drawing });
  }
  for (const slot of all("[data-slot]")) spotOf(slot)?.slots.push({ pose: poseOf(slot), nth: Number(slot.dataset.slot), piece: slot.dataset.for });
  for (const { slots } of spots.values()) slots.sort((one, other) => one.nth - other.nth);
  for (const piece of all("[data-piece]")) if (!apart.has(piece)) spotOf(piece)?.looks.push(lookOf(piece));
}

/** @param {Drawn & HTMLElement} element @returns {Look} */
function lookOf(element) {
  const box = element.getBBox();
  const viewBox = `${box.x} ${box.y} ${box.width} ${box.height}`;
  return { piece: element.dataset.piece ?? "", pose: poseOf(element, box), viewBox, element };
}

// Where an element lies on the page, with its turn and size.
/** @param {Drawn} element @param {DOMRect} box its own @returns {Pose} */
function poseOf(element, { x, y, width, height } = element.getBBox()) {
  const { a, b, c, d, e, f } = /** @type {DOMMatrix} */ (element.getScreenCTM());
  return { matrix: new DOMMatrix([a, b, c, d, e + scrollX, f + scrollY]).translate(x, y), width, height };
}

/** @param {Element} element @returns {Point} */
export function middleOf(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2 + scrollX, y: box.y + box.height / 2 + scrollY };
}

// ---------------------------------------------------------------------------------------------
// Poses

/** @param {Pose} pose @returns {Point} */
export function centre({ matrix, width, height }) {
  return matrix.transformPoint(new DOMPoint(width / 2, height / 2));
}

// The same size and turn, around another point.
/** @param {Pose} pose @param {Point} middle @returns {Pose} */
export function around(pose, { x, y }) {
  const own = centre(pose);
  return { ...pose, matrix: new DOMMatrix().translate(x - own.x, y - own.y).multiply(pose.matrix) };
}

/** @param {Point} middle @returns {Pose} */
export const unknownAt = ({ x, y }) => ({
  matrix: new DOMMatrix().translate(x - UNKNOWN / 2, y - UNKNOWN / 2),
  width: UNKNOWN,
  height: UNKNOWN,
});

/** @param {Pose} one @param {Pose} other */
export function isSame(one, other) {
  const [a, b] = [one.matrix, other.matrix];
  const corners = [[0, 0], [1, 1]].map(([u, v]) => {
    const p = a.transformPoint(new DOMPoint(u * one.width, v * one.height));
    const q = b.transformPoint(new DOMPoint(u * other.width, v * other.height));
    return Math.hypot(p.x - q.x, p.y - q.y);
  });
  return corners.every((distance) => distance < 0.5);
}

// ---------------------------------------------------------------------------------------------
// Copies

/** A piece on its own. */
export class Sprite {
  /** @param {string} piece its name @param {Look | null} look how it looks in a drawing, if it is in one */
  constructor(piece, look) {
    this.node = document.createElementNS(SVG, "svg");
    this.node.setAttribute("class", "sprite");
    this.node.setAttribute("aria-hidden", "true");
    this.width = look?.pose.width ?? UNKNOWN;
    this.height = look?.pose.height ?? UNKNOWN;
    this.node.style.width = `${this.width}px`;
    this.node.style.height = `${this.height}px`;
    this.lookLike(piece, look);
  }

  /** @param {string} piece @param {Look | null} look */
  lookLike(piece, look) {
    this.node.dataset.sprite = piece;
    this.node.setAttribute("viewBox", look?.viewBox ?? "0 0 40 40");
    this.node.replaceChildren(look ? copyOf(look.element) : tile(piece));
  }

  // What moves it to a pose, its size included.
  /** @param {Pose} pose */
  transform({ matrix, width, height }) {
    return matrix.scale(width / this.width, height / this.height).toString();
  }

  /** @param {Pose} pose */
  stand(pose) {
    this.node.style.transform = this.transform(pose);
    if (!this.node.isConnected) document.body.append(this.node);
  }
}

/** @param {Element} element */
function copyOf(element) {
  const copy = /** @type {Element} */ (element.cloneNode(true));
  for (const name of ["transform", "data-piece", "style", "class"]) copy.removeAttribute(name);
  return copy;
}

// The id of what a piece looks like, in the drawings' definitions.
/** @param {string} piece */
export const symbolOf = (piece) => `az-tile-${piece.replaceAll(" ", "-")}`;

/** @param {string} piece */
function tile(piece) {
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${symbolOf(piece)}`);
  use.setAttribute("width", "40");
  use.setAttribute("height", "40");
  return use;
}

// A small picture of a piece, for lines of text.
/** @param {string} piece */
export function picture(piece) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "piece");
  svg.setAttribute("viewBox", "0 0 40 40");
  svg.setAttribute("aria-hidden", "true");
  svg.append(tile(piece));
  return svg;
}
