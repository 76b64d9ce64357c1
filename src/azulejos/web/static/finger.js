// @ts-check
// A finger is broad: where what it would choose is too small for it, the first tap brings that part of the drawing nearer. A tap
// beside everything goes back. Where a tap chooses at once, that first one chooses nothing.

const TARGET = 44; // pixels that a finger needs
const NEAREST = 4; // times as large, at most
const WANTED = "[data-choice], [data-also]";

/** @type {SVGSVGElement | null} */
let near = null; // the drawing of which a part is shown
let whole = ""; // its viewBox otherwise
let isHasty = false; // does a tap choose at once?

export function goBack() {
  near?.setAttribute("viewBox", whole);
  near?.classList.remove("near");
  near = null;
}

/** @param {Element} element */
function narrowest(element) {
  const { width, height } = element.getBoundingClientRect();
  return Math.min(width, height);
}

// What was meant: what is under the finger, or the next thing that a finger covers too.
/** @param {Element} target @param {SVGSVGElement} drawing @param {number} x @param {number} y */
function meant(target, drawing, x, y) {
  const found = [...drawing.querySelectorAll(WANTED)].map((element) => {
    const box = element.getBoundingClientRect();
    return { element, far: Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom)) };
  });
  found.sort((a, b) => a.far - b.far);
  return target.closest(WANTED) ?? (found[0]?.far < TARGET / 2 ? found[0].element : null);
}

/** @param {SVGSVGElement} drawing @param {number} x @param {number} y @param {number} times */
function comeNearer(drawing, x, y, times) {
  const { a: scale, e, f } = /** @type {DOMMatrix} */ (drawing.getScreenCTM());
  const [box, { width, height }] = [drawing.getBoundingClientRect(), drawing.viewBox.baseVal];
  const [w, h] = [box.width / scale / times, box.height / scale / times];
  const within = (/** @type {number} */ middle, /** @type {number} */ part, /** @type {number} */ all_) =>
    part > all_ ? (all_ - part) / 2 : Math.min(Math.max(middle - part / 2, 0), all_ - part);
  near = drawing;
  whole = drawing.getAttribute("viewBox") ?? "";
  drawing.setAttribute("viewBox", `${within((x - e) / scale, w, width)} ${within((y - f) / scale, h, height)} ${w} ${h}`);
  drawing.classList.add("near");
}

/** @param {PointerEvent} event */
function tap(event) {
  const target = /** @type {Element} */ (event.target);
  const drawing = /** @type {SVGSVGElement | null} */ (target.closest(".offer svg, .own svg"));
  if (!near?.isConnected) near = null;
  if (near) leave(event, drawing);
  else if (drawing && event.pointerType === "touch") {
    const wanted = meant(target, drawing, event.clientX, event.clientY);
    if (!wanted || narrowest(wanted) >= TARGET - 0.5) return;
    if (isHasty || !target.closest(WANTED)) event.stopPropagation();
    comeNearer(drawing, event.clientX, event.clientY, Math.min(NEAREST, (TARGET + 4) / narrowest(wanted)));
  }
}

// Beside what can be chosen all is seen again; so it is when something is chosen, and not only shown.
/** @param {PointerEvent} event @param {SVGSVGElement | null} drawing */
function leave(event, drawing) {
  const isChosen = /** @type {Element} */ (event.target).closest(WANTED);
  if (near === drawing && !isChosen) event.stopPropagation();
  if (near === drawing && isChosen) setTimeout(() => !document.querySelector("#table .aimed") && goBack());
  else goBack();
}

export function useFinger(choosesAtOnce = false) {
  isHasty = choosesAtOnce;
  document.addEventListener("click", tap, true);
}
