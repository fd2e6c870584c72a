// What a finger is on shows it at once: a browser waits first, to see what will become of the touch.
let held = null;
function release() {
  held?.classList.remove("is-held");
  held = null;
}
addEventListener("pointerdown", ({ target }) => {
  release();
  held = target.closest?.("button, .button");
  held?.classList.add("is-held");
});
addEventListener("pointerup", release);
addEventListener("pointercancel", release);
