// Dragging a card from the hand onto the table clicks it; the page decides what a click means.
const TAP_SLACK_PX = 10; // a shorter movement is still a tap
const CLICK_DELAY_MS = 60; // a browser fires the click of a released pointer within this time
let drag = null;
let ignoreClicks = 0; // a timer while the browser's click after a drag is ignored

const card = (event) => event.target.closest?.("#hand button.card:not([aria-disabled=true])");
// The hand may change during a drag: then the element shows another card.
const isSame = ({ card, face }) => card.isConnected && card.dataset.face === face;

function stopDrag() {
  drag.card.classList.remove("is-dragged");
  drag.card.style.transform = "";
  drag = null;
}

addEventListener("pointerdown", (event) => {
  if (drag?.moves) return; // a second finger
  const from = event.isPrimary && event.button === 0 && !document.querySelector(".is-replay") && card(event);
  drag = from ? { card: from, face: from.dataset.face, id: event.pointerId, x: event.clientX, y: event.clientY, moves: false } : null;
});

addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.id) return;
  if (!isSame(drag)) return stopDrag();
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moves) {
    if (Math.hypot(x, y) < TAP_SLACK_PX) return;
    drag.moves = true;
    drag.card.setPointerCapture(drag.id);
    drag.card.classList.add("is-dragged");
  }
  drag.card.style.transform = `translate(${x}px, ${y}px)`;
});

function end(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const { card, moves } = drag;
  const isDropped = moves && isSame(drag) && event.type === "pointerup"
    && event.clientY < card.closest("#hand").getBoundingClientRect().top;
  stopDrag();
  if (!moves) return;
  clearTimeout(ignoreClicks);
  ignoreClicks = setTimeout(() => { ignoreClicks = 0; }, CLICK_DELAY_MS);
  // A click on a chosen card would unchoose it.
  if (isDropped && card.ariaPressed !== "true") card.click();
}
addEventListener("pointerup", end);
addEventListener("pointercancel", end);
addEventListener("click", (event) => {
  // `card.click()` above is not trusted, and passes.
  if (!ignoreClicks || !event.isTrusted) return;
  event.stopPropagation();
  event.preventDefault();
}, true);
// No native drag and drop of the card's picture.
addEventListener("dragstart", (event) => { if (card(event)) event.preventDefault(); });
