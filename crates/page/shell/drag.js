// A card of the hand can be drawn onto the table instead of tapped. It is a tap that takes longer: what it means is the page's.
const SLACK = 10; // pixels that a finger wanders in a tap
let drag = null;
let hush = false; // the tap that a browser makes of letting go

const card = (event) => event.target.closest?.("#hand button.card:not([aria-disabled=true])");

addEventListener("pointerdown", (event) => {
  const from = event.isPrimary && event.button === 0 && !document.querySelector(".is-replay") && card(event);
  drag = from ? { card: from, id: event.pointerId, x: event.clientX, y: event.clientY, moves: false } : null;
});

addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.id) return;
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
  drag = null;
  if (!moves) return;
  card.classList.remove("is-dragged");
  card.style.transform = "";
  hush = true;
  setTimeout(() => { hush = false; });
  const isOut = event.clientY < card.closest("#hand").getBoundingClientRect().top;
  // One that is chosen already stays so.
  if (event.type === "pointerup" && isOut && card.isConnected && card.ariaPressed !== "true") {
    setTimeout(() => card.click());
  }
}
addEventListener("pointerup", end);
addEventListener("pointercancel", end);
addEventListener("click", (event) => {
  if (!hush) return;
  hush = false;
  event.stopPropagation();
  event.preventDefault();
}, true);
// Pictures and links are not what is dragged here.
addEventListener("dragstart", (event) => { if (card(event)) event.preventDefault(); });
