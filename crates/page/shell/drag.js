// A card of the hand can be drawn onto the table instead of tapped. It is a tap that takes longer: what it means is the page's.
const SLACK = 10; // pixels that a finger wanders in a tap
const LATE = 60; // milliseconds until a browser has made a tap of letting go
let drag = null;
let hush = 0; // a timer as long as such a tap is not one

const card = (event) => event.target.closest?.("#hand button.card:not([aria-disabled=true])");
// The hand may change under the finger: what is at this place then is another card.
const isSame = ({ card, face }) => card.isConnected && card.dataset.face === face;

function letGo() {
  drag.card.classList.remove("is-dragged");
  drag.card.style.transform = "";
  drag = null;
}

addEventListener("pointerdown", (event) => {
  if (drag?.moves) return; // another finger
  const from = event.isPrimary && event.button === 0 && !document.querySelector(".is-replay") && card(event);
  drag = from ? { card: from, face: from.dataset.face, id: event.pointerId, x: event.clientX, y: event.clientY, moves: false } : null;
});

addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.id) return;
  if (!isSame(drag)) return letGo();
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moves) {
    if (Math.hypot(x, y) < SLACK) return;
    drag.moves = true;
    drag.card.setPointerCapture(drag.id);
    drag.card.classList.add("is-dragged");
  }
  drag.card.style.transform = `translate(${x}px, ${y}px)`;
});

function end(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const { card, moves } = drag;
  const isMeant = moves && isSame(drag) && event.type === "pointerup"
    && event.clientY < card.closest("#hand").getBoundingClientRect().top;
  letGo();
  if (!moves) return;
  clearTimeout(hush);
  hush = setTimeout(() => { hush = 0; }, LATE);
  // One that is chosen already stays so.
  if (isMeant && card.ariaPressed !== "true") card.click();
}
addEventListener("pointerup", end);
addEventListener("pointercancel", end);
addEventListener("click", (event) => {
  // Ours is not the browser's.
  if (!hush || !event.isTrusted) return;
  event.stopPropagation();
  event.preventDefault();
}, true);
// Pictures and links are not what is dragged here.
addEventListener("dragstart", (event) => { if (card(event)) event.preventDefault(); });
