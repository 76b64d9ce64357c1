// @ts-check
// The pages at the top of a phone stand in one row. Where there are more than it shows, a button at its end says so and moves the
// row on; at the end of the row it points back. Keys need no button: what gets the focus comes into sight as a whole.

const row = /** @type {HTMLElement} */ (document.querySelector(".top nav"));
const more = Object.assign(document.createElement("button"), { type: "button", className: "more", tabIndex: -1, hidden: true });
more.setAttribute("aria-hidden", "true");

// Sizes on the screen are not always whole.
const isAtEnd = () => row.scrollWidth - row.clientWidth - row.scrollLeft <= 1;

function show() {
  const [isEnd, isPushed] = [isAtEnd(), row.scrollLeft > 1];
  more.hidden = isEnd && !isPushed;
  more.textContent = isEnd ? "‹" : "›";
  more.classList.toggle("back", isEnd);
  row.classList.toggle("pushed", isPushed);
}

// The first page that isn't whole comes first; after the last one the row begins again.
function move() {
  const { right } = row.getBoundingClientRect();
  const hidden = [...row.children].find((page) => page.getBoundingClientRect().right > right);
  const next = isAtEnd() ? row.firstElementChild : (hidden ?? row.lastElementChild);
  next?.scrollIntoView({ block: "nearest", inline: "start" });
}

// A finger's page stays below the finger.
/** @param {FocusEvent} event */
function reach({ target }) {
  const page = /** @type {HTMLElement} */ (target);
  if (page.matches(":focus-visible")) page.scrollIntoView({ block: "nearest", inline: "nearest" });
}

more.addEventListener("click", move);
row.addEventListener("focusin", reach);
row.addEventListener("scroll", show, { passive: true });
row.after(more);
new ResizeObserver(show).observe(row);
