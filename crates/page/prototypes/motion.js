// Plays the motions of style/motion.css: what a client has to set for each of them.
const $ = (id) => document.getElementById(id);
// Takes a class off and puts it on again, so that its animation starts anew.
const again = (element, name) => { element.classList.remove(name); void element.offsetWidth; element.classList.add(name); };
const from = (element, dx, dy, ds = 1, dr = 0) => {
  element.style.setProperty("--dx", `${dx}px`);
  element.style.setProperty("--dy", `${dy}px`);
  element.style.setProperty("--ds", ds);
  element.style.setProperty("--dr", `${dr}deg`);
};
$("reveal").onclick = () => {
  const values = [3, 5, 0, 4];
  let total = 6;
  for (const card of document.querySelectorAll("[data-turns]")) {
    const k = Number(card.dataset.turns);
    card.style.setProperty("--k", k);
    again(card, "turns");
    if ("trap" in card.dataset) again(card, "snaps");
    setTimeout(() => { total += values[k]; $("sum").textContent = total; again($("sum"), "counts"); }, 300 + 250 * (k + 1));
  }
};
$("fly").onclick = () => { from($("four"), 0, -300, 0.6, -8); again($("four"), "flies"); };
$("draw").onclick = () => { from($("four"), -200, -200, 0.5); again($("four"), "draws"); };
$("shake").onclick = () => again(document.querySelector(".big"), "shakes");
$("coin").onclick = () => { const coin = $("coins").firstElementChild; from(coin, 250, 160, 3); again(coin, "flies"); };
$("turn").onclick = () => document.querySelector(".dir").classList.toggle("is-counter");
$("shout").onclick = () => {
  const shout = document.createElement("div");
  shout.className = "shout shouts";
  shout.innerHTML = "<b>17!</b><span>Bruno</span>";
  document.body.append(shout);
  setTimeout(() => shout.remove(), 900);
};
