// Marks the pressed element at once. `:active` would wait until the browser knows whether the touch is a tap.
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
